//! What a language does for the hunt.

use super::tree::{Constants, Program, Text};
use super::truth::{Behaviour, Run};
use std::path::{Path, PathBuf};

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

    /// Puts programs where the verifier reads them, and says what it is given for each.
    fn lay_out(&self, folder: &Path, texts: &[Text]) -> std::io::Result<Vec<PathBuf>> {
        write_each(folder, self.file(), texts)
    }
}

/// Writes programs to files of that name, each in a folder of its own.
pub(crate) fn write_each(
    folder: &Path,
    name: &str,
    texts: &[Text],
) -> std::io::Result<Vec<PathBuf>> {
    let write = |(number, text): (usize, &Text)| {
        let own = folder.join(format!("v{number}"));
        // What belongs to an earlier program must not be taken for its own.
        let _ = std::fs::remove_dir_all(&own);
        std::fs::create_dir_all(&own)?;
        let file = own.join(name);
        std::fs::write(&file, &text.text)?;
        Ok(file)
    };
    texts.iter().enumerate().map(write).collect()
}

/// Programs that were compiled together.
pub(crate) trait Compiled {
    /// What each of them does on all of its inputs.
    fn behaviours(&self, count: usize) -> Vec<Behaviour>;

    /// What one of them does on some inputs.
    fn again(&self, program: usize, inputs: &[i64]) -> Option<Run>;
}
