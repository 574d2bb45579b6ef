//! Durations and sizes as people write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A duration: `60s`, `500ms`, `2m`, `1h`, or a number of seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Seconds(pub(crate) Duration);

/// Longer than anybody waits, and short enough to be added to any time: a hundred years.
const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// A size: `4G`, `512M`, `64K`, or a number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bytes(pub(crate) u64);

/// A text that is neither.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnitError {
    expected: &'static str,
}

impl Bytes {
    /// Whole megabytes.
    pub(crate) fn megabytes(self) -> u64 {
        self.0 >> 20
    }
}

impl FromStr for Seconds {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Seconds, UnitError> {
        let error = UnitError {
            expected: "a duration such as 60s, 500ms or 2m",
        };
        let (number, unit) = split(text);
        let scale = match unit {
            "" | "s" => 1.0,
            "ms" => 1e-3,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(error),
        };
        let seconds = number.parse::<f64>().map_err(|_| error.clone())? * scale;
        Duration::try_from_secs_f64(seconds)
            .map(|duration| Seconds(duration.min(FOREVER)))
            .map_err(|_| error)
    }
}

impl FromStr for Bytes {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Bytes, UnitError> {
        let error = UnitError {
            expected: "a size such as 4G or 512M",
        };
        let (number, unit) = split(text);
        let scale: u64 = match unit.to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "k" | "kb" | "kib" => 1 << 10,
            "m" | "mb" | "mib" => 1 << 20,
            "g" | "gb" | "gib" => 1 << 30,
            _ => return Err(error),
        };
        let number = number.parse::<u64>().map_err(|_| error.clone())?;
        number.checked_mul(scale).map(Bytes).ok_or(error)
    }
}

fn split(text: &str) -> (&str, &str) {
    text.split_at(
        text.find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(text.len()),
    )
}

impl fmt::Display for UnitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for UnitError {}

#[cfg(test)]
mod tests {
    use super::{Bytes, Seconds};
    use std::time::Duration;

    #[test]
    fn durations() {
        let check = |text: &str, milliseconds: Option<u64>| {
            let parsed = text.parse::<Seconds>().ok().map(|seconds| seconds.0);
            assert_eq!(parsed, milliseconds.map(Duration::from_millis), "{text}");
        };
        check("60s", Some(60_000));
        check("500ms", Some(500));
        check("2m", Some(120_000));
        check("1.5", Some(1_500));
        check("1h", Some(3_600_000));
        check("9999999999999999999s", Some(3_153_600_000_000));
        check("", None);
        check("s", None);
        check("-1s", None);
        check("1e400", None);
        check("5 parsecs", None);
    }

    #[test]
    fn sizes() {
        let check = |text: &str, bytes: Option<u64>| {
            assert_eq!(
                text.parse::<Bytes>().ok().map(|bytes| bytes.0),
                bytes,
                "{text}"
            );
        };
        check("4G", Some(4 << 30));
        check("512MiB", Some(512 << 20));
        check("64k", Some(64 << 10));
        check("12", Some(12));
        check("1.5G", None);
        check("99999999999G", None);
        check("many", None);
    }
}
