//! Calls: records travel by address, further arguments in an object of their own.

use super::place::{Lvalue, Memory, Operand};
use super::scope::Symbol;
use super::{Lowerer, Rvalue};
use crate::ast::{self, ExprKind, Name};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::format;
use crate::types::{FunctionType, Kind, Type};
use ir::{
    BinaryOp, CastOp, ClaimKind, Condition, Contents, Expr, LocalId, NewObject, Op, ProcedureId,
    Scalar, Signature, Span, Storage, Target, UnaryOp,
};
use std::rc::Rc;

/// Whether the value of a call is wanted.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Use {
    Value,
    Discard,
}

/// What is called.
enum Callee {
    Known(ProcedureId, Rc<FunctionType>),
    Pointer(Expr, Rc<FunctionType>),
}

impl Lowerer {
    pub(super) fn call(
        &mut self,
        expr: &ast::Expr,
        function: &ast::Expr,
        arguments: &[ast::Expr],
        usage: Use,
    ) -> Lowered<Rvalue> {
        if let ExprKind::Name(name) = &function.kind
            && self.is_builtin_candidate(name)
            && let Some(value) = self.special_call(expr, name, arguments)?
        {
            return Ok(value);
        }
        match self.callee(function)? {
            Callee::Known(procedure, ty) => {
                let declared = ty.result.clone();
                let ty = self.best_type(procedure, ty);
                let (ty, mut values) = self.arguments(&ty, arguments)?;
                if let Some(names) = self.old_style_names(procedure) {
                    self.fit_arguments(&names, &ty, &mut values, expr.span)?;
                }
                let procedure = self.for_format(procedure, arguments).unwrap_or(procedure);
                let value = self.emit_call(Target::Direct(procedure), &ty, values, usage, expr)?;
                if value.ty.is_scalar() && declared.is_scalar() {
                    return self.convert(value, &declared, expr.span);
                }
                Ok(value)
            }
            Callee::Pointer(address, ty) => {
                // The address must not change while the arguments are evaluated.
                let pointer = Type::plain(Kind::Function(ty.clone())).pointer_to();
                let address = self.stable(Rvalue::new(address, pointer), expr.span)?.expr;
                let (ty, values) = self.arguments(&ty, arguments)?;
                let signature = self.signature(&ty);
                let subject = crate::unparse::expr(function);
                let condition = Condition::Callable(address.clone(), signature);
                self.check(
                    condition,
                    ClaimKind::InvalidCall,
                    &subject,
                    Vec::new(),
                    expr.span,
                );
                self.emit_call(Target::Indirect(address), &ty, values, usage, expr)
            }
        }
    }

    /// Whether the name may mean one of our own functions: the program does not define it.
    fn is_builtin_candidate(&mut self, name: &str) -> bool {
        match self.lookup(name) {
            None => true,
            Some(Symbol::Function(..)) => true,
            Some(_) => false,
        }
    }

    fn callee(&mut self, function: &ast::Expr) -> Lowered<Callee> {
        if let ExprKind::Name(name) = &function.kind
            && self.lookup(name).is_none()
        {
            let (ty, procedure) = self.implicit_function(name, function.span);
            return Ok(Callee::Known(procedure, ty));
        }
        let operand = self.lower(function)?;
        if let Operand::Place(Lvalue::Memory(memory)) = &operand
            && let (Expr::Procedure(procedure), Kind::Function(ty)) =
                (&memory.address, &memory.ty.kind)
        {
            return Ok(Callee::Known(*procedure, ty.clone()));
        }
        let value = self.value_of(operand, function)?;
        match value.ty.pointee().map(|target| &target.kind) {
            Some(Kind::Function(ty)) => Ok(match value.expr {
                Expr::Procedure(procedure) => Callee::Known(procedure, ty.clone()),
                address => Callee::Pointer(address, ty.clone()),
            }),
            _ => Err(Diagnostic::error(
                function.span,
                "what is called is not a function",
            )),
        }
    }

