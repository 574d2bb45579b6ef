//! Values and texts as C writes them.

use ir::{FloatKind, Scalar, Width};
use std::fmt::Write;
use verdict::is_unsigned;

/// A C expression with this value, of a type that has this scalar.
pub(crate) fn literal(scalar: Scalar, ty: &str, bits: u128) -> String {
    match scalar {
        Scalar::Int(width) => integer(width, is_unsigned(ty), bits),
        Scalar::Float(kind) => float(kind, bits),
        Scalar::Pointer if bits == 0 => "0".to_string(),
        Scalar::Pointer => format!("(void *){bits:#x}ul"),
    }
}

/// The C type that has this scalar on every platform that has it at all; `None` for odd widths.
pub(crate) fn plain_type(scalar: Scalar) -> Option<&'static str> {
    Some(match scalar {
        Scalar::Int(width) => match width.bits() {
            8 => "signed char",
            16 => "short",
            32 => "int",
            64 => "long long",
            128 => "__int128",
            _ => return None,
        },
        Scalar::Float(kind) => match kind {
            FloatKind::F16 => "_Float16",
            FloatKind::F32 => "float",
            FloatKind::F64 => "double",
            FloatKind::F80 => "long double",
            FloatKind::F128 => "_Float128",
        },
        Scalar::Pointer => "void *",
    })
}

fn integer(width: Width, unsigned: bool, bits: u128) -> String {
    let suffix = match width.bits() {
        ..=32 => "",
        _ => "ll",
    };
    if width.bits() > 64 {
        let (high, low) = ((bits >> 64) as u64, bits as u64);
        return format!("((__int128)(((unsigned __int128){high:#x}ull << 64) | {low:#x}ull))");
    }
    if unsigned {
        let mark = if width.bits() < 32 { "" } else { "u" };
        return format!("{}{mark}{suffix}", width.truncate(bits));
    }
    let value = width.sign_extend(bits);
    // There are no negative literals: the smallest number is a difference.
    match width.bits() >= 32 && width.truncate(bits) == width.signed_min() {
        true => format!("({}{suffix} - 1)", value + 1),
        false => format!("{value}{suffix}"),
    }
}

fn float(kind: FloatKind, bits: u128) -> String {
    match kind {
        FloatKind::F32 => {
            let value = f32::from_bits(bits as u32);
            let payload = bits as u64 & 0x3f_ffff;
            special(f64::from(value), payload, "f").unwrap_or_else(|| format!("{value:?}f"))
        }
        FloatKind::F64 => {
            let value = f64::from_bits(bits as u64);
            let payload = bits as u64 & 0x7_ffff_ffff_ffff;
            special(value, payload, "").unwrap_or_else(|| format!("{value:?}"))
        }
        _ => float_by_encoding(kind, bits),
    }
}

/// Infinities and numbers that are none.
fn special(value: f64, payload: u64, suffix: &str) -> Option<String> {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        Some(format!("{sign}__builtin_nan{suffix}(\"{payload:#x}\")"))
    } else if value.is_infinite() {
        Some(format!("{sign}__builtin_inf{suffix}()"))
    } else {
        None
    }
}

/// Formats that Rust cannot print. This is no constant expression to a compiler.
fn float_by_encoding(kind: FloatKind, bits: u128) -> String {
    let ty = plain_type(Scalar::Float(kind)).unwrap_or("double");
    let bytes: Vec<String> = bits.to_le_bytes()[..kind.bytes() as usize]
        .iter()
        .map(|byte| format!("{byte:#04x}"))
        .collect();
    format!(
        "((union {{ unsigned char bytes[sizeof({ty})]; {ty} value; }}){{{{{}}}}}).value",
        bytes.join(", ")
    )
}

/// A C string literal with these bytes, which may be any.
pub(crate) fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'\r' => text.push_str("\\r"),
            // `?` could be part of a trigraph.
            b'"' | b'\\' | b'?' => {
                text.push('\\');
                text.push(char::from(*byte));
            }
            b' '..=b'~' => text.push(char::from(*byte)),
            // Three octal digits end by themselves, hexadecimal ones go on.
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text.push('"');
    text
}

/// The same for people, who do not know trigraphs.
pub(crate) fn readable_string(bytes: &[u8]) -> String {
    string(bytes).replace("\\?", "?")
}

/// Text for a comment, which it does not end.
pub(crate) fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::{literal, string};
    use ir::{FloatKind, Scalar, Width};

    const INT: Scalar = Scalar::Int(Width::W32);

    #[test]
    fn literals() {
        let check = |scalar, ty: &str, bits: u128, expected: &str| {
            assert_eq!(literal(scalar, ty, bits), expected, "{ty} {bits:#x}");
        };
        check(INT, "int", 5, "5");
        check(INT, "int", 0xffff_ffff, "-1");
        check(INT, "int", 0x8000_0000, "(-2147483647 - 1)");
        check(INT, "unsigned int", 0xffff_ffff, "4294967295u");
        check(
            Scalar::Int(Width::W64),
            "long",
            1 << 63,
            "(-9223372036854775807ll - 1)",
        );
        check(
            Scalar::Int(Width::W64),
            "unsigned long",
            1 << 63,
            "9223372036854775808ull",
        );
        check(Scalar::Int(Width::W8), "char", 0x80, "-128");
        check(
            Scalar::Float(FloatKind::F64),
            "double",
            u128::from(0.1f64.to_bits()),
            "0.1",
        );
        check(
            Scalar::Float(FloatKind::F32),
            "float",
            u128::from(1e30f32.to_bits()),
            "1e30f",
        );
        check(Scalar::Pointer, "void *", 0, "0");
    }

    #[test]
    fn strings() {
        assert_eq!(string(b"a\"b\\\n\x001?\xff"), r#""a\"b\\\n\0001\?\377""#);
    }
}
