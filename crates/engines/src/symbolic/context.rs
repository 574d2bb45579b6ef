//! What all states of an exploration share: the program, the terms, the solver.

use super::cells::extent;
use super::codec::{Codec, object_address};
use super::heap::Life;
use super::path::Path;
use super::state::State;
use super::stretch::Codes;
use super::value::{Base, Num, ObjectId, Pointer, Value};
use super::{LoopVisit, Setting};
use crate::flow::Flow;
use crate::limits::tuning::{
    MOST_ASSUMPTIONS_WITHOUT_A_QUERY, MOST_TIMES_THE_MEAN_OPTIONAL_QUERY,
    OPTIONAL_QUERIES_BEFORE_THE_MEAN_COUNTS, OPTIONAL_QUERY_TIME, QUERY_TIME,
    SHORTEST_OPTIONAL_QUERY_TIME,
};
use crate::statistics::Statistics;
use ir::{DataModel, EdgeId, LocalId, ProcedureId, Program, Scalar};
use logic::{Assignment, Sort, TermId, Terms};
use solve::{Decide, Limits, Outcome};
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{Bound, Cause, Gap, Openings, Place, Position};

/// The lowest address that an object can have: below it, Linux lets nobody map anything.
const LOWEST: u128 = 1 << 16;

/// How the names of variables begin that stand for what nothing determines.
const ARBITRARY: &str = "any";

/// How the names of those end that stand for what is in memory.
const IN_MEMORY: &str = "memory";

/// What was never written and has a value all the same, since nobody asks about its use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undetermined {
    /// A local.
    Local(ProcedureId, LocalId),
    /// Bytes of memory: the number of the choice on its path.
    Memory(u32),
}

/// What was never written, if that is what a variable stands for.
pub(crate) fn undetermined(terms: &Terms, variable: TermId) -> Option<Undetermined> {
    let name = terms.var_name(variable)?.strip_prefix(ARBITRARY)?;
    let (number, place) = name.split_once('.')?;
    if place == IN_MEMORY {
        return Some(Undetermined::Memory(number.parse().ok()?));
    }
    let (procedure, local) = place.split_once('.')?;
    let procedure = ProcedureId(procedure.parse().ok()?);
    Some(Undetermined::Local(procedure, LocalId(local.parse().ok()?)))
}

/// Why an operation was not completed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Interrupt {
    /// It goes on differently as the condition holds or not: it is to be done again in both cases.
    Split(TermId),
    /// It has so many outcomes: it is to be done again for each.
    Choose(u32),
    /// It cannot be represented in the program, and why.
    Unsupported(Arc<str>),
    /// It cannot be executed, and why.
    Stop(String),
    /// No execution comes here.
    Infeasible,
    /// Something is undefined that nobody asked about, so nothing follows.
    Undefined,
    /// The solver could not tell, and why.
    Unsolved(String),
}

/// The result of an operation.
pub(crate) type Step<T> = Result<T, Interrupt>;

/// What all states share.
pub(crate) struct Context<'p> {
    pub(crate) program: &'p Program,
    pub(crate) setting: &'p Setting,
    pub(crate) flow: Flow<'p>,
    pub(crate) codes: Codes<'p>,
    pub(crate) terms: Terms,
    solver: Box<dyn Decide>,
    pub(crate) statistics: Statistics,
    /// How many queries whose answer only saves work had one, and how long they took.
    optional_queries: (u32, Duration),
    /// Where executions were left.
    pub(crate) openings: Openings,
}

