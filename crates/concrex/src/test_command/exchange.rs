//! The format in which tools of Test-Comp exchange tests.

use crate::cli::{DataModelName, TestArguments};
use crate::load::Language;
use engines::concretize::{Criterion, TestCase};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// `metadata.xml`: what the tests are for.
pub(super) fn metadata(arguments: &TestArguments, language: Language) -> String {
    let file = arguments.sources.files.first();
    let file = file.map_or_else(String::new, |file| file.display().to_string());
    let covered = match arguments.cover {
        Criterion::Nodes | Criterion::States => "NODES(@BASICBLOCKENTRY)",
        Criterion::Edges => "EDGES(@DECISIONEDGE)",
        Criterion::Paths => "PATHS(ID, 1)",
    };
    let architecture = match arguments.sources.data_model {
        DataModelName::Lp64 => "64bit",
        DataModelName::Ilp32 => "32bit",
    };
    let language = match language {
        Language::C => "C",
        Language::Java => "Java",
    };
    let fields = [
        ("sourcecodelang", language.to_string()),
        ("producer", format!("concrex {}", env!("CARGO_PKG_VERSION"))),
        (
            "specification",
            format!("COVER( init(main()), FQL(COVER {covered}) )"),
        ),
        ("programfile", file.clone()),
        ("programhash", hash(&file)),
        ("entryfunction", "main".to_string()),
        ("architecture", architecture.to_string()),
        ("creationtime", now()),
    ];
    let mut text = format!(
        "{HEAD}<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata \
         1.1//EN\" \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n"
    );
    for (name, value) in fields {
        text += &format!("  <{name}>{}</{name}>\n", escaped(&value));
    }
    text + "</test-metadata>\n"
}

/// `testcase-N.xml`: the inputs of a test.
pub(super) fn test_case(test: &TestCase) -> String {
    let mut text = format!(
        "{HEAD}<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase>\n"
    );
    for input in &test.inputs {
        let value = input.readable();
        // What is told beside a number is for people.
        let value = value.split(' ').next().unwrap_or_default();
        text += &format!(
            "  <input type=\"{}\">{}</input>\n",
            escaped(&input.ty),
            escaped(value)
        );
    }
    text + "</testcase>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The SHA-256 of a file, as the system's tool tells it; empty if there is none.
fn hash(file: &str) -> String {
    let output = Command::new("sha256sum").arg(file).output();
    let text = output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).into_owned(),
    );
    text.split_whitespace().next().unwrap_or("").to_string()
}

/// The time, as ISO 8601 has it.
fn now() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86400, seconds % 86400);
    let (year, month, day) = civil(days as i64);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        second / 3600,
        second / 60 % 60,
        second % 60
    )
}

/// The date of a day after 1970-01-01, by Hinnant's algorithm.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_have_dates() {
        assert_eq!(super::civil(0), (1970, 1, 1));
        assert_eq!(super::civil(19_782), (2024, 2, 29));
    }
}
