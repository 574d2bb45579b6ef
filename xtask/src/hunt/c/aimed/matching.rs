//! States that differ only in what a verifier may have forgotten when it compares them.

use super::FLAG;
use crate::hunt::c::scope::Generator;
use crate::hunt::c::types::INTS;
use crate::hunt::tree::{Heap, Node, block, branch, line};

impl Generator {
    /// A store into an array of which nobody tells the elements apart, at an index that then moves on.
    pub(super) fn moving_index(&mut self) -> Vec<Node> {
        let ty = self.random.pick(INTS).name();
        let count = self.random.pick(&[700, 1000, 1024, 3000]) + self.random.between(0, 9);
        let global = self.random.chance(60) && self.has_names();
        let (array, declared) = match global {
            true => {
                let name = self.global_name();
                self.globals.push(line(format!("{ty} {name}[{count}];")));
                (name, Vec::new())
            }
            false => {
                let name = self.name("b");
                let storage = self.random.pick(&["", "static "]);
                let text = format!("{storage}{ty} {name}[{count}] = {{0}};");
                (name, vec![line(text)])
            }
        };
        let (index, value) = (self.name("i"), self.small());
        let step = self.random.between(1, 3);
        let low = self.random.pick(&[0, count / 2, count - 2]);
        let mut body = declared;
        body.push(line(format!(
            "unsigned {index} = $in{{uint,{low},2}}; if ({index} >= {count}) return 0;"
        )));
        body.push(line(match self.random.chance(70) {
            true => format!("{array}[{index}] = {value};"),
            false => format!("if ($choice) {array}[{index}] = {value};"),
        }));
        body.push(line(format!(
            "while ($loop) {index} = ({index} + {step}) % {count};"
        )));
        let earlier = format!("{array}[({index} + {}) % {count}]", count - step);
        let here = format!("{array}[{index}]");
        let claimed = match self.random.below(4) {
            0 => here,
            1 => earlier,
            2 => format!("{here} + 2 * {earlier}"),
            _ => format!("{here} == {value} || {earlier} == {value}"),
        };
        body.push(self.claim(claimed));
        body
    }

    /// A function that gives back a pointer to its own local or to its caller's.
    pub(super) fn two_frames(&mut self) -> Vec<Node> {
        let (function, ty) = (self.function_name(), self.random.pick(INTS).name());
        let (n, m) = (self.small(), self.small());
        let storage = match self.random.chance(85) {
            true => "",
            false => "static ",
        };
        let (flag, hiding) = self.flagged();
        let own = match self.random.chance(50) {
            true => (format!("{storage}{ty} own = {n};"), "p = &own;".to_string()),
            false => (
                format!("{storage}{ty} own[3] = {{{n}, {m}}};"),
                format!("p = own + {};", self.random.below(2)),
            ),
        };
        let ways = self.ways(vec![line(own.1)], Vec::new());
        let mut body = vec![line(own.0), flag, ways, hiding];
        body.push(line(match self.random.below(5) {
            0..=2 => format!("return {FLAG} ? p : 0;"),
            3 => format!("if (!{FLAG}) return 0; return p;"),
            _ => "return p;".to_string(),
        }));
        self.functions
            .push(block(format!("static {ty} *{function}({ty} *p) {{"), body));
        let (local, result) = (self.name("a"), self.name("q"));
        let mut main = vec![line(format!(
            "{ty} {local} = {m}; {ty} *{result} = {function}(&{local});"
        ))];
        if self.random.chance(30) {
            main.push(line(format!("if ({result}) *{result} = 1;")));
        }
        main.push(self.claim(format!("{result} ? *{result} : -1")));
        main
    }

    /// Memory that only a local leads to which is not used any more, or nothing.
    pub(super) fn lost_in_dead_local(&mut self) -> Vec<Node> {
        self.heap = Heap::Used;
        let (name, ty) = (self.name("h"), self.random.pick(INTS).name());
        let size = self.random.between(1, 9) * 8;
        let (flag, hiding) = self.flagged();
        let mut lost = Vec::new();
        if self.random.chance(60) && self.has_names() {
            let function = self.function_name();
            self.functions
                .push(line(format!("static void {function}(void) {{ }}")));
            lost.push(line(format!("{function}();")));
        }
        lost.push(line(match self.random.below(4) {
            0 => format!("{name} = ({ty} *)0;"),
            1 => format!("{name} -= 0; {name} = NULL;"),
            _ => format!("{name} = NULL;"),
        }));
        let other = match self.random.chance(25) {
            true => vec![line(format!("*{name} = 2;"))],
            false => Vec::new(),
        };
        let ways = self.ways(lost, other);
        let mut body = vec![
            line(format!("{ty} *{name} = malloc({size}); *{name} = 1;")),
            flag,
            ways,
            hiding,
        ];
        if self.random.chance(70) {
            let end = self.random.pick(&["abort();", "_Exit(0);"]);
            body.push(branch(format!("!{FLAG}"), vec![line(end)], Vec::new()));
        }
        body.push(line("exit(0);"));
        body
    }
}
