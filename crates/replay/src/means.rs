//! By which means each kind of violation can be seen outside of the interpreter.

mod others;

use crate::caller::VIOLATED;
use crate::diagnostic::{Place, names_place_first, names_place_somewhere};
use crate::freestanding;
use crate::planted::{REQUIRED, Watch};
use ir::ClaimKind;
use std::fmt::{self, Write};
use verdict::Counterexample;
use verdict::Fill;

/// What makes a violation visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Means {
    tool: Tool,
    place: Place,
    /// One of these is in the diagnostic of this kind of violation.
    marks: &'static [&'static str],
    /// What the program finds where it has written nothing.
    fill: Fill,
    /// What is planted at the claimed place.
    watch: Option<Watch>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    /// The sanitizers of the compiler, by the names that `-fsanitize=` gives them.
    Sanitizers(&'static str),
    /// Arithmetic that ends the program when it overflows. The compiler simplifies less of it than
    /// for its sanitizer.
    Trapping,
    /// The address sanitizer, whose search for leaks starts nowhere: all that is not freed is lost.
    Rootless,
    /// Valgrind's memcheck with these options, on an ordinary build.
    Valgrind(&'static [&'static str]),
    /// Nothing but the program itself.
    Plain,
    /// The same, of 32 bits, where there is no C library for it.
    Freestanding,
}

/// Assertions must not be pre-empted by undefined behaviour that was not asked about.
const ADDRESS: Tool = Tool::Sanitizers("address");
const USUAL: Tool = Tool::Sanitizers("address,undefined");
const POINTERS: Tool = Tool::Sanitizers("address,pointer-compare,pointer-subtract");
/// Arrays at the end of a record count as arrays of any length, unless one is strict.
const STRICT: Tool = Tool::Sanitizers("address,undefined,bounds-strict");
const FLOATS: Tool = Tool::Sanitizers("undefined,float-cast-overflow");
const VALGRIND: &[&str] = &["--quiet", "--error-exitcode=99"];
const VALGRIND_LOST: &[&str] = &[
    "--quiet",
    "--error-exitcode=99",
    "--leak-check=full",
    "--errors-for-leak-kinds=definite,indirect",
];
const VALGRIND_LEAKS: &[&str] = &[
    "--quiet",
    "--error-exitcode=99",
    "--leak-check=full",
    "--show-leak-kinds=all",
    "--errors-for-leak-kinds=all",
];

