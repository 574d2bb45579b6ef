//! The `#` lines that preprocessing leaves behind.

/// What a directive means to the parser.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Directive {
    /// `# 12 "file.h" 1 3` or `#line 12 "file.h"`: where the next line came from.
    Line {
        /// The presumed number of the next line.
        line: u32,
        /// The presumed file, if it changes.
        file: Option<Vec<u8>>,
        /// The file is a header of the system.
        is_system: bool,
    },
    /// `#pragma pack(…)`: the layout of the records that follow.
    Pack(Pack),
    /// `#pragma weak` and the like, which change what names stand for.
    Naming,
    /// Anything else.
    Other,
}

/// A `#pragma pack`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pack {
    /// `pack(2)`, or `pack()` for the default.
    Set(Option<u32>),
    /// `pack(push, 2)`, or `pack(push)` to keep the current value.
    Push(Option<u32>),
    /// `pack(pop)`
    Pop,
}

impl Directive {
    /// Reads a directive, from its `#` to the end of its line.
    pub(super) fn read(text: &[u8]) -> Directive {
        let mut words = Words(
            text.strip_prefix(b"#")
                .or(text.strip_prefix(b"%:"))
                .unwrap_or(text),
        );
        match words.next() {
            Some(b"line") => match words.next() {
                Some(number) => line_marker(number, words),
                None => Directive::Other,
            },
            Some(b"pragma") => pragma(words),
            Some(number) if number[0].is_ascii_digit() => line_marker(number, words),
            _ => Directive::Other,
        }
    }
}

fn line_marker(number: &[u8], mut words: Words) -> Directive {
    let Some(line) = decimal(number) else {
        return Directive::Other;
    };
    let file = words.next().and_then(unquote);
    let is_system = words.any(|flag| flag == b"3");
    Directive::Line {
        line,
        file,
        is_system,
    }
}

fn pragma(mut words: Words) -> Directive {
    match words.next() {
        Some(b"weak" | b"redefine_extname" | b"scalar_storage_order") => return Directive::Naming,
        Some(b"pack") if words.next() == Some(b"(") => {}
        _ => return Directive::Other,
    }
    let arguments: Vec<&[u8]> = words.take_while(|&word| word != b")").collect();
    let value = arguments.last().and_then(|word| decimal(word));
    Directive::Pack(match arguments.first() {
        Some(&b"push") => Pack::Push(value),
        Some(&b"pop") => Pack::Pop,
        _ => Pack::Set(value.filter(|&value| value > 0)),
    })
}

fn decimal(word: &[u8]) -> Option<u32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The bytes of a file name between quotes, its escapes resolved.
fn unquote(word: &[u8]) -> Option<Vec<u8>> {
    let mut rest = word.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let mut name = Vec::with_capacity(rest.len());
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            name.push(byte);
            continue;
        }
        let digits = tail
            .iter()
            .take(3)
            .take_while(|digit| matches!(digit, b'0'..=b'7'))
            .count();
        if digits == 0 {
            name.extend(tail.first());
            rest = tail.get(1..).unwrap_or_default();
        } else {
            let value = tail[..digits]
                .iter()
                .fold(0u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
            name.push(value as u8);
            rest = &tail[digits..];
        }
    }
    Some(name)
}

/// The words, numbers, quoted names and single punctuation marks of a line.
struct Words<'t>(&'t [u8]);

impl<'t> Iterator for Words<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let start = self.0.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let text = &self.0[start..];
        let length = match text[0] {
            b'"' => quoted_length(text),
            byte if byte.is_ascii_alphanumeric() => text
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric())
                .count(),
            _ => 1,
        };
        let (word, rest) = text.split_at(length);
        self.0 = rest;
        Some(word)
    }
}

fn quoted_length(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(line: u32, file: &str, is_system: bool) -> Directive {
        Directive::Line {
            line,
            file: Some(file.as_bytes().to_vec()),
            is_system,
        }
    }

    #[test]
    fn reads_directives() {
        let cases: [(&str, Directive); 11] = [
            ("# 12 \"a.h\" 1 3 4", marker(12, "a.h", true)),
            (
                "#line 7 \"dir\\\\a \\\"b\\\".c\"",
                marker(7, "dir\\a \"b\".c", false),
            ),
            ("# 1 \"\\303\\251.c\" 2", marker(1, "é.c", false)),
            (
                "#line 9",
                Directive::Line {
                    line: 9,
                    file: None,
                    is_system: false,
                },
            ),
            (
                "#pragma pack(push, 2)",
                Directive::Pack(Pack::Push(Some(2))),
            ),
            ("#pragma pack(push)", Directive::Pack(Pack::Push(None))),
            ("# pragma pack ( 1 )", Directive::Pack(Pack::Set(Some(1)))),
            ("#pragma pack()", Directive::Pack(Pack::Set(None))),
            ("#pragma pack(pop)", Directive::Pack(Pack::Pop)),
            ("#ident \"x\"", Directive::Other),
            ("#", Directive::Other),
        ];
        for (text, expected) in cases {
            assert_eq!(Directive::read(text.as_bytes()), expected, "{text}");
        }
    }
}
