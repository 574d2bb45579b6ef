//! Bit-blasting: from terms to gates, each term once for the life of the blaster.
//!
//! Reads of arrays, applications of functions and equalities of arrays become
//! free inputs here; the solver gives them their meaning by lemmas.

mod float;
mod sum;

use logic::{FloatFormat, Op, RoundingMode, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::gates::{Edge, Gates};
use crate::sat::Limits;
use crate::words::{self, Direction, Word};
use sum::Addend;

/// Words of gates for terms.
#[derive(Debug, Default)]
pub struct Blaster {
    /// The graph that the words are made of.
    pub gates: Gates,
    /// Where the edges of a term are in `pool`, by the index of the term.
    ranges: Vec<Option<(u32, u32)>>,
    pool: Vec<Edge>,
    /// Free inputs behind variables of sorts whose bits are restricted.
    raw: FxHashMap<TermId, Word>,
    definitions: FxHashMap<TermId, TermId>,
}

/// How many gates are built between looks at the limits.
const STRIDE: usize = 10_000;

/// How many terms are looked at to see that a definition is not circular.
const MOST_LOOKED_AT: usize = 1000;

impl Blaster {
    /// A blaster that has seen no term yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            gates: Gates::new(),
            ..Self::default()
        }
    }

    /// Builds the gates of a term; whether all of them are there when the limits end that.
    pub fn build_within(&mut self, terms: &Terms, term: TermId, limits: &Limits) -> bool {
        self.known(term).is_some() || self.blast(terms, term, limits)
    }

    /// The edges of a term, least significant first; none for arrays.
    pub fn word(&mut self, terms: &Terms, term: TermId) -> &[Edge] {
        self.build_within(terms, term, &Limits::default());
        self.known(term).unwrap_or(&[])
    }

    /// The edge of a Boolean term.
    pub fn edge(&mut self, terms: &Terms, term: TermId) -> Edge {
        self.word(terms, term)
            .first()
            .copied()
            .unwrap_or(Edge::FALSE)
    }

    /// The edges of a term that has been blasted.
    #[must_use]
    pub fn known(&self, term: TermId) -> Option<&[Edge]> {
        let (start, len) = self.ranges.get(term.index()).copied().flatten()?;
        Some(&self.pool[start as usize..][..len as usize])
    }

    /// The free inputs behind a variable: its bits, before those that stand for
    /// no value of its sort are mapped to ones that do.
    #[must_use]
    pub fn inputs(&self, variable: TermId) -> Option<&[Edge]> {
        self.raw
            .get(&variable)
            .map(Vec::as_slice)
            .or_else(|| self.known(variable))
    }

    /// Makes a variable the same word as a term, from now on and for good. That is
    /// refused where it is too late, or where the term may depend on the variable.
    pub fn define(&mut self, terms: &Terms, variable: TermId, term: TermId) -> bool {
        let is_free = matches!(terms.op(variable), Op::Var(_))
            && terms.sort(variable).bits().is_some()
            && self.known(variable).is_none()
            && !self.definitions.contains_key(&variable);
        if !is_free || self.may_depend(terms, term, variable) {
            return false;
        }
        self.definitions.insert(variable, term);
        true
    }

    /// What a variable was defined as.
    #[must_use]
    pub fn definition(&self, variable: TermId) -> Option<TermId> {
        self.definitions.get(&variable).copied()
    }

    fn may_depend(&self, terms: &Terms, term: TermId, variable: TermId) -> bool {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(t) = stack.pop() {
            if t == variable || seen.len() > MOST_LOOKED_AT {
                return true;
            }
            // What has a word depends on nothing that has none.
            if self.known(t).is_none() && seen.insert(t) {
                stack.extend(self.arguments(terms, t));
            }
        }
        false
    }

    /// The terms that the word of a term is made of.
    fn arguments<'a>(&'a self, terms: &'a Terms, term: TermId) -> &'a [TermId] {
        match self.definitions.get(&term) {
            Some(definition) => std::slice::from_ref(definition),
            None => terms.args(term),
        }
    }

    fn blast(&mut self, terms: &Terms, root: TermId, limits: &Limits) -> bool {
        if self.ranges.len() < terms.len() {
            self.ranges.resize(terms.len(), None);
        }
        let uses = self.uses(terms, root);
        let mut stack = vec![root];
        let mut look_at = self.gates.len() + STRIDE;
        while let Some(&term) = stack.last() {
            if self.ranges[term.index()].is_some() {
                stack.pop();
                continue;
            }
            if self.gates.len() >= look_at {
                look_at = self.gates.len() + STRIDE;
                if limits.exceeded() {
                    return false;
                }
            }
            let addends = self.addends(terms, term, &uses);
            let mut operands: Vec<TermId> = match &addends {
                Some(addends) => addends.iter().flat_map(Addend::factors).collect(),
                None => self.arguments(terms, term).to_vec(),
            };
            operands.retain(|a| self.ranges[a.index()].is_none());
            if operands.is_empty() {
                let word = match addends {
                    Some(addends) => self.sum(terms.width(term), &addends),
                    None => self.build(terms, term),
                };
                let range = (self.pool.len() as u32, word.len() as u32);
                self.pool.extend(word);
                self.ranges[term.index()] = Some(range);
                stack.pop();
            }
            stack.extend(operands);
        }
        true
    }

    fn build(&mut self, terms: &Terms, term: TermId) -> Word {
        let sort = terms.sort(term);
        let Some(width) = sort.bits() else {
            return Vec::new();
        };
        if let Some(bits) = terms.as_value(term) {
            return words::constant(bits);
        }
        if let Some(definition) = self.definition(term) {
            return self.known(definition).unwrap_or(&[]).to_vec();
        }
        let op = terms.op(term);
        let args: Vec<Word> = terms
            .args(term)
            .iter()
            .map(|&a| self.known(a).unwrap_or(&[]).to_vec())
            .collect();
        let args: Vec<&[Edge]> = args.iter().map(Vec::as_slice).collect();
        match (op, args.as_slice()) {
            (Op::Var(_) | Op::Apply(_) | Op::Select, _) => self.free(term, sort, width),
            (Op::Eq, [[], []]) => self.gates.inputs(1),
            (Op::FpFromBits(format), [a]) => self.canonical_float(format, a),
            _ => {
                let sorts: Vec<Sort> = terms.args(term).iter().map(|&a| terms.sort(a)).collect();
                match float_format(&sorts, sort) {
                    Some(format) => float::build(&mut self.gates, op, sort, format, &args)
                        .or_else(|| bitvector(&mut self.gates, op, &args)),
                    None => bitvector(&mut self.gates, op, &args),
                }
                .unwrap_or_else(|| self.gates.inputs(width))
            }
        }
    }

    /// Free inputs for a term, restricted to the values of its sort.
    fn free(&mut self, term: TermId, sort: Sort, width: u32) -> Word {
        let inputs = self.gates.inputs(width);
        match sort {
            Sort::Float(format) => {
                self.raw.insert(term, inputs.clone());
                self.canonical_float(format, &inputs)
            }
            Sort::RoundingMode => {
                self.raw.insert(term, inputs.clone());
                let last = words::number(inputs.len(), RoundingMode::Zero.code().into());
                let beyond = self.gates.ult(&last, &inputs);
                self.gates.mux_word(beyond, &last, &inputs)
            }
            _ => inputs,
        }
    }

    /// Bits with every NaN replaced by the one.
    fn canonical_float(&mut self, format: FloatFormat, bits: &[Edge]) -> Word {
        let nan = float::is_nan(&mut self.gates, format, bits);
        let canonical = words::constant(&logic::float::nan(format));
        self.gates.mux_word(nan, &canonical, bits)
    }
}

