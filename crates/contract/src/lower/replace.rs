//! Calls replaced by what the callee's contract says: arbitrary values for its result and for what it
//! can change, of which executions keep those that its postconditions allow.
//!
//! That is done only where it surely allows whatever the callee can do: its effects are known, and
//! every clause of its contract has become operations.

use std::collections::BTreeMap;

use ir::{
    EdgeId, Expr, Op, Origin, Place, ProcedureId, Program, Scalar, Source, SourceKind, Target,
    Type, TypeId,
};

use super::effects::effects;
use super::writer::{Call, Lowered, Purpose, Writer};
use super::{Preconditions, types};
use crate::resolve::resolve;
use crate::syntax::ClauseKind;
use crate::typed::Clause;

/// Which contracts stand for code.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Replaced {
    /// The calls that were replaced: who called whom.
    pub used: Vec<(ProcedureId, ProcedureId)>,
    /// Those that have a contract and whose code is used all the same, and why.
    pub unused: Vec<(ProcedureId, &'static str)>,
}

/// What the name of an input ends with that stands for what a callee does.
const BY_CONTRACT: &str = " (by its contract)";

/// Whether an input of this name stands for what a callee does, so that the program itself never asks
/// for it.
pub fn is_replaced_input(name: &str) -> bool {
    name.ends_with(BY_CONTRACT)
}

/// Replaces the calls of procedures with contracts in the user's code, behind the checks of what they
/// require ([`super::claim_preconditions`]). The call with which the program starts stays.
pub fn replace_calls(program: &mut Program, required: &Preconditions) -> Replaced {
    let mut replaced = Replaced::default();
    let mut summaries = BTreeMap::new();
    let called: Vec<ProcedureId> = program
        .procedures()
        .filter(|(_, it)| it.origin == Origin::User && !it.contracts.is_empty())
        .map(|(id, _)| id)
        .collect();
    for id in called {
        match Summary::of(program, id, required) {
            Ok(summary) => _ = summaries.insert(id, summary),
            Err(why) => replaced.unused.push((id, why)),
        }
    }
    let types = types(program);
    for index in 0..program.procedures.len() {
        let id = ProcedureId(index as u32);
        if program.entry == Some(id) || program[id].origin != Origin::User {
            continue;
        }
        let edges = program[id].edges.iter().enumerate();
        let calls: Vec<(EdgeId, ProcedureId)> = edges
            .filter_map(|(index, edge)| match &edge.op {
                Op::Call {
                    target: Target::Direct(callee),
                    ..
                } => Some((EdgeId(index as u32), *callee)),
                _ => None,
            })
            .collect();
        for (edge, callee) in calls {
            let Some(summary) = summaries.get(&callee) else {
                continue;
            };
            let Op::Call { arguments, .. } = program[id][edge].op.clone() else {
                continue;
            };
            let call = Call {
                procedure: id,
                edge,
                callee,
                arguments: &arguments,
                condition: None,
                types,
            };
            match summary.replace(program, &call) {
                Ok(()) => replaced.used.push((id, callee)),
                Err(why) => {
                    if !replaced.unused.iter().any(|(id, _)| *id == callee) {
                        replaced.unused.push((callee, why));
                    }
                }
            }
        }
    }
    replaced
}

/// What a contract says of a call.
struct Summary {
    ensures: Vec<Clause>,
    /// What the callee can change.
    changes: Vec<(Place, TypeId)>,
    /// The type of its result.
    result: Option<(Scalar, TypeId)>,
    name: String,
}

impl Summary {
    fn of(program: &Program, id: ProcedureId, required: &Preconditions) -> Lowered<Summary> {
        let (contract, errors) = resolve(program, id);
        if !errors.is_empty() {
            return Err("a part of its contract is not understood");
        }
        if required.unchecked.iter().any(|it| it.callee == id) {
            return Err("something that it requires is not checked at its calls");
        }
        let is_plain = |clause: &Clause| clause.kind != ClauseKind::Invariant;
        if !contract.invariants.is_empty() || !contract.clauses.iter().all(is_plain) {
            return Err("its class has invariants");
        }
        let ensures: Vec<Clause> = contract.ensures().cloned().collect();
        if ensures.is_empty() {
            return Err("its contract does not say what it does");
        }
        let procedure = &program[id];
        let result = match procedure.signature.result {
            None => None,
            Some(Scalar::Pointer) => return Err("it returns a pointer"),
            Some(scalar) => Some((scalar, result_type(program, id)?)),
        };
        if procedure.signature.parameters.contains(&Scalar::Pointer) {
            return Err("it takes a pointer");
        }
        let changes = effects(program, id)?;
        if !changes.is_empty() && contract.looks_back() {
            return Err("its contract speaks of old values of what it changes");
        }
        let changes = changes.into_iter().map(|place| {
            let ty = variable_type(program, &place);
            Ok((place, ty?))
        });
        Ok(Summary {
            ensures,
            changes: changes.collect::<Lowered<_>>()?,
            result,
            name: procedure.name.to_string(),
        })
    }

    /// Puts what the contract says in the place of a call.
    fn replace(&self, program: &mut Program, call: &Call<'_>) -> Lowered<()> {
        let dest = match &program[call.procedure][call.edge].op {
            Op::Call { dest, .. } => *dest,
            _ => None,
        };
        let mut writer = Writer::new(program, call, Purpose::Assumed);
        let result = self.result.map(|(scalar, ty)| {
            let local = writer.temporary(scalar, ty);
            writer.push(self.input(local, ty));
            Expr::Local(local)
        });
        for (place, ty) in &self.changes {
            let local = writer.temporary(place.scalar, *ty);
            writer.push(self.input(local, *ty));
            writer.push(Op::Store {
                place: place.clone(),
                value: Expr::Local(local),
            });
        }
        writer.result = result.clone();
        for clause in &self.ensures {
            writer.assume_formula(&clause.formula)?;
        }
        let mut body = writer.finish(call.edge);
        body.edges[call.edge.0 as usize].op = match (dest, result) {
            (Some(dest), Some(result)) => Op::Assign(dest, result),
            _ => Op::Skip,
        };
        program.procedures[call.procedure.0 as usize] = body;
        Ok(())
    }

    fn input(&self, dest: ir::LocalId, ty: TypeId) -> Op {
        Op::Input {
            dest,
            ty,
            source: Box::new(Source {
                kind: SourceKind::Nondet,
                name: format!("{}{BY_CONTRACT}", self.name).into(),
                dynamic_name: None,
                index: None,
            }),
        }
    }
}

fn result_type(program: &Program, id: ProcedureId) -> Lowered<TypeId> {
    match program[id].ty.map(|ty| program.types.get(ty)) {
        Some(Type::Function { result, .. }) => Ok(*result),
        _ => Err("the type of its result is not known"),
    }
}

/// The type of a variable that is a number as a whole.
fn variable_type(program: &Program, place: &Place) -> Lowered<TypeId> {
    let Expr::Global(id) = place.address else {
        return Err("it changes a part of a variable");
    };
    let ty = program[id].ty;
    match program.types.scalar(ty) == Some(place.scalar) {
        true => Ok(ty),
        false => Err("it changes a part of a variable"),
    }
}
