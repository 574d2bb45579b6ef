//! Reading a program.

use crate::cli::{DataModelName, SourceArguments};
use crate::error::Error;
use contain::{Containment, Patience, Ran};
use ir::Program;
use std::fs::File;
use std::path::Path;
use std::process::Command;

/// Reads a program that can be started. `entry` is what a property file asks for; the command line
/// wins.
pub(crate) fn load_program(
    sources: &SourceArguments,
    entry: Option<&str>,
    patience: &Patience,
) -> Result<Program, Error> {
    let program = load(sources, entry, patience)?;
    match program.entry {
        Some(_) => Ok(program),
        None => Err(Error::NoProcedure("main".to_string())),
    }
}

/// The language that a program is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// C.
    C,
    /// Java.
    Java,
}

/// Reads and links the files, with or without a function to start from.
pub(crate) fn load(
    sources: &SourceArguments,
    entry: Option<&str>,
    patience: &Patience,
) -> Result<Program, Error> {
    let entry = sources.entry.as_deref().or(entry);
    match sources.language() {
        Language::C => load_c(sources, entry, patience),
        Language::Java => load_java(sources, entry, patience),
    }
}

fn load_java(
    sources: &SourceArguments,
    entry: Option<&str>,
    patience: &Patience,
) -> Result<Program, Error> {
    let class_path = sources.classpath.iter();
    let options = frontend_java::Options {
        class_path: class_path.flat_map(std::env::split_paths).collect(),
        entry: entry.map(str::to_string),
        patience: patience.clone(),
    };
    frontend_java::load(&sources.files, &options).map_err(Error::Java)
}

fn load_c(
    sources: &SourceArguments,
    entry: Option<&str>,
    patience: &Patience,
) -> Result<Program, Error> {
    sources.files.iter().try_for_each(|file| readable(file))?;
    let options = frontend_c::Options {
        data_model: sources.data_model.into(),
        include_dirs: sources.include_dirs.clone(),
        defines: sources.defines.clone(),
        undefines: sources.undefines.clone(),
        cc: sources.cc.clone(),
        entry: entry.map(str::to_string),
        patience: patience.clone(),
    };
    let program = frontend_c::load(&sources.files, &options).map_err(Error::Source)?;
    if !program.unsupported.is_empty() {
        is_c(sources, patience)?;
    }
    Ok(program)
}

fn readable(path: &Path) -> Result<(), Error> {
    let unreadable = |error| Error::Unreadable(path.to_path_buf(), error);
    let metadata = File::open(path)
        .and_then(|file| file.metadata())
        .map_err(unreadable)?;
    match metadata.is_dir() {
        true => Err(Error::Directory(path.to_path_buf())),
        false => Ok(()),
    }
}

/// What the front end cannot read is either beyond it or not C: the compiler knows which.
fn is_c(sources: &SourceArguments, patience: &Patience) -> Result<(), Error> {
    // The compiler may lack the headers of another data model.
    if sources.data_model != DataModelName::Lp64 {
        return Ok(());
    }
    let mut command = sources.compiler();
    command
        .args(["-fsyntax-only", "-w"])
        .args(&sources.files)
        .env("LC_ALL", "C");
    match contain::run(command, &Containment::tool(patience)) {
        Ok(Ran::Finished(finished)) if finished.failed => {
            Err(Error::NotC(finished.errors.trim_end().to_string()))
        }
        _ => Ok(()),
    }
}

impl SourceArguments {
    /// The language of the program: Java if one of the files is.
    pub(crate) fn language(&self) -> Language {
        match self.files.iter().any(|file| frontend_java::is_java(file)) {
            true => Language::Java,
            false => Language::C,
        }
    }

    /// The compiler with the user's options, without files.
    pub(crate) fn compiler(&self) -> Command {
        let mut command = Command::new(&self.cc);
        for directory in &self.include_dirs {
            command.arg("-I").arg(directory);
        }
        command.args(self.defines.iter().map(|define| format!("-D{define}")));
        command.args(
            self.undefines
                .iter()
                .map(|undefine| format!("-U{undefine}")),
        );
        command
    }
}
