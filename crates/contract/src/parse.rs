//! Reading contracts: recursive descent, one function for each level of precedence.

use std::sync::Arc;

use crate::error::Problem;
use crate::lex::{Fault, Token, TokenKind, tokens};
use crate::syntax::*;

/// How deeply formulas may be nested: enough for people, and every recursion over a formula fits
/// the smallest of stacks.
pub(crate) const MAX_DEPTH: usize = 100;

/// How many expressions a formula may consist of.
const MAX_SIZE: usize = 10_000;

const KEYWORDS: [&str; 21] = [
    "requires",
    "ensures",
    "pred",
    "invariant",
    "old",
    "\\old",
    "\\result",
    "null",
    "NULL",
    "true",
    "false",
    "all",
    "some",
    "no",
    "one",
    "lone",
    "in",
    "and",
    "or",
    "not",
    "iff",
];

/// The contract in a text, and what is wrong with it. A faulty clause costs that clause.
pub(crate) fn parse(text: &str) -> (Parsed, Vec<Loss>) {
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        Err(fault) => return (Parsed::default(), vec![(None, fault)]),
    };
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        depth: 0,
    };
    let (mut parsed, mut losses) = (Parsed::default(), Vec::new());
    while parser.peek() != TokenKind::End {
        let kind = parser.clause_kind();
        if let Err(fault) = parser.clause(&mut parsed) {
            losses.push((kind, fault));
            parser.skip_clause();
        }
    }
    (parsed, losses)
}

/// What is wrong with a clause, and the kind of the clause if it has one.
pub(crate) type Loss = (Option<ClauseKind>, Fault);

type Parse<T> = Result<T, Fault>;

struct Parser<'a> {
    /// Never empty: the last is the end.
    tokens: &'a [Token<'a>],
    at: usize,
    depth: usize,
}

/// Clauses.
impl Parser<'_> {
    fn clause_kind(&self) -> Option<ClauseKind> {
        match self.peek() {
            TokenKind::Word("requires") => Some(ClauseKind::Requires),
            TokenKind::Word("ensures") => Some(ClauseKind::Ensures),
            TokenKind::Word("invariant") => Some(ClauseKind::Invariant),
            _ => None,
        }
    }

    fn clause(&mut self, parsed: &mut Parsed) -> Parse<()> {
        if self.peek() == TokenKind::Word("pred") {
            let predicate = self.predicate()?;
            parsed.predicates.push(Arc::new(predicate));
            return Ok(());
        }
        let Some(kind) = self.clause_kind() else {
            return self.unexpected("`requires`, `ensures`, `invariant` or `pred`");
        };
        self.advance();
        let formula = self.formula()?;
        self.expect(";")?;
        parsed.clauses.push(Clause { kind, formula });
        Ok(())
    }

    fn predicate(&mut self) -> Parse<Predicate> {
        self.advance();
        let name = self.name("the name of the predicate")?;
        let mut parameters = Vec::new();
        self.expect("(")?;
        if !self.eat(")") {
            loop {
                parameters.push(self.name("a parameter")?);
                if self.eat(")") {
                    break;
                }
                self.expect_one_of(",", "`,` or `)`")?;
            }
        }
        self.expect_one_of("=", "`=` and a formula")?;
        let body = self.formula()?;
        self.expect(";")?;
        Ok(Predicate {
            name,
            parameters,
            body,
        })
    }

    /// To behind the next semicolon, or to the next clause.
    fn skip_clause(&mut self) {
        let start = self.at;
        loop {
            match self.peek() {
                TokenKind::End => return,
                TokenKind::Symbol(";") => return self.advance(),
                TokenKind::Word("requires" | "ensures" | "invariant" | "pred")
                    if self.at > start =>
                {
                    return;
                }
                _ => self.advance(),
            }
        }
    }
}

