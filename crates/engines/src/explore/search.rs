//! The search: takes up states, executes them until they fork or end, and checks claims on the
//! way.

use super::check::{Aftermath, Failure};
use super::context::{Context, Interrupt};
use super::frontier::Frontier;
use super::heap::Heap;
use super::matching::Visited;
use super::state::State;
use super::step;
use super::value::Value;
use super::{Candidate, End, Exploration, Observer, Options, Reception};
use ir::{Check, ClaimKind, Condition, EdgeId, LocalId, Op, Program, Span};
use logic::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// How many operations are executed between looks at the clock.
const STRIDE: u64 = 2_000;

/// How many candidates for one claim are tried.
const TRIES: u32 = 3;

/// A claim: its kind and where it is.
type Point = (ClaimKind, u32, u32, u32);

/// An exploration under way.
pub(crate) struct Search<'p, 'o> {
    pub(crate) context: Context<'p>,
    frontier: Frontier,
    visited: Visited,
    observer: &'o mut dyn Observer,
    deadline: Option<Instant>,
    settled: FxHashSet<Point>,
    tries: FxHashMap<Point, u32>,
    rejected: Vec<(ClaimKind, Span)>,
    gaps: BTreeMap<Arc<str>, u64>,
    cut: bool,
    found: bool,
    look_at: u64,
}

/// What became of a state.
enum Fate {
    /// It is over.
    Over,
    /// These go on instead.
    Forked(Vec<State>),
}

impl<'p, 'o> Search<'p, 'o> {
    pub(crate) fn new(
        program: &'p Program,
        options: &'p Options,
        observer: &'o mut dyn Observer,
    ) -> Search<'p, 'o> {
        Search {
            context: Context::new(program, options),
            frontier: Frontier::new(options.strategy),
            visited: Visited::new(options.matching, Heap::default()),
            observer,
            deadline: options.deadline,
            settled: FxHashSet::default(),
            tries: FxHashMap::default(),
            rejected: Vec::new(),
            gaps: BTreeMap::new(),
            cut: false,
            found: false,
            look_at: STRIDE,
        }
    }

    /// Explores until nothing is left, or a limit is reached.
    pub(crate) fn run(mut self) -> Exploration {
        let end = match self.context.start() {
            Some(state) => {
                let matching = self.context.options.matching;
                self.visited = Visited::new(matching, state.heap.clone());
                self.frontier.add(state);
                self.take_up()
            }
            None => {
                self.gap("the program has no entry".into());
                End::Exhausted
            }
        };
        self.context.statistics.waiting = self.frontier.len() as u64;
        Exploration {
            end,
            gaps: self.gaps,
            bounds: self.context.bounds,
            rejected: self.rejected,
            statistics: self.context.statistics,
        }
    }

    fn take_up(&mut self) -> End {
        while let Some(mut state) = self.frontier.take() {
            match self.execute(&mut state) {
                Ok(Fate::Over) => {}
                Ok(Fate::Forked(states)) => {
                    self.context.statistics.forks += 1;
                    for mut state in states {
                        state.forks += 1;
                        self.frontier.add(state);
                    }
                }
                Err(end) => return end,
            }
        }
        match (self.cut, self.context.options.depth) {
            (true, Some(depth)) => End::Depth(depth),
            _ if self.context.statistics.matched_abstractly > 0 => End::Abstracted,
            _ => End::Exhausted,
        }
    }

    /// Executes a state until it forks or ends.
    fn execute(&mut self, state: &mut State) -> Result<Fate, End> {
        loop {
            self.context.statistics.steps += 1;
            if self.context.statistics.steps >= self.look_at {
                self.look_at = self.context.statistics.steps + STRIDE;
                self.look_around()?;
            }
            match self.step(state) {
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
                Err(Interrupt::Unsolved) => {
                    self.look_around()?;
                    let place = self.place(state);
                    self.gap(format!("{place}: the solver could not decide in time").into());
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
        if options.interrupt.is_raised() {
            return Err(End::Interrupted);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(if self.found && self.deadline != options.deadline {
                End::Grace
            } else {
                End::Time
            });
        }
        if let (Some(most), Some(used)) = (options.memory, resident_bytes())
            && used > most
        {
            return Err(End::Memory);
        }
        self.context.statistics.waiting = self.frontier.len() as u64;
        self.observer.progress(&self.context.statistics);
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
            _ => {
                let edge = self.branch(state, outgoing)?;
                self.proceed(state, edge)
            }
        }
    }

    fn proceed(&mut self, state: &mut State, edge: EdgeId) -> Result<step::Flow, Interrupt> {
        let procedure = state.frame.procedure;
        let flow = self.context.operate(state, edge)?;
        self.context.examine(state)?;
        if self.context.flow.is_cut(procedure, edge) {
            self.turn(state)?;
        }
        Ok(flow)
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
            || !self.context.is_called_by_environment(state, procedure)
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
                let holds = self.context.terms.not(condition);
                self.context.require(state, holds)?;
            }
        }
        Ok(())
    }

    /// The edge of several whose assumption holds; execution forks where several can.
    fn branch(&mut self, state: &mut State, edges: &[EdgeId]) -> Result<EdgeId, Interrupt> {
        let program = self.context.program;
        let procedure = &program[state.frame.procedure];
        let (last, others) = match edges {
            [others @ .., last] => (*last, others),
            [] => return Err(Interrupt::Infeasible),
        };
        for edge in others {
            let Op::Assume(expr) = &procedure[*edge].op else {
                return Ok(*edge);
            };
            let condition = self.context.condition(state, expr)?;
            if self.context.decide(&mut state.path, condition)? {
                return Ok(*edge);
            }
        }
        Ok(last)
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
        match self.visited.check(&mut self.context, state)? {
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
            if !watched && failure.aftermath == Aftermath::Harmless {
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
            let holds = self.context.terms.not(failure.condition);
            self.context.require(state, holds)?;
        }
        if let Condition::Initialised(local) = check.condition {
            self.make_initialised(state, local);
        }
        Ok(())
    }

    /// Nobody watches for a local without a value: from here on it has one, and it can be any.
    fn make_initialised(&mut self, state: &mut State, local: LocalId) {
        if state.local(local) == Value::Undefined {
            let scalar = self.context.program[state.frame.procedure][local].scalar;
            let value = self.context.arbitrary(state, scalar);
            state.set(local, value);
        }
    }

    /// Tells the observer of a violation, unless the claim is settled.
    fn report(&mut self, state: &State, failure: &Failure) {
        let place = failure
            .place
            .unwrap_or_else(|| self.context.user_span(state));
        let point = (failure.kind, place.file.0, place.line, place.column);
        if self.settled.contains(&point) {
            return;
        }
        let tries = self.tries.entry(point).or_insert(0);
        *tries += 1;
        let last = *tries >= TRIES;
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
        match self.observer.candidate(&candidate) {
            Reception::Confirmed => {
                self.settled.insert(point);
                self.rejected
                    .retain(|(kind, span)| (*kind, span.file.0, span.line, span.column) != point);
                self.limit_grace();
            }
            Reception::Rejected => {
                if !self.rejected.contains(&(failure.kind, place)) {
                    self.rejected.push((failure.kind, place));
                }
                if last {
                    self.settled.insert(point);
                }
            }
        }
    }

    /// After the first violation, others are looked for only so long.
    fn limit_grace(&mut self) {
        if !self.found
            && let Some(grace) = self.context.options.grace
        {
            let until = Instant::now() + grace;
            self.deadline = Some(self.deadline.map_or(until, |deadline| deadline.min(until)));
        }
        self.found = true;
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