impl<'p> Context<'p> {
    pub(crate) fn new(program: &'p Program, setting: &'p Setting) -> Context<'p> {
        Context {
            program,
            setting,
            flow: Flow::new(program),
            codes: Codes::new(program.procedures.len()),
            terms: Terms::new(),
            solver: setting.solver.layered(),
            statistics: Statistics::default(),
            optional_queries: (0, Duration::ZERO),
            openings: Openings::default(),
        }
    }

    /// Executions of a state are not followed.
    pub(crate) fn leave(&mut self, state: &State, gap: Gap) {
        self.openings.add(Cause::Gap(gap), self.position(state));
    }

    /// Executions of a state are not followed beyond a bound.
    pub(crate) fn bound(&mut self, state: &State, bound: Bound) {
        self.openings.add(Cause::Bound(bound), self.position(state));
    }

    /// Where a state is.
    pub(crate) fn position(&self, state: &State) -> Position {
        let frames = state.frames().map(|(frame, edge)| {
            let procedure = &self.program[frame.procedure];
            let behind = |edge: EdgeId| procedure[edge].to;
            (frame.procedure, edge.map_or(frame.location, behind))
        });
        Position::new(frames)
    }

    /// The same in the source.
    pub(crate) fn place(&self, state: &State) -> Place {
        Place::of(self.user_span(state))
    }

    pub(crate) fn model(&self) -> DataModel {
        self.program.data_model
    }

    /// The bits of an address.
    pub(crate) fn width(&self) -> u32 {
        self.program.data_model.pointer_width().bits()
    }

    /// Whether a loop is visited with an edge.
    pub(crate) fn is_visit(&self, procedure: ProcedureId, edge: EdgeId) -> bool {
        match self.setting.visit {
            LoopVisit::AtHead => self.flow.is_into_loop(procedure, edge),
            LoopVisit::AtCut => self.flow.is_cut(procedure, edge),
        }
    }

    /// Takes values apart and puts them together, in a state.
    pub(crate) fn with_codec<T>(
        &mut self,
        state: &mut State,
        work: impl FnOnce(&mut Codec<'_>, &mut State) -> T,
    ) -> T {
        let width = self.width();
        let mut codec = Codec {
            terms: &mut self.terms,
            width,
            exposed: Vec::new(),
        };
        let result = work(&mut codec, state);
        let exposed = codec.exposed;
        for object in exposed {
            self.expose(state, object);
        }
        result
    }

    /// Takes values apart that hold no addresses.
    pub(crate) fn with_codec_only(&mut self, work: impl FnOnce(&mut Codec<'_>)) {
        let width = self.width();
        work(&mut Codec {
            terms: &mut self.terms,
            width,
            exposed: Vec::new(),
        });
    }

    /// The address that a pointer is.
    pub(crate) fn address(&mut self, state: &mut State, pointer: Pointer) -> Num {
        self.with_codec(state, |codec, _| codec.address(pointer))
    }

    /// A value of a local that nothing determines and no environment chooses: what is proved, holds
    /// for any.
    pub(crate) fn arbitrary(&mut self, state: &mut State, local: LocalId) -> Value {
        let procedure = state.frame.procedure;
        let scalar = self.program[procedure][local].scalar;
        let (_, width) = extent(scalar, self.width());
        state.arbitrary += 1;
        let name = format!("{ARBITRARY}{}.{}.{}", state.arbitrary, procedure.0, local.0);
        let variable = self.terms.var(&name, Sort::Bv(width));
        let ty = self.program[procedure][local].ty;
        self.restrict(state, ty, variable);
        let number = Num::Term(variable);
        match scalar {
            Scalar::Pointer => Value::Pointer(Pointer {
                base: Base::Nowhere,
                offset: number,
            }),
            Scalar::Int(_) | Scalar::Float(_) => Value::Bits(number),
        }
    }

    /// What was never written in memory, so many bits of it.
    pub(crate) fn leftover(&mut self, state: &mut State, width: u32) -> TermId {
        state.arbitrary += 1;
        let name = format!("{ARBITRARY}{}.{IN_MEMORY}", state.arbitrary);
        self.terms.var(&name, Sort::Bv(width))
    }

    /// An object's address becomes part of terms: it lies apart from all others that are alive.
    fn expose(&mut self, state: &mut State, id: ObjectId) {
        if state.exposed.contains(&id) {
            return;
        }
        let width = self.width();
        let size = state.heap.get(id).size;
        let align = self.sure_alignment(state, id).max(1);
        let terms = &mut self.terms;
        let start = object_address(terms, width, id);
        let size = size.term(terms, width);
        let end = terms.bv_add(start, size);
        let lowest = terms.bv(width, LOWEST);
        let highest = terms.bv(width, 1 << (width - 2));
        let mut facts = vec![
            terms.bv_ule(lowest, start),
            terms.bv_ule(start, highest),
            terms.bv_ule(size, highest),
        ];
        if align > 1 {
            let low = terms.extract(align.trailing_zeros() - 1, 0, start);
            let zero = terms.bv(align.trailing_zeros(), 0);
            facts.push(terms.eq(low, zero));
        }
        let is_live = |id: ObjectId| state.heap.get(id).life == Life::Live;
        for other in state.exposed.iter().filter(|_| is_live(id)) {
            if !is_live(*other) {
                continue;
            }
            let other_start = object_address(terms, width, *other);
            let other_size = state.heap.get(*other).size.term(terms, width);
            let other_end = terms.bv_add(other_start, other_size);
            let below = terms.bv_ult(end, other_start);
            let above = terms.bv_ult(other_end, start);
            facts.push(terms.or(below, above));
        }
        Arc::make_mut(&mut state.exposed).push(id);
        for fact in facts {
            state.path.assume(&self.terms, fact);
        }
    }

    /// Whether all conjuncts of a path and one more condition can hold.
    fn query(&mut self, path: &Path, condition: TermId, patience: Duration) -> Outcome {
        self.statistics.queries += 1;
        let now = Instant::now();
        let stage_end = self.setting.stage_end.filter(|end| *end > now);
        let ends = [Some(now + patience), self.setting.deadline, stage_end];
        self.solver.set_limits(Limits {
            deadline: ends.into_iter().flatten().min(),
            interrupt: self.setting.interrupt.clone(),
        });
        let mut constraints: Vec<TermId> = path.conjuncts().to_vec();
        if condition != TermId::TRUE {
            constraints.push(condition);
        }
        let outcome = self.solver.decide(&self.terms, &constraints);
        self.statistics.solving += now.elapsed();
        outcome
    }

    /// Whether there is an execution on this path for which the condition holds; the assignment
    /// that leads to it.
    pub(crate) fn possible(
        &mut self,
        path: &Path,
        condition: TermId,
    ) -> Step<Option<Arc<Assignment>>> {
        match path.known(&self.terms, condition) {
            Some(0) => return Ok(None),
            Some(_) if path.model.is_some() => return Ok(path.model.clone()),
            _ => {}
        }
        if let Some(model) = path.model_with(&self.terms, condition) {
            return Ok(Some(model.clone()));
        }
        match self.query(path, condition, QUERY_TIME) {
            Outcome::Sat(model) => Ok(Some(model)),
            Outcome::Unsat(_) => Ok(None),
            Outcome::Unknown => Err(Interrupt::Unsolved(match self.solver.failure() {
                Some(failure) => failure.to_string(),
                None => "the solver could not decide in time".to_string(),
            })),
        }
    }

    /// Only executions for which a condition holds go on. Whether there are any is asked when it matters:
    /// many assumptions in a row are one question.
    pub(crate) fn suppose(&mut self, path: &mut Path, condition: TermId) -> Step<()> {
        if path.known(&self.terms, condition) == Some(0) {
            return Err(Interrupt::Infeasible);
        }
        match path.suppose(&self.terms, condition) > MOST_ASSUMPTIONS_WITHOUT_A_QUERY {
            true => self.ensure_feasible(path),
            false => Ok(()),
        }
    }

    /// Only a path that some execution takes is followed.
    pub(crate) fn ensure_feasible(&mut self, path: &mut Path) -> Step<()> {
        if path.is_unasked() {
            let model = self.possible(path, TermId::TRUE)?;
            path.model = Some(model.ok_or(Interrupt::Infeasible)?);
        }
        Ok(())
    }

    /// Whether it is quickly seen that a condition holds on a path. For questions whose answer only
    /// saves work: a `false` says nothing.
    pub(crate) fn surely(&mut self, path: &Path, condition: TermId) -> bool {
        let broken = self.terms.not(condition);
        if let Some(known) = path.known(&self.terms, broken) {
            return known == 0;
        }
        if path.model_with(&self.terms, broken).is_some() {
            return false;
        }
        let (answered, taken) = self.optional_queries;
        let patience = match taken.checked_div(answered) {
            Some(mean) if answered >= OPTIONAL_QUERIES_BEFORE_THE_MEAN_COUNTS => (mean
                * MOST_TIMES_THE_MEAN_OPTIONAL_QUERY)
                .clamp(SHORTEST_OPTIONAL_QUERY_TIME, OPTIONAL_QUERY_TIME),
            _ => OPTIONAL_QUERY_TIME,
        };
        let started = Instant::now();
        let outcome = self.query(path, broken, patience);
        if outcome != Outcome::Unknown {
            self.optional_queries = (answered + 1, taken + started.elapsed());
        }
        matches!(outcome, Outcome::Unsat(_))
    }

    /// Whether a condition holds on a path: always, never, or (`None`) both.
    pub(crate) fn truth(&mut self, path: &mut Path, condition: TermId) -> Step<Option<bool>> {
        if let Some(known) = path.known(&self.terms, condition) {
            return Ok(Some(known == 1));
        }
        let negation = self.terms.not(condition);
        let Some(yes) = self.possible(path, condition)? else {
            return match self.possible(path, negation)? {
                Some(model) => {
                    path.model = Some(model);
                    path.assume(&self.terms, negation);
                    Ok(Some(false))
                }
                None => Err(Interrupt::Infeasible),
            };
        };
        match self.possible(path, negation)? {
            Some(no) => {
                path.keep_both(yes, no);
                Ok(None)
            }
            None => {
                path.model = Some(yes);
                path.assume(&self.terms, condition);
                Ok(Some(true))
            }
        }
    }

    /// Whether a condition holds; execution forks where both is possible.
    pub(crate) fn decide(&mut self, path: &mut Path, condition: TermId) -> Step<bool> {
        self.truth(path, condition)?
            .ok_or(Interrupt::Split(condition))
    }

    /// A value that a number can have on this path.
    pub(crate) fn some_value(&mut self, path: &mut Path, num: Num) -> Step<u128> {
        let term = match num {
            Num::Const(bits) => return Ok(bits),
            Num::Term(term) => term,
        };
        if let Some(bits) = path.known(&self.terms, term) {
            return Ok(bits);
        }
        if path.model.is_none() {
            path.model = self.possible(path, TermId::TRUE)?;
        }
        let Some(model) = &path.model else {
            return Err(Interrupt::Infeasible);
        };
        let value = self.terms.eval(term, model);
        let bits = value.bits().and_then(logic::Bits::to_u128);
        bits.ok_or_else(|| Interrupt::Stop("a value of more than 128 bits".to_string()))
    }

    /// The bits of a number, which execution forks on where there are several.
    pub(crate) fn concrete(&mut self, path: &mut Path, num: Num) -> Step<u128> {
        let Num::Term(term) = num else {
            return self.some_value(path, num);
        };
        let bits = self.some_value(path, num)?;
        let width = self.terms.width(term);
        let value = self.terms.bv(width, bits);
        let same = self.terms.eq(term, value);
        match self.decide(path, same)? {
            true => Ok(bits),
            // The value came from a model of the path, so it is possible.
            false => Err(Interrupt::Infeasible),
        }
    }
}
