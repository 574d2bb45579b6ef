//! What a process does to itself before it becomes the program: from then on, neither it nor what it
//! starts can get out.

use super::calls::{self, Filter};
use super::{Containment, Harm, Limits, Reach};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use rustix::process::{self, Resource, Rlimit, Signal};
use rustix::thread::{CapabilitySet, CapabilitySets};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The newest rules that are asked for; the kernel applies those that it knows.
const NEWEST: ABI = ABI::V6;

/// What everybody may write to.
const SINKS: &[&str] = &["/dev/null", "/dev/zero", "/dev/full"];

/// A JVM computes in several threads at once.
const THREADS: u64 = 8;

/// What the kernel offers to contain a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    /// Rules for files.
    files: bool,
    /// Rules for signals.
    signals: bool,
    /// A filter of system calls.
    calls: bool,
}

impl Offer {
    /// What this kernel offers. A container may hide it.
    pub(super) fn of_kernel() -> Offer {
        static OFFER: OnceLock<Offer> = OnceLock::new();
        *OFFER.get_or_init(|| Offer {
            files: has(|rules| rules.handle_access(AccessFs::from_write(ABI::V1))),
            signals: has(|rules| rules.scope(Scope::Signal)),
            calls: calls::is_offered(),
        })
    }

    /// What is not prevented with that.
    pub(super) fn lacks(self) -> Vec<Harm> {
        let lacks = [
            (Harm::Files, self.files && self.calls),
            (Harm::Network, self.calls),
            (Harm::Signals, self.calls || self.signals),
            (Harm::NewProcesses, self.calls),
        ];
        let lacks = lacks.into_iter().filter(|(_, is_prevented)| !is_prevented);
        lacks.map(|(harm, _)| harm).collect()
    }
}

/// Whether Landlock knows these rules.
fn has(rules: impl FnOnce(Ruleset) -> Result<Ruleset, RulesetError>) -> bool {
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    rules(strict).and_then(Ruleset::create).is_ok()
}

/// Contains the process that this command starts, by all that the kernel offers.
///
/// # Errors
///
/// If there are no rules for the folder of the program.
pub(crate) fn apply(command: &mut Command, containment: &Containment) -> io::Result<()> {
    apply_offer(command, containment, Offer::of_kernel())
}

fn apply_offer(command: &mut Command, containment: &Containment, offer: Offer) -> io::Result<()> {
    let mut confinement = Confinement {
        limits: limits(&containment.limits),
        fence: None,
        filter: None,
        is_program: false,
    };
    if let Reach::Folder { folder, processes } = &containment.reach {
        confinement.is_program = true;
        confinement.fence = match offer.files {
            true => Some(fence(folder).map_err(io::Error::other)?),
            false => None,
        };
        confinement.filter = offer.calls.then(|| Filter::new(*processes));
        command
            .current_dir(folder)
            .env("HOME", folder)
            .env("TMPDIR", folder)
            // Valgrind would ask the network for what it does not know of libraries.
            .env_remove("DEBUGINFOD_URLS");
    }
    on_start(command, move || confinement.enter());
    Ok(())
}

/// Has the new process do this before it becomes the program.
#[allow(unsafe_code)]
fn on_start(command: &mut Command, step: impl FnMut() -> io::Result<()> + Send + Sync + 'static) {
    // SAFETY: after a fork, other threads are gone with the locks that they held, the allocator's
    // among them. `Confinement::enter`, which is all that comes here, makes system calls on what was
    // prepared before; it neither allocates nor takes a lock.
    unsafe {
        command.pre_exec(step);
    }
}

/// What is prepared for a process.
struct Confinement {
    limits: [(Resource, Rlimit); 3],
    fence: Option<RulesetCreated>,
    filter: Option<Filter>,
    is_program: bool,
}

impl Confinement {
    /// Nothing here may allocate: see [`on_start`].
    fn enter(&mut self) -> io::Result<()> {
        // It is the first of its group, by which it is ended, and has no terminal.
        process::setsid()?;
        for (resource, limit) in &self.limits {
            process::setrlimit(*resource, *limit)?;
        }
        if self.is_program {
            let none = CapabilitySet::empty();
            rustix::thread::set_capabilities(
                None,
                CapabilitySets {
                    effective: none,
                    permitted: none,
                    inheritable: none,
                },
            )?;
            // Without it, the program of another user, or of root, would bring capabilities back.
            rustix::thread::set_no_new_privs(true)?;
        }
        // It ends when the thread ends that has started it, which waits for it.
        process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if let Some(fence) = self.fence.take() {
            fence.restrict_self().map_err(|_| refused())?;
        }
        if let Some(filter) = &mut self.filter {
            let itself = process::getpid().as_raw_nonzero().get();
            filter.apply(itself as u32).map_err(|_| refused())?;
        }
        Ok(())
    }
}

