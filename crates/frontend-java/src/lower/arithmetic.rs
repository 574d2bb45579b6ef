//! Arithmetic instructions.

use super::body::{Body, Entry, Step, Text, zero};
use super::claims::Claim;
use super::numbers::{compare_floats, convert, float_remainder, shift};
use crate::descriptor::Kind;
use ir::{BinaryOp, ClaimKind, Expr};

impl Body<'_, '_, '_> {
    pub(super) fn operands(&mut self, kind: Kind) -> Step<(Entry, Entry)> {
        let b = self.take(kind)?;
        let a = self.take(kind)?;
        Ok((a, b))
    }

    pub(super) fn binary(&mut self, kind: Kind, op: BinaryOp, sign: &str) -> Step<()> {
        let (a, b) = self.operands(kind)?;
        let text = combined(&a, sign, &b);
        let entry = Entry::new(Expr::binary(op, a.expr, b.expr), kind);
        self.push(Entry { text, ..entry });
        Ok(())
    }

    pub(super) fn unary(&mut self, kind: Kind, make: impl FnOnce(Expr) -> Expr) -> Step<()> {
        let operand = self.take(kind)?;
        self.push_value(make(operand.expr), kind);
        Ok(())
    }

    pub(super) fn convert(&mut self, from: Kind, to: Kind) -> Step<()> {
        let operand = self.take(from)?;
        let operand = match (from, to) {
            (Kind::Float | Kind::Double, Kind::Int | Kind::Long) => self.settle(operand),
            _ => operand,
        };
        self.push_value(convert(from, to, operand.expr), to);
        Ok(())
    }

    pub(super) fn shift(&mut self, kind: Kind, op: BinaryOp) -> Step<()> {
        let distance = self.take(Kind::Int)?;
        let value = self.take(kind)?;
        self.push_value(shift(op, kind, value.expr, distance.expr), kind);
        Ok(())
    }

    pub(super) fn remainder(&mut self, kind: Kind) -> Step<()> {
        let (a, b) = self.operands(kind)?;
        self.push_value(float_remainder(kind, a.expr, b.expr), kind);
        Ok(())
    }

    pub(super) fn divide(&mut self, kind: Kind, op: BinaryOp, sign: &str) -> Step<()> {
        let (a, b) = self.operands(kind)?;
        let b = self.settle(b);
        let text = combined(&a, sign, &b);
        let subject = match &text {
            Some(Text::Name(text)) => text.to_string(),
            _ => sign.to_string(),
        };
        let is_fine = match &b.expr {
            Expr::Const(ir::Const::Int(_, value)) if *value != 0 => Expr::TRUE,
            divisor => Expr::binary(BinaryOp::Ne, divisor.clone(), zero(kind)),
        };
        let a = match is_fine == Expr::TRUE {
            true => a,
            false => self.settle(a),
        };
        let claim = Claim::new(ClaimKind::Arithmetic, subject);
        self.unless(is_fine, |body| body.raise("arithmetic", Vec::new(), claim));
        let entry = Entry::new(Expr::binary(op, a.expr, b.expr), kind);
        self.push(Entry { text, ..entry });
        Ok(())
    }

    pub(super) fn compare_floats(&mut self, kind: Kind, unordered: i128) -> Step<()> {
        let (a, b) = self.operands(kind)?;
        let (a, b) = (self.settle(a), self.settle(b));
        self.push_value(compare_floats(a.expr, b.expr, unordered), Kind::Int);
        Ok(())
    }
}

fn combined(a: &Entry, sign: &str, b: &Entry) -> Option<Text> {
    let text = format!("{} {sign} {}", a.name()?, b.name()?);
    Some(Text::Name(text.into()))
}
