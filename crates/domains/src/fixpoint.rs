//! The fixpoint over one procedure.
//!
//! Loops are first followed iteration by iteration, as far as that is cheap: one whose number of
//! iterations is known comes to its end. Then states are joined and widened until they are stable, and
//! narrowed. States that differ in what controls the procedure are not joined, as long as they are few.

use crate::analysis::{Analysis, CallSite, Events, Keep, Left, Stopped, Summary, is_users};
use crate::callgraph::fitting;
use crate::cases::{Cases, MOST_CASES, MOST_CASES_IF_MERGED};
use crate::control::{Key, Telling};
use crate::invariants::{View, Views};
use crate::memory::ContextId;
use crate::plan::Plan;
use crate::refine::Infeasible;
use crate::relational::Relational;
use crate::state::State;
use crate::value::{Target, Thresholds};
use crate::wto::{Element, locations};
use ir::{EdgeId, Location, Op, ProcedureId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many iterations of a loop are followed that may end after each.
const PEELED_OF_USER: u32 = 3;
/// The same in the library, whose loops are short and end, unless they ask the environment.
const PEELED_OF_LIBRARY: u32 = 72;
/// How many are followed that are sure to be followed by another.
const PEELED_IF_SURE: u32 = 1100;
/// The same where calls are merged.
const PEELED_IF_MERGED: u32 = 2;
/// How often states are joined before they are widened.
const DELAY: u32 = 1;
/// A loop that does not become stable after so many rounds is given up.
const MOST_ROUNDS: u32 = 80;
/// From this round on, no constant is stopped at.
const ROUNDS_WITH_THRESHOLDS: u32 = 50;
/// How often a stable state is narrowed.
const NARROWINGS: u32 = 2;

/// What happens on the way, and what holds there.
struct Recorded<R> {
    events: Events,
    /// What holds at locations, if that is kept.
    views: Views<R>,
    /// The calls that were made, if that is kept.
    called: Vec<Rc<Summary<R>>>,
}

impl<R: Relational> Recorded<R> {
    fn new() -> Recorded<R> {
        Recorded {
            events: Events::default(),
            views: Views::default(),
            called: Vec::new(),
        }
    }

    /// Also what was recorded before.
    fn append(&mut self, before: Recorded<R>) {
        self.events.extend(&before.events);
        self.called.extend(before.called);
        for (place, view) in before.views {
            match self.views.get_mut(&place) {
                Some(known) => *known = known.join(&view),
                None => _ = self.views.insert(place, view),
            }
        }
    }
}

/// How loops inside of a loop begin in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inner {
    /// From what holds before them.
    Anew,
    /// From what was stable in the round before, too.
    Grown,
}

/// The analysis of a procedure from one state.
pub(crate) struct Run<'a, 'p, 'o, R> {
    pub(crate) analysis: &'a mut Analysis<'p, 'o, R>,
    plan: Rc<Plan>,
    pub(crate) context: ContextId,
    pub(crate) id: ProcedureId,
    /// What holds at the end of each edge, in the iteration at hand.
    behind: Vec<Vec<State<R>>>,
    entry: Option<State<R>>,
    /// What was stable at the heads of loops in the last round of a loop around them, where that only grows: it need
    /// not be found again from the start.
    grown: FxHashMap<Location, Cases<R>>,
    recorded: Recorded<R>,
}

