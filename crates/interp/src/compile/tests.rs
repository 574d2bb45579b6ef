//! Compiled code against expressions evaluated node by node.

use crate::value::{Pointer, Provenance};
use crate::{Interpreter, Limits, ObjectId, Outcome, Scripted, Value, evaluate};
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, CastOp, Check, ClaimKind, ClaimSet, Condition, Const, DataModel, Expr, FloatKind,
    LocalId, MathFunction, Op, ProcedureId, Program, Scalar, UnaryOp, Width,
};
use proptest::prelude::*;

/// Types of all sizes; two parameters of each.
fn types(model: DataModel) -> Vec<Scalar> {
    let widths = [1, 8, 17, 32, 64, 65, 128]
        .into_iter()
        .filter_map(Width::new);
    let floats = [
        FloatKind::F16,
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
    ];
    let word = Scalar::Int(model.pointer_width());
    let mut types: Vec<Scalar> = widths.map(Scalar::Int).collect();
    types.extend(floats.map(Scalar::Float));
    types.extend([Scalar::Pointer, word]);
    types
}

/// Makes expressions and values out of a list of choices; zero where it ends.
struct Maker<'a> {
    choices: std::slice::Iter<'a, u64>,
    model: DataModel,
    types: Vec<Scalar>,
}

impl Maker<'_> {
    fn choose(&mut self, count: usize) -> usize {
        (self.choices.next().copied().unwrap_or(0) % count as u64) as usize
    }

    fn some_type(&mut self) -> Scalar {
        let index = self.choose(self.types.len());
        self.types[index]
    }

    fn bits(&mut self, scalar: Scalar) -> u128 {
        let random = u128::from(self.choices.next().copied().unwrap_or(0)) << 64
            | u128::from(self.choices.next().copied().unwrap_or(0));
        let width = match scalar {
            Scalar::Int(width) => width,
            Scalar::Float(kind) => Width::new(kind.bits()).unwrap(),
            Scalar::Pointer => self.model.pointer_width(),
        };
        let bits = match self.choose(5) {
            0 => self.choose(3) as u128,
            1 => !0,
            2 => width.signed_min(),
            _ => random,
        };
        width.truncate(bits)
    }

    fn value(&mut self, scalar: Scalar) -> Value {
        let bits = self.bits(scalar);
        match (scalar, self.choose(3)) {
            (Scalar::Pointer, 0) => Value::Pointer(Pointer::NULL),
            (Scalar::Pointer, 1) => {
                let provenance = Provenance::Object(ObjectId(0));
                Value::Pointer(Pointer {
                    address: bits as u64,
                    provenance,
                })
            }
            (Scalar::Pointer, _) => {
                let provenance = Provenance::None;
                Value::Pointer(Pointer {
                    address: bits as u64,
                    provenance,
                })
            }
            _ => Value::Bits(bits),
        }
    }

    fn leaf(&mut self, scalar: Scalar) -> Expr {
        let place = self.types.iter().position(|known| *known == scalar);
        match (self.choose(3), scalar, place) {
            (0 | 1, _, Some(place)) => Expr::Local(LocalId((2 * place + self.choose(2)) as u32)),
            (_, Scalar::Int(width), _) => Expr::Const(Const::Int(width, self.bits(scalar))),
            (_, Scalar::Float(kind), _) => Expr::Const(Const::Float(kind, self.bits(scalar))),
            (_, Scalar::Pointer, _) => match self.choose(2) {
                0 => Expr::NULL,
                _ => Expr::Procedure(ProcedureId(0)),
            },
        }
    }

    fn expr(&mut self, scalar: Scalar, depth: u32) -> Expr {
        if depth == 0 || self.choose(6) == 0 {
            return self.leaf(scalar);
        }
        if self.choose(8) == 0 {
            let condition = self.expr(Scalar::BOOL, depth - 1);
            let (then, otherwise) = (self.expr(scalar, depth - 1), self.expr(scalar, depth - 1));
            return Expr::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        }
        match scalar {
            Scalar::Int(Width::W1) if self.choose(4) != 0 => self.condition(depth - 1),
            Scalar::Int(width) => self.integer(width, depth - 1),
            Scalar::Float(kind) => self.float(kind, depth - 1),
            Scalar::Pointer => self.pointer(depth - 1),
        }
    }

    fn binary(&mut self, op: BinaryOp, scalar: Scalar, depth: u32) -> Expr {
        Expr::binary(op, self.expr(scalar, depth), self.expr(scalar, depth))
    }

    fn integer(&mut self, width: Width, depth: u32) -> Expr {
        use BinaryOp::*;
        let scalar = Scalar::Int(width);
        let arithmetic = [
            Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr,
        ];
        let unary = [
            UnaryOp::Neg,
            UnaryOp::Not,
            UnaryOp::LeadingZeros,
            UnaryOp::TrailingZeros,
            UnaryOp::PopCount,
        ];
        match self.choose(6) {
            0 => {
                let op = unary[self.choose(unary.len())];
                Expr::unary(op, self.expr(scalar, depth))
            }
            1 => self.cast(scalar, depth),
            2 if scalar == Scalar::Int(self.model.pointer_width()) => {
                self.binary(PointerDiff, Scalar::Pointer, depth)
            }
            _ => {
                let op = arithmetic[self.choose(arithmetic.len())];
                self.binary(op, scalar, depth)
            }
        }
    }

    /// A cast to an integer or a float from something else.
    fn cast(&mut self, to: Scalar, depth: u32) -> Expr {
        let from = self.some_type();
        let op = match (from, to) {
            (Scalar::Int(a), Scalar::Int(b)) if a > b => CastOp::Truncate,
            (Scalar::Int(a), Scalar::Int(b)) if a < b => {
                [CastOp::ZeroExtend, CastOp::SignExtend][self.choose(2)]
            }
            (Scalar::Int(a), Scalar::Float(b)) if a.bits() == b.bits() && self.choose(2) == 0 => {
                CastOp::Bits
            }
            (Scalar::Int(_), Scalar::Float(_)) => {
                [CastOp::SignedToFloat, CastOp::UnsignedToFloat][self.choose(2)]
            }
            (Scalar::Float(a), Scalar::Int(b)) if a.bits() == b.bits() && self.choose(2) == 0 => {
                CastOp::Bits
            }
            (Scalar::Float(_), Scalar::Int(_)) => {
                [CastOp::FloatToSigned, CastOp::FloatToUnsigned][self.choose(2)]
            }
            (Scalar::Float(_), Scalar::Float(_)) => CastOp::FloatToFloat,
            (Scalar::Pointer, Scalar::Int(width)) if width == self.model.pointer_width() => {
                CastOp::PointerToInt
            }
            _ => return self.leaf(to),
        };
        Expr::cast(op, to, self.expr(from, depth))
    }

    fn condition(&mut self, depth: u32) -> Expr {
        use BinaryOp::*;
        let scalar = self.some_type();
        let ops: &[BinaryOp] = match scalar {
            Scalar::Int(_) => &[
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
            ],
            Scalar::Float(_) => &[FEq, FLt, FLe],
            Scalar::Pointer => &[Eq, Ne, ULt, ULe],
        };
        let condition = match (scalar, self.choose(4)) {
            (Scalar::Float(_), 0) => {
                let op = [UnaryOp::IsNan, UnaryOp::IsInfinite, UnaryOp::SignBit][self.choose(3)];
                Expr::unary(op, self.expr(scalar, depth))
            }
            _ => {
                let op = ops[self.choose(ops.len())];
                self.binary(op, scalar, depth)
            }
        };
        if self.choose(3) == 0 {
            Expr::unary(UnaryOp::Not, condition)
        } else {
            condition
        }
    }

    fn float(&mut self, kind: FloatKind, depth: u32) -> Expr {
        use BinaryOp::*;
        let scalar = Scalar::Float(kind);
        match self.choose(6) {
            0 => Expr::unary(UnaryOp::FNeg, self.expr(scalar, depth)),
            1 => self.cast(scalar, depth),
            2 => {
                let function = MathFunction::ALL[self.choose(MathFunction::ALL.len())];
                let arguments = (0..function.arity())
                    .map(|_| self.expr(scalar, depth))
                    .collect();
                Expr::Math(function, kind, arguments)
            }
            _ => {
                let op = [FAdd, FSub, FMul, FDiv][self.choose(4)];
                self.binary(op, scalar, depth)
            }
        }
    }

    fn pointer(&mut self, depth: u32) -> Expr {
        let word = Scalar::Int(self.model.pointer_width());
        if self.choose(3) == 0 {
            return Expr::cast(
                CastOp::IntToPointer,
                Scalar::Pointer,
                self.expr(word, depth),
            );
        }
        let address = self.expr(Scalar::Pointer, depth);
        let index = match self.choose(3) {
            0 => self.expr(word, depth),
            1 => Expr::Const(Const::int(
                self.model.pointer_width(),
                self.choose(40) as i128 - 20,
            )),
            _ => {
                let narrow = self.expr(Scalar::Int(Width::W8), depth);
                Expr::cast(CastOp::SignExtend, word, narrow)
            }
        };
        let width = self.model.pointer_width();
        let by = match self.choose(3) {
            0 => Expr::binary(
                BinaryOp::Mul,
                index,
                Expr::int(width, self.choose(70_000) as i128),
            ),
            1 => Expr::binary(
                BinaryOp::Shl,
                index,
                Expr::int(width, self.choose(20) as i128),
            ),
            _ => index,
        };
        Expr::Offset(Box::new(address), Box::new(by))
    }
}

