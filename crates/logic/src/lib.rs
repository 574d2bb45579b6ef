//! Terms and formulas: hash-consed, normalised on construction, with their
//! evaluation as the definition of what they mean.

mod bits;
mod build;
mod derived;
mod eval;
pub mod float;
mod op;
mod print;
pub mod program;
pub mod relational;
pub mod rules;
mod sort;
mod terms;
pub mod visit;

pub use bits::Bits;
pub use eval::{ArrayValue, Assignment, Evaluator, FunctionValue, Value};
pub use op::{FloatClass, Op};
pub use print::quote;
pub use sort::{FloatFormat, MAX_WIDTH, RoundingMode, Sort};
pub use terms::{Function, FunctionDecl, SortError, Symbol, TermId, Terms, ValueId};
