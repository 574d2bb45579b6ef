//! Reading and writing abstract memory.

use crate::arrays::{Overwritten, Stored, stride_of};
use crate::bit_field::{bit_field, with_bit_field};
use crate::linear::Linear;
use crate::memory::cell::BYTE;
use crate::memory::contents::bytes_of;
use crate::memory::extent::Extent;
use crate::memory::{Contents, Facts, Object, ObjectId};
use crate::refine::{Infeasible, Refined};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State, is_quantity};
use crate::value::{Init, Ints, Pointers, Slot, Target, Value};
use ir::{BinaryOp, Expr, LocalId, Place, Scalar, Width};
use std::rc::Rc;

/// More places of strided cells are not copied one by one.
const MOST_COPIED_PLACES: u64 = 256;

/// Where an access can go.
struct Spot {
    id: ObjectId,
    object: Rc<Object>,
    extent: Extent,
}

impl<R: Relational> State<R> {
    /// The places of objects that accesses of so many bytes can go to, where they are allowed.
    fn spots(&self, shared: &mut Shared<'_>, pointers: &Pointers, size: u64) -> Vec<Spot> {
        let mut spots = Vec::new();
        for (target, offset) in pointers.targets() {
            let Target::Object(id) = target else {
                continue;
            };
            let Some(object) = self.object(*id, shared) else {
                continue;
            };
            if let Some(extent) = places(offset, &object.size, size) {
                spots.push(Spot {
                    id: *id,
                    object,
                    extent,
                });
            }
        }
        spots
    }

    /// A local takes what lies at a place.
    pub(crate) fn load(
        &mut self,
        shared: &mut Shared<'_>,
        dest: LocalId,
        place: &Place,
    ) -> Refined {
        let (pointers, scalar, size) = self.accessed(shared, place)?;
        let model = shared.program.data_model;
        let spots = self.spots(shared, &pointers, size);
        let mut found: Option<Slot> = None;
        for spot in &spots {
            let slot = match self.is_havocked {
                true => Slot::unknown(scalar),
                false => spot.object.contents.read(&spot.extent, scalar, model),
            };
            found = Some(match found {
                Some(known) => known.join(&slot),
                None => slot,
            });
        }
        if pointers.is_wild() {
            found = Some(Slot::unknown(scalar));
        }
        let mut slot = found.ok_or(Infeasible)?;
        let offset = self.single_offset(shared, &pointers, &spots, &place.address);
        let element = offset.filter(|_| place.bits.is_none() && !self.is_havocked);
        if let (Some(offset), [spot]) = (&element, &spots[..]) {
            let object = (spot.id, &*spot.object);
            let filled = self.filled_slot(shared, object, (offset, size), scalar);
            slot = filled.map_or_else(|| slot.clone(), |filled| among(&slot, filled));
        }
        let is_remembered =
            place.bits.is_none() && !self.is_havocked && matches!(scalar, Scalar::Int(_));
        if is_remembered && let Some(before) = self.frame().loaded(&place.address, scalar) {
            slot = among(&slot, before.clone());
        }
        if let (Some(bits), Scalar::Int(width)) = (place.bits, place.scalar) {
            slot = bit_field(
                &slot,
                u32::from(bits.offset % 8),
                u32::from(bits.width),
                width,
            );
        }
        // The number of a quantity depends on the type it is read as: an address, or an integer.
        let is_of_type = |spot: &Spot| {
            let mut cells = spot.object.contents.cells().iter();
            cells.any(|cell| cell.extent == spot.extent && cell.scalar == scalar)
        };
        let cell = match (&spots[..], pointers.is_wild(), place.bits) {
            ([spot], false, None)
                if spot.object.is_single && spot.extent.is_single() && is_of_type(spot) =>
            {
                Some((spot.id, spot.extent.start))
            }
            _ => None,
        };
        let loaded = slot.clone();
        let is_read_later = slot.state == Init::Yes && is_unknown(&slot);
        let is_cell = cell.is_some() && slot.state == Init::Yes && is_quantity(scalar);
        match cell.filter(|_| is_cell && !self.is_havocked) {
            Some((id, at)) => {
                let linear = Linear::var(shared.var(Quantity::Cell(id, at)));
                self.assign(shared, dest, slot, Some(&linear));
                self.frame_mut().set_origin(dest, id, at);
            }
            None => self.assign(shared, dest, slot, None),
        }
        if is_remembered && loaded.state == Init::Yes {
            let address = Rc::new(place.address.clone());
            self.frame_mut().set_loaded(address, scalar, dest, loaded);
        }
        if let (Some(offset), [spot]) = (&element, &spots[..])
            && scalar == BYTE
            && is_read_later
        {
            self.note_read(shared, dest, (spot.id, &spot.object), offset);
        }
        Ok(())
    }

