//! The grammar of TVP files.

use super::error::Error;
use super::sentence::{Arrow, iterator, name, sentence, set};
use super::syntax::{
    ActionDeclaration, Declaration, EdgeDeclaration, File, Piece, PredicateDeclaration, Repeated,
    Report, UpdateDeclaration,
};
use super::token::{Cursor, Token};

/// `foreach` may be nested this deep.
const MAX_LOOPS: usize = 16;

/// Reads a whole file.
pub(super) fn file(cursor: &mut Cursor) -> Result<File, Error> {
    let mut file = File::default();
    while !cursor.at_directive("%") {
        file.declarations
            .push(repeated(cursor, 0, &mut declaration)?);
    }
    cursor.next();
    while !cursor.at_directive("%") {
        file.actions.push(action(cursor)?);
    }
    cursor.next();
    while !matches!(cursor.peek(), Token::End) && !cursor.at_directive("%") {
        file.edges.push(edge(cursor)?);
    }
    if cursor.at_directive("%") {
        cursor.next();
        while !matches!(cursor.peek(), Token::End) {
            file.shown.push(cursor.name()?);
            cursor.take(",");
        }
    }
    Ok(file)
}

/// Something, or a `foreach` around several of it.
fn repeated<T>(
    cursor: &mut Cursor,
    depth: usize,
    read: &mut dyn FnMut(&mut Cursor) -> Result<T, Error>,
) -> Result<Repeated<T>, Error> {
    if !cursor.at_name("foreach") || *cursor.peek_after(1) != Token::Sign("(") {
        return Ok(Repeated::Once(read(cursor)?));
    }
    if depth > MAX_LOOPS {
        return Err(cursor.position().error("foreach is nested too deeply"));
    }
    cursor.next();
    cursor.expect("(")?;
    let over = iterator(cursor)?;
    cursor.expect(")")?;
    cursor.expect("{")?;
    let mut body = Vec::new();
    while !cursor.take("}") {
        body.push(repeated(cursor, depth + 1, read)?);
        cursor.take(",");
    }
    Ok(Repeated::Each(over, body))
}

fn declaration(cursor: &mut Cursor) -> Result<Declaration, Error> {
    let position = cursor.position();
    let Token::Directive(directive) = cursor.peek().clone() else {
        return Err(cursor.unexpected("a declaration"));
    };
    match &*directive {
        "s" => {
            cursor.next();
            let name = cursor.name()?;
            Ok(Declaration::Set(name, set(cursor)?, position))
        }
        "p" | "i" => {
            cursor.next();
            predicate(cursor, &directive).map(Declaration::Predicate)
        }
        "r" => {
            cursor.next();
            let body = sentence(cursor, Arrow::Implies)?;
            cursor.expect("==>")?;
            let head = sentence(cursor, Arrow::Implies)?;
            Ok(Declaration::Rule(body, head, position))
        }
        _ => Err(cursor.unexpected("%s, %p, %i, %r or %%")),
    }
}

fn predicate(cursor: &mut Cursor, directive: &str) -> Result<PredicateDeclaration, Error> {
    let position = cursor.position();
    let name = name(cursor)?;
    cursor.expect("(")?;
    let parameters = cursor.names_until(")")?;
    let mut definition = None;
    if directive == "i" {
        cursor.expect("=")?;
        definition = Some(sentence(cursor, Arrow::Implies)?);
    }
    let mut properties = Vec::new();
    loop {
        match cursor.peek() {
            Token::Name(word) if word != "foreach" => properties.push(cursor.name()?),
            // Which values are drawn.
            Token::Sign("{") => {
                while !cursor.take("}") {
                    if matches!(cursor.next(), Token::End) {
                        return Err(cursor.unexpected("`}`"));
                    }
                }
            }
            _ => {
                return Ok(PredicateDeclaration {
                    name,
                    parameters,
                    definition,
                    properties,
                    position,
                });
            }
        }
    }
}

