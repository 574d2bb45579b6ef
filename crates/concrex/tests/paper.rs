//! The programs of Anand, Păsăreanu and Visser, "Symbolic Execution with Abstraction": what the
//! paper says of them holds of their C versions in `examples/c`.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use expect_test::{Expect, expect};
use serde_json::Value;
use support::concrex;

/// The verdict, the refuted claims with the inputs that refute them, and the counters of matching.
fn check(example: &str, entry: &str, expected: &Expect) {
    let file = format!("examples/c/{example}.c");
    let command = ["check", "--json", &file, "--entry", entry, "--jobs", "1"];
    let said = concrex(command.into_iter().chain(["--engine", "explore"]));
    let report: Value = serde_json::from_str(&said.stdout).expect("one JSON document");
    assert_eq!(said.stderr, "");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let status = said.status.expect("it ends by itself");
    let mut lines = vec![format!("{}, status {status}", text(&report["verdict"]))];
    for claim in report["claims"].as_array().into_iter().flatten() {
        if claim["status"] == "refuted" {
            let counterexample = &claim["counterexample"];
            let words = counterexample["words"].as_array().into_iter().flatten();
            let words: Vec<String> = words.map(text).collect();
            let (kind, line) = (text(&claim["kind"]), &claim["location"]["line"]);
            let replay = text(&counterexample["replay"]["status"]);
            lines.push(format!(
                "{kind} at line {line}: {}; {replay}",
                words.join(", ")
            ));
        }
    }
    let counters = &report["exploration"];
    lines.push(format!(
        "{} checks, {} matched, {} stored",
        counters["checks"], counters["matched"], counters["stored"]
    ));
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn find_ends_after_two_rounds() {
    check(
        "list_find",
        "find",
        &expect![[r#"
        bounded, status 3
        4 checks, 1 matched, 3 stored"#]],
    );
}

#[test]
fn the_list_partition_ends() {
    check(
        "list_partition",
        "partition",
        &expect![[r#"
        bounded, status 3
        45 checks, 23 matched, 22 stored"#]],
    );
}

#[test]
fn the_error_in_the_list_partition_needs_two_elements() {
    check(
        "list_partition_buggy",
        "partition",
        &expect![[r#"
        refuted, status 1
        postcondition at line 19: list -> [0] -> [1] -> null, v = 0; confirmed
        45 checks, 23 matched, 22 stored"#]],
    );
}

#[test]
fn the_array_partition_ends() {
    check(
        "array_partition",
        "partition",
        &expect![[r#"
        bounded, status 3
        40 checks, 22 matched, 18 stored"#]],
    );
}

#[test]
fn the_error_in_the_array_partition_is_an_access_outside() {
    check(
        "array_partition_buggy",
        "partition",
        &expect![[r#"
        refuted, status 1
        bounds at line 18: a = [0, 0, 0], n = 3; confirmed
        40 checks, 22 matched, 18 stored"#]],
    );
}
