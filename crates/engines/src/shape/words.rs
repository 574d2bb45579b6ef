//! The vocabulary of a program: the predicates by which its heap is described.
//!
//! Locals are sets of at most one object, fields are partial functions between objects (the paper's Table 5).
//! What is derived from them (paths, what can be reached from a local, which objects are shared, what a contract
//! says of each object) is kept as instrumentation predicates, which make the abstraction finer.

use super::bodies;
use super::classes::{Class, Classes, Field, Holds};
use super::heaps::Assumed;
use super::numbers::Number;
use super::roles::Roles;
use super::spec::Spec;
use ir::{LocalId, Op, Procedure, Program, Storage};
use shape::{Arity, Formula, Predicate, Trait, Truth, Var, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Variables of formulas.
pub(super) const V: Var = Var(10);
/// Another.
pub(super) const W: Var = Var(11);
/// A third.
pub(super) const U: Var = Var(12);

/// What is not known.
pub(super) const UNKNOWN: Formula = Formula::Constant(Truth::Half);

/// The predicates of a program.
pub(super) struct Words {
    pub(super) vocabulary: Vocabulary,
    /// The object that a local leads to.
    pub(super) pointers: BTreeMap<LocalId, Predicate>,
    /// Whether a local is not zero.
    pub(super) flags: BTreeMap<LocalId, Predicate>,
    /// An object whose field holds the number of a local.
    pub(super) values: BTreeMap<LocalId, Predicate>,
    /// Whether a local has no value.
    pub(super) unset: BTreeMap<LocalId, Predicate>,
    /// The object that a field leads to.
    pub(super) fields: BTreeMap<Field, Predicate>,
    /// Whether the number in a field is at most the one in that field of another object.
    pub(super) orders: BTreeMap<Field, Predicate>,
    /// The objects whose field has no value.
    pub(super) blanks: BTreeMap<Field, Predicate>,
    /// The objects whose life has ended.
    pub(super) freed: Option<Predicate>,
    /// The objects that the program has to free.
    pub(super) owned: Option<Predicate>,
    /// Paths along sets of fields.
    pub(super) paths: Vec<Paths>,
    /// What is reached from a pointer along a set of fields.
    pub(super) reached: BTreeMap<(Predicate, usize), Predicate>,
    /// What the parameters of the entry led to when it was called.
    pub(super) parameters: BTreeMap<LocalId, Predicate>,
    /// The sets of the contract that speak of the call's start.
    pub(super) recorded: Vec<Predicate>,
    /// What a contract says of each object.
    pub(super) bodies: Vec<Predicate>,
    /// Those of them that have parts without a formula.
    pub(super) opaque: BTreeSet<usize>,
    /// What an unknown caller makes.
    pub(super) given: Option<GivenWords>,
    /// Nodes that are no objects, and stand for numbers.
    pub(super) numbers: BTreeMap<Number, Predicate>,
    /// All of them.
    pub(super) is_number: Option<Predicate>,
    /// Fields whose numbers never change.
    pub(super) constant: BTreeSet<Field>,
    /// The numbers that the parameters of the entry were when it was called.
    pub(super) parameter_numbers: BTreeMap<LocalId, Predicate>,
}

/// Paths along a set of fields.
pub(super) struct Paths {
    pub(super) fields: BTreeSet<Field>,
    /// One step.
    pub(super) step: Predicate,
    /// Any number of steps.
    pub(super) star: Predicate,
    /// Whether they are taken to lead round in no circle: the analysis then reports where one may be closed.
    pub(super) is_acyclic: bool,
    /// Whether they are taken to lead to each object in at most one way, which is reported, too.
    pub(super) is_unshared: bool,
}

/// The predicates of the heaps that an unknown caller makes.
pub(super) struct GivenWords {
    /// The object that is made.
    pub(super) scratch: Predicate,
    /// The objects whose fields are still to be set.
    pub(super) made: Predicate,
    /// Objects of which nothing is known.
    pub(super) beyond: Predicate,
}

/// What a vocabulary is made of.
pub(super) struct Subject<'a> {
    pub(super) program: &'a Program,
    pub(super) procedure: &'a Procedure,
    pub(super) classes: &'a Classes<'a>,
    pub(super) roles: &'a Roles,
    pub(super) spec: &'a Spec,
    pub(super) assumed: Assumed,
}

