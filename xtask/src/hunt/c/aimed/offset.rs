//! Accesses of unusual widths, or at offsets that depend on inputs.

use crate::hunt::c::scope::Generator;
use crate::hunt::c::types::{INTS, Int};
use crate::hunt::tree::{Node, line};

impl Generator {
    /// A value that is narrower than the place it is stored to, and a look in another width.
    pub(super) fn narrow_store(&mut self) -> Vec<Node> {
        let (array, offset, value) = (self.name("w"), self.name("x"), self.name("x"));
        let element = self.random.pick(&[Int::U16, Int::U32, Int::I32, Int::U64]);
        let bytes = 8 * self.random.between(1, 2) as usize;
        let count = bytes / element.size();
        let stored = self.random.pick(&[Int::U16, Int::I16, Int::U32, Int::I32]);
        let narrow = self
            .random
            .pick(&["unsigned char", "signed char", "_Bool", "short"]);
        let places = bytes / stored.size();
        let (most, values) = (self.random.between(1, 2), self.random.between(2, 4));
        let most = most.min(places as i64 - 1);
        let looked = self.random.pick(INTS);
        let at = self.random.below(bytes / looked.size()) * looked.size();
        let first = self.random.pick(&["0xffffffffu", "0", "0x01020304"]);
        let body = vec![
            line(format!(
                "_Alignas(8) {} {array}[{count}] = {{{first}, 0x1234}};",
                element.name()
            )),
            line(format!(
                "int {offset} = $in{{int,0,{}}}; if ({offset} < 0 || {offset} > {most}) return 0;",
                most + 1
            )),
            line(format!(
                "int {value} = $in{{int,0,{values}}}; if ({value} < 0 || {value} >= {values}) return 0;"
            )),
            line(format!(
                "*({} *)((char *){array} + {} * {offset}) = ({narrow}){value};",
                stored.name(),
                stored.size()
            )),
        ];
        let claim = self.claim(format!("*({} *)((char *){array} + {at})", looked.name()));
        body.into_iter().chain([claim]).collect()
    }

    /// A store at one of two offsets from the middle, one of them negative.
    pub(super) fn two_offsets(&mut self) -> Vec<Node> {
        let (array, offset) = (self.name("b"), self.name("d"));
        let ty = self.random.pick(INTS);
        let (spelled, size) = (ty.name(), ty.size() as i64);
        let (less, more) = (self.random.between(1, 3), self.random.between(1, 3));
        let integer = self.random.pick(&["long", "int", "signed char"]);
        let value = self.small();
        let ways = self.ways(
            vec![line(format!("{offset} = {};", more * size))],
            vec![line(format!("{offset} = -{};", less * size))],
        );
        let looked = self.random.pick(&[4 - less, 4 + more, 4]);
        vec![
            line(format!("{spelled} {array}[9] = {{0}}; {integer} {offset};")),
            ways,
            line(format!(
                "*({spelled} *)((char *){array} + {} + {offset}) = {value};",
                4 * size
            )),
            self.claim(format!("{array}[{looked}]")),
        ]
    }

    /// A bit-field that is wider than an int, shifted there and back.
    pub(super) fn wide_bits(&mut self) -> Vec<Node> {
        let (record, variable, input) = (self.struct_name(), self.name("t"), self.name("x"));
        let unsigned = "unsigned long long";
        let ty = self
            .random
            .pick(&[unsigned, unsigned, unsigned, "long long"]);
        let width = self.random.between(33, 62);
        let shift = self.random.between(1, 30);
        let further = self.random.pick(&["", " int n;", " unsigned m : 3;"]);
        self.types.push(line(format!(
            "struct {record} {{ {ty} e : {width};{further} }};"
        )));
        let factor = self.random.pick(&["1", "0x10001ULL", "0x7654321ULL"]);
        let sign = match ty.starts_with('u') {
            true => "",
            // Only a shift of what is not negative is defined.
            false => " & 0x7fff",
        };
        let low = self.random.pick(&["0", "0x7ffffffe", "0xfffffffe"]);
        let mut body = vec![
            line(format!(
                "unsigned long {input} = $in{{ulong,{low},3}}; struct {record} {variable};"
            )),
            line(format!("{variable}.e = {factor} * {input}{sign};")),
        ];
        let e = format!("{variable}.e");
        let claimed = match (sign.is_empty(), self.random.below(3)) {
            (true, 0) => format!("({e} << {shift}) >> {shift} == {e}"),
            (true, 1) => format!("({e} << {shift}) >> {shift}"),
            (true, _) => format!("{e} + {e} < {e}"),
            (false, _) => format!("{e} >> {}", self.random.between(1, 8)),
        };
        body.push(self.claim(claimed));
        body
    }
}
