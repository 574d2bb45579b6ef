//! Printing terms: as SMT-LIB, and for people.

mod human;
mod smt;

pub use smt::quote;
