//! Random accesses to memory: views of other widths, unknown offsets and sizes, addresses in integers.

use super::scope::{Buffer, Generator, Place};
use super::types::INTS;
use crate::hunt::tree::{Node, line};

impl Generator {
    /// An access to a buffer in one of many ways.
    pub(crate) fn memory(&mut self) -> Vec<Node> {
        let Some(buffer) = self.random.choose(&self.scope.buffers) else {
            return Vec::new();
        };
        match self.random.below(12) {
            0..=2 => self.store(&buffer),
            10 | 11 => self.store_and_look(&buffer),
            3 => self.through_integer(&buffer),
            4 => self.copy(&buffer),
            5 => self.fill(&buffer),
            6 => self.unaligned(&buffer),
            7 => self.packed(&buffer),
            8 => self.through_pointer(&buffer),
            _ => self.local_array(),
        }
    }

    /// A store of some width at some offset.
    fn store(&mut self, buffer: &Buffer) -> Vec<Node> {
        let view = self.view(buffer);
        let value = match self.random.chance(60) {
            true => self.small().to_string(),
            false => self.value(1),
        };
        vec![line(format!("{view} = {value};"))]
    }

    /// A store at an offset that is computed first, and a look at what is there, or beside it, in the
    /// same or another width.
    fn store_and_look(&mut self, buffer: &Buffer) -> Vec<Node> {
        let (offset, ty) = (self.name("o"), self.viewed_type(buffer));
        let size = ty.size();
        let Buffer { text, .. } = buffer;
        let index = self.index(buffer.bytes() / size);
        let integer = self
            .random
            .pick(&["unsigned", "int", "long", "unsigned char", "size_t"]);
        let value = self.small();
        let computed = match size.is_power_of_two() && self.random.chance(30) {
            true => format!("(unsigned){index} << {}", size.trailing_zeros()),
            false => format!("{index} * {size}"),
        };
        let mut nodes = vec![line(format!("{integer} {offset} = {computed};"))];
        nodes.push(line(match self.random.below(3) {
            0 => format!("*({} *)((char *){text} + {offset}) = {value};", ty.name()),
            1 => format!(
                "*({} *)((uintptr_t){text} + {offset}) = {value};",
                ty.name()
            ),
            _ => format!("memset((char *){text} + {offset}, {value}, {size});"),
        }));
        let element = buffer.ty.size();
        let claimed = match self.random.below(4) {
            0 => format!("{text}[{offset} / {element}]"),
            1 => format!("{text}[({offset} / {element} + 1) % {}]", buffer.count),
            2 => format!("*((unsigned char *){text} + {offset})"),
            _ => self.view(buffer),
        };
        nodes.push(self.claim(claimed));
        nodes
    }

    /// An address that is kept in an integer for a while.
    fn through_integer(&mut self, buffer: &Buffer) -> Vec<Node> {
        let (name, ty) = (self.name("u"), self.viewed_type(buffer));
        let size = ty.size();
        let index = self.index(buffer.bytes() / size);
        let value = self.value(1);
        let Buffer { text, .. } = buffer;
        let integer = self.random.pick(&["uintptr_t", "unsigned long", "long"]);
        let mut nodes = vec![line(format!("{integer} {name} = ({integer}){text};"))];
        if self.random.chance(30) {
            nodes.push(line(format!("{name} ^= 5; {name} ^= 5;")));
        }
        nodes.push(line(format!(
            "*({} *)({name} + {size} * {index}) = {value};",
            ty.name()
        )));
        nodes
    }

    /// A copy of some length, inside of a buffer or between two.
    fn copy(&mut self, buffer: &Buffer) -> Vec<Node> {
        let other = self.random.choose(&self.scope.buffers);
        let other = other.unwrap_or_else(|| buffer.clone());
        let room = buffer.bytes().min(other.bytes());
        let length = self.index(room / 2 + 1);
        let (a, b) = (self.index(room / 2 + 1), self.index(room / 2 + 1));
        vec![line(format!(
            "memmove((char *){} + {a}, (char *){} + {b}, {length});",
            buffer.text, other.text
        ))]
    }

