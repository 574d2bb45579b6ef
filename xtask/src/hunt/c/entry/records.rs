//! Functions of two structs, which may be null or the same.

use crate::hunt::c::scope::{Buffer, Generator, Place, Ranged};
use crate::hunt::c::types::Int;
use crate::hunt::tree::{Node, Start, block, line};

impl Generator {
    /// A function, and a main that calls it with pointers that are null, different or the same.
    pub(super) fn two_records(&mut self) -> (Vec<Node>, Start) {
        let (name, record) = (self.function_name(), self.struct_name());
        let count = 2 + self.random.below(3);
        let fields = match self.random.below(3) {
            0 => format!("int a[{count}]; int n;"),
            1 => format!("int n; int a[{count}];"),
            _ => format!("union {{ long w; int n; }}; int a[{count}];"),
        };
        self.types
            .push(line(format!("struct {record} {{ {fields} }};")));
        let body = self.records_body(count);
        let signature =
            format!("int {name}(struct {record} *p, struct {record} *q, unsigned x, int c) {{");
        self.functions.push(block(signature, body));
        let mut main = vec![
            line(format!("static struct {record} one, two;")),
            line("int y0 = $in{int,0,2}; if (y0 < 0 || y0 > 1) return 0;"),
            line("int y1 = $in{int,0,3}; if (y1 < 0 || y1 > 2) return 0;"),
            line(format!(
                "unsigned y2 = $in{{uint,0,{}}}; if (y2 > {count}) return 0;",
                count + 1
            )),
            line("int y3 = $in{int,0,2}; if (y3 < 0 || y3 > 1) return 0;"),
            line("one.n = y3; two.a[0] = 7;"),
        ];
        main.push(line(format!(
            "{name}(y0 ? &one : 0, y1 == 0 ? 0 : y1 == 1 ? &one : &two, y2, y3);"
        )));
        main.push(line("return 0;"));
        (main, Start::Entry(name))
    }

    fn records_body(&mut self, count: usize) -> Vec<Node> {
        // One too many is an error of the function.
        let most = count - usize::from(self.random.chance(70));
        let mut body = vec![line(format!("if (!p || !q || x > {most}) return 0;"))];
        if self.random.chance(30) {
            body.push(line("if (p == q) return 0;"));
        }
        self.scope.inputs.push(Ranged {
            name: "x".to_string(),
            low: 0,
            high: count as i64 - 1,
        });
        for pointer in ["p", "q"] {
            self.scope.places.push(Place {
                text: format!("{pointer}->n"),
            });
            self.scope.buffers.push(Buffer {
                text: format!("{pointer}->a"),
                ty: Int::I32,
                count,
                alignment: 4,
            });
        }
        self.variations = 1;
        let statements = 1 + self.random.below(3);
        body.extend(self.statements(statements, 1));
        let (first, second) = (self.small(), self.small());
        body.push(line(format!("p->a[x] = {first}; if (c) q->n = {second};")));
        for _ in 0..2 {
            let subject = self.subject();
            body.push(self.claim(subject));
        }
        body.push(line("return 0;"));
        body
    }
}
