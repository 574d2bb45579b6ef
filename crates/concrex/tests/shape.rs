//! The engine `shape` proves claims about lists of any length, and none that does not hold.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use serde_json::Value;
use std::path::PathBuf;
use support::{concrex, project};

/// Right programs that the engine proves alone.
const PROVED: [&str; 11] = [
    "append",
    "bubble-sort",
    "delete",
    "dll-insert",
    "dll-remove",
    "insertion-sort",
    "merge",
    "reverse",
    "swap",
    "tree-insert",
    "tree-search",
];

fn check(path: &str) -> Value {
    let text = std::fs::read_to_string(project().join(path)).expect("a program");
    let entry = text
        .lines()
        .find_map(|line| line.strip_prefix("// entry: "));
    let mut command = vec!["check", path, "--engine", "shape", "--challenge", "off"];
    command.extend(["--time", "60s", "--json"]);
    command.extend(
        entry
            .map(|entry| ["--entry", entry.trim()])
            .into_iter()
            .flatten(),
    );
    let said = concrex(command);
    serde_json::from_str(&said.stdout).expect("a document")
}

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(project().join("tests/programs/c/heap")).expect("a folder");
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

#[test]
fn lists_of_any_length() {
    for name in PROVED {
        let report = check(&format!("tests/programs/c/heap/{name}.c"));
        assert_eq!(report["verdict"], "proved", "{name}: {report}");
    }
}

#[test]
fn no_error_is_proved_absent() {
    let mut errors = 0;
    for path in programs() {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .to_string();
        let text = std::fs::read_to_string(&path).expect("a program");
        let expected = text.lines().enumerate().find_map(|(index, line)| {
            let (_, kind) = line.split_once("// expect: refuted ")?;
            Some((index + 1, kind.trim().to_string()))
        });
        let Some((line, kind)) = expected else {
            continue;
        };
        errors += 1;
        let report = check(&format!("tests/programs/c/heap/{name}"));
        let claims = report["claims"].as_array().expect("claims");
        let mut claimed = claims.iter().filter(|claim| {
            claim["kind"] == kind.as_str() && claim["location"]["line"] == line as u64
        });
        assert!(
            claimed.any(|claim| claim["status"] != "proved"),
            "{name}: {report}"
        );
    }
    assert!(errors >= 9, "{errors} programs with errors");
}

/// A program of which a claim of a kind does not hold, and how it is checked.
struct Faulty {
    kind: &'static str,
    line: u64,
    options: &'static [&'static str],
    source: &'static str,
}

