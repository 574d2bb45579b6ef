//! The widening of bounds of literals and of pairs.

use super::graph::{Graph, Literal, Pair, Sign};
use crate::relational::thresholds::{Reading, next};

/// Keeps the bounds of `older` that `newer` respects; others go to the next threshold or away. `newer`
/// is closed and includes `older`. The result is not closed.
///
/// Every chain ends. A bound of a literal only moves up, by thresholds, and then away for good. While
/// they all rest, so does a pair that no more than repeats them; any other pair moves up by thresholds
/// or goes away, and comes back at most once, as such a repetition.
pub(super) fn widen(older: &Graph, newer: &Graph, thresholds: &[i128]) -> Graph {
    let widened = |older: i128, newer: Option<i128>, reading: Reading| match newer? {
        newer if newer <= older => Some(older),
        newer => next(thresholds, newer, reading),
    };
    let bounds = older.bounds().iter().filter_map(|(literal, bound)| {
        let bound = widened(*bound, newer.bound(*literal), reading(*literal))?;
        Some((*literal, bound))
    });
    let stored = older.pairs().iter().filter_map(|(pair, bound)| {
        let bound = widened(*bound, newer.distance(*pair), Reading::Either)?;
        Some((*pair, bound))
    });
    // A pair that older bounds imply is stored nowhere, and lost when these bounds are. It is kept
    // here if the newer state knows it in its own right: i = 0 <= n implies i <= n, which stays when
    // i grows.
    let implied = newer.pairs().iter().filter_map(|(pair, bound)| {
        let known = older.implied(*pair)?;
        let is_kept = older.stored(*pair).is_none() && *bound <= known;
        is_kept.then_some((*pair, known))
    });
    let mut pairs: Vec<(Pair, i128)> = stored.chain(implied).collect();
    pairs.sort_unstable();
    Graph::unclosed(bounds.collect(), pairs)
}

fn reading(literal: Literal) -> Reading {
    match literal.sign {
        Sign::Plus => Reading::AsIs,
        Sign::Minus => Reading::Negated,
    }
}
