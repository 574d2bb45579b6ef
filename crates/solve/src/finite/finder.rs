//! The finder: named formulas in, a structure or an unsatisfiable core out.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use logic::relational::{Formula, Sort, Structure, Symbols};

use crate::sat::{self, Answer, Limits, Lit};

use super::bounds::{Bounds, Scope, growing};
use super::circuit::{Bool, Circuit};
use super::cnf::Cnf;
use super::ground::{Grounding, Stopped};
use super::stage::{Inputs, Memo, Universe, Wiring};
use super::symmetry::{self, Symmetry};

/// Finds finite models of relational formulas, or shows that there are none within bounds.
///
/// ```
/// use logic::relational::*;
/// use solve::finite::{Bounds, Finder, Outcome};
///
/// let node = Sort::new("Node");
/// let x = Set::from(&SetSym::new("x", &node, Multiplicity::One));
/// let n = Rel::from(&RelSym::new("n", (&node, &node), Properties::partial_function()));
///
/// let mut finder = Finder::new();
/// finder.assert("three", x.dot(n.star()).count().equals(Int::from(3)));
/// let ring = finder.assert("ring", x.within(x.dot(n.plus())));
/// let end = finder.assert("end", x.dot(n.star()).any("v", |v| v.dot(&n).is_null()));
/// let bounds = Bounds::up_to(4);
/// let Outcome::Unsat(core) = finder.solve(&bounds) else { panic!() };
/// let core = finder.minimize(&bounds, &core)?;
/// assert_eq!(core.assertions(), [ring, end]);
/// assert!(matches!(finder.solve_under(&bounds, &[ring]), Outcome::Model(_)));
/// # Ok::<(), solve::finite::Unknown>(())
/// ```
#[derive(Debug, Default)]
pub struct Finder {
    symbols: Symbols,
    assertions: Vec<(String, Formula)>,
    symmetry: Symmetry,
    limits: Limits,
    engine: Engine,
    stages: Vec<Stage>,
    grounding_time: Duration,
    solving_time: Duration,
}

/// What all stages share.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) circuit: Circuit,
    pub(super) inputs: Inputs,
    pub(super) cnf: Cnf,
}

impl Default for Engine {
    fn default() -> Self {
        Engine {
            circuit: Circuit::new(),
            inputs: Inputs::default(),
            cnf: Cnf::new(),
        }
    }
}

/// One universe with what was asserted in it.
#[derive(Debug)]
struct Stage {
    scopes: BTreeMap<Sort, Scope>,
    universe: Universe,
    /// True when this is the stage that is being solved.
    active: Lit,
    /// The symbols whose declarations have been asserted.
    admitted: Symbols,
    memo: Memo,
    /// For each assertion that was grounded here, the literal that switches it on.
    switches: BTreeMap<AssertionId, Lit>,
}

/// A formula asserted in a [`Finder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssertionId(usize);

/// The answer to a search.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A structure in which every assertion was found true by evaluation.
    Model(Structure),
    /// There is none within the bounds.
    Unsat(Core),
    /// The search did not end.
    Unknown(Unknown),
}

/// Assertions that already exclude each other within the bounds, together with what is declared
/// of their symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    assertions: Vec<AssertionId>,
}

impl Core {
    /// The assertions, oldest first.
    #[must_use]
    pub fn assertions(&self) -> &[AssertionId] {
        &self.assertions
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A deadline passed or an interrupt was raised.
    Stopped,
    /// The bounds ask for more atoms than the finder works with.
    TooLarge {
        /// How many atoms all sorts have together.
        atoms: u64,
    },
    /// The solver's model did not pass evaluation. This is a defect of the finder.
    ModelRejected {
        /// What is false in the model.
        reason: String,
    },
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unknown::Stopped => f.write_str("stopped before the search was over"),
            Unknown::TooLarge { atoms } => {
                write!(
                    f,
                    "a universe of {atoms} atoms is too large, {MAX_ATOMS} are possible"
                )
            }
            Unknown::ModelRejected { reason } => {
                write!(f, "internal error: the model found is not one: {reason}")
            }
        }
    }
}

impl std::error::Error for Unknown {}

/// The most atoms a universe may have; pairs of atoms are what memory is needed for.
const MAX_ATOMS: u64 = 2_000;

/// Counters of the work done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Universes that were searched.
    pub universes: usize,
    /// Gates built.
    pub gates: usize,
    /// What the SAT solver did.
    pub sat: sat::Statistics,
    /// Time spent building circuits and clauses.
    pub grounding: Duration,
    /// Time spent in the SAT solver.
    pub solving: Duration,
}

impl Finder {
    /// A finder without assertions and without limits.
    #[must_use]
    pub fn new() -> Finder {
        Finder::default()
    }

    /// A finder that breaks symmetries or not.
    #[must_use]
    pub fn with_symmetry(symmetry: Symmetry) -> Finder {
        Finder {
            symmetry,
            ..Finder::default()
        }
    }

    /// Makes symbols part of every model even if no assertion mentions them.
    pub fn declare(&mut self, symbols: Symbols) {
        self.symbols.extend(symbols);
    }

