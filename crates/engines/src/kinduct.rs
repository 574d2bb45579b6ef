//! The engine `kinduct`: k-induction, with what an analysis knows as lemmas.
//!
//! A claim holds if no execution that has kept it for k turns of the loops violates it in the next, and
//! none violates it before. Both are asked backward, from the violation: a suffix of a path with k turns
//! that no state begins, among the states that the analysis describes, is a step of the induction; one
//! that leads to the start of the program is part of its base. Each path has its own k, which grows until
//! the suffix has no beginning. The walk is that of `concretize`.

use crate::concretize::{Concretize, Domain, Pruning, Repeated};
use crate::desk::Desk;
use crate::environment::Caller;
use crate::limits::tuning::{
    K_INDUCTION, K_INDUCTION_AT_LENGTH, MOST_OPERATIONS_OF_K_INDUCTION,
    MOST_OPERATIONS_WITH_POLYHEDRAL_LEMMAS, SHARE_OF_K_INDUCTION, SHARE_OF_K_INDUCTION_AT_LENGTH,
};
use crate::task::{Engine, Task};

/// Its name.
const ENGINE: &str = "kinduct";

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Kinduct {
    /// Who decides whether a suffix has a beginning.
    pub solver: solve::Backend,
    /// How much of the time it takes.
    pub length: Length,
}

/// How long paths are walked backward.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Length {
    /// As long as there is time.
    #[default]
    All,
    /// Before a program is explored.
    Briefly,
    /// Beside an exploration that does not end soon.
    Beside,
}

impl Engine for Kinduct {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let procedures = task.program.procedures.iter();
        let operations: usize = procedures.map(|one| one.edges.len()).sum();
        // Nothing is walked back to a caller that is not known, or far enough in a large program.
        let is_hopeless =
            task.caller != Caller::System || operations > MOST_OPERATIONS_OF_K_INDUCTION;
        let limits = desk.limits();
        let until = match self.length {
            Length::All => limits.deadline(),
            _ if is_hopeless => return,
            Length::Briefly => limits.share(K_INDUCTION, SHARE_OF_K_INDUCTION),
            Length::Beside => limits.share(K_INDUCTION_AT_LENGTH, SHARE_OF_K_INDUCTION_AT_LENGTH),
        };
        let lemmas = match operations > MOST_OPERATIONS_WITH_POLYHEDRAL_LEMMAS {
            true => domains::Domain::Zones,
            false => domains::Domain::Polyhedra,
        };
        let walk = Concretize {
            domain: Some(Domain::Relations(lemmas)),
            pruning: Pruning {
                repeated: Repeated::Dropped,
                ..Pruning::default()
            },
            solver: self.solver.clone(),
            ..Concretize::default()
        };
        walk.work(ENGINE, until, task, desk);
    }
}
