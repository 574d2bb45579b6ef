//! Procedures without loops: each loop is unrolled so often.
//!
//! "All loops and recursive calls in the original program are assumed to be unwound some fixed number
//! of times before the abstraction" (Section 3.1).

use super::region::{Refusal, Region};
use crate::limits::tuning::MOST_UNROLLED_LOCATIONS;
use ir::{EdgeId, Location, ProcedureId};
use std::collections::{BTreeMap, BTreeSet};

/// A location of an unrolled procedure: how often each loop around it has come around, outside in.
type Copied = (Location, Vec<u32>);

/// A procedure as a graph without cycles; the first node is the entry, the last the exit.
#[derive(Clone, Debug)]
pub(crate) struct Unrolled {
    pub(crate) nodes: Vec<Node>,
    /// Whether there are executions with more iterations.
    pub(crate) is_cut: bool,
}

/// A copy of a location.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) location: Location,
    /// The edges from here and the nodes that they lead to, which come later.
    pub(crate) edges: Vec<(EdgeId, usize)>,
}

/// A natural loop.
struct Loop {
    header: Location,
    body: BTreeSet<Location>,
}

/// Unrolls the loops of a procedure.
pub(crate) fn unroll(
    region: &Region<'_>,
    id: ProcedureId,
    iterations: u32,
) -> Result<Unrolled, Refusal> {
    let procedure = &region.program[id];
    let mut outgoing: BTreeMap<Location, Vec<(EdgeId, Location)>> = BTreeMap::new();
    for (edge, it) in region.edges(id) {
        outgoing.entry(it.from).or_default().push((edge, it.to));
    }
    let loops = loops(procedure.entry, &outgoing)
        .ok_or_else(|| Refusal::new(procedure.span, "a loop with several entries"))?;
    let mut work = Work {
        outgoing: &outgoing,
        loops: &loops,
        iterations,
        is_cut: false,
        found: BTreeMap::new(),
    };
    if !work.explore((procedure.entry, inside(&loops, procedure.entry, &[]))) {
        let what = format!("loops of more than {MOST_UNROLLED_LOCATIONS} locations when unrolled");
        return Err(Refusal::new(procedure.span, what));
    }
    let entry = (procedure.entry, inside(&loops, procedure.entry, &[]));
    let nodes = work.sorted(&entry, procedure.exit);
    Ok(Unrolled {
        is_cut: work.is_cut,
        nodes,
    })
}

/// The counters of the loops around a location that is reached with nothing but these.
fn inside(loops: &[Loop], location: Location, counters: &[u32]) -> Vec<u32> {
    let around = loops
        .iter()
        .filter(|it| it.body.contains(&location))
        .count();
    let mut counters = counters.to_vec();
    counters.resize(around, 0);
    counters
}

struct Work<'a> {
    outgoing: &'a BTreeMap<Location, Vec<(EdgeId, Location)>>,
    /// Outer ones first.
    loops: &'a [Loop],
    iterations: u32,
    is_cut: bool,
    found: BTreeMap<Copied, Vec<(EdgeId, Copied)>>,
}

