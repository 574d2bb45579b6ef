//! Errors that few inputs show.

use super::scope::Generator;
use crate::hunt::tree::{Heap, Node, branch, line};

impl Generator {
    /// Statements that are wrong for some input, or are just not.
    pub(crate) fn fault(&mut self) -> Vec<Node> {
        let Some(input) = self.random.choose(&self.scope.inputs) else {
            return Vec::new();
        };
        let x = input.name;
        // Off by one is wrong, and off by none is not.
        let slack = self.random.between(0, 1);
        let condition = self.condition();
        let fault = match self.random.below(14) {
            0..=2 => self.out_of_bounds(&x, input.low, input.high, slack),
            3 => {
                let target = self.target();
                vec![line(format!(
                    "{target} = 100 / ({x} - {});",
                    input.high + 1 - slack
                ))]
            }
            4 => {
                let name = self.name("p");
                vec![
                    line(format!("int {name}_ = 1, *{name} = &{name}_;")),
                    line(format!("if ({x} > {}) {name} = 0;", input.high - slack)),
                    line(format!("*{name} = 2;")),
                ]
            }
            5 => {
                // Into an int of its own: gcc adds narrower ones without looking for overflow.
                let target = self.name("v");
                let most = 0x7fff_ffff - input.high + slack;
                vec![line(format!("int {target} = {most} + (int){x};"))]
            }
            6 => {
                let target = self.target();
                let shift = 31 - input.high + slack;
                vec![line(format!("{target} = 1u << ({x} + {shift});"))]
            }
            7 => {
                self.heap = Heap::Used;
                let name = self.name("h");
                vec![
                    line(format!("int *{name} = calloc(2, sizeof(int));")),
                    line(format!(
                        "if ({x} == {}) free({name});",
                        input.high + 1 - slack
                    )),
                    line(format!("{name}[1] = 3; free({name});")),
                ]
            }
            8 => {
                self.heap = Heap::Used;
                let name = self.name("h");
                vec![
                    line(format!("char *{name} = malloc(8);")),
                    line(format!(
                        "if ({x} != {}) free({name});",
                        input.high + 1 - slack
                    )),
                ]
            }
            9 => {
                let name = self.name("p");
                vec![
                    line(format!("int {name}_ = 1, *{name} = &{name}_;")),
                    line(format!(
                        "{{ int own = 3; if ({x} == {}) {name} = &own; }}",
                        input.high + 1 - slack
                    )),
                    line(format!("*{name} = 2;")),
                ]
            }
            // No number is like this.
            11 | 12 => {
                let never = self.random.pick(&[
                    "(unsigned)X * (unsigned)X % 4 == 2",
                    "(unsigned)X * ((unsigned)X + 1) % 2 == 1",
                    "((X ^ 5) & 1) == (X & 1)",
                ]);
                let never = never.replace('X', &x);
                vec![line(format!("if ({never}) *(volatile int *)0 = 1;"))]
            }
            10 => self.overrun(&x, input.low, input.high, slack),
            _ => {
                let name = self.name("w");
                let length = input.high + 1 - slack;
                vec![
                    line(format!("char {name}[{}] = {{0}};", length.max(1) + 1)),
                    line(format!(
                        "for (int j = 0; j < {x} + 1 && {x} >= 0; j++) {name}[j] = 'a';"
                    )),
                    line(format!("{name}[strlen({name}) > 2 ? 1 : 0] = 'b';")),
                ]
            }
        };
        match self.random.chance(40) {
            true => vec![branch(condition, fault, Vec::new())],
            false => fault,
        }
    }

    /// An index that is one too large, or too small, for one value of an input.
    fn out_of_bounds(&mut self, x: &str, low: i64, high: i64, slack: i64) -> Vec<Node> {
        let Some(buffer) = self.random.choose(&self.scope.buffers) else {
            return Vec::new();
        };
        let last = buffer.count as i64 - 1;
        let index = match self.random.chance(70) {
            true => format!("{x} + {}", last - high + slack),
            false => format!("{x} - {}", low + slack),
        };
        if high - low > last {
            return Vec::new();
        }
        let value = self.small();
        match self.random.chance(60) {
            true => vec![line(format!("{}[{index}] = {value};", buffer.text))],
            false => {
                let name = self.name("v");
                vec![line(format!("int {name} = {}[{index}];", buffer.text))]
            }
        }
    }

    /// A wide access, or a copy, that begins inside of a buffer and ends behind it for one input.
    fn overrun(&mut self, x: &str, low: i64, high: i64, slack: i64) -> Vec<Node> {
        let Some(buffer) = self.random.choose(&self.scope.buffers) else {
            return Vec::new();
        };
        let bytes = buffer.bytes() as i64;
        if low < 0 || high >= bytes {
            return Vec::new();
        }
        let length = format!("{x} + {}", bytes - high + slack - low.min(0));
        let text = &buffer.text;
        vec![line(match self.random.chance(50) {
            true => format!("memset({text}, 1, {length});"),
            false => format!("((volatile char *){text})[{length} - 1] = 1;"),
        })]
    }
}