/// Formulas, loosest operators first.
impl Parser<'_> {
    fn formula(&mut self) -> Parse<Expr> {
        self.nested(|p| {
            let mut left = p.implication()?;
            while p.eat("<=>") || p.eat_word("iff") {
                let right = p.implication()?;
                left = binary(Binary::Iff, left, right)?;
            }
            Ok(left)
        })
    }

    fn implication(&mut self) -> Parse<Expr> {
        self.nested(|p| {
            let left = p.disjunction()?;
            if !p.eat("=>") {
                return Ok(left);
            }
            let right = p.implication()?;
            binary(Binary::Implies, left, right)
        })
    }

    fn disjunction(&mut self) -> Parse<Expr> {
        let mut parts = vec![self.conjunction()?];
        while self.eat("||") || self.eat_word("or") {
            parts.push(self.conjunction()?);
        }
        chain(parts, ExprKind::Any)
    }

    fn conjunction(&mut self) -> Parse<Expr> {
        let mut parts = vec![self.negation()?];
        while self.eat("&&") || self.eat_word("and") {
            parts.push(self.negation()?);
        }
        chain(parts, ExprKind::All)
    }

    fn negation(&mut self) -> Parse<Expr> {
        let start = self.extent();
        if self.eat("!") || self.eat_word("not") {
            let inner = self.nested(Self::negation)?;
            let extent = start.to(inner.extent);
            return node(ExprKind::Prefix(Prefix::Not, Box::new(inner)), extent);
        }
        let TokenKind::Word(word) = self.peek() else {
            return self.comparison();
        };
        let (quantifier, multiplicity) = match word {
            "all" => (Some(Quantifier::All), None),
            "some" => (Some(Quantifier::Some), Some(Multiplicity::Some)),
            "no" => (Some(Quantifier::No), Some(Multiplicity::No)),
            "one" => (None, Some(Multiplicity::One)),
            "lone" => (None, Some(Multiplicity::Lone)),
            _ => return self.comparison(),
        };
        self.advance();
        match (quantifier, multiplicity) {
            (Some(quantifier), None) => self.quantified(quantifier, start),
            (Some(quantifier), Some(_)) if self.at_variables() => {
                self.quantified(quantifier, start)
            }
            (_, Some(multiplicity)) => {
                let set = self.sum()?;
                let extent = start.to(set.extent);
                node(ExprKind::Multiplicity(multiplicity, Box::new(set)), extent)
            }
            (None, None) => self.comparison(),
        }
    }

    /// Whether `v:` or `v, w:` comes next: what tells `some v: S | …` from `some S`.
    fn at_variables(&self) -> bool {
        let is = |at: usize, symbol| self.kind_at(at) == TokenKind::Symbol(symbol);
        matches!(self.peek(), TokenKind::Word(_)) && (is(self.at + 1, ":") || is(self.at + 1, ","))
    }

    fn quantified(&mut self, quantifier: Quantifier, start: Extent) -> Parse<Expr> {
        let mut names = vec![self.name("a variable")?];
        while self.eat(",") {
            names.push(self.name("a variable")?);
        }
        self.expect_one_of(":", "`:` and a set")?;
        let domain = self.nested(Self::range)?;
        self.expect_one_of("|", "`|` and a formula")?;
        let body = self.formula()?;
        let extent = start.to(body.extent);
        let kind = ExprKind::Quantified {
            quantifier,
            names,
            domain: Box::new(domain),
            body: Box::new(body),
        };
        node(kind, extent)
    }

    /// `a <= b`, and `a <= b < c` for `a <= b and b < c`.
    fn comparison(&mut self) -> Parse<Expr> {
        let mut left = self.range()?;
        let mut parts = Vec::new();
        while let Some(operator) = self.comparison_operator() {
            let right = self.range()?;
            parts.push(binary(operator, left, right.clone())?);
            left = right;
        }
        match parts.is_empty() {
            true => Ok(left),
            false => chain(parts, ExprKind::All),
        }
    }

    fn comparison_operator(&mut self) -> Option<Binary> {
        let operator = match self.peek() {
            TokenKind::Symbol("=" | "==") => Binary::Compare(Comparison::Equal),
            TokenKind::Symbol("!=") => Binary::Compare(Comparison::NotEqual),
            TokenKind::Symbol("<") => Binary::Compare(Comparison::Less),
            TokenKind::Symbol("<=") => Binary::Compare(Comparison::AtMost),
            TokenKind::Symbol(">") => Binary::Compare(Comparison::Greater),
            TokenKind::Symbol(">=") => Binary::Compare(Comparison::AtLeast),
            TokenKind::Word("in") => Binary::In,
            TokenKind::Word("not") | TokenKind::Symbol("!")
                if self.kind_at(self.at + 1) == TokenKind::Word("in") =>
            {
                self.advance();
                Binary::NotIn
            }
            _ => return None,
        };
        self.advance();
        Some(operator)
    }
}

