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
    K_INDUCTION, MOST_OPERATIONS_OF_K_INDUCTION, MOST_OPERATIONS_WITH_POLYHEDRAL_LEMMAS,
    SHARE_OF_K_INDUCTION,
};
use crate::task::{Engine, Share, Task};

/// Its name.
const ENGINE: &str = "kinduct";

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Kinduct {
    /// Who decides whether a suffix has a beginning.
    pub solver: solve::Backend,
    /// How much of the time it takes.
    pub share: Share,
}

impl Engine for Kinduct {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let procedures = task.program.procedures.iter();
        let operations: usize = procedures.map(|one| one.edges.len()).sum();
        let until = match self.share {
            Share::All => desk.limits().deadline(),
            Share::Part => {
                // Nothing is walked back to a caller that is not known, or far enough in a large program.
                if task.caller != Caller::System || operations > MOST_OPERATIONS_OF_K_INDUCTION {
                    return;
                }
                desk.limits().share(K_INDUCTION, SHARE_OF_K_INDUCTION)
            }
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
