//! Limits that the kernel does not keep for us, watched from outside.
//!
//! The kernel limits address space, of which the address sanitizer and the JVM reserve terabytes, and
//! the processes of a user, of which root may have any number. So a look every now and then decides.

use super::{Containment, Excess, Limits, Patience, Reach};
use rustix::process::Pid;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often one process is looked at, and how often all of the machine.
const PAUSE: Duration = Duration::from_millis(10);
const LONG_PAUSE: Duration = Duration::from_millis(50);

/// The most entries of a folder that are looked at.
const MOST_ENTRIES: usize = 10_000;

/// A watch over a process group.
pub(crate) struct Watch {
    group: Pid,
    /// Whether the group is one process.
    is_alone: bool,
    folder: Option<PathBuf>,
    limits: Limits,
    patience: Patience,
    started: Instant,
    next: Instant,
}

impl Watch {
    /// Watches what was just started: the first process of its group.
    pub(crate) fn new(group: Pid, containment: &Containment) -> Watch {
        let started = Instant::now();
        Watch {
            group,
            is_alone: containment.is_alone(),
            folder: match &containment.reach {
                Reach::Everything => None,
                Reach::Folder { folder, .. } => Some(folder.clone()),
            },
            limits: containment.limits,
            patience: containment.patience.clone(),
            started,
            next: started,
        }
    }

    /// Which limit is exceeded, if it is time to look.
    pub(crate) fn excess(&mut self) -> Option<Excess> {
        let Limits {
            time,
            memory,
            folder,
            processes,
            ..
        } = self.limits;
        let now = Instant::now();
        if now.duration_since(self.started) > time {
            return Some(Excess::Time(time));
        }
        if self.patience.is_interrupted() {
            return Some(Excess::Interrupted);
        }
        if now < self.next {
            return None;
        }
        let usage = match self.is_alone {
            true => Usage::of_process(self.group),
            false => Usage::of_group(self.group),
        };
        let written = self.folder.as_deref().map_or(0, size);
        self.next = Instant::now()
            + match self.is_alone {
                true => PAUSE,
                false => LONG_PAUSE,
            };
        if usage.memory > memory {
            Some(Excess::Memory(memory))
        } else if usage.processes > processes {
            Some(Excess::Processes(processes))
        } else {
            (written > folder).then_some(Excess::Folder(folder))
        }
    }
}

/// What processes use.
#[derive(Default)]
struct Usage {
    /// In bytes.
    memory: u64,
    processes: usize,
}

impl Usage {
    fn of_process(process: Pid) -> Usage {
        // Its size and what of it is in memory, in pages.
        let sizes = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
        let pages = sizes.split(' ').nth(1).and_then(|pages| pages.parse().ok());
        Usage {
            memory: bytes(pages.unwrap_or(0)),
            processes: 1,
        }
    }

    fn of_group(group: Pid) -> Usage {
        let group = group.to_string();
        let mut usage = Usage::default();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if !name.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let text = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // Behind the name of the program, which may be anything: the state, the parent, the
            // group; the 24th field of all is what is in memory.
            let Some((_, fields)) = text.rsplit_once(") ") else {
                continue;
            };
            let fields: Vec<&str> = fields.split(' ').collect();
            if fields.get(2) == Some(&group.as_str()) {
                let pages = fields.get(21).and_then(|pages| pages.parse().ok());
                usage.memory += bytes(pages.unwrap_or(0));
                usage.processes += 1;
            }
        }
        usage
    }
}

fn bytes(pages: u64) -> u64 {
    pages.saturating_mul(rustix::param::page_size() as u64)
}

/// How many bytes the files in a folder take.
fn size(folder: &Path) -> u64 {
    let mut folders = vec![folder.to_path_buf()];
    let mut seen = 0;
    let mut size = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            if seen > MOST_ENTRIES {
                return u64::MAX;
            }
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata) => {
                    // A file may be longer than what is stored of it: that is in blocks of 512.
                    size += 512 * std::os::unix::fs::MetadataExt::blocks(&metadata);
                }
                Err(_) => {}
            }
        }
    }
    size
}
