//! A counterexample: everything that is needed to make a program fail again, and nothing of how
//! it was found. Its JSON form is kept beside the harness and read by `concrex replay`.

use crate::leftovers::Leftovers;
use crate::names;
use crate::readable::readable;
use ir::{ClaimKind, DataModel, Making, Scalar, SourceKind};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The version of the JSON form. It changes when a reader of the old form would misread the new.
pub const SCHEMA: u32 = 1;

/// A program, what its environment did, and the violation that this leads to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// The version of the form: [`SCHEMA`].
    pub schema: u32,
    /// How the program is read and compiled.
    pub build: Build,
    /// What is called.
    pub entry: Entry,
    /// What goes wrong.
    pub violation: Claimed,
    /// What the environment answered, in the order in which it was asked.
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// The seeds of the generators of random numbers that a Java program makes without one, in the
    /// order in which they are first used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<u64>,
    /// The caller's heap, for [`Entry::Function`].
    #[serde(default)]
    pub objects: Vec<Object>,
    /// What the program's globals hold at first, where it matters, for [`Entry::Function`].
    #[serde(default)]
    pub globals: Vec<GlobalState>,
    /// What was never written, where it matters.
    #[serde(default, skip_serializing_if = "Leftovers::do_not_matter")]
    pub leftovers: Leftovers,
    /// What was assumed of the environment, for the verdict to repeat.
    #[serde(default)]
    pub assumed: Vec<String>,
    /// What must hold after the call; the first that does not is the violation.
    #[serde(default)]
    pub ensures: Vec<Postcondition>,
    /// What called functions require at the claimed place, if it is such a claim.
    #[serde(default)]
    pub requires: Vec<Precondition>,
}

/// A precondition of a called function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Precondition {
    /// As the user wrote it.
    pub text: String,
    /// The code that checks it, if there is such code.
    #[serde(default)]
    pub planted: Option<Planted>,
}

/// Code of C that is planted where a function begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Planted {
    /// The file that defines the function.
    pub file: String,
    /// Where the name of the function is in it.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Definitions that the code needs, the same for all of a file.
    pub support: String,
    /// Statements over the parameters.
    pub before: String,
    /// An expression, evaluated after that: zero if the precondition does not hold.
    pub holds: String,
}

/// A postcondition of the function that is called, as code: of C over its parameters and `result`,
/// of Java over `receiver`, `values` and `result`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Postcondition {
    /// As the user wrote it.
    pub text: String,
    /// Definitions that the code needs, the same for all postconditions of a file.
    #[serde(default)]
    pub support: String,
    /// Statements before the call.
    #[serde(default)]
    pub before: String,
    /// Statements after the call.
    #[serde(default)]
    pub after: String,
    /// An expression, evaluated after that: zero, or false, if it does not hold.
    pub holds: String,
}

/// How a program is read and compiled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// Its files, linked into one program.
    pub files: Vec<PathBuf>,
    /// `-I`, in order.
    #[serde(default)]
    pub include_dirs: Vec<PathBuf>,
    /// `-D`, each `NAME` or `NAME=VALUE`.
    #[serde(default)]
    pub defines: Vec<String>,
    /// `-U`.
    #[serde(default)]
    pub undefines: Vec<String>,
    /// The compiler.
    pub cc: String,
    /// The sizes of the platform.
    #[serde(with = "names::data_model")]
    pub data_model: DataModel,
    /// What a Java program needs besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub java: Option<JavaBuild>,
}

/// How a Java program is compiled and run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JavaBuild {
    /// Its sources; its other classes are on the class path.
    pub sources: Vec<PathBuf>,
    /// Folders and archives with classes.
    pub class_path: Vec<PathBuf>,
    /// The class with the `main` or the method that is called.
    pub class: String,
}

/// What is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    /// The program's own `main`.
    Main,
    /// One function, by an unknown caller.
    Function {
        /// The function.
        name: String,
        /// The source file that defines it, one of [`Build::files`].
        file: PathBuf,
        /// What it is called with.
        arguments: Vec<Argument>,
        /// The declared type of its value, as C spells it; `None` if it has none.
        #[serde(default)]
        result: Option<String>,
    },
}

/// An argument of the function that is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Argument {
    /// The parameter.
    pub name: String,
    /// Its declared type, as C spells it.
    #[serde(rename = "type")]
    pub ty: String,
    /// The type of the value.
    #[serde(with = "names::scalar")]
    pub scalar: Scalar,
    /// The value.
    pub value: Datum,
}

