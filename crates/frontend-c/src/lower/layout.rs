//! Sizes, alignments, and where members are: the System V ABIs, with gcc's `packed` and
//! `aligned`.

use super::Lowerer;
use crate::ast::{Name, RecordKind};
use crate::error::{Diagnostic, Lowered};
use crate::types::{Kind, Length, Type};
use ir::{BinaryOp, BitRange, DataModel, Expr, Field, RecordId, Span, Width};

/// What C knows of a record beyond [`ir::Record`].
#[derive(Debug)]
pub(super) struct RecordInfo {
    pub kind: RecordKind,
    pub members: Vec<Member>,
    pub complete: bool,
    /// Why its members could not be represented.
    pub unsupported: Option<String>,
}

/// A member with its place.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// `None` for an anonymous struct or union; unnamed bit-fields are not members.
    pub name: Option<Name>,
    pub ty: Type,
    /// In bytes; of a bit-field, of the bytes that hold it.
    pub offset: u64,
    pub align: u64,
    pub bits: Option<BitField>,
}

/// The bytes that hold a bit-field, and which of their bits it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct BitField {
    pub unit: Width,
    pub range: BitRange,
}

/// A member as it is declared.
pub(super) struct DeclaredMember {
    pub name: Option<Name>,
    pub ty: Type,
    pub width: Option<u64>,
    /// `__attribute__((packed))` of the member.
    pub packed: bool,
    /// `_Alignas` or `__attribute__((aligned))`.
    pub align: Option<u64>,
    pub span: Span,
}

/// What the attributes of a record ask for.
#[derive(Clone, Copy, Default)]
pub(super) struct RecordAttributes {
    pub packed: bool,
    pub align: Option<u64>,
    /// `#pragma pack(n)`: no member is aligned to more.
    pub most_align: Option<u64>,
}

impl Lowerer {
    /// The size of an object of this type, if it is known when the program is read.
    pub(super) fn size_of(&self, ty: &Type, span: Span) -> Lowered<u64> {
        let incomplete = |what: &str| Diagnostic::error(span, format!("{what} has no size"));
        Ok(match &ty.kind {
            // gcc gives `void` and functions the size 1, and programs rely on it.
            Kind::Void | Kind::Function(_) => 1,
            Kind::Float(ir::FloatKind::F80) => self.model.long_double_layout().0,
            Kind::Float(kind) => kind.bytes(),
            Kind::Pointer(_) => self.model.pointer_bytes(),
            Kind::Array(element, Length::Constant(length)) => {
                let size = self.size_of(element, span)?.checked_mul(*length);
                size.filter(|size| *size <= self.largest_object())
                    .ok_or_else(|| Diagnostic::error(span, "the array is too large"))?
            }
            Kind::Array(_, Length::Unknown) => {
                return Err(incomplete("an array of unknown length"));
            }
            Kind::Array(_, Length::Variable(_)) => {
                let message = "a variable-length array inside of another type";
                return Err(Diagnostic::unsupported(span, message));
            }
            Kind::Record(id) => {
                if let Some(what) = &self.records[id.0 as usize].unsupported {
                    return Err(Diagnostic::unsupported(span, what.as_str()));
                }
                let record = self.program.types.record(*id);
                record.size.ok_or_else(|| {
                    incomplete(&format!("`{}`, which is never completed,", record.name))
                })?
            }
            Kind::Bool | Kind::Integer(_) | Kind::Enum(_) => match ty.scalar(self.model) {
                // A bit-field's own type has the size of the next one that holds it.
                Some(ir::Scalar::Int(width)) => width.bytes().next_power_of_two(),
                _ => 1,
            },
        })
    }

    pub(super) fn largest_object(&self) -> u64 {
        self.model.pointer_width().signed_max() as u64
    }

