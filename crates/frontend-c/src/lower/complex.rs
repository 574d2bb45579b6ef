//! Complex numbers (6.2.5, Annex G, and gcc's integers): a record of two numbers, of which a value is, as
//! that of every record, the address of memory that holds it.
//!
//! Products and quotients of floats are what gcc's run-time library makes of them, `__muldc3` and its
//! relatives: they are functions of the library model. A real operand is not extended by a zero part, which
//! would lose signs of zeros and make numbers of infinities (G.5.1).

use super::arith::Written;
use super::builtin::KnownCall;
use super::call::Use;
use super::layout::{DeclaredMember, RecordAttributes};
use super::place::{Lvalue, Memory, Operand};
use super::{Lowerer, Rvalue};
use crate::ast::{self, BinaryOp as C, ExprKind, UnaryOp};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Kind, Type};
use ir::{BinaryOp, Const, Expr, FloatKind, Op, Place, Span, Target};

const REAL: &str = "real";
const IMAGINARY: &str = "imaginary";

/// The two numbers of a value; of a real one, the first alone.
#[derive(Clone)]
pub(super) struct Parts {
    real: Rvalue,
    imaginary: Option<Rvalue>,
}

/// Two operands in the same type.
struct Operands {
    part: Type,
    left: (Expr, Option<Expr>),
    right: (Expr, Option<Expr>),
}

impl Lowerer {
    /// The complex type whose parts have this type.
    pub(super) fn complex_type(&mut self, part: &Type) -> Type {
        let part = part.unqualified();
        let known = self.complex.iter().find(|(known, _)| *known == part);
        if let Some((_, record)) = known {
            return Type::plain(Kind::Record(*record));
        }
        let of = self.ir_type(&part);
        let name = format!("_Complex {}", self.program.types.display(of));
        let record = self.new_record(ast::RecordKind::Struct, name);
        let member = |name: &str| DeclaredMember {
            name: Some(name.into()),
            ty: part.clone(),
            width: None,
            packed: false,
            align: None,
            span: Span::NONE,
        };
        let members = vec![member(REAL), member(IMAGINARY)];
        // The members have sizes, so this does not fail.
        let _ = self.complete_record(record, members, RecordAttributes::default());
        self.complex.push((part, record));
        Type::plain(Kind::Record(record))
    }

    /// The type of the parts of a complex type.
    pub(super) fn part_type(&self, ty: &Type) -> Option<Type> {
        let Kind::Record(record) = ty.kind else {
            return None;
        };
        let mut known = self.complex.iter();
        let found = known.find(|(_, complex)| *complex == record)?;
        Some(found.0.clone())
    }

    pub(super) fn is_complex(&self, ty: &Type) -> bool {
        self.part_type(ty).is_some()
    }

    /// `__real__ e` and `__imag__ e`: of a complex number, places.
    pub(super) fn complex_part(
        &mut self,
        op: UnaryOp,
        operand: &ast::Expr,
        span: Span,
    ) -> Lowered<Operand> {
        let value = self.lower(operand)?;
        let memory = match value {
            Operand::Place(Lvalue::Memory(memory)) if self.is_complex(&memory.ty) => memory,
            Operand::Value(value) if self.is_complex(&value.ty) => {
                let align = self.align_of(&value.ty);
                Memory::object(value.expr, value.ty, align)
            }
            real => {
                let value = self.value_of(real, operand)?;
                return match op {
                    UnaryOp::Imaginary => Ok(Operand::Value(self.zero(&value.ty, span)?)),
                    _ => Ok(Operand::Value(value)),
                };
            }
        };
        let name = if op == UnaryOp::Imaginary {
            IMAGINARY
        } else {
            REAL
        };
        let part = self.member_place(memory, name, span)?;
        Ok(Operand::Place(Lvalue::Memory(part)))
    }

    /// The parts of a value that was evaluated.
    fn parts(&mut self, value: Rvalue, expr: &ast::Expr) -> Lowered<Parts> {
        if !self.is_complex(&value.ty) {
            let real = self.promoted(value, expr.span)?;
            let imaginary = None;
            return Ok(Parts { real, imaginary });
        }
        let align = self.align_of(&value.ty);
        let memory = Memory::object(value.expr, value.ty, align);
        let mut part = |name: &str| {
            let part = self.member_place(memory.clone(), name, expr.span)?;
            let value = self.load(Lvalue::Memory(part), expr)?;
            let value = self.used(value, expr);
            self.promoted(value, expr.span)
        };
        let real = part(REAL)?;
        let imaginary = Some(part(IMAGINARY)?);
        Ok(Parts { real, imaginary })
    }

