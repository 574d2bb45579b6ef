//! The analysis: structures are carried along the edges of a graph until nothing new appears.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::action::Action;
use crate::blur::{Merged, Outline};
use crate::structure::Structure;
use crate::transform::{Alarm, Semantics, Transformer};
use crate::truth::Truth;
use crate::vocabulary::Vocabulary;

/// A place of the program that is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location(pub usize);

/// A step of the program.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Location,
    /// What it does.
    pub action: Action,
    /// Where it leads.
    pub to: Location,
}

/// A program: locations, and edges between them.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    names: Vec<String>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Adds a location. The first is where the program starts.
    pub fn location(&mut self, name: impl Into<String>) -> Location {
        self.names.push(name.into());
        Location(self.names.len() - 1)
    }

    /// Adds an edge between locations of this graph.
    pub fn edge(&mut self, from: Location, action: Action, to: Location) {
        debug_assert!(from.0.max(to.0) < self.names.len());
        self.edges.push(Edge { from, action, to });
    }

    /// The edges in the order they were added.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The name of a location.
    pub fn name(&self, location: Location) -> &str {
        &self.names[location.0]
    }

    /// All locations.
    pub fn locations(&self) -> impl Iterator<Item = Location> + use<> {
        (0..self.names.len()).map(Location)
    }

    /// For each location, its place in reverse post-order.
    fn ranks(&self) -> Vec<usize> {
        let mut successors = vec![Vec::new(); self.names.len()];
        for edge in &self.edges {
            successors[edge.from.0].push(edge.to.0);
        }
        let mut order = Vec::new();
        let mut seen = vec![false; self.names.len()];
        for root in 0..self.names.len() {
            post_order(root, &successors, &mut seen, &mut order);
        }
        let mut ranks = vec![0; self.names.len()];
        let last = order.len().saturating_sub(1);
        order
            .iter()
            .enumerate()
            .for_each(|(place, location)| ranks[*location] = last - place);
        ranks
    }
}

fn post_order(root: usize, successors: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut stack = vec![(root, 0)];
    while let Some((location, next)) = stack.pop() {
        match successors[location].get(next) {
            Some(to) => {
                stack.push((location, next + 1));
                if !std::mem::replace(&mut seen[*to], true) {
                    stack.push((*to, 0));
                }
            }
            None => order.push(location),
        }
    }
}

/// How the structures of a location are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// Not at all: a set of structures.
    Relational,
    /// Structures with the same propositions and the same names of nodes become one.
    #[default]
    Partial,
}

/// How an analysis is done.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How structures are joined.
    pub join: Join,
    /// The analysis ends incomplete when it has made this many structures.
    pub max_structures: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            join: Join::default(),
            max_structures: 1_000_000,
        }
    }
}

/// Why an analysis ended before it was complete: what it says is then no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// The caller stopped it.
    Stopped,
    /// A structure became too large, or was split into too many.
    TooLarge,
    /// It made too many structures.
    TooMany,
}

/// A claim that may fail.
#[derive(Clone, Debug)]
pub struct Message {
    /// The edge, by its place in [`Graph::edges`].
    pub edge: usize,
    /// The claim of its action: those before the update are counted first.
    pub claim: usize,
    /// Whether a structure was found that fails it for certain.
    pub certainty: Truth,
    /// A structure that fails it.
    pub structure: Structure,
    /// How many structures may fail it.
    pub count: usize,
}

/// What an analysis found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The structures of each location, in canonical form.
    pub structures: Vec<Vec<Arc<Structure>>>,
    /// The claims that may fail, in the order they were found.
    pub messages: Vec<Message>,
    /// How many structures actions were applied to.
    pub applications: usize,
    /// Why it is incomplete, if it is.
    pub incomplete: Option<Incomplete>,
}

/// Analyses a graph from initial structures at its first location, until a fixpoint or until
/// `stop` says so.
pub fn analyse(
    vocabulary: &Vocabulary,
    graph: &Graph,
    initial: &[Structure],
    options: &Options,
    stop: &dyn Fn() -> bool,
) -> Outcome {
    let semantics = Semantics::new(vocabulary);
    let mut analysis = Analysis::new(vocabulary, &semantics, graph, options);
    if let Some(first) = graph.locations().next() {
        for structure in initial {
            analysis.arrive(
                first,
                semantics.abstraction().blur(structure),
                Merged::Nodes,
            );
        }
    }
    let incomplete = analysis.run(stop).err();
    Outcome {
        structures: analysis
            .states
            .into_iter()
            .map(State::into_structures)
            .collect(),
        messages: analysis.messages,
        applications: analysis.applications,
        incomplete,
    }
}

struct Analysis<'a> {
    semantics: &'a Semantics,
    options: &'a Options,
    edges: Vec<(Transformer, Location)>,
    outgoing: Vec<Vec<usize>>,
    ranks: Vec<usize>,
    states: Vec<State>,
    /// Locations with structures that were not carried on yet, by rank.
    pending: BTreeSet<(usize, Location)>,
    messages: Vec<Message>,
    known: FxHashMap<(usize, usize), usize>,
    applications: usize,
}

