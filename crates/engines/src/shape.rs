//! The engine `shape`: analysis of programs with linked structures by three-valued logic, for structures of any
//! size (*Generating Concrete Counterexamples for Sound Abstract Interpretation*, Section 5).
//!
//! A program becomes one procedure (`flatten`), its objects are put in classes (`classes`), what is described of
//! its locals is found (`roles`), and its operations become actions on structures (`words`, `translate`), which
//! the crate `shape` carries to a fixpoint. What no structure violates is concluded.

mod bodies;
mod checks;
mod classes;
mod condition;
mod flatten;
mod given;
mod heaps;
mod identity;
mod numbers;
mod ordering;
mod promote;
mod roles;
mod said;
mod sizes;
mod spec;
mod startup;
mod tags;
mod tidy;
mod translate;
mod words;

use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::ledger::{Survey, Visits};
use crate::limits::tuning::{MOST_STRUCTURES, SHAPES, SHARE_OF_SHAPES};
use crate::task::{Engine, Share, Task};
use ::shape::{Join, Options, Outcome, Structure, analyse};
use classes::Classes;
use domains::constants::Constants;
use flatten::{Flat, Obstacle, flatten};
use heaps::{Assumed, Given, Shaped, Statements};
use ir::{ClaimKind, Expr, Op, ProcedureId, Program, Rest, Span};
use promote::Promoted;
use roles::Roles;
use spec::Spec;
use startup::Startup;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use translate::{Broken, Report, Source, Translation, translate};
use verdict::{Bound, Cause, ClaimId, Gap, Openings, Place, Position, Step};
use words::{Subject, Words};

/// Its name.
const ENGINE: &str = "shape";

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// How much of the time it takes.
    pub share: Share,
}

impl Engine for Shape {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        if !has_recursive_records(task.program, self.share) {
            return;
        }
        let started = Instant::now();
        let until = match self.share {
            Share::All => desk.limits().deadline(),
            Share::Part => desk.limits().share(SHAPES, SHARE_OF_SHAPES),
        };
        let desk = &Counter {
            desk,
            share: self.share,
        };
        match Prepared::of(task, until) {
            Ok(prepared) => prepared.run(task, desk, until),
            Err(obstacle) => desk.leave(task.program, obstacle),
        }
        desk.desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: None,
        });
    }
}

/// Whether a record leads to records of its own: one of the program's, if there are other engines. Nearly every
/// program of Java has such records of the library.
fn has_recursive_records(program: &Program, share: Share) -> bool {
    let types = &program.types;
    let is_asked = |name: &str| share == Share::All || !classes::is_of_library(name);
    let leads = |record: ir::RecordId| {
        let fields = types.record(record).fields.iter();
        fields.filter_map(|field| match types.get(field.ty) {
            ir::Type::Pointer(target) => match types.get(*target) {
                ir::Type::Record(record) => Some(*record),
                _ => None,
            },
            _ => None,
        })
    };
    let mut records = types.records().filter(|(_, it)| is_asked(&it.name));
    records.any(|(record, _)| {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<ir::RecordId> = leads(record).collect();
        while let Some(next) = pending.pop() {
            if seen.insert(next) {
                pending.extend(leads(next));
            }
        }
        seen.contains(&record)
    })
}

fn start(program: &Program) -> Position {
    Position::new(program.entry.map(|entry| (entry, program[entry].entry)))
}

/// Where conclusions are handed in.
struct Counter<'d, 'a> {
    desk: &'d Desk<'a>,
    share: Share,
}

impl Counter<'_, '_> {
    /// Everything after an obstacle is open.
    fn leave(&self, program: &Program, obstacle: Obstacle) {
        let gap = Gap::Unable(Place::of(obstacle.span), obstacle.what.into());
        self.give_up(program, gap);
    }

    /// Everything is open. Where there are other engines, their reasons are better.
    fn give_up(&self, program: &Program, gap: Gap) {
        match self.share {
            Share::Part => self.desk.leave_open(ENGINE, gap),
            Share::All => {
                let mut openings = Openings::default();
                openings.add(Cause::Gap(gap), start(program));
                self.conclude(openings, BTreeSet::new(), None);
            }
        }
    }