/// Expressions, loosest operators first.
impl Parser<'_> {
    fn range(&mut self) -> Parse<Expr> {
        let low = self.sum()?;
        if !self.eat("..") {
            return Ok(low);
        }
        let high = self.sum()?;
        binary(Binary::Range, low, high)
    }

    fn sum(&mut self) -> Parse<Expr> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                TokenKind::Symbol("+") => Binary::Plus,
                TokenKind::Symbol("-") => Binary::Minus,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.product()?;
            left = binary(operator, left, right)?;
        }
    }

    fn product(&mut self) -> Parse<Expr> {
        let mut left = self.prefixed()?;
        loop {
            let operator = match self.peek() {
                TokenKind::Symbol("*") => Binary::Times,
                TokenKind::Symbol("/") => Binary::Divide,
                TokenKind::Symbol("%") => Binary::Remainder,
                TokenKind::Symbol("&") => Binary::Intersect,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.prefixed()?;
            left = binary(operator, left, right)?;
        }
    }

    fn prefixed(&mut self) -> Parse<Expr> {
        let start = self.extent();
        let prefix = match self.peek() {
            TokenKind::Symbol("-") => Prefix::Negate,
            TokenKind::Symbol("#") => Prefix::Count,
            _ => return self.postfixed(),
        };
        self.advance();
        let inner = self.nested(Self::prefixed)?;
        let extent = start.to(inner.extent);
        node(ExprKind::Prefix(prefix, Box::new(inner)), extent)
    }

    fn postfixed(&mut self) -> Parse<Expr> {
        let mut base = self.primary()?;
        loop {
            if self.eat(".") || self.eat("->") {
                let relation = self.relation()?;
                let extent = base.extent.to(self.last());
                base = node(ExprKind::Follow(Box::new(base), relation), extent)?;
            } else if self.eat("[") {
                let index = self.formula()?;
                self.expect("]")?;
                let extent = base.extent.to(self.last());
                base = node(ExprKind::Index(Box::new(base), Box::new(index)), extent)?;
            } else {
                return Ok(base);
            }
        }
    }

    fn relation(&mut self) -> Parse<Relation> {
        let steps = if self.eat("*") {
            Steps::AnyNumber
        } else if self.eat("^") {
            Steps::AtLeastOne
        } else {
            Steps::One
        };
        let mut fields = Vec::new();
        if self.eat("(") {
            loop {
                fields.push(self.name("a field")?);
                if self.eat(")") {
                    break;
                }
                self.expect_one_of("+", "`+` and a field, or `)`")?;
            }
        } else {
            fields.push(self.name("a field")?);
        }
        Ok(Relation { steps, fields })
    }

    fn primary(&mut self) -> Parse<Expr> {
        let extent = self.extent();
        let kind = match self.peek() {
            TokenKind::Integer(value) => ExprKind::Integer(value),
            TokenKind::Decimal(text) => ExprKind::Decimal(text.into()),
            TokenKind::Word("null" | "NULL") => ExprKind::Null,
            TokenKind::Word("true") => ExprKind::Truth(true),
            TokenKind::Word("false") => ExprKind::Truth(false),
            TokenKind::Word("\\result") => ExprKind::Result,
            TokenKind::Word("old" | "\\old") => return self.old(),
            TokenKind::Word(word) if is_name(word) => return self.name_or_call(),
            TokenKind::Symbol("(") => return self.parenthesised(),
            _ => return self.unexpected("an expression"),
        };
        self.advance();
        node(kind, extent)
    }

    fn old(&mut self) -> Parse<Expr> {
        let start = self.extent();
        self.advance();
        self.expect("(")?;
        let inner = self.formula()?;
        self.expect(")")?;
        node(ExprKind::Old(Box::new(inner)), start.to(self.last()))
    }

    fn parenthesised(&mut self) -> Parse<Expr> {
        let start = self.extent();
        self.advance();
        let mut inner = self.formula()?;
        self.expect(")")?;
        inner.extent = start.to(self.last());
        Ok(inner)
    }

    fn name_or_call(&mut self) -> Parse<Expr> {
        let name = self.name("a name")?;
        let extent = name.extent;
        if !self.eat("(") {
            return node(ExprKind::Name(name.text), extent);
        }
        let mut arguments = Vec::new();
        if !self.eat(")") {
            loop {
                arguments.push(self.formula()?);
                if self.eat(")") {
                    break;
                }
                self.expect_one_of(",", "`,` or `)`")?;
            }
        }
        node(ExprKind::Call(name, arguments), extent.to(self.last()))
    }
}

