//! Hostile programs: each file of `hostile` does harm where it is run natively, and there alone, since
//! a wrapper around the compiler shows it more than it shows Concrex. The verdict must be what the
//! first line expects, and nothing outside may be touched.
//!
//! `@OUTSIDE@` is a folder that is not the program's, `@PORT@` a port of this machine at which the
//! test listens. In C, `NATIVE` is defined where it is compiled to be run; in Java, what stands
//! between `/*NATIVE` and `NATIVE*/` is no comment there.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "this test uses a part of it")]
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The longest that a check may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

const KEPT: &str = "this is to stay as it is\n";

/// Compiles what Concrex does not see.
const CC: &str = r#"#!/bin/sh
case " $* " in
*" -E "*) exec cc "$@" ;;
*) exec cc -DNATIVE "$@" ;;
esac
"#;

/// The same for Java: what is to be run is compiled together with a class of Concrex's.
const JAVAC: &str = r#"#!/bin/sh
case "$*" in
*concrex/Vm.java*)
    for argument; do
        shift
        case "$argument" in PROGRAM | */PROGRAM) argument="FOLDER/native/PROGRAM" ;; esac
        set -- "$@" "$argument"
    done ;;
esac
exec "JDK/bin/javac" "$@"
"#;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let trials = files.into_iter().map(|file| {
        let name = name(&file);
        Trial::test(name, move || Attack::new(&file).check())
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn name(file: &Path) -> String {
    let name = file.file_name().expect("a file has a name");
    name.to_string_lossy().into_owned()
}

/// A program and what it must not touch.
struct Attack {
    folder: TempDir,
    program: String,
    expected: String,
    listener: TcpListener,
}

impl Attack {
    fn new(file: &Path) -> Attack {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        for sub in ["outside", "work", "native", "jdk/bin"] {
            fs::create_dir_all(path.join(sub)).expect("a folder");
        }
        let kept = path.join("outside/kept");
        fs::write(&kept, KEPT).expect("a file");
        fs::set_permissions(&kept, PermissionsExt::from_mode(0o640)).expect("a mode");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        let port = listener.local_addr().expect("an address").port();

        let program = name(file);
        let text = fs::read_to_string(file).expect("it is readable");
        let text = text
            .replace("@OUTSIDE@", &path.join("outside").to_string_lossy())
            .replace("@PORT@", &port.to_string());
        let expected = text.lines().next().unwrap_or_default();
        let expected = expected
            .strip_prefix("// expect: ")
            .expect("what is expected");
        let expected = expected.to_string();
        let native = text.replace("/*NATIVE", "").replace("NATIVE*/", "");
        fs::write(path.join("work").join(&program), &text).expect("a file");
        fs::write(path.join("native").join(&program), native).expect("a file");
        Attack {
            folder,
            program,
            expected,
            listener,
        }
    }

    fn check(&self) -> Result<(), Failed> {
        let mut command = self.command();
        let mut child = command.spawn().expect("concrex can be started");
        let started = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if started.elapsed() > PATIENCE {
                child.kill().expect("it can be ended");
                return Err("it does not end".into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut said = String::new();
        let stdout = child.stdout.as_mut().expect("a pipe");
        stdout.read_to_string(&mut said).expect("text");
        let report: serde_json::Value =
            serde_json::from_str(&said).map_err(|error| format!("{error}: {said}"))?;
        let failed = |why: String| Err(Failed::from(format!("{why}\n{said}")));
        if report["verdict"] != self.expected.as_str() {
            return failed(format!("{} and not {}", report["verdict"], self.expected));
        }
        match self.harm() {
            Some(harm) => failed(harm),
            None => Ok(()),
        }
    }

    fn command(&self) -> Command {
        let path = self.folder.path();
        let cc = path.join("cc");
        write_script(&cc, CC);
        let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
        command
            .args([
                "check",
                "--json",
                "--property",
                "assert",
                "--challenge",
                "60s",
                "--cc",
            ])
            .arg(&cc)
            .arg(&self.program)
            .current_dir(path.join("work"))
            // By this, everything that is started can be found.
            .env("HOSTILE_TEST", path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            // What kills this group does not kill the test.
            .process_group(0);
        if self.program.ends_with(".java") {
            command.env("JAVA_HOME", self.jdk());
        }
        command
    }

    /// A JDK with another compiler.
    fn jdk(&self) -> PathBuf {
        let path = self.folder.path();
        let real = frontend_java::jdk::tool("javac").canonicalize();
        let real = real.expect("a JDK");
        let real = real.ancestors().nth(2).expect("a folder of the JDK");
        let jdk = path.join("jdk");
        for entry in fs::read_dir(real).expect("a folder").flatten() {
            if entry.file_name() != "bin" {
                symlink(entry.path(), jdk.join(entry.file_name())).expect("a link");
            }
        }
        symlink(real.join("bin/java"), jdk.join("bin/java")).expect("a link");
        let script = JAVAC
            .replace("PROGRAM", &self.program)
            .replace("FOLDER", &path.to_string_lossy())
            .replace("JDK", &real.to_string_lossy());
        write_script(&jdk.join("bin/javac"), &script);
        jdk
    }

    /// What was done outside.
    fn harm(&self) -> Option<String> {
        let outside = self.folder.path().join("outside");
        let entries = fs::read_dir(&outside).into_iter().flatten().flatten();
        let names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        let kept = outside.join("kept");
        let mode = fs::metadata(&kept).map(|metadata| metadata.permissions().mode() & 0o777);
        if names != ["kept"] {
            Some(format!("the folder outside has {names:?}"))
        } else if fs::read_to_string(&kept).ok().as_deref() != Some(KEPT) {
            Some("the file outside has changed".to_string())
        } else if mode.ok() != Some(0o640) {
            Some("the mode of the file outside has changed".to_string())
        } else if self.listener.accept().is_ok() {
            Some("somebody connected".to_string())
        } else {
            self.is_left().then(|| "a process is left".to_string())
        }
    }

    fn is_left(&self) -> bool {
        let mark = format!("HOSTILE_TEST={}", self.folder.path().display());
        let left = || {
            let processes = fs::read_dir("/proc").expect("processes").flatten();
            let mut all = processes.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
            all.any(|text| String::from_utf8_lossy(&text).contains(&mark))
        };
        // What was killed needs a moment to be gone.
        (0..500).all(|_| {
            std::thread::sleep(Duration::from_millis(2));
            left()
        })
    }
}

fn write_script(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
    fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("a mode");
}
