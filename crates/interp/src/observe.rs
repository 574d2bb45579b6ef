//! Watching executions: which ways branches go, and what is compared with what.
//!
//! A run that nobody watches pays nothing for this: the inner loop is compiled once for each
//! [`Observer`], and for the empty one all of it vanishes. What is observed never changes what a
//! program does.

mod extents;

use crate::code::Ins;
use crate::memory::{Loaded, Memory};
use crate::prepare::Interpreter;
use crate::state::Activation;
use ir::{EdgeId, Origin, ProcedureId, Program};
use std::collections::BTreeSet;

pub use extents::{Compares, Distances, Extent, Extents, Writes};

/// How many counters there are: of branches of the user's code, of others, and of distances between
/// what the user's code compares.
const COUNTERS: usize = 3 * PART;
const PART: usize = 1 << 17;
const USERS: u32 = 0;
const OTHERS: u32 = 1;

/// The most comparisons that are kept of one place, and of one run.
const MOST_OF_A_PLACE: u8 = 24;
const MOST_COMPARISONS: usize = 8_192;

/// The most bytes of a text that is compared.
const MOST_BYTES: usize = 64;

/// What the inner loop tells about the instructions of one frame.
pub(crate) trait Observer {
    /// Whether it wants to know of comparisons.
    const COMPARES: bool;

    /// Whether it wants to know of accesses that may write.
    const ACCESSES: bool = false;

    /// A branch to the target was taken or not.
    fn branch(&mut self, at: usize, taken: bool, target: u32);

    /// Two numbers are compared.
    fn compare(&mut self, at: usize, left: u64, right: u64);

    /// So many bytes are written at an address of an object, or are about to be.
    fn access(&mut self, _at: usize, _memory: &Memory, _to: (u64, u64), _size: u64) {}
}

/// Nobody watches.
impl Observer for () {
    const COMPARES: bool = false;

    #[inline(always)]
    fn branch(&mut self, _at: usize, _taken: bool, _target: u32) {}

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
    /// Keeps what was reached.
    Reached(&'a mut Reached),
    /// Keeps which branches were taken.
    Branches(&'a mut Branches),
    /// Keeps how far into objects was written, and how near comparisons came.
    Extents(&'a mut Extents),
}

/// How often each side of each branch was taken, and how near the operands of comparisons came.
///
/// A branch of the library is counted for each place of the user's code that it was called from: it
/// matters whether it was this `strcmp` or that one that came further.
#[derive(Clone, Debug)]
pub struct Coverage {
    counters: Vec<u8>,
    /// The counters that are not zero.
    touched: Vec<u32>,
    frame: Counters,
}

/// The counters of a frame.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    /// Where they begin.
    first: u32,
    /// Of which part they are.
    part: u32,
}

impl Counters {
    #[inline(always)]
    fn at(self, index: usize) -> usize {
        self.part as usize * PART + (self.first as usize + index) % PART
    }
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage {
            counters: vec![0; COUNTERS],
            touched: Vec::new(),
            frame: Counters::default(),
        }
    }
}

impl Coverage {
    /// How many different counters there are.
    pub const COUNTERS: usize = COUNTERS;

    /// Whether a counter is one of a branch of the user's code.
    pub fn is_users(counter: u32) -> bool {
        (counter as usize) < PART
    }

    /// Whether a counter is one of a branch.
    pub fn is_branch(counter: u32) -> bool {
        (counter as usize) < 2 * PART
    }

    /// How often a counter was reached, up to 255 times.
    pub fn count(&self, counter: u32) -> u8 {
        self.counters[counter as usize]
    }

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
    const COMPARES: bool = true;

    #[inline(always)]
    fn branch(&mut self, at: usize, taken: bool, _target: u32) {
        let index = self.frame.at(2 * at + usize::from(taken));
        let counter = &mut self.counters[index];
        if *counter == 0 {
            self.touched.push(index as u32);
        }
        *counter = counter.saturating_add(1);
    }

