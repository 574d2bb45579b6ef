//! The analysis of a whole program: calls, returns and recursion around the fixpoint of a procedure.

use crate::check::Failure;
use crate::context::{Contexts, Entered};
use crate::fixpoint::Run;
use crate::invariants::{Invariants, Views, invariants};
use crate::memory::{Age, ContextId, Made, ObjectId, Site};
use crate::relational::Relational;
use crate::state::{Frame, Quantity, Shared, State};
use crate::value::{Slot, Thresholds};
use crate::wto::{Element, weak_topological_order};
use ir::liveness::{LocalSet, liveness};
use ir::{
    BinaryOp, ClaimKind, ClaimSet, Const, EdgeId, Expr, LocalId, Location, Op, Origin, Procedure,
    ProcedureId, Program, Span,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How an analysis is done.
pub struct Options<'a> {
    /// The kinds of claims that are asked for: an execution that violates one ends.
    pub selected: ClaimSet,
    /// Whether to stop.
    pub is_over: &'a dyn Fn() -> bool,
    /// The most operations to look at, repetitions included.
    pub most_work: u64,
    /// Whether what holds at locations is kept.
    pub keep: Keep,
}

/// What of an analysis is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Alarms alone.
    Alarms,
    /// What holds at locations, too.
    Invariants,
}

/// A claim that may be violated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Alarm {
    /// What it says does not happen.
    pub kind: ClaimKind,
    /// Where: an operation of the user's, or the call of the user's that leads to it. `None` in code that
    /// no code of the user's calls.
    pub span: Option<Span>,
}

/// Executions that are not followed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Left {
    /// At something that could not be represented.
    Unsupported(Span, std::sync::Arc<str>),
    /// At a call of a function that nobody defines.
    Missing(std::sync::Arc<str>),
    /// After undefined behaviour of a kind that nobody asked about.
    Undefined(Span, Option<ClaimKind>),
    /// At the contents of a global that nobody defines.
    UndefinedGlobal(Span, std::sync::Arc<str>),
    /// Programs with more arguments.
    Arguments,
}

/// Why an analysis gave up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// It was told to, or has done too much.
    Time,
    /// The program has no entry.
    NoEntry,
    /// What was found does not become stable.
    Unstable,
}

/// What an analysis found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What may be violated: everything else holds.
    pub alarms: BTreeSet<Alarm>,
    /// What was not followed.
    pub left: BTreeSet<Left>,
    /// How many operations were looked at.
    pub work: u64,
    /// How many chains of calls there are.
    pub contexts: usize,
    /// What holds at locations, if that is kept.
    pub invariants: Invariants,
}

/// Analyses a program from its entry.
///
/// # Errors
///
/// If it was stopped before the result is one.
pub fn analyze<R: Relational>(
    program: &Program,
    options: &Options<'_>,
) -> Result<Findings, Stopped> {
    let entry = program.entry.ok_or(Stopped::NoEntry)?;
    let mut analysis = Analysis::<R> {
        shared: Shared::new(program),
        contexts: Contexts::new(program),
        options,
        plans: FxHashMap::default(),
        done: FxHashMap::default(),
        recursions: FxHashMap::default(),
        epoch: 0,
        consulted: FxHashSet::default(),
        work: 0,
    };
    let state = State::new(entry);
    let summary = analysis.body(Contexts::START, entry, state)?;
    let mut views = Views::default();
    let mut seen = FxHashSet::default();
    gather(&summary, &mut seen, &mut views);
    Ok(Findings {
        invariants: invariants(&views, &analysis.shared),
        alarms: summary.events.alarms.clone(),
        left: summary.events.left.clone(),
        work: analysis.work,
        contexts: analysis.contexts.count(),
    })
}

/// Joins what holds at the locations of all calls that a summary rests on.
fn gather<R: Relational>(
    summary: &Rc<Summary<R>>,
    seen: &mut FxHashSet<*const Summary<R>>,
    views: &mut Views<R>,
) {
    if !seen.insert(Rc::as_ptr(summary)) {
        return;
    }
    for (place, view) in &summary.views {
        match views.get_mut(place) {
            Some(known) => *known = known.join(view),
            None => _ = views.insert(*place, view.clone()),
        }
    }
    for called in &summary.called {
        stacker::maybe_grow(64 << 10, 1 << 20, || gather(called, seen, views));
    }
}

/// What happens in a procedure besides what it does to the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events {
    pub(crate) alarms: BTreeSet<Alarm>,
    pub(crate) left: BTreeSet<Left>,
}

