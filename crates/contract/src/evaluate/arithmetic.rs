//! The values of expressions that are single numbers, and ranges of integers.

use ir::Sign;
use logic::{FloatFormat, RoundingMode, Sort, TermId, Terms};

use super::Evaluator;
use super::int::Int;
use super::number::Number;
use super::set::{Member, Members, Set};
use super::truth::Truth;
use crate::structure::{Place, Structure, Undecided};
use crate::syntax::Comparison;
use crate::typed::{Expr, Holds};

/// A range of more numbers is not enumerated.
const MAX_RANGE: i128 = 1024;

/// A float that is known in part.
pub(super) struct Float<N> {
    value: Option<TermId>,
    exists: Truth<N>,
}

impl<S: Structure> Evaluator<'_, S> {
    pub(super) fn number(&mut self, expr: &Expr) -> Number<S::Node> {
        match expr {
            Expr::Integer(value) => Number::constant(self.terms(), *value),
            Expr::Count(set) => {
                let set = self.set(set);
                let (least, most) = set.count(self.terms());
                match set.why() {
                    Some(why) => Number::between(least, most, why),
                    None => Number::exactly(least, TermId::TRUE, Some((0, set.sure.len() as i128))),
                }
            }
            Expr::Length {
                array,
                element,
                moment,
            } => {
                let arrays = self.set(array);
                let length = |array| Place::Length {
                    array,
                    element: *element,
                    moment: *moment,
                };
                self.length(&arrays, length)
            }
            Expr::Negate(inner) => {
                let inner = self.number(inner);
                inner.negate(self.terms())
            }
            Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                left.arithmetic(self.terms(), *operator, right)
            }
            other => {
                let set = self.set(other);
                self.only(&set)
            }
        }
    }

    /// The integer that is the only member of a set; none if it is empty.
    fn only(&mut self, set: &Set<S::Node>) -> Number<S::Node> {
        let is_there = |(_, condition): &(_, TermId)| *condition == TermId::TRUE;
        let certain = set.sure.iter().any(|member| is_there(&member));
        if let (Some(why), false) = (set.why(), certain) {
            return Number::unknown(set.some(self.terms()), why);
        }
        let exists = set.sure.some(self.terms());
        let (mut value, mut range) = (None, None);
        for (member, condition) in set.sure.iter() {
            let Member::Integer(int) = member else {
                continue;
            };
            let bounds = self.bounds(int);
            (value, range) = match value {
                None => (Some(int), bounds),
                Some(other) => {
                    let either = int.or_else(self.terms(), condition, other);
                    let span = |(a, b): (i128, i128), (c, d): (i128, i128)| (a.min(c), b.max(d));
                    (Some(either), range.zip(bounds).map(|(a, b)| span(a, b)))
                }
            };
        }
        match value {
            Some(value) => Number::exactly(value, exists, range),
            None => Number {
                exists: Truth::FALSE,
                ..Number::constant(self.terms(), 0)
            },
        }
    }

    fn bounds(&mut self, int: Int) -> Option<(i128, i128)> {
        if let Some(value) = int.value(self.terms()) {
            return Some((value, value));
        }
        let known = self.structure.bounds(int.term(), int.sign());
        let width = self.terms().width(int.term());
        known.or(match int.sign() {
            Sign::Signed if width < 128 => Some((-1 << (width - 1), (1 << (width - 1)) - 1)),
            Sign::Unsigned if width < 127 => Some((0, (1 << width) - 1)),
            _ => None,
        })
    }

    /// The length of the only array of a set, and 0 if there is none.
    fn length(
        &mut self,
        arrays: &Set<S::Node>,
        place: impl Fn(S::Node) -> Place<S::Node>,
    ) -> Number<S::Node> {
        let zero = Int::constant(self.terms(), 0);
        if let Some(why) = arrays.why() {
            return Number::between(zero, None, why);
        }
        let (mut value, mut exists, mut range) = (zero, TermId::TRUE, Some((0, 0)));
        for (member, condition) in arrays.sure.iter() {
            let Member::Node(array) = member else {
                continue;
            };
            let found = match self.read(place(array), Holds::Integer(Sign::Unsigned)) {
                Ok(found) => found,
                Err(why) => return Number::between(zero, None, why),
            };
            for (is_there, member) in found {
                let Member::Integer(length) = member else {
                    continue;
                };
                let bounds = self.bounds(length);
                range = range
                    .zip(bounds)
                    .map(|((a, b), (c, d))| (a.min(c), b.max(d)));
                let terms = self.structure.terms();
                value = length.or_else(terms, condition, value);
                let fine = terms.implies(condition, is_there);
                exists = terms.and(exists, fine);
            }
        }
        Number::exactly(value, exists, range)
    }

    /// The integers between two: all of them if they are few, and those that the structure
    /// names otherwise.
    pub(super) fn range(&mut self, low: Number<S::Node>, high: Number<S::Node>) -> Set<S::Node> {
        let ((first, a), (last, b)) = match (low.decided(), high.decided()) {
            (Ok(low), Ok(high)) => (low, high),
            (Err(why), _) | (_, Err(why)) => return Set::unknown(why),
        };
        let exist = self.terms().and(a, b);
        let mut members = Members::new();
        if let (Some((least, _)), Some((_, most))) = (low.range, high.range)
            && most.saturating_sub(least) < MAX_RANGE
        {
            for value in least..=most {
                let value = Int::constant(self.terms(), value);
                self.insert_between(&mut members, value, (first, last), exist);
            }
            return Set::exactly(members);
        }
        for landmark in self.structure.landmarks() {
            let value = Int::new(self.terms(), landmark, Sign::Signed);
            self.insert_between(&mut members, value, (first, last), exist);
        }
        let terms = self.structure.terms();
        let (low, high) = (first.signed(terms), last.signed(terms));
        Set::at_least(members, Undecided::Range { low, high })
    }

    fn insert_between(
        &mut self,
        members: &mut Members<S::Node>,
        value: Int,
        (first, last): (Int, Int),
        exist: TermId,
    ) {
        let terms = self.structure.terms();
        let (above, below) = (first.at_most(terms, value), value.at_most(terms, last));
        let inside = terms.and(above, below);
        let condition = terms.and(exist, inside);
        members.insert(terms, Member::Integer(value), condition);
    }

    /// Whether all members of a set are between two numbers.
    pub(super) fn inside(&mut self, set: &Expr, low: &Expr, high: &Expr) -> Truth<S::Node> {
        let (set, low, high) = (self.set(set), self.number(low), self.number(high));
        let mut why = set.why();
        let mut necessary = TermId::TRUE;
        let mut sufficient = self.terms().bool(set.bound().is_some());
        for (member, possible) in set.bound().unwrap_or(&set.sure).iter() {
            let Member::Integer(value) = member else {
                continue;
            };
            let terms = self.structure.terms();
            let value = Number::exactly(value, TermId::TRUE, None);
            let above = low.compare(terms, Comparison::AtMost, value);
            let below = value.compare(terms, Comparison::AtMost, high);
            let inside = above.and(below, terms);
            why = why.or(inside.undecided);
            let needed = terms.implies(set.sure.condition(member), inside.necessary);
            necessary = terms.and(necessary, needed);
            let enough = terms.implies(possible, inside.sufficient);
            sufficient = terms.and(sufficient, enough);
        }
        Truth::between(sufficient, necessary, why)
    }

    pub(super) fn float(&mut self, expr: &Expr, format: FloatFormat) -> Float<S::Node> {
        let literal = match expr {
            Expr::Integer(value) => Some(decimal(self.terms(), format, &value.to_string())),
            Expr::Decimal(text) => Some(decimal(self.terms(), FloatFormat::DOUBLE, text)),
            _ => None,
        };
        if let Some(value) = literal {
            let terms = self.structure.terms();
            let value = value.map(|value| float(terms, value, format));
            let exists = Truth::exactly(terms.bool(value.is_some()));
            return Float { value, exists };
        }
        let set = self.set(expr);
        let terms = self.structure.terms();
        let exists = set.some(terms);
        if set.rest.is_some() {
            return Float {
                value: None,
                exists,
            };
        }
        let mut value = None;
        for (member, condition) in set.sure.iter() {
            let Member::Float(term) = member else {
                continue;
            };
            let term = float(terms, term, format);
            value = Some(match value {
                None => term,
                Some(other) => terms.ite(condition, term, other),
            });
        }
        Float { value, exists }
    }

    pub(super) fn compare_floats(
        &mut self,
        how: Comparison,
        left: Float<S::Node>,
        right: Float<S::Node>,
    ) -> Truth<S::Node> {
        let terms = self.structure.terms();
        let exist = left.exists.and(right.exists, terms);
        let (Some(a), Some(b)) = (left.value, right.value) else {
            return match exist.undecided {
                Some(why) => exist.and(Truth::unknown(why), terms),
                None => Truth::FALSE,
            };
        };
        let holds = match how {
            Comparison::Equal => terms.fp_eq(a, b),
            Comparison::NotEqual => {
                let equal = terms.fp_eq(a, b);
                terms.not(equal)
            }
            Comparison::Less => terms.fp_lt(a, b),
            Comparison::AtMost => terms.fp_le(a, b),
            Comparison::Greater => terms.fp_gt(a, b),
            Comparison::AtLeast => terms.fp_ge(a, b),
        };
        exist.and(Truth::exactly(holds), terms)
    }
}

/// A float in a format; a bit-vector is its encoding.
pub(super) fn float(terms: &mut Terms, term: TermId, format: FloatFormat) -> TermId {
    match terms.sort(term) {
        Sort::Float(known) if known == format => term,
        Sort::Float(_) => {
            let mode = terms.rounding_mode(RoundingMode::NearestEven);
            terms.fp_to_fp(format, mode, term)
        }
        _ => terms.fp_from_bits(format, term),
    }
}

pub(super) fn decimal(terms: &mut Terms, format: FloatFormat, text: &str) -> Option<TermId> {
    let bits = logic::float::from_decimal(format, RoundingMode::NearestEven, text)?;
    Some(terms.value(Sort::Float(format), bits))
}