fn float_format(args: &[Sort], result: Sort) -> Option<FloatFormat> {
    args.iter().chain([&result]).find_map(|s| match s {
        Sort::Float(format) => Some(*format),
        _ => None,
    })
}

/// The circuit of an operation on Booleans and bit-vectors.
fn bitvector(g: &mut Gates, op: Op, args: &[&[Edge]]) -> Option<Word> {
    Some(match (op, args) {
        (Op::Not | Op::BvNot, [a]) => words::not(a),
        (Op::And | Op::BvAnd, [a, b]) => g.zip(a, b, Gates::and),
        (Op::Eq, [a, b]) => vec![g.eq_word(a, b)],
        (Op::Ite, [c, a, b]) => g.mux_word(c[0], a, b),
        (Op::BvNeg, [a]) => g.neg(a),
        (Op::BvOr, [a, b]) => g.zip(a, b, Gates::or),
        (Op::BvXor, [a, b]) => g.zip(a, b, Gates::xor),
        (Op::BvMul, [a, b]) => g.mul(a, b),
        (Op::BvUdiv, [a, b]) => g.udivrem(a, b).0,
        (Op::BvUrem, [a, b]) => g.udivrem(a, b).1,
        (Op::BvSdiv, [a, b]) => g.sdiv(a, b),
        (Op::BvSrem, [a, b]) => g.srem(a, b),
        (Op::BvSmod, [a, b]) => {
            let rest = g.srem(a, b);
            let apart = g.xor(words::sign(a), words::sign(b));
            let some = g.or_all(&rest);
            let adjust = g.and(apart, some);
            let by = g.gate_word(adjust, b);
            g.add(&rest, &by)
        }
        (Op::BvShl, [a, b]) => g.shift(a, b, Direction::Left, Edge::FALSE),
        (Op::BvLshr, [a, b]) => g.shift(a, b, Direction::Right, Edge::FALSE),
        (Op::BvAshr, [a, b]) => g.shift(a, b, Direction::Right, words::sign(a)),
        (Op::BvUlt, [a, b]) => vec![g.ult(a, b)],
        (Op::BvSlt, [a, b]) => vec![g.slt(a, b)],
        (Op::BvUmulo, [a, b]) => vec![g.umul_overflows(a, b)],
        (Op::BvSmulo, [a, b]) => vec![g.smul_overflows(a, b)],
        (Op::Concat, [high, low]) => words::join(low, high),
        (Op::Extract { high, low }, [a]) => a[low as usize..=high as usize].to_vec(),
        (Op::ZeroExtend(n), [a]) => words::resize(a, a.len() + n as usize),
        (Op::SignExtend(n), [a]) => words::resize_signed(a, a.len() + n as usize),
        _ => return None,
    })
}
