//! Chains of widenings end, also where each step is closed and more is learnt between the steps.

use domains::linear::{Constraint, Linear, Var};
use domains::relational::Relational;
use domains::relational::octagons::Octagons;
use domains::relational::polyhedra::Polyhedra;
use domains::relational::zones::Zones;
use proptest::prelude::*;

const VARS: u32 = 4;
const THRESHOLDS: &[i128] = &[-50, -1, 0, 1, 9, 100];

/// More steps than a chain over so few variables and thresholds may take.
const MAX_STEPS: usize = 600;

/// A step of a loop body: a variable becomes a sum of two and a constant, if a guard holds.
type Step = (u32, u32, i128, u32, i128, Option<(u32, u32, i128)>);

fn step() -> impl Strategy<Value = Step> {
    let guard = proptest::option::of((0..VARS, 0..VARS, -9..=9i128));
    (0..VARS, 0..VARS, -2..=2i128, 0..VARS, -3..=3i128, guard)
}

fn apply<D: Relational>(state: &mut D, (var, one, factor, other, constant, guard): &Step) {
    let var_of = |var: &u32| Linear::var(Var(*var));
    if let Some((left, right, constant)) = guard {
        let difference = var_of(left).sub(&var_of(right)).unwrap();
        state.assume(&Constraint::at_least_zero(
            difference.plus(*constant).unwrap(),
        ));
    }
    let value = var_of(one).add(&var_of(other).times(*factor).unwrap());
    state.assign(Var(*var), &value.unwrap().plus(*constant).unwrap());
}

/// The fixpoint of a loop over some alternatives, by joins and widenings as an analyser does them.
fn check_ends<D: Relational>(first: &[Step], bodies: &[Vec<Step>]) -> Result<(), TestCaseError> {
    let mut head = D::top();
    for var in 0..VARS {
        head.assign(Var(var), &Linear::constant(i128::from(var)));
    }
    for step in first {
        apply(&mut head, step);
    }
    for count in 0..MAX_STEPS {
        let mut state = head.clone();
        for step in &bodies[count % bodies.len()] {
            apply(&mut state, step);
        }
        let is_stable = bodies.iter().all(|body| {
            let mut state = head.clone();
            for step in body {
                apply(&mut state, step);
            }
            head.includes(&state)
        });
        if is_stable {
            return Ok(());
        }
        let newer = match count % 2 {
            0 => head.join(&state),
            _ => state,
        };
        let widened = head.widen(&newer, THRESHOLDS);
        prop_assert!(widened.includes(&head) && widened.includes(&newer));
        head = widened;
    }
    Err(TestCaseError::fail("the chain of widenings does not end"))
}

/// A chain of arbitrary states: whatever comes, the widened state moves a limited number of times.
fn check_settles<D: Relational>(states: &[Vec<Step>]) -> Result<(), TestCaseError> {
    let mut head = D::top();
    for var in 0..VARS {
        head.assign(Var(var), &Linear::constant(0));
    }
    let mut moves = 0;
    for count in 0..3 * MAX_STEPS {
        let scale = count as i128 * count as i128;
        let mut newer = D::top();
        for var in 0..VARS {
            newer.assign(Var(var), &Linear::constant(scale * i128::from(var)));
        }
        for step in &states[count % states.len()] {
            apply(&mut newer, step);
        }
        let widened = head.widen(&newer, THRESHOLDS);
        if widened != head {
            moves += 1;
        }
        head = widened;
    }
    prop_assert!(moves < MAX_STEPS, "{moves} moves");
    Ok(())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(step(), 0..4)
}

fn bodies() -> impl Strategy<Value = Vec<Vec<Step>>> {
    proptest::collection::vec(steps(), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn zones_reach_a_fixpoint(first in steps(), bodies in bodies()) {
        check_ends::<Zones>(&first, &bodies)?;
    }

    #[test]
    fn octagons_reach_a_fixpoint(first in steps(), bodies in bodies()) {
        check_ends::<Octagons>(&first, &bodies)?;
    }

    #[test]
    fn polyhedra_reach_a_fixpoint(first in steps(), bodies in bodies()) {
        check_ends::<Polyhedra>(&first, &bodies)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn zones_settle(states in bodies()) {
        check_settles::<Zones>(&states)?;
    }

    #[test]
    fn octagons_settle(states in bodies()) {
        check_settles::<Octagons>(&states)?;
    }

    #[test]
    fn polyhedra_settle(states in bodies()) {
        check_settles::<Polyhedra>(&states)?;
    }
}
