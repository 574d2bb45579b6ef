//! A path that is walked backward: a list that grows at its front and shares its rest.

use ir::{EdgeId, FileId, ProcedureId, Span};
use logic::TermId;
use std::rc::Rc;

/// A label of a path: a line of the user's code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Line {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub number: u32,
}

impl Line {
    /// Where a span starts.
    pub(crate) fn of(span: Span) -> Option<Line> {
        (!span.is_none()).then_some(Line {
            file: span.file,
            number: span.line,
        })
    }
}

/// A step of a path.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) procedure: ProcedureId,
    pub(crate) edge: EdgeId,
    /// The label that ends with it, if one does.
    pub(crate) label: Option<Line>,
    /// What the environment chose.
    pub(crate) input: Option<TermId>,
    /// The formula before it.
    pub(crate) formula: TermId,
}

/// The steps from a location to the target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail(Option<Rc<Link>>);

#[derive(Debug)]
struct Link {
    step: Step,
    rest: Trail,
}

impl Trail {
    /// The path with one more step before it.
    pub(crate) fn after(&self, step: Step) -> Trail {
        Trail(Some(Rc::new(Link {
            step,
            rest: self.clone(),
        })))
    }

    /// The steps in the order of execution.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Step> {
        std::iter::successors(self.0.as_deref(), |link| link.rest.0.as_deref())
            .map(|link| &link.step)
    }

    /// The labels in the order of execution.
    pub(crate) fn lines(&self) -> Vec<Line> {
        self.iter().filter_map(|step| step.label).collect()
    }

    /// The variables of what the environment chose, in the order in which it is asked.
    pub(crate) fn inputs(&self) -> Vec<TermId> {
        self.iter().filter_map(|step| step.input).collect()
    }
}

/// A long list is taken apart link by link, not by recursion.
impl Drop for Trail {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut link) => next = link.rest.0.take(),
                Err(_) => break,
            }
        }
    }
}
