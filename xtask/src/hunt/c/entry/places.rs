//! Functions of a struct whose places hold what their types do not say.

use crate::hunt::c::scope::Generator;
use crate::hunt::tree::{Node, Start, block, branch, line};

impl Generator {
    /// A field that is left alone or gets something of another type.
    pub(super) fn place_of_other_type(&mut self) -> (Vec<Node>, Start) {
        let (name, record) = (self.function_name(), self.struct_name());
        let n = self.small();
        // The field, what is put there, and how it is looked at again.
        let (field, put, look) = match self.random.below(6) {
            0 => ("void *d", "a->d = b;".to_string(), "a->d == (void *)b"),
            1 => (
                "char *d",
                "a->d = (char *)&b->x;".to_string(),
                "a->d == (char *)&b->x",
            ),
            2 => (
                "uintptr_t d",
                "a->d = (uintptr_t)b;".to_string(),
                "a->d == (uintptr_t)b",
            ),
            3 => (
                "_Bool d",
                format!("*(unsigned char *)&a->d = {};", n + 1),
                "*(unsigned char *)&a->d",
            ),
            4 => (
                "void *d",
                format!("a->d = (void *)(uintptr_t){n};"),
                "(uintptr_t)a->d",
            ),
            _ => (
                "int *d",
                format!("*(uintptr_t *)&a->d = {n};"),
                "*(uintptr_t *)&a->d",
            ),
        };
        let fields = match self.random.chance(50) {
            true => format!("{field}; int x;"),
            false => format!("int x; {field};"),
        };
        self.types
            .push(line(format!("struct {record} {{ {fields} }};")));
        let mut body = vec![line("if (!a || !b || a == b) return 0;")];
        let (flag, hiding) = self.flagged();
        let other = match self.random.chance(30) {
            true => vec![line("b->x = 1;")],
            false => Vec::new(),
        };
        body.extend([flag, self.ways(vec![line(put)], other), hiding]);
        let claim = vec![self.claim(look)];
        body.extend(self.if_flagged(claim));
        body.push(line("return 0;"));
        self.functions.push(block(
            format!("int {name}(struct {record} *a, struct {record} *b) {{"),
            body,
        ));
        let main = vec![
            line(format!("static struct {record} one, two;")),
            line(format!("{name}(&one, &two);")),
            line("return 0;"),
        ];
        (main, Start::Entry(name))
    }

    /// A union of an integer and a pointer, of which a tag tells which it is.
    pub(super) fn callers_union(&mut self) -> (Vec<Node>, Start) {
        let (name, record) = (self.function_name(), self.struct_name());
        let pointer = self.random.pick(&["void *p;", "int *p;", "char *p;"]);
        let number = self.random.pick(&["long n;", "int n;", "short n;"]);
        let members = match self.random.chance(50) {
            true => format!("{pointer} {number}"),
            false => format!("{number} {pointer}"),
        };
        let (fields, access) = match self.random.below(3) {
            0 => (format!("int tag; union {{ {members} }} u;"), "v->u.n"),
            1 => (format!("union {{ {members} }}; int tag;"), "v->n"),
            _ => (format!("int tag; union {{ {members} }} u[2];"), "v->u[1].n"),
        };
        self.types
            .push(line(format!("struct {record} {{ {fields} }};")));
        let tag = self.random.between(0, 2);
        let claim = self.claim(access);
        let mut body = vec![line("if (!v) return 0;")];
        body.push(branch(format!("v->tag == {tag}"), vec![claim], Vec::new()));
        body.push(line("return 0;"));
        self.functions
            .push(block(format!("int {name}(struct {record} *v) {{"), body));
        let n = self.small();
        let main = vec![
            line(format!("static struct {record} one, *v = &one;")),
            line("int y0 = $in{int,0,3}; if (y0 < 0 || y0 > 2) return 0;"),
            line(format!("one.tag = {tag}; {access} = y0 * {n} - 1;")),
            line(format!("{name}(v);")),
            line("return 0;"),
        ];
        (main, Start::Entry(name))
    }
}
