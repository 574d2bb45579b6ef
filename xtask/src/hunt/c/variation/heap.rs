//! Memory of one or another size, age or reach.

use super::Variation;
use crate::hunt::c::scope::Generator;
use crate::hunt::c::types::INTS;
use crate::hunt::tree::{Heap, line};

impl Generator {
    /// Memory of one or the other size.
    pub(super) fn varied_size(&mut self) -> Variation {
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
    pub(super) fn varied_life(&mut self) -> Variation {
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
    pub(super) fn varied_reach(&mut self) -> Variation {
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

    /// A list of one or two nodes, shared or not.
    pub(super) fn varied_list(&mut self) -> Variation {
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
}
