//! Random statements: assignments, control flow, calls.

use super::scope::{Buffer, Generator, Ranged};
use super::types::INTS;
use crate::hunt::tree::{Node, block, branch, line};

impl Generator {
    /// Some statements, with others inside of them down to a depth.
    pub(crate) fn statements(&mut self, count: usize, depth: usize) -> Vec<Node> {
        (0..count).flat_map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Vec<Node> {
        let kind = match depth {
            0 => self.random.below(52),
            _ => self.random.below(100),
        };
        match kind {
            0..=14 => vec![self.assignment()],
            15..=17 => {
                let ty = self.random.pick(INTS);
                let value = self.value(2);
                vec![self.declare(ty, &value)]
            }
            18..=36 => self.memory(),
            37..=43 => self.record(),
            44..=46 => self.effect(),
            47..=48 => self.floating(),
            49..=51 => self.text(),
            52..=61 => self.conditional(depth),
            62..=67 => self.counted(depth),
            68..=85 => self.variation(),
            86..=88 => self.selection(depth),
            89..=97 if self.has_names() => self.call(depth),
            _ => self.jump(depth),
        }
    }

    fn assignment(&mut self) -> Node {
        let target = self.target();
        let value = self.value(2);
        let operator = self.random.pick(&["=", "=", "=", "=", "^=", "|=", "&="]);
        line(format!("{target} {operator} {value};"))
    }

    /// Effects inside of expressions, where the order is given.
    fn effect(&mut self) -> Vec<Node> {
        let Some(place) = self.random.choose(&self.scope.places) else {
            return Vec::new();
        };
        let (v, c) = (place.text, self.condition());
        let n = self.random.between(0, 3);
        let target = self.name("v");
        let text = match self.random.below(5) {
            0 => format!("int {target} = ({v} = {n}, {v} ^ 5);"),
            1 => format!("int {target} = {c} && ({v} = {n});"),
            2 => format!("int {target} = {c} || ({v} ^= {n});"),
            3 => format!("unsigned {target} = {c} ? ({v} = {n}) : ({v} |= 1);"),
            _ => format!("_Bool {target} = {v};"),
        };
        let claim = match self.random.chance(30) {
            true => Some(self.claim(target)),
            false => None,
        };
        std::iter::once(line(text)).chain(claim).collect()
    }

    fn floating(&mut self) -> Vec<Node> {
        let (name, target) = (self.name("d"), self.target());
        let ty = self.random.pick(&["float", "double"]);
        let value = self.value(1);
        let n = self
            .random
            .pick(&["0.5", "1.5", "3.0", "0.1", "-2.0", "16777216.0"]);
        let operator = self.random.pick(&["+", "-", "*", "/"]);
        vec![
            line(format!(
                "{ty} {name} = (int)({value} & 0xfff) {operator} ({ty}){n};"
            )),
            line(format!("{target} = {name} > 100 ? 1 : (int)({name} * 2);")),
        ]
    }

    fn conditional(&mut self, depth: usize) -> Vec<Node> {
        let condition = self.condition();
        let count = 1 + self.random.below(2);
        let then = self.inside(|this| this.statements(count, depth - 1));
        let otherwise = match self.random.chance(50) {
            true => self.inside(|this| this.statements(1, depth - 1)),
            false => Vec::new(),
        };
        vec![branch(condition, then, otherwise)]
    }

    /// A loop with few iterations.
    fn counted(&mut self, depth: usize) -> Vec<Node> {
        let name = self.name("i");
        let most = self.random.between(2, 4);
        let bound = match self.random.choose(&self.scope.inputs) {
            Some(input) if input.high <= 5 && self.random.chance(60) => input.name,
            _ => most.to_string(),
        };
        let open = match self.random.below(3) {
            0 => format!("for (int {name} = {bound}; {name} > 0; {name}--) {{"),
            1 => format!("for (unsigned char {name} = 0; {name} < {most}; {name} += 1) {{"),
            _ => format!("for (int {name} = 0; {name} < {bound}; {name}++) {{"),
        };
        let body = self.inside(|this| {
            this.scope.inputs.push(Ranged {
                name,
                low: 0,
                high: 5,
            });
            this.statements(1, depth - 1)
        });
        vec![block(open, body)]
    }

    fn selection(&mut self, depth: usize) -> Vec<Node> {
        let selector = self.value(1);
        let mut cases = Vec::new();
        for case in 0..3 {
            cases.push(line(format!("case {case}:;")));
            cases.extend(self.inside(|this| {
                let body = this.statements(1, depth.saturating_sub(2));
                vec![block("{", body)]
            }));
            if self.random.chance(60) {
                cases.push(line("break;"));
            }
        }
        cases.push(line("default:;"));
        cases.push(self.assignment());
        vec![block(format!("switch ({selector} & 3) {{"), cases)]
    }

    /// A jump forward, or backward a few times.
    fn jump(&mut self, depth: usize) -> Vec<Node> {
        let (label, counter) = (self.name("l"), self.name("c"));
        let condition = self.condition();
        let body = self.inside(|this| this.statements(1, depth.saturating_sub(2)));
        let body = block("{", body);
        match self.random.chance(50) {
            true => vec![
                line(format!("if ({condition}) goto {label};")),
                body,
                line(format!("{label}:;")),
            ],
            false => vec![
                line(format!("int {counter} = 0;")),
                line(format!("{label}:;")),
                body,
                line(format!("if ({counter}++ < 2 && {condition}) goto {label};")),
            ],
        }
    }

    /// A function that is given a buffer and an input, and its call.
    fn call(&mut self, depth: usize) -> Vec<Node> {
        let name = self.function_name();
        let Some(buffer) = self.random.choose(&self.scope.buffers) else {
            return Vec::new();
        };
        let input = self.random.choose(&self.scope.inputs).unwrap_or(Ranged {
            name: "1".to_string(),
            low: 1,
            high: 1,
        });
        let place = self.random.choose(&self.scope.places);
        let result = self.name("r");
        let outer = std::mem::replace(&mut self.scope, self.global.clone());
        self.scope.buffers.push(Buffer {
            text: "a".to_string(),
            ..buffer.clone()
        });
        self.scope.inputs.push(Ranged {
            name: "n".to_string(),
            ..input.clone()
        });
        let mut body = Vec::new();
        let static_local = self.random.chance(25);
        if static_local {
            body.push(line("static int z = 3;"));
        }
        let recursive = self.random.chance(25);
        let count = 1 + self.random.below(2);
        body.extend(self.statements(count, depth.saturating_sub(1)));
        if recursive {
            let step = self.random.pick(&["n - 1", "n / 2"]);
            body.push(line(format!("if (n > 0) (void){name}(a, {step}, q);")));
        }
        if static_local {
            body.push(line("z += 2; *q ^= z;"));
        }
        let value = self.value(1);
        body.push(line(format!("return {value};")));
        self.scope = outer;
        let signature = format!(
            "static int {name}({} *a, int n, int *q) {{",
            buffer.ty.name()
        );
        self.functions.push(block(signature, body));
        let out = self.name("o");
        let mut call = vec![line(format!("int {out} = 0;"))];
        let arguments = format!("{}, {}, &{out}", buffer.text, input.name);
        call.push(match self.random.below(3) {
            0 => line(format!(
                "int (*{result}_)({} *, int, int *) = {name}; int {result} = {result}_({arguments});",
                buffer.ty.name()
            )),
            _ => line(format!("int {result} = {name}({arguments});")),
        });
        if let Some(place) = place {
            call.push(line(format!("{} = {result} ^ {out};", place.text)));
        }
        call
    }
}
