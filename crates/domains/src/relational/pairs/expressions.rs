//! What linear expressions and bounds of pairs say of each other.

use super::graph::{Empty, Graph, Literal, Pair, Sign};
use crate::linear::Linear;

/// Expressions of more terms are not searched for consequences between pairs of their variables.
const MAX_TERMS_FOR_PAIRS: usize = 8;

/// A literal as an expression.
pub(super) fn expression(literal: Literal) -> Linear {
    let var = Linear::var(literal.var);
    match literal.sign {
        Sign::Plus => var,
        Sign::Minus => var.times(-1).unwrap_or_default(),
    }
}

/// An upper bound that follows from a constraint.
pub(super) enum Consequence {
    Bound(Literal, i128),
    Pair(Pair, i128),
}

pub(super) fn apply(graph: &mut Graph, consequences: &[Consequence]) -> Result<(), Empty> {
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
pub(super) fn consequences(
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
pub(super) fn maximum(graph: &Graph, linear: &Linear) -> Option<i128> {
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
