//! What lies in an object: cells of elements that are described together, and the rest.

use super::cell::{BYTE, Cell, Rest};
use super::extent::{Extent, Overlap};
use crate::value::{Init, Ints, Slot, Thresholds, Value};
use ir::{DataModel, Scalar};
use std::borrow::Cow;

/// An object with more cells is described by fewer.
const MOST_CELLS: usize = 600;
/// So many constants of a table are looked at one by one.
const MOST_CONSTANTS: u64 = 1024;

/// What lies in an object.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Contents {
    /// Apart from each other, sorted by their first place.
    cells: Vec<Cell>,
    rest: Rest,
}

pub(crate) fn bytes_of(scalar: Scalar, model: DataModel) -> u64 {
    match scalar {
        Scalar::Int(width) => width.bytes(),
        Scalar::Float(kind) => kind.bytes(),
        Scalar::Pointer => model.pointer_bytes(),
    }
}

impl Contents {
    pub(crate) fn new(rest: Rest) -> Contents {
        Contents {
            cells: Vec::new(),
            rest,
        }
    }

    /// Nothing is known.
    pub(crate) fn unknown() -> Contents {
        Contents::new(Rest::Unknown(Init::Maybe))
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether the rest may hold addresses of which nothing is known.
    pub(crate) fn has_unknown_rest(&self) -> bool {
        matches!(self.rest, Rest::Unknown(Init::Yes | Init::Maybe))
    }

    /// Whether an object of a size has no rest.
    pub(crate) fn is_covered(&self, size: u64) -> bool {
        let extents = self.cells.iter().map(|cell| cell.extent);
        // Cells are apart from each other; what lies behind the end covers nothing.
        let inside = extents.filter(|one| one.end() <= size);
        let bytes = inside.map(|one| one.count.saturating_mul(one.size));
        bytes.fold(0, u64::saturating_add) >= size
    }

    /// The same after somebody may have written any values: what had one still has one.
    pub(crate) fn scrambled(&self) -> Contents {
        let written = |state: Init| match state {
            Init::Yes => Init::Yes,
            Init::No | Init::Maybe => Init::Maybe,
        };
        let mut scrambled = self.clone();
        for cell in &mut scrambled.cells {
            cell.slot = Slot {
                value: Value::top(cell.scalar),
                state: written(cell.slot.state),
            };
        }
        scrambled.rest = Rest::Unknown(written(self.rest.state()));
        scrambled
    }

    /// Whether there may be bytes that nobody wrote.
    pub(crate) fn has_unwritten_rest(&self) -> bool {
        matches!(self.rest, Rest::Unknown(Init::No | Init::Maybe))
    }

    /// The first byte that is zero for sure, where all before it are constants, in an object of these sizes.
    pub(crate) fn zero(&self, size: &Ints) -> Option<u64> {
        let room = u64::try_from(size.unsigned().0).unwrap_or(u64::MAX);
        let mut looked_at = 0..room.min(MOST_CONSTANTS);
        looked_at
            .by_ref()
            .map_while(|at| Some((at, self.byte(at)?)))
            .find_map(|(at, byte)| (byte == 0).then_some(at))
    }

    /// Changes the slots of all cells.
    pub(crate) fn for_each_slot(&mut self, mut change: impl FnMut(&mut Slot)) {
        self.cells
            .iter_mut()
            .for_each(|cell| change(&mut cell.slot));
    }

    /// What the places hold, read as a type.
    pub(crate) fn read(&self, extent: &Extent, scalar: Scalar, model: DataModel) -> Slot {
        let mut found: Option<Slot> = None;
        let mut add = |slot: Slot| {
            found = Some(match found.take() {
                Some(known) => known.join(&slot),
                None => slot,
            });
        };
        let mut covered = 0u64;
        for cell in &self.cells {
            match cell.extent.overlap(extent) {
                Overlap::Apart => {}
                Overlap::Same => {
                    covered = covered.saturating_add(cell.covered(extent));
                    add(cell.read_as(scalar, model));
                }
                Overlap::Crossing if let Some(inside) = cell.places_within(extent) => {
                    covered = covered.saturating_add(inside.count);
                    add(cell.repeated(extent.size, scalar, model));
                }
                Overlap::Crossing => {
                    if let Some(slot) = self.assembled(extent, scalar, model) {
                        return slot;
                    }
                    return self.crossing(extent, scalar);
                }
            }
        }
        if covered < extent.count {
            add(self.read_rest(extent, scalar, model));
        }
        found.unwrap_or_else(|| Slot::unknown(scalar))
    }

    /// Where places of a type are accessed within ranges of bytes, the ranges become such places.
    fn retype(&mut self, extent: &Extent, scalar: Scalar, model: DataModel) {
        let is_dense = extent.stride.is_multiple_of(extent.size);
        if extent.size == 1 || !is_dense {
            return;
        }
        let ranges: Vec<(Extent, Slot)> = self
            .cells
            .iter()
            .filter(|cell| cell.extent.overlap(extent) == Overlap::Crossing)
            .filter_map(|cell| {
                let inside = cell.places_within(extent)?;
                Some((inside, cell.repeated(extent.size, scalar, model)))
            })
            .collect();
        for (inside, slot) in ranges {
            let (start, end) = (inside.start, inside.end());
            self.clear(start, end);
            let count = (end - start) / inside.size;
            self.insert(Cell {
                extent: Extent::places(start, inside.size, count, inside.size),
                scalar,
                slot,
            });
        }
    }

    /// The same, where ranges of bytes are places of a type if another has such places there.
    fn retyped_like(&self, other: &Contents, model: DataModel) -> Cow<'_, Contents> {
        let mut retyped = Cow::Borrowed(self);
        if self.cells.iter().any(Cell::is_range) {
            for cell in other.cells.iter().filter(|cell| cell.extent.size > 1) {
                let mut ranges = retyped.cells.iter();
                if ranges.any(|range| range.places_within(&cell.extent).is_some()) {
                    retyped.to_mut().retype(&cell.extent, cell.scalar, model);
                }
            }
        }
        retyped
    }

