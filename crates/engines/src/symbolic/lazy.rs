//! Lazy initialisation (Section 2.2): what the environment gave is chosen when it is first read.
//!
//! A number becomes a variable. A pointer becomes null, the address of a new object, or the
//! address of an object of its type that was there before: execution forks for each.

mod choice;
mod object;

use super::cells::{Background, Cell, Content, extent};
use super::context::{Context, Interrupt, Step};
use super::heap::{Contents, Initial};
use super::layout::{self, Leaf};
use super::memory::{Slot, whole};
use super::state::State;
use super::value::{Num, ObjectId, Pointer, Value};
use ir::{Rule, Scalar, Type, TypeId, Width};
use logic::Sort;

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
}

/// How many values the environment has chosen in an object.
fn ordinal(state: &State, object: ObjectId) -> usize {
    let given = state.heap.get(object).given.as_ref();
    given.map_or(0, |given| given.initial.len())
}
