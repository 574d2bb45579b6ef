//! What the model of the C library takes for granted of the machine that a program runs on, and which of it
//! matters for a program: what depends on nothing of this is proved without it.

use ir::{Expr, GlobalId, Origin, Program};
use verdict::Assumption;

/// By which functions a program can see what is taken for granted.
const SEEN_BY: [(Assumption, &[&str]); 6] = [
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
];

/// What a verdict on a program assumes of the machine.
pub(crate) fn assumed(program: &Program) -> Vec<Assumption> {
    let library = program.procedures.iter();
    let library = library.filter(|one| one.origin == Origin::Library);
    let names: Vec<&str> = library.map(|one| &*one.name).collect();
    let seen = SEEN_BY
        .iter()
        .filter(|(_, by)| by.iter().any(|one| names.contains(one)));
    let mut assumed: Vec<Assumption> = seen.map(|(assumption, _)| assumption.clone()).collect();
    if looks_at_environment(program) {
        assumed.push(Assumption::NoVariables);
    }
    assumed
}

/// Whether the user's code uses the list of all environment variables.
fn looks_at_environment(program: &Program) -> bool {
    let is_list = |id: GlobalId| matches!(&*program[id].name, "environ" | "__environ");
    let users = program.procedures.iter();
    let users = users.filter(|one| one.origin == Origin::User);
    let mut found = false;
    for edge in users.flat_map(|one| &one.edges) {
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                found |= matches!(part, Expr::Global(id) if is_list(*id));
            });
        });
    }
    found
}
