//! The methods that settle claims, and the house they live in.
//!
//! An [`Engine`] works on a [`Task`] at a [`Desk`]; the [`Ledger`] says what follows from what it
//! finds, and [`Portfolio`] which engines work, and in which order.

mod analyze;
mod caller;
pub mod concretize;
mod desk;
mod drive;
pub mod environment;
mod execute;
pub mod explore;
mod facts;
mod flow;
mod graph;
mod induct;
pub mod infer;
mod kinduct;
mod ledger;
mod limits;
mod portfolio;
mod predicates;
mod probe;
mod shape;
mod statistics;
pub mod symbolic;
mod task;

pub use analyze::cause_of;
pub use desk::{Closed, Confirm, Desk, Run, Watch};
pub use drive::Drive;
pub use execute::Execute;
pub use facts::{Facts, Invariant, Invariants};
pub use induct::Induct;
pub use kinduct::{Kinduct, Length};
pub use ledger::{Finding, Ledger, Reason, Refutation, Survey, Verdict, Visits, Want};
pub use limits::Limits;
pub use portfolio::{ENGINES, Portfolio, run};
pub use predicates::{Lemmas, Predicates};
pub use probe::{Effort, Probe, Summary};
pub use shape::Shape;
pub use statistics::Statistics;
pub use task::{About, Engine, Share, Task};
