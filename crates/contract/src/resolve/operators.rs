//! Operators, whose meaning depends on the types of their operands.

use super::expr::Meaning;
use super::types::{Kind, Layout, Size, Target, Ty, describe, format};
use super::{Resolve, Resolver};
use crate::error::Problem;
use crate::syntax::{self, Binary, Comparison, Extent};
use crate::typed::{ArithmeticOperator, Expr, Formula, SetOperator};

/// An integer of a contract may need so many bits, and no more.
const MAX_BITS: u32 = 2048;

impl Resolver<'_> {
    pub(super) fn formula(&mut self, expr: &syntax::Expr) -> Resolve<Formula> {
        let meaning = self.meaning(expr)?;
        self.truth(meaning, expr.extent)
    }

    /// A formula, or a number that is not zero.
    fn truth(&self, meaning: Meaning, extent: Extent) -> Resolve<Formula> {
        match meaning {
            Meaning::Formula(formula) => Ok(formula),
            Meaning::Expr(value, ty) if ty.integer().is_some() => Ok(Formula::Compare(
                Comparison::NotEqual,
                value,
                Expr::Integer(0),
            )),
            Meaning::Expr(_, ty) => Err(self.mismatch(extent, ty, "a formula")),
        }
    }

    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: &syntax::Expr,
        right: &syntax::Expr,
        extent: Extent,
    ) -> Resolve<Meaning> {
        let formula = match operator {
            Binary::Iff => iff(self.formula(left)?, self.formula(right)?),
            Binary::Implies => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                Formula::Implies(Box::new(left), Box::new(right))
            }
            Binary::Compare(comparison) => self.compare(comparison, left, right, extent)?,
            Binary::In => self.subset(left, right, extent)?,
            Binary::NotIn => Formula::Not(Box::new(self.subset(left, right, extent)?)),
            Binary::Range => {
                let ((low, a), (high, b)) = (self.integer(left)?, self.integer(right)?);
                let range = Expr::Range(Box::new(low), Box::new(high));
                return Ok(Meaning::Expr(range, Ty::any(Kind::Integers(a.max(b)))));
            }
            Binary::Plus => {
                return self.sum(
                    ArithmeticOperator::Add,
                    SetOperator::Union,
                    left,
                    right,
                    extent,
                );
            }
            Binary::Minus => {
                let (number, set) = (ArithmeticOperator::Subtract, SetOperator::Difference);
                return self.sum(number, set, left, right, extent);
            }
            Binary::Intersect => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                let (expr, ty) = self.combine(SetOperator::Intersection, left, right, extent)?;
                return Ok(Meaning::Expr(expr, ty));
            }
            Binary::Times => {
                return self.arithmetic(ArithmeticOperator::Multiply, left, right, extent);
            }
            Binary::Divide => {
                return self.arithmetic(ArithmeticOperator::Divide, left, right, extent);
            }
            Binary::Remainder => {
                return self.arithmetic(ArithmeticOperator::Remainder, left, right, extent);
            }
        };
        Ok(Meaning::Formula(formula))
    }

    pub(super) fn integer(&mut self, expr: &syntax::Expr) -> Resolve<(Expr, u32)> {
        let (value, ty) = self.expr(expr)?;
        match ty.integer() {
            Some(bits) => Ok((value, bits)),
            None => Err(self.mismatch(expr.extent, ty, "an integer")),
        }
    }

    pub(super) fn negate(&mut self, inner: &syntax::Expr) -> Resolve<(Expr, Ty)> {
        let (value, ty) = self.expr(inner)?;
        match (value, ty) {
            (Expr::Integer(value), _) => Ok((Expr::Integer(-value), ty)),
            (Expr::Decimal(text), _) if !text.starts_with('-') => {
                Ok((Expr::Decimal(format!("-{text}").into()), ty))
            }
            (value, ty) => match ty.integer() {
                Some(bits) => Ok((
                    Expr::Negate(Box::new(value)),
                    Ty::one(Kind::Integers(bits + 1)),
                )),
                None => Err(self.mismatch(inner.extent, ty, "an integer")),
            },
        }
    }

    /// `+` and `-`: of integers if both are single integers, of sets otherwise.
    fn sum(
        &mut self,
        number: ArithmeticOperator,
        set: SetOperator,
        left: &syntax::Expr,
        right: &syntax::Expr,
        extent: Extent,
    ) -> Resolve<Meaning> {
        let (l, r) = (self.expr(left)?, self.expr(right)?);
        let (expr, ty) = match (l.1.integer(), r.1.integer()) {
            (Some(a), Some(b)) => self.number(number, (l.0, a), (r.0, b), extent)?,
            _ if l.1.is_float() || r.1.is_float() => {
                let expected = "an integer: contracts do no arithmetic on floats";
                let float = if l.1.is_float() { l.1 } else { r.1 };
                return Err(self.mismatch(extent, float, expected));
            }
            _ => self.combine(set, l, r, extent)?,
        };
        Ok(Meaning::Expr(expr, ty))
    }

    fn arithmetic(
        &mut self,
        operator: ArithmeticOperator,
        left: &syntax::Expr,
        right: &syntax::Expr,
        extent: Extent,
    ) -> Resolve<Meaning> {
        let (l, r) = (self.integer(left)?, self.integer(right)?);
        let (expr, ty) = self.number(operator, l, r, extent)?;
        Ok(Meaning::Expr(expr, ty))
    }

    fn number(
        &mut self,
        operator: ArithmeticOperator,
        (left, a): (Expr, u32),
        (right, b): (Expr, u32),
        extent: Extent,
    ) -> Resolve<(Expr, Ty)> {
        let bits = match operator {
            ArithmeticOperator::Multiply => a + b,
            _ => a.max(b) + 1,
        };
        if bits > MAX_BITS {
            return Err(self.error(extent, Problem::TooWide));
        }
        let expr = Expr::Arithmetic(operator, Box::new(left), Box::new(right));
        Ok((expr, Ty::one(Kind::Integers(bits))))
    }

    pub(super) fn combine(
        &mut self,
        operator: SetOperator,
        (left, a): (Expr, Ty),
        (right, b): (Expr, Ty),
        extent: Extent,
    ) -> Resolve<(Expr, Ty)> {
        let united = match (a.kind, b.kind) {
            (kind, Kind::Null) | (Kind::Null, kind) => Some(kind),
            (Kind::References(s, _), Kind::References(t, _)) => {
                let target = if s == t { s } else { Target::Mixed };
                Some(Kind::References(target, Layout::Unknown))
            }
            (Kind::Integers(s), Kind::Integers(t)) => Some(Kind::Integers(s.max(t))),
            (Kind::Floats(s), Kind::Floats(t)) if s == t => Some(a.kind),
            _ => None,
        };
        let Some(kind) = united else {
            return Err(self.incomparable(a, b, extent));
        };
        let (kind, size) = match operator {
            SetOperator::Union => (kind, Size::Any),
            SetOperator::Difference => (a.kind, a.size),
            SetOperator::Intersection if a.is_single() || b.is_single() => (kind, Size::AtMostOne),
            SetOperator::Intersection => (kind, Size::Any),
        };
        let expr = Expr::Combine(operator, Box::new(left), Box::new(right));
        Ok((expr, Ty { kind, size }))
    }

    fn subset(
        &mut self,
        left: &syntax::Expr,
        right: &syntax::Expr,
        extent: Extent,
    ) -> Resolve<Formula> {
        let ((l, a), (r, b)) = (self.expr(left)?, self.expr(right)?);
        match comparable(a, b) {
            true => Ok(Formula::Subset(l, r)),
            false => Err(self.incomparable(a, b, extent)),
        }
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        left: &syntax::Expr,
        right: &syntax::Expr,
        extent: Extent,
    ) -> Resolve<Formula> {
        let (l, r) = (self.meaning(left)?, self.meaning(right)?);
        let (l, r) = match (l, r) {
            (Meaning::Expr(l, a), Meaning::Expr(r, b)) => ((l, a), (r, b)),
            // `\result = (x in S)`: truth values can only be equal or not.
            (l, r) => {
                let (l, r) = (self.truth(l, left.extent)?, self.truth(r, right.extent)?);
                return match comparison {
                    Comparison::Equal => Ok(iff(l, r)),
                    Comparison::NotEqual => Ok(Formula::Not(Box::new(iff(l, r)))),
                    _ => {
                        let (found, expected) = ("a formula".to_owned(), "a number".to_owned());
                        Err(self.error(extent, Problem::Mismatch { found, expected }))
                    }
                };
            }
        };
        self.compare_values(comparison, l, r, extent)
    }

    fn compare_values(
        &mut self,
        comparison: Comparison,
        (l, a): (Expr, Ty),
        (r, b): (Expr, Ty),
        extent: Extent,
    ) -> Resolve<Formula> {
        if a.integer().is_some() && b.integer().is_some() {
            return Ok(Formula::Compare(comparison, l, r));
        }
        if a.is_single() && b.is_single() {
            let format = match (a.kind, b.kind) {
                (Kind::Floats(s), Kind::Floats(t)) => Some(format(s.max(t))),
                // An integer literal is a float where one is needed, as in the program itself.
                (Kind::Floats(s), _) if matches!(r, Expr::Integer(_)) => Some(format(s)),
                (_, Kind::Floats(t)) if matches!(l, Expr::Integer(_)) => Some(format(t)),
                _ => None,
            };
            if let Some(format) = format {
                return Ok(Formula::CompareFloats(comparison, format, l, r));
            }
        }
        match comparison {
            Comparison::Equal | Comparison::NotEqual if comparable(a, b) => {}
            Comparison::Equal | Comparison::NotEqual => return Err(self.incomparable(a, b, extent)),
            _ => {
                let wrong = if a.integer().is_some() { b } else { a };
                return Err(self.mismatch(extent, wrong, "a number on both sides"));
            }
        }
        let same = Formula::Same(l, r);
        Ok(match comparison {
            Comparison::NotEqual => Formula::Not(Box::new(same)),
            _ => same,
        })
    }

    fn incomparable(&self, a: Ty, b: Ty, extent: Extent) -> crate::Error {
        let problem = Problem::Incomparable {
            left: describe(self.program, a),
            right: describe(self.program, b),
        };
        self.error(extent, problem)
    }
}

/// Whether two sets can have members in common.
fn comparable(a: Ty, b: Ty) -> bool {
    match (a.kind, b.kind) {
        (Kind::Null, _) | (_, Kind::Null) => true,
        (Kind::Floats(s), Kind::Floats(t)) => s == t,
        (Kind::References(..), Kind::References(..)) => true,
        (Kind::Integers(_), Kind::Integers(_)) => true,
        _ => false,
    }
}

fn iff(left: Formula, right: Formula) -> Formula {
    Formula::Iff(Box::new(left), Box::new(right))
}
