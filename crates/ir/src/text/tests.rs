use crate::build::ProcedureBuilder;
use crate::*;
use expect_test::{Expect, expect};

const INT: Scalar = Scalar::Int(Width::W32);

fn check(program: &Program, selection: text::Selection<'_>, expected: Expect) {
    let mut written = String::new();
    text::write(program, selection, &mut written).unwrap();
    expected.assert_eq(&written);
}

fn at(line: u32, column: u32) -> Span {
    Span {
        file: FileId(0),
        line,
        column,
        end_line: line,
        end_column: column + 1,
    }
}

fn sum() -> Program {
    let mut program = Program::default();
    program.files.intern("sum.c", Origin::User);
    let mut sum = ProcedureBuilder::new("sum", &mut program);
    sum.span(at(3, 1));
    let n = sum.parameter("n", INT);
    let s = sum.local("s", INT);
    let shadow = sum.local("s", INT);
    let p = sum.local("p", Scalar::Pointer);
    let t = sum.temporary(INT);
    sum.result(INT);
    sum.span(at(4, 13));
    sum.push(Op::Assign(s, Expr::int(Width::W32, 0)));
    sum.push(Op::Assign(p, Expr::Global(GlobalId(0))));
    let below = Expr::binary(BinaryOp::SLt, Expr::Local(s), Expr::Local(n));
    sum.repeat_while(below, |body| {
        body.span(at(6, 9));
        let overflows = Expr::binary(
            BinaryOp::SAddOverflows,
            Expr::Local(s),
            Expr::int(Width::W32, 1),
        );
        body.push(Op::Check(Box::new(Check {
            condition: Condition::Holds(overflows.negate()),
            kind: ClaimKind::Overflow,
            subject: "s + 1".into(),
            operands: Vec::new(),
        })));
        let next = Expr::binary(BinaryOp::Add, Expr::Local(s), Expr::int(Width::W32, 1));
        body.push(Op::Assign(s, next.clone()));
        body.push(Op::Assign(
            shadow,
            Expr::binary(BinaryOp::Mul, next, Expr::Local(s)),
        ));
        let address = Expr::Offset(
            Box::new(Expr::Local(p)),
            Box::new(Expr::int(Width::W64, -8)),
        );
        let access = Condition::Access {
            address: address.clone(),
            size: Expr::int(Width::W64, 4),
            align: 4,
            mode: AccessMode::Read,
        };
        body.push(Op::Check(Box::new(Check {
            kind: access.kinds()[0],
            condition: access,
            subject: "p[-2]".into(),
            operands: Vec::new(),
        })));
        body.push(Op::Load {
            dest: t,
            place: Place {
                address,
                scalar: INT,
                bits: None,
                field: None,
            },
        });
    });
    sum.push(Op::Return(Some(Expr::Local(s))));
    let procedure = sum.finish();
    program.procedures.push(procedure);

    let mut library = ProcedureBuilder::new("abort", &mut program);
    library.origin(Origin::Library);
    library.push(Op::Halt(Halt::Abort));
    let library = library.finish();
    program.procedures.push(library);

    let ty = program.types.intern(Type::Array(TypeId(3), Some(2)));
    let global = |name: &str, data| Global {
        name: name.into(),
        ty,
        size: 8,
        align: 4,
        mutability: Mutability::Mutable,
        origin: GlobalOrigin::Variable,
        visibility: crate::Visibility::Everywhere,
        data,
        span: at(1, 5),
    };
    program.globals.push(global(
        "table",
        vec![
            Datum {
                offset: 0,
                value: DatumValue::Bytes(vec![1, 0, 0, 0]),
            },
            Datum {
                offset: 4,
                value: DatumValue::Global(GlobalId(1), 4),
            },
        ],
    ));
    program.globals.push(global(
        "table",
        vec![Datum {
            offset: 0,
            value: DatumValue::Bytes(b"hello\n\0".to_vec()),
        }],
    ));
    program.globals.push(global("unused", Vec::new()));
    program
}

#[test]
fn user_procedures_and_their_globals() {
    check(
        &sum(),
        text::Selection::User,
        expect![[r#"
        global table: 8 bytes align 4 "int [2]" = {0: x01000000, 4: &table.2+4} // sum.c:1:5
        global table.2: 8 bytes align 4 "int [2]" = "hello\n\0"          // sum.c:1:5

        proc sum(n: i32 "int") -> i32                                    // sum.c:3:1
          locals s: i32 "int", s.2: i32 "int", p: ptr "void *", t4: i32
          l0   -> l2    s := 0:i32                                       // 4:13
          l2   -> l3    p := &table
          l3   -> l4    assume s <s n
          l3   -> l5    assume not (s <s n)
          l4   -> l6    check overflow (not sadd_overflows(s, 1)) "s + 1" // 6:9
          l5   -> exit  return s
          l6   -> l7    s := s + 1
          l7   -> l8    s.2 := (s + 1) * s
          l8   -> l9    check read [p - 8] 4 bytes align 4 "p[-2]"
          l9   -> l10   t4 := load i32 [p - 8]
          l10  -> l3    skip
    "#]],
    );
}

#[test]
fn a_string_of_the_environment() {
    let mut program = Program::default();
    program.files.intern("getenv.c", Origin::User);
    let mut builder = ProcedureBuilder::new("getenv", &mut program);
    builder.span(at(1, 1));
    let name = builder.parameter("name", Scalar::Pointer);
    let value = builder.local("value", Scalar::Pointer);
    let ty = builder.declared_type(INT);
    builder.push(Op::InputString {
        dest: value,
        ty,
        source: Box::new(Source {
            kind: SourceKind::Environment,
            name: "environment".into(),
            dynamic_name: Some(Expr::Local(name)),
            index: None,
        }),
    });
    let procedure = builder.finish();
    program.procedures.push(procedure);
    check(
        &program,
        text::Selection::User,
        expect![[r#"
        proc getenv(name: ptr "void *")                                  // getenv.c:1:1
          locals value: ptr "void *"
          l0   -> l2    value := input string environment "environment" name name
    "#]],
    );
}

#[test]
fn one_procedure() {
    check(
        &sum(),
        text::Selection::Named("abort"),
        expect![[r#"
        proc abort()                                                     // <start-up>
          l0   -> l2    abort
    "#]],
    );
}
