//! The depth of recursion: calls of the user's methods inside each other end with a
//! `StackOverflowError`, as on the JVM.

use super::body::zero_of;
use super::claims::Claim;
use super::exception::place;
use super::{Lowering, Site, Work};
use crate::classpath::Author;
use crate::error::LoadError;
use crate::world::MethodId;
use ir::{
    BinaryOp, ClaimKind, Edge, EdgeId, Expr, Global, GlobalId, GlobalOrigin, Local, LocalId,
    LocalRole, Location, Mutability, Op, Place, Procedure, ProcedureId, Program, Scalar, Span,
    Target, Width,
};

/// The most calls of recursive methods inside each other. The JVM's own limit depends on the size
/// of frames; with the usual stack of a megabyte, small ones come to about this.
const DEEPEST: u32 = 9_000;

/// The global that counts them.
const DEPTH: &str = "the depth of recursion";

const INT: Scalar = Scalar::Int(Width::W32);

/// The most calls of recursive methods inside each other that a program is followed to, if it has
/// such methods.
pub fn deepest(program: &Program) -> Option<u32> {
    let mut globals = program.globals.iter();
    globals
        .any(|global| &*global.name == DEPTH)
        .then_some(DEEPEST)
}

impl Lowering<'_, '_> {
    /// Lets every recursive method of the user's count its calls.
    pub(super) fn bound_recursion(&mut self) -> Result<(), LoadError> {
        let recursive = recursive(&self.program.procedures);
        let methods = self.procedures.iter().filter_map(|(work, id)| match work {
            Work::Method(method) => Some((*id, *method)),
            _ => None,
        });
        let mut counted: Vec<(ProcedureId, MethodId)> = methods
            .filter(|(id, method)| {
                recursive[id.0 as usize] && self.world.class(method.class).author == Author::User
            })
            .collect();
        if counted.is_empty() {
            return Ok(());
        }
        counted.sort();
        let ty = self.types.int;
        let depth = self.global(Global {
            name: DEPTH.into(),
            ty,
            size: 4,
            align: 4,
            mutability: Mutability::Mutable,
            origin: GlobalOrigin::Variable,
            visibility: ir::Visibility::Everywhere,
            data: Vec::new(),
            span: Span::NONE,
        });
        for (id, method) in counted {
            self.count_calls(id, method, depth);
        }
        self.drain()
    }

    fn count_calls(&mut self, id: ProcedureId, method: MethodId, depth: GlobalId) {
        let site = self.sites.len() as u32;
        let span = self.program[id].span;
        let name = self.world.method(method).name.clone();
        self.sites.push(Site {
            method: Some(method),
            line: span.line,
            span,
            claim: Some(Claim::new(ClaimKind::StackOverflow, &*name)),
        });
        let raise = Target::Direct(self.procedure(Work::Raise(Author::User)));
        let int = self.types.int;
        let object = self.types.object;
        let mut counted = Counted {
            procedure: std::mem::replace(
                &mut self.program.procedures[id.0 as usize],
                Procedure::empty(),
            ),
            span,
        };
        let before = counted.local(INT, int);
        let error = counted.local(Scalar::Pointer, object);
        let make = self.machine_call("stackOverflow", Vec::new(), Some(error));
        counted.restore(&place(Expr::Global(depth), 0, INT), before);
        counted.count(
            &place(Expr::Global(depth), 0, INT),
            before,
            [
                make,
                Op::Call {
                    dest: None,
                    target: raise,
                    arguments: vec![Expr::Local(error), Expr::int(Width::W32, site.into())],
                },
            ],
        );
        self.program.procedures[id.0 as usize] = counted.procedure;
    }
}

/// A procedure that is made to count.
struct Counted {
    procedure: Procedure,
    span: Span,
}

impl Counted {
    fn local(&mut self, scalar: Scalar, ty: ir::TypeId) -> LocalId {
        self.procedure.locals.push(Local {
            name: None,
            scalar,
            ty,
            role: LocalRole::Temporary,
            span: self.span,
        });
        LocalId(self.procedure.locals.len() as u32 - 1)
    }

    fn location(&mut self) -> Location {
        self.procedure.outgoing.push(Vec::new());
        Location(self.procedure.outgoing.len() as u32 - 1)
    }

    fn edge(&mut self, from: Location, op: Op, to: Location) {
        let id = EdgeId(self.procedure.edges.len() as u32);
        self.procedure.outgoing[from.0 as usize].push(id);
        let span = self.span;
        self.procedure.edges.push(Edge { from, to, op, span });
    }

