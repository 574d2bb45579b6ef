//! The program's files with values for variables that nothing initialises: what one run finds in
//! them by chance, a copy of the source says.

use crate::counterexample::{Counterexample, Entry};
use crate::environment::Unprovidable;
use crate::leftovers::Uninitialised;
use crate::literal::{self, literal};
use std::path::{Path, PathBuf};

/// A file of the program in which variables have initialisers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Planted {
    /// The file that the user wrote.
    pub(crate) original: PathBuf,
    /// Its text, with the lines of the original.
    pub(crate) text: String,
}

/// The files that declare the variables of a counterexample.
pub(crate) fn planted(counterexample: &Counterexample) -> Result<Vec<Planted>, Unprovidable> {
    let variables = &counterexample.leftovers.variables;
    if !variables.is_empty() && counterexample.entry != Entry::Main {
        return Err(Unprovidable(
            "the values of variables that nothing initialises cannot be chosen here".to_string(),
        ));
    }
    let files = counterexample.build.files.iter();
    let is_in = |variable: &Uninitialised, file: &Path| Path::new(&variable.file) == file;
    let elsewhere = variables
        .iter()
        .find(|variable| !files.clone().any(|file| is_in(variable, file)));
    if let Some(variable) = elsewhere {
        return Err(cannot(variable));
    }
    let mut planted = Vec::new();
    for original in files {
        let mut own: Vec<&Uninitialised> = variables
            .iter()
            .filter(|variable| is_in(variable, original))
            .collect();
        let Some(first) = own.first() else { continue };
        let text = std::fs::read_to_string(original).map_err(|_| cannot(first))?;
        // The last comes first, so that the places of the others stay as they are.
        own.sort_by_key(|variable| std::cmp::Reverse((variable.line, variable.column)));
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        for variable in own {
            initialise(&mut lines, variable).ok_or_else(|| cannot(variable))?;
        }
        let name = literal::string(original.to_string_lossy().as_bytes());
        planted.push(Planted {
            original: original.clone(),
            text: format!("#line 1 {name}\n{}\n", lines.join("\n")),
        });
    }
    Ok(planted)
}

/// Gives a variable its value where it is declared.
fn initialise(lines: &mut [String], variable: &Uninitialised) -> Option<()> {
    let line = lines.get_mut(variable.line.checked_sub(1)? as usize)?;
    let at = variable.column.checked_sub(1)? as usize;
    let before = line.get(..at)?;
    // Behind a macro there is something else.
    before.contains(&*variable.name).then_some(())?;
    let value = literal(variable.scalar, &variable.ty, variable.value);
    line.insert_str(at, &format!(" = {value}"));
    Some(())
}

fn cannot(variable: &Uninitialised) -> Unprovidable {
    Unprovidable(format!(
        "the value of `{}`, which nothing initialises, cannot be chosen in `{}`",
        variable.name, variable.file
    ))
}
