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
}

impl Operation {
    pub(crate) const ALL: [Self; 7] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Sqrt,
        Self::Fma,
        Self::Rem,
    ];

    pub(crate) fn arity(self) -> usize {
        match self {
            Self::Sqrt => 1,
            Self::Fma => 3,
            _ => 2,
        }
    }
}

/// Whether [`compute`] works here.
pub(crate) const SUPPORTED: bool = cfg!(target_arch = "x86_64");

unsafe extern "C" {
    fn fma(x: f64, y: f64, z: f64) -> f64;
    fn fmaf(x: f32, y: f32, z: f32) -> f32;
    fn remainder(x: f64, y: f64) -> f64;
    fn remainderf(x: f32, y: f32) -> f32;
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
        let result = if format == FloatFormat::SINGLE {
            let [x, y, z] = [x, y, z].map(|v| f32::from_bits(v as u32));
            u64::from(single(operation, x, y, z).to_bits())
        } else {
            let [x, y, z] = [x, y, z].map(f64::from_bits);
            double(operation, x, y, z).to_bits()
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
        // SAFETY: a register operation without side effects but the status flags.
        unsafe { std::arch::asm!(concat!($name, " {0}, {1}"), inout(xmm_reg) result, in(xmm_reg) $y) };
        result
    }};
}

#[cfg(target_arch = "x86_64")]
fn single(operation: Operation, x: f32, y: f32, z: f32) -> f32 {
    match operation {
        Operation::Add => instruction!("addss", x, y),
        Operation::Sub => instruction!("subss", x, y),
        Operation::Mul => instruction!("mulss", x, y),
        Operation::Div => instruction!("divss", x, y),
        Operation::Sqrt => instruction!("sqrtss", x, x),
        // SAFETY: pure functions of the C library.
        Operation::Fma => unsafe { fmaf(x, y, z) },
        // SAFETY: as above.
        Operation::Rem => unsafe { remainderf(x, y) },
    }
}

#[cfg(target_arch = "x86_64")]
fn double(operation: Operation, x: f64, y: f64, z: f64) -> f64 {
    match operation {
        Operation::Add => instruction!("addsd", x, y),
        Operation::Sub => instruction!("subsd", x, y),
        Operation::Mul => instruction!("mulsd", x, y),
        Operation::Div => instruction!("divsd", x, y),
        Operation::Sqrt => instruction!("sqrtsd", x, x),
        // SAFETY: pure functions of the C library.
        Operation::Fma => unsafe { fma(x, y, z) },
        // SAFETY: as above.
        Operation::Rem => unsafe { remainder(x, y) },
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn single(_: Operation, x: f32, _: f32, _: f32) -> f32 {
    x
}

#[cfg(not(target_arch = "x86_64"))]
fn double(_: Operation, x: f64, _: f64, _: f64) -> f64 {
    x
}
