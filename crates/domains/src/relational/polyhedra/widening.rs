//! The widening of polyhedra.

use super::{Polyhedra, gather, partition};
use crate::linear::{Constraint, Linear, Relation, Var};
use crate::relational::Relational;
use crate::relational::thresholds::{Reading, next};

/// The constraints that a widening left, before they were tightened to integers and minimised.
#[derive(Clone, Debug)]
pub(super) struct Unclosed {
    constraints: Vec<Constraint>,
    /// No more equations than these held in any state of the chain so far.
    equations: usize,
}

impl Unclosed {
    pub(super) fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }
}

/// Keeps the constraints of `older` that `newer` satisfies; others go to the next threshold or away.
/// While equations are lost on the way, constraints of the hull come in that are as good as one of
/// `older`, as in the standard widening (Halbwachs, 1979).
///
/// What is left is known to `newer` in its own form, and not only to the hull, whose constraints are
/// tightened further: a state that is included says so, and a fixpoint is seen.
///
/// Every chain ends: equations are lost only so often; meanwhile no constraint comes in, and each
/// moves by thresholds and then away.
pub(super) fn widen(older: &Polyhedra, newer: &Polyhedra, thresholds: &[i128]) -> Polyhedra {
    let start = match &older.unclosed {
        Some(unclosed) => Unclosed::clone(unclosed),
        None => Unclosed {
            constraints: older.constraints(),
            equations: equations(older),
        },
    };
    let kept = start
        .constraints
        .iter()
        .flat_map(|one| stable(one, newer, thresholds));
    let mut constraints: Vec<Constraint> = kept.collect();
    let hull = older.join(newer);
    if equations(&hull) < start.equations {
        let exchanged = hull.constraints().into_iter();
        let exchanged = exchanged
            .filter(|one| older.knows(one) && newer.knows(one) && is_exchangeable(one, older));
        for constraint in exchanged {
            if !constraints.contains(&constraint) {
                constraints.push(constraint);
            }
        }
    }
    let mut widened = Polyhedra::top();
    widened.assume_all(&constraints);
    widened.unclosed = Some(Box::new(Unclosed {
        constraints,
        equations: start.equations.min(equations(&hull)),
    }));
    widened
}

fn equations(state: &Polyhedra) -> usize {
    let blocks = state.blocks().iter();
    blocks.map(|block| block.equation_count()).sum()
}

/// What is left of a constraint: it, or weaker ones.
fn stable(constraint: &Constraint, newer: &Polyhedra, thresholds: &[i128]) -> Vec<Constraint> {
    if newer.knows(constraint) {
        return vec![constraint.clone()];
    }
    let negated = match constraint.relation {
        Relation::Zero => constraint.linear.times(-1),
        Relation::AtLeastZero => None,
    };
    let halves = std::iter::once(constraint.linear.clone()).chain(negated);
    let kept = halves.filter_map(|linear| match newer.range(&linear).min? {
        min if min >= 0 => Some(linear),
        min => {
            let offset = linear.offset();
            // linear - offset >= min - offset, so this constant is the least that may stand there.
            let least = offset.checked_sub(min)?;
            let constant = next(thresholds, least, reading(&linear))?;
            linear.plus(constant.checked_sub(offset)?)
        }
    });
    kept.map(Constraint::at_least_zero).collect()
}

fn reading(linear: &Linear) -> Reading {
    match linear.terms() {
        [(_, -1)] => Reading::AsIs,
        [(_, 1)] => Reading::Negated,
        _ => Reading::Either,
    }
}

/// Whether a constraint holds with equality just where one of the older state does, so that the older
/// state could have been described with it as well.
fn is_exchangeable(constraint: &Constraint, older: &Polyhedra) -> bool {
    let vars: Vec<Var> = constraint
        .linear
        .terms()
        .iter()
        .map(|(var, _)| *var)
        .collect();
    let (touched, _) = partition(older.blocks(), &vars);
    let Ok(whole) = gather(&touched, &vars) else {
        return false;
    };
    whole
        .constraints()
        .any(|other| whole.saturates_alike(&constraint.linear, &other.linear))
}
