//! The search: paths are followed forward, those with the fewest iterations and leaps first. Where a
//! path has gone round a loop, another one is made of it that repeats the iteration any number of
//! times.

use super::instance;
use super::leap;
use super::run::{Arrival, Mark, Run, Script, Then};
use super::target::Targets;
use crate::desk::Desk;
use crate::explore::check::{Aftermath, Failure};
use crate::explore::context::{Context, Interrupt, Step};
use crate::explore::step::{Branch, Flow};
use crate::limits::tuning::{
    ITERATIONS_BEFORE_A_LEAP_WITHOUT_FORK, LEVELS_OF_A_LOOP_WITHOUT_FORK, MOST_LEAPS_OF_A_PATH,
    MOST_PATHS_WAITING, STEPS_BETWEEN_LIMIT_POLLS,
};
use ir::{Check, EdgeId, Op};
use logic::TermId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Instant;
use verdict::{ClaimId, Gap};

/// The search on a task.
pub(super) struct Search<'p, 'd, 'a> {
    pub(super) context: Context<'p>,
    pub(super) desk: &'a Desk<'d>,
    pub(super) targets: Targets<'p>,
    deadline: Instant,
    waiting: BinaryHeap<Reverse<(u32, u32, u64)>>,
    runs: BTreeMap<u64, Run>,
    next: u64,
    look_at: u64,
}

/// What became of a path.
enum Fate {
    /// It is over.
    Over,
    /// These go on instead.
    Forked(Vec<Run>),
}

/// What a visit of a loop leads to.
enum Visit {
    /// The path goes on.
    On,
    /// The path goes on, and so does another.
    Beside(Box<Run>),
    /// The path goes on later, and another now.
    Instead(Box<Run>),
    /// No execution takes this path.
    Over,
}

