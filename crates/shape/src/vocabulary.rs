//! The predicates an analysis speaks with, and the laws that hold of them.

use crate::formula::{Formula, Time, Var};

/// How many individuals a predicate speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arity {
    /// A proposition.
    Nullary,
    /// A set of individuals.
    Unary,
    /// A relation between individuals.
    Binary,
}

impl Arity {
    /// The number of arguments.
    pub fn count(self) -> usize {
        self as usize
    }
}

/// A predicate of a [`Vocabulary`]: its arity and its place among those of that arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Predicate {
    pub(crate) arity: Arity,
    pub(crate) index: u16,
}

impl Predicate {
    /// How many individuals it speaks of.
    pub fn arity(self) -> Arity {
        self.arity
    }
}

/// A property that is assumed of a predicate in every concrete structure.
///
/// An action that could break one must report so by a claim: the analysis does not check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trait {
    /// Unary: true for at most one individual.
    Unique,
    /// Binary: at most one target for each origin.
    Function,
    /// Binary: at most one origin for each target.
    InverseFunction,
    /// Binary: no path leads back.
    Acyclic,
    /// Binary: holds in both directions.
    Symmetric,
    /// Binary: holds in one direction at most, between different individuals.
    Antisymmetric,
    /// Binary: relates each to itself.
    Reflexive,
    /// Binary: relates none to itself.
    Irreflexive,
    /// Binary: closed under composition.
    Transitive,
    /// Does not tell individuals (or structures) apart.
    NonAbstraction,
    /// A variable of the program, drawn as an arrow.
    Pointer,
}

/// What is declared of a predicate.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// What defines it in terms of others, for an instrumentation predicate.
    pub definition: Option<Definition>,
    traits: u16,
}

impl Declaration {
    /// Whether the predicate was declared to have this trait.
    pub fn has(&self, property: Trait) -> bool {
        self.traits & (1 << property as u16) != 0
    }
}

/// The defining formula of an instrumentation predicate.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its free variables, in the order of the predicate's arguments.
    pub parameters: Vec<Var>,
    /// What it means.
    pub formula: Formula,
}

/// A law: wherever the body holds, the head (a literal) must hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The condition.
    pub body: Formula,
    /// An atomic formula or the negation of one.
    pub head: Formula,
}

/// The predicates of an analysis, and its laws.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    declarations: [Vec<Declaration>; 3],
    order: Vec<Predicate>,
    rules: Vec<Rule>,
}

/// True of the individual that the running action allocates.
pub const IS_NEW: Predicate = Predicate {
    arity: Arity::Unary,
    index: 0,
};

/// True of the individuals that the running action removes.
pub(crate) const REMOVED: Predicate = Predicate {
    arity: Arity::Unary,
    index: 1,
};

impl Default for Vocabulary {
    fn default() -> Self {
        Self::new()
    }
}

impl Vocabulary {
    /// A vocabulary with [`IS_NEW`] alone.
    pub fn new() -> Self {
        let mut vocabulary = Vocabulary {
            declarations: [Vec::new(), Vec::new(), Vec::new()],
            order: Vec::new(),
            rules: Vec::new(),
        };
        vocabulary.core(
            "isNew",
            Arity::Unary,
            &[Trait::NonAbstraction, Trait::Unique],
        );
        vocabulary.core("%removed", Arity::Unary, &[Trait::NonAbstraction]);
        vocabulary
    }

    /// Declares a predicate whose values actions assign.
    pub fn core(&mut self, name: &str, arity: Arity, traits: &[Trait]) -> Predicate {
        self.declare(name, arity, traits, None)
    }

    /// Declares a predicate that is kept equal to a formula over earlier ones.
    pub fn instrument(
        &mut self,
        name: &str,
        parameters: &[Var],
        formula: Formula,
        traits: &[Trait],
    ) -> Predicate {
        let arity = match parameters.len() {
            0 => Arity::Nullary,
            1 => Arity::Unary,
            _ => Arity::Binary,
        };
        let parameters = parameters.to_vec();
        self.declare(
            name,
            arity,
            traits,
            Some(Definition {
                parameters,
                formula,
            }),
        )
    }

    /// Adds a law beside those that the traits and definitions give.
    pub fn rule(&mut self, body: Formula, head: Formula) {
        self.rules.push(Rule { body, head });
    }

    fn declare(
        &mut self,
        name: &str,
        arity: Arity,
        traits: &[Trait],
        definition: Option<Definition>,
    ) -> Predicate {
        let traits = traits
            .iter()
            .fold(0, |set, property| set | 1 << *property as u16);
        let same = &mut self.declarations[arity.count()];
        let predicate = Predicate {
            arity,
            index: same.len() as u16,
        };
        same.push(Declaration {
            name: name.to_owned(),
            definition,
            traits,
        });
        self.order.push(predicate);
        predicate
    }

    /// What is declared of a predicate.
    pub fn declaration(&self, predicate: Predicate) -> &Declaration {
        &self.declarations[predicate.arity.count()][predicate.index as usize]
    }

    /// Whether the predicate was declared to have this trait.
    pub fn has(&self, predicate: Predicate, property: Trait) -> bool {
        self.declaration(predicate).has(property)
    }

    /// The name of a predicate.
    pub fn name(&self, predicate: Predicate) -> &str {
        &self.declaration(predicate).name
    }

    /// The predicate of this name.
    pub fn find(&self, name: &str) -> Option<Predicate> {
        self.order
            .iter()
            .copied()
            .find(|predicate| self.name(*predicate) == name)
    }

    /// All predicates in the order of their declaration.
    pub fn predicates(&self) -> impl DoubleEndedIterator<Item = Predicate> + '_ {
        self.order.iter().copied()
    }

    /// The instrumentation predicates with their definitions, in the order of their declaration.
    pub fn instrumentation(&self) -> impl Iterator<Item = (Predicate, &Definition)> + '_ {
        self.order.iter().filter_map(|predicate| {
            Some((
                *predicate,
                self.declaration(*predicate).definition.as_ref()?,
            ))
        })
    }

    /// The laws that were added by [`rule`](Self::rule).
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// How many predicates of an arity there are.
    pub(crate) fn count(&self, arity: Arity) -> usize {
        self.declarations[arity.count()].len()
    }

    /// The binary predicate of which this one is declared to be the closure, and whether paths of
    /// no step count.
    pub(crate) fn closure_of(&self, predicate: Predicate) -> Option<(Predicate, ClosureKind)> {
        let definition = self.declaration(predicate).definition.as_ref()?;
        let &[left, right] = &*definition.parameters else {
            return None;
        };
        match &definition.formula {
            Formula::Closure(_) => Some((
                closed_literal(&definition.formula, left, right)?,
                ClosureKind::Transitive,
            )),
            Formula::Or(parts) => {
                let equality = Formula::Equal(left, right);
                let path = match &**parts {
                    [first, second] if *first == equality => second,
                    [first, second] if *second == equality => first,
                    _ => return None,
                };
                Some((closed_literal(path, left, right)?, ClosureKind::Reflexive))
            }
            _ => None,
        }
    }
}

/// Whether a closure holds of each individual and itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClosureKind {
    /// One step at least.
    Transitive,
    /// No step will do.
    Reflexive,
}

fn closed_literal(path: &Formula, from: Var, to: Var) -> Option<Predicate> {
    let Formula::Closure(closure) = path else {
        return None;
    };
    match &closure.step {
        Formula::Apply(predicate, arguments, Time::Before)
            if (closure.from, closure.to) == (from, to)
                && **arguments == [closure.origin, closure.target] =>
        {
            Some(*predicate)
        }
        _ => None,
    }
}
