//! Sets whose members are known in part, each member under a condition.

use std::collections::BTreeMap;

use logic::{TermId, Terms};

use super::int::Int;
use super::truth::Truth;
use crate::structure::Undecided;
use crate::typed::SetOperator;

/// A member of a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Member<N> {
    Node(N),
    Integer(Int),
    Float(TermId),
}

/// Members, each with the condition under which it is one. Two nodes are different; two numbers
/// may be the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Members<N>(BTreeMap<Member<N>, TermId>);

/// A set, known in part.
#[derive(Clone, Debug)]
pub(crate) struct Set<N> {
    /// What is surely in it.
    pub(crate) sure: Members<N>,
    /// What else may be in it.
    pub(crate) rest: Option<Rest<N>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Rest<N> {
    /// Everything that may be in the set, the sure members included; none if that is anything.
    pub(crate) bound: Option<Members<N>>,
    /// What has to be decided to know more.
    pub(crate) why: Undecided<N>,
}

impl<N: Copy + Ord> Members<N> {
    pub(crate) const fn new() -> Members<N> {
        Members(BTreeMap::new())
    }

    pub(crate) fn insert(&mut self, terms: &mut Terms, member: Member<N>, condition: TermId) {
        if condition == TermId::FALSE {
            return;
        }
        let known = self.0.entry(member).or_insert(TermId::FALSE);
        *known = terms.or(*known, condition);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Member<N>, TermId)> + '_ {
        self.0
            .iter()
            .map(|(&member, &condition)| (member, condition))
    }

    /// The condition under which this very member was inserted.
    pub(crate) fn condition(&self, member: Member<N>) -> TermId {
        self.0.get(&member).copied().unwrap_or(TermId::FALSE)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The condition under which something equal is a member.
    fn contains(&self, terms: &mut Terms, member: Member<N>) -> TermId {
        let known = self.condition(member);
        if known == TermId::TRUE || matches!(member, Member::Node(_)) {
            return known;
        }
        let mut found = TermId::FALSE;
        for (other, condition) in self.iter() {
            let equal = same(terms, member, other);
            let here = terms.and(condition, equal);
            found = terms.or(found, here);
            if found == TermId::TRUE {
                break;
            }
        }
        found
    }

    fn union(&self, terms: &mut Terms, other: &Members<N>) -> Members<N> {
        let mut all = self.clone();
        for (member, condition) in other.iter() {
            all.insert(terms, member, condition);
        }
        all
    }

    fn intersection(&self, terms: &mut Terms, other: &Members<N>) -> Members<N> {
        let mut both = Members::new();
        for (member, condition) in self.iter() {
            let also = other.contains(terms, member);
            let condition = terms.and(condition, also);
            both.insert(terms, member, condition);
        }
        both
    }

    fn difference(&self, terms: &mut Terms, other: &Members<N>) -> Members<N> {
        let mut left = Members::new();
        for (member, condition) in self.iter() {
            let removed = other.contains(terms, member);
            let stays = terms.not(removed);
            let condition = terms.and(condition, stays);
            left.insert(terms, member, condition);
        }
        left
    }

    /// Whether each is in the other.
    fn subset(&self, terms: &mut Terms, other: &Members<N>) -> TermId {
        let mut all = TermId::TRUE;
        for (member, condition) in self.iter() {
            let found = other.contains(terms, member);
            let fine = terms.implies(condition, found);
            all = terms.and(all, fine);
            if all == TermId::FALSE {
                break;
            }
        }
        all
    }

    pub(crate) fn some(&self, terms: &mut Terms) -> TermId {
        terms.or_all(self.0.values().copied())
    }

    fn at_most_one(&self, terms: &mut Terms) -> TermId {
        let mut all = TermId::TRUE;
        for (index, (a, x)) in self.iter().enumerate() {
            for (b, y) in self.iter().take(index) {
                let both = terms.and(x, y);
                let equal = same(terms, a, b);
                let fine = terms.implies(both, equal);
                all = terms.and(all, fine);
                if all == TermId::FALSE {
                    return all;
                }
            }
        }
        all
    }

    fn count(&self, terms: &mut Terms) -> Int {
        let width = usize::BITS - self.len().leading_zeros() + 1;
        let mut sum = terms.bv(width, 0);
        let (zero, one) = (sum, terms.bv(width, 1));
        let mut before = Members::new();
        for (member, condition) in self.iter() {
            // A number that is equal to an earlier one does not count again.
            let counted = match member {
                Member::Node(_) => TermId::FALSE,
                Member::Integer(_) | Member::Float(_) => before.contains(terms, member),
            };
            let new = terms.not(counted);
            let counts = terms.and(condition, new);
            let step = terms.ite(counts, one, zero);
            sum = terms.bv_add(sum, step);
            before.insert(terms, member, condition);
        }
        Int::new(terms, sum, ir::Sign::Signed)
    }
}

fn same<N: Copy + Ord>(terms: &mut Terms, a: Member<N>, b: Member<N>) -> TermId {
    match (a, b) {
        (Member::Integer(a), Member::Integer(b)) => a.equal(terms, b),
        (Member::Float(a), Member::Float(b)) => terms.fp_eq(a, b),
        _ => terms.bool(a == b),
    }
}

impl<N: Copy + Ord> Set<N> {
    pub(crate) fn empty() -> Set<N> {
        Set::exactly(Members::new())
    }

