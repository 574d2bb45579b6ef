//! Rules for floats.

use super::{Rule, rules};
use crate::op::{FloatClass, Op};
use crate::sort::Sort;
use crate::terms::TermId;

pub(super) const RULES: &[Rule] = rules! {
    "fp-neg-neg": "(fp.neg (fp.neg f))" => |_, m| m.f();
    "fp-abs-abs": "(fp.abs (fp.abs f))" => |t, m| t.fp_abs(m.f());
    "fp-abs-neg": "(fp.abs (fp.neg f))" => |t, m| t.fp_abs(m.f());
    "fp-lt-self": "(fp.lt f f)" => |_, _| TermId::FALSE;
    "fp-le-self": "(fp.leq f f)" => |t, m| {
        let nan = t.fp_is(FloatClass::Nan, m.f());
        t.not(nan)
    };
    "fp-eq-self": "(fp.eq f f)" => |t, m| {
        let nan = t.fp_is(FloatClass::Nan, m.f());
        t.not(nan)
    };
    "fp-min-self": "(fp.min f f)" => |_, m| m.f();
    "fp-max-self": "(fp.max f f)" => |_, m| m.f();
    "fp-lt-neg": "(fp.lt (fp.neg f) (fp.neg g))" => |t, m| t.fp_lt(m.g(), m.f());
    "fp-le-neg": "(fp.leq (fp.neg f) (fp.neg g))" => |t, m| t.fp_le(m.g(), m.f());
    "fp-eq-neg": "(fp.eq (fp.neg f) (fp.neg g))" => |t, m| t.fp_eq(m.f(), m.g());
    "fp-decode-encoded": "(from_bits (fp.to_ieee_bv f))" => |_, m| m.f();
    "fp-same-format": "(to_fp m f)" if |t, m| t.sort(m.f()) == m.sort => |_, m| m.f();
    "fp-is-neg": "(fp.is (fp.neg f))" => |t, m| {
        let class = match m.ops[0] {
            Op::FpIs(FloatClass::Negative) => FloatClass::Positive,
            Op::FpIs(FloatClass::Positive) => FloatClass::Negative,
            Op::FpIs(other) => other,
            _ => FloatClass::Nan,
        };
        t.fp_is(class, m.f())
    };
    "fp-is-negative-abs": "(fp.is (fp.abs f))" if |_, m| m.ops[0] == Op::FpIs(FloatClass::Negative) =>
        |_, _| TermId::FALSE;
    "fp-eq-encoded": "(= (fp.to_ieee_bv f) (fp.to_ieee_bv g))" if |t, m| t.sort(m.f()) == t.sort(m.g()) =>
        |t, m| t.eq(m.f(), m.g());
    "fp-neg-eq": "(= (fp.neg f) (fp.neg g))" => |t, m| t.eq(m.f(), m.g());
    "fp-widen-twice": "(to_fp m (to_fp m f))" if |t, m| {
        let (Sort::Float(from), Op::FpToFp(through)) = (t.sort(m.f()), m.ops[1]) else {
            return false;
        };
        through.exponent_bits() >= from.exponent_bits()
            && through.significand_bits() >= from.significand_bits()
    } => |t, m| match m.sort {
        Sort::Float(format) => t.fp_to_fp(format, m.m(), m.f()),
        _ => m.f(),
    };
};