impl Words {
    /// The vocabulary of a program.
    pub(super) fn of(subject: &Subject<'_>) -> Words {
        let mut words = Words {
            vocabulary: Vocabulary::new(),
            pointers: BTreeMap::new(),
            flags: BTreeMap::new(),
            values: BTreeMap::new(),
            unset: BTreeMap::new(),
            fields: BTreeMap::new(),
            orders: BTreeMap::new(),
            blanks: BTreeMap::new(),
            freed: None,
            owned: None,
            paths: Vec::new(),
            reached: BTreeMap::new(),
            parameters: BTreeMap::new(),
            recorded: Vec::new(),
            bodies: Vec::new(),
            opaque: BTreeSet::new(),
            given: None,
            numbers: BTreeMap::new(),
            is_number: None,
            constant: BTreeSet::new(),
            parameter_numbers: BTreeMap::new(),
        };
        words.declare_locals(subject);
        words.declare_fields(subject);
        words.declare_numbers(subject);
        words.declare_lives(subject);
        words.declare_paths(subject);
        words.declare_contract(subject);
        words.declare_reached(subject);
        words
    }

    fn declare_locals(&mut self, subject: &Subject<'_>) {
        let Subject {
            procedure,
            roles,
            spec,
            ..
        } = *subject;
        let name = |local: LocalId| match &procedure[local].name {
            Some(name) => format!("{name}#{}", local.0),
            None => format!("t{}", local.0),
        };
        let pointer = [Trait::Unique, Trait::Pointer];
        for local in roles.pointers.keys() {
            let predicate = self.vocabulary.core(&name(*local), Arity::Unary, &pointer);
            self.pointers.insert(*local, predicate);
        }
        for local in &spec.parameters {
            let title = format!("parameter {}", local.0);
            let predicate = self.vocabulary.core(&title, Arity::Unary, &pointer);
            self.parameters.insert(*local, predicate);
        }
        let is_given = |op: &Op| match op {
            Op::Input { dest, .. } => roles.pointers.contains_key(dest),
            _ => false,
        };
        if procedure.edges.iter().any(|edge| is_given(&edge.op)) {
            self.given = Some(GivenWords {
                scratch: self.vocabulary.core("new", Arity::Unary, &pointer),
                made: self.vocabulary.core("made", Arity::Unary, &[]),
                beyond: self.vocabulary.core("beyond", Arity::Unary, &[]),
            });
        }
        for local in roles.values.keys() {
            let title = format!("value {}", name(*local));
            let predicate = self.vocabulary.core(&title, Arity::Unary, &[Trait::Unique]);
            self.values.insert(*local, predicate);
        }
        for local in &roles.flags {
            let title = format!("{} != 0", name(*local));
            let predicate = self.vocabulary.core(&title, Arity::Nullary, &[]);
            self.flags.insert(*local, predicate);
        }
        for local in &roles.unset {
            let title = format!("{} has no value", name(*local));
            let predicate = self.vocabulary.core(&title, Arity::Nullary, &[]);
            self.unset.insert(*local, predicate);
        }
    }

