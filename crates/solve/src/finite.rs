//! Finite models of relational formulas.
//!
//! The formulas of [`logic::relational`] are undecidable in general; within a bounded universe
//! they are propositional. A [`Finder`] translates them, as Kodkod does, to circuits over
//! sparse matrices of wires, and these to clauses. A model comes back as a
//! [`Structure`](logic::relational::Structure) and is checked by evaluation before anyone sees
//! it; the absence of one comes back as a [`Core`] of the assertions that exclude it.

mod axioms;
mod bounds;
mod circuit;
mod cnf;
mod finder;
mod ground;
mod integer;
mod matrix;
mod models;
mod stage;
mod symmetry;
mod updates;

#[cfg(test)]
mod tests;

pub use bounds::{Bounds, Scope};
pub use finder::{AssertionId, Core, Finder, Outcome, Statistics, Unknown};
pub use models::Models;
pub use symmetry::Symmetry;