    /// How near the operands came, as the number of bits of their distance.
    #[inline(always)]
    fn compare(&mut self, at: usize, left: u64, right: u64) {
        if self.frame.part != USERS {
            return;
        }
        let distance = left.wrapping_sub(right).min(right.wrapping_sub(left));
        let bits = 64 - distance.leading_zeros() as usize;
        let place = self.frame.first as usize + 64 * at + bits;
        let index = 2 * PART + place % PART;
        if self.counters[index] == 0 {
            self.counters[index] = 1;
            self.touched.push(index as u32);
        }
    }
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
    /// Those of the user's code and of calls of it, and others.
    users: BTreeSet<Comparison>,
    others: BTreeSet<Comparison>,
    /// How many were kept of each place.
    of_place: Vec<u8>,
    frame: Counters,
}

impl Comparisons {
    /// Keeps comparisons, those of texts by these procedures, too.
    pub fn new(comparing: BTreeSet<ProcedureId>) -> Comparisons {
        Comparisons {
            comparing,
            users: BTreeSet::new(),
            others: BTreeSet::new(),
            of_place: vec![0; COUNTERS],
            frame: Counters::default(),
        }
    }

    /// What the user's code compared, and had compared, without what was equal.
    pub fn users(&self) -> impl Iterator<Item = &Comparison> {
        self.users.iter()
    }

    /// What the library compared on its own.
    pub fn others(&self) -> impl Iterator<Item = &Comparison> {
        self.others.difference(&self.users)
    }

    /// A procedure is called with these pointers.
    pub(crate) fn call(&mut self, callee: ProcedureId, pointers: [(u64, u64); 2], memory: &Memory) {
        if self.users.len() >= MOST_COMPARISONS || !self.comparing.contains(&callee) {
            return;
        }
        let [left, right] = pointers.map(|(address, object)| text(memory, address, object));
        if left != right {
            self.users.insert(Comparison::Texts(left, right));
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
    fn branch(&mut self, _at: usize, _taken: bool, _target: u32) {}

    fn compare(&mut self, at: usize, left: u64, right: u64) {
        let place = self.frame.at(at);
        let is_new = left != right && self.of_place[place] < MOST_OF_A_PLACE;
        let kept = match self.frame.part {
            USERS => &mut self.users,
            _ => &mut self.others,
        };
        if is_new && kept.len() < MOST_COMPARISONS && kept.insert(Comparison::Numbers(left, right))
        {
            self.of_place[place] += 1;
        }
    }
}

/// The operations that were reached.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Instructions that were executed, and from which others follow without a branch.
    starts: BTreeSet<(u32, u32)>,
    routine: u32,
}

impl Reached {
    fn enter(&mut self, frames: &[Activation]) {
        if let Some(frame) = frames.last() {
            self.routine = frame.routine;
            self.starts.insert((frame.routine, frame.pc));
        }
    }

    /// The operations.
    pub fn edges(&self, interpreter: &Interpreter<'_>) -> BTreeSet<(ProcedureId, EdgeId)> {
        let mut found = BTreeSet::new();
        for (number, start) in &self.starts {
            let routine = &interpreter.routines[*number as usize];
            let mut at = *start as usize;
            // No block is longer than the code.
            for _ in 0..routine.code.len() {
                let (Some(ins), Some(site)) = (routine.code.get(at), routine.sites.get(at)) else {
                    break;
                };
                found.insert((ProcedureId(*number), *site));
                at = match *ins {
                    Ins::Jump { target, .. } => target as usize,
                    ins if ins.ends_a_block() => break,
                    _ => at + 1,
                };
            }
        }
        found
    }
}

impl Observer for Reached {
    const COMPARES: bool = false;

    fn branch(&mut self, at: usize, taken: bool, target: u32) {
        let next = if taken { target } else { at as u32 + 1 };
        self.starts.insert((self.routine, next));
    }

