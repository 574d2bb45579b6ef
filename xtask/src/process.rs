//! Running many commands, each for at most so long.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Output beyond this is dropped.
const MOST_OUTPUT: u64 = 64 << 20;

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) ending: Ending,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) elapsed: Duration,
}

/// The ending itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// With a status.
    Exited(i32),
    /// By a signal.
    Killed,
    /// It took too long.
    TimedOut,
    /// It could not be started.
    NotStarted,
}

/// Runs a command without standard input for at most `patience`, then ends it and all processes
/// that it has started.
pub(crate) fn run(command: &mut Command, patience: Duration) -> Finished {
    let started = Instant::now();
    command
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        return Finished {
            ending: Ending::NotStarted,
            stdout: String::new(),
            stderr: String::new(),
            elapsed: started.elapsed(),
        };
    };
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let stdout = std::thread::spawn(move || stdout.map(read_some).unwrap_or_default());
    let stderr = std::thread::spawn(move || stderr.map(read_some).unwrap_or_default());
    let ending = match wait(&mut child, patience) {
        Ok(Some(status)) => status.code().map_or(Ending::Killed, Ending::Exited),
        Ok(None) => Ending::TimedOut,
        Err(_) => Ending::NotStarted,
    };
    let elapsed = started.elapsed();
    Finished {
        ending,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
        elapsed,
    }
}

fn wait(child: &mut Child, patience: Duration) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > patience {
            end_group(child.id());
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Ends a process and its descendants, which would hold its output open otherwise.
fn end_group(leader: u32) {
    let _ = Command::new("kill")
        .args(["-KILL", "--", &format!("-{leader}")])
        .stderr(Stdio::null())
        .status();
}

/// Reads to the end, so that the process is never held up, but keeps only the beginning.
fn read_some(mut stream: impl Read) -> String {
    let mut kept = Vec::new();
    let _ = stream.by_ref().take(MOST_OUTPUT).read_to_end(&mut kept);
    let _ = io::copy(&mut stream, &mut io::sink());
    String::from_utf8_lossy(&kept).into_owned()
}

/// Applies `work` to all items on every processor; the results are in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    in_parallel_on(workers, items, work)
}

/// The same with so many threads.
pub(crate) fn in_parallel_on<T: Sync, R: Send>(
    workers: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            scope.spawn(|| {
                while let Some((index, item)) = take(&next, items) {
                    let result = work(item);
                    if let Ok(mut results) = results.lock() {
                        results.push((index, result));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn take<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}
