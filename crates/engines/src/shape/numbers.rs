//! Which numbers of a program are described, by their order.
//!
//! Numbers in a field are compared with each other through the objects that hold them. A number that is in no
//! object (an input, a constant) has a node of its own that holds it.

use super::classes::{Classes, Field, Holds};
use super::flatten::Flat;
use super::roles::Roles;
use super::spec::{Operand, compared_in};
use crate::limits::tuning::MOST_CONSTANTS_OF_SHAPES;
use contract::Contract;
use ir::{BinaryOp, Const, Expr, LocalId, Op, Program, Scalar};
use std::collections::{BTreeMap, BTreeSet};

/// A number that is in no object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Number {
    /// What the environment chose for a local.
    Input(LocalId),
    /// A signed constant.
    Constant(i128),
}

/// What may hold a number that is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Term {
    Local(LocalId),
    Field(Field),
}

/// Terms whose numbers meet, each with one that stands for all it meets.
#[derive(Default)]
struct Meetings {
    parents: BTreeMap<Term, Term>,
    compared: BTreeSet<Term>,
    /// Constants that are compared with a term, then those that are put there.
    constants: [BTreeSet<(Term, i128)>; 2],
}

/// What an expression is to numbers.
enum Leaf {
    Term(Term),
    Constant(i128),
}

impl Meetings {
    fn find(&self, mut term: Term) -> Term {
        while let Some(parent) = self.parents.get(&term).filter(|it| **it != term) {
            term = *parent;
        }
        term
    }

    fn meet(&mut self, one: Leaf, other: Leaf, is_compared: bool) {
        match (one, other) {
            (Leaf::Term(one), Leaf::Term(other)) => {
                let (a, b) = (self.find(one), self.find(other));
                self.parents.insert(a, b);
                self.parents.entry(b).or_insert(b);
                if is_compared {
                    self.compared.insert(one);
                }
            }
            (Leaf::Term(term), Leaf::Constant(value))
            | (Leaf::Constant(value), Leaf::Term(term)) => {
                self.parents.entry(term).or_insert(term);
                self.constants[usize::from(!is_compared)].insert((term, value));
                if is_compared {
                    self.compared.insert(term);
                }
            }
            (Leaf::Constant(_), Leaf::Constant(_)) => {}
        }
    }

    fn operation(&mut self, op: &Op, field: impl Fn(&Expr) -> Option<Field>) {
        match op {
            Op::Load { dest, place } if place.scalar != Scalar::Pointer => {
                if let Some(field) = field(&place.address) {
                    let dest = Leaf::Term(Term::Local(*dest));
                    self.meet(dest, Leaf::Term(Term::Field(field)), false);
                }
            }
            Op::Assign(dest, value) => {
                if let Some(value) = leaf(value) {
                    self.meet(Leaf::Term(Term::Local(*dest)), value, false);
                }
            }
            Op::Store { place, value } if place.scalar != Scalar::Pointer => {
                if let (Some(field), Some(value)) = (field(&place.address), leaf(value)) {
                    self.meet(Leaf::Term(Term::Field(field)), value, false);
                }
            }
            _ => {}
        }
        op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                if let Expr::Binary(
                    BinaryOp::SLt | BinaryOp::SLe | BinaryOp::Eq | BinaryOp::Ne,
                    a,
                    b,
                ) = part
                    && let (Some(a), Some(b)) = (leaf(a), leaf(b))
                {
                    self.meet(a, b, true);
                }
            });
        });
    }
}

fn leaf(expr: &Expr) -> Option<Leaf> {
    match expr {
        Expr::Local(local) => Some(Leaf::Term(Term::Local(*local))),
        expr => signed(expr).map(Leaf::Constant),
    }
}

/// The signed value of a constant integer.
pub(super) fn signed(expr: &Expr) -> Option<i128> {
    match expr.as_const()? {
        Const::Int(width, bits) => Some(width.sign_extend(bits)),
        _ => None,
    }
}

/// Finds the locals whose numbers are described beside those of fields, and the numbers that are in no object.
pub(super) fn describe(
    program: &Program,
    flat: &Flat,
    classes: &Classes<'_>,
    contract: Option<&Contract>,
    roles: &mut Roles,
) {
    let procedure = &flat.procedure;
    let described = |address: &Expr| {
        let (_, field) = classes.field(address)?;
        roles.classes.contains(&field.class).then_some(field)
    };
    let mut meetings = Meetings::default();
    for edge in &procedure.edges {
        meetings.operation(&edge.op, described);
    }
    for (one, other) in contract
        .iter()
        .flat_map(|it| compared_in(it, program, classes))
    {
        let leaf = |operand: &Operand| match operand {
            Operand::Field { field, .. } => Some(Leaf::Term(Term::Field(*field))),
            Operand::Constant(value) => Some(Leaf::Constant(*value)),
            Operand::Parameter(local) => {
                let parameters = &flat.call.as_ref()?.parameters;
                match parameters.get(local.0 as usize)? {
                    Expr::Local(local) => Some(Leaf::Term(Term::Local(*local))),
                    _ => None,
                }
            }
        };
        if let (Some(one), Some(other)) = (leaf(&one), leaf(&other)) {
            meetings.meet(one, other, true);
        }
    }
    let is_number =
        |field: &Field| matches!(classes.holds(*field), Some(Holds::Data(Scalar::Int(_))));
    for group in groups(&meetings) {
        let mut fields = group.iter().filter_map(|term| match term {
            Term::Field(field) => Some(*field),
            Term::Local(_) => None,
        });
        let (Some(field), None) = (fields.next(), fields.next()) else {
            continue;
        };
        let is_compared = group.iter().any(|term| meetings.compared.contains(term));
        if !is_compared || !is_number(&field) {
            continue;
        }
        roles.ordered.insert(field);
        for term in &group {
            if let Term::Local(local) = term
                && matches!(procedure[*local].scalar, Scalar::Int(_))
            {
                roles.values.insert(*local, field);
            }
        }
        let inputs = procedure.edges.iter().filter_map(|edge| match &edge.op {
            Op::Input { dest, .. } if group.contains(&Term::Local(*dest)) => Some(*dest),
            _ => None,
        });
        roles.numbers.extend(inputs.map(Number::Input));
        for constants in &meetings.constants {
            for (_, value) in constants.iter().filter(|(term, _)| group.contains(term)) {
                let known = roles.numbers.iter();
                let known = known.filter(|it| matches!(it, Number::Constant(_))).count();
                if known < MOST_CONSTANTS_OF_SHAPES {
                    roles.numbers.insert(Number::Constant(*value));
                }
            }
        }
        // Constants that only locals take on tell nothing of objects.
        let [compared, put] = &meetings.constants;
        for (term, value) in compared.iter().chain(put) {
            let number = Number::Constant(*value);
            let is_held = matches!(term, Term::Field(_)) || compared.contains(&(*term, *value));
            if is_held && group.contains(term) && roles.numbers.contains(&number) {
                roles.tells.insert(number);
            }
        }
    }
}

/// The terms that meet, as sets.
fn groups(meetings: &Meetings) -> Vec<BTreeSet<Term>> {
    let mut groups: BTreeMap<Term, BTreeSet<Term>> = BTreeMap::new();
    for term in meetings.parents.keys() {
        let group = groups.entry(meetings.find(*term)).or_default();
        group.insert(*term);
    }
    groups.into_values().collect()
}
