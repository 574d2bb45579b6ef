//! Which classes objects can be of, by the number that each starts with.
//!
//! The objects of a class of [`Classes`] are those that callers give and those that the program makes, and both
//! say their number at once, which never changes. So a branch on it that none of these numbers takes is not taken:
//! a method that no class has, a cast that cannot fail.

use super::classes::{Class, Classes, Field};
use super::flatten::{Flat, simple_binary, simple_unary};
use super::promote::Promoted;
use ir::{Const, EdgeId, Expr, LocalId, Op, Place, Program, Scalar, Width};
use std::collections::BTreeSet;

/// Where the number of its class is in an object.
const TAG: u64 = 0;

/// The numbers that a local can hold, at each location; nothing where no execution comes.
type Held = Vec<BTreeSet<u128>>;

/// Takes out branches that no object takes.
pub(super) fn prune(program: &Program, flat: &mut Flat, promoted: &Promoted) {
    if program.start.is_none() {
        return;
    }
    let classes = Classes::of(program, flat, promoted);
    let mut dead: Vec<EdgeId> = Vec::new();
    for (index, edge) in flat.procedure.edges.iter().enumerate() {
        let Op::Load { dest, place } = &edge.op else {
            continue;
        };
        let Some(class) = tagged(&classes, place).filter(|_| is_set_once(flat, *dest)) else {
            continue;
        };
        if let Some(tags) = tags(&classes, flat, class) {
            dead.extend(untaken(flat, index, *dest, &tags));
        }
    }
    for id in dead {
        flat.procedure.edges[id.0 as usize].op = Op::Assume(Expr::FALSE);
    }
}

/// The class of the objects whose number is at a place.
fn tagged(classes: &Classes<'_>, place: &Place) -> Option<Class> {
    let (_, field) = classes.field(&place.address)?;
    let is_tag =
        field.offset == TAG && place.scalar == Scalar::Int(Width::W32) && place.bits.is_none();
    is_tag.then_some(field.class)
}

fn is_set_once(flat: &Flat, local: LocalId) -> bool {
    let sets = flat.procedure.edges.iter().filter(|edge| match &edge.op {
        Op::Forget(it) => *it == local,
        op => op.dest() == Some(local),
    });
    sets.count() == 1
}

/// The numbers of the objects of a class; nothing if that is not known.
fn tags(classes: &Classes<'_>, flat: &Flat, class: Class) -> Option<BTreeSet<u128>> {
    let mut tags = classes.given_tags(class, TAG)?;
    for edge in &flat.procedure.edges {
        match &edge.op {
            // What the program makes has its number before anybody sees it.
            Op::Alloc { dest, .. } if classes.of_local(*dest) == Some(class) => {
                let [next] = *flat.procedure.outgoing[edge.to.0 as usize] else {
                    return None;
                };
                let is_first = match &flat.procedure[next].op {
                    Op::Store { place, .. } => {
                        place.address == Expr::Local(*dest) && tagged(classes, place).is_some()
                    }
                    _ => false,
                };
                if !is_first || entries(flat, edge.to) != 1 {
                    return None;
                }
            }
            Op::Store { place, value } => {
                let field = classes.field(&place.address).map(|(_, field)| field);
                if field == Some(Field { class, offset: TAG }) {
                    match (tagged(classes, place), value.as_const()) {
                        (Some(_), Some(Const::Int(_, tag))) => _ = tags.insert(tag),
                        _ => return None,
                    }
                }
            }
            _ => {}
        }
    }
    Some(tags)
}

fn entries(flat: &Flat, location: ir::Location) -> usize {
    let edges = flat.procedure.edges.iter();
    edges.filter(|edge| edge.to == location).count()
}

/// The branches behind a load that no number takes which it may have loaded.
fn untaken(flat: &Flat, load: usize, local: LocalId, tags: &BTreeSet<u128>) -> Vec<EdgeId> {
    let procedure = &flat.procedure;
    let mut held: Held = vec![BTreeSet::new(); procedure.outgoing.len()];
    let start = procedure.edges[load].to;
    held[start.0 as usize] = tags.clone();
    let mut pending = vec![start];
    while let Some(at) = pending.pop() {
        for id in &procedure.outgoing[at.0 as usize] {
            let edge = &procedure[*id];
            if id.0 as usize == load {
                continue;
            }
            let passing = passing(&edge.op, local, &held[at.0 as usize]);
            let known = &mut held[edge.to.0 as usize];
            let before = known.len();
            known.extend(passing);
            if known.len() != before {
                pending.push(edge.to);
            }
        }
    }
    let is_untaken = |id: &EdgeId| {
        let edge = &procedure[*id];
        let here = &held[edge.from.0 as usize];
        matches!(&edge.op, Op::Assume(condition) if reads(condition, local))
            && !here.is_empty()
            && passing(&edge.op, local, here).is_empty()
    };
    let ids = (0..procedure.edges.len()).map(|index| EdgeId(index as u32));
    ids.filter(is_untaken).collect()
}

fn reads(condition: &Expr, local: LocalId) -> bool {
    let mut reads = false;
    condition.for_each_local(&mut |it| reads |= it == local);
    reads
}

/// The numbers with which an operation is passed.
fn passing(op: &Op, local: LocalId, held: &BTreeSet<u128>) -> BTreeSet<u128> {
    let Op::Assume(condition) = op else {
        return held.clone();
    };
    let may_pass = |tag: &&u128| decide(condition, local, **tag).as_const() != Some(Const::FALSE);
    held.iter().filter(may_pass).copied().collect()
}

/// A condition with a number in place of a local.
fn decide(condition: &Expr, local: LocalId, tag: u128) -> Expr {
    match condition {
        Expr::Local(it) if *it == local => Expr::Const(Const::Int(Width::W32, tag)),
        Expr::Unary(op, inner) => simple_unary(*op, decide(inner, local, tag)),
        Expr::Binary(op, left, right) => {
            let (left, right) = (decide(left, local, tag), decide(right, local, tag));
            simple_binary(ir::DataModel::Lp64, *op, left, right)
        }
        other => other.clone(),
    }
}
