//! Contracts decided on small heaps.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use common::heap::Heap;
use common::program;
use contract::{decide, resolve};
use expect_test::{Expect, expect};

/// Decides the clauses of a contract of `f`, one line each.
fn check(contract: &str, heap: &str, expected: Expect) {
    check_in("f", contract, heap, expected);
}

fn check_in(procedure: &str, contract: &str, heap: &str, expected: Expect) {
    let (program, id) = program(procedure, contract);
    let (contract, errors) = resolve(&program, id);
    assert_eq!(errors, []);
    let mut heap = Heap::parse(&program, id, heap);
    let lines: Vec<String> = contract
        .clauses
        .iter()
        .map(|clause| {
            let truth = decide(&clause.formula, &mut heap);
            heap.show_truth(&truth)
        })
        .collect();
    expected.assert_eq(&lines.join("\n"));
}

const LIST: &str = "x = i; i.next = j; j.next = k; k.next = null; \
    i.data = 1; j.data = 2; k.data = 3; y = j";

#[test]
fn sets_of_nodes() {
    check(
        "requires y in x.*next; requires x in y.*next; requires #x.*next = 3; requires #x.^next = 2;
         requires x.*next - y.*next = x; requires x.*next & y.*next = y.*next;
         requires some x.next; requires no x.next.next.next; requires lone x.*next;
         requires one x.*next - x.^next; requires x.next != y; requires null in y;
         requires x.next.next.next.next = null; requires x.(next + prev) = y;",
        &format!("{LIST}; i.prev = null"),
        expect![[r#"
            true
            false
            true
            true
            true
            true
            true
            true
            false
            true
            false
            true
            true
            true"#]],
    );
}

#[test]
fn quantifiers() {
    check(
        "pred sorted(l) = all v: l.*next | v.next = null or v.data <= v.next.data;
         requires sorted(x); requires all v: x.*next | v.data < 3;
         requires some v: x.*next | v.data = 2; requires no v: x.*next | v in v.^next;
         requires all u, v: x.*next | u.data = v.data => u = v;
         requires all i: 0..2 | some v: x.*next | v.data = i + 1;
         requires all d: x.*next.data | d in 1..3;
         requires 2 in x.*next.data and 4 not in x.*next.data;
         requires #x.*next.data = 3;",
        LIST,
        expect![[r#"
            true
            false
            true
            true
            true
            true
            true
            true
            true"#]],
    );
}

#[test]
fn conditions_on_numbers() {
    check(
        "requires all v: x.*next | v.next = null or v.data <= v.next.data;
         requires some v: x.*next | v.data = n;
         requires n + 1 > n; requires u >= 0; requires n - n = 0;
         requires n = 2 <=> u = 3; requires n; requires n / u = 2;",
        "x = i; i.next = j; j.next = null; i.data = d; j.data = e; n = n; u = u",
        expect![[r#"
            d <= e
            d = n || e = n
            i33(n) < i33(n) + 1
            true
            true
            n = 2 = u = 3
            n != 0
            u != 0 && i34(n) / u34(u) = 2"#]],
    );
}

#[test]
fn undecided_structures() {
    let acyclic = "requires all v: x.*next | v not in v.^next;";
    check(acyclic, "", expect!["undecided x"]);
    check(
        acyclic,
        "x = i; i.next = j",
        expect!["undecided old j.next"],
    );
    check(acyclic, "x = i; i.next = j; j.next = i", expect!["false"]);
    let sorted = "requires all v: x.*next | v.next = null or v.data <= v.next.data;";
    check(
        sorted,
        "x = i; i.next = j; i.data = d; j.data = e",
        expect!["undecided old j.next, only if d <= e"],
    );
    check(
        sorted,
        "x = i; i.next = j; i.data = 3; j.data = 2",
        expect!["false"],
    );
    check(
        "requires #x.*next <= 2;",
        "x = i; i.next = j; j.next = k",
        expect!["false"],
    );
    check(
        "requires #x.*next >= 2;",
        "x = i; i.next = j",
        expect!["true"],
    );
    check(
        "requires y in x.*next;",
        "x = i; i.next = j; y = j",
        expect!["true"],
    );
    check(
        "requires y in x.*next;",
        "x = i; i.next = j; y = k",
        expect!["undecided old j.next"],
    );
    check(
        "requires no x.*next & y.*next;",
        "x = i; i.next = j; y = j",
        expect!["false"],
    );
    check(
        "requires x.*next - y = null;",
        "x = i; i.next = j; y = i",
        expect!["false"],
    );
    check(
        "requires x.data > 0 and y = null;",
        "x = i; y = j",
        expect!["false"],
    );
    check(
        "requires x.data > 0 or y = null;",
        "x = i; y = null",
        expect!["true"],
    );
}

/// A set of which it is not known whether it is empty, but that nothing else can be in it.
#[test]
fn bounded_sets() {
    let heap = "x = i; y = j";
    check(
        "requires some x - (x.^next & x);",
        heap,
        expect!["undecided old i.next"],
    );
    check("requires some y - (x.^next & x);", heap, expect!["true"]);
    check("requires lone x.^next & x;", heap, expect!["true"]);
    check("requires #(x.^next & x) <= 1;", heap, expect!["true"]);
    check(
        "requires all v: x.^next & x | v = x;",
        heap,
        expect!["true"],
    );
    check(
        "requires all v: x.^next & x | v.data = 2;",
        "x = i; i.data = d",
        expect!["undecided old i.next, surely if d = 2"],
    );
    check("requires y in x.^next & x;", heap, expect!["false"]);
}

#[test]
fn conditional_references() {
    check(
        "requires x != null; requires x.data = 1; requires #x.*next = 2; requires y in x.*next;
         requires lone x.*next;",
        "x = c ? i : j; i.next = j; j.next = null; i.data = 1; j.data = v; y = i",
        expect![[r#"
            true
            c || v = 1
            c
            c
            !c"#]],
    );
    check(
        "requires #x.*next = 2; requires x in x.^next;",
        "x = i; i.next = c ? j : k; j.next = d ? k : i; k.next = j",
        expect![[r#"
            c && !d
            !d"#]],
    );
}

#[test]
fn moments() {
    check(
        "ensures \\result.*next = old(x.*next); ensures x.next = old(x.next);
         ensures counter = old(counter) + 1; ensures all v: old(x.*next) | v.data = old(v.data);
         requires counter = 7; ensures \\result = x;",
        "x = i; \\result = j; old i.next = j; old j.next = null; new j.next = i; new i.next = null
         old counter = 7; new counter = 8; i.data = 1; old j.data = 2; new j.data = d",
        expect![[r#"
            true
            false
            true
            d = 2
            true
            false"#]],
    );
}

#[test]
fn arrays() {
    let sorted = "requires all i: 0..n-2 | a[i] <= a[i+1];";
    let heap = "a = arr; #arr = 3; arr[0] = p; arr[1] = q; arr[2] = r";
    check(
        sorted,
        &format!("{heap}; n = 3"),
        expect!["p <= q && q <= r"],
    );
    check(
        sorted,
        &format!("{heap}; n = n; n in 0..3"),
        expect!["(i33(n) - 2 < 0 || p <= q) && (i33(n) - 2 < 1 || q <= r)"],
    );
    check(
        sorted,
        &format!("{heap}; n = n"),
        expect!["undecided #b0..i33(n) - 2"],
    );
    check(
        sorted,
        &format!("{heap}; n = n; at k"),
        expect![
            "undecided #b0..i33(n) - 2, only if k < 0 || i33(n) - 2 < i33(k) || (k = 0 || k = 1 || k = 2) && (k = 1 || k = 0 || k = -1) && (k = 2 ? r : k = 1 ? q : k = 0 ? p : 0) <= (k = 1 ? r : k = 0 ? q : k = -1 ? p : 0)"
        ],
    );
    check(
        "requires #a >= n; requires a[3] = 0; requires a[3] != 0; requires a[0] = a[n];
         requires some i: 0..#a-1 | a[i] = 7;",
        &format!("{heap}; n = 2"),
        expect![[r#"
            true
            false
            false
            p = r
            p = 7 || r = 7 || q = 7"#]],
    );
    check(
        "requires #a >= n; requires a[0] > 0;",
        "a = null; n = n",
        expect![[r#"
        n <= 0
        false"#]],
    );
    check(
        "requires #a >= -1; requires #a > 0;",
        "a = arr",
        expect![[r#"
        true
        undecided old #arr"#]],
    );
    check(
        "requires grid[2] = 5; requires #grid = 3; requires x.items[1] = 0;",
        "grid = g; #g = 3; g[0] = 0; g[1] = 0; g[2] = 5; x = i; i.items = is; #is = 4; is[1] = v",
        expect![[r#"
            true
            true
            v = 0"#]],
    );
    check(
        "requires all i: 0..#t.buckets-1 | all v: t.buckets[i].*next | v.data % #t.buckets = i;
         requires #nodes = 2; requires nodes[1].data = 5; requires #y = 0;
         requires #t.*(first + next) = 2;",
        "t = t; t.buckets = buckets; #buckets = 2; buckets[0] = i; buckets[1] = null;
         i.next = null; i.data = d; nodes = nodes; #nodes = 2; nodes[1] = i; y = null; t.first = i",
        expect![[r#"
            d % 2 = 0
            true
            d = 5
            true
            true"#]],
    );
    check_in(
        "m",
        "requires array.length = 2; requires array[1] = data; ensures next = old(this.next);
         invariant data >= 0;",
        "array = arr; #arr = 2; arr[1] = 3; this = i; i.data = d; i.next = null",
        expect![[r#"
            true
            d = 3
            true
            0 <= d
            0 <= d"#]],
    );
}

#[test]
fn numbers() {
    check(
        "requires u - 1 < u; requires x.small + 1 <= 256; requires n * n >= 0;
         requires 0 <= n < 10; requires -7 / 2 = -3 and -7 % 2 = -1;
         requires n / 0 = n / 0; requires not (n / 0 != 1); requires 0xff = 255u; requires 'a' = 97;
         requires d < 0.5; requires x.weight = 2; requires d = d;",
        "u = u; n = n; x = i; i.small = s; d = d; i.weight = 2.0",
        expect![[r#"
            u34(u) - 1 < u34(u)
            u10(s) + 1 <= 256
            0 <= i64(n) * i64(n)
            0 <= n && n < 10
            true
            false
            true
            true
            true
            d < (fp #b0 #b01111111110 #x0000000000000)
            true
            !fp.isNaN(d)"#]],
    );
}

#[test]
fn trees_and_pointers_of_any_type() {
    check(
        "pred tree(r) = (all v: r.*(left + right) | v not in v.^(left + right)
                         and no v.left.*(left + right) & v.right.*(left + right));
         requires tree(x); requires p = x; requires p in x.*(left + right); requires p != null;",
        "x = i; i.left = j; i.right = k; j.left = null; j.right = null; k.left = null;
         k.right = j; p = k",
        expect![[r#"
            false
            false
            true
            true"#]],
    );
}

#[test]
fn comments_and_other_spellings() {
    check(
        "// a comment
         @ requires x->next == NULL /* another */ && !(false || y != null);",
        "x = i; i.next = null; y = null",
        expect!["true"],
    );
}

/// Nesting at its limit fits the stack, and an evaluation without end is given up.
#[test]
fn limits() {
    let nested = |body: &str| format!("{}{body}", "all v: x.*next | ".repeat(95));
    let contract = format!(
        "pred p(x) = {}; requires {};",
        nested("v != null"),
        nested("p(v)")
    );
    check(&contract, "x = i; i.next = null", expect!["true"]);
    check(&contract, LIST, expect!["undecided effort"]);
}
