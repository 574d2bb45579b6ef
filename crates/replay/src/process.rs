//! Running a process for at most so long.

use std::io::{self, Read};
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
    /// What it wrote to standard error.
    pub errors: String,
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
