//! What the contract of the called function says, and what of it could not be understood.

use crate::cli::{CheckArguments, SourceArguments};
use crate::task::calls_main;
use contract::{Clause, Contract, Root};
use ir::{ProcedureId, Program, Span};
use verdict::Postcondition;

/// The contract of the function that an unknown caller calls.
pub(crate) struct Stated<'p> {
    program: &'p Program,
    /// The function.
    pub(crate) called: Option<ProcedureId>,
    /// What is understood, if it says anything.
    pub(crate) contract: Option<Contract>,
    /// What is not. It may be written for another tool.
    errors: Vec<contract::Error>,
}

impl<'p> Stated<'p> {
    /// Reads the contract, and warns of what cannot be understood.
    pub(crate) fn read(program: &'p Program, arguments: &CheckArguments) -> Stated<'p> {
        let is_wanted = !arguments.no_contracts && !calls_main(program, &arguments.sources);
        let called = called(program, &arguments.sources).filter(|_| is_wanted);
        let (contract, errors) = match called {
            Some(id) => contract::resolve(program, id),
            None => Default::default(),
        };
        for error in &errors {
            let place = program.files.display(error.span);
            eprintln!("{place}: warning: not understood in the contract: {error}");
        }
        Stated {
            program,
            called,
            contract: Some(contract).filter(|contract| *contract != Contract::default()),
            errors,
        }
    }

    /// Where something is claimed for the end of the call, understood or not.
    pub(crate) fn ensured(&self) -> impl Iterator<Item = Span> {
        let understood = self.contract.iter().flat_map(Contract::ensures);
        let lost = self.errors.iter().filter(|error| error.may_ensure());
        understood
            .map(|clause| clause.span)
            .chain(lost.map(|error| error.span))
    }

    /// Why nothing is known of a claim for the end of the call.
    pub(crate) fn lost_claims(&self) -> impl Iterator<Item = (Span, String)> {
        let lost = self.errors.iter().filter(|error| error.may_ensure());
        lost.map(|error| (error.span, format!("it is not understood: {error}")))
    }

    /// Why inputs may not be what callers may give.
    pub(crate) fn may_exclude(&self) -> Option<String> {
        let lost = self.errors.iter().find(|error| error.may_require())?;
        let place = self.program.files.display(lost.span);
        Some(format!(
            "the contract may exclude it: at {place}, {lost}; `--no-contracts` does without"
        ))
    }

    /// The postcondition that is written at a place, as code of the program's language.
    pub(crate) fn postcondition(&self, place: Span) -> Option<Postcondition> {
        let contract = self.contract.as_ref()?;
        let clause = contract.ensures().find(|clause| clause.span == place)?;
        let procedure = self.called?;
        match self.program.start {
            Some(_) => self.java_postcondition(clause, procedure),
            None => self.c_postcondition(clause, procedure),
        }
    }

    fn java_postcondition(&self, clause: &Clause, procedure: ProcedureId) -> Option<Postcondition> {
        let is_this = |name: Option<&str>| name == Some("this");
        let locals = &self.program[procedure].locals;
        let first = locals.first().and_then(|local| local.name.as_deref());
        let receivers = u32::from(is_this(first));
        let name = |root| match root {
            Root::Parameter(local) if local.0 < receivers => Some("receiver".to_string()),
            Root::Parameter(local) => Some(format!("values[{}]", local.0 - receivers)),
            Root::Result => Some("result".to_string()),
            Root::Global(..) => None,
        };
        Some(Postcondition {
            text: clause.text.to_string(),
            support: contract::JAVA_CHECK_RUNTIME.to_string(),
            before: String::new(),
            after: String::new(),
            holds: contract::java_check(self.program, &clause.formula, "before", &name)?,
        })
    }

    fn c_postcondition(&self, clause: &Clause, procedure: ProcedureId) -> Option<Postcondition> {
        let name = |root| match root {
            Root::Parameter(local) => {
                let local = &self.program[procedure][local];
                local.name.as_ref().map(ToString::to_string)
            }
            Root::Result => Some("result".to_string()),
            Root::Global(id, _) => Some(self.program[id].name.to_string()),
        };
        let code = contract::check_code(self.program, &clause.formula, "cx_", &name)?;
        Some(Postcondition {
            text: clause.text.to_string(),
            support: contract::CHECK_RUNTIME.to_string(),
            before: code.before,
            after: code.after,
            holds: code.holds,
        })
    }
}

/// The function that an unknown caller calls.
pub(crate) fn called(program: &Program, sources: &SourceArguments) -> Option<ProcedureId> {
    match program.start {
        Some(start) => Some(start.procedure),
        None => program.find(sources.entry.as_deref()?),
    }
}

/// Whether a contract restricts who calls the function, understood or not.
pub(crate) fn has_contract(program: &Program, arguments: &CheckArguments) -> bool {
    let called = called(program, &arguments.sources);
    let stated = called.map(|id| contract::resolve(program, id));
    !arguments.no_contracts
        && stated
            .is_some_and(|(contract, errors)| contract != Contract::default() || !errors.is_empty())
}
