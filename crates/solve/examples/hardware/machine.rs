//! This machine's arithmetic in a chosen rounding mode.
#![allow(
    unsafe_code,
    reason = "rounding modes are set, and instructions chosen, by hand"
)]

use logic::{FloatFormat, RoundingMode};

/// What can be asked of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Fma,
    Rem,
    RoundToIntegral,
    Min,
    Max,
    Less,
    LessOrEqual,
    Equal,
    /// To the other of the two formats.
    Convert,
    /// From a signed integer of that width, 32 or 64.
    FromInteger(u32),
    /// To a signed integer of that width, 32 or 64; zero where it does not fit.
    ToInteger(u32),
}

impl Operation {
    pub(crate) const ALL: [Self; 18] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Sqrt,
        Self::Fma,
        Self::RoundToIntegral,
        Self::Min,
        Self::Max,
        Self::Less,
        Self::LessOrEqual,
        Self::Equal,
        Self::Convert,
        Self::FromInteger(32),
        Self::FromInteger(64),
        Self::ToInteger(32),
        Self::ToInteger(64),
        Self::Rem,
    ];

    pub(crate) fn arity(self) -> usize {
        match self {
            Self::Sqrt
            | Self::RoundToIntegral
            | Self::Convert
            | Self::FromInteger(_)
            | Self::ToInteger(_) => 1,
            Self::Fma => 3,
            _ => 2,
        }
    }

    /// Whether the rounding mode matters.
    pub(crate) fn rounds(self) -> bool {
        !matches!(
            self,
            Self::Rem | Self::Min | Self::Max | Self::Less | Self::LessOrEqual | Self::Equal
        )
    }
}

/// Whether [`compute`] works here.
pub(crate) const SUPPORTED: bool = cfg!(target_arch = "x86_64");

unsafe extern "C" {
    fn fma(x: f64, y: f64, z: f64) -> f64;
    fn fmaf(x: f32, y: f32, z: f32) -> f32;
    fn remainder(x: f64, y: f64) -> f64;
    fn remainderf(x: f32, y: f32) -> f32;
    fn rint(x: f64) -> f64;
    fn rintf(x: f32) -> f32;
    fn fmin(x: f64, y: f64) -> f64;
    fn fmax(x: f64, y: f64) -> f64;
    fn fminf(x: f32, y: f32) -> f32;
    fn fmaxf(x: f32, y: f32) -> f32;
    fn fesetround(mode: i32) -> i32;
}

/// The result of an operation on encoded operands.
pub(crate) fn compute(
    operation: Operation,
    format: FloatFormat,
    mode: RoundingMode,
    tuple: [u64; 3],
) -> u64 {
    // The codes of <fenv.h> on x86.
    let code = match mode {
        RoundingMode::NearestEven | RoundingMode::NearestAway => 0,
        RoundingMode::Down => 0x400,
        RoundingMode::Up => 0x800,
        RoundingMode::Zero => 0xc00,
    };
    let [x, y, z] = tuple.map(std::hint::black_box);
    // SAFETY: the mode is one that the function knows, and is set back before
    // anything else computes; the operations have no other preconditions.
    unsafe {
        fesetround(code);
        let result = match format {
            FloatFormat::SINGLE => single(operation, [x, y, z]),
            _ => double(operation, [x, y, z]),
        };
        fesetround(0);
        result
    }
}

/// One instruction that the compiler can neither fold nor move.
#[cfg(target_arch = "x86_64")]
macro_rules! instruction {
    ($name:literal, $x:expr, $y:expr) => {{
        let mut result = $x;
        std::arch::asm!(concat!($name, " {0}, {1}"), inout(xmm_reg) result, in(xmm_reg) $y);
        result
    }};
}

/// A NaN that signals makes the library's extrema differ from those of quiet ones.
#[cfg(target_arch = "x86_64")]
macro_rules! quiet {
    ($x:expr) => {
        if $x.is_nan() { $x + $x } else { $x }
    };
}

