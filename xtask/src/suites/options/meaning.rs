//! What each option of each verifier means here.

use super::Bound;
use crate::suites::task::{Language, Model, Suite, Tool};

/// A group of claims that other verifiers turn on and off together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Check {
    Assertions,
    /// Error functions: `reach_error` and its like.
    ErrorCalls,
    Bounds,
    Pointers,
    /// Stores into constants.
    Constants,
    PointerRelations,
    Alignment,
    Division,
    Overflow,
    /// With the overflow of shifts to the left.
    OverflowAndShift,
    Shift,
    /// Copies between overlapping ranges.
    Overlap,
    VlaSize,
    Uninitialised,
    Leak,
    /// What is still reachable at exit, too.
    Cleanup,
    ErrorLabel,
    /// Exceptions that instructions of Java raise and nobody catches.
    RuntimeExceptions,
    /// Exceptions that the program throws and nobody catches.
    ThrownExceptions,
}

impl Check {
    /// Those that are turned off with it.
    pub(super) fn parts(self) -> &'static [Check] {
        match self {
            Check::Pointers => &[Check::Constants, Check::PointerRelations],
            _ => &[],
        }
    }

    /// Our names for it.
    pub(super) fn properties(self) -> &'static [&'static str] {
        match self {
            Check::Assertions => &["assert"],
            Check::ErrorCalls => &["unreachable", "unreachable-marker"],
            Check::Bounds => &["bounds", "inner-bounds"],
            Check::Pointers => &[
                "null",
                "invalid-deref",
                "bounds",
                "use-after-free",
                "use-after-scope",
                "double-free",
                "invalid-free",
            ],
            Check::Constants => &["readonly"],
            Check::PointerRelations => &["pointer-comparison", "pointer-subtraction"],
            Check::Alignment => &["misaligned"],
            Check::Division => &["division"],
            Check::Overflow => &["overflow", "division-overflow"],
            Check::OverflowAndShift => &["overflow", "division-overflow", "shift"],
            Check::Shift => &["shift"],
            Check::Overlap => &["overlap"],
            Check::VlaSize => &["vla-bound"],
            Check::Uninitialised => &["uninit"],
            Check::Leak => &["leak"],
            Check::Cleanup => &["leak", "memcleanup"],
            Check::ErrorLabel => &["label"],
            Check::RuntimeExceptions => &[
                "null-pointer",
                "array-index",
                "negative-array-size",
                "class-cast",
                "array-store",
                "arithmetic",
            ],
            Check::ThrownExceptions => &[
                "number-format",
                "exception",
                "checked-exception",
                "stack-overflow",
                "error",
            ],
        }
    }
}

/// What an option means to us.
pub(super) enum Meaning {
    /// Nothing: it says how, not what.
    Manner,
    /// Nothing, and its value neither.
    MannerOf,
    On(Check),
    Off(Check),
    /// None of the checks that are on by default.
    NoStandardChecks,
    Entry,
    Model(Model),
    Bound,
    BoundChecked(Bound),
    ErrorLabel,
    /// It leaves out some of the inputs.
    SomeInputs,
    /// It leaves out those that its value says.
    SomeInputsBy,
    NoNulls,
    ClassPath,
    /// The verdict is about this property only.
    Property,
    ReachableLeaksAllowed,
    Preprocessor,
    /// It asks for something else.
    Foreign,
}

/// The checks that are on unless an option turns them off.
pub(super) fn standard_checks(suite: Suite) -> &'static [Check] {
    match suite.tool() {
        Some(Tool::Cbmc) => CBMC_CHECKS,
        Some(Tool::Esbmc) => ESBMC_CHECKS,
        Some(Tool::Jbmc) => JBMC_CHECKS,
        Some(Tool::TwoLs) | None => &[],
    }
}

const CBMC_CHECKS: &[Check] = &[
    Check::Bounds,
    Check::Pointers,
    Check::PointerRelations,
    Check::Division,
    Check::Overflow,
    Check::Shift,
    Check::Overlap,
];

const ESBMC_CHECKS: &[Check] = &[
    Check::Bounds,
    Check::Pointers,
    Check::Constants,
    Check::PointerRelations,
    Check::Alignment,
    Check::Division,
    Check::VlaSize,
];

const JBMC_CHECKS: &[Check] = &[Check::RuntimeExceptions, Check::ThrownExceptions];

