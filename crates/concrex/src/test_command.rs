//! `concrex test`: writes tests that cover a program.

mod exchange;

use crate::cli::TestArguments;
use crate::counterexample::{self, PATIENCE};
use crate::error::Error;
use crate::load::{Language, load_program};
use crate::output;
use crate::task::calls_main;
use contain::Patience;
use engines::Limits;
use engines::concretize::{Cover, Criterion, Fate, Goal, Line, Suite, TestCase, cover};
use ir::{ClaimKind, Program};
use replay::{Counts, counted, write_test};
use solve::Interrupt;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;
use verdict::{Claimed, Counterexample, Entry};

/// The status if something was not decided.
const UNDECIDED: u8 = 3;

/// Makes the suite, writes and executes it, and says what it covers.
pub(crate) fn test(arguments: &TestArguments) -> Result<u8, Error> {
    let started = Instant::now();
    let patience = Patience::for_each(PATIENCE);
    let program = load_program(&arguments.sources, None, &patience)?;
    if !calls_main(&program, &arguments.sources) {
        let entry = arguments.sources.entry.clone().unwrap_or_default();
        return Err(Error::UnknownCaller(entry));
    }
    let limits = Limits {
        started,
        time: arguments.time.0,
        grace: None,
        memory: None,
        interrupt: Interrupt::default(),
    };
    let how = Cover {
        criterion: arguments.cover,
        path_length: arguments.path_length,
        solver: arguments.solver.clone(),
    };
    // Before the work, not after it.
    std::fs::create_dir_all(&arguments.output).map_err(Error::Output)?;
    let suite = cover(&program, &how, &limits);
    write_suite(arguments, &program, &suite).map_err(Error::Output)?;
    let mut text = goals(&program, &suite, arguments.cover);
    // Writing to a string does not fail.
    _ = write!(text, "{}", executed(arguments, &program, &suite, &patience));
    _ = writeln!(
        text,
        "{} tests in {} ({} paths, {:.2} s)",
        suite.tests.len(),
        arguments.output.display(),
        suite.counters.paths,
        started.elapsed().as_secs_f64()
    );
    output::print(&text)?;
    let undecided = |fate: &Fate| matches!(fate, Fate::Undecided(_));
    Ok(match suite.goals.values().any(undecided) {
        true => UNDECIDED,
        false => 0,
    })
}

/// A test as a counterexample to nothing: what `replay` knows how to execute.
fn as_counterexample(
    arguments: &TestArguments,
    program: &Program,
    test: &TestCase,
) -> Counterexample {
    Counterexample {
        schema: verdict::SCHEMA,
        build: counterexample::build(&arguments.sources, program),
        entry: Entry::Main,
        violation: Claimed {
            kind: ClaimKind::Assertion,
            file: String::new(),
            line: 0,
            end_line: 0,
            column: 0,
            end_column: 0,
            message: String::new(),
        },
        inputs: test.inputs.clone(),
        seeds: Vec::new(),
        objects: Vec::new(),
        globals: Vec::new(),
        leftovers: verdict::Leftovers::default(),
        assumed: Vec::new(),
        ensures: Vec::new(),
        requires: Vec::new(),
    }
}

/// The tests as C files with a script that runs them, and in the format of Test-Comp.
fn write_suite(arguments: &TestArguments, program: &Program, suite: &Suite) -> std::io::Result<()> {
    let folder = &arguments.output;
    std::fs::create_dir_all(folder)?;
    let language = arguments.sources.language();
    let metadata = exchange::metadata(arguments, language);
    std::fs::write(folder.join("metadata.xml"), metadata)?;
    let mut script = String::from(
        "#!/bin/sh\n# Compiles and runs every test, from the folder that it was made in.\nset -u\n",
    );
    for (number, test) in suite.tests.iter().enumerate() {
        let text = exchange::test_case(test);
        std::fs::write(folder.join(format!("testcase-{number}.xml")), text)?;
        if language != Language::C {
            continue;
        }
        let name = format!("test{number}");
        let counterexample = as_counterexample(arguments, program, test);
        if let Some(written) = write_test(folder, &name, &counterexample, program)? {
            let run = folder.join(&name);
            let run = match run.is_absolute() {
                true => run.display().to_string(),
                false => format!("./{}", run.display()),
            };
            let run = replay::quoted(&run);
            script += &format!("{} && {run}; echo \"{name}: $?\"\n", written.compile);
        }
    }
    if language == Language::C {
        std::fs::write(folder.join("run.sh"), script)?;
    }
    Ok(())
}

