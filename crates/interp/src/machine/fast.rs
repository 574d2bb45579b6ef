//! The inner loop: everything that needs no more than registers and pages that are there.

use crate::code::{Ins, Parts, Reg, Routine};
use crate::memory::{Loaded, Memory, Mode};
use crate::value::Provenance;
use crate::{arithmetic, float, math};
use ir::{BinaryOp, CastOp, DataModel, Scalar, UnaryOp};

/// What a frame is run with.
pub(super) struct Window<'a> {
    pub(super) routine: &'a Routine,
    pub(super) registers: &'a mut [u64],
    pub(super) memory: &'a mut Memory,
    /// The addresses of the objects that exist from the start.
    pub(super) addresses: &'a [u64],
    pub(super) model: DataModel,
    pub(super) pc: usize,
    pub(super) steps: u64,
    /// When to look at the limits.
    pub(super) poll_at: u64,
}

/// Why the inner loop ended.
pub(super) enum Stop {
    /// The instruction at `pc` needs more than registers.
    Slow(Ins),
    /// It is time to look at the limits.
    Poll,
    Call(u32),
    /// How many registers the value has, the first of them, and the flag.
    Return(u8, Reg, Reg),
    /// There is no instruction: the code ends with one that leaves, so this is not reached.
    End,
}

/// Cuts a value to the width that `shift` stands for.
#[inline(always)]
fn cut(shift: u8, value: u64) -> u64 {
    value << shift >> shift
}

#[inline(always)]
fn signed(shift: u8, value: u64) -> i64 {
    (value << shift) as i64 >> shift
}

/// A value moved to the top bits: numbers of one width compare there as 64-bit numbers do.
#[inline(always)]
fn signed_top(shift: u8, value: u64) -> i64 {
    (value << shift) as i64
}

#[inline(always)]
fn udiv(shift: u8, a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(cut(shift, u64::MAX))
}

#[inline(always)]
fn sdiv(shift: u8, a: u64, b: u64) -> u64 {
    match signed(shift, b) {
        0 if signed(shift, a) < 0 => 1,
        0 => cut(shift, u64::MAX),
        b => cut(shift, signed(shift, a).wrapping_div(b) as u64),
    }
}

#[inline(always)]
fn srem(shift: u8, a: u64, b: u64) -> u64 {
    match signed(shift, b) {
        0 => a,
        b => cut(shift, signed(shift, a).wrapping_rem(b) as u64),
    }
}

#[inline(always)]
fn shl(shift: u8, a: u64, b: u64) -> u64 {
    if b < 64 - u64::from(shift) {
        cut(shift, a << b)
    } else {
        0
    }
}

#[inline(always)]
fn lshr(a: u64, b: u64) -> u64 {
    if b < 64 { a >> b } else { 0 }
}

#[inline(always)]
fn ashr(shift: u8, a: u64, b: u64) -> u64 {
    cut(shift, (signed(shift, a) >> b.min(63)) as u64)
}

/// An immediate operand, as a register would hold it.
#[inline(always)]
fn wide(shift: u8, b: i32) -> u64 {
    cut(shift, i64::from(b) as u64)
}

