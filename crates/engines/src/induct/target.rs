//! The claims that are looked at, and what becomes of instances that should violate one.

use super::ENGINE;
use super::instance::Instance;
use crate::concretize::instance::Executor;
use crate::desk::Desk;
use crate::ledger::Want;
use crate::limits::tuning::{ATTEMPTS_OF_INDUCTION, EXECUTION_OF_AN_INSTANCE};
use crate::task::Task;
use interp::{Limit, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use verdict::{Candidate, ClaimId, Size, Witness};

/// The claims that are looked at.
pub(super) struct Targets<'p> {
    task: &'p Task<'p>,
    open: BTreeSet<ClaimId>,
    attempts: BTreeMap<ClaimId, u32>,
}

impl<'p> Targets<'p> {
    /// The claims that are open; of those, the ones with an alarm if there are any.
    pub(super) fn new(task: &'p Task<'p>, desk: &Desk<'_>) -> Targets<'p> {
        let open: BTreeSet<ClaimId> = desk
            .ledger()
            .open_claims()
            .iter()
            .map(|claim| claim.id)
            .collect();
        Targets {
            task,
            open,
            attempts: BTreeMap::new(),
        }
    }

    /// Whether nothing is left to be found.
    pub(super) fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether a violation of a claim would be new.
    pub(super) fn wants(&self, claim: ClaimId) -> bool {
        self.open.contains(&claim)
    }

    /// Executes an instance, and hands in what it violates.
    pub(super) fn try_instance(&mut self, desk: &Desk<'_>, instance: Instance) {
        let attempts = self.attempts.entry(instance.claim).or_default();
        *attempts += 1;
        if *attempts >= ATTEMPTS_OF_INDUCTION {
            self.open.remove(&instance.claim);
        }
        let until = (Instant::now() + EXECUTION_OF_AN_INSTANCE).min(desk.limits().deadline());
        let executor = Executor::new(self.task.program, self.task.selected, until);
        let executed = executor.execute(&instance.values);
        match &executed.outcome {
            Outcome::Violation(violation) => {
                let violation = violation.clone();
                let candidate = executor.candidate(executed, &violation);
                self.hand_in(desk, candidate);
            }
            // Too long for the interpreter: the compiled program may show it.
            Outcome::LimitReached(Limit::Time) => {
                let candidate = Candidate {
                    claim: instance.claim,
                    span: instance.span,
                    size: Size {
                        given: executed.inputs.len(),
                        steps: executed.steps,
                    },
                    witness: Witness {
                        inputs: executed.inputs,
                        steps: executed.steps,
                        ..Witness::default()
                    },
                    position: instance.position,
                };
                self.hand_in(desk, candidate);
            }
            _ => {}
        }
    }

    fn hand_in(&mut self, desk: &Desk<'_>, candidate: Candidate) {
        let claim = candidate.claim;
        desk.hand_in(ENGINE, candidate);
        desk.wait_for_candidates();
        let nothing = Size { given: 0, steps: 0 };
        if desk.wants(claim, nothing) == Want::Refuted {
            self.open.remove(&claim);
        }
    }
}
