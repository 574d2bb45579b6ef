//! How many operations of `ir` are executed in a second.

use divan::Bencher;
use divan::counter::ItemsCount;
use interp::{Interpreter, Limits, Outcome, Scripted};
use ir::build::ProcedureBuilder;
use ir::{
    AccessMode, BinaryOp, CastOp, Check, ClaimKind, Condition, Contents, Expr, Global, GlobalId,
    GlobalOrigin, LocalId, Mutability, NewObject, Op, Place, ProcedureId, Program, Scalar, Span,
    Storage, Target, TypeId, Width,
};

const INT: Scalar = Scalar::Int(Width::W32);

fn main() {
    divan::main();
}

fn int(value: i128) -> Expr {
    Expr::int(Width::W32, value)
}

fn check(kind: ClaimKind, condition: Condition) -> Op {
    Op::Check(Box::new(Check {
        condition,
        kind,
        subject: "x".into(),
        operands: Vec::new(),
    }))
}

/// `dest = left op right` with the check that it does not overflow.
fn arithmetic(code: &mut ProcedureBuilder, dest: LocalId, op: BinaryOp, left: Expr, right: Expr) {
    let overflows = match op {
        BinaryOp::Add => BinaryOp::SAddOverflows,
        BinaryOp::Sub => BinaryOp::SSubOverflows,
        _ => BinaryOp::SMulOverflows,
    };
    let overflows = Expr::binary(overflows, left.clone(), right.clone());
    code.push(check(
        ClaimKind::Overflow,
        Condition::Holds(overflows.negate()),
    ));
    code.push(Op::Assign(dest, Expr::binary(op, left, right)));
}

/// `for (i = 0; i < n; i++) s = (s + i * 3 % 7) % 1000;`
fn tight_loop() -> Program {
    let mut program = Program::default();
    let mut code = ProcedureBuilder::new("main", &mut program);
    code.result(INT);
    let [i, s, t] = ["i", "s", "t"].map(|name| code.local(name, INT));
    code.push(Op::Assign(i, int(0)));
    code.push(Op::Assign(s, int(0)));
    let below = Expr::binary(BinaryOp::SLt, Expr::Local(i), int(1_000_000));
    code.repeat_while(below, |code| {
        arithmetic(code, t, BinaryOp::Mul, Expr::Local(i), int(3));
        code.push(Op::Assign(
            t,
            Expr::binary(BinaryOp::SRem, Expr::Local(t), int(7)),
        ));
        arithmetic(code, s, BinaryOp::Add, Expr::Local(s), Expr::Local(t));
        arithmetic(code, i, BinaryOp::Add, Expr::Local(i), int(1));
    });
    code.push(Op::Return(Some(Expr::Local(s))));
    let main = code.finish();
    program.procedures.push(main);
    program.entry = Some(ProcedureId(0));
    program
}

/// `int a[1000]; for (i = 0; i < n; i++) a[i % 1000] = i;`
fn store_loop() -> Program {
    let mut program = Program::default();
    let mut code = ProcedureBuilder::new("main", &mut program);
    code.result(INT);
    let [i, t, index] = ["i", "t", "index"].map(|name| code.local(name, INT));
    code.push(Op::Assign(i, int(0)));
    let below = Expr::binary(BinaryOp::SLt, Expr::Local(i), int(1_000_000));
    code.repeat_while(below, |code| {
        code.push(Op::Assign(
            index,
            Expr::binary(BinaryOp::SRem, Expr::Local(i), int(1000)),
        ));
        let wide = Expr::cast(
            CastOp::SignExtend,
            Scalar::Int(Width::W64),
            Expr::Local(index),
        );
        let bytes = Expr::binary(BinaryOp::Mul, wide, Expr::int(Width::W64, 4));
        let address = Expr::Offset(Box::new(Expr::Global(GlobalId(0))), Box::new(bytes));
        let place = Place {
            address: address.clone(),
            scalar: INT,
            bits: None,
            field: None,
        };
        let access = |mode| Condition::Access {
            address: address.clone(),
            size: Expr::int(Width::W64, 4),
            align: 4,
            mode,
        };
        code.push(check(ClaimKind::Null, access(AccessMode::Read)));
        code.push(Op::Load {
            dest: t,
            place: place.clone(),
        });
        code.push(check(ClaimKind::Uninitialised, Condition::Initialised(t)));
        arithmetic(code, t, BinaryOp::Add, Expr::Local(t), Expr::Local(i));
        code.push(Op::Assign(
            t,
            Expr::binary(BinaryOp::And, Expr::Local(t), int(0xffff)),
        ));
        code.push(check(ClaimKind::Null, access(AccessMode::Write)));
        code.push(Op::Store {
            place,
            value: Expr::Local(t),
        });
        arithmetic(code, i, BinaryOp::Add, Expr::Local(i), int(1));
    });
    code.push(Op::Return(Some(Expr::Local(i))));
    let main = code.finish();
    program.procedures.push(main);
    program.globals.push(Global {
        name: "a".into(),
        ty: TypeId(0),
        size: 4000,
        align: 16,
        mutability: Mutability::Mutable,
        origin: GlobalOrigin::Variable,
        visibility: ir::Visibility::Everywhere,
        data: Vec::new(),
        span: Span::NONE,
    });
    program.entry = Some(ProcedureId(0));
    program
}

