//! What an unknown caller finds in global variables and `static` locals.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use expect_test::{Expect, expect};
use std::process::Command;
use tempfile::TempDir;

/// The verdict on the function `f`, and the reasons that are given for it.
fn check(source: &str, options: &[&str], expected: Expect) {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("a file in it");
    let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
    command
        .current_dir(folder.path())
        .args(["check", "program.c", "--entry", "f", "--json"])
        .args(options);
    let said = command.output().expect("it can be started").stdout;
    let document: serde_json::Value = serde_json::from_slice(&said).expect("a document");
    let claims = document["claims"].as_array().expect("claims").iter();
    let mut lines: Vec<String> = claims
        .map(|claim| {
            let text = |field: &str| claim[field].as_str().unwrap_or_default().to_string();
            format!("{} {}: {}", text("status"), text("kind"), text("message"))
        })
        .collect();
    lines.sort();
    lines.dedup();
    expected.assert_eq(&lines.join("\n"));
}

const LIMIT: &str = "\
int limit = 10;
static unsigned seen;
void see(void) { seen++; }
unsigned f(void) { return 100 / limit + seen % 2; }
";

#[test]
fn what_the_program_writes_may_be_anything() {
    check(
        LIMIT,
        &["--property", "division"],
        expect![
            "proved division: abstract interpretation finds no execution that violates it, with any value of `seen`, assuming that `limit` holds its initial value"
        ],
    );
}

#[test]
fn what_other_files_can_name_may_be_anything_if_that_is_asked_for() {
    check(
        LIMIT,
        &["--property", "division", "--globals", "any"],
        expect!["refuted division: `100 / limit` divides by zero"],
    );
}

#[test]
fn everything_holds_its_initial_value_if_that_is_asked_for() {
    check(
        LIMIT,
        &["--property", "division", "--globals", "initial"],
        expect![
            "proved division: abstract interpretation finds no execution that violates it, assuming that global variables hold their initial values"
        ],
    );
}

#[test]
fn what_only_a_later_call_could_find_in_a_static_local_is_unknown() {
    check(
        "#include <assert.h>\nint f(void) { static int calls; calls++; assert(calls == 1); return 0; }\n",
        &["--property", "assert"],
        expect![
            "unknown assert: a candidate was found and not confirmed: it depends on what earlier calls leave in `calls`"
        ],
    );
}

#[test]
fn an_address_that_leaves_the_program_lets_others_write() {
    check(
        "#include <assert.h>\nstatic int level = 4;\nint *get(void) { return &level; }\n\
         int f(void) { assert(level == 4); return 0; }\n",
        &["--property", "assert"],
        expect!["refuted assert: the assertion `level == 4` does not hold"],
    );
    check(
        "#include <assert.h>\nstatic int level = 4;\nstatic int *get(void) { return &level; }\n\
         int f(void) { assert(*get() == 4); return 0; }\n",
        &["--property", "assert"],
        expect!["proved assert: abstract interpretation finds no execution that violates it"],
    );
}

#[test]
fn no_pointer_of_a_caller_leads_to_a_static_local() {
    check(
        "#include <assert.h>\nint f(int *p) { static int own; own = 1; assert(p != &own); return own; }\n",
        &["--property", "assert"],
        expect![
            "proved assert: abstract interpretation finds no execution that violates it, with any value of `own`"
        ],
    );
}

#[test]
fn pointers_do_not_lead_into_variables_and_that_is_said() {
    let source = "#include <assert.h>
static char room[8];
char *lend(void) { room[1] = 0; return room; }
void f(char *given) { if (!given) return; room[0] = 1; *given = 2; assert(room[0] == 1); }
";
    check(
        source,
        &["--property", "assert"],
        expect![
            "proved assert: abstract interpretation finds no execution that violates it, with any value of `room`, assuming that no pointer of a caller's leads into `room`"
        ],
    );
}

#[test]
fn what_earlier_calls_left_behind_pointers_is_assumed_and_said() {
    check(
        "#include <stdlib.h>
int f(int x) { static char *own; if (!own) own = malloc(4); if (own) own[0] = (char)x; return x; }
",
        &["--property", "bounds"],
        expect![
            "proved bounds: abstract interpretation finds no execution that violates it, with any value of `own`, assuming that what earlier calls left in `own` is null or leads to an object as a caller's pointer does, that allocations succeed"
        ],
    );
}
