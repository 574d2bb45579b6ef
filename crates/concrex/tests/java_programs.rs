//! Every program of `tests/programs/java/check`, `alarms` and `heap` against the verdict that its comments expect. See
//! `tests/programs/README.md`.

#[expect(dead_code, reason = "programs that are only checked have no output")]
mod expectation;
mod support;

use expectation::{Expectation, refuted, verdict_line};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use support::project;

fn main() {
    let arguments = Arguments::from_args();
    let available = is_installed("javac");
    if !available {
        eprintln!("note: there is no JDK; the Java programs are skipped");
    }
    let trials = programs().into_iter().map(|file| {
        let name = format!("check {}", file.display());
        Trial::test(name, move || check(&file)).with_ignored_flag(!available)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// `concrex check` gives the expected verdict, and the JVM fails with every counterexample.
fn check(file: &Path) -> Result<(), Failed> {
    let expectation = Expectation::read(&project().join(file))?;
    let (report, said) = expectation.check(file)?;
    let (expected, found) = (expectation.verdict.line(), verdict_line(&report, &said));
    if expectation.is_open && (report["verdict"] == "unknown" || report["verdict"] == "bounded") {
        return Ok(());
    }
    if expected != found {
        let text = said.stdout;
        return Err(format!("expected {expected}\nfound    {found}\n{text}").into());
    }
    for claim in refuted(&report) {
        let replay = &claim["counterexample"]["replay"];
        let by_jvm = replay["how"].as_str() == Some("java -ea");
        if replay["status"] != "confirmed" || !by_jvm {
            return Err(format!("the JVM does not confirm it: {replay}").into());
        }
    }
    Ok(())
}

/// The programs, relative to the project, in order.
fn programs() -> Vec<PathBuf> {
    let folders =
        ["check", "alarms", "heap"].map(|name| Path::new("tests/programs/java").join(name));
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(project().join(&folder));
        let entries = entries.into_iter().flatten().flatten();
        found.extend(entries.map(|entry| folder.join(entry.file_name())));
    }
    found.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "java")
    });
    found.sort();
    found
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
