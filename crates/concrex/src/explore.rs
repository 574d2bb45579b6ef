//! Programs with inputs: the engine `explore` looks for candidates, which are executed before
//! anybody hears of them.

mod conclusion;
mod judge;
mod stated;

use crate::cli::{CheckArguments, SourceArguments};
use crate::evidence;
use contract::Moment;
use engines::explore::{
    self, Assumed, Call, Caller, Changed, End, Exploration, Globals, Matching, Options, Strategy,
};
use ir::{ClaimKind, ClaimSet, GlobalId, Program};
use judge::Judge;
use report::{ClaimPoint, ProgramClaims, Report};
use stated::Stated;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

const ENGINE: &str = "explore";

/// How long to look for further violations after each, unless all are asked for.
const GRACE: Duration = Duration::from_secs(1);
/// The same for Java: the first exception is often that there is no input at all, and a JVM that
/// executes it takes its share of the processor meanwhile.
const GRACE_OF_JAVA: Duration = Duration::from_secs(2);

/// How long states are matched exactly before they are generalised.
const EXACT_TURN: Duration = Duration::from_secs(1);
/// The same for a program of Java, which starts with more than one of C does.
const EXACT_TURN_OF_JAVA: Duration = Duration::from_secs(2);
/// The same for a method of Java: objects bring the library with them, and what is alike in shape
/// there is rarely alike in what follows.
const EXACT_TURN_OF_METHODS: Duration = Duration::from_secs(8);

/// How long generalised states are explored.
const GENERAL_TURN: Duration = Duration::from_secs(3);

/// How much time is kept for claims on the way to the end, if others are in the way of a proof.
const ALONE: Duration = Duration::from_secs(1);

/// How many objects of the caller a search may come to that is only tried: exact matching comes to an
/// end after a few of them, or never.
const MOST_NODES: u32 = 12;

/// Settles the claims of a program by exploring it.
pub(crate) fn settle(
    program: &Program,
    mut claims: ProgramClaims,
    selected: ClaimSet,
    arguments: &CheckArguments,
    started: Instant,
) -> Report {
    let mut options = options(program, selected, arguments, started);
    let stated = Stated::read(program, arguments);
    options.contract.clone_from(&stated.contract);
    if selected.contains(ClaimKind::Postcondition) {
        for span in stated.ensured() {
            claims.insert(ClaimPoint {
                kind: ClaimKind::Postcondition,
                location: evidence::locate(program, span),
            });
        }
    }
    let mut judge = Judge::new(stated, program, selected, arguments, &options, started);
    stop_at_interrupt(&options);
    if options.globals.left_by_earlier_calls().next().is_some() {
        let first = in_first_call(&options, arguments);
        let exploration = explore_in_turns(program, &first, arguments, &mut judge);
        if exploration.end == End::Grace {
            return judge.report(claims, &exploration, None);
        }
        options.globals = Arc::new(options.globals.in_call(Call::Any));
    }
    let on_the_way = without_postconditions(&options);
    let kept = on_the_way
        .as_ref()
        .map(|_| ALONE.min(arguments.time.0 / 10));
    let first = Options {
        deadline: options.deadline.map(|end| end - kept.unwrap_or_default()),
        ..options
    };
    let exploration = explore_in_turns(program, &first, arguments, &mut judge);
    let is_proved = is_clean(&exploration, End::Exhausted) && exploration.bounds.is_empty();
    let on_the_way = on_the_way.filter(|_| !is_proved && judge.found_nothing());
    let alone = on_the_way.map(|mut options| {
        let end = Instant::now() + ALONE;
        options.deadline = options.deadline.map(|deadline| deadline.min(end));
        explore::explore(program, &options, &mut judge)
    });
    let alone = alone.filter(|alone| is_clean(alone, End::Exhausted));
    judge.report(claims, &exploration, alone.as_ref())
}

/// How to look for violations in the first call of functions with `static` locals, whose initial
/// values are known. What is not found then may still be there in a later call.
fn in_first_call(options: &Options, arguments: &CheckArguments) -> Options {
    let share = Instant::now() + arguments.time.0 / 4;
    Options {
        globals: Arc::new(options.globals.in_call(Call::First)),
        deadline: options.deadline.map(|deadline| deadline.min(share)),
        ..options.clone()
    }
}

/// How to explore for the claims on the way to the end alone, if there are others. Those can be in
/// the way of a proof: what a postcondition says of the start has to be remembered until the end,
/// and without it more states are alike.
fn without_postconditions(options: &Options) -> Option<Options> {
    let mut contract = options.contract.clone()?;
    contract.ensures().next()?;
    contract
        .clauses
        .retain(|clause| clause.moment == Moment::Entry);
    let postcondition = ClaimSet::EMPTY.with(ClaimKind::Postcondition);
    Some(Options {
        contract: Some(contract),
        claims: options.claims.without(postcondition),
        nodes: Some(MOST_NODES),
        ..options.clone()
    })
}

