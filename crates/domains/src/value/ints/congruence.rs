//! Congruences of mathematical integers.

/// The largest modulus that is kept, so that sums of two residues never overflow.
const LARGEST_MODULUS: u128 = 1 << 126;

/// All integers with a residue for a modulus. The integer that a machine integer stands for is its
/// signed value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Congruence {
    /// 0 for one integer alone; else at most [`LARGEST_MODULUS`].
    modulus: u128,
    /// The integer, or from 0 to below the modulus.
    residue: i128,
}

impl Congruence {
    pub(crate) const ALL: Congruence = Congruence {
        modulus: 1,
        residue: 0,
    };

    pub(crate) fn constant(value: i128) -> Congruence {
        Congruence {
            modulus: 0,
            residue: value,
        }
    }

    /// The integers congruent to one. A modulus too large is replaced by a power of two.
    pub(crate) fn new(modulus: u128, member: i128) -> Congruence {
        let modulus = match modulus {
            0 => return Congruence::constant(member),
            1 => return Congruence::ALL,
            small if small <= LARGEST_MODULUS => small,
            large => power_of_two_in(large).min(LARGEST_MODULUS),
        };
        Congruence {
            modulus,
            residue: member.rem_euclid(modulus as i128),
        }
    }

    pub(crate) fn modulus(self) -> u128 {
        self.modulus
    }

    pub(crate) fn residue(self) -> i128 {
        self.residue
    }

    pub(crate) fn is_all(self) -> bool {
        self.modulus == 1
    }

    pub(crate) fn contains(self, value: i128) -> bool {
        match self.modulus {
            0 => value == self.residue,
            1 => true,
            modulus => value.rem_euclid(modulus as i128) == self.residue,
        }
    }

    /// The largest power of two that the modulus is a multiple of; `None` for a constant, of which
    /// every power of two is one.
    pub(crate) fn power_of_two(self) -> Option<u32> {
        (self.modulus != 0).then(|| self.modulus.trailing_zeros())
    }

    /// Only what is left where a multiple of `2^bits` may have been added.
    pub(crate) fn wrapped(self, bits: u32) -> Congruence {
        let kept = self.power_of_two().unwrap_or(bits).min(bits);
        self.coarser(kept)
    }

    /// The congruence modulo `2^bits`.
    fn coarser(self, bits: u32) -> Congruence {
        Congruence::new(1u128 << bits.min(126), self.residue)
    }

    /// Fit to be written as a condition on integers that are at most `signed_max`: the modulus is a
    /// power of two, or not larger. Larger ones are of use only where an interval is one integer.
    pub(crate) fn fit(self, signed_max: u128) -> Congruence {
        match self.modulus {
            0 => self,
            modulus if modulus <= signed_max || modulus.is_power_of_two() => self,
            modulus => self.coarser(modulus.trailing_zeros()),
        }
    }

    pub(crate) fn includes(self, other: Congruence) -> bool {
        let divides = match self.modulus {
            0 => other.modulus == 0,
            modulus => other.modulus.is_multiple_of(modulus),
        };
        divides && self.contains(other.residue)
    }

    pub(crate) fn join(self, other: Congruence) -> Congruence {
        let apart = self.residue.abs_diff(other.residue);
        let modulus = gcd(gcd(self.modulus, other.modulus), apart);
        Congruence::new(modulus, self.residue)
    }

    /// The integers in both, or in one of them if that cannot be told; `None` if there are none.
    pub(crate) fn meet(self, other: Congruence) -> Option<Congruence> {
        let (fine, coarse) = match (self.modulus, other.modulus) {
            (0, _) => (self, other),
            (_, 0) => (other, self),
            (a, b) if a >= b => (self, other),
            _ => (other, self),
        };
        if fine.modulus == 0 || coarse.modulus == 1 {
            return coarse.contains(fine.residue).then_some(fine);
        }
        let common = gcd(fine.modulus, coarse.modulus);
        let apart = coarse.residue - fine.residue;
        if apart % common as i128 != 0 {
            return None;
        }
        Some(fine.chinese(coarse, common, apart).unwrap_or(fine))
    }

