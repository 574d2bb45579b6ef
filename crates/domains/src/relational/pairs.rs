//! Constraints between at most two variables: the common ground of zones and octagons.
//!
//! Both bound a variable, its negation, or the sum of two such literals. Zones admit only differences.
//! The closure of differences yields differences, so one graph serves both.

mod expressions;
mod graph;
mod widening;

use super::Relational;
use crate::linear::{Constraint, Linear, Range, Relation, Var};
use expressions::{Consequence, apply, consequences, expression, maximum};
use graph::{Empty, Graph, Literal, Pair, Sign};
use std::fmt::Debug;
use std::marker::PhantomData;

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
