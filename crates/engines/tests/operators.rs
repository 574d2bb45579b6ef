//! The operators of expressions as terms compute what the reference interpreter computes.
//!
//! Every operator, cast and exact function is compared over all widths and formats, both folded
//! on constants and evaluated on variables. Results are equal to the bit, except that a float
//! that is not a number is only compared as such: the interpreter hands on the payload of an
//! operand, as x86 does, and terms know one such value. Encodings of the x87 format that the
//! processor itself refuses (unnormals, pseudo-denormals) are left out.

use ir::{BinaryOp, CastOp, DataModel, FloatKind, MathFunction, Scalar, UnaryOp, Width};
use logic::{Assignment, Bits, Sort, TermId, Terms};
use proptest::prelude::*;

const WIDTHS: [u32; 8] = [1, 7, 8, 16, 32, 33, 64, 128];
const FLOATS: [FloatKind; 5] = [
    FloatKind::F16,
    FloatKind::F32,
    FloatKind::F64,
    FloatKind::F80,
    FloatKind::F128,
];
const MODEL: DataModel = DataModel::Lp64;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn terms_compute_what_the_interpreter_computes(
        raw in prop::array::uniform3((any::<u8>(), any::<u128>())),
    ) {
        for operation in operations() {
            let operands: Vec<u128> = operation
                .operands()
                .into_iter()
                .zip(raw)
                .map(|(scalar, (shape, bits))| operand(scalar, shape, bits))
                .collect();
            check(operation, &operands)?;
        }
    }
}

fn check(operation: Operation, operands: &[u128]) -> Result<(), TestCaseError> {
    let expected = operation.by_interpreter(operands);
    let result = operation.result();
    let mut terms = Terms::new();

    let constants: Vec<TermId> = operands
        .iter()
        .zip(operation.operands())
        .map(|(bits, scalar)| terms.bv(bits_of(scalar), *bits))
        .collect();
    let Some(folded) = operation.as_term(&mut terms, &constants) else {
        return Ok(());
    };
    let folded = terms.as_value(folded).and_then(Bits::to_u128);

    let names = ["x", "y", "z"];
    let variables: Vec<TermId> = names
        .iter()
        .zip(operation.operands())
        .map(|(name, scalar)| terms.var(name, Sort::Bv(bits_of(scalar))))
        .collect();
    let mut assignment = Assignment::new();
    for ((variable, scalar), bits) in variables.iter().zip(operation.operands()).zip(operands) {
        assignment.set(*variable, Bits::new(bits_of(scalar), *bits));
    }
    let term = operation.as_term(&mut terms, &variables);
    let evaluated = term.and_then(|term| terms.eval(term, &assignment).bits()?.to_u128());

    for (how, found) in [("folded", folded), ("evaluated", evaluated)] {
        prop_assert!(
            found.is_some_and(|found| same(result, found, expected)),
            "{operation:?} of {operands:x?}, {how}: {found:x?} instead of {expected:x}"
        );
    }
    Ok(())
}

/// Equal, or both not a number.
fn same(scalar: Scalar, a: u128, b: u128) -> bool {
    let is_nan = |bits| interp::operators::unary(UnaryOp::IsNan, scalar, bits) == 1;
    a == b || matches!(scalar, Scalar::Float(_)) && is_nan(a) && is_nan(b)
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Unary(UnaryOp, Scalar),
    Binary(BinaryOp, Scalar),
    Cast(CastOp, Scalar, Scalar),
    Math(MathFunction, FloatKind),
}

impl Operation {
    fn operands(self) -> Vec<Scalar> {
        match self {
            Operation::Unary(_, scalar) | Operation::Cast(_, scalar, _) => vec![scalar],
            Operation::Binary(_, scalar) => vec![scalar; 2],
            Operation::Math(function, kind) => vec![Scalar::Float(kind); function.arity()],
        }
    }

