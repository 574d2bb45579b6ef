//! Preconditions of called procedures, as operations of the program: what stands before a call
//! checks what the callee requires, so that every engine and the interpreter know of it.
//!
//! What can be said with numbers, references, fields, elements and lengths becomes loads,
//! branches and checks. The truth of a part is control flow: what does not exist, such as the field
//! of null, leads to where the formula is false.

mod caller;
mod effects;
mod formula;
mod number;
mod reference;
mod replace;
mod writer;

pub use caller::{assume_preconditions, claim_postconditions};
pub use replace::{Replaced, is_replaced_input, replace_calls};

use std::collections::{BTreeMap, BTreeSet};

use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, DatumValue, EdgeId, Expr, Op, Origin, Procedure, ProcedureId, Program, Scalar, Span,
    Target,
};

use crate::Error;
use crate::resolve::resolve;
use crate::syntax::ClauseKind;
use crate::typed::Clause;
use writer::{Call, Types, Writer};

/// What became of the preconditions of a program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Preconditions {
    /// What operations before calls check.
    pub checked: Vec<Checked>,
    /// What is required at a call and cannot be checked there.
    pub unchecked: Vec<Unchecked>,
    /// What is not understood in the contracts of procedures that are called, with the procedure.
    pub errors: Vec<(ProcedureId, Error)>,
}

/// A precondition that is checked before a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// Where the call is.
    pub span: Span,
    /// The procedure that requires it.
    pub callee: ProcedureId,
    /// What it requires.
    pub clause: Clause,
}

/// A precondition that no operation checks: nothing is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Unchecked {
    /// The call.
    pub call: (ProcedureId, EdgeId),
    /// Where it is.
    pub span: Span,
    /// The procedure that requires it.
    pub callee: ProcedureId,
    /// Why.
    pub why: String,
}

/// Puts checks before every call of a procedure whose contract requires something. The calls with
/// which the program starts are the environment's, which contracts restrict.
pub fn claim_preconditions(program: &mut Program) -> Preconditions {
    let required = Required::of(program);
    let mut found = Preconditions::default();
    if required.procedures.is_empty() {
        return found;
    }
    let types = types(program);
    for index in 0..program.procedures.len() {
        let id = ProcedureId(index as u32);
        if program.entry != Some(id) {
            claim_in(program, id, &required, types, &mut found);
        }
    }
    found.errors = required.errors();
    found
}

/// The types of what is computed on the way.
fn types(program: &mut Program) -> Types {
    let word = Scalar::Int(program.data_model.pointer_width());
    let builder = ProcedureBuilder::new("", program);
    Types {
        pointer: builder.declared_type(Scalar::Pointer),
        word: builder.declared_type(word),
    }
}

/// A procedure that a call may come to, and the condition under which it does if that depends.
type Callee = (ProcedureId, Option<Expr>);

/// What procedures require.
struct Required {
    procedures: BTreeMap<ProcedureId, Requires>,
    /// Those that calls by address can come to.
    addressed: BTreeSet<ProcedureId>,
}

/// What a procedure requires.
struct Requires {
    clauses: Vec<Clause>,
    errors: Vec<Error>,
}

impl Required {
    fn of(program: &Program) -> Required {
        let written = program.procedures().filter(|(_, procedure)| {
            !procedure.contracts.is_empty() && procedure.origin == Origin::User
        });
        let procedures = written.filter_map(|(id, _)| {
            let (contract, mut errors) = resolve(program, id);
            errors.retain(Error::may_require);
            let clauses = contract.clauses.into_iter();
            let clauses: Vec<Clause> = clauses
                .filter(|clause| clause.kind == ClauseKind::Requires)
                .collect();
            let is_empty = clauses.is_empty() && errors.is_empty();
            (!is_empty).then_some((id, Requires { clauses, errors }))
        });
        let procedures: BTreeMap<ProcedureId, Requires> = procedures.collect();
        let addressed = match procedures.is_empty() {
            true => BTreeSet::new(),
            false => addressed(program),
        };
        Required {
            procedures,
            addressed,
        }
    }

