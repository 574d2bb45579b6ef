//! The grammar of formulas, sets and names.

use super::error::Error;
use super::syntax::{Iterator, Junction, Name, Quantifier, Sentence, Set, Steps};
use super::token::{Cursor, Token};

/// Formulas may be nested this deep.
const MAX_DEPTH: usize = 120;

/// Whether `->` is an implication or ends the formula, as in `%message formula -> "text"`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrow {
    Implies,
    Ends,
}

/// Reads a formula.
pub(super) fn sentence(cursor: &mut Cursor, arrow: Arrow) -> Result<Sentence, Error> {
    Grammar { cursor, depth: 0 }.conditional(arrow)
}

/// Reads a predicate's name.
pub(super) fn name(cursor: &mut Cursor) -> Result<Name, Error> {
    let base = cursor.name()?;
    let indices = if cursor.take("[") {
        cursor.names_until("]")?
    } else {
        Vec::new()
    };
    Ok(Name { base, indices })
}

/// Reads `name in set`.
pub(super) fn iterator(cursor: &mut Cursor) -> Result<Iterator, Error> {
    let position = cursor.position();
    let name = cursor.name()?;
    if !cursor.at_name("in") {
        return Err(cursor.unexpected("`in`"));
    }
    cursor.next();
    Ok(Iterator {
        name,
        set: set(cursor)?,
        position,
    })
}

/// Reads a set.
pub(super) fn set(cursor: &mut Cursor) -> Result<Set, Error> {
    let mut left = simple_set(cursor)?;
    let mut count = 0;
    while cursor.at("+") || cursor.at("-") {
        count += 1;
        if count > MAX_DEPTH {
            return Err(cursor.position().error("the set has too many parts"));
        }
        let union = cursor.at("+");
        cursor.next();
        let both = Box::new([left, simple_set(cursor)?]);
        left = if union {
            Set::Union(both)
        } else {
            Set::Difference(both)
        };
    }
    Ok(left)
}

fn simple_set(cursor: &mut Cursor) -> Result<Set, Error> {
    if cursor.take("{") {
        return Ok(Set::Of(cursor.names_until("}")?));
    }
    Ok(Set::Named(cursor.name()?))
}

struct Grammar<'c> {
    cursor: &'c mut Cursor,
    depth: usize,
}

