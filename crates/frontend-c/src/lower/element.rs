//! The elements of arrays and the members of records, as places.

use super::place::{IndexClaim, Lvalue, Memory, Operand, Reach};
use super::{Lowerer, Rvalue};
use crate::ast;
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Kind, Length, Type};
use ir::{BinaryOp, ClaimKind, Expr, FieldRef, Span};

impl Lowerer {
    /// `base[index]`.
    pub(super) fn index_place(
        &mut self,
        whole: &ast::Expr,
        base: &ast::Expr,
        index: &ast::Expr,
    ) -> Lowered<Memory> {
        let operand = self.lower(base)?;
        if operand.ty().as_integer().is_some() {
            // `2[a]` is `a[2]`.
            let pointer = self.rvalue(index)?;
            let offset = self.value_of(operand, base)?;
            return self.pointer_element(whole, pointer, offset, base);
        }
        if let Operand::Place(Lvalue::Memory(memory)) = &operand
            && let Kind::Array(element, length) = &memory.ty.kind
        {
            let (element, length) = ((**element).clone(), length.clone());
            let offset = self.rvalue(index)?;
            return self.array_element(
                whole,
                memory.clone(),
                element,
                length,
                offset,
                (base, index),
            );
        }
        let pointer = self.value_of(operand, base)?;
        let offset = self.rvalue(index)?;
        self.pointer_element(whole, pointer, offset, index)
    }

    fn pointer_element(
        &mut self,
        whole: &ast::Expr,
        pointer: Rvalue,
        index: Rvalue,
        index_expr: &ast::Expr,
    ) -> Lowered<Memory> {
        let Some(target) = pointer.ty.pointee().cloned() else {
            return Err(Diagnostic::error(
                whole.span,
                "only arrays and pointers have elements",
            ));
        };
        let shown = index.clone();
        let address = self.pointer_offset(pointer.expr.clone(), &target, index, index_expr)?;
        let align = self.align_of(&target);
        let claim = self.inner_claim((&pointer, index_expr), &address, whole);
        let claim = claim.map(|claim| IndexClaim {
            shown: self.operand(index_expr, &shown),
            ..claim
        });
        Ok(Memory {
            indices: claim.into_iter().collect(),
            ..Memory::pointed(address, (*target).clone(), align)
        })
    }

    fn array_element(
        &mut self,
        whole: &ast::Expr,
        array: Memory,
        element: Type,
        length: Length,
        index: Rvalue,
        (base_expr, index_expr): (&ast::Expr, &ast::Expr),
    ) -> Lowered<Memory> {
        let shown = self.operand(index_expr, &index);
        let wide = self.index_value(index, index_expr)?;
        let step = self.size_expr(&element, whole.span)?;
        let bytes = fold::binary(BinaryOp::Mul, wide.clone(), step);
        let address = fold::offset(array.address.clone(), bytes);
        let (length, reach) = match length {
            Length::Constant(length) if is_open_ended(&array, length) => (None, Reach::Pointer),
            Length::Constant(length) => {
                let length = Expr::int(self.model.pointer_width(), i128::from(length));
                (Some(length), array.reach)
            }
            // Its size in bytes may have wrapped around.
            Length::Variable(length) => (Some(Expr::Local(length.count)), Reach::Pointer),
            Length::Unknown => (None, Reach::Pointer),
        };
        let mut memory = Memory {
            address,
            align: array.align.min(self.align_of(&element)),
            ty: element,
            bits: None,
            field: None,
            is_last: false,
            reach,
            indices: array.indices,
        };
        if let Some(length) = length
            && !is_inside(&wide, &length)
        {
            let is_object = matches!(base_expr.kind, ast::ExprKind::Name(_));
            memory.indices.push(IndexClaim {
                index: wide,
                length,
                kind: match is_object {
                    true => ClaimKind::Bounds,
                    false => ClaimKind::InnerBounds,
                },
                subject: crate::unparse::expr(whole),
                shown,
                span: whole.span,
            });
        }
        Ok(memory)
    }

    /// An index as a signed number of the width of an address.
    pub(super) fn index_value(&mut self, index: Rvalue, expr: &ast::Expr) -> Lowered<Expr> {
        let ptrdiff = Type::integer(Integer::ptrdiff_t(self.model));
        if index.ty.as_integer().is_none() {
            return Err(Diagnostic::error(expr.span, "an index must be an integer"));
        }
        let index = self.used(index, expr);
        Ok(self.convert(index, &ptrdiff, expr.span)?.expr)
    }

    /// `pointer + index`, in elements.
    pub(super) fn pointer_offset(
        &mut self,
        pointer: Expr,
        target: &Type,
        index: Rvalue,
        index_expr: &ast::Expr,
    ) -> Lowered<Expr> {
        let wide = self.index_value(index, index_expr)?;
        let step = self.size_expr(target, index_expr.span)?;
        let bytes = fold::binary(BinaryOp::Mul, wide, step);
        Ok(fold::offset(pointer, bytes))
    }

    /// The member of a record at a place.
    pub(super) fn member_place(
        &mut self,
        mut memory: Memory,
        name: &str,
        span: Span,
    ) -> Lowered<Memory> {
        let Kind::Record(mut record) = memory.ty.kind else {
            let message = format!("`.{name}` of what is neither a struct nor a union");
            return Err(Diagnostic::error(span, message));
        };
        let qualifiers = (memory.ty.is_const, memory.ty.is_volatile);
        let path = self.find_member(record, name).ok_or_else(|| {
            let record = &self.program.types.record(record).name;
            Diagnostic::error(span, format!("`{record}` has no member `{name}`"))
        })?;
        for index in path {
            let member = self.member(record, index).clone();
            memory.address = self.byte_offset(memory.address, member.offset);
            memory.field = Some(FieldRef {
                record,
                index: index as u32,
            });
            memory.align = member
                .align
                .min(self.known_align(memory.align, member.offset));
            memory.bits = member.bits;
            memory.is_last &= index + 1 == self.records[record.0 as usize].members.len();
            if let Kind::Record(inner) = member.ty.kind {
                record = inner;
            }
            memory.ty = member.ty.qualified(qualifiers.0, qualifiers.1);
        }
        Ok(memory)
    }

    /// The alignment that is sure at an offset into something aligned.
    fn known_align(&self, align: u64, offset: u64) -> u64 {
        if offset == 0 {
            align
        } else {
            align.min(1 << offset.trailing_zeros().min(32))
        }
    }
}

/// Whether an index is a constant that is surely below a length.
fn is_inside(index: &Expr, length: &Expr) -> bool {
    match (index.as_const(), length.as_const()) {
        (Some(ir::Const::Int(_, index)), Some(ir::Const::Int(_, length))) => index < length,
        _ => false,
    }
}

/// Whether an array may be longer than declared: a flexible array member, or the old way of
/// writing one, an array of at most one element at the end of a struct reached by a pointer.
pub(super) fn is_open_ended(array: &Memory, length: u64) -> bool {
    length <= 1 && array.field.is_some() && array.is_last && array.reach == Reach::Pointer
}
