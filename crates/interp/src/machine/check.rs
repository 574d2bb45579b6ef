//! Claims that are evaluated over memory, and what follows when one does not hold.

use super::{Ended, Machine};
use crate::code::Reg;
use crate::memory::Fault;
use crate::outcome::Outcome;
use crate::value::{ObjectId, Pointer, Provenance, Value};
use crate::violation::{self, Failure};
use ir::{Check, ClaimKind, Condition, LocalId, Op, ProcedureId, Scalar};

impl Machine<'_> {
    /// Evaluates a claim, or is told that it failed: conditions over values come here only then.
    pub(super) fn check(&mut self, check: &Check, [a, b, c]: [Reg; 3]) -> Result<(), Ended> {
        match &check.condition {
            Condition::Holds(_) => self.failed(&Failure::Condition),
            Condition::Initialised(local) => {
                self.failed(&Failure::Uninitialised)?;
                self.use_leftover(*local);
                Ok(())
            }
            // Compiled to instructions of its own.
            Condition::Access { .. } => Ok(()),
            Condition::Freeable(_) => {
                let pointer = self.pointer(a);
                match self.freeable(pointer) {
                    Ok(_) => Ok(()),
                    Err(kind) => self.failed(&Failure::Free { pointer, kind }),
                }
            }
            Condition::SameObject(..) => {
                let (first, second) = (self.pointer(a), self.pointer(b));
                if same_object(first, second) {
                    return Ok(());
                }
                self.failed(&Failure::Pointers { first, second })
            }
            Condition::Disjoint(..) => {
                let (first, second, size) = (self.pointer(a), self.pointer(b), self.register(c));
                let apart = first.address.abs_diff(second.address) >= size;
                if apart {
                    return Ok(());
                }
                self.failed(&Failure::Pointers { first, second })
            }
            Condition::Callable(_, signature) => {
                let target = self.pointer(a);
                let program = self.interpreter.program;
                let found = self.procedure_at(target);
                match found.filter(|id| program[*id].signature == *signature) {
                    Some(_) => Ok(()),
                    None => Err(self.invalid_call(target)),
                }
            }
            Condition::NothingLeaked => {
                let leaked = self.state.memory.leaked(self.roots().into_iter());
                self.left_over(leaked)
            }
            Condition::EverythingFreed => {
                let unfreed = self.state.memory.unfreed().collect();
                self.left_over(unfreed)
            }
        }
    }

    fn left_over(&mut self, objects: Vec<ObjectId>) -> Result<(), Ended> {
        match objects.is_empty() {
            true => Ok(()),
            false => self.failed(&Failure::Leak(objects)),
        }
    }

    /// Nobody watches for a local without a value: from here on it has one.
    fn use_leftover(&mut self, local: LocalId) {
        let declared = &self.procedure()[local];
        let bytes = self.environment.leftover(declared);
        let value = match declared.scalar {
            Scalar::Int(width) => Value::Bits(width.truncate(bytes)),
            Scalar::Float(kind) => Value::Bits(bytes & (u128::MAX >> (128 - kind.bits()))),
            Scalar::Pointer => {
                let width = self.interpreter.program.data_model.pointer_width();
                let address = width.truncate(bytes) as u64;
                let provenance = Provenance::from_bits(self.state.memory.find(address));
                Value::Pointer(Pointer {
                    address,
                    provenance,
                })
            }
        };
        self.set_local(local, value);
    }

    /// A call through a pointer that is not a procedure of the right type.
    pub(super) fn invalid_call(&mut self, target: Pointer) -> Ended {
        match self.failed(&Failure::Call { target }) {
            Err(ended) => ended,
            // Execution cannot go on after it: see `can_go_on`.
            Ok(()) => self.unsupported("a call of what is not a procedure"),
        }
    }

    /// Something is wrong. `Ok` if nobody watches for it and execution can go on.
    pub(super) fn failed(&mut self, failure: &Failure) -> Result<(), Ended> {
        if let Failure::Access {
            fault: Fault::Undefined(id),
            ..
        } = failure
        {
            let name = violation::object_name(self.interpreter.program, self.state, *id);
            return Err(self.unsupported(&format!("the contents of {name}, which is not defined")));
        }
        let edge = self.edge();
        let check = match &edge.op {
            Op::Check(check) => Some(&**check),
            _ => None,
        };
        let kind = failure.kind(check);
        let watched = self.limits.claims.contains(kind);
        if !watched && can_go_on(failure, kind) {
            return Ok(());
        }
        let values = check
            .map(|check| self.operand_values(check))
            .unwrap_or_default();
        let violation = violation::explain(
            &violation::Scene {
                interpreter: self.interpreter,
                state: self.state,
                stack: self.stack(),
                span: self.user_span(),
                check,
                values,
            },
            failure,
            kind,
        );
        let violation = Box::new(violation);
        Err(Box::new(match watched {
            true => Outcome::Violation(violation),
            false => Outcome::UndefinedBehaviour(violation),
        }))
    }

    /// The values that the check wants to be shown.
    fn operand_values(&self, check: &Check) -> Vec<(ir::TypeId, String, Value)> {
        let operands = check.operands.iter();
        operands
            .map(|operand| {
                let value = self.evaluate(&operand.value);
                (operand.ty, operand.text.to_string(), value)
            })
            .collect()
    }

    fn evaluate(&self, expr: &ir::Expr) -> Value {
        let routine = self.state.frames.last().map_or(0, |frame| frame.routine);
        crate::evaluate::expression(
            self.interpreter,
            &self.state.memory,
            ProcedureId(routine),
            self.registers(),
            expr,
        )
    }
}

/// Both point into one object, or both are null.
fn same_object(first: Pointer, second: Pointer) -> bool {
    match (first.provenance, second.provenance) {
        (Provenance::Object(first), Provenance::Object(second)) => first == second,
        (Provenance::Null, Provenance::Null) => true,
        _ => first.address == second.address,
    }
}

/// Whether there is a meaning in going on after a failure that nobody watches for.
fn can_go_on(failure: &Failure, kind: ClaimKind) -> bool {
    match failure {
        Failure::Condition
        | Failure::Uninitialised
        | Failure::Pointers { .. }
        | Failure::Leak(_) => true,
        Failure::Access { .. } => kind == ClaimKind::Misaligned,
        Failure::Free { .. } | Failure::Call { .. } => false,
    }
}
