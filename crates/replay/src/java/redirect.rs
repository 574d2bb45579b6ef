//! Giving a Java program the random numbers and the times that were recorded.
//!
//! The program is what `javac` made of it. A class loader changes constants of its classes, so that
//! `new Random()`, `Math.random()`, `Collections.shuffle(list)` and the clocks of `System` are those
//! of a class that gives what was recorded. The library is the JVM's own: what it asks itself
//! stays as it is.
//!
//! A generator is never made to give what it cannot: it is the JDK's, with a seed.

use super::literal;
use crate::world::each;
use ir::SourceKind;
use verdict::{Counterexample, Input};

const CLASSES: &str = include_str!("redirect.java");
/// What a search for seeds does beyond that: its `main`, and what it does at each number.
const SEARCH: &str = include_str!("search.java");
const SEARCH_MISSING: &str = include_str!("search_missing.java");
const SEARCH_DRAWN: &str = include_str!("search_drawn.java");

/// What a search prints before the seeds that it has found, and before what they gave.
pub(super) const SEEDS_FOUND: &str = "concrex seeds: ";
pub(super) const DRAWS_FOUND: &str = "concrex draws: ";

/// How long a search for seeds goes on.
const ATTEMPTS: u32 = 20_000;
const SECONDS: u32 = 8;

/// What the generators do that a program makes without a seed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seeds {
    /// They have those that were found.
    Known,
    /// They try many.
    Sought,
}

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
pub(super) fn classes(counterexample: &Counterexample, seeds: Seeds) -> String {
    if !is_needed(counterexample) {
        return String::new();
    }
    let values = |kind: SourceKind| {
        let inputs = counterexample.inputs.iter();
        let values = inputs.filter(|input| input.kind == kind);
        let values: Vec<String> = values
            .flat_map(each)
            .map(|input| literal(&input.ty, input.scalar, input.value))
            .collect();
        values.join(", ")
    };
    let known = counterexample.seeds.iter();
    let known: Vec<String> = known.map(|seed| format!("{seed}L")).collect();
    let text = match seeds {
        Seeds::Known => CLASSES
            .replace(
                "MISSING\n",
                "        private static long missing(int bound) {\n            throw new \
                 Error(\"no input was recorded\");\n        }\n\n",
            )
            .replace("DRAWN_BY_SEED\n", "")
            .replace("DRAWN_BITS\n", "")
            .replace("DRAWN_OTHERWISE\n", "")
            .replace("SEARCHES", "false"),
        Seeds::Sought => {
            let claimed = super::evidence(counterexample);
            let claimed: Vec<String> = claimed.iter().map(|text| format!("{text:?}")).collect();
            (CLASSES.to_string() + SEARCH)
                .replace("MISSING\n", SEARCH_MISSING)
                .replace("DRAWN_BY_SEED\n", "            own = true;\n")
                .replace(
                    "DRAWN_BITS\n",
                    "            if (inside == 0 && !own) Recorded.draw(result << 32 - bits);\n",
                )
                .replace("DRAWN_OTHERWISE\n", SEARCH_DRAWN)
                .replace(
                    "        private boolean seeded;\n",
                    "        private boolean seeded;\n        private boolean own;\n        private \
                     int inside;\n",
                )
                .replace("            seeded = false;\n", "            seeded = false;\n            own = false;\n")
                .replace("SEARCHES", "true")
                .replace("ATTEMPTS", &ATTEMPTS.to_string())
                .replace("SECONDS", &SECONDS.to_string())
                .replace("SEEDS_FOUND", SEEDS_FOUND)
                .replace("DRAWS_FOUND", DRAWS_FOUND)
                .replace("CLAIMED_TEXTS", &claimed.join(", "))
        }
    };
    text.replace("SEED_VALUES", &known.join(", "))
        .replace("RANDOM_VALUES", &values(SourceKind::Random))
        .replace("CLOCK_VALUES", &values(SourceKind::Clock))
}

fn is_redirected(input: &Input) -> bool {
    matches!(input.kind, SourceKind::Random | SourceKind::Clock)
}
