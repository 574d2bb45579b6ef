//! Runs as people follow them: line by line, with the variables that change.
//!
//! A breakpoint is an [`Op::Input`] that no program has: the run stops before it, as it does
//! before every input that the environment does not give, and can be looked at there. The inner
//! loop of the machine knows nothing of it.

mod breakpoints;
mod text;
mod view;

use crate::environment::{Environment, InputRequest};
use crate::outcome::{Limits, Outcome};
use crate::prepare::Interpreter;
use crate::state::State;
use breakpoints::{LINE, START, with_breakpoints};
use ir::{ProcedureId, Program, Span};
use std::collections::VecDeque;
use view::View;

/// The steps that are kept at the beginning and at the end of a long run.
const KEPT_AT_EACH_END: usize = 1024;

/// A run, line by line.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// The lines that were executed, in order.
    pub steps: Vec<TraceStep>,
    /// Of a long run, how many steps are missing, and before which of the steps.
    pub omitted: Option<Omitted>,
    /// How the run ended.
    pub outcome: Outcome,
}

/// The steps of a long run that were not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Omitted {
    /// The index of the first step after them.
    pub before: usize,
    /// How many.
    pub steps: u64,
}

/// A line that was executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    /// The procedure.
    pub procedure: ProcedureId,
    /// Where the line is entered.
    pub span: Span,
    /// How many calls of the user's procedures are around it.
    pub depth: usize,
    /// The variables that have another value after it, as text.
    pub changes: Vec<Change>,
}

/// A variable that has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Its value from now on.
    pub value: String,
}

/// Runs a program from its start and keeps the lines of the user's code that are executed. Objects
/// of the heap are named in the order of their allocation: `object0`, `object1`, …
pub fn trace(program: &Program, environment: &mut dyn Environment, limits: &Limits) -> Trace {
    let stopping = with_breakpoints(program);
    let interpreter = Interpreter::new(&stopping);
    let mut state = interpreter.start();
    let mut environment = Stopping {
        environment,
        resuming: false,
    };
    let mut tracer = Tracer::default();
    loop {
        match interpreter.run(&mut state, &mut environment, limits) {
            Outcome::OutOfInputs(point) if &*point.name == LINE => {
                tracer.line(&interpreter, &state);
                environment.resuming = true;
            }
            Outcome::OutOfInputs(point) if &*point.name == START => {
                tracer.start(&interpreter, &state);
                environment.resuming = true;
            }
            outcome => {
                tracer.look(&interpreter, &state);
                return tracer.finish(outcome);
            }
        }
    }
}

/// Refuses each breakpoint once: the run stops there, and goes on when it is resumed.
struct Stopping<'a> {
    environment: &'a mut dyn Environment,
    resuming: bool,
}

impl Environment for Stopping<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        if request.name == LINE || request.name == START {
            return std::mem::take(&mut self.resuming).then_some(0);
        }
        self.environment.input(request)
    }

    fn output(&mut self, stream: i32, bytes: &[u8]) {
        self.environment.output(stream, bytes);
    }

    fn leftover(&self, local: &ir::Local) -> u128 {
        self.environment.leftover(local)
    }
}

#[derive(Default)]
struct Tracer {
    first: Vec<TraceStep>,
    last: VecDeque<TraceStep>,
    dropped: u64,
    /// What is known of each call that is under way, the outermost first.
    calls: Vec<Call>,
    globals: View,
}

/// A call of a user's procedure.
struct Call {
    /// How deep it is among all calls.
    frame: usize,
    /// The step of it that is being executed.
    step: TraceStep,
    seen: View,
}

impl Tracer {
    /// A procedure is entered: what was known of another one in its place is over.
    fn start(&mut self, interpreter: &Interpreter<'_>, state: &State) {
        let frame = state.depth();
        self.calls.retain(|call| call.frame < frame);
        self.look(interpreter, state);
    }

    /// The run is before a line: what has changed belongs to the line before.
    fn line(&mut self, interpreter: &Interpreter<'_>, state: &State) {
        let Some(at) = interpreter.stack(state).first().copied() else {
            return;
        };
        self.look(interpreter, state);
        let frame = state.depth();
        self.calls.retain(|call| call.frame <= frame);
        let depth = self.calls.iter().filter(|call| call.frame < frame).count();
        let step = TraceStep {
            procedure: at.procedure,
            span: at.span,
            depth,
            changes: Vec::new(),
        };
        self.push(step.clone());
        match self.calls.last_mut().filter(|call| call.frame == frame) {
            Some(call) => call.step = step,
            None => {
                let mut seen = View::default();
                // What a call starts with is part of its first step.
                let changes = seen.update(view::locals(interpreter, state));
                self.change(&step, changes);
                self.calls.push(Call { frame, step, seen });
            }
        }
    }

    /// Looks at what the innermost call changed.
    fn look(&mut self, interpreter: &Interpreter<'_>, state: &State) {
        let mut changes = self.globals.update(view::globals(interpreter, state));
        let Some(call) = self.calls.last_mut() else {
            return;
        };
        let mut step = call.step.clone();
        if call.frame == state.depth() {
            changes.extend(call.seen.update(view::locals(interpreter, state)));
        } else if let Some(caller) = self
            .calls
            .iter_mut()
            .rev()
            .find(|call| call.frame == state.depth())
        {
            changes.extend(caller.seen.update(view::locals(interpreter, state)));
            step = caller.step.clone();
        }
        self.change(&step, changes);
    }

    /// A step changed something: the last one, or one that goes on after the calls in it.
    fn change(&mut self, step: &TraceStep, changes: Vec<Change>) {
        if changes.is_empty() {
            return;
        }
        let last = self.last.back_mut().or(self.first.last_mut());
        match last.filter(|last| last.depth == step.depth && last.span == step.span) {
            Some(last) => last.changes.extend(changes),
            None => self.push(TraceStep {
                changes,
                ..step.clone()
            }),
        }
    }

    fn push(&mut self, step: TraceStep) {
        if self.first.len() < KEPT_AT_EACH_END {
            return self.first.push(step);
        }
        if self.last.len() == KEPT_AT_EACH_END {
            self.last.pop_front();
            self.dropped += 1;
        }
        self.last.push_back(step);
    }

    fn finish(self, outcome: Outcome) -> Trace {
        let before = self.first.len();
        let mut steps = self.first;
        steps.extend(self.last);
        Trace {
            steps,
            omitted: (self.dropped > 0).then_some(Omitted {
                before,
                steps: self.dropped,
            }),
            outcome,
        }
    }
}
