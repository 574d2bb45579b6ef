//! What expressions can be in a state.

use crate::linear::{Linear, Range};
use crate::memory::{ObjectId, Site};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State, full, offset_of};
use crate::value::{Floats, Init, Ints, Pointers, Slot, Target, Value};
use ir::{
    BinaryOp, CastOp, Expr, GlobalOrigin, LocalId, LocalScalars, OperatorClass, Scalar, UnaryOp,
    Width,
};

/// Objects start at this address or above: what is below is the address of nothing.
pub(crate) const FIRST_ADDRESS: i128 = 4096;

impl<R: Relational> State<R> {
    /// The type of an expression in the innermost call.
    pub(crate) fn scalar(&self, shared: &Shared<'_>, expr: &Expr) -> Scalar {
        let procedure = &shared.program[self.frame().procedure];
        expr.scalar(&procedure.scalars(shared.program.data_model))
    }

    fn local_scalar(&self, shared: &Shared<'_>, local: LocalId) -> Scalar {
        let procedure = &shared.program[self.frame().procedure];
        procedure
            .scalars(shared.program.data_model)
            .local_scalar(local)
    }

    /// What a local holds.
    pub(crate) fn slot(&self, shared: &Shared<'_>, local: LocalId) -> Slot {
        match self.frame().get(local) {
            Some(slot) => slot.clone(),
            None => Slot::unknown(self.local_scalar(shared, local)),
        }
    }

    /// What an expression can be, relations considered.
    pub(crate) fn value(&self, shared: &mut Shared<'_>, expr: &Expr) -> Value {
        let value = self.plain(shared, expr);
        let is_arithmetic = matches!(expr, Expr::Binary(..) | Expr::Cast(..));
        match (&value, is_arithmetic) {
            (Value::Int(ints), true) if ints.as_constant().is_none() => {
                match self.linear(shared, expr) {
                    Some(linear) => Value::Int(within(ints, self.range(shared, &linear))),
                    None => value,
                }
            }
            _ => value,
        }
    }

    /// The integers of an expression of that type.
    pub(crate) fn ints(&self, shared: &mut Shared<'_>, expr: &Expr) -> Ints {
        let scalar = self.scalar(shared, expr);
        match (self.value(shared, expr), scalar) {
            (Value::Int(ints), _) => ints,
            (_, Scalar::Int(width)) => Ints::top(width),
            _ => Ints::top(shared.width()),
        }
    }

    /// The addresses of an expression of that type.
    pub(crate) fn pointers(&self, shared: &mut Shared<'_>, expr: &Expr) -> Pointers {
        match self.value(shared, expr) {
            Value::Pointer(pointers) => pointers,
            _ => Pointers::wild(),
        }
    }

