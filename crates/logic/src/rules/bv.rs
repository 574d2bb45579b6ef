//! Rules for bit-vector arithmetic and bitwise operations.
//!
//! Sums keep their constant outermost, products by constants their factor
//! outermost, and shifts by constants become products or slices, so that equal
//! linear terms tend to become the same term.

use super::{Rule, constant, rules};
use crate::bits::Bits;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

pub(super) const RULES: &[Rule] = rules! {
    "bvnot-bvnot": "(bvnot (bvnot x))" => |_, m| m.x();
    "bvnot-bvneg": "(bvnot (bvneg x))" => |t, m| {
        let minus_one = ones(t, m.x());
        t.bv_add(m.x(), minus_one)
    };
    "bvneg-bvneg": "(bvneg (bvneg x))" => |_, m| m.x();
    "bvneg-bvnot": "(bvneg (bvnot x))" => |t, m| {
        let one = small(t, m.x(), 1);
        t.bv_add(m.x(), one)
    };
    "bvneg-add-const": "(bvneg (bvadd x c))" => |t, m| {
        let c = map(t, m.c(), Bits::neg);
        let x = t.bv_neg(m.x());
        t.bv_add(x, c)
    };
    "bvneg-mul-const": "(bvneg (bvmul x c))" => |t, m| {
        let c = map(t, m.c(), Bits::neg);
        t.bv_mul(m.x(), c)
    };
    "bvneg-difference": "(bvneg (bvadd x (bvneg y)))" => |t, m| t.bv_sub(m.y(), m.x());

    "bvand-zero": "(bvand x 0)" => |t, m| small(t, m.x(), 0);
    "bvand-ones": "(bvand x ~0)" => |_, m| m.x();
    "bvand-self": "(bvand x x)" => |_, m| m.x();
    "bvand-complement": "(bvand x (bvnot x))" => |t, m| small(t, m.x(), 0);
    "bvand-constants": "(bvand (bvand x c) d)" => |t, m| {
        let mask = join(t, m.c(), m.d(), Bits::and);
        t.bv_and(m.x(), mask)
    };
    "bvand-repeated": "(bvand x (bvand x y))" => |t, m| t.bv_and(m.x(), m.y());
    "bvand-absorbs": "(bvand x (bvor x y))" => |_, m| m.x();
    "bvand-low-mask": "(bvand x c)" if |t, m| low_ones(t, m.c()).is_some() => |t, m| {
        let width = t.width(m.x());
        let kept = low_ones(t, m.c()).unwrap_or(width);
        let low = t.extract(kept - 1, 0, m.x());
        t.zero_extend(width - kept, low)
    };

    "bvor-zero": "(bvor x 0)" => |_, m| m.x();
    "bvor-ones": "(bvor x ~0)" => |t, m| ones(t, m.x());
    "bvor-self": "(bvor x x)" => |_, m| m.x();
    "bvor-complement": "(bvor x (bvnot x))" => |t, m| ones(t, m.x());
    "bvor-constants": "(bvor (bvor x c) d)" => |t, m| {
        let set = join(t, m.c(), m.d(), Bits::or);
        t.bv_or(m.x(), set)
    };
    "bvor-repeated": "(bvor x (bvor x y))" => |t, m| t.bv_or(m.x(), m.y());
    "bvor-absorbs": "(bvor x (bvand x y))" => |_, m| m.x();

    "bvxor-zero": "(bvxor x 0)" => |_, m| m.x();
    "bvxor-ones": "(bvxor x ~0)" => |t, m| t.bv_not(m.x());
    "bvxor-self": "(bvxor x x)" => |t, m| small(t, m.x(), 0);
    "bvxor-constants": "(bvxor (bvxor x c) d)" => |t, m| {
        let flip = join(t, m.c(), m.d(), Bits::xor);
        t.bv_xor(m.x(), flip)
    };
    "bvxor-not-outwards": "(bvxor (bvnot x) y)" => |t, m| {
        let apart = t.bv_xor(m.x(), m.y());
        t.bv_not(apart)
    };
    "bvxor-cancels": "(bvxor x (bvxor x y))" => |_, m| m.y();

    "bvadd-zero": "(bvadd x 0)" => |_, m| m.x();
    "bvadd-self": "(bvadd x x)" => |t, m| {
        let two = small(t, m.x(), 2);
        t.bv_mul(m.x(), two)
    };
    "bvadd-complement": "(bvadd x (bvnot x))" => |t, m| ones(t, m.x());
    "bvadd-cancels": "(bvadd x (bvneg x))" => |t, m| small(t, m.x(), 0);
    "bvadd-cancels-in-sum": "(bvadd (bvadd x y) (bvneg x))" => |_, m| m.y();
    "bvadd-cancels-difference": "(bvadd (bvadd x (bvneg y)) y)" => |_, m| m.x();
    "bvadd-cancels-negated-sum": "(bvadd x (bvneg (bvadd x y)))" => |t, m| t.bv_neg(m.y());
    "bvadd-constants": "(bvadd (bvadd x c) d)" => |t, m| {
        let sum = join(t, m.c(), m.d(), Bits::add);
        t.bv_add(m.x(), sum)
    };
    "bvadd-constant-outwards": "(bvadd (bvadd x c) y)" if |t, m| t.as_value(m.y()).is_none() => |t, m| {
        let sum = t.bv_add(m.x(), m.y());
        t.bv_add(sum, m.c())
    };
    "bvadd-negations": "(bvadd (bvneg x) (bvneg y))" => |t, m| {
        let sum = t.bv_add(m.x(), m.y());
        t.bv_neg(sum)
    };
    "bvadd-multiples": "(bvadd (bvmul x c) (bvmul x d))" => |t, m| {
        let factor = join(t, m.c(), m.d(), Bits::add);
        t.bv_mul(m.x(), factor)
    };
    "bvadd-multiple-and-one": "(bvadd (bvmul x c) x)" => |t, m| {
        let factor = offset(t, m.c(), 1);
        t.bv_mul(m.x(), factor)
    };
    "bvadd-multiple-less-one": "(bvadd (bvmul x c) (bvneg x))" => |t, m| {
        let factor = offset(t, m.c(), -1);
        t.bv_mul(m.x(), factor)
    };
    "bvadd-xor-and": "(bvadd (bvxor x y) (bvand x y))" => |t, m| t.bv_or(m.x(), m.y());
    "bvadd-xor-carry": "(bvadd (bvxor x y) (bvmul (bvand x y) c))" if |t, m| is_two(t, m.c()) =>
        |t, m| t.bv_add(m.x(), m.y());
    "bvadd-or-and": "(bvadd (bvor x y) (bvand x y))" => |t, m| t.bv_add(m.x(), m.y());
    "bvadd-or-less-and": "(bvadd (bvor x y) (bvneg (bvand x y)))" => |t, m| t.bv_xor(m.x(), m.y());
    "bvadd-or-less-xor": "(bvadd (bvor x y) (bvneg (bvxor x y)))" => |t, m| t.bv_and(m.x(), m.y());
    "bvadd-unsigned-division": "(bvadd (bvmul (bvudiv x y) y) (bvurem x y))" => |_, m| m.x();
    "bvadd-signed-division": "(bvadd (bvmul (bvsdiv x y) y) (bvsrem x y))" => |_, m| m.x();
    "bvadd-unsigned-rest": "(bvadd x (bvneg (bvmul (bvudiv x y) y)))" => |t, m| t.bv_urem(m.x(), m.y());
    "bvadd-signed-rest": "(bvadd x (bvneg (bvmul (bvsdiv x y) y)))" => |t, m| t.bv_srem(m.x(), m.y());

    "bvmul-zero": "(bvmul x 0)" => |t, m| small(t, m.x(), 0);
    "bvmul-one": "(bvmul x 1)" => |_, m| m.x();
    "bvmul-minus-one": "(bvmul x ~0)" => |t, m| t.bv_neg(m.x());
    "bvmul-constants": "(bvmul (bvmul x c) d)" => |t, m| {
        let factor = join(t, m.c(), m.d(), Bits::mul);
        t.bv_mul(m.x(), factor)
    };
    "bvmul-constant-outwards": "(bvmul (bvmul x c) y)" if |t, m| t.as_value(m.y()).is_none() => |t, m| {
        let product = t.bv_mul(m.x(), m.y());
        t.bv_mul(product, m.c())
    };
    "bvmul-negated-constant": "(bvmul (bvneg x) c)" => |t, m| {
        let c = map(t, m.c(), Bits::neg);
        t.bv_mul(m.x(), c)
    };
    "bvmul-negation-outwards": "(bvmul (bvneg x) y)" if |t, m| t.as_value(m.y()).is_none() => |t, m| {
        let product = t.bv_mul(m.x(), m.y());
        t.bv_neg(product)
    };
    "bvmul-distributes": "(bvmul (bvadd x c) d)" => |t, m| {
        let shift = join(t, m.c(), m.d(), Bits::mul);
        let product = t.bv_mul(m.x(), m.d());
        t.bv_add(product, shift)
    };

    "bvudiv-zero": "(bvudiv x 0)" => |t, m| ones(t, m.x());
    "bvudiv-one": "(bvudiv x 1)" => |_, m| m.x();
    "bvudiv-power": "(bvudiv x c)" if |t, m| constant(t, m.c()).log2().is_some() => |t, m| {
        let by = constant(t, m.c()).log2().unwrap_or(0);
        let by = small(t, m.x(), by);
        t.bv_lshr(m.x(), by)
    };
    "bvudiv-bvudiv": "(bvudiv (bvudiv x c) d)" if |t, m| is_some(t, m.c()) && is_some(t, m.d()) =>
        |t, m| match multiple(t, m.c(), m.d()) {
            Some(divisor) => t.bv_udiv(m.x(), divisor),
            None => small(t, m.x(), 0),
        };
    "bvurem-zero": "(bvurem x 0)" => |_, m| m.x();
    "bvurem-one": "(bvurem x 1)" => |t, m| small(t, m.x(), 0);
    "bvurem-self": "(bvurem x x)" => |t, m| small(t, m.x(), 0);
    "bvurem-power": "(bvurem x c)" if |t, m| constant(t, m.c()).log2().is_some() => |t, m| {
        let mask = offset(t, m.c(), -1);
        t.bv_and(m.x(), mask)
    };
    "bvsdiv-one": "(bvsdiv x 1)" if |t, m| t.width(m.x()) > 1 => |_, m| m.x();
    "bvsdiv-minus-one": "(bvsdiv x ~0)" => |t, m| t.bv_neg(m.x());
    "bvsrem-one": "(bvsrem x 1)" => |t, m| small(t, m.x(), 0);
    "bvsrem-self": "(bvsrem x x)" => |t, m| small(t, m.x(), 0);
    "bvsmod-one": "(bvsmod x 1)" => |t, m| small(t, m.x(), 0);
    "bvsmod-self": "(bvsmod x x)" => |t, m| small(t, m.x(), 0);

    "bvshl-constant": "(bvshl x c)" => |t, m| {
        let width = t.width(m.x());
        let factor = Bits::new(width, 1).shl(&constant(t, m.c()));
        let factor = t.value(Sort::Bv(width), factor);
        t.bv_mul(m.x(), factor)
    };
    "bvshl-of-zero": "(bvshl 0 x)" => |t, m| small(t, m.x(), 0);
    "bvlshr-constant": "(bvlshr x c)" => |t, m| {
        let width = t.width(m.x());
        match constant(t, m.c()).to_u32() {
            Some(by) if by < width => {
                let high = t.extract(width - 1, by, m.x());
                t.zero_extend(by, high)
            }
            _ => small(t, m.x(), 0),
        }
    };
    "bvlshr-of-zero": "(bvlshr 0 x)" => |t, m| small(t, m.x(), 0);
    "bvashr-constant": "(bvashr x c)" => |t, m| {
        let width = t.width(m.x());
        let by = constant(t, m.c()).to_u32().unwrap_or(width).min(width - 1);
        let high = t.extract(width - 1, by, m.x());
        t.sign_extend(by, high)
    };
    "bvashr-of-zero": "(bvashr 0 x)" => |t, m| small(t, m.x(), 0);

    "bvumulo-zero": "(bvumulo x 0)" => |_, _| TermId::FALSE;
    "bvumulo-one": "(bvumulo x 1)" => |_, _| TermId::FALSE;
    "bvsmulo-zero": "(bvsmulo x 0)" => |_, _| TermId::FALSE;
    "bvsmulo-one": "(bvsmulo x 1)" if |t, m| t.width(m.x()) > 1 => |_, _| TermId::FALSE;
};

