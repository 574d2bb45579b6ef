//! Turning a counterexample into a real failing run.
//!
//! A [`Counterexample`](verdict::Counterexample) says what the environment of a program did: what it answered, and for a
//! function with an unknown caller, the heap that this caller built. [`Execution`] executes it in
//! the reference interpreter, [`replay`] with the user's own compiler or JVM; [`save()`] keeps it
//! as a document and as an ordinary test in C or Java; [`in_words`] tells people.
//!
//! This crate knows C compilers and what their sanitizers say, and the JVM. It does not know how a
//! counterexample was found.

mod caller;
mod challenge;
mod diagnostic;
mod environment;
mod execute;
mod freestanding;
mod harness;
mod java;
mod literal;
mod means;
mod planted;
mod real;
mod save;
mod suite;
mod words;
mod world;

pub use challenge::{Disagreement, Ending, Proof, Touched, challenge};
pub use execute::{Execution, Misfit};
pub use java::{out_of_reach, with_seeds};
pub use real::{Recipe, Replayed, replay};
pub use save::{Saved, quoted, save};
pub use suite::{Counts, Test, counted, write_test};
pub use words::in_words;
