//! From a state to its graph.

use super::given::Giver;
use super::graph::{
    Anchor, Answer, GivenContent, Graph, Item, Kind, Kindred, Node, NodeId, Place, Storage, To,
};
use crate::symbolic::cells::{Background, Cells, Content, extent};
use crate::symbolic::codec::mask;
use crate::symbolic::context::Context;
use crate::symbolic::contract::Hindsight;
use crate::symbolic::heap::{Contents, Given, Heap, Initial, Life, Made, Object};
use crate::symbolic::leak;
use crate::symbolic::memory::is_leftover;
use crate::symbolic::state::{Frame, State};
use crate::symbolic::value::{Base, Num, ObjectId, Pointer, Value};
use ir::{ClaimKind, EdgeId, LocalId, LocalRole, SourceKind};
use rustc_hash::{FxHashMap, FxHashSet};

impl Graph {
    /// The graph of a state. `initial` is the heap at the start of the program.
    pub(super) fn of(context: &mut Context<'_>, state: &mut State, initial: &Heap) -> Graph {
        let memory = context.hindsight(state);
        let ended = ended(context, state);
        let changed = Giver::new(context, state).changed();
        let watches_leaks = [ClaimKind::Leak, ClaimKind::NotFreed]
            .iter()
            .any(|kind| context.setting.claims.contains(*kind));
        let mut builder = Builder::new(context, state, memory);
        builder.graph.ended = ended;
        builder.roots();
        builder.globals(initial);
        if watches_leaks {
            builder.held();
        }
        for id in changed {
            builder.anchor(Anchor::Changed, id);
        }
        builder.follow();
        if watches_leaks {
            builder.lost();
        }
        builder.inputs();
        builder.graph
    }

    /// What the locals hold, which is quickly seen.
    pub(super) fn roots_of(context: &mut Context<'_>, state: &State) -> Vec<Item> {
        let hindsight = Hindsight {
            parameters: context.has_postconditions(),
            initial: false,
        };
        let mut builder = Builder::new(context, state, hindsight);
        builder.roots();
        builder.graph.roots
    }
}

struct Builder<'b, 'p> {
    context: &'b mut Context<'p>,
    state: &'b State,
    hindsight: Hindsight,
    numbers: FxHashMap<ObjectId, NodeId>,
    /// The call that each object on the stack ends with.
    owners: FxHashMap<ObjectId, u32>,
    pending: Vec<ObjectId>,
    graph: Graph,
}

impl<'b, 'p> Builder<'b, 'p> {
    fn new(
        context: &'b mut Context<'p>,
        state: &'b State,
        hindsight: Hindsight,
    ) -> Builder<'b, 'p> {
        let owned = |frame: &'b Frame| frame.objects.iter().map(move |id| (*id, frame.depth));
        Builder {
            context,
            state,
            hindsight,
            numbers: FxHashMap::default(),
            owners: state.frames().flat_map(|(frame, _)| owned(frame)).collect(),
            pending: Vec::new(),
            graph: Graph {
                roots: Vec::new(),
                anchors: Vec::new(),
                nodes: Vec::new(),
                lost: Vec::new(),
                kept: Vec::new(),
                ended: None,
                answered: Vec::new(),
                facts: Vec::new(),
                members: Vec::new(),
            },
        }
    }

    fn roots(&mut self) {
        for (frame, edge) in self.state.frames() {
            for (index, value) in frame.locals.iter().enumerate() {
                if self.is_live(frame, edge, LocalId(index as u32)) {
                    self.root(*value);
                }
            }
        }
        if self.hindsight.parameters {
            for parameter in self.state.parameters.iter() {
                self.root(parameter.value);
            }
        }
    }

    fn is_live(&self, frame: &Frame, edge: Option<EdgeId>, local: LocalId) -> bool {
        let procedure = &self.context.program[frame.procedure];
        let after = edge.map_or(frame.location, |edge| procedure[edge].to);
        self.context.flow.is_live(frame.procedure, after, local)
    }

    fn root(&mut self, value: Value) {
        let item = self.item(value, 0);
        let position = self.graph.roots.len();
        self.graph.roots.push(item);
        for id in self.addressed(value) {
            self.anchor(Anchor::Address(position), id);
        }
    }

    fn anchor(&mut self, anchor: Anchor, id: ObjectId) {
        let node = self.node(id);
        self.graph.anchors.push((anchor, node));
    }

    /// The objects whose addresses are part of a number, or of an offset.
    fn addressed(&self, value: Value) -> Vec<ObjectId> {
        match value {
            Value::Bits(Num::Term(term))
            | Value::Pointer(Pointer {
                offset: Num::Term(term),
                ..
            }) => leak::addressed(&self.context.terms, term),
            _ => Vec::new(),
        }
    }

    fn globals(&mut self, initial: &Heap) {
        for index in 0..self.context.program.globals.len() {
            let id = ObjectId(index as u32);
            if !self.state.heap.is_same(initial, id) {
                self.anchor(Anchor::Global(id), id);
            }
        }
    }

    /// A variable keeps memory from being lost until its procedure returns, whether it is read
    /// again or not (see [`State::leaked`]).
    fn held(&mut self) {
        for (frame, edge) in self.state.frames() {
            let procedure = &self.context.program[frame.procedure];
            for (index, value) in frame.locals.iter().enumerate() {
                let local = LocalId(index as u32);
                if procedure[local].role == LocalRole::Temporary || self.is_live(frame, edge, local)
                {
                    continue;
                }
                for id in leak::led_to(&self.context.terms, *value) {
                    let object = self.state.heap.get(id);
                    if matches!(object.made, Made::Heap(_)) && object.life == Life::Live {
                        self.anchor(Anchor::Held(frame.depth, local), id);
                    }
                }
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
            kind: kind_of(object, self.owners.get(&id).copied()),
            entries: Vec::new(),
            as_given: FxHashSet::default(),
            never_written: FxHashSet::default(),
        });
        self.pending.push(id);
        number
    }

