//! The values of expressions, as sets.

use std::collections::BTreeMap;

use ir::{FieldRef, RecordId};
use logic::{FloatFormat, TermId};

use super::Evaluator;
use super::arithmetic::{decimal, float};
use super::int::Int;
use super::set::{Member, Members, Rest, Set};
use crate::structure::{Answer, Moment, Place, Reference, Structure, Undecided};
use crate::typed::{Expr, Holds, Link, Reach};

/// The width of an index.
const INDEX: u32 = 64;

/// What is found at the end of a path, each under its condition.
pub(super) type Found<N> = Vec<(TermId, Member<N>)>;

/// Members, and what is missing to find the others.
type Image<N> = (Members<N>, Option<Undecided<N>>);

impl<S: Structure> Evaluator<'_, S> {
    pub(super) fn set(&mut self, expr: &Expr) -> Set<S::Node> {
        match expr {
            Expr::Null => Set::empty(),
            Expr::Variable(slot) => match self.frame.get(*slot) {
                Some(set) => set.clone(),
                None => Set::empty(),
            },
            Expr::Root(root, holds) => {
                let found = self.read(root.place(), *holds);
                self.collect(found)
            }
            Expr::Field {
                base,
                paths,
                holds,
                moment,
            } => {
                let base = self.set(base);
                self.map(&base, |e, from| e.image(from, paths, *holds, *moment))
            }
            Expr::Closure {
                base,
                start,
                reach,
                links,
                moment,
            } => {
                let base = self.set(base);
                self.map(&base, |e, from| {
                    e.reachable(from, *start, links, *reach, *moment)
                })
            }
            Expr::Element {
                array,
                index,
                element,
                holds,
                moment,
            } => {
                let (array, index) = (self.set(array), self.number(index).decided());
                let (index, exists) = match index {
                    Ok((index, exists)) => self.index(index, exists),
                    Err(why) => return Set::unknown(why),
                };
                let place = |array| Place::Element {
                    array,
                    index,
                    element: *element,
                    moment: *moment,
                };
                self.map(&array, |e, from| e.elements(from, exists, *holds, place))
            }
            Expr::Combine(operator, left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                left.combine(self.terms(), *operator, &right)
            }
            Expr::Range(low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                self.range(low, high)
            }
            Expr::Integer(_)
            | Expr::Length { .. }
            | Expr::Count(_)
            | Expr::Arithmetic(..)
            | Expr::Negate(_) => match self.number(expr).decided() {
                Ok((value, exists)) => self.collect(Ok(vec![(exists, Member::Integer(value))])),
                Err(why) => Set::unknown(why),
            },
            Expr::Decimal(text) => {
                let value = decimal(self.terms(), FloatFormat::DOUBLE, text);
                value.map_or_else(Set::empty, |value| Set::single(Member::Float(value)))
            }
        }
    }

    fn collect(&mut self, found: Result<Found<S::Node>, Undecided<S::Node>>) -> Set<S::Node> {
        let found = match found {
            Ok(found) => found,
            Err(why) => return Set::unknown(why),
        };
        let mut members = Members::new();
        for (condition, member) in found {
            members.insert(self.terms(), member, condition);
        }
        Set::exactly(members)
    }

    /// A monotone function of the members of a set, applied to the sure ones and, where the set
    /// is not known, to the possible ones.
    fn map(
        &mut self,
        base: &Set<S::Node>,
        mut image: impl FnMut(&mut Self, &Members<S::Node>) -> Image<S::Node>,
    ) -> Set<S::Node> {
        let (sure, missing) = image(self, &base.sure);
        let rest = match &base.rest {
            None => missing.map(|why| Rest { bound: None, why }),
            Some(rest) => {
                let bound = rest.bound.as_ref().and_then(|bound| {
                    let (members, missing) = image(self, bound);
                    missing.is_none().then_some(members)
                });
                Some(Rest {
                    bound,
                    why: rest.why,
                })
            }
        };
        Set { sure, rest }
    }

    /// What a place holds.
    pub(super) fn read(
        &mut self,
        at: Place<S::Node>,
        holds: Holds,
    ) -> Result<Found<S::Node>, Undecided<S::Node>> {
        self.step()?;
        let undecided = Undecided::Place(at);
        if holds == Holds::Reference {
            return match self.structure.reference(at) {
                Answer::Undecided => Err(undecided),
                Answer::Known(Reference::Null) => Ok(Vec::new()),
                Answer::Known(Reference::Node(node)) => {
                    Ok(vec![(TermId::TRUE, Member::Node(node))])
                }
                Answer::Known(Reference::Choice(choices)) => {
                    let nodes = choices.into_iter();
                    let found = nodes
                        .filter_map(|(condition, node)| Some((condition, Member::Node(node?))));
                    Ok(found.collect())
                }
            };
        }
        let Answer::Known(numeral) = self.structure.number(at) else {
            return Err(undecided);
        };
        let terms = self.structure.terms();
        let member = match holds {
            Holds::Float(format) => Member::Float(float(terms, numeral.term, format)),
            Holds::Integer(sign) => Member::Integer(Int::new(terms, numeral.term, sign)),
            Holds::Reference => return Ok(Vec::new()),
        };
        Ok(vec![(numeral.exists, member)])
    }

    /// What a field of a node holds, through the anonymous members that it is in.
    fn follow(
        &mut self,
        node: S::Node,
        path: &[FieldRef],
        holds: Holds,
        moment: Moment,
    ) -> Result<Found<S::Node>, Undecided<S::Node>> {
        let mut found = vec![(TermId::TRUE, Member::Node(node))];
        for (index, &field) in path.iter().enumerate() {
            let is_last = index + 1 == path.len();
            let holds = if is_last { holds } else { Holds::Reference };
            let mut next = Vec::new();
            for (condition, member) in found {
                let Member::Node(node) = member else { continue };
                let place = Place::Field {
                    node,
                    field,
                    moment,
                };
                for (also, member) in self.read(place, holds)? {
                    next.push((self.terms().and(condition, also), member));
                }
            }
            found = next;
        }
        Ok(found)
    }

    fn image(
        &mut self,
        from: &Members<S::Node>,
        paths: &[Vec<FieldRef>],
        holds: Holds,
        moment: Moment,
    ) -> Image<S::Node> {
        let (mut members, mut missing) = (Members::new(), None);
        for (member, condition) in from.iter() {
            let Member::Node(node) = member else { continue };
            for path in paths {
                match self.follow(node, path, holds, moment) {
                    Ok(found) => {
                        for (also, member) in found {
                            let condition = self.terms().and(condition, also);
                            members.insert(self.terms(), member, condition);
                        }
                    }
                    Err(why) => missing = missing.or(Some(why)),
                }
            }
        }
        (members, missing)
    }

    /// What links lead to. Conditions are carried along until nothing changes, or until every
    /// path that visits no node twice has been followed.
    fn reachable(
        &mut self,
        from: &Members<S::Node>,
        start: RecordId,
        links: &[Link],
        reach: Reach,
        moment: Moment,
    ) -> Image<S::Node> {
        let mut reached: BTreeMap<(RecordId, S::Node), TermId> = BTreeMap::new();
        let mut frontier: BTreeMap<(RecordId, S::Node), TermId> = BTreeMap::new();
        for (member, condition) in from.iter() {
            if let Member::Node(node) = member {
                frontier.insert((start, node), condition);
            }
        }
        if reach == Reach::Reflexive {
            reached.clone_from(&frontier);
        }
        let mut missing = None;
        let mut rounds = 0;
        while !frontier.is_empty() && rounds <= reached.len() + 1 {
            rounds += 1;
            let mut next = BTreeMap::new();
            for ((record, node), condition) in frontier {
                for link in links.iter().filter(|link| link.from == record) {
                    let found = match self.follow(node, &link.path, Holds::Reference, moment) {
                        Ok(found) => found,
                        Err(why) => {
                            missing = missing.or(Some(why));
                            continue;
                        }
                    };
                    for (also, member) in found {
                        let Member::Node(to) = member else { continue };
                        let terms = self.structure.terms();
                        let here = terms.and(condition, also);
                        let known = reached.entry((link.to, to)).or_insert(TermId::FALSE);
                        let now = terms.or(*known, here);
                        if now != *known {
                            *known = now;
                            next.insert((link.to, to), now);
                        }
                    }
                }
            }
            frontier = next;
        }
        let mut members = Members::new();
        for ((_, node), condition) in reached {
            members.insert(self.terms(), Member::Node(node), condition);
        }
        (members, missing)
    }

    fn elements(
        &mut self,
        from: &Members<S::Node>,
        exists: TermId,
        holds: Holds,
        place: impl Fn(S::Node) -> Place<S::Node>,
    ) -> Image<S::Node> {
        let (mut members, mut missing) = (Members::new(), None);
        for (member, condition) in from.iter() {
            let Member::Node(array) = member else {
                continue;
            };
            match self.read(place(array), holds) {
                Err(why) => missing = missing.or(Some(why)),
                Ok(found) => {
                    let condition = self.terms().and(condition, exists);
                    for (also, member) in found {
                        let condition = self.terms().and(condition, also);
                        members.insert(self.terms(), member, condition);
                    }
                }
            }
        }
        (members, missing)
    }

    /// An index in 64 bits, and the condition under which there is one.
    fn index(&mut self, index: Int, exists: TermId) -> (TermId, TermId) {
        let terms = self.structure.terms();
        let signed = index.signed(terms);
        let width = terms.width(signed);
        if width <= INDEX {
            return (terms.sign_extend(INDEX - width, signed), exists);
        }
        let low = terms.extract(INDEX - 1, 0, signed);
        let back = terms.sign_extend(width - INDEX, low);
        let fits = terms.eq(back, signed);
        (low, terms.and(exists, fits))
    }
}
