//! What weakest preconditions prove, and what they must not prove, about short paths that start
//! in any state of a program.

use ir::build::ProcedureBuilder;
use ir::{
    AccessMode, BinaryOp, Check, ClaimKind, Condition, Contents, Expr, Global, GlobalId,
    GlobalOrigin, LocalId, Mutability, NewObject, Op, Place, Program, Scalar, Span, Storage,
    TypeId, Width,
};
use logic::Terms;
use logic::program::path::{Activation, PathError, StateSpace, Step};
use solve::{Answer, Solver};

const X: LocalId = LocalId(0);
const Y: LocalId = LocalId(1);
const P: LocalId = LocalId(2);
const Q: LocalId = LocalId(3);
const CALLER: Activation = Activation(0);
const CALLEE: Activation = Activation(1);

#[test]
fn new_memory() {
    check(&[new(P, Contents::Zero), load(X, P), holds(eq(X, 0))], true);
    check(&[new(P, Contents::Zero), load(X, P), known(X)], true);
    check(
        &[new(P, Contents::Uninitialised), load(X, P), known(X)],
        false,
    );
    check(
        &[
            new(P, Contents::Uninitialised),
            store(P, 1),
            load(X, P),
            known(X),
        ],
        true,
    );
    check(
        &[new(P, Contents::Zero), holds(differ(P, Expr::NULL))],
        true,
    );
}

#[test]
fn unknown_memory() {
    check(&[load(X, P)], false);
    check(&[Op::Free(Expr::Local(P))], false);
    check(&[Op::Free(Expr::NULL)], true);
}

#[test]
fn aliases() {
    let two = [new(P, Contents::Zero), new(Q, Contents::Zero)];
    check(
        &[&two[..], &[holds(differ(P, Expr::Local(Q)))]].concat(),
        true,
    );
    let through_other = [store(P, 1), store(Q, 2), load(X, P), holds(eq(X, 1))];
    check(&[&two[..], &through_other].concat(), true);
    let same = Op::Assign(Q, Expr::Local(P));
    check(&[&two[..], &[same], &through_other].concat(), false);
    // Nothing that was there before leads into a new object.
    let old = [
        load(X, P),
        new(Q, Contents::Zero),
        store(Q, 1),
        load(Y, P),
        holds(eq_locals()),
    ];
    check_after(&[access(P, AccessMode::Read)], &old, true);
}

#[test]
fn lifetimes() {
    let free = |local| Op::Free(Expr::Local(local));
    check(&[new(P, Contents::Zero), free(P)], true);
    check(&[new(P, Contents::Zero), free(P), free(P)], false);
    check(&[new(P, Contents::Zero), free(P), load(X, P)], false);
    let put = Op::Store {
        place: place(Q, Scalar::Pointer),
        value: Expr::Local(P),
    };
    let get = Op::Load {
        dest: P,
        place: place(Q, Scalar::Pointer),
    };
    let forgotten = [
        new(P, Contents::Zero),
        new(Q, Contents::Zero),
        put,
        Op::Forget(P),
        get,
    ];
    check(&[&forgotten[..], &[free(P), free(Q)]].concat(), true);
}

#[test]
fn scopes() {
    let local = || Op::Alloc {
        dest: P,
        object: NewObject {
            size: Expr::int(Width::W64, 4),
            align: 4,
            storage: Storage::Stack,
            contents: Contents::Zero,
            ty: None,
            name: None,
        },
    };
    let copy = || Op::Assign(Q, Expr::Local(P));
    check(&[local(), copy(), load(X, Q)], true);
    check(&[local(), copy(), Op::EndScope(P), load(X, Q)], false);
    check(&[local(), copy(), Op::Protect(P), load(X, Q)], true);
    check(&[local(), copy(), Op::Protect(P), store(Q, 1)], false);
    // A local that was never set ends nothing.
    check(
        &[local(), copy(), Op::Forget(P), Op::EndScope(P), load(X, Q)],
        true,
    );
}

#[test]
fn globals() {
    let place = |offset| Place {
        address: Expr::Offset(
            Box::new(Expr::Global(GlobalId(0))),
            Box::new(Expr::int(Width::W64, offset)),
        ),
        scalar: Scalar::Int(Width::W32),
        bits: None,
        field: None,
    };
    let load = |offset| Op::Load {
        dest: X,
        place: place(offset),
    };
    check(&[load(4)], true);
    check(&[load(5)], false);
    let value = Expr::Local(X);
    check(
        &[Op::Store {
            place: place(0),
            value,
        }],
        false,
    );
}

#[test]
fn calls() {
    let (argument, result) = (Expr::Local(X), Expr::Local(Y));
    let plus = Op::Assign(Y, Expr::binary(BinaryOp::Add, Expr::Local(Y), int(1)));
    let (five, six) = (Op::Assign(X, int(5)), holds(eq(X, 6)));
    let path = [
        Step::Op(CALLER, &five),
        Step::Pass {
            from: CALLER,
            value: &argument,
            to: CALLEE,
            dest: Y,
        },
        Step::Op(CALLEE, &plus),
        Step::Pass {
            from: CALLEE,
            value: &result,
            to: CALLER,
            dest: X,
        },
        Step::Op(CALLER, &six),
    ];
    assert!(proves(&[], &path));
    assert!(!proves(&[], &path[1..]));
}

