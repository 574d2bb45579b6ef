//! Octagons: bounds of variables, and of sums and differences of two variables.

use super::pairs::{Kind, Pairs};

/// Conjunctions of `±x ± y <= c` and `±x <= c`, tightened to integers.
///
/// Assignments `x := ±y + c` and constraints of these forms are exact; of others, what follows for
/// single variables, sums and differences is kept. The representation is as sparse as that of zones:
/// programs relate few of their variables, and a matrix over all of them would mostly hold nothing.
pub type Octagons = Pairs<SumsAndDifferences>;

/// Sums and differences.
#[derive(Clone, PartialEq, Debug)]
pub struct SumsAndDifferences;

impl Kind for SumsAndDifferences {
    const NAME: &'static str = "octagons";
    const HAS_SUMS: bool = true;
}
