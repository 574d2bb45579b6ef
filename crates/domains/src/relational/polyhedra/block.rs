//! A polyhedron over variables that are related to each other.

use super::canonical::{Tightening, canonical, divide};
use super::conversion::Cone;
use super::vector::{Number, Vector, is_zero, quotients, unit};
use super::{Failure, MAX_DIMENSIONS, MAX_GENERATORS, MAX_TIGHTENING_ROUNDS};
use crate::linear::{Constraint, Linear, Range, Relation, Var};
use std::cmp::Ordering;

/// A polyhedron that is not empty, by its constraints and its generators.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Sorted; the variable at `i` has the column `i + 1`.
    vars: Vec<Var>,
    /// Minimal, in their unique form.
    constraints: Cone,
    /// Minimal; a ray whose first entry is positive is a point with that denominator.
    generators: Cone,
}

impl PartialEq for Block {
    fn eq(&self, other: &Block) -> bool {
        // The generators say the same in a form that is not unique.
        self.vars == other.vars && self.constraints == other.constraints
    }
}

impl Block {
    pub(super) fn vars(&self) -> &[Var] {
        &self.vars
    }

    pub(super) fn equation_count(&self) -> usize {
        self.constraints.both_ways.len()
    }

    pub(super) fn generator_count(&self) -> usize {
        self.generators.one_way.len()
    }

    /// All assignments to some variables.
    pub(super) fn universe(vars: Vec<Var>) -> Block {
        let size = vars.len() + 1;
        Block {
            vars,
            constraints: Cone::default(),
            generators: Cone {
                both_ways: (1..size).map(|at| unit(size, at)).collect(),
                one_way: vec![unit(size, 0)],
            },
        }
    }

    /// The polyhedron of some constraints.
    fn closed(vars: Vec<Var>, mut constraints: Cone) -> Result<Block, Failure> {
        let size = vars.len() + 1;
        for inequality in &mut constraints.one_way {
            divide(inequality, Tightening::On)?;
        }
        // A round may show inequalities that can be tightened, which then show others. The last one
        // takes them as they are.
        for round in 0..=MAX_TIGHTENING_ROUNDS + 1 {
            let mut bounded = constraints.clone();
            bounded.one_way.insert(0, unit(size, 0));
            let dual = bounded.dual(size)?;
            let generators = dual.cone;
            if generators.one_way.len() > MAX_GENERATORS || !dual.is_complete {
                return Err(Failure::TooLarge);
            }
            if !generators.one_way.iter().any(|ray| ray[0] > 0) {
                return Err(Failure::Empty);
            }
            let minimal = generators.dual(size)?;
            let tightening = match round < MAX_TIGHTENING_ROUNDS {
                true => Tightening::On,
                false => Tightening::Off,
            };
            let form = canonical(minimal.cone, tightening)?;
            constraints = form.constraints;
            if form.is_same_set && minimal.is_complete {
                return Ok(Block {
                    vars,
                    constraints,
                    generators,
                });
            }
        }
        Err(Failure::TooLarge)
    }

    /// The polyhedron that some generators span.
    fn spanned(vars: Vec<Var>, mut generators: Cone) -> Result<Block, Failure> {
        let size = vars.len() + 1;
        for list in [&mut generators.both_ways, &mut generators.one_way] {
            list.retain(|one| !is_zero(one));
            list.sort_unstable();
            list.dedup();
        }
        // If one is missing, the others describe more.
        let constraints = generators.dual(size)?.cone;
        let form = canonical(constraints, Tightening::On)?;
        Block::closed(vars, form.constraints)
    }

    /// Independent polyhedra and unconstrained variables as one polyhedron.
    pub(super) fn product(parts: &[Block], free: &[Var]) -> Result<Block, Failure> {
        let mut vars: Vec<Var> = free.to_vec();
        vars.extend(parts.iter().flat_map(|part| &part.vars));
        vars.sort_unstable();
        vars.dedup();
        let points = parts.iter().map(|part| part.generators.one_way.len());
        let points = points.fold(1, usize::saturating_mul);
        if vars.len() > MAX_DIMENSIONS || points > MAX_GENERATORS {
            return Err(Failure::TooLarge);
        }
        let mut whole = Block::universe(vars);
        whole.generators.both_ways.clear();
        for var in free {
            let line = unit(whole.vars.len() + 1, whole.column(*var));
            whole.generators.both_ways.push(line);
        }
        for part in parts {
            let spread = |vector: &Vector| {
                let mut wide = vec![0; whole.vars.len() + 1];
                wide[0] = vector[0];
                for (var, entry) in part.vars.iter().zip(&vector[1..]) {
                    wide[whole.column(*var)] = *entry;
                }
                wide
            };
            let spread_all = |vectors: &[Vector]| vectors.iter().map(spread).collect::<Vec<_>>();
            let equations = spread_all(&part.constraints.both_ways);
            let inequalities = spread_all(&part.constraints.one_way);
            let lines = spread_all(&part.generators.both_ways);
            let rays = spread_all(&part.generators.one_way);
            whole.constraints.both_ways.extend(equations);
            whole.constraints.one_way.extend(inequalities);
            whole.generators.both_ways.extend(lines);
            whole.generators.one_way = pair_points(&whole.generators.one_way, &rays)?;
        }
        Ok(whole)
    }

