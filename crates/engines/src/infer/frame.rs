//! Frame conditions: what a procedure may change (Figure 7).
//!
//! "Any memory location that may be changed by a procedure call is allowed to change": a store to a
//! field of one object may change that field of every object of its class, since any of them may be
//! meant. Everything else has the same value before and after the call.

use super::classes::{Class, Holder, split};
use super::region::{Region, callee};
use super::schema::Schema;
use ir::{Expr, Op, Place, ProcedureId};
use std::collections::{BTreeMap, BTreeSet};

/// What a call may change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Frame {
    /// `?.field <- ?`, by the numbers of the fields.
    pub(crate) fields: BTreeSet<usize>,
    /// Of which there may be new objects.
    pub(crate) objects: BTreeSet<usize>,
}

/// What each procedure may change.
pub(crate) struct Frames(BTreeMap<ProcedureId, Frame>);

impl Frames {
    /// Computes all of them. Callees need not be looked at first: what they change is added until
    /// nothing is new, which is the same for procedures that call each other.
    pub(crate) fn of(region: &Region<'_>, schema: &Schema<'_>) -> Frames {
        let mut frames: BTreeMap<ProcedureId, Frame> = region
            .procedures()
            .map(|id| (id, own(region, schema, id)))
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for id in region.procedures() {
                let mut frame = frames[&id].clone();
                for called in region.edges(id).filter_map(|(_, edge)| callee(edge)) {
                    if let Some(other) = frames.get(&called) {
                        frame.fields.extend(&other.fields);
                        frame.objects.extend(&other.objects);
                    }
                }
                if frame != frames[&id] {
                    frames.insert(id, frame);
                    changed = true;
                }
            }
        }
        Frames(frames)
    }

    /// What a call of a procedure may change.
    pub(crate) fn of_procedure(&self, id: ProcedureId) -> Frame {
        self.0.get(&id).cloned().unwrap_or_default()
    }
}

/// What a procedure changes itself: the rules of Figure 7 for statements.
fn own(region: &Region<'_>, schema: &Schema<'_>, id: ProcedureId) -> Frame {
    let mut frame = Frame::default();
    for (_, edge) in region.edges(id) {
        match &edge.op {
            Op::Store { place, .. } => frame.fields.extend(field_of(schema, id, place)),
            Op::Alloc { dest, .. } => {
                let class = schema.classes.known(Holder::Local(id, *dest));
                if let Some(objects) = class.and_then(|class| schema.sort_of(class)) {
                    frame.objects.insert(objects);
                    // They start with zeros.
                    let fields = schema.fields.iter().enumerate();
                    let own = fields.filter(|(_, field)| field.owner == objects);
                    frame.fields.extend(own.map(|(index, _)| index));
                }
            }
            _ => {}
        }
    }
    frame
}

/// The field that a place is, if anybody looks at it.
pub(crate) fn field_of(schema: &Schema<'_>, id: ProcedureId, place: &Place) -> Option<usize> {
    let (base, offset) = split(&place.address)?;
    let objects = schema.sort_of(class_of(schema, id, base)?)?;
    schema.field(objects, offset)
}

/// The class of an expression; constants have none.
pub(crate) fn class_of(schema: &Schema<'_>, id: ProcedureId, expr: &Expr) -> Option<Class> {
    match expr {
        Expr::Local(local) => schema.classes.known(Holder::Local(id, *local)),
        Expr::Global(global) => schema.classes.known(Holder::Address(*global)),
        Expr::Binary(_, left, right) | Expr::If(_, left, right) => {
            class_of(schema, id, left).or_else(|| class_of(schema, id, right))
        }
        Expr::Cast(_, _, inner) => class_of(schema, id, inner),
        _ => None,
    }
}
