//! The ledger: what is known of each claim, and what that means.
//!
//! Engines bring two things: candidates for counterexamples, and, when they end, the openings at
//! which they left executions. From these, and from nothing else, the verdicts follow:
//!
//! - **Refuted**: a candidate was executed and failed as claimed; the smallest is shown.
//! - **Unknown**: candidates were found, and none was confirmed (a *doubt*); or
//!   no engine has followed all executions that could violate the claim: in the graph of the program,
//!   a way leads from a place at which executions were given up (a [`Gap`]) to the check of the claim;
//!   or a state that stands for more executions than there are may violate it (an *alarm*).
//! - **Bounded**: such ways start only where executions were left because of a [`Bound`].
//! - **Proved**: there is no such way, so one engine has followed every execution that could violate
//!   the claim, and none did.
//!
//! One engine is enough: the best of what they say counts. But what was executed counts more than any
//! proof, and a doubt is not outweighed by one, either. Where a candidate is not confirmed, the
//! executions that were taken to end there are given up: they may go on.
//!
//! A violation ends an execution, so that *proved* is said of executions which violate no other claim
//! before.

use crate::graph::{Functions, Graph, Reach};
use crate::limits::tuning::ATTEMPTS;
use crate::task::Task;
use ir::{ClaimSet, EdgeId, ProcedureId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use verdict::{
    Bound, Candidate, Cause, Claim, ClaimId, Evidence, Gap, Openings, Place, Position,
    ProgramClaims, Size, Status, Step,
};

/// What was found out about a candidate.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It was executed and fails as claimed.
    Refuted(Box<Refutation>),
    /// It fails in the interpreter, but nobody outside can be shown that: the claim stays open.
    Unseen(String),
    /// It does not fail when it is executed, so what was taken to end there may go on.
    Rejected(String),
    /// There was no time to execute it.
    Late,
}

/// What is wanted of a claim that an engine finds a violation of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// A candidate.
    Candidate,
    /// Nothing: it is refuted, with no more than this takes.
    Refuted,
    /// No more candidates: those that were handed in may turn out to be none, so that what is taken
    /// to end there may go on.
    Doubted,
}

/// An execution that violates a claim.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// What happens, in the user's terms.
    pub message: String,
    /// The execution.
    pub evidence: Evidence,
}

/// How often each edge was taken.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    /// By procedure and edge.
    times: Vec<Vec<u64>>,
    is_counted: bool,
}

impl Visits {
    /// None yet.
    pub fn new(program: &Program) -> Visits {
        let procedures = program.procedures.iter();
        Visits {
            times: procedures.map(|one| vec![0; one.edges.len()]).collect(),
            is_counted: true,
        }
    }

    /// None yet, of an engine that only says whether an edge may be taken at all.
    pub fn uncounted(program: &Program) -> Visits {
        Visits {
            is_counted: false,
            ..Visits::new(program)
        }
    }

    /// An edge was taken.
    pub fn count(&mut self, procedure: ProcedureId, edge: EdgeId) {
        self.times[procedure.0 as usize][edge.0 as usize] += 1;
    }

    /// Adds those of another.
    pub fn add(&mut self, other: &Visits) {
        for (here, there) in self
            .times
            .iter_mut()
            .flatten()
            .zip(other.times.iter().flatten())
        {
            *here += there;
        }
    }

    fn of(&self, (procedure, edge): Step) -> u64 {
        self.times[procedure.0 as usize][edge.0 as usize]
    }
}

/// What an engine has to say when it ends.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Where executions were left.
    pub openings: Openings,
    /// Claims that states may violate which stand for more executions than there are.
    pub alarms: BTreeSet<ClaimId>,
    /// How often each edge was taken, if that was counted.
    pub visits: Option<Visits>,
    /// Why there is nothing left to look at, for people.
    pub how: String,
}

/// What engines have covered of a claim, from the least to the most.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Coverage {
    /// No engine has ended.
    #[default]
    None,
    /// Executions were given up that may violate it.
    Open(Vec<Gap>),
    /// Only executions beyond these bounds were left.
    Bounded(Vec<Bound>),
    /// All of it.
    Whole,
}

#[derive(Clone, Debug, Default)]
struct Entry {
    refutation: Option<(Refutation, Settled)>,
    /// The smallest counterexample so far.
    size: Option<Size>,
    /// Candidates that were handed in since.
    attempts: u32,
    /// Why nobody can believe what an engine says of it.
    doubt: Option<String>,
    coverage: Coverage,
    covered: Option<Settled>,
    how: String,
    /// How often it was checked and held.
    reached: Option<u64>,
}

