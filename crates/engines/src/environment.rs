//! What is known of a program's environment: who calls it, and what it finds when it is called.

mod globals;

pub(crate) use globals::is_variable;
pub use globals::{Call, Changed, Globals};

/// Who calls the entry procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The system: globals hold what the program says.
    System,
    /// Anyone: parameters, the globals that can have changed and what they lead to are arbitrary.
    Unknown,
}

/// What is assumed of an unknown caller, beyond contracts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assumed {
    /// No pointer is null.
    pub nonnull: bool,
    /// No pointers form a cycle.
    pub acyclic: bool,
    /// No two pointers lead to the same object.
    pub noalias: bool,
}
