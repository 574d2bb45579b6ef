//! The instances in SMT-LIB: nodes are a finite sort, a field is a function whose value is null
//! where there is none, and reachability is spelled out to as many steps as there are nodes.

use std::fmt::Write as _;

use crate::bubble_sort::{Op, Ref};

/// How z3 is told of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// An enumeration.
    Enum,
    /// Bit-vectors, with an upper bound.
    Bits,
}

/// A script about one list field, `n0`, and its later versions.
pub(crate) struct Script {
    size: u32,
    encoding: Encoding,
    text: String,
    fields: u32,
    names: u32,
}

impl Script {
    pub(crate) fn new(size: u32, encoding: Encoding) -> Script {
        let mut s = Script {
            size,
            encoding,
            text: String::new(),
            fields: 0,
            names: 0,
        };
        match encoding {
            Encoding::Enum => {
                let atoms: Vec<String> = (1..=size).map(|i| format!("(a{i})")).collect();
                s.line(&format!(
                    "(declare-datatypes ((Node 0)) (((null) {})))",
                    atoms.join(" ")
                ));
            }
            Encoding::Bits => {
                let width = size.ilog2() + 1;
                s.line(&format!("(define-sort Node () (_ BitVec {width}))"));
                for i in 0..=size {
                    let name = if i == 0 {
                        "null".into()
                    } else {
                        format!("a{i}")
                    };
                    s.line(&format!("(define-fun {name} () Node (_ bv{i} {width}))"));
                }
            }
        }
        s.line("(declare-fun n0 (Node) Node)");
        s.line("(declare-fun data (Node) (_ BitVec 32))");
        s.assert("(= (n0 null) null)");
        for i in 1..=size {
            s.in_range(&format!("(n0 a{i})"));
        }
        s.steps(0);
        // A list ends after as many steps as there are nodes.
        for i in 1..=size {
            s.assert(&format!("(= (n0_{size} a{i}) null)"));
        }
        s
    }

    pub(crate) fn finish(mut self) -> String {
        self.line("(check-sat)");
        self.text
    }

    pub(crate) fn sorted(&mut self) {
        self.node("x");
        for i in 1..=self.size {
            self.assert(&format!("(reach0 x a{i})"));
            self.assert(&format!(
                "(or (= (n0 a{i}) null) (bvslt (data a{i}) (data (n0 a{i}))))"
            ));
        }
    }

    pub(crate) fn insert(&mut self) {
        for v in ["x", "y", "z"] {
            self.node(v);
        }
        let first = self.update(0, "y", "(n0 z)");
        let after = self.update(first, "z", "y");
        self.assert("(and (not (= z null)) (reach0 x z) (not (= y null)) (not (reach0 x y)))");
        self.differ(&format!("(reach{after} x A)"), "(or (reach0 x A) (= A y))");
    }

    pub(crate) fn append(&mut self) {
        for v in ["x", "y", "z"] {
            self.node(v);
        }
        let after = self.update(0, "z", "y");
        self.assert("(and (not (= z null)) (reach0 x z) (= (n0 z) null))");
        self.disjoint();
        self.differ(
            &format!("(reach{after} x A)"),
            "(or (reach0 x A) (reach0 y A))",
        );
    }

    pub(crate) fn reverse(&mut self) {
        for v in ["x", "y"] {
            self.node(v);
        }
        let after = self.update(0, "x", "y");
        self.assert("(not (= x null))");
        self.disjoint();
        self.differ(
            &format!("(or (reach{after} (n0 x) A) (reach{after} x A))"),
            "(or (reach0 x A) (reach0 y A))",
        );
    }

