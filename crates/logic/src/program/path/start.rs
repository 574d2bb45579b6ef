//! What memory holds when a program starts.

use ir::{DatumValue, Global, GlobalOrigin, Program};

use super::space::{address_of, object_of, origins};
use super::state::{FIRST_OBJECT, Life, OBJECT_BITS};
use super::{Activation, StateSpace};
use crate::op::Op;
use crate::terms::{TermId, Terms};

/// The most bytes of a global among which one is looked up at an offset that is not constant.
const MOST_LOOKED_UP: u64 = 1024;

/// The most objects among which one is looked up that is not constant.
const MOST_OBJECTS: usize = 256;

/// A byte of a global.
enum Byte {
    Known(u8),
    /// A byte of an address: which, of the start of which object, and so many bytes further.
    OfAddress {
        object: u128,
        further: i64,
        index: u32,
    },
}

impl StateSpace<'_> {
    /// A formula that holds of an execution's choices if `formula` holds in the state in which the
    /// program starts with the activation: no local of it has a value, and memory holds the
    /// program's globals and nothing else.
    ///
    /// What a global holds at an offset that is not constant, and is too large to be looked up, is
    /// anything: the formula may be weaker than the start of the program, and is never stronger.
    pub fn at_start(&self, terms: &mut Terms, activation: Activation, formula: TermId) -> TermId {
        let procedure = self.activations[activation.0];
        let mut values = rustc_hash::FxHashMap::default();
        for value in &self.state().locals[activation.0][..procedure.locals.len()] {
            let nothing = terms.bv(terms.width(value.bits), 0);
            values.insert(value.bits, nothing);
            values.insert(value.known, terms.bool(false));
        }
        let memory = &self.state().memory;
        let pointer = OBJECT_BITS + self.program.data_model.pointer_width().bits();
        let nothing = terms.bv(8, 0);
        let unwritten = terms.const_array(pointer, nothing);
        values.insert(memory.mask, unwritten);
        let first = self.global_object(self.program.globals.len() as u32);
        values.insert(memory.next, terms.bv(OBJECT_BITS, first));
        let formula = terms.substitute(formula, &values);
        let facts = self.facts_at_start(terms, formula);
        let formula = terms.and(formula, facts);
        // The facts read further places: where objects lie.
        let invariant = self.invariant(terms, &[formula]);
        let invariant = terms.substitute(invariant, &values);
        terms.and(formula, invariant)
    }

    /// What is true of the places that a formula reads.
    fn facts_at_start(&self, terms: &mut Terms, formula: TermId) -> TermId {
        let mut reads: Vec<(TermId, TermId)> = Vec::new();
        for term in terms.subterms(&[formula]) {
            if let (Op::Select, &[array, index]) = (terms.op(term), terms.args(term)) {
                let variables = origins(terms, array);
                reads.extend(variables.into_iter().map(|variable| (variable, index)));
            }
        }
        reads.sort_unstable();
        reads.dedup();
        let mut facts = Vec::new();
        for (array, index) in reads {
            facts.push(self.fact_at_start(terms, array, index));
        }
        terms.and_all(facts)
    }

    fn fact_at_start(&self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        let memory = &self.state().memory;
        let yes = terms.bool(true);
        if array == memory.bytes || array == memory.targets {
            let object = object_of(terms, index);
            return match terms.as_value(object).and_then(crate::Bits::to_u128) {
                Some(number) => self.byte_at_start(terms, array, index, number),
                None => yes,
            };
        }
        if array == memory.base || array == memory.owner {
            return yes;
        }
        // Life, size and initialisation of an object.
        match terms.as_value(index).and_then(crate::Bits::to_u128) {
            Some(number) => self.object_at_start(terms, array, index, number),
            None if self.objects() <= MOST_OBJECTS => {
                let mut facts = Vec::new();
                for number in FIRST_OBJECT..FIRST_OBJECT + self.objects() as u128 {
                    let this = terms.bv(OBJECT_BITS, number);
                    let is_this = terms.eq(index, this);
                    let fact = self.object_at_start(terms, array, index, number);
                    facts.push(terms.implies(is_this, fact));
                }
                terms.and_all(facts)
            }
            None => yes,
        }
    }

    fn objects(&self) -> usize {
        self.program.procedures.len() + self.program.globals.len()
    }

    fn global_of(&self, object: u128) -> Option<&Global> {
        let index = object.checked_sub(self.global_object(0))?;
        self.program.globals.get(index as usize)
    }

    /// What an array over objects holds of the object of a number, at an index that is that number.
    fn object_at_start(
        &self,
        terms: &mut Terms,
        array: TermId,
        index: TermId,
        number: u128,
    ) -> TermId {
        let memory = &self.state().memory;
        let element = terms.select(array, index);
        let is_static = (FIRST_OBJECT..FIRST_OBJECT + self.objects() as u128).contains(&number);
        match self.global_of(number) {
            Some(_) if array == memory.fresh => {
                let all = terms.bv(8, 0xff);
                terms.eq(element, all)
            }
            Some(_) => {
                let position = (number - self.global_object(0)) as usize;
                let fact = self.of_global(terms, memory, position);
                let this = terms.bv(OBJECT_BITS, number);
                let there = terms.select(array, this);
                let same = terms.eq(element, there);
                terms.and(fact, same)
            }
            None if array == memory.life && is_static => {
                let closed = Life::Closed.term(terms);
                terms.eq(element, closed)
            }
            None if array == memory.life => {
                let absent = Life::Absent.term(terms);
                terms.eq(element, absent)
            }
            None => terms.bool(true),
        }
    }

    /// What a byte of a global is at first, or the object of the pointer that is stored there.
    fn byte_at_start(
        &self,
        terms: &mut Terms,
        array: TermId,
        index: TermId,
        number: u128,
    ) -> TermId {
        let Some(global) = self.global_of(number) else {
            return terms.bool(true);
        };
        if global.origin == GlobalOrigin::Undefined {
            return terms.bool(true);
        }
        let object = terms.bv(OBJECT_BITS, number);
        let base = terms.select(self.state().memory.base, object);
        let address = address_of(terms, index);
        let offset = terms.bv_sub(address, base);
        let element = terms.select(array, index);
        if let Some(offset) = terms.as_value(offset).and_then(crate::Bits::to_u128) {
            return self.holds_at(terms, array, element, global, offset as u64);
        }
        if global.size > MOST_LOOKED_UP {
            return terms.bool(true);
        }
        let mut facts = Vec::new();
        for at in 0..global.size {
            let here = terms.bv(terms.width(offset), at.into());
            let is_here = terms.eq(offset, here);
            let fact = self.holds_at(terms, array, element, global, at);
            facts.push(terms.implies(is_here, fact));
        }
        terms.and_all(facts)
    }

    /// That an element is what a global has at an offset.
    fn holds_at(
        &self,
        terms: &mut Terms,
        array: TermId,
        element: TermId,
        global: &Global,
        offset: u64,
    ) -> TermId {
        let is_target = array == self.state().memory.targets;
        let byte = byte_of(self.program, global, offset);
        let value = match byte {
            Byte::OfAddress {
                object, index: 0, ..
            } if is_target => terms.bv(OBJECT_BITS, object + 1),
            _ if is_target => terms.bv(OBJECT_BITS, 0),
            Byte::Known(byte) => terms.bv(8, byte.into()),
            Byte::OfAddress {
                object,
                further,
                index,
            } => {
                let object = terms.bv(OBJECT_BITS, object);
                let base = terms.select(self.state().memory.base, object);
                let further = terms.bv(terms.width(base), further as u64 as u128);
                let address = terms.bv_add(base, further);
                terms.extract(8 * index + 7, 8 * index, address)
            }
        };
        terms.eq(element, value)
    }
}

fn byte_of(program: &Program, global: &Global, offset: u64) -> Byte {
    let word = program.data_model.pointer_bytes();
    let procedures = program.procedures.len() as u128;
    for datum in &global.data {
        let Some(index) = offset.checked_sub(datum.offset) else {
            continue;
        };
        match &datum.value {
            DatumValue::Bytes(bytes) => {
                if let Some(byte) = bytes.get(index as usize) {
                    return Byte::Known(*byte);
                }
            }
            DatumValue::Global(id, further) if index < word => {
                return Byte::OfAddress {
                    object: FIRST_OBJECT + procedures + u128::from(id.0),
                    further: *further,
                    index: index as u32,
                };
            }
            DatumValue::Procedure(id) if index < word => {
                return Byte::OfAddress {
                    object: FIRST_OBJECT + u128::from(id.0),
                    further: 0,
                    index: index as u32,
                };
            }
            _ => {}
        }
    }
    Byte::Known(0)
}
