//! Random structs, unions, bit-fields, and texts.

use super::scope::{Buffer, Generator, Place};
use super::types::{INTS, Int};
use crate::hunt::tree::{Node, line};

/// A field: its declaration, its name, and what it is.
struct Field {
    text: String,
    name: String,
    shape: Shape,
}

/// Whether there are gaps between fields.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Natural,
    Packed,
}

enum Shape {
    /// An integer, or some bits of one.
    Scalar,
    /// A signed bit-field that is wider than `int`: no sanitizer looks at its arithmetic.
    WideBits,
    Array(Int, usize),
}

impl Generator {
    /// A new struct or union with a variable of it, whose fields are then in scope.
    pub(crate) fn record(&mut self) -> Vec<Node> {
        if !self.has_names() {
            return Vec::new();
        }
        let name = self.struct_name();
        let fields: Vec<Field> = (0..2 + self.random.below(3))
            .map(|at| self.field(at))
            .collect();
        let keyword = match self.random.chance(20) {
            true => "union",
            false => "struct",
        };
        let layout = match keyword == "struct" && self.random.chance(25) {
            true => Layout::Packed,
            false => Layout::Natural,
        };
        let attribute = match layout {
            Layout::Packed => "__attribute__((packed)) ",
            Layout::Natural => "",
        };
        let texts: Vec<&str> = fields.iter().map(|field| field.text.as_str()).collect();
        self.types.push(line(format!(
            "{keyword} {attribute}{name} {{ {} }};",
            texts.join(" ")
        )));
        let variable = self.name("t");
        let mut nodes = vec![line(format!("{keyword} {name} {variable};"))];
        nodes.push(line(format!(
            "memset(&{variable}, {}, sizeof {variable});",
            self.random.pick(&[0, 0, 255, 1])
        )));
        let access = match self.random.chance(30) {
            true => {
                let pointer = self.name("p");
                nodes.push(line(format!("{keyword} {name} *{pointer} = &{variable};")));
                format!("{pointer}->")
            }
            false => format!("{variable}."),
        };
        for field in &fields {
            self.bring(&access, field, layout);
        }
        if let Some(Field {
            name: first,
            shape: Shape::Scalar,
            ..
        }) = fields.first()
        {
            let first = format!("{access}{first}");
            let value = match self.random.chance(40) {
                true => self
                    .random
                    .pick(&["~0ULL", "0x123456789abcdefULL"])
                    .to_string(),
                false => self.value(1),
            };
            nodes.push(line(format!("{first} = {value};")));
            // How wide a shifted bit-field is depends on its width.
            if self.random.chance(40) {
                let shift = self.random.between(1, 24);
                nodes.push(self.claim(format!("({first} << {shift}) >> {shift}")));
            }
        }
        if keyword == "struct" && self.random.chance(30) {
            let copy = self.name("t");
            nodes.push(line(format!("{keyword} {name} {copy} = {variable};")));
            for field in &fields {
                self.bring(&format!("{copy}."), field, layout);
            }
        }
        nodes
    }

    fn field(&mut self, at: usize) -> Field {
        let name = format!("m{at}");
        let ty = self.random.pick(INTS);
        match self.random.below(6) {
            0 | 1 => {
                let most = 8 * ty.size() as i64 - 1;
                let width = self.random.between(1, most.max(1));
                let is_signed = !ty.name().starts_with("unsigned");
                Field {
                    text: format!("{} {name} : {width};", ty.name()),
                    name,
                    shape: match is_signed && width > 32 {
                        true => Shape::WideBits,
                        false => Shape::Scalar,
                    },
                }
            }
            2 | 3 => {
                let count = 2 + self.random.below(3);
                Field {
                    text: format!("{} {name}[{count}];", ty.name()),
                    name,
                    shape: Shape::Array(ty, count),
                }
            }
            _ => Field {
                text: format!("{} {name};", ty.name()),
                name,
                shape: Shape::Scalar,
            },
        }
    }

    /// Takes a field into scope.
    fn bring(&mut self, access: &str, field: &Field, layout: Layout) {
        let text = format!("{access}{}", field.name);
        match field.shape {
            Shape::Scalar | Shape::WideBits => self.scope.places.push(Place { text }),
            // An array of a packed struct may lie anywhere.
            Shape::Array(ty, _) if layout == Layout::Packed && ty.size() > 1 => {}
            Shape::Array(ty, count) => self.scope.buffers.push(Buffer {
                text,
                ty,
                count,
                alignment: ty.size(),
            }),
        }
    }

    /// Something with a text.
    pub(crate) fn text(&mut self) -> Vec<Node> {
        let (name, length) = (self.name("w"), self.name("n"));
        let index = self.index(4);
        let word = self.random.pick(&["ab", "abc", "", "x", "abab"]);
        let mut nodes = vec![line(format!("char {name}[12] = \"{word}\";"))];
        let digit = self.value(1);
        nodes.push(line(match self.random.below(5) {
            0 => format!("{name}[{index}] = 0;"),
            1 => format!("strcpy({name} + {index}, \"hi\");"),
            2 => format!("{name}[{index}] = 'a' + ({digit} & 1);"),
            3 => format!("snprintf({name}, sizeof {name}, \"%d\", (int)({digit} & 0xfff));"),
            _ => format!("strcat({name}, \"cd\");"),
        }));
        let other = self.random.pick(&["ab", "abc", "x", "hi"]);
        let computed = match self.random.below(4) {
            0 | 1 => format!("strlen({name})"),
            2 => format!("strcmp({name}, \"{other}\") == 0"),
            _ => format!("memcmp({name}, \"{other}\", 2) != 0"),
        };
        nodes.push(line(format!("int {length} = {computed};")));
        self.scope.places.push(Place { text: length });
        nodes
    }
}
