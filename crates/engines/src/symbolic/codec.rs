//! Between values and the bits and bytes they are made of.

use super::value::{Base, Num, ObjectId, Pointer, Value};
use ir::Scalar;
use logic::{Op, TermId, Terms};

/// Takes values apart and puts them together.
pub(crate) struct Codec<'t> {
    pub(crate) terms: &'t mut Terms,
    /// The bits of an address.
    pub(crate) width: u32,
    /// Objects whose address became part of a term.
    pub(crate) exposed: Vec<ObjectId>,
}

impl Codec<'_> {
    /// The address that a pointer is, as a number.
    pub(crate) fn address(&mut self, pointer: Pointer) -> Num {
        let start = match pointer.base {
            Base::Null | Base::Nowhere => return pointer.offset,
            Base::Object(object) => {
                self.exposed.push(object);
                object_address(self.terms, self.width, object)
            }
            Base::Procedure(procedure) => {
                let name = format!("&procedure{}", procedure.0);
                self.terms.var(&name, logic::Sort::Bv(self.width))
            }
        };
        let offset = pointer.offset.term(self.terms, self.width);
        let sum = self.terms.bv_add(start, offset);
        Num::of(self.terms, sum)
    }

    /// The pointer that an address stands for: into the object whose address it is made of.
    pub(crate) fn pointer(&mut self, address: Num) -> Pointer {
        let term = match address {
            Num::Const(0) => return Pointer::NULL,
            Num::Const(_) => {
                return Pointer {
                    base: Base::Nowhere,
                    offset: address,
                };
            }
            Num::Term(term) => term,
        };
        let mut bases = Vec::new();
        collect_bases(self.terms, term, &mut bases);
        let [base] = bases[..] else {
            return Pointer {
                base: Base::Nowhere,
                offset: address,
            };
        };
        let (base, variable) = base;
        let offset = self.terms.bv_sub(term, variable);
        let variables = self.terms.free_vars(&[offset]);
        // From one object to another: the sum leads to the other.
        if variables
            .iter()
            .any(|other| base_of(self.terms, *other).is_some())
        {
            return Pointer {
                base: Base::Nowhere,
                offset: address,
            };
        }
        Pointer {
            base,
            offset: Num::of(self.terms, offset),
        }
    }

    /// The bits of a value.
    pub(crate) fn bits(&mut self, value: Value) -> Option<Num> {
        match value {
            Value::Undefined => None,
            Value::Bits(num) => Some(num),
            Value::Pointer(pointer) => Some(self.address(pointer)),
        }
    }

    /// Bits read as a value of a type.
    pub(crate) fn value(&mut self, scalar: Scalar, bits: Num) -> Value {
        match scalar {
            Scalar::Pointer => Value::Pointer(self.pointer(bits)),
            Scalar::Int(_) | Scalar::Float(_) => Value::Bits(bits),
        }
    }

    /// A value read as another type of the same size.
    pub(crate) fn reread(&mut self, value: Value, scalar: Scalar) -> Value {
        match (value, scalar) {
            (Value::Pointer(_), Scalar::Pointer) | (Value::Undefined, _) => value,
            (Value::Bits(_), Scalar::Int(_) | Scalar::Float(_)) => value,
            (Value::Bits(bits), Scalar::Pointer) => Value::Pointer(self.pointer(bits)),
            (Value::Pointer(pointer), _) => Value::Bits(self.address(pointer)),
        }
    }

    /// One byte of bits.
    pub(crate) fn byte(&mut self, bits: Num, index: u64) -> Num {
        let low = 8 * index as u32;
        match bits {
            Num::Const(bits) => Num::Const(bits >> low & 0xff),
            Num::Term(term) => {
                let byte = extract_clipped(self.terms, term, low, 8);
                Num::of(self.terms, byte)
            }
        }
    }

    /// Bytes put together, the first the least significant, and cut to `width` bits.
    pub(crate) fn join(&mut self, bytes: &[Num], width: u32) -> Num {
        if let Some(bits) = join_known(bytes) {
            return Num::Const(bits & mask(width));
        }
        let mut joined: Option<TermId> = None;
        for byte in bytes {
            let byte = byte.term(self.terms, 8);
            joined = Some(match joined {
                None => byte,
                Some(below) => self.terms.concat(byte, below),
            });
        }
        let Some(joined) = joined else {
            return Num::ZERO;
        };
        let cut = match self.terms.width(joined) > width {
            true => self.terms.extract(width - 1, 0, joined),
            false => joined,
        };
        Num::of(self.terms, cut)
    }
}

/// The address of an object, as a variable.
pub(crate) fn object_address(terms: &mut Terms, width: u32, object: ObjectId) -> TermId {
    terms.var(&format!("&{}", object.0), logic::Sort::Bv(width))
}

/// The object whose address a variable is.
pub(crate) fn base_of(terms: &Terms, variable: TermId) -> Option<Base> {
    let name = terms.var_name(variable)?.strip_prefix('&')?;
    match name.strip_prefix("procedure") {
        Some(number) => Some(Base::Procedure(ir::ProcedureId(number.parse().ok()?))),
        None => Some(Base::Object(ObjectId(name.parse().ok()?))),
    }
}

/// The addresses of objects that are summands of a term.
fn collect_bases(terms: &Terms, term: TermId, bases: &mut Vec<(Base, TermId)>) {
    match terms.op(term) {
        Op::Var(_) => bases.extend(base_of(terms, term).map(|base| (base, term))),
        Op::BvAdd => {
            for &summand in terms.args(term) {
                collect_bases(terms, summand, bases);
            }
        }
        _ => {}
    }
}

/// Bits `low..low + count` of a term; zeros beyond its end.
fn extract_clipped(terms: &mut Terms, term: TermId, low: u32, count: u32) -> TermId {
    let width = terms.width(term);
    if low >= width {
        return terms.bv(count, 0);
    }
    let high = (low + count).min(width) - 1;
    let part = terms.extract(high, low, term);
    let have = high - low + 1;
    match have < count {
        true => terms.zero_extend(count - have, part),
        false => part,
    }
}

fn join_known(bytes: &[Num]) -> Option<u128> {
    let known = bytes.iter().rev().map(|byte| byte.known());
    known
        .take(16)
        .try_fold(0, |sum, byte| Some(sum << 8 | byte?))
}

/// The lowest `width` bits set.
pub(crate) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}
