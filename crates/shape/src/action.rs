//! Actions: what an edge of a program does to structures.

use crate::formula::{Formula, Var};
use crate::vocabulary::Predicate;

/// What one step of a program does.
///
/// An action focuses, coerces, tests its precondition (an assumption), reports its claims, adds a
/// node, updates predicates, removes nodes, coerces, and blurs. Instrumentation predicates that
/// have no update of their own are updated by differencing their definitions.
#[derive(Clone, Debug, Default)]
pub struct Action {
    /// What people call it.
    pub title: String,
    /// What is made definite before anything else.
    pub focus: Vec<Formula>,
    /// What must possibly hold for the action to happen. It happens for each choice of its free
    /// variables, which the other formulas may use.
    pub precondition: Option<Formula>,
    /// What is reported before the update.
    pub claims: Vec<Claim>,
    /// Whether a node is allocated, of which [`IS_NEW`](crate::IS_NEW) holds.
    pub allocation: Allocation,
    /// How predicates change. All read the structure before the action (with the new node).
    pub updates: Vec<Update>,
    /// Which nodes stay: those for which the formula of this variable may hold.
    pub retain: Option<(Var, Formula)>,
    /// What is reported after the update.
    pub claims_after: Vec<Claim>,
}

/// Whether an action allocates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    /// It does not.
    #[default]
    None,
    /// It allocates one node.
    One,
}

/// A message for the case that a formula may hold.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What must never hold.
    pub violation: Formula,
    /// What is said if it may.
    pub message: String,
}

/// The new value of a predicate.
#[derive(Clone, Debug)]
pub struct Update {
    /// The predicate.
    pub predicate: Predicate,
    /// Its arguments in the formula.
    pub parameters: Vec<Var>,
    /// Its new value.
    pub formula: Formula,
}

impl Action {
    /// An action that does nothing yet.
    pub fn new(title: impl Into<String>) -> Self {
        Action {
            title: title.into(),
            ..Action::default()
        }
    }

    /// Makes a formula definite first.
    #[must_use]
    pub fn focus(mut self, formula: Formula) -> Self {
        self.focus.push(formula);
        self
    }

    /// Happens only if this may hold.
    #[must_use]
    pub fn assume(mut self, formula: Formula) -> Self {
        self.precondition = Some(formula);
        self
    }

    /// Reports a message if this may hold before the update.
    #[must_use]
    pub fn report_if(mut self, violation: Formula, message: impl Into<String>) -> Self {
        self.claims.push(Claim {
            violation,
            message: message.into(),
        });
        self
    }

    /// Allocates a node.
    #[must_use]
    pub fn allocate(mut self) -> Self {
        self.allocation = Allocation::One;
        self
    }

    /// Gives a predicate a new value.
    #[must_use]
    pub fn update(mut self, predicate: Predicate, parameters: &[Var], formula: Formula) -> Self {
        self.updates.push(Update {
            predicate,
            parameters: parameters.to_vec(),
            formula,
        });
        self
    }

    /// Keeps only the nodes for which this may hold.
    #[must_use]
    pub fn retain(mut self, variable: Var, formula: Formula) -> Self {
        self.retain = Some((variable, formula));
        self
    }
}