/// Who settled a claim, and when.
#[derive(Clone, Copy, Debug)]
struct Settled {
    engine: &'static str,
    after: Duration,
}

/// A verdict with its reasons.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What became of the claim.
    pub status: Status,
    /// Why.
    pub reason: Reason,
    /// Who settled it.
    pub engine: Option<&'static str>,
    /// How long after the start.
    pub after: Duration,
    /// How often it was checked and held, if that was counted.
    pub reached: Option<u64>,
}

/// Why a claim has its status.
#[derive(Clone, Debug)]
pub enum Reason {
    /// It was refuted.
    Refuted(Box<Refutation>),
    /// Nobody can believe it.
    Doubt(String),
    /// Executions were given up.
    Gaps(Vec<Gap>),
    /// Executions beyond these bounds were left.
    Bounds(Vec<Bound>),
    /// Everything was followed, and how.
    Covered(String),
}

/// What is known of each claim.
pub struct Ledger<'p> {
    program: &'p Program,
    graph: Graph<'p>,
    selected: ClaimSet,
    claims: ProgramClaims,
    /// Those that are listed, and those that were found to be violated inside of the library.
    entries: BTreeMap<ClaimId, Entry>,
    /// The latter.
    unlisted: BTreeMap<ClaimId, Claim>,
    /// What the library checks.
    library: Entry,
    /// Where candidates were not shown to fail that an engine took to fail.
    doubts: Openings,
    started: Instant,
}

