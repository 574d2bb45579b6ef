//! First-order formulas with equality and transitive closure over the predicates of a
//! vocabulary.

use std::collections::BTreeSet;

use crate::truth::Truth;
use crate::vocabulary::Predicate;

/// A first-order variable. Binding the same variable twice hides the outer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u16);

/// When a predicate is read: an update may speak of the structure before it and, for predicates
/// that were updated earlier in the same action, of the structure after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Time {
    /// Before the action's updates.
    Before,
    /// After the updates of this predicate.
    After,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// A truth value.
    Constant(Truth),
    /// A predicate of individuals.
    Apply(Predicate, Vec<Var>, Time),
    /// Two individuals are one.
    Equal(Var, Var),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction; true when empty.
    And(Vec<Formula>),
    /// Disjunction; false when empty.
    Or(Vec<Formula>),
    /// There is an individual.
    Exists(Var, Box<Formula>),
    /// For each individual.
    ForAll(Var, Box<Formula>),
    /// A path of one or more steps leads from one individual to another.
    Closure(Box<Closure>),
    /// The second where the first holds, and the third elsewhere.
    IfThenElse(Box<[Formula; 3]>),
}

/// The transitive closure of a formula with two variables of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Closure {
    /// The individual a path starts at.
    pub from: Var,
    /// The individual a path ends at.
    pub to: Var,
    /// The variable of the step's origin, bound in `step`.
    pub origin: Var,
    /// The variable of the step's target, bound in `step`.
    pub target: Var,
    /// One step of a path.
    pub step: Formula,
}

impl Predicate {
    /// The predicate of these individuals: as many as it has arguments.
    pub fn at(self, arguments: impl IntoIterator<Item = Var>) -> Formula {
        let arguments: Vec<Var> = arguments.into_iter().collect();
        debug_assert_eq!(arguments.len(), self.arity().count());
        Formula::Apply(self, arguments, Time::Before)
    }

    /// A path of one or more steps along this binary predicate.
    pub fn plus(self, from: Var, to: Var) -> Formula {
        let (origin, target) = (Var(0), Var(1));
        Formula::Closure(Box::new(Closure {
            from,
            to,
            origin,
            target,
            step: self.at([origin, target]),
        }))
    }

    /// A path of any number of steps along this binary predicate.
    pub fn star(self, from: Var, to: Var) -> Formula {
        from.equals(to).or(self.plus(from, to))
    }
}

impl Var {
    /// Whether two variables stand for one individual.
    pub fn equals(self, other: Var) -> Formula {
        Formula::Equal(self, other)
    }
}

impl Formula {
    /// What always holds.
    pub const TRUE: Formula = Formula::Constant(Truth::True);
    /// What never holds.
    pub const FALSE: Formula = Formula::Constant(Truth::False);

