//! Abstract execution covers concrete execution: whatever an action does to a concrete structure,
//! some abstract result of its abstraction stands for it. And differencing is exact on concrete
//! structures: instrumentation predicates stay what their definitions say.

use proptest::prelude::*;
use shape::*;

const V: Var = Var(0);
const V1: Var = Var(1);
const V2: Var = Var(2);

#[expect(clippy::unwrap_used, reason = "small structures are never too large")]
fn execute(transformer: &Transformer, semantics: &Semantics, at: &Structure) -> Vec<Structure> {
    transformer.execute(semantics, at).unwrap()
}

struct Lists {
    vocabulary: Vocabulary,
    pointers: [Predicate; 3],
    n: Predicate,
    t: Predicate,
}

/// Singly linked lists with three variables, paths, reachability, sharing, and what leads nowhere.
fn lists() -> Lists {
    let mut vocabulary = Vocabulary::new();
    let pointers =
        ["x", "y", "z"].map(|name| vocabulary.core(name, Arity::Unary, &[Trait::Unique]));
    let n = vocabulary.core("n", Arity::Binary, &[Trait::Function, Trait::Acyclic]);
    let t = vocabulary.instrument("t", &[V1, V2], n.star(V1, V2), &[]);
    vocabulary.instrument("p", &[V1, V2], n.plus(V1, V2), &[]);
    for (pointer, name) in pointers.into_iter().zip(["rx", "ry", "rz"]) {
        let reached = pointer.at([V1]).and(t.at([V1, V])).exists(V1);
        vocabulary.instrument(name, &[V], reached, &[]);
    }
    let two = n.at([V1, V]).and(n.at([V2, V])).and(V1.equals(V2).not());
    vocabulary.instrument("shared", &[V], two.exists(V2).exists(V1), &[]);
    let last = n.at([V, V1]).not().for_all(V1);
    vocabulary.instrument("last", &[V], last, &[]);
    let some = pointers[0].at([V]).exists(V);
    vocabulary.instrument("some", &[], some.clone(), &[]);
    let unguarded = t.at([V, V1]).not().exists(V1);
    vocabulary.instrument("apart", &[V], unguarded, &[]);
    Lists {
        vocabulary,
        pointers,
        n,
        t,
    }
}

impl Lists {
    /// A concrete structure: the successor of a node is a later one, so that there is no cycle.
    fn concrete(&self, next: &[Option<u8>], pointers: [Option<u8>; 3]) -> Structure {
        let count = next.len() as u8;
        let mut structure = Structure::with_nodes(&self.vocabulary, next.len());
        for (pointer, target) in self.pointers.iter().zip(pointers) {
            if let Some(node) = target.filter(|node| *node < count) {
                structure.set_value(*pointer, &[node], Truth::True);
            }
        }
        for (node, target) in next.iter().enumerate() {
            if let Some(to) = target.filter(|to| *to < count && usize::from(*to) > node) {
                structure.set_value(self.n, &[node as u8, to], Truth::True);
            }
        }
        self.define(&mut structure);
        structure
    }

    /// Makes instrumentation predicates what their definitions say, by an action that assigns each
    /// its definition.
    fn define(&self, structure: &mut Structure) {
        let semantics = Semantics::new(&self.vocabulary);
        for (predicate, definition) in self.vocabulary.instrumentation() {
            let parameters = &definition.parameters;
            let action =
                Action::new("define").update(predicate, parameters, definition.formula.clone());
            let transformer = Transformer::new(&self.vocabulary, &action);
            *structure = execute(&transformer, &semantics, structure).remove(0);
        }
    }

    fn action(&self, kind: u8, a: usize, b: usize) -> Action {
        let (a, b, n) = (self.pointers[a], self.pointers[b], self.n);
        let target = b.at([V1]).and(n.at([V1, V])).exists(V1);
        match kind {
            0 => Action::new("a = null").update(a, &[V], Formula::FALSE),
            1 => Action::new("a = b")
                .focus(b.at([V]))
                .update(a, &[V], b.at([V])),
            2 => Action::new("a = b->n")
                .focus(target.clone())
                .update(a, &[V], target),
            3 => Action::new("a->n = null").focus(a.at([V])).update(
                n,
                &[V1, V2],
                n.at([V1, V2]).and(a.at([V1]).not()),
            ),
            4 => Action::new("a->n = b, where that makes no cycle and a->n is null")
                .focus(a.at([V]))
                .focus(b.at([V]))
                .assume(self.can_link(a, b))
                .update(n, &[V1, V2], n.at([V1, V2]).or(a.at([V1]).and(b.at([V2])))),
            5 => Action::new("a = new")
                .allocate()
                .update(a, &[V], IS_NEW.at([V])),
            6 => Action::new("free a")
                .focus(a.at([V]))
                .retain(V, a.at([V]).not()),
            7 => Action::new("a->n = b, whatever a->n was")
                .focus(a.at([V]))
                .focus(b.at([V]))
                .assume(self.makes_no_cycle(a, b))
                .update(n, &[V1, V2], a.at([V1]).if_else(b.at([V2]), n.at([V1, V2]))),
            _ => Action::new("a == b")
                .focus(a.at([V]))
                .assume(a.at([V]).iff(b.at([V])).for_all(V)),
        }
    }

