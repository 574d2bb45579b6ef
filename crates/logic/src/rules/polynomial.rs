//! Sums of products of bit-vectors as polynomials, to see that two are the same
//! however their sums and products are nested.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::op::Op;
use crate::terms::{TermId, Terms};

/// The most monomials that are looked at: products of sums grow exponentially.
const MOST_MONOMIALS: usize = 32;

/// The most operations that are looked at.
const MOST_STEPS: usize = 128;

/// Coefficients, none of them zero, by the factors of their monomials in order.
pub(super) struct Polynomial {
    width: u32,
    monomials: FxHashMap<Vec<TermId>, Bits>,
}

impl Polynomial {
    /// `x - y`, if that is the same in every assignment and not too much work to see.
    pub(super) fn difference(terms: &Terms, x: TermId, y: TermId) -> Option<Bits> {
        if !is_arithmetic(terms, x) && !is_arithmetic(terms, y) {
            return None;
        }
        let mut steps = 0;
        let mut difference = Self::of(terms, x, &mut steps)?;
        let minus_one = Bits::ones(difference.width);
        difference.add_multiple(Self::of(terms, y, &mut steps)?, &minus_one);
        match difference.monomials.len() {
            0 => Some(Bits::zero(difference.width)),
            1 => difference.monomials.remove(&[][..]),
            _ => None,
        }
    }

    fn of(terms: &Terms, term: TermId, steps: &mut usize) -> Option<Self> {
        *steps += 1;
        if *steps > MOST_STEPS {
            return None;
        }
        let width = terms.width(term);
        let (one, minus_one) = (Bits::new(width, 1), Bits::ones(width));
        let mut sum = Self {
            width,
            monomials: FxHashMap::default(),
        };
        match (terms.op(term), terms.args(term)) {
            (Op::Value(_), _) => sum.add(Vec::new(), terms.as_value(term)?),
            (Op::BvAdd, &[a, b]) => {
                sum.add_multiple(Self::of(terms, a, steps)?, &one);
                sum.add_multiple(Self::of(terms, b, steps)?, &one);
            }
            (Op::BvNeg, &[a]) => sum.add_multiple(Self::of(terms, a, steps)?, &minus_one),
            (Op::BvNot, &[a]) => {
                sum.add_multiple(Self::of(terms, a, steps)?, &minus_one);
                sum.add(Vec::new(), &minus_one);
            }
            (Op::BvMul, &[a, b]) => {
                let (a, b) = (Self::of(terms, a, steps)?, Self::of(terms, b, steps)?);
                if a.monomials.len() * b.monomials.len() > MOST_MONOMIALS {
                    return None;
                }
                for (m, c) in &a.monomials {
                    for (n, d) in &b.monomials {
                        let mut factors = [m.as_slice(), n].concat();
                        factors.sort_unstable();
                        sum.add(factors, &c.mul(d));
                    }
                }
            }
            _ => sum.add(vec![term], &one),
        }
        (sum.monomials.len() <= MOST_MONOMIALS).then_some(sum)
    }

    fn add_multiple(&mut self, other: Self, factor: &Bits) {
        for (monomial, coefficient) in other.monomials {
            self.add(monomial, &coefficient.mul(factor));
        }
    }

    fn add(&mut self, monomial: Vec<TermId>, coefficient: &Bits) {
        let old = self.monomials.remove(&monomial);
        let sum = old.map_or(coefficient.clone(), |old| old.add(coefficient));
        if !sum.is_zero() {
            self.monomials.insert(monomial, sum);
        }
    }
}

fn is_arithmetic(terms: &Terms, term: TermId) -> bool {
    matches!(terms.op(term), Op::BvAdd | Op::BvMul | Op::BvNeg)
}
