//! The types of expressions.

use super::{Problem, Wanted};
use crate::expr::{BinaryOp, CastOp, Expr, OperatorClass, UnaryOp};
use crate::program::{LocalId, Procedure, Program};
use crate::scalar::{Const, Scalar};

/// What expressions are checked against.
#[derive(Clone, Copy)]
pub(super) struct Types<'p> {
    pub(super) program: &'p Program,
    pub(super) procedure: &'p Procedure,
}

impl Types<'_> {
    /// The type of addresses as integers.
    pub(super) fn word(self) -> Scalar {
        Scalar::Int(self.program.data_model.pointer_width())
    }

    pub(super) fn local(self, local: LocalId) -> Result<Scalar, Problem> {
        let found = self.procedure.locals.get(local.0 as usize);
        found
            .map(|local| local.scalar)
            .ok_or(Problem::UnknownLocal(local))
    }

    /// An expression of a certain type.
    pub(super) fn expect(self, expr: &Expr, wanted: Scalar) -> Result<(), Problem> {
        let found = self.scalar(expr)?;
        need(found, Wanted::Scalar(wanted), found == wanted)
    }

    /// The type of an expression, if it has one.
    pub(super) fn scalar(self, expr: &Expr) -> Result<Scalar, Problem> {
        match expr {
            Expr::Const(value) => constant(*value),
            Expr::Local(local) => self.local(*local),
            Expr::Global(id) => match self.program.globals.get(id.0 as usize) {
                Some(_) => Ok(Scalar::Pointer),
                None => Err(Problem::UnknownGlobal(*id)),
            },
            Expr::Procedure(id) => match self.program.procedures.get(id.0 as usize) {
                Some(_) => Ok(Scalar::Pointer),
                None => Err(Problem::UnknownProcedure(*id)),
            },
            Expr::Unary(op, operand) => unary(*op, self.scalar(operand)?),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::Cast(op, to, operand) => self.cast(*op, self.scalar(operand)?, *to),
            Expr::Offset(address, by) => {
                self.expect(address, Scalar::Pointer)?;
                self.expect(by, self.word())?;
                Ok(Scalar::Pointer)
            }
            Expr::If(condition, then, otherwise) => {
                self.expect(condition, Scalar::BOOL)?;
                let (then, otherwise) = (self.scalar(then)?, self.scalar(otherwise)?);
                if then == otherwise {
                    Ok(then)
                } else {
                    Err(Problem::Operands(then, otherwise))
                }
            }
            Expr::Math(function, kind, arguments) => {
                for argument in arguments {
                    self.expect(argument, Scalar::Float(*kind))?;
                }
                let (wanted, found) = (function.arity(), arguments.len());
                if wanted != found {
                    return Err(Problem::Arity { wanted, found });
                }
                Ok(Scalar::Float(*kind))
            }
        }
    }

    fn binary(self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Scalar, Problem> {
        let (left, right) = (self.scalar(left)?, self.scalar(right)?);
        if left != right {
            return Err(Problem::Operands(left, right));
        }
        let is_integer = matches!(left, Scalar::Int(_));
        match op.class() {
            OperatorClass::Arithmetic => {
                need(left, Wanted::Integer, is_integer)?;
                Ok(left)
            }
            OperatorClass::IntegerPredicate => {
                need(left, Wanted::Integer, is_integer)?;
                Ok(Scalar::BOOL)
            }
            OperatorClass::Comparison => {
                need(
                    left,
                    Wanted::IntegerOrPointer,
                    is_integer || left == Scalar::Pointer,
                )?;
                Ok(Scalar::BOOL)
            }
            OperatorClass::FloatArithmetic => {
                need(left, Wanted::Float, matches!(left, Scalar::Float(_)))?;
                Ok(left)
            }
            OperatorClass::FloatComparison => {
                need(left, Wanted::Float, matches!(left, Scalar::Float(_)))?;
                Ok(Scalar::BOOL)
            }
            OperatorClass::PointerDifference => {
                need(
                    left,
                    Wanted::Scalar(Scalar::Pointer),
                    left == Scalar::Pointer,
                )?;
                Ok(self.word())
            }
        }
    }

    fn cast(self, op: CastOp, from: Scalar, to: Scalar) -> Result<Scalar, Problem> {
        let fine = match (op, from, to) {
            (CastOp::Truncate, Scalar::Int(from), Scalar::Int(to)) => to < from,
            (CastOp::ZeroExtend | CastOp::SignExtend, Scalar::Int(from), Scalar::Int(to)) => {
                to > from
            }
            (CastOp::SignedToFloat | CastOp::UnsignedToFloat, Scalar::Int(_), Scalar::Float(_))
            | (CastOp::FloatToSigned | CastOp::FloatToUnsigned, Scalar::Float(_), Scalar::Int(_))
            | (CastOp::FloatToFloat, Scalar::Float(_), Scalar::Float(_)) => true,
            (CastOp::Bits, Scalar::Float(kind), Scalar::Int(width))
            | (CastOp::Bits, Scalar::Int(width), Scalar::Float(kind)) => {
                kind.bits() == width.bits()
            }
            (CastOp::PointerToInt, Scalar::Pointer, to) => to == self.word(),
            (CastOp::IntToPointer, from, Scalar::Pointer) => from == self.word(),
            _ => false,
        };
        if fine {
            Ok(to)
        } else {
            Err(Problem::Cast(from, to))
        }
    }
}

fn need(found: Scalar, wanted: Wanted, fine: bool) -> Result<(), Problem> {
    if fine {
        Ok(())
    } else {
        Err(Problem::Type { wanted, found })
    }
}

fn constant(value: Const) -> Result<Scalar, Problem> {
    let fits = match value {
        Const::Int(width, bits) => width.truncate(bits) == bits,
        Const::Float(kind, bits) => kind.bits() == 128 || bits >> kind.bits() == 0,
        Const::Null => true,
    };
    if fits {
        Ok(value.scalar())
    } else {
        Err(Problem::Constant)
    }
}

fn unary(op: UnaryOp, operand: Scalar) -> Result<Scalar, Problem> {
    let is_float = matches!(operand, Scalar::Float(_));
    match op {
        UnaryOp::Neg
        | UnaryOp::Not
        | UnaryOp::LeadingZeros
        | UnaryOp::TrailingZeros
        | UnaryOp::PopCount => {
            need(operand, Wanted::Integer, matches!(operand, Scalar::Int(_)))?;
            Ok(operand)
        }
        UnaryOp::ByteSwap => {
            let whole = operand
                .width()
                .is_some_and(|width| width.bits().is_multiple_of(8));
            need(operand, Wanted::Bytes, whole)?;
            Ok(operand)
        }
        UnaryOp::FNeg => {
            need(operand, Wanted::Float, is_float)?;
            Ok(operand)
        }
        UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => {
            need(operand, Wanted::Float, is_float)?;
            Ok(Scalar::BOOL)
        }
    }
}
