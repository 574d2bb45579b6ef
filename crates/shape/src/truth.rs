//! Kleene's three truth values.

use std::fmt;

/// A truth value of three-valued logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Truth {
    /// Definitely false.
    False,
    /// Either: the abstraction does not say.
    Half,
    /// Definitely true.
    True,
}

impl Truth {
    /// The value of which it is known whether it may hold and whether it must.
    pub fn from_planes(may: bool, must: bool) -> Self {
        match (may, must) {
            (_, true) => Truth::True,
            (true, false) => Truth::Half,
            (false, false) => Truth::False,
        }
    }

    /// Whether it may hold.
    pub fn may(self) -> bool {
        self != Truth::False
    }

    /// Whether it must hold.
    pub fn must(self) -> bool {
        self == Truth::True
    }

    /// The least value that stands for both: their join in the information order.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        if self == other { self } else { Truth::Half }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Truth::True } else { Truth::False }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Truth::False => "0",
            Truth::Half => "1/2",
            Truth::True => "1",
        })
    }
}