fn action(cursor: &mut Cursor) -> Result<ActionDeclaration, Error> {
    if !cursor.at_directive("action") {
        return Err(cursor.unexpected("%action or %%"));
    }
    cursor.next();
    let mut action = ActionDeclaration {
        name: cursor.name()?,
        ..ActionDeclaration::default()
    };
    cursor.expect("(")?;
    action.parameters = cursor.names_until(")")?;
    cursor.expect("{")?;
    let mut updated = false;
    while !cursor.take("}") {
        if cursor.take("{") {
            updated = true;
            while !cursor.take("}") {
                action.updates.push(repeated(cursor, 0, &mut update)?);
            }
        } else if cursor.at_name("foreach") {
            let reports = repeated(cursor, 0, &mut message)?;
            if updated {
                &mut action.messages_after
            } else {
                &mut action.messages
            }
            .push(reports);
        } else {
            clause(cursor, &mut action, updated)?;
        }
    }
    Ok(action)
}

/// One part of an action.
fn clause(cursor: &mut Cursor, action: &mut ActionDeclaration, updated: bool) -> Result<(), Error> {
    let Token::Directive(directive) = cursor.peek().clone() else {
        return Err(cursor.unexpected("a part of the action"));
    };
    if directive == "message" {
        let report = Repeated::Once(message(cursor)?);
        if updated {
            &mut action.messages_after
        } else {
            &mut action.messages
        }
        .push(report);
        return Ok(());
    }
    let position = cursor.position();
    cursor.next();
    match &*directive {
        "t" => action.title = pieces(cursor)?,
        "f" => {
            cursor.expect("{")?;
            while !cursor.take("}") {
                let mut read = |cursor: &mut Cursor| sentence(cursor, Arrow::Implies);
                action.focus.push(repeated(cursor, 0, &mut read)?);
                cursor.take(",");
            }
        }
        "p" => action.precondition = Some(sentence(cursor, Arrow::Implies)?),
        "new" => {
            action.allocates = true;
            if !matches!(cursor.peek(), Token::Directive(_) | Token::Sign("{" | "}")) {
                return Err(
                    position.error("%new with a formula (copies of nodes) is not supported")
                );
            }
        }
        "retain" => action.retain = Some(sentence(cursor, Arrow::Implies)?),
        other => return Err(position.error(format!("%{other} is not supported in an action"))),
    }
    Ok(())
}

fn message(cursor: &mut Cursor) -> Result<Report, Error> {
    if !cursor.at_directive("message") {
        return Err(cursor.unexpected("%message"));
    }
    cursor.next();
    let violation = sentence(cursor, Arrow::Ends)?;
    cursor.expect("->")?;
    Ok(Report {
        violation,
        message: pieces(cursor)?,
    })
}

fn pieces(cursor: &mut Cursor) -> Result<Vec<Piece>, Error> {
    let mut pieces = Vec::new();
    loop {
        match cursor.peek().clone() {
            Token::Text(text) => {
                cursor.next();
                pieces.push(Piece::Text(text));
            }
            _ => pieces.push(Piece::Name(name(cursor)?)),
        }
        if !cursor.take("+") {
            return Ok(pieces);
        }
    }
}

fn update(cursor: &mut Cursor) -> Result<UpdateDeclaration, Error> {
    let position = cursor.position();
    let name = name(cursor)?;
    cursor.expect("(")?;
    let parameters = cursor.names_until(")")?;
    cursor.expect("=")?;
    let mut formula = Some(sentence(cursor, Arrow::Implies)?);
    let ends = !matches!(cursor.peek_after(1), Token::Sign("(" | "["));
    if cursor.at_name("auto") && ends {
        cursor.next();
        formula = None;
    }
    Ok(UpdateDeclaration {
        name,
        parameters,
        formula,
        position,
    })
}

fn edge(cursor: &mut Cursor) -> Result<EdgeDeclaration, Error> {
    let position = cursor.position();
    let from = cursor.name()?;
    let action = cursor.name()?;
    cursor.expect("(")?;
    let mut arguments = Vec::new();
    while !cursor.take(")") {
        if !arguments.is_empty() {
            cursor.expect(",")?;
        }
        arguments.push(name(cursor)?);
    }
    let to = cursor.name()?;
    Ok(EdgeDeclaration {
        from,
        action,
        arguments,
        to,
        position,
    })
}
