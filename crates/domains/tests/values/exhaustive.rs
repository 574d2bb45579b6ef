//! Every operator on all sets of small widths.

use crate::common::{
    ARITHMETIC, PREDICATES, UNARY, binary, intervals, members, progressions, sets, unary, width,
};
use domains::value::Ints;
use interp::operators;
use ir::{BinaryOp, CastOp, Scalar, Width};

/// Concrete results, by operands.
struct Table {
    bits: u32,
    results: Vec<u128>,
}

impl Table {
    fn new(op: BinaryOp, width: Width) -> Table {
        let all = 0..=width.mask();
        let results = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
        Table {
            bits: width.bits(),
            results: results.map(|(a, b)| binary(op, width, a, b)).collect(),
        }
    }

    fn get(&self, a: u128, b: u128) -> u128 {
        self.results[(a << self.bits | b) as usize]
    }
}

fn check_forward(sets: &[Ints], op: BinaryOp) {
    let table = Table::new(op, sets[0].width());
    let sets: Vec<(Ints, Vec<u128>)> = sets.iter().map(|set| (*set, members(set))).collect();
    for (a, in_a) in &sets {
        for (b, in_b) in &sets {
            let result = Ints::binary(op, a, b);
            for x in in_a {
                for y in in_b {
                    let concrete = table.get(*x, *y);
                    assert!(
                        result.contains(concrete),
                        "{op:?} {x} {y} = {concrete} of {a:?} and {b:?} not in {result:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn results_are_contained() {
    for op in ARITHMETIC.into_iter().chain(PREDICATES) {
        check_forward(&sets(Width::W1), op);
        check_forward(&sets(width(2)), op);
        check_forward(&sets(width(3)), op);
        check_forward(&intervals(width(4)), op);
        check_forward(&progressions(width(4)), op);
        let every_fifth: Vec<Ints> = sets(width(4)).into_iter().step_by(5).collect();
        check_forward(&every_fifth, op);
    }
}

#[test]
fn comparisons_of_intervals_are_exact() {
    let orders = [BinaryOp::ULt, BinaryOp::ULe, BinaryOp::SLt, BinaryOp::SLe];
    for op in orders.into_iter().chain([BinaryOp::Eq, BinaryOp::Ne]) {
        let table = Table::new(op, width(3));
        for a in intervals(width(3)) {
            for b in intervals(width(3)) {
                let (in_a, in_b) = (members(&a), members(&b));
                let pairs = in_a.iter().flat_map(|x| in_b.iter().map(move |y| (*x, *y)));
                let results: Vec<u128> = pairs.map(|(x, y)| table.get(x, y)).collect();
                let first = results[0];
                let decided = results.iter().all(|result| *result == first);
                let expected = decided.then_some(first);
                let result = Ints::binary(op, &a, &b);
                assert_eq!(result.as_constant(), expected, "{op:?} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn refinement_loses_no_operands() {
    refine_all(&sets(width(3)), 19);
    let every_seventeenth: Vec<Ints> = sets(width(4)).into_iter().step_by(17).collect();
    refine_all(&every_seventeenth, 5);
    let every_third: Vec<Ints> = progressions(width(4)).into_iter().step_by(3).collect();
    refine_all(&every_third, 7);
}

/// Refines all pairs of sets for all truths, and for one in so many sets as results.
fn refine_all(operands: &[Ints], result_step: usize) {
    let results: Vec<Ints> = operands.iter().copied().step_by(result_step).collect();
    let truths = [Ints::constant(Width::W1, 0), Ints::constant(Width::W1, 1)];
    for op in ARITHMETIC {
        check_refinement(op, operands, &results);
    }
    for op in PREDICATES {
        check_refinement(op, operands, &truths);
    }
}

fn check_refinement(op: BinaryOp, operands: &[Ints], results: &[Ints]) {
    let table = Table::new(op, operands[0].width());
    let operands: Vec<_> = operands.iter().map(|set| (*set, members(set))).collect();
    for (a, in_a) in &operands {
        for (b, in_b) in &operands {
            for result in results {
                let refined = Ints::refine_binary(op, a, b, result);
                if let Some((x, y)) = refined {
                    assert!(
                        a.includes(&x) && b.includes(&y),
                        "{op:?} {a:?} {b:?} {result:?}"
                    );
                }
                for x in in_a {
                    for y in in_b {
                        let kept = refined.is_some_and(|(a, b)| a.contains(*x) && b.contains(*y));
                        assert!(
                            kept || !result.contains(table.get(*x, *y)),
                            "{op:?} {x} {y} of {a:?} and {b:?} for {result:?} not in {refined:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operators_and_their_refinement() {
    for bits in 1..=4 {
        let width = width(bits);
        for a in sets(width) {
            for op in UNARY {
                let result = Ints::unary(op, &a);
                for x in members(&a) {
                    assert!(
                        result.contains(unary(op, width, x)),
                        "{op:?} {a:?} {x} {result:?}"
                    );
                }
                for result in intervals(width) {
                    let refined = Ints::refine_unary(op, &a, &result);
                    for x in members(&a) {
                        let kept = refined.is_some_and(|refined| refined.contains(x));
                        let concrete = unary(op, width, x);
                        assert!(
                            kept || !result.contains(concrete),
                            "{op:?} {a:?} {x} {result:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn casts_and_their_refinement() {
    let pairs = [
        (CastOp::Truncate, 4, 3),
        (CastOp::Truncate, 4, 1),
        (CastOp::ZeroExtend, 3, 4),
        (CastOp::ZeroExtend, 1, 4),
        (CastOp::SignExtend, 3, 4),
        (CastOp::SignExtend, 1, 4),
    ];
    for (op, from, to) in pairs {
        let (from, to) = (width(from), width(to));
        let cast = |x| operators::cast(op, Scalar::Int(from), Scalar::Int(to), x);
        for a in sets(from) {
            let result = Ints::cast(op, to, &a);
            for x in members(&a) {
                assert!(result.contains(cast(x)), "{op:?} {a:?} {x} {result:?}");
            }
            for result in sets(to).into_iter().step_by(3) {
                let refined = Ints::refine_cast(op, &a, &result);
                for x in members(&a) {
                    let kept = refined.is_some_and(|refined| refined.contains(x));
                    assert!(
                        kept || !result.contains(cast(x)),
                        "{op:?} {a:?} {x} {result:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_lattice() {
    let width = width(3);
    let sets = sets(width);
    for a in &sets {
        let in_a = members(a);
        assert!(!in_a.is_empty());
        for b in &sets {
            let (joined, met) = (a.join(b), a.meet(b));
            assert!(
                joined.includes(a) && joined.includes(b),
                "{a:?} {b:?} {joined:?}"
            );
            let in_b = members(b);
            let both: Vec<u128> = in_a.iter().copied().filter(|x| b.contains(*x)).collect();
            assert_eq!(
                met.map_or(Vec::new(), |met| members(&met)),
                both,
                "{a:?} {b:?}"
            );
            let inside = in_b.iter().all(|x| a.contains(*x));
            assert!(inside || !a.includes(b), "{a:?} {b:?}");
            // The hull in each component.
            let ends = |value: fn(Width, u128) -> i128| {
                let all = in_a.iter().chain(&in_b).map(|x| value(width, *x));
                (all.clone().min(), all.max())
            };
            let (min, max) = joined.signed();
            assert_eq!(
                (Some(min), Some(max)),
                ends(|width, x| width.sign_extend(x))
            );
            let (min, max) = joined.unsigned();
            assert_eq!(
                (Some(min as i128), Some(max as i128)),
                ends(|_, x| x as i128)
            );
        }
    }
}

#[test]
fn ends_are_members() {
    for set in sets(width(4)) {
        let in_set = members(&set);
        let (min, max) = set.unsigned();
        assert_eq!(
            (in_set.first(), in_set.last()),
            (Some(&min), Some(&max)),
            "{set:?}"
        );
        let one = (in_set.len() == 1).then(|| in_set[0]);
        assert_eq!(set.as_constant(), one, "{set:?}");
        assert_eq!(set.members(16).as_ref(), Some(&in_set), "{set:?}");
        assert_eq!(set.members(in_set.len() - 1), None, "{set:?}");
    }
}

/// Of these operators, the result on intervals is the hull of the concrete results.
#[test]
fn results_on_intervals_are_hulls() {
    use BinaryOp::{AShr, Add, And, Or, Sub, Xor};
    let exact = [Add, Sub, And, Or, Xor, AShr].into_iter().chain(PREDICATES);
    let sets: Vec<_> = intervals(width(4))
        .into_iter()
        .map(|set| (set, members(&set)))
        .collect();
    for op in exact {
        let table = Table::new(op, width(4));
        for ((a, in_a), (b, in_b)) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
            let result = Ints::binary(op, a, b);
            let pairs = in_a.iter().flat_map(|x| in_b.iter().map(move |y| (*x, *y)));
            let hull = pairs.fold(None, |hull: Option<Ints>, (x, y)| {
                let concrete = table.get(x, y);
                match hull {
                    Some(hull) if hull.contains(concrete) => Some(hull),
                    Some(hull) => Some(hull.join(&Ints::constant(result.width(), concrete))),
                    None => Some(Ints::constant(result.width(), concrete)),
                }
            });
            assert_eq!(
                hull.map(|hull| members(&hull)),
                Some(members(&result)),
                "{op:?} {a:?} {b:?}"
            );
        }
    }
}
