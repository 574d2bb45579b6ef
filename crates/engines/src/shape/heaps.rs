//! What a contract says of the heaps that an unknown caller gives.

use super::classes::{Classes, Field};
use super::said::{expressions, parts, walk};
use super::spec::{Spec, alone, field_of};
use super::words::pairs;
use contract::{
    Expr, Formula as Said, Link, Moment, Multiplicity, Quantifier, Reach, Root, SetOperator,
};
use ir::{FieldRef, LocalId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the heaps that a program starts with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Given {
    /// The program makes all objects.
    Nothing,
    /// A caller gives heaps of which nothing is known.
    Anything,
    /// A caller gives heaps of which something is known.
    Shaped(Shaped),
}

/// Heaps without circles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shaped {
    /// The fields along which no circle leads, of all objects that parameters lead to along them.
    pub(super) along: BTreeSet<Field>,
    /// Whether at most one of these fields leads to an object.
    pub(super) is_unshared: bool,
    /// Whether other fields may lead to further objects, of which nothing is known.
    pub(super) has_others: bool,
    /// Parameters that are reached from others along these fields.
    pub(super) within: BTreeMap<LocalId, Vec<LocalId>>,
    /// Parameters of which these fields lead nowhere.
    pub(super) ends: BTreeSet<LocalId>,
    /// What is said of all objects that a parameter leads to along these fields, by its number in the contract.
    pub(super) bodies: BTreeMap<LocalId, Vec<usize>>,
}

/// What is taken to hold of all heaps of a program, and is reported where it may cease to.
#[derive(Clone, Default, Debug)]
pub(super) struct Assumed {
    /// Sets of fields along which no circle leads.
    pub(super) acyclic: BTreeSet<BTreeSet<Field>>,
    /// Sets of fields of which at most one, of one object, leads to an object.
    pub(super) unshared: BTreeSet<BTreeSet<Field>>,
}

impl Given {
    /// What can be taken to hold of paths along sets of fields.
    pub(super) fn assumed(&self, sets: &[BTreeSet<Field>]) -> Assumed {
        let is_one_class = |set: &BTreeSet<Field>| {
            let classes: BTreeSet<_> = set.iter().map(|field| field.class).collect();
            set.len() > 1 && classes.len() == 1
        };
        let (is_acyclic, is_unshared): (Keep<'_>, Keep<'_>) = match self {
            Given::Nothing => (&|_| true, &|_| true),
            Given::Anything => (&|_| false, &|_| false),
            Given::Shaped(shaped) => (&|set| set.is_subset(&shaped.along), &|set| {
                shaped.is_unshared && set.is_subset(&shaped.along)
            }),
        };
        let unshared = sets
            .iter()
            .filter(|set| is_unshared(set) && is_one_class(set));
        Assumed {
            acyclic: sets.iter().filter(|set| is_acyclic(set)).cloned().collect(),
            unshared: unshared.cloned().collect(),
        }
    }
}

type Keep<'a> = &'a dyn Fn(&BTreeSet<Field>) -> bool;

/// What a contract requires, read as statements about the shape of heaps.
pub(super) struct Statements<'a> {
    spec: &'a Spec,
    program: &'a Program,
    classes: &'a Classes<'a>,
    required: Vec<&'a Said>,
}

impl<'a> Statements<'a> {
    pub(super) fn of(spec: &'a Spec, program: &'a Program, classes: &'a Classes<'a>) -> Self {
        let mut required = Vec::new();
        for said in &spec.requires {
            conjuncts(said, &mut required);
        }
        Statements {
            spec,
            program,
            classes,
            required,
        }
    }

