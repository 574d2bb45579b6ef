//! TVS files: the structures a program starts with.

use rustc_hash::FxHashMap;

use super::error::Error;
use super::sentence::name;
use super::token::{Cursor, Token};
use crate::structure::{MAX_NODES, Node, Structure};
use crate::truth::Truth;
use crate::vocabulary::{Arity, Predicate, Vocabulary};

/// Reads all structures of a file.
pub(super) fn structures(
    cursor: &mut Cursor,
    vocabulary: &Vocabulary,
) -> Result<Vec<Structure>, Error> {
    let predicates: FxHashMap<String, Predicate> = vocabulary
        .predicates()
        .map(|predicate| (vocabulary.name(predicate).to_owned(), predicate))
        .collect();
    let mut found = Vec::new();
    while !matches!(cursor.peek(), Token::End) {
        found.push(structure(cursor, vocabulary, &predicates)?);
    }
    Ok(found)
}

fn structure(
    cursor: &mut Cursor,
    vocabulary: &Vocabulary,
    predicates: &FxHashMap<String, Predicate>,
) -> Result<Structure, Error> {
    let position = cursor.position();
    header(cursor, "n")?;
    cursor.expect("{")?;
    let names = cursor.names_until("}")?;
    if names.len() > MAX_NODES {
        return Err(position.error(format!("a structure may have {MAX_NODES} nodes")));
    }
    let nodes: FxHashMap<String, Node> = names
        .iter()
        .enumerate()
        .map(|(place, name)| (name.clone(), place as Node))
        .collect();
    if nodes.len() != names.len() {
        return Err(position.error("two nodes have the same name"));
    }
    let mut reader = Reader {
        cursor,
        nodes,
        structure: Structure::with_nodes(vocabulary, names.len()),
    };
    header(reader.cursor, "p")?;
    reader.cursor.expect("{")?;
    while !reader.cursor.take("}") {
        reader.predicate(predicates)?;
        reader.cursor.take(",");
    }
    Ok(reader.structure)
}

fn header(cursor: &mut Cursor, directive: &str) -> Result<(), Error> {
    if !cursor.at_directive(directive) {
        return Err(cursor.unexpected(&format!("%{directive}")));
    }
    cursor.next();
    cursor.expect("=")
}

struct Reader<'c> {
    cursor: &'c mut Cursor,
    nodes: FxHashMap<String, Node>,
    structure: Structure,
}

impl Reader<'_> {
    fn predicate(&mut self, predicates: &FxHashMap<String, Predicate>) -> Result<(), Error> {
        let position = self.cursor.position();
        let name = name(self.cursor)?.to_string();
        self.cursor.expect("=")?;
        if name == "sm" {
            return self.entries(&mut |reader| {
                let node = reader.node()?;
                let value = reader.value()?;
                let bit = 1 << node;
                let others = reader.structure.summaries() & !bit;
                let own = if value.may() { bit } else { 0 };
                reader.structure.set_summaries(others | own);
                Ok(())
            });
        }
        let found = predicates.get(&name).copied();
        let predicate =
            found.ok_or_else(|| position.error(format!("there is no predicate {name}")))?;
        match predicate.arity() {
            Arity::Nullary => {
                let Token::Value(value) = self.cursor.next() else {
                    return Err(position.error(format!("expected a value of {name}")));
                };
                self.structure.set_value(predicate, &[], value);
                Ok(())
            }
            Arity::Unary => self.entries(&mut |reader| {
                let node = reader.node()?;
                let value = reader.value()?;
                reader.structure.set_value(predicate, &[node], value);
                Ok(())
            }),
            Arity::Binary => self.entries(&mut |reader| {
                let from = reader.node()?;
                reader.cursor.expect("->")?;
                let to = reader.node()?;
                let value = reader.value()?;
                reader.structure.set_value(predicate, &[from, to], value);
                Ok(())
            }),
        }
    }

    fn entries(&mut self, read: &mut EntryReader<'_>) -> Result<(), Error> {
        self.cursor.expect("{")?;
        while !self.cursor.take("}") {
            read(self)?;
            self.cursor.take(",");
        }
        Ok(())
    }

    fn node(&mut self) -> Result<Node, Error> {
        let position = self.cursor.position();
        let name = self.cursor.name()?;
        let found = self.nodes.get(&name).copied();
        found.ok_or_else(|| position.error(format!("there is no node {name}")))
    }

    /// `: value`; true if there is none.
    fn value(&mut self) -> Result<Truth, Error> {
        if !self.cursor.take(":") {
            return Ok(Truth::True);
        }
        match self.cursor.next() {
            Token::Value(value) => Ok(value),
            _ => Err(self.cursor.unexpected("0, 1 or 1/2")),
        }
    }
}

/// Reads one entry of a predicate.
type EntryReader<'a> = dyn FnMut(&mut Reader<'_>) -> Result<(), Error> + 'a;
