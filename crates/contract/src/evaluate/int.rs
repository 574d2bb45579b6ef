//! Mathematical integers as bit-vectors: every operation widens enough not to overflow.

use ir::Sign;
use logic::{Sort, TermId, Terms};

/// An integer. Constants have one representation each: the shortest signed one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Int {
    term: TermId,
    sign: Sign,
}

impl Int {
    /// The integer that a bit-vector, or a truth value, stands for.
    pub(crate) fn new(terms: &mut Terms, term: TermId, sign: Sign) -> Int {
        if terms.sort(term) == Sort::Bool {
            let term = terms.bool_to_bv(term);
            return Int::new(terms, term, Sign::Unsigned);
        }
        let int = Int { term, sign };
        match int.value(terms) {
            Some(value) => Int::constant(terms, value),
            None => int,
        }
    }

    pub(crate) fn constant(terms: &mut Terms, value: i128) -> Int {
        let magnitude = if value < 0 { !value } else { value };
        let width = i128::BITS - magnitude.leading_zeros() + 1;
        Int {
            term: terms.bv(width, value as u128),
            sign: Sign::Signed,
        }
    }

    /// The value, of a constant.
    pub(crate) fn value(self, terms: &Terms) -> Option<i128> {
        let bits = terms.as_value(self.term)?;
        match self.sign {
            Sign::Signed => bits.to_i128(),
            Sign::Unsigned => i128::try_from(bits.to_u128()?).ok(),
        }
    }

    pub(crate) fn term(self) -> TermId {
        self.term
    }

    pub(crate) fn sign(self) -> Sign {
        self.sign
    }

    /// The integer in two's complement.
    pub(crate) fn signed(self, terms: &mut Terms) -> TermId {
        match self.sign {
            Sign::Signed => self.term,
            Sign::Unsigned => terms.zero_extend(1, self.term),
        }
    }

    /// The integer in two's complement of a width that suffices.
    fn widened(self, terms: &mut Terms, width: u32) -> TermId {
        let term = self.signed(terms);
        let by = width.saturating_sub(terms.width(term));
        terms.sign_extend(by, term)
    }

    fn signed_width(self, terms: &Terms) -> u32 {
        terms.width(self.term) + u32::from(self.sign == Sign::Unsigned)
    }

    /// How many bits it takes without a sign, of what is never negative.
    fn unsigned_width(self, terms: &Terms) -> Option<u32> {
        match (self.sign, self.value(terms)) {
            (_, Some(value)) if value >= 0 => Some((i128::BITS - value.leading_zeros()).max(1)),
            (Sign::Unsigned, _) => Some(terms.width(self.term)),
            _ => None,
        }
    }

    fn unsigned(self, terms: &mut Terms, width: u32) -> TermId {
        match self.value(terms) {
            Some(value) => terms.bv(width, value as u128),
            None => {
                let by = width.saturating_sub(terms.width(self.term));
                terms.zero_extend(by, self.term)
            }
        }
    }

    /// Both in one width and one sign.
    fn aligned(self, terms: &mut Terms, other: Int) -> (TermId, TermId, Sign) {
        let some_unsigned = [self, other].iter().any(|int| int.sign == Sign::Unsigned);
        let widths = (self.unsigned_width(terms), other.unsigned_width(terms));
        if let (true, (Some(a), Some(b))) = (some_unsigned, widths) {
            let width = a.max(b);
            let (a, b) = (self.unsigned(terms, width), other.unsigned(terms, width));
            return (a, b, Sign::Unsigned);
        }
        let width = self.signed_width(terms).max(other.signed_width(terms));
        let (a, b) = (self.widened(terms, width), other.widened(terms, width));
        (a, b, Sign::Signed)
    }

    pub(crate) fn equal(self, terms: &mut Terms, other: Int) -> TermId {
        let (a, b, _) = self.aligned(terms, other);
        terms.eq(a, b)
    }

    pub(crate) fn less(self, terms: &mut Terms, other: Int) -> TermId {
        match self.aligned(terms, other) {
            (a, b, Sign::Signed) => terms.bv_slt(a, b),
            (a, b, Sign::Unsigned) => terms.bv_ult(a, b),
        }
    }

    pub(crate) fn at_most(self, terms: &mut Terms, other: Int) -> TermId {
        let more = other.less(terms, self);
        terms.not(more)
    }

    /// This if the condition holds, the other if not.
    pub(crate) fn or_else(self, terms: &mut Terms, condition: TermId, other: Int) -> Int {
        let (a, b, sign) = self.aligned(terms, other);
        let term = terms.ite(condition, a, b);
        Int::new(terms, term, sign)
    }

    pub(crate) fn add(self, terms: &mut Terms, other: Int) -> Int {
        self.wider(terms, other, 1, Terms::bv_add)
    }

    pub(crate) fn subtract(self, terms: &mut Terms, other: Int) -> Int {
        self.wider(terms, other, 1, Terms::bv_sub)
    }

    pub(crate) fn negate(self, terms: &mut Terms) -> Int {
        let zero = Int::constant(terms, 0);
        zero.subtract(terms, self)
    }

    pub(crate) fn multiply(self, terms: &mut Terms, other: Int) -> Int {
        let width = self.signed_width(terms) + other.signed_width(terms);
        let (a, b) = (self.widened(terms, width), other.widened(terms, width));
        let product = terms.bv_mul(a, b);
        Int::new(terms, product, Sign::Signed)
    }

    /// The quotient rounded towards zero, by what is not zero.
    pub(crate) fn divide(self, terms: &mut Terms, other: Int) -> Int {
        self.wider(terms, other, 1, Terms::bv_sdiv)
    }

    /// The remainder with the sign of the dividend, by what is not zero.
    pub(crate) fn remainder(self, terms: &mut Terms, other: Int) -> Int {
        self.wider(terms, other, 0, Terms::bv_srem)
    }

    fn wider(
        self,
        terms: &mut Terms,
        other: Int,
        by: u32,
        operation: fn(&mut Terms, TermId, TermId) -> TermId,
    ) -> Int {
        let width = self.signed_width(terms).max(other.signed_width(terms)) + by;
        let (a, b) = (self.widened(terms, width), other.widened(terms, width));
        let term = operation(terms, a, b);
        Int::new(terms, term, Sign::Signed)
    }
}
