//! Finite models against z3, as ratios in one run.
//!
//! `cargo run --release -p solve --example relational-bench` generates every instance, has it
//! decided by the finite-model finder and by z3, each in a process of its own, and prints a
//! table. z3 gets two encodings, with nodes as an enumeration and as bit-vectors, and the
//! faster one counts. `… solve FAMILY SIZE` and `… smt FAMILY SIZE enum|bits` do one instance.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use logic::relational::{
    DataSym, Formula, Int, IntType, Multiplicity, Properties, Rel, RelSym, Set, SetSym, Size, Sort,
};
use solve::finite::{Bounds, Finder, Outcome, Scope};

#[path = "../src/finite/tests/bubble_sort.rs"]
#[allow(dead_code, reason = "shared with the tests, which use the rest")]
mod bubble_sort;
#[path = "relational/smt.rs"]
mod smt;

use bubble_sort::{Heap, Line20, Op};
use smt::{Encoding, Script};

const LIMIT: Duration = Duration::from_secs(10);
const RUNS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// A sorted list of all nodes: satisfiable.
    Sorted,
    /// Inserting a node into a list adds it and nothing else.
    Insert,
    /// Appending a list to another joins their nodes.
    Append,
    /// A step of list reversal loses no node.
    Reverse,
    /// One pigeon more than there are holes.
    Pigeons,
    /// The path on which bubble sort loses a node: satisfiable.
    BubbleSortLost,
    /// A path of the repaired bubble sort: it loses none.
    BubbleSortFixed,
}

