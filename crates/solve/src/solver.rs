//! The embedded solver: assertions, assumptions, models, cores.

use std::collections::VecDeque;
use std::sync::Arc;

use logic::{Assignment, Bits, Evaluator, Op, RoundingMode, Sort, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use crate::blast::Blaster;
use crate::cnf::Cnf;
use crate::gates::Edge;
use crate::sat::{self, Answer, Limits, Lit};
use crate::session::minimise;
use crate::theory::{BitModel, Relevant, Theory};

/// Decides formulas over bit-vectors, arrays, functions and floats.
///
/// Incremental: a term is turned into clauses once, however many checks it takes
/// part in, and what the SAT solver has learnt is kept between checks. All terms
/// must come from one [`Terms`] store.
///
/// ```
/// use logic::{Sort, Terms};
/// use solve::{Answer, Solver};
///
/// let mut terms = Terms::new();
/// let x = terms.var("x", Sort::Bv(32));
/// let product = terms.bv_mul(x, x);
/// let target = terms.bv(32, 1521);
/// let square = terms.eq(product, target);
///
/// let mut solver = Solver::new();
/// solver.assert(square);
/// assert_eq!(solver.check(&terms), Answer::Sat);
/// let model = solver.model().unwrap();
/// assert!(terms.eval(square, model).is_true());
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    blaster: Blaster,
    cnf: Cnf,
    theory: Theory,
    frames: Vec<Frame>,
    /// Models of recent checks, the last one first.
    recent: VecDeque<Recent>,
    last: Last,
    checks: u64,
    refinements: u64,
}

/// Assertions made since a `push`; the first frame has no activation literal.
#[derive(Debug, Default)]
struct Frame {
    activation: Option<Lit>,
    assertions: Vec<TermId>,
    /// How many of them, from the oldest on, have clauses.
    encoded: usize,
}

/// A model that may still be one: the search often adds what it satisfies anyway.
#[derive(Debug)]
struct Recent {
    model: Arc<Assignment>,
    /// How many assertions, from the oldest on, are known to hold in it.
    verified: usize,
}

/// How many models are kept to be tried before the SAT solver.
const RECENT: usize = 4;

/// What is known of the last check, until something is asserted.
#[derive(Debug, Default)]
enum Last {
    #[default]
    Nothing,
    Sat(Arc<Assignment>),
    /// The assumptions that are in conflict.
    Unsat(Vec<TermId>),
}

/// Counters of the work done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Calls of [`Solver::check`] and [`Solver::check_assuming`].
    pub checks: u64,
    /// Rounds of lemmas for arrays and functions.
    pub refinements: u64,
    /// Gates built.
    pub gates: u64,
    /// Counters of the SAT solver.
    pub sat: sat::Statistics,
}

impl Solver {
    /// A solver without assertions or limits.
    #[must_use]
    pub fn new() -> Self {
        Self {
            blaster: Blaster::new(),
            cnf: Cnf::new(),
            frames: vec![Frame::default()],
            ..Self::default()
        }
    }

