//! Concrete stretches: operations on nothing but known values. Most of what a program does before
//! its first input, and much of what it does after, is that. They are run from code that is made
//! for it ([`code`]), with expressions that need no terms ([`expr`]).

mod code;
mod expr;

use super::cells::Background;
use super::context::Context;
use super::heap::{Contents, Life, Made};
use super::memory::whole;
use super::state::State;
use super::step::{end_scope, give_back};
use super::value::{Base, Num, ObjectId, Value};
pub(crate) use code::{Code, Way};
use code::{Node, Quick, Spot};
use expr::Address;
use ir::{AccessMode, GlobalOrigin, Mutability, ProcedureId};
use std::cell::OnceCell;
use std::rc::Rc;

/// The code of all procedures, made when it is first needed.
pub(crate) struct Codes<'p>(Vec<OnceCell<Rc<Code<'p>>>>);

impl Codes<'_> {
    pub(crate) fn new(procedures: usize) -> Self {
        Codes((0..procedures).map(|_| OnceCell::new()).collect())
    }
}

impl<'p> Context<'p> {
    /// The code of a procedure.
    pub(crate) fn code(&self, procedure: ProcedureId) -> Rc<Code<'p>> {
        let code = &self.codes.0[procedure.0 as usize];
        code.get_or_init(|| Rc::new(self.make_ready(procedure)))
            .clone()
    }

    /// Executes the operation that a state is at, if it is one on known values: the edge that was
    /// taken. A claim that does not hold is left to others.
    pub(crate) fn step_quickly(&mut self, state: &mut State, code: &Code<'p>) -> Option<Way> {
        match &code.nodes[state.frame.location.0 as usize] {
            Node::Leave => None,
            Node::One(quick, way) => {
                self.perform(state, quick, *way)?;
                Some(*way)
            }
            Node::Branch(ways) => {
                for (condition, way) in ways {
                    if self.quick_number(state, condition)? != 0 {
                        state.frame.location = way.to;
                        return Some(*way);
                    }
                }
                None
            }
        }
    }

    fn perform(&mut self, state: &mut State, quick: &Quick<'p>, way: Way) -> Option<()> {
        match quick {
            Quick::Skip => {}
            Quick::Assign(local, operand) => {
                let value = self.quick_operand(state, operand)?;
                state.set(*local, value);
            }
            Quick::Forget(local) => state.set(*local, Value::Undefined),
            Quick::Holds(condition) => holds(self.quick_number(state, condition)? != 0)?,
            Quick::Initialised(local) => holds(state.local(*local) != Value::Undefined)?,
            Quick::Access {
                address,
                size,
                align,
                mode,
            } => {
                let size = self.quick_number(state, size)?;
                holds(self.may_access(state, address, size, *align, *mode)?)?;
            }
            Quick::Load(dest, spot) => {
                let value = self.load_quickly(state, spot)?;
                state.set(*dest, value);
            }
            Quick::Store(spot, operand) => {
                let value = self.quick_operand(state, operand)?;
                self.store_quickly(state, spot, value)?;
            }
            Quick::Allocate(dest, object, size) => {
                let size = Num::Const(self.quick_number(state, size)?.into());
                self.allocate(state, *dest, object, size);
            }
            Quick::EndScope(local) => end_scope(state, *local),
            Quick::Call {
                dest,
                target,
                arguments,
            } => {
                let arguments = arguments.iter();
                let values = arguments
                    .map(|argument| self.quick_operand(state, argument))
                    .collect::<Option<Vec<Value>>>()?;
                let called = self.call(state, way.edge, *target, values, *dest);
                return called.ok().map(|_| ());
            }
            Quick::Return(operand) => {
                state.frame.caller.as_ref()?;
                let value = match operand {
                    Some(operand) => self.quick_operand(state, operand)?,
                    None => Value::Undefined,
                };
                give_back(state, value, self.program);
                return Some(());
            }
        }
        state.frame.location = way.to;
        Some(())
    }

    /// Whether an access at a known place is allowed; `None` if it takes more to tell.
    fn may_access(
        &self,
        state: &State,
        address: &Address,
        size: u64,
        align: u64,
        mode: AccessMode,
    ) -> Option<bool> {
        if size == 0 {
            return Some(true);
        }
        let (id, offset) = self.quick_place(state, address, size)?;
        let object = state.heap.get(id);
        if self.sure_alignment(state, id) < align.min(object.align) {
            return None;
        }
        let is_mutable = object.mutability == Mutability::Mutable;
        let is_aligned = object.align >= align && offset % align == 0;
        Some(is_aligned && (is_mutable || mode != AccessMode::Write))
    }

    /// The live object and the offset in it of an access that is inside of it.
    fn quick_place(&self, state: &State, address: &Address, size: u64) -> Option<(ObjectId, u64)> {
        let (Base::Object(id), offset) = self.quick_address(state, address)? else {
            return None;
        };
        let object = state.heap.get(id);
        let end = u128::from(offset) + u128::from(size);
        let is_inside = matches!(object.size, Num::Const(have) if end <= have);
        let is_defined = match object.made {
            Made::Global(global) => self.program[global].origin != GlobalOrigin::Undefined,
            _ => true,
        };
        let has_cells = matches!(object.contents, Contents::Cells(_));
        let is_usable = object.life == Life::Live && is_inside && is_defined && has_cells;
        is_usable.then_some((id, offset))
    }

    fn load_quickly(&mut self, state: &mut State, spot: &Spot) -> Option<Value> {
        let (id, offset) = self.quick_place(state, &spot.address, spot.size)?;
        let cells = state.cells(whole(id));
        if let Some(value) = cells.written(offset, spot.size, spot.scalar) {
            return Some(value);
        }
        if cells.background == Background::Unknown {
            return None;
        }
        let value = self.with_codec(state, |codec, state| {
            let cells = state.cells(whole(id));
            cells.load(codec, offset, spot.scalar)
        });
        (value != Value::Undefined || !self.has_leftovers()).then_some(value)
    }

    fn store_quickly(&mut self, state: &mut State, spot: &Spot, value: Value) -> Option<()> {
        let (id, offset) = self.quick_place(state, &spot.address, spot.size)?;
        let cells = state.cells_mut(whole(id));
        if !cells.overwrite(offset, spot.size, value) {
            self.with_codec(state, |codec, state| {
                let cells = state.cells_mut(whole(id));
                cells.store(codec, offset, spot.scalar, value);
            });
        }
        Some(())
    }
}

/// Goes on if a condition holds.
fn holds(condition: bool) -> Option<()> {
    condition.then_some(())
}
