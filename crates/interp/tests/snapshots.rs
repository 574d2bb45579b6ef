//! Snapshots are independent of each other, limits stop runs, and stopped runs go on.

mod support;

use interp::{Interpreter, Limit, Limits, Outcome, Scripted};
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, CastOp, Contents, Expr, GlobalId, LocalId, Mutability, Op, ProcedureId, Program,
    Scalar, Source, SourceKind, Storage, Target, TypeId, Width,
};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use support::*;

fn input(code: &mut ProcedureBuilder, dest: LocalId) {
    let source = Source {
        kind: SourceKind::Nondet,
        name: "nondet".into(),
        dynamic_name: None,
        index: None,
    };
    let ty = code.declared_type(LONG);
    code.push(Op::Input {
        dest,
        ty,
        source: Box::new(source),
    });
}

/// Reads `count` numbers; each writes to a place of a large array, of a list of heap objects, or
/// frees one; at the end everything is summed up.
fn machine(count: i128) -> Program {
    program(
        |program| {
            program
                .globals
                .push(global("table", 1 << 20, TypeId(0), Mutability::Mutable))
        },
        |code| {
            let [i, n, sum, x] = ["i", "n", "sum", "x"].map(|name| code.local(name, LONG));
            let [list, next] = ["list", "next"].map(|name| code.local(name, POINTER));
            code.set(i, word(0));
            code.set(sum, word(0));
            code.set(list, Expr::NULL);
            let below = Expr::binary(BinaryOp::SLt, local(i), word(count));
            code.builder.repeat_while(below, |code| {
                input(code, n);
                let mask = Expr::binary(BinaryOp::And, local(n), word((1 << 20) - 8));
                let slot = Expr::Offset(Box::new(Expr::Global(GlobalId(0))), Box::new(mask));
                code.push(Op::Load {
                    dest: x,
                    place: place(slot.clone(), LONG),
                });
                let value = Expr::binary(BinaryOp::Add, local(x), local(n));
                code.push(Op::Store {
                    place: place(slot, LONG),
                    value,
                });
                // A new element in front of the list.
                let object = ir::NewObject {
                    size: word(16),
                    align: 8,
                    storage: Storage::Heap,
                    contents: Contents::Uninitialised,
                    ty: None,
                    name: None,
                };
                code.push(Op::Alloc { dest: next, object });
                code.push(Op::Store {
                    place: place(local(next), POINTER),
                    value: local(list),
                });
                let place_of_number = place(offset(local(next), 8), LONG);
                code.push(Op::Store {
                    place: place_of_number,
                    value: local(x),
                });
                code.push(Op::Assign(list, local(next)));
                // Every third is taken away again.
                let third = Expr::binary(BinaryOp::URem, local(n), word(3));
                let (drop, keep) = code.branch(Expr::binary(BinaryOp::Eq, third, word(0)));
                let join = code.location();
                code.at(keep);
                code.push_to(Op::Skip, join);
                code.at(drop);
                code.push(Op::Load {
                    dest: next,
                    place: place(local(list), POINTER),
                });
                code.push(Op::Free(local(list)));
                code.push(Op::Assign(list, local(next)));
                code.push_to(Op::Skip, join);
                code.push(Op::Assign(
                    i,
                    Expr::binary(BinaryOp::Add, local(i), word(1)),
                ));
            });
            let more = Expr::binary(BinaryOp::Ne, local(list), Expr::NULL);
            code.builder.repeat_while(more, |code| {
                code.push(Op::Load {
                    dest: x,
                    place: place(offset(local(list), 8), LONG),
                });
                let mixed = Expr::binary(BinaryOp::Mul, local(sum), word(31));
                code.push(Op::Assign(
                    sum,
                    Expr::binary(BinaryOp::Add, mixed, local(x)),
                ));
                code.push(Op::Load {
                    dest: next,
                    place: place(local(list), POINTER),
                });
                code.push(Op::Assign(list, local(next)));
            });
            code.result(Expr::cast(CastOp::Truncate, INT, local(sum)));
        },
    )
}

fn finish(interpreter: &Interpreter<'_>, state: &mut interp::State, inputs: &[u128]) -> Outcome {
    let mut environment = Scripted::new(inputs.iter().copied());
    interpreter.run(state, &mut environment, &Limits::default())
}

proptest! {
    /// A run from a snapshot is the run from the start, whatever the original did since.
    #[test]
    fn a_clone_is_independent(
        inputs in prop::collection::vec(0u128..1 << 40, 12),
        others in prop::collection::vec(0u128..1 << 40, 12),
        at in 0usize..12,
    ) {
        let program = machine(12);
        let interpreter = Interpreter::new(&program);
        let mut whole = interpreter.start();
        let expected = finish(&interpreter, &mut whole, &inputs);
        prop_assert!(matches!(expected, Outcome::Returned(_)), "{:?}", expected);

        let mut original = interpreter.start();
        let stopped = finish(&interpreter, &mut original, &inputs[..at]);
        prop_assert!(matches!(stopped, Outcome::OutOfInputs(_)));
        let mut first = original.clone();
        let second = first.clone();
        finish(&interpreter, &mut original, &others[at..]);
        let outcome = finish(&interpreter, &mut first, &inputs[at..]);
        prop_assert_eq!(&outcome, &expected);
        prop_assert_eq!(first.steps(), whole.steps());
        drop(original);
        let mut third = second.clone();
        prop_assert_eq!(finish(&interpreter, &mut third, &inputs[at..]), expected);
    }

    /// Stopping and going on changes nothing.
    #[test]
    fn a_run_in_pieces_is_the_run(inputs in prop::collection::vec(0u128..1 << 40, 12), piece in 1u64..50) {
        let program = machine(12);
        let interpreter = Interpreter::new(&program);
        let mut whole = interpreter.start();
        let expected = finish(&interpreter, &mut whole, &inputs);

        let mut state = interpreter.start();
        let mut environment = Scripted::new(inputs.iter().copied());
        let outcome = loop {
            let steps = Some(state.steps() + piece);
            let limits = Limits { steps, ..Limits::default() };
            match interpreter.run(&mut state, &mut environment, &limits) {
                Outcome::LimitReached(Limit::Steps) => {}
                outcome => break outcome,
            }
        };
        prop_assert_eq!(outcome, expected);
        prop_assert_eq!(state.steps(), whole.steps());
    }
}

