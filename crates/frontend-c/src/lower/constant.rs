//! Literals, sizes, and expressions whose value is known when the program is read.

use super::place::{Lvalue, Memory, Operand};
use super::{Lowerer, Rvalue};
use crate::ast::{self, Encoding, ExprKind, IntegerLength};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Kind, Type};
use ir::{
    Const, Expr, FloatKind, Global, GlobalId, GlobalOrigin, Mutability, Scalar, Sign, Span, Width,
};
use std::rc::Rc;

impl Lowerer {
    pub(super) fn string_type(&self, string: &ast::StringLiteral) -> Type {
        let element = match string.encoding {
            Encoding::Plain => Integer::Char,
            Encoding::Wide => Integer::wchar_t(self.model),
            Encoding::Utf16 => Integer::UShort,
            Encoding::Utf32 => Integer::UInt,
        };
        Type::integer(element).array_of(string.units.len() as u64 + 1)
    }

    /// The object of a string literal; equal literals share one.
    pub(super) fn string_global(&mut self, string: &ast::StringLiteral, span: Span) -> GlobalId {
        let (bytes, unit) = self.string_bytes(string);
        if let Some(&global) = self.strings.get(&(bytes.clone(), unit)) {
            return global;
        }
        let id = GlobalId(self.program.globals.len() as u32);
        let ty = self.string_type(string);
        let ty = self.ir_type(&ty);
        self.program.globals.push(Global {
            name: format!("string.{}", self.strings.len()).into(),
            ty,
            size: bytes.len() as u64,
            align: unit,
            mutability: Mutability::Constant,
            origin: GlobalOrigin::StringLiteral,
            visibility: ir::Visibility::Block,
            data: vec![ir::Datum {
                offset: 0,
                value: ir::DatumValue::Bytes(bytes.clone()),
            }],
            span,
        });
        self.strings.insert((bytes, unit), id);
        id
    }

    pub(super) fn integer_value(&mut self, value: i128, ty: &Type) -> Rvalue {
        let width = match ty.scalar(self.model) {
            Some(Scalar::Int(width)) => width,
            _ => Width::W32,
        };
        Rvalue::new(Expr::int(width, value), ty.clone())
    }

    pub(super) fn size_value(&mut self, value: u64) -> Rvalue {
        let ty = Type::integer(Integer::size_t(self.model));
        self.integer_value(i128::from(value), &ty)
    }

    /// 6.4.4.1: the first type of the list that holds the value.
    pub(super) fn integer_literal(
        &mut self,
        literal: ast::IntegerLiteral,
        span: Span,
    ) -> Lowered<Rvalue> {
        use Integer::*;
        if literal.imaginary {
            let plain = ast::IntegerLiteral {
                imaginary: false,
                ..literal
            };
            let value = self.integer_literal(plain, span)?;
            return self.imaginary_literal(value, span);
        }
        let candidates: &[Integer] = match literal.length {
            IntegerLength::Int => &[Int, UInt, Long, ULong, LongLong, ULongLong, Int128, UInt128],
            IntegerLength::Long => &[Long, ULong, LongLong, ULongLong, Int128, UInt128],
            IntegerLength::LongLong => &[LongLong, ULongLong, Int128, UInt128],
        };
        let model = self.model;
        let fits = |ty: &Integer| {
            let allowed = match ty.sign() {
                Sign::Unsigned => literal.unsigned || !literal.decimal,
                Sign::Signed => !literal.unsigned,
            };
            let width = ty.width(model);
            let most = if ty.sign() == Sign::Signed {
                width.signed_max()
            } else {
                width.mask()
            };
            allowed && literal.value <= most
        };
        let ty = candidates.iter().copied().find(fits).unwrap_or(UInt128);
        Ok(Rvalue::new(
            Expr::Const(Const::Int(
                ty.width(model),
                ty.width(model).truncate(literal.value),
            )),
            Type::integer(ty),
        ))
    }

    pub(super) fn float_literal(
        &mut self,
        literal: &ast::FloatLiteral,
        span: Span,
    ) -> Lowered<Rvalue> {
        if literal.imaginary {
            let plain = ast::FloatLiteral {
                imaginary: false,
                ..literal.clone()
            };
            let value = self.float_literal(&plain, span)?;
            return self.imaginary_literal(value, span);
        }
        let kind = match literal.format {
            ast::FloatFormat::Float => FloatKind::F32,
            ast::FloatFormat::Double => FloatKind::F64,
            ast::FloatFormat::LongDouble => FloatKind::F80,
            ast::FloatFormat::Float128 => FloatKind::F128,
        };
        let bits = fold::parse_float(&literal.text, kind)
            .ok_or_else(|| Diagnostic::error(span, "this is not a number"))?;
        Ok(Rvalue::new(
            Expr::Const(Const::Float(kind, bits)),
            Type::plain(Kind::Float(kind)),
        ))
    }

