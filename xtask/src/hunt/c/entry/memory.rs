//! Functions of a caller's object, which they leave or go around in, and of memory that they lose.

use crate::hunt::c::scope::Generator;
use crate::hunt::c::types::INTS;
use crate::hunt::tree::{Heap, Node, Start, block, branch, line};

impl Generator {
    /// An access before the object that is given, or just not.
    pub(super) fn below_callers_object(&mut self) -> (Vec<Node>, Start) {
        let (name, ty) = (self.function_name(), self.random.pick(INTS));
        let spelled = ty.name();
        let (back, at) = (self.random.between(1, 3), self.random.between(0, 1));
        let value = self.small();
        let access = match self.random.below(4) {
            0 => format!("p[-{back}]"),
            1 => format!("*(p - {back})"),
            2 => format!("*({spelled} *)((char *)p - {})", ty.size()),
            _ => format!("p[c - {}]", back + at),
        };
        let used = match self.random.chance(50) {
            true => format!("return (int){access};"),
            false => format!("{access} = {value};"),
        };
        let condition = self
            .random
            .pick(&["p", "p && c", "p && !c", "p && c < 2", "p && *p == 0"]);
        let body = vec![
            branch(condition, vec![line(used)], Vec::new()),
            line("return 0;"),
        ];
        self.functions
            .push(block(format!("int {name}({spelled} *p, int c) {{"), body));
        let main = vec![
            line(format!("static {spelled} one[2];")),
            line("int y0 = $in{int,0,3}; if (y0 < 0 || y0 > 2) return 0;"),
            line(format!("{name}(one, y0);")),
            line("return 0;"),
        ];
        (main, Start::Entry(name))
    }

    /// A store at one of two offsets into a caller's array, one of them negative.
    pub(super) fn callers_array(&mut self) -> (Vec<Node>, Start) {
        let (name, ty) = (self.function_name(), self.random.pick(INTS));
        let (spelled, size) = (ty.name(), ty.size() as i64);
        let (less, more) = (self.random.between(1, 3), self.random.between(1, 3));
        let integer = self.random.pick(&["long", "int", "signed char"]);
        let value = self.small();
        let ways = [
            vec![line(format!("d = {};", more * size))],
            vec![line(format!("d = -{};", less * size))],
        ];
        let [one, other] = ways;
        let chosen = branch("c", one, other);
        let looked = self.random.pick(&[4 - less, 4 - less, 4 + more]);
        let body = vec![
            line(format!("if (!p) return 0; {integer} d;")),
            chosen,
            line(format!(
                "{spelled} *q = ({spelled} *)((char *)p + {} + d); *q = {value};",
                4 * size
            )),
            self.claim(format!("p[{looked}] * 2 + (c != 0)")),
            line("return 1;"),
        ];
        self.functions
            .push(block(format!("int {name}({spelled} *p, int c) {{"), body));
        let main = vec![
            line(format!("static {spelled} one[12];")),
            line("int y0 = $in{int,0,2}; if (y0 < 0 || y0 > 1) return 0;"),
            line(format!("{name}(one, y0);")),
            line("return 0;"),
        ];
        (main, Start::Entry(name))
    }

    /// Memory that is freed, given to the caller, or lost.
    pub(super) fn lost_at_return(&mut self) -> (Vec<Node>, Start) {
        self.heap = Heap::Used;
        let (name, ty) = (self.function_name(), self.random.pick(INTS).name());
        let mut kept = || match self.random.below(3) {
            0 => "free(h);",
            1 => "*to = h;",
            _ => "h = NULL;",
        };
        let (one, other) = (kept(), kept());
        let ways = self.ways(vec![line(one)], vec![line(other)]);
        let (flag, hiding) = self.flagged();
        let mut body = vec![
            line("if (!to) return 0;"),
            line(format!("{ty} *h = calloc(2, sizeof({ty})); h[1] = 3;")),
            flag,
            ways,
        ];
        if self.random.chance(60) {
            body.push(hiding);
        }
        body.push(line("return 0;"));
        self.functions
            .push(block(format!("int {name}({ty} **to) {{"), body));
        let main = vec![
            line(format!("static {ty} *one;")),
            line(format!("{name}(&one);")),
            line("return 0;"),
        ];
        (main, Start::Entry(name))
    }
}
