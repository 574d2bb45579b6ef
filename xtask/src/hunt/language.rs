//! What a language does for the hunt.

use super::tree::{Constants, Program, Text};
use super::truth::{Behaviour, Run};
use std::path::Path;

/// A language that random programs are written in.
pub(crate) trait Language: Sync {
    /// The program of a seed.
    fn program(&self, seed: u64) -> Program;

    /// Compiles programs together; says what the compiler complains about.
    fn compile(&self, folder: &Path, programs: &[&Program]) -> Result<Box<dyn Compiled>, String>;

    /// A program for the verifier, with its claims.
    fn text(&self, program: &Program, constants: &Constants) -> Text;

    /// The name of the file that it is written to.
    fn file(&self) -> &'static str;

    /// Options that the verifier needs for it.
    fn options(&self) -> Vec<String>;

    /// Options with which counterexamples are executed by the verifier's interpreter alone.
    fn without_replay(&self, folder: &Path) -> Vec<String>;
}

/// Programs that were compiled together.
pub(crate) trait Compiled {
    /// What each of them does on all of its inputs.
    fn behaviours(&self, count: usize) -> Vec<Behaviour>;

    /// What one of them does on some inputs.
    fn again(&self, program: usize, inputs: &[i64]) -> Option<Run>;
}
