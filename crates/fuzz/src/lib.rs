//! Random inputs for everything that reads a file: no panic, no stack overflow, no hang and no
//! blow-up of memory is reachable from any of them, and errors have places.
//!
//! A [`Target`] is one such reader with its seeds and mutations. A worker ([`work`]) tries inputs on
//! it and dies of the first that fails, since a stack overflow kills a process anyway; whoever
//! [`supervise`]s it finds the input in a file, makes it small and goes on with a new worker.
//! Iteration `i` of seed `s` tries the same input everywhere.

mod class_file;
mod minimise;
mod mutate;
mod random;
mod supervisor;
mod targets;
mod worker;

pub use minimise::minimise;
pub use supervisor::{Failure, Outcome, supervise};
pub use targets::{TARGETS, Target};
pub use worker::{Unready, Work, attempt, work};

use std::time::Duration;

/// How long a target is fuzzed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many inputs: the same ones everywhere.
    Iterations(u64),
    /// As many inputs as can be tried in that time.
    Time(Duration),
}
