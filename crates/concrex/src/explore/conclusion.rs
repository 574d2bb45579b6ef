//! What an exploration says of the claims that it does not refute.

use engines::explore::{End, Exploration, Statistics};
use report::Status;

/// A verdict, and why.
#[derive(Clone)]
pub(super) struct Conclusion {
    pub(super) status: Status,
    pub(super) message: String,
    /// The most loop turns, if that is what it is bounded by.
    pub(super) bound: Option<u64>,
}

impl Conclusion {
    pub(super) fn of(exploration: &Exploration) -> Conclusion {
        let (status, message) = status_and_reason(exploration);
        Conclusion {
            status,
            message,
            bound: match exploration.end {
                End::Depth(depth) => Some(depth.into()),
                _ => None,
            },
        }
    }
}

fn status_and_reason(exploration: &Exploration) -> (Status, String) {
    let unknown = |reason: &str| (Status::Unknown, reason.to_string());
    match exploration.end {
        End::Exhausted if exploration.gaps.is_empty() && !exploration.bounds.is_empty() => {
            let bounds = bounds(exploration);
            (Status::Bounded, format!("no violation{bounds}"))
        }
        End::Exhausted if exploration.gaps.is_empty() => {
            (Status::Proved, explored(&exploration.statistics))
        }
        End::Exhausted => {
            let reasons: Vec<&str> = exploration.gaps.keys().map(|gap| &**gap).collect();
            (Status::Unknown, reasons.join("; "))
        }
        End::Depth(depth) if exploration.gaps.is_empty() => (
            Status::Bounded,
            format!(
                "no violation on paths with at most {depth} loop turns{}",
                bounds(exploration)
            ),
        ),
        End::Abstracted if exploration.gaps.is_empty() => (
            Status::Bounded,
            format!(
                "no violation up to abstract matching of states{}",
                bounds(exploration)
            ),
        ),
        End::Depth(_) | End::Abstracted => {
            let reasons: Vec<&str> = exploration.gaps.keys().map(|gap| &**gap).collect();
            (Status::Unknown, reasons.join("; "))
        }
        End::Overreached => unknown("states that stand for more executions may violate claims"),
        End::Grown => unknown("what the caller gives grows without end"),
        End::Time => unknown("the limit of time was reached"),
        End::Memory => unknown("the limit of memory was reached"),
        End::Interrupted => unknown("an interrupt ended the exploration"),
        End::Grace => unknown("not settled when a violation was found; `--all` goes on"),
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

/// The bounds on the environment, if there are any.
fn bounds(exploration: &Exploration) -> String {
    let bounds: Vec<&str> = exploration.bounds.iter().map(|bound| &**bound).collect();
    match bounds.is_empty() {
        true => String::new(),
        false => format!(" with {}", bounds.join(" and ")),
    }
}

/// What was done, for the report.
pub(super) fn counters(statistics: &Statistics) -> report::Exploration {
    report::Exploration {
        paths: statistics.paths,
        steps: statistics.steps,
        queries: statistics.queries,
        checks: statistics.checks,
        matched: statistics.matched,
        matched_abstractly: statistics.matched_abstractly,
        stored: statistics.stored,
    }
}
