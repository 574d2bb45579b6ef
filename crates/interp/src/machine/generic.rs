//! Instructions on any type, and on pointers of either size.

use crate::code::{Parts, Reg, Routine};
use crate::memory::{Loaded, Memory, Mode};
use crate::{arithmetic, math};
use ir::{BinaryOp, CastOp, DataModel, OperatorClass, Scalar, UnaryOp};

/// Reads a pointer where that is quick.
#[inline(always)]
pub(super) fn load_pointer(
    memory: &Memory,
    model: DataModel,
    address: u64,
    object: u64,
) -> Option<Loaded<(u64, u64)>> {
    Some(match model {
        DataModel::Lp64 => match memory.load_pointer::<8>(address, object)? {
            Loaded::Value((bytes, target)) => Loaded::Value((u64::from_le_bytes(bytes), target)),
            Loaded::Uninitialised => Loaded::Uninitialised,
        },
        DataModel::Ilp32 => match memory.load_pointer::<4>(address, object)? {
            Loaded::Value((bytes, target)) => {
                Loaded::Value((u64::from(u32::from_le_bytes(bytes)), target))
            }
            Loaded::Uninitialised => Loaded::Uninitialised,
        },
    })
}

/// Writes a pointer where that is quick.
#[inline(always)]
pub(super) fn store_pointer(
    memory: &mut Memory,
    model: DataModel,
    address: u64,
    object: u64,
    target: u64,
    provenance: u64,
) -> Option<()> {
    match model {
        DataModel::Lp64 => memory.store_pointer(address, object, target.to_le_bytes(), provenance),
        DataModel::Ilp32 => {
            memory.store_pointer(address, object, (target as u32).to_le_bytes(), provenance)
        }
    }
}

pub(super) fn may_access(
    memory: &Memory,
    (address, object): (u64, u64),
    size: u64,
    align: u8,
    write: bool,
) -> bool {
    let mode = if write { Mode::Write } else { Mode::Read };
    memory
        .classify(address, object, size, 1 << align, mode)
        .is_ok()
}

fn read(registers: &[u64], scalar: Scalar, register: Reg) -> u128 {
    let low = u128::from(registers[register as usize]);
    match Parts::of(scalar) {
        Parts::Two if scalar != Scalar::Pointer => {
            u128::from(registers[register as usize + 1]) << 64 | low
        }
        _ => low,
    }
}

fn write(registers: &mut [u64], scalar: Scalar, register: Reg, value: u128) {
    registers[register as usize] = value as u64;
    if Parts::of(scalar) == Parts::Two {
        registers[register as usize + 1] = (value >> 64) as u64;
    }
}

#[inline(never)]
pub(super) fn unary(registers: &mut [u64], op: UnaryOp, scalar: Scalar, dst: Reg, a: Reg) {
    let value = arithmetic::unary(op, scalar, read(registers, scalar, a));
    let result = match op {
        UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => Scalar::BOOL,
        _ => scalar,
    };
    write(registers, result, dst, value);
}

#[inline(never)]
pub(super) fn binary(
    registers: &mut [u64],
    model: DataModel,
    op: BinaryOp,
    scalar: Scalar,
    dst: Reg,
    a: Reg,
    b: Reg,
) {
    let (x, y) = (read(registers, scalar, a), read(registers, scalar, b));
    let value = arithmetic::binary(op, scalar, model, x, y);
    let result = match op.class() {
        OperatorClass::Arithmetic | OperatorClass::FloatArithmetic => scalar,
        _ => Scalar::BOOL,
    };
    write(registers, result, dst, value);
}

#[inline(never)]
pub(super) fn cast(registers: &mut [u64], op: CastOp, from: Scalar, to: Scalar, dst: Reg, a: Reg) {
    let value = arithmetic::cast(op, from, to, read(registers, from, a));
    write(registers, to, dst, value);
}

#[inline(never)]
pub(super) fn math(registers: &mut [u64], routine: &Routine, dst: Reg, site: u32) {
    let Some(site) = routine.maths.get(site as usize) else {
        return;
    };
    let scalar = Scalar::Float(site.kind);
    let arguments: Vec<u128> = site
        .arguments
        .iter()
        .map(|register| read(registers, scalar, *register))
        .collect();
    let value = math::evaluate(site.function, site.kind, &arguments);
    write(registers, scalar, dst, value);
}
