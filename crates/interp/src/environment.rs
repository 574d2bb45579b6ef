//! What a program runs in: where its inputs come from and where its output goes.

mod host;
mod random;

pub use host::Host;

use ir::{Local, Scalar, SourceKind, Span, TypeId};
use std::collections::VecDeque;

/// What gives a program its inputs and takes its output.
pub trait Environment {
    /// The value of an input, as bits of its type; of a byte source, -1 at its end. `None` if the
    /// environment has no more: the run ends before the input.
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128>;

    /// Bytes that the program writes to a file descriptor.
    fn output(&mut self, stream: i32, bytes: &[u8]);

    /// The value, as bits, of a local that was never written, or into which such memory was loaded,
    /// where the program uses it and nobody watches for that.
    fn leftover(&self, _local: &Local) -> u128 {
        0
    }
}

/// An input that the program asks for.
#[derive(Clone, Debug)]
pub struct InputRequest<'a> {
    /// What part of the environment it comes from.
    pub kind: SourceKind,
    /// The function called, the parameter, …
    pub name: &'a str,
    /// The name that was computed: of a file, of an environment variable, the number of an
    /// argument.
    pub dynamic_name: Option<&'a [u8]>,
    /// The position of the byte that is asked for.
    pub index: Option<u64>,
    /// The type of the value.
    pub scalar: Scalar,
    /// The declared type.
    pub ty: TypeId,
    /// Where in the user's code it is asked for.
    pub span: Span,
}

impl InputRequest<'_> {
    /// What a byte source gives at its end.
    pub fn end(&self) -> u128 {
        self.bits(-1)
    }

    /// A number as bits of the type that is asked for.
    pub fn bits(&self, value: i128) -> u128 {
        match self.scalar {
            Scalar::Int(width) => width.truncate(value as u128),
            Scalar::Float(_) | Scalar::Pointer => value as u128,
        }
    }
}

/// An input that was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedInput {
    /// What part of the environment it came from.
    pub kind: SourceKind,
    /// The function called, the parameter, …
    pub name: String,
    /// The name that was computed.
    pub dynamic_name: Option<Vec<u8>>,
    /// The position of the byte.
    pub index: Option<u64>,
    /// The type of the value.
    pub scalar: Scalar,
    /// The declared type.
    pub ty: TypeId,
    /// Where in the user's code it was asked for.
    pub span: Span,
    /// The value.
    pub value: u128,
}

impl RecordedInput {
    /// The request and what was answered.
    pub fn new(request: &InputRequest<'_>, value: u128) -> RecordedInput {
        RecordedInput {
            kind: request.kind,
            name: request.name.to_string(),
            dynamic_name: request.dynamic_name.map(<[u8]>::to_vec),
            index: request.index,
            scalar: request.scalar,
            ty: request.ty,
            span: request.span,
            value,
        }
    }
}

/// Records every input that another environment gives: what counterexamples are made of.
#[derive(Clone, Debug, Default)]
pub struct Recording<E> {
    /// The environment.
    pub environment: E,
    /// What it gave, in order.
    pub inputs: Vec<RecordedInput>,
}

impl<E> Recording<E> {
    /// Records what `environment` gives.
    pub fn new(environment: E) -> Recording<E> {
        Recording {
            environment,
            inputs: Vec::new(),
        }
    }
}

impl<E: Environment> Environment for Recording<E> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        let value = self.environment.input(request)?;
        self.inputs.push(RecordedInput::new(request, value));
        Some(value)
    }

    fn output(&mut self, stream: i32, bytes: &[u8]) {
        self.environment.output(stream, bytes);
    }

    fn leftover(&self, local: &Local) -> u128 {
        self.environment.leftover(local)
    }
}

/// A list of values, given in order, and everything that was written.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    /// The values to come.
    pub values: VecDeque<u128>,
    /// What was asked for and given.
    pub given: Vec<RecordedInput>,
    /// How many inputs were asked for when there were no more values.
    pub refused: usize,
    /// The bytes that were written, by file descriptor, in order.
    pub written: Vec<(i32, Vec<u8>)>,
}

impl Scripted {
    /// Gives these values.
    pub fn new(values: impl IntoIterator<Item = u128>) -> Scripted {
        Scripted {
            values: values.into_iter().collect(),
            ..Scripted::default()
        }
    }

    /// Everything that was written to a file descriptor.
    pub fn output_of(&self, stream: i32) -> Vec<u8> {
        let chosen = self.written.iter().filter(|(to, _)| *to == stream);
        chosen
            .flat_map(|(_, bytes)| bytes.iter().copied())
            .collect()
    }
}

impl Environment for Scripted {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        let Some(value) = self.values.pop_front() else {
            self.refused += 1;
            return None;
        };
        self.given.push(RecordedInput::new(request, value));
        Some(value)
    }

    fn output(&mut self, stream: i32, bytes: &[u8]) {
        match self.written.last_mut() {
            Some((last, written)) if *last == stream => written.extend_from_slice(bytes),
            _ => self.written.push((stream, bytes.to_vec())),
        }
    }
}
