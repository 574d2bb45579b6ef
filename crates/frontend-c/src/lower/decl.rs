//! Types from specifiers and declarators; declarations.

use super::Lowerer;
use super::layout::{DeclaredMember, RecordAttributes};
use super::scope::{Symbol, Variable};
use crate::ast::{self, ArrayLength, Derivation, Parameters, TypeSpecifier};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{FunctionType, Integer, Kind, Length, Type, VariableLength};
use ir::{BinaryOp, ClaimKind, Condition, DataModel, Expr, FloatKind, LocalId, Op, Scalar, Span};
use std::rc::Rc;

impl Lowerer {
    /// The type that specifiers name.
    pub(super) fn specified_type(&mut self, specifiers: &ast::Specifiers) -> Lowered<Type> {
        let span = specifiers.span;
        let ty = self.specifier_type(&specifiers.ty, span)?;
        let ty = self.apply_mode(ty, &specifiers.attributes, span)?;
        let is_atomic =
            specifiers.qualifiers.is_atomic || matches!(specifiers.ty, TypeSpecifier::Atomic(_));
        if is_atomic && self.is_aligned_otherwise(&ty) {
            let message = "an atomic object of 64 bits on a machine of 32";
            return Err(Diagnostic::unsupported(span, message));
        }
        Ok(ty.qualified(
            specifiers.qualifiers.is_const,
            specifiers.qualifiers.is_volatile,
        ))
    }

    /// The type without qualifiers and attributes.
    fn specifier_type(&mut self, specifier: &TypeSpecifier, span: Span) -> Lowered<Type> {
        Ok(match specifier {
            TypeSpecifier::Void => Type::VOID,
            TypeSpecifier::Bool => Type::BOOL,
            TypeSpecifier::Char => Type::CHAR,
            TypeSpecifier::SChar => Type::integer(Integer::SChar),
            TypeSpecifier::UChar => Type::integer(Integer::UChar),
            TypeSpecifier::Short => Type::integer(Integer::Short),
            TypeSpecifier::UShort => Type::integer(Integer::UShort),
            TypeSpecifier::Int => Type::INT,
            TypeSpecifier::UInt => Type::integer(Integer::UInt),
            TypeSpecifier::Long => Type::integer(Integer::Long),
            TypeSpecifier::ULong => Type::integer(Integer::ULong),
            TypeSpecifier::LongLong => Type::integer(Integer::LongLong),
            TypeSpecifier::ULongLong => Type::integer(Integer::ULongLong),
            TypeSpecifier::Int128 => Type::integer(Integer::Int128),
            TypeSpecifier::UInt128 => Type::integer(Integer::UInt128),
            TypeSpecifier::Float => Type::plain(Kind::Float(FloatKind::F32)),
            TypeSpecifier::Double => Type::DOUBLE,
            TypeSpecifier::LongDouble => Type::plain(Kind::Float(FloatKind::F80)),
            TypeSpecifier::Float128 => Type::plain(Kind::Float(FloatKind::F128)),
            TypeSpecifier::Float16 => Type::plain(Kind::Float(FloatKind::F16)),
            TypeSpecifier::Complex(part) => {
                let part = self.specifier_type(part, span)?;
                self.complex_type(&part)
            }
            TypeSpecifier::VaList => self.va_list_type(),
            TypeSpecifier::Typedef(name) => match self.lookup(name) {
                Some(Symbol::Typedef(ty)) => ty,
                Some(Symbol::Unsupported(what)) => {
                    return Err(Diagnostic::unsupported(span, &*what));
                }
                _ => {
                    return Err(Diagnostic::error(
                        span,
                        format!("there is no type `{name}`"),
                    ));
                }
            },
            TypeSpecifier::Record(record) => self.record_type(record)?,
            TypeSpecifier::Enum(definition) => self.enum_type(definition)?,
            TypeSpecifier::TypeofExpr(expr) => self.type_of(expr)?,
            TypeSpecifier::TypeofType(name) | TypeSpecifier::Atomic(name) => {
                self.type_name(name)?
            }
            TypeSpecifier::AutoType => {
                return Err(Diagnostic::error(
                    span,
                    "`__auto_type` needs an initialiser",
                ));
            }
        })
    }

    /// Whether an atomic object of the type has another alignment than an ordinary one.
    fn is_aligned_otherwise(&self, ty: &Type) -> bool {
        ty.is_scalar() && self.align_of(ty) < 8 && self.size_of(ty, Span::NONE).ok() == Some(8)
    }

    /// `__attribute__((mode(DI)))` changes the width of an integer type.
    fn apply_mode(&mut self, ty: Type, attributes: &[ast::Attribute], span: Span) -> Lowered<Type> {
        for attribute in attributes {
            match &*attribute.name {
                "mode" => {
                    let mode = attribute.arguments.first().map(|argument| &argument.kind);
                    if let Some(ast::ExprKind::Name(mode)) = mode {
                        let model = self.model;
                        return machine_mode(&ty, mode.trim_matches('_'), model).ok_or_else(|| {
                            Diagnostic::unsupported(span, format!("machine mode `{mode}`"))
                        });
                    }
                }
                "vector_size" => return Err(Diagnostic::unsupported(span, "vector types")),
                _ => {}
            }
        }
        Ok(ty)
    }

