//! The search: takes up states, executes them until they fork or end, and checks claims on the
//! way.

use super::check::{Aftermath, Failure};
use super::context::{Context, Interrupt};
use super::frontier::Frontier;
use super::matching::{Matching, Visited};
use super::merge::{self, Merging};
use super::state::State;
use super::step;
use super::team::{Measure, Team};
use super::transfer::Parcel;
use super::value::Value;
use super::{Caller, Candidate, End, Exploration, Observer, Options, Statistics};
use ir::{Check, ClaimKind, Condition, EdgeId, LocalId, Op, Program};
use logic::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// How many operations are executed between looks at the clock.
const STRIDE: u64 = 2_000;

/// How many decisions about unknown values are hardly any.
const HARDLY_ANY: u64 = 20;

/// The stack of a worker: expressions may be deep.
const STACK_BYTES: usize = 256 << 20;

/// Explores with as many workers as were asked for.
pub(crate) fn run(
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> Exploration {
    let team = Team::new(options, observer);
    let mut first = Search::new(program, options, &team, 0);
    let parts = match first.context.start() {
        Some(state) => {
            let initial = Parcel::pack(&state.heap, &first.context.terms);
            first.visited.start_from(state.heap.clone());
            first.frontier.add(state);
            std::thread::scope(|scope| {
                let others: Vec<_> = (1..options.jobs.get())
                    .filter_map(|worker| {
                        let (team, initial) = (&team, &initial);
                        let work = move || {
                            let mut search = Search::new(program, options, team, worker);
                            let initial = initial.unpack(&mut search.context.terms);
                            search.visited.start_from(initial);
                            search.work()
                        };
                        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                        let spawned = thread.spawn_scoped(scope, work);
                        spawned.map_err(|_| team.do_without_one()).ok()
                    })
                    .collect();
                let mut parts = vec![first.work()];
                for other in others {
                    match other.join() {
                        Ok(part) => parts.push(part),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                parts
            })
        }
        None => {
            first.gap("the program has no entry".into());
            vec![first.part()]
        }
    };
    conclude(program, &team, options, parts)
}

/// Puts together what each worker did.
fn conclude(
    program: &Program,
    team: &Team<'_>,
    options: &Options,
    parts: Vec<Part>,
) -> Exploration {
    let statistics: Statistics = parts.iter().map(|part| &part.statistics).sum();
    let cut = parts.iter().any(|part| part.cut);
    let mut gaps: BTreeMap<Arc<str>, u64> = BTreeMap::new();
    let mut bounds = BTreeSet::new();
    for part in parts {
        for (gap, times) in part.gaps {
            *gaps.entry(gap).or_insert(0) += times;
        }
        bounds.extend(part.bounds);
    }
    for (kind, place) in team.doubts() {
        let place = program.files.display(place);
        let doubt = format!(
            "{place}: {} that did not happen when it was executed",
            kind.title()
        );
        *gaps.entry(doubt.into()).or_insert(0) += 1;
    }
    let end = team.end().unwrap_or(match (cut, options.depth) {
        (true, Some(depth)) => End::Depth(depth),
        _ if statistics.matched_abstractly > 0 => End::Abstracted,
        _ => End::Exhausted,
    });
    Exploration {
        end,
        gaps,
        bounds,
        rejected: team.rejected(),
        statistics,
    }
}

/// A worker of an exploration.
struct Search<'p, 't> {
    context: Context<'p>,
    frontier: Frontier<'p>,
    visited: Visited<'t>,
    team: &'t Team<'t>,
    worker: usize,
    gaps: BTreeMap<Arc<str>, u64>,
    cut: bool,
    /// Why it is of no use to go on.
    pointless: Option<End>,
    look_at: u64,
}

/// What a worker did.
struct Part {
    gaps: BTreeMap<Arc<str>, u64>,
    bounds: BTreeSet<Arc<str>>,
    statistics: Statistics,
    cut: bool,
}

/// What became of a state.
enum Fate {
    /// It is over.
    Over,
    /// These go on instead.
    Forked(Vec<State>),
}

/// Where a branch leads.
enum Branch {
    /// Along this edge.
    Edge(EdgeId),
    /// Along the first edge that is not excluded if the condition holds, and elsewhere if not.
    Open(TermId),
}

/// Lets nobody wait for a worker that panicked.
struct Presence<'t>(&'t Team<'t>);

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(End::Interrupted);
        }
    }
}