    /// The offset of an access as a sum of quantities, if it goes to a single object for sure.
    fn single_offset(
        &self,
        shared: &mut Shared<'_>,
        pointers: &Pointers,
        spots: &[Spot],
        address: &Expr,
    ) -> Option<Linear> {
        let is_single = matches!(spots, [spot] if spot.object.is_single);
        pointers.only_object().filter(|_| is_single)?;
        let offset = self.linear(shared, address)?;
        Some(self.relations.simplified(&offset))
    }

    /// A place takes a value.
    pub(crate) fn store(
        &mut self,
        shared: &mut Shared<'_>,
        place: &Place,
        value: &Expr,
    ) -> Refined {
        let (pointers, scalar, size) = self.accessed(shared, place)?;
        let mut slot = match value {
            Expr::Local(local) => self.slot(shared, *local),
            _ => Slot::of(self.value(shared, value)),
        };
        let linear = match (slot.state, is_quantity(scalar)) {
            (Init::Yes, true) => self.linear(shared, value),
            _ => None,
        };
        let spots = self.spots(shared, &pointers, size);
        if pointers.is_wild() {
            self.havoc(shared);
            return Ok(());
        }
        let model = shared.program.data_model;
        if let (Some(bits), Scalar::Int(wide)) = (place.bits, scalar) {
            let old = spots
                .iter()
                .map(|spot| spot.object.contents.read(&spot.extent, scalar, model))
                .reduce(|a, b| a.join(&b))
                .ok_or(Infeasible)?;
            slot = with_bit_field(
                &old,
                &slot,
                u32::from(bits.offset % 8),
                u32::from(bits.width),
                wide,
            );
        }
        let is_whole = place.bits.is_none();
        let offset = self.single_offset(shared, &pointers, &spots, &place.address);
        let offset = offset.filter(|_| is_whole);
        match &spots[..] {
            [] => return Err(Infeasible),
            [spot] if spot.object.is_single && spot.extent.is_single() => {
                let at = spot.extent.start;
                self.outdate(shared, spot.id, at, at + size);
                if is_whole {
                    let var = shared.var(Quantity::Cell(spot.id, at));
                    self.relate(var, &slot, linear.as_ref());
                }
                self.change(spot.id, &spot.object, |contents| {
                    contents.write(at, size, scalar, slot.clone());
                });
                if let (Expr::Local(local), Init::Yes, true) = (value, slot.state, is_whole)
                    && self.frame().origin(*local).is_none()
                    && is_quantity(scalar)
                {
                    self.frame_mut().set_origin(*local, spot.id, at);
                }
            }
            spots => {
                for spot in spots {
                    self.outdate(shared, spot.id, spot.extent.start, spot.extent.end());
                    self.change(spot.id, &spot.object, |contents| {
                        contents.write_some(&spot.extent, scalar, &slot, model);
                    });
                }
            }
        }
        for spot in &spots {
            let stored = Stored {
                id: spot.id,
                extent: spot.extent,
                offset: offset.clone(),
                scalar: is_whole.then_some(scalar),
                slot: &slot,
                stride: stride_of(&place.address, size),
            };
            self.note_store(shared, &stored);
        }
        Ok(())
    }

    fn change(&mut self, id: ObjectId, object: &Rc<Object>, change: impl FnOnce(&mut Contents)) {
        let mut contents = (*object.contents).clone();
        change(&mut contents);
        let mut object = (**object).clone();
        object.contents = Rc::new(contents);
        self.objects.set(id, Rc::new(object));
    }