/// The meaning of an option.
pub(super) fn of(suite: Suite, name: &str) -> Meaning {
    if suite.language() == Language::C && (name.starts_with("-D") || name.starts_with("-I")) {
        return Meaning::Preprocessor;
    }
    common(name)
        .or_else(|| match suite.tool()? {
            Tool::Jbmc => jbmc(name),
            Tool::Cbmc => cbmc(name),
            Tool::Esbmc => esbmc(name),
            Tool::TwoLs => two_ls(name),
        })
        .unwrap_or(Meaning::Foreign)
}

/// Options that all of them have.
fn common(name: &str) -> Option<Meaning> {
    Some(match name {
        "--function" => Meaning::Entry,
        "--32" => Meaning::Model(Model::Ilp32),
        "--64" => Meaning::Model(Model::Lp64),
        "--unwind" => Meaning::Bound,
        "--unwinding-assertions" => Meaning::BoundChecked(Bound::Checked),
        "--no-unwinding-assertions" => Meaning::BoundChecked(Bound::Unchecked),
        "--error-label" => Meaning::ErrorLabel,
        "--no-standard-checks" => Meaning::NoStandardChecks,
        "--no-assertions" => Meaning::Off(Check::Assertions),
        "--no-bounds-check" => Meaning::Off(Check::Bounds),
        "--no-pointer-check" => Meaning::Off(Check::Pointers),
        "--no-div-by-zero-check" => Meaning::Off(Check::Division),
        "--memory-leak-check" => Meaning::On(Check::Cleanup),
        "--little-endian" | "--floatbv" | "--trace" | "--no-simplify" | "--no-propagation"
        | "--z3" | "--boolector" | "--bitwuzla" | "--cvc5" | "--mathsat" | "--yices"
        | "--compact-trace" | "--stack-trace" | "--slice-formula" => Meaning::Manner,
        "--verbosity" => Meaning::MannerOf,
        _ => return None,
    })
}

fn cbmc(name: &str) -> Option<Meaning> {
    Some(match name {
        "--bounds-check" => Meaning::On(Check::Bounds),
        "--pointer-check" => Meaning::On(Check::Pointers),
        "--div-by-zero-check" => Meaning::On(Check::Division),
        "--signed-overflow-check" => Meaning::On(Check::Overflow),
        "--no-signed-overflow-check" => Meaning::Off(Check::Overflow),
        "--undefined-shift-check" => Meaning::On(Check::Shift),
        "--no-undefined-shift-check" => Meaning::Off(Check::Shift),
        "--memory-cleanup-check" => Meaning::On(Check::Cleanup),
        // To Concrex, an allocation succeeds; a task that is unsafe only if one fails is disputed.
        "--malloc-may-fail" | "--malloc-fail-null" | "--no-malloc-may-fail" => Meaning::Manner,
        "--depth" => Meaning::Bound,
        // They guard primitives that only CBMC has.
        "--pointer-primitive-check" | "--no-pointer-primitive-check" => Meaning::Manner,
        "--arrays-uf-always"
        | "--arrays-uf-never"
        | "--refine-arrays"
        | "--refine"
        | "--refine-arithmetic"
        | "--stop-on-fail"
        | "--trace-hex"
        | "--trace-show-code"
        | "--trace-show-function-calls"
        | "--beautify"
        | "--reachability-slice"
        | "--reachability-slice-fb"
        | "--full-slice"
        | "--smt2"
        | "--cprover-smt2"
        | "--cvc4"
        | "--validate-goto-model"
        | "--validate-ssa-equation"
        | "--drop-unused-functions"
        | "--localize-faults"
        | "--retain-trivial-checks"
        | "--no-self-loops-to-assumptions"
        | "--no-pretty-names"
        | "--gcc" => Meaning::Manner,
        "--sat-solver" | "--object-bits" | "--paths" | "--graphml-witness" | "--timestamp" => {
            Meaning::MannerOf
        }
        _ => return None,
    })
}

