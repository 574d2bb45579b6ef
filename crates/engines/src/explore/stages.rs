//! The engine `explore`: in stages, which match states in different ways.

use super::{ENGINE, Exploration, Matching, Merging, Options, Strategy, explore};
use crate::desk::{Desk, Run};
use crate::environment::{Call, Caller};
use crate::ledger::Survey;
use crate::limits::tuning::{
    EXACT_STAGE, EXACT_STAGE_OF_JAVA, EXACT_STAGE_OF_METHODS, GENERAL_STAGE, MOST_NODES_OF_A_TRIAL,
    SHARE_OF_FIRST_CALL, SHARE_OF_STAGE, SHARE_WITHOUT_POSTCONDITIONS, WITHOUT_POSTCONDITIONS,
};
use crate::statistics::Statistics;
use crate::symbolic::Setting;
use crate::task::{About, Engine, Task};
use contract::Moment;
use ir::{ClaimKind, ClaimSet};
use solve::Backend;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{Cause, Claim, Gap, Openings, Position};

/// A stage of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The first call of functions with `static` locals.
    FirstCall,
    /// States are matched exactly, for a while.
    Exact,
    /// States are generalised.
    General,
    /// States are matched abstractly.
    Abstract,
    /// What takes all the time that is left, or what was asked for.
    Last,
    /// Without what postconditions remember.
    WithoutPostconditions,
}

impl Stage {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::FirstCall => "first call",
            Stage::Exact => "exact",
            Stage::General => "general",
            Stage::Abstract => "abstract",
            Stage::Last => "last",
            Stage::WithoutPostconditions => "without postconditions",
        }
    }

    /// Whether it is only tried, beside what explores the program.
    pub const fn is_trial(self) -> bool {
        match self {
            Stage::FirstCall | Stage::General | Stage::WithoutPostconditions => true,
            Stage::Exact | Stage::Abstract | Stage::Last => false,
        }
    }
}

/// The engine, and what was asked of it.
#[derive(Clone, Debug)]
pub struct Explore {
    /// The order in which states are taken up, if one was asked for.
    pub strategy: Option<Strategy>,
    /// How states are matched, if one way was asked for.
    pub matching: Option<Matching>,
    /// Whether states are merged where paths meet.
    pub merging: Merging,
    /// The most iterations of loops on a path.
    pub depth: Option<u32>,
    /// How many threads explore.
    pub jobs: NonZeroUsize,
    /// Who decides conditions.
    pub solver: Backend,
    /// The time that is left for whoever comes later.
    pub left: Duration,
}

impl Engine for Explore {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let work = Work {
            task,
            desk,
            options: self.options(task, desk),
            matching: self.matching,
        };
        work.settle();
    }
}

impl Explore {
    fn options(&self, task: &Task<'_>, desk: &Desk<'_>) -> Options {
        let limits = desk.limits();
        let deadline = limits.deadline() - self.left;
        Options {
            setting: Setting {
                contract: task.contract.clone(),
                ..Setting::of(task, limits, self.solver.clone(), deadline)
            },
            strategy: self.strategy.unwrap_or_else(|| usual_strategy(task)),
            matching: self.matching.unwrap_or_default(),
            merging: self.merging,
            memory: limits.memory,
            depth: self.depth,
            nodes: None,
            jobs: self.jobs,
        }
    }
}

/// The strategy where none was asked for. What a caller of Java gives is deep from the start: the
/// smallest structures come first.
fn usual_strategy(task: &Task<'_>) -> Strategy {
    match task.program.start {
        Some(start) if start.caller == ir::Caller::Anyone => Strategy::BreadthFirst,
        _ => Strategy::default(),
    }
}

/// The work on a task.
struct Work<'a, 'd> {
    task: &'a Task<'a>,
    desk: &'a Desk<'d>,
    options: Options,
    matching: Option<Matching>,
}

/// All claims.
const ALL: About = |_| true;

impl Work<'_, '_> {
    /// All stages.
    fn settle(&self) {
        let mut options = self.options.clone();
        let limits = self.desk.limits();
        if options
            .setting
            .globals
            .left_by_earlier_calls()
            .next()
            .is_some()
        {
            if self.first_call(&options) {
                return;
            }
            options.setting.globals = Arc::new(options.setting.globals.in_call(Call::Any));
        }
        let on_the_way = without_postconditions(&options);
        let kept = match on_the_way {
            Some(_) => WITHOUT_POSTCONDITIONS.min(limits.time / SHARE_WITHOUT_POSTCONDITIONS),
            None => Duration::ZERO,
        };
        options.setting.deadline = options.setting.deadline.map(|end| end - kept);
        self.by_matching(&options);
        if let Some(mut options) = on_the_way
            && !self.is_done()
            && self.desk.ledger().found_nothing()
        {
            let end = Instant::now() + WITHOUT_POSTCONDITIONS;
            options.setting.deadline = options.setting.deadline.map(|deadline| deadline.min(end));
            let about: About = |claim: &Claim| claim.kind() != ClaimKind::Postcondition;
            self.stage(Stage::WithoutPostconditions, &options, about);
        }
    }

