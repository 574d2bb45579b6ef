//! Edges, locations and locals that are added to a procedure before one of its calls.

use std::rc::Rc;
use std::sync::Arc;

use ir::{
    AccessMode, BinaryOp, Check, ClaimKind, Condition, Edge, EdgeId, Expr, FieldRef, Local,
    LocalId, LocalRole, Location, Op, Operand, Origin, Place, Procedure, ProcedureId, Program,
    Scalar, Span, Type, TypeId,
};

use crate::typed::{self, Clause};

/// A clause for which more edges would be needed is not checked.
const MAX_EDGES: usize = 500;

/// Why a clause cannot be checked by operations.
pub(super) type Lowered<T> = Result<T, &'static str>;

/// A call that is to be preceded by checks.
pub(super) struct Call<'a> {
    pub(super) procedure: ProcedureId,
    pub(super) edge: EdgeId,
    pub(super) callee: ProcedureId,
    pub(super) arguments: &'a [Expr],
    /// When the callee is this one, if that depends.
    pub(super) condition: Option<Expr>,
    pub(super) types: Types,
}

/// The types of what is computed on the way.
#[derive(Clone, Copy)]
pub(super) struct Types {
    pub(super) pointer: TypeId,
    pub(super) word: TypeId,
}

/// What a clause is written for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is claimed, and so is that what it reads is there.
    Claimed,
    /// Executions go on only where it holds. It reads nothing but variables outside of functions,
    /// which are always there.
    Assumed,
    /// The same at the entry of a procedure whose caller has just made what it reads.
    Given,
}

/// What the variables of a formula stand for: expressions, and what is bound in these.
pub(super) type Frame<'a> = Rc<Vec<Bound<'a>>>;

/// An argument of a predicate.
pub(super) struct Bound<'a> {
    pub(super) expr: &'a typed::Expr,
    pub(super) frame: Frame<'a>,
}

/// Writes the operations of one clause.
pub(super) struct Writer<'a> {
    /// Everything but the procedure that is changed.
    pub(super) program: &'a Program,
    pub(super) arguments: &'a [Expr],
    pub(super) frame: Frame<'a>,
    body: Procedure,
    at: Location,
    pub(super) span: Span,
    pub(super) subject: Arc<str>,
    operands: Vec<Operand>,
    pub(super) types: Types,
    pub(super) purpose: Purpose,
    /// The kind of what is claimed.
    pub(super) kind: ClaimKind,
    /// How many elements there are behind addresses, where somebody knows.
    pub(super) lengths: &'a [(Expr, Expr)],
    /// What the callee gives, if the clause can speak of it.
    pub(super) result: Option<Expr>,
    /// So many edges the procedure had.
    before: usize,
}

impl Writer<'_> {
    /// Puts checks of a clause before a call, or leaves the program as it is.
    pub(super) fn claim(program: &mut Program, call: &Call<'_>, clause: &Clause) -> Lowered<()> {
        let mut writer = Writer::new(program, call, Purpose::Claimed);
        writer.subject = subject(program, call, clause);
        writer.operands = operands(program, call);
        let after = call.condition.clone().map(|condition| {
            let (called, after) = (writer.location(), writer.location());
            writer.branch(condition, called, after);
            writer.at(called);
            after
        });
        writer.claim_formula(&clause.formula)?;
        if let Some(after) = after {
            writer.go(after);
            writer.at(after);
        }
        let body = writer.finish(call.edge);
        program.procedures[call.procedure.0 as usize] = body;
        Ok(())
    }
}

