//! Operators on values, with the claims that C attaches to them.

use super::{Lowerer, Rvalue};
use crate::ast::{self, BinaryOp as C};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Kind, Type};
use ir::{
    BinaryOp, ClaimKind, Condition, Expr, FloatKind, Operand as Shown, Scalar, Sign, Span, UnaryOp,
    Width,
};

/// A binary operation of the source: the operator and the operands as written.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    pub op: C,
    pub whole: &'a ast::Expr,
    pub left: &'a ast::Expr,
    pub right: &'a ast::Expr,
}

impl Lowerer {
    /// `left op right` on values.
    pub(super) fn binary_values(
        &mut self,
        written: Written<'_>,
        left: Rvalue,
        right: Rvalue,
    ) -> Lowered<Rvalue> {
        let left = self.used(left, written.left);
        let right = self.used(right, written.right);
        if self.is_complex(&left.ty) || self.is_complex(&right.ty) {
            return self.complex_binary(written, left, right);
        }
        match (left.ty.is_pointer(), right.ty.is_pointer()) {
            (true, true) => return self.pointer_pair(written, left, right),
            (true, false) | (false, true) => return self.pointer_and_integer(written, left, right),
            (false, false) => {}
        }
        if !left.ty.is_arithmetic() || !right.ty.is_arithmetic() {
            return Err(Diagnostic::error(
                written.whole.span,
                "the operands are not numbers",
            ));
        }
        if matches!(written.op, C::Shl | C::Shr) {
            return self.shift(written, left, right);
        }
        // `++` and compound assignments come here with what is in the bit-field.
        let left = self.promoted(left, written.left.span)?;
        let right = self.promoted(right, written.right.span)?;
        let common = self.common_type(&left, &right, written.whole.span)?;
        let left = self.convert(left, &common, written.left.span)?;
        let right = self.convert(right, &common, written.right.span)?;
        match common.kind {
            Kind::Float(_) => self.float_operation(written, left, right),
            _ => self.integer_operation(written, left, right, &common),
        }
    }

    /// The usual arithmetic conversions (6.3.1.8).
    pub(super) fn common_type(&self, left: &Rvalue, right: &Rvalue, span: Span) -> Lowered<Type> {
        if let (Kind::Float(a), Kind::Float(b)) = (&left.ty.kind, &right.ty.kind) {
            return Ok(Type::plain(Kind::Float(*a.max(b))));
        }
        for ty in [&left.ty, &right.ty] {
            if let Kind::Float(kind) = ty.kind {
                return Ok(Type::plain(Kind::Float(kind)));
            }
        }
        match (left.ty.as_integer(), right.ty.as_integer()) {
            (Some(a), Some(b)) => Ok(Type::integer(a.common(b, self.model))),
            _ => Err(Diagnostic::error(span, "the operands are not numbers")),
        }
    }

    /// A value that occurs in a claim and in the operation it is about: in a local, unless it is
    /// as short as one. Long sums would otherwise grow with the square of their length.
    fn named(&mut self, value: Rvalue, expr: &ast::Expr) -> Lowered<Rvalue> {
        if self.function.silent || is_short(&value.expr) {
            return Ok(value);
        }
        self.stable(value, expr.span)
    }

    /// The operands that are not constants, each once.
    fn shown(&mut self, written: Written<'_>, left: &Rvalue, right: &Rvalue) -> Vec<Shown> {
        let mut shown: Vec<Shown> = Vec::new();
        for (expr, value) in [(written.left, left), (written.right, right)] {
            if value.expr.as_const().is_some() {
                continue;
            }
            let operand = self.operand(expr, value);
            if !shown.contains(&operand) {
                shown.push(operand);
            }
        }
        shown
    }

    fn claim(
        &mut self,
        written: Written<'_>,
        kind: ClaimKind,
        holds: Expr,
        left: &Rvalue,
        right: &Rvalue,
    ) {
        if self.function.silent || holds == Expr::TRUE {
            return;
        }
        let shown = self.shown(written, left, right);
        let subject = crate::unparse::expr(written.whole);
        self.check(
            Condition::Holds(holds),
            kind,
            &subject,
            shown,
            written.whole.span,
        );
    }

