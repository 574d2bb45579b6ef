//! No relations at all: every number by itself.

use super::Relational;
use crate::linear::{Constraint, Linear, Range, Var};

/// Knows nothing of any relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Independent;

impl Relational for Independent {
    const NAME: &'static str = "intervals";

    fn top() -> Independent {
        Independent
    }

    fn is_bottom(&self) -> bool {
        false
    }

    fn assign(&mut self, _: Var, _: &Linear) {}

    fn assign_range(&mut self, _: Var, _: Range) {}

    fn forget(&mut self, _: Var) {}

    fn assume(&mut self, _: &Constraint) {}

    fn range(&self, linear: &Linear) -> Range {
        match linear.as_constant() {
            Some(constant) => Range::new(constant, constant),
            None => Range::ALL,
        }
    }

    fn join(&self, _: &Independent) -> Independent {
        Independent
    }

    fn widen(&self, _: &Independent, _: &[i128]) -> Independent {
        Independent
    }

    fn includes(&self, _: &Independent) -> bool {
        true
    }

    fn meet(&mut self, _: &Independent) {}

    fn rename(&mut self, _: Var, _: Var) {}

    fn keep(&mut self, _: &dyn Fn(Var) -> bool) {}

    fn vars(&self) -> Vec<Var> {
        Vec::new()
    }

    fn constraints(&self) -> Vec<Constraint> {
        Vec::new()
    }
}
