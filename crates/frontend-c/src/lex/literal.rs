//! The values of constants and string literals.

use crate::ast::{
    Encoding, ExprKind, FloatFormat, FloatLiteral, IntegerLength, IntegerLiteral, StringLiteral,
};

/// Why a literal has no value, for a person.
pub(crate) type LiteralError = String;

/// The value of an integer or floating constant.
pub(crate) fn number(text: &[u8]) -> Result<ExprKind, LiteralError> {
    if let Some(literal) = small_decimal(text) {
        return Ok(ExprKind::Integer(literal));
    }
    let text = std::str::from_utf8(text).map_err(|_| "invalid number".to_owned())?;
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        if digits.contains(['.', 'p']) {
            return float(&lower, 2, |byte| byte.is_ascii_hexdigit(), b'p');
        }
        return integer(digits, 16);
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return integer(digits, 2);
    }
    let digits = lower.bytes().take_while(u8::is_ascii_digit).count();
    if matches!(lower.as_bytes().get(digits), Some(b'.' | b'e')) {
        return float(&lower, 0, |byte| byte.is_ascii_digit(), b'e');
    }
    integer(&lower, if lower.starts_with('0') { 8 } else { 10 })
}

/// Most constants: a few decimal digits.
fn small_decimal(text: &[u8]) -> Option<IntegerLiteral> {
    if text.first() == Some(&b'0') || text.len() > 18 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = text
        .iter()
        .fold(0u64, |value, digit| value * 10 + u64::from(digit - b'0'));
    Some(IntegerLiteral {
        value: u128::from(value),
        decimal: true,
        unsigned: false,
        length: IntegerLength::Int,
        imaginary: false,
    })
}

fn integer(text: &str, radix: u32) -> Result<ExprKind, LiteralError> {
    let mut value = 0u128;
    let mut length = 0;
    for digit in text
        .chars()
        .map_while(|character| character.to_digit(radix.max(10)))
    {
        if digit >= radix {
            return Err(format!(
                "invalid digit '{digit}' in a constant of base {radix}"
            ));
        }
        value = value
            .wrapping_mul(u128::from(radix))
            .wrapping_add(u128::from(digit));
        length += 1;
    }
    let suffix = &text[length..];
    if length == 0 {
        return Err(format!("invalid suffix '{suffix}' on an integer constant"));
    }
    let Some((unsigned, length, imaginary)) = integer_suffix(suffix) else {
        return Err(format!("invalid suffix '{suffix}' on an integer constant"));
    };
    Ok(ExprKind::Integer(IntegerLiteral {
        value,
        decimal: radix == 10,
        unsigned,
        length,
        imaginary,
    }))
}

/// `u`, the length and `i` in any order; also the `i64` of Microsoft.
fn integer_suffix(suffix: &str) -> Option<(bool, IntegerLength, bool)> {
    let (unsigned, sized) = match suffix.strip_prefix('u') {
        Some(rest) => (true, rest),
        None => (false, suffix),
    };
    match sized {
        "i8" | "i16" | "i32" => return Some((unsigned, IntegerLength::Int, false)),
        "i64" => return Some((unsigned, IntegerLength::LongLong, false)),
        _ => {}
    }
    let mut unsigned = false;
    let mut length = None;
    let mut imaginary = false;
    let mut rest = suffix;
    while let Some(first) = rest.chars().next() {
        let part = if rest.starts_with("ll") {
            "ll"
        } else {
            &rest[..first.len_utf8()]
        };
        match part {
            "u" if !unsigned => unsigned = true,
            "l" if length.is_none() => length = Some(IntegerLength::Long),
            "ll" if length.is_none() => length = Some(IntegerLength::LongLong),
            "i" | "j" if !imaginary => imaginary = true,
            _ => return None,
        }
        rest = &rest[part.len()..];
    }
    Some((unsigned, length.unwrap_or(IntegerLength::Int), imaginary))
}

