//! New objects of the environment's.

use super::super::cells::{Background, Cells};
use super::super::context::Context;
use super::super::heap::{Contents, Elements, Extent, Given, Life, Made, Object};
use super::super::state::State;
use super::super::value::{Num, ObjectId, Pointer};
use ir::{Mutability, TypeId};
use logic::Sort;
use verdict::Bound;

/// The alignment of what comes from `malloc`.
const ALIGN: u64 = 16;

/// The most bytes of an argument or a variable of the environment: what Linux allows.
const LONGEST_STRING: u128 = (1 << 17) - 1;

/// The most bytes that an array of the environment has: more than there is memory.
const MOST_BYTES: u128 = 1 << 46;

impl Context<'_> {
    /// An array of elements that nothing else points to.
    pub(super) fn new_elements(
        &mut self,
        state: &mut State,
        ty: Option<TypeId>,
        count: Num,
    ) -> Pointer {
        let width = self.width();
        let size_of = |ty| self.program.types.size(ty, self.program.data_model);
        let stride = ty.and_then(size_of).unwrap_or(1);
        let count = count.term(&mut self.terms, 32);
        let length = self.terms.zero_extend(width - 32, count);
        let bytes = self.terms.bv(width, stride.into());
        let size = self.terms.bv_mul(length, bytes);
        Pointer::to(state.heap.add(Object {
            size: Num::of(&self.terms, size),
            align: ALIGN,
            life: Life::Live,
            made: Made::Environment,
            mutability: Mutability::Mutable,
            contents: Contents::Elements(Elements {
                stride,
                length: Num::of(&self.terms, length),
                extent: Extent::Stated,
                background: Background::Unknown,
                cells: Vec::new(),
            }),
            given: Some(Given {
                ty,
                string: None,
                initial: Vec::new(),
            }),
        }))
    }

    /// A new string of the environment's, with its terminating zero.
    pub(crate) fn new_string(&mut self, state: &mut State, name: &str) -> (ObjectId, Num) {
        let width = self.width();
        let length = self.terms.var(name, Sort::Bv(width));
        let longest = self.terms.bv(width, LONGEST_STRING);
        let fits = self.terms.bv_ule(length, longest);
        state.path.assume(&self.terms, fits);
        let one = self.terms.bv(width, 1);
        let size = Num::Term(self.terms.bv_add(length, one));
        let length = Num::Term(length);
        let object = state.heap.add(Object {
            size,
            align: 1,
            life: Life::Live,
            made: Made::Internal,
            mutability: Mutability::Mutable,
            contents: Contents::Elements(Elements {
                stride: 1,
                length: size,
                extent: Extent::Stated,
                background: Background::Unknown,
                cells: Vec::new(),
            }),
            given: Some(Given {
                ty: None,
                string: Some(length),
                initial: Vec::new(),
            }),
        });
        (object, length)
    }

    /// A new object of a class, complete.
    pub(super) fn new_whole(&mut self, state: &mut State, ty: TypeId) -> ObjectId {
        let size = self.program.types.size(ty, self.program.data_model);
        let given = self.program.types.given(ty);
        if let Some(bound) = given.and_then(|given| given.bound.clone()) {
            self.bound(state, Bound::Environment(bound));
        }
        state.nodes += 1;
        state.heap.add(Object {
            size: Num::Const(size.unwrap_or(0).into()),
            align: ALIGN,
            life: Life::Live,
            made: Made::Environment,
            mutability: Mutability::Mutable,
            contents: Contents::Cells(Cells::new(Background::Unknown)),
            given: Some(Given {
                ty: Some(ty),
                string: None,
                initial: Vec::new(),
            }),
        })
    }

    /// A new object of the environment's.
    pub(super) fn new_given(&mut self, state: &mut State, target: Option<TypeId>) -> ObjectId {
        let width = self.width();
        let number = state.heap.len();
        let size_of = |ty| self.program.types.size(ty, self.program.data_model);
        let typed = target.and_then(|ty| Some((ty, size_of(ty).filter(|size| *size > 0)?)));
        let length = self.terms.var(&format!("#{number}"), Sort::Bv(width));
        let stride = typed.map_or(1, |(_, size)| size);
        let most = MOST_BYTES.min(1 << (width - 1)) / u128::from(stride);
        let (one, most) = (self.terms.bv(width, 1), self.terms.bv(width, most));
        let some = self.terms.bv_ule(one, length);
        let few = self.terms.bv_ule(length, most);
        state.path.assume(&self.terms, some);
        state.path.assume(&self.terms, few);
        let bytes = self.terms.bv(width, stride.into());
        let size = self.terms.bv_mul(length, bytes);
        let contents = match typed {
            Some((_, stride)) => Contents::Elements(Elements {
                stride,
                length: Num::Term(length),
                extent: Extent::AsNeeded,
                background: Background::Unknown,
                cells: Vec::new(),
            }),
            None => Contents::Cells(Cells::new(Background::Unknown)),
        };
        state.nodes += 1;
        state.heap.add(Object {
            size: Num::Term(size),
            align: ALIGN,
            life: Life::Live,
            made: Made::Environment,
            mutability: Mutability::Mutable,
            contents,
            given: Some(Given {
                ty: typed.map(|(ty, _)| ty),
                string: None,
                initial: Vec::new(),
            }),
        })
    }

    /// Somebody relies on the alignment of an object, which every object of its type may not have.
    pub(crate) fn rely_on_alignment(&mut self, state: &State, id: ObjectId, align: u64) {
        if self.sure_alignment(state, id) >= align {
            return;
        }
        let callers = format!("callers' objects at multiples of {ALIGN}");
        self.bound(state, Bound::Environment(callers.into()));
    }

    /// The alignment of an object. One that a caller in C gives may be a variable of its type.
    pub(crate) fn sure_alignment(&self, state: &State, id: ObjectId) -> u64 {
        let object = state.heap.get(id);
        let given = object.given.as_ref();
        let is_callers = object.made == Made::Environment && self.program.start.is_none();
        let ty = given.filter(|_| is_callers).and_then(|given| given.ty);
        ty.map_or(object.align, |ty| {
            self.program.types.align(ty, self.program.data_model)
        })
    }
}
