//! Objects that are there before the program starts: string literals and class objects.

use super::Lowering;
use super::types::{ARRAY_SIZE, ELEMENTS_OFFSET};
use crate::descriptor::JavaType;
use crate::world::{CLASS_OFFSET, ClassId, LENGTH_OFFSET};
use ir::{Datum, DatumValue, Global, GlobalId, GlobalOrigin, Mutability, Span};

/// Bytes and addresses at offsets.
#[derive(Default)]
pub(super) struct Layout {
    data: Vec<Datum>,
}

impl Layout {
    pub(super) fn bytes(&mut self, offset: u64, bytes: &[u8]) {
        self.data.push(Datum {
            offset,
            value: DatumValue::Bytes(bytes.to_vec()),
        });
    }

    pub(super) fn int(&mut self, offset: u64, value: u32) {
        self.bytes(offset, &value.to_le_bytes());
    }

    pub(super) fn address(&mut self, offset: u64, global: GlobalId) {
        self.data.push(Datum {
            offset,
            value: DatumValue::Global(global, 0),
        });
    }

    pub(super) fn finish(mut self) -> Vec<Datum> {
        self.data.sort_by_key(|datum| datum.offset);
        self.data
    }
}

impl Lowering<'_, '_> {
    /// An object of its own kind that is there from the start.
    pub(super) fn static_object(
        &mut self,
        name: &str,
        ty: &JavaType,
        size: u64,
        layout: Layout,
    ) -> GlobalId {
        let reference = self.type_of(ty);
        let ty = match self.program.types.get(reference) {
            ir::Type::Pointer(target) => *target,
            _ => reference,
        };
        self.global(Global {
            name: name.into(),
            ty,
            size,
            align: 8,
            mutability: Mutability::Mutable,
            origin: GlobalOrigin::StringLiteral,
            visibility: ir::Visibility::Block,
            data: layout.finish(),
            span: Span::NONE,
        })
    }

    /// The string object of a literal: the same one for the same text.
    pub(super) fn string(&mut self, text: &str) -> GlobalId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string_of(&units)
    }

    /// The string object of UTF-16 code units.
    pub(super) fn string_of(&mut self, units: &[u16]) -> GlobalId {
        if let Some(id) = self.strings.get(units) {
            return *id;
        }
        let is_latin = units.iter().all(|unit| *unit < 256);
        let bytes: Vec<u8> = match is_latin {
            true => units.iter().map(|unit| *unit as u8).collect(),
            false => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        };
        let value = self.byte_array(&bytes);
        let mut layout = Layout::default();
        let name = "java/lang/String";
        let mut size = ARRAY_SIZE;
        if let Some(class) = self.world.find(name) {
            layout.int(CLASS_OFFSET, self.tags.number(class));
            if let Some(offset) = self.offset_of(class, "value") {
                layout.address(offset, value);
            }
            if let Some(offset) = self.offset_of(class, "coder") {
                layout.bytes(offset, &[u8::from(!is_latin)]);
            }
            size = self.world.class(class).end.next_multiple_of(8);
        }
        let shown = String::from_utf16_lossy(units);
        let id = self.static_object(
            &format!("\"{shown}\""),
            &JavaType::class(name),
            size,
            layout,
        );
        self.strings.insert(units.into(), id);
        id
    }

    fn byte_array(&mut self, bytes: &[u8]) -> GlobalId {
        let mut elements = Layout::default();
        if !bytes.is_empty() {
            elements.bytes(0, bytes);
        }
        let elements =
            self.static_object("elements", &JavaType::Byte, bytes.len() as u64, elements);
        self.array_of("[B", bytes.len(), elements)
    }

    /// The only object of a class that has no fields.
    pub(super) fn lone_object(&mut self, class: ClassId) -> GlobalId {
        if let Some(id) = self.lone_objects.get(&class) {
            return *id;
        }
        let mut layout = Layout::default();
        layout.int(CLASS_OFFSET, self.tags.number(class));
        let found = self.world.class(class);
        let (name, size) = (found.name.clone(), found.end.next_multiple_of(8));
        let shown = found.display_name();
        let id = self.static_object(&shown, &JavaType::Reference(name), size, layout);
        self.lone_objects.insert(class, id);
        id
    }

    /// An array that is there from the start.
    pub(super) fn array_of(&mut self, class: &str, length: usize, elements: GlobalId) -> GlobalId {
        let mut layout = Layout::default();
        if let Some(id) = self.world.find(class) {
            layout.int(CLASS_OFFSET, self.tags.number(id));
        }
        layout.int(LENGTH_OFFSET, length as u32);
        layout.address(ELEMENTS_OFFSET, elements);
        self.static_object("array", &JavaType::class(class), ARRAY_SIZE, layout)
    }

    /// Where a field lies in objects of a class.
    pub(super) fn offset_of(&self, class: ClassId, field: &str) -> Option<u64> {
        let field = self.world.resolve_field(class, field)?;
        Some(self.world.field(field).offset)
    }
}
