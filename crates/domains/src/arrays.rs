//! What is known of the elements of arrays by relations: how many of the first ones are filled, and where
//! a zero byte ends a text.
//!
//! Either is a number of which relations speak, so that it is joined, widened and compared like any other:
//! where a loop stores at `a[n]` before `n++`, the number of filled elements is `n` at its head. Of an array
//! of which nothing was written no element is filled, which is why joining with it loses nothing.

use crate::linear::{Constraint, Linear, Range, Var};
use crate::memory::cell::BYTE;
use crate::memory::extent::{Extent, Overlap};
use crate::memory::{Facts, Filled, Object, ObjectId};
use crate::refine::{Infeasible, Refined};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State};
use crate::value::{Init, Slot, Value};
use ir::{BinaryOp, Const, Expr, LocalId, Scalar};
use std::borrow::Cow;
use std::rc::Rc;

/// An object that is smaller than so many elements is described by its cells.
const LEAST_ELEMENTS: u128 = 4;
/// So many runs of filled elements are known of an object.
const MOST_FILLED: usize = 4;

/// A store into an object.
pub(crate) struct Stored<'s> {
    pub(crate) id: ObjectId,
    /// The places that it can go to.
    pub(crate) extent: Extent,
    /// Its offset, if it is sure that it goes to this object.
    pub(crate) offset: Option<Linear>,
    /// The type, unless only some bits are stored.
    pub(crate) scalar: Option<Scalar>,
    pub(crate) slot: &'s Slot,
    /// The distance of elements, if it is one of an array.
    pub(crate) stride: Option<u64>,
}

/// Bytes that are copied or set.
pub(crate) struct Overwritten {
    pub(crate) id: ObjectId,
    /// The bytes that can be meant.
    pub(crate) extent: Extent,
    /// Where they start and how many they are, if it is sure that all of them are written.
    pub(crate) range: Option<(Linear, Linear)>,
    /// Whether each of them has a value.
    pub(crate) is_set: bool,
    /// Where one of them is zero.
    pub(crate) zero: Option<Linear>,
}

/// What a store does to a run of filled elements.
enum Effect {
    Untouched,
    /// One of them, or none, takes the value.
    Joined,
    /// The element behind them takes the value, and then they are so many.
    Extended(Linear),
    /// The element behind them or one of them takes the value: then they are at least so many.
    Reached(Linear),
    Lost,
}

