//! Reads C files and prints their `ir`, or why they cannot be read.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        _ => ExitCode::from(101),
    }
}

fn run() -> ExitCode {
    let (flags, paths): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|argument| argument.starts_with("--"));
    let mut options = frontend_c::Options::default();
    if flags.iter().any(|flag| flag == "--ilp32") {
        options.data_model = ir::DataModel::Ilp32;
    }
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    let start = Instant::now();
    match frontend_c::load(&paths, &options) {
        Ok(program) => {
            let elapsed = start.elapsed();
            if !flags.iter().any(|flag| flag == "--quiet") {
                print!("{}", program.text());
            }
            for problem in &program.unsupported {
                println!(
                    "{}: unsupported: {}",
                    program.files.display(problem.span),
                    problem.what
                );
            }
            eprintln!("{} procedures in {elapsed:?}", program.procedures.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
