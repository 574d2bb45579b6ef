//! The environment of an execution: it gives what the test case says, and where that ends, what the
//! dictionary suggests, which from then on is a part of the test case.

use super::dictionary::Dictionary;
use super::random::Random;
use super::testcase::{Form, Source, Stream, Testcase};
use interp::{Environment, InputRequest, RecordedInput};
use ir::{Program, SourceKind, Type};

/// Gives a test case, and completes it.
pub(super) struct Giving<'a> {
    program: &'a Program,
    dictionary: &'a Dictionary,
    case: Testcase,
    /// How much of each stream was asked for.
    asked: Vec<usize>,
    random: Random,
    record: Option<Vec<RecordedInput>>,
}

impl<'a> Giving<'a> {
    pub(super) fn new(
        program: &'a Program,
        dictionary: &'a Dictionary,
        case: Testcase,
        random: Random,
    ) -> Giving<'a> {
        Giving {
            program,
            dictionary,
            asked: vec![0; case.streams.len()],
            case,
            random,
            record: None,
        }
    }

    /// Keeps what is given, in order.
    pub(super) fn recording(self) -> Giving<'a> {
        Giving {
            record: Some(Vec::new()),
            ..self
        }
    }

    /// What was given, in order, if that was kept.
    pub(super) fn recorded(&self) -> Vec<u128> {
        let record = self.record.iter().flatten();
        record.map(|input| input.value).collect()
    }

    /// The test case, with what was added, and without what was never asked for.
    pub(super) fn into_case(self) -> Testcase {
        let mut case = self.case;
        for ((_, stream), asked) in case.streams.iter_mut().zip(&self.asked) {
            match stream {
                Stream::Bytes(bytes) => bytes.truncate(*asked),
                Stream::Values(values, _) => values.truncate(*asked),
            }
        }
        let mut asked = self.asked.iter();
        case.streams.retain(|_| asked.next() != Some(&0));
        case
    }

    /// The stream that a request is about.
    fn stream(&mut self, request: &InputRequest<'_>) -> usize {
        let is_text = is_text(request);
        let span = (!is_text).then_some(request.span);
        // There is one standard input, whatever it is called.
        let is_named = |name: &str| request.kind == SourceKind::Stdin || name == request.name;
        let found = self.case.streams.iter().position(|(source, _)| {
            source.kind == request.kind
                && is_named(&source.name)
                && source.dynamic_name.as_deref() == request.dynamic_name
                && source.span == span
        });
        found.unwrap_or_else(|| self.add_stream(request, is_text))
    }

    fn add_stream(&mut self, request: &InputRequest<'_>, is_text: bool) -> usize {
        let stream = match is_text {
            true => Stream::Bytes(self.dictionary.text(&mut self.random)),
            false => Stream::Values(Vec::new(), self.form(request)),
        };
        let source = Source {
            kind: request.kind,
            name: request.name.to_string(),
            dynamic_name: request.dynamic_name.map(<[u8]>::to_vec),
            span: (!is_text).then_some(request.span),
        };
        self.case.streams.push((source, stream));
        self.asked.push(0);
        self.asked.len() - 1
    }

    fn form(&self, request: &InputRequest<'_>) -> Form {
        let is_java = self.program.start.is_some();
        if is_java && request.kind == SourceKind::Other {
            // What the library leaves open is as it usually is.
            return Form::Zero;
        }
        let is_truth = (request.ty.0 as usize) < self.program.types.len()
            && matches!(self.program.types.get(request.ty),
                Type::Int { name, .. } if name == "_Bool" || name == "boolean");
        Form::of(request.kind, request.scalar, is_truth)
    }

    fn answer(&mut self, request: &InputRequest<'_>) -> u128 {
        let number = self.stream(request);
        let asked = self.asked[number];
        match &mut self.case.streams[number].1 {
            Stream::Bytes(bytes) => {
                let index = request.index.map_or(asked, |index| index as usize);
                self.asked[number] = asked.max(index.saturating_add(1));
                // A zero ends a string.
                let is_string =
                    request.kind != SourceKind::Stdin && request.kind != SourceKind::File;
                match bytes.get(index) {
                    Some(0) if is_string => request.end(),
                    Some(byte) => u128::from(*byte),
                    None => request.end(),
                }
            }
            Stream::Values(values, form) => {
                let index = if is_repeatable(request.kind) {
                    0
                } else {
                    asked
                };
                self.asked[number] = index + 1;
                if index >= values.len() {
                    values.push(form.fit(self.dictionary.value(*form, &mut self.random)));
                }
                form.fit(values[index])
            }
        }
    }
}

impl Environment for Giving<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        // Nobody can make the JVM draw what a search would like.
        let is_java = self.program.start.is_some();
        if is_java && request.kind == SourceKind::Random {
            return None;
        }
        let value = self.answer(request);
        if let Some(record) = &mut self.record {
            record.push(RecordedInput::new(request, value));
        }
        Some(value)
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}

/// Whether it is a byte of a text.
fn is_text(request: &InputRequest<'_>) -> bool {
    match request.kind {
        SourceKind::Stdin => true,
        SourceKind::Argument | SourceKind::Environment | SourceKind::File => {
            request.index.is_some()
        }
        _ => false,
    }
}

/// Whether the same question always has the same answer.
fn is_repeatable(kind: SourceKind) -> bool {
    matches!(
        kind,
        SourceKind::ArgumentCount | SourceKind::EnvironmentExists | SourceKind::FileExists
    )
}
