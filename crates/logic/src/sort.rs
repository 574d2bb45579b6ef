//! Sorts: what kind of value a term has.

use std::fmt;

/// The widest bit-vector that can be built.
pub const MAX_WIDTH: u32 = 1 << 16;

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of the given width, at least 1.
    Bv(u32),
    /// IEEE 754 rounding modes.
    RoundingMode,
    /// IEEE 754 floats with a single NaN.
    Float(FloatFormat),
    /// Arrays from bit-vectors to bit-vectors.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
}

impl Sort {
    /// How many bits a value of this sort takes; none for arrays.
    #[must_use]
    pub fn bits(self) -> Option<u32> {
        match self {
            Sort::Bool => Some(1),
            Sort::Bv(width) => Some(width),
            Sort::RoundingMode => Some(RoundingMode::BITS),
            Sort::Float(format) => Some(format.width()),
            Sort::Array { .. } => None,
        }
    }

    /// The width, of a bit-vector sort.
    #[must_use]
    pub fn bv_width(self) -> Option<u32> {
        match self {
            Sort::Bv(width) => Some(width),
            _ => None,
        }
    }
}

impl fmt::Display for Sort {
    /// As SMT-LIB writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::Bv(width) => write!(f, "(_ BitVec {width})"),
            Sort::RoundingMode => write!(f, "RoundingMode"),
            Sort::Float(format) => write!(f, "{format}"),
            Sort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
        }
    }
}

/// A binary floating-point format.
///
/// Only formats that can be evaluated exactly exist; see [`FloatFormat::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FloatFormat {
    exponent: u8,
    significand: u8,
}

impl FloatFormat {
    /// An 8-bit format, small enough for exhaustive checks.
    pub const MINI: Self = Self::of(4, 4);
    /// IEEE binary16.
    pub const HALF: Self = Self::of(5, 11);
    /// The upper half of binary32.
    pub const BFLOAT: Self = Self::of(8, 8);
    /// IEEE binary32.
    pub const SINGLE: Self = Self::of(8, 24);
    /// IEEE binary64.
    pub const DOUBLE: Self = Self::of(11, 53);
    /// The x87 extended format, without its explicit integer bit: 79 bits.
    pub const EXTENDED: Self = Self::of(15, 64);
    /// IEEE binary128.
    pub const QUAD: Self = Self::of(15, 113);

    /// Every format there is.
    pub const ALL: [Self; 7] = [
        Self::MINI,
        Self::HALF,
        Self::BFLOAT,
        Self::SINGLE,
        Self::DOUBLE,
        Self::EXTENDED,
        Self::QUAD,
    ];

    const fn of(exponent: u8, significand: u8) -> Self {
        Self {
            exponent,
            significand,
        }
    }

    /// The format with that many exponent and significand bits, the hidden one
    /// included, if it is one of [`FloatFormat::ALL`].
    #[must_use]
    pub fn new(exponent: u32, significand: u32) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|f| f.exponent_bits() == exponent && f.significand_bits() == significand)
    }

    /// Bits of the exponent field.
    #[must_use]
    pub fn exponent_bits(self) -> u32 {
        self.exponent.into()
    }

    /// Bits of the significand, the hidden one included.
    #[must_use]
    pub fn significand_bits(self) -> u32 {
        self.significand.into()
    }

    /// Bits of the encoding: sign, exponent and fraction.
    #[must_use]
    pub fn width(self) -> u32 {
        self.exponent_bits() + self.significand_bits()
    }
}

impl fmt::Display for FloatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "(_ FloatingPoint {} {})",
            self.exponent, self.significand
        )
    }
}

/// The five rounding modes of IEEE 754.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundingMode {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero.
    Zero,
}

impl RoundingMode {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 5] = [
        Self::NearestEven,
        Self::NearestAway,
        Self::Up,
        Self::Down,
        Self::Zero,
    ];

    /// Bits of a code.
    pub const BITS: u32 = 3;

    /// The code by which a rounding mode is represented in bits.
    #[must_use]
    pub fn code(self) -> u32 {
        self as u32
    }

    /// The mode with that code. Codes that stand for no mode mean rounding to zero,
    /// so that evaluation is total.
    #[must_use]
    pub fn from_code(code: u128) -> Self {
        match code {
            0 => Self::NearestEven,
            1 => Self::NearestAway,
            2 => Self::Up,
            3 => Self::Down,
            _ => Self::Zero,
        }
    }

    /// The short SMT-LIB name.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["RNE", "RNA", "RTP", "RTN", "RTZ"][self as usize]
    }

    /// The long SMT-LIB name.
    #[must_use]
    pub fn long_name(self) -> &'static str {
        [
            "roundNearestTiesToEven",
            "roundNearestTiesToAway",
            "roundTowardPositive",
            "roundTowardNegative",
            "roundTowardZero",
        ][self as usize]
    }
}
