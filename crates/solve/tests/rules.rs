//! Every rule of the simplifier, proved at small widths by the solver itself.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use logic::{Terms, rules};
use solve::{Answer, Solver};

#[test]
fn every_rule_holds() {
    for rule in rules::all() {
        let mut terms = Terms::new();
        let instances = rule.instances(&mut terms, &[1, 2, 3]);
        assert!(!instances.is_empty(), "{} is never tried", rule.name);
        // One solver for all instances: they share most of their gates.
        let mut solver = Solver::new();
        for (lhs, rhs) in instances {
            assert_eq!(terms.sort(lhs), terms.sort(rhs), "{}", rule.name);
            let same = terms.raw(logic::Op::Eq, &[lhs, rhs]).expect("one sort");
            let differ = terms.raw(logic::Op::Not, &[same]).expect("a Boolean");
            let answer = solver.check_assuming(&terms, &[differ]);
            let shown = || format!("{} is not {}", terms.to_smt(lhs), terms.to_smt(rhs));
            assert_eq!(answer, Answer::Unsat, "{}: {}", rule.name, shown());
        }
    }
}
