//! What `--property` selects: names of groups and kinds, and SV-COMP's property files.

use ir::{ClaimSet, UnknownProperty};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The claims that are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Property {
    /// The kinds.
    pub(crate) claims: ClaimSet,
    /// The function that a property file says execution starts from.
    pub(crate) entry: Option<String>,
}

impl Property {
    /// All the properties together; the usual claims if there is none.
    pub(crate) fn select(properties: &[String]) -> Result<Property, PropertyError> {
        if properties.is_empty() {
            return Ok(Property {
                claims: ClaimSet::usual(),
                entry: None,
            });
        }
        let mut selected = Property {
            claims: ClaimSet::EMPTY,
            entry: None,
        };
        for property in properties {
            let one = match Path::new(property).extension() {
                Some(extension) if extension == "prp" => read_file(Path::new(property))?,
                _ => Property {
                    claims: property.parse()?,
                    entry: None,
                },
            };
            selected.claims = selected.claims.union(one.claims);
            selected.entry = selected.entry.or(one.entry);
        }
        Ok(selected)
    }
}

/// Why a property cannot be used.
#[derive(Debug)]
pub(crate) enum PropertyError {
    /// No group or kind has this name.
    Unknown(UnknownProperty),
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A line is not of the form `CHECK( init(FN()), LTL(FORMULA) )`.
    Malformed {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A formula that is none of SV-COMP's, or one that Concrex does not decide.
    Formula {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The formula.
        formula: String,
    },
    /// A file that asks for nothing.
    Empty(PathBuf),
}

impl From<UnknownProperty> for PropertyError {
    fn from(error: UnknownProperty) -> PropertyError {
        PropertyError::Unknown(error)
    }
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyError::Unknown(error) => write!(f, "{error}"),
            PropertyError::Unreadable(file, error) => {
                write!(f, "cannot read `{}`: {error}", file.display())
            }
            PropertyError::Malformed { file, line } => write!(
                f,
                "{}:{line}: expected `CHECK( init(FUNCTION()), LTL(FORMULA) )`",
                file.display()
            ),
            PropertyError::Formula {
                file,
                line,
                formula,
            } => write!(
                f,
                "{}:{line}: the property `{formula}` is not supported",
                file.display()
            ),
            PropertyError::Empty(file) => write!(f, "{}: no property in it", file.display()),
        }
    }
}

impl std::error::Error for PropertyError {}

fn read_file(file: &Path) -> Result<Property, PropertyError> {
    let bytes = std::fs::read(file)
        .map_err(|error| PropertyError::Unreadable(file.to_path_buf(), error))?;
    parse(file, &String::from_utf8_lossy(&bytes))
}

/// Reads the lines of a property file.
fn parse(file: &Path, text: &str) -> Result<Property, PropertyError> {
    let mut property = Property {
        claims: ClaimSet::EMPTY,
        entry: None,
    };
    let lines = text.lines().map(str::trim).enumerate();
    for (index, content) in lines.filter(|(_, content)| !content.is_empty()) {
        let line = index + 1;
        let (entry, formula) = split_check(content).ok_or_else(|| PropertyError::Malformed {
            file: file.to_path_buf(),
            line,
        })?;
        let claims = formula_claims(&formula).ok_or_else(|| PropertyError::Formula {
            file: file.to_path_buf(),
            line,
            formula,
        })?;
        property.claims = property.claims.union(claims);
        property.entry.get_or_insert(entry);
    }
    match property.claims.is_empty() {
        true => Err(PropertyError::Empty(file.to_path_buf())),
        false => Ok(property),
    }
}

