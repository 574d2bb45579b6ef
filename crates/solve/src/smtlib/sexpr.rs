//! S-expressions, in an arena: nesting costs memory and never the stack.

use super::{Error, Position};

/// An expression of one [`Source`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node(u32);

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind<'a> {
    Symbol(&'a str),
    Keyword(&'a str),
    Numeral(&'a str),
    Decimal(&'a str),
    /// Digits without the `#x`.
    Hex(&'a str),
    /// Digits without the `#b`.
    Binary(&'a str),
    /// Contents, with doubled quotes still doubled.
    Text(&'a str),
    List(&'a [Node]),
}

#[derive(Clone, Copy)]
enum Shape {
    Symbol,
    Keyword,
    Numeral,
    Decimal,
    Hex,
    Binary,
    Text,
    List,
}

struct Item {
    shape: Shape,
    /// Where it begins in the text, and where it ends.
    offset: usize,
    end: usize,
    /// Of an atom, the text that counts; of a list, its elements in `elements`.
    range: (usize, usize),
}

/// A text and the expressions in it.
pub(super) struct Source<'a> {
    text: &'a str,
    items: Vec<Item>,
    elements: Vec<Node>,
    /// Where the next top-level expression begins.
    next: usize,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            items: Vec::new(),
            elements: Vec::new(),
            next: 0,
        }
    }

    /// The next expression that is not inside another.
    pub(super) fn read(&mut self) -> Option<Result<Node, Error>> {
        // Expressions already read are done with.
        self.items.clear();
        self.elements.clear();
        let mut open: Vec<(usize, Vec<Node>)> = Vec::new();
        loop {
            self.skip_blank();
            let offset = self.next;
            let Some(first) = self.text.as_bytes().get(offset).copied() else {
                let (start, _) = open.last()?;
                return Some(Err(
                    self.error_at(*start, "this parenthesis is never closed")
                ));
            };
            let node = match first {
                b'(' => {
                    self.next += 1;
                    open.push((offset, Vec::new()));
                    continue;
                }
                b')' => {
                    self.next += 1;
                    let Some((start, list)) = open.pop() else {
                        return Some(Err(self.error_at(offset, "this parenthesis closes nothing")));
                    };
                    let from = self.elements.len();
                    self.elements.extend(list);
                    self.item(Shape::List, start, (from, self.elements.len()))
                }
                _ => match self.atom(first) {
                    Ok(node) => node,
                    Err(error) => return Some(Err(error)),
                },
            };
            match open.last_mut() {
                Some((_, list)) => list.push(node),
                None => return Some(Ok(node)),
            }
        }
    }

    /// Whether everything has been read.
    pub(super) fn is_exhausted(&self) -> bool {
        self.next >= self.text.len()
    }

    fn item(&mut self, shape: Shape, offset: usize, range: (usize, usize)) -> Node {
        // Items are made when they have been read to their end.
        self.items.push(Item {
            shape,
            offset,
            end: self.next,
            range,
        });
        Node(self.items.len() as u32 - 1)
    }

    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.next) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.next += 1,
                b';' => {
                    let rest = &bytes[self.next..];
                    self.next += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn atom(&mut self, first: u8) -> Result<Node, Error> {
        let start = self.next;
        match first {
            b'"' => self.quoted(b'"', Shape::Text, "string"),
            b'|' => self.quoted(b'|', Shape::Symbol, "quoted symbol"),
            _ => {
                let rest = &self.text[start..];
                let end = rest.find(|c: char| c.is_ascii_whitespace() || "()\";|".contains(c));
                let word = &rest[..end.unwrap_or(rest.len())];
                self.next += word.len();
                let (shape, skip) = shape_of(word).ok_or_else(|| {
                    let shown: String = word.chars().take(40).collect();
                    self.error_at(start, &format!("`{shown}` is no SMT-LIB token"))
                })?;
                Ok(self.item(shape, start, (start + skip, start + word.len())))
            }
        }
    }

    fn quoted(&mut self, quote: u8, shape: Shape, what: &str) -> Result<Node, Error> {
        let start = self.next;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        loop {
            match bytes.get(end) {
                None => {
                    self.next = end;
                    return Err(self.error_at(start, &format!("this {what} never ends")));
                }
                // A doubled quote stands for one inside a string.
                Some(&b) if b == quote && quote == b'"' && bytes.get(end + 1) == Some(&quote) => {
                    end += 2
                }
                Some(&b) if b == quote => break,
                Some(_) => end += 1,
            }
        }
        self.next = end + 1;
        Ok(self.item(shape, start, (start + 1, end)))
    }

    pub(super) fn kind(&self, node: Node) -> Kind<'_> {
        let item = &self.items[node.0 as usize];
        let (start, end) = item.range;
        match item.shape {
            Shape::List => Kind::List(&self.elements[start..end]),
            Shape::Symbol => Kind::Symbol(&self.text[start..end]),
            Shape::Keyword => Kind::Keyword(&self.text[start..end]),
            Shape::Numeral => Kind::Numeral(&self.text[start..end]),
            Shape::Decimal => Kind::Decimal(&self.text[start..end]),
            Shape::Hex => Kind::Hex(&self.text[start..end]),
            Shape::Binary => Kind::Binary(&self.text[start..end]),
            Shape::Text => Kind::Text(&self.text[start..end]),
        }
    }

    pub(super) fn symbol(&self, node: Node) -> Option<&str> {
        match self.kind(node) {
            Kind::Symbol(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn list(&self, node: Node) -> Option<&[Node]> {
        match self.kind(node) {
            Kind::List(list) => Some(list),
            _ => None,
        }
    }

    pub(super) fn numeral(&self, node: Node) -> Option<u32> {
        match self.kind(node) {
            Kind::Numeral(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The expression as it stands in the text, with single blanks.
    pub(super) fn text(&self, node: Node) -> String {
        let item = &self.items[node.0 as usize];
        let words: Vec<&str> = self.text[item.offset..item.end]
            .split_whitespace()
            .collect();
        words.join(" ")
    }

    /// The expression for a message, if it is short.
    pub(super) fn shown(&self, node: Node) -> String {
        let item = &self.items[node.0 as usize];
        if item.end - item.offset > 60 {
            return "this expression".to_owned();
        }
        format!("`{}`", self.text(node))
    }

    pub(super) fn error(&self, node: Node, message: impl AsRef<str>) -> Error {
        self.error_at(self.items[node.0 as usize].offset, message.as_ref())
    }

    fn error_at(&self, offset: usize, message: &str) -> Error {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let position = Position {
            line: before.bytes().filter(|&b| b == b'\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
        };
        Error {
            position,
            message: message.to_owned(),
        }
    }
}

/// What a word without quotes is, and how many characters its mark takes.
fn shape_of(word: &str) -> Option<(Shape, usize)> {
    let all = |text: &str, ok: fn(char) -> bool| !text.is_empty() && text.chars().all(ok);
    if let Some(digits) = word.strip_prefix("#x") {
        return all(digits, |c| c.is_ascii_hexdigit()).then_some((Shape::Hex, 2));
    }
    if let Some(digits) = word.strip_prefix("#b") {
        return all(digits, |c| c == '0' || c == '1').then_some((Shape::Binary, 2));
    }
    if let Some(name) = word.strip_prefix(':') {
        return all(name, symbol_char).then_some((Shape::Keyword, 1));
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let digit = |c: char| c.is_ascii_digit();
        return match word.split_once('.') {
            None => all(word, digit).then_some((Shape::Numeral, 0)),
            Some((a, b)) => (all(a, digit) && all(b, digit)).then_some((Shape::Decimal, 0)),
        };
    }
    all(word, symbol_char).then_some((Shape::Symbol, 0))
}

fn symbol_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/'".contains(c)
}
