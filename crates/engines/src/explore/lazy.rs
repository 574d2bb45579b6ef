//! Lazy initialisation (Section 2.2): what the environment gave is chosen when it is first read.
//!
//! A number becomes a variable. A pointer becomes null, the address of a new object, or the
//! address of an object of its type that was there before: execution forks for each.

use super::cells::{Background, Cell, Cells, Content, extent};
use super::context::{Context, Interrupt, Step};
use super::heap::{Contents, Elements, Extent, Given, Initial, Life, Made, Object};
use super::layout::{self, Leaf};
use super::memory::{Slot, whole};
use super::state::State;
use super::value::{Base, Num, ObjectId, Pointer, Value};
use ir::{GlobalId, Mutability, Origin, ProcedureId, Rest, Rule, Scalar, Type, TypeId, Width};
use logic::Sort;

/// The alignment of what comes from `malloc`.
const ALIGN: u64 = 16;

/// The most bytes of an argument or a variable of the environment: what Linux allows.
const LONGEST_STRING: u128 = (1 << 17) - 1;

/// The most bytes that an array of the environment has: more than there is memory.
const MOST_BYTES: u128 = 1 << 46;

/// How the environment is bounded where it gives functions.
const FUNCTIONS: &str = "functions of the program as those that the caller gives";

/// How the names of variables begin that stand for a number in a union with pointers.
const AMBIGUOUS: &str = "?";

