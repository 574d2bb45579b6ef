//! Java sources to class files, by the user's own compiler.

use crate::error::LoadError;
use crate::jdk;
use contain::{Containment, Patience, Ran};
use std::path::{Path, PathBuf};

/// Compiles sources into a folder, with everything that debuggers need.
pub(crate) fn compile(
    sources: &[PathBuf],
    class_path: &[PathBuf],
    into: &Path,
    model: &Path,
    patience: &Patience,
) -> Result<(), LoadError> {
    let path = class_path.iter().map(PathBuf::as_path).chain([model]);
    let path = std::env::join_paths(path).map_err(LoadError::ClassPath)?;
    let command = jdk::javac(sources, &path, into);
    let compiler = Path::new(command.get_program()).display().to_string();
    match contain::run(command, &Containment::tool(patience)) {
        Err(_) => Err(LoadError::NoCompiler(compiler)),
        Ok(Ran::Stopped(excess)) => Err(LoadError::Stopped(compiler, excess)),
        Ok(Ran::Finished(finished)) if finished.failed => {
            Err(LoadError::NotJava(finished.errors.trim_end().to_string()))
        }
        Ok(Ran::Finished(_)) => Ok(()),
    }
}
