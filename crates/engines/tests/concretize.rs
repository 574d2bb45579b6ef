//! The engine `concretize`: small programs with the status that each claim is to have, and the
//! example of the paper path by path.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::statuses::{Believer, check};
use common::{load, with_desk};
use engines::concretize::{Asking, Concretize, Domain, Explain, Found, Pruning, Repeated, States};
use engines::run;
use expect_test::{Expect, expect};
use std::fmt::Write;

fn plain(source: &str, expected: &Expect) {
    let engine = Concretize {
        path_length: Some(24),
        ..Concretize::default()
    };
    check(source, &engine, expected);
}

#[test]
fn straight_paths() {
    plain(
        "int main(void) { int x = __VERIFIER_nondet_int();\n if (x > 3 && x < 5)\n assert(x != 4);\n return 0; }",
        &expect![[r#"
            refuted assert line 6
            0 proved
        "#]],
    );
    plain(
        "int main(void) { int x = __VERIFIER_nondet_int();\n if (x > 3 && x < 5)\n assert(x == 4);\n return 0; }",
        &expect![[r#"
            1 proved
        "#]],
    );
}

#[test]
fn calls_and_returns_match() {
    // The call of `keep` with 1 does not return to where it is called with 2.
    plain(
        "int keep(int a) { return a; }\nint main(void) { int x = keep(1);\n int y = keep(2);\n assert(x == 1 && y == 2);\n return 0; }",
        &expect![[r#"
            1 proved
        "#]],
    );
    plain(
        "int down(int n) { if (n <= 0) return 0;\n return 1 + down(n - 1); }\nint main(void) { int n = __VERIFIER_nondet_int();\n if (n > 3) return 0;\n assert(down(n) != 2);\n return 0; }",
        &expect![[r#"
            bounded overflow line 5
            refuted assert line 8
            1 proved
        "#]],
    );
}

#[test]
fn memory_is_followed() {
    plain(
        "int table[3] = {7, 8, 9};\nint main(void) { int i = __VERIFIER_nondet_int();\n if (i < 0 || i > 2) return 0;\n assert(table[i] != 9);\n return 0; }",
        &expect![[r#"
            refuted assert line 7
            2 proved
        "#]],
    );
    plain(
        "int *leave(void) { int local = 1; int *p = &local; return p; }\nint main(void) { int *p = leave();\n return *p; }",
        &expect![[r#"
            unknown use-after-free line 6
            refuted use-after-scope line 6
            5 proved
        "#]],
    );
    plain(
        "int main(void) { int *p = malloc(4);\n *p = 1;\n free(p);\n return *p; }",
        &expect![[r#"
            unknown leak line 4
            refuted use-after-free line 7
            unknown use-after-scope line 7
            12 proved
        "#]],
    );
}

#[test]
fn what_is_cut_off_is_no_proof() {
    plain(
        "int main(void) { int n = __VERIFIER_nondet_int();\n int i = 0;\n while (i < n) i++;\n assert(i != 1000);\n return 0; }",
        &expect![[r#"
            bounded assert line 7
            1 proved
        "#]],
    );
}

#[test]
fn what_nobody_defines_may_call_what_it_gets() {
    plain(
        "int x = 1;\nvoid set(void) { x = 2; }\nvoid other(void (*)(void));\nint main(void) { other(set);\n assert(x == 1);\n return 0; }",
        &expect![[r#"
            unknown assert line 8
            unknown uninit line 8
            0 proved
        "#]],
    );
}

#[test]
fn constants_prove_and_prune() {
    let engine = Concretize {
        path_length: Some(24),
        domain: Some(Domain::Constants),
        ..Concretize::default()
    };
    check(
        "int main(void) { int x = 1;\n for (int i = 0; i < __VERIFIER_nondet_int(); i++) { if (x != 1) assert(0); }\n return 0; }",
        &engine,
        &expect![[r#"
            2 proved
        "#]],
    );
}

/// Table 4 of the paper: the paths, in order, with their formulas, and the model of the fourth.
#[test]
fn figure_3() {
    let engine = Concretize {
        path_length: Some(14),
        explain: Explain::Paths,
        pruning: Pruning {
            states: States::AtAlarm,
            asking: Asking::Paths,
            repeated: Repeated::Walked,
        },
        ..Concretize::default()
    };
    let source = include_str!("../../../examples/c/paper_figure3.c");
    let program = load(source);
    let text = with_desk(
        &program,
        &Believer,
        |task, desk| run(&engine, task, desk),
        |closed| {
            let mut explanations = closed.facts.explanations.iter();
            let told = explanations
                .find(|one| one.claim.kind() == ir::ClaimKind::Assertion)
                .expect("the alarm is explained");
            let mut text = String::new();
            for path in &told.paths {
                let lines: Vec<String> = path
                    .lines
                    .iter()
                    .map(|line| line.number.to_string())
                    .collect();
                let found = match &path.found {
                    Found::NoModel => "no model".to_string(),
                    Found::Unknown => "unknown".to_string(),
                    Found::Model(values) => format!("{values:?}"),
                };
                writeln!(
                    text,
                    "{}\n  {}\n  {found}",
                    lines.join(" -> "),
                    path.formula
                )
                .expect("text");
            }
            let last = told.paths.last().expect("a path");
            for step in &last.steps {
                writeln!(text, "{}: {}", step.statement, step.formula).expect("text");
            }
            text
        },
    );
    expect![[r#"
        9 -> 10 -> 11 -> 12 -> 20
          1 >= 4 && 1 >= z
          no model
        9 -> 10 -> 11 -> 12 -> 13 -> 14 -> 18 -> 12 -> 20
          3 >= 4 && 2 >= z && 1 <= 1 && 1 < z
          no model
        9 -> 10 -> 11 -> 12 -> 13 -> 16 -> 18 -> 12 -> 20
          3 >= 4 && 2 >= z && 1 > 1 && 1 < z
          no model
        9 -> 10 -> 11 -> 12 -> 13 -> 14 -> 18 -> 12 -> 13 -> 14 -> 18 -> 12 -> 20
          4 >= 4 && 3 >= z && 2 <= 3 && 2 < z && 1 <= 1 && 1 < z
          [("z", 3, 32)]
        assert(x < 4);: x >= 4
        while (y < z) {: x >= 4 && y >= z
        y = y + 1;: x >= 4 && y + 1 >= z
        x = y + 2;: y + 2 >= 4 && y + 1 >= z
        if (x >= y) {: y + 2 >= 4 && y + 1 >= z && y <= x
        while (y < z) {: y + 2 >= 4 && y + 1 >= z && y <= x && y < z
        y = y + 1;: (y + 1) + 2 >= 4 && (y + 1) + 1 >= z && y + 1 <= x && y + 1 < z
        x = y + 2;: (y + 1) + 2 >= 4 && (y + 1) + 1 >= z && y + 1 <= y + 2 && y + 1 < z
        if (x >= y) {: (y + 1) + 2 >= 4 && (y + 1) + 1 >= z && y + 1 <= y + 2 && y + 1 < z && y <= x
        while (y < z) {: (y + 1) + 2 >= 4 && (y + 1) + 1 >= z && y + 1 <= y + 2 && y + 1 < z && y <= x && y < z
        x = 1;: (y + 1) + 2 >= 4 && (y + 1) + 1 >= z && y + 1 <= y + 2 && y + 1 < z && y <= 1 && y < z
        y = 1;: (1 + 1) + 2 >= 4 && (1 + 1) + 1 >= z && 1 + 1 <= 1 + 2 && 1 + 1 < z && 1 <= 1 && 1 < z
        int z = __VERIFIER_nondet_int();: (1 + 1) + 2 >= 4 && (1 + 1) + 1 >= z && 1 + 1 <= 1 + 2 && 1 + 1 < z && 1 <= 1 && 1 < z
    "#]].assert_eq(&text);
}
