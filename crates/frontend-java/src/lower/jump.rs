//! Jumps, branches and returns.

use super::body::{Body, Entry, Refused, Step};
use super::monitor::Hold;
use crate::descriptor::{JavaType, Kind};
use cafebabe::bytecode::Opcode;
use ir::{BinaryOp, CastOp, Expr, Op, Scalar, UnaryOp, Width};

/// Where control goes after an instruction.
pub(super) enum Flow {
    /// To the next one.
    Next,
    /// Somewhere else, or nowhere.
    Elsewhere,
}

/// The instructions that an instruction can jump to.
pub(super) fn targets(at: usize, opcode: &Opcode<'_>) -> Vec<usize> {
    let target = |distance: &i32| (at as i64 + i64::from(*distance)) as usize;
    match opcode {
        Opcode::Goto(j)
        | Opcode::IfAcmpeq(j)
        | Opcode::IfAcmpne(j)
        | Opcode::IfIcmpeq(j)
        | Opcode::IfIcmpge(j)
        | Opcode::IfIcmpgt(j)
        | Opcode::IfIcmple(j)
        | Opcode::IfIcmplt(j)
        | Opcode::IfIcmpne(j)
        | Opcode::Ifeq(j)
        | Opcode::Ifge(j)
        | Opcode::Ifgt(j)
        | Opcode::Ifle(j)
        | Opcode::Iflt(j)
        | Opcode::Ifne(j)
        | Opcode::Ifnonnull(j)
        | Opcode::Ifnull(j) => vec![target(j)],
        Opcode::Lookupswitch(table) => {
            let jumps = table.match_offsets.iter().map(|(_, jump)| jump);
            jumps.chain([&table.default]).map(target).collect()
        }
        Opcode::Tableswitch(table) => {
            let jumps = table.jumps.iter();
            jumps.chain([&table.default]).map(target).collect()
        }
        _ => Vec::new(),
    }
}

impl Body<'_, '_, '_> {
    pub(super) fn target(&self, distance: i32) -> usize {
        (self.at as i64 + i64::from(distance)) as usize
    }

    pub(super) fn branch_zero(&mut self, op: BinaryOp, side: Side, jump: i32) -> Step<Flow> {
        let value = self.take(Kind::Int)?.expr;
        let condition = match (op, boolean_of(&value)) {
            (BinaryOp::Ne, Some(condition)) => condition,
            (BinaryOp::Eq, Some(condition)) => condition.negate(),
            _ => side.apply(op, value, Self::int(0)),
        };
        self.branch(condition, jump)
    }

    pub(super) fn branch_ints(&mut self, op: BinaryOp, side: Side, jump: i32) -> Step<Flow> {
        let (a, b) = self.operands(Kind::Int)?;
        self.branch(side.apply(op, a.expr, b.expr), jump)
    }

    pub(super) fn branch_references(&mut self, op: BinaryOp, jump: i32) -> Step<Flow> {
        let (a, b) = self.operands(Kind::Reference)?;
        let (world, observed) = (self.lowering.world, &self.lowering.observed);
        let condition = match observed.compares_boxes(world, self.method.class) {
            true => self.same(op, a, b),
            false => Expr::binary(op, a.expr, b.expr),
        };
        self.branch(condition, jump)
    }

    /// Whether two references are one, where some may be boxes of the same value.
    fn same(&mut self, op: BinaryOp, a: Entry, b: Entry) -> Expr {
        let (a, b) = (self.settle(a), self.settle(b));
        let answer = self.builder.temporary(Scalar::Int(Width::W32));
        let call = self
            .lowering
            .machine_call("same", vec![a.expr, b.expr], Some(answer));
        self.builder.push(call);
        let opposite = match op {
            BinaryOp::Eq => BinaryOp::Ne,
            _ => BinaryOp::Eq,
        };
        Expr::binary(opposite, Expr::Local(answer), Self::int(0))
    }

    pub(super) fn branch_null(&mut self, op: BinaryOp, jump: i32) -> Step<Flow> {
        let value = self.take(Kind::Reference)?;
        self.branch(Expr::binary(op, value.expr, Expr::NULL), jump)
    }

    fn branch(&mut self, condition: Expr, jump: i32) -> Step<Flow> {
        let condition = self.park_under(condition);
        let kinds: Vec<Kind> = self.stack.iter().map(|entry| entry.kind).collect();
        let target = self.target(jump);
        let (taken, passed) = self.builder.branch(condition);
        self.builder.at(taken);
        let location = self.label(target);
        self.builder.push_to(Op::Skip, location);
        self.expect(target, kinds);
        self.builder.at(passed);
        Ok(Flow::Next)
    }

    /// Parks the stack. The condition speaks of the values before that.
    fn park_under(&mut self, condition: Expr) -> Expr {
        let condition = match self.stack.is_empty() {
            true => condition,
            false => {
                let kept = self.builder.temporary(Scalar::BOOL);
                self.builder.push(Op::Assign(kept, condition));
                Expr::Local(kept)
            }
        };
        self.park();
        condition
    }

    pub(super) fn switch(&mut self, cases: Vec<(i32, usize)>, default: usize) -> Step<Flow> {
        let key = self.take(Kind::Int)?;
        let key = self.settle(key).expr;
        self.park();
        let kinds: Vec<Kind> = self.stack.iter().map(|entry| entry.kind).collect();
        let from = self.builder.here();
        let mut other = Expr::TRUE;
        for (value, target) in cases {
            let is_case = Expr::binary(BinaryOp::Eq, key.clone(), Self::int(value.into()));
            other = match other {
                Expr::TRUE => is_case.clone().negate(),
                other => Expr::binary(BinaryOp::And, other, is_case.clone().negate()),
            };
            self.builder.at(from);
            let location = self.label(target);
            self.builder.push_to(Op::Assume(is_case), location);
            self.expect(target, kinds.clone());
        }
        self.builder.at(from);
        let location = self.label(default);
        self.builder.push_to(Op::Assume(other), location);
        self.expect(default, kinds);
        Ok(Flow::Elsewhere)
    }

    pub(super) fn give_back(&mut self, kind: Option<Kind>) -> Step<Flow> {
        let value = match kind {
            Some(kind) => Some(self.take(kind)?.expr),
            None => None,
        };
        let declared = &self.lowering.world.method(self.method).ty.result;
        if declared.as_ref().map(JavaType::kind) != kind {
            return Err(Refused::invalid("a result of another type"));
        }
        self.hold_method(Hold::End);
        self.builder.push(Op::Return(value));
        Ok(Flow::Elsewhere)
    }
}

/// The order of the operands of a comparison.
pub(super) enum Side {
    Straight,
    Swapped,
}

impl Side {
    fn apply(self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        match self {
            Side::Straight => Expr::binary(op, a, b),
            Side::Swapped => Expr::binary(op, b, a),
        }
    }
}

/// The condition that an `int` was made of.
fn boolean_of(value: &Expr) -> Option<Expr> {
    match value {
        Expr::Cast(CastOp::ZeroExtend, Scalar::Int(_), inner) => match &**inner {
            Expr::Binary(op, ..) if is_condition(*op) => Some((**inner).clone()),
            Expr::Unary(UnaryOp::Not, _) | Expr::Local(_) => Some((**inner).clone()),
            _ => None,
        },
        _ => None,
    }
}

fn is_condition(op: BinaryOp) -> bool {
    use ir::OperatorClass::*;
    matches!(op.class(), Comparison | IntegerPredicate | FloatComparison)
}
