//! The harness: the C files around the program that make it fail, and how to compile them all.

use crate::caller::{Style, Surroundings, caller};
use crate::environment::{Caller, Environment, TYPES, Unprovidable, WIDE, lost_type};
use crate::freestanding;
use crate::planted::{Planted, Watch, planted, required_declarations};
use crate::world::World;
use ir::{DataModel, Origin, Program};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use verdict::{Counterexample, Entry};

/// The C files around a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Harness {
    /// What the names of all its files start with.
    name: String,
    /// The main one first.
    parts: Vec<Part>,
    /// Declarations that the program lacks, which stand before it.
    declarations: String,
    /// Files of the program that are compiled instead of what the user wrote.
    planted: Vec<Planted>,
    /// What the linker replaces.
    wrapped: Vec<&'static str>,
    library: Library,
}

/// Where the functions of the C library come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Library {
    System,
    /// From a part of the harness: the system has none.
    Harness,
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
const WATCHER: &str = ".watcher.c";
const RUNTIME: &str = ".runtime.c";
const HEADERS: &str = ".headers";
const DECLARATIONS: &str = ".declarations.h";

impl Harness {
    /// The harness of a program in a world; the counterexample says what is called there.
    pub(crate) fn new(
        name: &str,
        world: &World<'_>,
        counterexample: &Counterexample,
        program: &Program,
        style: Style,
        watch: Option<Watch>,
    ) -> Result<Harness, Unprovidable> {
        let by = match counterexample.entry {
            Entry::Main => Caller::System,
            Entry::Function { .. } => Caller::Generated,
        };
        let texts = texts(counterexample, program);
        let mentioned = mentioned(&texts, program);
        let defined = defined(program);
        let environment = Environment::of(world, program, &mentioned, &defined, by)?;
        let mut declarations = missing_declarations(world, &mentioned, &texts);
        declarations.push_str(watch.map_or("", Watch::declarations));
        declarations.push_str(&required_declarations(counterexample));
        let planted = planted(counterexample, watch)?;
        let surroundings = match environment.has_surroundings() {
            true => Surroundings::Provided,
            false => Surroundings::None,
        };
        let included = included(counterexample, &planted).map(|number| planted_name(name, number));
        let part = |suffix, text| Part { suffix, text };
        let calling = caller(
            counterexample,
            style,
            surroundings,
            included.as_deref().map(Path::new),
            world.giving,
        );
        let mut parts = match calling {
            Some(text) if environment.text.is_empty() => vec![part(MAIN, text)],
            Some(text) => vec![part(MAIN, text), part(ENVIRONMENT, environment.text)],
            None => vec![part(MAIN, environment.text)],
        };
        let watcher = watch.and_then(Watch::file);
        parts.extend(watcher.map(|text| part(WATCHER, text.to_string())));
        Ok(Harness {
            name: name.to_string(),
            parts,
            declarations,
            planted,
            wrapped: environment.wrapped,
            library: Library::System,
        })
    }

    /// The same where there is no C library for such programs.
    #[must_use]
    pub(crate) fn freestanding(mut self) -> Harness {
        self.parts.push(Part {
            suffix: RUNTIME,
            text: freestanding::RUNTIME.to_string(),
        });
        self.library = Library::Harness;
        self
    }

    /// Writes the files as `NAME.c` and so on into a folder, each with this comment at its head;
    /// gives the main one.
    pub(crate) fn write(&self, folder: &Path, head: &str) -> io::Result<PathBuf> {
        for part in &self.parts {
            let separator = match part.text.is_empty() || head.is_empty() {
                true => "",
                false => "\n",
            };
            std::fs::write(
                self.path(folder, part.suffix),
                format!("{head}{separator}{}", part.text),
            )?;
        }
        for (number, planted) in self.planted.iter().enumerate() {
            let path = folder.join(planted_name(&self.name, number));
            std::fs::write(path, &planted.text)?;
        }
        if !self.declarations.is_empty() {
            std::fs::write(self.path(folder, DECLARATIONS), &self.declarations)?;
        }
        if self.library == Library::Harness {
            freestanding::write_headers(&self.path(folder, HEADERS))?;
        }
        Ok(self.path(folder, MAIN))
    }

