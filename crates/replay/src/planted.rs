//! The program's files with something planted in a copy: values for variables that nothing
//! initialises, which one run finds in them by chance, and a look at a value where it is read.

use crate::environment::Unprovidable;
use crate::literal::{self, literal};
use std::path::{Path, PathBuf};
use verdict::Counterexample;
use verdict::Uninitialised;

/// A file of the program that is compiled instead of what the user wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Planted {
    /// The file that the user wrote.
    pub(crate) original: PathBuf,
    /// Its text, with the lines of the original.
    pub(crate) text: String,
}

/// How the value at the claimed place is looked at when it is read. A tool that waits until a value
/// matters sees the use elsewhere, or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watch {
    /// In its place: what is read may be written there, too.
    Place,
    /// By a copy, of a number: a bit-field has no address.
    Value,
}

/// What looks at a value: a branch on each of its bytes, which makes valgrind speak.
pub(crate) const WATCHER: &str = "\
static void concrex_look(const void *value, unsigned long size)
{
    const unsigned char *bytes = value;
    volatile unsigned long set = 0;
    unsigned long i;
    for (i = 0; i < size; i++)
        if (bytes[i]) set++;
}
";

/// A change of one line.
struct Edit {
    file: PathBuf,
    /// From 1.
    line: u32,
    /// The bytes that are replaced, from 1; the end is behind them.
    columns: (u32, u32),
    kind: EditKind,
}

enum EditKind {
    /// Adds an initialiser to a variable, if its name stands before.
    Initialise { name: String, value: String },
    /// Puts a look around an expression.
    Look(Watch),
}

/// The files that have to be changed for a counterexample.
pub(crate) fn planted(
    counterexample: &Counterexample,
    watch: Option<Watch>,
) -> Result<Vec<Planted>, Unprovidable> {
    let variables = counterexample.leftovers.variables.iter();
    let mut edits: Vec<Edit> = variables.map(initialiser).collect();
    edits.extend(watch.map(|watch| look(counterexample, watch)));
    // The last comes first, so that the places of the others stay as they are.
    edits.sort_by_key(|edit| std::cmp::Reverse((edit.line, edit.columns)));
    let files = &counterexample.build.files;
    if let Some(edit) = edits.iter().find(|edit| !files.contains(&edit.file)) {
        return Err(edit.cannot());
    }
    let mut planted = Vec::new();
    for original in files {
        let mut own = edits.iter().filter(|edit| edit.file == *original);
        let Some(first) = own.clone().next() else {
            continue;
        };
        let text = std::fs::read_to_string(original).map_err(|_| first.cannot())?;
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        own.try_for_each(|edit| edit.apply(&mut lines).ok_or_else(|| edit.cannot()))?;
        let name = literal::string(original.to_string_lossy().as_bytes());
        planted.push(Planted {
            original: original.clone(),
            text: format!("#line 1 {name}\n{}\n", lines.join("\n")),
        });
    }
    Ok(planted)
}

fn initialiser(variable: &Uninitialised) -> Edit {
    Edit {
        file: Path::new(&variable.file).to_path_buf(),
        line: variable.line,
        columns: (variable.column, variable.column),
        kind: EditKind::Initialise {
            name: variable.name.clone(),
            value: literal(variable.scalar, &variable.ty, variable.value),
        },
    }
}

fn look(counterexample: &Counterexample, watch: Watch) -> Edit {
    let claimed = &counterexample.violation;
    // What goes over several lines is not looked at.
    let end = match claimed.line == claimed.end_line {
        true => claimed.end_column,
        false => 0,
    };
    Edit {
        file: Path::new(&claimed.file).to_path_buf(),
        line: claimed.line,
        columns: (claimed.column, end),
        kind: EditKind::Look(watch),
    }
}

impl Edit {
    fn apply(&self, lines: &mut [String]) -> Option<()> {
        let line = lines.get_mut(self.line.checked_sub(1)? as usize)?;
        let at = self.columns.0.checked_sub(1)? as usize;
        let end = self.columns.1.checked_sub(1)? as usize;
        let text = match &self.kind {
            EditKind::Initialise { name, value } => {
                // Behind a macro there is something else.
                line.get(..at)?.contains(&**name).then_some(())?;
                format!(" = {value}")
            }
            EditKind::Look(watch) => watch.around(line.get(at..end)?)?,
        };
        line.get(at..end)?;
        line.replace_range(at..end, &text);
        Some(())
    }

    fn cannot(&self) -> Unprovidable {
        let file = self.file.display();
        Unprovidable(match &self.kind {
            EditKind::Initialise { name, .. } => format!(
                "the value of `{name}`, which nothing initialises, cannot be chosen in `{file}`"
            ),
            EditKind::Look(_) => format!("line {} of `{file}` cannot be changed", self.line),
        })
    }
}

impl Watch {
    /// An expression with a look at its value, evaluated once.
    fn around(self, expression: &str) -> Option<String> {
        let expression = expression.trim();
        (!expression.is_empty()).then(|| match self {
            Watch::Place => format!(
                "(*({{ __typeof__({expression}) *concrex_place = &({expression}); \
                 concrex_look(concrex_place, sizeof *concrex_place); concrex_place; }}))"
            ),
            Watch::Value => format!(
                "({{ __auto_type concrex_value = +({expression}); \
                 concrex_look(&concrex_value, sizeof concrex_value); concrex_value; }})"
            ),
        })
    }
}
