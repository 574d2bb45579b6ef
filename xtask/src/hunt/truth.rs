//! What a program does on each of its inputs, and so which of its claims are true.

use super::random::Random;
use super::tree::{Constants, Site, Text};
use std::collections::{BTreeMap, BTreeSet};

/// How a program behaved natively: on all of its inputs, unless there are too many.
#[derive(Clone, Debug, Default)]
pub(crate) struct Behaviour {
    pub(crate) runs: Vec<Run>,
}

/// A run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) inputs: Vec<i64>,
    /// The values of the claimed expressions, in order.
    pub(crate) values: Vec<(Site, i64)>,
    pub(crate) end: End,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Normal,
    Failed(Failure),
    /// Nothing can be said: it took too long, or asked for too many inputs.
    Unclear,
}

/// An error that a run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    /// Where, if the tools say it.
    pub(crate) line: Option<u32>,
    pub(crate) what: String,
}

/// A run that fails, and how.
#[derive(Clone, Debug)]
pub(crate) struct Failing {
    pub(crate) inputs: Vec<i64>,
    pub(crate) failure: Failure,
}

/// What is true of a program with its claims.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    /// The runs that fail: one for each place and error.
    pub(crate) failing: Vec<Failing>,
}

impl Truth {
    /// What is true if claims rule out these values. A run ends at the first claim that it violates.
    pub(crate) fn new(behaviour: &Behaviour, text: &Text, constants: &Constants) -> Truth {
        let line_of = |wanted: Site| {
            let mut claims = text.claims.iter();
            claims
                .find(|(_, site)| **site == wanted)
                .map(|(line, _)| *line)
        };
        let mut failing: Vec<Failing> = Vec::new();
        for run in &behaviour.runs {
            let violated = run
                .values
                .iter()
                .find(|(site, value)| constants.get(site) == Some(value));
            let failure = match (violated, &run.end) {
                (Some((site, value)), _) => Failure {
                    line: line_of(*site),
                    what: format!("claim violated: the value is {value}"),
                },
                (None, End::Failed(failure)) => failure.clone(),
                (None, End::Normal | End::Unclear) => continue,
            };
            if !failing.iter().any(|known| known.failure == failure) {
                failing.push(Failing {
                    inputs: run.inputs.clone(),
                    failure,
                });
            }
        }
        Truth { failing }
    }

    /// Whether a run fails there.
    pub(crate) fn fails_at(&self, line: u32) -> bool {
        let mut failing = self.failing.iter();
        failing.any(|failing| failing.failure.line == Some(line))
    }
}

/// Chooses a value for each claim: in about half of the programs, in more of those with only one, one that some run shows, preferably
/// few, and otherwise one near to those, which none does.
pub(crate) fn rule_out(behaviour: &Behaviour, sites: &[Site], random: &mut Random) -> Constants {
    let mut seen: BTreeMap<Site, BTreeMap<i64, usize>> = BTreeMap::new();
    for (site, value) in behaviour.runs.iter().flat_map(|run| &run.values) {
        *seen.entry(*site).or_default().entry(*value).or_default() += 1;
    }
    let share = if sites.len() == 1 { 70 } else { 45 };
    let violated = random.choose(sites).filter(|_| random.chance(share));
    let constant = |site: &Site| {
        let values = seen.get(site).cloned().unwrap_or_default();
        let value = match violated == Some(*site) {
            true => rarest(&values, random),
            false => None,
        };
        let value = value.unwrap_or_else(|| unseen(&values, random));
        (*site, value)
    };
    sites.iter().map(constant).collect()
}

/// A value that few runs show.
fn rarest(values: &BTreeMap<i64, usize>, random: &mut Random) -> Option<i64> {
    let mut by_count: Vec<(usize, i64)> = values
        .iter()
        .map(|(value, count)| (*count, *value))
        .collect();
    by_count.sort_unstable();
    by_count.truncate(3);
    random.choose(&by_count).map(|(_, value)| value)
}

/// A value that no run shows, but a wrong one might.
fn unseen(values: &BTreeMap<i64, usize>, random: &mut Random) -> i64 {
    let seen: BTreeSet<i64> = values.keys().copied().collect();
    let known: Vec<i64> = values.keys().copied().collect();
    for _ in 0..16 {
        let near = random.choose(&known).unwrap_or_default();
        let value = match random.below(6) {
            0 => near.wrapping_add(1),
            1 => near.wrapping_sub(1),
            2 => near ^ (1 << random.below(16)),
            3 => 0,
            4 => near & 0xff,
            _ => i64::from(near as i16),
        };
        if !seen.contains(&value) {
            return value;
        }
    }
    known
        .iter()
        .fold(77, |other, value| other.max(value.saturating_add(1)))
}