/// Tokens.
impl<'a> Parser<'a> {
    fn kind_at(&self, at: usize) -> TokenKind<'a> {
        self.tokens.get(at).map_or(TokenKind::End, |t| t.kind)
    }

    fn peek(&self) -> TokenKind<'a> {
        self.kind_at(self.at)
    }

    /// Where the next token stands.
    fn extent(&self) -> Extent {
        let last = self.tokens.len() - 1;
        self.tokens[self.at.min(last)].extent
    }

    /// Where the token before the next stands.
    fn last(&self) -> Extent {
        self.tokens[self.at.saturating_sub(1)].extent
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Symbol(s) if s == symbol);
        if found {
            self.advance();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Word(w) if w == word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &str) -> Parse<()> {
        self.expect_one_of(symbol, &format!("`{symbol}`"))
    }

    fn expect_one_of(&mut self, symbol: &str, expected: &str) -> Parse<()> {
        match self.eat(symbol) {
            true => Ok(()),
            false => self.unexpected(expected),
        }
    }

    fn name(&mut self, expected: &str) -> Parse<Name> {
        match self.peek() {
            TokenKind::Word(word) if is_name(word) => {
                let name = Name {
                    text: word.into(),
                    extent: self.extent(),
                };
                self.advance();
                Ok(name)
            }
            _ => self.unexpected(expected),
        }
    }

    fn unexpected<T>(&self, expected: &str) -> Parse<T> {
        let found = match self.peek() {
            TokenKind::Word(word) if KEYWORDS.contains(&word) => format!("the keyword `{word}`"),
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Integer(value) => format!("`{value}`"),
            TokenKind::Decimal(text) => format!("`{text}`"),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the contract".to_owned(),
        };
        let expected = expected.to_owned();
        Err((self.extent(), Problem::Unexpected { found, expected }))
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= 2 * MAX_DEPTH {
            return Err((self.extent(), Problem::TooDeep));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}

fn is_name(word: &str) -> bool {
    !KEYWORDS.contains(&word) && !word.starts_with('\\')
}

fn node(kind: ExprKind, extent: Extent) -> Parse<Expr> {
    // Each variable of a quantifier is one level.
    let levels = match &kind {
        ExprKind::Quantified { names, .. } => names.len(),
        _ => 1,
    };
    let mut expr = Expr {
        kind,
        extent,
        depth: 0,
        size: 0,
    };
    let children = expr.children();
    let deepest = children.iter().map(|child| child.depth).max().unwrap_or(0);
    let size: usize = children.iter().map(|child| child.size).sum();
    (expr.depth, expr.size) = (deepest + levels, size + levels);
    if expr.depth > MAX_DEPTH {
        return Err((extent, Problem::TooDeep));
    }
    match expr.size > MAX_SIZE {
        true => Err((extent, Problem::TooLarge)),
        false => Ok(expr),
    }
}

fn binary(operator: Binary, left: Expr, right: Expr) -> Parse<Expr> {
    let extent = left.extent.to(right.extent);
    let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
    node(kind, extent)
}

/// One operand as it is, or an operation on all of them.
fn chain(mut parts: Vec<Expr>, operation: fn(Vec<Expr>) -> ExprKind) -> Parse<Expr> {
    if parts.len() == 1 {
        return Ok(parts.swap_remove(0));
    }
    let extent = match (parts.first(), parts.last()) {
        (Some(first), Some(last)) => first.extent.to(last.extent),
        _ => Extent { start: 0, end: 0 },
    };
    node(operation(parts), extent)
}
