//! Changes of type from and to floats.

use super::host::Host;
use super::{Floats, Interval};
use crate::value::Ints;
use ir::{CastOp, FloatKind, Width};

impl Floats {
    /// What [`CastOp::SignedToFloat`] or [`CastOp::UnsignedToFloat`] gives.
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
            _ => Floats::top(kind),
        }
    }

    /// What [`CastOp::FloatToSigned`] or [`CastOp::FloatToUnsigned`] gives.
    pub fn to_ints(&self, op: CastOp, width: Width) -> Ints {
        if Host::new(self.kind).is_none() {
            return Ints::top(width);
        }
        let power = |bits: u32| f64::from(bits).exp2();
        let (least, beyond) = match op {
            CastOp::FloatToSigned => (-power(width.bits() - 1), power(width.bits() - 1)),
            CastOp::FloatToUnsigned => (0.0, power(width.bits())),
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
