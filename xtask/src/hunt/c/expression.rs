//! Random expressions without undefined behaviour.

use super::scope::{Buffer, Generator, Place};
use super::types::{INTS, Int};

/// Constants that tend to show errors of width and sign.
const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "-1",
    "-2",
    "127",
    "128",
    "255",
    "256",
    "-128",
    "32767",
    "65535",
    "0x1234",
    "0x7fffffff",
    "0x80000000u",
    "0x01020304",
    "0xffffffffu",
];
const LONG_CONSTANTS: &[&str] = &[
    "0x100000000LL",
    "-1LL",
    "0x123456789aLL",
    "0xff00ff00ff00ffULL",
];

impl Generator {
    /// An expression of some integer type.
    pub(crate) fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(30) {
            return self.leaf();
        }
        let a = self.value(depth - 1);
        let b = self.value(depth - 1);
        match self.random.below(20) {
            0 | 1 => format!("((unsigned){a} + {b})"),
            2 => format!("((unsigned){a} - {b})"),
            3 => format!("((unsigned){a} * {})", self.random.between(2, 9)),
            4 => format!("({a} & {b})"),
            5 => format!("({a} | {b})"),
            6 => format!("({a} ^ {b})"),
            7 => format!("((unsigned){a} << {})", self.random.below(20)),
            8 => format!("((unsigned){a} >> {})", self.random.below(20)),
            9 => format!("((unsigned long long){a} << {})", self.random.below(60)),
            10 => format!("((int)({a}) >> {})", self.random.below(16)),
            11 => format!("({a} {} {b})", self.comparison()),
            12 => format!("({a} && {b})"),
            13 => format!("({a} || {b})"),
            14 => {
                let condition = self.condition();
                format!("({condition} ? {a} : {b})")
            }
            15 => format!("(({}){a})", self.random.pick(INTS).name()),
            16 => format!("(~{a})"),
            17 => format!("(!{a})"),
            18 => format!("((unsigned){a} % {}u)", self.random.between(2, 11)),
            _ => format!(
                "(({})({a} & 0xff) - ({b} & 0xff))",
                self.random.pick(&["int", "short", "long"])
            ),
        }
    }

    /// A comparison of what is in scope.
    pub(crate) fn condition(&mut self) -> String {
        match self.random.below(6) {
            0 => {
                let value = self.value(1);
                format!("({value} & {})", 1 << self.random.below(3))
            }
            1 | 2 => {
                let a = self.leaf();
                let b = self.leaf();
                format!("({a} {} {b})", self.comparison())
            }
            _ => match self.random.choose(&self.scope.inputs) {
                Some(input) => {
                    let value = self.random.between(input.low, input.high);
                    format!("({} {} {value})", input.name, self.comparison())
                }
                None => "(1)".to_string(),
            },
        }
    }

    fn comparison(&mut self) -> &'static str {
        self.random.pick(&["<", "<=", ">", ">=", "==", "!=", "=="])
    }

    fn leaf(&mut self) -> String {
        match self.random.below(10) {
            0 => self.random.pick(CONSTANTS).to_string(),
            1 if self.random.chance(30) => self.random.pick(LONG_CONSTANTS).to_string(),
            1 => self.random.pick(CONSTANTS).to_string(),
            2..=4 => match self.random.choose(&self.scope.inputs) {
                Some(input) => input.name,
                None => "4".to_string(),
            },
            5..=7 => match self.random.choose(&self.scope.places) {
                Some(place) => place.text,
                None => "6".to_string(),
            },
            8 => match self.random.choose(&self.scope.buffers) {
                Some(buffer) => self.element(&buffer),
                None => "8".to_string(),
            },
            _ => match self.random.choose(&self.scope.buffers) {
                Some(buffer) => self.view(&buffer),
                None => "9".to_string(),
            },
        }
    }

    /// A constant that fits into a byte.
    pub(crate) fn small(&mut self) -> i64 {
        self.random.between(1, 100)
    }

    /// A number below `count`, which depends on an input if possible.
    pub(crate) fn index(&mut self, count: usize) -> String {
        if count <= 1 {
            return "0".to_string();
        }
        let count = count as i64;
        if self.random.chance(12) {
            return self.random.below(count as usize).to_string();
        }
        let fitting: Vec<_> = self
            .scope
            .inputs
            .iter()
            .filter(|one| one.low >= 0 && one.high < count)
            .cloned()
            .collect();
        match self.random.choose(&fitting) {
            Some(input) if self.random.chance(70) => {
                let room = count - 1 - input.high;
                let shift = self.random.between(0, room);
                let falling = input.high - input.low;
                match self.random.below(5) {
                    0 if shift > 0 => format!("({} + {shift})", input.name),
                    1 if falling > 0 => format!("({} - {})", input.high, input.name),
                    _ => input.name,
                }
            }
            _ => {
                let value = self.value(1);
                match (count as u64).is_power_of_two() {
                    true => format!("({value} & {})", count - 1),
                    false => format!("((unsigned){value} % {count}u)"),
                }
            }
        }
    }

    /// An element of a buffer.
    pub(crate) fn element(&mut self, buffer: &Buffer) -> String {
        let index = self.index(buffer.count);
        match self.random.below(5) {
            0 => format!("*({} + {index})", buffer.text),
            1 => format!("({index})[{}]", buffer.text),
            _ => format!("{}[{index}]", buffer.text),
        }
    }

    /// The bytes of a buffer as some other type, at an offset that fits.
    pub(crate) fn view(&mut self, buffer: &Buffer) -> String {
        let ty = self.viewed_type(buffer);
        let address = self.address(buffer, ty);
        format!("*({} *){address}", ty.name())
    }

    /// A type that a buffer has room for.
    pub(crate) fn viewed_type(&mut self, buffer: &Buffer) -> Int {
        let fits = |ty: &&Int| ty.size() <= buffer.bytes() && ty.size() <= buffer.alignment;
        let fitting: Vec<Int> = INTS.iter().filter(fits).copied().collect();
        self.random.choose(&fitting).unwrap_or(buffer.ty)
    }

    /// The address of something of a type in a buffer.
    pub(crate) fn address(&mut self, buffer: &Buffer, ty: Int) -> String {
        let Buffer { text, .. } = buffer;
        let size = ty.size();
        let count = buffer.bytes() / size;
        let index = self.index(count);
        match self.random.below(6) {
            0 => format!(
                "((char *){text} + {} - {size} * {index})",
                (count - 1) * size
            ),
            1 => format!("((uintptr_t){text} + {size} * {index})"),
            2 => format!("(({} *){text} + {index})", ty.name()),
            3 => format!(
                "((char *)&{text}[{}] - {} + {size} * {index})",
                buffer.count - 1,
                buffer.bytes() - buffer.ty.size()
            ),
            _ => format!("((char *){text} + {size} * {index})"),
        }
    }

    /// Something that can be assigned to.
    pub(crate) fn target(&mut self) -> String {
        let place = self.random.choose(&self.scope.places);
        let buffer = self.random.choose(&self.scope.buffers);
        match (self.random.below(3), place, buffer) {
            (0, Some(Place { text }), _) | (_, Some(Place { text }), None) => text,
            (1, _, Some(buffer)) => self.element(&buffer),
            (_, _, Some(buffer)) => self.view(&buffer),
            (_, None, None) => "errno".to_string(),
        }
    }

    /// What a claim could be about.
    pub(crate) fn subject(&mut self) -> String {
        match self.random.below(8) {
            0..=2 => self.target(),
            3 | 4 => match self.random.choose(&self.scope.buffers) {
                Some(buffer) => self.view(&buffer),
                None => self.value(1),
            },
            5 => {
                let a = self.target();
                let b = self.target();
                format!("{a} ^ (3ULL * {b})")
            }
            6 => self.value(1),
            _ => self.value(2),
        }
    }
}
