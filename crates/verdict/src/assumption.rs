//! What a verdict takes for granted.

use ir::ClaimKind;
use std::fmt;
use std::sync::Arc;

/// Something that a verdict takes for granted of the program's environment.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Assumption {
    /// Callers give no null pointers.
    NonNull,
    /// Callers give no cycles.
    Acyclic,
    /// Callers give no two pointers to one object.
    NoAlias,
    /// Static fields hold what their initialisers gave them.
    InitialStatics,
    /// Callers give no objects that static fields lead to.
    NotHeld,
    /// Callers give no addresses inside of these variables, nor of their first elements.
    NotInside(Vec<Arc<str>>),
    /// The pointers in these variables, which the program alone can set, are null or lead to objects as pointers of
    /// callers do.
    KeptPointers(Vec<Arc<str>>),
    /// All global variables hold their initial values.
    InitialGlobals,
    /// These global variables hold their initial values.
    Unchanged(Vec<Arc<str>>),
    /// Nothing undefined happens of these kinds, which were not asked about.
    NotAsked(Vec<ClaimKind>),
    /// Allocations succeed.
    AllocationsSucceed,
    /// These functions, which nobody defines, return, and change nothing but what their arguments
    /// point to.
    Undefined(Vec<Arc<str>>),
    /// Executions end where a precondition of a called function does not hold.
    Preconditions,
    /// These functions do what their contracts say.
    Contracts(Vec<Arc<str>>),
    /// The stack holds so many words of frames of recursive procedures.
    Stack(u64),
    /// The machine's default locale is English.
    EnglishLocale,
    /// Files that exist can be opened, and others created.
    FilesOpen,
    /// Less is read than was asked for only at the end, and no read fails.
    WholeReads,
    /// Everything can be written.
    OutputSucceeds,
    /// The time zone is UTC.
    Utc,
    /// The locale is C.
    PlainLocale,
    /// No signal comes from outside.
    NoSignals,
    /// Mathematical functions leave `errno` as it is.
    MathLeavesErrno,
    /// The standard streams are those that the program began with, and nothing else is open.
    OwnStreams,
    /// Callers give no addresses of what the C library keeps.
    NotOfLibrary,
    /// Results are rounded to nearest.
    ToNearest,
    /// No terminal is connected.
    NoTerminal,
    /// The environment has no variables but those that are asked for by name.
    NoVariables,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::NonNull => f.write_str("nonnull"),
            Assumption::Acyclic => f.write_str("acyclic"),
            Assumption::NoAlias => f.write_str("noalias"),
            Assumption::InitialStatics => {
                f.write_str("that static fields hold what their initialisers gave them")
            }
            Assumption::NotHeld => {
                f.write_str("that callers give no objects that static fields lead to")
            }
            Assumption::NotInside(names) => write!(
                f,
                "that no pointer of a caller's leads into {}",
                enumerated(names)
            ),
            Assumption::KeptPointers(names) => write!(
                f,
                "that what earlier calls left in {} is null or leads to an object as a caller's pointer does",
                enumerated(names)
            ),
            Assumption::InitialGlobals => {
                f.write_str("that global variables hold their initial values")
            }
            Assumption::Unchanged(names) => match &names[..] {
                [name] => write!(f, "that `{name}` holds its initial value"),
                _ => write!(f, "that {} hold their initial values", enumerated(names)),
            },
            Assumption::NotAsked(kinds) => {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
                write!(
                    f,
                    "that nothing undefined happens which was not asked about ({})",
                    names.join(", ")
                )
            }
            Assumption::AllocationsSucceed => f.write_str("that allocations succeed"),
            Assumption::Undefined(names) => {
                let (are, they) = match &names[..] {
                    [_] => (
                        "is",
                        "calls nothing of the program, frees nothing, and changes",
                    ),
                    _ => (
                        "are",
                        "call nothing of the program, free nothing, and change",
                    ),
                };
                write!(
                    f,
                    "that {}, which {are} not defined, {they} only what the arguments of the call lead to",
                    enumerated(names)
                )
            }
            Assumption::Preconditions => {
                f.write_str("that executions end where a precondition does not hold")
            }
            Assumption::Contracts(names) => match &names[..] {
                [name] => write!(f, "that `{name}` does what its contract says"),
                _ => write!(f, "that {} do what their contracts say", enumerated(names)),
            },
            Assumption::EnglishLocale => f.write_str("that the default locale is English"),
            Assumption::FilesOpen => {
                f.write_str("that files which exist can be opened and others can be created")
            }
            Assumption::WholeReads => f.write_str(
                "that reads do not fail and give less than was asked for only at the end",
            ),
            Assumption::OutputSucceeds => f.write_str("that everything can be written"),
            Assumption::Utc => f.write_str("that the time zone is UTC"),
            Assumption::PlainLocale => f.write_str("that the locale is C"),
            Assumption::NoSignals => f.write_str("that no signal comes from outside"),
            Assumption::MathLeavesErrno => {
                f.write_str("that mathematical functions leave `errno` as it is")
            }
            Assumption::OwnStreams => f.write_str(
                "that the standard streams are those the program began with, and nothing else is open",
            ),
            Assumption::NotOfLibrary => {
                f.write_str("that callers give no addresses of what the C library keeps")
            }
            Assumption::ToNearest => f.write_str("that results are rounded to nearest"),
            Assumption::NoTerminal => f.write_str("that no terminal is connected"),
            Assumption::NoVariables => f.write_str("that `environ` is empty"),
            Assumption::Stack(words) => write!(
                f,
                "that the stack holds {} kB of frames of recursive methods",
                words * 8 / 1000
            ),
        }
    }
}

/// Names for people: not all if they are many.
pub fn enumerated(names: &[Arc<str>]) -> String {
    const MOST: usize = 6;
    let shown: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect();
    match (names.len().checked_sub(MOST), &shown[..]) {
        (Some(rest @ 1..), _) => format!("{} and {rest} others", shown.join(", ")),
        (_, [first @ .., last]) if !first.is_empty() => {
            format!("{} and {last}", first.join(", "))
        }
        _ => shown.join(""),
    }
}
