//! Class files that are broken are refused with a message, or read; nothing panics.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use frontend_java::{LoadError, Options, load};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use tempfile::TempDir;

/// A class with most of what a class file can hold, compiled.
struct Victim {
    folder: TempDir,
    bytes: Vec<u8>,
}

impl Victim {
    /// Nothing, where there is no JDK.
    fn compile() -> Option<Victim> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/Victim.java");
        let mut javac = Command::new("javac");
        javac.arg("-g").arg("-d").arg(folder.path()).arg(source);
        let Ok(output) = javac.output() else {
            eprintln!("note: there is no JDK; class files are not tested");
            return None;
        };
        assert!(output.status.success());
        let bytes = fs::read(folder.path().join("Victim.class")).expect("javac wrote it");
        Some(Victim { folder, bytes })
    }

    /// Reads a class file of these bytes; `Err` of the first if reading it panics.
    fn load(&self, bytes: &[u8]) -> Result<Result<(), LoadError>, String> {
        let file = self.folder.path().join("Victim.class");
        fs::write(&file, bytes).expect("it can be written");
        let options = Options {
            entry: Some("Victim".to_string()),
            ..Options::default()
        };
        catch_unwind(AssertUnwindSafe(|| load(&[file], &options).map(|_| ())))
            .map_err(|_| "it panics".to_string())
    }
}

#[test]
fn every_beginning_of_a_class_file_is_refused() {
    let Some(victim) = Victim::compile() else {
        return;
    };
    for length in 0..victim.bytes.len() {
        let result = victim.load(&victim.bytes[..length]);
        assert!(
            matches!(result, Ok(Err(LoadError::Malformed { .. }))),
            "{length} bytes: {result:?}"
        );
    }
    assert!(matches!(victim.load(&victim.bytes), Ok(Ok(()))));
}

#[test]
fn reading_ends_with_its_time() {
    let Some(victim) = Victim::compile() else {
        return;
    };
    let options = Options {
        entry: Some("Victim".to_string()),
        patience: contain::Patience::default().until(Instant::now()),
        ..Options::default()
    };
    let result = load(&[victim.folder.path().join("Victim.class")], &options);
    assert!(matches!(result, Err(LoadError::Late)), "{result:?}");
}

#[test]
fn no_changed_byte_makes_reading_panic() {
    let Some(victim) = Victim::compile() else {
        return;
    };
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for round in 0..2000 {
        let mut bytes = victim.bytes.clone();
        let at = random.below(bytes.len());
        let changed = (bytes[at] as usize + 1 + random.below(255)) as u8;
        bytes[at] = changed;
        let result = victim.load(&bytes);
        assert!(
            result.is_ok(),
            "round {round}: byte {at} is {changed}: {result:?}"
        );
    }
}

/// What a person reads about input that is no program.
#[track_caller]
fn check(inputs: &[PathBuf], expected: &str) {
    let error = load(inputs, &Options::default()).expect_err("it is refused");
    let message = error.to_string();
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_class_of_the_future_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Future.class");
    let header = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 90, 0, 1];
    fs::write(&file, header).expect("it can be written");
    check(&[file], "is a class file of version 90");
}

#[test]
fn what_is_no_class_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, content: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, content).expect("it can be written");
        file
    };
    // The end of an archive in which there is nothing.
    let empty_archive = [b"PK\x05\x06".as_slice(), &[0; 18]].concat();
    check(&[file("empty.jar", &empty_archive)], "no Java class");
    check(&[file("nothing.jar", b"")], "nothing.jar");
    check(&[file("text.jar", b"not an archive")], "text.jar");
    check(&[file("text.class", b"not a class")], "text.class");
    check(&[folder.path().join("missing.class")], "cannot read");
    check(&[folder.path().join("missing.jar")], "cannot read");
    let without = folder.path().join("folder");
    fs::create_dir(&without).expect("it can be made");
    check(&[without], "no Java class");
}

/// Xorshift: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
