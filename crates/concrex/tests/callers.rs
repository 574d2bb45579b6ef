//! Unknown callers in the analysis: what it proves of every call of a function, and what it leaves open.

mod source;
mod support;

use source::check_source;
use support::Said;

/// Functions of which the analysis proves everything.
const RIGHT: [(&str, &str); 9] = [
    (
        "copy",
        "void copy(char *to, const char *from) { if (!to || !from) return; while ((*to++ = *from++)); }",
    ),
    (
        "last",
        "/*@ requires #a = n; */ int last(int *a, int n) { return n > 0 ? a[n - 1] : 0; }",
    ),
    (
        "apart",
        "void apart(int *a, int *b) { if (!a || !b || a == b) return; *a = 1; *b = 2; assert(*a == 1); }",
    ),
    (
        "clamp",
        "/*@ ensures 0 <= \\result; ensures \\result <= 9; */
         int clamp(int x) { return x < 0 ? 0 : x > 9 ? 9 : x; }",
    ),
    (
        "square",
        "/*@ requires n >= 0; requires n <= 100; */
         int square(int n) { int s = 0; for (int i = 0; i < n; i++) s += n; assert(s <= 10000); return s; }",
    ),
    (
        "fresh",
        "struct pair { int x, *p; };
         void fresh(struct pair *q) { if (!q) return; int own = 1; q->p = &own; *q->p = 2; assert(own == 2); q->p = 0; }",
    ),
    (
        "own",
        "static int g; void set(int v) { g = v; }
         void own(int *p) { if (!p) return; g = 3; *p = 4; assert(g == 3); }",
    ),
    (
        "first",
        "int first(int a[static 4], int i) { return 0 <= i && i < 4 ? a[i] : 0; }",
    ),
    (
        "done",
        "void done(char *p) { if (p) { *p = 1; free(p); } }",
    ),
];

/// Functions with a claim that some caller violates: the analysis alone leaves it open.
const FAULTY: [(&str, &str); 16] = [
    (
        "same",
        "void same(int *a, int *b) { if (!a || !b) return; *a = 1; *b = 2; assert(*a == 1); }",
    ),
    (
        "past",
        "/*@ requires #a = n; */ int past(int *a, int n) { return n > 0 ? a[n] : 0; }",
    ),
    (
        "inside",
        "struct pair { int x, *p; };
         void inside(struct pair *q, int *r) { if (!q || !q->p || !r) return; *r = 5; *q->p = 6; assert(*r == 5); }",
    ),
    (
        "both",
        "struct pair { int x, *p; };
         void both(struct pair *q, struct pair *r) { if (!q || !r) return; q->x = 5; r->x = 6; assert(q->x == 5); }",
    ),
    (
        "exposed",
        "static int g; int *where(void) { return &g; } void set(int v) { g = v; }
         void exposed(int *p) { if (!p) return; g = 3; *p = 4; assert(g == 3); }",
    ),
    (
        "kept",
        "int *g; void set(int *p) { g = p; }
         void kept(int *p) { if (!p || !g) return; *p = 1; *g = 2; assert(*p == 1); }",
    ),
    (
        "next",
        "struct node { struct node *next; int v; };
         void next(struct node *n) { if (!n || !n->next) return; n->v = 1; n->next->v = 2; assert(n->v == 1); }",
    ),
    (
        "again",
        "static int count(void) { static int c; c &= 7; return ++c; } void again(void) { assert(count() == 1); }",
    ),
    (
        "calls",
        "int calls(int (*f)(int)) { int x = f ? f(1) : 0; assert(x == 0); return x; }",
    ),
    (
        "low",
        "int low(int *a, int i) { return a && i < 10 ? a[i] : 0; }",
    ),
    (
        "mixed",
        "int mixed(int a[static 4], int *p, int i) { if (!p || i < 0) return 0; p[i] = 1; return a[3]; }",
    ),
    (
        "aligned",
        "#include <stdint.h>
         void aligned(int *p) { assert(((uintptr_t)p & 7) == 0); }",
    ),
    (
        "deep",
        "void deep(int **a, int *b) { if (!a || !a[1] || !b) return; *b = 1; *a[1] = 2; assert(*b == 1); }",
    ),
    (
        "room",
        "#include <malloc.h>
         void room(char *p) { if (p) assert(malloc_usable_size(p) > 1000); }",
    ),
    (
        "larger",
        "void larger(int *p) { int *q = p ? realloc(p, 8 * sizeof *q) : 0; if (q) { q[7] += 1; free(q); } }",
    ),
    (
        "counted",
        "/*@ ensures \\result != 70001; */ int counted(int x) { int i = 0; while (i < x) i++; return i; }",
    ),
];

/// Functions whose postcondition some call violates.
const BROKEN: [(&str, &str); 3] = [
    (
        "same",
        "/*@ ensures \\result = 5; */ int same(int n) { return n; }",
    ),
    (
        "counted",
        "/*@ ensures \\result != 70001; */ int counted(int x) { int i = 0; while (i < x) i++; return i; }",
    ),
    (
        "set",
        "int g;\n/*@ ensures g != 70001; */ void set(int x) { g = 0; while (g < x) g++; }",
    ),
];

fn check(function: (&str, &str)) -> Option<i32> {
    run(function, &[]).status
}

fn run((entry, source): (&str, &str), more: &[&str]) -> Said {
    let source = format!("#include <assert.h>\n#include <stdlib.h>\n{source}\n");
    let options = [
        "--entry",
        entry,
        "--engine",
        "analyze",
        "--challenge",
        "off",
    ];
    check_source(".c", &[&options, more].concat(), &source)
}

#[test]
fn every_call_of_right_functions_is_proved_right() {
    for function in RIGHT {
        assert_eq!(check(function), Some(0), "{}", function.0);
    }
}

#[test]
fn nothing_is_proved_that_a_caller_violates() {
    for function in FAULTY {
        assert_eq!(check(function), Some(3), "{}", function.0);
    }
}

#[test]
fn no_postcondition_is_proved_that_a_call_violates() {
    for function in BROKEN {
        let said = run(function, &["--json"]).stdout;
        let document: serde_json::Value = serde_json::from_str(&said).expect("a document");
        let claims = document["claims"].as_array().expect("claims");
        let postcondition = claims.iter().find(|one| one["kind"] == "postcondition");
        let status = postcondition.map(|one| &one["status"]);
        assert_eq!(status, Some(&"unknown".into()), "{}", function.0);
    }
}