    fn column(&self, var: Var) -> usize {
        // A variable that is not there counts as the one that would come next; callers ask for others.
        self.vars.partition_point(|other| *other < var) + 1
    }

    /// The coefficients of an expression for the variables of this block.
    fn row(&self, linear: &Linear, constant: i128) -> Vector {
        let mut row = vec![constant];
        row.extend(self.vars.iter().map(|var| linear.coefficient(*var)));
        row
    }

    /// With one more constraint, which speaks of no other variables.
    pub(super) fn with(&self, constraints: &[Constraint]) -> Result<Block, Failure> {
        let mut all = self.constraints.clone();
        for constraint in constraints {
            let row = self.row(&constraint.linear, constraint.linear.offset());
            match constraint.relation {
                Relation::Zero => all.both_ways.push(row),
                Relation::AtLeastZero => all.one_way.push(row),
            }
        }
        Block::closed(self.vars.clone(), all)
    }

    /// After an assignment, to a variable of the block, of an expression over such variables.
    pub(super) fn image(&self, var: Var, value: &Linear) -> Result<Block, Failure> {
        let row = self.row(value, value.offset());
        let column = self.column(var);
        let mut generators = self.generators.clone();
        let all = generators
            .both_ways
            .iter_mut()
            .chain(&mut generators.one_way);
        for generator in all {
            let (value, _) = quotients(&row, generator, 1).ok_or(Failure::TooLarge)?;
            generator[column] = value;
        }
        Block::spanned(self.vars.clone(), generators)
    }

    /// Without the variables that are not kept.
    pub(super) fn project(&self, keep: &dyn Fn(Var) -> bool) -> Result<Block, Failure> {
        let columns = self.vars.iter().map(|var| keep(*var));
        let columns: Vec<bool> = std::iter::once(true).chain(columns).collect();
        let project = |vectors: &[Vector]| {
            let vectors = vectors.iter().map(|vector| {
                let entries = vector.iter().zip(&columns);
                entries
                    .filter_map(|(entry, keep)| keep.then_some(*entry))
                    .collect()
            });
            vectors.collect::<Vec<Vector>>()
        };
        let generators = Cone {
            both_ways: project(&self.generators.both_ways),
            one_way: project(&self.generators.one_way),
        };
        let vars = self.vars.iter().copied().filter(|var| keep(*var));
        Block::spanned(vars.collect(), generators)
    }

    /// The convex hull of two polyhedra over the same variables.
    pub(super) fn hull(&self, other: &Block) -> Result<Block, Failure> {
        let mut generators = self.generators.clone();
        generators
            .both_ways
            .extend_from_slice(&other.generators.both_ways);
        generators
            .one_way
            .extend_from_slice(&other.generators.one_way);
        Block::spanned(self.vars.clone(), generators)
    }

    /// With another name for a variable.
    pub(super) fn renamed(&self, from: Var, to: Var) -> Result<Block, Failure> {
        let rename = |var: Var| if var == from { to } else { var };
        let mut order: Vec<usize> = (0..self.vars.len()).collect();
        order.sort_by_key(|at| rename(self.vars[*at]));
        let permute = |vectors: &[Vector]| {
            let vectors = vectors.iter().map(|vector| {
                let entries = order.iter().map(|at| vector[at + 1]);
                std::iter::once(vector[0]).chain(entries).collect()
            });
            vectors.collect::<Vec<Vector>>()
        };
        let vars = order.iter().map(|at| rename(self.vars[*at])).collect();
        let constraints = Cone {
            both_ways: permute(&self.constraints.both_ways),
            one_way: permute(&self.constraints.one_way),
        };
        Block::closed(vars, constraints)
    }

    /// What the part of an expression can be that speaks of this block's variables.
    pub(super) fn range(&self, linear: &Linear) -> Range {
        let row = self.row(linear, 0);
        let lines = &self.generators.both_ways;
        if lines
            .iter()
            .any(|line| i128::sign(&row, line) != Ordering::Equal)
        {
            return Range::ALL;
        }
        let (mut min, mut max): (Option<i128>, Option<i128>) = (None, None);
        let (mut has_min, mut has_max) = (true, true);
        for ray in &self.generators.one_way {
            match (ray[0], i128::sign(&row, ray)) {
                (0, Ordering::Less) => has_min = false,
                (0, Ordering::Equal) => {}
                (0, Ordering::Greater) => has_max = false,
                // An integer point within has a value that is an integer, too.
                (denominator, _) => match quotients(&row, ray, denominator) {
                    Some((floor, ceiling)) => {
                        min = Some(min.map_or(ceiling, |min| min.min(ceiling)));
                        max = Some(max.map_or(floor, |max| max.max(floor)));
                    }
                    None => (has_min, has_max) = (false, false),
                },
            }
        }
        Range {
            min: min.filter(|_| has_min),
            max: max.filter(|_| has_max),
        }
    }

