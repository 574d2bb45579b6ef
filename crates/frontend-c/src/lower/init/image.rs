//! Initialisers of objects that exist before the program starts: their contents as data.

use super::super::layout::BitField;
use super::super::{Lowerer, Rvalue};
use super::{Braces, Cursor, Init, Leaf, LeafValue};
use crate::ast;
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Kind, Length, Type};
use ir::{CastOp, Const, Datum, DatumValue, Expr, GlobalId, Scalar, Span};
use std::collections::BTreeMap;

impl Lowerer {
    /// An initialiser of an object that exists before the program starts.
    pub(in crate::lower) fn static_initializer(
        &mut self,
        global: GlobalId,
        ty: &Type,
        initializer: Init<'_>,
    ) -> Lowered<()> {
        let silent = std::mem::replace(&mut self.function.silent, true);
        let mark = self.function.mark();
        let image = self.static_image(ty, initializer);
        self.function.roll_back(mark);
        self.function.silent = silent;
        let (data, end) = image?.into_data();
        let global = &mut self.program.globals[global.0 as usize];
        // A flexible array member may be initialised beyond the size of its struct.
        global.size = global.size.max(end);
        global.data = data;
        Ok(())
    }

    fn static_image(&mut self, ty: &Type, initializer: Init<'_>) -> Lowered<Image> {
        let mut image = Image::new(self.model.pointer_bytes());
        for leaf in self.leaves(ty, initializer)? {
            match leaf.value {
                LeafValue::String(string) => {
                    let (mut bytes, unit) = self.string_bytes(string);
                    let room = match leaf.ty.kind {
                        Kind::Array(_, Length::Unknown) => bytes.len() as u64,
                        _ => self.size_of(&leaf.ty, Span::NONE)?,
                    };
                    bytes.truncate(room.max(unit) as usize);
                    image.put_bytes(leaf.offset, &bytes);
                }
                LeafValue::Expr(expr) => self.put_constant(&mut image, &leaf, expr)?,
            }
        }
        Ok(image)
    }

    fn put_constant(
        &mut self,
        image: &mut Image,
        leaf: &Leaf<'_>,
        expr: &ast::Expr,
    ) -> Lowered<()> {
        let not_constant = || Diagnostic::error(expr.span, "this initialiser is not a constant");
        if let ast::ExprKind::CompoundLiteral(name, items) = &expr.kind
            && !leaf.ty.is_scalar()
        {
            let ty = self.type_name(name)?;
            let mut cursor = Cursor { items, next: 0 };
            let mut leaves = Vec::new();
            self.fill(&ty, leaf.offset, &mut cursor, Braces::Own, &[], &mut leaves)?;
            for leaf in leaves {
                match leaf.value {
                    LeafValue::Expr(expr) => self.put_constant(image, &leaf, expr)?,
                    LeafValue::String(string) => {
                        let (bytes, _) = self.string_bytes(string);
                        let room = self.size_of(&leaf.ty, expr.span)? as usize;
                        image.put_bytes(leaf.offset, &bytes[..bytes.len().min(room)]);
                    }
                }
            }
            return Ok(());
        }
        if let Some(part) = self.part_type(&leaf.ty) {
            let size = self.size_of(&part, expr.span)?;
            let numbers = self.complex_constant(expr, &part)?;
            let mut places = (leaf.offset..).step_by(size as usize).zip(numbers);
            return places
                .try_for_each(|(offset, number)| image.put_value(offset, size, &number))
                .ok_or_else(not_constant);
        }
        let value = self.rvalue_of_type(expr, &leaf.ty)?;
        if !leaf.ty.is_scalar() {
            return self
                .copy_constant(image, leaf, &value)
                .ok_or_else(not_constant);
        }
        if let (Some(bits), Expr::Const(Const::Int(_, value))) = (leaf.bits, &value.expr) {
            image.put_bit_field(leaf.offset, bits, *value);
            return Ok(());
        }
        let size = self.size_of(&leaf.ty, expr.span)?;
        image
            .put_value(leaf.offset, size, &value.expr)
            .ok_or_else(not_constant)
    }

