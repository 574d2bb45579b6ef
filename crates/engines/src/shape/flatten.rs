//! A program as one procedure: every call is replaced by what it calls.
//!
//! An analysis of shapes relates the locals of all procedures on the stack with each other; with one procedure
//! it needs no rules for calls. Recursion has no such form, and is left where it starts.

use super::identity;
use super::sizes::Sizes;
use crate::limits::tuning::MOST_OPERATIONS_OF_A_FLAT_PROGRAM;
use interp::operators;
use ir::liveness::liveness;
use ir::{
    BinaryOp, Check, Condition, Const, DataModel, Edge, EdgeId, Expr, Halt, Local, LocalId,
    LocalRole, Location, NewObject, Op, Place, Procedure, ProcedureId, Program, Scalar, Source,
    Span, Storage, Target, UnaryOp,
};
use rustc_hash::FxHashMap;
use verdict::{Position, Step};

/// A program as one procedure.
pub(super) struct Flat {
    /// It.
    pub(super) procedure: Procedure,
    /// The edge of the program that each of its edges is; none where a value is passed or returned.
    pub(super) origins: Vec<Option<Step>>,
    /// The call of the procedure of the user's that an unknown caller calls.
    pub(super) call: Option<EntryCall>,
    /// Calls that are not replaced, and where in the program executions are left there.
    pub(super) calls: FxHashMap<EdgeId, Position>,
}

/// The call of the procedure that an unknown caller calls.
#[derive(Clone, Debug)]
pub(super) struct EntryCall {
    /// The procedure.
    pub(super) callee: ProcedureId,
    /// The step into its body, with its parameters set.
    pub(super) enter: EdgeId,
    /// The step behind its return.
    pub(super) leave: EdgeId,
    /// What its parameters are, in the flat procedure.
    pub(super) parameters: Vec<Expr>,
    /// Takes its value.
    pub(super) result: Option<LocalId>,
}

impl Flat {
    /// Adds an edge that is none of the program.
    pub(super) fn push_edge(&mut self, (from, to): (Location, Location), op: Op) {
        let id = EdgeId(self.procedure.edges.len() as u32);
        let span = Span::NONE;
        self.procedure.edges.push(Edge { from, to, op, span });
        self.procedure.outgoing[from.0 as usize].push(id);
        self.origins.push(None);
    }

    /// Leaves executions before a call.
    pub(super) fn leave(&mut self, id: EdgeId) {
        let what = "a comparison of values that may be one object";
        self.procedure.edges[id.0 as usize].op = Op::Unsupported(what.into());
    }
}

/// Why a program has no such form.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    /// Where.
    pub(super) span: Span,
    /// What.
    pub(super) what: &'static str,
}

/// Replaces every call, starting with the entry; there, behind what was executed, if anything was.
pub(super) fn flatten(
    program: &Program,
    watched: Option<ProcedureId>,
    executed: Option<Location>,
) -> Result<Flat, Obstacle> {
    let entry = program.entry.ok_or(Obstacle {
        span: Span::NONE,
        what: "a program without an entry",
    })?;
    let mut flattener = Flattener {
        program,
        watched,
        flat: Flat {
            procedure: Procedure::empty(),
            origins: Vec::new(),
            call: None,
            calls: FxHashMap::default(),
        },
        sizes: executed.map(|_| Sizes::of(program)),
        executed,
        stack: Vec::new(),
    };
    let (start, end) = (flattener.location(), flattener.location());
    flattener.flat.procedure.entry = start;
    flattener.flat.procedure.exit = end;
    flattener.inline(entry, Vec::new(), (start, end), None)?;
    Ok(flattener.flat)
}

struct Flattener<'p> {
    program: &'p Program,
    watched: Option<ProcedureId>,
    flat: Flat,
    /// How long procedures are when their calls are replaced, if long ones are left where they are called.
    sizes: Option<Sizes>,
    /// Where the entry goes on behind what was executed.
    executed: Option<Location>,
    /// The calls under way, each with the location behind the call that it waits for.
    stack: Vec<(ProcedureId, Location)>,
}

