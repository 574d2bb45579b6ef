//! States at a location that are told apart by the values of variables that control what happens.

use crate::control::{Key, Rank};
use crate::relational::Relational;
use crate::state::{Shared, State};
use crate::value::Thresholds;

/// More cases of a location are described together.
pub(crate) const MOST_CASES: usize = 6;
/// The same where calls are merged.
pub(crate) const MOST_CASES_IF_MERGED: usize = 1;

/// States at a location, by the values of variables that control what happens.
#[derive(Clone, Debug)]
pub(crate) struct Cases<R> {
    /// Each key once; there may be none.
    cases: Vec<(Key, State<R>)>,
    /// The variables that they are told apart by: if there are too many cases, by fewer from then on.
    by: By,
}

/// By which variables cases are told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum By {
    All,
    /// All that rank higher.
    Above(Rank),
}

impl By {
    fn fewer(self) -> By {
        match self {
            By::All => By::Above(Rank::Many),
            By::Above(Rank::Many) => By::Above(Rank::Cell),
            By::Above(Rank::Cell | Rank::Few) => By::Above(Rank::Few),
        }
    }

    fn reduced(self, mut key: Key) -> Key {
        if let By::Above(least) = self {
            key.retain(|(rank, _, _)| *rank > least);
        }
        key
    }
}

impl<R: Relational> Cases<R> {
    pub(crate) fn new() -> Cases<R> {
        Cases {
            cases: Vec::new(),
            by: By::All,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = &State<R>> {
        self.cases.iter().map(|(_, state)| state)
    }

    pub(crate) fn into_states(self) -> Vec<State<R>> {
        self.cases.into_iter().map(|(_, state)| state).collect()
    }

    /// Puts a state to the others, joined with that of the same values; `most` are told apart.
    pub(crate) fn add(&mut self, key: Key, state: State<R>, most: usize, shared: &mut Shared<'_>) {
        let key = self.by.reduced(key);
        match self.cases.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = known.join(&state, shared),
            None => self.cases.push((key, state)),
        }
        if self.cases.len() > most {
            self.tell_by(self.by.fewer(), shared);
        }
    }

    /// Tells cases apart by fewer variables, from here on, and by still fewer if they are too many.
    fn tell_by(&mut self, by: By, shared: &mut Shared<'_>) {
        self.by = self.by.max(by);
        let cases = std::mem::take(&mut self.cases);
        for (key, state) in cases {
            self.add(key, state, MOST_CASES, shared);
        }
    }

    /// Whether everything is described that others describe.
    pub(crate) fn includes(&self, other: &Cases<R>, shared: &mut Shared<'_>) -> bool {
        let mut cases = other.cases.iter();
        cases.all(|(key, state)| {
            let same = self.cases.iter().find(|(known, _)| known == key);
            match same {
                Some((_, known)) if known.includes(state, shared) => true,
                _ => {
                    let mut all = self.cases.iter();
                    all.any(|(known, one)| known != key && one.includes(state, shared))
                }
            }
        })
    }

    /// What either describes.
    pub(crate) fn join(&self, other: &Cases<R>, shared: &mut Shared<'_>) -> Cases<R> {
        let mut joined = self.clone();
        joined.tell_by(other.by, shared);
        for (key, state) in &other.cases {
            joined.add(key.clone(), state.clone(), MOST_CASES, shared);
        }
        joined
    }

    /// What either describes, and so that chains end. The newer one has everything of this.
    pub(crate) fn widen(
        &self,
        newer: &Cases<R>,
        shared: &mut Shared<'_>,
        thresholds: &Thresholds,
    ) -> Cases<R> {
        let mut older = self.clone();
        if newer.by != older.by {
            older.tell_by(newer.by, shared);
        }
        let widened = newer.cases.iter().map(|(key, state)| {
            let known = older.cases.iter().find(|(known, _)| known == key);
            let state = match known {
                Some((_, known)) => known.widen(state, shared, thresholds),
                None => state.clone(),
            };
            (key.clone(), state)
        });
        Cases {
            cases: widened.collect(),
            by: newer.by,
        }
    }
}
