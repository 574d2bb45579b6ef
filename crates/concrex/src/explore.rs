//! Programs with inputs: the engine `explore` looks for candidates, which are executed before
//! anybody hears of them.

use crate::cli::{CheckArguments, SourceArguments};
use crate::counterexample;
use crate::evidence;
use crate::progress::Progress;
use contract::{Clause, Contract, Root};
use engines::explore::{
    self, Assumed, Caller, Candidate, End, Exploration, Matching, Observer, Options, Reception,
    Statistics, Strategy,
};
use interp::Outcome;
use ir::{ClaimKind, ClaimSet, ProcedureId, Program, Span, Type};
use replay::{Claimed, Counterexample, Entry, Execution, Postcondition, Replayed};
use report::{
    Claim, ClaimPoint, Location, ProgramClaims, Replay, ReplayStatus, Report, Status, Trace,
};
use std::collections::HashMap;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

const ENGINE: &str = "explore";

/// The longest that compiling or running a candidate may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long to look for further violations after the first, unless all are asked for.
const GRACE: Duration = Duration::from_secs(1);

/// How long states are matched exactly before they are generalised.
const EXACT_TURN: Duration = Duration::from_secs(1);
/// The same for Java.
const EXACT_TURN_OF_JAVA: Duration = Duration::from_secs(8);

/// How long generalised states are explored.
const GENERAL_TURN: Duration = Duration::from_secs(3);

/// Settles the claims of a program by exploring it.
pub(crate) fn settle(
    program: &Program,
    mut claims: ProgramClaims,
    selected: ClaimSet,
    arguments: &CheckArguments,
    started: Instant,
) -> Report {
    let mut options = options(program, selected, arguments, started);
    options.contract = contract_of(program, arguments);
    if selected.contains(ClaimKind::Postcondition) {
        let ensured = options.contract.iter().flat_map(Contract::ensures);
        for clause in ensured {
            claims.insert(ClaimPoint {
                kind: ClaimKind::Postcondition,
                location: evidence::locate(program, clause.span),
            });
        }
    }
    let mut judge = Judge {
        program,
        arguments,
        selected,
        started,
        refuted: HashMap::new(),
        sizes: HashMap::new(),
        doubted: HashMap::new(),
        contract: options.contract.clone(),
        progress: Progress::new(),
    };
    stop_at_interrupt(&options);
    let exploration = explore_in_turns(program, options, arguments, &mut judge);
    judge.report(claims, &exploration)
}

/// Explores as was asked. Where nothing was said of matching, states are matched exactly at first,
/// because what is found then is so. If that takes long, they are generalised, because what ends
/// then is proved. If that does not help, they are matched abstractly for an unknown caller, who
/// gives ever larger structures, and exactly for the system.
fn explore_in_turns(
    program: &Program,
    mut options: Options,
    arguments: &CheckArguments,
    judge: &mut Judge<'_>,
) -> Exploration {
    match arguments.matching {
        Some(Matching::Abstract) => {
            let exploration = explore::explore(program, &options, judge);
            match is_clean(&exploration, End::Abstracted) && judge.refuted.is_empty() {
                true => certified(program, &options, exploration, judge),
                false => exploration,
            }
        }
        Some(_) => explore::explore(program, &options, judge),
        None => {
            let deadline = options.deadline;
            let turn = |length: Duration| Instant::now() + length.min(arguments.time.0 / 4);
            options.deadline = Some(match program.start {
                // Objects of Java bring the library with them: what is alike in shape there is
                // rarely alike in what follows.
                Some(_) => turn(EXACT_TURN_OF_JAVA),
                None => turn(EXACT_TURN),
            });
            let exploration = explore::explore(program, &options, judge);
            if exploration.end != End::Time {
                return exploration;
            }
            if judge.refuted.is_empty() {
                options.deadline = Some(turn(GENERAL_TURN));
                let exploration = certified(program, &options, exploration, judge);
                if is_clean(&exploration, End::Exhausted) {
                    return exploration;
                }
            }
            options.deadline = deadline;
            if options.caller == Caller::Unknown {
                options.matching = Matching::Abstract;
            }
            explore::explore(program, &options, judge)
        }
    }
}

/// Whether an exploration ended like this, and nothing on the way is unknown.
fn is_clean(exploration: &Exploration, end: End) -> bool {
    exploration.end == end && exploration.gaps.is_empty() && exploration.rejected.is_empty()
}

