//! Structs, unions and enums.

use super::Lowerer;
use super::decl::has_attribute;
use super::layout::{DeclaredMember, RecordAttributes};
use super::scope::{Symbol, Tag};
use crate::ast;
use crate::error::{Diagnostic, Lowered, Severity};
use crate::types::{EnumType, Integer, Kind, Type};
use ir::Scalar;

impl Lowerer {
    pub(super) fn record_type(&mut self, record: &ast::Record) -> Lowered<Type> {
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
            let result = self
                .understood(record.attributes.iter(), record.span)
                .and_then(|()| self.define_record(id, members, &record.attributes));
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

    pub(super) fn enum_type(&mut self, definition: &ast::Enum) -> Lowered<Type> {
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
        let mut next = Some(0i128);
        for constant in constants {
            let too_large = || Diagnostic::error(constant.span, "this constant is too large");
            let value = match &constant.value {
                Some(value) => self.constant_integer(value)?,
                None => next.ok_or_else(too_large)?,
            };
            values.push((constant.name.clone(), value));
            // Inside its own list a constant already has a value.
            self.bind(
                constant.name.clone(),
                Symbol::Enumerator(value, enumerator_type(value)),
            );
            next = value.checked_add(1);
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
