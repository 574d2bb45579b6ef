//! States that differ and then look alike: two ways, a loop that hides which was taken, and a use of
//! what is different. This is what a verifier that matches, merges or generalises states can get wrong.

use super::scope::Generator;
use super::types::INTS;
use crate::hunt::tree::{Heap, Node, block, branch, line};

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

    /// Memory of one or the other size.
    fn varied_size(&mut self) -> Variation {
        self.heap = Heap::Used;
        let (name, ty) = (self.name("h"), self.random.pick(INTS));
        let spelled = ty.name();
        let small = self.random.pick(&[2, 3, 4, 1000]);
        let large = small + self.random.between(0, 2);
        let allocation = |count: i64, way: usize| match way {
            0 => format!("{name} = calloc({count}, sizeof({spelled}));"),
            1 => format!("{name} = calloc(1, {count} * sizeof *{name});"),
            _ => format!(
                "{name} = realloc(calloc(1, 1), {count} * sizeof({spelled})); memset({name}, 0, {count} * sizeof({spelled}));"
            ),
        };
        let (way, other) = (self.random.below(3), self.random.below(3));
        let index = match self.random.chance(50) {
            true => (large - 1).to_string(),
            false => self.index(large as usize),
        };
        let value = self.small();
        let mut after = vec![line(format!("if ({name}) {name}[{index}] = {value};"))];
        after.push(self.claim(format!("{name} ? {name}[0] : 99")));
        let mut before = vec![line(format!("{spelled} *{name} = 0;"))];
        // What was read from it at an unknown index must not hide its size.
        let mut read = String::new();
        if self.random.chance(50) {
            let at = self.index(small as usize);
            before.push(line(format!("{spelled} {name}_ = 0;")));
            read = format!(" {name}_ = {name}[{at}];");
        }
        after.push(line(format!("free({name}); {name} = 0;")));
        Variation {
            before,
            left: vec![line(format!(
                "free({name}); {}{read}",
                allocation(small, way)
            ))],
            right: vec![line(format!(
                "free({name}); {}{read}",
                allocation(large, other)
            ))],
            after,
        }
    }

    /// Memory that is freed or not, with its address kept somewhere.
    fn varied_life(&mut self) -> Variation {
        self.heap = Heap::Used;
        let (name, alive, address) = (self.name("h"), self.name("v"), self.name("u"));
        let kept = match self.random.chance(50) {
            true => format!("uintptr_t {address} = (uintptr_t){name};"),
            false => format!("int *{address} = {name};"),
        };
        let wrong = self.random.chance(40);
        let used = match wrong {
            true => format!("*(int *){address} = 1;"),
            false => format!("if ({alive}) *(int *){address} = 1;"),
        };
        let mut after = vec![line(used)];
        after.push(line(format!(
            "if ({alive}) {{ free((void *){address}); {alive} = 0; }}"
        )));
        Variation {
            before: vec![
                line(format!(
                    "int *{name} = malloc(4); *{name} = 0; int {alive} = 1;"
                )),
                line(kept),
            ],
            left: vec![line(format!(
                "if ({alive}) free({name}); {name} = 0; {alive} = 0;"
            ))],
            right: vec![line(format!("{name} = 0;"))],
            after,
        }
    }

    /// Memory that is still reachable or not when the program ends.
    fn varied_reach(&mut self) -> Variation {
        self.heap = Heap::Used;
        let name = self.name("h");
        let nothing = match self.random.chance(50) && self.has_names() {
            true => {
                let function = self.function_name();
                self.functions
                    .push(line(format!("static void {function}(void) {{ }}")));
                format!("{function}();")
            }
            false => ";".to_string(),
        };
        let end = match self.random.below(3) {
            0 => "exit(0);".to_string(),
            1 => format!("free({name});"),
            _ => format!("if ({name}) exit(0);"),
        };
        Variation {
            before: vec![line(format!("char *{name} = malloc(24); *{name} = 1;"))],
            left: vec![line(format!("{nothing} {name} = 0;"))],
            right: vec![line(nothing)],
            after: vec![line(end)],
        }
    }

    /// An index that moves on, and what stands there.
    fn varied_index(&mut self) -> Variation {
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
    fn varied_frame(&mut self) -> Variation {
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

    fn varied_function(&mut self) -> Variation {
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

    /// A list of one or two nodes, shared or not.
    fn varied_list(&mut self) -> Variation {
        if !self.has_names() {
            return self.varied_value();
        }
        self.heap = Heap::Used;
        let (name, node, head, tail) = (self.struct_name(), "node", self.name("h"), self.name("h"));
        self.types.push(line(format!(
            "struct {name} {{ int {node}; struct {name} *next; }};"
        )));
        let (n, m) = (self.small(), self.small());
        let make = |variable: &str, value: i64| {
            format!(
                "struct {name} *{variable} = calloc(1, sizeof *{variable}); {variable}->{node} = {value};"
            )
        };
        let right = match self.random.below(3) {
            0 => format!("{tail}->next = {head};"),
            1 => format!("{head}->{node} ^= 1;"),
            _ => ";".to_string(),
        };
        let lost = self.random.chance(25);
        let mut after = vec![line(format!(
            "if ({head}->next) {head}->next->{node} += 1;"
        ))];
        after.push(self.claim(format!("{tail}->{node}")));
        after.push(self.claim(format!("{head}->{node}")));
        after.push(line(match lost {
            true => format!("free({head});"),
            false => format!("free({tail}); free({head});"),
        }));
        Variation {
            before: vec![line(make(&head, n)), line(make(&tail, m))],
            left: vec![line(format!("{head}->next = {tail};"))],
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
