//! Conditions: branches, short circuits, and values that depend on them.

use super::{Lowerer, Rvalue};
use crate::ast::{self, ExprKind, UnaryOp};
use crate::error::{Diagnostic, Lowered};
use crate::types::Type;
use ir::{Const, Expr, Location, Op, Span, Width};

impl Lowerer {
    pub(super) fn conditional_effect(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Lowered<()> {
        let (on_true, on_false) = self.branch_on(condition)?;
        let join = self.builder().location();
        self.builder().resume(on_true);
        self.effect(then)?;
        self.builder().jump(join, span);
        self.builder().resume(on_false);
        self.effect(otherwise)?;
        self.builder().jump(join, span);
        self.builder().resume(join);
        Ok(())
    }

    pub(super) fn conditional(
        &mut self,
        expr: &ast::Expr,
        condition: &ast::Expr,
        then: Option<&ast::Expr>,
        otherwise: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let Some(then) = then else {
            return self.elvis(expr, condition, otherwise);
        };
        if let Some(known) = self.try_constant_truth(condition) {
            let (chosen, other) = if known {
                (then, otherwise)
            } else {
                (otherwise, then)
            };
            let other = self.speculate(|this| this.arm(other))?;
            let value = self.arm(chosen)?;
            let ty = self.conditional_type(&value, &other, expr.span)?;
            return self.convert(value, &ty, expr.span);
        }
        let (on_true, on_false) = self.branch_on(condition)?;
        self.builder().resume(on_true);
        let first = self.arm(then)?;
        let first_end = self.builder().current();
        self.builder().resume(on_false);
        let second = self.arm(otherwise)?;
        let second_end = self.builder().current();
        let ty = self.conditional_type(&first, &second, expr.span)?;
        self.merge(expr.span, &ty, [(first_end, first), (second_end, second)])
    }

    /// One value out of two paths.
    fn merge(&mut self, span: Span, ty: &Type, arms: [(Location, Rvalue); 2]) -> Lowered<Rvalue> {
        let result = if ty.is_void() {
            None
        } else if ty.is_record() {
            // The address of whichever record was chosen.
            Some(self.temporary(&ty.clone().pointer_to(), span)?)
        } else {
            Some(self.temporary(ty, span)?)
        };
        let join = self.builder().location();
        for (end, value) in arms {
            self.builder().resume(end);
            if let Some(result) = result {
                let value = self.convert(value, ty, span)?;
                self.emit(Op::Assign(result, value.expr), span);
            }
            self.builder().jump(join, span);
        }
        self.builder().resume(join);
        Ok(match result {
            Some(result) => Rvalue::new(Expr::Local(result), ty.clone()),
            None => Rvalue::void(),
        })
    }

    /// One of the values of a conditional expression.
    fn arm(&mut self, expr: &ast::Expr) -> Lowered<Rvalue> {
        let value = self.rvalue(expr)?;
        let value = self.used(value, expr);
        if value.ty.as_integer().is_some() {
            return self.promoted(value, expr.span);
        }
        Ok(value)
    }

    /// The type of `c ? a : b` (6.5.15).
    fn conditional_type(&mut self, a: &Rvalue, b: &Rvalue, span: Span) -> Lowered<Type> {
        if a.ty.is_arithmetic() && b.ty.is_arithmetic() {
            return self.common_type(a, b, span);
        }
        if let Some(ty) = self.common_complex(a, b, span)? {
            return Ok(ty);
        }
        if a.ty.is_void() || b.ty.is_void() {
            return Ok(Type::VOID);
        }
        let (first, second) = (a.ty.clone(), b.ty.clone());
        Ok(match (first.pointee(), second.pointee()) {
            (Some(_), None) if second.as_integer().is_some() => first,
            (None, Some(_)) if first.as_integer().is_some() => second,
            (Some(target), Some(_)) if is_null_constant(a) && target.is_void() => second,
            (Some(_), Some(target)) if is_null_constant(b) && target.is_void() => first,
            (Some(_), Some(target)) if target.is_void() => second,
            (Some(_), Some(_)) => first,
            (None, None) if first.is_record() && first.kind == second.kind => first,
            _ => return Err(Diagnostic::error(span, "the two values have unlike types")),
        })
    }

    /// GNU `c ?: b`: the condition is evaluated once.
    fn elvis(
        &mut self,
        expr: &ast::Expr,
        condition: &ast::Expr,
        otherwise: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let first = self.arm(condition)?;
        let first = self.stable(first, condition.span)?;
        let truth = self.truth(first.clone(), condition.span)?;
        if truth == Expr::TRUE {
            return Ok(first);
        }
        let (on_true, on_false) = self.builder().branch(truth, condition.span);
        self.builder().resume(on_false);
        let second = self.arm(otherwise)?;
        let second_end = self.builder().current();
        let ty = self.conditional_type(&first, &second, expr.span)?;
        self.merge(expr.span, &ty, [(on_true, first), (second_end, second)])
    }

    /// `a && b` or `a || b` as an `int`.
    pub(super) fn logical_value(&mut self, expr: &ast::Expr) -> Lowered<Rvalue> {
        if let Some(known) = self.known_logical(expr)? {
            return Ok(self.integer_value(i128::from(known), &Type::INT));
        }
        let (on_true, on_false) = self.branch_on(expr)?;
        let result = self.temporary(&Type::INT, expr.span)?;
        let join = self.builder().location();
        for (start, value) in [(on_true, 1), (on_false, 0)] {
            self.builder().resume(start);
            self.emit(Op::Assign(result, Expr::int(Width::W32, value)), expr.span);
            self.builder().jump(join, expr.span);
        }
        self.builder().resume(join);
        Ok(Rvalue::new(Expr::Local(result), Type::INT))
    }

    /// The value of `a && b` or `a || b` if its operands are constants.
    fn known_logical(&mut self, expr: &ast::Expr) -> Lowered<Option<bool>> {
        let (left, right, decisive) = match &expr.kind {
            ExprKind::And(left, right) => (left, right, false),
            ExprKind::Or(left, right) => (left, right, true),
            _ => return Ok(self.try_constant_truth(expr)),
        };
        match self.known_logical(left)? {
            Some(value) if value == decisive => Ok(Some(decisive)),
            Some(_) => self.known_logical(right),
            None => Ok(None),
        }
    }

    /// The value of an expression as a condition.
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Lowered<Expr> {
        let value = self.rvalue(expr)?;
        let value = self.used(value, expr);
        self.truth(value, expr.span)
    }

    /// Branches on an expression: where it holds, and where it does not. Short circuits become
    /// control flow.
    pub(super) fn branch_on(&mut self, expr: &ast::Expr) -> Lowered<(Location, Location)> {
        match &expr.kind {
            ExprKind::And(left, right) => {
                let (left_true, left_false) = self.branch_on(left)?;
                self.builder().resume(left_true);
                let (both, right_false) = self.branch_on(right)?;
                let fails = self.join([left_false, right_false], expr.span);
                Ok((both, fails))
            }
            ExprKind::Or(left, right) => {
                let (left_true, left_false) = self.branch_on(left)?;
                self.builder().resume(left_false);
                let (right_true, neither) = self.branch_on(right)?;
                let holds = self.join([left_true, right_true], expr.span);
                Ok((holds, neither))
            }
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let (on_true, on_false) = self.branch_on(operand)?;
                Ok((on_false, on_true))
            }
            _ => {
                let condition = self.condition(expr)?;
                Ok(self.builder().branch(condition, expr.span))
            }
        }
    }

    fn join(&mut self, from: [Location; 2], span: Span) -> Location {
        let to = self.builder().location();
        for location in from {
            self.builder().edge(location, to, Op::Skip, span);
        }
        to
    }
}

fn is_null_constant(value: &Rvalue) -> bool {
    matches!(value.expr, Expr::Const(Const::Null | Const::Int(_, 0)))
}
