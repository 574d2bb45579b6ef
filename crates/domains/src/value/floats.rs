//! Sets of floats: an interval of numbers, and whether a NaN is among them.

mod arithmetic;
mod casts;
mod compare;
mod conditions;
mod host;

use super::Thresholds;
use host::Host;
use ir::FloatKind;

/// The numbers between two ends. `-0` is below `0`, as in `f64::total_cmp`.
#[derive(Clone, Copy, Debug)]
struct Interval {
    min: f64,
    max: f64,
}

impl PartialEq for Interval {
    fn eq(&self, other: &Interval) -> bool {
        self.min.to_bits() == other.min.to_bits() && self.max.to_bits() == other.max.to_bits()
    }
}

impl Interval {
    /// All numbers.
    const ALL: Interval = Interval {
        min: f64::NEG_INFINITY,
        max: f64::INFINITY,
    };

    /// The numbers between two ends, if these are in order.
    fn new(min: f64, max: f64) -> Option<Interval> {
        min.total_cmp(&max).is_le().then_some(Interval { min, max })
    }

    fn one(value: f64) -> Interval {
        Interval {
            min: value,
            max: value,
        }
    }

    fn contains(self, value: f64) -> bool {
        self.min.total_cmp(&value).is_le() && value.total_cmp(&self.max).is_le()
    }

    fn join(self, other: Interval) -> Interval {
        Interval {
            min: least(self.min, other.min),
            max: greatest(self.max, other.max),
        }
    }

    fn meet(self, other: Interval) -> Option<Interval> {
        Interval::new(greatest(self.min, other.min), least(self.max, other.max))
    }

    /// Whether 0 of either sign is among them.
    fn has_zero(self) -> bool {
        self.min <= 0.0 && self.max >= 0.0
    }

    fn has_infinity(self) -> bool {
        self.min.is_infinite() || self.max.is_infinite()
    }
}

fn least(a: f64, b: f64) -> f64 {
    if a.total_cmp(&b).is_le() { a } else { b }
}

fn greatest(a: f64, b: f64) -> f64 {
    if a.total_cmp(&b).is_ge() { a } else { b }
}

/// A non-empty set of floats of one format: the numbers of an interval, and perhaps NaNs.
///
/// Only `F32` and `F64` are tracked; of another format it is always all floats. NaNs are not told
/// apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Floats {
    kind: FloatKind,
    /// The numbers, infinities among them. An `F32` is held as the same number in double precision.
    numbers: Option<Interval>,
    /// Whether NaNs are among them.
    nan: bool,
}

impl Floats {
    /// All floats of a format.
    pub fn top(kind: FloatKind) -> Floats {
        Floats {
            kind,
            numbers: Some(Interval::ALL),
            nan: true,
        }
    }

    /// One float, by its encoding; all NaNs, if it is one of them.
    pub fn constant(kind: FloatKind, bits: u128) -> Floats {
        let Some(host) = Host::new(kind) else {
            return Floats::top(kind);
        };
        let value = host.decode(bits);
        Floats {
            kind,
            numbers: (!value.is_nan()).then(|| Interval::one(value)),
            nan: value.is_nan(),
        }
    }

    /// The numbers between two ends, which must be numbers of the format and in order, and no NaN.
    pub fn between(kind: FloatKind, min: f64, max: f64) -> Floats {
        match (Host::new(kind), Interval::new(min, max)) {
            (Some(_), Some(numbers)) => Floats {
                kind,
                numbers: Some(numbers),
                nan: false,
            },
            _ => Floats::top(kind),
        }
    }

    /// The format.
    pub fn kind(&self) -> FloatKind {
        self.kind
    }

    /// The least and the greatest number, if there are numbers and the format is tracked.
    pub fn ends(&self) -> Option<(f64, f64)> {
        Host::new(self.kind)?;
        self.numbers.map(|numbers| (numbers.min, numbers.max))
    }

    /// Whether a NaN may be among them.
    pub fn may_be_nan(&self) -> bool {
        self.nan
    }

    /// The encoding of the float, if it is only one and a number.
    pub fn as_constant(&self) -> Option<u128> {
        let numbers = self.numbers?;
        let is_one = numbers.min.to_bits() == numbers.max.to_bits() && !self.nan;
        is_one
            .then(|| Some(Host::new(self.kind)?.encode(numbers.min)))
            .flatten()
    }

    /// Whether a float is in the set, by its encoding.
    pub fn contains(&self, bits: u128) -> bool {
        let Some(host) = Host::new(self.kind) else {
            return true;
        };
        let value = host.decode(bits);
        match value.is_nan() {
            true => self.nan,
            false => self.numbers.is_some_and(|numbers| numbers.contains(value)),
        }
    }

    /// Whether all floats of the format are in the set.
    pub fn is_top(&self) -> bool {
        *self == Floats::top(self.kind)
    }

    /// The floats that are in either, and the numbers between them.
    #[must_use]
    pub fn join(&self, other: &Floats) -> Floats {
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) => Some(a.join(b)),
            (a, b) => a.or(b),
        };
        Floats {
            kind: self.kind,
            numbers,
            nan: self.nan || other.nan,
        }
    }

    /// The floats that are in both; `None` if there are none.
    #[must_use]
    pub fn meet(&self, other: &Floats) -> Option<Floats> {
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) => a.meet(b),
            _ => None,
        };
        Floats::nonempty(self.kind, numbers, self.nan && other.nan)
    }

    /// The floats of both sets, and so many more that every chain of widenings ends: an end that grows
    /// goes to the next threshold, then to the largest finite number, then to infinity.
    #[must_use]
    pub fn widen(&self, newer: &Floats, thresholds: Option<&Thresholds>) -> Floats {
        let Some(host) = Host::new(self.kind) else {
            return *self;
        };
        let numbers = match (self.numbers, newer.numbers) {
            (Some(old), Some(new)) => Some(Interval {
                min: match new.min.total_cmp(&old.min).is_lt() {
                    true => -host.threshold_up(-new.min, |least| {
                        let below = thresholds?.next_down(least.checked_neg()?)?;
                        below.checked_neg()
                    }),
                    false => old.min,
                },
                max: match new.max.total_cmp(&old.max).is_gt() {
                    true => host.threshold_up(new.max, |least| thresholds?.next_up(least)),
                    false => old.max,
                },
            }),
            (old, new) => old.or(new),
        };
        Floats {
            kind: self.kind,
            numbers,
            nan: self.nan || newer.nan,
        }
    }

    /// Whether all floats of the other set are in this one.
    pub fn includes(&self, other: &Floats) -> bool {
        let numbers = match (self.numbers, other.numbers) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.join(b) == a,
        };
        numbers && (self.nan || !other.nan)
    }

    fn nonempty(kind: FloatKind, numbers: Option<Interval>, nan: bool) -> Option<Floats> {
        (numbers.is_some() || nan).then_some(Floats { kind, numbers, nan })
    }
}
