//! The options of other verifiers, as far as they change what is claimed.
//!
//! An option that only says how to search, solve or print is passed over. One that asks for
//! something Concrex does not decide, or that is not known here, makes the task none of ours.

mod meaning;

use super::task::{Question, Skip, Suite};
use meaning::{Check, Meaning};
use std::collections::BTreeSet;

/// What the options of a task come to.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    pub(crate) question: Question,
    /// Further files of the program.
    pub(crate) files: Vec<String>,
    pub(crate) bound: Bound,
}

/// Whether loops were unwound to a bound only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    None,
    /// And that this is enough was a claim, too.
    Checked,
    Unchecked,
}

/// What the tool of the suite claims, given these options.
pub(crate) fn read(suite: Suite, options: &str) -> Result<Asked, Skip> {
    let standard = meaning::standard_checks(suite);
    let mut reader = Reader {
        suite,
        standard,
        checks: standard.iter().copied().collect(),
        refused: BTreeSet::new(),
        question: Question::default(),
        files: Vec::new(),
        bounded: false,
        bound_checked: matches!(suite, Suite::Cbmc | Suite::Esbmc),
        leaks: Leaks::AllAtExit,
    };
    reader.checks.insert(Check::Assertions);
    if suite != Suite::Esbmc {
        reader.checks.insert(Check::ErrorCalls);
    }
    let mut words = words(options).into_iter();
    while let Some(word) = words.next() {
        reader.word(&word, &mut words)?;
    }
    Ok(reader.finish())
}

struct Reader {
    suite: Suite,
    standard: &'static [Check],
    checks: BTreeSet<Check>,
    /// Those that an option turned off.
    refused: BTreeSet<Check>,
    question: Question,
    files: Vec<String>,
    bounded: bool,
    bound_checked: bool,
    leaks: Leaks,
}

/// What `--memory-leak-check` means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaks {
    AllAtExit,
    UnreachableOnly,
}

impl Reader {
    fn word(&mut self, word: &str, rest: &mut impl Iterator<Item = String>) -> Result<(), Skip> {
        if !word.starts_with('-') {
            self.files.push(word.to_string());
            return Ok(());
        }
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
            _ => (word, None),
        };
        let mut value = || {
            let value = attached.clone().or_else(|| rest.next());
            value.ok_or_else(|| format!("option {name} without its value"))
        };
        match meaning::of(self.suite, name) {
            Meaning::Manner => {}
            Meaning::MannerOf => drop(value()?),
            Meaning::On(check) => drop(self.checks.insert(check)),
            Meaning::Off(check) => {
                for &check in [check].iter().chain(check.parts()) {
                    self.checks.remove(&check);
                    self.refused.insert(check);
                }
            }
            Meaning::NoStandardChecks => {
                let standard = self.standard;
                self.checks.retain(|check| !standard.contains(check));
                if self.suite == Suite::Cbmc {
                    self.bound_checked = false;
                }
            }
            Meaning::Entry => self.question.entry = Some(value()?),
            Meaning::Model(model) => self.question.model = model,
            Meaning::Bound => {
                value()?;
                self.bounded = true;
            }
            Meaning::BoundChecked(bound) => self.bound_checked = bound == Bound::Checked,
            Meaning::ErrorLabel => match value()?.as_str() {
                "ERROR" => drop(self.checks.insert(Check::ErrorLabel)),
                _ => return Err("an error label other than ERROR".to_string()),
            },
            Meaning::ReachableLeaksAllowed => self.leaks = Leaks::UnreachableOnly,
            Meaning::Preprocessor => {
                let text = match name.len() {
                    2 => format!("{name}{}", value()?),
                    _ => word.to_string(),
                };
                self.question.preprocessor.push(text);
            }
            Meaning::Foreign => return Err(format!("option {name}")),
        }
        Ok(())
    }

    fn finish(mut self) -> Asked {
        if self.checks.contains(&Check::Cleanup) && self.leaks == Leaks::UnreachableOnly {
            self.checks.remove(&Check::Cleanup);
            self.checks.insert(Check::Leak);
        }
        let mut properties = BTreeSet::new();
        for check in &self.checks {
            properties.extend(check.properties());
        }
        // Ours does not tell arrays from other memory, so this one is off for both.
        if self.refused.contains(&Check::Bounds) {
            for property in Check::Bounds.properties() {
                properties.remove(property);
            }
        }
        self.question.properties = properties.into_iter().collect();
        Asked {
            question: self.question,
            files: self.files,
            bound: match (self.bounded, self.bound_checked) {
                (false, _) => Bound::None,
                (true, true) => Bound::Checked,
                (true, false) => Bound::Unchecked,
            },
        }
    }
}

/// Splits at blanks, as a shell would with quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None::<char>);
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::{Bound, read, words};
    use crate::suites::task::{Model, Suite};

    fn properties(suite: Suite, options: &str) -> String {
        match read(suite, options) {
            Ok(asked) => asked.question.properties.join(" "),
            Err(why) => why,
        }
    }

    #[test]
    fn checks_follow_the_options() {
        assert_eq!(
            properties(Suite::Cbmc, "--no-standard-checks"),
            "assert unreachable"
        );
        assert_eq!(
            properties(Suite::Cbmc, "--no-standard-checks --signed-overflow-check"),
            "assert division-overflow overflow unreachable"
        );
        assert_eq!(
            properties(
                Suite::Esbmc,
                "--no-standard-checks --no-assertions --ub-shift-check"
            ),
            "shift"
        );
        assert_eq!(
            properties(Suite::TwoLs, "--heap --intervals"),
            "assert unreachable"
        );
    }

    #[test]
    fn leaks_may_leave_out_what_is_reachable() {
        let base = "--no-standard-checks --no-assertions --memory-leak-check";
        assert_eq!(properties(Suite::Esbmc, base), "leak memcleanup");
        let options = format!("--no-reachable-memory-leak {base}");
        assert_eq!(properties(Suite::Esbmc, &options), "leak");
    }

    #[test]
    fn what_is_not_known_is_not_ours() {
        assert_eq!(
            properties(Suite::Cbmc, "--trace --cover location"),
            "option --cover"
        );
        assert_eq!(
            properties(Suite::Esbmc, "--function"),
            "option --function without its value"
        );
    }

    #[test]
    fn bounds_models_entries_and_files() {
        let asked = read(
            Suite::Cbmc,
            "b.c --function start --32 -D X -DY=2 --unwind 3 --no-unwinding-assertions",
        )
        .expect("known options");
        assert_eq!(asked.files, ["b.c"]);
        assert_eq!(asked.question.entry.as_deref(), Some("start"));
        assert_eq!(asked.question.model, Model::Ilp32);
        assert_eq!(asked.question.preprocessor, ["-DX", "-DY=2"]);
        assert_eq!(asked.bound, Bound::Unchecked);
        let checked = read(Suite::Esbmc, "--unwind=3 --force-malloc-success").expect("known");
        assert_eq!(checked.bound, Bound::Checked);
        let assertions_only = read(Suite::Cbmc, "--no-standard-checks --depth 9").expect("known");
        assert_eq!(assertions_only.bound, Bound::Unchecked);
    }

    #[test]
    fn quotes_join_words() {
        assert_eq!(words("-D'f(x)=x y'  --a \"\""), ["-Df(x)=x y", "--a", ""]);
    }
}
