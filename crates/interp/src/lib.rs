//! The reference interpreter of [`ir`]: the one definition of what a program does.
//!
//! An [`Interpreter`] is a program made ready to run; a [`State`] is a point of an execution,
//! which is cheap to clone; an [`Environment`] gives the inputs. [`Interpreter::run`] takes a
//! state as far as it gets, and tells how that ended in an [`Outcome`].
//!
//! ```
//! use interp::{Interpreter, Limits, Outcome, Scripted, Value};
//! use ir::{build::ProcedureBuilder, BinaryOp, Expr, Op, ProcedureId, Program, Scalar, Width};
//!
//! let mut program = Program::default();
//! let int = Scalar::Int(Width::W32);
//! let mut twice = ProcedureBuilder::new("twice", &mut program);
//! let x = twice.parameter("x", int);
//! twice.result(int);
//! twice.push(Op::Return(Some(Expr::binary(BinaryOp::Add, Expr::Local(x), Expr::Local(x)))));
//! program.procedures.push(twice.finish());
//!
//! let interpreter = Interpreter::new(&program);
//! let mut state = interpreter.start_at(ProcedureId(0), &[Value::Bits(21)]);
//! let outcome = interpreter.run(&mut state, &mut Scripted::default(), &Limits::default());
//! assert_eq!(outcome, Outcome::Returned(Some(Value::Bits(42))));
//! ```
//!
//! # Memory
//!
//! Memory is a set of objects. Each has a size and an address that no other object ever has,
//! before or after it. A pointer is the bits of an address and a provenance: the object it was
//! made from, null, or none. Offsets keep the provenance, wherever they lead; comparisons look at
//! the bits alone. An integer cast to a pointer points into the object in whose range, or at
//! whose end, the address lies, be it alive or not.
//!
//! Memory holds bytes, of each bit whether it has a value, and of stored pointers their
//! provenance. Storing anything else over a part of a pointer drops it; copying keeps it, if the
//! copy is aligned as the original was. A pointer that is loaded without one is looked up by its
//! bits, as if cast from an integer.
//!
//! # Values that are not there
//!
//! A local has a value or is uninitialised. Loading bits of which any has no value makes a local
//! uninitialised, and so does the result of a call that returned none. Assigning, storing,
//! passing or returning a bare local carries that along; any other expression works with zero
//! bits. [`ir::Condition::Initialised`] is where it is noticed.
//!
//! # Claims
//!
//! A violated [`ir::Op::Check`] whose kind is in [`Limits::claims`] ends the run in
//! [`Outcome::Violation`]. If its kind is not watched for, execution goes on where that has a
//! meaning: conditions over values are ignored, an uninitialised local becomes zero, a misaligned
//! access is made. It ends in [`Outcome::UndefinedBehaviour`] where it has none: there is nothing
//! to read outside of all objects. The same holds of an operation that is invalid without a check
//! before it.

mod arithmetic;
mod code;
mod compile;
mod environment;
mod evaluate;
mod float;
mod integer;
mod libm;
mod machine;
mod math;
mod memory;
mod observe;
pub mod operators;
mod outcome;
mod prepare;
mod render;
mod state;
mod strict;
mod trace;
mod value;
mod violation;
mod word;

pub use environment::{Environment, Host, InputRequest, RecordedInput, Recording, Scripted};
pub use observe::{
    Branches, Compares, Comparison, Comparisons, Coverage, Distances, Extent, Extents, Observed,
    Reached, Writes,
};
pub use outcome::{Frame, InputPoint, Limit, Limits, Note, Outcome, Position, Violation};
pub use prepare::Interpreter;
pub use state::State;
pub use trace::{Change, Omitted, Trace, TraceStep, trace};
pub use value::{ObjectId, Pointer, Provenance, Value};
