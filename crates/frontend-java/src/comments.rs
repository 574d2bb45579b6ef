//! Contracts in the comments of Java sources: `/*@ … */`, and lines that start with `//@`.
//!
//! Class files have no comments, so the source is read once more: far enough to tell which class or
//! method a comment belongs to.

/// A contract that stands between the members of a class, or before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Comment {
    /// The class that it is in, or before, as the JVM names it: `p/Outer$Inner`.
    pub(crate) class: String,
    /// The method that follows.
    pub(crate) before: Option<Method>,
    /// What stands in it; the marks of further lines are blanks, so that columns stay.
    pub(crate) text: String,
    /// Where it starts and ends, with its mark.
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// A method as the source names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Method {
    /// Its name; of a constructor that of the class.
    pub(crate) name: String,
    /// The line of the name.
    pub(crate) line: u32,
}

/// A line and a column in bytes, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// The contracts of a source, in their order.
pub(crate) fn contracts(source: &str) -> Vec<Comment> {
    let mut reader = Reader {
        scanner: Scanner::new(source),
        package: String::new(),
        scopes: Vec::new(),
        found: Vec::new(),
    };
    reader.read();
    reader.found
}

/// What braces enclose.
enum Scope {
    /// The members of a class.
    Class(String),
    /// Statements, elements of an array: nothing in there has a contract.
    Other,
}

struct Reader<'s> {
    scanner: Scanner<'s>,
    package: String,
    scopes: Vec<Scope>,
    found: Vec<Comment>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut waiting = Vec::new();
        while let Some(token) = self.scanner.next() {
            match token {
                Token::Contract(contract) => waiting.push(contract),
                Token::Word("package", _) => self.package = self.scanner.until_semicolon(),
                Token::Word("import", _) => {
                    self.scanner.until_semicolon();
                }
                Token::Mark('}') => {
                    self.place(&mut waiting, None);
                    self.scopes.pop();
                }
                Token::Mark(';') => {}
                first => self.declaration(first, &mut waiting),
            }
        }
    }

    /// From the first word of a declaration, or of a statement, to its end or its `{`.
    fn declaration(&mut self, first: Token<'_>, waiting: &mut Vec<Text>) {
        let mut header = Header::default();
        let mut token = Some(first);
        while let Some(now) = token {
            match now {
                Token::Contract(contract) => waiting.push(contract),
                Token::Mark('{') => {
                    let scope = match (&header.class, self.is_among_members()) {
                        (Some(name), true) => Scope::Class(self.inside(name)),
                        _ => Scope::Other,
                    };
                    match &scope {
                        Scope::Class(name) => {
                            let name = name.clone();
                            self.place_in(&name, waiting, None);
                        }
                        Scope::Other => self.place(waiting, header.method.take()),
                    }
                    self.scopes.push(scope);
                    return;
                }
                Token::Mark('}') => {
                    self.place(waiting, None);
                    self.scopes.pop();
                    return;
                }
                Token::Mark(';') if header.depth == 0 => {
                    self.place(waiting, header.method.take());
                    return;
                }
                other => header.add(&other),
            }
            token = self.scanner.next();
        }
    }

    fn is_among_members(&self) -> bool {
        !matches!(self.scopes.last(), Some(Scope::Other))
    }

    /// The name of a class that is declared here.
    fn inside(&self, name: &str) -> String {
        match self.scopes.last() {
            Some(Scope::Class(outer)) => format!("{outer}${name}"),
            _ if self.package.is_empty() => name.to_string(),
            _ => format!("{}/{name}", self.package.replace('.', "/")),
        }
    }

    /// The contracts that have come so far belong to the class around them.
    fn place(&mut self, waiting: &mut Vec<Text>, before: Option<Method>) {
        match self.scopes.last() {
            Some(Scope::Class(class)) => {
                let class = class.clone();
                self.place_in(&class, waiting, before);
            }
            // Between statements there is nothing that they could be the contracts of.
            _ => waiting.clear(),
        }
    }

    fn place_in(&mut self, class: &str, waiting: &mut Vec<Text>, before: Option<Method>) {
        let placed = waiting.drain(..).map(|contract| Comment {
            class: class.to_string(),
            before: before.clone(),
            text: contract.text,
            start: contract.start,
            end: contract.end,
        });
        self.found.extend(placed);
    }
}

