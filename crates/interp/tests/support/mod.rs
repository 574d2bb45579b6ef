//! Programs built by hand, and outcomes as text.
#![allow(dead_code, reason = "each test uses a part of it")]

use expect_test::Expect;
use interp::{Interpreter, Limits, Outcome, Scripted, State};
use ir::build::ProcedureBuilder;
use ir::{
    AccessMode, Check, ClaimKind, ClaimSet, Condition, Contents, Expr, FileId, Global,
    GlobalOrigin, LocalId, Mutability, NewObject, Op, Operand, Origin, Place, ProcedureId, Program,
    Scalar, Span, Storage, Type, TypeId, Width,
};

pub(crate) const INT: Scalar = Scalar::Int(Width::W32);
pub(crate) const LONG: Scalar = Scalar::Int(Width::W64);
pub(crate) const BYTE: Scalar = Scalar::Int(Width::W8);
pub(crate) const POINTER: Scalar = Scalar::Pointer;

/// The body of `main`, in which every operation is on a line of its own.
pub(crate) struct Code {
    pub(crate) builder: ProcedureBuilder,
    line: u32,
}

impl Code {
    pub(crate) fn push(&mut self, op: Op) {
        self.next_line();
        self.builder.push(op);
    }

    fn next_line(&mut self) {
        self.line += 1;
        self.builder.span(line(self.line));
    }

    pub(crate) fn local(&mut self, name: &str, scalar: Scalar) -> LocalId {
        self.builder.local(name, scalar)
    }

    pub(crate) fn set(&mut self, local: LocalId, value: Expr) {
        self.push(Op::Assign(local, value));
    }

    /// A new object; gives the local that holds its address.
    pub(crate) fn object(
        &mut self,
        name: &str,
        storage: Storage,
        size: u64,
        contents: Contents,
    ) -> LocalId {
        let dest = self.local(name, POINTER);
        let name = (storage == Storage::Stack).then(|| name.into());
        let size = word(size as i128);
        let object = NewObject {
            size,
            align: 8,
            storage,
            contents,
            ty: None,
            name,
        };
        self.push(Op::Alloc { dest, object });
        dest
    }

    pub(crate) fn check(&mut self, kind: ClaimKind, subject: &str, condition: Condition) {
        self.explained(kind, subject, condition, Vec::new());
    }

    pub(crate) fn explained(
        &mut self,
        kind: ClaimKind,
        subject: &str,
        condition: Condition,
        operands: Vec<Operand>,
    ) {
        let kind = condition.kinds().first().copied().unwrap_or(kind);
        let check = Check {
            condition,
            kind,
            subject: subject.into(),
            operands,
        };
        self.push(Op::Check(Box::new(check)));
    }

    pub(crate) fn access(
        &mut self,
        mode: AccessMode,
        subject: &str,
        address: Expr,
        size: u64,
        align: u64,
    ) {
        let size = word(size as i128);
        let condition = Condition::Access {
            address,
            size,
            align,
            mode,
        };
        self.check(ClaimKind::Null, subject, condition);
    }

    /// A load with its checks.
    pub(crate) fn load(&mut self, dest: LocalId, subject: &str, address: Expr, scalar: Scalar) {
        let size = size_of(scalar);
        self.access(
            AccessMode::Read,
            subject,
            address.clone(),
            size,
            size.next_power_of_two().min(8),
        );
        self.push(Op::Load {
            dest,
            place: place(address, scalar),
        });
    }

    /// A store with its check.
    pub(crate) fn store(&mut self, subject: &str, address: Expr, scalar: Scalar, value: Expr) {
        let size = size_of(scalar);
        self.access(
            AccessMode::Write,
            subject,
            address.clone(),
            size,
            size.next_power_of_two().min(8),
        );
        self.push(Op::Store {
            place: place(address, scalar),
            value,
        });
    }

    pub(crate) fn initialised(&mut self, local: LocalId, subject: &str) {
        self.check(
            ClaimKind::Uninitialised,
            subject,
            Condition::Initialised(local),
        );
    }

    pub(crate) fn free(&mut self, address: Expr) {
        self.check(
            ClaimKind::DoubleFree,
            "free(p)",
            Condition::Freeable(address.clone()),
        );
        self.push(Op::Free(address));
    }

    pub(crate) fn result(&mut self, value: Expr) {
        self.push(Op::Return(Some(value)));
    }
}

pub(crate) fn line(line: u32) -> Span {
    Span {
        file: FileId(0),
        line,
        column: 1,
        end_line: line,
        end_column: 2,
    }
}

pub(crate) fn place(address: Expr, scalar: Scalar) -> Place {
    Place {
        address,
        scalar,
        bits: None,
        field: None,
    }
}

