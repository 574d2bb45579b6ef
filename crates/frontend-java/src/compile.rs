//! Java sources to class files, by the user's own compiler.

use crate::classpath::jdk_homes;
use crate::error::LoadError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles sources into a folder, with everything that debuggers need.
pub(crate) fn compile(
    sources: &[PathBuf],
    class_path: &[PathBuf],
    into: &Path,
    model: &Path,
) -> Result<(), LoadError> {
    let compiler = compiler();
    let mut path: Vec<PathBuf> = class_path.to_vec();
    path.push(model.to_path_buf());
    let path = std::env::join_paths(path).unwrap_or_default();
    let mut command = Command::new(&compiler);
    command
        .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8"])
        // The compiler is started for this one run: what helps long ones only costs time.
        .args([
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-J-Xshare:auto",
        ])
        .arg("-d")
        .arg(into)
        .arg("-cp")
        .arg(path)
        .args(sources)
        .env("LC_ALL", "C.UTF-8");
    let output = command
        .output()
        .map_err(|_| LoadError::NoCompiler(compiler.display().to_string()))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let messages = String::from_utf8_lossy(&output.stderr);
            Err(LoadError::NotJava(messages.trim_end().to_string()))
        }
    }
}

/// The compiler of `JAVA_HOME`, or the one on the path.
fn compiler() -> PathBuf {
    let beside = jdk_homes().into_iter().map(|home| home.join("bin/javac"));
    beside
        .into_iter()
        .find(|path| path.is_file())
        .unwrap_or_else(|| PathBuf::from("javac"))
}
