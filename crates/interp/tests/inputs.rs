//! Strings that the environment gives.

mod support;

use expect_test::{Expect, expect};
use interp::{Interpreter, Limits, Outcome, Scripted};
use ir::{
    BinaryOp, CastOp, ClaimKind, Condition, Datum, DatumValue, Expr, GlobalId, Measure, Mutability,
    Op, Program, Source, SourceKind, TypeId,
};
use support::*;

const END: u128 = 0xffff_ffff;

/// Reads the environment variable `HOME`; `fill` goes on with it.
fn reading(fill: impl FnOnce(&mut Code, ir::LocalId)) -> Program {
    program(
        |program| {
            let mut name = global("name", 5, TypeId(0), Mutability::Constant);
            name.data.push(Datum {
                offset: 0,
                value: DatumValue::Bytes(b"HOME\0".to_vec()),
            });
            program.globals.push(name);
        },
        |code| {
            let home = code.local("home", POINTER);
            let ty = code.builder.declared_type(INT);
            let source = Source {
                kind: SourceKind::Environment,
                name: "environment".into(),
                dynamic_name: Some(Expr::Global(GlobalId(0))),
                index: None,
            };
            code.push(Op::InputString {
                dest: home,
                ty,
                source: Box::new(source),
            });
            fill(code, home);
        },
    )
}

/// The digits of its result are those of the string, with the size of its object before them.
fn digits() -> Program {
    reading(|code, home| {
        let [at, size, sum] = ["at", "size", "sum"].map(|name| code.local(name, LONG));
        let byte = code.local("byte", BYTE);
        code.push(Op::Measure {
            dest: size,
            measure: Measure::Size,
            address: local(home),
        });
        code.set(at, word(0));
        code.set(sum, local(size));
        let here = || Expr::Offset(Box::new(local(home)), Box::new(local(at)));
        let load = |dest| Op::Load {
            dest,
            place: place(here(), BYTE),
        };
        code.push(load(byte));
        let more = Expr::binary(BinaryOp::Ne, local(byte), Expr::int(ir::Width::W8, 0));
        code.builder.repeat_while(more, |code| {
            let digit = Expr::cast(CastOp::ZeroExtend, LONG, local(byte));
            let digit = Expr::binary(BinaryOp::Sub, digit, word(i128::from(b'0')));
            let tenfold = Expr::binary(BinaryOp::Mul, local(sum), word(10));
            code.push(Op::Assign(sum, Expr::binary(BinaryOp::Add, tenfold, digit)));
            code.push(Op::Assign(
                at,
                Expr::binary(BinaryOp::Add, local(at), word(1)),
            ));
            code.push(load(byte));
        });
        code.result(Expr::cast(CastOp::Truncate, INT, local(sum)));
    })
}

fn script(text: &[u8]) -> Vec<u128> {
    let bytes = text.iter().map(|byte| u128::from(*byte));
    bytes.chain([END]).collect()
}

fn check_digits(inputs: &[u128], expected: Expect) {
    let program = digits();
    let (outcome, ..) = run(&program, inputs, all_claims());
    expected.assert_eq(&text(&program, &outcome));
}

#[test]
fn strings_are_in_objects_of_their_size() {
    check_digits(&script(b""), expect!["returned 1"]);
    check_digits(&script(b"2718"), expect!["returned 52718"]);
}

#[test]
fn strings_have_no_zeros() {
    check_digits(
        &[u128::from(b'1'), 0, END],
        expect!["assumption failed at line 1"],
    );
    check_digits(
        &[u128::from(b'1'), 256, END],
        expect!["assumption failed at line 1"],
    );
}

#[test]
fn long_strings_cross_pages() {
    let mut long = vec![b'0'; 100_000];
    long.push(b'7');
    check_digits(&script(&long), expect!["returned 7"]);
}

#[test]
fn each_byte_is_an_input() {
    let (_, _, environment) = run(&digits(), &script(b"42"), all_claims());
    let given = environment.given.iter().map(|input| {
        let name = input.dynamic_name.as_deref().unwrap_or_default();
        let name = String::from_utf8_lossy(name);
        let (kind, index) = (input.kind.name(), input.index.unwrap_or_default());
        let (line, value) = (input.span.line, input.value as i32);
        format!(
            "line {line}: {kind} {name}[{index}]: {} = {value}\n",
            input.scalar
        )
    });
    expect![[r#"
        line 1: environment HOME[0]: i32 = 52
        line 1: environment HOME[1]: i32 = 50
        line 1: environment HOME[2]: i32 = -1
    "#]]
    .assert_eq(&given.collect::<String>());
}

#[test]
fn a_string_that_breaks_off_is_asked_for_again() {
    let program = digits();
    let interpreter = Interpreter::new(&program);
    let run = |state: &mut interp::State, inputs: &[u128]| {
        let mut environment = Scripted::new(inputs.iter().copied());
        interpreter.run(state, &mut environment, &Limits::default())
    };
    let inputs = script(b"271828");
    let mut whole = interpreter.start();
    let expected = run(&mut whole, &inputs);
    for given in 0..inputs.len() {
        let mut state = interpreter.start();
        let stopped = run(&mut state, &inputs[..given]);
        assert!(matches!(stopped, Outcome::OutOfInputs(_)), "{stopped:?}");
        assert_eq!(run(&mut state, &inputs), expected);
        assert_eq!(state.steps(), whole.steps());
    }
}

#[test]
fn strings_can_be_written_and_are_no_leak() {
    let check = |by: i128, expected: Expect| {
        let program = reading(|code, home| {
            let byte = Expr::int(ir::Width::W8, 7);
            code.store("home[i]", offset(local(home), by), BYTE, byte);
            code.set(home, Expr::NULL);
            code.check(ClaimKind::Leak, "exit", Condition::NothingLeaked);
            code.check(ClaimKind::NotFreed, "exit", Condition::EverythingFreed);
            code.result(int(0));
        });
        let (outcome, ..) = run(&program, &script(b"/"), all_claims());
        expected.assert_eq(&text(&program, &outcome));
    };
    check(1, expect!["returned 0"]);
    check(
        2,
        expect![
            "violation of bounds at t.c:2:1: `home[i]` writes 1 byte at offset 2 of memory of the library of 2 bytes"
        ],
    );
}

/// Never ends.
struct Endless;

impl interp::Environment for Endless {
    fn input(&mut self, request: &interp::InputRequest<'_>) -> Option<u128> {
        Some(request.bits(i128::from(b'1')))
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}

#[test]
fn endless_strings_end_at_the_memory() {
    let program = digits();
    let interpreter = Interpreter::new(&program);
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let outcome = interpreter.run(&mut interpreter.start(), &mut Endless, &limits);
    assert_eq!(outcome, Outcome::LimitReached(interp::Limit::Memory));
}