impl Events {
    pub(crate) fn extend(&mut self, other: &Events) {
        self.alarms.extend(other.alarms.iter().copied());
        self.left.extend(other.left.iter().cloned());
    }
}

/// What a call does.
#[derive(Debug)]
pub(crate) struct Summary<R> {
    /// When it returns; `None` if it does not.
    pub(crate) exit: Option<State<R>>,
    pub(crate) events: Events,
    /// What holds at its locations, if that is kept.
    pub(crate) views: Views<R>,
    /// The calls that it makes, if that is kept.
    pub(crate) called: Vec<Rc<Summary<R>>>,
}

/// What is known of a procedure before it is analysed.
pub(crate) struct Plan {
    pub(crate) order: Vec<Element>,
    pub(crate) incoming: Vec<Vec<EdgeId>>,
    pub(crate) live: Vec<LocalSet>,
    pub(crate) thresholds: Thresholds,
}

/// The last result of a context.
struct Done<R> {
    entry: State<R>,
    summary: Rc<Summary<R>>,
    /// When, and on which recursions it depends that were not complete.
    epoch: u64,
    consulted: FxHashSet<ContextId>,
}

/// A recursive procedure: the state of all its calls, and what is known of how they end.
struct Recursion<R> {
    entry: State<R>,
    exit: Option<State<R>>,
    events: Events,
    /// The last analysis of the body.
    body: Option<Rc<Summary<R>>>,
    /// When it was completed, and on which others it depends that were not complete then.
    epoch: u64,
    consulted: FxHashSet<ContextId>,
    is_running: bool,
    has_grown: bool,
}

pub(crate) struct Analysis<'p, 'o, R> {
    pub(crate) shared: Shared<'p>,
    pub(crate) contexts: Contexts,
    pub(crate) options: &'o Options<'o>,
    plans: FxHashMap<ProcedureId, Rc<Plan>>,
    done: FxHashMap<ContextId, Done<R>>,
    recursions: FxHashMap<ContextId, Recursion<R>>,
    /// Counts how often a recursion was found to do more.
    epoch: u64,
    /// The recursions that were consulted before they were complete.
    consulted: FxHashSet<ContextId>,
    pub(crate) work: u64,
}

/// A recursion that does not become stable after so many rounds is given up.
const MOST_ROUNDS: u32 = 60;
/// Calls inside each other that are no recursion.
const MOST_DEPTH: usize = 400;
/// How often states of a recursion are joined before they are widened.
const DELAY: u32 = 2;

