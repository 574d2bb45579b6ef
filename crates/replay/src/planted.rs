//! The program's files with something planted in a copy: values for variables that nothing
//! initialises, which one run finds in them by chance, a look at a value where it is read, and a
//! signal where a label is reached.

mod lines;

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

/// What is planted at the claimed place to see that it is violated. A tool that waits until a value
/// matters sees the use elsewhere, or not at all; no tool sees a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watch {
    /// In its place: what is read may be written there, too.
    Place,
    /// By a copy, of a number: a bit-field has no address.
    Value,
    /// In the code that the pointer of a call leads to.
    Callee,
    /// A signal behind a label, which ends the program.
    Label,
}

/// A branch on each byte of a value, which makes valgrind speak. Of the sanitizers, only that of addresses
/// says who called.
const LOOK: &str = "\
__attribute__((no_sanitize_undefined)) static void concrex_look(const void *value, unsigned long size)
{
    const unsigned char *bytes = value;
    volatile unsigned long set = 0;
    unsigned long i;
    for (i = 0; i < size; i++)
        if (bytes[i]) set++;
}
";

/// The signal that a label is reached.
const REACHED: &str = "\
#include <stdio.h>
#include <stdlib.h>
int concrex_reached(const char *file, int line)
{
    fprintf(stderr, \"%s:%d: label reached\\n\", file, line);
    abort();
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
    /// Puts a look around an expression, or a signal behind a label.
    Watch(Watch),
    /// Puts statements where the body of a function begins.
    Begin(String),
}

/// The files that have to be changed for a counterexample.
pub(crate) fn planted(
    counterexample: &Counterexample,
    watch: Option<Watch>,
) -> Result<Vec<Planted>, Unprovidable> {
    let variables = counterexample.leftovers.variables.iter();
    let mut edits: Vec<Edit> = variables.map(initialiser).collect();
    edits.extend(watch.map(|watch| watched(counterexample, watch)));
    edits.extend(required(counterexample));
    // The last comes first, so that the places of the others stay as they are.
    edits.sort_by_key(|edit| std::cmp::Reverse((edit.line, edit.columns)));
    let mut planted = Vec::new();
    for original in &counterexample.build.files {
        if edits.is_empty() {
            break;
        }
        let Ok(text) = std::fs::read_to_string(original) else {
            continue;
        };
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        let before = edits.len();
        // What is not in this file is in another.
        edits.retain(|edit| edit.apply(original, &mut lines).is_none());
        if edits.len() == before {
            continue;
        }
        let name = literal::string(original.to_string_lossy().as_bytes());
        planted.push(Planted {
            original: original.clone(),
            text: format!("#line 1 {name}\n{}\n", lines.join("\n")),
        });
    }
    match edits.first() {
        Some(edit) => Err(edit.cannot()),
        None => Ok(planted),
    }
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

fn watched(counterexample: &Counterexample, watch: Watch) -> Edit {
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
        kind: EditKind::Watch(watch),
    }
}

/// What is said of a precondition that does not hold.
pub(crate) const REQUIRED: &str = "precondition violated";

/// What stands before a program in which preconditions are checked.
pub(crate) fn required_declarations(counterexample: &Counterexample) -> String {
    let mut planted = counterexample
        .requires
        .iter()
        .filter_map(|it| it.planted.as_ref());
    match planted.next() {
        None => String::new(),
        Some(first) => format!(
            "{}\nextern int dprintf(int file, const char *format, ...);\n\
             static void concrex_required(const char *text)\n\
             {{\n    dprintf(2, \"concrex: {REQUIRED}: %s\\n\", text);\n    __builtin_abort();\n}}\n",
            first.support
        ),
    }
}

/// The checks of what functions require, where they begin.
fn required(counterexample: &Counterexample) -> impl Iterator<Item = Edit> {
    let requires = counterexample.requires.iter();
    requires.filter_map(|precondition| {
        let planted = precondition.planted.as_ref()?;
        let text = literal::string(precondition.text.as_bytes());
        let code = format!(
            " {{ {} if (!({})) concrex_required({text}); }}",
            planted.before, planted.holds
        );
        Some(Edit {
            file: Path::new(&planted.file).to_path_buf(),
            line: planted.line,
            columns: (planted.column, planted.column),
            // The lines of the program keep their numbers.
            kind: EditKind::Begin(code.replace('\n', " ")),
        })
    })
}

/// Where the body of a function begins whose name stands at a place: the line and the column behind its
/// brace.
fn beginning(lines: &[String], line: usize, column: usize) -> Option<(usize, usize)> {
    let mut open = 0u32;
    for (index, text) in lines.iter().enumerate().skip(line) {
        let from = if index == line { column } else { 0 };
        for (at, letter) in text.get(from..)?.char_indices() {
            match letter {
                '(' => open += 1,
                ')' => open = open.checked_sub(1)?,
                '{' if open == 0 => return Some((index, from + at + 1)),
                // A declaration, or what is no function at all.
                ';' | '}' | '=' | '"' if open == 0 => return None,
                _ => {}
            }
        }
    }
    None
}

impl Edit {
    /// Changes the line of a file, if it is there and as expected.
    fn apply(&self, original: &Path, lines: &mut [String]) -> Option<()> {
        if let EditKind::Begin(code) = &self.kind {
            let at = lines::find(original, lines, &self.file, self.line);
            let column = self.columns.0.checked_sub(1)? as usize;
            let mut found = at.into_iter();
            let (index, column) = found.find_map(|index| beginning(lines, index, column))?;
            lines.get_mut(index)?.insert_str(column, code);
            return Some(());
        }
        let at = lines::find(original, lines, &self.file, self.line);
        let changed = at
            .into_iter()
            .find_map(|index| Some((index, self.changed(lines.get(index)?)?)));
        let (index, changed) = changed?;
        *lines.get_mut(index)? = changed;
        Some(())
    }

    /// The line as it is compiled.
    fn changed(&self, line: &str) -> Option<String> {
        let at = self.columns.0.checked_sub(1)? as usize;
        let end = || Some(self.columns.1.checked_sub(1)? as usize);
        let (from, to, text) = match &self.kind {
            EditKind::Initialise { name, value } => {
                // Behind a macro there is something else.
                line.get(..at)?.contains(&**name).then_some(())?;
                (at, at, format!(" = {value}"))
            }
            EditKind::Watch(Watch::Label) => {
                let behind = at + label(line.get(at..)?)?;
                (behind, behind, signal(line.get(behind..)?).to_string())
            }
            EditKind::Begin(_) => return None,
            EditKind::Watch(watch) => {
                let end = end()?;
                (at, end, watch.around(line.get(at..end)?)?)
            }
        };
        Some([line.get(..from)?, &text, line.get(to..)?].concat())
    }

    fn cannot(&self) -> Unprovidable {
        let file = self.file.display();
        Unprovidable(match &self.kind {
            EditKind::Initialise { name, .. } => format!(
                "the value of `{name}`, which nothing initialises, cannot be chosen in `{file}`"
            ),
            EditKind::Watch(_) | EditKind::Begin(_) => {
                format!("line {} of `{file}` cannot be changed", self.line)
            }
        })
    }
}

/// The length of the label that a text begins with, up to its colon.
fn label(text: &str) -> Option<usize> {
    let behind = text.strip_prefix("ERROR")?.trim_start();
    Some(text.len() - behind.strip_prefix(':')?.len())
}

/// What stands behind a label. The statement that is labelled stays one statement, so that an `if`
/// before it and an `else` behind it keep what belongs to them.
fn signal(rest: &str) -> &'static str {
    match rest.trim_start().starts_with('}') {
        true => " concrex_reached(__FILE__, __LINE__);",
        false => " if (concrex_reached(__FILE__, __LINE__)) ; else",
    }
}

