//! The project's folder, its build, and the files of others.

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_path_buf()
}

/// The cargo that started us.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Builds `concrex` for measuring and says where it is.
pub(crate) fn concrex() -> Result<PathBuf> {
    let status = cargo()
        .args(["build", "--release", "--package", "concrex"])
        .status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("concrex does not build".to_string());
    }
    Ok(built("release/concrex"))
}

/// A file that cargo builds.
pub(crate) fn built(file: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root()
        .join(target.unwrap_or_else(|| "target".into()))
        .join(file)
}

/// The files below some folders whose name ends in one of the extensions, in order.
pub(crate) fn files(folders: &[PathBuf], extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = folders.to_vec();
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder)
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            let matches = path
                .extension()
                .is_some_and(|extension| extensions.iter().any(|wanted| extension == *wanted));
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            } else if matches {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