/// A floating constant, in lower case; its digits begin at `start`.
fn float(
    text: &str,
    start: usize,
    is_digit: fn(&u8) -> bool,
    exponent: u8,
) -> Result<ExprKind, LiteralError> {
    let bytes = text.as_bytes();
    let digits_from = |at: usize| {
        bytes[at.min(bytes.len())..]
            .iter()
            .take_while(|b| is_digit(b))
            .count()
    };
    let mut end = start + digits_from(start);
    let mut digits = end - start;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits_from(end + 1);
        digits += fraction;
        end += 1 + fraction;
    }
    if digits == 0 {
        return Err("a floating constant has no digits".to_owned());
    }
    if bytes.get(end) == Some(&exponent) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let first = end + 1 + sign;
        let length = bytes[first.min(bytes.len())..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        if length == 0 {
            return Err("the exponent has no digits".to_owned());
        }
        end = first + length;
    } else if exponent == b'p' {
        return Err("a hexadecimal floating constant needs an exponent".to_owned());
    }
    let suffix = &text[end..];
    let imaginary = suffix.contains(['i', 'j']);
    let format = float_suffix(&suffix.replacen(['i', 'j'], "", 1))
        .ok_or_else(|| format!("invalid suffix '{suffix}' on a floating constant"))?;
    Ok(ExprKind::Float(FloatLiteral {
        text: text[..end].into(),
        format,
        imaginary,
    }))
}

fn float_suffix(suffix: &str) -> Option<FloatFormat> {
    Some(match suffix {
        "f" | "f32" => FloatFormat::Float,
        "" | "d" | "f64" | "f32x" => FloatFormat::Double,
        "l" | "w" | "f64x" => FloatFormat::LongDouble,
        "q" | "f128" => FloatFormat::Float128,
        _ => return None,
    })
}

/// The value of a character constant with its quotes.
pub(crate) fn character(text: &[u8]) -> Result<ExprKind, LiteralError> {
    let (encoding, body) = unquote(text, b'\'');
    let mut units = Vec::new();
    decode(body, encoding, &mut units)?;
    let Some(&last) = units.last() else {
        return Err("empty character constant".to_owned());
    };
    let value = match encoding {
        Encoding::Plain if units.len() == 1 => i64::from(last as u8 as i8),
        // As gcc has it: the characters are the bytes of an int, the last one lowest.
        Encoding::Plain => i64::from(
            units
                .iter()
                .fold(0u32, |value, unit| value << 8 | (unit & 0xff)) as i32,
        ),
        Encoding::Wide => i64::from(last as i32),
        Encoding::Utf16 => i64::from(last as u16),
        Encoding::Utf32 => i64::from(last),
    };
    Ok(ExprKind::Character { value, encoding })
}

/// The value of adjacent string literals with their quotes. One prefix is the prefix of all.
pub(crate) fn string(literals: &[&[u8]]) -> Result<StringLiteral, LiteralError> {
    let mut encoding = Encoding::Plain;
    for literal in literals {
        let (own, _) = unquote(literal, b'"');
        if own != Encoding::Plain && encoding != Encoding::Plain && own != encoding {
            return Err("adjacent string literals have different prefixes".to_owned());
        }
        if own != Encoding::Plain {
            encoding = own;
        }
    }
    let mut units = Vec::new();
    for literal in literals {
        let (_, body) = unquote(literal, b'"');
        if is_raw(literal) {
            let body = raw_body(body);
            push_text(body, encoding, &mut units);
        } else {
            decode(body, encoding, &mut units)?;
        }
    }
    Ok(StringLiteral { encoding, units })
}

/// The prefix of a literal, and what stands between its quotes.
fn unquote(text: &[u8], quote: u8) -> (Encoding, &[u8]) {
    let start = text.iter().position(|&byte| byte == quote).unwrap_or(0);
    let encoding = match &text[..start] {
        b"L" | b"LR" => Encoding::Wide,
        b"u" | b"uR" => Encoding::Utf16,
        b"U" | b"UR" => Encoding::Utf32,
        _ => Encoding::Plain,
    };
    (
        encoding,
        text.get(start + 1..text.len() - 1).unwrap_or_default(),
    )
}

