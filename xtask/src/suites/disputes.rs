//! Verdicts that differ from the expected ones for a reason that was looked into.

use super::outcome::{Answer, Outcome, Score};
use super::table::Row;
use super::task::Task;
use crate::Result;
use std::fmt;

const KNOWN: &str = include_str!("disputes.txt");

/// What was looked into.
pub(crate) struct Disputes(Vec<Dispute>);

/// A task whose expected verdict is not ours.
#[derive(PartialEq, Eq, Debug)]
struct Dispute {
    /// The name of the task, `suite/name`.
    task: &'static str,
    /// The answers that are defended; no other is.
    defended: Vec<Defended>,
    /// Why.
    reason: &'static str,
}

/// An answer that is defended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Defended {
    Proved,
    /// A claim that is refuted.
    Refuted {
        kind: &'static str,
        file: &'static str,
        line: u32,
    },
}

impl Disputes {
    pub(crate) fn known() -> Result<Disputes> {
        Disputes::parse(KNOWN)
    }

    /// Lines `suite/name: answer, answer: reason`; `#` starts a comment.
    fn parse(text: &'static str) -> Result<Disputes> {
        let lines = text.lines().map(str::trim);
        let entries = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let disputes =
            entries.map(|line| Dispute::parse(line).ok_or_else(|| format!("disputes.txt: {line}")));
        Ok(Disputes(disputes.collect::<Result<_>>()?))
    }

    /// The score of an outcome, in view of them.
    pub(crate) fn judge<'a>(&self, task: &'a Task, outcome: &'a Outcome) -> Row<'a> {
        let mut row = Row {
            task,
            outcome,
            score: outcome.answer.score(task.expected),
        };
        let dispute = self.find(&row.name());
        if row.score == Score::Wrong && dispute.is_some_and(|it| it.defends(&outcome.answer)) {
            row.score = Score::Disputed;
        }
        row
    }

    pub(crate) fn reason(&self, name: &str) -> Option<&'static str> {
        self.find(name).map(|dispute| dispute.reason)
    }

    /// What is defended although the tasks that were run are settled without it.
    pub(crate) fn unneeded(&self, rows: &[Row<'_>]) -> Vec<String> {
        let mut unneeded = Vec::new();
        for dispute in &self.0 {
            let rows: Vec<&Row<'_>> = rows
                .iter()
                .filter(|row| row.name() == dispute.task)
                .collect();
            // An answer that is missing says nothing: there may have been too little time.
            let is_settled = |row: &&Row<'_>| {
                matches!(row.score, Score::Correct | Score::Disputed | Score::Wrong)
            };
            if rows.is_empty() || !rows.iter().all(is_settled) {
                continue;
            }
            let is_given = |defended: &Defended| {
                let disputed = rows.iter().filter(|row| row.score == Score::Disputed);
                disputed
                    .into_iter()
                    .any(|row| defended.is_given_by(&row.outcome.answer))
            };
            let others = dispute.defended.iter().filter(|it| !is_given(it));
            unneeded.extend(others.map(|defended| format!("{}: {defended}", dispute.task)));
        }
        unneeded
    }

    fn find(&self, name: &str) -> Option<&Dispute> {
        self.0.iter().find(|dispute| dispute.task == name)
    }
}

impl Dispute {
    fn parse(line: &'static str) -> Option<Dispute> {
        let (task, rest) = line.split_once(": ")?;
        let (answers, reason) = rest.split_once(": ")?;
        let defended = answers.split(", ").map(Defended::parse);
        Some(Dispute {
            task,
            defended: defended.collect::<Option<_>>()?,
            reason,
        })
    }

    /// Whether all that an answer says is defended.
    fn defends(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Proved => self.defended.contains(&Defended::Proved),
            Answer::Refuted { claims, .. } | Answer::Unconfirmed { claims, .. } => {
                let is_defended =
                    |claim: &String| self.defended.iter().any(|it| it.is_claim(claim));
                !claims.is_empty() && claims.iter().all(is_defended)
            }
            _ => false,
        }
    }
}

impl Defended {
    /// `proved`, or `kind@file:line`.
    fn parse(text: &'static str) -> Option<Defended> {
        if text == "proved" {
            return Some(Defended::Proved);
        }
        let (kind, place) = text.split_once('@')?;
        let (file, line) = place.rsplit_once(':')?;
        Some(Defended::Refuted {
            kind,
            file,
            line: line.parse().ok()?,
        })
    }

