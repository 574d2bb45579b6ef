//! The pattern of a counterexample, for people: `4 5 { 6 7 8 }^10000 6 7`, in lines of the source.

use super::run::{Leap, Mark, Run};
use crate::limits::tuning::MOST_LINES_OF_A_PATTERN;
use ir::{EdgeId, Location, Op, Origin, ProcedureId, Program, Target};
use std::fmt::Write as _;
use std::ops::Range;

/// The pattern of a path.
pub(super) struct Pattern<'a> {
    run: &'a Run,
    /// How often each leap repeats its segment.
    counts: &'a [u64],
    /// The lines of the user's code, each with the number of decisions before it.
    lines: Vec<(usize, u32)>,
}

/// A leap, and how far its iterations go.
struct Fold<'a> {
    leap: &'a Leap,
    /// All its iterations in the trail.
    range: Range<usize>,
    /// How many iterations there are.
    iterations: u64,
}

impl<'a> Pattern<'a> {
    pub(super) fn of(program: &Program, run: &'a Run, counts: &'a [u64]) -> Pattern<'a> {
        Pattern {
            run,
            counts,
            lines: Walk::new(program, run).lines(),
        }
    }

    /// The pattern in words; `None` if nothing is repeated.
    pub(super) fn describe(&self) -> Option<String> {
        if self.run.leaps.is_empty() || self.lines.is_empty() {
            return None;
        }
        let pattern = self.render(0..self.run.trail.len() + 1);
        Some(format!("the run, by lines: {pattern}"))
    }

    /// A part of the trail.
    fn render(&self, range: Range<usize>) -> String {
        let Some(fold) = self.last_fold(&range) else {
            return self.plain(range);
        };
        let length = fold.leap.segment.len();
        let segment = fold.leap.at - length..fold.leap.at;
        let parts = [
            self.render(range.start..fold.range.start),
            format!("{{ {} }}^{}", self.render(segment), fold.iterations),
            self.plain(fold.range.end..range.end),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    /// The last leap in a part of the trail that is inside of no other.
    fn last_fold(&self, range: &Range<usize>) -> Option<Fold<'a>> {
        let leaps = self.run.leaps.iter().zip(self.counts).rev();
        let mut inside = leaps.filter(|(leap, _)| range.contains(&leap.at));
        let (leap, count) = inside.next()?;
        let length = leap.segment.len();
        let first = leap.at.checked_sub(length)?;
        let is_same = |part: Range<usize>| {
            let is_inside = range.start <= part.start && part.end <= range.end;
            is_inside
                && self.run.trail.get(part.clone()) == Some(&leap.segment[..])
                && self.lines_in(part).eq(self.lines_in(first..leap.at))
        };
        let (mut start, mut end, mut iterations) = (leap.at, leap.at + 1, *count);
        while start >= length && length > 0 && is_same(start - length..start) {
            (start, iterations) = (start - length, iterations + 1);
        }
        while length > 0 && is_same(end..end + length) {
            (end, iterations) = (end + length, iterations + 1);
        }
        Some(Fold {
            leap,
            range: start..end,
            iterations,
        })
    }

    fn lines_in(&self, range: Range<usize>) -> impl Iterator<Item = u32> {
        let lines = self.lines.iter();
        let lines = lines.filter(move |(at, _)| range.contains(at));
        lines.map(|(_, line)| *line)
    }

    /// The lines of a part of the trail in which nothing is repeated.
    fn plain(&self, range: Range<usize>) -> String {
        let mut lines: Vec<u32> = self.lines_in(range).collect();
        lines.dedup();
        let left_out = lines.len().saturating_sub(MOST_LINES_OF_A_PATTERN);
        let mut text = String::new();
        if left_out > 0 {
            text.push_str("… ");
        }
        for line in &lines[left_out..] {
            let _ = write!(text, "{line} ");
        }
        text.trim_end().to_string()
    }
}

/// Walks along the decisions of a trail.
struct Walk<'a> {
    program: &'a Program,
    trail: &'a [Mark],
    /// Where it ends, behind all decisions.
    end: (ProcedureId, Location),
    at: usize,
    calls: Vec<(ProcedureId, EdgeId)>,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, run: &'a Run) -> Walk<'a> {
        let frame = &run.state.frame;
        Walk {
            program,
            trail: &run.trail,
            end: (frame.procedure, frame.location),
            at: 0,
            calls: Vec::new(),
        }
    }

    /// The lines of the user's code, each with the number of decisions before it, as far as calls can be
    /// followed.
    fn lines(mut self) -> Vec<(usize, u32)> {
        let mut lines: Vec<(usize, u32)> = Vec::new();
        let Some(entry) = self.program.entry else {
            return lines;
        };
        let mut here = Some((entry, self.program[entry].entry));
        while let Some((procedure, location)) = here {
            let body = &self.program[procedure];
            while self.trail.get(self.at) == Some(&Mark::Leap) {
                self.at += 1;
            }
            let decisions = self.at;
            let edge = match body.outgoing[location.0 as usize][..] {
                [] => break,
                [edge] => edge,
                _ => match self.decision(procedure) {
                    Some(edge) => edge,
                    None => break,
                },
            };
            let line = body[edge].span.line;
            if body.origin == Origin::User && line > 0 && procedure != entry {
                lines.push((decisions, line));
            }
            if decisions >= self.trail.len() && (procedure, location) == self.end {
                break;
            }
            here = self.behind(procedure, edge);
        }
        lines
    }

    /// The next decision.
    fn decision(&mut self, procedure: ProcedureId) -> Option<EdgeId> {
        match self.trail.get(self.at) {
            Some(Mark::Edge(known, edge)) if *known == procedure => {
                self.at += 1;
                Some(*edge)
            }
            _ => None,
        }
    }

    /// Where an edge leads.
    fn behind(&mut self, procedure: ProcedureId, edge: EdgeId) -> Option<(ProcedureId, Location)> {
        let operation = &self.program[procedure][edge];
        match &operation.op {
            Op::Call {
                target: Target::Direct(callee),
                ..
            } => {
                self.calls.push((procedure, edge));
                Some((*callee, self.program[*callee].entry))
            }
            Op::Call { .. } => {
                self.calls.push((procedure, edge));
                let Some(Mark::Enter(callee)) = self.trail.get(self.at) else {
                    return None;
                };
                self.at += 1;
                Some((*callee, self.program[*callee].entry))
            }
            Op::Halt(_) => None,
            Op::Return(_) => {
                let (caller, call) = self.calls.pop()?;
                Some((caller, self.program[caller][call].to))
            }
            _ => Some((procedure, operation.to)),
        }
    }
}