/// What the suite covers, and what it does not.
fn goals(program: &Program, suite: &Suite, criterion: Criterion) -> String {
    let what = match criterion {
        Criterion::Nodes => "lines",
        Criterion::Edges => "branches",
        Criterion::Paths => "paths",
        Criterion::States => "states",
    };
    let (mut covered, mut unreachable) = (0_usize, 0_usize);
    let mut text = String::new();
    for (goal, fate) in &suite.goals {
        match fate {
            Fate::Covered(_) => covered += 1,
            Fate::Unreachable(why) => {
                unreachable += 1;
                text += &format!("{}: unreachable: {why}\n", name(program, goal));
            }
            Fate::Undecided(why) => text += &format!("{}: undecided: {why}\n", name(program, goal)),
        }
    }
    let all = suite.goals.len();
    let reachable = all - unreachable;
    text + &format!(
        "covered: {covered} of {reachable} {what} that can be reached ({}), {unreachable} of {all} are \
         unreachable\n",
        percentage(covered, reachable)
    )
}

fn percentage(part: usize, whole: usize) -> String {
    match whole {
        0 => "100%".to_string(),
        _ => format!("{:.1}%", 100.0 * part as f64 / whole as f64),
    }
}

/// Something that is to be covered, in the user's terms.
fn name(program: &Program, goal: &Goal) -> String {
    let line_name = |line: &Line| {
        let file = program.files.get(line.file);
        let file = file.map_or("", |file| &*file.name);
        format!("{file}:{}", line.number)
    };
    match goal {
        Goal::Line(line) => line_name(line),
        Goal::Branch((procedure, edge)) => {
            let edge = &program[*procedure][*edge];
            let others = program[*procedure].outgoing(edge.from);
            let number = others.take_while(|other| *other != edge).count() + 1;
            format!("{}: way {number}", program.files.display(edge.span))
        }
        Goal::Path(lines) if lines.is_empty() => "further paths".to_string(),
        Goal::Path(lines) => {
            let numbers: Vec<String> = lines.iter().map(|line| line.number.to_string()).collect();
            numbers.join(" -> ")
        }
        Goal::State(procedure, location) => {
            let mut edges = program[*procedure].outgoing(*location);
            let span = edges.next().map_or(ir::Span::NONE, |edge| edge.span);
            format!("{}: state {}", program.files.display(span), location.0)
        }
    }
}

/// What the compiler's counters say when the tests are really executed.
fn executed(
    arguments: &TestArguments,
    program: &Program,
    suite: &Suite,
    patience: &Patience,
) -> String {
    if arguments.sources.language() != Language::C {
        return "executed: by the interpreter alone\n".to_string();
    }
    if suite.tests.is_empty() {
        return "executed: nothing, since there are no tests\n".to_string();
    }
    let mut counts = Counts::default();
    for test in &suite.tests {
        let mut test = as_counterexample(arguments, program, test);
        for file in &mut test.build.files {
            *file = absolute(file);
        }
        for folder in &mut test.build.include_dirs {
            *folder = absolute(folder);
        }
        match counted(&test, program, patience) {
            Ok(more) => counts.add(more),
            Err(why) => return format!("executed: not by the compiled program: {why}\n"),
        }
    }
    let lines = counts.lines.values().filter(|times| **times > 0).count();
    let branches = counts.branches.values().filter(|times| **times > 0);
    let branches = branches.count();
    format!(
        "executed: gcov counts {lines} of {} lines ({}) and {branches} of {} branches ({})\n",
        counts.lines.len(),
        percentage(lines, counts.lines.len()),
        counts.branches.len(),
        percentage(branches, counts.branches.len())
    )
}

fn absolute(path: &Path) -> std::path::PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}
