//! Which answers are worth a try: what the program compares with.
//!
//! A value that is told from others is told by a comparison, mostly with a constant, so the constants of
//! the program's comparisons and their neighbours are one value of each kind that it tells apart.

use super::word::Answer;
use crate::limits::tuning::{
    ANSWERS_TRIED, LENGTHS_OF_STRINGS_TRIED, LITERALS_TRIED, LONGEST_LITERAL_TRIED,
    NUMBERS_TRIED_AS_TEXT,
};
use ir::{DatumValue, Expr, GlobalOrigin, Op, Origin, Program, Scalar, SourceKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the environment can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Question {
    /// A byte, or the end of them.
    Byte,
    /// A number of so many bits.
    Number(u32),
    /// Whether something is there.
    Existence,
    /// How many arguments there are.
    Count,
    /// A whole string.
    Text,
    /// Anything else.
    Other,
}

impl Question {
    /// What an operation asks for; `None` if it asks for nothing.
    pub(super) fn of(op: &Op, dest: Option<Scalar>) -> Option<Question> {
        match op {
            Op::InputString { .. } => Some(Question::Text),
            Op::Input { source, .. } => Some(match (source.kind, dest) {
                (SourceKind::Stdin | SourceKind::File, _) => Question::Byte,
                (SourceKind::EnvironmentExists | SourceKind::FileExists, _) => Question::Existence,
                (SourceKind::ArgumentCount, _) => Question::Count,
                (_, Some(Scalar::Int(width))) => Question::Number(width.bits()),
                _ => Question::Other,
            }),
            _ => None,
        }
    }
}

/// The constants of a program.
pub(super) struct Dictionary {
    /// Those that something is compared with.
    compared: Vec<i128>,
    /// Short texts.
    literals: Vec<Arc<[u8]>>,
}

impl Dictionary {
    pub(super) fn of(program: &Program) -> Dictionary {
        let mut compared = BTreeSet::new();
        let users = program.procedures.iter();
        for procedure in users.filter(|one| one.origin == Origin::User) {
            for edge in &procedure.edges {
                edge.op
                    .for_each_expr(&mut |expr| constants(expr, &mut compared));
            }
        }
        let mut compared: Vec<i128> = compared.into_iter().collect();
        compared.sort_by_key(|value| (value.unsigned_abs(), *value));
        Dictionary {
            compared,
            literals: literals(program),
        }
    }

    /// Answers to a question, the most usual first.
    pub(super) fn answers(&self, question: Question) -> Vec<Answer> {
        let (usual, least, most): (&[i128], i128, i128) = match question {
            Question::Byte => (&[0x61, -1, 0x0a, 0x20, 0x30, 0, 0xff], -1, 255),
            Question::Number(1) | Question::Existence => return numbers([0, 1]),
            Question::Number(bits) => {
                let half = 1_i128.checked_shl(bits.min(126) - 1).unwrap_or(i128::MAX);
                (&[0, 1, -1, 2], -half, 2 * half - 1)
            }
            Question::Count => return numbers([1, 2, 3, 4]),
            Question::Other => return numbers([0]),
            Question::Text => return self.texts(),
        };
        let mut values = usual.to_vec();
        let compared = self.compared.iter().copied();
        for value in compared.filter(|value| (least..=most).contains(value)) {
            if values.len() < ANSWERS_TRIED && !values.contains(&value) {
                values.push(value);
            }
        }
        if let Question::Number(_) = question {
            values.extend([least, -least - 1]);
        }
        numbers(values)
    }

    /// Answers to several questions for a byte: the texts of the program, alone and as lines.
    pub(super) fn lines(&self) -> Vec<Arc<[Answer]>> {
        let numbers = self.compared.iter().filter(|value| **value >= 0);
        let numbers = numbers.take(NUMBERS_TRIED_AS_TEXT);
        let numbers = numbers.map(|value| value.to_string().into_bytes().into());
        let literals = self.literals.iter().cloned().chain(numbers);
        let both = literals.flat_map(|text: Arc<[u8]>| {
            let bytes = text.iter().map(|byte| Answer::Number((*byte).into()));
            let end = std::iter::once(Answer::Number(0x0a));
            let line: Arc<[Answer]> = bytes.clone().chain(end).collect();
            [line, bytes.collect()]
        });
        both.collect()
    }

    fn texts(&self) -> Vec<Answer> {
        let fills = self
            .compared
            .iter()
            .filter_map(|value| u8::try_from(*value).ok());
        let fills = fills.filter(|byte| *byte != 0 && *byte != b'a');
        let longest = LENGTHS_OF_STRINGS_TRIED[LENGTHS_OF_STRINGS_TRIED.len() - 1];
        let filled = fills.map(|byte| vec![byte; longest]);
        let lengths = LENGTHS_OF_STRINGS_TRIED.iter();
        let plain = lengths.map(|length| vec![b'a'; *length]);
        let literals = self.literals.iter().map(|text| text.to_vec());
        let all = plain.chain(literals).chain(filled.take(ANSWERS_TRIED));
        all.map(|bytes| Answer::Text(bytes.into())).collect()
    }
}

fn numbers(values: impl IntoIterator<Item = i128>) -> Vec<Answer> {
    values.into_iter().map(Answer::Number).collect()
}

/// The constants that an expression compares something with; of an order, their neighbours, too.
fn constants(expr: &Expr, found: &mut BTreeSet<i128>) {
    expr.for_each_compared(&mut |value, is_order| {
        let around = i128::from(is_order);
        found.extend(value.saturating_sub(around)..=value.saturating_add(around));
        if value > 255 {
            // It may be put together of bytes.
            found.extend(value.to_le_bytes().map(i128::from));
        }
    });
}

/// Short texts of the program that are no formats.
fn literals(program: &Program) -> Vec<Arc<[u8]>> {
    let globals = program.globals.iter().filter(|global| {
        global.origin == GlobalOrigin::StringLiteral
            && program.files.origin(global.span) == Origin::User
    });
    let texts = globals.filter_map(|global| match &global.data[..] {
        [datum] => match &datum.value {
            DatumValue::Bytes(bytes) => Some(bytes.strip_suffix(&[0]).unwrap_or(bytes)),
            _ => None,
        },
        _ => None,
    });
    let short = texts.filter(|text| {
        (2..=LONGEST_LITERAL_TRIED).contains(&text.len())
            && text
                .iter()
                .all(|byte| (0x20..0x7f).contains(byte) && *byte != b'%')
    });
    let distinct: BTreeSet<&[u8]> = short.collect();
    distinct
        .into_iter()
        .take(LITERALS_TRIED)
        .map(Arc::from)
        .collect()
}
