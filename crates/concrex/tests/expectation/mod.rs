//! What the comments of a test program expect. The conventions are in `tests/README.md`.

use crate::support::{Said, concrex};
use serde_json::Value;
use std::path::Path;

/// What a program's comments expect of it.
#[derive(Debug)]
pub(crate) struct Expectation {
    pub(crate) verdict: Verdict,
    /// The exit status of an ordinary run.
    pub(crate) exit: i32,
    /// The lines of its output.
    pub(crate) stdout: Vec<String>,
    /// The sanitizers of the compiler see the violation too, on every machine.
    pub(crate) sanitizer_sees: bool,
    /// The means by which a replay confirms it, one of them; none if nothing is said of that.
    pub(crate) replay: Vec<String>,
    /// Whether the verdict may be missing.
    pub(crate) is_open: bool,
    options: Vec<String>,
    /// How long it is checked, if its comments say.
    time: Option<String>,
}

/// The verdict on a program.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Proved,
    Bounded,
    Refuted { kind: String, line: usize },
}

impl Verdict {
    /// What [`verdict_line`] says of a program with this verdict.
    pub(crate) fn line(&self) -> String {
        match self {
            Verdict::Proved => "\"proved\" with status Some(0)".to_string(),
            Verdict::Bounded => "\"bounded\" with status Some(3)".to_string(),
            Verdict::Refuted { kind, line } => {
                format!("\"refuted\" with status Some(1), {kind} at line {line}")
            }
        }
    }
}

/// The verdict of a report that `concrex check --json` printed, and all that is refuted in it.
pub(crate) fn verdict_line(report: &Value, said: &Said) -> String {
    let mut text = format!("{} with status {:?}", report["verdict"], said.status);
    for claim in refuted(report) {
        let (kind, line) = (&claim["kind"], &claim["location"]["line"]);
        text += &format!(", {} at line {line}", kind.as_str().unwrap_or("?"));
    }
    text
}

/// The claims of a report that are refuted.
pub(crate) fn refuted(report: &Value) -> impl Iterator<Item = &Value> {
    let claims = report["claims"].as_array().into_iter().flatten();
    claims.filter(|claim| claim["status"] == "refuted")
}

/// How long a program is checked that is not settled yet.
const TIME_OF_OPEN: &str = "5s";

/// How long a program is checked again whose verdict is missing: no test fails because a machine is busy.
const TIME_OF_SECOND_CHECK: &str = "300s";

impl Expectation {
    /// Reads the comments of a file.
    pub(crate) fn read(file: &Path) -> Result<Expectation, String> {
        let text = std::fs::read(file).map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&text);
        let mut verdict = None;
        let (mut exit, mut stdout, mut sanitizer_sees) = (0, Vec::new(), false);
        let (mut options, mut foreign) = (Vec::new(), false);
        let mut replay = Vec::new();
        let (mut is_open, mut time) = (false, None);
        for (index, line) in text.lines().enumerate() {
            let Some((directive, value)) = directive(line) else {
                continue;
            };
            match (directive, value) {
                ("expect", "proved") => verdict = Some(Verdict::Proved),
                ("expect", "bounded") => verdict = Some(Verdict::Bounded),
                ("expect", value) => verdict = Some(expect_refuted(value, index + 1)?),
                ("expect-next", value) => verdict = Some(expect_refuted(value, index + 2)?),
                ("exit", value) => exit = value.parse().map_err(|_| format!("exit: {value}"))?,
                ("stdout", value) => stdout.push(value.to_string()),
                ("arch", value) => {
                    options.push(format!("--data-model={value}"));
                    foreign = true;
                }
                ("property", value) => options.push(format!("--property={value}")),
                ("open", _) => is_open = true,
                ("time", value) => time = Some(value.to_string()),
                ("entry", value) => options.push(format!("--entry={value}")),
                ("assume", value) => options.push(format!("--assume={value}")),
                ("replay", value) => replay.extend(value.split(" or ").map(str::to_string)),
                ("sanitizer", value) => sanitizer_sees = !value.starts_with("none"),
                _ => {}
            }
        }
        // What may stay unknown uses up all of its time, and must not be wrong in less of it.
        if is_open {
            time = Some(TIME_OF_OPEN.to_string());
        }
        let verdict = verdict.ok_or("no comment says what to expect")?;
        // Few machines can link programs of another data model.
        let sanitizer_sees = sanitizer_sees && !foreign;
        Ok(Expectation {
            verdict,
            exit,
            stdout,
            sanitizer_sees,
            replay,
            is_open,
            options,
            time,
        })
    }

    /// The arguments of `concrex` that the comments ask for.
    pub(crate) fn command(&self, command: &str, file: &Path) -> Vec<String> {
        let time = self.time.iter().map(|time| format!("--time={time}"));
        self.arguments(command, file).chain(time).collect()
    }

    fn arguments(&self, command: &str, file: &Path) -> impl Iterator<Item = String> {
        let arguments = [command.to_string(), file.display().to_string()];
        arguments.into_iter().chain(self.options.iter().cloned())
    }

    /// The report of `concrex check --json`.
    pub(crate) fn check(&self, file: &Path) -> Result<(Value, Said), String> {
        let json = || ["--json".to_string()];
        let (report, said) = report_of(self.command("check", file).into_iter().chain(json()))?;
        let is_missing = report["verdict"] == "unknown" || report["verdict"] == "bounded";
        if self.is_open || !is_missing || self.verdict == Verdict::Bounded {
            return Ok((report, said));
        }
        let time = format!("--time={TIME_OF_SECOND_CHECK}");
        let arguments = self.arguments("check", file);
        report_of(arguments.chain([time]).chain(json()))
    }
}

fn report_of(arguments: impl Iterator<Item = String>) -> Result<(Value, Said), String> {
    let said = concrex(arguments);
    match serde_json::from_str(&said.stdout) {
        Ok(report) => Ok((report, said)),
        Err(error) => Err(format!("not a document: {error}\n{}", said.stderr)),
    }
}

/// The name and value of a comment `// name: value`.
fn directive(line: &str) -> Option<(&str, &str)> {
    let comment = &line[line.find("// ")? + 3..];
    let (name, value) = comment.split_once(':')?;
    Some((name, value.strip_prefix(' ').unwrap_or(value)))
}

fn expect_refuted(value: &str, line: usize) -> Result<Verdict, String> {
    let kind = value.trim_end().strip_prefix("refuted ");
    let kind = kind.ok_or_else(|| format!("line {line}: expect: {value}"))?;
    Ok(Verdict::Refuted {
        kind: kind.to_string(),
        line,
    })
}