impl<'p, 't> Search<'p, 't> {
    fn new(
        program: &'p Program,
        options: &'p Options,
        team: &'t Team<'t>,
        worker: usize,
    ) -> Search<'p, 't> {
        let shelf = (options.jobs.get() > 1).then_some((worker, &team.library));
        Search {
            context: Context::new(program, options),
            frontier: Frontier::new(options.strategy, program, options.claims),
            visited: Visited::new(options.matching, shelf),
            team,
            worker,
            gaps: BTreeMap::new(),
            cut: false,
            pointless: None,
            look_at: STRIDE,
        }
    }

    /// Explores until nothing is left, or a limit is reached.
    fn work(mut self) -> Part {
        let _presence = Presence(self.team);
        while let Some(mut state) = self.next() {
            self.visited.take_up();
            match self.execute(&mut state) {
                Ok(Fate::Over) => {}
                Ok(Fate::Forked(states)) => {
                    self.context.statistics.forks += 1;
                    for mut state in states {
                        state.forks += 1;
                        self.frontier.add(state);
                    }
                }
                Err(end) => self.team.stop(end),
            }
        }
        self.part()
    }

    fn part(mut self) -> Part {
        self.context.statistics.waiting = self.frontier.len() as u64;
        Part {
            gaps: self.gaps,
            bounds: self.context.bounds,
            statistics: self.context.statistics,
            cut: self.cut,
        }
    }

    /// The next state to follow: its own, or one that another worker has left.
    fn next(&mut self) -> Option<State> {
        if self.team.is_stopped() {
            return None;
        }
        let Some(state) = self.frontier.take() else {
            let parcel = self.team.wait()?;
            return Some(parcel.unpack(&mut self.context.terms));
        };
        if self.team.is_hungry()
            && let Some(other) = self.frontier.take()
        {
            self.team.leave(Parcel::pack(&other, &self.context.terms));
        }
        Some(state)
    }

    /// Executes a state until it forks or ends.
    fn execute(&mut self, state: &mut State) -> Result<Fate, End> {
        loop {
            self.context.statistics.steps += 1;
            if self.context.statistics.steps >= self.look_at {
                self.look_at = self.context.statistics.steps + STRIDE;
                self.look_around()?;
            }
            let step = match self.stretch(state) {
                Ok(()) => self.step(state),
                Err(interrupt) => Err(interrupt),
            };
            if let Some(end) = self.pointless {
                return Err(end);
            }
            match step {
                Ok(step::Flow::On) => {}
                Ok(step::Flow::End) => {
                    self.end_path(state);
                    return Ok(Fate::Over);
                }
                Err(Interrupt::Split(condition)) => {
                    self.look_around()?;
                    return Ok(Fate::Forked(self.split(state, condition)));
                }
                Err(Interrupt::Choose(outcomes)) => {
                    let choices = (0..outcomes).map(|choice| State {
                        choice: Some(choice),
                        ..state.clone()
                    });
                    return Ok(Fate::Forked(choices.collect()));
                }
                Err(Interrupt::Infeasible) => return Ok(Fate::Over),
                Err(Interrupt::Undefined) => {
                    self.end_path(state);
                    let place = self.place(state);
                    self.gap(format!("{place}: undefined behaviour that is no claim").into());
                    return Ok(Fate::Over);
                }
                Err(Interrupt::Unsolved(why)) => {
                    self.look_around()?;
                    if self.is_turn_over() {
                        return Err(End::Time);
                    }
                    let place = self.place(state);
                    self.gap(format!("{place}: {why}").into());
                    return Ok(Fate::Over);
                }
                Err(Interrupt::Stop(what)) => {
                    let place = self.place(state);
                    self.gap(format!("{place}: unsupported: {what}").into());
                    return Ok(Fate::Over);
                }
            }
        }
    }

    /// Time, memory and interrupts.
    fn look_around(&mut self) -> Result<(), End> {
        let options = self.context.options;
        if self.team.is_stopped() {
            // The reason is known already.
            return Err(End::Interrupted);
        }
        if options.interrupt.is_raised() {
            return Err(End::Interrupted);
        }
        if let Some(end) = self.team.time_is_over(options) {
            return Err(end);
        }
        let so_far = &self.context.statistics;
        let decisions = so_far.forks + so_far.merged + so_far.queries;
        if self.is_turn_over() && decisions > HARDLY_ANY {
            return Err(End::Time);
        }
        if let (Some(most), Some(used)) = (options.memory, resident_bytes())
            && used > most
        {
            return Err(End::Memory);
        }
        self.context.statistics.waiting = self.frontier.len() as u64;
        self.team.progress(self.worker, &self.context.statistics);
        Ok(())
    }

