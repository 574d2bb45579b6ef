//! Places: what can be assigned to, and the claims about reaching it.

use super::layout::BitField;
use super::{Lowerer, Rvalue};
use crate::ast;
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Kind, Length, Type};
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
    pub length: u64,
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
            let Scalar::Int(width) = self.builder().scalar_of(&claim.index) else {
                continue;
            };
            let length = Expr::int(width, i128::from(claim.length));
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
                Ok(Rvalue::new(Expr::Local(local), ty.unqualified()))
            }
            Lvalue::Memory(memory) => match &memory.ty.kind {
                Kind::Array(element, _) => {
                    let pointer = (**element).clone().pointer_to();
                    Ok(Rvalue::new(memory.address, pointer))
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

    /// What the low bits of a unit are worth as a bit-field of this type.
    fn bit_field_value(&mut self, unit: Expr, bits: BitField, ty: Type) -> Rvalue {
        let value = self.extend_bit_field(unit, bits, &ty);
        Rvalue {
            bit_field: Some(u32::from(bits.range.width)),
            ..Rvalue::new(value, ty)
        }
    }

    /// The low bits of a unit as a value of the declared type of the bit-field.
    fn extend_bit_field(&mut self, unit: Expr, bits: BitField, ty: &Type) -> Expr {
        let Some(Scalar::Int(width)) = ty.scalar(self.model) else {
            return unit;
        };
        let Some(own) = Width::new(u32::from(bits.range.width)) else {
            return unit;
        };
        let signed = !matches!(ty.kind, Kind::Bool)
            && ty
                .as_integer()
                .is_some_and(|integer| integer.sign() == Sign::Signed);
        let value = resize(unit, bits.unit, own, Sign::Unsigned);
        resize(
            value,
            own,
            width,
            if signed { Sign::Signed } else { Sign::Unsigned },
        )
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
        let address = self.pointer_offset(pointer.expr, &target, index, index_expr)?;
        let align = self.align_of(&target);
        Ok(Memory::pointed(address, (*target).clone(), align))
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
        let address = fold::offset(array.address, bytes);
        let mut memory = Memory {
            address,
            align: array.align.min(self.align_of(&element)),
            ty: element,
            bits: None,
            field: None,
            reach: array.reach,
            indices: array.indices,
        };
        match length {
            Length::Constant(length) if !is_open_ended(array.field, length, self, array.reach) => {
                let is_object = matches!(base_expr.kind, ast::ExprKind::Name(_));
                let inside = wide
                    .as_const()
                    .is_some_and(|c| matches!(c, ir::Const::Int(_, v) if v < u128::from(length)));
                if !inside {
                    memory.indices.push(IndexClaim {
                        index: wide,
                        length,
                        kind: if is_object {
                            ClaimKind::Bounds
                        } else {
                            ClaimKind::InnerBounds
                        },
                        subject: crate::unparse::expr(whole),
                        shown,
                        span: whole.span,
                    });
                }
            }
            _ => memory.reach = Reach::Pointer,
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

/// Whether an array may be longer than declared: a flexible array member, or the old way of
/// writing one, an array of at most one element at the end of a struct reached by a pointer.
fn is_open_ended(field: Option<FieldRef>, length: u64, lowerer: &Lowerer, reach: Reach) -> bool {
    let Some(field) = field else { return false };
    let members = &lowerer.records[field.record.0 as usize].members;
    length <= 1 && field.index as usize + 1 == members.len() && reach == Reach::Pointer
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
