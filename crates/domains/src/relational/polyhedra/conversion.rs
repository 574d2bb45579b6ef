//! Chernikova's conversion between constraints and generators of a cone, after Le Verge (*A note on
//! Chernikova's algorithm*, 1992).

use super::vector::{Number, Vector, narrow, unit, widen};
use super::{Failure, MAX_GENERATORS_ON_THE_WAY};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// A cone by what is orthogonal or at least so inclined to it: the equations and inequalities that
/// bound it, or, dually, the lines and rays that span it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cone {
    /// Equations, or lines.
    pub(super) both_ways: Vec<Vector>,
    /// Inequalities, or rays.
    pub(super) one_way: Vec<Vector>,
}

/// The generators of what some constraints bound, or the constraints of what some generators span.
pub(super) struct Dual {
    /// None of them is redundant.
    pub(super) cone: Cone,
    /// Whether all of them are there. Those with entries that are too large are not.
    pub(super) is_complete: bool,
}

/// Why there is no dual.
enum Stop {
    /// There are too many rays.
    Size,
    /// A number is too large on the way.
    Number,
}

impl Cone {
    /// The dual description of vectors of some size.
    pub(super) fn dual(&self, size: usize) -> Result<Dual, Failure> {
        let axes: Vec<Vector> = (0..size).map(|at| unit(size, at)).collect();
        match convert(axes.clone(), &self.both_ways, &self.one_way) {
            Ok((both_ways, one_way)) => Ok(Dual {
                cone: Cone { both_ways, one_way },
                is_complete: true,
            }),
            Err(Stop::Size) => Err(Failure::TooLarge),
            // Large numbers on the way often cancel out at the end.
            Err(Stop::Number) => self.wide_dual(&axes),
        }
    }

    fn wide_dual(&self, axes: &[Vector]) -> Result<Dual, Failure> {
        let widen_all = |vectors: &[Vector]| -> Vec<Vec<BigInt>> {
            vectors.iter().map(|vector| widen(vector)).collect()
        };
        let (equations, inequalities) = (widen_all(&self.both_ways), widen_all(&self.one_way));
        let (lines, rays) =
            convert(widen_all(axes), &equations, &inequalities).map_err(|_| Failure::TooLarge)?;
        let narrow_all = |vectors: &[Vec<BigInt>]| -> Vec<Vector> {
            vectors.iter().filter_map(|vector| narrow(vector)).collect()
        };
        let (both_ways, one_way) = (narrow_all(&lines), narrow_all(&rays));
        Ok(Dual {
            is_complete: both_ways.len() == lines.len() && one_way.len() == rays.len(),
            cone: Cone { both_ways, one_way },
        })
    }
}

/// A ray, with a bit for each inequality so far that it satisfies as an equation.
struct Ray<N> {
    vector: Vec<N>,
    saturated: u128,
}

/// Lines, and rays.
type Generators<N> = (Vec<Vec<N>>, Vec<Vec<N>>);

fn convert<N: Number>(
    mut lines: Vec<Vec<N>>,
    equations: &[Vec<N>],
    inequalities: &[Vec<N>],
) -> Result<Generators<N>, Stop> {
    let mut rays: Vec<Ray<N>> = Vec::new();
    // While there are no rays, an equation takes one line away or is redundant.
    for equation in equations {
        pivot(&mut lines, &mut rays, equation, 0).ok_or(Stop::Number)?;
    }
    for (at, inequality) in inequalities.iter().enumerate() {
        let bit = u32::try_from(at).ok().and_then(|at| 1u128.checked_shl(at));
        let bit = bit.ok_or(Stop::Size)?;
        match pivot(&mut lines, &mut rays, inequality, bit).ok_or(Stop::Number)? {
            // It saturates what came before, and not this.
            Some(vector) => rays.push(Ray {
                vector,
                saturated: bit - 1,
            }),
            None => rays = cut(rays, inequality, bit).ok_or(Stop::Number)?,
        }
        if rays.len() > MAX_GENERATORS_ON_THE_WAY {
            return Err(Stop::Size);
        }
    }
    Ok((lines, rays.into_iter().map(|ray| ray.vector).collect()))
}

/// Takes a line out that is not orthogonal to a constraint, if there is one, and turns all the rest
/// along it until it is.
fn pivot<N: Number>(
    lines: &mut Vec<Vec<N>>,
    rays: &mut [Ray<N>],
    constraint: &[N],
    bit: u128,
) -> Option<Option<Vec<N>>> {
    let is_inclined = |line: &Vec<N>| N::sign(constraint, line) != Ordering::Equal;
    let Some(at) = lines.iter().position(is_inclined) else {
        return Some(None);
    };
    let mut line = lines.swap_remove(at);
    if N::sign(constraint, &line) == Ordering::Less {
        line = N::negate(&line)?;
    }
    for other in lines.iter_mut() {
        *other = N::eliminate(constraint, &line, other)?;
    }
    for ray in rays.iter_mut() {
        ray.vector = N::eliminate(constraint, &line, &ray.vector)?;
        ray.saturated |= bit;
    }
    Some(Some(line))
}

/// The rays of the part of the cone that satisfies an inequality.
fn cut<N: Number>(rays: Vec<Ray<N>>, constraint: &[N], bit: u128) -> Option<Vec<Ray<N>>> {
    let signs: Vec<Ordering> = rays
        .iter()
        .map(|ray| N::sign(constraint, &ray.vector))
        .collect();
    let with = |wanted: Ordering| {
        let signs = signs.iter().enumerate();
        signs.filter_map(move |(at, sign)| (*sign == wanted).then_some(at))
    };
    let mut met = Vec::new();
    for above in with(Ordering::Greater) {
        for below in with(Ordering::Less) {
            let common = rays[above].saturated & rays[below].saturated;
            // Two rays span a face if no third one lies on all hyperplanes that they share.
            let is_face = rays
                .iter()
                .enumerate()
                .all(|(at, ray)| at == above || at == below || ray.saturated & common != common);
            if is_face {
                let vector = N::eliminate(constraint, &rays[above].vector, &rays[below].vector)?;
                met.push(Ray {
                    vector,
                    saturated: common | bit,
                });
            }
        }
    }
    let mut left = Vec::with_capacity(rays.len());
    for (mut ray, sign) in rays.into_iter().zip(signs) {
        match sign {
            Ordering::Equal => {
                ray.saturated |= bit;
                left.push(ray);
            }
            Ordering::Greater => left.push(ray),
            Ordering::Less => {}
        }
    }
    left.extend(met);
    Some(left)
}