/// The functions of one format.
#[cfg(target_arch = "x86_64")]
macro_rules! format_functions {
    ($name:ident, $float:ty, $bits:ty, $other:ty,
     $add:literal, $sub:literal, $mul:literal, $div:literal, $sqrt:literal, $convert:literal,
     $from_integer:literal, $to_integer:literal,
     $fma:ident, $remainder:ident, $rint:ident, $fmin:ident, $fmax:ident) => {
        fn $name(operation: Operation, operands: [u64; 3]) -> u64 {
            let [x, y, z] = operands.map(|bits| <$float>::from_bits(bits as $bits));
            // SAFETY: pure functions of the C library, and instructions between
            // registers without side effects but the status flags.
            let result: $float = unsafe {
                match operation {
                    Operation::Add => instruction!($add, x, y),
                    Operation::Sub => instruction!($sub, x, y),
                    Operation::Mul => instruction!($mul, x, y),
                    Operation::Div => instruction!($div, x, y),
                    Operation::Sqrt => instruction!($sqrt, x, x),
                    Operation::Fma => $fma(x, y, z),
                    Operation::Rem => $remainder(x, y),
                    Operation::RoundToIntegral => $rint(x),
                    // Zeros of both signs are left open by the library.
                    Operation::Min if x == 0.0 && y == 0.0 => {
                        <$float>::from_bits(x.to_bits() | y.to_bits())
                    }
                    Operation::Max if x == 0.0 && y == 0.0 => {
                        <$float>::from_bits(x.to_bits() & y.to_bits())
                    }
                    Operation::Min => $fmin(quiet!(x), quiet!(y)),
                    Operation::Max => $fmax(quiet!(x), quiet!(y)),
                    Operation::Less => return u64::from(x < y),
                    Operation::LessOrEqual => return u64::from(x <= y),
                    Operation::Equal => return u64::from(x == y),
                    Operation::Convert => {
                        let mut result: $other = 0.0;
                        std::arch::asm!(
                            concat!($convert, " {0}, {1}"),
                            inout(xmm_reg) result, in(xmm_reg) x
                        );
                        return result.to_bits().into();
                    }
                    Operation::FromInteger(32) => {
                        let mut result: $float = 0.0;
                        std::arch::asm!(
                            concat!($from_integer, " {0}, {1:e}"),
                            inout(xmm_reg) result, in(reg) operands[0]
                        );
                        result
                    }
                    Operation::FromInteger(_) => {
                        let mut result: $float = 0.0;
                        std::arch::asm!(
                            concat!($from_integer, " {0}, {1:r}"),
                            inout(xmm_reg) result, in(reg) operands[0]
                        );
                        result
                    }
                    Operation::ToInteger(width) => {
                        let limit = (1u64 << (width - 1)) as $float;
                        let rounded = $rint(x);
                        if !(-limit <= rounded && rounded < limit) {
                            return 0;
                        }
                        let result: u64;
                        std::arch::asm!(
                            concat!($to_integer, " {0:r}, {1}"),
                            out(reg) result, in(xmm_reg) x
                        );
                        return result & (u64::MAX >> (64 - width));
                    }
                }
            };
            result.to_bits().into()
        }
    };
}

#[cfg(target_arch = "x86_64")]
format_functions!(
    single, f32, u32, f64, "addss", "subss", "mulss", "divss", "sqrtss", "cvtss2sd", "cvtsi2ss",
    "cvtss2si", fmaf, remainderf, rintf, fminf, fmaxf
);

#[cfg(target_arch = "x86_64")]
format_functions!(
    double, f64, u64, f32, "addsd", "subsd", "mulsd", "divsd", "sqrtsd", "cvtsd2ss", "cvtsi2sd",
    "cvtsd2si", fma, remainder, rint, fmin, fmax
);

#[cfg(not(target_arch = "x86_64"))]
fn single(_: Operation, operands: [u64; 3]) -> u64 {
    operands[0]
}

#[cfg(not(target_arch = "x86_64"))]
fn double(_: Operation, operands: [u64; 3]) -> u64 {
    operands[0]
}