const FAULTY: &[Faulty] = &[
    // What is said of objects and has no formula: numbers of two fields.
    Faulty {
        kind: "postcondition",
        line: 3,
        options: &["--entry", "f"],
        source: "struct node { struct node *n; int lo, hi; };\n\
                 /*@ requires no v: x.*n | v in v.^n; requires all v: x.*n | v.lo <= v.hi;\n\
                 ensures all v: x.*n | v.lo <= v.hi; */\n\
                 void f(struct node *x) { if (x) x->lo = 100; }\n",
    },
    // The same in a comparison that is not understood.
    Faulty {
        kind: "postcondition",
        line: 3,
        options: &["--entry", "f"],
        source: "struct node { struct node *n; int data; };\n\
                 /*@ requires no v: x.*n | v in v.^n; requires all v: x.*n | v.data % 2 = 0;\n\
                 ensures all v: x.*n | v.data % 2 = 0; */\n\
                 void f(struct node *x) { if (x) x->data = 1; }\n",
    },
    // Ways that part, of which one is that of before the call.
    Faulty {
        kind: "postcondition",
        line: 4,
        options: &["--entry", "f"],
        source: "struct node { struct node *left, *right; };\n\
                 /*@ requires all v: t.*(left + right) | not (v in v.^(left + right)) and (no v.left.*(left + right) & v.right.*(left + right));\n\
                 requires t != null;\n\
                 ensures all v: t.*(left + right) | no old(v.left).*(left + right) & v.right.*(left + right); */\n\
                 void f(struct node *t) { struct node *l = t->left; t->right = 0; t->left = 0; t->right = l; }\n",
    },
    // A number of before the call, of an object that did not exist then.
    Faulty {
        kind: "postcondition",
        line: 3,
        options: &["--entry", "f"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; int data; };\n\
                 /*@ requires no v: x.*n | v in v.^n; ensures all v: \\result | v.data = old(v.data); */\n\
                 struct node *f(struct node *x) { struct node *y = calloc(1, sizeof *y); if (!y) return x;\n\
                 y->n = x; if (x && x->data > 3) y->n = 0; return y; }\n",
    },
    // A field that was never written.
    Faulty {
        kind: "postcondition",
        line: 3,
        options: &["--entry", "f"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; };\n\
                 /*@ ensures \\result = null or \\result.n = null; */\n\
                 struct node *f(void) { struct node *y = malloc(sizeof *y); return y; }\n",
    },
    // What a freed object held, and a local when its function has returned.
    Faulty {
        kind: "postcondition",
        line: 4,
        options: &["--entry", "f"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; };\n\
                 /*@ requires x != null and x.n != null and x.n != x and x.n.n = null;\n\
                 ensures x.n.n = null; */\n\
                 void f(struct node *x) { free(x->n); }\n",
    },
    Faulty {
        kind: "postcondition",
        line: 2,
        options: &["--entry", "f"],
        source: "struct node { struct node *n; int data; };\n\
                 /*@ requires x != null; ensures x.n.data = 3; */\n\
                 void f(struct node *x) { struct node y; y.data = 3; y.n = 0; x->n = &y; }\n",
    },
    // The same of what was reached when the function was called.
    Faulty {
        kind: "postcondition",
        line: 4,
        options: &["--entry", "f"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; };\n\
                 /*@ requires x != null and x.n != null and x.n != x and x.n.n = null;\n\
                 ensures old(x.n).n = null; */\n\
                 void f(struct node *x) { free(x->n); x->n = 0; }\n",
    },
    // Memory that is lost before it is counted.
    Faulty {
        kind: "memcleanup",
        line: 3,
        options: &["--property", "memcleanup"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; };\n\
                 int main(void) { struct node *p = malloc(sizeof *p); if (p) p->n = p; return 0; }\n",
    },
    // A result of new objects, which never meet those that are given.
    Faulty {
        kind: "postcondition",
        line: 3,
        options: &["--entry", "copy"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; int d; };\n\
                 /*@ requires no v: x.*n | v in v.^n; ensures lone \\result.*n; */\n\
                 struct node *copy(struct node *x) { struct node *h = 0;\n\
                 while (x) { struct node *p = malloc(sizeof *p); if (!p) return h;\n\
                 p->d = x->d; p->n = h; h = p; x = x->n; } return h; }\n",
    },
    // A number of before the call.
    Faulty {
        kind: "postcondition",
        line: 2,
        options: &["--entry", "set"],
        source: "struct node { struct node *n; int data; };\n\
                 /*@ requires x != null and (no v: x.*n | v in v.^n); ensures old(x.data) = x.data; */\n\
                 void set(struct node *x) { x->data = 5; }\n",
    },
    // A record whose only field leads to another record.
    Faulty {
        kind: "null",
        line: 4,
        options: &["--entry", "second", "--assume", "acyclic"],
        source: "struct node { struct node *n; int data; };\nstruct head { struct node *first; };\n\
                 void second(struct head *h) { if (h && h->first) { struct node *p = h->first->n;\n\
                 if (p) { p = 0; p->data = 1; } } }\n",
    },
    // A field that is set to one of two objects closes a circle.
    Faulty {
        kind: "null",
        line: 5,
        options: &[],
        source: "#include <stdlib.h>\nstruct node { struct node *n; int data; };\n\
                 int main(void) { struct node *x = malloc(sizeof *x); if (!x) return 0; x->data = 0; x->n = 0;\n\
                 __sync_bool_compare_and_swap(&x->n, (struct node *)0, x); int bad = x->n == x; free(x);\n\
                 if (bad) { struct node *z = 0; z->data = 1; } return 0; }\n",
    },
    // Several objects of one place live until their function returns.
    Faulty {
        kind: "use-after-scope",
        line: 6,
        options: &[],
        source: "#include <alloca.h>\nstruct node { struct node *n; int data; };\nint __VERIFIER_nondet_int(void);\n\
                 static struct node *make(void) { struct node *h = 0; while (__VERIFIER_nondet_int()) {\n\
                 struct node *p = alloca(sizeof *p); p->n = h; p->data = 1; h = p; } return h ? h->n : 0; }\n\
                 int main(void) { struct node *h = make(); if (h) return h->data; return 0; }\n",
    },
    // A variable may hold what is given.
    Faulty {
        kind: "use-after-free",
        line: 6,
        options: &["--entry", "drop"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; int data; };\nstruct node *kept;\n\
                 void keep(struct node *y) { kept = y; }\n/*@ requires no v: x.*n | v in v.^n; */\n\
                 void drop(struct node *x) { if (x) { if (kept) { free(kept); } x->data = 1; x->n = x->n; } }\n",
    },
    // More than one object is given.
    Faulty {
        kind: "null",
        line: 3,
        options: &["--entry", "second"],
        source: "struct node { struct node *n; int data; };\n\
                 void second(struct node *a) { if (!a) return; struct node *p = a[1].n;\n\
                 if (p == a) { if (p->n) { a->n = 0; p->n->data = 1; } } while (p) p = p->n; }\n",
    },
    // An object that a contract says nothing of.
    Faulty {
        kind: "postcondition",
        line: 2,
        options: &["--entry", "mark"],
        source: "struct node { struct node *next, *prev; int d; };\n\
                 /*@ requires all v: x.*next | v not in v.^next; ensures x = null or x.prev = null or x.prev in x.*next; */\n\
                 void mark(struct node *x) { if (x) x->d = 1; }\n",
    },
    // Such an object may be another parameter.
    Faulty {
        kind: "postcondition",
        line: 3,
        options: &["--entry", "mark"],
        source: "struct node { struct node *next, *prev; int d; };\n\
                 /*@ requires (all v: x.*next | v not in v.^next) and e != null and e.next = null and e not in x.*next;\n\
                 ensures x = null or x.prev != e; */\n\
                 void mark(struct node *x, struct node *e) { if (x) x->d = 1; if (e->next) x->next = e; }\n",
    },
    // A circle among such objects.
    Faulty {
        kind: "postcondition",
        line: 2,
        options: &["--entry", "before"],
        source: "struct node { struct node *next, *prev; int d; };\n\
                 /*@ requires all v: x.*next | v not in v.^next; ensures \\result = null; */\n\
                 struct node *before(struct node *x) { if (x && x->prev && x->prev->next == x->prev) return x; return 0; }\n",
    },
    // A back link that is forgotten.
    Faulty {
        kind: "postcondition",
        line: 4,
        options: &["--entry", "insert"],
        source: "struct node { struct node *next, *prev; int d; };\n\
                 /*@ pred list(l) = all v: l.*next | v not in v.^next and (v.next = null or v.next.prev = v);\n\
                 requires list(x) and p in x.*next and p != null and e != null and e not in x.*next and e.next = null;\n\
                 ensures list(x); */\n\
                 void insert(struct node *x, struct node *p, struct node *e)\n\
                 { e->next = p->next; if (p->next) p->next->prev = e; p->next = e; }\n",
    },
    // Trees that may share what is below them.
    Faulty {
        kind: "postcondition",
        line: 4,
        options: &["--entry", "hang"],
        source: "struct node { struct node *l, *r; int d; };\n\
                 /*@ pred tree(t) = all v: t.*(l + r) | v not in v.^(l + r) and no v.l.*(l + r) & v.r.*(l + r);\n\
                 requires tree(t) and tree(u);\n ensures tree(\\result); */\n\
                 struct node *hang(struct node *t, struct node *u) { if (t && u && !t->l) t->l = u; return t; }\n",
    },
    // A number that is one too large, and one that changes.
    Faulty {
        kind: "postcondition",
        line: 2,
        options: &["--entry", "cut"],
        source: "struct node { struct node *n; int d; };\n\
                 /*@ requires no v: x.*n | v in v.^n; ensures all v: x.*n | v.d < key; */\n\
                 void cut(struct node *x, int key) { for (; x; x = x->n) if (x->d >= key) x->d = key; }\n",
    },
    Faulty {
        kind: "assert",
        line: 7,
        options: &[],
        source: "#include <stdlib.h>\n#include <assert.h>\nstruct node { struct node *n; int d; };\nint __VERIFIER_nondet_int(void);\n\
                 int main(void) { struct node *l = 0; int k = __VERIFIER_nondet_int(); while (__VERIFIER_nondet_int()) {\n\
                 struct node *p = malloc(sizeof *p); if (!p) return 0; p->d = k; p->n = l; l = p; k = __VERIFIER_nondet_int(); }\n\
                 for (struct node *p = l; p; p = p->n) assert(p->d == k); return 0; }\n",
    },
    // A number that is accessed with what is behind it has another order than the one that a contract reads.
    Faulty {
        kind: "postcondition",
        line: 2,
        options: &["--entry", "cut"],
        source: "struct node { struct node *n; int a; int b; };\n\
                 /*@ requires x != null; ensures x.a <= 7; */\n\
                 void cut(struct node *x) { if (*(long *)&x->a > 7) *(long *)&x->a = 7; }\n",
    },
    // Memory that was freed is read through what a quantifier ranges over.
    Faulty {
        kind: "postcondition",
        line: 3,
        options: &["--entry", "drop"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; int d; };\n\
                 /*@ requires all v: x.*n | v not in v.^n and v.n = null; ensures all v: x | v.n = null; */\n\
                 void drop(struct node *x) { free(x); }\n",
    },
    Faulty {
        kind: "postcondition",
        line: 4,
        options: &["--entry", "drop"],
        source: "#include <stdlib.h>\nstruct node { struct node *n; int d; };\n\
                 /*@ requires no v: x.*n | v in v.^n; requires all v: x.*n | v.d = 3;\n\
                 ensures all v: old(x.*n) | v.d = 3; */\n\
                 void drop(struct node *x) { while (x) { struct node *t = x->n; if (x->d == 3) free(x); x = t; } }\n",
    },
    // What is said of all objects by a parameter: another number takes its place, one object is left out, what
    // is said of one list is not said of another.
    Faulty {
        kind: "postcondition",
        line: 2,
        options: &["--entry", "cut"],
        source: "struct node { struct node *n; int d; };\n\
                 /*@ requires no v: x.*n | v in v.^n; ensures all v: x.*n | v.d <= k; */\n\
                 void cut(struct node *x, int k) { for (; x; x = x->n) if (x->d > k) { x->d = k; k = 9; } }\n",
    },
    Faulty {
        kind: "postcondition",
        line: 2,
        options: &["--entry", "take"],
        source: "struct node { struct node *n; int d; };\n\
                 /*@ requires no v: x.*n | v in v.^n; ensures all v: \\result.*n | v.d <= k; */\n\
                 struct node *take(struct node *x, int k) { struct node *r = 0;\n\
                 while (x) { struct node *t = x->n; if (x->d <= k || !t) { x->n = r; r = x; } x = t; } return r; }\n",
    },
    Faulty {
        kind: "postcondition",
        line: 3,
        options: &["--entry", "append"],
        source: "struct node { struct node *n; int d; };\n\
                 /*@ requires no v: x.*n | v in v.^n; requires no v: y.*n | v in v.^n; requires all v: x.*n | v.d <= k;\n\
                 ensures all v: y.*n | v.d <= k; */\n\
                 int append(struct node *x, struct node *y, int k) { if (!x || !y) return x && x->d <= k; y->n = x; return 1; }\n",
    },
];