fn esbmc(name: &str) -> Option<Meaning> {
    Some(match name {
        "--overflow-check" | "--overflow" => Meaning::On(Check::OverflowAndShift),
        "--ub-shift-check" => Meaning::On(Check::Shift),
        "--uninitialised-vars-check" => Meaning::On(Check::Uninitialised),
        "--enable-unreachability-intrinsic" => Meaning::On(Check::ErrorCalls),
        "--no-align-check" => Meaning::Off(Check::Alignment),
        "--no-vla-size-check" => Meaning::Off(Check::VlaSize),
        "--no-pointer-relation-check" => Meaning::Off(Check::PointerRelations),
        "--no-reachable-memory-leak" => Meaning::ReachableLeaksAllowed,
        // As for CBMC.
        "--force-malloc-success" | "--malloc-zero-is-null" => Meaning::Manner,
        "--no-unwinding-assertion" => Meaning::BoundChecked(Bound::Unchecked),
        "--func" => Meaning::Entry,
        "--incremental-bmc"
        | "--k-induction"
        | "--falsification"
        | "--unlimited-k-steps"
        | "--multi-property"
        | "--no-slice"
        | "--interval-analysis"
        | "--add-symex-value-sets"
        | "--state-hashing"
        | "--result-only"
        | "--bv"
        | "--smt-during-symex"
        | "--gcse"
        | "--irep2-native-body"
        | "--no-irep2-native-body"
        | "--irep2-bodies"
        | "--clang-c-irep2-adjust-only"
        | "--clang-c-irep2-adjust"
        | "--force-realloc-success"
        | "--no-abnormal-memory-leak"
        | "--double-assign-check"
        | "--no-return-value-opt"
        | "--interval-symex-assert"
        | "--interval-analysis-simplify"
        | "--full-inlining"
        | "--interval-analysis-wrapped"
        | "--goto-unwind"
        | "--unlimited-goto-unwind"
        | "--smt-symex-guard"
        | "--tuple-sym-flattener"
        | "--array-flattener"
        | "--no-remove-unreachable"
        | "--parallel-solving"
        | "--multi-fail-fast"
        | "--color"
        | "--keep-verified-claims"
        | "--gcc-nested-functions"
        | "--no-por"
        | "--no-slice-name"
        | "--no-slice-id"
        | "--closed-world-fnptr" => Meaning::Manner,
        "--k-step"
        | "--max-k-step"
        | "--base-k-step"
        | "--timeout"
        | "--max-inductive-step"
        | "--std" => Meaning::MannerOf,
        _ if name.starts_with("-W") => Meaning::Manner,
        _ => return None,
    })
}

fn two_ls(name: &str) -> Option<Meaning> {
    Some(match name {
        "--heap"
        | "--heap-interval"
        | "--intervals"
        | "--zones"
        | "--octagons"
        | "--equalities"
        | "--values-refine"
        | "--k-induction"
        | "--incremental-bmc"
        | "--havoc"
        | "--context-sensitive"
        | "--inline"
        | "--independent-properties"
        | "--inline-main"
        | "--sympath"
        | "--dynamic-memory" => Meaning::Manner,
        "--bounds-check" => Meaning::On(Check::Bounds),
        "--pointer-check" => Meaning::On(Check::Pointers),
        "--div-by-zero-check" => Meaning::On(Check::Division),
        "--signed-overflow-check" => Meaning::On(Check::Overflow),
        _ => return None,
    })
}

fn jbmc(name: &str) -> Option<Meaning> {
    Some(match name {
        "--cp" | "--classpath" | "-cp" | "-classpath" => Meaning::ClassPath,
        "--property" => Meaning::Property,
        "--disable-uncaught-exception-check" => Meaning::Off(Check::ThrownExceptions),
        "--java-assume-inputs-non-null" => Meaning::NoNulls,
        "--string-printable" | "--string-non-empty" => Meaning::SomeInputs,
        "--max-nondet-string-length"
        | "--max-nondet-array-length"
        | "--max-nondet-tree-depth"
        | "--java-max-vla-length"
        | "--string-input-value"
        | "--java-assume-inputs-interval"
        | "--depth" => Meaning::SomeInputsBy,
        "--java-assume-inputs-integral" => Meaning::SomeInputs,
        // An assertion that fails and an instruction that raises an exception end the program for
        // JBMC, caught or not. In Java they end it if nobody catches, which these options ask for.
        "--throw-assertion-error"
        | "--throw-runtime-exceptions"
        | "--no-lazy-methods"
        | "--symex-driven-lazy-loading"
        | "--java-unwind-enum-static"
        | "--java-lift-clinit-calls"
        | "--all-properties"
        | "--stop-on-fail"
        | "--reachability-slice"
        | "--validate-goto-model"
        | "--validate-ssa-equation"
        | "--validate-trace"
        | "--no-array-field-sensitivity" => Meaning::Manner,
        "--lazy-methods-extra-entry-point"
        | "--java-load-class"
        | "--object-bits"
        | "--sat-solver"
        | "--max-field-sensitivity-array-size" => Meaning::MannerOf,
        _ => return None,
    })
}
