//! Abstract values: sets of integers of a width, of floats of a format, and of addresses.
//!
//! A value describes at least the numbers that occur. Every operation is exact under wrap-around: what
//! [`ir::BinaryOp`] computes of two members is a member of the result.

mod floats;
mod ints;
mod pointers;
mod thresholds;

pub use floats::Floats;
pub use ints::Ints;
pub use pointers::{Pointers, Target};
pub use thresholds::Thresholds;

use ir::{Const, DataModel, Scalar, Width};

/// A non-empty set of values of one type.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Integers.
    Int(Ints),
    /// Floats.
    Float(Floats),
    /// Addresses.
    Pointer(Pointers),
}

impl Value {
    /// All values of a type.
    pub fn top(scalar: Scalar) -> Value {
        match scalar {
            Scalar::Int(width) => Value::Int(Ints::top(width)),
            Scalar::Float(kind) => Value::Float(Floats::top(kind)),
            Scalar::Pointer => Value::Pointer(Pointers::wild()),
        }
    }

    /// A constant.
    pub fn constant(value: Const, pointer: Width) -> Value {
        match value {
            Const::Int(width, bits) => Value::Int(Ints::constant(width, bits)),
            Const::Float(kind, bits) => Value::Float(Floats::constant(kind, bits)),
            Const::Null => Value::Pointer(Pointers::start(Target::Null, pointer)),
        }
    }

    /// What these bytes mean, read as a type. A zero address is null, others could be anything.
    pub fn from_bits(scalar: Scalar, bits: u128, model: DataModel) -> Value {
        match scalar {
            Scalar::Int(width) => Value::Int(Ints::constant(width, width.truncate(bits))),
            Scalar::Float(kind) => Value::Float(Floats::constant(kind, bits)),
            Scalar::Pointer if bits == 0 => Value::constant(Const::Null, model.pointer_width()),
            Scalar::Pointer => Value::Pointer(Pointers::wild()),
        }
    }

    /// Those of both. Of different types, there is nothing to say: everything of the first.
    #[must_use]
    pub fn join(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) if a.width() == b.width() => Value::Int(a.join(b)),
            (Value::Float(a), Value::Float(b)) => Value::Float(a.join(b)),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(a.join(b)),
            (value, _) => value.forget(),
        }
    }

    /// Those of both, and so that chains end.
    #[must_use]
    pub fn widen(&self, newer: &Value, thresholds: &Thresholds) -> Value {
        match (self, newer) {
            (Value::Int(a), Value::Int(b)) if a.width() == b.width() => {
                Value::Int(a.widen(b, thresholds))
            }
            (Value::Float(a), Value::Float(b)) => Value::Float(a.widen(b, Some(thresholds))),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(a.widen(b, thresholds)),
            (value, _) => value.forget(),
        }
    }

    /// Whether all of another are among these.
    pub fn includes(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a.width() == b.width() && a.includes(b),
            (Value::Float(a), Value::Float(b)) => a.includes(b),
            (Value::Pointer(a), Value::Pointer(b)) => a.includes(b),
            _ => false,
        }
    }

    /// Those in both; `None` if there are none.
    pub fn meet(&self, other: &Value) -> Option<Value> {
        Some(match (self, other) {
            (Value::Int(a), Value::Int(b)) if a.width() == b.width() => Value::Int(a.meet(b)?),
            (Value::Float(a), Value::Float(b)) => Value::Float(a.meet(b)?),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(a.meet(b)?),
            (value, _) => value.clone(),
        })
    }

    /// All values of the same type.
    #[must_use]
    pub fn forget(&self) -> Value {
        match self {
            Value::Int(ints) => Value::Int(Ints::top(ints.width())),
            Value::Float(floats) => Value::Float(Floats::top(floats.kind())),
            Value::Pointer(_) => Value::Pointer(Pointers::wild()),
        }
    }

    /// The integers, if they are.
    pub fn as_ints(&self) -> Option<&Ints> {
        match self {
            Value::Int(ints) => Some(ints),
            _ => None,
        }
    }

    /// The addresses, if they are.
    pub fn as_pointers(&self) -> Option<&Pointers> {
        match self {
            Value::Pointer(pointers) => Some(pointers),
            _ => None,
        }
    }
}

/// What a local or a piece of memory can hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// Its values where it has one; of one that never has, all.
    pub value: Value,
    /// Whether it has a value.
    pub state: Init,
}

/// Whether there is a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// Always.
    Yes,
    /// Not always.
    Maybe,
    /// Never.
    No,
}

impl Slot {
    /// These values.
    pub fn of(value: Value) -> Slot {
        Slot {
            value,
            state: Init::Yes,
        }
    }

    /// No value.
    pub fn none(scalar: Scalar) -> Slot {
        Slot {
            value: Value::top(scalar),
            state: Init::No,
        }
    }

    /// Nothing is known.
    pub fn unknown(scalar: Scalar) -> Slot {
        Slot {
            value: Value::top(scalar),
            state: Init::Maybe,
        }
    }

    fn combine(&self, other: &Slot, both: impl Fn(&Value, &Value) -> Value) -> Slot {
        match (self.state, other.state) {
            (Init::No, Init::No) => self.clone(),
            (Init::No, _) => Slot {
                value: other.value.clone(),
                state: Init::Maybe,
            },
            (_, Init::No) => Slot {
                value: self.value.clone(),
                state: Init::Maybe,
            },
            (a, b) => Slot {
                value: both(&self.value, &other.value),
                state: match (a, b) {
                    (Init::Yes, Init::Yes) => Init::Yes,
                    _ => Init::Maybe,
                },
            },
        }
    }

    /// What either holds.
    #[must_use]
    pub fn join(&self, other: &Slot) -> Slot {
        self.combine(other, Value::join)
    }

    /// What either holds, and so that chains end.
    #[must_use]
    pub fn widen(&self, newer: &Slot, thresholds: &Thresholds) -> Slot {
        self.combine(newer, |old, new| old.widen(new, thresholds))
    }

    /// Whether it holds everything that another holds.
    pub fn includes(&self, other: &Slot) -> bool {
        match (self.state, other.state) {
            (Init::No, state) => state == Init::No,
            (Init::Maybe, Init::No) => true,
            (Init::Yes, Init::No | Init::Maybe) => false,
            (Init::Yes | Init::Maybe, _) => self.value.includes(&other.value),
        }
    }

    /// The values when it is used: anything, where it may have none.
    pub fn used(&self) -> Value {
        match self.state {
            Init::Yes => self.value.clone(),
            Init::Maybe | Init::No => self.value.forget(),
        }
    }
}
