//! `concrex replay`, on documents written by hand: their form is a contract with the users who
//! keep them. `UPDATE_EXPECT=1 cargo test -p concrex --test replay` rewrites the expectations.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "this test uses a part of it")]
mod support;

use expect_test::{Expect, expect};
use std::fs;
use std::process::Command;

const PROGRAM: &str = r#"#include <stdio.h>
int parse(void)
{
    int depth = 0, c;
    int stack[2];
    while ((c = getchar()) != EOF) {
        if (c == '(')
            stack[depth++] = c;
    }
    return depth;
}
int main(void) { return parse(); }
"#;

#[test]
fn a_counterexample_that_fails() {
    check(
        PROGRAM,
        &main_document("bounds", 8, "((("),
        Some(1),
        expect![[r#"
            error[bounds]: access outside of the object
             --> program.c:8:13
              |
            8 |             stack[depth++] = c;
              |             ^^^^^^^^^^^^^^ `stack[depth++]` is outside of the array
              |
              = values: depth++ = 2
              = input: stdin = "((("
              = path: 12  int main(void) { return parse(); }
                       4    int depth = 0, c;                 depth = 0
                       6    while ((c = getchar()) != EOF) {  c = 40
                       7    if (c == '(')
                       8    stack[depth++] = c;               depth = 1, stack[0] = 40
                       6    while ((c = getchar()) != EOF) {
                       7    if (c == '(')
                       8    stack[depth++] = c;               depth = 2, stack[1] = 40
                       6    while ((c = getchar()) != EOF) {
                       7    if (c == '(')
                       8    stack[depth++] = c;               depth = 3
              = stack: in `parse`
                       called from `main` at program.c:12:25
              = replay: confirmed by cc -fsanitize=address,undefined

            it fails as claimed
        "#]],
    );
}

#[test]
fn a_counterexample_that_does_not_fail() {
    check(
        PROGRAM,
        &main_document("bounds", 8, "(("),
        Some(3),
        expect![[r#"
            the interpreter does not see the violation: it ends with status 2
            cc -fsanitize=address,undefined does not see the violation
            it does not fail as claimed
        "#]],
    );
}

#[test]
fn a_counterexample_of_a_function() {
    let source = "struct node { int data; struct node *next; };
int sum(struct node *x)
{
    int s = 0;
    do {
        s += x->data;
        x = x->next;
    } while (x->next != 0);
    return s;
}
";
    let document = r#"{
  "schema": 1,
  "build": { "files": ["program.c"], "cc": "cc", "data_model": "lp64" },
  "entry": { "function": {
    "name": "sum", "file": "program.c", "result": "int",
    "arguments": [ { "name": "x", "type": "struct node *", "scalar": "ptr",
                     "value": { "pointer": { "object": 0, "offset": 0 } } } ] } },
  "violation": { "kind": "null", "file": "program.c", "line": 8, "end_line": 8, "column": 14,
                 "message": "" },
  "objects": [ { "type": "struct node", "element_size": 16, "elements": 1, "cells": [
    { "offset": 0, "path": ".data", "type": "int", "scalar": "i32", "value": { "bits": 7 } },
    { "offset": 8, "path": ".next", "type": "struct node *", "scalar": "ptr", "value": "null" }
  ] } ],
  "assumed": ["nonnull"]
}"#;
    check(
        source,
        document,
        Some(1),
        expect![[r#"
        error[null]: null pointer dereference
         --> program.c:8:14
          |
        8 |     } while (x->next != 0);
          |              ^^^^^^^ `x->next` reads 8 bytes at offset 8 of a null pointer
          |
          = input: x -> [7] -> null
          = assumed: nonnull
          = path: 4  int s = 0;     x = object0, s = 0
                  6  s += x->data;  s = 7
                  7  x = x->next;   x = null
                  8  } while (x->next != 0);
          = stack: in `sum`
          = replay: confirmed by cc -fsanitize=address,undefined

        it fails as claimed
    "#]],
    );
}

#[test]
fn what_is_no_counterexample() {
    let check_refused = |document: &str, expected: Expect| {
        check(PROGRAM, document, Some(2), expected);
    };
    check_refused(
        "{}",
        expect![[r#"
        concrex: error: `failure.json`: is no counterexample: missing field `schema` at line 1 column 2
    "#]],
    );
    check_refused(
        &main_document("bounds", 8, "").replace("\"schema\": 1", "\"schema\": 9"),
        expect![[r#"
            concrex: error: `failure.json`: has schema 9; this version reads schema 1
        "#]],
    );
    check_refused(
        &main_document("kindness", 8, ""),
        expect![[r#"
            concrex: error: `failure.json`: is no counterexample: `kindness` is no kind of claim at line 5 column 35
        "#]],
    );
    check_refused(
        &main_document("bounds", 8, "").replace("program.c\"]", "gone.c\"]"),
        expect![[r#"
            concrex: error: gone.c: no such file
        "#]],
    );
}

/// A counterexample of `main` with that standard input.
fn main_document(kind: &str, line: u32, stdin: &str) -> String {
    let bytes = stdin.bytes().map(i64::from).chain([0xffff_ffff]);
    let inputs: Vec<String> = bytes
        .map(|byte| {
            format!(
                r#"    {{ "kind": "stdin", "name": "stdin", "type": "int", "scalar": "i32", "value": {byte}, "line": 6 }}"#
            )
        })
        .collect();
    format!(
        r#"{{
  "schema": 1,
  "build": {{ "files": ["program.c"], "cc": "cc", "data_model": "lp64" }},
  "entry": "main",
  "violation": {{ "kind": "{kind}", "file": "program.c", "line": {line}, "end_line": {line},
                 "column": 13, "message": "" }},
  "inputs": [
{}
  ]
}}"#,
        inputs.join(",\n")
    )
}

fn check(source: &str, document: &str, status: Option<i32>, expected: Expect) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("program.c"), source).expect("the folder is ours");
    fs::write(folder.path().join("failure.json"), document).expect("the folder is ours");
    let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
    command
        .current_dir(folder.path())
        .args(["replay", "failure.json"]);
    let said = support::finish(command);
    expected.assert_eq(&format!("{}{}", said.stdout, said.stderr));
    assert_eq!(said.status, status);
}
