//! Rules for arrays.

use super::{Rule, rules};
use crate::op::Op;
use crate::terms::{TermId, Terms};

pub(super) const RULES: &[Rule] = rules! {
    "select-store": "(select (store a x y) x)" => |_, m| m.y();
    "select-past-store": "(select (store a x y) z)" if |t, m| differ(t, m.x(), m.z()) =>
        |t, m| t.select(m.a(), m.z());
    "select-const": "(select (const x) y)" => |_, m| m.x();
    "store-store": "(store (store a x y) x z)" => |t, m| t.store(m.a(), m.x(), m.z());
    "store-selected": "(store a x (select a x))" => |_, m| m.a();
    "store-const": "(store (const x) y x)" => |t, m| {
        let index = t.width(m.y());
        t.const_array(index, m.x())
    };
};

/// Whether two indices differ in every assignment, as can be seen at once.
fn differ(terms: &Terms, i: TermId, j: TermId) -> bool {
    if let (Op::Concat, &[high_i, low_i]) = (terms.op(i), terms.args(i))
        && let (Op::Concat, &[high_j, low_j]) = (terms.op(j), terms.args(j))
        && terms.width(low_i) == terms.width(low_j)
    {
        return differ(terms, high_i, high_j) || differ(terms, low_i, low_j);
    }
    let (base_i, offset_i) = base_and_offset(terms, i);
    let (base_j, offset_j) = base_and_offset(terms, j);
    base_i == base_j && offset_i != offset_j
}

/// `x + c` as `x` and `c`; equal offsets are equal terms, and no offset is none.
fn base_and_offset(terms: &Terms, index: TermId) -> (Option<TermId>, Option<TermId>) {
    if terms.as_value(index).is_some() {
        return if terms.as_value(index).is_some_and(|v| v.is_zero()) {
            (None, None)
        } else {
            (None, Some(index))
        };
    }
    match (terms.op(index), terms.args(index)) {
        (Op::BvAdd, &[base, offset]) if terms.as_value(offset).is_some() => {
            // An offset of zero is simplified away, except in raw terms.
            let zero = terms.as_value(offset).is_some_and(|v| v.is_zero());
            (Some(base), (!zero).then_some(offset))
        }
        _ => (Some(index), None),
    }
}