    fn path(&self, folder: &Path, suffix: &str) -> PathBuf {
        folder.join(format!("{}{suffix}", self.name))
    }

    /// What the compiler is told to make `output` of the harness in `folder` and the program.
    pub(crate) fn compiler_arguments(
        &self,
        folder: &Path,
        counterexample: &Counterexample,
        flags: &[String],
        output: &Path,
    ) -> Vec<OsString> {
        let build = &counterexample.build;
        let mut arguments: Vec<OsString> = vec!["-w".into(), "-g".into(), "-O0".into()];
        arguments.extend(flags.iter().map(OsString::from));
        if build.data_model == DataModel::Ilp32 {
            arguments.push("-m32".into());
        }
        if build.files.len() > 1 {
            // A variable that several files declare without a value is one.
            arguments.push("-fcommon".into());
        }
        for directory in &build.include_dirs {
            arguments.extend(["-I".into(), directory.into()]);
        }
        let defines = build.defines.iter().map(|define| format!("-D{define}"));
        arguments.extend(defines.map(OsString::from));
        let undefines = build.undefines.iter().map(|name| format!("-U{name}"));
        arguments.extend(undefines.map(OsString::from));
        if !self.declarations.is_empty() {
            let header = self.path(folder, DECLARATIONS);
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
        for planted in &self.planted {
            // Where the original looks for what it includes.
            let folder = planted.original.parent().unwrap_or(Path::new(""));
            let folder = match folder.as_os_str().is_empty() {
                true => Path::new("."),
                false => folder,
            };
            arguments.extend(["-iquote".into(), folder.into()]);
        }
        arguments.extend(["-o".into(), output.into()]);
        for part in &self.parts {
            arguments.push(self.path(folder, part.suffix).into());
        }
        let others = build.files.iter().filter(|file| Some(*file) != included);
        for file in others {
            let mut planted = self.planted.iter();
            let number = planted.position(|planted| planted.original == *file);
            arguments.push(match number {
                None => file.into(),
                Some(number) => folder.join(planted_name(&self.name, number)).into(),
            });
        }
        match self.library {
            Library::System => arguments.push("-lm".into()),
            Library::Harness => {
                let own = self.path(folder, HEADERS);
                arguments.extend(["-idirafter".into(), own.into()]);
                arguments.extend(["-idirafter".into(), freestanding::HEADERS.into()]);
            }
        }
        // The harness comes first and wins; what nobody defines is not called in this run, and
        // only a program at fixed addresses can do without it.
        arguments.push("-no-pie".into());
        arguments.push("-Wl,-z,muldefs,--unresolved-symbols=ignore-all".into());
        let wrapped = self.wrapped.iter();
        arguments.extend(wrapped.map(|symbol| format!("-Wl,--wrap={symbol}").into()));
        arguments
    }
}

/// Which of the planted files the caller includes.
fn included(counterexample: &Counterexample, planted: &[Planted]) -> Option<usize> {
    let Entry::Function { file, .. } = &counterexample.entry else {
        return None;
    };
    planted.iter().position(|planted| planted.original == *file)
}

/// The name of a file of the program that is not as the user wrote it.
fn planted_name(name: &str, number: usize) -> String {
    format!("{name}.program{number}.c")
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

/// Declarations of functions that the program calls without one, whose values C takes for `int`, and of
/// types that only other verifiers know.
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
    for (name, ty) in TYPES.iter().filter(|(name, _)| mentioned.contains(name)) {
        let _ = writeln!(declarations, "typedef {ty} {name};");
    }
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

/// The functions and variables that are the program's own.
fn defined(program: &Program) -> BTreeSet<&str> {
    let users = program
        .procedures
        .iter()
        .filter(|procedure| procedure.origin == Origin::User);
    let functions = users.map(|procedure| &*procedure.name);
    let variables = program.globals.iter().map(|global| &*global.name);
    functions.chain(variables).collect()
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
