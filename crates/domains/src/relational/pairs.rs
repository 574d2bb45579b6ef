//! Constraints between at most two variables: the common ground of zones and octagons.
//!
//! Both bound a variable, its negation, or the sum of two such literals. Zones admit only differences.
//! The closure of differences yields differences, so one [`Graph`] serves both.

mod graph;
mod widening;

use super::Relational;
use crate::linear::{Constraint, Linear, Range, Relation, Var};
use graph::{Empty, Graph, Literal, Pair, Sign};
use std::fmt::Debug;
use std::marker::PhantomData;

/// Expressions of more terms are not searched for consequences between pairs of their variables.
const MAX_TERMS_FOR_PAIRS: usize = 8;

/// Which pairs a domain may speak of.
pub trait Kind: Clone + Debug + PartialEq {
    /// The domain's name on the command line.
    const NAME: &'static str;

    /// Whether sums of two variables are admitted, and not only differences.
    const HAS_SUMS: bool;
}

/// A domain of bounds of variables and of pairs of them.
#[derive(Clone, Debug)]
pub struct Pairs<K: Kind> {
    /// Closed; missing if nothing is described.
    graph: Option<Graph>,
    /// If this state is the result of a widening: its constraints before they were closed, from which
    /// the next widening starts. Closing brings back bounds that were given up, and a chain of
    /// widenings of closed states need not end (Miné, *The octagon abstract domain*, 2006, section 4).
    unclosed: Option<Box<Graph>>,
    kind: PhantomData<K>,
}

impl<K: Kind> PartialEq for Pairs<K> {
    fn eq(&self, other: &Self) -> bool {
        self.graph == other.graph
    }
}

impl<K: Kind> Pairs<K> {
    fn new(graph: Option<Graph>) -> Self {
        Pairs {
            graph,
            unclosed: None,
            kind: PhantomData,
        }
    }

    fn is_allowed(pair: Pair) -> bool {
        K::HAS_SUMS || pair.is_difference()
    }

    /// Changes the graph; what a widening left is then worth nothing.
    fn update(&mut self, change: impl FnOnce(&mut Graph) -> Result<(), Empty>) {
        if let Some(graph) = &mut self.graph {
            self.unclosed = None;
            if change(graph).is_err() {
                self.graph = None;
            }
        }
    }

    /// `linear >= 0`.
    fn assume_at_least_zero(&mut self, linear: &Linear) {
        let Some(graph) = &self.graph else { return };
        if maximum(graph, linear).is_some_and(|max| max < 0) {
            *self = Pairs::new(None);
            return;
        }
        let consequences = consequences(graph, linear, Self::is_allowed);
        let is_news = |consequence: &Consequence| match consequence {
            Consequence::Bound(literal, bound) => {
                graph.bound(*literal).is_none_or(|known| *bound < known)
            }
            Consequence::Pair(pair, bound) => {
                graph.distance(*pair).is_none_or(|known| *bound < known)
            }
        };
        if consequences.iter().any(is_news) {
            self.update(|graph| apply(graph, &consequences));
        }
    }

    /// What is known of a variable that takes the value of an expression.
    fn value_consequences(graph: &Graph, var: Var, value: &Linear) -> Vec<Consequence> {
        let mut known = Vec::new();
        let mut ends = |linear: Option<Linear>, partner: Option<Literal>| {
            let Some(linear) = linear else { return };
            let negated = linear.times(-1);
            let sides = [
                (Literal::plus(var), partner, maximum(graph, &linear)),
                (
                    Literal::minus(var),
                    partner.map(Literal::negated),
                    negated.and_then(|negated| maximum(graph, &negated)),
                ),
            ];
            for (literal, partner, bound) in sides {
                let Some(bound) = bound else { continue };
                match partner {
                    None => known.push(Consequence::Bound(literal, bound)),
                    Some(partner) => {
                        let pair = Pair::new(literal, partner);
                        known.extend(pair.map(|pair| Consequence::Pair(pair, bound)));
                    }
                }
            }
        };
        for (other, _) in value.terms() {
            let other_value = Linear::var(*other);
            ends(value.sub(&other_value), Some(Literal::minus(*other)));
            if K::HAS_SUMS {
                ends(value.add(&other_value), Some(Literal::plus(*other)));
            }
        }
        ends(Some(value.clone()), None);
        known
    }
}

impl<K: Kind> Relational for Pairs<K> {
    const NAME: &'static str = K::NAME;

    fn top() -> Self {
        Pairs::new(Some(Graph::default()))
    }

    fn is_bottom(&self) -> bool {
        self.graph.is_none()
    }

