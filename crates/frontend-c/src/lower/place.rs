//! Places: what can be assigned to, and the claims about reaching it.

use super::layout::BitField;
use super::{Lowerer, Rvalue};
use crate::ast;
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Kind, Type};
use ir::{
    AccessMode, BinaryOp, CastOp, ClaimKind, Condition, Expr, FieldRef, LocalId, Op,
    Operand as Shown, Place, Scalar, Sign, Span, Width,
};

/// What an expression is before it is used: a place, or a value.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Place(Lvalue),
    Value(Rvalue),
}

impl Operand {
    pub(super) fn ty(&self) -> &Type {
        match self {
            Operand::Place(place) => place.ty(),
            Operand::Value(value) => &value.ty,
        }
    }
}

/// A place.
#[derive(Clone, Debug)]
pub(super) enum Lvalue {
    /// A local that has no address.
    Local(LocalId, Type),
    /// A stretch of memory.
    Memory(Memory),
}

/// A place in memory, and what is not yet known about reaching it.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub address: Expr,
    pub ty: Type,
    pub align: u64,
    pub bits: Option<BitField>,
    pub field: Option<FieldRef>,
    /// Whether it is the last member of the whole, so that nothing of the whole comes behind it.
    pub is_last: bool,
    pub reach: Reach,
    /// Indices that must be inside of their arrays before the place is accessed.
    pub indices: Vec<IndexClaim>,
}

/// How a place in memory was reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Reach {
    /// Inside a live object, as long as the indices are right.
    Known,
    /// Through a pointer: everything is to be checked.
    Pointer,
}

/// `index < length`, to be claimed when the element is accessed.
#[derive(Clone, Debug)]
pub(super) struct IndexClaim {
    pub index: Expr,
    /// Of the type of the index.
    pub length: Expr,
    /// [`ClaimKind::Bounds`] if the array is a whole object, [`ClaimKind::InnerBounds`] if not.
    pub kind: ClaimKind,
    pub subject: String,
    pub shown: Shown,
    pub span: Span,
}

impl Lvalue {
    pub(super) fn ty(&self) -> &Type {
        match self {
            Lvalue::Local(_, ty) => ty,
            Lvalue::Memory(memory) => &memory.ty,
        }
    }

    /// Which bits of its bytes it is, if it is a bit-field.
    pub(super) fn bits(&self) -> Option<BitField> {
        match self {
            Lvalue::Local(..) => None,
            Lvalue::Memory(memory) => memory.bits,
        }
    }
}

impl Memory {
    /// The whole of an object that is known to live.
    pub(super) fn object(address: Expr, ty: Type, align: u64) -> Memory {
        Memory {
            address,
            ty,
            align,
            bits: None,
            field: None,
            is_last: true,
            reach: Reach::Known,
            indices: Vec::new(),
        }
    }

    /// What a pointer points to.
    pub(super) fn pointed(address: Expr, ty: Type, align: u64) -> Memory {
        Memory {
            reach: Reach::Pointer,
            ..Memory::object(address, ty, align)
        }
    }
}

impl Lowerer {
    /// `address + bytes` for a constant number of bytes.
    pub(super) fn byte_offset(&self, address: Expr, bytes: u64) -> Expr {
        let width = self.model.pointer_width();
        fold::offset(address, Expr::int(width, i128::from(bytes)))
    }

    /// A claim, unless claims are not wanted here.
    pub(super) fn check(
        &mut self,
        condition: Condition,
        kind: ClaimKind,
        subject: &str,
        operands: Vec<Shown>,
        span: Span,
    ) {
        if !self.function.silent {
            self.builder()
                .check(condition, kind, subject, operands, span);
        }
    }

    /// A value to show when a claim about it fails.
    pub(super) fn operand(&mut self, expr: &ast::Expr, value: &Rvalue) -> Shown {
        let ty = self.ir_type(&value.ty.clone());
        Shown {
            text: crate::unparse::expr(expr).into(),
            value: value.expr.clone(),
            ty,
        }
    }

