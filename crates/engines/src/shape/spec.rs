//! Contracts as formulas over the heap.
//!
//! Three things of a contract become predicates: the sets of objects that `old(…)` speaks of, which are recorded
//! when the procedure is called; the parameters, which keep the values that the caller passed; and what a
//! quantifier says of each object, which is kept for each object and tells objects apart.
//! What has no formula here is unknown, which neither restricts a caller nor proves a claim.

use super::classes::{Classes, Field, Holds as Accessed};
use super::numbers::Number;
use super::said::{expressions, inlined, operands, parts, rename, walk};
use super::words::{UNKNOWN, V, Words};
use contract::{
    Clause, Comparison, Contract, Expr, Formula as Said, Holds, Moment, Multiplicity, Quantifier,
    Reach, Root, SetOperator,
};
use ir::{FieldRef, LocalId, Program, Sign, Span};
use shape::{Formula, Predicate, Var};
use std::collections::BTreeSet;

/// What a contract is made of.
#[derive(Default)]
pub(super) struct Spec {
    /// The parameters that it speaks of.
    pub(super) parameters: BTreeSet<LocalId>,
    /// Those that it speaks of at the end.
    pub(super) kept: BTreeSet<LocalId>,
    /// Those through which it reads memory at the end, and does not only compare where they lead to.
    pub(super) followed: BTreeSet<LocalId>,
    /// Whether it reads memory at the end through what was reached when the procedure was called.
    pub(super) follows_recorded: bool,
    /// Those whose numbers it compares.
    pub(super) numbers: BTreeSet<LocalId>,
    /// The sets of fields whose closures it speaks of.
    pub(super) closures: Vec<BTreeSet<Field>>,
    /// The sets that are recorded when the procedure is called.
    pub(super) recorded: Vec<Expr>,
    /// What quantifiers say of each object, which is variable 0.
    pub(super) bodies: Vec<Said>,
    /// What the caller sees to.
    pub(super) requires: Vec<Said>,
    /// What holds at the end.
    pub(super) ensures: Vec<(Said, Span)>,
}

/// A number of a contract.
pub(super) enum Operand {
    /// The one in a field of an object.
    Field {
        base: Expr,
        field: Field,
        moment: Moment,
    },
    /// What a parameter was.
    Parameter(LocalId),
    /// A constant.
    Constant(i128),
}

/// The numbers that a contract compares with each other.
pub(super) fn compared_in(
    contract: &Contract,
    program: &Program,
    classes: &Classes<'_>,
) -> Vec<(Operand, Operand)> {
    let clauses = contract.clauses.iter();
    let said = clauses.map(|clause| inlined(&clause.formula));
    said.flat_map(|said| compared(&said, program, classes))
        .collect()
}

/// The numbers that a formula compares with each other.
fn compared(said: &Said, program: &Program, classes: &Classes<'_>) -> Vec<(Operand, Operand)> {
    let mut found = Vec::new();
    walk(said, &mut |formula| {
        if let Said::Compare(_, left, right) = formula {
            let operand = |expr| operand(expr, program, classes);
            found.extend(operand(left).zip(operand(right)));
        }
    });
    found
}

impl Spec {
    /// Takes a contract apart.
    pub(super) fn of(
        contract: Option<&Contract>,
        program: &Program,
        classes: &Classes<'_>,
    ) -> Spec {
        let mut spec = Spec::default();
        let Some(contract) = contract else {
            return spec;
        };
        for clause in contract.requires() {
            let formula = inlined(&clause.formula);
            spec.take(&formula, Moment::Entry, program, classes);
            spec.requires.push(formula);
        }
        for clause in contract.ensures() {
            let Clause { formula, span, .. } = clause;
            let formula = inlined(formula);
            spec.take(&formula, Moment::Exit, program, classes);
            spec.ensures.push((formula, *span));
        }
        spec
    }

