//! Challenging a proof: what was proved is run natively a few times, where nothing may go wrong.
//!
//! A proof rests on our reading of the program; a compiled run, or one on the JVM, does not. If it
//! fails where nothing can fail, or ends otherwise than the only execution there is, the reading is
//! wrong somewhere. That a challenge finds nothing proves nothing.
//!
//! A run that says nothing of the proof is no challenge: one that takes too long, runs out of
//! memory, breaks another assumption, or would leave its folder.

mod choices;
mod compiled;
mod jvm;

use contain::Patience;
use ir::{ClaimKind, ClaimSet, Program};
use verdict::{Build, Claimed, Counterexample, Entry, SCHEMA};

/// A program of which every claim was proved.
pub struct Proof<'a> {
    /// The program.
    pub program: &'a Program,
    /// How it is compiled.
    pub build: Build,
    /// What is called. The arguments of a function are chosen here.
    pub entry: Entry,
    /// What was claimed.
    pub claims: ClaimSet,
    /// How its only execution ends; `None` if it has inputs.
    pub ending: Option<Ending>,
}

/// How an execution ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With this status.
    Exit(i32),
    /// By `abort`.
    Abort,
    /// An assumption does not hold: this is no execution at all.
    Excluded,
}

/// What a run showed that cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What was run: `cc -fsanitize=address`.
    pub how: String,
    /// What happened, in a sentence.
    pub what: String,
    /// Which claims nobody can believe any more.
    pub touched: Touched,
}

/// Claims that a disagreement is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touched {
    /// The execution was another one: all of them.
    All,
    /// Those of one kind: the execution was the same until its end.
    Kind(ClaimKind),
}

/// Runs the program natively, for at most so long.
pub fn challenge(proof: &Proof<'_>, patience: &Patience) -> Option<Disagreement> {
    match &proof.build.java {
        Some(java) => jvm::challenge(proof, java, patience),
        None => compiled::challenge(proof, patience),
    }
}

impl Proof<'_> {
    /// The call as a harness takes it. It claims nothing.
    fn call(&self, entry: Entry) -> Counterexample {
        Counterexample {
            schema: SCHEMA,
            build: self.build.clone(),
            entry,
            violation: Claimed {
                kind: ClaimKind::Assertion,
                file: String::new(),
                line: 0,
                end_line: 0,
                column: 0,
                end_column: 0,
                message: String::new(),
            },
            inputs: Vec::new(),
            seeds: Vec::new(),
            objects: Vec::new(),
            globals: Vec::new(),
            leftovers: verdict::Leftovers::default(),
            assumed: Vec::new(),
            ensures: Vec::new(),
            requires: Vec::new(),
        }
    }

    fn has_inputs(&self) -> bool {
        self.ending.is_none()
    }
}

/// The time that is left.
fn left(patience: &Patience) -> Option<&Patience> {
    (!patience.is_over()).then_some(patience)
}