    /// What is known of the heaps that these parameters lead to, whose objects are followed along these fields.
    pub(super) fn given(&self, parameters: &[LocalId], followed: &BTreeSet<Field>) -> Given {
        let shaped = |along: &BTreeSet<Field>| {
            let mut parameters = parameters.iter();
            parameters
                .all(|it| self.is_acyclic(*it, along))
                .then_some(())
        };
        if shaped(followed).is_some() {
            return self.shaped(parameters, followed.clone(), false);
        }
        let classes: BTreeSet<_> = followed.iter().map(|field| field.class).collect();
        let mut parts = self.spec.closures.iter();
        let part = parts.find(|along| {
            along.is_subset(followed) && shaped(along).is_some() && self.reads_others_last(along)
        });
        match part.filter(|_| classes.len() == 1) {
            Some(along) => self.shaped(parameters, along.clone(), true),
            None => Given::Anything,
        }
    }

    fn shaped(&self, parameters: &[LocalId], along: BTreeSet<Field>, has_others: bool) -> Given {
        let is_unshared = self.is_unshared(parameters, &along);
        let within = parameters.iter().map(|it| (*it, self.holders(*it, &along)));
        let ends = parameters.iter().filter(|it| self.is_end(**it, &along));
        Given::Shaped(Shaped {
            is_unshared,
            has_others,
            within: within.collect(),
            ends: ends.copied().collect(),
            bodies: self.bodies(&along),
            along,
        })
    }

    /// What is said of all objects that parameters lead to along fields.
    fn bodies(&self, along: &BTreeSet<Field>) -> BTreeMap<LocalId, Vec<usize>> {
        let mut found: BTreeMap<LocalId, Vec<usize>> = BTreeMap::new();
        for said in &self.required {
            if let Said::Quantified {
                quantifier: Quantifier::All,
                domain,
                body,
            } = said
                && let Some(parameter) = self.reached(domain, along)
                && let Some(body) = alone(body, 0, Moment::Entry)
                && let Some(index) = self.spec.bodies.iter().position(|it| *it == body)
            {
                found.entry(parameter).or_default().push(index);
            }
        }
        found
    }

    fn fields(&self, links: &[Link]) -> BTreeSet<Field> {
        let fields = links.iter().filter_map(|link| self.field(&link.path));
        fields.collect()
    }

    fn field(&self, path: &[FieldRef]) -> Option<Field> {
        field_of(self.program, self.classes, path)
    }

    /// Whether no circle of these fields is reached along them from a parameter.
    fn is_acyclic(&self, parameter: LocalId, along: &BTreeSet<Field>) -> bool {
        let says = |parameter| {
            let mut required = self.required.iter();
            required.any(|said| self.says_acyclic(said, parameter, along))
        };
        says(parameter)
            || self.is_end(parameter, along)
            || self
                .holders(parameter, along)
                .iter()
                .any(|other| says(*other))
    }

    /// Whether the objects that parameters lead to along these fields are each led to at most once.
    ///
    /// Trees are: if two fields led to one object, the ways to it from the root would part at an object both of
    /// whose sides lead to it, or one of the objects would be on a circle.
    fn is_unshared(&self, parameters: &[LocalId], along: &BTreeSet<Field>) -> bool {
        let mut trees: Vec<LocalId> = Vec::new();
        for parameter in parameters {
            let mut required = self.required.iter();
            if required.any(|said| self.says_tree(said, *parameter, along)) {
                trees.push(*parameter);
            }
        }
        let is_covered = |parameter: &LocalId| {
            trees.contains(parameter)
                || self.is_end(*parameter, along)
                || self
                    .holders(*parameter, along)
                    .iter()
                    .any(|it| trees.contains(it))
        };
        let mut pairs = trees.iter().enumerate().flat_map(|(index, one)| {
            let others = trees[index + 1..].iter();
            others.map(move |other| (*one, *other))
        });
        parameters.iter().all(is_covered)
            && pairs.all(|(one, other)| self.are_disjoint(one, other, along))
    }

