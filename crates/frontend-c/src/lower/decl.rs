//! Types from specifiers and declarators; declarations.

use super::Lowerer;
use super::layout::{DeclaredMember, RecordAttributes};
use super::scope::{Symbol, Tag, Variable};
use crate::ast::{self, ArrayLength, Derivation, Parameters, TypeSpecifier};
use crate::error::{Diagnostic, Lowered, Severity};
use crate::fold;
use crate::types::{EnumType, FunctionType, Integer, Kind, Length, Type};
use ir::{BinaryOp, ClaimKind, Condition, DataModel, Expr, FloatKind, LocalId, Op, Scalar, Span};
use std::rc::Rc;

impl Lowerer {
    /// The type that specifiers name.
    pub(super) fn specified_type(&mut self, specifiers: &ast::Specifiers) -> Lowered<Type> {
        let span = specifiers.span;
        let ty = match &specifiers.ty {
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
            TypeSpecifier::Complex(_) => {
                return Err(Diagnostic::unsupported(span, "complex numbers"));
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
        };
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

    fn record_type(&mut self, record: &ast::Record) -> Lowered<Type> {
        let keyword = match record.kind {
            ast::RecordKind::Struct => "struct",
            ast::RecordKind::Union => "union",
        };
        let known = match &record.tag {
            Some(tag) if record.members.is_some() => self.lookup_tag_here(tag),
            Some(tag) => self.lookup_tag(tag),
            None => None,
        };
        let id = match known {
            Some(Tag::Record(id)) if self.records[id.0 as usize].kind == record.kind => id,
            Some(_) => {
                let tag = record.tag.as_deref().unwrap_or_default();
                let message = format!("`{tag}` was declared as another kind of tag");
                return Err(Diagnostic::error(record.span, message));
            }
            None => {
                let name = match &record.tag {
                    Some(tag) => format!("{keyword} {tag}"),
                    None => format!("{keyword} <unnamed>"),
                };
                let id = self.new_record(record.kind, name);
                if let Some(tag) = &record.tag {
                    self.bind_tag(tag.clone(), Tag::Record(id));
                }
                id
            }
        };
        if let Some(members) = &record.members {
            if self.records[id.0 as usize].complete {
                return Err(Diagnostic::error(record.span, "this type is defined twice"));
            }
            let result = self.define_record(id, members, &record.attributes);
            if let Err(Diagnostic {
                severity: Severity::Unsupported,
                message,
                ..
            }) = &result
            {
                self.records[id.0 as usize].unsupported = Some(message.clone());
            }
            result?;
        }
        Ok(Type::plain(Kind::Record(id)))
    }

    fn define_record(
        &mut self,
        id: ir::RecordId,
        members: &[ast::Member],
        attributes: &[ast::Attribute],
    ) -> Lowered<()> {
        let declared = self.declared_members(members)?;
        let attributes = RecordAttributes {
            packed: has_attribute(attributes, "packed"),
            align: self.aligned_attribute(attributes)?,
            most_align: self.pragma_pack(attributes)?,
        };
        self.complete_record(id, declared, attributes)
    }

    fn declared_members(&mut self, members: &[ast::Member]) -> Lowered<Vec<DeclaredMember>> {
        let mut declared = Vec::new();
        for member in members {
            let ast::Member::Fields {
                specifiers,
                declarators,
            } = member
            else {
                if let ast::Member::StaticAssert(declaration) = member {
                    self.declaration(declaration)?;
                }
                continue;
            };
            let base = self.specified_type(specifiers)?;
            let specified_align = self.specified_align(specifiers)?;
            let packed = has_attribute(&specifiers.attributes, "packed");
            if declarators.is_empty() && base.is_record() {
                declared.push(DeclaredMember {
                    name: None,
                    ty: base.clone(),
                    width: None,
                    packed,
                    align: specified_align,
                    span: specifiers.span,
                });
            }
            for field in declarators {
                let (name, ty, align, field_packed) = match &field.declarator {
                    Some(declarator) => {
                        let ty = self.declared_type(base.clone(), declarator)?;
                        let align = self.aligned_attribute(&declarator.attributes)?;
                        let packed = has_attribute(&declarator.attributes, "packed");
                        (declarator.name.clone(), ty, align, packed)
                    }
                    None => (None, base.clone(), None, false),
                };
                let width = match &field.width {
                    Some(width) => Some(self.bit_field_width(width, &ty)?),
                    None => None,
                };
                declared.push(DeclaredMember {
                    name,
                    ty,
                    width,
                    packed: packed || field_packed,
                    align: align.or(specified_align),
                    span: field.span,
                });
            }
        }
        Ok(declared)
    }

    fn bit_field_width(&mut self, width: &ast::Expr, ty: &Type) -> Lowered<u64> {
        let value = self.constant_integer(width)?;
        let most = match (&ty.kind, ty.scalar(self.model)) {
            (Kind::Bool, _) => 1,
            (_, Some(Scalar::Int(width))) => i128::from(width.bits()),
            _ => {
                return Err(Diagnostic::error(
                    width.span,
                    "a bit-field needs an integer type",
                ));
            }
        };
        if value < 0 || value > most {
            let message = format!("the width of this bit-field is not between 0 and {most}");
            return Err(Diagnostic::error(width.span, message));
        }
        Ok(value as u64)
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

    /// `#pragma pack(n)`, which the parser hands on as an attribute.
    fn pragma_pack(&mut self, attributes: &[ast::Attribute]) -> Lowered<Option<u64>> {
        let attribute = attributes
            .iter()
            .find(|attribute| &*attribute.name == "pragma_pack");
        match attribute.and_then(|attribute| attribute.arguments.first()) {
            Some(argument) => self
                .alignment_value(argument)
                .map(|n| Some(n).filter(|n| *n > 0)),
            None => Ok(None),
        }
    }

    fn alignment_value(&mut self, expr: &ast::Expr) -> Lowered<u64> {
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

    fn enum_type(&mut self, definition: &ast::Enum) -> Lowered<Type> {
        let Some(constants) = &definition.constants else {
            return match definition.tag.as_ref().and_then(|tag| self.lookup_tag(tag)) {
                Some(Tag::Enum(ty)) => Ok(Type::plain(Kind::Enum(ty))),
                // Forward references to enums are a GNU extension; nothing is known of it yet.
                _ => Ok(Type::integer(Integer::UInt)),
            };
        };
        let tag = definition.tag.clone().unwrap_or_else(|| {
            self.next_tag += 1;
            format!("<unnamed {}>", self.next_tag).into()
        });
        let mut values = Vec::new();
        let mut next = 0i128;
        for constant in constants {
            if let Some(value) = &constant.value {
                next = self.constant_integer(value)?;
            }
            values.push((constant.name.clone(), next));
            // Inside its own list a constant already has a value.
            self.bind(
                constant.name.clone(),
                Symbol::Enumerator(next, enumerator_type(next)),
            );
            next += 1;
        }
        let packed = has_attribute(&definition.attributes, "packed");
        let integer = enum_integer(values.iter().map(|(_, value)| *value), packed);
        let ty = EnumType {
            tag: tag.clone(),
            integer,
        };
        if let Some(tag) = &definition.tag {
            self.bind_tag(tag.clone(), Tag::Enum(ty.clone()));
        }
        let all_int = values
            .iter()
            .all(|(_, value)| enumerator_type(*value) == Type::INT);
        for (name, value) in values {
            let own = if all_int {
                Type::INT
            } else {
                Type::integer(integer)
            };
            self.bind(name, Symbol::Enumerator(value, own));
        }
        Ok(Type::plain(Kind::Enum(ty)))
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
        let count = self.convert(length, &size_t, expr.span)?.expr;
        let element_size = self.size_expr(element, expr.span)?;
        let bytes = fold::binary(BinaryOp::Mul, count, element_size);
        let local = self.temporary(&size_t, expr.span)?;
        self.emit(Op::Assign(local, bytes), expr.span);
        Ok(Length::Variable(local))
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

fn enumerator_type(value: i128) -> Type {
    if i32::try_from(value).is_ok() {
        Type::INT
    } else if u32::try_from(value).is_ok() {
        Type::integer(Integer::UInt)
    } else if i64::try_from(value).is_ok() {
        Type::integer(Integer::LongLong)
    } else {
        Type::integer(Integer::ULongLong)
    }
}

/// gcc takes `unsigned int` when no constant is negative, wider types when they are needed, and
/// the smallest type when the enum is packed.
fn enum_integer(values: impl Iterator<Item = i128> + Clone, packed: bool) -> Integer {
    let lowest = values.clone().min().unwrap_or(0).min(0);
    let highest = values.max().unwrap_or(0);
    let fits = |low: i128, high: i128| lowest >= low && highest <= high;
    if packed {
        let small = [
            (0, 0xff, Integer::UChar),
            (-0x80, 0x7f, Integer::SChar),
            (0, 0xffff, Integer::UShort),
            (-0x8000, 0x7fff, Integer::Short),
        ];
        if let Some((.., integer)) = small.into_iter().find(|(low, high, _)| fits(*low, *high)) {
            return integer;
        }
    }
    if fits(0, i128::from(u32::MAX)) {
        Integer::UInt
    } else if fits(i128::from(i32::MIN), i128::from(i32::MAX)) {
        Integer::Int
    } else if fits(i128::from(i64::MIN), i128::from(i64::MAX)) {
        Integer::LongLong
    } else {
        Integer::ULongLong
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
