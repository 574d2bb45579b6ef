//! Walking over the expressions of operations.

use crate::expr::Expr;
use crate::op::{Check, Condition, Halt, Op, Target};
use crate::program::LocalId;

impl Op {
    /// Whether it is a call of a function that nobody has, which gets no address and whose value nobody
    /// takes: it does nothing.
    pub fn is_idle_call(&self) -> bool {
        matches!(self, Op::Havoc { dest: None, reachable, .. } if reachable.is_empty())
    }

    /// The local that takes a value.
    pub fn dest(&self) -> Option<LocalId> {
        match self {
            Op::Assign(dest, _)
            | Op::Load { dest, .. }
            | Op::Alloc { dest, .. }
            | Op::Measure { dest, .. }
            | Op::Input { dest, .. }
            | Op::InputString { dest, .. } => Some(*dest),
            Op::Call { dest, .. } | Op::Havoc { dest, .. } => *dest,
            Op::Skip
            | Op::Forget(_)
            | Op::Store { .. }
            | Op::Copy { .. }
            | Op::Fill { .. }
            | Op::Free(_)
            | Op::EndScope(_)
            | Op::Protect(_)
            | Op::Assume(_)
            | Op::Check(_)
            | Op::Output { .. }
            | Op::Return(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => None,
        }
    }

    /// Calls `visit` on each whole expression that is evaluated when the operation is executed;
    /// the values that explain a failed [`Check`] are not among them.
    pub fn for_each_expr<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        match self {
            Op::Skip
            | Op::Forget(_)
            | Op::EndScope(_)
            | Op::Protect(_)
            | Op::Return(None)
            | Op::Halt(Halt::Abort)
            | Op::Unsupported(_) => {}
            Op::Assign(_, value) | Op::Free(value) | Op::Assume(value) => visit(value),
            Op::Return(Some(value)) | Op::Halt(Halt::Exit(value)) => visit(value),
            Op::Load { place, .. } => visit(&place.address),
            Op::Store { place, value } => {
                visit(&place.address);
                visit(value);
            }
            Op::Copy {
                to: first,
                from: second,
                size: third,
            }
            | Op::Fill {
                to: first,
                byte: second,
                size: third,
            }
            | Op::Output {
                stream: first,
                from: second,
                size: third,
            } => {
                visit(first);
                visit(second);
                visit(third);
            }
            Op::Alloc { object, .. } => visit(&object.size),
            Op::Measure { address, .. } => visit(address),
            Op::Check(check) => check.for_each_expr(visit),
            Op::Input { source, .. } | Op::InputString { source, .. } => {
                source.dynamic_name.iter().for_each(&mut *visit);
                source.index.iter().for_each(visit);
            }
            Op::Call {
                target, arguments, ..
            } => {
                if let Target::Indirect(address) = target {
                    visit(address);
                }
                arguments.iter().for_each(visit);
            }
            Op::Havoc { reachable, .. } => reachable.iter().for_each(visit),
        }
    }
}

impl Check {
    fn for_each_expr<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        match &self.condition {
            Condition::Holds(value)
            | Condition::Freeable(value)
            | Condition::Callable(value, _) => visit(value),
            Condition::Access { address, size, .. } => {
                visit(address);
                visit(size);
            }
            Condition::SameObject(first, second) => {
                visit(first);
                visit(second);
            }
            Condition::Disjoint(first, second, size) => {
                visit(first);
                visit(second);
                visit(size);
            }
            Condition::Initialised(_) | Condition::NothingLeaked | Condition::EverythingFreed => {}
        }
    }
}