/// The function and the formula of a `CHECK` line, the formula with single blanks.
fn split_check(line: &str) -> Option<(String, String)> {
    let inside = line
        .strip_prefix("CHECK")?
        .trim()
        .strip_prefix('(')?
        .strip_suffix(')')?;
    let (init, formula) = inside.split_once(',')?;
    let entry = init
        .trim()
        .strip_prefix("init")?
        .trim()
        .strip_prefix('(')?
        .strip_suffix(')')?;
    let entry = entry
        .trim()
        .strip_suffix(')')?
        .trim()
        .strip_suffix('(')?
        .trim();
    let formula = formula
        .trim()
        .strip_prefix("LTL")?
        .trim()
        .strip_prefix('(')?
        .strip_suffix(')')?;
    let formula = formula.split_whitespace().collect::<Vec<_>>().join(" ");
    (!entry.is_empty()).then(|| (entry.to_string(), formula))
}

fn formula_claims(formula: &str) -> Option<ClaimSet> {
    let name = match formula {
        "G ! call(reach_error())" | "G ! call(__VERIFIER_error())" => "unreach-call",
        "G ! label(ERROR)" => "label",
        "G valid-free" => "valid-free",
        "G valid-deref" => "valid-deref",
        "G valid-memtrack" => "valid-memtrack",
        "G valid-memcleanup" => "valid-memcleanup",
        "G ! overflow" => "no-overflow",
        "G assert" => "assert",
        "G ! uncaught(java.lang.RuntimeException)" => "runtime-exception",
        _ => return None,
    };
    name.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::parse;
    use expect_test::{Expect, expect};
    use std::path::Path;

    fn check(text: &str, expected: Expect) {
        let found = match parse(Path::new("task.prp"), text) {
            Ok(property) => {
                let kinds: Vec<&str> = property.claims.iter().map(|kind| kind.name()).collect();
                format!(
                    "{}: {}",
                    property.entry.unwrap_or_default(),
                    kinds.join(" ")
                )
            }
            Err(error) => error.to_string(),
        };
        expected.assert_eq(&found);
    }

    #[test]
    fn reads_the_properties_of_sv_comp() {
        check(
            "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
            expect!["main: unreachable"],
        );
        check(
            "CHECK( init(main()), LTL(G valid-free) )\n\
             CHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n\n",
            expect![
                "main: null invalid-deref bounds inner-bounds use-after-free use-after-scope readonly double-free invalid-free leak invalid-call"
            ],
        );
        check(
            "CHECK(init(start()),LTL(G  !  overflow))",
            expect!["start: overflow division-overflow"],
        );
        check(
            "CHECK( init(main()), LTL(G ! label(ERROR)) )",
            expect!["main: label"],
        );
        check(
            "CHECK( init(Main.main()), LTL(G assert) )",
            expect!["Main.main: assert unreachable postcondition precondition"],
        );
        check(
            "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )",
            expect![
                "Main.main: null-pointer array-index negative-array-size class-cast array-store arithmetic number-format exception"
            ],
        );
        check(
            "CHECK( init(main()), LTL(G valid-memcleanup) )",
            expect!["main: memcleanup"],
        );
        check(
            "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )",
            expect!["main: unreachable"],
        );
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        check(
            "CHECK( init(main()), LTL(F end) )",
            expect!["task.prp:1: the property `F end` is not supported"],
        );
        check(
            "\nCHECK( init(main()), LTL(G ! data-race) )",
            expect!["task.prp:2: the property `G ! data-race` is not supported"],
        );
        check(
            "COVER EDGES(@BASICBLOCKENTRY)",
            expect!["task.prp:1: expected `CHECK( init(FUNCTION()), LTL(FORMULA) )`"],
        );
        check(
            "CHECK( init(main()), LTL(G valid-free)",
            expect!["task.prp:1: expected `CHECK( init(FUNCTION()), LTL(FORMULA) )`"],
        );
        check(
            "CHECK( init(()), LTL(G valid-free) )",
            expect!["task.prp:1: expected `CHECK( init(FUNCTION()), LTL(FORMULA) )`"],
        );
        check("", expect!["task.prp: no property in it"]);
    }
}
