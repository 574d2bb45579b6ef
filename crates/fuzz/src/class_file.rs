//! Mutations of class files that know where their indices, lengths and instructions are (JVMS
//! chapter 4).

use crate::random::Random;
use std::ops::Range;

/// The parts of a class file that are worth changing. Whatever cannot be followed is left out.
#[derive(Debug, Default)]
struct Layout {
    /// The entries of the constant pool: their tags stand first.
    constants: Vec<Range<usize>>,
    /// The places of two bytes that are indices into the pool, flags or small counts.
    shorts: Vec<usize>,
    /// The places of four bytes that are lengths.
    lengths: Vec<usize>,
    /// The instructions of methods.
    code: Vec<Range<usize>>,
}

/// One change of a class file.
pub(crate) fn mutate(random: &mut Random, mut class: Vec<u8>) -> Vec<u8> {
    let layout = Layout::of(&class);
    let pool = layout.constants.len() + 2;
    match random.below(10) {
        0 | 1 => {
            if let Some(&at) = random.choose(&layout.shorts) {
                let value = short(random, pool);
                put(&mut class, at, &value.to_be_bytes());
            }
        }
        2 => {
            if let Some(&at) = random.choose(&layout.lengths) {
                let value = match random.below(3) {
                    0 => random.below(64) as u32,
                    1 => class.len() as u32,
                    _ => u32::MAX >> random.below(32),
                };
                put(&mut class, at, &value.to_be_bytes());
            }
        }
        3..=5 => {
            if let Some(code) = random.choose(&layout.code) {
                let at = code.start + random.below(code.len());
                match random.below(3) {
                    0 => {
                        let value = short(random, pool);
                        put(&mut class, at, &value.to_be_bytes());
                    }
                    1 => {
                        // A stretch of the instructions again, elsewhere.
                        let from = code.start + random.below(code.len());
                        let length = 1 + random.below(8);
                        let end = (from + length).min(code.end);
                        let copy = class[from..end].to_vec();
                        put(&mut class, at, &copy);
                    }
                    _ => put(&mut class, at, &[random.next() as u8]),
                }
            }
        }
        6 | 7 => {
            if let Some(constant) = random.choose(&layout.constants).cloned() {
                constant_changed(random, &mut class, constant, pool);
            }
        }
        8 => {
            let (Some(here), Some(there)) = (
                random.choose(&layout.constants).cloned(),
                random.choose(&layout.constants).cloned(),
            ) else {
                return class;
            };
            let copy = class[there].to_vec();
            class.splice(here, copy);
        }
        _ => class = crate::mutate::bytes(random, class),
    }
    class
}

/// Texts that descriptors, names and signatures are read from.
const TEXTS: &[&str] = &[
    "",
    "I",
    "V",
    "()V",
    "(",
    "()",
    "L",
    "L;",
    "LShapes;",
    "[",
    "[I",
    "[[[[J",
    "(IJ)D",
    "()LShapes",
    "Shapes",
    "java/lang/Object",
    "java/lang/String",
    "<init>",
    "<clinit>",
    "main",
    "Code",
    "a/b/",
    "/",
    "Ljava/util/List<",
    "<T:Ljava/lang/Object;>(TT;)V",
    "TT;",
    "Ljava/util/Map<*+TT;>;",
    "StackMapTable",
    "BootstrapMethods",
    "ConstantValue",
    "Signature",
    "LineNumberTable",
    "\u{1}",
];

fn constant_changed(random: &mut Random, class: &mut Vec<u8>, constant: Range<usize>, pool: usize) {
    const UTF8: u8 = 1;
    let start = constant.start;
    if class.get(start) != Some(&UTF8) {
        match random.once_in(4) {
            true => put(class, start, &[random.below(21) as u8]),
            false => {
                let at = start + 1 + 2 * random.below((constant.len() - 1) / 2);
                let value = short(random, pool);
                put(class, at, &value.to_be_bytes());
            }
        }
        return;
    }
    let text: Vec<u8> = match random.below(4) {
        0 => class[start + 3..constant.end].repeat(2),
        1 => {
            let deep = 1 << random.below(15);
            let text = random.choose(&["[", "(", "<", "La<", "a/"]).copied();
            text.unwrap_or_default().repeat(deep / 2).into_bytes()
        }
        _ => random.choose(TEXTS).copied().unwrap_or_default().into(),
    };
    let Ok(length) = u16::try_from(text.len()) else {
        return;
    };
    let bytes = [&[UTF8], &length.to_be_bytes()[..], &text].concat();
    class.splice(constant, bytes);
}

