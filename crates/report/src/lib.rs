//! Verdicts as documents and on the terminal: how people and tools get to see them.
//!
//! Whoever settles claims fills a [`Report`], which is the document of `--json` and what
//! [`Terminal`] shows.
//!
//! This crate knows programs and their source files. It does not know how a verdict was found.

mod document;
mod excerpt;
mod path;
mod terminal;

pub use document::{Claim, EngineRun, Exploration, Limits, Program, Report, SCHEMA};
pub use terminal::{Failure, Palette, Terminal};