    fn integer_operation(
        &mut self,
        written: Written<'_>,
        left: Rvalue,
        right: Rvalue,
        ty: &Type,
    ) -> Lowered<Rvalue> {
        let integer = ty.as_integer().unwrap_or(Integer::Int);
        let signed = integer.sign() == Sign::Signed;
        let width = integer.width(self.model);
        let claims_something = matches!(written.op, C::Div | C::Rem)
            || signed && matches!(written.op, C::Add | C::Sub | C::Mul);
        let (left, right) = match claims_something {
            true => (
                self.named(left, written.left)?,
                self.named(right, written.right)?,
            ),
            false => (left, right),
        };
        let (a, b) = (left.expr.clone(), right.expr.clone());
        let pick = |on_signed, on_unsigned| if signed { on_signed } else { on_unsigned };
        let op = match written.op {
            C::Add => BinaryOp::Add,
            C::Sub => BinaryOp::Sub,
            C::Mul => BinaryOp::Mul,
            C::Div => pick(BinaryOp::SDiv, BinaryOp::UDiv),
            C::Rem => pick(BinaryOp::SRem, BinaryOp::URem),
            C::BitAnd => BinaryOp::And,
            C::BitOr => BinaryOp::Or,
            C::BitXor => BinaryOp::Xor,
            C::Eq => BinaryOp::Eq,
            C::Ne => BinaryOp::Ne,
            C::Lt | C::Gt => pick(BinaryOp::SLt, BinaryOp::ULt),
            C::Le | C::Ge => pick(BinaryOp::SLe, BinaryOp::ULe),
            C::Shl | C::Shr => {
                return Err(Diagnostic::error(
                    written.whole.span,
                    "a shift is not arithmetic",
                ));
            }
        };
        match written.op {
            C::Add | C::Sub | C::Mul if signed => {
                let overflows = match written.op {
                    C::Add => BinaryOp::SAddOverflows,
                    C::Sub => BinaryOp::SSubOverflows,
                    _ => BinaryOp::SMulOverflows,
                };
                let fine = fold::binary(overflows, a.clone(), b.clone()).negate();
                self.claim(written, ClaimKind::Overflow, fine, &left, &right);
            }
            C::Div | C::Rem => self.division_claims(written, &left, &right, width, signed),
            _ => {}
        }
        Ok(match written.op {
            C::Lt | C::Le | C::Eq | C::Ne => {
                let condition = compare(op, a, b);
                self.boolean(condition)
            }
            C::Gt | C::Ge => {
                let condition = compare(op, b, a);
                self.boolean(condition)
            }
            _ => Rvalue::new(fold::binary(op, a, b), ty.clone()),
        })
    }

    fn division_claims(
        &mut self,
        written: Written<'_>,
        left: &Rvalue,
        right: &Rvalue,
        width: Width,
        signed: bool,
    ) {
        let zero = Expr::int(width, 0);
        let not_zero = fold::binary(BinaryOp::Ne, right.expr.clone(), zero);
        self.claim(written, ClaimKind::Division, not_zero, left, right);
        if signed {
            let lowest = Expr::Const(ir::Const::Int(width, width.signed_min()));
            let is_lowest = fold::binary(BinaryOp::Eq, left.expr.clone(), lowest);
            let is_minus_one = fold::binary(BinaryOp::Eq, right.expr.clone(), Expr::int(width, -1));
            let both = match (&is_lowest, &is_minus_one) {
                (&Expr::FALSE, _) | (_, &Expr::FALSE) => Expr::FALSE,
                _ => fold::binary(BinaryOp::And, is_lowest, is_minus_one),
            };
            self.claim(
                written,
                ClaimKind::DivisionOverflow,
                both.negate(),
                left,
                right,
            );
        }
    }

    fn shift(&mut self, written: Written<'_>, left: Rvalue, right: Rvalue) -> Lowered<Rvalue> {
        let left = self.promoted(left, written.left.span)?;
        let right = self.promoted(right, written.right.span)?;
        let left = self.named(left, written.left)?;
        let right = self.named(right, written.right)?;
        let (Some(integer), Some(amount)) = (left.ty.as_integer(), right.ty.as_integer()) else {
            return Err(Diagnostic::error(
                written.whole.span,
                "a shift needs integers",
            ));
        };
        let (width, amount_width) = (integer.width(self.model), amount.width(self.model));
        let most = Expr::int(amount_width, i128::from(width.bits()));
        let in_range = fold::binary(BinaryOp::ULt, right.expr.clone(), most);
        self.claim(written, ClaimKind::Shift, in_range, &left, &right);
        let distance =
            super::place::resize(right.expr.clone(), amount_width, width, Sign::Unsigned);
        let signed = integer.sign() == Sign::Signed;
        if written.op == C::Shl && signed {
            // Defined only if the result is representable (6.5.7): shifting back must give the
            // value again, and it must not be negative.
            let shifted = fold::binary(BinaryOp::Shl, left.expr.clone(), distance.clone());
            let back = fold::binary(BinaryOp::AShr, shifted, distance.clone());
            let same = fold::binary(BinaryOp::Eq, back, left.expr.clone());
            let positive = fold::binary(BinaryOp::SLe, Expr::int(width, 0), left.expr.clone());
            let fine = and(positive, same);
            self.claim(written, ClaimKind::Shift, fine, &left, &right);
        }
        let op = match (written.op, signed) {
            (C::Shl, _) => BinaryOp::Shl,
            (_, true) => BinaryOp::AShr,
            (_, false) => BinaryOp::LShr,
        };
        Ok(Rvalue::new(fold::binary(op, left.expr, distance), left.ty))
    }

