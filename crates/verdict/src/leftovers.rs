//! What variables and memory hold that were never written. Nobody chooses it, and every run finds
//! something there: a violation that depends on it is executed with the one that leads to it.

use crate::names;
use crate::readable::readable;
use ir::{Local, Program, Scalar};
use serde::{Deserialize, Serialize};

/// What was never written, if a violation depends on it although nobody asked for the use of such
/// values.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Leftovers {
    /// What is everywhere.
    #[serde(default)]
    pub fill: Fill,
    /// Variables that hold something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<Uninitialised>,
}

/// What a compiler can be told to leave everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// It does not matter.
    #[default]
    Any,
    /// Nothing but zeros.
    Zeros,
    /// What `-ftrivial-auto-var-init=pattern` of gcc leaves there.
    Pattern,
}

/// A variable without an initialiser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Uninitialised {
    /// Its name.
    pub name: String,
    /// The file that declares it.
    pub file: String,
    /// Where its declarator ends: the line, from 1.
    pub line: u32,
    /// The column behind it, from 1, in bytes.
    pub column: u32,
    /// Its declared type, as C spells it.
    #[serde(rename = "type")]
    pub ty: String,
    /// The type of the value.
    #[serde(with = "names::scalar")]
    pub scalar: Scalar,
    /// The value, as bits of that type.
    #[serde(with = "names::bits")]
    pub value: u128,
}

impl Leftovers {
    pub(crate) fn do_not_matter(&self) -> bool {
        *self == Leftovers::default()
    }

    /// What a local holds that was never written, as bits of any width.
    pub fn value(&self, local: &Local) -> u128 {
        let variable = self.variables.iter().find(|variable| variable.is(local));
        match variable {
            Some(variable) => variable.value,
            None => self.fill.bits(),
        }
    }
}

impl Fill {
    /// The byte that repeats.
    pub fn byte(self) -> u8 {
        match self {
            Fill::Any | Fill::Zeros => 0,
            Fill::Pattern => 0xfe,
        }
    }

    /// A value of any width.
    pub fn bits(self) -> u128 {
        u128::from_le_bytes([self.byte(); 16])
    }
}

impl Uninitialised {
    /// A variable of the program with a value that nothing gave it; `None` if it is no variable.
    pub fn new(program: &Program, local: &Local, value: u128) -> Option<Uninitialised> {
        Some(Uninitialised {
            name: local.name.as_ref()?.to_string(),
            file: program.files.get(local.span.file)?.name.to_string(),
            line: local.span.end_line,
            column: local.span.end_column,
            ty: program.types.display(local.ty).to_string(),
            scalar: local.scalar,
            value,
        })
    }

    /// The value as people write it.
    pub fn readable(&self) -> String {
        readable(self.scalar, &self.ty, self.value)
    }

    fn is(&self, local: &Local) -> bool {
        local.name.as_deref() == Some(&*self.name)
            && (local.span.end_line, local.span.end_column) == (self.line, self.column)
    }
}