    /// A place whose bytes are constants in several cells.
    fn assembled(&self, extent: &Extent, scalar: Scalar, model: DataModel) -> Option<Slot> {
        if !extent.is_single() || extent.size > 16 {
            return None;
        }
        let mut bits = 0u128;
        for at in (extent.start..extent.end()).rev() {
            bits = bits << 8 | u128::from(self.byte(at)?);
        }
        Some(Slot::of(Value::from_bits(scalar, bits, model)))
    }

    /// The constant at a byte.
    fn byte(&self, at: u64) -> Option<u8> {
        let byte = Extent::single(at, 1);
        let cell = self
            .cells
            .iter()
            .find(|cell| cell.extent.overlap(&byte) != Overlap::Apart);
        let Some(cell) = cell else {
            return match &self.rest {
                Rest::Zero => Some(0),
                Rest::Bytes(bytes) => Some(bytes.get(at as usize).copied().unwrap_or(0)),
                Rest::Unknown(_) => None,
            };
        };
        let inside = match cell.extent.stride {
            0 => at - cell.extent.start,
            stride => (at - cell.extent.start) % stride,
        };
        match (&cell.slot.value, cell.slot.state) {
            (Value::Int(ints), Init::Yes) => {
                let bits = ints.as_constant()?;
                Some((bits >> (8 * inside)) as u8)
            }
            (Value::Pointer(pointers), Init::Yes) if pointers.is_null() => Some(0),
            _ => None,
        }
    }

    /// What is left of knowledge where a read crosses cells: whether there is a value.
    fn crossing(&self, extent: &Extent, scalar: Scalar) -> Slot {
        let is_set = |cell: &Cell| cell.slot.state == Init::Yes;
        let mut touched = self
            .cells
            .iter()
            .filter(|cell| cell.extent.overlap(extent) != Overlap::Apart);
        let rest_is_set = !matches!(self.rest, Rest::Unknown(Init::No | Init::Maybe));
        let is_set = touched.all(is_set) && (rest_is_set || self.has_no_gap(extent));
        Slot {
            value: Value::top(scalar),
            state: if is_set { Init::Yes } else { Init::Maybe },
        }
    }

    /// Whether cells cover every byte of one place.
    fn has_no_gap(&self, extent: &Extent) -> bool {
        let is_covered = |at: u64| {
            let byte = Extent::single(at, 1);
            let mut cells = self.cells.iter();
            cells
                .any(|cell| cell.extent.overlap(&byte) != Overlap::Apart && is_in(&cell.extent, at))
        };
        extent.is_single() && (extent.start..extent.end()).all(is_covered)
    }

