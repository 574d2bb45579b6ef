//! The abstract model: executions that wait for an input are alike if they wait at the same place and
//! each answer that is worth a try makes them take the same branches up to the next input.
//!
//! In the terms of predicate abstraction, the predicates are the weakest preconditions of the branch
//! conditions ahead, one set for each answer. They are never computed: a state that is known is asked by
//! executing it, which costs a few microseconds.

use super::word::Answer;
use interp::State;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// An abstract state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(super) struct Key(u64);

/// Where an execution waits for an input: the calls under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Site(pub(super) u64);

/// How an execution goes on from an input up to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Course {
    pub(super) branches: [u64; 4],
    /// Where it waits next; `None` if it ends.
    pub(super) next: Option<Site>,
}

/// What follows from an answer.
pub(super) struct Way {
    pub(super) answer: Answer,
    pub(super) course: Course,
    /// The execution at its next input.
    pub(super) state: Option<State>,
}

/// What is ahead of an execution that waits for an input.
pub(super) struct Look {
    pub(super) key: Key,
    pub(super) ways: Vec<Way>,
}

impl Look {
    /// The first answer for each course.
    pub(super) fn representatives(&self) -> Vec<(Answer, Course)> {
        let mut found: Vec<(Answer, Course)> = Vec::new();
        for way in &self.ways {
            if found.iter().all(|(_, course)| *course != way.course) {
                found.push((way.answer.clone(), way.course));
            }
        }
        found
    }

    pub(super) fn new(site: Site, ways: Vec<Way>) -> Look {
        let mut hasher = FxHasher::default();
        site.hash(&mut hasher);
        for way in &ways {
            way.course.hash(&mut hasher);
        }
        Look {
            key: Key(hasher.finish()),
            ways,
        }
    }
}
