//! Whoever watches a run sees what it does and changes nothing.

use interp::{Comparison, Comparisons, Coverage, Interpreter, Limits, Observed, Outcome, Reached};
use interp::{Scripted, Value};
use ir::build::ProcedureBuilder;
use ir::{BinaryOp, Expr, Op, ProcedureId, Program, Scalar, Width};
use std::collections::BTreeSet;

const INT: Scalar = Scalar::Int(Width::W32);

/// `int f(int x) { if (x == 77) return 1; return 0; }`
fn program() -> Program {
    let mut program = Program::default();
    let mut code = ProcedureBuilder::new("f", &mut program);
    let x = code.parameter("x", INT);
    code.result(INT);
    let is_it = Expr::binary(BinaryOp::Eq, Expr::Local(x), Expr::int(Width::W32, 77));
    let (then, otherwise) = code.branch(is_it);
    code.at(then);
    code.push(Op::Return(Some(Expr::int(Width::W32, 1))));
    code.at(otherwise);
    code.push(Op::Return(Some(Expr::int(Width::W32, 0))));
    program.procedures.push(code.finish());
    program
}

fn run(interpreter: &Interpreter<'_>, x: u128, observed: Observed<'_>) -> (Outcome, u64) {
    let mut state = interpreter.start_at(ProcedureId(0), &[Value::Bits(x)]);
    let (mut nothing, limits) = (Scripted::default(), Limits::default());
    let outcome = interpreter.observe(&mut state, &mut nothing, &limits, observed);
    (outcome, state.steps())
}

#[test]
fn observing_changes_nothing() {
    let program = program();
    let interpreter = Interpreter::new(&program);
    for x in [0, 76, 77, 78, 0xffff_ffff] {
        let alone = run(&interpreter, x, Observed::Nothing);
        let mut coverage = Coverage::default();
        assert_eq!(
            alone,
            run(&interpreter, x, Observed::Coverage(&mut coverage))
        );
        let mut kept = Comparisons::new(BTreeSet::new());
        assert_eq!(
            alone,
            run(&interpreter, x, Observed::Comparisons(&mut kept))
        );
        let mut reached = Reached::default();
        assert_eq!(alone, run(&interpreter, x, Observed::Reached(&mut reached)));
    }
}

#[test]
fn the_sides_of_a_branch_are_counted() {
    let program = program();
    let interpreter = Interpreter::new(&program);
    let counters = |x: u128| -> BTreeSet<u32> {
        let mut coverage = Coverage::default();
        run(&interpreter, x, Observed::Coverage(&mut coverage));
        let counts = coverage.counts().map(|(counter, _)| counter);
        counts
            .filter(|counter| Coverage::is_branch(*counter))
            .collect()
    };
    assert_eq!(counters(1), counters(2));
    assert_ne!(counters(1), counters(77));
}

#[test]
fn operands_are_kept() {
    let program = program();
    let interpreter = Interpreter::new(&program);
    let mut kept = Comparisons::new(BTreeSet::new());
    run(&interpreter, 5, Observed::Comparisons(&mut kept));
    let first = kept.users().next().expect("something is compared");
    assert_eq!(*first, Comparison::Numbers(5, 77));
}

#[test]
fn operations_that_were_reached_are_known() {
    let program = program();
    let interpreter = Interpreter::new(&program);
    let mut reached = Reached::default();
    run(&interpreter, 77, Observed::Reached(&mut reached));
    let one = reached.edges(&interpreter);
    run(&interpreter, 1, Observed::Reached(&mut reached));
    let both = reached.edges(&interpreter);
    assert!(one.len() < both.len(), "{one:?} {both:?}");
}
