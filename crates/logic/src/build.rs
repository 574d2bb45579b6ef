//! Building terms in normal form.

use crate::bits::Bits;
use crate::eval;
use crate::op::{FloatClass, Op};
use crate::rules;
use crate::sort::{FloatFormat, Sort};
use crate::terms::{Function, SortError, TermId, Terms};

impl Terms {
    /// The term `op(args)` in normal form, of arguments that may not fit.
    ///
    /// # Errors
    ///
    /// If `op` does not apply to `args`.
    pub fn try_build(&mut self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        let sort = self.check_sort(op, args)?;
        Ok(self.normalise(op, sort, args))
    }

    /// The term `op(args)` in normal form.
    ///
    /// # Panics
    ///
    /// If `op` does not apply to `args`; use [`Terms::try_build`] for input from outside.
    #[expect(
        clippy::panic,
        reason = "ill-sorted construction is a bug of the caller"
    )]
    pub fn build(&mut self, op: Op, args: &[TermId]) -> TermId {
        match self.try_build(op, args) {
            Ok(term) => term,
            Err(error) => panic!("{error}"),
        }
    }

    fn normalise(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        if let Some(bits) = self.fold(op, sort, args) {
            return self.value(sort, bits);
        }
        let ordered;
        let args = match *args {
            [a, b] if op.is_commutative() && self.order(b) < self.order(a) => {
                ordered = [b, a];
                &ordered[..]
            }
            _ => args,
        };
        match rules::rewrite(self, op, sort, args) {
            Some(term) => term,
            None => self.intern(op, sort, args),
        }
    }

    fn fold(&self, op: Op, sort: Sort, args: &[TermId]) -> Option<Bits> {
        if args.is_empty() || args.iter().any(|&a| !matches!(self.op(a), Op::Value(_))) {
            return None;
        }
        let values: Vec<&Bits> = args.iter().filter_map(|&a| self.as_value(a)).collect();
        let sorts: Vec<Sort> = args.iter().map(|&a| self.sort(a)).collect();
        eval::apply(op, sort, &sorts, &values)
    }

    /// Commutative operations keep constants second and older terms first.
    fn order(&self, term: TermId) -> (bool, TermId) {
        (matches!(self.op(term), Op::Value(_)), term)
    }
}

/// Functions named after the SMT-LIB operation that they build.
macro_rules! builders {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),+) = $op:expr;)*) => {
        /// Operations that are kept as they are.
        impl Terms {
            $($(#[$doc])*
            pub fn $name(&mut self, $($arg: TermId),+) -> TermId {
                self.build($op, &[$($arg),+])
            })*
        }
    };
}

