//! Deciding formulas: bit-vectors, arrays, uninterpreted functions and IEEE
//! floats by bit-blasting onto CaDiCaL, and other solvers over SMT-LIB.

mod backend;
pub mod blast;
pub mod cnf;
mod exists_forall;
pub mod external;
pub mod finite;
pub mod gates;
pub mod layers;
pub mod models;
pub mod sat;
mod session;
pub mod smtlib;
mod solver;
mod theory;
pub mod words;

pub use backend::Backend;
pub use exists_forall::{ExistsForall, exists_forall};
pub use layers::{Decide, Outcome};
pub use sat::{Answer, Interrupt, Limits};
pub use session::{Session, Stack};
pub use solver::{Solver, Statistics};
