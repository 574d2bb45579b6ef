use super::read;
use crate::ast::Item;

/// The errors as `line:column: message (function)`, and the names of what was read.
fn outcome(source: &str) -> (Vec<String>, usize) {
    let unit = read(source);
    let errors = unit.errors.iter().map(|error| {
        let function = error
            .function
            .as_ref()
            .map_or(String::new(), |name| format!(" ({name})"));
        format!(
            "{}:{}: {}{function}",
            error.span.line, error.span.column, error.message
        )
    });
    (errors.collect(), unit.items.len())
}

#[test]
fn errors_cost_one_declaration() {
    let cases: &[(&str, &str, usize)] = &[
        ("int x\nint y; int z;", "2:1: expected ';', found 'int'", 1),
        (
            "int f(void) { x = ; } int y;",
            "1:19: expected an expression, found ';' (f)",
            1,
        ),
        (
            "int f(void) { if (x { } } int y;",
            "1:21: expected ')', found '{' (f)",
            1,
        ),
        (
            "int f(void) { return 1 } int y;",
            "1:24: expected ';', found '}' (f)",
            1,
        ),
        (
            "int f(void) { { }\nint g(void) { return 0; }\n",
            "2:26: expected '}', found the end of the file (f)",
            0,
        ),
        (
            "int f(void) { x = (1; \n}\nint g(void) { return 0; }\n",
            "1:21: expected ')', found ';' (f)",
            1,
        ),
        (
            "int f(void) { {{ x = ; \n}\nint g(void) { return 0; }\n",
            "1:22: expected an expression, found ';' (f)",
            1,
        ),
        (
            "f(a) int a; { ? } int y;",
            "1:15: expected an expression, found '?' (f)",
            1,
        ),
        (
            "struct s { int x } y z; int ok;",
            "1:22: expected ';', found 'z'",
            1,
        ),
        (
            "struct s { x; } y; int ok;",
            "1:12: expected a member or '}', found 'x'",
            1,
        ),
        ("foo bar; int ok;", "1:1: unknown type name 'foo'", 1),
        ("foo *bar; int ok;", "1:1: unknown type name 'foo'", 1),
        ("void f(foo x); int ok;", "1:8: unknown type name 'foo'", 1),
        (
            "void f(int a, foo x); int ok;",
            "1:15: unknown type name 'foo'",
            1,
        ),
        (
            "void f(void) { foo x; } int ok;",
            "1:16: unknown type name 'foo' (f)",
            1,
        ),
        (
            "typedef int T; int x = T; int ok;",
            "1:24: expected an expression, found type name 'T'",
            2,
        ),
        (
            "int x = 1x; int ok;",
            "1:9: invalid suffix 'x' on an integer constant",
            1,
        ),
        (
            "int x = 08; int ok;",
            "1:9: invalid digit '8' in a constant of base 8",
            1,
        ),
        (
            "int x = 1.0zz; int ok;",
            "1:9: invalid suffix 'zz' on a floating constant",
            1,
        ),
        (
            "int x = 0x1.0; int ok;",
            "1:9: a hexadecimal floating constant needs an exponent",
            1,
        ),
        ("int x = ''; int ok;", "1:9: empty character constant", 1),
        (
            "int x = 'a; \n int ok;",
            "1:9: expected an expression, found an unterminated literal",
            0,
        ),
        (
            "int x = L\"a\" u\"b\"; int ok;",
            "1:9: adjacent string literals have different prefixes",
            1,
        ),
        ("int x = a @ b; int ok;", "1:11: expected ';', found '@'", 1),
        ("} int ok;", "1:1: expected a declaration, found '}'", 1),
        (
            "int long float x; int ok;",
            "1:10: these type specifiers do not go together",
            1,
        ),
        (
            "unsigned signed x; int ok;",
            "1:1: these type specifiers do not go together",
            1,
        ),
        (
            "static extern x; int ok;",
            "1:8: more than one storage class",
            1,
        ),
        (
            "void f(void) { else; } int ok;",
            "1:16: 'else' without an 'if' (f)",
            1,
        ),
        (
            "int a = { [0] = 1, .x 2 }; int ok;",
            "1:23: expected '=', found '2'",
            1,
        ),
        (
            "int x = f(1 2); int ok;",
            "1:13: expected ',' or ')', found '2'",
            1,
        ),
    ];
    for &(source, error, items) in cases {
        assert_eq!(outcome(source), (vec![error.to_owned()], items), "{source}");
    }
}

#[test]
fn recovery_forgets_inner_names() {
    let source = "typedef int T; void f(int T) { x = ; } T *y;";
    let unit = read(source);
    assert_eq!(unit.errors.len(), 1);
    assert!(matches!(
        unit.items[..],
        [Item::Declaration(_), Item::Declaration(_)]
    ));
}

#[test]
fn hopeless_input_ends() {
    let (errors, _) = outcome(&"int int;\n".repeat(5_000));
    assert_eq!(errors.len(), 1_001);
    assert_eq!(
        errors[1_000],
        "1000:8: too many errors, the rest was not read"
    );
}
