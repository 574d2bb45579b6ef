//! What checks claim, as formulas.

use ir::{AccessMode, Condition};

use super::PathError;
use super::operation::Executor;
use super::space::{address_of, is_multiple, object_of};
use super::state::{Life, NOWHERE, OBJECT_BITS};
use crate::terms::TermId;

impl Executor<'_> {
    /// Whether a condition holds.
    pub(super) fn condition(&mut self, condition: &Condition) -> Result<TermId, PathError> {
        Ok(match condition {
            Condition::Holds(expr) => self.truth(expr)?,
            Condition::Initialised(local) => self.state.local(self.activation, *local).known,
            Condition::Access {
                address,
                size,
                align,
                mode,
            } => {
                let (pointer, size) = (self.value(address)?, self.value(size)?);
                self.accessible(pointer, size, *align, *mode)
            }
            Condition::Freeable(address) => {
                let pointer = self.value(address)?;
                self.freeable(pointer)
            }
            Condition::SameObject(first, second) => {
                let (first, second) = (self.value(first)?, self.value(second)?);
                self.same_object(first, second)
            }
            Condition::Disjoint(first, second, size) => {
                let (first, second) = (self.value(first)?, self.value(second)?);
                let size = self.value(size)?;
                self.disjoint(first, second, size)
            }
            Condition::Callable(..) => return Err(PathError::Condition("a procedure's address")),
            Condition::NothingLeaked | Condition::EverythingFreed => {
                return Err(PathError::Condition("leaks"));
            }
        })
    }

    /// Whether `size` bytes may be accessed.
    pub(super) fn accessible(
        &mut self,
        pointer: TermId,
        size: TermId,
        align: u64,
        mode: AccessMode,
    ) -> TermId {
        let (object, address) = (
            object_of(self.terms, pointer),
            address_of(self.terms, pointer),
        );
        let zero = self.terms.bv(self.address_bits(), 0);
        let nothing = self.terms.eq(size, zero);
        let is_object = self.is_object(object);
        let not_null = self.terms.ne(address, zero);
        let allowed = match mode {
            AccessMode::Read => self.has_life(object, &[Life::Heap, Life::Mutable, Life::Constant]),
            AccessMode::Write => self.has_life(object, &[Life::Heap, Life::Mutable]),
        };
        let (base, end) = (
            self.terms.select(self.state.memory.base, object),
            self.terms.select(self.state.memory.size, object),
        );
        let offset = self.terms.bv_sub(address, base);
        let starts = self.terms.bv_ule(offset, end);
        let rest = self.terms.bv_sub(end, offset);
        let fits = self.terms.bv_ule(size, rest);
        let aligned = is_multiple(self.terms, address, align);
        let fine = [is_object, not_null, allowed, starts, fits, aligned];
        let fine = self.terms.and_all(fine);
        self.terms.or(nothing, fine)
    }

    /// Null, or the start of a live heap object.
    pub(super) fn freeable(&mut self, pointer: TermId) -> TermId {
        let (object, address) = (
            object_of(self.terms, pointer),
            address_of(self.terms, pointer),
        );
        let base = self.terms.select(self.state.memory.base, object);
        let at_start = self.terms.eq(address, base);
        let lives = self.has_life(object, &[Life::Heap]);
        let whole = self.terms.and(at_start, lives);
        let zero = self.terms.bv(self.address_bits(), 0);
        let null = self.terms.eq(address, zero);
        let is_object = self.is_object(object);
        self.terms.ite(is_object, whole, null)
    }

    /// Whether a number is that of an object.
    pub(super) fn is_object(&mut self, object: TermId) -> TermId {
        let nowhere = self.terms.bv(OBJECT_BITS, NOWHERE);
        self.terms.bv_ult(nowhere, object)
    }

    fn has_life(&mut self, object: TermId, lives: &[Life]) -> TermId {
        let life = self.terms.select(self.state.memory.life, object);
        let mut any = Vec::new();
        for wanted in lives {
            let wanted = wanted.term(self.terms);
            any.push(self.terms.eq(life, wanted));
        }
        self.terms.or_all(any)
    }

    fn same_object(&mut self, first: TermId, second: TermId) -> TermId {
        let (one, other) = (object_of(self.terms, first), object_of(self.terms, second));
        let (both, both_null) = (self.both_objects(one, other), self.both_null(one, other));
        let same = self.terms.eq(one, other);
        let (first, second) = (
            address_of(self.terms, first),
            address_of(self.terms, second),
        );
        let equal = self.terms.eq(first, second);
        let otherwise = self.terms.or(both_null, equal);
        self.terms.ite(both, same, otherwise)
    }

    fn both_objects(&mut self, one: TermId, other: TermId) -> TermId {
        let (one, other) = (self.is_object(one), self.is_object(other));
        self.terms.and(one, other)
    }

    fn both_null(&mut self, one: TermId, other: TermId) -> TermId {
        let null = self.terms.bv(OBJECT_BITS, 0);
        let (one, other) = (self.terms.eq(one, null), self.terms.eq(other, null));
        self.terms.and(one, other)
    }

    /// At least `size` bytes lie between the addresses.
    fn disjoint(&mut self, first: TermId, second: TermId, size: TermId) -> TermId {
        let (first, second) = (
            address_of(self.terms, first),
            address_of(self.terms, second),
        );
        let ascending = self.terms.bv_ult(first, second);
        let (up, down) = (
            self.terms.bv_sub(second, first),
            self.terms.bv_sub(first, second),
        );
        let distance = self.terms.ite(ascending, up, down);
        self.terms.bv_ule(size, distance)
    }
}
