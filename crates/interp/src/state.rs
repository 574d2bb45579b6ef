//! Points of executions.

use crate::memory::Memory;
use crate::value::ObjectId;

/// A point of an execution. A clone shares memory with its original until one of them writes.
#[derive(Clone)]
pub struct State {
    /// The frames, one after the other.
    pub(crate) registers: Vec<u64>,
    pub(crate) frames: Vec<Activation>,
    pub(crate) memory: Memory,
    /// The live objects of all frames, in the order of their creation.
    pub(crate) stack_objects: Vec<ObjectId>,
    pub(crate) steps: u64,
    pub(crate) marks: Marks,
}

/// Which branches were taken, as a set that may take some for others: how often each was taken, and
/// in which order, is not in it, so runs that differ only in how long their loops are have the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks([u64; 4]);

impl Marks {
    /// Notes a jump within a routine.
    #[inline(always)]
    pub(crate) fn note(&mut self, routine: u64, target: u32) {
        let mixed = (routine ^ u64::from(target)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0[(mixed >> 62) as usize] |= 1 << (mixed >> 56 & 63);
    }
}

/// A procedure that is being executed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Activation {
    pub(crate) routine: u32,
    /// The next instruction; of a procedure that waits for a call, the call.
    pub(crate) pc: u32,
    /// The first of its registers.
    pub(crate) base: usize,
    /// How many stack objects there were before it.
    pub(crate) objects: u32,
}

impl State {
    /// How many edges were taken since the start.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Which branches were taken since this was last asked.
    pub fn take_marks(&mut self) -> Marks {
        std::mem::take(&mut self.marks)
    }

    /// How many calls are inside each other.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// About how many bytes of memory the program uses.
    pub fn memory_used(&self) -> u64 {
        self.memory.used() + 8 * self.registers.len() as u64
    }
}
