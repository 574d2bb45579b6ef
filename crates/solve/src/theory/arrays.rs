//! Reads followed through arrays as a model has them.

use logic::{Assignment, Bits, Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{BitModel, Relevant, Theory, array_value, value_of};
use crate::blast::Blaster;
use crate::gates::Edge;
use crate::words::{self, Word};

pub(super) fn refine(
    theory: &mut Theory,
    terms: &Terms,
    blaster: &mut Blaster,
    relevant: &Relevant,
    model: &mut dyn BitModel,
    assignment: &mut Assignment,
) -> Vec<Edge> {
    let mut walk = Walk {
        theory,
        terms,
        blaster,
        model,
        neighbours: FxHashMap::default(),
        assumed: FxHashMap::default(),
        seen: FxHashMap::default(),
        pending: Vec::new(),
        lemmas: Vec::new(),
    };
    walk.connect(relevant);
    walk.seed(relevant);
    walk.run();
    let defaults = walk.defaults(relevant);
    if walk.lemmas.is_empty() {
        walk.assign(relevant, &defaults, assignment);
    }
    walk.lemmas
}

/// A read of an array: the element at `index` is `value`.
#[derive(Clone)]
struct Read {
    array: TermId,
    index: Word,
    value: Word,
}

struct Walk<'a> {
    theory: &'a mut Theory,
    terms: &'a Terms,
    blaster: &'a mut Blaster,
    model: &'a mut dyn BitModel,
    /// For arrays that an equality may relate to others: the stores and
    /// conditionals made of them, and the equalities that they are in.
    neighbours: FxHashMap<TermId, Vec<TermId>>,
    /// Values of words that are younger than the model: what the lemma that
    /// introduces them will make them.
    assumed: FxHashMap<Word, Bits>,
    seen: FxHashMap<(TermId, Bits), Read>,
    pending: Vec<Read>,
    lemmas: Vec<Edge>,
}