/// What a contract says of all objects by a parameter, or by a constant.
const BY_NUMBERS: [&str; 3] = [
    "/*@ requires no v: x.*n | v in v.^n; ensures all v: \\result.*n | v.d <= k; */\n\
     struct node *f(struct node *x, int k) { struct node *r = 0;\n\
     while (x) { struct node *t = x->n; if (x->d <= k) { x->n = r; r = x; } x = t; } return r; }\n",
    "/*@ requires no v: x.*n | v in v.^n; ensures all v: x.*n | v.d <= k; */\n\
     void f(struct node *x, int k) { for (; x; x = x->n) if (x->d > k) x->d = k; }\n",
    "/*@ requires no v: x.*n | v in v.^n; ensures all v: \\result.*n | v.d = 5; */\n\
     struct node *f(struct node *x) { for (struct node *p = x; p; p = p->n) p->d = 5; return x; }\n",
];

#[test]
fn what_is_said_of_all_objects_by_a_number_is_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (number, source) in BY_NUMBERS.iter().enumerate() {
        let file = folder.path().join(format!("number{number}.c"));
        let source = format!("struct node {{ struct node *n; int d; }};\n{source}");
        std::fs::write(&file, &source).expect("it can be written");
        let file = file.display().to_string();
        let said = concrex(["check", &file, "--entry", "f", "--engine", "shape"]);
        assert_eq!(said.status, Some(0), "{source}{}", said.stdout);
    }
}