    /// The addresses of a place, and what is read or written there as a whole: of a bit-field, the bytes
    /// that it has bits in.
    fn accessed(
        &self,
        shared: &mut Shared<'_>,
        place: &Place,
    ) -> Result<(Pointers, Scalar, u64), Infeasible> {
        let pointers = self.pointers(shared, &place.address);
        let model = shared.program.data_model;
        let Some(bits) = place.bits else {
            return Ok((pointers, place.scalar, bytes_of(place.scalar, model)));
        };
        let first = u128::from(bits.offset / 8);
        let end = (u32::from(bits.offset) + u32::from(bits.width)).div_ceil(8);
        let bytes = end - u32::from(bits.offset / 8);
        let shift = Ints::constant(shared.width(), first);
        let pointers = pointers.map_offsets(|at| Ints::binary(BinaryOp::Add, at, &shift));
        let width = Width::new(bytes * 8).ok_or(Infeasible)?;
        Ok((pointers, Scalar::Int(width), u64::from(bytes)))
    }

    /// Somebody wrote, and nobody knows where.
    pub(crate) fn havoc(&mut self, shared: &Shared<'_>) {
        self.is_havocked = true;
        for (id, _) in self.objects.clone().iter() {
            self.outdate(shared, id, 0, u64::MAX);
        }
        for var in self.relations.vars() {
            if let Quantity::Cell(..) | Quantity::Filled(..) | Quantity::Terminator(_) =
                shared.quantity(var)
            {
                self.relations.forget(var);
            }
        }
        self.objects.update(|_, object| {
            let without = || Object {
                facts: Facts::default(),
                ..object.clone()
            };
            (!object.facts.is_empty()).then(without)
        });
    }

    /// Bytes are copied.
    pub(crate) fn copy(
        &mut self,
        shared: &mut Shared<'_>,
        (to, from, size): (&Expr, &Expr, &Expr),
    ) -> Refined {
        let model = shared.program.data_model;
        let (to_expr, from_expr, size_expr) = (to, from, size);
        let (to, from) = (self.pointers(shared, to), self.pointers(shared, from));
        let size = self.ints(shared, size);
        let (least, most) = size.unsigned();
        if most == 0 {
            return Ok(());
        }
        if to.is_wild() {
            self.havoc(shared);
            return Ok(());
        }
        let is_exact = least == most;
        let least = u64::try_from(least).unwrap_or(u64::MAX).max(1);
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        let sources = self.spots(shared, &from, least);
        let targets = self.spots(shared, &to, least);
        let notes = self.copied(
            shared,
            ((&to, &targets, to_expr), (&from, &sources, from_expr)),
            (size_expr, most),
        );
        if let ([source], [target]) = (&sources[..], &targets[..])
            && is_exact
            && !from.is_wild()
            && !self.is_havocked
            && source.extent.is_single()
            && target.extent.is_single()
            && target.object.is_single
        {
            let (start, at) = (source.extent.start, target.extent.start);
            let excerpt = source
                .object
                .contents
                .excerpt(start, start.saturating_add(most));
            if excerpt.strided_places() <= MOST_COPIED_PLACES {
                self.outdate(shared, target.id, at, at.saturating_add(most));
                self.change(target.id, &target.object, |contents| {
                    contents.paste(at, most, &excerpt, model);
                });
                if source.object.is_single && source.id != target.id {
                    self.copy_relations(shared, (source, start, most), (target.id, at));
                }
                notes.iter().for_each(|note| self.note_range(shared, note));
                return Ok(());
            }
        }
        // Bytes of texts are bytes wherever they go; of others it has to be known where they go.
        let byte = Scalar::Int(Width::W8);
        let end = |spot: &Spot| reach(spot, most);
        let mut copied: Option<Slot> = None;
        for source in &sources {
            let range = Extent::bytes(source.extent.start, end(source));
            let slot = source.object.contents.read(&range, byte, model);
            copied = Some(match copied {
                Some(known) => known.join(&slot),
                None => slot,
            });
        }
        let is_known = !from.is_wild() && !self.is_havocked;
        let block = (!is_exact).then(|| block_of(&size));
        let is_text = is_known
            && sources
                .iter()
                .all(|source| is_text(&source.object.contents, source.extent.start, end(source)));
        for target in &targets {
            let (start, end) = (target.extent.start, end(target));
            self.outdate(shared, target.id, start, end);
            let pasted = match is_known && !is_text {
                true => pasted(target, &sources, (most, block), model),
                false => None,
            };
            self.change(target.id, &target.object, |contents| {
                match (&copied, pasted) {
                    (Some(slot), _) if is_text => {
                        contents.write_some(&Extent::bytes(start, end), byte, slot, model);
                    }
                    (_, Some(pasted)) => *contents = pasted,
                    _ => contents.forget(start, end),
                }
            });
        }
        notes.iter().for_each(|note| self.note_range(shared, note));
        Ok(())
    }