/// An error that needs no memory.
fn refused() -> io::Error {
    io::ErrorKind::PermissionDenied.into()
}

/// Limits that the kernel keeps, which children inherit.
fn limits(limits: &Limits) -> [(Resource, Rlimit); 3] {
    let at_most = |most: u64| Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    [
        (Resource::Core, at_most(0)),
        (Resource::Fsize, at_most(limits.file)),
        // Who waits for it ends it by the clock. This is for when nobody waits any more.
        (
            Resource::Cpu,
            at_most(THREADS * (limits.time.as_secs() + 1)),
        ),
    ]
}

/// The rules that let a program change what is in its folder, and connect to nothing.
fn fence(folder: &Path) -> Result<RulesetCreated, RulesetError> {
    let changes = AccessFs::from_write(NEWEST);
    let mut fence = Ruleset::default()
        .handle_access(changes)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    if let Ok(folder) = PathFd::new(folder) {
        fence = fence.add_rule(PathBeneath::new(folder, changes))?;
    }
    for sink in SINKS {
        if let Ok(sink) = PathFd::new(sink) {
            let writing = AccessFs::WriteFile | AccessFs::Truncate;
            fence = fence.add_rule(PathBeneath::new(sink, writing))?;
        }
    }
    Ok(fence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Patience, Processes};

    const NOTHING: Offer = Offer {
        files: false,
        signals: false,
        calls: false,
    };

    #[test]
    fn what_a_kernel_lacks_has_names() {
        let names = |offer: Offer| -> Vec<&str> {
            let lacks = offer.lacks();
            lacks.into_iter().map(Harm::name).collect()
        };
        let everything = Offer {
            files: true,
            signals: true,
            calls: true,
        };
        assert_eq!(names(NOTHING), ["files", "network", "signals", "processes"]);
        assert_eq!(names(everything), Vec::<&str>::new());
    }

    /// What a program prints that a kernel with this offer runs.
    fn run(offer: Offer, script: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let time = Patience::default();
        let containment = Containment::program(folder.path(), Processes::One, &time);
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        apply_offer(&mut command, &containment, offer).expect("rules");
        let output = command.output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    #[test]
    fn what_a_kernel_lacks_is_told() {
        let all = [
            Harm::Files,
            Harm::Network,
            Harm::Signals,
            Harm::NewProcesses,
        ];
        assert_eq!(NOTHING.lacks(), all);
        let files = Offer {
            files: true,
            ..NOTHING
        };
        assert_eq!(
            files.lacks(),
            all,
            "modes and owners are not among the rules"
        );
        let signals = Offer {
            signals: true,
            ..files
        };
        assert_eq!(
            signals.lacks(),
            [Harm::Files, Harm::Network, Harm::NewProcesses]
        );
        let calls = Offer {
            calls: true,
            ..NOTHING
        };
        assert_eq!(calls.lacks(), [Harm::Files]);
    }

    #[test]
    fn a_kernel_that_offers_little_still_runs_programs() {
        let outside = tempfile::tempdir().expect("a folder");
        let file = outside.path().join("file");
        let script = format!("(echo child); echo x > '{}'; echo end", file.display());
        assert_eq!(run(NOTHING, &script), "child\nend\n");
        assert!(file.exists());
    }

    #[test]
    fn each_layer_works_alone() {
        let outside = tempfile::tempdir().expect("a folder");
        let file = outside.path().join("file");
        let script = format!("echo x 2>/dev/null > '{}'; echo end", file.display());
        let files = Offer {
            files: true,
            ..NOTHING
        };
        assert_eq!(run(files, &script), "end\n");
        assert!(!file.exists());
        let calls = Offer {
            calls: true,
            ..NOTHING
        };
        assert_eq!(run(calls, "echo begin; (echo child)"), "begin\n");
    }
}