/// One call of a procedure: what its locals are in the flat one.
struct Frame<'p> {
    procedure: &'p Procedure,
    id: ProcedureId,
    /// Where it begins.
    entry: Location,
    locals: Vec<Expr>,
    locations: FxHashMap<Location, Location>,
    result: Option<LocalId>,
    /// Whether it can return.
    returns: bool,
}

impl<'p> Flattener<'p> {
    fn location(&mut self) -> Location {
        let outgoing = &mut self.flat.procedure.outgoing;
        outgoing.push(Vec::new());
        Location(outgoing.len() as u32 - 1)
    }

    fn local(&mut self, local: &Local) -> LocalId {
        let locals = &mut self.flat.procedure.locals;
        locals.push(local.clone());
        LocalId(locals.len() as u32 - 1)
    }

    fn edge(&mut self, (from, to): (Location, Location), op: Op, origin: Option<Step>) {
        let span = origin.map_or(Span::NONE, |(procedure, edge)| {
            self.program[procedure][edge].span
        });
        let procedure = &mut self.flat.procedure;
        let id = EdgeId(procedure.edges.len() as u32);
        procedure.edges.push(Edge { from, to, op, span });
        procedure.outgoing[from.0 as usize].push(id);
        self.flat.origins.push(origin);
    }

    /// Adds an operation behind a location; gives the location behind it.
    fn push(&mut self, from: Location, op: Op) -> Location {
        let to = self.location();
        self.edge((from, to), op, None);
        to
    }

    /// Replaces a call; whether it can return.
    fn inline(
        &mut self,
        id: ProcedureId,
        arguments: Vec<Expr>,
        (from, to): (Location, Location),
        result: Option<LocalId>,
    ) -> Result<bool, Obstacle> {
        let procedure = &self.program[id];
        // Only the entry is called by nobody.
        let executed = self.executed.filter(|_| self.stack.is_empty());
        self.stack.push((id, procedure.entry));
        let mut frame = Frame {
            procedure,
            id,
            entry: executed.unwrap_or(procedure.entry),
            locals: Vec::new(),
            locations: FxHashMap::default(),
            result,
            returns: false,
        };
        let count = arguments.len();
        let mut body = self.enter(&mut frame, arguments, from)?;
        let mut exit = to;
        if self.watched == Some(id) && self.flat.call.is_none() {
            let enter = EdgeId(self.flat.procedure.edges.len() as u32);
            body = self.push(body, Op::Skip);
            exit = self.location();
            let leave = EdgeId(self.flat.procedure.edges.len() as u32);
            self.edge((exit, to), Op::Skip, None);
            self.flat.call = Some(EntryCall {
                callee: frame.id,
                enter,
                leave,
                parameters: frame.locals[..count.min(frame.locals.len())].to_vec(),
                result,
            });
        }
        frame.locations.insert(frame.entry, body);
        frame.locations.insert(procedure.exit, exit);
        self.body(&mut frame)?;
        self.stack.pop();
        Ok(frame.returns)
    }

    /// Gives a frame its locals: parameters that are constants and never change are those constants.
    fn enter(
        &mut self,
        frame: &mut Frame<'p>,
        arguments: Vec<Expr>,
        from: Location,
    ) -> Result<Location, Obstacle> {
        let procedure = frame.procedure;
        let is_changed = |local: LocalId| {
            let mut ops = procedure.edges.iter().map(|edge| &edge.op);
            ops.any(|op| op.dest() == Some(local) || matches!(op, Op::Forget(it) if *it == local))
        };
        let live = liveness(procedure);
        let live = live.get(frame.entry.0 as usize);
        // What was executed may have set locals to anything.
        let is_behind = frame.entry != procedure.entry;
        let locals = (0..procedure.locals.len()).map(|index| LocalId(index as u32));
        let is_live = |local| live.is_none_or(|live| live.contains(local));
        if is_behind && locals.into_iter().any(is_live) {
            return Err(Obstacle {
                span: procedure.span,
                what: "a start that is not over at the first input",
            });
        }
        let mut at = from;
        let mut arguments = arguments.into_iter();
        for (index, local) in procedure.locals.iter().enumerate() {
            let old = LocalId(index as u32);
            let value = match arguments.next() {
                Some(argument) if is_closed(&argument) && !is_changed(old) => argument,
                Some(argument) => {
                    let new = self.local(local);
                    at = self.push(at, Op::Assign(new, argument));
                    Expr::Local(new)
                }
                None => {
                    let new = self.local(local);
                    // A call starts without the values of the call before it.
                    if live.is_some_and(|live| live.contains(old)) {
                        at = self.push(at, Op::Forget(new));
                    }
                    Expr::Local(new)
                }
            };
            frame.locals.push(value);
        }
        Ok(at)
    }

