//! Changes of type from and to floats.

use super::host::Host;
use super::{Floats, Interval};
use crate::value::Ints;
use ir::{CastOp, FloatKind, Width};

impl Floats {
    /// What [`CastOp::SignedToFloat`], [`CastOp::UnsignedToFloat`] or [`CastOp::Bits`] gives.
    pub fn from_ints(op: CastOp, kind: FloatKind, ints: &Ints) -> Floats {
        let Some(host) = Host::new(kind) else {
            return Floats::top(kind);
        };
        // Rounding keeps the order.
        match op {
            CastOp::SignedToFloat => {
                let (min, max) = ints.signed();
                Floats::between(kind, host.of_signed(min), host.of_signed(max))
            }
            CastOp::UnsignedToFloat => {
                let (min, max) = ints.unsigned();
                Floats::between(kind, host.of_unsigned(min), host.of_unsigned(max))
            }
            CastOp::Bits => Floats::from_encodings(host, kind, ints),
            _ => Floats::top(kind),
        }
    }

    /// The floats with some encodings. Those of one sign are in the order of their encodings, NaNs
    /// after infinity.
    fn from_encodings(host: Host, kind: FloatKind, ints: &Ints) -> Floats {
        let sign = sign_bit(kind);
        let infinity = host.encode(f64::INFINITY);
        let halves = [(0, sign - 1), (sign, sign | (sign - 1))];
        let mut found: Option<Floats> = None;
        for (first, last) in halves {
            let Some(half) = ints.meet(&Ints::from_unsigned(ints.width(), first, last)) else {
                continue;
            };
            let (min, max) = half.unsigned();
            let ends = [min, max.min(infinity | first)].map(|bits| host.decode(bits));
            let numbers = match min <= infinity | first {
                true => Interval::new(ends[0], ends[1]).or(Interval::new(ends[1], ends[0])),
                false => None,
            };
            let part = Floats {
                kind,
                numbers,
                nan: max > infinity | first,
            };
            found = Some(found.map_or(part, |found| found.join(&part)));
        }
        found.unwrap_or_else(|| Floats::top(kind))
    }

    /// The encodings of the floats.
    fn to_encodings(self, host: Host, width: Width) -> Ints {
        let sign = sign_bit(self.kind);
        let infinity = host.encode(f64::INFINITY);
        let numbers = self.numbers.into_iter().flat_map(Interval::by_sign);
        let numbers = numbers.map(|Interval { min, max }| {
            let (min, max) = (host.encode(min), host.encode(max));
            Ints::from_unsigned(width, min.min(max), min.max(max))
        });
        let nans = [
            Ints::from_unsigned(width, infinity + 1, sign - 1),
            Ints::from_unsigned(width, (sign | infinity) + 1, sign | (sign - 1)),
        ];
        let nans = nans.into_iter().filter(|_| self.nan);
        let all = numbers.chain(nans).reduce(|one, other| one.join(&other));
        all.unwrap_or_else(|| Ints::top(width))
    }

    /// What [`CastOp::FloatToSigned`], [`CastOp::FloatToUnsigned`] or [`CastOp::Bits`] gives.
    pub fn to_ints(&self, op: CastOp, width: Width) -> Ints {
        let Some(host) = Host::new(self.kind) else {
            return Ints::top(width);
        };
        let power = |bits: u32| f64::from(bits).exp2();
        let (least, beyond) = match op {
            CastOp::FloatToSigned => (-power(width.bits() - 1), power(width.bits() - 1)),
            CastOp::FloatToUnsigned => (0.0, power(width.bits())),
            CastOp::Bits => return self.to_encodings(host, width),
            _ => return Ints::top(width),
        };
        let outside = Ints::constant(width, width.signed_min());
        let Some(Interval { min, max }) = self.numbers else {
            return outside;
        };
        let (min, max) = (min.trunc(), max.trunc());
        let has_outside = self.nan || min < least || max >= beyond;
        // The greatest number below `beyond` becomes the greatest integer at most, as conversions
        // to integers saturate.
        let inside = (min < beyond && max >= least).then(|| match op {
            CastOp::FloatToSigned => Ints::from_signed(width, min.max(least) as i128, max as i128),
            _ => Ints::from_unsigned(width, min as u128, max as u128),
        });
        match inside {
            Some(inside) if has_outside => inside.join(&outside),
            Some(inside) => inside,
            None => outside,
        }
    }

    /// What [`CastOp::FloatToFloat`] gives.
    #[must_use]
    pub fn convert(&self, kind: FloatKind) -> Floats {
        match (Host::new(self.kind), Host::new(kind)) {
            (Some(_), Some(host)) => Floats {
                kind,
                numbers: self.numbers.map(|numbers| Interval {
                    min: host.round(numbers.min),
                    max: host.round(numbers.max),
                }),
                nan: self.nan,
            },
            _ => Floats::top(kind),
        }
    }
}

fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}
