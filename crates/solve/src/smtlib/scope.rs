//! What names mean.

use std::collections::HashMap;

use logic::{Function, Sort, TermId};

/// The meaning of a name at the top level.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A constant, or a defined term without parameters.
    Term(TermId),
    /// An uninterpreted function.
    Function(Function),
    /// A defined function: its parameters, as variables, and its body.
    Macro(Vec<TermId>, TermId),
}

/// Names, the declarations of inner scopes over those of outer ones.
#[derive(Debug, Default)]
pub(super) struct Scope {
    meanings: HashMap<String, Meaning>,
    sorts: HashMap<String, Sort>,
    /// Names declared since each `push`.
    frames: Vec<Vec<String>>,
    /// Local names, innermost binding last.
    locals: HashMap<String, Vec<TermId>>,
}

impl Scope {
    pub(super) fn push(&mut self) {
        self.frames.push(Vec::new());
    }

    pub(super) fn pop(&mut self) {
        self.pop_keeping(|_| false);
    }

    /// Ends a scope. Names that are kept belong to the one around it from then on.
    pub(super) fn pop_keeping(&mut self, keep: impl Fn(&str) -> bool) {
        for name in self.frames.pop().unwrap_or_default() {
            if keep(&name) {
                self.remember(&name);
            } else {
                self.meanings.remove(&name);
                self.sorts.remove(&name);
            }
        }
    }

    /// Declares a name; false if it has a meaning already.
    pub(super) fn declare(&mut self, name: &str, meaning: Meaning) -> bool {
        if self.meanings.contains_key(name) {
            return false;
        }
        self.meanings.insert(name.to_owned(), meaning);
        self.remember(name);
        true
    }

    pub(super) fn define_sort(&mut self, name: &str, sort: Sort) -> bool {
        if self.sorts.contains_key(name) {
            return false;
        }
        self.sorts.insert(name.to_owned(), sort);
        self.remember(name);
        true
    }

    fn remember(&mut self, name: &str) {
        if let Some(frame) = self.frames.last_mut() {
            frame.push(name.to_owned());
        }
    }

    pub(super) fn sort(&self, name: &str) -> Option<Sort> {
        self.sorts.get(name).copied()
    }

    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        match self.locals.get(name).and_then(|l| l.last()) {
            Some(&term) => Some(Meaning::Term(term)),
            None => self.meanings.get(name).cloned(),
        }
    }

    pub(super) fn bind(&mut self, name: &str, term: TermId) {
        self.locals.entry(name.to_owned()).or_default().push(term);
    }

    pub(super) fn unbind(&mut self, name: &str) {
        if let Some(bound) = self.locals.get_mut(name) {
            bound.pop();
        }
    }

    pub(super) fn unbind_all(&mut self) {
        self.locals.clear();
    }
}
