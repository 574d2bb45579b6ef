//! Where widening stops before it gives up.

/// Sorted constants of a program at which growing ends stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thresholds(Vec<i128>);

impl Thresholds {
    /// The least threshold that is at least `value`.
    pub fn next_up(&self, value: i128) -> Option<i128> {
        let at = self.0.partition_point(|threshold| *threshold < value);
        self.0.get(at).copied()
    }

    /// The greatest threshold that is at most `value`.
    pub fn next_down(&self, value: i128) -> Option<i128> {
        let end = self.0.partition_point(|threshold| *threshold <= value);
        end.checked_sub(1).map(|at| self.0[at])
    }

    /// All of them, in ascending order.
    pub fn as_slice(&self) -> &[i128] {
        &self.0
    }
}

impl FromIterator<i128> for Thresholds {
    fn from_iter<I: IntoIterator<Item = i128>>(constants: I) -> Thresholds {
        let mut sorted: Vec<i128> = constants.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        Thresholds(sorted)
    }
}