    fn read_rest(&self, extent: &Extent, scalar: Scalar, model: DataModel) -> Slot {
        match &self.rest {
            Rest::Zero => Slot::of(Value::from_bits(scalar, 0, model)),
            Rest::Unknown(Init::No) => Slot::none(scalar),
            Rest::Unknown(state) => Slot {
                value: Value::top(scalar),
                state: *state,
            },
            Rest::Bytes(bytes) => {
                let end = bytes.len() as u64;
                // Places behind the bytes hold zeros, of which one tells all.
                let within = match extent.stride {
                    0 => 1,
                    stride => (end.saturating_sub(extent.start) / stride + 2).min(extent.count),
                };
                if within > MOST_CONSTANTS || extent.size > 16 {
                    return Slot::of(Value::top(scalar));
                }
                let constants = (0..within).map(|index| {
                    let at = extent.start + index * extent.stride;
                    let byte = |i: u64| bytes.get((at + i) as usize).copied().unwrap_or(0);
                    let bytes = (0..extent.size).rev();
                    let bits = bytes.fold(0u128, |bits, i| bits << 8 | u128::from(byte(i)));
                    Slot::of(Value::from_bits(scalar, bits, model))
                });
                constants
                    .reduce(|a, b| a.join(&b))
                    .unwrap_or_else(|| Slot::unknown(scalar))
            }
        }
    }

    /// One place takes a value for sure.
    pub(crate) fn write(&mut self, at: u64, size: u64, scalar: Scalar, slot: Slot) {
        let extent = Extent::single(at, size);
        self.clear(at, at.saturating_add(size));
        self.insert(Cell {
            extent,
            scalar,
            slot,
        });
    }

    /// Some of the places may take a value.
    pub(crate) fn write_some(
        &mut self,
        extent: &Extent,
        scalar: Scalar,
        slot: &Slot,
        model: DataModel,
    ) {
        self.retype(extent, scalar, model);
        let overlaps: Vec<Overlap> = self
            .cells
            .iter()
            .map(|cell| cell.extent.overlap(extent))
            .collect();
        let is_self_crossing = extent.stride > 0 && extent.stride < extent.size;
        if is_self_crossing || overlaps.contains(&Overlap::Crossing) {
            return self.forget(extent.start, extent.end());
        }
        let mut covered = 0u64;
        let mut hull = *extent;
        let mut joined = slot.clone();
        for (cell, overlap) in self.cells.iter().zip(&overlaps) {
            if *overlap == Overlap::Same {
                covered = covered.saturating_add(cell.covered(extent));
                joined = joined.join(&cell.read_as(scalar, model));
                match hull.hull(&cell.extent) {
                    Some(larger) => hull = larger,
                    None => return self.forget(extent.start, extent.end()),
                }
            }
        }
        if covered >= extent.count {
            for (cell, overlap) in self.cells.iter_mut().zip(&overlaps) {
                if *overlap == Overlap::Same {
                    cell.slot = cell.read_as(scalar, model).join(slot);
                    cell.scalar = scalar;
                }
            }
            return;
        }
        // Places without a cell: one cell for all of them, as large as it has to be.
        let joined = joined.join(&self.read_rest(&hull, scalar, model));
        let mut index = 0;
        self.cells.retain(|_| {
            index += 1;
            overlaps[index - 1] != Overlap::Same
        });
        let crosses = |cell: &Cell| cell.extent.overlap(&hull) != Overlap::Apart;
        if self.cells.iter().any(crosses) {
            return self.forget(hull.start, hull.end());
        }
        self.insert(Cell {
            extent: hull,
            scalar,
            slot: joined,
        });
    }

    /// Nothing is known any more of the bytes of a range.
    pub(crate) fn forget(&mut self, start: u64, end: u64) {
        self.clear(start, end);
        self.insert(Cell {
            extent: Extent::bytes(start, end),
            scalar: BYTE,
            slot: Slot::unknown(BYTE),
        });
    }

    /// Every byte of a range takes a value for sure.
    pub(crate) fn fill(&mut self, start: u64, end: u64, slot: Slot) {
        if start < end {
            self.clear(start, end);
            self.insert(Cell {
                extent: Extent::bytes(start, end),
                scalar: BYTE,
                slot,
            });
        }
    }

    fn insert(&mut self, cell: Cell) {
        let at = self
            .cells
            .partition_point(|other| other.extent < cell.extent);
        self.cells.insert(at, cell);
        if self.cells.len() > MOST_CELLS {
            self.summarise();
        }
    }