    fn body(&mut self, frame: &mut Frame<'p>) -> Result<(), Obstacle> {
        if let Some(span) = unscoped(frame.procedure) {
            return Err(Obstacle {
                span,
                what: "memory that lives as long as a call of its function",
            });
        }
        let mut pending = vec![frame.entry];
        let mut seen = vec![false; frame.procedure.locations()];
        while let Some(old) = pending.pop() {
            let Some(seen) = seen.get_mut(old.0 as usize) else {
                continue;
            };
            if std::mem::replace(seen, true) || old == frame.procedure.exit {
                continue;
            }
            let from = self.place(frame, old);
            for id in &frame.procedure.outgoing[old.0 as usize] {
                let edge = &frame.procedure[*id];
                if self.step(frame, *id, edge, from)? {
                    pending.push(edge.to);
                }
            }
            if self.flat.procedure.edges.len() > MOST_OPERATIONS_OF_A_FLAT_PROGRAM {
                return Err(Obstacle {
                    span: frame.procedure.span,
                    what: "a program that is too long when its calls are replaced by what they call",
                });
            }
        }
        Ok(())
    }

    fn place(&mut self, frame: &mut Frame<'p>, old: Location) -> Location {
        match frame.locations.get(&old) {
            Some(new) => *new,
            None => {
                let new = self.location();
                frame.locations.insert(old, new);
                new
            }
        }
    }

    /// Adds an edge; whether execution may go on behind it.
    fn step(
        &mut self,
        frame: &mut Frame<'p>,
        id: EdgeId,
        edge: &Edge,
        from: Location,
    ) -> Result<bool, Obstacle> {
        let to = self.place(frame, edge.to);
        let model = self.program.data_model;
        let origin = Some((frame.id, id));
        let mut op = frame.rename(model, &edge.op);
        match &mut op {
            Op::Assume(condition) if condition.as_const() == Some(Const::FALSE) => {
                return Ok(false);
            }
            Op::Call {
                dest,
                target,
                arguments,
            } => {
                let callee = match target {
                    Target::Direct(id) => *id,
                    Target::Indirect(Expr::Procedure(id)) => *id,
                    Target::Indirect(_) => {
                        let what = "a call of a function that is not known";
                        self.edge((from, to), Op::Unsupported(what.into()), origin);
                        return Ok(false);
                    }
                };
                if self.stack.iter().any(|(waiting, _)| *waiting == callee) {
                    self.edge((from, to), Op::Unsupported("recursion".into()), origin);
                    return Ok(false);
                }
                if identity::compares(self.program, callee) {
                    self.keep(edge, op, (from, to), origin);
                    return Ok(true);
                }
                let sizes = self.sizes.as_ref();
                if sizes.is_some_and(|sizes| sizes.is_long(self.program, callee)) {
                    let left = unsupported(self.program, callee);
                    self.keep(edge, left, (from, to), origin);
                    return Ok(false);
                }
                let (dest, arguments) = (*dest, std::mem::take(arguments));
                if let Some((_, behind)) = self.stack.last_mut() {
                    *behind = edge.to;
                }
                return self.inline(callee, arguments, (from, to), dest);
            }
            Op::Assign(local, value @ Expr::Procedure(_)) if frame.is_set_once(&edge.op) => {
                let value = value.clone();
                let constant = Op::Assign(*local, value.clone());
                self.edge((from, to), constant, origin);
                if let Some(old) = edge.op.dest() {
                    frame.locals[old.0 as usize] = value;
                }
            }
            Op::Return(value) => {
                let value = value.take();
                frame.returns = true;
                self.leave(frame, value, (from, to));
            }
            op => self.edge((from, to), std::mem::replace(op, Op::Skip), origin),
        }
        Ok(!matches!(edge.op, Op::Halt(_)))
    }