    /// Whether all these fields of what a parameter leads to are null.
    fn is_end(&self, parameter: LocalId, along: &BTreeSet<Field>) -> bool {
        let is_null = |field: &Field| {
            self.required.iter().any(|said| match said {
                Said::Same(Expr::Field { base, paths, .. }, Expr::Null)
                | Said::Same(Expr::Null, Expr::Field { base, paths, .. }) => {
                    is_root(base, parameter)
                        && matches!(&**paths, [path] if self.field(path) == Some(*field))
                }
                _ => false,
            })
        };
        along.iter().all(is_null)
    }

    /// The parameters from which another is reached along these fields.
    fn holders(&self, parameter: LocalId, along: &BTreeSet<Field>) -> Vec<LocalId> {
        let holder = |said: &&Said| match said {
            Said::Subset(member, set) if is_root(member, parameter) => self.reached(set, along),
            Said::Same(one, other) if is_root(one, parameter) => self.next(other, along),
            Said::Same(one, other) if is_root(other, parameter) => self.next(one, along),
            _ => None,
        };
        self.required.iter().filter_map(holder).collect()
    }

    /// The parameter from which an object is one of these fields away.
    fn next(&self, object: &Expr, along: &BTreeSet<Field>) -> Option<LocalId> {
        let Expr::Field { base, paths, .. } = object else {
            return None;
        };
        let mut fields = paths.iter().map(|path| self.field(path));
        let is_along = fields.all(|field| field.is_some_and(|field| along.contains(&field)));
        match &**base {
            Expr::Root(Root::Parameter(local), _) if is_along => Some(*local),
            _ => None,
        }
    }

    /// The parameter whose objects along exactly these fields a set is.
    fn reached(&self, set: &Expr, along: &BTreeSet<Field>) -> Option<LocalId> {
        let Expr::Closure {
            base,
            reach: Reach::Reflexive,
            links,
            ..
        } = set
        else {
            return None;
        };
        let fields: Option<BTreeSet<Field>> =
            links.iter().map(|link| self.field(&link.path)).collect();
        match &**base {
            Expr::Root(Root::Parameter(local), _) if fields? == *along => Some(*local),
            _ => None,
        }
    }

    fn are_disjoint(&self, one: LocalId, other: LocalId, along: &BTreeSet<Field>) -> bool {
        self.required.iter().any(|said| match said {
            Said::Multiplicity(
                Multiplicity::No,
                Expr::Combine(SetOperator::Intersection, left, right),
            ) => {
                let sets = (self.reached(left, along), self.reached(right, along));
                sets == (Some(one), Some(other)) || sets == (Some(other), Some(one))
            }
            _ => false,
        })
    }

    /// Whether it is said of each object that a parameter leads to that it is on no circle.
    fn says_acyclic(&self, said: &Said, parameter: LocalId, along: &BTreeSet<Field>) -> bool {
        let (said, is_negated) = match said {
            Said::Not(inner) => (&**inner, true),
            said => (said, false),
        };
        let Said::Quantified {
            quantifier,
            domain,
            body,
        } = said
        else {
            return false;
        };
        let is_on_circle = |said: &Said| self.is_on_circle(said, along);
        let is_on_none = |said: &&Said| matches!(said, Said::Not(inner) if is_on_circle(inner));
        let holds = match (quantifier, is_negated) {
            (Quantifier::No, false) | (Quantifier::Some, true) => is_on_circle(body),
            (Quantifier::All, false) => {
                let mut said = Vec::new();
                conjuncts(body, &mut said);
                said.iter().any(is_on_none)
            }
            _ => false,
        };
        holds && self.is_reached_from(domain, parameter, along)
    }

    /// Whether a set has all objects that a parameter leads to along fields.
    fn is_reached_from(&self, set: &Expr, parameter: LocalId, along: &BTreeSet<Field>) -> bool {
        match set {
            Expr::Closure {
                base,
                reach: Reach::Reflexive,
                links,
                ..
            } => is_root(base, parameter) && self.fields(links).is_superset(along),
            _ => false,
        }
    }

