//! Random C programs.

mod aimed;
mod entry;
mod expression;
mod fault;
mod memory;
mod native;
mod program;
mod record;
mod scope;
mod statement;
mod text;
mod types;
mod variation;

pub(crate) use text::Model;

use super::language::{Compiled, Language};
use super::tree::{Constants, Program, Text};
use std::path::Path;

/// C, with some sizes of types.
pub(crate) struct C {
    pub(crate) model: Model,
}

impl Language for C {
    fn program(&self, seed: u64) -> Program {
        program::program(seed)
    }

    fn compile(&self, folder: &Path, programs: &[&Program]) -> Result<Box<dyn Compiled>, String> {
        Ok(Box::new(native::Binary::new(folder, programs, self.model)?))
    }

    fn text(&self, program: &Program, constants: &Constants) -> Text {
        program.render(&text::Verified { constants })
    }

    fn file(&self) -> &'static str {
        "program.c"
    }

    fn options(&self) -> Vec<String> {
        vec!["--data-model".to_string(), self.model.name().to_string()]
    }

    fn without_replay(&self, folder: &Path) -> Vec<String> {
        match native::preprocessor(folder) {
            Ok(path) => vec!["--cc".to_string(), path.display().to_string()],
            Err(_) => Vec::new(),
        }
    }
}
