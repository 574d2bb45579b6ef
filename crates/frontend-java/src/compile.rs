//! Java sources to class files, by the user's own compiler.

use crate::error::LoadError;
use crate::jdk;
use std::path::{Path, PathBuf};

/// Compiles sources into a folder, with everything that debuggers need.
pub(crate) fn compile(
    sources: &[PathBuf],
    class_path: &[PathBuf],
    into: &Path,
    model: &Path,
) -> Result<(), LoadError> {
    let path = class_path.iter().map(PathBuf::as_path).chain([model]);
    let path = std::env::join_paths(path).map_err(LoadError::ClassPath)?;
    let mut command = jdk::javac(sources, &path, into);
    let output = command.output().map_err(|_| {
        LoadError::NoCompiler(Path::new(command.get_program()).display().to_string())
    })?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let messages = String::from_utf8_lossy(&output.stderr);
            Err(LoadError::NotJava(messages.trim_end().to_string()))
        }
    }
}
