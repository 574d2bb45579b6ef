//! Proofs are challenged by native runs. Concrex has no bug to show that a disagreement is noticed;
//! instead, the compiler lies: a wrapper around `cc` defines `LIE` when it compiles, and not when it
//! preprocesses for us.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "this test uses a part of it")]
mod support;

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A compiler that lies.
const LYING: &str = r#"#!/bin/sh
case " $* " in
*" -E "*) exec cc "$@" ;;
*) exec cc -DLIE "$@" ;;
esac
"#;

/// A compiler that only preprocesses.
const REFUSING: &str = r#"#!/bin/sh
case " $* " in
*" -E "*) exec cc "$@" ;;
*) exit 1 ;;
esac
"#;

/// A busy machine takes its time.
const LONG: &[&str] = &["--challenge", "50s"];

#[test]
fn an_assertion_that_fails() {
    let source = "
#include <assert.h>
#ifdef LIE
#define SUM 5
#else
#define SUM 4
#endif
int main(void) { assert(2 + 2 == SUM); return 0; }";
    disagrees(source, &[], "Assertion `2 + 2 == SUM' failed");
}

#[test]
fn an_error_function_that_is_called() {
    let source = "
extern void reach_error(void);
#ifdef LIE
#define WRONG 1
#else
#define WRONG 0
#endif
int main(void) { if (WRONG) reach_error(); return 0; }";
    disagrees(source, &[], "error function called");
}

#[test]
fn another_exit_status() {
    let source = "
#ifdef LIE
#define STATUS 4
#else
#define STATUS 3
#endif
int main(void) { return STATUS; }";
    disagrees(source, &[], "it ends with status 4");
}

#[test]
fn a_sanitizer_that_reports() {
    let source = "
#ifdef LIE
#define LAST 4
#else
#define LAST 3
#endif
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int table[4] = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
    return i < 0 || i > LAST ? 0 : table[i];
}";
    disagrees(source, &[], "index 4 out of bounds");
}

#[test]
fn a_function_with_an_unknown_caller() {
    let source = "
#ifdef LIE
#define LIMIT 1
#else
#define LIMIT 2
#endif
int share(const int *total, int parts)
{
    if (!total || parts < LIMIT) return 0;
    return *total / (parts - 1);
}
int scale(int n) { return n < LIMIT ? 0 : 100 / (n - 1); }";
    disagrees(source, &["--entry", "scale"], "division by zero");
    // No caller of a challenge gives memory.
    agrees(source, &["--entry", "share"]);
}

#[test]
fn a_program_that_reads_its_input() {
    let source = "
#include <assert.h>
#include <stdio.h>
#ifdef LIE
#define LIMIT 200
#else
#define LIMIT 1000
#endif
int main(void)
{
    int n = 0;
    while (n < 300 && getchar() != EOF) n++;
    assert(n < LIMIT);
    return 0;
}";
    disagrees(source, &[], "Assertion `n < LIMIT' failed");
}

#[test]
fn a_leak_touches_nothing_else() {
    let source = "
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
#ifdef LIE
    p = 0;
#endif
    free(p);
    return 0;
}";
    let report = check(source, LYING, LONG);
    assert_eq!(report["verdict"], "unknown");
    let claims = report["claims"].as_array().expect("a list");
    for claim in claims {
        let expected = match claim["kind"] == "leak" {
            true => "unknown",
            false => "proved",
        };
        assert_eq!(claim["status"], expected, "{claim}");
    }
}

#[test]
fn a_proof_that_is_trusted() {
    let source = "
#ifdef LIE
#define STATUS 4
#else
#define STATUS 3
#endif
int main(void) { return STATUS; }";
    agrees(source, &["--challenge", "off"]);
    assert_eq!(check(source, REFUSING, &[])["verdict"], "proved");
}

#[test]
fn nothing_native_where_the_interpreter_is_enough() {
    let only = &["--replay", "interpreter"];
    let proved = "
#include <assert.h>
#ifdef LIE
#define SUM 5
#else
#define SUM 4
#endif
int main(void) { assert(2 + 2 == SUM); return 0; }";
    agrees(proved, only);
    // A compiled run would not fail.
    let refuted = "
#ifdef LIE
#define LAST 3
#else
#define LAST 4
#endif
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int table[4] = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
    return i < 0 || i > LAST ? 0 : table[i];
}";
    let report = check(refuted, LYING, only);
    assert_eq!(report["verdict"], "refuted", "{report}");
    let claims = report["claims"].as_array().expect("a list of claims");
    let refuted = claims.iter().find(|claim| claim["status"] == "refuted");
    let counterexample = &refuted.expect("a refuted claim")["counterexample"];
    assert_eq!(counterexample["replay"]["status"], "interpreted");
    assert_eq!(counterexample["saved"]["test"], Value::Null);
}

#[test]
fn runs_that_say_nothing() {
    let endless = "int main(void) {
#ifdef LIE
    for (;;) ;
#endif
    return 0; }";
    agrees(endless, &[]);
    let exhausted = "
#ifdef LIE
#define LIMIT 100000000
#else
#define LIMIT 10
#endif
static int depth(int n) { volatile char room[1000]; room[0] = 1; return n == 0 ? 0 : depth(n - 1) + room[0]; }
int main(void) { return depth(LIMIT) != LIMIT; }";
    agrees(exhausted, &[]);
    let assuming = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 5 && n < 10);
    return 100 / n;
}";
    agrees(assuming, &[]);
    // Nobody reads what is in the variable.
    let elsewhere = "
extern struct { char *p; } there;
int main(void) { static char c; there.p = &c; *there.p = 1; return c - 1; }";
    agrees(elsewhere, &[]);
}

