//! Verdicts: what is claimed of a program, what became of each claim, and how people and tools get
//! to see it.
//!
//! [`ClaimPoint`]s are read off a program; whoever settles them fills a [`Report`], which is the
//! document of `--json` and what [`Terminal`] shows.
//!
//! This crate knows programs and their source files. It does not know how a verdict was found.

mod document;
mod excerpt;
mod path;
mod points;
mod terminal;

pub use document::{
    Claim, Counterexample, Exploration, Input, Limits, Location, Note, Omitted, Program, Replay,
    ReplayStatus, Report, SCHEMA, Saved, Status, Step, Story, Trace, Value,
};
pub use points::{ClaimPoint, ProgramClaims};
pub use terminal::{Failure, Palette, Terminal};
