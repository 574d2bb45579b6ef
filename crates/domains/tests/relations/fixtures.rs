//! Small programs and what a domain must know at their end.

use domains::linear::{Constraint, Linear, Range, Var};
use domains::relational::Relational;
use domains::relational::octagons::Octagons;
use domains::relational::polyhedra::Polyhedra;
use domains::relational::zones::Zones;

/// Reads `2x - y + 3` over one-letter variables.
fn linear(text: &str) -> Linear {
    let mut sum = Linear::default();
    for term in text.replace("- ", "+ -").split('+').map(str::trim) {
        let digits = term.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        let factor = match digits.trim() {
            "" => 1,
            "-" => -1,
            digits => digits.parse().unwrap(),
        };
        let base = match term.chars().last() {
            Some(letter) if letter.is_ascii_lowercase() => Linear::var(var(letter)),
            _ => Linear::constant(1),
        };
        sum = sum.add(&base.times(factor).unwrap()).unwrap();
    }
    sum
}

fn var(letter: char) -> Var {
    Var(letter as u32 - 'a' as u32)
}

/// Reads `x + y <= 10`, `x >= 0` or `x = y`.
fn constraint(text: &str) -> Constraint {
    let parts = |separator| text.split_once(separator);
    if let Some((left, right)) = parts("<=") {
        Constraint::at_most(&linear(left), &linear(right)).unwrap()
    } else if let Some((left, right)) = parts(">=") {
        Constraint::at_most(&linear(right), &linear(left)).unwrap()
    } else {
        let (left, right) = parts("=").unwrap();
        Constraint::equal(&linear(left), &linear(right)).unwrap()
    }
}

/// Runs `x := e`, `assume c` and `havoc x`, separated by semicolons.
fn run<D: Relational>(state: &mut D, program: &str) {
    for statement in program
        .split(';')
        .map(str::trim)
        .filter(|one| !one.is_empty())
    {
        if let Some(condition) = statement.strip_prefix("assume ") {
            state.assume(&constraint(condition));
        } else if let Some(name) = statement.strip_prefix("havoc ") {
            state.forget(var(name.chars().next().unwrap()));
        } else {
            let (name, value) = statement.split_once(":=").unwrap();
            state.assign(var(name.trim().chars().next().unwrap()), &linear(value));
        }
    }
}

fn after<D: Relational>(program: &str) -> D {
    let mut state = D::top();
    run(&mut state, program);
    state
}

fn knows<D: Relational>(state: &D, claims: &[&str]) {
    let mut all = D::top();
    for claim in claims {
        let claim = constraint(claim);
        let range = state.range(&claim.linear);
        let is_known = match claim.relation {
            domains::linear::Relation::Zero => range == Range::new(0, 0),
            domains::linear::Relation::AtLeastZero => range.min.is_some_and(|min| min >= 0),
        };
        let shown: Vec<String> = state
            .constraints()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert!(is_known, "{} does not know {claim} from {shown:?}", D::NAME);
        all.assume(&claim);
    }
    assert!(!state.is_bottom());
}

/// The invariant of `entry; loop { body }` by widening.
fn invariant<D: Relational>(entry: &str, bodies: &[&str], thresholds: &[i128]) -> D {
    let entry: D = after(entry);
    let mut head = entry.clone();
    for _ in 0..100 {
        let mut newer = entry.clone();
        for body in bodies {
            let mut state = head.clone();
            run(&mut state, body);
            newer = newer.join(&state);
        }
        if head.includes(&newer) {
            return head;
        }
        head = head.widen(&newer, thresholds);
    }
    panic!("no fixpoint");
}

#[test]
fn differences_survive_joins() {
    fn check<D: Relational>() {
        let zero: D = after("i := 0; n := 0");
        let one: D = after("i := 1; n := 1");
        knows(&zero.join(&one), &["i = n", "i >= 0", "i <= 1"]);

        let left: D = after("assume i <= n - 1");
        let right: D = after("i := 3; n := 9");
        knows(&left.join(&right), &["i <= n - 1"]);
    }
    check::<Zones>();
    check::<Octagons>();
    check::<Polyhedra>();
}

