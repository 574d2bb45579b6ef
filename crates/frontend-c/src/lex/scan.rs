//! From bytes to tokens with physical positions. The same scanner reads preprocessed text and
//! the files it came from.

use super::token::TokenKind;

/// What the scanner finds next.
pub(super) enum Scanned {
    /// A token.
    Token(RawToken),
    /// A `#` line, from the `#` to the end of the line.
    Directive(Extent),
    /// A `/*@ … */` comment with its delimiters.
    Contract(Extent),
    /// The end of the text.
    End,
}

/// A stretch of the text.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// The first byte.
    pub(super) start: u32,
    /// The byte after the last.
    pub(super) end: u32,
    /// The physical line of the start, from 1.
    pub(super) line: u32,
    /// The column of the start, from 1.
    pub(super) column: u32,
    /// The physical line of the end.
    pub(super) end_line: u32,
    /// The column of the end.
    pub(super) end_column: u32,
}

impl Extent {
    /// The bytes themselves.
    pub(super) fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// A token as the scanner sees it: keywords are still identifiers.
#[derive(Clone, Copy)]
pub(super) struct RawToken {
    /// What it is.
    pub(super) kind: TokenKind,
    /// Where it is.
    pub(super) extent: Extent,
    /// It begins a logical line: spliced lines and comments do not end one.
    pub(super) first_on_line: bool,
}

/// Reads text from its beginning to its end.
pub(super) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
    line_start: usize,
    first_on_line: bool,
}

/// Where something began.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    line: u32,
    column: u32,
}

impl<'t> Scanner<'t> {
    /// A scanner at the start of `text`.
    pub(super) fn new(text: &'t [u8]) -> Scanner<'t> {
        let at = if text.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        Scanner {
            text,
            at,
            line: 1,
            line_start: 0,
            first_on_line: true,
        }
    }

    /// The next token, directive or contract.
    pub(super) fn next(&mut self) -> Scanned {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => {
                    self.newline();
                    self.first_on_line = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => self.at += 1,
                b'/' if self.peek(1) == b'*' => {
                    let is_contract = self.peek(2) == b'@';
                    let mark = self.mark();
                    self.block_comment();
                    if is_contract {
                        return Scanned::Contract(self.since(mark));
                    }
                }
                b'/' if self.peek(1) == b'/' => self.skip_line(),
                b'\\' if self.at_splice() => self.splice(),
                b'#' if self.first_on_line => return self.directive(),
                b'%' if self.first_on_line && self.peek(1) == b':' => return self.directive(),
                _ => return Scanned::Token(self.token(byte)),
            }
        }
        Scanned::End
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            line: self.line,
            column: (self.at - self.line_start) as u32 + 1,
        }
    }

    fn since(&self, mark: Mark) -> Extent {
        Extent {
            start: mark.at as u32,
            end: self.at as u32,
            line: mark.line,
            column: mark.column,
            end_line: self.line,
            end_column: (self.at - self.line_start) as u32 + 1,
        }
    }

    /// Steps over a line feed.
    fn newline(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.at;
    }

    fn at_splice(&self) -> bool {
        self.peek(1) == b'\n' || (self.peek(1) == b'\r' && self.peek(2) == b'\n')
    }

    /// Steps over a backslash and the line end after it.
    fn splice(&mut self) {
        self.at += if self.peek(1) == b'\r' { 2 } else { 1 };
        self.newline();
    }

    /// Steps over `/* … */`; one that never ends takes the rest of the text.
    fn block_comment(&mut self) {
        self.at += 2;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'*' if self.peek(1) == b'/' => {
                    self.at += 2;
                    return;
                }
                b'\n' => self.newline(),
                _ => self.at += 1,
            }
        }
    }

    /// Steps to the line feed that ends the logical line.
    fn skip_line(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => return,
                b'\\' if self.at_splice() => self.splice(),
                _ => self.at += 1,
            }
        }
    }

    /// Reads a `#` line, in which comments may hide line ends and literals may hide comments.
    fn directive(&mut self) -> Scanned {
        let mark = self.mark();
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => break,
                b'\\' if self.at_splice() => self.splice(),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                b'/' if self.peek(1) == b'/' => self.skip_line(),
                b'"' | b'\'' => {
                    self.quoted(byte);
                }
                _ => self.at += 1,
            }
        }
        Scanned::Directive(self.since(mark))
    }

    fn token(&mut self, first: u8) -> RawToken {
        let first_on_line = std::mem::take(&mut self.first_on_line);
        let mark = self.mark();
        let kind = match CLASSES[first as usize] {
            Class::Letter => self.identifier_or_literal(),
            Class::Digit => self.number(),
            Class::Other => match first {
                b'.' if self.peek(1).is_ascii_digit() => self.number(),
                b'"' => self.quoted(b'"'),
                b'\'' => self.quoted(b'\''),
                b'\\' if matches!(self.peek(1), b'u' | b'U') => self.identifier_or_literal(),
                _ => {
                    let (kind, length) = punctuator(&self.text[self.at..]);
                    self.at += length;
                    kind
                }
            },
        };
        RawToken {
            kind,
            extent: self.since(mark),
            first_on_line,
        }
    }

    fn identifier_or_literal(&mut self) -> TokenKind {
        let start = self.at;
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            let continues = match CLASSES[byte as usize] {
                Class::Letter | Class::Digit => true,
                Class::Other => byte == b'\\' && matches!(self.peek(1), b'u' | b'U'),
            };
            if !continues {
                break;
            }
            self.at += 1;
        }
        match (&self.text[start..self.at], self.peek(0)) {
            (b"L" | b"u" | b"U" | b"u8", b'"') => self.quoted(b'"'),
            (b"L" | b"u" | b"U", b'\'') => self.quoted(b'\''),
            (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", b'"') => self.raw_string(),
            _ => TokenKind::Identifier,
        }
    }

    /// A preprocessing number: more than the numbers of C, so that `1x` is one wrong token.
    fn number(&mut self) -> TokenKind {
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'+' | b'-' if matches!(self.text[self.at - 1] | 0x20, b'e' | b'p') => {}
                b'.' => {}
                _ if CLASSES[byte as usize] != Class::Other => {}
                _ => break,
            }
            self.at += 1;
        }
        TokenKind::Number
    }

    /// Reads from the opening quote to the closing one, or to the end of the line.
    fn quoted(&mut self, quote: u8) -> TokenKind {
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => return TokenKind::Unterminated,
                b'\\' if self.at_splice() => self.splice(),
                b'\\' if self.at + 1 < self.text.len() => self.at += 2,
                _ => {
                    self.at += 1;
                    if byte == quote {
                        let is_string = quote == b'"';
                        return if is_string {
                            TokenKind::String
                        } else {
                            TokenKind::Character
                        };
                    }
                }
            }
        }
        TokenKind::Unterminated
    }

    /// Reads `"delimiter( … )delimiter"`.
    fn raw_string(&mut self) -> TokenKind {
        self.at += 1;
        let opening = &self.text[self.at..];
        let Some(length) = opening.iter().take(17).position(|&byte| byte == b'(') else {
            return TokenKind::Unterminated;
        };
        let delimiter = &opening[..length];
        while let Some(&byte) = self.text.get(self.at) {
            if byte == b'\n' {
                self.newline();
                continue;
            }
            self.at += 1;
            let rest = &self.text[self.at..];
            if byte == b')' && rest.starts_with(delimiter) && rest.get(length) == Some(&b'"') {
                self.at += length + 1;
                return TokenKind::String;
            }
        }
        TokenKind::Unterminated
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Other,
}

