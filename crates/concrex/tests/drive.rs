//! `check --engine drive`: what goes wrong after many iterations is found, whatever their number, and
//! nothing is refuted that is right.
//!
//! Each program of `tests/drive` has a buffer of `SIZE`. One whose name ends in `-ok` is right.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use std::path::PathBuf;
use support::{Said, concrex, project};

fn programs() -> Vec<(String, bool)> {
    let folder = project().join("tests/drive");
    let files = std::fs::read_dir(folder).expect("the programs are there");
    let paths = files.flatten().map(|entry| entry.path());
    let mut programs: Vec<(String, bool)> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "c"))
        .map(|path: PathBuf| {
            let name = path.display().to_string();
            let is_right = name.ends_with("-ok.c");
            (name, is_right)
        })
        .collect();
    programs.sort();
    programs
}

fn check(file: &str, size: u32, time: &str) -> Said {
    let size = format!("SIZE={size}");
    let arguments = [
        "check",
        file,
        "-D",
        &size,
        "--engine",
        "drive",
        "--replay",
        "interpreter",
        "--time",
        time,
    ];
    concrex(arguments)
}

#[test]
fn what_is_wrong_is_refuted_for_every_size() {
    for (file, _) in programs().iter().filter(|(_, is_right)| !is_right) {
        for size in [5, 50] {
            let said = check(file, size, "60s");
            let text = format!("{}{}", said.stdout, said.stderr);
            assert_eq!(said.status, Some(1), "{file} with {size}: {text}");
        }
    }
}

#[test]
fn what_is_right_is_not_refuted() {
    for (file, _) in programs().iter().filter(|(_, is_right)| *is_right) {
        let said = check(file, 50, "4s");
        let text = format!("{}{}", said.stdout, said.stderr);
        assert_eq!(said.status, Some(3), "{file}: {text}");
    }
}
