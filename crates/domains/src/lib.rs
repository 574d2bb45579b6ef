//! Abstract interpretation of programs: what holds at each location, whatever the inputs are.
//!
//! This crate knows programs and nothing of engines or solvers.

mod access;
mod analysis;
mod arrays;
mod bit_field;
mod bits;
mod callgraph;
mod cases;
mod check;
pub mod constants;
mod context;
mod control;
mod describe;
mod domain;
mod evaluate;
mod fixpoint;
mod foreign;
mod frame;
mod framing;
mod invariants;
mod leak;
mod life;
pub mod linear;
mod linearise;
mod memory;
mod operate;
mod plan;
mod recursion;
mod refine;
pub mod relational;
mod state;
pub mod value;
mod wto;

pub use analysis::{Alarm, Calls, Extent, Findings, Keep, Left, Options, Stopped, analyze};
pub use domain::Domain;
pub use invariants::{Invariant, Invariants};
pub use memory::ObjectId;
