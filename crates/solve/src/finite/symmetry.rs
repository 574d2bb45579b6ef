//! Symmetry breaking: of the models that differ in the numbering of atoms only, few are kept.
//!
//! Formulas cannot name atoms, so renumbering the atoms of a sort turns models into models. For
//! each sort, one way of numbering is required, and every model has a numbering of that kind:
//!
//! - *along a relation*: a declared acyclic relation leads from lower numbers to higher ones.
//!   Half of its pairs are then constantly false, and closures need one pass. If the relation
//!   is functional, its successors are numbered in the order of their predecessors.
//! - *by first mention*: atoms are numbered in the order in which reference variables, then the
//!   functions of the first atom, of the second, … mention them (the least-number heuristic of
//!   finite-model finders).
//! - *by content*, where nothing mentions the atoms of a sort: swapping two neighbours does not
//!   make the sets, data and relations smaller in lexicographic order.
//!
//! The sorts numbered by content are numbered first, looking at nothing else; then those along
//! a relation; those by first mention last, as their numbering depends on the others'.

use std::collections::{BTreeMap, BTreeSet};

use logic::relational::{RelSym, Sort, Symbols};

use super::circuit::Bool;
use super::stage::{Wiring, grid};

/// Whether to break symmetries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Require a numbering: fewer models, the same satisfiability.
    #[default]
    Break,
    /// Keep every model.
    Keep,
}

/// The relations that sorts are numbered along: of each sort's acyclic relations the oldest,
/// and functional ones before others.
pub(super) fn orders(symmetry: Symmetry, symbols: &Symbols) -> BTreeMap<Sort, RelSym> {
    let mut orders: BTreeMap<Sort, RelSym> = BTreeMap::new();
    if symmetry == Symmetry::Keep {
        return orders;
    }
    let candidates = symbols.rels.iter().filter(|r| {
        let decl = r.decl();
        decl.properties.is_acyclic() && decl.from == decl.to
    });
    for r in candidates {
        let entry = orders
            .entry(r.decl().from.clone())
            .or_insert_with(|| r.clone());
        let functional = |r: &RelSym| r.decl().properties.is_functional();
        if functional(r) && !functional(entry) {
            *entry = r.clone();
        }
    }
    orders
}

/// The constraints on the numbering of the sorts that are not numbered along a relation.
pub(super) fn numbering(w: &mut Wiring<'_>, symbols: &Symbols) -> Vec<Bool> {
    let mentioned = mentioned_sorts(w, symbols);
    let mut constraints = by_first_mention(w, symbols, &mentioned);
    constraints.extend(along_functions(w));
    let rest: BTreeSet<Sort> = symbols
        .sorts
        .iter()
        .filter(|s| !mentioned.contains(*s) && w.universe.order(s).is_none())
        .cloned()
        .collect();
    constraints.extend(by_content(w, symbols, &rest));
    constraints
}

/// A functional relation that a sort is numbered along never decreases, and where it ends, it
/// has ended for all atoms to come.
///
/// Such a numbering exists: atoms further from the end of their chain come first, and those at
/// the same distance come in the order of their successors.
fn along_functions(w: &mut Wiring<'_>) -> Vec<Bool> {
    let universe = w.universe;
    let mut constraints = Vec::new();
    for (sort, r) in universe
        .orders()
        .filter(|(_, r)| r.decl().properties.is_functional())
    {
        // For each place, whether the successor is there or before.
        let mut above: Option<Vec<Bool>> = None;
        for i in universe.places(sort) {
            let mut upto = Bool::FALSE;
            let mut here = Vec::new();
            for j in universe.places(sort) {
                let pair = w.pair(r, i, j);
                upto = w.circuit.or2(upto, pair);
                here.push(upto);
            }
            for (&before, &here) in above.iter().flatten().zip(&here) {
                constraints.push(w.circuit.implies(here, before));
            }
            above = Some(here);
        }
    }
    constraints
}

/// The sorts that some reference variable or function mentions atoms of.
fn mentioned_sorts(w: &Wiring<'_>, symbols: &Symbols) -> BTreeSet<Sort> {
    let variables = symbols.sets.iter().filter(|s| s.decl().size.at_most_one());
    let functions = symbols
        .rels
        .iter()
        .filter(|r| r.decl().properties.is_functional());
    let targets = variables
        .map(|s| &s.decl().sort)
        .chain(functions.map(|r| &r.decl().to));
    targets
        .filter(|s| w.universe.order(s).is_none())
        .cloned()
        .collect()
}

