//! What a state becomes where a condition holds.

use crate::evaluate::{FIRST_ADDRESS, is_near};
use crate::linear::{Constraint, Linear, Range};
use crate::memory::ObjectId;
use crate::memory::extent::Extent;
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State, full};
use crate::value::{Floats, Init, Ints, Pointers, Target, Value};
use ir::{BinaryOp, CastOp, Expr, LocalId, OperatorClass, UnaryOp, Width};
use std::rc::Rc;

/// No execution is described any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Infeasible;

pub(crate) type Refined = Result<(), Infeasible>;

impl<R: Relational> State<R> {
    /// Only executions are left in which a condition holds, or does not.
    pub(crate) fn assume(&mut self, shared: &mut Shared<'_>, expr: &Expr, holds: bool) -> Refined {
        let result = Ints::constant(Width::W1, u128::from(holds));
        self.refine(shared, expr, &Value::Int(result))?;
        match self.relations.is_bottom() {
            true => Err(Infeasible),
            false => Ok(()),
        }
    }

    /// Only executions are left in which an expression is one of these values.
    pub(crate) fn refine(&mut self, shared: &mut Shared<'_>, expr: &Expr, to: &Value) -> Refined {
        match (expr, to) {
            (Expr::Local(local), _) => self.refine_local(shared, *local, to),
            (Expr::Unary(op, operand), Value::Int(result)) => match self.value(shared, operand) {
                Value::Int(ints) => {
                    let ints = Ints::refine_unary(*op, &ints, result).ok_or(Infeasible)?;
                    self.refine(shared, operand, &Value::Int(ints))
                }
                Value::Float(floats) => {
                    self.refine_float_test(shared, *op, operand, &floats, result)
                }
                Value::Pointer(_) => Ok(()),
            },
            (Expr::Binary(op, left, right), Value::Int(result)) => match op.class() {
                OperatorClass::Arithmetic => {
                    self.refine_arithmetic(shared, *op, (left, right), result)
                }
                OperatorClass::PointerDifference | OperatorClass::FloatArithmetic => Ok(()),
                _ => match result.as_constant() {
                    Some(bit) => self.compare(shared, *op, (left, right), bit != 0),
                    None => Ok(()),
                },
            },
            (Expr::Cast(op, _, operand), Value::Int(result)) => match self.value(shared, operand) {
                Value::Int(ints)
                    if matches!(
                        op,
                        CastOp::Truncate | CastOp::ZeroExtend | CastOp::SignExtend
                    ) =>
                {
                    let ints = Ints::refine_cast(*op, &ints, result).ok_or(Infeasible)?;
                    self.refine(shared, operand, &Value::Int(ints))
                }
                _ => Ok(()),
            },
            (Expr::Offset(address, _), Value::Pointer(to)) => {
                let pointers = self.pointers(shared, address);
                if to.is_wild() {
                    return Ok(());
                }
                let is_there = |target: Target| to.targets().iter().any(|(one, _)| *one == target);
                let kept = pointers.filter(|target, at| is_there(target).then_some(*at), true);
                let kept = kept.ok_or(Infeasible)?;
                self.refine(shared, address, &Value::Pointer(kept))
            }
            (Expr::If(condition, then, otherwise), _) => {
                let is_possible = |value: Value| value.meet(to).is_some();
                let then_possible = is_possible(self.value(shared, then));
                let otherwise_possible = is_possible(self.value(shared, otherwise));
                match (then_possible, otherwise_possible) {
                    (true, true) => Ok(()),
                    (true, false) => {
                        self.assume(shared, condition, true)?;
                        self.refine(shared, then, to)
                    }
                    (false, true) => {
                        self.assume(shared, condition, false)?;
                        self.refine(shared, otherwise, to)
                    }
                    (false, false) => Err(Infeasible),
                }
            }
            _ => match self.value(shared, expr).meet(to) {
                Some(_) => Ok(()),
                None => Err(Infeasible),
            },
        }
    }

