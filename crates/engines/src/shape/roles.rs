//! What each local of a program is to an analysis of shapes.

use super::classes::{Class, Classes, Field, Holds};
use super::flatten::Flat;
use super::numbers::{self, Number};
use contract::Contract;
use ir::{
    BinaryOp, Condition, Const, Contents, Expr, LocalId, Op, Procedure, Program, Scalar, Storage,
    UnaryOp,
};
use std::collections::{BTreeMap, BTreeSet};

/// What locals and fields are described by.
#[derive(Debug, Default)]
pub(super) struct Roles {
    /// Locals that are null or lead to an object that is described.
    pub(super) pointers: BTreeMap<LocalId, Class>,
    /// Locals of which it is described whether they are zero.
    pub(super) flags: BTreeSet<LocalId>,
    /// Locals that are one bit.
    pub(super) bits: BTreeSet<LocalId>,
    /// Locals that are known by an object whose field holds the same number.
    pub(super) values: BTreeMap<LocalId, Field>,
    /// Locals that may have no value.
    pub(super) unset: BTreeSet<LocalId>,
    /// The classes that are described.
    pub(super) classes: BTreeSet<Class>,
    /// Fields whose numbers are compared with each other.
    pub(super) ordered: BTreeSet<Field>,
    /// Numbers that are in no object and are described.
    pub(super) numbers: BTreeSet<Number>,
    /// Those by which objects are told apart.
    pub(super) tells: BTreeSet<Number>,
    /// Classes some of whose objects start without values.
    pub(super) blank: BTreeSet<Class>,
}

/// Finds out what each local is described by.
pub(super) fn roles(
    program: &Program,
    flat: &Flat,
    classes: &Classes<'_>,
    contract: Option<&Contract>,
) -> Roles {
    let procedure = &flat.procedure;
    let mut roles = Roles {
        classes: described(procedure, classes),
        ..Roles::default()
    };
    for index in 0..procedure.locals.len() {
        let local = LocalId(index as u32);
        let class = classes.of_local(local);
        if procedure[local].scalar == Scalar::BOOL {
            roles.bits.insert(local);
        }
        if procedure[local].scalar == Scalar::Pointer
            && let Some(class) = class.filter(|class| roles.classes.contains(class))
        {
            roles.pointers.insert(local, class);
        }
    }
    roles.blank = blank(procedure, classes);
    compared(procedure, classes, &mut roles);
    keep_values(procedure, classes, &mut roles);
    numbers::describe(program, flat, classes, contract, &mut roles);
    roles.flags = flags(procedure, &roles);
    roles.unset = unset(procedure, classes, &roles);
    roles
}

/// The classes whose objects form structures of any size, and those that lead to them.
fn described(procedure: &Procedure, classes: &Classes<'_>) -> BTreeSet<Class> {
    let locals = (0..procedure.locals.len()).map(|index| LocalId(index as u32));
    let mut all: BTreeSet<Class> = locals.filter_map(|local| classes.of_local(local)).collect();
    loop {
        let targets = all.iter().flat_map(|class| targets(classes, *class));
        let more: BTreeSet<Class> = targets.filter(|class| !all.contains(class)).collect();
        if more.is_empty() {
            break;
        }
        all.extend(more);
    }
    let reaches = |from: Class| {
        let mut reached: BTreeSet<Class> = BTreeSet::new();
        let mut pending: Vec<Class> = targets(classes, from).collect();
        while let Some(class) = pending.pop() {
            if reached.insert(class) {
                pending.extend(targets(classes, class));
            }
        }
        reached
    };
    let reached: BTreeMap<Class, BTreeSet<Class>> =
        all.iter().map(|class| (*class, reaches(*class))).collect();
    let is_recursive = |class: &Class| reached[class].contains(class);
    let leads = |class: &&Class| is_recursive(class) || reached[class].iter().any(is_recursive);
    all.iter().filter(leads).copied().collect()
}

fn targets<'a>(classes: &'a Classes<'_>, class: Class) -> impl Iterator<Item = Class> + 'a {
    classes
        .fields(class)
        .filter_map(|(field, _)| classes.target(field))
}