    /// Asserts a formula under a name for people. A free variable stands for no atom.
    pub fn assert(&mut self, name: impl Into<String>, formula: impl Into<Formula>) -> AssertionId {
        let formula = formula.into();
        self.symbols.extend(Symbols::of(&formula));
        self.assertions.push((name.into(), formula));
        AssertionId(self.assertions.len() - 1)
    }

    /// The name of an assertion.
    #[must_use]
    pub fn name(&self, assertion: AssertionId) -> &str {
        self.assertions
            .get(assertion.0)
            .map_or("", |(name, _)| name)
    }

    /// The names of a core's assertions.
    pub fn names<'a>(&'a self, core: &'a Core) -> impl Iterator<Item = &'a str> {
        core.assertions.iter().map(|&a| self.name(a))
    }

    /// Replaces the limits for the searches to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.engine.cnf.solver.set_limits(limits.clone());
        self.limits = limits;
    }

    /// Searches for a model of all assertions, in growing universes: a model that is found has
    /// as few atoms as possible in its largest sort.
    pub fn solve(&mut self, bounds: &Bounds) -> Outcome {
        let all: Vec<AssertionId> = (0..self.assertions.len()).map(AssertionId).collect();
        self.solve_under(bounds, &all)
    }

    /// As [`Finder::solve`], for some of the assertions.
    pub fn solve_under(&mut self, bounds: &Bounds, assertions: &[AssertionId]) -> Outcome {
        let mut outcome = Outcome::Unsat(Core::default());
        for scopes in growing(self.full(bounds)) {
            outcome = self.search(&scopes, assertions, None);
            if !matches!(outcome, Outcome::Unsat(_)) {
                break;
            }
        }
        outcome
    }

    /// Leaves assertions out of a core as long as the rest has no model either: without any
    /// one of the assertions that remain, there is a model within the bounds.
    ///
    /// # Errors
    ///
    /// If a search does not end.
    pub fn minimize(&mut self, bounds: &Bounds, core: &Core) -> Result<Core, Unknown> {
        let scopes = self.full(bounds);
        let mut needed: Vec<AssertionId> = Vec::new();
        let mut open = core.assertions.clone();
        while let Some(candidate) = open.pop() {
            let rest: Vec<AssertionId> = needed.iter().chain(&open).copied().collect();
            match self.search(&scopes, &rest, None) {
                Outcome::Model(_) => needed.push(candidate),
                Outcome::Unsat(core) => open.retain(|a| core.assertions.contains(a)),
                Outcome::Unknown(why) => return Err(why),
            }
        }
        needed.sort_unstable();
        Ok(Core { assertions: needed })
    }

    /// Counters of the work done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            universes: self.stages.len(),
            gates: self.engine.circuit.len(),
            sat: self.engine.cnf.solver.statistics(),
            grounding: self.grounding_time,
            solving: self.solving_time,
        }
    }

    /// The full universe of the bounds.
    pub(super) fn full(&self, bounds: &Bounds) -> BTreeMap<Sort, Scope> {
        self.symbols
            .sorts
            .iter()
            .map(|s| (s.clone(), bounds.scope(s)))
            .collect()
    }

    pub(super) fn assertions(&self) -> impl Iterator<Item = AssertionId> + use<> {
        (0..self.assertions.len()).map(AssertionId)
    }

    pub(super) fn new_switch(&mut self) -> Lit {
        self.engine.cnf.solver.new_lit()
    }

    /// Excludes a structure from a universe while `switch` is on.
    pub(super) fn block(&mut self, scopes: &BTreeMap<Sort, Scope>, switch: Lit, model: &Structure) {
        let Some(stage) = self.stages.iter().find(|stage| stage.scopes == *scopes) else {
            return;
        };
        let Engine {
            circuit,
            inputs,
            cnf,
        } = &mut self.engine;
        let wires = Wiring {
            circuit,
            inputs,
            universe: &stage.universe,
        }
        .wires_of(&self.symbols, model);
        let differ: Vec<Bool> = wires
            .into_iter()
            .map(|wire| if cnf.input_value(wire) { !wire } else { wire })
            .collect();
        let differ = circuit.or(differ);
        cnf.assert_under(circuit, switch, differ);
    }

    /// Searches one universe, perhaps with a further switch on.
    pub(super) fn search(
        &mut self,
        scopes: &BTreeMap<Sort, Scope>,
        assertions: &[AssertionId],
        extra: Option<Lit>,
    ) -> Outcome {
        let atoms = scopes.values().map(|scope| u64::from(scope.most())).sum();
        if atoms > MAX_ATOMS {
            return Outcome::Unknown(Unknown::TooLarge { atoms });
        }
        let started = Instant::now();
        let prepared = self.prepare(scopes, assertions);
        self.grounding_time += started.elapsed();
        let Ok(stage) = prepared else {
            return Outcome::Unknown(Unknown::Stopped);
        };

        let started = Instant::now();
        let stage_entry = &self.stages[stage];
        let switches: Vec<(AssertionId, Lit)> = assertions
            .iter()
            .filter_map(|a| Some((*a, *stage_entry.switches.get(a)?)))
            .collect();
        let mut assumptions = vec![stage_entry.active];
        assumptions.extend(extra);
        assumptions.extend(switches.iter().map(|(_, switch)| switch));
        let answer = self.engine.cnf.solver.solve(&assumptions);
        self.solving_time += started.elapsed();

        match answer {
            Answer::Unknown => Outcome::Unknown(Unknown::Stopped),
            Answer::Sat => self.model(stage, assertions),
            Answer::Unsat => {
                let solver = &mut self.engine.cnf.solver;
                let used = switches
                    .into_iter()
                    .filter(|&(_, switch)| solver.failed(switch));
                let mut assertions: Vec<AssertionId> = used.map(|(a, _)| a).collect();
                assertions.sort_unstable();
                Outcome::Unsat(Core { assertions })
            }
        }
    }

    /// Makes sure that a stage exists and knows the symbols and assertions.
    fn prepare(
        &mut self,
        scopes: &BTreeMap<Sort, Scope>,
        assertions: &[AssertionId],
    ) -> Result<usize, Stopped> {
        let position = self.stages.iter().position(|stage| stage.scopes == *scopes);
        let position = position.unwrap_or_else(|| {
            let stage = self.new_stage(scopes);
            self.stages.push(stage);
            self.stages.len() - 1
        });
        let Finder {
            symbols,
            engine,
            stages,
            limits,
            ..
        } = self;
        let stage = &mut stages[position];
        stage.admit(engine, symbols);
        for &a in assertions {
            if let Some((_, formula)) = self.assertions.get(a.0) {
                stage.ground(engine, limits, a, formula)?;
            }
        }
        Ok(position)
    }

    fn new_stage(&mut self, scopes: &BTreeMap<Sort, Scope>) -> Stage {
        let orders = symmetry::orders(self.symmetry, &self.symbols);
        let universe = Universe::new(scopes.clone(), orders);
        let Engine {
            circuit,
            inputs,
            cnf,
        } = &mut self.engine;
        let active = cnf.solver.new_lit();
        let mut wiring = Wiring {
            circuit,
            inputs,
            universe: &universe,
        };
        let mut axioms = Vec::new();
        for sort in scopes.keys() {
            axioms.extend(wiring.sort_axioms(sort));
        }
        if self.symmetry == Symmetry::Break {
            axioms.extend(symmetry::numbering(&mut wiring, &self.symbols));
        }
        for axiom in axioms {
            cnf.assert_under(circuit, active, axiom);
        }
        Stage {
            scopes: scopes.clone(),
            universe,
            active,
            admitted: Symbols::default(),
            memo: Memo::default(),
            switches: BTreeMap::new(),
        }
    }

    /// Reads the model off the solver, and checks it by evaluation.
    fn model(&mut self, stage: usize, assertions: &[AssertionId]) -> Outcome {
        let Engine {
            circuit,
            inputs,
            cnf,
        } = &mut self.engine;
        let universe = &self.stages[stage].universe;
        let structure = Wiring {
            circuit,
            inputs,
            universe,
        }
        .structure(&self.symbols, |wire| cnf.input_value(wire));
        let rejected = |reason| Outcome::Unknown(Unknown::ModelRejected { reason });
        if let Err(violation) = structure.respects_declarations() {
            return rejected(violation.to_string());
        }
        for &a in assertions {
            if let Some((name, formula)) = self.assertions.get(a.0)
                && !structure.holds(formula)
            {
                return rejected(format!("`{name}` is false"));
            }
        }
        Outcome::Model(structure)
    }
}

