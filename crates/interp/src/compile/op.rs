//! Operations.

use super::Compiler;
use crate::code::{Argument, CallSite, CallTarget, INITIALISED, Ins, Parts, Reg, SINK};
use ir::{Condition, EdgeId, Expr, Halt, LocalId, Location, Op, Place, Scalar, Source, Target};

impl Compiler<'_> {
    /// Compiles the only edge of a location, and perhaps some after it. Gives the location to go
    /// on at.
    pub(super) fn single(&mut self, id: EdgeId) -> Option<Location> {
        self.enter(id);
        let edge = &self.procedure[id];
        match &edge.op {
            Op::Skip => {}
            Op::Assign(dest, value) => self.assign(*dest, value),
            Op::Forget(local) => self.forget(*local),
            Op::Load { dest, place } => return Some(self.load(id, *dest, place, 1)),
            Op::Store { place, value } => self.store(place, value, 1),
            Op::Assume(condition) => {
                let holds = self.jump_if(condition, 0);
                self.emit(Ins::Stuck);
                self.land(holds);
            }
            Op::Check(check) => return Some(self.check(id, check)),
            Op::Call {
                dest,
                target,
                arguments,
            } => self.call(*dest, target, arguments),
            Op::Return(value) => {
                self.return_value(value.as_ref());
                return None;
            }
            Op::Copy { to, from, size } => self.operation([to, from, size]),
            Op::Fill { to, byte, size } => self.operation([to, byte, size]),
            Op::Output { stream, from, size } => self.operation([stream, from, size]),
            Op::Alloc { object, .. } => self.operation([&object.size]),
            Op::Measure { address, .. } => self.operation([address]),
            Op::Input { source, .. } | Op::InputString { source, .. } => self.input(source),
            Op::Free(address) => self.operation([address]),
            Op::EndScope(_) | Op::Protect(_) => self.operation([]),
            op if op.is_idle_call() => {}
            Op::Havoc { .. } | Op::Unsupported(_) | Op::Halt(Halt::Abort) => {
                self.count_now();
                self.operation([]);
                return None;
            }
            Op::Halt(Halt::Exit(status)) => {
                self.count_now();
                self.operation([status]);
                return None;
            }
        }
        Some(edge.to)
    }

    /// An operation that the machine executes from its description; operands are given in the
    /// order of its expressions.
    pub(super) fn operation<const N: usize>(&mut self, operands: [&Expr; N]) {
        let mut registers = [SINK; 3];
        for (register, operand) in registers.iter_mut().zip(operands) {
            *register = self.value(operand);
        }
        let [a, b, c] = registers;
        self.emit(Ins::Operation { a, b, c });
    }

    fn assign(&mut self, dest: LocalId, value: &Expr) {
        let home = self.home(dest);
        self.value_to(value, home.slot);
        match self.flag_of(value) {
            INITIALISED => self.set_flag(dest),
            flag => self.move_to(home.flag, flag, Parts::One),
        }
    }

    fn forget(&mut self, local: LocalId) {
        let home = self.home(local);
        for part in 0..home.parts.count() {
            self.emit(Ins::Const {
                dst: home.slot + part,
                value: 0,
            });
        }
        if home.flag != SINK {
            self.emit(Ins::Const {
                dst: home.flag,
                value: 0,
            });
        }
    }

    /// Remembers that a local has a value, where that is not known anyway.
    pub(super) fn set_flag(&mut self, local: LocalId) {
        let flag = self.home(local).flag;
        if flag != SINK && !self.definite.at(self.at, local) {
            self.emit(Ins::Const {
                dst: flag,
                value: 1,
            });
        }
    }

    /// The flag that a value carries along: that of a bare local, which may have none.
    pub(super) fn flag_of(&self, value: &Expr) -> Reg {
        match value {
            Expr::Local(local) if !self.definite.at(self.at, *local) => {
                match self.home(*local).flag {
                    SINK => INITIALISED,
                    flag => flag,
                }
            }
            _ => INITIALISED,
        }
    }

    fn input(&mut self, source: &Source) {
        let name = source
            .dynamic_name
            .as_ref()
            .map_or(SINK, |name| self.value(name));
        let index = source
            .index
            .as_ref()
            .map_or(SINK, |index| self.value(index));
        self.emit(Ins::Operation {
            a: name,
            b: index,
            c: SINK,
        });
    }

    fn call(&mut self, dest: Option<LocalId>, target: &Target, arguments: &[Expr]) {
        let target = match target {
            Target::Direct(id) => CallTarget::Direct(id.0),
            Target::Indirect(address) => CallTarget::Indirect(self.value(address)),
        };
        let arguments = arguments
            .iter()
            .map(|argument| Argument {
                src: self.value(argument),
                flag: self.flag_of(argument),
                scalar: argument.scalar(self),
            })
            .collect();
        let dest = dest.map(|dest| self.home(dest));
        let cost = self.take_cost();
        let site = self.routine.calls.len() as u32;
        self.routine.calls.push(CallSite {
            target,
            arguments,
            dest,
            cost,
        });
        self.emit(Ins::Call { site });
    }

    fn return_value(&mut self, value: Option<&Expr>) {
        let (src, flag, parts) = match value {
            Some(value) => {
                let parts = Parts::of(value.scalar(self)).count() as u8;
                (self.value(value), self.flag_of(value), parts)
            }
            None => (SINK, SINK, 0),
        };
        let cost = self.take_cost();
        self.emit(Ins::Return {
            parts,
            cost,
            src,
            flag,
        });
    }

    /// A load; a check right after it that there is a value costs nothing when there is.
    pub(super) fn load(
        &mut self,
        id: EdgeId,
        dest: LocalId,
        place: &Place,
        align: u64,
    ) -> Location {
        let home = self.home(dest);
        let checked = self
            .only_next(id)
            .filter(|next| match &self.procedure[*next].op {
                Op::Check(check) => check.condition == Condition::Initialised(dest),
                _ => false,
            });
        let Some(make) = fast_load(place) else {
            self.operation([&place.address]);
            return self.procedure[id].to;
        };
        let address = self.value(&place.address);
        let align = align.trailing_zeros() as u8;
        let Some(next) = checked else {
            self.emit(make(align, 0, home.slot, address, home.flag));
            return self.procedure[id].to;
        };
        let load = self.emit(make(align, 0, home.slot, address, home.flag));
        let before = self.here();
        self.enter(next);
        self.check_initialised(dest);
        let skip = (self.here() - before) as u8;
        self.routine.code[load] = make(align, skip, home.slot, address, home.flag);
        self.procedure[next].to
    }

    pub(super) fn check_initialised(&mut self, local: LocalId) {
        let flag = self.home(local).flag;
        if flag != SINK && !self.definite.at(self.at, local) {
            let fine = self.emit(Ins::IfTrue {
                cost: 0,
                a: flag,
                target: 0,
            });
            self.operation([]);
            self.land(fine);
        }
    }

    pub(super) fn store(&mut self, place: &Place, value: &Expr, align: u64) {
        let address = self.value(&place.address);
        let src = self.value(value);
        let slow = Ins::Operation {
            a: address,
            b: src,
            c: SINK,
        };
        let Some(make) = fast_store(place) else {
            self.emit(slow);
            return;
        };
        let fast = make(align.trailing_zeros() as u8, address, src);
        match self.flag_of(value) {
            INITIALISED => {
                self.emit(fast);
            }
            flag => {
                let has_value = self.emit(Ins::IfTrue {
                    cost: 0,
                    a: flag,
                    target: 0,
                });
                self.emit(slow);
                let done = self.emit(Ins::Jump { cost: 0, target: 0 });
                self.land(has_value);
                self.emit(fast);
                self.land(done);
            }
        }
    }
}