    /// Replaces what stops the checks to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.cnf.solver().set_limits(limits);
    }

    /// A handle that stops a check from another thread.
    pub fn interrupt(&mut self) -> sat::Interrupt {
        self.cnf.solver().interrupt()
    }

    /// Adds a Boolean term to what must hold, until the matching [`Solver::pop`].
    pub fn assert(&mut self, term: TermId) {
        self.last = Last::Nothing;
        if let Some(frame) = self.frames.last_mut() {
            frame.assertions.push(term);
        }
    }

    /// Begins a scope of assertions.
    pub fn push(&mut self) {
        self.last = Last::Nothing;
        let activation = Some(self.cnf.solver().new_lit());
        self.frames.push(Frame {
            activation,
            ..Frame::default()
        });
    }

    /// Forgets the assertions of the innermost scope, if there is one.
    pub fn pop(&mut self) {
        self.last = Last::Nothing;
        if self.frames.len() > 1
            && let Some(activation) = self.frames.pop().and_then(|f| f.activation)
        {
            self.cnf.solver().add_clause(&[!activation]);
            let left = self.assertions().count();
            for recent in &mut self.recent {
                recent.verified = recent.verified.min(left);
            }
        }
    }

    /// How many scopes are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// Every assertion in force, oldest first.
    pub fn assertions(&self) -> impl Iterator<Item = TermId> {
        self.frames
            .iter()
            .flat_map(|f| f.assertions.iter().copied())
    }

    /// Decides the assertions.
    pub fn check(&mut self, terms: &Terms) -> Answer {
        self.check_assuming(terms, &[])
    }

    /// Decides the assertions together with `assumptions`, which hold for this check only.
    pub fn check_assuming(&mut self, terms: &Terms, assumptions: &[TermId]) -> Answer {
        self.checks += 1;
        self.last = Last::Nothing;
        let roots: Vec<TermId> = self
            .assertions()
            .chain(assumptions.iter().copied())
            .collect();
        if let Some(model) = self.known_model(terms, &roots, assumptions.len()) {
            self.last = Last::Sat(model);
            return Answer::Sat;
        }
        self.encode(terms);
        let limits = self.cnf.solver().limits().clone();
        let mut lits: Vec<Lit> = self.frames.iter().filter_map(|f| f.activation).collect();
        let mut origin: FxHashMap<Lit, TermId> = FxHashMap::default();
        for &assumption in assumptions {
            if !self.blaster.build_within(terms, assumption, &limits) {
                return Answer::Unknown;
            }
            let edge = self.blaster.edge(terms, assumption);
            let Some(lit) = self.cnf.lit_within_limits(&self.blaster.gates, edge) else {
                return Answer::Unknown;
            };
            origin.insert(lit, assumption);
            lits.push(lit);
        }
        let relevant = self.theory.relevant(terms, roots.iter().copied());
        self.prepare(terms, &relevant);
        loop {
            match self.cnf.solver().solve(&lits) {
                Answer::Unknown => return Answer::Unknown,
                Answer::Unsat => {
                    let mut core = self.cnf.solver().failed_assumptions();
                    core.dedup();
                    let core = core.iter().filter_map(|l| origin.get(l).copied()).collect();
                    self.last = Last::Unsat(core);
                    return Answer::Unsat;
                }
                Answer::Sat => {
                    let mut assignment = Assignment::new();
                    if relevant.is_empty() || self.refine(terms, &relevant, &mut assignment) {
                        self.read_variables(terms, &roots, &mut assignment);
                        let model = Arc::new(assignment);
                        let verified = roots.len() - assumptions.len();
                        self.recent.push_front(Recent {
                            model: model.clone(),
                            verified,
                        });
                        self.recent.truncate(RECENT);
                        self.last = Last::Sat(model);
                        return Answer::Sat;
                    }
                }
            }
        }
    }

    /// Turns assertions into clauses that have none yet.
    fn encode(&mut self, terms: &Terms) {
        for frame in &mut self.frames {
            let new = &frame.assertions[frame.encoded..];
            frame.encoded = frame.assertions.len();
            let Some(activation) = frame.activation else {
                for term in define(terms, &mut self.blaster, new) {
                    let edge = self.blaster.edge(terms, term);
                    self.cnf.assert(&self.blaster.gates, edge);
                }
                continue;
            };
            for &term in new {
                let edge = self.blaster.edge(terms, term);
                let lit = self.cnf.lit(&self.blaster.gates, edge);
                self.cnf.solver().add_clause(&[!activation, lit]);
            }
        }
    }

    fn prepare(&mut self, terms: &Terms, relevant: &Relevant) {
        if relevant.is_empty() {
            return;
        }
        let (watched, axioms) = self.theory.prepare(terms, &mut self.blaster, relevant);
        for edge in watched {
            self.cnf.lit(&self.blaster.gates, edge);
        }
        for edge in axioms {
            self.cnf.assert(&self.blaster.gates, edge);
        }
    }

    /// Whether the model extends to arrays and functions; if not, lemmas have been added.
    fn refine(&mut self, terms: &Terms, relevant: &Relevant, assignment: &mut Assignment) -> bool {
        self.refinements += 1;
        let mut model = SatModel(&mut self.cnf);
        let lemmas = self
            .theory
            .refine(terms, &mut self.blaster, relevant, &mut model, assignment);
        for &lemma in &lemmas {
            self.cnf.assert(&self.blaster.gates, lemma);
        }
        lemmas.is_empty()
    }

    /// A recent model in which all of `roots` hold, the last `assumed` of which
    /// are no assertions.
    fn known_model(
        &mut self,
        terms: &Terms,
        roots: &[TermId],
        assumed: usize,
    ) -> Option<Arc<Assignment>> {
        let (assertions, assumptions) = roots.split_at(roots.len() - assumed);
        for recent in &mut self.recent {
            let mut evaluator = Evaluator::new(terms, &recent.model);
            let more = assertions[recent.verified..]
                .iter()
                .take_while(|t| evaluator.holds(**t))
                .count();
            recent.verified += more;
            if recent.verified == assertions.len()
                && assumptions.iter().all(|&t| evaluator.holds(t))
            {
                return Some(recent.model.clone());
            }
        }
        None
    }

    /// Reads the values of all variables but arrays below `roots` off the SAT solver.
    fn read_variables(&mut self, terms: &Terms, roots: &[TermId], assignment: &mut Assignment) {
        let mut model = SatModel(&mut self.cnf);
        let variables = terms.free_vars(roots);
        for &variable in &variables {
            let is_array = matches!(terms.sort(variable), Sort::Array { .. });
            if is_array || self.blaster.definition(variable).is_some() {
                continue;
            }
            let sort = terms.sort(variable);
            let value = match self.blaster.inputs(variable) {
                None => Value::default_of(sort),
                Some(inputs) => {
                    let bit = |&e: &Edge| model.bit(e).unwrap_or(false);
                    let bools: Vec<bool> = inputs.iter().map(bit).collect();
                    Value::Bits(restrict(sort, Bits::from_bools(&bools)))
                }
            };
            assignment.variables.insert(variable, value);
        }
        self.work_out_definitions(terms, variables, assignment);
    }

    /// Gives defined variables the values of their definitions, in the order of
    /// their dependence.
    fn work_out_definitions(
        &self,
        terms: &Terms,
        variables: Vec<TermId>,
        assignment: &mut Assignment,
    ) {
        let mut pending = variables;
        while let Some(&variable) = pending.last() {
            let definition = self.blaster.definition(variable);
            let (Some(definition), None) = (definition, assignment.variables.get(&variable)) else {
                pending.pop();
                continue;
            };
            let before = pending.len();
            let needed = terms.free_vars(&[definition]);
            pending.extend(needed.iter().filter(|v| {
                self.blaster.definition(**v).is_some() && !assignment.variables.contains_key(v)
            }));
            if pending.len() == before {
                let value = terms.eval(definition, assignment);
                assignment.variables.insert(variable, value);
            }
        }
    }

    /// A model of the last check, if it found one and nothing was asserted since.
    /// It has values for all variables and functions that the check depended on.
    #[must_use]
    pub fn model(&self) -> Option<&Assignment> {
        match &self.last {
            Last::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// Assumptions of the last check that cannot hold together with the
    /// assertions, if it showed that; empty if the assertions alone cannot.
    #[must_use]
    pub fn core(&self) -> Option<&[TermId]> {
        match &self.last {
            Last::Unsat(core) => Some(core),
            _ => None,
        }
    }

    /// As [`Solver::core`], and no assumption can be left out. Each is tried,
    /// within the limits; where these end the search, what is left is still a core.
    pub fn minimal_core(&mut self, terms: &Terms) -> Option<Vec<TermId>> {
        let core = self.core()?.to_vec();
        let needed = minimise(self, terms, core);
        self.last = Last::Unsat(needed.clone());
        Some(needed)
    }

    /// Counters of the work done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            checks: self.checks,
            refinements: self.refinements,
            gates: self.blaster.gates.len() as u64,
            sat: self.cnf.solver_ref().statistics(),
        }
    }
}

