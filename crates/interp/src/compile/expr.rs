//! Expressions and conditions.

use super::Compiler;
use crate::code::{Ins, MathSite, Parts, Reg};
use crate::value::NULL;
use ir::{BinaryOp, CastOp, Const, Expr, FloatKind, MathFunction, Scalar, UnaryOp};

impl Compiler<'_> {
    /// The register that has the value.
    pub(super) fn value(&mut self, expr: &Expr) -> Reg {
        if let Expr::Local(local) = expr {
            return self.home(*local).slot;
        }
        if let Some(known) = self.known(expr) {
            return known;
        }
        let dst = self.temporary(Parts::of(expr.scalar(self)));
        self.value_to(expr, dst);
        dst
    }

    /// The register of an arithmetic expression that was computed before.
    fn known(&self, expr: &Expr) -> Option<Reg> {
        if !matches!(expr, Expr::Binary(..)) {
            return None;
        }
        let found = self.known.iter().find(|(known, _)| known == expr);
        found.map(|(_, register)| *register)
    }

    /// Computes a value into a register, which is written last.
    pub(super) fn value_to(&mut self, expr: &Expr, dst: Reg) {
        if let Some(known) = self.known(expr) {
            self.move_to(dst, known, Parts::One);
            return;
        }
        match expr {
            Expr::Const(value) => self.constant_to(*value, dst),
            Expr::Local(local) => {
                let home = self.home(*local);
                self.move_to(dst, home.slot, home.parts);
            }
            Expr::Global(id) => {
                let object = self.program.procedures.len() as u32 + id.0;
                self.emit(Ins::Object { dst, object });
            }
            Expr::Procedure(id) => {
                self.emit(Ins::Object { dst, object: id.0 });
            }
            Expr::Unary(op, operand) => self.unary_to(*op, operand, dst),
            Expr::Binary(op, left, right) => self.binary_to(*op, left, right, dst),
            Expr::Cast(op, to, operand) => self.cast_to(*op, *to, operand, dst),
            Expr::Offset(address, by) => self.offset_to(address, by, dst),
            Expr::If(condition, then, otherwise) => {
                let to_otherwise = self.jump_unless(condition, 0);
                self.value_to(then, dst);
                let to_end = self.emit(Ins::Jump { cost: 0, target: 0 });
                self.land(to_otherwise);
                self.value_to(otherwise, dst);
                self.land(to_end);
            }
            Expr::Math(function, kind, arguments) => {
                self.math_to(*function, *kind, arguments, dst);
            }
        }
    }

    pub(super) fn move_to(&mut self, dst: Reg, src: Reg, parts: Parts) {
        if dst != src {
            self.emit(match parts {
                Parts::One => Ins::Move { dst, src },
                Parts::Two => Ins::MovePair { dst, src },
            });
        }
    }

    fn constant_to(&mut self, value: Const, dst: Reg) {
        let (low, high) = match value {
            Const::Int(_, bits) | Const::Float(_, bits) => (bits as u64, (bits >> 64) as u64),
            Const::Null => (0, NULL),
        };
        self.emit(Ins::Const { dst, value: low });
        if Parts::of(value.scalar()) == Parts::Two {
            self.emit(Ins::Const {
                dst: dst + 1,
                value: high,
            });
        }
    }

    fn unary_to(&mut self, op: UnaryOp, operand: &Expr, dst: Reg) {
        let scalar = operand.scalar(self);
        let a = self.value(operand);
        self.emit(match (op, self.shift(scalar)) {
            (UnaryOp::Not, Some(shift)) => Ins::XorI {
                shift,
                dst,
                a,
                b: -1,
            },
            _ => Ins::Unary { op, scalar, dst, a },
        });
    }

    fn binary_to(&mut self, op: BinaryOp, left: &Expr, right: &Expr, dst: Reg) {
        let scalar = left.scalar(self);
        let shift = self.shift(scalar);
        let (left, right) = match op {
            BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
                if small(left).is_some() =>
            {
                (right, left)
            }
            _ => (left, right),
        };
        let a = self.value(left);
        if let (Some(shift), Some(b)) = (shift, small(right))
            && let Some(ins) = immediate(op, shift, dst, a, b)
        {
            self.emit(ins);
            return;
        }
        let b = self.value(right);
        let narrow = shift.and_then(|shift| three(op, shift, dst, a, b));
        self.emit(narrow.unwrap_or(match scalar {
            Scalar::Float(FloatKind::F64) => Ins::Float64 { op, dst, a, b },
            _ => Ins::Binary {
                op,
                scalar,
                dst,
                a,
                b,
            },
        }));
    }

    fn cast_to(&mut self, op: CastOp, to: Scalar, operand: &Expr, dst: Reg) {
        let from = operand.scalar(self);
        let one = Parts::of(from) == Parts::One && Parts::of(to) == Parts::One;
        let a = self.value(operand);
        self.emit(match (op, self.shift(from), self.shift(to)) {
            (CastOp::Truncate, _, Some(shift)) => Ins::Cut { shift, dst, a },
            (CastOp::SignExtend, Some(from), Some(to)) => Ins::SignExtend { from, to, dst, a },
            (CastOp::ZeroExtend | CastOp::Bits, ..) if one => Ins::Move { dst, src: a },
            (CastOp::PointerToInt, ..) => Ins::Move { dst, src: a },
            (CastOp::IntToPointer, ..) => Ins::Find { dst, a },
            _ => Ins::Cast {
                op,
                from,
                to,
                dst,
                a,
            },
        });
    }

    fn offset_to(&mut self, address: &Expr, by: &Expr, dst: Reg) {
        let address = self.value(address);
        if let Some(by) = small(by) {
            self.emit(Ins::OffsetI { dst, address, by });
            return;
        }
        let (index, scale) = scaled(by);
        let (index, from) = match index {
            Expr::Cast(CastOp::SignExtend, _, inner) => (&**inner, inner.scalar(self)),
            index => (index, index.scalar(self)),
        };
        if let Some(shift) = self.shift(from) {
            let index = self.value(index);
            self.emit(Ins::OffsetScaled {
                shift,
                scale,
                dst,
                address,
                index,
            });
        } else {
            let by = self.value(by);
            self.emit(Ins::Offset { dst, address, by });
        }
    }

    fn math_to(&mut self, function: MathFunction, kind: FloatKind, arguments: &[Expr], dst: Reg) {
        let arguments = arguments
            .iter()
            .map(|argument| self.value(argument))
            .collect();
        let site = self.routine.maths.len() as u32;
        self.routine.maths.push(MathSite {
            function,
            kind,
            arguments,
        });
        self.emit(Ins::Math { dst, site });
    }

    /// A jump that is taken if the condition holds; its target is to be set.
    pub(super) fn jump_if(&mut self, condition: &Expr, cost: u16) -> usize {
        self.jump(condition, cost, Sense::Holds)
    }

    /// A jump that is taken if the condition does not hold; its target is to be set.
    pub(super) fn jump_unless(&mut self, condition: &Expr, cost: u16) -> usize {
        self.jump(condition, cost, Sense::Fails)
    }

    fn jump(&mut self, condition: &Expr, cost: u16, sense: Sense) -> usize {
        match condition {
            Expr::Unary(UnaryOp::Not, inner) => return self.jump(inner, cost, sense.negate()),
            Expr::Binary(op, left, right) => {
                if let Some(shift) = self.shift(left.scalar(self))
                    && let Some(order) = Order::of(*op)
                {
                    return self.compare(order, sense, shift, left, right, cost);
                }
            }
            _ => {}
        }
        let a = self.value(condition);
        self.emit(match sense {
            Sense::Holds => Ins::IfTrue { cost, a, target: 0 },
            Sense::Fails => Ins::IfFalse { cost, a, target: 0 },
        })
    }

    fn compare(
        &mut self,
        order: Order,
        sense: Sense,
        shift: u8,
        left: &Expr,
        right: &Expr,
        cost: u16,
    ) -> usize {
        let order = match sense {
            Sense::Holds => order,
            Sense::Fails => order.negate(),
        };
        let target = 0;
        if let Some(b) = small(right) {
            let a = self.value(left);
            return self.emit(order.immediate(shift, cost, a, b));
        }
        if let Some(b) = small(left) {
            let a = self.value(right);
            return self.emit(order.mirror().immediate(shift, cost, a, b));
        }
        let (a, b) = (self.value(left), self.value(right));
        self.emit(match order {
            Order::Eq => Ins::IfEq { cost, a, b, target },
            Order::Ne => Ins::IfNe { cost, a, b, target },
            Order::ULt => Ins::IfULt { cost, a, b, target },
            Order::ULe => Ins::IfULe { cost, a, b, target },
            Order::UGt => Ins::IfULt {
                cost,
                a: b,
                b: a,
                target,
            },
            Order::UGe => Ins::IfULe {
                cost,
                a: b,
                b: a,
                target,
            },
            Order::SLt => Ins::IfSLt {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::SLe => Ins::IfSLe {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::SGt => Ins::IfSLt {
                shift,
                cost,
                a: b,
                b: a,
                target,
            },
            Order::SGe => Ins::IfSLe {
                shift,
                cost,
                a: b,
                b: a,
                target,
            },
        })
    }

    /// The bits above the width of an integer of up to 64 bits, or of an address.
    pub(super) fn shift(&self, scalar: Scalar) -> Option<u8> {
        let bits = match scalar {
            Scalar::Int(width) => width.bits(),
            Scalar::Pointer => self.model().pointer_width().bits(),
            Scalar::Float(_) => return None,
        };
        64u32.checked_sub(bits).map(|shift| shift as u8)
    }
}

/// When a jump is taken.
#[derive(Clone, Copy)]
enum Sense {
    Holds,
    Fails,
}

impl Sense {
    fn negate(self) -> Sense {
        match self {
            Sense::Holds => Sense::Fails,
            Sense::Fails => Sense::Holds,
        }
    }
}

/// A comparison.
#[derive(Clone, Copy)]
enum Order {
    Eq,
    Ne,
    ULt,
    ULe,
    UGt,
    UGe,
    SLt,
    SLe,
    SGt,
    SGe,
}

impl Order {
    fn of(op: BinaryOp) -> Option<Order> {
        Some(match op {
            BinaryOp::Eq => Order::Eq,
            BinaryOp::Ne => Order::Ne,
            BinaryOp::ULt => Order::ULt,
            BinaryOp::ULe => Order::ULe,
            BinaryOp::SLt => Order::SLt,
            BinaryOp::SLe => Order::SLe,
            _ => return None,
        })
    }

    fn negate(self) -> Order {
        match self {
            Order::Eq => Order::Ne,
            Order::Ne => Order::Eq,
            Order::ULt => Order::UGe,
            Order::ULe => Order::UGt,
            Order::UGt => Order::ULe,
            Order::UGe => Order::ULt,
            Order::SLt => Order::SGe,
            Order::SLe => Order::SGt,
            Order::SGt => Order::SLe,
            Order::SGe => Order::SLt,
        }
    }

    /// With the operands exchanged.
    fn mirror(self) -> Order {
        match self {
            Order::Eq => Order::Eq,
            Order::Ne => Order::Ne,
            Order::ULt => Order::UGt,
            Order::ULe => Order::UGe,
            Order::UGt => Order::ULt,
            Order::UGe => Order::ULe,
            Order::SLt => Order::SGt,
            Order::SLe => Order::SGe,
            Order::SGt => Order::SLt,
            Order::SGe => Order::SLe,
        }
    }

    fn immediate(self, shift: u8, cost: u16, a: Reg, b: i32) -> Ins {
        let target = 0;
        match self {
            Order::Eq => Ins::IfEqI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::Ne => Ins::IfNeI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::ULt => Ins::IfULtI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::ULe => Ins::IfULeI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::UGt => Ins::IfUGtI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::UGe => Ins::IfUGeI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::SLt => Ins::IfSLtI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::SLe => Ins::IfSLeI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::SGt => Ins::IfSGtI {
                shift,
                cost,
                a,
                b,
                target,
            },
            Order::SGe => Ins::IfSGeI {
                shift,
                cost,
                a,
                b,
                target,
            },
        }
    }
}

/// A constant that fits into an instruction: sign-extended and cut it is the constant again.
pub(super) fn small(expr: &Expr) -> Option<i32> {
    match expr {
        Expr::Const(Const::Int(width, bits)) if width.bits() <= 64 => {
            i32::try_from(width.sign_extend(*bits)).ok()
        }
        Expr::Const(Const::Null) => Some(0),
        _ => None,
    }
}

/// An index and what it is multiplied by.
fn scaled(by: &Expr) -> (&Expr, u16) {
    let factor = |expr| small(expr).and_then(|factor| u16::try_from(factor).ok());
    match by {
        Expr::Binary(BinaryOp::Mul, left, right) => match (factor(left), factor(right)) {
            (_, Some(scale)) => (left, scale),
            (Some(scale), None) => (right, scale),
            (None, None) => (by, 1),
        },
        Expr::Binary(BinaryOp::Shl, index, places) => {
            match factor(places).and_then(|places| 1u16.checked_shl(u32::from(places))) {
                Some(scale) => (index, scale),
                None => (by, 1),
            }
        }
        _ => (by, 1),
    }
}

/// The instruction with an immediate operand, where there is one.
fn immediate(op: BinaryOp, shift: u8, dst: Reg, a: Reg, b: i32) -> Option<Ins> {
    Some(match op {
        BinaryOp::Add => Ins::AddI { shift, dst, a, b },
        BinaryOp::Sub => Ins::AddI {
            shift,
            dst,
            a,
            b: b.checked_neg()?,
        },
        BinaryOp::Mul => Ins::MulI { shift, dst, a, b },
        BinaryOp::UDiv => Ins::UDivI { shift, dst, a, b },
        BinaryOp::SDiv => Ins::SDivI { shift, dst, a, b },
        BinaryOp::URem => Ins::URemI { shift, dst, a, b },
        BinaryOp::SRem => Ins::SRemI { shift, dst, a, b },
        BinaryOp::And => Ins::AndI { shift, dst, a, b },
        BinaryOp::Or => Ins::OrI { shift, dst, a, b },
        BinaryOp::Xor => Ins::XorI { shift, dst, a, b },
        BinaryOp::Shl => Ins::ShlI { shift, dst, a, b },
        BinaryOp::LShr => Ins::LShrI { shift, dst, a, b },
        BinaryOp::AShr => Ins::AShrI { shift, dst, a, b },
        _ => return None,
    })
}

/// The instruction with three registers, where there is one.
fn three(op: BinaryOp, shift: u8, dst: Reg, a: Reg, b: Reg) -> Option<Ins> {
    Some(match op {
        BinaryOp::Add => Ins::Add { shift, dst, a, b },
        BinaryOp::Sub | BinaryOp::PointerDiff => Ins::Sub { shift, dst, a, b },
        BinaryOp::Mul => Ins::Mul { shift, dst, a, b },
        BinaryOp::UDiv => Ins::UDiv { shift, dst, a, b },
        BinaryOp::SDiv => Ins::SDiv { shift, dst, a, b },
        BinaryOp::URem => Ins::URem { dst, a, b },
        BinaryOp::SRem => Ins::SRem { shift, dst, a, b },
        BinaryOp::And => Ins::And { dst, a, b },
        BinaryOp::Or => Ins::Or { dst, a, b },
        BinaryOp::Xor => Ins::Xor { dst, a, b },
        BinaryOp::Shl => Ins::Shl { shift, dst, a, b },
        BinaryOp::LShr => Ins::LShr { dst, a, b },
        BinaryOp::AShr => Ins::AShr { shift, dst, a, b },
        BinaryOp::Eq => Ins::Eq { dst, a, b },
        BinaryOp::Ne => Ins::Ne { dst, a, b },
        BinaryOp::ULt => Ins::ULt { dst, a, b },
        BinaryOp::ULe => Ins::ULe { dst, a, b },
        BinaryOp::SLt => Ins::SLt { shift, dst, a, b },
        BinaryOp::SLe => Ins::SLe { shift, dst, a, b },
        _ => return None,
    })
}
