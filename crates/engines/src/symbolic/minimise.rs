//! Small, readable values for a counterexample.

use super::context::Context;
use super::contract::Lack;
use super::path::Path;
use super::state::State;
use super::value::{Num, Value};
use crate::limits::tuning::{COUNTS_TRIED_AS_LIMITS, LARGEST_READABLE_NEGATIVE, MINIMISATION_TIME};
use ir::{Program, Rule, Scalar, SourceKind};
use logic::{TermId, Terms};
use std::time::Instant;
use verdict::Witness;

/// What a number is, as far as it matters for how it reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// A byte of text, or its end.
    Text,
    /// A byte of a string.
    Byte,
    /// How many there are.
    Count,
    Number,
    Float,
}

impl Context<'_> {
    /// The witness of a violation with values that are as small and readable as can be found: one
    /// after the other, each is fixed at the best that those before it leave possible.
    ///
    /// There is none if what the state leaves open is not completed so that the contract holds.
    pub(crate) fn minimal_witness(
        &mut self,
        state: &State,
        violation: TermId,
    ) -> Result<Witness, Lack> {
        let state = self.complete(state, violation)?;
        let until = Instant::now() + MINIMISATION_TIME;
        let mut path = state.path.clone();
        let model = self.possible(&path, violation);
        path.model = model.map_err(|_| Lack::NotFound)?;
        path.assume(&self.terms, violation);
        let choice = self.choose_leftovers(&mut path);
        for &variable in &choice.variables {
            self.improve(&mut path, variable, Reading::Number);
        }
        for (num, reading) in choices(self.program, &state) {
            let Num::Term(term) = num else { continue };
            // What is too many cannot be replayed, so that numbers of things are always made small.
            if Instant::now() >= until && reading != Reading::Count {
                break;
            }
            self.improve(&mut path, term, reading);
        }
        let best = path.model.ok_or(Lack::NotFound)?;
        Ok(Witness {
            leftovers: self.leftovers(&choice, &best),
            ..self.witness(&state, &best)
        })
    }

    /// Fixes a number at the most readable value that the path leaves.
    fn improve(&mut self, path: &mut Path, term: TermId, reading: Reading) {
        match reading {
            Reading::Number => self.bring_near_zero(path, term),
            Reading::Count => self.lower(path, term),
            _ => {
                for wish in self.wishes(term, reading) {
                    if self.fulfil(path, wish) {
                        break;
                    }
                }
            }
        }
        let Some(model) = &path.model else { return };
        let value = self.terms.eval(term, model);
        if let Some(bits) = value.bits().and_then(logic::Bits::to_u128) {
            let width = self.terms.width(term);
            let value = self.terms.bv(width, bits);
            let same = self.terms.eq(term, value);
            path.assume(&self.terms, same);
        }
    }

    /// Adds a condition to the path if that leaves it possible.
    fn fulfil(&mut self, path: &mut Path, wish: TermId) -> bool {
        match self.possible(path, wish) {
            Ok(Some(model)) => {
                path.model = Some(model);
                path.assume(&self.terms, wish);
                true
            }
            _ => false,
        }
    }

    /// Looks for the smallest number of things.
    fn lower(&mut self, path: &mut Path, term: TermId) {
        let width = self.terms.width(term);
        let last = super::codec::mask(width);
        let below = |terms: &mut Terms, term: TermId, limit: u128| {
            let limit = terms.bv(width, limit);
            terms.bv_ule(term, limit)
        };
        let mut least = 0;
        for most in COUNTS_TRIED_AS_LIMITS {
            let most = u128::min(most, last);
            let wish = below(&mut self.terms, term, most);
            if self.fulfil(path, wish) {
                return self.search(path, term, (least, most), below);
            }
            least = most + 1;
        }
    }

    /// Looks for the smallest number if a small one will do, and else for one a little below zero.
    fn bring_near_zero(&mut self, path: &mut Path, term: TermId) {
        let width = self.terms.width(term);
        let last = super::codec::mask(width);
        for (least, most) in [(0, 0), (1, 1), (2, 9), (10, 255)] {
            let limit = self.terms.bv(width, u128::min(most, last));
            let wish = self.terms.bv_ule(term, limit);
            if self.fulfil(path, wish) {
                self.search(path, term, (least, most), |terms, term, limit| {
                    let limit = terms.bv(width, limit);
                    terms.bv_ule(term, limit)
                });
                return;
            }
        }
        let from_top = |terms: &mut Terms, term: TermId, distance: u128| {
            let limit = terms.bv(width, last - distance.min(last));
            terms.bv_ule(limit, term)
        };
        let wish = from_top(&mut self.terms, term, LARGEST_READABLE_NEGATIVE);
        if self.fulfil(path, wish) {
            self.search(path, term, (0, LARGEST_READABLE_NEGATIVE), from_top);
        }
    }

    /// The smallest limit that the path leaves possible, of those between two.
    fn search(
        &mut self,
        path: &mut Path,
        term: TermId,
        (mut least, mut most): (u128, u128),
        within: impl Fn(&mut Terms, TermId, u128) -> TermId,
    ) {
        while least < most {
            let middle = least.midpoint(most);
            let wish = within(&mut self.terms, term, middle);
            match self.fulfil(path, wish) {
                true => most = middle,
                false => least = middle + 1,
            }
        }
    }

    /// What one would like of a value, best first.
    fn wishes(&mut self, term: TermId, reading: Reading) -> Vec<TermId> {
        let width = self.terms.width(term);
        let terms = &mut self.terms;
        match reading {
            // Searched for: see `lower` and `bring_near_zero`.
            Reading::Count | Reading::Number => Vec::new(),
            Reading::Byte => {
                let mut between = |low: u8, high: u8| {
                    let (low, high) = (terms.bv(width, low.into()), terms.bv(width, high.into()));
                    let (above, below) = (terms.bv_ule(low, term), terms.bv_ule(term, high));
                    terms.and(above, below)
                };
                vec![
                    between(b'a', b'z'),
                    between(b'0', b'9'),
                    between(b' ', b'~'),
                ]
            }
            Reading::Float => {
                let one: u128 = match width {
                    32 => 0x3f80_0000,
                    64 => 0x3ff0_0000_0000_0000,
                    _ => 0,
                };
                let one = terms.bv(width, one);
                let zero = terms.bv(width, 0);
                vec![terms.eq(term, zero), terms.eq(term, one)]
            }
            Reading::Text => {
                let end = terms.bv(width, super::codec::mask(width));
                let is_end = terms.eq(term, end);
                let mut between = |low: u8, high: u8| {
                    let (low, high) = (terms.bv(width, low.into()), terms.bv(width, high.into()));
                    let (above, below) = (terms.bv_ule(low, term), terms.bv_ule(term, high));
                    terms.and(above, below)
                };
                let letters = between(b'a', b'z');
                let digits = between(b'0', b'9');
                let printable = between(b' ', b'~');
                let line = between(b'\n', b'\n');
                vec![is_end, letters, digits, printable, line]
            }
        }
    }
}

