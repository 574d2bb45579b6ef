//! The programs that the tests use.

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that tests use.
struct Tool {
    name: &'static str,
    packages: &'static [&'static str],
    /// A file that comes with it in a package of its own.
    file: Option<&'static str>,
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

/// What programs of csmith include.
const CSMITH_HEADER: &str = "/usr/include/csmith/csmith.h";

const TOOLS: &[Tool] = &[
    Tool {
        name: "cc",
        packages: &["gcc"],
        file: None,
        purpose: "preprocessing and replay",
        need: Need::Required,
    },
    Tool {
        name: "c++",
        packages: &["g++"],
        file: None,
        purpose: "building the SAT solver",
        need: Need::Required,
    },
    Tool {
        name: "javac",
        packages: &["openjdk-17-jdk-headless"],
        file: None,
        purpose: "Java programs; their tests are skipped",
        need: Need::Wanted,
    },
    Tool {
        name: "csmith",
        packages: &["csmith", "libcsmith-dev"],
        file: Some(CSMITH_HEADER),
        purpose: "random programs",
        need: Need::Wanted,
    },
    Tool {
        name: "valgrind",
        packages: &["valgrind"],
        file: None,
        purpose: "replay of uninitialised reads; the interpreter does without",
        need: Need::Optional,
    },
    Tool {
        name: "cargo-nextest",
        packages: &["cargo-nextest"],
        file: None,
        purpose: "running tests; cargo test does without",
        need: Need::Optional,
    },
];

/// Names what is there, installs what can be, and says what is skipped.
pub(crate) fn prepare() -> Result<()> {
    for tool in TOOLS {
        let Tool { name, purpose, .. } = tool;
        match whole(tool).or_else(|| install(tool)) {
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

/// Where a tool is, if everything of it is there.
fn whole(tool: &Tool) -> Option<PathBuf> {
    let has_file = tool.file.is_none_or(|file| Path::new(file).exists());
    find(tool.name).filter(|_| has_file)
}

/// Installs a wanted tool on a Debian system that lets us.
fn install(tool: &Tool) -> Option<PathBuf> {
    let apt = find("apt-get")?;
    if tool.need != Need::Wanted || !Path::new("/etc/debian_version").exists() || !is_root() {
        return None;
    }
    let packages = tool.packages.join(" ");
    println!("  {}: installing {packages}", tool.name);
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&apt);
        command.args(arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive").output()
    };
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(tool.packages);
    run(&arguments).ok()?;
    if whole(tool).is_none() {
        // A new machine may not know its packages yet.
        run(&["update"]).ok()?;
        run(&arguments).ok()?;
    }
    whole(tool)
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}
