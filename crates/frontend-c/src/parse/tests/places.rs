//! Spans, after a real run of the preprocessor, as the text that they cover.

use crate::ast::{
    BlockItem, Declaration, Expr, ExprKind, Function, Item, Statement, StatementKind,
};
use crate::parse::parse;
use crate::preprocess::{DataModel, PreprocessOptions, preprocess};
use ir::{Origin, SourceMap, Span};
use std::path::PathBuf;

/// A file that goes when the test ends.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, text: &[u8]) -> TemporaryFile {
        let path =
            std::env::temp_dir().join(format!("concrex-places-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        TemporaryFile(path)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// What the spans of a span's file cover.
fn covered(map: &SourceMap, span: Span) -> String {
    let text = map
        .get(span.file)
        .and_then(|file| file.text.clone())
        .unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let offset = |line: u32, column: u32| {
        lines[..line as usize - 1]
            .iter()
            .map(|line| line.len())
            .sum::<usize>()
            + column as usize
            - 1
    };
    text[offset(span.line, span.column)..offset(span.end_line, span.end_column)].to_owned()
}

/// The spans of the statements (not blocks), declared names and called functions of the
/// function definitions.
fn spans(function: &Function) -> Vec<Span> {
    let mut spans = vec![function.declarator.span];
    statement_spans(&function.body, &mut spans);
    spans
}

fn statement_spans(statement: &Statement, into: &mut Vec<Span>) {
    match &statement.kind {
        StatementKind::Block(items) => {
            for item in items {
                match item {
                    BlockItem::Statement(inner) => statement_spans(inner, into),
                    BlockItem::Declaration(Declaration::Variables { declarators, .. }) => {
                        into.extend(declarators.iter().map(|item| item.declarator.span));
                    }
                    _ => {}
                }
            }
        }
        StatementKind::Expr(Some(Expr {
            kind: ExprKind::Assign(_, value),
            ..
        })) => {
            into.push(statement.span);
            into.push(value.span);
        }
        _ => into.push(statement.span),
    }
}

fn check(name: &str, source: &str, expected: &[&str]) {
    let file = TemporaryFile::new(name, source.as_bytes());
    let preprocessed = preprocess(&file.0, &PreprocessOptions::default()).unwrap();
    let mut map = SourceMap::default();
    let unit = parse(
        &preprocessed.text,
        &preprocessed.name,
        &mut map,
        Origin::User,
    );
    assert_eq!(unit.errors, []);
    let functions = unit.items.iter().filter_map(|item| match item {
        Item::Function(function) => Some(function),
        _ => None,
    });
    let found: Vec<String> = functions
        .flat_map(|function| spans(function))
        .map(|span| covered(&map, span))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn plain_lines_keep_their_columns() {
    check(
        "plain.c",
        "\tint  f(int\tx)  {\n\t  x  =   x  +  1; /* c */ x++;\n  x = \\\n    2 ; \"a\\\nb\";\n}\n",
        &[
            "f",
            "x  =   x  +  1;",
            "x  +  1",
            "x++;",
            "x = \\\n    2 ;",
            "2",
            "\"a\\\nb\";",
        ],
    );
}

#[test]
fn expansions_stand_where_the_macro_is_invoked() {
    check(
        "macro.c",
        "#include <assert.h>\n\
         #include <stdbool.h>\n\
         #define ADD(a, b) ((a) + \\\n (b))\n\
         #define ONE 1\n\
         #define BEGIN {\n\
         #define NOTHING\n\
         #define TWICE(s) s; s\n\
         #define INLINE static inline\n\
         #define ulong unsigned long\n\
         INLINE ulong  g(ulong x) { return x; }\n\
         bool f(int x, int y) BEGIN\n\
           assert(x > 0); assert(y);\n\
           x = ADD(x, /* c */ 2); y  =  ONE;\n\
           x = ADD(x,\n  y)   ; y++;\n\
           NOTHING x = ADD(ADD(1, 2), 3) + y + ONE;\n\
           TWICE(x++;\n\ty++);\n\
           return ONE;\n\
         }\n",
        &[
            "g",
            "return x;",
            "f",
            "assert(x > 0);",
            "assert(y);",
            "x = ADD(x, /* c */ 2);",
            "ADD(x, /* c */ 2)",
            "y  =  ONE;",
            "ONE",
            "x = ADD(x,\n  y)   ;",
            "ADD(x,\n  y)",
            "y++;",
            "x = ADD(ADD(1, 2), 3) + y + ONE;",
            "ADD(ADD(1, 2), 3) + y + ONE",
            "TWICE(x++;\n\ty++)",
            "TWICE(x++;\n\ty++)",
            "TWICE(x++;\n\ty++)",
            "TWICE(x++;\n\ty++);",
            "return ONE;",
        ],
    );
}

#[test]
fn contracts_come_from_the_original() {
    let source = b"#define FN(x) int x(void)\n\
        /*@ first */\nFN(f) { return 1; }\n\
        #if 0\n/*@ no */ int g(void)\n#else\n  /*@ second \xe9\n  */ int g(long x)\n#endif\n{ return 0; }\n";
    let file = TemporaryFile::new("contract.c", source);
    let preprocessed = preprocess(&file.0, &PreprocessOptions::default()).unwrap();
    let mut map = SourceMap::default();
    let unit = parse(
        &preprocessed.text,
        &preprocessed.name,
        &mut map,
        Origin::User,
    );
    assert_eq!(unit.errors, []);
    let contracts: Vec<(String, u32, u32)> = unit
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Function(function) => function.contract.as_ref(),
            _ => None,
        })
        .map(|contract| {
            (
                contract.text.clone(),
                contract.span.line,
                contract.span.column,
            )
        })
        .collect();
    let second = " second \u{fffd}\n  ".to_owned();
    assert_eq!(contracts, [(" first ".to_owned(), 2, 1), (second, 7, 3)]);
}

#[test]
fn markers_name_files_and_origins() {
    let mut map = SourceMap::default();
    let source = "# 1 \"/none/user.c\"\n# 1 \"/none/sys.h\" 1 3 4\nint a;\n# 7 \"/none/user.c\" 2\n\
                  # 7 \"/none/user.c\" 3 4\n_Bool\n# 7 \"/none/user.c\"\n   b;\n#line 40 \"/none/gen.y\"\nint c;\nint d;\n";
    let unit = parse(source.as_bytes(), "user.i", &mut map, Origin::User);
    let places: Vec<String> = unit
        .items
        .iter()
        .map(|item| match item {
            Item::Declaration(Declaration::Variables { declarators, .. }) => {
                let span = declarators[0].declarator.span;
                format!("{} {:?}", map.display(span), map.origin(span))
            }
            _ => String::new(),
        })
        .collect();
    let expected = [
        "/none/sys.h:1:5 System",
        "/none/user.c:7:4 User",
        "/none/gen.y:40:5 User",
        "/none/gen.y:41:5 User",
    ];
    assert_eq!(places, expected);
}

#[test]
fn system_headers_parse_in_both_data_models() {
    let headers = "stdio stdlib string stdint limits inttypes math time pthread unistd signal setjmp \
                   ctype assert errno stdarg stdbool wchar stddef float complex tgmath fenv locale \
                   sys/types sys/stat sys/socket sys/time fcntl semaphore stdatomic threads uchar";
    let source: String = headers
        .split_whitespace()
        .map(|header| format!("#include <{header}.h>\n"))
        .collect();
    let file = TemporaryFile::new("headers.c", source.as_bytes());
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let options = PreprocessOptions {
            data_model,
            ..PreprocessOptions::default()
        };
        let preprocessed = preprocess(&file.0, &options).unwrap();
        let mut map = SourceMap::default();
        let unit = parse(
            &preprocessed.text,
            &preprocessed.name,
            &mut map,
            Origin::User,
        );
        assert_eq!(unit.errors, [], "{data_model:?}");
        assert!(unit.items.len() > 500);
    }
}
