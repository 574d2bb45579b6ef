//! What the environment is, put together from its answers one byte at a time.

use ir::{Scalar, SourceKind};
use std::collections::BTreeMap;
use verdict::{Counterexample, Input};

/// Everything outside of the program that it looked at.
#[derive(Debug, Default)]
pub(crate) struct World<'a> {
    /// The answers of each function that is defined nowhere, in order: a verifier's
    /// nondeterministic functions and those that the program only declares. One answer may be given
    /// several times in a row ([`Input::times`]).
    pub(crate) functions: BTreeMap<&'a str, Vec<&'a Input>>,
    /// The numbers in variables that nobody defines, by the names of the inputs.
    pub(crate) held: BTreeMap<&'a str, u128>,
    /// Functions whose values nobody recorded: each run chooses them by a rule, and they are among
    /// [`World::functions`] without an answer.
    pub(crate) chosen: Vec<Chosen>,
    /// Who says what a function is called with.
    pub(crate) giving: Giving,
    /// Numbers that the program mentions, for rules that choose them.
    pub(crate) constants: Vec<i64>,
    /// Standard input, if it was read.
    pub(crate) stdin: Option<Vec<u8>>,
    /// The arguments, its own name first, if the program takes any.
    pub(crate) arguments: Option<Vec<Vec<u8>>>,
    /// The environment variables that were asked for; `None` if they are not set.
    pub(crate) variables: BTreeMap<&'a [u8], Option<Vec<u8>>>,
    /// The files that were asked for; `None` if they do not exist.
    pub(crate) files: BTreeMap<&'a [u8], Option<Vec<u8>>>,
    /// The answers of `rand` and `random`.
    pub(crate) random: Vec<u128>,
    /// The answers of the clocks: `time`, `nanoseconds`, `clock`.
    pub(crate) clocks: BTreeMap<&'a str, Vec<u128>>,
    /// The answers of functions of the library: `getpid`, `system`, …
    pub(crate) library: BTreeMap<&'a str, Vec<u128>>,
}

/// Who says what a function is called with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Giving {
    /// The counterexample.
    #[default]
    Recorded,
    /// The rule of the run.
    Chosen,
}

/// A function whose values a run chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    /// Its name.
    pub(crate) name: String,
    /// The declared type of its values, as C spells it.
    pub(crate) ty: String,
    /// The type of its values.
    pub(crate) scalar: Scalar,
}

/// Functions of the library whose answer is an input.
const LIBRARY: &[&str] = &[
    "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "system",
];

impl<'a> World<'a> {
    /// The world of a counterexample.
    pub(crate) fn of(counterexample: &'a Counterexample) -> World<'a> {
        let mut world = World::default();
        for input in &counterexample.inputs {
            world.add(input);
        }
        world
    }

    fn add(&mut self, input: &'a Input) {
        let dynamic = input.dynamic_name.as_deref();
        let name = dynamic.unwrap_or(input.name.as_bytes());
        match input.kind {
            SourceKind::Parameter => {}
            SourceKind::Variable => {
                self.held.insert(&input.name, input.value);
            }
            SourceKind::Nondet => self.functions.entry(&input.name).or_default().push(input),
            SourceKind::Stdin => {
                let bytes = self.stdin.get_or_insert_default();
                bytes.extend(each(input).filter_map(byte_of));
            }
            SourceKind::ArgumentCount => {
                let count = usize::try_from(input.value)
                    .unwrap_or(0)
                    .min(MOST_ARGUMENTS);
                self.arguments
                    .get_or_insert_default()
                    .resize(count, Vec::new());
            }
            SourceKind::Argument => {
                let number = std::str::from_utf8(name)
                    .ok()
                    .and_then(|name| name.parse::<usize>().ok())
                    .filter(|number| *number < MOST_ARGUMENTS);
                if let Some(number) = number {
                    let arguments = self.arguments.get_or_insert_default();
                    if arguments.len() <= number {
                        arguments.resize(number + 1, Vec::new());
                    }
                    put(&mut arguments[number], input);
                }
            }
            SourceKind::EnvironmentExists => exists(&mut self.variables, name, input),
            SourceKind::Environment => byte(&mut self.variables, name, input),
            SourceKind::FileExists => exists(&mut self.files, name, input),
            SourceKind::File => byte(&mut self.files, name, input),
            SourceKind::Random => self.random.extend(each(input).map(|one| one.value)),
            SourceKind::Clock => self
                .clocks
                .entry(&input.name)
                .or_default()
                .extend(each(input).map(|one| one.value)),
            SourceKind::Other => self.other(input, name),
        }
    }

    fn other(&mut self, input: &'a Input, name: &'a [u8]) {
        let name = std::str::from_utf8(name).unwrap_or(&input.name);
        match LIBRARY.contains(&name) {
            true => self
                .library
                .entry(name)
                .or_default()
                .extend(each(input).map(|one| one.value)),
            false => self.functions.entry(name).or_default().push(input),
        }
    }
}

/// More arguments than this are no counterexample of ours.
const MOST_ARGUMENTS: usize = 1 << 12;

/// More equal answers in a row than this are no counterexample of ours.
const MOST_TIMES: u64 = 1 << 22;

/// An input as often as it is the answer.
pub(crate) fn each(input: &Input) -> impl Iterator<Item = &Input> {
    (0..input.times.min(MOST_TIMES)).map(move |_| input)
}

/// The byte; none at the end.
fn byte_of(input: &Input) -> Option<u8> {
    u8::try_from(input.value).ok()
}

fn exists<'a>(of: &mut BTreeMap<&'a [u8], Option<Vec<u8>>>, name: &'a [u8], input: &Input) {
    of.insert(name, (input.value != 0).then(Vec::new));
}

fn byte<'a>(of: &mut BTreeMap<&'a [u8], Option<Vec<u8>>>, name: &'a [u8], input: &Input) {
    let bytes = of.entry(name).or_default().get_or_insert_default();
    put(bytes, input);
}

/// A byte at its index, which may have been asked for more than once.
fn put(bytes: &mut Vec<u8>, input: &Input) {
    let index = input.index.and_then(|index| usize::try_from(index).ok());
    match (byte_of(input), index) {
        (Some(byte), Some(index)) if index < bytes.len() => bytes[index] = byte,
        (Some(byte), _) => bytes.push(byte),
        (None, _) => {}
    }
}
