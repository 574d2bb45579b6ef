//! The harness: the C files around the program that make it fail, and how to compile them all.

use crate::caller::{Style, Surroundings, caller};
use crate::counterexample::{Counterexample, Entry};
use crate::environment::{Caller, Environment, Unprovidable, WIDE, lost_type};
use crate::literal::comment;
use crate::means::Means;
use crate::planted::{Planted, planted};
use crate::world::World;
use ir::{DataModel, Origin, Program};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// The C files around a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Harness {
    /// The main one first.
    parts: Vec<Part>,
    /// Declarations that the program lacks, which stand before it.
    declarations: String,
    /// Files of the program that are compiled instead of what the user wrote.
    planted: Vec<Planted>,
    /// What the linker replaces.
    wrapped: Vec<&'static str>,
}

/// A file of the harness.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    /// What its name ends with.
    suffix: &'static str,
    text: String,
}

const MAIN: &str = ".c";
const ENVIRONMENT: &str = ".environment.c";
const DECLARATIONS: &str = ".declarations.h";

impl Harness {
    /// The harness of a counterexample of the program.
    pub(crate) fn new(
        counterexample: &Counterexample,
        program: &Program,
        style: Style,
    ) -> Result<Harness, Unprovidable> {
        let by = match counterexample.entry {
            Entry::Main => Caller::System,
            Entry::Function { .. } => Caller::Generated,
        };
        let world = World::of(counterexample);
        let texts = texts(counterexample, program);
        let mentioned = mentioned(&texts, program);
        let environment = Environment::of(&world, &mentioned, by)?;
        let declarations = missing_declarations(&world, &mentioned, &texts);
        let surroundings = match environment.has_surroundings() {
            true => Surroundings::Provided,
            false => Surroundings::None,
        };
        let part = |suffix, text| Part { suffix, text };
        let parts = match caller(counterexample, style, surroundings) {
            Some(text) if environment.text.is_empty() => vec![part(MAIN, text)],
            Some(text) => vec![part(MAIN, text), part(ENVIRONMENT, environment.text)],
            None => vec![part(MAIN, environment.text)],
        };
        Ok(Harness {
            parts,
            declarations,
            planted: planted(counterexample)?,
            wrapped: environment.wrapped,
        })
    }

    /// Writes the files as `NAME.c` and so on into a folder, each with a comment that says what it
    /// is and how it is compiled; gives the main one.
    pub(crate) fn write(
        &self,
        folder: &Path,
        name: &str,
        counterexample: &Counterexample,
        means: Option<&Means>,
    ) -> io::Result<PathBuf> {
        let head = self.head(folder, name, counterexample, means);
        for part in &self.parts {
            let path = folder.join(format!("{name}{}", part.suffix));
            let separator = if part.text.is_empty() { "" } else { "\n" };
            std::fs::write(path, format!("{head}{separator}{}", part.text))?;
        }
        for (number, planted) in self.planted.iter().enumerate() {
            std::fs::write(planted_path(folder, name, number), &planted.text)?;
        }
        if !self.declarations.is_empty() {
            let path = folder.join(format!("{name}{DECLARATIONS}"));
            std::fs::write(path, &self.declarations)?;
        }
        Ok(folder.join(format!("{name}{MAIN}")))
    }

    /// What the compiler is told to make `output` of the harness in `folder` and the program.
    pub(crate) fn compiler_arguments(
        &self,
        folder: &Path,
        name: &str,
        counterexample: &Counterexample,
        means: Option<&Means>,
        output: &Path,
    ) -> Vec<OsString> {
        let build = &counterexample.build;
        let mut arguments: Vec<OsString> = vec!["-w".into(), "-g".into(), "-O0".into()];
        if let Some(means) = means {
            arguments.extend(means.compiler_flags().into_iter().map(OsString::from));
        }
        if build.data_model == DataModel::Ilp32 {
            arguments.push("-m32".into());
        }
        for directory in &build.include_dirs {
            arguments.extend(["-I".into(), directory.into()]);
        }
        arguments.extend(
            build
                .defines
                .iter()
                .map(|define| format!("-D{define}").into()),
        );
        arguments.extend(
            build
                .undefines
                .iter()
                .map(|name| format!("-U{name}").into()),
        );
        if !self.declarations.is_empty() {
            let header = folder.join(format!("{name}{DECLARATIONS}"));
            arguments.extend(["-include".into(), header.into()]);
        }
        let included = match &counterexample.entry {
            Entry::Main => None,
            Entry::Function { file, .. } => {
                // The caller includes the source as it is named from here.
                arguments.extend(["-iquote".into(), ".".into()]);
                Some(file)
            }
        };
        arguments.extend(["-o".into(), output.into()]);
        for part in &self.parts {
            arguments.push(folder.join(format!("{name}{}", part.suffix)).into());
        }
        let others = build.files.iter().filter(|file| Some(*file) != included);
        for file in others {
            let mut planted = self.planted.iter();
            match planted.position(|planted| planted.original == *file) {
                None => arguments.push(file.into()),
                Some(number) => {
                    // Where the original looks for what it includes.
                    let folder_of_original = file.parent().unwrap_or(Path::new(""));
                    let folder_of_original = match folder_of_original.as_os_str().is_empty() {
                        true => Path::new("."),
                        false => folder_of_original,
                    };
                    arguments.extend(["-iquote".into(), folder_of_original.into()]);
                    arguments.push(planted_path(folder, name, number).into());
                }
            }
        }
        arguments.push("-lm".into());
        // The harness comes first and wins; what nobody defines is not called in this run, and
        // only a program at fixed addresses can do without it.
        arguments.push("-no-pie".into());
        arguments.push("-Wl,-z,muldefs,--unresolved-symbols=ignore-all".into());
        arguments.extend(
            self.wrapped
                .iter()
                .map(|symbol| format!("-Wl,--wrap={symbol}").into()),
        );
        arguments
    }

