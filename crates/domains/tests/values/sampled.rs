//! Operators at the widths of programs, on sampled members of sampled sets.

use crate::common::{ARITHMETIC, PREDICATES, UNARY, binary, unary, width};
use domains::value::{Ints, Thresholds};
use interp::operators;
use ir::{CastOp, Scalar, UnaryOp, Width};
use proptest::prelude::*;

/// Numbers near the ends of widths and powers of two, and others.
fn number() -> impl Strategy<Value = u128> {
    prop_oneof![
        any::<u128>(),
        any::<u64>().prop_map(u128::from),
        0u128..20,
        (0u128..20).prop_map(|near| u128::MAX - near),
        (0u128..4, 0u32..128).prop_map(|(near, bit)| (1u128 << bit).wrapping_sub(near)),
        (0u128..100, 0u32..16).prop_map(|(factor, shift)| factor << shift),
    ]
}

/// How a set is made from some of its members.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Hull,
    Signed,
    Unsigned,
    Both,
    /// The congruence and some bits, but hardly an interval.
    Widened,
    All,
}

/// A set, and some of its members.
#[derive(Clone, Debug)]
struct Sample {
    set: Ints,
    members: Vec<u128>,
}

fn sample(width: Width) -> impl Strategy<Value = Sample> {
    let shape = prop::sample::select(vec![
        Shape::Hull,
        Shape::Hull,
        Shape::Signed,
        Shape::Unsigned,
        Shape::Both,
        Shape::Widened,
        Shape::All,
    ]);
    let members = prop_oneof![
        prop::collection::vec(number(), 1..5),
        // Close to each other.
        (number(), prop::collection::vec(0u128..40, 1..5)).prop_map(|(base, offsets)| {
            offsets
                .into_iter()
                .map(|offset| base.wrapping_add(offset))
                .collect()
        }),
        (number(), 1u128..12, prop::collection::vec(0u128..40, 1..5)).prop_map(
            |(base, step, offsets)| {
                let member = |offset| base.wrapping_add(step * offset);
                offsets.into_iter().map(member).collect()
            }
        ),
    ];
    (members, shape).prop_map(move |(members, shape): (Vec<u128>, Shape)| {
        let members: Vec<u128> = members
            .into_iter()
            .map(|value| width.truncate(value))
            .collect();
        Sample {
            set: set(width, &members, shape),
            members,
        }
    })
}

fn set(width: Width, members: &[u128], shape: Shape) -> Ints {
    let points = members.iter().map(|value| Ints::constant(width, *value));
    let hull = points.reduce(|one, other| one.join(&other)).unwrap();
    let ((min, max), (least, greatest)) = (hull.signed(), hull.unsigned());
    match shape {
        Shape::Hull => hull,
        Shape::Signed => Ints::from_signed(width, min, max),
        Shape::Unsigned => Ints::from_unsigned(width, least, greatest),
        Shape::Both => Ints::from_unsigned(width, least, greatest)
            .meet(&Ints::from_signed(width, min, max))
            .unwrap(),
        Shape::Widened => Ints::constant(width, members[0]).widen(&hull, &Thresholds::default()),
        Shape::All => Ints::top(width),
    }
}

fn any_width() -> impl Strategy<Value = Width> {
    prop::sample::select(vec![1, 8, 16, 31, 32, 63, 64, 65, 127, 128]).prop_map(width)
}

fn two_samples() -> impl Strategy<Value = (Sample, Sample, Sample)> {
    any_width().prop_flat_map(|width| (sample(width), sample(width), sample(width)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn results_are_contained((a, b, _) in two_samples()) {
        let width = a.set.width();
        for op in ARITHMETIC.into_iter().chain(PREDICATES) {
            let result = Ints::binary(op, &a.set, &b.set);
            for x in &a.members {
                for y in &b.members {
                    let concrete = binary(op, width, *x, *y);
                    prop_assert!(result.contains(concrete), "{op:?} {x} {y} {concrete} {result:?}");
                }
            }
        }
        let counts = UNARY.into_iter().chain((width.bits() % 8 == 0).then_some(UnaryOp::ByteSwap));
        for op in counts {
            let result = Ints::unary(op, &a.set);
            for x in &a.members {
                prop_assert!(result.contains(unary(op, width, *x)), "{op:?} {x} {result:?}");
            }
        }
    }

    #[test]
    fn refinement_keeps_operands((a, b, result) in two_samples()) {
        let width = a.set.width();
        let (x, y) = (a.members[0], b.members[0]);
        for op in ARITHMETIC.into_iter().chain(PREDICATES) {
            let concrete = binary(op, width, x, y);
            let constant = match PREDICATES.contains(&op) {
                true => Ints::constant(Width::W1, concrete),
                false => Ints::constant(width, concrete),
            };
            let wide = match PREDICATES.contains(&op) {
                true => Ints::top(Width::W1),
                false => constant.join(&result.set),
            };
            for result in [constant, wide] {
                let refined = Ints::refine_binary(op, &a.set, &b.set, &result);
                let kept = refined.is_some_and(|(a, b)| a.contains(x) && b.contains(y));
                prop_assert!(kept, "{op:?} {x} {y} {result:?} {refined:?}");
            }
        }
        let counts = UNARY.into_iter().chain((width.bits() % 8 == 0).then_some(UnaryOp::ByteSwap));
        for op in counts {
            let result = Ints::constant(width, unary(op, width, x)).join(&result.set);
            let refined = Ints::refine_unary(op, &a.set, &result);
            prop_assert!(refined.is_some_and(|refined| refined.contains(x)), "{op:?} {x}");
        }
    }

    #[test]
    fn casts((a, _, _) in two_samples(), to in any_width(), other in number()) {
        let from = a.set.width();
        let ops = match from < to {
            true => vec![CastOp::ZeroExtend, CastOp::SignExtend],
            false => vec![CastOp::Truncate],
        };
        for op in ops {
            let result = Ints::cast(op, to, &a.set);
            for x in &a.members {
                let concrete = operators::cast(op, Scalar::Int(from), Scalar::Int(to), *x);
                prop_assert!(result.contains(concrete), "{op:?} {x} {result:?}");
                let wanted = Ints::constant(to, concrete);
                for wanted in [wanted, wanted.join(&Ints::constant(to, other))] {
                    let refined = Ints::refine_cast(op, &a.set, &wanted);
                    prop_assert!(refined.is_some_and(|refined| refined.contains(*x)), "{op:?} {x}");
                }
            }
        }
    }

    #[test]
    fn the_lattice((a, b, _) in two_samples()) {
        let joined = a.set.join(&b.set);
        for x in a.members.iter().chain(&b.members) {
            prop_assert!(joined.contains(*x), "{x} {joined:?}");
        }
        let met = a.set.meet(&b.set);
        for x in a.members.iter().filter(|x| b.set.contains(**x)) {
            prop_assert!(met.is_some_and(|met| met.contains(*x)), "{x} {met:?}");
        }
        if a.set.includes(&b.set) {
            for y in &b.members {
                prop_assert!(a.set.contains(*y));
            }
        }
    }
}
