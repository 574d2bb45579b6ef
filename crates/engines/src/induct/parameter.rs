//! Induction parameters: a constant of the program becomes a number that may be anything.
//!
//! After Section IV-B and IV-C of the paper: the constants in guards of the recurring segment, those that
//! are assigned to variables in such guards, and the sizes of objects that are made beside it. All occurrences of the constant in the procedure are
//! replaced by one symbol, so that a size that is written twice stays the same size.

use super::run::{Leap, Mark};
use ir::{
    CastOp, Condition, Const, Expr, Local, LocalId, LocalRole, Op, Origin, ProcedureId, Program,
    Scalar, Width,
};
use std::collections::BTreeSet;

/// A constant that is generalised.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Parameter {
    pub(super) procedure: ProcedureId,
    pub(super) value: u128,
}

/// The smallest constant that is generalised: small ones mean something else in most programs.
const SMALLEST: u128 = 4;

/// The constants in the support of the guards of segments, and sizes.
pub(super) fn candidates<'l>(
    program: &Program,
    leaps: impl Iterator<Item = &'l Leap>,
) -> BTreeSet<Parameter> {
    let mut found = BTreeSet::new();
    let mut procedures = BTreeSet::new();
    for mark in leaps.flat_map(|leap| leap.segment.iter()) {
        let Mark::Edge(procedure, edge) = *mark else {
            continue;
        };
        let Op::Assume(guard) = &program[procedure][edge].op else {
            continue;
        };
        if program[procedure].origin != Origin::User {
            continue;
        }
        procedures.insert(procedure);
        let mut values = BTreeSet::new();
        constants(guard, &mut values);
        guard.for_each_local(&mut |local| {
            for edge in &program[procedure].edges {
                if let Op::Assign(dest, expr) = &edge.op
                    && *dest == local
                {
                    constants(expr, &mut values);
                }
            }
        });
        found.extend(values.into_iter().map(|value| (procedure, value)));
    }
    for procedure in procedures {
        let mut values = BTreeSet::new();
        for edge in &program[procedure].edges {
            if let Op::Alloc { object, .. } = &edge.op {
                constants(&object.size, &mut values);
            }
        }
        found.extend(values.into_iter().map(|value| (procedure, value)));
    }
    let found = found.into_iter();
    found
        .filter(|(_, value)| *value >= SMALLEST)
        .map(|(procedure, value)| Parameter { procedure, value })
        .collect()
}

fn constants(expr: &Expr, into: &mut BTreeSet<u128>) {
    expr.for_each(&mut |part| {
        if let Expr::Const(constant) = part {
            into.extend(number(constant));
        }
    });
}

fn number(constant: &Const) -> Option<u128> {
    match *constant {
        Const::Int(Width::W32 | Width::W64, value) if value < 1 << 31 => Some(value),
        _ => None,
    }
}

/// The program with a local of the procedure in place of the constant.
pub(super) fn generalise(program: &Program, parameter: Parameter) -> Option<(Program, LocalId)> {
    let mut program = program.clone();
    let procedure = &mut program.procedures[parameter.procedure.0 as usize];
    let local = LocalId(procedure.locals.len() as u32);
    let replace = |expr: &mut Expr| *expr = replaced(expr, parameter.value, local);
    for edge in &mut procedure.edges {
        match &mut edge.op {
            Op::Assign(_, expr) | Op::Assume(expr) => replace(expr),
            Op::Store { value, .. } => replace(value),
            Op::Alloc { object, .. } => replace(&mut object.size),
            Op::Check(check) => match &mut check.condition {
                Condition::Holds(expr) => replace(expr),
                Condition::Access { address, size, .. } => {
                    replace(address);
                    replace(size);
                }
                _ => {}
            },
            _ => {}
        }
    }
    let example = procedure.locals.first()?;
    procedure.locals.push(Local {
        name: None,
        scalar: Scalar::Int(Width::W32),
        ty: example.ty,
        role: LocalRole::Temporary,
        span: procedure.span,
    });
    Some((program, local))
}

/// An expression with a local in place of a constant.
fn replaced(expr: &Expr, value: u128, local: LocalId) -> Expr {
    let inner = |expr: &Expr| Box::new(replaced(expr, value, local));
    match expr {
        Expr::Const(Const::Int(Width::W32, known)) if *known == value => Expr::Local(local),
        Expr::Const(Const::Int(Width::W64, known)) if *known == value => {
            let wide = Scalar::Int(Width::W64);
            Expr::Cast(CastOp::ZeroExtend, wide, Box::new(Expr::Local(local)))
        }
        Expr::Unary(op, a) => Expr::Unary(*op, inner(a)),
        Expr::Binary(op, a, b) => Expr::Binary(*op, inner(a), inner(b)),
        Expr::Cast(op, scalar, a) => Expr::Cast(*op, *scalar, inner(a)),
        Expr::Offset(a, b) => Expr::Offset(inner(a), inner(b)),
        Expr::If(a, b, c) => Expr::If(inner(a), inner(b), inner(c)),
        other => other.clone(),
    }
}