/// A constant of the width of `like`.
pub(super) fn small(terms: &mut Terms, like: TermId, value: u32) -> TermId {
    terms.bv(terms.width(like), value.into())
}

fn ones(terms: &mut Terms, like: TermId) -> TermId {
    terms.value(terms.sort(like), Bits::ones(terms.width(like)))
}

fn map(terms: &mut Terms, c: TermId, f: impl Fn(&Bits) -> Bits) -> TermId {
    let bits = f(&constant(terms, c));
    terms.value(Sort::Bv(bits.width()), bits)
}

/// Whether a constant is not zero.
pub(super) fn is_some(terms: &Terms, c: TermId) -> bool {
    !constant(terms, c).is_zero()
}

/// The product of two constants without a sign, if it fits.
pub(super) fn multiple(terms: &mut Terms, c: TermId, d: TermId) -> Option<TermId> {
    let fits = !constant(terms, c).umul_overflows(&constant(terms, d));
    fits.then(|| join(terms, c, d, Bits::mul))
}

fn is_two(terms: &Terms, c: TermId) -> bool {
    constant(terms, c) == Bits::new(terms.width(c), 2)
}

fn offset(terms: &mut Terms, c: TermId, by: i128) -> TermId {
    map(terms, c, |c| c.add(&Bits::from_signed(c.width(), by)))
}

pub(super) fn join(
    terms: &mut Terms,
    c: TermId,
    d: TermId,
    f: impl Fn(&Bits, &Bits) -> Bits,
) -> TermId {
    let bits = f(&constant(terms, c), &constant(terms, d));
    terms.value(Sort::Bv(bits.width()), bits)
}

/// How many low bits a mask keeps, if it keeps only low bits, but not all.
fn low_ones(terms: &Terms, mask: TermId) -> Option<u32> {
    let mask = constant(terms, mask);
    let kept = mask.count_ones();
    let next = mask.add(&Bits::new(mask.width(), 1));
    (kept > 0 && kept < mask.width() && next.log2() == Some(kept)).then_some(kept)
}