    fn makes_no_cycle(&self, a: Predicate, b: Predicate) -> Formula {
        let cycle = a.at([V1]).and(b.at([V2])).and(self.t.at([V2, V1]));
        cycle.exists(V2).exists(V1).not()
    }

    fn can_link(&self, a: Predicate, b: Predicate) -> Formula {
        let linked = a.at([V1]).and(self.n.at([V1, V2])).exists(V2).exists(V1);
        self.makes_no_cycle(a, b).and(linked.not())
    }
}

/// Whether a concrete structure can be embedded in a general one: each of its nodes is taken for one of the
/// general nodes, so that all values agree, every general node stands for some and only a summary for several.
fn covers(lists: &Lists, general: &Structure, concrete: &Structure) -> bool {
    embedded(lists, general, concrete, &mut Vec::new())
}

fn embedded(
    lists: &Lists,
    general: &Structure,
    concrete: &Structure,
    images: &mut Vec<u8>,
) -> bool {
    if images.len() == concrete.len() {
        let all = 0..general.len() as u8;
        return all.into_iter().all(|node| images.contains(&node))
            && agrees(lists, general, concrete, images);
    }
    let node = images.len() as u8;
    (0..general.len() as u8).any(|image| {
        let is_summary = general.summaries() >> image & 1 == 1;
        if images.contains(&image) && !is_summary {
            return false;
        }
        let unary = |p: &Predicate| p.arity() == Arity::Unary;
        let mut unary = lists.vocabulary.predicates().filter(unary);
        let fits = unary.all(|p| includes(general.value(p, &[image]), concrete.value(p, &[node])));
        images.push(image);
        let found = fits && embedded(lists, general, concrete, images);
        images.pop();
        found
    })
}

fn includes(general: Truth, special: Truth) -> bool {
    general == Truth::Half || general == special
}

/// Whether the values of no node and of pairs agree.
fn agrees(lists: &Lists, general: &Structure, concrete: &Structure, images: &[u8]) -> bool {
    let image = |node: u8| images[usize::from(node)];
    let nodes = concrete.len() as u8;
    lists.vocabulary.predicates().all(|p| match p.arity() {
        Arity::Nullary => includes(general.value(p, &[]), concrete.value(p, &[])),
        Arity::Unary => true,
        Arity::Binary => (0..nodes).all(|one| {
            (0..nodes).all(|two| {
                let value = general.value(p, &[image(one), image(two)]);
                includes(value, concrete.value(p, &[one, two]))
            })
        }),
    })
}

fn heaps() -> impl Strategy<Value = (Vec<Option<u8>>, [Option<u8>; 3])> {
    let target = || prop::option::weighted(0.8, 0..6_u8);
    let pointer = || prop::option::weighted(0.8, 0..6_u8);
    (
        prop::collection::vec(target(), 0..6),
        [pointer(), pointer(), pointer()],
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn differencing_equals_evaluation(
        (next, pointers) in heaps(), kind in 0..9_u8, a in 0..3_usize, b in 0..3_usize,
    ) {
        let lists = lists();
        let semantics = Semantics::new(&lists.vocabulary);
        let before = lists.concrete(&next, pointers);
        let transformer = Transformer::new(&lists.vocabulary, &lists.action(kind, a, b));
        for after in execute(&transformer, &semantics, &before) {
            prop_assert!(after.is_concrete());
            let mut evaluated = after.clone();
            lists.define(&mut evaluated);
            prop_assert_eq!(evaluated, after);
        }
    }

    #[test]
    fn abstract_execution_covers_concrete(
        (next, pointers) in heaps(),
        steps in prop::collection::vec((0..9_u8, 0..3_usize, 0..3_usize), 1..4),
    ) {
        let lists = lists();
        let semantics = Semantics::new(&lists.vocabulary);
        let abstraction = Abstraction::new(&lists.vocabulary);
        let mut concrete = vec![lists.concrete(&next, pointers)];
        let mut general: Vec<Structure> = concrete.iter().map(|c| abstraction.blur(c)).collect();
        for (kind, a, b) in steps {
            let transformer = Transformer::new(&lists.vocabulary, &lists.action(kind, a, b));
            concrete = concrete
                .iter()
                .flat_map(|c| execute(&transformer, &semantics, c))
                .collect();
            let mut next = Vec::new();
            for mut structure in general {
                if semantics.constraints().coerce(&mut structure).is_ok() {
                    next.extend(transformer.apply(&semantics, &structure, &mut |_, _| {}).unwrap());
                }
            }
            general = next;
            for one in &concrete {
                let covered = general.iter().any(|g| covers(&lists, g, one));
                prop_assert!(
                    covered,
                    "{}\n{}",
                    lists.action(kind, a, b).title,
                    picture::text(one, &lists.vocabulary)
                );
            }
        }
    }
}
