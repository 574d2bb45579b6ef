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
use crate::output::{self, Color};
use crate::progress::Progress;
use crate::property::Property;
use crate::stated::Stated;
use crate::{containment, explain, task, verdicts};
use contain::Patience;
use engines::{Desk, Ledger, Portfolio, Probe};
use ir::ClaimKind;
use report::{Limits, Report, Terminal};
use solve::Interrupt;
use std::time::Instant;
use verdict::ClaimId;

/// Settles the claims and prints the report.
pub(crate) fn check(arguments: &CheckArguments, color: Color) -> Result<u8, Error> {
    check_with(arguments, &task::probe(arguments), color, |_| {})
}

/// The same with an engine that tries inputs; `then` gets the program when the engines are done.
pub(crate) fn check_with(
    arguments: &CheckArguments,
    probe: &Probe,
    color: Color,
    then: impl FnOnce(&ir::Program),
) -> Result<u8, Error> {
    let started = Instant::now();
    let property = Property::select(&arguments.property.properties)?;
    let interrupt = Interrupt::default();
    stop_at_interrupt(&interrupt);
    let patience = Patience::default().until(started + arguments.time.0);
    let patience = patience.interrupted_by(interrupt.flag());
    let arguments = &with_entry(arguments, property.entry);
    let program = load_program(&arguments.sources, None, &patience)?;
    let stated = Stated::read(&program, arguments);
    let task = task::task(&program, property.claims, arguments, &stated);
    let limits = task::limits(&program, arguments, started, interrupt);

    let claims = task::claims(&program, property.claims, &stated);
    let mut ledger = Ledger::new(claims, &task, started);
    if property.claims.contains(ClaimKind::Postcondition) {
        for (span, why) in stated.lost_claims() {
            ledger.doubt(ClaimId::new(ClaimKind::Postcondition, span), why);
        }
    }
    let clerk = Clerk {
        task: &task,
        arguments,
        stated: &stated,
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
        };
        portfolio.run(&task, desk);
    });
    progress.erase();

    if arguments.explain {
        let text = explain::text(&closed.facts.explanations, &program.files);
        output::print(&text)?;
    }
    let ending = closed.facts.ending.clone();
    let report = verdicts::report(closed, &task, arguments);
    let report = challenge(&task, arguments, ending.as_ref(), &patience, report);
    then(&program);
    print(report, arguments, &program, color, started)
}

/// The arguments with the entry that a property file names, unless they name one themselves.
fn with_entry(arguments: &CheckArguments, entry: Option<String>) -> CheckArguments {
    let mut arguments = arguments.clone();
    let sources = &mut arguments.sources;
    sources.entry = sources.entry.take().or(entry);
    arguments
}

fn print(
    mut report: Report,
    arguments: &CheckArguments,
    program: &ir::Program,
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
fn stop_at_interrupt(interrupt: &Interrupt) {
    let interrupt = interrupt.clone();
    // Without a handler, Ctrl-C ends the process, as it does everywhere else.
    let _ = ctrlc::set_handler(move || {
        if interrupt.is_raised() {
            std::process::exit(130);
        }
        interrupt.raise();
    });
}
