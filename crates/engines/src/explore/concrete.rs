//! Expressions whose value is known: no terms, and nothing that could interrupt. Most of what a
//! program does before its first input, and much of what it does after, is that.

use super::codec::mask;
use super::context::{Context, Step};
use super::state::State;
use super::value::{Num, ObjectId, Pointer, Value};
use interp::operators;
use ir::{CastOp, Const, Expr, Scalar};

impl Context<'_> {
    /// The value of an expression, without detours if it is a known number.
    pub(crate) fn value_quickly(&mut self, state: &mut State, expr: &Expr) -> Step<Value> {
        match self.known(state, expr) {
            Some(bits) => Ok(Value::Bits(Num::Const(bits))),
            None => self.value(state, expr),
        }
    }

    /// The bits of a number, if all that it is computed from is known.
    pub(crate) fn known(&self, state: &State, expr: &Expr) -> Option<u128> {
        match expr {
            Expr::Const(Const::Int(_, bits) | Const::Float(_, bits)) => Some(*bits),
            Expr::Local(local) => match state.frame.locals[local.0 as usize] {
                Value::Bits(Num::Const(bits)) => Some(bits),
                _ => None,
            },
            Expr::Unary(op, operand) => {
                let bits = self.known(state, operand)?;
                Some(operators::unary(*op, self.scalar(state, operand), bits))
            }
            Expr::Binary(op, left, right) => {
                let (a, b) = (self.known(state, left)?, self.known(state, right)?);
                let scalar = self.scalar(state, left);
                // Known bits may be an address, which is compared as such elsewhere.
                let is_number = scalar != Scalar::Pointer;
                is_number.then(|| operators::binary(*op, scalar, self.model(), a, b))
            }
            Expr::Cast(CastOp::IntToPointer | CastOp::PointerToInt, ..) => None,
            Expr::Cast(op, to, operand) => {
                let bits = self.known(state, operand)?;
                let from = self.scalar(state, operand);
                Some(operators::cast(*op, from, *to, bits))
            }
            Expr::If(condition, then, otherwise) => {
                let chosen = match self.known(state, condition)? {
                    0 => otherwise,
                    _ => then,
                };
                self.known(state, chosen)
            }
            _ => None,
        }
    }

    /// An address, if its base and its distance from there are known.
    pub(crate) fn known_pointer(&self, state: &State, expr: &Expr) -> Option<Pointer> {
        match expr {
            Expr::Const(Const::Null) => Some(Pointer::NULL),
            // Globals are the first objects of every state.
            Expr::Global(id) => Some(Pointer::to(ObjectId(id.0))),
            Expr::Local(local) => match state.frame.locals[local.0 as usize] {
                Value::Pointer(pointer) => pointer.offset.known().map(|_| pointer),
                _ => None,
            },
            Expr::Offset(address, by) => {
                let pointer = self.known_pointer(state, address)?;
                let from = pointer.offset.known()?;
                let by = self.known(state, by)?;
                let offset = Num::Const(from.wrapping_add(by) & mask(self.width()));
                Some(Pointer { offset, ..pointer })
            }
            _ => None,
        }
    }
}
