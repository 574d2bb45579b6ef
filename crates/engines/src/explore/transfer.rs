//! Handing states from one worker to another. Each has terms of its own, so what is handed over is
//! built anew in a store that travels with it, and again in that of the worker who takes it.

use crate::symbolic::heap::{Contents, Elements, Given, Heap, Initial, Object};
use crate::symbolic::path::Path;
use crate::symbolic::state::{Caller, Frame, Input, Parameter, State};
use crate::symbolic::value::{Num, Pointer, Value};
use logic::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Something with terms, and the store they are in.
#[derive(Debug)]
pub(crate) struct Parcel<T> {
    content: T,
    terms: Terms,
}

impl<T: Transfer> Parcel<T> {
    /// Packs what has terms of a store.
    pub(crate) fn pack(content: &T, from: &Terms) -> Parcel<T> {
        let mut terms = Terms::new();
        let content = content.transfer(&mut Mover::new(from, &mut terms));
        Parcel { content, terms }
    }

    /// Unpacks it into another store.
    pub(crate) fn unpack(&self, into: &mut Terms) -> T {
        self.content.transfer(&mut Mover::new(&self.terms, into))
    }
}

/// What can be built anew with the terms of another store.
pub(crate) trait Transfer {
    /// The same with other terms.
    fn transfer(&self, mover: &mut Mover<'_>) -> Self;
}

/// From one store to another.
pub(crate) struct Mover<'t> {
    from: &'t Terms,
    to: &'t mut Terms,
    known: FxHashMap<TermId, TermId>,
}

impl<'t> Mover<'t> {
    fn new(from: &'t Terms, to: &'t mut Terms) -> Mover<'t> {
        Mover {
            from,
            to,
            known: FxHashMap::default(),
        }
    }

    pub(crate) fn term(&mut self, term: TermId) -> TermId {
        self.to.import(self.from, term, &mut self.known)
    }
}

impl Transfer for TermId {
    fn transfer(&self, mover: &mut Mover<'_>) -> TermId {
        mover.term(*self)
    }
}

impl Transfer for Num {
    fn transfer(&self, mover: &mut Mover<'_>) -> Num {
        match self {
            Num::Const(bits) => Num::Const(*bits),
            // Built anew, it may turn out to be a constant.
            Num::Term(term) => {
                let term = mover.term(*term);
                Num::of(mover.to, term)
            }
        }
    }
}

impl Transfer for Value {
    fn transfer(&self, mover: &mut Mover<'_>) -> Value {
        match self {
            Value::Undefined => Value::Undefined,
            Value::Bits(num) => Value::Bits(num.transfer(mover)),
            Value::Pointer(pointer) => Value::Pointer(Pointer {
                base: pointer.base,
                offset: pointer.offset.transfer(mover),
            }),
        }
    }
}

impl<T: Transfer> Transfer for Vec<T> {
    fn transfer(&self, mover: &mut Mover<'_>) -> Vec<T> {
        self.iter().map(|one| one.transfer(mover)).collect()
    }
}

impl<T: Transfer> Transfer for Option<T> {
    fn transfer(&self, mover: &mut Mover<'_>) -> Option<T> {
        self.as_ref().map(|one| one.transfer(mover))
    }
}

impl<T: Transfer> Transfer for Arc<T> {
    fn transfer(&self, mover: &mut Mover<'_>) -> Arc<T> {
        Arc::new((**self).transfer(mover))
    }
}

impl<A: Transfer, B: Transfer> Transfer for (A, B) {
    fn transfer(&self, mover: &mut Mover<'_>) -> (A, B) {
        (self.0.transfer(mover), self.1.transfer(mover))
    }
}

impl Transfer for Path {
    /// A model is of the solver that found it, and stays behind.
    fn transfer(&self, mover: &mut Mover<'_>) -> Path {
        let mut path = Path::default();
        for conjunct in self.conjuncts() {
            let conjunct = mover.term(*conjunct);
            path.assume(mover.to, conjunct);
        }
        path
    }
}

impl Transfer for Heap {
    fn transfer(&self, mover: &mut Mover<'_>) -> Heap {
        self.map(|object| changed(object, mover))
    }
}

impl Transfer for State {
    fn transfer(&self, mover: &mut Mover<'_>) -> State {
        State {
            frame: self.frame.transfer(mover),
            heap: self.heap.transfer(mover),
            path: self.path.transfer(mover),
            inputs: self.inputs.transfer(mover),
            parameters: self.parameters.transfer(mover),
            ..self.clone()
        }
    }
}

impl Transfer for Frame {
    fn transfer(&self, mover: &mut Mover<'_>) -> Frame {
        Frame {
            locals: self.locals.transfer(mover),
            caller: self.caller.transfer(mover),
            objects: self.objects.clone(),
            ..*self
        }
    }
}

impl Transfer for Caller {
    fn transfer(&self, mover: &mut Mover<'_>) -> Caller {
        Caller {
            frame: self.frame.transfer(mover),
            ..*self
        }
    }
}

impl Transfer for Input {
    fn transfer(&self, mover: &mut Mover<'_>) -> Input {
        Input {
            value: self.value.transfer(mover),
            ..self.clone()
        }
    }
}

impl Transfer for Parameter {
    fn transfer(&self, mover: &mut Mover<'_>) -> Parameter {
        Parameter {
            value: self.value.transfer(mover),
            ..self.clone()
        }
    }
}

/// An object with other terms; `None` if it has none, so that it stays shared.
fn changed(object: &Object, mover: &mut Mover<'_>) -> Option<Object> {
    has_terms(object).then(|| Object {
        size: object.size.transfer(mover),
        contents: match &object.contents {
            Contents::Cells(cells) => Contents::Cells(cells.map(|value| value.transfer(mover))),
            Contents::Elements(elements) => Contents::Elements(Elements {
                length: elements.length.transfer(mover),
                cells: elements
                    .cells
                    .iter()
                    .map(|(index, cells)| {
                        let index = index.transfer(mover);
                        (index, cells.map(|value| value.transfer(mover)))
                    })
                    .collect(),
                ..*elements
            }),
        },
        given: object.given.transfer(mover),
        ..object.clone()
    })
}

impl Transfer for Given {
    fn transfer(&self, mover: &mut Mover<'_>) -> Given {
        Given {
            ty: self.ty,
            string: self.string.transfer(mover),
            initial: self.initial.transfer(mover),
        }
    }
}

impl Transfer for Initial {
    fn transfer(&self, mover: &mut Mover<'_>) -> Initial {
        Initial {
            index: self.index.transfer(mover),
            value: self.value.transfer(mover),
            ..*self
        }
    }
}

fn has_terms(object: &Object) -> bool {
    let is_term = |num: &Num| matches!(num, Num::Term(_));
    let has_term = |value: &Value| match value {
        Value::Undefined => false,
        Value::Bits(num) => is_term(num),
        Value::Pointer(pointer) => is_term(&pointer.offset),
    };
    let in_given = object.given.as_ref().is_some_and(|given| {
        let mut initial = given.initial.iter();
        given.string.as_ref().is_some_and(is_term)
            || initial.any(|one| is_term(&one.index) || has_term(&one.value))
    });
    in_given
        || is_term(&object.size)
        || matches!(object.contents, Contents::Elements(_))
        || object
            .all_cells()
            .any(|cells| cells.values().any(|value| has_term(&value)))
}
