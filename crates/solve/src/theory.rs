//! Arrays and uninterpreted functions, by lemmas on demand.
//!
//! The blaster leaves reads, applications and equalities of arrays free. Reads
//! through few stores are written out before the search ([`expand`]). After
//! each model of the SAT solver, [`Theory::refine`] follows every read through
//! stores, conditionals and equalities as the model has them, and returns an
//! instance of an axiom for each step that the model gets wrong. Such lemmas
//! are valid and stay for good. When there is nothing left to object to, the
//! model extends to the arrays and functions.

mod arrays;
mod expand;

use logic::{ArrayValue, Assignment, Bits, FunctionValue, Op, Sort, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

use crate::blast::Blaster;
use crate::gates::Edge;
use crate::words::Word;

/// The values that a model of the SAT solver gives to edges.
pub(crate) trait BitModel {
    /// The value of an edge, if it has been given clauses.
    fn bit(&mut self, edge: Edge) -> Option<bool>;
}

/// What the lemmas need to be remembered between refinements.
#[derive(Debug, Default)]
pub(crate) struct Theory {
    /// Theory terms below a root, by root.
    below: FxHashMap<TermId, Arc<[TermId]>>,
    /// The value word of a read of an array at an index word.
    reads: FxHashMap<(TermId, Word), Word>,
    /// For each equality of arrays, an index where they differ unless it holds.
    witnesses: FxHashMap<TermId, Word>,
    /// Reads that have been written out.
    expanded: FxHashSet<TermId>,
    /// Indices and values at which each array variable has been read.
    compared: FxHashMap<TermId, Vec<(Word, Word)>>,
}

/// The theory terms that matter for one check.
#[derive(Debug, Default)]
pub(crate) struct Relevant {
    /// Reads, applications, and everything of array sort, arguments first.
    terms: Vec<TermId>,
}

impl Relevant {
    pub(crate) fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

impl Theory {
    /// The theory terms below `roots`.
    pub(crate) fn relevant(
        &mut self,
        terms: &Terms,
        roots: impl Iterator<Item = TermId>,
    ) -> Relevant {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        for root in roots {
            let below = self.below.entry(root).or_insert_with(|| {
                let mut below = terms.subterms(&[root]);
                below.retain(|&t| is_theory_term(terms, t));
                below.into()
            });
            seen.extend(below.iter());
        }
        let mut terms: Vec<TermId> = seen.into_iter().collect();
        terms.sort_unstable();
        Relevant { terms }
    }

    /// Edges that have to have clauses before the SAT solver runs, so that the
    /// model speaks about everything that a refinement looks at; and axioms that
    /// are needed in any case.
    pub(crate) fn prepare(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        relevant: &Relevant,
    ) -> (Vec<Edge>, Vec<Edge>) {
        let (mut watched, mut axioms) = (Vec::new(), Vec::new());
        for &t in &relevant.terms {
            watched.extend_from_slice(blaster.word(terms, t));
            for &arg in terms.args(t) {
                watched.extend_from_slice(blaster.word(terms, arg));
            }
            match (terms.op(t), terms.args(t)) {
                (Op::Select, &[array, index]) if self.expanded.insert(t) => {
                    let index = blaster.word(terms, index).to_vec();
                    let value = blaster.word(terms, t).to_vec();
                    let element = self.expand(terms, blaster, array, &index, &mut axioms);
                    axioms.push(blaster.gates.eq_word(&element, &value));
                }
                (Op::Eq, &[a, b]) if !self.witnesses.contains_key(&t) => {
                    let Sort::Array { index, .. } = terms.sort(a) else {
                        continue;
                    };
                    let witness = blaster.gates.inputs(index);
                    let x = self.expand(terms, blaster, a, &witness, &mut axioms);
                    let y = self.expand(terms, blaster, b, &witness, &mut axioms);
                    let same = blaster.gates.eq_word(&x, &y);
                    let equal = blaster.edge(terms, t);
                    axioms.push(blaster.gates.or(equal, !same));
                    watched.extend(witness.iter().chain(&x).chain(&y));
                    self.witnesses.insert(t, witness);
                }
                _ => {}
            }
        }
        watched.retain(|e| e.as_constant().is_none());
        (watched, axioms)
    }

    /// The value word of a read, and whether it is new.
    fn read(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        array: TermId,
        index: &[Edge],
    ) -> (Word, bool) {
        let key = (array, index.to_vec());
        if let Some(value) = self.reads.get(&key) {
            return (value.clone(), false);
        }
        let element = match terms.sort(array) {
            Sort::Array { element, .. } => element,
            _ => 0,
        };
        let value = blaster.gates.inputs(element);
        self.reads.insert(key, value.clone());
        (value, true)
    }

    /// Axioms that the model violates; none if it extends to arrays and functions,
    /// which are then in the assignment.
    pub(crate) fn refine(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        relevant: &Relevant,
        model: &mut dyn BitModel,
        assignment: &mut Assignment,
    ) -> Vec<Edge> {
        let mut lemmas = functions(terms, blaster, relevant, model, assignment);
        lemmas.extend(arrays::refine(
            self, terms, blaster, relevant, model, assignment,
        ));
        lemmas
    }
}

fn is_theory_term(terms: &Terms, t: TermId) -> bool {
    let is_array = |t: TermId| matches!(terms.sort(t), Sort::Array { .. });
    match terms.op(t) {
        Op::Apply(_) | Op::Select => true,
        Op::Eq => terms.args(t).first().is_some_and(|&a| is_array(a)),
        _ => is_array(t),
    }
}

/// The value of a word; bits that the model does not know are false.
fn value_of(model: &mut dyn BitModel, word: &[Edge]) -> Bits {
    let bools: Vec<bool> = word
        .iter()
        .map(|&e| e.as_constant().or_else(|| model.bit(e)).unwrap_or(false))
        .collect();
    Bits::from_bools(&bools)
}

/// Applications of one function to equal arguments have equal results.
fn functions(
    terms: &Terms,
    blaster: &mut Blaster,
    relevant: &Relevant,
    model: &mut dyn BitModel,
    assignment: &mut Assignment,
) -> Vec<Edge> {
    let mut lemmas = Vec::new();
    let mut first: FxHashMap<(logic::Function, Vec<Bits>), TermId> = FxHashMap::default();
    for &t in &relevant.terms {
        let Op::Apply(f) = terms.op(t) else { continue };
        let arg_words: Vec<Word> = terms
            .args(t)
            .iter()
            .map(|&a| blaster.word(terms, a).to_vec())
            .collect();
        let args: Vec<Bits> = arg_words.iter().map(|w| value_of(model, w)).collect();
        let word = blaster.word(terms, t).to_vec();
        let result = value_of(model, &word);
        let range = terms.function(f).range;
        let table = assignment
            .functions
            .entry(f)
            .or_insert_with(|| FunctionValue {
                table: FxHashMap::default(),
                default: Bits::zero(range.bits().unwrap_or(1)),
            });
        match first.get(&(f, args.clone())) {
            None => {
                table.table.insert(args.clone(), result);
                first.insert((f, args), t);
            }
            Some(&other) if table.table.get(&args) != Some(&result) => {
                let other_word = blaster.word(terms, other).to_vec();
                let mut premises = Vec::new();
                for (word, &arg) in arg_words.iter().zip(terms.args(other)) {
                    let other_arg = blaster.word(terms, arg).to_vec();
                    premises.push(blaster.gates.eq_word(word, &other_arg));
                }
                let same = blaster.gates.eq_word(&word, &other_word);
                let premise = blaster.gates.and_all(&premises);
                lemmas.push(blaster.gates.or(!premise, same));
            }
            Some(_) => {}
        }
    }
    lemmas
}

fn array_value(index: u32, default: Bits, entries: &[(Bits, Bits)]) -> Value {
    let mut array = ArrayValue::constant(index, default);
    for (index, element) in entries {
        array.set(index.clone(), element.clone());
    }
    Value::Array(Arc::new(array))
}