    pub(super) fn sizeof(&mut self, ty: &Type, span: Span) -> Lowered<Rvalue> {
        let size = self.size_expr(ty, span)?;
        Ok(Rvalue::new(
            size,
            Type::integer(Integer::size_t(self.model)),
        ))
    }

    /// The value of an assignment to a bit-field has, as in gcc, the smallest type for its bits.
    pub(super) fn sizeof_expr(&mut self, operand: &ast::Expr, span: Span) -> Lowered<Rvalue> {
        let found = self.speculate(|this| this.lower(operand))?;
        if found.ty().is_variable() {
            // The size of such a type is computed, and so is the operand (6.5.3.4).
            self.lower(operand)?;
        }
        match found {
            Operand::Value(Rvalue {
                bit_field: Some(bits),
                ..
            }) => Ok(self.size_value(u64::from(bits.div_ceil(8).next_power_of_two()))),
            _ => self.sizeof(found.ty(), span),
        }
    }

    pub(super) fn alignof_expr(&mut self, operand: &ast::Expr) -> Lowered<u64> {
        let operand = self.speculate(|this| this.lower(operand))?;
        let preferred = self.preferred_align_of(operand.ty());
        Ok(match &operand {
            Operand::Place(Lvalue::Memory(memory)) => match memory.address {
                _ if memory.field.is_some() => memory.align,
                Expr::Global(global) => self.program[global].align.max(preferred),
                _ => preferred,
            },
            _ => preferred,
        })
    }

    pub(super) fn offsetof(
        &mut self,
        name: &ast::TypeName,
        path: &[ast::Designator],
        span: Span,
    ) -> Lowered<Rvalue> {
        let mut ty = self.type_name(name)?;
        let width = self.model.pointer_width();
        let mut offset = Expr::int(width, 0);
        for designator in path {
            let step = match designator {
                ast::Designator::Member(name, span) => {
                    let base = Memory::object(Expr::NULL, ty, 1);
                    let member = self.member_place(base, name, *span)?;
                    ty = member.ty;
                    let (_, bytes) = fold::split_offset(&member.address);
                    Expr::int(width, bytes.unwrap_or(0))
                }
                ast::Designator::Index(index) => {
                    let Some(element) = ty.element().cloned() else {
                        return Err(Diagnostic::error(index.span, "only arrays have elements"));
                    };
                    let value = self.rvalue(index)?;
                    let index = self.index_value(value, index)?;
                    let size = self.size_expr(&element, span)?;
                    ty = (*element).clone();
                    fold::binary(ir::BinaryOp::Mul, index, size)
                }
                ast::Designator::Range(low, _) => {
                    return Err(Diagnostic::error(low.span, "a range in `offsetof`"));
                }
            };
            offset = fold::binary(ir::BinaryOp::Add, offset, step);
        }
        Ok(Rvalue::new(
            offset,
            Type::integer(Integer::size_t(self.model)),
        ))
    }

    pub(super) fn label_address(&mut self, label: &Rc<str>) -> Rvalue {
        let labels = &self.function.label_addresses;
        let index = labels
            .iter()
            .position(|known| known == label)
            .unwrap_or(labels.len());
        let width = self.model.pointer_width();
        let number = Expr::int(width, FIRST_LABEL_ADDRESS + index as i128);
        let address = Expr::cast(ir::CastOp::IntToPointer, Scalar::Pointer, number);
        Rvalue::new(address, Type::VOID.pointer_to())
    }

    /// The value of an integer constant expression.
    pub(super) fn constant_integer(&mut self, expr: &ast::Expr) -> Lowered<i128> {
        match self.try_constant_integer(expr)? {
            Some(value) => Ok(value),
            None => Err(Diagnostic::error(
                expr.span,
                "this is not an integer constant",
            )),
        }
    }

    /// The value of an expression if it is an integer constant.
    pub(super) fn try_constant_integer(&mut self, expr: &ast::Expr) -> Lowered<Option<i128>> {
        if let ExprKind::Integer(literal) = &expr.kind
            && let Ok(value) = i128::try_from(literal.value)
        {
            return Ok(Some(value));
        }
        let Some(value) = self.if_pure(|this| this.rvalue(expr))? else {
            return Ok(None);
        };
        let unsigned = value
            .ty
            .as_integer()
            .is_some_and(|ty| ty.sign() == Sign::Unsigned);
        Ok(match value.expr {
            Expr::Const(Const::Int(_, bits)) if unsigned => Some(bits as i128),
            Expr::Const(Const::Int(width, bits)) => Some(width.sign_extend(bits)),
            _ => None,
        })
    }

    pub(super) fn try_constant_truth(&mut self, expr: &ast::Expr) -> Option<bool> {
        match self.if_pure(|this| this.condition(expr)) {
            Ok(Some(Expr::Const(known))) => Some(known == Const::TRUE),
            _ => None,
        }
    }
}

/// Labels whose address is taken get numbers from here on: small enough to be no object.
pub(super) const FIRST_LABEL_ADDRESS: i128 = 0x100;
