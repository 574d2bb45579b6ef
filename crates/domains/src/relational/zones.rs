//! Zones: bounds of variables and of differences of two variables.

use super::pairs::{Kind, Pairs};

/// Conjunctions of `x - y <= c`, `x <= c` and `x >= c`.
///
/// Assignments `x := y + c` and constraints of these forms are exact; of others, what follows for
/// single variables and differences is kept.
pub type Zones = Pairs<Differences>;

/// Differences alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Differences;

impl Kind for Differences {
    const NAME: &'static str = "zones";
    const HAS_SUMS: bool = false;
}