impl<'a, 'p, 'o, R: Relational> Run<'a, 'p, 'o, R> {
    pub(crate) fn new(
        analysis: &'a mut Analysis<'p, 'o, R>,
        plan: Rc<Plan>,
        context: ContextId,
        id: ProcedureId,
    ) -> Run<'a, 'p, 'o, R> {
        let edges = analysis.shared.program[id].edges.len();
        Run {
            analysis,
            plan,
            context,
            id,
            behind: vec![Vec::new(); edges],
            entry: None,
            grown: FxHashMap::default(),
            recorded: Recorded::new(),
        }
    }

    pub(crate) fn run(mut self, entry: State<R>) -> Result<Summary<R>, Stopped> {
        self.entry = Some(entry);
        let plan = self.plan.clone();
        self.elements(&plan.order)?;
        let exit = self.analysis.shared.program[self.id].exit;
        let exit = self.arriving(exit);
        Ok(Summary {
            exit: exit
                .into_states()
                .into_iter()
                .map(|exit| self.end_frame(exit))
                .collect(),
            events: self.recorded.events,
            views: self.recorded.views,
            called: self.recorded.called,
        })
    }

    fn elements(&mut self, elements: &[Element]) -> Result<(), Stopped> {
        let exit = self.analysis.shared.program[self.id].exit;
        for element in elements {
            match element {
                // What arrives there is for the caller.
                Element::Location(location) if *location == exit => {}
                Element::Location(location) => {
                    let cases = self.arriving(*location);
                    self.depart(*location, cases)?;
                }
                Element::Loop(head, body) => self.follow_loop(*head, body)?,
            }
        }
        Ok(())
    }

    /// What holds at a location.
    fn arriving(&mut self, location: Location) -> Cases<R> {
        self.arriving_by(location, &|_| true, self.start(location), Telling::All)
    }

    /// The state that the procedure is called in, where it starts.
    fn start(&self, location: Location) -> Vec<State<R>> {
        match location == self.analysis.shared.program[self.id].entry {
            true => self.entry.iter().cloned().collect(),
            false => Vec::new(),
        }
    }

    /// What holds at a location, coming by some of the edges to it or as it is at first.
    fn arriving_by(
        &mut self,
        location: Location,
        by: &dyn Fn(EdgeId) -> bool,
        first: Vec<State<R>>,
        telling: Telling,
    ) -> Cases<R> {
        let plan = self.plan.clone();
        let mut states = first;
        let incoming = &plan.incoming[location.0 as usize];
        for edge in incoming.iter().filter(|edge| by(**edge)) {
            match incoming.len() {
                1 => states.append(&mut self.behind[edge.0 as usize]),
                _ => states.extend_from_slice(&self.behind[edge.0 as usize]),
            }
        }
        self.told_apart(location, states, telling)
    }

    /// States at a location, joined where what controls the procedure is the same.
    fn told_apart(
        &mut self,
        location: Location,
        states: Vec<State<R>>,
        telling: Telling,
    ) -> Cases<R> {
        let plan = self.plan.clone();
        let most = self.most_cases();
        let mut cases = Cases::new();
        for mut state in states {
            let analysis = &mut *self.analysis;
            state.keep_locals(&analysis.shared, |local| plan.is_live(location, local));
            let key = match most {
                1 => Key::new(),
                _ => state.key(
                    &mut analysis.shared,
                    &plan.controls,
                    &analysis.control_cells,
                    telling,
                ),
            };
            cases.add(key, state, most, &mut analysis.shared);
        }
        cases
    }

    /// How many states of a location are told apart: one, where there is much to do already.
    fn most_cases(&self) -> usize {
        let is_tired = self.analysis.work > self.analysis.options.careful_work;
        match (is_tired, self.analysis.contexts.is_merging()) {
            (true, _) => 1,
            (false, true) => MOST_CASES_IF_MERGED,
            (false, false) => MOST_CASES,
        }
    }

    /// Takes all edges from a location.
    fn depart(&mut self, location: Location, cases: Cases<R>) -> Result<(), Stopped> {
        for edge in &self.analysis.shared.program[self.id].outgoing[location.0 as usize] {
            self.behind[edge.0 as usize].clear();
        }
        for state in cases.into_states() {
            self.depart_from(location, state)?;
        }
        Ok(())
    }

    /// Takes all edges from a location, in one of its cases.
    fn depart_from(&mut self, location: Location, state: State<R>) -> Result<(), Stopped> {
        let program = self.analysis.shared.program;
        if self.analysis.options.keep == Keep::Invariants {
            let view = View::of(&state, &mut self.analysis.shared);
            let views = &mut self.recorded.views;
            let known = views.remove(&(self.id, location));
            let view = known.map_or_else(|| view.clone(), |known| known.join(&view));
            views.insert((self.id, location), view);
        }
        let outgoing = &program[self.id].outgoing[location.0 as usize];
        let mut state = Some(state);
        for (index, edge) in outgoing.iter().enumerate() {
            let here = match index + 1 == outgoing.len() {
                true => state.take(),
                false => state.clone(),
            };
            let Some(here) = here else {
                continue;
            };
            let mut after = self.step(*edge, here)?;
            self.behind[edge.0 as usize].append(&mut after);
        }
        Ok(())
    }

    /// One iteration of a loop from a state at its head.
    fn iterate(
        &mut self,
        head: Location,
        body: &[Element],
        inside: &[Location],
        cases: Cases<R>,
    ) -> Result<(), Stopped> {
        let program = self.analysis.shared.program;
        for location in inside {
            for edge in &program[self.id].outgoing[location.0 as usize] {
                self.behind[edge.0 as usize].clear();
            }
        }
        self.depart(head, cases)?;
        self.elements(body)
    }

    fn follow_loop(&mut self, head: Location, body: &[Element]) -> Result<(), Stopped> {
        let program = self.analysis.shared.program;
        let procedure = &program[self.id];
        let mut inside = vec![head];
        locations(body, &mut inside);
        inside.sort_unstable();
        let is_inside = |location: Location| inside.binary_search(&location).is_ok();
        let is_back = |edge: EdgeId| is_inside(procedure[edge].from);
        let leaving: Vec<EdgeId> = inside
            .iter()
            .flat_map(|location| &procedure.outgoing[location.0 as usize])
            .copied()
            .filter(|edge| !is_inside(procedure[*edge].to))
            .collect();
        let start = self.start(head);
        // A loop that is entered beside its head may be in an iteration before it comes there.
        let mut cases = self.arriving_by(head, &|edge| !is_back(edge), start, Telling::All);
        let mut left: Vec<Vec<State<R>>> = vec![Vec::new(); leaving.len()];
        let mut peeled = 0;
        let back = loop {
            self.iterate(head, body, &inside, cases.clone())?;
            let may_end = self.collect(&leaving, &mut left);
            let back = self.arriving_by(head, &is_back, Vec::new(), Telling::All);
            if cases.includes(&back, &mut self.analysis.shared) {
                return self.end_loop(&leaving, left);
            }
            peeled += 1;
            if peeled >= self.most_peeled(&inside, may_end) {
                break back;
            }
            cases = back;
        };
        let first = self.told_apart(head, back.into_states(), Telling::Few);
        self.stabilise(head, body, &inside, &first, &is_back)?;
        self.collect(&leaving, &mut left);
        self.end_loop(&leaving, left)
    }

    fn most_peeled(&self, inside: &[Location], may_end: bool) -> u32 {
        // How long the environment goes on is nobody's guess.
        let is_library =
            !is_users(self.analysis.shared.program, self.id) && !self.plan.asks(inside);
        let is_tired = self.analysis.work / 2 > self.analysis.options.careful_work;
        let is_merging = self.analysis.contexts.is_merging();
        match (is_tired || is_merging, may_end, is_library) {
            (true, false, _) if !is_tired => PEELED_IF_MERGED,
            (true, _, _) => 1,
            (false, false, _) => PEELED_IF_SURE,
            (false, true, true) => PEELED_OF_LIBRARY,
            (false, true, false) => PEELED_OF_USER,
        }
    }

    /// Puts what holds behind the edges that leave a loop together; whether it may be left at all.
    fn collect(&mut self, leaving: &[EdgeId], left: &mut [Vec<State<R>>]) -> bool {
        let program = self.analysis.shared.program;
        let mut may_end = false;
        for (edge, left) in leaving.iter().zip(left) {
            let mut behind = std::mem::take(&mut self.behind[edge.0 as usize]);
            if behind.is_empty() {
                continue;
            }
            may_end = true;
            left.append(&mut behind);
            let target = program[self.id][*edge].to;
            let together = self.told_apart(target, std::mem::take(left), Telling::All);
            *left = together.into_states();
        }
        may_end
    }

    fn end_loop(&mut self, leaving: &[EdgeId], left: Vec<Vec<State<R>>>) -> Result<(), Stopped> {
        for (edge, left) in leaving.iter().zip(left) {
            self.behind[edge.0 as usize] = left;
        }
        Ok(())
    }

    /// Follows all iterations of a loop at once, from what holds before them on: states at its head are joined and
    /// widened until an iteration adds nothing to them. That iteration alone counts.
    fn stabilise(
        &mut self,
        head: Location,
        body: &[Element],
        inside: &[Location],
        first: &Cases<R>,
        is_back: &dyn Fn(EdgeId) -> bool,
    ) -> Result<(), Stopped> {
        let before = std::mem::replace(&mut self.recorded, Recorded::new());
        let mut thresholds = self.thresholds(first);
        let mut stable = match self.grown.get(&head) {
            Some(grown) => grown.join(first, &mut self.analysis.shared),
            None => first.clone(),
        };
        let mut round = 0;
        let mut narrowed = 0;
        let mut inner = Inner::Anew;
        loop {
            self.recorded = Recorded::new();
            if inner == Inner::Anew {
                self.grown
                    .retain(|head, _| inside.binary_search(head).is_err());
            }
            self.iterate(head, body, inside, stable.clone())?;
            let back = self.arriving_by(head, is_back, Vec::new(), Telling::Few);
            if back.is_empty() {
                break;
            }
            let shared = &mut self.analysis.shared;
            if stable.includes(&back, shared) {
                if inner == Inner::Grown {
                    inner = Inner::Anew;
                    continue;
                }
                let tighter = first.join(&back, shared);
                let is_tighter = narrowed < NARROWINGS
                    && stable.includes(&tighter, shared)
                    && !tighter.includes(&stable, shared);
                if !is_tighter {
                    break;
                }
                narrowed += 1;
                stable = tighter;
                continue;
            }
            round += 1;
            match round {
                ..ROUNDS_WITH_THRESHOLDS => {}
                ROUNDS_WITH_THRESHOLDS..=MOST_ROUNDS => thresholds = Thresholds::default(),
                _ => return Err(Stopped::Unstable),
            }
            let joined = stable.join(&back, shared);
            stable = match round <= DELAY {
                true => joined,
                false => stable.widen(&joined, shared, &thresholds),
            };
            // Once narrowed, a state that is not stable is not narrowed again.
            narrowed = if narrowed > 0 { NARROWINGS } else { 0 };
            inner = Inner::Grown;
        }
        self.recorded.append(before);
        self.grown.insert(head, stable);
        Ok(())
    }

    /// The constants at which a widening may stop: those that the program compares with, and what bounds
    /// a loop without being written there, that is what variables and sizes are when it begins.
    fn thresholds(&self, first: &Cases<R>) -> Thresholds {
        let known = self.plan.thresholds.as_slice().iter();
        let known = known.chain(self.analysis.constants.as_slice());
        let begun = first.states().take(1).flat_map(State::constants);
        known.copied().chain(begun).collect()
    }

    /// Takes an edge; nothing is left if no execution does.
    fn step(&mut self, edge: EdgeId, mut state: State<R>) -> Result<Vec<State<R>>, Stopped> {
        self.analysis.count()?;
        let program = self.analysis.shared.program;
        let one = &program[self.id][edge];
        let mut events = Events::default();
        let mut called = Vec::new();
        let after = match &one.op {
            Op::Call {
                dest,
                target,
                arguments,
            } => {
                let is_users = is_users(program, self.id) && !one.span.is_none();
                let site = CallSite {
                    context: self.context,
                    caller: self.id,
                    edge,
                    span: is_users.then_some(one.span),
                    arguments,
                    dest: *dest,
                };
                self.call(state, site, target, &mut events, &mut called)?
            }
            _ => match self.operate(edge, &mut state, &mut events) {
                Ok(()) => vec![state],
                Err(Infeasible) => Vec::new(),
            },
        };
        self.recorded.events.extend(&events);
        if self.analysis.options.keep == Keep::Invariants {
            self.recorded.called.append(&mut called);
        }
        Ok(after)
    }

    fn call(
        &mut self,
        state: State<R>,
        site: CallSite<'_>,
        target: &ir::Target,
        events: &mut Events,
        called: &mut Vec<Rc<Summary<R>>>,
    ) -> Result<Vec<State<R>>, Stopped> {
        let program = self.analysis.shared.program;
        let expr = match target {
            ir::Target::Direct(callee) => {
                return self.analysis.call(state, site, *callee, events, called);
            }
            ir::Target::Indirect(expr) => expr,
        };
        let pointers = state.pointers(&mut self.analysis.shared, expr);
        if pointers.is_wild() {
            let span = program[self.id][site.edge].span;
            events.left.insert(Left::Undefined(span, None));
        }
        let is_named = |id: &ProcedureId| {
            let mut targets = pointers.targets().iter();
            targets.any(|(target, _)| *target == Target::Procedure(*id))
        };
        let fitting = fitting(program, &program[self.id], site.arguments);
        let possible: Vec<ProcedureId> = fitting.filter(is_named).collect();
        let contexts = &self.analysis.contexts;
        let mut possible_callees = possible.iter();
        if possible_callees.any(|callee| !contexts.has_call(self.id, *callee)) {
            self.analysis.unknown = Some(self.id);
            return Err(Stopped::Unstable);
        }
        let mut after = Vec::new();
        for callee in possible {
            let mut behind = self
                .analysis
                .call(state.clone(), site, callee, events, called)?;
            after.append(&mut behind);
        }
        Ok(after)
    }
}
