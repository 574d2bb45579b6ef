//! Which compiler the user has, where compilers differ.

use std::cell::OnceCell;
use std::process::{Command, Stdio};

/// The compiler of the command line, asked when an answer is first needed.
pub(crate) struct Compiler {
    command: String,
    family: OnceCell<Family>,
}

/// Compilers that read C alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Gcc,
    Clang,
}

impl Compiler {
    pub(crate) fn new(command: &str) -> Compiler {
        Compiler {
            command: command.to_string(),
            family: OnceCell::new(),
        }
    }

    /// By its predefined macros. One that cannot be asked counts as gcc: a file that is
    /// preprocessed already can be read without any.
    pub(crate) fn family(&self) -> Family {
        *self.family.get_or_init(|| {
            let macros = Command::new(&self.command)
                .args(["-E", "-dM", "-x", "c", "-"])
                .stdin(Stdio::null())
                .stderr(Stdio::null())
                .output();
            let is_clang = macros.is_ok_and(|output| {
                let mut lines = output.stdout.split(|byte| *byte == b'\n');
                lines.any(|line| line.starts_with(b"#define __clang__ "))
            });
            if is_clang { Family::Clang } else { Family::Gcc }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Compiler, Family};

    #[test]
    fn a_compiler_that_is_not_there_counts_as_gcc() {
        assert_eq!(Compiler::new("/no/such/compiler").family(), Family::Gcc);
    }
}
