//! Specifications: the parts of procedures that stand for their calls.
//!
//! A specification is a set of constraints of the callee (Figure 9: `conj(set(c) - set(d))`), so it holds
//! of every call. It is kept for the place of the call, and used wherever an unrolled procedure has a
//! copy of it. The empty one is the initial specification, which says no more than the frame.

use super::region::Refusal;
use super::translate::{Body, Call, CallPoint, Constraint, Step, Translator};
use ir::{EdgeId, ProcedureId};
use logic::relational::Formula;
use std::collections::{BTreeMap, BTreeSet};

/// A place of a call, by the calls that lead to it from the procedure that is checked.
pub(crate) type Site = Vec<(ProcedureId, EdgeId)>;

/// A part of a procedure, and of what it calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Spec {
    /// Constraints of its own.
    pub(crate) steps: BTreeSet<Step>,
    /// Parts of its calls, by number.
    pub(crate) calls: BTreeMap<usize, Spec>,
}

impl Spec {
    /// Adds what an origin stands for.
    fn add(&mut self, calls: &[usize], step: Step) {
        match calls {
            [] => _ = self.steps.insert(step),
            [first, rest @ ..] => self.calls.entry(*first).or_default().add(rest, step),
        }
    }

    /// The specification of these constraints.
    pub(crate) fn of(origins: impl IntoIterator<Item = Origin>) -> Spec {
        let mut spec = Spec::default();
        for origin in origins {
            spec.add(&origin.calls, origin.step);
        }
        spec
    }

    /// Conjoins another. Whether that says anything new.
    pub(crate) fn conjoin(&mut self, other: &Spec) -> bool {
        let before = self.steps.len();
        self.steps.extend(&other.steps);
        let mut is_new = self.steps.len() > before;
        for (call, spec) in &other.calls {
            is_new |= self.calls.entry(*call).or_default().conjoin(spec);
        }
        is_new
    }
}

/// The specifications that were inferred so far.
pub(crate) type Specs = BTreeMap<Site, Spec>;

/// Which constraint of which procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    /// The calls that lead to it, by number.
    calls: Vec<usize>,
    /// The same as places of the program.
    edges: Vec<EdgeId>,
    step: Step,
}

impl Origin {
    /// Whether another is a copy of the same step, in another iteration.
    pub(crate) fn is_copy_of(&self, other: &Origin) -> bool {
        self.step.original() == other.step.original() && self.edges == other.edges
    }
}

/// The calls that lead to a constraint.
#[derive(Clone, Default)]
struct Way {
    calls: Vec<usize>,
    edges: Vec<EdgeId>,
}

impl Way {
    fn to(&self, number: usize, edge: EdgeId) -> Way {
        let mut way = self.clone();
        way.calls.push(number);
        way.edges.push(edge);
        way
    }
}

/// A constraint of an abstract program.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) formula: Formula,
    pub(crate) origin: Origin,
}

/// How much of the calls of a procedure becomes a formula.
#[derive(Clone, Copy)]
pub(crate) enum Opacity<'s> {
    /// What their specifications say.
    Specified(&'s Specs),
    /// Everything: all calls are inlined.
    Transparent,
}

/// Collects the constraints of abstract programs.
pub(crate) struct Collector<'a, 't, 'p> {
    pub(crate) translator: &'a Translator<'t, 'p>,
    pub(crate) opacity: Opacity<'a>,
    /// The most calls of one procedure inside each other.
    pub(crate) nesting: u32,
    pub(crate) parts: Vec<Part>,
}

impl Collector<'_, '_, '_> {
    /// Translates a call of a procedure that is at the end of a way of calls.
    pub(crate) fn translate(
        &self,
        id: ProcedureId,
        call: Call,
        site: &Site,
    ) -> Result<Body, Refusal> {
        let is_too_deep = |callee: ProcedureId| {
            let callers = site.iter().map(|(caller, _)| *caller).chain([id]);
            let nested = callers.filter(|caller| *caller == callee).count();
            nested as u64 > u64::from(self.nesting)
        };
        self.translator.translate(id, call, &is_too_deep)
    }

    /// Everything of a procedure, with its calls as opaque as asked for (the *open* transformation of
    /// one procedure, Section 3.1).
    pub(crate) fn open(
        &mut self,
        body: &Body,
        id: ProcedureId,
        site: &Site,
    ) -> Result<(), Refusal> {
        self.open_inside(body, id, site, &Way::default())
    }

    fn open_inside(
        &mut self,
        body: &Body,
        id: ProcedureId,
        site: &Site,
        way: &Way,
    ) -> Result<(), Refusal> {
        for constraint in &body.constraints {
            self.push(constraint, way);
        }
        for (number, call) in body.calls.iter().enumerate() {
            let inner = extended(site, (id, call.edge));
            let way = way.to(number, call.edge);
            match self.opacity {
                Opacity::Transparent => {
                    let body = self.callee(call, &inner)?;
                    self.open_inside(&body, call.callee, &inner, &way)?;
                }
                Opacity::Specified(specs) => {
                    if let Some(spec) = specs.get(&inner) {
                        self.specify(call, spec, &inner, &way)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, constraint: &Constraint, way: &Way) {
        if constraint.formula.as_constant() == Some(true) {
            return;
        }
        self.parts.push(Part {
            formula: constraint.formula.clone(),
            origin: Origin {
                calls: way.calls.clone(),
                edges: way.edges.clone(),
                step: constraint.step,
            },
        });
    }

    /// The body of what is called, between the states of the call.
    fn callee(&self, call: &CallPoint, site: &Site) -> Result<Body, Refusal> {
        let how = Call {
            guard: call.guard.clone(),
            arguments: call.arguments.clone(),
            before: call.before.clone(),
            after: Some((call.after.clone(), call.result.clone())),
        };
        self.translate(call.callee, how, site)
    }

    /// A part of what is called.
    fn specify(
        &mut self,
        call: &CallPoint,
        spec: &Spec,
        site: &Site,
        way: &Way,
    ) -> Result<(), Refusal> {
        let body = self.callee(call, site)?;
        for constraint in &body.constraints {
            if spec.steps.contains(&constraint.step) {
                self.push(constraint, way);
            }
        }
        for (number, spec) in &spec.calls {
            if let Some(inner) = body.calls.get(*number) {
                let site = extended(site, (call.callee, inner.edge));
                let way = way.to(*number, inner.edge);
                self.specify(inner, spec, &site, &way)?;
            }
        }
        Ok(())
    }
}

/// The place of a call in a procedure that is called at a place.
pub(crate) fn extended(site: &Site, call: (ProcedureId, EdgeId)) -> Site {
    site.iter().copied().chain([call]).collect()
}
