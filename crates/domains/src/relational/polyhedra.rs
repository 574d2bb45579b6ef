//! Closed convex polyhedra: conjunctions of arbitrary linear constraints.
//!
//! Double description: each polyhedron is kept by its constraints and by the points, rays and lines
//! that span it. Constraints alone with a simplex would do for entailment, but then the convex hull,
//! which every join needs, is a projection in twice the dimensions. With generators the hull is their
//! union, an assignment is a map of them, a projection forgets a column, and entailment is a product
//! with each. The price, a box of n sides having 2^n points, is met by keeping independent variables
//! in polyhedra of their own (Singh, Püschel and Vechev, *Fast polyhedra abstract domain*, 2017), so
//! that ranges of unrelated variables cost two points each.
//!
//! Arithmetic is exact. Constraints are tightened to integer points. What exceeds the limits below is
//! described more loosely.

mod block;
mod canonical;
mod conversion;
mod join;
mod vector;
mod widening;

use super::Relational;
use crate::linear::{Constraint, Linear, Range, Relation, Var};
use block::Block;
use widening::Unclosed;

/// More variables than this are not related to each other.
const MAX_DIMENSIONS: usize = 10;

/// Points and rays of a polyhedron. Two of them, joined, must not exceed the 128 bits of a saturation
/// set.
const MAX_GENERATORS: usize = 60;

/// Points and rays while constraints are converted to generators.
const MAX_GENERATORS_ON_THE_WAY: usize = 240;

/// Inequalities of a polyhedron; those of many variables and large factors go first.
const MAX_INEQUALITIES: usize = 48;

/// The largest factor or constant of a constraint. It leaves room for products with machine integers.
const MAX_ENTRY: u128 = 1 << 100;

/// How often inequalities that were found by tightening others are tightened themselves.
const MAX_TIGHTENING_ROUNDS: usize = 2;

/// Why there is no polyhedron.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Failure {
    /// It has no integer point.
    Empty,
    /// It exceeds a limit.
    TooLarge,
}

/// A conjunction of linear constraints.
#[derive(Clone, Debug)]
pub struct Polyhedra {
    /// Independent polyhedra, sorted by their first variables; missing if nothing is described.
    blocks: Option<Vec<Block>>,
    /// If this state is the result of a widening: what the next one starts from.
    unclosed: Option<Box<Unclosed>>,
}

impl PartialEq for Polyhedra {
    fn eq(&self, other: &Self) -> bool {
        self.blocks == other.blocks
    }
}

impl Polyhedra {
    const BOTTOM: Polyhedra = Polyhedra {
        blocks: None,
        unclosed: None,
    };

    fn blocks(&self) -> &[Block] {
        self.blocks.as_deref().unwrap_or_default()
    }

    fn from_blocks(mut blocks: Vec<Block>) -> Polyhedra {
        blocks.sort_by(|one, other| one.vars().cmp(other.vars()));
        Polyhedra {
            blocks: Some(blocks),
            unclosed: None,
        }
    }

    /// Changes the polyhedron over some variables and all that are related to them. If that exceeds a
    /// limit, says so and changes nothing.
    fn change(
        &mut self,
        vars: &[Var],
        change: impl FnOnce(&Block) -> Result<Block, Failure>,
    ) -> Result<(), Failure> {
        let Some(blocks) = &self.blocks else {
            return Ok(());
        };
        let (touched, rest) = partition(blocks, vars);
        let result = gather(&touched, vars).and_then(|whole| change(&whole));
        match result.and_then(Block::split) {
            Ok(parts) => {
                let changed = Polyhedra::from_blocks(parts.into_iter().chain(rest).collect());
                // What a widening left is good as long as nothing changes.
                if changed != *self {
                    *self = changed;
                }
                Ok(())
            }
            Err(Failure::Empty) => {
                *self = Polyhedra::BOTTOM;
                Ok(())
            }
            Err(Failure::TooLarge) => Err(Failure::TooLarge),
        }
    }

    /// Adds constraints, together where they speak of the same variables.
    fn assume_all(&mut self, constraints: &[Constraint]) {
        for (vars, group) in related(constraints) {
            if self.change(&vars, |block| block.with(&group)).is_err() {
                for constraint in &group {
                    self.assume(constraint);
                }
            }
        }
    }

