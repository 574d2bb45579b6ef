//! Rules for equality and order of bit-vectors.

use super::bv::{is_some, join, multiple, small};
use super::polynomial::Polynomial;
use super::{Match, Rule, constant, rules};
use crate::bits::Bits;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

pub(super) const RULES: &[Rule] = rules! {
    "eq-bit-zero": "(= x 0)" if |t, m| t.width(m.x()) == 1 => |t, m| {
        let one = t.bv(1, 1);
        let set = t.eq(m.x(), one);
        t.not(set)
    };
    "eq-bvnot-constant": "(= (bvnot x) c)" => |t, m| {
        let c = t.bv_not(m.c());
        t.eq(m.x(), c)
    };
    "eq-bvnot": "(= (bvnot x) (bvnot y))" => |t, m| t.eq(m.x(), m.y());
    "eq-bvnot-self": "(= (bvnot x) x)" => |_, _| TermId::FALSE;
    "eq-bvneg-constant": "(= (bvneg x) c)" => |t, m| {
        let c = t.bv_neg(m.c());
        t.eq(m.x(), c)
    };
    "eq-bvneg": "(= (bvneg x) (bvneg y))" => |t, m| t.eq(m.x(), m.y());
    "eq-add-self": "(= (bvadd x y) x)" => |t, m| {
        let zero = small(t, m.y(), 0);
        t.eq(m.y(), zero)
    };
    "eq-add-common": "(= (bvadd x y) (bvadd x z))" => |t, m| t.eq(m.y(), m.z());
    "eq-add-constant": "(= (bvadd x c) d)" => |t, m| {
        let rest = join(t, m.d(), m.c(), Bits::sub);
        t.eq(m.x(), rest)
    };
    "eq-add-constants": "(= (bvadd x c) (bvadd y d))" => |t, m| {
        let rest = join(t, m.d(), m.c(), Bits::sub);
        let y = t.bv_add(m.y(), rest);
        t.eq(m.x(), y)
    };
    "eq-difference-zero": "(= (bvadd x (bvneg y)) 0)" => |t, m| t.eq(m.x(), m.y());
    "eq-multiple": "(= (bvmul x c) d)" if |t, m| constant(t, m.c()).bit(0) => |t, m| {
        let inverse = inverse(&constant(t, m.c()));
        let product = inverse.mul(&constant(t, m.d()));
        let product = t.value(Sort::Bv(product.width()), product);
        t.eq(m.x(), product)
    };
    "eq-multiples": "(= (bvmul x c) (bvmul y c))" if |t, m| constant(t, m.c()).bit(0) =>
        |t, m| t.eq(m.x(), m.y());
    "eq-polynomials": "(= x y)" if |t, m| Polynomial::difference(t, m.x(), m.y()).is_some() =>
        |t, m| match Polynomial::difference(t, m.x(), m.y()) {
            Some(difference) if !difference.is_zero() => TermId::FALSE,
            _ => TermId::TRUE,
        };
    "eq-common-factor": "(= (bvmul x w) (bvadd (bvmul x y) (bvmul x z)))" => |t, m| {
        let (left, sum) = (t.bv_mul(m.x(), m.w()), t.bv_add(m.y(), m.z()));
        let right = t.bv_mul(m.x(), sum);
        t.eq(left, right)
    };
    "eq-bvudiv-zero": "(= (bvudiv x c) 0)" if |t, m| is_some(t, m.c()) =>
        |t, m| t.bv_ult(m.x(), m.c());
    "eq-xor-constant": "(= (bvxor x c) d)" => |t, m| {
        let flipped = join(t, m.c(), m.d(), Bits::xor);
        t.eq(m.x(), flipped)
    };
    "eq-xor-zero": "(= (bvxor x y) 0)" => |t, m| t.eq(m.x(), m.y());
    "eq-xor-self": "(= (bvxor x y) x)" => |t, m| {
        let zero = small(t, m.y(), 0);
        t.eq(m.y(), zero)
    };
    "eq-or-zero": "(= (bvor x y) 0)" => |t, m| {
        let zero = small(t, m.x(), 0);
        let (l, r) = (t.eq(m.x(), zero), t.eq(m.y(), zero));
        t.and(l, r)
    };
    "eq-zext": "(= (zero_extend x) (zero_extend y))" if |_, m| m.ops[1] == m.ops[2] =>
        |t, m| t.eq(m.x(), m.y());
    "eq-zext-constant": "(= (zero_extend x) c)" => |t, m| {
        let (low, high) = split(t, m.c(), m.x());
        if high.is_none_or(|h| h.is_zero()) {
            let low = t.value(t.sort(m.x()), low);
            t.eq(m.x(), low)
        } else {
            TermId::FALSE
        }
    };
    "eq-sext": "(= (sign_extend x) (sign_extend y))" if |_, m| m.ops[1] == m.ops[2] =>
        |t, m| t.eq(m.x(), m.y());
    "eq-sext-constant": "(= (sign_extend x) c)" => |t, m| {
        let (low, _) = split(t, m.c(), m.x());
        let c = constant(t, m.c());
        if low.sign_extend(c.width() - low.width()) == c {
            let low = t.value(t.sort(m.x()), low);
            t.eq(m.x(), low)
        } else {
            TermId::FALSE
        }
    };
    "eq-concat-constant": "(= (concat x y) c)" => |t, m| {
        let (low, high) = split(t, m.c(), m.y());
        let low = t.value(t.sort(m.y()), low);
        let high = high.unwrap_or_else(|| Bits::zero(t.width(m.x())));
        let high = t.value(t.sort(m.x()), high);
        let (h, l) = (t.eq(m.x(), high), t.eq(m.y(), low));
        t.and(h, l)
    };
    "eq-concat": "(= (concat x y) (concat z w))" if |t, m| t.sort(m.y()) == t.sort(m.w()) => |t, m| {
        let (h, l) = (t.eq(m.x(), m.z()), t.eq(m.y(), m.w()));
        t.and(h, l)
    };

    "ult-self": "(bvult x x)" => |_, _| TermId::FALSE;
    "ult-zero": "(bvult x 0)" => |_, _| TermId::FALSE;
    "ult-above-zero": "(bvult 0 x)" => |t, m| {
        let zero = small(t, m.x(), 0);
        t.ne(m.x(), zero)
    };
    "ult-one": "(bvult x 1)" => |t, m| {
        let zero = small(t, m.x(), 0);
        t.eq(m.x(), zero)
    };
    "ult-ones": "(bvult ~0 x)" => |_, _| TermId::FALSE;
    "ult-below-ones": "(bvult x ~0)" => |t, m| {
        let top = t.value(t.sort(m.x()), Bits::ones(t.width(m.x())));
        t.ne(m.x(), top)
    };
    "ult-zext": "(bvult (zero_extend x) (zero_extend y))" if |_, m| m.ops[1] == m.ops[2] =>
        |t, m| t.bv_ult(m.x(), m.y());
    "ult-sext": "(bvult (sign_extend x) (sign_extend y))" if |_, m| m.ops[1] == m.ops[2] =>
        |t, m| t.bv_ult(m.x(), m.y());
    "ult-zext-constant": "(bvult (zero_extend x) c)" => |t, m| {
        let (low, high) = split(t, m.c(), m.x());
        if high.is_none_or(|h| h.is_zero()) {
            let low = t.value(t.sort(m.x()), low);
            t.bv_ult(m.x(), low)
        } else {
            TermId::TRUE
        }
    };
    "ult-constant-zext": "(bvult c (zero_extend x))" => |t, m| {
        let (low, high) = split(t, m.c(), m.x());
        if high.is_none_or(|h| h.is_zero()) {
            let low = t.value(t.sort(m.x()), low);
            t.bv_ult(low, m.x())
        } else {
            TermId::FALSE
        }
    };
    "ult-bvudiv-constant": "(bvult (bvudiv x c) d)" if |t, m| is_some(t, m.c()) =>
        |t, m| match multiple(t, m.c(), m.d()) {
            Some(limit) => t.bv_ult(m.x(), limit),
            None => TermId::TRUE,
        };
    "ult-constant-bvudiv": "(bvult d (bvudiv x c))" if |t, m| is_some(t, m.c()) => |t, m| {
        let one = small(t, m.d(), 1);
        let next = t.bv_add(m.d(), one);
        match multiple(t, m.c(), next).filter(|limit| is_some(t, *limit)) {
            Some(limit) => t.bv_ule(limit, m.x()),
            None => TermId::FALSE,
        }
    };
    "ult-bvurem-constant": "(bvult (bvurem x c) d)"
        if |t, m| is_some(t, m.c()) && constant(t, m.c()).ucmp(&constant(t, m.d())).is_le() =>
        |_, _| TermId::TRUE;
    "ult-bvnot": "(bvult (bvnot x) (bvnot y))" => |t, m| t.bv_ult(m.y(), m.x());

    "slt-self": "(bvslt x x)" => |_, _| TermId::FALSE;
    "slt-least": "(bvslt x c)" if |t, m| constant(t, m.c()) == least(t, m.c()) =>
        |_, _| TermId::FALSE;
    "slt-greatest": "(bvslt c x)" if |t, m| constant(t, m.c()) == least(t, m.c()).not() =>
        |_, _| TermId::FALSE;
    "slt-above-least": "(bvslt c x)" if |t, m| constant(t, m.c()) == least(t, m.c()) =>
        |t, m| t.ne(m.x(), m.c());
    "slt-below-greatest": "(bvslt x c)" if |t, m| constant(t, m.c()) == least(t, m.c()).not() =>
        |t, m| t.ne(m.x(), m.c());
    "slt-sext": "(bvslt (sign_extend x) (sign_extend y))" if |_, m| m.ops[1] == m.ops[2] =>
        |t, m| t.bv_slt(m.x(), m.y());
    "slt-zext": "(bvslt (zero_extend x) (zero_extend y))"
        if |_, m| m.ops[1] == m.ops[2] && extends(m) => |t, m| t.bv_ult(m.x(), m.y());
    "slt-zext-constant": "(bvslt (zero_extend x) c)" if |_, m| extends(m) => |t, m| {
        if constant(t, m.c()).sign() {
            return TermId::FALSE;
        }
        let x = t.zero_extend(t.width(m.c()) - t.width(m.x()), m.x());
        t.bv_ult(x, m.c())
    };
    "slt-constant-zext": "(bvslt c (zero_extend x))" if |_, m| extends(m) => |t, m| {
        if constant(t, m.c()).sign() {
            return TermId::TRUE;
        }
        let x = t.zero_extend(t.width(m.c()) - t.width(m.x()), m.x());
        t.bv_ult(m.c(), x)
    };
    "slt-bvnot": "(bvslt (bvnot x) (bvnot y))" => |t, m| t.bv_slt(m.y(), m.x());
};

/// Whether the first extension below the root adds bits.
fn extends(found: &Match) -> bool {
    matches!(found.ops[1], Op::ZeroExtend(n) if n > 0)
}

/// The constant cut at the width of `low`: the bits below, and those above if any.
fn split(terms: &Terms, c: TermId, low: TermId) -> (Bits, Option<Bits>) {
    let (bits, cut) = (constant(terms, c), terms.width(low));
    let high = (cut < bits.width()).then(|| bits.extract(bits.width() - 1, cut));
    (bits.extract(cut - 1, 0), high)
}

/// The least signed value of the width of `c`.
fn least(terms: &Terms, c: TermId) -> Bits {
    let width = terms.width(c);
    Bits::ones(width).lshr(&Bits::new(width, 1)).not()
}

/// The inverse of an odd number modulo a power of two, by Newton's iteration:
/// each step doubles the number of correct bits, of which there are three to begin with.
fn inverse(odd: &Bits) -> Bits {
    let two = Bits::new(odd.width(), 2);
    let mut inverse = odd.clone();
    for _ in 0..u32::BITS - odd.width().leading_zeros() {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
    }
    inverse
}