    fn is_turn_over(&self) -> bool {
        let options = self.context.options;
        let is_over = options.turn.is_some_and(|turn| Instant::now() >= turn);
        // What an unknown caller gives may come to an end if states are matched otherwise.
        let can_go_on = options.caller == Caller::System && self.team.is_in_grace(options);
        is_over && !can_go_on
    }

    /// Operations on known values, until one needs more or it is time to look around.
    fn stretch(&mut self, state: &mut State) -> Result<(), Interrupt> {
        if state.choice.is_some() {
            return Ok(());
        }
        let mut procedure = state.frame.procedure;
        let mut code = self.context.code(procedure);
        while self.context.statistics.steps < self.look_at {
            let Some(way) = self.context.step_quickly(state, &code) else {
                break;
            };
            self.context.statistics.steps += 1;
            state.steps += 1;
            self.frontier.reach(procedure, way.edge);
            if way.is_turn {
                self.turn(state)?;
            }
            if state.frame.procedure != procedure {
                procedure = state.frame.procedure;
                code = self.context.code(procedure);
            }
        }
        Ok(())
    }

    /// One operation, or the choice between the edges of a location.
    fn step(&mut self, state: &mut State) -> Result<step::Flow, Interrupt> {
        state.steps += 1;
        let program = self.context.program;
        let procedure = &program[state.frame.procedure];
        let outgoing = &procedure.outgoing[state.frame.location.0 as usize];
        match outgoing[..] {
            [] => Ok(step::Flow::End),
            [edge] => {
                match &procedure[edge].op {
                    Op::Check(check) => self.check(state, check)?,
                    Op::Return(value) => self.check_postconditions(state, value.as_ref())?,
                    _ => {}
                }
                self.proceed(state, edge)
            }
            _ => match self.branch(state, outgoing)? {
                Branch::Edge(edge) => self.proceed(state, edge),
                Branch::Open(condition) => self.fork(state, outgoing, condition),
            },
        }
    }

    fn proceed(&mut self, state: &mut State, edge: EdgeId) -> Result<step::Flow, Interrupt> {
        let procedure = state.frame.procedure;
        self.frontier.reach(procedure, edge);
        let flow = self.context.operate(state, edge)?;
        self.context.examine(state)?;
        if self.context.is_turn(procedure, edge) {
            self.turn(state)?;
        }
        Ok(flow)
    }

    /// Goes on where both ways from a branch meet, if they can be merged; else execution forks.
    fn fork(
        &mut self,
        state: &mut State,
        edges: &[EdgeId],
        condition: TermId,
    ) -> Result<step::Flow, Interrupt> {
        let procedure = state.frame.procedure;
        let program = self.context.program;
        // What is guessed of a number that is generalised is guessed from its values.
        let options = self.context.options;
        let merging = options.merging == Merging::On && options.matching != Matching::General;
        let diamond = merging.then(|| merge::diamond(&program[procedure], edges));
        let Some(diamond) = diamond.flatten() else {
            return Err(Interrupt::Split(condition));
        };
        let Some(merged) = self.context.merged(state, &diamond, condition) else {
            return Err(Interrupt::Split(condition));
        };
        *state = merged;
        self.context.statistics.merged += 1;
        let mut turns = false;
        for edge in diamond.ways.iter().flatten() {
            self.frontier.reach(procedure, *edge);
            turns |= self.context.is_turn(procedure, *edge);
        }
        if turns {
            self.turn(state)?;
        }
        Ok(step::Flow::On)
    }

    /// Where the procedure that an unknown caller called returns, its postconditions hold.
    fn check_postconditions(
        &mut self,
        state: &mut State,
        value: Option<&ir::Expr>,
    ) -> Result<(), Interrupt> {
        let watched = self
            .context
            .options
            .claims
            .contains(ClaimKind::Postcondition);
        let procedure = state.frame.procedure;
        if !watched
            || !self.context.has_postconditions()
            || !self.context.returns_to_environment(state, procedure)
        {
            return Ok(());
        }
        let result = match value {
            Some(expr) => self.context.value(state, expr)?,
            None => Value::Undefined,
        };
        for (span, condition) in self.context.broken_postconditions(state, result)? {
            if self.context.possible(&state.path, condition)?.is_some() {
                let failure = Failure::postcondition(condition, span);
                self.report(state, &failure);
            }
        }
        Ok(())
    }

