//! Expressions as terms over a state.

use ir::{CastOp, Const, Expr, Scalar};

use super::PathError;
use super::operation::Executor;
use super::space::{address_of, object_of};
use super::state::{LocalValue, NOWHERE, OBJECT_BITS};
use crate::program::{binary, cast, math, unary};
use crate::terms::TermId;

impl Executor<'_> {
    /// What a local takes over from an expression: a bare local hands on that it has no value,
    /// any other expression works with its zero bits.
    pub(super) fn carried(&mut self, expr: &Expr) -> Result<LocalValue, PathError> {
        match expr {
            Expr::Local(local) => Ok(self.state.local(self.activation, *local)),
            _ => {
                let bits = self.value(expr)?;
                Ok(self.known(bits))
            }
        }
    }

    /// A value that is there.
    pub(super) fn known(&self, bits: TermId) -> LocalValue {
        let known = self.terms.bool(true);
        LocalValue { bits, known }
    }

    /// The truth of a condition.
    pub(super) fn truth(&mut self, expr: &Expr) -> Result<TermId, PathError> {
        let bits = self.value(expr)?;
        Ok(self.terms.bit(0, bits))
    }

    /// The bits of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Result<TermId, PathError> {
        Ok(match expr {
            Expr::Const(Const::Int(width, bits)) => self.terms.bv(width.bits(), *bits),
            Expr::Const(Const::Float(kind, bits)) => self.terms.bv(kind.bits(), *bits),
            Expr::Const(Const::Null) => self.terms.bv(OBJECT_BITS + self.address_bits(), 0),
            Expr::Local(local) => self.state.local(self.activation, *local).bits,
            Expr::Global(id) => {
                let fact = self
                    .space
                    .of_global(self.terms, &self.state.memory, id.0 as usize);
                self.assume(fact);
                self.start_of(self.space.global_object(id.0))
            }
            Expr::Procedure(id) => self.start_of(self.space.procedure_object(id.0)),
            Expr::Unary(op, operand) => {
                let scalar = self.scalar(operand);
                let operand = self.value(operand)?;
                unary(self.terms, *op, scalar, operand)
            }
            Expr::Binary(op, left, right) => {
                let scalar = self.scalar(left);
                let (left, right) = (self.plain(left)?, self.plain(right)?);
                binary(self.terms, *op, scalar, self.model(), left, right)
            }
            Expr::Cast(CastOp::IntToPointer, _, operand) => {
                let address = self.value(operand)?;
                self.pointer_to(address)
            }
            Expr::Cast(op, to, operand) => {
                let from = self.scalar(operand);
                let operand = self.plain(operand)?;
                cast(self.terms, *op, from, *to, operand)
            }
            Expr::Offset(pointer, by) => {
                let (pointer, by) = (self.value(pointer)?, self.value(by)?);
                self.moved(pointer, by)
            }
            Expr::If(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
                self.terms.ite(condition, then, otherwise)
            }
            Expr::Math(function, kind, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|argument| self.value(argument))
                    .collect::<Result<Vec<TermId>, PathError>>()?;
                math(self.terms, *function, *kind, &arguments).ok_or(PathError::Math(*function))?
            }
        })
    }

    /// What operators work on: of a pointer, its address.
    fn plain(&mut self, expr: &Expr) -> Result<TermId, PathError> {
        let value = self.value(expr)?;
        Ok(match self.scalar(expr) {
            Scalar::Pointer => address_of(self.terms, value),
            Scalar::Int(_) | Scalar::Float(_) => value,
        })
    }

    /// A pointer to the first byte of an object.
    pub(super) fn start_of(&mut self, object: u128) -> TermId {
        let object = self.terms.bv(OBJECT_BITS, object);
        let address = self.terms.select(self.state.memory.base, object);
        self.terms.concat(object, address)
    }

    /// A pointer so many bytes further, in the same object.
    pub(super) fn moved(&mut self, pointer: TermId, by: TermId) -> TermId {
        let object = object_of(self.terms, pointer);
        let address = address_of(self.terms, pointer);
        let address = self.terms.bv_add(address, by);
        self.terms.concat(object, address)
    }

    /// A pointer made from an address alone: into the object in whose range, or at whose end, the
    /// address lies.
    pub(super) fn pointer_to(&mut self, address: TermId) -> TermId {
        let memory = self.state.memory.clone();
        let object = self.terms.select(memory.owner, address);
        let nowhere = self.terms.bv(OBJECT_BITS, NOWHERE);
        let is_object = self.terms.bv_ult(nowhere, object);
        let exists = self.terms.bv_ult(object, memory.next);
        let base = self.terms.select(memory.base, object);
        let size = self.terms.select(memory.size, object);
        let offset = self.terms.bv_sub(address, base);
        let within = self.terms.bv_ule(offset, size);
        let found = self.terms.and_all([is_object, exists, within]);
        let object = self.terms.ite(found, object, nowhere);
        let zero = self.terms.bv(self.address_bits(), 0);
        let is_null = self.terms.eq(address, zero);
        let null = self.terms.bv(OBJECT_BITS, 0);
        let object = self.terms.ite(is_null, null, object);
        self.terms.concat(object, address)
    }
}
