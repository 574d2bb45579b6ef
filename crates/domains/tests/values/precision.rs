//! What programs need: a table of operators, operands and the expected result.

use domains::value::Ints;
use ir::{BinaryOp, CastOp, UnaryOp, Width};
use std::fmt::Write;

/// A set as a reader would write it: signed ends, unsigned ends where they say more than that it is
/// around zero, and the step.
fn show(set: &Ints) -> String {
    let ((min, max), (least, greatest)) = (set.signed(), set.unsigned());
    let mut text = String::new();
    match set.as_constant() {
        Some(_) => return min.to_string(),
        None => write!(text, "{min}..{max}").unwrap(),
    }
    let is_around_zero = least < 16 && greatest > set.width().mask() - 16;
    if min < 0 && max >= 0 && !is_around_zero {
        write!(text, " u {least}..{greatest}").unwrap();
    }
    let step = [16, 12, 10, 8, 6, 5, 4, 3, 2].into_iter().find(|step| {
        let next = set.width().truncate((min + 1) as u128);
        let all = (0..*step - 1).map(|offset| set.width().truncate(next.wrapping_add(offset)));
        all.clone().all(|value| !set.contains(value)) && max - min >= *step as i128
    });
    if let Some(step) = step {
        write!(text, " by {step}").unwrap();
    }
    text
}

fn s8(min: i128, max: i128) -> Ints {
    Ints::from_signed(Width::W8, min, max)
}

fn u8(min: u128, max: u128) -> Ints {
    Ints::from_unsigned(Width::W8, min, max)
}

fn s32(min: i128, max: i128) -> Ints {
    Ints::from_signed(Width::W32, min, max)
}

fn c32(value: i128) -> Ints {
    s32(value, value)
}

fn top() -> Ints {
    Ints::top(Width::W32)
}

/// The multiples of a number between two others.
fn by(step: i128, min: i128, max: i128) -> Ints {
    let first = c32(min).join(&c32(min + step));
    let all = first.widen(&first.join(&c32(max)), &Default::default());
    all.meet(&s32(min, max)).unwrap()
}

#[test]
fn results() {
    use BinaryOp::*;
    let table = [
        (And, top(), c32(7), "0..7"),
        (And, top(), c32(-8), "-2147483648..2147483640 by 8"),
        (And, s32(0, 1000), c32(-16), "0..992 by 16"),
        (Or, by(4, 0, 40), c32(3), "3..43 by 4"),
        (Xor, s32(0, 15), c32(16), "16..31"),
        (SRem, top(), c32(10), "-9..9"),
        (SRem, s32(0, 100), c32(10), "0..9"),
        (SRem, s32(-100, -1), c32(10), "-9..0"),
        (SRem, s32(23, 27), c32(10), "3..7"),
        (SRem, top(), s32(1, 8), "-7..7"),
        (URem, top(), c32(10), "0..9"),
        (URem, top(), s32(1, 8), "0..7"),
        (URem, s32(3, 5), s32(10, 20), "3..5"),
        (URem, by(6, 0, 600), c32(9), "0..6 by 3"),
        (Shl, s32(0, 5), c32(2), "0..20 by 4"),
        (Shl, s32(-3, 5), c32(2), "-12..20 by 4"),
        (Shl, c32(1), s32(0, 4), "1..16"),
        (Shl, top(), c32(3), "-2147483648..2147483640 by 8"),
        (LShr, top(), c32(28), "0..15"),
        (AShr, top(), c32(28), "-8..7"),
        (AShr, s32(-9, 17), c32(2), "-3..4"),
        (LShr, by(8, 0, 80), c32(2), "0..20 by 2"),
        (Mul, top(), c32(4), "-2147483648..2147483644 by 4"),
        (Mul, s32(-10, 10), c32(3), "-30..30 by 3"),
        (Mul, s32(-10, 10), s32(-3, 4), "-40..40"),
        (Mul, c32(1).join(&c32(8)), c32(5), "5..40 by 16"),
        (Mul, by(2, 0, 20), c32(6), "0..120 by 12"),
        (Add, s8(100, 120), s8(10, 20), "-128..127 u 110..140"),
        (Add, u8(200, 250), u8(10, 20), "-46..14"),
        (Sub, u8(0, 10), u8(5, 7), "-7..5"),
        (Add, by(3, 0, 30), c32(1), "1..31 by 3"),
        (Sub, s32(10, 20), s32(1, 5), "5..19"),
        (SDiv, s32(-100, 50), c32(7), "-14..7"),
        (SDiv, s32(-100, 50), s32(2, 7), "-50..25"),
        (SDiv, s32(10, 50), s32(-5, -2), "-25..-2"),
        (SDiv, by(12, 0, 120), c32(4), "0..30 by 3"),
        (UDiv, top(), c32(16), "0..268435455"),
        (UDiv, s32(10, 50), s32(2, 5), "2..25"),
    ];
    for (op, left, right, expected) in table {
        let result = Ints::binary(op, &left, &right);
        assert_eq!(
            show(&result),
            expected,
            "{op:?} {} {}",
            show(&left),
            show(&right)
        );
    }
}

