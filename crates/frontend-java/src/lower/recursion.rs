//! The depth of recursion: methods of the user's that are called inside each other end with a
//! `StackOverflowError`, as on the JVM. Nobody knows how deep that is to the word: frames are as large
//! as the interpreter's or as the compiler makes them. So a recursion that every stack holds goes on;
//! one that is deeper ends with the error, and is left open beside that.
//!
//! What is counted are the words of frames: of every method in a cycle of calls that a method of the
//! user's is part of, also of the library's in it, of any method with a very large frame, and of all of
//! the user's where these are so many that a chain of them could fill the stack. Cycles within the
//! library end as unsupported.

use super::body::zero_of;
use super::claims::Claim;
use super::exception::place;
use super::{Lowering, Site, Work};
use crate::classpath::Author;
use crate::error::LoadError;
use crate::reach;
use crate::world::MethodId;
use cafebabe::bytecode::Opcode;
use ir::{
    BinaryOp, ClaimKind, Edge, EdgeId, Expr, Global, GlobalId, GlobalOrigin, Local, LocalId,
    LocalRole, Location, Mutability, Op, Place, Procedure, ProcedureId, Program, Scalar, Span,
    Target, Width,
};
use rustc_hash::FxHashSet;

/// How many words of recursive methods' frames every stack of the default size holds.
///
/// The main thread of JDK 17 on x86-64 has a megabyte, of which frames of the interpreter fill 118 000
/// words; that are at least 140 000 as they are counted here, which is more than they are. The
/// compilers' frames are mostly smaller, so that 4 to 10 times as many calls fit, but those that hold
/// what was inlined are larger: a method of 18 words that calls four collections has overflowed with
/// 4216 frames instead of 9075, and one that calls `String.format` with 3924 instead of 8402. With
/// [`INLINED_WORDS`] these are 106 000 words, the fewest that were measured. The rest is for methods
/// that are not recursive, the linkage of call sites and the initialisation of classes at the deepest
/// place.
const HELD_WORDS: u32 = 80_000;

/// What the interpreter keeps in a frame beside variables, operands and monitors, in words.
const FRAME_OVERHEAD_WORDS: u32 = 12;
/// What it keeps for a monitor.
const MONITOR_WORDS: u32 = 2;
/// What the compilers' frames are larger by if methods that are not recursive are inlined.
const INLINED_WORDS: u32 = 8;
/// The frames of methods that are larger count without any recursion.
const LARGE_FRAME_WORDS: u32 = 500;
/// How many words of frames may be in no recursion without being counted: the rest of the stack holds them.
const UNCOUNTED_WORDS: u32 = 20_000;
/// What the JVM needs to initialise a class, beside the frame of the initialiser: 525 initialisers inside each other
/// fill 118 000 words.
const INITIALISATION_WORDS: u32 = 250;
/// How many words more are held where the library is recursive by itself, so that what it does for the
/// deepest of the user's methods is followed.
const HELD_FOR_LIBRARY_WORDS: u32 = 10_000;
/// As how many words a call counts in a recursion of the library's own.
const LIBRARY_CALL_WORDS: u32 = 80;

/// The global that counts words.
const DEPTH: &str = "the depth of recursion";
/// The same where nothing but the library is recursive.
const DEPTH_IN_LIBRARY: &str = "the depth of recursion in the library";

const INT: Scalar = Scalar::Int(Width::W32);

/// How many words of recursive methods' frames a program is followed to, if it has such methods.
pub fn deepest(program: &Program) -> Option<u32> {
    let mut globals = program.globals.iter();
    globals
        .any(|global| &*global.name == DEPTH)
        .then_some(HELD_WORDS)
}

impl Lowering<'_, '_> {
    /// Lets every method in a cycle of calls with one of the user's count its frames, and in every
    /// cycle that is left, which are the library's, the calls.
    pub(super) fn bound_recursion(&mut self) -> Result<(), LoadError> {
        let counts_all = self.may_nest_deep();
        let framed = self.framed_methods(counts_all);
        let library = self.library_recursion(&framed);
        if framed.is_empty() && library.is_empty() {
            return Ok(());
        }
        let depth = self.counter(match framed.is_empty() {
            true => DEPTH_IN_LIBRARY,
            false => DEPTH,
        });
        for frame in framed {
            self.count_frame(&frame, depth);
        }
        for id in library {
            self.count_library_calls(id, depth);
        }
        if counts_all {
            for id in self.initialisations() {
                let mut counted = self.counted(id, depth, INITIALISATION_WORDS);
                counted.count();
                self.program.procedures[id.0 as usize] = counted.procedure;
            }
        }
        self.drain()
    }

