//! `concrex check`: settles every claim of a program.
//!
//! The engines work at a desk, a clerk executes what they find, and what the ledger says in the end
//! is challenged and told.

use crate::challenge::challenge;
use crate::cli::CheckArguments;
use crate::confirm::Clerk;
use crate::error::Error;
use crate::load::load_program;
use crate::memory;
use crate::modular::{self, Abstraction, Contracts};
use crate::output::{self, Color};
use crate::progress::Progress;
use crate::property::Property;
use crate::required::Required;
use crate::stated::{self, Stated};
use crate::{containment, explain, task, verdicts};
use contain::Patience;
use engines::{Desk, Ledger, Portfolio, Probe};
use ir::{ClaimKind, Program};
use report::{Limits, Report, Terminal};
use solve::Interrupt;
use std::time::Instant;
use verdict::ClaimId;

/// Settles the claims and prints the report.
pub(crate) fn check(arguments: &CheckArguments, color: Color) -> Result<u8, Error> {
    match arguments.modular {
        true => modular::check(arguments, color),
        false => check_with(arguments, &task::probe(arguments), color, |_| {}),
    }
}

/// The same with an engine that tries inputs; `then` gets the program when the engines are done.
pub(crate) fn check_with(
    arguments: &CheckArguments,
    probe: &Probe,
    color: Color,
    then: impl FnOnce(&Program),
) -> Result<u8, Error> {
    let started = Instant::now();
    let interrupt = Interrupt::default();
    stop_at_interrupt(&interrupt);
    let settled = settle(arguments, probe, &interrupt, &mut Contracts::default())?;
    then(&settled.program);
    print(settled.report, arguments, &settled.program, color, started)
}

/// What was found out of a program.
pub(crate) struct Settled {
    pub(crate) report: Report,
    pub(crate) program: Program,
}

/// Settles the claims of one program.
pub(crate) fn settle(
    arguments: &CheckArguments,
    probe: &Probe,
    interrupt: &Interrupt,
    contracts: &mut Contracts,
) -> Result<Settled, Error> {
    let started = Instant::now();
    let property = Property::select(&arguments.property.properties)?;
    let patience = Patience::default().until(started + arguments.time.0);
    let patience = patience.interrupted_by(interrupt.flag());
    let arguments = &with_entry(arguments, property.entry);
    let mut program = load_program(&arguments.sources, None, &patience)?;
    let required = match arguments.no_contracts {
        true => Required::none(),
        false => {
            let called = stated::called(&program, &arguments.sources);
            Required::claim(&mut program, property.claims, called)
        }
    };
    let program = program;
    let stated = Stated::read(&program, arguments);
    // A contract says nothing of a call whose precondition nobody checks.
    let is_modular = arguments.modular && property.claims.contains(ClaimKind::Precondition);
    let abstraction = is_modular.then(|| Abstraction::of(&program, &required, contracts));
    let seen = abstraction.as_ref().map_or(&program, |it| &it.program);
    let task = task::task(seen, property.claims, arguments, &stated);
    let itself = task::task(&program, property.claims, arguments, &stated);
    let limits = task::limits(&program, arguments, started, interrupt.clone());

    let mut claims = task::claims(seen, property.claims, &stated);
    required.list(&mut claims);
    if let Some(abstraction) = &abstraction {
        abstraction.keep_reached(&mut claims);
    }
    let mut ledger = Ledger::new(claims, &task, started);
    if property.claims.contains(ClaimKind::Postcondition) {
        for (span, why) in stated.lost_claims() {
            ledger.doubt(ClaimId::new(ClaimKind::Postcondition, span), why);
        }
    }
    for (claim, why) in required.lost_claims() {
        ledger.doubt(claim, why);
    }
    let clerk = Clerk {
        task: &itself,
        arguments,
        stated: &stated,
        required: &required,
        interrupt: limits.interrupt.flag(),
    };
    let progress = Progress::new();
    let named: Vec<&str> = arguments.engine.iter().map(String::as_str).collect();
    let closed = Desk::open(ledger, limits, &clerk, &progress, |desk| {
        let portfolio = Portfolio {
            named: &named,
            probe,
            explore: task::explore(arguments),
            concretize: task::concretize(arguments),
            infer: task::infer(arguments),
        };
        portfolio.run(&task, desk);
    });
    progress.erase();

    if arguments.explain {
        let text = explain::text(&closed.facts.explanations, &program.files);
        let inferred = explain::inferred(&closed.facts.inferred, &program.files);
        output::print(&(text + &inferred))?;
    }
    let ending = closed.facts.ending.clone();
    let name = stated::called(&program, &arguments.sources).map(|id| program[id].name.clone());
    let reliance = contracts.reliance(abstraction.as_ref(), name.as_ref());
    let report = verdicts::report(closed, &task, arguments, &reliance);
    let report = challenge(&itself, arguments, ending.as_ref(), &patience, report);
    contracts.record(name, &report, reliance);
    Ok(Settled { report, program })
}

/// The arguments with the entry that a property file names, unless they name one themselves.
fn with_entry(arguments: &CheckArguments, entry: Option<String>) -> CheckArguments {
    let mut arguments = arguments.clone();
    let sources = &mut arguments.sources;
    sources.entry = sources.entry.take().or(entry);
    arguments
}

pub(crate) fn print(
    mut report: Report,
    arguments: &CheckArguments,
    program: &Program,
    color: Color,
    started: Instant,
) -> Result<u8, Error> {
    report.seconds = started.elapsed().as_secs_f64();
    report.memory_mb = memory::peak_megabytes();
    report.limits = Limits {
        time: Some(arguments.time.0.as_secs_f64()),
        memory_mb: Some(arguments.memory.megabytes()),
    };
    report.uncontained = containment::uncontained(arguments.replay);
    let text = match arguments.json {
        true => {
            let json = report.to_json();
            json.map_err(|error| Error::Output(error.into()))? + "\n"
        }
        false => {
            let palette = color.palette(&std::io::stdout());
            Terminal::new(&program.files, palette, output::width()).report(&report)
        }
    };
    output::print(&text)?;
    Ok(report.verdict().exit_status())
}

/// Ctrl-C ends the work: the verdicts so far are shown. A second one ends the process.
pub(crate) fn stop_at_interrupt(interrupt: &Interrupt) {
    let interrupt = interrupt.clone();
    // Without a handler, Ctrl-C ends the process, as it does everywhere else.
    let _ = ctrlc::set_handler(move || {
        if interrupt.is_raised() {
            std::process::exit(130);
        }
        interrupt.raise();
    });
}
