//! Random operations, on an abstract state and on a set of points beside it: no point may get lost.

use domains::linear::{Constraint, Linear, Range, Relation, Var};
use domains::relational::Relational;
use domains::relational::octagons::Octagons;
use domains::relational::polyhedra::Polyhedra;
use domains::relational::zones::Zones;
use proptest::prelude::*;

const VARS: usize = 5;
const MAX_POINTS: usize = 48;
const MAX_REBUILT_CONSTRAINTS: usize = 12;

type Point = [i128; VARS];

/// A linear expression: a factor of each variable, and a constant.
type Factors = ([i128; VARS], i128);

#[derive(Clone, Debug)]
enum Operation {
    Assign(usize, Factors),
    AssignRange(usize, i128, i128),
    Forget(usize, i128),
    Assume(Factors, Relation),
    /// With the other state, and what to do with it.
    Combine(Combination),
    Rename(usize, usize),
    Keep(u8),
    /// The other state becomes this one.
    Copy,
    Swap,
}

#[derive(Clone, Copy, Debug)]
enum Combination {
    Join,
    Widen,
    Meet,
}

fn factors() -> impl Strategy<Value = Factors> {
    let factor = prop_oneof![5 => Just(0i128), 3 => Just(1), 3 => Just(-1), 2 => -4..=4i128];
    let dense = (proptest::array::uniform5(factor), -6..=6i128);
    let pair = (
        0..VARS,
        0..VARS,
        prop_oneof![Just(1i128), Just(-1)],
        -6..=6i128,
    );
    let pair = pair.prop_map(|(one, other, sign, constant)| {
        let mut factors = [0; VARS];
        factors[one] += 1;
        factors[other] += sign;
        (factors, constant)
    });
    prop_oneof![dense, pair]
}

fn operation() -> impl Strategy<Value = Operation> {
    let relation = prop_oneof![4 => Just(Relation::AtLeastZero), 1 => Just(Relation::Zero)];
    let combination = prop_oneof![
        3 => Just(Combination::Join),
        2 => Just(Combination::Widen),
        1 => Just(Combination::Meet)
    ];
    prop_oneof![
        6 => (0..VARS, factors()).prop_map(|(var, value)| Operation::Assign(var, value)),
        1 => (0..VARS, -5..=5i128, 0..=4i128)
            .prop_map(|(var, min, width)| Operation::AssignRange(var, min, min + width)),
        1 => (0..VARS, -9..=9i128).prop_map(|(var, value)| Operation::Forget(var, value)),
        8 => (factors(), relation).prop_map(|(linear, how)| Operation::Assume(linear, how)),
        4 => combination.prop_map(Operation::Combine),
        1 => (0..VARS, 0..VARS).prop_map(|(from, to)| Operation::Rename(from, to)),
        1 => any::<u8>().prop_map(Operation::Keep),
        2 => Just(Operation::Copy),
        2 => Just(Operation::Swap),
    ]
}

fn linear((factors, constant): &Factors) -> Linear {
    let mut sum = Linear::constant(*constant);
    for (at, factor) in factors.iter().enumerate() {
        let term = Linear::var(Var(at as u32)).times(*factor);
        sum = sum.add(&term.unwrap()).unwrap();
    }
    sum
}

fn value(linear: &Linear, point: &Point) -> i128 {
    linear.value(|Var(var)| point[var as usize]).unwrap()
}

fn satisfies(constraints: &[Constraint], point: &Point) -> bool {
    let mut all = constraints.iter();
    all.all(|one| one.holds(|Var(var)| point[var as usize]) == Some(true))
}

/// A state and points that it must describe.
#[derive(Clone)]
struct Tracked<D> {
    state: D,
    points: Vec<Point>,
}

