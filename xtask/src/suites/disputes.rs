//! Verdicts that differ from the expected ones for a reason that was looked into.

use super::outcome::{Outcome, Score};
use super::table::Row;
use super::task::Task;

const KNOWN: &str = include_str!("disputes.txt");

/// Reasons by the name of the task, `suite/name`.
pub(crate) struct Disputes(Vec<(&'static str, &'static str)>);

impl Disputes {
    pub(crate) fn known() -> Disputes {
        Disputes::parse(KNOWN)
    }

    /// Lines `suite/name: reason`; `#` starts a comment.
    fn parse(text: &'static str) -> Disputes {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Disputes(lines.filter_map(|line| line.split_once(": ")).collect())
    }

    /// The score of an outcome, in view of them.
    pub(crate) fn judge<'a>(&self, task: &'a Task, outcome: &'a Outcome) -> Row<'a> {
        let mut row = Row {
            task,
            outcome,
            score: outcome.answer.score(task.expected),
        };
        if row.score == Score::Wrong && self.reason(&row.name()).is_some() {
            row.score = Score::Disputed;
        }
        row
    }

    pub(crate) fn reason(&self, name: &str) -> Option<&'static str> {
        let found = self.0.iter().find(|(task, _)| *task == name);
        found.map(|(_, reason)| *reason)
    }
}

#[cfg(test)]
mod tests {
    use super::Disputes;

    #[test]
    fn reads_lines() {
        let disputes = Disputes::parse("# why\ncbmc/a: it depends: really\n");
        assert_eq!(disputes.reason("cbmc/a"), Some("it depends: really"));
        assert_eq!(disputes.reason("cbmc/b"), None);
    }
}