    /// A complex number in memory of its own.
    pub(super) fn complex_value(
        &mut self,
        part: &Type,
        [real, imaginary]: [Expr; 2],
        span: Span,
    ) -> Lowered<Rvalue> {
        let ty = self.complex_type(part);
        let address = Expr::Local(self.temporary_object(&ty, span)?);
        let align = self.align_of(&ty);
        for (name, value) in [(REAL, real), (IMAGINARY, imaginary)] {
            let memory = Memory::object(address.clone(), ty.clone(), align);
            let memory = self.member_place(memory, name, span)?;
            let place: Place = self.ir_place(&memory, span)?;
            self.emit(Op::Store { place, value }, span);
        }
        Ok(Rvalue::new(address, ty))
    }

    /// `3.0i`.
    pub(super) fn imaginary_literal(&mut self, value: Rvalue, span: Span) -> Lowered<Rvalue> {
        let zero = self.zero(&value.ty, span)?;
        self.complex_value(&value.ty, [zero.expr, value.expr], span)
    }

    /// `__builtin_complex(x, y)`, which `CMPLX` stands for.
    pub(super) fn complex_call(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let real = self.promoted_operand(call.argument(0)?)?;
        let imaginary = self.promoted_operand(call.argument(1)?)?;
        let part = self.common_type(&real, &imaginary, call.span())?;
        let real = self.convert(real, &part, call.span())?.expr;
        let imaginary = self.convert(imaginary, &part, call.span())?.expr;
        self.complex_value(&part, [real, imaginary], call.span())
    }

    /// The type of `c ? a : b` if one of the values is complex.
    pub(super) fn common_complex(
        &mut self,
        a: &Rvalue,
        b: &Rvalue,
        span: Span,
    ) -> Lowered<Option<Type>> {
        let parts = [a, b].map(|value| self.part_type(&value.ty));
        if parts.iter().all(Option::is_none) {
            return Ok(None);
        }
        let [a, b] = [(a, &parts[0]), (b, &parts[1])].map(|(value, part)| Rvalue {
            ty: part.clone().unwrap_or_else(|| value.ty.clone()),
            ..value.clone()
        });
        let part = self.common_type(&a, &b, span)?;
        Ok(Some(self.complex_type(&part)))
    }

    /// The value of a binary operator, one of whose operands is complex.
    pub(super) fn complex_binary(
        &mut self,
        written: Written<'_>,
        left: Rvalue,
        right: Rvalue,
    ) -> Lowered<Rvalue> {
        let span = written.whole.span;
        let left = self.parts(left, written.left)?;
        let right = self.parts(right, written.right)?;
        let operands = self.operands(left, right, span)?;
        match written.op {
            C::Eq | C::Ne => {
                let same = self.same_parts(&operands, span)?;
                let truth = match written.op {
                    C::Eq => same,
                    _ => same.negate(),
                };
                Ok(self.boolean(truth))
            }
            C::Mul | C::Div if operands.needs_library(written.op) => {
                if self.is_rounded_by_compiler(written) {
                    let what =
                        "a product or quotient of complex constants that may be rounded otherwise";
                    return Err(Diagnostic::unsupported(span, what));
                }
                self.library_operation(written, operands)
            }
            _ => {
                let parts = operands
                    .combine(written.op)
                    .ok_or_else(|| unsupported_operator(written.op, span))?;
                self.complex_value(&operands.part, parts, span)
            }
        }
    }

    /// The usual arithmetic conversions: the parts have one type, the domains stay.
    fn operands(&mut self, left: Parts, right: Parts, span: Span) -> Lowered<Operands> {
        let part = self.common_type(&left.real, &right.real, span)?;
        let mut converted = |parts: Parts| {
            let real = self.convert(parts.real, &part, span)?.expr;
            let imaginary = match parts.imaginary {
                Some(value) => Some(self.convert(value, &part, span)?.expr),
                None => None,
            };
            Ok((real, imaginary))
        };
        let (left, right) = (converted(left)?, converted(right)?);
        Ok(Operands { part, left, right })
    }

