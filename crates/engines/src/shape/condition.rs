//! Conditions of a program as formulas over its heap.

use super::classes::Field;
use super::numbers::{Number, signed};
use super::roles::{Roles, zero};
use super::words::{U, UNKNOWN, V, W, Words};
use ir::{BinaryOp, CastOp, Const, Expr, LocalId, UnaryOp};
use shape::{Formula, Predicate};

/// What an address is.
pub(super) enum Address {
    /// Null.
    Null,
    /// What a local leads to.
    Pointer(Predicate),
    /// Something that is not described.
    Other,
}

/// Reads the expressions of a program.
pub(super) struct Reader<'a> {
    pub(super) words: &'a Words,
    pub(super) roles: &'a Roles,
}

impl Reader<'_> {
    /// What an address is.
    pub(super) fn address(&self, expr: &Expr) -> Address {
        match expr {
            Expr::Const(Const::Null) => Address::Null,
            Expr::Local(local) => match self.words.pointers.get(local) {
                Some(pointer) => Address::Pointer(*pointer),
                None => Address::Other,
            },
            _ => Address::Other,
        }
    }

    /// That an expression is not zero.
    pub(super) fn truth(&self, expr: &Expr) -> Formula {
        match expr {
            Expr::Const(Const::Int(_, bits)) => match bits {
                0 => Formula::FALSE,
                _ => Formula::TRUE,
            },
            Expr::Const(Const::Null) => Formula::FALSE,
            Expr::Const(Const::Float(..)) | Expr::Math(..) => UNKNOWN,
            Expr::Global(_) | Expr::Procedure(_) => Formula::TRUE,
            Expr::Local(local) => self.is_set(*local),
            Expr::Unary(UnaryOp::Not, inner) if self.is_condition(inner) => self.truth(inner).not(),
            Expr::Cast(CastOp::ZeroExtend | CastOp::SignExtend, _, inner) => self.truth(inner),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(condition, then, otherwise) => {
                let condition = self.truth(condition);
                condition.if_else(self.truth(then), self.truth(otherwise))
            }
            Expr::Unary(..) | Expr::Cast(..) | Expr::Offset(..) => UNKNOWN,
        }
    }

    fn is_set(&self, local: LocalId) -> Formula {
        let flag = match (
            self.words.pointers.get(&local),
            self.words.flags.get(&local),
        ) {
            (Some(pointer), _) => return pointer.at([V]).exists(V),
            (None, Some(flag)) => flag.at([]),
            (None, None) => UNKNOWN,
        };
        let zero = self.words.numbers.get(&Number::Constant(0));
        let Some(((value, field), zero)) = self.value(&Expr::Local(local)).zip(zero) else {
            return flag;
        };
        let Some(order) = field.and_then(|field| self.words.orders.get(&field)) else {
            return flag;
        };
        let both = order.at([V, W]).and(order.at([W, V]));
        let is_zero = value.at([V]).and(zero.at([W])).and(both);
        let is_zero = is_zero.exists(W).exists(V);
        value.at([V]).exists(V).if_else(is_zero.not(), flag)
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Formula {
        let conditions = self.is_condition(left) && self.is_condition(right);
        match op {
            BinaryOp::And if conditions => self.truth(left).and(self.truth(right)),
            BinaryOp::Or if conditions => self.truth(left).or(self.truth(right)),
            BinaryOp::Eq => self.equal(left, right),
            BinaryOp::Ne => self.equal(left, right).not(),
            BinaryOp::SLe => self.at_most(left, right),
            BinaryOp::SLt => self.at_most(right, left).not(),
            _ => UNKNOWN,
        }
    }

    fn equal(&self, left: &Expr, right: &Expr) -> Formula {
        match (zero(left), zero(right)) {
            (_, true) => return self.truth(left).not(),
            (true, _) => return self.truth(right).not(),
            _ => {}
        }
        if let (Address::Pointer(x), Address::Pointer(y)) =
            (self.address(left), self.address(right))
        {
            let both = x.at([V]).and(y.at([V])).exists(V);
            let neither = x.at([V]).exists(V).not().and(y.at([V]).exists(V).not());
            return both.or(neither);
        }
        self.at_most(left, right).and(self.at_most(right, left))
    }

    /// That the number of an expression is at most that of another: both are known by objects that hold them.
    fn at_most(&self, left: &Expr, right: &Expr) -> Formula {
        let (Some((x, field)), Some((y, other))) = (self.value(left), self.value(right)) else {
            return UNKNOWN;
        };
        if field.zip(other).is_some_and(|(one, other)| one != other) {
            return UNKNOWN;
        }
        let order = field.or(other).and_then(|it| self.words.orders.get(&it));
        let Some(order) = order else {
            return UNKNOWN;
        };
        let known = x.at([V]).exists(V).and(y.at([V]).exists(V));
        let ordered = x
            .at([V])
            .and(y.at([W]))
            .and(order.at([V, W]))
            .exists(W)
            .exists(V);
        known.if_else(ordered, UNKNOWN)
    }

    /// The node that holds the number of an expression, and in which field: none if in any.
    pub(super) fn value(&self, expr: &Expr) -> Option<(Predicate, Option<Field>)> {
        match expr {
            Expr::Local(local) => Some((
                *self.words.values.get(local)?,
                Some(*self.roles.values.get(local)?),
            )),
            expr => {
                let number = Number::Constant(signed(expr)?);
                Some((*self.words.numbers.get(&number)?, None))
            }
        }
    }

    /// Whether an expression is a condition: one bit.
    fn is_condition(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Const(value) => matches!(*value, Const::TRUE | Const::FALSE),
            Expr::Local(local) => self.roles.bits.contains(local),
            Expr::Unary(UnaryOp::Not, inner) => self.is_condition(inner),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                self.is_condition(a) && self.is_condition(b)
            }
            Expr::Binary(op, ..) => matches!(
                op,
                BinaryOp::Eq
                    | BinaryOp::Ne
                    | BinaryOp::ULt
                    | BinaryOp::ULe
                    | BinaryOp::SLt
                    | BinaryOp::SLe
                    | BinaryOp::FEq
                    | BinaryOp::FLt
                    | BinaryOp::FLe
            ),
            _ => false,
        }
    }

    /// That an expression has no value.
    pub(super) fn unset(&self, expr: &Expr) -> Formula {
        match expr {
            Expr::Local(local) => match self.words.unset.get(local) {
                Some(unset) => unset.at([]),
                None => Formula::FALSE,
            },
            _ => Formula::FALSE,
        }
    }
}

/// The object behind a field of what a pointer leads to.
pub(super) fn behind(pointer: Predicate, field: Predicate) -> Formula {
    pointer.at([U]).and(field.at([U, V])).exists(U)
}
