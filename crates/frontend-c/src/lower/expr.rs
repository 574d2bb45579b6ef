//! Expressions.

use super::arith::Written;
use super::call::Use;
use super::init::Init;
use super::place::{Lvalue, Memory, Operand, Reach};
use super::scope::{Symbol, Variable};
use super::{Lowerer, Rvalue};
use crate::ast::{self, Encoding, ExprKind, IntegerLength, UnaryOp};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Kind, Length, Type};
use ir::{
    Const, Expr, FloatKind, Global, GlobalId, GlobalOrigin, Location, Mutability, Op,
    Scalar, Sign, Span, Width,
};
use std::rc::Rc;

impl Lowerer {
    /// An expression, as a place where it is one.
    pub(super) fn lower(&mut self, expr: &ast::Expr) -> Lowered<Operand> {
        let span = expr.span;
        let value = match &expr.kind {
            ExprKind::Name(name) => return self.name(name, expr),
            ExprKind::Index(base, index) => {
                let memory = self.index_place(expr, base, index)?;
                return Ok(Operand::Place(Lvalue::Memory(memory)));
            }
            ExprKind::Member(base, name) => return self.member_of(base, name, span),
            ExprKind::Arrow(base, name) => {
                let pointer = self.rvalue(base)?;
                let Some(target) = pointer.ty.pointee().cloned() else {
                    return Err(Diagnostic::error(span, "`->` needs a pointer"));
                };
                let align = self.align_of(&target);
                let memory = Memory::pointed(pointer.expr, (*target).clone(), align);
                let memory = self.member_place(memory, name, span)?;
                return Ok(Operand::Place(Lvalue::Memory(memory)));
            }
            ExprKind::Unary(UnaryOp::Deref, pointer) => return self.dereference(expr, pointer),
            ExprKind::String(string) => {
                let global = self.string_global(string, span);
                let ty = self.string_type(string);
                let align = self.align_of(&ty);
                let memory = Memory::object(Expr::Global(global), ty, align);
                return Ok(Operand::Place(Lvalue::Memory(memory)));
            }
            ExprKind::CompoundLiteral(name, items) => {
                return self.compound_literal(name, items, span);
            }
            ExprKind::Generic { control, associations } => {
                return self.generic(control, associations, span);
            }
            ExprKind::ChooseExpr(condition, then, otherwise) => {
                let chosen = if self.constant_integer(condition)? != 0 { then } else { otherwise };
                return self.lower(chosen);
            }
            ExprKind::Comma(first, second) => {
                self.effect(first)?;
                // Not a place, but its type must not decay under `sizeof`.
                let value = self.rvalue(second)?;
                self.stable(value, span)?
            }
            ExprKind::Integer(literal) => self.integer_literal(*literal, span)?,
            ExprKind::Float(literal) => self.float_literal(literal, span)?,
            ExprKind::Character { value, encoding } => {
                let ty = Type::integer(match encoding {
                    Encoding::Plain => Integer::Int,
                    Encoding::Wide => Integer::wchar_t(self.model),
                    Encoding::Utf16 => Integer::UShort,
                    Encoding::Utf32 => Integer::UInt,
                });
                self.integer_value(i128::from(*value), &ty)
            }
            ExprKind::Call(function, arguments) => self.call(expr, function, arguments, Use::Value)?,
            ExprKind::Unary(op, operand) => self.unary(*op, expr, operand)?,
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.promoted_operand(left)?, self.promoted_operand(right)?);
                self.binary_values(Written { op: *op, whole: expr, left, right }, a, b)?
            }
            ExprKind::And(..) | ExprKind::Or(..) => self.logical_value(expr)?,
            ExprKind::Assign(left, right) => self.assign(left, right)?,
            ExprKind::CompoundAssign(op, left, right) => {
                self.compound_assign(*op, expr, left, right)?
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(expr, condition, then.as_deref(), otherwise)?
            }
            ExprKind::Cast(name, operand) => self.cast(name, operand, span)?,
            ExprKind::SizeofExpr(operand) => {
                let ty = self.type_of(operand)?;
                self.sizeof(&ty, span)?
            }
            ExprKind::SizeofType(name) => {
                let ty = self.type_name(name)?;
                self.sizeof(&ty, span)?
            }
            ExprKind::AlignofExpr(operand) => {
                let align = self.alignof_expr(operand)?;
                self.size_value(align)
            }
            ExprKind::AlignofType(name) => {
                let ty = self.type_name(name)?;
                let align = self.preferred_align_of(&ty);
                self.size_value(align)
            }
            ExprKind::StatementExpr(block) => self.statement_expression(block)?,
            ExprKind::VaArg(list, name) => return self.va_arg(expr, list, name),
            ExprKind::Offsetof(name, path) => self.offsetof(name, path, span)?,
            ExprKind::TypesCompatible(left, right) => {
                let (left, right) = (self.type_name(left)?, self.type_name(right)?);
                let same = left.unqualified().compatible(&right.unqualified());
                self.integer_value(i128::from(same), &Type::INT)
            }
            ExprKind::LabelAddress(label) => self.label_address(label),
        };
        Ok(Operand::Value(value))
    }

    /// The value of an expression, arrays and functions decayed.
    pub(super) fn rvalue(&mut self, expr: &ast::Expr) -> Lowered<Rvalue> {
        let operand = self.lower(expr)?;
        self.value_of(operand, expr)
    }

    pub(super) fn value_of(&mut self, operand: Operand, expr: &ast::Expr) -> Lowered<Rvalue> {
        match operand {
            Operand::Place(place) => self.load(place, expr),
            Operand::Value(value) => Ok(value),
        }
    }

    /// The value converted as an assignment to a type would.
    pub(super) fn rvalue_of_type(&mut self, expr: &ast::Expr, ty: &Type) -> Lowered<Rvalue> {
        let value = self.rvalue(expr)?;
        self.assigned_value(value, ty, expr)
    }

    /// The value with the integer promotions; a narrow bit-field promotes to `int`.
    pub(super) fn promoted_operand(&mut self, expr: &ast::Expr) -> Lowered<Rvalue> {
        let operand = self.lower(expr)?;
        let width = match &operand {
            Operand::Place(place) => place.bits().map(|bits| u32::from(bits.range.width)),
            Operand::Value(_) => None,
        };
        let value = self.value_of(operand, expr)?;
        let value = self.used(value, expr);
        self.promoted(value, width, expr.span)
    }

    /// Evaluates for the effect only.
    pub(super) fn effect(&mut self, expr: &ast::Expr) -> Lowered<()> {
        match &expr.kind {
            // `(void)x;` and a lone `x;` do not read an uninitialised variable in any sense that
            // programs care about, but a dereference still reaches memory.
            ExprKind::Name(_) => Ok(()),
            ExprKind::Cast(name, operand) if is_void_name(name) => self.effect(operand),
            ExprKind::Comma(first, second) => {
                self.effect(first)?;
                self.effect(second)
            }
            ExprKind::Conditional(condition, Some(then), otherwise) => {
                self.conditional_effect(condition, then, otherwise, expr.span)
            }
            ExprKind::StatementExpr(block) => self.statement(block),
            ExprKind::Unary(UnaryOp::PostIncrement, operand) => {
                self.increment(ast::BinaryOp::Add, UnaryOp::PreIncrement, expr, operand).map(|_| ())
            }
            ExprKind::Unary(UnaryOp::PostDecrement, operand) => {
                self.increment(ast::BinaryOp::Sub, UnaryOp::PreDecrement, expr, operand).map(|_| ())
            }
            _ => self.discarded(expr),
        }
    }

    fn conditional_effect(
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

    fn name(&mut self, name: &Rc<str>, expr: &ast::Expr) -> Lowered<Operand> {
        let span = expr.span;
        let Some(symbol) = self.lookup(name) else {
            if matches!(&**name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
                let units = self.function.name.bytes().map(u32::from).collect();
                let literal = ast::StringLiteral { encoding: Encoding::Plain, units };
                return self.lower(&ast::Expr { kind: ExprKind::String(literal), span });
            }
            if let Some((ty, procedure)) = self.named_builtin_function(name) {
                let memory = Memory::object(Expr::Procedure(procedure), ty, 1);
                return Ok(Operand::Place(Lvalue::Memory(memory)));
            }
            return Err(Diagnostic::error(span, format!("`{name}` is not declared")));
        };
        Ok(match symbol {
            Symbol::Typedef(_) => {
                let message = format!("`{name}` is a type, and a value is needed");
                return Err(Diagnostic::error(span, message));
            }
            Symbol::Unsupported(what) => return Err(Diagnostic::unsupported(span, &*what)),
            Symbol::Enumerator(value, ty) => Operand::Value(self.integer_value(value, &ty)),
            Symbol::Function(ty, procedure) => {
                let memory = Memory::object(Expr::Procedure(procedure), ty, 1);
                Operand::Place(Lvalue::Memory(memory))
            }
            Symbol::Variable(ty, Variable::Local(local)) => {
                Operand::Place(Lvalue::Local(local, ty))
            }
            Symbol::Variable(ty, Variable::Object(address)) => {
                let align = self.align_of(&ty);
                let memory = Memory::object(Expr::Local(address), ty, align);
                Operand::Place(Lvalue::Memory(memory))
            }
            Symbol::Variable(ty, Variable::Global(global)) => {
                let align = self.align_of(&ty);
                let mut memory = Memory::object(Expr::Global(global), ty, align);
                if self.program[global].origin == GlobalOrigin::Undefined {
                    memory.reach = Reach::Pointer;
                }
                Operand::Place(Lvalue::Memory(memory))
            }
        })
    }

    fn member_of(&mut self, base: &ast::Expr, name: &str, span: Span) -> Lowered<Operand> {
        let memory = match self.lower(base)? {
            Operand::Place(Lvalue::Memory(memory)) => memory,
            Operand::Value(value) if value.ty.is_record() => {
                let align = self.align_of(&value.ty);
                Memory::object(value.expr, value.ty, align)
            }
            _ => return Err(Diagnostic::error(span, "`.` needs a struct or union")),
        };
        let memory = self.member_place(memory, name, span)?;
        Ok(Operand::Place(Lvalue::Memory(memory)))
    }

    fn dereference(&mut self, expr: &ast::Expr, pointer: &ast::Expr) -> Lowered<Operand> {
        let operand = self.lower(pointer)?;
        // `*a` is `a[0]`.
        if let Operand::Place(Lvalue::Memory(memory)) = &operand
            && let Kind::Array(element, Length::Constant(length)) = &memory.ty.kind
            && *length > 0
            && memory.reach == Reach::Known
        {
            let ty = (**element).clone();
            return Ok(Operand::Place(Lvalue::Memory(Memory { ty, field: None, ..memory.clone() })));
        }
        let value = self.value_of(operand, pointer)?;
        let Some(target) = value.ty.pointee().cloned() else {
            return Err(Diagnostic::error(expr.span, "`*` needs a pointer"));
        };
        let align = self.align_of(&target);
        let memory = match target.kind {
            // A function is what it is; `*f` is checked when it is called.
            Kind::Function(_) => Memory::object(value.expr, (*target).clone(), 1),
            _ => Memory::pointed(value.expr, (*target).clone(), align),
        };
        Ok(Operand::Place(Lvalue::Memory(memory)))
    }

    pub(super) fn string_type(&self, string: &ast::StringLiteral) -> Type {
        let element = match string.encoding {
            Encoding::Plain => Integer::Char,
            Encoding::Wide => Integer::wchar_t(self.model),
            Encoding::Utf16 => Integer::UShort,
            Encoding::Utf32 => Integer::UInt,
        };
        Type::integer(element).array_of(string.units.len() as u64 + 1)
    }

    /// The object of a string literal; equal literals share one.
    pub(super) fn string_global(&mut self, string: &ast::StringLiteral, span: Span) -> GlobalId {
        let (bytes, unit) = self.string_bytes(string);
        if let Some(&global) = self.strings.get(&(bytes.clone(), unit)) {
            return global;
        }
        let id = GlobalId(self.program.globals.len() as u32);
        let ty = self.string_type(string);
        let ty = self.ir_type(&ty);
        self.program.globals.push(Global {
            name: format!("string.{}", self.strings.len()).into(),
            ty,
            size: bytes.len() as u64,
            align: unit,
            mutability: Mutability::Constant,
            origin: GlobalOrigin::StringLiteral,
            data: vec![ir::Datum { offset: 0, value: ir::DatumValue::Bytes(bytes.clone()) }],
            span,
        });
        self.strings.insert((bytes, unit), id);
        id
    }

    fn compound_literal(
        &mut self,
        name: &ast::TypeName,
        items: &[ast::InitializerItem],
        span: Span,
    ) -> Lowered<Operand> {
        let ty = self.type_name(name)?;
        let initializer = Init::List(items, span);
        let ty = self.completed_by(ty, initializer)?;
        let align = self.align_of(&ty);
        let address = if self.function.is_body() && !self.function.silent {
            let address = self.temporary_object(&ty, span)?;
            self.automatic_initializer(Expr::Local(address), &ty, initializer, span)?;
            Expr::Local(address)
        } else {
            let variable = super::decl::DeclaredVariable {
                name: "compound literal".into(),
                ty: ty.clone(),
                align: None,
                span,
            };
            let global = self.new_global(&variable, ty.clone(), GlobalOrigin::Variable);
            self.static_initializer(global, &ty, initializer)?;
            Expr::Global(global)
        };
        Ok(Operand::Place(Lvalue::Memory(Memory::object(address, ty, align))))
    }

    fn generic(
        &mut self,
        control: &ast::Expr,
        associations: &[(Option<ast::TypeName>, ast::Expr)],
        span: Span,
    ) -> Lowered<Operand> {
        let ty = self.speculate(|this| Ok(this.rvalue(control)?.ty))?.unqualified();
        let mut default = None;
        for (name, value) in associations {
            match name {
                Some(name) => {
                    if self.type_name(name)?.compatible(&ty) {
                        return self.lower(value);
                    }
                }
                None => default = Some(value),
            }
        }
        match default {
            Some(value) => self.lower(value),
            None => Err(Diagnostic::error(span, "no association of `_Generic` fits this type")),
        }
    }

    pub(super) fn integer_value(&mut self, value: i128, ty: &Type) -> Rvalue {
        let width = match ty.scalar(self.model) {
            Some(Scalar::Int(width)) => width,
            _ => Width::W32,
        };
        Rvalue::new(Expr::int(width, value), ty.clone())
    }

    pub(super) fn size_value(&mut self, value: u64) -> Rvalue {
        let ty = Type::integer(Integer::size_t(self.model));
        self.integer_value(i128::from(value), &ty)
    }

    /// 6.4.4.1: the first type of the list that holds the value.
    fn integer_literal(&mut self, literal: ast::IntegerLiteral, span: Span) -> Lowered<Rvalue> {
        use Integer::*;
        if literal.imaginary {
            return Err(Diagnostic::unsupported(span, "complex numbers"));
        }
        let candidates: &[Integer] = match literal.length {
            IntegerLength::Int => &[Int, UInt, Long, ULong, LongLong, ULongLong, Int128, UInt128],
            IntegerLength::Long => &[Long, ULong, LongLong, ULongLong, Int128, UInt128],
            IntegerLength::LongLong => &[LongLong, ULongLong, Int128, UInt128],
        };
        let model = self.model;
        let fits = |ty: &Integer| {
            let allowed = match ty.sign() {
                Sign::Unsigned => literal.unsigned || !literal.decimal,
                Sign::Signed => !literal.unsigned,
            };
            let width = ty.width(model);
            let most = if ty.sign() == Sign::Signed { width.signed_max() } else { width.mask() };
            allowed && literal.value <= most
        };
        let ty = candidates.iter().copied().find(fits).unwrap_or(UInt128);
        Ok(Rvalue::new(
            Expr::Const(Const::Int(ty.width(model), ty.width(model).truncate(literal.value))),
            Type::integer(ty),
        ))
    }

    fn float_literal(&mut self, literal: &ast::FloatLiteral, span: Span) -> Lowered<Rvalue> {
        if literal.imaginary {
            return Err(Diagnostic::unsupported(span, "complex numbers"));
        }
        let kind = match literal.format {
            ast::FloatFormat::Float => FloatKind::F32,
            ast::FloatFormat::Double => FloatKind::F64,
            ast::FloatFormat::LongDouble => FloatKind::F80,
            ast::FloatFormat::Float128 => FloatKind::F128,
        };
        let bits = fold::parse_float(&literal.text, kind)
            .ok_or_else(|| Diagnostic::error(span, "this is not a number"))?;
        Ok(Rvalue::new(Expr::Const(Const::Float(kind, bits)), Type::plain(Kind::Float(kind))))
    }

    fn unary(
        &mut self,
        op: UnaryOp,
        expr: &ast::Expr,
        operand: &ast::Expr,
    ) -> Lowered<Rvalue> {
        match op {
            UnaryOp::Address => self.address_of(expr, operand),
            UnaryOp::Not => {
                let condition = self.condition(operand)?;
                Ok(self.boolean(fold::unary(ir::UnaryOp::Not, condition)))
            }
            UnaryOp::PreIncrement | UnaryOp::PostIncrement => {
                self.increment(ast::BinaryOp::Add, op, expr, operand)
            }
            UnaryOp::PreDecrement | UnaryOp::PostDecrement => {
                self.increment(ast::BinaryOp::Sub, op, expr, operand)
            }
            UnaryOp::Real => self.rvalue(operand),
            UnaryOp::Imaginary => Err(Diagnostic::unsupported(expr.span, "complex numbers")),
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Complement => {
                let value = self.promoted_operand(operand)?;
                self.unary_value(op, expr, operand, value)
            }
            UnaryOp::Deref => self.rvalue(expr),
        }
    }

    fn address_of(&mut self, expr: &ast::Expr, operand: &ast::Expr) -> Lowered<Rvalue> {
        match self.lower(operand)? {
            Operand::Place(Lvalue::Memory(memory)) => {
                if memory.bits.is_some() {
                    return Err(Diagnostic::error(expr.span, "a bit-field has no address"));
                }
                Ok(Rvalue::new(memory.address, memory.ty.pointer_to()))
            }
            Operand::Place(Lvalue::Local(..)) => {
                Err(Diagnostic::unsupported(expr.span, "the address of a variable in a register"))
            }
            // gcc rejects this, but our own va_list and record values pass through here.
            Operand::Value(value) if value.ty.is_record() => {
                Ok(Rvalue::new(value.expr, value.ty.pointer_to()))
            }
            Operand::Value(_) => Err(Diagnostic::error(expr.span, "this value has no address")),
        }
    }

    /// `++` and `--`: the old value after, the new one before the operand.
    fn increment(
        &mut self,
        op: ast::BinaryOp,
        written_op: UnaryOp,
        expr: &ast::Expr,
        operand: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let is_postfix = matches!(written_op, UnaryOp::PostIncrement | UnaryOp::PostDecrement);
        let place = self.place(operand)?;
        let ty = place.ty().unqualified();
        let old = self.load(place.clone(), operand)?;
        let mut old = self.used(old, operand);
        if is_postfix {
            old = self.stable(old, expr.span)?;
        }
        let one = self.one(&ty, expr.span)?;
        let literal = ast::Expr { kind: one_literal(), span: expr.span };
        let written = Written { op, whole: expr, left: operand, right: &literal };
        let sum = self.binary_values(written, old.clone(), one)?;
        let new = self.convert(sum, &ty, expr.span)?;
        let stored = self.store(&unguarded(place), new, expr)?;
        Ok(if is_postfix { old } else { stored })
    }

    /// The place an expression names.
    pub(super) fn place(&mut self, expr: &ast::Expr) -> Lowered<Lvalue> {
        match self.lower(expr)? {
            Operand::Place(place) => Ok(place),
            Operand::Value(value) if value.ty.is_record() => {
                let align = self.align_of(&value.ty);
                Ok(Lvalue::Memory(Memory::object(value.expr, value.ty, align)))
            }
            Operand::Value(_) => {
                Err(Diagnostic::error(expr.span, "this is not something one can assign to"))
            }
        }
    }

    fn assign(&mut self, left: &ast::Expr, right: &ast::Expr) -> Lowered<Rvalue> {
        let place = self.place(left)?;
        let value = self.rvalue_of_type(right, &place.ty().unqualified())?;
        self.store(&place, value, left)
    }

    fn compound_assign(
        &mut self,
        op: ast::BinaryOp,
        expr: &ast::Expr,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let place = self.place(left)?;
        let right_value = self.promoted_operand(right)?;
        let ty = place.ty().unqualified();
        let width = place.bits().map(|bits| u32::from(bits.range.width));
        let old = self.load(place.clone(), left)?;
        let old = self.used(old, left);
        let old = if width.is_some() { self.promoted(old, width, left.span)? } else { old };
        let written = Written { op, whole: expr, left, right };
        let result = self.binary_values(written, old, right_value)?;
        let new = self.convert(result, &ty, expr.span)?;
        self.store(&unguarded(place), new, left)
    }

    fn conditional(
        &mut self,
        expr: &ast::Expr,
        condition: &ast::Expr,
        then: Option<&ast::Expr>,
        otherwise: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let Some(then) = then else { return self.elvis(expr, condition, otherwise) };
        if let Some(known) = self.try_constant_truth(condition) {
            let (chosen, other) = if known { (then, otherwise) } else { (otherwise, then) };
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
    fn merge(
        &mut self,
        span: Span,
        ty: &Type,
        arms: [(Location, Rvalue); 2],
    ) -> Lowered<Rvalue> {
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
            return self.promoted(value, None, expr.span);
        }
        Ok(value)
    }

    /// The type of `c ? a : b` (6.5.15).
    fn conditional_type(&mut self, a: &Rvalue, b: &Rvalue, span: Span) -> Lowered<Type> {
        if a.ty.is_arithmetic() && b.ty.is_arithmetic() {
            return self.common_type(a, b, span);
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
    fn logical_value(&mut self, expr: &ast::Expr) -> Lowered<Rvalue> {
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

    fn cast(&mut self, name: &ast::TypeName, operand: &ast::Expr, span: Span) -> Lowered<Rvalue> {
        let ty = self.type_name(name)?;
        if ty.is_void() {
            self.effect(operand)?;
            return Ok(Rvalue::void());
        }
        let value = self.rvalue(operand)?;
        if let Kind::Record(record) = ty.kind {
            return self.cast_to_record(value, record, &ty, operand, span);
        }
        let value = self.used(value, operand);
        self.convert(value, &ty, span)
    }

    /// A GNU cast to a union, through one of its members.
    fn cast_to_record(
        &mut self,
        value: Rvalue,
        record: ir::RecordId,
        ty: &Type,
        operand: &ast::Expr,
        span: Span,
    ) -> Lowered<Rvalue> {
        if value.ty.kind == ty.kind {
            return Ok(value);
        }
        let members = self.records[record.0 as usize].members.clone();
        let Some(member) = members.iter().find(|m| m.ty.unqualified().compatible(&value.ty)) else {
            return Err(Diagnostic::error(span, "this conversion is not possible"));
        };
        let address = Expr::Local(self.temporary_object(ty, span)?);
        self.store_known(address.clone(), &member.ty, None, value, operand)?;
        Ok(Rvalue::new(address, ty.clone()))
    }

    fn sizeof(&mut self, ty: &Type, span: Span) -> Lowered<Rvalue> {
        let size = self.size_expr(ty, span)?;
        Ok(Rvalue::new(size, Type::integer(Integer::size_t(self.model))))
    }

    fn alignof_expr(&mut self, operand: &ast::Expr) -> Lowered<u64> {
        let operand = self.speculate(|this| this.lower(operand))?;
        let declared = match &operand {
            Operand::Place(Lvalue::Memory(memory)) => match memory.address {
                Expr::Global(global) => Some(self.program[global].align),
                _ if memory.field.is_some() => Some(memory.align),
                _ => None,
            },
            _ => None,
        };
        Ok(declared.unwrap_or_else(|| self.preferred_align_of(operand.ty())))
    }

    fn offsetof(
        &mut self,
        name: &ast::TypeName,
        path: &[ast::Designator],
        span: Span,
    ) -> Lowered<Rvalue> {
        let mut ty = self.type_name(name)?;
        let width = self.model.pointer_width();
        let mut offset = Expr::int(width, 0);
        for designator in path {
            let step = match designator {
                ast::Designator::Member(name, span) => {
                    let base = Memory::object(Expr::NULL, ty, 1);
                    let member = self.member_place(base, name, *span)?;
                    ty = member.ty;
                    let (_, bytes) = fold::split_offset(&member.address);
                    Expr::int(width, bytes.unwrap_or(0))
                }
                ast::Designator::Index(index) => {
                    let Some(element) = ty.element().cloned() else {
                        return Err(Diagnostic::error(index.span, "only arrays have elements"));
                    };
                    let value = self.rvalue(index)?;
                    let index = self.index_value(value, index)?;
                    let size = self.size_expr(&element, span)?;
                    ty = (*element).clone();
                    fold::binary(ir::BinaryOp::Mul, index, size)
                }
                ast::Designator::Range(low, _) => {
                    return Err(Diagnostic::error(low.span, "a range in `offsetof`"));
                }
            };
            offset = fold::binary(ir::BinaryOp::Add, offset, step);
        }
        Ok(Rvalue::new(offset, Type::integer(Integer::size_t(self.model))))
    }

    fn label_address(&mut self, label: &Rc<str>) -> Rvalue {
        let labels = &self.function.label_addresses;
        let index = labels.iter().position(|known| known == label).unwrap_or(labels.len());
        let width = self.model.pointer_width();
        let number = Expr::int(width, FIRST_LABEL_ADDRESS + index as i128);
        let address = Expr::cast(ir::CastOp::IntToPointer, Scalar::Pointer, number);
        Rvalue::new(address, Type::VOID.pointer_to())
    }

    /// The value of an integer constant expression.
    pub(super) fn constant_integer(&mut self, expr: &ast::Expr) -> Lowered<i128> {
        match self.try_constant_integer(expr)? {
            Some(value) => Ok(value),
            None => Err(Diagnostic::error(expr.span, "this is not an integer constant")),
        }
    }

    /// The value of an expression if it is an integer constant.
    pub(super) fn try_constant_integer(&mut self, expr: &ast::Expr) -> Lowered<Option<i128>> {
        if let ExprKind::Integer(literal) = &expr.kind
            && let Ok(value) = i128::try_from(literal.value)
        {
            return Ok(Some(value));
        }
        let Some(value) = self.if_pure(|this| this.rvalue(expr))? else { return Ok(None) };
        let unsigned = value.ty.as_integer().is_some_and(|ty| ty.sign() == Sign::Unsigned);
        Ok(match value.expr {
            Expr::Const(Const::Int(_, bits)) if unsigned => Some(bits as i128),
            Expr::Const(Const::Int(width, bits)) => Some(width.sign_extend(bits)),
            _ => None,
        })
    }

    fn try_constant_truth(&mut self, expr: &ast::Expr) -> Option<bool> {
        match self.if_pure(|this| this.condition(expr)) {
            Ok(Some(Expr::Const(known))) => Some(known == Const::TRUE),
            _ => None,
        }
    }
}

/// Labels whose address is taken get numbers from here on: small enough to be no object.
pub(super) const FIRST_LABEL_ADDRESS: i128 = 0x100;

fn is_void_name(name: &ast::TypeName) -> bool {
    matches!(name.specifiers.ty, ast::TypeSpecifier::Void) && name.declarator.derivations.is_empty()
}

fn is_null_constant(value: &Rvalue) -> bool {
    matches!(value.expr, Expr::Const(Const::Null | Const::Int(_, 0)))
}

fn one_literal() -> ExprKind {
    ExprKind::Integer(ast::IntegerLiteral {
        value: 1,
        decimal: true,
        unsigned: false,
        length: IntegerLength::Int,
        imaginary: false,
    })
}

/// The place, with what its load has already claimed left out.
fn unguarded(place: Lvalue) -> Lvalue {
    match place {
        Lvalue::Memory(mut memory) => {
            memory.indices.clear();
            Lvalue::Memory(memory)
        }
        local => local,
    }
}