    /// The size as an expression: of a variable-length array, what its declaration computed.
    pub(super) fn size_expr(&mut self, ty: &Type, span: Span) -> Lowered<Expr> {
        let width = self.model.pointer_width();
        match &ty.kind {
            Kind::Array(_, Length::Variable(length)) => Ok(Expr::Local(length.bytes)),
            Kind::Array(element, Length::Constant(length)) if element.is_variable() => {
                let element = self.size_expr(&element.clone(), span)?;
                let length = Expr::int(width, i128::from(*length));
                Ok(crate::fold::binary(BinaryOp::Mul, element, length))
            }
            _ => Ok(Expr::int(width, i128::from(self.size_of(ty, span)?))),
        }
    }

    /// The alignment of a type inside an object.
    pub(super) fn align_of(&self, ty: &Type) -> u64 {
        if let Some(align) = ty.align {
            return align;
        }
        match &ty.kind {
            Kind::Void | Kind::Function(_) => 1,
            Kind::Float(ir::FloatKind::F80) => self.model.long_double_layout().1,
            Kind::Float(ir::FloatKind::F64) => self.model.eight_byte_align(),
            Kind::Float(kind) => kind.bytes(),
            Kind::Pointer(_) => self.model.pointer_bytes(),
            Kind::Array(element, _) => self.align_of(element),
            Kind::Record(record) => self.program.types.record(*record).align,
            Kind::Bool | Kind::Integer(_) | Kind::Enum(_) => match ty.scalar(self.model) {
                Some(ir::Scalar::Int(width)) => match width.bytes().next_power_of_two() {
                    8 => self.model.eight_byte_align(),
                    bytes => bytes,
                },
                _ => 1,
            },
        }
    }

    /// What `__alignof__` says: on i386, 8-byte values are better aligned than they must be.
    pub(super) fn preferred_align_of(&self, ty: &Type) -> u64 {
        if let Kind::Array(element, _) = &ty.kind {
            return self.preferred_align_of(element);
        }
        let eight_bytes = matches!(
            ty.scalar(self.model),
            Some(ir::Scalar::Int(Width::W64) | ir::Scalar::Float(ir::FloatKind::F64))
        );
        match self.model {
            DataModel::Ilp32 if eight_bytes => 8,
            _ => self.align_of(ty),
        }
    }

    pub(super) fn new_record(&mut self, kind: RecordKind, name: String) -> RecordId {
        let id = self.program.types.add_record(name);
        self.records.push(RecordInfo {
            kind,
            members: Vec::new(),
            complete: false,
            unsupported: None,
        });
        id
    }

    /// Gives a record its members.
    pub(super) fn complete_record(
        &mut self,
        id: RecordId,
        declared: Vec<DeclaredMember>,
        attributes: RecordAttributes,
    ) -> Lowered<()> {
        let span = declared.last().map_or(Span::NONE, |member| member.span);
        let kind = self.records[id.0 as usize].kind;
        let mut placer = Placer {
            kind,
            next_bit: 0,
            size_bits: 0,
            align: 1,
            members: Vec::new(),
        };
        let last = declared.len();
        for (index, member) in declared.into_iter().enumerate() {
            let flexible = matches!(member.ty.kind, Kind::Array(_, Length::Unknown));
            let size = match flexible {
                true if index + 1 == last || kind == RecordKind::Union => 0,
                _ => self.size_of(&member.ty, member.span)?,
            };
            let most = attributes.most_align.unwrap_or(u64::MAX);
            let natural = self.align_of(&member.ty);
            if member.width == Some(0) {
                placer.end_unit(natural);
                continue;
            }
            let packed = attributes.packed || member.packed;
            placer.place(member, size, natural.min(most), packed);
        }
        let align = placer.align.max(attributes.align.unwrap_or(1));
        let size = placer.size_bits.div_ceil(8).next_multiple_of(align.into());
        // Offsets are inside of the size, so that those which did not fit are not seen.
        let size = u64::try_from(size)
            .ok()
            .filter(|size| *size <= self.largest_object())
            .ok_or_else(|| Diagnostic::error(span, "the struct or union is too large"))?;
        let fields = placer
            .members
            .iter()
            .map(|member| Field {
                name: member.name.as_deref().unwrap_or_default().to_string(),
                ty: self.ir_type(&member.ty),
                offset: member.offset,
                bits: member.bits.map(|bits| bits.range),
            })
            .collect();
        let record = self.program.types.record_mut(id);
        record.size = Some(size);
        record.align = align;
        record.fields = fields;
        let info = &mut self.records[id.0 as usize];
        info.members = placer.members;
        info.complete = true;
        Ok(())
    }

