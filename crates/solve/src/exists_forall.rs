//! Exists-forall queries by counterexample-guided instantiation.
//!
//! Is there a value of `x` such that `formula` holds for every value of `y`? One
//! solver proposes an `x` that works for all `y` seen so far, another looks for a
//! `y` on which it fails, and the formula instantiated with that `y` constrains
//! the next proposal. Over finite domains this ends.

use logic::{Assignment, Bits, Sort, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use crate::sat::{Answer, Limits};
use crate::solver::Solver;

/// The answer to an exists-forall query.
#[derive(Clone, PartialEq, Debug)]
pub enum ExistsForall {
    /// Values of the other variables that make the formula hold everywhere.
    Sat(Assignment),
    /// There are none. Each assignment of the universal variables rules some out,
    /// and together they rule out all.
    Unsat(Vec<Assignment>),
    /// Stopped by the limits.
    Unknown,
}

/// Decides whether the free variables of `formula`, save `universal`, have values
/// that make it true for all values of `universal`. Formulas with uninterpreted
/// functions are not decided.
pub fn exists_forall(
    terms: &mut Terms,
    formula: TermId,
    universal: &[TermId],
    limits: &Limits,
) -> ExistsForall {
    if !terms.functions_in(&[formula]).is_empty() {
        return ExistsForall::Unknown;
    }
    let existential: Vec<TermId> = terms
        .free_vars(&[formula])
        .into_iter()
        .filter(|v| !universal.contains(v))
        .collect();
    let refutation = terms.not(formula);
    let (mut proposer, mut refuter) = (Solver::new(), Solver::new());
    proposer.set_limits(limits.clone());
    refuter.set_limits(limits.clone());
    let mut instances = Vec::new();
    loop {
        let proposal = match proposer.check(terms) {
            Answer::Sat => proposer.model().cloned().unwrap_or_default(),
            Answer::Unsat => return ExistsForall::Unsat(instances),
            Answer::Unknown => return ExistsForall::Unknown,
        };
        let fixed = constants(terms, &existential, &proposal);
        let claim = terms.substitute(refutation, &fixed);
        match refuter.check_assuming(terms, &[claim]) {
            Answer::Unsat => {
                let mut witness = Assignment::new();
                for &variable in &existential {
                    let value = value_of(terms, variable, &proposal);
                    witness.variables.insert(variable, value);
                }
                return ExistsForall::Sat(witness);
            }
            Answer::Unknown => return ExistsForall::Unknown,
            Answer::Sat => {
                let counterexample = refuter.model().cloned().unwrap_or_default();
                let instance = constants(terms, universal, &counterexample);
                let instance = terms.substitute(formula, &instance);
                proposer.assert(terms, instance);
                instances.push(counterexample);
            }
        }
    }
}

fn value_of(terms: &Terms, variable: TermId, model: &Assignment) -> Value {
    let value = model.variables.get(&variable).cloned();
    value.unwrap_or_else(|| Value::default_of(terms.sort(variable)))
}

/// Variables mapped to their values as terms.
fn constants(
    terms: &mut Terms,
    variables: &[TermId],
    model: &Assignment,
) -> FxHashMap<TermId, TermId> {
    let mut map = FxHashMap::default();
    for &variable in variables {
        let term = constant(terms, variable, &value_of(terms, variable, model));
        map.insert(variable, term);
    }
    map
}

/// A value as a term of the sort of `like`.
fn constant(terms: &mut Terms, like: TermId, value: &Value) -> TermId {
    match value {
        Value::Bits(bits) => terms.value(terms.sort(like), bits.clone()),
        Value::Array(array) => {
            let mut bv = |bits: &Bits| terms.value(Sort::Bv(bits.width()), bits.clone());
            let default = bv(array.default_element());
            let entries: Vec<(TermId, TermId)> =
                array.entries().map(|(i, e)| (bv(i), bv(e))).collect();
            let constant = terms.const_array(array.index_width(), default);
            entries
                .into_iter()
                .fold(constant, |a, (i, e)| terms.store(a, i, e))
        }
    }
}
