//! Weakest preconditions and strongest postconditions along a path of operations.
//!
//! A [`StateSpace`] gives names to everything that the operations of a path read and write: the
//! locals of the procedures on it, and memory. A [`State`] says what they hold, as terms. One
//! definition of what an operation does serves both directions: forward it is applied to the
//! terms of a state, backward to the variables, which are then replaced in the formula behind it.
//!
//! ```
//! use ir::{build::ProcedureBuilder, BinaryOp, Expr, Op, Program, Scalar, Width};
//! use logic::program::path::{Activation, StateSpace, Step};
//! use logic::{Assignment, Bits, Terms};
//!
//! let mut program = Program::default();
//! let mut builder = ProcedureBuilder::new("f", &mut program);
//! let x = builder.parameter("x", Scalar::Int(Width::W32));
//! let procedure = builder.finish();
//! let int = |value| Expr::int(Width::W32, value);
//! let positive = Op::Assume(Expr::binary(BinaryOp::SLt, int(0), Expr::Local(x)));
//! let twice = Op::Assign(x, Expr::binary(BinaryOp::Add, Expr::Local(x), Expr::Local(x)));
//! let path = [&positive, &twice].map(|op| Step::Op(Activation(0), op));
//!
//! let mut terms = Terms::new();
//! let space = StateSpace::new(&mut terms, &program, &[&procedure]);
//! let (before, ten) = (space.local(Activation(0), x).bits, terms.bv(32, 10));
//! let small = terms.bv_slt(before, ten);
//!
//! // {0 < x implies x + x < 10}  assume 0 < x; x = x + x  {x < 10}
//! let weakest = space.weakest_precondition(&mut terms, &path, small)?;
//! // From x < 10, the value behind the path is x + x, for each 0 < x < 10.
//! let strongest = space.strongest_postcondition(&mut terms, &path, small)?;
//! let after = strongest.state.local(Activation(0), x).bits;
//! assert_eq!(after, terms.bv_add(before, before));
//!
//! let holds = |value| {
//!     let mut assignment = Assignment::new();
//!     assignment.set(before, Bits::new(32, value));
//!     assignment.set(space.local(Activation(0), x).known, Bits::from_bool(true));
//!     terms.eval(weakest.condition, &assignment).is_true()
//! };
//! assert!(holds(4) && !holds(7));
//! # Ok::<(), logic::program::path::PathError>(())
//! ```
//!
//! # Values
//!
//! Integers and floats are their bits. A pointer is one bit-vector, the number of its object
//! above its address; the object is 0 of null and 1 of an address that points nowhere. A local
//! without a value has zero bits, and [`LocalValue::known`] is false.
//!
//! # Memory
//!
//! Memory is arrays from pointers to bytes, so that objects never overlap whatever their
//! addresses are, and arrays from objects to what is known of each. See [`Memory`].
//!
//! What the reference interpreter guarantees of every state (nothing is written to objects that
//! do not exist yet, pointers lead to objects that exist, …) takes quantifiers to say in full.
//! [`StateSpace::invariant`] says it of the places that given formulas read, which is all they
//! can tell apart; preconditions and postconditions come with it.
//!
//! Where an object is placed, the environment decides, after all earlier ones. What object lies
//! at an address that was made from an integer is an arbitrary function of the address
//! ([`Memory::owner`]), except that it has to lie there: postconditions may be weaker, and
//! preconditions stronger, than what the interpreter does with such a pointer.

mod condition;
mod expr;
mod memory;
mod operation;
mod preimage;
mod space;
mod start;
mod state;
mod transition;

use std::fmt;

use ir::{Expr, LocalId, MathFunction, Op, ProcedureId};

use crate::terms::{TermId, Terms};
use operation::Effect;
pub use preimage::Preimage;
pub use space::StateSpace;
pub use state::{LocalValue, Memory, State};
pub use transition::Transition;

/// A call on a path, numbered in the order of [`StateSpace::new`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Activation(pub usize);

