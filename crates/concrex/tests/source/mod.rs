//! Programs that tests carry in themselves.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use crate::support::{Said, concrex};
use std::io::Write;

/// Checks a program that is written to a file of its own.
pub(crate) fn check_source(suffix: &str, options: &[&str], source: &str) -> Said {
    let mut file = tempfile::Builder::new()
        .suffix(suffix)
        .tempfile()
        .expect("a file can be made");
    file.write_all(source.as_bytes())
        .expect("it can be written");
    let path = file.path().display().to_string();
    concrex(["check", &path].iter().chain(options))
}