    /// `va_list`: one record that holds the address of the next argument, in an array as on
    /// x86-64, so that it is passed by reference.
    pub(super) fn va_list_type(&mut self) -> Type {
        if let Some(ty) = &self.va_list {
            return ty.clone();
        }
        let record = self.new_record(ast::RecordKind::Struct, "va_list".to_string());
        let next = DeclaredMember {
            name: Some("next".into()),
            ty: Type::VOID.pointer_to(),
            width: None,
            packed: false,
            align: None,
            span: Span::NONE,
        };
        let mut members = vec![next];
        if self.model == DataModel::Lp64 {
            members.push(DeclaredMember {
                name: Some("reserved".into()),
                ty: Type::integer(Integer::Long).array_of(2),
                width: None,
                packed: false,
                align: None,
                span: Span::NONE,
            });
        }
        // The members have sizes, so this does not fail.
        let _ = self.complete_record(record, members, RecordAttributes::default());
        let ty = Type::plain(Kind::Record(record)).array_of(1);
        self.va_list = Some(ty.clone());
        ty
    }

    pub(super) fn specified_align(&mut self, specifiers: &ast::Specifiers) -> Lowered<Option<u64>> {
        let mut align = self.aligned_attribute(&specifiers.attributes)?;
        for operand in &specifiers.alignas {
            let value = match operand {
                ast::Alignas::Type(name) => {
                    let ty = self.type_name(name)?;
                    self.align_of(&ty)
                }
                ast::Alignas::Value(expr) => self.alignment_value(expr)?,
            };
            align = align.max(Some(value).filter(|value| *value > 0));
        }
        Ok(align)
    }

    pub(super) fn aligned_attribute(
        &mut self,
        attributes: &[ast::Attribute],
    ) -> Lowered<Option<u64>> {
        let mut align = None;
        for attribute in attributes
            .iter()
            .filter(|attribute| &*attribute.name == "aligned")
        {
            let value = match attribute.arguments.first() {
                Some(argument) => self.alignment_value(argument)?,
                None => self.model.max_align(),
            };
            align = align.max(Some(value));
        }
        Ok(align)
    }

    pub(super) fn alignment_value(&mut self, expr: &ast::Expr) -> Lowered<u64> {
        let value = self.constant_integer(expr)?;
        match u64::try_from(value) {
            Ok(0) => Ok(0),
            Ok(value) if value.is_power_of_two() && value <= 1 << 28 => Ok(value),
            _ => Err(Diagnostic::error(
                expr.span,
                "an alignment must be a power of two",
            )),
        }
    }

    /// A type name, as in a cast.
    pub(super) fn type_name(&mut self, name: &ast::TypeName) -> Lowered<Type> {
        let base = self.specified_type(&name.specifiers)?;
        self.declared_type(base, &name.declarator)
    }

    /// The type of a declarator, built from the specified type outwards.
    pub(super) fn declared_type(
        &mut self,
        base: Type,
        declarator: &ast::Declarator,
    ) -> Lowered<Type> {
        let mut ty = base;
        for derivation in declarator.derivations.iter().rev() {
            ty = self.derived_type(ty, derivation, declarator.span)?;
        }
        self.apply_mode(ty, &declarator.attributes, declarator.span)
    }

    fn derived_type(&mut self, ty: Type, derivation: &Derivation, span: Span) -> Lowered<Type> {
        match derivation {
            Derivation::Pointer(qualifiers) => Ok(ty
                .pointer_to()
                .qualified(qualifiers.is_const, qualifiers.is_volatile)),
            Derivation::Array { length, .. } => {
                if ty.is_function() {
                    return Err(Diagnostic::error(span, "an array of functions"));
                }
                let length = self.array_length(&ty, length)?;
                Ok(Type::plain(Kind::Array(Rc::new(ty), length)))
            }
            Derivation::Function(parameters) => {
                if ty.is_array() || ty.is_function() {
                    return Err(Diagnostic::error(
                        span,
                        "a function cannot return this type",
                    ));
                }
                let function = self.function_type(ty, parameters)?;
                Ok(Type::plain(Kind::Function(Rc::new(function))))
            }
        }
    }

