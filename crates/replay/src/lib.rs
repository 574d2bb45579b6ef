//! Turning a counterexample into a real failing run.
//!
//! A [`Counterexample`] says what the environment of a program did: what it answered, and for a
//! function with an unknown caller, the heap that this caller built. [`Execution`] executes it in
//! the reference interpreter, [`replay`] with the user's own compiler or JVM; [`save()`] keeps it
//! as a document and as an ordinary test in C or Java; [`Counterexample::in_words`] tells people.
//!
//! This crate knows C compilers and what their sanitizers say, and the JVM. It does not know how a
//! counterexample was found.

mod caller;
mod challenge;
mod counterexample;
mod diagnostic;
mod environment;
mod execute;
mod harness;
mod java;
mod leftovers;
mod literal;
mod means;
mod names;
mod planted;
pub mod process;
mod real;
mod save;
mod words;
mod world;

pub use challenge::{Disagreement, Ending, Proof, Touched, challenge};
pub use counterexample::{
    Argument, Build, Cell, Claimed, Counterexample, Datum, Entry, GlobalState, Input, JavaBuild,
    Object, Postcondition, SCHEMA,
};
pub use execute::{Execution, Misfit, place};
pub use java::{out_of_reach, with_seeds};
pub use leftovers::{Fill, Leftovers, Uninitialised};
pub use real::{Recipe, Replayed, replay};
pub use save::{ReadError, Saved, save};