/// A procedure with two parameters of each type.
fn start(program: &mut Program, types: &[Scalar], result: Scalar) -> ProcedureBuilder {
    let mut builder = ProcedureBuilder::new("f", program);
    for (index, scalar) in types.iter().enumerate() {
        builder.parameter(&format!("a{index}"), *scalar);
        builder.parameter(&format!("b{index}"), *scalar);
    }
    builder.result(result);
    builder
}

/// The value by the tree, and the outcome by the code.
fn both_ways(
    program: &Program,
    arguments: &[Value],
    expr: &Expr,
    claims: ClaimSet,
) -> (Value, Outcome) {
    let interpreter = Interpreter::new(program);
    let mut state = interpreter.start_at(ProcedureId(0), arguments);
    let by_tree = evaluate::expression(
        &interpreter,
        &state.memory,
        ProcedureId(0),
        &state.registers,
        expr,
    );
    let limits = Limits {
        claims,
        ..Limits::default()
    };
    let outcome = interpreter.run(&mut state, &mut Scripted::default(), &limits);
    (by_tree, outcome)
}

fn model() -> impl Strategy<Value = DataModel> {
    prop_oneof![Just(DataModel::Lp64), Just(DataModel::Ilp32)]
}

proptest! {
    #[test]
    fn values(choices in prop::collection::vec(any::<u64>(), 0..80), model in model()) {
        let types = types(model);
        let mut maker = Maker { choices: choices.iter(), model, types: types.clone() };
        let arguments: Vec<Value> =
            types.iter().flat_map(|scalar| [*scalar; 2]).map(|scalar| maker.value(scalar)).collect();
        let scalar = types[maker.choose(types.len())];
        let expr = maker.expr(scalar, 4);

        let mut program = Program { data_model: model, ..Program::default() };
        let mut builder = start(&mut program, &types, scalar);
        builder.push(Op::Return(Some(expr.clone())));
        let procedure = builder.finish();
        program.procedures.push(procedure);
        prop_assert_eq!(ir::validate::validate(&program), Ok(()));
        let (by_tree, by_code) = both_ways(&program, &arguments, &expr, ClaimSet::EMPTY);
        prop_assert_eq!(Outcome::Returned(Some(by_tree)), by_code);
    }

    #[test]
    fn branches(choices in prop::collection::vec(any::<u64>(), 0..80), model in model()) {
        let types = types(model);
        let mut maker = Maker { choices: choices.iter(), model, types: types.clone() };
        let arguments: Vec<Value> =
            types.iter().flat_map(|scalar| [*scalar; 2]).map(|scalar| maker.value(scalar)).collect();
        let expr = maker.condition(3);

        let mut program = Program { data_model: model, ..Program::default() };
        let mut builder = start(&mut program, &types, Scalar::BOOL);
        let (then, otherwise) = builder.branch(expr.clone());
        for (location, value) in [(then, Expr::TRUE), (otherwise, Expr::FALSE)] {
            builder.at(location);
            builder.push(Op::Return(Some(value)));
        }
        let procedure = builder.finish();
        program.procedures.push(procedure);
        let (by_tree, by_code) = both_ways(&program, &arguments, &expr, ClaimSet::EMPTY);
        prop_assert_eq!(Outcome::Returned(Some(by_tree)), by_code);
    }

    /// A check together with the arithmetic it guards.
    #[test]
    fn checked_arithmetic(choices in prop::collection::vec(any::<u64>(), 0..60)) {
        let model = DataModel::Lp64;
        let types = types(model);
        let mut maker = Maker { choices: choices.iter(), model, types: types.clone() };
        let arguments: Vec<Value> =
            types.iter().flat_map(|scalar| [*scalar; 2]).map(|scalar| maker.value(scalar)).collect();
        let place = maker.choose(7);
        let scalar = types[place];
        let dest = LocalId(2 * place as u32);
        let (op, overflows) = [
            (BinaryOp::Add, BinaryOp::SAddOverflows),
            (BinaryOp::Sub, BinaryOp::SSubOverflows),
            (BinaryOp::Mul, BinaryOp::SMulOverflows),
        ][maker.choose(3)];
        let (left, right) = (maker.expr(scalar, 1), maker.expr(scalar, 1));
        let overflow = Expr::binary(overflows, left.clone(), right.clone());
        let value = Expr::binary(op, left, right);

        let mut program = Program::default();
        let mut builder = start(&mut program, &types, scalar);
        builder.push(Op::Check(Box::new(Check {
            condition: Condition::Holds(overflow.clone().negate()),
            kind: ClaimKind::Overflow,
            subject: "x".into(),
            operands: Vec::new(),
        })));
        builder.push(Op::Assign(dest, value.clone()));
        builder.push(Op::Return(Some(Expr::Local(dest))));
        let procedure = builder.finish();
        program.procedures.push(procedure);

        let (by_tree, by_code) = both_ways(&program, &arguments, &value, ClaimSet::EMPTY);
        prop_assert_eq!(Outcome::Returned(Some(by_tree)), by_code);
        let (overflowed, by_code) = both_ways(&program, &arguments, &overflow, ClaimSet::usual());
        prop_assert_eq!(overflowed == Value::Bits(1), matches!(by_code, Outcome::Violation(_)));
    }
}
