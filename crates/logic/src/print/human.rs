//! Output that a person reads: `x + 1 < n`.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// Longer output is cut: shared terms written out as trees can be exponentially long.
const LIMIT: usize = 20_000;

/// How tightly an operator binds; larger is tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Prefix,
    Atom,
}

enum Piece {
    Term(TermId, Level),
    Negated(TermId, Level),
    Text(&'static str),
    Owned(String),
}

impl Terms {
    /// The term in infix notation. Unsigned operations carry a `u`: `x <u y`.
    #[must_use]
    pub fn to_human(&self, term: TermId) -> String {
        let mut out = String::new();
        let mut stack = vec![Piece::Term(term, Level::Choice)];
        while let Some(piece) = stack.pop() {
            if out.len() > LIMIT {
                out.push('…');
                break;
            }
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Owned(text) => out.push_str(&text),
                Piece::Term(term, outer) | Piece::Negated(term, outer) => {
                    let (level, mut pieces) = match piece {
                        Piece::Negated(..) => self.negation(term),
                        _ => self.pieces(term),
                    };
                    if level < outer {
                        pieces.insert(0, Piece::Text("("));
                        pieces.push(Piece::Text(")"));
                    }
                    stack.extend(pieces.into_iter().rev());
                }
            }
        }
        out
    }

    fn pieces(&self, term: TermId) -> (Level, Vec<Piece>) {
        if self.as_value(term).is_some() {
            return (Level::Atom, vec![Piece::Owned(self.number(term))]);
        }
        if let Some(name) = self.var_name(term) {
            return (Level::Atom, vec![Piece::Owned(name.to_owned())]);
        }
        match (self.op(term), self.args(term)) {
            (Op::Not, &[a]) => self.negation(a),
            (Op::And, &[a, b]) => infix(Level::And, a, " && ", b),
            (Op::Eq, &[a, b]) => infix(Level::Compare, a, " = ", b),
            (Op::BvUlt, &[a, b]) => infix(Level::Compare, a, " <u ", b),
            (Op::BvSlt | Op::FpLt, &[a, b]) => infix(Level::Compare, a, " < ", b),
            (Op::FpLe, &[a, b]) => infix(Level::Compare, a, " <= ", b),
            (Op::FpEq, &[a, b]) => infix(Level::Compare, a, " == ", b),
            (Op::BvAdd, &[a, b]) => self.sum(a, b),
            (Op::BvMul, &[a, b]) => infix(Level::Product, a, " * ", b),
            (Op::BvSdiv, &[a, b]) => left(Level::Product, a, " / ", b),
            (Op::BvSrem, &[a, b]) => left(Level::Product, a, " % ", b),
            (Op::BvUdiv, &[a, b]) => left(Level::Product, a, " /u ", b),
            (Op::BvUrem, &[a, b]) => left(Level::Product, a, " %u ", b),
            (Op::BvAnd, &[a, b]) => infix(Level::BitAnd, a, " & ", b),
            (Op::BvOr, &[a, b]) => infix(Level::BitOr, a, " | ", b),
            (Op::BvXor, &[a, b]) => infix(Level::BitXor, a, " ^ ", b),
            (Op::BvShl, &[a, b]) => left(Level::Shift, a, " << ", b),
            (Op::BvAshr, &[a, b]) => left(Level::Shift, a, " >> ", b),
            (Op::BvLshr, &[a, b]) => left(Level::Shift, a, " >>u ", b),
            (Op::BvNot, &[a]) => prefix("~", a),
            (Op::BvNeg | Op::FpNeg, &[a]) => prefix("-", a),
            (Op::Ite, &[c, a, b]) => (
                Level::Choice,
                vec![
                    Piece::Term(c, Level::Or),
                    Piece::Text(" ? "),
                    Piece::Term(a, Level::Or),
                    Piece::Text(" : "),
                    Piece::Term(b, Level::Choice),
                ],
            ),
            (Op::Extract { high, low }, &[a]) => (
                Level::Atom,
                vec![
                    Piece::Term(a, Level::Atom),
                    Piece::Owned(format!("[{high}:{low}]")),
                ],
            ),
            (Op::Select, &[a, i]) => (
                Level::Atom,
                vec![
                    Piece::Term(a, Level::Atom),
                    Piece::Text("["),
                    Piece::Term(i, Level::Choice),
                    Piece::Text("]"),
                ],
            ),
            (Op::Store, &[a, i, e]) => (
                Level::Atom,
                vec![
                    Piece::Term(a, Level::Atom),
                    Piece::Text("["),
                    Piece::Term(i, Level::Choice),
                    Piece::Text(" := "),
                    Piece::Term(e, Level::Choice),
                    Piece::Text("]"),
                ],
            ),
            (op, args) => self.call(term, op, args),
        }
    }

