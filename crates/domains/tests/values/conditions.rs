//! Symbolic concretisation.

use crate::common::{evaluate, sets, width};
use domains::value::Floats;
use ir::{Const, Expr, FloatKind, LocalId};

#[test]
fn conditions_hold_exactly_for_members() {
    for bits in 1..=4 {
        let width = width(bits);
        for set in sets(width) {
            let conditions = set.conditions(&Expr::Local(LocalId(0)));
            for value in 0..=width.mask() {
                let holds = conditions
                    .iter()
                    .all(|condition| evaluate(condition, Const::Int(width, value)) == Const::TRUE);
                assert_eq!(holds, set.contains(value), "{set:?} {value} {conditions:?}");
            }
            assert_eq!(conditions.is_empty(), set.is_top(), "{set:?}");
        }
    }
}

#[test]
fn conditions_of_floats_hold_exactly_for_members() {
    let numbers = [f64::NEG_INFINITY, -1.0, -0.0, 0.0, 1.0, f64::INFINITY];
    let nan = f64::NAN;
    let mut sets = vec![Floats::constant(FloatKind::F64, nan.to_bits().into())];
    for (at, min) in numbers.iter().enumerate() {
        for max in &numbers[at..] {
            let set = Floats::between(FloatKind::F64, *min, *max);
            sets.push(set);
            sets.push(set.join(&sets[0]));
        }
    }
    let tried = numbers.into_iter().chain([nan, -nan, 0.5, -0.5, 2.0, -2.0]);
    for set in sets {
        let conditions = set.conditions(&Expr::Local(LocalId(0)));
        for value in tried.clone() {
            let bits = u128::from(value.to_bits());
            let local = Const::Float(FloatKind::F64, bits);
            let mut conditions = conditions.iter();
            let holds = conditions.all(|condition| evaluate(condition, local) == Const::TRUE);
            assert_eq!(holds, set.contains(bits), "{set:?} {value}");
        }
    }
}
