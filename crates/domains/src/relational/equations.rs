//! Equations of any form beside another domain: `offset = 12 * i + 4` where the other one knows the range of
//! `i` and differences alone.
//!
//! An equation says what one variable is in terms of others, which have none: a sum is rewritten by them
//! before the other domain is asked about it (symbolic constants: Miné, "Symbolic Methods to Enhance the
//! Precision of Numerical Abstract Domains", 2006).

use super::Relational;
use crate::linear::{Constraint, Linear, Range, Var};

/// More equations are not kept.
const MOST_EQUATIONS: usize = 24;

/// A domain of relations, and equations.
#[derive(Clone, PartialEq, Debug)]
pub struct Equations<R> {
    inner: R,
    /// What variables are, sorted by them; none of them occurs in what another is.
    equal: Vec<(Var, Linear)>,
}

impl<R: Relational> Equations<R> {
    fn equation(&self, var: Var) -> Option<&Linear> {
        let at = self.equal.binary_search_by_key(&var, |(var, _)| *var);
        Some(&self.equal[at.ok()?].1)
    }

    /// Forgets equations that mention a variable.
    fn disconnect(&mut self, var: Var) {
        let mentions = |linear: &Linear| linear.coefficient(var) != 0;
        self.equal
            .retain(|(other, linear)| *other != var && !mentions(linear));
    }

    /// A sum in terms of what a variable is after it took a value that is made of it, where the factors allow
    /// that.
    fn after(linear: &Linear, var: Var, value: &Linear) -> Option<Linear> {
        let factor = value.coefficient(var);
        let times = linear.coefficient(var);
        if factor == 0 || times.checked_rem(factor)? != 0 {
            return None;
        }
        // With value = factor * old + rest, times * old = times / factor * (new - rest).
        let rest = value.sub(&Linear::var(var).times(factor)?)?;
        let old = Linear::var(var).sub(&rest)?.times(times / factor)?;
        linear.sub(&Linear::var(var).times(times)?)?.add(&old)
    }

    /// A variable takes a value: what others are in terms of it is said by its new one, or forgotten.
    fn replace(&mut self, var: Var, value: &Linear) {
        let equal = std::mem::take(&mut self.equal);
        let kept = equal.into_iter().filter_map(|(other, linear)| {
            if other == var {
                return None;
            }
            match linear.coefficient(var) {
                0 => Some((other, linear)),
                _ => Some((other, Self::after(&linear, var, value)?)),
            }
        });
        self.equal = kept.collect();
    }

    fn record(&mut self, var: Var, value: Linear) {
        let is_difference = matches!(value.terms(), [] | [(_, 1 | -1)]);
        let is_clean = value.coefficient(var) == 0
            && value
                .terms()
                .iter()
                .all(|(other, _)| self.equation(*other).is_none());
        let is_used = self
            .equal
            .iter()
            .any(|(_, linear)| linear.coefficient(var) != 0);
        if is_difference || !is_clean || is_used || self.equal.len() >= MOST_EQUATIONS {
            return;
        }
        let at = self.equal.partition_point(|(other, _)| *other < var);
        self.equal.insert(at, (var, value));
    }

    /// Whether an equation holds.
    fn implies(&self, var: Var, value: &Linear) -> bool {
        if self.equation(var) == Some(value) {
            return true;
        }
        let difference = Linear::var(var).sub(value);
        let range = difference.map(|difference| self.range(&difference));
        range.is_some_and(|range| (range.min, range.max) == (Some(0), Some(0)))
    }

    /// With those of some equations that hold in both.
    fn with<'e>(
        inner: R,
        known: impl Iterator<Item = &'e (Var, Linear)>,
        holds: impl Fn(Var, &Linear) -> bool,
    ) -> Equations<R> {
        let mut joined = Equations {
            inner,
            equal: Vec::new(),
        };
        for (var, value) in known {
            if joined.equation(*var).is_none() && holds(*var, value) {
                joined.record(*var, value.clone());
            }
        }
        joined
    }
}

impl<R: Relational> Relational for Equations<R> {
    const NAME: &'static str = R::NAME;

    fn top() -> Self {
        Equations {
            inner: R::top(),
            equal: Vec::new(),
        }
    }

    fn is_bottom(&self) -> bool {
        self.inner.is_bottom()
    }

