//! Which variables control what a procedure does: states are told apart by their values.
//!
//! A variable that is compared with constants and takes constants (a flag, the state of a machine, what a
//! function says of its success) goes together with what else holds. Joined states forget that.

use crate::memory::ObjectId;
use crate::relational::Relational;
use crate::state::{Shared, State};
use crate::value::{Init, Slot, Target, Value};
use ir::{
    BinaryOp, Condition, Expr, GlobalId, LocalId, Op, OperatorClass, Procedure, Program, Scalar,
};
use rustc_hash::FxHashSet;

/// More variables in memory are not looked at.
const MOST_CELLS: usize = 8;

/// The locals that control a procedure.
#[derive(Debug, Default)]
pub(crate) struct Controls {
    /// Sorted.
    locals: Vec<(LocalId, Values)>,
    /// Those that take what a call returns, sorted.
    results: Vec<LocalId>,
}

/// Which values a variable takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Values {
    /// Few: constants and copies of them.
    Few,
    /// Any number.
    Many,
}

/// Which variables tell states apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Telling {
    /// All.
    All,
    /// Those that take few values.
    Few,
}

/// Variables of a program, in memory, that control what it does.
#[derive(Debug, Default)]
pub(crate) struct ControlCells(Vec<(GlobalId, u64)>);

/// The values of variables that control what happens.
pub(crate) type Key = Vec<(Rank, u32, u128)>;

/// How much is lost if states are not told apart by a variable, least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    /// One that takes any number of values.
    Many,
    /// One in memory.
    Cell,
    /// One that takes few values, or what is returned.
    Few,
}

impl Controls {
    pub(crate) fn new(procedure: &Procedure) -> Controls {
        let mut found: FxHashSet<LocalId> = FxHashSet::default();
        let mut results = Vec::new();
        for edge in &procedure.edges {
            match &edge.op {
                Op::Call {
                    dest: Some(dest), ..
                } => results.push(*dest),
                Op::Assume(expr) => compared(expr, &mut found),
                Op::Check(check) => {
                    if let Condition::Holds(expr) = &check.condition {
                        compared(expr, &mut found);
                    }
                }
                Op::Return(Some(expr)) => found.extend(plain(expr)),
                _ => {}
            }
        }
        // What is copied to them controls, too.
        loop {
            let copied = procedure.edges.iter().filter_map(|edge| match &edge.op {
                Op::Assign(to, expr) if found.contains(to) => plain(expr),
                _ => None,
            });
            let new: Vec<LocalId> = copied.filter(|local| !found.contains(local)).collect();
            if new.is_empty() {
                break;
            }
            found.extend(new);
        }
        let mut locals: Vec<(LocalId, Values)> = found
            .into_iter()
            .map(|local| (local, values_of(procedure, local)))
            .collect();
        locals.sort_unstable_by_key(|(local, _)| *local);
        results.sort_unstable();
        results.dedup();
        Controls { locals, results }
    }
}

/// Locals that an expression compares with constants, or that are conditions.
fn compared(expr: &Expr, found: &mut FxHashSet<LocalId>) {
    expr.for_each(&mut |part| {
        if let Expr::Binary(op, left, right) = part
            && op.class() == OperatorClass::Comparison
        {
            match (&**left, &**right) {
                (Expr::Const(_), other) | (other, Expr::Const(_)) => found.extend(plain(other)),
                _ => {}
            }
        }
    });
    found.extend(plain(expr));
}

/// The local that an expression is, but for its type.
fn plain(expr: &Expr) -> Option<LocalId> {
    match expr {
        Expr::Local(local) => Some(*local),
        Expr::Cast(_, _, operand) => plain(operand),
        _ => None,
    }
}

fn values_of(procedure: &Procedure, local: LocalId) -> Values {
    let is_few = procedure.edges.iter().all(|edge| match &edge.op {
        Op::Assign(to, expr) if *to == local => is_simple(expr),
        Op::Input { dest, .. }
        | Op::Call {
            dest: Some(dest), ..
        } => *dest != local || procedure[local].scalar == Scalar::Pointer,
        _ => true,
    });
    match is_few {
        true => Values::Few,
        false => Values::Many,
    }
}

/// Whether an expression is no arithmetic.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Local(_) | Expr::Global(_) | Expr::Procedure(_) => true,
        Expr::Offset(..) => true,
        Expr::Cast(_, _, operand) => is_simple(operand),
        Expr::Unary(_, operand) => is_simple(operand),
        Expr::If(_, then, otherwise) => is_simple(then) && is_simple(otherwise),
        Expr::Binary(op, ..) => match op.class() {
            OperatorClass::Arithmetic => matches!(op, BinaryOp::And | BinaryOp::Or),
            OperatorClass::FloatArithmetic | OperatorClass::PointerDifference => false,
            _ => true,
        },
        Expr::Math(..) => false,
    }
}