    fn take(&mut self, formula: &Said, now: Moment, program: &Program, classes: &Classes<'_>) {
        let depth = 0;
        self.take_bodies(formula, depth, now);
        if now == Moment::Exit {
            expressions(formula, &mut |expr| self.take_followed(expr));
            walk(formula, &mut |part| {
                if let Said::Quantified { domain, body, .. } = part
                    && reads_now(body)
                {
                    self.follow(domain);
                }
            });
        }
        expressions(formula, &mut |expr| self.take_sets(expr, now));
        expressions(formula, &mut |expr| {
            parts(expr, &mut |part| {
                if let Expr::Closure { links, .. } = part {
                    let fields = links
                        .iter()
                        .map(|link| field_of(program, classes, &link.path));
                    let fields: Option<BTreeSet<Field>> = fields.collect();
                    if let Some(fields) = fields.filter(|fields| !self.closures.contains(fields)) {
                        self.closures.push(fields);
                    }
                }
            });
        });
    }

    fn take_bodies(&mut self, formula: &Said, depth: usize, now: Moment) {
        match formula {
            Said::Not(inner) => self.take_bodies(inner, depth, now),
            Said::All(parts) | Said::Any(parts) => {
                parts
                    .iter()
                    .for_each(|part| self.take_bodies(part, depth, now));
            }
            Said::Implies(a, b) | Said::Iff(a, b) => {
                self.take_bodies(a, depth, now);
                self.take_bodies(b, depth, now);
            }
            Said::Quantified { body, .. } => match alone(body, depth, now) {
                Some(body) => {
                    if !self.bodies.contains(&body) {
                        self.bodies.push(body);
                    }
                }
                None => self.take_bodies(body, depth + 1, now),
            },
            _ => {}
        }
    }

    fn take_followed(&mut self, expr: &Expr) {
        parts(expr, &mut |part| {
            let reads_nothing_now = match part {
                Expr::Root(..) | Expr::Variable(_) | Expr::Null | Expr::Combine(..) => true,
                Expr::Field { moment, .. } | Expr::Closure { moment, .. } => {
                    *moment == Moment::Entry
                }
                _ => false,
            };
            if !reads_nothing_now {
                self.follow(part);
            }
        });
    }

    /// Memory is read at the end through what an expression leads to.
    fn follow(&mut self, expr: &Expr) {
        parts(expr, &mut |part| match part {
            Expr::Root(Root::Parameter(local), _) => _ = self.followed.insert(*local),
            Expr::Field { moment, .. } | Expr::Closure { moment, .. } => {
                self.follows_recorded |= *moment == Moment::Entry;
            }
            _ => {}
        });
    }

    fn take_sets(&mut self, expr: &Expr, now: Moment) {
        if now == Moment::Exit && is_past(expr) && holds_references(expr) {
            if !self.recorded.contains(expr) {
                self.recorded.push(expr.clone());
            }
            parts(expr, &mut |part| {
                if let Expr::Root(Root::Parameter(local), _) = part {
                    self.parameters.insert(*local);
                }
            });
            return;
        }
        if let Expr::Root(Root::Parameter(local), Holds::Integer(_)) = expr {
            self.numbers.insert(*local);
            return;
        }
        if let Expr::Root(Root::Parameter(local), _) = expr {
            self.parameters.insert(*local);
            if now == Moment::Exit {
                self.kept.insert(*local);
            }
        }
        operands(expr, &mut |part| self.take_sets(part, now));
    }

    /// Whether a body compares what a parameter was.
    pub(super) fn has_parameter(&self, body: usize) -> bool {
        let mut found = false;
        expressions(&self.bodies[body], &mut |expr| {
            parts(expr, &mut |part| {
                found |= matches!(part, Expr::Root(Root::Parameter(_), Holds::Integer(_)));
            });
        });
        found
    }

    /// What a body says of an object.
    pub(super) fn body(
        &self,
        words: &Words,
        program: &Program,
        classes: &Classes<'_>,
        body: &Said,
    ) -> Formula {
        let scope = Scope {
            spec: self,
            words,
            program,
            classes,
            result: None,
            now: Moment::Exit,
            is_body: true,
        };
        let mut variables = vec![V];
        scope.formula(body, &mut variables)
    }
}

