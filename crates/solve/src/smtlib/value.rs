//! Reading the values that other solvers print.

use logic::{Assignment, Terms, Value};

use super::convert::Converter;
use super::scope::Scope;
use super::sexpr::Source;

/// Whether more text could not make the first expression whole: it is, or it is none.
pub(crate) fn is_complete(text: &str) -> bool {
    let mut source = Source::new(text);
    match source.read() {
        None => false,
        Some(Ok(_)) => true,
        Some(Err(_)) => !source.is_exhausted(),
    }
}

/// The value in an answer to `get-value` of one term: `((term value))`.
pub(crate) fn parse_value(answer: &str) -> Option<Value> {
    let mut source = Source::new(answer);
    let node = source.read()?.ok()?;
    let &[pair] = source.list(node)? else {
        return None;
    };
    let &[_, value] = source.list(pair)? else {
        return None;
    };
    let (mut terms, mut scope) = (Terms::new(), Scope::default());
    let mut converter = Converter {
        source: &source,
        scope: &mut scope,
        terms: &mut terms,
        named: Vec::new(),
    };
    let term = converter.term(value).ok()?;
    Some(terms.eval(term, &Assignment::new()))
}
