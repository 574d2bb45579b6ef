//! Runs SMT-LIB files with the embedded solver: `smt2 FILE…`.

use solve::smtlib::{Options, Status, run_script};

fn main() -> std::io::Result<std::process::ExitCode> {
    let mut code = std::process::ExitCode::SUCCESS;
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(path)?;
        if run_script(&text, &Options::default(), &mut std::io::stdout().lock())? == Status::Errors
        {
            code = std::process::ExitCode::FAILURE;
        }
    }
    Ok(code)
}