/// What is called and the arguments in parentheses, of an expression that is a call.
fn call(expression: &str) -> Option<(&str, &str)> {
    // In a literal, a parenthesis is none.
    if !expression.ends_with(')') || expression.contains(['"', '\'']) {
        return None;
    }
    let mut open = 0;
    let start = expression.char_indices().rev().find_map(|(at, letter)| {
        open += match letter {
            ')' => 1,
            '(' => -1,
            _ => 0,
        };
        (open == 0).then_some(at)
    })?;
    let (callee, arguments) = expression.split_at(start);
    (!callee.trim().is_empty()).then_some((callee, arguments))
}

impl Watch {
    /// What stands before the program.
    pub(crate) fn declarations(self) -> &'static str {
        match self {
            Watch::Place | Watch::Value | Watch::Callee => LOOK,
            Watch::Label => "int concrex_reached(const char *, int);\n",
        }
    }

    /// A file that is linked with the program.
    pub(crate) fn file(self) -> Option<&'static str> {
        match self {
            Watch::Place | Watch::Value | Watch::Callee => None,
            Watch::Label => Some(REACHED),
        }
    }

    /// An expression with a look at its value, evaluated once.
    fn around(self, expression: &str) -> Option<String> {
        let expression = expression.trim();
        (!expression.is_empty()).then_some(())?;
        match self {
            Watch::Place => Some(format!(
                "(*({{ __typeof__({expression}) *concrex_place = &({expression}); \
                 concrex_look(concrex_place, sizeof *concrex_place); concrex_place; }}))"
            )),
            Watch::Value => Some(format!(
                "({{ __auto_type concrex_value = +({expression}); \
                 concrex_look(&concrex_value, sizeof concrex_value); concrex_value; }})"
            )),
            Watch::Callee => {
                let (callee, arguments) = call(expression)?;
                // What is no pointer does not compile.
                Some(format!(
                    "({{ __typeof__(*({callee})) *concrex_callee = ({callee}); \
                     concrex_look((const void *)concrex_callee, 1); concrex_callee; }}){arguments}"
                ))
            }
            Watch::Label => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{call, label, signal};

    #[test]
    fn takes_calls_apart() {
        assert_eq!(
            call("table[f(1)](2, (3))"),
            Some(("table[f(1)]", "(2, (3))"))
        );
        assert_eq!(call("(*p)()"), Some(("(*p)", "()")));
        assert_eq!(call("(p)"), None);
        assert_eq!(call("p->next"), None);
        assert_eq!(call("f(\")\")"), None);
    }

    #[test]
    fn finds_labels() {
        assert_eq!(label("ERROR : x = 1;"), Some(7));
        assert_eq!(label("ERRORS: ;"), None);
        assert!(signal(" x = 1;").ends_with("else"));
        assert!(signal(" }").ends_with(';'));
    }
}
