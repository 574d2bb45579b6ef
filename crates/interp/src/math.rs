//! The functions of the mathematical library.
//!
//! Of `float` and `double` they are the host's own. In the other formats the exact ones (those
//! whose result IEEE 754 determines) are computed exactly; the others are computed in `double`
//! and rounded, so they have the precision of `double` only.

use crate::float::{self, canonical, default_nan, from_f64, in_format, is_nan, sign_bit, to_f64};
use crate::{libm, strict};
use ir::{FloatKind, MathFunction};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round as Rounding};

/// The value of a function; of missing arguments, zero.
pub(crate) fn evaluate(function: MathFunction, kind: FloatKind, arguments: &[u128]) -> u128 {
    let result = match kind {
        FloatKind::F32 => u128::from(evaluate_f32(function, arguments).to_bits()),
        FloatKind::F64 => u128::from(evaluate_f64(function, arguments).to_bits()),
        FloatKind::F16 | FloatKind::F80 | FloatKind::F128 => exact(function, kind, arguments)
            .unwrap_or_else(|| {
                let widened: Vec<u128> = arguments
                    .iter()
                    .map(|bits| u128::from(to_f64(kind, *bits).to_bits()))
                    .collect();
                from_f64(kind, evaluate_f64(function, &widened))
            }),
    };
    match function {
        MathFunction::Copysign | MathFunction::Fabs => result,
        _ => canonical(kind, result, arguments),
    }
}

/// The same function of `f32` and `f64`.
macro_rules! host_function {
    ($name:ident, $float:ident, $bits:ident, $kind:expr, $libm:ident) => {
        fn $name(function: MathFunction, arguments: &[u128]) -> $float {
            use MathFunction::*;
            let bits = |index: usize| arguments.get(index).copied().unwrap_or(0);
            let argument = |index: usize| $float::from_bits(bits(index) as $bits);
            let (x, y, z) = (argument(0), argument(1), argument(2));
            let in_double = |function: fn(f64) -> f64| function(f64::from(x)) as $float;
            match function {
                Sqrt => x.sqrt(),
                Fabs => x.abs(),
                Floor => x.floor(),
                Ceil => x.ceil(),
                Trunc => x.trunc(),
                Rint | Nearbyint => x.round_ties_even(),
                Round => x.round(),
                Fmod => x % y,
                Remainder => {
                    let exact = remainder($kind, bits(0), bits(1));
                    $float::from_bits(exact as $bits)
                }
                Fma => x.mul_add(y, z),
                Fmin => x.min(y),
                Fmax => x.max(y),
                Copysign => x.copysign(y),
                Sin => x.sin(),
                Cos => x.cos(),
                Tan => x.tan(),
                Asin => x.asin(),
                Acos => x.acos(),
                Atan => x.atan(),
                Atan2 => x.atan2(y),
                Sinh => x.sinh(),
                Cosh => x.cosh(),
                Tanh => x.tanh(),
                Asinh => libm::$libm::asinh(x),
                Acosh => libm::$libm::acosh(x),
                Atanh => libm::$libm::atanh(x),
                Exp => x.exp(),
                Exp2 => x.exp2(),
                Expm1 => x.exp_m1(),
                Log => x.ln(),
                Log2 => x.log2(),
                Log10 => x.log10(),
                Log1p => x.ln_1p(),
                Pow => x.powf(y),
                Cbrt => x.cbrt(),
                Hypot => x.hypot(y),
                Tgamma => libm::$libm::tgamma(x),
                Lgamma => libm::$libm::lgamma(x),
                Erf => libm::$libm::erf(x),
                Erfc => libm::$libm::erfc(x),
                StrictSin => in_double(strict::sin),
                StrictCos => in_double(strict::cos),
                StrictTan => in_double(strict::tan),
                StrictAsin => in_double(strict::asin),
                StrictAcos => in_double(strict::acos),
                StrictAtan => in_double(strict::atan),
                StrictAtan2 => strict::atan2(f64::from(x), f64::from(y)) as $float,
                StrictSinh => in_double(strict::sinh),
                StrictCosh => in_double(strict::cosh),
                StrictTanh => in_double(strict::tanh),
                StrictExpm1 => in_double(strict::expm1),
                StrictLog => in_double(strict::log),
                StrictLog10 => in_double(strict::log10),
                StrictLog1p => in_double(strict::log1p),
            }
        }
    };
}

host_function!(evaluate_f32, f32, u32, FloatKind::F32, single);
host_function!(evaluate_f64, f64, u64, FloatKind::F64, double);

/// A function whose result is determined, in any format; `None` for the others.
fn exact(function: MathFunction, kind: FloatKind, arguments: &[u128]) -> Option<u128> {
    use MathFunction::*;
    let argument = |index: usize| arguments.get(index).copied().unwrap_or(0);
    let (x, y, z) = (argument(0), argument(1), argument(2));
    Some(match function {
        Sqrt => sqrt(kind, x),
        Fabs => x & !sign_bit(kind),
        Copysign => (x & !sign_bit(kind)) | (y & sign_bit(kind)),
        Floor => round(kind, x, Rounding::TowardNegative),
        Ceil => round(kind, x, Rounding::TowardPositive),
        Trunc => round(kind, x, Rounding::TowardZero),
        Rint | Nearbyint => round(kind, x, Rounding::NearestTiesToEven),
        Round => round(kind, x, Rounding::NearestTiesToAway),
        Fmod => in_format!(kind, F => F::from_bits(x).c_fmod(F::from_bits(y)).value.to_bits()),
        Remainder => remainder(kind, x, y),
        Fma => in_format!(kind, F => {
            F::from_bits(x).mul_add(F::from_bits(y), F::from_bits(z)).value.to_bits()
        }),
        Fmin | Fmax if is_nan(kind, x) => y,
        Fmin | Fmax if is_nan(kind, y) => x,
        Fmin => in_format!(kind, F => F::from_bits(x).min(F::from_bits(y)).to_bits()),
        Fmax => in_format!(kind, F => F::from_bits(x).max(F::from_bits(y)).to_bits()),
        _ => return None,
    })
}

