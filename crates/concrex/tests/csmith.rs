//! Random programs from csmith compute the same checksum as when the system's compiler compiles
//! them, and no error is reported in them. `cargo xtask csmith` runs more of them.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::Command;
use support::{concrex, finish};

const INCLUDE: &str = "-I/usr/include/csmith";

/// Programs that are small enough to run anywhere in a moment.
const SMALL: &[&str] = &[
    "--max-funcs",
    "4",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "6",
    "--max-array-dim",
    "2",
];

/// Options that change which features of C are used.
const FLAVOURS: &[&[&str]] = &[
    &[],
    &["--no-volatiles"],
    &["--no-packed-struct"],
    &["--no-volatiles", "--no-packed-struct", "--float"],
];

/// Seeds whose programs end soon.
const SEEDS: &[u64] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

fn main() {
    let arguments = Arguments::from_args();
    let available = is_installed("csmith");
    if !available {
        eprintln!("note: csmith is not installed; its programs are skipped");
    }
    let trials = SEEDS.iter().enumerate().map(|(index, seed)| {
        let flavour = FLAVOURS[index % FLAVOURS.len()];
        let name = format!("seed {seed} {}", flavour.join(" "));
        Trial::test(name.trim_end(), move || same_checksum(*seed, flavour))
            .with_ignored_flag(!available)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn same_checksum(seed: u64, flavour: &[&str]) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (source, program) = (folder.path().join("random.c"), folder.path().join("random"));
    let mut csmith = Command::new("csmith");
    csmith
        .args(["--seed", &seed.to_string()])
        .args(SMALL)
        .args(flavour)
        .arg("-o")
        .arg(&source);
    // It leaves a file where it runs.
    csmith.current_dir(folder.path());
    succeed(csmith)?;
    let mut cc = Command::new("cc");
    cc.args(["-w", "-O1", INCLUDE, "-o"])
        .args([&program, &source])
        .arg("-lm");
    succeed(cc)?;
    let expected = succeed(Command::new(&program))?;
    let said = concrex([
        Path::new("run"),
        &source,
        Path::new(INCLUDE),
        Path::new("--time=60s"),
    ]);
    if (said.status, &said.stdout) == (Some(0), &expected) {
        return Ok(());
    }
    Err(format!("expected {expected}found {}{}", said.stdout, said.stderr).into())
}

fn succeed(command: Command) -> Result<String, Failed> {
    let name = command.get_program().to_string_lossy().into_owned();
    let said = finish(command);
    match said.status {
        Some(0) => Ok(said.stdout),
        _ => Err(format!("{name} fails: {}", said.stderr).into()),
    }
}
