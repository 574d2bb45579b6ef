//! Random paths over a few integers, pointers and objects.

use ir::build::ProcedureBuilder;
use ir::{
    AccessMode, BinaryOp, BitRange, CastOp, Check, ClaimKind, Condition, Contents, DataModel, Expr,
    LocalId, NewObject, Op, Place, Program, Scalar, Source, SourceKind, Storage, TypeId, Width,
};
use proptest::prelude::*;
use proptest::sample::select;

pub(crate) const A: LocalId = LocalId(0);
pub(crate) const B: LocalId = LocalId(1);
pub(crate) const C: LocalId = LocalId(2);
/// An integer of the width of an address.
const N: LocalId = LocalId(3);
pub(crate) const P: LocalId = LocalId(4);
pub(crate) const Q: LocalId = LocalId(5);
const R: LocalId = LocalId(6);

const I32: Scalar = Scalar::Int(Width::W32);

/// The locals of all paths; the first two are parameters.
pub(crate) const LOCALS: [(&str, Option<Scalar>); 7] = [
    ("a", Some(I32)),
    ("b", Some(I32)),
    ("c", Some(Scalar::Int(Width::W8))),
    ("n", None),
    ("p", Some(Scalar::Pointer)),
    ("q", Some(Scalar::Pointer)),
    ("r", Some(Scalar::Pointer)),
];

/// A program whose only procedure takes the path and returns a local.
pub(crate) fn program(model: DataModel, ops: &[Op], result: Option<LocalId>) -> Program {
    let mut program = Program {
        data_model: model,
        ..Program::default()
    };
    let mut builder = ProcedureBuilder::new("f", &mut program);
    for (index, (name, scalar)) in LOCALS.into_iter().enumerate() {
        let scalar = scalar.unwrap_or(Scalar::Int(model.pointer_width()));
        match index {
            0 | 1 => builder.parameter(name, scalar),
            _ => builder.local(name, scalar),
        };
        if result == Some(LocalId(index as u32)) {
            builder.result(scalar);
        }
    }
    for op in ops {
        builder.push(op.clone());
    }
    builder.push(Op::Return(result.map(Expr::Local)));
    program.procedures.push(builder.finish());
    program
}

/// Mostly small numbers.
pub(crate) fn small() -> impl Strategy<Value = u128> {
    prop_oneof![0..4u128, any::<u32>().prop_map(u128::from)]
}

/// Two objects are made, then up to `length` operations follow.
pub(crate) fn path(length: usize) -> impl Strategy<Value = (DataModel, Vec<Op>)> {
    select(vec![DataModel::Lp64, DataModel::Ilp32]).prop_flat_map(move |model| {
        let word = Scalars { model };
        let rest = prop::collection::vec(word.op(), 1..=length);
        let first = (word.alloc(P, 24), word.alloc(Q, 24));
        (first, rest).prop_map(move |((p, q), rest)| {
            let ops = [p, q].into_iter().chain(rest).collect();
            (model, ops)
        })
    })
}

/// Expressions and operations for a width of addresses.
#[derive(Clone, Copy)]
struct Scalars {
    model: DataModel,
}

impl Scalars {
    fn word(self, value: i128) -> Expr {
        Expr::int(self.model.pointer_width(), value)
    }

    fn op(self) -> BoxedStrategy<Op> {
        let dest = || select(vec![P, Q, R]);
        prop_oneof![
            2 => (select(vec![A, B]), int32()).prop_map(|(dest, value)| Op::Assign(dest, value)),
            1 => byte().prop_map(|value| Op::Assign(C, value)),
            2 => self.offset().prop_map(|value| Op::Assign(N, value)),
            3 => (dest(), self.pointer()).prop_map(|(dest, value)| Op::Assign(dest, value)),
            1 => select(vec![A, C, N, P]).prop_map(Op::Forget),
            1 => Just(Op::Skip),
            5 => self.access().prop_map(|(dest, place)| Op::Load { dest, place }),
            8 => (self.access(), any::<bool>()).prop_map(|((local, place), changed)| {
                let value = match (changed, place.scalar) {
                    (true, Scalar::Int(width)) => {
                        let one = Expr::int(width, 1);
                        Expr::binary(BinaryOp::Add, Expr::Local(local), one)
                    }
                    _ => Expr::Local(local),
                };
                Op::Store { place, value }
            }),
            3 => (self.pointer(), self.pointer(), 0..20i128).prop_map(move |(to, from, size)| {
                Op::Copy { to, from, size: self.word(size) }
            }),
            1 => (self.pointer(), byte(), 0..20i128).prop_map(move |(to, byte, size)| {
                Op::Fill { to, byte, size: self.word(size) }
            }),
            2 => (dest(), 0..20i128).prop_flat_map(move |(dest, size)| self.alloc(dest, size)),
            1 => self.pointer().prop_map(Op::Free),
            1 => truth().prop_map(Op::Assume),
            2 => self.condition().prop_map(|condition| Op::Check(Box::new(Check {
                condition,
                kind: ClaimKind::Assertion,
                subject: "".into(),
                operands: Vec::new(),
            }))),
            2 => select(vec![A, C, N]).prop_map(|dest| Op::Input {
                dest,
                ty: TypeId(0),
                source: Box::new(Source {
                    kind: SourceKind::Nondet,
                    name: "input".into(),
                    dynamic_name: None,
                    index: None,
                }),
            }),
        ]
        .boxed()
    }

