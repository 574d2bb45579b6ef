//! A counterexample in the program's own terms, a line for each thing that the environment chose.

mod heap;
mod text;

use crate::java;
use crate::world::World;
use heap::Heap;
use std::collections::BTreeMap;
use text::text;
use verdict::readable;
use verdict::{Counterexample, Entry, Input};
use verdict::{Fill, Leftovers};

/// Values of one call of a function that are listed; the rest is counted.
const MOST_VALUES: usize = 20;

/// What the environment chose, for people: `x -> [2] -> [3] -> null`, `argv[1] = "abc"`.
pub fn in_words(counterexample: &Counterexample) -> Vec<String> {
    match counterexample.build.java {
        Some(_) => words(&java::without_headers(counterexample)),
        None => words(counterexample),
    }
}

fn words(counterexample: &Counterexample) -> Vec<String> {
    let mut lines = Vec::new();
    let mut heap = Heap::new(counterexample);
    if let Entry::Function { arguments, .. } = &counterexample.entry {
        for argument in arguments {
            lines.push(heap.variable(&argument.name, argument));
        }
    }
    for global in &counterexample.globals {
        lines.push(heap.global(global));
    }
    let is_variable = |input: &&Input| input.kind == ir::SourceKind::Variable;
    let variables = counterexample.inputs.iter().filter(is_variable);
    lines.extend(variables.map(|input| format!("{} = {}", input.name, input.readable())));
    let world = World::of(counterexample);
    lines.extend(heap.shared_objects());
    lines.extend(surroundings(&world));
    lines.extend(answers(&counterexample.inputs, &world));
    let seeds = counterexample.seeds.iter();
    lines.extend(seeds.map(|seed| format!("a generator without a seed has the seed {seed}")));
    lines.extend(leftovers(&counterexample.leftovers));
    lines
}

fn surroundings(world: &World<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let arguments = world.arguments.iter().flatten().enumerate();
    // Its own name matters only where it is looked at.
    lines.extend(
        arguments
            .filter(|(number, argument)| *number > 0 || !argument.is_empty())
            .map(|(number, argument)| format!("argv[{number}] = {}", text(argument))),
    );
    if let Some(arguments) = &world.arguments
        && arguments.len() <= 1
    {
        lines.push("no arguments".to_string());
    }
    if let Some(bytes) = &world.stdin {
        lines.push(format!("stdin = {}", text(bytes)));
    }
    for (name, value) in &world.variables {
        let name = String::from_utf8_lossy(name);
        lines.push(match value {
            Some(value) => format!("environment variable {name} = {}", text(value)),
            None => format!("environment variable {name} is not set"),
        });
    }
    for (name, contents) in &world.files {
        let name = text(name);
        lines.push(match contents {
            Some(contents) => format!("file {name} = {}", text(contents)),
            None => format!("file {name} does not exist"),
        });
    }
    lines
}

/// What was never written.
fn leftovers(leftovers: &Leftovers) -> Vec<String> {
    let variables = leftovers.variables.iter();
    let mut lines: Vec<String> = variables
        .map(|variable| {
            let (line, name, value) = (variable.line, &variable.name, variable.readable());
            format!("line {line}: {name} is not initialised and holds {value}")
        })
        .collect();
    match leftovers.fill {
        Fill::Any => {}
        Fill::Zeros if !lines.is_empty() => {}
        Fill::Zeros => lines.push("what is not initialised is zero".to_string()),
        Fill::Pattern => {
            lines.push("every byte that is not initialised is 0xfe".to_string());
        }
    }
    lines
}

/// What functions answered, by the line that called them.
fn answers(inputs: &[Input], world: &World<'_>) -> Vec<String> {
    let mut calls: BTreeMap<(u32, &str), Vec<String>> = BTreeMap::new();
    for (name, inputs) in &world.functions {
        for input in inputs {
            let value = in_a_row(input);
            calls.entry((input.line, name)).or_default().push(value);
        }
    }
    for input in inputs.iter().filter(|input| is_system_call(input, world)) {
        let dynamic = input.dynamic_name.as_deref();
        let name = dynamic.and_then(|name| std::str::from_utf8(name).ok());
        let name = name.unwrap_or(&input.name);
        let value = in_a_row(input);
        calls.entry((input.line, name)).or_default().push(value);
    }
    calls
        .into_iter()
        .map(|((line, name), values)| {
            let shown = values.iter().take(MOST_VALUES).cloned().collect::<Vec<_>>();
            let more = match values.len() - shown.len() {
                0 => String::new(),
                more => format!(", … {more} more"),
            };
            format!("line {line}: {name}() = {}{more}", shown.join(", "))
        })
        .collect()
}

/// A value, and how often it is the answer.
fn in_a_row(input: &Input) -> String {
    let value = readable(input.scalar, &input.ty, input.value);
    match input.times {
        1 => value,
        times => format!("{value} ({times} times)"),
    }
}

/// A clock, a random number or a function of the system.
fn is_system_call(input: &Input, world: &World<'_>) -> bool {
    use ir::SourceKind::{Clock, Other, Random};
    match input.kind {
        Clock | Random => true,
        Other => !world.functions.contains_key(input.name.as_str()),
        _ => false,
    }
}
