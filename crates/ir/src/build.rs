//! Building procedures by hand: for tests, benchmarks and generated code.

use crate::expr::Expr;
use crate::op::Op;
use crate::program::{Edge, EdgeId, Local, LocalId, LocalRole, Location, Pace, Procedure, Program};
use crate::scalar::Scalar;
use crate::source::{Origin, Span};
use crate::types::{Sign, Type, TypeId, TypeTable};

/// Makes a procedure, one operation after the other.
///
/// ```
/// use ir::{build::ProcedureBuilder, BinaryOp, Expr, Op, Program, Scalar, Width};
///
/// let mut program = Program::default();
/// let int = Scalar::Int(Width::W32);
/// let mut twice = ProcedureBuilder::new("twice", &mut program);
/// let x = twice.parameter("x", int);
/// twice.result(int);
/// twice.push(Op::Return(Some(Expr::binary(BinaryOp::Add, Expr::Local(x), Expr::Local(x)))));
/// program.procedures.push(twice.finish());
/// assert!(program.text().contains("return x + x"));
/// ```
pub struct ProcedureBuilder {
    procedure: Procedure,
    at: Location,
    span: Span,
    types: Vec<(Scalar, TypeId)>,
}

impl ProcedureBuilder {
    /// A procedure without parameters and result, whose declared types are those of C that fit.
    pub fn new(name: &str, program: &mut Program) -> ProcedureBuilder {
        let widths = [1, 8, 16, 32, 64, 128]
            .into_iter()
            .filter_map(crate::Width::new);
        let floats = [
            crate::FloatKind::F16,
            crate::FloatKind::F32,
            crate::FloatKind::F64,
            crate::FloatKind::F80,
            crate::FloatKind::F128,
        ];
        let scalars = widths.map(Scalar::Int).chain(floats.map(Scalar::Float));
        let types = scalars
            .chain([Scalar::Pointer])
            .map(|scalar| (scalar, type_of(&mut program.types, scalar)))
            .collect();
        ProcedureBuilder {
            procedure: Procedure {
                name: name.into(),
                exit: Location(1),
                outgoing: vec![Vec::new(), Vec::new()],
                origin: Origin::User,
                ..Procedure::empty()
            },
            at: Location(0),
            span: Span::NONE,
            types,
        }
    }

    /// Who wrote it; the user, if nothing else is said.
    pub fn origin(&mut self, origin: Origin) {
        self.procedure.origin = origin;
    }

    /// When what comes after a call of it is worth a look.
    pub fn pace(&mut self, pace: Pace) {
        self.procedure.pace = pace;
    }

    /// The type of its value.
    pub fn result(&mut self, scalar: Scalar) {
        self.procedure.signature.result = Some(scalar);
    }

    /// One more parameter; all come before the other locals.
    pub fn parameter(&mut self, name: &str, scalar: Scalar) -> LocalId {
        self.procedure.signature.parameters.push(scalar);
        self.local(name, scalar)
    }

    /// A variable.
    pub fn local(&mut self, name: &str, scalar: Scalar) -> LocalId {
        self.declare(Some(name), scalar, LocalRole::Variable)
    }

    /// Gives a parameter the name that the source has for it.
    pub fn rename(&mut self, local: LocalId, name: &str) {
        self.procedure.locals[local.0 as usize].name = Some(name.into());
    }

    /// One more parameter, which people do not see.
    pub fn hidden_parameter(&mut self, scalar: Scalar) -> LocalId {
        self.procedure.signature.parameters.push(scalar);
        self.temporary(scalar)
    }

    /// An intermediate value.
    pub fn temporary(&mut self, scalar: Scalar) -> LocalId {
        self.declare(None, scalar, LocalRole::Temporary)
    }

    fn declare(&mut self, name: Option<&str>, scalar: Scalar, role: LocalRole) -> LocalId {
        let ty = self.declared_type(scalar);
        let name = name.map(Into::into);
        self.procedure.locals.push(Local {
            name,
            scalar,
            ty,
            role,
            span: self.span,
        });
        LocalId(self.procedure.locals.len() as u32 - 1)
    }

    /// The C type that a scalar has when nothing better is known.
    pub fn declared_type(&self, scalar: Scalar) -> TypeId {
        let found = self.types.iter().find(|(known, _)| *known == scalar);
        found.map_or(TypeId(0), |(_, ty)| *ty)
    }

    /// Where the operations from here on are in the source.
    pub fn span(&mut self, span: Span) {
        if self.procedure.span.is_none() {
            self.procedure.span = span;
        }
        self.span = span;
    }

    /// The location that has been reached.
    pub fn here(&self) -> Location {
        self.at
    }

    /// A new location, to be led to later.
    pub fn location(&mut self) -> Location {
        self.procedure.outgoing.push(Vec::new());
        Location(self.procedure.outgoing.len() as u32 - 1)
    }

    /// Goes on at a location.
    pub fn at(&mut self, location: Location) {
        self.at = location;
    }

    /// An edge from here to `to`; goes on there.
    pub fn push_to(&mut self, op: Op, to: Location) -> EdgeId {
        let id = EdgeId(self.procedure.edges.len() as u32);
        self.procedure.edges.push(Edge {
            from: self.at,
            to,
            op,
            span: self.span,
        });
        self.procedure.outgoing[self.at.0 as usize].push(id);
        self.at = to;
        id
    }

    /// Where the procedure ends.
    pub fn exit(&self) -> Location {
        self.procedure.exit
    }

    /// An edge from here to a new location, or to the exit; goes on there.
    pub fn push(&mut self, op: Op) -> EdgeId {
        let to = match op {
            Op::Return(_) => self.procedure.exit,
            _ => self.location(),
        };
        self.push_to(op, to)
    }

    /// Two edges: the locations where the condition holds, and where it does not.
    pub fn branch(&mut self, condition: Expr) -> (Location, Location) {
        let from = self.at;
        self.push(Op::Assume(condition.clone()));
        let then = self.at;
        self.at = from;
        self.push(Op::Assume(condition.negate()));
        let otherwise = self.at;
        self.at = from;
        (then, otherwise)
    }

    /// Repeats `body` while the condition holds; goes on after the loop.
    pub fn repeat_while(&mut self, condition: Expr, body: impl FnOnce(&mut ProcedureBuilder)) {
        let head = self.at;
        let (inside, after) = self.branch(condition);
        self.at = inside;
        body(self);
        self.push_to(Op::Skip, head);
        self.at = after;
    }

    /// The procedure.
    pub fn finish(self) -> Procedure {
        self.procedure
    }
}

fn type_of(types: &mut TypeTable, scalar: Scalar) -> TypeId {
    let ty = match scalar {
        Scalar::Int(width) => Type::Int {
            width,
            sign: Sign::Signed,
            name: int_name(width.bits()),
        },
        Scalar::Float(kind) => Type::Float(kind),
        Scalar::Pointer => {
            let void = types.intern(Type::Void);
            Type::Pointer(void)
        }
    };
    types.intern(ty)
}

fn int_name(bits: u32) -> String {
    match bits {
        1 => "_Bool".to_string(),
        8 => "signed char".to_string(),
        16 => "short".to_string(),
        32 => "int".to_string(),
        64 => "long".to_string(),
        128 => "__int128".to_string(),
        bits => format!("_BitInt({bits})"),
    }
}