/// Where a formula is read.
pub(super) struct Scope<'a> {
    pub(super) spec: &'a Spec,
    pub(super) words: &'a Words,
    pub(super) program: &'a Program,
    pub(super) classes: &'a Classes<'a>,
    /// What the result leads to.
    pub(super) result: Option<Predicate>,
    /// When.
    pub(super) now: Moment,
    /// Whether this defines what is said of each object.
    pub(super) is_body: bool,
}

impl Scope<'_> {
    /// A formula with these variables.
    pub(super) fn formula(&self, said: &Said, variables: &mut Vec<Var>) -> Formula {
        match said {
            Said::Constant(true) => Formula::TRUE,
            Said::Constant(false) => Formula::FALSE,
            Said::Not(inner) => self.formula(inner, variables).not(),
            Said::All(parts) => {
                Formula::all_of(parts.iter().map(|part| self.formula(part, variables)))
            }
            Said::Any(parts) => {
                Formula::any_of(parts.iter().map(|part| self.formula(part, variables)))
            }
            Said::Implies(a, b) => self
                .formula(a, variables)
                .implies(self.formula(b, variables)),
            Said::Iff(a, b) => self.formula(a, variables).iff(self.formula(b, variables)),
            Said::Compare(how, left, right) => self
                .compare(*how, left, right, variables)
                .unwrap_or(UNKNOWN),
            Said::CompareFloats(..) | Said::Call(..) => UNKNOWN,
            Said::Subset(member, set) if self.is_circle(member, set) => Formula::FALSE,
            Said::Subset(left, right) => self.both(left, right, variables, Formula::implies),
            Said::Same(left, right) => self.both(left, right, variables, Formula::iff),
            Said::Multiplicity(Multiplicity::No, set) if self.parts_ways(set) => Formula::TRUE,
            Said::Multiplicity(how, set) => self.multiplicity(*how, set, variables),
            Said::Quantified {
                quantifier,
                domain,
                body,
            } => self.quantified(*quantifier, domain, body, variables),
        }
    }

    /// Whether it is said that an object leads to itself, where nothing does.
    fn is_circle(&self, member: &Expr, set: &Expr) -> bool {
        let Expr::Closure {
            base,
            reach: Reach::Irreflexive,
            links,
            ..
        } = set
        else {
            return false;
        };
        let fields = links
            .iter()
            .map(|link| field_of(self.program, self.classes, &link.path));
        let fields: Option<BTreeSet<Field>> = fields.collect();
        let paths = fields.and_then(|fields| self.words.paths_along(&fields));
        let is_known = paths.is_some_and(|paths| self.words.paths[paths].is_acyclic);
        is_known && matches!(member, Expr::Variable(_)) && **base == *member
    }

    /// Whether a set has what is reached from two fields of an object, where nothing is reached in two ways.
    fn parts_ways(&self, set: &Expr) -> bool {
        let Expr::Combine(SetOperator::Intersection, left, right) = set else {
            return false;
        };
        let (Some(left), Some(right)) = (self.branch(left), self.branch(right)) else {
            return false;
        };
        let paths = &self.words.paths[left.2];
        (left.0, left.2) == (right.0, right.2)
            && left.1 != right.1
            && [left.1, right.1].iter().all(|it| paths.fields.contains(it))
            && paths.is_acyclic
            && paths.is_unshared
    }

    /// A variable, a field of it, and the paths along which a set is reached from there.
    fn branch(&self, set: &Expr) -> Option<(usize, Field, usize)> {
        let Expr::Closure {
            base,
            links,
            moment,
            ..
        } = set
        else {
            return None;
        };
        let Expr::Field {
            base,
            paths,
            moment: read,
            ..
        } = &**base
        else {
            return None;
        };
        let fields = links
            .iter()
            .map(|link| field_of(self.program, self.classes, &link.path));
        let fields: Option<BTreeSet<Field>> = fields.collect();
        match (&**base, &**paths) {
            (Expr::Variable(variable), [path]) if [moment, read] == [&self.now; 2] => Some((
                *variable,
                field_of(self.program, self.classes, path)?,
                self.words.paths_along(&fields?)?,
            )),
            _ => None,
        }
    }

    fn fresh(&self, variables: &[Var], further: u16) -> Var {
        Var(40 + 4 * variables.len() as u16 + further)
    }

    fn both(
        &self,
        left: &Expr,
        right: &Expr,
        variables: &mut Vec<Var>,
        relate: fn(Formula, Formula) -> Formula,
    ) -> Formula {
        let member = self.fresh(variables, 0);
        variables.push(member);
        let sets = (
            self.set(left, member, variables),
            self.set(right, member, variables),
        );
        variables.pop();
        match sets {
            (Some(left), Some(right)) => relate(left, right).for_all(member),
            _ => UNKNOWN,
        }
    }

    fn multiplicity(&self, how: Multiplicity, set: &Expr, variables: &mut Vec<Var>) -> Formula {
        let (one, other) = (self.fresh(variables, 0), self.fresh(variables, 1));
        variables.push(one);
        let sets = (
            self.set(set, one, variables),
            self.set(set, other, variables),
        );
        variables.pop();
        let (Some(first), Some(second)) = sets else {
            return UNKNOWN;
        };
        let some = first.clone().exists(one);
        let same = first.and(second).implies(one.equals(other));
        let lone = same.for_all(other).for_all(one);
        match how {
            Multiplicity::No => some.not(),
            Multiplicity::Some => some,
            Multiplicity::Lone => lone,
            Multiplicity::One => some.and(lone),
        }
    }

    fn quantified(
        &self,
        quantifier: Quantifier,
        domain: &Expr,
        body: &Said,
        variables: &mut Vec<Var>,
    ) -> Formula {
        let member = self.fresh(variables, 0);
        let known = alone(body, variables.len(), self.now);
        variables.push(member);
        let domain = self.set(domain, member, variables);
        let known = known.filter(|_| !self.is_body);
        let kept = known.and_then(|body| self.spec.bodies.iter().position(|it| *it == body));
        // What has no formula is no property of objects that could be kept.
        let kept = kept.filter(|index| !self.words.opaque.contains(index));
        let body = match kept {
            Some(index) => {
                let known = self.are_held(body);
                known.if_else(self.words.bodies[index].at([member]), UNKNOWN)
            }
            None => self.formula(body, variables),
        };
        variables.pop();
        let Some(domain) = domain else {
            return UNKNOWN;
        };
        match quantifier {
            Quantifier::All => domain.implies(body).for_all(member),
            Quantifier::Some => domain.and(body).exists(member),
            Quantifier::No => domain.and(body).exists(member).not(),
        }
    }

    /// That an object is in a set.
    pub(super) fn set(&self, set: &Expr, member: Var, variables: &mut Vec<Var>) -> Option<Formula> {
        if self.now == Moment::Exit && !self.is_body && is_past(set) {
            let index = self.spec.recorded.iter().position(|known| known == set)?;
            return Some(self.words.recorded[index].at([member]));
        }
        match set {
            Expr::Null => Some(Formula::FALSE),
            Expr::Variable(index) => Some(variables.get(*index)?.equals(member)),
            Expr::Root(root, Holds::Reference) => Some(self.root(*root)?.at([member])),
            Expr::Field {
                base,
                paths,
                holds: Holds::Reference,
                moment,
            } if *moment == self.now => {
                let from = self.fresh(variables, 2);
                variables.push(from);
                let base = self.set(base, from, variables);
                variables.pop();
                let steps = paths.iter().map(|path| {
                    let field = field_of(self.program, self.classes, path)?;
                    Some(self.words.fields.get(&field)?.at([from, member]))
                });
                let steps: Option<Vec<Formula>> = steps.collect();
                Some(base?.and(Formula::any_of(steps?)).exists(from))
            }
            Expr::Closure {
                base,
                reach,
                links,
                moment,
                ..
            } if *moment == self.now => {
                let fields = links
                    .iter()
                    .map(|link| field_of(self.program, self.classes, &link.path));
                let fields: Option<BTreeSet<Field>> = fields.collect();
                let paths = self.words.paths_along(&fields?)?;
                self.closure(base, *reach, paths, member, variables)
            }
            Expr::Combine(operator, left, right) => {
                let left = self.set(left, member, variables)?;
                let right = self.set(right, member, variables)?;
                Some(match operator {
                    SetOperator::Union => left.or(right),
                    SetOperator::Intersection => left.and(right),
                    SetOperator::Difference => left.and(right.not()),
                })
            }
            _ => None,
        }
    }

    fn closure(
        &self,
        base: &Expr,
        reach: Reach,
        paths: usize,
        member: Var,
        variables: &mut Vec<Var>,
    ) -> Option<Formula> {
        let words = &self.words.paths[paths];
        if let (Expr::Root(root, Holds::Reference), Reach::Reflexive) = (base, reach) {
            return Some(self.words.reaches(self.root(*root)?, paths, member));
        }
        let (from, next) = (self.fresh(variables, 2), self.fresh(variables, 3));
        variables.push(from);
        let base = self.set(base, from, variables);
        variables.pop();
        let way = match reach {
            Reach::Reflexive => words.star.at([from, member]),
            Reach::Irreflexive => {
                let step = words.step.at([from, next]);
                step.and(words.star.at([next, member])).exists(next)
            }
        };
        Some(base?.and(way).exists(from))
    }

    fn root(&self, root: Root) -> Option<Predicate> {
        match root {
            Root::Parameter(local) => self.words.parameters.get(&local).copied(),
            Root::Result => self.result,
            Root::Global(..) => None,
        }
    }

    /// A comparison of numbers in fields.
    fn compare(
        &self,
        how: Comparison,
        left: &Expr,
        right: &Expr,
        variables: &mut Vec<Var>,
    ) -> Option<Formula> {
        let operand = |expr| operand(expr, self.program, self.classes);
        let (first, second) = (operand(left)?, operand(right)?);
        let field = match (&first, &second) {
            (Operand::Field { field, .. }, Operand::Field { field: other, .. })
                if field != other =>
            {
                return None;
            }
            (Operand::Field { field, .. }, _) | (_, Operand::Field { field, .. }) => *field,
            _ => return None,
        };
        let order = self.words.orders.get(&field)?;
        let (a, b) = (self.fresh(variables, 0), self.fresh(variables, 1));
        variables.push(a);
        variables.push(b);
        let sets = (
            self.holder(&first, a, variables),
            self.holder(&second, b, variables),
        );
        variables.truncate(variables.len() - 2);
        let (up, down) = (order.at([a, b]), order.at([b, a]));
        let related = match how {
            Comparison::Equal => up.and(down),
            Comparison::NotEqual => up.and(down).not(),
            Comparison::Less => down.not(),
            Comparison::AtMost => up,
            Comparison::Greater => up.not(),
            Comparison::AtLeast => down,
        };
        let compared = sets.0?.and(sets.1?).and(related);
        let compared = compared.exists(b).exists(a);
        // What is said of each object takes a number that no node holds for none, and who reads it sees to that.
        let known = match self.is_body {
            true => Formula::TRUE,
            false => self.is_held(&first).and(self.is_held(&second)),
        };
        Some(known.if_else(compared, UNKNOWN))
    }

    /// That a node holds a number. Those of objects that do not exist do not, either.
    fn is_held(&self, number: &Operand) -> Formula {
        let node = self.fresh(&[], 0);
        match number {
            Operand::Field { .. } => Formula::TRUE,
            number => match self.holder(number, node, &mut Vec::new()) {
                Some(holder) => holder.exists(node),
                None => UNKNOWN,
            },
        }
    }

    /// That nodes hold all numbers that are compared in a formula.
    fn are_held(&self, said: &Said) -> Formula {
        let compared = compared(said, self.program, self.classes);
        let numbers = compared.iter().flat_map(|(one, other)| [one, other]);
        Formula::all_of(numbers.map(|number| self.is_held(number)))
    }

    /// That a node holds a number.
    fn holder(&self, number: &Operand, node: Var, variables: &mut Vec<Var>) -> Option<Formula> {
        match number {
            Operand::Field {
                base,
                field,
                moment,
            } => {
                // What numbers were is known if they never change.
                let is_same = *moment == self.now || self.words.constant.contains(field);
                is_same.then(|| self.set(base, node, variables)).flatten()
            }
            Operand::Parameter(local) => Some(self.words.parameter_numbers.get(local)?.at([node])),
            Operand::Constant(value) => {
                let number = self.words.numbers.get(&Number::Constant(*value))?;
                Some(number.at([node]))
            }
        }
    }
}

