//! The tokens of a contract.

use crate::error::Problem;
use crate::syntax::Extent;

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) extent: Extent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind<'a> {
    /// A name or keyword; `\result` and `\old` keep their backslash.
    Word(&'a str),
    Integer(i128),
    Decimal(&'a str),
    Symbol(&'static str),
    End,
}

/// Longer ones first, so that the first that fits is the one.
const SYMBOLS: [&str; 31] = [
    "<=>", "=>", "<=", ">=", "==", "!=", "&&", "||", "->", "..", "<", ">", "=", "!", "&", "|", "+",
    "-", "*", "/", "%", "#", ".", "^", ",", ";", ":", "(", ")", "[", "]",
];

/// What is wrong, and where in the text.
pub(crate) type Fault = (Extent, Problem);

/// The tokens of a text, the last of them [`TokenKind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Fault> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next()?;
        let is_last = token.kind == TokenKind::End;
        tokens.push(token);
        if is_last {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> Result<Token<'a>, Fault> {
        self.skip_blanks()?;
        let start = self.at;
        let kind = match self.peek() {
            None => TokenKind::End,
            Some(c) if is_word_start(c) => TokenKind::Word(self.word()),
            Some(c) if c.is_ascii_digit() => self.number()?,
            Some('\'') => TokenKind::Integer(self.character()?),
            Some(c) => self.symbol(c)?,
        };
        Ok(Token {
            kind,
            extent: self.since(start),
        })
    }

    /// Blanks, comments, and the `@` with which the lines of a contract may start.
    fn skip_blanks(&mut self) -> Result<(), Fault> {
        let mut at_line_start = self.at == 0;
        while let Some(c) = self.peek() {
            if c == '\n' {
                at_line_start = true;
                self.at += 1;
            } else if c.is_whitespace() {
                self.at += c.len_utf8();
            } else if c == '@' && (at_line_start || self.rest()[1..].trim().is_empty()) {
                self.at += 1;
            } else if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                let start = self.at;
                match self.rest()[2..].find("*/") {
                    Some(length) => self.at += length + 4,
                    None => return Err((self.to_end(start), Problem::OpenComment)),
                }
            } else {
                break;
            }
        }
        Ok(())
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest
            .char_indices()
            .find(|&(index, c)| index > 0 && !is_word(c))
            .map_or(rest.len(), |(index, _)| index);
        self.at += length;
        &rest[..length]
    }

    fn number(&mut self) -> Result<TokenKind<'a>, Fault> {
        let start = self.at;
        let rest = self.rest();
        let radix = match rest.as_bytes() {
            [b'0', b'x' | b'X', ..] => 16,
            _ => 10,
        };
        if radix == 16 {
            self.at += 2;
        }
        let digits = self.take(|c| c.is_digit(radix));
        if radix == 10 && is_fraction(self.rest()) {
            self.at += 1;
            self.take(|c| c.is_ascii_digit());
            return Ok(TokenKind::Decimal(&self.text[start..self.at]));
        }
        self.take(|c| matches!(c, 'u' | 'U' | 'l' | 'L'));
        if self.peek().is_some_and(is_word) {
            self.take(is_word);
            let found = format!("`{}`", &self.text[start..self.at]);
            let expected = "a number".to_owned();
            return Err((self.since(start), Problem::Unexpected { found, expected }));
        }
        i128::from_str_radix(digits, radix)
            .map(TokenKind::Integer)
            .map_err(|_| (self.since(start), Problem::NumberTooLarge))
    }

    fn character(&mut self) -> Result<i128, Fault> {
        let start = self.at;
        let mut chars = self.rest().chars().skip(1);
        let (value, length) = match (chars.next(), chars.next()) {
            (Some('\\'), Some(escaped)) => (unescape(escaped), 2),
            (Some(c), Some(_)) if c.is_ascii() && c != '\'' && c != '\n' => (Some(c as u8), 1),
            _ => (None, 0),
        };
        match (value, self.rest().as_bytes().get(length + 1)) {
            (Some(value), Some(b'\'')) => {
                self.at += length + 2;
                Ok(value.into())
            }
            _ => {
                let quote = Extent {
                    start,
                    end: start + 1,
                };
                Err((quote, Problem::CharacterLiteral))
            }
        }
    }

    fn symbol(&mut self, first: char) -> Result<TokenKind<'a>, Fault> {
        let start = self.at;
        match SYMBOLS.iter().find(|s| self.rest().starts_with(**s)) {
            Some(symbol) => {
                self.at += symbol.len();
                Ok(TokenKind::Symbol(symbol))
            }
            None => {
                self.at += first.len_utf8();
                Err((self.since(start), Problem::Character(first)))
            }
        }
    }

    fn take(&mut self, mut fits: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn since(&self, start: usize) -> Extent {
        Extent {
            start,
            end: self.at,
        }
    }

    fn to_end(&self, start: usize) -> Extent {
        Extent {
            start,
            end: self.text.len(),
        }
    }
}

/// A point and a digit: not the `..` of a range, nor a field.
fn is_fraction(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    bytes.first() == Some(&b'.') && bytes.get(1).is_some_and(u8::is_ascii_digit)
}

fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '\\' | '$')
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn unescape(c: char) -> Option<u8> {
    Some(match c {
        '0' => 0,
        'a' => 7,
        'b' => 8,
        't' => b'\t',
        'n' => b'\n',
        'v' => 11,
        'f' => 12,
        'r' => b'\r',
        '\\' | '\'' | '"' | '?' => c as u8,
        _ => return None,
    })
}
