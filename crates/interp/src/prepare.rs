//! Making a program ready to run.

use crate::code::{Home, Parts, Routine};
use crate::compile;
use crate::environment::Environment;
use crate::machine::Machine;
use crate::memory::{Loaded, Maker, Memory, Object, Status};
use crate::observe::Observed;
use crate::outcome::{Frame, Limits, Outcome};
use crate::state::{Activation, State};
use crate::value::{ObjectId, Pointer, Provenance, Value};
use ir::{
    Contents, DatumValue, EdgeId, Global, GlobalId, GlobalOrigin, LocalId, Mutability, Origin,
    ProcedureId, Program, Scalar,
};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A program made ready to run.
pub struct Interpreter<'p> {
    pub(crate) program: &'p Program,
    pub(crate) routines: Vec<Routine>,
    /// The memory at the start: an object for each procedure, then one for each global.
    initial: Memory,
    /// The addresses of those objects.
    pub(crate) addresses: Vec<u64>,
    /// Why the program cannot be run at all.
    pub(crate) malformed: Option<String>,
}

impl<'p> Interpreter<'p> {
    /// Compiles the program. One that is not well formed ([`ir::validate::validate`]) is accepted,
    /// and every run of it ends in [`Outcome::Unsupported`].
    pub fn new(program: &'p Program) -> Interpreter<'p> {
        let malformed = ir::validate::validate(program).err().map(|errors| {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            format!("the program is not well formed: {first}")
        });
        let mut interpreter = Interpreter {
            program,
            routines: Vec::new(),
            initial: Memory::new(program.data_model),
            addresses: Vec::new(),
            malformed,
        };
        if interpreter.malformed.is_none() {
            let procedures = program.procedures.iter();
            interpreter.routines = procedures
                .map(|procedure| compile::procedure(program, procedure))
                .collect();
            interpreter.lay_out();
        }
        interpreter
    }

    /// The start of the program: at its entry, with its globals initialised.
    pub fn start(&self) -> State {
        match self.program.entry {
            Some(entry) => self.start_at(entry, &[]),
            None => self.empty_state(),
        }
    }

    /// The start of a procedure with these arguments, in memory as it is at the start of the
    /// program. Missing arguments are uninitialised.
    pub fn start_at(&self, procedure: ProcedureId, arguments: &[Value]) -> State {
        let mut state = self.empty_state();
        let Some(routine) = self.routines.get(procedure.0 as usize) else {
            return state;
        };
        state.registers.resize(routine.frame as usize, 0);
        state.frames.push(Activation {
            routine: procedure.0,
            pc: 0,
            base: 0,
            objects: 0,
        });
        let parameters = &self.program[procedure].signature.parameters;
        let homes = compile::parameter_homes(parameters);
        for (home, argument) in homes.iter().zip(arguments) {
            write_value(&mut state.registers, home, *argument);
        }
        state
    }

    fn empty_state(&self) -> State {
        State {
            registers: Vec::new(),
            frames: Vec::new(),
            memory: self.initial.clone(),
            stack_objects: Vec::new(),
            steps: 0,
        }
    }

    /// Runs the state as far as it gets.
    pub fn run(
        &self,
        state: &mut State,
        environment: &mut dyn Environment,
        limits: &Limits,
    ) -> Outcome {
        let outcome = self.observe(state, environment, limits, Observed::Nothing);
        state.settle();
        outcome
    }

    /// Runs the state as far as it gets, and lets somebody watch. What becomes of it is not settled: a
    /// clone of it copies what the run has written.
    pub fn observe(
        &self,
        state: &mut State,
        environment: &mut dyn Environment,
        limits: &Limits,
        observed: Observed<'_>,
    ) -> Outcome {
        Machine::new(self, state, environment, limits, observed).run()
    }

    /// The calls that are under way, innermost first.
    pub fn stack(&self, state: &State) -> Vec<Frame> {
        let frames = state.frames.iter().rev();
        frames
            .map(|activation| {
                let procedure = ProcedureId(activation.routine);
                let routine = &self.routines[activation.routine as usize];
                let site = routine.sites.get(activation.pc as usize);
                let span = site.map_or(ir::Span::NONE, |edge| self.program[procedure][*edge].span);
                Frame { procedure, span }
            })
            .collect()
    }

    /// The operations that the calls under way are at, innermost first: of one that waits for a call,
    /// the call; `None` where a procedure is about to start.
    pub fn edges(&self, state: &State) -> Vec<(ProcedureId, Option<EdgeId>)> {
        let frames = state.frames.iter().rev();
        let edges = frames.map(|activation| {
            let routine = &self.routines[activation.routine as usize];
            let edge = routine.sites.get(activation.pc as usize);
            (ProcedureId(activation.routine), edge.copied())
        });
        edges.collect()
    }

    /// The value of a local of the innermost call.
    pub fn local(&self, state: &State, local: LocalId) -> Option<Value> {
        let activation = state.frames.last()?;
        let home = self.routines[activation.routine as usize]
            .homes
            .get(local.0 as usize)?;
        let registers = state.registers.get(activation.base..)?;
        let scalar = self.program[ProcedureId(activation.routine)][local].scalar;
        Some(read_value(registers, home, scalar))
    }

    /// What a part of a global holds; nothing if it has no value.
    pub fn held(
        &self,
        state: &State,
        global: GlobalId,
        offset: u64,
        scalar: Scalar,
    ) -> Option<Value> {
        let object = self.global_object(global.0 as usize);
        let address = self.addresses.get(object.index())?.wrapping_add(offset);
        let provenance = Provenance::Object(object).to_bits();
        let bytes = match scalar {
            Scalar::Pointer => {
                return match state.memory.read_pointer(address, provenance) {
                    Loaded::Value((address, provenance)) => Some(Value::Pointer(Pointer {
                        address,
                        provenance: Provenance::from_bits(provenance),
                    })),
                    Loaded::Uninitialised => None,
                };
            }
            Scalar::Int(width) => width.bytes(),
            Scalar::Float(kind) => kind.bytes(),
        };
        match state.memory.read(address, provenance, bytes, None) {
            Loaded::Value(bits) => Some(Value::Bits(bits)),
            Loaded::Uninitialised => None,
        }
    }

    /// A hash of everything that the user's code may see of a state: its registers and the memory, but for
    /// the variables of the library, which tell apart how much was read.
    pub fn fingerprint(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        let ends = state.frames.iter().skip(1).map(|frame| frame.base);
        let ends = ends.chain([state.registers.len()]);
        for (frame, end) in state.frames.iter().zip(ends) {
            let procedure = &self.program[ProcedureId(frame.routine)];
            if procedure.origin == Origin::User {
                (frame.routine, frame.pc).hash(&mut hasher);
                state.registers.get(frame.base..end).hash(&mut hasher);
            }
        }
        for (id, object) in state.memory.objects() {
            if object.status == Status::Live && !self.is_of_library(object) {
                let provenance = Provenance::Object(id).to_bits();
                let bytes = state.memory.bytes(object.base, provenance, object.size);
                (object.base, bytes).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Whether an object is a variable of the library.
    fn is_of_library(&self, object: &Object) -> bool {
        let origin = |procedure: ProcedureId| self.program[procedure].origin;
        match object.maker {
            Maker::Global(id) => {
                self.program.files.origin(self.program[id].span) == Origin::Library
            }
            Maker::Stack => {
                let made = object.made;
                made.is_some_and(|site| origin(site.procedure) == Origin::Library)
            }
            Maker::Procedure(_) => true,
            Maker::Heap | Maker::Internal => false,
        }
    }

    fn lay_out(&mut self) {
        let program = self.program;
        for (id, _) in program.procedures() {
            let object = self
                .initial
                .allocate(0, 16, Maker::Procedure(id), Contents::Zero)
                .ok();
            self.admit(object, Status::Code);
        }
        for (index, global) in program.globals.iter().enumerate() {
            let maker = Maker::Global(ir::GlobalId(index as u32));
            let made = self
                .initial
                .allocate(global.size, global.align, maker, Contents::Zero);
            if made.is_err() {
                self.malformed = Some("the globals do not fit into the address space".into());
                return;
            }
            self.admit(made.ok(), Status::Live);
        }
        for (index, global) in program.globals.iter().enumerate() {
            self.initialise(self.global_object(index), global);
        }
        self.initial.freeze();
    }

    fn admit(&mut self, object: Option<ObjectId>, status: Status) {
        if let Some(object) = object.and_then(|id| self.initial.object_mut(id)) {
            object.status = status;
            self.addresses.push(object.base);
        }
    }

    fn global_object(&self, global: usize) -> ObjectId {
        ObjectId((self.program.procedures.len() + global) as u32)
    }

    fn initialise(&mut self, id: ObjectId, global: &Global) {
        let base = self.addresses[id.index()];
        let provenance = Provenance::Object(id).to_bits();
        for datum in &global.data {
            let address = base + datum.offset;
            match &datum.value {
                DatumValue::Bytes(bytes) => self.initial.write_all(address, provenance, bytes),
                DatumValue::Global(target, offset) => {
                    let target = self.global_object(target.0 as usize);
                    self.write_address(address, provenance, target, *offset);
                }
                DatumValue::Procedure(target) => {
                    self.write_address(address, provenance, ObjectId(target.0), 0);
                }
            }
        }
        let status = match (global.origin, global.mutability) {
            (GlobalOrigin::Undefined, _) => Status::Undefined,
            (_, Mutability::Constant) => Status::Constant,
            (_, Mutability::Mutable) => Status::Live,
        };
        if let Some(object) = self.initial.object_mut(id) {
            object.status = status;
        }
    }

    fn write_address(&mut self, at: u64, provenance: u64, target: ObjectId, offset: i64) {
        let address = self.addresses[target.index()].wrapping_add_signed(offset);
        let address = self
            .program
            .data_model
            .pointer_width()
            .truncate(u128::from(address)) as u64;
        let target = Provenance::Object(target).to_bits();
        self.initial.write_pointer(at, provenance, address, target);
    }
}

/// Writes a value to the registers of a frame.
pub(crate) fn write_value(registers: &mut [u64], home: &Home, value: Value) {
    let (low, high) = match value {
        Value::Uninitialised => (0, 0),
        Value::Bits(bits) => (bits as u64, (bits >> 64) as u64),
        Value::Pointer(pointer) => (pointer.address, pointer.provenance.to_bits()),
    };
    registers[home.slot as usize] = low;
    if home.parts == Parts::Two {
        registers[home.slot as usize + 1] = high;
    }
    registers[home.flag as usize] = u64::from(value != Value::Uninitialised);
}

/// Reads a value from the registers of a frame.
pub(crate) fn read_value(registers: &[u64], home: &Home, scalar: ir::Scalar) -> Value {
    if home.flag != crate::code::SINK && registers[home.flag as usize] == 0 {
        return Value::Uninitialised;
    }
    let low = registers[home.slot as usize];
    let high = match home.parts {
        Parts::One => 0,
        Parts::Two => registers[home.slot as usize + 1],
    };
    match scalar {
        ir::Scalar::Pointer => Value::Pointer(crate::value::Pointer {
            address: low,
            provenance: Provenance::from_bits(high),
        }),
        _ => Value::Bits(u128::from(high) << 64 | u128::from(low)),
    }
}