pub(crate) fn size_of(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Int(width) => width.bytes(),
        Scalar::Float(kind) => kind.bytes(),
        Scalar::Pointer => 8,
    }
}

pub(crate) fn int(value: i128) -> Expr {
    Expr::int(Width::W32, value)
}

pub(crate) fn word(value: i128) -> Expr {
    Expr::int(Width::W64, value)
}

pub(crate) fn local(local: LocalId) -> Expr {
    Expr::Local(local)
}

pub(crate) fn offset(address: Expr, by: i128) -> Expr {
    Expr::Offset(Box::new(address), Box::new(word(by)))
}

pub(crate) fn global(name: &str, size: u64, ty: TypeId, mutability: Mutability) -> Global {
    Global {
        name: name.into(),
        ty,
        size,
        align: 8,
        mutability,
        origin: GlobalOrigin::Variable,
        visibility: ir::Visibility::Everywhere,
        data: Vec::new(),
        span: line(100),
    }
}

/// A program whose `main` returns an `int`, in a file `t.c`; `prepare` adds globals and
/// procedures, which are numbered from 1.
pub(crate) fn program(prepare: impl FnOnce(&mut Program), fill: impl FnOnce(&mut Code)) -> Program {
    let mut program = Program::default();
    program.files.intern("t.c", Origin::User);
    program.files.intern("library.c", Origin::Library);
    program.types.intern(Type::Void);
    let mut builder = ProcedureBuilder::new("main", &mut program);
    builder.result(INT);
    let mut code = Code { builder, line: 0 };
    fill(&mut code);
    let main = code.builder.finish();
    program.procedures.push(main);
    prepare(&mut program);
    program.entry = Some(ProcedureId(0));
    assert_eq!(ir::validate::validate(&program), Ok(()));
    program
}

/// Runs a program from its start.
pub(crate) fn run(
    program: &Program,
    inputs: &[u128],
    claims: ClaimSet,
) -> (Outcome, State, Scripted) {
    let interpreter = Interpreter::new(program);
    let mut state = interpreter.start();
    let mut environment = Scripted::new(inputs.iter().copied());
    let limits = Limits {
        claims,
        steps: Some(10_000_000),
        ..Limits::default()
    };
    let outcome = interpreter.run(&mut state, &mut environment, &limits);
    (outcome, state, environment)
}

pub(crate) fn all_claims() -> ClaimSet {
    ClaimKind::ALL.iter().copied().collect()
}

/// Runs `main` with all claims watched, and compares the outcome.
pub(crate) fn check(fill: impl FnOnce(&mut Code), expected: Expect) {
    check_with(|_| {}, fill, all_claims(), expected);
}

/// Runs `main` with no claims watched, and compares the outcome.
pub(crate) fn check_unwatched(fill: impl FnOnce(&mut Code), expected: Expect) {
    check_with(|_| {}, fill, ClaimSet::EMPTY, expected);
}

pub(crate) fn check_with(
    prepare: impl FnOnce(&mut Program),
    fill: impl FnOnce(&mut Code),
    claims: ClaimSet,
    expected: Expect,
) {
    let program = program(prepare, fill);
    let (outcome, ..) = run(&program, &[], claims);
    expected.assert_eq(&text(&program, &outcome));
}

pub(crate) fn text(program: &Program, outcome: &Outcome) -> String {
    let (title, violation) = match outcome {
        Outcome::Violation(violation) => ("violation", violation),
        Outcome::UndefinedBehaviour(violation) => ("undefined behaviour", violation),
        Outcome::Returned(Some(interp::Value::Bits(bits))) => {
            return format!("returned {}", *bits as i32);
        }
        Outcome::Unsupported { what, span, .. } => {
            return format!("unsupported at line {}: {what}", span.line);
        }
        Outcome::AssumptionFailed(position) => {
            return format!("assumption failed at line {}", position.span.line);
        }
        Outcome::OutOfInputs(point) => {
            let (kind, line) = (point.kind.name(), point.position.span.line);
            return format!("out of inputs at line {line}: {kind} {}", point.name);
        }
        other => return format!("{other:?}"),
    };
    let mut text = format!(
        "{title} of {} at {}: {}",
        violation.kind,
        program.files.display(violation.span),
        violation.message
    );
    for (name, value) in &violation.values {
        text += &format!("\n  {name} = {value}");
    }
    for note in &violation.notes {
        let place = note.span.map_or("nowhere".to_string(), |span| {
            program.files.display(span).to_string()
        });
        text += &format!("\n  {place}: {}", note.message);
    }
    text
}