    fn same_parts(&mut self, operands: &Operands, span: Span) -> Lowered<Expr> {
        let zero = self.zero(&operands.part, span)?.expr;
        let equal = match operands.part.is_float() {
            true => BinaryOp::FEq,
            false => BinaryOp::Eq,
        };
        let imaginary = |part: &Option<Expr>| part.clone().unwrap_or_else(|| zero.clone());
        let (left, right) = (&operands.left, &operands.right);
        let real = fold::binary(equal, left.0.clone(), right.0.clone());
        let other = fold::binary(equal, imaginary(&left.1), imaginary(&right.1));
        Ok(fold::binary(BinaryOp::And, real, other))
    }

    /// Whether a compiler computes the result, which it rounds once; products of small whole numbers need no
    /// rounding.
    fn is_rounded_by_compiler(&mut self, written: Written<'_>) -> bool {
        let mut constants = Vec::new();
        for operand in [written.left, written.right] {
            let Ok(parts) = self.speculate(|this| this.constant_parts(operand)) else {
                return false;
            };
            constants.push(parts.real.expr);
            constants.extend(parts.imaginary.map(|imaginary| imaginary.expr));
        }
        let is_constant = constants.iter().all(|part| part.as_const().is_some());
        is_constant && !(written.op == C::Mul && constants.iter().all(is_small_whole))
    }

    /// A product or quotient of floats by the compiler's run-time library.
    fn library_operation(&mut self, written: Written<'_>, operands: Operands) -> Lowered<Rvalue> {
        let span = written.whole.span;
        let unsupported = || Diagnostic::unsupported(span, "this operation on complex numbers");
        let letter = match operands.part.kind {
            Kind::Float(FloatKind::F32) => 's',
            Kind::Float(FloatKind::F64) => 'd',
            Kind::Float(FloatKind::F80) => 'x',
            _ => return Err(unsupported()),
        };
        let verb = if written.op == C::Mul { "mul" } else { "div" };
        let name = format!("__{verb}{letter}c3");
        let (ty, procedure) = self.library_function(&name).ok_or_else(unsupported)?;
        self.demand(procedure);
        let zero = self.zero(&operands.part, span)?.expr;
        let (left, right) = (operands.left, operands.right);
        let numbers = [
            left.0,
            left.1.unwrap_or_else(|| zero.clone()),
            right.0,
            right.1.unwrap_or(zero),
        ];
        let values = numbers.map(|number| Rvalue::new(number, operands.part.clone()));
        let target = Target::Direct(procedure);
        self.emit_call(target, &ty, values.to_vec(), Use::Value, written.whole)
    }

    /// `-z`, `+z` and gcc's `~z`, the conjugate.
    pub(super) fn complex_unary(
        &mut self,
        op: UnaryOp,
        value: Rvalue,
        expr: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let parts = self.parts(value, expr)?;
        let part = parts.real.ty.clone();
        let negated = |value: Expr| negated(&part, value);
        let imaginary = match parts.imaginary {
            Some(imaginary) => imaginary.expr,
            None => self.zero(&part, expr.span)?.expr,
        };
        let numbers = match op {
            UnaryOp::Minus => [negated(parts.real.expr), negated(imaginary)],
            UnaryOp::Complement => [parts.real.expr, negated(imaginary)],
            _ => [parts.real.expr, imaginary],
        };
        self.complex_value(&part, numbers, expr.span)
    }

