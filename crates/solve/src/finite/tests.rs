mod brute;
mod bubble_sort;
mod random;

use std::collections::HashMap;
use std::time::Instant;

use logic::relational::*;

use super::*;
use crate::sat::Limits;
use brute::structures;
use bubble_sort::{Heap, Line20, Op};
use random::{Random, Vocabulary};

/// Compares the finder with evaluation in every structure there is; says how many shapes of
/// models there are, or nothing if there are too many structures.
fn compare_with_all_structures(formula: &Formula, sizes: u32) -> Option<usize> {
    let all = structures(&Symbols::of(formula), sizes, 300)?;
    let mut shapes: HashMap<u64, Vec<Structure>> = HashMap::new();
    for s in all.into_iter().filter(|s| s.holds(formula)) {
        let alike = shapes.entry(s.fingerprint()).or_default();
        if !alike.iter().any(|t| t.is_isomorphic(&s)) {
            alike.push(s);
        }
    }
    let count = shapes.values().map(Vec::len).sum();
    let bounds = Bounds::up_to(sizes);
    for symmetry in [Symmetry::Break, Symmetry::Keep] {
        let mut finder = Finder::with_symmetry(symmetry);
        finder.assert("formula", formula);
        match finder.solve(&bounds) {
            Outcome::Model(_) => assert!(count > 0, "{symmetry:?} finds {formula}"),
            Outcome::Unsat(_) => assert!(count == 0, "{symmetry:?} misses {formula}"),
            Outcome::Unknown(why) => panic!("{why}: {formula}"),
        }
        let found: Result<Vec<Structure>, Unknown> = finder.models(&bounds).collect();
        let found = found.unwrap_or_else(|why| panic!("{why}: {formula}"));
        assert_eq!(found.len(), count, "{symmetry:?} counts {formula}");
        for model in found {
            let alike = shapes.get(&model.fingerprint());
            let known = alike.into_iter().flatten().any(|s| s.is_isomorphic(&model));
            assert!(known, "{formula}:\n{model}");
        }
    }
    Some(count)
}

#[test]
fn random_formulas_have_the_models_that_evaluation_finds() {
    let (mut compared, mut unsat) = (0, 0);
    let mut random = Random::new(7);
    while compared < 120 {
        let vocabulary = Vocabulary::new(&mut random);
        let formula = vocabulary.formula(&mut random, 4);
        if let Some(shapes) = compare_with_all_structures(&formula, 2 + compared % 2) {
            compared += 1;
            unsat += u32::from(shapes == 0);
        }
    }
    assert!(unsat > 5, "only {unsat} of the formulas are unsatisfiable");
}

#[test]
fn random_cores_are_unsatisfiable_and_minimal_ones_minimal() {
    let mut random = Random::new(11);
    let bounds = Bounds::up_to(2);
    let mut cores = 0;
    while cores < 40 {
        let vocabulary = Vocabulary::new(&mut random);
        let mut finder = Finder::new();
        for i in 0..8 {
            finder.assert(format!("f{i}"), vocabulary.formula(&mut random, 3));
        }
        let Outcome::Unsat(core) = finder.solve(&bounds) else {
            continue;
        };
        cores += 1;
        let is_unsat = |finder: &mut Finder, some: &[AssertionId]| {
            matches!(finder.solve_under(&bounds, some), Outcome::Unsat(_))
        };
        assert!(is_unsat(&mut finder, core.assertions()));
        let minimal = finder.minimize(&bounds, &core).unwrap();
        assert!(is_unsat(&mut finder, minimal.assertions()));
        for (i, _) in minimal.assertions().iter().enumerate() {
            let mut fewer = minimal.assertions().to_vec();
            fewer.remove(i);
            assert!(!is_unsat(&mut finder, &fewer), "{minimal:?} is not minimal");
        }
    }
}