    /// Numbers that were copied are equal to those that they were copied from.
    fn copy_relations(
        &mut self,
        shared: &mut Shared<'_>,
        (source, start, length): (&Spot, u64, u64),
        (target, at): (ObjectId, u64),
    ) {
        let related = self.relations.vars();
        for cell in source.object.contents.cells() {
            let Some(offset) = cell.extent.start.checked_sub(start) else {
                continue;
            };
            let is_number =
                cell.extent.is_single() && cell.slot.state == Init::Yes && is_quantity(cell.scalar);
            let is_whole = offset.saturating_add(cell.extent.size) <= length;
            let from = shared.var(Quantity::Cell(source.id, cell.extent.start));
            if is_number && is_whole && related.contains(&from) {
                let to = shared.var(Quantity::Cell(target, at.saturating_add(offset)));
                self.relations.assign(to, &Linear::var(from));
            }
        }
    }

    /// What a copy of bytes does to the objects that it can go to.
    fn copied(
        &self,
        shared: &mut Shared<'_>,
        ((to, targets, to_expr), (from, sources, from_expr)): (Side<'_>, Side<'_>),
        (size, most): (&Expr, u64),
    ) -> Vec<Overwritten> {
        let model = shared.program.data_model;
        let length = self.unsigned_linear(shared, size);
        let start = self.single_offset(shared, to, targets, to_expr);
        let range = start.zip(length.clone());
        let source = self.single_offset(shared, from, sources, from_expr);
        let source = source.zip(length).filter(|_| !self.is_havocked);
        let (mut is_set, mut zero) = (false, None);
        if let (Some((offset, length)), [spot]) = (&source, sources) {
            let object = (spot.id, &*spot.object);
            let bytes = Extent::bytes(spot.extent.start, reach(spot, most));
            let slot = spot.object.contents.read(&bytes, BYTE, model);
            is_set = slot.state == Init::Yes || self.is_set(shared, object, (offset, length));
            zero = self.zero_within(shared, object, (offset, length));
        }
        let overwritten = |target: &Spot| Overwritten {
            id: target.id,
            extent: Extent::bytes(target.extent.start, reach(target, most)),
            range: range.clone(),
            is_set,
            zero: zero
                .as_ref()
                .zip(range.as_ref())
                .and_then(|(zero, (start, _))| zero.add(start)),
        };
        targets.iter().map(overwritten).collect()
    }

    /// Bytes are set to one value.
    pub(crate) fn fill(
        &mut self,
        shared: &mut Shared<'_>,
        (to, byte, size): (&Expr, &Expr, &Expr),
    ) -> Refined {
        let model = shared.program.data_model;
        let to_expr = to;
        let to = self.pointers(shared, to);
        let slot = Slot::of(self.value(shared, byte));
        let (least, most) = self.ints(shared, size).unsigned();
        let length = self.unsigned_linear(shared, size);
        let has_some = least > 0;
        if most == 0 {
            return Ok(());
        }
        if to.is_wild() {
            self.havoc(shared);
            return Ok(());
        }
        let exact = least == most;
        let least = u64::try_from(least).unwrap_or(u64::MAX).max(1);
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        let targets = self.spots(shared, &to, least);
        let is_sure = targets.len() == 1 && exact;
        let start = self.single_offset(shared, &to, &targets, to_expr);
        let is_zero = slot.value.as_ints().and_then(Ints::as_constant) == Some(0);
        for target in &targets {
            let (start_of, end) = (target.extent.start, reach(target, most));
            self.outdate(shared, target.id, start_of, end);
            let is_sure = is_sure && target.object.is_single && target.extent.is_single();
            self.change(target.id, &target.object, |contents| match is_sure {
                true => contents.fill(start_of, end, slot.clone()),
                false => {
                    contents.write_some(
                        &Extent::bytes(start_of, end),
                        Scalar::Int(Width::W8),
                        &slot,
                        model,
                    );
                }
            });
            let written = Overwritten {
                id: target.id,
                extent: Extent::bytes(start_of, end),
                range: start.clone().zip(length.clone()),
                is_set: true,
                zero: start.clone().filter(|_| is_zero && has_some),
            };
            self.note_range(shared, &written);
        }
        Ok(())
    }
}