/// The structures of one location.
#[derive(Default)]
struct State {
    all: FxHashSet<Arc<Structure>>,
    joined: FxHashMap<Outline, Arc<Structure>>,
    /// Those that were not carried on yet.
    fresh: Vec<(Arc<Structure>, Merged)>,
}

impl State {
    fn into_structures(self) -> Vec<Arc<Structure>> {
        let mut structures: Vec<Arc<Structure>> = self
            .all
            .into_iter()
            .chain(self.joined.into_values())
            .collect();
        structures.sort_unstable();
        structures
    }

    /// Adds a structure; says whether it is new.
    fn add(
        &mut self,
        structure: Structure,
        merged: Merged,
        join: Join,
        semantics: &Semantics,
    ) -> bool {
        let added = match join {
            Join::Relational => {
                let structure = Arc::new(structure);
                let new = self.all.insert(Arc::clone(&structure));
                new.then_some((structure, merged))
            }
            Join::Partial => self.merge(structure, merged, semantics),
        };
        let new = added.is_some();
        self.fresh.extend(added);
        new
    }

    fn merge(
        &mut self,
        structure: Structure,
        merged: Merged,
        semantics: &Semantics,
    ) -> Option<(Arc<Structure>, Merged)> {
        let outline = semantics.abstraction().outline(&structure);
        let (joined, merged) = match self.joined.get(&outline) {
            None => (structure, merged),
            Some(old) => {
                let mut joined = (**old).clone();
                joined.join_pointwise(&structure);
                if joined == **old {
                    return None;
                }
                let old = Arc::clone(old);
                self.fresh.retain(|(waiting, _)| *waiting != old);
                (joined, Merged::Nodes)
            }
        };
        let joined = Arc::new(joined);
        self.joined.insert(outline, Arc::clone(&joined));
        Some((joined, merged))
    }
}

impl<'a> Analysis<'a> {
    fn new(
        vocabulary: &Vocabulary,
        semantics: &'a Semantics,
        graph: &Graph,
        options: &'a Options,
    ) -> Self {
        let mut outgoing = vec![Vec::new(); graph.names.len()];
        for (place, edge) in graph.edges.iter().enumerate() {
            outgoing[edge.from.0].push(place);
        }
        Analysis {
            semantics,
            options,
            edges: graph
                .edges
                .iter()
                .map(|edge| (Transformer::new(vocabulary, &edge.action), edge.to))
                .collect(),
            outgoing,
            ranks: graph.ranks(),
            states: graph.names.iter().map(|_| State::default()).collect(),
            pending: BTreeSet::new(),
            messages: Vec::new(),
            known: FxHashMap::default(),
            applications: 0,
        }
    }

    fn arrive(&mut self, location: Location, structure: Structure, merged: Merged) {
        let state = &mut self.states[location.0];
        if state.add(structure, merged, self.options.join, self.semantics) {
            self.pending.insert((self.ranks[location.0], location));
        }
    }

    fn run(&mut self, stop: &dyn Fn() -> bool) -> Result<(), Incomplete> {
        while let Some((_, location)) = self.pending.pop_first() {
            for (structure, merged) in std::mem::take(&mut self.states[location.0].fresh) {
                if stop() {
                    return Err(Incomplete::Stopped);
                }
                if self.applications > self.options.max_structures {
                    return Err(Incomplete::TooMany);
                }
                self.leave(location, &structure, merged, stop)?;
            }
        }
        Ok(())
    }

    /// Carries a structure along all edges of its location.
    fn leave(
        &mut self,
        location: Location,
        structure: &Structure,
        merged: Merged,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Incomplete> {
        let mut sharp = structure.clone();
        // What lost nothing since it was coerced has nothing to gain.
        let lost = merged == Merged::Nodes;
        if lost && self.semantics.constraints().coerce(&mut sharp).is_err() {
            return Ok(());
        }
        for place in 0..self.outgoing[location.0].len() {
            let edge = self.outgoing[location.0][place];
            self.applications += 1;
            let mut alarms = Vec::new();
            let (transformer, to) = &self.edges[edge];
            let to = *to;
            let mut note = |alarm, at: &Structure| alarms.push((alarm, at.clone()));
            let results = transformer
                .apply_noting(self.semantics, &sharp, &mut note, stop)
                .map_err(|_| match stop() {
                    true => Incomplete::Stopped,
                    false => Incomplete::TooLarge,
                })?;
            for (alarm, at) in alarms {
                self.message(edge, alarm, at);
            }
            for (result, merged) in results {
                self.arrive(to, result, merged);
            }
        }
        Ok(())
    }

    fn message(&mut self, edge: usize, alarm: Alarm, structure: Structure) {
        let messages = &mut self.messages;
        let place = *self.known.entry((edge, alarm.claim)).or_insert_with(|| {
            let certainty = alarm.certainty;
            messages.push(Message {
                edge,
                claim: alarm.claim,
                certainty,
                structure: structure.clone(),
                count: 0,
            });
            messages.len() - 1
        });
        let message = &mut messages[place];
        message.count += 1;
        if alarm.certainty > message.certainty {
            message.certainty = alarm.certainty;
            message.structure = structure;
        }
    }
}
