//! The depth of recursion: calls of the user's methods inside each other end with a
//! `StackOverflowError`, as on the JVM. Those of the library's own, which hardly ever go deep, end as
//! unsupported.

use super::body::zero_of;
use super::claims::Claim;
use super::exception::place;
use super::{Lowering, Site, Work};
use crate::classpath::Author;
use crate::error::LoadError;
use crate::reach;
use crate::world::MethodId;
use ir::{
    BinaryOp, ClaimKind, Edge, EdgeId, Expr, Global, GlobalId, GlobalOrigin, Local, LocalId,
    LocalRole, Location, Mutability, Op, Place, Procedure, ProcedureId, Program, Scalar, Span,
    Target, Width,
};

/// The most calls of recursive methods inside each other. The JVM's own limit depends on the size
/// of frames; with the usual stack of a megabyte, small ones come to about this.
const DEEPEST: u32 = 9_000;

/// What a small frame holds at most, in words: variables, operands, and what the JVM itself keeps. A
/// larger one counts as several calls.
const SMALL_FRAME_WORDS: u32 = 16;
/// What the JVM itself keeps in a frame, in words.
const FRAME_OVERHEAD_WORDS: u32 = 10;

/// The most calls of the library's recursive methods inside each other that are followed: every
/// stack holds these.
const DEEPEST_IN_LIBRARY: u32 = 1_000;

/// The global that counts them.
const DEPTH: &str = "the depth of recursion";
/// The same for the library's.
const DEPTH_IN_LIBRARY: &str = "the depth of recursion in the library";

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
    /// Lets every recursive method of the user's count its calls, and of the library's those in
    /// every cycle that is left.
    pub(super) fn bound_recursion(&mut self) -> Result<(), LoadError> {
        let users = self.users_recursion();
        let library = self.library_recursion(&users);
        if !users.is_empty() {
            let depth = self.counter(DEPTH);
            for (id, method) in users {
                self.count_calls(id, method, depth);
            }
        }
        if !library.is_empty() {
            let depth = self.counter(DEPTH_IN_LIBRARY);
            for id in library {
                self.count_library_calls(id, depth);
            }
        }
        self.drain()
    }

    fn users_recursion(&self) -> Vec<(ProcedureId, MethodId)> {
        let recursive = recursive(&self.program.procedures, &[]);
        let methods = self.procedures.iter().filter_map(|(work, id)| match work {
            Work::Method(method) => Some((*id, *method)),
            _ => None,
        });
        let mut counted: Vec<(ProcedureId, MethodId)> = methods
            .filter(|(id, method)| {
                recursive[id.0 as usize] && self.world.class(method.class).author == Author::User
            })
            .collect();
        counted.sort();
        counted
    }

    /// Procedures in every cycle of calls that the user's methods are not part of. An
    /// initialisation that is under way does not begin again, and what the machine does itself
    /// does not lead to itself: making an exception throws none.
    fn library_recursion(&self, users: &[(ProcedureId, MethodId)]) -> Vec<ProcedureId> {
        let works = || self.procedures.iter();
        let is_finite = |work: &Work| match work {
            Work::Initialise(_) | Work::Raise(_) | Work::Pass(_) => true,
            Work::Method(method) => reach::is_called_by_machine(self.world, *method),
            _ => false,
        };
        let finite = works().filter(|(work, _)| is_finite(work));
        let mut cut: Vec<ProcedureId> = finite.map(|(_, id)| *id).collect();
        cut.extend(users.iter().map(|(id, _)| *id));
        let mut counted = Vec::new();
        // Most cycles lead through calls whose target depends on an object.
        for is_kind in [
            |work: &Work| matches!(work, Work::Dispatch(..)),
            |work: &Work| matches!(work, Work::Method(_)),
        ] {
            let recursive = recursive(&self.program.procedures, &cut);
            let found = works().filter(|(work, _)| is_kind(work));
            let found = found.map(|(_, id)| *id);
            let found: Vec<ProcedureId> = found.filter(|id| recursive[id.0 as usize]).collect();
            cut.extend(&found);
            counted.extend(found);
        }
        counted.sort();
        counted
    }

    fn counter(&mut self, name: &str) -> GlobalId {
        let ty = self.types.int;
        self.global(Global {
            name: name.into(),
            ty,
            size: 4,
            align: 4,
            mutability: Mutability::Mutable,
            origin: GlobalOrigin::Variable,
            visibility: ir::Visibility::Everywhere,
            data: Vec::new(),
            span: Span::NONE,
        })
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
        let object = self.types.object;
        let mut counted = self.counted(id, depth, self.frame_calls(method), DEEPEST);
        let error = counted.local(Scalar::Pointer, object);
        let make = self.machine_call("stackOverflow", Vec::new(), Some(error));
        let raise = Op::Call {
            dest: None,
            target: raise,
            arguments: vec![Expr::Local(error), Expr::int(Width::W32, site.into())],
        };
        let mut overflow = vec![make, raise];
        if self.observed.exhaustion {
            overflow.insert(0, self.machine_call("overflow", Vec::new(), None));
        }
        counted.count(overflow);
        self.program.procedures[id.0 as usize] = counted.procedure;
    }

    fn count_library_calls(&mut self, id: ProcedureId, depth: GlobalId) {
        let mut counted = self.counted(id, depth, 1, DEEPEST_IN_LIBRARY);
        counted.count(vec![Op::Unsupported(
            "a deep recursion of the library's methods".into(),
        )]);
        self.program.procedures[id.0 as usize] = counted.procedure;
    }

    /// A procedure, taken out of the program to be changed.
    fn counted(&mut self, id: ProcedureId, depth: GlobalId, calls: u32, most: u32) -> Counted {
        let int = self.types.int;
        let procedure = std::mem::replace(
            &mut self.program.procedures[id.0 as usize],
            Procedure::empty(),
        );
        let mut counted = Counted {
            span: procedure.span,
            procedure,
            depth: place(Expr::Global(depth), 0, INT),
            before: LocalId(0),
            calls,
            most,
        };
        counted.before = counted.local(INT, int);
        counted
    }

    /// As how many calls one of a method counts.
    fn frame_calls(&self, method: MethodId) -> u32 {
        let code = self.world.method(method).code.as_ref();
        let words = code.map_or(0, |code| code.frame_words) + FRAME_OVERHEAD_WORDS;
        words.div_ceil(SMALL_FRAME_WORDS)
    }
}

