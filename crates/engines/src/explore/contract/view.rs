//! A state as contracts see it.

use super::super::cells::{Background, extent};
use super::super::context::Context;
use super::super::heap::Contents;
use super::super::state::State;
use super::super::value::{Base, Num, ObjectId, Pointer, Value};
use contract::{Answer, Moment, Numeral, Place, Reference, Structure};
use ir::{GlobalId, Scalar, Sign, Type, TypeId};
use logic::{TermId, Terms};

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
        Node {
            object: ObjectId(id.0),
            index: Num::ZERO,
            offset: 0,
        }
    }
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
        let (index, offset) = self.context.split_offset(pointer.offset, stride)?;
        Some(Node {
            object,
            index,
            offset,
        })
    }

    /// The element of an array at an index.
    pub(super) fn element(&mut self, array: Node, index: TermId) -> Option<Node> {
        if array.offset != 0 {
            return None;
        }
        let width = self.context.width();
        let have = self.context.terms.width(index);
        let index = match have.cmp(&width) {
            std::cmp::Ordering::Less => self.context.terms.sign_extend(width - have, index),
            std::cmp::Ordering::Equal => index,
            std::cmp::Ordering::Greater => self.context.terms.extract(width - 1, 0, index),
        };
        let index = Num::of(&self.context.terms, index);
        let index = self.context.add(array.index, index);
        Some(Node { index, ..array })
    }

    /// The condition under which an element is one of its array.
    pub(super) fn is_inside(&mut self, node: Node) -> Option<TermId> {
        let Contents::Elements(elements) = &self.state.heap.get(node.object).contents else {
            return None;
        };
        let width = self.context.width();
        let length = elements.length.term(&mut self.context.terms, width);
        let index = node.index.term(&mut self.context.terms, width);
        Some(self.context.terms.bv_ult(index, length))
    }

    /// The value in a place of a node.
    fn value(&mut self, node: Node, inner: u64, ty: TypeId, moment: Moment) -> Option<Value> {
        let scalar = self.context.program.types.scalar(ty)?;
        let offset = node.offset + inner;
        let object = self.state.heap.get(node.object);
        if moment == Moment::Entry
            && let Some(given) = &object.given
        {
            let found = given
                .initial
                .iter()
                .find(|initial| initial.index == node.index && initial.offset == offset)?;
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

    fn place_value(&mut self, at: Place<Node>) -> Option<Value> {
        match at {
            Place::Parameter(local) => {
                let parameter = self.state.parameters.get(local.0 as usize)?;
                Some(parameter.value)
            }
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
                let node = self.element(array, index)?;
                self.value(node, 0, element, moment)
            }
            Place::Length { .. } => None,
        }
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
            } => (self.element(array, index)?, element),
            Place::Parameter(_) | Place::Result | Place::Length { .. } => return None,
        };
        let types = &self.context.program.types;
        matches!(types.get(ty), Type::Record(_) | Type::Array(..)).then_some(node)
    }
}

impl Structure for View<'_, '_> {
    type Node = Node;

    fn reference(&mut self, at: Place<Node>) -> Answer<Reference<Node>> {
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
        if let Place::Length { array, .. } = at {
            let Contents::Elements(elements) = &self.state.heap.get(array.object).contents else {
                return Answer::Undecided;
            };
            let length = elements.length;
            self.stated.push(array.object);
            let width = self.context.width();
            let length = length.term(&mut self.context.terms, width);
            let before = array.index.term(&mut self.context.terms, width);
            let left = self.context.terms.bv_sub(length, before);
            return Answer::Known(Numeral::new(left));
        }
        let exists = match at {
            Place::Element { array, index, .. } => self
                .element(array, index)
                .and_then(|node| self.is_inside(node))
                .unwrap_or(TermId::TRUE),
            _ => TermId::TRUE,
        };
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
        let bits = self.state.path.known(&self.context.terms, term)?;
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
            Place::Parameter(local) => {
                let parameter = self.state.parameters.get(local.0 as usize)?;
                Some(parameter.scalar)
            }
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
