//! Sets of places in an object: elements of one size at equal distances.

/// The places `start`, `start + stride`, …, each of `size` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Extent {
    /// The first place.
    pub(crate) start: u64,
    /// The distance of two places; of a single one, 0.
    pub(crate) stride: u64,
    /// How many there are, at least one.
    pub(crate) count: u64,
    /// The bytes of each.
    pub(crate) size: u64,
}

/// How two extents lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overlap {
    /// No byte is in both.
    Apart,
    /// Places that share a byte are the same.
    Same,
    /// Anything else.
    Crossing,
}

impl Extent {
    /// One place.
    pub(crate) fn single(start: u64, size: u64) -> Extent {
        Extent {
            start,
            stride: 0,
            count: 1,
            size,
        }
    }

    /// Every byte of a range.
    pub(crate) fn bytes(start: u64, end: u64) -> Extent {
        Extent::places(start, 1, end.saturating_sub(start).max(1), 1)
    }

    pub(crate) fn places(start: u64, stride: u64, count: u64, size: u64) -> Extent {
        Extent {
            start,
            stride: if count > 1 { stride } else { 0 },
            count,
            size,
        }
    }

    /// The last place.
    pub(crate) fn last(&self) -> u64 {
        let distance = self.stride.saturating_mul(self.count - 1);
        self.start.saturating_add(distance)
    }

    /// The first byte behind all places.
    pub(crate) fn end(&self) -> u64 {
        self.last().saturating_add(self.size)
    }

    pub(crate) fn is_single(&self) -> bool {
        self.count == 1
    }

    pub(crate) fn overlap(&self, other: &Extent) -> Overlap {
        if self.end() <= other.start || other.end() <= self.start {
            return Overlap::Apart;
        }
        let lattice = gcd(self.stride, other.stride);
        if lattice == 0 {
            return match self.start == other.start && self.size == other.size {
                true => Overlap::Same,
                false => Overlap::Crossing,
            };
        }
        // Seen modulo the lattice, this one starts at 0 and the other at `distance`.
        let distance = (other.start % lattice + lattice - self.start % lattice) % lattice;
        let is_same = distance == 0 && self.size == other.size && self.size <= lattice;
        let is_apart = distance >= self.size && distance.saturating_add(other.size) <= lattice;
        match (is_same, is_apart) {
            (true, _) => Overlap::Same,
            (false, true) => Overlap::Apart,
            (false, false) => Overlap::Crossing,
        }
    }

    /// Whether every place of another is one of these.
    pub(crate) fn covers(&self, other: &Extent) -> bool {
        let is_on = |place: u64| {
            place >= self.start
                && place <= self.last()
                && (place == self.start
                    || (self.stride > 0 && (place - self.start).is_multiple_of(self.stride)))
        };
        self.size == other.size
            && is_on(other.start)
            && (other.is_single()
                || (self.stride > 0
                    && other.stride.is_multiple_of(self.stride)
                    && is_on(other.last())))
    }

    /// The smallest extent with the places of both, if places of this size can be told apart there.
    pub(crate) fn hull(&self, other: &Extent) -> Option<Extent> {
        if self.size != other.size {
            return None;
        }
        let start = self.start.min(other.start);
        let last = self.last().max(other.last());
        let stride = gcd(
            gcd(self.stride, other.stride),
            self.start.abs_diff(other.start),
        );
        match stride {
            0 => Some(*self),
            stride if stride < self.size => None,
            stride => Some(Extent::places(
                start,
                stride,
                (last - start) / stride + 1,
                self.size,
            )),
        }
    }

    /// Every byte from the first place of either to the last.
    pub(crate) fn byte_hull(&self, other: &Extent) -> Extent {
        Extent::bytes(self.start.min(other.start), self.end().max(other.end()))
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::{Extent, Overlap};

    /// All bytes of a place, for small extents.
    fn places(extent: &Extent) -> Vec<u64> {
        (0..extent.count)
            .map(|i| extent.start + i * extent.stride)
            .collect()
    }

    fn small() -> impl Iterator<Item = Extent> {
        (0..6).flat_map(|start| {
            (1..4).flat_map(move |size| {
                (1..4).flat_map(move |count| {
                    (size..6).map(move |stride| Extent::places(start, stride, count, size))
                })
            })
        })
    }

    #[test]
    fn overlap_agrees_with_bytes() {
        for a in small() {
            for b in small() {
                let shares = |x: u64, y: u64| x < y + b.size && y < x + a.size;
                let pairs = places(&a)
                    .into_iter()
                    .flat_map(|x| places(&b).into_iter().map(move |y| (x, y)));
                let sharing: Vec<(u64, u64)> = pairs.filter(|(x, y)| shares(*x, *y)).collect();
                match a.overlap(&b) {
                    Overlap::Apart => assert!(sharing.is_empty(), "{a:?} {b:?}"),
                    Overlap::Same => {
                        assert!(a.size == b.size && sharing.iter().all(|(x, y)| x == y));
                    }
                    Overlap::Crossing => {}
                }
                let all = places(&b).iter().all(|y| places(&a).contains(y)) && a.size == b.size;
                assert!(!a.covers(&b) || all, "{a:?} {b:?}");
                if let Some(hull) = a.hull(&b) {
                    assert!(hull.covers(&a) && hull.covers(&b), "{a:?} {b:?} {hull:?}");
                }
            }
        }
    }
}
