//! Every claim has a verdict of its own: what is given up costs the claims that can be reached from
//! there, and no others.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use support::concrex;

/// The status of each claim, `kind@line`, of a program.
fn statuses(options: &[&str], source: &str) -> BTreeMap<String, String> {
    let mut file = tempfile::Builder::new()
        .suffix(".c")
        .tempfile()
        .expect("a file can be made");
    file.write_all(source.as_bytes())
        .expect("it can be written");
    let path = file.path().display().to_string();
    let common = ["check", "--json", "--challenge=off", "--replay=off", &path];
    let said = concrex(common.iter().chain(options));
    assert!(
        said.status.is_some_and(|status| status != 2),
        "{}",
        said.stderr
    );
    let report: Value = serde_json::from_str(&said.stdout).expect("one JSON document");
    let claims = report["claims"].as_array().expect("claims").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    claims
        .map(|claim| {
            let line = &claim["location"]["line"];
            let name = format!("{}@{line}", text(&claim["kind"]));
            (name, text(&claim["status"]))
        })
        .collect()
}

/// Checks the statuses of some claims.
fn check(options: &[&str], source: &str, expected: &[(&str, &str)]) {
    let found = statuses(options, source);
    for (claim, status) in expected {
        let found_status = found.get(*claim).map(String::as_str);
        assert_eq!(found_status, Some(*status), "{claim} in {found:?}");
    }
}

#[test]
fn what_comes_before_the_end_of_the_time_is_settled() {
    check(
        &["--engine=explore", "--time=4s", "--match=off"],
        "int __VERIFIER_nondet_int(void);
         int before(int *a) { return a[1]; }
         int after(int *a, unsigned i) { return a[i == 0xdeadbeef]; }
         int main(void) {
             int a[2] = {1, 2};
             unsigned n = before(a);
             while (__VERIFIER_nondet_int()) n = n * 31 + 7;
             return after(a, n);
         }",
        &[("bounds@2", "proved"), ("bounds@3", "unknown")],
    );
}

#[test]
fn a_function_that_is_called_again_is_not() {
    check(
        &["--engine=explore", "--time=1s", "--match=off"],
        "int __VERIFIER_nondet_int(void);
         int get(int *a, int i) { return a[i]; }
         int main(void) {
             int a[2] = {1, 2};
             unsigned n = get(a, 0);
             while (__VERIFIER_nondet_int()) n = n * 31 + 7;
             return get(a, n == 0xdeadbeef ? 2 : 1);
         }",
        &[("bounds@2", "unknown")],
    );
}

#[test]
fn nor_one_that_is_called_through_a_pointer() {
    check(
        &["--engine=explore", "--time=1s", "--match=off"],
        "int __VERIFIER_nondet_int(void);
         int get(int *a, int i) { return a[i]; }
         int (*table[1])(int *, int) = {get};
         int main(void) {
             int a[2] = {1, 2};
             unsigned n = get(a, 0);
             while (__VERIFIER_nondet_int()) n = n * 31 + 7;
             return table[0](a, n == 0xdeadbeef ? 2 : 1);
         }",
        &[("bounds@2", "unknown")],
    );
}

#[test]
fn memory_may_leak_after_the_end_of_the_time() {
    check(
        &["--engine=explore", "--time=1s", "--match=off"],
        "#include <stdlib.h>
         int __VERIFIER_nondet_int(void);
         int main(void) {
             char *p = malloc(4);
             unsigned n = 1;
             while (__VERIFIER_nondet_int()) n = n * 31 + 7;
             if (n == 0xdeadbeef) p = 0;
             free(p);
             return 0;
         }",
        &[("leak@4", "unknown")],
    );
}

/// A generalised state has forgotten that a number is the address of an object.
#[test]
fn nothing_is_proved_behind_an_access_that_a_general_state_cannot_make() {
    check(
        &["--match=general", "--engine=explore"],
        "#include <assert.h>
         #include <stdint.h>
         int __VERIFIER_nondet_int(void);
         int main(void) {
             unsigned char a[2] = {1, 2}, b[2] = {3, 61};
             uintptr_t p = 0;
             int k = 0;
             if (__VERIFIER_nondet_int()) p = (uintptr_t)&a[1]; else p = (uintptr_t)&b[1];
             while (__VERIFIER_nondet_int()) k = !k;
             if (k)
                 assert(*(unsigned char *)p != 61);
             return 0;
         }",
        &[("assert@11", "unknown")],
    );
}

#[test]
fn a_general_state_proves_what_it_does_not_touch() {
    check(
        &["--match=general"],
        "#include <assert.h>
         int __VERIFIER_nondet_int(void);
         int main(void) {
             int a[4] = {0}, i = 0, n = 0;
             while (__VERIFIER_nondet_int()) {
                 if (i < 3) a[i++] = 1;
                 n = n * 7 % 11;
             }
             assert(n == 0);
             return a[i];
         }",
        &[("bounds@6", "proved")],
    );
}

#[test]
fn undefined_behaviour_that_nobody_asked_about_may_do_anything() {
    check(
        &["--time=2s", "--property=assert"],
        "#include <assert.h>
         int __VERIFIER_nondet_int(void);
         int main(void) {
             int x = 1;
             assert(x == 1);
             int a[2] = {0};
             a[__VERIFIER_nondet_int()] = 3;
             return 0;
         }",
        &[("assert@5", "unknown")],
    );
}

/// What is found in the first call says nothing of later ones.
#[test]
fn later_calls_are_not_followed_when_the_first_fails() {
    check(
        &["--time=6s", "--entry=f"],
        "#include <assert.h>
         static unsigned next(void) { static unsigned n; if (n == 2) assert(0); return n++; }
         int f(unsigned x) {
             unsigned k = next();
             assert(x != 5);
             if (k == 0) {
                 unsigned s = 0;
                 for (unsigned i = 0; i < x; i++) { s = s * 31 + i; if (s * s == x * 7u + 3) s += x; }
             }
             return k;
         }",
        &[("assert@2", "unknown"), ("assert@5", "refuted")],
    );
}

/// Which of two objects comes first is not for one execution to say.
#[test]
fn the_order_of_objects_is_open() {
    check(
        &["--property=assert", "--time=5s"],
        "#include <assert.h>
         int main(void) { int a, b; if (!(&a < &b)) assert(0); return 0; }",
        &[("assert@2", "unknown")],
    );
}
