//! Which objects pointers may lead to, as classes of objects that are never mixed (Steensgaard's points-to
//! analysis with fields).
//!
//! Two pointers of different classes never lead to the same object, whatever the program does: objects are put
//! in one class by how values flow, not by their declared types. Objects that are accessed in a way that this
//! does not follow (at an offset that varies, as bytes, through integers, by code that nobody has) are in one
//! class of their own, the *world*; nothing is said of what they hold.

mod given;

use super::flatten::{EntryCall, Flat};
use super::promote::Promoted;
use ir::{
    CastOp, Const, Expr, GlobalId, LocalId, Op, Place, Procedure, Program, RecordId, Scalar, Type,
    TypeId,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A class of objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Class(u32);

/// The class of what is not followed.
const WORLD: Class = Class(0);

/// A part of the objects of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// How many bytes it has.
    pub(super) size: u64,
    /// What it holds.
    pub(super) holds: Holds,
}

/// What a part of an object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    /// Null, or the address of an object of a class.
    Pointer(Class),
    /// A number.
    Data(Scalar),
}

/// A part of an object: its class, and where in the object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Field {
    pub(super) class: Class,
    pub(super) offset: u64,
}

#[derive(Clone, Debug, Default)]
struct Content {
    cells: BTreeMap<u64, Cell>,
    /// The size of the smallest object.
    smallest: Option<u64>,
    /// The least alignment of an object.
    alignment: Option<u64>,
    /// Whether anything is read of an object or put into one.
    is_accessed: bool,
    /// Whether an object may be of a class of the library.
    is_foreign: bool,
}

/// The classes of the objects of a program.
pub(super) struct Classes<'p> {
    program: &'p Program,
    parents: Vec<Class>,
    contents: Vec<Content>,
    locals: Vec<Class>,
    given: FxHashMap<RecordId, Class>,
}

