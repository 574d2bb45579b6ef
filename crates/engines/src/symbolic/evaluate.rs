//! Expressions.

use super::cells::extent;
use super::codec::base_of;
use super::context::{Context, Interrupt, Step};
use super::heap::Life;
use super::state::State;
use super::value::{Base, Num, Pointer, Value};
use interp::operators;
use ir::{BinaryOp, CastOp, Const, Expr, OperatorClass, Scalar};
use logic::{TermId, program};

impl Context<'_> {
    /// The value of an expression. A bare local without a value has none; anywhere else it is zero.
    pub(crate) fn value(&mut self, state: &mut State, expr: &Expr) -> Step<Value> {
        Ok(match expr {
            Expr::Const(Const::Int(_, bits) | Const::Float(_, bits)) => {
                Value::Bits(Num::Const(*bits))
            }
            Expr::Const(Const::Null) => Value::Pointer(Pointer::NULL),
            Expr::Local(local) => state.local(*local),
            Expr::Global(id) => {
                // Globals are the first objects of every state.
                Value::Pointer(Pointer::to(super::value::ObjectId(id.0)))
            }
            Expr::Procedure(id) => Value::Pointer(Pointer {
                base: Base::Procedure(*id),
                offset: Num::ZERO,
            }),
            Expr::Unary(op, operand) => {
                let scalar = self.scalar(state, operand);
                let value = self.number(state, operand)?;
                Value::Bits(match value {
                    Num::Const(bits) => Num::Const(operators::unary(*op, scalar, bits)),
                    Num::Term(term) => {
                        let result = program::unary(&mut self.terms, *op, scalar, term);
                        self.settled(state, result)
                    }
                })
            }
            Expr::Binary(op, left, right) => {
                let scalar = self.scalar(state, left);
                match scalar {
                    Scalar::Pointer => {
                        let left = self.pointer(state, left)?;
                        let right = self.pointer(state, right)?;
                        Value::Bits(self.compare(state, *op, left, right)?)
                    }
                    _ => {
                        let left = self.number(state, left)?;
                        let right = self.number(state, right)?;
                        Value::Bits(self.binary(state, *op, scalar, left, right))
                    }
                }
            }
            Expr::Cast(op, to, operand) => self.cast(state, *op, *to, operand)?,
            Expr::Offset(address, by) => {
                let pointer = self.pointer(state, address)?;
                let by = self.number(state, by)?;
                let offset = self.add(pointer.offset, by);
                Value::Pointer(Pointer { offset, ..pointer })
            }
            Expr::If(condition, then, otherwise) => {
                self.conditional(state, condition, then, otherwise)?
            }
            Expr::Math(function, kind, arguments) => {
                let values = arguments
                    .iter()
                    .map(|argument| self.number(state, argument))
                    .collect::<Step<Vec<Num>>>()?;
                let known: Option<Vec<u128>> = values.iter().map(|value| value.known()).collect();
                if let Some(known) = known {
                    return Ok(Value::Bits(Num::Const(operators::math(
                        *function, *kind, &known,
                    ))));
                }
                let values: Vec<TermId> = values
                    .iter()
                    .map(|value| value.term(&mut self.terms, kind.bits()))
                    .collect();
                match program::math(&mut self.terms, *function, *kind, &values) {
                    Some(term) => Value::Bits(Num::of(&self.terms, term)),
                    None => {
                        let name = function.name();
                        return Err(Interrupt::Stop(format!("`{name}` of an unknown value")));
                    }
                }
            }
        })
    }

    /// The type of an expression in the innermost call.
    pub(crate) fn scalar(&self, state: &State, expr: &Expr) -> Scalar {
        let procedure = &self.program[state.frame.procedure];
        expr.scalar(&procedure.scalars(self.model()))
    }

    /// The value of an integer or float.
    pub(crate) fn number(&mut self, state: &mut State, expr: &Expr) -> Step<Num> {
        match self.value(state, expr)? {
            Value::Bits(Num::Term(term)) => Ok(self.settled(state, term)),
            Value::Bits(num) => Ok(num),
            Value::Undefined => Ok(Num::ZERO),
            Value::Pointer(pointer) => Ok(self.address(state, pointer)),
        }
    }

    /// The value of an address.
    pub(crate) fn pointer(&mut self, state: &mut State, expr: &Expr) -> Step<Pointer> {
        let pointer = match self.value(state, expr)? {
            Value::Pointer(pointer) => pointer,
            Value::Undefined => Pointer::NULL,
            Value::Bits(bits) => self.with_codec(state, |codec, _| codec.pointer(bits)),
        };
        match (pointer.base, pointer.offset) {
            (Base::Nowhere, Num::Term(address)) => {
                Ok(self.object_at(state, address)?.unwrap_or(pointer))
            }
            _ => Ok(pointer),
        }
    }

    /// What an address leads to that was computed from those of objects, as by marks in low bits:
    /// an object from which it is always equally far.
    fn object_at(&mut self, state: &mut State, address: TermId) -> Step<Option<Pointer>> {
        for variable in self.terms.free_vars(&[address]) {
            let Some(base @ Base::Object(_)) = base_of(&self.terms, variable) else {
                continue;
            };
            let distance = self.terms.bv_sub(address, variable);
            let distance = Num::of(&self.terms, distance);
            let value = self.some_value(&mut state.path, distance)?;
            let width = self.width();
            let (distance, value) = (
                distance.term(&mut self.terms, width),
                self.terms.bv(width, value),
            );
            let differs = self.terms.ne(distance, value);
            if self.possible(&state.path, differs)?.is_none() {
                let offset = Num::of(&self.terms, value);
                return Ok(Some(Pointer { base, offset }));
            }
        }
        Ok(None)
    }

    /// The condition that an expression of one bit is.
    pub(crate) fn condition(&mut self, state: &mut State, expr: &Expr) -> Step<TermId> {
        let num = self.number(state, expr)?;
        Ok(num.condition(&mut self.terms))
    }

    /// A term, or the constant that it is known to equal on this path.
    fn settled(&mut self, state: &State, term: TermId) -> Num {
        match state.path.known(&self.terms, term) {
            Some(bits) => Num::Const(bits),
            None => Num::of(&self.terms, term),
        }
    }

    pub(crate) fn binary(
        &mut self,
        state: &State,
        op: BinaryOp,
        scalar: Scalar,
        left: Num,
        right: Num,
    ) -> Num {
        if let (Num::Const(a), Num::Const(b)) = (left, right) {
            return Num::Const(operators::binary(op, scalar, self.model(), a, b));
        }
        let (_, width) = extent(scalar, self.width());
        let model = self.model();
        let a = left.term(&mut self.terms, width);
        let b = right.term(&mut self.terms, width);
        let result = program::binary(&mut self.terms, op, scalar, model, a, b);
        self.settled(state, result)
    }

    /// The sum of two numbers of the width of an address.
    pub(crate) fn add(&mut self, a: Num, b: Num) -> Num {
        let width = self.width();
        match (a, b) {
            (Num::Const(a), Num::Const(b)) => {
                Num::Const(a.wrapping_add(b) & super::codec::mask(width))
            }
            (a, Num::Const(0)) => a,
            _ => {
                let (a, b) = (
                    a.term(&mut self.terms, width),
                    b.term(&mut self.terms, width),
                );
                let sum = self.terms.bv_add(a, b);
                Num::of(&self.terms, sum)
            }
        }
    }

    fn cast(&mut self, state: &mut State, op: CastOp, to: Scalar, operand: &Expr) -> Step<Value> {
        let from = self.scalar(state, operand);
        match op {
            CastOp::IntToPointer => {
                let address = self.number(state, operand)?;
                let pointer = self.with_codec(state, |codec, _| codec.pointer(address));
                Ok(Value::Pointer(pointer))
            }
            CastOp::PointerToInt => {
                let pointer = self.pointer(state, operand)?;
                Ok(Value::Bits(self.address(state, pointer)))
            }
            _ => Ok(Value::Bits(match self.number(state, operand)? {
                Num::Const(bits) => Num::Const(operators::cast(op, from, to, bits)),
                Num::Term(term) => {
                    let result = program::cast(&mut self.terms, op, from, to, term);
                    self.settled(state, result)
                }
            })),
        }
    }

    fn conditional(
        &mut self,
        state: &mut State,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Step<Value> {
        let condition = self.condition(state, condition)?;
        if let Some(known) = state.path.known(&self.terms, condition) {
            return self.value(state, if known == 1 { then } else { otherwise });
        }
        let scalar = self.scalar(state, then);
        let (yes, no) = (self.value(state, then)?, self.value(state, otherwise)?);
        let (_, width) = extent(scalar, self.width());
        match (yes, no) {
            (Value::Bits(yes), Value::Bits(no)) => {
                Ok(Value::Bits(self.choose_number(condition, yes, no, width)))
            }
            (Value::Pointer(yes), Value::Pointer(no)) if yes.base == no.base => {
                let offset = self.choose_number(condition, yes.offset, no.offset, width);
                Ok(Value::Pointer(Pointer { offset, ..yes }))
            }
            _ => match self.decide(&mut state.path, condition)? {
                true => Ok(yes),
                false => Ok(no),
            },
        }
    }

    /// One number or the other.
    pub(crate) fn choose_number(&mut self, condition: TermId, a: Num, b: Num, width: u32) -> Num {
        if a == b {
            return a;
        }
        let (a, b) = (
            a.term(&mut self.terms, width),
            b.term(&mut self.terms, width),
        );
        let chosen = self.terms.ite(condition, a, b);
        Num::of(&self.terms, chosen)
    }

    /// A comparison or difference of addresses. In one object it is one of offsets; different
    /// objects never share an address.
    fn compare(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        left: Pointer,
        right: Pointer,
    ) -> Step<Num> {
        if let Some(known) = self.compare_known(state, op, left, right) {
            return Ok(Num::Const(known));
        }
        let address = Scalar::Int(self.model().pointer_width());
        if let Some(op) = of_offsets(op, left.base, right.base) {
            return Ok(self.binary(state, op, address, left.offset, right.offset));
        }
        debug_assert!(matches!(
            op.class(),
            OperatorClass::Comparison | OperatorClass::PointerDifference
        ));
        let left = self.address(state, left);
        let right = self.address(state, right);
        Ok(self.binary(state, op, address, left, right))
    }

    /// The same, where it is known without terms.
    pub(crate) fn compare_known(
        &self,
        state: &State,
        op: BinaryOp,
        left: Pointer,
        right: Pointer,
    ) -> Option<u128> {
        let address = Scalar::Int(self.model().pointer_width());
        if let Some(op) = of_offsets(op, left.base, right.base) {
            let (a, b) = (left.offset.known()?, right.offset.known()?);
            return Some(operators::binary(op, address, self.model(), a, b));
        }
        match op {
            BinaryOp::Eq if self.are_apart(state, left, right) => Some(0),
            BinaryOp::Ne if self.are_apart(state, left, right) => Some(1),
            _ => None,
        }
    }

    /// Whether two pointers with different bases cannot be equal: both lead to, or to the end of,
    /// something that has its own addresses. The addresses of what was freed may be given out
    /// again.
    fn are_apart(&self, state: &State, left: Pointer, right: Pointer) -> bool {
        let is_dead = |pointer: Pointer| {
            let object = pointer.object();
            object.is_some_and(|id| state.heap.get(id).life != Life::Live)
        };
        let are_objects = left.object().is_some() && right.object().is_some();
        if are_objects && (is_dead(left) || is_dead(right)) {
            return false;
        }
        let placed = |pointer: Pointer| match pointer.base {
            Base::Object(id) => {
                let size = state.heap.get(id).size;
                match (pointer.offset, size) {
                    (Num::Const(offset), Num::Const(size)) => offset <= size,
                    (Num::Const(offset), Num::Term(_)) => offset == 0 || !are_objects,
                    // Arithmetic from one object leads to another at best, not to null.
                    (Num::Term(_), _) => !are_objects,
                }
            }
            Base::Procedure(_) => pointer.offset == Num::ZERO,
            Base::Null => pointer.offset.known().is_some_and(|offset| offset < 4096),
            Base::Nowhere => pointer.offset.known().is_some_and(|offset| offset < 4096),
        };
        placed(left) && placed(right)
    }
}

/// What compares the offsets of two addresses as an operator compares the addresses, if they are
/// relative to the same.
fn of_offsets(op: BinaryOp, left: Base, right: Base) -> Option<BinaryOp> {
    let are_numbers = matches!(
        (left, right),
        (Base::Null | Base::Nowhere, Base::Null | Base::Nowhere)
    );
    (left == right || are_numbers).then_some(match (op, left) {
        // Offsets in an object may be negative, addresses are not.
        (BinaryOp::ULt, Base::Object(_)) => BinaryOp::SLt,
        (BinaryOp::ULe, Base::Object(_)) => BinaryOp::SLe,
        _ => op,
    })
}
