//! The constants at which a widening stops before it gives a bound up.

/// Which thresholds a bound may stop at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// The bound is on a variable.
    AsIs,
    /// The bound is on a variable's negation, or on its lower end.
    Negated,
    /// The bound is on a sum or difference, of which either sign is as likely.
    Either,
}

/// The least bound of the thresholds that is no less than a value.
pub(super) fn next(thresholds: &[i128], value: i128, reading: Reading) -> Option<i128> {
    let plain = || {
        let at = thresholds.partition_point(|one| *one < value);
        thresholds.get(at).copied()
    };
    let negated = || {
        let at = thresholds.partition_point(|one| *one <= value.saturating_neg());
        let one = thresholds.get(at.checked_sub(1)?)?;
        // The saturation above can let one pass that is a unit too small.
        one.checked_neg().filter(|one| *one >= value)
    };
    match reading {
        Reading::AsIs => plain(),
        Reading::Negated => negated(),
        Reading::Either => match (plain(), negated()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_stops_at_the_next_threshold() {
        let list = [-8, 0, 3, 100];
        assert_eq!(next(&list, 2, Reading::AsIs), Some(3));
        assert_eq!(next(&list, 3, Reading::AsIs), Some(3));
        assert_eq!(next(&list, 101, Reading::AsIs), None);
        // x >= -2 stops at x >= -8.
        assert_eq!(next(&list, 2, Reading::Negated), Some(8));
        // x >= 7 stops at x >= 3.
        assert_eq!(next(&list, -7, Reading::Negated), Some(-3));
        assert_eq!(next(&list, 9, Reading::Negated), None);
        assert_eq!(next(&list, 4, Reading::Either), Some(8));
        assert_eq!(next(&list, i128::MIN, Reading::Either), Some(-100));
    }
}