/// The value that free bits stand for, where not all of them are values of the sort.
fn restrict(sort: Sort, bits: Bits) -> Bits {
    match sort {
        Sort::Float(format) => logic::float::canonical(format, &bits),
        Sort::RoundingMode => {
            let mode = RoundingMode::from_code(bits.to_u128().unwrap_or(0));
            Bits::new(RoundingMode::BITS, mode.code().into())
        }
        _ => bits,
    }
}

/// Variables that assertions for good set equal to something else need no bits of
/// their own. The result is what there is to assert apart from that.
fn define(terms: &Terms, blaster: &mut Blaster, assertions: &[TermId]) -> Vec<TermId> {
    let mut rest = Vec::new();
    let mut pending: Vec<TermId> = assertions.iter().rev().copied().collect();
    while let Some(term) = pending.pop() {
        let defined = match (terms.op(term), terms.args(term)) {
            (Op::And, &[a, b]) => {
                pending.extend([b, a]);
                continue;
            }
            (Op::Eq, &[a, b]) => blaster.define(terms, a, b) || blaster.define(terms, b, a),
            (Op::Not, &[a]) => blaster.define(terms, a, TermId::FALSE),
            _ => blaster.define(terms, term, TermId::TRUE),
        };
        if !defined {
            rest.push(term);
        }
    }
    rest
}

struct SatModel<'a>(&'a mut Cnf);

impl BitModel for SatModel<'_> {
    fn bit(&mut self, edge: Edge) -> Option<bool> {
        let lit = self.0.known(edge)?;
        Some(self.0.solver().value(lit))
    }
}
