//! What the operations of a path do to a state.

use ir::{AccessMode, Const, Contents, DataModel, Expr, LocalId, NewObject, Op, Scalar, Storage};

use super::space::{is_multiple, object_of};
use super::state::{Life, LocalValue, OBJECT_BITS, State, bits_of};
use super::{Activation, PathError, StateSpace, Step};
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// The most bytes that one copy or fill may move: each is a term.
pub(super) const MAX_BULK: u64 = 4096;

/// What a step does to a state, in its terms.
pub(super) struct Effect {
    /// Whether the step is taken.
    pub(super) assumed: TermId,
    /// Whether nothing goes wrong with it, if it is taken.
    pub(super) required: TermId,
    /// The state behind it.
    pub(super) after: State,
    /// The variable for what the environment chose in it.
    pub(super) choice: Option<TermId>,
}

impl Effect {
    pub(super) fn of(
        terms: &mut Terms,
        space: &StateSpace<'_>,
        state: &State,
        step: &Step<'_>,
    ) -> Result<Effect, PathError> {
        let (Step::Op(activation, _)
        | Step::Pass {
            from: activation, ..
        }
        | Step::Enter {
            from: activation, ..
        }
        | Step::Leads {
            from: activation, ..
        }) = *step;
        Effect::made(terms, space, state, activation, |executor| {
            executor.step(step)
        })
    }

    /// The effect of what is done to a state.
    pub(super) fn made(
        terms: &mut Terms,
        space: &StateSpace<'_>,
        state: &State,
        activation: Activation,
        work: impl FnOnce(&mut Executor<'_>) -> Result<(), PathError>,
    ) -> Result<Effect, PathError> {
        let yes = terms.bool(true);
        let mut executor = Executor {
            terms,
            space,
            activation,
            state: state.clone(),
            assumed: yes,
            required: yes,
            choice: None,
        };
        work(&mut executor)?;
        Ok(Effect {
            assumed: executor.assumed,
            required: executor.required,
            after: executor.state,
            choice: executor.choice,
        })
    }
}

/// Executes one step. Every operation evaluates its operands before it changes the state.
pub(super) struct Executor<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) space: &'a StateSpace<'a>,
    pub(super) activation: Activation,
    pub(super) state: State,
    assumed: TermId,
    required: TermId,
    choice: Option<TermId>,
}