    /// Claims that the place may be accessed.
    pub(super) fn guard(
        &mut self,
        memory: &Memory,
        mode: AccessMode,
        expr: &ast::Expr,
    ) -> Lowered<()> {
        if self.function.silent {
            return Ok(());
        }
        let inner = memory
            .indices
            .iter()
            .any(|claim| claim.kind == ClaimKind::InnerBounds);
        if memory.reach == Reach::Pointer || inner {
            let size = match memory.bits {
                Some(bits) => Expr::int(self.model.pointer_width(), i128::from(bits.unit.bytes())),
                None => self.access_size(&memory.ty, expr.span)?,
            };
            self.access_check(memory.address.clone(), size, memory.align, mode, expr);
        }
        for claim in &memory.indices {
            let length = claim.length.clone();
            let inside = fold::binary(BinaryOp::ULt, claim.index.clone(), length);
            let shown = vec![claim.shown.clone()];
            self.check(
                Condition::Holds(inside),
                claim.kind,
                &claim.subject,
                shown,
                claim.span,
            );
        }
        Ok(())
    }

    /// How many bytes an access touches: of a `long double`, not its padding.
    fn access_size(&mut self, ty: &Type, span: Span) -> Lowered<Expr> {
        match ty.kind {
            Kind::Float(kind) => Ok(Expr::int(
                self.model.pointer_width(),
                i128::from(kind.bytes()),
            )),
            _ => self.size_expr(ty, span),
        }
    }

    pub(super) fn access_check(
        &mut self,
        address: Expr,
        size: Expr,
        align: u64,
        mode: AccessMode,
        expr: &ast::Expr,
    ) {
        let condition = Condition::Access {
            address,
            size,
            align,
            mode,
        };
        let kind = ClaimKind::Null;
        self.check(
            condition,
            kind,
            &crate::unparse::expr(expr),
            Vec::new(),
            expr.span,
        );
    }

    /// The value of a place. `expr` is what names it, for claims.
    pub(super) fn load(&mut self, place: Lvalue, expr: &ast::Expr) -> Lowered<Rvalue> {
        match place {
            Lvalue::Local(local, ty) => {
                self.check_initialised(local, ClaimKind::Uninitialised, expr);
                Ok(Rvalue {
                    inner: self.function.inner.get(&local).cloned(),
                    ..Rvalue::new(Expr::Local(local), ty.unqualified())
                })
            }
            Lvalue::Memory(memory) => match &memory.ty.kind {
                Kind::Array(element, length) => {
                    let pointer = (**element).clone().pointer_to();
                    Ok(Rvalue {
                        inner: self.inner_array(&memory, element, length),
                        ..Rvalue::new(memory.address, pointer)
                    })
                }
                Kind::Function(_) => {
                    let pointer = memory.ty.clone().pointer_to();
                    Ok(Rvalue::new(memory.address, pointer))
                }
                Kind::Record(_) => {
                    self.guard(&memory, AccessMode::Read, expr)?;
                    Ok(Rvalue::new(memory.address, memory.ty.unqualified()))
                }
                Kind::Void => Ok(Rvalue::void()),
                _ => self.load_scalar(memory, expr),
            },
        }
    }

    fn load_scalar(&mut self, memory: Memory, expr: &ast::Expr) -> Lowered<Rvalue> {
        self.guard(&memory, AccessMode::Read, expr)?;
        let ty = memory.ty.unqualified();
        let span = expr.span;
        let Some(bits) = memory.bits else {
            let place = self.ir_place(&memory, span)?;
            let dest = self.temporary(&ty, span)?;
            self.emit(Op::Load { dest, place }, span);
            if ty.is_character() {
                return Ok(Rvalue {
                    unchecked: Some(dest),
                    ..Rvalue::new(Expr::Local(dest), ty)
                });
            }
            self.check_initialised(dest, ClaimKind::Uninitialised, expr);
            return Ok(Rvalue::new(Expr::Local(dest), ty));
        };
        let place = self.ir_place(&memory, span)?;
        let declared = self.ir_type(&ty);
        let dest = self
            .builder()
            .temporary(Scalar::Int(bits.unit), declared, span);
        self.emit(Op::Load { dest, place }, span);
        self.check_initialised(dest, ClaimKind::Uninitialised, expr);
        Ok(self.bit_field_value(Expr::Local(dest), bits, ty))
    }

    pub(super) fn ir_place(&mut self, memory: &Memory, span: Span) -> Lowered<Place> {
        let scalar = match memory.bits {
            Some(bits) => Scalar::Int(bits.unit),
            None => memory
                .ty
                .scalar(self.model)
                .ok_or_else(|| Diagnostic::error(span, "a value of scalar type is needed here"))?,
        };
        Ok(Place {
            address: memory.address.clone(),
            scalar,
            bits: memory.bits.map(|bits| bits.range),
            field: memory.field,
        })
    }

