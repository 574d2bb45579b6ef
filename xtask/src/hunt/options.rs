//! Options of the verifier that must not change a verdict.

use super::random::Random;
use crate::tools;

/// Options for a run.
pub(crate) fn options(random: &mut Random) -> Vec<String> {
    let mut options = Vec::new();
    let mut add = |name: &str, value: &str| {
        options.push(name.to_string());
        options.push(value.to_string());
    };
    add("--jobs", random.pick(&["1", "1", "2"]));
    if random.chance(40) {
        add(
            "--match",
            random.pick(&["off", "exact", "general", "general"]),
        );
    }
    if random.chance(30) {
        add("--merge", random.pick(&["on", "off"]));
    }
    if random.chance(25) {
        add(
            "--strategy",
            random.pick(&["depth-first", "breadth-first", "random", "coverage"]),
        );
    }
    if random.chance(10) {
        add("--engine", "analyze");
    }
    if random.chance(2) && tools::find("z3").is_some() {
        add("--solver", "z3");
    }
    options
}