    /// What an expression can be, by the values of its parts alone.
    fn plain(&self, shared: &mut Shared<'_>, expr: &Expr) -> Value {
        let width = shared.width();
        match expr {
            Expr::Const(constant) => Value::constant(*constant, width),
            Expr::Local(local) => self.local(shared, *local),
            Expr::Global(id) => {
                let object = shared.sites.global(shared.program, *id);
                Value::Pointer(Pointers::start(Target::Object(object), width))
            }
            Expr::Procedure(id) => Value::Pointer(Pointers::start(Target::Procedure(*id), width)),
            Expr::Unary(op, operand) => {
                let value = self.plain(shared, operand);
                match (op, value) {
                    (UnaryOp::FNeg, Value::Float(floats)) => {
                        Value::Float(Floats::unary(*op, &floats))
                    }
                    (UnaryOp::IsNan, Value::Float(floats)) => Value::Int(floats.is_nan()),
                    (UnaryOp::IsInfinite, Value::Float(floats)) => Value::Int(floats.is_infinite()),
                    (UnaryOp::SignBit, Value::Float(floats)) => Value::Int(floats.sign_bit()),
                    (_, Value::Int(ints)) => Value::Int(Ints::unary(*op, &ints)),
                    _ => Value::top(self.scalar(shared, expr)),
                }
            }
            Expr::Binary(op, left, right) => {
                let (a, b) = (self.plain(shared, left), self.plain(shared, right));
                self.binary(shared, *op, &a, &b, (left, right))
                    .unwrap_or_else(|| Value::top(self.scalar(shared, expr)))
            }
            Expr::Cast(op, to, operand) => {
                let value = self.plain(shared, operand);
                self.cast(shared, *op, *to, &value)
            }
            Expr::Offset(address, by) => {
                let pointers = self.plain(shared, address);
                let by = self.ints(shared, by);
                match pointers {
                    Value::Pointer(pointers) => {
                        let moved = |at: &Ints| Ints::binary(BinaryOp::Add, at, &by);
                        let moved = pointers.map_offsets(moved);
                        Value::Pointer(self.with_related_offset(shared, moved, expr))
                    }
                    _ => Value::Pointer(Pointers::wild()),
                }
            }
            Expr::If(condition, then, otherwise) => {
                let holds = self.ints(shared, condition).as_constant();
                match holds {
                    Some(0) => self.plain(shared, otherwise),
                    Some(_) => self.plain(shared, then),
                    None => {
                        let then = self.plain(shared, then);
                        then.join(&self.plain(shared, otherwise))
                    }
                }
            }
            Expr::Math(_, kind, _) => Value::Float(Floats::top(*kind)),
        }
    }

    /// The same addresses, where relations say more of their offset.
    fn with_related_offset(
        &self,
        shared: &mut Shared<'_>,
        pointers: Pointers,
        expr: &Expr,
    ) -> Pointers {
        let is_exact = offset_of(&pointers).is_none_or(|offset| offset.as_constant().is_some());
        match self.linear(shared, expr) {
            Some(linear) if !is_exact => {
                let range = self.relations.range(&linear);
                pointers.map_offsets(|at| within(at, range))
            }
            _ => pointers,
        }
    }

    fn local(&self, shared: &mut Shared<'_>, local: LocalId) -> Value {
        let value = self.slot(shared, local).used();
        match &value {
            Value::Int(ints) if ints.as_constant().is_none() => {
                let var = shared.var(Quantity::Local(self.depth(), local));
                Value::Int(within(ints, self.relations.range(&Linear::var(var))))
            }
            _ => value,
        }
    }

    fn binary(
        &self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        exprs: (&Expr, &Expr),
    ) -> Option<Value> {
        Some(match (op.class(), left, right) {
            (OperatorClass::PointerDifference, Value::Pointer(a), Value::Pointer(b)) => {
                let (a, b) = self.offsets_in_one(shared, a, b)?;
                Value::Int(Ints::binary(BinaryOp::Sub, &a, &b))
            }
            (OperatorClass::Comparison, Value::Pointer(a), Value::Pointer(b)) => {
                Value::Int(self.compare_pointers(shared, op, a, b))
            }
            (OperatorClass::FloatArithmetic, Value::Float(a), Value::Float(b)) => {
                Value::Float(Floats::binary(op, a, b))
            }
            (OperatorClass::FloatComparison, Value::Float(a), Value::Float(b)) => {
                Value::Int(Floats::compare(op, a, b))
            }
            (
                OperatorClass::Comparison | OperatorClass::IntegerPredicate,
                Value::Int(a),
                Value::Int(b),
            ) => {
                let plain = Ints::binary(op, a, b);
                match plain.as_constant() {
                    Some(_) => Value::Int(plain),
                    None => Value::Int(self.compare_related(shared, op, exprs).unwrap_or(plain)),
                }
            }
            (_, Value::Int(a), Value::Int(b)) => Value::Int(Ints::binary(op, a, b)),
            _ => return None,
        })
    }

