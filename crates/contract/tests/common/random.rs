//! Random formulas and heaps.

use std::collections::BTreeMap;

use contract::Moment;
use ir::{LocalId, ProcedureId, Program};

use super::heap::{Cell, Heap, Key};

/// How much of a heap its structure shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    Everything,
    /// Some places are hidden, and some values are variables.
    Part,
}

/// Random choices from a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    pub(crate) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Formulas of the language, as text.
pub(crate) struct Writer<'r> {
    random: &'r mut Random,
    nodes: Vec<&'static str>,
    numbers: Vec<&'static str>,
}

impl<'r> Writer<'r> {
    pub(crate) fn new(random: &'r mut Random) -> Writer<'r> {
        Writer {
            random,
            nodes: vec!["x", "y", "head"],
            numbers: vec!["n", "u", "counter"],
        }
    }

    pub(crate) fn formula(&mut self, size: usize) -> String {
        if size == 0 {
            return match self.random.below(3) {
                0 => format!(
                    "{} {} {}",
                    self.node(1),
                    self.random.pick(&["=", "!="]),
                    self.node(1)
                ),
                1 => self.comparison(0),
                _ => format!("{} in {}", self.node(0), self.nodes(1)),
            };
        }
        let half = size / 2;
        match self.random.below(12) {
            0 => format!("(not {})", self.formula(size - 1)),
            1 => format!("({} and {})", self.formula(half), self.formula(half)),
            2 => format!("({} or {})", self.formula(half), self.formula(half)),
            3 => format!("({} => {})", self.formula(half), self.formula(half)),
            4 => format!("({} <=> {})", self.formula(half), self.formula(half)),
            5 => self.comparison(half),
            6 => format!(
                "{} {} {}",
                self.nodes(half),
                self.random.pick(&["=", "!=", "in"]),
                self.nodes(half)
            ),
            7 => format!(
                "{} {}",
                self.random.pick(&["no", "some", "one", "lone"]),
                self.nodes(half)
            ),
            8 => format!(
                "{} {} {}",
                self.integers(half),
                self.random.pick(&["=", "in"]),
                self.integers(half)
            ),
            9 => self.quantified_numbers(half),
            _ => self.quantified_nodes(half),
        }
    }

    fn quantified_nodes(&mut self, size: usize) -> String {
        let domain = self.nodes(size);
        let variable = ["v", "w", "z"][self.nodes.len() % 3];
        self.nodes.push(variable);
        let body = self.formula(size);
        self.nodes.pop();
        format!(
            "({} {variable}: {domain} | {body})",
            self.random.pick(&["all", "some", "no"])
        )
    }

    fn quantified_numbers(&mut self, size: usize) -> String {
        let domain = match self.random.below(3) {
            0 => "0..n".to_owned(),
            1 => "0..#a-1".to_owned(),
            _ => self.integers(size),
        };
        self.numbers.push("i");
        let body = self.formula(size);
        self.numbers.pop();
        format!(
            "({} i: {domain} | {body})",
            self.random.pick(&["all", "some", "no"])
        )
    }

    fn comparison(&mut self, size: usize) -> String {
        let how = self.random.pick(&["=", "!=", "<", "<=", ">", ">="]);
        format!("{} {how} {}", self.number(size), self.number(size))
    }

    fn number(&mut self, size: usize) -> String {
        match self.random.below(if size == 0 { 4 } else { 8 }) {
            0 => self.random.below(4).to_string(),
            1 => self.numbers[self.random.below(self.numbers.len())].to_owned(),
            2 => format!("{}.data", self.node(0)),
            3 => format!("{}.small", self.node(0)),
            4 => format!("#({})", self.nodes(size / 2)),
            5 => format!("a[{}]", self.number(size / 2)),
            6 => "#a".to_owned(),
            _ => {
                let operator = self.random.pick(&["+", "-", "*", "/", "%"]);
                format!(
                    "({} {operator} {})",
                    self.number(size / 2),
                    self.number(size / 2)
                )
            }
        }
    }

    fn integers(&mut self, size: usize) -> String {
        match self.random.below(4) {
            0 => format!("{}.data", self.nodes(size)),
            1 => format!("{}..{}", self.random.below(2), self.random.below(4)),
            2 => format!("({}.small + {})", self.nodes(size / 2), self.number(0)),
            _ => format!(
                "({}.data & {}.small)",
                self.nodes(size / 2),
                self.nodes(size / 2)
            ),
        }
    }

    fn node(&mut self, size: usize) -> String {
        let base = self.nodes[self.random.below(self.nodes.len())].to_owned();
        if size == 0 {
            return base;
        }
        let field = self.random.pick(&["next", "left", "prev"]);
        self.maybe_old(format!("{base}.{field}"))
    }

    fn nodes(&mut self, size: usize) -> String {
        let choice = self.random.below(if size == 0 { 4 } else { 6 });
        let text = match choice {
            0 => format!("{}.*next", self.node(0)),
            1 => format!("{}.^next", self.node(0)),
            2 => format!("{}.*(next + left)", self.node(1)),
            3 => format!("{}.(next + left)", self.node(0)),
            4 => format!(
                "{}.{}",
                self.nodes(size / 2),
                self.random.pick(&["next", "left", "^left"])
            ),
            _ => {
                let operator = self.random.pick(&["+", "&", "-"]);
                format!(
                    "({} {operator} {})",
                    self.nodes(size / 2),
                    self.nodes(size / 2)
                )
            }
        };
        self.maybe_old(text)
    }

    fn maybe_old(&mut self, text: String) -> String {
        match !text.contains("old") && self.random.below(6) == 0 {
            true => format!("old({text})"),
            false => text,
        }
    }
}

/// A heap of up to four nodes and an array, and the values of its variables.
pub(crate) fn heap<'p>(
    program: &'p Program,
    id: ProcedureId,
    random: &mut Random,
    shown: Shown,
) -> (Heap<'p>, BTreeMap<String, i128>) {
    let mut heap = Heap::new(program, id);
    let count = 1 + random.below(4);
    heap.nodes = (0..count).map(|i| format!("m{i}")).collect();
    heap.nodes.push("arr".to_owned());
    let mut symbols = BTreeMap::new();
    let array = count as u32;
    let mut keys: Vec<(String, Moment)> = vec![];
    for moment in [Moment::Entry, Moment::Exit] {
        for node in 0..count {
            for field in ["data", "small", "next", "left", "prev"] {
                keys.push((format!("m{node}.{field}"), moment));
            }
        }
        keys.push(("head".to_owned(), moment));
        keys.push(("counter".to_owned(), moment));
    }
    for name in ["x", "y", "n", "u"] {
        keys.push((name.to_owned(), Moment::Entry));
    }
    for (name, moment) in keys {
        let key = heap.key(&name, moment);
        let is_reference = !["data", "small", "counter", "n", "u"]
            .iter()
            .any(|end| name.ends_with(end));
        let target = |random: &mut Random| match random.below(count + 1) {
            0 => None,
            node => Some(node as u32 - 1),
        };
        let fresh = format!("s{}", symbols.len());
        let value = random.below(4) as i128 - i128::from(name.ends_with("data"));
        let is_symbolic = shown == Shown::Part && random.below(3) == 0;
        let cell = match (is_reference, is_symbolic) {
            (true, false) => Cell::Reference(target(random)),
            (true, true) => {
                symbols.insert(fresh.clone(), random.below(2) as i128);
                Cell::Choice(fresh, target(random), target(random))
            }
            (false, false) => Cell::Number(value),
            (false, true) => {
                heap.bounds.insert(fresh.clone(), (-1, 3));
                symbols.insert(fresh.clone(), value);
                Cell::Symbol(fresh)
            }
        };
        heap.cells.insert(key, cell);
        if shown == Shown::Part && random.below(4) == 0 {
            heap.hidden.insert(key);
        }
    }
    let a = heap.key("a", Moment::Entry);
    let is_null = random.below(4) == 0;
    heap.cells
        .insert(a, Cell::Reference((!is_null).then_some(array)));
    let length = random.below(4) as i64;
    for moment in [Moment::Entry, Moment::Exit] {
        heap.cells
            .insert(Key::Length(array, moment), Cell::Number(length.into()));
        for index in 0..length {
            let value = Cell::Number(random.below(4) as i128);
            heap.cells.insert(Key::Element(array, index, moment), value);
            if shown == Shown::Part && random.below(4) == 0 {
                heap.hidden.insert(Key::Element(array, index, moment));
            }
        }
    }
    assert_eq!(a, Key::Parameter(LocalId(4)));
    (heap, symbols)
}