    /// Whether the user's methods could fill the stack if all of them called each other, none twice.
    fn may_nest_deep(&self) -> bool {
        let methods = self.procedures.keys().filter_map(|work| match work {
            Work::Method(method) if self.is_users_method(*method) => Some(*method),
            _ => None,
        });
        let methods: u32 = methods.map(|method| self.frame_words(method)).sum();
        let initialisations = self.initialisations().len() as u32 * INITIALISATION_WORDS;
        methods + initialisations > UNCOUNTED_WORDS
    }

    /// The initialisations of the user's classes.
    fn initialisations(&self) -> Vec<ProcedureId> {
        let works = self.procedures.iter().filter(|(work, _)| match work {
            Work::Initialise(class) => self.world.class(*class).author == Author::User,
            _ => false,
        });
        let mut found: Vec<ProcedureId> = works.map(|(_, id)| *id).collect();
        found.sort();
        found
    }

    /// Methods whose frames count: those in recursions, those with large frames, and all of the user's if they are
    /// many.
    fn framed_methods(&self, counts_all: bool) -> Vec<Framed> {
        let components = components(&self.program.procedures, &self.finite());
        let methods = || {
            let methods = self.procedures.iter().filter_map(|(work, id)| match work {
                Work::Method(method) => Some((*id, *method)),
                _ => None,
            });
            methods.filter(|(_, method)| !reach::is_called_by_machine(self.world, *method))
        };
        let users: FxHashSet<usize> = methods()
            .filter(|(_, method)| self.is_users_method(*method))
            .filter_map(|(id, _)| components[id.0 as usize])
            .collect();
        let code: FxHashSet<usize> = self.code().map(|id| id.0 as usize).collect();
        // A compiler may inline methods that are in no cycle with the caller.
        let calls_others = |id: ProcedureId, component: Option<usize>| {
            let callees = callees_of(&self.program[id]).into_iter();
            let mut others = callees.filter(|callee| components[*callee] != component);
            others.any(|callee| code.contains(&callee))
        };
        let framed = methods().filter_map(|(id, method)| {
            let component = components[id.0 as usize].filter(|it| users.contains(it));
            let words = self.frame_words(method);
            let inlined = match component {
                Some(_) if calls_others(id, component) => INLINED_WORDS,
                Some(_) => 0,
                None if words > LARGE_FRAME_WORDS => 0,
                None if counts_all && self.is_users_method(method) => 0,
                None => return None,
            };
            let words = words + inlined;
            Some(Framed { id, method, words })
        });
        let mut framed: Vec<Framed> = framed.collect();
        framed.sort_by_key(|frame| frame.id);
        framed
    }

    /// Procedures that stand for code of the program's, and of the library's.
    fn code(&self) -> impl Iterator<Item = ProcedureId> {
        let works = self.procedures.iter().filter(|(work, _)| match work {
            Work::Method(method) => !reach::is_called_by_machine(self.world, *method),
            Work::Dispatch(..) => true,
            _ => false,
        });
        works.map(|(_, id)| *id)
    }

    fn is_users_method(&self, method: MethodId) -> bool {
        self.world.class(method.class).author == Author::User
    }

    /// What never leads to itself: an initialisation that is under way does not begin again, and what
    /// the machine does itself has no cycles, since making an exception throws none.
    fn finite(&self) -> Vec<ProcedureId> {
        let is_finite = |work: &Work| match work {
            Work::Initialise(_) | Work::Raise(_) | Work::Pass(_) => true,
            Work::Method(method) => reach::is_called_by_machine(self.world, *method),
            _ => false,
        };
        let works = self.procedures.iter();
        let finite = works.filter(|(work, _)| is_finite(work));
        finite.map(|(_, id)| *id).collect()
    }

