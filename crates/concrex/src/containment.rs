//! Telling people when programs are run without containment.

use crate::cli::ReplayBy;
use std::sync::Once;

/// What programs are not kept from that are run for a report, by its names.
pub(crate) fn uncontained(by: ReplayBy) -> Vec<&'static str> {
    match by {
        ReplayBy::Native => contain::uncontained().iter().map(|it| it.name()).collect(),
        ReplayBy::Interpreter => Vec::new(),
    }
}

/// Says once what the kernel does not keep programs from, before one is run.
pub(crate) fn warn() {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        if let Some(warning) = contain::warning() {
            eprintln!("concrex: warning: {warning}");
        }
    });
}