/// A procedure that is made to count.
struct Counted {
    procedure: Procedure,
    span: Span,
    /// Where the depth is.
    depth: Place,
    /// What it was before the call.
    before: LocalId,
    /// As how many calls this one counts.
    calls: u32,
    /// How many there may be.
    most: u32,
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
    fn restore(&mut self) {
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
                place: self.depth.clone(),
                value: Expr::Local(self.before),
            };
            self.edge(from, store, after);
        }
    }

    /// The call counts, and ends so if there are too many.
    fn count(&mut self, overflow: Vec<Op>) {
        self.restore();
        let (body, exit) = (self.procedure.entry, self.procedure.exit);
        let [first, known, fine, deep] = [(); 4].map(|()| self.location());
        let load = Op::Load {
            dest: self.before,
            place: self.depth.clone(),
        };
        self.edge(first, load, known);
        let is_fine = Expr::binary(
            BinaryOp::SLt,
            Expr::Local(self.before),
            Expr::int(Width::W32, self.most.into()),
        );
        self.edge(known, Op::Assume(is_fine.clone()), fine);
        self.edge(known, Op::Assume(is_fine.negate()), deep);
        let calls = Expr::int(Width::W32, self.calls.into());
        let deeper = Op::Store {
            place: self.depth.clone(),
            value: Expr::binary(BinaryOp::Add, Expr::Local(self.before), calls),
        };
        self.edge(fine, deeper, body);
        let mut at = deep;
        for op in overflow {
            let next = self.location();
            self.edge(at, op, next);
            at = next;
        }
        let nothing = self.procedure.signature.result.map(zero_of);
        self.edge(at, Op::Return(nothing), exit);
        self.procedure.entry = first;
    }
}

/// Which procedures can call themselves, through others or not: those in a cycle of the graph of
/// calls, without those that are cut out of it (Tarjan's algorithm, without recursion).
fn recursive(procedures: &[Procedure], cut: &[ProcedureId]) -> Vec<bool> {
    let mut callees: Vec<Vec<usize>> = procedures.iter().map(callees_of).collect();
    for id in cut {
        callees[id.0 as usize].clear();
    }
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
