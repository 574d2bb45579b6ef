//! Instances of rules at small widths, for proving them.

use super::Rule;
use super::pattern::{LETTERS, LetterClass, Pattern, class_of};
use crate::bits::Bits;
use crate::op::{FloatClass, Op};
use crate::sort::{FloatFormat, Sort};
use crate::terms::{TermId, Terms};

impl Rule {
    /// Every instance of the rule with bit-vectors of the given widths in place
    /// of its letters, all constants of these widths, and all indices that fit:
    /// the left-hand side as it stands, and what the rule makes of it.
    pub fn instances(&self, terms: &mut Terms, widths: &[u32]) -> Vec<(TermId, TermId)> {
        let pattern = Pattern::parse(self.lhs);
        let mut letters = Vec::new();
        pattern.letters(&mut letters);
        let mut found = Vec::new();
        let mut chosen = vec![None; LETTERS.len()];
        self.choose(terms, widths, &pattern, &letters, &mut chosen, &mut found);
        found
    }

    fn choose(
        &self,
        terms: &mut Terms,
        widths: &[u32],
        pattern: &Pattern,
        letters: &[u8],
        chosen: &mut Vec<Option<TermId>>,
        found: &mut Vec<(TermId, TermId)>,
    ) {
        let Some((&letter, rest)) = letters.split_first() else {
            for lhs in pattern.build(terms, widths, chosen) {
                let (op, sort, args) = (terms.op(lhs), terms.sort(lhs), terms.args(lhs).to_vec());
                let Some(bound) = pattern.matches(terms, op, sort, &args) else {
                    continue;
                };
                if (self.when)(terms, &bound) {
                    found.push((lhs, (self.rhs)(terms, &bound)));
                }
            }
            return;
        };
        for candidate in candidates(terms, letter, widths) {
            let slot = position(letter);
            chosen[slot] = Some(candidate);
            self.choose(terms, widths, pattern, rest, chosen, found);
            chosen[slot] = None;
        }
    }
}

fn position(letter: u8) -> usize {
    LETTERS.iter().position(|&l| l == letter).unwrap_or(0)
}

/// What a letter stands for in turn.
fn candidates(terms: &mut Terms, letter: u8, widths: &[u32]) -> Vec<TermId> {
    let name = char::from(letter).to_string();
    let mut vars = |sorts: Vec<Sort>| -> Vec<TermId> {
        sorts
            .into_iter()
            .map(|s| terms.var(&format!("{name}{s}"), s))
            .collect()
    };
    let vectors = || widths.iter().map(|&w| Sort::Bv(w));
    match class_of(letter) {
        LetterClass::Bool => vars(vec![Sort::Bool]),
        LetterClass::Bv => {
            let mut found = vars(vectors().collect());
            found.extend(compound_vectors(terms));
            found
        }
        LetterClass::Constant => widths
            .iter()
            .flat_map(|&w| (0..1u128 << w).map(move |v| (w, v)))
            .map(|(w, v)| terms.bv(w, v))
            .collect(),
        LetterClass::Array => vars(vec![Sort::Array {
            index: 2,
            element: 2,
        }]),
        LetterClass::Float => vars(vec![Sort::Float(FloatFormat::MINI)]),
        LetterClass::Mode => vars(vec![Sort::RoundingMode]),
        LetterClass::Any => vars(
            vectors()
                .chain([Sort::Bool, Sort::Float(FloatFormat::MINI)])
                .collect(),
        ),
    }
}

/// Terms that side conditions ask for: constants, sums with constants, slices,
/// and a product of sums with what it is when multiplied out.
fn compound_vectors(terms: &mut Terms) -> Vec<TermId> {
    let (base, one) = (terms.var("base", Sort::Bv(2)), terms.bv(2, 1));
    let mut raw = |op, args: &[TermId]| terms.raw(op, args).unwrap_or(base);
    let sum = raw(Op::BvAdd, &[base, one]);
    let wide = raw(Op::ZeroExtend(1), &[base]);
    let product = raw(Op::BvMul, &[base, sum]);
    let square = raw(Op::BvMul, &[base, base]);
    let expanded = raw(Op::BvAdd, &[square, base]);
    vec![base, one, sum, wide, product, expanded]
}

impl Pattern {
    fn letters(&self, found: &mut Vec<u8>) {
        match self {
            Self::Slot(letter) if !found.contains(letter) => found.push(*letter),
            Self::App(_, args) => args.iter().for_each(|a| a.letters(found)),
            _ => {}
        }
    }

    /// Every well-sorted term of this shape over the chosen letters, kept raw.
    fn build(&self, terms: &mut Terms, widths: &[u32], chosen: &[Option<TermId>]) -> Vec<TermId> {
        let constants = |terms: &mut Terms, bits: fn(u32) -> Bits| -> Vec<TermId> {
            widths
                .iter()
                .map(|&w| terms.value(Sort::Bv(w), bits(w)))
                .collect()
        };
        match self {
            Self::Slot(letter) => chosen[position(*letter)].into_iter().collect(),
            Self::Zero => constants(terms, Bits::zero),
            Self::One => constants(terms, |w| Bits::new(w, 1)),
            Self::Ones => constants(terms, Bits::ones),
            Self::Truth(value) => vec![terms.bool(*value)],
            Self::App(op, args) => {
                let mut lists: Vec<Vec<TermId>> = vec![Vec::new()];
                for arg in args {
                    let choices = arg.build(terms, widths, chosen);
                    lists = lists
                        .iter()
                        .flat_map(|l| choices.iter().map(|c| [l.as_slice(), &[*c]].concat()))
                        .collect();
                }
                let mut built = Vec::new();
                for list in lists {
                    for op in with_indices(*op, widths) {
                        if let Ok(term) = terms.raw(op, &list) {
                            built.push(term);
                        }
                    }
                }
                built
            }
        }
    }
}

/// An operation with every choice of small indices.
fn with_indices(op: Op, widths: &[u32]) -> Vec<Op> {
    let most = widths.iter().copied().max().unwrap_or(1);
    match op {
        Op::Extract { .. } => (0..2 * most)
            .flat_map(|high| (0..=high).map(move |low| Op::Extract { high, low }))
            .collect(),
        Op::ZeroExtend(_) => (0..=2).map(Op::ZeroExtend).collect(),
        Op::SignExtend(_) => (0..=2).map(Op::SignExtend).collect(),
        Op::ConstArray(_) => vec![Op::ConstArray(2)],
        Op::FpIs(_) => FloatClass::ALL.map(Op::FpIs).to_vec(),
        Op::FpFromBits(_) => vec![Op::FpFromBits(FloatFormat::MINI)],
        Op::FpToFp(_) => vec![Op::FpToFp(FloatFormat::MINI), Op::FpToFp(FloatFormat::HALF)],
        other => vec![other],
    }
}
