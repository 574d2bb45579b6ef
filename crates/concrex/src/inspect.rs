//! `concrex ir`: what the engines see.

use crate::cli::IrArguments;
use crate::error::Error;
use crate::load::load;
use crate::output;
use contain::Patience;
use ir::text::{self, Selection};
use verdict::Status;

/// Prints the program's text form, and names what in it is not supported.
pub(crate) fn ir(arguments: &IrArguments) -> Result<u8, Error> {
    let program = load(&arguments.sources, None, &Patience::default())?;
    let selection = match &arguments.procedure {
        Some(name) if program.find(name).is_none() => {
            return Err(Error::NoProcedure(name.clone()));
        }
        Some(name) => Selection::Named(name),
        None if arguments.library => Selection::All,
        None => Selection::User,
    };
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = text::write(&program, selection, &mut text);
    output::print(&text)?;
    for unsupported in &program.unsupported {
        let place = program.files.display(unsupported.span);
        eprintln!("{place}: unsupported: {}", unsupported.what);
    }
    let status = if program.unsupported.is_empty() {
        Status::Proved
    } else {
        Status::Unknown
    };
    Ok(status.exit_status())
}
