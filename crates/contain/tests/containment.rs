//! Hostile programs, run as replays run them: they end, and have harmed nobody.
//!
//! Each case of `hostile/attempts.c` and `hostile/Attempts.java` is a way to do harm. A program is told
//! a folder that is not its own and a port at which somebody listens, ends with status 0 if it was
//! refused, and with status 1 if it succeeded.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use contain::{Containment, Excess, Patience, Processes, Ran, uncontained};
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// What ends a program that does not end. A busy machine takes its time.
const PATIENCE: Duration = Duration::from_secs(60);
/// For a program that never ends.
const SHORT: Duration = Duration::from_secs(2);

const FILES: &[&str] = &[
    "write",
    "append",
    "truncate",
    "create",
    "remove",
    "rename",
    "rename_away",
    "link",
    "symlink",
    "mkdir",
    "chmod",
    "touch",
    "system",
];
const OTHERS: &[&str] = &[
    "connect",
    "udp",
    "unix_socket",
    "kill_parent",
    "kill_group",
    "kill_all",
    "tgkill_parent",
    "limit_parent",
    "owner_of_file",
    "setsid",
    "fork",
    "posix_spawn",
    "namespace",
    "shared_memory",
    "capabilities",
    "calls_of_i386",
];

#[test]
fn c_changes_nothing_outside() {
    let hostile = Hostile::compile(&[]);
    hostile.all_are_refused(FILES);
}

#[test]
fn c_reaches_nobody() {
    let hostile = Hostile::compile(&[]);
    hostile.all_are_refused(OTHERS);
}

#[test]
fn sanitized_c_is_contained_and_works() {
    let hostile = Hostile::compile(&["-fsanitize=address,undefined"]);
    hostile.all_are_refused(FILES);
    hostile.all_are_refused(OTHERS);
    let Ran::Finished(leaking) = hostile.run("leak", Processes::One, PATIENCE) else {
        panic_with("it does not end");
    };
    assert!(
        leaking.errors.contains("LeakSanitizer"),
        "{}",
        leaking.errors
    );
    assert!(leaking.errors.contains("attempts.c:"), "{}", leaking.errors);
}

#[test]
fn c_under_valgrind_is_contained_and_works() {
    let hostile = Hostile::compile(&[]).under("valgrind", &["--quiet", "--vgdb=no"]);
    hostile.all_are_refused(&["write", "remove", "connect", "kill_parent", "fork"]);
    let Ran::Finished(leaking) = hostile.run("overrun", Processes::One, PATIENCE) else {
        panic_with("it does not end");
    };
    assert!(
        leaking.errors.contains("Invalid write"),
        "{}",
        leaking.errors
    );
}

#[test]
fn inside_of_its_folder_c_may_do_what_it_likes() {
    let hostile = Hostile::compile(&[]);
    for what in ["inside", "threads", "abort_caught"] {
        let Ran::Finished(finished) = hostile.run(what, Processes::One, PATIENCE) else {
            panic_with(what);
        };
        assert!(!finished.failed, "{what}: {}", finished.errors);
    }
}

#[test]
fn c_that_never_ends() {
    let hostile = Hostile::compile(&[]);
    for what in ["spin", "sleep", "ignore_signals", "stop_itself"] {
        assert_eq!(
            hostile.excess(what, Processes::One, SHORT),
            Some(Excess::Time(SHORT)),
            "{what}"
        );
    }
}

#[test]
fn c_that_uses_up_everything() {
    for flags in [&[][..], &["-fsanitize=address"]] {
        let hostile = Hostile::compile(flags);
        let excess = hostile.excess("memory", Processes::One, PATIENCE);
        assert!(matches!(excess, Some(Excess::Memory(_))), "{excess:?}");
    }
    let hostile = Hostile::compile(&[]);
    let excess = hostile.excess("many_files", Processes::One, PATIENCE);
    assert!(matches!(excess, Some(Excess::Folder(_))), "{excess:?}");
    // The kernel ends whoever writes more than a file may hold.
    let Ran::Finished(large) = hostile.run("large_file", Processes::One, PATIENCE) else {
        panic_with("the limit of a file is exceeded");
    };
    assert!(large.failed);
}

#[test]
fn no_process_is_left() {
    let hostile = Hostile::compile(&[]);
    // It ends at once, its children do not.
    hostile.run("daemon", Processes::One, PATIENCE);
    hostile.run("daemon", Processes::Few, PATIENCE);
    let bomb = |processes| hostile.excess("fork_bomb", processes, SHORT);
    assert_eq!(bomb(Processes::One), Some(Excess::Time(SHORT)));
    assert!(matches!(bomb(Processes::Few), Some(Excess::Processes(_))));
}

#[test]
fn tools_leave_nothing_behind_either() {
    let hostile = Hostile::compile(&[]);
    let mut command = Command::new(&hostile.command[0]);
    command.arg("background").arg(hostile.outside()).arg("0");
    let ran =
        contain::run(command, &Containment::tool(&Patience::for_each(PATIENCE))).expect("it runs");
    assert!(matches!(ran, Ran::Finished(_)));
    hostile.nothing_is_left("background");
}

#[test]
fn what_has_shown_enough_is_ended() {
    let mut command = Command::new("sh");
    command.args(["-c", "echo first >&2; echo second >&2; sleep 1000"]);
    let containment = Containment::tool(&Patience::for_each(PATIENCE));
    let ran = contain::run_until(command, &containment, &|errors| errors.contains("second"));
    let finished = ran.expect("it runs").finished().expect("in time");
    assert!(finished.failed);
    assert_eq!(finished.errors, "first\nsecond\n");
}

