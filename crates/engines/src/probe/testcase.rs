//! Test cases: everything that the environment gives in one execution, by where it comes from.
//!
//! A program asks byte by byte and value by value. What it reads of one file, one argument or standard
//! input is one text here, and the values that one call of a nondeterministic function gives are one
//! list, so that a change of one of them leaves the others as they are.

use crate::limits::tuning::MOST_PROBED_ARGUMENTS;
use ir::{FloatKind, Scalar, SourceKind, Span, Width};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Source {
    pub(super) kind: SourceKind,
    pub(super) name: String,
    pub(super) dynamic_name: Option<Vec<u8>>,
    /// Which call asks, where each has values of its own.
    pub(super) span: Option<Span>,
}

/// What a source gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stream {
    /// A text, up to its end.
    Bytes(Vec<u8>),
    /// Values, one after the other.
    Values(Vec<u128>, Form),
}

/// Which values make sense.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Form {
    /// 0 or 1.
    Truth,
    /// How many arguments there are, the program's name included.
    Count,
    Int(Width),
    Float(FloatKind),
    /// Nothing but zero.
    Zero,
}

impl Form {
    /// The form of values of a type.
    pub(super) fn of(kind: SourceKind, scalar: Scalar, is_truth: bool) -> Form {
        match (kind, scalar) {
            (SourceKind::ArgumentCount, _) => Form::Count,
            (SourceKind::EnvironmentExists | SourceKind::FileExists, _) => Form::Truth,
            _ if is_truth => Form::Truth,
            (_, Scalar::Int(width)) if width.bits() == 1 => Form::Truth,
            (_, Scalar::Int(width)) => Form::Int(width),
            (_, Scalar::Float(kind)) => Form::Float(kind),
            (_, Scalar::Pointer) => Form::Zero,
        }
    }

    /// The value that is nearest to what was chosen.
    pub(super) fn fit(self, bits: u128) -> u128 {
        match self {
            Form::Truth => bits & 1,
            Form::Count => 1 + (bits.saturating_sub(1)) % u128::from(MOST_PROBED_ARGUMENTS),
            Form::Int(width) => width.truncate(bits),
            Form::Float(kind) => bits & (u128::MAX >> (128 - kind.bits())),
            Form::Zero => 0,
        }
    }
}

/// Everything that the environment gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Testcase {
    pub(super) streams: Vec<(Source, Stream)>,
}

impl Testcase {
    /// One in which this is the standard input.
    pub(super) fn of_text(text: Vec<u8>) -> Testcase {
        let source = Source {
            kind: SourceKind::Stdin,
            name: String::new(),
            dynamic_name: None,
            span: None,
        };
        Testcase {
            streams: vec![(source, Stream::Bytes(text))],
        }
    }

    /// The longest text.
    pub(super) fn text(&self) -> Option<Vec<u8>> {
        let streams = self.streams.iter();
        let texts = streams.filter_map(|(_, stream)| match stream {
            Stream::Bytes(bytes) => Some(bytes),
            Stream::Values(..) => None,
        });
        texts.max_by_key(|text| text.len()).cloned()
    }

    /// How much it is.
    pub(super) fn size(&self) -> usize {
        let streams = self.streams.iter();
        streams
            .map(|(_, stream)| match stream {
                Stream::Bytes(bytes) => 1 + bytes.len(),
                Stream::Values(values, _) => values.len(),
            })
            .sum()
    }

    /// Whether there are texts.
    pub(super) fn has_texts(&self) -> bool {
        let mut streams = self.streams.iter();
        streams.any(|(_, stream)| matches!(stream, Stream::Bytes(_)))
    }
}
