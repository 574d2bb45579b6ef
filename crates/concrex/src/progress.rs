//! A line on a terminal that says how far a long run got. In a pipe there is none.

use engines::explore::Statistics;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const QUIET: Duration = Duration::from_secs(1);

/// How often the line changes.
const PAUSE: Duration = Duration::from_millis(200);

/// The line, which is erased when this is dropped.
pub(crate) struct Progress {
    started: Instant,
    next: Option<Instant>,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        let started = Instant::now();
        let next = std::io::stderr().is_terminal().then(|| started + QUIET);
        Progress {
            started,
            next,
            shown: false,
        }
    }

    /// Shows the counters, if it is time to.
    pub(crate) fn update(&mut self, statistics: &Statistics, refuted: usize) {
        let now = Instant::now();
        if self.next.is_none_or(|next| now < next) {
            return;
        }
        self.next = Some(now + PAUSE);
        self.shown = true;
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

    fn erase(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.erase();
    }
}
