use std::collections::BTreeSet;

use super::*;

/// Nodes with two fields and a datum, and two variables.
struct Lists {
    node: Sort,
    x: SetSym,
    y: SetSym,
    n: RelSym,
    p: RelSym,
    data: DataSym,
}

impl Lists {
    fn new() -> Lists {
        let node = Sort::new("Node");
        let field = |name| RelSym::new(name, (&node, &node), Properties::partial_function());
        Lists {
            x: SetSym::new("x", &node, Multiplicity::Lone),
            y: SetSym::new("y", &node, Multiplicity::Lone),
            n: field("n"),
            p: field("p"),
            data: DataSym::new("data", &node, IntType::signed(8)),
            node,
        }
    }

    fn atom(&self, index: u32) -> Atom {
        Atom::new(&self.node, index)
    }

    /// The list of the given data, with `x` at its head and `y` at its end.
    fn list(&self, data: &[i128]) -> Structure {
        let mut s = Structure::new();
        let size = u32::try_from(data.len()).unwrap();
        s.set_size(&self.node, size);
        s.define_set(&self.x, s.atoms(&self.node).take(1));
        s.define_set(&self.y, s.atoms(&self.node).last());
        s.define_rel(&self.n, (1..size).map(|i| (self.atom(i - 1), self.atom(i))));
        s.define_data(&self.data, s.atoms(&self.node).zip(data.iter().copied()));
        s
    }

    fn sorted(&self) -> Formula {
        let (x, n, data) = (
            Set::from(&self.x),
            Rel::from(&self.n),
            Data::from(&self.data),
        );
        x.dot(n.star()).all("v", |v| {
            let next = v.dot(&n);
            next.is_null().or(v.value(&data).at_most(next.value(&data)))
        })
    }
}

#[test]
fn formulas_read_like_contracts() {
    let l = Lists::new();
    let (x, y, n, p) = (
        Set::from(&l.x),
        Set::from(&l.y),
        Rel::from(&l.n),
        Rel::from(&l.p),
    );
    let (node, data) = (Set::from(&l.node), Data::from(&l.data));
    let check = |formula: Formula, text: &str| assert_eq!(formula.to_string(), text);

    check(l.sorted(), "all v: x.*n | v.n = null or v.data <= v.n.data");
    check(y.within(x.dot((&n + &p).star())), "y in x.*(n + p)");
    check((&x + &y).equals(&(&x & &(&y - &x))), "x + y = x & (y - x)");
    check((&x - &(&y - &x)).is_null().not(), "x - (y - x) != null");
    check(
        x.dot(n.update(&y, Set::null()).star()).size(Size::No),
        "no x.*(n[y := null])",
    );
    check(x.dot(&n).dot(p.transpose()).size(Size::One), "one x.n.~p");
    check(x.dot(n.compose(&p)).size(Size::Lone), "lone x.(n.p)");
    check(
        n.overridden_by(x.product(&y)).within(p.plus()),
        "n ++ x -> y in ^p",
    );
    check(
        (&n.plus() & &Rel::identity()).size(Size::No),
        "no ^n & iden",
    );
    check(
        x.value(data.update(&y, Int::from(3)))
            .greater(x.dot(n.star()).count()),
        "x.(data[y := 3]) > #x.*n",
    );
    check(
        x.value(&data)
            .add(IntType::signed(8), Int::from(1))
            .less(Int::from(-2)),
        "x.data + 1 < -2",
    );
    check(
        node.filter("v", |v| v.dot(&n).is_null())
            .equals(&y)
            .iff(x.is_null().or(y.is_null())),
        "{v: Node | v.n = null} = y <=> (x = null or y = null)",
    );
    check(
        node.all("v", |v| node.any("v", |w| v.dot(&n).equals(w)))
            .and(x.equals(&y).not()),
        "(all v: Node | some v': Node | v.n = v') and x != y",
    );
    check(
        x.is_null().implies(y.is_null()).or(y.within(&x).not()),
        "(x = null => y = null) or y not in x",
    );
}