    fn conclude(&self, openings: Openings, alarms: BTreeSet<ClaimId>, visits: Option<Visits>) {
        // What may be violated in states that there may not be is for other engines.
        let left = match self.share {
            Share::All => BTreeSet::new(),
            Share::Part => alarms.clone(),
        };
        let survey = Survey {
            openings,
            alarms,
            visits,
            how: "no heap violates it, of any size (analysis of shapes)".to_string(),
        };
        self.desk
            .conclude(ENGINE, survey, |claim| !left.contains(&claim.id));
        if !left.is_empty() {
            self.desk.leave_open(ENGINE, Gap::Overapproximated);
        }
    }

    fn has_to_stop(&self, until: Instant) -> Option<Gap> {
        self.desk.has_to_stop_proving(until)
    }
}

/// A program, made ready.
struct Prepared<'p> {
    program: &'p Program,
    flat: Flat,
    promoted: Promoted,
}

impl<'p> Prepared<'p> {
    /// A program as one procedure.
    fn of(task: &Task<'p>, until: Instant) -> Result<Prepared<'p>, Obstacle> {
        let program = task.program;
        let startup = Startup::of(program, until)?;
        let executed = startup.as_ref().map(|startup| startup.location);
        let mut flat = flatten(program, called(task), executed)?;
        let promoted = promote::promote(task, startup.as_ref(), &mut flat);
        identity::resolve(program, &mut flat, &promoted);
        tags::prune(program, &mut flat, &promoted);
        prune(program, &mut flat);
        tidy::tidy(&mut flat);
        Ok(Prepared {
            program,
            flat,
            promoted,
        })
    }

    fn run(&self, task: &Task<'_>, desk: &Counter<'_, '_>, until: Instant) {
        let classes = Classes::of(self.program, &self.flat, &self.promoted);
        let contract = task.contract.as_ref();
        let roles = roles::roles(self.program, &self.flat, &classes, contract);
        if roles.classes.is_empty() {
            return self.follow_nothing(desk);
        }
        let spec = Spec::of(contract, self.program, &classes);
        let mut given = self.given(task, &classes, &roles, &spec);
        let mut subject = Subject {
            program: self.program,
            procedure: &self.flat.procedure,
            classes: &classes,
            roles: &roles,
            spec: &spec,
            assumed: Assumed::default(),
        };
        let sets = words::path_sets(&subject);
        subject.assumed = given.assumed(&sets);
        // What is taken to hold of all heaps is taken back where it may not, until nothing is.
        loop {
            let (translation, outcome) = self.analyse(task, desk, until, &subject, &given);
            let broken = broken(&translation, &outcome);
            if broken.is_empty() || outcome.incomplete.is_some() {
                return self.conclude(task, desk, (&translation, &outcome), &classes);
            }
            for broken in broken {
                match broken {
                    Broken::Circle(paths) => _ = subject.assumed.acyclic.remove(&sets[paths]),
                    Broken::Sharing(paths) => _ = subject.assumed.unshared.remove(&sets[paths]),
                    Broken::Beyond => given = Given::Anything,
                }
            }
            if given == Given::Anything {
                subject.assumed = Assumed::default();
            }
        }
    }

    /// There is no linked structure, or none whose objects are followed, which a program of Java nearly always has.
    fn follow_nothing(&self, desk: &Counter<'_, '_>) {
        if self.program.start.is_some() {
            let what = "linked structures that are mixed with arrays, static fields or objects of the library";
            let span = Span::NONE;
            desk.leave(self.program, Obstacle { span, what });
        }
    }

    /// What is known of the heaps that the program starts with.
    fn given(&self, task: &Task<'_>, classes: &Classes<'_>, roles: &Roles, spec: &Spec) -> Given {
        let Some(call) = &self.flat.call else {
            return Given::Nothing;
        };
        let is_described = |value: &Expr| match value {
            Expr::Local(local) => roles.pointers.contains_key(local),
            _ => false,
        };
        let parameters = call.parameters.iter().enumerate();
        let described = parameters.filter(|(_, value)| is_described(value));
        let described: Vec<ir::LocalId> = described
            .map(|(index, _)| ir::LocalId(index as u32))
            .collect();
        // All fields of the objects that are described, since they may be mixed.
        let followed = words::links(classes, roles);
        let statements = Statements::of(spec, self.program, classes);
        match statements.given(&described, &followed) {
            Given::Anything if task.assumed.acyclic => Given::Shaped(Shaped {
                along: followed,
                is_unshared: false,
                has_others: false,
                within: BTreeMap::new(),
                ends: BTreeSet::new(),
                bodies: BTreeMap::new(),
            }),
            given => given,
        }
    }

    /// The analysis of all heaps that can occur if something is taken to hold of them.
    fn analyse(
        &self,
        task: &Task<'_>,
        desk: &Counter<'_, '_>,
        until: Instant,
        subject: &Subject<'_>,
        given: &Given,
    ) -> (Translation, Outcome) {
        let words = Words::of(subject);
        let translation = translate(&Source {
            program: self.program,
            flat: &self.flat,
            promoted: &self.promoted,
            classes: subject.classes,
            roles: subject.roles,
            spec: subject.spec,
            words: &words,
            given,
            selected: task.selected,
        });
        let options = Options {
            join: Join::Partial,
            max_structures: MOST_STRUCTURES,
        };
        let empty = Structure::empty(&words.vocabulary);
        let stop = || desk.has_to_stop(until).is_some();
        let graph = &translation.graph;
        let outcome = analyse(&words.vocabulary, graph, &[empty], &options, &stop);
        (translation, outcome)
    }

    fn conclude(
        &self,
        task: &Task<'_>,
        desk: &Counter<'_, '_>,
        (translation, outcome): (&Translation, &Outcome),
        classes: &Classes<'_>,
    ) {
        if outcome.incomplete.is_some() {
            let gap = desk.has_to_stop(Instant::now()).unwrap_or(Gap::Memory);
            return desk.give_up(self.program, gap);
        }
        let mut openings = self.left_out(classes);
        for (location, edge) in &translation.left {
            if !outcome.structures[location.0].is_empty() {
                let position = self.flat.calls.get(edge).cloned();
                let position = position.unwrap_or_else(|| start(self.program));
                openings.add(Cause::Gap(self.left(*edge)), position);
            }
        }
        let mut failing: BTreeSet<(Step, ClaimKind)> = BTreeSet::new();
        let mut alarms = BTreeSet::new();
        for message in &outcome.messages {
            match translation.reports.get(&(message.edge, message.claim)) {
                Some(Report::Check(edge, kind)) => match self.flat.origins[edge.0 as usize] {
                    Some(step) if task.selected.contains(*kind) => {
                        _ = failing.insert((step, *kind))
                    }
                    _ => self.undefined(&mut openings, *edge, *kind),
                },
                Some(Report::Postcondition(span)) => {
                    alarms.insert(ClaimId::new(ClaimKind::Postcondition, *span));
                }
                Some(Report::Broken(_)) | None => {}
            }
        }
        self.raise(desk.desk, &failing, &mut alarms);
        let visits = self.visits(translation, outcome);
        desk.conclude(openings, alarms, visits);
    }

    /// What callers could give and are taken not to.
    fn left_out(&self, classes: &Classes<'_>) -> Openings {
        let mut openings = Openings::default();
        for rest in classes.left_out() {
            let cause = match rest {
                Rest::Nothing => continue,
                Rest::Needed(what) => Cause::Gap(Gap::Unsupported(
                    Place::of(Span::NONE),
                    what.as_str().into(),
                )),
                Rest::LeftOut(what) => Cause::Bound(Bound::Environment(what.clone())),
            };
            openings.add(cause, start(self.program));
        }
        openings
    }

    /// The operations that some heap comes to, where calls are left with nothing worse behind them than what
    /// the program does there.
    fn visits(&self, translation: &Translation, outcome: &Outcome) -> Option<Visits> {
        self.program.start?;
        let mut visits = Visits::uncounted(self.program);
        for (index, edge) in self.flat.procedure.edges.iter().enumerate() {
            let location = translation.locations[edge.from.0 as usize];
            if let Some((procedure, edge)) = self.flat.origins[index]
                && !outcome.structures[location.0].is_empty()
            {
                visits.count(procedure, edge);
            }
        }
        Some(visits)
    }

    /// Undefined behaviour of a kind that nobody asked about.
    fn undefined(&self, openings: &mut Openings, edge: ir::EdgeId, kind: ClaimKind) {
        let op = &self.flat.procedure[edge].op;
        let is_harmless = match op {
            Op::Check(check) => matches!(
                check.condition,
                ir::Condition::Holds(_)
                    | ir::Condition::NothingLeaked
                    | ir::Condition::EverythingFreed
            ),
            _ => false,
        };
        if !is_harmless || kind == ClaimKind::Bounds {
            let place = Place::of(self.flat.procedure[edge].span);
            openings.add(
                Cause::Gap(Gap::Undefined(place, Some(kind))),
                start(self.program),
            );
        }
    }

    /// The claims of checks that may fail; those of the library are one that nobody lists.
    fn raise(
        &self,
        desk: &Desk<'_>,
        failing: &BTreeSet<(Step, ClaimKind)>,
        alarms: &mut BTreeSet<ClaimId>,
    ) {
        let mut listed: BTreeSet<(Step, ClaimKind)> = BTreeSet::new();
        for claim in desk.ledger().listed() {
            for step in &claim.checks {
                let failure = (*step, claim.kind());
                if failing.contains(&failure) {
                    alarms.insert(claim.id);
                }
                listed.insert(failure);
            }
        }
        for ((procedure, edge), kind) in failing.difference(&listed) {
            let span = self.program[*procedure][*edge].span;
            alarms.insert(ClaimId::new(*kind, span));
        }
    }

    fn left(&self, id: ir::EdgeId) -> Gap {
        let edge = &self.flat.procedure[id];
        let place = Place::of(edge.span);
        match &edge.op {
            Op::Unsupported(what) if self.flat.calls.contains_key(&id) => {
                Gap::Unable(place, what.clone())
            }
            Op::Unsupported(what) => Gap::Unsupported(place, what.clone()),
            Op::Havoc { function, .. } => Gap::Missing(function.clone()),
            _ => Gap::Unable(place, "an operation".into()),
        }
    }
}

/// What was taken to hold of all heaps and may not.
fn broken(translation: &Translation, outcome: &Outcome) -> BTreeSet<Broken> {
    let messages = outcome.messages.iter();
    let reports =
        messages.filter_map(|message| translation.reports.get(&(message.edge, message.claim)));
    let broken = reports.filter_map(|report| match report {
        Report::Broken(broken) => Some(*broken),
        _ => None,
    });
    broken.collect()
}

/// The procedure that an unknown caller calls.
fn called(task: &Task<'_>) -> Option<ProcedureId> {
    if task.caller == Caller::System {
        return None;
    }
    if let Some(start) = task.program.start {
        return Some(start.procedure);
    }
    let entry = &task.program[task.program.entry?];
    entry.edges.iter().find_map(|edge| match &edge.op {
        Op::Call {
            target: ir::Target::Direct(id),
            ..
        } if &*task.program[*id].name != ir::CHOOSE_VARIABLES => Some(*id),
        _ => None,
    })
}

/// Takes out what constants make unreachable, and in programs that were executed up to here, what they decide: it
/// tells nothing apart.
fn prune(program: &Program, flat: &mut Flat) {
    let constants = Constants::of(program, &flat.procedure);
    let replaced = |edge: &ir::Edge| {
        let Some(state) = constants.at(edge.from) else {
            return Some(Op::Assume(Expr::FALSE));
        };
        let Op::Assume(condition) = &edge.op else {
            return None;
        };
        match state.evaluate(program.data_model, &flat.procedure, condition)? {
            0 => Some(Op::Assume(Expr::FALSE)),
            _ => program.start.map(|_| Op::Skip),
        }
    };
    let replaced: Vec<Option<Op>> = flat.procedure.edges.iter().map(replaced).collect();
    for (edge, op) in flat.procedure.edges.iter_mut().zip(replaced) {
        let Some(op) = op else {
            continue;
        };
        if op != Op::Skip {
            edge.span = Span::NONE;
        }
        edge.op = op;
    }
}
