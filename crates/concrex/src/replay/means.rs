//! By which means each kind of violation can be seen outside of the interpreter.

use super::names_place;
use ir::ClaimKind;
use report::Location;
use std::fmt;

/// What makes a violation visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Means {
    tool: Tool,
    /// One of these is in the diagnostic of this kind of violation.
    marks: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    /// The sanitizers of the compiler, by the names that `-fsanitize=` gives them.
    Sanitizers(&'static str),
    /// Valgrind's memcheck with these options, on an ordinary build.
    Valgrind(&'static [&'static str]),
    /// Nothing but the interpreter.
    None,
}

/// Assertions must not be pre-empted by undefined behaviour that was not asked about.
const ADDRESS: Tool = Tool::Sanitizers("address");
const USUAL: Tool = Tool::Sanitizers("address,undefined");
const POINTERS: Tool = Tool::Sanitizers("address,pointer-compare,pointer-subtract");
const FLOATS: Tool = Tool::Sanitizers("undefined,float-cast-overflow");
const VALGRIND: &[&str] = &["--quiet", "--error-exitcode=99"];
const VALGRIND_LEAKS: &[&str] = &[
    "--quiet",
    "--error-exitcode=99",
    "--leak-check=full",
    "--show-leak-kinds=all",
    "--errors-for-leak-kinds=all",
];

impl Means {
    /// The means for a kind.
    pub(super) fn for_kind(kind: ClaimKind) -> Means {
        let (tool, marks): (Tool, &'static [&'static str]) = match kind {
            ClaimKind::Assertion => (ADDRESS, &["Assertion", "assertion violated"]),
            ClaimKind::Unreachable => (ADDRESS, &["error function called", "Assertion", "ABRT"]),
            ClaimKind::UnreachableMarker => (USUAL, &["unreachable program point"]),
            ClaimKind::Null => (
                USUAL,
                &["null pointer", "SEGV", "member access within null"],
            ),
            ClaimKind::InvalidDereference => (USUAL, &["SEGV", "unknown-crash", "wild"]),
            ClaimKind::Bounds => (
                USUAL,
                &[
                    "-buffer-overflow",
                    "-buffer-underflow",
                    "-overflow on",
                    "out of bounds",
                    "insufficient space",
                    "negative-size-param",
                    "unknown-crash",
                ],
            ),
            ClaimKind::InnerBounds => (USUAL, &["out of bounds"]),
            ClaimKind::UseAfterFree => (USUAL, &["heap-use-after-free"]),
            ClaimKind::UseAfterScope => (
                USUAL,
                &[
                    "stack-use-after-scope",
                    "stack-use-after-return",
                    "null pointer",
                    "SEGV",
                ],
            ),
            ClaimKind::ReadOnly => (USUAL, &["SEGV"]),
            ClaimKind::Misaligned => (USUAL, &["misaligned address"]),
            ClaimKind::DoubleFree => (USUAL, &["double-free"]),
            // Freeing constant memory crashes inside of the sanitizer's own `free`.
            ClaimKind::InvalidFree => (
                USUAL,
                &[
                    "bad-free",
                    "not malloc()-ed",
                    "double-free",
                    "in __interceptor_free",
                ],
            ),
            ClaimKind::Leak => (USUAL, &["LeakSanitizer"]),
            ClaimKind::NotFreed => (Tool::Valgrind(VALGRIND_LEAKS), &["still reachable", "lost"]),
            ClaimKind::Uninitialised => (Tool::Valgrind(VALGRIND), &["uninitialised"]),
            ClaimKind::Overflow => (
                USUAL,
                &["signed integer overflow", "cannot be represented in type"],
            ),
            ClaimKind::Division => (USUAL, &["division by zero"]),
            ClaimKind::DivisionOverflow => (USUAL, &["cannot be represented in type"]),
            ClaimKind::Shift => (USUAL, &["shift exponent", "left shift of"]),
            ClaimKind::PointerComparison | ClaimKind::PointerSubtraction => {
                (POINTERS, &["invalid-pointer-pair"])
            }
            ClaimKind::FloatToInt => (FLOATS, &["outside the range of representable values"]),
            ClaimKind::Overlap => (USUAL, &["-param-overlap"]),
            ClaimKind::VlaBound => (USUAL, &["variable length array bound"]),
            ClaimKind::ErrorLabel
            | ClaimKind::MissingReturn
            | ClaimKind::InvalidCall
            | ClaimKind::Precondition
            | ClaimKind::Postcondition
            | ClaimKind::Exception => (Tool::None, &[]),
        };
        Means { tool, marks }
    }

    /// What the compiler is told; `None` if there is nothing to compile for.
    pub(super) fn compiler_flags(&self) -> Option<Vec<String>> {
        match self.tool {
            Tool::Sanitizers(names) => Some(vec![
                format!("-fsanitize={names}"),
                "-fno-sanitize-recover=all".to_string(),
                "-fno-omit-frame-pointer".to_string(),
            ]),
            Tool::Valgrind(_) => Some(Vec::new()),
            Tool::None => None,
        }
    }

    /// The program that runs the compiled one, and its options.
    pub(super) fn runner(&self) -> Option<(&'static str, &'static [&'static str])> {
        match self.tool {
            Tool::Valgrind(options) => Some(("valgrind", options)),
            Tool::Sanitizers(_) | Tool::None => None,
        }
    }

    /// Whether the diagnostics of a run speak of this kind of violation at this place.
    pub(super) fn sees(&self, diagnostics: &str, location: &Location) -> bool {
        self.marks.iter().any(|mark| diagnostics.contains(mark))
            && names_place(diagnostics, &location.file, location.span)
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tool {
            Tool::Sanitizers(names) => write!(f, "cc -fsanitize={names}"),
            Tool::Valgrind(_) => f.write_str("valgrind"),
            Tool::None => f.write_str(super::INTERPRETER),
        }
    }
}
