//! The solver's interface: scopes, models, cores, limits, layers, other solvers.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use logic::{Bits, Evaluator, FunctionDecl, Sort, TermId, Terms, Value};
use solve::external::{External, ExternalError};
use solve::models::Models;
use solve::{Answer, Decide, ExistsForall, Limits, Outcome, Solver, exists_forall, layers};

/// `x * y = product` with both factors above one, at a width where nothing overflows.
fn factoring(terms: &mut Terms, width: u32, product: u128) -> TermId {
    let (x, y) = (
        terms.var("x", Sort::Bv(width)),
        terms.var("y", Sort::Bv(width)),
    );
    let (one, product) = (terms.bv(width, 1), terms.bv(width, product));
    let multiplied = terms.bv_mul(x, y);
    let overflow = terms.bv_umulo(x, y);
    let parts = [
        terms.eq(multiplied, product),
        terms.bv_ult(one, x),
        terms.bv_ult(one, y),
        terms.not(overflow),
    ];
    terms.and_all(parts)
}

#[test]
fn factors_are_found_and_primes_have_none() {
    for (product, expected) in [
        (221, Answer::Sat),
        (251, Answer::Unsat),
        (65_533, Answer::Sat),
        (65_521, Answer::Unsat),
    ] {
        let mut terms = Terms::new();
        let formula = factoring(&mut terms, 16, product);
        let mut solver = Solver::new();
        solver.assert(formula);
        assert_eq!(solver.check(&terms), expected, "{product}");
        if let Some(model) = solver.model() {
            assert!(terms.eval(formula, model).is_true());
        }
    }
}

#[test]
fn scopes_and_assumptions_leave_no_trace() {
    let mut terms = Terms::new();
    let (x, y) = (terms.var("x", Sort::Bv(8)), terms.var("y", Sort::Bv(8)));
    let (less, more) = (terms.bv_ult(x, y), terms.bv_ult(y, x));
    let mut solver = Solver::new();
    solver.assert(less);
    for _ in 0..3 {
        solver.push();
        solver.assert(more);
        assert_eq!(solver.check(&terms), Answer::Unsat);
        assert_eq!(solver.core(), Some(&[][..]));
        solver.pop();
        assert_eq!(solver.check_assuming(&terms, &[more]), Answer::Unsat);
        assert_eq!(solver.core(), Some(&[more][..]));
        assert_eq!(solver.check(&terms), Answer::Sat);
    }
    solver.pop();
    assert_eq!((solver.depth(), solver.check(&terms)), (0, Answer::Sat));
}

#[test]
fn minimal_cores_are_minimal() {
    let mut terms = Terms::new();
    let vars: Vec<TermId> = (0..8)
        .map(|i| terms.var(&format!("x{i}"), Sort::Bv(8)))
        .collect();
    // A cycle of strict comparisons, and a longer way round part of it.
    let mut constraints: Vec<TermId> = vars.windows(2).map(|w| terms.bv_ult(w[0], w[1])).collect();
    constraints.push(terms.bv_ult(vars[3], vars[1]));
    constraints.push(terms.bv_ult(vars[7], vars[0]));
    let mut solver = Solver::new();
    assert_eq!(solver.check_assuming(&terms, &constraints), Answer::Unsat);
    let core = solver.minimal_core(&terms).expect("unsat");
    for leave_out in 0..core.len() {
        let mut rest = core.clone();
        rest.remove(leave_out);
        assert_eq!(Solver::new().check_assuming(&terms, &rest), Answer::Sat);
    }
    assert_eq!(Solver::new().check_assuming(&terms, &core), Answer::Unsat);
}

#[test]
fn limits_end_checks() {
    let mut terms = Terms::new();
    let formula = factoring(&mut terms, 64, 0x7fff_ffff_ffff_ffe7);
    let mut solver = Solver::new();
    solver.assert(formula);
    solver.set_limits(Limits {
        deadline: Some(Instant::now() + Duration::from_millis(50)),
        ..Limits::default()
    });
    assert_eq!(solver.check(&terms), Answer::Unknown);
    assert!(solver.model().is_none() && solver.core().is_none());
    solver.set_limits(Limits::default());
    let interrupt = solver.interrupt();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupt.raise();
    });
    assert_eq!(solver.check(&terms), Answer::Unknown);
    raiser.join().expect("the thread only waits");
}

