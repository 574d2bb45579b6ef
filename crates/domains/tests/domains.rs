//! Each domain proves what a weaker one does not, and so does each part that is beside them.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use domains::Domain::{Intervals, Octagons, Polyhedra, Zones};
use domains::{Domain, Findings};
use support::options;

/// The alarms of a body of `main`, in which `any()` is a number that the environment chooses.
fn alarms(domain: Domain, body: &str) -> Findings {
    let source = format!(
        "#include <assert.h>\n#include <string.h>\n#define any __VERIFIER_nondet_int\n\
         int any(void);\nint main(void) {{\n{body}\nreturn 0; }}\n"
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("it can be written");
    let program = frontend_c::load(&[file], &frontend_c::Options::default()).expect("it is C");
    let found = domain.analyze(&program, &options(200_000));
    found.expect("the analysis ends")
}

/// The weakest domain that proves a body, and all that are stronger do; none that is weaker does.
fn check(weakest: Domain, body: &str) {
    let order = [Intervals, Zones, Octagons, Polyhedra];
    let first = order.iter().position(|domain| *domain == weakest);
    for (index, domain) in order.into_iter().enumerate() {
        let found = alarms(domain, body);
        let is_proved = found.alarms.is_empty() && found.left.is_empty();
        let expected = first.is_some_and(|first| index >= first);
        assert_eq!(
            is_proved,
            expected,
            "{}: {:?}\n{body}",
            domain.name(),
            found.alarms
        );
    }
}

/// All domains of relations prove it, and intervals do not.
fn by_relations(body: &str) {
    for domain in [Zones, Octagons] {
        let found = alarms(domain, body);
        assert!(
            found.alarms.is_empty(),
            "{}: {:?}",
            domain.name(),
            found.alarms
        );
    }
    assert!(!alarms(Intervals, body).alarms.is_empty(), "{body}");
}

#[test]
fn intervals_bound_a_counter() {
    check(
        Intervals,
        "int i = 0; while (i < 1000) i++; assert(i == 1000);",
    );
}

#[test]
fn zones_compare_two_numbers() {
    check(
        Zones,
        "int x = any(), y = any(); if (x < y) assert(x != y);\nif (x <= y && y <= 7) assert(x <= 7);\n\
         if (x < y && x > 0 && y < 99) { int d = y - x; assert(d > 0); }",
    );
}

#[test]
fn octagons_bound_a_sum() {
    check(
        Octagons,
        "int x = any(), y = any(); if (x < 0 || x > 9 || y < 0 || y > 9) return 0;\n\
         if (x + y > 9) return 0; int z = 9 - y; assert(x <= z);",
    );
}

#[test]
fn polyhedra_know_three_numbers() {
    check(
        Polyhedra,
        "int x = any(), y = any(), z = any();\n\
         if (x < 0 || x > 99 || y < 0 || y > 99 || z < 0 || z > 999) return 0;\n\
         if (2 * x + y <= z && z <= 10) assert(2 * x + y <= 10 && x <= 5);\n\
         int u = x + y + z; if (u <= 50) assert(x + y <= 50 - z);",
    );
}

#[test]
fn elements_are_filled_up_to_an_index() {
    by_relations(
        "int a[50], n = 0; while (n < 50 && any()) a[n++] = any();\n\
         int last = 0; for (int i = 0; i < n; i++) last = a[i];\nreturn last;",
    );
}

#[test]
fn elements_that_are_filled_have_a_range() {
    by_relations(
        "int a[50], n = 0; while (n < 50 && any()) { int v = any(); a[n++] = v < 0 ? 0 : v > 9 ? 9 : v; }\n\
         for (int i = 0; i < n; i++) assert(a[i] >= 0 && a[i] <= 9);",
    );
}

#[test]
fn what_is_filled_too_little_is_an_alarm() {
    let found = alarms(
        Zones,
        "int a[50], n = 0; while (n < 50 && any()) a[n++] = any();\n\
         int last = 0; for (int i = 0; i <= n && i < 50; i++) last = a[i];\nreturn last;",
    );
    assert!(
        found
            .alarms
            .iter()
            .any(|alarm| alarm.kind.name() == "uninit")
    );
}

#[test]
fn texts_end_where_a_zero_is() {
    by_relations(
        "char s[64], t[64]; int n = 0; while (n < 63 && any()) s[n++] = (char)any();\n\
         s[n] = 0; strcpy(t, s); return (int)strlen(t);",
    );
}

#[test]
fn a_text_without_an_end_is_an_alarm() {
    let found = alarms(
        Zones,
        "char s[64]; int n = 0; while (n < 64 && any()) s[n++] = (char)any();\n\
         return (int)strlen(s);",
    );
    assert!(
        found
            .alarms
            .iter()
            .any(|alarm| alarm.kind.name() == "bounds")
    );
}

#[test]
fn flags_go_together_with_what_they_say() {
    check(
        Intervals,
        "int is_set = 0, value; while (any()) { if (!is_set) { value = 5; is_set = 1; } else is_set = 0; }\n\
         if (is_set) assert(value == 5);",
    );
}

#[test]
fn what_is_read_twice_is_the_same() {
    check(
        Intervals,
        "int a[9] = {0}; for (;;) { int k = any(); if (k < 0 || k > 8) break; if (a[k] < 100) a[k]++; }",
    );
}
