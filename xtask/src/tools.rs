//! The programs that the tests use.

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that tests use.
struct Tool {
    name: &'static str,
    package: &'static str,
    purpose: &'static str,
    need: Need,
}

#[derive(PartialEq)]
enum Need {
    /// Nothing works without it.
    Required,
    /// Installed where that is possible, or the tests that use it are skipped.
    Wanted,
    /// Something else is used where it is missing.
    Optional,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "cc",
        package: "gcc",
        purpose: "preprocessing and replay",
        need: Need::Required,
    },
    Tool {
        name: "c++",
        package: "g++",
        purpose: "building the SAT solver",
        need: Need::Required,
    },
    Tool {
        name: "javac",
        package: "openjdk-17-jdk-headless",
        purpose: "Java programs; their tests are skipped",
        need: Need::Wanted,
    },
    Tool {
        name: "csmith",
        package: "csmith",
        purpose: "random programs",
        need: Need::Wanted,
    },
    Tool {
        name: "valgrind",
        package: "valgrind",
        purpose: "replay of uninitialised reads; the interpreter does without",
        need: Need::Optional,
    },
    Tool {
        name: "cargo-nextest",
        package: "cargo-nextest",
        purpose: "running tests; cargo test does without",
        need: Need::Optional,
    },
];

/// Names what is there, installs what can be, and says what is skipped.
pub(crate) fn prepare() -> Result<()> {
    for tool in TOOLS {
        let Tool { name, purpose, .. } = tool;
        match find(name).or_else(|| install(tool)) {
            Some(path) => println!("  {name}: {}", path.display()),
            None if tool.need == Need::Required => {
                return Err(format!("`{name}` is missing: it is needed for {purpose}"));
            }
            None => println!("  {name}: missing, so done without ({purpose})"),
        }
    }
    Ok(())
}

/// Where a program is.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// Installs a wanted tool on a Debian system that lets us.
fn install(tool: &Tool) -> Option<PathBuf> {
    let apt = find("apt-get")?;
    if tool.need != Need::Wanted || !Path::new("/etc/debian_version").exists() || !is_root() {
        return None;
    }
    println!("  {}: installing the package {}", tool.name, tool.package);
    let mut command = Command::new(apt);
    command.args(["install", "--yes", "--no-install-recommends", tool.package]);
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .output()
        .ok()?;
    find(tool.name)
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}
