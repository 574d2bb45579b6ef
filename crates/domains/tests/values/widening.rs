//! Chains of widenings and narrowings.

use crate::common::width;
use domains::value::{Floats, Ints, Thresholds};
use ir::{FloatKind, Width};
use proptest::prelude::*;

/// More steps than a chain of any kind takes: each end of an interval stops at each threshold and at
/// the end, and each bit and each factor of a modulus is lost once.
const LONGEST_CHAIN: usize = 300;

fn number() -> impl Strategy<Value = u128> {
    prop_oneof![
        any::<u128>(),
        0u128..300,
        (0u128..300).prop_map(|near| u128::MAX - near),
        (0u32..128).prop_map(|bit| 1u128 << bit),
    ]
}

fn thresholds() -> impl Strategy<Value = Thresholds> {
    prop::collection::vec(-1000i128..1000, 0..5).prop_map(Thresholds::from_iter)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn widening_includes_both_and_ends(
        bits in prop::sample::select(vec![1u32, 8, 32, 64, 128]),
        numbers in prop::collection::vec((number(), 0u128..9), 1..600),
        thresholds in thresholds(),
    ) {
        let width = width(bits);
        let mut current = Ints::constant(width, numbers[0].0);
        let mut steps = 0;
        for (base, length) in numbers {
            let base = width.truncate(base);
            let newer = Ints::from_unsigned(width, base, base.saturating_add(length));
            let next = current.widen(&newer, &thresholds);
            prop_assert!(next.includes(&current) && next.includes(&newer));
            prop_assert!(next.contains(base));
            steps += usize::from(next != current);
            current = next;
        }
        prop_assert!(steps <= LONGEST_CHAIN, "{steps} steps");
    }

    /// As a loop does: what comes next depends on what is there.
    #[test]
    fn loops_end(
        start in number(),
        step in 1u128..100,
        bits in prop::sample::select(vec![8u32, 32, 64, 128]),
        thresholds in thresholds(),
    ) {
        let width = width(bits);
        let mut current = Ints::constant(width, start);
        let step = Ints::constant(width, step);
        let mut steps = 0;
        loop {
            let newer = Ints::binary(ir::BinaryOp::Add, &current, &step);
            let next = current.widen(&current.join(&newer), &thresholds);
            if next == current {
                break;
            }
            current = next;
            steps += 1;
            prop_assert!(steps < 40, "{current:?}");
        }
    }

    #[test]
    fn narrowing_stays_between(
        bits in prop::sample::select(vec![8u32, 32, 64]),
        numbers in prop::collection::vec(number(), 1..5),
        thresholds in thresholds(),
        bounds in prop::collection::vec((number(), number()), 1..50),
    ) {
        let width = width(bits);
        let points = numbers.iter().map(|value| Ints::constant(width, *value));
        let mut current = points
            .reduce(|one, other| one.widen(&other, &thresholds))
            .unwrap();
        let mut changes = 0;
        for (a, b) in bounds {
            let (a, b) = (width.truncate(a), width.truncate(b));
            let bound = Ints::from_unsigned(width, a.min(b), a.max(b));
            let Some(newer) = current.meet(&bound) else { continue };
            let narrowed = current.narrow(&newer);
            prop_assert!(narrowed.includes(&newer), "{current:?} {newer:?} {narrowed:?}");
            prop_assert!(current.includes(&narrowed), "{current:?} {newer:?} {narrowed:?}");
            changes += usize::from(narrowed != current);
            current = narrowed;
        }
        prop_assert!(changes <= 10, "{changes} changes");
    }

    #[test]
    fn widening_of_floats_ends(
        values in prop::collection::vec(any::<f32>(), 1..200),
        thresholds in thresholds(),
    ) {
        let constant = |value: f32| Floats::constant(FloatKind::F32, value.to_bits().into());
        let mut current = constant(values[0]);
        let mut steps = 0;
        for value in values {
            let newer = constant(value);
            let next = current.widen(&newer, Some(&thresholds));
            prop_assert!(next.includes(&current) && next.includes(&newer), "{current:?} {value}");
            steps += usize::from(next != current);
            current = next;
        }
        prop_assert!(steps <= 20, "{steps} steps");
    }
}

#[test]
fn a_counter_is_found_at_once() {
    let thresholds = Thresholds::from_iter([0, 100]);
    let constant = |value| Ints::constant(Width::W32, value);
    let range = |min, max| Ints::from_unsigned(Width::W32, min, max);
    let widened = constant(0).widen(&range(0, 1), &thresholds);
    assert_eq!(widened.signed(), (0, 100));
    let beyond = widened.widen(&range(0, 101), &thresholds);
    assert_eq!(beyond.signed(), (0, i32::MAX.into()));
    assert_eq!(beyond.narrow(&range(0, 99)).signed(), (0, 99));

    let aligned = constant(0).widen(&constant(0).join(&constant(4)), &Thresholds::default());
    let meeting = aligned.meet(&range(0, 399)).unwrap();
    assert_eq!(meeting.signed(), (0, 396));
}