/// The numbers that the environment chose, in the order in which they are made small.
fn choices(program: &Program, state: &State) -> Vec<(Num, Reading)> {
    let reading = |scalar| match scalar {
        Scalar::Float(_) => Reading::Float,
        Scalar::Int(_) | Scalar::Pointer => Reading::Number,
    };
    let mut choices = Vec::new();
    let given = state
        .heap
        .iter()
        .filter_map(|(_, object)| object.given.as_ref());
    for given in given {
        let rules = given.ty.and_then(|ty| program.types.given(ty));
        let is_count = |offset: u64| {
            let mut rules = rules.iter().flat_map(|given| &given.rules);
            rules.any(|(at, rule)| {
                *at == offset && matches!(rule, Rule::NotNegative | Rule::AtMost(_))
            })
        };
        let counts = given.initial.iter().filter(|at| is_count(at.offset));
        choices.extend(counts.filter_map(|initial| match initial.value {
            Value::Bits(num) => Some((num, Reading::Count)),
            _ => None,
        }));
    }
    for (_, object) in state.heap.iter() {
        if let super::heap::Contents::Elements(elements) = &object.contents {
            choices.push((elements.length, Reading::Count));
            let indices = elements.cells.iter().map(|(index, _)| *index);
            choices.extend(indices.map(|index| (index, Reading::Number)));
        }
    }
    for parameter in state.parameters.iter() {
        if let Value::Bits(num) = parameter.value {
            choices.push((num, reading(parameter.scalar)));
        }
    }
    for input in state.inputs.iter() {
        let reading = match input.kind {
            _ if input.string.is_some() => Reading::Count,
            SourceKind::Stdin
            | SourceKind::Argument
            | SourceKind::Environment
            | SourceKind::File => Reading::Text,
            SourceKind::ArgumentCount => Reading::Count,
            _ => reading(input.scalar),
        };
        choices.push((input.value, reading));
    }
    for (_, object) in state.heap.iter() {
        if let Some(given) = &object.given {
            for initial in &given.initial {
                if let Value::Bits(num) = initial.value {
                    let reading = match given.string {
                        Some(_) => Reading::Byte,
                        None => reading(initial.scalar),
                    };
                    choices.push((num, reading));
                }
            }
        }
    }
    choices
}
