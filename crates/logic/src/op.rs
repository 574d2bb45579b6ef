//! Operations: what a term does with its arguments.

use crate::sort::{FloatFormat, Sort};
use crate::terms::{Function, Symbol, ValueId};

/// The operation at the head of a term.
///
/// The set is kept small: `or`, `=>`, `xor`, `bvsub`, `bvule`, rotations and
/// the like are expressed by the builder functions of [`Terms`](crate::Terms).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A free variable.
    Var(Symbol),
    /// A constant of a sort that is not an array.
    Value(ValueId),
    /// An uninterpreted function on the arguments.
    Apply(Function),
    /// Negation.
    Not,
    /// Conjunction of two.
    And,
    /// Equality of two terms of one sort; identity on floats.
    Eq,
    /// If, then, else.
    Ite,

    /// Complement of each bit.
    BvNot,
    /// Two's complement.
    BvNeg,
    /// Bitwise conjunction.
    BvAnd,
    /// Bitwise disjunction.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Sum.
    BvAdd,
    /// Product.
    BvMul,
    /// Unsigned quotient.
    BvUdiv,
    /// Unsigned remainder.
    BvUrem,
    /// Signed quotient, truncated.
    BvSdiv,
    /// Signed remainder with the sign of the dividend.
    BvSrem,
    /// Signed remainder with the sign of the divisor.
    BvSmod,
    /// Shift left.
    BvShl,
    /// Logical shift right.
    BvLshr,
    /// Arithmetic shift right.
    BvAshr,
    /// Unsigned less than.
    BvUlt,
    /// Signed less than.
    BvSlt,
    /// Whether the unsigned product overflows.
    BvUmulo,
    /// Whether the signed product overflows.
    BvSmulo,
    /// The first argument above the second.
    Concat,
    /// Bits `low..=high`.
    Extract {
        /// The highest bit taken.
        high: u32,
        /// The lowest bit taken.
        low: u32,
    },
    /// That many zeros above.
    ZeroExtend(u32),
    /// That many copies of the sign above.
    SignExtend(u32),

    /// The element of an array at an index.
    Select,
    /// An array with one element replaced.
    Store,
    /// The array with indices of that width that holds the argument everywhere.
    ConstArray(u32),

    /// Absolute value.
    FpAbs,
    /// Negation; flips the sign of everything but NaN.
    FpNeg,
    /// Sum; the first argument is the rounding mode, here and below.
    FpAdd,
    /// Product.
    FpMul,
    /// Quotient.
    FpDiv,
    /// Product of the first two plus the third, rounded once.
    FpFma,
    /// Square root.
    FpSqrt,
    /// IEEE remainder: `x - y * n` with `n` the integer nearest to `x / y`.
    FpRem,
    /// Rounding to an integral value.
    FpRoundToIntegral,
    /// Minimum; `-0` below `+0`, NaN only when both are.
    FpMin,
    /// Maximum; `-0` below `+0`, NaN only when both are.
    FpMax,
    /// Less than or equal.
    FpLe,
    /// Less than.
    FpLt,
    /// IEEE equality: `-0` equals `+0`, NaN equals nothing.
    FpEq,
    /// Membership in a class of floats.
    FpIs(FloatClass),
    /// The float encoded by bits.
    FpFromBits(FloatFormat),
    /// The encoding of a float; NaN has one encoding.
    FpToBits,
    /// Conversion between formats.
    FpToFp(FloatFormat),
    /// Conversion from a signed integer.
    FpFromSbv(FloatFormat),
    /// Conversion from an unsigned integer.
    FpFromUbv(FloatFormat),
    /// Conversion to a signed integer of that width; zero where it does not fit.
    FpToSbv(u32),
    /// Conversion to an unsigned integer of that width; zero where it does not fit.
    FpToUbv(u32),
}

/// Classes of floats that can be tested for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatClass {
    /// Neither zero, subnormal, infinite nor NaN.
    Normal,
    /// Nonzero with the least exponent.
    Subnormal,
    /// Either zero.
    Zero,
    /// Either infinity.
    Infinite,
    /// Not a number.
    Nan,
    /// Sign set, not NaN.
    Negative,
    /// Sign clear, not NaN.
    Positive,
}

impl FloatClass {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Normal,
        Self::Subnormal,
        Self::Zero,
        Self::Infinite,
        Self::Nan,
        Self::Negative,
        Self::Positive,
    ];

    /// The SMT-LIB predicate.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "fp.isNormal",
            Self::Subnormal => "fp.isSubnormal",
            Self::Zero => "fp.isZero",
            Self::Infinite => "fp.isInfinite",
            Self::Nan => "fp.isNaN",
            Self::Negative => "fp.isNegative",
            Self::Positive => "fp.isPositive",
        }
    }
}