    /// A conversion from or to a complex type; `None` if it is neither.
    pub(super) fn convert_complex(
        &mut self,
        value: &Rvalue,
        to: &Type,
        span: Span,
    ) -> Lowered<Option<Rvalue>> {
        let (from_part, to_part) = (self.part_type(&value.ty), self.part_type(to));
        let nowhere = ast::Expr {
            kind: ExprKind::Name("the value".into()),
            span,
        };
        match (from_part, to_part) {
            (Some(from), Some(to)) if from == to => Ok(Some(value.clone())),
            (_, Some(part)) => {
                let parts = self.parts(value.clone(), &nowhere)?;
                let real = self.convert(parts.real, &part, span)?.expr;
                let imaginary = match parts.imaginary {
                    Some(imaginary) => self.convert(imaginary, &part, span)?.expr,
                    None => self.zero(&part, span)?.expr,
                };
                self.complex_value(&part, [real, imaginary], span).map(Some)
            }
            // The imaginary part is discarded (6.3.1.7); a truth value looks at both.
            (Some(_), None) if !to.is_void() && to.kind != Kind::Bool => {
                let parts = self.parts(value.clone(), &nowhere)?;
                self.convert(parts.real, to, span).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether a complex number is not zero.
    pub(super) fn complex_truth(&mut self, value: Rvalue, span: Span) -> Lowered<Expr> {
        let nowhere = ast::Expr {
            kind: ExprKind::Name("the condition".into()),
            span,
        };
        let parts = self.parts(value, &nowhere)?;
        let mut truths = Vec::new();
        for part in [Some(parts.real), parts.imaginary].into_iter().flatten() {
            truths.push(self.truth(part, span)?);
        }
        let any = |left, right| fold::binary(BinaryOp::Or, left, right);
        Ok(truths.into_iter().reduce(any).unwrap_or(Expr::FALSE))
    }

    /// The parts of a constant expression, which has no memory to be in, in a type.
    pub(super) fn complex_constant(&mut self, expr: &ast::Expr, part: &Type) -> Lowered<[Expr; 2]> {
        let parts = self.constant_parts(expr)?;
        let real = self.convert(parts.real, part, expr.span)?.expr;
        let imaginary = match parts.imaginary {
            Some(imaginary) => self.convert(imaginary, part, expr.span)?.expr,
            None => self.zero(part, expr.span)?.expr,
        };
        Ok([real, imaginary])
    }

    fn constant_parts(&mut self, expr: &ast::Expr) -> Lowered<Parts> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Float(literal) if literal.imaginary => {
                let plain = ast::FloatLiteral {
                    imaginary: false,
                    ..literal.clone()
                };
                let value = self.float_literal(&plain, span)?;
                self.imaginary_parts(value, span)
            }
            ExprKind::Integer(literal) if literal.imaginary => {
                let plain = ast::IntegerLiteral {
                    imaginary: false,
                    ..*literal
                };
                let value = self.integer_literal(plain, span)?;
                self.imaginary_parts(value, span)
            }
            ExprKind::Unary(UnaryOp::Minus, operand) => {
                let parts = self.constant_parts(operand)?;
                let mut negated =
                    |value: Rvalue| self.unary_value(UnaryOp::Minus, expr, operand, value);
                let real = negated(parts.real)?;
                let imaginary = parts.imaginary.map(negated).transpose()?;
                Ok(Parts { real, imaginary })
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.constant_parts(left)?;
                let right = self.constant_parts(right)?;
                let operands = self.operands(left, right, span)?;
                self.constant_operation(*op, &operands, span)
            }
            ExprKind::Cast(name, operand) => {
                let ty = self.type_name(name)?;
                match self.part_type(&ty) {
                    Some(part) => {
                        let [real, imaginary] = self.complex_constant(operand, &part)?;
                        Ok(Parts {
                            real: Rvalue::new(real, part.clone()),
                            imaginary: Some(Rvalue::new(imaginary, part)),
                        })
                    }
                    None => self.real_parts(expr),
                }
            }
            _ => self.real_parts(expr),
        }
    }

    fn imaginary_parts(&mut self, value: Rvalue, span: Span) -> Lowered<Parts> {
        let real = self.zero(&value.ty, span)?;
        Ok(Parts {
            real,
            imaginary: Some(value),
        })
    }

    fn real_parts(&mut self, expr: &ast::Expr) -> Lowered<Parts> {
        let value = self.rvalue(expr)?;
        if self.is_complex(&value.ty) {
            let message = "a complex constant of this form";
            return Err(Diagnostic::unsupported(expr.span, message));
        }
        let real = self.promoted(value, expr.span)?;
        let imaginary = None;
        Ok(Parts { real, imaginary })
    }

    fn constant_operation(&mut self, op: C, operands: &Operands, span: Span) -> Lowered<Parts> {
        let part = &operands.part;
        let value = |expr| Rvalue::new(expr, part.clone());
        let is_real = operands.left.1.is_none() && operands.right.1.is_none();
        let combined = match op {
            C::Mul | C::Div if operands.needs_library(op) => None,
            _ => operands.combine(op),
        };
        let [real, imaginary] = combined.ok_or_else(|| unsupported_operator(op, span))?;
        Ok(Parts {
            real: value(real),
            imaginary: (!is_real).then(|| value(imaginary)),
        })
    }
}

impl Operands {
    /// Whether the result is more than the obvious formula of the parts.
    fn needs_library(&self, op: C) -> bool {
        let both = self.left.1.is_some() && self.right.1.is_some();
        self.part.is_float() && (both || op == C::Div && self.right.1.is_some())
    }

