//! A violation of the interpreter in the words of a report.

use interp::Violation;
use ir::{FileId, Op, Origin, ProcedureId, Program, Span, Storage};
use report::{Failure, Palette, Terminal};
use std::collections::BTreeMap;
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

/// The user's function that a place is in.
fn function_at(program: &Program, span: Span) -> Option<&str> {
    Functions::of(program).at(span)
}

/// Where the user's functions start: for whoever asks about many places.
pub(crate) struct Functions<'p> {
    program: &'p Program,
    /// In the order of each file.
    starts: BTreeMap<FileId, Vec<(Start, &'p str)>>,
}

/// A line and a column.
type Start = (u32, u32);

impl<'p> Functions<'p> {
    pub(crate) fn of(program: &'p Program) -> Functions<'p> {
        let mut starts: BTreeMap<FileId, Vec<(Start, &'p str)>> = BTreeMap::new();
        for (id, procedure) in program.procedures() {
            if is_users(program, id) {
                let Span {
                    file, line, column, ..
                } = procedure.span;
                let of_file = starts.entry(file).or_default();
                of_file.push(((line, column), &*procedure.name));
            }
        }
        for of_file in starts.values_mut() {
            of_file.sort_by_key(|(start, _)| *start);
        }
        Functions { program, starts }
    }

    /// A place with the function it is in.
    pub(crate) fn locate(&self, span: Span) -> Location {
        Location::new(&self.program.files, span, self.at(span))
    }

    /// The last that starts before a place in its file.
    fn at(&self, span: Span) -> Option<&'p str> {
        let starts = self.starts.get(&span.file)?;
        let behind = starts.partition_point(|(start, _)| *start <= (span.line, span.column));
        let (_, name) = starts.get(behind.checked_sub(1)?)?;
        Some(*name)
    }
}

/// Whether the user wrote a procedure. The one that starts the program is made up.
fn is_users(program: &Program, id: ProcedureId) -> bool {
    program[id].origin == Origin::User && program.entry != Some(id)
}
