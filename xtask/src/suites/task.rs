//! A task: a program, a claim about it, and the verdict that its authors expect.

use std::fmt;
use std::path::PathBuf;

/// A suite of programs with expected verdicts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, clap::ValueEnum)]
pub(crate) enum Suite {
    /// CPAchecker's test/programs/simple
    Cpachecker,
    /// CBMC's regression/cbmc
    Cbmc,
    /// ESBMC's regression/esbmc
    Esbmc,
    /// 2LS's regression/heap and regression/heap-data
    #[value(name = "2ls")]
    TwoLs,
}

impl Suite {
    pub(crate) const ALL: [Suite; 4] = [Suite::Cpachecker, Suite::Cbmc, Suite::Esbmc, Suite::TwoLs];

    /// Its name, which is that of its folder, too.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Suite::Cpachecker => "cpachecker",
            Suite::Cbmc => "cbmc",
            Suite::Esbmc => "esbmc",
            Suite::TwoLs => "2ls",
        }
    }

    /// Where its tasks are, below its folder.
    pub(crate) fn folders(self) -> &'static [&'static str] {
        match self {
            Suite::Cpachecker => &["test/programs/simple"],
            Suite::Cbmc => &["regression/cbmc"],
            Suite::Esbmc => &["regression/esbmc"],
            Suite::TwoLs => &["regression/heap", "regression/heap-data"],
        }
    }
}

/// What `concrex check` is asked, and what it should find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Task {
    pub(crate) suite: Suite,
    /// Below the suite's folder.
    pub(crate) name: String,
    /// Where it is run.
    pub(crate) folder: PathBuf,
    /// The files, relative to the folder.
    pub(crate) files: Vec<String>,
    pub(crate) question: Question,
    pub(crate) expected: Expected,
}

/// The arguments of `concrex check` that say what is claimed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Question {
    /// Names for `--property`.
    pub(crate) properties: Vec<&'static str>,
    pub(crate) entry: Option<String>,
    pub(crate) model: Model,
    /// For the preprocessor, such as `-DX=1`.
    pub(crate) preprocessor: Vec<String>,
}

/// The sizes of the machine that a task is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Model {
    #[default]
    Lp64,
    Ilp32,
}

impl Model {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Model::Lp64 => "lp64",
            Model::Ilp32 => "ilp32",
        }
    }
}

/// The verdict that a suite expects of its own tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expected {
    Safe,
    /// Safe as far as the tool looked: a bound on loops or depth that it does not check.
    SafeWithinBound,
    Unsafe,
    /// Unsafe, or only in need of more than the bound that was given.
    UnsafeOrBound,
}

impl Expected {
    pub(crate) fn is_safe(self) -> bool {
        matches!(self, Expected::Safe | Expected::SafeWithinBound)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Safe => "safe",
            Expected::SafeWithinBound => "safe within a bound",
            Expected::Unsafe => "unsafe",
            Expected::UnsafeOrBound => "unsafe or out of bound",
        })
    }
}

/// Why something in a suite is not a task for us.
pub(crate) type Skip = String;

/// What a suite holds.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) tasks: Vec<Task>,
    pub(crate) skipped: Vec<(Suite, Skip)>,
}
