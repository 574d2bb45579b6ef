//! Expressions as sums of quantities, and what such sums can be.

use crate::linear::{Linear, Range, Var};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State, full, number_of};
use ir::{BinaryOp, CastOp, Const, Expr, Scalar, UnaryOp};

impl<R: Relational> State<R> {
    /// The expression as a sum of quantities, where that is exact: nothing wraps around.
    pub(crate) fn linear(&self, shared: &mut Shared<'_>, expr: &Expr) -> Option<Linear> {
        match expr {
            Expr::Const(Const::Int(width, bits)) => {
                Some(Linear::constant(width.sign_extend(*bits)))
            }
            Expr::Const(Const::Null) | Expr::Global(_) => Some(Linear::constant(0)),
            Expr::Local(local) => {
                let slot = self.frame().get(*local)?;
                let number = number_of(slot)?;
                if let Some(constant) = number.as_constant() {
                    return Some(Linear::constant(number.width().sign_extend(constant)));
                }
                Some(Linear::var(
                    shared.var(Quantity::Local(self.depth(), *local)),
                ))
            }
            Expr::Unary(UnaryOp::Neg, operand) => {
                let linear = self.linear(shared, operand)?.times(-1)?;
                self.fitting(shared, linear, expr)
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let (a, b) = (self.linear(shared, left)?, self.linear(shared, right)?);
                let linear = match op {
                    BinaryOp::Add => a.add(&b)?,
                    _ => a.sub(&b)?,
                };
                self.fitting(shared, linear, expr)
            }
            Expr::Binary(BinaryOp::Mul, left, right) => {
                let (a, b) = (self.linear(shared, left)?, self.linear(shared, right)?);
                let linear = match (a.as_constant(), b.as_constant()) {
                    (Some(factor), _) => b.times(factor)?,
                    (None, Some(factor)) => a.times(factor)?,
                    (None, None) => return None,
                };
                self.fitting(shared, linear, expr)
            }
            Expr::Binary(BinaryOp::Shl, left, right) => {
                let by = self.linear(shared, right)?.as_constant()?;
                let by = u32::try_from(by).ok().filter(|by| *by < 64)?;
                let linear = self.linear(shared, left)?.times(1 << by)?;
                self.fitting(shared, linear, expr)
            }
            Expr::Binary(BinaryOp::PointerDiff, left, right) => {
                let (a, b) = (self.pointers(shared, left), self.pointers(shared, right));
                self.offsets_in_one(shared, &a, &b)?;
                let linear = self
                    .linear(shared, left)?
                    .sub(&self.linear(shared, right)?)?;
                self.fitting(shared, linear, expr)
            }
            Expr::Offset(address, by) => {
                let linear = self
                    .linear(shared, address)?
                    .add(&self.linear(shared, by)?)?;
                self.fitting(shared, linear, expr)
            }
            Expr::Cast(CastOp::SignExtend, _, operand) => self.linear(shared, operand),
            Expr::Cast(CastOp::ZeroExtend, _, operand) => {
                let linear = self.linear(shared, operand)?;
                let least = self.range(shared, &linear).min?;
                (least >= 0).then_some(linear)
            }
            Expr::Cast(CastOp::Truncate, _, operand) => {
                let linear = self.linear(shared, operand)?;
                self.fitting(shared, linear, expr)
            }
            _ => None,
        }
    }

    /// A sum that the signed type of an expression can hold.
    fn fitting(&self, shared: &mut Shared<'_>, linear: Linear, expr: &Expr) -> Option<Linear> {
        let width = match self.scalar(shared, expr) {
            Scalar::Int(width) => width,
            Scalar::Pointer => shared.width(),
            Scalar::Float(_) => return None,
        };
        let (low, high) = full(width);
        let Range { min, max } = self.range(shared, &linear);
        (min? >= low && max? <= high).then_some(linear)
    }

    /// What a sum of quantities can be.
    pub(crate) fn range(&self, shared: &Shared<'_>, linear: &Linear) -> Range {
        let by_values = Range::of(linear, |var| self.quantity_range(shared, var));
        let met = by_values.meet(self.relations.range(linear));
        match met.is_empty() {
            // The state is that of no execution, which is noticed elsewhere.
            true => by_values,
            false => met,
        }
    }

    fn quantity_range(&self, shared: &Shared<'_>, var: Var) -> Range {
        let number = match shared.quantity(var) {
            Quantity::Local(depth, local) => self
                .frames()
                .get(depth as usize)
                .and_then(|frame| number_of(frame.get(local)?)),
            Quantity::Size(id) => self.objects.get(id).map(|object| object.size),
            Quantity::Cell(..)
            | Quantity::Result
            | Quantity::Filled(..)
            | Quantity::Terminator(_)
            | Quantity::ReadAt(..)
            | Quantity::Parameter(_)
            | Quantity::Argument(_) => None,
        };
        match number {
            Some(ints) => {
                let (min, max) = ints.signed();
                Range::new(min, max)
            }
            None => Range::ALL,
        }
    }
}