    pub(super) fn check_initialised(&mut self, local: LocalId, kind: ClaimKind, expr: &ast::Expr) {
        let subject = crate::unparse::expr(expr);
        self.check(
            Condition::Initialised(local),
            kind,
            &subject,
            Vec::new(),
            expr.span,
        );
    }

    /// Stores a value that already has the type of the place. Gives the value of the assignment.
    pub(super) fn store(
        &mut self,
        place: &Lvalue,
        value: Rvalue,
        expr: &ast::Expr,
    ) -> Lowered<Rvalue> {
        match place {
            Lvalue::Local(local, ty) => {
                let value = self.used(value, expr);
                self.emit(Op::Assign(*local, value.expr), expr.span);
                Ok(Rvalue::new(Expr::Local(*local), ty.unqualified()))
            }
            Lvalue::Memory(memory) => {
                self.guard(memory, AccessMode::Write, expr)?;
                self.store_memory(memory, value, expr)
            }
        }
    }

    fn store_memory(
        &mut self,
        memory: &Memory,
        value: Rvalue,
        expr: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let span = expr.span;
        if memory.ty.is_record() {
            let size = self.size_expr(&memory.ty, span)?;
            let from = value.expr;
            self.emit(
                Op::Copy {
                    to: memory.address.clone(),
                    from,
                    size,
                },
                span,
            );
            return Ok(Rvalue::new(memory.address.clone(), memory.ty.unqualified()));
        }
        let place = self.ir_place(memory, span)?;
        let Some(bits) = memory.bits else {
            self.emit(
                Op::Store {
                    place,
                    value: value.expr.clone(),
                },
                span,
            );
            return Ok(value);
        };
        let value = self.used(value, expr);
        let Some(Scalar::Int(width)) = value.ty.scalar(self.model) else {
            return Err(Diagnostic::error(span, "a bit-field needs an integer"));
        };
        let unit = resize(value.expr, width, bits.unit, Sign::Unsigned);
        self.emit(
            Op::Store {
                place,
                value: unit.clone(),
            },
            span,
        );
        let Some(own) = Width::new(u32::from(bits.range.width)) else {
            return Err(Diagnostic::error(span, "a bit-field of no width"));
        };
        let cut = resize(unit, bits.unit, own, Sign::Unsigned);
        let cut = resize(cut, own, bits.unit, Sign::Unsigned);
        Ok(self.bit_field_value(cut, bits, memory.ty.unqualified()))
    }

    /// Stores into memory that needs no claims: an object being initialised.
    pub(super) fn store_known(
        &mut self,
        address: Expr,
        ty: &Type,
        bits: Option<BitField>,
        value: Rvalue,
        expr: &ast::Expr,
    ) -> Lowered<()> {
        let align = self.align_of(ty);
        let memory = Memory {
            bits,
            ..Memory::object(address, ty.clone(), align)
        };
        self.store_memory(&memory, value, expr).map(|_| ())
    }

    /// The value in a temporary, unless it can no longer change.
    pub(super) fn stable(&mut self, value: Rvalue, span: Span) -> Lowered<Rvalue> {
        let is_stable = match &value.expr {
            Expr::Const(_) | Expr::Global(_) | Expr::Procedure(_) => true,
            Expr::Local(local) => {
                self.function.builder.locals[local.0 as usize].role == ir::LocalRole::Temporary
            }
            _ => false,
        };
        if is_stable || !value.ty.is_scalar() {
            return Ok(value);
        }
        let local = self.temporary(&value.ty, span)?;
        self.emit(Op::Assign(local, value.expr), span);
        Ok(Rvalue {
            expr: Expr::Local(local),
            ..value
        })
    }

    /// The value, claimed to be initialised if that is still open.
    pub(super) fn used(&mut self, value: Rvalue, expr: &ast::Expr) -> Rvalue {
        if let Some(local) = value.unchecked {
            self.check_initialised(local, ClaimKind::Uninitialised, expr);
        }
        Rvalue {
            unchecked: None,
            ..value
        }
    }
}

/// An integer expression in another width.
pub(super) fn resize(expr: Expr, from: Width, to: Width, sign: Sign) -> Expr {
    let scalar = Scalar::Int(to);
    if to < from {
        fold::cast(CastOp::Truncate, scalar, expr)
    } else if to == from {
        expr
    } else if sign == Sign::Signed {
        fold::cast(CastOp::SignExtend, scalar, expr)
    } else {
        fold::cast(CastOp::ZeroExtend, scalar, expr)
    }
}
