//! Sets of floats, on sampled members.

use domains::value::{Floats, Ints};
use interp::operators;
use ir::{BinaryOp, CastOp, DataModel, FloatKind, Scalar, UnaryOp, Width};
use proptest::prelude::*;

const ARITHMETIC: [BinaryOp; 4] = [
    BinaryOp::FAdd,
    BinaryOp::FSub,
    BinaryOp::FMul,
    BinaryOp::FDiv,
];
const COMPARISONS: [BinaryOp; 3] = [BinaryOp::FEq, BinaryOp::FLt, BinaryOp::FLe];

/// Special numbers more often than others.
fn number() -> impl Strategy<Value = f64> {
    let special = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        -f64::from_bits(3),
        f64::MAX,
        f64::MIN,
        f64::from(f32::MAX),
        f64::from(f32::MIN_POSITIVE),
        f64::from(f32::from_bits(1)),
    ];
    prop_oneof![
        prop::sample::select(special),
        any::<u64>().prop_map(f64::from_bits),
        any::<f32>().prop_map(f64::from),
        (-40i32..40).prop_map(f64::from),
        (any::<i32>(), 0u32..40).prop_map(|(n, by)| f64::from(n) / f64::from(by).exp2()),
        any::<i64>().prop_map(|n| n as f64),
    ]
}

fn encode(kind: FloatKind, value: f64) -> u128 {
    match kind {
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        _ => u128::from(value.to_bits()),
    }
}

/// A set, and some of its members.
#[derive(Clone, Debug)]
struct Sample {
    set: Floats,
    members: Vec<u128>,
}

fn sample(kind: FloatKind) -> impl Strategy<Value = Sample> {
    prop::collection::vec(number(), 1..5).prop_map(move |values| {
        let members: Vec<u128> = values
            .into_iter()
            .map(|value| encode(kind, value))
            .collect();
        let points = members.iter().map(|bits| Floats::constant(kind, *bits));
        let set = points.reduce(|one, other| one.join(&other)).unwrap();
        // Zeros and ones are where special cases are; they are members if they are between others.
        let between = [0.0, -0.0, 1.0, -1.0].map(|value| encode(kind, value));
        let between = between.into_iter().filter(|bits| set.contains(*bits));
        let members = members.iter().copied().chain(between).collect();
        Sample { set, members }
    })
}

fn two_samples() -> impl Strategy<Value = (Sample, Sample)> {
    prop::sample::select(vec![FloatKind::F32, FloatKind::F64])
        .prop_flat_map(|kind| (sample(kind), sample(kind)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10000))]

    #[test]
    fn results_are_contained((a, b) in two_samples()) {
        let scalar = Scalar::Float(a.set.kind());
        let compute = |op, x, y| operators::binary(op, scalar, DataModel::Lp64, x, y);
        for x in &a.members {
            for op in ARITHMETIC {
                let result = Floats::binary(op, &a.set, &b.set);
                for y in &b.members {
                    let concrete = compute(op, *x, *y);
                    prop_assert!(result.contains(concrete), "{op:?} {x:#x} {y:#x} {concrete:#x} {result:?}");
                }
            }
            for op in COMPARISONS {
                let result = Floats::compare(op, &a.set, &b.set);
                for y in &b.members {
                    let concrete = compute(op, *x, *y);
                    prop_assert!(result.contains(concrete), "{op:?} {x:#x} {y:#x} {concrete}");
                    let refined = Floats::refine_compare(op, &a.set, &b.set, concrete == 1);
                    let kept = refined.is_some_and(|(a, b)| a.contains(*x) && b.contains(*y));
                    prop_assert!(kept, "{op:?} {x:#x} {y:#x} {concrete} {refined:?}");
                }
            }
            let unary = |op| operators::unary(op, scalar, *x);
            prop_assert!(Floats::unary(UnaryOp::FNeg, &a.set).contains(unary(UnaryOp::FNeg)));
            prop_assert!(a.set.is_nan().contains(unary(UnaryOp::IsNan)));
            prop_assert!(a.set.is_infinite().contains(unary(UnaryOp::IsInfinite)));
            prop_assert!(a.set.sign_bit().contains(unary(UnaryOp::SignBit)));
        }
    }

    #[test]
    fn the_lattice((a, b) in two_samples()) {
        let (joined, met) = (a.set.join(&b.set), a.set.meet(&b.set));
        prop_assert!(joined.includes(&a.set) && joined.includes(&b.set));
        for x in &a.members {
            prop_assert!(joined.contains(*x));
            let in_both = met.is_some_and(|met| met.contains(*x));
            prop_assert_eq!(in_both, b.set.contains(*x));
        }
    }

    #[test]
    fn conversions((a, _) in two_samples(), bits in prop::sample::select(vec![8, 16, 31, 32, 64, 128])) {
        let kind = a.set.kind();
        let width = Width::new(bits).unwrap();
        for x in &a.members {
            for op in [CastOp::FloatToSigned, CastOp::FloatToUnsigned] {
                let concrete = operators::cast(op, Scalar::Float(kind), Scalar::Int(width), *x);
                let result = a.set.to_ints(op, width);
                prop_assert!(result.contains(concrete), "{op:?} {x:#x} {concrete} {result:?}");
            }
            let encoded = Width::new(kind.bits()).unwrap();
            let encodings = a.set.to_ints(CastOp::Bits, encoded);
            prop_assert!(encodings.contains(*x), "{x:#x} {encodings:?}");
            let back = Floats::from_ints(CastOp::Bits, kind, &encodings);
            prop_assert!(back.includes(&a.set), "{back:?}");
            for to in [FloatKind::F16, FloatKind::F32, FloatKind::F64, FloatKind::F80] {
                let (from, target) = (Scalar::Float(kind), Scalar::Float(to));
                let concrete = operators::cast(CastOp::FloatToFloat, from, target, *x);
                prop_assert!(a.set.convert(to).contains(concrete), "{x:#x} to {to:?}");
            }
        }
    }

    #[test]
    fn encodings(a in any::<u32>(), b in any::<u32>(), between in any::<u32>()) {
        let (min, max) = (a.min(b), a.max(b));
        let set = Ints::from_unsigned(Width::W32, min.into(), max.into());
        let floats = Floats::from_ints(CastOp::Bits, FloatKind::F32, &set);
        for bits in [min, max, between.clamp(min, max)] {
            prop_assert!(floats.contains(bits.into()), "{bits:#x} {floats:?}");
        }
    }

    #[test]
    fn conversions_of_integers(a in any::<u128>(), b in any::<u128>(), shift in 0u32..128, bits in prop::sample::select(vec![8, 32, 64, 128])) {
        let width = Width::new(bits).unwrap();
        let (a, b) = (width.truncate(a >> shift), width.truncate(b >> shift));
        let set = Ints::constant(width, a).join(&Ints::constant(width, b));
        for kind in [FloatKind::F32, FloatKind::F64, FloatKind::F128] {
            for op in [CastOp::SignedToFloat, CastOp::UnsignedToFloat] {
                let concrete = operators::cast(op, Scalar::Int(width), Scalar::Float(kind), a);
                prop_assert!(Floats::from_ints(op, kind, &set).contains(concrete));
            }
        }
    }
}