    /// Takes a range out of all cells. What is left of places that are cut are bytes.
    fn clear(&mut self, start: u64, end: u64) {
        let range = Extent::bytes(start, end);
        let touches = |cell: &Cell| cell.extent.overlap(&range) != Overlap::Apart;
        if !self.cells.iter().any(touches) {
            return;
        }
        let mut kept = Vec::with_capacity(self.cells.len() + 2);
        for cell in std::mem::take(&mut self.cells) {
            if cell.extent.end() <= start || end <= cell.extent.start {
                kept.push(cell);
            } else {
                cell.without(start, end, &mut kept);
            }
        }
        kept.sort_by_key(|cell| cell.extent);
        self.cells = kept;
    }

    /// Describes everything by bytes that may hold anything.
    fn summarise(&mut self) {
        let start = self.cells.iter().map(|cell| cell.extent.start).min();
        let end = self.cells.iter().map(|cell| cell.extent.end()).max();
        if let (Some(start), Some(end)) = (start, end) {
            self.cells.clear();
            self.forget(start, end);
        }
    }

    /// The cells of a range, as they would lie at another place, and the rest between them.
    pub(crate) fn excerpt(&self, start: u64, end: u64) -> Contents {
        let mut excerpt = self.clone();
        excerpt.clear(0, start);
        excerpt.clear(end, u64::MAX);
        for cell in &mut excerpt.cells {
            cell.extent.start -= start;
        }
        if let Rest::Bytes(bytes) = &self.rest {
            let from = (start as usize).min(bytes.len());
            let to = (end as usize).min(bytes.len());
            excerpt.rest = Rest::Bytes(bytes[from..to].into());
        }
        excerpt
    }

    /// A range takes what an excerpt of that length holds, for sure.
    pub(crate) fn paste(&mut self, start: u64, length: u64, excerpt: &Contents, model: DataModel) {
        self.clear(start, start.saturating_add(length));
        for gap in excerpt.gaps(length) {
            let slot = excerpt.read_rest(&gap, BYTE, model);
            match &excerpt.rest {
                // Constants are kept one by one, where they are few.
                Rest::Bytes(_) if gap.count <= 64 => {
                    for index in 0..gap.count {
                        let one = Extent::single(gap.start + index, 1);
                        let slot = excerpt.read_rest(&one, BYTE, model);
                        self.write(start + one.start, 1, BYTE, slot);
                    }
                }
                _ => self.fill(start + gap.start, start + gap.end(), slot),
            }
        }
        for cell in &excerpt.cells {
            let mut cell = cell.clone();
            cell.extent.start += start;
            self.insert(cell);
        }
    }

    /// The ranges of bytes that no cell touches.
    fn gaps(&self, length: u64) -> Vec<Extent> {
        let mut gaps = Vec::new();
        let mut at = 0;
        // The places between those of a strided cell are gaps, too.
        for (start, end) in self.spans() {
            if start > at {
                gaps.push(Extent::bytes(at, start));
            }
            at = at.max(end);
        }
        if at < length {
            gaps.push(Extent::bytes(at, length));
        }
        gaps
    }

    /// The ranges that cells touch, in order.
    fn spans(&self) -> Vec<(u64, u64)> {
        let mut spans = Vec::new();
        for cell in &self.cells {
            let extent = &cell.extent;
            if extent.stride > extent.size {
                let places = (0..extent.count).map(|i| extent.start + i * extent.stride);
                spans.extend(places.map(|at| (at, at + extent.size)));
            } else {
                spans.push((extent.start, extent.end()));
            }
        }
        spans.sort_unstable();
        spans
    }

    /// Whether no place is in two blocks of this size, from the start on.
    pub(crate) fn fits(&self, block: u64) -> bool {
        self.cells.iter().all(|cell| {
            let extent = &cell.extent;
            let is_regular = extent.is_single() || extent.stride.is_multiple_of(block);
            let is_inside = (extent.start % block).saturating_add(extent.size) <= block;
            extent.size == 1 || (is_regular && is_inside)
        })
    }

    /// How many places of strided cells would have to be looked at one by one.
    pub(crate) fn strided_places(&self) -> u64 {
        let strided = self
            .cells
            .iter()
            .filter(|cell| cell.extent.stride > cell.extent.size);
        strided.map(|cell| cell.extent.count).sum()
    }

