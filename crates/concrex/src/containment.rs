//! Telling people when programs are run without containment.

use std::sync::Once;

/// Says once what the kernel does not keep programs from, before one is run.
pub(crate) fn warn() {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        if let Some(warning) = contain::warning() {
            eprintln!("concrex: warning: {warning}");
        }
    });
}