impl<'p, R: Relational> Analysis<'p, '_, R> {
    pub(crate) fn plan(&mut self, id: ProcedureId) -> Rc<Plan> {
        let program = self.shared.program;
        let plan = self
            .plans
            .entry(id)
            .or_insert_with(|| Rc::new(Plan::new(&program[id])));
        plan.clone()
    }

    /// Counts an operation.
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        self.work += 1;
        let has_to_stop = self.work > self.options.most_work
            || (self.work.is_multiple_of(256) && (self.options.is_over)());
        match has_to_stop {
            true => Err(Stopped::Time),
            false => Ok(()),
        }
    }

    /// Analyses the body of a procedure from a state in which its frame is the innermost.
    fn body(
        &mut self,
        context: ContextId,
        id: ProcedureId,
        entry: State<R>,
    ) -> Result<Rc<Summary<R>>, Stopped> {
        if let Some(done) = self.done.get(&context)
            && (done.consulted.is_empty() || done.epoch == self.epoch)
            && done.entry.includes(&entry, &mut self.shared)
            && entry.includes(&done.entry, &mut self.shared)
        {
            self.consulted.extend(&done.consulted);
            return Ok(done.summary.clone());
        }
        let before = std::mem::take(&mut self.consulted);
        let epoch = self.epoch;
        let plan = self.plan(id);
        let summary = Run::new(self, plan, context, id).run(entry.clone())?;
        let summary = Rc::new(summary);
        let consulted = self.consulted.clone();
        self.consulted.extend(before);
        self.done.insert(
            context,
            Done {
                entry,
                summary: summary.clone(),
                epoch,
                consulted,
            },
        );
        Ok(summary)
    }

    /// A call: what holds behind it, `None` if it does not return.
    pub(crate) fn call(
        &mut self,
        state: State<R>,
        site: CallSite<'_>,
        callee: ProcedureId,
        events: &mut Events,
        called: &mut Vec<Rc<Summary<R>>>,
    ) -> Result<Option<State<R>>, Stopped> {
        if state.frames().len() > MOST_DEPTH {
            return Err(Stopped::Unstable);
        }
        let context = self
            .contexts
            .call(site.context, (site.caller, site.edge), callee);
        let inside = self.enter(state, callee, site.arguments);
        let (exit, inner) = match self.contexts.entered(context) {
            Entered::Recursion(root, _) => {
                let found = self.recursive(context, root, callee, inside)?;
                let known = self.recursions.get(&context);
                called.extend(known.and_then(|known| known.body.clone()));
                found
            }
            Entered::Start | Entered::Call(..) => {
                let summary =
                    stacker::maybe_grow(256 << 10, 4 << 20, || self.body(context, callee, inside))?;
                let found = (summary.exit.clone(), summary.events.clone());
                called.push(summary);
                found
            }
        };
        for alarm in &inner.alarms {
            let span = alarm.span.or(site.span);
            events.alarms.insert(Alarm { span, ..*alarm });
        }
        events.left.extend(inner.left);
        Ok(exit.map(|exit| self.leave(exit, site.dest)))
    }

    /// The state at the start of a procedure that is called.
    fn enter(&mut self, mut state: State<R>, callee: ProcedureId, arguments: &[Expr]) -> State<R> {
        let shared = &mut self.shared;
        let mut frame = Frame::new(callee);
        let depth = state.depth() + 1;
        let mut related = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let local = LocalId(index as u32);
            let slot = match argument {
                Expr::Local(local) => state.slot(shared, *local),
                _ => Slot::of(state.value(shared, argument)),
            };
            let linear = state.linear(shared, argument);
            let var = shared.var(Quantity::Local(depth, local));
            related.push((var, slot.clone(), linear));
            frame.set(local, slot);
        }
        for (var, slot, linear) in related {
            state.relate(var, &slot, linear.as_ref());
        }
        state.push(frame);
        state
    }

    /// The state behind a call, from that at the exit of the procedure.
    fn leave(&mut self, mut state: State<R>, dest: Option<LocalId>) -> State<R> {
        let shared = &mut self.shared;
        let result = state.result.take();
        state.pop(shared);
        let var = shared.var(Quantity::Result);
        if let Some(dest) = dest {
            let scalar = shared.program[state.frame().procedure][dest].scalar;
            let slot = result.unwrap_or_else(|| Slot::unknown(scalar));
            let linear = crate::linear::Linear::var(var);
            let is_known = slot.state == crate::value::Init::Yes;
            state.assign(shared, dest, slot, is_known.then_some(&linear));
        }
        state.relations.forget(var);
        state
    }

    /// A recursive call: all calls of the recursion are one, and the callers wait outside of the state.
    fn recursive(
        &mut self,
        context: ContextId,
        root: ContextId,
        callee: ProcedureId,
        mut inside: State<R>,
    ) -> Result<(Option<State<R>>, Events), Stopped> {
        let aged = self.age_all(&mut inside, root);
        let waiting_relations = {
            let depth = inside.depth();
            let mut relations = inside.relations.clone();
            let shared = &self.shared;
            relations.keep(
                &|var| matches!(shared.quantity(var), Quantity::Local(other, _) if other < depth),
            );
            relations
        };
        let waiting = inside.detach();
        self.rebase(&mut inside, waiting.len() as u32, 0);
        let (exit, events) = self.recursion(context, callee, inside)?;
        let exit = exit.map(|mut exit| {
            exit.attach(waiting);
            let shared = &self.shared;
            exit.relations
                .keep(&|var| !matches!(shared.quantity(var), Quantity::Local(..)));
            exit.relations.meet(&waiting_relations);
            for recent in &aged {
                let old = ObjectId::new(recent.site(), Age::Old);
                let is_single = exit.objects.get(old).is_some_and(|object| object.is_single);
                if is_single && exit.objects.get(*recent).is_none() {
                    exit.rename_object(&mut self.shared, old, *recent);
                }
            }
            exit
        });
        Ok((exit, events))
    }

    /// Makes old what the recursion could make anew; gives what had no older ones.
    fn age_all(&mut self, state: &mut State<R>, root: ContextId) -> Vec<ObjectId> {
        let recent: Vec<ObjectId> = state
            .objects
            .iter()
            .map(|(id, _)| id)
            .filter(|id| id.age() == Age::Recent)
            .filter(|id| match self.shared.sites.made(*id).site {
                Site::Global(_) => false,
                Site::Edge(_, _, context) => self.contexts.is_in_recursion(context, root),
            })
            .collect();
        let mut alone = Vec::new();
        for id in recent {
            if state
                .objects
                .get(ObjectId::new(id.site(), Age::Old))
                .is_none()
            {
                alone.push(id);
            }
            state.age(&mut self.shared, id);
        }
        alone
    }

    /// The innermost frame is at another depth.
    fn rebase(&mut self, state: &mut State<R>, from: u32, to: u32) {
        let shared = &mut self.shared;
        state.relations.keep(
            &|var| !matches!(shared.quantity(var), Quantity::Local(depth, _) if depth != from),
        );
        for var in state.relations.vars() {
            if let Quantity::Local(depth, local) = shared.quantity(var)
                && depth != to
            {
                let renamed = shared.var(Quantity::Local(to, local));
                state.relations.rename(var, renamed);
            }
        }
    }

    fn recursion(
        &mut self,
        context: ContextId,
        callee: ProcedureId,
        entry: State<R>,
    ) -> Result<(Option<State<R>>, Events), Stopped> {
        let thresholds = self.plan(callee).thresholds.clone();
        match self.recursions.get_mut(&context) {
            Some(known) if known.entry.includes(&entry, &mut self.shared) => {
                if known.is_running {
                    self.consulted.insert(context);
                    return Ok((known.exit.clone(), known.events.clone()));
                }
                if known.consulted.is_empty() || known.epoch == self.epoch {
                    self.consulted.extend(&known.consulted);
                    return Ok((known.exit.clone(), known.events.clone()));
                }
            }
            Some(known) => {
                let joined = known.entry.join(&entry, &mut self.shared);
                known.entry = known.entry.widen(&joined, &mut self.shared, &thresholds);
                known.has_grown = true;
                self.epoch += 1;
                if known.is_running {
                    self.consulted.insert(context);
                    return Ok((known.exit.clone(), known.events.clone()));
                }
            }
            None => {
                let new = Recursion {
                    entry,
                    exit: None,
                    events: Events::default(),
                    body: None,
                    epoch: 0,
                    consulted: FxHashSet::default(),
                    is_running: false,
                    has_grown: false,
                };
                self.recursions.insert(context, new);
            }
        }
        self.complete(context, callee, &thresholds)
    }

    /// Analyses a recursive procedure until nothing new is found.
    fn complete(
        &mut self,
        context: ContextId,
        callee: ProcedureId,
        thresholds: &Thresholds,
    ) -> Result<(Option<State<R>>, Events), Stopped> {
        let before = std::mem::take(&mut self.consulted);
        for round in 0..MOST_ROUNDS {
            self.consulted.clear();
            let epoch = self.epoch;
            let Some(known) = self.recursions.get_mut(&context) else {
                return Err(Stopped::Unstable);
            };
            known.is_running = true;
            known.has_grown = false;
            let entry = known.entry.clone();
            let summary =
                stacker::maybe_grow(256 << 10, 4 << 20, || self.body(context, callee, entry))?;
            let Some(known) = self.recursions.get_mut(&context) else {
                return Err(Stopped::Unstable);
            };
            let mut is_new = false;
            if let Some(exit) = &summary.exit {
                known.exit = Some(match &known.exit {
                    None => {
                        is_new = true;
                        exit.clone()
                    }
                    Some(old) if old.includes(exit, &mut self.shared) => old.clone(),
                    Some(old) => {
                        is_new = true;
                        let joined = old.join(exit, &mut self.shared);
                        match round < DELAY {
                            true => joined,
                            false => old.widen(&joined, &mut self.shared, thresholds),
                        }
                    }
                });
            }
            known.events.extend(&summary.events);
            known.body = Some(summary.clone());
            known.is_running = false;
            // What rests on how it ended before, by way of others, too, has to be looked at again.
            let is_used = self.consulted.contains(&context);
            let is_stable = !(known.has_grown || is_new && is_used);
            if is_new {
                self.epoch += 1;
            }
            if is_stable {
                self.consulted.remove(&context);
                known.epoch = epoch + u64::from(is_new);
                known.consulted = self.consulted.clone();
                self.consulted.extend(before);
                return Ok((known.exit.clone(), known.events.clone()));
            }
        }
        Err(Stopped::Unstable)
    }

    /// The place of the user's that an operation belongs to.
    pub(crate) fn user_span(
        &self,
        context: ContextId,
        id: ProcedureId,
        span: Span,
    ) -> Option<Span> {
        let program = self.shared.program;
        if is_users(program, id) && !span.is_none() {
            return Some(span);
        }
        match self.contexts.entered(context) {
            Entered::Call(parent, caller, edge) => {
                self.user_span(parent, caller, program[caller][edge].span)
            }
            Entered::Start | Entered::Recursion(..) => None,
        }
    }

    /// What is known of objects that an operation makes.
    pub(crate) fn made(
        &self,
        context: ContextId,
        (id, edge): (ProcedureId, EdgeId),
        storage: ir::Storage,
        align: u64,
    ) -> Made {
        let span = self.shared.program[id][edge].span;
        Made {
            site: Site::Edge(id, edge, context),
            storage: Some(storage),
            align,
            span: self.user_span(context, id, span).unwrap_or(Span::NONE),
        }
    }

    /// Takes down the ways in which a check may fail.
    pub(crate) fn note(
        &self,
        failures: &[Failure],
        (id, span): (ProcedureId, Span),
        events: &mut Events,
    ) {
        let program = self.shared.program;
        let here = (is_users(program, id) && !span.is_none()).then_some(span);
        for failure in failures {
            match *failure {
                Failure::Harmless(kind) | Failure::Fatal(kind)
                    if self.options.selected.contains(kind) =>
                {
                    events.alarms.insert(Alarm { kind, span: here });
                }
                Failure::Harmless(_) => {}
                Failure::Fatal(kind) => {
                    events.left.insert(Left::Undefined(span, Some(kind)));
                }
                Failure::Elsewhere(kind, place) => {
                    match (self.options.selected.contains(kind), place.is_none()) {
                        (true, false) => {
                            let span = Some(place);
                            events.alarms.insert(Alarm { kind, span });
                        }
                        // Nobody knows to which claim it belongs.
                        (true, true) => {
                            events.left.insert(Left::Undefined(span, Some(kind)));
                        }
                        (false, _) => {}
                    }
                }
                Failure::Undefined(global) => {
                    let name = program[global].name.clone();
                    events.left.insert(Left::UndefinedGlobal(span, name));
                }
            }
        }
    }
}

