//! The states that wait, and in which order they are taken up.

use super::guide::Guide;
use crate::limits::tuning::ITERATIONS_PER_DELAY;
use crate::symbolic::state::State;
use ir::{ClaimSet, EdgeId, ProcedureId, Program};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::str::FromStr;

/// The order in which states are taken up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// In turns the one with the shortest path and the newest: short counterexamples are found
    /// first, and deep ones are found at all.
    #[default]
    Mixed,
    /// The newest.
    DepthFirst,
    /// The one with the fewest loop turns and forks.
    BreadthFirst,
    /// Any.
    Random,
    /// The one that is nearest to a claim that no path has come to, and every fourth time the one
    /// with the shortest path: not every claim can be reached.
    Coverage,
}

impl Strategy {
    /// All strategies with their names.
    pub const ALL: [(&'static str, Strategy); 5] = [
        ("mixed", Strategy::Mixed),
        ("depth-first", Strategy::DepthFirst),
        ("breadth-first", Strategy::BreadthFirst),
        ("random", Strategy::Random),
        ("coverage", Strategy::Coverage),
    ];

    /// By what states are chosen, in turns.
    fn orders(self) -> &'static [Order] {
        match self {
            Strategy::Mixed => &[Order::Newest, Order::Shortest],
            Strategy::DepthFirst => &[Order::Newest],
            Strategy::BreadthFirst => &[Order::Shortest],
            Strategy::Random => &[Order::Any],
            Strategy::Coverage => &[
                Order::Nearest,
                Order::Nearest,
                Order::Nearest,
                Order::Shortest,
            ],
        }
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(name: &str) -> Result<Strategy, String> {
        let found = Strategy::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, strategy)| *strategy).ok_or_else(|| {
            let names: Vec<&str> = Strategy::ALL.iter().map(|(name, _)| *name).collect();
            format!(
                "there is no strategy `{name}`; there are {}",
                names.join(", ")
            )
        })
    }
}

/// By what a state is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Shortest,
    Newest,
    Any,
    /// By the distance to a claim.
    Nearest,
}

/// The states that wait.
pub(crate) struct Frontier<'p> {
    orders: &'static [Order],
    guide: Option<Guide<'p>>,
    states: Vec<Option<State>>,
    free: Vec<u32>,
    /// One for each order.
    queues: Vec<(Order, Queue)>,
    /// When the state of a place was added. A place in a queue whose state was taken by way of
    /// another queue has an earlier one.
    generations: Vec<u64>,
    waiting: usize,
    taken: usize,
    added: u64,
    random: u64,
}

/// Smaller is earlier.
type Rank = (u64, u64);

/// Places of states, by how early they are taken up.
type Queue = BinaryHeap<Reverse<(Rank, u64, u32)>>;

impl<'p> Frontier<'p> {
    pub(crate) fn new(strategy: Strategy, program: &'p Program, claims: ClaimSet) -> Frontier<'p> {
        let orders = strategy.orders();
        let mut queues: Vec<(Order, Queue)> = Vec::new();
        for order in orders {
            if queues.iter().all(|(known, _)| known != order) {
                queues.push((*order, Queue::new()));
            }
        }
        let guided = orders.contains(&Order::Nearest);
        Frontier {
            orders,
            guide: guided.then(|| Guide::new(program, claims)),
            states: Vec::new(),
            free: Vec::new(),
            queues,
            generations: Vec::new(),
            waiting: 0,
            taken: 0,
            added: 0,
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// How many states wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting
    }

    /// Takes all states.
    pub(crate) fn rest(&mut self) -> Vec<State> {
        self.waiting = 0;
        self.states.drain(..).flatten().collect()
    }

    /// A path came over an edge.
    pub(crate) fn reach(&mut self, procedure: ProcedureId, edge: EdgeId) {
        if let Some(guide) = &mut self.guide {
            guide.reach(procedure, edge);
        }
    }

    /// Adds a state.
    pub(crate) fn add(&mut self, state: State) {
        self.added += 1;
        let random = self.next_random();
        for (order, queue) in &mut self.queues {
            let rank = rank(*order, &state, self.guide.as_ref(), self.added, random);
            let place = self.free.last().copied();
            let place = place.unwrap_or(self.states.len() as u32);
            queue.push(Reverse((rank, self.added, place)));
        }
        match self.free.pop() {
            Some(place) => {
                self.states[place as usize] = Some(state);
                self.generations[place as usize] = self.added;
            }
            None => {
                self.states.push(Some(state));
                self.generations.push(self.added);
            }
        }
        self.waiting += 1;
    }

    /// Takes the next state.
    pub(crate) fn take(&mut self) -> Option<State> {
        if self.guide.as_mut().is_some_and(Guide::refresh) {
            self.rank_again();
        }
        let order = self.orders[self.taken % self.orders.len()];
        self.taken += 1;
        let (_, queue) = self.queues.iter_mut().find(|(known, _)| *known == order)?;
        loop {
            let Reverse((_, generation, place)) = queue.pop()?;
            if self.generations[place as usize] == generation
                && let Some(state) = self.states[place as usize].take()
            {
                self.free.push(place);
                self.waiting -= 1;
                return Some(state);
            }
        }
    }

    /// Ranks all states again whose distance to claims may have changed.
    fn rank_again(&mut self) {
        let nearest = self.queues.iter_mut();
        for (order, queue) in nearest.filter(|(order, _)| *order == Order::Nearest) {
            let places = self.states.iter().zip(&self.generations).enumerate();
            *queue = places
                .filter_map(|(place, (state, added))| {
                    let rank = rank(*order, state.as_ref()?, self.guide.as_ref(), *added, 0);
                    Some(Reverse((rank, *added, place as u32)))
                })
                .collect();
        }
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}

fn rank(order: Order, state: &State, guide: Option<&Guide<'_>>, added: u64, random: u64) -> Rank {
    let length = u64::from(state.turns)
        + 2 * u64::from(state.nodes)
        + ITERATIONS_PER_DELAY * u64::from(state.delays);
    match order {
        Order::Shortest => (length, state.forks.into()),
        Order::Newest => (u64::MAX - added, 0),
        Order::Any => (random, 0),
        Order::Nearest => {
            let distance = guide.map_or(0, |guide| guide.distance(state));
            (distance.into(), length)
        }
    }
}
