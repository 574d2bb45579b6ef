//! The loop of Figure 1: abstract, translate, solve, check the trace, infer, and again.

use super::contract::Speaker;
use super::region::Refusal;
use super::schema::{FieldValue, Schema};
use super::spec::{Collector, Opacity, Part, Site, Spec, Specs, extended};
use super::start::Beginning;
use super::translate::{Body, Call, CallPoint, Translator};
use super::value::{Memory, Value};
use super::witnessed::Valued;
use ::contract::Clause;
use ir::ProcedureId;
use logic::relational::{Formula, Structure};
use solve::finite::{Bounds, Finder, Outcome, Scope, Symmetry};
use std::collections::VecDeque;

/// In which order the calls of a trace are checked. The paper's is the first; "the exact order in which
/// call points are checked may affect the performance of the analysis", but not its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Calls inside of a call before those behind it.
    #[default]
    DepthFirst,
    /// All calls of a procedure before those inside of them.
    BreadthFirst,
    /// Calls of small procedures first.
    Cheapest,
}

/// How large the largest formula was, and how often specifications were refined.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Variables of the largest formula.
    pub variables: u64,
    /// Its clauses.
    pub clauses: u64,
    /// How many specifications were inferred.
    pub refinements: u32,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// What became of a claim within the bounds.
pub(crate) enum Answer {
    /// No execution violates it.
    Holds,
    /// A state from which one does.
    Violated(Box<Structure>),
    /// The search was stopped.
    Stopped,
}

/// The search for violations of one clause.
pub(crate) struct Search<'a, 't, 'p> {
    pub(crate) translator: &'a Translator<'t, 'p>,
    pub(crate) procedure: ProcedureId,
    pub(crate) beginning: &'a Beginning,
    /// What the caller sees to.
    pub(crate) required: &'a [Formula],
    pub(crate) nesting: u32,
    pub(crate) order: Order,
    pub(crate) limits: solve::Limits,
    pub(crate) specs: Specs,
    pub(crate) effort: Effort,
}

/// A call of a trace that is to be checked, with the state transition that the trace gives it.
struct Suspect {
    call: CallPoint,
    /// The calls that lead to it, itself included.
    site: Site,
    trace: std::rc::Rc<Structure>,
}