/// A signed number, if it is one at most.
fn operand(expr: &Expr, program: &Program, classes: &Classes<'_>) -> Option<Operand> {
    match expr {
        Expr::Field {
            base,
            paths,
            holds: Holds::Integer(Sign::Signed),
            moment,
        } if is_single(base) => match &**paths {
            [path] => Some(Operand::Field {
                base: (**base).clone(),
                field: number_of(program, classes, path)?,
                moment: *moment,
            }),
            _ => None,
        },
        Expr::Root(Root::Parameter(local), Holds::Integer(Sign::Signed)) => {
            Some(Operand::Parameter(*local))
        }
        Expr::Integer(value) => Some(Operand::Constant(*value)),
        _ => None,
    }
}

/// Whether a formula reads memory at the end.
fn reads_now(said: &Said) -> bool {
    let mut reads = false;
    expressions(said, &mut |expr| {
        parts(expr, &mut |part| {
            reads |= matches!(part, Expr::Field { moment, .. } | Expr::Closure { moment, .. }
                if *moment == Moment::Exit);
        });
    });
    reads
}

/// Whether an expression is a set of objects.
fn holds_references(expr: &Expr) -> bool {
    !matches!(
        expr,
        Expr::Field {
            holds: Holds::Integer(_),
            ..
        } | Expr::Root(_, Holds::Integer(_))
    )
}

