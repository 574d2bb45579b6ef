//! Which compiler the user has, where compilers differ.

use contain::{Containment, Patience, Ran};
use std::cell::OnceCell;
use std::process::Command;

/// The compiler of the command line, asked when an answer is first needed.
pub(crate) struct Compiler {
    command: String,
    patience: Patience,
    family: OnceCell<Family>,
}

/// Compilers that read C alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Gcc,
    Clang,
}

impl Compiler {
    pub(crate) fn new(command: &str, patience: &Patience) -> Compiler {
        Compiler {
            command: command.to_string(),
            patience: patience.clone(),
            family: OnceCell::new(),
        }
    }

    /// By its predefined macros. One that cannot be asked counts as gcc: a file that is
    /// preprocessed already can be read without any.
    pub(crate) fn family(&self) -> Family {
        *self.family.get_or_init(|| {
            let mut command = Command::new(&self.command);
            command.args(["-E", "-dM", "-x", "c", "-"]);
            let ran = contain::output(command, &Containment::tool(&self.patience)).ok();
            let is_clang = ran.and_then(Ran::finished).is_some_and(|finished| {
                let mut lines = finished.output.split(|byte| *byte == b'\n');
                lines.any(|line| line.starts_with(b"#define __clang__ "))
            });
            if is_clang { Family::Clang } else { Family::Gcc }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Compiler, Family};
    use contain::Patience;

    #[test]
    fn a_compiler_that_is_not_there_counts_as_gcc() {
        assert_eq!(
            Compiler::new("/no/such/compiler", &Patience::default()).family(),
            Family::Gcc
        );
    }
}
