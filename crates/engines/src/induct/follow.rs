//! Following a path: one operation after the other, and what happens where loops start an iteration.

use super::leap;
use super::run::{Arrival, Mark, Run, Script, Then};
use crate::limits::tuning::{
    ITERATIONS_BEFORE_A_LEAP_WITHOUT_FORK, LEVELS_OF_A_LOOP_WITHOUT_FORK, MOST_LEAPS_OF_A_PATH,
    STEPS_BETWEEN_LIMIT_POLLS,
};
use crate::symbolic::cells::extent;
use crate::symbolic::check::{Aftermath, Failure};
use crate::symbolic::context::{Context, Interrupt, Step};
use crate::symbolic::step::{Branch, Flow};
use crate::symbolic::value::{Num, Value};
use ir::{Check, EdgeId, LocalId, Op, ProcedureId, Scalar, Target};
use logic::{Sort, TermId};
use std::sync::Arc;

/// Who is told of claims that may fail on a path.
pub(super) trait Watch {
    /// A claim may fail. Execution goes on where it does not.
    fn may_fail(&mut self, context: &mut Context<'_>, run: &mut Run, failure: &Failure)
    -> Step<()>;
}

/// A symbol that a local of a procedure starts with.
pub(super) type Given = (ProcedureId, LocalId, TermId);

/// Follows paths.
pub(super) struct Follower<'p> {
    pub(super) context: Context<'p>,
    pub(super) given: Option<Given>,
    /// The number of steps at which limits are looked at again.
    pub(super) look_at: u64,
}

/// What came of an operation.
pub(super) enum Next {
    On,
    End,
    /// A loop starts an iteration.
    Visit,
}

/// What a visit of a loop leads to.
pub(super) enum Visit {
    /// The path goes on.
    On,
    /// The path goes on, and so does another.
    Beside(Box<Run>),
    /// The path goes on later, and another now.
    Instead(Box<Run>),
    /// No execution takes this path.
    Over,
}

impl<'p> Follower<'p> {
    pub(super) fn new(context: Context<'p>) -> Follower<'p> {
        Follower {
            context,
            given: None,
            look_at: STEPS_BETWEEN_LIMIT_POLLS,
        }
    }

    /// Gives the local that stands for a parameter its symbol.
    fn give(&self, run: &mut Run) {
        if let Some((procedure, local, symbol)) = self.given
            && run.state.frame.procedure == procedure
            && run.state.local(local) == Value::Undefined
        {
            run.state.set(local, Value::Bits(Num::Term(symbol)));
        }
    }

    /// One operation, or several on known values.
    pub(super) fn advance(&mut self, run: &mut Run, watch: &mut dyn Watch) -> Step<Next> {
        self.give(run);
        // Accesses to what a leap has forgotten are not among them.
        if run.state.choice.is_none() && run.forgotten.is_empty() {
            let mut procedure = run.state.frame.procedure;
            let mut code = self.context.code(procedure);
            while self.context.statistics.steps < self.look_at {
                let Some(way) = self.context.step_quickly(&mut run.state, &code) else {
                    break;
                };
                self.context.statistics.steps += 1;
                run.state.steps += 1;
                self.decided(run, procedure, way.edge)?;
                if way.is_visit {
                    return Ok(Next::Visit);
                }
                if run.state.frame.procedure != procedure {
                    self.give(run);
                    procedure = run.state.frame.procedure;
                    code = self.context.code(procedure);
                }
            }
        }
        self.step(run, watch)
    }

    /// An edge was taken: where there are several, that is a decision, which a script may forbid.
    fn decided(&self, run: &mut Run, procedure: ir::ProcedureId, edge: EdgeId) -> Step<()> {
        let body = &self.context.program[procedure];
        let is_choice = body.outgoing[body[edge].from.0 as usize].len() > 1;
        let mark = match &body[edge].op {
            _ if is_choice => Mark::Edge(procedure, edge),
            Op::Call {
                target: Target::Indirect(_),
                ..
            } => Mark::Enter(run.state.frame.procedure),
            _ => return Ok(()),
        };
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
    fn step(&mut self, run: &mut Run, watch: &mut dyn Watch) -> Step<Next> {
        run.state.steps += 1;
        let program = self.context.program;
        let procedure = &program[run.state.frame.procedure];
        let outgoing = &procedure.outgoing[run.state.frame.location.0 as usize];
        match outgoing[..] {
            [] => Ok(Next::End),
            [edge] => {
                if let Op::Check(check) = &procedure[edge].op {
                    self.check(run, check, watch)?;
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
        let flow = match self.access_forgotten(run, edge)? {
            true => Flow::On,
            false => self.context.operate(&mut run.state, edge)?,
        };
        self.decided(run, procedure, edge)?;
        if flow == Flow::End {
            return Ok(Next::End);
        }
        match self.context.is_visit(procedure, edge) {
            true => Ok(Next::Visit),
            false => Ok(Next::On),
        }
    }

    /// An access to an object whose contents a leap has forgotten, at an unknown place: what is written is
    /// forgotten, too, and what is read may be anything. Whether the operation was one.
    fn access_forgotten(&mut self, run: &mut Run, edge: EdgeId) -> Step<bool> {
        if run.forgotten.is_empty() {
            return Ok(false);
        }
        let program = self.context.program;
        let edge = &program[run.state.frame.procedure][edge];
        let address = match &edge.op {
            Op::Load { place, .. } | Op::Store { place, .. } => &place.address,
            Op::Copy { from, .. } => from,
            _ => return Ok(false),
        };
        let pointer = self.context.pointer(&mut run.state, address)?;
        let is_forgotten = |object| run.forgotten.contains(&object);
        if !pointer.object().is_some_and(is_forgotten) {
            return Ok(false);
        }
        run.is_tainted |= !matches!(edge.op, Op::Store { .. });
        if pointer.offset.known().is_some() {
            return Ok(false);
        }
        match &edge.op {
            Op::Store { .. } => {}
            Op::Load { dest, place } if place.scalar != Scalar::Pointer => {
                let (_, width) = extent(place.scalar, self.context.width());
                let value = self.context.terms.fresh_var("unknown", Sort::Bv(width));
                run.state.set(*dest, Value::Bits(Num::Term(value)));
            }
            _ => return Ok(false),
        }
        run.state.frame.location = edge.to;
        Ok(true)
    }

    /// Checks a claim, and goes on with the executions for which it holds.
    fn check(&mut self, run: &mut Run, check: &Check, watch: &mut dyn Watch) -> Step<()> {
        for failure in self.context.failures(&mut run.state, check)? {
            if failure.condition == TermId::FALSE {
                continue;
            }
            let is_watched = self.context.setting.claims.contains(failure.kind);
            if !is_watched && failure.aftermath != Aftermath::Undefined {
                continue;
            }
            leap::settle(&mut self.context, run);
            if is_watched {
                watch.may_fail(&mut self.context, run, &failure)?;
            }
            if failure.aftermath != Aftermath::Over {
                let holds = self.context.terms.not(failure.condition);
                self.context.require(&mut run.state, holds)?;
            }
        }
        Ok(())
    }

    /// A loop starts an iteration.
    pub(super) fn visit(&mut self, run: &mut Run) -> Visit {
        run.write_log();
        let (position, arrival) = run.enter_loop();
        run.loops[position].visits += 1;
        leap::settle(&mut self.context, run);
        run.complete_iteration();
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

    fn leap(&mut self, run: &mut Run, position: usize, segment: Option<Arc<[Mark]>>) -> Visit {
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
        if has_forked && run.goes_on_as_before(position) {
            return Visit::Over;
        }
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
