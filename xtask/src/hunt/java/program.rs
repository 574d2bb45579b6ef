//! A whole random Java program, and its expressions.

use crate::hunt::random::Random;
use crate::hunt::tree::{Claim, Heap, Node, Program, Site, Start, block, line};

/// An input, or a copy of one, with the values that it has.
#[derive(Clone, Debug)]
pub(super) struct Ranged {
    pub(super) name: String,
    pub(super) low: i64,
    pub(super) high: i64,
}

/// What is in scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) inputs: Vec<Ranged>,
    /// Initialised variables of the type int.
    pub(super) ints: Vec<String>,
    /// Arrays of int with their lengths.
    pub(super) arrays: Vec<(String, usize)>,
}

/// A random program under construction.
pub(super) struct Generator {
    pub(super) random: Random,
    pub(super) scope: Scope,
    /// Members of the class: fields, methods and classes.
    pub(super) members: Vec<Node>,
    pub(super) variations: usize,
    names: usize,
    sites: Site,
}

const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "127",
    "128",
    "-128",
    "255",
    "32767",
    "65536",
    "Integer.MAX_VALUE",
    "Integer.MIN_VALUE",
];

/// The program of a seed.
pub(super) fn program(seed: u64) -> Program {
    let mut generator = Generator {
        random: Random::new(seed),
        scope: Scope::default(),
        members: Vec::new(),
        variations: 1,
        names: 0,
        sites: 0,
    };
    let main = generator.main();
    let mut members = generator.members;
    members.push(block("public static void main(String[] args) {", main));
    Program {
        nodes: vec![
            line("import java.util.*;"),
            line("import java.util.function.*;"),
            line("import java.util.stream.*;"),
            block("public class Program {", members),
        ],
        heap: Heap::Unused,
        start: Start::Main,
    }
}

impl Generator {
    fn main(&mut self) -> Vec<Node> {
        let mut body = Vec::new();
        let mut runs = 1;
        for _ in 0..1 + self.random.below(2) {
            let name = format!("x{}", self.scope.inputs.len());
            let count = self.random.between(2, 4);
            let low = self.random.pick(&[0, 0, 0, -1]);
            let high = low + count - 1;
            let ty = self.random.pick(&["int", "int", "short", "byte"]);
            body.push(line(format!(
                "int {name} = $in{{{ty},{low},{count}}}; if ({name} < {low} || {name} > {high}) return;"
            )));
            runs *= count;
            self.scope.inputs.push(Ranged { name, low, high });
        }
        self.variations = if runs <= 4 { 2 } else { 1 };
        let (array, value) = (self.name("a"), self.value(1));
        let count = 2 + self.random.below(4);
        body.push(line(format!(
            "int[] {array} = new int[{count}]; {array}[1] = {value};"
        )));
        self.scope.arrays.push((array, count));
        let value = self.value(1);
        body.push(self.declare(&value));
        let count = 2 + self.random.below(4);
        body.extend(self.statements(count, 2));
        if self.random.chance(30) {
            body.push(self.fault());
        }
        let subject = self.value(2);
        body.push(self.claim(subject));
        let element = self.element();
        body.push(self.claim(element));
        body
    }

    /// A statement that throws for some input, or just does not.
    fn fault(&mut self) -> Node {
        let Some(Ranged { name, low, high }) = self.random.choose(&self.scope.inputs) else {
            return line(";");
        };
        let slack = self.random.between(0, 1);
        let fresh = self.name("v");
        line(match self.random.below(6) {
            0 => format!("int {fresh} = 100 / ({name} - {});", high + 1 - slack),
            1 => format!(
                "int {fresh} = (new int[{}])[{name} - {low}];",
                high - low + 1 - slack
            ),
            2 => format!(
                "String {fresh} = {name} == {} ? null : \"x\"; {fresh}.length();",
                high + 1 - slack
            ),
            3 => format!(
                "Object {fresh} = {name} == {} ? (Object) \"x\" : 1; {fresh} = (Integer) {fresh};",
                high + 1 - slack
            ),
            4 => format!(
                "if ({name} == {}) throw new IllegalStateException();",
                high + 1 - slack
            ),
            _ => format!("int[] {fresh} = new int[{name} - {}];", low + slack),
        })
    }

    pub(super) fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    pub(super) fn claim(&mut self, expression: impl Into<String>) -> Node {
        self.sites += 1;
        Node::Claim(Claim {
            site: self.sites - 1,
            expression: expression.into(),
        })
    }

    /// A new local variable.
    pub(super) fn declare(&mut self, value: &str) -> Node {
        let name = self.name("v");
        let declared = line(format!("int {name} = {value};"));
        self.scope.ints.push(name);
        declared
    }

    pub(super) fn inside<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let outer = self.scope.clone();
        let made = make(self);
        self.scope = outer;
        made
    }

    pub(super) fn small(&mut self) -> i64 {
        self.random.between(1, 100)
    }

    /// An expression of the type int that throws nothing.
    pub(super) fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(30) {
            return match self.random.below(8) {
                0 => self.random.pick(CONSTANTS).to_string(),
                1..=3 => self
                    .random
                    .choose(&self.scope.inputs)
                    .map_or("4".to_string(), |one| one.name),
                4..=6 => self
                    .random
                    .choose(&self.scope.ints)
                    .unwrap_or("6".to_string()),
                _ => self.element(),
            };
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        let n = self.random.between(2, 9);
        match self.random.below(15) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} - {b})"),
            2 => format!("({a} * {n})"),
            3 => format!("({a} & {b})"),
            4 => format!("({a} | {b})"),
            5 => format!("({a} ^ {b})"),
            6 => format!("({a} << {n})"),
            7 => format!("({a} >> {n})"),
            8 => format!("({a} >>> {n})"),
            9 => format!("({a} % {n})"),
            10 => format!("({} ? {a} : {b})", self.condition()),
            11 => format!(
                "((int) ({}) {a})",
                self.random
                    .pick(&["byte", "short", "char", "float", "long"])
            ),
            12 => format!("((int) ((long) {a} * {b} >> {n}))"),
            13 => format!("(~{a})"),
            _ => format!("Math.floorMod({a}, {n})"),
        }
    }

    pub(super) fn condition(&mut self) -> String {
        let comparison = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.choose(&self.scope.inputs) {
            Some(input) if self.random.chance(70) => {
                let value = self.random.between(input.low, input.high);
                format!("({} {comparison} {value})", input.name)
            }
            _ => {
                let (a, b) = (self.value(0), self.value(0));
                format!("({a} {comparison} {b})")
            }
        }
    }

    /// A number below `count`.
    pub(super) fn index(&mut self, count: usize) -> String {
        let count = count as i64;
        let fits = |one: &&Ranged| one.low >= 0 && one.high < count;
        let fitting: Vec<Ranged> = self.scope.inputs.iter().filter(fits).cloned().collect();
        match self.random.choose(&fitting) {
            Some(input) if self.random.chance(70) => input.name,
            _ if self.random.chance(50) => self.random.below(count as usize).to_string(),
            _ => match self.random.choose(&self.scope.ints) {
                Some(name) => format!("Math.floorMod({name}, {count})"),
                None => "0".to_string(),
            },
        }
    }

    pub(super) fn element(&mut self) -> String {
        match self.random.choose(&self.scope.arrays) {
            Some((array, count)) => format!("{array}[{}]", self.index(count)),
            None => "8".to_string(),
        }
    }

    pub(super) fn target(&mut self) -> String {
        match self.random.choose(&self.scope.ints) {
            Some(name) if self.random.chance(60) => name,
            _ => self.element(),
        }
    }
}