impl Means {
    fn new(tool: Tool, place: Place, marks: &'static [&'static str]) -> Means {
        Means {
            tool,
            place,
            marks,
            fill: Fill::Any,
            watch: None,
        }
    }

    /// The means for a counterexample; `None` where only the interpreter can see it.
    pub(crate) fn of(counterexample: &Counterexample) -> Option<Means> {
        let kind = counterexample.violation.kind;
        if kind == ClaimKind::Postcondition && !counterexample.ensures.is_empty() {
            let means = Means::new(Tool::Plain, Place::Unnamed, &[VIOLATED]);
            return Some(means.with(counterexample.leftovers.fill));
        }
        if kind == ClaimKind::Precondition && !counterexample.requires.is_empty() {
            let mut requires = counterexample.requires.iter();
            let means = Means::new(ADDRESS, Place::Somewhere, &[REQUIRED]);
            let means = means.with(counterexample.leftovers.fill);
            return requires.all(|it| it.planted.is_some()).then_some(means);
        }
        let (tool, marks): (Tool, &'static [&'static str]) = match kind {
            ClaimKind::Assertion => (ADDRESS, &["Assertion", "assertion violated"]),
            ClaimKind::Unreachable => (ADDRESS, &["error function called", "Assertion", "ABRT"]),
            ClaimKind::UnreachableMarker => (USUAL, &["unreachable program point"]),
            ClaimKind::Null => (
                USUAL,
                &["null pointer", "SEGV", "member access within null"],
            ),
            // Such an address is often misaligned, too.
            ClaimKind::InvalidDereference => (ADDRESS, &["SEGV", "unknown-crash", "wild"]),
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
            // Of the functions that are built into compilers, with the value for which they have none.
            ClaimKind::Precondition => (USUAL, &["passing zero to"]),
            ClaimKind::Overlap => (USUAL, &["-param-overlap"]),
            ClaimKind::VlaBound => (USUAL, &["variable length array bound"]),
            ClaimKind::ErrorLabel => (ADDRESS, &["label reached"]),
            ClaimKind::MissingReturn
            | ClaimKind::InvalidCall
            | ClaimKind::Postcondition
            | ClaimKind::NullPointer
            | ClaimKind::ArrayIndex
            | ClaimKind::NegativeArraySize
            | ClaimKind::ClassCast
            | ClaimKind::ArrayStore
            | ClaimKind::Arithmetic
            | ClaimKind::NumberFormat
            | ClaimKind::Exception
            | ClaimKind::CheckedException
            | ClaimKind::StackOverflow
            | ClaimKind::Error => return None,
        };
        let place = match kind {
            // Every block that is lost is listed with its allocation.
            ClaimKind::Leak | ClaimKind::NotFreed => Place::Somewhere,
            _ => Place::First,
        };
        let means = Means {
            watch: (kind == ClaimKind::ErrorLabel).then_some(Watch::Label),
            ..Means::new(tool, place, marks)
        };
        Some(means.with(counterexample.leftovers.fill))
    }

    /// The same for a program that finds this where it has written nothing.
    pub(crate) fn with(self, fill: Fill) -> Means {
        Means { fill, ..self }
    }

    /// Whether the program runs without a C library.
    pub(crate) fn is_freestanding(&self) -> bool {
        self.tool == Tool::Freestanding
    }

    /// What is planted at the claimed place.
    pub(crate) fn watch(&self) -> Option<Watch> {
        self.watch
    }

    /// What the compiler is told.
    pub(crate) fn compiler_flags(&self) -> Vec<String> {
        let mut flags = match self.tool {
            Tool::Sanitizers(names) => vec![
                format!("-fsanitize={names}"),
                "-fno-sanitize-recover=all".to_string(),
                "-fno-omit-frame-pointer".to_string(),
            ],
            Tool::Trapping => vec![
                "-ftrapv".to_string(),
                "-fsanitize=address".to_string(),
                "-fno-omit-frame-pointer".to_string(),
            ],
            Tool::Rootless => vec![
                "-fsanitize=address".to_string(),
                "-fno-omit-frame-pointer".to_string(),
            ],
            Tool::Freestanding => freestanding::FLAGS.map(str::to_string).to_vec(),
            Tool::Valgrind(_) | Tool::Plain => Vec::new(),
        };
        flags.extend(initialisation(self.fill).map(str::to_string));
        flags
    }

    /// Variables of the environment of the run: what allocated memory holds at first, for the
    /// address sanitizer and for glibc, and what the sanitizer looks for.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let mut variables = Vec::new();
        let byte = self.fill.byte();
        if self.is_sanitized() {
            let mut options = self.sanitizer_options().to_string();
            if self.fill != Fill::Any {
                let _ = write!(
                    options,
                    ":malloc_fill_byte={byte}:max_malloc_fill_size=1073741824"
                );
            }
            variables.push(("ASAN_OPTIONS", options));
        }
        if self.tool == Tool::Rootless {
            let options = "use_globals=0:use_stacks=0:use_registers=0:use_tls=0";
            variables.push(("LSAN_OPTIONS", options.to_string()));
        }
        if self.fill != Fill::Any {
            // It is complemented.
            variables.push(("MALLOC_PERTURB_", (!byte).to_string()));
        }
        variables
    }

    fn is_sanitized(&self) -> bool {
        match self.tool {
            Tool::Sanitizers(_) | Tool::Trapping | Tool::Rootless => true,
            Tool::Valgrind(_) | Tool::Plain | Tool::Freestanding => false,
        }
    }

    /// What the address sanitizer is told when the program runs.
    fn sanitizer_options(&self) -> &'static str {
        match self.place {
            // Frames that are kept to notice their use keep what they point to from being lost.
            Place::Somewhere => "allocator_may_return_null=1:detect_leaks=1:handle_abort=1",
            Place::First | Place::Unnamed => {
                "allocator_may_return_null=1:detect_leaks=1:handle_abort=1:detect_stack_use_after_return=1:\
                 detect_invalid_pointer_pairs=2"
            }
        }
    }

    /// The program that runs the compiled one, and its options.
    pub(crate) fn runner(&self) -> Option<(&'static str, &'static [&'static str])> {
        match self.tool {
            Tool::Valgrind(options) => Some(("valgrind", options)),
            Tool::Sanitizers(_)
            | Tool::Trapping
            | Tool::Rootless
            | Tool::Plain
            | Tool::Freestanding => None,
        }
    }

    /// Whether a violation is told when it happens, and the run goes on, but will end with a failure.
    pub(crate) fn tells_at_once(&self) -> bool {
        matches!(self.tool, Tool::Valgrind(options) if options == VALGRIND)
    }

    /// Whether the diagnostics of a run speak of this kind of violation at the claimed place.
    pub(crate) fn sees(&self, diagnostics: &str, counterexample: &Counterexample) -> bool {
        self.marks.iter().any(|mark| diagnostics.contains(mark))
            && match self.place {
                Place::First => names_place_first(diagnostics, counterexample),
                Place::Somewhere => names_place_somewhere(diagnostics, &counterexample.violation),
                Place::Unnamed => true,
            }
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tool {
            Tool::Sanitizers(names) => write!(f, "cc -fsanitize={names}")?,
            Tool::Trapping => f.write_str("cc -ftrapv")?,
            Tool::Rootless => f.write_str("cc -fsanitize=address")?,
            Tool::Valgrind(_) => f.write_str("valgrind")?,
            Tool::Plain => f.write_str("cc")?,
            Tool::Freestanding => f.write_str("cc -m32 -nostdlib")?,
        }
        match initialisation(self.fill) {
            Some(flag) => write!(f, " {flag}"),
            None => Ok(()),
        }
    }
}

/// The flag that decides what variables without an initialiser hold.
fn initialisation(fill: Fill) -> Option<&'static str> {
    match fill {
        Fill::Any => None,
        Fill::Zeros => Some("-ftrivial-auto-var-init=zero"),
        Fill::Pattern => Some("-ftrivial-auto-var-init=pattern"),
    }
}