impl<D: Relational> Tracked<D> {
    fn apply(&mut self, operation: &Operation, other: &mut Tracked<D>) {
        match operation {
            Operation::Assign(var, factors) => {
                let expression = linear(factors);
                self.state.assign(Var(*var as u32), &expression);
                for point in &mut self.points {
                    point[*var] = value(&expression, point);
                }
            }
            Operation::AssignRange(var, min, max) => {
                self.state
                    .assign_range(Var(*var as u32), Range::new(*min, *max));
                self.branch(*var, &[*min, *max]);
            }
            Operation::Forget(var, value) => {
                self.state.forget(Var(*var as u32));
                self.branch(*var, &[*value, -100]);
            }
            Operation::Assume(factors, relation) => {
                let constraint = Constraint {
                    linear: linear(factors),
                    relation: *relation,
                };
                self.state.assume(&constraint);
                self.points
                    .retain(|point| satisfies(std::slice::from_ref(&constraint), point));
            }
            Operation::Combine(Combination::Meet) => {
                self.state.meet(&other.state);
                self.points.retain(|point| other.points.contains(point));
            }
            Operation::Combine(how) => {
                let before = self.state.clone();
                self.state = match how {
                    Combination::Join => before.join(&other.state),
                    _ => before.widen(&other.state, &[-10, 0, 7]),
                };
                self.points.extend(other.points.iter().take(MAX_POINTS / 2));
            }
            Operation::Rename(from, to) => {
                if from != to {
                    self.state.forget(Var(*to as u32));
                    self.state.rename(Var(*from as u32), Var(*to as u32));
                    for point in &mut self.points {
                        point[*to] = point[*from];
                        point[*from] = 77;
                    }
                }
            }
            Operation::Keep(mask) => {
                let keep = |at: usize| mask & (1 << at) != 0;
                self.state.keep(&|Var(var)| keep(var as usize));
                for var in (0..VARS).filter(|var| !keep(*var)) {
                    self.branch(var, &[-3, 42]);
                }
            }
            Operation::Copy => *other = self.clone(),
            Operation::Swap => std::mem::swap(self, other),
        }
        let seed = self.points.len();
        while self.points.len() > MAX_POINTS {
            self.points.swap_remove(seed * 7 % self.points.len());
        }
    }

    /// Each point once with each value of a variable.
    fn branch(&mut self, var: usize, values: &[i128]) {
        let with = |point: &Point| {
            let point = *point;
            values.iter().map(move |value| {
                let mut point = point;
                point[var] = *value;
                point
            })
        };
        self.points = self.points.iter().flat_map(with).collect();
    }

    fn check(&self, probe: &Linear) -> Result<(), TestCaseError> {
        let constraints = self.state.constraints();
        prop_assert!(self.points.is_empty() || !self.state.is_bottom());
        let range = self.state.range(probe);
        for point in &self.points {
            prop_assert!(
                satisfies(&constraints, point),
                "{point:?} is not in {constraints:?}"
            );
            prop_assert!(
                range.contains(value(probe, point)),
                "{probe} at {point:?}: {range:?}"
            );
        }
        let mentioned = self.state.vars();
        for (var, _) in constraints.iter().flat_map(|one| one.linear.terms()) {
            prop_assert!(mentioned.contains(var));
        }
        Ok(())
    }
}

fn run<D: Relational>(
    start: Vec<Point>,
    operations: &[Operation],
    probe: &Linear,
) -> Result<(), TestCaseError> {
    let mut one = Tracked {
        state: D::top(),
        points: start,
    };
    let mut other = one.clone();
    for operation in operations {
        one.apply(operation, &mut other);
        one.check(probe)?;
        check_order(&one, &other)?;
    }
    Ok(())
}

