//! Walking backward: a suffix of a path, the formula of the states from which it is taken into the
//! target, and the steps that can have come before it.

use super::backward::{Backward, Before, Callers, Scopes, Site};
use super::passing::{Passing, passing, without_alignment};
use super::trail::{Line, Step, Trail};
use crate::facts::{Invariant, Invariants};
use ir::{
    ClaimKind, ClaimSet, EdgeId, Location, Op, Origin, ProcedureId, Program, SourceKind, Type,
};
use logic::program::path::{Activation, PathError, StateSpace, Step as Move};
use logic::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;
use verdict::{Gap, Place};

/// A suffix of a path.
#[derive(Clone, Debug)]
pub(crate) struct Suffix {
    pub(crate) procedure: ProcedureId,
    pub(crate) location: Location,
    pub(crate) activation: Activation,
    waiting: Option<Rc<Waiting>>,
    /// Holds of the states from which it is taken into the target.
    pub(crate) formula: TermId,
    pub(crate) trail: Trail,
    /// How many labels it has.
    pub(crate) length: u32,
    pub(crate) steps: u64,
    /// How many turns of loops it begins with.
    pub(crate) turns: u32,
    label: Option<Line>,
    /// Whether a step of the same line is a new label.
    repeats: bool,
    /// The places that a cycle passes, as far as the first label goes.
    passed: Vec<(ProcedureId, Location)>,
}

/// Where a suffix starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Beginning {
    location: Location,
    activation: Activation,
    waiting: Vec<(Site, Activation)>,
}

impl Suffix {
    /// Where it starts.
    pub(crate) fn beginning(&self) -> Beginning {
        let waiting = std::iter::successors(self.waiting.as_deref(), |one| one.next.as_deref());
        Beginning {
            location: self.location,
            activation: self.activation,
            waiting: waiting.map(|one| (one.call, one.activation)).collect(),
        }
    }
}

/// A call that the suffix is inside of.
#[derive(Debug)]
struct Waiting {
    call: Site,
    activation: Activation,
    next: Option<Rc<Waiting>>,
}

/// What comes of a step backward.
pub(crate) enum Stepped {
    /// A longer suffix.
    Suffix(Suffix),
    /// The suffix is a whole path: it starts where the program does.
    Whole(Suffix),
    /// No execution takes it.
    Infeasible,
    /// It cannot be followed.
    Left(Gap),
}

/// What walking backward takes: formulas over the states of the program.
pub(crate) struct Walker<'p> {
    pub(crate) backward: Backward<'p>,
    pub(crate) terms: Terms,
    pub(crate) space: StateSpace<'p>,
    pub(crate) invariants: Option<Arc<Invariants>>,
    activations: FxHashMap<(ProcedureId, u32), Activation>,
    /// The variables of what the environment chose.
    pub(crate) choices: FxHashSet<TermId>,
    selected: ClaimSet,
    states: States,
}

/// Whether paths are restricted to the states that the analysis describes (Section 7.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum States {
    /// At the alarm alone, as Figure 5 has it.
    AtAlarm,
    /// At every step.
    Everywhere,
}