impl Stage {
    /// Asserts what is declared of symbols that are new here.
    fn admit(&mut self, engine: &mut Engine, symbols: &Symbols) {
        if self.admitted == *symbols {
            return;
        }
        let Engine {
            circuit,
            inputs,
            cnf,
        } = engine;
        let mut wiring = Wiring {
            circuit,
            inputs,
            universe: &self.universe,
        };
        let mut axioms = Vec::new();
        for set in symbols.sets.difference(&self.admitted.sets) {
            axioms.extend(wiring.set_axioms(set));
        }
        for rel in symbols.rels.difference(&self.admitted.rels) {
            axioms.extend(wiring.rel_axioms(rel));
        }
        for axiom in axioms {
            cnf.assert_under(circuit, self.active, axiom);
        }
        self.admitted = symbols.clone();
    }

    /// Grounds an assertion, unless that was done before.
    fn ground(
        &mut self,
        engine: &mut Engine,
        limits: &Limits,
        assertion: AssertionId,
        formula: &Formula,
    ) -> Result<(), Stopped> {
        if self.switches.contains_key(&assertion) {
            return Ok(());
        }
        let Engine {
            circuit,
            inputs,
            cnf,
        } = engine;
        let wiring = Wiring {
            circuit,
            inputs,
            universe: &self.universe,
        };
        let wire = Grounding::new(wiring, &mut self.memo, limits).formula(formula)?;
        let switch = cnf.solver.new_lit();
        cnf.assert_under(circuit, switch, wire);
        self.switches.insert(assertion, switch);
        Ok(())
    }
}
