//! Every program of `tests/golden` against the whole report beside it, as people and as programs
//! read it. `UPDATE_EXPECT=1 cargo test -p concrex --test golden` rewrites the reports. See
//! `tests/README.md`.

#[allow(dead_code, reason = "this test uses a part of it")]
mod support;

use expect_test::expect_file;
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Said, finish, project};

/// What a line of a program says of the command's arguments.
const ARGUMENTS: &str = "// arguments:";

fn main() {
    let arguments = Arguments::from_args();
    let folders = fs::read_dir(project().join("tests/golden"));
    let mut folders: Vec<PathBuf> = folders
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let has_jdk = Command::new("javac").arg("-version").output().is_ok();
    let trials = folders.into_iter().map(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let is_java = folder.join("Program.java").exists();
        Trial::test(name.into_owned(), move || check(&folder))
            .with_ignored_flag(is_java && !has_jdk)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// Both forms of the report are as they are kept.
fn check(folder: &Path) -> Result<(), Failed> {
    let source = ["program.c", "Program.java"]
        .into_iter()
        .find(|name| folder.join(name).exists())
        .ok_or("there is neither program.c nor Program.java")?;
    let text = fs::read_to_string(folder.join(source))?;
    let arguments = text.lines().find_map(|line| line.strip_prefix(ARGUMENTS));
    let arguments = arguments.ok_or_else(|| format!("no line says `{ARGUMENTS} …`"))?;
    let check = |more: &[&str]| -> Result<Said, Failed> {
        // What is saved besides the report stays in a folder of its own.
        let here = tempfile::tempdir()?;
        fs::write(here.path().join(source), &text)?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
        command
            .current_dir(here.path())
            .args(["check", source, "--jobs", "1", "--color", "never"])
            // Which of all engines comes first depends on the machine.
            .args(["execute", "analyze", "explore"].map(|name| format!("--engine={name}")))
            .args(arguments.split_whitespace())
            .args(more);
        Ok(finish(command))
    };

    let said = check(&[])?;
    let status = said
        .status
        .map_or("none".to_string(), |status| status.to_string());
    let terminal = format!("{}{}status: {status}\n", said.stdout, said.stderr);
    let said = check(&["--json"])?;
    let mut report: Value = serde_json::from_str(&said.stdout)
        .map_err(|error| format!("not a document: {error}\n{}", said.stderr))?;
    steady(&mut report);
    let report = serde_json::to_string_pretty(&report)? + "\n";
    expect_file![folder.join("terminal.txt")].assert_eq(&steady_text(&terminal));
    expect_file![folder.join("report.json")].assert_eq(&report);
    Ok(())
}

/// Puts a fixed value in the place of what differs from run to run, or with the version or the kernel:
/// times, memory, the name of the tool, what programs are not kept from.
fn steady(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let varies = ["seconds", "memory", "_ms", "_mb"];
                if member.is_number() && varies.iter().any(|part| name.contains(part)) {
                    *member = 0.into();
                } else if name == "tool" {
                    *member = "concrex VERSION".into();
                } else if name == "uncontained" {
                    *member = Value::Array(Vec::new());
                } else {
                    steady(member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(steady),
        Value::String(text) => *text = steady_text(text),
        _ => {}
    }
}

/// The same for text: `0.15 s` is `N s`, an address is `0xN`.
fn steady_text(text: &str) -> String {
    let mut steady = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let is_part_of_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let end = number.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
        let (number, after) = number.split_at(end.unwrap_or(number.len()));
        let is_measured = ["s", "ms", "MB", "GB"].iter().any(|unit| {
            let behind = after
                .strip_prefix(' ')
                .and_then(|after| after.strip_prefix(unit));
            behind.is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphanumeric()))
        });
        steady.push_str(before);
        steady.push_str(match number {
            number if is_part_of_word => number,
            _ if is_measured => "N",
            number if number.starts_with("0x") && number.len() > 6 => "0xN",
            number => number,
        });
        rest = after;
    }
    steady + rest
}
