//! The contract of a procedure at a call by which a caller calls it that is made of operations: executions
//! come to the call only where the preconditions hold, and the postconditions are claimed behind it.

use std::collections::BTreeSet;

use ir::{ClaimKind, EdgeId, Expr, Op, ProcedureId, Program, Span, Target};

use super::types;
use super::writer::{Call, Lowered, Purpose, Writer};
use crate::typed::{Clause, Contract, Formula};
use crate::uses;

/// Lets executions come to a call only where the preconditions of a contract hold, as far as operations can say
/// that. `lengths` says of addresses how many elements there are behind them. What the arguments lead to was just
/// made by the caller.
pub fn assume_preconditions(
    program: &mut Program,
    (procedure, edge): (ProcedureId, EdgeId),
    contract: &Contract,
    lengths: &[(Expr, Expr)],
) {
    let mut parts = Vec::new();
    contract
        .requires()
        .for_each(|clause| split(&clause.formula, &mut parts));
    for formula in parts {
        // What cannot be said allows more callers than there are.
        let _ = assume(program, (procedure, edge), formula, lengths);
    }
}

/// Claims postconditions of a contract behind a call, where they are written; gives the places of those that are
/// claimed.
pub fn claim_postconditions(
    program: &mut Program,
    (procedure, edge): (ProcedureId, EdgeId),
    contract: &Contract,
) -> BTreeSet<Span> {
    let mut claimed = BTreeSet::new();
    for clause in contract.ensures() {
        if claim(program, (procedure, edge), clause).is_ok() {
            claimed.insert(clause.span);
        }
    }
    claimed
}

/// The parts of a conjunction.
fn split<'a>(formula: &'a Formula, parts: &mut Vec<&'a Formula>) {
    match formula {
        Formula::All(all) => all.iter().for_each(|part| split(part, parts)),
        other => parts.push(other),
    }
}

fn assume(
    program: &mut Program,
    (procedure, edge): (ProcedureId, EdgeId),
    formula: &Formula,
    lengths: &[(Expr, Expr)],
) -> Lowered<()> {
    let (called, arguments, _) = called(program, (procedure, edge))?;
    let call = Call {
        procedure,
        edge,
        callee: called,
        arguments: &arguments,
        condition: None,
        types: types(program),
    };
    let mut writer = Writer::new(program, &call, Purpose::Given);
    writer.lengths = lengths;
    writer.assume_formula(formula)?;
    program.procedures[procedure.0 as usize] = writer.finish(edge);
    Ok(())
}

fn claim(
    program: &mut Program,
    (procedure, edge): (ProcedureId, EdgeId),
    clause: &Clause,
) -> Lowered<()> {
    if uses::looks_back(&clause.formula) {
        return Err("it speaks of old values");
    }
    let (called, arguments, result) = called(program, (procedure, edge))?;
    let behind = program[procedure][edge].to;
    let [next] = program[procedure].outgoing[behind.0 as usize][..] else {
        return Err("there is nothing behind the call");
    };
    let call = Call {
        procedure,
        edge: next,
        callee: called,
        arguments: &arguments,
        condition: None,
        types: types(program),
    };
    // What it would read may have been freed.
    let mut writer = Writer::new(program, &call, Purpose::Assumed);
    writer.kind = ClaimKind::Postcondition;
    writer.span = clause.span;
    writer.subject = clause.text.clone();
    writer.result = result;
    writer.claim_formula(&clause.formula)?;
    program.procedures[procedure.0 as usize] = writer.finish(next);
    Ok(())
}

/// Whom an edge calls, with which arguments, and what takes the result.
fn called(
    program: &Program,
    (procedure, edge): (ProcedureId, EdgeId),
) -> Lowered<(ProcedureId, Vec<Expr>, Option<Expr>)> {
    match &program[procedure][edge].op {
        Op::Call {
            dest,
            target: Target::Direct(called),
            arguments,
        } => Ok((*called, arguments.clone(), dest.map(Expr::Local))),
        _ => Err("there is no call"),
    }
}
