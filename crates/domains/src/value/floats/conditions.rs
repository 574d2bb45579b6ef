//! Sets of floats as conditions.

use super::host::Host;
use super::{Floats, Interval};
use ir::{BinaryOp, Const, Expr, UnaryOp};

impl Floats {
    /// Conditions over an expression of the format that all hold exactly for the members: the symbolic
    /// concretisation. All floats need none.
    pub fn conditions(&self, of: &Expr) -> Vec<Expr> {
        let Some(host) = Host::new(self.kind) else {
            return Vec::new();
        };
        let is_nan = Expr::unary(UnaryOp::IsNan, of.clone());
        let Some(numbers) = self.numbers else {
            return vec![is_nan];
        };
        if numbers == Interval::ALL {
            return match self.nan {
                true => Vec::new(),
                false => vec![is_nan.negate()],
            };
        }
        let end = |value| Expr::Const(Const::Float(self.kind, host.encode(value)));
        let mut conditions = Vec::new();
        if numbers.min == numbers.max {
            let equal = Expr::binary(BinaryOp::FEq, of.clone(), end(numbers.min));
            conditions.push(equal);
        } else {
            if numbers.min > f64::NEG_INFINITY {
                let above = Expr::binary(BinaryOp::FLe, end(numbers.min), of.clone());
                conditions.push(above);
            }
            if numbers.max < f64::INFINITY {
                let below = Expr::binary(BinaryOp::FLe, of.clone(), end(numbers.max));
                conditions.push(below);
            }
        }
        // Comparisons do not tell the zeros apart.
        let sign = Expr::unary(UnaryOp::SignBit, of.clone());
        if numbers.min == 0.0 && numbers.min.is_sign_positive() {
            conditions.push(sign.negate());
        } else if numbers.max == 0.0 && numbers.max.is_sign_negative() {
            conditions.push(sign);
        }
        match self.nan {
            false => conditions,
            true => {
                let or = |condition| Expr::binary(BinaryOp::Or, is_nan.clone(), condition);
                conditions.into_iter().map(or).collect()
            }
        }
    }
}