    fn float_operation(
        &mut self,
        written: Written<'_>,
        left: Rvalue,
        right: Rvalue,
    ) -> Lowered<Rvalue> {
        let (a, b, ty) = (left.expr, right.expr, left.ty);
        let arithmetic = |op| fold::binary(op, a.clone(), b.clone());
        Ok(match written.op {
            C::Add => Rvalue::new(arithmetic(BinaryOp::FAdd), ty),
            C::Sub => Rvalue::new(arithmetic(BinaryOp::FSub), ty),
            C::Mul => Rvalue::new(arithmetic(BinaryOp::FMul), ty),
            C::Div => Rvalue::new(arithmetic(BinaryOp::FDiv), ty),
            C::Eq => self.boolean(arithmetic(BinaryOp::FEq)),
            C::Ne => self.boolean(arithmetic(BinaryOp::FEq).negate()),
            C::Lt => self.boolean(arithmetic(BinaryOp::FLt)),
            C::Le => self.boolean(arithmetic(BinaryOp::FLe)),
            C::Gt => self.boolean(fold::binary(BinaryOp::FLt, b, a)),
            C::Ge => self.boolean(fold::binary(BinaryOp::FLe, b, a)),
            C::Rem | C::Shl | C::Shr | C::BitAnd | C::BitOr | C::BitXor => {
                let message = "this operator needs integers";
                return Err(Diagnostic::error(written.whole.span, message));
            }
        })
    }

    fn pointer_pair(
        &mut self,
        written: Written<'_>,
        left: Rvalue,
        right: Rvalue,
    ) -> Lowered<Rvalue> {
        let (a, b) = (left.expr.clone(), right.expr.clone());
        let same = Condition::SameObject(a.clone(), b.clone());
        let subject = crate::unparse::expr(written.whole);
        let span = written.whole.span;
        let order = |op| match written.op {
            C::Gt | C::Ge => fold::binary(op, b.clone(), a.clone()),
            _ => fold::binary(op, a.clone(), b.clone()),
        };
        match written.op {
            C::Eq => Ok(self.boolean(order(BinaryOp::Eq))),
            C::Ne => Ok(self.boolean(order(BinaryOp::Ne))),
            C::Lt | C::Gt | C::Le | C::Ge => {
                let shown = self.shown(written, &left, &right);
                self.check(same, ClaimKind::PointerComparison, &subject, shown, span);
                let strict = matches!(written.op, C::Lt | C::Gt);
                let op = if strict { BinaryOp::ULt } else { BinaryOp::ULe };
                Ok(self.boolean(order(op)))
            }
            C::Sub => {
                let shown = self.shown(written, &left, &right);
                self.check(same, ClaimKind::PointerSubtraction, &subject, shown, span);
                let target = left.ty.pointee().cloned().unwrap_or_default();
                let size = self.size_expr(&target, span)?;
                let bytes = fold::binary(BinaryOp::PointerDiff, a, b);
                let ptrdiff = Type::integer(Integer::ptrdiff_t(self.model));
                Ok(Rvalue::new(fold_exact_division(bytes, size), ptrdiff))
            }
            _ => Err(Diagnostic::error(
                span,
                "this operator does not work on pointers",
            )),
        }
    }

    fn pointer_and_integer(
        &mut self,
        written: Written<'_>,
        left: Rvalue,
        right: Rvalue,
    ) -> Lowered<Rvalue> {
        let span = written.whole.span;
        match written.op {
            C::Add | C::Sub => {
                let pointer_first = left.ty.is_pointer();
                if written.op == C::Sub && !pointer_first {
                    return Err(Diagnostic::error(
                        span,
                        "a pointer cannot be subtracted here",
                    ));
                }
                let (pointer, index, expr) = if pointer_first {
                    (left, right, written.right)
                } else {
                    (right, left, written.left)
                };
                let target = pointer.ty.pointee().cloned().unwrap_or_default();
                let wide = self.index_value(index, expr)?;
                let step = self.size_expr(&target, span)?;
                let mut bytes = fold::binary(BinaryOp::Mul, wide, step);
                if written.op == C::Sub {
                    bytes = fold::unary(UnaryOp::Neg, bytes);
                }
                Ok(Rvalue {
                    inner: pointer.inner,
                    ..Rvalue::new(fold::offset(pointer.expr, bytes), pointer.ty)
                })
            }
            C::Eq | C::Ne | C::Lt | C::Gt | C::Le | C::Ge => {
                // An integer among pointers: a null pointer constant, or a GNU comparison.
                let pointer = if left.ty.is_pointer() {
                    left.ty.clone()
                } else {
                    right.ty.clone()
                };
                let left = self.convert(left, &pointer, span)?;
                let right = self.convert(right, &pointer, span)?;
                self.pointer_pair(written, left, right)
            }
            _ => Err(Diagnostic::error(
                span,
                "this operator does not work on pointers",
            )),
        }
    }