    /// Whether it is said that an object leads to itself along fields.
    fn is_on_circle(&self, said: &Said, along: &BTreeSet<Field>) -> bool {
        match said {
            Said::Subset(
                Expr::Variable(0),
                Expr::Closure {
                    base,
                    reach: Reach::Irreflexive,
                    links,
                    ..
                },
            ) => **base == Expr::Variable(0) && self.fields(links).is_superset(along),
            _ => false,
        }
    }

    /// Whether it is said of each object that a parameter leads to that its fields lead to different objects, and
    /// none of them back.
    fn says_tree(&self, said: &Said, parameter: LocalId, along: &BTreeSet<Field>) -> bool {
        let Said::Quantified {
            quantifier: Quantifier::All,
            body,
            ..
        } = said
        else {
            return false;
        };
        let mut parts = Vec::new();
        conjuncts(body, &mut parts);
        let mut pairs: Vec<(Field, Field)> = pairs(along).collect();
        pairs.retain(|pair| !parts.iter().any(|said| self.parts_at(said, along, *pair)));
        pairs.is_empty() && self.says_acyclic(said, parameter, along)
    }

    /// Whether it is said that nothing is reached from both of two fields of an object.
    fn parts_at(&self, said: &Said, along: &BTreeSet<Field>, (one, other): (Field, Field)) -> bool {
        let Said::Multiplicity(
            Multiplicity::No,
            Expr::Combine(SetOperator::Intersection, left, right),
        ) = said
        else {
            return false;
        };
        let (left, right) = (self.behind(left, along), self.behind(right, along));
        (left, right) == (Some(one), Some(other)) || (left, right) == (Some(other), Some(one))
    }

    /// The field of an object from which a set has all that is reached.
    fn behind(&self, set: &Expr, along: &BTreeSet<Field>) -> Option<Field> {
        let Expr::Closure {
            base,
            reach: Reach::Reflexive,
            links,
            ..
        } = set
        else {
            return None;
        };
        match &**base {
            Expr::Field { base, paths, .. }
                if **base == Expr::Variable(0) && self.fields(links).is_superset(along) =>
            {
                match &**paths {
                    [path] => self.field(path),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a contract reads nothing of the objects that other fields lead to: of these, nothing is known.
    fn reads_others_last(&self, along: &BTreeSet<Field>) -> bool {
        let is_along = |paths: &[Vec<FieldRef>]| {
            let mut paths = paths.iter();
            paths.all(|path| self.field(path).is_some_and(|field| along.contains(&field)))
        };
        let stays = |expr: &Expr| {
            let mut stays = true;
            parts(expr, &mut |part| match part {
                Expr::Field { paths, .. } => stays &= is_along(paths),
                Expr::Closure { links, .. } => {
                    let mut links = links.iter();
                    stays &= links.all(|link| is_along(std::slice::from_ref(&link.path)));
                }
                _ => {}
            });
            stays
        };
        let mut is_last = true;
        let said = self.spec.requires.iter();
        for said in said.chain(self.spec.ensures.iter().map(|(said, _)| said)) {
            walk(said, &mut |part| {
                if let Said::Quantified { domain, .. } = part {
                    is_last &= stays(domain);
                }
            });
            expressions(said, &mut |expr| {
                parts(expr, &mut |part| match part {
                    Expr::Field { base, .. } => is_last &= stays(base),
                    Expr::Closure { .. } => is_last &= stays(part),
                    _ => {}
                });
            });
        }
        is_last
    }
}

fn is_root(expr: &Expr, parameter: LocalId) -> bool {
    matches!(expr, Expr::Root(Root::Parameter(local), _) if *local == parameter)
}

/// The formulas that hold together.
fn conjuncts<'a>(said: &'a Said, found: &mut Vec<&'a Said>) {
    match said {
        Said::All(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        said => found.push(said),
    }
}
