//! Arithmetic on integers of up to 64 bits; see [`crate::code`] for what `shift` is.

/// Cuts a value to the width that `shift` stands for.
#[inline(always)]
pub(crate) fn cut(shift: u8, value: u64) -> u64 {
    value << shift >> shift
}

#[inline(always)]
pub(crate) fn signed(shift: u8, value: u64) -> i64 {
    (value << shift) as i64 >> shift
}

/// A value moved to the top bits: numbers of one width compare there as 64-bit numbers do.
#[inline(always)]
pub(crate) fn signed_top(shift: u8, value: u64) -> i64 {
    (value << shift) as i64
}

#[inline(always)]
pub(crate) fn udiv(shift: u8, a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(cut(shift, u64::MAX))
}

#[inline(always)]
pub(crate) fn sdiv(shift: u8, a: u64, b: u64) -> u64 {
    match signed(shift, b) {
        0 if signed(shift, a) < 0 => 1,
        0 => cut(shift, u64::MAX),
        b => cut(shift, signed(shift, a).wrapping_div(b) as u64),
    }
}

#[inline(always)]
pub(crate) fn srem(shift: u8, a: u64, b: u64) -> u64 {
    match signed(shift, b) {
        0 => a,
        b => cut(shift, signed(shift, a).wrapping_rem(b) as u64),
    }
}

#[inline(always)]
pub(crate) fn shl(shift: u8, a: u64, b: u64) -> u64 {
    if b < 64 - u64::from(shift) {
        cut(shift, a << b)
    } else {
        0
    }
}

#[inline(always)]
pub(crate) fn lshr(a: u64, b: u64) -> u64 {
    if b < 64 { a >> b } else { 0 }
}

#[inline(always)]
pub(crate) fn ashr(shift: u8, a: u64, b: u64) -> u64 {
    cut(shift, (signed(shift, a) >> b.min(63)) as u64)
}

/// An immediate operand, as a register would hold it.
#[inline(always)]
pub(crate) fn wide(shift: u8, b: i32) -> u64 {
    cut(shift, i64::from(b) as u64)
}