    /// Adds what a constraint says of each of its variables, where it cannot be kept itself.
    fn assume_bounds(&mut self, linear: &Linear) {
        for (var, factor) in linear.terms() {
            let term = Linear::var(*var).times(*factor);
            let rest = term.as_ref().and_then(|term| linear.sub(term));
            // The term is at least what the rest leaves at most.
            let max = rest.and_then(|rest| self.range(&rest).max);
            let bound = max.and_then(|max| term?.plus(max));
            if let Some(bound) = bound {
                let bound = [Constraint::at_least_zero(bound)];
                // If not even a bound can be added, it is not.
                let _ = self.change(&[*var], |block| block.with(&bound));
            }
        }
    }

    /// Whether a constraint adds nothing. It may hold for all integer points and still add something:
    /// of polyhedra that are not tightened as far as can be, the rational points count as well.
    fn is_redundant(&self, constraint: &Constraint) -> bool {
        let terms = constraint.linear.terms().iter();
        let vars: Vec<Var> = terms.map(|(var, _)| *var).collect();
        let is_touched = |block: &&Block| block.vars().iter().any(|var| vars.contains(var));
        let touched: Vec<&Block> = self.blocks().iter().filter(is_touched).collect();
        match touched.as_slice() {
            [block] if vars.iter().all(|var| block.vars().contains(var)) => {
                block.satisfies(constraint)
            }
            // The ends of single ranges are integers.
            blocks if blocks.iter().all(|block| block.vars().len() == 1) => self.knows(constraint),
            _ => false,
        }
    }

    /// Whether a constraint holds for all integer points.
    fn knows(&self, constraint: &Constraint) -> bool {
        let range = self.range(&constraint.linear);
        match constraint.relation {
            Relation::AtLeastZero => range.min.is_some_and(|min| min >= 0),
            Relation::Zero => range == Range::new(0, 0),
        }
    }
}

impl Relational for Polyhedra {
    const NAME: &'static str = "polyhedra";

    fn top() -> Self {
        Polyhedra::from_blocks(Vec::new())
    }

    fn is_bottom(&self) -> bool {
        self.blocks.is_none()
    }

    fn assign(&mut self, var: Var, value: &Linear) {
        if *value == Linear::var(var) || self.is_bottom() {
            return;
        }
        let range = self.range(value);
        let mut vars: Vec<Var> = value.terms().iter().map(|(var, _)| *var).collect();
        if !vars.contains(&var) {
            self.forget(var);
            vars.push(var);
        }
        if self.change(&vars, |block| block.image(var, value)).is_err() {
            self.assign_range(var, range);
        }
    }

    fn forget(&mut self, var: Var) {
        self.keep(&|other| other != var);
    }

    fn assume(&mut self, constraint: &Constraint) {
        if self.is_bottom() || self.is_redundant(constraint) {
            return;
        }
        let range = self.range(&constraint.linear);
        let is_equation = constraint.relation == Relation::Zero;
        let is_too_large = is_equation && range.min.is_some_and(|min| min > 0);
        if is_too_large || range.max.is_some_and(|max| max < 0) {
            *self = Polyhedra::BOTTOM;
            return;
        }
        let terms = constraint.linear.terms().iter();
        let vars: Vec<Var> = terms.map(|(var, _)| *var).collect();
        let one = std::slice::from_ref(constraint);
        if self.change(&vars, |block| block.with(one)).is_err() {
            self.assume_bounds(&constraint.linear);
            if is_equation && let Some(negated) = constraint.linear.times(-1) {
                self.assume_bounds(&negated);
            }
        }
    }

    fn range(&self, linear: &Linear) -> Range {
        let Some(blocks) = &self.blocks else {
            return Range::new(1, 0);
        };
        let mut rest = linear.terms().len();
        let mut sum = Range::new(linear.offset(), linear.offset());
        let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        for block in blocks {
            let terms = linear.terms().iter();
            match terms.filter(|(var, _)| block.vars().contains(var)).count() {
                0 => {}
                count => {
                    let part = block.range(linear);
                    sum.min = add(sum.min, part.min);
                    sum.max = add(sum.max, part.max);
                    rest -= count;
                }
            }
        }
        match rest {
            0 => sum,
            _ => Range::ALL,
        }
    }

    fn join(&self, other: &Self) -> Self {
        match (&self.blocks, &other.blocks) {
            (None, blocks) | (blocks, None) => Polyhedra {
                blocks: blocks.clone(),
                unclosed: None,
            },
            (Some(_), Some(_)) => join::join(self, other),
        }
    }

