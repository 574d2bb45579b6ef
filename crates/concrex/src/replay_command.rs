//! `concrex replay`: executes a saved counterexample again.

use crate::cli::ReplayArguments;
use crate::containment;
use crate::counterexample::{self, PATIENCE};
use crate::error::Error;
use crate::evidence;
use crate::output::{self, Color};
use contain::Patience;
use interp::{Limits, Outcome, Violation};
use ir::{ClaimKind, ClaimSet, Program};
use replay::{Execution, Replayed};
use report::{Failure, Terminal};
use std::fmt::Write;
use std::time::Instant;
use verdict::{Counterexample, Entry};

/// The status when it fails as claimed.
const FAILS: u8 = 1;
/// The status when it does not.
const DOES_NOT_FAIL: u8 = 3;

/// Executes the counterexample in the interpreter and with the compiler, and says what happened.
pub(crate) fn replay(arguments: &ReplayArguments, color: Color) -> Result<u8, Error> {
    let path = &arguments.document;
    let document = |why: String| Error::Counterexample(path.clone(), why);
    let counterexample = Counterexample::read(path).map_err(|error| document(error.to_string()))?;
    let mut program = load(&counterexample)?;
    if !counterexample.requires.is_empty() {
        contract::claim_preconditions(&mut program);
    }
    let program = program;
    let execution =
        Execution::new(&program, &counterexample).map_err(|misfit| document(misfit.to_string()))?;
    let limits = Limits {
        deadline: Some(Instant::now() + PATIENCE),
        claims: ClaimSet::EMPTY.with(counterexample.violation.kind),
        ..Limits::default()
    };
    let outcome = execution.run(&limits);
    containment::warn();
    let replayed = replay::replay(&counterexample, &program, &Patience::for_each(PATIENCE));
    let violation = execution.claimed(&outcome);
    let mut text = match violation {
        Some(violation) => {
            let replay = Shown {
                program: &program,
                counterexample: &counterexample,
                limits: &limits,
            };
            replay.failure(violation, &replayed, color)
        }
        // The interpreter does not know contracts: what the caller checks decides.
        None if counterexample.violation.kind == ClaimKind::Postcondition => {
            format!("{}\n", replay::in_words(&counterexample).join("\n"))
        }
        None => does_not_fail(&execution, &outcome),
    };
    text.push_str(&conclusion(violation, &replayed));
    output::print(&text)?;
    Ok(match fails(violation, &replayed) {
        true => FAILS,
        false => DOES_NOT_FAIL,
    })
}

fn load(counterexample: &Counterexample) -> Result<Program, Error> {
    let build = &counterexample.build;
    if let Some(java) = &build.java {
        let options = frontend_java::Options {
            class_path: java.class_path.clone(),
            entry: Some(match &counterexample.entry {
                Entry::Main => java.class.clone(),
                Entry::Function { name, .. } => name.clone(),
            }),
            ..frontend_java::Options::default()
        };
        return frontend_java::load(&build.files, &options).map_err(Error::Java);
    }
    let options = frontend_c::Options {
        data_model: build.data_model,
        include_dirs: build.include_dirs.clone(),
        defines: build.defines.clone(),
        undefines: build.undefines.clone(),
        cc: build.cc.clone(),
        entry: match &counterexample.entry {
            Entry::Main => None,
            Entry::Function { name, .. } => Some(name.clone()),
        },
        ..frontend_c::Options::default()
    };
    let program = frontend_c::load(&build.files, &options).map_err(Error::Source)?;
    match program.entry {
        Some(_) => Ok(program),
        None => Err(Error::NoProcedure("main".to_string())),
    }
}

/// Whether it fails as claimed: for real, or where that is not possible, in the interpreter.
fn fails(violation: Option<&Violation>, replayed: &Replayed) -> bool {
    match replayed {
        Replayed::Confirmed { .. } => true,
        Replayed::NotSeen { .. } | Replayed::Refused { .. } => false,
        Replayed::Impossible { .. } => violation.is_some(),
    }
}

struct Shown<'a> {
    program: &'a Program,
    counterexample: &'a Counterexample,
    limits: &'a Limits,
}

impl Shown<'_> {
    fn failure(&self, violation: &Violation, replayed: &Replayed, color: Color) -> String {
        let story = counterexample::story(self.program, self.counterexample, self.limits);
        let failure = Failure {
            kind: violation.kind,
            location: &evidence::location(self.program, violation),
            message: &violation.message,
            trace: &evidence::trace(self.program, violation),
            inputs: &counterexample::inputs(self.counterexample),
            story: Some(&story),
            replay: Some(&counterexample::replayed(replayed)),
        };
        let palette = color.palette(&std::io::stdout());
        let terminal = Terminal::new(&self.program.files, palette, output::width());
        terminal.failure(&failure) + "\n\n"
    }
}

fn does_not_fail(execution: &Execution<'_>, outcome: &Outcome) -> String {
    let files = &execution.program().files;
    let what = match outcome {
        Outcome::Exited(status) => format!("it ends with status {status}"),
        Outcome::Returned(_) => "it ends".to_string(),
        Outcome::Aborted(_) => "it is aborted".to_string(),
        Outcome::Violation(violation) | Outcome::UndefinedBehaviour(violation) => format!(
            "{}: {}",
            files.display(violation.place()),
            violation.message
        ),
        Outcome::AssumptionFailed(position) => format!(
            "{}: an assumption does not hold",
            files.display(position.span)
        ),
        Outcome::OutOfInputs(input) => format!(
            "{}: nothing was recorded for `{}`",
            files.display(input.position.span),
            input.name
        ),
        Outcome::LimitReached(limit) => format!("{limit} was reached"),
        Outcome::Unsupported { what, span, .. } => {
            format!("{}: unsupported: {what}", files.display(*span))
        }
    };
    format!("the interpreter does not see the violation: {what}\n")
}

/// The last line, after what the compiled program said if that is not what was claimed.
fn conclusion(violation: Option<&Violation>, replayed: &Replayed) -> String {
    let mut text = String::new();
    if let Replayed::NotSeen { how, output } = replayed {
        let _ = writeln!(text, "{how} does not see the violation");
        let said = output.trim_end();
        if !said.is_empty() {
            let _ = writeln!(text, "it says:\n{said}");
        }
    }
    if let Replayed::Refused { why, .. } = replayed {
        let _ = writeln!(text, "no caller can give these inputs: {why}");
    }
    if let Replayed::Impossible { why } = replayed {
        let _ = writeln!(text, "executed in the interpreter alone: {why}");
    }
    text.push_str(match fails(violation, replayed) {
        true => "it fails as claimed\n",
        false => "it does not fail as claimed\n",
    });
    text
}
