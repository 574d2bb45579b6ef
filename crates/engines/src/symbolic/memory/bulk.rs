//! Copying and filling stretches of memory.

use super::super::cells::{Background, Cell, Cells, Content};
use super::super::context::{Context, Interrupt, Step};
use super::super::heap::Contents;
use super::super::state::State;
use super::super::value::{Num, Pointer, Value};
use super::symbolic::progression;
use super::{Slot, Spot, whole};
use crate::limits::tuning::{
    COPY_SIZES_TRIED, MOST_BYTES_COPIED, MOST_BYTES_OF_A_COPIED_VALUE, MOST_CALLERS_ELEMENTS_COPIED,
};

impl Context<'_> {
    /// Copies bytes as they are.
    pub(crate) fn copy(
        &mut self,
        state: &mut State,
        to: Pointer,
        from: Pointer,
        size: Num,
    ) -> Step<()> {
        let size = self.stretch(state, size)?;
        let mut carried = Cells::new(Background::Undefined);
        for (slot, offset, at, length) in self.stretches(state, from, size)? {
            self.initialise(state, slot, offset, length, None)?;
            self.choose_copied(state, slot, offset, length);
            self.with_codec(state, |codec, state| {
                let parts = state.cells(slot).copy_out(codec, offset, length);
                for (start, cell) in parts {
                    carried.put(codec, at + start, cell);
                }
            });
        }
        for (slot, offset, at, length) in self.stretches(state, to, size)? {
            self.with_codec(state, |codec, state| {
                let parts = carried.copy_out(codec, at, length);
                let cells = state.cells_mut(slot);
                for (start, cell) in parts {
                    cells.put(codec, offset + start, cell);
                }
            });
        }
        Ok(())
    }

    /// Sets bytes to one value.
    pub(crate) fn fill(
        &mut self,
        state: &mut State,
        to: Pointer,
        byte: Num,
        size: Num,
    ) -> Step<()> {
        let size = self.stretch(state, size)?;
        for (slot, offset, _, length) in self.stretches(state, to, size)? {
            self.with_codec(state, |codec, state| {
                let cells = state.cells_mut(slot);
                let whole = match byte {
                    Num::Const(0) => Some(Content::Zero),
                    Num::Const(byte) => {
                        Some(Content::Bytes(vec![byte as u8; length as usize].into(), 0))
                    }
                    Num::Term(_) => None,
                };
                match whole {
                    Some(content) => cells.put(
                        codec,
                        offset,
                        Cell {
                            size: length,
                            content,
                        },
                    ),
                    None => {
                        let content = Content::of(Value::Bits(byte));
                        for at in offset..offset + length {
                            let content = content.clone();
                            cells.put(codec, at, Cell { size: 1, content });
                        }
                    }
                }
            });
        }
        Ok(())
    }

    /// How many bytes; execution forks where that is unknown, and takes few for more likely.
    fn stretch(&mut self, state: &mut State, size: Num) -> Step<u64> {
        if let Num::Term(term) = size {
            let width = self.terms.width(term);
            let (step, rest) = progression(&self.terms, term);
            let step = step.min(MOST_BYTES_OF_A_COPIED_VALUE);
            for most in COPY_SIZES_TRIED {
                let most = self.terms.bv(width, (most * step + rest % step).into());
                let is_few = self.terms.bv_ule(term, most);
                if self.decide(&mut state.path, is_few)? {
                    break;
                }
            }
        }
        let size = self.concrete(&mut state.path, size)?;
        match size <= MOST_BYTES_COPIED {
            true => Ok(size as u64),
            false => Err(Interrupt::Stop(format!("a copy of {size} bytes"))),
        }
    }

    /// The parts of a stretch that lie in one set of cells each: those cells, where the part
    /// starts in them and in the stretch, and how long it is.
    fn stretches(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: u64,
    ) -> Step<Vec<(Slot, u64, u64, u64)>> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let Some(object) = pointer.object() else {
            return Err(Interrupt::Undefined);
        };
        let Contents::Elements(elements) = &state.heap.get(object).contents else {
            let (slot, offset) = match self.locate(state, pointer, size)? {
                Spot::Known(slot, offset) => (slot, offset),
                Spot::Unknown(object, offset) => (whole(object), self.known_offset(state, offset)?),
            };
            return Ok(vec![(slot, offset, 0, size)]);
        };
        let stride = elements.stride;
        if size / stride > MOST_CALLERS_ELEMENTS_COPIED {
            let what = format!("a copy of {} elements that the caller gave", size / stride);
            return Err(Interrupt::Stop(what));
        }
        let offset = self.concrete(&mut state.path, pointer.offset)? as u64;
        // New elements come before others, so all are made before their positions are taken.
        let parts = chunks(offset, size, stride);
        for (start, length) in &parts {
            self.locate_element(state, object, Num::Const((*start).into()), *length)?;
        }
        let mut found = Vec::new();
        for (start, length) in parts {
            let spot = self.locate_element(state, object, Num::Const(start.into()), length)?;
            if let Spot::Known(slot, inside) = spot {
                found.push((slot, inside, start - offset, length));
            }
        }
        Ok(found)
    }
}

/// The parts of a stretch in elements of that size: where each starts, and how long it is.
fn chunks(offset: u64, size: u64, stride: u64) -> Vec<(u64, u64)> {
    let end = offset + size;
    let mut parts = Vec::new();
    let mut at = offset;
    while at < end {
        let stop = (at / stride + 1) * stride;
        let length = stop.min(end) - at;
        parts.push((at, length));
        at += length;
    }
    parts
}
