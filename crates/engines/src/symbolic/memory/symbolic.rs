//! Accesses at unknown offsets of objects with cells.

use super::super::cells::extent;
use super::super::context::{Context, Step};
use super::super::state::State;
use super::super::value::{Num, ObjectId, Value};
use super::{Slot, Spot, whole};
use crate::limits::tuning::MOST_OFFSETS_WITHOUT_FORK;
use ir::Scalar;
use logic::{Op, TermId, Terms};

impl Context<'_> {
    /// Reads a value at an unknown offset: a choice between the values it may be.
    pub(super) fn load_unknown(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
        scalar: Scalar,
    ) -> Step<Value> {
        let slot = whole(object);
        let (size, width) = extent(scalar, self.width());
        let Some(places) = self.places(state, object, offset, size) else {
            if let Some((slot, offset)) = self.element_at(state, object, offset, size)? {
                return Ok(self.read(state, slot, offset, scalar));
            }
            return self.load_forked(state, slot, offset, scalar);
        };
        let mut values = self.values_at(state, slot, &places, scalar)?;
        if self.has_leftovers() && scalar != Scalar::Pointer {
            for (place, value) in &mut values {
                if *value == Value::Undefined {
                    *value = self.read(state, slot, *place, scalar);
                }
            }
        }
        // Undefined values and pointers cannot be chosen between: those that are out of the
        // question do not matter, and execution forks on the others.
        if values.iter().any(|(_, value)| !is_number(*value)) {
            values = self.possible_values(state, offset, values)?;
            match values.first() {
                Some((_, Value::Undefined)) if self.has_leftovers() => {
                    return self.load_forked(state, slot, offset, scalar);
                }
                Some((_, first)) if values.iter().all(|(_, value)| value == first) => {
                    return Ok(*first);
                }
                _ => {}
            }
            if values.iter().any(|(_, value)| !is_number(*value)) {
                return self.load_forked(state, slot, offset, scalar);
            }
        }
        let numbers: Vec<(u64, Num)> = values
            .into_iter()
            .filter_map(|(place, value)| match value {
                Value::Bits(num) => Some((place, num)),
                Value::Undefined | Value::Pointer(_) => None,
            })
            .collect();
        Ok(Value::Bits(self.select(offset, &numbers, width)))
    }

    /// The element at an unknown offset of an object that can be taken as an array.
    fn element_at(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
        size: u64,
    ) -> Step<Option<(Slot, u64)>> {
        if !self.take_as_array(state, object, size) {
            return Ok(None);
        }
        match self.locate_element(state, object, Num::Term(offset), size)? {
            Spot::Known(slot, offset) => Ok(Some((slot, offset))),
            Spot::Unknown(..) => Ok(None),
        }
    }

    /// Reads at an unknown offset after execution has forked on what it is.
    fn load_forked(
        &mut self,
        state: &mut State,
        slot: Slot,
        offset: TermId,
        scalar: Scalar,
    ) -> Step<Value> {
        let offset = self.known_offset(state, offset)?;
        let (size, _) = extent(scalar, self.width());
        self.initialise(state, slot, offset, size, Some(scalar))?;
        Ok(self.read(state, slot, offset, scalar))
    }

    fn values_at(
        &mut self,
        state: &mut State,
        slot: Slot,
        places: &[u64],
        scalar: Scalar,
    ) -> Step<Vec<(u64, Value)>> {
        let (size, _) = extent(scalar, self.width());
        for place in places {
            self.initialise(state, slot, *place, size, Some(scalar))?;
        }
        Ok(self.with_codec(state, |codec, state| {
            let cells = state.cells(slot);
            let load = |place: &u64| (*place, cells.load(codec, *place, scalar));
            places.iter().map(load).collect()
        }))
    }

    /// Those of the values whose place the offset can be.
    fn possible_values(
        &mut self,
        state: &State,
        offset: TermId,
        values: Vec<(u64, Value)>,
    ) -> Step<Vec<(u64, Value)>> {
        let mut possible = Vec::new();
        for (place, value) in values {
            let here = self.is_at(offset, place);
            if self.possible(&state.path, here)?.is_some() {
                possible.push((place, value));
            }
        }
        Ok(possible)
    }

    fn is_at(&mut self, offset: TermId, place: u64) -> TermId {
        let width = self.width();
        let place = self.terms.bv(width, place.into());
        self.terms.eq(offset, place)
    }

    /// A choice between numbers by an offset, balanced so that it stays shallow.
    fn select(&mut self, offset: TermId, numbers: &[(u64, Num)], width: u32) -> Num {
        match numbers {
            [] => Num::ZERO,
            [(_, only)] => *only,
            [(_, first), rest @ ..] if rest.iter().all(|(_, num)| num == first) => *first,
            _ => {
                let (low, high) = numbers.split_at(numbers.len() / 2);
                let address = self.width();
                let middle = self.terms.bv(address, high[0].0.into());
                let below = self.terms.bv_ult(offset, middle);
                let low = self.select(offset, low, width);
                let high = self.select(offset, high, width);
                self.choose_number(below, low, high, width)
            }
        }
    }

    /// Writes a value at an unknown offset: every place it may be keeps its value or takes this.
    pub(super) fn store_unknown(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: TermId,
        scalar: Scalar,
        value: Value,
    ) -> Step<()> {
        let slot = whole(object);
        let (size, _) = extent(scalar, self.width());
        let places = self.places(state, object, offset, size);
        if places.is_none()
            && let Some((slot, offset)) = self.element_at(state, object, offset, size)?
        {
            self.with_codec(state, |codec, state| {
                state.cells_mut(slot).store(codec, offset, scalar, value);
            });
            return Ok(());
        }
        if let (Value::Bits(new), Some(places)) = (value, places) {
            let old = self.values_at(state, slot, &places, scalar)?;
            if old.iter().all(|(_, value)| is_number(*value)) {
                for place in places {
                    self.store_perhaps(state, slot, (offset, place), scalar, new);
                }
                return Ok(());
            }
        }
        let offset = self.known_offset(state, offset)?;
        self.with_codec(state, |codec, state| {
            state.cells_mut(slot).store(codec, offset, scalar, value);
        });
        Ok(())
    }

    /// Writes a number at a place if that is where an unknown offset leads. Places may overlap, so
    /// what stays otherwise is what is there by now: the offset leads to one of them only.
    fn store_perhaps(
        &mut self,
        state: &mut State,
        slot: Slot,
        (offset, place): (TermId, u64),
        scalar: Scalar,
        new: Num,
    ) {
        let (_, width) = extent(scalar, self.width());
        let here = self.is_at(offset, place);
        let old = self.with_codec(state, |codec, state| {
            state.cells(slot).load(codec, place, scalar)
        });
        // A number was there before, and every store since then was one of numbers.
        let Value::Bits(old) = old else { return };
        let merged = self.choose_number(here, new, old, width);
        self.with_codec(state, |codec, state| {
            let cells = state.cells_mut(slot);
            cells.store(codec, place, scalar, Value::Bits(merged));
        });
    }

    /// The offsets at which an access of that size can be; `None` if they are too many.
    fn places(
        &mut self,
        state: &State,
        object: ObjectId,
        offset: TermId,
        size: u64,
    ) -> Option<Vec<u64>> {
        let have = u64::try_from(state.heap.get(object).size.known()?).ok()?;
        let (stride, first) = progression(&self.terms, offset);
        let last = have.checked_sub(size)?;
        if first > last {
            return Some(Vec::new());
        }
        ((last - first) / stride < MOST_OFFSETS_WITHOUT_FORK)
            .then(|| (first..=last).step_by(stride as usize).collect())
    }
}