impl<'p> Ledger<'p> {
    /// A ledger of which nothing is known.
    pub fn new(claims: ProgramClaims, task: &Task<'p>, started: Instant) -> Ledger<'p> {
        let entries = claims.listed.iter();
        Ledger {
            program: task.program,
            graph: Graph::new(task.program, Functions::of(task.caller)),
            selected: task.selected,
            entries: entries.map(|claim| (claim.id, Entry::default())).collect(),
            claims,
            unlisted: BTreeMap::new(),
            library: Entry::default(),
            doubts: Openings::default(),
            started,
        }
    }

    /// Nothing can be known of a claim, for a reason.
    pub fn doubt(&mut self, claim: ClaimId, why: String) {
        self.entries.entry(claim).or_default().doubt = Some(why);
    }

    /// Whether a candidate would tell something new about a claim: that it does not hold, or that
    /// less is needed for that.
    pub fn wants(&self, claim: ClaimId, size: Size) -> Want {
        match self.entries.get(&claim) {
            Some(Entry {
                size: Some(known), ..
            }) if size >= *known => Want::Refuted,
            Some(entry) if entry.attempts >= ATTEMPTS => match entry.size {
                Some(_) => Want::Refuted,
                None => Want::Doubted,
            },
            _ => Want::Candidate,
        }
    }

    /// A candidate was handed in.
    pub(crate) fn hand_in(&mut self, candidate: &Candidate) {
        let id = candidate.claim;
        if !self.entries.contains_key(&id) {
            let claim = Claim {
                id,
                span: candidate.span,
                function: None,
                checks: Vec::new(),
                causes: None,
                calls_library: true,
            };
            self.unlisted.insert(id, claim);
        }
        self.entries.entry(id).or_default().attempts += 1;
    }

    /// Whether a candidate is smaller than the counterexample that is known.
    pub(crate) fn is_smaller(&self, candidate: &Candidate) -> bool {
        let entry = self.entries.get(&candidate.claim);
        let known = entry.and_then(|entry| entry.size);
        known.is_none_or(|known| candidate.size < known)
    }

    /// A candidate was executed. Whether the claim is refuted for the first time by that.
    pub(crate) fn record(
        &mut self,
        engine: &'static str,
        candidate: &Candidate,
        found: Finding,
    ) -> bool {
        let settled = self.now(engine);
        let entry = self.entries.entry(candidate.claim).or_default();
        let is_first = entry.size.is_none();
        let is_refuted = matches!(found, Finding::Refuted(_));
        let not_confirmed = |why: &str| format!("a candidate was found and not confirmed: {why}");
        match found {
            Finding::Refuted(refutation) => {
                if is_first {
                    entry.attempts = 0;
                }
                entry.size = Some(candidate.size);
                entry.refutation = Some((*refutation, settled));
            }
            Finding::Unseen(why) => {
                entry.doubt = Some(not_confirmed(&why));
                self.leave(Gap::Unseen(candidate.claim), candidate);
            }
            Finding::Rejected(why) => {
                entry.doubt = Some(not_confirmed(&why));
                self.leave(Gap::Rejected(candidate.claim), candidate);
            }
            Finding::Late => {
                let why = "there was no time left to execute it";
                entry.doubt.get_or_insert_with(|| not_confirmed(why));
                self.leave(Gap::Unseen(candidate.claim), candidate);
            }
        }
        is_first && is_refuted
    }

    /// What was taken to end with a violation may go on.
    pub(crate) fn leave(&mut self, gap: Gap, candidate: &Candidate) {
        self.doubts.add(Cause::Gap(gap), candidate.position.clone());
    }

    /// An engine has ended: what that means for the claims it speaks of, and for what the library
    /// checks.
    pub fn conclude(
        &mut self,
        engine: &'static str,
        survey: Survey,
        about: impl Fn(&Claim) -> bool,
    ) {
        let survey = self.with_unseen(survey);
        self.cover_claims(engine, &survey, &about);
        let ways = self.ways(&survey.openings);
        let mut coverage = coverage(&ways, |reach| self.is_library_open(reach));
        let is_listed =
            |id: &ClaimId| self.entries.contains_key(id) && !self.unlisted.contains_key(id);
        if survey.alarms.iter().any(|id| !is_listed(id)) {
            coverage = coverage.with_alarm();
        }
        let settled = self.now(engine);
        self.library.cover(coverage, settled, &survey.how);
    }

    /// An engine has followed what can violate one claim, and says nothing of any other, nor of what
    /// the library checks. A claim at whose place the library is called is the library's, too, and
    /// stays open.
    pub fn conclude_claim(&mut self, engine: &'static str, survey: Survey, claim: ClaimId) {
        let mut survey = self.with_unseen(survey);
        let mut listed = self.claims.listed.iter();
        if let Some(known) = listed.find(|known| known.id == claim && known.calls_library) {
            let what = "what the library checks in the call at this place".into();
            let gap = Gap::Unable(Place::of(known.span), what);
            let checks = known.checks.iter();
            let at =
                checks.map(|(procedure, edge)| (*procedure, self.program[*procedure][*edge].from));
            survey.openings.add(Cause::Gap(gap), Position::new(at));
        }
        self.cover_claims(engine, &survey, &|known: &Claim| known.id == claim);
    }

    /// Why everything is open of which no engine has said anything.
    pub(crate) fn leave_open(&mut self, engine: &'static str, gap: Gap) {
        let settled = self.now(engine);
        let entries = self.entries.values_mut().chain([&mut self.library]);
        for entry in entries.filter(|entry| entry.coverage == Coverage::None) {
            entry.cover(Coverage::Open(vec![gap.clone()]), settled, "");
        }
    }

    /// What was not seen of the program may do anything.
    fn with_unseen(&self, mut survey: Survey) -> Survey {
        for unseen in &self.program.unseen {
            let gap = Gap::Unsupported(Place::of(unseen.span), unseen.what.clone());
            survey.openings.add(Cause::Gap(gap), Position::default());
        }
        survey
    }

    fn cover_claims(
        &mut self,
        engine: &'static str,
        survey: &Survey,
        about: &dyn Fn(&Claim) -> bool,
    ) {
        let Survey {
            openings,
            alarms,
            visits,
            how,
        } = survey;
        let ways = self.ways(openings);
        let settled = self.now(engine);
        for claim in self.claims.listed.iter().filter(|claim| about(claim)) {
            let is_open = |reach: &Reach| self.is_open(claim, reach, visits.as_ref());
            let mut coverage = coverage(&ways, is_open);
            if alarms.contains(&claim.id) {
                coverage = coverage.with_alarm();
            }
            let entry = self.entries.entry(claim.id).or_default();
            entry.cover(coverage, settled, how);
            if let (Some(visits), None) = (visits, &claim.causes)
                && visits.is_counted
            {
                let times = claim.checks.iter().map(|step| visits.of(*step)).sum();
                entry.reached = entry.reached.max(Some(times));
            }
        }
    }

    /// All engines have ended. What was taken to end with a violation that nobody could show may go on,
    /// whichever engine took it so.
    pub(crate) fn close(&mut self) {
        let doubts = std::mem::take(&mut self.doubts);
        let ways = self.ways(&doubts);
        let touched = self.claims.listed.iter().map(|claim| {
            let coverage = coverage(&ways, |reach| self.is_open(claim, reach, None));
            (claim.id, coverage)
        });
        let touched: Vec<(ClaimId, Coverage)> = touched.collect();
        let library = coverage(&ways, |reach| self.is_library_open(reach));
        drop(ways);
        for (id, coverage) in touched {
            self.entries.entry(id).or_default().uncover(coverage);
        }
        self.library.uncover(library);
    }

    /// What can be reached from openings, for each cause.
    fn ways<'o>(&self, openings: &'o Openings) -> Vec<(&'o Cause, Reach)> {
        // Where one candidate fails for real, others may be hard to show, but end there, too.
        let is_refuted = |id: &ClaimId| {
            let entry = self.entries.get(id);
            entry.is_some_and(|entry| entry.refutation.is_some())
        };
        openings
            .iter()
            .filter(|(cause, _)| !matches!(cause, Cause::Gap(Gap::Unseen(id)) if is_refuted(id)))
            .map(|(cause, positions)| {
                let reach = match cause {
                    Cause::Gap(gap) if gap.leads_anywhere() => Reach::Everything,
                    _ => {
                        let locations = positions.flat_map(|position| position.locations());
                        self.graph.reach(locations, self.selected)
                    }
                };
                (cause, reach)
            })
            .collect()
    }

