//! Evaluation of formulas in Kleene's logic, a word of nodes at a time.
//!
//! One variable (the *axis*) ranges over all nodes at once: the result is the set of nodes for
//! which the formula may (or must) hold when the axis stands for them.

use crate::compile::{Code, Kind, Part, Path, Slot};
use crate::formula::Time;
use crate::structure::{Node, Plane, Structure, members};
use crate::truth::Truth;

/// The structures that a formula is read in, and what is remembered of them.
pub(crate) struct Evaluator<'a> {
    before: &'a Structure,
    after: &'a Structure,
    closures: Vec<Option<[Box<[u64]>; 2]>>,
}

/// The variable that ranges over all nodes at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    /// None does: the result is in the first bit.
    None,
    /// The variable at this place does.
    Over(Slot),
}

impl<'a> Evaluator<'a> {
    /// Evaluates `code` in a structure.
    pub(crate) fn new(structure: &'a Structure, code: &Code) -> Self {
        Evaluator::between(structure, structure, code)
    }

    /// Evaluates `code`, which may read predicates before and after an update.
    pub(crate) fn between(before: &'a Structure, after: &'a Structure, code: &Code) -> Self {
        Evaluator {
            before,
            after,
            closures: vec![None; code.closures],
        }
    }

    /// The truth of a part for one environment.
    pub(crate) fn truth(&mut self, part: &Part, environment: &mut [u8]) -> Truth {
        let may = self.plane(part, environment, Axis::None, Plane::May) != 0;
        let must = may && self.plane(part, environment, Axis::None, Plane::Must) != 0;
        Truth::from_planes(may, must)
    }

    /// Both planes of a part's value.
    pub(crate) fn planes(&mut self, part: &Part, env: &mut [u8], axis: Axis) -> [u64; 2] {
        [Plane::May, Plane::Must].map(|plane| self.plane(part, env, axis, plane))
    }

    fn full(&self, axis: Axis) -> u64 {
        match axis {
            Axis::None => 1,
            Axis::Over(_) => self.before.universe(),
        }
    }

