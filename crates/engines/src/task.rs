//! What is to be settled, and the interface of whoever does.

use crate::desk::Desk;
use crate::environment::{Assumed, Caller, Globals};
use contract::Contract;
use ir::{ClaimSet, Program};
use std::sync::Arc;
use verdict::Claim;

/// What is to be settled: the claims of a program, under what is known of its environment.
#[derive(Clone, Debug)]
pub struct Task<'p> {
    /// The program.
    pub program: &'p Program,
    /// The kinds of claims that are asked for.
    pub selected: ClaimSet,
    /// Who calls the entry procedure.
    pub caller: Caller,
    /// What is assumed of an unknown caller.
    pub assumed: Assumed,
    /// What globals hold when an unknown caller calls.
    pub globals: Arc<Globals>,
    /// The contract of the procedure that an unknown caller calls.
    pub contract: Option<Contract>,
}

/// A method that settles claims.
///
/// It gets a task and a desk, works until it is done or the desk's limits say that it has to stop,
/// hands in candidates for counterexamples on the way, and at the end says what it did not follow.
/// It never says what is proved: that is for the ledger to conclude.
pub trait Engine: Sync {
    /// Its name in reports and on the command line.
    fn name(&self) -> &'static str;

    /// Works on the task.
    fn run(&self, task: &Task<'_>, desk: &Desk<'_>);
}

/// How much of the time an engine takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Share {
    /// All that is left.
    #[default]
    All,
    /// A part, since others work after it.
    Part,
}

/// Which claims an engine speaks of.
pub type About = fn(&Claim) -> bool;
