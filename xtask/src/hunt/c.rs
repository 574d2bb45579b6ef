//! Random C programs.

mod aimed;
mod csmith;
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

pub(crate) use csmith::Csmith;
pub(crate) use text::Model;

use super::language::{Compiled, Language};
use super::tree::{Constants, Program, Text};
use std::path::Path;

/// gcc's options that make errors visible.
const SANITIZED: &[&str] = &[
    "-O0",
    "-fsanitize=address,undefined,bounds-strict,float-cast-overflow",
    "-fno-sanitize-recover=all",
];

/// C, with some sizes of types.
pub(crate) struct C {
    pub(crate) model: Model,
}

impl Language for C {
    fn program(&self, seed: u64) -> Program {
        program::program(seed)
    }

    fn compile(&self, folder: &Path, programs: &[&Program]) -> Result<Box<dyn Compiled>, String> {
        let options = [SANITIZED, self.model.option().as_slice()].concat();
        Ok(Box::new(native::Binary::new(folder, programs, &options)?))
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
}