impl<'p, 'd, 'a> Search<'p, 'd, 'a> {
    pub(super) fn new(
        context: Context<'p>,
        desk: &'a Desk<'d>,
        targets: Targets<'p>,
        deadline: Instant,
    ) -> Search<'p, 'd, 'a> {
        Search {
            context,
            desk,
            targets,
            deadline,
            waiting: BinaryHeap::new(),
            runs: BTreeMap::new(),
            next: 0,
            look_at: STEPS_BETWEEN_LIMIT_POLLS,
        }
    }

    /// Follows paths until nothing is left to be found, or the time is over.
    pub(super) fn work(&mut self) {
        if let Some(state) = self.context.start() {
            self.add(Run::new(state));
        }
        while let Some(Reverse((_, _, number))) = self.waiting.pop() {
            let Some(mut run) = self.runs.remove(&number) else {
                continue;
            };
            if self.targets.is_done() {
                return;
            }
            match self.follow(&mut run) {
                Ok(Fate::Over) => {}
                Ok(Fate::Forked(runs)) => {
                    self.context.statistics.forks += 1;
                    for run in runs {
                        self.add(run);
                    }
                }
                Err(_) => return,
            }
        }
    }

    fn add(&mut self, run: Run) {
        if self.runs.len() >= MOST_PATHS_WAITING {
            return;
        }
        let rank = (run.level, run.state.forks, self.next);
        self.waiting.push(Reverse(rank));
        self.runs.insert(self.next, run);
        self.next += 1;
    }

    /// Why the search has to end.
    fn look_around(&mut self) -> Result<(), Gap> {
        self.context.statistics.waiting = self.runs.len() as u64;
        self.desk.progress(&self.context.statistics);
        match self.desk.has_to_stop(self.deadline) {
            Some(gap) => Err(gap),
            None => Ok(()),
        }
    }

    /// Follows a path until it forks or ends.
    fn follow(&mut self, run: &mut Run) -> Result<Fate, Gap> {
        loop {
            self.context.statistics.steps += 1;
            if self.context.statistics.steps >= self.look_at {
                self.look_at = self.context.statistics.steps + STEPS_BETWEEN_LIMIT_POLLS;
                self.look_around()?;
            }
            match self.advance(run) {
                Ok(Next::On) => {}
                Ok(Next::End) => {
                    self.context.statistics.paths += 1;
                    return Ok(Fate::Over);
                }
                Ok(Next::Visit) => match self.visit(run) {
                    Visit::On => {}
                    Visit::Beside(other) => self.add(*other),
                    Visit::Instead(other) => return Ok(Fate::Forked(vec![*other, run.clone()])),
                    Visit::Over => return Ok(Fate::Over),
                },
                Err(Interrupt::Split(condition)) => {
                    self.look_around()?;
                    return Ok(Fate::Forked(self.split(run, condition)));
                }
                Err(Interrupt::Choose(outcomes)) => {
                    let choices = (0..outcomes).map(|choice| {
                        let mut run = run.clone();
                        run.state.choice = Some(choice);
                        run
                    });
                    return Ok(Fate::Forked(choices.collect()));
                }
                Err(_) => {
                    self.look_around()?;
                    return Ok(Fate::Over);
                }
            }
        }
    }

    /// Both sides of a condition.
    fn split(&mut self, run: &Run, condition: TermId) -> Vec<Run> {
        let negation = self.context.terms.not(condition);
        let sides = [condition, negation].into_iter().map(|side| {
            let mut run = run.clone();
            run.state.path.assume(&self.context.terms, side);
            run.state.forks += 1;
            run
        });
        sides.collect()
    }

    /// One operation, or several on known values.
    fn advance(&mut self, run: &mut Run) -> Step<Next> {
        if run.state.choice.is_none() {
            let mut procedure = run.state.frame.procedure;
            let mut code = self.context.code(procedure);
            while self.context.statistics.steps < self.look_at {
                let Some(way) = self.context.step_quickly(&mut run.state, &code) else {
                    break;
                };
                self.context.statistics.steps += 1;
                run.state.steps += 1;
                self.decided(run, procedure, way.edge)?;
                if way.is_turn {
                    return Ok(Next::Visit);
                }
                if run.state.frame.procedure != procedure {
                    procedure = run.state.frame.procedure;
                    code = self.context.code(procedure);
                }
            }
        }
        self.step(run)
    }

    /// An edge was taken: where there are several, that is a decision, which a script may forbid.
    fn decided(&self, run: &mut Run, procedure: ir::ProcedureId, edge: EdgeId) -> Step<()> {
        let body = &self.context.program[procedure];
        if body.outgoing[body[edge].from.0 as usize].len() < 2 {
            return Ok(());
        }
        let mark = Mark::Edge(procedure, edge);
        if let Some(script) = &mut run.script {
            if script.marks.get(script.next) != Some(&mark) {
                return Err(Interrupt::Infeasible);
            }
            script.next += 1;
        }
        run.trail.push(mark);
        Ok(())
    }

    /// One operation, or the choice between the edges of a location.
    fn step(&mut self, run: &mut Run) -> Step<Next> {
        run.state.steps += 1;
        let program = self.context.program;
        let procedure = &program[run.state.frame.procedure];
        let outgoing = &procedure.outgoing[run.state.frame.location.0 as usize];
        match outgoing[..] {
            [] => Ok(Next::End),
            [edge] => {
                if let Op::Check(check) = &procedure[edge].op {
                    self.check(run, check)?;
                }
                self.proceed(run, edge)
            }
            _ => {
                let edge = self.choose(run, outgoing)?;
                self.proceed(run, edge)
            }
        }
    }

    /// The edge of several that is taken: the one that the script says, or whichever is possible.
    fn choose(&mut self, run: &mut Run, edges: &[EdgeId]) -> Step<EdgeId> {
        let Some(script) = &run.script else {
            return match self.context.branch(&mut run.state, edges)? {
                Branch::Edge(edge) => Ok(edge),
                Branch::Open(condition) => Err(Interrupt::Split(condition)),
            };
        };
        let procedure = run.state.frame.procedure;
        let wanted = match script.marks.get(script.next) {
            Some(Mark::Edge(in_procedure, edge)) if *in_procedure == procedure => *edge,
            _ => return Err(Interrupt::Infeasible),
        };
        for &edge in edges {
            let Op::Assume(expr) = &self.context.program[procedure][edge].op else {
                return Ok(edge);
            };
            let condition = self.context.condition(&mut run.state, expr)?;
            if edge == wanted {
                self.context.require(&mut run.state, condition)?;
                return Ok(edge);
            }
            let otherwise = self.context.terms.not(condition);
            self.context.require(&mut run.state, otherwise)?;
        }
        Err(Interrupt::Infeasible)
    }

    fn proceed(&mut self, run: &mut Run, edge: EdgeId) -> Step<Next> {
        let procedure = run.state.frame.procedure;
        let flow = self.context.operate(&mut run.state, edge)?;
        self.decided(run, procedure, edge)?;
        if flow == Flow::End {
            return Ok(Next::End);
        }
        match self.context.is_turn(procedure, edge) {
            true => Ok(Next::Visit),
            false => Ok(Next::On),
        }
    }

    /// Checks a claim, and goes on with the executions for which it holds.
    fn check(&mut self, run: &mut Run, check: &Check) -> Step<()> {
        for failure in self.context.failures(&mut run.state, check)? {
            if failure.condition == TermId::FALSE {
                continue;
            }
            let is_watched = self.context.options.claims.contains(failure.kind);
            if !is_watched && failure.aftermath != Aftermath::Undefined {
                continue;
            }
            // An iteration that is repeated is one in which nothing fails.
            if is_watched && run.script.is_none() {
                self.report(run, &failure)?;
            }
            if failure.aftermath != Aftermath::Over {
                let holds = self.context.terms.not(failure.condition);
                self.context.require(&mut run.state, holds)?;
            }
        }
        Ok(())
    }

    /// Looks for an execution of a path that violates a claim.
    fn report(&mut self, run: &mut Run, failure: &Failure) -> Step<()> {
        let place = failure.place;
        let place = place.unwrap_or_else(|| self.context.user_span(&run.state));
        let claim = ClaimId::new(failure.kind, place);
        if !self.targets.wants(claim) {
            return Ok(());
        }
        let possible = self.context.possible(&run.state.path, failure.condition)?;
        if possible.is_none() {
            return Ok(());
        }
        run.write_log();
        let found = instance::candidate(&mut self.context, run, failure, claim, place);
        if let Some(found) = found {
            self.targets.try_instance(self.desk, found);
        }
        Ok(())
    }

    /// A loop starts an iteration.
    fn visit(&mut self, run: &mut Run) -> Visit {
        run.write_log();
        let (position, arrival) = run.enter_loop();
        run.loops[position].visits += 1;
        leap::settle(&mut self.context, run);
        let is_scripted = run.script.is_some();
        match (is_scripted, arrival) {
            (true, _) => self.visit_by_script(run, position),
            (false, Arrival::First) => {
                run.keep_point(position);
                Visit::On
            }
            (false, Arrival::Again) => self.visit_freely(run, position),
        }
    }

    fn visit_by_script(&mut self, run: &mut Run, position: usize) -> Visit {
        let Some(script) = &mut run.script else {
            return Visit::On;
        };
        if script.marks.get(script.next) == Some(&Mark::Leap) {
            script.next += 1;
            let segment = leap::last_segment(run, position);
            return self.leap(run, position, segment);
        }
        if script.next < script.marks.len() {
            run.keep_point(position);
            return Visit::On;
        }
        let (marks, then) = (script.marks.clone(), script.then);
        match then {
            Then::Leap => {
                if let Visit::Over = self.leap(run, position, Some(marks.clone())) {
                    return Visit::Over;
                }
                run.script = Some(Script {
                    marks,
                    next: 0,
                    then: Then::Anything,
                });
            }
            Then::Anything => {
                run.script = None;
                run.level += 1;
                run.loops[position].points.clear();
                run.loops[position].forks = run.state.forks;
                run.keep_point(position);
            }
        }
        Visit::On
    }

    fn leap(
        &mut self,
        run: &mut Run,
        position: usize,
        segment: Option<std::sync::Arc<[Mark]>>,
    ) -> Visit {
        let Some(segment) = segment else {
            return Visit::Over;
        };
        match leap::leap(&mut self.context, run, position, segment) {
            Some(()) => Visit::On,
            None => Visit::Over,
        }
    }

    fn visit_freely(&mut self, run: &mut Run, position: usize) -> Visit {
        let here = &mut run.loops[position];
        let has_forked = run.state.forks != here.forks;
        here.forks = run.state.forks;
        let visits = here.visits;
        let is_due = visits >= ITERATIONS_BEFORE_A_LEAP_WITHOUT_FORK && visits.is_power_of_two();
        let may_leap = run.leaps.len() < MOST_LEAPS_OF_A_PATH;
        if has_forked {
            run.level += 1;
        }
        run.keep_point(position);
        let segment = leap::last_segment(run, position);
        let segment = segment.filter(|segment| !run.loops[position].leapt.contains(segment));
        let Some(segment) = segment.filter(|_| may_leap && (has_forked || is_due)) else {
            return Visit::On;
        };
        let mut other = run.clone();
        other.script = Some(Script {
            marks: segment,
            next: 0,
            then: Then::Leap,
        });
        match has_forked {
            true => Visit::Beside(Box::new(other)),
            false => {
                run.level += LEVELS_OF_A_LOOP_WITHOUT_FORK;
                Visit::Instead(Box::new(other))
            }
        }
    }
}

/// What came of an operation.
enum Next {
    On,
    End,
    /// A loop starts an iteration.
    Visit,
}
