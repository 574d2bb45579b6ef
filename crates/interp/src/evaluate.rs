//! Expressions evaluated from their description, one node at a time: for the values in reports,
//! and to test the compiled code against.

use crate::memory::Memory;
use crate::prepare::{Interpreter, read_value};
use crate::value::{ObjectId, Pointer, Provenance, Value};
use crate::{arithmetic, math};
use ir::{CastOp, Const, Expr, ProcedureId, Scalar};

/// The value of an expression in a frame of a procedure. A bare local without a value has none.
pub(crate) fn expression(
    interpreter: &Interpreter<'_>,
    memory: &Memory,
    procedure: ProcedureId,
    registers: &[u64],
    expr: &Expr,
) -> Value {
    Evaluation {
        interpreter,
        memory,
        procedure,
        registers,
    }
    .value(expr)
}

struct Evaluation<'a> {
    interpreter: &'a Interpreter<'a>,
    memory: &'a Memory,
    procedure: ProcedureId,
    registers: &'a [u64],
}

impl Evaluation<'_> {
    fn value(&self, expr: &Expr) -> Value {
        let program = self.interpreter.program;
        let procedure = &program[self.procedure];
        let scalars = procedure.scalars(program.data_model);
        match expr {
            Expr::Const(Const::Int(_, bits) | Const::Float(_, bits)) => Value::Bits(*bits),
            Expr::Const(Const::Null) => Value::Pointer(Pointer::NULL),
            Expr::Local(local) => {
                let routine = &self.interpreter.routines[self.procedure.0 as usize];
                let home = routine.homes[local.0 as usize];
                read_value(self.registers, &home, procedure[*local].scalar)
            }
            Expr::Global(id) => self.object(program.procedures.len() as u32 + id.0),
            Expr::Procedure(id) => self.object(id.0),
            Expr::Unary(op, operand) => {
                let scalar = operand.scalar(&scalars);
                Value::Bits(arithmetic::unary(*op, scalar, self.value(operand).bits()))
            }
            Expr::Binary(op, left, right) => {
                let (a, b) = (self.value(left).bits(), self.value(right).bits());
                let scalar = left.scalar(&scalars);
                Value::Bits(arithmetic::binary(*op, scalar, program.data_model, a, b))
            }
            Expr::Cast(CastOp::IntToPointer, _, operand) => {
                let address = self.value(operand).bits() as u64;
                let provenance = Provenance::from_bits(self.memory.find(address));
                Value::Pointer(Pointer {
                    address,
                    provenance,
                })
            }
            Expr::Cast(op, to, operand) => {
                let from = operand.scalar(&scalars);
                Value::Bits(arithmetic::cast(*op, from, *to, self.value(operand).bits()))
            }
            Expr::Offset(address, by) => {
                let (pointer, by) = (self.value(address).pointer(), self.value(by).bits());
                let width = program.data_model.pointer_width();
                let moved = u128::from(pointer.address).wrapping_add(by);
                let address = width.truncate(moved) as u64;
                Value::Pointer(Pointer { address, ..pointer })
            }
            Expr::If(condition, then, otherwise) => {
                let chosen = if self.value(condition).bits() != 0 {
                    then
                } else {
                    otherwise
                };
                match (self.value(chosen), chosen.scalar(&scalars)) {
                    (Value::Uninitialised, Scalar::Pointer) => Value::Pointer(Pointer::NULL),
                    (Value::Uninitialised, _) => Value::Bits(0),
                    (value, _) => value,
                }
            }
            Expr::Math(function, kind, arguments) => {
                let arguments: Vec<u128> = arguments
                    .iter()
                    .map(|argument| self.value(argument).bits())
                    .collect();
                Value::Bits(math::evaluate(*function, *kind, &arguments))
            }
        }
    }

    fn object(&self, index: u32) -> Value {
        let address = self
            .interpreter
            .addresses
            .get(index as usize)
            .copied()
            .unwrap_or(0);
        Value::Pointer(Pointer {
            address,
            provenance: Provenance::Object(ObjectId(index)),
        })
    }
}
