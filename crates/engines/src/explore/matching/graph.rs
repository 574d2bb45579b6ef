//! A state as a graph: what can still be seen of it (Definition 1). Garbage is not in it.

use super::super::cells::{Background, Cells, Content, extent};
use super::super::codec::mask;
use super::super::context::Context;
use super::super::heap::{Contents, Heap, Initial, Life, Made, Object};
use super::super::state::State;
use super::super::transfer::{Mover, Transfer};
use super::super::value::{Base, Num, ObjectId, Pointer, Value};
use ir::{ClaimKind, LocalId, Mutability, ProcedureId, SourceKind, Span};
use logic::TermId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A node of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(pub(super) usize);

/// What can be seen of a state.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// What the locals hold, in a fixed order.
    pub(super) roots: Vec<Item>,
    /// Globals that are not as they were at the start, by number.
    pub(super) globals: Vec<(ObjectId, NodeId)>,
    pub(super) nodes: Vec<Node>,
    /// Where memory was allocated that nothing leads to.
    pub(super) lost: Vec<Span>,
    /// A bit that is set if standard input has come to its end, where that is possible. Nothing
    /// else of what was read tells what comes next.
    pub(super) ended: Option<Num>,
    /// What the environment answers again when it is asked again.
    pub(super) answered: Vec<Num>,
    /// What the numbers of summary nodes satisfy (Definition 9).
    pub(super) facts: Vec<TermId>,
    /// The numbers that a number of a summary node stands for.
    pub(super) members: Vec<(TermId, Vec<Num>)>,
}

/// An object, or a summary of several.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) object: ObjectId,
    pub(super) kind: Kind,
    /// What it holds, by place.
    pub(super) entries: Vec<(Place, Item)>,
}

/// What objects must have in common to be matched.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Kind {
    pub(super) made: Kindred,
    pub(super) life: Life,
    pub(super) align: u64,
    pub(super) mutability: Mutability,
    pub(super) background: Background,
    pub(super) ty: Option<ir::TypeId>,
}

/// What made an object, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kindred {
    Global(ir::GlobalId),
    Stack,
    Heap(Span),
    Internal,
    Environment,
    /// Elements of an array that were not accessed: `n*` of Algorithm 3.
    Untouched,
}

/// A place in an object: the index of an element, and an offset in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    /// The size of the object, or the number of its elements.
    Size,
    /// A cell.
    At(Num, u64),
    /// What the environment put into a cell at first, where a contract can ask for it.
    Initially(Num, u64),
    /// The next element of an array that is taken as a list.
    Next,
    /// A further way out of a summary node from one field: the offset, and which.
    Further(u64, u32),
}

/// What is in a place.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Item {
    Undefined(u64),
    Zero(u64),
    Bytes(Arc<[u8]>, u64, u64),
    /// A number of so many bytes, and which of its bits have no value.
    Number(Num, u64, u128),
    Pointer(To, Num),
}

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum To {
    Null,
    Nowhere,
    Procedure(ProcedureId),
    Node(NodeId),
}

impl Graph {
    /// The graph of a state. `initial` is the heap at the start of the program.
    pub(super) fn of(context: &mut Context<'_>, state: &State, initial: &Heap) -> Graph {
        let ended = ended(context, state);
        let mut builder = Builder::new(context, state);
        builder.graph.ended = ended;
        builder.roots(context);
        builder.globals(context, initial);
        builder.follow();
        let watches_leaks = [ClaimKind::Leak, ClaimKind::NotFreed]
            .iter()
            .any(|kind| context.options.claims.contains(*kind));
        if watches_leaks {
            builder.lost();
        }
        builder.inputs();
        builder.graph
    }

    /// What the locals hold, which is quickly seen.
    pub(super) fn roots_of(context: &Context<'_>, state: &State) -> Vec<Item> {
        let mut builder = Builder::new(context, state);
        builder.roots(context);
        builder.graph.roots
    }
}