impl<'a> Writer<'a> {
    /// Writes before a call, which nothing leads to until it is finished.
    pub(super) fn new(program: &'a Program, call: &Call<'a>, purpose: Purpose) -> Writer<'a> {
        let mut body = program[call.procedure].clone();
        let (at, span) = (body[call.edge].from, body[call.edge].span);
        body.outgoing[at.0 as usize].retain(|edge| *edge != call.edge);
        Writer {
            program,
            arguments: call.arguments,
            frame: Frame::default(),
            before: body.edges.len(),
            body,
            at,
            span,
            subject: "".into(),
            operands: Vec::new(),
            types: call.types,
            purpose,
            kind: ClaimKind::Precondition,
            lengths: &[],
            result: None,
        }
    }

    /// The procedure, in which what was written leads to the edge.
    pub(super) fn finish(mut self, edge: EdgeId) -> Procedure {
        self.body.edges[edge.0 as usize].from = self.at;
        self.body.outgoing[self.at.0 as usize].push(edge);
        self.body
    }

    /// Goes on at a location.
    pub(super) fn at(&mut self, location: Location) {
        self.at = location;
    }

    /// A new location.
    pub(super) fn location(&mut self) -> Location {
        self.body.outgoing.push(Vec::new());
        Location(self.body.outgoing.len() as u32 - 1)
    }

    fn edge(&mut self, op: Op, to: Location) {
        let id = EdgeId(self.body.edges.len() as u32);
        self.body.edges.push(Edge {
            from: self.at,
            to,
            op,
            span: self.span,
        });
        self.body.outgoing[self.at.0 as usize].push(id);
    }

    /// An operation; goes on behind it.
    pub(super) fn push(&mut self, op: Op) {
        let to = self.location();
        self.edge(op, to);
        self.at = to;
    }

    /// An operation that leads to a location, where somebody else goes on.
    pub(super) fn push_to(&mut self, op: Op, to: Location) {
        self.edge(op, to);
    }

    /// Leads from here to a location.
    pub(super) fn go(&mut self, to: Location) {
        self.edge(Op::Skip, to);
    }

    /// Leads from here to one location or another.
    pub(super) fn branch(&mut self, condition: Expr, yes: Location, no: Location) {
        match condition {
            Expr::TRUE => self.go(yes),
            Expr::FALSE => self.go(no),
            condition => {
                self.edge(Op::Assume(condition.clone()), yes);
                self.edge(Op::Assume(condition.negate()), no);
            }
        }
    }

    /// Goes on where a condition holds; leads to `no` otherwise.
    pub(super) fn need(&mut self, condition: Expr, no: Location) -> Lowered<()> {
        if self.body.edges.len() > self.before + MAX_EDGES {
            return Err("it is too large");
        }
        if condition != Expr::TRUE {
            let yes = self.location();
            self.branch(condition, yes, no);
            self.at = yes;
        }
        Ok(())
    }

    /// Claims that a condition holds.
    pub(super) fn check(&self, condition: Expr) -> Check {
        Check {
            condition: Condition::Holds(condition),
            kind: self.kind,
            subject: self.subject.clone(),
            operands: self.operands.clone(),
        }
    }

    /// Whether something that was written leads to a location.
    pub(super) fn is_reached(&self, location: Location) -> bool {
        let mut written = self.body.edges[self.before..].iter();
        written.any(|edge| edge.to == location)
    }

    /// A local for an address.
    pub(super) fn pointer(&mut self) -> LocalId {
        self.temporary(Scalar::Pointer, self.types.pointer)
    }

    pub(super) fn temporary(&mut self, scalar: Scalar, ty: TypeId) -> LocalId {
        self.body.locals.push(Local {
            name: None,
            scalar,
            ty,
            role: LocalRole::Temporary,
            span: self.span,
        });
        LocalId(self.body.locals.len() as u32 - 1)
    }

    /// The type of an expression of the changed procedure.
    pub(super) fn scalar(&self, expr: &Expr) -> Scalar {
        expr.scalar(&self.body.scalars(self.program.data_model))
    }

    /// Reads a place of C or Java. In C it claims that there is something to read.
    pub(super) fn load(&mut self, address: Expr, read: &Read) -> Lowered<LocalId> {
        let dest = self.temporary(read.scalar, read.ty);
        self.load_into(dest, address, read)?;
        Ok(dest)
    }

    /// The same into a local.
    pub(super) fn load_into(&mut self, dest: LocalId, address: Expr, read: &Read) -> Lowered<()> {
        let is_variable = matches!(address, Expr::Global(_));
        if self.purpose == Purpose::Assumed && !is_variable {
            return Err("it reads memory through pointers");
        }
        let is_checked = self.purpose == Purpose::Claimed && self.program.start.is_none();
        if is_checked && !is_variable {
            let word = self.program.data_model.pointer_width();
            self.push_check(
                ClaimKind::Null,
                Condition::Access {
                    address: address.clone(),
                    size: Expr::int(word, read.size.into()),
                    align: 1,
                    mode: AccessMode::Read,
                },
            );
        }
        self.push(Op::Load {
            dest,
            place: Place {
                address,
                scalar: read.scalar,
                bits: None,
                field: read.field,
            },
        });
        if is_checked {
            self.push_check(ClaimKind::Uninitialised, Condition::Initialised(dest));
        }
        Ok(())
    }

    fn push_check(&mut self, kind: ClaimKind, condition: Condition) {
        self.push(Op::Check(Box::new(Check {
            condition,
            kind,
            subject: self.subject.clone(),
            operands: Vec::new(),
        })));
    }
}

/// What is read at an address.
pub(super) struct Read {
    pub(super) scalar: Scalar,
    pub(super) ty: TypeId,
    pub(super) size: u64,
    pub(super) field: Option<FieldRef>,
}

/// `base + offset`.
pub(super) fn moved(program: &Program, base: Expr, offset: u64) -> Expr {
    match offset {
        0 => base,
        offset => {
            let offset = Expr::int(program.data_model.pointer_width(), offset.into());
            Expr::Offset(Box::new(base), Box::new(offset))
        }
    }
}

pub(super) fn equal(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Eq, left, right)
}

/// What is told of a failure: the clause. The library's own checks carry their message.
fn subject(program: &Program, call: &Call<'_>, clause: &Clause) -> Arc<str> {
    match program[call.procedure].origin {
        Origin::User => clause.text.clone(),
        _ => {
            let callee = &program[call.callee].name;
            let text = &clause.text;
            format!("the precondition `{text}` of `{callee}` does not hold").into()
        }
    }
}

/// The values that explain a failure: the numbers that the callee gets.
fn operands(program: &Program, call: &Call<'_>) -> Vec<Operand> {
    let locals = program[call.callee].locals.iter().zip(call.arguments);
    let numbers = locals.filter(|(local, _)| {
        matches!(local.scalar, Scalar::Int(_))
            && matches!(program.types.get(local.ty), Type::Int { .. })
    });
    numbers
        .filter_map(|(local, argument)| {
            Some(Operand {
                text: local.name.clone()?,
                value: argument.clone(),
                ty: local.ty,
            })
        })
        .collect()
}