    fn negation(&self, a: TermId) -> (Level, Vec<Piece>) {
        match (self.op(a), self.args(a)) {
            (Op::Not, &[x]) => (Level::Or, vec![Piece::Term(x, Level::Or)]),
            (Op::Eq, &[x, y]) => infix(Level::Compare, x, " != ", y),
            (Op::BvUlt, &[x, y]) => infix(Level::Compare, y, " <=u ", x),
            (Op::BvSlt, &[x, y]) => infix(Level::Compare, y, " <= ", x),
            (Op::And, &[x, y]) => {
                let parts = [
                    Piece::Negated(x, Level::Or),
                    Piece::Text(" || "),
                    Piece::Negated(y, Level::Or),
                ];
                (Level::Or, parts.into())
            }
            _ => prefix("!", a),
        }
    }

    fn sum(&self, a: TermId, b: TermId) -> (Level, Vec<Piece>) {
        if let (Op::BvNeg, &[y]) = (self.op(b), self.args(b)) {
            return left(Level::Sum, a, " - ", y);
        }
        if let (Op::BvNeg, &[x]) = (self.op(a), self.args(a)) {
            return left(Level::Sum, b, " - ", x);
        }
        let number = self.as_value(b).map(|_| self.number(b));
        match number.as_deref().and_then(|n| n.strip_prefix('-')) {
            Some(less) => {
                let tail = Piece::Owned(less.to_owned());
                (
                    Level::Sum,
                    vec![Piece::Term(a, Level::Sum), Piece::Text(" - "), tail],
                )
            }
            None => infix(Level::Sum, a, " + ", b),
        }
    }

    fn call(&self, term: TermId, op: Op, args: &[TermId]) -> (Level, Vec<Piece>) {
        let name = match op {
            Op::Apply(f) => self.function(f).name.clone(),
            Op::ZeroExtend(_) | Op::SignExtend(_) => {
                let kind = if matches!(op, Op::ZeroExtend(_)) {
                    'u'
                } else {
                    'i'
                };
                format!("{kind}{}", self.width(term))
            }
            _ => op.name().to_owned(),
        };
        let mut pieces = vec![Piece::Owned(name), Piece::Text("(")];
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                pieces.push(Piece::Text(", "));
            }
            pieces.push(Piece::Term(arg, Level::Choice));
        }
        pieces.push(Piece::Text(")"));
        (Level::Atom, pieces)
    }

    /// A constant: small ones as signed decimals, others as SMT-LIB writes them.
    fn number(&self, term: TermId) -> String {
        let small = self
            .as_value(term)
            .filter(|b| matches!(self.sort(term), Sort::Bv(_)) && b.width() > 1)
            .and_then(|b| b.to_i128())
            .filter(|v| v.unsigned_abs() < 1 << 20);
        match (small, self.as_value(term)) {
            (Some(value), _) => value.to_string(),
            (None, Some(bits)) => crate::Value::Bits(bits.clone()).to_smt(self.sort(term)),
            (None, None) => String::new(),
        }
    }
}

/// An operator that may be repeated without brackets on either side.
fn infix(level: Level, a: TermId, text: &'static str, b: TermId) -> (Level, Vec<Piece>) {
    (
        level,
        vec![
            Piece::Term(a, level),
            Piece::Text(text),
            Piece::Term(b, level),
        ],
    )
}

/// An operator that groups to the left.
fn left(level: Level, a: TermId, text: &'static str, b: TermId) -> (Level, Vec<Piece>) {
    (
        level,
        vec![
            Piece::Term(a, level),
            Piece::Text(text),
            Piece::Term(b, Level::Prefix),
        ],
    )
}

fn prefix(text: &'static str, a: TermId) -> (Level, Vec<Piece>) {
    (
        Level::Prefix,
        vec![Piece::Text(text), Piece::Term(a, Level::Prefix)],
    )
}
