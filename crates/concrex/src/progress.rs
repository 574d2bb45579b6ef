//! A line on a terminal that says how far a long run got. In a pipe there is none.

use engines::Statistics;
use engines::Watch;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const QUIET: Duration = Duration::from_secs(1);

/// How often the line changes.
const PAUSE: Duration = Duration::from_millis(200);

/// The line, which is erased when this is dropped.
pub(crate) struct Progress {
    started: Instant,
    line: Mutex<Line>,
}

struct Line {
    next: Option<Instant>,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        let started = Instant::now();
        let next = std::io::stderr().is_terminal().then(|| started + QUIET);
        let line = Line { next, shown: false };
        Progress {
            started,
            line: Mutex::new(line),
        }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the line away.
    pub(crate) fn erase(&self) {
        if std::mem::take(&mut self.line().shown) {
            eprint!("\r\x1b[K");
        }
    }
}

impl Watch for Progress {
    /// Shows the counters, if it is time to.
    fn progress(&self, statistics: &Statistics, refuted: usize) {
        let now = Instant::now();
        let mut line = self.line();
        if line.next.is_none_or(|next| now < next) {
            return;
        }
        line.next = Some(now + PAUSE);
        line.shown = true;
        let Statistics {
            paths,
            waiting,
            matched,
            queries,
            ..
        } = statistics;
        let seconds = self.started.elapsed().as_secs();
        let found = match refuted {
            0 => String::new(),
            count => format!(", {count} refuted"),
        };
        eprint!(
            "\r\x1b[K{seconds} s: {paths} paths, {waiting} states wait, {matched} matched, \
             {queries} queries{found}"
        );
        // A line that cannot be shown is no reason to stop.
        let _ = std::io::stderr().flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.erase();
    }
}
