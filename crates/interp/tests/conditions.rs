//! Every kind of claim: when it fails, how that is told, and what happens if nobody watches.

mod support;

use expect_test::expect;
use ir::build::ProcedureBuilder;
use ir::{
    AccessMode, BinaryOp, CastOp, ClaimKind, Condition, Contents, DatumValue, Expr, GlobalId,
    GlobalOrigin, Halt, Mutability, Op, Operand, Origin, ProcedureId, Scalar, Signature, Source,
    SourceKind, Storage, Target, TypeId, Width,
};
use support::*;

#[test]
fn holds() {
    let fails = |code: &mut Code| {
        let x = code.local("x", INT);
        code.set(x, int(-3));
        let positive = Expr::binary(BinaryOp::SLt, int(0), local(x));
        let ty = code.builder.declared_type(INT);
        let operands = vec![Operand {
            text: "x".into(),
            value: local(x),
            ty,
        }];
        code.explained(
            ClaimKind::Assertion,
            "x > 0",
            Condition::Holds(positive),
            operands,
        );
        code.result(local(x));
    };
    check(
        fails,
        expect![[r#"
        violation of assert at t.c:2:1: the assertion `x > 0` does not hold
          x = -3"#]],
    );
    check_unwatched(fails, expect!["returned -3"]);
}

#[test]
fn values_are_shown_as_their_types_have_them() {
    check(
        |code| {
            let a = code.object("a", Storage::Stack, 16, Contents::Zero);
            let heap = code.object("p", Storage::Heap, 8, Contents::Zero);
            let nothing = code.local("nothing", INT);
            code.set(nothing, local(nothing));
            let half = Expr::Const(ir::Const::Float(
                ir::FloatKind::F64,
                0.5f64.to_bits().into(),
            ));
            let values = [
                ("a", local(a)),
                ("&a[1]", offset(local(a), 4)),
                ("p - 1", offset(local(heap), -1)),
                ("q", Expr::NULL),
                ("r", Expr::cast(CastOp::IntToPointer, POINTER, word(0xbeef))),
                ("f", Expr::Procedure(ProcedureId(0))),
                ("c", Expr::int(Width::W8, 97)),
                ("d", Expr::int(Width::W8, -1)),
                ("half", half),
                ("nothing", local(nothing)),
                (
                    "unknown",
                    Expr::binary(BinaryOp::Add, local(nothing), int(1)),
                ),
            ];
            let operands = values
                .map(|(text, value)| {
                    let scalar = match &value {
                        Expr::Const(value) => value.scalar(),
                        Expr::Local(id) if *id == nothing => INT,
                        Expr::Binary(..) => INT,
                        _ => POINTER,
                    };
                    let ty = code.builder.declared_type(scalar);
                    Operand {
                        text: text.into(),
                        value,
                        ty,
                    }
                })
                .to_vec();
            code.explained(
                ClaimKind::Assertion,
                "0",
                Condition::Holds(Expr::FALSE),
                operands,
            );
        },
        expect![[r#"
            violation of assert at t.c:4:1: the assertion `0` does not hold
              a = &a
              &a[1] = &a + 4 bytes
              p - 1 = allocated memory of 8 bytes - 1 byte
              q = null
              r = 0xbeef
              f = &main
              c = 97 'a'
              d = -1
              half = 0.5
              nothing = uninitialised
              unknown = 1"#]],
    );
}

#[test]
fn overflow() {
    let fails = |code: &mut Code| {
        let x = code.local("x", INT);
        code.set(x, int(i32::MAX as i128));
        let overflows = Expr::binary(BinaryOp::SAddOverflows, local(x), int(1));
        code.check(
            ClaimKind::Overflow,
            "x + 1",
            Condition::Holds(overflows.negate()),
        );
        code.set(x, Expr::binary(BinaryOp::Add, local(x), int(1)));
        code.result(local(x));
    };
    check(
        fails,
        expect!["violation of overflow at t.c:2:1: `x + 1` is outside of the range of its type"],
    );
    check_unwatched(fails, expect!["returned -2147483648"]);
}

#[test]
fn uninitialised() {
    let fails = |code: &mut Code| {
        let x = code.local("x", INT);
        code.initialised(x, "x");
        code.initialised(x, "x");
        code.result(local(x));
    };
    check(
        fails,
        expect!["violation of uninit at t.c:1:1: `x` is used before it has a value"],
    );
    check_unwatched(fails, expect!["returned 0"]);
}

#[test]
fn null() {
    let fails = |code: &mut Code| {
        let p = code.local("p", POINTER);
        let x = code.local("x", INT);
        code.set(p, Expr::NULL);
        code.load(x, "*p", local(p), INT);
        code.result(local(x));
    };
    check(
        fails,
        expect!["violation of null at t.c:2:1: `*p` reads 4 bytes through a null pointer"],
    );
    check_unwatched(
        fails,
        expect![
            "undefined behaviour of null at t.c:2:1: `*p` reads 4 bytes through a null pointer"
        ],
    );
}

#[test]
fn null_with_an_offset() {
    check(
        |code| {
            let p = code.local("p", POINTER);
            code.set(p, offset(Expr::NULL, 8));
            code.store("p->next", local(p), POINTER, Expr::NULL);
            code.result(int(0));
        },
        expect![
            "violation of null at t.c:2:1: `p->next` writes 8 bytes at offset 8 of a null pointer"
        ],
    );
}

#[test]
fn invalid_dereference() {
    check(
        |code| {
            let p = code.local("p", POINTER);
            let x = code.local("x", INT);
            code.set(
                p,
                Expr::cast(CastOp::IntToPointer, POINTER, word(0xdead_0000)),
            );
            code.load(x, "*p", local(p), INT);
            code.result(local(x));
        },
        expect![
            "violation of invalid-deref at t.c:2:1: `*p` reads 4 bytes at address 0xdead0000, where no object is"
        ],
    );
}

#[test]
fn bounds() {
    let fails = |code: &mut Code| {
        let a = code.object("a", Storage::Stack, 16, Contents::Zero);
        let i = code.local("i", LONG);
        let x = code.local("x", INT);
        code.set(i, word(4));
        let bytes = Expr::binary(BinaryOp::Mul, local(i), word(4));
        let address = Expr::Offset(Box::new(local(a)), Box::new(bytes));
        code.load(x, "a[i]", address, INT);
        code.result(local(x));
    };
    check(
        fails,
        expect![[r#"
        violation of bounds at t.c:3:1: `a[i]` reads 4 bytes at offset 16 of `a`, which has 16 bytes
          t.c:1:1: `a` is declared here"#]],
    );
    check_unwatched(
        fails,
        expect![[r#"
        undefined behaviour of bounds at t.c:3:1: `a[i]` reads 4 bytes at offset 16 of `a`, which has 16 bytes
          t.c:1:1: `a` is declared here"#]],
    );
}

#[test]
fn bounds_of_an_access_that_starts_inside() {
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 10, Contents::Uninitialised);
            code.store("*p", offset(local(p), 8), INT, int(1));
            code.result(int(0));
        },
        expect![[r#"
            violation of bounds at t.c:2:1: `*p` writes 4 bytes at offset 8 of allocated memory of 10 bytes
              t.c:1:1: allocated here: 10 bytes"#]],
    );
}

#[test]
fn an_access_of_nothing_is_fine_anywhere() {
    check(
        |code| {
            code.access(AccessMode::Write, "*p", Expr::NULL, 0, 1);
            code.push(Op::Fill {
                to: Expr::NULL,
                byte: Expr::int(Width::W8, 1),
                size: word(0),
            });
            code.push(Op::Copy {
                to: Expr::NULL,
                from: Expr::NULL,
                size: word(0),
            });
            code.result(int(0));
        },
        expect!["returned 0"],
    );
}

#[test]
fn use_after_free() {
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Zero);
            let x = code.local("x", INT);
            code.free(local(p));
            code.load(x, "*p", offset(local(p), 4), INT);
            code.result(local(x));
        },
        expect![[r#"
            violation of use-after-free at t.c:4:1: `*p` reads 4 bytes at offset 4 of memory that was freed
              t.c:1:1: allocated here: 16 bytes
              t.c:3:1: freed here"#]],
    );
}

#[test]
fn use_after_scope() {
    check(
        |code| {
            let x = code.object("x", Storage::Stack, 4, Contents::Zero);
            let p = code.local("p", POINTER);
            code.set(p, local(x));
            code.push(Op::EndScope(x));
            code.push(Op::EndScope(x));
            code.store("*p", local(p), INT, int(1));
            code.result(int(0));
        },
        expect![[r#"
            violation of use-after-scope at t.c:5:1: `*p` writes 4 bytes of `x`, whose life has ended
              t.c:1:1: `x` is declared here
              t.c:3:1: its life ended here"#]],
    );
}

#[test]
fn the_scope_of_what_was_never_made_ends_silently() {
    check(
        |code| {
            let x = code.local("x", POINTER);
            code.push(Op::EndScope(x));
            code.result(int(0));
        },
        expect!["returned 0"],
    );
}

#[test]
fn read_only() {
    check_with(
        |program| {
            program
                .globals
                .push(global("table", 8, TypeId(0), Mutability::Constant))
        },
        |code| {
            code.store(
                "table[1]",
                offset(Expr::Global(GlobalId(0)), 4),
                INT,
                int(1),
            );
            code.result(int(0));
        },
        all_claims(),
        expect![[r#"
            violation of readonly at t.c:1:1: `table[1]` writes 4 bytes of `table`, which is constant
              t.c:100:1: `table` is defined here"#]],
    );
}

#[test]
fn misaligned() {
    let fails = |code: &mut Code| {
        let p = code.object("p", Storage::Stack, 16, Contents::Zero);
        let x = code.local("x", INT);
        code.store("*q", offset(local(p), 2), INT, int(7));
        code.load(x, "*q", offset(local(p), 2), INT);
        code.result(local(x));
    };
    check(
        fails,
        expect![[r#"
        violation of misaligned at t.c:2:1: `*q` writes 4 bytes at offset 2 of `p`, where the address is not a multiple of 4
          t.c:1:1: `p` is declared here"#]],
    );
    check_unwatched(fails, expect!["returned 7"]);
}

#[test]
fn the_contents_of_undefined_globals_are_unknown() {
    check_with(
        |program| {
            let mut global = global("elsewhere", 8, TypeId(0), Mutability::Mutable);
            global.origin = GlobalOrigin::Undefined;
            program.globals.push(global);
        },
        |code| {
            let x = code.local("x", INT);
            code.load(x, "elsewhere", Expr::Global(GlobalId(0)), INT);
            code.result(local(x));
        },
        all_claims(),
        expect!["unsupported at line 1: the contents of `elsewhere`, which is not defined"],
    );
}

#[test]
fn double_free() {
    let fails = |code: &mut Code| {
        let p = code.object("p", Storage::Heap, 16, Contents::Zero);
        code.free(local(p));
        code.free(local(p));
        code.result(int(0));
    };
    check(
        fails,
        expect![[r#"
        violation of double-free at t.c:4:1: `free(p)` frees memory that was freed before
          t.c:1:1: allocated here: 16 bytes
          t.c:3:1: freed here"#]],
    );
    check_unwatched(
        fails,
        expect![[r#"
        undefined behaviour of double-free at t.c:4:1: `free(p)` frees memory that was freed before
          t.c:1:1: allocated here: 16 bytes
          t.c:3:1: freed here"#]],
    );
}

#[test]
fn invalid_free() {
    let frees = |make: fn(&mut Code) -> Expr| {
        move |code: &mut Code| {
            let address = make(code);
            code.free(address);
            code.result(int(0));
        }
    };
    check(
        frees(|code| local(code.object("a", Storage::Stack, 16, Contents::Zero))),
        expect![[r#"
            violation of invalid-free at t.c:2:1: `free(p)` frees `a`, which was not allocated
              t.c:1:1: `a` is declared here"#]],
    );
    check(
        frees(|code| {
            offset(
                local(code.object("p", Storage::Heap, 16, Contents::Zero)),
                4,
            )
        }),
        expect![[r#"
            violation of invalid-free at t.c:2:1: `free(p)` frees an address at offset 4 of allocated memory, not its start
              t.c:1:1: allocated here: 16 bytes"#]],
    );
    check(
        frees(|_| Expr::cast(CastOp::IntToPointer, POINTER, word(0x1234))),
        expect![
            "violation of invalid-free at t.c:1:1: `free(p)` frees the address 0x1234, where no object is"
        ],
    );
    check(frees(|_| Expr::NULL), expect!["returned 0"]);
}

#[test]
fn same_object() {
    let fails = |code: &mut Code| {
        let a = code.object("a", Storage::Stack, 16, Contents::Zero);
        let b = code.object("b", Storage::Stack, 16, Contents::Zero);
        let same = Condition::SameObject(local(a), offset(local(a), 16));
        code.check(ClaimKind::PointerComparison, "p < q", same);
        let nulls = Condition::SameObject(Expr::NULL, Expr::NULL);
        code.check(ClaimKind::PointerComparison, "p < q", nulls);
        let different = Condition::SameObject(offset(local(a), 4), local(b));
        code.check(ClaimKind::PointerSubtraction, "p - q", different);
        code.result(int(0));
    };
    check(
        fails,
        expect![[r#"
        violation of pointer-subtraction at t.c:5:1: subtraction of pointers into different objects in `p - q`: &a + 4 bytes and &b
          t.c:1:1: `a` is declared here
          t.c:2:1: `b` is declared here"#]],
    );
    check_unwatched(fails, expect!["returned 0"]);
}

#[test]
fn disjoint() {
    let fails = |code: &mut Code| {
        let a = code.object("a", Storage::Stack, 16, Contents::Zero);
        let apart = Condition::Disjoint(local(a), offset(local(a), 8), word(8));
        code.check(ClaimKind::Overlap, "memcpy(a, a + 8, 8)", apart);
        let overlapping = Condition::Disjoint(offset(local(a), 7), local(a), word(8));
        code.check(ClaimKind::Overlap, "memcpy(a + 7, a, 8)", overlapping);
        code.result(int(0));
    };
    check(
        fails,
        expect![[r#"
        violation of overlap at t.c:3:1: overlapping memory in a copy in `memcpy(a + 7, a, 8)`: &a + 7 bytes and &a
          t.c:1:1: `a` is declared here"#]],
    );
    check_unwatched(fails, expect!["returned 0"]);
}

/// Adds `int twice(int x)` as procedure 1.
fn add_twice(program: &mut ir::Program) {
    let mut builder = ProcedureBuilder::new("twice", program);
    let x = builder.parameter("x", INT);
    builder.result(INT);
    builder.push(Op::Return(Some(Expr::binary(
        BinaryOp::Add,
        local(x),
        local(x),
    ))));
    let procedure = builder.finish();
    program.procedures.push(procedure);
}

fn call_through(code: &mut Code, target: Expr, parameter: Scalar, argument: Expr) {
    let (f, x) = (code.local("f", POINTER), code.local("x", INT));
    code.set(f, target);
    let signature = Signature {
        parameters: vec![parameter],
        result: Some(INT),
        variadic: false,
    };
    code.check(
        ClaimKind::Null,
        "f(21)",
        Condition::Callable(local(f), signature),
    );
    let target = Target::Indirect(local(f));
    code.push(Op::Call {
        dest: Some(x),
        target,
        arguments: vec![argument],
    });
    code.result(local(x));
}

#[test]
fn callable() {
    let procedure = || Expr::Procedure(ProcedureId(1));
    check_with(
        add_twice,
        |code| call_through(code, procedure(), INT, int(21)),
        all_claims(),
        expect!["returned 42"],
    );
    check_with(
        add_twice,
        |code| call_through(code, procedure(), LONG, word(21)),
        all_claims(),
        expect![
            "violation of invalid-call at t.c:2:1: `f(21)` calls `twice` as a function of another type"
        ],
    );
    check_with(
        add_twice,
        |code| call_through(code, Expr::NULL, INT, int(21)),
        all_claims(),
        expect!["violation of null at t.c:2:1: `f(21)` calls through a null pointer"],
    );
    check_with(
        add_twice,
        |code| {
            let a = code.object("a", Storage::Stack, 16, Contents::Zero);
            call_through(code, local(a), INT, int(21));
        },
        ir::ClaimSet::EMPTY,
        expect![
            "undefined behaviour of invalid-call at t.c:3:1: `f(21)` calls `a`, which is not a function"
        ],
    );
}

#[test]
fn leaks() {
    let check_at_end = |code: &mut Code| {
        code.check(ClaimKind::Leak, "", Condition::NothingLeaked);
        code.check(ClaimKind::NotFreed, "", Condition::EverythingFreed);
        code.result(int(0));
    };
    // Nothing but a variable that was overwritten.
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Zero);
            code.set(p, Expr::NULL);
            check_at_end(code);
        },
        expect![[r#"
            violation of leak at t.c:3:1: allocated memory that nothing points to is never freed
              t.c:1:1: allocated here: 16 bytes"#]],
    );
    // A variable, inside of the object.
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Zero);
            code.set(p, offset(local(p), 5));
            check_at_end(code);
        },
        expect![[r#"
            violation of memcleanup at t.c:4:1: allocated memory is not freed at the end
              t.c:1:1: allocated here: 16 bytes"#]],
    );
    // A chain of objects that hangs on an integer.
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 16, Contents::Zero);
            let q = code.object("q", Storage::Heap, 16, Contents::Zero);
            let n = code.local("n", LONG);
            code.store("*q", offset(local(q), 8), POINTER, local(p));
            code.set(p, Expr::NULL);
            code.set(n, Expr::cast(CastOp::PointerToInt, LONG, local(q)));
            code.set(q, Expr::NULL);
            check_at_end(code);
        },
        expect![[r#"
            violation of memcleanup at t.c:9:1: 2 pieces of allocated memory are not freed at the end
              t.c:1:1: allocated here: 16 bytes
              t.c:2:1: allocated here: 16 bytes"#]],
    );
    // A cycle that nothing leads to.
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 8, Contents::Zero);
            let q = code.object("q", Storage::Heap, 8, Contents::Zero);
            code.store("*q", local(q), POINTER, local(p));
            code.store("*p", local(p), POINTER, local(q));
            code.set(p, Expr::NULL);
            code.set(q, Expr::NULL);
            check_at_end(code);
        },
        expect![[r#"
            violation of leak at t.c:9:1: 2 pieces of allocated memory that nothing points to are never freed
              t.c:1:1: allocated here: 8 bytes
              t.c:2:1: allocated here: 8 bytes"#]],
    );
    // Memory of the library, and what it points to.
    check(
        |code| {
            let list = code.object("list", Storage::Internal, 8, Contents::Zero);
            let p = code.object("p", Storage::Heap, 8, Contents::Zero);
            code.store("*list", local(list), POINTER, local(p));
            code.set(p, Expr::NULL);
            code.set(list, Expr::NULL);
            check_at_end(code);
        },
        expect![[r#"
            violation of memcleanup at t.c:8:1: allocated memory is not freed at the end
              t.c:2:1: allocated here: 8 bytes"#]],
    );
    // Everything is freed.
    check(
        |code| {
            let p = code.object("p", Storage::Heap, 8, Contents::Zero);
            code.free(local(p));
            check_at_end(code);
        },
        expect!["returned 0"],
    );
}

#[test]
fn an_intermediate_value_holds_an_object_only_while_it_is_needed() {
    let allocate = |code: &mut Code| {
        let t = code.builder.temporary(POINTER);
        let object = ir::NewObject {
            size: word(8),
            align: 8,
            storage: Storage::Heap,
            contents: Contents::Zero,
            ty: None,
            name: None,
        };
        code.push(Op::Alloc { dest: t, object });
        t
    };
    check(
        |code| {
            allocate(code);
            code.check(ClaimKind::Leak, "", Condition::NothingLeaked);
            code.result(int(0));
        },
        expect![[r#"
            violation of leak at t.c:2:1: allocated memory that nothing points to is never freed
              t.c:1:1: allocated here: 8 bytes"#]],
    );
    check(
        |code| {
            let t = allocate(code);
            code.check(ClaimKind::Leak, "", Condition::NothingLeaked);
            code.push(Op::Free(local(t)));
            code.result(int(0));
        },
        expect!["returned 0"],
    );
}

#[test]
fn globals_hold_objects() {
    check_with(
        |program| {
            let mut start = global("start", 8, TypeId(0), Mutability::Mutable);
            start.data.push(ir::Datum {
                offset: 0,
                value: DatumValue::Global(GlobalId(1), 8),
            });
            program.globals.push(start);
            program
                .globals
                .push(global("table", 16, TypeId(0), Mutability::Mutable));
        },
        |code| {
            // Through the pointer that is there from the start.
            let q = code.local("q", POINTER);
            let p = code.object("p", Storage::Heap, 8, Contents::Zero);
            code.load(q, "start", Expr::Global(GlobalId(0)), POINTER);
            code.store("*start", local(q), POINTER, local(p));
            code.set(p, Expr::NULL);
            code.check(ClaimKind::Leak, "", Condition::NothingLeaked);
            code.check(ClaimKind::NotFreed, "", Condition::EverythingFreed);
            code.result(int(0));
        },
        all_claims(),
        expect![[r#"
            violation of memcleanup at t.c:8:1: allocated memory is not freed at the end
              t.c:1:1: allocated here: 8 bytes"#]],
    );
}

#[test]
fn library_procedures_are_reported_at_their_call() {
    let prepare = |program: &mut ir::Program| {
        let mut builder = ProcedureBuilder::new("clear", program);
        builder.origin(Origin::Library);
        let file = ir::FileId(1);
        builder.span(ir::Span { file, ..line(7) });
        let p = builder.parameter("p", POINTER);
        builder.push(Op::Fill {
            to: local(p),
            byte: Expr::int(Width::W8, 0),
            size: word(9),
        });
        builder.push(Op::Return(None));
        let procedure = builder.finish();
        program.procedures.push(procedure);
    };
    check_with(
        prepare,
        |code| {
            let buf = code.object("buf", Storage::Stack, 8, Contents::Zero);
            let target = Target::Direct(ProcedureId(1));
            code.push(Op::Call {
                dest: None,
                target,
                arguments: vec![local(buf)],
            });
            code.result(int(0));
        },
        all_claims(),
        expect![[r#"
            violation of bounds at t.c:2:1: in `clear`: writes 9 bytes at offset 0 of `buf`, which has 8 bytes
              t.c:1:1: `buf` is declared here"#]],
    );
}

#[test]
fn ends() {
    check(
        |code| code.push(Op::Halt(Halt::Exit(int(-1)))),
        expect!["Exited(-1)"],
    );
    check(
        |code| code.push(Op::Halt(Halt::Abort)),
        expect![
            "Aborted([Frame { procedure: ProcedureId(0), span: Span { file: FileId(0), line: 1, column: 1, end_line: 1, end_column: 2 } }])"
        ],
    );
    check(
        |code| code.push(Op::Unsupported("computed goto".into())),
        expect!["unsupported at line 1: computed goto"],
    );
    check(
        |code| {
            code.push(Op::Havoc {
                dest: None,
                reachable: vec![Expr::NULL],
                function: "f".into(),
            })
        },
        expect!["unsupported at line 1: a call of `f`, which is defined nowhere"],
    );
    check(
        |code| code.push(Op::Assume(Expr::FALSE)),
        expect!["assumption failed at line 1"],
    );
    check(
        |code| {
            let x = code.local("x", INT);
            let ty = code.builder.declared_type(INT);
            let source = Source {
                kind: SourceKind::Nondet,
                name: "__VERIFIER_nondet_int".into(),
                dynamic_name: None,
                index: None,
            };
            code.push(Op::Input {
                dest: x,
                ty,
                source: Box::new(source),
            });
            code.result(local(x));
        },
        expect!["out of inputs at line 1: nondet __VERIFIER_nondet_int"],
    );
}
