//! What is fuzzed.

mod c;
mod classes;
mod contracts;
mod counterexamples;
mod smtlib;

use crate::mutate::{self, Language};
use crate::random::Random;
use crate::worker::Unready;
use interp::{Interpreter, Limits, Scripted};
use ir::Program;
use std::fs;
use std::path::{Path, PathBuf};

/// Something that reads files, with what is needed to fuzz it.
#[derive(Debug)]
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// Makes it ready, with a folder for its files.
    pub(crate) prepare: fn(&Path) -> Result<Box<dyn Reader>, Unready>,
}

/// All targets.
pub const TARGETS: [&Target; 6] = [
    &c::LEXER,
    &c::PARSER,
    &classes::CLASSES,
    &contracts::CONTRACTS,
    &smtlib::SMTLIB,
    &counterexamples::COUNTEREXAMPLES,
];

impl Target {
    /// The target of that name.
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.into_iter().find(|target| target.name == name)
    }
}

/// A target that is ready.
pub(crate) trait Reader {
    /// An input.
    fn make(&mut self, random: &mut Random) -> Vec<u8>;

    /// Reads it. A panic is a failure.
    fn read(&mut self, input: &[u8]);
}

/// A target of text.
struct TextReader<F> {
    seeds: Vec<Vec<u8>>,
    language: &'static Language,
    read: F,
}

impl<F: FnMut(&[u8])> Reader for TextReader<F> {
    fn make(&mut self, random: &mut Random) -> Vec<u8> {
        mutate::text(random, &self.seeds, self.language)
    }

    fn read(&mut self, input: &[u8]) {
        (self.read)(input);
    }
}

/// A file or folder of the project.
fn project(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(path)
}

/// The files below a folder of the project with that extension, in order.
fn seeds(folder: &str, extension: &str) -> Result<Vec<Vec<u8>>, String> {
    let mut open = vec![project(folder)];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder)
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
        .iter()
        .map(|file| fs::read(file).map_err(|error| format!("{}: {error}", file.display())))
        .collect()
}

/// Goes over a program as `concrex` would: its claims, its text, a short run.
fn use_program(program: &Program) {
    let _ = verdict::ProgramClaims::of(program, ir::ClaimSet::usual());
    let mut text = String::new();
    let _ = ir::text::write(program, ir::text::Selection::User, &mut text);
    if program.entry.is_some() {
        let interpreter = Interpreter::new(program);
        let mut environment = Scripted::new([1, 0, 65, 255, u128::from(u32::MAX), 7]);
        let _ = interpreter.run(&mut interpreter.start(), &mut environment, &limits());
    }
}

/// Enough for a seed to do what it does.
fn limits() -> Limits {
    Limits {
        steps: Some(20_000),
        memory: Some(64 << 20),
        stack_depth: 1000,
        ..Limits::default()
    }
}
