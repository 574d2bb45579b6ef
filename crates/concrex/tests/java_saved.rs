//! The JUnit tests that are saved with counterexamples of Java programs: each compiles, fails with the
//! program as it is, and passes once the program is repaired.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

#[expect(
    dead_code,
    reason = "the programs are checked in a folder of their own"
)]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Said, finish};

/// What a saved test needs of JUnit.
const ANNOTATION: &str = "package org.junit.jupiter.api;
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
public @interface Test {}
";

/// Calls the tests of a class, as JUnit does.
const LAUNCHER: &str = "public class Launcher {
    public static void main(String[] names) throws Throwable {
        java.lang.reflect.Constructor<?> made = Class.forName(names[0]).getDeclaredConstructor();
        made.setAccessible(true);
        int tests = 0;
        for (java.lang.reflect.Method method : made.getDeclaringClass().getDeclaredMethods()) {
            if (!method.isAnnotationPresent(org.junit.jupiter.api.Test.class)) continue;
            method.setAccessible(true);
            method.invoke(made.newInstance());
            tests++;
        }
        if (tests != 1) throw new Error(tests + \" tests\");
    }
}
";

/// A program that fails, what is to be replaced to repair it, and a part of the test that is saved.
struct Case<'a> {
    options: &'a [&'a str],
    source: &'a str,
    wrong: &'a str,
    right: &'a str,
    contains: &'a str,
}

fn check(case: &Case<'_>) {
    if Command::new("javac").arg("-version").output().is_err() {
        eprintln!("note: there is no JDK; the Java program is skipped");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("Program.java");
    fs::write(&program, case.source).expect("it can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
    command.args(["check", "Program.java"]).args(case.options);
    command.current_dir(folder.path());
    let said = finish(command);
    assert_eq!(said.status, Some(1), "{}{}", said.stdout, said.stderr);
    let test = saved(folder.path());
    let text = fs::read_to_string(&test).expect("a test");
    assert!(text.contains(case.contains), "{text}");
    let class = test.file_stem().unwrap_or_default().to_string_lossy();
    let command_line = format!("--select-class {class}");
    assert!(text.contains(&command_line), "{text}");

    let broken = run(folder.path(), &test);
    assert_ne!(broken.status, Some(0), "it passes: {text}");
    assert!(case.source.contains(case.wrong), "nothing to repair");
    fs::write(&program, case.source.replace(case.wrong, case.right)).expect("it can be written");
    let repaired = run(folder.path(), &test);
    assert_eq!(repaired.status, Some(0), "{}\n{text}", repaired.stderr);
}

/// The test that was saved.
fn saved(folder: &Path) -> PathBuf {
    let files = fs::read_dir(folder.join("concrex-out")).expect("what was saved");
    let mut files = files.flatten().map(|entry| entry.path());
    files
        .find(|path| {
            path.extension()
                .is_some_and(|extension| extension == "java")
        })
        .expect("a test")
}

/// Compiles a test with the program and calls it, without any option of the JVM but `-ea`.
fn run(folder: &Path, test: &Path) -> Said {
    let (stub, classes) = (folder.join("stub"), folder.join("classes"));
    let annotation = stub.join("org/junit/jupiter/api");
    fs::create_dir_all(&annotation).expect("a folder");
    fs::write(annotation.join("Test.java"), ANNOTATION).expect("it can be written");
    fs::write(stub.join("Launcher.java"), LAUNCHER).expect("it can be written");
    let support = test.with_extension("");
    let support = PathBuf::from(format!("{}-support", support.display()));
    let mut command = Command::new("javac");
    command.args(["-nowarn", "-d"]).arg(&classes);
    command.args([
        &folder.join("Program.java"),
        &annotation.join("Test.java"),
        &stub.join("Launcher.java"),
    ]);
    command.arg(test).args(sources(&support));
    let said = finish(command);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let mut command = Command::new("java");
    command.arg("-ea").arg("-cp").arg(&classes).arg("Launcher");
    command.arg(test.file_stem().unwrap_or_default());
    finish(command)
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let found = entries.flat_map(|entry| match entry.path().is_dir() {
        true => sources(&entry.path()),
        false => vec![entry.path()],
    });
    found.collect()
}

#[test]
fn a_box_is_made_by_value_of() {
    check(&Case {
        options: &["--entry", "Program.rate"],
        source: "public class Program { static long rate(Long n) { return n == null ? 0 : 100 / n; } }",
        wrong: "100 / n",
        right: "n == 0 ? 0 : 100 / n",
        contains: "Program.rate(Long.valueOf(0L));",
    });
}

#[test]
fn fields_that_can_be_assigned_are_assigned() {
    check(&Case {
        options: &["--entry", "Program.second"],
        source: "public class Program { static class Node { int value; Node next; }
            static int second(Node first) { return first == null ? 0 : first.next.value; } }",
        wrong: "first == null ? 0 :",
        right: "first == null || first.next == null ? 0 :",
        contains: "Node first = new Program.Node();",
    });
}

#[test]
fn private_fields_are_set_by_reflection() {
    check(&Case {
        options: &["--entry", "Program.divide"],
        source: "public class Program { private final int by; Program(int by) { this.by = by; }
            int divide(int n) { return n / by; } }",
        wrong: "n / by",
        right: "by == 0 ? 0 : n / by",
        contains: "set(o0.getClass(), o0, \"by\", 0);",
    });
}

#[test]
fn main_is_called_with_its_arguments() {
    check(&Case {
        options: &[],
        source: "public class Program { public static void main(String[] args) {
            if (args.length == 1) { assert !args[0].equals(\"x\"); } } }",
        wrong: "assert !args[0].equals(\"x\");",
        right: "",
        contains: "Program.main(new String[] {\"x\"});",
    });
}

#[test]
fn standard_input_is_given() {
    check(&Case {
        options: &[],
        source: "public class Program { public static void main(String[] args) throws Exception {
            int c = System.in.read(); assert c != 'q'; } }",
        wrong: "assert c != 'q';",
        right: "",
        contains: "byte[] input = \"q\".getBytes(",
    });
}

#[test]
fn recorded_values_are_beside_the_test() {
    check(&Case {
        options: &[],
        source: "import org.sosy_lab.sv_benchmarks.Verifier;
            public class Program { public static void main(String[] args) {
            int n = Verifier.nondetInt(); assert n != 7; } }",
        wrong: "assert n != 7;",
        right: "",
        contains: "-support -name '*.java'",
    });
}

#[test]
fn generators_have_seeds() {
    check(&Case {
        options: &[],
        source: "import java.util.Random;
            public class Program { public static void main(String[] args) {
            Random r = new Random(); int a = r.nextInt(4); assert a + r.nextInt(4) < 6; } }",
        wrong: "< 6",
        right: "< 7",
        contains: "SEEDS = {",
    });
}