    fn errors(self) -> Vec<(ProcedureId, Error)> {
        let procedures = self.procedures.into_iter();
        procedures
            .flat_map(|(id, requires)| requires.errors.into_iter().map(move |error| (id, error)))
            .collect()
    }

    /// The procedures that a call may come to and that require something.
    fn callees(&self, program: &Program, caller: &Procedure, op: &Op) -> Vec<Callee> {
        let Op::Call {
            target, arguments, ..
        } = op
        else {
            return Vec::new();
        };
        match target {
            Target::Direct(id) => match self.procedures.contains_key(id) {
                true => vec![(*id, None)],
                false => Vec::new(),
            },
            Target::Indirect(address) => {
                let required = self.procedures.keys();
                let addressed = required.filter(|id| self.addressed.contains(id));
                let scalars = caller.scalars(program.data_model);
                let given: Vec<Scalar> = arguments.iter().map(|it| it.scalar(&scalars)).collect();
                let fitting =
                    addressed.filter(|id| program[**id].signature.parameters[..] == given[..]);
                fitting
                    .map(|id| {
                        let is_called =
                            Expr::binary(BinaryOp::Eq, address.clone(), Expr::Procedure(*id));
                        (*id, Some(is_called))
                    })
                    .collect()
            }
        }
    }
}

/// The procedures whose address is taken.
fn addressed(program: &Program) -> BTreeSet<ProcedureId> {
    let mut found = BTreeSet::new();
    for procedure in &program.procedures {
        for edge in &procedure.edges {
            edge.op.for_each_expr(&mut |expr| {
                expr.for_each(&mut |part| {
                    if let Expr::Procedure(id) = part {
                        found.insert(*id);
                    }
                });
            });
        }
    }
    for datum in program.globals.iter().flat_map(|global| &global.data) {
        if let DatumValue::Procedure(id) = datum.value {
            found.insert(id);
        }
    }
    found
}

/// Puts checks before the calls of one procedure.
fn claim_in(
    program: &mut Program,
    id: ProcedureId,
    required: &Required,
    types: Types,
    found: &mut Preconditions,
) {
    let caller = &program[id];
    let edges = caller.edges.iter().enumerate();
    let calls: Vec<(EdgeId, Vec<Callee>)> = edges
        .map(|(index, edge)| {
            let callees = required.callees(program, caller, &edge.op);
            (EdgeId(index as u32), callees)
        })
        .filter(|(_, callees)| !callees.is_empty())
        .collect();
    for (edge, callees) in calls {
        let (span, arguments) = match &program[id][edge].op {
            Op::Call { arguments, .. } => (program[id][edge].span, arguments.clone()),
            _ => continue,
        };
        for (callee, condition) in callees {
            // The system calls `main`, by the library's code.
            if &*program[callee].name == "main" && program[id].origin != Origin::User {
                continue;
            }
            let Some(requires) = required.procedures.get(&callee) else {
                continue;
            };
            let Preconditions {
                checked, unchecked, ..
            } = &mut *found;
            let mut unchecked = |why| {
                unchecked.push(Unchecked {
                    call: (id, edge),
                    span,
                    callee,
                    why,
                });
            };
            for error in &requires.errors {
                unchecked(format!(
                    "what `{}` requires is not understood: {error}",
                    program[callee].name
                ));
            }
            let call = Call {
                procedure: id,
                edge,
                callee,
                arguments: &arguments,
                condition,
                types,
            };
            for clause in &requires.clauses {
                match Writer::claim(program, &call, clause) {
                    Ok(()) => checked.push(Checked {
                        span,
                        callee,
                        clause: clause.clone(),
                    }),
                    Err(why) => unchecked(format!(
                        "`{}` requires `{}`, which is not checked at calls: {why}",
                        program[callee].name, clause.text
                    )),
                }
            }
        }
    }
}