    fn declare_fields(&mut self, subject: &Subject<'_>) {
        let Subject {
            classes,
            roles,
            ref assumed,
            ..
        } = *subject;
        let traits = |field: Field| {
            let has =
                |sets: &BTreeSet<BTreeSet<Field>>| sets.iter().any(|set| set.contains(&field));
            let mut traits = vec![Trait::Function];
            traits.extend(has(&assumed.acyclic).then_some(Trait::Acyclic));
            traits.extend(has(&assumed.unshared).then_some(Trait::InverseFunction));
            traits
        };
        for class in &roles.classes {
            for (field, cell) in classes.fields(*class) {
                let name = format!("field {}", field.offset);
                if let Holds::Pointer(_) = cell.holds
                    && classes
                        .target(field)
                        .is_some_and(|target| roles.classes.contains(&target))
                {
                    let predicate = self.vocabulary.core(&name, Arity::Binary, &traits(field));
                    self.fields.insert(field, predicate);
                }
                if roles.blank.contains(class) {
                    let name = format!("{name} has no value");
                    let predicate = self.vocabulary.core(&name, Arity::Unary, &[]);
                    self.blanks.insert(field, predicate);
                }
            }
        }
        for field in &roles.ordered {
            let name = format!("order {}", field.offset);
            let traits = [Trait::Reflexive, Trait::Transitive];
            let order = self.vocabulary.core(&name, Arity::Binary, &traits);
            // Of two numbers, one is the smaller.
            self.vocabulary
                .rule(order.at([V, W]).not(), order.at([W, V]));
            self.orders.insert(*field, order);
        }
    }

    /// Numbers that are in no object: which objects have numbers that are at most, or at least, a constant tells
    /// them apart.
    fn declare_numbers(&mut self, subject: &Subject<'_>) {
        let Subject {
            procedure,
            classes,
            roles,
            spec,
            ..
        } = *subject;
        let may_change = |field: &Field| {
            procedure.edges.iter().any(|edge| match &edge.op {
                Op::Store { place, .. } => {
                    classes.field(&place.address).map(|(_, field)| field) == Some(*field)
                }
                // What did not exist had no number.
                Op::Alloc { dest, .. } => classes.of_local(*dest) == Some(field.class),
                Op::Copy { .. } | Op::Fill { .. } => true,
                _ => false,
            })
        };
        let kept = roles.ordered.iter().filter(|field| !may_change(field));
        self.constant = kept.copied().collect();
        let unique = [Trait::Unique];
        for local in spec.numbers.iter().filter(|_| !roles.numbers.is_empty()) {
            let name = format!("number of parameter {}", local.0);
            let number = self.vocabulary.core(&name, Arity::Unary, &unique);
            self.parameter_numbers.insert(*local, number);
        }
        if !roles.numbers.is_empty() {
            self.is_number = Some(self.vocabulary.core("number", Arity::Unary, &[]));
        }
        for number in &roles.numbers {
            let name = format!("number {number:?}");
            let predicate = self.vocabulary.core(&name, Arity::Unary, &unique);
            self.numbers.insert(*number, predicate);
            if !roles.tells.contains(number) {
                continue;
            }
            for (field, order) in &self.orders {
                let at = |ends: [Var; 2]| predicate.at([W]).and(order.at(ends)).exists(W);
                let (most, least) = (at([V, W]), at([W, V]));
                let name = format!("field {} at most {name}", field.offset);
                self.vocabulary.instrument(&name, &[V], most, &[]);
                let name = format!("field {} at least {name}", field.offset);
                self.vocabulary.instrument(&name, &[V], least, &[]);
            }
        }
    }

    fn declare_lives(&mut self, subject: &Subject<'_>) {
        let Subject {
            procedure,
            roles,
            classes,
            ..
        } = *subject;
        let is_described = |local: LocalId| {
            classes
                .of_local(local)
                .is_some_and(|class| roles.classes.contains(&class))
        };
        let ends = procedure.edges.iter().any(|edge| match &edge.op {
            Op::Free(_) => true,
            Op::EndScope(local) => is_described(*local),
            _ => false,
        });
        if ends {
            self.freed = Some(self.vocabulary.core("freed", Arity::Unary, &[]));
        }
        if owns(subject) {
            self.owned = Some(self.vocabulary.core("owned", Arity::Unary, &[]));
        }
    }

