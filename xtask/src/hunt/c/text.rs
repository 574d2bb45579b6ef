//! How C writes inputs and claims.

use crate::hunt::tree::{Claim, Constants, Rendering};
use crate::process::{Ending, run};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// The sizes of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Model {
    Lp64,
    Ilp32,
}

impl Model {
    /// Some batches are for 32 bits, where the compiler can.
    pub(crate) fn of_batch(number: u64) -> Model {
        match number % 5 == 4 && has_32_bits() {
            true => Model::Ilp32,
            false => Model::Lp64,
        }
    }

    /// gcc's option.
    pub(crate) fn option(self) -> Option<&'static str> {
        match self {
            Model::Lp64 => None,
            Model::Ilp32 => Some("-m32"),
        }
    }

    /// The verifier's name of it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Model::Lp64 => "lp64",
            Model::Ilp32 => "ilp32",
        }
    }
}

/// For the native run: inputs come from the harness, which also takes down the values of claims.
pub(crate) struct Native;

impl Rendering for Native {
    fn input(&self, _: &str, low: &str, count: &str) -> String {
        format!("hunt_choose({low}, {count})")
    }

    fn choice(&self) -> String {
        "hunt_choose(0, 2)".to_string()
    }

    fn repeat(&self) -> String {
        "hunt_repeat()".to_string()
    }

    fn claim(&self, claim: &Claim) -> String {
        format!(
            "hunt_claim({}, (long long)({}));",
            claim.site, claim.expression
        )
    }
}

/// For the verifier.
pub(crate) struct Verified<'a> {
    pub(crate) constants: &'a Constants,
}

impl Rendering for Verified<'_> {
    fn input(&self, ty: &str, _: &str, _: &str) -> String {
        format!("__VERIFIER_nondet_{ty}()")
    }

    fn choice(&self) -> String {
        "__VERIFIER_nondet_int()".to_string()
    }

    fn repeat(&self) -> String {
        "__VERIFIER_nondet_int()".to_string()
    }

    fn claim(&self, claim: &Claim) -> String {
        let expression = &claim.expression;
        match self.constants.get(&claim.site) {
            // A compiler evaluates nothing that is compared with what its type cannot hold.
            Some(value) => format!(
                "{{ long long claimed = ({expression}); assert(claimed != {}); }}",
                literal(*value)
            ),
            None => format!("(void)({expression});"),
        }
    }
}

/// A constant of the type `long long`.
fn literal(value: i64) -> String {
    match value {
        i64::MIN => "(-9223372036854775807LL - 1)".to_string(),
        value => format!("{value}LL"),
    }
}

/// Whether the compiler links programs with 32-bit types.
fn has_32_bits() -> bool {
    static KNOWN: OnceLock<bool> = OnceLock::new();
    *KNOWN.get_or_init(|| {
        let Ok(folder) = tempfile::tempdir() else {
            return false;
        };
        let source = folder.path().join("none.c");
        let mut compile = Command::new("cc");
        compile
            .args(["-m32", "-fsanitize=address,undefined", "-o"])
            .args([&folder.path().join("none"), &source]);
        std::fs::write(&source, "int main(void) { return 0; }").is_ok()
            && run(&mut compile, Duration::from_secs(60)).ending == Ending::Exited(0)
    })
}
