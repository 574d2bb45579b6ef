//! From what a person typed to what engines are to settle.

use crate::cli::{Calls, CheckArguments, Prune, SourceArguments};
use crate::evidence;
use crate::stated::Stated;
use crate::surroundings;
use engines::concretize::{Asking, Concretize, Explain, Pruning, Repeated, States};
use engines::environment::{Assumed, Caller, Changed, Globals};
use engines::explore::Explore;
use engines::infer::{Infer, Order};
use engines::{Effort, Limits, Probe, Task};
use ir::{ClaimKind, ClaimSet, EdgeId, Foreign, GlobalId, Op, Origin, Program};
use solve::Interrupt;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{Assumption, Claim, ProgramClaims};

/// How long to look for further violations after each, unless all are asked for.
const GRACE: Duration = Duration::from_secs(1);
/// The same for Java: the first exception is often that there is no input at all, and a JVM that
/// executes it takes its share of the processor meanwhile.
const GRACE_OF_JAVA: Duration = Duration::from_secs(2);

/// What is to be settled.
pub(crate) fn task<'p>(
    program: &'p Program,
    selected: ClaimSet,
    arguments: &CheckArguments,
    stated: &Stated<'_>,
) -> Task<'p> {
    let is_main = calls_main(program, &arguments.sources);
    let assumes = |name: &str| arguments.assume.iter().any(|assumed| assumed == name);
    Task {
        program,
        selected,
        caller: match is_main {
            true => Caller::System,
            false => Caller::Unknown,
        },
        globals: match is_main || program.start.is_some() {
            true => Arc::default(),
            false => Arc::new(Globals::of(program, arguments.globals.unwrap_or_default())),
        },
        assumed: Assumed {
            nonnull: assumes("nonnull"),
            acyclic: assumes("acyclic"),
            noalias: assumes("noalias"),
        },
        contract: stated.contract.clone(),
    }
}

/// The claims of the program and of the contract of the function that is called.
pub(crate) fn claims(program: &Program, selected: ClaimSet, stated: &Stated<'_>) -> ProgramClaims {
    let mut claims = ProgramClaims::of(program, selected);
    if !selected.contains(ClaimKind::Postcondition) {
        return claims;
    }
    let returns: Vec<(ir::ProcedureId, EdgeId)> = stated
        .called
        .into_iter()
        .flat_map(|id| {
            let edges = program[id].edges.iter().enumerate();
            let returns = edges.filter(|(_, edge)| matches!(edge.op, Op::Return(_)));
            returns.map(move |(index, _)| (id, EdgeId(index as u32)))
        })
        .collect();
    for span in stated.ensured() {
        claims.insert(Claim {
            checks: returns.clone(),
            ..Claim::of_contract(ClaimKind::Postcondition, span)
        });
    }
    claims
}

/// What the check may take.
pub(crate) fn limits(
    program: &Program,
    arguments: &CheckArguments,
    started: Instant,
    interrupt: Interrupt,
) -> Limits {
    Limits {
        started,
        time: arguments.time.0,
        grace: (!arguments.all).then_some(match program.start {
            Some(_) => GRACE_OF_JAVA,
            None => GRACE,
        }),
        memory: Some(arguments.memory.0),
        interrupt,
    }
}

/// How the program is explored.
pub(crate) fn explore(arguments: &CheckArguments) -> Explore {
    Explore {
        strategy: arguments.strategy,
        matching: arguments.matching,
        merging: arguments.merging,
        depth: arguments.depth,
        jobs: arguments
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN),
        solver: arguments.solver.clone(),
        left: Duration::ZERO,
    }
}

/// How inputs are tried.
pub(crate) fn probe(arguments: &CheckArguments) -> Probe {
    let effort = match &arguments.engine[..] {
        [only] if only == "probe" => Effort::Alone,
        _ => Effort::Beside,
    };
    Probe::new(arguments.seed, effort, Vec::new())
}

/// How paths are walked backward from alarms.
pub(crate) fn concretize(arguments: &CheckArguments) -> Concretize {
    Concretize {
        path_length: arguments.path_length,
        domain: arguments.domain,
        pruning: pruning(arguments.prune),
        explain: match arguments.explain {
            true => Explain::Paths,
            false => Explain::Nothing,
        },
        solver: arguments.solver.clone(),
    }
}

/// How specifications of calls are inferred.
pub(crate) fn infer(arguments: &CheckArguments) -> Infer {
    Infer {
        scope: arguments.scope,
        unroll: arguments.unroll,
        order: match arguments.calls {
            Calls::Inferred | Calls::Inlined => Order::DepthFirst,
            Calls::BreadthFirst => Order::BreadthFirst,
            Calls::Cheapest => Order::Cheapest,
        },
        calls: match arguments.calls {
            Calls::Inlined => engines::infer::Calls::Inlined,
            Calls::Inferred | Calls::BreadthFirst | Calls::Cheapest => {
                engines::infer::Calls::Inferred
            }
        },
    }
}

fn pruning(prune: Prune) -> Pruning {
    Pruning {
        states: match prune {
            Prune::None | Prune::Segments => States::AtAlarm,
            Prune::States | Prune::Both => States::Everywhere,
        },
        asking: match prune {
            Prune::None | Prune::States => Asking::Paths,
            Prune::Segments | Prune::Both => Asking::Segments,
        },
        repeated: Repeated::Walked,
    }
}

