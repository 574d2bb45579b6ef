//! Chernikova's conversion between constraints and generators of a cone, after Le Verge (*A note on
//! Chernikova's algorithm*, 1992).

use super::MAX_GENERATORS_ON_THE_WAY;
use super::vector::{Vector, eliminate, sign, unit};
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

/// A ray, with a bit for each inequality so far that it satisfies as an equation.
struct Ray {
    vector: Vector,
    saturated: u128,
}

impl Cone {
    /// The generators of what the constraints bound, or the constraints of what the generators span;
    /// none of them is redundant. `None` if there are too many of them or an entry is too large.
    pub(super) fn dual(&self, size: usize) -> Option<Cone> {
        let mut lines: Vec<Vector> = (0..size).map(|at| unit(size, at)).collect();
        let mut rays: Vec<Ray> = Vec::new();
        // While there are no rays, an equation takes one line away or is redundant.
        for equation in &self.both_ways {
            pivot(&mut lines, &mut rays, equation, 0)?;
        }
        for (at, inequality) in self.one_way.iter().enumerate() {
            let bit = 1u128.checked_shl(u32::try_from(at).ok()?)?;
            match pivot(&mut lines, &mut rays, inequality, bit)? {
                // It saturates what came before, and not this.
                Some(vector) => rays.push(Ray {
                    vector,
                    saturated: bit - 1,
                }),
                None => rays = cut(rays, inequality, bit)?,
            }
            if rays.len() > MAX_GENERATORS_ON_THE_WAY {
                return None;
            }
        }
        Some(Cone {
            both_ways: lines,
            one_way: rays.into_iter().map(|ray| ray.vector).collect(),
        })
    }
}

/// Takes a line out that is not orthogonal to a constraint, if there is one, and turns all the rest
/// along it until it is.
fn pivot(
    lines: &mut Vec<Vector>,
    rays: &mut [Ray],
    constraint: &[i128],
    bit: u128,
) -> Option<Option<Vector>> {
    let is_inclined = |line: &Vector| sign(constraint, line) != Ordering::Equal;
    let Some(at) = lines.iter().position(is_inclined) else {
        return Some(None);
    };
    let mut line = lines.swap_remove(at);
    if sign(constraint, &line) == Ordering::Less {
        for entry in &mut line {
            *entry = entry.checked_neg()?;
        }
    }
    for other in lines.iter_mut() {
        *other = eliminate(constraint, &line, other)?;
    }
    for ray in rays.iter_mut() {
        ray.vector = eliminate(constraint, &line, &ray.vector)?;
        ray.saturated |= bit;
    }
    Some(Some(line))
}

/// The rays of the part of the cone that satisfies an inequality.
fn cut(rays: Vec<Ray>, constraint: &[i128], bit: u128) -> Option<Vec<Ray>> {
    let signs: Vec<Ordering> = rays
        .iter()
        .map(|ray| sign(constraint, &ray.vector))
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
                let vector = eliminate(constraint, &rays[above].vector, &rays[below].vector)?;
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
