//! Provenance, values that are not there, bit-fields, copies, and large objects.

mod support;

use expect_test::expect;
use ir::build::ProcedureBuilder;
use ir::{
    AccessMode, BinaryOp, BitRange, CastOp, ClaimKind, Condition, Contents, Expr, FloatKind,
    GlobalId, Mutability, Op, Place, ProcedureId, Scalar, Storage, Target, TypeId, Width,
};
use support::*;

fn fill(to: Expr, byte: i128, size: Expr) -> Op {
    Op::Fill {
        to,
        byte: Expr::int(Width::W8, byte),
        size,
    }
}

fn to_int(address: Expr) -> Expr {
    Expr::cast(CastOp::PointerToInt, LONG, address)
}

fn to_pointer(address: Expr) -> Expr {
    Expr::cast(CastOp::IntToPointer, POINTER, address)
}

#[test]
fn pointers_keep_their_object_outside_of_it() {
    // From `a` far into whatever comes next: still an access of `a`.
    check(
        |code| {
            let a = code.object("a", Storage::Stack, 16, Contents::Zero);
            code.object("b", Storage::Stack, 64, Contents::Zero);
            let p = code.local("p", POINTER);
            code.set(p, offset(local(a), 48));
            code.store("*p", local(p), INT, int(1));
            code.result(int(0));
        },
        expect![[r#"
            violation of bounds at t.c:4:1: `*p` writes 4 bytes at offset 48 of `a`, which has 16 bytes
              t.c:1:1: `a` is declared here"#]],
    );
    // And back again.
    check(
        |code| {
            let a = code.object("a", Storage::Stack, 16, Contents::Zero);
            let p = code.local("p", POINTER);
            code.set(p, offset(local(a), 1 << 40));
            code.set(p, offset(local(p), 12 - (1 << 40)));
            code.store("*p", local(p), INT, int(1));
            code.result(int(0));
        },
        expect!["returned 0"],
    );
}

#[test]
fn stored_pointers_keep_their_object() {
    check(
        |code| {
            let a = code.object("a", Storage::Stack, 16, Contents::Zero);
            code.object("b", Storage::Stack, 64, Contents::Zero);
            let cell = code.object("cell", Storage::Heap, 24, Contents::Uninitialised);
            let p = code.local("p", POINTER);
            code.store(
                "cell",
                offset(local(cell), 8),
                POINTER,
                offset(local(a), 48),
            );
            // Copied within the cell, where source and destination overlap.
            code.push(Op::Copy {
                to: local(cell),
                from: offset(local(cell), 8),
                size: word(16),
            });
            code.load(p, "cell", local(cell), POINTER);
            code.store("*p", local(p), INT, int(1));
            code.result(int(0));
        },
        expect![[r#"
            violation of bounds at t.c:9:1: `*p` writes 4 bytes at offset 48 of `a`, which has 16 bytes
              t.c:1:1: `a` is declared here"#]],
    );
}

#[test]
fn integers_point_to_what_lies_there() {
    check(
        |code| {
            let a = code.object("a", Storage::Stack, 16, Contents::Zero);
            let b = code.object("b", Storage::Stack, 64, Contents::Zero);
            let (n, x) = (code.local("n", LONG), code.local("x", INT));
            code.store("*b", offset(local(b), 4), INT, int(7));
            let distance = Expr::binary(BinaryOp::Sub, to_int(local(b)), to_int(local(a)));
            code.set(n, Expr::binary(BinaryOp::Add, to_int(local(a)), distance));
            code.load(x, "*p", offset(to_pointer(local(n)), 4), INT);
            code.result(local(x));
        },
        expect!["returned 7"],
    );
    // Also to what is no more.
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Zero);
            let n = code.local("n", LONG);
            code.set(n, to_int(local(p)));
            code.free(local(p));
            code.store("*(int *)n", to_pointer(local(n)), INT, int(1));
            code.result(int(0));
        },
        expect![[r#"
            violation of use-after-free at t.c:5:1: `*(int *)n` writes 4 bytes at offset 0 of memory that was freed
              t.c:1:1: allocated here: 16 bytes
              t.c:4:1: freed here"#]],
    );
}

#[test]
fn storing_over_a_pointer_drops_its_object() {
    // The lowest byte is written again as it was: the address is that of `b` by its bits.
    check(
        |code| {
            let a = code.object("a", Storage::Stack, 16, Contents::Zero);
            code.object("b", Storage::Stack, 64, Contents::Zero);
            let cell = code.object("cell", Storage::Stack, 8, Contents::Zero);
            let (p, low) = (code.local("p", POINTER), code.local("low", BYTE));
            code.store("cell", local(cell), POINTER, offset(local(a), 48));
            code.load(low, "low", local(cell), BYTE);
            code.store("low", local(cell), BYTE, local(low));
            code.load(p, "cell", local(cell), POINTER);
            code.store("*p", local(p), INT, int(1));
            code.result(int(0));
        },
        expect!["returned 0"],
    );
}

#[test]
fn pointers_through_bytes_come_back() {
    check(
        |code| {
            let a = code.object("a", Storage::Stack, 16, Contents::Zero);
            let cells = code.object("cells", Storage::Stack, 32, Contents::Zero);
            let (p, n) = (code.local("p", POINTER), code.local("n", LONG));
            code.store("cells[0]", local(cells), POINTER, offset(local(a), 4));
            code.load(n, "n", local(cells), LONG);
            code.store("cells[1]", offset(local(cells), 8), LONG, local(n));
            // To where no pointer is aligned, and back.
            let odd = offset(local(cells), 17);
            code.push(Op::Copy {
                to: odd.clone(),
                from: offset(local(cells), 8),
                size: word(8),
            });
            code.push(Op::Copy {
                to: local(cells),
                from: odd,
                size: word(8),
            });
            code.load(p, "cells[0]", local(cells), POINTER);
            code.store("*p", local(p), INT, int(5));
            let x = code.local("x", INT);
            code.load(x, "a[1]", offset(local(a), 4), INT);
            code.result(local(x));
        },
        expect!["returned 5"],
    );
}

#[test]
fn uninitialised_bytes() {
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Uninitialised);
            let x = code.local("x", INT);
            code.load(x, "*p", local(p), INT);
            code.initialised(x, "*p");
            code.result(local(x));
        },
        expect!["violation of uninit at t.c:4:1: `*p` is used before it has a value"],
    );
    // One byte of four.
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Uninitialised);
            let x = code.local("x", INT);
            code.push(fill(local(p), 1, word(3)));
            code.load(x, "*p", local(p), INT);
            code.initialised(x, "*p");
            code.result(local(x));
        },
        expect!["violation of uninit at t.c:5:1: `*p` is used before it has a value"],
    );
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Uninitialised);
            let x = code.local("x", INT);
            code.push(fill(local(p), 1, word(4)));
            code.load(x, "*p", local(p), INT);
            code.initialised(x, "*p");
            code.result(local(x));
        },
        expect!["returned 16843009"],
    );
}