#[test]
fn sortedness_is_evaluated() {
    let l = Lists::new();
    for (data, sorted) in [
        (&[][..], true),
        (&[5], true),
        (&[-3, 0, 0, 9], true),
        (&[1, 3, 2], false),
    ] {
        assert_eq!(l.list(data).holds(&l.sorted()), sorted, "{data:?}");
    }
}

#[test]
fn comparisons_without_a_value_are_false_both_ways() {
    let l = Lists::new();
    let beyond = Set::from(&l.y).dot(&l.n).value(&l.data);
    let several = Set::from(&l.node).value(&l.data);
    let s = l.list(&[1, 1]);
    for undefined in [beyond, several] {
        assert_eq!(s.eval_int(&undefined), None);
        for how in [
            Comparison::Eq,
            Comparison::Ne,
            Comparison::Lt,
            Comparison::Ge,
        ] {
            assert!(!s.holds(&undefined.compare(how, Int::from(1))));
        }
    }
}

#[test]
fn arithmetic_wraps_to_its_type() {
    let byte = IntType::signed(8);
    let s = Structure::new();
    for (ty, a, b, sum, difference) in [
        (byte, 127, 1, -128, 126),
        (byte, -128, 1, -127, 127),
        (IntType::unsigned(8), 255, 1, 0, 254),
        (IntType::unsigned(64), 0, 1, 1, (1 << 64) - 1),
        (IntType::signed(1), 0, 1, -1, -1),
    ] {
        assert_eq!(s.eval_int(&Int::from(a).add(ty, Int::from(b))), Some(sum));
        assert_eq!(
            s.eval_int(&Int::from(a).sub(ty, Int::from(b))),
            Some(difference)
        );
    }
}

/// A small generator of random numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 33).unwrap() % bound
    }
}