impl Work<'_> {
    /// Finds all copies; whether they are not too many.
    fn explore(&mut self, entry: Copied) -> bool {
        let mut open = vec![entry];
        while let Some(copy) = open.pop() {
            if self.found.contains_key(&copy) {
                continue;
            }
            if self.found.len() >= MOST_UNROLLED_LOCATIONS {
                return false;
            }
            let mut edges = Vec::new();
            for (edge, to) in self.outgoing.get(&copy.0).into_iter().flatten() {
                match self.next(&copy, *to) {
                    Some(next) => {
                        open.push(next.clone());
                        edges.push((*edge, next));
                    }
                    None => self.is_cut = true,
                }
            }
            self.found.insert(copy, edges);
        }
        true
    }

    /// The copy of a location that an edge leads to; `None` if that is one iteration too many.
    fn next(&self, (from, counters): &Copied, to: Location) -> Option<Copied> {
        let mut known = counters.iter();
        let mut next = Vec::new();
        for it in self.loops {
            let counter = match it.body.contains(from) {
                true => known.next().copied(),
                false => None,
            };
            if !it.body.contains(&to) {
                continue;
            }
            next.push(match counter {
                Some(counter) if to == it.header => counter + 1,
                Some(counter) => counter,
                None => 0,
            });
        }
        let most = self.iterations;
        next.iter()
            .all(|counter| *counter <= most)
            .then_some((to, next))
    }

    /// The copies that lead to the exit, in an order that follows the edges.
    fn sorted(&self, entry: &Copied, exit: Location) -> Vec<Node> {
        let order = self.topological(entry);
        let mut useful: BTreeSet<&Copied> = BTreeSet::new();
        for copy in order.iter().rev() {
            let leads = self.found[*copy].iter().any(|(_, to)| useful.contains(to));
            if copy.0 == exit || leads {
                useful.insert(copy);
            }
        }
        // The exit has no edges, so it may come last of all.
        let kept = order.iter().filter(|copy| useful.contains(*copy));
        let (exits, others): (Vec<&&Copied>, Vec<&&Copied>) = kept.partition(|copy| copy.0 == exit);
        let kept: Vec<&Copied> = others.into_iter().chain(exits).copied().collect();
        let number: BTreeMap<&Copied, usize> = kept.iter().copied().zip(0..).collect();
        let node = |copy: &&Copied| Node {
            location: copy.0,
            edges: self.found[*copy]
                .iter()
                .filter_map(|(edge, to)| Some((*edge, *number.get(to)?)))
                .collect(),
        };
        kept.iter().map(node).collect()
    }

    fn topological<'s>(&'s self, entry: &Copied) -> Vec<&'s Copied> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let Some((entry, edges)) = self.found.get_key_value(entry) else {
            return order;
        };
        seen.insert(entry);
        let mut stack = vec![(entry, edges.iter())];
        while let Some((copy, edges)) = stack.last_mut() {
            match edges.next() {
                Some((_, to)) => {
                    if let Some((to, edges)) = self.found.get_key_value(to)
                        && seen.insert(to)
                    {
                        stack.push((to, edges.iter()));
                    }
                }
                None => {
                    order.push(*copy);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }
}

/// The natural loops, outer ones first; `None` if one has several entries.
fn loops(
    entry: Location,
    outgoing: &BTreeMap<Location, Vec<(EdgeId, Location)>>,
) -> Option<Vec<Loop>> {
    let mut incoming: BTreeMap<Location, Vec<Location>> = BTreeMap::new();
    for (from, edges) in outgoing {
        for (_, to) in edges {
            incoming.entry(*to).or_default().push(*from);
        }
    }
    let mut bodies: BTreeMap<Location, BTreeSet<Location>> = BTreeMap::new();
    for (from, header) in back_edges(entry, outgoing) {
        let body = bodies.entry(header).or_default();
        body.insert(header);
        let mut open = vec![from];
        while let Some(location) = open.pop() {
            if !body.insert(location) {
                continue;
            }
            if location == entry {
                return None;
            }
            open.extend(incoming.get(&location).into_iter().flatten());
        }
    }
    let mut loops: Vec<Loop> = bodies
        .into_iter()
        .map(|(header, body)| Loop { header, body })
        .collect();
    loops.sort_by_key(|it| std::cmp::Reverse(it.body.len()));
    Some(loops)
}

/// The edges that close a cycle in a depth-first walk.
fn back_edges(
    entry: Location,
    outgoing: &BTreeMap<Location, Vec<(EdgeId, Location)>>,
) -> Vec<(Location, Location)> {
    let none = Vec::new();
    let edges_of = |location: &Location| outgoing.get(location).unwrap_or(&none).iter();
    let mut found = Vec::new();
    let mut seen = BTreeSet::from([entry]);
    let mut under_way = BTreeSet::from([entry]);
    let mut stack = vec![(entry, edges_of(&entry))];
    while let Some((location, edges)) = stack.last_mut() {
        let location = *location;
        match edges.next() {
            Some((_, to)) if under_way.contains(to) => found.push((location, *to)),
            Some((_, to)) => {
                if seen.insert(*to) {
                    under_way.insert(*to);
                    stack.push((*to, edges_of(to)));
                }
            }
            None => {
                under_way.remove(&location);
                stack.pop();
            }
        }
    }
    found
}