#[test]
fn refusals() {
    let program = program();
    let refuse = |op: Op| {
        let mut terms = Terms::new();
        let space = StateSpace::new(&mut terms, &program, &[&program.procedures[0]]);
        let yes = terms.bool(true);
        let path = [Step::Op(CALLER, &op)];
        space
            .weakest_precondition(&mut terms, &path, yes)
            .map(|_| ())
            .err()
    };
    assert_eq!(
        refuse(Op::Return(None)),
        Some(PathError::Operation("return"))
    );
    assert_eq!(
        refuse(claim(Condition::NothingLeaked)),
        Some(PathError::Condition("leaks"))
    );
    let copy = Op::Copy {
        to: Expr::Local(P),
        from: Expr::Local(Q),
        size: Expr::cast(
            ir::CastOp::ZeroExtend,
            Scalar::Int(Width::W64),
            Expr::Local(X),
        ),
    };
    assert_eq!(refuse(copy), Some(PathError::Size));
}

/// Whether no run along the path goes wrong.
fn check(path: &[Op], expected: bool) {
    check_after(&[], path, expected);
}

/// Whether no run along the path goes wrong that went right on `before`.
fn check_after(before: &[Op], path: &[Op], expected: bool) {
    let before: Vec<Step<'_>> = before.iter().map(|op| Step::Op(CALLER, op)).collect();
    let steps: Vec<Step<'_>> = path.iter().map(|op| Step::Op(CALLER, op)).collect();
    assert_eq!(proves(&before, &steps), expected, "{path:#?}");
}

fn proves(before: &[Step<'_>], path: &[Step<'_>]) -> bool {
    let program = program();
    let procedure = &program.procedures[0];
    let mut terms = Terms::new();
    let terms = &mut terms;
    let space = StateSpace::new(terms, &program, &[procedure, procedure]);
    let yes = terms.bool(true);
    let assumed = space.strongest_postcondition(terms, before, yes);
    let weakest = space.weakest_precondition(terms, path, yes);
    let (Ok(assumed), Ok(weakest)) = (assumed, weakest) else {
        return false;
    };
    let fails = terms.not(weakest.condition);
    let mut solver = Solver::new();
    solver.assert(assumed.condition);
    solver.assert(fails);
    solver.check(terms) == Answer::Unsat
}

/// One procedure with two integers and two pointers, and a constant of eight bytes.
fn program() -> Program {
    let mut program = Program::default();
    let mut builder = ProcedureBuilder::new("f", &mut program);
    for name in ["x", "y"] {
        builder.parameter(name, Scalar::Int(Width::W32));
    }
    for name in ["p", "q"] {
        builder.parameter(name, Scalar::Pointer);
    }
    builder.push(Op::Return(None));
    program.procedures.push(builder.finish());
    program.globals.push(Global {
        name: "table".into(),
        ty: TypeId(0),
        size: 8,
        align: 4,
        mutability: Mutability::Constant,
        origin: GlobalOrigin::Variable,
        visibility: ir::Visibility::Everywhere,
        data: Vec::new(),
        span: Span::NONE,
    });
    program
}

fn int(value: i128) -> Expr {
    Expr::int(Width::W32, value)
}

fn eq(local: LocalId, value: i128) -> Expr {
    Expr::binary(BinaryOp::Eq, Expr::Local(local), int(value))
}

fn eq_locals() -> Expr {
    Expr::binary(BinaryOp::Eq, Expr::Local(X), Expr::Local(Y))
}

fn differ(pointer: LocalId, other: Expr) -> Expr {
    Expr::binary(BinaryOp::Ne, Expr::Local(pointer), other)
}

fn new(dest: LocalId, contents: Contents) -> Op {
    Op::Alloc {
        dest,
        object: NewObject {
            size: Expr::int(Width::W64, 8),
            align: 8,
            storage: Storage::Heap,
            contents,
            ty: None,
            name: None,
        },
    }
}

fn place(address: LocalId, scalar: Scalar) -> Place {
    Place {
        address: Expr::Local(address),
        scalar,
        bits: None,
        field: None,
    }
}

fn load(dest: LocalId, from: LocalId) -> Op {
    let place = place(from, Scalar::Int(Width::W32));
    Op::Load { dest, place }
}

fn store(to: LocalId, value: i128) -> Op {
    let place = place(to, Scalar::Int(Width::W32));
    let value = int(value);
    Op::Store { place, value }
}

fn holds(expr: Expr) -> Op {
    claim(Condition::Holds(expr))
}

fn known(local: LocalId) -> Op {
    claim(Condition::Initialised(local))
}

fn access(local: LocalId, mode: AccessMode) -> Op {
    claim(Condition::Access {
        address: Expr::Local(local),
        size: Expr::int(Width::W64, 4),
        align: 1,
        mode,
    })
}

fn claim(condition: Condition) -> Op {
    Op::Check(Box::new(Check {
        condition,
        kind: ClaimKind::Assertion,
        subject: "".into(),
        operands: Vec::new(),
    }))
}