/// What is known of a declaration before its body.
#[derive(Default)]
struct Header {
    /// The last word, if nothing came after it.
    last: Option<(String, u32)>,
    /// Whether the next word is the name of a class.
    names_class: bool,
    class: Option<String>,
    method: Option<Method>,
    /// Open parentheses.
    depth: usize,
    /// Whether the last word is the name of an annotation.
    annotates: bool,
    /// Whether an initialiser has begun, whose calls are no methods.
    initialises: bool,
}

impl Header {
    fn add(&mut self, token: &Token<'_>) {
        match token {
            Token::Word(word, line) => {
                if std::mem::take(&mut self.names_class) {
                    self.class.get_or_insert_with(|| (*word).to_string());
                }
                let begins = matches!(*word, "class" | "interface" | "enum" | "record");
                self.names_class = begins && self.depth == 0 && self.class.is_none();
                self.last = Some(((*word).to_string(), *line));
                return;
            }
            Token::Mark('@') => {
                self.annotates = true;
                return;
            }
            Token::Mark('.') if self.annotates => return,
            Token::Mark('(') => {
                // `record(…)` is a method of that name.
                self.names_class = false;
                let is_name = self.depth == 0 && !self.annotates && !self.initialises;
                if let (true, Some((name, line)), None) = (is_name, self.last.take(), &self.method)
                {
                    self.method = Some(Method { name, line });
                }
                self.depth += 1;
            }
            Token::Mark(')') => self.depth = self.depth.saturating_sub(1),
            Token::Mark('=') => self.initialises = true,
            _ => {}
        }
        self.annotates = false;
        self.last = None;
    }
}

/// A contract and where it stands.
struct Text {
    text: String,
    start: Position,
    end: Position,
}

enum Token<'s> {
    /// A name or a keyword, and its line.
    Word(&'s str, u32),
    Mark(char),
    /// A number, a character or a string.
    Literal,
    Contract(Text),
}

