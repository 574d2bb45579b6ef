//! `concrex solve`: an SMT-LIB script, decided by the embedded solver or another.

use crate::cli::SolveArguments;
use crate::error::Error;
use solve::smtlib::{Options, Status, run_script};
use std::io::{self, Read, Write};
use std::path::Path;

pub(crate) fn solve(arguments: &SolveArguments) -> Result<u8, Error> {
    let text = read(&arguments.file)?;
    let options = Options {
        backend: arguments.solver.clone(),
        time_limit: arguments.time.map(|time| time.0),
        ..Options::default()
    };
    let mut out = io::stdout().lock();
    let status = run_script(&text, &options, &mut out).map_err(Error::Output)?;
    out.flush().map_err(Error::Output)?;
    Ok(match status {
        Status::Success => 0,
        Status::Errors => Error::EXIT_STATUS,
    })
}

/// The script. What is not UTF-8 can only stand in comments and strings, where it does not matter.
fn read(path: &Path) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let result = if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|read| bytes = read)
    };
    result.map_err(|error| Error::Unreadable(path.to_path_buf(), error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