/// The exploration with generalised states, if it proves anything, or else the one before.
fn certified(
    program: &Program,
    options: &Options,
    before: Exploration,
    judge: &mut Judge<'_>,
) -> Exploration {
    let options = Options {
        matching: Matching::General,
        ..options.clone()
    };
    let exploration = explore::explore(program, &options, judge);
    match is_clean(&exploration, End::Exhausted) {
        true => exploration,
        false => before,
    }
}

/// Ctrl-C ends the exploration: the verdicts so far are shown.
fn stop_at_interrupt(options: &Options) {
    let interrupt = options.interrupt.clone();
    // Without a handler, Ctrl-C ends the process, as it does everywhere else.
    let _ = ctrlc::set_handler(move || {
        if interrupt.is_raised() {
            std::process::exit(130);
        }
        interrupt.raise();
    });
}

fn options(
    program: &Program,
    selected: ClaimSet,
    arguments: &CheckArguments,
    started: Instant,
) -> Options {
    let is_main = calls_main(program, &arguments.sources);
    let assumes = |name: &str| arguments.assume.iter().any(|assumed| assumed == name);
    Options {
        claims: selected,
        caller: match is_main {
            true => Caller::System,
            false => Caller::Unknown,
        },
        assumed: Assumed {
            nonnull: assumes("nonnull"),
            acyclic: assumes("acyclic"),
            noalias: assumes("noalias"),
        },
        strategy: arguments
            .strategy
            .unwrap_or_else(|| usual_strategy(program)),
        matching: arguments.matching.unwrap_or_default(),
        merging: arguments.merging,
        deadline: Some(started + arguments.time.0),
        grace: (!arguments.all).then_some(GRACE),
        memory: Some(arguments.memory.0),
        depth: arguments.depth,
        jobs: arguments
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN),
        ..Options::default()
    }
}

/// The strategy where none was asked for. What a caller of Java gives is deep from the start: the
/// smallest structures come first.
fn usual_strategy(program: &Program) -> Strategy {
    match program.start {
        Some(start) if start.caller == ir::Caller::Anyone => Strategy::BreadthFirst,
        _ => Strategy::default(),
    }
}

/// The contract of the function that an unknown caller calls. One that cannot be understood may be
/// written for another tool: it is told, and restricts nothing.
fn contract_of(program: &Program, arguments: &CheckArguments) -> Option<Contract> {
    if calls_main(program, &arguments.sources) {
        return None;
    }
    let id = called(program, &arguments.sources)?;
    match contract::resolve(program, id) {
        Ok(contract) => Some(contract).filter(|contract| *contract != Contract::default()),
        Err(errors) => {
            for error in errors {
                let place = program.files.display(error.span);
                eprintln!("{place}: warning: the contract is left out: {error}");
            }
            None
        }
    }
}

/// The function that an unknown caller calls.
fn called(program: &Program, sources: &SourceArguments) -> Option<ProcedureId> {
    match program.start {
        Some(start) => Some(start.procedure),
        None => program.find(sources.entry.as_deref()?),
    }
}

/// What a verdict about a method of Java assumes of the rest of the program.
fn assumed_of_statics(program: &Program) -> Option<&'static str> {
    let start = program.start?;
    (start.caller == ir::Caller::Anyone)
        .then_some("that static fields hold what their initialisers gave them")
}

/// Whether execution starts at `main`.
pub(crate) fn calls_main(program: &Program, sources: &SourceArguments) -> bool {
    match program.start {
        Some(start) => start.caller == ir::Caller::System,
        None => sources.entry.as_deref().is_none_or(|entry| entry == "main"),
    }
}

/// Executes candidates, and keeps those that fail.
struct Judge<'a> {
    program: &'a Program,
    arguments: &'a CheckArguments,
    selected: ClaimSet,
    started: Instant,
    /// By the identifier of the claim.
    refuted: HashMap<String, Claim>,
    /// How many objects and inputs the counterexample takes, and how many steps.
    sizes: HashMap<String, (usize, u64)>,
    /// Why a candidate for the claim was not accepted.
    doubted: HashMap<String, String>,
    contract: Option<Contract>,
    progress: Progress,
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
                self.doubted.remove(&identifier);
                self.sizes.insert(identifier, size);
                self.refuted.insert(claim.id.clone(), claim);
                Reception::Confirmed
            }
            Err(doubt) => {
                if !self.refuted.contains_key(&identifier) {
                    self.doubted.insert(identifier, doubt);
                }
                Reception::Rejected
            }
        }
    }

    fn progress(&mut self, statistics: &Statistics) {
        self.progress.update(statistics, self.refuted.len());
    }
}