#[test]
fn closure_agrees_with_floyd_and_warshall() {
    let l = Lists::new();
    let mut random = Random(42);
    for _ in 0..200 {
        let size = random.below(6);
        let mut s = Structure::new();
        s.set_size(&l.node, size);
        let mut reach = vec![vec![false; size as usize]; size as usize];
        for _ in 0..random.below(8) {
            if size > 0 {
                reach[random.below(size) as usize][random.below(size) as usize] = true;
            }
        }
        let pairs = |reach: &Vec<Vec<bool>>| -> BTreeSet<(Atom, Atom)> {
            let cells = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
            cells
                .filter(|&(i, j)| reach[i as usize][j as usize])
                .map(|(i, j)| (l.atom(i), l.atom(j)))
                .collect()
        };
        s.define_rel(&l.n, pairs(&reach));
        for k in 0..size as usize {
            for i in 0..size as usize {
                for j in 0..size as usize {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        assert_eq!(s.eval_rel(&Rel::from(&l.n).plus()), pairs(&reach));
        (0..size as usize).for_each(|i| reach[i][i] = true);
        assert_eq!(s.eval_rel(&Rel::from(&l.n).star()), pairs(&reach));
    }
}

#[test]
fn substitution_is_the_state_before() {
    let l = Lists::new();
    let (x, y, n) = (Set::from(&l.x), Set::from(&l.y), Rel::from(&l.n));
    let before = l.list(&[4, 2, 7]);

    // y.n = x closes the list to a ring.
    let mut after = before.clone();
    after.define_rel(
        &l.n,
        [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (l.atom(a), l.atom(b))),
    );
    let ring = x.within(x.dot(n.plus())).and(y.dot(&n).equals(&x));
    let precondition = Substitution::new().rel(&l.n, n.update(&y, &x)).apply(&ring);
    assert!(after.holds(&ring) && before.holds(&precondition) && !before.holds(&ring));

    // x.data = y.data - 6 makes the list begin with 1.
    let first = Set::from(&l.x).value(&l.data);
    let value = Set::from(&l.y)
        .value(&l.data)
        .sub(IntType::signed(8), Int::from(6));
    let assigned = Data::from(&l.data).update(&x, value);
    let one = first.equals(Int::from(1));
    assert!(before.holds(&Substitution::new().data(&l.data, assigned).apply(&one)));
}

#[test]
fn substitution_does_not_capture() {
    let l = Lists::new();
    let v = Var::new("v");
    let inner = Formula::quantified(
        Quantifier::Some,
        v.clone(),
        Set::from(&l.node),
        Set::from(&v).equals(Set::from(&l.x)).not(),
    );
    let captured = Substitution::new().set(&l.x, Set::from(&v)).apply(&inner);
    assert_eq!(captured.free_vars(), [v]);
}

#[test]
fn isomorphism_ignores_numbering_alone() {
    let l = Lists::new();
    let s = l.list(&[1, 2, 3]);
    let mut turned = l.list(&[3, 2, 1]);
    turned.define_set(&l.x, [l.atom(2)]);
    turned.define_set(&l.y, [l.atom(0)]);
    turned.define_rel(&l.n, [(l.atom(2), l.atom(1)), (l.atom(1), l.atom(0))]);
    assert!(s.is_isomorphic(&turned) && s.fingerprint() == turned.fingerprint());
    assert!(!s.is_isomorphic(&l.list(&[1, 2, 4])));

    // Two triangles and one hexagon have the same colours everywhere.
    let cycles = |successor: fn(u32) -> u32| {
        let mut s = Structure::new();
        s.set_size(&l.node, 6);
        s.define_rel(&l.n, (0..6).map(|i| (l.atom(i), l.atom(successor(i)))));
        s
    };
    let hexagon = cycles(|i| (i + 1) % 6);
    let triangles = cycles(|i| i / 3 * 3 + (i + 1) % 3);
    assert_eq!(hexagon.fingerprint(), triangles.fingerprint());
    assert!(!hexagon.is_isomorphic(&triangles));
    assert!(hexagon.is_isomorphic(&cycles(|i| (i + 5) % 6)));
}

#[test]
fn declarations_are_checked() {
    let l = Lists::new();
    let dag = RelSym::new(
        "t",
        (&l.node, &l.node),
        Properties::any().acyclic().injective(),
    );
    let pair = |(a, b)| (l.atom(a), l.atom(b));
    let check = |define: &dyn Fn(&mut Structure), complaint: &str| {
        let mut s = l.list(&[1, 2, 3]);
        define(&mut s);
        let result = s
            .respects_declarations()
            .err()
            .map(|v| v.to_string())
            .unwrap_or_default();
        assert_eq!(result, complaint);
    };
    check(&|_| (), "");
    check(
        &|s| s.define_set(&l.x, [0, 1].map(|i| l.atom(i))),
        "`x` is declared lone and is not",
    );
    check(
        &|s| s.define_set(&l.x, [l.atom(3)]),
        "`x` is declared of its sort and is not",
    );
    check(
        &|s| s.define_rel(&l.n, [(0, 1), (0, 2)].map(pair)),
        "`n` is declared functional and is not",
    );
    check(
        &|s| s.define_rel(&dag, [(0, 1), (1, 0)].map(pair)),
        "`t` is declared acyclic and is not",
    );
    check(
        &|s| s.define_rel(&dag, [(0, 2), (1, 2)].map(pair)),
        "`t` is declared injective and is not",
    );
    check(
        &|s| s.define_data(&l.data, [(l.atom(0), 128)]),
        "`data` is declared of its width and is not",
    );
}

#[test]
fn deep_formulas_need_no_deep_stack() {
    let l = Lists::new();
    let (x, y) = (Set::from(&l.x), Set::from(&l.y));
    let mut n = Rel::from(&l.n);
    for _ in 0..50_000 {
        n = n.update(&x, x.dot(&n)).update(&y, &x);
    }
    let formula = y.dot(n.star()).equals(&x).not();
    assert!(!l.list(&[0]).holds(&formula));
    // Written out in full, the formula would be longer than the universe is wide.
    let text = Substitution::new()
        .set(&l.x, &y)
        .apply(&formula)
        .to_string();
    assert!(text.contains('…') && text.len() < 10_000_000);
}
