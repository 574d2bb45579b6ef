//! Giving a Java program the random numbers and the times that were recorded.
//!
//! The program is what `javac` made of it. A class loader changes constants of its classes, so that
//! `new Random()`, `Math.random()`, `Collections.shuffle(list)` and the clocks of `System` are those
//! of a class that gives what was recorded. The library is the JVM's own: what it asks itself
//! stays as it is.

use super::literal;
use crate::counterexample::{Counterexample, Input};
use ir::SourceKind;

const CLASSES: &str = include_str!("redirect.java");

/// Whether the program asks for what only a changed class gives.
pub(super) fn is_needed(counterexample: &Counterexample) -> bool {
    counterexample.inputs.iter().any(is_redirected)
}

/// The class loader of the program, as an expression.
pub(super) fn loader(counterexample: &Counterexample, name: &str) -> String {
    match is_needed(counterexample) {
        true => "new Redirecting()".to_string(),
        false => format!("{name}.class.getClassLoader()"),
    }
}

/// The classes that do it, as members of another.
pub(super) fn classes(counterexample: &Counterexample) -> String {
    if !is_needed(counterexample) {
        return String::new();
    }
    let values = |kind: SourceKind| {
        let inputs = counterexample.inputs.iter();
        let values = inputs.filter(|input| input.kind == kind);
        let values: Vec<String> = values
            .map(|input| literal(&input.ty, input.scalar, input.value))
            .collect();
        values.join(", ")
    };
    CLASSES
        .replace("RANDOM_VALUES", &values(SourceKind::Random))
        .replace("CLOCK_VALUES", &values(SourceKind::Clock))
}

fn is_redirected(input: &Input) -> bool {
    matches!(input.kind, SourceKind::Random | SourceKind::Clock)
}
