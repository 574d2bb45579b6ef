//! How the JSON form writes what has a name in texts, and numbers and names that JSON cannot hold.

use ir::{ClaimKind, DataModel, FloatKind, Making, Scalar, SourceKind, Width};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A type that is written as one of a few names.
macro_rules! by_name {
    ($module:ident, $ty:ty, $what:literal, $name:expr, $find:expr) => {
        pub(crate) mod $module {
            use super::*;

            pub(crate) fn serialize<S: Serializer>(value: &$ty, to: S) -> Result<S::Ok, S::Error> {
                let name: String = $name(*value);
                to.serialize_str(&name)
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$ty, D::Error> {
                let name = String::deserialize(from)?;
                let found: Option<$ty> = $find(name.as_str());
                found.ok_or_else(|| Error::custom(format!(concat!("`{}` is no ", $what), name)))
            }
        }
    };
}

by_name!(
    data_model,
    DataModel,
    "data model",
    |model| match model {
        DataModel::Lp64 => "lp64".to_string(),
        DataModel::Ilp32 => "ilp32".to_string(),
    },
    |name| match name {
        "lp64" => Some(DataModel::Lp64),
        "ilp32" => Some(DataModel::Ilp32),
        _ => None,
    }
);

by_name!(
    making,
    Making,
    "way to make an object",
    |making| match making {
        Making::ByFields => "fields".to_string(),
        Making::ByConstructor => "constructor".to_string(),
    },
    |name| match name {
        "fields" => Some(Making::ByFields),
        "constructor" => Some(Making::ByConstructor),
        _ => None,
    }
);

by_name!(
    kind,
    ClaimKind,
    "kind of claim",
    |kind: ClaimKind| kind.name().to_string(),
    |name| ClaimKind::ALL
        .iter()
        .copied()
        .find(|kind| kind.name() == name)
);

by_name!(
    source_kind,
    SourceKind,
    "kind of input",
    |kind: SourceKind| kind.name().to_string(),
    |name| SOURCE_KINDS
        .iter()
        .copied()
        .find(|kind| kind.name() == name)
);

by_name!(
    scalar,
    Scalar,
    "type of a value",
    |scalar: Scalar| scalar.to_string(),
    find_scalar
);

const SOURCE_KINDS: &[SourceKind] = &[
    SourceKind::Nondet,
    SourceKind::Parameter,
    SourceKind::Variable,
    SourceKind::Stdin,
    SourceKind::ArgumentCount,
    SourceKind::Argument,
    SourceKind::EnvironmentExists,
    SourceKind::Environment,
    SourceKind::FileExists,
    SourceKind::File,
    SourceKind::Random,
    SourceKind::Clock,
    SourceKind::Other,
];

fn find_scalar(name: &str) -> Option<Scalar> {
    if name == "ptr" {
        return Some(Scalar::Pointer);
    }
    let bits: u32 = name.get(1..)?.parse().ok()?;
    match name.get(..1)? {
        "i" => Width::new(bits).map(Scalar::Int),
        "f" => [
            FloatKind::F16,
            FloatKind::F32,
            FloatKind::F64,
            FloatKind::F80,
            FloatKind::F128,
        ]
        .into_iter()
        .find(|kind| kind.bits() == bits)
        .map(Scalar::Float),
        _ => None,
    }
}

/// Bits are a number, or a hexadecimal text where readers of JSON would round the number.
pub(crate) mod bits {
    use super::*;

    /// The largest number that every reader of JSON keeps.
    const MOST: u128 = (1 << 53) - 1;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Form {
        Number(u64),
        Text(String),
    }

    pub(crate) fn serialize<S: Serializer>(value: &u128, to: S) -> Result<S::Ok, S::Error> {
        let form = match u64::try_from(*value) {
            Ok(number) if *value <= MOST => Form::Number(number),
            _ => Form::Text(format!("{value:#x}")),
        };
        form.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        match Form::deserialize(from)? {
            Form::Number(number) => Ok(u128::from(number)),
            Form::Text(text) => {
                let digits = text.strip_prefix("0x").unwrap_or(&text);
                u128::from_str_radix(digits, 16).map_err(D::Error::custom)
            }
        }
    }
}

/// Bytes are a text where they are one, and otherwise a list of numbers.
pub(crate) mod optional_bytes {
    use super::*;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Form {
        Text(String),
        Bytes(Vec<u8>),
    }

    pub(crate) fn serialize<S: Serializer>(
        value: &Option<Vec<u8>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let form = value.as_ref().map(|bytes| {
            String::from_utf8(bytes.clone())
                .map_or_else(|error| Form::Bytes(error.into_bytes()), Form::Text)
        });
        form.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Vec<u8>>, D::Error> {
        Ok(Option::<Form>::deserialize(from)?.map(|form| match form {
            Form::Text(text) => text.into_bytes(),
            Form::Bytes(bytes) => bytes,
        }))
    }
}
