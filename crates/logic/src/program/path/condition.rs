//! What checks claim, as formulas.

use ir::{AccessMode, ClaimKind, Condition, ProcedureId};

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
            Condition::Callable(address, signature) => {
                let pointer = self.value(address)?;
                let procedures = self.space.program.procedures();
                let fitting = procedures.filter(|(_, one)| one.signature == *signature);
                let fitting: Vec<ProcedureId> = fitting.map(|(id, _)| id).collect();
                let mut any = Vec::new();
                for id in fitting {
                    any.push(self.is_procedure(pointer, id));
                }
                self.terms.or_all(any)
            }
            Condition::NothingLeaked | Condition::EverythingFreed => {
                return Err(PathError::Condition("leaks"));
            }
        })
    }

    /// Whether a condition fails in a way that may be of a kind: no failure of that kind is
    /// missed, but several kinds may have one failure in common.
    pub(super) fn failure(
        &mut self,
        condition: &Condition,
        kind: ClaimKind,
    ) -> Result<TermId, PathError> {
        let holds = self.condition(condition)?;
        let fails = self.terms.not(holds);
        let of_kind = match condition {
            Condition::Access {
                address,
                size,
                align,
                ..
            } => {
                let (pointer, size) = (self.value(address)?, self.value(size)?);
                self.access_failure(pointer, size, *align, kind)
            }
            Condition::Freeable(address) if kind == ClaimKind::DoubleFree => {
                let pointer = self.value(address)?;
                let object = object_of(self.terms, pointer);
                self.is_dead(object)
            }
            _ => self.terms.bool(true),
        };
        Ok(self.terms.and(fails, of_kind))
    }

    /// What holds of an access that fails in a way of a kind, as the reference interpreter tells
    /// kinds apart.
    fn access_failure(
        &mut self,
        pointer: TermId,
        size: TermId,
        align: u64,
        kind: ClaimKind,
    ) -> TermId {
        let (object, address) = (
            object_of(self.terms, pointer),
            address_of(self.terms, pointer),
        );
        let zero = self.terms.bv(self.address_bits(), 0);
        let no_object = self.terms.bv(OBJECT_BITS, 0);
        let is_zero = self.terms.eq(address, zero);
        let leads_nowhere = self.terms.eq(object, no_object);
        let is_null = self.terms.or(is_zero, leads_nowhere);
        if kind == ClaimKind::Null {
            return is_null;
        }
        let is_object = self.is_object(object);
        let is_dead = self.is_dead(object);
        let of_kind = match kind {
            ClaimKind::InvalidDereference => {
                // Nothing lies there, or a procedure does.
                let closed = self.has_life(object, &[Life::Closed, Life::Absent]);
                let alive = self.terms.not(is_dead);
                let code = self.terms.and(closed, alive);
                let outside = self.terms.not(is_object);
                self.terms.or(outside, code)
            }
            ClaimKind::UseAfterFree | ClaimKind::UseAfterScope => is_dead,
            ClaimKind::Bounds => {
                let within = self.is_within(object, address, size);
                let outside = self.terms.not(within);
                let alive = self.terms.not(is_dead);
                self.terms.and_all([is_object, alive, outside])
            }
            ClaimKind::ReadOnly => self.has_life(object, &[Life::Constant]),
            ClaimKind::Misaligned => {
                let aligned = is_multiple(self.terms, address, align);
                let within = self.is_within(object, address, size);
                let misaligned = self.terms.not(aligned);
                self.terms.and(misaligned, within)
            }
            _ => self.terms.bool(true),
        };
        let not_null = self.terms.not(is_null);
        self.terms.and(not_null, of_kind)
    }

    /// Whether an object was made by the program and lives no more.
    fn is_dead(&mut self, object: TermId) -> TermId {
        let first = self
            .space
            .global_object(self.space.program.globals.len() as u32);
        let first = self.terms.bv(OBJECT_BITS, first);
        let made = self.terms.bv_ule(first, object);
        let closed = self.has_life(object, &[Life::Closed, Life::Absent]);
        self.terms.and(made, closed)
    }

    /// Whether `size` bytes lie in an object.
    fn is_within(&mut self, object: TermId, address: TermId, size: TermId) -> TermId {
        let (base, end) = (
            self.terms.select(self.state.memory.base, object),
            self.terms.select(self.state.memory.size, object),
        );
        let offset = self.terms.bv_sub(address, base);
        let starts = self.terms.bv_ule(offset, end);
        let rest = self.terms.bv_sub(end, offset);
        let fits = self.terms.bv_ule(size, rest);
        self.terms.and(starts, fits)
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
        let within = self.is_within(object, address, size);
        let aligned = is_multiple(self.terms, address, align);
        let fine = [is_object, not_null, allowed, within, aligned];
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

    /// Whether a pointer is the address of a procedure.
    pub(super) fn is_procedure(&mut self, pointer: TermId, id: ProcedureId) -> TermId {
        let address = self.start_of(self.space.procedure_object(id.0));
        self.terms.eq(pointer, address)
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
