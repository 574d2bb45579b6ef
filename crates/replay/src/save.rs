//! Counterexamples in files: the document, and an ordinary test.

use crate::harness::Harness;
use crate::java;
use crate::literal::comment;
use crate::real::{Recipe, Replayed};
use crate::world::World;
use contain::Patience;
use ir::Program;
use std::io;
use std::path::{Path, PathBuf};
use verdict::{Claimed, Counterexample};

/// The files of a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// The document, which `concrex replay` reads.
    pub document: PathBuf,
    /// The test, with the command that makes it fail in its first comment; none if nothing but the
    /// interpreter has executed it.
    pub test: Option<PathBuf>,
}

/// Keeps a counterexample of the program in a folder, under the name of the claim that it refutes.
/// A test in C fails by the means that confirmed it; one in Java is tried, which may take so long.
///
/// # Errors
///
/// If the folder or the files cannot be written.
pub fn save(
    folder: &Path,
    claim: &str,
    counterexample: &Counterexample,
    program: &Program,
    replayed: &Replayed,
    patience: &Patience,
) -> io::Result<Saved> {
    std::fs::create_dir_all(folder)?;
    let name = file_name(claim);
    let document = folder.join(format!("{name}.json"));
    let text = serde_json::to_string_pretty(counterexample)?;
    std::fs::write(&document, text + "\n")?;
    if let Some(build) = &counterexample.build.java {
        let test = match replayed {
            Replayed::Confirmed { .. } => {
                Some(java::save_test(counterexample, build, folder, patience)?)
            }
            _ => None,
        };
        return Ok(Saved { document, test });
    }
    let recipe = match replayed {
        Replayed::Confirmed {
            recipe: Some(recipe),
            ..
        } => recipe,
        _ => {
            return Ok(Saved {
                document,
                test: None,
            });
        }
    };
    let world = World::of(&recipe.counterexample);
    let watch = recipe.means.watch();
    let harness = Harness::new(
        &name,
        &world,
        &recipe.counterexample,
        program,
        recipe.style,
        watch,
    );
    let test = match harness {
        Ok(harness) => {
            let harness = match recipe.means.is_freestanding() {
                true => harness.freestanding(),
                false => harness,
            };
            let head = head(
                &counterexample.violation,
                &command(&harness, folder, recipe),
            );
            Some(harness.write(folder, &head)?)
        }
        Err(_) => None,
    };
    Ok(Saved { document, test })
}

/// The comment at the head of a test: what it is about, and how it is made to fail.
fn head(claimed: &Claimed, command: &str) -> String {
    format!(
        "/*\n * {} at {}:{}:{}: {}\n *\n *     {}\n */\n",
        claimed.kind.name(),
        claimed.file,
        claimed.line,
        claimed.column,
        comment(&claimed.message),
        comment(command)
    )
}

/// What a shell is told to make the test fail.
fn command(harness: &Harness, folder: &Path, recipe: &Recipe) -> String {
    let Recipe {
        counterexample,
        means,
        ..
    } = recipe;
    let output = Path::new("failing");
    let flags = means.compiler_flags();
    let mut words = vec![quoted(&counterexample.build.cc)];
    let arguments = harness.compiler_arguments(folder, counterexample, &flags, output);
    words.extend(
        arguments
            .iter()
            .map(|argument| quoted(&argument.to_string_lossy())),
    );
    words.push("&&".to_string());
    let variables = means.variables().into_iter();
    words.extend(variables.map(|(name, value)| format!("{name}={}", quoted(&value))));
    if let Some((runner, options)) = means.runner() {
        words.push(runner.to_string());
        words.extend(options.iter().map(|option| quoted(option)));
    }
    words.push("./failing".to_string());
    words.join(" ")
}

/// A word for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,+:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A claim's name as that of a file: `bounds@src/list.c:3:5` is `bounds-src-list.c-3-5`.
fn file_name(claim: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let name: String = claim
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    name.trim_start_matches('.').to_string()
}
