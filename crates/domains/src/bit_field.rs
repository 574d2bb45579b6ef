//! Bit-fields among the bytes that hold them.

use crate::value::{Init, Ints, Slot, Value};
use ir::{BinaryOp, CastOp, Scalar, Width};

/// The bits of a bit-field among the bytes that hold it, as an integer of its unit.
pub(crate) fn bit_field(bytes: &Slot, offset: u32, count: u32, unit: Width) -> Slot {
    let Value::Int(ints) = &bytes.value else {
        return Slot::unknown(Scalar::Int(unit));
    };
    let width = ints.width();
    let by = Ints::constant(width, u128::from(offset));
    let mask = Ints::constant(width, mask(count));
    let ints = Ints::binary(
        BinaryOp::And,
        &Ints::binary(BinaryOp::LShr, ints, &by),
        &mask,
    );
    Slot {
        value: Value::Int(resized(&ints, unit)),
        state: match bytes.state {
            Init::Yes => Init::Yes,
            Init::Maybe | Init::No => Init::Maybe,
        },
    }
}

/// The bytes that hold a bit-field, once it has taken a value.
pub(crate) fn with_bit_field(old: &Slot, new: &Slot, offset: u32, count: u32, wide: Width) -> Slot {
    let (Value::Int(old_bits), Value::Int(bits)) = (&old.value, &new.value) else {
        return Slot::unknown(Scalar::Int(wide));
    };
    let by = Ints::constant(wide, u128::from(offset));
    let field = Ints::constant(wide, mask(count));
    let bits = Ints::binary(BinaryOp::And, &resized(bits, wide), &field);
    let bits = Ints::binary(BinaryOp::Shl, &bits, &by);
    let others = Ints::constant(wide, wide.truncate(!(mask(count) << offset)));
    let kept = Ints::binary(BinaryOp::And, old_bits, &others);
    let is_whole = offset == 0 && count == wide.bits();
    let state = match (old.state, new.state) {
        (_, state) if is_whole => state,
        (Init::Yes, Init::Yes) => Init::Yes,
        _ => Init::Maybe,
    };
    let value = match old.state {
        Init::Yes => Ints::binary(BinaryOp::Or, &kept, &bits),
        // Bits that nobody wrote can be anything.
        Init::Maybe | Init::No if is_whole => bits,
        Init::Maybe | Init::No => Ints::top(wide),
    };
    Slot {
        value: Value::Int(value),
        state,
    }
}

fn mask(count: u32) -> u128 {
    match count {
        0 => 0,
        count => u128::MAX >> (128 - count.min(128)),
    }
}

fn resized(ints: &Ints, to: Width) -> Ints {
    match ints.width().bits().cmp(&to.bits()) {
        std::cmp::Ordering::Less => Ints::cast(CastOp::ZeroExtend, to, ints),
        std::cmp::Ordering::Equal => *ints,
        std::cmp::Ordering::Greater => Ints::cast(CastOp::Truncate, to, ints),
    }
}
