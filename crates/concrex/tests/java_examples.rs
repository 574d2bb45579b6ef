//! The Java programs of `examples/java`, most of them from the papers that Concrex follows: what the
//! papers say of them holds.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use expect_test::{Expect, expect};
use serde_json::Value;
use support::concrex;

/// The verdict, and the refuted claims with what the JVM says of them.
fn check(entry: &str, options: &[&str], expected: &Expect) {
    let Some(report) = report(entry, options) else {
        return;
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut lines = vec![text(&report["verdict"])];
    for claim in refuted(&report) {
        let (kind, line) = (text(&claim["kind"]), &claim["location"]["line"]);
        let replay = &claim["counterexample"]["replay"];
        let (status, how) = (text(&replay["status"]), text(&replay["how"]));
        lines.push(format!("{kind} at line {line}: {status} by {how}"));
    }
    expected.assert_eq(&lines.join("\n"));
}

/// The document about `Class.method` of `examples/java/Class.java`; none if there is no JDK.
fn report(entry: &str, options: &[&str]) -> Option<Value> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    if !std::env::split_paths(&path).any(|folder| folder.join("javac").is_file()) {
        eprintln!("note: there is no JDK; the Java examples are skipped");
        return None;
    }
    let class = entry.split('.').next().unwrap_or_default();
    let file = format!("examples/java/{class}.java");
    let command = ["check", "--json", &file, "--entry", entry];
    let said = concrex(command.iter().chain(options));
    assert_eq!(said.stderr, "");
    assert!(matches!(said.status, Some(1 | 0 | 3)), "{:?}", said.status);
    Some(serde_json::from_str(&said.stdout).expect("one JSON document"))
}

fn refuted(report: &Value) -> impl Iterator<Item = &Value> {
    let claims = report["claims"].as_array().into_iter().flatten();
    claims.filter(|claim| claim["status"] == "refuted")
}

/// The numbers in the words of the counterexample of the one claim that is refuted.
fn numbers(report: &Value) -> Vec<i64> {
    let claim = refuted(report).next().expect("one claim is refuted");
    let words = claim["counterexample"]["words"].as_array();
    let words = words.into_iter().flatten().filter_map(Value::as_str);
    let text = words.collect::<Vec<_>>().join(" ");
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '-'));
    parts.filter_map(|part| part.parse().ok()).collect()
}

#[test]
fn bubble_sort_loses_a_node() {
    check(
        "ListItem.bugSort",
        &[],
        &expect![[r#"
            refuted
            postcondition at line 15: confirmed by java -ea"#]],
    );
}

#[test]
fn bubble_sort_loses_the_smallest_node_of_figure_2() {
    let Some(report) = report("ListItem.bugSort", &["--jobs", "1"]) else {
        return;
    };
    let [first, second, third] = numbers(&report)[..] else {
        panic!("a list of three nodes: {report}");
    };
    assert!(third < first && first <= second, "{first} {second} {third}");
}

#[test]
fn find_ends() {
    check("Node.find", &[], &expect!["proved"]);
}

#[test]
fn the_list_partition_is_right() {
    let options = &["--assume", "acyclic"];
    check("ListPartition.partition", options, &expect!["proved"]);
}

#[test]
fn the_error_in_the_list_partition_is_found() {
    check(
        "ListPartitionBuggy.partition",
        &["--assume", "acyclic"],
        &expect![[r#"
            refuted
            assert at line 38: confirmed by java -ea"#]],
    );
}

#[test]
fn the_array_partition_ends() {
    check("ArrayPartition.partition", &[], &expect!["bounded"]);
}

#[test]
fn the_error_in_the_array_partition_is_an_index() {
    check(
        "ArrayPartitionBuggy.partition",
        &[],
        &expect![[r#"
            refuted
            array-index at line 20: confirmed by java -ea"#]],
    );
}

#[test]
fn an_intersection_is_explored() {
    let options = &["--engine", "explore", "--assume", "acyclic", "--depth", "3"];
    check("List.intersect", options, &expect!["bounded"]);
}

#[test]
fn the_lists_of_a_graph_can_be_missing() {
    check(
        "Graph.remove",
        &["--all", "--assume", "acyclic", "--depth", "3"],
        &expect![[r#"
            refuted
            null-pointer at line 65: confirmed by java -ea
            null-pointer at line 66: confirmed by java -ea
            class-cast at line 69: confirmed by java -ea
            null-pointer at line 70: confirmed by java -ea"#]],
    );
}

#[test]
fn removing_nothing_changes_no_graph() {
    let options = &["--assume", "acyclic", "--depth", "3"];
    check("Graph.removeNothing", options, &expect!["bounded"]);
}

#[test]
fn five_nodes_break_the_red_black_tree() {
    let options = &["--assume", "noalias", "--strategy", "breadth-first"];
    check(
        "RedBlackTree.checkDelete",
        options,
        &expect![[r#"
            refuted
            assert at line 327: confirmed by java -ea"#]],
    );
}