    /// A comparison that relations decide.
    fn compare_related(
        &self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
    ) -> Option<Ints> {
        let is_unsigned = matches!(op, BinaryOp::ULt | BinaryOp::ULe);
        let is_signed = matches!(
            op,
            BinaryOp::SLt | BinaryOp::SLe | BinaryOp::Eq | BinaryOp::Ne
        );
        if !is_unsigned && !is_signed {
            return self.overflow_related(shared, op, (left, right));
        }
        let (a, b) = (self.linear(shared, left)?, self.linear(shared, right)?);
        if is_unsigned {
            let least = |linear: &Linear| self.range(shared, linear).min;
            if least(&a)? < 0 || least(&b)? < 0 {
                return None;
            }
        }
        let Range { min, max } = self.range(shared, &a.sub(&b)?);
        let holds = match op {
            BinaryOp::SLt | BinaryOp::ULt => decided(max, -1, min, 0),
            BinaryOp::SLe | BinaryOp::ULe => decided(max, 0, min, 1),
            _ => {
                let differs = min.is_some_and(|min| min > 0) || max.is_some_and(|max| max < 0);
                let is_equal = min == Some(0) && max == Some(0);
                match (is_equal, differs) {
                    (true, _) => Some(op == BinaryOp::Eq),
                    (_, true) => Some(op == BinaryOp::Ne),
                    _ => None,
                }
            }
        };
        holds.map(|holds| Ints::constant(Width::W1, u128::from(holds)))
    }

    /// An overflow that relations exclude.
    fn overflow_related(
        &self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
    ) -> Option<Ints> {
        let (a, b) = (self.linear(shared, left)?, self.linear(shared, right)?);
        let exact = match op {
            BinaryOp::SAddOverflows => a.add(&b)?,
            BinaryOp::SSubOverflows => a.sub(&b)?,
            _ => return None,
        };
        let Scalar::Int(width) = self.scalar(shared, left) else {
            return None;
        };
        let (low, high) = full(width);
        let Range { min, max } = self.range(shared, &exact);
        let fits = min.is_some_and(|min| min >= low) && max.is_some_and(|max| max <= high);
        fits.then(|| Ints::constant(Width::W1, 0))
    }

    fn cast(&self, shared: &Shared<'_>, op: CastOp, to: Scalar, value: &Value) -> Value {
        match (op, to, value) {
            (
                CastOp::Truncate | CastOp::ZeroExtend | CastOp::SignExtend,
                Scalar::Int(width),
                Value::Int(ints),
            ) => Value::Int(Ints::cast(op, width, ints)),
            (
                CastOp::SignedToFloat | CastOp::UnsignedToFloat,
                Scalar::Float(kind),
                Value::Int(ints),
            ) => Value::Float(Floats::from_ints(op, kind, ints)),
            (
                CastOp::FloatToSigned | CastOp::FloatToUnsigned,
                Scalar::Int(width),
                Value::Float(floats),
            ) => Value::Int(floats.to_ints(op, width)),
            (CastOp::FloatToFloat, Scalar::Float(kind), Value::Float(floats)) => {
                Value::Float(floats.convert(kind))
            }
            (CastOp::Bits, Scalar::Int(width), Value::Float(floats)) => {
                match floats.as_constant() {
                    Some(bits) => Value::Int(Ints::constant(width, width.truncate(bits))),
                    None => Value::top(to),
                }
            }
            (CastOp::Bits, Scalar::Float(kind), Value::Int(ints)) => match ints.as_constant() {
                Some(bits) => Value::Float(Floats::constant(kind, bits)),
                None => Value::top(to),
            },
            (CastOp::PointerToInt, Scalar::Int(width), Value::Pointer(pointers)) => {
                Value::Int(self.addresses(shared, pointers, width))
            }
            (CastOp::IntToPointer, _, Value::Int(ints)) => Value::Pointer(to_pointers(ints)),
            _ => Value::top(to),
        }
    }