fn is_raw(literal: &[u8]) -> bool {
    literal
        .iter()
        .take_while(|&&byte| byte != b'"')
        .any(|&byte| byte == b'R')
}

/// What is between the parentheses of `delimiter( … )delimiter`.
fn raw_body(body: &[u8]) -> &[u8] {
    let delimiter = body.iter().position(|&byte| byte == b'(').unwrap_or(0);
    body.get(delimiter + 1..body.len().saturating_sub(delimiter + 1))
        .unwrap_or_default()
}

/// Appends the code units of a literal's body, resolving escapes.
fn decode(body: &[u8], encoding: Encoding, units: &mut Vec<u32>) -> Result<(), LiteralError> {
    let mut rest = body;
    while let Some(backslash) = rest.iter().position(|&byte| byte == b'\\') {
        push_text(&rest[..backslash], encoding, units);
        rest = escape(&rest[backslash + 1..], encoding, units)?;
    }
    push_text(rest, encoding, units);
    Ok(())
}

/// Appends what the escape after a backslash means; returns what follows it.
fn escape<'t>(
    text: &'t [u8],
    encoding: Encoding,
    units: &mut Vec<u32>,
) -> Result<&'t [u8], LiteralError> {
    let Some((&first, rest)) = text.split_first() else {
        return Ok(text);
    };
    let unit = match first {
        b'\n' => return Ok(rest),
        b'\r' if rest.first() == Some(&b'\n') => return Ok(&rest[1..]),
        b'n' => 10,
        b't' => 9,
        b'r' => 13,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'0'..=b'7' => {
            let length = text
                .iter()
                .take(3)
                .take_while(|byte| matches!(byte, b'0'..=b'7'))
                .count();
            units.push(truncate(digits(&text[..length], 8), encoding));
            return Ok(&text[length..]);
        }
        b'x' => {
            let length = rest
                .iter()
                .take_while(|byte| byte.is_ascii_hexdigit())
                .count();
            if length == 0 {
                return Err("\\x has no digits".to_owned());
            }
            units.push(truncate(digits(&rest[..length], 16), encoding));
            return Ok(&rest[length..]);
        }
        b'u' | b'U' => {
            let length = if first == b'u' { 4 } else { 8 };
            let found = rest
                .get(..length)
                .filter(|hex| hex.iter().all(u8::is_ascii_hexdigit));
            let character = found
                .and_then(|hex| char::from_u32(digits(hex, 16)))
                .ok_or_else(|| "invalid universal character name".to_owned())?;
            push_character(character, encoding, units);
            return Ok(&rest[length..]);
        }
        other => u32::from(other),
    };
    units.push(unit);
    Ok(rest)
}

fn digits(text: &[u8], radix: u32) -> u32 {
    text.iter().fold(0u32, |value, &byte| {
        value
            .wrapping_mul(radix)
            .wrapping_add((byte as char).to_digit(radix).unwrap_or(0))
    })
}

fn truncate(unit: u32, encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Plain => unit & 0xff,
        Encoding::Utf16 => unit & 0xffff,
        Encoding::Wide | Encoding::Utf32 => unit,
    }
}

/// Appends source text: bytes as they are, or characters of UTF-8 (a byte that is none stands
/// for itself).
fn push_text(text: &[u8], encoding: Encoding, units: &mut Vec<u32>) {
    if encoding == Encoding::Plain {
        units.extend(text.iter().map(|&byte| u32::from(byte)));
        return;
    }
    for chunk in text.utf8_chunks() {
        chunk
            .valid()
            .chars()
            .for_each(|character| push_character(character, encoding, units));
        units.extend(chunk.invalid().iter().map(|&byte| u32::from(byte)));
    }
}

fn push_character(character: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain => {
            units.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        Encoding::Utf16 => {
            units.extend(
                character
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .map(|&unit| u32::from(unit)),
            );
        }
        Encoding::Wide | Encoding::Utf32 => units.push(u32::from(character)),
    }
}