impl Search<'_, '_, '_> {
    fn schema(&self) -> &Schema<'_> {
        self.translator.schema
    }

    /// As many objects of each class as there may be.
    fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::exactly(1);
        for objects in &self.schema().objects {
            bounds = bounds.sort(&objects.sort, Scope::exactly(objects.most));
        }
        bounds
    }

    /// Settles a clause: Figure 1.
    pub(crate) fn run(&mut self, clause: &Clause) -> Result<Answer, Refusal> {
        loop {
            let specs = std::mem::take(&mut self.specs);
            let solved = self.solve(clause, Opacity::Specified(&specs));
            self.specs = specs;
            let (body, trace) = match solved? {
                Solved::Unsat => return Ok(Answer::Holds),
                Solved::Stopped => return Ok(Answer::Stopped),
                Solved::Trace(body, trace) => (body, trace),
            };
            match self.invalid_call(&body, &trace)? {
                Validity::Valid => return Ok(Answer::Violated(Box::new(trace))),
                Validity::Stopped => return Ok(Answer::Stopped),
                Validity::Invalid(site, spec) => {
                    self.effort.refinements += 1;
                    let span = self.translator.region.program[self.procedure].span;
                    if !self.specs.entry(site).or_default().conjoin(&spec) {
                        let what = "an inferred specification that says nothing new";
                        return Err(Refusal::new(span, what));
                    }
                }
            }
        }
    }

    /// Settles a clause with all calls inlined, as a measure.
    pub(crate) fn run_inlined(&mut self, clause: &Clause) -> Result<Answer, Refusal> {
        Ok(match self.solve(clause, Opacity::Transparent)? {
            Solved::Unsat => Answer::Holds,
            Solved::Stopped => Answer::Stopped,
            Solved::Trace(_, trace) => Answer::Violated(Box::new(trace)),
        })
    }

    fn collector<'c>(&'c self, opacity: Opacity<'c>) -> Collector<'c, 'c, 'c> {
        Collector {
            translator: self.translator,
            opacity,
            nesting: self.nesting,
            parts: Vec::new(),
        }
    }

    /// Looks for a trace of the abstract program that violates the clause.
    fn solve(&mut self, clause: &Clause, opacity: Opacity<'_>) -> Result<Solved, Refusal> {
        let mut collector = self.collector(opacity);
        let body = collector.translate(self.procedure, self.beginning.call(), &Vec::new())?;
        collector.open(&body, self.procedure, &Vec::new())?;
        let parts = std::mem::take(&mut collector.parts);
        let speaker = Speaker {
            schema: self.schema(),
            procedure: self.procedure,
            arguments: &self.beginning.arguments,
            result: body.result.as_ref(),
            before: &self.beginning.before,
            after: &body.after,
            span: clause.span,
        };
        let claimed = speaker.formula(&clause.formula)?;
        let mut finder = Finder::new();
        finder.set_limits(self.limits.clone());
        let given = self.beginning.holds.iter().chain(self.required).cloned();
        let all = given.chain(parts.into_iter().map(|part| part.formula));
        finder.assert("program", Formula::conjunction(all.chain([claimed.not()])));
        let outcome = finder.solve(&self.bounds());
        let statistics = finder.statistics().sat;
        self.effort.variables = self.effort.variables.max(statistics.variables);
        self.effort.clauses = self.effort.clauses.max(statistics.clauses);
        self.solved(outcome, body)
    }

    fn solved(&self, outcome: Outcome, body: Body) -> Result<Solved, Refusal> {
        match outcome {
            Outcome::Unsat(_) => Ok(Solved::Unsat),
            Outcome::Model(trace) => Ok(Solved::Trace(Box::new(body), trace)),
            Outcome::Unknown(solve::finite::Unknown::Stopped) => Ok(Solved::Stopped),
            Outcome::Unknown(why) => {
                let span = self.translator.region.program[self.procedure].span;
                Err(Refusal::new(span, why.to_string()))
            }
        }
    }

    /// Checks the calls of a trace, those outside first (Figure 8).
    fn invalid_call(&self, body: &Body, trace: &Structure) -> Result<Validity, Refusal> {
        let trace = std::rc::Rc::new(trace.clone());
        let mut suspects: VecDeque<Suspect> = VecDeque::new();
        suspects.extend(suspected(body, self.procedure, &Vec::new(), &trace));
        while let Some(suspect) = self.next(&mut suspects) {
            match self.check(&suspect)? {
                Checked::Valid(inner) => match self.order {
                    Order::DepthFirst => {
                        for suspect in inner.into_iter().rev() {
                            suspects.push_front(suspect);
                        }
                    }
                    Order::BreadthFirst | Order::Cheapest => suspects.extend(inner),
                },
                Checked::Invalid(spec) => return Ok(Validity::Invalid(suspect.site, spec)),
                Checked::Stopped => return Ok(Validity::Stopped),
            }
        }
        Ok(Validity::Valid)
    }

    fn next(&self, suspects: &mut VecDeque<Suspect>) -> Option<Suspect> {
        if self.order != Order::Cheapest {
            return suspects.pop_front();
        }
        let size = |suspect: &Suspect| {
            let unrolled = self.translator.unrolled.get(&suspect.call.callee);
            unrolled.map_or(0, |it| it.nodes.len())
        };
        let (index, _) = suspects.iter().enumerate().min_by_key(|(_, it)| size(it))?;
        suspects.remove(index)
    }

    /// Whether the callee can do what the trace says (Figure 8), and if not, why (Figure 9).
    fn check(&self, suspect: &Suspect) -> Result<Checked, Refusal> {
        let valued = Valued::new(self.schema(), &suspect.trace);
        let mut given = Vec::new();
        let call = self.between(suspect, &valued, &mut given);
        let callee = suspect.call.callee;
        let mut collector = self.collector(Opacity::Specified(&self.specs));
        let body = collector.translate(callee, call, &suspect.site)?;
        collector.open(&body, callee, &suspect.site)?;
        let parts = std::mem::take(&mut collector.parts);
        let mut finder = Finder::with_symmetry(Symmetry::Keep);
        finder.set_limits(self.limits.clone());
        finder.assert("atoms", valued.distinct());
        for formula in given {
            finder.assert("state", formula);
        }
        let steps: Vec<_> = parts
            .iter()
            .map(|part| finder.assert("step", part.formula.clone()))
            .collect();
        let bounds = self.bounds();
        match finder.solve(&bounds) {
            Outcome::Model(inner) => {
                let inner = std::rc::Rc::new(inner);
                Ok(Checked::Valid(suspected(
                    &body,
                    callee,
                    &suspect.site,
                    &inner,
                )))
            }
            Outcome::Unsat(core) => {
                let Ok(core) = finder.minimize(&bounds, &core) else {
                    return Ok(Checked::Stopped);
                };
                let used = steps.iter().zip(&parts);
                let used = used.filter(|(id, _)| core.assertions().contains(id));
                let used: Vec<&Part> = used.map(|(_, part)| part).collect();
                // What one iteration does, the others do as well.
                let is_used = |part: &&Part| {
                    let mut used = used.iter();
                    used.any(|it| part.origin.is_copy_of(&it.origin))
                };
                let origins = parts.iter().filter(is_used).map(|part| part.origin.clone());
                Ok(Checked::Invalid(Spec::of(origins)))
            }
            Outcome::Unknown(solve::finite::Unknown::Stopped) => Ok(Checked::Stopped),
            Outcome::Unknown(why) => Err(Refusal::new(suspect.call.span, why.to_string())),
        }
    }

    /// A call of the callee by itself, and what the trace says of the states before and behind it.
    fn between(
        &self,
        suspect: &Suspect,
        valued: &Valued<'_, '_>,
        given: &mut Vec<Formula>,
    ) -> Call {
        let it = &suspect.call;
        let arguments = it
            .arguments
            .iter()
            .map(|argument| valued.named(argument, given));
        let arguments: Vec<Value> = arguments.collect();
        let before = self.named_memory(&it.before, None, valued, given);
        let after = self.named_memory(&it.after, Some((&it.before, &before)), valued, given);
        let result = it.result.as_ref().map(|result| valued.named(result, given));
        Call {
            guard: Formula::constant(true),
            arguments,
            before,
            after: Some((after, result)),
        }
    }

    /// Names for what memory holds; what does not change keeps its name.
    fn named_memory(
        &self,
        memory: &Memory,
        unchanged: Option<(&Memory, &Memory)>,
        valued: &Valued<'_, '_>,
        given: &mut Vec<Formula>,
    ) -> Memory {
        let field = |(index, value): (usize, &FieldValue)| match unchanged {
            Some((old, named)) if old.fields[index].is(value) => named.fields[index].clone(),
            _ => valued.named_field(index, value, given),
        };
        let fields = memory.fields.iter().enumerate().map(field).collect();
        let live = memory.live.iter().enumerate().map(|(index, value)| {
            let value = value.as_ref()?;
            match unchanged {
                Some((old, named))
                    if old.live[index].as_ref().map(|it| it.address()) == Some(value.address()) =>
                {
                    named.live[index].clone()
                }
                _ => Some(valued.named_live(index, value, given)),
            }
        });
        let live = live.collect();
        Memory { fields, live }
    }
}

enum Solved {
    Unsat,
    Trace(Box<Body>, Structure),
    Stopped,
}

enum Validity {
    Valid,
    /// The call of an invalidity witness, and a specification that rules it out.
    Invalid(Site, Spec),
    Stopped,
}

enum Checked {
    Valid(Vec<Suspect>),
    Invalid(Spec),
    Stopped,
}

/// The calls that a trace executes: `cpSet` of Figure 8.
fn suspected(
    body: &Body,
    procedure: ProcedureId,
    site: &Site,
    trace: &std::rc::Rc<Structure>,
) -> Vec<Suspect> {
    let executed = body.calls.iter().filter(|call| trace.holds(&call.guard));
    executed
        .map(|call| Suspect {
            call: call.clone(),
            site: extended(site, (procedure, call.edge)),
            trace: trace.clone(),
        })
        .collect()
}