    /// Looks for violations in the first call of functions with `static` locals, whose initial values
    /// are known. What is not found then may still be there in a later call. Whether that is all,
    /// because something was found.
    fn first_call(&self, options: &Options) -> bool {
        let limits = self.desk.limits();
        let mut options = options.clone();
        options.setting.globals = Arc::new(options.setting.globals.in_call(Call::First));
        options.setting.deadline = Some(limits.share(limits.time, SHARE_OF_FIRST_CALL));
        let exploration = self.explore(Stage::FirstCall, &options);
        self.desk.wait_for_candidates();
        if exploration.stopped != Some(Gap::Found) {
            return false;
        }
        // Later calls were not followed at all.
        let program = self.task.program;
        let start = program.entry.map(|entry| (entry, program[entry].entry));
        let mut openings = Openings::default();
        openings.add(Cause::Gap(Gap::Found), Position::new(start));
        self.conclude(
            Exploration {
                openings,
                ..exploration
            },
            ALL,
        );
        true
    }

    /// Explores as was asked. Where nothing was said of matching, states are matched exactly at
    /// first, because what is found then is so. If that takes long, they are generalised, because what
    /// is not violated then is proved. If that does not help, they are matched abstractly for an
    /// unknown caller, who gives ever larger structures, and exactly for the system.
    fn by_matching(&self, options: &Options) {
        let mut options = options.clone();
        match self.matching {
            Some(Matching::Abstract) => {
                self.stage(Stage::Abstract, &options, ALL);
                if !self.is_done() && self.desk.ledger().found_nothing() {
                    self.general(&options);
                }
            }
            Some(_) => _ = self.stage(Stage::Last, &options, ALL),
            None => {
                let limits = self.desk.limits();
                let length = match self.task.program.start {
                    Some(start) if start.caller == ir::Caller::Anyone => EXACT_STAGE_OF_METHODS,
                    Some(_) => EXACT_STAGE_OF_JAVA,
                    None => EXACT_STAGE,
                };
                options.setting.stage_end = Some(limits.share(length, SHARE_OF_STAGE));
                let stopped = self.stage(Stage::Exact, &options, ALL);
                if stopped != Some(Gap::Time) || self.is_done() || self.is_over(&options) {
                    return;
                }
                options.setting.stage_end = None;
                if self.desk.ledger().found_nothing() {
                    let end = limits.share(GENERAL_STAGE, SHARE_OF_STAGE);
                    let mut shortly = options.clone();
                    shortly.setting.deadline = options.setting.deadline.map(|it| it.min(end));
                    self.general(&shortly);
                    if self.is_done() {
                        return;
                    }
                }
                if options.setting.caller == Caller::Unknown {
                    options.matching = Matching::Abstract;
                }
                self.stage(Stage::Last, &options, ALL);
            }
        }
    }

    fn is_done(&self) -> bool {
        self.desk.ledger().is_settled()
    }

    fn is_over(&self, options: &Options) -> bool {
        let is_late = options
            .setting
            .deadline
            .is_some_and(|end| Instant::now() >= end);
        is_late || self.desk.limits().is_over()
    }

    /// Explores generalised states.
    fn general(&self, options: &Options) {
        let options = Options {
            matching: Matching::General,
            nodes: Some(MOST_NODES_OF_A_TRIAL),
            ..options.clone()
        };
        self.stage(Stage::General, &options, ALL);
    }

    /// Explores, and concludes: why it stopped, if it did.
    fn stage(&self, name: Stage, options: &Options, about: About) -> Option<Gap> {
        let exploration = self.explore(name, options);
        let stopped = exploration.stopped.clone();
        self.conclude(exploration, about);
        stopped
    }

    fn explore(&self, stage: Stage, options: &Options) -> Exploration {
        let started = Instant::now();
        let exploration = explore(self.task.program, options, self.desk);
        self.desk.keep(Run {
            engine: ENGINE,
            stage: Some(stage),
            seconds: started.elapsed().as_secs_f64(),
            statistics: Some(exploration.statistics.clone()),
        });
        exploration
    }

    fn conclude(&self, exploration: Exploration, about: About) {
        let how = explored(&exploration.statistics);
        self.desk.facts().alarms.extend(&exploration.alarms);
        let survey = Survey {
            openings: exploration.openings,
            alarms: exploration.alarms,
            visits: Some(exploration.visits),
            how,
        };
        self.desk.conclude(ENGINE, survey, about);
    }
}

/// Why there is nothing left to explore.
fn explored(statistics: &Statistics) -> String {
    let paths = statistics.paths;
    match statistics.matched {
        0 => format!("all {paths} paths were explored"),
        matched => format!(
            "all paths were explored: {paths} to their end, {matched} to a state that an earlier \
             one subsumes"
        ),
    }
}

/// How to explore for the claims on the way to the end alone, if there are others. Those can be in
/// the way of a proof: what a postcondition says of the start has to be remembered until the end, and
/// without it more states are alike.
fn without_postconditions(options: &Options) -> Option<Options> {
    let mut contract = options.setting.contract.clone()?;
    contract.ensures().next()?;
    contract
        .clauses
        .retain(|clause| clause.moment == Moment::Entry);
    let postcondition = ClaimSet::EMPTY.with(ClaimKind::Postcondition);
    Some(Options {
        setting: Setting {
            contract: Some(contract),
            claims: options.setting.claims.without(postcondition),
            ..options.setting.clone()
        },
        nodes: Some(MOST_NODES_OF_A_TRIAL),
        ..options.clone()
    })
}