builders! {
    /// Negation.
    not(a) = Op::Not;
    /// Conjunction.
    and(a, b) = Op::And;
    /// Equality of two terms of one sort.
    eq(a, b) = Op::Eq;
    /// If `c` then `a` else `b`.
    ite(c, a, b) = Op::Ite;
    /// Complement of each bit.
    bv_not(a) = Op::BvNot;
    /// Two's complement.
    bv_neg(a) = Op::BvNeg;
    /// Bitwise conjunction.
    bv_and(a, b) = Op::BvAnd;
    /// Bitwise disjunction.
    bv_or(a, b) = Op::BvOr;
    /// Bitwise exclusive or.
    bv_xor(a, b) = Op::BvXor;
    /// Sum.
    bv_add(a, b) = Op::BvAdd;
    /// Product.
    bv_mul(a, b) = Op::BvMul;
    /// Unsigned quotient.
    bv_udiv(a, b) = Op::BvUdiv;
    /// Unsigned remainder.
    bv_urem(a, b) = Op::BvUrem;
    /// Signed quotient.
    bv_sdiv(a, b) = Op::BvSdiv;
    /// Signed remainder with the sign of the dividend.
    bv_srem(a, b) = Op::BvSrem;
    /// Signed remainder with the sign of the divisor.
    bv_smod(a, b) = Op::BvSmod;
    /// Shift left.
    bv_shl(a, b) = Op::BvShl;
    /// Logical shift right.
    bv_lshr(a, b) = Op::BvLshr;
    /// Arithmetic shift right.
    bv_ashr(a, b) = Op::BvAshr;
    /// Unsigned less than.
    bv_ult(a, b) = Op::BvUlt;
    /// Signed less than.
    bv_slt(a, b) = Op::BvSlt;
    /// Whether the unsigned product overflows.
    bv_umulo(a, b) = Op::BvUmulo;
    /// Whether the signed product overflows.
    bv_smulo(a, b) = Op::BvSmulo;
    /// `a` above `b`.
    concat(a, b) = Op::Concat;
    /// The element of `array` at `index`.
    select(array, index) = Op::Select;
    /// `array` with `element` at `index`.
    store(array, index, element) = Op::Store;
    /// Absolute value of a float.
    fp_abs(a) = Op::FpAbs;
    /// Negation of a float.
    fp_neg(a) = Op::FpNeg;
    /// Sum of floats.
    fp_add(rm, a, b) = Op::FpAdd;
    /// Product of floats.
    fp_mul(rm, a, b) = Op::FpMul;
    /// Quotient of floats.
    fp_div(rm, a, b) = Op::FpDiv;
    /// `a * b + c`, rounded once.
    fp_fma(rm, a, b, c) = Op::FpFma;
    /// Square root of a float.
    fp_sqrt(rm, a) = Op::FpSqrt;
    /// IEEE remainder.
    fp_rem(a, b) = Op::FpRem;
    /// Rounding to an integral float.
    fp_round_to_integral(rm, a) = Op::FpRoundToIntegral;
    /// Minimum, `-0` below `+0`.
    fp_min(a, b) = Op::FpMin;
    /// Maximum, `-0` below `+0`.
    fp_max(a, b) = Op::FpMax;
    /// Less than or equal, on floats.
    fp_le(a, b) = Op::FpLe;
    /// Less than, on floats.
    fp_lt(a, b) = Op::FpLt;
    /// IEEE equality.
    fp_eq(a, b) = Op::FpEq;
    /// The encoding of a float.
    fp_to_bits(a) = Op::FpToBits;
}

/// Operations with indices.
impl Terms {
    /// Bits `low..=high` of `a`.
    pub fn extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        self.build(Op::Extract { high, low }, &[a])
    }

    /// `a` with `by` zeros above.
    pub fn zero_extend(&mut self, by: u32, a: TermId) -> TermId {
        self.build(Op::ZeroExtend(by), &[a])
    }

    /// `a` with `by` copies of its sign above.
    pub fn sign_extend(&mut self, by: u32, a: TermId) -> TermId {
        self.build(Op::SignExtend(by), &[a])
    }

    /// The array with indices of width `index` that holds `element` everywhere.
    pub fn const_array(&mut self, index: u32, element: TermId) -> TermId {
        self.build(Op::ConstArray(index), &[element])
    }

    /// The uninterpreted `function` on `args`.
    pub fn apply(&mut self, function: Function, args: &[TermId]) -> TermId {
        self.build(Op::Apply(function), args)
    }

    /// Whether the float `a` is of a class.
    pub fn fp_is(&mut self, class: FloatClass, a: TermId) -> TermId {
        self.build(Op::FpIs(class), &[a])
    }

    /// The float that bits encode.
    pub fn fp_from_bits(&mut self, format: FloatFormat, a: TermId) -> TermId {
        self.build(Op::FpFromBits(format), &[a])
    }

    /// A float in another format.
    pub fn fp_to_fp(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.build(Op::FpToFp(format), &[rm, a])
    }

    /// A signed integer as a float.
    pub fn fp_from_sbv(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.build(Op::FpFromSbv(format), &[rm, a])
    }

    /// An unsigned integer as a float.
    pub fn fp_from_ubv(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.build(Op::FpFromUbv(format), &[rm, a])
    }

    /// A float as a signed integer.
    pub fn fp_to_sbv(&mut self, width: u32, rm: TermId, a: TermId) -> TermId {
        self.build(Op::FpToSbv(width), &[rm, a])
    }

    /// A float as an unsigned integer.
    pub fn fp_to_ubv(&mut self, width: u32, rm: TermId, a: TermId) -> TermId {
        self.build(Op::FpToUbv(width), &[rm, a])
    }

    /// The float with that encoding.
    pub fn fp_value(&mut self, format: FloatFormat, bits: u128) -> TermId {
        let bits = self.bv(format.width(), bits);
        self.fp_from_bits(format, bits)
    }
}
