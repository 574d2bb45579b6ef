//! What was tried for an alarm, for people: the tables of the paper for their own program.

mod symbolic;

use super::search::{Decided, Search, Tried};
use super::trail::{Line, Step, Trail};
use super::walk::Walker;
use logic::TermId;
use symbolic::Symbolic;
use verdict::ClaimId;

/// The most paths to one alarm that are told.
const MOST_PATHS: usize = 1000;

/// The paths that were tried for an alarm, in order (Table 4).
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The alarm.
    pub claim: ClaimId,
    /// The paths.
    pub paths: Vec<TriedPath>,
    /// How many more there were.
    pub omitted: usize,
}

/// A path to an alarm.
#[derive(Clone, PartialEq, Debug)]
pub struct TriedPath {
    /// Its labels: the lines of the user's code.
    pub lines: Vec<Line>,
    /// Whether it starts where the program does; a suffix is told if it was pruned.
    pub is_whole: bool,
    /// The formula of the inputs with which it is taken into the violation.
    pub formula: String,
    /// Whether there is such an input.
    pub found: Found,
    /// How the formula came about, from the violation backward (Table 3).
    pub steps: Vec<WpStep>,
}

/// Whether a path has an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// These values, by the names of what takes them.
    Model(Vec<(String, u128, u32)>),
    /// None.
    NoModel,
    /// The solver could not tell.
    Unknown,
}

/// The formula before a label of a path.
#[derive(Clone, PartialEq, Debug)]
pub struct WpStep {
    /// The label.
    pub line: Line,
    /// The statement: the text of the line.
    pub statement: String,
    /// The formula before it.
    pub formula: String,
}

/// What was tried for an alarm; the last path has an input if `values` are its.
pub(super) fn explanation(
    walker: &mut Walker<'_>,
    claim: ClaimId,
    search: &Search,
    values: Option<&[u128]>,
) -> Explanation {
    let tried = search.tried.as_deref().unwrap_or_default();
    let told = tried.iter().take(MOST_PATHS);
    let last = tried.len().saturating_sub(1);
    let paths = told.enumerate().map(|(index, one)| {
        let values = values.filter(|_| index == last);
        path(walker, one, values)
    });
    Explanation {
        claim,
        paths: paths.collect(),
        omitted: tried.len().saturating_sub(MOST_PATHS),
    }
}

fn path(walker: &mut Walker<'_>, tried: &Tried, values: Option<&[u128]>) -> TriedPath {
    let trail = &tried.suffix.trail;
    let names = names(walker, trail);
    let found = match &tried.answer {
        Decided::NoModel => Found::NoModel,
        Decided::Unknown => Found::Unknown,
        Decided::Model(model) => {
            let inputs = trail.inputs();
            let named = names.iter().zip(&inputs).enumerate();
            let values = named.map(|(index, (name, input))| {
                let of_model = || super::oracle::value_of(&walker.terms, *input, model);
                let value = values.and_then(|values| values.get(index).copied());
                let width = walker.terms.width(*input);
                (name.clone(), value.unwrap_or_else(of_model), width)
            });
            Found::Model(values.collect())
        }
    };
    let symbolic = Symbolic::of(walker.program(), trail, &names);
    let formula = match &symbolic {
        Some(symbolic) => symbolic.at_start(),
        None => readable(walker, trail, &names, tried.suffix.formula),
    };
    TriedPath {
        lines: tried.lines(),
        is_whole: tried.is_whole,
        formula,
        found,
        steps: steps(walker, trail, &names, symbolic.as_ref()),
    }
}

/// The formula before each label, from the last to the first.
fn steps(
    walker: &mut Walker<'_>,
    trail: &Trail,
    names: &[String],
    symbolic: Option<&Symbolic<'_>>,
) -> Vec<WpStep> {
    let all: Vec<Step> = trail.iter().cloned().collect();
    let ends = all.iter().enumerate();
    let ends: Vec<(usize, Line)> = ends
        .filter_map(|(at, step)| Some((at, step.label?)))
        .collect();
    let mut told = Vec::new();
    for (index, (end, line)) in ends.iter().enumerate().rev() {
        // A label begins behind the end of the one before it, with its line.
        let behind = match index.checked_sub(1).and_then(|before| ends.get(before)) {
            Some((before, _)) => before + 1,
            None => 0,
        };
        let is_of_line = |at: &usize| {
            let step = &all[*at];
            let span = walker.program()[step.procedure][step.edge].span;
            Line::of(span) == Some(*line)
        };
        let first = (behind..=*end).find(is_of_line).unwrap_or(behind);
        let formula = match symbolic {
            Some(symbolic) => symbolic.before(first),
            None => readable(walker, trail, names, all[first].formula),
        };
        told.push(WpStep {
            line: *line,
            statement: statement(walker, *line),
            formula,
        });
    }
    told
}

/// The text of a line.
fn statement(walker: &Walker<'_>, line: Line) -> String {
    let file = walker.program().files.get(line.file);
    let text = file.and_then(|file| file.text.as_deref()).unwrap_or("");
    let text = text.lines().nth(line.number.saturating_sub(1) as usize);
    text.unwrap_or("").trim().to_string()
}

/// What to call the inputs of a path: the variable that takes the value, or the function that gives
/// it.
fn names(walker: &Walker<'_>, trail: &Trail) -> Vec<String> {
    let steps: Vec<_> = trail.iter().collect();
    let program = walker.program();
    let mut names: Vec<String> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        if step.input.is_none() {
            continue;
        }
        let procedure = &program[step.procedure];
        let ir::Op::Input { dest, source, .. } = &procedure[step.edge].op else {
            continue;
        };
        let next = steps.get(index + 1);
        let taken = next.and_then(|next| match &program[next.procedure][next.edge].op {
            ir::Op::Assign(to, ir::Expr::Local(from)) if from == dest => {
                procedure[*to].name.clone()
            }
            _ => None,
        });
        let name = taken.or_else(|| procedure[*dest].name.clone());
        let name = name.unwrap_or_else(|| source.name.clone()).to_string();
        let same = names
            .iter()
            .filter(|other| other.split('#').next() == Some(&name))
            .count();
        names.push(match same {
            0 => name,
            more => format!("{name}#{}", more + 1),
        });
    }
    names
}

/// A formula with the names of variables as the user wrote them.
fn readable(walker: &mut Walker<'_>, trail: &Trail, names: &[String], formula: TermId) -> String {
    let mut map = rustc_hash::FxHashMap::default();
    for (input, name) in trail.inputs().iter().zip(names) {
        let sort = walker.terms.sort(*input);
        let shown = walker.terms.var(name, sort);
        map.insert(*input, shown);
    }
    for variable in walker.terms.free_vars(&[formula]) {
        let name = walker.terms.var_name(variable).unwrap_or("").to_string();
        if let Some((plain, _)) = name.split_once('!')
            && !map.contains_key(&variable)
        {
            let sort = walker.terms.sort(variable);
            let shown = walker.terms.var(plain, sort);
            map.insert(variable, shown);
        }
    }
    let shown = walker.terms.substitute(formula, &map);
    walker.terms.to_human(shown)
}
