//! The words of TVLA's files.

use super::error::{Error, Position};
use super::preprocess::Line;
use crate::truth::Truth;

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Text(String),
    Value(Truth),
    /// `%action` and the like, without the percent sign; `%` for `%%`.
    Directive(String),
    Sign(&'static str),
    End,
}

/// Signs, longer ones first.
const SIGNS: [&str; 21] = [
    "<->", "==>", "->", "==", "!=", "(", ")", "{", "}", "[", "]", ",", "=", "&", "|", "!", "?",
    ":", "+", "*", "-",
];

/// The words of some lines, with a last one for the end.
pub(super) fn tokens(lines: &[Line], start: &Position) -> Result<Vec<(Token, Position)>, Error> {
    let mut found = Vec::new();
    let mut last = start.clone();
    let mut lines = lines.iter();
    while let Some(line) = lines.next() {
        last = line.position.clone();
        let mut whole = line.text.clone();
        let mut start = 0;
        loop {
            start = whole.len() - whole[start..].trim_start().len();
            if start == whole.len() {
                break;
            }
            // A string may go on for several lines.
            while whole[start..].starts_with('"') && text(&whole[start..]).is_none() {
                let next = lines
                    .next()
                    .ok_or_else(|| last.error("a string does not end"))?;
                whole.push('\n');
                whole.push_str(&next.text);
            }
            let (token, length) = token(&whole[start..], &last)?;
            found.push((token, last.clone()));
            start += length;
        }
    }
    found.push((Token::End, last));
    Ok(found)
}

/// The word at the start of a text, and its length.
fn token(rest: &str, position: &Position) -> Result<(Token, usize), Error> {
    if let Some((string, length)) = text(rest) {
        return Ok((Token::Text(string), length));
    }
    if let Some(directive) = rest.strip_prefix('%') {
        if directive.starts_with('%') {
            return Ok((Token::Directive("%".to_owned()), 2));
        }
        let length = name_length(directive);
        return Ok((Token::Directive(directive[..length].to_owned()), length + 1));
    }
    let length = name_length(rest);
    if rest.starts_with("1/2") && length == 1 {
        return Ok((Token::Value(Truth::Half), 3));
    }
    match &rest[..length] {
        "" => {}
        "0" => return Ok((Token::Value(Truth::False), 1)),
        "1" => return Ok((Token::Value(Truth::True), 1)),
        name => return Ok((Token::Name(name.to_owned()), length)),
    }
    if rest.starts_with('/') {
        return Ok((Token::Sign("/"), 1));
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None => {
            let character = rest.chars().next().unwrap_or(' ');
            Err(position.error(format!("unexpected character `{character}`")))
        }
    }
}

fn name_length(text: &str) -> usize {
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '\'' | '.');
    text.find(|c| !named(c)).unwrap_or(text.len())
}

/// The string that starts a text, and its length, if it ends there.
fn text(rest: &str) -> Option<(String, usize)> {
    let mut content = String::new();
    let mut characters = rest.char_indices();
    if characters.next()?.1 != '"' {
        return None;
    }
    while let Some((place, character)) = characters.next() {
        match character {
            '"' => return Some((content, place + 1)),
            '\\' => match characters.next()?.1 {
                'n' => content.push('\n'),
                't' => content.push('\t'),
                other => content.push(other),
            },
            other => content.push(other),
        }
    }
    None
}

/// A place in the words of a file.
pub(super) struct Cursor {
    tokens: Vec<(Token, Position)>,
    place: usize,
}

impl Cursor {
    pub(super) fn new(tokens: Vec<(Token, Position)>) -> Self {
        Cursor { tokens, place: 0 }
    }

    pub(super) fn peek(&self) -> &Token {
        self.peek_after(0)
    }

    /// The word after so many others.
    pub(super) fn peek_after(&self, count: usize) -> &Token {
        self.tokens
            .get(self.place + count)
            .map_or(&Token::End, |(token, _)| token)
    }

    pub(super) fn position(&self) -> Position {
        let last = self.tokens.len().saturating_sub(1);
        match self.tokens.get(self.place.min(last)) {
            Some((_, position)) => position.clone(),
            None => Position {
                file: "".into(),
                line: 1,
            },
        }
    }

    pub(super) fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.place += 1;
        token
    }

    /// Whether the next word is this sign.
    pub(super) fn at(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    pub(super) fn at_name(&self, name: &str) -> bool {
        matches!(self.peek(), Token::Name(found) if found == name)
    }

    pub(super) fn at_directive(&self, name: &str) -> bool {
        matches!(self.peek(), Token::Directive(found) if found == name)
    }

    /// Takes the next word if it is this sign.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let taken = self.at(sign);
        self.place += usize::from(taken);
        taken
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), Error> {
        if self.take(sign) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{sign}`")))
        }
    }

    /// A name; the values 0 and 1 are names too where no value is meant.
    pub(super) fn name(&mut self) -> Result<String, Error> {
        match self.peek().clone() {
            Token::Name(name) => {
                self.place += 1;
                Ok(name)
            }
            Token::Value(value) if value != Truth::Half => {
                self.place += 1;
                Ok(value.to_string())
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Error {
        let found = match self.peek() {
            Token::Name(name) => format!("`{name}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Value(value) => format!("`{value}`"),
            Token::Directive(name) => format!("`%{name}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the file".to_owned(),
        };
        self.position()
            .error(format!("expected {wanted}, found {found}"))
    }

    /// Names separated by commas up to a closing sign, which is taken.
    pub(super) fn names_until(&mut self, close: &str) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        while !self.take(close) {
            if !names.is_empty() {
                self.expect(",")?;
            }
            names.push(self.name()?);
        }
        Ok(names)
    }
}
