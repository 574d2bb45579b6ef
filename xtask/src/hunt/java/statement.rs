//! Random Java statements.

use super::program::{Generator, Ranged};
use crate::hunt::tree::{Node, block, branch, line};

impl Generator {
    pub(super) fn statements(&mut self, count: usize, depth: usize) -> Vec<Node> {
        (0..count).flat_map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Vec<Node> {
        let kind = match depth {
            0 => self.random.below(60),
            _ => self.random.below(100),
        };
        match kind {
            0..=14 => {
                let (target, value) = (self.target(), self.value(2));
                let operator = self
                    .random
                    .pick(&["=", "=", "+=", "-=", "^=", "*=", ">>>="]);
                vec![line(format!("{target} {operator} {value};"))]
            }
            15..=19 => {
                let value = self.value(2);
                vec![self.declare(&value)]
            }
            20..=27 => self.collection(),
            28..=33 => self.text(),
            34..=38 => self.boxes(),
            39..=46 => self.objects(),
            47..=52 => self.functions(),
            53..=59 => self.numbers(),
            60..=69 => {
                let condition = self.condition();
                let then = self.inside(|this| this.statements(1, depth - 1));
                let otherwise = self.inside(|this| this.statements(1, depth - 1));
                vec![branch(condition, then, otherwise)]
            }
            70..=75 => {
                let name = self.name("i");
                let most = self.random.between(2, 4);
                let open = format!("for (int {name} = 0; {name} < {most}; {name}++) {{");
                let body = self.inside(|this| {
                    this.scope.inputs.push(Ranged {
                        name,
                        low: 0,
                        high: most - 1,
                    });
                    this.statements(1, depth - 1)
                });
                vec![block(open, body)]
            }
            76..=79 => self.exceptions(depth),
            80..=82 => self.selection(),
            _ => self.variation(),
        }
    }

    fn collection(&mut self) -> Vec<Node> {
        let name = self.name("c");
        let (a, b, n) = (self.value(1), self.value(0), self.small());
        let (key, at) = (self.index(4), self.index(3));
        match self.random.below(5) {
            0 => vec![
                line(format!(
                    "List<Integer> {name} = new ArrayList<>(List.of({n}, 2, 3));"
                )),
                line(format!(
                    "{name}.add({a}); {name}.remove({});",
                    self.index(3)
                )),
                self.declare(&format!("{name}.get({at})")),
            ],
            1 => vec![
                line(format!("Map<Integer, Integer> {name} = new HashMap<>();")),
                line(format!(
                    "{name}.put({key}, {n}); {name}.merge({a} & 3, 5, Integer::sum);"
                )),
                self.declare(&format!("{name}.getOrDefault({key}, -1) + {name}.size()")),
            ],
            2 => vec![
                line(format!("Deque<Integer> {name} = new ArrayDeque<>();")),
                line(format!(
                    "{name}.push({n}); {name}.addLast({b}); if ({}) {name}.pop();",
                    self.condition()
                )),
                self.declare(&format!("{name}.peekFirst() * 3 + {name}.size()")),
            ],
            3 => vec![
                line(format!(
                    "TreeMap<Integer, Integer> {name} = new TreeMap<>(Map.of(1, {n}, 3, 4));"
                )),
                line(format!("{name}.put({key}, 9);")),
                self.declare(&format!(
                    "{name}.firstEntry().getValue() ^ {name}.lastKey()"
                )),
            ],
            _ => vec![
                line(format!(
                    "LinkedList<Integer> {name} = new LinkedList<>(); {name}.add({b}); {name}.addFirst({n});"
                )),
                line(format!("if ({}) {name}.removeLast();", self.condition())),
                self.declare(&format!("{name}.indexOf({n}) + 10 * {name}.getLast()")),
            ],
        }
    }

    fn text(&mut self) -> Vec<Node> {
        let name = self.name("s");
        let value = self.value(1);
        let at = self.index(3);
        match self.random.below(5) {
            0 => vec![
                line(format!(
                    "StringBuilder {name} = new StringBuilder(\"abc\").append({value});"
                )),
                line(format!(
                    "{name}.setCharAt({at}, 'z'); if ({}) {name}.reverse();",
                    self.condition()
                )),
                self.declare(&format!("{name}.charAt({at}) + {name}.length()")),
            ],
            1 => vec![
                line(format!("String {name} = \"ab\" + {value};")),
                self.declare(&format!("{name}.hashCode() ^ {name}.indexOf('1')")),
            ],
            2 => vec![self.declare(&format!("\"abcd\".substring({at}).compareTo(\"bc\")"))],
            3 => vec![self.declare(&format!(
                "Integer.parseInt(String.valueOf({value})) + Integer.toHexString({value}).length()"
            ))],
            _ => vec![self.declare(&format!(
                "String.valueOf((char) ('a' + {at})).equals(\"b\") ? 1 : {value}"
            ))],
        }
    }

    fn boxes(&mut self) -> Vec<Node> {
        let (one, other) = (self.name("w"), self.name("w"));
        let (a, b) = (self.value(1), self.value(0));
        match self.random.below(3) {
            0 => vec![
                line(format!(
                    "Integer {one} = {a} & 0xff; Integer {other} = {b} & 0xff;"
                )),
                self.declare(&format!(
                    "({one} == {other} ? 1 : 0) + ({one}.equals({other}) ? 2 : 0)"
                )),
            ],
            1 => vec![
                line(format!("Long {one} = (long) {a}; Object {other} = {one};")),
                self.declare(&format!(
                    "{other} instanceof Long l && l > 3 ? (int) (l % 100) : {other}.hashCode()"
                )),
            ],
            _ => vec![
                line(format!(
                    "Character {one} = (char) {a}; Character {other} = (char) ({b} & 0x7f);"
                )),
                self.declare(&format!("{one} == {other} ? 1 : {one}.compareTo({other})")),
            ],
        }
    }

    fn objects(&mut self) -> Vec<Node> {
        let (class, sub, name) = (self.name("T"), self.name("T"), self.name("o"));
        let (n, m) = (self.small(), self.small());
        let value = self.value(1);
        let condition = self.condition();
        match self.random.below(5) {
            0 => {
                self.members.push(line(format!(
                    "static class {class} {{ int f = {n}; int get(int a) {{ return f + a; }} }}"
                )));
                self.members.push(line(format!("static class {sub} extends {class} {{ int f = {m}; int get(int a) {{ return f ^ super.get(a); }} }}")));
                vec![
                    line(format!(
                        "{class} {name} = {condition} ? new {class}() : new {sub}();"
                    )),
                    line(format!("{name}.f += {value};")),
                    self.declare(&format!("{name}.get({m}) + {name}.f")),
                ]
            }
            1 => {
                self.members.push(line(format!(
                    "record {class}(int a, long b) {{ {class} {{ a = a * 2; }} }}"
                )));
                vec![
                    line(format!("{class} {name} = new {class}({value}, {n});")),
                    self.declare(&format!(
                        "{name}.equals(new {class}({m}, {n})) ? 1 : {name}.a()"
                    )),
                ]
            }
            2 => {
                self.members.push(line(format!("enum {class} {{ A, B {{ int f() {{ return {n}; }} }}, C; int f() {{ return ordinal() + {m}; }} }}")));
                vec![
                    line(format!("{class} {name} = {class}.values()[{}];", self.index(3))),
                    self.declare(&format!("switch ({name}) {{ case A -> 5; case B -> {name}.f(); default -> {name}.name().length() + {name}.f(); }}")),
                ]
            }
            3 => {
                self.members.push(line(format!(
                    "interface {class} {{ int f(); default int g() {{ return f() * 2; }} }}"
                )));
                vec![
                    line(format!(
                        "final int {name}_ = {value}; {class} {name} = {condition} ? () -> {name}_ : () -> {n};"
                    )),
                    self.declare(&format!("{name}.g()")),
                ]
            }
            _ => {
                let state = self.name("y");
                self.members
                    .push(line(format!("static int {state} = {n};")));
                self.members.push(line(format!("static class {class} {{ static int f = {state} + 1; static {{ {state} = f * 2; }} }}")));
                vec![
                    line(format!("{state} ^= {value}; if ({condition}) {class}.f++;")),
                    self.declare(&format!("{state} + {class}.f")),
                ]
            }
        }
    }

    fn functions(&mut self) -> Vec<Node> {
        let name = self.name("f");
        let (a, n) = (self.value(1), self.random.between(2, 5));
        let count = self.index(4);
        match self.random.below(4) {
            0 => {
                self.members.push(line(format!("static int {name}(int n, int a) {{ return n <= 0 ? a : {name}(n - 1, a * {n} + n); }}")));
                vec![self.declare(&format!("{name}({count}, {a})"))]
            }
            1 => vec![
                line(format!(
                    "final int {name}_ = {a}; IntUnaryOperator {name} = v -> v ^ {name}_;"
                )),
                self.declare(&format!("{name}.andThen(v -> v + {n}).applyAsInt({count})")),
            ],
            2 => vec![self.declare(&format!(
                "IntStream.range(0, {n}).map(v -> v * v).filter(v -> v % 2 == 0).sum() + {a}"
            ))],
            _ => {
                self.members.push(line(format!("static int {name}(int... all) {{ int s = 0; for (int one : all) s = s * 3 + one; return s; }}")));
                vec![self.declare(&format!("{name}({count}, {a}, {n})"))]
            }
        }
    }

    fn numbers(&mut self) -> Vec<Node> {
        let name = self.name("d");
        let (a, b) = (self.value(1), self.value(0));
        match self.random.below(4) {
            0 => vec![
                line(format!("double {name} = {a} / 4.0;")),
                self.declare(&format!(
                    "(int) ({name} * {name}) ^ Double.compare({name}, {b})"
                )),
            ],
            1 => vec![
                line(format!("long {name} = (long) {a} << 20;")),
                self.declare(&format!(
                    "(int) ({name} / ({b} | 1)) + Long.numberOfTrailingZeros({name})"
                )),
            ],
            2 => vec![
                line(format!("float {name} = {a}; {name} += 0.5f;")),
                self.declare(&format!("(int) {name} - {a}")),
            ],
            _ => vec![
                line(format!(
                    "byte {name} = (byte) {a}; {name} += {b}; {name}++;"
                )),
                self.declare(&format!("{name} >> 1")),
            ],
        }
    }

    fn exceptions(&mut self, depth: usize) -> Vec<Node> {
        let target = self.target();
        let (n, value) = (self.small(), self.value(1));
        let body = self.inside(|this| this.statements(1, depth.saturating_sub(2)));
        let thrown = match self.random.below(4) {
            0 => format!(
                "if ({}) throw new IllegalArgumentException(\"x\");",
                self.condition()
            ),
            1 => format!("{target} = {n} / ({value} & 1);"),
            2 => format!("int[] q = new int[2]; q[{value} & 3] = 1;"),
            _ => format!("Object q = {value} > 2 ? \"x\" : null; q.hashCode();"),
        };
        let mut inner = vec![line(thrown)];
        inner.extend(body);
        vec![Node::Block {
            open: "try {".to_string(),
            body: inner,
            close: format!(
                "}} catch (RuntimeException e) {{ {target} ^= {n}; }} finally {{ {target} += 1; }}"
            ),
        }]
    }

    fn selection(&mut self) -> Vec<Node> {
        let (selector, target) = (self.value(1), self.target());
        let (n, m) = (self.small(), self.small());
        vec![line(match self.random.below(2) {
            0 => format!(
                "switch ({selector} & 3) {{ case 0: {target} = {n}; case 1: {target} += {m}; break; default: {target} -= 1; }}"
            ),
            _ => format!(
                "switch (\"abc\".substring({selector} & 1)) {{ case \"abc\" -> {target} = {n}; case \"bc\" -> {target} = {m}; default -> {{ }} }}"
            ),
        })]
    }
}
