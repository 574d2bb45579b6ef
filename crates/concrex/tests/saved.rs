//! Every test in C that `check` saves is run as its own first lines say, and fails as claimed.

#[expect(dead_code, reason = "only what is refuted counts here")]
mod expectation;
#[allow(dead_code, reason = "this test uses a part of it")]
mod support;

use expectation::{Expectation, Verdict, refuted};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Said, finish, project};

fn main() {
    let arguments = Arguments::from_args();
    let folder = project().join("tests/programs/c/inputs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| is_refuted(path))
        .collect();
    files.sort();
    let trials = files.into_iter().map(|file| {
        let name = file
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        Trial::test(format!("saved {}", name.unwrap_or_default()), move || {
            check_saved(&file)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn is_refuted(file: &Path) -> bool {
    Expectation::read(file).is_ok_and(|expectation| {
        matches!(expectation.verdict, Verdict::Refuted { .. }) && !expectation.is_open
    })
}

/// Checks the program in a folder of its own, and types what the saved test says.
fn check_saved(file: &Path) -> Result<(), Failed> {
    let expectation = Expectation::read(file)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let name = file.file_name().ok_or("it has a name")?;
    std::fs::copy(file, folder.path().join(name)).map_err(|error| error.to_string())?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
    command
        .current_dir(folder.path())
        .args(expectation.command("check", Path::new(name)))
        .arg("--json");
    let said = finish(command);
    let report: serde_json::Value = serde_json::from_str(&said.stdout)
        .map_err(|error| format!("not a document: {error}\n{}", said.stderr))?;
    let mut claims = refuted(&report).peekable();
    if claims.peek().is_none() {
        return Err(format!("nothing is refuted:\n{}", said.stdout).into());
    }
    for claim in claims {
        let counterexample = &claim["counterexample"];
        let test = counterexample["saved"]["test"].as_str();
        match (counterexample["replay"]["status"].as_str(), test) {
            (Some("confirmed"), Some(test)) => fails(folder.path(), test, claim)?,
            // What only the interpreter shows is no test.
            (Some("interpreted"), None) => {}
            other => return Err(format!("{other:?}").into()),
        }
    }
    Ok(())
}

/// Types the command in the first lines of a test, which must fail at the claimed line.
fn fails(folder: &Path, test: &str, claim: &serde_json::Value) -> Result<(), Failed> {
    let text = std::fs::read_to_string(folder.join(test)).map_err(|error| error.to_string())?;
    let line = text.lines().find_map(|line| line.strip_prefix(" *     "));
    let line = line.ok_or("the first lines have no command")?;
    let mut command = Command::new("sh");
    command.current_dir(folder).arg("-c").arg(line);
    let Said {
        status,
        stdout,
        stderr,
    } = finish(command);
    let place = format!(
        "{}:{}",
        claim["location"]["file"].as_str().unwrap_or_default(),
        claim["location"]["line"]
    );
    let is_named = claim["kind"] == "postcondition" || stderr.contains(&place);
    match status != Some(0) && is_named {
        true => Ok(()),
        false => Err(format!("{line}\nends with {status:?}:\n{stdout}{stderr}").into()),
    }
}
