//! Exists-forall queries by counterexample-guided instantiation.
//!
//! Is there a value of `x` such that `formula` holds for every value of `y`? One
//! solver proposes an `x` that works for all `y` seen so far, another looks for a
//! `y` on which it fails, and the formula instantiated with that `y` constrains
//! the next proposal. Over finite domains this ends.

use logic::{Assignment, Bits, Function, FunctionValue, Op, Sort, TermId, Terms, Value};
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

/// Decides whether the free variables of `formula`, save `universal`, and its
/// functions have values that make it true for all values of `universal`.
pub fn exists_forall(
    terms: &mut Terms,
    formula: TermId,
    universal: &[TermId],
    limits: &Limits,
) -> ExistsForall {
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
        let claim = interpret(terms, refutation, &fixed, &proposal);
        match refuter.check_assuming(terms, &[claim]) {
            Answer::Unsat => {
                let mut witness = Assignment {
                    functions: proposal.functions.clone(),
                    ..Assignment::new()
                };
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
                proposer.assert(instance);
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

/// `root` with variables replaced and functions as `model` has them.
fn interpret(
    terms: &mut Terms,
    root: TermId,
    variables: &FxHashMap<TermId, TermId>,
    model: &Assignment,
) -> TermId {
    let mut known: FxHashMap<TermId, TermId> = variables.clone();
    for term in terms.subterms(&[root]) {
        if known.contains_key(&term) {
            continue;
        }
        let args: Vec<TermId> = terms.args(term).iter().map(|a| known[a]).collect();
        let image = match terms.op(term) {
            Op::Apply(f) => look_up(terms, f, &args, model.functions.get(&f)),
            op if args.is_empty() => {
                debug_assert!(matches!(op, Op::Var(_) | Op::Value(_)));
                term
            }
            op => terms.build(op, &args),
        };
        known.insert(term, image);
    }
    known[&root]
}

/// The result of a function on arguments, by cases.
fn look_up(
    terms: &mut Terms,
    function: Function,
    args: &[TermId],
    value: Option<&FunctionValue>,
) -> TermId {
    let range = terms.function(function).range;
    let default = value.map_or(Value::default_of(range), |v| Value::Bits(v.default.clone()));
    let mut result = match default {
        Value::Bits(bits) => terms.value(range, bits),
        // Functions have no arrays as results.
        Value::Array(_) => return terms.apply(function, args),
    };
    for (key, row) in value.iter().flat_map(|v| &v.table) {
        let mut here = TermId::TRUE;
        for (&arg, bits) in args.iter().zip(key) {
            let bits = terms.value(terms.sort(arg), bits.clone());
            let same = terms.eq(arg, bits);
            here = terms.and(here, same);
        }
        let row = terms.value(range, row.clone());
        result = terms.ite(here, row, result);
    }
    result
}
