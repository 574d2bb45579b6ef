//! The search: takes up states, executes them until they fork or end, and checks claims on the
//! way.

use super::frontier::Frontier;
use super::matching::{Match, Matching, Visited};
use super::merge::{self, Merging};
use super::team::{Team, size_of};
use super::transfer::Parcel;
use super::{ENGINE, Exploration, Options};
use crate::desk::Desk;
use crate::environment::Caller;
use crate::graph::{Functions, Graph, Quiet};
use crate::ledger::{Visits, Want};
use crate::limits::tuning::{DECISIONS_OF_A_NEARLY_CONCRETE_RUN, STEPS_BETWEEN_LIMIT_POLLS};
use crate::statistics::Statistics;
use crate::symbolic::Setting;
use crate::symbolic::check::{Aftermath, Failure};
use crate::symbolic::context::{Context, Interrupt};
use crate::symbolic::contract::Lack;
use crate::symbolic::state::State;
use crate::symbolic::step::{self, Branch};
use crate::symbolic::value::Value;
use ir::{Check, ClaimKind, Condition, EdgeId, LocalId, Op, ProcedureId, Program};
use logic::TermId;
use std::collections::BTreeSet;
use std::time::Instant;
use verdict::{Bound, Candidate, Cause, ClaimId, Gap, Length, Openings, Position, Step};

/// The stack of a worker: expressions may be deep.
const STACK_BYTES: usize = 256 << 20;

/// Explores with as many workers as were asked for.
pub(crate) fn run(program: &Program, options: &Options, desk: &Desk<'_>) -> Exploration {
    let options = &Options {
        setting: Setting {
            visit: options.matching.visit(),
            ..options.setting.clone()
        },
        ..options.clone()
    };
    let team = Team::new(options, desk);
    let functions = Functions::of(options.setting.caller);
    let quiet = &Graph::new(program, functions).quiet(options.setting.claims);
    let mut first = Search::new(program, options, (&team, quiet), 0);
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
                            let mut search = Search::new(program, options, (team, quiet), worker);
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
            let nowhere = Position::default();
            first
                .context
                .openings
                .add(Cause::Gap(Gap::NoEntry), nowhere);
            vec![first.part()]
        }
    };
    conclude(program, options, &team, parts)
}

/// Puts together what each worker did.
fn conclude(
    program: &Program,
    options: &Options,
    team: &Team<'_, '_>,
    parts: Vec<Part>,
) -> Exploration {
    let statistics: Statistics = parts.iter().map(|part| &part.statistics).sum();
    let stopped = team.end();
    let mut openings = Openings::default();
    let mut alarms = BTreeSet::new();
    let mut visits = Visits::new(program);
    for part in parts {
        openings.extend(part.openings);
        alarms.extend(part.alarms);
        visits.add(&part.visits);
    }
    if let Some(gap) = &stopped {
        let mut context = Context::new(program, &options.setting);
        for parcel in team.left() {
            let state = parcel.unpack(&mut context.terms);
            context.leave(&state, gap.clone());
        }
        openings.extend(context.openings);
    }
    Exploration {
        stopped,
        openings,
        alarms,
        visits,
        statistics,
    }
}

/// A worker of an exploration.
struct Search<'p, 't, 'd> {
    options: &'p Options,
    context: Context<'p>,
    frontier: Frontier<'p>,
    visited: Visited<'t>,
    team: &'t Team<'t, 'd>,
    /// Where nothing is left to find.
    quiet: &'t Quiet,
    worker: usize,
    alarms: BTreeSet<ClaimId>,
    visits: Visits,
    /// Why it is of no use to go on.
    pointless: Option<Gap>,
    look_at: u64,
    /// Whether a loop has started.
    has_turned: bool,
    /// Whether a query was asked a second time because the end of a stage had cut it short.
    asked_again: bool,
}

/// What a worker did.
struct Part {
    openings: Openings,
    alarms: BTreeSet<ClaimId>,
    visits: Visits,
    statistics: Statistics,
}

/// What became of a state.
enum Fate {
    /// It is over.
    Over,
    /// These go on instead.
    Forked(Vec<State>),
}

/// Lets nobody wait for a worker that panicked.
struct Presence<'t, 'd>(&'t Team<'t, 'd>);

impl Drop for Presence<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Gap::Interrupted);
        }
    }
}

