//! The text form of programs, for people and for golden tests.
//!
//! One line an edge, one name a thing: a name that occurs twice gets a suffix. Only the globals
//! that the shown procedures reach are listed, so that a change of one function changes little
//! else.

mod expr;
mod global;
mod names;
mod op;

use crate::program::{Edge, GlobalId, Procedure, ProcedureId, Program};
use crate::source::{Origin, Span};
use names::Names;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Which procedures of a program to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection<'a> {
    /// Those that the user wrote.
    #[default]
    User,
    /// All, the user's first.
    All,
    /// All of this name.
    Named(&'a str),
}

impl Selection<'_> {
    fn takes(self, procedure: &Procedure) -> bool {
        match self {
            Selection::User => procedure.origin == Origin::User,
            Selection::All => true,
            Selection::Named(name) => &*procedure.name == name,
        }
    }
}

/// Writes the selected procedures and the globals they reach.
///
/// # Errors
///
/// Those of `out`.
pub fn write(program: &Program, selection: Selection<'_>, out: &mut impl Write) -> fmt::Result {
    let mut chosen: Vec<(ProcedureId, &Procedure)> = program
        .procedures()
        .filter(|(_, procedure)| selection.takes(procedure))
        .collect();
    chosen.sort_by_key(|(_, procedure)| procedure.origin != Origin::User);

    let names = Names::of(program);
    let globals = reached_globals(program, chosen.iter().map(|(_, procedure)| *procedure));
    for id in &globals {
        global::write(program, &names, *id, out)?;
    }
    for (index, (id, procedure)) in chosen.iter().enumerate() {
        if index > 0 || !globals.is_empty() {
            out.write_char('\n')?;
        }
        write_procedure(program, &names, *id, procedure, out)?;
    }
    Ok(())
}

impl Program {
    /// The procedures that the user wrote, and the globals they reach, as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = write(self, Selection::User, &mut text);
        text
    }
}

/// The globals that occur in the procedures, and those that their initial values point to.
fn reached_globals<'p>(
    program: &Program,
    procedures: impl Iterator<Item = &'p Procedure>,
) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    let mut pending = Vec::new();
    for procedure in procedures {
        for edge in &procedure.edges {
            edge.op
                .for_each_expr(&mut |expr| global::collect(expr, &mut pending));
        }
    }
    while let Some(id) = pending.pop() {
        let Some(global) = program.globals.get(id.0 as usize) else {
            continue;
        };
        if found.insert(id) {
            global::collect_data(global, &mut pending);
        }
    }
    found
}

fn write_procedure(
    program: &Program,
    names: &Names,
    id: ProcedureId,
    procedure: &Procedure,
    out: &mut impl Write,
) -> fmt::Result {
    let locals = names::locals(procedure);
    let (parameters, others) =
        locals.split_at(procedure.signature.parameters.len().min(locals.len()));

    let mut head = format!("proc {}(", names.procedure(id));
    for (index, name) in parameters.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(
            head,
            "{separator}{}",
            declaration(program, procedure, index, name)
        )?;
    }
    head.push(')');
    if let Some(result) = procedure.signature.result {
        write!(head, " -> {result}")?;
    }
    write_line(
        out,
        &head,
        &program.files.display(procedure.span).to_string(),
    )?;

    if !others.is_empty() {
        let list: Vec<String> = others
            .iter()
            .enumerate()
            .map(|(index, name)| declaration(program, procedure, parameters.len() + index, name))
            .collect();
        writeln!(out, "  locals {}", list.join(", "))?;
    }

    let context = expr::Context {
        program,
        names,
        locals: &locals,
    };
    let mut last = procedure.span;
    for edges in &procedure.outgoing {
        for edge in edges
            .iter()
            .filter_map(|id| procedure.edges.get(id.0 as usize))
        {
            let place = place_of(program, edge, last);
            last = edge.span;
            let text = format!(
                "  {:<4} -> {:<4}  {}",
                location(procedure, edge.from),
                location(procedure, edge.to),
                context.op(&edge.op)
            );
            write_line(out, &text, &place)?;
        }
    }
    Ok(())
}

fn location(procedure: &Procedure, location: crate::Location) -> String {
    if location == procedure.exit {
        "exit".to_string()
    } else {
        format!("l{}", location.0)
    }
}

/// `s: i32 "int"`; temporaries without their declared type.
fn declaration(program: &Program, procedure: &Procedure, index: usize, name: &str) -> String {
    let Some(local) = procedure.locals.get(index) else {
        return name.to_string();
    };
    match local.name {
        Some(_) if (local.ty.0 as usize) < program.types.len() => {
            format!(
                "{name}: {} \"{}\"",
                local.scalar,
                program.types.display(local.ty)
            )
        }
        _ => format!("{name}: {}", local.scalar),
    }
}

/// Where an edge is, as far as the edge before has not said it.
fn place_of(program: &Program, edge: &Edge, last: Span) -> String {
    let same =
        (edge.span.file, edge.span.line, edge.span.column) == (last.file, last.line, last.column);
    if edge.span.is_none() || same {
        String::new()
    } else if edge.span.file == last.file {
        format!("{}:{}", edge.span.line, edge.span.column)
    } else {
        program.files.display(edge.span).to_string()
    }
}

const COMMENT_COLUMN: usize = 64;

fn write_line(out: &mut impl Write, text: &str, comment: &str) -> fmt::Result {
    if comment.is_empty() {
        writeln!(out, "{text}")
    } else {
        writeln!(out, "{text:<COMMENT_COLUMN$} // {comment}")
    }
}

#[cfg(test)]
mod tests;
