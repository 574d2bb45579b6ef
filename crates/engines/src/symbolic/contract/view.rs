//! A state as contracts see it.

use super::super::cells::{Background, extent};
use super::super::context::Context;
use super::super::heap::{Contents, Life, Made};
use super::super::state::{Parameter, State};
use super::super::value::{Base, Num, ObjectId, Pointer, Value};
use contract::{Answer, Moment, Numeral, Place, Reference, Structure};
use ir::{GlobalId, LocalId, Mutability, Scalar, Sign, Type, TypeId};
use logic::{Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// An object, an element of an array, or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Node {
    pub(super) object: ObjectId,
    /// The index of the element, of the width of an address.
    pub(super) index: Num,
    /// In the element.
    pub(super) offset: u64,
}

impl Node {
    pub(super) fn global(id: GlobalId) -> Node {
        Node::object(ObjectId(id.0))
    }

    /// The start of an object.
    pub(super) fn object(object: ObjectId) -> Node {
        Node {
            object,
            index: Num::ZERO,
            offset: 0,
        }
    }
}

/// Whether an object is gone when the procedure has returned: what it held then is not what anybody can read.
pub(super) fn has_ended(state: &State, node: Node) -> bool {
    let object = state.heap.get(node.object);
    object.life != Life::Live || object.made == Made::Stack
}

/// A state, with the value that the procedure returns.
pub(super) struct View<'a, 'p> {
    context: &'a mut Context<'p>,
    state: &'a State,
    result: Option<Value>,
    /// The arrays whose length was asked for.
    stated: Vec<ObjectId>,
}

impl<'a, 'p> View<'a, 'p> {
    pub(super) fn new(
        context: &'a mut Context<'p>,
        state: &'a State,
        result: Option<Value>,
    ) -> View<'a, 'p> {
        View {
            context,
            state,
            result,
            stated: Vec::new(),
        }
    }

    /// The arrays whose length was asked for: it is part of the contract.
    pub(super) fn stated(self) -> Vec<ObjectId> {
        self.stated
    }

    /// Where a pointer leads.
    fn node(&mut self, pointer: Pointer) -> Option<Node> {
        let object = pointer.object()?;
        let Contents::Elements(elements) = &self.state.heap.get(object).contents else {
            let offset = pointer.offset.known()? as u64;
            return Some(Node {
                object,
                index: Num::ZERO,
                offset,
            });
        };
        let stride = elements.stride;
        let (index, offset) =
            self.context
                .split_offset(&self.state.path, pointer.offset, stride)?;
        Some(Node {
            object,
            index,
            offset,
        })
    }

    /// The element of an array at an index; in memory that is not taken as elements, the index
    /// must be known.
    pub(super) fn element(&mut self, array: Node, index: TermId, element: TypeId) -> Option<Node> {
        if let Contents::Elements(_) = self.state.heap.get(array.object).contents
            && !self.is_inner(array, element)
        {
            let index = self.as_address(index);
            let index = Num::of(&self.context.terms, index);
            let index = self.context.add(array.index, index);
            return (array.offset == 0).then_some(Node { index, ..array });
        }
        // The number may be known where what it is computed from is not.
        let known = self.known(index)?;
        let index = self
            .context
            .terms
            .bv(self.context.terms.width(index), known);
        let index = self.as_address(index);
        let index = self.known(index)?;
        let size = self.size_of(element)?;
        let offset = u64::try_from(index).ok()?.checked_mul(size)?;
        let offset = array.offset.checked_add(offset)?;
        Some(Node { offset, ..array })
    }

    /// How far apart the elements of an array of the environment's are.
    fn stride(&self, array: Node) -> Option<u64> {
        match &self.state.heap.get(array.object).contents {
            Contents::Elements(elements) => Some(elements.stride),
            Contents::Cells(_) => None,
        }
    }

    /// Whether an array lies in an element of another one, such as one that is a field of a record.
    pub(super) fn is_inner(&self, array: Node, element: TypeId) -> bool {
        let stride = self.stride(array);
        stride.is_some() && (array.offset != 0 || stride != self.size_of(element))
    }

