//! Concrete semantics, and sets to try.

use domains::value::Ints;
use interp::operators;
use ir::{BinaryOp, Const, DataModel, Expr, Scalar, UnaryOp, Width};

pub(crate) const ARITHMETIC: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
];

pub(crate) const PREDICATES: [BinaryOp; 12] = [
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::ULt,
    BinaryOp::ULe,
    BinaryOp::SLt,
    BinaryOp::SLe,
    BinaryOp::SAddOverflows,
    BinaryOp::SSubOverflows,
    BinaryOp::SMulOverflows,
    BinaryOp::UAddOverflows,
    BinaryOp::USubOverflows,
    BinaryOp::UMulOverflows,
];

pub(crate) const UNARY: [UnaryOp; 5] = [
    UnaryOp::Neg,
    UnaryOp::Not,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::PopCount,
];

pub(crate) fn binary(op: BinaryOp, width: Width, a: u128, b: u128) -> u128 {
    operators::binary(op, Scalar::Int(width), DataModel::Lp64, a, b)
}

pub(crate) fn unary(op: UnaryOp, width: Width, a: u128) -> u128 {
    operators::unary(op, Scalar::Int(width), a)
}

pub(crate) fn width(bits: u32) -> Width {
    Width::new(bits).unwrap()
}

pub(crate) fn members(ints: &Ints) -> Vec<u128> {
    (0..=ints.width().mask())
        .filter(|value| ints.contains(*value))
        .collect()
}

/// The value of an expression in which every local has one value.
pub(crate) fn evaluate(expr: &Expr, local: Const) -> Const {
    let (bits, scalar) = match expr {
        Expr::Const(value) => return *value,
        Expr::Local(_) => return local,
        Expr::Unary(op, operand) => {
            let operand = evaluate(operand, local);
            let bits = operators::unary(*op, operand.scalar(), bits_of(operand));
            let is_predicate =
                matches!(op, UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit);
            (
                bits,
                if is_predicate {
                    Scalar::BOOL
                } else {
                    operand.scalar()
                },
            )
        }
        Expr::Binary(op, left, right) => {
            let (left, right) = (evaluate(left, local), evaluate(right, local));
            let scalar = left.scalar();
            let bits =
                operators::binary(*op, scalar, DataModel::Lp64, bits_of(left), bits_of(right));
            let is_arithmetic = ARITHMETIC.contains(op);
            (bits, if is_arithmetic { scalar } else { Scalar::BOOL })
        }
        other => unreachable!("no condition is made of {other:?}"),
    };
    match scalar {
        Scalar::Int(width) => Const::Int(width, bits),
        Scalar::Float(kind) => Const::Float(kind, bits),
        Scalar::Pointer => Const::Null,
    }
}

fn bits_of(value: Const) -> u128 {
    match value {
        Const::Int(_, bits) | Const::Float(_, bits) => bits,
        Const::Null => 0,
    }
}

/// All intervals of a width in either order.
pub(crate) fn intervals(width: Width) -> Vec<Ints> {
    let mut sets = Vec::new();
    for a in 0..=width.mask() {
        for b in a..=width.mask() {
            sets.push(Ints::from_unsigned(width, a, b));
            let (a, b) = (width.sign_extend(a), width.sign_extend(b));
            sets.push(Ints::from_signed(width, a.min(b), a.max(b)));
        }
    }
    deduplicated(sets)
}

/// All intervals, and all hulls of two or three integers: these have congruences and bits.
pub(crate) fn sets(width: Width) -> Vec<Ints> {
    let mut sets = intervals(width);
    let one = |value| Ints::constant(width, value);
    for a in 0..=width.mask() {
        for b in a + 1..=width.mask() {
            sets.push(one(a).join(&one(b)));
            for c in b + 1..=width.mask() {
                sets.push(one(a).join(&one(b)).join(&one(c)));
            }
        }
    }
    deduplicated(sets)
}

/// All sets of signed values that are the same step from each other, for a few steps.
pub(crate) fn progressions(width: Width) -> Vec<Ints> {
    let (least, greatest) = Ints::top(width).signed();
    let mut sets = Vec::new();
    for step in [2, 3, 5, 6] {
        for start in least..=greatest {
            let mut set = Ints::from_signed(width, start, start);
            let mut next = start + step;
            while next <= greatest {
                set = set.join(&Ints::from_signed(width, next, next));
                sets.push(set);
                next += step;
            }
        }
    }
    deduplicated(sets)
}

fn deduplicated(sets: Vec<Ints>) -> Vec<Ints> {
    let mut seen = std::collections::HashSet::new();
    sets.into_iter().filter(|set| seen.insert(*set)).collect()
}
