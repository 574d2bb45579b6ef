//! Expressions whose value is known: no terms, and nothing that could interrupt. Their types are
//! looked up once.

use crate::symbolic::codec::mask;
use crate::symbolic::context::Context;
use crate::symbolic::state::State;
use crate::symbolic::value::{Base, Num, ObjectId, Pointer, Value};
use interp::operators::{self, SmallBinary};
use ir::{BinaryOp, CastOp, Const, Expr, GlobalId, LocalScalars, ProcedureId, Scalar, UnaryOp};

/// The widest number that is computed like this.
const WIDEST: u32 = 64;

/// A number of up to 64 bits.
#[derive(Debug)]
pub(super) enum Number {
    Const(u64),
    Local(usize),
    Unary(UnaryOp, Scalar, Box<Number>),
    Small(SmallBinary, Box<[Number; 2]>),
    Binary(BinaryOp, Scalar, Box<[Number; 2]>),
    Compare(BinaryOp, Box<[Address; 2]>),
    Cast(CastOp, Scalar, Scalar, Box<Number>),
    If(Box<[Number; 3]>),
}

/// An address in something that is known.
#[derive(Debug)]
pub(super) enum Address {
    Null,
    Global(GlobalId),
    Procedure(ProcedureId),
    Local(usize),
    Offset(Box<Address>, Number),
}

/// What is assigned, stored or passed.
#[derive(Debug)]
pub(super) enum Operand {
    Number(Number),
    Address(Address),
    /// Whatever the local holds: it is carried along, known or not.
    Local(usize),
}

/// Makes expressions of one procedure ready.
pub(super) struct Maker<'a, S> {
    pub(super) scalars: &'a S,
}

impl<S: LocalScalars> Maker<'_, S> {
    pub(super) fn operand(&self, expr: &Expr) -> Option<Operand> {
        match expr {
            Expr::Local(local) => Some(Operand::Local(local.0 as usize)),
            _ if expr.scalar(self.scalars) == Scalar::Pointer => {
                self.address(expr).map(Operand::Address)
            }
            _ => self.number(expr).map(Operand::Number),
        }
    }

    pub(super) fn number(&self, expr: &Expr) -> Option<Number> {
        if !is_small(expr.scalar(self.scalars)) {
            return None;
        }
        Some(match expr {
            Expr::Const(Const::Int(_, bits) | Const::Float(_, bits)) => Number::Const(*bits as u64),
            Expr::Local(local) => Number::Local(local.0 as usize),
            Expr::Unary(op, operand) => {
                let scalar = operand.scalar(self.scalars);
                Number::Unary(*op, scalar, Box::new(self.number(operand)?))
            }
            Expr::Binary(op, left, right) => {
                let scalar = left.scalar(self.scalars);
                if scalar == Scalar::Pointer {
                    let operands = [self.address(left)?, self.address(right)?];
                    return Some(Number::Compare(*op, Box::new(operands)));
                }
                let operands = Box::new([self.number(left)?, self.number(right)?]);
                match SmallBinary::new(*op, scalar) {
                    Some(op) => Number::Small(op, operands),
                    None => Number::Binary(*op, scalar, operands),
                }
            }
            Expr::Cast(CastOp::PointerToInt, ..) => return None,
            Expr::Cast(op, to, operand) => {
                let from = operand.scalar(self.scalars);
                Number::Cast(*op, from, *to, Box::new(self.number(operand)?))
            }
            Expr::If(condition, then, otherwise) => Number::If(Box::new([
                self.number(condition)?,
                self.number(then)?,
                self.number(otherwise)?,
            ])),
            _ => return None,
        })
    }

    pub(super) fn address(&self, expr: &Expr) -> Option<Address> {
        match expr {
            Expr::Const(Const::Null) => Some(Address::Null),
            Expr::Global(id) => Some(Address::Global(*id)),
            Expr::Procedure(id) => Some(Address::Procedure(*id)),
            Expr::Local(local) => Some(Address::Local(local.0 as usize)),
            Expr::Offset(address, by) => {
                let address = Box::new(self.address(address)?);
                Some(Address::Offset(address, self.number(by)?))
            }
            _ => None,
        }
    }
}

