//! Every program of `tests/programs` against the verdict that its comments expect, and every
//! program of `tests/ir` against the text form beside it. See `tests/README.md`.

mod expectation;
mod support;

use expectation::{Expectation, Verdict, refuted, verdict_line};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::{Said, concrex, project};

/// Workers are compared on a part of the programs; `--run-ignored all` compares them on all.
const ONE_IN_SO_MANY_IS_COMPARED: usize = 4;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for (number, file) in c_files(&project().join("tests/programs"))
        .into_iter()
        .enumerate()
    {
        let name = file.display().to_string();
        let (run, check) = (file.clone(), file);
        // Programs with inputs do different things in different runs.
        if run.starts_with("tests/programs/c/inputs") {
            let trial = Trial::test(format!("jobs {name}"), move || check_jobs(&run));
            let is_compared = number.is_multiple_of(ONE_IN_SO_MANY_IS_COMPARED);
            trials.push(trial.with_ignored_flag(!is_compared));
        } else if !["alarms", "heap"]
            .iter()
            .any(|one| run.starts_with(format!("tests/programs/c/{one}")))
        {
            trials.push(Trial::test(format!("run {name}"), move || check_run(&run)));
        }
        trials.push(Trial::test(format!("check {name}"), move || {
            check_check(&check)
        }));
    }
    for file in c_files(&project().join("tests/ir")) {
        trials.push(Trial::test(format!("ir {}", file.display()), move || {
            check_ir(&file)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// `concrex run` ends as expected, with the expected output.
fn check_run(file: &Path) -> Result<(), Failed> {
    let expectation = Expectation::read(&project().join(file))?;
    let said = concrex(expectation.command("run", file));
    let found = match said.status {
        Some(1) if said.stderr.starts_with("error[") => rendered_violation(&said.stderr),
        Some(status) => format!("exit status {status}"),
        None => "killed".to_string(),
    };
    let expected = match &expectation.verdict {
        Verdict::Proved | Verdict::Bounded => format!("exit status {}", expectation.exit),
        Verdict::Refuted { kind, line } => format!("{kind} at line {line}"),
    };
    same("ending", &expected, &found, &said)?;
    if !expectation.stdout.is_empty() || expectation.verdict == Verdict::Proved {
        let found: Vec<&str> = said.stdout.lines().collect();
        same(
            "output",
            &expectation.stdout.join("\n"),
            &found.join("\n"),
            &said,
        )?;
    }
    Ok(())
}

/// The kind and line of a rendered violation: `error[kind]: …`, then ` --> file:line:column`.
fn rendered_violation(text: &str) -> String {
    let kind = text
        .strip_prefix("error[")
        .and_then(|rest| rest.split(']').next());
    let place = text
        .lines()
        .nth(1)
        .and_then(|line| line.split("--> ").nth(1));
    let line = place.and_then(|place| place.rsplit(':').nth(1));
    format!("{} at line {}", kind.unwrap_or("?"), line.unwrap_or("?"))
}

/// Two workers come to the verdict of one, and to no other status of any claim, unless time made it
/// unknown.
fn check_jobs(file: &Path) -> Result<(), Failed> {
    let expectation = Expectation::read(&project().join(file))?;
    let report = |jobs: &str| -> Result<serde_json::Value, String> {
        // Only an exploration has workers; what others come to depends on their time.
        let options = [
            "--json",
            "--engine=execute",
            "--engine=explore",
            "--jobs",
            jobs,
        ];
        let options = options.map(String::from);
        let command = expectation.command("check", file);
        let has_time = command.iter().any(|option| option.starts_with("--time"));
        let time = (!has_time).then(|| "--time=15s".to_string());
        let said = concrex(command.into_iter().chain(options).chain(time));
        serde_json::from_str(&said.stdout).map_err(|error| error.to_string())
    };
    let (one, two) = (report("1")?, report("2")?);
    // Whether an exploration comes to its end in time is not a matter of its workers.
    let is_open = |report: &serde_json::Value| report["verdict"] == "unknown";
    if one["verdict"] != two["verdict"] && !is_open(&one) && !is_open(&two) {
        return Err(format!("{} and {}", one["verdict"], two["verdict"]).into());
    }
    let claims = |report: &serde_json::Value| -> BTreeMap<String, String> {
        let claims = report["claims"].as_array().into_iter().flatten();
        let pair =
            |claim: &serde_json::Value| (claim["id"].to_string(), claim["status"].to_string());
        claims.map(pair).collect()
    };
    let others = claims(&two);
    for (claim, status) in claims(&one) {
        match others.get(&claim) {
            Some(other)
                if *other == status || status.contains("unknown") || other.contains("unknown") => {}
            other => return Err(format!("{claim}: {status} and {other:?}").into()),
        }
    }
    Ok(())
}

/// `concrex check` gives the expected verdict, and a refuted claim was confirmed by the compiler's
/// sanitizers where they can see it.
fn check_check(file: &Path) -> Result<(), Failed> {
    let expectation = Expectation::read(&project().join(file))?;
    let (report, said) = expectation.check(file)?;
    let found = verdict_line(&report, &said);
    if expectation.is_open && (report["verdict"] == "unknown" || report["verdict"] == "bounded") {
        return Ok(());
    }
    same("verdict", &expectation.verdict.line(), &found, &said)?;
    for claim in refuted(&report).filter(|_| expectation.sanitizer_sees) {
        let replay = &claim["counterexample"]["replay"];
        if replay["status"] != "confirmed" {
            return Err(format!("the sanitizers do not confirm it: {replay}").into());
        }
    }
    for claim in refuted(&report).filter(|_| !expectation.replay.is_empty()) {
        let replay = &claim["counterexample"]["replay"];
        let how = replay["how"].as_str().unwrap_or_default();
        if replay["status"] != "confirmed" || !expectation.replay.iter().any(|it| it == how) {
            return Err(format!("not confirmed by {:?}: {replay}", expectation.replay).into());
        }
    }
    Ok(())
}

/// `concrex ir` prints what stands in the `.ir` file; `UPDATE_EXPECT=1` rewrites it.
fn check_ir(file: &Path) -> Result<(), Failed> {
    let said = concrex([Path::new("ir"), file]);
    same("status", "Some(0)", &format!("{:?}", said.status), &said)?;
    expect_test::expect_file![project().join(file).with_extension("ir")].assert_eq(&said.stdout);
    Ok(())
}

fn same(what: &str, expected: &str, found: &str, said: &Said) -> Result<(), Failed> {
    if expected == found {
        return Ok(());
    }
    let Said { stdout, stderr, .. } = said;
    let head = |text: &str| text.lines().take(40).collect::<Vec<_>>().join("\n");
    Err(format!(
        "{what}: expected {expected}\n{what}: found    {found}\n--- stdout\n{}\n--- stderr\n{}",
        head(stdout),
        head(stderr)
    )
    .into())
}

/// The C files below a folder, relative to the project, in order.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            // Those that read texts have expectations of their own: `texts.rs`.
            if path.is_dir() && !path.ends_with("programs/text") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                found.push(path.strip_prefix(project()).unwrap_or(&path).to_path_buf());
            }
        }
    }
    found.sort();
    found
}
