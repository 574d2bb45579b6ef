//! The formats that the host computes with.

use ir::{BinaryOp, FloatKind};

/// A format whose arithmetic is the host's. Its numbers are held in double precision, and every
/// operation rounds once, to the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Host {
    Single,
    Double,
}

impl Host {
    pub(super) fn new(kind: FloatKind) -> Option<Host> {
        match kind {
            FloatKind::F32 => Some(Host::Single),
            FloatKind::F64 => Some(Host::Double),
            FloatKind::F16 | FloatKind::F80 | FloatKind::F128 => None,
        }
    }

    pub(super) fn decode(self, bits: u128) -> f64 {
        match self {
            Host::Single => f64::from(f32::from_bits(bits as u32)),
            Host::Double => f64::from_bits(bits as u64),
        }
    }

    pub(super) fn encode(self, value: f64) -> u128 {
        match self {
            Host::Single => u128::from((value as f32).to_bits()),
            Host::Double => u128::from(value.to_bits()),
        }
    }

    /// The nearest number of the format.
    pub(super) fn round(self, value: f64) -> f64 {
        match self {
            Host::Single => f64::from(value as f32),
            Host::Double => value,
        }
    }

    pub(super) fn of_signed(self, value: i128) -> f64 {
        match self {
            Host::Single => f64::from(value as f32),
            Host::Double => value as f64,
        }
    }

    pub(super) fn of_unsigned(self, value: u128) -> f64 {
        match self {
            Host::Single => f64::from(value as f32),
            Host::Double => value as f64,
        }
    }

    /// The largest finite number.
    pub(super) fn largest(self) -> f64 {
        match self {
            Host::Single => f64::from(f32::MAX),
            Host::Double => f64::MAX,
        }
    }

    /// The next number above; of 0, the smallest positive one.
    pub(super) fn above(self, value: f64) -> f64 {
        match self {
            Host::Single => f64::from((value as f32).next_up()),
            Host::Double => value.next_up(),
        }
    }

    /// The next number below; of 0, the greatest negative one.
    pub(super) fn below(self, value: f64) -> f64 {
        -self.above(-value)
    }

    /// A sum, difference, product or quotient; `None` for another operator.
    pub(super) fn compute(self, op: BinaryOp, a: f64, b: f64) -> Option<f64> {
        match self {
            Host::Single => {
                let (a, b) = (a as f32, b as f32);
                let result = match op {
                    BinaryOp::FAdd => a + b,
                    BinaryOp::FSub => a - b,
                    BinaryOp::FMul => a * b,
                    BinaryOp::FDiv => a / b,
                    _ => return None,
                };
                Some(f64::from(result))
            }
            Host::Double => Some(match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                _ => return None,
            }),
        }
    }

    /// A number not below `value` at which a growing end stops: that of the threshold that `next` finds
    /// above an integer, then the largest finite one.
    pub(super) fn threshold_up(self, value: f64, next: impl Fn(i128) -> Option<i128>) -> f64 {
        // A conversion to `i128` saturates, which is no harm: what is too small is not taken.
        let threshold = next(value.ceil() as i128).map(|found| self.of_signed(found));
        let stops = [threshold, Some(self.largest())].into_iter().flatten();
        let mut stops = stops.filter(|stop| stop.total_cmp(&value).is_ge());
        stops.next().unwrap_or(f64::INFINITY)
    }
}
