//! Running `concrex` from tests.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a command said.
#[derive(Debug)]
#[allow(dead_code, reason = "not every test looks at all of it")]
pub(crate) struct Said {
    /// Its exit status; `None` if a signal ended it.
    pub(crate) status: Option<i32>,
    /// Its standard output.
    pub(crate) stdout: String,
    /// Its standard error.
    pub(crate) stderr: String,
}

/// Runs `concrex` with these arguments in the project's folder, without standard input.
pub(crate) fn concrex<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
    command.args(arguments).current_dir(project());
    finish(command)
}

/// Runs a command to its end.
pub(crate) fn finish(mut command: Command) -> Said {
    let output = command
        .stdin(std::process::Stdio::null())
        .output()
        .expect("it can be started");
    Said {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The project's folder.
pub(crate) fn project() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest
        .ancestors()
        .nth(2)
        .expect("crates/concrex is two levels down")
        .to_path_buf()
}
