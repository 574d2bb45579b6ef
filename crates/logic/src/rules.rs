//! The word-level simplifier: rules that are applied whenever a term is built.
//!
//! A rule is a line in one of the tables below: a name, a pattern, a side
//! condition and a replacement. Patterns are written in SMT-LIB's notation with
//! single letters for what may vary:
//!
//! | letter | stands for |
//! |---|---|
//! | `p q r` | any Boolean |
//! | `x y z w` | any bit-vector |
//! | `c d e` | any bit-vector constant |
//! | `a b` | any array |
//! | `f g` | any float |
//! | `m` | any rounding mode |
//! | `s u v` | anything but a constant array |
//!
//! and `0`, `1`, `~0` (all ones), `true`, `false` for these constants. Indexed
//! operations match with any indices, which the replacement finds in
//! [`Match::ops`]. Every rule is proved by the solver at small widths.

mod array;
mod bool;
mod bv;
mod compare;
mod float;
mod instance;
mod pattern;
mod polynomial;
mod slice;

use std::mem::{Discriminant, discriminant};
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
pub use pattern::Match;
use pattern::Pattern;

/// One rewriting rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// What to call it.
    pub name: &'static str,
    /// What it applies to.
    pub lhs: &'static str,
    /// When it applies.
    pub when: fn(&Terms, &Match) -> bool,
    /// What it makes of it.
    pub rhs: fn(&mut Terms, &Match) -> TermId,
}

/// `name: pattern => replacement` or `name: pattern if condition => replacement`.
macro_rules! rules {
    ($($name:literal: $lhs:literal $(if $when:expr)? => $rhs:expr;)*) => {
        &[$(crate::rules::Rule {
            name: $name,
            lhs: $lhs,
            when: rules!(@when $($when)?),
            rhs: $rhs,
        },)*]
    };
    (@when) => { |_, _| true };
    (@when $when:expr) => { $when };
}
use rules;

/// Every rule there is.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    [
        bool::RULES,
        bv::RULES,
        compare::RULES,
        slice::RULES,
        array::RULES,
        float::RULES,
    ]
    .into_iter()
    .flatten()
}

struct Compiled {
    rule: &'static Rule,
    pattern: Pattern,
}

/// The rules by the operation at the head of their patterns.
static INDEX: LazyLock<FxHashMap<Discriminant<Op>, Vec<Compiled>>> = LazyLock::new(|| {
    let mut index: FxHashMap<_, Vec<Compiled>> = FxHashMap::default();
    for rule in all() {
        for pattern in Pattern::parse(rule.lhs).variants() {
            if let Pattern::App(op, _) = pattern {
                index
                    .entry(discriminant(&op))
                    .or_default()
                    .push(Compiled { rule, pattern });
            }
        }
    }
    index
});

/// What the first rule that applies makes of `op(args)`.
pub(crate) fn rewrite(terms: &mut Terms, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
    for Compiled { rule, pattern } in INDEX.get(&discriminant(&op))? {
        if let Some(found) = pattern.matches(terms, op, sort, args)
            && (rule.when)(terms, &found)
        {
            return Some((rule.rhs)(terms, &found));
        }
    }
    None
}

/// The bits of a term that a pattern has matched as a constant.
fn constant(terms: &Terms, term: TermId) -> Bits {
    // Constant letters match nothing else.
    terms
        .as_value(term)
        .cloned()
        .unwrap_or_else(|| Bits::zero(terms.width(term).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_patterns_parse() {
        let mut names = std::collections::HashSet::new();
        for rule in all() {
            assert!(names.insert(rule.name), "{} is there twice", rule.name);
            let pattern = Pattern::parse(rule.lhs);
            assert!(
                matches!(pattern, Pattern::App(..)),
                "{}: {pattern:?}",
                rule.name
            );
        }
    }
}