/// An index, or a number at which things change.
fn short(random: &mut Random, pool: usize) -> u16 {
    match random.below(6) {
        0 => [0, 1, 0x7fff, 0x8000, 0xff00, 0xffff][random.below(6)],
        _ => random.below(pool) as u16,
    }
}

fn put(class: &mut [u8], at: usize, bytes: &[u8]) {
    for (offset, byte) in bytes.iter().enumerate() {
        if let Some(place) = class.get_mut(at + offset) {
            *place = *byte;
        }
    }
}

impl Layout {
    fn of(class: &[u8]) -> Layout {
        let mut cursor = Cursor {
            class,
            at: 8,
            layout: Layout::default(),
        };
        let _ = cursor.class();
        cursor.layout
    }

    /// Whether an attribute looks like `Code`.
    fn is_code(&self, class: &[u8], attribute: Range<usize>) -> bool {
        // `Code` has its length and that of its instructions, which fit into each other.
        let length = attribute.len();
        let body = &class[attribute];
        let instructions = body
            .get(4..8)
            .and_then(|four| four.try_into().ok())
            .map(u32::from_be_bytes);
        instructions.is_some_and(|count| count > 0 && count as usize + 12 <= length)
    }
}

struct Cursor<'a> {
    class: &'a [u8],
    at: usize,
    layout: Layout,
}

impl Cursor<'_> {
    fn class(&mut self) -> Option<()> {
        let count = self.counted()?;
        let mut index = 1;
        while index < count {
            let start = self.at;
            let tag = self.byte()?;
            let size = match tag {
                1 => usize::from(self.short()?),
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                3 | 4 | 9..=12 | 17 | 18 => 4,
                5 | 6 => 8,
                _ => return None,
            };
            self.skip(size)?;
            self.layout.constants.push(start..self.at);
            index += if matches!(tag, 5 | 6) { 2 } else { 1 };
        }
        (0..3).try_for_each(|_| self.counted().map(|_| ()))?;
        let interfaces = self.counted()?;
        (0..interfaces).try_for_each(|_| self.counted().map(|_| ()))?;
        for _ in ["fields", "methods"] {
            for _ in 0..self.counted()? {
                (0..3).try_for_each(|_| self.counted().map(|_| ()))?;
                self.attributes()?;
            }
        }
        self.attributes()
    }

    fn attributes(&mut self) -> Option<()> {
        for _ in 0..self.counted()? {
            self.counted()?;
            self.layout.lengths.push(self.at);
            let length = self.long()?;
            let body = self.at..self.at + length;
            self.skip(length)?;
            if self.layout.is_code(self.class, body.clone()) {
                self.code(body);
            } else {
                let shorts = body.clone().step_by(2).filter(|at| at + 1 < body.end);
                self.layout.shorts.extend(shorts);
            }
        }
        Some(())
    }

    /// The instructions, and everything behind them in twos.
    fn code(&mut self, body: Range<usize>) {
        self.layout.shorts.extend([body.start, body.start + 2]);
        self.layout.lengths.push(body.start + 4);
        let mut inside = Cursor {
            class: &self.class[..body.end],
            at: body.start + 4,
            layout: Layout::default(),
        };
        let Some(length) = inside.long() else {
            return;
        };
        let code = inside.at..(inside.at + length).min(body.end);
        inside.at = code.end;
        self.layout.code.push(code);
        // The exception table, and the attributes of the code.
        let handlers = inside.counted().unwrap_or(0);
        let _ = (0..handlers * 4).try_for_each(|_| inside.counted().map(|_| ()));
        let _ = inside.attributes();
        self.layout.shorts.append(&mut inside.layout.shorts);
        self.layout.lengths.append(&mut inside.layout.lengths);
    }

    /// Two bytes that are worth changing.
    fn counted(&mut self) -> Option<u32> {
        self.layout.shorts.push(self.at);
        self.short().map(u32::from)
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.class.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn short(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.byte()?, self.byte()?]))
    }

    fn long(&mut self) -> Option<usize> {
        let bytes = [self.byte()?, self.byte()?, self.byte()?, self.byte()?];
        usize::try_from(u32::from_be_bytes(bytes)).ok()
    }

    fn skip(&mut self, size: usize) -> Option<()> {
        self.at = self.at.checked_add(size)?;
        (self.at <= self.class.len()).then_some(())
    }
}