    /// Keeps a call, which executions are left before or which is replaced later.
    fn keep(&mut self, edge: &Edge, op: Op, ends: (Location, Location), origin: Option<Step>) {
        let (waiting, own) = self.stack.split_at(self.stack.len().saturating_sub(1));
        let own = own.iter().map(|(procedure, _)| (*procedure, edge.from));
        let position = Position::new(waiting.iter().copied().chain(own));
        let id = EdgeId(self.flat.procedure.edges.len() as u32);
        self.flat.calls.insert(id, position);
        self.edge(ends, op, origin);
    }

    /// Returns from a call: its value is passed, and what lives on its stack ends.
    fn leave(&mut self, frame: &Frame<'p>, value: Option<Expr>, (from, to): (Location, Location)) {
        let mut at = from;
        if let Some(dest) = frame.result {
            let op = match value {
                Some(value) => Op::Assign(dest, value),
                None => Op::Forget(dest),
            };
            at = self.push(at, op);
        }
        for edge in &frame.procedure.edges {
            if let Op::Alloc { dest, object } = &edge.op
                && object.storage == Storage::Stack
                && let Some(Expr::Local(object)) = frame.locals.get(dest.0 as usize)
            {
                at = self.push(at, Op::EndScope(*object));
            }
        }
        self.edge((at, to), Op::Skip, None);
    }
}

/// A call that is not followed.
fn unsupported(program: &Program, callee: ProcedureId) -> Op {
    Op::Unsupported(format!("what `{}` does", program[callee].name).into())
}

/// Where a procedure makes objects on the stack, again and again, that no scope ends: all live until it
/// returns.
fn unscoped(procedure: &Procedure) -> Option<Span> {
    let ends = |local: LocalId| {
        let mut edges = procedure.edges.iter();
        edges.any(|edge| edge.op == Op::EndScope(local))
    };
    let mut edges = procedure.edges.iter();
    let found = edges.find(|edge| match &edge.op {
        Op::Alloc { dest, object } => {
            object.storage == Storage::Stack && !ends(*dest) && is_repeated(procedure, edge)
        }
        _ => false,
    });
    found.map(|edge| edge.span)
}

/// Whether an edge may be taken twice in one call.
fn is_repeated(procedure: &Procedure, edge: &Edge) -> bool {
    let mut seen = vec![false; procedure.locations()];
    let mut pending = vec![edge.to];
    while let Some(location) = pending.pop() {
        if location == edge.from {
            return true;
        }
        if !std::mem::replace(&mut seen[location.0 as usize], true) {
            let outgoing = &procedure.outgoing[location.0 as usize];
            pending.extend(outgoing.iter().map(|next| procedure[*next].to));
        }
    }
    false
}

/// Whether an expression has the same value everywhere.
fn is_closed(expr: &Expr) -> bool {
    matches!(expr, Expr::Const(_) | Expr::Global(_) | Expr::Procedure(_))
}