    fn declare_paths(&mut self, subject: &Subject<'_>) {
        let assumed = &subject.assumed;
        for (index, fields) in path_sets(subject).into_iter().enumerate() {
            let steps = fields.iter().map(|field| self.fields[field].at([V, W]));
            let is_acyclic = assumed.acyclic.contains(&fields);
            let is_unshared = assumed.unshared.contains(&fields);
            let mut traits = Vec::new();
            traits.extend(is_acyclic.then_some(Trait::Acyclic));
            traits.extend(is_unshared.then_some(Trait::InverseFunction));
            let single = (fields.len() == 1).then(|| fields.iter().next()).flatten();
            let step = match single {
                Some(field) => self.fields[field],
                None => {
                    let name = format!("step {index}");
                    let steps = Formula::any_of(steps);
                    self.vocabulary.instrument(&name, &[V, W], steps, &traits)
                }
            };
            if is_unshared {
                self.part_fields(&fields);
                self.tell_leaves(&fields);
            }
            let name = format!("path {index}");
            let star = self
                .vocabulary
                .instrument(&name, &[V, W], step.star(V, W), &[]);
            self.paths.push(Paths {
                fields,
                step,
                star,
                is_acyclic,
                is_unshared,
            });
        }
    }

    /// Objects that lead nowhere by one of these fields are told from others.
    fn tell_leaves(&mut self, fields: &BTreeSet<Field>) {
        for field in fields {
            let leads = self.fields[field].at([V, W]).exists(W);
            let name = format!("has {}", field.offset);
            self.vocabulary.instrument(&name, &[V], leads, &[]);
        }
    }

    /// No two of these fields lead to the same object.
    fn part_fields(&mut self, fields: &BTreeSet<Field>) {
        for (one, other) in pairs(fields) {
            let (one, other) = (self.fields[&one], self.fields[&other]);
            self.vocabulary.rule(one.at([V, W]), other.at([V, W]).not());
        }
    }

    fn declare_contract(&mut self, subject: &Subject<'_>) {
        let Subject { spec, .. } = *subject;
        for index in 0..spec.recorded.len() {
            let name = format!("old {index}");
            let predicate = self.vocabulary.core(&name, Arity::Unary, &[]);
            self.recorded.push(predicate);
        }
        for (index, body) in spec.bodies.iter().enumerate() {
            let formula = spec.body(self, subject.program, subject.classes, body);
            if is_opaque(&formula) {
                self.opaque.insert(index);
            }
            let name = format!("body {index}");
            let predicate = self.vocabulary.instrument(&name, &[V], formula, &[]);
            self.bodies.push(predicate);
            bodies::add_laws(self, subject.program, subject.classes, body, predicate);
        }
    }

    fn declare_reached(&mut self, subject: &Subject<'_>) {
        let Subject { classes, roles, .. } = *subject;
        let mut pointers: Vec<(Predicate, Option<Class>)> = Vec::new();
        for (local, predicate) in &self.pointers {
            pointers.push((*predicate, roles.pointers.get(local).copied()));
        }
        pointers.extend(self.parameters.values().map(|predicate| (*predicate, None)));
        for (index, paths) in self.paths.iter().enumerate() {
            for (pointer, class) in &pointers {
                let leads = |field: &Field| class.is_none_or(|class| class == field.class);
                if !paths.fields.iter().any(leads) {
                    continue;
                }
                let formula = pointer.at([W]).and(paths.star.at([W, V])).exists(W);
                let name = format!("reached {index} from {}", self.vocabulary.name(*pointer));
                let reached = self.vocabulary.instrument(&name, &[V], formula, &[]);
                // A pointer leads to one object: what is reached is reached from there.
                let leads = reached.at([V]).and(pointer.at([W]));
                self.vocabulary.rule(leads, paths.star.at([W, V]));
                self.reached.insert((*pointer, index), reached);
            }
        }
        for (field, predicate) in &self.fields {
            if classes.target(*field) != Some(field.class) {
                continue;
            }
            let two = predicate
                .at([W, V])
                .and(predicate.at([U, V]))
                .and(W.equals(U).not());
            let name = format!("shared {}", field.offset);
            self.vocabulary
                .instrument(&name, &[V], two.exists(U).exists(W), &[]);
        }
    }