    /// The type to call a function by: a prototype, if any declaration has one; and the library's
    /// own type where the program declares one of its functions in another way.
    fn best_type(
        &mut self,
        procedure: ProcedureId,
        declared: Rc<FunctionType>,
    ) -> Rc<FunctionType> {
        let known = self.procedure_type(procedure);
        if declared.unprototyped {
            return known;
        }
        let name = self.procedures[procedure.0 as usize].name.clone();
        if self.procedures[procedure.0 as usize].definition.is_none() {
            self.load_library_unit(&name);
        }
        match &self.procedures[procedure.0 as usize].definition {
            Some((unit, _)) if self.units[unit.0].origin == ir::Origin::Library => {
                let own = self.procedure_type(procedure);
                if self.signature(&own) == self.signature(&declared) {
                    declared
                } else {
                    own
                }
            }
            _ => declared,
        }
    }

    /// The function to call instead of one of the library's that is given a literal format.
    fn for_format(
        &mut self,
        procedure: ProcedureId,
        arguments: &[ast::Expr],
    ) -> Option<ProcedureId> {
        let state = &self.procedures[procedure.0 as usize];
        let (unit, _) = state.definition.as_ref()?;
        if self.units[unit.0].origin != ir::Origin::Library {
            return None;
        }
        let name = state.name.clone();
        let ExprKind::String(literal) = &arguments.get(format::position(&name)?)?.kind else {
            return None;
        };
        if literal.encoding != ast::Encoding::Plain {
            return None;
        }
        let bytes = literal.units.iter().take_while(|unit| **unit != 0);
        let bytes: Vec<u8> = bytes
            .map(|unit| u8::try_from(*unit).ok())
            .collect::<Option<_>>()?;
        self.function_for_format(&name, &bytes)
    }

