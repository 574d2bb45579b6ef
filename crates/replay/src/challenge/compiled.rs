//! Challenging a proof of a C program: compiled once with the sanitizers that know what was claimed,
//! and once without any.

use super::choices::{self, ONLY, Run};
use super::{Disagreement, Ending, Proof, Touched, left};
use crate::caller::Style;
use crate::environment::{NOT_CONFIRMED, RULE};
use crate::harness::Harness;
use crate::real::{NAME, RUN, compile, processes_of};
use contain::Containment;
use contain::Patience;
use contain::{Ending as Ended, Finished};
use ir::{ClaimKind, ClaimSet, Origin, Program};
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use verdict::{Counterexample, Entry};

/// The signal by which `abort` ends a process.
const SIGABRT: i32 = 6;

/// Compiles and runs the program.
pub(super) fn challenge(proof: &Proof<'_>, patience: &Patience) -> Option<Disagreement> {
    let program = proof.program;
    if !choices::is_complete(program) || replaces_allocation(program) {
        return None;
    }
    let functions = choices::functions(program);
    let constants = match functions.is_empty() && proof.entry == Entry::Main {
        true => Vec::new(),
        false => choices::constants(program),
    };
    let world = choices::world(&functions, &constants);
    let call = proof.call(called(proof)?);
    let style = Style::Typed;
    let harness = Harness::new(NAME, &world, &call, program, style, None).ok()?;
    let sanitized = sanitizer_flags(proof.claims);
    let (builds, runs): (&[&[String]], _) = match proof.has_inputs() {
        true => (&[&sanitized], choices::runs(&constants)),
        false => (&[&sanitized, &[]], ONLY.to_vec()),
    };
    builds.iter().find_map(|flags| {
        let build = Build {
            proof,
            harness: &harness,
            call: &call,
            flags,
            runs: &runs,
        };
        build.run(patience)
    })
}

/// What is called, if the simplest callers can.
fn called(proof: &Proof<'_>) -> Option<Entry> {
    match &proof.entry {
        Entry::Main => Some(Entry::Main),
        Entry::Function {
            name, file, result, ..
        } => Some(Entry::Function {
            name: name.clone(),
            file: file.clone(),
            arguments: choices::parameters(proof.program)?,
            result: result.clone(),
        }),
    }
}

/// Whether a program has an allocator of its own, which a sanitizer does not survive.
fn replaces_allocation(program: &Program) -> bool {
    let names = ["malloc", "calloc", "realloc", "free"];
    program
        .procedures
        .iter()
        .any(|procedure| procedure.origin == Origin::User && names.contains(&&*procedure.name))
}

/// What the compiler is told: the address sanitizer, and those checks of undefined behaviour that are
/// about nothing but what was claimed.
fn sanitizer_flags(claims: ClaimSet) -> Vec<String> {
    const CHECKS: &[(ClaimKind, &str)] = &[
        (ClaimKind::InnerBounds, "bounds"),
        (ClaimKind::Misaligned, "alignment"),
        (ClaimKind::Overflow, "signed-integer-overflow"),
        (ClaimKind::Division, "integer-divide-by-zero"),
        (ClaimKind::Shift, "shift-exponent"),
        (ClaimKind::FloatToInt, "float-cast-overflow"),
        (ClaimKind::VlaBound, "vla-bound"),
        (ClaimKind::UnreachableMarker, "unreachable"),
    ];
    let checks = CHECKS.iter().filter(|(kind, _)| claims.contains(*kind));
    let mut names = vec!["address"];
    names.extend(checks.map(|(_, name)| *name));
    vec![
        format!("-fsanitize={}", names.join(",")),
        "-fno-sanitize-recover=all".to_string(),
        "-fno-omit-frame-pointer".to_string(),
    ]
}

/// One build of the program.
struct Build<'a> {
    proof: &'a Proof<'a>,
    harness: &'a Harness,
    call: &'a Counterexample,
    flags: &'a [String],
    runs: &'a [Run],
}

