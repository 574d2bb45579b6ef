//! States that differ and then look alike, in Java.

use super::program::Generator;
use crate::hunt::tree::{Node, block, branch, line};

impl Generator {
    /// Two ways, a loop that hides which was taken, and a use of what is different.
    pub(super) fn variation(&mut self) -> Vec<Node> {
        if self.variations == 0 {
            return Vec::new();
        }
        self.variations -= 1;
        let (before, left, right, after) = self.varied();
        let condition = match self.random.chance(50) {
            true => "$choice".to_string(),
            false => self.condition(),
        };
        let flag = self.name("k");
        let mut nodes = before;
        nodes.push(line(format!("int {flag} = 0;")));
        let ways = branch(condition, vec![line(left)], vec![line(right)]);
        if self.random.chance(15) {
            nodes.push(block("while ($loop) {", vec![ways]));
        } else {
            nodes.push(ways);
            nodes.push(line(match self.random.below(3) {
                0 => format!("while ($loop) {{ if ({flag} < 2) {flag}++; }}"),
                1 => format!("while ($loop) {flag} = 1 - {flag};"),
                _ => format!("while ($loop) {flag} = 1;"),
            }));
        }
        match self.random.chance(50) {
            true => nodes.push(branch(format!("{flag} != 0"), after, Vec::new())),
            false => nodes.extend(after),
        }
        nodes
    }

    fn varied(&mut self) -> (Vec<Node>, String, String, Vec<Node>) {
        let (p, q) = (self.name("p"), self.name("q"));
        let (n, m) = (self.small(), self.small());
        let at = self.index(3);
        match self.random.below(7) {
            // Arrays that are the same or not, of different lengths.
            0 => {
                let claim = self.claim(format!("{q}[{at} % {q}.length] + {p}.length"));
                (
                    vec![line(format!(
                        "int[] {p} = {{{n}, 2, 3}}, {q} = {{4, {m}}};"
                    ))],
                    format!("{p} = {q};"),
                    format!("{q} = {p};"),
                    vec![line(format!("{p}[{at} & 1] = 77;")), claim],
                )
            }
            // Nodes that are linked or not.
            1 | 2 => {
                let class = self.name("T");
                self.members.push(line(format!("static class {class} {{ int v; {class} next; {class}(int v) {{ this.v = v; }} }}")));
                let claims = [
                    self.claim(format!("{p}.v")),
                    self.claim(format!("{q}.next == null ? -1 : {q}.next.v")),
                ];
                let mut after = vec![line(format!("if ({p}.next != null) {p}.next.v++;"))];
                after.extend(claims);
                (
                    vec![line(format!(
                        "{class} {p} = new {class}({n}), {q} = new {class}({m});"
                    ))],
                    format!("{p}.next = {q};"),
                    format!(
                        "{q}.next = {p}; {p}.next = {};",
                        self.random
                            .pick(&[p.clone(), q.clone(), "null".to_string()])
                    ),
                    after,
                )
            }
            // An object of one or the other class.
            3 => {
                let claim = self.claim(format!(
                    "{p} instanceof String s ? s.length() : ((Integer) {p}) + 1"
                ));
                (
                    vec![line(format!("Object {p} = {n};"))],
                    format!("{p} = \"abc\";"),
                    format!("{p} = {m};"),
                    vec![claim],
                )
            }
            // An index that moves on.
            4 => {
                let claim = self.claim(format!("{p}[{q}] * 3 + {p}[({q} + 1) % 3]"));
                (
                    vec![line(format!("int[] {p} = new int[3]; int {q} = {at};"))],
                    format!("{p}[{q}] = {n};"),
                    format!("{p}[({q} + 1) % 3] = {m};"),
                    vec![line(format!("while ($loop) {q} = ({q} + 1) % 3;")), claim],
                )
            }
            // A list that several variables share.
            5 => {
                let claim = self.claim(format!("{q}.size() * 10 + {p}.get({p}.size() - 1)"));
                (
                    vec![line(format!(
                        "List<Integer> {p} = new ArrayList<>(List.of({n})), {q} = new ArrayList<>();"
                    ))],
                    format!("{q} = {p};"),
                    format!("{q}.add({m});"),
                    vec![line(format!("{q}.add(5);")), claim],
                )
            }
            // null or not.
            _ => {
                let claim = self.claim(format!("{p} == null ? -1 : {p}.length"));
                let used = match self.random.chance(40) {
                    true => format!("{p}[0] = {m};"),
                    false => format!("if ({p} != null) {p}[0] = {m};"),
                };
                (
                    vec![line(format!("int[] {p} = new int[{}];", 1 + n % 3))],
                    format!("{p} = null;"),
                    format!("{p} = new int[2];"),
                    vec![line(used), claim],
                )
            }
        }
    }
}