    /// Procedures in every cycle of calls that no method is part of whose frames count.
    fn library_recursion(&self, framed: &[Framed]) -> Vec<ProcedureId> {
        let works = || self.procedures.iter();
        let mut cut = self.finite();
        cut.extend(framed.iter().map(|frame| frame.id));
        let mut counted = Vec::new();
        // Most cycles lead through calls whose target depends on an object.
        for is_kind in [
            |work: &Work| matches!(work, Work::Dispatch(..)),
            |work: &Work| matches!(work, Work::Method(_)),
        ] {
            let components = components(&self.program.procedures, &cut);
            let found = works().filter(|(work, _)| is_kind(work));
            let found = found.map(|(_, id)| *id);
            let found: Vec<ProcedureId> = found
                .filter(|id| components[id.0 as usize].is_some())
                .collect();
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

    fn count_frame(&mut self, frame: &Framed, depth: GlobalId) {
        if !self.is_users_method(frame.method) {
            // The user's methods, which it comes by, say when it is too much.
            let mut counted = self.counted(frame.id, depth, frame.words);
            counted.count();
            self.program.procedures[frame.id.0 as usize] = counted.procedure;
            return;
        }
        let site = self.sites.len() as u32;
        let span = self.program[frame.id].span;
        let name = self.world.method(frame.method).name.clone();
        self.sites.push(Site {
            method: Some(frame.method),
            line: span.line,
            span,
            claim: Some(Claim::new(ClaimKind::StackOverflow, &*name)),
        });
        let raise = Target::Direct(self.procedure(Work::Raise(Author::User)));
        let object = self.types.object;
        let mut counted = self.counted(frame.id, depth, frame.words);
        let error = counted.local(Scalar::Pointer, object);
        let deep = self.machine_call("overflow", Vec::new(), None);
        let make = self.machine_call("stackOverflow", Vec::new(), Some(error));
        let raise = Op::Call {
            dest: None,
            target: raise,
            arguments: vec![Expr::Local(error), Expr::int(Width::W32, site.into())],
        };
        // The error is made on a part of the stack that is kept for it.
        let zero = Expr::int(Width::W32, 0);
        let [reserve, back] = [zero, Expr::Local(counted.before)].map(|value| Op::Store {
            place: counted.depth.clone(),
            value,
        });
        counted.bound(HELD_WORDS, vec![reserve, deep, make, raise, back]);
        self.program.procedures[frame.id.0 as usize] = counted.procedure;
    }

    fn count_library_calls(&mut self, id: ProcedureId, depth: GlobalId) {
        let mut counted = self.counted(id, depth, LIBRARY_CALL_WORDS);
        let deep = Op::Unsupported("a deep recursion of the library's methods".into());
        counted.bound(HELD_WORDS + HELD_FOR_LIBRARY_WORDS, vec![deep]);
        self.program.procedures[id.0 as usize] = counted.procedure;
    }

    /// A procedure, taken out of the program to be changed.
    fn counted(&mut self, id: ProcedureId, depth: GlobalId, words: u32) -> Counted {
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
            words,
        };
        counted.before = counted.local(INT, int);
        counted
    }

    /// The words of a method's frame in the interpreter, at most.
    fn frame_words(&self, method: MethodId) -> u32 {
        let method = self.world.method(method);
        let code = method.code.as_ref();
        let monitors = code.map_or(0, |code| {
            let opcodes = code.opcodes.iter();
            let enters = opcodes.filter(|(_, opcode)| matches!(opcode, Opcode::Monitorenter));
            enters.count() as u32
        });
        let monitors = monitors + u32::from(method.is_synchronized());
        let words = code.map_or(0, |code| code.frame_words);
        words + MONITOR_WORDS * monitors + FRAME_OVERHEAD_WORDS
    }
}

/// A method whose frames count.
struct Framed {
    id: ProcedureId,
    method: MethodId,
    /// The words of one.
    words: u32,
}

/// A procedure that is made to count.
struct Counted {
    procedure: Procedure,
    span: Span,
    /// Where the depth is.
    depth: Place,
    /// What it was before the call.
    before: LocalId,
    /// As how many words this one counts.
    words: u32,
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

    /// The call counts.
    fn count(&mut self) {
        self.restore();
        let [first, known] = [(); 2].map(|()| self.location());
        self.begin(first, known);
        self.deepen(known);
        self.procedure.entry = first;
    }

    /// The call counts, and ends so if it would be deeper than this.
    fn bound(&mut self, most: u32, overflow: Vec<Op>) {
        self.restore();
        let exit = self.procedure.exit;
        let [first, known, fine, deep] = [(); 4].map(|()| self.location());
        self.begin(first, known);
        let most = i128::from(most) - i128::from(self.words);
        let is_fine = Expr::binary(
            BinaryOp::SLe,
            Expr::Local(self.before),
            Expr::int(Width::W32, most),
        );
        self.edge(known, Op::Assume(is_fine.clone()), fine);
        self.edge(known, Op::Assume(is_fine.negate()), deep);
        self.deepen(fine);
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

    fn begin(&mut self, first: Location, known: Location) {
        let load = Op::Load {
            dest: self.before,
            place: self.depth.clone(),
        };
        self.edge(first, load, known);
    }

    /// The body of the method is deeper.
    fn deepen(&mut self, at: Location) {
        let words = Expr::int(Width::W32, self.words.into());
        let deeper = Op::Store {
            place: self.depth.clone(),
            value: Expr::binary(BinaryOp::Add, Expr::Local(self.before), words),
        };
        self.edge(at, deeper, self.procedure.entry);
    }
}

/// The strongly connected component of every procedure that can call itself, through others or not, in
/// the graph of calls without those that are cut out of it (Tarjan's algorithm, without recursion).
fn components(procedures: &[Procedure], cut: &[ProcedureId]) -> Vec<Option<usize>> {
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
        component: vec![None; procedures.len()],
    };
    for start in 0..procedures.len() {
        if search.number[start] == 0 {
            search.from(start, &callees);
        }
    }
    search.component
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
    /// By the number of the procedure at which it was entered.
    component: Vec<Option<usize>>,
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
            self.component[member] = is_cycle.then_some(at);
        }
    }
}
