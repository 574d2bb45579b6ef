//! What of the states before and after a call an expression depends on.

use std::collections::BTreeSet;

use ir::LocalId;

use crate::structure::Moment;
use crate::typed::{Contract, Expr, Formula, Root};

/// What a contract may say the length of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// Parameters.
    pub parameters: BTreeSet<LocalId>,
    /// Something else.
    pub others: bool,
}

impl Measured {
    pub(crate) fn by(contract: &Contract) -> Measured {
        let mut use_ = Use::new(0);
        let clauses = contract.clauses.iter().map(|clause| &clause.formula);
        let invariants = contract.invariants.iter().map(|it| &it.formula);
        clauses
            .chain(invariants)
            .for_each(|formula| use_.formula(formula));
        use_.measured
    }
}

/// Whether an expression reads the state before the call, and no other, and depends on none of
/// the variables that are bound outside of it: it can be computed before the call.
pub(crate) fn is_old(expr: &Expr, bound: usize) -> bool {
    let mut use_ = Use::new(bound);
    use_.expr(expr);
    use_.is_old()
}

/// The same of a formula.
pub(crate) fn is_old_formula(formula: &Formula, bound: usize) -> bool {
    let mut use_ = Use::new(bound);
    use_.formula(formula);
    use_.is_old()
}

/// Whether a formula reads the state before the call.
pub(crate) fn looks_back(formula: &Formula) -> bool {
    let mut use_ = Use::new(0);
    use_.formula(formula);
    use_.entry
}

/// What an expression uses.
struct Use {
    /// How many variables are bound outside.
    bound: usize,
    entry: bool,
    exit: bool,
    variables: bool,
    measured: Measured,
}

impl Use {
    fn new(bound: usize) -> Use {
        Use {
            bound,
            entry: false,
            exit: false,
            variables: false,
            measured: Measured::default(),
        }
    }

    fn is_old(&self) -> bool {
        self.entry && !self.exit && !self.variables
    }

    fn moment(&mut self, moment: Moment) {
        match moment {
            Moment::Entry => self.entry = true,
            Moment::Exit => self.exit = true,
        }
    }

    /// An array whose length matters: an element is there only if it is long enough.
    fn measure(&mut self, array: &Expr) {
        match array {
            Expr::Root(Root::Parameter(local), _) => _ = self.measured.parameters.insert(*local),
            _ => self.measured.others = true,
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Null | Expr::Integer(_) | Expr::Decimal(_) => {}
            Expr::Variable(slot) => self.variables |= *slot < self.bound,
            Expr::Root(Root::Global(_, moment), _) => self.moment(*moment),
            Expr::Root(Root::Parameter(_), _) => {}
            Expr::Root(Root::Result, _) => self.exit = true,
            Expr::Field { base, moment, .. } | Expr::Closure { base, moment, .. } => {
                self.moment(*moment);
                self.expr(base);
            }
            Expr::Element {
                array,
                index,
                moment,
                ..
            } => {
                self.moment(*moment);
                self.measure(array);
                self.expr(array);
                self.expr(index);
            }
            Expr::Length { array, moment, .. } => {
                self.moment(*moment);
                self.measure(array);
                self.expr(array);
            }
            Expr::Count(inner) | Expr::Negate(inner) => self.expr(inner),
            Expr::Range(a, b) | Expr::Combine(_, a, b) | Expr::Arithmetic(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Constant(_) => {}
            Formula::Not(inner) => self.formula(inner),
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| self.formula(part));
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) => {
                self.formula(a);
                self.formula(b);
            }
            Formula::Compare(_, a, b)
            | Formula::CompareFloats(_, _, a, b)
            | Formula::Subset(a, b)
            | Formula::Same(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Formula::Multiplicity(_, set) => self.expr(set),
            Formula::Quantified { domain, body, .. } => {
                self.expr(domain);
                self.formula(body);
            }
            Formula::Call(arguments, body) => {
                arguments.iter().for_each(|argument| self.expr(argument));
                // Nothing but its arguments is bound in the body.
                let outside = std::mem::replace(&mut self.bound, 0);
                self.formula(body);
                self.bound = outside;
            }
        }
    }
}