    fn at(&self, time: Time) -> &'a Structure {
        match time {
            Time::Before => self.before,
            Time::After => self.after,
        }
    }

    /// One plane of a part's value: for each node of the axis, whether it may (must) hold.
    pub(crate) fn plane(&mut self, part: &Part, env: &mut [u8], axis: Axis, plane: Plane) -> u64 {
        let full = self.full(axis);
        self.within(part, env, axis, plane, full)
    }

    /// One plane of a part's value for the `wanted` nodes of the axis alone.
    pub(crate) fn within(
        &mut self,
        part: &Part,
        env: &mut [u8],
        axis: Axis,
        plane: Plane,
        wanted: u64,
    ) -> u64 {
        if wanted == 0 {
            return 0;
        }
        match &part.kind {
            Kind::Constant(value) => match plane {
                Plane::May => spread(value.may(), wanted),
                Plane::Must => spread(value.must(), wanted),
            },
            Kind::Nullary(index, time) => spread(self.at(*time).proposition(*index, plane), wanted),
            Kind::Unary(index, slot, time) => {
                let set = self.at(*time).set(*index, plane);
                if axis == Axis::Over(*slot) {
                    set & wanted
                } else {
                    spread(has(set, env[*slot]), wanted)
                }
            }
            Kind::Binary(index, from, to, time) => {
                let structure = self.at(*time);
                let row = |node| structure.row(*index, plane, node);
                related(row, [*from, *to], env, axis, wanted)
            }
            Kind::Equal(left, right) => self.equal([*left, *right], env, axis, plane, wanted),
            Kind::Not(inner) => wanted & !self.within(inner, env, axis, plane.dual(), wanted),
            Kind::And(parts) => parts.iter().fold(wanted, |left, part| {
                self.within(part, env, axis, plane, left)
            }),
            Kind::Or(parts) => {
                wanted
                    & !parts.iter().fold(wanted, |left, part| {
                        left & !self.within(part, env, axis, plane, left)
                    })
            }
            Kind::Exists(slot, body) => self.exists(*slot, body, env, axis, plane, wanted),
            Kind::Closure(path) => self.closure(path, env, axis, plane, wanted),
            Kind::IfThenElse(parts) => self.if_else(parts, env, axis, plane, wanted),
        }
    }

    fn equal(
        &self,
        [left, right]: [Slot; 2],
        env: &[u8],
        axis: Axis,
        plane: Plane,
        wanted: u64,
    ) -> u64 {
        let single = match plane {
            Plane::May => u64::MAX,
            Plane::Must => !self.before.summaries(),
        };
        match axis {
            Axis::Over(slot) if slot == left && slot == right => wanted,
            Axis::Over(slot) if slot == left => 1 << env[right] & single & wanted,
            Axis::Over(slot) if slot == right => 1 << env[left] & single & wanted,
            _ => {
                let same = left == right || (env[left] == env[right] && has(single, env[left]));
                spread(same, wanted)
            }
        }
    }

    fn exists(
        &mut self,
        slot: Slot,
        body: &Part,
        env: &mut [u8],
        axis: Axis,
        plane: Plane,
        wanted: u64,
    ) -> u64 {
        let outer = match axis {
            Axis::Over(outer) if body.depends_on(outer) => outer,
            _ => return spread(self.plane(body, env, Axis::Over(slot), plane) != 0, wanted),
        };
        let conjuncts = match &body.kind {
            Kind::And(parts) => &**parts,
            _ => std::slice::from_ref(body),
        };
        // The nodes that can be meant whatever the axis stands for.
        let mut candidates = self.before.universe();
        for part in conjuncts.iter().filter(|part| !part.depends_on(outer)) {
            candidates = self.within(part, env, Axis::Over(slot), plane, candidates);
        }
        let mut left = wanted;
        for node in members(candidates) {
            let mut here = left;
            for part in conjuncts.iter().filter(|part| part.depends_on(outer)) {
                env[slot] = node;
                here = self.within(part, env, axis, plane, here);
            }
            left &= !here;
            if left == 0 {
                break;
            }
        }
        wanted & !left
    }

    fn if_else(
        &mut self,
        parts: &[Part; 3],
        env: &mut [u8],
        axis: Axis,
        plane: Plane,
        wanted: u64,
    ) -> u64 {
        let [condition, then, otherwise] = parts;
        let may = self.within(condition, env, axis, Plane::May, wanted);
        let must = self.within(condition, env, axis, Plane::Must, may);
        let then = self.within(then, env, axis, plane, may);
        let otherwise = self.within(otherwise, env, axis, plane, wanted & !must);
        match plane {
            Plane::May => then | otherwise,
            Plane::Must => must & then | otherwise & !may | then & otherwise,
        }
    }

    fn closure(
        &mut self,
        path: &Path,
        env: &mut [u8],
        axis: Axis,
        plane: Plane,
        wanted: u64,
    ) -> u64 {
        let ends = [path.from, path.to];
        let Some(cache) = path.cache else {
            let matrix = self.matrix(path, env, plane);
            return related(|node| matrix[node as usize], ends, env, axis, wanted);
        };
        if self.closures[cache].is_none() {
            let planes = [Plane::May, Plane::Must].map(|plane| self.matrix(path, env, plane));
            self.closures[cache] = Some(planes);
        }
        let Some(planes) = &self.closures[cache] else {
            return 0;
        };
        let matrix = &planes[plane as usize];
        related(|node| matrix[node as usize], ends, env, axis, wanted)
    }

    /// The rows of the transitive closure of a step.
    fn matrix(&mut self, path: &Path, env: &mut [u8], plane: Plane) -> Box<[u64]> {
        let nodes = self.before.len();
        let mut rows: Box<[u64]> = (0..nodes)
            .map(|node| {
                env[path.origin] = node as Node;
                self.plane(&path.step, env, Axis::Over(path.target), plane)
            })
            .collect();
        for middle in 0..nodes {
            for from in 0..nodes {
                if rows[from] >> middle & 1 == 1 {
                    rows[from] |= rows[middle];
                }
            }
        }
        rows
    }
}

/// The value of a relation given by rows.
#[inline]
fn related(
    row: impl Fn(Node) -> u64,
    [from, to]: [Slot; 2],
    env: &[u8],
    axis: Axis,
    wanted: u64,
) -> u64 {
    let filter = |holds: &dyn Fn(Node) -> bool| {
        members(wanted)
            .filter(|node| holds(*node))
            .fold(0, |set, node| set | 1 << node)
    };
    match axis {
        Axis::Over(slot) if slot == from && slot == to => filter(&|node| has(row(node), node)),
        Axis::Over(slot) if slot == to => row(env[from]) & wanted,
        Axis::Over(slot) if slot == from => filter(&|node| has(row(node), env[to])),
        _ => spread(has(row(env[from]), env[to]), wanted),
    }
}

fn spread(holds: bool, wanted: u64) -> u64 {
    if holds { wanted } else { 0 }
}

fn has(set: u64, node: Node) -> bool {
    set >> node & 1 == 1
}
