//! What the model of the C library takes for granted of the machine that a program runs on, and of what callers
//! did with the library before; and which of it matters for a program: what depends on nothing of this is proved
//! without it.

use crate::modular::reached;
use ir::{Expr, OperatorClass, Origin, Program};
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
    if library.calls("__errno_location") && users_code_has(program, is_math) {
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
    let sees_rounding = library.calls("fegetround") || users_code_has(program, is_rounded);
    add(sees_rounding, Assumption::ToNearest);
    assumed
}

/// What the program has of the library.
struct Library<'p> {
    /// The functions that may run.
    functions: BTreeSet<&'p str>,
    /// The variables that the user's code names.
    variables: BTreeSet<&'p str>,
}

impl<'p> Library<'p> {
    fn of(program: &'p Program) -> Library<'p> {
        let all = reached(program).into_iter().map(|id| &program[id]);
        let functions = all.filter(|one| one.origin == Origin::Library);
        let mut variables = BTreeSet::new();
        for_each_of_user(program, &mut |part| {
            if let Expr::Global(id) = part {
                let is_library = program.files.origin(program[*id].span) == Origin::Library;
                variables.extend(is_library.then_some(&*program[*id].name));
            }
        });
        Library {
            functions: functions.map(|one| &*one.name).collect(),
            variables,
        }
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

fn users_code_has(program: &Program, is_such: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    for_each_of_user(program, &mut |part| found |= is_such(part));
    found
}

fn for_each_of_user<'p>(program: &'p Program, see: &mut impl FnMut(&'p Expr)) {
    let all = reached(program).into_iter().map(|id| &program[id]);
    let users = all.filter(|one| one.origin != Origin::Library);
    for edge in users.flat_map(|one| &one.edges) {
        edge.op.for_each_expr(&mut |expr| expr.for_each(see));
    }
}