/// What is copied from or to: addresses, the places they lead to, and how they are computed.
type Side<'s> = (&'s Pointers, &'s [Spot], &'s Expr);

/// What a place holds of which two descriptions are right.
fn among(slot: &Slot, filled: Slot) -> Slot {
    match slot.state {
        Init::No => filled,
        _ => Slot {
            value: slot.value.meet(&filled.value).unwrap_or(filled.value),
            state: filled.state,
        },
    }
}

/// Whether a slot can be zero and something else.
fn is_unknown(slot: &Slot) -> bool {
    matches!(&slot.value, Value::Int(ints) if ints.as_constant().is_none())
}

/// The places of an object of one of these sizes that an access of `size` bytes can go to.
fn places(offset: &Ints, object: &Ints, size: u64) -> Option<Extent> {
    let (min, max) = offset.signed();
    let last = i128::try_from(object.unsigned().1).ok()? - i128::from(size);
    let (min, max) = (min.max(0), max.min(last));
    let step = offset.step();
    let (first, stride) = match offset.as_constant() {
        Some(_) => (min, 1),
        None => match step {
            // The first member from there on.
            Some((step, residue)) => {
                let distance = (residue - min).rem_euclid(step);
                (min + distance, step)
            }
            None => (min, 1),
        },
    };
    if first > max {
        return None;
    }
    let count = u64::try_from((max - first) / stride).unwrap_or(u64::MAX - 1);
    Some(Extent::places(
        u64::try_from(first).ok()?,
        u64::try_from(stride).unwrap_or(u64::MAX),
        count.saturating_add(1),
        size,
    ))
}

/// The end of the range that an access of so many bytes touches, within the object.
fn reach(spot: &Spot, size: u64) -> u64 {
    let end = spot.extent.last().saturating_add(size);
    let most = u64::try_from(spot.object.size.unsigned().1).unwrap_or(u64::MAX);
    end.min(most).max(spot.extent.start.saturating_add(1))
}

/// Whether a range holds single bytes that are no parts of something else.
fn is_text(contents: &Contents, start: u64, end: u64) -> bool {
    let byte = Scalar::Int(Width::W8);
    let mut touched = contents
        .cells()
        .iter()
        .filter(|cell| cell.extent.end() > start && cell.extent.start < end);
    touched.all(|cell| cell.scalar == byte) && !contents.has_unknown_rest()
}

/// What an unknown number of bytes is a multiple of.
fn block_of(size: &Ints) -> u64 {
    match size.step() {
        Some((step, residue)) if residue % step == 0 => u64::try_from(step).unwrap_or(1),
        _ => 1,
    }
}

/// What a target may hold where bytes were copied to it from one of some sources, or none were: at most so
/// many, and a multiple of a block if they are not exactly that many. `None` if that would cut values.
fn pasted(
    target: &Spot,
    sources: &[Spot],
    (most, block): (u64, Option<u64>),
    model: ir::DataModel,
) -> Option<Contents> {
    let old = &*target.object.contents;
    let mut contents = old.clone();
    let at = target.extent.start;
    for source in sources {
        if !target.extent.is_single() || !source.extent.is_single() {
            return None;
        }
        let length = most.min(room(target)).min(room(source));
        let from = source.extent.start;
        let excerpt = source.object.contents.excerpt(from, from + length);
        let overwritten = old.excerpt(at, at + length);
        let is_whole = block.is_none_or(|block| excerpt.fits(block) && overwritten.fits(block));
        if !is_whole || excerpt.strided_places() > MOST_COPIED_PLACES {
            return None;
        }
        let mut copied = old.clone();
        copied.paste(at, length, &excerpt, model);
        contents = contents.join(&copied, model);
    }
    Some(contents)
}

/// The most bytes from a single place on to the end of its object.
fn room(spot: &Spot) -> u64 {
    let size = u64::try_from(spot.object.size.unsigned().1).unwrap_or(u64::MAX);
    size.saturating_sub(spot.extent.start)
}