/// Explores as was asked. Where nothing was said of matching, states are matched exactly at first,
/// because what is found then is so. If that takes long, they are generalised, because what ends
/// then is proved. If that does not help, they are matched abstractly for an unknown caller, who
/// gives ever larger structures, and exactly for the system.
fn explore_in_turns(
    program: &Program,
    options: &Options,
    arguments: &CheckArguments,
    judge: &mut Judge<'_>,
) -> Exploration {
    let mut options = options.clone();
    match arguments.matching {
        Some(Matching::Abstract) => {
            let exploration = explore::explore(program, &options, judge);
            match is_clean(&exploration, End::Abstracted) && judge.found_nothing() {
                true => certified(program, &options, exploration, judge),
                false => exploration,
            }
        }
        Some(_) => explore::explore(program, &options, judge),
        None => {
            let deadline = options.deadline;
            let turn = |length: Duration| Instant::now() + length.min(arguments.time.0 / 4);
            options.turn = Some(match program.start {
                Some(start) if start.caller == ir::Caller::Anyone => turn(EXACT_TURN_OF_METHODS),
                Some(_) => turn(EXACT_TURN_OF_JAVA),
                None => turn(EXACT_TURN),
            });
            let exploration = explore::explore(program, &options, judge);
            let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if exploration.end != End::Time || is_over {
                return exploration;
            }
            options.turn = None;
            if judge.found_nothing() {
                let general = turn(GENERAL_TURN);
                options.deadline = deadline.map(|deadline| deadline.min(general));
                let exploration = certified(program, &options, exploration, judge);
                if is_clean(&exploration, End::Exhausted) {
                    return exploration;
                }
            }
            options.deadline = deadline;
            if options.caller == Caller::Unknown {
                options.matching = Matching::Abstract;
            }
            explore::explore(program, &options, judge)
        }
    }
}

/// Whether an exploration ended like this, and nothing on the way is unknown.
fn is_clean(exploration: &Exploration, end: End) -> bool {
    exploration.end == end && exploration.gaps.is_empty() && exploration.rejected.is_empty()
}

/// The exploration with generalised states, if it proves anything, or else the one before.
fn certified(
    program: &Program,
    options: &Options,
    before: Exploration,
    judge: &mut Judge<'_>,
) -> Exploration {
    let options = Options {
        matching: Matching::General,
        nodes: Some(MOST_NODES),
        ..options.clone()
    };
    let exploration = explore::explore(program, &options, judge);
    match is_clean(&exploration, End::Exhausted) {
        true => exploration,
        false => before,
    }
}

/// Ctrl-C ends the exploration: the verdicts so far are shown.
fn stop_at_interrupt(options: &Options) {
    let interrupt = options.interrupt.clone();
    // Without a handler, Ctrl-C ends the process, as it does everywhere else.
    let _ = ctrlc::set_handler(move || {
        if interrupt.is_raised() {
            std::process::exit(130);
        }
        interrupt.raise();
    });
}

fn options(
    program: &Program,
    selected: ClaimSet,
    arguments: &CheckArguments,
    started: Instant,
) -> Options {
    let is_main = calls_main(program, &arguments.sources);
    let assumes = |name: &str| arguments.assume.iter().any(|assumed| assumed == name);
    Options {
        claims: selected,
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
        strategy: arguments
            .strategy
            .unwrap_or_else(|| usual_strategy(program)),
        matching: arguments.matching.unwrap_or_default(),
        merging: arguments.merging,
        deadline: Some(started + arguments.time.0),
        grace: (!arguments.all).then_some(match program.start {
            Some(_) => GRACE_OF_JAVA,
            None => GRACE,
        }),
        memory: Some(arguments.memory.0),
        depth: arguments.depth,
        jobs: arguments
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN),
        solver: arguments.solver.clone(),
        ..Options::default()
    }
}

/// The strategy where none was asked for. What a caller of Java gives is deep from the start: the
/// smallest structures come first.
fn usual_strategy(program: &Program) -> Strategy {
    match program.start {
        Some(start) if start.caller == ir::Caller::Anyone => Strategy::BreadthFirst,
        _ => Strategy::default(),
    }
}

/// What a verdict about a function of C assumes of variables: that those keep their values which
/// the program does not change, though others could.
fn assumed_of_globals(program: &Program, globals: &Globals, changed: Changed) -> Option<String> {
    let trusted: Vec<GlobalId> = globals.trusted().collect();
    match trusted[..] {
        [] => None,
        _ if changed == Changed::Nothing => {
            Some("that global variables hold their initial values".to_string())
        }
        [one] => {
            let name = &program[one].name;
            Some(format!("that `{name}` holds its initial value"))
        }
        _ => {
            let names = names(program, &trusted);
            Some(format!("that {names} hold their initial values"))
        }
    }
}

/// The names of variables, for people: not all if they are many.
fn names(program: &Program, globals: &[GlobalId]) -> String {
    const MOST: usize = 6;
    let shown = globals.iter().take(MOST);
    let shown: Vec<String> = shown.map(|id| format!("`{}`", program[*id].name)).collect();
    match (globals.len().checked_sub(MOST), &shown[..]) {
        (Some(rest @ 1..), _) => format!("{} and {rest} others", shown.join(", ")),
        (_, [first @ .., last]) if !first.is_empty() => {
            format!("{} and {last}", first.join(", "))
        }
        _ => shown.join(""),
    }
}

/// What a verdict about a method of Java assumes of the rest of the program.
fn assumed_of_statics(program: &Program) -> Option<&'static str> {
    let start = program.start?;
    (start.caller == ir::Caller::Anyone)
        .then_some("that static fields hold what their initialisers gave them")
}

/// Whether a contract restricts who calls the function, understood or not.
pub(crate) fn has_contract(program: &Program, arguments: &CheckArguments) -> bool {
    let called = stated::called(program, &arguments.sources);
    let stated = called.map(|id| contract::resolve(program, id));
    !arguments.no_contracts
        && stated.is_some_and(|(contract, errors)| {
            contract != contract::Contract::default() || !errors.is_empty()
        })
}

/// Whether execution starts at `main`.
pub(crate) fn calls_main(program: &Program, sources: &SourceArguments) -> bool {
    match program.start {
        Some(start) => start.caller == ir::Caller::System,
        None => sources.entry.as_deref().is_none_or(|entry| entry == "main"),
    }
}
