//! The inner loop: everything that needs no more than registers and pages that are there.

use super::generic;
use crate::code::{Ins, Reg, Routine};
use crate::float;
use crate::memory::{Loaded, Memory};
use crate::observe::Observer;
use crate::value::Provenance;
use crate::word::{ashr, cut, lshr, sdiv, shl, signed, signed_top, srem, udiv, wide};
use ir::DataModel;

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

impl Window<'_> {
    /// Runs until something else is needed; `pc` is then the instruction that needs it.
    pub(super) fn run<O: Observer>(&mut self, observer: &mut O) -> Stop {
        let routine = self.routine;
        let code = routine.code.as_slice();
        let (addresses, model, poll_at) = (self.addresses, self.model, self.poll_at);
        let registers = &mut *self.registers;
        let memory = &mut *self.memory;
        let (mut pc, mut steps) = (self.pc, self.steps);

        /// Leaves the loop at this instruction.
        macro_rules! stop {
            ($stop:expr) => {{
                (self.pc, self.steps) = (pc, steps);
                return $stop;
            }};
        }
        /// An operator on registers.
        macro_rules! three {
            ($dst:ident, $a:ident, $b:ident, |$x:ident, $y:ident| $value:expr) => {{
                let ($x, $y) = (get(registers, $a), get(registers, $b));
                set(registers, $dst, $value);
            }};
        }
        /// An operator on a register and an immediate operand.
        macro_rules! immediate {
            ($shift:ident, $dst:ident, $a:ident, $b:ident, |$x:ident, $y:ident| $value:expr) => {{
                let ($x, $y) = (get(registers, $a), wide($shift, $b));
                set(registers, $dst, $value);
            }};
        }
        /// Arithmetic that must not overflow.
        macro_rules! checked {
            ($ins:ident, $shift:ident, $dst:ident, $x:expr, $y:expr, $operation:ident) => {{
                // One operand at the top of its register: it overflows just when the width does.
                match $x.$operation($y) {
                    (value, false) => set(registers, $dst, value as u64 >> $shift),
                    (_, true) => stop!(Stop::Slow($ins)),
                }
            }};
        }
        macro_rules! branch {
            ($condition:expr, $cost:ident, $target:ident) => {{
                steps += u64::from($cost);
                let taken = $condition;
                observer.branch(pc, taken, $target);
                if taken {
                    pc = $target as usize;
                    continue;
                }
            }};
        }
        /// Whoever watches is told what is compared.
        macro_rules! compared {
            ($left:expr, $right:expr) => {
                if O::COMPARES {
                    observer.compare(pc, $left, $right);
                }
            };
        }
        /// Whoever watches is told where is written.
        macro_rules! written {
            ($to:expr, $size:expr) => {
                if O::ACCESSES {
                    observer.access(pc, memory, $to, $size);
                }
            };
        }
        macro_rules! load {
            ($ins:ident, $number:ident, $bytes:literal, $align:ident, $skip:ident, $dst:ident,
             $address:ident, $flag:ident) => {{
                let (address, object) = pair(registers, $address);
                if address & ((1 << $align) - 1) != 0 {
                    stop!(Stop::Slow($ins));
                }
                match memory.load::<$bytes>(address, object) {
                    Some(Loaded::Value(bytes)) => {
                        set(registers, $dst, u64::from($number::from_le_bytes(bytes)));
                        set(registers, $flag, 1);
                        pc += usize::from($skip);
                    }
                    Some(Loaded::Uninitialised) => {
                        set(registers, $dst, 0);
                        set(registers, $flag, 0);
                    }
                    None => stop!(Stop::Slow($ins)),
                }
            }};
        }
        macro_rules! store {
            ($ins:ident, $number:ident, $align:ident, $address:ident, $src:ident) => {{
                let (address, object) = pair(registers, $address);
                let value = get(registers, $src) as $number;
                written!((address, object), u64::from($number::BITS / 8));
                let aligned = address & ((1 << $align) - 1) == 0;
                if !aligned || memory.store(address, object, value.to_le_bytes()).is_none() {
                    stop!(Stop::Slow($ins));
                }
            }};
        }

        loop {
            let Some(&ins) = code.get(pc) else {
                stop!(Stop::End);
            };
            match ins {
                Ins::Const { dst, value } => set(registers, dst, value),
                Ins::Move { dst, src } => set(registers, dst, get(registers, src)),
                Ins::MovePair { dst, src } => {
                    let (first, second) = pair(registers, src);
                    set(registers, dst, first);
                    set(registers, dst + 1, second);
                }
                Ins::Object { dst, object } => {
                    let address = addresses[object as usize];
                    set(registers, dst, address);
                    let provenance = Provenance::Object(crate::ObjectId(object));
                    set(registers, dst + 1, provenance.to_bits());
                }
                Ins::Cut { shift, dst, a } => set(registers, dst, cut(shift, get(registers, a))),
                Ins::SignExtend { from, to, dst, a } => {
                    set(
                        registers,
                        dst,
                        cut(to, signed(from, get(registers, a)) as u64),
                    );
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
                Ins::Eq { dst, a, b } => {
                    compared!(get(registers, a), get(registers, b));
                    three!(dst, a, b, |x, y| u64::from(x == y));
                }
                Ins::Ne { dst, a, b } => {
                    compared!(get(registers, a), get(registers, b));
                    three!(dst, a, b, |x, y| u64::from(x != y));
                }
                Ins::ULt { dst, a, b } => {
                    compared!(get(registers, a), get(registers, b));
                    three!(dst, a, b, |x, y| u64::from(x < y));
                }
                Ins::ULe { dst, a, b } => {
                    compared!(get(registers, a), get(registers, b));
                    three!(dst, a, b, |x, y| u64::from(x <= y));
                }
                Ins::SLt { shift, dst, a, b } => {
                    compared!(get(registers, a), get(registers, b));
                    three!(dst, a, b, |x, y| {
                        u64::from(signed_top(shift, x) < signed_top(shift, y))
                    });
                }
                Ins::SLe { shift, dst, a, b } => {
                    compared!(get(registers, a), get(registers, b));
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
                        signed_top(shift, get(registers, a)),
                        signed_top(shift, get(registers, b)),
                    );
                    checked!(ins, shift, dst, x, y, overflowing_add);
                }
                Ins::SubChecked { shift, dst, a, b } => {
                    let (x, y) = (
                        signed_top(shift, get(registers, a)),
                        signed_top(shift, get(registers, b)),
                    );
                    checked!(ins, shift, dst, x, y, overflowing_sub);
                }
                Ins::MulChecked { shift, dst, a, b } => {
                    let (x, y) = (
                        signed(shift, get(registers, a)),
                        signed_top(shift, get(registers, b)),
                    );
                    checked!(ins, shift, dst, x, y, overflowing_mul);
                }
                Ins::AddCheckedI { shift, dst, a, b } => {
                    let (x, y) = (signed_top(shift, get(registers, a)), i64::from(b) << shift);
                    checked!(ins, shift, dst, x, y, overflowing_add);
                }
                Ins::SubCheckedI { shift, dst, a, b } => {
                    let (x, y) = (signed_top(shift, get(registers, a)), i64::from(b) << shift);
                    checked!(ins, shift, dst, x, y, overflowing_sub);
                }
                Ins::MulCheckedI { shift, dst, a, b } => {
                    let (x, y) = (signed_top(shift, get(registers, a)), i64::from(b));
                    checked!(ins, shift, dst, x, y, overflowing_mul);
                }

                Ins::IfEq { cost, a, b, target } => {
                    compared!(get(registers, a), get(registers, b));
                    branch!(get(registers, a) == get(registers, b), cost, target);
                }
                Ins::IfNe { cost, a, b, target } => {
                    compared!(get(registers, a), get(registers, b));
                    branch!(get(registers, a) != get(registers, b), cost, target);
                }
                Ins::IfULt { cost, a, b, target } => {
                    compared!(get(registers, a), get(registers, b));
                    branch!(get(registers, a) < get(registers, b), cost, target);
                }
                Ins::IfULe { cost, a, b, target } => {
                    compared!(get(registers, a), get(registers, b));
                    branch!(get(registers, a) <= get(registers, b), cost, target);
                }
                Ins::IfSLt {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), get(registers, b));
                    let (x, y) = (
                        signed_top(shift, get(registers, a)),
                        signed_top(shift, get(registers, b)),
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
                    compared!(get(registers, a), get(registers, b));
                    let (x, y) = (
                        signed_top(shift, get(registers, a)),
                        signed_top(shift, get(registers, b)),
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
                    compared!(get(registers, a), wide(shift, b));
                    branch!(get(registers, a) == wide(shift, b), cost, target);
                }
                Ins::IfNeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(get(registers, a) != wide(shift, b), cost, target);
                }
                Ins::IfULtI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(get(registers, a) < wide(shift, b), cost, target);
                }
                Ins::IfULeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(get(registers, a) <= wide(shift, b), cost, target);
                }
                Ins::IfUGtI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(get(registers, a) > wide(shift, b), cost, target);
                }
                Ins::IfUGeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(get(registers, a) >= wide(shift, b), cost, target);
                }
                Ins::IfSLtI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(
                        signed(shift, get(registers, a)) < i64::from(b),
                        cost,
                        target
                    );
                }
                Ins::IfSLeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(
                        signed(shift, get(registers, a)) <= i64::from(b),
                        cost,
                        target
                    );
                }
                Ins::IfSGtI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(
                        signed(shift, get(registers, a)) > i64::from(b),
                        cost,
                        target
                    );
                }
                Ins::IfSGeI {
                    shift,
                    cost,
                    a,
                    b,
                    target,
                } => {
                    compared!(get(registers, a), wide(shift, b));
                    branch!(
                        signed(shift, get(registers, a)) >= i64::from(b),
                        cost,
                        target
                    );
                }
                Ins::IfTrue { cost, a, target } => branch!(get(registers, a) != 0, cost, target),
                Ins::IfFalse { cost, a, target } => branch!(get(registers, a) == 0, cost, target),
                Ins::Jump { cost, target } => {
                    steps += u64::from(cost);
                    pc = target as usize;
                    continue;
                }
                Ins::Poll => {
                    if steps >= poll_at {
                        stop!(Stop::Poll);
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
                    let (from, object) = pair(registers, address);
                    if from & ((1 << align) - 1) != 0 {
                        stop!(Stop::Slow(ins));
                    }
                    match generic::load_pointer(memory, model, from, object) {
                        Some(Loaded::Value((target, provenance))) => {
                            set(registers, dst, target);
                            set(registers, dst + 1, provenance);
                            set(registers, flag, 1);
                            pc += usize::from(skip);
                        }
                        Some(Loaded::Uninitialised) => {
                            set(registers, dst, 0);
                            set(registers, dst + 1, 0);
                            set(registers, flag, 0);
                        }
                        None => stop!(Stop::Slow(ins)),
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
                    let (to, object) = pair(registers, address);
                    let (target, provenance) = pair(registers, src);
                    written!((to, object), model.pointer_bytes());
                    let aligned = to & ((1 << align) - 1) == 0;
                    if !aligned
                        || generic::store_pointer(memory, model, to, object, target, provenance)
                            .is_none()
                    {
                        stop!(Stop::Slow(ins));
                    }
                }
                Ins::AccessI {
                    write,
                    align,
                    address,
                    size,
                } => {
                    if write {
                        written!(pair(registers, address), u64::from(size));
                    }
                    if !generic::may_access(
                        memory,
                        pair(registers, address),
                        u64::from(size),
                        align,
                        write,
                    ) {
                        stop!(Stop::Slow(ins));
                    }
                }
                Ins::Access {
                    write,
                    align,
                    address,
                    size,
                } => {
                    if write {
                        written!(pair(registers, address), get(registers, size));
                    }
                    if !generic::may_access(
                        memory,
                        pair(registers, address),
                        get(registers, size),
                        align,
                        write,
                    ) {
                        stop!(Stop::Slow(ins));
                    }
                }

                Ins::OffsetI { dst, address, by } => {
                    offset(registers, model, dst, address, i64::from(by) as u64);
                }
                Ins::Offset { dst, address, by } => {
                    offset(registers, model, dst, address, get(registers, by))
                }
                Ins::OffsetScaled {
                    shift,
                    scale,
                    dst,
                    address,
                    index,
                } => {
                    let index = signed(shift, get(registers, index)) as u64;
                    offset(
                        registers,
                        model,
                        dst,
                        address,
                        index.wrapping_mul(u64::from(scale)),
                    );
                }
                Ins::Find { dst, a } => {
                    let address = get(registers, a);
                    set(registers, dst, address);
                    set(registers, dst + 1, memory.find(address));
                }

                Ins::Float64 { op, dst, a, b } => {
                    three!(dst, a, b, |x, y| float::binary_f64(op, x, y));
                }
                Ins::Unary { op, scalar, dst, a } => generic::unary(registers, op, scalar, dst, a),
                Ins::Binary {
                    op,
                    scalar,
                    dst,
                    a,
                    b,
                } => generic::binary(registers, model, op, scalar, dst, a, b),
                Ins::Cast {
                    op,
                    from,
                    to,
                    dst,
                    a,
                } => generic::cast(registers, op, from, to, dst, a),
                Ins::Math { dst, site } => generic::math(registers, routine, dst, site),

                Ins::Call { site } => stop!(Stop::Call(site)),
                Ins::Return {
                    parts,
                    cost,
                    src,
                    flag,
                } => {
                    steps += u64::from(cost);
                    stop!(Stop::Return(parts, src, flag));
                }
                Ins::Operation { .. } | Ins::Stuck => stop!(Stop::Slow(ins)),
            }
            pc += 1;
        }
    }
}

#[inline(always)]
fn get(registers: &[u64], register: Reg) -> u64 {
    registers[register as usize]
}

#[inline(always)]
fn set(registers: &mut [u64], register: Reg, value: u64) {
    registers[register as usize] = value;
}

/// A pointer: its address and its provenance.
#[inline(always)]
fn pair(registers: &[u64], register: Reg) -> (u64, u64) {
    (get(registers, register), get(registers, register + 1))
}

#[inline(always)]
fn offset(registers: &mut [u64], model: DataModel, dst: Reg, address: Reg, by: u64) {
    let (from, object) = pair(registers, address);
    let to = from.wrapping_add(by);
    let to = match model {
        DataModel::Lp64 => to,
        DataModel::Ilp32 => to & 0xffff_ffff,
    };
    set(registers, dst, to);
    set(registers, dst + 1, object);
}
