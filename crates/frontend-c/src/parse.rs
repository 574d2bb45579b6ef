//! The parser: a recursive descent over the tokens of preprocessed C, GNU dialect included.
//!
//! A construct that cannot be read costs the external declaration it is in, no more. The parser
//! knows of names only which are types, since the grammar cannot be read without that.

mod attribute;
mod declaration;
mod declarator;
mod expression;
mod initializer;
mod primary;
mod recovery;
mod scope;
mod specifiers;
mod statement;
mod tagged;
#[cfg(test)]
mod tests;

use crate::ast::{Name, SyntaxError, Unit};
use crate::lex::{Token, TokenKind, Tokens, lex};
use ir::{Origin, SourceMap, Span};
use scope::{Binding, Scopes};

/// How deep constructs may nest in each other. Each level costs the parser stack.
const NESTING_LIMIT: u32 = 2_000;

/// How high the syntax tree of one external declaration may grow. Long chains such as
/// `a + b + c …` nest in the tree without nesting in the source; whoever walks the tree needs
/// stack for them.
const HEIGHT_LIMIT: u32 = 10_000;

/// How many errors are worth reporting: what has more is not C.
const ERROR_LIMIT: usize = 1_000;

/// Parses the text of a translation unit that has been preprocessed.
///
/// Line markers in the text say which file and line things came from. Files that can be read
/// give their text to `files`, and the spans in the result are places in them. `name` is the
/// file of what stands before the first marker, `origin` that of all files that the markers do
/// not call system headers.
///
/// Nesting is limited to what fits a stack of 24 MB (a level costs 1 to 9 KB); call this, and
/// drop the result, on a thread that has it.
pub fn parse(text: &[u8], name: &str, files: &mut SourceMap, origin: Origin) -> Unit {
    if u32::try_from(text.len()).is_err() {
        let file = files.intern(name, origin);
        let span = Span {
            file,
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
        };
        let message = "the file is larger than 4 GB".to_owned();
        let error = SyntaxError {
            span,
            message,
            function: None,
        };
        return Unit {
            items: Vec::new(),
            errors: vec![error],
        };
    }
    Parser::new(text, lex(text, name, files, origin)).unit()
}

/// Why a construct could not be read.
#[derive(Debug)]
struct Failure {
    span: Span,
    message: String,
}

/// Boxed, since it is rare and every function returns one.
type Parsed<T> = Result<T, Box<Failure>>;