    /// Whether a claim can be violated by what can be reached, or by what was there before.
    fn is_open(&self, claim: &Claim, reach: &Reach, visits: Option<&Visits>) -> bool {
        if let Reach::Everything = reach {
            return true;
        }
        let taken = |step: &Step| reach.contains(self.program, *step);
        let visited = |step: &Step| visits.is_none_or(|visits| visits.of(*step) > 0);
        let starts = |causes: &Vec<Step>| causes.iter().any(|s| taken(s) || visited(s));
        let is_checked = claim.checks.iter().any(taken);
        let is_open = is_checked && claim.causes.as_ref().is_none_or(starts);
        is_open || (claim.calls_library && self.is_library_open(reach))
    }

    fn is_library_open(&self, reach: &Reach) -> bool {
        let mut checks = self.claims.in_library.iter();
        match reach {
            Reach::Everything => true,
            Reach::Locations(_) => checks.any(|step| reach.contains(self.program, *step)),
        }
    }

    fn now(&self, engine: &'static str) -> Settled {
        Settled {
            engine,
            after: self.started.elapsed(),
        }
    }

    /// Whether nothing is refuted so far.
    pub fn found_nothing(&self) -> bool {
        self.entries
            .values()
            .all(|entry| entry.refutation.is_none())
    }

    /// How many claims are refuted so far.
    pub fn refuted(&self) -> usize {
        let entries = self.entries.values();
        entries.filter(|entry| entry.refutation.is_some()).count()
    }

    /// The claims at points of the user's code.
    pub(crate) fn listed(&self) -> &[Claim] {
        &self.claims.listed
    }

    /// The listed claims of which something is left to be said.
    pub fn open_claims(&self) -> Vec<Claim> {
        let listed = self.claims.listed.iter();
        let open =
            listed.filter(|claim| !self.entries.get(&claim.id).is_some_and(Entry::is_settled));
        open.cloned().collect()
    }

    /// Whether something is unknown that was not followed to its end or a bound.
    pub(crate) fn has_gaps(&self) -> bool {
        let is_open = |entry: &Entry| {
            let is_followed = matches!(entry.coverage, Coverage::Bounded(_) | Coverage::Whole);
            entry.refutation.is_none() && !is_followed
        };
        self.entries.values().any(is_open) || is_open(&self.library)
    }

    /// Whether no engine can tell anything more.
    pub fn is_settled(&self) -> bool {
        self.entries.values().all(Entry::is_settled) && self.library.is_settled()
    }

