//! The real environment.

use super::random::Random;
use super::{Environment, InputRequest};
use ir::SourceKind;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{BufWriter, Read, Stdin, Stdout, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Standard input and output, arguments, environment variables, files to read, and the clock of
/// the process that runs the interpreter. Random numbers are those of glibc's `rand` before any
/// `srand`. What comes from nowhere (a verifier's nondeterministic function) is zero.
pub struct Host {
    arguments: Vec<Vec<u8>>,
    stdin: Stdin,
    waiting: Vec<u8>,
    consumed: usize,
    stdout: BufWriter<Stdout>,
    files: HashMap<Vec<u8>, Option<Vec<u8>>>,
    random: Random,
    started: Instant,
}

impl Host {
    /// With these arguments, the first of which is the program's name.
    pub fn new(arguments: impl IntoIterator<Item = OsString>) -> Host {
        Host {
            arguments: arguments.into_iter().map(OsString::into_vec).collect(),
            stdin: std::io::stdin(),
            waiting: Vec::new(),
            consumed: 0,
            stdout: BufWriter::new(std::io::stdout()),
            files: HashMap::new(),
            random: Random::new(),
            started: Instant::now(),
        }
    }

    /// Lets everything written so far go out.
    pub fn flush(&mut self) {
        // As for C's `printf`, a reader that went away is no error of the program.
        let _ = self.stdout.flush();
    }

    fn stdin_byte(&mut self) -> Option<u8> {
        if self.consumed == self.waiting.len() {
            // Whoever is asked should have seen the question.
            self.flush();
            self.waiting.resize(64 * 1024, 0);
            let read = self.stdin.read(&mut self.waiting).unwrap_or(0);
            self.waiting.truncate(read);
            self.consumed = 0;
        }
        let byte = self.waiting.get(self.consumed).copied()?;
        self.consumed += 1;
        Some(byte)
    }

    fn file(&mut self, name: &[u8]) -> Option<&Vec<u8>> {
        let read = || std::fs::read(PathBuf::from(OsString::from_vec(name.to_vec()))).ok();
        self.files
            .entry(name.to_vec())
            .or_insert_with(read)
            .as_ref()
    }

    fn clock(&self, name: &str) -> i128 {
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        match name {
            "clock" => self.started.elapsed().as_micros() as i128,
            "nanoseconds" => i128::from(since_epoch.subsec_nanos()),
            _ => i128::from(since_epoch.as_secs()),
        }
    }
}

/// The value of an environment variable.
fn variable(name: &[u8]) -> Option<Vec<u8>> {
    // `var_os` accepts no empty name and none with `=` or a zero byte.
    let legal = !name.is_empty() && !name.contains(&b'=') && !name.contains(&0);
    legal
        .then(|| std::env::var_os(std::ffi::OsStr::from_bytes(name)))?
        .map(OsString::into_vec)
}

/// The byte at the position, -1 after the end.
fn byte_of(bytes: Option<&Vec<u8>>, request: &InputRequest<'_>) -> i128 {
    let index = usize::try_from(request.index.unwrap_or(0)).ok();
    let byte = bytes.and_then(|bytes| bytes.get(index?));
    byte.map_or(-1, |byte| i128::from(*byte))
}

impl Environment for Host {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        let name = request.dynamic_name.unwrap_or(request.name.as_bytes());
        let value = match request.kind {
            SourceKind::Stdin => self.stdin_byte().map_or(-1, i128::from),
            SourceKind::ArgumentCount => self.arguments.len() as i128,
            SourceKind::Argument => {
                let number = std::str::from_utf8(name)
                    .ok()
                    .and_then(|name| name.parse().ok());
                let number: Option<usize> = number;
                byte_of(
                    number.and_then(|number| self.arguments.get(number)),
                    request,
                )
            }
            SourceKind::EnvironmentExists => i128::from(variable(name).is_some()),
            SourceKind::Environment => byte_of(variable(name).as_ref(), request),
            SourceKind::FileExists => i128::from(self.file(name).is_some()),
            SourceKind::File => byte_of(self.file(name), request),
            SourceKind::Random => i128::from(self.random.next()),
            SourceKind::Clock => {
                let name = request
                    .dynamic_name
                    .and_then(|name| std::str::from_utf8(name).ok());
                self.clock(name.unwrap_or(request.name))
            }
            SourceKind::Nondet
            | SourceKind::Parameter
            | SourceKind::Variable
            | SourceKind::Other => 0,
        };
        Some(request.bits(value))
    }

    fn output(&mut self, stream: i32, bytes: &[u8]) {
        // As for C's `printf`, a reader that went away is no error of the program.
        let _ = match stream {
            1 => self.stdout.write_all(bytes),
            2 => {
                self.flush();
                std::io::stderr().write_all(bytes)
            }
            _ => Ok(()),
        };
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.flush();
    }
}