    fn widen(&self, newer: &Self, thresholds: &[i128]) -> Self {
        match (&self.blocks, &newer.blocks) {
            (None, _) => newer.clone(),
            (_, None) => self.clone(),
            (Some(_), Some(_)) => widening::widen(self, newer, thresholds),
        }
    }

    fn includes(&self, other: &Self) -> bool {
        let are_known = |constraints: &[Constraint]| constraints.iter().all(|one| other.knows(one));
        // What a widening left has the same integer points as the polyhedron made of it, but the other
        // state may not know the constraints that were tightened on the way.
        other.is_bottom()
            || are_known(&self.constraints())
            || self
                .unclosed
                .as_ref()
                .is_some_and(|one| are_known(one.constraints()))
    }

    fn meet(&mut self, other: &Self) {
        if other.is_bottom() {
            *self = Polyhedra::BOTTOM;
        }
        let news = other.constraints().into_iter();
        let news: Vec<Constraint> = news.filter(|one| !self.is_redundant(one)).collect();
        self.assume_all(&news);
    }

    fn rename(&mut self, from: Var, to: Var) {
        if from == to {
            return;
        }
        self.forget(to);
        let is_mentioned = self
            .blocks()
            .iter()
            .any(|block| block.vars().contains(&from));
        if !is_mentioned {
            return;
        }
        if self
            .change(&[from], |block| block.renamed(from, to))
            .is_err()
        {
            self.forget(from);
        }
    }

    fn keep(&mut self, keep: &dyn Fn(Var) -> bool) {
        let is_kept = |block: &Block| block.vars().iter().all(|var| keep(*var));
        if self.blocks().iter().all(is_kept) {
            return;
        }
        let mut blocks = Vec::new();
        for block in self.blocks() {
            if is_kept(block) {
                blocks.push(block.clone());
                continue;
            }
            match block.project(keep).and_then(Block::split) {
                Ok(parts) => blocks.extend(parts),
                Err(Failure::TooLarge) => {}
                // The shadow shows what tightening missed before: there is no integer point.
                Err(Failure::Empty) => {
                    *self = Polyhedra::BOTTOM;
                    return;
                }
            }
        }
        *self = Polyhedra::from_blocks(blocks);
    }

    fn vars(&self) -> Vec<Var> {
        let mut vars: Vec<Var> = self
            .blocks()
            .iter()
            .flat_map(Block::vars)
            .copied()
            .collect();
        vars.sort_unstable();
        vars
    }

    fn constraints(&self) -> Vec<Constraint> {
        match &self.blocks {
            None => vec![Constraint::at_least_zero(Linear::constant(-1))],
            Some(blocks) => blocks.iter().flat_map(Block::constraints).collect(),
        }
    }
}

/// The blocks that speak of some variables, and the others.
fn partition(blocks: &[Block], vars: &[Var]) -> (Vec<Block>, Vec<Block>) {
    let is_touched = |block: &Block| block.vars().iter().any(|var| vars.contains(var));
    blocks.iter().cloned().partition(is_touched)
}

/// Blocks as one, with more variables that are unconstrained if they are in none of the blocks.
fn gather(blocks: &[Block], vars: &[Var]) -> Result<Block, Failure> {
    let is_free = |var: &Var| !blocks.iter().any(|block| block.vars().contains(var));
    let free: Vec<Var> = vars.iter().copied().filter(is_free).collect();
    Block::product(blocks, &free)
}

/// Constraints by groups that share variables, with the variables.
fn related(constraints: &[Constraint]) -> Vec<(Vec<Var>, Vec<Constraint>)> {
    let mut groups: Vec<(Vec<Var>, Vec<Constraint>)> = Vec::new();
    for constraint in constraints {
        let terms = constraint.linear.terms().iter();
        let mut vars: Vec<Var> = terms.map(|(var, _)| *var).collect();
        let mut group = vec![constraint.clone()];
        let (joined, apart) = groups
            .into_iter()
            .partition(|(others, _)| others.iter().any(|var| vars.contains(var)));
        groups = apart;
        let joined: Vec<(Vec<Var>, Vec<Constraint>)> = joined;
        for (others, constraints) in joined {
            vars.extend(others);
            group.extend(constraints);
        }
        vars.sort_unstable();
        vars.dedup();
        groups.push((vars, group));
    }
    groups
}
