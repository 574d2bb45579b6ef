//! Patterns: parsing, and matching against terms.

use std::mem::discriminant;

use crate::op::{FloatClass, Op};
use crate::sort::{FloatFormat, Sort};
use crate::terms::{TermId, Terms};

/// The shape of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    /// A letter.
    Slot(u8),
    Zero,
    One,
    Ones,
    Truth(bool),
    /// An operation, of which only the kind matters, on patterns.
    App(Op, Vec<Pattern>),
}

/// What the letters of a pattern stand for.
#[derive(Clone, Debug)]
pub struct Match {
    slots: [Option<TermId>; LETTERS.len()],
    /// The operations of the pattern with their actual indices, outermost first
    /// and left to right.
    pub ops: Vec<Op>,
    /// The sort of the whole term.
    pub sort: Sort,
}

pub(super) const LETTERS: &[u8] = b"pqrxyzwcdeabfgmsuv";

macro_rules! letters {
    ($($letter:ident)*) => {
        #[allow(missing_docs, reason = "the letters are explained in the module")]
        impl Match {
            $(#[must_use]
            pub fn $letter(&self) -> TermId {
                self.letter(stringify!($letter).as_bytes()[0])
            })*
        }
    };
}
letters!(p q r x y z w c d e a b f g m s u v);

impl Match {
    pub(super) fn empty(sort: Sort) -> Self {
        Self {
            slots: [None; LETTERS.len()],
            ops: Vec::new(),
            sort,
        }
    }

    fn letter(&self, letter: u8) -> TermId {
        // A rule uses only letters of its own pattern, which its proof exercises.
        self.slots[slot_of(letter)].unwrap_or(TermId::FALSE)
    }

    /// Gives a letter its term; false if it already stands for another.
    pub(super) fn bind(&mut self, letter: u8, term: TermId) -> bool {
        *self.slots[slot_of(letter)].get_or_insert(term) == term
    }

    /// The width of the whole term.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.sort.bits().unwrap_or(0)
    }
}

fn slot_of(letter: u8) -> usize {
    LETTERS.iter().position(|&l| l == letter).unwrap_or(0)
}

impl Pattern {
    /// Reads a pattern. Text that is none becomes a pattern that matches nothing,
    /// which a test of the tables excludes.
    pub(super) fn parse(text: &str) -> Self {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut tokens = spaced.split_whitespace();
        Self::parse_tokens(&mut tokens).unwrap_or(Self::Truth(false))
    }

    fn parse_tokens<'a>(tokens: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        match tokens.next()? {
            "0" => Some(Self::Zero),
            "1" => Some(Self::One),
            "~0" => Some(Self::Ones),
            "true" => Some(Self::Truth(true)),
            "false" => Some(Self::Truth(false)),
            "(" => {
                let op = op_named(tokens.next()?)?;
                let mut args = Vec::new();
                while let Some(arg) = Self::parse_tokens(tokens) {
                    args.push(arg);
                }
                Some(Self::App(op, args))
            }
            letter if letter.len() == 1 && LETTERS.contains(&letter.as_bytes()[0]) => {
                Some(Self::Slot(letter.as_bytes()[0]))
            }
            _ => None,
        }
    }

    /// The pattern with the arguments of its commutative operations in every order.
    pub(super) fn variants(&self) -> Vec<Self> {
        let Self::App(op, args) = self else {
            return vec![self.clone()];
        };
        let mut lists: Vec<Vec<Self>> = vec![Vec::new()];
        for arg in args {
            let choices = arg.variants();
            lists = lists
                .iter()
                .flat_map(|list| {
                    choices
                        .iter()
                        .map(|c| [list.as_slice(), std::slice::from_ref(c)].concat())
                })
                .collect();
        }
        if op.is_commutative() {
            let swapped: Vec<Vec<Self>> = lists
                .iter()
                .map(|l| l.iter().rev().cloned().collect())
                .collect();
            lists.extend(swapped);
        }
        let mut variants: Vec<Self> = Vec::new();
        for list in lists {
            let variant = Self::App(*op, list);
            if !variants.contains(&variant) {
                variants.push(variant);
            }
        }
        variants
    }

    /// Matches an application that need not be a term yet; `self` is one as well.
    pub(super) fn matches(
        &self,
        terms: &Terms,
        op: Op,
        sort: Sort,
        args: &[TermId],
    ) -> Option<Match> {
        let Self::App(_, patterns) = self else {
            return None;
        };
        // Most attempts fail at the heads of the arguments: look there before allocating.
        let plausible = patterns.len() == args.len()
            && patterns
                .iter()
                .zip(args)
                .all(|(p, &t)| p.head_matches(terms, t));
        if !plausible {
            return None;
        }
        let mut found = Match::empty(sort);
        found.ops.push(op);
        let all = patterns
            .iter()
            .zip(args)
            .all(|(p, &t)| p.match_term(terms, t, &mut found));
        all.then_some(found)
    }

    fn head_matches(&self, terms: &Terms, term: TermId) -> bool {
        match self {
            Self::Slot(letter) => class_of(*letter).admits(terms, term),
            Self::Zero => is_bv(terms, term) && terms.as_value(term).is_some_and(|b| b.is_zero()),
            Self::One => is_bv(terms, term) && terms.as_value(term).is_some_and(|b| b.is_one()),
            Self::Ones => is_bv(terms, term) && terms.as_value(term).is_some_and(|b| b.is_ones()),
            Self::Truth(value) => term == terms.bool(*value),
            Self::App(op, _) => discriminant(&terms.op(term)) == discriminant(op),
        }
    }

    fn match_term(&self, terms: &Terms, term: TermId, found: &mut Match) -> bool {
        if !self.head_matches(terms, term) {
            return false;
        }
        match self {
            Self::Slot(letter) => found.bind(*letter, term),
            Self::App(_, patterns) => {
                found.ops.push(terms.op(term));
                let args = terms.args(term);
                patterns.len() == args.len()
                    && patterns
                        .iter()
                        .zip(args)
                        .all(|(p, &t)| p.match_term(terms, t, found))
            }
            _ => true,
        }
    }
}

