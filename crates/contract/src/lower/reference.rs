//! Single references: addresses, of which null is the empty set.

use ir::{BinaryOp, Expr, FieldRef, GlobalId, Location, Op, Program, Sign, Type, TypeId};

use super::number::Number;
use super::writer::{Lowered, Purpose, Read, Writer, equal, moved};
use crate::typed::{self, Comparison, Holds, Root};

const SET: &str = "it speaks of sets";

impl<'a> Writer<'a> {
    /// The address that a reference is; null if it does not exist.
    pub(super) fn reference(&mut self, expr: &'a typed::Expr) -> Lowered<Expr> {
        match expr {
            typed::Expr::Null => Ok(Expr::NULL),
            typed::Expr::Variable(slot) => self.variable(*slot, |writer, it| writer.reference(it)),
            typed::Expr::Root(Root::Parameter(local), Holds::Reference) => {
                let argument = self.arguments.get(local.0 as usize);
                argument.cloned().ok_or("there are too few arguments")
            }
            typed::Expr::Root(Root::Global(global, _), Holds::Reference) => self.global(*global),
            typed::Expr::Field {
                base,
                paths,
                holds: Holds::Reference,
                ..
            } => {
                let [path] = &paths[..] else {
                    return Err(SET);
                };
                let (offset, field) = Field::of(self.program, path)?;
                let base = self.reference(base)?;
                self.part(base, offset, field.ty, Some(field.name))
            }
            typed::Expr::Element {
                array,
                index,
                element,
                holds: Holds::Reference,
                ..
            } => {
                let (gone, done) = (self.location(), self.location());
                let dest = self.pointer();
                let address = self.element(array, index, *element, gone)?;
                match self.is_part(*element) {
                    true => self.push(Op::Assign(dest, address)),
                    false => {
                        let read = self.read(*element)?;
                        self.load_into(dest, address, &read)?;
                    }
                }
                self.go(done);
                self.at(gone);
                self.push_to(Op::Assign(dest, Expr::NULL), done);
                self.at(done);
                Ok(Expr::Local(dest))
            }
            _ => Err(SET),
        }
    }

    fn global(&mut self, id: GlobalId) -> Lowered<Expr> {
        let ty = self.program[id].ty;
        if self.is_part(ty) {
            return Ok(Expr::Global(id));
        }
        let read = self.read(ty)?;
        Ok(Expr::Local(self.load(Expr::Global(id), &read)?))
    }

    /// A part of an object: its address, or what is in it; null of null.
    fn part(
        &mut self,
        base: Expr,
        offset: u64,
        ty: TypeId,
        field: Option<FieldRef>,
    ) -> Lowered<Expr> {
        let dest = self.pointer();
        let done = self.location();
        let (gone, there) = (self.location(), self.location());
        self.branch(is_null(&base), gone, there);
        self.at(gone);
        self.push_to(Op::Assign(dest, Expr::NULL), done);
        self.at(there);
        let address = moved(self.program, base, offset);
        match self.is_part(ty) {
            true => self.push(Op::Assign(dest, address)),
            false => {
                let read = Read {
                    field,
                    ..self.read(ty)?
                };
                self.load_into(dest, address, &read)?;
            }
        }
        self.go(done);
        self.at(done);
        Ok(Expr::Local(dest))
    }

    /// The address of an element, where it exists; leads to `no` otherwise. In C it exists as far as
    /// there is memory, which the access claims.
    pub(super) fn element(
        &mut self,
        array: &'a typed::Expr,
        index: &'a typed::Expr,
        element: TypeId,
        no: Location,
    ) -> Lowered<Expr> {
        if self.purpose == Purpose::Given {
            return Err("there may be no such element");
        }
        let size = self.size(element)?;
        let base = self.reference(array)?;
        self.need(is_null(&base).negate(), no)?;
        let index = self.number(index, no)?;
        self.need(Number::constant(0).compare(Comparison::AtMost, &index)?, no)?;
        let end = match self.program.start {
            Some(_) => self.java_length(array, no)?,
            // Further away there is nothing, and the offset is a number that is not cut.
            None => Number::constant((1 << 40) / i128::from(size)),
        };
        self.need(index.compare(Comparison::Less, &end)?, no)?;
        let word = self.program.data_model.pointer_width();
        let index = index.cut(word);
        let size = Expr::int(word, size.into());
        let offset = Expr::binary(BinaryOp::Mul, index, size);
        Ok(Expr::Offset(Box::new(base), Box::new(offset)))
    }

    /// The length of an array of Java, whose elements are in a field of it.
    fn java_length(&mut self, elements: &'a typed::Expr, no: Location) -> Lowered<Number> {
        let typed::Expr::Field { base, paths, .. } = elements else {
            return Err("its array is not known");
        };
        let elements = paths.first().and_then(|path| path.first());
        let elements = elements.ok_or("its array is not known")?;
        let parts = self.program.types.array(elements.record);
        let parts = parts.ok_or("its array is not known")?;
        let base = self.reference(base)?;
        self.number_at(base, &[parts.length], Sign::Signed, no)
    }

    /// Whether a value of a type is a part of its object, referred to by its address.
    pub(super) fn is_part(&self, ty: TypeId) -> bool {
        matches!(
            self.program.types.get(ty),
            Type::Record(_) | Type::Array(..)
        )
    }

    pub(super) fn read(&self, ty: TypeId) -> Lowered<Read> {
        let scalar = self.program.types.scalar(ty);
        Ok(Read {
            scalar: scalar.ok_or("it reads something that is no number and no reference")?,
            ty,
            size: self.size(ty)?,
            field: None,
        })
    }

    pub(super) fn size(&self, ty: TypeId) -> Lowered<u64> {
        let size = self.program.types.size(ty, self.program.data_model);
        size.filter(|size| *size > 0)
            .ok_or("the size of an element is not known")
    }
}

/// Whether an address is null; that of a variable never is.
pub(super) fn is_null(base: &Expr) -> Expr {
    match base {
        Expr::Global(_) => Expr::FALSE,
        Expr::Const(ir::Const::Null) => Expr::TRUE,
        base => equal(base.clone(), Expr::NULL),
    }
}

/// A declared field.
pub(super) struct Field {
    pub(super) name: FieldRef,
    pub(super) ty: TypeId,
}

impl Field {
    /// The last field of a path, and how far it is from the start of the first record.
    pub(super) fn of(program: &Program, path: &[FieldRef]) -> Lowered<(u64, Field)> {
        let declared = |step: &FieldRef| {
            let record = program.types.record(step.record);
            record.fields.get(step.index as usize)
        };
        let mut offset = 0;
        for step in path {
            offset += declared(step).ok_or("a field is not known")?.offset;
        }
        let name = *path.last().ok_or("a field is not known")?;
        let last = declared(&name).ok_or("a field is not known")?;
        match last.bits {
            Some(_) => Err("it reads a bit-field"),
            None => Ok((offset, Field { name, ty: last.ty })),
        }
    }
}
