//! The SAT layer: a small, typed face over CaDiCaL.
//!
//! Everything above this module speaks of [`Lit`]s and clauses; nothing above
//! it knows which SAT solver decides them.

use std::num::NonZeroI32;
use std::ops::Not;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cadical_sys::{CaDiCal, Status, Terminator};

/// A propositional variable of one [`Solver`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(NonZeroI32);

impl Var {
    /// The literal that is true when the variable is.
    #[must_use]
    pub fn positive(self) -> Lit {
        Lit(self.0)
    }

    /// The literal that is true when the variable is false.
    #[must_use]
    pub fn negative(self) -> Lit {
        !self.positive()
    }

    /// A dense index, counted from zero in order of creation.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.get().unsigned_abs() as usize - 1
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The variable under the sign.
    #[must_use]
    pub fn var(self) -> Var {
        Var(self.0.abs())
    }

    /// Whether the literal is the variable itself, not its negation.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }

    fn raw(self) -> i32 {
        self.0.get()
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl From<Var> for Lit {
    fn from(var: Var) -> Lit {
        var.positive()
    }
}

/// What a solver says about a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// Stopped by a deadline or an interrupt before it was known.
    Unknown,
}

/// A handle that stops a running [`Solver::solve`] from another thread.
///
/// Clones share one flag. The flag stays raised until [`Interrupt::clear`].
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks every solver that holds this handle to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets them run again.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag, for work that is no solver's.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// Whether a stop was asked for.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What stops a check before it has an answer.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The moment after which the answer is [`Answer::Unknown`].
    pub deadline: Option<Instant>,
    /// A flag that another thread may raise.
    pub interrupt: Interrupt,
}

impl Limits {
    /// Whether work under these limits has to end now.
    #[must_use]
    pub fn exceeded(&self) -> bool {
        self.interrupt.is_raised() || self.deadline.is_some_and(|d| Instant::now() >= d)
    }
}

impl Terminator for Limits {
    fn terminated(&mut self) -> bool {
        self.exceeded()
    }
}

/// Counters of the work done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Variables created.
    pub variables: u64,
    /// Clauses added.
    pub clauses: u64,
    /// Calls of [`Solver::solve`].
    pub solves: u64,
    /// Conflicts met by the search.
    pub conflicts: u64,
    /// Decisions taken by the search.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
}

/// An incremental SAT solver.
///
/// ```
/// use solve::sat::{Answer, Solver};
///
/// let mut solver = Solver::new();
/// let (a, b) = (solver.new_lit(), solver.new_lit());
/// solver.add_clause(&[!a, b]);
/// assert_eq!(solver.solve(&[a]), Answer::Sat);
/// assert!(solver.value(b));
/// assert_eq!(solver.solve(&[a, !b]), Answer::Unsat);
/// assert_eq!(solver.failed_assumptions(), [a, !b]);
/// ```
pub struct Solver {
    cadical: CaDiCal,
    assumptions: Vec<Lit>,
    buffer: Vec<i32>,
    limits: Limits,
    variables: i32,
    clauses: u64,
    solves: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// An empty solver without limits.
    #[must_use]
    pub fn new() -> Self {
        let mut cadical = CaDiCal::new();
        // Guessing whole assignments before the search pays off once on a large
        // formula, but costs time again in each of thousands of small checks.
        for guess in ["lucky", "walk"] {
            let known = cadical.set(guess, 0);
            debug_assert!(known, "CaDiCaL has no option {guess}");
        }
        Self {
            cadical,
            assumptions: Vec::new(),
            buffer: Vec::new(),
            limits: Limits::default(),
            variables: 0,
            clauses: 0,
            solves: 0,
        }
    }

