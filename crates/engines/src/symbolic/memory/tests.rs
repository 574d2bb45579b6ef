//! Stores and loads at known and unknown offsets against plain bytes.

use super::super::cells::{Background, Cells};
use super::super::context::{Context, Interrupt};
use super::super::heap::{Contents, Life, Made, Object};
use super::super::state::State;
use super::super::value::{Num, Pointer, Value};
use crate::symbolic::Setting;
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, Const, Expr, LocalId, Mutability, Op, Place, ProcedureId, Program, Scalar, Width,
};
use logic::{Assignment, Bits, Sort, TermId};
use proptest::prelude::*;
use proptest::sample::select;

const OFFSETS: [LocalId; 2] = [LocalId(0), LocalId(1)];
const POINTER: LocalId = LocalId(2);
const VALUE: LocalId = LocalId(3);

/// Every unknown offset is one of so many.
const CHOICES: u64 = 4;

/// An access: which unknown number times which factor, and what is added to that.
#[derive(Clone, Debug)]
struct Access {
    unknown: Option<usize>,
    factor: u64,
    plus: u64,
    width: Width,
    /// What is stored: a constant, or one of the unknown numbers.
    stored: Option<Stored>,
}

#[derive(Clone, Copy, Debug)]
enum Stored {
    Constant(u64),
    Unknown(usize),
}

impl Access {
    fn offset(&self, numbers: [u64; 2]) -> u64 {
        self.unknown.map_or(0, |unknown| numbers[unknown]) * self.factor + self.plus
    }

    fn place(&self) -> Place {
        let constant = |value: u64| Expr::Const(Const::Int(Width::W64, value.into()));
        let offset = match self.unknown {
            Some(unknown) => Expr::binary(
                BinaryOp::Add,
                Expr::binary(
                    BinaryOp::Mul,
                    Expr::Local(OFFSETS[unknown]),
                    constant(self.factor),
                ),
                constant(self.plus),
            ),
            None => constant(self.plus),
        };
        Place {
            address: Expr::Offset(Box::new(Expr::Local(POINTER)), Box::new(offset)),
            scalar: Scalar::Int(self.width),
            bits: None,
            field: None,
        }
    }
}

fn access(size: u64) -> impl Strategy<Value = Access> {
    let widths = select(vec![Width::W8, Width::W16, Width::W32, Width::W64]);
    let factors = select(vec![1u64, 2, 3, 4, 8]);
    let stored = prop_oneof![
        any::<u64>().prop_map(Stored::Constant),
        (0..2usize).prop_map(Stored::Unknown)
    ];
    let unknown = prop::option::of(0..2usize);
    (unknown, factors, 0..size, widths, prop::option::of(stored))
        .prop_map(|(unknown, factor, plus, width, stored)| Access {
            unknown,
            factor,
            plus,
            width,
            stored,
        })
        .prop_filter("inside of the object", move |access| {
            access.offset([CHOICES - 1; 2]) + access.width.bytes() <= size
        })
}

/// Accesses that are multiples of the size of an element, in an object that is too large for a choice
/// between all places.
fn element() -> impl Strategy<Value = Access> {
    let unknown = prop::option::of(0..2usize);
    let stored = any::<u64>().prop_map(Stored::Constant);
    (unknown, 0..3u64, prop::option::of(stored)).prop_map(|(unknown, plus, stored)| Access {
        unknown,
        factor: 8,
        plus: 8 * plus,
        width: Width::W64,
        stored,
    })
}

fn program() -> Program {
    let mut program = Program::default();
    let mut builder = ProcedureBuilder::new("f", &mut program);
    let word = Scalar::Int(Width::W64);
    for (name, scalar) in [
        ("x", word),
        ("y", word),
        ("p", Scalar::Pointer),
        ("v", word),
    ] {
        builder.local(name, scalar);
    }
    builder.push(Op::Return(None));
    program.procedures.push(builder.finish());
    program.entry = Some(ProcedureId(0));
    program
}

/// A state and what was loaded on the way there.
#[derive(Clone)]
struct Run {
    state: State,
    loaded: Vec<Value>,
}