    /// The numbers of addresses.
    fn addresses(&self, shared: &Shared<'_>, pointers: &Pointers, width: Width) -> Ints {
        let number = |(target, offset): &(Target, Ints)| match target {
            Target::Null | Target::Nowhere => *offset,
            Target::Procedure(_) => Ints::top(width),
            Target::Object(id) => {
                // Where an object starts is anybody's guess, but for its alignment.
                let align = u128::from(shared.sites.made(*id).align.max(1));
                let start = Ints::binary(
                    BinaryOp::And,
                    &Ints::top(width),
                    &Ints::constant(width, width.truncate(!(align - 1))),
                );
                Ints::binary(BinaryOp::Add, &start, offset)
            }
        };
        let numbers = pointers.targets().iter().map(number);
        match pointers.is_wild() {
            true => Ints::top(width),
            false => numbers
                .reduce(|a, b| a.join(&b))
                .unwrap_or_else(|| Ints::top(width)),
        }
    }

    /// The offsets of addresses that lead into the same object, if that is sure.
    pub(crate) fn offsets_in_one(
        &self,
        shared: &mut Shared<'_>,
        a: &Pointers,
        b: &Pointers,
    ) -> Option<(Ints, Ints)> {
        match (a.only()?, b.only()?) {
            ((Target::Null, x), (Target::Null, y)) => Some((x, y)),
            ((Target::Object(first), x), (Target::Object(second), y)) if first == second => {
                let object = self.object(first, shared)?;
                object.is_single.then_some((x, y))
            }
            _ => None,
        }
    }

    fn compare_pointers(
        &self,
        shared: &mut Shared<'_>,
        op: BinaryOp,
        a: &Pointers,
        b: &Pointers,
    ) -> Ints {
        let unknown = Ints::top(Width::W1);
        if let Some((x, y)) = self.offsets_in_one(shared, a, b) {
            return match op {
                BinaryOp::Eq | BinaryOp::Ne => Ints::binary(op, &x, &y),
                _ if is_near(&x) && is_near(&y) => {
                    let signed = match op {
                        BinaryOp::ULt => BinaryOp::SLt,
                        _ => BinaryOp::SLe,
                    };
                    Ints::binary(signed, &x, &y)
                }
                _ => unknown,
            };
        }
        let is_apart = |a: &Pointers, b: &Pointers, shared: &mut Shared<'_>| {
            let mut pairs = a
                .targets()
                .iter()
                .flat_map(|x| b.targets().iter().map(move |y| (x, y)));
            !a.is_wild() && !b.is_wild() && pairs.all(|(x, y)| self.differ(shared, x, y))
        };
        match op {
            BinaryOp::Eq if is_apart(a, b, shared) => Ints::constant(Width::W1, 0),
            BinaryOp::Ne if is_apart(a, b, shared) => Ints::constant(Width::W1, 1),
            _ => unknown,
        }
    }

    /// Whether two addresses differ for sure.
    fn differ(&self, shared: &mut Shared<'_>, a: &(Target, Ints), b: &(Target, Ints)) -> bool {
        use Target::{Nowhere, Null, Object, Procedure};
        match (a, b) {
            ((Null | Nowhere, x), (Null | Nowhere, y)) => x.meet(y).is_none(),
            ((Null | Nowhere, x), (Object(id), y)) | ((Object(id), y), (Null | Nowhere, x)) => {
                is_below_objects(x) && self.is_inside(shared, *id, y)
            }
            ((Null | Nowhere, x), (Procedure(_), y)) | ((Procedure(_), y), (Null | Nowhere, x)) => {
                is_below_objects(x) && y.as_constant() == Some(0)
            }
            ((Object(first), x), (Object(second), y)) if first == second => {
                let single = self.object(*first, shared).is_some_and(|one| one.is_single);
                single && x.meet(y).is_none()
            }
            // The ends of texts may be shared.
            ((Object(first), _), (Object(second), _))
                if is_text(shared, *first) && is_text(shared, *second) =>
            {
                false
            }
            ((Object(first), x), (Object(second), y)) => {
                self.is_live_inside(shared, *first, x) && self.is_live_inside(shared, *second, y)
            }
            ((Procedure(first), x), (Procedure(second), y)) => {
                first != second && x.as_constant() == Some(0) && y.as_constant() == Some(0)
            }
            ((Procedure(_), x), (Object(id), y)) | ((Object(id), y), (Procedure(_), x)) => {
                x.as_constant() == Some(0) && self.is_live_inside(shared, *id, y)
            }
        }
    }

    /// Whether an offset leads to an object or to its end.
    fn is_inside(&self, shared: &mut Shared<'_>, id: ObjectId, offset: &Ints) -> bool {
        let Some(object) = self.object(id, shared) else {
            return false;
        };
        let (min, max) = offset.signed();
        let size = object.size.unsigned().0;
        min >= 0 && max.unsigned_abs() <= size
    }

    /// Whether an offset leads to a byte of a live object.
    fn is_live_inside(&self, shared: &mut Shared<'_>, id: ObjectId, offset: &Ints) -> bool {
        let Some(object) = self.object(id, shared) else {
            return false;
        };
        let (min, max) = offset.signed();
        let is_live = object.life == crate::memory::Life::LIVE;
        is_live && min >= 0 && max.unsigned_abs() < object.size.unsigned().0
    }

    /// Whether a local has a value.
    pub(crate) fn init(&self, shared: &Shared<'_>, local: LocalId) -> Init {
        self.slot(shared, local).state
    }
}