    /// The condition under which an index is one of an array.
    pub(super) fn is_inside(&mut self, array: Node, index: TermId, element: TypeId) -> TermId {
        let index = self.as_address(index);
        if let Contents::Elements(elements) = &self.state.heap.get(array.object).contents
            && !self.is_inner(array, element)
        {
            let width = self.context.width();
            let length = elements.length.term(&mut self.context.terms, width);
            let first = array.index.term(&mut self.context.terms, width);
            let index = self.context.terms.bv_add(first, index);
            return self.context.terms.bv_ult(index, length);
        }
        match self.count(array, element) {
            Some(count) => self.context.terms.bv_ult(index, count),
            None => TermId::FALSE,
        }
    }

    /// How many elements there are from a node to the end of its object.
    fn count(&mut self, array: Node, element: TypeId) -> Option<TermId> {
        let width = self.context.width();
        let object = self.state.heap.get(array.object);
        if self.is_inner(array, element) {
            let size = self.size_of(element).filter(|size| *size > 0)?;
            let left = self.stride(array)?.saturating_sub(array.offset);
            return Some(self.context.terms.bv(width, (left / size).into()));
        }
        if let Contents::Elements(elements) = &object.contents {
            let length = elements.length.term(&mut self.context.terms, width);
            let before = array.index.term(&mut self.context.terms, width);
            return Some(self.context.terms.bv_sub(length, before));
        }
        let size = self.size_of(element).filter(|size| *size > 0)?;
        let terms = &mut self.context.terms;
        let bytes = object.size.term(terms, width);
        let before = terms.bv(width, array.offset.into());
        let left = terms.bv_sub(bytes, before);
        let size = terms.bv(width, size.into());
        Some(terms.bv_udiv(left, size))
    }

    /// The bits of a number that is known, or that what is known of its parts makes known.
    fn known(&mut self, number: TermId) -> Option<u128> {
        let terms = &mut self.context.terms;
        if let Some(bits) = self.state.path.known(terms, number) {
            return Some(bits);
        }
        let mut values = FxHashMap::default();
        for part in terms.subterms(&[number]) {
            if !matches!(terms.sort(part), Sort::Bv(_)) {
                continue;
            }
            if let Some(bits) = self.state.path.known(terms, part) {
                let value = terms.bv(terms.width(part), bits);
                values.insert(part, value);
            }
        }
        let number = terms.substitute(number, &values);
        Num::of(terms, number).known()
    }

    fn size_of(&self, ty: TypeId) -> Option<u64> {
        let program = self.context.program;
        program.types.size(ty, program.data_model)
    }

    /// A signed number with the bits of an address.
    fn as_address(&mut self, number: TermId) -> TermId {
        let width = self.context.width();
        let terms = &mut self.context.terms;
        let have = terms.width(number);
        match have.cmp(&width) {
            std::cmp::Ordering::Less => terms.sign_extend(width - have, number),
            std::cmp::Ordering::Equal => number,
            std::cmp::Ordering::Greater => terms.extract(width - 1, 0, number),
        }
    }

    /// The condition under which a place exists.
    fn exists(&mut self, at: Place<Node>) -> TermId {
        match at {
            Place::Element {
                array,
                index,
                element,
                ..
            } => self.is_inside(array, index, element),
            _ => TermId::TRUE,
        }
    }

    /// A node by the index that its element is known by: the path may say of two terms that they are equal.
    pub(super) fn by_known_index(&mut self, node: Node) -> Node {
        let Contents::Elements(elements) = &self.state.heap.get(node.object).contents else {
            return node;
        };
        let indices = || elements.cells.iter().map(|(index, _)| *index);
        if indices().any(|index| index == node.index) {
            return node;
        }
        let width = self.context.width();
        let terms = &mut self.context.terms;
        let wanted = node.index.term(terms, width);
        let found = indices().find(|index| {
            let index = index.term(terms, width);
            let equal = terms.eq(index, wanted);
            self.state.path.known(terms, equal) == Some(1)
        });
        Node {
            index: found.unwrap_or(node.index),
            ..node
        }
    }

