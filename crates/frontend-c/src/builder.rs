//! Building the automaton of one procedure.

use ir::{
    Check, ClaimKind, Condition, Edge, EdgeId, Expr, Local, LocalId, LocalRole, LocalScalars,
    Location, Op, Operand, Scalar, Span, TypeId, Width,
};
use std::sync::Arc;

/// The procedure under construction: edges so far, and where the next one starts.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) locals: Vec<Local>,
    pub(crate) edges: Vec<Edge>,
    locations: u32,
    current: Location,
    pointer_width: Width,
}

/// An edge whose operation is filled in later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placeholder(EdgeId);

impl Builder {
    pub(crate) const ENTRY: Location = Location(0);
    pub(crate) const EXIT: Location = Location(1);

    pub(crate) fn new(pointer_width: Width) -> Builder {
        Builder {
            locals: Vec::new(),
            edges: Vec::new(),
            locations: 2,
            current: Builder::ENTRY,
            pointer_width,
        }
    }

    pub(crate) fn location(&mut self) -> Location {
        self.locations += 1;
        Location(self.locations - 1)
    }

    pub(crate) fn locations(&self) -> u32 {
        self.locations
    }

    pub(crate) fn current(&self) -> Location {
        self.current
    }

    /// Goes on at another location.
    pub(crate) fn resume(&mut self, at: Location) {
        self.current = at;
    }

    /// Appends an operation.
    pub(crate) fn emit(&mut self, op: Op, span: Span) {
        let to = self.location();
        self.edge(self.current, to, op, span);
        self.current = to;
    }

    /// Leads to an existing location; what follows is unreachable until [`Builder::resume`].
    pub(crate) fn jump(&mut self, to: Location, span: Span) {
        self.edge(self.current, to, Op::Skip, span);
        self.current = self.location();
    }

    /// Ends the path with an operation that leads to the exit.
    pub(crate) fn finish(&mut self, op: Op, span: Span) {
        self.edge(self.current, Builder::EXIT, op, span);
        self.current = self.location();
    }

    pub(crate) fn edge(&mut self, from: Location, to: Location, op: Op, span: Span) -> EdgeId {
        self.edges.push(Edge { from, to, op, span });
        EdgeId(self.edges.len() as u32 - 1)
    }

    /// Splits on a condition: where it holds, and where it does not.
    pub(crate) fn branch(&mut self, condition: Expr, span: Span) -> (Location, Location) {
        let (then, otherwise) = (self.location(), self.location());
        if condition != Expr::FALSE {
            let op = if condition == Expr::TRUE {
                Op::Skip
            } else {
                Op::Assume(condition.clone())
            };
            self.edge(self.current, then, op, span);
        }
        if condition != Expr::TRUE {
            let op = if condition == Expr::FALSE {
                Op::Skip
            } else {
                Op::Assume(condition.negate())
            };
            self.edge(self.current, otherwise, op, span);
        }
        self.current = self.location();
        (then, otherwise)
    }

    /// An edge to be replaced by a chain of operations once they are known.
    pub(crate) fn placeholder(&mut self, span: Span) -> Placeholder {
        let to = self.location();
        let edge = self.edge(self.current, to, Op::Skip, span);
        self.current = to;
        Placeholder(edge)
    }

    /// Fills a placeholder with operations.
    pub(crate) fn fill(&mut self, placeholder: Placeholder, ops: Vec<(Op, Span)>) {
        let Edge { from, to, span, .. } = self.edges[placeholder.0.0 as usize];
        let mut at = from;
        let last = ops.len();
        for (index, (op, op_span)) in ops.into_iter().enumerate() {
            let next = if index + 1 == last {
                to
            } else {
                self.location()
            };
            if index == 0 {
                self.edges[placeholder.0.0 as usize] = Edge {
                    from,
                    to: next,
                    op,
                    span: op_span,
                };
            } else {
                self.edge(at, next, op, op_span);
            }
            at = next;
        }
        let _ = span;
    }

    pub(crate) fn local(
        &mut self,
        name: Option<Arc<str>>,
        scalar: Scalar,
        ty: TypeId,
        role: LocalRole,
        span: Span,
    ) -> LocalId {
        self.locals.push(Local {
            name,
            scalar,
            ty,
            role,
            span,
        });
        LocalId(self.locals.len() as u32 - 1)
    }

    pub(crate) fn temporary(&mut self, scalar: Scalar, ty: TypeId, span: Span) -> LocalId {
        self.local(None, scalar, ty, LocalRole::Temporary, span)
    }

    /// Claims a condition, unless it is known to hold.
    pub(crate) fn check(
        &mut self,
        condition: Condition,
        kind: ClaimKind,
        subject: &str,
        operands: Vec<Operand>,
        span: Span,
    ) {
        if condition == Condition::Holds(Expr::TRUE) {
            return;
        }
        let check = Check {
            condition,
            kind,
            subject: subject.into(),
            operands,
        };
        self.emit(Op::Check(Box::new(check)), span);
    }

    pub(crate) fn scalar_of(&self, expr: &Expr) -> Scalar {
        expr.scalar(self)
    }
}

impl LocalScalars for Builder {
    fn local_scalar(&self, local: LocalId) -> Scalar {
        self.locals[local.0 as usize].scalar
    }

    fn pointer_width(&self) -> Width {
        self.pointer_width
    }
}