    /// Negation.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "a formula is built in prose order"
    )]
    pub fn not(self) -> Formula {
        match self {
            Formula::Constant(Truth::True) => Formula::FALSE,
            Formula::Constant(Truth::False) => Formula::TRUE,
            Formula::Constant(Truth::Half) => self,
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// Conjunction.
    #[must_use]
    pub fn and(self, other: Formula) -> Formula {
        Formula::all_of([self, other])
    }

    /// Disjunction.
    #[must_use]
    pub fn or(self, other: Formula) -> Formula {
        Formula::any_of([self, other])
    }

    /// Implication.
    #[must_use]
    pub fn implies(self, other: Formula) -> Formula {
        self.not().or(other)
    }

    /// Equivalence.
    #[must_use]
    pub fn iff(self, other: Formula) -> Formula {
        let both = self.clone().and(other.clone());
        both.or(self.not().and(other.not()))
    }

    /// `then` where this holds, and `otherwise` elsewhere.
    #[must_use]
    pub fn if_else(self, then: Formula, otherwise: Formula) -> Formula {
        match self {
            Formula::Constant(Truth::True) => then,
            Formula::Constant(Truth::False) => otherwise,
            condition => Formula::IfThenElse(Box::new([condition, then, otherwise])),
        }
    }

    /// There is a `variable` with this.
    #[must_use]
    pub fn exists(self, variable: Var) -> Formula {
        match self {
            Formula::Constant(Truth::False) => self,
            body => Formula::Exists(variable, Box::new(body)),
        }
    }

    /// This holds for each `variable`.
    #[must_use]
    pub fn for_all(self, variable: Var) -> Formula {
        match self {
            Formula::Constant(Truth::True) => self,
            body => Formula::ForAll(variable, Box::new(body)),
        }
    }

    /// The conjunction of many, flattened.
    pub fn all_of(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::And(inner) => flat.extend(inner),
                Formula::Constant(Truth::True) => {}
                Formula::Constant(Truth::False) => return Formula::FALSE,
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Formula::TRUE,
            1 => flat.swap_remove(0),
            _ => Formula::And(flat),
        }
    }

    /// The disjunction of many, flattened.
    pub fn any_of(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::Or(inner) => flat.extend(inner),
                Formula::Constant(Truth::False) => {}
                Formula::Constant(Truth::True) => return Formula::TRUE,
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Formula::FALSE,
            1 => flat.swap_remove(0),
            _ => Formula::Or(flat),
        }
    }

    /// The variables that are free.
    pub fn free(&self) -> BTreeSet<Var> {
        let mut free = BTreeSet::new();
        self.collect_free(&mut Vec::new(), &mut free);
        free
    }

    fn collect_free(&self, bound: &mut Vec<Var>, free: &mut BTreeSet<Var>) {
        let mut see = |bound: &[Var], variable: Var| {
            if !bound.contains(&variable) {
                free.insert(variable);
            }
        };
        match self {
            Formula::Constant(_) => {}
            Formula::Apply(_, arguments, _) => arguments.iter().for_each(|v| see(bound, *v)),
            Formula::Equal(left, right) => {
                see(bound, *left);
                see(bound, *right);
            }
            Formula::Not(inner) => inner.collect_free(bound, free),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.collect_free(bound, free));
            }
            Formula::Exists(variable, body) | Formula::ForAll(variable, body) => {
                bound.push(*variable);
                body.collect_free(bound, free);
                bound.pop();
            }
            Formula::Closure(closure) => {
                see(bound, closure.from);
                see(bound, closure.to);
                bound.extend([closure.origin, closure.target]);
                closure.step.collect_free(bound, free);
                bound.truncate(bound.len() - 2);
            }
            Formula::IfThenElse(parts) => {
                parts.iter().for_each(|part| part.collect_free(bound, free));
            }
        }
    }

    /// The largest variable that occurs anywhere, bound or free.
    pub fn largest_variable(&self) -> u16 {
        let mut largest = 0;
        self.visit(&mut |part| {
            let own = match part {
                Formula::Apply(_, arguments, _) => arguments.iter().map(|v| v.0).max(),
                Formula::Equal(left, right) => Some(left.0.max(right.0)),
                Formula::Exists(variable, _) | Formula::ForAll(variable, _) => Some(variable.0),
                Formula::Closure(c) => [c.from, c.to, c.origin, c.target].iter().map(|v| v.0).max(),
                _ => None,
            };
            largest = largest.max(own.unwrap_or(0));
        });
        largest
    }

    /// Shows each part of the formula, itself first.
    pub fn visit(&self, see: &mut impl FnMut(&Formula)) {
        see(self);
        match self {
            Formula::Constant(_) | Formula::Apply(..) | Formula::Equal(..) => {}
            Formula::Not(inner) => inner.visit(see),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| p.visit(see)),
            Formula::Exists(_, body) | Formula::ForAll(_, body) => body.visit(see),
            Formula::Closure(closure) => closure.step.visit(see),
            Formula::IfThenElse(parts) => parts.iter().for_each(|p| p.visit(see)),
        }
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        let mut count = 0;
        self.visit(&mut |_| count += 1);
        count
    }

    /// The predicates that occur.
    pub fn predicates(&self) -> Vec<Predicate> {
        let mut found = Vec::new();
        self.visit(&mut |part| {
            if let Formula::Apply(predicate, ..) = part
                && !found.contains(predicate)
            {
                found.push(*predicate);
            }
        });
        found
    }
}
