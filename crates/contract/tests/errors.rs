//! What people are told when a contract is wrong, and that garbage is only ever an error.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use common::program;
use contract::resolve;
use expect_test::{Expect, expect};
use proptest::prelude::*;

/// The errors of a contract of `f`, each with its place. The contract starts in line 10.
fn check(contract: &str, expected: Expect) {
    let (program, id) = program("f", contract);
    let (_, errors) = resolve(&program, id);
    let lines: Vec<String> = errors
        .iter()
        .map(|e| {
            let span = e.span;
            let end = match span.end_line == span.line {
                true => format!("{}", span.end_column),
                false => format!("{}:{}", span.end_line, span.end_column),
            };
            format!("{}:{}-{end}: {e}", span.line, span.column)
        })
        .collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn marks_of_other_tools() {
    check("null@", expect![""]);
    check("Override", expect![""]);
    check("formatter:off", expect![""]);
    check(
        "requires;",
        expect!["10:12-13: expected an expression, found `;`"],
    );
}

#[test]
fn syntax() {
    check(
        "requires x.next = ;",
        expect!["10:22-23: expected an expression, found `;`"],
    );
    check(
        "requires x.next = null",
        expect!["10:26-26: expected `;`, found the end of the contract"],
    );
    check(
        "requires x =\n  null ensures true;",
        expect!["11:8-15: expected `;`, found the keyword `ensures`"],
    );
    check(
        "assigns x; requires all: x | true; ensures x.*(next, prev) = null;",
        expect![[r#"
        10:4-11: expected `requires`, `ensures`, `invariant` or `pred`, found `assigns`
        10:27-28: expected a variable, found `:`
        10:55-56: expected `+` and a field, or `)`, found `,`"#]],
    );
    check(
        "requires x ? y;",
        expect!["10:15-16: `?` means nothing in a contract"],
    );
    check(
        "requires n = 'ab';",
        expect![[
            r#"10:17-18: a character literal is one character or escape between quotes, such as 'a' or '\n'"#
        ]],
    );
    check(
        "requires n = 170141183460469231731687303715884105728;",
        expect!["10:17-56: this number is too large for a contract"],
    );
    check(
        "requires n = 12ab;",
        expect!["10:17-21: expected a number, found `12ab`"],
    );
    check(
        "requires /* n = 1;",
        expect!["10:13-22: this comment has no end"],
    );
    check(
        "pred p(x = x; pred (x) = x; pred q(in) = true;",
        expect![[r#"
        10:13-14: expected `,` or `)`, found `=`
        10:23-24: expected the name of the predicate, found `(`
        10:39-41: expected a parameter, found the keyword `in`"#]],
    );
    check(
        "requires some v x.next | true;",
        expect!["10:20-21: expected `;`, found `x`"],
    );
}

#[test]
fn names_and_fields() {
    check(
        "requires x.nxt = null;",
        expect![
            "10:15-18: struct node has no field `nxt`; it has `next`, `data`, `left`, `prev`, `right`, `small`, …"
        ],
    );
    check(
        "requires z = null;",
        expect!["10:13-14: there is no `z` here; there is `x`, `y`, `n`, `u`, `a`, `t`, …"],
    );
    check(
        "requires lost(x);",
        expect!["10:13-17: there is no predicate `lost`"],
    );
    check(
        "pred p(a, b) = a = b; requires p(x); requires pp(x, y);",
        expect![[r#"
        10:35-36: `p` takes 2 arguments, found 1
        10:50-52: there is no predicate `pp`; there is `p`"#]],
    );
    check(
        "pred p(a) = q(a); pred q(a) = p(a); requires p(x);",
        expect![
            "10:34-35: the predicate `p` is defined by itself; say it with a closure such as `x.*next`"
        ],
    );
    check(
        "pred p(a) = true; pred p(b) = false; requires p(x);",
        expect!["10:27-28: the predicate `p` is defined twice in this contract"],
    );
    check(
        "pred p(a) = a.first = null;\n requires p(t);\n requires p(x);",
        expect![
            "10:18-23: struct node has no field `first`; it has `right`, `next`, `prev`, `weight`, `left`, `data`, …"
        ],
    );
    check(
        "pred p(a) = x = a; requires p(y);",
        expect!["10:16-17: there is no `x` here; there is `a`, `head`, `counter`, `grid`"],
    );
    check(
        "requires n.next = null; requires a.next = 0; requires x.*data = x;",
        expect![[r#"
        10:15-19: an integer has no field `next`: it is not a reference to a record
        10:39-43: a reference to int has no field `next`: it is not a reference to a record
        10:61-65: a closure follows references; the field `data` is an integer"#]],
    );
    check(
        "requires x.*(next + first) = x;",
        expect![
            "10:24-29: struct node has no field `first`; it has `right`, `next`, `prev`, `weight`, `left`, `data`, …"
        ],
    );
    check(
        "requires some v: t.*(first + next) | v.data = 3;",
        expect![
            "10:43-47: a reference to records of several types has no field `data`: it is not a reference to a record"
        ],
    );
}

#[test]
fn types() {
    check(
        "requires x; requires n + x = 1; requires x < y; requires x = 0;",
        expect![[r#"
            10:13-14: expected a formula, found a reference to struct node
            10:25-30: an integer and a reference to struct node have nothing in common
            10:45-50: expected a number on both sides, found a reference to struct node
            10:61-66: a reference to struct node and an integer have nothing in common"#]],
    );
    check(
        "requires #n[0] = 1; requires a[x] = 1; requires p[0] = 1;",
        expect![[r#"
        10:14-15: expected an array, found an integer
        10:35-36: expected an integer, found a reference to struct node
        10:52-53: contracts cannot speak about a value of type `void`"#]],
    );
    check(
        "requires (x = y) + 1 = 2; requires (x = y) < true; requires x.*next.data < 3;",
        expect![[r#"
        10:13-20: expected a value or a set, found a formula
        10:39-53: expected a number, found a formula
        10:64-80: expected a number on both sides, found a set of integers"#]],
    );
    check(
        "requires \\result = x; requires old(x) = x; ensures old(\\result) = x;",
        expect![[r#"
        10:13-20: `\result` exists only when the procedure has returned: in `ensures`, outside of `old`
        10:35-41: `old` has a meaning only in `ensures`
        10:59-66: `\result` exists only when the procedure has returned: in `ensures`, outside of `old`"#]],
    );
    check(
        "requires d + 1 = 2; requires d = n;",
        expect![[r#"
            10:13-18: expected an integer: contracts do no arithmetic on floats, found a float
            10:33-38: a float and an integer have nothing in common"#]],
    );
    check(
        &format!("requires n{} = 1;", " * n".repeat(80)),
        expect!["10:13-270: the value of this expression may need thousands of bits"],
    );
}

#[test]
fn too_deep_or_too_large() {
    let nested = |open: &str, close: &str| {
        format!("requires {}true{};", open.repeat(1000), close.repeat(1000))
    };
    check(
        &nested("(", ")"),
        expect!["10:113-114: this formula is nested too deeply; name parts of it with `pred`"],
    );
    check(
        &nested("!", ""),
        expect!["10:212-213: this formula is nested too deeply; name parts of it with `pred`"],
    );
    check(
        &nested("all v: x | ", ""),
        expect!["10:1109-1110: this formula is nested too deeply; name parts of it with `pred`"],
    );
    check(
        &nested("old(", ")"),
        expect!["10:413-416: this formula is nested too deeply; name parts of it with `pred`"],
    );
    check(
        &nested("true => ", ""),
        expect!["10:1605-1609: this formula is nested too deeply; name parts of it with `pred`"],
    );
    check(
        &format!("requires x{} = null;", ".next".repeat(1000)),
        expect!["10:13-514: this formula is nested too deeply; name parts of it with `pred`"],
    );
    check(
        &format!("requires n{} = 0;", " + n".repeat(1000)),
        expect!["10:13-414: this formula is nested too deeply; name parts of it with `pred`"],
    );
    check(
        &format!("requires {}n = 0;", "- ".repeat(1000)),
        expect!["10:411-412: this formula is nested too deeply; name parts of it with `pred`"],
    );
    let names: Vec<String> = (0..1000).map(|i| format!("v{i}")).collect();
    check(
        &format!("requires all {}: x | true;", names.join(", ")),
        expect!["10:13-5915: this formula is nested too deeply; name parts of it with `pred`"],
    );
    // Each level repeats the one below: (… = … = …) doubles.
    let doubling = (0..60).fold("n".to_owned(), |e, _| format!("(n = {e} = n)"));
    check(
        &format!("requires {doubling};"),
        expect!["10:259-368: this formula is too large"],
    );
    let chained: String = (1..200)
        .map(|i| format!("pred p{i}(a) = p{}(a) and p{}(a);", i - 1, i - 1))
        .collect();
    check(
        &format!("pred p0(a) = true; {chained} requires p199(x);"),
        expect!["10:5520-5524: this formula is nested too deeply; name parts of it with `pred`"],
    );
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*") {
        let (program, id) = program("f", &text);
        let _ = resolve(&program, id);
    }

    #[test]
    fn any_tokens_are_read(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..60),
    ) {
        let (program, id) = program("f", &tokens.join(" "));
        let (_, errors) = resolve(&program, id);
        for error in errors {
            prop_assert!(error.span.line >= 10 && !error.to_string().is_empty());
        }
    }
}

const TOKENS: &[&str] = &[
    "requires",
    "ensures",
    "pred",
    "invariant",
    "p",
    "(",
    ")",
    "=",
    ";",
    "x",
    "y",
    "n",
    "a",
    "t",
    "next",
    "first",
    "data",
    ".",
    ".*",
    ".^",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "#",
    "in",
    "not",
    "and",
    "or",
    "=>",
    "<=>",
    "all",
    "some",
    "no",
    "one",
    "lone",
    "v",
    ":",
    "|",
    ",",
    "0",
    "1.5",
    "..",
    "old",
    "\\result",
    "null",
    "true",
    "[",
    "]",
    "<",
    "!=",
    "@",
    "//",
    "\n",
    "'a'",
    "->",
    "requires x.*next =",
];