    /// A fresh variable.
    #[expect(
        clippy::expect_used,
        reason = "the counter is positive; 2^31 variables do not fit in memory"
    )]
    pub fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var(NonZeroI32::new(self.variables).expect("fewer than 2^31 variables"))
    }

    /// The positive literal of a fresh variable.
    pub fn new_lit(&mut self) -> Lit {
        self.new_var().positive()
    }

    /// Adds the disjunction of `lits`; the empty one makes the solver unsatisfiable for good.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        match *lits {
            [] => self.cadical.add(0),
            [a] => self.cadical.clause1(a.raw()),
            [a, b] => self.cadical.clause2(a.raw(), b.raw()),
            [a, b, c] => self.cadical.clause3(a.raw(), b.raw(), c.raw()),
            _ => {
                self.buffer.clear();
                self.buffer.extend(lits.iter().map(|l| l.raw()));
                self.cadical.clause6(&self.buffer);
            }
        }
    }

    /// Decides the clauses together with `assumptions`, which hold for this call only.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.solves += 1;
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        if self.limits.exceeded() {
            return Answer::Unknown;
        }
        for lit in assumptions {
            self.cadical.assume(lit.raw());
        }
        match self.cadical.solve() {
            Status::SATISFIABLE => Answer::Sat,
            Status::UNSATISFIABLE => Answer::Unsat,
            Status::UNKNOWN => Answer::Unknown,
        }
    }

    /// The value of `lit` in the model of the last call of [`Solver::solve`].
    ///
    /// # Panics
    ///
    /// Unless that call answered [`Answer::Sat`] and no clause was added since.
    pub fn value(&mut self, lit: Lit) -> bool {
        self.cadical.val(lit.raw()) == lit.raw()
    }

    /// Whether the assumption `lit` was used to show unsatisfiability.
    ///
    /// # Panics
    ///
    /// Unless the last call answered [`Answer::Unsat`] and no clause was added since.
    pub fn failed(&mut self, lit: Lit) -> bool {
        self.cadical.failed(lit.raw())
    }

    /// The assumptions of the last call that were used to show unsatisfiability,
    /// in the order in which they were given.
    ///
    /// # Panics
    ///
    /// As [`Solver::failed`].
    pub fn failed_assumptions(&mut self) -> Vec<Lit> {
        let assumptions = self.assumptions.clone();
        assumptions
            .into_iter()
            .filter(|&l| self.failed(l))
            .collect()
    }

    /// Suggests the value that a decision on the variable of `lit` should try first.
    pub fn prefer(&mut self, lit: Lit) {
        self.cadical.phase(lit.raw());
    }

    /// Replaces the limits for the calls to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits.clone();
        self.cadical.connect_terminator(limits);
    }

    /// The limits in force.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Sets the moment at which the calls to come give up.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        let interrupt = self.limits.interrupt.clone();
        self.set_limits(Limits {
            deadline,
            interrupt,
        });
    }

    /// A handle that stops this solver from another thread.
    pub fn interrupt(&mut self) -> Interrupt {
        let limits = self.limits.clone();
        self.set_limits(limits);
        self.limits.interrupt.clone()
    }

    /// Counters of the work done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let count = |name: &str| u64::try_from(self.cadical.get_statistic_value(name)).unwrap_or(0);
        Statistics {
            variables: self.variables.unsigned_abs().into(),
            clauses: self.clauses,
            solves: self.solves,
            conflicts: count("conflicts"),
            decisions: count("decisions"),
            propagations: count("propagations"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `holes + 1` pigeons do not fit into `holes` holes.
    fn pigeonhole(solver: &mut Solver, holes: usize) {
        let place: Vec<Vec<Lit>> = (0..=holes)
            .map(|_| (0..holes).map(|_| solver.new_lit()).collect())
            .collect();
        for pigeon in &place {
            solver.add_clause(pigeon);
        }
        for (i, pigeon) in place.iter().enumerate() {
            for other in &place[..i] {
                for (a, b) in pigeon.iter().zip(other) {
                    solver.add_clause(&[!*a, !*b]);
                }
            }
        }
    }

    #[test]
    fn assumptions_fail_and_are_forgotten() {
        let mut solver = Solver::new();
        let [a, b, c] = std::array::from_fn(|_| solver.new_lit());
        solver.add_clause(&[!a, !b]);
        assert_eq!(solver.solve(&[a, b, c]), Answer::Unsat);
        assert_eq!(solver.failed_assumptions(), [a, b]);
        assert_eq!(solver.solve(&[a, c]), Answer::Sat);
        assert!(solver.value(a) && !solver.value(b) && solver.value(!b));
        solver.add_clause(&[]);
        assert_eq!(solver.solve(&[]), Answer::Unsat);
    }

    #[test]
    fn pigeonhole_is_unsat_and_counted() {
        let mut solver = Solver::new();
        pigeonhole(&mut solver, 6);
        assert_eq!(solver.solve(&[]), Answer::Unsat);
        let statistics = solver.statistics();
        assert_eq!((statistics.variables, statistics.solves), (42, 1));
        assert!(statistics.conflicts > 0);
    }

    #[test]
    fn limits_end_in_unknown_and_can_be_lifted() {
        let mut solver = Solver::new();
        pigeonhole(&mut solver, 5);
        let interrupt = solver.interrupt();
        interrupt.raise();
        assert_eq!(solver.solve(&[]), Answer::Unknown);
        interrupt.clear();
        solver.set_deadline(Some(Instant::now()));
        assert_eq!(solver.solve(&[]), Answer::Unknown);
        solver.set_deadline(None);
        assert_eq!(solver.solve(&[]), Answer::Unsat);
    }
}
