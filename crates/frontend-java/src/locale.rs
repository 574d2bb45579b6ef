//! What a program leaves to the default locale: how numbers are written, and what a capital i is.

use ir::{Op, Origin, Procedure, Program, Target};

/// Methods of the library that ask for the default locale, by their names and how many parameters
/// those have that do, with `this`.
const BY_DEFAULT: [(&str, usize); 9] = [
    ("java.lang.String.format", 2),
    ("java.lang.String.formatted", 2),
    ("java.lang.String.toLowerCase", 1),
    ("java.lang.String.toUpperCase", 1),
    ("java.util.Formatter.format", 3),
    ("java.io.PrintWriter.format", 3),
    ("java.io.PrintWriter.printf", 3),
    ("java.util.Scanner.nextDouble", 1),
    ("java.util.Scanner.nextFloat", 1),
];

/// Whether the user's code calls a method whose result depends on the default locale. It is taken to
/// be English.
pub fn uses_default_locale(program: &Program) -> bool {
    let users = program.procedures.iter().filter(|one| is_users(one));
    let mut calls = users
        .flat_map(|one| &one.edges)
        .filter_map(|edge| match &edge.op {
            Op::Call {
                target: Target::Direct(callee),
                arguments,
                ..
            } => Some((&*program[*callee].name, arguments.len())),
            _ => None,
        });
    calls.any(|call| BY_DEFAULT.contains(&call))
}

/// The user's code, and what stands for a method reference in it.
fn is_users(procedure: &Procedure) -> bool {
    procedure.origin == Origin::User || procedure.name.contains("$$Lambda$")
}