fn is_single(expr: &Expr) -> bool {
    match expr {
        Expr::Variable(_) | Expr::Root(..) => true,
        Expr::Field { base, paths, .. } => paths.len() == 1 && is_single(base),
        _ => false,
    }
}

/// The field of a class that a path of declared fields leads to.
pub(super) fn field_of(
    program: &Program,
    classes: &Classes<'_>,
    path: &[FieldRef],
) -> Option<Field> {
    let class = classes.of_given(path.first()?.record)?;
    let offsets = path.iter().map(|field| {
        let record = program.types.record(field.record);
        record
            .fields
            .get(field.index as usize)
            .map(|field| field.offset)
    });
    let offset: Option<u64> = offsets.sum();
    let offset = offset?;
    Some(Field { class, offset })
}

/// The same of a number that the program accesses as it is declared: what else it is part of has another order.
pub(super) fn number_of(
    program: &Program,
    classes: &Classes<'_>,
    path: &[FieldRef],
) -> Option<Field> {
    let field = field_of(program, classes, path)?;
    let last = path.last()?;
    let record = program.types.record(last.record);
    let declared = record.fields.get(last.index as usize)?.ty;
    let scalar = program.types.scalar(declared)?;
    let is_accessed_so = classes.holds(field) == Some(Accessed::Data(scalar));
    is_accessed_so.then_some(field)
}