    fn is_given_by(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Proved => *self == Defended::Proved,
            Answer::Refuted { claims, .. } | Answer::Unconfirmed { claims, .. } => {
                claims.iter().any(|claim| self.is_claim(claim))
            }
            _ => false,
        }
    }

    /// Whether this is about a claim, `kind@file:line:column`.
    fn is_claim(&self, claim: &str) -> bool {
        let Defended::Refuted { kind, file, line } = self else {
            return false;
        };
        let place = claim
            .strip_prefix(kind)
            .and_then(|rest| rest.strip_prefix('@'));
        let place = place.and_then(|place| place.rsplit_once(':'));
        place.is_some_and(|(place, _)| place == format!("{file}:{line}"))
    }
}

impl fmt::Display for Defended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defended::Proved => f.write_str("proved"),
            Defended::Refuted { kind, file, line } => write!(f, "{kind}@{file}:{line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Disputes, Outcome, Row, Score};
    use crate::suites::task::{Expected, Question, Suite, Task};
    use std::path::PathBuf;
    use std::time::Duration;

    fn refuted(claims: &[&str]) -> Answer {
        Answer::Refuted {
            why: None,
            how: "cc".to_string(),
            message: String::new(),
            claims: claims.iter().map(ToString::to_string).collect(),
        }
    }

    fn score(disputes: &Disputes, expected: Expected, answer: Answer) -> (Score, Vec<String>) {
        let task = Task {
            suite: Suite::Cbmc,
            name: "a".to_string(),
            folder: PathBuf::new(),
            files: Vec::new(),
            question: Question::default(),
            expected,
        };
        let outcome = Outcome {
            answer,
            claims: crate::suites::outcome::Claims::default(),
            elapsed: Duration::ZERO,
        };
        let row = disputes.judge(&task, &outcome);
        let score = row.score;
        let rows: [Row<'_>; 1] = [row];
        (score, disputes.unneeded(&rows))
    }

    #[test]
    fn defends_what_it_names_and_nothing_else() {
        let text = "# why\n\ncbmc/a: null@a.c:3, leak@b.c:4: it depends: really\n";
        let disputes = Disputes::parse(text).expect("a dispute");
        assert_eq!(disputes.reason("cbmc/a"), Some("it depends: really"));
        assert_eq!(disputes.reason("cbmc/b"), None);
        let check = |answer: Answer, expected: Score| {
            assert_eq!(score(&disputes, Expected::Safe, answer).0, expected);
        };
        check(refuted(&["null@a.c:3:7"]), Score::Disputed);
        check(refuted(&["null@a.c:3:7", "leak@b.c:4:1"]), Score::Disputed);
        check(refuted(&["null@a.c:33:7"]), Score::Wrong);
        check(refuted(&["bounds@a.c:3:7"]), Score::Wrong);
        check(refuted(&["null@a.c:3:7", "null@a.c:5:1"]), Score::Wrong);
        let (proved, _) = score(&disputes, Expected::Unsafe, Answer::Proved);
        assert_eq!(proved, Score::Wrong);
    }

    #[test]
    fn says_what_is_not_needed_any_more() {
        let disputes = Disputes::parse("cbmc/a: proved: it depends\n").expect("a dispute");
        let unneeded = |expected, answer| score(&disputes, expected, answer).1;
        assert_eq!(
            unneeded(Expected::Unsafe, Answer::Proved),
            Vec::<String>::new()
        );
        let none = "cbmc/a: proved".to_string();
        let answer = refuted(&["null@a.c:3:7"]);
        assert_eq!(
            unneeded(Expected::Unsafe, answer),
            std::slice::from_ref(&none)
        );
        assert_eq!(unneeded(Expected::Safe, Answer::Proved), [none]);
        let too_slow = Answer::Unknown {
            reason: "time".to_string(),
        };
        assert_eq!(unneeded(Expected::Unsafe, too_slow), Vec::<String>::new());
    }

    #[test]
    fn refuses_what_names_no_answer() {
        assert!(Disputes::parse("cbmc/a: it depends\n").is_err());
        assert!(Disputes::parse("cbmc/a: any: it depends\n").is_err());
        assert!(Disputes::known().is_ok());
    }
}
