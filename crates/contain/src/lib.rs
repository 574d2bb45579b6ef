//! What a process that Concrex starts can do to the machine.
//!
//! Nobody knows what a checked program does, and its inputs were chosen to make it fail. So it is run
//! where it cannot harm: it changes no file outside of one folder, reaches no network, signals no
//! other process, starts none, and is ended when it uses up too much. Everything that the kernel
//! offers is applied; [`uncontained`] says what it does not offer.
//!
//! | layer | keeps it from |
//! |---|---|
//! | Landlock (`confine`) | writing, making, removing and renaming files elsewhere; TCP and signals, where the kernel is new enough |
//! | a filter of system calls (`calls`) | sockets, signals, new processes, leaving its process group, and what Landlock has no rule for: modes, owners and times of files, shared memory |
//! | no capabilities (`confine`) | what only root may do |
//! | limits of the kernel (`confine`) | large files, endless computing, cores |
//! | a watch from outside (`watch`) | memory, disk space, and processes where there may be several |
//! | the end of its process group (`process`) | staying |
//!
//! Reading is not restricted: what it reads, it can tell nobody.

mod calls;
mod confine;
mod patience;
mod process;
mod watch;

pub use patience::Patience;
pub use process::{Ending, Finished, Ran, output, run, run_until, run_with};

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// How a process is contained.
#[derive(Clone, Debug)]
pub struct Containment {
    pub(crate) reach: Reach,
    pub(crate) limits: Limits,
    pub(crate) patience: Patience,
}

/// What a process can change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// What the user can: it is a tool of the user's.
    Everything,
    /// What is in this folder.
    Folder {
        folder: PathBuf,
        processes: Processes,
    },
}

/// Which processes there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Processes {
    /// One, with as many threads as it likes.
    One,
    /// A few: what it runs on starts helpers.
    Few,
}

/// What a process may use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// By the clock.
    pub(crate) time: Duration,
    /// Bytes of memory that it and its children hold.
    pub(crate) memory: u64,
    /// Bytes of one file.
    pub(crate) file: u64,
    /// Bytes of all files in its folder.
    pub(crate) folder: u64,
    /// It and its children.
    pub(crate) processes: usize,
}

const MIB: u64 = 1 << 20;

impl Containment {
    /// Of a tool of the user's, such as a compiler: it may do what the user may, but not for ever.
    pub fn tool(patience: &Patience) -> Containment {
        Containment {
            reach: Reach::Everything,
            limits: Limits {
                time: patience.left(),
                memory: 4096 * MIB,
                file: 1024 * MIB,
                folder: u64::MAX,
                processes: 1000,
            },
            patience: patience.clone(),
        }
    }

    /// Of a program that nobody knows: it may change what is in this folder, which is its home, too.
    pub fn program(folder: &Path, processes: Processes, patience: &Patience) -> Containment {
        Containment {
            reach: Reach::Folder {
                folder: folder.to_path_buf(),
                processes,
            },
            limits: Limits {
                time: patience.left(),
                memory: 2048 * MIB,
                file: 64 * MIB,
                folder: 256 * MIB,
                processes: 16,
            },
            patience: patience.clone(),
        }
    }

    /// Whether there can be but one process.
    pub(crate) fn is_alone(&self) -> bool {
        let is_one = match &self.reach {
            Reach::Everything => false,
            Reach::Folder { processes, .. } => *processes == Processes::One,
        };
        is_one && !uncontained().contains(&Harm::NewProcesses)
    }
}

/// A harm that a program can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Harm {
    /// Changing files outside of its folder.
    Files,
    /// Talking to other machines, and to other processes of this one.
    Network,
    /// Signals to other processes.
    Signals,
    /// Starting processes.
    NewProcesses,
}

impl Harm {
    /// Its name, for other programs.
    pub fn name(self) -> &'static str {
        match self {
            Harm::Files => "files",
            Harm::Network => "network",
            Harm::Signals => "signals",
            Harm::NewProcesses => "processes",
        }
    }
}

impl fmt::Display for Harm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Harm::Files => "changes of files outside of their folder",
            Harm::Network => "network connections",
            Harm::Signals => "signals to other processes",
            Harm::NewProcesses => "new processes",
        })
    }
}

/// What programs are not kept from here, since the kernel has no means.
pub fn uncontained() -> &'static [Harm] {
    static UNCONTAINED: OnceLock<Vec<Harm>> = OnceLock::new();
    UNCONTAINED.get_or_init(|| confine::Offer::of_kernel().lacks())
}

/// The same for people; `None` if programs are kept from all of it.
pub fn warning() -> Option<String> {
    let harms: Vec<String> = uncontained().iter().map(Harm::to_string).collect();
    (!harms.is_empty()).then(|| {
        format!(
            "programs are run without containment of {}: the kernel does not offer it; \
             `--replay off` runs nothing",
            harms.join(", ")
        )
    })
}

/// A limit that a process exceeded, for which it was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// It did not end within this time.
    Time(Duration),
    /// It was told to stop.
    Interrupted,
    /// It held more than so many bytes of memory.
    Memory(u64),
    /// Its files took more than so many bytes.
    Folder(u64),
    /// There were more than so many processes.
    Processes(usize),
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Excess::Time(time) => write!(f, "it did not end within {:.0} s", time.as_secs_f64()),
            Excess::Interrupted => write!(f, "it was interrupted"),
            Excess::Memory(bytes) => write!(f, "it took more than {} MB of memory", bytes / MIB),
            Excess::Folder(bytes) => write!(f, "it wrote more than {} MB", bytes / MIB),
            Excess::Processes(most) => write!(f, "it started more than {most} processes"),
        }
    }
}
