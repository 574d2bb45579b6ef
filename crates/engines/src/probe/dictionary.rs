//! What the program itself says about its inputs: the texts and numbers that it mentions, and the sizes
//! of its objects.

use super::random::Random;
use super::testcase::Form;
use crate::limits::tuning::{
    LONGEST_COMMAND, LONGEST_WORD, MOST_COMMANDS, MOST_SUGGESTED_REPETITIONS, MOST_WORDS,
};
use ir::{Const, DatumValue, Expr, FloatKind, GlobalId, Op, Origin, ProcedureId, Program};
use std::collections::BTreeSet;

/// Words between which texts are often taken apart.
const SEPARATORS: [&[u8]; 16] = [
    b" ", b"\n", b"\n", b" ", b",", b";", b":", b"=", b"\t", b"\"", b"/", b"-", b".", b"|", b"()",
    b"[]",
];

/// Numbers at the edges of types.
const EDGES: [i64; 14] = [
    0,
    1,
    -1,
    2,
    10,
    100,
    127,
    128,
    255,
    256,
    65535,
    i32::MAX as i64,
    i32::MIN as i64,
    i64::MAX,
];

/// Procedures of libraries that compare what their first two arguments point to: the beginnings of
/// their names, behind the class.
const COMPARING: [&str; 19] = [
    "strcmp",
    "strncmp",
    "memcmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "bcmp",
    "strstr",
    "strcasestr",
    "strpbrk",
    "strspn",
    "strcspn",
    "String.equals",
    "String.equalsIgnoreCase",
    "String.startsWith",
    "String.endsWith",
    "String.contains",
    "String.compareTo",
    "String.indexOf",
];

/// What the program mentions.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    /// Texts.
    pub(super) words: Vec<Vec<u8>>,
    /// Numbers.
    pub(super) numbers: Vec<i64>,
    /// Characters that something is compared with.
    pub(super) characters: Vec<u8>,
    /// How often something may be repeated: sizes, and one more and one less.
    pub(super) repetitions: Vec<usize>,
}

impl Dictionary {
    /// What the user's code mentions.
    pub(super) fn of(program: &Program) -> Dictionary {
        let mut found = Mentioned::default();
        let users = program.procedures.iter();
        for procedure in users.filter(|procedure| procedure.origin == Origin::User) {
            for edge in &procedure.edges {
                found.operation(&edge.op);
            }
        }
        found.follow_globals(program);
        found.finish()
    }

    /// A word that texts are made of, often with what separates it from the next.
    pub(super) fn word(&self, random: &mut Random) -> Vec<u8> {
        let mut word = self.bare_word(random);
        if word.contains(&b'%') && !random.once_in(8) {
            word = self.formatted(&word, random);
        }
        if random.once_in(3) {
            word.extend(random.choose(&SEPARATORS).copied().unwrap_or_default());
        }
        word
    }

    /// What a format of `scanf` or `printf` stands for.
    fn formatted(&self, format: &[u8], random: &mut Random) -> Vec<u8> {
        let mut text = Vec::new();
        let mut rest = format;
        while let Some((byte, tail)) = rest.split_first() {
            rest = tail;
            if *byte != b'%' {
                text.push(*byte);
                continue;
            }
            let modifiers = b"0123456789.*-+# hljztL";
            let skipped = rest.iter().take_while(|it| modifiers.contains(it)).count();
            let Some((directive, tail)) = rest[skipped..].split_first() else {
                break;
            };
            rest = tail;
            text.extend(match directive {
                b'd' | b'i' | b'u' | b'f' | b'g' | b'x' => self.number(random).to_string().into(),
                b's' => random.choose(&self.words).cloned().unwrap_or_default(),
                b'%' => b"%".to_vec(),
                _ => vec![b'a' + random.below(26) as u8],
            });
            if *directive == b'[' {
                let end = rest.iter().position(|it| *it == b']');
                rest = end.map_or(&[][..], |end| &rest[end + 1..]);
            }
        }
        text
    }

    fn bare_word(&self, random: &mut Random) -> Vec<u8> {
        match random.below(8) {
            0..=2 => random.choose(&self.words).cloned(),
            3 => random.choose(&self.characters).map(|byte| vec![*byte]),
            4 => Some(self.number(random).to_string().into_bytes()),
            5 => Some(vec![b'a' + random.below(26) as u8]),
            _ => random.choose(&SEPARATORS).map(|word| word.to_vec()),
        }
        .unwrap_or_else(|| vec![b'0' + random.below(10) as u8])
    }

    /// A number that may matter.
    pub(super) fn number(&self, random: &mut Random) -> i64 {
        match random.below(8) {
            0..=3 => {
                let near = random.below(3) as i64 - 1;
                let mentioned = random.choose(&self.numbers).copied().unwrap_or(0);
                mentioned.wrapping_add(near)
            }
            4 if random.once_in(4) => {
                let mut factor = || random.choose(&self.numbers).copied().unwrap_or(0);
                factor().wrapping_mul(factor())
            }
            4 | 5 => random.below(20) as i64,
            6 => random.choose(&EDGES).copied().unwrap_or(0),
            _ => random.next() as i64 >> random.below(64),
        }
    }

    /// A line as programs take commands: a word, and perhaps an argument. It is often the same argument,
    /// since names are said again.
    pub(super) fn command(&self, argument: &[u8], random: &mut Random) -> Vec<u8> {
        let mut line = self.bare_word(random);
        match random.below(4) {
            0 => {}
            1 => line.extend(format!(" {}", self.number(random)).bytes()),
            2 => line.extend(b" a"),
            _ => {
                line.push(b' ');
                line.extend(argument);
            }
        }
        line.push(b'\n');
        line
    }

