//! The states that wait, and in which order they are taken up.

use super::state::State;
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
}

impl Strategy {
    /// All strategies with their names.
    pub const ALL: [(&'static str, Strategy); 4] = [
        ("mixed", Strategy::Mixed),
        ("depth-first", Strategy::DepthFirst),
        ("breadth-first", Strategy::BreadthFirst),
        ("random", Strategy::Random),
    ];
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

/// The states that wait.
pub(crate) struct Frontier {
    strategy: Strategy,
    states: Vec<Option<State>>,
    free: Vec<u32>,
    /// Places of states, by how early they are taken up. Places whose state was taken by way of
    /// the other list have another generation.
    ranked: BinaryHeap<Reverse<(Rank, u64, u32)>>,
    newest: Vec<(u64, u32)>,
    generations: Vec<u64>,
    waiting: usize,
    taken: u64,
    added: u64,
    random: u64,
}

/// Smaller is earlier.
type Rank = (u64, u64);

impl Frontier {
    pub(crate) fn new(strategy: Strategy) -> Frontier {
        Frontier {
            strategy,
            states: Vec::new(),
            free: Vec::new(),
            ranked: BinaryHeap::new(),
            newest: Vec::new(),
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

    /// Adds a state.
    pub(crate) fn add(&mut self, state: State) {
        self.added += 1;
        let rank = self.rank(&state);
        let place = match self.free.pop() {
            Some(place) => {
                self.states[place as usize] = Some(state);
                place
            }
            None => {
                self.states.push(Some(state));
                self.generations.push(0);
                self.states.len() as u32 - 1
            }
        };
        self.generations[place as usize] = self.added;
        match self.strategy {
            Strategy::DepthFirst => self.newest.push((self.added, place)),
            Strategy::BreadthFirst | Strategy::Random => {
                self.ranked.push(Reverse((rank, self.added, place)));
            }
            Strategy::Mixed => {
                self.newest.push((self.added, place));
                self.ranked.push(Reverse((rank, self.added, place)));
            }
        }
        self.waiting += 1;
    }

    fn rank(&mut self, state: &State) -> Rank {
        match self.strategy {
            Strategy::Random => (self.next_random(), 0),
            _ => (
                u64::from(state.turns) + 2 * u64::from(state.nodes),
                u64::from(state.forks),
            ),
        }
    }

    /// Takes the next state.
    pub(crate) fn take(&mut self) -> Option<State> {
        self.taken += 1;
        let by_rank = match self.strategy {
            Strategy::DepthFirst => false,
            Strategy::BreadthFirst | Strategy::Random => true,
            Strategy::Mixed => self.taken.is_multiple_of(2),
        };
        loop {
            let (generation, place) = match by_rank {
                true => self.ranked.pop().map(|Reverse((_, g, place))| (g, place))?,
                false => self.newest.pop()?,
            };
            if self.generations[place as usize] == generation
                && let Some(state) = self.states[place as usize].take()
            {
                self.free.push(place);
                self.waiting -= 1;
                return Some(state);
            }
        }
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}
