//! Values for people.

use ir::{FloatKind, Scalar};

/// A value for people: without the suffixes and casts that a compiler needs.
pub fn readable(scalar: Scalar, ty: &str, bits: u128) -> String {
    match scalar {
        Scalar::Int(_) if ty == "boolean" => (bits != 0).to_string(),
        Scalar::Int(width) => {
            let number = match is_unsigned(ty) {
                true => width.truncate(bits).to_string(),
                false => width.sign_extend(bits).to_string(),
            };
            match (is_character(ty), u8::try_from(bits)) {
                (true, Ok(byte @ b' '..=b'~')) => format!("{number} '{}'", char::from(byte)),
                _ => number,
            }
        }
        Scalar::Float(FloatKind::F32) => f32::from_bits(bits as u32).to_string(),
        Scalar::Float(FloatKind::F64) => f64::from_bits(bits as u64).to_string(),
        Scalar::Float(_) => format!("{bits:#x}"),
        Scalar::Pointer if bits == 0 => "null".to_string(),
        Scalar::Pointer => format!("{bits:#x}"),
    }
}

/// Whether a type as C spells it has no negative values.
pub fn is_unsigned(ty: &str) -> bool {
    ty.split_whitespace()
        .any(|word| matches!(word, "unsigned" | "_Bool"))
}

/// Whether values of the type are usually characters.
pub fn is_character(ty: &str) -> bool {
    matches!(ty, "char" | "signed char" | "unsigned char")
}

#[cfg(test)]
mod tests {
    use super::readable;
    use ir::{Scalar, Width};

    const INT: Scalar = Scalar::Int(Width::W32);

    #[test]
    fn for_people() {
        assert_eq!(readable(Scalar::Int(Width::W8), "char", 97), "97 'a'");
        assert_eq!(readable(INT, "int", 0x8000_0000), "-2147483648");
        assert_eq!(readable(INT, "_Bool", 1), "1");
    }
}
