//! Counterexamples that users keep: reading them, and executing them on programs that they may not
//! fit.

#![expect(clippy::panic, reason = "an input fails by a panic")]

use super::{Target, TextReader, limits, project, seeds};
use crate::mutate::Language;
use frontend_c::preprocess::Preprocessed;
use frontend_c::{Options, load_preprocessed};
use ir::Program;
use replay::Execution;
use std::fs;
use std::path::Path;
use std::time::Duration;
use verdict::Counterexample;

/// The time of a process that replays start; here it is a compiler which refuses everything.
const PATIENCE: Duration = Duration::from_secs(2);
/// Starting processes is slow: one input of so many is compiled.
const COMPILED: usize = 64;

/// A document to executions.
pub(super) const COUNTEREXAMPLES: Target = Target {
    name: "counterexamples",
    prepare: |folder| {
        let programs = [program("parse.c", None)?, program("table.c", Some("sum"))?];
        let document = folder.join("document.json");
        Ok(Box::new(TextReader {
            seeds: seeds("crates/fuzz/seeds/counterexamples", "json")?,
            language: &JSON,
            read: move |text: &[u8]| check(&programs, &document, text),
        }))
    },
};

fn program(file: &str, entry: Option<&str>) -> Result<Program, String> {
    let path = project("crates/fuzz/seeds/counterexamples").join(file);
    let unit = Preprocessed {
        text: fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?,
        name: file.to_string(),
    };
    let options = Options {
        entry: entry.map(str::to_string),
        ..Options::default()
    };
    load_preprocessed(unit, &options).map_err(|error| error.to_string())
}

fn check(programs: &[Program], document: &Path, text: &[u8]) {
    let _ = fs::write(document, text);
    let mut counterexample = match Counterexample::read(document) {
        Ok(counterexample) => counterexample,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says nothing");
            return;
        }
    };
    let _ = replay::in_words(&counterexample);
    for program in programs {
        match Execution::new(program, &counterexample) {
            Ok(execution) => {
                if let Err(problems) = ir::validate::validate(execution.program()) {
                    panic!("the program that starts is ill-formed: {}", problems[0]);
                }
                let outcome = execution.run(&limits());
                let _ = execution.claimed(&outcome);
                let _ = execution.trace(&limits());
            }
            Err(misfit) => assert!(!misfit.to_string().is_empty(), "an error says nothing"),
        }
    }
    // What is compiled is made, and then refused.
    let is_c = counterexample.build.java.is_none();
    counterexample.build.cc = "false".to_string();
    if is_c && text.len().is_multiple_of(COMPILED) {
        for program in programs {
            let _ = replay::replay(
                &counterexample,
                program,
                &contain::Patience::for_each(PATIENCE),
            );
        }
    }
}

static JSON: Language = Language {
    tokens: include_str!("../../seeds/counterexamples/tokens.txt"),
    nesting: &[
        ("[", "]"),
        ("{\"a\":", "}"),
        ("{\"pointer\":", "}"),
        ("-", ""),
        ("0", ""),
        ("\"", "\""),
        ("{}, ", ""),
    ],
};