impl<'p> Walker<'p> {
    pub(crate) fn new(
        program: &'p Program,
        selected: ClaimSet,
        invariants: Option<Arc<Invariants>>,
        states: States,
    ) -> Walker<'p> {
        let mut terms = Terms::new();
        let space = StateSpace::new(&mut terms, program, &[]);
        Walker {
            backward: Backward::new(program),
            terms,
            space,
            invariants,
            activations: FxHashMap::default(),
            choices: FxHashSet::default(),
            selected,
            states,
        }
    }

    pub(crate) fn program(&self) -> &'p Program {
        self.backward.program
    }

    /// The suffix that consists of the check alone, which fails in a way of a kind.
    pub(crate) fn failing(
        &mut self,
        (procedure, edge): Site,
        kind: ClaimKind,
    ) -> Result<Suffix, Gap> {
        let place = Place::of(self.program()[procedure][edge].span);
        let Op::Check(check) = &self.program()[procedure][edge].op else {
            return Err(Gap::Unable(place, "a claim about the end of a call".into()));
        };
        let activation = self.activation(procedure, None);
        let fails = self
            .space
            .failure(&mut self.terms, activation, &check.condition, kind)
            .map_err(|error| unable(place, &error))?;
        Ok(self.first(procedure, edge, activation, fails))
    }

    /// The suffix that consists of an edge alone, which is taken.
    pub(crate) fn taking(&mut self, (procedure, edge): Site) -> Result<Suffix, Gap> {
        let activation = self.activation(procedure, None);
        let yes = self.terms.bool(true);
        let mut suffix = self.first(procedure, edge, activation, yes);
        if let Op::Assume(condition) = &self.program()[procedure][edge].op {
            let place = Place::of(self.program()[procedure][edge].span);
            suffix.formula = self
                .space
                .holds(&mut self.terms, activation, condition)
                .map_err(|error| unable(place, &error))?;
        }
        Ok(suffix)
    }

    fn first(
        &mut self,
        procedure: ProcedureId,
        edge: EdgeId,
        activation: Activation,
        formula: TermId,
    ) -> Suffix {
        let label = self.label(procedure, edge);
        let step = Step {
            procedure,
            edge,
            label,
            input: None,
            formula,
        };
        Suffix {
            procedure,
            location: self.program()[procedure][edge].from,
            activation,
            waiting: None,
            formula,
            trail: Trail::default().after(step),
            length: u32::from(label.is_some()),
            steps: 1,
            turns: 0,
            label,
            repeats: false,
            passed: Vec::new(),
        }
    }

    /// What the last step before a suffix can have been.
    pub(crate) fn before(&self, suffix: &Suffix) -> Vec<Before> {
        let callers = match suffix.waiting {
            Some(_) => Callers::Waiting,
            None => Callers::Any,
        };
        self.backward
            .before(suffix.procedure, suffix.location, callers)
    }

    /// The suffix with one more step before it.
    pub(crate) fn step(&mut self, suffix: &Suffix, before: Before) -> Stepped {
        let stepped = match before {
            Before::Start => return self.whole(suffix),
            Before::Operation(edge) => self.operation(suffix, edge),
            Before::Return { call, callee, edge } => self.enter_at_exit(suffix, call, callee, edge),
            Before::Call(site) => {
                let activation = self.activation(site.0, Some(suffix));
                self.leave_by_entry(suffix, site, activation, None)
            }
            Before::Waiting => match &suffix.waiting {
                Some(waiting) => {
                    let waiting = waiting.clone();
                    let next = waiting.next.clone();
                    self.leave_by_entry(suffix, waiting.call, waiting.activation, next)
                }
                None => return Stepped::Infeasible,
            },
        };
        match (stepped, self.states) {
            (Ok(suffix), States::Everywhere) => self.within_invariants(suffix),
            (Ok(suffix), States::AtAlarm) => Stepped::Suffix(suffix),
            (Err(gap), _) => Stepped::Left(gap),
        }
    }

    fn whole(&mut self, suffix: &Suffix) -> Stepped {
        let mut whole = suffix.clone();
        whole.formula = self
            .space
            .at_start(&mut self.terms, suffix.activation, suffix.formula);
        Stepped::Whole(whole)
    }

    /// Restricts a suffix to the states that the analysis describes (Section 7.2.1).
    pub(crate) fn within_invariants(&mut self, mut suffix: Suffix) -> Stepped {
        let Some(invariants) = self.invariants.clone() else {
            return Stepped::Suffix(suffix);
        };
        match invariants.at(suffix.procedure, suffix.location) {
            None => {}
            Some(Invariant::Unreachable) => return Stepped::Infeasible,
            Some(Invariant::Holds(conditions)) => {
                for condition in conditions {
                    let holds = self
                        .space
                        .holds(&mut self.terms, suffix.activation, condition);
                    // What has no formula restricts nothing.
                    if let Ok(holds) = holds {
                        suffix.formula = self.terms.and(holds, suffix.formula);
                    }
                }
            }
        }
        Stepped::Suffix(suffix)
    }

    fn operation(&mut self, suffix: &Suffix, edge: EdgeId) -> Result<Suffix, Gap> {
        let program = self.program();
        let at = &program[suffix.procedure][edge];
        let place = Place::of(at.span);
        let aligned;
        let op = match &at.op {
            Op::Unsupported(what) => return Err(Gap::Unsupported(place, what.clone())),
            op if op.is_idle_call() => &Op::Skip,
            Op::Havoc { function, .. } => return Err(Gap::Missing(function.clone())),
            Op::Check(check) => match passing(check, self.selected) {
                Passing::Required => &at.op,
                Passing::Ignored => &Op::Skip,
                Passing::Unaligned => {
                    aligned = without_alignment(check);
                    &aligned
                }
                // That it may fail is looked into by `Escapes`.
                Passing::Undefined(_) => &at.op,
            },
            op => op,
        };
        let step = Move::Op(suffix.activation, op);
        let before = self
            .space
            .preimage(&mut self.terms, &step, suffix.formula)
            .map_err(|error| unable(place, &error))?;
        let mut formula = before.formula;
        let mut input = None;
        if let (Op::Input { ty, source, .. }, Some(choice)) = (op, before.choice) {
            let possible = possible_answers(&mut self.terms, program, choice, *ty, source.kind);
            formula = self.terms.and(possible, formula);
            input = Some(choice);
            self.choices.insert(choice);
        }
        let mut longer = suffix.clone();
        longer.location = at.from;
        longer.formula = formula;
        self.prepend(&mut longer, suffix.procedure, edge, input);
        if self.backward.is_loop_head(suffix.procedure, at.from) {
            self.pass(&mut longer, (suffix.procedure, at.from));
            longer.turns += 1;
        }
        Ok(longer)
    }

    /// A backward step over a call enters the callee at its exit.
    fn enter_at_exit(
        &mut self,
        suffix: &Suffix,
        call: EdgeId,
        callee: ProcedureId,
        edge: EdgeId,
    ) -> Result<Suffix, Gap> {
        let program = self.program();
        let place = Place::of(program[suffix.procedure][call].span);
        let (Op::Call { dest, .. }, Op::Return(value)) = (
            &program[suffix.procedure][call].op,
            &program[callee][edge].op,
        ) else {
            return Err(Gap::Unable(place, "a call that is none".into()));
        };
        let activation = self.activation(callee, Some(suffix));
        let forgotten;
        let result = match (dest, value) {
            (None, _) => None,
            (Some(dest), Some(value)) => Some(Move::Pass {
                from: activation,
                value,
                to: suffix.activation,
                dest: *dest,
            }),
            (Some(dest), None) => {
                forgotten = Op::Forget(*dest);
                Some(Move::Op(suffix.activation, &forgotten))
            }
        };
        let mut formula = suffix.formula;
        if let Some(step) = result {
            formula = self.preimage(&step, formula, place)?;
        }
        match self.backward.scopes(callee).clone() {
            Scopes::None => {}
            Scopes::Held(locals) => {
                for local in locals {
                    let end = Op::EndScope(local);
                    formula = self.preimage(&Move::Op(activation, &end), formula, place)?;
                }
            }
            Scopes::Unknown => {
                let what = "the return of a function that makes stack memory of unknown number";
                return Err(Gap::Unable(place, what.into()));
            }
        }
        let mut longer = suffix.clone();
        longer.formula = formula;
        longer.procedure = callee;
        longer.location = program[callee][edge].from;
        longer.activation = activation;
        longer.waiting = Some(Rc::new(Waiting {
            call: (suffix.procedure, call),
            activation: suffix.activation,
            next: suffix.waiting.clone(),
        }));
        self.prepend(&mut longer, callee, edge, None);
        self.pass(&mut longer, (callee, program[callee].exit));
        Ok(longer)
    }

    /// A backward step from the entry of a procedure leads to a call of it.
    fn leave_by_entry(
        &mut self,
        suffix: &Suffix,
        (caller, call): Site,
        activation: Activation,
        waiting: Option<Rc<Waiting>>,
    ) -> Result<Suffix, Gap> {
        let program = self.program();
        let edge = &program[caller][call];
        let place = Place::of(edge.span);
        let Op::Call { arguments, .. } = &edge.op else {
            return Err(Gap::Unable(place, "a call that is none".into()));
        };
        let enter = Move::Enter {
            from: activation,
            arguments,
            to: suffix.activation,
        };
        let mut formula = self.preimage(&enter, suffix.formula, place)?;
        if let Some(address) = self.backward.indirect((caller, call)) {
            let leads = Move::Leads {
                from: activation,
                address,
                to: suffix.procedure,
            };
            formula = self.preimage(&leads, formula, place)?;
        }
        let mut longer = suffix.clone();
        longer.formula = formula;
        longer.procedure = caller;
        longer.location = edge.from;
        longer.activation = activation;
        longer.waiting = waiting;
        self.prepend(&mut longer, caller, call, None);
        self.pass(
            &mut longer,
            (suffix.procedure, program[suffix.procedure].entry),
        );
        Ok(longer)
    }

    fn preimage(&mut self, step: &Move<'_>, formula: TermId, place: Place) -> Result<TermId, Gap> {
        let before = self.space.preimage(&mut self.terms, step, formula);
        before
            .map(|before| before.formula)
            .map_err(|error| unable(place, &error))
    }

    /// Puts a step before a suffix, and counts its label: a run of steps of one line.
    fn prepend(
        &mut self,
        suffix: &mut Suffix,
        procedure: ProcedureId,
        edge: EdgeId,
        input: Option<TermId>,
    ) {
        let line = self.label(procedure, edge);
        let is_other = line.is_some() && line != suffix.label;
        let is_new = is_other || line.is_some() && suffix.repeats;
        if is_other {
            suffix.label = line;
            suffix.length += 1;
            suffix.passed.clear();
        }
        suffix.repeats &= !is_new;
        suffix.steps += 1;
        suffix.trail = suffix.trail.after(Step {
            procedure,
            edge,
            label: line.filter(|_| is_new),
            input,
            formula: suffix.formula,
        });
    }

    /// A suffix passes a place that a cycle passes. The second time on one line is a new label, so
    /// that no cycle is for free.
    fn pass(&self, suffix: &mut Suffix, place: (ProcedureId, Location)) {
        if suffix.passed.contains(&place) {
            suffix.length += 1;
            suffix.repeats = true;
            suffix.passed.clear();
        }
        suffix.passed.push(place);
    }

    fn label(&self, procedure: ProcedureId, edge: EdgeId) -> Option<Line> {
        let program = self.program();
        let is_users =
            program[procedure].origin == Origin::User && program.entry != Some(procedure);
        let line = Line::of(program[procedure][edge].span);
        line.filter(|_| is_users)
    }

    /// An activation of a procedure that is none of those of a suffix.
    fn activation(&mut self, procedure: ProcedureId, beside: Option<&Suffix>) -> Activation {
        let mut used = Vec::new();
        if let Some(suffix) = beside {
            used.push(suffix.activation);
            let mut waiting = suffix.waiting.as_deref();
            while let Some(frame) = waiting {
                used.push(frame.activation);
                waiting = frame.next.as_deref();
            }
        }
        let mut number = 0;
        loop {
            let known = self.activations.get(&(procedure, number)).copied();
            match known {
                Some(activation) if used.contains(&activation) => number += 1,
                Some(activation) => return activation,
                None => {
                    let body = &self.backward.program[procedure];
                    let made = self.space.add_activation(&mut self.terms, body);
                    self.activations.insert((procedure, number), made);
                    return made;
                }
            }
        }
    }
}

/// What the environment can answer at all, when it is asked for a value of a type.
pub(crate) fn possible_answers(
    terms: &mut Terms,
    program: &Program,
    choice: TermId,
    ty: ir::TypeId,
    kind: SourceKind,
) -> TermId {
    let width = terms.width(choice);
    let is_truth = matches!(
        program.types.get(ty),
        Type::Int { name, .. } if name == "_Bool" || name == "boolean"
    );
    let mut allowed = Vec::new();
    if is_truth && width > 1 {
        let one = terms.bv(width, 1);
        allowed.push(terms.bv_ule(choice, one));
    }
    if kind == SourceKind::Stdin && width > 8 {
        let (end, largest) = (terms.bv(width, u128::MAX), terms.bv(width, 255));
        let (is_end, is_byte) = (terms.eq(choice, end), terms.bv_ule(choice, largest));
        allowed.push(terms.or(is_end, is_byte));
    }
    terms.and_all(allowed)
}

/// Why a step cannot be followed.
pub(crate) fn unable(place: Place, error: &PathError) -> Gap {
    Gap::Unable(place, error.to_string().into())
}
