//! The process that tries inputs, and ends with the first that fails.

use crate::Budget;
use crate::random::Random;
use crate::targets::{Reader, Target};
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// An input that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(10);
/// A process that needs more memory has blown up.
const MOST_MEMORY: u64 = 2 << 30;
/// As much stack as `concrex` gives its readers.
const STACK_BYTES: usize = 256 << 20;
/// How often time and memory are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// The status of a worker one of whose inputs failed; its standard error says how.
const FAILED: i32 = 101;

/// Why no input can be tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unready {
    /// Something is not installed that the target needs.
    Missing(String),
    /// The seeds or the folder are not as they should be.
    Broken(String),
}

impl From<String> for Unready {
    fn from(why: String) -> Unready {
        Unready::Broken(why)
    }
}

/// What a worker is to do.
pub struct Work<'a> {
    /// The reader to try inputs on.
    pub target: &'static Target,
    /// The folder for its files. The current input is in `input`, its number in `iteration`.
    pub folder: &'a Path,
    /// Which inputs.
    pub seed: u64,
    /// The number of the first.
    pub first: u64,
    /// How many.
    pub budget: Budget,
}

/// Tries inputs until the budget is spent, and gives their number. The process ends if one fails.
///
/// # Errors
///
/// If the folder cannot be written, or the target cannot be fuzzed here.
pub fn work(work: &Work<'_>) -> Result<u64, Unready> {
    guarded(|since| {
        let mut reader = (work.target.prepare)(work.folder)?;
        let started = Instant::now();
        let mut iteration = work.first;
        let is_left = |iteration: u64| match work.budget {
            Budget::Iterations(count) => iteration - work.first < count,
            Budget::Time(time) => started.elapsed() < time,
        };
        while is_left(iteration) {
            let input = reader.make(&mut Random::of(work.seed, iteration));
            let write = |name: &str, bytes: &[u8]| write(work.folder, name, bytes);
            write("input", &input)?;
            write("iteration", iteration.to_string().as_bytes())?;
            run(reader.as_mut(), &input, since);
            iteration += 1;
        }
        Ok(iteration - work.first)
    })
}

/// Tries one input. The process ends if it fails.
///
/// # Errors
///
/// If the folder cannot be written, or the target cannot be fuzzed here.
pub fn attempt(target: &'static Target, folder: &Path, input: &[u8]) -> Result<(), Unready> {
    guarded(|since| {
        let mut reader = (target.prepare)(folder)?;
        run(reader.as_mut(), input, since);
        Ok(())
    })
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Does it on a large stack, beside somebody who looks at the time since which an input runs.
fn guarded<T: Send>(
    job: impl FnOnce(&AtomicU64) -> Result<T, Unready> + Send,
) -> Result<T, Unready> {
    // Its place in the first line, which tells panics apart.
    panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let since = Arc::new(AtomicU64::new(0));
    let watched = Arc::clone(&since);
    std::thread::spawn(move || watch(&watched));
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || job(&since))
            .map_err(|error: io::Error| format!("cannot start a thread: {error}"))?;
        worker
            .join()
            .unwrap_or_else(|_| Err("the target panics while it is prepared".to_string().into()))
    })
}

fn run(reader: &mut dyn Reader, input: &[u8], since: &AtomicU64) {
    since.store(now(), Ordering::Relaxed);
    let result = panic::catch_unwind(AssertUnwindSafe(|| reader.read(input)));
    since.store(0, Ordering::Relaxed);
    if result.is_err() {
        std::process::exit(FAILED);
    }
}

/// Ends the process when an input takes too much.
fn watch(since: &AtomicU64) {
    loop {
        std::thread::sleep(LOOK);
        let start = since.load(Ordering::Relaxed);
        if start == 0 {
            continue;
        }
        if now().saturating_sub(start) > LONGEST.as_millis() as u64 {
            eprintln!("hang: more than {} s", LONGEST.as_secs());
            std::process::exit(FAILED);
        }
        if resident() > MOST_MEMORY {
            eprintln!("memory: more than {} MB", MOST_MEMORY >> 20);
            std::process::exit(FAILED);
        }
    }
}

/// Milliseconds since some moment, never 0.
fn now() -> u64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_millis() as u64 + 1
}

/// The bytes of memory that this process has, where the system tells.
fn resident() -> u64 {
    const PAGE: u64 = 4096;
    let pages = fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| {
            let resident = text.split(' ').nth(1)?;
            resident.parse::<u64>().ok()
        });
    pages.unwrap_or(0) * PAGE
}