    /// The claims that are listed and those of calls into the library that were found to fail, each
    /// with its verdict.
    pub fn verdicts(&self) -> Vec<(Claim, Verdict)> {
        let listed = self.claims.listed.iter().cloned();
        let unlisted = self.unlisted.values().filter_map(|claim| {
            let entry = self.entries.get(&claim.id)?;
            entry.refutation.is_some().then(|| claim.clone())
        });
        let all = listed.chain(unlisted).map(|claim| {
            let verdict = self.entries.get(&claim.id).map(Entry::verdict);
            (claim, verdict.unwrap_or_else(|| Entry::default().verdict()))
        });
        all.collect()
    }

    /// The verdict on everything that the library checks and that is not listed.
    pub fn library(&self) -> Verdict {
        let unlisted = self.unlisted.keys().filter_map(|id| self.entries.get(id));
        let mut open = unlisted.filter(|entry| entry.refutation.is_none() && entry.doubt.is_some());
        open.next().unwrap_or(&self.library).verdict()
    }

    /// How many places of the program call library procedures.
    pub fn library_calls(&self) -> usize {
        self.claims.library_calls
    }
}

/// What openings from which there are these ways leave of a claim.
fn coverage(ways: &[(&Cause, Reach)], is_open: impl Fn(&Reach) -> bool) -> Coverage {
    let mut gaps = Vec::new();
    let mut bounds = Vec::new();
    for (cause, _) in ways.iter().filter(|(_, reach)| is_open(reach)) {
        match cause {
            Cause::Gap(gap) => gaps.push(gap.clone()),
            Cause::Bound(bound) => bounds.push(bound.clone()),
        }
    }
    match (gaps.is_empty(), bounds.is_empty()) {
        (false, _) => Coverage::Open(gaps),
        (true, false) => Coverage::Bounded(bounds),
        (true, true) => Coverage::Whole,
    }
}

impl Coverage {
    fn rank(&self) -> u8 {
        match self {
            Coverage::None => 0,
            Coverage::Open(_) => 1,
            Coverage::Bounded(_) => 2,
            Coverage::Whole => 3,
        }
    }

    /// The same of a claim that may be violated by executions that there may not be.
    fn with_alarm(self) -> Coverage {
        let mut gaps = match self {
            Coverage::Open(gaps) => gaps,
            Coverage::None | Coverage::Bounded(_) | Coverage::Whole => Vec::new(),
        };
        if !gaps.contains(&Gap::Overapproximated) {
            gaps.push(Gap::Overapproximated);
        }
        Coverage::Open(gaps)
    }
}

impl Entry {
    /// Takes what an engine says, if that is not less than what another has said.
    fn cover(&mut self, coverage: Coverage, settled: Settled, how: &str) {
        if coverage.rank() >= self.coverage.rank() && self.coverage != Coverage::Whole {
            self.coverage = coverage;
            self.covered = Some(settled);
            self.how = how.to_string();
        }
    }

    /// Takes back what is not covered after all.
    fn uncover(&mut self, coverage: Coverage) {
        let Coverage::Open(doubts) = coverage else {
            return;
        };
        match &mut self.coverage {
            Coverage::Open(gaps) => gaps.extend(doubts),
            covered => *covered = Coverage::Open(doubts),
        }
    }

    fn is_settled(&self) -> bool {
        let is_doubted = self.doubt.is_some() && self.attempts >= ATTEMPTS;
        self.refutation.is_some() || is_doubted || self.coverage == Coverage::Whole
    }

    fn verdict(&self) -> Verdict {
        let (status, reason, settled) = match (&self.refutation, &self.doubt, &self.coverage) {
            (Some((refutation, settled)), _, _) => {
                let reason = Reason::Refuted(Box::new(refutation.clone()));
                (Status::Refuted, reason, Some(*settled))
            }
            (None, Some(doubt), _) => (Status::Unknown, Reason::Doubt(doubt.clone()), self.covered),
            (None, None, Coverage::None) => (Status::Unknown, Reason::Gaps(Vec::new()), None),
            (None, None, Coverage::Open(gaps)) => {
                (Status::Unknown, Reason::Gaps(gaps.clone()), self.covered)
            }
            (None, None, Coverage::Bounded(bounds)) => (
                Status::Bounded,
                Reason::Bounds(bounds.clone()),
                self.covered,
            ),
            (None, None, Coverage::Whole) => (
                Status::Proved,
                Reason::Covered(self.how.clone()),
                self.covered,
            ),
        };
        Verdict {
            status,
            reason,
            engine: settled.map(|settled| settled.engine),
            after: settled.map_or(Duration::ZERO, |settled| settled.after),
            reached: self.reached,
        }
    }
}
