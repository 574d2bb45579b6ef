//! How large a universe is searched.

use std::collections::BTreeMap;

use logic::relational::Sort;

/// How many atoms a sort has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    least: u32,
    most: u32,
}

impl Scope {
    /// This many.
    #[must_use]
    pub fn exactly(size: u32) -> Scope {
        Scope {
            least: size,
            most: size,
        }
    }

    /// This many or fewer, none included.
    #[must_use]
    pub fn up_to(most: u32) -> Scope {
        Scope { least: 0, most }
    }

    /// At least `least` and at most `most`; if these cross, exactly `least`.
    #[must_use]
    pub fn between(least: u32, most: u32) -> Scope {
        Scope {
            least,
            most: most.max(least),
        }
    }

    /// The least size.
    #[must_use]
    pub fn least(self) -> u32 {
        self.least
    }

    /// The greatest size.
    #[must_use]
    pub fn most(self) -> u32 {
        self.most
    }

    /// The part of the scope that has at most `size` atoms, or the least size if that is more.
    fn capped(self, size: u32) -> Scope {
        Scope {
            least: self.least,
            most: self.most.min(size).max(self.least),
        }
    }
}

/// The universe to search: one scope for all sorts, and others for some.
#[derive(Clone, Debug)]
pub struct Bounds {
    others: Scope,
    sorts: BTreeMap<Sort, Scope>,
}

impl Bounds {
    /// The same scope for every sort.
    #[must_use]
    pub fn new(every: Scope) -> Bounds {
        Bounds {
            others: every,
            sorts: BTreeMap::new(),
        }
    }

    /// Every sort has up to `most` atoms.
    #[must_use]
    pub fn up_to(most: u32) -> Bounds {
        Bounds::new(Scope::up_to(most))
    }

    /// Every sort has exactly `size` atoms.
    #[must_use]
    pub fn exactly(size: u32) -> Bounds {
        Bounds::new(Scope::exactly(size))
    }

    /// Another scope for one sort.
    #[must_use]
    pub fn sort(mut self, sort: &Sort, scope: Scope) -> Bounds {
        self.sorts.insert(sort.clone(), scope);
        self
    }

    /// The scope of a sort.
    #[must_use]
    pub fn scope(&self, sort: &Sort) -> Scope {
        self.sorts.get(sort).copied().unwrap_or(self.others)
    }
}

/// Growing universes: with at most 1 atom a sort where the scopes allow that, at most 2, and so
/// on to the full scopes, which come last.
pub(super) fn growing(full: BTreeMap<Sort, Scope>) -> impl Iterator<Item = BTreeMap<Sort, Scope>> {
    let flexible = || full.values().filter(|scope| scope.least < scope.most);
    let first = flexible()
        .map(|scope| scope.least)
        .min()
        .unwrap_or(0)
        .max(1);
    let last = flexible().map(|scope| scope.most).max().unwrap_or(first);
    let mut previous = None;
    (first..=last).filter_map(move |size| {
        let capped: BTreeMap<Sort, Scope> = full
            .iter()
            .map(|(s, scope)| (s.clone(), scope.capped(size)))
            .collect();
        let grown = previous.as_ref() != Some(&capped);
        previous = Some(capped.clone());
        grown.then_some(capped)
    })
}
