//! Pointers that an array inside of a struct became: they must stay in that array (6.5.6), though
//! the object around it is larger.
//!
//! Which array a pointer belongs to is known in the expression in which the array becomes one, and
//! of a local variable whose one assignment gives it such a pointer, after which it is only moved.
//! Everywhere else it is forgotten.

use super::element::is_open_ended;
use super::place::{IndexClaim, Lvalue, Memory};
use super::{Lowerer, Rvalue};
use crate::ast::{self, ExprKind};
use crate::fold;
use crate::types::{Length, Type};
use ir::{BinaryOp, ClaimKind, Const, Expr, LocalId, LocalRole, Op, Span};

/// The array that a pointer must stay in.
#[derive(Clone, Debug)]
pub(crate) struct InnerArray {
    start: Expr,
    bytes: u64,
}

impl Lowerer {
    /// The array of a place, if it is a member of a struct and no longer than it is declared.
    pub(super) fn inner_array(
        &self,
        memory: &Memory,
        element: &Type,
        length: &Length,
    ) -> Option<InnerArray> {
        let Length::Constant(length) = *length else {
            return None;
        };
        memory.field?;
        if self.function.silent || is_open_ended(memory, length) {
            return None;
        }
        let bytes = self
            .size_of(element, Span::NONE)
            .ok()?
            .checked_mul(length)?;
        Some(InnerArray {
            start: memory.address.clone(),
            bytes,
        })
    }

    /// The claim that an element is in the array that its pointer belongs to.
    pub(super) fn inner_claim(
        &mut self,
        (pointer, pointer_expr): (&Rvalue, &ast::Expr),
        address: &Expr,
        whole: &ast::Expr,
    ) -> Option<IndexClaim> {
        let inner = pointer.inner.clone()?;
        let element = pointer.ty.pointee()?.clone();
        let size = self.size_of(&element, whole.span).ok()?;
        let last = inner.bytes.checked_sub(size)?;
        let distance = self.distance(&inner.start, address);
        if let Expr::Const(Const::Int(_, bytes)) = distance
            && bytes <= u128::from(last)
        {
            return None;
        }
        Some(IndexClaim {
            index: distance,
            length: Expr::int(self.model.pointer_width(), i128::from(last) + 1),
            kind: ClaimKind::InnerBounds,
            subject: crate::unparse::expr(whole),
            shown: self.operand(pointer_expr, pointer),
            span: whole.span,
        })
    }

    /// The bytes from one address to another of the same object.
    fn distance(&self, from: &Expr, to: &Expr) -> Expr {
        let ((base, start), (other, end)) = (fold::split_offset(from), fold::split_offset(to));
        match (start, end) {
            (Some(start), Some(end)) if base == other => {
                Expr::int(self.model.pointer_width(), end - start)
            }
            _ => fold::binary(BinaryOp::PointerDiff, to.clone(), from.clone()),
        }
    }

    /// A variable is given its value where it is declared.
    pub(super) fn initialise_pointer(&mut self, name: &str, local: LocalId, value: &Rvalue) {
        // What was looked at without effect may have left something of another variable here.
        self.function.inner.remove(&local);
        if self.function.assignments.get(name).copied().unwrap_or(0) == 0 {
            self.follow_pointer(local, value);
        }
    }

    /// A variable is assigned to.
    pub(super) fn assign_pointer(&mut self, left: &ast::Expr, place: &Lvalue, value: &Rvalue) {
        if let (ExprKind::Name(name), Lvalue::Local(local, _)) = (&left.kind, place)
            && self.function.assignments.get(name) == Some(&1)
            && self.function.unset.contains(local)
        {
            self.follow_pointer(*local, value);
        }
    }

    fn follow_pointer(&mut self, local: LocalId, value: &Rvalue) {
        let Some(inner) = &value.inner else { return };
        let span = self.function.builder.locals[local.0 as usize].span;
        let start = match fold::split_offset(&inner.start) {
            (Expr::Global(_), Some(_)) => inner.start.clone(),
            (Expr::Local(base), Some(_)) if self.is_address(*base) => inner.start.clone(),
            _ => {
                let ty = self.ir_type(&value.ty.clone());
                let kept = self.builder().temporary(ir::Scalar::Pointer, ty, span);
                self.emit(Op::Assign(kept, inner.start.clone()), span);
                Expr::Local(kept)
            }
        };
        let bytes = inner.bytes;
        self.function
            .inner
            .insert(local, InnerArray { start, bytes });
    }

    /// Whether a local holds the address of one variable for as long as that lives.
    fn is_address(&self, local: LocalId) -> bool {
        self.function.builder.locals[local.0 as usize].role == LocalRole::Address
    }
}