/// What a verdict assumes of whoever calls.
pub(crate) fn assumed_of_callers(task: &Task<'_>, arguments: &CheckArguments) -> Vec<Assumption> {
    let Assumed {
        nonnull,
        acyclic,
        noalias,
    } = task.assumed;
    let words = [
        (nonnull, Assumption::NonNull),
        (acyclic, Assumption::Acyclic),
        (noalias, Assumption::NoAlias),
    ];
    let words = words
        .into_iter()
        .filter_map(|(said, it)| said.then_some(it));
    let start = task.program.start;
    let start = start.filter(|start| start.caller == ir::Caller::Anyone);
    let of_held = start.filter(|start| start.holds_own);
    words
        .chain(start.map(|_| Assumption::InitialStatics))
        .chain(of_held.map(|_| Assumption::NotHeld))
        .chain(assumed_of_addresses(task))
        .chain(assumed_of_kept_pointers(task))
        .chain(assumed_of_globals(
            task,
            arguments.globals.unwrap_or_default(),
        ))
        .chain(assumed_of_library(task))
        .collect()
}

/// What a verdict about a function of C assumes of what its callers did with the library.
fn assumed_of_library(task: &Task<'_>) -> Vec<Assumption> {
    let is_asked = task.caller == Caller::Unknown && task.program.start.is_none();
    let assumed = is_asked.then(|| surroundings::assumed_of_callers(task.program));
    assumed.unwrap_or_default()
}

/// What a verdict about a function of C assumes of the pointers that it is given.
fn assumed_of_addresses(task: &Task<'_>) -> Option<Assumption> {
    let entry = task
        .program
        .entry
        .filter(|_| task.program.start.is_none())?;
    let procedure = &task.program[entry];
    let mut edges = procedure.edges.iter();
    let takes_addresses = edges.any(|edge| match &edge.op {
        Op::Input { dest, .. } => procedure[*dest].scalar == ir::Scalar::Pointer,
        _ => false,
    });
    let wholes: Vec<GlobalId> = task.globals.exposed_wholes(task.program).collect();
    (takes_addresses && task.caller == Caller::Unknown && !wholes.is_empty())
        .then(|| Assumption::NotInside(names(task.program, &wholes)))
}

/// What a verdict about a function of C assumes of pointers that its earlier calls left.
fn assumed_of_kept_pointers(task: &Task<'_>) -> Option<Assumption> {
    let is_asked = task.caller == Caller::Unknown && task.program.start.is_none();
    let kept: Vec<GlobalId> = task.globals.kept_pointers(task.program).collect();
    (is_asked && !kept.is_empty()).then(|| Assumption::KeptPointers(names(task.program, &kept)))
}

/// What a verdict about a function of C assumes of variables: that those keep their values which
/// the program does not change, though others could.
fn assumed_of_globals(task: &Task<'_>, changed: Changed) -> Option<Assumption> {
    let trusted: Vec<GlobalId> = task.globals.trusted().collect();
    match (trusted.is_empty(), changed) {
        (true, _) => None,
        (false, Changed::Nothing) => Some(Assumption::InitialGlobals),
        (false, _) => Some(Assumption::Unchanged(names(task.program, &trusted))),
    }
}

/// What a verdict assumes of every execution.
pub(crate) fn assumed_of_executions(program: &Program, selected: ClaimSet) -> Vec<Assumption> {
    let undefined = undefined_kinds(program).into_iter();
    let not_asked: Vec<ClaimKind> = undefined.filter(|kind| !selected.contains(*kind)).collect();
    let not_asked = (!not_asked.is_empty()).then_some(Assumption::NotAsked(not_asked));
    let allocations = evidence::allocates(program).then_some(Assumption::AllocationsSucceed);
    let recursion = frontend_java::deepest_recursion(program);
    let locale = frontend_java::uses_default_locale(program).then_some(Assumption::EnglishLocale);
    let undefined = program.undefined.iter();
    let undefined = undefined.filter(|(_, assumed)| **assumed == Foreign::Returns);
    let undefined: Vec<Arc<str>> = undefined.map(|(name, _)| name.clone()).collect();
    let undefined = (!undefined.is_empty()).then_some(Assumption::Undefined(undefined));
    not_asked
        .into_iter()
        .chain(allocations)
        .chain(undefined)
        .chain(recursion.map(|depth| Assumption::Stack(depth.into())))
        .chain(locale)
        .chain(surroundings::assumed(program))
        .collect()
}

/// The kinds of claims that the user's code makes and after whose violation C leaves everything open,
/// although execution goes on in the interpreter: with numbers that wrap, for instance.
fn undefined_kinds(program: &Program) -> BTreeSet<ClaimKind> {
    let users = program
        .procedures
        .iter()
        .filter(|one| one.origin == Origin::User);
    let kinds = users
        .flat_map(|one| &one.edges)
        .filter_map(|edge| match &edge.op {
            Op::Check(check) => Some(check.kind),
            _ => None,
        });
    kinds
        .filter(|kind| {
            matches!(
                kind,
                ClaimKind::Overflow
                    | ClaimKind::Division
                    | ClaimKind::DivisionOverflow
                    | ClaimKind::Shift
                    | ClaimKind::FloatToInt
                    | ClaimKind::UnreachableMarker
                    | ClaimKind::Overlap
                    | ClaimKind::VlaBound
            )
        })
        .collect()
}

/// The names of variables.
pub(crate) fn names(program: &Program, globals: &[GlobalId]) -> Vec<Arc<str>> {
    globals.iter().map(|id| program[*id].name.clone()).collect()
}

/// Whether execution starts at `main`.
pub(crate) fn calls_main(program: &Program, sources: &SourceArguments) -> bool {
    match program.start {
        Some(start) => start.caller == ir::Caller::System,
        None => sources.entry.as_deref().is_none_or(|entry| entry == "main"),
    }
}