fn is_bv(terms: &Terms, term: TermId) -> bool {
    matches!(terms.sort(term), Sort::Bv(_))
}

/// What a letter may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LetterClass {
    Bool,
    Bv,
    Constant,
    Array,
    Float,
    Mode,
    Any,
}

pub(super) fn class_of(letter: u8) -> LetterClass {
    match letter {
        b'p' | b'q' | b'r' => LetterClass::Bool,
        b'x' | b'y' | b'z' | b'w' => LetterClass::Bv,
        b'c' | b'd' | b'e' => LetterClass::Constant,
        b'a' | b'b' => LetterClass::Array,
        b'f' | b'g' => LetterClass::Float,
        b'm' => LetterClass::Mode,
        _ => LetterClass::Any,
    }
}

impl LetterClass {
    fn admits(self, terms: &Terms, term: TermId) -> bool {
        let sort = terms.sort(term);
        match self {
            Self::Bool => sort == Sort::Bool,
            Self::Bv => matches!(sort, Sort::Bv(_)),
            Self::Constant => matches!(sort, Sort::Bv(_)) && terms.as_value(term).is_some(),
            Self::Array => matches!(sort, Sort::Array { .. }),
            Self::Float => matches!(sort, Sort::Float(_)),
            Self::Mode => sort == Sort::RoundingMode,
            Self::Any => true,
        }
    }
}

fn op_named(name: &str) -> Option<Op> {
    // Indices do not matter: a pattern matches the kind of operation.
    let format = FloatFormat::MINI;
    let ops = [
        Op::Not,
        Op::And,
        Op::Eq,
        Op::Ite,
        Op::BvNot,
        Op::BvNeg,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvSmod,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvUlt,
        Op::BvSlt,
        Op::BvUmulo,
        Op::BvSmulo,
        Op::Concat,
        Op::Extract { high: 0, low: 0 },
        Op::ZeroExtend(0),
        Op::SignExtend(0),
        Op::Select,
        Op::Store,
        Op::ConstArray(0),
        Op::FpAbs,
        Op::FpNeg,
        Op::FpLe,
        Op::FpLt,
        Op::FpEq,
        Op::FpMin,
        Op::FpMax,
        Op::FpToBits,
        Op::FpIs(FloatClass::Nan),
    ];
    match name {
        "from_bits" => Some(Op::FpFromBits(format)),
        "to_fp" => Some(Op::FpToFp(format)),
        "fp.is" => Some(Op::FpIs(FloatClass::Nan)),
        _ => ops.into_iter().find(|op| op.name() == name),
    }
}
