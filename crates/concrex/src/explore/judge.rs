//! Candidates are executed, and those that fail are counterexamples.

use super::conclusion::{Conclusion, counters};
use super::stated::Stated;
use super::{ENGINE, assumed_of_globals, assumed_of_statics, calls_main, names};
use crate::cli::{CheckArguments, ReplayBy};
use crate::counterexample;
use crate::evidence;
use crate::progress::Progress;
use engines::explore::{Candidate, Exploration, Globals, Observer, Options, Reception, Statistics};
use interp::Outcome;
use ir::{ClaimKind, ClaimSet, GlobalId, Program, Type};
use replay::{Claimed, Counterexample, Entry, Execution, Replayed};
use report::{Claim, Location, ProgramClaims, Report, Status, Trace};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest that compiling or running a candidate may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Executes candidates, and keeps those that fail.
pub(super) struct Judge<'a> {
    program: &'a Program,
    arguments: &'a CheckArguments,
    selected: ClaimSet,
    started: Instant,
    /// By the identifier of the claim.
    refuted: HashMap<String, Claim>,
    /// How many objects and inputs the counterexample takes, and how many steps.
    sizes: HashMap<String, (usize, u64)>,
    /// Why claims are unknown, whatever becomes of the exploration: a candidate was not accepted,
    /// or nobody knows what is claimed.
    unsettled: HashMap<String, String>,
    stated: Stated<'a>,
    /// What globals hold when the function is called.
    globals: Arc<Globals>,
    progress: Progress,
}

/// Why a candidate is no counterexample.
enum Doubt {
    /// The interpreter does not meet the violation.
    Rejected(String),
    /// It does, but nothing else can show it, or no caller can give the inputs.
    Unseen(String),
}

