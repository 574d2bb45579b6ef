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

/// What becomes of the divisions of a program that starts with `f`, given as preprocessed text.
fn statuses(source: &str, options: &[&str]) -> Vec<String> {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("program.i");
    std::fs::write(&file, source).expect("a file in it");
    let said = Command::new(env!("CARGO_BIN_EXE_concrex"))
        .current_dir(folder.path())
        .args(["check", "program.i", "--entry", "f", "--json"])
        .args(["--property", "division"])
        .args(options)
        .output()
        .expect("it can be started")
        .stdout;
    let document: serde_json::Value = serde_json::from_slice(&said).expect("a document");
    let claims = document["claims"].as_array().expect("claims").iter();
    let status = |claim: &serde_json::Value| claim["status"].as_str().map(str::to_string);
    claims.filter_map(status).collect()
}

const ERRNO: &str = "extern int *__errno_location(void);\n";

#[test]
fn callers_have_called_the_library_before() {
    let first = format!("{ERRNO}int f(void) {{ return 10 / (*__errno_location() == 0); }}\n");
    assert_eq!(statuses(&first, &[]), ["refuted"]);
    assert_eq!(statuses(&first, &["--globals", "initial"]), ["proved"]);
    let set = format!(
        "{ERRNO}int f(void) {{ *__errno_location() = 0; return 10 / (*__errno_location() == 0); }}\n"
    );
    assert_eq!(statuses(&set, &[]), ["proved"]);
    let lent = "extern int opterr; int f(void) { return 10 / opterr; }\n";
    assert_eq!(statuses(lent, &[]), ["refuted"]);
}

#[test]
fn what_only_the_library_keeps_is_not_known_and_not_chosen() {
    for source in [
        "char *strtok(char *, const char *); int f(void) { return 10 / !strtok(0, \",\"); }\n",
        "#include <stdio.h>\nint f(void) { return 10 / !feof(stdin); }\n",
        "#include <stdio.h>\nint f(void) { return 10 / !ferror(stdout); }\n",
        "extern int optind; int f(void) { return 10 / (optind == 1); }\n",
        "long lrand48(void); int f(void) { return 10 / (lrand48() == 0); }\n",
        "char *setlocale(int, const char *); int f(void) { return 10 / (*setlocale(6, 0) == 'C'); }\n",
        "int atexit(void (*)(void)); void exit(int); static int n;
         static void end(void) { n = 10 / (n != 7); }
         void f(int x) { if (x) atexit(end); else { n = 7; exit(0); } }\n",
        "int raise(int); void (*signal(int, void (*)(int)))(int); static int n = 1;
         static void got(int it) { n = 10 / (it != 10); }
         void install(void) { signal(10, got); }
         void f(void) { raise(10); }\n",
    ] {
        // As much of it as is needed.
        let source = source.replace(
            "#include <stdio.h>\n",
            "typedef struct _IO_FILE FILE; extern FILE *stdin, *stdout; int feof(FILE *); int ferror(FILE *);\n",
        );
        let found = statuses(&source, &[]);
        assert_eq!(found, ["unknown"], "{source}");
    }
    for source in [
        "char *strtok(char *, const char *);
         int f(void) { char a[] = \"x\"; strtok(a, \",\"); return 10 / !strtok(0, \",\"); }\n",
        "typedef struct _IO_FILE FILE; extern FILE *stdin; int feof(FILE *); void clearerr(FILE *);
         int f(void) { clearerr(stdin); return 10 / !feof(stdin); }\n",
        "void srand48(long); long lrand48(void);
         int f(void) { srand48(1); return 10 / (lrand48() == 89400484); }\n",
    ] {
        assert_eq!(statuses(source, &[]), ["proved"], "{source}");
    }
}

#[test]
fn variables_in_headers_of_the_system_are_variables() {
    let header = "# 1 \"/usr/include/own.h\" 1 3
static int level = 1;
static inline int count(void) { static int calls; return ++calls; }
static inline void set(int to) { level = to; }
# 9 \"program.c\" 2
";
    let status = |code: &str| statuses(&format!("{header}{code}\n"), &[]);
    let written = "void put(int to) { set(to); } int f(void) { return 10 / level; }";
    assert_eq!(status(written), ["refuted"]);
    assert_eq!(status("int f(void) { return 10 / level; }"), ["proved"]);
    let counted = "int f(void) { return 10 / (count() == 1); }";
    assert_eq!(status(counted), ["unknown"]);
}

#[test]
fn what_a_callback_is_given_is_the_callers_from_then_on() {
    for code in [
        "void run(void (*back)(int *)) { back(&n); }",
        "static void (*kept)(int *); void set(void (*back)(int *)) { kept = back; }
         void run(void) { if (kept) kept(&n); }",
        "void run(void (*back)(int, ...)) { back(1, &n); }",
        "struct s { int *p; }; void run(void (*back)(struct s)) { struct s s = { &n }; back(s); }",
        "static void write(int to) { n = to; } void run(void (*back)(void (*)(int))) { back(write); }",
        "static int *own; void run(int **(*back)(void)) { *back() = &n; }",
    ] {
        let source = format!("static int n; {code} int f(void) {{ return 10 / (n == 0); }}\n");
        assert_eq!(statuses(&source, &[]), ["refuted"], "{code}");
    }
    for code in [
        "void run(void (*back)(int)) { back(n); }",
        "static void own(int *p) { (void)p; } static void each(void (*back)(int *)) { back(&n); }
         void run(void) { each(own); }",
    ] {
        let source = format!("static int n; {code} int f(void) {{ return 10 / (n == 0); }}\n");
        assert_eq!(statuses(&source, &[]), ["proved"], "{code}");
    }
}
