//! Random Java programs.

mod native;
mod program;
mod statement;
mod text;
mod variation;

use super::language::{Compiled, Language, write_each};
use super::tree::{Constants, Program, Text};
use std::path::{Path, PathBuf};

/// Java.
pub(crate) struct Java;

impl Language for Java {
    fn program(&self, seed: u64) -> Program {
        program::program(seed)
    }

    fn compile(&self, folder: &Path, programs: &[&Program]) -> Result<Box<dyn Compiled>, String> {
        Ok(Box::new(native::Classes::new(folder, programs)?))
    }

    fn text(&self, program: &Program, constants: &Constants) -> Text {
        program.render(&text::Verified { constants })
    }

    fn file(&self) -> &'static str {
        "Program.java"
    }

    fn options(&self) -> Vec<String> {
        Vec::new()
    }

    /// Compiled together: a compiler takes longer to start than for a program.
    fn lay_out(&self, folder: &Path, texts: &[Text]) -> std::io::Result<Vec<PathBuf>> {
        let sources = write_each(folder, self.file(), texts)?;
        native::compile_all(folder, texts.len());
        let with_classes = |source: PathBuf| {
            let classes = source.with_file_name(native::CLASSES);
            match classes.join("Program.class").exists() {
                true => classes,
                false => source,
            }
        };
        Ok(sources.into_iter().map(with_classes).collect())
    }
}