#[test]
fn casts() {
    use CastOp::*;
    let table = [
        (SignExtend, Width::W64, s32(-5, 9), "-5..9"),
        (ZeroExtend, Width::W64, s32(0, 9), "0..9"),
        (ZeroExtend, Width::W64, top(), "0..4294967295"),
        (ZeroExtend, Width::W64, by(3, 0, 30), "0..30 by 3"),
        (Truncate, Width::W8, s32(-5, 9), "-5..9"),
        (Truncate, Width::W8, s32(100, 200), "-128..127 u 100..200"),
        (Truncate, Width::W8, s32(256, 260), "0..4"),
        (Truncate, Width::W8, by(4, 0, 4000), "-128..124 by 4"),
    ];
    for (op, to, operand, expected) in table {
        let result = show(&Ints::cast(op, to, &operand));
        assert_eq!(result, expected, "{op:?} {}", show(&operand));
    }
    assert_eq!(show(&Ints::unary(UnaryOp::Neg, &s32(-3, 8))), "-8..3");
    assert_eq!(show(&Ints::unary(UnaryOp::Not, &s32(0, 8))), "-9..-1");
    assert_eq!(
        show(&Ints::unary(UnaryOp::LeadingZeros, &s32(1, 255))),
        "24..31"
    );
    assert_eq!(
        show(&Ints::unary(UnaryOp::TrailingZeros, &by(8, 8, 80))),
        "3..6"
    );
}

#[test]
fn refinements() {
    use BinaryOp::*;
    let (holds, fails) = (Ints::constant(Width::W1, 1), Ints::constant(Width::W1, 0));
    let table = [
        (SLt, top(), c32(10), holds, "-2147483648..9", "10"),
        (SLt, top(), c32(10), fails, "10..2147483647", "10"),
        (ULt, top(), c32(100), holds, "0..99", "100"),
        (Ne, s32(0, 10), c32(0), holds, "1..10", "0"),
        (Ne, s32(0, 10), c32(10), holds, "0..9", "10"),
        (Ne, by(4, 0, 40), c32(0), holds, "4..40 by 4", "0"),
        (Eq, top(), s32(3, 9), holds, "3..9", "3..9"),
        (ULe, s32(0, 50), s32(20, 30), fails, "21..50", "20..30"),
        (SLe, s32(0, 50), s32(20, 80), holds, "0..50", "20..80"),
        (
            SAddOverflows,
            top(),
            c32(1),
            fails,
            "-2147483648..2147483646",
            "1",
        ),
        (
            SSubOverflows,
            top(),
            c32(1),
            fails,
            "-2147483647..2147483647",
            "1",
        ),
        (UAddOverflows, top(), c32(16), holds, "-16..-1", "16"),
        (UMulOverflows, top(), c32(4), fails, "0..1073741823", "4"),
        (Add, s32(0, 100), c32(5), s32(10, 20), "5..15", "5"),
        (Sub, s32(0, 100), s32(0, 100), c32(0), "0..100", "0..100"),
        (Mul, s32(-100, 100), c32(8), s32(0, 79), "0..9", "8"),
        (
            And,
            top(),
            c32(3),
            c32(0),
            "-2147483648..2147483644 by 4",
            "3",
        ),
        (URem, s32(0, 100), c32(3), c32(0), "0..99 by 3", "3"),
        (SRem, s32(-100, 100), c32(10), c32(3), "3..93 by 10", "10"),
        (SDiv, s32(-100, 100), c32(10), c32(0), "-9..9", "10"),
        (UDiv, top(), c32(10), s32(1, 2), "10..29", "10"),
        (LShr, top(), c32(4), s32(1, 2), "16..47", "4"),
        (AShr, top(), c32(4), s32(-1, 2), "-16..47", "4"),
        (Shl, s32(0, 1000), c32(4), s32(10, 40), "1..2", "4"),
    ];
    for (op, left, right, result, expected_left, expected_right) in table {
        let shown = format!("{op:?} {} {}", show(&left), show(&right));
        let (left, right) = Ints::refine_binary(op, &left, &right, &result).unwrap();
        assert_eq!(show(&left), expected_left, "left of {shown}");
        assert_eq!(show(&right), expected_right, "right of {shown}");
    }
    assert_eq!(
        Ints::refine_binary(SLt, &s32(5, 9), &s32(0, 5), &holds),
        None
    );
    assert_eq!(Ints::refine_binary(Ne, &c32(5), &c32(5), &holds), None);
    assert_eq!(
        Ints::refine_binary(Eq, &by(4, 0, 40), &c32(6), &holds),
        None
    );
}

/// `(size_t)i < 100` of an `int i`.
#[test]
fn an_index_compared_as_a_size() {
    let extended = Ints::cast(CastOp::SignExtend, Width::W64, &top());
    let limit = Ints::constant(Width::W64, 100);
    let holds = Ints::constant(Width::W1, 1);
    let (refined, _) = Ints::refine_binary(BinaryOp::ULt, &extended, &limit, &holds).unwrap();
    let index = Ints::refine_cast(CastOp::SignExtend, &top(), &refined).unwrap();
    assert_eq!(index.signed(), (0, 99));
}
