//! The command line as people and scripts meet it: exit statuses, messages, the JSON document.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod schema;
mod support;

use expect_test::{Expect, expect};
use std::fs;
use std::path::Path;
use support::{Said, concrex, project};
use tempfile::TempDir;

const PROVED: &str = "int main(void)\n{\n    int a[4] = {0};\n    return a[3];\n}\n";
const REFUTED: &str = "\
static int last(const int *a, int n)
{
    return a[n];
}

int main(void)
{
    int a[4] = {0};
    return last(a, 4);
}
";
const INPUT: &str = "\
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    return 10 / (x | 1);
}
";

const OPEN: &str = "\
void measure(int *result);

int main(void)
{
    int result = 1;
    measure(&result);
    return 10 / result;
}
";

#[test]
fn memory_errors_come_before_what_an_unchecked_scanf_left_unset() {
    let fixture = Fixture::new(
        "\
#include <stdio.h>

int main(void)
{
    int index, table[4] = {0};
    scanf(\"%d\", &index);
    if (index < 0)
        return 0;
    return table[index];
}
",
    );
    let engine = Path::new("--engine=explore");
    let said = concrex([Path::new("check"), engine, &fixture.file()]);
    let [bounds, uninit] = ["error[bounds]", "error[uninit]"].map(|error| said.stdout.find(error));
    assert!(bounds.is_some() && bounds < uninit, "{said:?}");
}

#[test]
fn the_exit_status_says_the_verdict() {
    let check = |source: &str, expected: i32| {
        let fixture = Fixture::new(source);
        let said = concrex([Path::new("check"), &fixture.file()]);
        assert_eq!(said.status, Some(expected), "{said:?}");
    };
    check(PROVED, 0);
    check(REFUTED, 1);
    check("int main(void) { return 0", 2);
    check(INPUT, 0);
    check(OPEN, 3);
}

#[test]
fn a_refuted_claim_is_shown_with_its_evidence() {
    let expected = expect![[r#"
        error[bounds]: access outside of the object
         --> program.c:3:12
          |
        3 |     return a[n];
          |            ^^^^ `a[n]` reads 4 bytes at offset 16 of `a`, which has 16 bytes
          |
          = path: 8  int a[4] = {0};  a[0] = 0, a[1] = 0, a[2] = 0, a[3] = 0
                  9  return last(a, 4);
                  3    return a[n];   a = &a, n = 4
          = stack: in `last`
                   called from `main` at program.c:9:12
          = replay: confirmed by cc -fsanitize=address,undefined
          = again: concrex replay concrex-out/bounds-program.c-3-12.json
          = test: concrex-out/bounds-program.c-3-12.c
        note: `a` is declared here
         --> program.c:8:9
          |
        8 |     int a[4] = {0};
          |         ^

        refuted: 7 claims (1 refuted, 6 proved)"#]];
    check_text(&["check"], REFUTED, &expected);
}

#[test]
fn a_run_shows_the_violation_on_standard_error() {
    let fixture = Fixture::new(REFUTED);
    let said = fixture.concrex(&["run"]);
    assert_eq!((said.status, said.stdout.as_str()), (Some(1), ""));
    expect![[r#"
        error[bounds]: access outside of the object
         --> program.c:3:12
          |
        3 |     return a[n];
          |            ^^^^ `a[n]` reads 4 bytes at offset 16 of `a`, which has 16 bytes
          |
          = stack: in `last`
                   called from `main` at program.c:9:12
        note: `a` is declared here
         --> program.c:8:9
          |
        8 |     int a[4] = {0};
          |         ^
    "#]]
    .assert_eq(&said.stderr);
}

#[test]
fn inputs_are_explored() {
    check_text(&["check"], INPUT, &expect!["proved: 1 claim"]);
    check_text(
        &["check"],
        OPEN,
        &expect![[r#"
            unknown: the function `measure` is called, which is not defined
               division@program.c:7:12 (reached once, and held)

            unknown: 2 claims (1 unknown, 1 proved)"#]],
    );
}

/// The interpreter takes a value that nothing determines for zero; the compiled program does not
/// have to fail for it.
#[test]
fn what_does_not_fail_for_real_is_not_refuted() {
    let source = "\
void __VERIFIER_assert(int condition);

int main(void)
{
    int values[2];
    int *p = values;
    __VERIFIER_assert(((long)p & 15) != 0 || ((long)(p + 1) & 15) == 0);
    return 0;
}
";
    let fixture = Fixture::new(source);
    let said = fixture.concrex(&["check", "--property", "assert", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&said.stdout).expect("a document");
    let claim = &document["claims"][0];
    let confirmed = claim["counterexample"]["replay"]["status"] == "confirmed";
    assert!(
        claim["status"] == "unknown" || (claim["status"] == "refuted" && confirmed),
        "{said:?}"
    );
    assert_ne!(document["verdict"], "proved", "{said:?}");
}

#[test]
fn everything_proved_is_one_line() {
    check_text(&["check"], PROVED, &expect!["proved: 1 claim"]);
}

#[test]
fn a_property_selects_claims() {
    let fixture = Fixture::new(REFUTED);
    let said = fixture.concrex(&["check", "--property", "overflow"]);
    assert_eq!(said.status, Some(3), "{said:?}");
    fixture.write(
        "reach.prp",
        "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    );
    let property = fixture.path("reach.prp");
    let said = fixture.concrex(&["check", "--property", &property]);
    assert_eq!(said.status, Some(3), "{said:?}");
    let said = Fixture::new(PROVED).concrex(&["check", "--property", &property]);
    assert_eq!(said.status, Some(0), "{said:?}");
}

#[test]
fn bad_usage_is_told_in_a_line_and_gives_status_2() {
    let fixture = Fixture::new(PROVED);
    let check = |arguments: &[&str], expected: &str| {
        let said = concrex(arguments);
        assert_eq!(said.status, Some(2), "{said:?}");
        assert!(
            said.stderr.contains(expected),
            "{arguments:?}: {}",
            said.stderr
        );
        assert_eq!(said.stdout, "");
    };
    let file = fixture.file().display().to_string();
    let folder = fixture.folder.path().display().to_string();
    fixture.write("odd.prp", "CHECK( init(main()), LTL(F end) )\n");
    check(&["check"], "required arguments were not provided");
    check(
        &["check", "missing.c"],
        "cannot read `missing.c`: No such file or directory",
    );
    check(
        &["check", &folder],
        "is a directory without Java classes, not a C file",
    );
    check(&["check", "--wat", &file], "unexpected argument '--wat'");
    check(
        &["check", "--time", "soon", &file],
        "expected a duration such as 60s",
    );
    check(
        &["check", "--memory", "lots", &file],
        "expected a size such as 4G",
    );
    check(
        &["check", "--property", "wat", &file],
        "there is no property `wat`",
    );
    check(
        &["check", "--property", "none.prp", &file],
        "cannot read `none.prp`",
    );
    check(
        &["check", "--property", &fixture.path("odd.prp"), &file],
        "`F end` is not supported",
    );
    check(&["check", "--entry", "wat", &file], "no function `wat`");
    check(&["ir", "--procedure", "wat", &file], "no function `wat`");
    check(&["frobnicate"], "unrecognized subcommand");
    check(
        &["check", "--cc", "no-such-compiler", &file],
        "no-such-compiler",
    );
}

#[test]
#[cfg(unix)]
fn an_unreadable_file_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let fixture = Fixture::new(PROVED);
    let file = fixture.file();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("it is ours");
    // The superuser reads everything.
    if fs::File::open(&file).is_err() {
        let said = concrex([Path::new("check"), &file]);
        assert_eq!(said.status, Some(2), "{said:?}");
        assert!(said.stderr.contains("Permission denied"), "{}", said.stderr);
    }
}

#[test]
fn broken_sources_are_refused_without_a_crash() {
    let garbage: Vec<u8> = (0..4096_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let deep = 100_000;
    let sources: Vec<(&str, Vec<u8>)> = vec![
        ("empty", Vec::new()),
        ("garbage", garbage),
        ("zeros", vec![0; 4096]),
        ("not utf-8", b"int main(void) { return \xff\xfe; }".to_vec()),
        (
            "truncated",
            REFUTED.as_bytes()[..REFUTED.len() / 2].to_vec(),
        ),
        (
            "parentheses",
            nested("int main(void) { return ", "(", "1", ")", "; }", deep),
        ),
        (
            "open blocks",
            nested("int main(void) ", "{", "", "", "", deep),
        ),
        (
            "declarators",
            nested(
                "int ",
                "(*",
                "p",
                ")",
                "; int main(void) { return x; }",
                deep,
            ),
        ),
        (
            "unary",
            nested("int main(void) { return ", "-", "x", "", "; }", deep),
        ),
        (
            "ifs",
            nested("int main(void) { ", "if (1) ", ";", "", "", deep),
        ),
        ("unknown type", b"wat main(void) { return 0; }".to_vec()),
        (
            "enumerators",
            b"enum { A = ~(__int128)0 ^ ((__int128)1 << 127), B }; int main(void) { return 0; }"
                .to_vec(),
        ),
    ];
    for (name, source) in sources {
        let fixture = Fixture::new(source);
        let said = fixture.concrex(&["check", "--time", "20s"]);
        assert_eq!(said.status, Some(2), "{name}: {}", head(&said.stderr));
        assert!(
            !said.stderr.is_empty() && !said.stderr.contains("panicked"),
            "{name}"
        );
    }
}

#[test]
fn every_truncation_of_a_program_is_survived() {
    for end in (0..REFUTED.len()).step_by(7) {
        let said = Fixture::new(&REFUTED[..end]).concrex(&["check"]);
        assert_eq!(said.status, Some(2), "{end}: {}", head(&said.stderr));
    }
}

#[test]
fn several_files_are_one_program() {
    let fixture = Fixture::new("int helper(int); int main(void) { return helper(3); }\n");
    fixture.write(
        "helper.c",
        "#include \"k.h\"\nint helper(int n) { return n * K + EXTRA; }\n",
    );
    fixture.write("k.h", "#define K 7\n");
    let include = format!("-I{}", fixture.folder.path().display());
    let helper = fixture.path("helper.c");
    let said = fixture.concrex(&["run", &helper, &include, "-DEXTRA=2"]);
    assert_eq!(said.status, Some(23), "{said:?}");
}

#[test]
fn a_run_passes_arguments_input_and_output_through() {
    let source = "\
#include <stdio.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf(\"%s\\n\", argv[i]);
    fputs(\"done\\n\", stderr);
    return argc;
}
";
    let fixture = Fixture::new(source);
    let file = fixture.path("program.c");
    let said = concrex(["run", &file, "--", "one", "--two"]);
    assert_eq!(said.status, Some(3));
    assert_eq!(said.stdout, "one\n--two\n");
    assert_eq!(said.stderr, "done\n");
}

#[test]
fn the_examples_have_the_verdicts_they_announce() {
    let check = |name: &str, status: i32, expected: &str| {
        let said = concrex(["check", &format!("examples/c/{name}.c")]);
        assert_eq!(said.status, Some(status), "{name}: {said:?}");
        assert!(said.stdout.contains(expected), "{name}: {}", said.stdout);
    };
    check("expression", 1, "error[inner-bounds]");
    check("ring_buffer", 0, "proved");
    check("square_root", 1, "error[overflow]");
    check("task_list", 1, "error[use-after-free]");
    check("word_count", 0, "proved");
}

#[test]
fn the_version_and_the_help_are_printed() {
    let said = concrex(["--version"]);
    assert_eq!(
        said.stdout,
        format!("concrex {}\n", env!("CARGO_PKG_VERSION"))
    );
    let said = concrex(["--help"]);
    assert_eq!(said.status, Some(0));
    assert!(said.stdout.contains("Examples:"));
}

#[test]
fn colours_are_written_only_when_asked_for() {
    let fixture = Fixture::new(PROVED);
    let escapes = |arguments: &[&str]| fixture.concrex(arguments).stdout.contains('\u{1b}');
    assert!(!escapes(&["check"]));
    assert!(!escapes(&["check", "--color", "never"]));
    assert!(escapes(&["check", "--color", "always"]));
}

#[test]
fn the_document_has_the_form_of_its_schema() {
    let schema = fs::read_to_string(project().join("docs/report.schema.json")).expect("it exists");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("it is JSON");
    for source in [
        PROVED,
        REFUTED,
        INPUT,
        OPEN,
        "int main(void) { return 0; }\n",
    ] {
        let said = Fixture::new(source).concrex(&["check", "--json"]);
        let document = serde_json::from_str(&said.stdout).expect("one JSON document");
        schema::validate(&schema, &document);
    }
}

fn check_text(arguments: &[&str], source: &str, expected: &Expect) {
    let fixture = Fixture::new(source);
    let said = fixture.concrex(arguments);
    assert_eq!(said.stderr, "");
    // The last line ends with the time it took.
    let text = said.stdout.trim_end();
    let text = text.rsplit_once(" in ").map_or(text, |(before, _)| before);
    let folder = format!("{}/", fixture.folder.path().display());
    expected.assert_eq(&text.replace(&folder, ""));
}

/// A folder with `program.c`.
struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new(source: impl AsRef<[u8]>) -> Fixture {
        let fixture = Fixture {
            folder: tempfile::tempdir().expect("a temporary folder"),
        };
        fixture.write("program.c", source);
        fixture
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.folder.path().join(name), text).expect("the folder is ours");
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("program.c")
    }

    /// Runs `concrex` in the folder, on `program.c`.
    fn concrex(&self, arguments: &[&str]) -> Said {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_concrex"));
        command
            .current_dir(self.folder.path())
            .args(arguments)
            .arg("program.c");
        support::finish(command)
    }
}

fn nested(
    before: &str,
    open: &str,
    middle: &str,
    close: &str,
    after: &str,
    depth: usize,
) -> Vec<u8> {
    let text = [
        before,
        &open.repeat(depth),
        middle,
        &close.repeat(depth),
        after,
    ]
    .concat();
    text.into_bytes()
}

fn head(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[test]
fn scripts_are_solved_in_the_manner_of_smt_lib() {
    let check = |script: &str, status: i32, answer: &str| {
        let fixture = Fixture::new(script);
        let said = concrex([Path::new("solve"), &fixture.file()]);
        assert_eq!(said.status, Some(status), "{said:?}");
        assert_eq!(said.stdout, answer);
    };
    check(
        "(declare-const x (_ BitVec 8)) (assert (= (bvmul x x) #x31)) (check-sat)",
        0,
        "sat\n",
    );
    check(
        "(declare-const x (_ BitVec 8)) (assert (bvult x x)) (check-sat)",
        0,
        "unsat\n",
    );
    check(
        "(assert y)",
        2,
        "(error \"line 1 column 9: `y` is not declared\")\n",
    );
}

#[test]
fn other_solvers_decide_conditions() {
    let fixture = Fixture::new(
        "extern unsigned __VERIFIER_nondet_uint(void);
         #include <assert.h>
         int main(void) { unsigned x = __VERIFIER_nondet_uint(); assert(x * x != 49); return 0; }",
    );
    let path = fixture.file();
    let check = |solver: &str| {
        let file = path.to_str().unwrap();
        let options = ["--property", "assert", "--engine", "explore"];
        concrex(
            ["check", file, "--solver", solver]
                .into_iter()
                .chain(options),
        )
    };
    for solver in ["z3", "cvc5", "bitwuzla"] {
        let installed = std::process::Command::new(solver).arg("--version").output();
        if installed.is_err() {
            eprintln!("{solver} is not installed");
            continue;
        }
        let said = check(solver);
        assert_eq!(said.status, Some(1), "{said:?}");
    }
    let said = check("no-such-solver");
    assert_eq!(said.status, Some(3), "{said:?}");
    assert!(
        said.stdout.contains("cannot start `no-such-solver`"),
        "{said:?}"
    );
}

#[test]
fn other_solvers_decide_scripts() {
    let script = "(declare-const x (_ BitVec 8)) (assert (= (bvmul x x) #x31)) (push 1)
        (assert (! (bvult x #x02) :named small)) (check-sat) (get-unsat-core) (pop 1)
        (assert (bvult x #x10)) (check-sat) (get-value ((bvmul x #x03)))";
    let fixture = Fixture::new(script);
    let solve = |solver: &str| {
        let path = fixture.file();
        let file = path.to_str().unwrap();
        concrex(["solve", file, "--solver", solver, "--time", "60s"])
    };
    for solver in ["embedded", "z3", "cvc5", "bitwuzla"] {
        let installed = std::process::Command::new(solver).arg("--version").output();
        if solver != "embedded" && installed.is_err() {
            eprintln!("{solver} is not installed");
            continue;
        }
        let said = solve(solver);
        assert_eq!(said.status, Some(0), "{said:?}");
        assert_eq!(
            said.stdout,
            "unsat\n(small)\nsat\n(((bvmul x #x03) #x15))\n"
        );
    }
    let said = solve("no-such-solver --flag");
    assert_eq!(said.status, Some(2), "{said:?}");
    assert!(
        said.stdout
            .starts_with("(error \"line 2 column 50: cannot start `no-such-solver --flag`: "),
        "{said:?}"
    );
    // A solver that ends without an answer, and one that never answers.
    assert!(
        solve("true")
            .stdout
            .contains("the solver ended before it answered")
    );
    let path = fixture.file();
    let said = concrex([
        "solve",
        path.to_str().unwrap(),
        "--solver",
        "sleep 60",
        "--time",
        "50ms",
    ]);
    assert!(said.stdout.starts_with("unknown\n"), "{said:?}");
}