impl<R: Relational> State<R> {
    /// The same state, with facts about arrays that another knows and that hold here without more.
    pub(crate) fn with_facts_of<'s>(
        &'s self,
        other: &Self,
        shared: &mut Shared<'_>,
    ) -> Cow<'s, Self> {
        let mut state = Cow::Borrowed(self);
        if self.objects.is_same(&other.objects) {
            return state;
        }
        for (id, there) in other.objects.iter().filter(|(_, it)| !it.facts.is_empty()) {
            let Some(here) = self.object(id, shared).filter(|here| here.is_single) else {
                continue;
            };
            if Rc::ptr_eq(&here, there) {
                continue;
            }
            let is_new = |filled: &&Filled| {
                let mut known = here.facts.filled.iter();
                !known.any(|known| known.start == filled.start)
            };
            let new: Vec<&Filled> = there.facts.filled.iter().filter(is_new).collect();
            let zero = match there.facts.has_terminator && !here.facts.has_terminator {
                true => here.contents.zero(&here.size),
                false => None,
            };
            if new.is_empty() && zero.is_none() {
                continue;
            }
            let mut object = (*here).clone();
            let changed = state.to_mut();
            for filled in new {
                let var = shared.var(Quantity::Filled(id, filled.start));
                changed.relations.assign(var, &Linear::constant(0));
                object.facts.filled.push(filled.clone());
            }
            object.facts.filled.sort_by_key(|filled| filled.start);
            if let Some(zero) = zero {
                let var = shared.var(Quantity::Terminator(id));
                let zero = Linear::constant(i128::from(zero));
                changed.relations.assign(var, &zero);
                object.facts.has_terminator = true;
            }
            changed.objects.set(id, Rc::new(object));
        }
        state
    }

    fn filled_var(&self, shared: &mut Shared<'_>, id: ObjectId, filled: &Filled) -> Var {
        shared.var(Quantity::Filled(id, filled.start))
    }

    /// What is known of the distance from one number to another.
    fn beyond(&self, shared: &Shared<'_>, one: &Linear, other: &Linear) -> Range {
        match one.sub(other) {
            Some(difference) => self.range(shared, &difference),
            None => Range::ALL,
        }
    }

    /// A value was stored.
    pub(crate) fn note_store(&mut self, shared: &mut Shared<'_>, stored: &Stored<'_>) {
        let Some(object) = self.objects.get(stored.id).cloned() else {
            return;
        };
        if self.is_havocked || !object.is_single {
            return self.set_facts(stored.id, &object, Facts::default());
        }
        let mut facts = Facts::default();
        for filled in &object.facts.filled {
            let var = self.filled_var(shared, stored.id, filled);
            let mut filled = filled.clone();
            match self.effect(shared, &filled, var, stored) {
                Effect::Untouched => {}
                Effect::Joined => filled.slot = filled.slot.join(&kept(stored.slot)),
                Effect::Extended(count) => {
                    filled.slot = filled.slot.join(&kept(stored.slot));
                    self.relations.assign(var, &count);
                }
                Effect::Reached(count) => {
                    filled.slot = filled.slot.join(&kept(stored.slot));
                    self.reach(var, &count);
                }
                Effect::Lost => {
                    self.relations.forget(var);
                    continue;
                }
            }
            facts.filled.push(filled);
        }
        self.start_filling(shared, &object, stored, &mut facts);
        facts.has_terminator = self.terminator_after(shared, &object, stored);
        self.set_facts(stored.id, &object, facts);
    }

    fn set_facts(&mut self, id: ObjectId, object: &Object, facts: Facts) {
        if object.facts != facts {
            let object = Object {
                facts,
                ..object.clone()
            };
            self.objects.set(id, Rc::new(object));
        }
    }

    fn effect(
        &self,
        shared: &mut Shared<'_>,
        filled: &Filled,
        var: Var,
        stored: &Stored<'_>,
    ) -> Effect {
        let overlap = filled.extent().overlap(&stored.extent);
        if overlap == Overlap::Apart {
            return Effect::Untouched;
        }
        let is_alike = overlap == Overlap::Same
            && stored.scalar == Some(filled.scalar)
            && stored.slot.state == Init::Yes;
        let count = Linear::var(var);
        if let Some(offset) = &stored.offset {
            let index = filled.index(offset);
            if let Some(index) = index.filter(|_| overlap == Overlap::Same) {
                let Range { min, max } = self.beyond(shared, &index, &count);
                if (min, max) == (Some(0), Some(0))
                    && is_alike
                    && let Some(next) = index.plus(1)
                {
                    return Effect::Extended(next);
                }
                if min.is_some_and(|min| min >= 0) {
                    return Effect::Untouched;
                }
                if max == Some(0)
                    && is_alike
                    && let Some(next) = index.plus(1)
                {
                    return Effect::Reached(next);
                }
            }
            let end = count
                .times(i128::from(filled.stride))
                .and_then(|bytes| bytes.plus(i128::from(filled.start)));
            let beyond = end.map(|end| self.beyond(shared, offset, &end));
            if beyond.is_some_and(|beyond| beyond.min.is_some_and(|min| min >= 0)) {
                return Effect::Untouched;
            }
        }
        match is_alike {
            true => Effect::Joined,
            false => Effect::Lost,
        }
    }

    /// So many elements are filled, which are one more than before, or no more.
    fn reach(&mut self, var: Var, count: &Linear) {
        let mut longer = self.relations.clone();
        let before = Linear::var(var).plus(1);
        let is_longer = before.and_then(|before| Constraint::equal(&before, count));
        let is_inside = Constraint::at_most(count, &Linear::var(var));
        let (Some(is_longer), Some(is_inside)) = (is_longer, is_inside) else {
            return;
        };
        longer.assume(&is_longer);
        longer.assign(var, count);
        self.relations.assume(&is_inside);
        self.relations = self.relations.join(&longer);
    }

    /// The first element of an array that nobody wrote before is filled.
    fn start_filling(
        &mut self,
        shared: &mut Shared<'_>,
        object: &Object,
        stored: &Stored<'_>,
        facts: &mut Facts,
    ) {
        let (Some(offset), Some(scalar), Some(stride)) =
            (&stored.offset, stored.scalar, stored.stride)
        else {
            return;
        };
        let size = stored.extent.size;
        let start = offset.offset().rem_euclid(i128::from(stride)) as u64;
        let is_known = facts.filled.iter().any(|filled| filled.start == start);
        let is_array = object.size.unsigned().1 >= u128::from(stride) * LEAST_ELEMENTS;
        if is_known
            || facts.filled.len() >= MOST_FILLED
            || stored.slot.state != Init::Yes
            || start.saturating_add(size) > stride
            || !is_array
            || !object.contents.has_unwritten_rest()
        {
            return;
        }
        let filled = Filled {
            start,
            stride,
            size,
            scalar,
            slot: kept(stored.slot),
        };
        let is_first = filled.index(offset).is_some_and(|index| {
            let Range { min, max } = self.range(shared, &index);
            (min, max) == (Some(0), Some(0))
        });
        if is_first {
            let var = self.filled_var(shared, stored.id, &filled);
            self.relations.assign(var, &Linear::constant(1));
            facts.filled.push(filled);
            facts.filled.sort_by_key(|filled| filled.start);
        }
    }

    /// Whether a zero byte is known after a store.
    fn terminator_after(
        &mut self,
        shared: &mut Shared<'_>,
        object: &Object,
        stored: &Stored<'_>,
    ) -> bool {
        let var = shared.var(Quantity::Terminator(stored.id));
        let is_zero = is_zero(stored.slot);
        let is_text = stored.scalar == Some(BYTE) && object.size.unsigned().1 > 1;
        if let (true, true, Some(offset)) = (is_zero, is_text, &stored.offset) {
            self.relations.assign(var, offset);
            return true;
        }
        if !object.facts.has_terminator || is_zero {
            return object.facts.has_terminator;
        }
        let size = i128::from(stored.extent.size);
        let is_kept = self.is_apart(shared, var, stored.offset.as_ref(), size, &stored.extent);
        if !is_kept {
            self.relations.forget(var);
        }
        is_kept
    }

    /// Whether a zero byte is none of those that are written.
    fn is_apart(
        &self,
        shared: &Shared<'_>,
        var: Var,
        offset: Option<&Linear>,
        size: i128,
        extent: &Extent,
    ) -> bool {
        let zero = Linear::var(var);
        if let Some(offset) = offset {
            let Range { min, max } = self.beyond(shared, &zero, offset);
            if max.is_some_and(|max| max < 0) || min.is_some_and(|min| min >= size) {
                return true;
            }
        }
        let Range { min, max } = self.range(shared, &zero);
        max.is_some_and(|max| max < i128::from(extent.start))
            || min.is_some_and(|min| min >= i128::from(extent.end()))
    }

    /// Bytes were copied or set.
    pub(crate) fn note_range(&mut self, shared: &mut Shared<'_>, written: &Overwritten) {
        let Some(object) = self.objects.get(written.id).cloned() else {
            return;
        };
        if self.is_havocked || !object.is_single {
            return self.set_facts(written.id, &object, Facts::default());
        }
        let mut facts = Facts::default();
        for filled in &object.facts.filled {
            let var = self.filled_var(shared, written.id, filled);
            let mut filled = filled.clone();
            if filled.extent().overlap(&written.extent) != Overlap::Apart {
                if !written.is_set {
                    self.relations.forget(var);
                    continue;
                }
                filled.slot.value = filled.slot.value.forget();
                self.extend_bytes(shared, &filled, var, written);
            }
            facts.filled.push(filled);
        }
        self.start_bytes(shared, &object, written, &mut facts);
        let var = shared.var(Quantity::Terminator(written.id));
        facts.has_terminator = match &written.zero {
            Some(zero) => {
                self.relations.assign(var, zero);
                true
            }
            None => {
                let offset = written.range.as_ref().map(|(offset, _)| offset);
                // However many bytes there are, what lies before them stays.
                let most = i128::MAX;
                object.facts.has_terminator
                    && self.is_apart(shared, var, offset, most, &written.extent)
            }
        };
        self.set_facts(written.id, &object, facts);
    }

    /// Bytes that follow those that are filled are filled, too.
    fn extend_bytes(
        &mut self,
        shared: &mut Shared<'_>,
        filled: &Filled,
        var: Var,
        written: &Overwritten,
    ) {
        if let Some((offset, length)) = &written.range
            && filled.stride == 1
            && let Some(index) = filled.index(offset)
            && let Some(end) = index.add(length)
        {
            let Range { min, max } = self.beyond(shared, &index, &Linear::var(var));
            if (min, max) == (Some(0), Some(0)) {
                self.relations.assign(var, &end);
            }
        }
    }

    /// The first bytes of an object that nobody wrote before are filled.
    fn start_bytes(
        &mut self,
        shared: &mut Shared<'_>,
        object: &Object,
        written: &Overwritten,
        facts: &mut Facts,
    ) {
        let Some((offset, length)) = written.range.as_ref().filter(|_| written.is_set) else {
            return;
        };
        let is_known = facts.filled.iter().any(|filled| filled.start == 0);
        if is_known
            || facts.filled.len() >= MOST_FILLED
            || !object.contents.has_unwritten_rest()
            || offset.as_constant() != Some(0)
        {
            return;
        }
        let filled = Filled {
            start: 0,
            stride: 1,
            size: 1,
            scalar: BYTE,
            slot: Slot::of(Value::top(BYTE)),
        };
        let var = self.filled_var(shared, written.id, &filled);
        self.relations.assign(var, length);
        facts.filled.insert(0, filled);
    }

    /// What a place holds that is among filled elements, by what all of them hold.
    pub(crate) fn filled_slot(
        &self,
        shared: &mut Shared<'_>,
        (id, object): (ObjectId, &Object),
        (offset, size): (&Linear, u64),
        scalar: Scalar,
    ) -> Option<Slot> {
        let is_filled = |filled: &&Filled, shared: &mut Shared<'_>| {
            let is_byte = filled.stride == 1;
            let is_whole = filled.size == size && filled.scalar == scalar;
            let Some(index) = filled.index(offset).filter(|_| is_byte || is_whole) else {
                return false;
            };
            let last = if is_byte { i128::from(size) - 1 } else { 0 };
            let count = Linear::var(self.filled_var(shared, id, filled));
            let is_first = self.range(shared, &index).min.is_some_and(|min| min >= 0);
            let Range { max, .. } = self.beyond(shared, &index, &count);
            is_first && max.is_some_and(|max| max < -last)
        };
        let mut filled = object.facts.filled.iter();
        let filled = filled.find(|filled| is_filled(filled, shared))?;
        Some(match filled.scalar == scalar {
            true => filled.slot.clone(),
            false => Slot::of(Value::top(scalar)),
        })
    }

    /// Whether so many bytes from an offset on have values.
    pub(crate) fn is_set(
        &self,
        shared: &mut Shared<'_>,
        (id, object): (ObjectId, &Object),
        (offset, length): (&Linear, &Linear),
    ) -> bool {
        let Some(end) = offset.add(length) else {
            return false;
        };
        let covers = |filled: &Filled, shared: &mut Shared<'_>| {
            let count = Linear::var(self.filled_var(shared, id, filled));
            let bytes = count
                .times(i128::from(filled.stride))
                .and_then(|bytes| bytes.plus(i128::from(filled.start)));
            let is_dense = filled.stride == filled.size && filled.start == 0;
            let beyond = bytes.map(|bytes| self.beyond(shared, &end, &bytes));
            is_dense && beyond.is_some_and(|beyond| beyond.max.is_some_and(|max| max <= 0))
        };
        let is_inside = self.range(shared, offset).min.is_some_and(|min| min >= 0);
        let mut filled = object.facts.filled.iter();
        is_inside && filled.any(|filled| covers(filled, shared))
    }

    /// The zero byte of a range that is copied, where it is one of it for sure: its distance from the start.
    pub(crate) fn zero_within(
        &self,
        shared: &mut Shared<'_>,
        (id, object): (ObjectId, &Object),
        (offset, length): (&Linear, &Linear),
    ) -> Option<Linear> {
        let zero = match object.facts.has_terminator {
            true => Linear::var(shared.var(Quantity::Terminator(id))),
            false => Linear::constant(i128::from(object.contents.zero(&object.size)?)),
        };
        let distance = zero.sub(offset)?;
        let is_behind = self.range(shared, &distance).min? >= 0;
        let is_before = self.beyond(shared, &distance, length).max? < 0;
        (is_behind && is_before).then_some(distance)
    }

    /// An object ends with a zero byte.
    pub(crate) fn end_text(&mut self, shared: &mut Shared<'_>, id: ObjectId) {
        let size = shared.var(Quantity::Size(id));
        let var = shared.var(Quantity::Terminator(id));
        if let (Some(object), Some(last)) =
            (self.objects.get(id).cloned(), Linear::var(size).plus(-1))
        {
            self.relations.assign(var, &last);
            let mut facts = object.facts.clone();
            facts.has_terminator = true;
            self.set_facts(id, &object, facts);
        }
    }

    /// A byte was read into a local.
    pub(crate) fn note_read(
        &mut self,
        shared: &mut Shared<'_>,
        dest: LocalId,
        (id, object): (ObjectId, &Rc<Object>),
        offset: &Linear,
    ) {
        let dest_var = shared.var(Quantity::Local(self.depth(), dest));
        // An offset that is made of what the local held before is no number of this state.
        let is_outdated = offset.coefficient(dest_var) != 0;
        if object.size.unsigned().1 <= 1 || self.is_havocked || is_outdated {
            return;
        }
        if !object.facts.has_terminator
            && let Some(zero) = object.contents.zero(&object.size)
        {
            let var = shared.var(Quantity::Terminator(id));
            let zero = Linear::constant(i128::from(zero));
            self.relations.assign(var, &zero);
            let mut facts = object.facts.clone();
            facts.has_terminator = true;
            self.set_facts(id, object, facts);
        }
        let var = shared.var(Quantity::ReadAt(self.depth(), dest));
        self.relations.assign(var, offset);
        self.frame_mut().set_read(dest, id);
    }

    /// What a byte that was read says of the zero byte that ends the text.
    pub(crate) fn refine_terminator(
        &mut self,
        shared: &mut Shared<'_>,
        local: LocalId,
        value: &Value,
    ) -> Refined {
        let (Some(id), Value::Int(ints)) = (self.frame().read_from(local), value) else {
            return Ok(());
        };
        let Some(object) = self.object(id, shared).filter(|object| object.is_single) else {
            return Ok(());
        };
        let read = Linear::var(shared.var(Quantity::ReadAt(self.depth(), local)));
        let var = shared.var(Quantity::Terminator(id));
        if ints.as_constant() == Some(0) {
            self.relations.assign(var, &read);
            let mut facts = object.facts.clone();
            facts.has_terminator = true;
            self.set_facts(id, &object, facts);
        } else if !ints.contains(0) && object.facts.has_terminator {
            let Some(difference) = Linear::var(var).sub(&read) else {
                return Ok(());
            };
            let Range { min, max } = self.range(shared, &difference);
            let apart = match (min, max) {
                (Some(0), Some(0)) => return Err(Infeasible),
                (Some(0), _) => difference.plus(-1),
                (_, Some(0)) => difference.times(-1).and_then(|behind| behind.plus(-1)),
                _ => None,
            };
            if let Some(apart) = apart {
                self.relations.assume(&Constraint::at_least_zero(apart));
            }
        }
        match self.relations.is_bottom() {
            true => Err(Infeasible),
            false => Ok(()),
        }
    }
}

