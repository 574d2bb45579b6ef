//! Sets of integers as conditions.

use super::Ints;
use super::bits::Bits;
use super::span::Spans;
use ir::{BinaryOp, Expr, Width};

impl Ints {
    /// Conditions over an expression of the width that all hold exactly for the members: the symbolic
    /// concretisation. All integers need none.
    pub fn conditions(&self, of: &Expr) -> Vec<Expr> {
        self.reduced().conditions_of_parts(of)
    }

    fn conditions_of_parts(&self, of: &Expr) -> Vec<Expr> {
        let width = self.width;
        if let Some(value) = self.as_constant() {
            return vec![binary(BinaryOp::Eq, of.clone(), constant(width, value))];
        }
        let mut conditions = self.interval_conditions(of);
        let seen = self.spans.iter().map(|span| Bits::of_span(width, span));
        let implied = seen.reduce(Bits::join).unwrap_or(Bits::UNKNOWN);
        let bits = self.bits.only(!implied.known());
        if bits != Bits::UNKNOWN {
            let masked = binary(BinaryOp::And, of.clone(), constant(width, bits.known()));
            conditions.push(binary(BinaryOp::Eq, masked, constant(width, bits.ones)));
        }
        conditions.extend(self.congruence_condition(of));
        conditions
    }

    fn interval_conditions(&self, of: &Expr) -> Vec<Expr> {
        let width = self.width;
        let full = Ints::top(width);
        let mut conditions = Vec::new();
        let mut at_most = |op, left: Expr, right: Expr| conditions.push(binary(op, left, right));
        let ((min, max), (least, greatest)) = (self.signed(), full.signed());
        if min > least {
            at_most(BinaryOp::SLe, constant(width, min as u128), of.clone());
        }
        if max < greatest {
            at_most(BinaryOp::SLe, of.clone(), constant(width, max as u128));
        }
        // In one half the signed ends say all.
        if let Spans {
            low: Some(_),
            high: Some(_),
        } = self.spans
        {
            let ((min, max), (least, greatest)) = (self.unsigned(), full.unsigned());
            if min > least {
                at_most(BinaryOp::ULe, constant(width, min), of.clone());
            }
            if max < greatest {
                at_most(BinaryOp::ULe, of.clone(), constant(width, max));
            }
        }
        conditions
    }

    /// The residue. That of a power of two is one of bits.
    fn congruence_condition(&self, of: &Expr) -> Option<Expr> {
        let width = self.width;
        let (modulus, residue) = (self.congruence.modulus(), self.congruence.residue());
        if modulus <= 1 {
            return None;
        }
        if modulus.is_power_of_two() {
            let below = width.truncate(modulus - 1);
            if below & !self.bits.known() == 0 {
                return None;
            }
            let masked = binary(BinaryOp::And, of.clone(), constant(width, below));
            let residue = constant(width, residue as u128 & below);
            return Some(binary(BinaryOp::Eq, masked, residue));
        }
        if modulus > width.signed_max() {
            // No half has two members, so its ends say all.
            return None;
        }
        let divisor = constant(width, modulus);
        let is = |value: i128| {
            let rest = binary(BinaryOp::SRem, of.clone(), divisor.clone());
            binary(BinaryOp::Eq, rest, constant(width, value as u128))
        };
        // The remainder has the sign of the dividend.
        let negative = self.spans.high.is_some() && residue != 0;
        let negative = negative.then(|| is(residue - modulus as i128));
        let other = (residue == 0 || self.spans.low.is_some()).then(|| is(residue));
        match (negative, other) {
            (Some(negative), Some(other)) => Some(binary(BinaryOp::Or, negative, other)),
            (one, other) => one.or(other),
        }
    }
}

fn constant(width: Width, value: u128) -> Expr {
    Expr::int(width, value as i128)
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::binary(op, left, right)
}