/// Section 5.4: the list has three nodes, of which the second has the greatest datum. No shorter
/// path loses a node.
#[test]
fn bubble_sort_loses_a_node() {
    let heap = Heap::new(IntType::signed(32));
    let losing = |path: &Vec<Op>, size| {
        let mut finder = Finder::new();
        finder.assert("lost", heap.precondition(path, &heap.not_permutation()));
        match finder.solve(&Bounds::up_to(size)) {
            Outcome::Model(model) => Some(model),
            Outcome::Unsat(_) => None,
            Outcome::Unknown(why) => panic!("{why}"),
        }
    };
    let paper = bubble_sort::path(Line20::Bug, &[&[false, true], &[false]]);
    let (x, n) = (Set::from(&heap.refs[0]), Rel::from(&heap.n));
    let (second, third) = (x.dot(&n), x.dot(&n).dot(&n));
    let data = |s: &Set| s.value(&heap.data);
    let shape = data(&third)
        .less(data(&second))
        .and(data(&x).at_most(data(&second)));
    for size in 3..=6 {
        let model = losing(&paper, size).expect("a list of three nodes");
        assert!(
            model.holds(&shape) && model.eval_set(&x.dot(n.star())).len() == 3,
            "{model}"
        );
    }
    // The list of Figure 9, whose last datum is the least as well, is one of them.
    let mut finder = Finder::new();
    finder.assert("lost", heap.precondition(&paper, &heap.not_permutation()));
    finder.assert("shape", shape.and(data(&third).less(data(&x))));
    assert!(matches!(finder.solve(&Bounds::up_to(3)), Outcome::Model(_)));
    let shortest = bubble_sort::paths(Line20::Bug, 36).find(|path| losing(path, 4).is_some());
    assert_eq!(shortest.map(|path| path.len()), Some(paper.len()));
}

#[test]
fn fixed_bubble_sort_keeps_its_nodes_and_sorts() {
    let heap = Heap::new(IntType::signed(4));
    for path in bubble_sort::paths(Line20::Fixed, 36) {
        for post in [heap.not_permutation(), heap.not_ascending()] {
            let mut finder = Finder::new();
            finder.assert("wrong", heap.precondition(&path, &post));
            let outcome = finder.solve(&Bounds::up_to(4));
            assert!(
                matches!(outcome, Outcome::Unsat(_)),
                "{path:?}\n{outcome:?}"
            );
        }
    }
}

#[test]
fn every_sort_has_its_own_bound() {
    let (pigeon, hole) = (Sort::new("Pigeon"), Sort::new("Hole"));
    let nest = RelSym::new("nest", (&pigeon, &hole), Properties::function().injective());
    for symmetry in [Symmetry::Break, Symmetry::Keep] {
        let mut finder = Finder::with_symmetry(symmetry);
        finder.assert(
            "nested",
            Set::from(&pigeon).dot(&nest).within(Set::from(&hole)),
        );
        let mut fits = |pigeons, holes| {
            let bounds = Bounds::new(Scope::up_to(0))
                .sort(&pigeon, pigeons)
                .sort(&hole, holes);
            match finder.solve(&bounds) {
                Outcome::Model(model) => Some((model.size(&pigeon), model.size(&hole))),
                Outcome::Unsat(_) => None,
                Outcome::Unknown(why) => panic!("{why}"),
            }
        };
        assert_eq!(fits(Scope::exactly(5), Scope::exactly(4)), None);
        assert_eq!(fits(Scope::exactly(4), Scope::exactly(5)), Some((4, 5)));
        assert_eq!(fits(Scope::between(3, 9), Scope::up_to(2)), None);
        let (pigeons, holes) = fits(Scope::between(2, 9), Scope::up_to(3)).unwrap();
        assert!(2 <= pigeons && pigeons <= holes && holes <= 3);
    }
}

#[test]
fn the_smallest_universe_is_found_first_and_search_goes_on_after_new_assertions() {
    let node = Sort::new("Node");
    let x = Set::from(&SetSym::new("x", &node, Multiplicity::Lone));
    let next = RelSym::new("n", (&node, &node), Properties::partial_function());
    let reachable = x.dot(Rel::from(&next).star());
    let mut finder = Finder::new();
    for least in 0..7 {
        finder.assert(
            format!("at least {least}"),
            Int::from(least).at_most(reachable.count()),
        );
        let Outcome::Model(model) = finder.solve(&Bounds::up_to(8)) else {
            panic!()
        };
        assert_eq!(
            i128::from(model.size(&node)),
            least.max(i128::from(model.size(&node) > 0))
        );
    }
    let y = Set::from(&SetSym::new("y", &node, Multiplicity::One));
    finder.assert("outside", y.within(&reachable).not());
    let Outcome::Model(model) = finder.solve(&Bounds::up_to(8)) else {
        panic!()
    };
    assert_eq!(model.size(&node), 7);
}