fn blank(procedure: &Procedure, classes: &Classes<'_>) -> BTreeSet<Class> {
    let made = procedure.edges.iter().filter_map(|edge| match &edge.op {
        Op::Alloc { dest, object } if object.contents == Contents::Uninitialised => {
            classes.of_local(*dest)
        }
        _ => None,
    });
    made.collect()
}

/// The fields that each integer may have been loaded from.
fn sources(
    procedure: &Procedure,
    classes: &Classes<'_>,
    roles: &Roles,
) -> BTreeMap<LocalId, BTreeSet<Field>> {
    let mut sources: BTreeMap<LocalId, BTreeSet<Field>> = BTreeMap::new();
    let mut changed = true;
    while changed {
        changed = false;
        for edge in &procedure.edges {
            let (dest, fields) = match &edge.op {
                Op::Load { dest, place } if place.scalar != Scalar::Pointer => {
                    let field = classes.field(&place.address).map(|(_, field)| field);
                    let field = field.filter(|field| roles.classes.contains(&field.class));
                    (*dest, field.into_iter().collect())
                }
                Op::Assign(dest, Expr::Local(value)) => {
                    (*dest, sources.get(value).cloned().unwrap_or_default())
                }
                _ => continue,
            };
            let known = sources.entry(dest).or_default();
            let before = known.len();
            known.extend(fields);
            changed |= known.len() != before;
        }
    }
    sources
}

/// The fields whose numbers are compared with numbers of the same field.
fn compared(procedure: &Procedure, classes: &Classes<'_>, roles: &mut Roles) {
    let sources = sources(procedure, classes, roles);
    let mut found = BTreeSet::new();
    for edge in &procedure.edges {
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                if let Expr::Binary(
                    BinaryOp::SLt | BinaryOp::SLe | BinaryOp::Eq | BinaryOp::Ne,
                    a,
                    b,
                ) = part
                    && let (Expr::Local(a), Expr::Local(b)) = (&**a, &**b)
                    && let (Some(a), Some(b)) = (sources.get(a), sources.get(b))
                {
                    found.extend(a.intersection(b).copied());
                }
            });
        });
    }
    roles.ordered = found;
}

fn keep_values(procedure: &Procedure, classes: &Classes<'_>, roles: &mut Roles) {
    let is_integer =
        |field: &Field| matches!(classes.holds(*field), Some(Holds::Data(Scalar::Int(_))));
    roles.ordered.retain(is_integer);
    for (local, fields) in sources(procedure, classes, roles) {
        let mut fields = fields.into_iter();
        if let (Some(field), None) = (fields.next(), fields.next())
            && roles.ordered.contains(&field)
        {
            roles.values.insert(local, field);
        }
    }
}

/// Integers, and pointers that are not followed, whose truth matters somewhere and is known somewhere.
fn flags(procedure: &Procedure, roles: &Roles) -> BTreeSet<LocalId> {
    let mut wanted = BTreeSet::new();
    for edge in &procedure.edges {
        match &edge.op {
            Op::Assume(condition) => asked(condition, &mut wanted),
            Op::Check(check) => {
                if let Condition::Holds(condition) = &check.condition {
                    asked(condition, &mut wanted);
                }
            }
            _ => {}
        }
    }
    let mut changed = true;
    while changed {
        let before = wanted.len();
        for edge in &procedure.edges {
            if let Op::Assign(dest, value) = &edge.op
                && wanted.contains(dest)
            {
                asked(value, &mut wanted);
            }
        }
        changed = wanted.len() != before;
    }
    wanted.retain(|local| !roles.pointers.contains_key(local));
    // What is never set to anything that is known tells nothing.
    let mut known: BTreeSet<LocalId> = BTreeSet::new();
    let mut changed = true;
    while changed {
        let before = known.len();
        for edge in &procedure.edges {
            if let Op::Assign(dest, value) = &edge.op
                && wanted.contains(dest)
                && tells(value, &known, roles)
            {
                known.insert(*dest);
            }
        }
        changed = known.len() != before;
    }
    known
}

