//! Abstract states in words: what holds of the variables of a procedure.

use crate::frame::Frame;
use crate::linear::{Constraint, Relation};
use crate::memory::Site;
use crate::state::{Quantity, Shared};
use crate::value::{Init, Ints, Pointers, Slot, Target, Value};
use ir::{LocalId, LocalRole, Procedure, Sign, Type};

/// What holds of the variables of a procedure, a line each.
pub(crate) fn describe(
    frame: &Frame,
    constraints: &[Constraint],
    shared: &Shared<'_>,
    procedure: &Procedure,
) -> Vec<String> {
    let mut lines = Vec::new();
    for (local, slot) in frame.locals() {
        if let Some(name) = variable(procedure, *local) {
            lines.extend(of_slot(name, *local, slot, shared, procedure));
        }
    }
    lines.extend(
        constraints
            .iter()
            .filter(|constraint| constraint.linear.terms().len() > 1)
            .filter_map(|constraint| of_constraint(constraint, shared, procedure)),
    );
    lines
}

/// The name of a variable whose value a local is.
fn variable(procedure: &Procedure, local: LocalId) -> Option<&str> {
    let declared = &procedure[local];
    match declared.role {
        LocalRole::Variable => declared.name.as_deref(),
        LocalRole::Address | LocalRole::Temporary => None,
    }
}

fn of_slot(
    name: &str,
    local: LocalId,
    slot: &Slot,
    shared: &Shared<'_>,
    procedure: &Procedure,
) -> Option<String> {
    let text = match (&slot.value, slot.state) {
        (_, Init::No) => return Some(format!("{name} has no value")),
        (Value::Int(ints), _) => {
            let ty = shared.program.types.get(procedure[local].ty);
            let is_unsigned = matches!(
                ty,
                Type::Int {
                    sign: Sign::Unsigned,
                    ..
                }
            );
            of_ints(name, ints, is_unsigned)?
        }
        (Value::Float(floats), _) => {
            let (min, max) = floats.ends()?;
            let or_nan = if floats.may_be_nan() {
                " or not a number"
            } else {
                ""
            };
            match min == max {
                true => format!("{name} = {min}{or_nan}"),
                false => format!("{min} <= {name} <= {max}{or_nan}"),
            }
        }
        (Value::Pointer(pointers), _) => of_pointers(name, pointers, shared)?,
    };
    Some(match slot.state {
        Init::Maybe => format!("{text}, if it has a value"),
        _ => text,
    })
}

fn of_ints(name: &str, ints: &Ints, is_unsigned: bool) -> Option<String> {
    if ints.is_top() {
        return None;
    }
    let (min, max) = match is_unsigned {
        true => {
            let (min, max) = ints.unsigned();
            (min.to_string(), max.to_string())
        }
        false => {
            let (min, max) = ints.signed();
            (min.to_string(), max.to_string())
        }
    };
    if min == max {
        return Some(format!("{name} = {min}"));
    }
    let step = match ints.step() {
        Some((step, residue)) => format!(", {name} mod {step} = {residue}"),
        None => String::new(),
    };
    Some(format!("{min} <= {name} <= {max}{step}"))
}

fn of_pointers(name: &str, pointers: &Pointers, shared: &Shared<'_>) -> Option<String> {
    if pointers.is_wild() {
        return None;
    }
    let targets = pointers.targets().iter().map(|(target, offset)| {
        let place = match target {
            Target::Null => return "null".to_string(),
            Target::Nowhere => "no object".to_string(),
            Target::Procedure(id) => format!("&{}", shared.program[*id].name),
            Target::Object(id) => {
                let made = shared.sites.made(*id);
                match made.site {
                    Site::Global(global) => format!("&{}", shared.program[global].name),
                    Site::Edge(..) => {
                        let place = shared.program.files.display(made.span);
                        format!("memory made at {place}")
                    }
                }
            }
        };
        match offset.signed() {
            (0, 0) => place,
            (min, max) if min == max => format!("{place} + {min}"),
            (min, max) => format!("{place} + [{min}, {max}]"),
        }
    });
    let targets: Vec<String> = targets.collect();
    Some(format!("{name} -> {}", targets.join(" or ")))
}

/// A relation between variables, with what is subtracted on the other side.
fn of_constraint(
    constraint: &Constraint,
    shared: &Shared<'_>,
    procedure: &Procedure,
) -> Option<String> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (var, factor) in constraint.linear.terms() {
        let Quantity::Local(_, local) = shared.quantity(*var) else {
            return None;
        };
        let name = variable(procedure, local)?;
        let name = match procedure[local].scalar.width() {
            Some(_) => name.to_string(),
            None => format!("offset({name})"),
        };
        let side = if *factor < 0 { &mut left } else { &mut right };
        side.push(match factor.unsigned_abs() {
            1 => name,
            factor => format!("{factor}{name}"),
        });
    }
    let constant = constraint.linear.offset();
    match constant {
        0 => {}
        constant if constant > 0 => right.push(constant.to_string()),
        constant => left.push(constant.unsigned_abs().to_string()),
    }
    let sum = |side: Vec<String>| match side.is_empty() {
        true => "0".to_string(),
        false => side.join(" + "),
    };
    let relation = match constraint.relation {
        Relation::AtLeastZero => "<=",
        Relation::Zero => "=",
    };
    Some(format!("{} {relation} {}", sum(left), sum(right)))
}
