//! The machine: frames, calls, limits, and what happens when the inner loop needs help.

mod check;
mod fast;
mod generic;
mod input;
mod liveness;
mod operation;
mod slow;

use crate::code::{CallTarget, INITIALISED, Ins, Parts, Reg, Routine};
use crate::environment::Environment;
use crate::memory::{Site, Status};
use crate::observe::Observed;
use crate::outcome::{Frame, Limit, Limits, Outcome, Position};
use crate::prepare::{Interpreter, read_value, write_value};
use crate::state::{Activation, State};
use crate::value::{Pointer, Provenance, Value};
use fast::{Stop, Window};
use ir::{Edge, EdgeId, Origin, Procedure, ProcedureId, Signature, Span};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// How many steps are taken before the clock is looked at again.
const STEPS_BETWEEN_POLLS: u64 = 1 << 16;

/// A run of a state.
pub(crate) struct Machine<'a> {
    interpreter: &'a Interpreter<'a>,
    state: &'a mut State,
    environment: &'a mut dyn Environment,
    limits: &'a Limits,
    observed: Observed<'a>,
    poll_at: u64,
}

/// The end of a run, on the way out.
type Ended = Box<Outcome>;

impl<'a> Machine<'a> {
    pub(crate) fn new(
        interpreter: &'a Interpreter<'a>,
        state: &'a mut State,
        environment: &'a mut dyn Environment,
        limits: &'a Limits,
        observed: Observed<'a>,
    ) -> Machine<'a> {
        Machine {
            interpreter,
            state,
            environment,
            limits,
            observed,
            poll_at: 0,
        }
    }

    pub(crate) fn run(mut self) -> Outcome {
        if let Some(what) = &self.interpreter.malformed {
            return Outcome::Unsupported {
                what: what.as_str().into(),
                span: Span::NONE,
                stack: Vec::new(),
            };
        }
        if self.state.frames.is_empty() {
            return Outcome::Returned(None);
        }
        loop {
            if let Err(ended) = self.run_frame() {
                return *ended;
            }
        }
    }

    /// Runs the innermost frame until it needs help, and gives it.
    fn run_frame(&mut self) -> Result<(), Ended> {
        let Some(activation) = self.state.frames.last().copied() else {
            return Err(Box::new(Outcome::Returned(None)));
        };
        let routine = &self.interpreter.routines[activation.routine as usize];
        let end = activation.base + routine.frame as usize;
        let mut window = Window {
            routine,
            registers: &mut self.state.registers[activation.base..end],
            memory: &mut self.state.memory,
            addresses: &self.interpreter.addresses,
            model: self.interpreter.program.data_model,
            pc: activation.pc as usize,
            steps: self.state.steps,
            poll_at: self.poll_at,
        };
        self.observed
            .enter(self.interpreter.program, &self.state.frames);
        let stop = match &mut self.observed {
            Observed::Nothing => window.run(&mut ()),
            Observed::Coverage(coverage) => window.run(*coverage),
            Observed::Comparisons(comparisons) => window.run(*comparisons),
            Observed::Reached(reached) => window.run(*reached),
            Observed::Branches(branches) => window.run(*branches),
            Observed::Extents(extents) => window.run(*extents),
        };
        let (pc, steps) = (window.pc as u32, window.steps);
        self.state.steps = steps;
        self.set_pc(pc);
        match stop {
            Stop::Slow(ins) => self.slow(ins),
            Stop::Poll => self.poll(),
            Stop::Call(site) => self.call(routine, activation, site),
            Stop::Return(parts, src, flag) => self.return_from(activation, parts, src, flag),
            Stop::End => Err(self.unsupported("the end of the code")),
        }
    }

    fn set_pc(&mut self, pc: u32) {
        if let Some(frame) = self.state.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// Goes on after the instruction.
    fn advance(&mut self, by: u32) {
        if let Some(frame) = self.state.frames.last_mut() {
            frame.pc += by;
        }
    }

    /// Looks at the limits.
    fn poll(&mut self) -> Result<(), Ended> {
        let reached = |limit| Err(Box::new(Outcome::LimitReached(limit)));
        let steps = self.state.steps;
        if self.limits.steps.is_some_and(|most| steps >= most) {
            return reached(Limit::Steps);
        }
        if self
            .limits
            .interrupt
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return reached(Limit::Interrupted);
        }
        if self
            .limits
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return reached(Limit::Time);
        }
        self.check_memory(0)?;
        let next = steps.saturating_add(STEPS_BETWEEN_POLLS);
        self.poll_at = self.limits.steps.map_or(next, |most| next.min(most));
        Ok(())
    }

    /// Whether so many more bytes are allowed.
    fn check_memory(&self, more: u64) -> Result<(), Ended> {
        let used = self.state.memory_used().saturating_add(more);
        match self.limits.memory {
            Some(most) if used > most => Err(Box::new(Outcome::LimitReached(Limit::Memory))),
            _ => Ok(()),
        }
    }

    fn call(&mut self, routine: &'a Routine, caller: Activation, site: u32) -> Result<(), Ended> {
        let site = &routine.calls[site as usize];
        let callee = match site.target {
            CallTarget::Direct(callee) => callee,
            CallTarget::Indirect(register) => self.indirect_callee(register, site)?,
        };
        if self.state.frames.len() >= self.limits.stack_depth {
            return Err(Box::new(Outcome::LimitReached(Limit::Stack)));
        }
        if self.state.steps >= self.poll_at {
            self.poll()?;
        }
        self.state.steps += u64::from(site.cost);
        self.observe_call(callee, site);
        let base = caller.base + routine.frame as usize;
        let frame = self.interpreter.routines[callee as usize].frame as usize;
        let registers = &mut self.state.registers;
        registers.resize(base + frame, 0);
        // Parameters start after the sink, values first, then flags.
        let (from, to) = registers.split_at_mut(base);
        let from = &from[caller.base..];
        let mut slot = 1;
        for argument in &site.arguments {
            to[slot] = from[argument.src as usize];
            slot += 1;
            if Parts::of(argument.scalar) == Parts::Two {
                to[slot] = from[argument.src as usize + 1];
                slot += 1;
            }
        }
        for argument in &site.arguments {
            to[slot] = match argument.flag {
                INITIALISED => 1,
                flag => from[flag as usize],
            };
            slot += 1;
        }
        let objects = self.state.stack_objects.len() as u32;
        self.state.frames.push(Activation {
            routine: callee,
            pc: 0,
            base,
            objects,
        });
        Ok(())
    }

    /// Whoever keeps comparisons wants to see texts that are compared.
    fn observe_call(&mut self, callee: u32, site: &crate::code::CallSite) {
        let pointers = match (&self.observed, &site.arguments[..]) {
            (Observed::Comparisons(comparisons), [first, second, ..])
                if comparisons.watches(ProcedureId(callee)) =>
            {
                [first.src, second.src].map(|register| self.pointer(register))
            }
            _ => return,
        };
        let pointers = pointers.map(|it| (it.address, it.provenance.to_bits()));
        if let Observed::Comparisons(comparisons) = &mut self.observed {
            comparisons.call(ProcedureId(callee), pointers, &self.state.memory);
        }
    }

    /// The procedure at an address, if it takes these arguments.
    fn indirect_callee(
        &mut self,
        register: Reg,
        site: &crate::code::CallSite,
    ) -> Result<u32, Ended> {
        let target = self.pointer(register);
        let program = self.interpreter.program;
        let found = self.procedure_at(target).filter(|id| {
            let signature: &Signature = &program[*id].signature;
            let arguments = site.arguments.iter().map(|argument| argument.scalar);
            let result = signature.result.map(Parts::of);
            signature.parameters.iter().copied().eq(arguments)
                && site.dest.is_none_or(|dest| result == Some(dest.parts))
        });
        match found {
            Some(id) => Ok(id.0),
            None => Err(self.invalid_call(target)),
        }
    }

    /// The procedure whose address this is.
    fn procedure_at(&self, pointer: Pointer) -> Option<ProcedureId> {
        let Provenance::Object(id) = pointer.provenance else {
            return None;
        };
        let procedures = self.interpreter.program.procedures.len();
        let object = self.state.memory.object(id)?;
        (id.index() < procedures && object.base == pointer.address).then_some(ProcedureId(id.0))
    }

    fn return_from(
        &mut self,
        activation: Activation,
        parts: u8,
        src: Reg,
        flag: Reg,
    ) -> Result<(), Ended> {
        self.end_objects(activation.objects as usize);
        let registers = &self.state.registers[activation.base..];
        let (low, high, flag) = match parts {
            0 => (0, 0, 0),
            parts => {
                let high = if parts == 2 {
                    registers[src as usize + 1]
                } else {
                    0
                };
                let flag = if flag == INITIALISED {
                    1
                } else {
                    registers[flag as usize]
                };
                (registers[src as usize], high, flag)
            }
        };
        if self.state.frames.len() == 1 {
            return Err(self.returned(activation, low, high, flag));
        }
        self.state.frames.pop();
        self.state.registers.truncate(activation.base);
        let Some(caller) = self.state.frames.last_mut() else {
            return Ok(());
        };
        let routine = &self.interpreter.routines[caller.routine as usize];
        if let Some(Ins::Call { site }) = routine.code.get(caller.pc as usize)
            && let Some(dest) = routine.calls[*site as usize].dest
        {
            let registers = &mut self.state.registers[caller.base..];
            registers[dest.slot as usize] = low;
            if dest.parts == Parts::Two {
                registers[dest.slot as usize + 1] = high;
            }
            registers[dest.flag as usize] = flag;
        }
        caller.pc += 1;
        Ok(())
    }

    /// The outermost procedure returned: its frame stays, so that the state can be looked at.
    fn returned(&self, activation: Activation, low: u64, high: u64, flag: u64) -> Ended {
        let procedure = &self.interpreter.program[ProcedureId(activation.routine)];
        let value = procedure.signature.result.map(|scalar| {
            if flag == 0 {
                return Value::Uninitialised;
            }
            let home = crate::code::Home {
                slot: 1,
                flag: 0,
                parts: Parts::of(scalar),
            };
            read_value(&[0, low, high], &home, scalar)
        });
        Box::new(Outcome::Returned(value))
    }

    /// Ends the lives of the stack objects from the given one on.
    fn end_objects(&mut self, from: usize) {
        if self.state.stack_objects.len() == from {
            return;
        }
        let site = self.user_site();
        for id in self.state.stack_objects.split_off(from) {
            self.state.memory.end(id, Status::Ended, site);
        }
    }

    fn procedure(&self) -> &'a Procedure {
        let routine = self.state.frames.last().map_or(0, |frame| frame.routine);
        &self.interpreter.program[ProcedureId(routine)]
    }

    fn routine(&self) -> &'a Routine {
        let routine = self.state.frames.last().map_or(0, |frame| frame.routine);
        &self.interpreter.routines[routine as usize]
    }

    /// The edge that a frame is at.
    fn site_of(&self, frame: &Activation) -> EdgeId {
        let routine = &self.interpreter.routines[frame.routine as usize];
        routine
            .sites
            .get(frame.pc as usize)
            .copied()
            .unwrap_or(EdgeId(0))
    }

    /// The edge that is being executed.
    fn edge(&self) -> &'a Edge {
        let site = self
            .state
            .frames
            .last()
            .map_or(EdgeId(0), |frame| self.site_of(frame));
        &self.procedure()[site]
    }

    /// The innermost place in the user's code.
    fn user_site(&self) -> Option<Site> {
        let program = self.interpreter.program;
        let frame = self
            .state
            .frames
            .iter()
            .rev()
            .find(|frame| program[ProcedureId(frame.routine)].origin == Origin::User)?;
        Some(Site {
            procedure: ProcedureId(frame.routine),
            edge: self.site_of(frame),
        })
    }

    /// Where the user is, or if nothing is the user's, where the program is.
    fn user_span(&self) -> Span {
        let program = self.interpreter.program;
        match self.user_site() {
            Some(site) => program[site.procedure][site.edge].span,
            None => self.edge().span,
        }
    }

    fn stack(&self) -> Vec<Frame> {
        self.interpreter.stack(self.state)
    }

    fn position(&self) -> Position {
        Position {
            span: self.user_span(),
            stack: self.stack(),
        }
    }

    fn unsupported(&self, what: &str) -> Ended {
        let Position { span, stack } = self.position();
        Box::new(Outcome::Unsupported {
            what: what.into(),
            span,
            stack,
        })
    }

    /// The registers of the innermost frame.
    fn registers(&self) -> &[u64] {
        let base = self.state.frames.last().map_or(0, |frame| frame.base);
        &self.state.registers[base..]
    }

    fn registers_mut(&mut self) -> &mut [u64] {
        let base = self.state.frames.last().map_or(0, |frame| frame.base);
        &mut self.state.registers[base..]
    }

    fn register(&self, register: Reg) -> u64 {
        self.registers()[register as usize]
    }

    fn pointer(&self, register: Reg) -> Pointer {
        Pointer {
            address: self.register(register),
            provenance: Provenance::from_bits(self.register(register + 1)),
        }
    }

    /// Gives a local a value.
    fn set_local(&mut self, local: ir::LocalId, value: Value) {
        let home = self.routine().homes[local.0 as usize];
        write_value(self.registers_mut(), &home, value);
    }
}