    fn array_length(&mut self, element: &Type, length: &ArrayLength) -> Lowered<Length> {
        let ArrayLength::Expr(expr) = length else {
            return Ok(Length::Unknown);
        };
        if !element.is_variable()
            && let Some(value) = self.try_constant_integer(expr)?
        {
            return match u64::try_from(value) {
                Ok(length) => Ok(Length::Constant(length)),
                Err(_) => Err(Diagnostic::error(expr.span, "an array of negative length")),
            };
        }
        if !self.function.is_body() {
            return Err(Diagnostic::error(
                expr.span,
                "the length of an array must be constant here",
            ));
        }
        let length = self.rvalue(expr)?;
        let signed = length
            .ty
            .as_integer()
            .is_some_and(|ty| ty.sign() == ir::Sign::Signed);
        let size_t = Type::integer(Integer::size_t(self.model));
        if signed {
            let scalar = self.builder().scalar_of(&length.expr);
            if let Scalar::Int(width) = scalar {
                let positive =
                    fold::binary(BinaryOp::SLt, Expr::int(width, 0), length.expr.clone());
                let operands = vec![self.operand(expr, &length)];
                self.check(
                    Condition::Holds(positive),
                    ClaimKind::VlaBound,
                    &crate::unparse::expr(expr),
                    operands,
                    expr.span,
                );
            }
        }
        let length = self.convert(length, &size_t, expr.span)?.expr;
        let count = self.temporary(&size_t, expr.span)?;
        self.emit(Op::Assign(count, length), expr.span);
        let element_size = self.size_expr(element, expr.span)?;
        let size = fold::binary(BinaryOp::Mul, Expr::Local(count), element_size);
        let bytes = self.temporary(&size_t, expr.span)?;
        self.emit(Op::Assign(bytes, size), expr.span);
        Ok(Length::Variable(VariableLength { count, bytes }))
    }

    fn function_type(&mut self, result: Type, parameters: &Parameters) -> Lowered<FunctionType> {
        let Parameters::Prototype { list, variadic } = parameters else {
            return Ok(FunctionType {
                result: result.unqualified(),
                parameters: Vec::new(),
                variadic: false,
                unprototyped: true,
            });
        };
        // Parameters may refer to earlier ones, and may declare tags; those end here.
        self.function.blocks.push(super::scope::BlockScope {
            id: self.function.scope(),
            ..Default::default()
        });
        let mark = self.function.mark();
        let types = list
            .iter()
            .map(|parameter| {
                let ty = self.parameter_type(parameter)?;
                if let Some(name) = &parameter.declarator.name {
                    let local = self.parameter_placeholder(&ty, parameter.span)?;
                    let symbol = Symbol::Variable(ty.clone(), Variable::Local(local));
                    self.bind(name.clone(), symbol);
                }
                Ok(ty)
            })
            .collect::<Lowered<Vec<Type>>>();
        let scope = self.function.blocks.pop();
        self.function.roll_back(mark);
        if let Some(scope) = scope {
            // A struct first named in a parameter list stays usable, as old code expects.
            for (tag, meaning) in scope.tags {
                self.bind_tag(tag, meaning);
            }
        }
        Ok(FunctionType {
            result: result.unqualified(),
            parameters: types?,
            variadic: *variadic,
            unprototyped: false,
        })
    }

    fn parameter_placeholder(&mut self, ty: &Type, span: Span) -> Lowered<LocalId> {
        let scalar = ty.scalar(self.model).unwrap_or(Scalar::Pointer);
        let ty = self.ir_type(ty);
        Ok(self.builder().temporary(scalar, ty, span))
    }

    fn parameter_type(&mut self, parameter: &ast::Parameter) -> Lowered<Type> {
        let base = self.specified_type(&parameter.specifiers)?;
        let declared = self.declared_type(base, &parameter.declarator)?;
        Ok(adjusted_parameter(declared))
    }
}

pub(super) fn has_attribute(attributes: &[ast::Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| &*attribute.name == name)
}

/// Arrays and functions as parameters are pointers (6.7.6.3).
pub(super) fn adjusted_parameter(ty: Type) -> Type {
    match ty.kind {
        Kind::Array(element, _) => Type::plain(Kind::Pointer(element)),
        Kind::Function(_) => ty.pointer_to(),
        _ => ty,
    }
}

fn machine_mode(ty: &Type, mode: &str, model: DataModel) -> Option<Type> {
    let unsigned = ty
        .as_integer()
        .is_some_and(|integer| integer.sign() == ir::Sign::Unsigned);
    let integer = match mode {
        "QI" | "byte" => Integer::SChar,
        "HI" => Integer::Short,
        "SI" => Integer::Int,
        "DI" if model == DataModel::Lp64 => Integer::Long,
        "DI" => Integer::LongLong,
        "TI" => Integer::Int128,
        "word" | "pointer" => Integer::Long,
        "SF" => return Some(Type::plain(Kind::Float(FloatKind::F32))),
        "DF" => return Some(Type::DOUBLE),
        "XF" => return Some(Type::plain(Kind::Float(FloatKind::F80))),
        "TF" => return Some(Type::plain(Kind::Float(FloatKind::F128))),
        _ => return None,
    };
    Some(Type::integer(if unsigned {
        integer.to_unsigned()
    } else {
        integer
    }))
}