impl Grammar<'_> {
    /// Goes one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self
                .cursor
                .position()
                .error("the formula is nested too deeply"));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// `condition ? then : otherwise`, which binds weakest.
    fn conditional(&mut self, arrow: Arrow) -> Result<Sentence, Error> {
        self.deeper(|this| {
            let condition = this.equivalence(arrow)?;
            if !this.cursor.take("?") {
                return Ok(condition);
            }
            let then = this.conditional(arrow)?;
            this.cursor.expect(":")?;
            let otherwise = this.conditional(arrow)?;
            Ok(Sentence::IfThenElse(Box::new([condition, then, otherwise])))
        })
    }

    fn equivalence(&mut self, arrow: Arrow) -> Result<Sentence, Error> {
        self.deeper(|this| {
            let left = this.implication(arrow)?;
            if !this.cursor.take("<->") {
                return Ok(left);
            }
            Ok(Sentence::Iff(Box::new([left, this.equivalence(arrow)?])))
        })
    }

    fn implication(&mut self, arrow: Arrow) -> Result<Sentence, Error> {
        self.deeper(|this| {
            let left = this.disjunction(arrow)?;
            if arrow == Arrow::Ends || !this.cursor.take("->") {
                return Ok(left);
            }
            Ok(Sentence::Implies(Box::new([
                left,
                this.implication(arrow)?,
            ])))
        })
    }

    fn disjunction(&mut self, arrow: Arrow) -> Result<Sentence, Error> {
        let mut parts = vec![self.conjunction(arrow)?];
        while self.cursor.take("|") {
            parts.push(self.conjunction(arrow)?);
        }
        Ok(if parts.len() == 1 {
            parts.swap_remove(0)
        } else {
            Sentence::Or(parts)
        })
    }

    fn conjunction(&mut self, arrow: Arrow) -> Result<Sentence, Error> {
        let mut parts = vec![self.unary(arrow)?];
        while self.cursor.take("&") {
            parts.push(self.unary(arrow)?);
        }
        Ok(if parts.len() == 1 {
            parts.swap_remove(0)
        } else {
            Sentence::And(parts)
        })
    }

    fn unary(&mut self, arrow: Arrow) -> Result<Sentence, Error> {
        self.deeper(|this| match this.cursor.peek().clone() {
            Token::Sign("!") => {
                this.cursor.next();
                Ok(Sentence::Not(Box::new(this.unary(arrow)?)))
            }
            Token::Sign("(") => {
                this.cursor.next();
                let inner = this.conditional(Arrow::Implies)?;
                this.cursor.expect(")")?;
                Ok(inner)
            }
            Token::Sign("&") => this.composite(Junction::And),
            Token::Sign("|") => this.composite(Junction::Or),
            Token::Value(value) => {
                this.cursor.next();
                Ok(Sentence::Value(value))
            }
            Token::Name(word) if *this.cursor.peek_after(1) == Token::Sign("(") => match &*word {
                "E" => this.quantified(Quantifier::Exists, arrow),
                "A" => this.quantified(Quantifier::ForAll, arrow),
                "TC" => this.closure(arrow),
                _ => this.atom(),
            },
            _ => this.atom(),
        })
    }

    /// A quantifier reaches as far to the right as it can.
    fn quantified(&mut self, quantifier: Quantifier, arrow: Arrow) -> Result<Sentence, Error> {
        self.cursor.next();
        self.cursor.expect("(")?;
        let variables = self.cursor.names_until(")")?;
        let body = self.equivalence(arrow)?;
        Ok(Sentence::Quantified(quantifier, variables, Box::new(body)))
    }

    fn closure(&mut self, arrow: Arrow) -> Result<Sentence, Error> {
        self.cursor.next();
        let ends = self.pair()?;
        let own = self.pair()?;
        let step = self.unary(arrow)?;
        Ok(Sentence::Closure(ends, own, Box::new(step)))
    }

    fn pair(&mut self) -> Result<[String; 2], Error> {
        self.cursor.expect("(")?;
        let names = self.cursor.names_until(")")?;
        names
            .try_into()
            .map_err(|_| self.cursor.position().error("expected two variables"))
    }

    fn composite(&mut self, junction: Junction) -> Result<Sentence, Error> {
        self.cursor.next();
        self.cursor.expect("/")?;
        self.cursor.expect("{")?;
        let body = self.equivalence(Arrow::Implies)?;
        self.cursor.expect(":")?;
        let iterator = iterator(self.cursor)?;
        self.cursor.expect("}")?;
        Ok(Sentence::Composite(junction, Box::new(body), iterator))
    }

    /// A predicate, a path, or a comparison of variables.
    fn atom(&mut self) -> Result<Sentence, Error> {
        let position = self.cursor.position();
        let name = name(self.cursor)?;
        for (sign, steps) in [("*", Steps::Any), ("+", Steps::One)] {
            if self.cursor.take(sign) {
                return Ok(Sentence::Path(name, self.pair()?, steps, position));
            }
        }
        if self.cursor.take("==") {
            return Ok(Sentence::Equal(name.base, self.cursor.name()?));
        }
        if self.cursor.take("!=") {
            let equal = Sentence::Equal(name.base, self.cursor.name()?);
            return Ok(Sentence::Not(Box::new(equal)));
        }
        self.cursor.expect("(")?;
        let arguments = self.cursor.names_until(")")?;
        Ok(Sentence::Apply(name, arguments, position))
    }
}