    fn assign(&mut self, var: Var, value: &Linear) {
        let Some(graph) = &self.graph else { return };
        let difference = value.sub(&Linear::var(var));
        match difference.and_then(|difference| difference.as_constant()) {
            Some(0) => {}
            Some(by) => self.update(|graph| {
                graph.shift(var, by);
                Ok(())
            }),
            None if value.coefficient(var) == 0 => {
                let known = Self::value_consequences(graph, var, value);
                self.update(|graph| {
                    graph.keep(|other| other != var);
                    apply(graph, &known)
                });
            }
            None => {
                // The old value is still needed while the new one is related to what is known of it.
                let Some(new) = (0..=u32::MAX)
                    .rev()
                    .map(Var)
                    .find(|one| !graph.mentions(*one))
                else {
                    return self.forget(var);
                };
                let known = Self::value_consequences(graph, new, value);
                self.update(|graph| {
                    apply(graph, &known)?;
                    graph.keep(|other| other != var);
                    graph.rename(new, var);
                    Ok(())
                });
            }
        }
    }

    fn forget(&mut self, var: Var) {
        self.keep(&|other| other != var);
    }

    fn assume(&mut self, constraint: &Constraint) {
        self.assume_at_least_zero(&constraint.linear);
        if constraint.relation == Relation::Zero
            && let Some(negated) = constraint.linear.times(-1)
        {
            self.assume_at_least_zero(&negated);
        }
    }

    fn range(&self, linear: &Linear) -> Range {
        let Some(graph) = &self.graph else {
            return Range::new(1, 0);
        };
        let min = linear
            .times(-1)
            .and_then(|negated| maximum(graph, &negated)?.checked_neg());
        let max = maximum(graph, linear);
        Range { min, max }
    }

    fn join(&self, other: &Self) -> Self {
        match (&self.graph, &other.graph) {
            (None, _) => Pairs::new(other.graph.clone()),
            (_, None) => Pairs::new(self.graph.clone()),
            (Some(left), Some(right)) => Pairs::new(Some(left.join(right, Self::is_allowed))),
        }
    }

    fn widen(&self, newer: &Self, thresholds: &[i128]) -> Self {
        let (Some(left), Some(right)) = (&self.graph, &newer.graph) else {
            return match self.graph {
                Some(_) => self.clone(),
                None => newer.clone(),
            };
        };
        let joined = left.join(right, Self::is_allowed);
        let start = self.unclosed.as_deref().unwrap_or(left);
        let widened = widening::widen(start, &joined, thresholds);
        Pairs {
            graph: widened.closed().ok(),
            unclosed: Some(Box::new(widened)),
            kind: PhantomData,
        }
    }

    fn includes(&self, other: &Self) -> bool {
        match (&self.graph, &other.graph) {
            (_, None) => true,
            (None, Some(_)) => false,
            // Where numbers are too large to be added, only the constraints before closing may be known.
            (Some(left), Some(right)) => {
                let unclosed = self.unclosed.as_ref();
                left.includes(right) || unclosed.is_some_and(|left| left.includes(right))
            }
        }
    }

    fn meet(&mut self, other: &Self) {
        match &other.graph {
            None => *self = Pairs::new(None),
            Some(right)
                if self
                    .graph
                    .as_ref()
                    .is_some_and(|left| !right.includes(left)) =>
            {
                self.update(|graph| graph.meet(right));
            }
            Some(_) => {}
        }
    }

    fn rename(&mut self, from: Var, to: Var) {
        if from == to {
            return;
        }
        self.forget(to);
        if self
            .graph
            .as_ref()
            .is_some_and(|graph| graph.mentions(from))
        {
            self.update(|graph| {
                graph.rename(from, to);
                Ok(())
            });
        }
    }

    fn keep(&mut self, keep: &dyn Fn(Var) -> bool) {
        if self.vars().into_iter().any(|var| !keep(var)) {
            self.update(|graph| {
                graph.keep(keep);
                Ok(())
            });
        }
    }