    fn alloc(self, dest: LocalId, size: i128) -> impl Strategy<Value = Op> {
        let storage = select(vec![Storage::Heap, Storage::Stack]);
        let contents = select(vec![Contents::Zero, Contents::Uninitialised]);
        (storage, contents, 0..4u32).prop_map(move |(storage, contents, align)| Op::Alloc {
            dest,
            object: NewObject {
                size: self.word(size),
                align: 1 << align,
                storage,
                contents,
                ty: None,
                name: None,
            },
        })
    }

    /// A pointer: most often a few words into one of the objects.
    fn pointer(self) -> BoxedStrategy<Expr> {
        let local = || select(vec![P, Q, R]).prop_map(Expr::Local);
        let moved = |(pointer, by)| Expr::Offset(Box::new(pointer), Box::new(by));
        let word_bytes = i128::from(self.model.pointer_bytes());
        prop_oneof![
            6 => select(vec![P, Q]).prop_map(Expr::Local),
            4 => (local(), 0..3i128)
                .prop_map(move |(pointer, by)| moved((pointer, self.word(by * word_bytes)))),
            2 => (local(), -2..20i128).prop_map(move |(pointer, by)| moved((pointer, self.word(by)))),
            1 => (local(), self.offset()).prop_map(moved),
            1 => Just(Expr::NULL),
            1 => self.offset().prop_map(|address| {
                Expr::cast(CastOp::IntToPointer, Scalar::Pointer, address)
            }),
            1 => (truth(), local(), local()).prop_map(|(condition, then, otherwise)| {
                Expr::If(Box::new(condition), Box::new(then), Box::new(otherwise))
            }),
        ]
        .boxed()
    }

    /// An integer of the width of an address.
    fn offset(self) -> BoxedStrategy<Expr> {
        let local = || select(vec![P, Q, R]).prop_map(Expr::Local);
        let width = self.model.pointer_width();
        let address = move |pointer| Expr::cast(CastOp::PointerToInt, Scalar::Int(width), pointer);
        prop_oneof![
            Just(Expr::Local(N)),
            (0..9i128).prop_map(move |value| self.word(value)),
            (local(), 0..9i128).prop_map(move |(pointer, by)| {
                Expr::binary(BinaryOp::Add, address(pointer), self.word(by))
            }),
            (local(), local()).prop_map(|(from, to)| Expr::binary(BinaryOp::PointerDiff, from, to)),
        ]
        .boxed()
    }

    /// A place, and the local of its type.
    fn access(self) -> BoxedStrategy<(LocalId, Place)> {
        let word = Scalar::Int(self.model.pointer_width());
        let kinds = vec![
            (A, I32),
            (B, I32),
            (C, Scalar::Int(Width::W8)),
            (N, word),
            (P, Scalar::Pointer),
            (Q, Scalar::Pointer),
            (R, Scalar::Pointer),
        ];
        let bits = (0..20u8, 1..12u8).prop_map(|(offset, width)| BitRange { offset, width });
        (
            select(kinds),
            self.pointer(),
            prop::option::weighted(0.3, bits),
        )
            .prop_map(|((local, scalar), address, bits)| {
                let bits = bits.filter(|_| scalar == I32);
                let place = Place {
                    address,
                    scalar,
                    bits,
                    field: None,
                };
                (local, place)
            })
            .boxed()
    }

    fn condition(self) -> BoxedStrategy<Condition> {
        let mode = select(vec![AccessMode::Read, AccessMode::Write]);
        let (one, other) = (self.pointer(), self.pointer());
        let size = || prop_oneof![0..20i128, Just(i128::MAX)].prop_map(move |size| self.word(size));
        prop_oneof![
            truth().prop_map(Condition::Holds),
            select(vec![A, C, N, P]).prop_map(Condition::Initialised),
            (self.pointer(), size(), 0..4u32, mode).prop_map(|(address, size, align, mode)| {
                Condition::Access {
                    address,
                    size,
                    align: 1 << align,
                    mode,
                }
            }),
            self.pointer().prop_map(Condition::Freeable),
            (one, other).prop_map(|(one, other)| Condition::SameObject(one, other)),
            (self.pointer(), self.pointer(), size())
                .prop_map(|(one, other, size)| Condition::Disjoint(one, other, size)),
        ]
        .boxed()
    }
}

fn int32() -> BoxedStrategy<Expr> {
    let local = || select(vec![A, B]).prop_map(Expr::Local);
    let op = select(vec![
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Xor,
        BinaryOp::And,
        BinaryOp::Shl,
    ]);
    prop_oneof![
        local(),
        (0..5i128).prop_map(|value| Expr::int(Width::W32, value)),
        (op, local(), local()).prop_map(|(op, left, right)| Expr::binary(op, left, right)),
        Just(Expr::cast(CastOp::SignExtend, I32, Expr::Local(C))),
    ]
    .boxed()
}

fn byte() -> BoxedStrategy<Expr> {
    let byte = Scalar::Int(Width::W8);
    prop_oneof![
        Just(Expr::Local(C)),
        int32().prop_map(move |value| Expr::cast(CastOp::Truncate, byte, value)),
    ]
    .boxed()
}

/// Conditions that often hold.
fn truth() -> BoxedStrategy<Expr> {
    let local = || select(vec![P, Q, R]).prop_map(Expr::Local);
    prop_oneof![
        int32().prop_map(|value| Expr::binary(BinaryOp::SLe, Expr::int(Width::W32, 0), value)),
        (int32(), int32()).prop_map(|(one, other)| Expr::binary(BinaryOp::ULe, one, other)),
        (local(), local()).prop_map(|(one, other)| Expr::binary(BinaryOp::ULe, one, other)),
        local().prop_map(|pointer| Expr::binary(BinaryOp::Ne, pointer, Expr::NULL)),
    ]
    .boxed()
}
