//! The user's JDK: where it is, and how its tools are called.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A tool of the JDK that the library's classes are read from; the one in the search path, if that
/// JDK has none.
pub fn tool(name: &str) -> PathBuf {
    homes()
        .into_iter()
        .map(|home| home.join("bin").join(name))
        .find(|path| path.is_file())
        .unwrap_or_else(|| PathBuf::from(name))
}

/// The command that compiles sources into a folder, with everything that debuggers need.
pub fn javac(sources: &[PathBuf], class_path: &OsStr, into: &Path) -> Command {
    let mut command = Command::new(tool("javac"));
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
        .arg(class_path)
        .args(sources)
        .env("LC_ALL", "C.UTF-8");
    command
}

/// The folders in which a JDK may be: `JAVA_HOME`, then those of the `java`s in the search path.
pub(crate) fn homes() -> Vec<PathBuf> {
    let set = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let search = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&search).filter_map(|folder| {
        let java = folder.join("java").canonicalize().ok()?;
        Some(java.parent()?.parent()?.to_path_buf())
    });
    set.into_iter().chain(on_path).collect()
}
