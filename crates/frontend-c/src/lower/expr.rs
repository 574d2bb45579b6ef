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
use ir::{Expr, GlobalOrigin, Span};
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
                if let ExprKind::Unary(UnaryOp::Address, object) = &base.kind {
                    return self.member_of(object, name, span);
                }
                let pointer = self.rvalue(base)?;
                let Some(target) = pointer.ty.pointee().cloned() else {
                    return Err(Diagnostic::error(span, "`->` needs a pointer"));
                };
                let align = self.align_of(&target);
                let claim = self.inner_claim((&pointer, base), &pointer.expr, expr);
                let memory = Memory {
                    indices: claim.into_iter().collect(),
                    ..Memory::pointed(pointer.expr, (*target).clone(), align)
                };
                let memory = self.member_place(memory, name, span)?;
                return Ok(Operand::Place(Lvalue::Memory(memory)));
            }
            ExprKind::Unary(UnaryOp::Deref, pointer) => return self.dereference(expr, pointer),
            ExprKind::Unary(op @ (UnaryOp::Real | UnaryOp::Imaginary), operand) => {
                return self.complex_part(*op, operand, span);
            }
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
            ExprKind::Generic {
                control,
                associations,
            } => {
                return self.generic(control, associations, span);
            }
            ExprKind::ChooseExpr(condition, then, otherwise) => {
                let chosen = if self.constant_integer(condition)? != 0 {
                    then
                } else {
                    otherwise
                };
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
            ExprKind::Call(function, arguments) => {
                self.call(expr, function, arguments, Use::Value)?
            }
            ExprKind::Unary(op, operand) => self.unary(*op, expr, operand)?,
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.promoted_operand(left)?, self.promoted_operand(right)?);
                self.binary_values(
                    Written {
                        op: *op,
                        whole: expr,
                        left,
                        right,
                    },
                    a,
                    b,
                )?
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
            ExprKind::SizeofExpr(operand) => self.sizeof_expr(operand, span)?,
            ExprKind::SizeofType(name) => {
                let ty = self.type_name(name)?;
                self.sizeof(&ty, span)?
            }
            ExprKind::AlignofExpr(operand) => {
                let align = self.alignof_expr(operand)?;
                self.size_value(align)
            }
            ExprKind::AlignofType(alignment, name) => {
                let ty = self.type_name(name)?;
                let align = match alignment {
                    ast::Alignment::Least => self.align_of(&ty),
                    ast::Alignment::Preferred => self.preferred_align_of(&ty),
                };
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

    /// The value with the integer promotions.
    pub(super) fn promoted_operand(&mut self, expr: &ast::Expr) -> Lowered<Rvalue> {
        let value = self.rvalue(expr)?;
        let value = self.used(value, expr);
        self.promoted(value, expr.span)
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
            ExprKind::Unary(UnaryOp::PostIncrement, operand) => self
                .increment(ast::BinaryOp::Add, UnaryOp::PreIncrement, expr, operand)
                .map(|_| ()),
            ExprKind::Unary(UnaryOp::PostDecrement, operand) => self
                .increment(ast::BinaryOp::Sub, UnaryOp::PreDecrement, expr, operand)
                .map(|_| ()),
            _ => self.discarded(expr),
        }
    }

    fn name(&mut self, name: &Rc<str>, expr: &ast::Expr) -> Lowered<Operand> {
        let span = expr.span;
        let Some(symbol) = self.lookup(name) else {
            if matches!(&**name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
                let units = self.function.name.bytes().map(u32::from).collect();
                let literal = ast::StringLiteral {
                    encoding: Encoding::Plain,
                    units,
                };
                return self.lower(&ast::Expr {
                    kind: ExprKind::String(literal),
                    span,
                });
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
        // `*&a` is `a` (6.5.3.2).
        if let ExprKind::Unary(UnaryOp::Address, object) = &pointer.kind {
            return self.lower(object);
        }
        let operand = self.lower(pointer)?;
        // `*a` is `a[0]`.
        if let Operand::Place(Lvalue::Memory(memory)) = &operand
            && let Kind::Array(element, length) = &memory.ty.kind
            && let Some(reach) = match length {
                Length::Constant(1..) => Some(memory.reach),
                // It may have no elements.
                Length::Variable(_) => Some(Reach::Pointer),
                Length::Constant(0) | Length::Unknown => None,
            }
        {
            let ty = (**element).clone();
            return Ok(Operand::Place(Lvalue::Memory(Memory {
                ty,
                field: None,
                is_last: false,
                reach,
                ..memory.clone()
            })));
        }
        let value = self.value_of(operand, pointer)?;
        let Some(target) = value.ty.pointee().cloned() else {
            return Err(Diagnostic::error(expr.span, "`*` needs a pointer"));
        };
        let align = self.align_of(&target);
        let memory = match target.kind {
            // A function is what it is; `*f` is checked when it is called.
            Kind::Function(_) => Memory::object(value.expr, (*target).clone(), 1),
            _ => {
                let claim = self.inner_claim((&value, pointer), &value.expr, expr);
                Memory {
                    indices: claim.into_iter().collect(),
                    ..Memory::pointed(value.expr, (*target).clone(), align)
                }
            }
        };
        Ok(Operand::Place(Lvalue::Memory(memory)))
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
            let variable = super::variable::DeclaredVariable {
                name: "compound literal".into(),
                link_name: "compound literal".into(),
                ty: ty.clone(),
                align: None,
                keeps: None,
                span,
            };
            let global = self.new_global(
                &variable,
                ty.clone(),
                GlobalOrigin::Variable,
                ir::Visibility::Block,
            );
            self.static_initializer(global, &ty, initializer)?;
            Expr::Global(global)
        };
        Ok(Operand::Place(Lvalue::Memory(Memory::object(
            address, ty, align,
        ))))
    }

    fn generic(
        &mut self,
        control: &ast::Expr,
        associations: &[(Option<ast::TypeName>, ast::Expr)],
        span: Span,
    ) -> Lowered<Operand> {
        let ty = self
            .speculate(|this| {
                let value = this.rvalue(control)?;
                Ok(this.bit_field_type(&value))
            })?
            .unqualified();
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
            None => Err(Diagnostic::error(
                span,
                "no association of `_Generic` fits this type",
            )),
        }
    }

    fn unary(&mut self, op: UnaryOp, expr: &ast::Expr, operand: &ast::Expr) -> Lowered<Rvalue> {
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
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Complement => {
                let value = self.promoted_operand(operand)?;
                self.unary_value(op, expr, operand, value)
            }
            UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imaginary => self.rvalue(expr),
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
            Operand::Place(Lvalue::Local(..)) => Err(Diagnostic::unsupported(
                expr.span,
                "the address of a variable in a register",
            )),
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
        let literal = ast::Expr {
            kind: one_literal(),
            span: expr.span,
        };
        let written = Written {
            op,
            whole: expr,
            left: operand,
            right: &literal,
        };
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
            Operand::Value(_) => Err(Diagnostic::error(
                expr.span,
                "this is not something one can assign to",
            )),
        }
    }

    fn assign(&mut self, left: &ast::Expr, right: &ast::Expr) -> Lowered<Rvalue> {
        let place = self.place(left)?;
        let ty = place.ty().unqualified();
        let value = self.rvalue(right)?;
        self.check_float_fits(&value, &ty, place.bits(), right.span);
        let value = self.assigned_value(value, &ty, right)?;
        self.assign_pointer(left, &place, &value);
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
        let old = self.load(place.clone(), left)?;
        let old = self.used(old, left);
        let written = Written {
            op,
            whole: expr,
            left,
            right,
        };
        let result = self.binary_values(written, old, right_value)?;
        self.check_float_fits(&result, &ty, place.bits(), expr.span);
        let new = self.convert(result, &ty, expr.span)?;
        self.store(&unguarded(place), new, left)
    }

    fn cast(&mut self, name: &ast::TypeName, operand: &ast::Expr, span: Span) -> Lowered<Rvalue> {
        let ty = self.type_name(name)?;
        if ty.is_void() {
            self.effect(operand)?;
            return Ok(Rvalue::void());
        }
        let value = self.rvalue(operand)?;
        if let Kind::Record(record) = ty.kind
            && !self.is_complex(&ty)
        {
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
        let Some(member) = members
            .iter()
            .find(|m| m.ty.unqualified().compatible(&value.ty))
        else {
            return Err(Diagnostic::error(span, "this conversion is not possible"));
        };
        let address = Expr::Local(self.temporary_object(ty, span)?);
        self.store_known(address.clone(), &member.ty, None, value, operand)?;
        Ok(Rvalue::new(address, ty.clone()))
    }
}

fn is_void_name(name: &ast::TypeName) -> bool {
    matches!(name.specifiers.ty, ast::TypeSpecifier::Void) && name.declarator.derivations.is_empty()
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