/// What is remembered of a value: addresses change their names, so that only being there is.
fn kept(slot: &Slot) -> Slot {
    match &slot.value {
        Value::Pointer(_) => Slot {
            value: slot.value.forget(),
            state: slot.state,
        },
        _ => slot.clone(),
    }
}

fn is_zero(slot: &Slot) -> bool {
    let is_zero = match &slot.value {
        Value::Int(ints) => ints.as_constant() == Some(0),
        _ => false,
    };
    is_zero && slot.state == Init::Yes
}

/// The distance of the elements that an address of a value of so many bytes is computed for, if it is one
/// of an array: the factor of an index, or the size where bytes are gone through.
pub(crate) fn stride_of(address: &Expr, size: u64) -> Option<u64> {
    let Expr::Offset(base, by) = address else {
        return matches!(address, Expr::Local(_)).then_some(size);
    };
    match &**by {
        Expr::Const(_) => stride_of(base, size).filter(|stride| *stride > 1),
        by => Some(factor_of(by).unwrap_or(size)).filter(|stride| *stride >= size),
    }
}

/// The constant that an index is multiplied with.
fn factor_of(expr: &Expr) -> Option<u64> {
    let constant = |expr: &Expr| match expr {
        Expr::Const(Const::Int(_, bits)) => u64::try_from(*bits).ok(),
        _ => None,
    };
    match expr {
        Expr::Binary(BinaryOp::Mul, left, right) => constant(right).or_else(|| constant(left)),
        Expr::Binary(BinaryOp::Shl, _, right) => {
            let by = constant(right).filter(|by| *by < 32)?;
            Some(1 << by)
        }
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            factor_of(left).or_else(|| factor_of(right))
        }
        Expr::Cast(_, _, operand) => factor_of(operand),
        _ => None,
    }
}