struct Scanner<'s> {
    source: &'s str,
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'s> Scanner<'s> {
    fn new(source: &'s str) -> Scanner<'s> {
        Scanner {
            source,
            at: 0,
            line: 1,
            line_start: 0,
        }
    }

    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    fn position(&self) -> Position {
        Position {
            line: self.line,
            column: (self.at - self.line_start) as u32 + 1,
        }
    }

    /// Goes on by so many bytes.
    fn skip(&mut self, bytes: usize) -> &'s str {
        let skipped = &self.source[self.at..self.at + bytes];
        for (offset, _) in skipped.match_indices('\n') {
            self.line += 1;
            self.line_start = self.at + offset + 1;
        }
        self.at += bytes;
        skipped
    }

    /// Goes on to behind a text, or to the end.
    fn skip_past(&mut self, end: &str) -> &'s str {
        let rest = self.rest();
        let bytes = rest.find(end).map_or(rest.len(), |found| found + end.len());
        self.skip(bytes)
    }

    fn next(&mut self) -> Option<Token<'s>> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            if rest.starts_with("/*@") || rest.starts_with("//@") {
                return Some(Token::Contract(self.contract()));
            }
            if rest.starts_with("/*") {
                self.skip(2);
                self.skip_past("*/");
            } else if rest.starts_with("//") {
                self.skip_past("\n");
            } else if first.is_whitespace() {
                self.skip(first.len_utf8());
            } else {
                return Some(self.token(first));
            }
        }
    }

    fn token(&mut self, first: char) -> Token<'s> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        if self.rest().starts_with("\"\"\"") {
            self.skip(3);
            self.quoted("\"\"\"");
            return Token::Literal;
        }
        if first == '"' || first == '\'' {
            self.skip(1);
            self.quoted(if first == '"' { "\"" } else { "'" });
            return Token::Literal;
        }
        if !is_part(first) {
            self.skip(first.len_utf8());
            return Token::Mark(first);
        }
        let rest = self.rest();
        let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let line = self.line;
        let word = self.skip(length);
        match first.is_numeric() {
            true => Token::Literal,
            false => Token::Word(word, line),
        }
    }

    /// Goes on to behind the end of a literal.
    fn quoted(&mut self, end: &str) {
        while let Some(c) = self.rest().chars().next() {
            if self.rest().starts_with(end) {
                self.skip(end.len());
                return;
            }
            self.skip(c.len_utf8());
            if let ('\\', Some(escaped)) = (c, self.rest().chars().next()) {
                self.skip(escaped.len_utf8());
            }
        }
    }

    fn contract(&mut self) -> Text {
        let start = self.position();
        if self.skip(3) == "/*@" {
            let text = self.skip_past("*/");
            let text = text.strip_suffix("*/").unwrap_or(text);
            let end = self.position();
            // `@*/` ends a contract as well.
            let text = text.strip_suffix('@').unwrap_or(text).to_string();
            return Text { text, start, end };
        }
        let mut text = self.skip_past("\n").to_string();
        let mut end = self.position();
        loop {
            let line = self.rest().lines().next().unwrap_or("");
            if !line.trim_start().starts_with("//@") {
                return Text { text, start, end };
            }
            text += &line.replacen("//@", "   ", 1);
            text.push('\n');
            self.skip_past("\n");
            end = self.position();
        }
    }

    /// The words up to the next semicolon, without blanks.
    fn until_semicolon(&mut self) -> String {
        let mut words = String::new();
        while let Some(token) = self.next() {
            match token {
                Token::Word(word, _) => words += word,
                Token::Mark(';') => break,
                Token::Mark(mark) => words.push(mark),
                Token::Literal | Token::Contract(_) => {}
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::contracts;

    fn check(source: &str, expected: &[&str]) {
        let found: Vec<String> = contracts(source)
            .into_iter()
            .map(|comment| {
                let method = match &comment.before {
                    Some(method) => format!("{}:{}", method.name, method.line),
                    None => "-".to_string(),
                };
                let text = comment
                    .text
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ");
                let (line, column) = (comment.start.line, comment.start.column);
                format!("{} {method} {line}:{column} {text}", comment.class)
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn methods_and_constructors() {
        check(
            "package a.b;\nimport java.util.*;\npublic class C<T> {\n  /*@ requires x > 0; */\n  \
             @SuppressWarnings(\"unchecked\") public <K> int f(int x) { return g(x); }\n  //@ \
             requires true;\n  //@ ensures false;\n  C() {}\n}",
            &[
                "a/b/C f:5 4:3 requires x > 0;",
                "a/b/C C:8 6:3 requires true; ensures false;",
            ],
        );
    }

    #[test]
    fn classes_and_fields() {
        check(
            "/*@ pred p(x) = true; */ class A {\n //@ invariant n >= 0;\n int n = f(1);\n static \
             class B { /*@ invariant true; */ }\n record R(int x) { //@ invariant x > 1;\n }\n \
             enum E { X, Y; /*@ ensures true; */ void m() {} }\n}",
            &[
                "A - 1:1 pred p(x) = true;",
                "A - 2:2 invariant n >= 0;",
                "A$B - 4:19 invariant true;",
                "A$R - 5:20 invariant x > 1;",
                "A$E m:7 7:17 ensures true;",
            ],
        );
    }

    #[test]
    fn statements_and_literals_have_none() {
        check(
            "class A { String s = \"/*@ no */ { \\\" \"; char c = '{'; String t = \"\"\"\n /*@ no \
             */ \" {\n\"\"\";\n void f() { //@ assert true;\n class L { /*@ ensures true; */ void \
             g() {} } }\n /*@ ensures true; */ void h() {} }",
            &["A h:6 6:2 ensures true;"],
        );
    }
}
