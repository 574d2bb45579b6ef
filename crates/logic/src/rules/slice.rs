//! Rules for `extract`, `concat` and the extensions.

use super::{Match, Rule, constant, rules};
use crate::bits::Bits;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

pub(super) const RULES: &[Rule] = rules! {
    "zext-nothing": "(zero_extend x)" if |t, m| m.width() == t.width(m.x()) => |_, m| m.x();
    "sext-nothing": "(sign_extend x)" if |t, m| m.width() == t.width(m.x()) => |_, m| m.x();
    "zext-zext": "(zero_extend (zero_extend x))" =>
        |t, m| t.zero_extend(m.width() - t.width(m.x()), m.x());
    "sext-sext": "(sign_extend (sign_extend x))" =>
        |t, m| t.sign_extend(m.width() - t.width(m.x()), m.x());
    "sext-zext": "(sign_extend (zero_extend x))" if |_, m| m.ops[1] != Op::ZeroExtend(0) =>
        |t, m| t.zero_extend(m.width() - t.width(m.x()), m.x());

    "concat-zero": "(concat 0 x)" => |t, m| t.zero_extend(m.width() - t.width(m.x()), m.x());
    "concat-constants": "(concat (concat x c) d)" => |t, m| {
        let low = joined(t, m.c(), m.d());
        t.concat(m.x(), low)
    };
    "concat-constants-left": "(concat c (concat d x))" => |t, m| {
        let high = joined(t, m.c(), m.d());
        t.concat(high, m.x())
    };
    "concat-zext": "(concat (zero_extend x) y)" => |t, m| {
        let by = m.width() - t.width(m.x()) - t.width(m.y());
        let low = t.concat(m.x(), m.y());
        t.zero_extend(by, low)
    };
    "concat-neighbours": "(concat (extract x) (extract x))" if |_, m| {
        let ((_, low), (high, _)) = (range(m.ops[1]), range(m.ops[2]));
        low == high + 1
    } => |t, m| {
        let ((high, _), (_, low)) = (range(m.ops[1]), range(m.ops[2]));
        t.extract(high, low, m.x())
    };

    "extract-all": "(extract x)" if |t, m| m.width() == t.width(m.x()) => |_, m| m.x();
    "extract-extract": "(extract (extract x))" => |t, m| {
        let ((high, low), (_, base)) = (range(m.ops[0]), range(m.ops[1]));
        t.extract(high + base, low + base, m.x())
    };
    "extract-concat": "(extract (concat x y))" => |t, m| {
        let ((high, low), cut) = (range(m.ops[0]), t.width(m.y()));
        if high < cut {
            return t.extract(high, low, m.y());
        }
        if low >= cut {
            return t.extract(high - cut, low - cut, m.x());
        }
        let (x, y) = (t.extract(high - cut, 0, m.x()), t.extract(cut - 1, low, m.y()));
        t.concat(x, y)
    };
    "extract-zext": "(extract (zero_extend x))" => |t, m| {
        let ((high, low), cut) = (range(m.ops[0]), t.width(m.x()));
        if low >= cut {
            return t.bv(high - low + 1, 0);
        }
        let kept = t.extract(high.min(cut - 1), low, m.x());
        t.zero_extend(m.width() - t.width(kept), kept)
    };
    "extract-sext": "(extract (sign_extend x))" => |t, m| {
        let ((high, low), cut) = (range(m.ops[0]), t.width(m.x()));
        let kept = t.extract(high.min(cut - 1), low.min(cut - 1), m.x());
        t.sign_extend(m.width() - t.width(kept), kept)
    };
    "extract-bvnot": "(extract (bvnot x))" => |t, m| {
        let (high, low) = range(m.ops[0]);
        let kept = t.extract(high, low, m.x());
        t.bv_not(kept)
    };
    "extract-bvand": "(extract (bvand x y))" if |t, m| sliceable(t, m) =>
        |t, m| through(t, m, Op::BvAnd);
    "extract-bvor": "(extract (bvor x y))" if |t, m| sliceable(t, m) =>
        |t, m| through(t, m, Op::BvOr);
    "extract-bvxor": "(extract (bvxor x y))" if |t, m| sliceable(t, m) =>
        |t, m| through(t, m, Op::BvXor);
    "extract-low-bvadd": "(extract (bvadd x y))" if |t, m| is_low(m) && sliceable(t, m) =>
        |t, m| through(t, m, Op::BvAdd);
    "extract-low-bvmul": "(extract (bvmul x y))" if |t, m| is_low(m) && sliceable(t, m) =>
        |t, m| through(t, m, Op::BvMul);
    "extract-low-bvneg": "(extract (bvneg x))" if |_, m| is_low(m) => |t, m| {
        let (high, low) = range(m.ops[0]);
        let kept = t.extract(high, low, m.x());
        t.bv_neg(kept)
    };
};

/// The bits that an `extract` takes.
fn range(op: Op) -> (u32, u32) {
    match op {
        Op::Extract { high, low } => (high, low),
        _ => (0, 0),
    }
}

fn is_low(found: &Match) -> bool {
    range(found.ops[0]).1 == 0
}

/// Whether slicing both operands makes them smaller rather than only more.
fn sliceable(terms: &Terms, found: &Match) -> bool {
    let splits = |t: TermId| {
        matches!(
            terms.op(t),
            Op::Value(_) | Op::Concat | Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { .. }
        )
    };
    splits(found.x()) && splits(found.y())
}

fn through(terms: &mut Terms, found: &Match, op: Op) -> TermId {
    let (high, low) = range(found.ops[0]);
    let x = terms.extract(high, low, found.x());
    let y = terms.extract(high, low, found.y());
    terms.build(op, &[x, y])
}

fn joined(terms: &mut Terms, high: TermId, low: TermId) -> TermId {
    let bits: Bits = constant(terms, high).concat(&constant(terms, low));
    terms.value(Sort::Bv(bits.width()), bits)
}