    fn head(
        &self,
        folder: &Path,
        name: &str,
        counterexample: &Counterexample,
        means: Option<&Means>,
    ) -> String {
        let claimed = &counterexample.violation;
        let mut text = String::new();
        let _ = writeln!(
            text,
            "/*\n * {} at {}:{}:{}: {}\n *",
            claimed.kind.name(),
            claimed.file,
            claimed.line,
            claimed.column,
            comment(&claimed.message)
        );
        let output = Path::new("failing");
        let arguments = self.compiler_arguments(folder, name, counterexample, means, output);
        let words: Vec<String> = arguments
            .iter()
            .map(|argument| quoted(&argument.to_string_lossy()))
            .collect();
        let runner: String = means
            .and_then(Means::runner)
            .map(|(runner, options)| format!("{runner} {} ", options.join(" ")))
            .unwrap_or_default();
        let _ = writeln!(
            text,
            " *     {} {} && {runner}./failing\n */",
            comment(&counterexample.build.cc),
            comment(&words.join(" "))
        );
        text
    }
}

/// Where a file of the program is written that is not as the user wrote it.
fn planted_path(folder: &Path, name: &str, number: usize) -> PathBuf {
    folder.join(format!("{name}.program{number}.c"))
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,+:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// What the user wrote: the files that are compiled, and those that they say they were made of.
fn texts<'a>(counterexample: &Counterexample, program: &'a Program) -> Vec<Cow<'a, str>> {
    let users = program
        .files
        .iter()
        .filter(|(_, file)| file.origin == Origin::User);
    let named = users.filter_map(|(_, file)| file.text.as_deref().map(Cow::Borrowed));
    // What has been preprocessed names files that may not be there.
    let preprocessed = counterexample.build.files.iter();
    let preprocessed = preprocessed.filter(|file| file.extension().is_some_and(|e| e == "i"));
    let read = preprocessed.filter_map(|file| std::fs::read(file).ok());
    let read = read.map(|bytes| Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()));
    named.chain(read).collect()
}

/// Declarations of functions that the program calls without one. C takes their values for `int`.
fn missing_declarations(
    world: &World<'_>,
    mentioned: &BTreeSet<&str>,
    texts: &[Cow<'_, str>],
) -> String {
    let answering = world.functions.iter();
    let answering = answering.filter_map(|(name, inputs)| {
        let ty = inputs.first().and_then(|input| lost_type(input))?;
        Some((*name, ty))
    });
    let known = WIDE.iter().filter(|(name, _)| mentioned.contains(name));
    let mut declarations = String::new();
    for (name, ty) in answering.chain(known.copied()) {
        if !texts.iter().any(|text| declares(text, name)) {
            let _ = writeln!(declarations, "{ty} {name}();");
        }
    }
    declarations
}

/// Whether a text has the name of a function behind a type: before a call stands no word but these.
fn declares(text: &str, function: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(function).any(|(at, _)| {
        let before = text[..at].trim_end();
        let word = before.rsplit(|c: char| !is_word(c)).next().unwrap_or("");
        let touches = before.len() == at && !word.is_empty();
        !touches && !matches!(word, "" | "return" | "else" | "do")
    })
}

/// The identifiers of the user's files; `assert` only where it is no macro of the system's.
fn mentioned<'a>(texts: &'a [Cow<'_, str>], program: &Program) -> BTreeSet<&'a str> {
    let has_macro = program.files.iter().any(|(_, file)| {
        file.origin == Origin::System && Path::new(&*file.name).ends_with("assert.h")
    });
    texts
        .iter()
        .flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        .filter(|word| !(has_macro && *word == "assert"))
        .collect()
}
