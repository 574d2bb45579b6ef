//! Instructions that could not be finished in the inner loop: pages that are not there yet or
//! shared, and everything that is wrong.

use super::{Ended, Machine};
use crate::code::{Ins, Reg};
use crate::memory::{Loaded, Mode};
use crate::outcome::Outcome;
use crate::violation::Failure;
use ir::{BinaryOp, Op, Width};

impl Machine<'_> {
    #[cold]
    pub(super) fn slow(&mut self, ins: Ins) -> Result<(), Ended> {
        match ins {
            Ins::AddChecked { shift, dst, a, b } => {
                let right = self.register(b);
                self.overflowed(BinaryOp::Add, shift, dst, a, right)
            }
            Ins::SubChecked { shift, dst, a, b } => {
                let right = self.register(b);
                self.overflowed(BinaryOp::Sub, shift, dst, a, right)
            }
            Ins::MulChecked { shift, dst, a, b } => {
                let right = self.register(b);
                self.overflowed(BinaryOp::Mul, shift, dst, a, right)
            }
            Ins::AddCheckedI { shift, dst, a, b } => {
                self.overflowed(BinaryOp::Add, shift, dst, a, i64::from(b) as u64)
            }
            Ins::SubCheckedI { shift, dst, a, b } => {
                self.overflowed(BinaryOp::Sub, shift, dst, a, i64::from(b) as u64)
            }
            Ins::MulCheckedI { shift, dst, a, b } => {
                self.overflowed(BinaryOp::Mul, shift, dst, a, i64::from(b) as u64)
            }
            Ins::Load1 {
                align,
                skip,
                dst,
                address,
                flag,
            } => self.load(address, 1, align, skip, dst, flag),
            Ins::Load2 {
                align,
                skip,
                dst,
                address,
                flag,
            } => self.load(address, 2, align, skip, dst, flag),
            Ins::Load4 {
                align,
                skip,
                dst,
                address,
                flag,
            } => self.load(address, 4, align, skip, dst, flag),
            Ins::Load8 {
                align,
                skip,
                dst,
                address,
                flag,
            } => self.load(address, 8, align, skip, dst, flag),
            Ins::LoadPointer {
                align,
                skip,
                dst,
                address,
                flag,
            } => self.load_pointer(address, align, skip, dst, flag),
            Ins::Store1 {
                align,
                address,
                src,
            } => self.store(address, 1, align, src),
            Ins::Store2 {
                align,
                address,
                src,
            } => self.store(address, 2, align, src),
            Ins::Store4 {
                align,
                address,
                src,
            } => self.store(address, 4, align, src),
            Ins::Store8 {
                align,
                address,
                src,
            } => self.store(address, 8, align, src),
            Ins::StorePointer {
                align,
                address,
                src,
            } => self.store_pointer(address, align, src),
            Ins::AccessI {
                write,
                align,
                address,
                size,
            } => {
                self.access(address, u64::from(size), align, mode(write))?;
                self.advance(1);
                Ok(())
            }
            Ins::Access {
                write,
                align,
                address,
                size,
            } => {
                let size = self.register(size);
                self.access(address, size, align, mode(write))?;
                self.advance(1);
                Ok(())
            }
            Ins::Operation { a, b, c } => self.operation([a, b, c]),
            Ins::Stuck => Err(self.stuck()),
            _ => Err(self.unsupported("an instruction out of place")),
        }
    }

    /// No edge can be taken: an assumption failed.
    fn stuck(&self) -> Ended {
        match self.edge().op {
            Op::Assume(_) => Box::new(Outcome::AssumptionFailed(self.position())),
            _ => self.unsupported("a location that nothing follows"),
        }
    }

    /// The check of an overflow failed; if nobody watches, the result is cut.
    fn overflowed(
        &mut self,
        op: BinaryOp,
        shift: u8,
        dst: Reg,
        a: Reg,
        right: u64,
    ) -> Result<(), Ended> {
        self.failed(&Failure::Condition)?;
        let width = Width::new(64 - u32::from(shift)).unwrap_or(Width::W64);
        let (left, right) = (
            u128::from(self.register(a)),
            width.truncate(u128::from(right)),
        );
        let value = crate::integer::binary(op, width, left, right) as u64;
        self.registers_mut()[dst as usize] = value;
        self.advance(1);
        Ok(())
    }

    /// Whether an access is fine, or is wrong in a way that nobody watches for and that does not
    /// prevent it.
    pub(super) fn access(
        &mut self,
        address: Reg,
        size: u64,
        align: u8,
        mode: Mode,
    ) -> Result<(), Ended> {
        let (at, object) = (self.register(address), self.register(address + 1));
        let align = 1 << align;
        match self.state.memory.classify(at, object, size, align, mode) {
            Ok(()) => Ok(()),
            Err(fault) => {
                let pointer = self.pointer(address);
                self.failed(&Failure::Access {
                    pointer,
                    size,
                    align,
                    mode,
                    fault,
                })
            }
        }
    }

    fn load(
        &mut self,
        address: Reg,
        size: u64,
        align: u8,
        skip: u8,
        dst: Reg,
        flag: Reg,
    ) -> Result<(), Ended> {
        self.access(address, size, align, Mode::Read)?;
        let (at, object) = (self.register(address), self.register(address + 1));
        let loaded = self.state.memory.read(at, object, size, None);
        let registers = self.registers_mut();
        match loaded {
            Loaded::Value(value) => {
                registers[dst as usize] = value as u64;
                registers[flag as usize] = 1;
                self.advance(1 + u32::from(skip));
            }
            Loaded::Uninitialised => {
                registers[dst as usize] = 0;
                registers[flag as usize] = 0;
                self.advance(1);
            }
        }
        Ok(())
    }

    fn load_pointer(
        &mut self,
        address: Reg,
        align: u8,
        skip: u8,
        dst: Reg,
        flag: Reg,
    ) -> Result<(), Ended> {
        let word = self.interpreter.program.data_model.pointer_bytes();
        self.access(address, word, align, Mode::Read)?;
        let (at, object) = (self.register(address), self.register(address + 1));
        let loaded = self.state.memory.read_pointer(at, object);
        let registers = self.registers_mut();
        let (target, provenance, has_value) = match loaded {
            Loaded::Value((target, provenance)) => (target, provenance, 1),
            Loaded::Uninitialised => (0, 0, 0),
        };
        registers[dst as usize] = target;
        registers[dst as usize + 1] = provenance;
        registers[flag as usize] = has_value;
        self.advance(if has_value == 1 {
            1 + u32::from(skip)
        } else {
            1
        });
        Ok(())
    }

    fn store(&mut self, address: Reg, size: u64, align: u8, src: Reg) -> Result<(), Ended> {
        self.access(address, size, align, Mode::Write)?;
        let (at, object) = (self.register(address), self.register(address + 1));
        let value = self.register(src);
        let memory = &mut self.state.memory;
        match size {
            1 => memory.write_bytes(at, object, (value as u8).to_le_bytes()),
            2 => memory.write_bytes(at, object, (value as u16).to_le_bytes()),
            4 => memory.write_bytes(at, object, (value as u32).to_le_bytes()),
            _ => memory.write_bytes(at, object, value.to_le_bytes()),
        }
        self.advance(1);
        Ok(())
    }

    fn store_pointer(&mut self, address: Reg, align: u8, src: Reg) -> Result<(), Ended> {
        let word = self.interpreter.program.data_model.pointer_bytes();
        self.access(address, word, align, Mode::Write)?;
        let (at, object) = (self.register(address), self.register(address + 1));
        let (target, provenance) = (self.register(src), self.register(src + 1));
        self.state
            .memory
            .write_pointer(at, object, target, provenance);
        self.advance(1);
        Ok(())
    }
}

fn mode(write: bool) -> Mode {
    if write { Mode::Write } else { Mode::Read }
}
