//! What the environment of a challenge gives: little, and always the same.

use crate::environment::{MENTIONED, RULE};
use crate::world::{Chosen, Giving, World};
use ir::{Const, Expr, Op, Origin, Program, SourceKind, Storage, Type};
use std::collections::{BTreeMap, BTreeSet};
use verdict::{Argument, Datum};

/// The most numbers of a program that runs start with.
const MOST_CONSTANTS: usize = 16;

/// What one run is given.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The rule by which nondeterministic functions answer.
    pub(super) rule: usize,
    pub(super) arguments: &'static [&'static str],
    pub(super) stdin: &'static str,
}

impl Run {
    /// The run in words, for whoever wants to do it again.
    pub(super) fn in_words(&self) -> String {
        format!(
            "{RULE}={}, the arguments {:?} and the standard input {}",
            self.rule,
            self.arguments,
            shortened(self.stdin)
        )
    }
}

/// A text in quotes, without most of it if it is long.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.len() > LONGEST && text.is_char_boundary(LONGEST) {
        true => format!("{:?}… ({} bytes)", &text[..LONGEST], text.len()),
        false => format!("{text:?}"),
    }
}

/// The run of a program without inputs.
pub(super) const ONLY: &[Run] = &[Run {
    rule: 0,
    arguments: &[],
    stdin: "",
}];

/// The runs of a program with inputs, the most telling first.
pub(super) const RUNS: &[Run] = &[
    run(0, &[], ""),
    run(1, &["1"], "1\n"),
    run(5, &["1", "0"], "1 0 1 0\n"),
    run(2, &["0", "1", "2", "3"], "0 1 2 3 4 5 6 7 8 9\n"),
    run(4, &["-1"], "-1\n-1\n"),
    run(
        3,
        &["2147483647", "-2147483648"],
        "2147483647 -2147483648\n",
    ),
    run(6, &["a"], "a b c\nxyz\n\nlast line"),
    run(
        7,
        &["", "-v", "--x=%n"],
        "%s %n \"'\\\t(((()))) 3.5e10 -0x7f\n",
    ),
    run(8, &["7", "seven", "7.5"], "7 seven 7.5\n"),
    run(
        9,
        &["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
        LONG,
    ),
];

const fn run(rule: usize, arguments: &'static [&'static str], stdin: &'static str) -> Run {
    Run {
        rule,
        arguments,
        stdin,
    }
}

/// A line that is longer than most people make room for.
const LONG: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n";

/// How many runs come before those that start with a number of the program's.
const FIRST: usize = 3;

/// The runs of a program; numbers that it mentions matter where a rule chooses at all.
pub(super) fn runs(constants: &[i64]) -> Vec<Run> {
    let (first, rest) = RUNS.split_at(FIRST);
    let mentioned = (0..constants.len()).map(|number| run(MENTIONED + number, &[], ""));
    let first = first.iter().copied().chain(mentioned);
    first.chain(rest.iter().copied()).collect()
}

/// Numbers in conditions of the user's code, and their neighbours: what is special there is near
/// them.
pub(super) fn constants(program: &Program) -> Vec<i64> {
    let mut found: BTreeSet<i64> = BTreeSet::new();
    let users = program
        .procedures
        .iter()
        .filter(|procedure| procedure.origin == Origin::User);
    let edges = users.flat_map(|procedure| &procedure.edges);
    for edge in edges.filter(|edge| matches!(edge.op, Op::Assume(_) | Op::Check(_))) {
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                if let Expr::Const(Const::Int(width, bits)) = part {
                    let value = width.sign_extend(*bits) as i64;
                    found.extend([value.wrapping_sub(1), value, value.wrapping_add(1)]);
                }
            });
        });
    }
    // Every run starts with 0 or 1 at some time.
    found.retain(|value| !(0..=1).contains(value));
    let mut found: Vec<i64> = found.into_iter().collect();
    found.sort_by_key(|value| value.unsigned_abs());
    let step = found.len().div_ceil(MOST_CONSTANTS).max(1);
    found.into_iter().step_by(step).collect()
}

/// Whether the program allocates memory that it can lose.
pub(super) fn allocates(program: &Program) -> bool {
    let mut edges = program.procedures.iter().flat_map(|p| &p.edges);
    edges
        .any(|edge| matches!(&edge.op, Op::Alloc { object, .. } if object.storage == Storage::Heap))
}

/// Whether the environment can be given at all: nobody knows what a function does that is not there.
pub(super) fn is_complete(program: &Program) -> bool {
    let mut edges = program.procedures.iter().flat_map(|p| &p.edges);
    !edges.any(|edge| matches!(edge.op, Op::Havoc { .. }) && !edge.op.is_idle_call())
}

/// The functions that a verifier's vocabulary leaves to the environment.
pub(super) fn functions(program: &Program) -> Vec<Chosen> {
    let edges = program.procedures.iter().flat_map(|p| {
        let locals = &p.locals;
        p.edges.iter().map(move |edge| (locals, edge))
    });
    let found = edges.filter_map(|(locals, edge)| match &edge.op {
        Op::Input { dest, ty, source } if source.kind == SourceKind::Nondet => {
            let chosen = Chosen {
                name: source.name.to_string(),
                ty: program.types.display(*ty).to_string(),
                scalar: locals.get(dest.0 as usize)?.scalar,
            };
            Some((chosen.name.clone(), chosen))
        }
        _ => None,
    });
    let by_name: BTreeMap<String, Chosen> = found.collect();
    by_name.into_values().collect()
}

/// The world in which these functions answer, and callers choose what they give.
pub(super) fn world<'a>(functions: &'a [Chosen], constants: &[i64]) -> World<'a> {
    let mut world = World {
        giving: Giving::Chosen,
        constants: constants.to_vec(),
        ..World::default()
    };
    for chosen in functions {
        world.functions.insert(&chosen.name, Vec::new());
    }
    world.chosen = functions.to_vec();
    world
}

/// The parameters of the function that is called, if the simplest callers can call it: they give
/// numbers, and null for every address.
pub(super) fn parameters(program: &Program) -> Option<Vec<Argument>> {
    let start = &program[program.entry?];
    let inputs = start.edges.iter().filter_map(|edge| match &edge.op {
        Op::Input { dest, ty, source } if source.kind == SourceKind::Parameter => {
            Some((start.locals.get(dest.0 as usize), *ty, source))
        }
        _ => None,
    });
    inputs
        .map(|(local, ty, source)| {
            // An array of a known length is never null.
            let is_array = matches!(program.types.get(ty), Type::Array(..));
            Some(Argument {
                name: source.name.to_string(),
                ty: program.types.display(ty).to_string(),
                scalar: local.filter(|_| !is_array)?.scalar,
                value: Datum::Null,
            })
        })
        .collect()
}