impl Executor<'_> {
    fn step(&mut self, step: &Step<'_>) -> Result<(), PathError> {
        match *step {
            Step::Op(_, op) => self.operation(op)?,
            Step::Pass {
                value, to, dest, ..
            } => {
                let value = self.carried(value)?;
                self.state.set(to, dest, value);
            }
            Step::Enter { arguments, to, .. } => {
                let arguments = arguments
                    .iter()
                    .map(|argument| self.carried(argument))
                    .collect::<Result<Vec<LocalValue>, PathError>>()?;
                let locals = self.space.activations[to.0].locals.len();
                for index in 0..locals {
                    let local = LocalId(index as u32);
                    let value = match arguments.get(index) {
                        Some(argument) => *argument,
                        None => self.nothing(to, local),
                    };
                    self.state.set(to, local, value);
                }
            }
            Step::Leads { address, to, .. } => {
                let pointer = self.value(address)?;
                let leads = self.is_procedure(pointer, to);
                self.assume(leads);
            }
        }
        Ok(())
    }

    /// What a local holds that has no value.
    fn nothing(&mut self, activation: Activation, local: LocalId) -> LocalValue {
        let bits = self.state.local(activation, local).bits;
        let bits = self.terms.bv(self.terms.width(bits), 0);
        let known = self.terms.bool(false);
        LocalValue { bits, known }
    }

    fn operation(&mut self, op: &Op) -> Result<(), PathError> {
        match op {
            Op::Skip => {}
            Op::Assign(dest, value) => {
                let value = self.carried(value)?;
                self.state.set(self.activation, *dest, value);
            }
            Op::Forget(local) => {
                let nothing = self.nothing(self.activation, *local);
                self.state.set(self.activation, *local, nothing);
            }
            Op::Load { dest, place } => {
                let value = self.load(place)?;
                self.state.set(self.activation, *dest, value);
            }
            Op::Store { place, value } => {
                let value = self.carried(value)?;
                self.store(place, value)?;
            }
            Op::Copy { to, from, size } => {
                let (to, from) = (self.value(to)?, self.value(from)?);
                let count = constant_size(size)?;
                self.require_access(to, count, AccessMode::Write);
                self.require_access(from, count, AccessMode::Read);
                self.copy(to, from, count);
            }
            Op::Fill { to, byte, size } => {
                let (to, byte) = (self.value(to)?, self.value(byte)?);
                let count = constant_size(size)?;
                self.require_access(to, count, AccessMode::Write);
                self.fill(to, byte, count);
            }
            Op::Alloc { dest, object } => {
                let pointer = self.allocate(object)?;
                let pointer = self.known(pointer);
                self.state.set(self.activation, *dest, pointer);
            }
            Op::Free(address) => {
                let pointer = self.value(address)?;
                self.free(pointer);
            }
            Op::Assume(condition) => {
                let holds = self.truth(condition)?;
                self.assume(holds);
            }
            Op::Check(check) => {
                let holds = self.condition(&check.condition)?;
                self.require(holds);
            }
            Op::Input { dest, source, .. } if source.dynamic_name.is_none() => {
                let value = self.input(self.space.activations[self.activation.0][*dest].scalar);
                self.state.set(self.activation, *dest, value);
            }
            Op::Input { .. } => return Err(PathError::Operation("input of a computed name")),
            Op::InputString { .. } => return Err(PathError::Operation("input of a string")),
            Op::EndScope(local) => self.change_life(*local, Life::Closed),
            Op::Protect(local) => self.change_life(*local, Life::Constant),
            Op::Output { from, size, .. } => {
                let (pointer, size) = (self.value(from)?, self.value(size)?);
                let fine = self.accessible(pointer, size, 1, AccessMode::Read);
                self.require(fine);
            }
            Op::Measure { .. } => return Err(PathError::Operation("measure")),
            Op::Call { .. } => return Err(PathError::Operation("call")),
            Op::Return(_) => return Err(PathError::Operation("return")),
            Op::Havoc { .. } => return Err(PathError::Operation("havoc")),
            Op::Halt(_) => return Err(PathError::Operation("halt")),
            Op::Unsupported(_) => return Err(PathError::Operation("unsupported")),
        }
        Ok(())
    }

    /// The step is taken only if this holds.
    pub(super) fn assume(&mut self, fact: TermId) {
        self.assumed = self.terms.and(self.assumed, fact);
    }

    /// Something goes wrong unless this holds.
    fn require(&mut self, fact: TermId) {
        self.required = self.terms.and(self.required, fact);
    }

    /// An access goes wrong outside of an object, check or not.
    pub(super) fn require_access(&mut self, pointer: TermId, bytes: u64, mode: AccessMode) {
        let size = self.terms.bv(self.address_bits(), bytes.into());
        let fine = self.accessible(pointer, size, 1, mode);
        self.require(fine);
    }

    /// A new object, somewhere after all others.
    fn allocate(&mut self, object: &NewObject) -> Result<TermId, PathError> {
        let size = self.value(&object.size)?;
        let width = self.address_bits();
        let base = self.chosen("address", width);
        self.assume_room(base, size, object.align);

        let number = self.state.memory.next;
        let life = match object.storage {
            Storage::Heap | Storage::Internal => Life::Heap,
            Storage::Stack => Life::Mutable,
        };
        let life = life.term(self.terms);
        let fresh = match object.contents {
            Contents::Uninitialised => self.terms.bv(8, 0),
            Contents::Zero => self.terms.bv(8, 0xff),
        };
        let memory = &mut self.state.memory;
        memory.base = self.terms.store(memory.base, number, base);
        memory.size = self.terms.store(memory.size, number, size);
        memory.life = self.terms.store(memory.life, number, life);
        memory.fresh = self.terms.store(memory.fresh, number, fresh);
        let one = self.terms.bv(OBJECT_BITS, 1);
        memory.next = self.terms.bv_add(number, one);
        let one = self.terms.bv(width, 1);
        let end = self.terms.bv_add(base, size);
        memory.frontier = self.terms.bv_add(end, one);
        Ok(self.terms.concat(number, base))
    }

    /// There are addresses and numbers left, and this address may be the object's.
    fn assume_room(&mut self, base: TermId, size: TermId, align: u64) {
        let memory = self.state.memory.clone();
        let width = self.address_bits();
        let zero = self.terms.bv(width, 0);
        let not_null = self.terms.ne(base, zero);
        let after = self.terms.bv_ule(memory.frontier, base);
        let last = self.terms.bv(width, last_end(self.model()));
        let size_fits = self.terms.bv_ule(size, last);
        let room = self.terms.bv_sub(last, size);
        let fits = self.terms.bv_ule(base, room);
        let aligned = is_multiple(self.terms, base, align);
        let numbers = self.terms.bv(OBJECT_BITS, u32::MAX.into());
        let number_left = self.terms.bv_ult(memory.next, numbers);
        let owner = self.terms.select(memory.owner, base);
        let owned = self.terms.eq(owner, memory.next);
        let facts = [
            not_null,
            after,
            size_fits,
            fits,
            aligned,
            number_left,
            owned,
        ];
        for fact in facts {
            self.assume(fact);
        }
    }

    fn free(&mut self, pointer: TermId) {
        let fine = self.freeable(pointer);
        self.require(fine);
        let object = object_of(self.terms, pointer);
        let is_object = self.is_object(object);
        let life = self.terms.select(self.state.memory.life, object);
        let closed = Life::Closed.term(self.terms);
        // Freeing null does nothing.
        let life = self.terms.ite(is_object, closed, life);
        self.state.memory.life = self.terms.store(self.state.memory.life, object, life);
    }

    /// The stack object that a local holds the address of, if it lives, changes.
    fn change_life(&mut self, local: LocalId, to: Life) {
        let value = self.state.local(self.activation, local);
        let object = object_of(self.terms, value.bits);
        let is_object = self.is_object(object);
        let life = self.terms.select(self.state.memory.life, object);
        let mutable = Life::Mutable.term(self.terms);
        let is_mutable = self.terms.eq(life, mutable);
        let mut changes = vec![value.known, is_object];
        match to {
            Life::Constant => changes.push(is_mutable),
            _ => {
                let constant = Life::Constant.term(self.terms);
                let is_constant = self.terms.eq(life, constant);
                changes.push(self.terms.or(is_mutable, is_constant));
            }
        }
        let changes = self.terms.and_all(changes);
        let to = to.term(self.terms);
        let new = self.terms.ite(changes, to, life);
        self.state.memory.life = self.terms.store(self.state.memory.life, object, new);
    }

    /// Any value; of a pointer, any address.
    fn input(&mut self, scalar: Scalar) -> LocalValue {
        let bits = match scalar {
            Scalar::Pointer => {
                let address = self.chosen("input", self.address_bits());
                self.pointer_to(address)
            }
            _ => self.chosen("input", bits_of(self.model(), scalar)),
        };
        self.known(bits)
    }

    /// What the environment chooses.
    fn chosen(&mut self, name: &str, width: u32) -> TermId {
        let variable = self.terms.fresh_var(name, Sort::Bv(width));
        self.choice = Some(variable);
        variable
    }

    pub(super) fn model(&self) -> DataModel {
        self.space.program.data_model
    }

    pub(super) fn address_bits(&self) -> u32 {
        self.model().pointer_width().bits()
    }

    pub(super) fn scalar(&self, expr: &Expr) -> Scalar {
        let procedure = self.space.activations[self.activation.0];
        expr.scalar(&procedure.scalars(self.model()))
    }
}

/// The highest address that may be the end of an object: some bytes behind each are nobody's.
fn last_end(model: DataModel) -> u128 {
    const GAP: u128 = 16;
    match model {
        DataModel::Lp64 => (1 << 47) - GAP,
        DataModel::Ilp32 => (1 << 32) - GAP,
    }
}

fn constant_size(size: &Expr) -> Result<u64, PathError> {
    match size.as_const() {
        Some(Const::Int(_, bytes)) if bytes <= MAX_BULK.into() => Ok(bytes as u64),
        _ => Err(PathError::Size),
    }
}