/// How many bytes a scalar has that the fast instructions load and store.
fn fast_bytes(scalar: Scalar) -> Option<u64> {
    let bytes = match scalar {
        Scalar::Int(width) if u64::from(width.bits()) == 8 * width.bytes() => width.bytes(),
        Scalar::Float(kind) => kind.bytes(),
        Scalar::Int(_) | Scalar::Pointer => return None,
    };
    matches!(bytes, 1 | 2 | 4 | 8).then_some(bytes)
}

type MakeLoad = fn(u8, u8, Reg, Reg, Reg) -> Ins;

fn fast_load(place: &Place) -> Option<MakeLoad> {
    if place.bits.is_some() {
        return None;
    }
    if place.scalar == Scalar::Pointer {
        return Some(|align, skip, dst, address, flag| Ins::LoadPointer {
            align,
            skip,
            dst,
            address,
            flag,
        });
    }
    Some(match fast_bytes(place.scalar)? {
        1 => |align, skip, dst, address, flag| Ins::Load1 {
            align,
            skip,
            dst,
            address,
            flag,
        },
        2 => |align, skip, dst, address, flag| Ins::Load2 {
            align,
            skip,
            dst,
            address,
            flag,
        },
        4 => |align, skip, dst, address, flag| Ins::Load4 {
            align,
            skip,
            dst,
            address,
            flag,
        },
        _ => |align, skip, dst, address, flag| Ins::Load8 {
            align,
            skip,
            dst,
            address,
            flag,
        },
    })
}

type MakeStore = fn(u8, Reg, Reg) -> Ins;

fn fast_store(place: &Place) -> Option<MakeStore> {
    if place.bits.is_some() {
        return None;
    }
    if place.scalar == Scalar::Pointer {
        return Some(|align, address, src| Ins::StorePointer {
            align,
            address,
            src,
        });
    }
    Some(match fast_bytes(place.scalar)? {
        1 => |align, address, src| Ins::Store1 {
            align,
            address,
            src,
        },
        2 => |align, address, src| Ins::Store2 {
            align,
            address,
            src,
        },
        4 => |align, address, src| Ins::Store4 {
            align,
            address,
            src,
        },
        _ => |align, address, src| Ins::Store8 {
            align,
            address,
            src,
        },
    })
}

/// Whether a load or store of the place is one instruction.
pub(super) fn is_fast(place: &Place) -> bool {
    fast_load(place).is_some()
}
