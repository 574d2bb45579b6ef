//! The abstract reachability tree: places with what is known of the states there, as a cube of predicates.
//!
//! It describes all executions: a child has every state that its parent's segment leads to, and what is not
//! followed is covered by a node with more states at the same place. It is grown anew after each refinement, from
//! answers of the solver that are kept.

use super::Work;
use super::place::{Known, Place};
use super::segment::{Segment, What};
use crate::concretize::oracle::Checked;
use crate::limits::tuning::{
    LONGEST_ABOUT_PREDICATE, LONGEST_ABOUT_SEGMENT, LONGEST_QUESTION, MOST_NODES_OF_A_TREE,
};
use logic::{Assignment, TermId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use verdict::Gap;

/// Literals that hold, sorted.
pub(super) type Cube = Rc<[TermId]>;

/// States at a place: those at the start of the program, or those of which a cube holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Region {
    place: Place,
    extent: Extent,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Extent {
    Start,
    Cube(Cube),
}

/// A region by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct RegionId(usize);

/// Which states of a region there are, of some kind.
#[derive(Clone, Debug)]
enum Found {
    /// None.
    Nothing,
    /// This one.
    Model(Arc<Assignment>),
    /// Nobody knows, so there may be some.
    Undecided,
}

/// A node: its region, and from which node it came by which segment.
struct Node {
    region: RegionId,
    from: Option<(usize, usize)>,
}

/// A path of the tree, into a target.
#[derive(Debug)]
pub(super) struct AbstractPath {
    /// The segments, each with the place that it starts from.
    pub(super) segments: Vec<(Place, usize)>,
    pub(super) last: Place,
    pub(super) target: usize,
    /// What is known behind each segment.
    pub(super) cubes: Vec<Cube>,
}

/// What has become of a tree.
pub(super) enum Grown {
    /// It describes all executions, and no target is in it.
    Whole { nodes: usize },
    /// A path of it leads into a target.
    Reaches(AbstractPath),
    /// It cannot be grown.
    Left(Gap),
}

/// What the solver said, by the region that was asked about.
#[derive(Default)]
pub(super) struct Answers {
    regions: Vec<Region>,
    numbers: FxHashMap<Region, RegionId>,
    /// Whether a target may be reached.
    targets: FxHashMap<(RegionId, usize), bool>,
    /// What states of a region may take a segment.
    segments: FxHashMap<(RegionId, usize), Found>,
    /// Which literal of a predicate holds behind a segment.
    literals: FxHashMap<(RegionId, usize, TermId), Option<TermId>>,
}

impl Answers {
    fn region(&mut self, region: Region) -> RegionId {
        if let Some(known) = self.numbers.get(&region) {
            return *known;
        }
        let id = RegionId(self.regions.len());
        self.regions.push(region.clone());
        self.numbers.insert(region, id);
        id
    }

    fn of(&self, id: RegionId) -> &Region {
        &self.regions[id.0]
    }
}

impl Work<'_, '_, '_> {
    /// Grows a tree, breadth first.
    pub(super) fn grow(&mut self, start: Place) -> Grown {
        let root = self.answers.region(Region {
            place: start,
            extent: Extent::Start,
        });
        let mut nodes = vec![Node {
            region: root,
            from: None,
        }];
        // The cubes at each place; what is at the start alone covers nothing.
        let mut cubes: FxHashMap<Place, Vec<Cube>> = FxHashMap::default();
        let mut frontier = VecDeque::from([0]);
        while let Some(node) = frontier.pop_front() {
            let region = nodes[node].region;
            match self.target(region) {
                Ok(None) => {}
                Ok(Some(target)) => return Grown::Reaches(self.path(&nodes, node, target)),
                Err(gap) => return Grown::Left(gap),
            }
            let successors = match self.successors(region) {
                Ok(successors) => successors,
                Err(gap) => return Grown::Left(gap),
            };
            for (segment, place, cube) in successors {
                let others = cubes.entry(place).or_default();
                if others.iter().any(|other| is_subset(other, &cube)) {
                    continue;
                }
                others.push(cube.clone());
                let extent = Extent::Cube(cube);
                nodes.push(Node {
                    region: self.answers.region(Region { place, extent }),
                    from: Some((node, segment)),
                });
                frontier.push_back(nodes.len() - 1);
            }
            if nodes.len() > MOST_NODES_OF_A_TREE {
                return Grown::Left(Gap::Memory);
            }
        }
        Grown::Whole { nodes: nodes.len() }
    }

    fn path(&self, nodes: &[Node], last: usize, target: usize) -> AbstractPath {
        let (mut segments, mut cubes) = (Vec::new(), Vec::new());
        let mut at = last;
        while let Some((parent, segment)) = nodes[at].from {
            segments.push((self.answers.of(nodes[parent].region).place, segment));
            cubes.push(match &self.answers.of(nodes[at].region).extent {
                Extent::Cube(cube) => cube.clone(),
                Extent::Start => Rc::default(),
            });
            at = parent;
        }
        segments.reverse();
        cubes.reverse();
        AbstractPath {
            segments,
            last: self.answers.of(nodes[last].region).place,
            target,
            cubes,
        }
    }

    /// A target that states of a region may lead into.
    fn target(&mut self, region: RegionId) -> Result<Option<usize>, Gap> {
        let place = self.answers.of(region).place;
        let onward = self.onward(place)?;
        for (index, target) in onward.targets.iter().enumerate() {
            let is_wanted = match &target.what {
                What::Fails(site, kind) => self.goal.checks.contains(&(*site, *kind)),
                What::Left(place, _) => self.goal.is_ahead(&self.world, *place),
            };
            if !is_wanted {
                continue;
            }
            let key = (region, index);
            let may_be = match self.answers.targets.get(&key) {
                Some(known) => *known,
                None => {
                    let found = self.model(region, &target.way.conditions, None)?;
                    let may_be = !matches!(found, Found::Nothing);
                    self.answers.targets.insert(key, may_be);
                    may_be
                }
            };
            if may_be {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The regions behind the segments of a region.
    fn successors(&mut self, region: RegionId) -> Result<Vec<(usize, Place, Cube)>, Gap> {
        let place = self.answers.of(region).place;
        let onward = self.onward(place)?;
        let mut found = Vec::new();
        for (index, segment) in onward.segments.iter().enumerate() {
            if !self.goal.is_ahead(&self.world, segment.to) {
                continue;
            }
            let key = (region, index);
            let model = match self.answers.segments.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let model = self.model(region, &segment.way.conditions, None)?;
                    self.answers.segments.insert(key, model.clone());
                    model
                }
            };
            let model = match model {
                Found::Nothing => continue,
                Found::Model(model) => model,
                Found::Undecided => Arc::default(),
            };
            let cube = self.cube_behind(region, place, index, &model)?;
            found.push((index, segment.to, cube));
        }
        Ok(found)
    }

    /// The strongest cube that holds behind a segment (Cartesian abstraction).
    fn cube_behind(
        &mut self,
        region: RegionId,
        place: Place,
        index: usize,
        model: &Assignment,
    ) -> Result<Cube, Gap> {
        let onward = self.onward(place)?;
        let segment = &onward.segments[index];
        let predicates = self.precision.at(&self.world, segment.to);
        let mut cube = Vec::new();
        for predicate in predicates.iter() {
            let key = (region, index, *predicate);
            if let Some(known) = self.answers.literals.get(&key) {
                cube.extend(*known);
                continue;
            }
            let literal = self.literal(region, segment, *predicate, model)?;
            self.answers.literals.insert(key, literal);
            cube.extend(literal);
        }
        cube.sort_unstable();
        cube.dedup();
        Ok(cube.into())
    }

    /// Which literal of a predicate holds behind a segment, if one does.
    fn literal(
        &mut self,
        region: RegionId,
        segment: &Segment,
        predicate: TermId,
        model: &Assignment,
    ) -> Result<Option<TermId>, Gap> {
        let terms = &mut self.world.terms;
        let holds = terms.substitute(predicate, &segment.values);
        let fails = terms.not(holds);
        let negation = terms.not(predicate);
        // A literal holds if there is no state with its contrary. What the model says is likely, and nothing more:
        // it need not know the places that the predicate reads.
        let mut literals = [(predicate, fails), (negation, holds)];
        if !terms.eval(holds, model).is_true() {
            literals.reverse();
        }
        for (literal, contrary) in literals {
            match self.model(region, &segment.way.conditions, Some(contrary))? {
                Found::Nothing => return Ok(Some(literal)),
                Found::Model(_) | Found::Undecided => {}
            }
        }
        Ok(None)
    }

    /// A state of a region of which conditions hold.
    fn model(
        &mut self,
        region: RegionId,
        conditions: &[TermId],
        further: Option<TermId>,
    ) -> Result<Found, Gap> {
        if let Some(gap) = self.stop() {
            return Err(gap);
        }
        let Region { place, extent } = self.answers.of(region).clone();
        let mut formulas: Vec<TermId> = conditions.to_vec();
        formulas.extend(further);
        match extent {
            Extent::Start => {
                let all = self.world.terms.and_all(formulas);
                let activation = self.world.frame(place.calls).activation;
                let space = &self.world.space;
                formulas = vec![space.at_start(&mut self.world.terms, activation, all)];
            }
            Extent::Cube(cube) => {
                formulas.extend(cube.iter());
                self.complete(place, &mut formulas);
            }
        }
        self.oracle.patience = match further {
            Some(_) => LONGEST_ABOUT_PREDICATE,
            None => LONGEST_ABOUT_SEGMENT,
        };
        let checked = self.question(&formulas);
        self.oracle.patience = LONGEST_QUESTION;
        Ok(match checked {
            Checked::Model(model) => Found::Model(model),
            Checked::Core(_) => Found::Nothing,
            Checked::Unknown(_) => Found::Undecided,
        })
    }

    /// Adds what is true of all states at a place, as far as formulas can tell.
    pub(super) fn complete(&mut self, place: Place, formulas: &mut Vec<TermId>) {
        match self.world.known(place) {
            Known::Holds(known) => formulas.extend(known.iter()),
            Known::Unreachable => formulas.push(self.world.terms.bool(false)),
        }
        let mut facts = Vec::new();
        for formula in formulas.iter() {
            facts.push(self.world.facts(*formula));
        }
        formulas.extend(facts);
    }
}

/// Whether all of some literals are among others; both are sorted.
fn is_subset(some: &[TermId], others: &[TermId]) -> bool {
    let mut others = others.iter();
    some.iter().all(|one| others.any(|other| other == one))
}