    fn compare(&mut self, _at: usize, _left: u64, _right: u64) {}
}

/// How far into an object pointers to its text are looked for, and how many lie on the way to it.
const POINTERS_WITHIN: u64 = 32;
const MOST_POINTERS: u32 = 2;

/// The text at an address, or of the object there that points to its text.
fn text(memory: &Memory, address: u64, object: u64) -> Vec<u8> {
    behind(memory, address, object, MOST_POINTERS).unwrap_or_else(|| bytes(memory, address, object))
}

/// The text behind the first pointer of an object.
fn behind(memory: &Memory, address: u64, object: u64, most: u32) -> Option<Vec<u8>> {
    let most = most.checked_sub(1)?;
    let places = (0..POINTERS_WITHIN)
        .step_by(8)
        .map(|offset| address + offset);
    let mut pointers = places.filter_map(|at| match memory.load_pointer::<8>(at, object)? {
        Loaded::Value((target, provenance)) if memory.provenance(provenance).is_some() => {
            Some((u64::from_le_bytes(target), provenance))
        }
        _ => None,
    });
    let (target, provenance) = pointers.next()?;
    let further = behind(memory, target, provenance, most);
    Some(further.unwrap_or_else(|| bytes(memory, target, provenance)))
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

/// Which branches were taken, as a set that may take some for others: how often each was taken, and
/// in which order, is not in it, so runs that differ only in how long their loops are have the same.
#[derive(Clone, Debug, Default)]
pub struct Branches {
    routine: u32,
    /// The set.
    pub taken: [u64; 4],
}

impl Observer for Branches {
    const COMPARES: bool = false;

    #[inline(always)]
    fn branch(&mut self, _at: usize, taken: bool, target: u32) {
        if taken {
            let place = u64::from(self.routine) << 32 | u64::from(target);
            let mixed = place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.taken[(mixed >> 62) as usize] |= 1 << (mixed >> 56 & 63);
        }
    }

    #[inline(always)]
    fn compare(&mut self, _at: usize, _left: u64, _right: u64) {}
}

impl Observed<'_> {
    /// The innermost frame goes on.
    pub(crate) fn enter(&mut self, program: &Program, frames: &[Activation]) {
        match self {
            Observed::Nothing => {}
            Observed::Coverage(coverage) => coverage.frame = counters(program, frames),
            Observed::Comparisons(kept) => kept.frame = counters(program, frames),
            Observed::Reached(reached) => reached.enter(frames),
            Observed::Branches(branches) => {
                branches.routine = frames.last().map_or(0, |frame| frame.routine);
            }
            Observed::Extents(extents) => {
                extents.frame = counters(program, frames);
                extents.branches.routine = frames.last().map_or(0, |frame| frame.routine);
            }
        }
    }
}

/// The counters of the innermost frame: one of the library has others for each place of the user's
/// code that it was called from.
fn counters(program: &Program, frames: &[Activation]) -> Counters {
    let Some((frame, callers)) = frames.split_last() else {
        return Counters::default();
    };
    let is_users = |frame: &Activation| program[ProcedureId(frame.routine)].origin == Origin::User;
    if is_users(frame) {
        return Counters {
            first: scramble(frame.routine, 0, 0),
            part: USERS,
        };
    }
    let caller = callers.iter().rev().find(|caller| is_users(caller));
    let caller = caller.map_or((0, 0), |caller| (caller.routine + 1, caller.pc));
    Counters {
        first: scramble(frame.routine, caller.0, caller.1),
        part: OTHERS,
    }
}

/// Numbers spread over the counters: the finaliser of MurmurHash3.
fn scramble(routine: u32, caller: u32, pc: u32) -> u32 {
    let mixed = routine.wrapping_mul(0x9e37_79b1) ^ caller.wrapping_mul(0x85eb_ca77);
    let mut mixed = mixed ^ pc.wrapping_mul(0xc2b2_ae3d);
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85eb_ca6b);
    mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xc2b2_ae35);
    mixed ^ (mixed >> 16)
}
