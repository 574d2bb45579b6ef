//! The analysis of a whole program: calls, returns and recursion around the fixpoint of a procedure.

use crate::check::Failure;
use crate::context::{Contexts, Entered};
use crate::control::ControlCells;
use crate::fixpoint::Run;
use crate::frame::Frame;
use crate::invariants::{Invariants, Views, invariants};
use crate::memory::{ContextId, Made, Site};
use crate::plan::{Plan, asking, constants_of_user};
use crate::recursion::Recursion;
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State};
use crate::value::{Slot, Thresholds};
use ir::{ClaimKind, ClaimSet, EdgeId, Expr, LocalId, Origin, ProcedureId, Program, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::str::FromStr;

/// How an analysis is done.
pub struct Options<'a> {
    /// The kinds of claims that are asked for: an execution that violates one ends.
    pub selected: ClaimSet,
    /// Whether to stop.
    pub is_over: &'a dyn Fn() -> bool,
    /// The most operations to look at, repetitions included.
    pub most_work: u64,
    /// With how many of them states are told apart and loops are followed in detail.
    pub careful_work: u64,
    /// Whether what holds at locations is kept.
    pub keep: Keep,
    /// How calls are told apart.
    pub calls: Calls,
    /// The operations that make what an unknown caller gives.
    pub given: BTreeMap<(ProcedureId, EdgeId), Extent>,
}

/// How large an object of an unknown caller's is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// As large as it is said to be.
    Stated,
    /// As large as accesses need.
    AsNeeded,
}

/// How calls of a procedure are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    /// By the chains of calls that lead to them.
    Chains,
    /// Not at all, or by the operation that calls: what a procedure does is described once. Less is known of
    /// some programs then, and analyses come to an end.
    Merged {
        /// Procedures of at most so many operations are told apart by chains nevertheless.
        small: usize,
    },
}

impl Calls {
    /// The usual way to merge calls.
    pub const MERGED: Calls = Calls::Merged { small: 60 };
}

impl FromStr for Calls {
    type Err = String;

