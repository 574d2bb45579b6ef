//! Operations that are executed from their description, with their operands in registers.

use super::{Ended, Machine};
use crate::code::{Reg, SINK};
use crate::memory::{Loaded, Maker, Memory, Mode, Status};
use crate::outcome::{Limit, Outcome};
use crate::value::{ObjectId, Pointer, Provenance, Value};
use crate::violation::Failure;
use ir::{
    ClaimKind, Contents, Expr, Halt, LocalId, Measure, NewObject, Op, Place, Scalar, Storage,
};

/// How many bytes are copied or filled between two looks at the limits.
const BYTES_BETWEEN_POLLS: u64 = 16 << 20;

impl Machine<'_> {
    pub(super) fn operation(&mut self, [a, b, c]: [Reg; 3]) -> Result<(), Ended> {
        match &self.edge().op {
            Op::Load { dest, place } => self.load_place(*dest, place, a)?,
            Op::Store { place, value } => self.store_place(place, value, a, b)?,
            Op::Copy { .. } => self.copy(a, b, c)?,
            Op::Fill { .. } => self.fill(a, b, c)?,
            Op::Alloc { dest, object } => self.allocate(*dest, object, a)?,
            Op::Free(_) => self.free(a)?,
            Op::EndScope(local) => self.end_scope(*local),
            Op::Protect(local) => self.protect(*local),
            Op::Measure { dest, measure, .. } => self.measure(*dest, *measure, a)?,
            Op::Check(check) => self.check(check, [a, b, c])?,
            Op::Input { dest, ty, source } => self.input(*dest, *ty, source, a, b)?,
            Op::InputString { dest, ty, source } => self.input_string(*dest, *ty, source, a)?,
            Op::Output { .. } => self.output(a, b, c)?,
            Op::Halt(Halt::Exit(_)) => {
                return Err(Box::new(Outcome::Exited(self.register(a) as i32)));
            }
            Op::Halt(Halt::Abort) => return Err(Box::new(Outcome::Aborted(self.stack()))),
            op if op.is_idle_call() => {}
            Op::Havoc { function, .. } => {
                let what = format!("a call of `{function}`, which is defined nowhere");
                return Err(self.unsupported(&what));
            }
            Op::Unsupported(what) => return Err(self.unsupported(what)),
            Op::Skip
            | Op::Assign(..)
            | Op::Forget(_)
            | Op::Assume(_)
            | Op::Call { .. }
            | Op::Return(_) => {}
        }
        self.advance(1);
        Ok(())
    }

    fn load_place(&mut self, dest: LocalId, place: &Place, address: Reg) -> Result<(), Ended> {
        let (first, bytes, bits) = self.touched_bytes(place);
        let pointer = self.shifted(address, first);
        self.access_range(pointer, bytes, Mode::Read)?;
        let (at, object) = (pointer.address, pointer.provenance.to_bits());
        let value = match self.state.memory.read(at, object, bytes, bits) {
            Loaded::Uninitialised => Value::Uninitialised,
            Loaded::Value(value) => Value::Bits(match place.scalar {
                Scalar::Int(width) => width.truncate(value),
                _ => value,
            }),
        };
        self.set_local(dest, value);
        Ok(())
    }

    fn store_place(
        &mut self,
        place: &Place,
        value: &Expr,
        address: Reg,
        src: Reg,
    ) -> Result<(), Ended> {
        let (first, bytes, bits) = self.touched_bytes(place);
        let pointer = self.shifted(address, first);
        self.access_range(pointer, bytes, Mode::Write)?;
        let (at, object) = (pointer.address, pointer.provenance.to_bits());
        let loaded = if self.lacks_value(value) {
            Loaded::Uninitialised
        } else {
            let low = u128::from(self.register(src));
            Loaded::Value(match crate::code::Parts::of(place.scalar) {
                crate::code::Parts::One => low,
                crate::code::Parts::Two => u128::from(self.register(src + 1)) << 64 | low,
            })
        };
        self.state.memory.write(at, object, bytes, bits, loaded);
        Ok(())
    }

    /// The first byte of a place that is accessed, how many are, and which bits of them: of a
    /// bit-field no more than the bytes it has bits in.
    fn touched_bytes(&self, place: &Place) -> (u64, u64, Option<ir::BitRange>) {
        match place.bits {
            Some(bits) => {
                let first = u64::from(bits.offset / 8);
                let end = (u64::from(bits.offset) + u64::from(bits.width)).div_ceil(8);
                let offset = bits.offset % 8;
                (
                    first,
                    end.saturating_sub(first),
                    Some(ir::BitRange { offset, ..bits }),
                )
            }
            None => (0, self.bytes_of(place.scalar), None),
        }
    }

    fn bytes_of(&self, scalar: Scalar) -> u64 {
        match scalar {
            Scalar::Int(width) => width.bytes(),
            Scalar::Float(kind) => kind.bytes(),
            Scalar::Pointer => self.interpreter.program.data_model.pointer_bytes(),
        }
    }

    fn shifted(&self, address: Reg, by: u64) -> Pointer {
        let pointer = self.pointer(address);
        Pointer {
            address: pointer.address.wrapping_add(by),
            ..pointer
        }
    }

    /// Whether it is a bare local that is uninitialised.
    fn lacks_value(&self, value: &Expr) -> bool {
        match value {
            Expr::Local(local) => {
                let flag = self.routine().homes[local.0 as usize].flag;
                flag != SINK && self.register(flag) == 0
            }
            _ => false,
        }
    }

    /// Whether a range may be accessed.
    pub(super) fn access_range(
        &mut self,
        pointer: Pointer,
        size: u64,
        mode: Mode,
    ) -> Result<(), Ended> {
        let object = pointer.provenance.to_bits();
        match self
            .state
            .memory
            .classify(pointer.address, object, size, 1, mode)
        {
            Ok(()) => Ok(()),
            Err(fault) => self.failed(&Failure::Access {
                pointer,
                size,
                align: 1,
                mode,
                fault,
            }),
        }
    }

    fn copy(&mut self, to: Reg, from: Reg, size: Reg) -> Result<(), Ended> {
        let (to, from, size) = (self.pointer(to), self.pointer(from), self.register(size));
        self.access_range(to, size, Mode::Write)?;
        self.access_range(from, size, Mode::Read)?;
        self.check_memory(bulk_cost(size))?;
        let (to_object, from_object) = (to.provenance.to_bits(), from.provenance.to_bits());
        // A copy within one object may overwrite what it is yet to read, and is not done in parts.
        let part = match to_object == from_object {
            true => size,
            false => BYTES_BETWEEN_POLLS,
        };
        self.in_parts(size, part, |memory, start, size| {
            let to = (to.address.wrapping_add(start), to_object);
            let from = (from.address.wrapping_add(start), from_object);
            memory.copy(to, from, size);
        })
    }

    fn fill(&mut self, to: Reg, byte: Reg, size: Reg) -> Result<(), Ended> {
        let (to, byte, size) = (
            self.pointer(to),
            self.register(byte) as u8,
            self.register(size),
        );
        self.access_range(to, size, Mode::Write)?;
        self.check_memory(bulk_cost(size))?;
        let object = to.provenance.to_bits();
        self.in_parts(size, BYTES_BETWEEN_POLLS, |memory, start, size| {
            memory.fill(to.address.wrapping_add(start), object, byte, size);
        })
    }

    /// Works on so many bytes, and looks at the limits between two parts. Whoever goes on after a
    /// limit was reached starts from the first, which must do no harm.
    fn in_parts(
        &mut self,
        size: u64,
        part: u64,
        work: impl Fn(&mut Memory, u64, u64),
    ) -> Result<(), Ended> {
        let mut start = 0;
        while start < size {
            if start > 0 {
                self.poll()?;
            }
            let part = part.min(size - start);
            work(&mut self.state.memory, start, part);
            start += part;
        }
        Ok(())
    }

    fn allocate(&mut self, dest: LocalId, object: &NewObject, size: Reg) -> Result<(), Ended> {
        let size = self.register(size);
        let made = self.make_object(size, object.align, object.storage, object.contents)?;
        self.set_local(dest, Value::Pointer(made));
        Ok(())
    }

    /// A new object, made at this edge.
    pub(super) fn make_object(
        &mut self,
        size: u64,
        align: u64,
        storage: Storage,
        contents: Contents,
    ) -> Result<Pointer, Ended> {
        let maker = match storage {
            Storage::Stack => Maker::Stack,
            Storage::Heap => Maker::Heap,
            Storage::Internal => Maker::Internal,
        };
        let site = match storage {
            Storage::Stack => self.state.frames.last().map(|frame| crate::memory::Site {
                procedure: ir::ProcedureId(frame.routine),
                edge: self.site_of(frame),
            }),
            Storage::Heap | Storage::Internal => self.user_site(),
        };
        if self.state.memory.wants_reclaim() {
            // Any register may hold a provenance; one that does not keeps a little too much.
            self.state
                .memory
                .reclaim(self.state.registers.iter().copied());
        }
        self.check_memory(0)?;
        let made = self.state.memory.allocate(size, align, maker, contents);
        let Ok(id) = made else {
            return Err(Box::new(Outcome::LimitReached(Limit::Memory)));
        };
        let mut address = 0;
        if let Some(object) = self.state.memory.object_mut(id) {
            object.made = site;
            address = object.base;
        }
        if storage == Storage::Stack {
            self.state.stack_objects.push(id);
        }
        Ok(Pointer {
            address,
            provenance: Provenance::Object(id),
        })
    }

    fn free(&mut self, address: Reg) -> Result<(), Ended> {
        let pointer = self.pointer(address);
        match self.freeable(pointer) {
            Ok(None) => Ok(()),
            Ok(Some(id)) => {
                let site = self.user_site();
                self.state.memory.end(id, Status::Freed, site);
                Ok(())
            }
            Err(kind) => self.failed(&Failure::Free { pointer, kind }),
        }
    }

    /// The object that freeing the pointer would free, or why it must not be.
    pub(super) fn freeable(&self, pointer: Pointer) -> Result<Option<ObjectId>, ClaimKind> {
        let Provenance::Object(id) = pointer.provenance else {
            return if pointer.address == 0 {
                Ok(None)
            } else {
                Err(ClaimKind::InvalidFree)
            };
        };
        let Some(object) = self.state.memory.object(id) else {
            return Err(ClaimKind::InvalidFree);
        };
        match object.maker {
            _ if object.status == Status::Freed => Err(ClaimKind::DoubleFree),
            Maker::Heap | Maker::Internal if object.base == pointer.address => Ok(Some(id)),
            _ => Err(ClaimKind::InvalidFree),
        }
    }

    fn protect(&mut self, local: LocalId) {
        if self.lacks_value(&Expr::Local(local)) {
            return;
        }
        let home = self.routine().homes[local.0 as usize];
        if let Provenance::Object(id) = self.pointer(home.slot).provenance {
            self.state.memory.protect(id);
        }
    }

    fn end_scope(&mut self, local: LocalId) {
        if self.lacks_value(&Expr::Local(local)) {
            return;
        }
        let home = self.routine().homes[local.0 as usize];
        let Provenance::Object(id) = self.pointer(home.slot).provenance else {
            return;
        };
        let first = self
            .state
            .frames
            .last()
            .map_or(0, |frame| frame.objects as usize);
        let own = self.state.stack_objects.get(first..).unwrap_or_default();
        if let Some(index) = own.iter().rposition(|object| *object == id) {
            self.state.stack_objects.remove(first + index);
            let site = self.user_site();
            self.state.memory.end(id, Status::Ended, site);
        }
    }

    fn measure(&mut self, dest: LocalId, measure: Measure, address: Reg) -> Result<(), Ended> {
        let pointer = self.pointer(address);
        let object = match pointer.provenance {
            Provenance::Object(id) => self.state.memory.object(id),
            Provenance::Null | Provenance::None => None,
        };
        let offset = pointer
            .address
            .wrapping_sub(object.map_or(0, |object| object.base));
        let live = object.filter(|object| !object.is_dead());
        let measured = match (measure, live) {
            (Measure::Offset, _) => offset,
            (Measure::Room, Some(object)) => object.size.checked_sub(offset).unwrap_or(u64::MAX),
            (Measure::Room, None) => u64::MAX,
            (Measure::Size, Some(object)) => object.size,
            (Measure::Size, None) => {
                // A live object would be wrong only outside of its bounds.
                self.access_range(pointer, 1, Mode::Read)?;
                0
            }
        };
        let width = self.interpreter.program.data_model.pointer_width();
        self.set_local(dest, Value::Bits(width.truncate(u128::from(measured))));
        Ok(())
    }

    fn output(&mut self, stream: Reg, from: Reg, size: Reg) -> Result<(), Ended> {
        let (pointer, size) = (self.pointer(from), self.register(size));
        self.access_range(pointer, size, Mode::Read)?;
        let bytes = self
            .state
            .memory
            .bytes(pointer.address, pointer.provenance.to_bits(), size);
        let stream = self.register(stream) as i32;
        self.environment.output(stream, &bytes);
        Ok(())
    }
}

/// What a copy is counted for before it is made: a small one is noticed soon enough after it.
fn bulk_cost(size: u64) -> u64 {
    if size > 1 << 24 { size } else { 0 }
}