impl Observer for Judge<'_> {
    fn candidate(&mut self, candidate: &Candidate) -> Reception {
        let location = evidence::locate(self.program, candidate.place);
        let identifier = Claim::new(candidate.kind, location.clone()).id;
        let witness = &candidate.witness;
        let size = (witness.objects.len() + witness.inputs.len(), witness.steps);
        if self
            .sizes
            .get(&identifier)
            .is_some_and(|known| *known <= size)
        {
            return Reception::Confirmed;
        }
        match self.judge(candidate, &location) {
            Ok(claim) => {
                self.unsettled.remove(&identifier);
                self.sizes.insert(identifier, size);
                self.refuted.insert(claim.id.clone(), claim);
                Reception::Confirmed
            }
            Err(doubt) => {
                let (reception, why) = match doubt {
                    Doubt::Rejected(why) => (Reception::Rejected, why),
                    Doubt::Unseen(why) => (Reception::Unseen, why),
                };
                if !self.refuted.contains_key(&identifier) {
                    let message = format!("a candidate was found and not confirmed: {why}");
                    self.unsettled.insert(identifier, message);
                }
                reception
            }
        }
    }

    fn progress(&mut self, statistics: &Statistics) {
        self.progress.update(statistics, self.refuted.len());
    }
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        stated: Stated<'a>,
        program: &'a Program,
        selected: ClaimSet,
        arguments: &'a CheckArguments,
        options: &Options,
        started: Instant,
    ) -> Judge<'a> {
        let is_claimed = selected.contains(ClaimKind::Postcondition);
        let lost = stated.lost_claims().filter(|_| is_claimed);
        let unsettled = lost.map(|(span, why)| {
            let location = evidence::locate(program, span);
            (Claim::new(ClaimKind::Postcondition, location).id, why)
        });
        Judge {
            program,
            arguments,
            selected,
            started,
            refuted: HashMap::new(),
            sizes: HashMap::new(),
            unsettled: unsettled.collect(),
            stated,
            globals: options.globals.clone(),
            progress: Progress::new(),
        }
    }

    /// Whether nothing is refuted so far.
    pub(super) fn found_nothing(&self) -> bool {
        self.refuted.is_empty()
    }

    /// Executes a candidate in the interpreter, and then for real.
    fn judge(&self, candidate: &Candidate, location: &Location) -> Result<Claim, Doubt> {
        let mut counterexample = self.counterexample(candidate, location);
        let left = &candidate.witness.left_by_earlier_calls;
        if !left.is_empty() {
            let names = names(self.program, left);
            let why = format!("it depends on what earlier calls leave in {names}");
            return Err(Doubt::Unseen(why));
        }
        if let Some(why) = replay::out_of_reach(&counterexample) {
            return Err(Doubt::Unseen(why.to_string()));
        }
        let limits = interp::Limits {
            deadline: Some(Instant::now() + PATIENCE),
            memory: Some(self.arguments.memory.0),
            claims: self.selected,
            ..interp::Limits::default()
        };
        let interpreted = self.interpret(&counterexample, &limits);
        let (message, trace) = interpreted.map_err(Doubt::Rejected)?;
        counterexample = self.with_seeds(counterexample, &limits)?;
        let (message, trace) = match counterexample.seeds.is_empty() {
            true => (message, trace),
            false => {
                let again = self.interpret(&counterexample, &limits);
                again.map_err(Doubt::Rejected)?
            }
        };
        counterexample.violation.message.clone_from(&message);
        let replayed =
            counterexample::execute(self.arguments.replay, &counterexample, self.program);
        match &replayed {
            Replayed::Confirmed { .. } => {}
            Replayed::NotSeen { how, .. } => {
                return Err(Doubt::Unseen(format!(
                    "{how} does not show it with these inputs: {}",
                    counterexample.in_words().join(", ")
                )));
            }
            Replayed::Refused { why, .. } => {
                let inputs = counterexample.in_words().join(", ");
                let why = format!("no caller can give these inputs: {inputs}: {why}");
                return Err(Doubt::Unseen(why));
            }
            // The interpreter does not know contracts.
            Replayed::Impossible { why } if candidate.kind == ClaimKind::Postcondition => {
                return Err(Doubt::Unseen(why.clone()));
            }
            Replayed::Impossible { .. } => {}
        }
        if let Some(why) = self.stated.may_exclude() {
            let inputs = counterexample.in_words().join(", ");
            let why = format!("it fails with these inputs: {inputs}; but {why}");
            return Err(Doubt::Unseen(why));
        }
        let message = replayed.extend(message);
        counterexample.violation.message.clone_from(&message);
        let refuted = Claim::new(candidate.kind, location.clone());
        let mut story = counterexample::story(self.program, &counterexample, &limits);
        story.saved = counterexample::save(self.program, &counterexample, &refuted.id, &replayed);
        Ok(Claim {
            status: Status::Refuted,
            message,
            engine: Some(ENGINE),
            seconds: self.started.elapsed().as_secs_f64(),
            counterexample: Some(report::Counterexample {
                inputs: counterexample::inputs(&counterexample),
                steps: Some(candidate.witness.steps),
                trace,
                replay: counterexample::replayed(&replayed),
                story,
            }),
            ..refuted
        })
    }

    /// The same with seeds for the generators of random numbers that the program makes without one.
    fn with_seeds(
        &self,
        counterexample: Counterexample,
        limits: &interp::Limits,
    ) -> Result<Counterexample, Doubt> {
        if self.arguments.replay == ReplayBy::Interpreter && counterexample.draws_numbers() {
            let why = "only the JVM knows which random numbers a generator gives";
            return Err(Doubt::Unseen(why.to_string()));
        }
        let seeded = replay::with_seeds(&counterexample, self.program, limits, PATIENCE);
        seeded.ok_or_else(|| {
            Doubt::Unseen(format!(
                "no generator was found that gives such random numbers: {}",
                counterexample.in_words().join(", ")
            ))
        })
    }

    /// Executes it in the interpreter: what happens, and the state where it does. A postcondition
    /// is only seen by the compiled caller; here the call must come to its end.
    fn interpret(
        &self,
        counterexample: &Counterexample,
        limits: &interp::Limits,
    ) -> Result<(String, Trace), String> {
        let execution =
            Execution::new(self.program, counterexample).map_err(|misfit| misfit.to_string())?;
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
            (None, Outcome::Violation(other)) => Err(format!(
                "the interpreter meets another violation first: {}",
                other.message
            )),
            (None, other) => Err(format!("the interpreter does not confirm it: {other:?}")),
        }
    }

    fn counterexample(&self, candidate: &Candidate, location: &Location) -> Counterexample {
        let sources = &self.arguments.sources;
        let witness = candidate.witness.clone();
        let entry = match sources.entry.as_deref() {
            Some(name) if !calls_main(self.program, sources) => Entry::Function {
                name: name.to_string(),
                file: self.file_of(name),
                arguments: witness.arguments,
                result: self.result_of(name),
            },
            _ => Entry::Main,
        };
        Counterexample {
            schema: replay::SCHEMA,
            build: counterexample::build(sources, self.program),
            entry,
            violation: claimed(candidate.kind, location),
            inputs: witness.inputs,
            seeds: Vec::new(),
            objects: witness.objects,
            globals: witness.globals,
            leftovers: witness.leftovers,
            assumed: self.assumed(),
            ensures: self
                .stated
                .postcondition(candidate.place)
                .into_iter()
                .collect(),
        }
    }

    /// The declared type of a function's value.
    fn result_of(&self, name: &str) -> Option<String> {
        let types = &self.program.types;
        let ty = self.program[self.program.find(name)?].ty?;
        match types.get(ty) {
            Type::Function { result, .. } if *types.get(*result) != Type::Void => {
                Some(types.display(*result).to_string())
            }
            _ => None,
        }
    }

    /// The file that defines a function.
    fn file_of(&self, name: &str) -> std::path::PathBuf {
        let procedure = self.program.find(name).map(|id| &self.program[id]);
        let file = procedure.and_then(|procedure| self.program.files.get(procedure.span.file));
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

    /// What the verdict repeats of the environment.
    fn assumed(&self) -> Vec<String> {
        let of_statics = assumed_of_statics(self.program).map(str::to_string);
        let changed = self.arguments.globals.unwrap_or_default();
        let of_globals = assumed_of_globals(self.program, &self.globals, changed);
        self.arguments
            .assume
            .iter()
            .cloned()
            .chain(of_statics)
            .chain(of_globals)
            .collect()
    }

    /// What became of every claim. Those on the way to the end may have been explored alone.
    pub(super) fn report(
        mut self,
        claims: ProgramClaims,
        exploration: &Exploration,
        on_the_way: Option<&Exploration>,
    ) -> Report {
        let at_the_end = self.conclude(exploration);
        let on_the_way = on_the_way.map(|alone| self.conclude(alone));
        let on_the_way = on_the_way.unwrap_or_else(|| at_the_end.clone());
        let mut settled: Vec<Claim> = Vec::new();
        for point in claims.points {
            let claim = Claim::new(point.kind, point.location);
            settled.push(match self.refuted.remove(&claim.id) {
                Some(refuted) => refuted,
                None => match self.unsettled.remove(&claim.id) {
                    Some(message) => Claim {
                        status: Status::Unknown,
                        message,
                        engine: Some(ENGINE),
                        ..claim
                    },
                    None => {
                        let conclusion = match claim.kind {
                            ClaimKind::Postcondition => &at_the_end,
                            _ => &on_the_way,
                        };
                        Claim {
                            status: conclusion.status,
                            message: conclusion.message.clone(),
                            engine: Some(ENGINE),
                            seconds: self.started.elapsed().as_secs_f64(),
                            bound: conclusion.bound,
                            ..claim
                        }
                    }
                },
            });
        }
        // Violations inside of library functions were not listed: see `report::ProgramClaims`.
        let doubt_of_library = self.unsettled.into_values().next();
        settled.extend(self.refuted.into_values());
        let (status, message) = match doubt_of_library {
            Some(doubt) => (Status::Unknown, doubt),
            None => (on_the_way.status, on_the_way.message),
        };
        let program = report::Program {
            status,
            message,
            library_calls: claims.library_calls,
        };
        let mut report = Report::new(settled, program);
        report.exploration = Some(counters(&exploration.statistics));
        report
    }

    /// What an exploration says of the claims that it does not refute, with what was assumed.
    fn conclude(&self, exploration: &Exploration) -> Conclusion {
        let mut conclusion = Conclusion::of(exploration);
        let arbitrary: Vec<GlobalId> = self.globals.arbitrary().collect();
        if !arbitrary.is_empty() && conclusion.status != Status::Unknown {
            let names = names(self.program, &arbitrary);
            let _ = write!(conclusion.message, ", with any value of {names}");
        }
        let mut assumed = self.assumed();
        assumed.extend(evidence::assumed_of_allocations(self.program).map(str::to_string));
        assumed.extend(evidence::assumed_of_recursion(self.program));
        if !assumed.is_empty() && conclusion.status != Status::Unknown {
            let _ = write!(conclusion.message, ", assuming {}", assumed.join(", "));
        }
        conclusion
    }
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