    fn refine_local(&mut self, shared: &mut Shared<'_>, local: LocalId, to: &Value) -> Refined {
        let slot = self.slot(shared, local);
        if slot.state != Init::Yes {
            return Ok(());
        }
        let value = slot.value.meet(to).ok_or(Infeasible)?;
        let is_news = value != slot.value;
        if is_news {
            let mut slot = slot;
            slot.value = value.clone();
            self.frame_mut().set(local, slot);
            self.frame_mut().refine_loaded(local, &value);
            if let Value::Int(ints) = &value {
                self.bound(shared, Quantity::Local(self.depth(), local), ints);
            }
            if let Some((object, at)) = self.frame().origin(local) {
                self.refine_cell(shared, object, at, &value)?;
            }
            self.refine_terminator(shared, local, &value)?;
        }
        match self.frame().definition(local) {
            Some(expr) => self.refine(shared, &expr, to),
            None => Ok(()),
        }
    }

    /// Tells the relations what a quantity can be.
    fn bound(&mut self, shared: &mut Shared<'_>, quantity: Quantity, ints: &Ints) {
        let var = shared.var(quantity);
        let (min, max) = ints.signed();
        let (low, high) = full(ints.width());
        let ends = [
            (min > low).then(|| Linear::var(var).plus(-min)),
            (max < high).then(|| Linear::constant(max).sub(&Linear::var(var))),
        ];
        for linear in ends.into_iter().flatten().flatten() {
            self.relations.assume(&Constraint::at_least_zero(linear));
        }
    }

    /// What lies in a single object is one of these values.
    fn refine_cell(
        &mut self,
        shared: &mut Shared<'_>,
        id: ObjectId,
        at: u64,
        to: &Value,
    ) -> Refined {
        let Some(object) = self.object(id, shared).filter(|object| object.is_single) else {
            return Ok(());
        };
        let cell = object.contents.cells().iter();
        let mut cell = cell.filter(|cell| cell.extent == Extent::single(at, cell.extent.size));
        let Some(cell) = cell.next().filter(|cell| cell.slot.state == Init::Yes) else {
            return Ok(());
        };
        let value = cell.slot.value.meet(to).ok_or(Infeasible)?;
        if value != cell.slot.value {
            let mut contents = (*object.contents).clone();
            let (size, scalar) = (cell.extent.size, cell.scalar);
            contents.write(at, size, scalar, crate::value::Slot::of(value.clone()));
            let mut object = (*object).clone();
            object.contents = Rc::new(contents);
            self.objects.set(id, Rc::new(object));
            if let Value::Int(ints) = &value {
                self.bound(shared, Quantity::Cell(id, at), ints);
            }
        }
        Ok(())
    }

    fn refine_arithmetic(
        &mut self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
        result: &Ints,
    ) -> Refined {
        // Conditions are conjunctions and disjunctions.
        if result.width() == Width::W1
            && let (Some(bit), BinaryOp::And | BinaryOp::Or) = (result.as_constant(), op)
            && (bit != 0) == (op == BinaryOp::And)
        {
            self.assume(shared, left, bit != 0)?;
            return self.assume(shared, right, bit != 0);
        }
        let (a, b) = (self.ints(shared, left), self.ints(shared, right));
        let (a, b) = Ints::refine_binary(op, &a, &b, result).ok_or(Infeasible)?;
        self.refine(shared, left, &Value::Int(a))?;
        self.refine(shared, right, &Value::Int(b))
    }

    fn refine_float_test(
        &mut self,
        shared: &mut Shared<'_>,
        op: UnaryOp,
        operand: &Expr,
        floats: &Floats,
        result: &Ints,
    ) -> Refined {
        let possible = match op {
            UnaryOp::IsNan => floats.is_nan(),
            UnaryOp::IsInfinite => floats.is_infinite(),
            UnaryOp::SignBit => floats.sign_bit(),
            _ => return Ok(()),
        };
        possible.meet(result).ok_or(Infeasible)?;
        if let (UnaryOp::IsNan, Some(0)) = (op, result.as_constant()) {
            // Only a NaN differs from itself.
            let equal = Floats::refine_compare(BinaryOp::FEq, floats, floats, true);
            let (number, _) = equal.ok_or(Infeasible)?;
            self.refine(shared, operand, &Value::Float(number))?;
        }
        Ok(())
    }

