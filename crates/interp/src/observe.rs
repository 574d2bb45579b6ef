//! Watching executions: which ways branches go, and what is compared with what.
//!
//! A run that nobody watches pays nothing for this: the inner loop is compiled once for each
//! [`Observer`], and for the empty one all of it vanishes. What is observed never changes what a
//! program does.

use crate::memory::{Loaded, Memory};
use crate::state::Activation;
use ir::{Origin, ProcedureId, Program};
use std::collections::BTreeSet;

/// How many counters there are; a power of two.
const COUNTERS: usize = 1 << 18;

/// The most comparisons that are kept of one place, and of one run.
const MOST_OF_A_PLACE: u8 = 24;
const MOST_COMPARISONS: usize = 8_192;

/// The most bytes of a text that is compared.
const MOST_BYTES: usize = 64;

/// What the inner loop tells about the instructions of one frame.
pub(crate) trait Observer {
    /// Whether it wants to know of comparisons.
    const COMPARES: bool;

    /// A branch was taken or not.
    fn branch(&mut self, at: usize, taken: bool);

    /// Two numbers are compared.
    fn compare(&mut self, at: usize, left: u64, right: u64);
}

/// Nobody watches.
impl Observer for () {
    const COMPARES: bool = false;

    #[inline(always)]
    fn branch(&mut self, _at: usize, _taken: bool) {}

    #[inline(always)]
    fn compare(&mut self, _at: usize, _left: u64, _right: u64) {}
}

/// Who watches a run.
pub enum Observed<'a> {
    /// Nobody.
    Nothing,
    /// Counts branches.
    Coverage(&'a mut Coverage),
    /// Keeps comparisons.
    Comparisons(&'a mut Comparisons),
}

/// How often each side of each branch was taken.
///
/// A branch of the library is counted for each place of the user's code that it was called from: it
/// matters whether it was this `strcmp` or that one that came further.
#[derive(Clone, Debug)]
pub struct Coverage {
    counters: Vec<u8>,
    /// The counters that are not zero.
    touched: Vec<u32>,
    /// Where the counters of the frame begin.
    first: u32,
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage {
            counters: vec![0; COUNTERS],
            touched: Vec::new(),
            first: 0,
        }
    }
}

impl Coverage {
    /// How many different counters there are.
    pub const COUNTERS: usize = COUNTERS;

    /// The counters that are not zero, in the order in which they were first reached.
    pub fn counts(&self) -> impl Iterator<Item = (u32, u8)> {
        let touched = self.touched.iter();
        touched.map(|index| (*index, self.counters[*index as usize]))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for index in self.touched.drain(..) {
            self.counters[index as usize] = 0;
        }
    }
}

impl Observer for Coverage {
    const COMPARES: bool = false;

    #[inline(always)]
    fn branch(&mut self, at: usize, taken: bool) {
        let index = (self.first as usize + 2 * at + usize::from(taken)) % COUNTERS;
        let counter = &mut self.counters[index];
        if *counter == 0 {
            self.touched.push(index as u32);
        }
        *counter = counter.saturating_add(1);
    }

    #[inline(always)]
    fn compare(&mut self, _at: usize, _left: u64, _right: u64) {}
}

/// Two operands that were compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Comparison {
    /// Numbers.
    Numbers(u64, u64),
    /// Texts, or bytes.
    Texts(Vec<u8>, Vec<u8>),
}

/// What was compared in a run.
#[derive(Clone, Debug, Default)]
pub struct Comparisons {
    /// The procedures that compare what their first two arguments point to.
    comparing: BTreeSet<ProcedureId>,
    kept: BTreeSet<Comparison>,
    /// How many were kept of each place.
    of_place: Vec<u8>,
    first: u32,
}

impl Comparisons {
    /// Keeps comparisons, those of texts by these procedures, too.
    pub fn new(comparing: BTreeSet<ProcedureId>) -> Comparisons {
        Comparisons {
            comparing,
            kept: BTreeSet::new(),
            of_place: vec![0; COUNTERS],
            first: 0,
        }
    }

    /// What was compared, without what was equal.
    pub fn kept(&self) -> impl Iterator<Item = &Comparison> {
        self.kept.iter()
    }

    /// A procedure is called with these pointers.
    pub(crate) fn call(&mut self, callee: ProcedureId, pointers: [(u64, u64); 2], memory: &Memory) {
        if self.kept.len() >= MOST_COMPARISONS || !self.comparing.contains(&callee) {
            return;
        }
        let [left, right] = pointers.map(|(address, object)| bytes(memory, address, object));
        if left != right {
            self.kept.insert(Comparison::Texts(left, right));
        }
    }

    /// Whether calls of a procedure are kept.
    pub(crate) fn watches(&self, callee: ProcedureId) -> bool {
        self.comparing.contains(&callee)
    }
}

impl Observer for Comparisons {
    const COMPARES: bool = true;

    #[inline(always)]
    fn branch(&mut self, _at: usize, _taken: bool) {}

    fn compare(&mut self, at: usize, left: u64, right: u64) {
        let place = (self.first as usize + at) % COUNTERS;
        let is_new = left != right && self.of_place[place] < MOST_OF_A_PLACE;
        if is_new
            && self.kept.len() < MOST_COMPARISONS
            && self.kept.insert(Comparison::Numbers(left, right))
        {
            self.of_place[place] += 1;
        }
    }
}

/// The text at an address, without its terminating zero.
fn bytes(memory: &Memory, address: u64, object: u64) -> Vec<u8> {
    let mut found = Vec::new();
    while found.len() < MOST_BYTES {
        match memory.load::<1>(address.wrapping_add(found.len() as u64), object) {
            Some(Loaded::Value([byte])) if byte != 0 => found.push(byte),
            _ => break,
        }
    }
    found
}

impl Observed<'_> {
    /// The innermost frame goes on.
    pub(crate) fn enter(&mut self, program: &Program, frames: &[Activation]) {
        match self {
            Observed::Nothing => {}
            Observed::Coverage(coverage) => coverage.first = first_counter(program, frames),
            Observed::Comparisons(kept) => kept.first = first_counter(program, frames),
        }
    }
}

/// Where the counters of the innermost frame begin: one of the library is another one for each place
/// of the user's code that it was called from.
fn first_counter(program: &Program, frames: &[Activation]) -> u32 {
    let Some((frame, callers)) = frames.split_last() else {
        return 0;
    };
    let is_users = |frame: &Activation| program[ProcedureId(frame.routine)].origin == Origin::User;
    let caller = match is_users(frame) {
        true => None,
        false => callers.iter().rev().find(|caller| is_users(caller)),
    };
    let caller = caller.map_or((0, 0), |caller| (caller.routine + 1, caller.pc));
    scramble(frame.routine, caller.0, caller.1)
}

/// Numbers spread over the counters: the finaliser of MurmurHash3.
fn scramble(routine: u32, caller: u32, pc: u32) -> u32 {
    let mixed = routine.wrapping_mul(0x9e37_79b1) ^ caller.wrapping_mul(0x85eb_ca77);
    let mut mixed = mixed ^ pc.wrapping_mul(0xc2b2_ae3d);
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85eb_ca6b);
    mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xc2b2_ae35);
    mixed ^ (mixed >> 16)
}
