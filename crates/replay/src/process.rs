//! Running a process for at most so long, and a program that nobody knows where it can do little
//! harm.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Diagnostics beyond this are dropped.
const MOST_OUTPUT: u64 = 1 << 20;

/// How often the end of the process is looked for.
const PAUSE: Duration = Duration::from_millis(2);

/// A process that ended by itself.
pub struct Finished {
    /// It ended by a signal or with a status other than 0.
    pub failed: bool,
    /// How it ended.
    pub(crate) ending: Ending,
    /// What it wrote to standard error.
    pub errors: String,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// With a status.
    Exited(i32),
    /// By a signal.
    Signalled(i32),
}

impl Ending {
    fn of(status: ExitStatus) -> Ending {
        match status.code() {
            Some(code) => Ending::Exited(code),
            None => Ending::Signalled(status.signal().unwrap_or(0)),
        }
    }
}

/// What a program may use up: it leaves no core, writes no file of more than 64 MB (in blocks of 512
/// bytes) and does not compute on for long if nobody ends it. Memory has no limit here, since the
/// address sanitizer and the JVM reserve more than there is.
const LIMITS: &str = "{ ulimit -c 0; ulimit -f 131072; ulimit -t";

/// A JVM computes in several threads at once.
const THREADS: u64 = 8;

/// A command that runs a program in a folder, which is its home, too, within limits.
pub(crate) fn contained(program: &OsStr, folder: &Path, patience: Duration) -> Command {
    let seconds = THREADS * (patience.as_secs() + 1);
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!(
            "{LIMITS} {seconds}; }} 2>/dev/null; exec \"$0\" \"$@\""
        ))
        .arg(program)
        .current_dir(folder)
        .env("HOME", folder)
        .env("TMPDIR", folder);
    command
}

/// Runs it without standard input and output; `None` if it had to be ended.
///
/// # Errors
///
/// If it cannot be started or waited for.
pub fn run(command: Command, patience: Duration) -> io::Result<Option<Finished>> {
    run_with(command, Stdio::null(), patience)
}

/// Runs it with a standard input and without output; `None` if it had to be ended.
pub(crate) fn run_with(
    mut command: Command,
    stdin: Stdio,
    patience: Duration,
) -> io::Result<Option<Finished>> {
    let mut child = command
        .stdin(stdin)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let stderr = child.stderr.take();
    let reader = std::thread::spawn(move || stderr.map(read_some).unwrap_or_default());
    let status = wait(&mut child, patience)?;
    Ok(status.map(|status| Finished {
        failed: !status.success(),
        ending: Ending::of(status),
        errors: reader.join().unwrap_or_default(),
    }))
}

fn wait(child: &mut Child, patience: Duration) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(PAUSE);
    }
}

/// Reads to the end, so that the process is never held up, but keeps only the beginning.
fn read_some(mut stream: impl Read) -> String {
    let mut kept = Vec::new();
    let _ = stream.by_ref().take(MOST_OUTPUT).read_to_end(&mut kept);
    let _ = io::copy(&mut stream, &mut io::sink());
    String::from_utf8_lossy(&kept).into_owned()
}
