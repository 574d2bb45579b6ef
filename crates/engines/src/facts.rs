//! What engines have found out for each other.

use interp::Outcome;
use std::collections::BTreeSet;
use verdict::ClaimId;

/// What engines have found out for each other, and for whoever challenges what they prove.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// How the only execution of a program without inputs ends.
    pub ending: Option<Outcome>,
    /// Claims that an engine which looks at more executions than there are could not prove: where
    /// a violation is most likely to be.
    pub alarms: BTreeSet<ClaimId>,
}