    fn result(self) -> Scalar {
        use ir::OperatorClass::{Arithmetic, FloatArithmetic};
        match self {
            Operation::Unary(UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit, _) => {
                Scalar::BOOL
            }
            Operation::Unary(_, scalar) | Operation::Cast(_, _, scalar) => scalar,
            Operation::Binary(op, scalar) => match op.class() {
                Arithmetic | FloatArithmetic => scalar,
                _ => Scalar::BOOL,
            },
            Operation::Math(_, kind) => Scalar::Float(kind),
        }
    }

    fn by_interpreter(self, operands: &[u128]) -> u128 {
        use interp::operators::{binary, cast, math, unary};
        match (self, operands) {
            (Operation::Unary(op, scalar), [a]) => unary(op, scalar, *a),
            (Operation::Binary(op, scalar), [a, b]) => binary(op, scalar, MODEL, *a, *b),
            (Operation::Cast(op, from, to), [a]) => cast(op, from, to, *a),
            (Operation::Math(function, kind), _) => math(function, kind, operands),
            _ => unreachable!("as many operands as asked for"),
        }
    }

    /// None of the functions that have no circuit.
    fn as_term(self, terms: &mut Terms, operands: &[TermId]) -> Option<TermId> {
        use logic::program::{binary, cast, math, unary};
        match (self, operands) {
            (Operation::Unary(op, scalar), [a]) => Some(unary(terms, op, scalar, *a)),
            (Operation::Binary(op, scalar), [a, b]) => {
                Some(binary(terms, op, scalar, MODEL, *a, *b))
            }
            (Operation::Cast(op, from, to), [a]) => Some(cast(terms, op, from, to, *a)),
            (Operation::Math(function, kind), _) => math(terms, function, kind, operands),
            _ => unreachable!("as many operands as asked for"),
        }
    }
}

/// Everything there is, at every type it applies to.
fn operations() -> Vec<Operation> {
    let integers = || WIDTHS.into_iter().filter_map(Width::new).map(Scalar::Int);
    let floats = || FLOATS.into_iter().map(Scalar::Float);
    let mut all = Vec::new();
    for scalar in integers() {
        all.extend(INTEGER_UNARY.map(|op| Operation::Unary(op, scalar)));
        all.extend(INTEGER_BINARY.map(|op| Operation::Binary(op, scalar)));
        if bits_of(scalar).is_multiple_of(8) {
            all.push(Operation::Unary(UnaryOp::ByteSwap, scalar));
        }
        all.extend(integers().flat_map(|to| between_integers(scalar, to)));
        for to in floats() {
            all.push(Operation::Cast(CastOp::SignedToFloat, scalar, to));
            all.push(Operation::Cast(CastOp::UnsignedToFloat, scalar, to));
            all.push(Operation::Cast(CastOp::FloatToUnsigned, to, scalar));
            // No language has signed integers of one bit.
            if scalar != Scalar::BOOL {
                all.push(Operation::Cast(CastOp::FloatToSigned, to, scalar));
            }
        }
    }
    for scalar in floats() {
        all.extend(FLOAT_UNARY.map(|op| Operation::Unary(op, scalar)));
        all.extend(FLOAT_BINARY.map(|op| Operation::Binary(op, scalar)));
        let others = floats().filter(|to| *to != scalar);
        all.extend(others.map(|to| Operation::Cast(CastOp::FloatToFloat, scalar, to)));
        if let Some(width) = Width::new(bits_of(scalar)) {
            let bits = Scalar::Int(width);
            all.push(Operation::Cast(CastOp::Bits, scalar, bits));
            all.push(Operation::Cast(CastOp::Bits, bits, scalar));
        }
    }
    for kind in FLOATS {
        let functions = MathFunction::ALL.iter();
        all.extend(functions.map(|function| Operation::Math(*function, kind)));
    }
    let comparisons = [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::ULt, BinaryOp::ULe];
    all.extend(comparisons.map(|op| Operation::Binary(op, Scalar::Pointer)));
    all
}

