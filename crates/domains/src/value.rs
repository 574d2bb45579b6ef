//! The abstract values of machine numbers: sets of integers of a width, and of floats of a format.
//!
//! A value describes at least the numbers that occur. Every operation is exact under wrap-around: what
//! [`ir::BinaryOp`] computes of two members is a member of the result.

mod floats;
mod ints;
mod thresholds;

pub use floats::Floats;
pub use ints::Ints;
pub use thresholds::Thresholds;
