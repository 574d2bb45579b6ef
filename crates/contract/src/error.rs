//! What can be wrong with a contract.

use std::fmt;

use ir::Span;

use crate::syntax::{Clause, ClauseKind};

/// What is wrong with a contract, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where, in the user's file.
    pub span: Span,
    /// What.
    pub problem: Problem,
    /// The kind of the clause that is lost by it, if that much can be told.
    pub lost: Option<ClauseKind>,
}

impl Error {
    /// The same error, as one in a clause.
    pub(crate) fn of(self, clause: &Clause) -> Error {
        Error {
            lost: Some(clause.kind),
            ..self
        }
    }

    /// Whether what is lost may have excluded some calls.
    pub fn may_require(&self) -> bool {
        self.lost != Some(ClauseKind::Ensures)
    }

    /// Whether what is lost may have been a claim.
    pub fn may_ensure(&self) -> bool {
        self.lost != Some(ClauseKind::Requires)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for Error {}

/// What is wrong with a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A character that no token starts with.
    Character(char),
    /// A comment without an end.
    OpenComment,
    /// A character literal that is none.
    CharacterLiteral,
    /// An integer that needs more than 127 bits.
    NumberTooLarge,
    /// A token that cannot stand there.
    Unexpected {
        /// What was found.
        found: String,
        /// What was expected instead.
        expected: String,
    },
    /// A formula inside of a formula, and so on, too many times.
    TooDeep,
    /// A formula of too many parts.
    TooLarge,
    /// A name that stands for nothing.
    UnknownName {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A predicate that is not defined.
    UnknownPredicate {
        /// Its name.
        name: String,
        /// The predicates there are.
        known: Vec<String>,
    },
    /// A predicate that was defined before, in this contract.
    PredicateTwice(String),
    /// A predicate that is defined by itself.
    RecursivePredicate(String),
    /// Too few or too many arguments of a predicate.
    Arguments {
        /// The predicate.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A field that the record does not have.
    UnknownField {
        /// The record.
        record: String,
        /// The field.
        field: String,
        /// The fields it has.
        known: Vec<String>,
    },
    /// A field of something that has none.
    NoFields {
        /// What it is.
        found: String,
        /// The field.
        field: String,
    },
    /// A closure over a field that holds no reference.
    NotALink {
        /// The field.
        field: String,
        /// What it holds.
        found: String,
    },
    /// An operand of the wrong type.
    Mismatch {
        /// What the operand is.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// Two operands that are not sets of the same things.
    Incomparable {
        /// The first.
        left: String,
        /// The second.
        right: String,
    },
    /// `\result` of a procedure without a result, or of one whose type is not known.
    NoResult,
    /// `\result` where there is none yet.
    ResultTooEarly,
    /// `old` outside of `ensures`.
    OldWithoutEnsures,
    /// An arithmetic expression whose value may need too many bits.
    TooWide,
    /// A place whose type contracts do not speak about.
    UnsupportedType(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Character(c) => write!(f, "`{}` means nothing in a contract", c.escape_debug()),
            Problem::OpenComment => f.write_str("this comment has no end"),
            Problem::CharacterLiteral => {
                f.write_str("a character literal is one character or escape between quotes, such as 'a' or '\\n'")
            }
            Problem::NumberTooLarge => f.write_str("this number is too large for a contract"),
            Problem::Unexpected { found, expected } => write!(f, "expected {expected}, found {found}"),
            Problem::TooDeep => f.write_str("this formula is nested too deeply; name parts of it with `pred`"),
            Problem::TooLarge => f.write_str("this formula is too large"),
            Problem::UnknownName { name, known } => {
                write!(f, "there is no `{name}` here")?;
                hint(f, name, known, "; there is ")
            }
            Problem::UnknownPredicate { name, known } => {
                write!(f, "there is no predicate `{name}`")?;
                hint(f, name, known, "; there is ")
            }
            Problem::PredicateTwice(name) => write!(f, "the predicate `{name}` is defined twice in this contract"),
            Problem::RecursivePredicate(name) => write!(
                f,
                "the predicate `{name}` is defined by itself; say it with a closure such as `x.*next`"
            ),
            Problem::Arguments { name, expected, found } => {
                let s = if *expected == 1 { "" } else { "s" };
                write!(f, "`{name}` takes {expected} argument{s}, found {found}")
            }
            Problem::UnknownField { record, field, known } => {
                write!(f, "{record} has no field `{field}`")?;
                hint(f, field, known, "; it has ")
            }
            Problem::NoFields { found, field } => write!(f, "{found} has no field `{field}`: it is not a reference to a record"),
            Problem::NotALink { field, found } => {
                write!(f, "a closure follows references; the field `{field}` is {found}")
            }
            Problem::Mismatch { found, expected } => write!(f, "expected {expected}, found {found}"),
            Problem::Incomparable { left, right } => write!(f, "{left} and {right} have nothing in common"),
            Problem::NoResult => f.write_str("`\\result` is not known: the procedure returns nothing"),
            Problem::ResultTooEarly => f.write_str("`\\result` exists only when the procedure has returned: in `ensures`, outside of `old`"),
            Problem::OldWithoutEnsures => f.write_str("`old` has a meaning only in `ensures`"),
            Problem::TooWide => f.write_str("the value of this expression may need thousands of bits"),
            Problem::UnsupportedType(ty) => write!(f, "contracts cannot speak about a value of type `{ty}`"),
        }
    }
}

/// At most this many names are listed.
const LISTED: usize = 6;

/// The names there are, those that look most like the wanted one first where they are many.
fn hint(f: &mut fmt::Formatter<'_>, wanted: &str, known: &[String], start: &str) -> fmt::Result {
    let mut names: Vec<&String> = known.iter().collect();
    if names.len() > LISTED {
        names.sort_by_key(|name| distance(wanted, name));
        names.truncate(LISTED);
    }
    for (index, name) in names.iter().enumerate() {
        write!(f, "{}`{name}`", if index == 0 { start } else { ", " })?;
    }
    if known.len() > LISTED {
        f.write_str(", …")?;
    }
    Ok(())
}

/// The number of bytes to insert, delete or replace to come from one name to the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
