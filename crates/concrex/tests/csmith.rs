//! Random programs from csmith compute the same checksum as when the system's compiler compiles
//! them, and no error is reported in them; also when they are explored, beside an input that they do
//! not use. `cargo xtask csmith` runs more of them.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{concrex, finish};
use tempfile::TempDir;

const SOURCE: &str = "random.c";

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

/// What makes a program one with an input, which claims its checksum.
const CLAIM: &str = "#include \"csmith.h\"
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
#define platform_main_begin() int input = __VERIFIER_nondet_int()
#define platform_main_end(crc, print) if (input) __VERIFIER_assert((uint32_t)(crc) == 0x";

fn main() {
    let arguments = Arguments::from_args();
    // Its programs include a header, which is in a package of its own.
    let header = Path::new("/usr/include/csmith/csmith.h");
    let available = is_installed("csmith") && header.exists();
    if !available {
        eprintln!("note: csmith is not installed; its programs are skipped");
    }
    let trials = SEEDS.iter().enumerate().flat_map(|(index, seed)| {
        let flavour = FLAVOURS[index % FLAVOURS.len()];
        let name = format!("seed {seed} {}", flavour.join(" "));
        let name = name.trim_end();
        [
            Trial::test(name, move || same_checksum(*seed, flavour)),
            Trial::test(format!("explored {name}"), move || {
                claimed_checksum(*seed, flavour)
            }),
        ]
    });
    let trials = trials.map(|trial| trial.with_ignored_flag(!available));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A random program, compiled.
struct Random {
    folder: TempDir,
    /// What it prints.
    output: String,
}

impl Random {
    fn new(seed: u64, flavour: &[&str]) -> Result<Random, Failed> {
        let folder = tempfile::tempdir()?;
        let (source, program) = (folder.path().join(SOURCE), folder.path().join("random"));
        let mut csmith = Command::new("csmith");
        csmith
            .args(["--seed", &seed.to_string(), "--no-argc"])
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
        let output = succeed(Command::new(&program))?;
        Ok(Random { folder, output })
    }

    fn source(&self) -> PathBuf {
        self.folder.path().join(SOURCE)
    }
}

fn same_checksum(seed: u64, flavour: &[&str]) -> Result<(), Failed> {
    let random = Random::new(seed, flavour)?;
    let said = concrex([
        Path::new("run"),
        &random.source(),
        Path::new(INCLUDE),
        Path::new("--time=60s"),
    ]);
    match (said.status, &said.stdout) == (Some(0), &random.output) {
        true => Ok(()),
        false => Err(format!(
            "expected {}found {}{}",
            random.output, said.stdout, said.stderr
        )
        .into()),
    }
}

fn claimed_checksum(seed: u64, flavour: &[&str]) -> Result<(), Failed> {
    let random = Random::new(seed, flavour)?;
    let checksum = random.output.trim_end().rsplit(' ').next();
    let checksum = checksum.unwrap_or_default();
    let text = fs::read_to_string(random.source())?;
    let claimed = text.replacen("#include \"csmith.h\"", &format!("{CLAIM}{checksum})"), 1);
    fs::write(random.source(), claimed)?;
    let said = concrex([
        Path::new("check"),
        &random.source(),
        Path::new(INCLUDE),
        Path::new("--property=assert"),
        Path::new("--time=60s"),
    ]);
    match said.status {
        Some(0) => Ok(()),
        _ => Err(format!("{checksum}: {}{}", said.stdout, said.stderr).into()),
    }
}

fn succeed(command: Command) -> Result<String, Failed> {
    let name = command.get_program().to_string_lossy().into_owned();
    let said = finish(command);
    match said.status {
        Some(0) => Ok(said.stdout),
        _ => Err(format!("{name} fails: {}", said.stderr).into()),
    }
}