#[test]
fn a_counter_stays_below_its_limit() {
    fn check<D: Relational>() {
        let body = "assume i <= n - 1; i := i + 1";
        let mut head: D = invariant("assume n >= 0; i := 0", &[body], &[]);
        knows(&head, &["i >= 0", "i <= n"]);
        run(&mut head, "assume i >= n");
        knows(&head, &["i = n"]);
    }
    check::<Zones>();
    check::<Octagons>();
    check::<Polyhedra>();
}

#[test]
fn two_counters_move_together() {
    fn check<D: Relational>() {
        let head: D = invariant("i := 0; j := 5", &["i := i + 1; j := j + 1"], &[]);
        knows(&head, &["j = i + 5", "i >= 0"]);
    }
    check::<Zones>();
    check::<Octagons>();
    check::<Polyhedra>();
}

#[test]
fn thresholds_stop_a_bound() {
    fn check<D: Relational>() {
        let body = "assume i <= 9; i := i + 1";
        let head: D = invariant("i := 0", &[body], &[0, 10, 100]);
        knows(&head, &["i >= 0", "i <= 10"]);
    }
    check::<Zones>();
    check::<Octagons>();
    check::<Polyhedra>();
}

#[test]
fn assignments_of_sums_keep_differences() {
    fn check<D: Relational>() {
        let state: D = after("assume z >= 0; assume z <= 5; x := y + z");
        knows(&state, &["x >= y", "x <= y + 5"]);
        let state: D = after("assume z >= 1; assume z <= 5; assume x <= y; x := x - z");
        knows(&state, &["x <= y - 1"]);
        let state: D =
            after("assume i <= n - 1; assume i >= 0; assume n <= 1000; k := 4i; m := 4n");
        knows(&state, &["4i - 4n + 4 <= 0", "k >= 0", "m <= 4000"]);
        let state: D = after("assume z <= 3; assume x - y + z >= 0");
        knows(&state, &["x - y >= -3"]);
    }
    check::<Zones>();
    check::<Octagons>();
    check::<Polyhedra>();
}

#[test]
fn octagons_know_sums() {
    let state: Octagons = after("assume x + y <= 10; x := x + 1; assume y >= 4");
    knows(&state, &["x + y <= 11", "x <= 7"]);
    let state: Octagons = after("x := 0; y := 9");
    let other: Octagons = after("x := 3; y := 6");
    knows(&state.join(&other), &["x + y = 9"]);
    let state: Octagons = after("assume x + y <= 7; assume x - y <= 0; z := 3 - x");
    knows(&state, &["x <= 3", "x + z = 3"]);
    let body = "assume i <= 9; i := i + 1; j := j - 1";
    let state: Octagons = invariant("i := 0; j := 10", &[body], &[10]);
    knows(&state, &["i + j = 10", "i <= 10", "j >= 0"]);
}

#[test]
fn polyhedra_know_linear_equations() {
    let state: Polyhedra = after("assume 2x = y + 1; z := 3x - y");
    knows(&state, &["2x = y + 1", "z = x + 1"]);
    let head: Polyhedra = invariant("i := 0; s := 0", &["i := i + 1; s := s + 2"], &[]);
    knows(&head, &["s = 2i", "i >= 0"]);
    let body = "assume i <= n - 1; i := i + 1; s := s + 3";
    let mut head: Polyhedra = invariant("assume n >= 0; i := 0; s := 0", &[body], &[]);
    knows(&head, &["s = 3i", "i >= 0", "i <= n"]);
    run(&mut head, "assume i >= n");
    knows(&head, &["s = 3n"]);
}

#[test]
fn polyhedra_know_the_loop_of_cousot_and_halbwachs() {
    // i := 2; j := 0; loop { if (?) i := i + 4 else { j := j + 1; i := i + 2 } }
    let bodies = ["i := i + 4", "j := j + 1; i := i + 2"];
    let head: Polyhedra = invariant("i := 2; j := 0", &bodies, &[]);
    knows(&head, &["2j <= i - 2", "j >= 0"]);
}

