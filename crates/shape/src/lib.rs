//! Shape analysis with three-valued logic (Sagiv, Reps, Wilhelm: "Parametric shape analysis via
//! 3-valued logic").
//!
//! A [`Vocabulary`] declares predicates: *core* ones, which [`Action`]s assign, and
//! *instrumentation* ones, which are kept equal to a [`Formula`]. A [`Structure`] gives each
//! predicate a [`Truth`] for each node or pair of nodes; a *summary* node stands for one or more
//! individuals. [`analyse`] carries structures along the edges of a [`Graph`] up to a fixpoint, and
//! reports the claims that may fail. Structures stand for every heap that can occur, however
//! large; a claim that is not reported holds, if the traits of the vocabulary do and the outcome
//! is not [incomplete](Outcome::incomplete).
//!
//! This crate knows nothing of programs, languages or solvers.
//!
//! # Example
//!
//! Singly linked lists: the field `n`, paths along it, two variables, and the actions
//! `x = y->n` and `y = x`.
//!
//! ```
//! use shape::*;
//!
//! let (v, v1, v2) = (Var(0), Var(1), Var(2));
//! let mut vocabulary = Vocabulary::new();
//! let x = vocabulary.core("x", Arity::Unary, &[Trait::Unique, Trait::Pointer]);
//! let y = vocabulary.core("y", Arity::Unary, &[Trait::Unique, Trait::Pointer]);
//! let n = vocabulary.core("n", Arity::Binary, &[Trait::Function, Trait::Acyclic]);
//! let t = vocabulary.instrument("t[n]", &[v1, v2], n.star(v1, v2), &[]);
//! for pointer in [x, y] {
//!     let reached = pointer.at([v1]).and(t.at([v1, v])).exists(v1);
//!     let name = format!("r[{}]", vocabulary.name(pointer));
//!     vocabulary.instrument(&name, &[v], reached, &[]);
//! }
//!
//! // The list of one or more elements at y: a head and a summary of the rest.
//! let mut list = Structure::with_nodes(&vocabulary, 2);
//! let (head, tail) = (0, 1);
//! list.set_summaries(1 << tail);
//! list.set_value(y, &[head], Truth::True);
//! for node in [head, tail] {
//!     list.set_value(n, &[node, tail], Truth::Half);
//!     list.set_value(vocabulary.find("r[y]").unwrap(), &[node], Truth::True);
//! }
//! list.set_value(t, &[head, head], Truth::True);
//! list.set_value(t, &[head, tail], Truth::True);
//! list.set_value(t, &[tail, tail], Truth::Half);
//!
//! let null = |pointer: Predicate| pointer.at([v]).exists(v).not();
//! let target = y.at([v1]).and(n.at([v1, v])).exists(v1);
//! let next = Action::new("x = y->n")
//!     .focus(target.clone())
//!     .report_if(null(y), "y may be null")
//!     .update(x, &[v], target);
//! let copy = Action::new("y = x").focus(x.at([v])).update(y, &[v], x.at([v]));
//! let more = Action::new("x != null").focus(x.at([v])).assume(null(x).not());
//!
//! let mut graph = Graph::default();
//! let [start, middle, guarded] = ["start", "middle", "guarded"].map(|name| graph.location(name));
//! graph.edge(start, next, middle);
//! graph.edge(middle, more, guarded);
//! graph.edge(guarded, copy, start);
//!
//! let outcome = analyse(&vocabulary, &graph, &[list], &Options::default(), &|| false);
//! assert!(outcome.incomplete.is_none());
//! assert!(outcome.messages.is_empty(), "y is never null");
//! ```

mod action;
mod analyse;
mod blur;
mod coerce;
mod compile;
mod concretise;
mod differ;
mod eval;
mod focus;
mod formula;
mod laws;
mod paths;
pub mod picture;
mod rename;
mod structure;
mod transform;
mod truth;
pub mod tvp;
mod universe;
mod vocabulary;

pub use action::{Action, Allocation, Claim, Update};
pub use analyse::{Edge, Graph, Incomplete, Join, Location, Message, Options, Outcome, analyse};
pub use blur::Abstraction;
pub use coerce::{Constraints, Infeasible};
pub use concretise::{Interpretation, concretise};
pub use focus::{Focus, TooLarge};
pub use formula::{Closure, Formula, Time, Var};
pub use rename::Fresh;
pub use structure::{MAX_NODES, Node, Plane, Structure};
pub use transform::{Alarm, Semantics, Transformer};
pub use truth::Truth;
pub use vocabulary::{Arity, Declaration, Definition, IS_NEW, Predicate, Rule, Trait, Vocabulary};
