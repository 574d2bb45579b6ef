//! The values an operation works on: integers of a width, floats of a format, pointers.

use std::fmt;

/// The number of bits of an integer, 1 to 128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Width(u8);

impl Width {
    /// One bit: the type of conditions.
    pub const W1: Width = Width(1);
    /// Eight bits.
    pub const W8: Width = Width(8);
    /// Sixteen bits.
    pub const W16: Width = Width(16);
    /// Thirty-two bits.
    pub const W32: Width = Width(32);
    /// Sixty-four bits.
    pub const W64: Width = Width(64);
    /// One hundred and twenty-eight bits.
    pub const W128: Width = Width(128);

    /// A width, if `bits` is between 1 and 128.
    pub const fn new(bits: u32) -> Option<Width> {
        if bits >= 1 && bits <= 128 {
            Some(Width(bits as u8))
        } else {
            None
        }
    }

    /// The number of bits.
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The number of bytes an integer of this width takes in memory.
    pub const fn bytes(self) -> u64 {
        (self.0 as u64).div_ceil(8)
    }

    /// The lowest `bits` bits set.
    pub const fn mask(self) -> u128 {
        u128::MAX >> (128 - self.0 as u32)
    }

    /// The bits of `value` that fit, as an unsigned number.
    pub const fn truncate(self, value: u128) -> u128 {
        value & self.mask()
    }

    /// The value of the low bits read as two's complement.
    pub const fn sign_extend(self, value: u128) -> i128 {
        let shift = 128 - self.0 as u32;
        ((value << shift) as i128) >> shift
    }

    /// The largest signed value.
    pub const fn signed_max(self) -> u128 {
        self.mask() >> 1
    }

    /// The bits of the smallest signed value.
    pub const fn signed_min(self) -> u128 {
        self.signed_max() + 1
    }
}

/// A floating format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatKind {
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// The x87 extended format, 80 bits.
    F80,
    /// IEEE binary128.
    F128,
}

impl FloatKind {
    /// The number of bits of the encoding.
    pub const fn bits(self) -> u32 {
        match self {
            FloatKind::F16 => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
        }
    }

    /// The bytes of a value itself; the type may be padded to more.
    pub const fn bytes(self) -> u64 {
        (self.bits() / 8) as u64
    }

    /// The number of bits of the significand, with the leading one that most formats do not store.
    pub const fn precision(self) -> u32 {
        match self {
            FloatKind::F16 => 11,
            FloatKind::F32 => 24,
            FloatKind::F64 => 53,
            FloatKind::F80 => 64,
            FloatKind::F128 => 113,
        }
    }
}

/// The type of a value. Integers have no sign: the operations on them do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// An integer.
    Int(Width),
    /// A float.
    Float(FloatKind),
    /// An address: an object and a byte offset, or null.
    Pointer,
}

impl Scalar {
    /// The type of conditions.
    pub const BOOL: Scalar = Scalar::Int(Width::W1);

    /// The width, of an integer.
    pub fn width(self) -> Option<Width> {
        match self {
            Scalar::Int(width) => Some(width),
            Scalar::Float(_) | Scalar::Pointer => None,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(width) => write!(f, "i{}", width.bits()),
            Scalar::Float(kind) => write!(f, "f{}", kind.bits()),
            Scalar::Pointer => f.write_str("ptr"),
        }
    }
}

/// A constant value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// An integer; the bits above the width are zero.
    Int(Width, u128),
    /// A float, by its encoding.
    Float(FloatKind, u128),
    /// The null pointer.
    Null,
}

impl Const {
    /// The condition that always holds.
    pub const TRUE: Const = Const::Int(Width::W1, 1);
    /// The condition that never holds.
    pub const FALSE: Const = Const::Int(Width::W1, 0);

    /// An integer constant from any value, cut to the width.
    pub fn int(width: Width, value: i128) -> Const {
        Const::Int(width, width.truncate(value as u128))
    }

    /// Its type.
    pub fn scalar(self) -> Scalar {
        match self {
            Const::Int(width, _) => Scalar::Int(width),
            Const::Float(kind, _) => Scalar::Float(kind),
            Const::Null => Scalar::Pointer,
        }
    }
}

impl fmt::Display for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Const::TRUE => f.write_str("true"),
            Const::FALSE => f.write_str("false"),
            Const::Int(width, bits) => {
                write!(f, "{}:i{}", width.sign_extend(bits), width.bits())
            }
            Const::Float(FloatKind::F32, bits) => {
                write!(f, "{:?}:f32", f32::from_bits(bits as u32))
            }
            Const::Float(FloatKind::F64, bits) => {
                write!(f, "{:?}:f64", f64::from_bits(bits as u64))
            }
            Const::Float(kind, bits) => write!(f, "{bits:#x}:f{}", kind.bits()),
            Const::Null => f.write_str("null"),
        }
    }
}