/// `int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }`
fn fibonacci() -> Program {
    let mut program = Program::default();
    let mut code = ProcedureBuilder::new("main", &mut program);
    code.result(INT);
    let result = code.local("result", INT);
    code.push(Op::Call {
        dest: Some(result),
        target: Target::Direct(ProcedureId(1)),
        arguments: vec![int(24)],
    });
    code.push(Op::Return(Some(Expr::Local(result))));
    let main = code.finish();
    program.procedures.push(main);

    let mut code = ProcedureBuilder::new("fib", &mut program);
    code.result(INT);
    let n = code.parameter("n", INT);
    let [a, b, t] = ["a", "b", "t"].map(|name| code.local(name, INT));
    let (small, large) = code.branch(Expr::binary(BinaryOp::SLt, Expr::Local(n), int(2)));
    code.at(small);
    code.push(Op::Return(Some(Expr::Local(n))));
    code.at(large);
    for (dest, by) in [(a, 1), (b, 2)] {
        arithmetic(&mut code, t, BinaryOp::Sub, Expr::Local(n), int(by));
        code.push(Op::Call {
            dest: Some(dest),
            target: Target::Direct(ProcedureId(1)),
            arguments: vec![Expr::Local(t)],
        });
        code.push(check(
            ClaimKind::MissingReturn,
            Condition::Initialised(dest),
        ));
    }
    arithmetic(&mut code, t, BinaryOp::Add, Expr::Local(a), Expr::Local(b));
    code.push(Op::Return(Some(Expr::Local(t))));
    let fib = code.finish();
    program.procedures.push(fib);
    program.entry = Some(ProcedureId(0));
    program
}

/// `int f(int i) { int x; x = i; return x; }` a hundred thousand times, where `x` has an address;
/// or the same with memory from the heap.
fn objects(storage: Storage) -> Program {
    let mut program = Program::default();
    let mut code = ProcedureBuilder::new("main", &mut program);
    code.result(INT);
    let [i, t] = ["i", "t"].map(|name| code.local(name, INT));
    code.push(Op::Assign(i, int(0)));
    let below = Expr::binary(BinaryOp::SLt, Expr::Local(i), int(100_000));
    code.repeat_while(below, |code| {
        code.push(Op::Call {
            dest: Some(t),
            target: Target::Direct(ProcedureId(1)),
            arguments: vec![Expr::Local(i)],
        });
        arithmetic(code, i, BinaryOp::Add, Expr::Local(i), int(1));
    });
    code.push(Op::Return(Some(Expr::Local(i))));
    let main = code.finish();
    program.procedures.push(main);

    let mut code = ProcedureBuilder::new("f", &mut program);
    code.result(INT);
    let i = code.parameter("i", INT);
    let x = code.local("x", Scalar::Pointer);
    let t = code.local("t", INT);
    let object = NewObject {
        size: Expr::int(Width::W64, 4),
        align: 4,
        storage,
        contents: Contents::Uninitialised,
        ty: None,
        name: Some("x".into()),
    };
    code.push(Op::Alloc { dest: x, object });
    let place = Place {
        address: Expr::Local(x),
        scalar: INT,
        bits: None,
        field: None,
    };
    let value = Expr::binary(BinaryOp::Add, Expr::Local(i), int(0));
    code.push(Op::Store {
        place: place.clone(),
        value,
    });
    code.push(Op::Load { dest: t, place });
    code.push(check(ClaimKind::Uninitialised, Condition::Initialised(t)));
    if storage == Storage::Heap {
        code.push(Op::Free(Expr::Local(x)));
    }
    code.push(Op::Return(Some(Expr::Local(t))));
    let procedure = code.finish();
    program.procedures.push(procedure);
    program.entry = Some(ProcedureId(0));
    program
}

fn run(bencher: Bencher<'_, '_>, program: &Program) {
    let interpreter = Interpreter::new(program);
    let limits = Limits::default();
    let execute = || {
        let mut state = interpreter.start();
        let outcome = interpreter.run(&mut state, &mut Scripted::default(), &limits);
        assert!(matches!(outcome, Outcome::Returned(_)), "{outcome:?}");
        state.steps()
    };
    bencher
        .counter(ItemsCount::new(execute()))
        .bench_local(execute);
}

#[divan::bench]
fn integer_loop(bencher: Bencher<'_, '_>) {
    run(bencher, &tight_loop());
}

#[divan::bench]
fn array_loop(bencher: Bencher<'_, '_>) {
    run(bencher, &store_loop());
}

#[divan::bench]
fn calls(bencher: Bencher<'_, '_>) {
    run(bencher, &fibonacci());
}

#[divan::bench]
fn stack_objects(bencher: Bencher<'_, '_>) {
    run(bencher, &objects(Storage::Stack));
}

#[divan::bench]
fn heap_objects(bencher: Bencher<'_, '_>) {
    run(bencher, &objects(Storage::Heap));
}