    /// A comparison holds, or does not.
    fn compare(
        &mut self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
        holds: bool,
    ) -> Refined {
        let (a, b) = (self.value(shared, left), self.value(shared, right));
        match (&a, &b) {
            (Value::Int(a), Value::Int(b)) => {
                let result = Ints::constant(Width::W1, u128::from(holds));
                let (a, b) = Ints::refine_binary(op, a, b, &result).ok_or(Infeasible)?;
                self.refine(shared, left, &Value::Int(a))?;
                self.refine(shared, right, &Value::Int(b))?;
                let is_unsigned = matches!(op, BinaryOp::ULt | BinaryOp::ULe);
                self.relate_comparison(shared, op, (left, right), holds, is_unsigned)
            }
            (Value::Float(a), Value::Float(b)) => {
                let (a, b) = Floats::refine_compare(op, a, b, holds).ok_or(Infeasible)?;
                self.refine(shared, left, &Value::Float(a))?;
                self.refine(shared, right, &Value::Float(b))
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                self.compare_addresses(shared, op, (left, right), (a, b), holds)
            }
            _ => Ok(()),
        }
    }

    /// Tells the relations of a comparison of numbers.
    fn relate_comparison(
        &mut self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
        holds: bool,
        is_unsigned: bool,
    ) -> Refined {
        let (Some(a), Some(b)) = (self.linear(shared, left), self.linear(shared, right)) else {
            return Ok(());
        };
        if is_unsigned {
            // What a signed number says is the same where both are not negative. If only the smaller
            // one is unknown, it cannot be negative: as an unsigned number that would be larger.
            let least = |linear: &Linear| self.range(shared, linear).min;
            let is_positive = |linear: &Linear| least(linear).is_some_and(|min| min >= 0);
            if !is_positive(&a) || !is_positive(&b) {
                return Ok(());
            }
        }
        let Some(difference) = a.sub(&b) else {
            return Ok(());
        };
        let constraint = match (op, holds) {
            (BinaryOp::SLt | BinaryOp::ULt, true) => difference.times(-1).and_then(|d| d.plus(-1)),
            (BinaryOp::SLe | BinaryOp::ULe, true) => difference.times(-1),
            (BinaryOp::SLt | BinaryOp::ULt, false) => Some(difference.clone()),
            (BinaryOp::SLe | BinaryOp::ULe, false) => difference.plus(-1),
            (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => {
                self.relations.assume(&Constraint::zero(difference.clone()));
                None
            }
            (BinaryOp::Eq, false) | (BinaryOp::Ne, true) => {
                let Range { min, max } = self.range(shared, &difference);
                match (min, max) {
                    (Some(0), Some(0)) => return Err(Infeasible),
                    (Some(0), _) => difference.plus(-1),
                    (_, Some(0)) => difference.times(-1).and_then(|d| d.plus(-1)),
                    _ => None,
                }
            }
            _ => return Ok(()),
        };
        if let Some(linear) = constraint {
            self.relations.assume(&Constraint::at_least_zero(linear));
        }
        if self.relations.is_bottom() || self.range(shared, &difference).is_empty() {
            return Err(Infeasible);
        }
        self.tighten(shared, left);
        self.tighten(shared, right);
        Ok(())
    }

    /// Takes over what the relations say of the locals of an expression.
    fn tighten(&mut self, shared: &mut Shared<'_>, expr: &Expr) {
        let mut locals = Vec::new();
        expr.for_each_local(&mut |local| locals.push(local));
        for local in locals {
            let slot = self.slot(shared, local);
            let var = shared.var(Quantity::Local(self.depth(), local));
            let range = self.relations.range(&Linear::var(var));
            if slot.state != Init::Yes || range.is_empty() {
                continue;
            }
            if let Value::Int(ints) = &slot.value {
                let (low, high) = full(ints.width());
                let min = range.min.map_or(low, |min| min.clamp(low, high));
                let max = range.max.map_or(high, |max| max.clamp(low, high));
                if let Some(met) = ints.meet(&Ints::from_signed(ints.width(), min, max))
                    && met != *ints
                {
                    let mut slot = slot.clone();
                    slot.value = Value::Int(met);
                    self.frame_mut().set(local, slot);
                }
            }
        }
    }

    fn compare_addresses(
        &mut self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
        (a, b): (&Pointers, &Pointers),
        holds: bool,
    ) -> Refined {
        let is_equal = match op {
            BinaryOp::Eq => holds,
            BinaryOp::Ne => !holds,
            _ => {
                if let Some((x, y)) = self.offsets_in_one(shared, a, b)
                    && is_near(&x)
                    && is_near(&y)
                {
                    let signed = match op {
                        BinaryOp::ULt => BinaryOp::SLt,
                        _ => BinaryOp::SLe,
                    };
                    self.refine_offsets(shared, signed, (left, right), (&x, &y), holds)?;
                }
                return Ok(());
            }
        };
        if self.offsets_in_one(shared, a, b).is_some() {
            let (Some((_, x)), Some((_, y))) = (a.only(), b.only()) else {
                return Ok(());
            };
            return self.refine_offsets(shared, op, (left, right), (&x, &y), holds);
        }
        let refine = |state: &mut Self,
                      shared: &mut Shared<'_>,
                      expr: &Expr,
                      this: &Pointers,
                      other: &Pointers| {
            let refined = match (is_equal, other.is_null()) {
                (true, true) => equal_to_null(this),
                (false, true) => different_from_null(this),
                (_, false) => Some(this.clone()),
            };
            let refined = Value::Pointer(refined.ok_or(Infeasible)?);
            state.refine(shared, expr, &refined)
        };
        refine(self, shared, left, a, b)?;
        refine(self, shared, right, b, a)?;
        // What differs for sure is not equal.
        let same = self.value(
            shared,
            &Expr::binary(BinaryOp::Eq, left.clone(), right.clone()),
        );
        match same.as_ints().and_then(Ints::as_constant) {
            Some(bit) if (bit != 0) != is_equal => Err(Infeasible),
            _ => Ok(()),
        }
    }

    /// A comparison of offsets into one object holds, or does not.
    fn refine_offsets(
        &mut self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
        (x, y): (&Ints, &Ints),
        holds: bool,
    ) -> Refined {
        let result = Ints::constant(Width::W1, u128::from(holds));
        let (x, y) = Ints::refine_binary(op, x, y, &result).ok_or(Infeasible)?;
        for (expr, offset) in [(left, x), (right, y)] {
            if let Expr::Local(_) = expr
                && let Some((target, _)) = self.pointers(shared, expr).only()
            {
                self.refine(shared, expr, &Value::Pointer(Pointers::to(target, offset)))?;
            }
        }
        self.relate_comparison(shared, op, (left, right), holds, false)
    }
}

/// The addresses that are null.
fn equal_to_null(pointers: &Pointers) -> Option<Pointers> {
    if pointers.is_wild() {
        return Some(pointers.clone());
    }
    pointers.filter(
        |target, at| match target {
            Target::Null | Target::Nowhere => at.meet(&Ints::constant(at.width(), 0)),
            // An address that far from its object may be any.
            Target::Object(_) => (!is_nonzero(at)).then_some(*at),
            Target::Procedure(_) => None,
        },
        false,
    )
}

/// The addresses that are not null.
fn different_from_null(pointers: &Pointers) -> Option<Pointers> {
    let zero = |at: &Ints| Ints::constant(at.width(), 0);
    let differs = Ints::constant(Width::W1, 1);
    pointers.filter(
        |target, at| match target {
            Target::Null | Target::Nowhere => {
                Ints::refine_binary(BinaryOp::Ne, at, &zero(at), &differs).map(|(at, _)| at)
            }
            _ => Some(*at),
        },
        true,
    )
}

/// Whether an address so far from the start of an object is not zero.
fn is_nonzero(offset: &Ints) -> bool {
    let (min, max) = offset.signed();
    min > -FIRST_ADDRESS && max <= full(offset.width()).1 / 2
}