fn double(min: f64, max: f64) -> Floats {
    Floats::between(FloatKind::F64, min, max)
}

#[test]
fn results() {
    use BinaryOp::{FAdd, FDiv, FMul, FSub};
    let infinity = f64::INFINITY;
    let table = [
        (FAdd, double(1.0, 2.0), double(-3.0, 4.0), double(-2.0, 6.0)),
        (FSub, double(1.0, 2.0), double(-3.0, 4.0), double(-3.0, 5.0)),
        (
            FMul,
            double(-1.0, 2.0),
            double(-3.0, 4.0),
            double(-6.0, 8.0),
        ),
        (FDiv, double(1.0, 2.0), double(2.0, 4.0), double(0.25, 1.0)),
        (
            FDiv,
            double(1.0, 2.0),
            double(0.0, 4.0),
            double(0.25, infinity),
        ),
        (
            FDiv,
            double(1.0, 2.0),
            double(-1.0, 4.0),
            double(-infinity, infinity),
        ),
        (FMul, double(0.0, 1.0), double(0.0, 1.0), double(0.0, 1.0)),
    ];
    for (op, left, right, expected) in table {
        assert_eq!(
            Floats::binary(op, &left, &right),
            expected,
            "{op:?} {left:?} {right:?}"
        );
    }
    let invalid = Floats::binary(FDiv, &double(0.0, 1.0), &double(0.0, 1.0));
    assert!(invalid.may_be_nan() && invalid.ends() == Some((0.0, infinity)));
}

#[test]
fn refinements() {
    let refine = |op, a: Floats, b, truth| Floats::refine_compare(op, &a, &b, truth);
    let all = Floats::top(FloatKind::F64);
    let ten = double(10.0, 10.0);
    let (below, _) = refine(BinaryOp::FLt, all, ten, true).unwrap();
    assert_eq!(below, double(f64::NEG_INFINITY, 10.0f64.next_down()));
    let (above, _) = refine(BinaryOp::FLt, all, ten, false).unwrap();
    assert_eq!(above.ends(), Some((10.0, f64::INFINITY)));
    assert!(above.may_be_nan());
    let (nonzero, _) = refine(BinaryOp::FEq, double(0.0, 1.0), double(0.0, 0.0), false).unwrap();
    assert_eq!(nonzero, double(f64::from_bits(1), 1.0));
    assert_eq!(
        refine(BinaryOp::FLt, double(2.0, 3.0), double(1.0, 2.0), true),
        None
    );
    assert_eq!(
        refine(BinaryOp::FLe, double(1.0, 2.0), double(2.0, 3.0), false),
        None
    );
    let bits = double(1.0, 2.0).to_ints(CastOp::Bits, Width::W64);
    assert_eq!(
        Floats::from_ints(CastOp::Bits, FloatKind::F64, &bits),
        double(1.0, 2.0)
    );
    let truncated = double(-3.7, 200.5).to_ints(CastOp::FloatToSigned, Width::W32);
    assert_eq!(truncated.signed(), (-3, 200));
}
