//! `concrex check`: settles every claim of a program.
//!
//! A program without inputs has one execution. Running it in the reference interpreter settles
//! its claims exactly; as soon as an input is asked for, nothing is concluded.

use crate::cli::CheckArguments;
use crate::error::Error;
use crate::execution::Execution;
use crate::load::load_program;
use crate::memory;
use crate::output::{self, Color};
use crate::property::Property;
use crate::replay::replay;
use crate::settle::settle;
use report::{Counterexample, Limits, ProgramClaims, Report, Terminal};
use std::time::Instant;

/// Settles the claims and prints the report.
pub(crate) fn check(arguments: &CheckArguments, color: Color) -> Result<u8, Error> {
    let started = Instant::now();
    let property = Property::select(&arguments.property.properties)?;
    let program = load_program(&arguments.sources, property.entry.as_deref())?;
    let claims = ProgramClaims::of(&program, property.claims);
    let limits = interp::Limits {
        deadline: Some(started + arguments.time.0),
        memory: Some(arguments.memory.0),
        claims: property.claims,
        ..interp::Limits::default()
    };
    let execution = Execution::without_inputs(&program, &limits);
    let mut report = settle(&program, claims, &execution);
    replay_counterexamples(arguments, &mut report);
    report.seconds = started.elapsed().as_secs_f64();
    report.memory_mb = memory::peak_megabytes();
    report.limits = Limits {
        time: Some(arguments.time.0.as_secs_f64()),
        memory_mb: Some(arguments.memory.megabytes()),
    };

    let text = match arguments.json {
        true => {
            report
                .to_json()
                .map_err(|error| Error::Output(error.into()))?
                + "\n"
        }
        false => {
            let palette = color.palette(&std::io::stdout());
            Terminal::new(&program.files, palette, output::width()).report(&report)
        }
    };
    output::print(&text)?;
    Ok(report.verdict().exit_status())
}

fn replay_counterexamples(arguments: &CheckArguments, report: &mut Report) {
    for claim in &mut report.claims {
        if let Some(Counterexample { replay: how, .. }) = &mut claim.counterexample {
            *how = replay(&arguments.sources, claim.kind, &claim.location);
        }
    }
}
