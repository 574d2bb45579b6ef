//! What an unknown caller can give twice.
//!
//! Two references that never meet in the program may still lead to one object, if the caller makes them:
//! whatever can be of one record is of one class.

use super::classes::{Class, Classes, Holder};
use super::region::Refusal;
use super::schema::variants;
use crate::symbolic::layout;
use ir::{LocalId, ProcedureId, Program, RecordId, Scalar, Span, Type, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Unites the classes of which the caller can give the same object.
pub(crate) fn unite(
    program: &Program,
    classes: &mut Classes,
    start: ProcedureId,
) -> Result<(), Refusal> {
    loop {
        let pairs = given(program, classes, start)?;
        let mut first: BTreeMap<RecordId, Class> = BTreeMap::new();
        let mut has_changed = false;
        for (class, record) in pairs {
            let known = *first.entry(record).or_insert(class);
            if classes.root(known) != classes.root(class) {
                classes.unite(known, class, program[start].span)?;
                has_changed = true;
            }
        }
        if !has_changed {
            return Ok(());
        }
    }
}

/// The classes of objects that the caller gives, with what these can be.
fn given(
    program: &Program,
    classes: &Classes,
    start: ProcedureId,
) -> Result<BTreeSet<(Class, RecordId)>, Refusal> {
    let procedure = &program[start];
    let mut open: Vec<(Class, TypeId, Span)> = Vec::new();
    for (index, scalar) in (0..).zip(&procedure.signature.parameters) {
        let local = &procedure[LocalId(index)];
        if let (Scalar::Pointer, Some(class)) =
            (scalar, classes.known(Holder::Local(start, LocalId(index))))
            && let Some(target) = layout::target(program, local.ty)
        {
            open.push((class, target, local.span));
        }
    }
    let mut found = BTreeSet::new();
    while let Some((class, target, span)) = open.pop() {
        for record in variants(program, target, span)? {
            if !found.insert((class, record)) {
                continue;
            }
            let Some(ty) = program.types.find(&Type::Record(record)) else {
                continue;
            };
            for (offset, scalar, held) in classes.fields(class) {
                let leaf = layout::only_leaf_at(program, ty, offset);
                let target = leaf.and_then(|leaf| layout::target(program, leaf.ty));
                if let (Scalar::Pointer, Some(target)) = (scalar, target) {
                    open.push((held, target, span));
                }
            }
        }
    }
    Ok(found)
}
