//! The engine `predicates` without any lemmas: what it proves, it proves by predicates alone. The programs are those
//! of `tests/predicates`, and some that try to make it take one state for another.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::statuses::{Believer, check};
use common::{load, with_desk};
use engines::{Lemmas, Predicates, run};
use expect_test::{Expect, expect};
use std::path::Path;

fn engine() -> Predicates {
    Predicates {
        lemmas: Lemmas::None,
        ..Predicates::default()
    }
}

fn abstracted(source: &str, expected: &Expect) {
    check(source, &engine(), expected);
}

/// How many claims of a program are refuted, and how many are not proved.
fn counts(source: &str) -> (usize, usize) {
    let program = load(source);
    with_desk(
        &program,
        &Believer,
        |task, desk| run(&engine(), task, desk),
        |closed| {
            let verdicts = closed.ledger.verdicts();
            let names = || verdicts.iter().map(|(_, verdict)| verdict.status.name());
            (
                names().filter(|name| *name == "refuted").count(),
                names().filter(|name| *name != "proved").count(),
            )
        },
    )
}

#[test]
fn programs_and_their_twins() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/predicates");
    let mut programs = 0;
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|one| one != "c") {
            continue;
        }
        programs += 1;
        let text = std::fs::read_to_string(&path).expect("a program");
        let (refuted, open) = counts(&text);
        match text.lines().next() {
            Some("// expect: proved") => assert_eq!(open, 0, "{path:?}"),
            Some("// expect: refuted") => assert!(open > 0, "{path:?}"),
            _ => assert!(open > 0, "{path:?}"),
        }
        assert!(refuted <= open);
    }
    assert!(programs > 16);
}

#[test]
fn what_holds_in_every_iteration() {
    abstracted(
        "int main(void) { unsigned x = 0, y = 0;\n while (__VERIFIER_nondet_int()) { x = x * 3 + 1; y = y * 3 + 1; }\n assert(x == y);\n return 0; }",
        &expect![[r#"
            1 proved
        "#]],
    );
}

#[test]
fn an_input_is_another_each_time() {
    abstracted(
        "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n while (__VERIFIER_nondet_int()) x = __VERIFIER_nondet_int();\n assert(!(x == 5 && y == 6));\n return 0; }",
        &expect![[r#"
            refuted assert line 6
            0 proved
        "#]],
    );
}

#[test]
fn what_lies_between_an_input_and_its_limits() {
    abstracted(
        "int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), k = n;\n if (m < n) return 0;\n while (__VERIFIER_nondet_int()) { k = __VERIFIER_nondet_int(); if (k < n || k > m) return 0; }\n assert(k >= n);\n return 0; }",
        &expect![[r#"
            1 proved
        "#]],
    );
}

#[test]
fn locals_of_a_call_are_not_those_of_the_call_within() {
    abstracted(
        "static int f(int n) { int own = n; if (n > 0) f(n - 1); assert(own == n); return own; }\nint main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 3) return 0; return f(n); }",
        &expect![[r#"
            2 proved
        "#]],
    );
}

#[test]
fn one_pointer_leads_to_several_objects() {
    abstracted(
        "int a, b;\nint main(void) { int *p = &a;\n while (__VERIFIER_nondet_int()) { p = __VERIFIER_nondet_int() ? &b : &a; *p = 1; if (__VERIFIER_nondet_int()) *p = 0; }\n assert(a == 0);\n return 0; }",
        &expect![[r#"
            refuted assert line 7
            15 proved
        "#]],
    );
}

#[test]
fn what_nobody_defines_leaves_everything_open() {
    abstracted(
        "int x = 1;\nvoid other(int *);\nint main(void) { other(&x);\n assert(x == 1);\n return 0; }",
        &expect![[r#"
            unknown assert line 7
            unknown uninit line 7
            0 proved
        "#]],
    );
}
