//! Polyhedra against a second implementation: the elimination of Fourier and Motzkin.
//!
//! It decides over rationals. Ours are tightened to integers, so they may know more; then the integer
//! points of a box must agree.

use domains::linear::{Constraint, Linear, Range, Relation, Var};
use domains::relational::Relational;
use domains::relational::polyhedra::Polyhedra;
use proptest::prelude::*;

const VARS: usize = 3;
const SIDE: i128 = 4;

/// `constant + factors · x >= 0`, or `> 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    factors: [i128; VARS],
    constant: i128,
    is_strict: bool,
}

impl Row {
    fn linear(&self) -> Linear {
        let mut sum = Linear::constant(self.constant);
        for (at, factor) in self.factors.iter().enumerate() {
            let term = Linear::var(Var(at as u32)).times(*factor);
            sum = sum.add(&term.unwrap()).unwrap();
        }
        sum
    }

    fn of(linear: &Linear) -> Row {
        Row {
            factors: std::array::from_fn(|at| linear.coefficient(Var(at as u32))),
            constant: linear.offset(),
            is_strict: false,
        }
    }

    fn value(&self, point: &[i128; VARS]) -> i128 {
        let terms = self.factors.iter().zip(point);
        self.constant + terms.map(|(factor, value)| factor * value).sum::<i128>()
    }