impl ControlCells {
    /// Globals that are loaded to be compared with constants, and that take no results of arithmetic.
    pub(crate) fn new(program: &Program) -> ControlCells {
        let mut found: Vec<(GlobalId, u64)> = Vec::new();
        let mut counted: FxHashSet<(GlobalId, u64)> = FxHashSet::default();
        for procedure in &program.procedures {
            let mut tested = FxHashSet::default();
            for edge in &procedure.edges {
                if let Op::Assume(expr) = &edge.op {
                    compared(expr, &mut tested);
                }
            }
            for edge in &procedure.edges {
                match &edge.op {
                    Op::Load { dest, place } if tested.contains(dest) => {
                        found.extend(cell_of(&place.address));
                    }
                    Op::Store { place, value } if !is_simple(value) => {
                        counted.extend(cell_of(&place.address));
                    }
                    _ => {}
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|cell| !counted.contains(cell));
        found.truncate(MOST_CELLS);
        ControlCells(found)
    }
}

/// The place of a global that an address is, if that is a constant one.
fn cell_of(address: &Expr) -> Option<(GlobalId, u64)> {
    match address {
        Expr::Global(global) => Some((*global, 0)),
        Expr::Offset(base, by) => match (&**base, &**by) {
            (Expr::Global(global), Expr::Const(ir::Const::Int(_, by))) => {
                Some((*global, u64::try_from(*by).ok()?))
            }
            _ => None,
        },
        _ => None,
    }
}

impl<R: Relational> State<R> {
    /// The values of the variables that control what happens, as far as they are known.
    pub(crate) fn key(
        &self,
        shared: &mut Shared<'_>,
        controls: &Controls,
        cells: &ControlCells,
        telling: Telling,
    ) -> Key {
        let mut key = Key::new();
        for (local, values) in &controls.locals {
            if *values == Values::Many && telling == Telling::Few {
                continue;
            }
            if let Some(slot) = self.frame().get(*local)
                && let Some(value) = constant_of(slot)
            {
                let rank = match values {
                    Values::Few => Rank::Few,
                    Values::Many => Rank::Many,
                };
                key.push((rank, local.0, value));
            }
        }
        if telling == Telling::All {
            for local in &controls.results {
                let target = self.frame().get(*local).and_then(target_of);
                key.extend(target.map(|target| (Rank::Many, local.0, target)));
            }
        }
        if let Some(value) = self.result.as_ref().and_then(target_of) {
            key.push((Rank::Few, u32::MAX, value));
        }
        for (index, (global, at)) in cells.0.iter().enumerate() {
            let id = shared.sites.global(shared.program, *global);
            if let Some(value) = self.cell_constant(id, *at) {
                key.push((Rank::Cell, index as u32, value));
            }
        }
        key
    }

    /// The constant at a place of an object that was written.
    fn cell_constant(&self, id: ObjectId, at: u64) -> Option<u128> {
        let object = self.objects.get(id).filter(|_| !self.is_havocked)?;
        let mut cells = object.contents.cells().iter();
        let cell = cells.find(|cell| cell.extent.start == at && cell.extent.is_single())?;
        constant_of(&cell.slot)
    }
}

/// The constant that a slot holds; of an address, whether it is null.
fn constant_of(slot: &Slot) -> Option<u128> {
    if slot.state != Init::Yes {
        return None;
    }
    match &slot.value {
        Value::Int(ints) => ints.as_constant(),
        Value::Pointer(pointers) if pointers.is_null() => Some(0),
        Value::Pointer(pointers) => {
            let mut targets = pointers.targets().iter();
            let leads_somewhere = targets
                .all(|(target, _)| matches!(target, Target::Object(_) | Target::Procedure(_)));
            (leads_somewhere && !pointers.is_wild()).then_some(1)
        }
        Value::Float(_) => None,
    }
}

/// The same; of an address, what it leads to, too.
fn target_of(slot: &Slot) -> Option<u128> {
    let constant = constant_of(slot)?;
    match &slot.value {
        Value::Pointer(pointers) => match pointers.only() {
            Some((Target::Object(id), offset)) => {
                let number = u128::from(id.number()) + 2;
                Some(number << 64 | offset.as_constant().unwrap_or(u128::from(u64::MAX)))
            }
            _ => Some(constant),
        },
        _ => Some(constant),
    }
}