impl Context<'_> {
    /// Makes sure that a range of cells has values, if they are the environment's to choose.
    /// `scalar` is the type of the access, for places without a declared type.
    pub(crate) fn initialise(
        &mut self,
        state: &mut State,
        slot: Slot,
        offset: u64,
        size: u64,
        scalar: Option<Scalar>,
    ) -> Step<()> {
        if state.cells(slot).background != Background::Unknown {
            return Ok(());
        }
        while let Some(gap) = state.cells(slot).first_gap(offset, size) {
            let leaves = self.leaves(state, slot, gap, offset, size, scalar);
            let (leaf, value) = match leaves[..] {
                [leaf] => match self.rule(state, slot, leaf) {
                    Some(rule) => (leaf, self.ruled(state, slot, leaf, rule)?),
                    None => (leaf, self.unruled(state, slot, leaf)?),
                },
                _ => self.member(state, slot, &leaves)?,
            };
            self.record(state, slot, leaf, value);
        }
        Ok(())
    }

    /// What holds of the value at a place of an object of a class.
    fn rule(&self, state: &State, slot: Slot, leaf: Leaf) -> Option<Rule> {
        let given = state.heap.get(slot.object).given.as_ref()?;
        let rules = &self.program.types.given(given.ty?)?.rules;
        let found = rules.iter().find(|(offset, _)| *offset == leaf.offset);
        found.map(|(_, rule)| *rule)
    }

    /// A value that the environment may choose as it likes.
    fn unruled(&mut self, state: &mut State, slot: Slot, leaf: Leaf) -> Step<Value> {
        Ok(match leaf.scalar {
            Scalar::Pointer => {
                let target = layout::target(self.program, leaf.ty);
                let parent = Some(slot.object);
                Value::Pointer(self.choose_pointer(state, target, parent)?)
            }
            scalar => Value::Bits(self.unknown_number(state, slot.object, scalar, leaf.ty)),
        })
    }

    /// A value of which something holds.
    fn ruled(&mut self, state: &mut State, slot: Slot, leaf: Leaf, rule: Rule) -> Step<Value> {
        match rule {
            Rule::Is(0) if leaf.scalar == Scalar::Pointer => Ok(Value::Pointer(Pointer::NULL)),
            Rule::Is(value) => Ok(Value::Bits(Num::Const(value.into()))),
            Rule::Own => match layout::target(self.program, leaf.ty) {
                Some(ty) => Ok(Value::Pointer(Pointer::to(self.new_whole(state, ty)))),
                None => Err(Interrupt::Undefined),
            },
            Rule::Same { pointer, offset } => {
                let object = self.part(state, slot, pointer)?;
                let int = Scalar::Int(Width::W32);
                self.given_value(state, whole(object), offset, int)
            }
            Rule::NotNegative => {
                let value = self.unruled(state, slot, leaf)?;
                if let Value::Bits(Num::Term(term)) = value {
                    let zero = self.terms.bv(self.terms.width(term), 0);
                    let fits = self.terms.bv_sle(zero, term);
                    state.path.assume(&self.terms, fits);
                }
                Ok(value)
            }
            Rule::AtMost(most) => {
                let value = self.unruled(state, slot, leaf)?;
                if let Value::Bits(Num::Term(term)) = value {
                    let most = self.terms.bv(self.terms.width(term), most.into());
                    let fits = self.terms.bv_ule(term, most);
                    state.path.assume(&self.terms, fits);
                }
                Ok(value)
            }
            Rule::Elements { count } => {
                let count = self.given_value(state, slot, count, Scalar::Int(Width::W32))?;
                let Value::Bits(count) = count else {
                    return Err(Interrupt::Undefined);
                };
                let element = layout::target(self.program, leaf.ty);
                Ok(Value::Pointer(self.new_elements(state, element, count)))
            }
        }
    }

    /// The object that a pointer of the environment's led to at first.
    fn part(&mut self, state: &mut State, slot: Slot, offset: u64) -> Step<ObjectId> {
        if state.cells(slot).first_gap(offset, 1).is_some() {
            self.given_value(state, slot, offset, Scalar::Pointer)?;
        }
        let given = state.heap.get(slot.object).given.as_ref();
        let mut initial = given.iter().flat_map(|given| &given.initial);
        let found = initial.find(|initial| initial.offset == offset);
        match found.map(|initial| initial.value) {
            Some(Value::Pointer(pointer)) => pointer.object().ok_or(Interrupt::Undefined),
            _ => Err(Interrupt::Stop(
                "a part of the caller's object that is replaced before it is looked at".to_string(),
            )),
        }
    }

    /// A value in an object of the environment's.
    fn given_value(
        &mut self,
        state: &mut State,
        slot: Slot,
        offset: u64,
        scalar: Scalar,
    ) -> Step<Value> {
        let (size, _) = extent(scalar, self.width());
        self.initialise(state, slot, offset, size, Some(scalar))?;
        Ok(self.with_codec(state, |codec, state| {
            state.cells(slot).load(codec, offset, scalar)
        }))
    }

    /// An array of elements that nothing else points to.
    fn new_elements(&mut self, state: &mut State, ty: Option<TypeId>, count: Num) -> Pointer {
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

    /// What is to be chosen at a gap: the declared value there, or a byte of it if other parts of
    /// it were written before. In a union it may be one of several: addresses, and then a number.
    fn leaves(
        &self,
        state: &State,
        slot: Slot,
        gap: u64,
        offset: u64,
        size: u64,
        scalar: Option<Scalar>,
    ) -> Vec<Leaf> {
        let byte = Leaf {
            offset: gap,
            scalar: Scalar::Int(Width::W8),
            ty: layout::UNTYPED,
        };
        let cells = state.cells(slot);
        let bytes = |leaf: &Leaf| extent(leaf.scalar, self.width()).0;
        let is_free = |leaf: &Leaf| {
            let mut places = leaf.offset..leaf.offset + bytes(leaf);
            places.all(|at| cells.first_gap(at, 1).is_some())
        };
        let object = state.heap.get(slot.object);
        let ty = object.given.as_ref().and_then(|given| given.ty);
        let Some(ty) = ty else {
            let accessed = scalar.filter(|_| gap == offset);
            let accessed = accessed.map(|scalar| Leaf { scalar, ..byte });
            return vec![accessed.filter(is_free).unwrap_or(byte)];
        };
        let mut declared = layout::leaves_at(self.program, ty, gap);
        declared.retain(is_free);
        let (mut leaves, numbers): (Vec<Leaf>, Vec<Leaf>) = declared
            .into_iter()
            .partition(|leaf| leaf.scalar == Scalar::Pointer);
        let fitting = numbers.iter().find(|leaf| bytes(leaf) == size);
        leaves.extend(match (fitting.or(numbers.first()), numbers.len()) {
            (Some(only), 1) => Some(*only),
            // Whatever the one member cannot hold, another may.
            (Some(first), _) => Some(Leaf {
                ty: layout::UNTYPED,
                ..*first
            }),
            (None, _) if leaves.is_empty() => Some(byte),
            (None, _) => None,
        });
        leaves
    }

    /// What the environment put into a union: an address for one of its pointers, or a number.
    fn member(&mut self, state: &mut State, slot: Slot, leaves: &[Leaf]) -> Step<(Leaf, Value)> {
        let mut choices = Vec::new();
        for leaf in leaves {
            match leaf.scalar {
                Scalar::Pointer => {
                    let target = layout::target(self.program, leaf.ty);
                    let pointers = self.choices(state, target, Some(slot.object));
                    choices.extend(pointers.into_iter().map(|choice| (*leaf, Some(choice))));
                }
                Scalar::Int(_) | Scalar::Float(_) => choices.push((*leaf, None)),
            }
        }
        let chosen = self.choose(state, choices.len() as u32)?;
        let (leaf, choice) = choices[chosen as usize];
        let value = match choice {
            Some(choice) => {
                let target = layout::target(self.program, leaf.ty);
                Value::Pointer(self.take(state, choice, target)?)
            }
            None => {
                let (_, width) = extent(leaf.scalar, self.width());
                let name = format!(
                    "{AMBIGUOUS}{}.{}",
                    slot.object.0,
                    ordinal(state, slot.object)
                );
                Value::Bits(Num::Term(self.terms.var(&name, Sort::Bv(width))))
            }
        };
        Ok((leaf, value))
    }

    /// Whether an address is made of a number that the environment put into a union, where it might
    /// as well have put an address: it does, if that is what the program takes it for.
    pub(crate) fn is_ambiguous(&self, address: Num) -> bool {
        let Num::Term(address) = address else {
            return false;
        };
        let mut variables = self.terms.free_vars(&[address]).into_iter();
        variables.any(|variable| {
            let name = self.terms.var_name(variable);
            name.is_some_and(|name| name.starts_with(AMBIGUOUS))
        })
    }

    pub(crate) fn unknown_number(
        &mut self,
        state: &mut State,
        object: ObjectId,
        scalar: Scalar,
        ty: TypeId,
    ) -> Num {
        let (_, width) = extent(scalar, self.width());
        let name = format!("@{}.{}", object.0, ordinal(state, object));
        let variable = self.terms.var(&name, Sort::Bv(width));
        self.restrict(state, ty, variable);
        Num::Term(variable)
    }

    /// The values of a type that has fewer than its bits.
    pub(crate) fn restrict(&mut self, state: &mut State, ty: TypeId, variable: logic::TermId) {
        let width = self.terms.width(variable);
        if let Some(most) = self.most_of(ty).filter(|_| width > 1) {
            let most = self.terms.bv(width, most);
            let fits = self.terms.bv_ule(variable, most);
            state.path.assume(&self.terms, fits);
        }
    }

    /// The largest value of a type that has fewer than its bits.
    pub(crate) fn most_of(&self, ty: TypeId) -> Option<u128> {
        if ty == layout::UNTYPED {
            return None;
        }
        match self.program.types.get(ty) {
            Type::Int { name, .. } if name == "_Bool" || name == "boolean" => Some(1),
            _ => None,
        }
    }

    fn record(&mut self, state: &mut State, slot: Slot, leaf: Leaf, value: Value) {
        let index = match (&state.heap.get(slot.object).contents, slot.element) {
            (Contents::Elements(elements), Some(element)) => elements.cells[element].0,
            _ => Num::ZERO,
        };
        let (size, _) = extent(leaf.scalar, self.width());
        self.terminate(state, slot.object, index, value);
        self.with_codec(state, |codec, state| {
            let content = Content::of(value);
            let cells = state.cells_mut(slot);
            cells.put(codec, leaf.offset, Cell { size, content });
        });
        if let Some(given) = &mut state.heap.get_mut(slot.object).given {
            given.initial.push(Initial {
                index,
                offset: leaf.offset,
                scalar: leaf.scalar,
                value,
            });
        }
        state.given += 1;
    }

    /// A byte of a string is zero exactly at its end.
    fn terminate(&mut self, state: &mut State, object: ObjectId, index: Num, value: Value) {
        let given = state.heap.get(object).given.as_ref();
        let (Some(length), Value::Bits(byte)) = (given.and_then(|given| given.string), value)
        else {
            return;
        };
        let width = self.width();
        let terms = &mut self.terms;
        let (index, length) = (index.term(terms, width), length.term(terms, width));
        let (byte, zero) = (byte.term(terms, 8), terms.bv(8, 0));
        let (is_end, is_zero) = (terms.eq(index, length), terms.eq(byte, zero));
        let fits = terms.eq(is_end, is_zero);
        state.path.assume(&self.terms, fits);
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

    /// A pointer that the environment chooses: null, to a new object, or to an old one.
    pub(crate) fn choose_pointer(
        &mut self,
        state: &mut State,
        target: Option<TypeId>,
        parent: Option<ObjectId>,
    ) -> Step<Pointer> {
        let choices = self.choices(state, target, parent);
        let chosen = match choices[..] {
            [] => return Err(Interrupt::Infeasible),
            [only] => only,
            _ => choices[self.choose(state, choices.len() as u32)? as usize],
        };
        self.take(state, chosen, target)
    }

    /// Where a pointer of the environment's can lead.
    fn choices(
        &mut self,
        state: &State,
        target: Option<TypeId>,
        parent: Option<ObjectId>,
    ) -> Vec<Choice> {
        let assumed = &self.options.assumed;
        let mut choices = Vec::new();
        if !assumed.nonnull {
            choices.push(Choice::Null);
        }
        let is_function =
            target.is_some_and(|ty| matches!(self.program.types.get(ty), Type::Function { .. }));
        match target.and_then(|ty| self.program.types.given(ty)) {
            Some(given) => {
                let types = given.variants.iter();
                choices.extend(types.filter_map(|record| {
                    let ty = self.program.types.find(&Type::Record(*record))?;
                    Some(Choice::Whole(ty))
                }));
                choices.extend(given.held.iter().copied().map(Choice::Held));
                match &given.rest {
                    Rest::Nothing => {}
                    Rest::Needed(_) => choices.push(Choice::Other),
                    Rest::LeftOut(bound) => _ = self.bounds.insert(bound.clone()),
                }
            }
            None if is_function => match self.functions(target)[..] {
                [] => choices.push(Choice::NoFunction),
                ref functions => {
                    self.bounds.insert(FUNCTIONS.into());
                    choices.extend(functions.iter().copied().map(Choice::Function));
                }
            },
            None => choices.push(Choice::New),
        }
        if !assumed.noalias && !is_function {
            let candidates = self.candidates(state, target);
            let allowed = candidates
                .into_iter()
                .filter(|id| !assumed.acyclic || !self.leads_to(state, *id, parent));
            choices.extend(allowed.map(Choice::Old));
        }
        choices
    }

    fn take(&mut self, state: &mut State, chosen: Choice, target: Option<TypeId>) -> Step<Pointer> {
        match chosen {
            Choice::Null => Ok(Pointer::NULL),
            Choice::Old(object) => Ok(Pointer::to(object)),
            Choice::New => Ok(Pointer::to(self.new_given(state, target))),
            Choice::Whole(ty) => Ok(Pointer::to(self.new_whole(state, ty))),
            Choice::Held(global) => {
                let held = state.heap.held(global);
                let missing = || {
                    let name = &self.program[global].name;
                    Interrupt::Stop(format!("`{name}`, which holds nothing"))
                };
                held.map(Pointer::to).ok_or_else(missing)
            }
            Choice::Other => {
                let given = target.and_then(|ty| self.program.types.given(ty));
                Err(Interrupt::Stop(match given.map(|given| &given.rest) {
                    Some(Rest::Needed(what)) => what.clone(),
                    _ => String::new(),
                }))
            }
            Choice::Function(procedure) => Ok(Pointer {
                base: Base::Procedure(procedure),
                offset: Num::ZERO,
            }),
            Choice::NoFunction => {
                let what = "a function pointer that the caller gave";
                Err(Interrupt::Stop(what.to_string()))
            }
        }
    }

    /// The address of an array of the environment's with at least so many elements, which is never
    /// null: a new one, or one that was there before.
    pub(crate) fn choose_array(
        &mut self,
        state: &mut State,
        element: TypeId,
        least: u64,
    ) -> Step<Pointer> {
        let mut arrays = self.candidates(state, Some(element));
        arrays.retain(|id| {
            let is_array = matches!(state.heap.get(*id).contents, Contents::Elements(_));
            !self.options.assumed.noalias && (is_array || least <= 1)
        });
        let chosen = match arrays.len() as u32 {
            0 => 0,
            known => self.choose(state, known + 1)?,
        };
        let object = match chosen.checked_sub(1) {
            None => self.new_given(state, Some(element)),
            Some(old) => arrays[old as usize],
        };
        if let Contents::Elements(elements) = &state.heap.get(object).contents {
            let (length, width) = (elements.length, self.width());
            let length = length.term(&mut self.terms, width);
            let least = self.terms.bv(width, least.into());
            let enough = self.terms.bv_ule(least, length);
            self.require(state, enough)?;
        }
        if let Contents::Elements(elements) = &mut state.heap.get_mut(object).contents {
            elements.extent = Extent::Stated;
        }
        Ok(Pointer::to(object))
    }

    /// The functions of the program that a pointer to a function can be the address of.
    fn functions(&self, ty: Option<TypeId>) -> Vec<ProcedureId> {
        let procedures = self.program.procedures().filter(|(_, procedure)| {
            procedure.origin == Origin::User && procedure.ty == ty && !procedure.edges.is_empty()
        });
        procedures.map(|(id, _)| id).collect()
    }

    /// One of several outcomes; execution forks for each.
    fn choose(&mut self, state: &mut State, outcomes: u32) -> Step<u32> {
        state.choice.take().ok_or(Interrupt::Choose(outcomes))
    }

    /// The objects of the environment that have that type.
    fn candidates(&self, state: &State, target: Option<TypeId>) -> Vec<ObjectId> {
        let objects = state.heap.iter().filter(|(_, object)| {
            let can_be_given = match object.made {
                Made::Environment => true,
                Made::Global(id) => self.options.globals.is_exposed(id),
                Made::Stack | Made::Heap(_) | Made::Internal => false,
            };
            can_be_given
                && object
                    .given
                    .as_ref()
                    .is_some_and(|given| self.fits(given.ty, target))
        });
        objects.map(|(id, _)| id).collect()
    }

    /// Whether an object of a type is one that a pointer can point to.
    pub(crate) fn fits(&self, ty: Option<TypeId>, target: Option<TypeId>) -> bool {
        let types = &self.program.types;
        match (target.and_then(|target| types.given(target)), ty) {
            (Some(given), Some(ty)) => {
                matches!(types.get(ty), Type::Record(record) if given.variants.contains(record))
            }
            (Some(_), None) => false,
            (None, _) => ty == target,
        }
    }

    /// A new object of a class, complete.
    fn new_whole(&mut self, state: &mut State, ty: TypeId) -> ObjectId {
        let size = self.program.types.size(ty, self.program.data_model);
        let given = self.program.types.given(ty);
        self.bounds
            .extend(given.and_then(|given| given.bound.clone()));
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

    /// Whether pointers of the environment lead from one of its objects to another.
    fn leads_to(&self, state: &State, from: ObjectId, to: Option<ObjectId>) -> bool {
        let Some(to) = to else { return false };
        let mut seen = vec![from];
        let mut next = 0;
        while let Some(id) = seen.get(next).copied() {
            next += 1;
            if id == to {
                return true;
            }
            let Some(given) = &state.heap.get(id).given else {
                continue;
            };
            for initial in &given.initial {
                if let Value::Pointer(pointer) = initial.value
                    && let Some(object) = pointer.object()
                    && !seen.contains(&object)
                {
                    seen.push(object);
                }
            }
        }
        false
    }

    /// A new object of the environment's.
    fn new_given(&mut self, state: &mut State, target: Option<TypeId>) -> ObjectId {
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
}

/// How many values the environment has chosen in an object.
fn ordinal(state: &State, object: ObjectId) -> usize {
    let given = state.heap.get(object).given.as_ref();
    given.map_or(0, |given| given.initial.len())
}

#[derive(Clone, Copy)]
enum Choice {
    Null,
    New,
    /// A complete object of a class.
    Whole(TypeId),
    /// The object whose address a global holds.
    Held(GlobalId),
    /// Something that cannot be given.
    Other,
    Old(ObjectId),
    Function(ProcedureId),
    /// The program has no function that could be given.
    NoFunction,
}