impl Transfer for Graph {
    fn transfer(&self, mover: &mut Mover<'_>) -> Graph {
        Graph {
            roots: self.roots.transfer(mover),
            globals: self.globals.clone(),
            nodes: self.nodes.transfer(mover),
            lost: self.lost.clone(),
            ended: self.ended.transfer(mover),
            answered: self.answered.transfer(mover),
            facts: self.facts.transfer(mover),
            members: self.members.transfer(mover),
        }
    }
}

impl Transfer for Node {
    fn transfer(&self, mover: &mut Mover<'_>) -> Node {
        Node {
            entries: self.entries.transfer(mover),
            ..self.clone()
        }
    }
}

impl Transfer for Place {
    fn transfer(&self, mover: &mut Mover<'_>) -> Place {
        match self {
            Place::At(index, offset) => Place::At(index.transfer(mover), *offset),
            Place::Initially(index, offset) => Place::Initially(index.transfer(mover), *offset),
            other => *other,
        }
    }
}

impl Transfer for Item {
    fn transfer(&self, mover: &mut Mover<'_>) -> Item {
        match self {
            Item::Number(num, size, undefined) => {
                Item::Number(num.transfer(mover), *size, *undefined)
            }
            Item::Pointer(to, offset) => Item::Pointer(*to, offset.transfer(mover)),
            other => other.clone(),
        }
    }
}

struct Builder<'s> {
    state: &'s State,
    /// Whether what was there at first still matters.
    looks_back: bool,
    /// The bits of an address.
    width: u32,
    numbers: FxHashMap<ObjectId, NodeId>,
    pending: Vec<ObjectId>,
    graph: Graph,
}

impl<'s> Builder<'s> {
    fn new(context: &Context<'_>, state: &'s State) -> Builder<'s> {
        Builder {
            state,
            looks_back: context.looks_back(),
            width: context.width(),
            numbers: FxHashMap::default(),
            pending: Vec::new(),
            graph: Graph {
                roots: Vec::new(),
                globals: Vec::new(),
                nodes: Vec::new(),
                lost: Vec::new(),
                ended: None,
                answered: Vec::new(),
                facts: Vec::new(),
                members: Vec::new(),
            },
        }
    }

    fn roots(&mut self, context: &Context<'_>) {
        for (frame, edge) in self.state.frames() {
            let procedure = &context.program[frame.procedure];
            let after = edge.map_or(frame.location, |edge| procedure[edge].to);
            for (index, value) in frame.locals.iter().enumerate() {
                let local = LocalId(index as u32);
                if context.flow.is_live(frame.procedure, after, local) {
                    let item = self.item(*value, 0);
                    self.graph.roots.push(item);
                }
            }
        }
        if context.keeps_parameters() {
            for parameter in self.state.parameters.iter() {
                let item = self.item(parameter.value, 0);
                self.graph.roots.push(item);
            }
        }
    }

    fn globals(&mut self, context: &Context<'_>, initial: &Heap) {
        for index in 0..context.program.globals.len() {
            let id = ObjectId(index as u32);
            if !self.state.heap.is_same(initial, id) {
                let node = self.node(id);
                self.graph.globals.push((id, node));
            }
        }
    }

    /// The node of an object.
    fn node(&mut self, id: ObjectId) -> NodeId {
        if let Some(known) = self.numbers.get(&id) {
            return *known;
        }
        let object = self.state.heap.get(id);
        let number = NodeId(self.graph.nodes.len());
        self.numbers.insert(id, number);
        self.graph.nodes.push(Node {
            object: id,
            kind: kind_of(object),
            entries: Vec::new(),
        });
        self.pending.push(id);
        number
    }

    /// Adds everything that the nodes so far lead to.
    fn follow(&mut self) {
        while let Some(id) = self.pending.pop() {
            let object = self.state.heap.get(id);
            let mut entries = Vec::new();
            match &object.contents {
                Contents::Cells(cells) => {
                    entries.push((Place::Size, Item::Number(object.size, 8, 0)));
                    self.entries(Num::ZERO, cells, &mut entries);
                }
                Contents::Elements(elements) => {
                    entries.push((Place::Size, Item::Number(elements.length, 8, 0)));
                    for (index, cells) in &elements.cells {
                        self.entries(*index, cells, &mut entries);
                    }
                }
            }
            if self.looks_back {
                let initial = object.given.iter().flat_map(|given| &given.initial);
                for Initial {
                    index,
                    offset,
                    value,
                    scalar,
                } in initial
                {
                    let (size, _) = extent(*scalar, self.width);
                    let item = self.item(*value, size);
                    entries.push((Place::Initially(*index, *offset), item));
                }
            }
            let node = self.numbers[&id];
            self.graph.nodes[node.0].entries = entries;
        }
    }

    fn entries(&mut self, index: Num, cells: &Cells, entries: &mut Vec<(Place, Item)>) {
        for (offset, cell) in cells.iter() {
            let item = match &cell.content {
                Content::Undefined => Item::Undefined(cell.size),
                Content::Zero => Item::Zero(cell.size),
                Content::Bytes(bytes, from) => Item::Bytes(bytes.clone(), *from, cell.size),
                Content::Scalar { value, undefined } => match self.item(*value, cell.size) {
                    Item::Number(num, size, _) => Item::Number(num, size, *undefined),
                    other => other,
                },
            };
            entries.push((Place::At(index, offset), item));
        }
    }

    fn item(&mut self, value: Value, size: u64) -> Item {
        match value {
            Value::Undefined => Item::Undefined(size),
            Value::Bits(num) => Item::Number(num, size, 0),
            Value::Pointer(pointer) => Item::Pointer(self.target(pointer), pointer.offset),
        }
    }

    fn target(&mut self, pointer: Pointer) -> To {
        match pointer.base {
            Base::Null => To::Null,
            Base::Nowhere => To::Nowhere,
            Base::Procedure(id) => To::Procedure(id),
            Base::Object(id) => To::Node(self.node(id)),
        }
    }

    fn lost(&mut self) {
        for (id, object) in self.state.heap.iter() {
            if let Made::Heap(span) = object.made
                && object.life == Life::Live
                && !self.numbers.contains_key(&id)
                && !self.graph.lost.contains(&span)
            {
                self.graph.lost.push(span);
            }
        }
    }

    fn inputs(&mut self) {
        for input in self.state.inputs.iter() {
            match input.kind {
                SourceKind::ArgumentCount
                | SourceKind::Argument
                | SourceKind::Environment
                | SourceKind::EnvironmentExists
                | SourceKind::File
                | SourceKind::FileExists => self.graph.answered.push(input.value),
                _ => {}
            }
        }
    }
}

