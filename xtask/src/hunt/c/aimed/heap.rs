//! Memory of two sizes, or of two ages.

use crate::hunt::c::scope::Generator;
use crate::hunt::c::types::INTS;
use crate::hunt::tree::{Heap, Node, line};

impl Generator {
    /// Memory of one of two sizes, read at an unknown index and then used at its end.
    pub(super) fn two_sizes(&mut self) -> Vec<Node> {
        self.heap = Heap::Used;
        let (name, index, seen) = (self.name("h"), self.name("i"), self.name("v"));
        let ty = self.random.pick(INTS);
        let read = self.random.between(150, 1200);
        let least = read * ty.size() as i64 + self.random.between(0, 3);
        let most = least + self.random.between(1, 5);
        let made = match self.random.chance(60) && self.has_names() {
            true => {
                let function = self.function_name();
                self.functions.push(line(format!(
                    "static char *{function}(unsigned n) {{ return calloc(n, 1); }}"
                )));
                function
            }
            false => "calloc(1, ".to_string(),
        };
        let make = |size: i64| match made.ends_with(' ') {
            true => format!("{name} = {made}{size});"),
            false => format!("{name} = {made}({size});"),
        };
        let ways = self.ways(vec![line(make(least))], vec![line(make(most))]);
        let (flag, hiding) = self.flagged();
        let spelled = ty.name();
        let mut body = vec![
            line(format!(
                "unsigned {index} = $in{{uint,{},2}}; if ({index} >= {read}) return 0;",
                read - 2
            )),
            line(format!("char *{name}; {spelled} {seen} = 0;")),
            ways,
        ];
        if self.random.chance(70) {
            body.push(line(format!("{seen} = (({spelled} *){name})[{index}];")));
        }
        body.extend([flag, hiding]);
        // The last byte of the larger, or of the smaller.
        let last = self.random.pick(&[most, most, least]) - 1;
        let value = self.small();
        let used = vec![line(match self.random.below(3) {
            0 => format!("memset({name} + {last}, {value}, 1);"),
            1 => format!("{seen} = {name}[{last}];"),
            _ => format!("{name}[{last}] = {value};"),
        })];
        body.extend(self.if_flagged(used));
        body.push(self.claim(seen));
        body.push(line(format!("free({name});")));
        body
    }

    /// Memory that is freed or not while its address is an integer.
    pub(super) fn address_in_integer(&mut self) -> Vec<Node> {
        self.heap = Heap::Used;
        let (name, address) = (self.name("h"), self.name("u"));
        let ty = self.random.pick(INTS).name();
        let integer = self.random.pick(&["uintptr_t", "unsigned long", "long"]);
        let (declared, kept) = match self.random.below(3) {
            0 if self.has_names() => {
                let global = self.global_name();
                self.globals.push(line(format!("{integer} {global};")));
                (format!("{global} = ({integer}){name};"), global)
            }
            1 => (
                format!("{integer} {address}[2]; {address}[1] = ({integer}){name};"),
                format!("{address}[1]"),
            ),
            _ => (format!("{integer} {address} = ({integer}){name};"), address),
        };
        let (flag, hiding) = self.flagged();
        let ways = self.ways(vec![line(format!("free({name});"))], Vec::new());
        let mut body = vec![
            line(format!("{ty} *{name} = malloc(sizeof({ty})); *{name} = 0;")),
            line(declared),
            ways,
            line(format!("{name} = NULL;")),
            flag,
            hiding,
        ];
        let value = self.small();
        let used = match self.random.chance(70) {
            true => vec![line(format!("*({ty} *){kept} = {value};"))],
            false => vec![self.claim(format!("*({ty} *){kept}"))],
        };
        body.extend(self.if_flagged(used));
        body.push(line("exit(0);"));
        body
    }
}