/// A call of the procedure that is being analysed.
#[derive(Clone, Copy)]
pub(crate) struct CallSite<'e> {
    pub(crate) context: ContextId,
    pub(crate) caller: ProcedureId,
    pub(crate) edge: EdgeId,
    /// Its place, if the user wrote it.
    pub(crate) span: Option<Span>,
    pub(crate) arguments: &'e [Expr],
    pub(crate) dest: Option<LocalId>,
}

/// Whether the user wrote a procedure. The one that starts the program is made up.
pub(crate) fn is_users(program: &Program, id: ProcedureId) -> bool {
    program[id].origin == Origin::User && program.entry != Some(id)
}

impl Plan {
    fn new(procedure: &Procedure) -> Plan {
        let mut incoming = vec![Vec::new(); procedure.locations()];
        for (index, edge) in procedure.edges.iter().enumerate() {
            incoming[edge.to.0 as usize].push(EdgeId(index as u32));
        }
        Plan {
            order: weak_topological_order(procedure),
            incoming,
            live: liveness(procedure),
            thresholds: thresholds(procedure),
        }
    }

    pub(crate) fn is_live(&self, location: Location, local: LocalId) -> bool {
        self.live[location.0 as usize].contains(local)
    }
}

/// The constants that a procedure compares with, and their neighbours.
fn thresholds(procedure: &Procedure) -> Thresholds {
    let mut found = BTreeSet::from([-1, 0, 1]);
    for edge in &procedure.edges {
        let mut add = |expr: &Expr| {
            expr.for_each(&mut |part| {
                if let Expr::Binary(op, left, right) = part
                    && is_comparison(*op)
                {
                    for side in [left, right] {
                        if let Expr::Const(Const::Int(width, bits)) = &**side {
                            let value = width.sign_extend(*bits);
                            found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
                        }
                    }
                }
            });
        };
        if let Op::Assume(_) | Op::Check(_) = &edge.op {
            edge.op.for_each_expr(&mut add);
        }
    }
    found.into_iter().collect()
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ne, SLe, SLt, ULe, ULt};
    matches!(op, Eq | Ne | SLe | SLt | ULe | ULt)
}