    /// The Chinese remainder theorem, unless a number becomes too large.
    fn chinese(self, other: Congruence, common: u128, apart: i128) -> Option<Congruence> {
        let step = (other.modulus / common) as i128;
        let least = self.modulus.checked_mul(step as u128)?;
        if least > LARGEST_MODULUS {
            return None;
        }
        let inverse = inverse((self.modulus / common) as i128 % step, step)?;
        let steps = (apart / common as i128).rem_euclid(step);
        let steps = steps.checked_mul(inverse)?.rem_euclid(step);
        // Below the new modulus, as there are fewer steps than fit in it.
        let member = self.residue + self.modulus as i128 * steps;
        Some(Congruence::new(least, member))
    }

    /// The sums of members.
    pub(crate) fn plus(self, other: Congruence) -> Option<Congruence> {
        let sum = self.residue.checked_add(other.residue)?;
        Some(Congruence::new(gcd(self.modulus, other.modulus), sum))
    }

    /// The negated members.
    pub(crate) fn negated(self) -> Option<Congruence> {
        Some(Congruence::new(self.modulus, self.residue.checked_neg()?))
    }

    /// The products of members, unless a number becomes too large.
    pub(crate) fn times(self, other: Congruence) -> Option<Congruence> {
        let product = |a: u128, b: u128| a.checked_mul(b);
        let residue = self.residue.checked_mul(other.residue)?;
        let modulus = gcd(
            product(self.modulus, other.modulus)?,
            gcd(
                product(self.modulus, other.residue.unsigned_abs())?,
                product(other.modulus, self.residue.unsigned_abs())?,
            ),
        );
        Some(Congruence::new(modulus, residue))
    }

    /// The products of members modulo a power of two, which never become too large.
    pub(crate) fn times_wrapped(self, other: Congruence, bits: u32) -> Congruence {
        let zeros = |value: u128| match value {
            0 => 128,
            value => value.trailing_zeros(),
        };
        let (a, b) = (zeros(self.modulus), zeros(other.modulus));
        let known = (a + b)
            .min(a + zeros(other.residue.unsigned_abs()))
            .min(b + zeros(self.residue.unsigned_abs()))
            .min(bits);
        Congruence::new(
            1 << known.min(126),
            self.residue.wrapping_mul(other.residue),
        )
    }

    /// The least member that is at least `from`, if it is an `i128`.
    pub(crate) fn next(self, from: i128) -> Option<i128> {
        match self.modulus {
            0 => (self.residue >= from).then_some(self.residue),
            1 => Some(from),
            modulus => {
                let modulus = modulus as i128;
                let missing = (self.residue - from.rem_euclid(modulus)).rem_euclid(modulus);
                from.checked_add(missing)
            }
        }
    }

    /// The greatest member that is at most `from`, if it is an `i128`.
    pub(crate) fn previous(self, from: i128) -> Option<i128> {
        match self.modulus {
            0 => (self.residue <= from).then_some(self.residue),
            1 => Some(from),
            modulus => {
                let modulus = modulus as i128;
                let excess = (from.rem_euclid(modulus) - self.residue).rem_euclid(modulus);
                from.checked_sub(excess)
            }
        }
    }
}

/// The greatest common divisor; 0 is a multiple of everything.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    // Most sets have no congruence, and divisions of 128 bits are slow.
    if a == 1 || b == 1 {
        return 1;
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn power_of_two_in(value: u128) -> u128 {
    1 << value.trailing_zeros()
}

/// The inverse modulo a number, if they have no common divisor.
fn inverse(value: i128, modulus: i128) -> Option<i128> {
    if modulus == 1 {
        return Some(0);
    }
    let (mut previous, mut current) = (modulus, value);
    let (mut above, mut factor) = (0i128, 1i128);
    while current != 0 {
        let quotient = previous / current;
        (previous, current) = (current, previous - quotient * current);
        (above, factor) = (factor, above - quotient * factor);
    }
    (previous == 1).then(|| above.rem_euclid(modulus))
}
