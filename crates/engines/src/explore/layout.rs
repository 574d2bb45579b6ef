//! Where the values of a declared type lie.

use ir::{DataModel, Program, Scalar, Type, TypeId, TypeTable};

/// In the place of the type of what has no declared type.
pub(crate) const UNTYPED: TypeId = TypeId(u32::MAX);

/// A value inside of an object of a declared type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    /// Where it starts.
    pub(crate) offset: u64,
    /// What it is.
    pub(crate) scalar: Scalar,
    /// Its declared type.
    pub(crate) ty: TypeId,
}

/// The value that a read of `size` bytes at an offset is about: of the members of a union, the
/// first that has this size.
pub(crate) fn leaf_at(program: &Program, ty: TypeId, offset: u64, size: u64) -> Option<Leaf> {
    Layout {
        types: &program.types,
        model: program.data_model,
    }
    .leaf(ty, offset, size, 0)
}

struct Layout<'t> {
    types: &'t TypeTable,
    model: DataModel,
}

impl Layout<'_> {
    fn leaf(&self, ty: TypeId, offset: u64, size: u64, start: u64) -> Option<Leaf> {
        match self.types.get(ty) {
            Type::Array(element, _) => {
                let stride = self.types.size(*element, self.model).filter(|s| *s > 0)?;
                let index = offset / stride;
                let inside = offset % stride;
                self.leaf(*element, inside, size, start + index * stride)
            }
            Type::Record(record) => {
                let fields = &self.types.record(*record).fields;
                let found = fields.iter().filter(|field| field.offset <= offset);
                let leaves: Vec<Leaf> = found
                    .filter_map(|field| {
                        let inside = offset - field.offset;
                        self.leaf(field.ty, inside, size, start + field.offset)
                    })
                    .collect();
                let fitting = leaves.iter().find(|leaf| self.bytes(leaf.scalar) == size);
                fitting.or(leaves.first()).copied()
            }
            _ => {
                let scalar = self.types.scalar(ty)?;
                (offset < self.bytes(scalar)).then_some(Leaf {
                    offset: start,
                    scalar,
                    ty,
                })
            }
        }
    }

    fn bytes(&self, scalar: Scalar) -> u64 {
        match scalar {
            Scalar::Int(width) => width.bytes(),
            Scalar::Float(kind) => kind.bytes(),
            Scalar::Pointer => self.model.pointer_bytes(),
        }
    }
}

/// What a pointer of a declared type points to.
pub(crate) fn target(program: &Program, ty: TypeId) -> Option<TypeId> {
    if ty == UNTYPED {
        return None;
    }
    match program.types.get(ty) {
        Type::Pointer(target) => Some(*target),
        _ => None,
    }
}