    /// `-e`, `~e`, `+e` on a value.
    pub(super) fn unary_value(
        &mut self,
        op: ast::UnaryOp,
        whole: &ast::Expr,
        operand_expr: &ast::Expr,
        value: Rvalue,
    ) -> Lowered<Rvalue> {
        let value = self.used(value, operand_expr);
        if self.is_complex(&value.ty) {
            return self.complex_unary(op, value, operand_expr);
        }
        if let (Kind::Float(_), ast::UnaryOp::Minus) = (&value.ty.kind, op) {
            return Ok(Rvalue::new(
                fold::unary(UnaryOp::FNeg, value.expr),
                value.ty,
            ));
        }
        if value.ty.is_float() && op == ast::UnaryOp::Plus {
            return Ok(value);
        }
        let value = self.promoted(value, whole.span)?;
        let Some(Scalar::Int(width)) = value.ty.scalar(self.model) else {
            return Err(Diagnostic::error(
                whole.span,
                "this operator needs a number",
            ));
        };
        let signed = value
            .ty
            .as_integer()
            .is_some_and(|ty| ty.sign() == Sign::Signed);
        match op {
            ast::UnaryOp::Minus => {
                if signed {
                    let lowest = Expr::Const(ir::Const::Int(width, width.signed_min()));
                    let fine = fold::binary(BinaryOp::Ne, value.expr.clone(), lowest);
                    let shown = vec![self.operand(operand_expr, &value)];
                    let subject = crate::unparse::expr(whole);
                    let kind = ClaimKind::Overflow;
                    self.check(Condition::Holds(fine), kind, &subject, shown, whole.span);
                }
                Ok(Rvalue::new(fold::unary(UnaryOp::Neg, value.expr), value.ty))
            }
            ast::UnaryOp::Complement => {
                Ok(Rvalue::new(fold::unary(UnaryOp::Not, value.expr), value.ty))
            }
            _ => Ok(value),
        }
    }

    /// The constant 1 in the type of a value, for `++` and `--`.
    pub(super) fn one(&mut self, ty: &Type, span: Span) -> Lowered<Rvalue> {
        let one = Rvalue::new(Expr::int(Width::W32, 1), Type::INT);
        match ty.kind {
            Kind::Float(FloatKind::F80) | Kind::Float(_) => self.convert(one, ty, span),
            _ => Ok(one),
        }
    }
}

impl Default for Type {
    fn default() -> Type {
        Type::VOID
    }
}

fn and(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (&Expr::TRUE, _) => right,
        (_, &Expr::TRUE) => left,
        (&Expr::FALSE, _) | (_, &Expr::FALSE) => Expr::FALSE,
        _ => fold::binary(BinaryOp::And, left, right),
    }
}

/// Comparisons of extended conditions with 0 and 1 are the conditions themselves.
fn compare(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    if let (Expr::Cast(ir::CastOp::ZeroExtend, Scalar::Int(_), inner), Expr::Const(constant)) =
        (&left, &right)
        && let Expr::Binary(inner_op, ..) = &**inner
        && !matches!(inner_op.class(), ir::OperatorClass::Arithmetic)
        && let ir::Const::Int(_, value @ (0 | 1)) = constant
    {
        match (op, value) {
            (BinaryOp::Eq, 1) | (BinaryOp::Ne, 0) => return (**inner).clone(),
            (BinaryOp::Eq, 0) | (BinaryOp::Ne, 1) => return (**inner).clone().negate(),
            _ => {}
        }
    }
    fold::binary(op, left, right)
}

/// The number of elements between two addresses.
fn fold_exact_division(bytes: Expr, size: Expr) -> Expr {
    match size.as_const() {
        Some(ir::Const::Int(_, 1)) => bytes,
        // gcc gives 0 for elements without size, where C allows anything.
        Some(ir::Const::Int(width, 0)) => Expr::int(width, 0),
        _ => fold::binary(BinaryOp::SDiv, bytes, size),
    }
}

/// Whether writing an expression twice costs next to nothing.
fn is_short(expr: &Expr) -> bool {
    let is_leaf = |expr: &Expr| matches!(expr, Expr::Const(_) | Expr::Local(_) | Expr::Global(_));
    match expr {
        Expr::Cast(_, _, operand) | Expr::Unary(_, operand) => is_leaf(operand),
        other => is_leaf(other),
    }
}