#[test]
fn lists_are_counted_up_to_their_numbering() {
    let node = Sort::new("Node");
    let x = Set::from(&SetSym::new("x", &node, Multiplicity::Lone));
    let check = |properties, lists| {
        let n = Rel::from(&RelSym::new("n", (&node, &node), properties));
        let mut finder = Finder::new();
        finder.assert("no garbage", Set::from(&node).within(x.dot(n.star())));
        assert_eq!(
            finder.models(&Bounds::up_to(5)).count(),
            lists,
            "{properties:?}"
        );
    };
    // One list of each length from 0 to 5; and with cycles, one for each node the last may
    // lead back to.
    check(Properties::partial_function().acyclic(), 6);
    check(Properties::partial_function(), 6 + 1 + 2 + 3 + 4 + 5);
}

/// An update is a difference and a union, for which reachability is found in another way.
#[test]
fn reachability_through_updates_is_reachability() {
    let node = Sort::new("Node");
    let lists = Properties::partial_function().acyclic();
    let n = Rel::from(&RelSym::new("n", (&node, &node), lists));
    let set = |name: &str, size| Set::from(&SetSym::new(name, &node, size));
    let x = set("x", Multiplicity::Any);
    for (updates, size) in [
        (1, Multiplicity::Any),
        (2, Multiplicity::Lone),
        (3, Multiplicity::Lone),
    ] {
        let (mut updated, mut spelled_out) = (n.clone(), n.clone());
        for i in 0..updates {
            let (at, to) = (set(&format!("a{i}"), size), set(&format!("b{i}"), size));
            updated = updated.update(&at, &to);
            spelled_out = &(&spelled_out - &at.product(Set::universe())) + &at.product(&to);
        }
        let mut finder = Finder::new();
        let differ = [
            x.dot(updated.star())
                .equals(x.dot(spelled_out.star()))
                .not(),
            x.dot(updated.plus())
                .equals(x.dot(spelled_out.plus()))
                .not(),
            updated.plus().equals(spelled_out.plus()).not(),
        ];
        finder.assert("differ", Formula::disjunction(differ));
        let outcome = finder.solve(&Bounds::up_to(4));
        assert!(
            matches!(outcome, Outcome::Unsat(_)),
            "{updates} updates: {outcome:?}"
        );
    }
}

#[test]
fn forests_are_counted_up_to_their_numbering() {
    let node = Sort::new("Node");
    let list = Properties::partial_function().acyclic();
    let parent = Rel::from(&RelSym::new("parent", (&node, &node), list));
    let mut finder = Finder::new();
    finder.assert("any", Int::from(0).at_most(parent.count()));
    // The rooted forests of 0 to 5 nodes.
    assert_eq!(
        finder.models(&Bounds::up_to(5)).count(),
        1 + 1 + 2 + 4 + 9 + 20
    );
}

#[test]
fn limits_end_the_search() {
    let (pigeon, hole) = (Sort::new("Pigeon"), Sort::new("Hole"));
    let nest = RelSym::new("nest", (&pigeon, &hole), Properties::any());
    let mut finder = Finder::with_symmetry(Symmetry::Keep);
    let own = Set::from(&pigeon).all("p", |p| p.dot(&nest).size(Size::One));
    let alone = Set::from(&hole).all("h", |h| {
        h.dot(Rel::from(&nest).transpose()).size(Size::Lone)
    });
    finder.assert("each pigeon has a nest", own);
    finder.assert("no two share one", alone);
    let bounds = Bounds::exactly(20).sort(&pigeon, Scope::exactly(21));
    finder.set_limits(Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    });
    assert!(matches!(
        finder.solve(&bounds),
        Outcome::Unknown(Unknown::Stopped)
    ));
    let interrupted = Limits::default();
    interrupted.interrupt.raise();
    finder.set_limits(interrupted);
    assert!(matches!(
        finder.solve(&bounds),
        Outcome::Unknown(Unknown::Stopped)
    ));
    let huge = Bounds::up_to(u32::MAX);
    finder.set_limits(Limits::default());
    assert!(matches!(finder.solve(&huge), Outcome::Model(_)));
    let huge = Bounds::exactly(u32::MAX);
    assert!(matches!(
        finder.solve(&huge),
        Outcome::Unknown(Unknown::TooLarge { .. })
    ));
}
