//! What programs of [`ir`] compute, as terms.
//!
//! A value of any type is a bit-vector: conditions have one bit, floats their encoding. The
//! operators are those of [`ir::expr`](ir::Expr), and are tested against the reference interpreter.

mod float;
mod operators;
pub mod path;

pub use float::math;
pub use operators::{binary, cast, unary};