impl Walk<'_> {
    /// Finds the ways upwards, from arrays to those made of them. They only
    /// matter below equalities: every other read finds what it needs further down.
    fn connect(&mut self, relevant: &Relevant) {
        let mut below: FxHashSet<TermId> = FxHashSet::default();
        for &t in relevant.terms.iter().rev() {
            match (self.terms.op(t), self.terms.args(t)) {
                (Op::Eq, &[a, b]) => {
                    below.extend([a, b]);
                    for side in [a, b] {
                        self.neighbours.entry(side).or_default().push(t);
                    }
                }
                (Op::Store, &[a, ..]) if below.contains(&t) => {
                    below.insert(a);
                    self.neighbours.entry(a).or_default().push(t);
                }
                (Op::Ite, &[_, a, b]) if below.contains(&t) => {
                    below.extend([a, b]);
                    for side in [a, b] {
                        self.neighbours.entry(side).or_default().push(t);
                    }
                }
                _ => {}
            }
        }
    }

    fn seed(&mut self, relevant: &Relevant) {
        for &t in &relevant.terms {
            match (self.terms.op(t), self.terms.args(t)) {
                (Op::Select, &[array, index]) => {
                    let (index, value) = (self.word(index), self.word(t));
                    self.pending.push(Read {
                        array,
                        index,
                        value,
                    });
                }
                (Op::Store, &[_, index, element]) if self.related(t) => {
                    let (index, value) = (self.word(index), self.word(element));
                    self.pending.push(Read {
                        array: t,
                        index,
                        value,
                    });
                }
                (Op::Eq, &[a, b]) if !self.holds(t) => {
                    let Some(index) = self.theory.witnesses.get(&t).cloned() else {
                        continue;
                    };
                    for array in [a, b] {
                        let value = self.theory.read(self.terms, self.blaster, array, &index).0;
                        self.pending.push(Read {
                            array,
                            index: index.clone(),
                            value,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether an equality may carry reads of `t` elsewhere.
    fn related(&self, t: TermId) -> bool {
        self.neighbours.contains_key(&t)
    }

    fn run(&mut self) {
        while let Some(read) = self.pending.pop() {
            let at = self.value(&read.index);
            if let Some(other) = self.seen.get(&(read.array, at.clone())).cloned() {
                if self.value(&other.value) != self.value(&read.value) {
                    let same_index = self.blaster.gates.eq_word(&read.index, &other.index);
                    self.lemma(&[same_index], &read.value, &other.value);
                }
                continue;
            }
            self.seen.insert((read.array, at.clone()), read.clone());
            self.descend(&read, &at);
            self.ascend(&read, &at);
        }
    }

    /// From an array to what it is made of.
    fn descend(&mut self, read: &Read, at: &Bits) {
        match (self.terms.op(read.array), self.terms.args(read.array)) {
            (Op::Store, &[array, index, element]) => {
                let index = self.word(index);
                let same = self.blaster.gates.eq_word(&index, &read.index);
                if self.value(&index) == *at {
                    let element = self.word(element);
                    self.require(&[same], &read.value, &element);
                } else {
                    self.carry(read, array, &[!same]);
                }
            }
            (Op::Ite, &[condition, a, b]) => {
                let edge = self.word(condition)[0];
                if self.holds(condition) {
                    self.carry(read, a, &[edge]);
                } else {
                    self.carry(read, b, &[!edge]);
                }
            }
            (Op::ConstArray(_), &[element]) => {
                let element = self.word(element);
                self.require(&[], &read.value, &element);
            }
            _ => {}
        }
    }

    /// From an array to those made of it or equal to it.
    fn ascend(&mut self, read: &Read, at: &Bits) {
        for t in self
            .neighbours
            .get(&read.array)
            .cloned()
            .unwrap_or_default()
        {
            match (self.terms.op(t), self.terms.args(t)) {
                (Op::Eq, &[a, b]) if self.holds(t) => {
                    let edge = self.word(t)[0];
                    let other = if read.array == a { b } else { a };
                    self.carry(read, other, &[edge]);
                }
                (Op::Store, &[_, index, _]) => {
                    let index = self.word(index);
                    if self.value(&index) != *at {
                        let same = self.blaster.gates.eq_word(&index, &read.index);
                        self.carry(read, t, &[!same]);
                    }
                }
                (Op::Ite, &[condition, a, b]) => {
                    let edge = self.word(condition)[0];
                    let holds = self.holds(condition);
                    if holds && a == read.array {
                        self.carry(read, t, &[edge]);
                    } else if !holds && b == read.array {
                        self.carry(read, t, &[!edge]);
                    }
                }
                _ => {}
            }
        }
    }

    /// The same read of another array, which has the same value under `premises`.
    fn carry(&mut self, read: &Read, array: TermId, premises: &[Edge]) {
        let (value, new) = self
            .theory
            .read(self.terms, self.blaster, array, &read.index);
        if new {
            let bits = self.value(&read.value);
            self.assumed.insert(value.clone(), bits);
            self.lemma(premises, &read.value, &value);
        } else {
            self.require(premises, &read.value, &value);
        }
        self.pending.push(Read {
            array,
            index: read.index.clone(),
            value,
        });
    }

    /// A lemma, unless the model satisfies it.
    fn require(&mut self, premises: &[Edge], a: &[Edge], b: &[Edge]) {
        if self.value(a) != self.value(b) {
            self.lemma(premises, a, b);
        }
    }

    fn lemma(&mut self, premises: &[Edge], a: &[Edge], b: &[Edge]) {
        let premise = self.blaster.gates.and_all(premises);
        let same = self.blaster.gates.eq_word(a, b);
        self.lemmas.push(self.blaster.gates.or(!premise, same));
    }

    fn word(&mut self, t: TermId) -> Word {
        self.blaster.word(self.terms, t).to_vec()
    }

    fn value(&mut self, word: &[Edge]) -> Bits {
        match self.assumed.get(word) {
            Some(bits) => bits.clone(),
            None => value_of(self.model, word),
        }
    }

    fn holds(&mut self, t: TermId) -> bool {
        let word = self.word(t);
        self.value(&word).is_one()
    }

    /// The element that each array has at all indices that no read mentions, by
    /// the representative of the arrays that must share it. Two constant arrays
    /// that would have to share different ones are read where they differ.
    fn defaults(&mut self, relevant: &Relevant) -> FxHashMap<TermId, Bits> {
        let mut classes = Classes::default();
        for &t in &relevant.terms {
            match (self.terms.op(t), self.terms.args(t)) {
                (Op::Store, &[a, ..]) => classes.join(t, a),
                (Op::Ite, &[c, a, b]) => {
                    let side = if self.holds(c) { a } else { b };
                    classes.join(t, side);
                }
                (Op::Eq, &[a, b]) if self.holds(t) => classes.join(a, b),
                _ => {}
            }
        }
        let mut constants: FxHashMap<TermId, (TermId, Bits)> = FxHashMap::default();
        for &t in &relevant.terms {
            let (Op::ConstArray(index), &[element]) = (self.terms.op(t), self.terms.args(t)) else {
                continue;
            };
            let word = self.word(element);
            let bits = self.value(&word);
            let class = classes.find(t);
            match constants.get(&class) {
                Some((other, default)) if *default != bits => {
                    let arrays = [*other, t];
                    self.read_elsewhere(arrays, index);
                }
                Some(_) => {}
                None => {
                    constants.insert(class, (t, bits));
                }
            }
        }
        let mut defaults = FxHashMap::default();
        for &t in &relevant.terms {
            if let Some((_, default)) = constants.get(&classes.find(t)) {
                defaults.insert(t, default.clone());
            }
        }
        defaults
    }

    /// Reads two arrays that cannot share their default: at an index that nothing
    /// has mentioned, or, where there is none, at all indices.
    fn read_elsewhere(&mut self, arrays: [TermId; 2], index: u32) {
        let mentioned: FxHashSet<&Bits> = self.seen.keys().map(|(_, at)| at).collect();
        let candidates: Vec<Bits> = (0..=mentioned.len() as u128)
            .take_while(|i| index >= 64 || i >> index == 0)
            .map(|i| Bits::new(index, i))
            .collect();
        let free = candidates.iter().find(|at| !mentioned.contains(at));
        let chosen = free.map_or(candidates.clone(), |at| vec![at.clone()]);
        for at in chosen {
            let word = words::constant(&at);
            for array in arrays {
                let (value, _) = self.theory.read(self.terms, self.blaster, array, &word);
                self.pending.push(Read {
                    array,
                    index: word.clone(),
                    value,
                });
            }
        }
        self.run();
    }

    fn assign(
        &mut self,
        relevant: &Relevant,
        defaults: &FxHashMap<TermId, Bits>,
        assignment: &mut Assignment,
    ) {
        let mut entries: FxHashMap<TermId, Vec<(Bits, Bits)>> = FxHashMap::default();
        let reads: Vec<(TermId, Bits, Word)> = self
            .seen
            .iter()
            .map(|((t, at), r)| (*t, at.clone(), r.value.clone()))
            .collect();
        for (array, at, word) in reads {
            let element = self.value(&word);
            entries.entry(array).or_default().push((at, element));
        }
        for &t in &relevant.terms {
            let (Op::Var(_), Sort::Array { index, element }) =
                (self.terms.op(t), self.terms.sort(t))
            else {
                continue;
            };
            let default = defaults
                .get(&t)
                .cloned()
                .unwrap_or_else(|| Bits::zero(element));
            let entries = entries.get(&t).map_or(&[][..], Vec::as_slice);
            assignment
                .variables
                .insert(t, array_value(index, default, entries));
        }
    }
}

/// Disjoint sets of arrays.
#[derive(Default)]
struct Classes {
    parent: FxHashMap<TermId, TermId>,
}

impl Classes {
    fn find(&self, mut t: TermId) -> TermId {
        while let Some(&parent) = self.parent.get(&t) {
            t = parent;
        }
        t
    }

    fn join(&mut self, a: TermId, b: TermId) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent.insert(a.max(b), a.min(b));
        }
    }
}
