//! Other solvers, over SMT-LIB on a pipe.
//!
//! Each question is a script of its own between `reset`s, so that a solver which
//! dies, hangs or answers nonsense is simply started again for the next one.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use logic::{Assignment, Bits, FunctionValue, Op, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::layers::{Decide, Outcome};
use crate::sat::Limits;
use crate::smtlib;

/// How often a wait for an answer looks at the limits.
const PATIENCE: Duration = Duration::from_millis(10);

/// What went wrong with another solver.
#[derive(Debug)]
pub enum ExternalError {
    /// It could not be started.
    Start {
        /// The command.
        command: String,
        /// Why.
        error: std::io::Error,
    },
    /// It ended, or closed its output, in the middle of a question.
    Died,
    /// It said something that is no answer.
    Unexpected(String),
}

impl fmt::Display for ExternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { command, error } => write!(f, "cannot start `{command}`: {error}"),
            Self::Died => write!(f, "the solver ended before it answered"),
            Self::Unexpected(text) => write!(f, "the solver answered `{text}`"),
        }
    }
}

impl std::error::Error for ExternalError {}

/// Another solver.
#[derive(Debug)]
pub struct External {
    command: Vec<String>,
    process: Option<Process>,
    limits: Limits,
    /// What went wrong last, for those who ask through [`Decide`].
    error: Option<ExternalError>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    input: Sender<String>,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already; either way it must not outlive us or stay a zombie.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl External {
    /// A solver by name (`z3`, `cvc5`, `bitwuzla`) or by the command that makes it
    /// read SMT-LIB from its standard input. It is started by the first question.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let command = match name {
            "z3" => "z3 -smt2 -in",
            "cvc5" => "cvc5 --lang=smt2 --incremental --produce-models",
            "bitwuzla" => "bitwuzla --lang smt2",
            other => other,
        };
        let command = command.split_whitespace().map(str::to_owned).collect();
        Self {
            command,
            process: None,
            limits: Limits::default(),
            error: None,
        }
    }

    /// Decides whether all `constraints` can hold together.
    ///
    /// # Errors
    ///
    /// When the solver cannot be started, dies or does not understand. The next
    /// question starts it anew.
    pub fn ask(&mut self, terms: &Terms, constraints: &[TermId]) -> Result<Outcome, ExternalError> {
        let result = self.dialogue(terms, constraints);
        if !matches!(result, Ok(Outcome::Sat(_) | Outcome::Unsat(_))) {
            self.process = None;
        }
        result
    }

    fn dialogue(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
    ) -> Result<Outcome, ExternalError> {
        let script = format!(
            "(reset)\n(set-option :produce-models true)\n(set-logic ALL)\n{}(check-sat)\n",
            terms.to_smt_script(constraints)
        );
        self.send(&script)?;
        let Some(answer) = self.receive()? else {
            return Ok(Outcome::Unknown);
        };
        match answer.trim() {
            "sat" => match self.model(terms, constraints)? {
                Some(model) => Ok(Outcome::Sat(Arc::new(model))),
                None => Ok(Outcome::Unknown),
            },
            "unsat" => Ok(Outcome::Unsat(constraints.to_vec())),
            "unknown" | "timeout" => Ok(Outcome::Unknown),
            other => Err(ExternalError::Unexpected(other.to_owned())),
        }
    }

    /// The values of all variables, and of functions where the constraints apply them.
    fn model(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
    ) -> Result<Option<Assignment>, ExternalError> {
        let mut assignment = Assignment::new();
        for variable in terms.free_vars(constraints) {
            let Some(value) = self.value(&terms.to_smt(variable))? else {
                return Ok(None);
            };
            assignment.variables.insert(variable, value);
        }
        for t in terms.subterms(constraints) {
            let Op::Apply(f) = terms.op(t) else { continue };
            let mut args: Vec<Bits> = Vec::new();
            for &arg in terms.args(t) {
                let Some(value) = self.value(&terms.to_smt(arg))? else {
                    return Ok(None);
                };
                args.extend(value.bits().cloned());
            }
            let Some(result) = self.value(&terms.to_smt(t))? else {
                return Ok(None);
            };
            let Some(result) = result.bits().cloned() else {
                continue;
            };
            let function = assignment
                .functions
                .entry(f)
                .or_insert_with(|| FunctionValue {
                    table: FxHashMap::default(),
                    default: Bits::zero(result.width()),
                });
            function.table.insert(args, result);
        }
        Ok(Some(assignment))
    }

    fn value(&mut self, term: &str) -> Result<Option<logic::Value>, ExternalError> {
        self.send(&format!("(get-value ({term}))\n"))?;
        let Some(answer) = self.receive()? else {
            return Ok(None);
        };
        match smtlib::parse_value(&answer) {
            Some(value) => Ok(Some(value)),
            None => Err(ExternalError::Unexpected(answer)),
        }
    }

    fn send(&mut self, text: &str) -> Result<(), ExternalError> {
        if self.process.is_none() {
            self.process = Some(self.start()?);
        }
        let Some(process) = &mut self.process else {
            return Err(ExternalError::Died);
        };
        let sent = process.input.send(text.to_owned());
        sent.map_err(|_| ExternalError::Died)
    }

    fn start(&self) -> Result<Process, ExternalError> {
        let failed = |error| ExternalError::Start {
            command: self.command.join(" "),
            error,
        };
        let Some((program, args)) = self.command.split_first() else {
            return Err(failed(std::io::ErrorKind::InvalidInput.into()));
        };
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ExternalError::Died);
        };
        // Both threads end by themselves: with the process, or with this side of the
        // channel. A process that does not read must not keep us waiting either.
        let (input, texts) = mpsc::channel::<String>();
        std::thread::spawn(move || {
            for text in texts {
                if stdin.write_all(text.as_bytes()).is_err() || stdin.flush().is_err() {
                    return;
                }
            }
        });
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Process {
            child,
            input,
            lines,
        })
    }

    /// The next whole expression that the solver says; none when the limits end the wait.
    fn receive(&mut self) -> Result<Option<String>, ExternalError> {
        let Some(process) = &self.process else {
            return Err(ExternalError::Died);
        };
        let mut answer = String::new();
        loop {
            let patience = match self.limits.deadline {
                Some(deadline) => deadline
                    .saturating_duration_since(Instant::now())
                    .min(PATIENCE),
                None => PATIENCE,
            };
            match process.lines.recv_timeout(patience) {
                Ok(line) => {
                    answer.push_str(&line);
                    answer.push('\n');
                    if smtlib::is_complete(&answer) {
                        return Ok(Some(answer.trim().to_owned()));
                    }
                }
                Err(RecvTimeoutError::Timeout) if self.limits.exceeded() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(ExternalError::Died),
            }
        }
    }
}

impl Decide for External {
    fn decide(&mut self, terms: &Terms, constraints: &[TermId]) -> Outcome {
        match self.ask(terms, constraints) {
            Ok(outcome) => {
                self.error = None;
                outcome
            }
            Err(error) => {
                self.error = Some(error);
                Outcome::Unknown
            }
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn failure(&self) -> Option<&ExternalError> {
        self.error.as_ref()
    }
}
