//! The contents of a stretch of memory: values at known offsets.

use super::codec::{Codec, mask};
use super::value::{Num, Value};
use ir::{BitRange, Scalar, Width};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is at known offsets, without overlaps, and what is everywhere else.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cells {
    map: BTreeMap<u64, Cell>,
    pub(crate) background: Background,
}

/// What is where nothing was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Background {
    /// No value.
    Undefined,
    /// Zeros.
    Zero,
    /// What the environment chooses when it is first read.
    Unknown,
}

/// A stretch of memory that was written at once.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    pub(crate) size: u64,
    pub(crate) content: Content,
}

/// What a cell holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Content {
    /// A value. Some bits of a unit of bit-fields may be without one.
    Scalar {
        value: Value,
        undefined: u128,
    },
    /// Known bytes, from an index on.
    Bytes(Arc<[u8]>, u64),
    Zero,
    Undefined,
}

impl Content {
    pub(crate) fn of(value: Value) -> Content {
        match value {
            Value::Undefined => Content::Undefined,
            value => Content::Scalar {
                value,
                undefined: 0,
            },
        }
    }
}

/// Some bits of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitField {
    /// The first byte that has some of them.
    pub(crate) offset: u64,
    /// How many bytes have some of them.
    pub(crate) bytes: u64,
    /// The first bit, in the first byte.
    pub(crate) first_bit: u32,
    /// How many bits.
    pub(crate) bits: u32,
}

impl BitField {
    /// The bits of a unit that starts at an offset.
    pub(crate) fn new(offset: u64, range: BitRange) -> BitField {
        let first = u64::from(range.offset / 8);
        let end = (u64::from(range.offset) + u64::from(range.width)).div_ceil(8);
        BitField {
            offset: offset + first,
            bytes: end - first,
            first_bit: u32::from(range.offset % 8),
            bits: range.width.into(),
        }
    }

    /// Its bits, byte by byte: where each byte is, and which of its bits.
    pub(crate) fn masks(self) -> impl Iterator<Item = (u64, u8)> {
        let bits = mask(self.bits) << self.first_bit;
        (0..self.bytes).map(move |index| (self.offset + index, (bits >> (8 * index)) as u8))
    }
}

/// A byte of memory.
enum Byte {
    Known(Num),
    /// A unit of bit-fields some of whose bits have no value.
    Partly(Num, u8),
    Undefined,
}

impl Cells {
    /// Nothing but the background.
    pub(crate) fn new(background: Background) -> Cells {
        Cells {
            map: BTreeMap::new(),
            background,
        }
    }

