//! Statements.

use super::call::Use;
use super::constant::FIRST_LABEL_ADDRESS;
use super::jump::Label;
use super::scope::{Switch, SwitchCase, Target};
use super::{Lowerer, Rvalue};
use crate::ast::{self, BlockItem, ExprKind, ForInit, Name, Statement, StatementKind};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Type};
use ir::{BinaryOp, ClaimKind, Condition, Expr, Op, Scalar, Sign, Span};

impl Lowerer {
    /// A statement; what cannot be lowered costs this statement only.
    pub(super) fn statement(&mut self, statement: &Statement) -> Lowered<()> {
        let blocks = self.function.blocks.len();
        if let Err(diagnostic) = self.try_statement(statement) {
            while self.function.blocks.len() > blocks {
                self.leave_scope(statement.span);
            }
            self.report(diagnostic);
        }
        Ok(())
    }

    fn try_statement(&mut self, statement: &Statement) -> Lowered<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Block(items) => self.block(items, span),
            StatementKind::Expr(None) => Ok(()),
            StatementKind::Expr(Some(expr)) => self.effect(expr),
            StatementKind::Label { name, statement } => {
                self.label(name, span);
                self.statement(statement)
            }
            StatementKind::Case {
                low,
                high,
                statement,
            } => {
                self.case(low, high.as_ref())?;
                self.statement(statement)
            }
            StatementKind::Default(inner) => {
                let target = self.case_target(span);
                match self.function.switches.last_mut() {
                    Some(switch) => switch.default = Some(target),
                    None => return Err(Diagnostic::error(span, "`default` outside of `switch`")),
                }
                self.statement(inner)
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.if_statement(condition, then, otherwise.as_deref(), span),
            StatementKind::Switch { value, body } => self.switch(value, body, span),
            StatementKind::While { condition, body } => self.while_loop(condition, body, span),
            StatementKind::DoWhile { body, condition } => self.do_while(body, condition, span),
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => self.for_loop(init, condition.as_ref(), step.as_ref(), body, span),
            StatementKind::Goto(label) => {
                self.goto(label, span);
                Ok(())
            }
            StatementKind::ComputedGoto(address) => self.computed_goto(address, span),
            StatementKind::Continue => match self.function.continues.last() {
                Some(&target) => {
                    self.jump_to(target, span);
                    Ok(())
                }
                None => Err(Diagnostic::error(span, "`continue` outside of a loop")),
            },
            StatementKind::Break => match self.function.breaks.last() {
                Some(&target) => {
                    self.jump_to(target, span);
                    Ok(())
                }
                None => Err(Diagnostic::error(
                    span,
                    "`break` outside of a loop or `switch`",
                )),
            },
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span),
            StatementKind::Asm { is_barrier: true } => Ok(()),
            StatementKind::Asm { is_barrier: false } => {
                Err(Diagnostic::unsupported(span, "inline assembly"))
            }
        }
    }

    fn block(&mut self, items: &[BlockItem], span: Span) -> Lowered<()> {
        self.enter_scope(span);
        self.block_items(items)?;
        self.leave_scope(span);
        Ok(())
    }

    pub(super) fn block_items(&mut self, items: &[BlockItem]) -> Lowered<()> {
        for item in items {
            match item {
                BlockItem::Declaration(declaration) => {
                    if let Err(diagnostic) = self.declaration(declaration) {
                        self.report(diagnostic);
                    }
                }
                BlockItem::Statement(statement) => self.statement(statement)?,
                BlockItem::NestedFunction(function) => {
                    self.report(Diagnostic::unsupported(function.span, "nested functions"));
                }
                BlockItem::LocalLabels(_) => {}
            }
        }
        Ok(())
    }

    /// `({ … })`: its value is that of the last expression.
    pub(super) fn statement_expression(&mut self, block: &Statement) -> Lowered<Rvalue> {
        let StatementKind::Block(items) = &block.kind else {
            return Err(Diagnostic::error(block.span, "a block is needed here"));
        };
        if !self.function.is_body() {
            let message = "a statement expression outside of a function";
            return Err(Diagnostic::error(block.span, message));
        }
        self.enter_scope(block.span);
        let value = match items.split_last() {
            Some((BlockItem::Statement(last), before)) => {
                self.block_items(before)?;
                self.last_value(last)?
            }
            _ => {
                self.block_items(items)?;
                Rvalue::void()
            }
        };
        self.leave_scope(block.span);
        Ok(value)
    }

    fn last_value(&mut self, last: &Statement) -> Lowered<Rvalue> {
        match &last.kind {
            StatementKind::Expr(Some(expr)) => {
                let value = self.rvalue(expr)?;
                let value = self.used(value, expr);
                if value.ty.is_record() {
                    return self.kept_record(value, expr);
                }
                if !value.ty.is_scalar() {
                    return Ok(value);
                }
                // A value, not a variable: it must survive the end of the scope.
                let local = self.temporary(&value.ty, expr.span)?;
                self.emit(Op::Assign(local, value.expr), expr.span);
                Ok(Rvalue::new(Expr::Local(local), value.ty))
            }
            StatementKind::Label { name, statement } => {
                self.label(name, last.span);
                self.last_value(statement)
            }
            _ => {
                self.statement(last)?;
                Ok(Rvalue::void())
            }
        }
    }

    /// A copy of a record in an object that lives outside of the innermost scope.
    fn kept_record(&mut self, value: Rvalue, expr: &ast::Expr) -> Lowered<Rvalue> {
        let inner = self.function.blocks.pop();
        let copy = self.temporary_object(&value.ty, expr.span);
        self.function.blocks.extend(inner);
        let copy = Expr::Local(copy?);
        self.store_known(copy.clone(), &value.ty, None, value.clone(), expr)?;
        Ok(Rvalue::new(copy, value.ty))
    }

    fn label(&mut self, name: &Name, span: Span) {
        let scope = self.function.scope();
        let declared = self.declared();
        let location = self.builder().location();
        self.builder().jump(location, span);
        self.function.labels.insert(
            name.clone(),
            Label {
                location,
                scope: Some(scope),
                declared,
            },
        );
        self.builder().resume(location);
        if &**name == "ERROR" {
            let holds = Condition::Holds(Expr::FALSE);
            self.check(holds, ClaimKind::ErrorLabel, "ERROR", Vec::new(), span);
        }
    }

    fn if_statement(
        &mut self,
        condition: &ast::Expr,
        then: &Statement,
        otherwise: Option<&Statement>,
        span: Span,
    ) -> Lowered<()> {
        let (on_true, on_false) = self.branch_on(condition)?;
        let join = self.builder().location();
        self.builder().resume(on_true);
        self.statement(then)?;
        self.builder().jump(join, span);
        self.builder().resume(on_false);
        if let Some(otherwise) = otherwise {
            self.statement(otherwise)?;
        }
        self.builder().jump(join, span);
        self.builder().resume(join);
        Ok(())
    }

    /// Lowers the body of a loop, with where `break` and `continue` lead.
    fn loop_body(&mut self, body: &Statement, leave: Target, next: Target) -> Lowered<()> {
        let outer = std::mem::replace(&mut self.function.in_loop, true);
        self.function.breaks.push(leave);
        self.function.continues.push(next);
        let result = self.statement(body);
        self.function.breaks.pop();
        self.function.continues.pop();
        self.function.in_loop = outer;
        result
    }

    fn while_loop(&mut self, condition: &ast::Expr, body: &Statement, span: Span) -> Lowered<()> {
        let (head, leave) = (self.here(), self.here());
        self.builder().jump(head.location, span);
        self.builder().resume(head.location);
        let (on_true, on_false) = self.branch_on(condition)?;
        self.builder()
            .edge(on_false, leave.location, Op::Skip, span);
        self.builder().resume(on_true);
        self.loop_body(body, leave, head)?;
        self.builder().jump(head.location, span);
        self.builder().resume(leave.location);
        Ok(())
    }

    fn do_while(&mut self, body: &Statement, condition: &ast::Expr, span: Span) -> Lowered<()> {
        let (head, next, leave) = (self.here(), self.here(), self.here());
        self.builder().jump(head.location, span);
        self.builder().resume(head.location);
        self.loop_body(body, leave, next)?;
        self.builder().jump(next.location, span);
        self.builder().resume(next.location);
        let (on_true, on_false) = self.branch_on(condition)?;
        self.builder().edge(on_true, head.location, Op::Skip, span);
        self.builder()
            .edge(on_false, leave.location, Op::Skip, span);
        self.builder().resume(leave.location);
        Ok(())
    }

    fn for_loop(
        &mut self,
        init: &ForInit,
        condition: Option<&ast::Expr>,
        step: Option<&ast::Expr>,
        body: &Statement,
        span: Span,
    ) -> Lowered<()> {
        self.enter_scope(span);
        match init {
            ForInit::None => {}
            ForInit::Expr(expr) => self.effect(expr)?,
            ForInit::Declaration(declaration) => self.declaration(declaration)?,
        }
        let (head, next, leave) = (self.here(), self.here(), self.here());
        self.builder().jump(head.location, span);
        self.builder().resume(head.location);
        if let Some(condition) = condition {
            let (on_true, on_false) = self.branch_on(condition)?;
            self.builder()
                .edge(on_false, leave.location, Op::Skip, span);
            self.builder().resume(on_true);
        }
        self.loop_body(body, leave, next)?;
        self.builder().jump(next.location, span);
        self.builder().resume(next.location);
        if let Some(step) = step {
            self.effect(step)?;
        }
        self.builder().jump(head.location, span);
        self.builder().resume(leave.location);
        self.leave_scope(span);
        Ok(())
    }

    fn switch(&mut self, value: &ast::Expr, body: &Statement, span: Span) -> Lowered<()> {
        let value = self.promoted_operand(value)?;
        let value = self.stable(value, span)?;
        if value.ty.as_integer().is_none() {
            return Err(Diagnostic::error(span, "`switch` needs an integer"));
        }
        let dispatch = self.builder().current();
        let start = self.builder().location();
        self.builder().resume(start);
        let leave = self.here();
        self.function.switches.push(Switch::default());
        self.function.breaks.push(leave);
        let result = self.statement(body);
        self.function.breaks.pop();
        let switch = self.function.switches.pop().unwrap_or_default();
        self.builder().jump(leave.location, span);
        result?;
        self.builder().resume(dispatch);
        self.dispatch(&value, switch, leave, span);
        self.builder().resume(leave.location);
        Ok(())
    }

    /// Compares the value with the cases one after the other.
    fn dispatch(&mut self, value: &Rvalue, switch: Switch, leave: Target, span: Span) {
        let signed = value
            .ty
            .as_integer()
            .is_some_and(|ty| ty.sign() == Sign::Signed);
        let Scalar::Int(width) = self.builder().scalar_of(&value.expr) else {
            return;
        };
        for case in switch.cases {
            let (low, high) = (Expr::int(width, case.low), Expr::int(width, case.high));
            let condition = if case.low == case.high {
                fold::binary(BinaryOp::Eq, value.expr.clone(), low)
            } else {
                let order = if signed { BinaryOp::SLe } else { BinaryOp::ULe };
                let above = fold::binary(order, low, value.expr.clone());
                let below = fold::binary(order, value.expr.clone(), high);
                fold::binary(BinaryOp::And, above, below)
            };
            let (taken, next) = self.builder().branch(condition, case.span);
            self.jump_from(taken, case.target, case.span);
            self.builder().resume(next);
        }
        self.jump_to(switch.default.unwrap_or(leave), span);
    }

    fn case(&mut self, low: &ast::Expr, high: Option<&ast::Expr>) -> Lowered<()> {
        let first = self.constant_integer(low)?;
        let last = match high {
            Some(high) => self.constant_integer(high)?,
            None => first,
        };
        let target = self.case_target(low.span);
        match self.function.switches.last_mut() {
            Some(switch) if first <= last => {
                let case = SwitchCase {
                    low: first,
                    high: last,
                    target,
                    span: low.span,
                };
                switch.cases.push(case);
            }
            // An empty range takes no value.
            Some(_) => {}
            None => return Err(Diagnostic::error(low.span, "`case` outside of `switch`")),
        }
        Ok(())
    }

    fn case_target(&mut self, span: Span) -> Target {
        let target = self.here();
        self.builder().jump(target.location, span);
        self.builder().resume(target.location);
        target
    }

    /// `goto *e`: the labels whose address is taken are numbered.
    fn computed_goto(&mut self, address: &ast::Expr, span: Span) -> Lowered<()> {
        let value = self.rvalue(address)?;
        let width = self.model.pointer_width();
        let number = Type::integer(Integer::size_t(self.model));
        let value = self.convert(value, &number, span)?;
        let value = self.stable(value, span)?;
        for (index, label) in self.function.label_addresses.clone().iter().enumerate() {
            let own = Expr::int(width, FIRST_LABEL_ADDRESS + index as i128);
            let condition = fold::binary(BinaryOp::Eq, value.expr.clone(), own);
            let (taken, next) = self.builder().branch(condition, span);
            self.goto_from(taken, label, span);
            self.builder().resume(next);
        }
        let subject = crate::unparse::expr(address);
        self.fail(ClaimKind::InvalidCall, &subject, span);
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&ast::Expr>, span: Span) -> Lowered<()> {
        let result = self.function.result.clone();
        let Some(expr) = value else {
            self.builder().finish(Op::Return(None), span);
            return Ok(());
        };
        if result.is_void() {
            self.effect(expr)?;
            self.builder().finish(Op::Return(None), span);
            return Ok(());
        }
        let value = self.rvalue(expr)?;
        let value = self.used(value, expr);
        let value = self.convert(value, &result, expr.span)?;
        if let Some(address) = self.function.result_address {
            self.store_known(Expr::Local(address), &result, None, value, expr)?;
            self.builder().finish(Op::Return(None), span);
        } else {
            self.builder().finish(Op::Return(Some(value.expr)), span);
        }
        Ok(())
    }

    /// Evaluates a call without using its value.
    pub(super) fn discarded(&mut self, expr: &ast::Expr) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Call(function, arguments) => self
                .call(expr, function, arguments, Use::Discard)
                .map(|_| ()),
            _ => self.rvalue(expr).map(|_| ()),
        }
    }
}
