//! How a search is conducted: what may change the time it takes, and never its verdicts.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use serde_json::Value;
use std::fs;
use support::{concrex, project};

/// The report on the program, checked with these options.
fn explored(source: &str, options: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    let head = "int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assert(int);\n";
    fs::write(&file, format!("{head}{source}")).expect("the folder is ours");
    let file = file.display().to_string();
    let arguments = ["check", "--json", "--engine", "explore", &file];
    let said = concrex(arguments.iter().chain(options));
    assert_eq!((said.stderr.as_str(), said.status.is_some()), ("", true));
    serde_json::from_str(&said.stdout).expect("one JSON document")
}

fn check(source: &str, options: &[&str], verdict: &str) {
    let report = explored(source, options);
    assert_eq!(
        report["verdict"], verdict,
        "{options:?}\n{source}\n{report:#}"
    );
}

/// A counter that grows, and a flag that is set in some turns.
const FLAG: &str = "
int main(void)
{
    int n = __VERIFIER_nondet_int(), big = 0;
    for (int i = 0; i < n; i++) {
        if (__VERIFIER_nondet_int() > 100)
            big = 1;
        __VERIFIER_assert(i >= 0);
    }
    __VERIFIER_assert(big == 0 || big == 1);
    return 0;
}
";

/// An index that goes around, and a counter that ends where it should.
const RING: &str = "
int main(void)
{
    int n = __VERIFIER_nondet_int(), ring[10] = {0}, i, next = 0;
    if (n < 0)
        return 0;
    for (i = 0; i < n; i++)
        if (__VERIFIER_nondet_int()) {
            ring[next] = i;
            next = (next + 1) % 10;
        }
    __VERIFIER_assert(i == n);
    return ring[next];
}
";

/// The abstraction forgets the counter, and with it the turn in which the assertion fails.
const HIDDEN: &str = "
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        __VERIFIER_assert(i != 5000);
    return 0;
}
";

/// The first turns are right, and so is every other flag.
const LATE: &str = "
int main(void)
{
    int state = 0, turns = 0;
    while (__VERIFIER_nondet_int()) {
        turns = turns < 9 ? turns + 1 : 9;
        if (turns == 9)
            state = 2;
        __VERIFIER_assert(state != 2);
    }
    return 0;
}
";

#[test]
fn matches_that_lose_nothing_prove() {
    for source in [FLAG, RING] {
        check(source, &["--match", "general"], "proved");
    }
    check(FLAG, &["--match", "abstract"], "proved");
}

#[test]
fn matches_that_hide_a_violation_prove_nothing() {
    check(HIDDEN, &["--match", "abstract"], "bounded");
    for source in [HIDDEN, LATE] {
        check(source, &["--match", "general"], "unknown");
    }
    check(LATE, &[], "refuted");
}

/// As many paths as turns, where each turn has a choice of its own.
const CHOICES: &str = "
int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 24; i++) {
        int x = __VERIFIER_nondet_int();
        if (x > i)
            sum = sum * 3 + 1;
        else
            sum = sum ^ 5;
    }
    __VERIFIER_assert(sum != 1 || sum == 1);
    return 0;
}
";

#[test]
fn ways_that_meet_are_one() {
    let merged = explored(CHOICES, &["--match", "off"]);
    assert_eq!(merged["verdict"], "proved");
    assert_eq!(merged["exploration"]["paths"], 1);
    let apart = explored(
        CHOICES,
        &["--match", "off", "--merge", "off", "--time", "2s"],
    );
    assert_eq!(apart["verdict"], "unknown");
}

#[test]
fn what_holds_at_the_end_is_not_in_the_way_of_the_rest() {
    let file = project().join("examples/c/list_find.c");
    let file = file.display().to_string();
    let said = concrex([
        "check", "--engine", "explore", "--entry", "find", &file, "--time", "20s",
    ]);
    assert!(
        said.stdout.contains("16 claims (2 bounded, 14 proved)"),
        "{said:?}"
    );
}

/// What two allocations gave is lost at the same moment: each of them is refuted.
#[test]
fn each_leak_at_an_exit_is_found() {
    let program = "
#include <stdlib.h>
int main(void)
{
    char *name = malloc(8);
    char *value = malloc(16);
    if (__VERIFIER_nondet_int())
        name = value = 0;
    free(name);
    free(value);
    return 0;
}
";
    let report = explored(program, &[]);
    let claims = report["claims"].as_array().expect("a list of claims");
    let leaks: Vec<_> = claims
        .iter()
        .filter(|claim| claim["kind"] == "leak")
        .map(|claim| (&claim["location"]["line"], claim["status"].as_str()))
        .collect();
    assert_eq!(
        leaks,
        [
            (&Value::from(7), Some("refuted")),
            (&Value::from(8), Some("refuted")),
        ]
    );
}