    /// The way to a member through anonymous structs and unions: the indices, outermost first.
    pub(super) fn find_member(&self, record: RecordId, name: &str) -> Option<Vec<usize>> {
        let members = &self.records[record.0 as usize].members;
        if let Some(found) = members.iter().position(|m| m.name.as_deref() == Some(name)) {
            return Some(vec![found]);
        }
        members.iter().enumerate().find_map(|(index, member)| {
            match (&member.name, &member.ty.kind) {
                (None, Kind::Record(inner)) => {
                    let mut path = self.find_member(*inner, name)?;
                    path.insert(0, index);
                    Some(path)
                }
                _ => None,
            }
        })
    }

    pub(super) fn member(&self, record: RecordId, index: usize) -> &Member {
        &self.records[record.0 as usize].members[index]
    }
}

/// Places members one after the other.
struct Placer {
    kind: RecordKind,
    /// In bits, of members that together may be larger than any object.
    next_bit: u128,
    size_bits: u128,
    align: u64,
    members: Vec<Member>,
}

impl Placer {
    fn place(&mut self, member: DeclaredMember, size: u64, natural: u64, packed: bool) {
        if self.kind == RecordKind::Union {
            self.next_bit = 0;
        }
        match member.width {
            Some(width) => self.place_bits(member, width, size, natural, packed),
            None => {
                let align = if packed { 1 } else { natural }.max(member.align.unwrap_or(1));
                let offset = self.next_bit.div_ceil(8);
                let offset = offset.next_multiple_of(align.into());
                self.align = self.align.max(align);
                self.members.push(Member {
                    name: member.name,
                    ty: member.ty,
                    offset: offset as u64,
                    align,
                    bits: None,
                });
                self.next_bit = (offset + u128::from(size)) * 8;
            }
        }
        self.size_bits = self.size_bits.max(self.next_bit);
    }

    /// A bit-field of width 0: the next member begins at a boundary of its type, packed or not.
    fn end_unit(&mut self, natural: u64) {
        if self.kind == RecordKind::Struct {
            self.next_bit = self.next_bit.next_multiple_of(u128::from(natural) * 8);
            self.size_bits = self.size_bits.max(self.next_bit);
        }
    }

    /// A bit-field does not cross a boundary of its declared type, unless it is packed.
    fn place_bits(
        &mut self,
        member: DeclaredMember,
        width: u64,
        size: u64,
        natural: u64,
        packed: bool,
    ) {
        let (unit_bits, align_bits) = (u128::from(size) * 8, u128::from(natural) * 8);
        if let Some(align) = member.align {
            self.next_bit = self.next_bit.next_multiple_of(u128::from(align) * 8);
            self.align = self.align.max(align);
        }
        let crosses = self.next_bit % align_bits + u128::from(width) > unit_bits;
        if !packed && crosses {
            self.next_bit = self.next_bit.next_multiple_of(align_bits);
        }
        let first = self.next_bit;
        self.next_bit += u128::from(width);
        if member.name.is_none() {
            return;
        }
        if !packed {
            self.align = self.align.max(natural);
        }
        let within = first % 8;
        let bytes = (within + u128::from(width)).div_ceil(8);
        let Some(unit) = Width::new((bytes * 8) as u32) else {
            return;
        };
        let range = BitRange {
            offset: within as u8,
            width: width as u8,
        };
        self.members.push(Member {
            name: member.name,
            ty: member.ty,
            offset: (first / 8) as u64,
            align: 1,
            bits: Some(BitField { unit, range }),
        });
    }
}
