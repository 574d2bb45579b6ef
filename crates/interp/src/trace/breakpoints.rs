//! A program that stops at every line of the user's.

use ir::{
    Edge, EdgeId, Expr, FileId, Local, LocalId, LocalRole, Location, Op, Origin, Procedure,
    ProcedureId, Program, Scalar, Sign, Source, SourceKind, SourceMap, Span, Type, TypeId, Width,
};

/// The name of the input that is a breakpoint at a line: none that a program can have.
pub(super) const LINE: &str = "<line>";

/// The same at the start of a procedure.
pub(super) const START: &str = "<start of a procedure>";

/// The program with a breakpoint wherever a procedure or a line of the user's code is entered.
pub(super) fn with_breakpoints(program: &Program) -> Program {
    let mut program = program.clone();
    let byte = program.types.intern(Type::Int {
        width: Width::W8,
        sign: Sign::Unsigned,
        name: "unsigned char".to_string(),
    });
    for (index, procedure) in program.procedures.iter_mut().enumerate() {
        let is_start = program.entry == Some(ProcedureId(index as u32));
        let has_lines = procedure.origin == Origin::User && !only_claims(procedure);
        if has_lines && !is_start {
            add_breakpoints(procedure, &program.files, byte);
        }
    }
    program
}

/// Whether a procedure does nothing: what it claims belongs to lines of others.
fn only_claims(procedure: &Procedure) -> bool {
    let mut edges = procedure.edges.iter();
    edges.all(|edge| matches!(edge.op, Op::Check(_) | Op::Return(None)))
}

fn add_breakpoints(procedure: &mut Procedure, files: &SourceMap, byte: TypeId) {
    let entered = entered_locations(procedure, files);
    let variables = procedure.locals.len();
    let dest = add_local(procedure, Scalar::Int(Width::W8), byte);
    for location in entered {
        let after = add_location(procedure);
        let moved = std::mem::take(&mut procedure.outgoing[location.0 as usize]);
        let Some(span) = moved.first().map(|edge| procedure[*edge].span) else {
            continue;
        };
        for edge in &moved {
            procedure.edges[edge.0 as usize].from = after;
        }
        procedure.outgoing[after.0 as usize] = moved;
        add_edge(
            procedure,
            location,
            after,
            breakpoint(dest, byte, LINE),
            span,
        );
    }
    let (first, span) = (procedure.entry, procedure.span);
    procedure.entry = add_location(procedure);
    let mut at = add_location(procedure);
    add_edge(
        procedure,
        procedure.entry,
        at,
        breakpoint(dest, byte, START),
        span,
    );
    // A variable that is copied before it has a value is one of which that is remembered.
    for variable in 0..variables {
        let Local {
            scalar, ty, role, ..
        } = procedure.locals[variable];
        if role == LocalRole::Variable {
            let copy = add_local(procedure, scalar, ty);
            let next = add_location(procedure);
            let value = Expr::Local(LocalId(variable as u32));
            add_edge(procedure, at, next, Op::Assign(copy, value), span);
            at = next;
        }
    }
    add_edge(procedure, at, first, Op::Skip, span);
}

fn breakpoint(dest: LocalId, ty: TypeId, name: &str) -> Op {
    Op::Input {
        dest,
        ty,
        source: Box::new(Source {
            kind: SourceKind::Other,
            name: name.into(),
            dynamic_name: None,
            index: None,
        }),
    }
}

fn add_local(procedure: &mut Procedure, scalar: Scalar, ty: TypeId) -> LocalId {
    procedure.locals.push(Local {
        name: None,
        scalar,
        ty,
        role: LocalRole::Temporary,
        span: procedure.span,
    });
    LocalId(procedure.locals.len() as u32 - 1)
}

fn add_location(procedure: &mut Procedure) -> Location {
    procedure.outgoing.push(Vec::new());
    Location(procedure.outgoing.len() as u32 - 1)
}

fn add_edge(procedure: &mut Procedure, from: Location, to: Location, op: Op, span: Span) {
    let id = EdgeId(procedure.edges.len() as u32);
    procedure.outgoing[from.0 as usize].push(id);
    procedure.edges.push(Edge { from, to, op, span });
}

/// The locations that a line starts at: some way to them comes from another line. What only makes
/// and ends variables is no line of its own, wherever the front end puts it.
fn entered_locations(procedure: &Procedure, files: &SourceMap) -> Vec<Location> {
    let lines = Lines::of(procedure, files);
    let mut before = vec![Before::Nothing; procedure.locations()];
    before[procedure.entry.0 as usize] = Before::Several;
    let mut changed = true;
    while changed {
        changed = false;
        for (index, edge) in procedure.edges.iter().enumerate() {
            let after = match lines.0[index] {
                Some(line) => Before::Line(line),
                None => before[edge.from.0 as usize],
            };
            let to = &mut before[edge.to.0 as usize];
            let joined = to.join(after);
            changed |= *to != joined;
            *to = joined;
        }
    }
    (0..procedure.locations())
        .map(|location| Location(location as u32))
        .filter(|location| {
            let first = procedure.outgoing[location.0 as usize].first();
            let line = first.and_then(|edge| lines.0[edge.0 as usize]);
            line.is_some_and(|line| before[location.0 as usize] != Before::Line(line))
        })
        .collect()
}

/// A line of a file.
type Line = (FileId, u32);

/// The lines that are executed on the ways to a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    /// No way is known yet.
    Nothing,
    /// The last of each is this one.
    Line(Line),
    /// They differ, or there is none.
    Several,
}

impl Before {
    fn join(self, other: Before) -> Before {
        match (self, other) {
            (Before::Nothing, known) | (known, Before::Nothing) => known,
            (one, other) if one == other => one,
            _ => Before::Several,
        }
    }
}

/// The line that each edge executes, of those that do anything.
struct Lines(Vec<Option<Line>>);

impl Lines {
    fn of(procedure: &Procedure, files: &SourceMap) -> Lines {
        let line = |edge: &Edge| {
            let does_something = !matches!(
                edge.op,
                Op::Skip | Op::Alloc { .. } | Op::EndScope(_) | Op::Forget(_) | Op::Protect(_)
            );
            let is_users = files.origin(edge.span) == Origin::User;
            (does_something && is_users).then_some((edge.span.file, edge.span.line))
        };
        Lines(procedure.edges.iter().map(line).collect())
    }
}
