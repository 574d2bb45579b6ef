//! Evaluation: the value of a term under an assignment.
//!
//! This is the definition of what terms mean. The bit-blaster and the
//! simplifier are tested against it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Function, TermId, Terms};
use crate::{float, visit};

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of every sort but arrays: its bits. Truth values are one bit.
    Bits(Bits),
    /// Of an array.
    Array(Arc<ArrayValue>),
}

impl Value {
    /// The value that unconstrained terms of a sort get: zeros.
    #[must_use]
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Array { index, element } => {
                Self::Array(Arc::new(ArrayValue::constant(index, Bits::zero(element))))
            }
            other => Self::Bits(Bits::zero(other.bits().unwrap_or(1))),
        }
    }

    /// The bits, unless it is an array.
    #[must_use]
    pub fn bits(&self) -> Option<&Bits> {
        match self {
            Self::Bits(bits) => Some(bits),
            Self::Array(_) => None,
        }
    }

    /// Whether this is the truth value `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self, Self::Bits(b) if b.is_one())
    }
}

/// A finite table with a default. Two are equal when they agree at every index.
#[derive(Clone, Eq, Debug)]
pub struct ArrayValue {
    index: u32,
    default: Bits,
    /// Unsigned index to element; none equals the default.
    entries: BTreeMap<Key, Bits>,
}

/// Bits ordered as unsigned numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Key(Bits);

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.ucmp(&other.0)
    }
}

impl ArrayValue {
    /// The array that holds `default` at each index of width `index`.
    #[must_use]
    pub fn constant(index: u32, default: Bits) -> Self {
        Self {
            index,
            default,
            entries: BTreeMap::new(),
        }
    }

    /// The element at `index`.
    #[must_use]
    pub fn get(&self, index: &Bits) -> &Bits {
        self.entries
            .get(&Key(index.clone()))
            .unwrap_or(&self.default)
    }

    /// Replaces the element at `index`.
    pub fn set(&mut self, index: Bits, element: Bits) {
        if element == self.default {
            self.entries.remove(&Key(index));
        } else {
            self.entries.insert(Key(index), element);
        }
    }

    /// The element wherever there is no entry.
    #[must_use]
    pub fn default_element(&self) -> &Bits {
        &self.default
    }

    /// The indices, in unsigned order, whose elements differ from the default.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (&Bits, &Bits)> {
        self.entries.iter().map(|(k, v)| (&k.0, v))
    }

    /// Width of an index.
    #[must_use]
    pub fn index_width(&self) -> u32 {
        self.index
    }
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &Self) -> bool {
        let agrees = |i: &Key| self.get(&i.0) == other.get(&i.0);
        let everywhere = self.entries.keys().chain(other.entries.keys()).all(agrees);
        if !everywhere || self.default == other.default {
            return everywhere;
        }
        let mut keys: Vec<&Key> = self.entries.keys().chain(other.entries.keys()).collect();
        keys.sort();
        keys.dedup();
        self.index < 32 && keys.len() == 1usize << self.index
    }
}

impl fmt::Display for ArrayValue {
    /// As an SMT-LIB term.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in &self.entries {
            write!(f, "(store ")?;
        }
        let sort = Sort::Array {
            index: self.index,
            element: self.default.width(),
        };
        write!(f, "((as const {sort}) {})", self.default)?;
        for (index, element) in self.entries() {
            write!(f, " {index} {element})")?;
        }
        Ok(())
    }
}

/// The interpretation of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValue {
    /// Results for the argument tuples that matter.
    pub table: FxHashMap<Vec<Bits>, Bits>,
    /// The result for all others.
    pub default: Bits,
}

/// Values for variables and functions. Those without one are taken to be zero.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Values of variable terms.
    pub variables: FxHashMap<TermId, Value>,
    /// Values of functions.
    pub functions: FxHashMap<Function, FunctionValue>,
}

impl Assignment {
    /// No values at all.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a variable a value.
    pub fn set(&mut self, variable: TermId, bits: Bits) {
        self.variables.insert(variable, Value::Bits(bits));
    }
}

/// Evaluates many terms under one assignment, each shared subterm once.
#[derive(Debug)]
pub struct Evaluator<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
    known: FxHashMap<TermId, Value>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that has seen no term yet.
    #[must_use]
    pub fn new(terms: &'a Terms, assignment: &'a Assignment) -> Self {
        Self {
            terms,
            assignment,
            known: FxHashMap::default(),
        }
    }

    /// The value of `term`.
    pub fn eval(&mut self, term: TermId) -> Value {
        let (terms, assignment) = (self.terms, self.assignment);
        visit::bottom_up(terms, term, &mut self.known, |t, known| {
            step(terms, assignment, t, known)
        });
        self.known[&term].clone()
    }

    /// Whether the Boolean `term` is true.
    pub fn holds(&mut self, term: TermId) -> bool {
        self.eval(term).is_true()
    }
}

