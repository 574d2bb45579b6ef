//! How Java writes inputs and claims.

use crate::hunt::tree::{Claim, Constants, Rendering};

/// For the native run: inputs come from the harness, which also takes down the values of claims.
pub(crate) struct Native;

impl Rendering for Native {
    fn input(&self, ty: &str, low: &str, count: &str) -> String {
        format!("(({ty}) Hunt.choose({low}, {count}))")
    }

    fn choice(&self) -> String {
        "Hunt.decide()".to_string()
    }

    fn repeat(&self) -> String {
        "Hunt.repeat()".to_string()
    }

    fn claim(&self, claim: &Claim) -> String {
        let Claim { site, expression } = claim;
        format!("Hunt.claim({site}, (long) ({expression}));")
    }
}

/// For the verifier.
pub(crate) struct Verified<'a> {
    pub(crate) constants: &'a Constants,
}

const VERIFIER: &str = "org.sosy_lab.sv_benchmarks.Verifier";

impl Rendering for Verified<'_> {
    fn input(&self, ty: &str, _: &str, _: &str) -> String {
        let mut name = ty.to_string();
        name[..1].make_ascii_uppercase();
        format!("{VERIFIER}.nondet{name}()")
    }

    fn choice(&self) -> String {
        format!("{VERIFIER}.nondetBoolean()")
    }

    fn repeat(&self) -> String {
        format!("{VERIFIER}.nondetBoolean()")
    }

    fn claim(&self, claim: &Claim) -> String {
        let expression = &claim.expression;
        match self.constants.get(&claim.site) {
            Some(value) => format!("assert (long) ({expression}) != {value}L;"),
            None => ";".to_string(),
        }
    }
}