    /// Every return restores the depth before the call.
    fn restore(&mut self, depth: &Place, before: LocalId) {
        for index in 0..self.procedure.edges.len() {
            if !matches!(self.procedure.edges[index].op, Op::Return(_)) {
                continue;
            }
            let after = self.location();
            let from = self.procedure.edges[index].from;
            let id = EdgeId(index as u32);
            self.procedure.outgoing[from.0 as usize].retain(|edge| *edge != id);
            self.procedure.outgoing[after.0 as usize].push(id);
            self.procedure.edges[index].from = after;
            let store = Op::Store {
                place: depth.clone(),
                value: Expr::Local(before),
            };
            self.edge(from, store, after);
        }
    }

    /// The call counts, and ends with an exception if there are too many.
    fn count(&mut self, depth: &Place, before: LocalId, overflow: [Op; 2]) {
        let body = self.procedure.entry;
        let exit = self.procedure.exit;
        let [first, known, fine, deep, made, raised] = [(); 6].map(|()| self.location());
        let load = Op::Load {
            dest: before,
            place: depth.clone(),
        };
        self.edge(first, load, known);
        let is_fine = Expr::binary(
            BinaryOp::SLt,
            Expr::Local(before),
            Expr::int(Width::W32, DEEPEST.into()),
        );
        self.edge(known, Op::Assume(is_fine.clone()), fine);
        self.edge(known, Op::Assume(is_fine.negate()), deep);
        let one = Expr::int(Width::W32, 1);
        let deeper = Op::Store {
            place: depth.clone(),
            value: Expr::binary(BinaryOp::Add, Expr::Local(before), one),
        };
        self.edge(fine, deeper, body);
        let [make, raise] = overflow;
        self.edge(deep, make, made);
        self.edge(made, raise, raised);
        let nothing = self.procedure.signature.result.map(zero_of);
        self.edge(raised, Op::Return(nothing), exit);
        self.procedure.entry = first;
    }
}

/// Which procedures can call themselves, through others or not: those in a cycle of the graph of
/// calls (Tarjan's algorithm, without recursion).
fn recursive(procedures: &[Procedure]) -> Vec<bool> {
    let callees: Vec<Vec<usize>> = procedures.iter().map(callees_of).collect();
    let mut search = Components {
        number: vec![0; procedures.len()],
        low: vec![0; procedures.len()],
        is_open: vec![false; procedures.len()],
        open: Vec::new(),
        next: 1,
        in_cycle: vec![false; procedures.len()],
    };
    for start in 0..procedures.len() {
        if search.number[start] == 0 {
            search.from(start, &callees);
        }
    }
    search.in_cycle
}

fn callees_of(procedure: &Procedure) -> Vec<usize> {
    let targets = procedure.edges.iter().filter_map(|edge| match &edge.op {
        Op::Call {
            target: Target::Direct(callee),
            ..
        } => Some(callee.0 as usize),
        _ => None,
    });
    let mut targets: Vec<usize> = targets.collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

struct Components {
    /// The order in which procedures were found, from 1; 0 if they were not.
    number: Vec<usize>,
    low: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    next: usize,
    in_cycle: Vec<bool>,
}

impl Components {
    fn begin(&mut self, at: usize) {
        self.number[at] = self.next;
        self.low[at] = self.next;
        self.next += 1;
        self.open.push(at);
        self.is_open[at] = true;
    }

    fn from(&mut self, start: usize, callees: &[Vec<usize>]) {
        self.begin(start);
        let mut path = vec![(start, 0)];
        while let Some((at, index)) = path.last_mut() {
            let at = *at;
            let Some(callee) = callees[at].get(*index).copied() else {
                path.pop();
                if let Some((caller, _)) = path.last() {
                    self.low[*caller] = self.low[*caller].min(self.low[at]);
                }
                self.close(at, &callees[at]);
                continue;
            };
            *index += 1;
            if self.number[callee] == 0 {
                self.begin(callee);
                path.push((callee, 0));
            } else if self.is_open[callee] {
                self.low[at] = self.low[at].min(self.number[callee]);
            }
        }
    }

    /// A component is complete when nothing in it leads further up.
    fn close(&mut self, at: usize, callees: &[usize]) {
        if self.low[at] != self.number[at] {
            return;
        }
        let first = self.open.iter().rposition(|open| *open == at).unwrap_or(0);
        let component = self.open.split_off(first);
        let is_cycle = component.len() > 1 || callees.contains(&at);
        for member in component {
            self.is_open[member] = false;
            self.in_cycle[member] = is_cycle;
        }
    }
}