fn round(kind: FloatKind, bits: u128, mode: Rounding) -> u128 {
    in_format!(kind, F => F::from_bits(bits).round_to_integral(mode).value.to_bits())
}

fn remainder(kind: FloatKind, x: u128, y: u128) -> u128 {
    let result = in_format!(kind, F => F::from_bits(x).ieee_rem(F::from_bits(y)).value.to_bits());
    canonical(kind, result, &[x, y])
}

/// The square root, rounded to nearest: digit by digit on the significand.
fn sqrt(kind: FloatKind, bits: u128) -> u128 {
    let magnitude = bits & !sign_bit(kind);
    if magnitude == 0 || is_nan(kind, bits) || bits == float::infinity(kind) {
        return bits;
    }
    if bits & sign_bit(kind) != 0 {
        return default_nan(kind);
    }
    in_format!(kind, F => {
        let x = F::from_bits(bits);
        // x = significand * 2^exponent with an even exponent and `PRECISION` or one more bits.
        let precision = kind.precision();
        let mut exponent = x.ilogb() - (precision as i32 - 1);
        if exponent % 2 != 0 {
            exponent -= 1;
        }
        let significand = x.scalbn(-exponent).to_u128(128).value;
        let (root, rest) = root_digits(significand, precision);
        // One digit more than the format has, and a sticky one below it.
        let digits = root << 1 | u128::from(rest != 0);
        let scale = exponent / 2 - root_scale(precision) - 1;
        let rounded = scaled::<F>(digits, scale);
        rounded.to_bits()
    })
}

/// How many pairs of zeros follow the significand in [`root_digits`]: enough for the root to have
/// two bits more than the format.
fn root_scale(precision: u32) -> i32 {
    (precision as i32 + 1) / 2 + 2
}

/// The integer root of `significand * 4^root_scale`, and what is left over.
fn root_digits(significand: u128, precision: u32) -> (u128, u128) {
    let pairs = 64 + root_scale(precision);
    let (mut root, mut rest) = (0u128, 0u128);
    for pair in (0..pairs).rev() {
        let position = 2 * (pair - root_scale(precision));
        let digits = if position >= 0 {
            significand >> position & 3
        } else {
            0
        };
        rest = rest << 2 | digits;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    (root, rest)
}

/// `digits * 2^scale`, rounded once. A root is never denormal, so rounding to the format's
/// precision and then scaling is exact.
fn scaled<F: Float>(digits: u128, scale: i32) -> F {
    F::from_u128(digits).value.scalbn(scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn in_double(function: MathFunction, arguments: &[f64]) -> f64 {
        let bits: Vec<u128> = arguments.iter().map(|x| u128::from(x.to_bits())).collect();
        f64::from_bits(evaluate(function, FloatKind::F64, &bits) as u64)
    }

    proptest! {
        /// The exact functions of software, in the format of the hardware.
        #[test]
        fn exact_functions_agree_with_hardware(x in any::<f64>(), y in any::<f64>()) {
            use MathFunction::*;
            let bits = [u128::from(x.to_bits()), u128::from(y.to_bits())];
            for function in [Sqrt, Fabs, Floor, Ceil, Trunc, Rint, Round, Fmod, Copysign] {
                let soft = exact(function, FloatKind::F64, &bits).unwrap();
                let soft = canonical(FloatKind::F64, soft, &bits) as u64;
                let hard = evaluate(function, FloatKind::F64, &bits) as u64;
                prop_assert_eq!(soft, hard, "{:?}", function);
            }
        }

        #[test]
        fn wide_roots_square_back(x in 1u64..1 << 32) {
            for kind in [FloatKind::F80, FloatKind::F128] {
                let square = float::cast(
                    ir::CastOp::UnsignedToFloat,
                    ir::Scalar::Int(ir::Width::W64),
                    ir::Scalar::Float(kind),
                    u128::from(x * x),
                );
                prop_assert_eq!(to_f64(kind, evaluate(MathFunction::Sqrt, kind, &[square])), x as f64);
            }
        }
    }

    #[test]
    fn known_values() {
        use MathFunction::*;
        assert_eq!(in_double(Remainder, &[5.0, 3.0]), -1.0);
        assert_eq!(in_double(Tgamma, &[5.0]), 24.0);
        assert_eq!(in_double(Fma, &[2.0, 3.0, 4.0]), 10.0);
        assert_eq!(in_double(Fmin, &[f64::NAN, 1.0]), 1.0);
        assert_eq!(in_double(Sqrt, &[-1.0]).to_bits(), 0xfff8 << 48);
        // The root of two in the extended format, as x87 has it.
        let two = from_f64(FloatKind::F80, 2.0);
        assert_eq!(
            evaluate(Sqrt, FloatKind::F80, &[two]),
            0x3fff_b504_f333_f9de_6484
        );
    }
}
