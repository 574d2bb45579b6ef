//! Symbolic execution of one state, for every engine that executes a program on unknown inputs.
//!
//! A `state` is a set of concrete states: its values are terms over variables that stand for
//! what the environment chooses, under a path condition. Operations work on states (`step`); what an
//! unknown caller gives is chosen when it is first read (`lazy`); a claim is checked (`check`) by asking
//! whether its negation is possible; the assignment that the solver gives is made readable
//! (`minimise`) and becomes what the environment has to do (`witness`).
//!
//! Which states are followed, in which order and how far, is for the engines to say.

pub(crate) mod cells;
pub(crate) mod check;
pub(crate) mod codec;
pub(crate) mod context;
pub(crate) mod contract;
mod evaluate;
pub(crate) mod heap;
mod input;
pub(crate) mod layout;
mod lazy;
pub(crate) mod leak;
mod leftovers;
pub(crate) mod memory;
mod minimise;
pub(crate) mod path;
mod ranges;
mod start;
pub(crate) mod state;
pub(crate) mod step;
pub(crate) mod stretch;
pub(crate) mod value;
pub(crate) mod witness;

use crate::environment::{Assumed, Caller, Globals};
use crate::limits::Limits;
use crate::task::Task;
use ir::ClaimSet;
use solve::{Backend, Interrupt};
use std::sync::Arc;
use std::time::Instant;

/// What is executed symbolically: which claims are checked, what is known of the environment, who decides
/// conditions, and for how long.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The claims to check.
    pub claims: ClaimSet,
    /// Who calls the entry procedure.
    pub caller: Caller,
    /// What is assumed of an unknown caller.
    pub assumed: Assumed,
    /// What globals hold when an unknown caller calls.
    pub globals: Arc<Globals>,
    /// The contract of the procedure that an unknown caller calls.
    pub contract: Option<::contract::Contract>,
    /// Where loops are visited.
    pub visit: LoopVisit,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// When a stage ends before that, if it is not extended.
    pub stage_end: Option<Instant>,
    /// Who decides conditions.
    pub solver: Backend,
    /// Stops it from another thread.
    pub interrupt: Interrupt,
}

impl Setting {
    /// What a task asks for, without its contract.
    pub(crate) fn of(
        task: &Task<'_>,
        limits: &Limits,
        solver: Backend,
        deadline: Instant,
    ) -> Setting {
        Setting {
            claims: task.selected,
            caller: task.caller,
            assumed: task.assumed,
            globals: task.globals.clone(),
            deadline: Some(deadline),
            solver,
            interrupt: limits.interrupt.clone(),
            ..Setting::default()
        }
    }
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            claims: ClaimSet::usual(),
            caller: Caller::System,
            assumed: Assumed::default(),
            globals: Arc::default(),
            contract: None,
            visit: LoopVisit::default(),
            deadline: None,
            stage_end: None,
            solver: Backend::default(),
            interrupt: Interrupt::default(),
        }
    }
}

/// Where loops are visited, once in each iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LoopVisit {
    /// Where it is cut: behind its condition, if it begins with one.
    #[default]
    AtCut,
    /// At its head, before its condition: what the condition says is not known yet.
    AtHead,
}
