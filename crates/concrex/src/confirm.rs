//! Candidates are executed, and those that fail are counterexamples.
//!
//! One policy for both languages, with inputs and without: first the interpreter must meet the
//! violation, or the candidate is rejected. Then the compiled program or the JVM must show it, and
//! the claim is refuted and *confirmed*. Where nothing but the interpreter can show such a violation,
//! it is refuted and *interpreted*. Where a real run was possible and does not show it, the claim
//! stays open; unless the program has no inputs, so that the real run was the same, and only the eyes
//! of the sanitizers differ.
//!
//! An execution that an engine says is too long for the interpreter is believed if the compiled program
//! or the JVM shows it: that is an execution, too.

use crate::cli::{CheckArguments, ReplayBy};
use crate::counterexample::{self, PATIENCE};
use crate::evidence;
use crate::required::Required;
use crate::stated::Stated;
use crate::task::{assumed_of_callers, calls_main, names};
use contain::Patience;
use engines::{Confirm, Finding, Refutation, Task};
use interp::Outcome;
use ir::{ClaimKind, Group, Program, Type};
use replay::{Execution, Replayed};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use verdict::evidence::{Location, Note, Story, Trace};
use verdict::{Candidate, Claimed, Counterexample, Entry, Evidence, Length, enumerated};

/// One process has one of so many parts of the time that is left, but no less than this.
const SHARES: u32 = 3;
const LEAST: Duration = Duration::from_secs(2);

/// Executes candidates.
pub(crate) struct Clerk<'a> {
    /// What the user's program itself has to show, whatever engines work on.
    pub(crate) task: &'a Task<'a>,
    pub(crate) arguments: &'a CheckArguments,
    pub(crate) stated: &'a Stated<'a>,
    pub(crate) required: &'a Required,
    pub(crate) interrupt: Arc<AtomicBool>,
}

impl Confirm for Clerk<'_> {
    fn confirm(&self, candidate: &Candidate, until: Instant) -> Finding {
        let found = self.execute(candidate, until);
        found.map_or_else(|doubt| doubt, |it| Finding::Refuted(Box::new(it)))
    }
}

