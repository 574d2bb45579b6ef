//! Indices, stack frames and functions that depend on the way that was taken.

use super::Variation;
use crate::hunt::c::scope::Generator;
use crate::hunt::c::types::INTS;
use crate::hunt::tree::{block, branch, line};

impl Generator {
    /// An index that moves on, and what stands there.
    pub(super) fn varied_index(&mut self) -> Variation {
        let (name, index, ty) = (self.name("b"), self.name("j"), self.random.pick(INTS));
        let global = self.random.chance(50) && self.has_names();
        let array = match global {
            true => self.global_name(),
            false => name,
        };
        // Of many, the last ones, so that the index comes round.
        let count = self.random.pick(&[3, 3, 1000]);
        let declared = match global {
            true => {
                self.globals
                    .push(line(format!("{} {array}[{count}];", ty.name())));
                ";".to_string()
            }
            false => format!("{} {array}[{count}] = {{0}};", ty.name()),
        };
        let start = format!("{} + {}", count - 3, self.index(3));
        let (value, other) = (self.small(), self.small());
        let step = self.random.between(1, 2);
        let at = self.random.between(0, 2);
        let mut after = Vec::new();
        if self.random.chance(60) {
            after.push(line(format!(
                "while ($loop) {index} = ({index} + {step}) % {count};"
            )));
        }
        after.push(match self.random.below(3) {
            0 => self.claim(format!("{array}[{index}]")),
            1 => self.claim(format!("{array}[({index} + {at}) % {count}]")),
            _ => self.claim(format!(
                "{array}[{index}] + 10 * {array}[({index} + {at}) % {count}]"
            )),
        });
        let right = match self.random.below(3) {
            0 => format!("{array}[({index} + 1) % {count}] = {other};"),
            1 => format!("{index} = ({index} + 1) % {count};"),
            _ => format!("{array}[{index}] = {other};"),
        };
        Variation {
            before: vec![line(declared), line(format!("unsigned {index} = {start};"))],
            left: vec![line(format!("{array}[{index}] = {value};"))],
            right: vec![line(right)],
            after,
        }
    }

    /// A function that gives back what it was given or the address of its own local.
    pub(super) fn varied_frame(&mut self) -> Variation {
        if !self.has_names() {
            return self.varied_value();
        }
        let (function, own, pointer) = (self.function_name(), self.name("v"), self.name("p"));
        let wrong = self.random.chance(60);
        let flag = self.name("k");
        let hiding = self.hiding(&flag);
        let local = match wrong {
            true => "int own = 4;",
            false => "static int own = 4;",
        };
        let condition = self.random.pick(&["$choice", "c"]);
        let body = vec![
            line(local),
            line(format!("int {flag} = 0;")),
            branch(condition, vec![line("p = &own;")], vec![line("*p += 1;")]),
            hiding,
            line(format!("return {flag} ? p : 0;")),
        ];
        self.functions.push(block(
            format!("static int *{function}(int *p, int c) {{"),
            body,
        ));
        let n = self.small();
        let claim = self.claim(format!("{pointer} ? *{pointer} : -1"));
        let other = self.claim(own.clone());
        let c = self.condition();
        Variation {
            before: vec![line(format!("int {own} = {n}; int *{pointer} = &{own};"))],
            left: vec![line(format!("{pointer} = {function}(&{own}, {c});"))],
            right: vec![line(format!("{own} ^= 1;"))],
            after: vec![claim, other],
        }
    }

    pub(super) fn varied_function(&mut self) -> Variation {
        if !self.has_names() {
            return self.varied_value();
        }
        let (one, other, pointer) = (self.function_name(), self.function_name(), self.name("p"));
        let (n, m) = (self.small(), self.random.between(1, 4));
        self.functions.push(line(format!(
            "static int {one}(int a) {{ return a ^ {n}; }}"
        )));
        self.functions.push(line(format!(
            "static int {other}(int a) {{ return (a & 0xff) << {m}; }}"
        )));
        let argument = self.value(1);
        let claim = self.claim(format!("{pointer}({argument})"));
        Variation {
            before: vec![line(format!("int (*{pointer})(int) = {one};"))],
            left: vec![line(format!("{pointer} = {other};"))],
            right: vec![line(format!("{pointer} = &{one};"))],
            after: vec![claim],
        }
    }
}