struct Parser<'t> {
    text: &'t [u8],
    tokens: Tokens,
    /// The next token.
    at: usize,
    scopes: Scopes,
    /// How many constructs are open.
    nesting: u32,
    /// The height of the highest tree built since someone reset it to measure.
    height: u32,
    /// The function definition being read, at file scope.
    function: Option<Name>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t [u8], mut tokens: Tokens) -> Parser<'t> {
        let scopes = Scopes::new(&mut tokens.names);
        Parser {
            text,
            tokens,
            at: 0,
            scopes,
            nesting: 0,
            height: 0,
            function: None,
        }
    }

    fn unit(mut self) -> Unit {
        let mut unit = Unit::default();
        while self.kind() != TokenKind::End {
            let start = self.at;
            match self.external_declaration() {
                Ok(item) => unit.items.extend(item),
                Err(failure) => {
                    let Failure { span, message } = *failure;
                    unit.errors.push(SyntaxError {
                        span,
                        message,
                        function: self.function.take(),
                    });
                    if unit.errors.len() == ERROR_LIMIT {
                        unit.errors.push(SyntaxError {
                            span: self.span(),
                            message: "too many errors, the rest was not read".to_owned(),
                            function: None,
                        });
                        break;
                    }
                    self.recover(start);
                }
            }
            self.function = None;
        }
        let pragmas = self.tokens.naming.iter();
        unit.items
            .extend(pragmas.map(|span| crate::ast::Item::Pragma(*span)));
        unit
    }

    fn kind(&self) -> TokenKind {
        self.kind_at(0)
    }

    /// The kind of the token `ahead` of the next one.
    fn kind_at(&self, ahead: usize) -> TokenKind {
        self.tokens
            .tokens
            .get(self.at + ahead)
            .map_or(TokenKind::End, |token| token.kind)
    }

    fn token(&self) -> Token {
        // `bump` never passes the end token.
        self.tokens.tokens[self.at]
    }

    fn span(&self) -> Span {
        self.tokens.spans[self.at]
    }

    /// The span of the token before the next one.
    fn previous_span(&self) -> Span {
        self.tokens.spans[self.at.saturating_sub(1)]
    }

    /// From `start` to the last token read.
    fn since(&self, start: Span) -> Span {
        start.to(self.previous_span())
    }

    fn bump(&mut self) {
        if self.kind() != TokenKind::End {
            self.at += 1;
        }
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.at += 1;
        }
        found
    }

    fn expect(&mut self, kind: TokenKind) -> Parsed<()> {
        if self.eat(kind) {
            Ok(())
        } else {
            Err(self.unexpected(kind.text()))
        }
    }

    /// Reads an identifier, of whatever binding.
    fn identifier(&mut self) -> Parsed<(Name, Span)> {
        if self.kind() != TokenKind::Identifier {
            return Err(self.unexpected(TokenKind::Identifier.text()));
        }
        let found = (self.name(), self.span());
        self.at += 1;
        Ok(found)
    }

    /// The name of the next token, which is an identifier or keyword.
    fn name(&self) -> Name {
        self.tokens.names.name(self.token().symbol)
    }

    /// What the identifier `ahead` of the next token is.
    fn binding_at(&self, ahead: usize) -> Option<Binding> {
        let token = self.tokens.tokens.get(self.at + ahead)?;
        (token.kind == TokenKind::Identifier).then(|| self.scopes.binding(token.symbol))
    }

    fn declare(&mut self, name: &Name, binding: Binding) {
        let symbol = self.tokens.names.intern(name.as_bytes());
        self.scopes.declare(symbol, binding);
    }

    fn failure<T>(&self, span: Span, message: impl Into<String>) -> Parsed<T> {
        Err(Box::new(Failure {
            span,
            message: message.into(),
        }))
    }

    /// `expected this, found that`.
    fn unexpected(&self, expected: &str) -> Box<Failure> {
        let message = format!("expected {expected}, found {}", self.describe_next());
        Box::new(Failure {
            span: self.span(),
            message,
        })
    }

    fn describe_next(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::End => token.kind.text().to_owned(),
            TokenKind::Unterminated | TokenKind::String => token.kind.text().to_owned(),
            TokenKind::Identifier if self.scopes.binding(token.symbol).is_type() => {
                format!("type name '{}'", self.name())
            }
            _ => {
                let text: Vec<u8> = token.text(self.text).iter().copied().take(60).collect();
                format!("'{}'", text.escape_ascii().to_string().replace("\\'", "'"))
            }
        }
    }

    /// Reads something that may contain itself.
    fn nest<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting == NESTING_LIMIT {
            return self.failure(self.span(), "nested too deeply");
        }
        self.nesting += 1;
        let outside = std::mem::take(&mut self.height);
        let mut result = read(self);
        if result.is_ok()
            && let Err(failure) = self.grow()
        {
            result = Err(failure);
        }
        self.height = self.height.max(outside);
        self.nesting -= 1;
        result
    }

    /// Reads something whose own height matters to it.
    fn measure<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outside = std::mem::take(&mut self.height);
        let result = read(self);
        self.height = self.height.max(outside);
        result
    }

    /// Notes that the tree being measured has grown by a level.
    fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height > HEIGHT_LIMIT {
            return self.failure(self.span(), "nested too deeply");
        }
        Ok(())
    }
}
