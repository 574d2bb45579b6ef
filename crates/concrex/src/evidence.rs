//! A violation of the interpreter in the words of a report.

use interp::Violation;
use ir::{Op, Origin, Procedure, ProcedureId, Program, Span, Storage};
use report::{Failure, Palette, Terminal};
use verdict::evidence::{Location, Note, Trace, Value};

/// Whether a program allocates memory on the heap.
pub(crate) fn allocates(program: &Program) -> bool {
    let mut edges = program.procedures.iter().flat_map(|p| &p.edges);
    edges
        .any(|edge| matches!(&edge.op, Op::Alloc { object, .. } if object.storage == Storage::Heap))
}

/// The place with the function it is in.
pub(crate) fn location(program: &Program, violation: &Violation) -> Location {
    locate(program, violation.place())
}

/// A place with the function it is in.
pub(crate) fn locate(program: &Program, span: Span) -> Location {
    Location::new(&program.files, span, function_at(program, span))
}

/// The state at the violation.
pub(crate) fn trace(program: &Program, violation: &Violation) -> Trace {
    let files = &program.files;
    let frames = violation
        .stack
        .iter()
        .filter(|frame| is_users(program, frame.procedure));
    Trace {
        stack: frames
            .map(|frame| {
                let name = &program[frame.procedure].name;
                Location::new(files, frame.span, Some(name))
            })
            .collect(),
        values: violation
            .values
            .iter()
            .map(|(name, value)| Value {
                name: name.clone(),
                value: value.clone(),
            })
            .collect(),
        notes: violation
            .notes
            .iter()
            .map(|note| Note {
                message: note.message.clone(),
                location: note
                    .span
                    .map(|span| Location::new(files, span, function_at(program, span))),
            })
            .collect(),
    }
}

/// The violation as text for a terminal.
pub(crate) fn render(
    program: &Program,
    violation: &Violation,
    palette: Palette,
    width: usize,
) -> String {
    let failure = Failure {
        kind: violation.kind,
        location: &location(program, violation),
        message: &violation.message,
        trace: &trace(program, violation),
        inputs: &[],
        story: None,
        replay: None,
    };
    Terminal::new(&program.files, palette, width).failure(&failure)
}

/// The user's function that a place is in: the last that starts before it in its file.
fn function_at(program: &Program, span: Span) -> Option<&str> {
    let start = |procedure: &Procedure| (procedure.span.line, procedure.span.column);
    let before = program.procedures().filter(|(id, procedure)| {
        is_users(program, *id)
            && procedure.span.file == span.file
            && start(procedure) <= (span.line, span.column)
    });
    before
        .max_by_key(|(_, procedure)| start(procedure))
        .map(|(_, procedure)| &*procedure.name)
}

/// Whether the user wrote a procedure. The one that starts the program is made up.
fn is_users(program: &Program, id: ProcedureId) -> bool {
    program[id].origin == Origin::User && program.entry != Some(id)
}