    /// Whether a constraint, which speaks of no other variables, holds for all points.
    pub(super) fn satisfies(&self, constraint: &Constraint) -> bool {
        let row = self.row(&constraint.linear, constraint.linear.offset());
        let signs = |vectors: &[Vector], allowed: fn(Ordering) -> bool| {
            let mut vectors = vectors.iter();
            vectors.all(|vector| allowed(i128::sign(&row, vector)))
        };
        let of_rays = match constraint.relation {
            Relation::AtLeastZero => Ordering::is_ge,
            Relation::Zero => Ordering::is_eq,
        };
        signs(&self.generators.both_ways, Ordering::is_eq)
            && signs(&self.generators.one_way, of_rays)
    }

    /// Whether a constraint, which speaks of no other variables, holds with equality at the same
    /// generators as another.
    pub(super) fn saturates_alike(&self, one: &Linear, other: &Linear) -> bool {
        let rows = [one, other].map(|linear| self.row(linear, linear.offset()));
        let mut rays = self.generators.one_way.iter();
        rays.all(|ray| {
            let [one, other] =
                [&rows[0], &rows[1]].map(|row| i128::sign(row, ray) == Ordering::Equal);
            one == other
        })
    }

    /// The constraints.
    pub(super) fn constraints(&self) -> impl Iterator<Item = Constraint> {
        let linear = |row: &Vector| {
            let mut terms = self.vars.iter().zip(&row[1..]);
            terms.try_fold(Linear::constant(row[0]), |sum, (var, factor)| {
                sum.add(&Linear::var(*var).times(*factor)?)
            })
        };
        let equations = self.constraints.both_ways.iter().filter_map(linear);
        let inequalities = self.constraints.one_way.iter().filter_map(linear);
        equations
            .map(Constraint::zero)
            .chain(inequalities.map(Constraint::at_least_zero))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The independent parts; variables that are unconstrained are in none.
    pub(super) fn split(self) -> Result<Vec<Block>, Failure> {
        let mut parts: Vec<Vec<bool>> = Vec::new();
        for row in self
            .constraints
            .both_ways
            .iter()
            .chain(&self.constraints.one_way)
        {
            let mut part: Vec<bool> = row[1..].iter().map(|entry| *entry != 0).collect();
            parts.retain(|other| {
                let is_apart = !part.iter().zip(other).any(|(a, b)| *a && *b);
                if !is_apart {
                    part.iter_mut().zip(other).for_each(|(a, b)| *a |= *b);
                }
                is_apart
            });
            parts.push(part);
        }
        if let [part] = parts.as_slice()
            && part.iter().all(|is_in| *is_in)
        {
            return Ok(vec![self]);
        }
        let blocks = parts.iter().map(|part| {
            let restrict = |vectors: &[Vector]| {
                let vectors = vectors.iter().filter_map(|vector| {
                    let entries = vector[1..].iter().zip(part);
                    let entries = entries.filter_map(|(entry, is_in)| is_in.then_some(*entry));
                    let restricted: Vector = std::iter::once(vector[0]).chain(entries).collect();
                    (!is_zero(&restricted[1..])).then_some(restricted)
                });
                vectors.collect::<Vec<Vector>>()
            };
            let vars = self
                .vars
                .iter()
                .zip(part)
                .filter_map(|(var, is_in)| is_in.then_some(*var));
            let constraints = Cone {
                both_ways: restrict(&self.constraints.both_ways),
                one_way: restrict(&self.constraints.one_way),
            };
            Block::closed(vars.collect(), constraints)
        });
        blocks.collect()
    }
}

/// The rays of a product: each point with each point, and the directions of both.
fn pair_points(left: &[Vector], right: &[Vector]) -> Result<Vec<Vector>, Failure> {
    let mut all = Vec::new();
    let (points, directions): (Vec<&Vector>, Vec<&Vector>) =
        left.iter().partition(|ray| ray[0] > 0);
    let (others, other_directions): (Vec<&Vector>, Vec<&Vector>) =
        right.iter().partition(|ray| ray[0] > 0);
    for point in &points {
        for other in &others {
            let sum = point.iter().zip(*other).map(|(a, b)| {
                let left = a.checked_mul(other[0])?;
                left.checked_add(b.checked_mul(point[0])?)
            });
            let mut sum = sum.collect::<Option<Vector>>().ok_or(Failure::TooLarge)?;
            // Both had the denominator of the other, so the first entry counts twice.
            sum[0] /= 2;
            all.push(sum);
        }
    }
    all.extend(directions.into_iter().chain(other_directions).cloned());
    Ok(all)
}