    /// The value in a place of a node.
    fn value(&mut self, node: Node, inner: u64, ty: TypeId, moment: Moment) -> Option<Value> {
        let scalar = self.context.program.types.scalar(ty)?;
        let node = self.by_known_index(node);
        let offset = node.offset + inner;
        if moment == Moment::Exit && has_ended(self.state, node) {
            return None;
        }
        let object = self.state.heap.get(node.object);
        if moment == Moment::Entry
            && let Made::Global(id) = object.made
            && object.mutability == Mutability::Mutable
            && !self.context.setting.globals.is_arbitrary(id)
        {
            return self.initial_value(id, node, inner, scalar);
        }
        if moment == Moment::Entry && object.mutability == Mutability::Mutable {
            // What the environment did not give may have been changed since then.
            let initial = object.given.as_ref()?.initial.iter();
            let found = initial
                .filter(|initial| initial.index == node.index)
                .find(|initial| initial.offset == offset)?;
            return Some(found.value);
        }
        let cells = match &object.contents {
            Contents::Cells(cells) => cells,
            Contents::Elements(elements) => {
                let found = elements
                    .cells
                    .iter()
                    .find(|(index, _)| *index == node.index);
                &found?.1
            }
        };
        let (size, _) = extent(scalar, self.context.width());
        if cells.background == Background::Unknown && cells.first_gap(offset, size).is_some() {
            return None;
        }
        // Addresses become part of terms only where a pointer is read as a number.
        let mut codec = super::super::codec::Codec {
            width: self.context.width(),
            terms: &mut self.context.terms,
            exposed: Vec::new(),
        };
        match cells.load(&mut codec, offset, scalar) {
            Value::Undefined => None,
            value => Some(value),
        }
    }

    /// What the initialiser of a global puts into a place.
    fn initial_value(
        &mut self,
        id: GlobalId,
        node: Node,
        inner: u64,
        scalar: Scalar,
    ) -> Option<Value> {
        let stride = match &self.state.heap.get(node.object).contents {
            Contents::Cells(_) => 0,
            Contents::Elements(elements) => elements.stride,
        };
        let index = u64::try_from(node.index.known()?).ok()?;
        let offset = index.checked_mul(stride)? + node.offset + inner;
        let program = self.context.program;
        let cells = self.context.initial_cells(&program[id]);
        let mut codec = super::super::codec::Codec {
            width: self.context.width(),
            terms: &mut self.context.terms,
            exposed: Vec::new(),
        };
        match cells.load(&mut codec, offset, scalar) {
            Value::Undefined => None,
            value => Some(value),
        }
    }

    fn place_value(&mut self, at: Place<Node>) -> Option<Value> {
        match at {
            Place::Parameter(local) => match self.parameter(local) {
                Some(parameter) => Some(parameter.value),
                None => self.constructed(local),
            },
            Place::Result => self.result,
            Place::Global(id, moment) => {
                let ty = self.context.program[id].ty;
                self.value(Node::global(id), 0, ty, moment)
            }
            Place::Field {
                node,
                field,
                moment,
            } => {
                let record = self.context.program.types.record(field.record);
                let declared = record.fields.get(field.index as usize)?;
                let (offset, ty) = (declared.offset, declared.ty);
                self.value(node, offset, ty, moment)
            }
            Place::Element {
                array,
                index,
                element,
                moment,
            } => {
                let node = self.element(array, index, element)?;
                self.value(node, 0, element, moment)
            }
            Place::Length { .. } => None,
        }
    }

    /// What the environment gave for a parameter.
    fn parameter(&self, local: LocalId) -> Option<&Parameter> {
        let program = self.context.program;
        let own = match program.start {
            Some(start) => program[start.procedure].signature.parameters.len(),
            None => self.state.parameters.len(),
        };
        // The object that a constructor is called on is not given.
        let made = own.checked_sub(self.state.parameters.len())?;
        let index = (local.0 as usize).checked_sub(made)?;
        self.state.parameters.get(index)
    }