#[test]
fn states_can_be_sent() {
    fn is_send<T: Send>() {}
    is_send::<interp::State>();
}

/// `for (;;) ;`
fn endless() -> Program {
    program(|_| {}, |code| code.builder.repeat_while(Expr::TRUE, |_| {}))
}

fn outcome(program: &Program, limits: Limits) -> Outcome {
    let interpreter = Interpreter::new(program);
    interpreter.run(&mut interpreter.start(), &mut Scripted::default(), &limits)
}

#[test]
fn endless_loops_end_at_limits() {
    let program = endless();
    let limits = Limits {
        steps: Some(1000),
        ..Limits::default()
    };
    assert_eq!(
        outcome(&program, limits),
        Outcome::LimitReached(Limit::Steps)
    );
    let deadline = Some(Instant::now() + Duration::from_millis(1));
    let limits = Limits {
        deadline,
        ..Limits::default()
    };
    assert_eq!(
        outcome(&program, limits),
        Outcome::LimitReached(Limit::Time)
    );
    let interrupt = Some(Arc::new(AtomicBool::new(true)));
    let limits = Limits {
        interrupt,
        ..Limits::default()
    };
    assert_eq!(
        outcome(&program, limits),
        Outcome::LimitReached(Limit::Interrupted)
    );
}

#[test]
fn endless_recursion_ends_at_the_depth() {
    let program = program(
        |program| {
            let mut builder = ProcedureBuilder::new("f", program);
            let target = Target::Direct(ProcedureId(1));
            builder.push(Op::Call {
                dest: None,
                target,
                arguments: vec![],
            });
            builder.push(Op::Return(None));
            let procedure = builder.finish();
            program.procedures.push(procedure);
        },
        |code| {
            let target = Target::Direct(ProcedureId(1));
            code.push(Op::Call {
                dest: None,
                target,
                arguments: vec![],
            });
            code.result(int(0));
        },
    );
    assert_eq!(
        outcome(&program, Limits::default()),
        Outcome::LimitReached(Limit::Stack)
    );
    let limits = Limits {
        steps: Some(1000),
        ..Limits::default()
    };
    assert_eq!(
        outcome(&program, limits),
        Outcome::LimitReached(Limit::Steps)
    );
}

#[test]
fn endless_allocation_ends_at_the_memory() {
    let allocating = |size: i128| {
        program(
            |_| {},
            |code| {
                let p = code.local("p", POINTER);
                code.builder.repeat_while(Expr::TRUE, |code| {
                    let object = ir::NewObject {
                        size: word(size),
                        align: 8,
                        storage: Storage::Heap,
                        contents: Contents::Zero,
                        ty: None,
                        name: None,
                    };
                    code.push(Op::Alloc { dest: p, object });
                    code.push(Op::Store {
                        place: place(local(p), LONG),
                        value: word(1),
                    });
                });
            },
        )
    };
    let limits = Limits {
        memory: Some(1 << 24),
        ..Limits::default()
    };
    assert_eq!(
        outcome(&allocating(16), limits.clone()),
        Outcome::LimitReached(Limit::Memory)
    );
    assert_eq!(
        outcome(&allocating(1 << 46), limits),
        Outcome::LimitReached(Limit::Memory)
    );
}

#[test]
fn addresses_of_the_small_data_model_run_out() {
    let mut program = Program {
        data_model: ir::DataModel::Ilp32,
        ..Program::default()
    };
    let mut code = ProcedureBuilder::new("main", &mut program);
    let (p, size) = (code.local("p", POINTER), Expr::int(Width::W32, 1 << 30));
    code.repeat_while(Expr::TRUE, |code| {
        let object = ir::NewObject {
            size,
            align: 8,
            storage: Storage::Heap,
            contents: Contents::Zero,
            ty: None,
            name: None,
        };
        code.push(Op::Alloc { dest: p, object });
        let last = Box::new(Expr::int(Width::W32, (1 << 30) - 4));
        let address = Expr::Offset(Box::new(local(p)), last);
        code.push(Op::Store {
            place: place(address, Scalar::Pointer),
            value: local(p),
        });
    });
    let main = code.finish();
    program.procedures.push(main);
    program.entry = Some(ProcedureId(0));
    assert_eq!(
        outcome(&program, Limits::default()),
        Outcome::LimitReached(Limit::Memory)
    );
}
