//! What called functions require: claims at their calls.

use contract::{Checked, Preconditions, Root};
use ir::{ClaimKind, ClaimSet, ProcedureId, Program};
use verdict::{Claim, ClaimId, Planted, Precondition, ProgramClaims};

/// The preconditions of the functions that a program calls.
pub(crate) struct Required {
    preconditions: Preconditions,
}

impl Required {
    /// Puts the claims into the program, and warns of what is not understood. `called` is the
    /// function of whose contract others warn.
    pub(crate) fn claim(
        program: &mut Program,
        selected: ClaimSet,
        called: Option<ProcedureId>,
    ) -> Required {
        if !selected.contains(ClaimKind::Precondition) {
            return Required::none();
        }
        let preconditions = contract::claim_preconditions(program);
        let errors = preconditions.errors.iter();
        for (_, error) in errors.filter(|(id, _)| Some(*id) != called) {
            let place = program.files.display(error.span);
            eprintln!("{place}: warning: not understood in the contract: {error}");
        }
        Required { preconditions }
    }

    /// Contracts are not read.
    pub(crate) fn none() -> Required {
        Required {
            preconditions: Preconditions::default(),
        }
    }

    /// What was found.
    pub(crate) fn preconditions(&self) -> &Preconditions {
        &self.preconditions
    }

    /// Adds the claims that no operation makes.
    pub(crate) fn list(&self, claims: &mut ProgramClaims) {
        for unchecked in &self.preconditions.unchecked {
            let claim = Claim {
                function: Some(unchecked.call.0),
                checks: vec![unchecked.call],
                ..Claim::of_contract(ClaimKind::Precondition, unchecked.span)
            };
            if !claims.listed.iter().any(|listed| listed.id == claim.id) {
                claims.insert(claim);
            }
        }
    }

    /// Why nothing is known of a claim.
    pub(crate) fn lost_claims(&self) -> impl Iterator<Item = (ClaimId, String)> {
        let unchecked = self.preconditions.unchecked.iter();
        unchecked.map(|it| {
            let claim = ClaimId::new(ClaimKind::Precondition, it.span);
            (claim, it.why.clone())
        })
    }

    /// What is required at the place of a claim, as code of the program's language.
    pub(crate) fn at(&self, program: &Program, claim: ClaimId) -> Vec<Precondition> {
        let checked = self.preconditions.checked.iter();
        let mut found: Vec<&Checked> = Vec::new();
        for it in checked.filter(|it| ClaimId::new(ClaimKind::Precondition, it.span) == claim) {
            let is_known =
                |known: &&Checked| known.callee == it.callee && known.clause.span == it.clause.span;
            if !found.iter().any(is_known) {
                found.push(it);
            }
        }
        found
            .into_iter()
            .map(|it| Precondition {
                text: it.clause.text.to_string(),
                planted: planted(program, it),
            })
            .collect()
    }
}

/// The code that checks a precondition where the function begins; nothing if there is none.
fn planted(program: &Program, required: &Checked) -> Option<Planted> {
    if program.start.is_some() {
        return None;
    }
    let callee = &program[required.callee];
    let name = |root| match root {
        Root::Parameter(local) => callee[local].name.as_ref().map(ToString::to_string),
        Root::Result => None,
        Root::Global(id, _) => Some(program[id].name.to_string()),
    };
    let prefix = format!("cx_{}_{}_", required.callee.0, required.clause.span.line);
    let code = contract::check_code(program, &required.clause.formula, &prefix, &name)?;
    let file = program.files.get(callee.span.file)?;
    Some(Planted {
        file: file.name.to_string(),
        line: callee.span.line,
        column: callee.span.column,
        support: contract::CHECK_RUNTIME.to_string(),
        before: code.before + &code.after,
        holds: code.holds,
    })
}