impl<'p, 't, 'd> Search<'p, 't, 'd> {
    fn new(
        program: &'p Program,
        options: &'p Options,
        (team, quiet): (&'t Team<'t, 'd>, &'t Quiet),
        worker: usize,
    ) -> Search<'p, 't, 'd> {
        let shelf = (options.jobs.get() > 1).then_some((worker, &team.library));
        Search {
            options,
            context: Context::new(program, &options.setting),
            frontier: Frontier::new(options.strategy, program, options.setting.claims),
            visited: Visited::new(options.matching, shelf),
            team,
            quiet,
            worker,
            alarms: BTreeSet::new(),
            visits: Visits::new(program),
            pointless: None,
            look_at: STEPS_BETWEEN_LIMIT_POLLS,
            has_turned: false,
            asked_again: false,
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
                Err(end) => {
                    self.team.stop(end);
                    self.frontier.add(state);
                }
            }
        }
        self.leave_the_rest();
        self.part()
    }

    /// What waits will not be followed.
    fn leave_the_rest(&mut self) {
        self.context.statistics.waiting = self.frontier.len() as u64;
        let Some(gap) = self.team.end() else {
            return;
        };
        for state in self.frontier.rest() {
            self.context.leave(&state, gap.clone());
        }
    }

    fn part(self) -> Part {
        Part {
            openings: self.context.openings,
            alarms: self.alarms,
            visits: self.visits,
            statistics: self.context.statistics,
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
    fn execute(&mut self, state: &mut State) -> Result<Fate, Gap> {
        loop {
            self.context.statistics.steps += 1;
            if self.context.statistics.steps >= self.look_at {
                self.look_at = self.context.statistics.steps + STEPS_BETWEEN_LIMIT_POLLS;
                self.look_around()?;
            }
            let step = match self.stretch(state) {
                Ok(()) => self.step(state),
                Err(interrupt) => Err(interrupt),
            };
            if let Some(end) = &self.pointless {
                return Err(end.clone());
            }
            match step {
                Ok(step::Flow::On) => {}
                Ok(step::Flow::End) => {
                    self.context.statistics.paths += 1;
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
                    self.context.statistics.paths += 1;
                    let place = self.context.place(state);
                    self.context.leave(state, Gap::Undefined(place, None));
                    return Ok(Fate::Over);
                }
                Err(Interrupt::Unsolved(why)) => {
                    self.look_around()?;
                    if self.is_stage_over() {
                        return Err(Gap::Time);
                    }
                    // The end of a stage cuts a query short; behind it, there is more time for it.
                    if self.is_past_stage() && !std::mem::replace(&mut self.asked_again, true) {
                        continue;
                    }
                    let place = self.context.place(state);
                    self.context.leave(state, Gap::Undecided(place, why.into()));
                    return Ok(Fate::Over);
                }
                Err(Interrupt::Unsupported(what)) => {
                    let place = self.context.place(state);
                    self.context.leave(state, Gap::Unsupported(place, what));
                    return Ok(Fate::Over);
                }
                Err(Interrupt::Stop(what)) => {
                    let place = self.context.place(state);
                    self.context.leave(state, Gap::Unable(place, what.into()));
                    return Ok(Fate::Over);
                }
            }
        }
    }

    /// Time, memory and interrupts.
    fn look_around(&mut self) -> Result<(), Gap> {
        let options = self.options;
        if self.team.is_stopped() {
            // The reason is known already.
            return Err(Gap::Interrupted);
        }
        if let Some(end) = self.team.time_is_over(options) {
            return Err(end);
        }
        let so_far = &self.context.statistics;
        let decisions = so_far.forks + so_far.merged + so_far.queries;
        if self.is_stage_over() && decisions > DECISIONS_OF_A_NEARLY_CONCRETE_RUN {
            return Err(Gap::Time);
        }
        if let (Some(most), Some(used)) = (options.memory, resident_bytes())
            && used > most
        {
            return Err(Gap::Memory);
        }
        self.context.statistics.waiting = self.frontier.len() as u64;
        self.team.progress(self.worker, &self.context.statistics);
        Ok(())
    }

    fn is_past_stage(&self) -> bool {
        let end = self.options.setting.stage_end;
        end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether other ways to match states are to be tried. There is nothing to match on a path without loops
    /// that has not forked: the next stage would only ask the same again.
    fn is_stage_over(&self) -> bool {
        let options = self.options;
        let so_far = &self.context.statistics;
        let is_straight = !self.has_turned && so_far.forks + so_far.merged == 0;
        let is_over = !is_straight && self.is_past_stage();
        // What an unknown caller gives may come to an end if states are matched otherwise.
        let can_go_on = options.setting.caller == Caller::System && self.team.is_in_grace();
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
            self.reach(procedure, way.edge);
            if way.is_visit {
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
                    Op::Assume(expr) => {
                        let condition = self.context.condition(state, expr)?;
                        return self.suppose(state, edge, condition);
                    }
                    _ => {}
                }
                self.proceed(state, edge)
            }
            [first, second]
                if let [Op::Assume(condition), Op::Assume(_)] =
                    [&procedure[first].op, &procedure[second].op]
                    && [first, second]
                        .iter()
                        .any(|edge| self.is_quiet(state, *edge)) =>
            {
                let holds = self.context.condition(state, condition)?;
                let fails = self.context.terms.not(holds);
                self.avoid_quiet(state, [(first, holds), (second, fails)])
            }
            _ => match self.context.branch(state, outgoing)? {
                Branch::Edge(edge) => self.proceed(state, edge),
                Branch::Open(condition) => self.fork(state, outgoing, condition),
            },
        }
    }

    /// Whether an edge leads to where nothing is left to find.
    fn is_quiet(&self, state: &State, edge: EdgeId) -> bool {
        let procedure = state.frame.procedure;
        let to = self.context.program[procedure][edge].to;
        self.quiet.contains(procedure, to)
    }

    /// Follows the side of a branch that can lead to something that is claimed. Whether any execution takes it is
    /// asked later.
    fn avoid_quiet(
        &mut self,
        state: &mut State,
        sides: [(EdgeId, TermId); 2],
    ) -> Result<step::Flow, Interrupt> {
        let loud = sides
            .into_iter()
            .find(|(edge, _)| !self.is_quiet(state, *edge));
        match loud {
            Some((edge, condition)) => self.suppose(state, edge, condition),
            None => Ok(step::Flow::End),
        }
    }

    /// Follows an edge for the executions that take it.
    fn suppose(
        &mut self,
        state: &mut State,
        edge: EdgeId,
        condition: TermId,
    ) -> Result<step::Flow, Interrupt> {
        let procedure = state.frame.procedure;
        self.context.suppose(&mut state.path, condition)?;
        self.reach(procedure, edge);
        state.frame.location = self.context.program[procedure][edge].to;
        self.arrive(state, (procedure, edge))?;
        Ok(step::Flow::On)
    }

    /// A path comes over an edge.
    fn reach(&mut self, procedure: ProcedureId, edge: EdgeId) {
        self.visits.count(procedure, edge);
        self.frontier.reach(procedure, edge);
    }

    fn proceed(&mut self, state: &mut State, edge: EdgeId) -> Result<step::Flow, Interrupt> {
        let procedure = state.frame.procedure;
        self.reach(procedure, edge);
        let flow = self.context.operate(state, edge)?;
        self.arrive(state, (procedure, edge))?;
        Ok(flow)
    }

    /// An edge was taken.
    fn arrive(&mut self, state: &mut State, (procedure, edge): Step) -> Result<(), Interrupt> {
        self.context.examine(state)?;
        match self.context.is_visit(procedure, edge) {
            true => self.turn(state),
            false => Ok(()),
        }
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
        let options = self.options;
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
            self.reach(procedure, *edge);
            turns |= self.context.is_visit(procedure, *edge);
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
            .options
            .setting
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

    /// A loop starts a turn.
    fn turn(&mut self, state: &mut State) -> Result<(), Interrupt> {
        state.turns += 1;
        self.has_turned = true;
        if let Some(depth) = self.options.depth
            && state.turns > depth
        {
            self.context.bound(state, Bound::Iterations(depth));
            return Err(Interrupt::Infeasible);
        }
        if self.options.nodes.is_some_and(|most| state.nodes > most) {
            self.pointless = Some(Gap::Grown);
        }
        self.context.ensure_feasible(&mut state.path)?;
        if !self.visited.is_due() {
            return Ok(());
        }
        match self.visited.check(&mut self.context, state) {
            Some(Match::Exact) => Err(Interrupt::Infeasible),
            Some(Match::Abstract) => {
                self.context.bound(state, Bound::AbstractMatching);
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
            let watched = self.options.setting.claims.contains(failure.kind);
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
                true => {
                    self.report(state, &failure);
                    self.leave_what_is_forgotten(state, check);
                }
                false => {
                    let place = self.context.place(state);
                    let gap = Gap::Undefined(place, Some(failure.kind));
                    self.context.leave(state, gap);
                    // A generalised state may have what there is not.
                    if self.options.matching == Matching::General {
                        self.pointless = Some(Gap::Overapproximated);
                    }
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

    /// A generalised state has forgotten which numbers are addresses, and of which objects: where it
    /// seems to violate a claim about memory, executions of the program may hold it and go on.
    fn leave_what_is_forgotten(&mut self, state: &State, check: &Check) {
        let is_about_numbers = matches!(
            check.condition,
            Condition::Holds(_) | Condition::Initialised(_)
        );
        if self.options.matching == Matching::General && !is_about_numbers {
            self.context.leave(state, Gap::Overapproximated);
        }
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
        let claim = ClaimId::new(failure.kind, place);
        if self.options.matching == Matching::General {
            self.alarms.insert(claim);
            return;
        }
        let size = size_of(state);
        match self.team.desk.wants(claim, size) {
            Want::Candidate => {}
            Want::Refuted => return,
            Want::Doubted => {
                self.context.leave(state, Gap::Unseen(claim));
                return;
            }
        }
        let witness = match self.context.minimal_witness(state, failure.condition) {
            Ok(witness) => witness,
            Err(Lack::Impossible) => return,
            Err(Lack::NotFound) => {
                self.context.leave(state, Gap::Incomplete(claim));
                return;
            }
        };
        let candidate = Candidate {
            claim,
            span: place,
            witness,
            size,
            position: self.context.position(state),
            length: Length::Interpretable,
            notes: Vec::new(),
        };
        self.team.desk.hand_in(ENGINE, candidate);
    }
}

/// The memory that this process uses, where the system tells.
fn resident_bytes() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let resident: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(resident * 4096)
}