    /// The path forwards, with a name for each value that a variable takes.
    pub(crate) fn bubble_sort(&mut self, path: &[Op]) {
        let mut refs = ["x", "y", "yn", "t", "p"].map(String::from);
        refs.iter().for_each(|name| self.node(name));
        let mut change = String::from("false");
        let mut field = 0;
        let at = |r: Ref| r as usize;
        let expect = |holds: bool, f: String| if holds { f } else { format!("(not {f})") };
        for &op in path {
            match op {
                Op::Record => {}
                Op::SetChange(value) => change = value.to_string(),
                Op::AssumeChange(value) => self.assert(&expect(value, change.clone())),
                Op::SetNull(a) => refs[at(a)] = "null".into(),
                Op::Copy(a, b) => refs[at(a)] = refs[at(b)].clone(),
                Op::Load(a, b) => {
                    let b = refs[at(b)].clone();
                    self.assert(&format!("(not (= {b} null))"));
                    refs[at(a)] = self.name(&format!("(n{field} {b})"));
                }
                Op::Store(a, b) => {
                    let (a, b) = (refs[at(a)].clone(), refs[at(b)].clone());
                    self.assert(&format!("(not (= {a} null))"));
                    field = self.update(field, &a, &b);
                }
                Op::AssumeNull(a, value) => {
                    self.assert(&expect(value, format!("(= {} null)", refs[at(a)])));
                }
                Op::AssumeGreater(a, b, value) => {
                    let (a, b) = (&refs[at(a)], &refs[at(b)]);
                    let greater = format!("(bvsgt (data {a}) (data {b}))");
                    self.assert(&format!("(not (or (= {a} null) (= {b} null)))"));
                    self.assert(&expect(value, greater));
                }
            }
        }
        self.differ(
            &format!("(reach{field} {} A)", refs[at(Ref::X)]),
            "(reach0 x A)",
        );
    }

    fn line(&mut self, line: &str) {
        _ = writeln!(self.text, "{line}");
    }

    fn assert(&mut self, formula: &str) {
        self.line(&format!("(assert {formula})"));
    }

    fn node(&mut self, name: &str) {
        self.line(&format!("(declare-fun {name} () Node)"));
        self.in_range(name);
    }

    fn in_range(&mut self, term: &str) {
        if self.encoding == Encoding::Bits {
            let last = self.size;
            self.assert(&format!("(bvule {term} a{last})"));
        }
    }

    fn name(&mut self, term: &str) -> String {
        self.names += 1;
        let name = format!("v{}", self.names);
        self.line(&format!("(define-fun {name} () Node {term})"));
        name
    }

    /// A new version of the field; answers its number.
    fn update(&mut self, old: u32, at: &str, to: &str) -> u32 {
        self.fields += 1;
        let new = self.fields;
        self.line(&format!(
            "(define-fun n{new} ((v Node)) Node (ite (= v {at}) {to} (n{old} v)))"
        ));
        self.steps(new);
        new
    }

    fn steps(&mut self, field: u32) {
        self.line(&format!("(define-fun n{field}_0 ((v Node)) Node v)"));
        for i in 1..=self.size {
            let before = i - 1;
            self.line(&format!(
                "(define-fun n{field}_{i} ((v Node)) Node (n{field} (n{field}_{before} v)))"
            ));
        }
        let ways: Vec<String> = (0..self.size)
            .map(|i| format!("(= (n{field}_{i} a) b)"))
            .collect();
        self.line(&format!(
            "(define-fun reach{field} ((a Node) (b Node)) Bool (or {}))",
            ways.join(" ")
        ));
    }

    fn disjoint(&mut self) {
        for i in 1..=self.size {
            self.assert(&format!("(not (and (reach0 x a{i}) (reach0 y a{i})))"));
        }
    }

    /// Two sets, given by when a node `A` is a member, are not the same.
    fn differ(&mut self, one: &str, other: &str) {
        let at = |f: &str, i: u32| f.replace('A', &format!("a{i}"));
        let nodes: Vec<String> = (1..=self.size)
            .map(|i| format!("(not (= {} {}))", at(one, i), at(other, i)))
            .collect();
        self.assert(&format!("(or {})", nodes.join(" ")));
    }
}

/// `holes + 1` different holes among `holes`.
pub(crate) fn pigeons(holes: u32, encoding: Encoding) -> String {
    let mut text = String::new();
    let nests: Vec<String> = (0..=holes).map(|i| format!("p{i}")).collect();
    let sort = match encoding {
        Encoding::Enum => {
            let atoms: Vec<String> = (0..holes).map(|i| format!("(h{i})")).collect();
            _ = writeln!(
                text,
                "(declare-datatypes ((Hole 0)) (({})))",
                atoms.join(" ")
            );
            "Hole".to_string()
        }
        Encoding::Bits => format!("(_ BitVec {})", holes.ilog2() + 1),
    };
    for nest in &nests {
        _ = writeln!(text, "(declare-fun {nest} () {sort})");
        if encoding == Encoding::Bits {
            _ = writeln!(
                text,
                "(assert (bvult {nest} (_ bv{holes} {})))",
                holes.ilog2() + 1
            );
        }
    }
    _ = writeln!(text, "(assert (distinct {}))\n(check-sat)", nests.join(" "));
    text
}
