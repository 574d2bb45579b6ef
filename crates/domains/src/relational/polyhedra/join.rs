//! The convex hull of two states, as far as the limits allow.

use super::block::Block;
use super::{Failure, MAX_DIMENSIONS, MAX_GENERATORS, Polyhedra, gather, partition};
use crate::linear::{Constraint, Linear, Var};
use crate::relational::Relational;

/// The hull: blocks that are the same on both sides stay, all others are one polyhedron, or several if
/// it would be too large.
pub(super) fn join(left: &Polyhedra, right: &Polyhedra) -> Polyhedra {
    // Where one side leaves a variable free, the hull does, too.
    let (left_vars, right_vars) = (left.vars(), right.vars());
    let (mut left, mut right) = (left.clone(), right.clone());
    left.keep(&|var| right_vars.contains(&var));
    right.keep(&|var| left_vars.contains(&var));

    let is_shared = |block: &&Block| right.blocks().contains(block);
    let mut joined: Vec<Block> = left.blocks().iter().filter(is_shared).cloned().collect();
    let is_own = |block: &&Block| !joined.contains(block);
    let own =
        |side: &Polyhedra| -> Vec<Block> { side.blocks().iter().filter(is_own).cloned().collect() };
    let (left, right) = (own(&left), own(&right));
    let mut loose = Vec::new();
    for group in groups(&left, &right) {
        match hull(&left, &right, &group) {
            Ok(parts) => joined.extend(parts),
            Err(_) => loose.extend(group),
        }
    }
    let mut joined = Polyhedra::from_blocks(joined);
    joined.assume_all(&weak_join(&left, &right, &loose));
    joined
}

fn hull(left: &[Block], right: &[Block], vars: &[Var]) -> Result<Vec<Block>, Failure> {
    let side = |blocks: &[Block]| gather(&partition(blocks, vars).0, vars);
    side(left)?.hull(&side(right)?)?.split()
}

/// The variables of the differing blocks in groups that are not too large. Variables that are related
/// on either side are in the same group.
fn groups(left: &[Block], right: &[Block]) -> Vec<Vec<Var>> {
    let mut related: Vec<Vec<Var>> = Vec::new();
    for block in left.iter().chain(right) {
        let mut vars = block.vars().to_vec();
        related.retain(|other| {
            let is_apart = !other.iter().any(|var| vars.contains(var));
            if !is_apart {
                vars.extend(other);
            }
            is_apart
        });
        vars.sort_unstable();
        vars.dedup();
        related.push(vars);
    }
    related.sort();
    let mut groups: Vec<Vec<Var>> = Vec::new();
    for vars in related {
        let extended = |group: &[Var]| -> Vec<Var> { group.iter().chain(&vars).copied().collect() };
        match groups.last_mut() {
            Some(group) if fits(left, right, &extended(group)) => *group = extended(group),
            _ => groups.push(vars),
        }
    }
    groups
}

fn fits(left: &[Block], right: &[Block], vars: &[Var]) -> bool {
    let points = |side: &[Block]| {
        let touched = side
            .iter()
            .filter(|block| block.vars().iter().any(|var| vars.contains(var)));
        touched
            .map(Block::generator_count)
            .fold(1, usize::saturating_mul)
    };
    vars.len() <= MAX_DIMENSIONS
        && points(left) <= MAX_GENERATORS
        && points(right) <= MAX_GENERATORS
}

/// The constraints of either side, and sums and differences of two variables, weakened until both
/// sides satisfy them.
fn weak_join(left: &[Block], right: &[Block], vars: &[Var]) -> Vec<Constraint> {
    let side = |blocks: &[Block]| Polyhedra::from_blocks(partition(blocks, vars).0);
    let (left, right) = (side(left), side(right));
    let own = left.constraints().into_iter().chain(right.constraints());
    let mut directions: Vec<Linear> = own.map(|constraint| constraint.linear).collect();
    let related = right
        .blocks()
        .iter()
        .chain(left.blocks())
        .flat_map(|block| {
            let pairs = block.vars().iter().enumerate();
            pairs.flat_map(|(at, one)| block.vars()[at + 1..].iter().map(|other| (*one, *other)))
        });
    for (one, other) in related {
        let (one, other) = (Linear::var(one), Linear::var(other));
        directions.extend(one.add(&other).into_iter().chain(one.sub(&other)));
    }
    let mut common = Vec::new();
    for linear in directions {
        for linear in linear.times(-1).into_iter().chain([linear]) {
            let ends = (left.range(&linear).min, right.range(&linear).min);
            if let (Some(one), Some(other)) = ends
                && let Some(min) = one.min(other).checked_neg()
                && let Some(linear) = linear.plus(min)
            {
                common.push(Constraint::at_least_zero(linear));
            }
        }
    }
    common.sort_by(|one, other| one.linear.terms().cmp(other.linear.terms()));
    common.dedup();
    common
}
