//! Functions and variables that nobody defines: what they are taken to do and to hold, in every engine and in
//! replays.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use expect_test::{Expect, expect};
use std::fs;
use support::concrex;

const PROLOGUE: &str = "#include <assert.h>\n#include <stdlib.h>\n";

/// The claims that are not proved, each with its status and the replay, if there was one.
fn check(source: &str, expected: &Expect) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    fs::write(&file, format!("{PROLOGUE}{source}")).expect("it can be written");
    let file = file.display().to_string();
    let said = concrex([
        "check",
        &file,
        "--json",
        "--time",
        "20s",
        "--property",
        "assert",
    ]);
    let document: serde_json::Value = serde_json::from_str(&said.stdout).expect("a document");
    let claims = document["claims"].as_array().expect("claims");
    let mut text = String::new();
    for claim in claims {
        let status = claim["status"].as_str().expect("a status");
        let line = &claim["location"]["line"];
        let replay = claim["counterexample"]["replay"]["status"].as_str();
        let replay = replay.map(|how| format!(", {how}")).unwrap_or_default();
        text += &format!("line {line}: {status}{replay}\n");
    }
    expected.assert_eq(&text);
}

#[test]
fn they_give_any_number() {
    check(
        "int get(int);\nint main(void) { int x = get(3);\n assert(x != 7);\n return 0; }",
        &expect![[r#"
            line 5: refuted, confirmed
        "#]],
    );
    check(
        "_Bool is(const char *);\nint main(void) { int x = is(\"a\");\n assert(x == 0 || x == 1);\n return 0; }",
        &expect![[r#"
            line 5: proved
        "#]],
    );
}

#[test]
fn a_value_that_nobody_takes_is_given_all_the_same() {
    check(
        "int next(void);\nint main(void) { next(); int x = next(); next(); int y = next();\n assert(x != 3 || y != 4);\n return 0; }",
        &expect![[r#"
            line 5: refuted, confirmed
        "#]],
    );
}

#[test]
fn they_do_nothing_where_they_get_nothing() {
    check(
        "void note(int, const char *);\nint sum;\nint main(void) { for (int i = 0; i < 3; i++) { sum += 2; note(sum, \"sum\"); }\n assert(sum == 6);\n assert(sum != 6);\n return 0; }",
        &expect![[r#"
            line 6: proved
            line 7: refuted, confirmed
        "#]],
    );
}

#[test]
fn they_may_change_what_they_get() {
    // What is passed may be changed, what is not passed is not; a change itself is never the evidence.
    check(
        "void fill(int *);\nint main(void) { int x = 0, y = 0; int *p = &y; *p = 1; fill(&x);\n assert(x == 0);\n assert(y == 1);\n return 0; }",
        &expect![[r#"
            line 5: unknown
            line 6: proved
        "#]],
    );
    // Over an address in memory, too.
    check(
        "struct box { int *to; };\nvoid fill(struct box *);\nint main(void) { int x = 0, y = 1; int *q = &y; *q = 1; struct box b = {&x}; fill(&b);\n assert(x == 0);\n assert(y == 1);\n return 0; }",
        &expect![[r#"
            line 6: unknown
            line 7: proved
        "#]],
    );
    // Even if the address is in something constant.
    check(
        "struct box { int *to; };\nvoid look(const struct box *);\nint main(void) { int x = 0; struct box b = {&x}; look(&b);\n assert(x == 0);\n return 0; }",
        &expect![[r#"
            line 6: unknown
        "#]],
    );
    // A function without a prototype gets what it is called with.
    check(
        "int any();\nint main(void) { int x = 0; any(1);\n assert(x == 0); int *p = &x; any(p);\n assert(*p == 0);\n return 0; }",
        &expect![[r#"
            line 5: proved
            line 6: unknown
        "#]],
    );
}

#[test]
fn they_may_be_told_what_to_call() {
    check(
        "int done;\nvoid once(void) { done = 1; }\nvoid later(void (*)(void));\nint main(void) { later(once);\n assert(done == 0);\n return 0; }",
        &expect![[r#"
            line 7: unknown
        "#]],
    );
}

#[test]
fn what_does_not_return_ends_the_program() {
    check(
        "void die(const char *) __attribute__((noreturn));\nint get(void);\nint main(void) { int x = get(); if (x < 0) die(\"negative\");\n assert(x >= 0);\n return 0; }",
        &expect![[r#"
            line 6: proved
        "#]],
    );
    check(
        "_Noreturn void die(void);\nint get(void);\nint main(void) { int x = get(); if (x > 0) die();\n assert(x != -5);\n return 0; }",
        &expect![[r#"
            line 6: refuted, confirmed
        "#]],
    );
}

#[test]
fn an_address_that_they_give_may_be_null() {
    check(
        "int *find(int);\nint main(void) { int *p = find(1);\n assert(p != 0);\n return 0; }",
        &expect![[r#"
            line 5: refuted, confirmed
        "#]],
    );
}

#[test]
fn variables_hold_any_numbers() {
    check(
        "extern int limit;\nint main(void) {\n assert(limit != 7);\n return 0; }",
        &expect![[r#"
            line 5: refuted, confirmed
        "#]],
    );
    check(
        "extern int table[4];\nint main(void) { unsigned sum = 0; for (int i = 0; i < 4; i++) sum += table[i];\n \
         assert(sum != 10 || table[3] != 4);\n return 0; }",
        &expect![[r#"
            line 5: refuted, confirmed
        "#]],
    );
    check(
        "extern struct { unsigned char kind : 3, more : 5; float weight; } parcel;\n\
         int main(void) {\n assert(parcel.kind < 8);\n assert(parcel.kind != 5 || parcel.weight != 2.5f);\n return 0; }",
        &expect![[r#"
            line 5: proved
            line 6: refuted, confirmed
        "#]],
    );
    check(
        "extern const unsigned seed;\nint main(void) {\n assert(seed * 2654435761u != 12345u);\n return 0; }",
        &expect![[r#"
            line 5: refuted, confirmed
        "#]],
    );
    check(
        "extern _Bool on;\nint main(void) {\n assert(on == 0 || on == 1);\n assert(!on);\n return 0; }",
        &expect![[r#"
            line 5: proved
            line 6: refuted, confirmed
        "#]],
    );
}

#[test]
fn variables_keep_what_the_program_gives_them() {
    check(
        "extern int limit;\nint main(void) { limit = 3;\n assert(limit == 3);\n return 0; }",
        &expect![[r#"
            line 5: proved
        "#]],
    );
    check(
        "extern const int most;\nint main(void) { int before = most;\n assert(most == before);\n return 0; }",
        &expect![[r#"
            line 5: proved
        "#]],
    );
}

#[test]
fn variables_that_hold_addresses_leave_open_what_depends_on_them() {
    check(
        "extern struct { int size; char *text; } name;\nint main(void) {\n assert(name.size != 7);\n return 0; }",
        &expect![[r#"
            line 5: unknown
        "#]],
    );
    check(
        "extern int numbers[];\nint main(void) {\n assert(numbers[0] != 7);\n return 0; }",
        &expect![[r#"
            line 5: unknown
        "#]],
    );
}

#[test]
fn a_function_with_an_unknown_caller_sees_them_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    let source = "#include <assert.h>\nextern int table[4];\n\
                  int pick(int i) { if (i < 0 || i > 3) return 0; assert(table[i] != 7); return table[i]; }\n";
    fs::write(&file, source).expect("it can be written");
    let file = file.display().to_string();
    let said = concrex(["check", &file, "--entry", "pick", "--time", "20s"]);
    let inputs: Vec<&str> = said
        .stdout
        .lines()
        .filter(|line| line.contains("= input:"))
        .collect();
    assert!(!inputs.is_empty(), "{}", said.stdout);
    assert!(said.stdout.contains("= 7"), "{}", said.stdout);
    assert!(said.stdout.contains("confirmed by"), "{}", said.stdout);
}

#[test]
fn contracts_speak_of_the_function_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    let source = "struct node { struct node *n; };\nextern int limit;\n\
                  /*@ requires x != null; ensures x.n = null; */\n\
                  void cut(struct node *x) { if (limit > 3) x->n = 0; }\n";
    fs::write(&file, source).expect("it can be written");
    let file = file.display().to_string();
    let said = concrex(["check", &file, "--entry", "cut", "--time", "20s"]);
    assert!(
        said.stdout.contains("error[postcondition]"),
        "{}",
        said.stdout
    );
    assert!(said.stdout.contains("confirmed by"), "{}", said.stdout);
}

#[test]
fn what_the_linker_is_told_otherwise_is_not_taken_for_undefined() {
    // A variable by another name.
    check(
        "int __VERIFIER_nondet_int(void);\nint x = 1; extern int y __attribute__((alias(\"x\")));\n\
         int main(void) { y = __VERIFIER_nondet_int();\n assert(x == 1);\n return 0; }",
        &expect![[r#"
            line 6: refuted, confirmed
        "#]],
    );
    check(
        "int __VERIFIER_nondet_int(void);\nint x = 1; extern int y __asm__(\"x\");\n\
         int main(void) { y = __VERIFIER_nondet_int();\n assert(x == 1);\n return 0; }",
        &expect![[r#"
            line 6: refuted, confirmed
        "#]],
    );
    // Functions that are defined in ways that are not understood.
    check(
        "static int real(int x) { return x; }\n#pragma weak other = real\nint other(int);\n\
         int main(void) {\n assert(other(1) == 1);\n return 0; }",
        &expect![[r#"
            line 7: unknown
        "#]],
    );
    check(
        "static int one(int x) { return x; }\nstatic int (*choose(void))(int) { return one; }\n\
         int f(int) __attribute__((ifunc(\"choose\")));\nint main(void) {\n assert(f(1) == 1);\n return 0; }",
        &expect![[""]],
    );
    // Weak symbols may be null.
    check(
        "extern int hook(void) __attribute__((weak));\nint main(void) { int no = 0;\n if (!hook) no = 1;\n assert(!no);\n return 0; }",
        &expect![[r#"
            line 6: unknown
        "#]],
    );
}

#[test]
fn a_function_of_the_systems_has_its_meaning_whoever_declares_it() {
    check(
        "void pthread_exit(void *);\nint __VERIFIER_nondet_int(void);\n\
         int main(void) { int i = __VERIFIER_nondet_int(); if (i) pthread_exit(0);\n assert(!i);\n return 0; }",
        &expect![[r#"
            line 6: unknown
        "#]],
    );
}

#[test]
fn names_that_begin_as_the_compilers_do_are_others() {
    check(
        "int __register_driver(int);\nint main(void) { int x = __register_driver(3);\n assert(x != 7);\n return 0; }",
        &expect![[r#"
            line 5: refuted, confirmed
        "#]],
    );
    check(
        "int __VERIFIER_something(int);\nint main(void) { int x = __VERIFIER_something(3);\n assert(x != 7);\n return 0; }",
        &expect![[r#"
            line 5: unknown
        "#]],
    );
    check(
        "int __sched_getscheduler(int);\nint main(void) { int x = __sched_getscheduler(3);\n assert(x != 7);\n return 0; }",
        &expect![[r#"
            line 5: unknown
        "#]],
    );
}