impl Build<'_> {
    fn how(&self) -> String {
        let cc = &self.proof.build.cc;
        match self.flags.is_empty() {
            true => cc.clone(),
            false => format!("{cc} -fsanitize=…"),
        }
    }

    /// What its runs show that cannot be.
    fn run(&self, patience: &Patience) -> Option<Disagreement> {
        let folder = tempfile::tempdir().ok()?;
        let path = folder.path();
        let program = compile(self.harness, path, self.call, self.flags, left(patience)?).ok()?;
        self.runs.iter().find_map(|run| {
            let finished = self.execute(&program, run, patience)?;
            self.judge(run, &finished)
        })
    }

    fn execute(&self, program: &Path, run: &Run, patience: &Patience) -> Option<Finished> {
        let patience = left(patience)?;
        let folder = program.with_file_name(format!("{RUN}{}", run.rule));
        std::fs::create_dir_all(&folder).ok()?;
        let input = program.with_file_name(format!("stdin{}", run.rule));
        std::fs::write(&input, run.stdin).ok()?;
        let may_leak =
            self.proof.claims.contains(ClaimKind::Leak) && choices::allocates(self.proof.program);
        let leaks = u8::from(may_leak);
        let mut command = Command::new(program);
        command
            .args(run.arguments)
            .env("LC_ALL", "C")
            .env(RULE, run.rule.to_string())
            .env(
                "ASAN_OPTIONS",
                format!(
                    "allocator_may_return_null=1:detect_leaks={leaks}:handle_abort=0:\
                     detect_odr_violation=0:detect_stack_use_after_return=0"
                ),
            )
            .env("LSAN_OPTIONS", "use_unaligned=1");
        let stdin = Stdio::from(File::open(&input).ok()?);
        let containment = Containment::program(&folder, processes_of(program), patience);
        let ran = contain::run_with(command, stdin, &containment);
        ran.ok()?.finished()
    }

    /// Whether a run shows what cannot be.
    fn judge(&self, run: &Run, finished: &Finished) -> Option<Disagreement> {
        let errors = &finished.errors;
        if EXHAUSTED.iter().any(|mark| errors.contains(mark)) {
            return None;
        }
        let mut lines = errors.lines();
        if let Some((report, line)) = lines.find_map(|line| Some((Report::of(line)?, line))) {
            let touched = report.touched(self.proof.claims)?;
            let what = format!("it says `{}`", without_pid(line));
            return Some(self.disagreement(run, &what, touched));
        }
        let is_other = match (self.proof.ending?, finished.ending) {
            (Ending::Exit(status), Ended::Exited(other)) => {
                self.gives_status() && status & 0xff != other
            }
            (Ending::Abort, Ended::Exited(_)) | (Ending::Exit(_), Ended::Signalled(SIGABRT)) => {
                true
            }
            // Without a word, the stack may be exhausted, or a limit of the system.
            _ => false,
        };
        is_other.then(|| {
            let what = match finished.ending {
                Ended::Exited(status) => format!("it ends with status {status}"),
                Ended::Signalled(_) => "it aborts".to_string(),
            };
            self.disagreement(run, &what, Touched::All)
        })
    }

    /// Whether the program says with which status it ends: what a `main` without a value leaves is anything.
    fn gives_status(&self) -> bool {
        let program = self.proof.program;
        let main = program.find("main");
        main.is_some_and(|main| program[main].signature.result.is_some())
    }

    fn disagreement(&self, run: &Run, what: &str, touched: Touched) -> Disagreement {
        let with = match (self.proof.has_inputs(), &self.proof.entry) {
            (false, _) => String::new(),
            (true, Entry::Function { .. }) => format!(" with {RULE}={}", run.rule),
            (true, Entry::Main) => format!(" with {}", run.in_words()),
        };
        Disagreement {
            how: self.how(),
            what: format!("{what}{with}"),
            touched,
        }
    }
}

/// What is said of a run that shows nothing.
const EXHAUSTED: &[&str] = &[
    NOT_CONFIRMED,
    "AddressSanitizer: stack-overflow",
    "AddressSanitizer: out-of-memory",
    "AddressSanitizer: requested allocation size",
    "AddressSanitizer failed to",
    "LeakSanitizer has encountered a fatal error",
    "failed to allocate",
];

/// What a line of a diagnostic is about.
enum Report {
    /// A kind of claim.
    Claim(ClaimKind),
    /// Something without which nothing is proved, or that was only looked for because it is claimed.
    Anything,
    /// Something that is never claimed: an address that is computed and not used.
    Nothing,
}

impl Report {
    fn of(line: &str) -> Option<Report> {
        if line.contains("LeakSanitizer: detected memory leaks") {
            Some(Report::Claim(ClaimKind::Leak))
        } else if line.contains("-param-overlap") {
            Some(Report::Claim(ClaimKind::Overlap))
        } else if line.contains("AddressSanitizer: FPE") {
            Some(Report::Claim(ClaimKind::Division))
        } else if line.contains("concrex: error function called") {
            Some(Report::Claim(ClaimKind::Unreachable))
        } else if line.contains("concrex: assertion violated") || is_failed_assertion(line) {
            Some(Report::Claim(ClaimKind::Assertion))
        } else if line.contains("member access within") {
            Some(Report::Nothing)
        } else if line.contains("ERROR: AddressSanitizer: ") || line.contains(": runtime error: ") {
            Some(Report::Anything)
        } else {
            None
        }
    }

    /// The claims that it speaks against.
    fn touched(&self, claims: ClaimSet) -> Option<Touched> {
        match self {
            // What nobody has claimed may happen, and then it is another execution.
            Report::Claim(kind) if !claims.contains(*kind) => None,
            // Until the end, it was the same execution.
            Report::Claim(ClaimKind::Leak) => Some(Touched::Kind(ClaimKind::Leak)),
            Report::Claim(_) | Report::Anything => Some(Touched::All),
            Report::Nothing => None,
        }
    }
}

/// `program: file.c:3: main: Assertion `x' failed.`
fn is_failed_assertion(line: &str) -> bool {
    line.contains(": Assertion `") && line.ends_with("' failed.")
}

/// A line without the number of the process.
fn without_pid(line: &str) -> &str {
    line.trim()
        .trim_start_matches(|c: char| c == '=' || c.is_ascii_digit())
}
