//! Merging at joins: where both ways of a branch do nothing but compute locals until they meet,
//! one state goes on with values that depend on the condition, and execution does not fork.

use crate::limits::tuning::{MOST_EDGES_OF_A_MERGED_BRANCH, MOST_LOCALS_MERGED};
use crate::symbolic::cells::extent;
use crate::symbolic::codec::base_of;
use crate::symbolic::context::Context;
use crate::symbolic::heap::Made;
use crate::symbolic::state::State;
use crate::symbolic::value::{Base, Num, Pointer, Value};
use ir::{ClaimKind, EdgeId, LocalId, LocalRole, Location, Op, Procedure};
use logic::{TermId, Terms};
use std::str::FromStr;

/// Whether states are merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Merging {
    /// Where both ways of a branch compute nothing but locals.
    #[default]
    On,
    /// Nowhere.
    Off,
}

impl FromStr for Merging {
    type Err = String;

    fn from_str(name: &str) -> Result<Merging, String> {
        match name {
            "on" => Ok(Merging::On),
            "off" => Ok(Merging::Off),
            _ => Err(format!("merging is on or off, not `{name}`")),
        }
    }
}

/// Two ways from a branch to where they meet.
pub(crate) struct Diamond {
    pub(crate) ways: [Vec<EdgeId>; 2],
    pub(crate) join: Location,
}

/// The two ways from a branch, if they meet after computing locals alone.
pub(crate) fn diamond(procedure: &Procedure, edges: &[EdgeId]) -> Option<Diamond> {
    let [first, second] = *edges else {
        return None;
    };
    let (one, other) = (way(procedure, first), way(procedure, second));
    let end = |edge: &EdgeId| procedure[*edge].to;
    let meets = |edge: &EdgeId| other.iter().position(|its| end(its) == end(edge));
    let (here, there) = one
        .iter()
        .enumerate()
        .find_map(|(index, edge)| Some((index, meets(edge)?)))?;
    Some(Diamond {
        join: end(&one[here]),
        ways: [one[..=here].to_vec(), other[..=there].to_vec()],
    })
}

/// The edges from the first one on that compute locals, and after which there is no choice.
fn way(procedure: &Procedure, first: EdgeId) -> Vec<EdgeId> {
    let mut edges = vec![first];
    let mut at = procedure[first].to;
    while edges.len() < MOST_EDGES_OF_A_MERGED_BRANCH
        && let [edge] = procedure.outgoing[at.0 as usize][..]
        && matches!(
            procedure[edge].op,
            Op::Skip | Op::Assign(..) | Op::Forget(_) | Op::Check(_)
        )
    {
        edges.push(edge);
        at = procedure[edge].to;
    }
    edges
}

impl Context<'_> {
    /// The state where both ways from a branch meet; `None` if they cannot be merged, as where a
    /// claim on one of them can fail.
    pub(crate) fn merged(
        &mut self,
        state: &State,
        diamond: &Diamond,
        condition: TermId,
    ) -> Option<State> {
        let otherwise = self.terms.not(condition);
        let [yes, no] = &diamond.ways;
        let yes = self.follow(state, yes, condition)?;
        let no = self.follow(state, no, otherwise)?;
        self.join(state, diamond.join, condition, [yes, no])
    }

    /// The state at the end of a way on which nothing can go wrong and nothing forks.
    fn follow(&mut self, state: &State, way: &[EdgeId], condition: TermId) -> Option<State> {
        let program = self.program;
        let mut state = state.clone();
        state.path.assume(&self.terms, condition);
        for edge in way.iter().skip(1) {
            match &program[state.frame.procedure][*edge].op {
                Op::Check(check) => {
                    let failures = self.failures(&mut state, check).ok()?;
                    for failure in failures {
                        self.is_impossible(&state, failure.condition)?;
                    }
                }
                Op::Assign(local, expr) => {
                    let value = self.value(&mut state, expr).ok()?;
                    state.set(*local, value);
                }
                Op::Forget(local) => state.set(*local, Value::Undefined),
                _ => {}
            }
        }
        Some(state)
    }

    fn is_impossible(&mut self, state: &State, condition: TermId) -> Option<()> {
        let never =
            condition == TermId::FALSE || matches!(self.possible(&state.path, condition), Ok(None));
        never.then_some(())
    }

    /// One state for two that differ only in locals.
    fn join(
        &mut self,
        before: &State,
        join: Location,
        condition: TermId,
        [yes, no]: [State; 2],
    ) -> Option<State> {
        // What was learnt of addresses is part of the ways' conditions, which are given up here.
        let is_same = |one: &State| {
            one.exposed.len() == before.exposed.len() && one.arbitrary == before.arbitrary
        };
        if !is_same(&yes) || !is_same(&no) {
            return None;
        }
        let procedure = before.frame.procedure;
        let mut merged = before.clone();
        merged.frame.location = join;
        let mut different = 0;
        for (index, local) in self.program[procedure].locals.iter().enumerate() {
            let id = LocalId(index as u32);
            let (yes, no) = (yes.local(id), no.local(id));
            let value = if yes == no {
                yes
            } else if !self.flow.is_live(procedure, join, id) {
                // Until its procedure returns, a variable keeps memory from being lost: see `leak`.
                let keeps = |value| keeps_memory(before, &self.terms, value);
                let counts = local.role != LocalRole::Temporary
                    && self.setting.claims.contains(ClaimKind::Leak);
                if counts && (keeps(yes) || keeps(no)) {
                    return None;
                }
                Value::Undefined
            } else {
                different += 1;
                let (_, width) = extent(local.scalar, self.width());
                match (yes, no) {
                    (Value::Bits(yes), Value::Bits(no)) => {
                        Value::Bits(self.choose_number(condition, yes, no, width))
                    }
                    (Value::Pointer(yes), Value::Pointer(no)) if yes.base == no.base => {
                        let offset = self.choose_number(condition, yes.offset, no.offset, width);
                        Value::Pointer(Pointer { offset, ..yes })
                    }
                    _ => return None,
                }
            };
            merged.set(id, value);
        }
        (different <= MOST_LOCALS_MERGED).then_some(merged)
    }
}

/// Whether a value may lead to memory that the program has allocated.
fn keeps_memory(state: &State, terms: &Terms, value: Value) -> bool {
    match value {
        Value::Undefined | Value::Bits(Num::Const(_)) => false,
        Value::Pointer(Pointer {
            base: Base::Object(id),
            ..
        }) => matches!(state.heap.get(id).made, Made::Heap(_)),
        Value::Pointer(_) => false,
        Value::Bits(Num::Term(term)) => {
            let variables = terms.free_vars(&[term]);
            let mut bases = variables.iter().map(|one| base_of(terms, *one));
            bases.any(|base| base.is_some())
        }
    }
}
