//! The claims that are looked at, and what becomes of instances that should violate one.

use super::ENGINE;
use super::instance::Instance;
use super::pattern::Pattern;
use super::proof;
use super::run::Run;
use crate::concretize::instance::Executor;
use crate::desk::Desk;
use crate::ledger::Want;
use crate::limits::tuning::{ATTEMPTS_OF_INDUCTION, EXECUTION_OF_AN_INSTANCE, PROOF_OF_A_PATTERN};
use crate::symbolic::context::Context;
use crate::task::Task;
use interp::{Environment, InputRequest, Limit, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use verdict::{Candidate, ClaimId, Input, Length, Size, Witness};

/// The claims that are looked at.
pub(super) struct Targets<'p> {
    task: &'p Task<'p>,
    /// The claims that an analysis could not prove; empty if there was none.
    alarms: BTreeSet<ClaimId>,
    /// The claims of which nothing is left to be said.
    settled: BTreeSet<ClaimId>,
    attempts: BTreeMap<ClaimId, u32>,
    /// Violations that instances met instead of the one they were made for.
    spare: BTreeMap<ClaimId, Candidate>,
}

impl<'p> Targets<'p> {
    /// The claims that are open; if an analysis has raised alarms, those.
    pub(super) fn new(task: &'p Task<'p>, desk: &Desk<'_>) -> Targets<'p> {
        let claims = desk.ledger().open_claims();
        let open: BTreeSet<ClaimId> = claims.iter().map(|claim| claim.id).collect();
        let listed = desk.ledger().verdicts();
        let listed = listed.into_iter().map(|(claim, _)| claim.id);
        Targets {
            task,
            alarms: desk.facts().alarms.clone(),
            settled: listed.filter(|claim| !open.contains(claim)).collect(),
            attempts: BTreeMap::new(),
            spare: BTreeMap::new(),
        }
    }

    /// Whether nothing is left to be found.
    pub(super) fn is_done(&self) -> bool {
        !self.alarms.is_empty() && self.alarms.is_subset(&self.settled)
    }

    /// Whether a violation of a claim would be new.
    pub(super) fn wants(&self, claim: ClaimId) -> bool {
        let is_alarm = self.alarms.is_empty() || self.alarms.contains(&claim);
        is_alarm && !self.settled.contains(&claim)
    }

    /// One more path to a claim was found.
    pub(super) fn count_attempt(&mut self, claim: ClaimId) {
        let attempts = self.attempts.entry(claim).or_default();
        *attempts += 1;
        if *attempts >= ATTEMPTS_OF_INDUCTION {
            self.settled.insert(claim);
        }
    }

    /// Executes an instance, and hands in what it violates.
    pub(super) fn try_instance(
        &mut self,
        desk: &Desk<'_>,
        context: &Context<'_>,
        run: &Run,
        instance: Instance,
    ) {
        self.count_attempt(instance.claim);
        let until = (Instant::now() + EXECUTION_OF_AN_INSTANCE).min(desk.limits().deadline());
        let executor = Executor::new(self.task.program, self.task.selected, until);
        let mut answers = Answering {
            inputs: &instance.inputs,
            given: 0,
        };
        let (outcome, state) = executor.go(&mut answers);
        let (claim, span, position, length) = match &outcome {
            Outcome::Violation(violation) => {
                let span = violation.place();
                let claim = ClaimId::new(violation.kind, span);
                let position = executor.position(&state);
                (claim, span, position, Length::Interpretable)
            }
            // The compiled program may show it.
            Outcome::LimitReached(Limit::Time) => {
                let Instance { claim, span, .. } = instance;
                (claim, span, instance.position, Length::TooLong)
            }
            _ => return,
        };
        let mut notes = Vec::new();
        let is_as_planned = claim == instance.claim;
        if is_as_planned && !run.leaps.is_empty() {
            let until = (Instant::now() + PROOF_OF_A_PATTERN).min(desk.limits().deadline());
            notes.extend(Pattern::of(context.program, run, &instance.counts).describe());
            let proof = proof::prove(context.program, context.setting, run, claim, until);
            notes.extend(proof.map(|proof| proof.describe()));
        }
        let given: u64 = instance.inputs.iter().map(|input| input.times).sum();
        let candidate = Candidate {
            claim,
            span,
            size: Size {
                given: given as usize,
                steps: state.steps(),
            },
            witness: Witness {
                inputs: instance.inputs,
                steps: state.steps(),
                ..Witness::default()
            },
            position,
            length,
            notes,
        };
        match is_as_planned {
            true => self.hand_in(desk, candidate),
            // A path to that violation itself is worth more.
            false => _ = self.spare.entry(claim).or_insert(candidate),
        }
    }

    /// Hands in violations that were met on the way to others, as far as they are new.
    pub(super) fn hand_in_the_rest(&mut self, desk: &Desk<'_>) {
        for (claim, candidate) in std::mem::take(&mut self.spare) {
            if self.wants(claim) {
                self.hand_in(desk, candidate);
            }
        }
    }

    fn hand_in(&mut self, desk: &Desk<'_>, candidate: Candidate) {
        let claim = candidate.claim;
        desk.hand_in(ENGINE, candidate);
        desk.wait_for_candidates();
        let more = Size {
            given: usize::MAX,
            steps: u64::MAX,
        };
        if desk.wants(claim, more) == Want::Refuted {
            self.settled.insert(claim);
        }
    }
}

/// Answers what an instance says.
struct Answering<'a> {
    inputs: &'a [Input],
    /// How often the first of them was given.
    given: u64,
}

impl Environment for Answering<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        let (next, rest) = self.inputs.split_first()?;
        self.given += 1;
        if self.given >= next.times {
            self.inputs = rest;
            self.given = 0;
        }
        (next.kind == request.kind && next.name == request.name).then_some(next.value)
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}