    fn assign(&mut self, var: Var, value: &Linear) {
        let simplified = self.simplified(value);
        self.inner.assign(var, value);
        // What mentions the variable speaks of its old value.
        let is_new = simplified.coefficient(var) == 0;
        // Only variables without an equation may stand in one.
        let rest = value.terms().iter().filter(|(other, _)| *other != var);
        match rest
            .clone()
            .any(|(other, _)| self.equation(*other).is_some())
        {
            true => self.disconnect(var),
            false => self.replace(var, value),
        }
        if is_new {
            self.record(var, simplified);
        }
    }

    fn assign_range(&mut self, var: Var, range: Range) {
        self.inner.assign_range(var, range);
        self.disconnect(var);
    }

    fn forget(&mut self, var: Var) {
        self.inner.forget(var);
        self.disconnect(var);
    }

    fn assume(&mut self, constraint: &Constraint) {
        self.inner.assume(constraint);
        let simplified = self.simplified(&constraint.linear);
        if simplified != constraint.linear {
            self.inner.assume(&Constraint {
                linear: simplified,
                relation: constraint.relation,
            });
        }
    }

    fn range(&self, linear: &Linear) -> Range {
        let plain = self.inner.range(linear);
        let simplified = self.simplified(linear);
        match simplified == *linear {
            true => plain,
            false => plain.meet(self.inner.range(&simplified)),
        }
    }

    fn simplified(&self, linear: &Linear) -> Linear {
        let mut simplified = linear.clone();
        for (var, _) in linear.terms() {
            if let Some(value) = self.equation(*var) {
                match simplified.substitute(*var, value) {
                    Some(substituted) => simplified = substituted,
                    None => return linear.clone(),
                }
            }
        }
        simplified
    }

    fn join(&self, other: &Self) -> Self {
        if self.is_bottom() {
            return other.clone();
        }
        if other.is_bottom() {
            return self.clone();
        }
        let known = self.equal.iter().chain(&other.equal);
        Equations::with(self.inner.join(&other.inner), known, |var, value| {
            self.implies(var, value) && other.implies(var, value)
        })
    }

    fn widen(&self, newer: &Self, thresholds: &[i128]) -> Self {
        let inner = self.inner.widen(&newer.inner, thresholds);
        // Equations that are new are not taken over: they could come and go.
        Equations::with(inner, self.equal.iter(), |var, value| {
            newer.is_bottom() || newer.implies(var, value)
        })
    }

    fn includes(&self, other: &Self) -> bool {
        let mut equal = self.equal.iter();
        self.inner.includes(&other.inner)
            && (other.is_bottom() || equal.all(|(var, value)| other.implies(*var, value)))
    }

    fn meet(&mut self, other: &Self) {
        self.inner.meet(&other.inner);
        for (var, value) in &other.equal {
            if self.equation(*var).is_none() {
                self.record(*var, value.clone());
            }
        }
    }

    fn rename(&mut self, from: Var, to: Var) {
        if from == to {
            return;
        }
        self.inner.rename(from, to);
        self.disconnect(to);
        let equal = std::mem::take(&mut self.equal);
        let renamed = equal.into_iter().filter_map(|(var, linear)| {
            let var = if var == from { to } else { var };
            Some((var, linear.substitute(from, &Linear::var(to))?))
        });
        self.equal = renamed.collect();
        self.equal.sort_unstable_by_key(|(var, _)| *var);
    }

    fn keep(&mut self, keep: &dyn Fn(Var) -> bool) {
        self.inner.keep(keep);
        self.equal.retain(|(var, linear)| {
            keep(*var) && linear.terms().iter().all(|(other, _)| keep(*other))
        });
    }

    fn vars(&self) -> Vec<Var> {
        let mut vars = self.inner.vars();
        for (var, linear) in &self.equal {
            vars.push(*var);
            vars.extend(linear.terms().iter().map(|(other, _)| *other));
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    fn constraints(&self) -> Vec<Constraint> {
        let equations = self.equal.iter();
        let equations = equations
            .filter_map(|(var, value)| Some(Constraint::zero(Linear::var(*var).sub(value)?)));
        let mut constraints = self.inner.constraints();
        constraints.extend(equations);
        constraints
    }
}