    /// Adds everything that the nodes so far lead to.
    fn follow(&mut self) {
        while let Some(id) = self.pending.pop() {
            let state = self.state;
            let object = state.heap.get(id);
            let node = self.numbers[&id];
            let mut entries = Vec::new();
            match &object.contents {
                Contents::Cells(cells) => {
                    self.entries(Num::ZERO, object, cells, node, &mut entries)
                }
                Contents::Elements(elements) => {
                    entries.push((Place::Length, Item::Number(elements.length, 8, 0)));
                    for (index, cells) in &elements.cells {
                        self.entries(*index, object, cells, node, &mut entries);
                    }
                }
            }
            entries.push((Place::Size, Item::Number(object.size, 8, 0)));
            if self.hindsight.initial {
                let initial = object.given.iter().flat_map(|given| &given.initial);
                for Initial {
                    index,
                    offset,
                    value,
                    scalar,
                } in initial
                {
                    let (size, _) = extent(*scalar, self.context.width());
                    let item = self.item(*value, size);
                    entries.push((Place::Initially(*index, *offset), item));
                }
            }
            self.graph.nodes[node.0].entries = entries;
        }
    }

    fn entries(
        &mut self,
        index: Num,
        object: &Object,
        cells: &Cells,
        node: NodeId,
        entries: &mut Vec<(Place, Item)>,
    ) {
        for (offset, cell) in cells.iter() {
            let item = match &cell.content {
                Content::Undefined => Item::Undefined(cell.size),
                Content::Zero => Item::Zero(cell.size),
                Content::Bytes(bytes, from) => Item::Bytes(bytes.clone(), *from, cell.size),
                Content::Scalar { value, undefined } => {
                    for (which, id) in self.addressed(*value).into_iter().enumerate() {
                        let place = Place::Address(index, offset, which as u32);
                        let to = To::Node(self.node(id));
                        entries.push((place, Item::Pointer(to, Num::ZERO)));
                    }
                    match self.item(*value, cell.size) {
                        Item::Number(num, size, _) => Item::Number(num, size, *undefined),
                        other => other,
                    }
                }
            };
            let place = Place::At(index, offset);
            if cells.background == Background::Unknown
                && Giver::new(self.context, self.state).is_given_at(object, index, cells, offset)
            {
                self.graph.nodes[node.0].as_given.insert(place);
            }
            if self.is_never_written(&cell.content) {
                self.graph.nodes[node.0].never_written.insert(place);
            }
            entries.push((place, item));
        }
    }

    /// Whether nothing wrote what a cell holds, and nobody asks about the use of that.
    fn is_never_written(&self, content: &Content) -> bool {
        self.context.has_leftovers()
            && match content {
                Content::Undefined => true,
                Content::Scalar {
                    value,
                    undefined: 0,
                } => is_leftover(&self.context.terms, *value),
                Content::Scalar { .. } | Content::Zero | Content::Bytes(..) => false,
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

    /// What was allocated and is not in the graph: lost, or kept by what is not in it, either.
    fn lost(&mut self) {
        let mut unseen = self.state.unfreed();
        unseen.retain(|id| !self.numbers.contains_key(id));
        if unseen.is_empty() {
            return;
        }
        let context = &*self.context;
        let leaked = self
            .state
            .leaked(&context.terms, &context.flow, context.program);
        for id in unseen {
            let Made::Heap(span) = self.state.heap.get(id).made else {
                continue;
            };
            let spans = match leaked.contains(&id) {
                true => &mut self.graph.lost,
                false => &mut self.graph.kept,
            };
            if !spans.contains(&span) {
                spans.push(span);
            }
        }
    }

    fn inputs(&mut self) {
        let lasting = self.state.inputs.iter().filter(|input| {
            matches!(
                input.kind,
                SourceKind::ArgumentCount
                    | SourceKind::Argument
                    | SourceKind::Environment
                    | SourceKind::EnvironmentExists
                    | SourceKind::File
                    | SourceKind::FileExists
            )
        });
        self.graph.answered = lasting
            .map(|input| Answer {
                kind: input.kind,
                name: input.name.clone(),
                dynamic_name: input.dynamic_name.clone(),
                index: input.index,
                value: input.value,
            })
            .collect();
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

fn kind_of(object: &Object, owner: Option<u32>) -> Kind {
    let (background, storage) = match &object.contents {
        Contents::Cells(cells) => (cells.background, Storage::Cells),
        Contents::Elements(elements) => (
            elements.background,
            Storage::Elements(elements.stride, elements.extent),
        ),
    };
    Kind {
        made: match object.made {
            Made::Global(id) => Kindred::Global(id),
            Made::Stack => Kindred::Stack(owner),
            Made::Heap(span) => Kindred::Heap(span),
            Made::Internal => Kindred::Internal,
            Made::Environment => Kindred::Environment,
        },
        life: object.life,
        align: object.align,
        mutability: object.mutability,
        background,
        storage,
        content: match &object.given {
            None => GivenContent::None,
            Some(Given {
                string: Some(_), ..
            }) => GivenContent::String,
            Some(Given { ty: Some(ty), .. }) => GivenContent::Typed(*ty),
            Some(Given { ty: None, .. }) => GivenContent::Untyped,
        },
    }
}