    fn from_str(name: &str) -> Result<Calls, String> {
        match name {
            "chains" => Ok(Calls::Chains),
            "merged" => Ok(Calls::MERGED),
            _ => Err(format!(
                "calls are told apart by chains or merged, not `{name}`"
            )),
        }
    }
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
    let mut unknown = BTreeSet::new();
    let (analysis, summary) = loop {
        let mut analysis = Analysis::<R>::new(program, options, &unknown);
        let found = analysis.body(Contexts::START, entry, State::new(entry));
        match (found, analysis.unknown) {
            (Ok(summary), _) => break (analysis, summary),
            // The graph of calls has to have what it calls, too.
            (Err(Stopped::Unstable), Some(caller)) if unknown.insert(caller) => {}
            (Err(stopped), _) => return Err(stopped),
        }
    };
    let mut views = Views::default();
    let mut seen = FxHashSet::default();
    gather(&summary, &mut seen, &mut views);
    // Nobody knows when code runs that is in no procedure.
    let unseen = program.unseen.iter();
    let unseen = unseen.map(|one| Left::Unsupported(one.span, one.what.clone()));
    let left = summary.events.left.iter().cloned().chain(unseen).collect();
    Ok(Findings {
        invariants: invariants(&views, &analysis.shared),
        alarms: summary.events.alarms.clone(),
        left,
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
    /// When it returns, told apart by what it returns; nothing if it does not.
    pub(crate) exit: Vec<State<R>>,
    pub(crate) events: Events,
    /// What holds at its locations, if that is kept.
    pub(crate) views: Views<R>,
    /// The calls that it makes, if that is kept.
    pub(crate) called: Vec<Rc<Summary<R>>>,
}

/// A result of a context.
struct Done<R> {
    entry: State<R>,
    summary: Rc<Summary<R>>,
    /// When, and on which recursions it depends that were not complete.
    epoch: u64,
    consulted: FxHashSet<ContextId>,
}

pub(crate) struct Analysis<'p, 'o, R> {
    pub(crate) shared: Shared<'p>,
    pub(crate) contexts: Contexts,
    pub(crate) control_cells: ControlCells,
    /// What procedures of the user's compare with.
    pub(crate) constants: Thresholds,
    /// Which procedures ask the environment.
    asks: Vec<bool>,
    pub(crate) options: &'o Options<'o>,
    plans: FxHashMap<ProcedureId, Rc<Plan>>,
    /// The last results, few of each context.
    done: FxHashMap<ContextId, Vec<Done<R>>>,
    pub(crate) recursions: FxHashMap<ContextId, Recursion<R>>,
    /// Counts how often a recursion was found to do more.
    pub(crate) epoch: u64,
    /// The recursions that were consulted before they were complete.
    pub(crate) consulted: FxHashSet<ContextId>,
    pub(crate) work: u64,
    /// A procedure that was found to call another than it was thought to.
    pub(crate) unknown: Option<ProcedureId>,
}

/// Calls inside each other that are no recursion.
const MOST_DEPTH: usize = 400;
/// So many results of a context are kept.
const MOST_DONE: usize = 4;

impl<'p, 'o, R: Relational> Analysis<'p, 'o, R> {
    fn new(
        program: &'p Program,
        options: &'o Options<'o>,
        unknown: &BTreeSet<ProcedureId>,
    ) -> Analysis<'p, 'o, R> {
        Analysis {
            shared: Shared::new(program, options),
            contexts: Contexts::new(program, options.calls, unknown),
            control_cells: ControlCells::new(program),
            constants: constants_of_user(program),
            asks: asking(program),
            options,
            plans: FxHashMap::default(),
            done: FxHashMap::default(),
            recursions: FxHashMap::default(),
            epoch: 0,
            consulted: FxHashSet::default(),
            work: 0,
            unknown: None,
        }
    }

    pub(crate) fn plan(&mut self, id: ProcedureId) -> Rc<Plan> {
        let program = self.shared.program;
        let plan = self
            .plans
            .entry(id)
            .or_insert_with(|| Rc::new(Plan::new(&program[id], &self.asks)));
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
    pub(crate) fn body(
        &mut self,
        context: ContextId,
        id: ProcedureId,
        entry: State<R>,
    ) -> Result<Rc<Summary<R>>, Stopped> {
        let known = self.done.get(&context).into_iter().flatten();
        for done in known {
            if (done.consulted.is_empty() || done.epoch == self.epoch)
                && done.entry.includes(&entry, &mut self.shared)
                && entry.includes(&done.entry, &mut self.shared)
            {
                self.consulted.extend(&done.consulted);
                return Ok(done.summary.clone());
            }
        }
        let before = std::mem::take(&mut self.consulted);
        let epoch = self.epoch;
        let plan = self.plan(id);
        let summary = Run::new(self, plan, context, id).run(entry.clone())?;
        let summary = Rc::new(summary);
        let consulted = self.consulted.clone();
        self.consulted.extend(before);
        let known = self.done.entry(context).or_default();
        known.truncate(MOST_DONE - 1);
        known.insert(
            0,
            Done {
                entry,
                summary: summary.clone(),
                epoch,
                consulted,
            },
        );
        Ok(summary)
    }

    /// A call: what holds behind it, told apart by what it returns; nothing if it does not.
    pub(crate) fn call(
        &mut self,
        state: State<R>,
        site: CallSite<'_>,
        callee: ProcedureId,
        events: &mut Events,
        called: &mut Vec<Rc<Summary<R>>>,
    ) -> Result<Vec<State<R>>, Stopped> {
        if state.frames().len() > MOST_DEPTH {
            return Err(Stopped::Unstable);
        }
        let context = self
            .contexts
            .call(site.context, (site.caller, site.edge), callee);
        let inside = self.enter(state, callee, site.arguments);
        let entered = self.contexts.entered(context);
        let (exit, inner) = match entered {
            Entered::Recursion(..) | Entered::Merged(..) => {
                let root = match entered {
                    Entered::Recursion(root, _) => root,
                    _ => Contexts::START,
                };
                let found = self.recursive(context, root, callee, inside)?;
                let known = self.recursions.get(&context);
                called.extend(known.and_then(|known| known.body.clone()));
                (found.0.into_iter().collect(), found.1)
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
        let exits = exit.into_iter();
        Ok(exits.map(|exit| self.leave(exit, site.dest)).collect())
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
            // The context of a caller in the library is any.
            Entered::Merged(_, Some((caller, edge))) if is_users(program, caller) => {
                Some(program[caller][edge].span).filter(|span| !span.is_none())
            }
            Entered::Start | Entered::Recursion(..) | Entered::Merged(..) => None,
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
        // Postconditions are claimed where the entry was called, and are the user's there, too.
        let is_claimed = |kind| is_users(program, id) || kind == ClaimKind::Postcondition;
        for failure in failures {
            match *failure {
                Failure::Harmless(kind) | Failure::Fatal(kind)
                    if self.options.selected.contains(kind) =>
                {
                    let span = (is_claimed(kind) && !span.is_none()).then_some(span);
                    events.alarms.insert(Alarm { kind, span });
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
                Failure::ByLibrary(kind, maker) => {
                    if !self.options.selected.contains(kind) {
                        continue;
                    }
                    let Some(places) = self.contexts.users_calls(program, maker) else {
                        events.left.insert(Left::Undefined(span, Some(kind)));
                        continue;
                    };
                    let alarms = places.into_iter().map(|place| Alarm {
                        kind,
                        span: Some(place),
                    });
                    events.alarms.extend(alarms);
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
