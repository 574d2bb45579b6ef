//! What a hunt found, for people.

use super::answer::Answer;
use super::judge::{Defect, Fate};
use super::tree::Start;
use super::trial::{Case, Lab};
use crate::scoreboard::{percent, tally};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// So many reasons for leaving programs open are named.
const REASONS: usize = 10;

/// What became of the program of a seed.
pub(crate) struct Found {
    pub(crate) seed: u64,
    pub(crate) fate: Fate,
}

/// How often the numbers so far are told.
const PAUSE: Duration = Duration::from_secs(60);

/// Tells the numbers of a long hunt now and then.
pub(crate) struct Progress {
    all: usize,
    so_far: Mutex<SoFar>,
}

struct SoFar {
    programs: usize,
    wrong: usize,
    told: Instant,
}

impl Progress {
    pub(crate) fn new(all: usize) -> Progress {
        Progress {
            all,
            so_far: Mutex::new(SoFar {
                programs: 0,
                wrong: 0,
                told: Instant::now(),
            }),
        }
    }

    /// Some more programs are judged.
    pub(crate) fn add(&self, found: &[Found]) {
        let Ok(mut so_far) = self.so_far.lock() else {
            return;
        };
        let is_wrong = |one: &&Found| matches!(one.fate, Fate::Wrong(_));
        so_far.programs += found.len();
        so_far.wrong += found.iter().filter(is_wrong).count();
        if so_far.told.elapsed() > PAUSE {
            so_far.told = Instant::now();
            let SoFar {
                programs, wrong, ..
            } = *so_far;
            eprintln!("hunt: {programs} of {} programs, {wrong} wrong", self.all);
        }
    }
}

/// Prints the numbers of a hunt; the last line is the result.
pub(crate) fn summary(found: &[Found], elapsed: Duration) {
    let name = |one: &Found| match &one.fate {
        Fate::Right(status) => format!("{status:?}, rightly"),
        Fate::Open(_) => "left open".to_string(),
        Fate::Wrong(defect) => format!("WRONG: {}", defect.kind.name()),
        Fate::Skipped(_) => "skipped".to_string(),
    };
    println!("{}", tally("program", found.iter().map(name)));
    reasons(
        "left open",
        found.iter().filter_map(|one| match &one.fate {
            Fate::Open(why) => Some((one.seed, why)),
            _ => None,
        }),
    );
    reasons(
        "skipped",
        found.iter().filter_map(|one| match &one.fate {
            Fate::Skipped(why) => Some((one.seed, why)),
            _ => None,
        }),
    );
    let count = |is: fn(&Fate) -> bool| found.iter().filter(|one| is(&one.fate)).count();
    let wrong = count(|fate| matches!(fate, Fate::Wrong(_)));
    let open = count(|fate| matches!(fate, Fate::Open(_)));
    let each = elapsed.as_secs_f64() / found.len().max(1) as f64;
    println!(
        "{:.0} s, {each:.3} s for a program; {} left open",
        elapsed.as_secs_f64(),
        percent(open, found.len())
    );
    println!(
        "hunt: {} programs, {wrong} wrong, {open} left open",
        found.len()
    );
}

/// The most frequent reasons, each with a seed.
fn reasons<'a>(title: &str, all: impl Iterator<Item = (u64, &'a String)>) {
    let mut counts: BTreeMap<&String, (usize, u64)> = BTreeMap::new();
    for (seed, reason) in all {
        counts.entry(reason).or_insert((0, seed)).0 += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (reason, (count, seed)) in counts.into_iter().take(REASONS) {
        println!("{title}: {count} (such as seed {seed}): {reason}");
    }
}

/// A program that shows a defect, as a file that says what is wrong in its first lines.
pub(crate) fn finding(lab: &Lab, seed: u64, case: &Case, defect: &Defect, folder: &Path) -> String {
    let text = lab.language.text(&case.program, &case.constants);
    let said = match lab.answer(case, folder) {
        Answer::Said(document) => format!("{:?}", document.verdict).to_lowercase(),
        other => format!("{other:?}"),
    };
    let mut options = [lab.language.options(), case.options.clone()].concat();
    if let Start::Entry(function) = &case.program.start {
        options.extend(["--entry".to_string(), function.clone()]);
    }
    let what = refreshed(lab, case, folder).unwrap_or_else(|| defect.what.clone());
    format!(
        "// truth: {what}; verdict: {said}\n// {}; seed {seed}; options: {}\n{}",
        defect.kind.name(),
        options.join(" "),
        text.text
    )
}

/// What is wrong with a case as it is now, after it was made small.
fn refreshed(lab: &Lab, case: &Case, folder: &Path) -> Option<String> {
    let compiled = lab.language.compile(folder, &[&case.program]).ok()?;
    let behaviours = compiled.behaviours(1);
    match lab.settle(case, behaviours.first()?, (0, compiled.as_ref()), folder) {
        Fate::Wrong(defect) => Some(defect.what.replace('\n', " ")),
        _ => None,
    }
}
