//! Formulas as control flow, and as claims.

use std::rc::Rc;

use ir::{BinaryOp, Expr, Location, Op};

use super::writer::{Bound, Lowered, Writer, equal};
use crate::syntax::Multiplicity;
use crate::typed::{self, Formula, SetOperator};

impl<'a> Writer<'a> {
    /// Claims that a formula holds: each part of a conjunction by a check of its own.
    pub(super) fn claim_formula(&mut self, formula: &'a Formula) -> Lowered<()> {
        match formula {
            Formula::All(parts) => parts.iter().try_for_each(|part| self.claim_formula(part)),
            Formula::Implies(condition, consequence) => {
                let (then, done) = (self.location(), self.location());
                self.decide(condition, then, done)?;
                self.at(then);
                self.claim_formula(consequence)?;
                self.go(done);
                self.at(done);
                Ok(())
            }
            Formula::Any(parts) => {
                let Some((last, others)) = parts.split_last() else {
                    return self.claim_leaf(formula);
                };
                let done = self.location();
                for part in others {
                    let next = self.location();
                    self.decide(part, done, next)?;
                    self.at(next);
                }
                self.claim_formula(last)?;
                self.go(done);
                self.at(done);
                Ok(())
            }
            Formula::Call(arguments, body) => {
                self.with(arguments, |writer| writer.claim_formula(body))
            }
            Formula::Compare(how, left, right) => {
                let no = self.location();
                let (left, right) = (self.number(left, no)?, self.number(right, no)?);
                let holds = left.compare(*how, &right)?;
                let check = self.check(holds);
                self.push(Op::Check(Box::new(check)));
                if self.is_reached(no) {
                    let done = self.location();
                    self.go(done);
                    self.refuse(no, done);
                }
                Ok(())
            }
            _ => self.claim_leaf(formula),
        }
    }

    /// Goes on only where a formula holds.
    pub(super) fn assume_formula(&mut self, formula: &'a Formula) -> Lowered<()> {
        let (yes, no) = (self.location(), self.location());
        self.decide(formula, yes, no)?;
        if self.is_reached(no) {
            self.at(no);
            self.push_to(Op::Assume(Expr::FALSE), yes);
        }
        self.at(yes);
        Ok(())
    }

    fn claim_leaf(&mut self, formula: &'a Formula) -> Lowered<()> {
        let (yes, no) = (self.location(), self.location());
        self.decide(formula, yes, no)?;
        match self.is_reached(no) {
            true => self.refuse(no, yes),
            false => self.at(yes),
        }
        Ok(())
    }

    /// Claims that a location is not reached; goes on at another.
    fn refuse(&mut self, no: Location, done: Location) {
        self.at(no);
        let check = self.check(Expr::FALSE);
        self.push_to(Op::Check(Box::new(check)), done);
        self.at(done);
    }

    /// Leads to where a formula holds, or to where it does not.
    fn decide(&mut self, formula: &'a Formula, yes: Location, no: Location) -> Lowered<()> {
        self.need(Expr::TRUE, no)?;
        match formula {
            Formula::Constant(true) => self.go(yes),
            Formula::Constant(false) => self.go(no),
            Formula::Not(inner) => return self.decide(inner, no, yes),
            Formula::All(parts) => {
                for part in parts {
                    let next = self.location();
                    self.decide(part, next, no)?;
                    self.at(next);
                }
                self.go(yes);
            }
            Formula::Any(parts) => {
                for part in parts {
                    let next = self.location();
                    self.decide(part, yes, next)?;
                    self.at(next);
                }
                self.go(no);
            }
            Formula::Implies(condition, consequence) => {
                let then = self.location();
                self.decide(condition, then, yes)?;
                self.at(then);
                return self.decide(consequence, yes, no);
            }
            Formula::Iff(left, right) => {
                let (then, otherwise) = (self.location(), self.location());
                self.decide(left, then, otherwise)?;
                self.at(then);
                self.decide(right, yes, no)?;
                self.at(otherwise);
                return self.decide(right, no, yes);
            }
            Formula::Compare(how, left, right) => {
                let (left, right) = (self.number(left, no)?, self.number(right, no)?);
                let holds = left.compare(*how, &right)?;
                self.branch(holds, yes, no);
            }
            Formula::Same(left, right) => {
                let (left, right) = (self.reference(left)?, self.reference(right)?);
                self.branch(equal(left, right), yes, no);
            }
            Formula::Subset(left, right) => return self.decide_subset(left, right, yes, no),
            Formula::Multiplicity(multiplicity, set) => {
                let there = self.reference(set)?;
                let is_null = equal(there, Expr::NULL);
                match multiplicity {
                    Multiplicity::No => self.branch(is_null, yes, no),
                    Multiplicity::Some | Multiplicity::One => self.branch(is_null, no, yes),
                    Multiplicity::Lone => self.go(yes),
                }
            }
            Formula::Call(arguments, body) => {
                return self.with(arguments, |writer| writer.decide(body, yes, no));
            }
            Formula::CompareFloats(..) => return Err("it compares floats"),
            Formula::Quantified { .. } => return Err("it goes over all members of a set"),
        }
        Ok(())
    }

    fn decide_subset(
        &mut self,
        left: &'a typed::Expr,
        right: &'a typed::Expr,
        yes: Location,
        no: Location,
    ) -> Lowered<()> {
        if let typed::Expr::Range(low, high) = right {
            // What does not exist is in every set.
            let member = self.number(left, yes)?;
            let (low, high) = (self.number(low, no)?, self.number(high, no)?);
            self.need(low.compare(typed::Comparison::AtMost, &member)?, no)?;
            self.branch(member.compare(typed::Comparison::AtMost, &high)?, yes, no);
            return Ok(());
        }
        let left = self.reference(left)?;
        let mut members = Vec::new();
        self.members(right, &mut members)?;
        let is_null = equal(left.clone(), Expr::NULL);
        let among = members.into_iter().fold(is_null, |among, member| {
            let same = equal(left.clone(), member);
            Expr::binary(BinaryOp::Or, among, same)
        });
        self.branch(among, yes, no);
        Ok(())
    }

    /// The members of a set that unites single references.
    fn members(&mut self, set: &'a typed::Expr, members: &mut Vec<Expr>) -> Lowered<()> {
        match set {
            typed::Expr::Combine(SetOperator::Union, left, right) => {
                self.members(left, members)?;
                self.members(right, members)
            }
            single => {
                let single = self.reference(single)?;
                members.push(single);
                Ok(())
            }
        }
    }

    /// Writes the body of a predicate, in which nothing is bound but the arguments.
    fn with(
        &mut self,
        arguments: &'a [typed::Expr],
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let bound = arguments.iter().map(|expr| Bound {
            expr,
            frame: self.frame.clone(),
        });
        let frame = Rc::new(bound.collect());
        let outer = std::mem::replace(&mut self.frame, frame);
        let written = write(self);
        self.frame = outer;
        written
    }

    /// Writes something about what a variable stands for.
    pub(super) fn variable<T>(
        &mut self,
        slot: usize,
        write: impl FnOnce(&mut Self, &'a typed::Expr) -> Lowered<T>,
    ) -> Lowered<T> {
        let here = self.frame.clone();
        let bound = here.get(slot).ok_or("it goes over all members of a set")?;
        let outer = std::mem::replace(&mut self.frame, bound.frame.clone());
        let written = write(self, bound.expr);
        self.frame = outer;
        written
    }
}