#[test]
fn ordinary_endings() {
    agrees("int main(void) { return 3; }", &[]);
    // Which status that is nobody says.
    agrees("int f(void) { return 7; }\nvoid main(void) { f(); }", &[]);
    agrees("#include <stdlib.h>\nint main(void) { abort(); }", &[]);
    agrees("#include <stdlib.h>\nint main(void) { exit(-1); }", &[]);
    // What was not asked about may happen.
    let unasked = "#include <assert.h>\nint main(void) { assert(1 + 1 == 3); return 0; }";
    agrees(unasked, &["--property", "memsafety"]);
}

#[test]
fn files_stay_in_the_folder_of_the_run() {
    let fixture = Fixture::new(LYING);
    let outside = fixture.folder.path().join("outside");
    let source = format!(
        "
#include <stdio.h>
int main(void)
{{
    FILE *file = fopen(\"inside\", \"w\");
    if (file) {{ fputs(\"text\", file); fclose(file); }}
    file = fopen(\"{}\", \"w\");
    if (file) fclose(file);
    remove(\"{0}\");
    return 0;
}}",
        outside.display()
    );
    fs::write(&outside, "precious").expect("the folder is ours");
    assert_eq!(fixture.check(&source, &[])["verdict"], "proved");
    let kept = fs::read_to_string(&outside).expect("it is still there");
    assert_eq!(kept, "precious");
    assert!(!fixture.folder.path().join("inside").exists());
}

/// A JVM that lies: it says what it is told instead of running anything.
#[test]
fn the_jvm_disagrees() {
    let source = "public class Sum {
    public static void main(String[] args) { assert 2 + 2 == 4; }
}";
    let uncaught = "echo 'Exception in thread \"main\" java.lang.AssertionError' >&2; exit 1";
    assert_eq!(check_java(source, uncaught), "unknown");
    assert_eq!(check_java(source, "exit 5"), "unknown");
    assert_eq!(check_java(source, "exit 0"), "proved");
    // Memory is assumed. A stack is, too, but a run that overflows it shows that the claim is wrong.
    let exhausted =
        |error: &str| format!("echo 'Exception in thread \"main\" java.lang.{error}' >&2; exit 1");
    let overflow = exhausted("StackOverflowError");
    assert_eq!(check_java(source, &overflow), "unknown");
    let recursive = "public class Sum {
    static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
    public static void main(String[] args) { assert sum(10) == 55; }
}";
    assert_eq!(check_java(recursive, &overflow), "unknown");
    assert_eq!(check_java(recursive, "exit 0"), "proved");
    let no_memory = exhausted("OutOfMemoryError: Java heap space");
    assert_eq!(check_java(source, &no_memory), "proved");
    assert_eq!(
        check_java(source, "echo 'Error: no JVM' >&2; exit 1"),
        "proved"
    );
}

/// The verdict on a program where `java` is this script.
fn check_java(source: &str, script: &str) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let search = std::env::var_os("PATH").unwrap_or_default();
    let java = std::env::split_paths(&search).find_map(|folder| {
        let path = folder.join("java");
        path.canonicalize().ok()
    });
    let java = java.expect("there is a JVM");
    let real = java.ancestors().nth(2).expect("a JVM is in bin/");
    let home = folder.path().join("home");
    fs::create_dir_all(home.join("bin")).expect("the folder is ours");
    for part in ["lib", "conf", "release", "bin/javac"] {
        std::os::unix::fs::symlink(real.join(part), home.join(part)).expect("the folder is ours");
    }
    executable(&home.join("bin/java"), &format!("#!/bin/sh\n{script}\n"));
    fs::write(folder.path().join("Sum.java"), source).expect("the folder is ours");
    let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
    command
        .current_dir(folder.path())
        .env("JAVA_HOME", &home)
        .args(["check", "Sum.java", "--json"])
        .args(LONG);
    let said = support::finish(command);
    let report: Value = serde_json::from_str(&said.stdout).expect("a document");
    report["verdict"].clone()
}

/// Writes a script.
fn executable(path: &Path, text: &str) {
    fs::write(path, text).expect("the folder is ours");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, executable).expect("the file is ours");
}

/// The proof does not survive, and the reason is this.
fn disagrees(source: &str, options: &[&str], why: &str) {
    let options = [options, LONG].concat();
    let report = check(source, LYING, &options);
    assert_eq!(report["verdict"], "unknown", "{report}");
    let message = report["program"]["message"].as_str().expect("a text");
    assert!(message.contains("disagrees"), "{message}");
    assert!(message.contains("a defect of Concrex"), "{message}");
    assert!(message.contains(why), "{message}");
    let claims = report["claims"].as_array().expect("a list");
    assert!(claims.iter().all(|claim| claim["status"] == "unknown"));
}

fn agrees(source: &str, options: &[&str]) {
    let report = check(source, LYING, options);
    assert_eq!(report["verdict"], "proved", "{report}");
}

fn check(source: &str, compiler: &str, options: &[&str]) -> Value {
    Fixture::new(compiler).check(source, options)
}

/// A folder with a compiler.
struct Fixture {
    folder: TempDir,
    compiler: PathBuf,
}

impl Fixture {
    fn new(compiler: &str) -> Fixture {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("compiler");
        executable(&path, compiler);
        Fixture {
            folder,
            compiler: path,
        }
    }

    fn check(&self, source: &str, options: &[&str]) -> Value {
        let program = self.folder.path().join("program.c");
        fs::write(program, source).expect("the folder is ours");
        let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
        command
            .current_dir(self.folder.path())
            .args(["check", "program.c", "--json", "--cc"])
            .arg(&self.compiler)
            .args(options);
        let said = support::finish(command);
        serde_json::from_str(&said.stdout).expect("a document")
    }
}