/// The violation that is claimed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claimed {
    /// What kind.
    #[serde(with = "names::kind")]
    pub kind: ClaimKind,
    /// The file, as the user named it.
    pub file: String,
    /// The first line, from 1.
    pub line: u32,
    /// The last line of the construct: compilers name any of them.
    pub end_line: u32,
    /// The first column, from 1, in bytes.
    pub column: u32,
    /// The column behind the construct on its last line; 0 if it is not known.
    #[serde(default)]
    pub end_column: u32,
    /// What happens, in the user's terms.
    pub message: String,
}

/// The name of inputs in which machines that execute Java differ; 0 is the usual.
pub const OF_MACHINE: &str = "the machine";

/// A value that the environment chose. The result of a function that the program only declares is
/// one, too: of the kind [`SourceKind::Other`], with the name of the function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// What part of the environment.
    #[serde(with = "names::source_kind")]
    pub kind: SourceKind,
    /// The function called, the parameter, …
    pub name: String,
    /// The name that was computed: of a file, of an environment variable, the number of an
    /// argument.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "names::optional_bytes"
    )]
    pub dynamic_name: Option<Vec<u8>>,
    /// The position of the byte that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// The declared type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The type of the value.
    #[serde(with = "names::scalar")]
    pub scalar: Scalar,
    /// The value, as bits of that type.
    #[serde(with = "names::bits")]
    pub value: u128,
    /// The line that asked for it.
    pub line: u32,
    /// How often in a row it is the answer.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub times: u64,
}

fn once() -> u64 {
    1
}

fn is_once(times: &u64) -> bool {
    *times == 1
}

/// An object of the caller's heap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Object {
    /// The declared type of its elements, as C spells it: `struct node`, `char`.
    #[serde(rename = "type")]
    pub ty: String,
    /// The bytes of an element.
    pub element_size: u64,
    /// How many elements there are.
    pub elements: u64,
    /// What it holds; the rest is zero.
    pub cells: Vec<Cell>,
    /// How it is made.
    #[serde(
        default,
        skip_serializing_if = "is_made_by_fields",
        with = "names::making"
    )]
    pub making: Making,
}

fn is_made_by_fields(making: &Making) -> bool {
    *making == Making::ByFields
}

/// What one of the program's globals holds at first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GlobalState {
    /// Its name.
    pub name: String,
    /// What it holds; the rest is as the program initialises it.
    pub cells: Vec<Cell>,
}

/// A scalar in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// Where, in bytes from the start of the object.
    pub offset: u64,
    /// The same as C writes it after the name of the object, `[3].next`, `.data`, `[2]`; empty
    /// where no declared element or member is there (of a scalar global, too).
    pub path: String,
    /// Its declared type, as C spells it; empty where it has none.
    #[serde(rename = "type", default)]
    pub ty: String,
    /// The type of the value.
    #[serde(with = "names::scalar")]
    pub scalar: Scalar,
    /// The value.
    pub value: Datum,
}

/// A value of the caller's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Datum {
    /// An integer, the encoding of a float, or the address of nothing.
    Bits(#[serde(with = "names::bits")] u128),
    /// An address in an object of the caller's heap.
    Pointer {
        /// Its index in [`Counterexample::objects`].
        object: usize,
        /// How many bytes further.
        offset: i64,
    },
    /// An address in one of the program's globals.
    Global {
        /// Its name.
        name: String,
        /// How many bytes further.
        offset: i64,
    },
    /// The address that one of the program's globals holds when the caller is about to call: a
    /// constant of an enum.
    Held(String),
    /// The null pointer.
    Null,
    /// The address of a function.
    Function(String),
}

impl Counterexample {
    /// Whether the program draws random numbers of a generator that it makes without a seed.
    pub fn draws_numbers(&self) -> bool {
        let mut inputs = self.inputs.iter();
        self.build.java.is_some() && inputs.any(|input| input.kind == SourceKind::Random)
    }
}

impl Input {
    /// Whether another is the same answer to the same question.
    pub fn is_same(&self, other: &Input) -> bool {
        self.value == other.value
            && self.index == other.index
            && (self.kind, self.scalar, self.line) == (other.kind, other.scalar, other.line)
            && self.name == other.name
            && self.dynamic_name == other.dynamic_name
            && self.ty == other.ty
    }

    /// The value as people write it.
    pub fn readable(&self) -> String {
        readable(self.scalar, &self.ty, self.value)
    }
}
