//! `check --engine drive`: what goes wrong after many iterations is found, whatever their number, and
//! nothing is refuted that is right.
//!
//! Each program of `tests/drive` has a buffer of `SIZE`. One whose name ends in `-ok` is right.

mod support;

use std::path::PathBuf;
use support::{concrex, project};

fn programs() -> Vec<(String, bool)> {
    let folder = project().join("tests/drive");
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}"));
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

/// The exit status of a check: 1 if something is refuted.
fn check(file: &str, size: u32, time: &str) -> Option<i32> {
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
    concrex(arguments).status
}

#[test]
fn what_is_wrong_is_refuted_for_every_size() {
    for (file, _) in programs().iter().filter(|(_, is_right)| !is_right) {
        for size in [5, 500] {
            let status = check(file, size, "60s");
            assert_eq!(status, Some(1), "{file} with {size}");
        }
    }
}

#[test]
fn what_is_right_is_not_refuted() {
    for (file, _) in programs().iter().filter(|(_, is_right)| *is_right) {
        assert_eq!(check(file, 50, "4s"), Some(3), "{file}");
    }
}
