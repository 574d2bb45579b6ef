//! `concrex check --modular`: function by function, with the contracts of called functions in place of
//! their code.
//!
//! Engines work on an abstraction of the program; candidates are executed by the program itself. A
//! proof says which contracts it rests on, unless those were proved before in the same run.

use crate::check::{print, settle, stop_at_interrupt};
use crate::cli::CheckArguments;
use crate::error::Error;
use crate::load::{Language, load};
use crate::output::{self, Color};
use crate::required::Required;
use crate::task;
use contain::Patience;
use contract::Replaced;
use engines::environment::Changed;
use ir::{DatumValue, Expr, Op, Origin, ProcedureId, Program, Target};
use report::Report;
use solve::Interrupt;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;
use verdict::{Assumption, ProgramClaims, Status};

/// Checks the functions that have contracts one after the other, called ones first, and `main`. What was proved with
/// a contract that turns out to be wrong is checked again without it.
pub(crate) fn check(arguments: &CheckArguments, color: Color) -> Result<u8, Error> {
    if arguments.globals == Some(Changed::Nothing) {
        return Err(Error::ModularInitialGlobals);
    }
    let started = Instant::now();
    let interrupt = Interrupt::default();
    stop_at_interrupt(&interrupt);
    let mut contracts = Contracts::default();
    let mut last = None;
    let mut reports: BTreeMap<Option<String>, Report> = BTreeMap::new();
    let mut pending: VecDeque<Option<String>> = entries(arguments)?.into();
    while let Some(entry) = pending.pop_front() {
        if interrupt.is_raised() {
            break;
        }
        let mut arguments = arguments.clone();
        arguments.sources.entry.clone_from(&entry);
        let begun = Instant::now();
        let probe = task::probe(&arguments);
        let settled = settle(&arguments, &probe, &interrupt, &mut contracts)?;
        for name in contracts.take_unfounded() {
            pending.push_front(Some(name.to_string()));
        }
        if !arguments.json {
            let name = entry.as_deref().unwrap_or("main");
            let again = match reports.contains_key(&entry) {
                true => ", again: a contract that it rested on does not hold",
                false => "",
            };
            output::print(&format!("function `{name}`{again}\n"))?;
            let report = settled.report.clone();
            print(report, &arguments, &settled.program, color, begun)?;
            output::print("\n")?;
        }
        reports.insert(entry, settled.report);
        last = Some(settled.program);
    }
    let worst = Status::worst(reports.values().map(Report::verdict));
    match last.filter(|_| arguments.json) {
        Some(program) => {
            let report = merged(reports.into_values().collect());
            print(report, arguments, &program, color, started)
        }
        None => Ok(worst.exit_status()),
    }
}

/// One report of several: of a claim that several functions come to, the worst that is known.
fn merged(reports: Vec<Report>) -> Report {
    let programs = reports.iter().map(|report| &report.program);
    let worst = Status::worst(programs.clone().map(|program| program.status));
    let told = programs.clone().find(|program| program.status == worst);
    let program = told.cloned().unwrap_or_else(|| report::Program {
        status: Status::Proved,
        message: String::new(),
        library_calls: 0,
    });
    let assumed = reports.iter().flat_map(|report| report.assumed.iter());
    let assumed: BTreeSet<String> = assumed.cloned().collect();
    let mut claims: BTreeMap<String, report::Claim> = BTreeMap::new();
    for claim in reports.into_iter().flat_map(|report| report.claims) {
        match claims.get_mut(&claim.id) {
            Some(known) => {
                if Status::worst([known.status, claim.status]) != known.status {
                    *known = claim;
                }
            }
            None => _ = claims.insert(claim.id.clone(), claim),
        }
    }
    let mut claims: Vec<report::Claim> = claims.into_values().collect();
    claims.sort_by(|one, other| {
        let place = |claim: &report::Claim| (claim.location.line, claim.location.column);
        let files = one.location.file.cmp(&other.location.file);
        files.then(place(one).cmp(&place(other)))
    });
    let mut report = Report::new(claims, program);
    report.assumed = assumed.into_iter().collect();
    report
}

/// What is checked: each a function, or `main` as the system calls it.
fn entries(arguments: &CheckArguments) -> Result<Vec<Option<String>>, Error> {
    let is_java = arguments.sources.language() == Language::Java;
    if arguments.sources.entry.is_some() || is_java {
        return Ok(vec![arguments.sources.entry.clone()]);
    }
    let program = load(&arguments.sources, None, &Patience::default())?;
    let mut order = Order {
        program: &program,
        seen: BTreeSet::new(),
        called_first: Vec::new(),
    };
    for (id, procedure) in program.procedures() {
        if procedure.origin == Origin::User {
            order.visit(id);
        }
    }
    let written = order.called_first.into_iter().map(|id| &program[id]);
    let written = written.filter(|it| !it.contracts.is_empty() && &*it.name != "main");
    let mut entries: Vec<Option<String>> = written.map(|it| Some(it.name.to_string())).collect();
    if program.find("main").is_some() {
        entries.push(None);
    }
    Ok(entries)
}

/// Functions in an order in which those that are called come first, as far as there is one.
struct Order<'p> {
    program: &'p Program,
    seen: BTreeSet<ProcedureId>,
    called_first: Vec<ProcedureId>,
}