    /// A record that is initialised by another constant object, as gcc allows.
    fn copy_constant(&mut self, image: &mut Image, leaf: &Leaf<'_>, value: &Rvalue) -> Option<()> {
        let (Expr::Global(from), Some(0)) = fold::split_offset(&value.expr) else {
            return None;
        };
        let size = self.size_of(&leaf.ty, Span::NONE).ok()?;
        image.clear(leaf.offset, size);
        for datum in self.program[*from].data.clone() {
            let offset = leaf.offset + datum.offset;
            match datum.value {
                DatumValue::Bytes(bytes) => image.put_bytes(offset, &bytes),
                address => image.put_address(offset, address),
            }
        }
        Some(())
    }
}

/// The contents of a global under construction.
struct Image {
    /// The size of an address.
    pointer: u64,
    bytes: BTreeMap<u64, u8>,
    addresses: BTreeMap<u64, DatumValue>,
    end: u64,
}

impl Image {
    fn new(pointer: u64) -> Image {
        Image {
            pointer,
            bytes: BTreeMap::new(),
            addresses: BTreeMap::new(),
            end: 0,
        }
    }

    fn put_bytes(&mut self, offset: u64, bytes: &[u8]) {
        let end = offset + bytes.len() as u64;
        let pointer = self.pointer;
        self.addresses
            .retain(|at, _| *at + pointer <= offset || *at >= end);
        self.bytes.extend((offset..).zip(bytes.iter().copied()));
        self.end = self.end.max(end);
    }

    /// Forgets what a range holds: what nobody writes is zero.
    fn clear(&mut self, offset: u64, size: u64) {
        let end = offset.saturating_add(size);
        let pointer = self.pointer;
        self.addresses
            .retain(|at, _| *at + pointer <= offset || *at >= end);
        self.bytes.retain(|at, _| *at < offset || *at >= end);
        self.end = self.end.max(end);
    }

    fn put_address(&mut self, offset: u64, value: DatumValue) {
        let end = offset + self.pointer;
        let covered: Vec<u64> = self.bytes.range(offset..end).map(|(at, _)| *at).collect();
        for at in covered {
            self.bytes.remove(&at);
        }
        self.addresses.insert(offset, value);
        self.end = self.end.max(end);
    }

    fn put_value(&mut self, offset: u64, size: u64, value: &Expr) -> Option<()> {
        match value {
            Expr::Const(Const::Int(_, bits) | Const::Float(_, bits)) => {
                let bytes = bits.to_le_bytes();
                self.put_bytes(offset, &bytes[..(size as usize).min(16)]);
            }
            Expr::Const(Const::Null) => self.put_bytes(offset, &vec![0; size as usize]),
            Expr::Cast(CastOp::PointerToInt, Scalar::Int(width), inner)
                if width.bytes() == size =>
            {
                return self.put_value(offset, size, inner);
            }
            Expr::Cast(CastOp::IntToPointer, _, inner) if inner.as_const().is_some() => {
                return self.put_value(offset, size, inner);
            }
            Expr::Procedure(procedure) => {
                self.put_address(offset, DatumValue::Procedure(*procedure));
            }
            other => match fold::split_offset(other) {
                (Expr::Global(global), Some(distance)) => {
                    let distance = i64::try_from(distance).ok()?;
                    self.put_address(offset, DatumValue::Global(*global, distance));
                }
                _ => return None,
            },
        }
        Some(())
    }

    fn put_bit_field(&mut self, offset: u64, bits: BitField, value: u128) {
        for bit in 0..u64::from(bits.range.width) {
            let position = u64::from(bits.range.offset) + bit;
            let byte = self.bytes.entry(offset + position / 8).or_insert(0);
            let mask = 1u8 << (position % 8);
            *byte = if value >> bit & 1 == 1 {
                *byte | mask
            } else {
                *byte & !mask
            };
        }
        self.end = self.end.max(offset + bits.unit.bytes());
    }

    /// The parts in order, and where the last one ends.
    fn into_data(self) -> (Vec<Datum>, u64) {
        let mut data: Vec<Datum> = Vec::new();
        for (offset, byte) in self.bytes {
            match data.last_mut() {
                Some(Datum {
                    offset: start,
                    value: DatumValue::Bytes(bytes),
                }) if *start + bytes.len() as u64 == offset => {
                    bytes.push(byte);
                }
                _ => data.push(Datum {
                    offset,
                    value: DatumValue::Bytes(vec![byte]),
                }),
            }
        }
        // Bytes that run across an address were already cut there; addresses go in between.
        data.extend(
            self.addresses
                .into_iter()
                .map(|(offset, value)| Datum { offset, value }),
        );
        data.sort_by_key(|datum| datum.offset);
        (data, self.end)
    }
}