/// Whether standard input has come to its end, if that is possible.
fn ended(context: &mut Context<'_>, state: &State) -> Option<Num> {
    let mut inputs = state.inputs.iter().rev();
    let last = inputs.find(|input| input.kind == SourceKind::Stdin)?;
    let (_, width) = extent(last.scalar, context.width());
    let last = last.value.term(&mut context.terms, width);
    let end = context.terms.bv(width, mask(width));
    let is_end = context.terms.eq(last, end);
    let goes_on = context.terms.not(is_end);
    if context.surely(&state.path, goes_on) {
        return None;
    }
    let terms = &mut context.terms;
    let (yes, no) = (terms.bv(1, 1), terms.bv(1, 0));
    let bit = match state.path.known(terms, is_end) {
        Some(_) => yes,
        None => terms.ite(is_end, yes, no),
    };
    Some(Num::of(terms, bit))
}

fn kind_of(object: &Object) -> Kind {
    let background = match &object.contents {
        Contents::Cells(cells) => cells.background,
        Contents::Elements(elements) => elements.background,
    };
    Kind {
        made: match object.made {
            Made::Global(id) => Kindred::Global(id),
            Made::Stack => Kindred::Stack,
            Made::Heap(span) => Kindred::Heap(span),
            Made::Internal => Kindred::Internal,
            Made::Environment => Kindred::Environment,
        },
        life: object.life,
        align: object.align,
        mutability: object.mutability,
        background,
        ty: object.given.as_ref().and_then(|given| given.ty),
    }
}