fn check_order<D: Relational>(one: &Tracked<D>, other: &Tracked<D>) -> Result<(), TestCaseError> {
    prop_assert!(one.state.includes(&one.state), "includes is not reflexive");
    if one.state.includes(&other.state) {
        let constraints = one.state.constraints();
        for point in &other.points {
            prop_assert!(satisfies(&constraints, point));
        }
    }
    // Polyhedra of many constraints exceed their limits when they are made one constraint at a time.
    let constraints = one.state.constraints();
    if constraints.len() <= MAX_REBUILT_CONSTRAINTS || D::NAME != Polyhedra::NAME {
        let mut again = D::top();
        for constraint in &constraints {
            again.assume(constraint);
        }
        let says_no_more = one.state.includes(&again);
        prop_assert!(
            says_no_more,
            "{:?} says more than its constraints",
            one.state
        );
    }
    Ok(())
}

fn start() -> impl Strategy<Value = Vec<Point>> {
    proptest::collection::vec(proptest::array::uniform5(-5..=5i128), 1..MAX_POINTS)
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    proptest::collection::vec(operation(), 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn zones_lose_no_point(start in start(), operations in operations(), probe in factors()) {
        run::<Zones>(start, &operations, &linear(&probe))?;
    }

    #[test]
    fn octagons_lose_no_point(start in start(), operations in operations(), probe in factors()) {
        run::<Octagons>(start, &operations, &linear(&probe))?;
    }

    #[test]
    fn polyhedra_lose_no_point(start in start(), operations in operations(), probe in factors()) {
        run::<Polyhedra>(start, &operations, &linear(&probe))?;
    }
}

/// Where all variables are bounded, the set of integer points can be listed, and a domain that is
/// closed knows the range of its own expressions exactly.
fn check_exact<D: Relational>(
    constraints: &[Factors],
    probes: &[Factors],
) -> Result<(), TestCaseError> {
    const SIDE: i128 = 4;
    const USED: usize = 3;
    let mut state = D::top();
    let constraints: Vec<Constraint> = constraints
        .iter()
        .map(|one| Constraint::at_least_zero(linear(one)))
        .collect();
    for constraint in &constraints {
        state.assume(constraint);
    }
    for var in 0..USED {
        let var = Linear::var(Var(var as u32));
        state.assume(&Constraint::at_least_zero(var.plus(SIDE).unwrap()));
        state.assume(&Constraint::at_least_zero(
            Linear::constant(SIDE).sub(&var).unwrap(),
        ));
    }
    let side = -SIDE..=SIDE;
    let mut points = Vec::new();
    for x in side.clone() {
        for y in side.clone() {
            points.extend(side.clone().map(|z| [x, y, z, 0, 0]));
        }
    }
    points.retain(|point| satisfies(&constraints, point));
    prop_assert_eq!(state.is_bottom(), points.is_empty());
    for probe in probes {
        let probe = linear(probe);
        let values = || points.iter().map(|point| value(&probe, point));
        if let (Some(min), Some(max)) = (values().min(), values().max()) {
            prop_assert_eq!(state.range(&probe), Range::new(min, max), "{}", probe);
        }
    }
    Ok(())
}

/// Constraints `±x ± y + c >= 0` over three variables, with differences alone or not.
fn octagonal(has_sums: bool) -> impl Strategy<Value = Factors> {
    (
        0..3usize,
        0..3usize,
        any::<bool>(),
        any::<bool>(),
        -5..=5i128,
    )
        .prop_map(move |(one, other, is_sum, is_negated, constant)| {
            let mut factors = [0; VARS];
            let sign = if is_negated { -1 } else { 1 };
            factors[one] = sign;
            if one != other {
                factors[other] = if is_sum && has_sums { sign } else { -sign };
            }
            (factors, constant)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn zones_are_closed(
        constraints in proptest::collection::vec(octagonal(false), 0..7),
        probes in proptest::collection::vec(octagonal(false), 3),
    ) {
        check_exact::<Zones>(&constraints, &probes)?;
    }

    #[test]
    fn octagons_are_tightly_closed(
        constraints in proptest::collection::vec(octagonal(true), 0..7),
        probes in proptest::collection::vec(octagonal(true), 3),
    ) {
        check_exact::<Octagons>(&constraints, &probes)?;
    }
}