impl Order<'_> {
    fn visit(&mut self, id: ProcedureId) {
        // Each with the calls that it has not looked at yet.
        let mut pending = vec![(id, callees(self.program, id))];
        if !self.seen.insert(id) {
            return;
        }
        while let Some((id, callees)) = pending.last_mut() {
            match callees.pop() {
                Some(callee) => {
                    if self.seen.insert(callee) {
                        pending.push((callee, self::callees(self.program, callee)));
                    }
                }
                None => {
                    self.called_first.push(*id);
                    pending.pop();
                }
            }
        }
    }
}

fn callees(program: &Program, id: ProcedureId) -> Vec<ProcedureId> {
    let ops = program[id].edges.iter().map(|edge| &edge.op);
    ops.filter_map(|op| match op {
        Op::Call {
            target: Target::Direct(callee),
            ..
        } => Some(*callee),
        _ => None,
    })
    .collect()
}

/// A program in which contracts stand for code.
pub(crate) struct Abstraction {
    pub(crate) program: Program,
    replaced: Replaced,
    reached: BTreeSet<ProcedureId>,
}

impl Abstraction {
    /// Contracts that are known to be wrong do not stand for code.
    pub(crate) fn of(program: &Program, required: &Required, contracts: &Contracts) -> Abstraction {
        let mut program = program.clone();
        for procedure in &mut program.procedures {
            if contracts.refuted.contains(&procedure.name) {
                procedure.contracts.clear();
            }
        }
        let replaced = contract::replace_calls(&mut program, required.preconditions());
        Abstraction {
            reached: reached(&program),
            program,
            replaced,
        }
    }

    /// Leaves out claims in code that contracts stand for: they are settled where that function is
    /// checked.
    pub(crate) fn keep_reached(&self, claims: &mut ProgramClaims) {
        claims
            .listed
            .retain(|claim| claim.function.is_none_or(|id| self.reached.contains(&id)));
    }

    /// The functions whose contracts stand for code that would be reached.
    fn used(&self) -> BTreeSet<Arc<str>> {
        let used = self.replaced.used.iter();
        let used = used.filter(|(caller, _)| self.reached.contains(caller));
        used.map(|(_, callee)| self.program[*callee].name.clone())
            .collect()
    }
}

/// The procedures that executions can come to. Those whose address is taken may be called.
pub(crate) fn reached(program: &Program) -> BTreeSet<ProcedureId> {
    let mut reached: BTreeSet<ProcedureId> = program.entry.into_iter().collect();
    let data = program.globals.iter().flat_map(|global| &global.data);
    reached.extend(data.filter_map(|datum| match datum.value {
        DatumValue::Procedure(id) => Some(id),
        _ => None,
    }));
    let mut pending: Vec<ProcedureId> = reached.iter().copied().collect();
    while let Some(id) = pending.pop() {
        let mut found = callees(program, id);
        for edge in &program[id].edges {
            edge.op.for_each_expr(&mut |expr| {
                expr.for_each(&mut |part| {
                    if let Expr::Procedure(id) = part {
                        found.push(*id);
                    }
                });
            });
        }
        pending.extend(found.into_iter().filter(|id| reached.insert(*id)));
    }
    reached
}

/// What is known of contracts in one run.
#[derive(Default)]
pub(crate) struct Contracts {
    /// The functions that were proved, each with the contracts that this rests on.
    proved: BTreeMap<Arc<str>, BTreeSet<Arc<str>>>,
    /// The functions of which something was refuted.
    refuted: BTreeSet<Arc<str>>,
}

/// The contracts that a proof rests on.
#[derive(Default)]
pub(crate) struct Reliance {
    others: BTreeSet<Arc<str>>,
    /// The function's own, if it calls itself: by induction, that is proved when all is.
    own: Option<Arc<str>>,
}

impl Reliance {
    /// What a verdict has to say of them.
    pub(crate) fn assumption(&self, is_proved: bool) -> Option<Assumption> {
        let own = self.own.iter().filter(|_| !is_proved);
        let names: Vec<Arc<str>> = self.others.iter().chain(own).cloned().collect();
        (!names.is_empty()).then_some(Assumption::Contracts(names))
    }
}

impl Contracts {
    /// The contracts that stand for code and are not proved, those that others rest on among them.
    pub(crate) fn reliance(
        &self,
        abstraction: Option<&Abstraction>,
        function: Option<&Arc<str>>,
    ) -> Reliance {
        let mut reliance = Reliance::default();
        for name in abstraction.map(Abstraction::used).unwrap_or_default() {
            match self.proved.get(&name) {
                Some(others) => reliance.others.extend(others.iter().cloned()),
                None => _ = reliance.others.insert(name),
            }
        }
        reliance.own = function.and_then(|name| reliance.others.take(name));
        reliance
    }

    /// Forgets the functions whose proofs rest on a contract that does not hold, and gives their names.
    fn take_unfounded(&mut self) -> Vec<Arc<str>> {
        let refuted = &self.refuted;
        let rests_on_wrong = |others: &BTreeSet<Arc<str>>| !others.is_disjoint(refuted);
        let proved = self.proved.iter();
        let unfounded = proved.filter(|(_, others)| rests_on_wrong(others));
        let unfounded: Vec<Arc<str>> = unfounded.map(|(name, _)| name.clone()).collect();
        for name in &unfounded {
            self.proved.remove(name);
        }
        unfounded
    }

    /// Remembers a function of which everything is proved, or something is refuted.
    pub(crate) fn record(
        &mut self,
        function: Option<Arc<str>>,
        report: &Report,
        reliance: Reliance,
    ) {
        match (function, report.verdict()) {
            (Some(function), Status::Proved) => {
                self.proved.insert(function, reliance.others);
            }
            (Some(function), Status::Refuted) => {
                self.refuted.insert(function);
            }
            _ => {}
        }
    }
}
