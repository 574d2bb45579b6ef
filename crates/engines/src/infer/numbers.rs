//! How the numbers of a class are represented.
//!
//! Numbers that are only copied and compared matter by their order alone. Of such a class, a bounded
//! heap holds so many that as many representatives suffice: those below, between and above the
//! constants of the program, each gap with as many as can be different. This loses nothing, and the
//! formulas stay as small as those of a scope on integers. Numbers that are computed with have all
//! their bits.

use super::classes::Use;
use logic::relational::IntType;

/// How the numbers of a class are represented.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Numbering {
    ty: IntType,
    /// Constants of the program in their order, each with what represents it; empty if every number
    /// represents itself.
    marks: Vec<(i128, i128)>,
    /// How the numbers are ordered.
    is_unsigned: bool,
    /// The bits of the numbers themselves.
    bits: u32,
    /// Whether every number represents itself.
    pub(crate) is_exact: bool,
}

impl Numbering {
    /// The representation of numbers that are used like that, if so many of them can be chosen;
    /// `None` if there is none.
    pub(crate) fn new(used: &Use, chosen: u32) -> Option<Numbering> {
        let bits = used.bits.max(1);
        let exact = Numbering {
            ty: IntType::signed(u8::try_from(bits).ok()?),
            marks: Vec::new(),
            is_unsigned: false,
            bits,
            is_exact: true,
        };
        if bits > 64 {
            return None;
        }
        let is_unsigned = used.is_unsigned || used.told_unsigned;
        let has_several_widths = used.fewest_bits != used.bits;
        if used.is_arithmetic || used.is_signed && is_unsigned || has_several_widths {
            return Some(exact);
        }
        let as_ordered = |value: i128| match is_unsigned && value < 0 {
            true => value + (1 << bits),
            false => value,
        };
        let mut constants: Vec<i128> = used.constants.iter().map(|it| as_ordered(*it)).collect();
        constants.sort_unstable();
        constants.dedup();
        let (least, most) = match is_unsigned {
            true => (0, (1 << bits) - 1),
            false => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        };
        if constants.iter().any(|it| *it < least || *it > most) {
            return Some(exact);
        }
        let chosen = i128::from(chosen);
        let mut marks = Vec::new();
        let mut last: Option<(i128, i128)> = None;
        for constant in constants {
            let at = match last {
                None => chosen.min(constant - least),
                Some((before, at)) => at + (chosen + 1).min(constant - before),
            };
            marks.push((constant, at));
            last = Some((constant, at));
        }
        let highest = match last {
            None => chosen.max(1) - 1,
            Some((constant, at)) => at + chosen.min(most - constant),
        };
        let width = u8::try_from(128 - highest.leading_zeros()).ok()?.max(1);
        match u32::from(width) < bits {
            true => Some(Numbering {
                ty: IntType::unsigned(width),
                marks,
                is_unsigned,
                bits,
                is_exact: false,
            }),
            false => Some(exact),
        }
    }

    /// The type of the representatives.
    pub(crate) fn ty(&self) -> IntType {
        self.ty
    }

    /// What represents a constant of the program, given with its sign; `None` if nothing does.
    pub(crate) fn constant(&self, value: i128) -> Option<i128> {
        if self.is_exact {
            return Some(value).filter(|value| self.ty.contains(*value));
        }
        let value = match self.is_unsigned && value < 0 {
            true => value + (1 << self.bits),
            false => value,
        };
        let marks = self.marks.iter();
        marks
            .clone()
            .find_map(|(constant, at)| (*constant == value).then_some(*at))
    }

    /// The least representative that stands for no number, if there is one.
    pub(crate) fn beyond(&self) -> Option<i128> {
        let (constant, at) = *self.marks.last()?;
        let most = match self.is_unsigned {
            true => (1i128 << self.bits) - 1,
            false => (1i128 << (self.bits - 1)) - 1,
        };
        at.checked_add(most - constant)
            .map(|last| last + 1)
            .filter(|it| self.ty.contains(*it))
    }

    /// The least and the greatest number that so many bits hold, if these are fewer than others of
    /// the class have.
    pub(crate) fn range(&self, bits: u32) -> Option<(i128, i128)> {
        let half = 1i128 << (bits.max(1) - 1);
        (self.is_exact && bits < self.bits).then_some((-half, half - 1))
    }

    /// A number that a representative stands for, as bits.
    pub(crate) fn bits_of(&self, representative: i128) -> u128 {
        let value = match self
            .marks
            .iter()
            .rev()
            .find(|(_, at)| *at <= representative)
        {
            Some((constant, at)) => constant + (representative - at),
            None => match self.marks.first() {
                Some((constant, at)) => constant - (at - representative),
                None => representative,
            },
        };
        (value as u128) & (u128::MAX >> (128 - self.bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(constants: &[i128]) -> Use {
        Use {
            bits: 32,
            fewest_bits: 32,
            constants: constants.iter().copied().collect(),
            ..Use::default()
        }
    }

    #[test]
    fn what_is_only_compared_needs_few_bits() {
        let numbers = Numbering::new(&used(&[]), 4).expect("a representation");
        assert_eq!(numbers.ty().width(), 2);
        assert_eq!(numbers.bits_of(3), 3);
    }

    #[test]
    fn constants_keep_their_order_and_their_distance_up_to_what_can_be_between() {
        let numbers = Numbering::new(&used(&[0, 1, 100, -5]), 2).expect("a representation");
        let of = |value| numbers.constant(value).expect("a constant");
        assert!(of(-5) < of(0) && of(0) + 1 == of(1) && of(1) + 3 == of(100));
        for value in [-5, 0, 1, 100] {
            assert_eq!(numbers.bits_of(of(value)), (value as u32).into());
        }
        assert_eq!(numbers.bits_of(of(1) + 1), 2);
        assert_eq!(numbers.bits_of(of(-5) - 1), ((-6_i32) as u32).into());
    }

    #[test]
    fn the_least_number_has_nothing_below() {
        let least = i128::from(i32::MIN);
        let numbers = Numbering::new(&used(&[least]), 3).expect("a representation");
        assert_eq!(numbers.constant(least), Some(0));
    }

    #[test]
    fn what_is_computed_with_has_all_bits() {
        let used = Use {
            is_arithmetic: true,
            ..used(&[7])
        };
        let numbers = Numbering::new(&used, 3).expect("a representation");
        assert!(numbers.is_exact && numbers.ty().width() == 32);
    }
}
