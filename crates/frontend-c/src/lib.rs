//! C to `ir`.
//!
//! [`load`] runs the system's preprocessor over the files, parses them, lowers them into one
//! program, and links in what they need of the library model. What cannot be represented is
//! listed in [`ir::Program::unsupported`] and costs only what depends on it.
//!
//! This crate knows nothing of engines, formulas or solvers.

pub mod ast;
mod builder;
mod compiler;
mod entry;
mod error;
mod external;
mod finish;
mod fold;
mod foreign;
mod format;
mod hooks;
mod lex;
mod library;
mod link;
mod lower;
pub mod parse;
pub mod preprocess;
mod survey;
mod sweep;
mod types;
mod unparse;

pub use error::LoadError;

use contain::Patience;
use error::Diagnostic;
use ir::{DataModel, Origin, Program, SourceMap};
use lower::Lowerer;
use preprocess::{MacroOption, PreprocessError, PreprocessOptions, Preprocessed, preprocess};
use std::path::PathBuf;

/// How to read a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The sizes of the platform.
    pub data_model: DataModel,
    /// `-I`, in order.
    pub include_dirs: Vec<PathBuf>,
    /// `-D`, each `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-U`.
    pub undefines: Vec<String>,
    /// The compiler that preprocesses.
    pub cc: String,
    /// The function to start from; `main` if there is none.
    pub entry: Option<String>,
    /// How long the compiler may take.
    pub patience: Patience,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            data_model: DataModel::Lp64,
            include_dirs: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            cc: "cc".to_string(),
            entry: None,
            patience: Patience::default(),
        }
    }
}

/// Reads C files and links them into one program.
///
/// Nesting in the source is followed by recursion: call this on a thread with a stack of at
/// least 64 MB.
///
/// # Errors
///
/// When a file cannot be read or preprocessed, is not C, or has no function to start from.
pub fn load(paths: &[PathBuf], options: &Options) -> Result<Program, LoadError> {
    if paths.is_empty() {
        return Err(LoadError::NoInput);
    }
    let preprocessing = preprocess_options(options);
    link(
        paths.iter().map(|path| preprocess(path, &preprocessing)),
        options,
    )
}

/// Reads a program whose only unit has been preprocessed already, as [`load`] reads a file that
/// ends in `.i`.
///
/// # Errors
///
/// When the text is not C, or has no function to start from.
///
/// ```
/// use frontend_c::{Options, load_preprocessed, preprocess::Preprocessed};
///
/// let text = b"int main(void) { return 0; }".to_vec();
/// let name = "main.i".to_string();
/// let program = load_preprocessed(Preprocessed { text, name }, &Options::default()).unwrap();
/// assert!(program.entry.is_some());
/// ```
pub fn load_preprocessed(unit: Preprocessed, options: &Options) -> Result<Program, LoadError> {
    link([Ok(unit)], options)
}

/// Parses and lowers units in order, and links them into one program.
fn link(
    units: impl IntoIterator<Item = Result<Preprocessed, PreprocessError>>,
    options: &Options,
) -> Result<Program, LoadError> {
    let compiler = compiler::Compiler::new(&options.cc, &options.patience);
    let mut lowerer = Lowerer::new(options.data_model, compiler);
    for unit in units {
        let text = unit?;
        let files = &mut lowerer.program.files;
        let unit = parse::parse(&text.text, &text.name, files, Origin::User);
        if unit.items.is_empty() && !unit.errors.is_empty() {
            let lines = unit.errors.iter().map(|error| {
                format!(
                    "{}: error: {}",
                    lowerer.program.files.display(error.span),
                    error.message
                )
            });
            return Err(LoadError::Source(lines.take(MOST_ERRORS).collect()));
        }
        lowerer.add_unit(unit, Origin::User);
    }
    lowerer.lower_bodies();
    lowerer.make_entry(options.entry.as_deref())?;
    lowerer.lower_bodies();
    if !lowerer.errors.is_empty() {
        return Err(LoadError::Source(error_lines(
            &lowerer.errors,
            &lowerer.program.files,
        )));
    }
    lowerer.refuse_weak();
    lowerer.link();
    let mut program = lowerer.program;
    sweep::sweep(&mut program);
    foreign::define_stubs(&mut program);
    external::choose(&mut program);
    match ir::validate::validate(&program) {
        Ok(()) => Ok(program),
        Err(problems) => Err(LoadError::Internal(
            problems.iter().take(5).map(ToString::to_string).collect(),
        )),
    }
}

/// How many errors are worth showing.
const MOST_ERRORS: usize = 20;

fn preprocess_options(options: &Options) -> PreprocessOptions {
    let defines = options.defines.iter().cloned().map(MacroOption::Define);
    let undefines = options.undefines.iter().cloned().map(MacroOption::Undefine);
    PreprocessOptions {
        compiler: options.cc.clone().into(),
        data_model: options.data_model,
        include_dirs: options.include_dirs.clone(),
        macros: defines.chain(undefines).collect(),
        library_include: None,
        patience: options.patience.clone(),
    }
}

fn error_lines(errors: &[Diagnostic], files: &SourceMap) -> Vec<String> {
    errors
        .iter()
        .take(MOST_ERRORS)
        .map(|error| format!("{}: error: {}", files.display(error.span), error.message))
        .collect()
}