    /// All cells, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &Cell)> {
        self.map.iter().map(|(offset, cell)| (*offset, cell))
    }

    /// The cell that starts there with that size.
    pub(crate) fn exactly(&self, offset: u64, size: u64) -> Option<&Cell> {
        self.map.get(&offset).filter(|cell| cell.size == size)
    }

    /// The value there, if it was written as one of that type or is a number in known bytes.
    pub(crate) fn written(&self, offset: u64, size: u64, scalar: Scalar) -> Option<Value> {
        let (start, cell) = match self.map.get(&offset) {
            Some(cell) => (offset, cell),
            None => self.covering(offset)?,
        };
        let from = offset - start;
        let is_inside = from + size <= cell.size;
        match &cell.content {
            Content::Scalar {
                value,
                undefined: 0,
            } if cell.size == size && from == 0 => {
                let is_pointer = matches!(value, Value::Pointer(_));
                (is_pointer == (scalar == Scalar::Pointer)).then_some(*value)
            }
            Content::Bytes(bytes, first) if is_inside && scalar != Scalar::Pointer => {
                let first = (first + from) as usize;
                let bytes = bytes.get(first..first + size as usize)?;
                let low_first = bytes.iter().rev();
                let bits = low_first.fold(0, |bits, byte| bits << 8 | u128::from(*byte));
                let (_, width) = extent(scalar, 0);
                Some(Value::Bits(Num::Const(bits & mask(width))))
            }
            _ => None,
        }
    }

    /// The value there, if it is one as a whole: written as such, or never written and zero.
    pub(crate) fn scalar(&self, offset: u64, size: u64) -> Option<Value> {
        match self.covering(offset) {
            None => (self.background == Background::Zero).then_some(Value::Bits(Num::ZERO)),
            Some((start, cell)) => match &cell.content {
                Content::Scalar {
                    value,
                    undefined: 0,
                } => (start == offset && cell.size == size).then_some(*value),
                Content::Zero => {
                    (start + cell.size >= offset + size).then_some(Value::Bits(Num::ZERO))
                }
                Content::Bytes(..) => {
                    let width = [Width::W8, Width::W16, Width::W32, Width::W64];
                    let width = width.into_iter().find(|width| width.bytes() == size)?;
                    self.written(offset, size, Scalar::Int(width))
                }
                _ => None,
            },
        }
    }

    /// Replaces the value of the cell that starts there with that size; whether there is one.
    pub(crate) fn overwrite(&mut self, offset: u64, size: u64, value: Value) -> bool {
        match self.map.get_mut(&offset) {
            Some(cell) if cell.size == size => {
                cell.content = Content::of(value);
                true
            }
            _ => false,
        }
    }

    /// The first offset of a range that no cell covers.
    pub(crate) fn first_gap(&self, offset: u64, size: u64) -> Option<u64> {
        let end = offset + size;
        let mut at = offset;
        while at < end {
            match self.covering(at) {
                Some((start, cell)) => at = start + cell.size,
                None => return Some(at),
            }
        }
        None
    }

    fn covering(&self, offset: u64) -> Option<(u64, &Cell)> {
        let (start, cell) = self.map.range(..=offset).next_back()?;
        (start + cell.size > offset).then_some((*start, cell))
    }

    /// Which bits of a byte have no value.
    pub(crate) fn missing(&self, offset: u64) -> u8 {
        let Some((start, cell)) = self.covering(offset) else {
            return match self.background {
                Background::Zero => 0,
                Background::Undefined | Background::Unknown => 0xff,
            };
        };
        match &cell.content {
            Content::Zero | Content::Bytes(..) => 0,
            Content::Undefined => 0xff,
            Content::Scalar { undefined, .. } => (undefined >> (8 * (offset - start))) as u8,
        }
    }

    /// The value of the cell that a byte is in.
    pub(crate) fn value_over(&self, offset: u64) -> Option<Value> {
        match self.covering(offset)?.1.content {
            Content::Scalar { value, .. } => Some(value),
            _ => None,
        }
    }

    fn byte(&self, codec: &mut Codec<'_>, offset: u64) -> Byte {
        let Some((start, cell)) = self.covering(offset) else {
            return match self.background {
                Background::Zero => Byte::Known(Num::ZERO),
                Background::Undefined | Background::Unknown => Byte::Undefined,
            };
        };
        let index = offset - start;
        match &cell.content {
            Content::Zero => Byte::Known(Num::ZERO),
            Content::Undefined => Byte::Undefined,
            Content::Bytes(bytes, from) => {
                let byte = bytes.get((from + index) as usize).copied().unwrap_or(0);
                Byte::Known(Num::Const(byte.into()))
            }
            Content::Scalar { value, undefined } => match codec.bits(*value) {
                None => Byte::Undefined,
                Some(bits) => {
                    let byte = codec.byte(bits, index);
                    match (undefined >> (8 * index)) as u8 {
                        0 => Byte::Known(byte),
                        undefined => Byte::Partly(byte, undefined),
                    }
                }
            },
        }
    }

    /// Reads a value.
    pub(crate) fn load(&self, codec: &mut Codec<'_>, offset: u64, scalar: Scalar) -> Value {
        let (size, width) = extent(scalar, codec.width);
        if let Some(Cell {
            content:
                Content::Scalar {
                    value,
                    undefined: 0,
                },
            ..
        }) = self.exactly(offset, size)
        {
            return codec.reread(*value, scalar);
        }
        match self.assemble(codec, offset, size, width) {
            Some((bits, 0)) => codec.value(scalar, bits),
            _ => Value::Undefined,
        }
    }

    /// Reads a bit-field, zero-extended to `width` bits.
    pub(crate) fn load_bits(&self, codec: &mut Codec<'_>, field: BitField, width: u32) -> Value {
        let (low, count) = (field.first_bit, field.bits);
        let unit = 8 * field.bytes as u32;
        let Some((whole, undefined)) = self.assemble(codec, field.offset, field.bytes, unit) else {
            return Value::Undefined;
        };
        let wanted = mask(count) << low;
        if undefined & wanted != 0 {
            return Value::Undefined;
        }
        Value::Bits(match whole {
            Num::Const(whole) => Num::Const((whole & wanted) >> low),
            Num::Term(term) => {
                let part = codec.terms.extract(low + count - 1, low, term);
                let part = codec.terms.zero_extend(width - count, part);
                Num::of(codec.terms, part)
            }
        })
    }

    /// The bits of a range, with the mask of those that have no value; `None` if none has one.
    fn assemble(
        &self,
        codec: &mut Codec<'_>,
        offset: u64,
        size: u64,
        width: u32,
    ) -> Option<(Num, u128)> {
        let mut bytes = Vec::with_capacity(size as usize);
        let mut undefined = 0;
        for index in 0..size {
            let (byte, missing) = match self.byte(codec, offset + index) {
                Byte::Known(byte) => (byte, 0),
                Byte::Partly(byte, missing) => (byte, missing),
                Byte::Undefined => (Num::ZERO, 0xff),
            };
            bytes.push(byte);
            undefined |= u128::from(missing) << (8 * index);
        }
        let undefined = undefined & mask(width);
        if undefined == mask(width) {
            return None;
        }
        Some((codec.join(&bytes, width), undefined))
    }

    /// Writes a value.
    pub(crate) fn store(
        &mut self,
        codec: &mut Codec<'_>,
        offset: u64,
        scalar: Scalar,
        value: Value,
    ) {
        let (size, _) = extent(scalar, codec.width);
        let content = Content::of(value);
        self.put(codec, offset, Cell { size, content });
    }

    /// Writes a value of so many bytes.
    pub(crate) fn put_value(
        &mut self,
        codec: &mut Codec<'_>,
        offset: u64,
        size: u64,
        value: Value,
    ) {
        let content = Content::of(value);
        self.put(codec, offset, Cell { size, content });
    }

    /// Gives the bits of a byte that have no value those of another byte.
    pub(crate) fn complete(&mut self, codec: &mut Codec<'_>, offset: u64, other: Num) {
        let missing = self.missing(offset);
        let (old, _) = self.assemble(codec, offset, 1, 8).unwrap_or((Num::ZERO, 0));
        let terms = &mut *codec.terms;
        let (old, other) = (old.term(terms, 8), other.term(terms, 8));
        let (keep, take) = (terms.bv(8, (!missing).into()), terms.bv(8, missing.into()));
        let (kept, taken) = (terms.bv_and(old, keep), terms.bv_and(other, take));
        let whole = terms.bv_or(kept, taken);
        let value = Value::Bits(Num::of(terms, whole));
        self.put_value(codec, offset, 1, value);
    }

    /// Writes the low bits of a value of `width` bits into a bit-field.
    pub(crate) fn store_bits(
        &mut self,
        codec: &mut Codec<'_>,
        field: BitField,
        value: Value,
        width: u32,
    ) {
        let unit = 8 * field.bytes as u32;
        let (old, undefined) = self
            .assemble(codec, field.offset, field.bytes, unit)
            .unwrap_or((Num::ZERO, mask(unit)));
        let written = mask(field.bits) << field.first_bit;
        let (value, undefined) = match codec.bits(value) {
            None => (old, undefined | written),
            Some(new) => {
                let new = resize(codec, new, width, unit);
                let merged = merge(codec, (old, new), field, unit);
                (merged, undefined & !written)
            }
        };
        let content = Content::Scalar {
            value: Value::Bits(value),
            undefined,
        };
        let size = field.bytes;
        self.put(codec, field.offset, Cell { size, content });
    }

    /// All values, as far as cells hold any.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> {
        self.map.values().filter_map(|cell| match cell.content {
            Content::Scalar { value, .. } => Some(value),
            _ => None,
        })
    }

    /// The same cells with other values.
    pub(crate) fn map(&self, mut change: impl FnMut(Value) -> Value) -> Cells {
        let mut cells = self.clone();
        for cell in cells.map.values_mut() {
            if let Content::Scalar { value, .. } = &mut cell.content {
                *value = change(*value);
            }
        }
        cells
    }

    /// Changes the value of the cell that starts at an offset.
    pub(crate) fn revalue(&mut self, offset: u64, change: impl FnOnce(Value) -> Value) {
        if let Some(Cell {
            content: Content::Scalar { value, .. },
            ..
        }) = self.map.get_mut(&offset)
        {
            *value = change(*value);
        }
    }

    /// Replaces a range by one cell.
    pub(crate) fn put(&mut self, codec: &mut Codec<'_>, offset: u64, cell: Cell) {
        if cell.size == 0 {
            return;
        }
        self.carve(codec, offset, cell.size);
        self.map.insert(offset, cell);
    }

    /// Makes room: what overlaps a range only in part keeps its other parts.
    fn carve(&mut self, codec: &mut Codec<'_>, offset: u64, size: u64) {
        if self.exactly(offset, size).is_some() {
            return;
        }
        let end = offset + size;
        let first = self.covering(offset).map_or(offset, |(start, _)| start);
        let hit: Vec<u64> = self
            .map
            .range(first..end)
            .map(|(start, _)| *start)
            .collect();
        for start in hit {
            if let Some(cell) = self.map.remove(&start) {
                let stop = start + cell.size;
                self.keep_part(codec, start, &cell, start, offset.min(stop));
                self.keep_part(codec, start, &cell, end.max(start), stop);
            }
        }
    }

    /// Puts back the part `from..to` of a cell that started at `start`.
    fn keep_part(&mut self, codec: &mut Codec<'_>, start: u64, cell: &Cell, from: u64, to: u64) {
        if from >= to {
            return;
        }
        let mut put = |offset, size, content| self.map.insert(offset, Cell { size, content });
        match &cell.content {
            Content::Zero => {
                put(from, to - from, Content::Zero);
            }
            Content::Undefined => {
                put(from, to - from, Content::Undefined);
            }
            Content::Bytes(bytes, index) => {
                let part = Content::Bytes(bytes.clone(), index + from - start);
                put(from, to - from, part);
            }
            Content::Scalar { value, undefined } => {
                let Some(bits) = codec.bits(*value) else {
                    return;
                };
                for at in from..to {
                    let byte = codec.byte(bits, at - start);
                    let part = Content::Scalar {
                        value: Value::Bits(byte),
                        undefined: undefined >> (8 * (at - start)) & 0xff,
                    };
                    put(at, 1, part);
                }
            }
        }
    }

    /// The cells of a range, cut at its ends, at offsets from its start; gaps as the background.
    pub(crate) fn copy_out(
        &self,
        codec: &mut Codec<'_>,
        offset: u64,
        size: u64,
    ) -> Vec<(u64, Cell)> {
        let end = offset + size;
        let mut cut = self.clone();
        // Splitting at both ends leaves only whole cells inside.
        cut.split_at(codec, offset);
        cut.split_at(codec, end);
        let mut parts = Vec::new();
        let mut at = offset;
        let fill = match self.background {
            Background::Zero => Content::Zero,
            Background::Undefined | Background::Unknown => Content::Undefined,
        };
        let gap = |parts: &mut Vec<(u64, Cell)>, from: u64, to: u64| {
            if from < to {
                let content = fill.clone();
                let size = to - from;
                parts.push((from - offset, Cell { size, content }));
            }
        };
        for (start, cell) in cut.map.range(offset..end) {
            gap(&mut parts, at, *start);
            parts.push((start - offset, cell.clone()));
            at = start + cell.size;
        }
        gap(&mut parts, at, end);
        parts
    }

    fn split_at(&mut self, codec: &mut Codec<'_>, offset: u64) {
        let Some((start, cell)) = self.covering(offset) else {
            return;
        };
        if start == offset {
            return;
        }
        let (cell, stop) = (cell.clone(), start + cell.size);
        self.map.remove(&start);
        self.keep_part(codec, start, &cell, start, offset);
        self.keep_part(codec, start, &cell, offset, stop);
    }
}

