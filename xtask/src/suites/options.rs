//! The options of other verifiers, as far as they change what is claimed.
//!
//! An option that only says how to search, solve or print is passed over. One that asks for
//! something Concrex does not decide, or that is not known here, makes the task none of ours.

mod meaning;

use super::task::{Assertion, Language, Nulls, Question, Skip, Suite, Tool};
use meaning::{Check, Meaning};
use std::collections::BTreeSet;

/// What the options of a task come to.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    pub(crate) question: Question,
    /// Further files of the program.
    pub(crate) files: Vec<String>,
    pub(crate) bound: Bound,
    pub(crate) inputs: Inputs,
}

/// What the environment may choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inputs {
    Any,
    /// Only some of what a program can be given.
    Some,
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
        inputs: Inputs::Any,
        bound_checked: suite.tool() != Some(Tool::TwoLs),
        leaks: Leaks::AllAtExit,
    };
    reader.checks.insert(Check::Assertions);
    if suite.language() == Language::C && suite.tool() != Some(Tool::Esbmc) {
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
    inputs: Inputs,
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
                if self.suite.tool() == Some(Tool::Cbmc) {
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
            Meaning::SomeInputs => self.inputs = Inputs::Some,
            Meaning::SomeInputsBy => {
                value()?;
                self.inputs = Inputs::Some;
            }
            Meaning::NoNulls => self.question.nulls = Nulls::Excluded,
            Meaning::ClassPath => self.question.class_path = class_path(&value()?),
            Meaning::Property => self.question.assertions.push(assertion(&value()?)?),
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
            inputs: self.inputs,
            bound: match (self.bounded, self.bound_checked) {
                (false, _) => Bound::None,
                (true, true) => Bound::Checked,
                (true, false) => Bound::Unchecked,
            },
        }
    }
}

/// A class path, which a script puts together in most descriptions. The tool's own models of
/// libraries are left out: Concrex has its own.
fn class_path(value: &str) -> Vec<String> {
    value
        .split([' ', ':', ';'])
        .filter(|part| !part.is_empty() && !part.ends_with("format_classpath.sh"))
        .filter(|part| !part.contains("java-models-library"))
        .map(str::to_string)
        .collect()
}

/// An assertion as JBMC names it: `java::Class.method:(I)V.assertion.2`.
fn assertion(name: &str) -> Result<Assertion, Skip> {
    let (place, number) = name
        .rsplit_once(".assertion.")
        .ok_or("a property that is no assertion")?;
    let place = place.strip_prefix("java::").unwrap_or(place);
    let (method, _) = place.split_once(':').unwrap_or((place, ""));
    let number: usize = number.parse().map_err(|_| "a property without a number")?;
    Ok(Assertion {
        method: method.to_string(),
        index: number.checked_sub(1).ok_or("a property with number 0")?,
    })
}

/// Splits at blanks, as a shell would with quotes; what stands in backquotes is one word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None::<char>);
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match quote {
            Some(end) if c == end => quote = None,
            None if c == '\\' => word.get_or_insert_default().extend(characters.next()),
            None if matches!(c, '"' | '\'' | '`') => {
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
    use super::{Bound, Inputs, read, words};
    use crate::suites::task::{Assertion, Model, Suite};

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
            "assert unreachable unreachable-marker"
        );
        assert_eq!(
            properties(Suite::Cbmc, "--no-standard-checks --signed-overflow-check"),
            "assert division-overflow overflow unreachable unreachable-marker"
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
            "assert unreachable unreachable-marker"
        );
    }

    #[test]
    fn exceptions_are_checked_in_java() {
        let all = "arithmetic array-index array-store assert checked-exception class-cast error \
                   exception negative-array-size null-pointer number-format stack-overflow";
        assert_eq!(properties(Suite::Jbmc, "--unwind 5"), all);
        let options = "--throw-runtime-exceptions --disable-uncaught-exception-check";
        let rest = "arithmetic array-index array-store assert class-cast \
                    negative-array-size null-pointer";
        assert_eq!(properties(Suite::Jbmc, options), rest);
        let options = "--static-values values.json";
        assert_eq!(properties(Suite::Jbmc, options), "option --static-values");
    }

    #[test]
    fn class_paths_inputs_and_assertions_of_java() {
        let asked = read(
            Suite::JbmcStrings,
            "--function A\\$B.f --cp `../format_classpath.sh . x.jar ../java-models-library/a.jar` \
             --max-nondet-string-length 10 --property 'java::A.f:(I)V.assertion.2'",
        )
        .expect("known options");
        assert_eq!(asked.question.entry.as_deref(), Some("A$B.f"));
        assert_eq!(asked.question.class_path, [".", "x.jar"]);
        assert_eq!(asked.inputs, Inputs::Some);
        let chosen = Assertion {
            method: "A.f".to_string(),
            index: 1,
        };
        assert_eq!(asked.question.assertions, [chosen]);
        assert_eq!(
            properties(
                Suite::Jbmc,
                "--property java::A.f:()V.null-pointer-exception.1"
            ),
            "a property that is no assertion"
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
