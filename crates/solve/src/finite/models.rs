//! All models within bounds, one of each shape.

use std::collections::{BTreeMap, HashMap};

use logic::relational::{Sort, Structure};

use crate::sat::Lit;

use super::bounds::{Bounds, Scope};
use super::finder::{AssertionId, Finder, Outcome, Unknown};

/// The models of a finder's assertions within bounds, no two isomorphic.
///
/// Ends after the last model, or with an error if a search does not end.
#[derive(Debug)]
pub struct Models<'a> {
    finder: &'a mut Finder,
    scopes: BTreeMap<Sort, Scope>,
    assertions: Vec<AssertionId>,
    /// Switches the exclusion of the models seen on, for this enumeration only.
    switch: Lit,
    seen: HashMap<u64, Vec<Structure>>,
    over: bool,
}

impl Finder {
    /// Enumerates the models of all assertions.
    pub fn models(&mut self, bounds: &Bounds) -> Models<'_> {
        let scopes = self.full(bounds);
        let assertions = self.assertions().collect();
        let switch = self.new_switch();
        Models {
            finder: self,
            scopes,
            assertions,
            switch,
            seen: HashMap::new(),
            over: false,
        }
    }
}

impl Iterator for Models<'_> {
    type Item = Result<Structure, Unknown>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            match self
                .finder
                .search(&self.scopes, &self.assertions, Some(self.switch))
            {
                Outcome::Model(model) => {
                    self.finder.block(&self.scopes, self.switch, &model);
                    let alike = self.seen.entry(model.fingerprint()).or_default();
                    if !alike.iter().any(|other| other.is_isomorphic(&model)) {
                        alike.push(model.clone());
                        return Some(Ok(model));
                    }
                }
                Outcome::Unsat(_) => self.over = true,
                Outcome::Unknown(why) => {
                    self.over = true;
                    return Some(Err(why));
                }
            }
        }
        None
    }
}
