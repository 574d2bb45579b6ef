//! States that differ and then look alike: two ways, a loop that hides which was taken, and a use of
//! what is different. This is what a verifier that matches, merges or generalises states can get wrong.

mod heap;
mod path;

use super::scope::Generator;
use super::types::INTS;
use crate::hunt::tree::{Node, block, branch, line};

/// Two ways to prepare something that is used later.
#[derive(Default)]
struct Variation {
    before: Vec<Node>,
    left: Vec<Node>,
    right: Vec<Node>,
    after: Vec<Node>,
}

impl Generator {
    /// A variation in one of several shapes.
    pub(crate) fn variation(&mut self) -> Vec<Node> {
        if self.variations == 0 {
            return self.memory();
        }
        self.variations -= 1;
        let variation = self.varied();
        let condition = match self.random.chance(60) {
            true => "$choice".to_string(),
            false => self.condition(),
        };
        let Variation {
            before,
            left,
            right,
            after,
        } = variation;
        let mut nodes = before;
        let flag = self.name("k");
        nodes.push(line(format!("int {flag} = 0;")));
        let ways = branch(condition, left, right);
        match self.random.below(10) {
            // Two ways that meet again and nothing else: this is for merging.
            0 => {
                nodes.push(ways);
                nodes.extend(after);
            }
            // The loop takes the ways.
            1 => {
                nodes.push(block("while ($loop) {", vec![ways]));
                nodes.extend(after);
            }
            2..=6 => {
                nodes.push(ways);
                nodes.push(self.hiding(&flag));
                nodes.push(branch(flag, after, Vec::new()));
            }
            _ => {
                nodes.push(ways);
                nodes.push(self.hiding(&flag));
                nodes.extend(after);
            }
        }
        nodes
    }

    /// A loop that does nothing more after two iterations.
    pub(super) fn hiding(&mut self, flag: &str) -> Node {
        line(match self.random.below(6) {
            0 => format!("while ($loop) {{ if ({flag} < 2) {flag}++; }}"),
            1 => format!("for (; $loop; ) {flag} |= 1;"),
            2 => format!("while ($loop) {flag} = !{flag};"),
            3 => format!("do {flag} = !{flag}; while ($loop);"),
            _ => format!("while ($loop) {flag} = 1;"),
        })
    }

    fn varied(&mut self) -> Variation {
        match self.random.below(15) {
            0 => self.varied_value(),
            1 | 2 => self.varied_pointer(),
            3 | 4 => self.varied_size(),
            5 => self.varied_life(),
            6 => self.varied_reach(),
            7 | 8 => self.varied_index(),
            9 | 10 => self.varied_frame(),
            11 => self.varied_function(),
            12 => self.varied_list(),
            13 => self.varied_contents(),
            _ => self.varied_text(),
        }
    }

    fn varied_value(&mut self) -> Variation {
        let (name, ty) = (self.name("v"), self.random.pick(INTS));
        let (a, b) = (self.value(1), self.value(1));
        let claim = self.claim(name.clone());
        Variation {
            before: vec![line(format!("{} {name} = 0;", ty.name()))],
            left: vec![line(format!("{name} = {a};"))],
            right: vec![line(format!("{name} = {b};"))],
            after: vec![claim],
        }
    }

    /// A pointer into the one or the other.
    fn varied_pointer(&mut self) -> Variation {
        let (name, ty) = (self.name("p"), self.random.pick(INTS));
        let (a, b) = (self.name("a"), self.name("b"));
        let spelled = ty.name();
        let (n, m, c, d) = (self.small(), self.small(), self.small(), self.small());
        let (i, j, use_at) = (self.index(3), self.index(3), self.index(3));
        let integer = self.random.chance(30);
        let (declared, left, right, access) = match integer {
            true => (
                format!("uintptr_t {name} = 0;"),
                format!("{name} = (uintptr_t)({a} + {i});"),
                format!("{name} = (uintptr_t)&{b}[{j}];"),
                format!("*({spelled} *){name}"),
            ),
            false => (
                format!("{spelled} *{name} = {a};"),
                format!("{name} = {a} + {i};"),
                format!("{name} = &{b}[{j}];"),
                format!("*{name}"),
            ),
        };
        let other = self.random.pick(&[a.clone(), b.clone()]);
        let mut after = Vec::new();
        if !integer || self.random.chance(50) {
            after.push(line(match integer {
                true => format!("if ({name}) {access} = {};", self.small()),
                false => format!("{access} = {};", self.small()),
            }));
            after.push(self.claim(format!("{other}[{use_at}]")));
        }
        after.push(match integer {
            true => self.claim(format!("{name} ? {access} : 0")),
            false => self.claim(access),
        });
        Variation {
            before: vec![
                line(format!(
                    "{spelled} {a}[3] = {{{n}, {m}, {c}}}, {b}[3] = {{{c}, {d}}};"
                )),
                line(declared),
            ],
            left: vec![line(left)],
            right: vec![line(right)],
            after,
        }
    }

    /// Bytes that were written in one or the other width.
    fn varied_contents(&mut self) -> Variation {
        let Some(buffer) = self.random.choose(&self.scope.buffers) else {
            return self.varied_value();
        };
        let (left, right) = (self.view(&buffer), self.view(&buffer));
        let (n, m) = (self.small(), self.small());
        let read = self.view(&buffer);
        let claim = self.claim(read);
        Variation {
            before: Vec::new(),
            left: vec![line(format!("{left} = {n};"))],
            right: vec![line(format!("{right} = {m};"))],
            after: vec![claim],
        }
    }

    fn varied_text(&mut self) -> Variation {
        let name = self.name("w");
        let index = self.index(3);
        let claim = match self.random.chance(50) {
            true => self.claim(format!("strlen({name})")),
            false => self.claim(format!("{name}[{index}]")),
        };
        Variation {
            before: vec![line(format!("const char *{name} = \"\";"))],
            left: vec![line(format!("{name} = \"abc\";"))],
            right: vec![line(format!("{name} = \"abd\" + ({index} & 1);"))],
            after: vec![claim],
        }
    }
}