    /// What either holds.
    pub(crate) fn join(&self, other: &Contents, model: DataModel) -> Contents {
        self.combine(other, model, Slot::join)
    }

    /// What either holds, and so that chains end.
    pub(crate) fn widen(
        &self,
        newer: &Contents,
        thresholds: &Thresholds,
        model: DataModel,
    ) -> Contents {
        self.combine(newer, model, |old, new| old.widen(new, thresholds))
    }

    fn combine(
        &self,
        other: &Contents,
        model: DataModel,
        both: impl Fn(&Slot, &Slot) -> Slot,
    ) -> Contents {
        let rest = self.rest.join(&other.rest);
        let same_extents = self.cells.len() == other.cells.len()
            && self
                .cells
                .iter()
                .zip(&other.cells)
                .all(|(a, b)| a.extent == b.extent && a.scalar == b.scalar);
        let mut cells = Vec::with_capacity(self.cells.len());
        if same_extents {
            for (a, b) in self.cells.iter().zip(&other.cells) {
                cells.push(Cell {
                    slot: both(&a.slot, &b.slot),
                    ..a.clone()
                });
            }
            return Contents { cells, rest };
        }
        let (here, there) = (
            self.retyped_like(other, model),
            other.retyped_like(self, model),
        );
        for (extent, scalar) in common_extents(&here.cells, &there.cells) {
            let slot = both(
                &here.read(&extent, scalar, model),
                &there.read(&extent, scalar, model),
            );
            cells.push(Cell {
                extent,
                scalar,
                slot,
            });
        }
        cells.sort_by_key(|cell| cell.extent);
        let mut joined = Contents { cells, rest };
        if joined.cells.len() > MOST_CELLS {
            joined.summarise();
        }
        joined
    }

    /// Whether it holds everything that another holds.
    pub(crate) fn includes(&self, other: &Contents, model: DataModel) -> bool {
        let other = &*other.retyped_like(self, model);
        let covers = |cell: &Cell| {
            let read = other.read(&cell.extent, cell.scalar, model);
            cell.slot.includes(&read)
        };
        let is_covered = |cell: &Cell| {
            let mut overlapping = self
                .cells
                .iter()
                .filter(|mine| mine.extent.overlap(&cell.extent) != Overlap::Apart);
            match overlapping.next() {
                Some(mine) => {
                    // What one cell covers was compared with that cell.
                    (overlapping.next().is_none()
                        && (mine.extent.covers(&cell.extent) || mine.spans(&cell.extent)))
                        || (cell.extent.is_single()
                            && self
                                .read(&cell.extent, cell.scalar, model)
                                .includes(&cell.slot))
                }
                None => {
                    let is_uniform =
                        cell.extent.is_single() || !matches!(self.rest, Rest::Bytes(_));
                    let rest = self.read_rest(&cell.extent, cell.scalar, model);
                    is_uniform && rest.includes(&cell.slot)
                }
            }
        };
        self.rest.includes(&other.rest)
            && self.cells.iter().all(covers)
            && other.cells.iter().all(is_covered)
    }
}

/// Whether a byte is one of a place.
fn is_in(extent: &Extent, at: u64) -> bool {
    let Some(distance) = at.checked_sub(extent.start) else {
        return false;
    };
    match extent.stride {
        0 => distance < extent.size,
        stride => at < extent.end() && distance % stride < extent.size,
    }
}

/// Extents apart from each other that contain every place of the cells of both.
fn common_extents(a: &[Cell], b: &[Cell]) -> Vec<(Extent, Scalar)> {
    let mut found: Vec<(Extent, Scalar)> = Vec::with_capacity(a.len().max(b.len()));
    for cell in a.iter().chain(b) {
        let (mut extent, mut scalar) = (cell.extent, cell.scalar);
        // What it overlaps with becomes one with it, which may overlap with more.
        while let Some(at) = found
            .iter()
            .position(|(other, _)| other.overlap(&extent) != Overlap::Apart)
        {
            let (other, type_there) = found.swap_remove(at);
            let is_alike = other.overlap(&extent) == Overlap::Same && scalar == type_there;
            match other.hull(&extent).filter(|_| is_alike) {
                Some(hull) => extent = hull,
                None => (extent, scalar) = (other.byte_hull(&extent), BYTE),
            }
        }
        found.push((extent, scalar));
    }
    found
}
