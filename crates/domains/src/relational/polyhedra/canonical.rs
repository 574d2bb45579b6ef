//! The unique form of a minimal system of constraints, tightened to integer points.

use super::conversion::Cone;
use super::vector::{Number, Vector, gcd, is_zero, unit};
use super::{Failure, MAX_ENTRY, MAX_INEQUALITIES};

/// Whether inequalities may be strengthened to what holds for integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tightening {
    On,
    Off,
}

/// A system of constraints in its unique form.
pub(super) struct Canonical {
    pub(super) constraints: Cone,
    /// Whether it describes just what the system did that it was made of.
    pub(super) is_same_set: bool,
}

/// Brings a minimal system into its unique form: equations in reduced echelon form, inequalities
/// without the variables that the equations define, all without common factors and sorted.
pub(super) fn canonical(system: Cone, tightening: Tightening) -> Result<Canonical, Failure> {
    let equations = echelon(system.both_ways)?;
    let mut is_same_set = true;
    let mut inequalities = Vec::with_capacity(system.one_way.len());
    for mut inequality in system.one_way {
        for (column, equation) in &equations {
            if inequality[*column] != 0 {
                let axis = unit(inequality.len(), *column);
                inequality =
                    i128::eliminate(&axis, equation, &inequality).ok_or(Failure::TooLarge)?;
            }
        }
        is_same_set &= divide(&mut inequality, tightening)?;
        match is_zero(&inequality[1..]) {
            true if inequality[0] < 0 => return Err(Failure::Empty),
            true => {}
            false if is_large(&inequality) => is_same_set = false,
            false => inequalities.push(inequality),
        }
    }
    // The inequalities of few variables and small factors come first: they are the last to go.
    inequalities.sort_by_cached_key(|one| (weight(one), one.clone()));
    inequalities.dedup();
    if inequalities.len() > MAX_INEQUALITIES {
        inequalities.truncate(MAX_INEQUALITIES);
        is_same_set = false;
    }
    Ok(Canonical {
        constraints: Cone {
            both_ways: equations
                .into_iter()
                .map(|(_, equation)| equation)
                .collect(),
            one_way: inequalities,
        },
        is_same_set,
    })
}

/// How little an inequality is worth keeping.
fn weight(inequality: &[i128]) -> (usize, u32) {
    let factors = &inequality[1..];
    let count = factors.iter().filter(|factor| **factor != 0).count();
    let bits = factors
        .iter()
        .map(|factor| factor.unsigned_abs().checked_ilog2());
    (count, bits.map(|bits| bits.unwrap_or(0)).sum())
}

fn is_large(vector: &[i128]) -> bool {
    vector.iter().any(|entry| entry.unsigned_abs() > MAX_ENTRY)
}

/// Equations in reduced echelon form, each with the variable that it defines.
fn echelon(mut rest: Vec<Vector>) -> Result<Vec<(usize, Vector)>, Failure> {
    let mut done: Vec<(usize, Vector)> = Vec::new();
    let size = rest.first().map_or(0, Vec::len);
    // The last variable is defined by those before it.
    for column in (1..size).rev() {
        let Some(at) = rest.iter().position(|equation| equation[column] != 0) else {
            continue;
        };
        let mut pivot = rest.swap_remove(at);
        if pivot[column] < 0 {
            pivot = i128::negate(&pivot).ok_or(Failure::TooLarge)?;
        }
        let axis = unit(size, column);
        let others = rest.iter_mut().chain(done.iter_mut().map(|(_, one)| one));
        for other in others.filter(|other| other[column] != 0) {
            *other = i128::eliminate(&axis, &pivot, other).ok_or(Failure::TooLarge)?;
        }
        done.push((column, pivot));
    }
    if rest.iter().any(|equation| !is_zero(equation)) {
        return Err(Failure::Empty);
    }
    for (_, equation) in &mut done {
        let common = gcd(&equation[1..]);
        let common = i128::try_from(common)
            .map_err(|_| Failure::TooLarge)?
            .max(1);
        // Multiples of the common factor of all variables never add up to something else.
        if equation[0] % common != 0 {
            return Err(Failure::Empty);
        }
        equation.iter_mut().for_each(|entry| *entry /= common);
        if is_large(equation) {
            return Err(Failure::TooLarge);
        }
    }
    Ok(done)
}

/// Divides an inequality by the common factor of its variables; the constant is rounded if that may
/// be. Says whether the inequality is as strong as before.
pub(super) fn divide(inequality: &mut Vector, tightening: Tightening) -> Result<bool, Failure> {
    let of_variables = gcd(&inequality[1..]);
    let of_variables = i128::try_from(of_variables).map_err(|_| Failure::TooLarge)?;
    if of_variables == 0 {
        return Ok(true);
    }
    let is_exact = inequality[0] % of_variables == 0;
    if is_exact || tightening == Tightening::On {
        inequality[0] = inequality[0].div_euclid(of_variables);
        for entry in &mut inequality[1..] {
            *entry /= of_variables;
        }
        return Ok(is_exact);
    }
    let of_all = i128::try_from(gcd(inequality)).map_err(|_| Failure::TooLarge)?;
    inequality.iter_mut().for_each(|entry| *entry /= of_all);
    Ok(true)
}
