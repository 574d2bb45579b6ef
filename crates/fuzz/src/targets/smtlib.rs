//! SMT-LIB scripts.

use super::{Target, TextReader, seeds};
use crate::mutate::Language;
use solve::smtlib::{Options, run_script};
use std::time::Duration;

/// How long one check may take.
const CHECK: Duration = Duration::from_millis(100);

/// A script to its answers.
pub(super) const SMTLIB: Target = Target {
    name: "smtlib",
    prepare: |_| {
        Ok(Box::new(TextReader {
            seeds: scripts()?,
            language: &SMT_LIB,
            read: run,
        }))
    },
};

/// The scripts of the tests, and their parts between two resets: short ones are fast.
fn scripts() -> Result<Vec<Vec<u8>>, String> {
    let scripts = seeds("crates/solve/tests/smtlib", "smt2")?;
    let parts = scripts.iter().flat_map(|script| {
        let text = String::from_utf8_lossy(script).into_owned();
        let parts = text.split("(reset)").map(str::to_owned);
        parts.map(String::into_bytes).collect::<Vec<_>>()
    });
    Ok(parts.collect())
}

fn run(text: &[u8]) {
    let options = Options {
        time_limit: Some(CHECK),
        ..Options::default()
    };
    let mut answers = Vec::new();
    let result = run_script(&String::from_utf8_lossy(text), &options, &mut answers);
    assert!(result.is_ok(), "answers cannot be written to memory");
    let answers = String::from_utf8_lossy(&answers);
    for error in answers.lines().filter(|line| line.starts_with("(error ")) {
        let has_place = error.starts_with("(error \"line ") && error.contains(" column ");
        assert!(has_place, "an error is nowhere: {error}");
    }
}

static SMT_LIB: Language = Language {
    tokens: include_str!("../../seeds/smtlib/tokens.txt"),
    nesting: &[
        ("(", ")"),
        ("(not ", ")"),
        ("(bvneg ", ")"),
        ("(and p ", ")"),
        ("(let ((x ", ")) x)"),
        ("(! ", " :named n)"),
        ("(bvmul x ", ")"),
        ("(concat x ", ")"),
        ("(ite p x ", ")"),
        ("(store a #x0 ", ")"),
        ("(_ ", " 1)"),
        ("(push 1)", "(pop 1)"),
        ("(Array Bool ", ")"),
    ],
};