    /// The edge of several whose assumption holds.
    fn branch(&mut self, state: &mut State, edges: &[EdgeId]) -> Result<Branch, Interrupt> {
        let program = self.context.program;
        let procedure = &program[state.frame.procedure];
        let (last, others) = match edges {
            [others @ .., last] => (*last, others),
            [] => return Err(Interrupt::Infeasible),
        };
        for edge in others {
            let Op::Assume(expr) = &procedure[*edge].op else {
                return Ok(Branch::Edge(*edge));
            };
            let condition = self.context.condition(state, expr)?;
            match self.context.truth(&mut state.path, condition)? {
                Some(true) => return Ok(Branch::Edge(*edge)),
                Some(false) => {}
                None => return Ok(Branch::Open(condition)),
            }
        }
        Ok(Branch::Edge(last))
    }

    /// A loop starts a turn.
    fn turn(&mut self, state: &mut State) -> Result<(), Interrupt> {
        state.turns += 1;
        if let Some(depth) = self.context.options.depth
            && state.turns > depth
        {
            self.cut = true;
            return Err(Interrupt::Infeasible);
        }
        if self
            .context
            .options
            .nodes
            .is_some_and(|most| state.nodes > most)
        {
            self.pointless = Some(End::Grown);
        }
        if !self.visited.is_due() {
            return Ok(());
        }
        match self.visited.check(&mut self.context, state) {
            Some(_) => {
                // What is not known of this path is not known of the other, either.
                self.note_gap(state);
                Err(Interrupt::Infeasible)
            }
            None => Ok(()),
        }
    }

    /// Both sides of a condition.
    fn split(&mut self, state: &State, condition: TermId) -> Vec<State> {
        let negation = self.context.terms.not(condition);
        [condition, negation]
            .into_iter()
            .map(|side| {
                let mut state = state.clone();
                state.path.assume(&self.context.terms, side);
                state
            })
            .collect()
    }

    /// Checks a claim, and goes on with the executions for which it holds.
    fn check(&mut self, state: &mut State, check: &Check) -> Result<(), Interrupt> {
        for failure in self.context.failures(state, check)? {
            if failure.condition == TermId::FALSE {
                continue;
            }
            let watched = self.context.options.claims.contains(failure.kind);
            if !watched && failure.aftermath != Aftermath::Undefined {
                continue;
            }
            if self
                .context
                .possible(&state.path, failure.condition)?
                .is_none()
            {
                continue;
            }
            match watched {
                true => self.report(state, &failure),
                false => {
                    let place = self.place(state);
                    let title = failure.kind.title();
                    self.gap(format!("{place}: {title}, which was not asked about").into());
                }
            }
            if failure.aftermath != Aftermath::Over {
                let holds = self.context.terms.not(failure.condition);
                self.context.require(state, holds)?;
            }
        }
        if let Condition::Initialised(local) = check.condition {
            self.make_initialised(state, local);
        }
        Ok(())
    }

    /// Nobody watches for a local without a value: from here on it has one, and it can be any.
    fn make_initialised(&mut self, state: &mut State, local: LocalId) {
        if state.local(local) == Value::Undefined {
            let value = self.context.arbitrary(state, local);
            state.set(local, value);
        }
    }

    /// Tells the observer of a violation, unless one that takes no more is known.
    fn report(&mut self, state: &State, failure: &Failure) {
        let place = failure
            .place
            .unwrap_or_else(|| self.context.user_span(state));
        if self.context.options.matching == Matching::General {
            self.pointless = Some(End::Overreached);
            return;
        }
        let measure = Measure::of(state);
        if !self.team.wants(failure.kind, place, measure) {
            return;
        }
        let Some(witness) = self.context.minimal_witness(state, failure.condition) else {
            let place = self.context.program.files.display(place).to_string();
            let title = failure.kind.title();
            self.gap(format!("{place}: {title}, but no input for it could be completed").into());
            return;
        };
        let candidate = Candidate {
            kind: failure.kind,
            place,
            witness,
        };
        let options = self.context.options;
        self.team.present(&candidate, measure, options);
    }

    fn end_path(&mut self, state: &State) {
        self.context.statistics.paths += 1;
        self.note_gap(state);
    }

    fn note_gap(&mut self, state: &State) {
        if let Some(gap) = &state.gap {
            self.gap(gap.clone());
        }
    }

    fn gap(&mut self, reason: Arc<str>) {
        *self.gaps.entry(reason).or_insert(0) += 1;
    }

    /// Where a state is, for people.
    fn place(&self, state: &State) -> String {
        let span = self.context.user_span(state);
        self.context.program.files.display(span).to_string()
    }
}

/// The memory that this process uses, where the system tells.
fn resident_bytes() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let resident: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(resident * 4096)
}