/// The engine is one of those that work if none is named.
#[test]
fn lists_are_proved_by_default() {
    for (file, entry) in [
        ("examples/c/list_partition.c", "partition"),
        ("tests/programs/c/heap/bubble-sort.c", "sort"),
        ("tests/programs/c/heap/reverse.c", "reverse"),
    ] {
        let said = concrex(["check", file, "--entry", entry]);
        assert_eq!(said.status, Some(0), "{file}: {}", said.stdout);
    }
}

/// Numbers of lists that a program makes.
#[test]
fn constants_in_lists_of_any_length() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("made.c").display().to_string();
    let source = "#include <stdlib.h>\n#include <assert.h>\nstruct node { struct node *n; int d; };\n\
                  int __VERIFIER_nondet_int(void);\nint main(void) { struct node *l = 0;\n\
                  while (__VERIFIER_nondet_int()) { struct node *p = malloc(sizeof *p); if (!p) return 0;\n\
                  p->d = __VERIFIER_nondet_int() ? 1 : 2; p->n = l; l = p; }\n\
                  while (l) { assert(l->d == 1 || l->d == 2); l = l->n; } return 0; }\n";
    std::fs::write(&file, source).expect("it can be written");
    let command = ["check", &file, "--engine", "shape", "--property", "assert"];
    let said = concrex(command.into_iter().chain(["--time", "60s"]));
    assert!(said.stdout.contains("proved"), "{}", said.stdout);
    assert_eq!(said.status, Some(0), "{}", said.stdout);
}

#[test]
fn what_is_false_is_not_proved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (number, faulty) in FAULTY.iter().enumerate() {
        let file = folder.path().join(format!("faulty{number}.c"));
        std::fs::write(&file, faulty.source).expect("it can be written");
        let file = file.display().to_string();
        let mut command = vec!["check", &file, "--engine", "shape", "--challenge", "off"];
        command.extend(["--time", "60s", "--json"]);
        command.extend(faulty.options);
        let report: Value = serde_json::from_str(&concrex(command).stdout).expect("a document");
        let claims = report["claims"].as_array().expect("claims");
        let mut claimed = claims.iter().filter(|claim| {
            claim["kind"] == faulty.kind && claim["location"]["line"] == faulty.line
        });
        let is_open = claimed.any(|claim| claim["status"] != "proved");
        assert!(is_open, "{number}: {report}");
    }
}
