//! What the environment answers, input by input, and environments that answer it.

use super::model::Key;
use interp::{Environment, InputRequest};
use ir::{SourceKind, Span};
use std::sync::Arc;

/// The answer to one input.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Answer {
    /// A number; -1 is the end of a source of bytes.
    Number(i128),
    /// All bytes of a string.
    Text(Arc<[u8]>),
}

/// Answers that are given one after the other, so many times.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) answers: Arc<[Answer]>,
    pub(super) times: u64,
}

impl Piece {
    fn is_empty(&self) -> bool {
        self.times == 0 || self.answers.is_empty()
    }
}

/// Everything that was answered since the start. A clone shares it.
#[derive(Clone, Debug, Default)]
pub(super) struct Word(Option<Arc<Link>>);

#[derive(Debug)]
struct Link {
    before: Word,
    /// The abstract state in which this was given.
    from: Key,
    piece: Piece,
}

impl Drop for Link {
    /// A long word is not dropped by recursion.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.before.0.take());
        }
    }
}

impl Word {
    /// This, and then a piece that was given in an abstract state.
    pub(super) fn and(&self, from: Key, answers: Arc<[Answer]>, times: u64) -> Word {
        let before = self.clone();
        let piece = Piece { answers, times };
        Word(Some(Arc::new(Link {
            before,
            from,
            piece,
        })))
    }

    fn links(&self) -> impl Iterator<Item = &Link> {
        let mut next = self.0.as_deref();
        std::iter::from_fn(move || {
            let link = next?;
            next = link.before.0.as_deref();
            Some(link)
        })
    }

    /// The pieces in the order in which they are given.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = self.links().map(|link| link.piece.clone()).collect();
        pieces.reverse();
        pieces
    }

    /// The answers since an abstract state was last left, if they are at most so many.
    pub(super) fn since(&self, key: Key, most: usize) -> Option<Vec<Answer>> {
        let mut backward: Vec<&Piece> = Vec::new();
        let mut count = 0;
        for link in self.links() {
            backward.push(&link.piece);
            count += link.piece.answers.len() * link.piece.times as usize;
            if count > most {
                return None;
            }
            if link.from == key {
                let pieces = backward.into_iter().rev();
                let answers = pieces.flat_map(|piece| {
                    let times = piece.times as usize;
                    let all = piece.answers.iter().cycle();
                    all.take(times * piece.answers.len()).cloned()
                });
                return Some(answers.collect());
            }
        }
        None
    }

    /// How much was decided on the way.
    pub(super) fn rank(&self) -> u32 {
        self.links().count() as u32 / 2
    }

    /// The cycles that were repeated on the way, and about how often: what tells executions in one
    /// abstract state apart.
    pub(super) fn repeated(&self, at_least: u64) -> Vec<(Key, u32)> {
        let repeated = self.links().filter(|link| link.piece.times >= at_least);
        repeated
            .map(|link| (link.from, link.piece.times.ilog2()))
            .collect()
    }
}

/// Answers pieces in order, and then nothing more.
pub(super) struct Feed<'a> {
    pieces: &'a [Piece],
    piece: usize,
    round: u64,
    answer: usize,
    byte: usize,
    /// Where each answer of a round has to be asked for, if that is known.
    expected: Option<&'a [Span]>,
    /// Where answers were asked for.
    pub(super) asked: Vec<Span>,
}

impl<'a> Feed<'a> {
    pub(super) fn new(pieces: &'a [Piece]) -> Feed<'a> {
        Feed {
            pieces,
            piece: 0,
            round: 0,
            answer: 0,
            byte: 0,
            expected: None,
            asked: Vec::new(),
        }
    }

    /// Answers only as long as each round asks at the same places.
    pub(super) fn expecting(pieces: &'a [Piece], expected: &'a [Span]) -> Feed<'a> {
        Feed {
            expected: Some(expected),
            ..Feed::new(pieces)
        }
    }

    /// How many rounds of the current piece are over, and how many answers of the next were given.
    pub(super) fn given(&self) -> (u64, usize) {
        match self.piece < self.pieces.len() {
            true => (self.round, self.answer),
            false => (self.pieces.last().map_or(0, |piece| piece.times), 0),
        }
    }

    /// What was answered so far.
    pub(super) fn answered(&self) -> Vec<Piece> {
        let mut answered = self.pieces[..self.piece].to_vec();
        if let Some(piece) = self.pieces.get(self.piece) {
            let part = Piece {
                answers: piece.answers[..self.answer].into(),
                times: 1,
            };
            let rounds = Piece {
                answers: piece.answers.clone(),
                times: self.round,
            };
            answered.extend([rounds, part].into_iter().filter(|piece| !piece.is_empty()));
        }
        answered
    }

    fn advance(&mut self) {
        self.byte = 0;
        self.answer += 1;
        let piece = &self.pieces[self.piece];
        if self.answer == piece.answers.len() {
            self.answer = 0;
            self.round += 1;
        }
        if self.round == piece.times {
            self.round = 0;
            self.piece += 1;
        }
    }

    /// Whether an input is asked for where it was before.
    fn is_expected(&mut self, request: &InputRequest<'_>) -> bool {
        match self.expected {
            Some(expected) => expected.get(self.answer) == Some(&request.span),
            None => {
                self.asked.push(request.span);
                true
            }
        }
    }
}

/// Whether an input is a byte of a string that is asked for as a whole.
fn is_text(request: &InputRequest<'_>) -> bool {
    matches!(request.kind, SourceKind::Argument | SourceKind::Environment)
        && request.index.is_some()
}

impl Environment for Feed<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        let answer = self.pieces.get(self.piece)?.answers.get(self.answer)?;
        if self.byte == 0 && !self.is_expected(request) {
            return None;
        }
        match answer {
            Answer::Number(number) if !is_text(request) => {
                self.advance();
                Some(request.bits(*number))
            }
            Answer::Text(bytes) if is_text(request) => match bytes.get(self.byte) {
                Some(byte) => {
                    self.byte += 1;
                    Some((*byte).into())
                }
                None => {
                    self.advance();
                    Some(request.end())
                }
            },
            Answer::Number(_) | Answer::Text(_) => None,
        }
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}