/// Wherever an atom is mentioned, the atom before it has been mentioned already.
fn by_first_mention(w: &mut Wiring<'_>, symbols: &Symbols, sorts: &BTreeSet<Sort>) -> Vec<Bool> {
    let mut mentions: BTreeMap<&Sort, Vec<Bool>> = sorts
        .iter()
        .map(|sort| (sort, vec![Bool::FALSE; w.universe.places(sort).len()]))
        .collect();
    let mut constraints = Vec::new();
    let mut mention = |w: &mut Wiring<'_>, seen: &mut Vec<Bool>, cells: Vec<Bool>| {
        for (i, &cell) in cells.iter().enumerate().skip(1) {
            constraints.push(w.circuit.implies(cell, seen[i - 1]));
        }
        for (seen, cell) in seen.iter_mut().zip(cells) {
            *seen = w.circuit.or2(*seen, cell);
        }
    };
    for set in symbols.sets.iter().filter(|s| s.decl().size.at_most_one()) {
        if let Some(seen) = mentions.get_mut(&set.decl().sort) {
            let cells = w
                .universe
                .places(&set.decl().sort)
                .map(|i| w.member(set, i))
                .collect();
            mention(w, seen, cells);
        }
    }
    let longest = w
        .universe
        .sorts()
        .map(|(_, scope)| scope.most())
        .max()
        .unwrap_or(0);
    let functions: Vec<&RelSym> = symbols
        .rels
        .iter()
        .filter(|r| r.decl().properties.is_functional())
        .collect();
    for i in 0..longest {
        // Having come to the i-th atom of a sort is a mention of it, whichever it is.
        for seen in mentions.values_mut() {
            if let Some(seen) = seen.get_mut(i as usize) {
                *seen = Bool::TRUE;
            }
        }
        for r in &functions {
            let (from, to) = (&r.decl().from, &r.decl().to);
            if let Some(seen) = mentions
                .get_mut(to)
                .filter(|_| i < w.universe.scope(from).most())
            {
                let cells = w.universe.places(to).map(|j| w.pair(r, i, j)).collect();
                mention(w, seen, cells);
            }
        }
    }
    constraints
}

/// How many pairs of wires are compared for one swap: longer comparisons cost more than the
/// models they exclude.
const COMPARED: usize = 40;

/// For every two neighbours of a sort: if both exist, swapping them makes nothing smaller.
fn by_content(w: &mut Wiring<'_>, symbols: &Symbols, sorts: &BTreeSet<Sort>) -> Vec<Bool> {
    let mut constraints = Vec::new();
    for sort in sorts {
        for i in 1..w.universe.scope(sort).most() {
            let compared = swapped(w, symbols, sorts, (sort, i));
            let mut in_order = Bool::TRUE;
            for &(before, after) in compared.iter().rev() {
                // In order if smaller here, or equal here and in order further on.
                let equal = w.circuit.iff(before, after);
                in_order = w.circuit.choose(equal, in_order, after);
            }
            let exists = w.exists(sort, i);
            constraints.push(w.circuit.implies(exists, in_order));
        }
    }
    constraints
}

/// The wires that change places with others when atoms `i - 1` and `i` of a sort do, each with
/// the wire whose place it gets. Only symbols that speak about `sorts` alone count.
fn swapped(
    w: &mut Wiring<'_>,
    symbols: &Symbols,
    sorts: &BTreeSet<Sort>,
    (sort, i): (&Sort, u32),
) -> Vec<(Bool, Bool)> {
    let swap = |s: &Sort, j: u32| match j {
        _ if s != sort => j,
        j if j == i => i - 1,
        j if j + 1 == i => i,
        j => j,
    };
    let mut compared: Vec<(Bool, Bool)> = Vec::new();
    let mut compare = |a: Bool, b: Bool| {
        if a != b && !compared.contains(&(b, a)) && compared.len() < COMPARED {
            compared.push((a, b));
        }
    };
    for set in symbols.sets.iter().filter(|s| s.decl().sort == *sort) {
        compare(w.member(set, i - 1), w.member(set, i));
    }
    for data in symbols.data.iter().filter(|d| d.decl().sort == *sort) {
        let (a, b) = (w.value(data, i - 1), w.value(data, i));
        a.wires().zip(b.wires()).for_each(|(a, b)| compare(a, b));
    }
    for r in &symbols.rels {
        let (from, to) = (&r.decl().from, &r.decl().to);
        if !sorts.contains(from) || !sorts.contains(to) {
            continue;
        }
        for (j, k) in grid(w.universe.scope(from).most(), w.universe.scope(to).most()) {
            compare(w.pair(r, j, k), w.pair(r, swap(from, j), swap(to, k)));
        }
    }
    compared
}
