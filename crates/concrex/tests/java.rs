//! Every program of `tests/programs/java/run` does in the interpreter what it does on the JVM: the
//! same output, the same messages and stack traces, the same exit status.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use support::{concrex, project};

/// Programs that differ from the JVM, and why.
const DIFFERENT: &[(&str, &str)] = &[(
    "UncaughtNumberFormat",
    "a frame of the JDK that only makes the exception is not in the trace",
)];

/// One test for all of them, since `javac` takes as long for one as for all.
#[test]
fn programs_run_as_on_the_jvm() {
    if !is_installed("javac") {
        eprintln!("note: there is no JDK; the Java programs are skipped");
        return;
    }
    let sources = sources();
    assert!(sources.len() >= 60, "{} programs", sources.len());
    let classes = tempfile::tempdir().expect("a temporary folder");
    compile(&sources, classes.path());

    let next = AtomicUsize::new(0);
    let failures = Mutex::new(String::new());
    let work = || {
        while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(difference) = compare(source, classes.path()) {
                let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = writeln!(failures, "{difference}\n");
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let failures = failures
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    assert!(failures.is_empty(), "{failures}");
}

/// What is different between the JVM and the interpreter.
fn compare(source: &Path, classes: &Path) -> Result<(), String> {
    let name = source.file_stem().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(source).map_err(|error| format!("{name}: {error}"))?;
    let arguments = text.lines().find_map(|line| line.strip_prefix("// args: "));
    let arguments: Vec<&str> = arguments.unwrap_or_default().split_whitespace().collect();

    let mut java = Command::new("java");
    java.args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"]);
    java.arg(classes).arg(&*name).args(&arguments);
    let mut concrex = Command::new(env!("CARGO_BIN_EXE_concrex"));
    concrex.args(["run", "--entry", &*name]);
    concrex.arg(classes.join(format!("{name}.class")));
    concrex.arg("--").args(&arguments);

    let (expected, found) = (run(java, source), run(concrex, source));
    let difference = DIFFERENT.iter().find(|(program, _)| *program == name);
    match (difference, expected == found) {
        (None, true) | (Some(_), false) => Ok(()),
        (None, false) => Err(format!(
            "{name}\n--- java\n{expected}\n--- concrex\n{found}"
        )),
        (Some((_, why)), true) => Err(format!("{name} does not differ any more: {why}")),
    }
}

/// Everything that can be seen of a run on the input beside the source.
fn run(mut command: Command, source: &Path) -> String {
    let input = File::open(source.with_extension("stdin"));
    let input = input.map_or_else(|_| Stdio::null(), Stdio::from);
    let output = command.stdin(input).output().expect("it can be started");
    format!(
        "{}--- stderr\n{}--- status {:?}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code()
    )
}

fn compile(sources: &[PathBuf], into: &Path) {
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-Xlint:none", "-d"]);
    let output = javac.arg(into).args(sources).output();
    let output = output.expect("javac can be started");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
}

fn sources() -> Vec<PathBuf> {
    let folder = project().join("tests/programs/java/run");
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    let mut sources: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "java")
        })
        .collect();
    sources.sort();
    sources
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Input that is no Java program: a message, and status 2.
#[test]
fn broken_input_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let refused = |name: &str, content: &[u8], message: &str| {
        let file = folder.path().join(name);
        fs::write(&file, content).expect("it can be written");
        let file = file.display().to_string();
        for command in ["check", "run", "ir"] {
            let said = concrex([command, &file]);
            assert_eq!(said.status, Some(2), "{command} {name}: {}", said.stderr);
            assert!(said.stderr.contains(message), "{name}: {}", said.stderr);
            assert_eq!(said.stdout, "", "{command} {name}");
        }
    };
    let magic = [0xca, 0xfe, 0xba, 0xbe];
    refused("Empty.class", b"", "Empty.class is not a valid class file");
    refused("Text.class", b"class Text {}", "is not a valid class file");
    refused("Cut.class", &magic, "is not a valid class file");
    let future = [magic.as_slice(), &[0, 0, 0, 90, 0, 1]].concat();
    refused("Future.class", &future, "is a class file of version 90");
    refused("text.jar", b"no archive", "text.jar");
    // The end of an archive in which there is nothing.
    let nothing = [b"PK\x05\x06".as_slice(), &[0; 18]].concat();
    refused("empty.jar", &nothing, "there is no Java class");
    if is_installed("javac") {
        let own = b"package concrex; public class Vm { public static void main(String[] a) {} }";
        refused("Vm.java", own, "Concrex has a class concrex.Vm of its own");
    }
}
