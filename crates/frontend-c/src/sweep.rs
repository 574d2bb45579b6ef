//! Leaves out what nothing refers to: headers declare far more than a program uses.

use crate::{finish, hooks};
use ir::{
    Condition, DatumValue, Expr, Global, GlobalId, Halt, Op, Origin, ProcedureId, Program, Target,
};
use std::collections::HashSet;

/// Keeps the user's own procedures, the entry, and everything they refer to.
pub(crate) fn sweep(program: &mut Program) {
    hooks::leave_out(program);
    let (procedures, globals) = live_without(program, &HashSet::new());
    let procedure_numbers = numbers(&procedures);
    let global_numbers = numbers(&globals);
    let renumber = Renumber {
        procedures: &procedure_numbers,
        globals: &global_numbers,
    };
    keep(&mut program.procedures, &procedures);
    keep(&mut program.globals, &globals);
    for procedure in &mut program.procedures {
        for edge in &mut procedure.edges {
            renumber.op(&mut edge.op);
        }
    }
    for global in &mut program.globals {
        for datum in &mut global.data {
            match &mut datum.value {
                DatumValue::Bytes(_) => {}
                DatumValue::Global(id, _) => renumber.global(id),
                DatumValue::Procedure(id) => renumber.procedure(id),
            }
        }
    }
    if let Some(entry) = &mut program.entry {
        renumber.procedure(entry);
    }
}

/// Which procedures and globals are referred to, directly or not, from what is kept anyway, if there were not
/// these procedures.
pub(crate) fn live_without(
    program: &Program,
    absent: &HashSet<ProcedureId>,
) -> (Vec<bool>, Vec<bool>) {
    let mut procedures = vec![false; program.procedures.len()];
    let mut globals = vec![false; program.globals.len()];
    let mut queue: Vec<ProcedureId> = program
        .procedures()
        .filter(|(_, p)| p.origin == Origin::User && !p.edges.is_empty())
        .map(|(id, _)| id)
        .chain(program.entry)
        .collect();
    let mut data: Vec<GlobalId> = (0..program.globals.len() as u32)
        .map(GlobalId)
        .filter(|id| is_users_own(&program[*id], program))
        .collect();
    while !queue.is_empty() || !data.is_empty() {
        let mut found = finish::References::default();
        if let Some(id) = queue.pop() {
            if !std::mem::replace(&mut procedures[id.0 as usize], true) {
                found.procedure(&program[id]);
            }
        } else if let Some(id) = data.pop()
            && !std::mem::replace(&mut globals[id.0 as usize], true)
        {
            found.global(&program[id]);
        }
        queue.extend(
            found
                .procedures
                .iter()
                .filter(|id| !procedures[id.0 as usize] && !absent.contains(id)),
        );
        data.extend(found.globals.iter().filter(|id| !globals[id.0 as usize]));
    }
    (procedures, globals)
}

/// A variable that the user defines stays, used or not.
fn is_users_own(global: &Global, program: &Program) -> bool {
    global.origin == ir::GlobalOrigin::Variable && program.files.origin(global.span) == Origin::User
}

/// The new number of each kept thing.
fn numbers(kept: &[bool]) -> Vec<u32> {
    let mut next = 0;
    kept.iter()
        .map(|kept| {
            next += u32::from(*kept);
            next.wrapping_sub(1)
        })
        .collect()
}

fn keep<T>(things: &mut Vec<T>, kept: &[bool]) {
    let mut index = 0;
    things.retain(|_| {
        index += 1;
        kept[index - 1]
    });
}

struct Renumber<'a> {
    procedures: &'a [u32],
    globals: &'a [u32],
}

impl Renumber<'_> {
    fn procedure(&self, id: &mut ProcedureId) {
        id.0 = self.procedures[id.0 as usize];
    }

    fn global(&self, id: &mut GlobalId) {
        id.0 = self.globals[id.0 as usize];
    }

    fn op(&self, op: &mut Op) {
        match op {
            Op::Skip
            | Op::Forget(_)
            | Op::EndScope(_)
            | Op::Protect(_)
            | Op::Return(None)
            | Op::Halt(Halt::Abort)
            | Op::Unsupported(_) => {}
            Op::Assign(_, value)
            | Op::Free(value)
            | Op::Assume(value)
            | Op::Return(Some(value))
            | Op::Halt(Halt::Exit(value))
            | Op::Measure { address: value, .. } => self.expr(value),
            Op::Load { place, .. } => self.expr(&mut place.address),
            Op::Store { place, value } => self.exprs([&mut place.address, value]),
            Op::Copy { to, from, size } => self.exprs([to, from, size]),
            Op::Fill { to, byte, size } => self.exprs([to, byte, size]),
            Op::Output { stream, from, size } => self.exprs([stream, from, size]),
            Op::Alloc { object, .. } => self.expr(&mut object.size),
            Op::Check(check) => {
                self.condition(&mut check.condition);
                self.exprs(check.operands.iter_mut().map(|operand| &mut operand.value));
            }
            Op::Input { source, .. } | Op::InputString { source, .. } => {
                self.exprs(source.dynamic_name.iter_mut().chain(&mut source.index));
            }
            Op::Call {
                target, arguments, ..
            } => {
                match target {
                    Target::Direct(id) => self.procedure(id),
                    Target::Indirect(address) => self.expr(address),
                }
                self.exprs(arguments);
            }
            Op::Havoc { reachable, .. } => self.exprs(reachable),
        }
    }

    fn condition(&self, condition: &mut Condition) {
        match condition {
            Condition::Holds(value)
            | Condition::Freeable(value)
            | Condition::Callable(value, _) => self.expr(value),
            Condition::Access { address, size, .. } => self.exprs([address, size]),
            Condition::SameObject(left, right) => self.exprs([left, right]),
            Condition::Disjoint(left, right, size) => self.exprs([left, right, size]),
            Condition::Initialised(_) | Condition::NothingLeaked | Condition::EverythingFreed => {}
        }
    }

    fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e mut Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&self, expr: &mut Expr) {
        match expr {
            Expr::Const(_) | Expr::Local(_) => {}
            Expr::Global(id) => self.global(id),
            Expr::Procedure(id) => self.procedure(id),
            Expr::Unary(_, operand) | Expr::Cast(_, _, operand) => self.expr(operand),
            Expr::Binary(_, left, right) | Expr::Offset(left, right) => {
                self.exprs([&mut **left, &mut **right]);
            }
            Expr::If(condition, then, otherwise) => {
                self.exprs([&mut **condition, &mut **then, &mut **otherwise]);
            }
            Expr::Math(_, _, arguments) => self.exprs(arguments),
        }
    }
}