#[test]
fn java_is_contained() {
    let hostile = Hostile::java();
    hostile.all_are_refused(&[
        "write",
        "create",
        "remove",
        "rename",
        "touch",
        "connect",
        "exec",
        "kill_parent",
    ]);
    let Ran::Finished(inside) = hostile.run("inside", Processes::One, PATIENCE) else {
        panic_with("it does not end");
    };
    assert!(!inside.failed, "{}", inside.errors);
    assert_eq!(
        hostile.excess("sleep", Processes::One, SHORT),
        Some(Excess::Time(SHORT))
    );
    let excess = hostile.excess("memory", Processes::One, PATIENCE);
    assert!(matches!(excess, Some(Excess::Memory(_))), "{excess:?}");
}

/// A compiled collection of attempts, and what they must not touch.
struct Hostile {
    folder: TempDir,
    /// What runs an attempt: its name, the folder outside and the port follow.
    command: Vec<PathBuf>,
    listener: TcpListener,
}

const KEPT: &str = "this is to stay as it is\n";

impl Hostile {
    fn new() -> Hostile {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let outside = folder.path().join("outside");
        fs::create_dir(&outside).expect("a folder");
        fs::write(outside.join("kept"), KEPT).expect("a file");
        fs::set_permissions(outside.join("kept"), PermissionsExt::from_mode(0o640))
            .expect("a mode");
        fs::create_dir(folder.path().join("run")).expect("a folder");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        Hostile {
            folder,
            command: Vec::new(),
            listener,
        }
    }

    fn compile(flags: &[&str]) -> Hostile {
        let mut hostile = Hostile::new();
        let program = hostile.folder.path().join("program");
        let mut cc = Command::new("cc");
        cc.args(["-g", "-w", "-pthread"])
            .args(flags)
            .arg("-o")
            .arg(&program);
        let compiled = cc.arg(source("attempts.c")).status().expect("a compiler");
        assert!(compiled.success());
        hostile.command = vec![program];
        hostile
    }

    fn java() -> Hostile {
        let mut hostile = Hostile::new();
        let classes = hostile.folder.path().join("classes");
        let mut javac = Command::new("javac");
        javac.arg("-d").arg(&classes).arg(source("Attempts.java"));
        assert!(javac.status().expect("a compiler").success());
        let temporary = format!("-Djava.io.tmpdir={}", hostile.inside().display());
        let words = [
            "java",
            "-XX:-UsePerfData",
            "-XX:+UseSerialGC",
            &temporary,
            "-cp",
        ];
        hostile.command = words.iter().map(PathBuf::from).collect();
        hostile.command.extend([classes, "Attempts".into()]);
        hostile
    }

    fn under(mut self, runner: &str, arguments: &[&str]) -> Hostile {
        let words = [runner].into_iter().chain(arguments.iter().copied());
        self.command.splice(0..0, words.map(PathBuf::from));
        self
    }

    fn inside(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    fn outside(&self) -> PathBuf {
        self.folder.path().join("outside")
    }

    /// Runs an attempt, after which everything outside must be as it was.
    fn run(&self, what: &str, processes: Processes, time: Duration) -> Ran {
        let port = self.listener.local_addr().expect("an address").port();
        let mut command = Command::new(&self.command[0]);
        command
            .args(&self.command[1..])
            .arg(what)
            .arg(self.outside())
            .arg(port.to_string());
        let containment =
            Containment::program(&self.inside(), processes, &Patience::for_each(time));
        let ran = contain::run(command, &containment).expect("it runs");
        self.nothing_is_left(what);
        self.nothing_has_changed(what);
        for entry in fs::read_dir(self.inside()).expect("a folder").flatten() {
            let _ = fs::remove_file(entry.path());
        }
        ran
    }

    fn excess(&self, what: &str, processes: Processes, time: Duration) -> Option<Excess> {
        match self.run(what, processes, time) {
            Ran::Finished(_) => None,
            Ran::Stopped(excess) => Some(excess),
        }
    }

    fn all_are_refused(&self, attempts: &[&str]) {
        assert_eq!(
            uncontained(),
            [],
            "these tests need a kernel that contains everything"
        );
        for what in attempts {
            let Ran::Finished(finished) = self.run(what, Processes::One, PATIENCE) else {
                panic_with(what);
            };
            assert!(!finished.failed, "`{what}` succeeded: {}", finished.errors);
        }
    }

    fn nothing_has_changed(&self, what: &str) {
        let outside = self.outside();
        let names: Vec<_> = fs::read_dir(&outside)
            .expect("the folder is there")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert_eq!(names, ["kept"], "{what}");
        let kept = outside.join("kept");
        assert_eq!(fs::read_to_string(&kept).expect("a file"), KEPT, "{what}");
        let mode = fs::metadata(&kept).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{what}");
        assert!(
            self.listener.accept().is_err(),
            "{what}: somebody connected"
        );
    }

    /// Every process of an attempt has the folder outside as an argument.
    fn nothing_is_left(&self, what: &str) {
        let outside = self.outside();
        let outside = outside.to_string_lossy();
        let left = || {
            let processes = fs::read_dir("/proc").expect("processes").flatten();
            let mut lines =
                processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
            lines.any(|line| String::from_utf8_lossy(&line).contains(&*outside))
        };
        // What was killed needs a moment to be gone.
        let is_gone = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(2));
            !left()
        });
        assert!(is_gone, "{what}: a process is left");
    }
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/hostile")
        .join(name)
}

#[expect(clippy::panic, reason = "a test fails by panicking")]
fn panic_with(what: &str) -> ! {
    panic!("{what}")
}