    pub(crate) fn exactly(sure: Members<N>) -> Set<N> {
        Set { sure, rest: None }
    }

    pub(crate) fn single(member: Member<N>) -> Set<N> {
        Set::exactly(Members(BTreeMap::from([(member, TermId::TRUE)])))
    }

    pub(crate) fn unknown(why: Undecided<N>) -> Set<N> {
        Set::at_least(Members::new(), why)
    }

    pub(crate) fn at_least(sure: Members<N>, why: Undecided<N>) -> Set<N> {
        let bound = None;
        Set {
            sure,
            rest: Some(Rest { bound, why }),
        }
    }

    /// Everything that may be in it, if that is not anything.
    pub(crate) fn bound(&self) -> Option<&Members<N>> {
        match &self.rest {
            None => Some(&self.sure),
            Some(rest) => rest.bound.as_ref(),
        }
    }

    pub(crate) fn why(&self) -> Option<Undecided<N>> {
        self.rest.as_ref().map(|rest| rest.why)
    }

    fn between(sure: Members<N>, bound: Option<Members<N>>, why: Option<Undecided<N>>) -> Set<N> {
        match why {
            Some(why) if bound.as_ref() != Some(&sure) => Set {
                sure,
                rest: Some(Rest { bound, why }),
            },
            _ => Set::exactly(sure),
        }
    }

    pub(crate) fn combine(
        &self,
        terms: &mut Terms,
        operator: SetOperator,
        other: &Set<N>,
    ) -> Set<N> {
        let why = self.why().or(other.why());
        if why.is_none() {
            let operation = match operator {
                SetOperator::Union => Members::union,
                SetOperator::Intersection => Members::intersection,
                SetOperator::Difference => Members::difference,
            };
            return Set::exactly(operation(&self.sure, terms, &other.sure));
        }
        let bounds = (self.bound(), other.bound());
        let (sure, bound) = match operator {
            SetOperator::Union => {
                let sure = self.sure.union(terms, &other.sure);
                let bound = match bounds {
                    (Some(a), Some(b)) => Some(a.union(terms, b)),
                    _ => None,
                };
                (sure, bound)
            }
            SetOperator::Intersection => {
                let sure = self.sure.intersection(terms, &other.sure);
                let bound = match bounds {
                    (Some(a), Some(b)) => Some(a.intersection(terms, b)),
                    (Some(one), None) | (None, Some(one)) => Some(one.clone()),
                    (None, None) => None,
                };
                (sure, bound)
            }
            SetOperator::Difference => {
                let sure = match bounds.1 {
                    Some(b) => self.sure.difference(terms, b),
                    None => Members::new(),
                };
                let bound = bounds.0.map(|a| a.difference(terms, &other.sure));
                (sure, bound)
            }
        };
        Set::between(sure, bound, why)
    }

    pub(crate) fn subset(&self, terms: &mut Terms, other: &Set<N>) -> Truth<N> {
        if self.rest.is_none() && other.rest.is_none() {
            return Truth::exactly(self.sure.subset(terms, &other.sure));
        }
        let necessary = match other.bound() {
            Some(bound) => self.sure.subset(terms, bound),
            None => TermId::TRUE,
        };
        let sufficient = match self.bound() {
            Some(bound) => bound.subset(terms, &other.sure),
            None => TermId::FALSE,
        };
        Truth::between(sufficient, necessary, self.why().or(other.why()))
    }

    /// Whether there is a member.
    pub(crate) fn some(&self, terms: &mut Terms) -> Truth<N> {
        let sufficient = self.sure.some(terms);
        if self.rest.is_none() {
            return Truth::exactly(sufficient);
        }
        let necessary = match self.bound() {
            Some(bound) => bound.some(terms),
            None => TermId::TRUE,
        };
        Truth::between(sufficient, necessary, self.why())
    }

    pub(crate) fn at_most_one(&self, terms: &mut Terms) -> Truth<N> {
        let necessary = self.sure.at_most_one(terms);
        if self.rest.is_none() {
            return Truth::exactly(necessary);
        }
        let sufficient = match self.bound() {
            Some(bound) => bound.at_most_one(terms),
            None => TermId::FALSE,
        };
        Truth::between(sufficient, necessary, self.why())
    }

    /// The least number of members there can be, and the largest if there is one.
    pub(crate) fn count(&self, terms: &mut Terms) -> (Int, Option<Int>) {
        let least = self.sure.count(terms);
        let most = match &self.rest {
            None => Some(least),
            Some(rest) => rest.bound.as_ref().map(|bound| bound.count(terms)),
        };
        (least, most)
    }
}