/// Performs an access, in both cases of every condition that it depends on.
fn perform(context: &mut Context<'_>, run: Run, access: &Access, unknown: [TermId; 2]) -> Vec<Run> {
    let mut pending = vec![run];
    let mut done = Vec::new();
    while let Some(run) = pending.pop() {
        let mut next = run.clone();
        let place = access.place();
        let result = match access.stored {
            Some(stored) => {
                let mask = u64::MAX >> (64 - access.width.bits());
                let value = match stored {
                    Stored::Constant(value) => Num::Const((value & mask).into()),
                    Stored::Unknown(which) => {
                        let bits = access.width.bits() - 1;
                        let part = context.terms.extract(bits, 0, unknown[which]);
                        Num::of(&context.terms, part)
                    }
                };
                context.store(&mut next.state, &place, Value::Bits(value))
            }
            None => context
                .load(&mut next.state, &place)
                .map(|value| next.loaded.push(value)),
        };
        match result {
            Ok(()) => done.push(next),
            Err(Interrupt::Split(condition)) => {
                for side in [condition, context.terms.not(condition)] {
                    let mut run = run.clone();
                    run.state.path.assume(&context.terms, side);
                    pending.push(run);
                }
            }
            Err(Interrupt::Infeasible) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    done
}

/// What the loads of a run give on plain bytes.
fn expected(accesses: &[Access], size: u64, numbers: [u64; 2]) -> Vec<u64> {
    let mut bytes = vec![0u8; size as usize];
    let mut loaded = Vec::new();
    for access in accesses {
        let at = access.offset(numbers) as usize;
        let range = at..at + access.width.bytes() as usize;
        match access.stored {
            Some(stored) => {
                let value = match stored {
                    Stored::Constant(value) => value,
                    Stored::Unknown(which) => numbers[which],
                };
                let length = range.len();
                bytes[range].copy_from_slice(&value.to_le_bytes()[..length]);
            }
            None => {
                let mut word = [0; 8];
                word[..range.len()].copy_from_slice(&bytes[range]);
                loaded.push(u64::from_le_bytes(word));
            }
        }
    }
    loaded
}

fn check(accesses: &[Access], size: u64) -> Result<(), TestCaseError> {
    let program = program();
    let setting = Setting::default();
    let mut context = Context::new(&program, &setting);
    let Some(mut state) = context.start() else {
        return Err(TestCaseError::fail("no start"));
    };
    let object = state.heap.add(Object {
        size: Num::Const(size.into()),
        align: 16,
        life: Life::Live,
        made: Made::Internal,
        mutability: Mutability::Mutable,
        contents: Contents::Cells(Cells::new(Background::Zero)),
        given: None,
    });
    state.set(POINTER, Value::Pointer(Pointer::to(object)));
    state.set(VALUE, Value::Bits(Num::ZERO));
    let unknown = ["x", "y"].map(|name| context.terms.var(name, Sort::Bv(64)));
    for (local, variable) in OFFSETS.into_iter().zip(unknown) {
        let choices = context.terms.bv(64, CHOICES.into());
        let small = context.terms.bv_ult(variable, choices);
        state.path.assume(&context.terms, small);
        state.set(local, Value::Bits(Num::Term(variable)));
    }
    let loaded = Vec::new();
    let mut runs = vec![Run { state, loaded }];
    for access in accesses {
        runs = runs
            .into_iter()
            .flat_map(|run| perform(&mut context, run, access, unknown))
            .collect();
    }
    for x in 0..CHOICES {
        for y in 0..CHOICES {
            let mut given = Assignment::default();
            for (variable, number) in unknown.into_iter().zip([x, y]) {
                let bits = logic::Value::Bits(Bits::new(64, number.into()));
                given.variables.insert(variable, bits);
            }
            let holds = |condition: &TermId| context.terms.eval(*condition, &given).is_true();
            let mut taken = runs
                .iter()
                .filter(|run| run.state.path.conjuncts().iter().all(holds));
            let Some(run) = taken.next() else {
                return Err(TestCaseError::fail(format!("nobody follows {x}, {y}")));
            };
            prop_assert!(taken.next().is_none(), "two states follow {}, {}", x, y);
            let number = |value: &Value| match value {
                Value::Bits(Num::Const(bits)) => Some(*bits as u64),
                Value::Bits(Num::Term(term)) => {
                    let value = context.terms.eval(*term, &given);
                    value.bits().and_then(Bits::to_u128).map(|bits| bits as u64)
                }
                _ => None,
            };
            let loaded: Option<Vec<u64>> = run.loaded.iter().map(number).collect();
            let wanted = expected(accesses, size, [x, y]);
            prop_assert_eq!(loaded, Some(wanted), "for {}, {}", x, y);
        }
    }
    Ok(())
}

/// Loads of the first bytes, so that what was stored is seen.
fn look(width: Width, count: u64) -> impl Iterator<Item = Access> {
    (0..count).map(move |index| Access {
        unknown: None,
        factor: 1,
        plus: index * width.bytes(),
        width,
        stored: None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn accesses_of_all_widths_are_those_of_bytes(
        mut accesses in prop::collection::vec(access(32), 1..6),
    ) {
        accesses.extend(look(Width::W8, 32));
        check(&accesses, 32)?;
    }

    #[test]
    fn elements_of_a_large_array_are_those_of_bytes(
        mut accesses in prop::collection::vec(element(), 1..5),
    ) {
        accesses.extend(look(Width::W64, 6));
        check(&accesses, 8192)?;
    }
}