fn between_integers(from: Scalar, to: Scalar) -> Vec<Operation> {
    match bits_of(from).cmp(&bits_of(to)) {
        std::cmp::Ordering::Less => vec![
            Operation::Cast(CastOp::ZeroExtend, from, to),
            Operation::Cast(CastOp::SignExtend, from, to),
        ],
        std::cmp::Ordering::Equal => Vec::new(),
        std::cmp::Ordering::Greater => vec![Operation::Cast(CastOp::Truncate, from, to)],
    }
}

const INTEGER_UNARY: [UnaryOp; 5] = [
    UnaryOp::Neg,
    UnaryOp::Not,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::PopCount,
];

const INTEGER_BINARY: [BinaryOp; 25] = {
    use BinaryOp::*;
    [
        Add,
        Sub,
        Mul,
        UDiv,
        SDiv,
        URem,
        SRem,
        And,
        Or,
        Xor,
        Shl,
        LShr,
        AShr,
        Eq,
        Ne,
        ULt,
        ULe,
        SLt,
        SLe,
        SAddOverflows,
        SSubOverflows,
        SMulOverflows,
        UAddOverflows,
        USubOverflows,
        UMulOverflows,
    ]
};

const FLOAT_UNARY: [UnaryOp; 4] = [
    UnaryOp::FNeg,
    UnaryOp::IsNan,
    UnaryOp::IsInfinite,
    UnaryOp::SignBit,
];

const FLOAT_BINARY: [BinaryOp; 7] = {
    use BinaryOp::*;
    [FAdd, FSub, FMul, FDiv, FEq, FLt, FLe]
};

fn bits_of(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Int(width) => width.bits(),
        Scalar::Float(kind) => kind.bits(),
        Scalar::Pointer => MODEL.pointer_width().bits(),
    }
}

/// An operand made from random bits: special values often.
fn operand(scalar: Scalar, shape: u8, bits: u128) -> u128 {
    let mask = u128::MAX >> (128 - bits_of(scalar));
    match scalar {
        Scalar::Float(kind) => float_operand(kind, shape, bits & mask),
        Scalar::Int(_) | Scalar::Pointer => match shape % 8 {
            0 => 0,
            1 => 1 & mask,
            2 => mask,
            3 => mask >> 1,
            4 => (mask >> 1) + 1,
            5 => (bits % 200) & mask,
            _ => bits & mask,
        },
    }
}

/// The bits of the exponent and of the fraction, the integer bit of x87 not counted.
fn layout(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::F16 => (5, 10),
        FloatKind::F32 => (8, 23),
        FloatKind::F64 => (11, 52),
        FloatKind::F80 => (15, 63),
        FloatKind::F128 => (15, 112),
    }
}

fn float_operand(kind: FloatKind, shape: u8, bits: u128) -> u128 {
    let (exponent_bits, fraction_bits) = layout(kind);
    let most = (1u128 << exponent_bits) - 1;
    let all = (1u128 << fraction_bits) - 1;
    let bias = most >> 1;
    let sign = bits >> (kind.bits() - 1) & 1;
    let fraction = bits & all;
    let near = bias - 3 + bits % u128::from(fraction_bits + 8).min(bias);
    let (exponent, fraction) = match shape % 16 {
        0 => (0, 0),
        1 => (most, 0),
        2 => (most, 1 << (fraction_bits - 1)),
        3 => (most, fraction.max(1)),
        4 => (0, 1),
        5 => (0, all),
        6 => (1, 0),
        7 => (most - 1, all),
        8 => (bias, 0),
        // Halves and small integers.
        9 => (bias + bits % 4, fraction & !(all >> 3)),
        10 => (bias - 1, 0),
        11 => (0, fraction),
        12..=14 => (near, fraction),
        _ => (bits >> fraction_bits & most, fraction),
    };
    let above = sign << exponent_bits | exponent;
    match kind {
        FloatKind::F80 => {
            let integer = u128::from(exponent != 0);
            (above << 1 | integer) << fraction_bits | fraction
        }
        _ => above << fraction_bits | fraction,
    }
}
