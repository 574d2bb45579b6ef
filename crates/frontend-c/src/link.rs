//! The last look over the whole program: calls of functions that nobody defines, calls that do
//! not fit, and values of functions that always return one.

use crate::entry::reads;
use crate::finish;
use crate::foreign::{Foreign, parameters_only};
use crate::lower::Lowerer;
use ir::{
    Check, ClaimKind, Condition, Expr, LocalId, LocalRole, Op, Procedure, ProcedureId, Program,
    Scalar, Target,
};
use std::collections::{HashMap, HashSet};

impl Lowerer {
    /// Settles every call: afterwards each procedure that is called has a body.
    pub(crate) fn link(&mut self) {
        self.define_math_functions();
        allow_unread_arguments(&mut self.program);
        let foreign = self.foreign();
        let always_return = procedures_that_always_return(&self.program);
        for index in 0..self.program.procedures.len() {
            let mut procedure =
                std::mem::replace(&mut self.program.procedures[index], Procedure::empty());
            settle_calls(
                &mut procedure,
                &self.program,
                ProcedureId(index as u32),
                &foreign,
            );
            if remove_return_checks(&mut procedure, &always_return) {
                finish::compact(&mut procedure);
            }
            self.program.procedures[index] = procedure;
        }
    }

    /// Functions of the mathematical library that are called through pointers.
    fn define_math_functions(&mut self) {
        for index in 0..self.program.procedures.len() {
            let id = ProcedureId(index as u32);
            if !self.program[id].edges.is_empty() {
                continue;
            }
            let Some(value) = self.math_value(id) else {
                continue;
            };
            let span = self.program[id].span;
            let mut builder = parameters_only(&mut self.program, id);
            builder.finish(Op::Return(Some(value)), span);
            finish::finish(&mut self.program.procedures[index], builder);
        }
    }
}

/// Drops the claims that arguments have values which calls of old-style functions leave out, where
/// the function does not look at them.
fn allow_unread_arguments(program: &mut Program) {
    for index in 0..program.procedures.len() {
        let own = &program.procedures[index];
        let left_out = left_out_arguments(own);
        if left_out.is_empty() {
            continue;
        }
        let mut unread: HashSet<LocalId> = HashSet::new();
        for edge in &own.edges {
            if let Op::Call {
                target: Target::Direct(id),
                arguments,
                ..
            } = &edge.op
            {
                let parameters = arguments.iter().zip(0..);
                unread.extend(
                    parameters.filter_map(|(argument, parameter)| match argument {
                        Expr::Local(local) if left_out.contains(local) => {
                            (!reads(&program[*id], LocalId(parameter))).then_some(*local)
                        }
                        _ => None,
                    }),
                );
            }
        }
        let own = &mut program.procedures[index];
        if skip_checks(own, ClaimKind::Uninitialised, &unread) {
            finish::compact(own);
        }
    }
}

/// The temporaries that are claimed to have a value although nothing gives them one.
fn left_out_arguments(procedure: &Procedure) -> HashSet<LocalId> {
    let claimed = procedure.edges.iter().filter_map(|edge| match &edge.op {
        Op::Check(check) if check.kind == ClaimKind::Uninitialised => match check.condition {
            Condition::Initialised(local) => Some(local),
            _ => None,
        },
        _ => None,
    });
    let is_temporary =
        |local: &LocalId| procedure.locals[local.0 as usize].role == LocalRole::Temporary;
    let mut left_out: HashSet<LocalId> = claimed.filter(is_temporary).collect();
    if !left_out.is_empty() {
        let set = procedure.edges.iter().filter_map(|edge| edge.op.dest());
        set.for_each(|local| {
            left_out.remove(&local);
        });
    }
    left_out
}

/// A call of a function that nobody defines is what is known of it; a call with the wrong arguments is
/// undefined.
fn settle_calls(
    procedure: &mut Procedure,
    program: &Program,
    own: ProcedureId,
    foreign: &HashMap<ProcedureId, Foreign>,
) {
    let scalars: Vec<Scalar> = procedure.locals.iter().map(|local| local.scalar).collect();
    let own_signature = procedure.signature.clone();
    let locals = &mut procedure.locals;
    for edge in &mut procedure.edges {
        let Op::Call {
            dest,
            target: Target::Direct(id),
            arguments,
        } = &edge.op
        else {
            continue;
        };
        let callee = &program[*id];
        let scalar_of = |expr: &Expr| {
            expr.scalar(&Scalars {
                scalars: &scalars,
                model: program.data_model,
            })
        };
        if let Some(foreign) = foreign.get(id) {
            let pointers = arguments.iter().filter(|e| scalar_of(e) == Scalar::Pointer);
            let pointers: Vec<Expr> = pointers.cloned().collect();
            edge.op = foreign.call(*dest, pointers, locals, edge.span);
            continue;
        }
        let signature = if *id == own {
            &own_signature
        } else {
            &callee.signature
        };
        let fits = signature.parameters.len() == arguments.len()
            && signature
                .parameters
                .iter()
                .zip(arguments)
                .all(|(p, a)| *p == scalar_of(a))
            && dest.is_none_or(|dest| signature.result == Some(scalars[dest.0 as usize]));
        if !fits {
            let name = if *id == own {
                procedure.name.clone()
            } else {
                callee.name.clone()
            };
            edge.op = Op::Check(Box::new(Check {
                condition: Condition::Holds(Expr::FALSE),
                kind: ClaimKind::InvalidCall,
                subject: format!("the arguments of `{name}`").into(),
                operands: Vec::new(),
            }));
        }
    }
}

struct Scalars<'a> {
    scalars: &'a [Scalar],
    model: ir::DataModel,
}

impl ir::LocalScalars for Scalars<'_> {
    fn local_scalar(&self, local: LocalId) -> Scalar {
        self.scalars[local.0 as usize]
    }

    fn pointer_width(&self) -> ir::Width {
        self.model.pointer_width()
    }
}

/// Procedures with a result that no path leaves without one.
fn procedures_that_always_return(program: &Program) -> HashSet<ProcedureId> {
    program
        .procedures()
        .filter(|(_, p)| p.signature.result.is_some())
        .filter(|(_, p)| !p.edges.iter().any(|edge| edge.op == Op::Return(None)))
        .map(|(id, _)| id)
        .collect()
}

/// Drops the claim that a call gave a value where it always does.
/// Whether there was any.
fn remove_return_checks(procedure: &mut Procedure, always_return: &HashSet<ProcedureId>) -> bool {
    let given: HashSet<LocalId> = procedure
        .edges
        .iter()
        .filter_map(|edge| match &edge.op {
            Op::Call {
                dest: Some(dest),
                target: Target::Direct(id),
                ..
            } if always_return.contains(id) => Some(*dest),
            Op::Havoc { dest, .. } => *dest,
            Op::Input { dest, .. } => Some(*dest),
            _ => None,
        })
        .collect();
    skip_checks(procedure, ClaimKind::MissingReturn, &given)
}

/// Drops the claims of a kind that these locals have values. Whether there was any.
fn skip_checks(procedure: &mut Procedure, kind: ClaimKind, fine: &HashSet<LocalId>) -> bool {
    let mut changed = false;
    for edge in &mut procedure.edges {
        if let Op::Check(check) = &edge.op
            && check.kind == kind
            && let Condition::Initialised(local) = check.condition
            && fine.contains(&local)
        {
            edge.op = Op::Skip;
            changed = true;
        }
    }
    changed
}
