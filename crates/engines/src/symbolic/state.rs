//! A point of a symbolic execution.

use super::heap::Heap;
use super::path::Path;
use super::value::{Num, ObjectId, Value};
use ir::{EdgeId, LocalId, Location, ProcedureId, Scalar, SourceKind, Span, TypeId};
use std::sync::Arc;

/// A set of concrete states: a procedure's stack, memory, and what the inputs must satisfy.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The innermost call.
    pub(crate) frame: Frame,
    pub(crate) heap: Heap,
    pub(crate) path: Path,
    /// What the environment was asked for, in order.
    pub(crate) inputs: Arc<Vec<Input>>,
    /// The arguments of the entry procedure.
    pub(crate) parameters: Arc<Vec<Parameter>>,
    /// The objects whose addresses are part of terms.
    pub(crate) exposed: Arc<Vec<ObjectId>>,
    /// What was decided for an operation that has several outcomes without a condition.
    pub(crate) choice: Option<u32>,
    /// How many values nothing determines.
    pub(crate) arbitrary: u32,
    /// How many edges were taken.
    pub(crate) steps: u64,
    /// How often execution forked on the way.
    pub(crate) forks: u32,
    /// How many choices the environment has made, and how many of them the contract has seen.
    pub(crate) given: u32,
    pub(crate) examined: u32,
    /// How many nodes the environment gave.
    pub(crate) nodes: u32,
    /// How many loop heads were passed.
    pub(crate) turns: u32,
    /// How often it was said that others are worth a look before this one.
    pub(crate) delays: u32,
}

/// A call that is under way.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) procedure: ProcedureId,
    pub(crate) location: Location,
    pub(crate) locals: Vec<Value>,
    /// The objects that end with it.
    pub(crate) objects: Vec<ObjectId>,
    pub(crate) caller: Option<Arc<Caller>>,
    pub(crate) depth: u32,
}

/// A frame that waits for a call to return.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) frame: Frame,
    /// The call.
    pub(crate) edge: EdgeId,
    pub(crate) dest: Option<LocalId>,
}

/// A value that the environment chose.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) kind: SourceKind,
    pub(crate) name: Arc<str>,
    pub(crate) dynamic_name: Option<Arc<[u8]>>,
    pub(crate) index: Option<u64>,
    pub(crate) ty: TypeId,
    pub(crate) scalar: Scalar,
    /// Of a string, its length.
    pub(crate) value: Num,
    /// The object that a string is in.
    pub(crate) string: Option<ObjectId>,
    pub(crate) span: Span,
}

/// An argument of the entry procedure.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Arc<str>,
    pub(crate) ty: TypeId,
    pub(crate) scalar: Scalar,
    pub(crate) value: Value,
}

impl State {
    /// The frames, innermost first, each with the edge it waits at (none for the innermost).
    pub(crate) fn frames(&self) -> impl Iterator<Item = (&Frame, Option<EdgeId>)> {
        let mut next = Some((&self.frame, None));
        std::iter::from_fn(move || {
            let (frame, edge) = next?;
            next = frame
                .caller
                .as_deref()
                .map(|caller| (&caller.frame, Some(caller.edge)));
            Some((frame, edge))
        })
    }

    /// The value of a local of the innermost call.
    pub(crate) fn local(&self, local: LocalId) -> Value {
        self.frame.locals[local.0 as usize]
    }

    /// Gives a local a value.
    pub(crate) fn set(&mut self, local: LocalId, value: Value) {
        self.frame.locals[local.0 as usize] = value;
    }
}
