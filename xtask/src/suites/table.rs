//! The results as markdown.

use super::disputes::Disputes;
use super::outcome::{Answer, Outcome, Score};
use super::task::{Skip, Suite, Task};
use crate::scoreboard::{percent, tally};
use std::fmt::Write;
use std::time::Duration;

/// Reasons that are listed.
const LISTED_REASONS: usize = 25;

/// A task with what became of it.
pub(crate) struct Row<'a> {
    pub(crate) task: &'a Task,
    pub(crate) outcome: &'a Outcome,
    pub(crate) score: Score,
}

impl Row<'_> {
    /// Our name for the task.
    pub(crate) fn name(&self) -> String {
        self.task.full_name()
    }
}

/// The whole section.
pub(crate) fn section(rows: &[&Row], skipped: &[&(Suite, Skip)], disputes: &Disputes) -> String {
    let mut text = summary(rows, skipped, Side::Unsafe);
    text.push_str(&summary(rows, skipped, Side::Safe));
    text.push_str(&deviations(rows, disputes));
    let unknown = rows.iter().filter(|row| {
        matches!(
            row.outcome.answer,
            Answer::Unknown { .. } | Answer::Refused { .. }
        )
    });
    let reasons = unknown.map(|row| row.outcome.answer.message().to_string());
    text.push_str(&first(&tally("unknown or refused because", reasons)));
    let reasons = skipped.iter().map(|(_, why)| why.clone());
    text.push_str(&first(&tally("left out because", reasons)));
    let by_interpreter = rows.iter().filter(|row| {
        row.score == Score::Correct
            && matches!(&row.outcome.answer, Answer::Refuted { how, .. } if how == "interpreter")
    });
    let _ = writeln!(
        text,
        "Of the replays, {} were by the interpreter alone, where no compiler can run the program or \
         show the error.\n",
        by_interpreter.count()
    );
    let total: Duration = rows.iter().map(|row| row.outcome.elapsed).sum();
    let slowest = rows.iter().map(|row| row.outcome.elapsed).max();
    let _ = writeln!(
        text,
        "{} tasks took {:.0} s altogether, the slowest {:.1} s; {} were left out.",
        rows.len(),
        total.as_secs_f64(),
        slowest.unwrap_or_default().as_secs_f64(),
        skipped.len()
    );
    text
}

/// Tasks by what is expected of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Safe,
    Unsafe,
}

/// Columns of the summary after the number of tasks and what is correct.
const COLUMNS: [Score; 9] = [
    Score::Bounded,
    Score::Unknown,
    Score::Refused,
    Score::Unconfirmed,
    Score::Crashed,
    Score::TimedOut,
    Score::BeyondBound,
    Score::Disputed,
    Score::Wrong,
];

fn summary(rows: &[&Row], skipped: &[&(Suite, Skip)], side: Side) -> String {
    let (expected, correct) = match side {
        Side::Unsafe => ("unsafe", "refuted, confirmed by a replay"),
        Side::Safe => ("safe", "proved"),
    };
    let mut text = format!("| expected {expected} | tasks | {correct} | claims settled |");
    for score in COLUMNS {
        let _ = write!(text, " {} |", score.name());
    }
    text.push_str("\n|---|---:|---:|---:|");
    text.push_str(&"---:|".repeat(COLUMNS.len()));
    text.push('\n');
    let mine: Vec<&Row> = rows
        .iter()
        .filter(|row| row.task.expected.is_safe() == (side == Side::Safe))
        .copied()
        .collect();
    let suites = Suite::ALL.into_iter().filter(|suite| {
        rows.iter().any(|row| row.task.suite == *suite)
            || skipped.iter().any(|(skipped, _)| skipped == suite)
    });
    for suite in suites {
        let rows: Vec<&Row> = mine
            .iter()
            .filter(|row| row.task.suite == suite)
            .copied()
            .collect();
        text.push_str(&line(suite.name(), &rows));
    }
    text.push_str(&line("all", &mine));
    text.push('\n');
    text
}

fn line(name: &str, rows: &[&Row]) -> String {
    let count = |score: Score| rows.iter().filter(|row| row.score == score).count();
    let correct = count(Score::Correct);
    let claims = rows.iter().map(|row| row.outcome.claims);
    let (settled, all) = claims.fold((0, 0), |(settled, all), claims| {
        (settled + claims.settled, all + claims.all)
    });
    let mut text = format!(
        "| {name} | {} | {correct} ({}) | {} |",
        rows.len(),
        percent(correct, rows.len()),
        percent(settled, all)
    );
    for score in COLUMNS {
        let _ = write!(text, " {} |", count(score));
    }
    text.push('\n');
    text
}

/// Every verdict that is not the expected one, with the reason if there is a known one.
fn deviations(rows: &[&Row], disputes: &Disputes) -> String {
    let mut text = String::new();
    for score in [Score::Wrong, Score::Disputed, Score::BeyondBound] {
        let rows: Vec<&&Row> = rows.iter().filter(|row| row.score == score).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "| {} | expected | our answer | why |\n|---|---|---|---|",
            score.name()
        );
        for row in rows {
            let name = row.name();
            let why = disputes.reason(&name).unwrap_or_default();
            let _ = writeln!(
                text,
                "| {name} | {} | {} | {why} |",
                row.task.expected,
                cell(row.outcome.answer.message())
            );
        }
        text.push('\n');
    }
    text
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The first lines of a table.
fn first(table: &str) -> String {
    let lines: Vec<&str> = table.lines().take(LISTED_REASONS + 2).collect();
    match lines.len() {
        0..=2 => String::new(),
        _ => format!("{}\n\n", lines.join("\n")),
    }
}