/// Whether an expression speaks of objects of the call's start alone, and of no variable.
fn is_past(expr: &Expr) -> bool {
    let mut is_past = false;
    let mut is_other = false;
    parts(expr, &mut |part| match part {
        Expr::Field { moment, .. } | Expr::Closure { moment, .. } => match moment {
            Moment::Entry => is_past = true,
            Moment::Exit => is_other = true,
        },
        Expr::Null | Expr::Combine(..) | Expr::Root(Root::Parameter(_), _) => {}
        _ => is_other = true,
    });
    is_past && !is_other
}

/// What is said of one object, as variable 0 and at the end, if it is said of nothing else.
pub(super) fn alone(body: &Said, depth: usize, now: Moment) -> Option<Said> {
    let mut is_alone = true;
    expressions(body, &mut |expr| {
        parts(expr, &mut |part| match part {
            Expr::Variable(index) => is_alone &= *index >= depth,
            Expr::Root(Root::Parameter(_), Holds::Integer(_)) => {}
            Expr::Root(..) => is_alone = false,
            Expr::Field { moment, .. } | Expr::Closure { moment, .. } => is_alone &= *moment == now,
            _ => {}
        });
    });
    let shifted = |index: usize| Expr::Variable(index - depth);
    is_alone.then(|| rename(body, &shifted, Some(Moment::Exit)))
}