    /// The arguments, converted to the parameters; and the type of the function with a prototype
    /// made up from them if it has none.
    fn arguments(
        &mut self,
        ty: &Rc<FunctionType>,
        arguments: &[ast::Expr],
    ) -> Lowered<(Rc<FunctionType>, Vec<Rvalue>)> {
        let mut values = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let value = match ty.parameters.get(index) {
                Some(parameter) => self.rvalue_of_parameter(argument, parameter)?,
                None => {
                    let value = self.promoted_operand(argument)?;
                    self.default_promoted(value, argument.span)?
                }
            };
            let value = self.used(value, argument);
            values.push(value);
        }
        if !ty.unprototyped {
            return Ok((ty.clone(), values));
        }
        let made_up = FunctionType {
            parameters: values.iter().map(|value| value.ty.clone()).collect(),
            ..(**ty).clone()
        };
        Ok((Rc::new(made_up), values))
    }

    /// The names of the parameters of a function that is defined without a prototype, so that
    /// compilers take calls of it with any number of arguments.
    fn old_style_names(&self, procedure: ProcedureId) -> Option<Vec<Name>> {
        let (_, function) = self.procedures[procedure.0 as usize].definition.as_ref()?;
        match function.declarator.derivations.first() {
            Some(ast::Derivation::Function(ast::Parameters::Names(names))) => {
                Some(names.iter().map(|(name, _)| name.clone()).collect())
            }
            _ => None,
        }
    }

    /// Arguments too many are not looked at. Parameters too many have no value, which is claimed
    /// not to matter: linking drops the claim if the function does not read them.
    fn fit_arguments(
        &mut self,
        names: &[Name],
        ty: &FunctionType,
        values: &mut Vec<Rvalue>,
        span: Span,
    ) -> Lowered<()> {
        values.truncate(ty.parameters.len());
        for (name, parameter) in names.iter().zip(&ty.parameters).skip(values.len()) {
            let unset = if parameter.is_record() {
                self.temporary_object(parameter, span)?
            } else {
                let unset = self.temporary(parameter, span)?;
                let (condition, kind) = (Condition::Initialised(unset), ClaimKind::Uninitialised);
                self.check(condition, kind, name, Vec::new(), span);
                unset
            };
            values.push(Rvalue::new(Expr::Local(unset), parameter.clone()));
        }
        Ok(())
    }

    /// A GNU transparent union takes any of its members; otherwise an ordinary conversion.
    fn rvalue_of_parameter(&mut self, argument: &ast::Expr, parameter: &Type) -> Lowered<Rvalue> {
        let value = self.rvalue(argument)?;
        if let Kind::Record(record) = parameter.kind
            && value.ty.kind != parameter.kind
            && !self.is_complex(parameter)
        {
            let first = self.records[record.0 as usize].members.first().cloned();
            if let Some(member) = first.filter(|member| member.ty.is_scalar()) {
                let address = Expr::Local(self.temporary_object(parameter, argument.span)?);
                let value = self.used(value, argument);
                let value = self.convert(value, &member.ty, argument.span)?;
                self.store_known(address.clone(), &member.ty, None, value, argument)?;
                return Ok(Rvalue::new(address, parameter.unqualified()));
            }
        }
        self.assigned_value(value, parameter, argument)
    }

    pub(super) fn emit_call(
        &mut self,
        target: Target,
        ty: &FunctionType,
        values: Vec<Rvalue>,
        usage: Use,
        expr: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let span = expr.span;
        let fixed = ty.parameters.len().min(values.len());
        let mut actual = Vec::new();
        let result_object = match ty.result.is_record() {
            true => Some(self.temporary_object(&ty.result, span)?),
            false => None,
        };
        actual.extend(result_object.map(Expr::Local));
        for value in &values[..fixed] {
            actual.push(self.passed(value, span)?);
        }
        if ty.variadic {
            actual.push(self.further_arguments(&values[fixed..], expr)?);
        } else {
            for value in &values[fixed..] {
                actual.push(self.passed(value, span)?);
            }
        }
        let dest = match ty.result.is_scalar() {
            true => Some(self.temporary(&ty.result, span)?),
            false => None,
        };
        self.emit(
            Op::Call {
                dest,
                target,
                arguments: actual,
            },
            span,
        );
        Ok(match (dest, result_object) {
            (Some(dest), _) => {
                if usage == Use::Value {
                    self.check_initialised(dest, ClaimKind::MissingReturn, expr);
                }
                Rvalue::new(Expr::Local(dest), ty.result.clone())
            }
            (None, Some(object)) => Rvalue::new(Expr::Local(object), ty.result.clone()),
            (None, None) => Rvalue::void(),
        })
    }

    /// How a value is handed over: a record as the address of a copy.
    fn passed(&mut self, value: &Rvalue, span: Span) -> Lowered<Expr> {
        if !value.ty.is_record() {
            return Ok(value.expr.clone());
        }
        let copy = Expr::Local(self.temporary_object(&value.ty, span)?);
        let size = self.size_expr(&value.ty, span)?;
        self.emit(
            Op::Copy {
                to: copy.clone(),
                from: value.expr.clone(),
                size,
            },
            span,
        );
        Ok(copy)
    }

    /// The further arguments of a variadic call, one after the other in an object.
    fn further_arguments(&mut self, values: &[Rvalue], expr: &ast::Expr) -> Lowered<Expr> {
        let span = expr.span;
        let mut offset = 0;
        let mut places = Vec::new();
        for value in values {
            let (size, align) = self.slot(&value.ty, span)?;
            offset = u64::next_multiple_of(offset, align);
            places.push(offset);
            offset += size;
        }
        let pointer = Type::VOID.pointer_to();
        let address = self.temporary(&pointer, span)?;
        let object = NewObject {
            size: Expr::int(self.model.pointer_width(), i128::from(offset)),
            align: 16,
            storage: Storage::Stack,
            contents: Contents::Uninitialised,
            ty: None,
            name: Some("the further arguments".into()),
        };
        self.add_object(super::jump::ScopedObject {
            address,
            object: Some(object),
            span,
        });
        for (value, place) in values.iter().zip(places) {
            let to = self.byte_offset(Expr::Local(address), place);
            self.store_known(to, &value.ty, None, value.clone(), expr)?;
        }
        Ok(Expr::Local(address))
    }

    /// The room a further argument takes, and its alignment.
    fn slot(&self, ty: &Type, span: Span) -> Lowered<(u64, u64)> {
        let word = self.model.pointer_bytes();
        let size = self.size_of(ty, span)?.next_multiple_of(word);
        let align = self.align_of(ty).clamp(word, 16);
        Ok((size, align))
    }

    /// `va_arg(list, T)`: the object at the cursor, which moves on.
    pub(super) fn va_arg(
        &mut self,
        expr: &ast::Expr,
        list: &ast::Expr,
        name: &ast::TypeName,
    ) -> Lowered<Operand> {
        let ty = self.type_name(name)?;
        let cursor = self.va_list_cursor(list)?;
        let pointer = self.load(cursor.clone(), list)?;
        let (size, align) = self.slot(&ty, expr.span)?;
        let mut address = pointer.expr;
        if align > self.model.pointer_bytes() {
            // Round up: add what is missing to the next multiple.
            let width = self.model.pointer_width();
            let number = fold::cast(CastOp::PointerToInt, Scalar::Int(width), address.clone());
            let missing = fold::binary(
                BinaryOp::And,
                fold::unary(UnaryOp::Neg, number),
                Expr::int(width, i128::from(align - 1)),
            );
            address = fold::offset(address, missing);
        }
        let void = Type::VOID.pointer_to();
        let address = self.stable(Rvalue::new(address, void.clone()), expr.span)?;
        let next = self.byte_offset(address.expr.clone(), size);
        self.store(&cursor, Rvalue::new(next, void), list)?;
        let align = self.align_of(&ty);
        Ok(Operand::Place(Lvalue::Memory(Memory::pointed(
            address.expr,
            ty,
            align,
        ))))
    }

    /// The place in a `va_list` that holds the address of the next argument.
    pub(super) fn va_list_cursor(&mut self, list: &ast::Expr) -> Lowered<Lvalue> {
        let value = self.rvalue(list)?;
        let Some(target) = value
            .ty
            .pointee()
            .cloned()
            .filter(|target| target.is_record())
        else {
            return Err(Diagnostic::error(list.span, "this is not a `va_list`"));
        };
        let align = self.align_of(&target);
        let memory = Memory::pointed(value.expr, (*target).clone(), align);
        let memory = self.member_place(memory, "next", list.span)?;
        Ok(Lvalue::Memory(memory))
    }

    /// What a function of this type takes and gives in `ir`.
    pub(super) fn signature(&self, ty: &FunctionType) -> Signature {
        let scalar = |ty: &Type| ty.scalar(self.model).unwrap_or(Scalar::Pointer);
        let result_address = ty.result.is_record().then_some(Scalar::Pointer);
        let further = ty.variadic.then_some(Scalar::Pointer);
        Signature {
            parameters: result_address
                .into_iter()
                .chain(ty.parameters.iter().map(scalar))
                .chain(further)
                .collect(),
            result: ty.result.is_scalar().then(|| scalar(&ty.result)),
            variadic: ty.variadic,
        }
    }

    /// A function that is called without having been declared: our library's, or `int f()`.
    fn implicit_function(&mut self, name: &Name, span: Span) -> (Rc<FunctionType>, ProcedureId) {
        if let Some(known) = self.library_function(name) {
            return known;
        }
        let ty = Rc::new(FunctionType {
            result: Type::INT,
            parameters: Vec::new(),
            variadic: false,
            unprototyped: true,
        });
        let procedure = self.declare_external(name.clone(), ty.clone(), span);
        (ty, procedure)
    }

    /// Allocates a local for the address of stack memory that lives as long as the function.
    pub(super) fn alloca(&mut self, size: Expr, span: Span) -> Lowered<Rvalue> {
        let pointer = Type::VOID.pointer_to();
        let dest: LocalId = self.temporary(&pointer, span)?;
        let object = NewObject {
            size,
            align: self.model.max_align(),
            storage: Storage::Stack,
            contents: Contents::Uninitialised,
            ty: None,
            name: Some("alloca".into()),
        };
        self.emit(Op::Alloc { dest, object }, span);
        Ok(Rvalue::new(Expr::Local(dest), pointer))
    }
}