/// A step of a path.
#[derive(Clone, Copy, Debug)]
pub enum Step<'p> {
    /// An operation.
    Op(Activation, &'p Op),
    /// A value of one call becomes a local of another: an argument when it is entered, the result
    /// when it is left.
    Pass {
        /// Whose locals the value is made of.
        from: Activation,
        /// The value.
        value: &'p Expr,
        /// Whose local takes it.
        to: Activation,
        /// The local.
        dest: LocalId,
    },
    /// A call is entered: its parameters take the arguments, and its other locals have no value.
    Enter {
        /// Whose locals the arguments are made of.
        from: Activation,
        /// The arguments.
        arguments: &'p [Expr],
        /// The activation that is entered.
        to: Activation,
    },
    /// An address is that of a procedure: the call through it leads there.
    Leads {
        /// Whose locals the address is made of.
        from: Activation,
        /// The address.
        address: &'p Expr,
        /// The procedure.
        to: ProcedureId,
    },
}

/// What must hold before a path.
#[derive(Clone, Debug)]
pub struct Pre {
    /// Holds of the values before, if the path cannot go wrong from them, whatever the
    /// environment chooses: it is meant for all values of the choices.
    pub condition: TermId,
    /// The variables for what the environment chooses, in the order of the path: the value of
    /// each input, the address of each new object.
    pub choices: Vec<TermId>,
}

/// What holds behind a path.
#[derive(Clone, Debug)]
pub struct Post {
    /// What everything holds then, in terms of what it held before and of fresh variables for
    /// what the environment chose.
    pub state: State,
    /// Holds of the values before, and of the choices, with which the path is taken to its end:
    /// the precondition holds, every assumption, and every check.
    pub condition: TermId,
    /// Holds of those with which no check on the path fails. It is valid if none ever does.
    pub safe: TermId,
    /// The variables for what the environment chose, as in [`Pre::choices`].
    pub choices: Vec<TermId>,
}

/// Why there is no formula for a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathError {
    /// The path contains an operation that has none.
    Operation(&'static str),
    /// A check on it is about more than values and single objects.
    Condition(&'static str),
    /// The result of a function is not determined, or has no circuit.
    Math(MathFunction),
    /// A copy or fill is of a size that is not constant, or of too many bytes.
    Size,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathError::Operation(name) => write!(f, "a path with `{name}` has no formula"),
            PathError::Condition(what) => write!(f, "a check of {what} has no formula"),
            PathError::Math(function) => write!(f, "`{}` has no formula", function.name()),
            PathError::Size => write!(
                f,
                "only copies and fills of a constant size up to {} bytes have a formula",
                operation::MAX_BULK
            ),
        }
    }
}

impl std::error::Error for PathError {}

impl StateSpace<'_> {
    /// What holds behind the path, if `precondition`, over the variables of the space, holds
    /// before it.
    pub fn strongest_postcondition(
        &self,
        terms: &mut Terms,
        path: &[Step<'_>],
        precondition: TermId,
    ) -> Result<Post, PathError> {
        let mut post = Post {
            state: self.state().clone(),
            condition: precondition,
            safe: terms.bool(true),
            choices: Vec::new(),
        };
        for step in path {
            let effect = Effect::of(terms, self, &post.state, step)?;
            let reached = terms.and(post.condition, effect.assumed);
            let passes = terms.implies(reached, effect.required);
            post.safe = terms.and(post.safe, passes);
            post.condition = terms.and(reached, effect.required);
            post.state = effect.after;
            post.choices.extend(effect.choice);
        }
        let mut roots: Vec<TermId> = post.state.terms().collect();
        roots.extend([post.condition, post.safe]);
        let invariant = self.invariant(terms, &roots);
        post.condition = terms.and(invariant, post.condition);
        post.safe = terms.implies(invariant, post.safe);
        Ok(post)
    }

    /// Holds of the states from which every run along the path passes its checks and ends in a
    /// state of which `postcondition` holds.
    ///
    /// Both are over the variables of the space; what the environment chooses is fresh variables.
    pub fn weakest_precondition(
        &self,
        terms: &mut Terms,
        path: &[Step<'_>],
        postcondition: TermId,
    ) -> Result<Pre, PathError> {
        let mut formula = postcondition;
        let mut choices = Vec::new();
        for step in path.iter().rev() {
            let effect = Effect::of(terms, self, self.state(), step)?;
            let changed = self.state().terms().zip(effect.after.terms()).collect();
            let behind = terms.substitute(formula, &changed);
            let succeeds = terms.and(effect.required, behind);
            formula = terms.implies(effect.assumed, succeeds);
            choices.extend(effect.choice);
        }
        choices.reverse();
        let invariant = self.invariant(terms, &[formula]);
        let condition = terms.implies(invariant, formula);
        Ok(Pre { condition, choices })
    }
}
