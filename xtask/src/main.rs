//! Project automation: `cargo xtask test` is everything that a change must pass, the other
//! commands measure Concrex against other people's programs and print a scoreboard.

mod bench;
mod c_testsuite;
mod csmith;
mod fuzz;
mod hunt;
mod limits;
mod lower;
mod process;
mod project;
mod scoreboard;
mod suites;
mod test;
mod tools;
mod tvla;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check the tools, formatting, lints and documentation, and run every test
    Test,
    /// Compare random programs of csmith with the system's compiler
    Csmith(csmith::Arguments),
    /// Run the programs of c-testsuite
    CTestsuite(c_testsuite::Arguments),
    /// Read every C file below some folders that gcc accepts
    Lower(lower::Arguments),
    /// Settle the regression programs of other verifiers and compare with the expected verdicts
    Scoreboard(suites::Arguments),
    /// Look for wrong verdicts with random programs whose verdict is known
    Hunt(hunt::Arguments),
    /// Try random inputs on everything that reads a file
    Fuzz(fuzz::Arguments),
    /// See whether `check --time` is kept on programs of the suites and examples
    Limits(limits::Arguments),
    /// Compare the messages and times of TVLA with those of `concrex analyze` on TVLA's programs
    Tvla(tvla::Arguments),
    /// Run the benchmarks
    Bench(bench::Arguments),
}

/// What stops a command, in a line.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Test => test::test(),
        Command::Csmith(arguments) => csmith::csmith(&arguments),
        Command::CTestsuite(arguments) => c_testsuite::c_testsuite(&arguments),
        Command::Lower(arguments) => lower::lower(&arguments),
        Command::Scoreboard(arguments) => suites::suites(&arguments),
        Command::Hunt(arguments) => hunt::hunt(&arguments),
        Command::Fuzz(arguments) => fuzz::fuzz(&arguments),
        Command::Limits(arguments) => limits::limits(&arguments),
        Command::Tvla(arguments) => tvla::tvla(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cargo xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
