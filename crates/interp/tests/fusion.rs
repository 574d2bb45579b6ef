//! Operations that are compiled together do what they do one by one.

mod support;

use ir::{
    AccessMode, BinaryOp, CastOp, ClaimKind, ClaimSet, Condition, Contents, Edge, EdgeId, Expr,
    LocalId, Location, NewObject, Op, Place, Program, Scalar, Span, Storage, Width,
};
use proptest::prelude::*;
use support::*;

/// Makes operations out of a list of choices.
struct Maker<'a> {
    choices: std::slice::Iter<'a, u32>,
    ints: Vec<LocalId>,
    pointers: Vec<LocalId>,
}

impl Maker<'_> {
    fn choose(&mut self, count: usize) -> usize {
        self.choices.next().copied().unwrap_or(0) as usize % count
    }

    fn int(&mut self) -> LocalId {
        let index = self.choose(self.ints.len());
        self.ints[index]
    }

    fn operand(&mut self) -> Expr {
        match self.choose(4) {
            0 => int([0, 1, 3, i128::from(i32::MAX), -1][self.choose(5)]),
            1 => {
                let (left, right) = (self.int(), self.int());
                Expr::binary(BinaryOp::Add, local(left), local(right))
            }
            _ => local(self.int()),
        }
    }

    fn address(&mut self) -> Expr {
        let index = self.choose(self.pointers.len());
        let pointer = local(self.pointers[index]);
        match self.choose(2) {
            0 => offset(pointer, 4 * self.choose(9) as i128),
            _ => {
                let index = Expr::cast(CastOp::SignExtend, LONG, local(self.int()));
                let bytes = Expr::binary(BinaryOp::Mul, index, word(4));
                Expr::Offset(Box::new(pointer), Box::new(bytes))
            }
        }
    }

    fn push(&mut self, code: &mut Code) {
        match self.choose(9) {
            0 => {
                let (dest, value) = (self.int(), self.operand());
                code.set(dest, value);
            }
            1..=3 => self.arithmetic(code),
            4 => {
                let address = self.address();
                let access = Condition::Access {
                    address: address.clone(),
                    size: word(4),
                    align: [1, 4][self.choose(2)],
                    mode: AccessMode::Read,
                };
                code.check(ClaimKind::Null, "load", access);
                let dest = self.int();
                code.push(Op::Load {
                    dest,
                    place: place(address, INT),
                });
                if self.choose(3) != 0 {
                    code.initialised(dest, "loaded");
                }
            }
            5 => {
                let (address, value) = (self.address(), self.operand());
                code.access(AccessMode::Write, "store", address.clone(), 4, 4);
                code.push(Op::Store {
                    place: place(address, INT),
                    value,
                });
            }
            6 => {
                let local = self.int();
                code.initialised(local, "local");
            }
            7 => {
                let local = self.int();
                code.push(Op::Forget(local));
            }
            _ => {
                let (address, value) = (self.address(), self.operand());
                let bits = ir::BitRange {
                    offset: self.choose(20) as u8,
                    width: 7,
                };
                let place = Place {
                    bits: Some(bits),
                    ..place(address, INT)
                };
                code.push(Op::Store { place, value });
            }
        }
    }

    /// A checked operation, whose result is used in one of several ways.
    fn arithmetic(&mut self, code: &mut Code) {
        let (op, overflows) = [
            (BinaryOp::Add, BinaryOp::SAddOverflows),
            (BinaryOp::Sub, BinaryOp::SSubOverflows),
            (BinaryOp::Mul, BinaryOp::SMulOverflows),
        ][self.choose(3)];
        let (left, right) = (self.operand(), self.operand());
        let overflow = Expr::binary(overflows, left.clone(), right.clone());
        code.check(
            ClaimKind::Overflow,
            "arithmetic",
            Condition::Holds(overflow.negate()),
        );
        let value = Expr::binary(op, left, right);
        if self.choose(3) == 0 {
            let other = self.int();
            code.set(other, int(5));
        }
        let dest = self.int();
        match self.choose(3) {
            0 => code.set(dest, value),
            1 => code.set(dest, Expr::binary(BinaryOp::SRem, value, int(7))),
            _ => {
                let address = self.address();
                code.store("arithmetic", address, INT, value);
            }
        }
    }
}

fn made(choices: &[u32]) -> Program {
    program(
        |_| {},
        |code| {
            let ints = ["a", "b", "c"].map(|name| code.local(name, INT)).to_vec();
            let pointers = [Contents::Zero, Contents::Uninitialised].map(|contents| {
                let dest = code.builder.local("p", Scalar::Pointer);
                let (size, storage) = (word(32), Storage::Stack);
                let object = NewObject {
                    size,
                    align: 8,
                    storage,
                    contents,
                    ty: None,
                    name: None,
                };
                code.push(Op::Alloc { dest, object });
                dest
            });
            for (index, local) in ints.iter().enumerate().take(2) {
                code.set(*local, int(index as i128 + 1));
            }
            let mut maker = Maker {
                choices: choices.iter(),
                ints: ints.clone(),
                pointers: pointers.to_vec(),
            };
            while maker.choices.len() > 0 {
                maker.push(code);
            }
            let sum = ints.iter().fold(int(0), |sum, value| {
                let scaled = Expr::binary(BinaryOp::Mul, sum, int(31));
                Expr::binary(BinaryOp::Add, scaled, local(*value))
            });
            code.result(sum);
        },
    )
}

/// The same program, in which something else, never reached, leads to every location: so that
/// nothing can be compiled together.
fn taken_apart(program: &Program) -> Program {
    let mut program = program.clone();
    let main = &mut program.procedures[0];
    let nowhere = Location(main.outgoing.len() as u32);
    main.outgoing.push(Vec::new());
    for location in 0..nowhere.0 {
        let id = EdgeId(main.edges.len() as u32);
        let value = Expr::int(Width::W1, i128::from(location % 2));
        let (op, to) = (Op::Assume(value), Location(location));
        main.edges.push(Edge {
            from: nowhere,
            to,
            op,
            span: Span::NONE,
        });
        main.outgoing[nowhere.0 as usize].push(id);
    }
    program
}

proptest! {
    #[test]
    fn together_as_one_by_one(choices in prop::collection::vec(any::<u32>(), 0..120)) {
        let together = made(&choices);
        let apart = taken_apart(&together);
        let without_overflow = ClaimSet::usual().without(ClaimSet::EMPTY.with(ClaimKind::Overflow));
        for claims in [ClaimSet::usual(), without_overflow, ClaimSet::EMPTY] {
            let (first, ..) = run(&together, &[], claims);
            let (second, ..) = run(&apart, &[], claims);
            prop_assert_eq!(first, second);
        }
    }
}
