//! What the model of the C library takes for granted of the machine that a program runs on, and of what callers
//! did with the library before; and which of it matters for a program: what depends on nothing of this is proved
//! without it.

use crate::modular::reached;
use ir::{Edge, Expr, Op, OperatorClass, Origin, ProcedureId, Program, Target};
use std::collections::BTreeSet;
use verdict::Assumption;

/// By which functions a program can see what is taken for granted.
const SEEN_BY: [(Assumption, &[&str]); 7] = [
    (
        Assumption::FilesOpen,
        &[
            "fopen", "fopen64", "freopen", "open", "open64", "creat", "access",
        ],
    ),
    (Assumption::WholeReads, &["read", "feof", "ferror"]),
    (Assumption::OutputSucceeds, &["write", "fflush", "ferror"]),
    (
        Assumption::Utc,
        &[
            "localtime",
            "localtime_r",
            "mktime",
            "timelocal",
            "ctime",
            "ctime_r",
            "tzset",
        ],
    ),
    (Assumption::NoTerminal, &["isatty", "ttyname"]),
    (Assumption::PlainLocale, &["setlocale"]),
    (Assumption::NoSignals, &["sleep", "usleep", "nanosleep"]),
];

/// The same of what callers did before.
const LEFT_BY_CALLERS: [(Assumption, &[&str]); 3] = [
    (
        Assumption::PlainLocale,
        &[
            "__ctype_b_loc",
            "__ctype_get_mb_cur_max",
            "__ctype_tolower_loc",
            "__ctype_toupper_loc",
            "btowc",
            "isalpha",
            "localeconv",
            "mblen",
            "mbrlen",
            "mbrtowc",
            "mbsrtowcs",
            "mbstowcs",
            "mbtowc",
            "strcoll",
            "strxfrm",
            "tolower",
            "toupper",
            "towlower",
            "towupper",
            "wcrtomb",
            "wcsrtombs",
            "wcstombs",
            "wctob",
            "wctomb",
        ],
    ),
    (
        Assumption::OwnStreams,
        &[
            "close", "creat", "fileno", "lseek", "open", "open64", "read", "write",
        ],
    ),
    (
        Assumption::NotOfLibrary,
        &[
            "__errno_location",
            "asctime",
            "ctime",
            "getenv",
            "gmtime",
            "localtime",
            "secure_getenv",
            "seed48",
            "setlocale",
            "strerror",
            "strsignal",
        ],
    ),
];

/// Variables of the library that lead to what it keeps.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];
const OTHER_VARIABLES: [&str; 8] = [
    "environ",
    "optarg",
    "opterr",
    "optind",
    "optopt",
    "program_invocation_name",
    "program_invocation_short_name",
    "tzname",
];

/// What a verdict on a program assumes of the machine.
pub(crate) fn assumed(program: &Program) -> Vec<Assumption> {
    let library = Library::of(program);
    let mut assumed = library.seen(&SEEN_BY);
    if library.names(&["environ", "__environ"]) {
        assumed.push(Assumption::NoVariables);
    }
    let is_math = |expr: &Expr| matches!(expr, Expr::Math(..));
    if library.calls("__errno_location") && own_code_has(program, is_math) {
        assumed.push(Assumption::MathLeavesErrno);
    }
    assumed
}

/// What a verdict on a function assumes of what unknown callers did with the library before.
pub(crate) fn assumed_of_callers(program: &Program) -> Vec<Assumption> {
    let library = Library::of(program);
    let mut assumed = library.seen(&LEFT_BY_CALLERS);
    let mut add = |is_seen: bool, assumption: Assumption| {
        if is_seen && !assumed.contains(&assumption) {
            assumed.push(assumption);
        }
    };
    let names_streams = library.names(&STREAMS);
    add(names_streams, Assumption::OwnStreams);
    add(
        names_streams || library.names(&OTHER_VARIABLES),
        Assumption::NotOfLibrary,
    );
    let is_rounded = |expr: &Expr| matches!(expr, Expr::Binary(op, ..) if op.class() == OperatorClass::FloatArithmetic);
    let sees_rounding = library.calls("fegetround") || own_code_has(program, is_rounded);
    add(sees_rounding, Assumption::ToNearest);
    assumed
}

/// What the program's own code, as far as it may run, has of the library.
struct Library<'p> {
    /// The functions that it calls, or whose address it takes.
    functions: BTreeSet<&'p str>,
    /// The variables that it names.
    variables: BTreeSet<&'p str>,
}

impl<'p> Library<'p> {
    fn of(program: &'p Program) -> Library<'p> {
        let mut library = Library {
            functions: BTreeSet::new(),
            variables: BTreeSet::new(),
        };
        let mut add_function = |id: ProcedureId| {
            let procedure = &program[id];
            if procedure.origin == Origin::Library {
                library.functions.insert(&*procedure.name);
            }
        };
        for edge in own_code(program) {
            if let Op::Call {
                target: Target::Direct(callee),
                ..
            } = &edge.op
            {
                add_function(*callee);
            }
            edge.op.for_each_expr(&mut |expr| {
                expr.for_each(&mut |part| match part {
                    Expr::Procedure(id) => add_function(*id),
                    Expr::Global(id)
                        if program.files.origin(program[*id].span) == Origin::Library =>
                    {
                        library.variables.insert(&*program[*id].name);
                    }
                    _ => {}
                });
            });
        }
        library
    }

    fn calls(&self, name: &str) -> bool {
        self.functions.contains(name)
    }

    fn names(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.variables.contains(name))
    }

    fn seen(&self, table: &[(Assumption, &[&str])]) -> Vec<Assumption> {
        let seen = table
            .iter()
            .filter(|(_, by)| by.iter().any(|name| self.calls(name)));
        seen.map(|(assumption, _)| assumption.clone()).collect()
    }
}

fn own_code_has(program: &Program, is_such: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    for edge in own_code(program) {
        edge.op
            .for_each_expr(&mut |expr| expr.for_each(&mut |part| found |= is_such(part)));
    }
    found
}

/// The operations that may run and are not the library's.
fn own_code(program: &Program) -> impl Iterator<Item = &Edge> {
    let all = reached(program).into_iter().map(|id| &program[id]);
    let own = all.filter(|one| one.origin != Origin::Library);
    own.flat_map(|one| &one.edges)
}