/// A number of `width` bits, cut or zero-extended to `to` bits.
fn resize(codec: &mut Codec<'_>, num: Num, width: u32, to: u32) -> Num {
    match num {
        Num::Const(bits) => Num::Const(bits & mask(to)),
        Num::Term(term) => {
            let resized = match to < width {
                true => codec.terms.extract(to - 1, 0, term),
                false => codec.terms.zero_extend(to - width, term),
            };
            Num::of(codec.terms, resized)
        }
    }
}

/// A unit with new bits in a bit-field.
fn merge(codec: &mut Codec<'_>, (old, new): (Num, Num), field: BitField, unit: u32) -> Num {
    let low = field.first_bit;
    let written = mask(field.bits) << low;
    if let (Num::Const(old), Num::Const(new)) = (old, new) {
        return Num::Const(old & !written | new << low & written);
    }
    let terms = &mut *codec.terms;
    let (old, new) = (old.term(terms, unit), new.term(terms, unit));
    let keep = terms.bv(unit, mask(unit) & !written);
    let take = terms.bv(unit, written);
    let by = terms.bv(unit, low.into());
    let kept = terms.bv_and(old, keep);
    let moved = terms.bv_shl(new, by);
    let taken = terms.bv_and(moved, take);
    let merged = terms.bv_or(kept, taken);
    Num::of(terms, merged)
}

/// The bytes and bits of a type.
pub(crate) fn extent(scalar: Scalar, address: u32) -> (u64, u32) {
    match scalar {
        Scalar::Int(width) => (width.bytes(), width.bits()),
        Scalar::Float(kind) => (kind.bytes(), kind.bits()),
        Scalar::Pointer => (u64::from(address / 8), address),
    }
}
