//! Random Java programs.

mod native;
mod program;
mod statement;
mod text;
mod variation;

use super::language::{Compiled, Language};
use super::tree::{Constants, Program, Text};
use std::path::Path;

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

    fn without_replay(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }
}
