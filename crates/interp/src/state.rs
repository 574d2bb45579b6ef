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

    /// Makes it ready to be cloned: clones share what was written, until they write.
    pub fn settle(&mut self) {
        self.memory.freeze();
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