#[test]
fn the_lack_of_a_value_travels() {
    // Through a local, memory, an argument, a result and a copy, until it is used.
    check_with(
        |program| {
            let mut builder = ProcedureBuilder::new("same", program);
            let x = builder.parameter("x", INT);
            builder.result(INT);
            builder.push(Op::Return(Some(local(x))));
            let procedure = builder.finish();
            program.procedures.push(procedure);
        },
        |code| {
            let [x, y, z] = ["x", "y", "z"].map(|name| code.local(name, INT));
            let cells = code.object("cells", Storage::Stack, 8, Contents::Zero);
            code.set(y, local(x));
            let target = Target::Direct(ProcedureId(1));
            code.push(Op::Call {
                dest: Some(z),
                target,
                arguments: vec![local(y)],
            });
            code.store("cells[0]", local(cells), INT, local(z));
            code.push(Op::Copy {
                to: offset(local(cells), 4),
                from: local(cells),
                size: word(4),
            });
            code.load(z, "cells[1]", offset(local(cells), 4), INT);
            code.set(x, local(z));
            code.initialised(x, "x");
            code.result(local(x));
        },
        all_claims(),
        expect!["violation of uninit at t.c:10:1: `x` is used before it has a value"],
    );
}

#[test]
fn expressions_take_what_is_not_there_for_zero() {
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Uninitialised);
            let x = code.local("x", INT);
            code.set(x, int(9));
            code.load(x, "*p", local(p), INT);
            code.set(x, Expr::binary(BinaryOp::Add, local(x), int(3)));
            code.initialised(x, "x");
            code.result(local(x));
        },
        expect!["returned 3"],
    );
    check(
        |code| {
            let x = code.local("x", INT);
            code.set(x, int(9));
            code.push(Op::Forget(x));
            code.result(Expr::binary(BinaryOp::Add, local(x), int(3)));
        },
        expect!["returned 3"],
    );
}

#[test]
fn a_function_that_returns_nothing_gives_nothing() {
    check_with(
        |program| {
            let mut builder = ProcedureBuilder::new("f", program);
            builder.result(INT);
            builder.push(Op::Return(None));
            let procedure = builder.finish();
            program.procedures.push(procedure);
        },
        |code| {
            let x = code.local("x", INT);
            code.set(x, int(1));
            let target = Target::Direct(ProcedureId(1));
            code.push(Op::Call {
                dest: Some(x),
                target,
                arguments: vec![],
            });
            code.check(ClaimKind::MissingReturn, "f()", Condition::Initialised(x));
            code.result(local(x));
        },
        all_claims(),
        expect![
            "violation of missing-return at t.c:3:1: `f()` has no value: the function returned none"
        ],
    );
}

