//! Checks, together with the operations that they guard.

use super::Compiler;
use super::expr::small;
use super::op::is_fast;
use crate::code::{INITIALISED, Ins, Parts, Reg};
use ir::{
    AccessMode, BinaryOp, Check, Condition, Const, EdgeId, Expr, LocalId, Location, Op, Place,
    Scalar, UnaryOp,
};

impl Compiler<'_> {
    /// Compiles a check. Gives the location to go on at.
    pub(super) fn check(&mut self, id: EdgeId, check: &Check) -> Location {
        match &check.condition {
            Condition::Holds(condition) => {
                if let Some(after) = self.checked_arithmetic(id, condition) {
                    return after;
                }
                if *condition != Expr::TRUE {
                    let holds = self.jump_if(condition, 0);
                    self.operation([]);
                    self.land(holds);
                }
            }
            Condition::Initialised(local) => self.check_initialised(*local),
            Condition::Access {
                address,
                size,
                align,
                mode,
            } => {
                if let Some(after) = self.guarded_access(id, address, size, *align, *mode) {
                    return after;
                }
                self.access(address, size, *align, *mode);
            }
            Condition::Freeable(address) | Condition::Callable(address, _) => {
                self.operation([address]);
            }
            Condition::SameObject(first, second) => self.operation([first, second]),
            Condition::Disjoint(first, second, size) => self.operation([first, second, size]),
            Condition::NothingLeaked | Condition::EverythingFreed => self.operation([]),
        }
        self.procedure[id].to
    }

    fn access(&mut self, address: &Expr, size: &Expr, align: u64, mode: AccessMode) {
        let address = self.value(address);
        let align = align.trailing_zeros() as u8;
        let write = mode == AccessMode::Write;
        let small = small(size).and_then(|size| u32::try_from(size).ok());
        let ins = match small {
            Some(size) => Ins::AccessI {
                write,
                align,
                address,
                size,
            },
            None => Ins::Access {
                write,
                align,
                address,
                size: self.value(size),
            },
        };
        self.emit(ins);
    }

    /// A check that arithmetic does not overflow. It computes the result as well: into the local
    /// that takes it right after, or into a register for the expressions to come.
    fn checked_arithmetic(&mut self, id: EdgeId, condition: &Expr) -> Option<Location> {
        let (op, left, right) = overflow_check(condition)?;
        let shift = self.shift(left.scalar(self))?;
        if let Some(next) = self.only_next(id)
            && let Op::Assign(dest, Expr::Binary(computed, first, second)) =
                &self.procedure[next].op
            && (*computed, &**first, &**second) == (op, left, right)
        {
            self.enter(next);
            self.site = id;
            let dst = self.home(*dest).slot;
            self.emit_checked(op, shift, dst, left, right);
            self.set_flag(*dest);
            return Some(self.procedure[next].to);
        }
        let lasting = self.lasting();
        let dst = lasting.unwrap_or_else(|| self.temporary(Parts::One));
        self.emit_checked(op, shift, dst, left, right);
        if lasting.is_some() {
            self.known
                .push((Expr::binary(op, left.clone(), right.clone()), dst));
        }
        Some(self.procedure[id].to)
    }

    fn emit_checked(&mut self, op: BinaryOp, shift: u8, dst: Reg, left: &Expr, right: &Expr) {
        let a = self.value(left);
        let ins = match (op, small(right)) {
            (BinaryOp::Add, Some(b)) => Ins::AddCheckedI { shift, dst, a, b },
            (BinaryOp::Sub, Some(b)) => Ins::SubCheckedI { shift, dst, a, b },
            (BinaryOp::Mul, Some(b)) => Ins::MulCheckedI { shift, dst, a, b },
            (BinaryOp::Add, None) => Ins::AddChecked {
                shift,
                dst,
                a,
                b: self.value(right),
            },
            (BinaryOp::Sub, None) => Ins::SubChecked {
                shift,
                dst,
                a,
                b: self.value(right),
            },
            _ => Ins::MulChecked {
                shift,
                dst,
                a,
                b: self.value(right),
            },
        };
        self.emit(ins);
    }

    /// A check that an access is fine, and then that very access.
    fn guarded_access(
        &mut self,
        id: EdgeId,
        address: &Expr,
        size: &Expr,
        align: u64,
        mode: AccessMode,
    ) -> Option<Location> {
        let next = self.only_next(id)?;
        let place = match (&self.procedure[next].op, mode) {
            (Op::Load { place, .. }, AccessMode::Read) => place,
            (Op::Store { place, .. }, AccessMode::Write) => place,
            _ => return None,
        };
        let same = place.address == *address && self.covers(size, place) && is_fast(place);
        if !same {
            return None;
        }
        match &self.procedure[next].op {
            Op::Load { dest, .. } => Some(self.guarded_load(id, next, *dest, place, align)),
            Op::Store { value, .. } => {
                if self.maybe_uninitialised(next, value) {
                    return None;
                }
                self.enter(next);
                self.site = id;
                self.store(place, value, align);
                Some(self.procedure[next].to)
            }
            _ => None,
        }
    }

    fn guarded_load(
        &mut self,
        id: EdgeId,
        next: EdgeId,
        dest: LocalId,
        place: &Place,
        align: u64,
    ) -> Location {
        self.enter(next);
        self.site = id;
        self.load(next, dest, place, align)
    }

    fn maybe_uninitialised(&mut self, edge: EdgeId, value: &Expr) -> bool {
        let before = std::mem::replace(&mut self.at, self.procedure[edge].from);
        let flag = self.flag_of(value);
        self.at = before;
        flag != INITIALISED
    }

    /// Whether a check of that many bytes is about the whole place.
    fn covers(&self, size: &Expr, place: &Place) -> bool {
        let bytes = match place.scalar {
            Scalar::Int(width) => width.bytes(),
            Scalar::Float(kind) => kind.bytes(),
            Scalar::Pointer => self.model().pointer_bytes(),
        };
        matches!(size, Expr::Const(Const::Int(_, size)) if *size == u128::from(bytes))
    }
}

/// The operator and the operands, of a condition that it does not overflow.
fn overflow_check(condition: &Expr) -> Option<(BinaryOp, &Expr, &Expr)> {
    let Expr::Unary(UnaryOp::Not, inner) = condition else {
        return None;
    };
    let Expr::Binary(op, left, right) = &**inner else {
        return None;
    };
    let op = match op {
        BinaryOp::SAddOverflows => BinaryOp::Add,
        BinaryOp::SSubOverflows => BinaryOp::Sub,
        BinaryOp::SMulOverflows => BinaryOp::Mul,
        _ => return None,
    };
    Some((op, left, right))
}
