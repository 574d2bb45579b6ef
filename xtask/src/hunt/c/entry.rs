//! Functions that anybody calls. A main calls them in some of the ways in which that is possible: what
//! fails then must not be proved, but other callers may do more.

mod memory;
mod places;
mod records;

use super::scope::Generator;
use crate::hunt::tree::{Node, Start};

impl Generator {
    /// A function, and a main that calls it.
    pub(super) fn entry(&mut self) -> (Vec<Node>, Start) {
        match self.random.below(10) {
            0..=3 => self.two_records(),
            4 | 5 => self.place_of_other_type(),
            6 => self.callers_union(),
            7 => self.below_callers_object(),
            8 => self.callers_array(),
            _ => self.lost_at_return(),
        }
    }
}