    /// The object that a constructor has made, when it returns.
    fn constructed(&self, local: LocalId) -> Option<Value> {
        let start = self.context.program.start?;
        let frame = &self.state.frame;
        (frame.procedure == start.procedure).then(|| frame.locals[local.0 as usize])
    }

    /// The node that a place itself is, if it is a record or an array.
    fn own_node(&mut self, at: Place<Node>) -> Option<Node> {
        let (node, ty) = match at {
            Place::Global(id, _) => (Node::global(id), self.context.program[id].ty),
            Place::Field { node, field, .. } => {
                let record = self.context.program.types.record(field.record);
                let declared = record.fields.get(field.index as usize)?;
                let offset = node.offset + declared.offset;
                (Node { offset, ..node }, declared.ty)
            }
            Place::Element {
                array,
                index,
                element,
                ..
            } => (self.element(array, index, element)?, element),
            Place::Parameter(_) | Place::Result | Place::Length { .. } => return None,
        };
        let types = &self.context.program.types;
        matches!(types.get(ty), Type::Record(_) | Type::Array(..)).then_some(node)
    }
}

impl Structure for View<'_, '_> {
    type Node = Node;

    fn reference(&mut self, at: Place<Node>) -> Answer<Reference<Node>> {
        let exists = self.exists(at);
        match self.state.path.known(&self.context.terms, exists) {
            Some(0) => return Answer::Known(Reference::Null),
            Some(_) => {}
            None => return Answer::Undecided,
        }
        if let Some(node) = self.own_node(at) {
            return Answer::Known(Reference::Node(node));
        }
        match self.place_value(at) {
            Some(Value::Pointer(Pointer {
                base: Base::Null, ..
            })) => Answer::Known(Reference::Null),
            Some(Value::Pointer(pointer)) => match self.node(pointer) {
                Some(node) => Answer::Known(Reference::Node(node)),
                None => Answer::Undecided,
            },
            Some(Value::Undefined | Value::Bits(_)) | None => Answer::Undecided,
        }
    }

    fn number(&mut self, at: Place<Node>) -> Answer<Numeral> {
        if let Place::Length {
            array,
            element,
            moment,
        } = at
        {
            if moment == Moment::Exit && has_ended(self.state, array) {
                return Answer::Undecided;
            }
            self.stated.push(array.object);
            return match self.count(array, element) {
                Some(count) => Answer::Known(Numeral::new(count)),
                None => Answer::Undecided,
            };
        }
        let exists = self.exists(at);
        if self.state.path.known(&self.context.terms, exists) == Some(0) {
            let term = self.context.terms.bv(32, 0);
            return Answer::Known(Numeral {
                term,
                exists: TermId::FALSE,
            });
        }
        let scalar = self.scalar_of(at);
        match (self.place_value(at), scalar) {
            (Some(Value::Bits(num)), Some(scalar)) => {
                let (_, width) = extent(scalar, self.context.width());
                let term = num.term(&mut self.context.terms, width);
                Answer::Known(Numeral { term, exists })
            }
            _ => Answer::Undecided,
        }
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.context.terms
    }

    fn bounds(&mut self, term: TermId, sign: Sign) -> Option<(i128, i128)> {
        let bits = self.known(term)?;
        let width = ir::Width::new(self.context.terms.width(term))?;
        let value = match sign {
            Sign::Signed => width.sign_extend(bits),
            Sign::Unsigned => i128::try_from(bits).ok()?,
        };
        Some((value, value))
    }
}

impl View<'_, '_> {
    fn scalar_of(&self, at: Place<Node>) -> Option<Scalar> {
        let types = &self.context.program.types;
        match at {
            Place::Parameter(local) => Some(self.parameter(local)?.scalar),
            Place::Result => {
                let procedure = &self.context.program[self.state.frame.procedure];
                procedure.signature.result
            }
            Place::Global(id, _) => types.scalar(self.context.program[id].ty),
            Place::Field { field, .. } => {
                let record = types.record(field.record);
                types.scalar(record.fields.get(field.index as usize)?.ty)
            }
            Place::Element { element, .. } => types.scalar(element),
            Place::Length { .. } => None,
        }
    }
}
