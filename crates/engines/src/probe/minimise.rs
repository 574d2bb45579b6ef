//! Short inputs: what can be left out of a failing test case is, and what is left becomes simple.

use super::testcase::{Form, Stream, Testcase};

/// The byte that every other one becomes where it can.
const PLAIN: u8 = b'0';

/// Makes a test case small: `fails` says whether one still does what it should, and is asked at most so
/// many times.
pub(super) fn minimise(
    case: Testcase,
    most_attempts: u32,
    fails: impl FnMut(Testcase) -> Option<Testcase>,
) -> Testcase {
    let mut search = Search {
        best: case,
        left: most_attempts,
        fails,
    };
    loop {
        let before = search.best.clone();
        for stream in (0..search.best.streams.len()).rev() {
            search.shorten(stream);
            search.simplify(stream);
        }
        if search.best == before || search.left == 0 {
            return search.best;
        }
    }
}

/// Leaves out parts, large ones first, as long as `fits` says that what is left still does what it should.
pub(super) fn shorten(
    case: Testcase,
    most_attempts: u32,
    fits: impl FnMut(Testcase) -> Option<Testcase>,
) -> Testcase {
    let mut search = Search {
        best: case,
        left: most_attempts,
        fails: fits,
    };
    for stream in (0..search.best.streams.len()).rev() {
        search.shorten(stream);
    }
    search.best
}

struct Search<F> {
    best: Testcase,
    left: u32,
    fails: F,
}

impl<F: FnMut(Testcase) -> Option<Testcase>> Search<F> {
    /// Takes a change if the test case still fails.
    fn attempt(&mut self, stream: usize, change: impl FnOnce(&mut Stream)) -> bool {
        let mut case = self.best.clone();
        let Some((_, changed)) = case.streams.get_mut(stream) else {
            return false;
        };
        change(changed);
        if self.left == 0 || case == self.best {
            return false;
        }
        self.left -= 1;
        let Some(case) = (self.fails)(case) else {
            return false;
        };
        // What was asked for beyond it may be more than was left out.
        let is_smaller = case.size() <= self.best.size();
        if is_smaller {
            self.best = case;
        }
        is_smaller
    }

    fn length(&self, stream: usize) -> usize {
        match self.best.streams.get(stream) {
            Some((_, Stream::Bytes(bytes))) => bytes.len(),
            Some((_, Stream::Values(values, _))) => values.len(),
            None => 0,
        }
    }

    /// Leaves out parts, large ones first.
    fn shorten(&mut self, stream: usize) {
        let mut part = self.length(stream).div_ceil(2);
        while part > 0 {
            let mut at = 0;
            while at < self.length(stream) && self.left > 0 {
                let end = (at + part).min(self.length(stream));
                let removed = self.attempt(stream, |stream| match stream {
                    Stream::Bytes(bytes) => drop(bytes.drain(at..end)),
                    Stream::Values(values, _) => drop(values.drain(at..end)),
                });
                if !removed {
                    at += part;
                }
            }
            part /= 2;
        }
    }

    /// Makes bytes and values plain. What still fails may be shorter than what was tried.
    fn simplify(&mut self, stream: usize) {
        let mut at = 0;
        while at < self.length(stream) {
            self.attempt(stream, |stream| match stream {
                Stream::Bytes(bytes) => bytes[at] = PLAIN,
                Stream::Values(values, _) => values[at] = 0,
            });
            for _ in 0..64 {
                let halved = self.attempt(stream, |stream| match stream {
                    Stream::Bytes(_) => {}
                    Stream::Values(values, form) => {
                        if let Some(value) = values.get_mut(at) {
                            *value = halved(*value, *form);
                        }
                    }
                });
                if !halved {
                    break;
                }
            }
            at += 1;
        }
    }
}

/// A number half as far from zero.
fn halved(value: u128, form: Form) -> u128 {
    match form {
        Form::Int(width) => width.truncate((width.sign_extend(value) / 2) as u128),
        Form::Count => value.saturating_sub(1).max(1),
        Form::Truth | Form::Float(_) | Form::Zero => value,
    }
}