fn is_number(value: Value) -> bool {
    matches!(value, Value::Bits(_))
}

/// A power of two and a remainder such that the term always has this remainder modulo it.
pub(super) fn progression(terms: &Terms, term: TermId) -> (u64, u64) {
    let (stride, rest) = multiple(terms, term);
    let stride = stride.clamp(1, 1 << 32) as u64;
    (stride, (rest % u128::from(stride)) as u64)
}

/// A power of two (0 for a constant) and a remainder. Numbers that wrap around keep both.
fn multiple(terms: &Terms, term: TermId) -> (u128, u128) {
    let value = |term: TermId| terms.as_value(term).and_then(logic::Bits::to_u128);
    match (terms.op(term), terms.args(term)) {
        (Op::Value(_), _) => (0, value(term).unwrap_or(0)),
        (Op::BvAdd, &[a, b]) => {
            let ((x, c), (y, d)) = (multiple(terms, a), multiple(terms, b));
            (smaller(x, y), c.wrapping_add(d))
        }
        (Op::BvMul, &[a, b]) => match (multiple(terms, a), value(b)) {
            ((x, 0), Some(by)) => ((x * lowest_bit(by)).clamp(1, 1 << 32), 0),
            (_, Some(by)) => (lowest_bit(by), 0),
            _ => (1, 0),
        },
        (Op::BvShl, &[_, by]) => match value(by) {
            Some(by) => (1 << by.min(32), 0),
            None => (1, 0),
        },
        (Op::Concat, &[_, low]) => match value(low) {
            Some(bits) => {
                let modulus = 1u128 << terms.width(low).min(32);
                (modulus, bits % modulus)
            }
            None => (1, 0),
        },
        (Op::Ite, &[_, a, b]) => {
            let ((x, c), (y, d)) = (multiple(terms, a), multiple(terms, b));
            (smaller(smaller(x, y), lowest_bit(c.abs_diff(d))), c)
        }
        _ => (1, 0),
    }
}

/// The smaller of two powers of two, where 0 stands for the largest.
fn smaller(a: u128, b: u128) -> u128 {
    match (a, b) {
        (0, other) | (other, 0) => other,
        _ => a.min(b),
    }
}

fn lowest_bit(number: u128) -> u128 {
    match number {
        0 => 0,
        _ => 1 << number.trailing_zeros().min(32),
    }
}
