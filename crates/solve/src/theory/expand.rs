//! Reads written out ahead of the search.
//!
//! A read through a short chain of stores is better told to the SAT solver at
//! once, as a choice between the elements stored and a read of what is below,
//! than found out lemma by lemma. What would be too large is left to refinement.

use logic::{Op, Sort, TermId, Terms};

use super::Theory;
use crate::blast::Blaster;
use crate::gates::Edge;
use crate::words::Word;

/// How many reads are written out in the life of a solver.
const MOST_READS: usize = 20_000;

/// How many reads of one array variable are compared with each other.
const MOST_COMPARED: usize = 40;

/// Among how many indices equality is said to be transitive.
const MOST_RELATED: usize = 24;

impl Theory {
    /// The element of `array` at `index`, and into `axioms` what holds of it.
    pub(super) fn expand(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        array: TermId,
        index: &[Edge],
        axioms: &mut Vec<Edge>,
    ) -> Word {
        let mut stack = vec![array];
        while let Some(&a) = stack.last() {
            if self.reads.contains_key(&(a, index.to_vec())) {
                stack.pop();
                continue;
            }
            let below = self.unread(terms, blaster, a, index);
            if below.is_empty() {
                let value = self.element(terms, blaster, a, index, axioms);
                self.reads.insert((a, index.to_vec()), value);
                stack.pop();
            } else {
                stack.extend(below);
            }
        }
        self.known_read(array, index)
    }

    fn known_read(&self, array: TermId, index: &[Edge]) -> Word {
        self.reads
            .get(&(array, index.to_vec()))
            .cloned()
            .unwrap_or_default()
    }

    /// The arrays whose elements that of `array` depends on and that are not read yet.
    fn unread(
        &self,
        terms: &Terms,
        blaster: &mut Blaster,
        array: TermId,
        index: &[Edge],
    ) -> Vec<TermId> {
        if self.reads.len() >= MOST_READS {
            return Vec::new();
        }
        let mut below = match (terms.op(array), terms.args(array)) {
            (Op::Store, &[a, i, _]) => {
                let i = blaster.word(terms, i).to_vec();
                if blaster.gates.eq_word(&i, index) == Edge::TRUE {
                    vec![]
                } else {
                    vec![a]
                }
            }
            (Op::Ite, &[_, a, b]) => vec![a, b],
            _ => vec![],
        };
        below.retain(|&a| !self.reads.contains_key(&(a, index.to_vec())));
        below
    }

    /// The element of an array when those of the arrays that it is made of are known.
    fn element(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        array: TermId,
        index: &[Edge],
        axioms: &mut Vec<Edge>,
    ) -> Word {
        let within = self.reads.len() < MOST_READS;
        match (terms.op(array), terms.args(array)) {
            (Op::Store, &[a, i, e]) if within => {
                let (i, e) = (
                    blaster.word(terms, i).to_vec(),
                    blaster.word(terms, e).to_vec(),
                );
                let same = blaster.gates.eq_word(&i, index);
                if same == Edge::TRUE {
                    return e;
                }
                let below = self.known_read(a, index);
                blaster.gates.mux_word(same, &e, &below)
            }
            (Op::Ite, &[c, a, b]) if within => {
                let c = blaster.edge(terms, c);
                let (a, b) = (self.known_read(a, index), self.known_read(b, index));
                blaster.gates.mux_word(c, &a, &b)
            }
            (Op::ConstArray(_), &[e]) => blaster.word(terms, e).to_vec(),
            _ => {
                let width = match terms.sort(array) {
                    Sort::Array { element, .. } => element,
                    _ => 0,
                };
                let value = blaster.gates.inputs(width);
                if matches!(terms.op(array), Op::Var(_)) {
                    self.compare(blaster, array, index, &value, axioms);
                }
                value
            }
        }
    }

    /// Reads of one variable at equal indices are equal.
    fn compare(
        &mut self,
        blaster: &mut Blaster,
        variable: TermId,
        index: &[Edge],
        value: &[Edge],
        axioms: &mut Vec<Edge>,
    ) {
        let others = self.compared.entry(variable).or_default();
        if others.len() >= MOST_COMPARED {
            return;
        }
        relate(blaster, index, others, axioms);
        for (other_index, other_value) in others.iter() {
            let same_index = blaster.gates.eq_word(index, other_index);
            let same_value = blaster.gates.eq_word(value, other_value);
            axioms.push(blaster.gates.or(!same_index, same_value));
        }
        others.push((index.to_vec(), value.to_vec()));
    }
}

/// Equality of an index with others is transitive. That is implied, but hard to
/// see bit by bit.
fn relate(blaster: &mut Blaster, index: &[Edge], others: &[(Word, Word)], axioms: &mut Vec<Edge>) {
    if others.len() >= MOST_RELATED {
        return;
    }
    let g = &mut blaster.gates;
    for (i, (a, _)) in others.iter().enumerate() {
        for (b, _) in &others[..i] {
            let (with_a, with_b, ab) = (g.eq_word(index, a), g.eq_word(index, b), g.eq_word(a, b));
            for (x, y, z) in [
                (with_a, with_b, ab),
                (with_a, ab, with_b),
                (with_b, ab, with_a),
            ] {
                let both = g.and(x, y);
                axioms.push(g.or(!both, z));
            }
        }
    }
}