    /// Lines as programs take commands: each word that can be one, alone and with an argument.
    pub(super) fn lines(&self) -> impl Iterator<Item = Vec<u8>> {
        let is_command = |word: &&Vec<u8>| {
            word.len() <= LONGEST_COMMAND
                && word.len() > 1
                && word
                    .iter()
                    .all(|byte| byte.is_ascii_graphic() && *byte != b'%')
        };
        let words = self.words.iter().filter(is_command).take(MOST_COMMANDS);
        words.flat_map(|word| [word.clone(), [word, &b" a"[..]].concat()])
    }

    /// How often to repeat something: rarely as often as an object has bytes, because long texts take long, and
    /// repetitions that write further into something are given on purpose.
    pub(super) fn repetition(&self, random: &mut Random) -> usize {
        match random.choose(&self.repetitions) {
            Some(times) if random.once_in(8) => *times,
            _ => 1 + random.below(8),
        }
    }

    /// What a text starts as that nothing is known of.
    pub(super) fn text(&self, random: &mut Random) -> Vec<u8> {
        let words = match random.below(4) {
            0 => 0,
            1 => 1,
            _ => random.below(6),
        };
        let mut text = Vec::new();
        for _ in 0..words {
            text.extend(match random.once_in(3) {
                true => self.command(b"a", random),
                false => self.word(random),
            });
        }
        text
    }

    /// A value that nothing is known of.
    pub(super) fn value(&self, form: Form, random: &mut Random) -> u128 {
        match form {
            Form::Truth => u128::from(!random.once_in(3)),
            Form::Count => 1 + random.below(4) as u128,
            Form::Float(kind) => self.float(kind, random),
            Form::Int(_) | Form::Zero => self.number(random) as u128,
        }
    }

    fn float(&self, kind: FloatKind, random: &mut Random) -> u128 {
        let number = match random.below(4) {
            0 => self.number(random) as f64 / 10.0,
            1 => f64::from_bits(random.next()),
            _ => self.number(random) as f64,
        };
        match kind.bits() {
            32 => u128::from((number as f32).to_bits()),
            64 => u128::from(number.to_bits()),
            _ => 0,
        }
    }

    /// Adds a text that the program was seen to compare with.
    pub(super) fn learn(&mut self, word: &[u8]) {
        if is_word(word) && self.words.len() < MOST_WORDS && !self.words.iter().any(|it| it == word)
        {
            self.words.push(word.to_vec());
        }
    }
}

/// The procedures that compare texts.
pub(super) fn comparing(program: &Program) -> BTreeSet<ProcedureId> {
    let procedures = program.procedures();
    procedures
        .filter(|(_, it)| it.origin != Origin::User && is_comparing(&it.name))
        .map(|(id, _)| id)
        .collect()
}

fn is_comparing(name: &str) -> bool {
    let name = name.split('(').next().unwrap_or_default();
    let name = name.strip_prefix("java.lang.").unwrap_or(name);
    COMPARING.contains(&name)
}

/// What was found so far.
#[derive(Default)]
struct Mentioned {
    words: BTreeSet<Vec<u8>>,
    numbers: BTreeSet<i64>,
    globals: BTreeSet<GlobalId>,
    sizes: BTreeSet<u64>,
}

impl Mentioned {
    fn operation(&mut self, op: &Op) {
        op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| match part {
                Expr::Const(Const::Int(width, bits)) if width.bits() <= 64 => {
                    self.numbers.insert(width.sign_extend(*bits) as i64);
                }
                Expr::Global(global) => {
                    self.globals.insert(*global);
                }
                _ => {}
            });
        });
    }

    /// The texts in globals that are mentioned, and in those to which they point.
    fn follow_globals(&mut self, program: &Program) {
        let mut pending: Vec<GlobalId> = self.globals.iter().copied().collect();
        while let Some(id) = pending.pop() {
            let global = &program.globals[id.0 as usize];
            self.sizes.insert(global.size);
            for datum in &global.data {
                match &datum.value {
                    DatumValue::Bytes(bytes) => self.texts(bytes),
                    DatumValue::Global(target, _) if self.globals.insert(*target) => {
                        pending.push(*target);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The texts in bytes; a format counts as what is between its directives, too.
    fn texts(&mut self, bytes: &[u8]) {
        for text in bytes.split(|byte| *byte == 0).filter(|text| is_word(text)) {
            self.words.insert(text.to_vec());
            for part in text.split(|byte| b" \n%:,;=".contains(byte)) {
                if is_word(part) {
                    self.words.insert(part.to_vec());
                }
            }
        }
    }

    fn finish(self) -> Dictionary {
        let characters = self.numbers.iter();
        let characters = characters
            .filter_map(|number| u8::try_from(*number).ok())
            .filter(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
            .collect();
        let sizes = self.sizes.iter().map(|size| *size as i64);
        let counts: BTreeSet<usize> = self
            .numbers
            .iter()
            .copied()
            .chain(sizes)
            .flat_map(|size| [size - 1, size, size.saturating_add(1)])
            .filter_map(|size| usize::try_from(size).ok())
            .filter(|size| (2..=MOST_SUGGESTED_REPETITIONS).contains(size))
            .collect();
        Dictionary {
            words: self.words.into_iter().take(MOST_WORDS).collect(),
            numbers: self.numbers.into_iter().collect(),
            characters,
            repetitions: counts.into_iter().collect(),
        }
    }
}

/// Whether people could write it: no byte but those of texts.
fn is_word(bytes: &[u8]) -> bool {
    let is_readable = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    (1..=LONGEST_WORD).contains(&bytes.len()) && bytes.iter().all(is_readable)
}