impl Judge<'_> {
    /// Executes a candidate in the interpreter, and then for real.
    fn judge(&self, candidate: &Candidate, location: &Location) -> Result<Claim, String> {
        let mut counterexample = self.counterexample(candidate, location);
        if let Some(why) = replay::out_of_reach(&counterexample) {
            return Err(why.to_string());
        }
        let limits = interp::Limits {
            deadline: Some(Instant::now() + PATIENCE),
            memory: Some(self.arguments.memory.0),
            claims: self.selected,
            ..interp::Limits::default()
        };
        let (message, trace) = self.interpret(&counterexample, &limits)?;
        counterexample.violation.message.clone_from(&message);
        let replayed = replay::replay(&counterexample, self.program, PATIENCE);
        let how = replayed.how().to_string();
        match &replayed {
            Replayed::Confirmed { .. } => {}
            Replayed::NotSeen { how, .. } => {
                return Err(format!(
                    "{how} does not show it with these inputs: {}",
                    counterexample.in_words().join(", ")
                ));
            }
            Replayed::Refused { why, .. } => {
                let inputs = counterexample.in_words().join(", ");
                return Err(format!("no caller can give these inputs: {inputs}: {why}"));
            }
            // The interpreter does not know contracts.
            Replayed::Impossible { why } if candidate.kind == ClaimKind::Postcondition => {
                return Err(why.clone());
            }
            Replayed::Impossible { .. } => {}
        }
        let message = replayed.extend(message);
        counterexample.violation.message.clone_from(&message);
        let refuted = Claim::new(candidate.kind, location.clone());
        let mut story = counterexample::story(self.program, &counterexample, &limits);
        story.saved = counterexample::save(self.program, &counterexample, &refuted.id);
        Ok(Claim {
            status: Status::Refuted,
            message,
            engine: Some(ENGINE),
            seconds: self.started.elapsed().as_secs_f64(),
            counterexample: Some(report::Counterexample {
                inputs: counterexample::inputs(&counterexample),
                steps: Some(candidate.witness.steps),
                trace,
                replay: Replay {
                    status: ReplayStatus::Confirmed,
                    how,
                },
                story,
            }),
            ..refuted
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

    /// The postcondition that is written at a place, as code of the program's language.
    fn postcondition(&self, place: Span) -> Option<Postcondition> {
        let contract = self.contract.as_ref()?;
        let clause = contract.ensures().find(|clause| clause.span == place)?;
        let procedure = called(self.program, &self.arguments.sources)?;
        match self.program.start {
            Some(_) => self.java_postcondition(clause, procedure),
            None => self.c_postcondition(clause, procedure),
        }
    }

    fn java_postcondition(&self, clause: &Clause, procedure: ProcedureId) -> Option<Postcondition> {
        let is_this = |name: Option<&str>| name == Some("this");
        let locals = &self.program[procedure].locals;
        let first = locals.first().and_then(|local| local.name.as_deref());
        let receivers = u32::from(is_this(first));
        let name = |root| match root {
            Root::Parameter(local) if local.0 < receivers => Some("receiver".to_string()),
            Root::Parameter(local) => Some(format!("values[{}]", local.0 - receivers)),
            Root::Result => Some("result".to_string()),
            Root::Global(..) => None,
        };
        Some(Postcondition {
            text: clause.text.to_string(),
            support: contract::JAVA_CHECK_RUNTIME.to_string(),
            before: String::new(),
            after: String::new(),
            holds: contract::java_check(self.program, &clause.formula, "before", &name)?,
        })
    }

    fn c_postcondition(&self, clause: &Clause, procedure: ProcedureId) -> Option<Postcondition> {
        let name = |root| match root {
            Root::Parameter(local) => {
                let local = &self.program[procedure][local];
                local.name.as_ref().map(ToString::to_string)
            }
            Root::Result => Some("result".to_string()),
            Root::Global(id, _) => Some(self.program[id].name.to_string()),
        };
        let code = contract::check_code(self.program, &clause.formula, "cx_", &name)?;
        Some(Postcondition {
            text: clause.text.to_string(),
            support: contract::CHECK_RUNTIME.to_string(),
            before: code.before,
            after: code.after,
            holds: code.holds,
        })
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
            objects: witness.objects,
            globals: witness.globals,
            leftovers: witness.leftovers,
            assumed: self.assumed(),
            ensures: self.postcondition(candidate.place).into_iter().collect(),
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
        self.arguments
            .assume
            .iter()
            .cloned()
            .chain(of_statics)
            .collect()
    }

    /// What became of every claim.
    fn report(mut self, claims: ProgramClaims, exploration: &Exploration) -> Report {
        let (status, mut message) = conclusion(exploration);
        let mut assumed = self.assumed();
        assumed.extend(evidence::assumed_of_allocations(self.program).map(str::to_string));
        if !assumed.is_empty() && status != Status::Unknown {
            let _ = write!(message, ", assuming {}", assumed.join(", "));
        }
        let mut settled: Vec<Claim> = Vec::new();
        for point in claims.points {
            let claim = Claim::new(point.kind, point.location);
            settled.push(match self.refuted.remove(&claim.id) {
                Some(refuted) => refuted,
                None => match self.doubted.remove(&claim.id) {
                    Some(doubt) => Claim {
                        status: Status::Unknown,
                        message: format!("a candidate was found and not confirmed: {doubt}"),
                        engine: Some(ENGINE),
                        ..claim
                    },
                    None => Claim {
                        status,
                        message: message.clone(),
                        engine: Some(ENGINE),
                        seconds: self.started.elapsed().as_secs_f64(),
                        bound: bound(exploration.end),
                        ..claim
                    },
                },
            });
        }
        // Violations inside of library functions were not listed: see `report::ProgramClaims`.
        let library_doubt = self.doubted.into_values().next();
        settled.extend(self.refuted.into_values());
        let (status, message) = match library_doubt {
            Some(doubt) => (
                Status::Unknown,
                format!("a candidate was found and not confirmed: {doubt}"),
            ),
            None => (status, message),
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
}

fn counters(statistics: &Statistics) -> report::Exploration {
    report::Exploration {
        paths: statistics.paths,
        steps: statistics.steps,
        queries: statistics.queries,
        checks: statistics.checks,
        matched: statistics.matched,
        matched_abstractly: statistics.matched_abstractly,
        stored: statistics.stored,
    }
}

fn claimed(kind: ClaimKind, location: &Location) -> Claimed {
    Claimed {
        kind,
        file: location.file.clone(),
        line: location.line,
        end_line: location.span.end_line,
        column: location.column,
        message: String::new(),
    }
}

/// The bounds on the environment, if there are any.
fn bounds(exploration: &Exploration) -> String {
    let bounds: Vec<&str> = exploration.bounds.iter().map(|bound| &**bound).collect();
    match bounds.is_empty() {
        true => String::new(),
        false => format!(" with {}", bounds.join(" and ")),
    }
}

/// What an exploration says of the claims that it does not refute.
fn conclusion(exploration: &Exploration) -> (Status, String) {
    let unknown = |reason: &str| (Status::Unknown, reason.to_string());
    match exploration.end {
        End::Exhausted if exploration.gaps.is_empty() && !exploration.bounds.is_empty() => {
            let bounds = bounds(exploration);
            (Status::Bounded, format!("no violation{bounds}"))
        }
        End::Exhausted if exploration.gaps.is_empty() => {
            (Status::Proved, explored(&exploration.statistics))
        }
        End::Exhausted => {
            let reasons: Vec<&str> = exploration.gaps.keys().map(|gap| &**gap).collect();
            (Status::Unknown, reasons.join("; "))
        }
        End::Depth(depth) if exploration.gaps.is_empty() => (
            Status::Bounded,
            format!(
                "no violation on paths with at most {depth} loop turns{}",
                bounds(exploration)
            ),
        ),
        End::Abstracted if exploration.gaps.is_empty() => (
            Status::Bounded,
            format!(
                "no violation up to abstract matching of states{}",
                bounds(exploration)
            ),
        ),
        End::Depth(_) | End::Abstracted => {
            let reasons: Vec<&str> = exploration.gaps.keys().map(|gap| &**gap).collect();
            (Status::Unknown, reasons.join("; "))
        }
        End::Overreached => unknown("states that stand for more executions may violate claims"),
        End::Time => unknown("the limit of time was reached"),
        End::Memory => unknown("the limit of memory was reached"),
        End::Interrupted => unknown("an interrupt ended the exploration"),
        End::Grace => unknown("not settled when a violation was found; `--all` goes on"),
    }
}

/// Why there is nothing left to explore.
fn explored(statistics: &Statistics) -> String {
    let paths = statistics.paths;
    match statistics.matched {
        0 => format!("all {paths} paths were explored"),
        matched => format!(
            "all paths were explored: {paths} to their end, {matched} to a state that an earlier \
             one subsumes"
        ),
    }
}

fn bound(end: End) -> Option<u64> {
    match end {
        End::Depth(depth) => Some(depth.into()),
        _ => None,
    }
}
