//! Running a process within its containment, and ending it with all that it has started.

use crate::confine::apply;
use crate::watch::Watch;
use crate::{Containment, Excess};
use rustix::process::{self, Pid, Signal, WaitId, WaitIdOptions};
use std::fmt;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Diagnostics beyond this are dropped.
const MOST_OUTPUT: usize = 1 << 20;

/// How often the end of the process is looked for.
const PAUSE: Duration = Duration::from_millis(2);

/// A process that ended by itself, or was ended when it had shown enough.
pub struct Finished {
    /// It ended by a signal or with a status other than 0.
    pub failed: bool,
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to standard error.
    pub errors: String,
    /// What it wrote to standard output, if that is kept.
    pub output: Vec<u8>,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With a status.
    Exited(i32),
    /// By a signal.
    Signalled(i32),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Exited(status) => write!(f, "it ended with status {status}"),
            Ending::Signalled(signal) => write!(f, "signal {signal} ended it"),
        }
    }
}

impl Ending {
    fn of(status: ExitStatus) -> Ending {
        match status.code() {
            Some(code) => Ending::Exited(code),
            None => Ending::Signalled(status.signal().unwrap_or(0)),
        }
    }
}

/// How a run came to its end.
pub enum Ran {
    /// The process ended by itself, or had shown enough.
    Finished(Finished),
    /// It had to be ended.
    Stopped(Excess),
}

impl Ran {
    /// The process, if it ended by itself.
    pub fn finished(self) -> Option<Finished> {
        match self {
            Ran::Finished(finished) => Some(finished),
            Ran::Stopped(_) => None,
        }
    }
}

/// Runs it without standard input and output.
///
/// # Errors
///
/// If it cannot be started or waited for.
pub fn run(command: Command, containment: &Containment) -> io::Result<Ran> {
    run_with(command, Stdio::null(), containment)
}

/// Runs it with a standard input and without output. When this returns, no process of it is left.
///
/// # Errors
///
/// If it cannot be started or waited for.
pub fn run_with(command: Command, stdin: Stdio, containment: &Containment) -> io::Result<Ran> {
    execute(command, stdin, Stdio::null(), containment, &|_| false)
}

/// Runs it without standard input and output, until what it has written to standard error is enough.
///
/// # Errors
///
/// If it cannot be started or waited for.
pub fn run_until(
    command: Command,
    containment: &Containment,
    is_enough: &dyn Fn(&str) -> bool,
) -> io::Result<Ran> {
    execute(
        command,
        Stdio::null(),
        Stdio::null(),
        containment,
        is_enough,
    )
}

/// Runs it without standard input, and keeps what it writes to standard output.
///
/// # Errors
///
/// If it cannot be started or waited for.
pub fn output(command: Command, containment: &Containment) -> io::Result<Ran> {
    execute(command, Stdio::null(), Stdio::piped(), containment, &|_| {
        false
    })
}

fn execute(
    mut command: Command,
    stdin: Stdio,
    stdout: Stdio,
    containment: &Containment,
    is_enough: &dyn Fn(&str) -> bool,
) -> io::Result<Ran> {
    apply(&mut command, containment)?;
    let mut child = command
        .stdin(stdin)
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()?;
    let stdout = child.stdout.take();
    let stderr = child.stderr.take();
    let writer = std::thread::spawn(move || stdout.map(read_all).unwrap_or_default());
    let errors = Arc::new(Mutex::new(Vec::new()));
    let kept = errors.clone();
    let reader = std::thread::spawn(move || stderr.map(|stderr| read_some(stderr, &kept)));
    let group = Pid::from_child(&child);
    let mut looked_at = 0;
    let excess = watch(group, containment, &mut || {
        let length = lock(&errors).len();
        let is_more = length > looked_at;
        looked_at = length;
        is_more && is_enough(&text(&errors))
    });
    // As long as the first process of a group is not waited for, its number is nobody else's. What
    // else is in the group may hold the pipe that the reader reads.
    let _ = process::kill_process_group(group, Signal::KILL);
    let status = child.wait()?;
    let _ = reader.join();
    let errors = text(&errors);
    let output = writer.join().unwrap_or_default();
    Ok(match excess? {
        Some(excess) => Ran::Stopped(excess),
        None => Ran::Finished(Finished {
            failed: !status.success(),
            ending: Ending::of(status),
            errors,
            output,
        }),
    })
}

/// Waits until the first process of a group has ended or has shown enough, or some limit is exceeded.
fn watch(
    group: Pid,
    containment: &Containment,
    is_enough: &mut dyn FnMut() -> bool,
) -> io::Result<Option<Excess>> {
    let mut watch = Watch::new(group, containment);
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    loop {
        if process::waitid(WaitId::Pid(group), ended)?.is_some() {
            return Ok(None);
        }
        if is_enough() {
            return Ok(None);
        }
        if let Some(excess) = watch.excess() {
            return Ok(Some(excess));
        }
        std::thread::sleep(PAUSE);
    }
}

fn read_all(mut stream: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    // What cannot be read is not there.
    let _ = stream.read_to_end(&mut kept);
    kept
}

/// Reads to the end, so that the process is never held up, but keeps only the beginning.
fn read_some(mut stream: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut part = [0; 4096];
    // What cannot be read is not there.
    while let Ok(count @ 1..) = stream.read(&mut part) {
        let mut kept = lock(kept);
        let room = MOST_OUTPUT.saturating_sub(kept.len());
        kept.extend_from_slice(&part[..count.min(room)]);
    }
}

fn text(bytes: &Mutex<Vec<u8>>) -> String {
    String::from_utf8_lossy(&lock(bytes)).into_owned()
}

fn lock(bytes: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    bytes.lock().unwrap_or_else(PoisonError::into_inner)
}