impl Op {
    /// The SMT-LIB name, without indices; empty for leaves and function applications.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Op::Var(_) | Op::Value(_) | Op::Apply(_) => "",
            Op::Not => "not",
            Op::And => "and",
            Op::Eq => "=",
            Op::Ite => "ite",
            Op::BvNot => "bvnot",
            Op::BvNeg => "bvneg",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::BvAdd => "bvadd",
            Op::BvMul => "bvmul",
            Op::BvUdiv => "bvudiv",
            Op::BvUrem => "bvurem",
            Op::BvSdiv => "bvsdiv",
            Op::BvSrem => "bvsrem",
            Op::BvSmod => "bvsmod",
            Op::BvShl => "bvshl",
            Op::BvLshr => "bvlshr",
            Op::BvAshr => "bvashr",
            Op::BvUlt => "bvult",
            Op::BvSlt => "bvslt",
            Op::BvUmulo => "bvumulo",
            Op::BvSmulo => "bvsmulo",
            Op::Concat => "concat",
            Op::Extract { .. } => "extract",
            Op::ZeroExtend(_) => "zero_extend",
            Op::SignExtend(_) => "sign_extend",
            Op::Select => "select",
            Op::Store => "store",
            Op::ConstArray(_) => "const",
            Op::FpAbs => "fp.abs",
            Op::FpNeg => "fp.neg",
            Op::FpAdd => "fp.add",
            Op::FpMul => "fp.mul",
            Op::FpDiv => "fp.div",
            Op::FpFma => "fp.fma",
            Op::FpSqrt => "fp.sqrt",
            Op::FpRem => "fp.rem",
            Op::FpRoundToIntegral => "fp.roundToIntegral",
            Op::FpMin => "fp.min",
            Op::FpMax => "fp.max",
            Op::FpLe => "fp.leq",
            Op::FpLt => "fp.lt",
            Op::FpEq => "fp.eq",
            Op::FpIs(class) => class.name(),
            Op::FpFromBits(_) | Op::FpToFp(_) | Op::FpFromSbv(_) => "to_fp",
            Op::FpFromUbv(_) => "to_fp_unsigned",
            Op::FpToBits => "fp.to_ieee_bv",
            Op::FpToSbv(_) => "fp.to_sbv",
            Op::FpToUbv(_) => "fp.to_ubv",
        }
    }

    /// Whether the two arguments may be exchanged.
    #[must_use]
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::And
                | Op::Eq
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::BvAdd
                | Op::BvMul
                | Op::BvUmulo
                | Op::BvSmulo
                | Op::FpEq
        )
    }

    /// The sort of the operation on arguments of the given sorts, or none if it
    /// does not apply to them. Leaves and applications are not decided here.
    #[must_use]
    pub fn result_sort(self, args: &[Sort]) -> Option<Sort> {
        use Sort::{Array, Bool, Bv, Float, RoundingMode};
        let sort = match (self, args) {
            (Op::Not, [Bool]) | (Op::And, [Bool, Bool]) => Bool,
            (Op::Eq, [a, b]) if a == b => Bool,
            (Op::Ite, [Bool, a, b]) if a == b => *a,
            (Op::BvNot | Op::BvNeg, [Bv(w)]) => Bv(*w),
            (
                Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::BvAdd
                | Op::BvMul
                | Op::BvUdiv
                | Op::BvUrem
                | Op::BvSdiv
                | Op::BvSrem
                | Op::BvSmod
                | Op::BvShl
                | Op::BvLshr
                | Op::BvAshr,
                [Bv(v), Bv(w)],
            ) if v == w => Bv(*w),
            (Op::BvUlt | Op::BvSlt | Op::BvUmulo | Op::BvSmulo, [Bv(v), Bv(w)]) if v == w => Bool,
            (Op::Concat, [Bv(v), Bv(w)]) => wide(v.checked_add(*w)?)?,
            (Op::Extract { high, low }, [Bv(w)]) if low <= high && high < *w => Bv(high - low + 1),
            (Op::ZeroExtend(n) | Op::SignExtend(n), [Bv(w)]) => wide(w.checked_add(n)?)?,
            (Op::Select, [Array { index, element }, Bv(i)]) if index == i => Bv(*element),
            (Op::Store, [a @ Array { index, element }, Bv(i), Bv(e)])
                if index == i && element == e =>
            {
                *a
            }
            (Op::ConstArray(index), [Bv(element)]) => Array {
                index,
                element: *element,
            },
            (Op::FpAbs | Op::FpNeg, [Float(f)])
            | (Op::FpSqrt | Op::FpRoundToIntegral, [RoundingMode, Float(f)]) => Float(*f),
            (Op::FpRem | Op::FpMin | Op::FpMax, [Float(f), Float(g)])
            | (Op::FpAdd | Op::FpMul | Op::FpDiv, [RoundingMode, Float(f), Float(g)])
                if f == g =>
            {
                Float(*f)
            }
            (Op::FpFma, [RoundingMode, Float(f), Float(g), Float(h)]) if f == g && g == h => {
                Float(*f)
            }
            (Op::FpLe | Op::FpLt | Op::FpEq, [Float(f), Float(g)]) if f == g => Bool,
            (Op::FpIs(_), [Float(_)]) => Bool,
            (Op::FpFromBits(f), [Bv(w)]) if f.width() == *w => Float(f),
            (Op::FpToBits, [Float(f)]) => Bv(f.width()),
            (Op::FpToFp(f), [RoundingMode, Float(_)]) => Float(f),
            (Op::FpFromSbv(f) | Op::FpFromUbv(f), [RoundingMode, Bv(w)]) if *w <= 128 => Float(f),
            (Op::FpToSbv(w) | Op::FpToUbv(w), [RoundingMode, Float(_)])
                if (1..=128).contains(&w) =>
            {
                Bv(w)
            }
            _ => return None,
        };
        Some(sort)
    }
}

fn wide(width: u32) -> Option<Sort> {
    (width <= crate::sort::MAX_WIDTH).then_some(Sort::Bv(width))
}