#[test]
fn layers_agree_with_the_solver() {
    let mut terms = Terms::new();
    let f = terms.declare(FunctionDecl {
        name: "f".into(),
        domain: vec![Sort::Bv(4)],
        range: Sort::Bv(4),
    });
    let vars: Vec<TermId> = (0..6)
        .map(|i| terms.var(&format!("x{i}"), Sort::Bv(4)))
        .collect();
    let mut pool = Vec::new();
    for (i, &x) in vars.iter().enumerate() {
        let y = vars[(i + 1) % vars.len()];
        let (c, fx) = (terms.bv(4, i as u128 * 3), terms.apply(f, &[x]));
        pool.extend([
            terms.bv_ult(x, y),
            terms.eq(x, c),
            terms.bv_ult(y, c),
            terms.eq(fx, y),
        ]);
    }
    let mut layered = layers::layered();
    let mut state = 1u64;
    for _ in 0..400 {
        let mut query: Vec<TermId> = Vec::new();
        for _ in 0..5 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            query.push(pool[(state >> 33) as usize % pool.len()]);
        }
        let outcome = layered.decide(&terms, &query);
        assert_eq!(
            outcome.answer(),
            Solver::new().check_assuming(&terms, &query)
        );
        match outcome {
            Outcome::Sat(model) => {
                let mut evaluator = Evaluator::new(&terms, &model);
                assert!(query.iter().all(|&c| evaluator.holds(c)));
            }
            Outcome::Unsat(core) => {
                assert!(core.iter().all(|c| query.contains(c)));
                assert_eq!(Solver::new().check_assuming(&terms, &core), Answer::Unsat);
            }
            Outcome::Unknown => panic!("there are no limits"),
        }
    }
}

#[test]
fn all_models_are_found_once() {
    let mut terms = Terms::new();
    let (x, y) = (terms.var("x", Sort::Bv(4)), terms.var("y", Sort::Bv(4)));
    let (product, twelve) = (terms.bv_mul(x, y), terms.bv(4, 12));
    let formula = terms.eq(product, twelve);
    let mut solver = Solver::new();
    solver.assert(formula);
    let mut models = Models::new(&mut solver, vec![x]);
    let mut found = Vec::new();
    while let Some(model) = models.next(&mut terms) {
        assert!(terms.eval(formula, &model).is_true());
        found.extend(model.variables[&x].bits().and_then(Bits::to_u128));
    }
    assert_eq!(models.end(), Some(Answer::Unsat));
    models.finish();
    found.sort_unstable();
    let expected: Vec<u128> = (0..16)
        .filter(|x| (0..16).any(|y| x * y % 16 == 12))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(solver.check(&terms), Answer::Sat);
}

#[test]
fn exists_forall_finds_magic_numbers() {
    let mut terms = Terms::new();
    let (m, x) = (terms.var("m", Sort::Bv(8)), terms.var("x", Sort::Bv(8)));
    // A mask that clears the lowest bit of everything.
    let masked = terms.bv_and(x, m);
    let (one, two) = (terms.bv(8, 1), terms.bv(8, 2));
    let rest = terms.bv_urem(x, two);
    let cleared = terms.bv_sub(x, rest);
    let formula = terms.eq(masked, cleared);
    match exists_forall(&mut terms, formula, &[x], &Limits::default()) {
        ExistsForall::Sat(witness) => {
            assert_eq!(witness.variables[&m].bits(), Some(&Bits::new(8, 0xfe)));
        }
        other => panic!("{other:?}"),
    }
    // No number is above all others, and none divides all without rest but one.
    let above = terms.bv_ult(x, m);
    assert!(matches!(
        exists_forall(&mut terms, above, &[x], &Limits::default()),
        ExistsForall::Unsat(_)
    ));
    let (zero, rest) = (terms.bv(8, 0), terms.bv_urem(x, m));
    let (divides, more) = (terms.eq(rest, zero), terms.bv_ult(one, m));
    let formula = terms.and(divides, more);
    assert!(matches!(
        exists_forall(&mut terms, formula, &[x], &Limits::default()),
        ExistsForall::Unsat(_)
    ));
}

#[test]
fn exists_forall_finds_functions() {
    let mut terms = Terms::new();
    let (x, y) = (terms.var("x", Sort::Bv(3)), terms.var("y", Sort::Bv(3)));
    let f = terms.declare(FunctionDecl {
        name: "f".into(),
        domain: vec![Sort::Bv(3)],
        range: Sort::Bv(3),
    });
    let (fx, fy) = (terms.apply(f, &[x]), terms.apply(f, &[y]));
    // A permutation without fixed points that is its own inverse.
    let (twice, moved) = (terms.apply(f, &[fx]), terms.ne(fx, x));
    let back = terms.eq(twice, x);
    let formula = terms.and(back, moved);
    match exists_forall(&mut terms, formula, &[x], &Limits::default()) {
        ExistsForall::Sat(mut witness) => {
            for value in 0..8 {
                let value = Value::Bits(Bits::new(3, value));
                witness.variables.insert(x, value);
                assert!(terms.eval(formula, &witness).is_true());
            }
        }
        other => panic!("{other:?}"),
    }
    // No function both is injective and misses a value.
    let (missed, apart, same) = (
        terms.var("m", Sort::Bv(3)),
        terms.ne(x, y),
        terms.eq(fx, fy),
    );
    let collides = terms.and(apart, same);
    let (injective, misses) = (terms.not(collides), terms.ne(fx, missed));
    let formula = terms.and(injective, misses);
    assert!(matches!(
        exists_forall(&mut terms, formula, &[x, y], &Limits::default()),
        ExistsForall::Unsat(_)
    ));
}