/// Letters are `_`, `$` and all bytes past ASCII, too.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        let character = byte as u8;
        if character.is_ascii_alphabetic() || matches!(character, b'_' | b'$' | 0x80..) {
            classes[byte] = Class::Letter;
        } else if character.is_ascii_digit() {
            classes[byte] = Class::Digit;
        }
        byte += 1;
    }
    classes
};

/// The longest punctuator at the start of `text`, which is not empty, and its length.
fn punctuator(text: &[u8]) -> (TokenKind, usize) {
    use TokenKind::*;
    let second = text.get(1).copied().unwrap_or(0);
    let third = || text.get(2).copied().unwrap_or(0);
    match text[0] {
        b'(' => (LParen, 1),
        b')' => (RParen, 1),
        b'[' => (LBracket, 1),
        b']' => (RBracket, 1),
        b'{' => (LBrace, 1),
        b'}' => (RBrace, 1),
        b';' => (Semicolon, 1),
        b',' => (Comma, 1),
        b'?' => (Question, 1),
        b'~' => (Tilde, 1),
        b'#' => (Hash, 1),
        b'.' if second == b'.' && third() == b'.' => (Ellipsis, 3),
        b'.' => (Dot, 1),
        b':' if second == b'>' => (RBracket, 2),
        b':' => (Colon, 1),
        b'=' if second == b'=' => (EqualEqual, 2),
        b'=' => (Equal, 1),
        b'!' if second == b'=' => (NotEqual, 2),
        b'!' => (Not, 1),
        b'^' if second == b'=' => (CaretEqual, 2),
        b'^' => (Caret, 1),
        b'*' if second == b'=' => (StarEqual, 2),
        b'*' => (Star, 1),
        b'/' if second == b'=' => (SlashEqual, 2),
        b'/' => (Slash, 1),
        b'+' => match second {
            b'+' => (PlusPlus, 2),
            b'=' => (PlusEqual, 2),
            _ => (Plus, 1),
        },
        b'-' => match second {
            b'>' => (Arrow, 2),
            b'-' => (MinusMinus, 2),
            b'=' => (MinusEqual, 2),
            _ => (Minus, 1),
        },
        b'&' => match second {
            b'&' => (AndAnd, 2),
            b'=' => (AmpEqual, 2),
            _ => (Amp, 1),
        },
        b'|' => match second {
            b'|' => (OrOr, 2),
            b'=' => (BarEqual, 2),
            _ => (Bar, 1),
        },
        b'%' => match second {
            b'=' => (PercentEqual, 2),
            b'>' => (RBrace, 2),
            b':' => (Hash, 2),
            _ => (Percent, 1),
        },
        b'<' => match second {
            b'<' if third() == b'=' => (ShlEqual, 3),
            b'<' => (Shl, 2),
            b'=' => (LessEqual, 2),
            b':' => (LBracket, 2),
            b'%' => (LBrace, 2),
            _ => (Less, 1),
        },
        b'>' => match second {
            b'>' if third() == b'=' => (ShrEqual, 3),
            b'>' => (Shr, 2),
            b'=' => (GreaterEqual, 2),
            _ => (Greater, 1),
        },
        _ => (Stray, 1),
    }
}