impl Frame<'_> {
    /// Whether an operation sets a temporary that nothing else sets, and that always has a value.
    fn is_set_once(&self, op: &Op) -> bool {
        let ops = || self.procedure.edges.iter().map(|edge| &edge.op);
        op.dest().is_some_and(|dest| {
            let is_asked = |op: &Op| match op {
                Op::Check(check) => check.condition == Condition::Initialised(dest),
                _ => false,
            };
            self.procedure[dest].role == LocalRole::Temporary
                && ops().filter(|op| op.dest() == Some(dest)).count() == 1
                && !ops().any(is_asked)
        })
    }

    /// An operation with the locals of the flat procedure.
    fn rename(&self, model: DataModel, op: &Op) -> Op {
        let expr = |expr: &Expr| self.expr(model, expr);
        let dest = |local: &LocalId| self.dest(*local);
        let place = |place: &Place| Place {
            address: expr(&place.address),
            ..place.clone()
        };
        match op {
            Op::Skip | Op::Unsupported(_) => op.clone(),
            Op::Assign(local, value) => Op::Assign(dest(local), expr(value)),
            Op::Forget(local) => Op::Forget(dest(local)),
            Op::Load {
                dest: local,
                place: from,
            } => Op::Load {
                dest: dest(local),
                place: place(from),
            },
            Op::Store { place: to, value } => Op::Store {
                place: place(to),
                value: expr(value),
            },
            Op::Copy { to, from, size } => Op::Copy {
                to: expr(to),
                from: expr(from),
                size: expr(size),
            },
            Op::Fill { to, byte, size } => Op::Fill {
                to: expr(to),
                byte: expr(byte),
                size: expr(size),
            },
            Op::Alloc {
                dest: local,
                object,
            } => Op::Alloc {
                dest: dest(local),
                object: NewObject {
                    size: expr(&object.size),
                    ..object.clone()
                },
            },
            Op::Free(address) => Op::Free(expr(address)),
            Op::EndScope(local) => Op::EndScope(dest(local)),
            Op::Protect(local) => Op::Protect(dest(local)),
            Op::Measure {
                dest: local,
                measure,
                address,
            } => Op::Measure {
                dest: dest(local),
                measure: *measure,
                address: expr(address),
            },
            Op::Assume(condition) => Op::Assume(expr(condition)),
            Op::Check(check) => Op::Check(Box::new(self.check(model, check))),
            Op::Input {
                dest: local,
                ty,
                source,
            } => Op::Input {
                dest: dest(local),
                ty: *ty,
                source: self.source(model, source),
            },
            Op::InputString {
                dest: local,
                ty,
                source,
            } => Op::InputString {
                dest: dest(local),
                ty: *ty,
                source: self.source(model, source),
            },
            Op::Output { stream, from, size } => Op::Output {
                stream: expr(stream),
                from: expr(from),
                size: expr(size),
            },
            Op::Call {
                dest: local,
                target,
                arguments,
            } => Op::Call {
                dest: local.as_ref().map(dest),
                target: match target {
                    Target::Direct(id) => Target::Direct(*id),
                    Target::Indirect(address) => Target::Indirect(expr(address)),
                },
                arguments: arguments.iter().map(expr).collect(),
            },
            Op::Return(value) => Op::Return(value.as_ref().map(expr)),
            Op::Havoc {
                dest: local,
                reachable,
                function,
            } => Op::Havoc {
                dest: local.as_ref().map(dest),
                reachable: reachable.iter().map(expr).collect(),
                function: function.clone(),
            },
            Op::Halt(Halt::Exit(status)) => Op::Halt(Halt::Exit(expr(status))),
            Op::Halt(Halt::Abort) => Op::Halt(Halt::Abort),
        }
    }

    fn source(&self, model: DataModel, source: &Source) -> Box<Source> {
        let expr = |expr: &Expr| self.expr(model, expr);
        Box::new(Source {
            dynamic_name: source.dynamic_name.as_ref().map(expr),
            index: source.index.as_ref().map(expr),
            ..source.clone()
        })
    }

    fn check(&self, model: DataModel, check: &Check) -> Check {
        let expr = |expr: &Expr| self.expr(model, expr);
        let condition = match &check.condition {
            Condition::Holds(value) => Condition::Holds(expr(value)),
            // A parameter that is a constant has a value.
            Condition::Initialised(local) => match &self.locals[local.0 as usize] {
                Expr::Local(new) => Condition::Initialised(*new),
                _ => Condition::Holds(Expr::TRUE),
            },
            Condition::Access {
                address,
                size,
                align,
                mode,
            } => Condition::Access {
                address: expr(address),
                size: expr(size),
                align: *align,
                mode: *mode,
            },
            Condition::Freeable(address) => Condition::Freeable(expr(address)),
            Condition::SameObject(a, b) => Condition::SameObject(expr(a), expr(b)),
            Condition::Disjoint(a, b, size) => Condition::Disjoint(expr(a), expr(b), expr(size)),
            Condition::Callable(address, signature) => {
                Condition::Callable(expr(address), signature.clone())
            }
            Condition::NothingLeaked => Condition::NothingLeaked,
            Condition::EverythingFreed => Condition::EverythingFreed,
        };
        Check {
            condition,
            kind: check.kind,
            subject: check.subject.clone(),
            operands: Vec::new(),
        }
    }

    /// The local that takes a value: never one that was replaced, since those do not change.
    fn dest(&self, local: LocalId) -> LocalId {
        match self.locals[local.0 as usize] {
            Expr::Local(new) => new,
            _ => local,
        }
    }

    /// An expression with the locals of the flat procedure, and without what constants decide.
    fn expr(&self, model: DataModel, expr: &Expr) -> Expr {
        let inner = |expr: &Expr| self.expr(model, expr);
        match expr {
            Expr::Local(local) => self.locals[local.0 as usize].clone(),
            Expr::Const(_) | Expr::Global(_) | Expr::Procedure(_) => expr.clone(),
            Expr::Unary(op, operand) => simple_unary(*op, inner(operand)),
            Expr::Binary(op, left, right) => simple_binary(model, *op, inner(left), inner(right)),
            Expr::Cast(op, to, operand) => match (inner(operand), to) {
                (Expr::Const(Const::Int(width, bits)), Scalar::Int(wide)) => {
                    let bits = operators::cast(*op, Scalar::Int(width), *to, bits);
                    Expr::Const(Const::Int(*wide, bits))
                }
                (operand, _) => Expr::cast(*op, *to, operand),
            },
            Expr::Offset(base, offset) => {
                Expr::Offset(Box::new(inner(base)), Box::new(inner(offset)))
            }
            Expr::If(condition, then, otherwise) => Expr::If(
                Box::new(inner(condition)),
                Box::new(inner(then)),
                Box::new(inner(otherwise)),
            ),
            Expr::Math(function, kind, arguments) => {
                Expr::Math(*function, *kind, arguments.iter().map(inner).collect())
            }
        }
    }
}

