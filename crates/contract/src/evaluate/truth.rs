//! Truth that is known in part.

use logic::{TermId, Terms};

use crate::structure::Undecided;

/// The truth of a formula in a structure that is known in part: a condition on the numbers.
///
/// Whatever the undecided places turn out to be, the formula holds if `sufficient` does, and only
/// if `necessary` does. Both are the same term when nothing is undecided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth<N> {
    /// What the formula implies already.
    pub necessary: TermId,
    /// What implies the formula already.
    pub sufficient: TermId,
    /// What has to be decided next to know more; none if the formula is decided.
    pub undecided: Option<Undecided<N>>,
}

impl<N: Copy> Truth<N> {
    pub(crate) const TRUE: Truth<N> = Truth::exactly(TermId::TRUE);
    pub(crate) const FALSE: Truth<N> = Truth::exactly(TermId::FALSE);

    /// Whether the formula is decided: it is equivalent to both of its terms.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.undecided.is_none()
    }

    pub(crate) const fn exactly(term: TermId) -> Truth<N> {
        Truth {
            necessary: term,
            sufficient: term,
            undecided: None,
        }
    }

    pub(crate) const fn unknown(why: Undecided<N>) -> Truth<N> {
        Truth {
            necessary: TermId::TRUE,
            sufficient: TermId::FALSE,
            undecided: Some(why),
        }
    }

    /// Bounds that may coincide, in which case nothing remains undecided.
    pub(crate) fn between(
        sufficient: TermId,
        necessary: TermId,
        why: Option<Undecided<N>>,
    ) -> Truth<N> {
        Truth {
            necessary,
            sufficient,
            undecided: why.filter(|_| necessary != sufficient),
        }
    }

    pub(crate) fn not(self, terms: &mut Terms) -> Truth<N> {
        Truth {
            necessary: terms.not(self.sufficient),
            sufficient: terms.not(self.necessary),
            undecided: self.undecided,
        }
    }

    pub(crate) fn and(self, other: Truth<N>, terms: &mut Terms) -> Truth<N> {
        Truth::between(
            terms.and(self.sufficient, other.sufficient),
            terms.and(self.necessary, other.necessary),
            self.undecided.or(other.undecided),
        )
    }

    pub(crate) fn or(self, other: Truth<N>, terms: &mut Terms) -> Truth<N> {
        Truth::between(
            terms.or(self.sufficient, other.sufficient),
            terms.or(self.necessary, other.necessary),
            self.undecided.or(other.undecided),
        )
    }
}
