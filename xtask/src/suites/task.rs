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
    /// ESBMC's regression/k-induction and regression/loop-invariants
    EsbmcLoops,
    /// 2LS's regression/invariants and regression/kiki
    #[value(name = "2ls-loops")]
    TwoLsLoops,
    /// Programs of the competition, of pavolmisenko/sv-benchmarks-simple
    SvBenchmarksSimple,
    /// CPAchecker's test/programs/java
    CpacheckerJava,
    /// JBMC's jbmc/regression/jbmc
    Jbmc,
    /// JBMC's jbmc/regression/jbmc-strings
    JbmcStrings,
}

/// A verifier whose options we read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tool {
    Cbmc,
    Esbmc,
    TwoLs,
    Jbmc,
}

/// The language of a suite's programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Language {
    C,
    Java,
}

impl Language {
    pub(crate) const ALL: [Language; 2] = [Language::C, Language::Java];
}

impl Suite {
    pub(crate) const ALL: [Suite; 10] = [
        Suite::Cpachecker,
        Suite::Cbmc,
        Suite::Esbmc,
        Suite::TwoLs,
        Suite::EsbmcLoops,
        Suite::TwoLsLoops,
        Suite::SvBenchmarksSimple,
        Suite::CpacheckerJava,
        Suite::Jbmc,
        Suite::JbmcStrings,
    ];

    pub(crate) fn language(self) -> Language {
        match self {
            Suite::Cpachecker
            | Suite::Cbmc
            | Suite::Esbmc
            | Suite::TwoLs
            | Suite::EsbmcLoops
            | Suite::TwoLsLoops
            | Suite::SvBenchmarksSimple => Language::C,
            Suite::CpacheckerJava | Suite::Jbmc | Suite::JbmcStrings => Language::Java,
        }
    }

    /// Whose options stand in its descriptions; none where the tasks are defined without options.
    pub(crate) fn tool(self) -> Option<Tool> {
        match self {
            Suite::Cbmc => Some(Tool::Cbmc),
            Suite::Esbmc | Suite::EsbmcLoops => Some(Tool::Esbmc),
            Suite::TwoLs | Suite::TwoLsLoops => Some(Tool::TwoLs),
            Suite::Jbmc | Suite::JbmcStrings => Some(Tool::Jbmc),
            Suite::Cpachecker | Suite::CpacheckerJava | Suite::SvBenchmarksSimple => None,
        }
    }

    /// Its name, which is that of its folder, too.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Suite::Cpachecker => "cpachecker",
            Suite::Cbmc => "cbmc",
            Suite::Esbmc => "esbmc",
            Suite::TwoLs => "2ls",
            Suite::EsbmcLoops => "esbmc-loops",
            Suite::TwoLsLoops => "2ls-loops",
            Suite::SvBenchmarksSimple => "sv-benchmarks-simple",
            Suite::CpacheckerJava => "cpachecker-java",
            Suite::Jbmc => "jbmc",
            Suite::JbmcStrings => "jbmc-strings",
        }
    }

    /// Where its tasks are, below its folder.
    pub(crate) fn folders(self) -> &'static [&'static str] {
        match self {
            Suite::Cpachecker => &["test/programs/simple"],
            Suite::Cbmc => &["regression/cbmc"],
            Suite::Esbmc => &["regression/esbmc"],
            Suite::TwoLs => &["regression/heap", "regression/heap-data"],
            Suite::EsbmcLoops => &["regression/k-induction", "regression/loop-invariants"],
            Suite::TwoLsLoops => &["regression/invariants", "regression/kiki"],
            Suite::SvBenchmarksSimple => &["c"],
            Suite::CpacheckerJava => &["test/programs/java"],
            Suite::Jbmc => &["jbmc/regression/jbmc"],
            Suite::JbmcStrings => &["jbmc/regression/jbmc-strings"],
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

impl Task {
    /// Its name with that of its suite.
    pub(crate) fn full_name(&self) -> String {
        format!("{}/{}", self.suite.name(), self.name)
    }
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
    /// Where further classes of Java are, below the task's folder.
    pub(crate) class_path: Vec<String>,
    pub(crate) nulls: Nulls,
    /// The only assertions that the verdict is about; none if it is about everything.
    pub(crate) assertions: Vec<Assertion>,
}

/// Whether an unknown caller passes null.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Nulls {
    #[default]
    Allowed,
    Excluded,
}

/// An assertion by its place among those of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Assertion {
    /// `Class.method`
    pub(crate) method: String,
    /// From 0, in the order of the code.
    pub(crate) index: usize,
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
