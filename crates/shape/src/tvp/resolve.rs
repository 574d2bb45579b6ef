//! From names to predicates: sets, repetitions and parameters are replaced by what they stand for.

use rustc_hash::FxHashMap;

use super::error::{Error, Position};
use super::syntax::{Iterator, Junction, Name, Piece, Quantifier, Repeated, Sentence, Set, Steps};
use crate::formula::{Closure, Formula, Var};
use crate::vocabulary::{Predicate, Vocabulary};

/// A formula may have this many parts when all is replaced.
const MAX_PARTS: usize = 20_000;
/// A set may have this many members.
const MAX_MEMBERS: usize = 1_000;

/// What is known of names.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) vocabulary: Vocabulary,
    pub(super) sets: FxHashMap<String, Vec<String>>,
    predicates: FxHashMap<String, Predicate>,
    variables: FxHashMap<String, Var>,
}

/// What parameters and iterators stand for.
pub(super) type Bindings = FxHashMap<String, Name>;

impl Name {
    pub(super) fn simple(base: &str) -> Self {
        Name {
            base: base.to_owned(),
            indices: Vec::new(),
        }
    }

    /// The name with what is bound replaced.
    pub(super) fn bind(&self, bindings: &Bindings) -> Name {
        let index = |name: &String| match bindings.get(name) {
            Some(bound) => bound.to_string(),
            None => name.clone(),
        };
        let indices: Vec<String> = self.indices.iter().map(index).collect();
        match bindings.get(&self.base) {
            Some(bound) if indices.is_empty() => bound.clone(),
            Some(bound) => Name {
                base: bound.to_string(),
                indices,
            },
            None => Name {
                base: self.base.clone(),
                indices,
            },
        }
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.base)?;
        if self.indices.is_empty() {
            Ok(())
        } else {
            write!(f, "[{}]", self.indices.join(","))
        }
    }
}

impl Names {
    /// Remembers a predicate of the vocabulary.
    pub(super) fn declared(&mut self, predicate: Predicate) {
        self.predicates
            .insert(self.vocabulary.name(predicate).to_owned(), predicate);
    }

    /// The predicate of a name, if there is one.
    pub(super) fn predicate(&self, name: &Name, position: &Position) -> Result<Predicate, Error> {
        let found = self.predicates.get(&name.to_string()).copied();
        found.ok_or_else(|| position.error(format!("there is no predicate {name}")))
    }

