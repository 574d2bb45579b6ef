//! The lines of a run, with the values that change, and loops folded.

use ir::SourceMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use verdict::evidence::{Step, Story, Value};

/// Iterations of a loop that are shown at its beginning and at its end.
const FIRST_ITERATIONS: usize = 2;
const LAST_ITERATIONS: usize = 1;

/// The most lines of a loop's body that is recognised.
const LONGEST_BODY: usize = 48;

/// The lines that are shown at the beginning and at the end of a path.
const FIRST_LINES: usize = 16;
const LAST_LINES: usize = 24;

/// Values of one step that are shown.
const MOST_CHANGES: usize = 6;

/// Columns that deep calls are indented by.
const MOST_INDENT: usize = 16;

/// Columns of source text.
const TEXT_WIDTH: usize = 44;

/// The path as text, a line for each step that is shown.
pub(crate) fn path_lines(story: &Story, files: &SourceMap) -> Vec<String> {
    let mut items: Vec<Item> = story.path.iter().enumerate().map(Item::step).collect();
    if let Some(omitted) = story.omitted {
        let at = omitted.before.min(items.len());
        items.insert(at, Item::gap(format!("… {} more steps …", omitted.steps)));
    }
    let mut lines: Vec<Line> = fold(items)
        .into_iter()
        .flat_map(|item| item.lines)
        .collect();
    if lines.len() > FIRST_LINES + LAST_LINES {
        let hidden = FIRST_LINES..lines.len() - LAST_LINES;
        let gap = Line::Gap(format!("… {} more steps …", hidden.len()));
        lines.splice(hidden, [gap]);
    }
    Columns::of(story, files, &lines).show(&lines)
}

/// Something that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    /// The step of that index.
    Step(usize),
    /// Something that is not.
    Gap(String),
}

/// A step, or a loop of them.
#[derive(Clone, Debug)]
struct Item {
    /// Equal for executions of the same lines, however often a loop among them went round.
    key: u64,
    lines: Vec<Line>,
}

impl Item {
    fn step((index, step): (usize, &Step)) -> Item {
        let location = &step.location;
        Item {
            key: hash(&(&location.file, location.line, step.depth)),
            lines: vec![Line::Step(index)],
        }
    }

    fn gap(text: String) -> Item {
        Item {
            key: hash(&text),
            lines: vec![Line::Gap(text)],
        }
    }

    /// Iterations of a body of so many items each.
    fn iterations(items: &[Item], body: usize) -> Item {
        let count = items.len() / body;
        let lines_of = |items: &[Item]| -> Vec<Line> {
            items.iter().flat_map(|item| item.lines.clone()).collect()
        };
        let shown = FIRST_ITERATIONS + LAST_ITERATIONS;
        let lines = if count <= shown {
            lines_of(items)
        } else {
            let mut lines = lines_of(&items[..FIRST_ITERATIONS * body]);
            lines.push(Line::Gap(format!("… {} more times …", count - shown)));
            lines.extend(lines_of(&items[(count - LAST_ITERATIONS) * body..]));
            lines
        };
        let keys: Vec<u64> = items[..body].iter().map(|item| item.key).collect();
        Item {
            key: hash(&("iterations", keys)),
            lines,
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Folds repetitions, the shortest bodies first: an inner loop is one item of the outer loop's.
fn fold(mut items: Vec<Item>) -> Vec<Item> {
    let mut body = 1;
    while body <= LONGEST_BODY.min(items.len() / 2) {
        let before = items.len();
        items = fold_bodies(items, body);
        body = if items.len() < before { 1 } else { body + 1 };
    }
    items
}

fn fold_bodies(items: Vec<Item>, body: usize) -> Vec<Item> {
    let keys: Vec<u64> = items.iter().map(|item| item.key).collect();
    let mut folded = Vec::with_capacity(items.len());
    let mut at = 0;
    while at < items.len() {
        let end = at + body * repetitions(&keys[at..], body);
        if end > at + body {
            folded.push(Item::iterations(&items[at..end], body));
            at = end;
        } else {
            folded.push(items[at].clone());
            at += 1;
        }
    }
    folded
}

/// How often the first keys follow each other.
fn repetitions(keys: &[u64], body: usize) -> usize {
    let mut chunks = keys.chunks_exact(body);
    let Some(first) = chunks.next() else { return 0 };
    1 + chunks.take_while(|chunk| *chunk == first).count()
}

/// What is needed to put the steps below each other.
struct Columns<'a> {
    story: &'a Story,
    files: &'a SourceMap,
    /// Whether lines of several files are shown.
    with_file: bool,
    place: usize,
    text: usize,
}

impl<'a> Columns<'a> {
    fn of(story: &'a Story, files: &'a SourceMap, lines: &[Line]) -> Columns<'a> {
        let steps: Vec<&Step> = lines
            .iter()
            .filter_map(|line| match line {
                Line::Step(index) => story.path.get(*index),
                Line::Gap(_) => None,
            })
            .collect();
        let first = steps.first().map(|step| &step.location.file);
        let mut columns = Columns {
            story,
            files,
            with_file: steps.iter().any(|step| Some(&step.location.file) != first),
            place: 0,
            text: 0,
        };
        let widest = |widths: Vec<usize>| widths.into_iter().max().unwrap_or(0);
        columns.place = widest(steps.iter().map(|s| columns.place_of(s).len()).collect());
        let changing = steps.iter().filter(|step| !step.changes.is_empty());
        columns.text = widest(changing.map(|s| width(&columns.text_of(s))).collect());
        columns
    }

    fn show(&self, lines: &[Line]) -> Vec<String> {
        lines
            .iter()
            .map(|line| match line {
                Line::Gap(text) => format!("{:place$}  {text}", "", place = self.place),
                Line::Step(index) => match self.story.path.get(*index) {
                    Some(step) => self.show_step(step),
                    None => String::new(),
                },
            })
            .collect()
    }

    fn show_step(&self, step: &Step) -> String {
        let text = self.text_of(step);
        let place = format!("{:>width$}", self.place_of(step), width = self.place);
        if step.changes.is_empty() {
            return format!("{place}  {text}");
        }
        let padding = " ".repeat(self.text.saturating_sub(width(&text)));
        let mut changes: Vec<String> = step
            .changes
            .iter()
            .take(MOST_CHANGES)
            .map(|Value { name, value }| format!("{name} = {value}"))
            .collect();
        if step.changes.len() > MOST_CHANGES {
            changes.push(format!("… {} more", step.changes.len() - MOST_CHANGES));
        }
        format!("{place}  {text}{padding}  {}", changes.join(", "))
    }

    fn place_of(&self, step: &Step) -> String {
        let location = &step.location;
        match self.with_file {
            true => format!("{}:{}", location.file, location.line),
            false => location.line.to_string(),
        }
    }

    /// The source line, indented by the calls around it.
    fn text_of(&self, step: &Step) -> String {
        let file = self.files.get(step.location.span.file);
        let text = file.and_then(|file| file.text.as_deref()).unwrap_or("");
        let line = (step.location.line as usize).checked_sub(1);
        let line = line.and_then(|line| text.lines().nth(line)).unwrap_or("");
        let indent = (2 * step.depth).min(MOST_INDENT);
        let indented = format!("{:indent$}{}", "", line.trim(), indent = indent);
        match indented.char_indices().nth(TEXT_WIDTH) {
            Some((end, _)) => format!("{}…", &indented[..end]),
            None => indented,
        }
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