fn is_small(scalar: Scalar) -> bool {
    match scalar {
        Scalar::Int(width) => width.bits() <= WIDEST,
        Scalar::Float(kind) => kind.bits() <= WIDEST,
        Scalar::Pointer => false,
    }
}

impl Context<'_> {
    /// The value of an operand, if all that it is computed from is known.
    pub(super) fn quick_operand(&self, state: &State, operand: &Operand) -> Option<Value> {
        match operand {
            Operand::Local(local) => Some(state.frame.locals[*local]),
            Operand::Number(number) => {
                let bits = self.quick_number(state, number)?;
                Some(Value::Bits(Num::Const(bits.into())))
            }
            Operand::Address(address) => {
                let (base, offset) = self.quick_address(state, address)?;
                let offset = Num::Const(offset.into());
                Some(Value::Pointer(Pointer { base, offset }))
            }
        }
    }

    pub(super) fn quick_number(&self, state: &State, number: &Number) -> Option<u64> {
        Some(match number {
            Number::Const(bits) => *bits,
            Number::Local(local) => match state.frame.locals[*local] {
                Value::Bits(Num::Const(bits)) => bits as u64,
                _ => return None,
            },
            Number::Small(op, operands) => {
                let [left, right] = &**operands;
                op.apply(
                    self.quick_number(state, left)?,
                    self.quick_number(state, right)?,
                )
            }
            Number::Unary(op, scalar, operand) => {
                let bits = self.quick_number(state, operand)?;
                operators::unary(*op, *scalar, bits.into()) as u64
            }
            Number::Binary(op, scalar, operands) => {
                let [left, right] = &**operands;
                let a = self.quick_number(state, left)?;
                let b = self.quick_number(state, right)?;
                operators::binary(*op, *scalar, self.model(), a.into(), b.into()) as u64
            }
            Number::Compare(op, operands) => {
                let [left, right] = &**operands;
                let left = self.quick_pointer(state, left)?;
                let right = self.quick_pointer(state, right)?;
                self.compare_known(state, *op, left, right)? as u64
            }
            Number::Cast(op, from, to, operand) => {
                let bits = self.quick_number(state, operand)?;
                operators::cast(*op, *from, *to, bits.into()) as u64
            }
            Number::If(operands) => {
                let [condition, then, otherwise] = &**operands;
                let chosen = match self.quick_number(state, condition)? {
                    0 => otherwise,
                    _ => then,
                };
                self.quick_number(state, chosen)?
            }
        })
    }

    /// What an address leads to, and how far from there it is.
    pub(super) fn quick_address(&self, state: &State, address: &Address) -> Option<(Base, u64)> {
        Some(match address {
            Address::Null => (Base::Null, 0),
            // Globals are the first objects of every state.
            Address::Global(id) => (Base::Object(ObjectId(id.0)), 0),
            Address::Procedure(id) => (Base::Procedure(*id), 0),
            Address::Local(local) => match state.frame.locals[*local] {
                Value::Pointer(Pointer {
                    base,
                    offset: Num::Const(offset),
                }) => (base, offset as u64),
                _ => return None,
            },
            Address::Offset(address, by) => {
                let (base, offset) = self.quick_address(state, address)?;
                let by = self.quick_number(state, by)?;
                (base, offset.wrapping_add(by) & mask(self.width()) as u64)
            }
        })
    }

    fn quick_pointer(&self, state: &State, address: &Address) -> Option<Pointer> {
        let (base, offset) = self.quick_address(state, address)?;
        let offset = Num::Const(offset.into());
        Some(Pointer { base, offset })
    }
}
