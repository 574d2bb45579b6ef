//! One random formula, decided in every way there is.

use std::time::{Duration, Instant};

use logic::{Assignment, Evaluator, TermId, Terms};
use solve::external::External;
use solve::smtlib::{Options, run_script};
use solve::{Answer, Decide, Limits, Outcome, Solver, layers};

use crate::generate::{Family, Generator, Random};

/// What became of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Everybody agrees.
    Agreed(Answer),
    /// The other solver gave up, gave a wrong model, or was not asked.
    Alone(Answer),
    /// This solver gave up.
    Undecided,
}

/// Decides the formula of a seed; an error says who is wrong about what.
pub(crate) fn compare(seed: u64, other: Option<&mut External>) -> Result<Verdict, String> {
    let mut random = Random(seed);
    let mut terms = Terms::new();
    let family = random.pick(&[Family::Vectors, Family::Arrays, Family::Floats]);
    let mut generator = Generator::new(&mut terms, &mut random, family);
    let raw: Vec<TermId> = (0..3)
        .map(|i| generator.formula(2 + (seed as u32 + i) % 3))
        .collect();
    let text = format!("{}(check-sat)\n", terms.to_smt_script(&raw));
    let report = |what: &str| format!("seed {seed}: {what}\n{text}");

    let simplified: Vec<TermId> = raw.iter().map(|&t| terms.simplify(t)).collect();
    let answer = decide(&terms, &simplified, &raw).map_err(|what| report(&what))?;
    if answer == Answer::Unknown {
        return Ok(Verdict::Undecided);
    }
    let unsimplified = decide(&terms, &raw, &raw).map_err(|what| report(&what))?;
    if unsimplified != answer && unsimplified != Answer::Unknown {
        return Err(report(&format!(
            "{unsimplified:?} unsimplified, {answer:?} simplified"
        )));
    }
    let layered = layers::layered().decide(&terms, &simplified).answer();
    if layered != answer {
        return Err(report(&format!(
            "{layered:?} by layers, {answer:?} without"
        )));
    }
    let mut out = Vec::new();
    let read = run_script(&text, &Options::default(), &mut out).map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&out).trim().to_owned();
    if said != format!("{answer:?}").to_lowercase() {
        return Err(report(&format!(
            "the script answers {said} ({read:?}), the solver {answer:?}"
        )));
    }
    let Some(other) = other else {
        return Ok(Verdict::Alone(answer));
    };
    other.set_limits(limits(1));
    match other.ask(&terms, &raw) {
        Ok(outcome) if outcome.answer() == Answer::Unknown => Ok(Verdict::Alone(answer)),
        Ok(outcome) if outcome.answer() == answer => Ok(Verdict::Agreed(answer)),
        // A model that does not satisfy the formula is no evidence against this answer.
        Ok(Outcome::Sat(model)) if !all_hold(&terms, &raw, &model) => Ok(Verdict::Alone(answer)),
        Ok(outcome) => Err(report(&format!(
            "{answer:?} here, {:?} there",
            outcome.answer()
        ))),
        // A value that cannot be read back says nothing about the answer.
        Err(solve::external::ExternalError::Unexpected(said)) if said.starts_with("((") => {
            match answer {
                Answer::Sat => Ok(Verdict::Agreed(answer)),
                _ => Err(report("Sat there")),
            }
        }
        Err(solve::external::ExternalError::Died) => Ok(Verdict::Alone(answer)),
        Err(error) => Err(report(&error.to_string())),
    }
}

fn all_hold(terms: &Terms, formulas: &[TermId], model: &Assignment) -> bool {
    let mut evaluator = Evaluator::new(terms, model);
    formulas.iter().all(|&f| evaluator.holds(f))
}

fn limits(seconds: u64) -> Limits {
    Limits {
        deadline: Instant::now().checked_add(Duration::from_secs(seconds)),
        ..Limits::default()
    }
}

/// The answer, after its model or core has been checked against `meaning`.
fn decide(terms: &Terms, constraints: &[TermId], meaning: &[TermId]) -> Result<Answer, String> {
    let mut solver = Solver::new();
    solver.set_limits(limits(20));
    let answer = solver.check_assuming(terms, constraints);
    match answer {
        Answer::Sat => {
            let model = solver.model().ok_or("no model")?;
            let mut evaluator = Evaluator::new(terms, model);
            if let Some(t) = meaning.iter().find(|t| !evaluator.holds(**t)) {
                let values: Vec<String> = terms
                    .free_vars(meaning)
                    .iter()
                    .map(|v| format!("{}={:?}", terms.to_smt(*v), model.variables.get(v)))
                    .collect();
                return Err(format!(
                    "the model violates {}: {values:?}",
                    terms.to_smt(*t)
                ));
            }
        }
        Answer::Unsat => {
            let core = solver.minimal_core(terms).ok_or("no core")?;
            let mut fresh = Solver::new();
            fresh.set_limits(limits(20));
            if fresh.check_assuming(terms, &core) == Answer::Sat {
                return Err(format!("the core {core:?} is satisfiable"));
            }
        }
        Answer::Unknown => {}
    }
    Ok(answer)
}
