//! Arrays that the environment gave (Section 6.2.1): a length, and the elements that were
//! accessed, sorted by their indices.

use super::super::cells::{Cell, Cells};
use super::super::context::{Context, Interrupt, Step};
use super::super::heap::{Contents, Elements, Extent};
use super::super::path::Path;
use super::super::state::State;
use super::super::value::{Num, ObjectId};
use super::quotient::Quotient;
use super::{Slot, Spot};
use std::cmp::Ordering;
use std::collections::BTreeMap;

impl Context<'_> {
    /// Takes an object as an array of elements of that size, for accesses at unknown indices;
    /// whether that is possible.
    pub(super) fn take_as_array(
        &mut self,
        state: &mut State,
        object: ObjectId,
        stride: u64,
    ) -> bool {
        let whole = state.heap.get(object);
        let Contents::Cells(cells) = &whole.contents else {
            return false;
        };
        let spans =
            |(offset, cell): (u64, &Cell)| offset / stride != (offset + cell.size - 1) / stride;
        if whole.given.is_some() || cells.iter().any(spans) {
            return false;
        }
        let mut elements: BTreeMap<u64, Cells> = BTreeMap::new();
        for (offset, cell) in cells.iter() {
            let element = elements.entry(offset / stride);
            let element = element.or_insert_with(|| Cells::new(cells.background));
            self.with_codec_only(|codec| element.put(codec, offset % stride, cell.clone()));
        }
        let (background, size) = (cells.background, whole.size);
        let length = match size {
            Num::Const(size) => Num::Const(size / u128::from(stride)),
            Num::Term(size) => {
                let width = self.width();
                let by = self.terms.bv(width, stride.into());
                let length = self.terms.bv_udiv(size, by);
                Num::of(&self.terms, length)
            }
        };
        state.heap.get_mut(object).contents = Contents::Elements(Elements {
            stride,
            length,
            extent: Extent::Stated,
            background,
            cells: elements
                .into_iter()
                .map(|(index, cells)| (Num::Const(index.into()), cells))
                .collect(),
        });
        true
    }

    /// Finds the element that an access is about, and adds it if it is a new one.
    pub(super) fn locate_element(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: Num,
        size: u64,
    ) -> Step<Spot> {
        let Contents::Elements(elements) = &state.heap.get(object).contents else {
            return Err(Interrupt::Undefined);
        };
        let (stride, length, extent) = (elements.stride, elements.length, elements.extent);
        let (index, inside) = self.index_of(state, offset, stride)?;
        if inside + size > stride {
            let what = "an access across the elements of an array that the caller gave";
            return Err(Interrupt::Stop(what.to_string()));
        }
        if extent == Extent::AsNeeded {
            self.assume_inside(state, index, length)?;
        }
        let element = self.find_element(state, object, index)?;
        let slot = Slot {
            object,
            element: Some(element),
        };
        Ok(Spot::Known(slot, inside))
    }

    /// An offset as an index and an offset in the element, where that can be told at a glance.
    pub(crate) fn split_offset(
        &mut self,
        path: &Path,
        offset: Num,
        stride: u64,
    ) -> Option<(Num, u64)> {
        let term = match offset {
            Num::Const(offset) => {
                let offset = offset as u64;
                return Some((Num::Const((offset / stride).into()), offset % stride));
            }
            Num::Term(term) if stride == 1 => return Some((Num::Term(term), 0)),
            Num::Term(term) => term,
        };
        let split = Quotient::of(&mut self.terms, term, stride)?;
        let mut provisos = split.provisos.iter();
        let is_known = provisos.all(|proviso| path.known(&self.terms, *proviso) == Some(1));
        is_known.then(|| (Num::of(&self.terms, split.quotient), split.remainder))
    }

    /// The environment gives as many elements as are accessed.
    fn assume_inside(&mut self, state: &mut State, index: Num, length: Num) -> Step<()> {
        let width = self.width();
        let index = index.term(&mut self.terms, width);
        let length = length.term(&mut self.terms, width);
        let inside = self.terms.bv_ult(index, length);
        match self.possible(&state.path, inside)? {
            Some(model) => {
                state.path.model = Some(model);
                state.path.assume(&self.terms, inside);
                Ok(())
            }
            None => Err(Interrupt::Infeasible),
        }
    }

    /// An offset as an index and an offset in the element.
    fn index_of(&mut self, state: &mut State, offset: Num, stride: u64) -> Step<(Num, u64)> {
        if let Some(split) = self.split_offset(&state.path, offset, stride) {
            return Ok(split);
        }
        let width = self.width();
        let term = offset.term(&mut self.terms, width);
        if let Some(split) = Quotient::of(&mut self.terms, term, stride) {
            let proviso = self.terms.and_all(split.provisos);
            if self.surely(&state.path, proviso) {
                state.path.assume(&self.terms, proviso);
                return Ok((Num::of(&self.terms, split.quotient), split.remainder));
            }
        }
        let by = self.terms.bv(width, stride.into());
        let remainder = self.terms.bv_urem(term, by);
        let remainder = Num::of(&self.terms, remainder);
        let inside = self.concrete(&mut state.path, remainder)? as u64;
        let index = self.terms.bv_udiv(term, by);
        Ok((Num::of(&self.terms, index), inside))
    }

    /// The position of the element with that index: an old one, or a new one between others.
    fn find_element(&mut self, state: &mut State, object: ObjectId, index: Num) -> Step<usize> {
        let found = match &state.heap.get(object).contents {
            Contents::Elements(elements) => find_known(elements, index),
            Contents::Cells(_) => None,
        };
        let position = match found {
            Some(found) => found,
            None => self.find_unknown(state, object, index)?,
        };
        let position = match position {
            Ok(known) => return Ok(known),
            Err(position) => position,
        };
        if let Contents::Elements(Elements {
            cells, background, ..
        }) = &mut state.heap.get_mut(object).contents
        {
            cells.insert(position, (index, Cells::new(*background)));
        }
        Ok(position)
    }

    /// The position of the element with that index, or (`Err`) where it belongs.
    fn find_unknown(
        &mut self,
        state: &mut State,
        object: ObjectId,
        index: Num,
    ) -> Step<Result<usize, usize>> {
        let indices: Vec<Num> = match &state.heap.get(object).contents {
            Contents::Elements(elements) => elements.cells.iter().map(|(i, _)| *i).collect(),
            Contents::Cells(_) => Vec::new(),
        };
        let count = indices.len();
        for (at, other) in indices.into_iter().enumerate() {
            match self.order(state, index, other)? {
                Ordering::Less => return Ok(Err(at)),
                Ordering::Equal => return Ok(Ok(at)),
                Ordering::Greater => {}
            }
        }
        Ok(Err(count))
    }

    /// How two indices compare; execution forks where that is open.
    fn order(&mut self, state: &mut State, a: Num, b: Num) -> Step<Ordering> {
        if let (Num::Const(a), Num::Const(b)) = (a, b) {
            return Ok(a.cmp(&b));
        }
        let width = self.width();
        let a = a.term(&mut self.terms, width);
        let b = b.term(&mut self.terms, width);
        let equal = self.terms.eq(a, b);
        if self.decide(&mut state.path, equal)? {
            return Ok(Ordering::Equal);
        }
        let less = self.terms.bv_ult(a, b);
        Ok(match self.decide(&mut state.path, less)? {
            true => Ordering::Less,
            false => Ordering::Greater,
        })
    }
}

/// As [`Context::find_unknown`], where all indices are known.
fn find_known(elements: &Elements, index: Num) -> Option<Result<usize, usize>> {
    let index = index.known()?;
    let is_known = |(other, _): &(Num, Cells)| other.known().is_some();
    let all_known = elements.cells.iter().all(is_known);
    all_known.then(|| {
        let cells = &elements.cells;
        cells.binary_search_by_key(&Some(index), |(other, _)| other.known())
    })
}
