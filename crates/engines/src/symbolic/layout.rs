//! Where the values of a declared type lie.

use super::cells::extent;
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
    let leaves = leaves_at(program, ty, offset);
    let bytes = |leaf: &&Leaf| extent(leaf.scalar, program.data_model.pointer_width().bits()).0;
    let fitting = leaves.iter().find(|leaf| bytes(leaf) == size);
    fitting.or(leaves.first()).copied()
}

/// The value that lies at an offset, where that is no matter of members of a union.
pub(crate) fn only_leaf_at(program: &Program, ty: TypeId, offset: u64) -> Option<Leaf> {
    match leaves_at(program, ty, offset)[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The values that can lie at an offset: one for each member of a union that has one there.
pub(crate) fn leaves_at(program: &Program, ty: TypeId, offset: u64) -> Vec<Leaf> {
    let layout = Layout {
        types: &program.types,
        model: program.data_model,
    };
    let mut leaves = Vec::new();
    layout.collect(ty, offset, 0, &mut leaves);
    leaves
}

struct Layout<'t> {
    types: &'t TypeTable,
    model: DataModel,
}

impl Layout<'_> {
    fn collect(&self, ty: TypeId, offset: u64, start: u64, leaves: &mut Vec<Leaf>) {
        match self.types.get(ty) {
            Type::Array(element, count) => {
                let stride = self.types.size(*element, self.model).unwrap_or(0);
                let Some(index) = offset.checked_div(stride) else {
                    return;
                };
                // The last member of a struct may be an array without a length.
                if count.is_none_or(|count| count == 0 || index < count) {
                    self.collect(*element, offset % stride, start + index * stride, leaves);
                }
            }
            Type::Record(record) => {
                let fields = self.types.record(*record).fields.iter();
                for field in fields.filter(|field| field.offset <= offset) {
                    let inside = offset - field.offset;
                    self.collect(field.ty, inside, start + field.offset, leaves);
                }
            }
            _ => {
                let Some(scalar) = self.types.scalar(ty) else {
                    return;
                };
                let leaf = Leaf {
                    offset: start,
                    scalar,
                    ty,
                };
                let (bytes, _) = extent(scalar, self.model.pointer_width().bits());
                if offset < bytes && !leaves.contains(&leaf) {
                    leaves.push(leaf);
                }
            }
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
