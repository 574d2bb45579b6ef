//! Abstract interpretation of programs: what holds at each location, whatever the inputs are.
//!
//! This crate knows programs and nothing of engines or solvers.

pub mod constants;
pub mod linear;
pub mod relational;