    /// Whether a predicate of this name is declared.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.predicates.contains_key(name)
    }

    /// The variable of a name.
    pub(super) fn variable(&mut self, name: &str, position: &Position) -> Result<Var, Error> {
        if let Some(variable) = self.variables.get(name) {
            return Ok(*variable);
        }
        // Half of the numbers are left for variables that are made up later.
        let number = u16::try_from(self.variables.len())
            .ok()
            .filter(|number| *number < 1 << 12);
        let variable = Var(number.ok_or_else(|| position.error("too many variables"))?);
        self.variables.insert(name.to_owned(), variable);
        Ok(variable)
    }

    /// The variables of some names, all different.
    pub(super) fn parameters(
        &mut self,
        names: &[String],
        position: &Position,
    ) -> Result<Vec<Var>, Error> {
        let mut variables = Vec::new();
        for name in names {
            let variable = self.variable(name, position)?;
            if variables.contains(&variable) {
                return Err(position.error(format!("the variable {name} is there twice")));
            }
            variables.push(variable);
        }
        Ok(variables)
    }

    /// The members of a set.
    pub(super) fn members(
        &self,
        set: &Set,
        bindings: &Bindings,
        position: &Position,
    ) -> Result<Vec<String>, Error> {
        let both = |sides: &[Set; 2]| -> Result<[Vec<String>; 2], Error> {
            let [left, right] = sides;
            Ok([
                self.members(left, bindings, position)?,
                self.members(right, bindings, position)?,
            ])
        };
        let members = match set {
            Set::Named(name) => {
                let found = self.sets.get(name).cloned();
                found.ok_or_else(|| position.error(format!("there is no set {name}")))?
            }
            Set::Of(names) => names
                .iter()
                .map(|name| Name::simple(name).bind(bindings).to_string())
                .collect(),
            Set::Union(sides) => {
                let [mut left, right] = both(sides)?;
                left.extend(right);
                left
            }
            Set::Difference(sides) => {
                let [mut left, right] = both(sides)?;
                left.retain(|name| !right.contains(name));
                left
            }
        };
        let mut distinct: Vec<String> = Vec::new();
        for member in members {
            if !distinct.contains(&member) {
                distinct.push(member);
            }
        }
        if distinct.len() > MAX_MEMBERS {
            return Err(position.error("the set is too large"));
        }
        Ok(distinct)
    }

    /// The bindings for each member of a set.
    pub(super) fn each(
        &self,
        iterator: &Iterator,
        bindings: &Bindings,
    ) -> Result<Vec<Bindings>, Error> {
        let members = self.members(&iterator.set, bindings, &iterator.position)?;
        let bind = |member: String| {
            let mut inner = bindings.clone();
            inner.insert(iterator.name.clone(), Name::simple(&member));
            inner
        };
        Ok(members.into_iter().map(bind).collect())
    }

    /// Does something for each repetition.
    pub(super) fn repeat<T>(
        &mut self,
        items: &[Repeated<T>],
        bindings: &Bindings,
        act: &mut dyn FnMut(&mut Names, &T, &Bindings) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for item in items {
            match item {
                Repeated::Once(item) => act(self, item, bindings)?,
                Repeated::Each(iterator, body) => {
                    for inner in self.each(iterator, bindings)? {
                        self.repeat(body, &inner, act)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The formula a sentence stands for.
    pub(super) fn formula(
        &mut self,
        sentence: &Sentence,
        bindings: &Bindings,
        position: &Position,
    ) -> Result<Formula, Error> {
        Resolver {
            names: self,
            position,
            parts: 0,
        }
        .formula(sentence, bindings)
    }
}

/// A title or message with what is bound replaced.
pub(super) fn text(pieces: &[Piece], bindings: &Bindings) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Name(name) => name.bind(bindings).to_string(),
    };
    pieces.iter().map(piece).collect()
}

struct Resolver<'n> {
    names: &'n mut Names,
    position: &'n Position,
    parts: usize,
}

impl Resolver<'_> {
    fn count(&mut self, parts: usize) -> Result<(), Error> {
        self.parts += parts;
        if self.parts > MAX_PARTS {
            return Err(self.position.error("the formula is too large"));
        }
        Ok(())
    }

    fn variable(&mut self, name: &str) -> Result<Var, Error> {
        self.names.variable(name, self.position)
    }

    fn formula(&mut self, sentence: &Sentence, bindings: &Bindings) -> Result<Formula, Error> {
        self.count(1)?;
        Ok(match sentence {
            Sentence::Value(value) => Formula::Constant(*value),
            Sentence::Apply(name, arguments, position) => {
                self.apply(&name.bind(bindings), arguments, position)?
            }
            Sentence::Path(name, [from, to], steps, position) => {
                let predicate = self.names.predicate(&name.bind(bindings), position)?;
                if predicate.arity().count() != 2 {
                    return Err(position.error(format!("{name} does not relate two nodes")));
                }
                let (from, to) = (self.variable(from)?, self.variable(to)?);
                match steps {
                    Steps::Any => predicate.star(from, to),
                    Steps::One => predicate.plus(from, to),
                }
            }
            Sentence::Equal(left, right) => self.variable(left)?.equals(self.variable(right)?),
            Sentence::Not(inner) => self.formula(inner, bindings)?.not(),
            Sentence::And(parts) => Formula::all_of(self.formulas(parts, bindings)?),
            Sentence::Or(parts) => Formula::any_of(self.formulas(parts, bindings)?),
            Sentence::Implies(parts) => {
                let [left, right] = &**parts;
                self.formula(left, bindings)?
                    .implies(self.formula(right, bindings)?)
            }
            Sentence::Iff(parts) => {
                let [left, right] = &**parts;
                let before = self.parts;
                let (left, right) = (
                    self.formula(left, bindings)?,
                    self.formula(right, bindings)?,
                );
                // Both are there twice.
                self.count(self.parts - before)?;
                left.iff(right)
            }
            Sentence::IfThenElse(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = self.formula(condition, bindings)?;
                let then = self.formula(then, bindings)?;
                condition.if_else(then, self.formula(otherwise, bindings)?)
            }
            Sentence::Quantified(quantifier, variables, body) => {
                let mut formula = self.formula(body, bindings)?;
                for name in variables.iter().rev() {
                    let variable = self.variable(name)?;
                    formula = match quantifier {
                        Quantifier::Exists => formula.exists(variable),
                        Quantifier::ForAll => formula.for_all(variable),
                    };
                }
                formula
            }
            Sentence::Closure([from, to], [origin, target], step) => {
                Formula::Closure(Box::new(Closure {
                    from: self.variable(from)?,
                    to: self.variable(to)?,
                    origin: self.variable(origin)?,
                    target: self.variable(target)?,
                    step: self.formula(step, bindings)?,
                }))
            }
            Sentence::Composite(junction, body, iterator) => {
                let each = self.names.each(iterator, bindings)?;
                let parts: Result<Vec<Formula>, Error> =
                    each.iter().map(|inner| self.formula(body, inner)).collect();
                match junction {
                    Junction::And => Formula::all_of(parts?),
                    Junction::Or => Formula::any_of(parts?),
                }
            }
        })
    }

    fn formulas(&mut self, parts: &[Sentence], bindings: &Bindings) -> Result<Vec<Formula>, Error> {
        parts
            .iter()
            .map(|part| self.formula(part, bindings))
            .collect()
    }

    fn apply(
        &mut self,
        name: &Name,
        arguments: &[String],
        position: &Position,
    ) -> Result<Formula, Error> {
        let predicate = self.names.predicate(name, position)?;
        let count = predicate.arity().count();
        if count != arguments.len() {
            let found = arguments.len();
            return Err(position.error(format!("{name} has {count} arguments, not {found}")));
        }
        let mut variables = Vec::new();
        for argument in arguments {
            variables.push(self.variable(argument)?);
        }
        Ok(predicate.at(variables))
    }
}
