//! The command line.
//!
//! Each command is a module: it loads the program, hands it to the crate that does the work, and
//! turns what comes back into text and an exit status. Nothing is decided here.

mod analyze_command;
mod challenge;
mod check;
mod cli;
mod confirm;
mod containment;
mod counterexample;
mod error;
mod evidence;
mod explain;
mod inspect;
mod load;
mod memory;
mod modular;
mod output;
mod probe_command;
mod progress;
mod property;
mod replay_command;
mod required;
mod run;
mod solve;
mod stated;
mod surroundings;
mod task;
mod test_command;
mod tvp_command;
mod units;
mod verdicts;

use clap::Parser;
use cli::{Cli, Command};
use error::Error;
use std::process::ExitCode;

/// Reading, executing and deciding all make and drop many small things; this is a fifth faster
/// than the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Deeply nested source makes deep recursion, in the parser as in the lowering.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || dispatch(&cli));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => ExitCode::from(status),
        Ok(Err(_)) => {
            eprintln!("concrex: internal error; please report it with the input that caused it");
            ExitCode::from(101)
        }
        Err(error) => {
            eprintln!("concrex: error: cannot start a thread: {error}");
            ExitCode::from(Error::EXIT_STATUS)
        }
    }
}

fn dispatch(cli: &Cli) -> u8 {
    let result = match &cli.command {
        Command::Check(arguments) => check::check(arguments, cli.color),
        Command::Probe(arguments) => probe_command::probe(arguments, cli.color),
        Command::Test(arguments) => test_command::test(arguments),
        Command::Run(arguments) => run::run(arguments, cli.color),
        Command::Replay(arguments) => replay_command::replay(arguments, cli.color),
        Command::Analyze(arguments) if tvp_command::is_tvp(&arguments.sources.files) => {
            tvp_command::analyze(arguments)
        }
        Command::Analyze(arguments) => analyze_command::analyze(arguments),
        Command::Ir(arguments) => inspect::ir(arguments),
        Command::Solve(arguments) => solve::solve(arguments),
    };
    result.unwrap_or_else(|error| {
        eprintln!("{error}");
        Error::EXIT_STATUS
    })
}