fn bits(address: Expr, offset: u8, width: u8) -> Place {
    Place {
        bits: Some(BitRange { offset, width }),
        ..place(address, INT)
    }
}

#[test]
fn bit_fields() {
    // struct { unsigned a: 3, b: 7, c: 20; }, of which b and c are set.
    let set = |code: &mut Code| {
        let s = code.object("s", Storage::Stack, 4, Contents::Uninitialised);
        code.push(Op::Store {
            place: bits(local(s), 3, 7),
            value: int(0xfff),
        });
        code.push(Op::Store {
            place: bits(local(s), 10, 20),
            value: int(0x4_2042),
        });
        s
    };
    check(
        |code| {
            let s = set(code);
            let [b, c] = ["b", "c"].map(|name| code.local(name, INT));
            code.push(Op::Load {
                dest: b,
                place: bits(local(s), 3, 7),
            });
            code.push(Op::Load {
                dest: c,
                place: bits(local(s), 10, 20),
            });
            code.initialised(b, "s.b");
            code.initialised(c, "s.c");
            let shifted = Expr::binary(BinaryOp::Shl, local(b), int(20));
            code.result(Expr::binary(BinaryOp::Or, shifted, local(c)));
        },
        expect!["returned 133439554"],
    );
    check(
        |code| {
            let s = set(code);
            let a = code.local("a", INT);
            code.push(Op::Load {
                dest: a,
                place: bits(local(s), 0, 3),
            });
            code.initialised(a, "s.a");
            code.result(local(a));
        },
        expect!["violation of uninit at t.c:5:1: `s.a` is used before it has a value"],
    );
}

#[test]
fn wide_values() {
    let long_double = Scalar::Float(FloatKind::F80);
    let huge = Scalar::Int(Width::W128);
    check(
        |code| {
            let p = code.object("p", Storage::Stack, 32, Contents::Uninitialised);
            let (f, n) = (code.local("f", long_double), code.local("n", huge));
            let seven = Expr::cast(CastOp::SignedToFloat, long_double, int(7));
            code.store("p", local(p), long_double, seven);
            code.load(f, "p", local(p), long_double);
            code.initialised(f, "f");
            let big = Expr::int(Width::W128, 1 << 100);
            code.store("q", offset(local(p), 16), huge, big.clone());
            code.load(n, "q", offset(local(p), 16), huge);
            let rest = Expr::binary(BinaryOp::Sub, local(n), big);
            let seven = Expr::cast(CastOp::FloatToSigned, INT, local(f));
            let zero = Expr::cast(CastOp::Truncate, INT, rest);
            code.result(Expr::binary(BinaryOp::Add, seven, zero));
        },
        expect!["returned 7"],
    );
}

