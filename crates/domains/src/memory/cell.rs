//! Cells: places of one type that are described together, and what lies where none is.

use super::extent::Extent;
use crate::value::{Init, Slot, Value};
use ir::{DataModel, Scalar, Width};
use std::rc::Rc;

/// The type of single bytes.
pub(crate) const BYTE: Scalar = Scalar::Int(Width::W8);

/// Places that hold values of one type, described by one slot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    pub(crate) extent: Extent,
    pub(crate) scalar: Scalar,
    pub(crate) slot: Slot,
}

/// What lies where no cell is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Rest {
    /// Zeros.
    Zero,
    /// These bytes, and zeros behind them.
    Bytes(Rc<[u8]>),
    /// Bytes that nobody wrote, that anybody may have written, or that somebody has.
    Unknown(Init),
}

impl Rest {
    pub(crate) fn join(&self, other: &Rest) -> Rest {
        match (self, other) {
            _ if self == other => self.clone(),
            (Rest::Unknown(Init::No), Rest::Unknown(Init::No)) => Rest::Unknown(Init::No),
            _ => match (self.state(), other.state()) {
                (Init::Yes, Init::Yes) => Rest::Unknown(Init::Yes),
                _ => Rest::Unknown(Init::Maybe),
            },
        }
    }

    pub(super) fn state(&self) -> Init {
        match self {
            Rest::Zero | Rest::Bytes(_) => Init::Yes,
            Rest::Unknown(state) => *state,
        }
    }

    pub(crate) fn includes(&self, other: &Rest) -> bool {
        match self {
            Rest::Unknown(Init::Maybe) => true,
            Rest::Unknown(Init::Yes) => other.state() == Init::Yes,
            _ => self == other,
        }
    }
}

impl Cell {
    /// How many of some places are its own for sure, where they are the same if they share a byte.
    pub(crate) fn covered(&self, extent: &Extent) -> u64 {
        let mine = &self.extent;
        if mine.covers(extent) {
            return extent.count;
        }
        let (first, last) = (mine.start.max(extent.start), mine.last().min(extent.last()));
        match mine.stride == extent.stride && mine.stride > 0 && first <= last {
            true => (last - first) / mine.stride + 1,
            false => u64::from(mine.is_single()),
        }
    }

    /// What its places hold, read as a type of the same size.
    pub(crate) fn read_as(&self, scalar: Scalar, model: DataModel) -> Slot {
        if self.scalar == scalar {
            return self.slot.clone();
        }
        let bits = match &self.slot.value {
            Value::Int(ints) => ints.as_constant(),
            Value::Float(floats) => floats.as_constant(),
            Value::Pointer(pointers) => pointers.is_null().then_some(0),
        };
        match (bits, self.slot.state) {
            (Some(bits), state @ (Init::Yes | Init::Maybe)) => Slot {
                value: Value::from_bits(scalar, bits, model),
                state,
            },
            (_, Init::No) => Slot::none(scalar),
            (None, state) => Slot {
                value: Value::top(scalar),
                state,
            },
        }
    }

    /// Whether its places are all bytes of a range.
    pub(crate) fn is_range(&self) -> bool {
        self.scalar == BYTE && self.extent.size == 1 && self.extent.stride <= 1
    }

    /// Those of some places that lie within the range whose bytes its places are, if none is cut by its
    /// ends; `None` if there is no such place, or no such range.
    pub(crate) fn places_within(&self, places: &Extent) -> Option<Extent> {
        if !self.is_range() || places.stride > 0 && places.stride < places.size {
            return None;
        }
        let (start, end) = (self.extent.start, self.extent.end());
        let stride = places.stride.max(1);
        let ends_of = |count: u64| places.start + (count - 1) * places.stride + places.size;
        let first = start.saturating_sub(places.start).div_ceil(stride);
        let behind = end.saturating_sub(places.start).div_ceil(stride);
        let (first, behind) = (first.min(places.count), behind.min(places.count));
        let is_cut = (first > 0 && ends_of(first) > start) || (behind > 0 && ends_of(behind) > end);
        (first < behind && !is_cut).then(|| {
            let at = places.start + first * places.stride;
            Extent::places(at, places.stride, behind - first, places.size)
        })
    }

    /// Whether its places are all bytes of a range that contains places.
    pub(crate) fn spans(&self, extent: &Extent) -> bool {
        self.is_range() && self.extent.start <= extent.start && extent.end() <= self.extent.end()
    }

    /// What so many of its bytes are, read as a type: known where each is the same constant.
    pub(crate) fn repeated(&self, size: u64, scalar: Scalar, model: DataModel) -> Slot {
        let constant = match (&self.slot.value, self.slot.state) {
            (Value::Int(ints), Init::Yes | Init::Maybe) if size <= 16 => ints.as_constant(),
            _ => None,
        };
        let value = match constant {
            Some(byte) => {
                let bits = (0..size).fold(0u128, |bits, _| bits << 8 | byte);
                Value::from_bits(scalar, bits, model)
            }
            None => Value::top(scalar),
        };
        match self.slot.state {
            Init::No => Slot::none(scalar),
            state => Slot { value, state },
        }
    }

    /// Its places outside of a range, and the bytes that are left of those that are cut.
    pub(crate) fn without(self, start: u64, end: u64, kept: &mut Vec<Cell>) {
        let extent = self.extent;
        let stride = extent.stride.max(1);
        // The first place that reaches into the range, and the first behind it.
        let reach = start.saturating_add(1).saturating_sub(extent.size);
        let first = reach
            .saturating_sub(extent.start)
            .div_ceil(stride)
            .min(extent.count);
        let behind = end
            .saturating_sub(extent.start)
            .div_ceil(stride)
            .min(extent.count);
        let behind = behind.max(first);
        let mut keep = |extent: Extent| {
            kept.push(Cell {
                extent,
                ..self.clone()
            });
        };
        if first > 0 {
            keep(Extent::places(
                extent.start,
                extent.stride,
                first,
                extent.size,
            ));
        }
        if behind < extent.count {
            let from = extent.start + behind * extent.stride;
            let count = extent.count - behind;
            keep(Extent::places(from, extent.stride, count, extent.size));
        }
        if first < behind {
            let head = extent.start + first * extent.stride;
            let tail = extent.start + (behind - 1) * extent.stride + extent.size;
            let state = match self.slot.state {
                Init::Yes => Init::Yes,
                _ => Init::Maybe,
            };
            let mut pieces = |from: u64, to: u64| {
                if from < to {
                    kept.push(Cell {
                        extent: Extent::bytes(from, to),
                        scalar: BYTE,
                        slot: Slot {
                            value: Value::top(BYTE),
                            state,
                        },
                    });
                }
            };
            pieces(head, start.min(tail));
            pieces(end.max(head), tail);
        }
    }
}
