//! What is looked for, and from where it can be reached.

use super::place::{Place, World};
use crate::concretize::backward::Site;
use crate::graph::{Distances, FAR, Functions, Graph, at};
use ir::{ClaimKind, Op, Program};
use rustc_hash::FxHashSet;

/// Failures of checks, and operations, that no execution is to come to.
pub(super) struct Goal {
    /// The checks, and the kinds in which they fail.
    pub(super) checks: FxHashSet<(Site, ClaimKind)>,
    /// How far it is from each location to one of the operations.
    distances: Distances,
}

impl Goal {
    /// The failures of some checks, and some operations.
    pub(super) fn new(
        program: &Program,
        checks: impl IntoIterator<Item = (Site, ClaimKind)>,
        operations: impl IntoIterator<Item = Site>,
    ) -> Goal {
        let checks: FxHashSet<(Site, ClaimKind)> = checks.into_iter().collect();
        let mut sites: FxHashSet<Site> = checks.iter().map(|(site, _)| *site).collect();
        sites.extend(operations);
        let graph = Graph::new(program, Functions::Addressed);
        let distances = graph.fixpoint(|distances, site, edge| {
            let behind = at(distances, site.0, edge.to).saturating_add(1);
            match &edge.op {
                _ if sites.contains(&site) => 0,
                Op::Return(_) | Op::Halt(_) => FAR,
                Op::Call { target, .. } => {
                    let inside = graph.inside(distances, (site.0, edge.from), target);
                    inside.min(behind)
                }
                _ => behind,
            }
        });
        Goal { checks, distances }
    }

    /// Whether there is a way from a place, or from where its calls come back to.
    pub(super) fn is_ahead(&self, world: &World<'_>, place: Place) -> bool {
        let stack = world.stack(place).into_iter();
        let mut ways =
            stack.map(|(frame, location)| at(&self.distances, frame.procedure, location));
        ways.any(|way| way != FAR)
    }
}