    fn fill(&mut self, buffer: &Buffer) -> Vec<Node> {
        let half = buffer.bytes() / 2 + 1;
        let (start, length) = (self.index(half), self.index(half));
        let value = self.small();
        vec![line(format!(
            "memset((char *){} + {start}, {value}, {length});",
            buffer.text
        ))]
    }

    /// A load or store that no alignment holds for.
    fn unaligned(&mut self, buffer: &Buffer) -> Vec<Node> {
        let (name, ty) = (self.name("v"), self.random.pick(INTS));
        if ty.size() > buffer.bytes() {
            return Vec::new();
        }
        let value = self.value(1);
        let at = self.index(buffer.bytes() - ty.size() + 1);
        let declared = line(format!("{} {name} = {value};", ty.name()));
        let place = format!("(char *){} + {at}", buffer.text);
        let copy = match self.random.chance(50) {
            true => format!("memcpy({place}, &{name}, sizeof {name});"),
            false => format!("memcpy(&{name}, {place}, sizeof {name});"),
        };
        self.scope.places.push(Place { text: name });
        vec![declared, line(copy)]
    }

    /// The same without a function of the library.
    fn packed(&mut self, buffer: &Buffer) -> Vec<Node> {
        let ty = self.random.pick(INTS);
        if ty.size() > buffer.bytes() || !self.has_names() {
            return Vec::new();
        }
        let name = self.struct_name();
        self.types.push(line(format!(
            "struct __attribute__((packed)) {name} {{ {} w; }};",
            ty.name()
        )));
        let at = self.index(buffer.bytes() - ty.size() + 1);
        let access = format!("((struct {name} *)((char *){} + {at}))->w", buffer.text);
        match self.random.chance(60) {
            true => {
                let value = self.value(1);
                vec![line(format!("{access} = {value};"))]
            }
            false => vec![self.declare(ty, &access)],
        }
    }

    /// A pointer into a buffer, moved around.
    fn through_pointer(&mut self, buffer: &Buffer) -> Vec<Node> {
        if buffer.count < 2 {
            return Vec::new();
        }
        let name = self.name("p");
        let Buffer {
            text, ty, count, ..
        } = buffer;
        let index = self.index(count - 1);
        let value = self.small();
        let declared = line(format!("{} *{name} = {text} + {index};", ty.name()));
        let moved = match self.random.below(4) {
            0 => format!("{name}[1] = {value}; *{name} ^= 3;"),
            1 => format!("*++{name} = {value}; {name}[-1] |= 1;"),
            2 => format!("*{name}++ = {value}; *{name} = {name} - {text};"),
            _ => format!("if ({name} == {text}) *{name} = {value}; else {name}[-1] = {value};"),
        };
        vec![declared, line(moved)]
    }

    /// Further memory: an array on the stack, of fixed or computed length, or what `alloca` gives.
    fn local_array(&mut self) -> Vec<Node> {
        let (name, ty) = (self.name("b"), self.random.pick(INTS));
        let count = 2 + self.random.below(4);
        let spelled = ty.name();
        let fill = format!("for (int j = 0; j < {count}; j++) {name}[j] = j * 3;");
        let text = match self.random.below(4) {
            0 => format!("{spelled} *{name} = alloca({count} * sizeof({spelled})); {fill}"),
            1 => {
                let length = self.random.choose(&self.scope.inputs);
                let extra = length
                    .filter(|one| one.low >= 0)
                    .map_or("0".to_string(), |one| one.name);
                format!("{spelled} {name}[{count} + {extra}]; {fill}")
            }
            _ => format!("{spelled} {name}[{count}] = {{1, 2}};"),
        };
        self.scope.buffers.push(Buffer {
            text: name,
            ty,
            count,
            alignment: ty.size(),
        });
        vec![line(text)]
    }
}
