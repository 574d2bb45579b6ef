//! Contracts of C files, as the front end delivers them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use contract::resolve;
use expect_test::{Expect, expect};

/// The clauses of every contract of a C program, or what is wrong with them.
fn check(source: &str, expected: Expect) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("test.c");
    std::fs::write(&path, source).unwrap();
    let options = frontend_c::Options::default();
    let program = match frontend_c::load(&[path], &options) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    };
    let mut lines = Vec::new();
    for (id, procedure) in program.procedures() {
        let (contract, errors) = resolve(&program, id);
        lines.extend(contract.clauses.iter().map(|clause| {
            let (line, column) = (clause.span.line, clause.span.column);
            let (name, kind) = (&procedure.name, clause.kind);
            format!("{line}:{column}: {name} {kind:?} {}", clause.text)
        }));
        lines.extend(
            errors
                .iter()
                .map(|error| format!("{}:{}: {error}", error.span.line, error.span.column)),
        );
    }
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn the_examples_of_the_documentation() {
    check(
        r"
struct node { int data; struct node *next; };
/*@ pred sorted(l) = all v: l.*next | v.next = null or v.data <= v.next.data;
    pred acyclic(l) = all v: l.*next | v not in v.^next;
    requires acyclic(x);
    ensures \result.*next = old(x.*next);   // no node lost, none gained
    ensures sorted(\result); */
struct node *sort(struct node *x) { return x; }

struct tree { int key; struct tree *left, *right; };
/*@ pred tree(t)   = all v: t.*(left + right) |
                         v not in v.^(left + right)
                         and no v.left.*(left + right) & v.right.*(left + right);
    pred ordered(t) = all v: t.*(left + right) |
                         (all l: v.left.*(left + right) | l.key < v.key)
                         and (all r: v.right.*(left + right) | r.key > v.key);
    requires tree(t) and ordered(t);
    ensures \result.*(left + right).key = old(t.*(left + right).key) + key; */
struct tree *insert(struct tree *t, int key) { return t; }

/*@ pred ascending(a, n) = all i: 0..n-2 | a[i] <= a[i+1];
    requires 0 <= n <= #a and ascending(a, n);
    ensures \result = -1 or (0 <= \result < n and a[\result] = key); */
int search(const int *a, int n, int key) { return -1; }

struct table { int size; struct entry **buckets; };
struct entry { unsigned key; struct entry *next; };
/*@ requires all i: 0..t.size-1 | all v: t.buckets[i].*next | v.key % t.size = i;
    ensures key in t.buckets[key % t.size].*next.key; */
void put(struct table *t, unsigned key) {}

struct pair { int first, second; union { int i; float f; }; };
struct node *list; static int calls;
/*@ requires p.first < q->second and p.i = 0 and q.f < 0.5;
    requires sorted(list);
    ensures calls = old(calls) + 1 and \result.first = p.first; */
struct pair swap(struct pair p, struct pair *q) { calls++; return p; }

int main(void) {
    struct pair p = { 0 };
    sort(list); insert(0, 1); search(0, 0, 0); put(0, 0); swap(p, &p);
}
",
        expect![[r#"
            5:14: sort Requires acyclic(x)
            6:13: sort Ensures \result.*next = old(x.*next)
            7:13: sort Ensures sorted(\result)
            17:14: insert Requires tree(t) and ordered(t)
            18:13: insert Ensures \result.*(left + right).key = old(t.*(left + right).key) + key
            22:14: search Requires 0 <= n <= #a and ascending(a, n)
            23:13: search Ensures \result = -1 or (0 <= \result < n and a[\result] = key)
            28:14: put Requires all i: 0..t.size-1 | all v: t.buckets[i].*next | v.key % t.size = i
            29:13: put Ensures key in t.buckets[key % t.size].*next.key
            34:14: swap Requires p.first < q->second and p.i = 0 and q.f < 0.5
            35:14: swap Requires sorted(list)
            36:13: swap Ensures calls = old(calls) + 1 and \result.first = p.first"#]],
    );
}

#[test]
fn places_of_errors() {
    check(
        "struct node { struct node *next; };\n\
         \t/*@ requires x.nxt = null;\n\
         \t  @ ensures \\result = y; */ int f(struct node *x) { return 0; }\n\
         int main(void) { return f(0); }\n",
        expect![[r#"
            2:17: struct node has no field `nxt`; it has `next`
            3:24: there is no `y` here; there is `x`"#]],
    );
}