impl Clerk<'_> {
    fn program(&self) -> &Program {
        self.task.program
    }

    /// How long compilers and programs may take. A program that runs on and on leaves time for other means.
    fn patience(&self, until: Instant) -> Patience {
        let left = until.saturating_duration_since(Instant::now());
        let share = (left / SHARES).max(LEAST).min(PATIENCE);
        let patience = Patience::for_each(share).until(until);
        patience.interrupted_by(self.interrupt.clone())
    }

    /// Executes a candidate in the interpreter, and then for real; if it is no counterexample, why.
    fn execute(&self, candidate: &Candidate, until: Instant) -> Result<Refutation, Finding> {
        let location = evidence::locate(self.program(), candidate.span);
        let mut counterexample = self.counterexample(candidate, &location);
        let left = &candidate.witness.left_by_earlier_calls;
        if !left.is_empty() {
            let names = enumerated(&names(self.program(), left));
            let why = format!("it depends on what earlier calls leave in {names}");
            return Err(Finding::Unseen(why));
        }
        if let Some(why) = replay::out_of_reach(&counterexample) {
            return Err(Finding::Unseen(why.to_string()));
        }
        let limits = interp::Limits {
            deadline: Some(until),
            interrupt: Some(self.interrupt.clone()),
            memory: Some(self.arguments.memory.0),
            claims: self.task.selected,
            ..interp::Limits::default()
        };
        if candidate.length == Length::TooLong {
            let seen = self.execute_for_real(&counterexample, candidate, until);
            return seen.ok_or(Finding::Late);
        }
        let interpreted = self.interpret(&counterexample, &limits)?;
        counterexample = self.with_seeds(counterexample, &limits, until)?;
        let (message, trace) = match counterexample.seeds.is_empty() {
            true => interpreted,
            false => self.interpret(&counterexample, &limits)?,
        };
        counterexample.violation.message.clone_from(&message);
        let patience = self.patience(until);
        let replay = self.arguments.replay;
        let replayed = counterexample::execute(replay, &counterexample, self.program(), &patience);
        if patience.is_over() && !matches!(replayed, Replayed::Confirmed { .. }) {
            return Err(Finding::Late);
        }
        self.believe(&counterexample, &replayed)?;
        let message = replayed.extend(message);
        counterexample.violation.message.clone_from(&message);
        let name = candidate.claim.name(&self.program().files);
        let mut story = counterexample::story(self.program(), &counterexample, &limits);
        story.saved =
            counterexample::save(self.program(), &counterexample, &name, &replayed, &patience);
        Ok(Refutation {
            message,
            evidence: Evidence {
                inputs: counterexample::inputs(&counterexample),
                steps: Some(candidate.witness.steps),
                trace: with_notes(trace, candidate),
                replay: counterexample::replayed(&replayed),
                story,
            },
        })
    }

    /// Executes for real what is too long for the interpreter; `None` if that does not show it.
    fn execute_for_real(
        &self,
        counterexample: &Counterexample,
        candidate: &Candidate,
        until: Instant,
    ) -> Option<Refutation> {
        if counterexample.draws_numbers() || self.arguments.replay == ReplayBy::Interpreter {
            return None;
        }
        let patience = self.patience(until);
        let replay = self.arguments.replay;
        let replayed = counterexample::execute(replay, counterexample, self.program(), &patience);
        if !matches!(replayed, Replayed::Confirmed { .. }) {
            return None;
        }
        self.believe(counterexample, &replayed).ok()?;
        let title = candidate.claim.kind().title();
        let message = replayed.extend(format!("{title}, after more steps than are interpreted"));
        let mut counterexample = counterexample.clone();
        counterexample.violation.message.clone_from(&message);
        let name = candidate.claim.name(&self.program().files);
        let saved =
            counterexample::save(self.program(), &counterexample, &name, &replayed, &patience);
        Some(Refutation {
            message,
            evidence: Evidence {
                inputs: counterexample::inputs(&counterexample),
                steps: None,
                trace: with_notes(Trace::default(), candidate),
                replay: counterexample::replayed(&replayed),
                story: Story {
                    words: replay::in_words(&counterexample),
                    assumed: counterexample.assumed.clone(),
                    saved,
                    ..Story::default()
                },
            },
        })
    }

    /// Whether a replay leaves no doubt that the claim does not hold.
    fn believe(&self, counterexample: &Counterexample, replayed: &Replayed) -> Result<(), Finding> {
        let inputs = || match &replay::in_words(counterexample)[..] {
            [] => String::new(),
            words => format!(" with these inputs: {}", words.join(", ")),
        };
        match replayed {
            Replayed::Confirmed { .. } => {}
            Replayed::NotSeen { .. } if is_same_run(counterexample) => {}
            Replayed::NotSeen { how, .. } => {
                let why = format!("{how} does not show it{}", inputs());
                return Err(Finding::Unseen(why));
            }
            Replayed::Refused { why, .. } => {
                let inputs = replay::in_words(counterexample).join(", ");
                let why = format!("no caller can give these inputs: {inputs}: {why}");
                return Err(Finding::Unseen(why));
            }
            // The interpreter does not know contracts.
            Replayed::Impossible { why }
                if counterexample.violation.kind == ClaimKind::Postcondition =>
            {
                return Err(Finding::Unseen(why.clone()));
            }
            Replayed::Impossible { .. } => {}
        }
        match self.stated.may_exclude() {
            Some(why) => {
                let why = format!("it fails{}; but {why}", inputs());
                Err(Finding::Unseen(why))
            }
            None => Ok(()),
        }
    }

    /// The same with seeds for the generators of random numbers that the program makes without one.
    fn with_seeds(
        &self,
        counterexample: Counterexample,
        limits: &interp::Limits,
        until: Instant,
    ) -> Result<Counterexample, Finding> {
        if self.arguments.replay == ReplayBy::Interpreter && counterexample.draws_numbers() {
            let why = "only the JVM knows which random numbers a generator gives";
            return Err(Finding::Unseen(why.to_string()));
        }
        let seeded = replay::with_seeds(
            &counterexample,
            self.program(),
            limits,
            &self.patience(until),
        );
        seeded.ok_or_else(|| {
            Finding::Unseen(format!(
                "no generator was found that gives such random numbers: {}",
                replay::in_words(&counterexample).join(", ")
            ))
        })
    }

    /// Executes it in the interpreter: what happens, and the state where it does. A postcondition
    /// is only seen by the compiled caller; here the call must come to its end.
    fn interpret(
        &self,
        counterexample: &Counterexample,
        limits: &interp::Limits,
    ) -> Result<(String, Trace), Finding> {
        let execution = Execution::new(self.program(), counterexample)
            .map_err(|misfit| Finding::Rejected(misfit.to_string()))?;
        let outcome = execution.run(limits);
        match (execution.claimed(&outcome), &outcome) {
            (Some(violation), _) => {
                let trace = evidence::trace(execution.program(), violation);
                Ok((violation.message.clone(), trace))
            }
            (None, Outcome::Exited(_) | Outcome::Returned(_))
                if counterexample.violation.kind == ClaimKind::Postcondition =>
            {
                let text = counterexample.ensures.first();
                let text = text.map_or("", |postcondition| &postcondition.text);
                let message = format!("`{text}` does not hold when the function returns");
                Ok((message, Trace::default()))
            }
            (None, Outcome::Violation(other)) => Err(Finding::Rejected(format!(
                "the interpreter meets another violation first: {}",
                other.message
            ))),
            (None, Outcome::LimitReached(interp::Limit::Time)) => Err(Finding::Late),
            (None, other) => Err(Finding::Rejected(format!(
                "the interpreter does not confirm it: {}",
                self.in_words(other)
            ))),
        }
    }

    /// How an execution ended that was to end with a violation.
    fn in_words(&self, outcome: &Outcome) -> String {
        let files = &self.program().files;
        match outcome {
            Outcome::Exited(status) => format!("it ends with status {status}"),
            Outcome::Aborted(_) => "it aborts".to_string(),
            Outcome::Returned(_) => "the call returns".to_string(),
            Outcome::Violation(violation) | Outcome::UndefinedBehaviour(violation) => {
                violation.message.clone()
            }
            Outcome::AssumptionFailed(position) => {
                let place = files.display(position.span);
                format!("the assumption at {place} does not hold")
            }
            Outcome::OutOfInputs(input) => {
                let place = files.display(input.position.span);
                format!("it asks for one more input, `{}`, at {place}", input.name)
            }
            Outcome::LimitReached(limit) => format!("{limit} is reached"),
            Outcome::Unsupported { what, span, .. } => {
                format!("{}: unsupported: {what}", files.display(*span))
            }
        }
    }

    fn counterexample(&self, candidate: &Candidate, location: &Location) -> Counterexample {
        let sources = &self.arguments.sources;
        let mut witness = candidate.witness.clone();
        // What a callee does is for its own code to show.
        witness
            .inputs
            .retain(|input| !contract::is_replaced_input(&input.name));
        let entry = match sources.entry.as_deref() {
            Some(name) if !calls_main(self.program(), sources) => Entry::Function {
                name: name.to_string(),
                file: self.file_of(name),
                arguments: witness.arguments,
                result: self.result_of(name),
            },
            _ => Entry::Main,
        };
        Counterexample {
            schema: verdict::SCHEMA,
            build: counterexample::build(sources, self.program()),
            entry,
            violation: claimed(candidate.claim.kind(), location),
            inputs: witness.inputs,
            seeds: Vec::new(),
            objects: witness.objects,
            globals: witness.globals,
            leftovers: witness.leftovers,
            assumed: self.assumed(),
            ensures: self
                .stated
                .postcondition(candidate.span)
                .into_iter()
                .collect(),
            requires: self.required.at(self.program(), candidate.claim),
        }
    }

    /// What the verdict repeats of the environment.
    fn assumed(&self) -> Vec<String> {
        let assumed = assumed_of_callers(self.task, self.arguments).into_iter();
        assumed.map(|it| it.to_string()).collect()
    }

    /// The declared type of a function's value.
    fn result_of(&self, name: &str) -> Option<String> {
        let types = &self.program().types;
        let ty = self.program()[self.program().find(name)?].ty?;
        match types.get(ty) {
            Type::Function { result, .. } if *types.get(*result) != Type::Void => {
                Some(types.display(*result).to_string())
            }
            _ => None,
        }
    }

    /// The file that defines a function.
    fn file_of(&self, name: &str) -> std::path::PathBuf {
        let procedure = self.program().find(name).map(|id| &self.program()[id]);
        let file = procedure.and_then(|procedure| self.program().files.get(procedure.span.file));
        match file {
            Some(file) => file.name.as_ref().into(),
            None => self
                .arguments
                .sources
                .files
                .first()
                .cloned()
                .unwrap_or_default(),
        }
    }
}

/// Whether a native run that does not show a violation was the same execution all the same: nobody had
/// anything to choose, and sanitizers do not show every violation of the kind.
fn is_same_run(counterexample: &Counterexample) -> bool {
    let kind = counterexample.violation.kind;
    let exceptions = [Group::RuntimeExceptions, Group::OtherExceptions];
    let is_always_seen = exceptions.contains(&kind.group())
        || matches!(
            kind,
            ClaimKind::Assertion | ClaimKind::Unreachable | ClaimKind::ErrorLabel
        );
    let has_inputs = !counterexample.inputs.is_empty() || counterexample.entry != Entry::Main;
    !is_always_seen && !has_inputs
}

/// The state at a violation, and what the engine knows beyond it.
fn with_notes(mut trace: Trace, candidate: &Candidate) -> Trace {
    let notes = candidate.notes.iter().map(|message| Note {
        message: message.clone(),
        location: None,
    });
    trace.notes.extend(notes);
    trace
}

fn claimed(kind: ClaimKind, location: &Location) -> Claimed {
    Claimed {
        kind,
        file: location.file.clone(),
        line: location.line,
        end_line: location.span.end_line,
        column: location.column,
        end_column: location.span.end_column,
        message: String::new(),
    }
}
