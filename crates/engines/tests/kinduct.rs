//! The engine `kinduct`: claims that hold because of what held some turns before, and their twins that do
//! not.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::statuses::check;
use engines::{Kinduct, Length};
use expect_test::{Expect, expect};

fn induct(source: &str, expected: &Expect) {
    let engine = Kinduct {
        length: Length::All,
        ..Kinduct::default()
    };
    check(source, &engine, expected);
}

#[test]
fn what_three_turns_bring_round() {
    induct(
        "int main(void) { int a = 1, b = 2, c = 3;\n while (__VERIFIER_nondet_int()) {\n assert(a != b);\n int t = a; a = b; b = c; c = t; }\n return 0; }",
        &expect![[r#"
            1 proved
        "#]],
    );
    induct(
        "int main(void) { int a = 1, b = 2, c = 1;\n while (__VERIFIER_nondet_int()) {\n assert(a != b);\n int t = a; a = b; b = c; c = t; }\n return 0; }",
        &expect![[r#"
            refuted assert line 6
            0 proved
        "#]],
    );
}

#[test]
fn turns_that_change_nothing_are_not_counted() {
    induct(
        "int lock;\nint main(void) { int held = 0;\n for (;;) { int c = __VERIFIER_nondet_int();\n if (c == 0 && !held) { assert(lock == 0); lock = 1; held = 1; }\n else if (c == 1 && held) { lock = 0; held = 0; }\n else if (c == 2) break; }\n return 0; }",
        &expect![[r#"
            2 proved
        "#]],
    );
    // The lock stays closed for whoever comes after the third.
    induct(
        "int lock, n;\nint main(void) { int held = 0;\n for (;;) { int c = __VERIFIER_nondet_int();\n if (c == 0 && !held) { assert(lock == 0); lock = 1; held = 1; }\n else if (c == 1 && held) { if (n < 2) { lock = 0; n++; } held = 0; }\n else if (c == 2) break; }\n return 0; }",
        &expect![[r#"
            refuted assert line 7
            4 proved
        "#]],
    );
}

#[test]
fn a_violation_after_some_turns_is_found() {
    induct(
        "int main(void) { unsigned char s = 0;\n while (__VERIFIER_nondet_int()) {\n if (s == 0) s = 3; else if (s == 3) s = 7; else if (s == 7) s = 9;\n else assert(0); }\n return 0; }",
        &expect![[r#"
            refuted assert line 7
            0 proved
        "#]],
    );
    induct(
        "int main(void) { unsigned char s = 0;\n while (__VERIFIER_nondet_int()) {\n if (s == 0) s = 3; else if (s == 3) s = 7; else if (s == 7) s = 0;\n else assert(0); }\n return 0; }",
        &expect![[r#"
            1 proved
        "#]],
    );
}

#[test]
fn two_inputs_that_differ_are_not_one() {
    // Nothing is dropped because an earlier turn had the same conditions of another input.
    induct(
        "int main(void) { int last = 0, same = 0;\n for (;;) { int c = __VERIFIER_nondet_int();\n if (c == 5 && last == 5) same = 1;\n last = c;\n assert(!same); }\n return 0; }",
        &expect![[r#"
            refuted assert line 8
            0 proved
        "#]],
    );
}

#[test]
fn recursion() {
    induct(
        "int odd(unsigned n);\nint even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }\nint odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }\nint main(void) { int r = even((unsigned)__VERIFIER_nondet_int());\n assert(r == 0 || r == 1);\n return 0; }",
        &expect![[r#"
            1 proved
        "#]],
    );
}

#[test]
fn what_nobody_defines_may_call_what_it_gets() {
    induct(
        "int x = 1;\nvoid set(void) { x = 2; }\nvoid other(void (*)(void));\nint main(void) { other(set);\n assert(x == 1);\n return 0; }",
        &expect![[r#"
            unknown assert line 8
            unknown uninit line 8
            0 proved
        "#]],
    );
}