impl Family {
    const ALL: [(Family, &'static str, std::ops::RangeInclusive<u32>); 7] = [
        (Family::Sorted, "list-sorted", 3..=12),
        (Family::Insert, "list-insert", 3..=12),
        (Family::Append, "list-append", 3..=12),
        (Family::Reverse, "list-reverse", 3..=12),
        (Family::Pigeons, "pigeonhole", 4..=10),
        (Family::BubbleSortLost, "bubble-sort-lost", 3..=6),
        (Family::BubbleSortFixed, "bubble-sort-fixed", 3..=6),
    ];

    fn parse(name: &str) -> Option<Family> {
        Self::ALL
            .iter()
            .find(|(_, n, _)| *n == name)
            .map(|(family, ..)| *family)
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let instance = |family: &str, size: &str| Some((Family::parse(family)?, size.parse().ok()?));
    let encoding = |name: &str| match name {
        "enum" => Some(Encoding::Enum),
        "bits" => Some(Encoding::Bits),
        _ => None,
    };
    let done = match args[..] {
        [] => table().map_err(|error| error.to_string()),
        ["solve", family, size] => instance(family, size)
            .map(|(family, size)| println!("{}", solve(family, size)))
            .ok_or_else(|| format!("no instance {family} {size}")),
        ["smt", family, size, name] => instance(family, size)
            .zip(encoding(name))
            .map(|((family, size), encoding)| print!("{}", script(family, size, encoding)))
            .ok_or_else(|| format!("no instance {family} {size} {name}")),
        _ => Err("usage: relational-bench [solve FAMILY SIZE | smt FAMILY SIZE enum|bits]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Decides one instance with the finder.
fn solve(family: Family, size: u32) -> &'static str {
    let (finder, bounds) = &mut problem(family, size);
    match finder.solve(bounds) {
        Outcome::Model(_) => "sat",
        Outcome::Unsat(_) => "unsat",
        Outcome::Unknown(_) => "unknown",
    }
}

fn problem(family: Family, size: u32) -> (Finder, Bounds) {
    let mut finder = Finder::new();
    let mut bounds = Bounds::exactly(size);
    let node = Sort::new("Node");
    let var = |name| Set::from(&SetSym::new(name, &node, Multiplicity::Lone));
    let (x, y, z) = (var("x"), var("y"), var("z"));
    let list = Properties::partial_function().acyclic();
    let n = Rel::from(&RelSym::new("n", (&node, &node), list));
    let nodes = |from: &Set, n: &Rel| from.dot(n.star());
    let parts: Vec<Formula> = match family {
        Family::Sorted => {
            let data = DataSym::new("data", &node, IntType::signed(32));
            let ascending = nodes(&x, &n).all("v", |v| {
                let next = v.dot(&n);
                next.is_null().or(v.value(&data).less(next.value(&data)))
            });
            vec![Set::from(&node).within(nodes(&x, &n)), ascending]
        }
        Family::Insert => {
            let after = n.update(&y, z.dot(&n)).update(&z, &y);
            vec![
                z.within(nodes(&x, &n)).and(z.size(Size::Some)),
                y.within(nodes(&x, &n)).not(),
                nodes(&x, &after).equals(&(&nodes(&x, &n) + &y)).not(),
            ]
        }
        Family::Append => {
            let after = n.update(&z, &y);
            vec![
                z.within(nodes(&x, &n))
                    .and(z.size(Size::Some))
                    .and(z.dot(&n).is_null()),
                (&nodes(&x, &n) & &nodes(&y, &n)).is_null(),
                nodes(&x, &after)
                    .equals(&(&nodes(&x, &n) + &nodes(&y, &n)))
                    .not(),
            ]
        }
        Family::Reverse => {
            let after = n.update(&x, &y);
            let left = &nodes(&x.dot(&n), &after) + &nodes(&x, &after);
            vec![
                x.size(Size::Some),
                (&nodes(&x, &n) & &nodes(&y, &n)).is_null(),
                left.equals(&(&nodes(&x, &n) + &nodes(&y, &n))).not(),
            ]
        }
        Family::Pigeons => {
            let (pigeon, hole) = (Sort::new("Pigeon"), Sort::new("Hole"));
            let nest = RelSym::new("nest", (&pigeon, &hole), Properties::function().injective());
            bounds = bounds.sort(&pigeon, Scope::exactly(size + 1));
            vec![Int::from(0).at_most(Rel::from(&nest).count())]
        }
        Family::BubbleSortLost | Family::BubbleSortFixed => {
            bounds = Bounds::up_to(size);
            let heap = Heap::new(IntType::signed(32));
            vec![heap.precondition(&bubble_path(family), &heap.not_permutation())]
        }
    };
    for (i, part) in parts.into_iter().enumerate() {
        finder.assert(format!("part {i}"), part);
    }
    (finder, bounds)
}

/// In the figure's program, the path of Section 5.4 of the paper; in the repaired one, the path
/// that sorts a list of the same shape.
fn bubble_path(family: Family) -> Vec<Op> {
    match family {
        Family::BubbleSortLost => bubble_sort::path(Line20::Bug, &[&[false, true], &[false]]),
        _ => {
            let swaps: [&[bool]; 3] = [&[false, true], &[true, false], &[false, false]];
            bubble_sort::path(Line20::Fixed, &swaps)
        }
    }
}

/// The same instance for z3.
fn script(family: Family, size: u32, encoding: Encoding) -> String {
    if family == Family::Pigeons {
        return smt::pigeons(size, encoding);
    }
    let mut s = Script::new(size, encoding);
    match family {
        Family::Sorted => s.sorted(),
        Family::Insert => s.insert(),
        Family::Append => s.append(),
        Family::Reverse => s.reverse(),
        _ => s.bubble_sort(&bubble_path(family)),
    }
    s.finish()
}

struct Run {
    answer: String,
    seconds: f64,
}

fn table() -> std::io::Result<()> {
    let this = std::env::current_exe()?;
    let folder = std::env::temp_dir().join("relational-bench");
    std::fs::create_dir_all(&folder)?;
    println!("| family | size | answer | finder ms | z3 ms | z3 / finder |");
    println!("|---|--:|---|--:|--:|--:|");
    let mut totals = String::new();
    for (family, name, sizes) in Family::ALL {
        let (mut ours, mut theirs, mut lost) = (0.0, 0.0, 0);
        let mut encodings = vec![Encoding::Enum, Encoding::Bits];
        for size in sizes {
            let finder = best(|| {
                Command::new(&this)
                    .args(["solve", name, &size.to_string()])
                    .spawnable()
            })?;
            let mut z3 = Run {
                answer: "timeout".into(),
                seconds: LIMIT.as_secs_f64(),
            };
            // Where an encoding took too long, larger sizes of it are not tried.
            let mut in_time = Vec::new();
            for encoding in encodings {
                let file = folder.join(format!("{name}-{size}-{encoding:?}.smt2"));
                std::fs::write(&file, script(family, size, encoding))?;
                let run = best(|| Command::new("z3").arg(&file).spawnable())?;
                if run.answer == "timeout" {
                    continue;
                }
                in_time.push(encoding);
                if z3.answer == "timeout" || run.seconds < z3.seconds {
                    z3 = run;
                }
            }
            encodings = in_time;
            let answer = match (&finder.answer, &z3.answer) {
                (ours, theirs) if ours == theirs || theirs == "timeout" => ours.clone(),
                (ours, theirs) => format!("**{ours} / {theirs}**"),
            };
            lost += u32::from(z3.answer == "timeout");
            ours += finder.seconds;
            theirs += z3.seconds;
            row(name, &size.to_string(), &answer, &finder, &z3);
        }
        let note = if lost > 0 {
            format!(" ({lost} timeouts)")
        } else {
            String::new()
        };
        _ = writeln!(
            totals,
            "| {name} | {:.1} | {:.1}{note} | {:.1} |",
            ours * 1e3,
            theirs * 1e3,
            theirs / ours
        );
    }
    println!("\n| family | finder ms | z3 ms | z3 / finder |\n|---|--:|--:|--:|\n{totals}");
    std::fs::remove_dir_all(&folder)
}

fn row(name: &str, size: &str, answer: &str, finder: &Run, z3: &Run) {
    let sign = if z3.answer == "timeout" { "> " } else { "" };
    println!(
        "| {name} | {size} | {answer} | {:.1} | {sign}{:.1} | {sign}{:.1} |",
        finder.seconds * 1e3,
        z3.seconds * 1e3,
        z3.seconds / finder.seconds
    );
    _ = std::io::stdout().flush();
}

trait Spawnable {
    fn spawnable(&mut self) -> std::io::Result<std::process::Child>;
}

impl Spawnable for Command {
    fn spawnable(&mut self) -> std::io::Result<std::process::Child> {
        self.stdout(Stdio::piped())
            .stderr(Stdio::null())
            .stdin(Stdio::null())
            .spawn()
    }
}

/// The fastest of a few runs; one is enough if it is long.
fn best(start: impl Fn() -> std::io::Result<std::process::Child>) -> std::io::Result<Run> {
    let mut best: Option<Run> = None;
    for _ in 0..RUNS {
        let run = timed(start()?)?;
        let long = run.seconds > 2.0;
        if best
            .as_ref()
            .is_none_or(|known| run.seconds < known.seconds)
        {
            best = Some(run);
        }
        if long {
            break;
        }
    }
    best.ok_or_else(|| std::io::Error::other("no run"))
}

fn timed(mut child: std::process::Child) -> std::io::Result<Run> {
    let started = Instant::now();
    loop {
        if child.try_wait()?.is_some() {
            break;
        }
        if started.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(Run {
                answer: "timeout".into(),
                seconds: LIMIT.as_secs_f64(),
            });
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    let seconds = started.elapsed().as_secs_f64();
    let output = child.wait_with_output()?;
    let answer = String::from_utf8_lossy(&output.stdout).trim().to_string();
    Ok(Run { answer, seconds })
}