    fn vars(&self) -> Vec<Var> {
        let Some(graph) = &self.graph else {
            return Vec::new();
        };
        let bounds = graph.bounds().iter().map(|(literal, _)| literal.var);
        let pairs = graph.pairs().iter().flat_map(|(pair, _)| pair.literals());
        let mut vars: Vec<Var> = bounds.chain(pairs.map(|literal| literal.var)).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    fn constraints(&self) -> Vec<Constraint> {
        let Some(graph) = &self.graph else {
            return vec![Constraint::at_least_zero(Linear::constant(-1))];
        };
        let bounds = graph.bounds().iter().filter_map(|(literal, bound)| {
            let opposite = graph.bound(literal.negated());
            describe(&[*literal], *bound, opposite)
        });
        let pairs = graph.pairs().iter().filter_map(|(pair, bound)| {
            let [one, two] = pair.literals();
            let opposite = Pair::new(one.negated(), two.negated());
            let opposite = opposite.and_then(|opposite| graph.stored(opposite));
            describe(&[one, two], *bound, opposite)
        });
        bounds.chain(pairs).collect()
    }
}

/// A bound as a constraint; of two that are an equation together, only one.
fn describe(sum: &[Literal], bound: i128, opposite: Option<i128>) -> Option<Constraint> {
    let mut linear = Linear::constant(bound);
    for literal in sum {
        linear = linear.sub(&expression(*literal))?;
    }
    let is_equation = opposite.is_some_and(|opposite| Some(opposite) == bound.checked_neg());
    match (is_equation, sum.first()?.sign) {
        (false, _) => Some(Constraint::at_least_zero(linear)),
        (true, Sign::Plus) => Some(Constraint::zero(linear)),
        (true, Sign::Minus) => None,
    }
}

fn expression(literal: Literal) -> Linear {
    let var = Linear::var(literal.var);
    match literal.sign {
        Sign::Plus => var,
        Sign::Minus => var.times(-1).unwrap_or_default(),
    }
}

/// An upper bound that follows from a constraint.
enum Consequence {
    Bound(Literal, i128),
    Pair(Pair, i128),
}

fn apply(graph: &mut Graph, consequences: &[Consequence]) -> Result<(), Empty> {
    for consequence in consequences {
        match consequence {
            Consequence::Bound(literal, bound) => graph.add_bound(*literal, *bound)?,
            Consequence::Pair(pair, bound) => graph.add_pair(*pair, *bound)?,
        }
    }
    Ok(())
}

/// The literals of an expression with their positive factors.
fn literals(linear: &Linear) -> Option<Vec<(Literal, i128)>> {
    let terms = linear.terms().iter();
    let literals = terms.map(|(var, factor)| match *factor > 0 {
        true => Some((Literal::plus(*var), *factor)),
        false => Some((Literal::minus(*var), factor.checked_neg()?)),
    });
    literals.collect()
}

/// What `linear >= 0` says of single literals and of pairs, whatever else is known.
fn consequences(
    graph: &Graph,
    linear: &Linear,
    is_allowed: impl Fn(Pair) -> bool,
) -> Vec<Consequence> {
    let Some(literals) = literals(linear) else {
        return Vec::new();
    };
    // A part of the sum is at least what the rest leaves at most.
    let at_most = |part: &Linear, factor: i128| {
        let rest = linear.sub(&part.times(factor)?)?;
        Some(maximum(graph, &rest)?.div_euclid(factor))
    };
    let mut known = Vec::new();
    if (2..=MAX_TERMS_FOR_PAIRS).contains(&literals.len()) {
        for (at, (one, a)) in literals.iter().enumerate() {
            for (two, b) in &literals[at + 1..] {
                let pair = Pair::new(one.negated(), two.negated());
                let Some(pair) = pair.filter(|pair| is_allowed(*pair)) else {
                    continue;
                };
                let sum = expression(*one).add(&expression(*two));
                let bound = sum.and_then(|sum| at_most(&sum, *a.min(b)));
                known.extend(bound.map(|bound| Consequence::Pair(pair, bound)));
            }
        }
    }
    for (literal, factor) in &literals {
        let bound = at_most(&expression(*literal), *factor);
        known.extend(bound.map(|bound| Consequence::Bound(literal.negated(), bound)));
    }
    known
}

/// An upper bound of an expression: its literals in pairs where a pair is known better than its
/// literals, the rest by single bounds. Which pairs is chosen greedily: those first whose literals have
/// no bounds, then those that gain most.
fn maximum(graph: &Graph, linear: &Linear) -> Option<i128> {
    let mut literals = literals(linear)?;
    let mut sum = linear.offset();
    let mut pairs = Vec::new();
    if !graph.pairs().is_empty() {
        for (at, (one, _)) in literals.iter().enumerate() {
            for (offset, (two, _)) in literals[at + 1..].iter().enumerate() {
                let pair = Pair::new(*one, *two);
                let Some((pair, bound)) = pair.and_then(|pair| Some((pair, graph.stored(pair)?)))
                else {
                    continue;
                };
                let unbounded = [one, two].map(|literal| graph.bound(*literal).is_none());
                let unbounded = unbounded.into_iter().filter(|is_unbounded| *is_unbounded);
                let gain = graph
                    .implied(pair)
                    .map_or(0, |implied| implied.saturating_sub(bound));
                pairs.push(((unbounded.count(), gain), at, at + 1 + offset, bound));
            }
        }
    }
    pairs.sort_by_key(|(gain, ..)| std::cmp::Reverse(*gain));
    for (_, one, two, bound) in pairs {
        let factor = literals[one].1.min(literals[two].1);
        sum = sum.checked_add(factor.checked_mul(bound)?)?;
        literals[one].1 -= factor;
        literals[two].1 -= factor;
    }
    for (literal, factor) in literals.into_iter().filter(|(_, factor)| *factor > 0) {
        sum = sum.checked_add(factor.checked_mul(graph.bound(literal)?)?)?;
    }
    Some(sum)
}
