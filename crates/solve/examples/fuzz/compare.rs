//! One random formula, decided in every way there is.

use std::time::{Duration, Instant};

use logic::{Assignment, Evaluator, TermId, Terms};
use solve::external::External;
use solve::smtlib::{Options, run_script};
use solve::{Answer, Decide, Limits, Outcome, Solver, layers};

use crate::generate::{Family, Generator, Random};

/// How long a solver may take for one formula.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long the other solver may take.
const PATIENCE_WITH_OTHERS: Duration = Duration::from_secs(1);

/// Formulas that take longer than this are decided in one further way only.
const QUICK: Duration = Duration::from_millis(50);

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

/// A way of deciding a formula other than assuming what it is simplified to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Unsimplified,
    Asserted,
    Layered,
    Script,
}

impl Way {
    const ALL: [Self; 4] = [
        Self::Unsimplified,
        Self::Asserted,
        Self::Layered,
        Self::Script,
    ];
}

/// How much evidence was checked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Checked {
    /// Models, by evaluating the formula.
    pub(crate) models: u64,
    /// Minimal cores, by deciding them again.
    pub(crate) cores: u64,
}

/// Decides the formula of a seed; an error says who is wrong about what.
pub(crate) fn compare(
    seed: u64,
    other: Option<&mut External>,
    checked: &mut Checked,
) -> Result<Verdict, String> {
    let mut random = Random(seed);
    let mut terms = Terms::new();
    let family = random.pick(&[Family::Vectors, Family::Arrays, Family::Floats]);
    let defines = random.below(3) == 0;
    let mut generator = Generator::new(&mut terms, &mut random, family);
    let raw: Vec<TermId> = (0..3)
        .map(|i| match 2 + (seed as u32 + i) % 3 {
            depth if i == 0 && defines => generator.definition(depth - 1),
            depth => generator.formula(depth),
        })
        .collect();
    let text = format!("{}(check-sat)\n", terms.to_smt_script(&raw));
    let report = |what: &str| format!("seed {seed}: {what}\n{text}");

    let simplified: Vec<TermId> = raw.iter().map(|&t| terms.simplify(t)).collect();
    let start = Instant::now();
    let answer = decide(&terms, &simplified, &raw, checked).map_err(|what| report(&what))?;
    if answer == Answer::Unknown {
        return Ok(Verdict::Undecided);
    }
    let mut ways = Way::ALL.to_vec();
    if start.elapsed() > QUICK {
        ways = vec![random.pick(&ways)];
    }
    for way in ways {
        let said = match way {
            Way::Unsimplified => decide(&terms, &raw, &raw, checked),
            Way::Asserted => assert_all(&terms, &raw, checked),
            Way::Layered => {
                let mut layers = layers::layered();
                layers.set_limits(limits(PATIENCE));
                Ok(layers.decide(&terms, &simplified).answer())
            }
            Way::Script => script(&text),
        };
        let said = said.map_err(|what| report(&format!("{way:?}: {what}")))?;
        if said != answer && said != Answer::Unknown {
            return Err(report(&format!("{way:?}: {said:?} and not {answer:?}")));
        }
    }
    let Some(other) = other else {
        return Ok(Verdict::Alone(answer));
    };
    other.set_limits(limits(PATIENCE_WITH_OTHERS));
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

fn limits(time: Duration) -> Limits {
    Limits {
        deadline: Instant::now().checked_add(time),
        ..Limits::default()
    }
}

/// The answer to assumptions, after its model or core has been checked against `meaning`.
fn decide(
    terms: &Terms,
    constraints: &[TermId],
    meaning: &[TermId],
    checked: &mut Checked,
) -> Result<Answer, String> {
    let mut solver = Solver::new();
    solver.set_limits(limits(PATIENCE));
    let answer = solver.check_assuming(terms, constraints);
    match answer {
        Answer::Sat => check_model(terms, &solver, meaning, checked)?,
        Answer::Unsat => {
            solver.set_limits(limits(PATIENCE));
            let core = solver.minimal_core(terms).ok_or("no core")?;
            let mut fresh = Solver::new();
            fresh.set_limits(limits(PATIENCE));
            match fresh.check_assuming(terms, &core) {
                Answer::Sat => return Err(format!("the core {core:?} is satisfiable")),
                Answer::Unsat => checked.cores += 1,
                Answer::Unknown => {}
            }
        }
        Answer::Unknown => {}
    }
    Ok(answer)
}

/// The answer to assertions, the last of them in a scope of its own.
fn assert_all(
    terms: &Terms,
    constraints: &[TermId],
    checked: &mut Checked,
) -> Result<Answer, String> {
    let mut solver = Solver::new();
    solver.set_limits(limits(PATIENCE));
    for (i, &constraint) in constraints.iter().enumerate() {
        if i + 1 == constraints.len() {
            solver.push();
        }
        solver.assert(constraint);
    }
    let answer = solver.check(terms);
    if answer == Answer::Sat {
        check_model(terms, &solver, constraints, checked)?;
    }
    Ok(answer)
}

/// What the command language answers.
fn script(text: &str) -> Result<Answer, String> {
    let options = Options {
        time_limit: Some(PATIENCE),
        ..Options::default()
    };
    let mut out = Vec::new();
    run_script(text, &options, &mut out).map_err(|e| e.to_string())?;
    match String::from_utf8_lossy(&out).trim() {
        "sat" => Ok(Answer::Sat),
        "unsat" => Ok(Answer::Unsat),
        "unknown" => Ok(Answer::Unknown),
        other => Err(format!("the answer `{other}`")),
    }
}

fn check_model(
    terms: &Terms,
    solver: &Solver,
    meaning: &[TermId],
    checked: &mut Checked,
) -> Result<(), String> {
    let model = solver.model().ok_or("no model")?;
    let mut evaluator = Evaluator::new(terms, model);
    let Some(t) = meaning.iter().find(|t| !evaluator.holds(**t)) else {
        checked.models += 1;
        return Ok(());
    };
    let values: Vec<String> = terms
        .free_vars(meaning)
        .iter()
        .map(|v| format!("{}={:?}", terms.to_smt(*v), model.variables.get(v)))
        .collect();
    Err(format!(
        "the model violates {}: {values:?}",
        terms.to_smt(*t)
    ))
}