impl<'p> Classes<'p> {
    /// The classes of the objects of a program that is one procedure.
    pub(super) fn of(program: &'p Program, flat: &Flat, promoted: &Promoted) -> Classes<'p> {
        let procedure = &flat.procedure;
        let mut classes = Classes {
            program,
            parents: vec![WORLD],
            contents: vec![Content::default()],
            locals: Vec::new(),
            given: FxHashMap::default(),
        };
        for _ in &procedure.locals {
            let class = classes.fresh();
            classes.locals.push(class);
        }
        for edge in &procedure.edges {
            classes.operation(procedure, &edge.op);
        }
        if let Some(call) = &flat.call {
            classes.call(procedure, call, promoted);
        }
        classes
    }

    /// What an unknown caller, and a contract, may take for objects of the caller's.
    fn call(&mut self, procedure: &Procedure, call: &EntryCall, promoted: &Promoted) {
        let declared =
            self.program[call.callee]
                .ty
                .and_then(|ty| match self.program.types.get(ty) {
                    Type::Function { result, .. } => Some(*result),
                    _ => None,
                });
        // A contract reads what is returned as it reads what is given.
        if let Some(result) = call.result
            && procedure[result].scalar == Scalar::Pointer
        {
            let given = match declared {
                Some(ty) => self.given(ty),
                None => WORLD,
            };
            self.unite(self.locals[result.0 as usize], given);
        }
        // What globals lead to may be what is given; where objects are given whole, callers are taken to give
        // none that static fields lead to, but those that are said.
        for (index, global) in self.program.globals.iter().enumerate() {
            let is_promoted = promoted.whole(GlobalId(index as u32)).is_some();
            if !is_promoted && self.program.start.is_none() {
                self.open_given(global.ty);
            }
        }
        // The caller gives more than one object where more is accessed; objects of a class below another are
        // longer.
        let given = self.given.iter().filter(|_| self.program.start.is_none());
        let given: Vec<(RecordId, Class)> = given.map(|(r, c)| (*r, *c)).collect();
        for (record, class) in given {
            let size = self.program.types.record(record).size.unwrap_or(0);
            let cells = self.content(class).cells.iter();
            if cells
                .last()
                .is_some_and(|(offset, cell)| offset + cell.size > size)
            {
                self.open(class);
            }
        }
    }

    /// The class of the objects that a local may lead to; none if that is not followed.
    pub(super) fn of_local(&self, local: LocalId) -> Option<Class> {
        self.followed(self.locals[local.0 as usize])
    }

    /// Whether all objects that a local may lead to are of classes of the program.
    pub(super) fn has_own_objects(&self, local: LocalId) -> bool {
        let class = self.of_local(local);
        class.is_some_and(|class| !self.content(class).is_foreign)
    }

    /// The field that an address leads to, if that is followed.
    pub(super) fn field(&self, address: &Expr) -> Option<(LocalId, Field)> {
        let (local, offset) = split(address)?;
        let class = self.of_local(local)?;
        let offset = u64::try_from(offset).ok()?;
        Some((local, Field { class, offset }))
    }

    /// What a field holds, if it is accessed at all.
    pub(super) fn holds(&self, field: Field) -> Option<Holds> {
        let cell = self.content(field.class).cells.get(&field.offset)?;
        Some(match cell.holds {
            Holds::Pointer(class) => Holds::Pointer(self.find(class)),
            data => data,
        })
    }

    /// The class of the objects that the field of an object leads to.
    pub(super) fn target(&self, field: Field) -> Option<Class> {
        match self.holds(field)? {
            Holds::Pointer(class) => self.followed(class),
            Holds::Data(_) => None,
        }
    }

    /// The fields of a class.
    pub(super) fn fields(&self, class: Class) -> impl Iterator<Item = (Field, Cell)> {
        let cells = self.content(class).cells.iter();
        cells.map(move |(offset, cell)| {
            let offset = *offset;
            (Field { class, offset }, *cell)
        })
    }

    /// The size of the smallest object of a class.
    pub(super) fn smallest(&self, class: Class) -> Option<u64> {
        self.content(class).smallest
    }

    /// The least alignment of the objects of a class.
    pub(super) fn alignment(&self, class: Class) -> u64 {
        self.content(class).alignment.unwrap_or(1)
    }

    /// The class of the objects of a record that an unknown caller gives.
    pub(super) fn of_given(&self, record: RecordId) -> Option<Class> {
        self.followed(*self.given.get(&record)?)
    }

    /// A class, unless it is the world.
    fn followed(&self, class: Class) -> Option<Class> {
        let class = self.find(class);
        (class != self.find(WORLD)).then_some(class)
    }

    fn content(&self, class: Class) -> &Content {
        &self.contents[self.find(class).0 as usize]
    }

    fn find(&self, mut class: Class) -> Class {
        while self.parents[class.0 as usize] != class {
            class = self.parents[class.0 as usize];
        }
        class
    }

    fn fresh(&mut self) -> Class {
        let class = Class(self.parents.len() as u32);
        self.parents.push(class);
        self.contents.push(Content::default());
        class
    }

    /// Makes two classes one.
    fn unite(&mut self, one: Class, other: Class) {
        let mut pending = vec![(one, other)];
        while let Some((one, other)) = pending.pop() {
            let (one, other) = (self.find(one), self.find(other));
            if one == other {
                continue;
            }
            // The world stays the world.
            let (kept, gone) = match other == self.find(WORLD) {
                true => (other, one),
                false => (one, other),
            };
            self.parents[gone.0 as usize] = kept;
            let content = std::mem::take(&mut self.contents[gone.0 as usize]);
            let known = &mut self.contents[kept.0 as usize];
            known.smallest = least(known.smallest, content.smallest);
            known.alignment = least(known.alignment, content.alignment);
            known.is_accessed |= content.is_accessed;
            known.is_foreign |= content.is_foreign;
            for (offset, cell) in content.cells {
                self.add_cell(kept, offset, cell, &mut pending);
            }
        }
    }

    /// Adds a part to the objects of a class; the classes that have to be united for that.
    fn add_cell(
        &mut self,
        class: Class,
        offset: u64,
        cell: Cell,
        pending: &mut Vec<(Class, Class)>,
    ) {
        let class = self.find(class);
        if class == self.find(WORLD) {
            if let Holds::Pointer(target) = cell.holds {
                pending.push((target, WORLD));
            }
            return;
        }
        let cells = &mut self.contents[class.0 as usize].cells;
        let overlaps = |(other, known): (&u64, &Cell)| {
            let is_same = *other == offset && known.size == cell.size;
            let is_apart = *other + known.size <= offset || offset + cell.size <= *other;
            !is_same && !is_apart
        };
        let is_mixed = cells.iter().any(overlaps);
        let known = cells.get(&offset).copied();
        match (known.map(|known| known.holds), cell.holds) {
            _ if is_mixed => {}
            (None, _) => {
                cells.insert(offset, cell);
                return;
            }
            (Some(Holds::Pointer(a)), Holds::Pointer(b)) => {
                pending.push((a, b));
                return;
            }
            (Some(Holds::Data(a)), Holds::Data(b)) if a == b => return,
            _ => {}
        }
        // It is accessed in two ways.
        if let Holds::Pointer(target) = cell.holds {
            pending.push((target, WORLD));
        }
        pending.push((class, WORLD));
    }

    fn open(&mut self, class: Class) {
        self.unite(class, WORLD);
    }

    /// A class takes what an address leads to.
    fn flow(&mut self, into: Class, value: &Expr) {
        match value {
            Expr::Const(Const::Null) => {}
            Expr::If(_, then, otherwise) => {
                self.flow(into, then);
                self.flow(into, otherwise);
            }
            _ => {
                let (class, offset) = self.address(value);
                self.unite(into, class);
                if offset != Some(0) {
                    self.open(into);
                }
            }
        }
    }

    /// The class that an address leads to, and where in its objects.
    fn address(&mut self, address: &Expr) -> (Class, Option<i128>) {
        match address {
            Expr::Local(local) => (self.locals[local.0 as usize], Some(0)),
            Expr::Offset(base, by) => {
                let (class, offset) = self.address(base);
                match (offset, by.as_const()) {
                    (Some(offset), Some(Const::Int(width, by))) => {
                        (class, Some(offset + width.sign_extend(by)))
                    }
                    _ => (class, None),
                }
            }
            Expr::If(_, then, otherwise) => {
                let ((one, at), (other, there)) = (self.address(then), self.address(otherwise));
                self.unite(one, other);
                (one, at.filter(|at| there == Some(*at)))
            }
            // Objects that are globals are not followed.
            _ => (WORLD, None),
        }
    }

    /// The class that is held at a place, whose access is followed from now on.
    fn access(&mut self, place: &Place) -> Option<Class> {
        let (class, offset) = self.address(&place.address);
        let root = self.find(class);
        self.contents[root.0 as usize].is_accessed = true;
        let size = match place.scalar {
            Scalar::Int(width) => width.bytes(),
            Scalar::Float(kind) => kind.bytes(),
            Scalar::Pointer => self.program.data_model.pointer_bytes(),
        };
        let offset = offset.and_then(|offset| u64::try_from(offset).ok());
        // Where an address is one of several, its objects are not told apart.
        let is_followed = self.followed(class).is_some() && split(&place.address).is_some();
        let Some(offset) = offset.filter(|_| is_followed && place.bits.is_none()) else {
            self.open(class);
            return (place.scalar == Scalar::Pointer).then_some(WORLD);
        };
        let target = match place.scalar {
            Scalar::Pointer => Some(self.fresh()),
            _ => None,
        };
        let holds = target.map_or(Holds::Data(place.scalar), Holds::Pointer);
        let mut pending = Vec::new();
        self.add_cell(class, offset, Cell { size, holds }, &mut pending);
        for (one, other) in pending {
            self.unite(one, other);
        }
        target
    }

    fn operation(&mut self, procedure: &Procedure, op: &Op) {
        op.for_each_expr(&mut |expr| self.escapes(expr));
        let is_pointer = |local: LocalId| procedure[local].scalar == Scalar::Pointer;
        match op {
            Op::Assign(dest, value) if is_pointer(*dest) => {
                self.flow(self.locals[dest.0 as usize], value);
            }
            Op::Load { dest, place } => {
                if let Some(target) = self.access(place) {
                    self.unite(self.locals[dest.0 as usize], target);
                }
            }
            Op::Store { place, value } => {
                if let Some(target) = self.access(place) {
                    self.flow(target, value);
                }
            }
            Op::Copy { to, from, .. } => {
                for address in [to, from] {
                    let (class, _) = self.address(address);
                    self.open(class);
                }
            }
            Op::Free(address) if split(address).is_none() => {
                let (class, _) = self.address(address);
                self.open(class);
            }
            Op::Fill { to, .. } => {
                let (class, _) = self.address(to);
                self.open(class);
            }
            Op::Alloc { dest, object } => {
                let class = self.locals[dest.0 as usize];
                // Of a program whose objects are never freed, all are of that kind.
                let is_followed =
                    object.storage != ir::Storage::Internal || self.program.start.is_some();
                let is_foreign = object.ty.is_none_or(|ty| is_foreign(self.program, ty));
                match object.size.as_const() {
                    Some(Const::Int(_, size)) if is_followed => {
                        let size = u64::try_from(size).unwrap_or(u64::MAX);
                        let class = self.find(class);
                        let content = &mut self.contents[class.0 as usize];
                        content.smallest = least(content.smallest, Some(size));
                        content.alignment = least(content.alignment, Some(object.align));
                        content.is_foreign |= is_foreign;
                    }
                    _ => self.open(class),
                }
            }
            Op::Input { dest, ty, source } if is_pointer(*dest) => {
                let class = self.locals[dest.0 as usize];
                match source.kind {
                    ir::SourceKind::Parameter => {
                        let given = self.given(*ty);
                        self.unite(class, given);
                    }
                    _ => self.open(class),
                }
            }
            // Constants are not followed.
            Op::Protect(local) => self.open(self.locals[local.0 as usize]),
            Op::InputString { dest, .. } => self.open(self.locals[dest.0 as usize]),
            Op::Havoc {
                dest, reachable, ..
            } => {
                for address in reachable {
                    let (class, _) = self.address(address);
                    self.open(class);
                }
                if let Some(dest) = dest.filter(|dest| is_pointer(*dest)) {
                    self.open(self.locals[dest.0 as usize]);
                }
            }
            _ => {}
        }
    }

    /// Addresses that become numbers may come back as any address.
    fn escapes(&mut self, expr: &Expr) {
        let mut escaped = Vec::new();
        expr.for_each(&mut |part| {
            if let Expr::Cast(CastOp::PointerToInt, _, address) = part {
                escaped.push(&**address);
            }
        });
        for address in escaped {
            let (class, _) = self.address(address);
            self.open(class);
        }
    }
}

/// Whether objects of a type may be of a class of the library.
fn is_foreign(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Record(record) => is_of_library(&program.types.record(*record).name),
        _ => true,
    }
}

/// Whether a record is one of the library's.
pub(super) fn is_of_library(name: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun.", "concrex."]
        .iter()
        .any(|package| name.starts_with(package))
}

fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// A local and how many bytes behind it an address is.
fn split(address: &Expr) -> Option<(LocalId, i128)> {
    match address {
        Expr::Local(local) => Some((*local, 0)),
        Expr::Offset(base, by) => {
            let (local, offset) = split(base)?;
            match by.as_const()? {
                Const::Int(width, by) => Some((local, offset + width.sign_extend(by))),
                _ => None,
            }
        }
        _ => None,
    }
}