/// The integers whose signed value is in a range; all of them where that would be none, which is noticed
/// elsewhere.
fn within(ints: &Ints, range: Range) -> Ints {
    let (low, high) = full(ints.width());
    let (min, max) = (range.min.unwrap_or(low), range.max.unwrap_or(high));
    let (least, greatest) = ints.signed();
    let is_wider = min <= least && greatest <= max;
    if is_wider || min > max || min > high || max < low {
        return *ints;
    }
    let related = Ints::from_signed(ints.width(), min.max(low), max.min(high));
    ints.meet(&related).unwrap_or(*ints)
}

/// Whether an object is a string literal.
fn is_text(shared: &Shared<'_>, id: ObjectId) -> bool {
    match shared.sites.made(id).site {
        Site::Global(global) => shared.program[global].origin == GlobalOrigin::StringLiteral,
        Site::Edge(..) => false,
    }
}

/// Whether `x <= low_enough` is sure, or `x >= high_enough`.
fn decided(
    max: Option<i128>,
    low_enough: i128,
    min: Option<i128>,
    high_enough: i128,
) -> Option<bool> {
    if max.is_some_and(|max| max <= low_enough) {
        return Some(true);
    }
    min.is_some_and(|min| min >= high_enough).then_some(false)
}

/// Whether an address of nothing is below all objects.
fn is_below_objects(address: &Ints) -> bool {
    address.unsigned().1 < FIRST_ADDRESS as u128
}

/// Whether moving an object's address by so much cannot wrap around.
pub(crate) fn is_near(offset: &Ints) -> bool {
    let (min, max) = offset.signed();
    let far = full(offset.width()).1 / 4;
    min > -FIRST_ADDRESS && max < far
}

/// Addresses made of numbers.
fn to_pointers(ints: &Ints) -> Pointers {
    match ints.as_constant() {
        Some(0) => Pointers::start(Target::Null, ints.width()),
        _ if is_below_objects(ints) => {
            Pointers::of(vec![(Target::Null, *ints), (Target::Nowhere, *ints)], false)
                .unwrap_or_else(Pointers::wild)
        }
        // Objects lie in the first quarter of all addresses.
        _ if ints.unsigned().0 > full(ints.width()).1.unsigned_abs() => {
            Pointers::to(Target::Nowhere, *ints)
        }
        _ => Pointers::wild(),
    }
}