impl Terms {
    /// The value of `term` under `assignment`.
    #[must_use]
    pub fn eval(&self, term: TermId, assignment: &Assignment) -> Value {
        Evaluator::new(self, assignment).eval(term)
    }
}

fn step(
    terms: &Terms,
    assignment: &Assignment,
    t: TermId,
    known: &FxHashMap<TermId, Value>,
) -> Value {
    let args: Vec<&Value> = terms.args(t).iter().map(|a| &known[a]).collect();
    match (terms.op(t), args.as_slice()) {
        (Op::Var(_), _) => match assignment.variables.get(&t) {
            Some(value) => value.clone(),
            None => Value::default_of(terms.sort(t)),
        },
        (Op::Apply(f), args) => {
            let key: Vec<Bits> = args.iter().filter_map(|a| a.bits().cloned()).collect();
            match assignment.functions.get(&f) {
                Some(value) => Value::Bits(value.table.get(&key).unwrap_or(&value.default).clone()),
                None => Value::default_of(terms.sort(t)),
            }
        }
        (Op::Ite, [c, a, b]) => {
            if c.is_true() {
                (*a).clone()
            } else {
                (*b).clone()
            }
        }
        (Op::Eq, [Value::Array(a), Value::Array(b)]) => Value::Bits(Bits::from_bool(a == b)),
        (Op::Select, [Value::Array(a), Value::Bits(i)]) => Value::Bits(a.get(i).clone()),
        (Op::Store, [Value::Array(a), Value::Bits(i), Value::Bits(e)]) => {
            let mut array = (**a).clone();
            array.set(i.clone(), e.clone());
            Value::Array(Arc::new(array))
        }
        (Op::ConstArray(index), [Value::Bits(e)]) => {
            Value::Array(Arc::new(ArrayValue::constant(index, e.clone())))
        }
        (op, args) => {
            let bits: Vec<&Bits> = args.iter().filter_map(|a| a.bits()).collect();
            match terms.as_value(t) {
                Some(value) => Value::Bits(value.clone()),
                None => apply(op, terms.sort(t), &sorts_of(terms, t), &bits)
                    .map_or_else(|| Value::default_of(terms.sort(t)), Value::Bits),
            }
        }
    }
}

fn sorts_of(terms: &Terms, t: TermId) -> Vec<Sort> {
    terms.args(t).iter().map(|&a| terms.sort(a)).collect()
}

/// The result of an operation on values; none for leaves, arrays and applications.
pub(crate) fn apply(op: Op, sort: Sort, sorts: &[Sort], args: &[&Bits]) -> Option<Bits> {
    use std::cmp::Ordering::Less;
    let truth = |b: bool| Bits::from_bool(b);
    Some(match (op, args) {
        (Op::Not | Op::BvNot, [a]) => a.not(),
        (Op::And | Op::BvAnd, [a, b]) => a.and(b),
        (Op::Eq, [a, b]) => truth(a == b),
        (Op::Ite, [c, a, b]) => {
            if c.is_one() {
                (*a).clone()
            } else {
                (*b).clone()
            }
        }
        (Op::BvNeg, [a]) => a.neg(),
        (Op::BvOr, [a, b]) => a.or(b),
        (Op::BvXor, [a, b]) => a.xor(b),
        (Op::BvAdd, [a, b]) => a.add(b),
        (Op::BvMul, [a, b]) => a.mul(b),
        (Op::BvUdiv, [a, b]) => a.udiv(b),
        (Op::BvUrem, [a, b]) => a.urem(b),
        (Op::BvSdiv, [a, b]) => a.sdiv(b),
        (Op::BvSrem, [a, b]) => a.srem(b),
        (Op::BvSmod, [a, b]) => a.smod(b),
        (Op::BvShl, [a, b]) => a.shl(b),
        (Op::BvLshr, [a, b]) => a.lshr(b),
        (Op::BvAshr, [a, b]) => a.ashr(b),
        (Op::BvUlt, [a, b]) => truth(a.ucmp(b) == Less),
        (Op::BvSlt, [a, b]) => truth(a.scmp(b) == Less),
        (Op::BvUmulo, [a, b]) => truth(a.umul_overflows(b)),
        (Op::BvSmulo, [a, b]) => truth(a.smul_overflows(b)),
        (Op::Concat, [a, b]) => a.concat(b),
        (Op::Extract { high, low }, [a]) => a.extract(high, low),
        (Op::ZeroExtend(n), [a]) => a.zero_extend(n),
        (Op::SignExtend(n), [a]) => a.sign_extend(n),
        _ => return float::apply(op, sort, sorts, args),
    })
}
