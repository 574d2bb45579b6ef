//! The relational language of contracts: reading it, typing it, and deciding it on heaps that are
//! known in part.
//!
//! A contract stands in `/*@ … */` before a procedure. [`resolve`] turns its text into typed
//! [`Clause`]s, whose names are parameters, globals and fields of the program. An engine
//! implements [`Structure`] for its states, and [`decide`] says what a clause means there: a
//! condition on the numbers that is implied already, one that suffices already, and what has to
//! be initialised to know more.
//!
//! This crate knows programs and terms; it knows no engine, no solver and no source language.

mod check;
mod error;
mod evaluate;
mod lex;
mod lower;
mod parse;
mod resolve;
mod structure;
mod syntax;
mod typed;
mod uses;

pub use check::{CHECK_RUNTIME, CheckCode, JAVA_CHECK_RUNTIME, check_code, java_check};
pub use error::{Error, Problem};
pub use evaluate::{Truth, decide, decide_of};
pub use lower::{
    Checked, Preconditions, Replaced, Unchecked, assume_preconditions, claim_postconditions,
    claim_preconditions, is_replaced_input, replace_calls,
};
pub use resolve::resolve;
pub use structure::{Answer, Moment, Numeral, Place, Reference, Structure, Undecided};
pub use typed::{
    ArithmeticOperator, Clause, ClauseKind, Comparison, Contract, Expr, Formula, Holds, Invariant,
    Link, Multiplicity, Quantifier, Reach, Root, SetOperator,
};
pub use uses::Measured;