/// The locals whose truth an expression's truth depends on.
fn asked(expr: &Expr, wanted: &mut BTreeSet<LocalId>) {
    match expr {
        Expr::Local(local) => _ = wanted.insert(*local),
        Expr::Unary(UnaryOp::Not, inner) | Expr::Cast(_, _, inner) => asked(inner, wanted),
        Expr::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
            asked(a, wanted);
            asked(b, wanted);
        }
        Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => match (zero(a), zero(b)) {
            (_, true) => asked(a, wanted),
            (true, _) => asked(b, wanted),
            _ => {}
        },
        Expr::If(condition, a, b) => {
            asked(condition, wanted);
            asked(a, wanted);
            asked(b, wanted);
        }
        _ => {}
    }
}

/// Whether an expression is the constant zero or null.
pub(super) fn zero(expr: &Expr) -> bool {
    matches!(expr.as_const(), Some(Const::Null | Const::Int(_, 0)))
}

/// Whether something may be known of the truth of a value.
fn tells(value: &Expr, known: &BTreeSet<LocalId>, roles: &Roles) -> bool {
    let mut tells = false;
    value.for_each(&mut |part| match part {
        Expr::Const(_) | Expr::Global(_) | Expr::Procedure(_) => tells |= std::ptr::eq(part, value),
        Expr::Local(local) => {
            tells |= known.contains(local)
                || roles.pointers.contains_key(local)
                || roles.values.contains_key(local);
        }
        _ => {}
    });
    tells
}

/// Locals that may have no value where that is asked.
fn unset(procedure: &Procedure, classes: &Classes<'_>, roles: &Roles) -> BTreeSet<LocalId> {
    let live = ir::liveness::liveness(procedure);
    let at_start = &live[procedure.entry.0 as usize];
    let locals = (0..procedure.locals.len()).map(|index| LocalId(index as u32));
    let mut unset: BTreeSet<LocalId> = locals.filter(|local| at_start.contains(*local)).collect();
    let mut changed = true;
    while changed {
        let before = unset.len();
        for edge in &procedure.edges {
            match &edge.op {
                Op::Forget(local) => _ = unset.insert(*local),
                Op::Assign(dest, Expr::Local(value)) if unset.contains(value) => {
                    unset.insert(*dest);
                }
                Op::Load { dest, place } => {
                    let field = classes.field(&place.address).map(|(_, field)| field);
                    let field = field.filter(|field| roles.classes.contains(&field.class));
                    if field.is_none_or(|field| roles.blank.contains(&field.class)) {
                        unset.insert(*dest);
                    }
                }
                Op::Havoc {
                    dest: Some(dest), ..
                } => _ = unset.insert(*dest),
                _ => {}
            }
        }
        changed = unset.len() != before;
    }
    // Only where somebody asks.
    let mut asked: BTreeSet<LocalId> = BTreeSet::new();
    for edge in &procedure.edges {
        match &edge.op {
            Op::Check(check) => {
                if let Condition::Initialised(local) = check.condition {
                    asked.insert(local);
                }
            }
            // What is stored may be loaded again.
            Op::Store {
                value: Expr::Local(value),
                ..
            } => _ = asked.insert(*value),
            _ => {}
        }
    }
    let mut changed = true;
    while changed {
        let before = asked.len();
        for edge in &procedure.edges {
            match &edge.op {
                Op::Assign(dest, Expr::Local(value)) if asked.contains(dest) => {
                    asked.insert(*value);
                }
                _ => {}
            }
        }
        changed = asked.len() != before;
    }
    unset.retain(|local| asked.contains(local));
    unset
}

/// Whether objects of a class may live on the stack.
pub(super) fn on_stack(procedure: &Procedure, classes: &Classes<'_>, class: Class) -> bool {
    procedure.edges.iter().any(|edge| match &edge.op {
        Op::Alloc { dest, object } => {
            object.storage == Storage::Stack && classes.of_local(*dest) == Some(class)
        }
        _ => false,
    })
}