impl Window<'_> {
    #[inline(always)]
    fn get(&self, register: Reg) -> u64 {
        self.registers[register as usize]
    }

    #[inline(always)]
    fn set(&mut self, register: Reg, value: u64) {
        self.registers[register as usize] = value;
    }

    /// Runs until something else is needed; `pc` is then the instruction that needs it.
    pub(super) fn run(&mut self) -> Stop {
        /// An operator on registers.
        macro_rules! three {
            ($dst:ident, $a:ident, $b:ident, |$x:ident, $y:ident| $value:expr) => {{
                let ($x, $y) = (self.get($a), self.get($b));
                self.set($dst, $value);
            }};
        }
        /// An operator on a register and an immediate operand.
        macro_rules! immediate {
            ($shift:ident, $dst:ident, $a:ident, $b:ident, |$x:ident, $y:ident| $value:expr) => {{
                let ($x, $y) = (self.get($a), wide($shift, $b));
                self.set($dst, $value);
            }};
        }
        /// Arithmetic that must not overflow.
        macro_rules! checked {
            ($ins:ident, $shift:ident, $dst:ident, $x:expr, $y:expr, $operation:ident) => {{
                // One operand at the top of its register: it overflows just when the width does.
                match $x.$operation($y) {
                    (value, false) => self.set($dst, value as u64 >> $shift),
                    (_, true) => return Stop::Slow($ins),
                }
            }};
        }
        macro_rules! branch {
            ($condition:expr, $cost:ident, $target:ident) => {{
                self.steps += u64::from($cost);
                if $condition {
                    self.pc = $target as usize;
                    continue;
                }
            }};
        }
        macro_rules! load {
            ($ins:ident, $number:ident, $bytes:literal, $align:ident, $skip:ident, $dst:ident,
             $address:ident, $flag:ident) => {{
                let (address, object) = (self.get($address), self.get($address + 1));
                if address & ((1 << $align) - 1) != 0 {
                    return Stop::Slow($ins);
                }
                match self.memory.load::<$bytes>(address, object) {
                    Some(Loaded::Value(bytes)) => {
                        self.set($dst, u64::from($number::from_le_bytes(bytes)));
                        self.set($flag, 1);
                        self.pc += usize::from($skip);
                    }
                    Some(Loaded::Uninitialised) => {
                        self.set($dst, 0);
                        self.set($flag, 0);
                    }
                    None => return Stop::Slow($ins),
                }
            }};
        }
        macro_rules! store {
            ($ins:ident, $number:ident, $align:ident, $address:ident, $src:ident) => {{
                let (address, object) = (self.get($address), self.get($address + 1));
                let value = self.get($src) as $number;
                let aligned = address & ((1 << $align) - 1) == 0;
                if !aligned
                    || self
                        .memory
                        .store(address, object, value.to_le_bytes())
                        .is_none()
                {
                    return Stop::Slow($ins);
                }
            }};
        }

        loop {
            let Some(&ins) = self.routine.code.get(self.pc) else {
                return Stop::End;
            };
            match ins {
                Ins::Const { dst, value } => self.set(dst, value),
                Ins::Move { dst, src } => self.set(dst, self.get(src)),
                Ins::MovePair { dst, src } => {
                    let (first, second) = (self.get(src), self.get(src + 1));
                    self.set(dst, first);
                    self.set(dst + 1, second);
                }
                Ins::Object { dst, object } => {
                    let address = self.addresses[object as usize];
                    self.set(dst, address);
                    let provenance = Provenance::Object(crate::ObjectId(object));
                    self.set(dst + 1, provenance.to_bits());
                }
                Ins::Cut { shift, dst, a } => self.set(dst, cut(shift, self.get(a))),
                Ins::SignExtend { from, to, dst, a } => {
                    self.set(dst, cut(to, signed(from, self.get(a)) as u64));
                }

                Ins::Add { shift, dst, a, b } => {
                    three!(dst, a, b, |x, y| cut(shift, x.wrapping_add(y)));
                }
                Ins::Sub { shift, dst, a, b } => {
                    three!(dst, a, b, |x, y| cut(shift, x.wrapping_sub(y)));
                }
                Ins::Mul { shift, dst, a, b } => {
                    three!(dst, a, b, |x, y| cut(shift, x.wrapping_mul(y)));
                }
                Ins::UDiv { shift, dst, a, b } => three!(dst, a, b, |x, y| udiv(shift, x, y)),
                Ins::SDiv { shift, dst, a, b } => three!(dst, a, b, |x, y| sdiv(shift, x, y)),
                Ins::URem { dst, a, b } => {
                    three!(dst, a, b, |x, y| x.checked_rem(y).unwrap_or(x));
                }
                Ins::SRem { shift, dst, a, b } => three!(dst, a, b, |x, y| srem(shift, x, y)),
                Ins::And { dst, a, b } => three!(dst, a, b, |x, y| x & y),
                Ins::Or { dst, a, b } => three!(dst, a, b, |x, y| x | y),
                Ins::Xor { dst, a, b } => three!(dst, a, b, |x, y| x ^ y),
                Ins::Shl { shift, dst, a, b } => three!(dst, a, b, |x, y| shl(shift, x, y)),
                Ins::LShr { dst, a, b } => three!(dst, a, b, |x, y| lshr(x, y)),
                Ins::AShr { shift, dst, a, b } => three!(dst, a, b, |x, y| ashr(shift, x, y)),
                Ins::Eq { dst, a, b } => three!(dst, a, b, |x, y| u64::from(x == y)),
                Ins::Ne { dst, a, b } => three!(dst, a, b, |x, y| u64::from(x != y)),
                Ins::ULt { dst, a, b } => three!(dst, a, b, |x, y| u64::from(x < y)),
                Ins::ULe { dst, a, b } => three!(dst, a, b, |x, y| u64::from(x <= y)),
                Ins::SLt { shift, dst, a, b } => {
                    three!(dst, a, b, |x, y| {
                        u64::from(signed_top(shift, x) < signed_top(shift, y))
                    });
                }
                Ins::SLe { shift, dst, a, b } => {
                    three!(dst, a, b, |x, y| {
                        u64::from(signed_top(shift, x) <= signed_top(shift, y))
                    });
                }
                Ins::AddI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| cut(shift, x.wrapping_add(y)));
                }
                Ins::MulI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| cut(shift, x.wrapping_mul(y)));
                }
                Ins::UDivI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| udiv(shift, x, y));
                }
                Ins::SDivI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| sdiv(shift, x, y));
                }
                Ins::URemI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| x.checked_rem(y).unwrap_or(x));
                }
                Ins::SRemI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| srem(shift, x, y));
                }
                Ins::AndI { shift, dst, a, b } => immediate!(shift, dst, a, b, |x, y| x & y),
                Ins::OrI { shift, dst, a, b } => immediate!(shift, dst, a, b, |x, y| x | y),
                Ins::XorI { shift, dst, a, b } => immediate!(shift, dst, a, b, |x, y| x ^ y),
                Ins::ShlI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| shl(shift, x, y));
                }
                Ins::LShrI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| lshr(x, y));
                }
                Ins::AShrI { shift, dst, a, b } => {
                    immediate!(shift, dst, a, b, |x, y| ashr(shift, x, y));
                }

                Ins::AddChecked { shift, dst, a, b } => {
                    let (x, y) = (
                        signed_top(shift, self.get(a)),
                        signed_top(shift, self.get(b)),
                    );
                    checked!(ins, shift, dst, x, y, overflowing_add);
                }
                Ins::SubChecked { shift, dst, a, b } => {
                    let (x, y) = (
                        signed_top(shift, self.get(a)),
                        signed_top(shift, self.get(b)),
                    );
                    checked!(ins, shift, dst, x, y, overflowing_sub);
                }
                Ins::MulChecked { shift, dst, a, b } => {
                    let (x, y) = (signed(shift, self.get(a)), signed_top(shift, self.get(b)));
                    checked!(ins, shift, dst, x, y, overflowing_mul);
                }
                Ins::AddCheckedI { shift, dst, a, b } => {
                    let (x, y) = (signed_top(shift, self.get(a)), i64::from(b) << shift);
                    checked!(ins, shift, dst, x, y, overflowing_add);
                }
                Ins::SubCheckedI { shift, dst, a, b } => {
                    let (x, y) = (signed_top(shift, self.get(a)), i64::from(b) << shift);
                    checked!(ins, shift, dst, x, y, overflowing_sub);
                }
                Ins::MulCheckedI { shift, dst, a, b } => {
                    let (x, y) = (signed_top(shift, self.get(a)), i64::from(b));
                    checked!(ins, shift, dst, x, y, overflowing_mul);
                }

                Ins::IfEq { cost, a, b, target } => {
                    branch!(self.get(a) == self.get(b), cost, target);
                }
                Ins::IfNe { cost, a, b, target } => {
                    branch!(self.get(a) != self.get(b), cost, target);
                }
                Ins::IfULt { cost, a, b, target } => {
                    branch!(self.get(a) < self.get(b), cost, target);
                }
                Ins::IfULe { cost, a, b, target } => {
                    branch!(self.get(a) <= self.get(b), cost, target);
                }
                Ins::IfSLt {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    let (x, y) = (
                        signed_top(shift, self.get(a)),
                        signed_top(shift, self.get(b)),
                    );
                    branch!(x < y, cost, target);
                }
                Ins::IfSLe {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    let (x, y) = (
                        signed_top(shift, self.get(a)),
                        signed_top(shift, self.get(b)),
                    );
                    branch!(x <= y, cost, target);
                }
                Ins::IfEqI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(self.get(a) == wide(shift, b), cost, target);
                }
                Ins::IfNeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(self.get(a) != wide(shift, b), cost, target);
                }
                Ins::IfULtI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(self.get(a) < wide(shift, b), cost, target);
                }
                Ins::IfULeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(self.get(a) <= wide(shift, b), cost, target);
                }
                Ins::IfUGtI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(self.get(a) > wide(shift, b), cost, target);
                }
                Ins::IfUGeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(self.get(a) >= wide(shift, b), cost, target);
                }
                Ins::IfSLtI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(signed(shift, self.get(a)) < i64::from(b), cost, target);
                }
                Ins::IfSLeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(signed(shift, self.get(a)) <= i64::from(b), cost, target);
                }
                Ins::IfSGtI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(signed(shift, self.get(a)) > i64::from(b), cost, target);
                }
                Ins::IfSGeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    branch!(signed(shift, self.get(a)) >= i64::from(b), cost, target);
                }
                Ins::IfTrue { cost, a, target } => branch!(self.get(a) != 0, cost, target),
                Ins::IfFalse { cost, a, target } => branch!(self.get(a) == 0, cost, target),
                Ins::Jump { cost, target } => branch!(true, cost, target),
                Ins::Poll => {
                    if self.steps >= self.poll_at {
                        return Stop::Poll;
                    }
                }

                Ins::Load1 {
                    align,
                    skip,
                    dst,
                    address,
                    flag,
                } => {
                    load!(ins, u8, 1, align, skip, dst, address, flag);
                }
                Ins::Load2 {
                    align,
                    skip,
                    dst,
                    address,
                    flag,
                } => {
                    load!(ins, u16, 2, align, skip, dst, address, flag);
                }
                Ins::Load4 {
                    align,
                    skip,
                    dst,
                    address,
                    flag,
                } => {
                    load!(ins, u32, 4, align, skip, dst, address, flag);
                }
                Ins::Load8 {
                    align,
                    skip,
                    dst,
                    address,
                    flag,
                } => {
                    load!(ins, u64, 8, align, skip, dst, address, flag);
                }
                Ins::LoadPointer {
                    align,
                    skip,
                    dst,
                    address,
                    flag,
                } => {
                    let (from, object) = (self.get(address), self.get(address + 1));
                    if from & ((1 << align) - 1) != 0 {
                        return Stop::Slow(ins);
                    }
                    match self.load_pointer(from, object) {
                        Some(Loaded::Value((target, provenance))) => {
                            self.set(dst, target);
                            self.set(dst + 1, provenance);
                            self.set(flag, 1);
                            self.pc += usize::from(skip);
                        }
                        Some(Loaded::Uninitialised) => {
                            self.set(dst, 0);
                            self.set(dst + 1, 0);
                            self.set(flag, 0);
                        }
                        None => return Stop::Slow(ins),
                    }
                }
                Ins::Store1 {
                    align,
                    address,
                    src,
                } => store!(ins, u8, align, address, src),
                Ins::Store2 {
                    align,
                    address,
                    src,
                } => store!(ins, u16, align, address, src),
                Ins::Store4 {
                    align,
                    address,
                    src,
                } => store!(ins, u32, align, address, src),
                Ins::Store8 {
                    align,
                    address,
                    src,
                } => store!(ins, u64, align, address, src),
                Ins::StorePointer {
                    align,
                    address,
                    src,
                } => {
                    let (to, object) = (self.get(address), self.get(address + 1));
                    let (target, provenance) = (self.get(src), self.get(src + 1));
                    let aligned = to & ((1 << align) - 1) == 0;
                    if !aligned || self.store_pointer(to, object, target, provenance).is_none() {
                        return Stop::Slow(ins);
                    }
                }
                Ins::AccessI {
                    write,
                    align,
                    address,
                    size,
                } => {
                    if !self.may_access(address, u64::from(size), align, write) {
                        return Stop::Slow(ins);
                    }
                }
                Ins::Access {
                    write,
                    align,
                    address,
                    size,
                } => {
                    if !self.may_access(address, self.get(size), align, write) {
                        return Stop::Slow(ins);
                    }
                }

                Ins::OffsetI { dst, address, by } => {
                    self.offset(dst, address, i64::from(by) as u64);
                }
                Ins::Offset { dst, address, by } => self.offset(dst, address, self.get(by)),
                Ins::OffsetScaled {
                    shift,
                    scale,
                    dst,
                    address,
                    index,
                } => {
                    let index = signed(shift, self.get(index)) as u64;
                    self.offset(dst, address, index.wrapping_mul(u64::from(scale)));
                }
                Ins::Find { dst, a } => {
                    let address = self.get(a);
                    self.set(dst, address);
                    self.set(dst + 1, self.memory.find(address));
                }

                Ins::Float64 { op, dst, a, b } => {
                    three!(dst, a, b, |x, y| float::binary_f64(op, x, y));
                }
                Ins::Unary { op, scalar, dst, a } => self.unary(op, scalar, dst, a),
                Ins::Binary {
                    op,
                    scalar,
                    dst,
                    a,
                    b,
                } => self.binary(op, scalar, dst, a, b),
                Ins::Cast {
                    op,
                    from,
                    to,
                    dst,
                    a,
                } => self.cast(op, from, to, dst, a),
                Ins::Math { dst, site } => self.math(dst, site),

                Ins::Call { site } => return Stop::Call(site),
                Ins::Return {
                    parts,
                    cost,
                    src,
                    flag,
                } => {
                    self.steps += u64::from(cost);
                    return Stop::Return(parts, src, flag);
                }
                Ins::Operation { .. } | Ins::Stuck => return Stop::Slow(ins),
            }
            self.pc += 1;
        }
    }

    #[inline(always)]
    fn offset(&mut self, dst: Reg, address: Reg, by: u64) {
        let (from, object) = (self.get(address), self.get(address + 1));
        let to = from.wrapping_add(by);
        self.set(
            dst,
            match self.model {
                DataModel::Lp64 => to,
                DataModel::Ilp32 => to & 0xffff_ffff,
            },
        );
        self.set(dst + 1, object);
    }

    #[inline(always)]
    fn load_pointer(&self, address: u64, object: u64) -> Option<Loaded<(u64, u64)>> {
        Some(match self.model {
            DataModel::Lp64 => match self.memory.load_pointer::<8>(address, object)? {
                Loaded::Value((bytes, target)) => {
                    Loaded::Value((u64::from_le_bytes(bytes), target))
                }
                Loaded::Uninitialised => Loaded::Uninitialised,
            },
            DataModel::Ilp32 => match self.memory.load_pointer::<4>(address, object)? {
                Loaded::Value((bytes, target)) => {
                    Loaded::Value((u64::from(u32::from_le_bytes(bytes)), target))
                }
                Loaded::Uninitialised => Loaded::Uninitialised,
            },
        })
    }

    #[inline(always)]
    fn store_pointer(
        &mut self,
        address: u64,
        object: u64,
        target: u64,
        provenance: u64,
    ) -> Option<()> {
        match self.model {
            DataModel::Lp64 => {
                self.memory
                    .store_pointer(address, object, target.to_le_bytes(), provenance)
            }
            DataModel::Ilp32 => {
                let bytes = (target as u32).to_le_bytes();
                self.memory
                    .store_pointer(address, object, bytes, provenance)
            }
        }
    }

    fn may_access(&self, address: Reg, size: u64, align: u8, write: bool) -> bool {
        let mode = if write { Mode::Write } else { Mode::Read };
        let (address, object) = (self.get(address), self.get(address + 1));
        self.memory
            .classify(address, object, size, 1 << align, mode)
            .is_ok()
    }

    fn read(&self, scalar: Scalar, register: Reg) -> u128 {
        let low = u128::from(self.get(register));
        match Parts::of(scalar) {
            Parts::Two if scalar != Scalar::Pointer => {
                u128::from(self.get(register + 1)) << 64 | low
            }
            _ => low,
        }
    }

    fn write(&mut self, scalar: Scalar, register: Reg, value: u128) {
        self.set(register, value as u64);
        if Parts::of(scalar) == Parts::Two {
            self.set(register + 1, (value >> 64) as u64);
        }
    }

    #[inline(never)]
    fn unary(&mut self, op: UnaryOp, scalar: Scalar, dst: Reg, a: Reg) {
        let value = arithmetic::unary(op, scalar, self.read(scalar, a));
        let result = match op {
            UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => Scalar::BOOL,
            _ => scalar,
        };
        self.write(result, dst, value);
    }

    #[inline(never)]
    fn binary(&mut self, op: BinaryOp, scalar: Scalar, dst: Reg, a: Reg, b: Reg) {
        let (x, y) = (self.read(scalar, a), self.read(scalar, b));
        let value = arithmetic::binary(op, scalar, self.model, x, y);
        let result = match op.class() {
            ir::OperatorClass::Arithmetic | ir::OperatorClass::FloatArithmetic => scalar,
            _ => Scalar::BOOL,
        };
        self.write(result, dst, value);
    }

    #[inline(never)]
    fn cast(&mut self, op: CastOp, from: Scalar, to: Scalar, dst: Reg, a: Reg) {
        let value = arithmetic::cast(op, from, to, self.read(from, a));
        self.write(to, dst, value);
    }

    #[inline(never)]
    fn math(&mut self, dst: Reg, site: u32) {
        let Some(site) = self.routine.maths.get(site as usize) else {
            return;
        };
        let scalar = Scalar::Float(site.kind);
        let arguments: Vec<u128> = site
            .arguments
            .iter()
            .map(|register| self.read(scalar, *register))
            .collect();
        let value = math::evaluate(site.function, site.kind, &arguments);
        self.write(scalar, dst, value);
    }
}