#[test]
fn polyhedra_relate_64_bit_numbers() {
    let range = "assume i >= 0; assume i <= 18446744073709551615;
                 assume n >= 0; assume n <= 18446744073709551615";
    let state: Polyhedra = after(&format!("{range}; assume i <= n - 1; k := i + 1"));
    let claims = [
        "k <= n",
        "k <= 18446744073709551615",
        "i <= 18446744073709551614",
    ];
    knows(&state, &claims);
    let other: Polyhedra = after(&format!("{range}; k := 0"));
    knows(&state.join(&other), &["k <= n", "k >= 0"]);
}

#[test]
fn polyhedra_bound_their_size() {
    // Sixteen variables in a chain, and a sum of them all, are more than one polyhedron holds.
    let mut state = Polyhedra::top();
    for letter in 'a'..='p' {
        state.assign_range(var(letter), Range::new(0, 9));
    }
    for (one, next) in ('a'..'p').zip('b'..='p') {
        run(&mut state, &format!("assume {one} <= {next}"));
    }
    run(
        &mut state,
        "z := a + b + c + d + e + f + g + h + i + j + k + l + m",
    );
    knows(&state, &["a <= b", "z >= 0", "z <= 117"]);
    let mut other = state.clone();
    run(&mut other, "a := b + 1; z := z + a; c := 5; h := 7");
    let joined = state.join(&other);
    assert!(joined.includes(&state) && joined.includes(&other));
    knows(&joined, &["a >= 0", "a <= 10"]);
}

#[test]
fn polyhedra_are_tightened_to_integers() {
    let state: Polyhedra = after("assume 2x + 2y <= 7; assume 3x - 3y <= 1");
    knows(&state, &["x + y <= 3", "x <= y", "x <= 1"]);
    assert!(after::<Polyhedra>("assume 4x = 6y + 1").is_bottom());
    assert!(after::<Polyhedra>("assume x + y = 1; assume x = y").is_bottom());
}

#[test]
fn contradictions_are_bottom() {
    fn check<D: Relational>() {
        for program in [
            "assume x <= y - 1; assume y <= z; assume z <= x",
            "x := 5; assume x >= 6",
            "assume 2x - 2y = 1",
            "assume x >= 0; assume y >= 0; assume z >= 0; assume x + y + z <= -1",
        ] {
            assert!(after::<D>(program).is_bottom(), "{}: {program}", D::NAME);
        }
    }
    check::<Zones>();
    check::<Octagons>();
    check::<Polyhedra>();
    assert!(after::<Octagons>("assume x + y = 1; assume x = y").is_bottom());
}

#[test]
fn huge_numbers_only_lose_bounds() {
    fn check<D: Relational>() {
        let huge = [i128::MIN, i128::MIN + 1, -1, 0, 1, i128::MAX - 1, i128::MAX];
        let (x, y, z) = (Var(0), Var(1), Var(2));
        for a in huge {
            for b in huge {
                let mut state = D::top();
                state.assign(x, &Linear::constant(a));
                state.assign(y, &Linear::var(x));
                if let Some(sum) = Linear::var(y).plus(b) {
                    state.assign(y, &sum);
                }
                state.assign_range(
                    z,
                    Range {
                        min: Some(a),
                        max: None,
                    },
                );
                for factor in huge {
                    let sum = Linear::var(x).add(&Linear::var(z).times(factor).unwrap_or_default());
                    let sum = sum.unwrap();
                    state.range(&sum);
                    state.assign(z, &sum);
                    state.assume(&Constraint::zero(sum.sub(&Linear::var(y)).unwrap()));
                    state = state.join(&after("b := a; c := 3")).widen(&D::top(), &huge);
                }
                state.constraints();
            }
        }
    }
    check::<Zones>();
    check::<Octagons>();
    check::<Polyhedra>();
}
