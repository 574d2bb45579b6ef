//! The values of bit-fields, and the types they have.

use super::layout::BitField;
use super::place::resize;
use super::{Lowerer, Rvalue};
use crate::compiler::Family;
use crate::types::{Integer, Kind, Type};
use ir::{Expr, Scalar, Sign, Span, Width};

impl Lowerer {
    /// What the low bits of a unit are worth as a bit-field of this type.
    pub(super) fn bit_field_value(&mut self, unit: Expr, bits: BitField, ty: Type) -> Rvalue {
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

    /// Claims that a float fits a bit-field that it is stored into, and not only the declared type
    /// of that (6.7.2.1).
    pub(super) fn check_float_fits(
        &mut self,
        value: &Rvalue,
        ty: &Type,
        bits: Option<BitField>,
        span: Span,
    ) {
        let (Some(bits), Kind::Float(kind)) = (bits, &value.ty.kind) else {
            return;
        };
        let own = Width::new(u32::from(bits.range.width));
        if let (Some(own), Some(integer), false) = (own, ty.as_integer(), ty.kind == Kind::Bool) {
            let from = value.ty.clone();
            self.check_float_range(&value.expr, *kind, own, integer.sign(), &from, span);
        }
    }

    /// The type in which the value of a bit-field of so many bits is computed (6.3.1.1): `int` if
    /// that has all of its values. A wider one is not promoted, and of which type it is then C
    /// leaves open: for clang of the declared one, for gcc of one that has just these bits.
    pub(super) fn promoted_bit_field(&self, declared: Integer, bits: u32) -> Integer {
        let int = Integer::Int.width(self.model).bits();
        let sign = declared.sign();
        if bits < int || bits == int && sign == Sign::Signed {
            return Integer::Int;
        }
        if bits == int {
            return Integer::UInt;
        }
        if bits == declared.width(self.model).bits() || self.compiler.family() == Family::Clang {
            return declared;
        }
        self.exact_integer(sign, bits).unwrap_or(declared)
    }

    /// The type that `_Generic` sees: without promotions.
    pub(super) fn bit_field_type(&self, value: &Rvalue) -> Type {
        let (Some(bits), Kind::Integer(_) | Kind::Enum(_), Some(declared)) =
            (value.bit_field, &value.ty.kind, value.ty.as_integer())
        else {
            return value.ty.clone();
        };
        let is_declared = bits == declared.width(self.model).bits();
        if is_declared || self.compiler.family() == Family::Clang {
            return value.ty.clone();
        }
        match self.exact_integer(declared.sign(), bits) {
            Some(integer) => Type::integer(integer),
            None => value.ty.clone(),
        }
    }

    /// The type with so many bits: a standard one where there is one.
    fn exact_integer(&self, sign: Sign, bits: u32) -> Option<Integer> {
        use Integer::*;
        let standard = match sign {
            Sign::Signed => [Int, SChar, Short, Long, LongLong],
            Sign::Unsigned => [UInt, UChar, UShort, ULong, ULongLong],
        };
        let own = Width::new(bits)?;
        let found = standard
            .into_iter()
            .find(|integer| integer.width(self.model) == own);
        Some(found.unwrap_or(Bits(sign, own)))
    }

    /// What an argument without a declared parameter is passed as: in the registers and on the
    /// stack is no room for less than a whole type.
    pub(super) fn passed_integer(&self, integer: Integer) -> Integer {
        let Integer::Bits(sign, width) = integer else {
            return integer;
        };
        let bits = width.bits().next_power_of_two();
        match self.exact_integer(sign, bits) {
            Some(Integer::Bits(Sign::Signed, _)) => Integer::Int128,
            Some(Integer::Bits(Sign::Unsigned, _)) => Integer::UInt128,
            Some(standard) => standard,
            None => integer,
        }
    }
}
