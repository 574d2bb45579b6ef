//! How long processes may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long processes may take: each of several, and all of them together.
#[derive(Clone, Debug)]
pub struct Patience {
    each: Duration,
    until: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
}

impl Default for Patience {
    /// A minute for each.
    fn default() -> Patience {
        Patience::for_each(Duration::from_secs(60))
    }
}

impl Patience {
    /// So long for each process.
    pub fn for_each(time: Duration) -> Patience {
        Patience {
            each: time,
            until: None,
            interrupt: None,
        }
    }

    /// The same, but none of them goes on after this.
    #[must_use]
    pub fn until(self, until: Instant) -> Patience {
        Patience {
            until: Some(until),
            ..self
        }
    }

    /// The same, but all of them end when this becomes true.
    #[must_use]
    pub fn interrupted_by(self, interrupt: Arc<AtomicBool>) -> Patience {
        Patience {
            interrupt: Some(interrupt),
            ..self
        }
    }

    /// How long a process may take that starts now.
    pub fn left(&self) -> Duration {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        match self.is_interrupted() {
            true => Duration::ZERO,
            false => self
                .until
                .map_or(self.each, |until| self.each.min(left(until))),
        }
    }

    /// Whether there is none left.
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        let flag = self.interrupt.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
