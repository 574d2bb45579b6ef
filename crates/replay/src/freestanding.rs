//! Programs of 32 bits on a system whose compiler can make them, but which has no C library for them.
//!
//! They are linked with a few functions of our own, which call the kernel. What is missing there shows nothing:
//! only a failure that the program itself reports counts.

use contain::{Containment, Patience, Ran};
use std::fmt::Write;
use std::io;
use std::path::Path;
use std::process::Command;

/// What a program needs of a C library.
pub(crate) const RUNTIME: &str = include_str!("freestanding/runtime.c");

/// What the compiler is told.
pub(crate) const FLAGS: [&str; 4] = [
    "-nostdlib",
    "-static",
    "-fno-stack-protector",
    "-fno-omit-frame-pointer",
];

/// Where the headers of the C library for 64 bits are that do not depend on the architecture.
pub(crate) const HEADERS: &str = "/usr/include/x86_64-linux-gnu";

/// Makes a folder with the headers that glibc installs for 32 bits only.
pub(crate) fn write_headers(folder: &Path) -> io::Result<()> {
    let gnu = folder.join("gnu");
    std::fs::create_dir_all(&gnu)?;
    // It would list the functions that always fail, for programs that ask at compile time.
    std::fs::write(gnu.join("stubs-32.h"), "")
}

/// How a line of the stack begins that the runtime prints.
const FRAME: &str = "concrex: at ";

/// What a program has printed, with lines of its source for the addresses of its stack.
pub(crate) fn with_lines(errors: &str, program: &Path, patience: &Patience) -> String {
    let addresses = errors.lines().filter_map(|line| line.strip_prefix(FRAME));
    let mut command = Command::new("addr2line");
    command.arg("-e").arg(program).args(addresses);
    if !errors.contains(FRAME) {
        return errors.to_string();
    }
    let places = match contain::output(command, &Containment::tool(patience)) {
        Ok(Ran::Finished(finished)) if !finished.failed => finished.output,
        _ => return errors.to_string(),
    };
    let places = String::from_utf8_lossy(&places);
    let mut places = places.lines();
    let mut text = String::new();
    for line in errors.lines() {
        let _ = match line.strip_prefix(FRAME).and_then(|_| places.next()) {
            Some(place) => writeln!(text, "    {place}"),
            None => writeln!(text, "{line}"),
        };
    }
    text
}