    /// Positive multiples of two rows, added and divided by what is common.
    fn combine(&self, factor: i128, other: &Row, other_factor: i128) -> Row {
        let add = |a: i128, b: i128| a * factor + b * other_factor;
        let mut row = Row {
            factors: std::array::from_fn(|at| add(self.factors[at], other.factors[at])),
            constant: add(self.constant, other.constant),
            is_strict: self.is_strict || other.is_strict,
        };
        let gcd = row
            .factors
            .iter()
            .fold(row.constant.abs(), |a, b| gcd(a, b.abs()));
        if gcd > 1 {
            row.factors.iter_mut().for_each(|one| *one /= gcd);
            row.constant /= gcd;
        }
        row
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn eliminate(rows: &[Row], var: usize) -> Vec<Row> {
    let mut left: Vec<Row> = rows
        .iter()
        .filter(|row| row.factors[var] == 0)
        .cloned()
        .collect();
    for above in rows.iter().filter(|row| row.factors[var] > 0) {
        for below in rows.iter().filter(|row| row.factors[var] < 0) {
            left.push(above.combine(-below.factors[var], below, above.factors[var]));
        }
    }
    left.sort();
    left.dedup();
    left
}

fn is_empty(rows: &[Row]) -> bool {
    let rest = (0..VARS).fold(rows.to_vec(), |rows, var| eliminate(&rows, var));
    rest.iter()
        .any(|row| row.constant < 0 || (row.is_strict && row.constant == 0))
}

fn entails(rows: &[Row], row: &Row) -> bool {
    let negation = Row {
        factors: row.factors.map(|factor| -factor),
        constant: -row.constant,
        is_strict: true,
    };
    is_empty(&[rows, &[negation]].concat())
}

fn integer_points(rows: &[Row]) -> Vec<[i128; VARS]> {
    let side = -SIDE..=SIDE;
    let mut points = Vec::new();
    for x in side.clone() {
        for y in side.clone() {
            points.extend(side.clone().map(|z| [x, y, z]));
        }
    }
    points.retain(|point| rows.iter().all(|row| row.value(point) >= 0));
    points
}

fn row() -> impl Strategy<Value = Row> {
    let factors = proptest::array::uniform3(-3..=3i128);
    (factors, -6..=6i128).prop_map(|(factors, constant)| Row {
        factors,
        constant,
        is_strict: false,
    })
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    proptest::collection::vec(row(), 0..6)
}

fn state(rows: &[Row]) -> Polyhedra {
    let mut state = Polyhedra::top();
    for row in rows {
        state.assume(&Constraint::at_least_zero(row.linear()));
    }
    state
}

/// Whether a range is within another.
fn is_within(inner: Range, outer: Range) -> bool {
    outer
        .min
        .is_none_or(|min| inner.min.is_some_and(|inner| inner >= min))
        && outer
            .max
            .is_none_or(|max| inner.max.is_some_and(|inner| inner <= max))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn emptiness_and_entailment(rows in rows(), claim in row()) {
        let state = state(&rows);
        let points = integer_points(&rows);
        if is_empty(&rows) {
            prop_assert!(state.is_bottom());
        }
        prop_assert!(!state.is_bottom() || points.is_empty());
        let is_known = state.range(&claim.linear()).min >= Some(0);
        if entails(&rows, &claim) {
            prop_assert!(is_known || state.is_bottom());
        }
        if is_known {
            for point in &points {
                prop_assert!(claim.value(point) >= 0);
            }
        }
        for row in &rows {
            prop_assert!(state.is_bottom() || state.range(&row.linear()).min >= Some(0));
        }
        for constraint in state.constraints() {
            for point in &points {
                prop_assert_eq!(constraint.holds(|Var(at)| point[at as usize]), Some(true));
            }
        }
    }

    #[test]
    fn projection(rows in rows(), var in 0..VARS) {
        let mut projected = state(&rows);
        projected.forget(Var(var as u32));
        prop_assert!(!projected.vars().contains(&Var(var as u32)));
        if !projected.is_bottom() {
            for row in eliminate(&rows, var) {
                prop_assert!(projected.range(&row.linear()).min >= Some(0));
            }
        }
        for constraint in projected.constraints() {
            for point in integer_points(&rows) {
                prop_assert_eq!(constraint.holds(|Var(at)| point[at as usize]), Some(true));
            }
        }
    }

    #[test]
    fn hulls_and_images_are_as_tight_as_their_operands(
        left in rows(), right in rows(), probe in row(), var in 0..VARS,
    ) {
        let (left, right) = (state(&left), state(&right));
        let probe = probe.linear();
        let joined = left.join(&right).range(&probe);
        if left.is_bottom() || right.is_bottom() {
            return Ok(());
        }
        let [one, other] = [&left, &right].map(|side| side.range(&probe));
        let outer = Range {
            min: one.min.and_then(|min| Some(min.min(other.min?))),
            max: one.max.and_then(|max| Some(max.max(other.max?))),
        };
        prop_assert!(is_within(joined, outer), "{joined:?} exceeds {outer:?}");

        let mut after = left.clone();
        after.assign(Var(var as u32), &probe);
        // Without the old value, tightening may see that no integers were left.
        prop_assert!(
            after.is_bottom() || is_within(after.range(&Linear::var(Var(var as u32))), one)
        );

        let mut both = left.clone();
        both.meet(&right);
        prop_assert!(both.is_bottom() || is_within(both.range(&probe), one.meet(other)));
    }
}

/// A multiple of all minors of three rows of factors up to two: all faces of such systems hold integer
/// points, so that nothing is tightened and ours must agree with the rationals exactly.
const ALL_MINORS: i128 = 144_403_552_893_600;

fn integral_row() -> impl Strategy<Value = Row> {
    let factors = proptest::array::uniform3(-2..=2i128);
    (factors, -6..=6i128).prop_map(|(factors, constant)| Row {
        factors,
        constant: constant * ALL_MINORS,
        is_strict: false,
    })
}

fn integral_rows() -> impl Strategy<Value = Vec<Row>> {
    proptest::collection::vec(integral_row(), 0..6)
}

fn rows_of(state: &Polyhedra) -> Vec<Row> {
    let mut rows = Vec::new();
    for constraint in state.constraints() {
        rows.push(Row::of(&constraint.linear));
        if constraint.relation == Relation::Zero {
            rows.push(Row::of(&constraint.linear.times(-1).unwrap()));
        }
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn integral_systems_agree(rows in integral_rows(), claim in integral_row(), var in 0..VARS) {
        let state = state(&rows);
        prop_assert_eq!(state.is_bottom(), is_empty(&rows));
        if state.is_bottom() {
            return Ok(());
        }
        let is_known = state.range(&claim.linear()).min >= Some(0);
        prop_assert_eq!(is_known, entails(&rows, &claim));
        for row in rows_of(&state) {
            prop_assert!(entails(&rows, &row));
        }
        let mut projected = state.clone();
        projected.forget(Var(var as u32));
        let shadow = eliminate(&rows, var);
        for row in rows_of(&projected) {
            prop_assert!(entails(&shadow, &row), "{row:?} does not follow");
        }
        for row in &shadow {
            prop_assert!(projected.range(&row.linear()).min >= Some(0));
        }
    }

    /// The form is unique: the order of constraints does not matter.
    #[test]
    fn equal_sets_have_equal_forms(rows in integral_rows()) {
        let reversed: Vec<Row> = rows.iter().rev().cloned().collect();
        prop_assert_eq!(state(&rows), state(&reversed));
    }
}
