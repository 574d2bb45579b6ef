//! Integers that are known in part.

use logic::{TermId, Terms};

use super::int::Int;
use super::truth::Truth;
use crate::structure::Undecided;
use crate::syntax::Comparison;
use crate::typed::ArithmeticOperator;

/// An integer, or nothing. If it exists, it is between the bounds that are known, and the two are
/// the same when nothing is undecided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number<N> {
    pub(crate) least: Option<Int>,
    pub(crate) most: Option<Int>,
    pub(crate) exists: Truth<N>,
    pub(crate) why: Option<Undecided<N>>,
    /// Constants between which the value is.
    pub(crate) range: Option<(i128, i128)>,
}

impl<N: Copy> Number<N> {
    pub(crate) fn exactly(value: Int, exists: TermId, range: Option<(i128, i128)>) -> Number<N> {
        Number {
            least: Some(value),
            most: Some(value),
            exists: Truth::exactly(exists),
            why: None,
            range,
        }
    }

    pub(crate) fn constant(terms: &mut Terms, value: i128) -> Number<N> {
        let int = Int::constant(terms, value);
        Number::exactly(int, TermId::TRUE, Some((value, value)))
    }

    /// A number of which nothing is known but whether it exists.
    pub(crate) fn unknown(exists: Truth<N>, why: Undecided<N>) -> Number<N> {
        Number {
            least: None,
            most: None,
            exists,
            why: Some(why),
            range: None,
        }
    }

    /// A number that exists and is between bounds.
    pub(crate) fn between(least: Int, most: Option<Int>, why: Undecided<N>) -> Number<N> {
        Number {
            least: Some(least),
            most,
            exists: Truth::TRUE,
            why: Some(why),
            range: None,
        }
    }

    /// The value and whether there is one, if both are decided.
    pub(crate) fn decided(&self) -> Result<(Int, TermId), Undecided<N>> {
        match (self.least, self.why.or(self.exists.undecided)) {
            (Some(value), None) => Ok((value, self.exists.sufficient)),
            (_, Some(why)) => Err(why),
            (None, None) => Err(Undecided::Effort),
        }
    }

    pub(crate) fn negate(self, terms: &mut Terms) -> Number<N> {
        Number {
            least: self.most.map(|int| int.negate(terms)),
            most: self.least.map(|int| int.negate(terms)),
            range: self
                .range
                .and_then(|(low, high)| Some((high.checked_neg()?, low.checked_neg()?))),
            ..self
        }
    }

    pub(crate) fn arithmetic(
        self,
        terms: &mut Terms,
        operator: ArithmeticOperator,
        other: Number<N>,
    ) -> Number<N> {
        let exists = self.exists.and(other.exists, terms);
        let why = self.why.or(other.why);
        let (a, b) = (self, other);
        let both = |x: Option<Int>, y: Option<Int>| Some((x?, y?));
        let (least, most) = match operator {
            ArithmeticOperator::Add => (
                both(a.least, b.least).map(|(x, y)| x.add(terms, y)),
                both(a.most, b.most).map(|(x, y)| x.add(terms, y)),
            ),
            ArithmeticOperator::Subtract => (
                both(a.least, b.most).map(|(x, y)| x.subtract(terms, y)),
                both(a.most, b.least).map(|(x, y)| x.subtract(terms, y)),
            ),
            _ => return self.product(terms, operator, other),
        };
        Number {
            least,
            most,
            exists,
            why,
            range: range(operator, a.range, b.range),
        }
    }

    /// The operations that are not monotone: nothing is known before everything is.
    fn product(
        self,
        terms: &mut Terms,
        operator: ArithmeticOperator,
        other: Number<N>,
    ) -> Number<N> {
        let exists = self.exists.and(other.exists, terms);
        let (Some(a), Some(b), None) = (self.least, other.least, self.why.or(other.why)) else {
            let why = self.why.or(other.why).unwrap_or(Undecided::Effort);
            let exists = exists.and(Truth::unknown(why), terms);
            return Number::unknown(exists, why);
        };
        let zero = Int::constant(terms, 0);
        let is_zero = b.equal(terms, zero);
        let defined = terms.not(is_zero);
        let (value, defined) = match operator {
            ArithmeticOperator::Divide => (a.divide(terms, b), defined),
            ArithmeticOperator::Remainder => (a.remainder(terms, b), defined),
            _ => (a.multiply(terms, b), TermId::TRUE),
        };
        Number {
            least: Some(value),
            most: Some(value),
            exists: exists.and(Truth::exactly(defined), terms),
            why: None,
            range: range(operator, self.range, other.range),
        }
    }

    /// Whether both exist and compare like that.
    pub(crate) fn compare(self, terms: &mut Terms, how: Comparison, other: Number<N>) -> Truth<N> {
        let (a, b) = (self, other);
        let exist = a.exists.and(b.exists, terms);
        let holds = match how {
            Comparison::Equal => a.equal(terms, b),
            Comparison::NotEqual => a.equal(terms, b).not(terms),
            Comparison::Less => a.ordered(terms, b, Int::less),
            Comparison::AtMost => a.ordered(terms, b, Int::at_most),
            Comparison::Greater => b.ordered(terms, a, Int::less),
            Comparison::AtLeast => b.ordered(terms, a, Int::at_most),
        };
        exist.and(holds, terms)
    }

    fn ordered(
        self,
        terms: &mut Terms,
        other: Number<N>,
        holds: fn(Int, &mut Terms, Int) -> TermId,
    ) -> Truth<N> {
        let sufficient = match (self.most, other.least) {
            (Some(a), Some(b)) => holds(a, terms, b),
            _ => TermId::FALSE,
        };
        let necessary = match (self.least, other.most) {
            (Some(a), Some(b)) => holds(a, terms, b),
            _ => TermId::TRUE,
        };
        Truth::between(sufficient, necessary, self.why.or(other.why))
    }

    fn equal(self, terms: &mut Terms, other: Number<N>) -> Truth<N> {
        if let (Some(a), Some(b), None) = (self.least, other.least, self.why.or(other.why)) {
            return Truth::exactly(a.equal(terms, b));
        }
        let below = self.ordered(terms, other, Int::at_most);
        let above = other.ordered(terms, self, Int::at_most);
        below.and(above, terms)
    }
}

/// Constants between which the value of an operation is.
fn range(
    operator: ArithmeticOperator,
    a: Option<(i128, i128)>,
    b: Option<(i128, i128)>,
) -> Option<(i128, i128)> {
    let ((a, b), (c, d)) = (a?, b?);
    let corners = |operation: fn(i128, i128) -> Option<i128>| {
        let all = [
            operation(a, c)?,
            operation(a, d)?,
            operation(b, c)?,
            operation(b, d)?,
        ];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    match operator {
        ArithmeticOperator::Add => corners(i128::checked_add),
        ArithmeticOperator::Subtract => corners(i128::checked_sub),
        ArithmeticOperator::Multiply => corners(i128::checked_mul),
        ArithmeticOperator::Divide if c > 0 => corners(i128::checked_div),
        ArithmeticOperator::Divide => None,
        // Between zero and the dividend, and smaller than the divisor.
        ArithmeticOperator::Remainder => {
            let most = c
                .checked_abs()?
                .max(d.checked_abs()?)
                .checked_sub(1)?
                .max(0);
            Some((a.min(0).max(-most), b.max(0).min(most)))
        }
    }
}
