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
        match self.extent.covers(extent) {
            true => extent.count,
            false => u64::from(self.extent.is_single()),
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
