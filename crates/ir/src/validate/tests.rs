use crate::build::ProcedureBuilder;
use crate::*;
use expect_test::{Expect, expect};

const INT: Scalar = Scalar::Int(Width::W32);
const LONG: Scalar = Scalar::Int(Width::W64);

fn errors(program: &Program) -> String {
    match validate::validate(program) {
        Ok(()) => String::from("fine"),
        Err(errors) => errors
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

/// The errors of a procedure with an `int x`, a `long y`, a pointer `p` and what `fill` adds.
fn check(fill: impl FnOnce(&mut ProcedureBuilder, [LocalId; 3]), expected: Expect) {
    let mut program = Program::default();
    let mut builder = ProcedureBuilder::new("f", &mut program);
    builder.result(INT);
    let x = builder.parameter("x", INT);
    let y = builder.local("y", LONG);
    let p = builder.local("p", Scalar::Pointer);
    fill(&mut builder, [x, y, p]);
    let procedure = builder.finish();
    program.procedures.push(procedure);
    expected.assert_eq(&errors(&program));
}

fn push(op: impl FnOnce([LocalId; 3]) -> Op, expected: Expect) {
    check(
        |builder, locals| {
            builder.push(op(locals));
        },
        expected,
    );
}

#[test]
fn good() {
    check(
        |builder, [x, y, p]| {
            let wide = Expr::cast(CastOp::SignExtend, LONG, Expr::Local(x));
            builder.push(Op::Assign(y, wide));
            let address = Expr::Offset(Box::new(Expr::Local(p)), Box::new(Expr::Local(y)));
            let place = Place {
                address,
                scalar: INT,
                bits: None,
                field: None,
            };
            builder.push(Op::Load { dest: x, place });
            let call = Target::Direct(ProcedureId(0));
            builder.push(Op::Call {
                dest: Some(x),
                target: call,
                arguments: vec![Expr::Local(x)],
            });
            builder.push(Op::Return(Some(Expr::Local(x))));
        },
        expect!["fine"],
    );
}

#[test]
fn types_of_expressions() {
    push(
        |[x, y, _]| {
            Op::Assign(
                x,
                Expr::binary(BinaryOp::Add, Expr::Local(x), Expr::Local(y)),
            )
        },
        expect!["edge 0 of `f`: operands of the types i32 and i64"],
    );
    push(
        |[x, y, _]| Op::Assign(x, Expr::Local(y)),
        expect!["edge 0 of `f`: i64 where i32 is needed"],
    );
    push(
        |[x, ..]| {
            Op::Assign(
                x,
                Expr::binary(BinaryOp::FAdd, Expr::Local(x), Expr::Local(x)),
            )
        },
        expect!["edge 0 of `f`: i32 where a float is needed"],
    );
    push(
        |[x, ..]| Op::Assign(x, Expr::cast(CastOp::Truncate, INT, Expr::Local(x))),
        expect!["edge 0 of `f`: this cast does not lead from i32 to i32"],
    );
    push(
        |[x, _, p]| {
            Op::Assign(
                p,
                Expr::Offset(Box::new(Expr::Local(p)), Box::new(Expr::Local(x))),
            )
        },
        expect!["edge 0 of `f`: i32 where i64 is needed"],
    );
    push(
        |[x, ..]| Op::Assign(x, Expr::Const(Const::Int(Width::W32, 1 << 40))),
        expect!["edge 0 of `f`: a constant has bits above its width"],
    );
    push(
        |[x, ..]| Op::Assume(Expr::Local(x)),
        expect!["edge 0 of `f`: i32 where i1 is needed"],
    );
}

#[test]
fn unknown_things() {
    push(
        |_| Op::Forget(LocalId(7)),
        expect!["edge 0 of `f`: there is no local 7"],
    );
    push(
        |[.., p]| Op::Assign(p, Expr::Global(GlobalId(0))),
        expect!["edge 0 of `f`: there is no global 0"],
    );
    push(
        |[.., p]| Op::Assign(p, Expr::Procedure(ProcedureId(9))),
        expect!["edge 0 of `f`: there is no procedure 9"],
    );
    check(
        |builder, _| {
            builder.push_to(Op::Skip, Location(40));
        },
        expect!["the procedure `f`: there is no location 40"],
    );
}

#[test]
fn calls_and_returns() {
    let call = |dest, arguments| Op::Call {
        dest,
        target: Target::Direct(ProcedureId(0)),
        arguments,
    };
    push(
        |[x, ..]| call(Some(x), vec![]),
        expect!["edge 0 of `f`: 0 arguments where 1 are needed"],
    );
    push(
        |[_, y, _]| call(None, vec![Expr::Local(y)]),
        expect!["edge 0 of `f`: i64 where i32 is needed"],
    );
    push(
        |[x, y, _]| call(Some(y), vec![Expr::Local(x)]),
        expect!["edge 0 of `f`: the callee does not have a value of this type"],
    );
    push(
        |[_, y, _]| Op::Return(Some(Expr::Local(y))),
        expect!["edge 0 of `f`: the procedure does not have a value of this type"],
    );
    check(
        |builder, _| {
            builder.push_to(Op::Return(None), Location(0));
        },
        expect!["edge 0 of `f`: a return does not lead to the exit"],
    );
}

#[test]
fn places() {
    let place = |bits, [x, _, p]: [LocalId; 3]| Op::Load {
        dest: x,
        place: Place {
            address: Expr::Local(p),
            scalar: INT,
            bits,
            field: None,
        },
    };
    push(
        |locals| {
            place(
                Some(BitRange {
                    offset: 30,
                    width: 3,
                }),
                locals,
            )
        },
        expect!["edge 0 of `f`: a bit-field leaves its unit"],
    );
    push(
        |locals| {
            place(
                Some(BitRange {
                    offset: 29,
                    width: 3,
                }),
                locals,
            )
        },
        expect!["fine"],
    );
    let access = |align, [_, y, p]: [LocalId; 3]| {
        let (address, size) = (Expr::Local(p), Expr::Local(y));
        let condition = Condition::Access {
            address,
            size,
            align,
            mode: AccessMode::Read,
        };
        let kind = ClaimKind::Null;
        Op::Check(Box::new(Check {
            condition,
            kind,
            subject: "p".into(),
            operands: Vec::new(),
        }))
    };
    push(
        |locals| access(3, locals),
        expect!["edge 0 of `f`: the alignment 3 is not a power of two"],
    );
    push(|locals| access(4, locals), expect!["fine"]);
}

#[test]
fn strings() {
    let string = |dest, kind, index| Op::InputString {
        dest,
        ty: TypeId(0),
        source: Box::new(Source {
            kind,
            name: kind.name().into(),
            dynamic_name: None,
            index,
        }),
    };
    push(
        |[.., p]| string(p, SourceKind::Argument, None),
        expect!["fine"],
    );
    push(
        |[x, ..]| string(x, SourceKind::Environment, None),
        expect!["edge 0 of `f`: i32 where ptr is needed"],
    );
    push(
        |[.., p]| string(p, SourceKind::Stdin, None),
        expect!["edge 0 of `f`: a string does not come from here as a whole"],
    );
    push(
        |[_, y, p]| string(p, SourceKind::Argument, Some(Expr::Local(y))),
        expect!["edge 0 of `f`: a string does not come from here as a whole"],
    );
}

#[test]
fn choices() {
    let positive = |x| Expr::binary(BinaryOp::SLt, Expr::int(Width::W32, 0), Expr::Local(x));
    let two = |first: Op, second: Op| {
        |builder: &mut ProcedureBuilder| {
            let start = builder.here();
            builder.push(first);
            builder.at(start);
            builder.push(second);
        }
    };
    check(
        |builder, [x, ..]| two(Op::Assume(positive(x)), Op::Assume(positive(x).negate()))(builder),
        expect!["fine"],
    );
    check(
        |builder, [x, ..]| two(Op::Assume(positive(x)), Op::Assume(positive(x)))(builder),
        expect!["the procedure `f`: the assumptions at location 0 are not complementary"],
    );
    check(
        |builder, [x, ..]| two(Op::Assume(positive(x)), Op::Skip)(builder),
        expect!["the procedure `f`: several edges start at location 0, not all assumptions"],
    );
    check(
        |builder, _| {
            builder.at(Location(1));
            builder.push(Op::Skip);
        },
        expect!["the procedure `f`: edges start at the exit"],
    );
}

#[test]
fn parameters_and_listings() {
    let mut program = Program::default();
    let mut builder = ProcedureBuilder::new("f", &mut program);
    builder.parameter("x", INT);
    builder.push(Op::Return(None));
    let mut procedure = builder.finish();
    procedure.locals[0].scalar = LONG;
    procedure.outgoing[0].clear();
    program.procedures.push(procedure);
    program.entry = Some(ProcedureId(0));
    expect![[r#"
        the program: the entry procedure has parameters
        the procedure `f`: the parameters are not the first locals
        the procedure `f`: edge 0 is not listed once, where it starts"#]]
    .assert_eq(&errors(&program));
}

#[test]
fn globals() {
    let mut program = Program::default();
    let bytes = |offset, len| Datum {
        offset,
        value: DatumValue::Bytes(vec![0; len]),
    };
    let mut global = |name: &str, align, data| {
        program.globals.push(Global {
            name: name.into(),
            ty: TypeId(0),
            size: 16,
            align,
            mutability: Mutability::Mutable,
            origin: GlobalOrigin::Variable,
            visibility: crate::Visibility::Everywhere,
            data,
            span: Span::NONE,
        });
    };
    global("fine", 8, vec![bytes(0, 4), bytes(4, 12)]);
    global("overlapping", 8, vec![bytes(0, 4), bytes(3, 1)]);
    global("long", 8, vec![bytes(12, 5)]);
    global("odd", 6, vec![]);
    let pointer = Datum {
        offset: 8,
        value: DatumValue::Global(GlobalId(4), 0),
    };
    global("dangling", 8, vec![pointer]);
    expect![[r#"
        the global `overlapping`: the initial data at 3 overlap others or leave the object
        the global `long`: the initial data at 12 overlap others or leave the object
        the global `odd`: the alignment 6 is not a power of two"#]]
    .assert_eq(&errors(&program));
    program.globals.pop();
    let pointer = Datum {
        offset: 8,
        value: DatumValue::Procedure(ProcedureId(4)),
    };
    program.globals[0].data = vec![pointer];
    expect![[r#"
        the global `fine`: there is no procedure 4
        the global `overlapping`: the initial data at 3 overlap others or leave the object
        the global `long`: the initial data at 12 overlap others or leave the object
        the global `odd`: the alignment 6 is not a power of two"#]]
    .assert_eq(&errors(&program));
}
