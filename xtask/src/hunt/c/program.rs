//! A whole random C program.

use super::scope::{Buffer, Generator, Place, Ranged, Scope};
use super::types::INTS;
use crate::hunt::random::Random;
use crate::hunt::tree::{Heap, Node, Program, Start, block, line};

/// What every program begins with.
const PRELUDE: &[&str] = &[
    "#include <alloca.h>",
    "#include <assert.h>",
    "#include <errno.h>",
    "#include <stdint.h>",
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "extern int __VERIFIER_nondet_int(void);",
    "extern unsigned __VERIFIER_nondet_uint(void);",
    "extern short __VERIFIER_nondet_short(void);",
    "extern unsigned char __VERIFIER_nondet_uchar(void);",
    "extern unsigned long __VERIFIER_nondet_ulong(void);",
];

/// The program of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut generator = Generator::new(Random::new(seed));
    let (main, start) = match generator.random.below(100) {
        0..=24 => generator.entry(),
        25..=54 => (generator.aimed(), Start::Main),
        _ => (generator.main(), Start::Main),
    };
    let mut nodes: Vec<Node> = PRELUDE.iter().map(|text| line(*text)).collect();
    nodes.extend(generator.types);
    nodes.extend(generator.globals);
    nodes.extend(generator.functions);
    nodes.push(block("int main(void) {", main));
    Program {
        nodes,
        heap: generator.heap,
        start,
    }
}

impl Generator {
    fn main(&mut self) -> Vec<Node> {
        let mut runs = 1;
        let mut body = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            if runs > 6 {
                break;
            }
            let (input, values) = self.input();
            runs *= values;
            body.push(input);
        }
        // Each has up to six runs of its own.
        self.variations = match runs {
            0..=4 => 2,
            5..=14 => 1,
            _ => 0,
        };
        self.shared();
        let mut freed = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            body.extend(self.buffer(&mut freed));
        }
        let ty = self.random.pick(INTS);
        let value = self.value(1);
        body.push(self.declare(ty, &value));
        let count = 2 + self.random.below(4);
        let middle = self.statements(count, 2);
        body.extend(middle);
        if self.random.chance(35) {
            let fault = self.fault();
            body.extend(fault);
        }
        for _ in 0..1 + self.random.below(2) {
            let subject = self.subject();
            body.push(self.claim(subject));
        }
        body.extend(freed);
        body.push(line("return 0;"));
        body
    }

    /// An input with its range.
    pub(super) fn input(&mut self) -> (Node, usize) {
        let name = format!("x{}", self.scope.inputs.len());
        let count = self.random.between(2, 5);
        let (text, low) = match self.random.below(6) {
            0 => (format!("unsigned {name} = $in{{uint,0,4}} & 3;"), 0),
            1 => (
                format!(
                    "unsigned {name} = $in{{uint,0,{count}}}; if ({name} >= {count}) return 0;"
                ),
                0,
            ),
            2 => {
                let low = self.random.between(-2, 0);
                let high = low + count - 1;
                (
                    format!(
                        "int {name} = $in{{short,{low},{count}}}; if ({name} < {low} || {name} > {high}) return 0;"
                    ),
                    low,
                )
            }
            3 => (
                format!(
                    "unsigned char {name} = $in{{uchar,0,{count}}}; if ({name} > {}) return 0;",
                    count - 1
                ),
                0,
            ),
            4 => (
                format!(
                    "unsigned long {name} = $in{{ulong,0,{count}}}; if ({name} > {}) return 0;",
                    count - 1
                ),
                0,
            ),
            _ => (
                format!(
                    "int {name} = $in{{int,0,{count}}}; if ({name} < 0 || {name} > {}) return 0;",
                    count - 1
                ),
                0,
            ),
        };
        let count = if text.contains("& 3") { 4 } else { count };
        self.scope.inputs.push(Ranged {
            name,
            low,
            high: low + count - 1,
        });
        (line(text), count as usize)
    }

    /// Globals, which functions see as well.
    pub(super) fn shared(&mut self) {
        let mut global = Scope::default();
        if self.random.chance(60) {
            let (name, ty) = (self.global_name(), self.random.pick(INTS));
            let count = self.length();
            self.globals.push(line(format!(
                "_Alignas(8) {} {name}[{count}] = {{1, 2}};",
                ty.name()
            )));
            global.buffers.push(Buffer {
                text: name,
                ty,
                count,
                alignment: 8,
            });
        }
        if self.random.chance(60) {
            let (name, ty) = (self.global_name(), self.random.pick(INTS));
            self.globals.push(line(format!("{} {name};", ty.name())));
            global.places.push(Place { text: name });
        }
        self.scope.buffers.extend(global.buffers.iter().cloned());
        self.scope.places.extend(global.places.iter().cloned());
        self.global = global;
    }

    /// How many elements a buffer has: few, or so many that nobody tells them apart one by one.
    fn length(&mut self) -> usize {
        match self.random.chance(12) {
            true => self.random.pick(&[40, 300, 1000]),
            false => 2 + self.random.below(4),
        }
    }

    /// A buffer of main's.
    fn buffer(&mut self, freed: &mut Vec<Node>) -> Vec<Node> {
        let (name, ty) = (self.name("b"), self.random.pick(INTS));
        let count = self.length();
        let spelled = ty.name();
        let values: Vec<String> = (0..count.min(5))
            .map(|_| self.small().to_string())
            .collect();
        let heap = self.random.chance(30);
        let mut nodes = Vec::new();
        if heap {
            self.heap = Heap::Used;
            let allocation = match self.random.below(3) {
                0 => format!(
                    "malloc({count} * sizeof({spelled})); memset({name}, 0, {count} * sizeof({spelled}))"
                ),
                _ => format!("calloc({count}, sizeof({spelled}))"),
            };
            nodes.push(line(format!("{spelled} *{name} = {allocation};")));
            nodes.push(line(format!("{name}[1] = {};", values[0])));
            freed.push(line(format!("free({name});")));
        } else {
            let storage = self.random.pick(&["", "", "static "]);
            nodes.push(line(format!(
                "{storage}_Alignas(8) {spelled} {name}[{count}] = {{{}}};",
                values.join(", ")
            )));
        }
        self.scope.buffers.push(Buffer {
            text: name,
            ty,
            count,
            alignment: 8,
        });
        nodes
    }
}
