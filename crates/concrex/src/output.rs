//! Where results go, and whether in colour.

use crate::error::Error;
use clap::ValueEnum;
use report::Palette;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// The width of texts that do not go to a terminal.
const PLAIN_WIDTH: usize = 120;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// The palette for a stream.
    pub(crate) fn palette(self, stream: &impl IsTerminal) -> Palette {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let coloured = match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => stream.is_terminal() && !set("NO_COLOR") && !dumb(),
        };
        if coloured {
            Palette::Coloured
        } else {
            Palette::Plain
        }
    }
}

/// The columns of the terminal, or of a page.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(PLAIN_WIDTH, |(width, _)| usize::from(width.0))
}

/// Writes a result to standard output. A reader that has seen enough is not an error.
pub(crate) fn print(text: &str) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::Output(error)),
        _ => Ok(()),
    }
}