/// Variables that assertions define have no bits of their own, but values.
#[test]
fn definitions_are_part_of_the_model() {
    let mut terms = Terms::new();
    let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|name| terms.var(name, Sort::Bv(8)));
    let (one, product) = (terms.bv(8, 1), terms.bv_mul(b, c));
    let (next, seven) = (terms.bv_add(c, one), terms.bv(8, 7));
    let six = terms.bv(8, 6);
    let (square, more) = (terms.bv_mul(d, d), terms.bv_add(e, six));
    let assertions = [
        // In an order in which nothing is known when it is used.
        terms.eq(a, product),
        terms.eq(b, next),
        terms.eq(c, seven),
        // In a circle.
        terms.eq(e, square),
        terms.eq(d, more),
    ];
    let mut solver = Solver::new();
    for assertion in assertions {
        solver.assert(assertion);
    }
    assert_eq!(solver.check(&terms), Answer::Sat);
    let model = solver.model().expect("a model");
    assert_eq!(model.variables[&a].bits(), Some(&Bits::new(8, 56)));
    for assertion in assertions {
        assert!(terms.eval(assertion, model).is_true());
    }
    let other = terms.ne(a, seven);
    assert_eq!(solver.check_assuming(&terms, &[other]), Answer::Sat);
    let same = terms.eq(a, seven);
    assert_eq!(solver.check_assuming(&terms, &[same]), Answer::Unsat);
    assert_eq!(solver.core(), Some(&[same][..]));
}

#[test]
fn solvers_that_fail_are_recovered_from() {
    let mut terms = Terms::new();
    let x = terms.var("x", Sort::Bool);
    let mut missing = External::new("there-is-no-such-solver --really");
    assert!(matches!(
        missing.ask(&terms, &[x]),
        Err(ExternalError::Start { .. })
    ));
    assert_eq!(missing.decide(&terms, &[x]), Outcome::Unknown);
    assert!(missing.failure().is_some());
    let mut dying = External::new("false");
    for _ in 0..2 {
        assert!(matches!(dying.ask(&terms, &[x]), Err(ExternalError::Died)));
    }
    let mut babbling = External::new("cat");
    for _ in 0..2 {
        assert!(matches!(
            babbling.ask(&terms, &[x]),
            Err(ExternalError::Unexpected(_))
        ));
    }
    let mut hanging = External::new("sleep 1000");
    hanging.set_limits(Limits {
        deadline: Some(Instant::now() + Duration::from_millis(30)),
        ..Limits::default()
    });
    assert!(matches!(hanging.ask(&terms, &[x]), Ok(Outcome::Unknown)));
}

#[test]
fn z3_answers_with_models() {
    if std::process::Command::new("z3")
        .arg("--version")
        .output()
        .is_err()
    {
        eprintln!("skipped: z3 is not installed");
        return;
    }
    let mut terms = Terms::new();
    let array = Sort::Array {
        index: 8,
        element: 8,
    };
    let (a, i) = (terms.var("a", array), terms.var("i", Sort::Bv(8)));
    let f = terms.declare(FunctionDecl {
        name: "f".into(),
        domain: vec![Sort::Bv(8)],
        range: Sort::Bv(8),
    });
    let (element, seven) = (terms.select(a, i), terms.bv(8, 7));
    let image = terms.apply(f, &[element]);
    let constraints = [
        terms.bv_ult(seven, element),
        terms.eq(image, i),
        terms.ne(image, seven),
    ];
    let mut z3 = External::new("z3");
    match z3.ask(&terms, &constraints) {
        Ok(Outcome::Sat(model)) => {
            let mut evaluator = Evaluator::new(&terms, &model);
            assert!(constraints.iter().all(|&c| evaluator.holds(c)));
        }
        other => panic!("{other:?}"),
    }
    let never = terms.bool(false);
    assert!(matches!(z3.ask(&terms, &[never]), Ok(Outcome::Unsat(_))));
}