    /// The parts of the result; `None` if there is no such operation.
    fn combine(&self, op: C) -> Option<[Expr; 2]> {
        let (a, b) = (&self.left.0, self.left.1.as_ref());
        let (c, d) = (&self.right.0, self.right.1.as_ref());
        Some(match op {
            C::Add => {
                let imaginary = match (b, d) {
                    (Some(b), Some(d)) => self.apply(C::Add, b, d),
                    (Some(one), None) | (None, Some(one)) => one.clone(),
                    (None, None) => self.zero(),
                };
                [self.apply(C::Add, a, c), imaginary]
            }
            C::Sub => {
                let imaginary = match (b, d) {
                    (Some(b), Some(d)) => self.apply(C::Sub, b, d),
                    (Some(b), None) => b.clone(),
                    (None, Some(d)) => negated(&self.part, d.clone()),
                    (None, None) => self.zero(),
                };
                [self.apply(C::Sub, a, c), imaginary]
            }
            C::Mul => match (b, d) {
                (Some(b), Some(d)) => {
                    let real =
                        self.apply(C::Sub, &self.apply(C::Mul, a, c), &self.apply(C::Mul, b, d));
                    let imaginary =
                        self.apply(C::Add, &self.apply(C::Mul, a, d), &self.apply(C::Mul, b, c));
                    [real, imaginary]
                }
                (Some(b), None) => [self.apply(C::Mul, a, c), self.apply(C::Mul, b, c)],
                (None, Some(d)) => [self.apply(C::Mul, a, c), self.apply(C::Mul, a, d)],
                (None, None) => [self.apply(C::Mul, a, c), self.zero()],
            },
            C::Div if self.part.is_float() => match (b, d) {
                (Some(b), None) => [self.apply(C::Div, a, c), self.apply(C::Div, b, c)],
                (None, None) => [self.apply(C::Div, a, c), self.zero()],
                (_, Some(_)) => return None,
            },
            _ => return None,
        })
    }

    fn apply(&self, op: C, left: &Expr, right: &Expr) -> Expr {
        let op = match (op, self.part.is_float()) {
            (C::Add, true) => BinaryOp::FAdd,
            (C::Sub, true) => BinaryOp::FSub,
            (C::Mul, true) => BinaryOp::FMul,
            (_, true) => BinaryOp::FDiv,
            (C::Add, false) => BinaryOp::Add,
            (C::Sub, false) => BinaryOp::Sub,
            (_, false) => BinaryOp::Mul,
        };
        fold::binary(op, left.clone(), right.clone())
    }

    fn zero(&self) -> Expr {
        match self.part.kind {
            Kind::Float(kind) => Expr::Const(Const::Float(kind, 0)),
            _ => Expr::int(ir::Width::W32, 0),
        }
    }
}

fn negated(part: &Type, value: Expr) -> Expr {
    let op = match part.is_float() {
        true => ir::UnaryOp::FNeg,
        false => ir::UnaryOp::Neg,
    };
    fold::unary(op, value)
}

/// Whether a constant is a whole number whose square has at most half the digits of any float type.
fn is_small_whole(constant: &Expr) -> bool {
    match constant.as_const() {
        Some(Const::Int(width, bits)) => width.sign_extend(bits).unsigned_abs() <= SMALL.into(),
        Some(Const::Float(FloatKind::F32, bits)) => is_small(f32::from_bits(bits as u32).into()),
        Some(Const::Float(FloatKind::F64, bits)) => is_small(f64::from_bits(bits as u64)),
        _ => false,
    }
}

const SMALL: u32 = 1 << 5;

fn is_small(value: f64) -> bool {
    value.fract() == 0.0 && value.abs() <= SMALL.into()
}

fn unsupported_operator(op: C, span: Span) -> Diagnostic {
    match op {
        C::Add | C::Sub | C::Mul | C::Div => {
            Diagnostic::unsupported(span, "this operation on complex numbers")
        }
        _ => Diagnostic::error(span, "complex numbers have no such operator"),
    }
}