    /// The number of the paths along exactly these fields.
    pub(super) fn paths_along(&self, fields: &BTreeSet<Field>) -> Option<usize> {
        self.paths.iter().position(|paths| paths.fields == *fields)
    }

    /// That an object is reached from where a pointer leads.
    pub(super) fn reaches(&self, pointer: Predicate, paths: usize, to: Var) -> Formula {
        match self.reached.get(&(pointer, paths)) {
            Some(reached) => reached.at([to]),
            None => {
                let star = self.paths[paths].star.at([U, to]);
                pointer.at([U]).and(star).exists(U)
            }
        }
    }
}

/// All pairs of fields of a set.
pub(super) fn pairs(fields: &BTreeSet<Field>) -> impl Iterator<Item = (Field, Field)> {
    fields.iter().flat_map(move |one| {
        let others = fields.iter().filter(move |other| *other > one);
        others.map(move |other| (*one, *other))
    })
}

/// The fields that lead to objects that are described.
pub(super) fn links(classes: &Classes<'_>, roles: &Roles) -> BTreeSet<Field> {
    let fields = roles
        .classes
        .iter()
        .flat_map(|class| classes.fields(*class));
    let is_link = |field: &Field| {
        let target = classes.target(*field);
        target.is_some_and(|target| roles.classes.contains(&target))
    };
    fields.map(|(field, _)| field).filter(is_link).collect()
}

/// The sets of fields along which paths matter: those of the contract, each field of an object that leads to one
/// of its class, and all fields together, along which what is lost is looked for.
pub(super) fn path_sets(subject: &Subject<'_>) -> Vec<BTreeSet<Field>> {
    let Subject {
        classes,
        roles,
        spec,
        ..
    } = *subject;
    let links = links(classes, roles);
    let mut sets: Vec<BTreeSet<Field>> = Vec::new();
    let is_described = |set: &&BTreeSet<Field>| set.is_subset(&links);
    sets.extend(spec.closures.iter().filter(is_described).cloned());
    let own = links
        .iter()
        .filter(|field| spec.closures.is_empty() && classes.target(**field) == Some(field.class));
    sets.extend(own.map(|field| BTreeSet::from([*field])));
    // Every field is on some path, along which circles are looked for.
    let covered: BTreeSet<Field> = sets.iter().flatten().copied().collect();
    sets.extend(links.difference(&covered).map(|field| [*field].into()));
    // Two fields of one class are the branches of a tree, or lead to and fro.
    let mut together: Vec<BTreeSet<Field>> = Vec::new();
    for class in roles.classes.iter().filter(|_| spec.closures.is_empty()) {
        let own = links.iter().filter(|field| field.class == *class);
        together.push(own.copied().collect());
    }
    if owns(subject) {
        together.push(links);
    }
    for set in together {
        if !set.is_empty() && !sets.contains(&set) {
            sets.push(set);
        }
    }
    let mut seen = BTreeSet::new();
    sets.retain(|set| !set.is_empty() && seen.insert(set.clone()));
    sets
}

/// Whether a program makes objects that it has to free.
fn owns(subject: &Subject<'_>) -> bool {
    let Subject {
        procedure,
        classes,
        roles,
        ..
    } = *subject;
    procedure.edges.iter().any(|edge| match &edge.op {
        Op::Alloc { dest, object } => {
            let class = classes.of_local(*dest);
            object.storage == Storage::Heap && class.is_some_and(|it| roles.classes.contains(&it))
        }
        _ => false,
    })
}

/// Whether a formula has parts that are never known.
fn is_opaque(formula: &Formula) -> bool {
    let mut is_opaque = false;
    formula.visit(&mut |part| is_opaque |= *part == UNKNOWN);
    is_opaque
}