/// An operator on an operand that may be a constant.
pub(super) fn simple_unary(op: UnaryOp, operand: Expr) -> Expr {
    match (op, operand.as_const()) {
        (UnaryOp::Not, Some(Const::TRUE)) => Expr::FALSE,
        (UnaryOp::Not, Some(Const::FALSE)) => Expr::TRUE,
        _ => Expr::unary(op, operand),
    }
}

/// An operator on operands that may be constants.
pub(super) fn simple_binary(model: DataModel, op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let is_object = |expr: &Expr| matches!(expr, Expr::Global(_) | Expr::Procedure(_));
    let is_null = |expr: &Expr| *expr == Expr::NULL;
    let compared = (is_object(&left) && is_null(&right)) || (is_null(&left) && is_object(&right));
    match (op, left.as_const(), right.as_const()) {
        (BinaryOp::Eq, ..) if compared => Expr::FALSE,
        (BinaryOp::Ne, ..) if compared => Expr::TRUE,
        (BinaryOp::Eq, Some(Const::Null), Some(Const::Null)) => Expr::TRUE,
        (BinaryOp::Ne, Some(Const::Null), Some(Const::Null)) => Expr::FALSE,
        (_, Some(Const::Int(width, a)), Some(Const::Int(_, b))) => {
            let bits = operators::binary(op, Scalar::Int(width), model, a, b);
            let is_truth = op.class() != ir::OperatorClass::Arithmetic;
            let width = match is_truth {
                true => ir::Width::W1,
                false => width,
            };
            Expr::Const(Const::Int(width, bits))
        }
        _ => Expr::binary(op, left, right),
    }
}
