//! Challenging a proof of a Java program: on the JVM, with assertions on.

use super::choices::{ONLY, RUNS};
use super::{Disagreement, Ending, Proof, Touched, left};
use crate::java::{Classes, Given, NOT_RECORDED, REFUSED, REST_OF_VM, Run, UNCAUGHT};
use contain::Patience;
use contain::{Ending as Ended, Finished};
use ir::ClaimKind;
use std::ffi::OsString;
use verdict::{Entry, JavaBuild};

const HOW: &str = "java -ea";

/// A JVM starts slowly, so that there are few runs.
const MOST_RUNS: usize = 4;

/// Compiles and runs the program. Methods that take something are not called.
pub(super) fn challenge(
    proof: &Proof<'_>,
    build: &JavaBuild,
    patience: &Patience,
) -> Option<Disagreement> {
    let takes_nothing = |entry: &Entry| match entry {
        Entry::Main => true,
        Entry::Function { .. } => !proof.has_inputs(),
    };
    takes_nothing(&proof.entry).then_some(())?;
    let call = proof.call(proof.entry.clone());
    let classes = Classes::compile(&call, build, Run::Replay, &chosen(), left(patience)?).ok()?;
    let runs = match proof.has_inputs() {
        true => RUNS,
        false => ONLY,
    };
    runs.iter().take(MOST_RUNS).find_map(|run| {
        let arguments: Vec<OsString> = run.arguments.iter().map(OsString::from).collect();
        let finished = classes.run(&Given {
            arguments: &arguments,
            stdin: run.stdin.as_bytes(),
            rule: run.rule,
            patience: left(patience)?,
        });
        let what = judge(proof, &finished.ok()?.finished()?)?;
        let with = match proof.has_inputs() {
            true => format!(" with {}", run.in_words()),
            false => String::new(),
        };
        Some(Disagreement {
            how: HOW.to_string(),
            what: format!("{what}{with}"),
            touched: Touched::All,
        })
    })
}

/// What a run says that cannot be.
fn judge(proof: &Proof<'_>, finished: &Finished) -> Option<String> {
    let errors = &finished.errors;
    if [NOT_RECORDED, REFUSED]
        .iter()
        .any(|mark| errors.contains(mark))
    {
        return None;
    }
    let Ended::Exited(status) = finished.ending else {
        return None;
    };
    let uncaught = errors.lines().find_map(|line| line.strip_prefix(UNCAUGHT));
    if uncaught.is_some_and(says_nothing) {
        return None;
    }
    match (proof.ending, uncaught) {
        (Some(Ending::Exit(expected)), _) if expected & 0xff == status => None,
        (Some(Ending::Excluded), _) => None,
        (_, Some(exception)) if finished.failed && is_claimed(proof, exception) => {
            Some(format!("it says `{UNCAUGHT}{exception}`"))
        }
        // The JVM that does not start a program says so.
        (Some(_), None) if !errors.starts_with("Error: ") => {
            Some(format!("it ends with status {status}"))
        }
        _ => None,
    }
}

/// Whether an execution ends so for reasons that no claim is about.
fn says_nothing(exception: &str) -> bool {
    let is = |class: &str| {
        let rest = exception.strip_prefix(class);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    NO_CLAIM.iter().any(|class| is(class))
}

/// Whether that nobody lets this exception out was claimed.
fn is_claimed(proof: &Proof<'_>, exception: &str) -> bool {
    if exception.starts_with(STACK_OVERFLOW) {
        return proof.claims.contains(ClaimKind::StackOverflow);
    }
    match exception.starts_with("java.lang.AssertionError") {
        true => proof.claims.contains(ClaimKind::Assertion),
        // Nobody here knows the classes of exceptions: all of their kinds have to be claimed.
        false => [
            ClaimKind::NullPointer,
            ClaimKind::ArrayIndex,
            ClaimKind::NegativeArraySize,
            ClaimKind::ClassCast,
            ClaimKind::ArrayStore,
            ClaimKind::Arithmetic,
            ClaimKind::NumberFormat,
            ClaimKind::Exception,
            ClaimKind::CheckedException,
            ClaimKind::Error,
        ]
        .iter()
        .all(|kind| proof.claims.contains(*kind)),
    }
}

const STACK_OVERFLOW: &str = "java.lang.StackOverflowError";

/// What ends a run that shows nothing: that there is no memory is no claim, and which classes a JVM
/// can read is its own affair.
const NO_CLAIM: &[&str] = &[
    "java.lang.OutOfMemoryError",
    "java.lang.UnsupportedClassVersionError",
];

/// The class behind the vocabularies: the same rules as in C.
fn chosen() -> String {
    let mut text = String::from(CHOOSE);
    for (name, ty, value) in [
        ("Boolean", "boolean", "(next(1) & 1) != 0"),
        ("Byte", "byte", "(byte) next(8)"),
        ("Char", "char", "(char) next(16)"),
        ("Short", "short", "(short) next(16)"),
        ("Int", "int", "(int) next(32)"),
        ("Long", "long", "next(64)"),
        ("Float", "float", "(byte) next(8) / 2f"),
        ("Double", "double", "(byte) next(8) / 2d"),
    ] {
        text.push_str(&format!(
            "    public static {ty} nondet{name}() {{ return {value}; }}\n"
        ));
    }
    text + REST_OF_VM
}

const CHOOSE: &str = r#"package concrex;

public final class Vm {
    private static final int RULE =
        Integer.parseInt(System.getenv().getOrDefault("CONCREX_RULE", "0"));
    private static long state = 88172645463325252L + 1000003L * RULE;
    private static int at;

    private static long next(int bits) {
        long all = bits == 64 ? -1L : (1L << bits) - 1;
        int n = at++;
        if (n == 10000) throw new Error("no input was recorded");
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        switch (RULE) {
            case 0: return 0;
            case 1: return 1;
            case 2: return n;
            case 3: return n % 2 != 0 ? all >>> 1 : (all >>> 1) + 1;
            case 4: return all;
            case 5: return n % 2 == 0 ? 1 : 0;
            default: return RULE % 2 != 0 ? state >>> 11 : (state >>> 33) % 10;
        }
    }

"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_that_no_claim_is_about() {
        assert!(!says_nothing("java.lang.StackOverflowError"));
        let memory = "java.lang.OutOfMemoryError: Java heap space";
        assert!(says_nothing(memory));
        let linkage = "java.lang.NoClassDefFoundError: Could not initialize class Main$C";
        assert!(!says_nothing(linkage));
        let own = "java.lang.IllegalStateException: java.lang.OutOfMemoryError";
        assert!(!says_nothing(own));
    }
}
