//! The classes of the objects that an unknown caller gives.

use super::{Cell, Class, Classes, Holds, WORLD, is_of_library};
use ir::{RecordId, Type, TypeId};
use std::collections::BTreeSet;

impl<'p> Classes<'p> {
    /// The class of what an unknown caller gives for a pointer of a type.
    pub(super) fn given(&mut self, pointer: TypeId) -> Class {
        let types = &self.program.types;
        let Type::Pointer(target) = types.get(pointer) else {
            return WORLD;
        };
        match types.get(*target) {
            Type::Record(record) => self.given_record(*record),
            _ => {
                self.open_given(*target);
                WORLD
            }
        }
    }

    fn given_record(&mut self, record: RecordId) -> Class {
        if let Some(class) = self.given.get(&record) {
            return *class;
        }
        let class = self.fresh();
        self.given.insert(record, class);
        let definition = self.program.types.record(record);
        self.contents[class.0 as usize].smallest = definition.size;
        self.contents[class.0 as usize].alignment = Some(definition.align);
        self.contents[class.0 as usize].is_foreign = is_of_library(&definition.name);
        let is_union = definition
            .fields
            .iter()
            .skip(1)
            .any(|field| field.offset == 0);
        // The caller may also give globals.
        let is_global = self.program.globals.iter().any(
            |global| matches!(self.program.types.get(global.ty), Type::Record(it) if *it == record),
        );
        if is_union || is_global {
            self.open(class);
        }
        self.given_variants(class, record);
        for field in &definition.fields {
            self.given_field(class, field.offset, field.ty, field.bits.is_some());
        }
        class
    }

    /// What is given for a class may be of any class below it, and objects that the program has made.
    fn given_variants(&mut self, class: Class, record: RecordId) {
        let Some(given) = self.given_for(record) else {
            return;
        };
        for variant in &given.variants {
            if *variant != record {
                let below = self.given_record(*variant);
                self.unite(class, below);
            }
        }
        if !given.held.is_empty() {
            self.open(class);
        }
    }

    fn given_for(&self, record: RecordId) -> Option<&'p ir::Given> {
        let types = &self.program.types;
        types.given(types.find(&Type::Record(record))?)
    }

    /// The numbers that are at an offset in the objects of a class that callers give; nothing if that is not
    /// known of all of them.
    pub(in crate::shape) fn given_tags(&self, class: Class, offset: u64) -> Option<BTreeSet<u128>> {
        let mut tags = BTreeSet::new();
        let records = self.given.iter();
        for (record, _) in records.filter(|(_, it)| self.find(**it) == self.find(class)) {
            for variant in &self.given_for(*record)?.variants {
                let rules = &self.given_for(*variant)?.rules;
                let tag = rules.iter().find_map(|(at, rule)| match rule {
                    ir::Rule::Is(tag) if *at == offset => Some(u128::from(*tag)),
                    _ => None,
                });
                tags.insert(tag?);
            }
        }
        Some(tags)
    }

    /// What is left out of what callers could give, and that something is read of: no objects but of some
    /// classes, or none at all.
    pub(in crate::shape) fn left_out(&self) -> impl Iterator<Item = &'p ir::Rest> {
        let mut records: Vec<(&RecordId, &Class)> = self.given.iter().collect();
        records.sort();
        let accessed = records.into_iter().filter(|(_, class)| {
            self.followed(**class).is_none() || self.content(**class).is_accessed
        });
        let given = accessed.filter_map(|(record, _)| self.given_for(*record));
        given.map(|given| &given.rest)
    }

    fn given_field(&mut self, class: Class, offset: u64, ty: TypeId, is_bit_field: bool) {
        let types = &self.program.types;
        match (types.get(ty), types.scalar(ty)) {
            _ if is_bit_field => self.open(class),
            (Type::Pointer(_), _) => {
                let target = self.given(ty);
                let cell = Cell {
                    size: self.program.data_model.pointer_bytes(),
                    holds: Holds::Pointer(target),
                };
                let mut pending = Vec::new();
                self.add_cell(class, offset, cell, &mut pending);
                for (one, other) in pending {
                    self.unite(one, other);
                }
            }
            // A number is followed when it is accessed.
            (_, Some(_)) => {}
            _ => {
                self.open(class);
                self.open_given(ty);
            }
        }
    }

    /// Everything that can be reached from an object of a type that is not followed.
    pub(super) fn open_given(&mut self, ty: TypeId) {
        match self.program.types.get(ty) {
            Type::Pointer(target) | Type::Array(target, _) => self.open_given(*target),
            Type::Record(record) => {
                let class = self.given_record(*record);
                self.open(class);
            }
            _ => {}
        }
    }
}
