//! What can become of a claim.

use serde::Serialize;
use std::fmt;

/// What became of a claim, from the best to the worst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No execution violates it.
    Proved,
    /// No violation within the bound that is stated.
    Bounded,
    /// Not settled, for the reason that is stated.
    Unknown,
    /// An execution violates it, and was executed.
    Refuted,
}

impl Status {
    /// The exit status of a command whose verdict this is.
    ///
    /// ```
    /// assert_eq!(verdict::Status::Refuted.exit_status(), 1);
    /// ```
    pub const fn exit_status(self) -> u8 {
        match self {
            Status::Proved => 0,
            Status::Refuted => 1,
            Status::Bounded | Status::Unknown => 3,
        }
    }

    /// The worst of them; proved if there is none.
    pub fn worst(statuses: impl IntoIterator<Item = Status>) -> Status {
        statuses.into_iter().max().unwrap_or(Status::Proved)
    }

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Bounded => "bounded",
            Status::Unknown => "unknown",
            Status::Refuted => "refuted",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