#[test]
fn stack_objects_end_with_their_procedure() {
    check_with(
        |program| {
            let mut builder = ProcedureBuilder::new("f", program);
            builder.span(line(50));
            builder.result(POINTER);
            let x = builder.local("x", POINTER);
            let object = ir::NewObject {
                size: word(4),
                align: 4,
                storage: Storage::Stack,
                contents: Contents::Zero,
                ty: None,
                name: Some("x".into()),
            };
            builder.push(Op::Alloc { dest: x, object });
            builder.span(line(51));
            builder.push(Op::Return(Some(local(x))));
            let procedure = builder.finish();
            program.procedures.push(procedure);
        },
        |code| {
            let (p, x) = (code.local("p", POINTER), code.local("x", INT));
            let target = Target::Direct(ProcedureId(1));
            code.push(Op::Call {
                dest: Some(p),
                target,
                arguments: vec![],
            });
            code.load(x, "*p", local(p), INT);
            code.result(local(x));
        },
        all_claims(),
        expect![[r#"
            violation of use-after-scope at t.c:2:1: `*p` reads 4 bytes of `x`, whose life has ended
              t.c:50:1: `x` is declared here
              t.c:51:1: its life ended here"#]],
    );
}

#[test]
fn copies_across_pages() {
    // A megabyte with a mark in each page is moved by an odd number of bytes, up and down again.
    for distance in [5, 8, 5000] {
        let program = program(
            |_| {},
            |code| {
                let p = code.object("p", Storage::Heap, 1 << 20, Contents::Zero);
                let (i, sum, x) = (
                    code.local("i", LONG),
                    code.local("sum", INT),
                    code.local("x", INT),
                );
                let at = |i: Expr, by: i128| {
                    let bytes = Expr::binary(BinaryOp::Mul, i, word(4097));
                    offset(Expr::Offset(Box::new(local(p)), Box::new(bytes)), by)
                };
                code.set(i, word(0));
                let below = Expr::binary(BinaryOp::SLt, local(i), word(200));
                code.builder.repeat_while(below.clone(), |builder| {
                    let value = Expr::cast(CastOp::Truncate, INT, local(i));
                    builder.push(Op::Store {
                        place: place(at(local(i), 0), INT),
                        value,
                    });
                    let next = Expr::binary(BinaryOp::Add, local(i), word(1));
                    builder.push(Op::Assign(i, next));
                });
                let moved = offset(local(p), distance);
                code.push(Op::Copy {
                    to: moved.clone(),
                    from: local(p),
                    size: word(900_000),
                });
                code.push(Op::Copy {
                    to: local(p),
                    from: moved,
                    size: word(900_000),
                });
                code.set(i, word(0));
                code.set(sum, int(0));
                code.builder.repeat_while(below, |builder| {
                    builder.push(Op::Load {
                        dest: x,
                        place: place(at(local(i), 0), INT),
                    });
                    let next = Expr::binary(BinaryOp::Add, local(sum), local(x));
                    builder.push(Op::Assign(sum, next));
                    let next = Expr::binary(BinaryOp::Add, local(i), word(1));
                    builder.push(Op::Assign(i, next));
                });
                code.result(local(sum));
            },
        );
        let (outcome, ..) = run(&program, &[], all_claims());
        expect!["returned 19900"].assert_eq(&text(&program, &outcome));
    }
}

#[test]
fn large_objects_cost_what_is_touched() {
    let program = program(
        |program| {
            program
                .globals
                .push(global("huge", 1 << 40, TypeId(0), Mutability::Mutable))
        },
        |code| {
            let (p, x) = (
                code.object("p", Storage::Heap, 100 << 20, Contents::Zero),
                code.local("x", INT),
            );
            let end = offset(Expr::Global(GlobalId(0)), (1 << 40) - 4);
            code.store("huge", end.clone(), INT, int(40));
            code.store("*p", offset(local(p), 50 << 20), INT, int(2));
            code.load(x, "huge", end, INT);
            let sum = code.local("sum", INT);
            code.load(sum, "*p", offset(local(p), 50 << 20), INT);
            code.result(Expr::binary(BinaryOp::Add, local(x), local(sum)));
        },
    );
    let (outcome, state, _) = run(&program, &[], all_claims());
    expect!["returned 42"].assert_eq(&text(&program, &outcome));
    assert!(state.memory_used() < 1 << 20, "{}", state.memory_used());
}

#[test]
fn output_and_strings() {
    let program = program(
        |program| {
            let mut text = global("text", 6, TypeId(0), Mutability::Constant);
            let value = ir::DatumValue::Bytes(b"hello\n".to_vec());
            text.data.push(ir::Datum { offset: 0, value });
            program.globals.push(text);
        },
        |code| {
            let text = || Expr::Global(GlobalId(0));
            code.access(AccessMode::Read, "text", text(), 6, 1);
            code.push(Op::Output {
                stream: int(1),
                from: text(),
                size: word(6),
            });
            code.push(Op::Output {
                stream: int(2),
                from: offset(text(), 4),
                size: word(2),
            });
            code.result(int(0));
        },
    );
    let (_, _, environment) = run(&program, &[], all_claims());
    assert_eq!(environment.output_of(1), b"hello\n");
    assert_eq!(environment.output_of(2), b"o\n");
}

#[test]
fn dead_objects_are_remembered_while_something_points_to_them() {
    let program = program(
        |_| {},
        |code| {
            let [first, x] = ["first", "x"].map(|name| code.local(name, POINTER));
            let i = code.local("i", INT);
            code.set(i, int(0));
            let below = Expr::binary(BinaryOp::SLt, local(i), int(300_000));
            code.builder.repeat_while(below, |builder| {
                let object = ir::NewObject {
                    size: word(8),
                    align: 8,
                    storage: Storage::Stack,
                    contents: Contents::Zero,
                    ty: None,
                    name: Some("x".into()),
                };
                builder.push(Op::Alloc { dest: x, object });
                let start = Expr::binary(BinaryOp::Eq, local(i), int(0));
                let (once, again) = builder.branch(start);
                let join = builder.location();
                builder.at(again);
                builder.push_to(Op::Skip, join);
                builder.at(once);
                builder.push_to(Op::Assign(first, local(x)), join);
                builder.push(Op::EndScope(x));
                let next = Expr::binary(BinaryOp::Add, local(i), int(1));
                builder.push(Op::Assign(i, next));
            });
            code.load(i, "*first", local(first), INT);
            code.result(local(i));
        },
    );
    let (outcome, state, _) = run(&program, &[], all_claims());
    let text = text(&program, &outcome);
    assert!(text.starts_with("violation of use-after-scope"), "{text}");
    // Without forgetting, the records alone would be 300,000 times as large as one.
    assert!(state.memory_used() < 12 << 20, "{}", state.memory_used());
}
