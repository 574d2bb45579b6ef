//! What a person types.

use crate::output::Color;
use crate::units::{Bytes, Seconds};
use clap::{Args, Parser, Subcommand, ValueEnum};
use engines::concretize::{Criterion, Domain};
use engines::environment::Changed;
use engines::explore::{Matching, Merging, Strategy};
use ir::DataModel;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

/// Settle claims about C and Java programs with evidence.
///
/// Refuted: an execution violates the claim, and was really executed.
/// Proved: no execution violates it. Bounded: none does within a bound that is named.
/// Unknown: not settled, and why.
#[derive(Parser, Debug)]
#[command(name = "concrex", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        display_order = 900
    )]
    pub(crate) color: Color,
}

const EXAMPLES: &str = "\
Examples:
  concrex check queue.c                        all undefined behaviour and all assertions
  concrex check --property memsafety queue.c   memory safety alone
  concrex check --property task.prp task.i     as an SV-COMP property file says
  concrex check --json a.c b.c -Iinclude       several files, one program; a document for tools
  concrex check --entry sort list.c            one function, called by anybody
  concrex check Program.java                   all uncaught exceptions and all assertions
  concrex check --entry List.add List.java     one method, called by anybody
  concrex probe --corpus texts parser.c        inputs chosen by what they cover
  concrex run sort.c -- 3 1 2                  execute it, watching for errors
  concrex replay concrex-out/CLAIM.json        execute a counterexample again
  concrex ir --procedure main sort.c           what the engines see
  concrex solve query.smt2                     decide a formula

Exit status of `check`: 0 all proved, 1 something refuted, 2 bad usage or input that cannot be
read, 3 nothing refuted but something bounded or unknown.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Settle every claim of a program
    Check(CheckArguments),
    /// Execute a program in the reference interpreter, watching for errors
    ///
    /// Output and exit status are the program's own. In C, an error is shown on standard error and
    /// ends the run with status 1; a Java program meets its exceptions as with `java -ea`. Something
    /// that is not supported ends the run with status 3.
    Run(RunArguments),
    /// Try inputs that are chosen by what they cover, and keep them
    ///
    /// What is found is told as `check` tells it. With --corpus, the texts in that folder are tried first,
    /// and those that cover something new are added: each file is what a program reads, as AFL++ and
    /// libFuzzer have it. Exit status: 1 something refuted, 3 nothing.
    Probe(ProbeArguments),
    /// Write tests that cover a program
    ///
    /// Each test is an input that the search backward from what is to be covered finds. What no test
    /// covers is listed: nothing comes there, or it was not decided, and why. Exit status: 0
    /// everything that can be covered is, 3 something was not decided.
    Test(TestArguments),
    /// Analyse a program abstractly: what holds, and what may be violated
    ///
    /// What no alarm is raised about holds in every execution. An alarm may be false: `check` settles it.
    /// Exit status: 0 everything is proved, 3 there are alarms.
    Analyze(AnalyzeArguments),
    /// Execute a saved counterexample again
    ///
    /// In the reference interpreter, line by line, and for real: compiled, or on the JVM. Exit
    /// status: 1 it fails as claimed, 3 it does not, 2 the counterexample or its program cannot be
    /// read.
    Replay(ReplayArguments),
    /// Print the representation that the engines work on
    Ir(IrArguments),
    /// Decide an SMT-LIB script
    ///
    /// Bit-vectors, arrays, floats and uninterpreted functions without quantifiers. Answers and
    /// errors are printed as SMT-LIB has them; a script with errors ends with status 2.
    Solve(SolveArguments),
}

#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    /// The script, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Answer `unknown` to a check that takes longer than this
    #[arg(long, value_name = "DURATION")]
    pub(crate) time: Option<Seconds>,

    /// Who decides: embedded, z3, cvc5, bitwuzla, or a command that reads SMT-LIB
    #[arg(long, default_value = "embedded", value_name = "SOLVER")]
    pub(crate) solver: solve::Backend,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) sources: SourceArguments,
    #[command(flatten)]
    pub(crate) property: PropertyArguments,

    /// Give up after this long: 60s, 500ms, 2m
    #[arg(long, default_value = "60s", value_name = "DURATION")]
    pub(crate) time: Seconds,

    /// Give up when this takes more memory: 4G, 512M
    #[arg(long, default_value = "4G", value_name = "SIZE")]
    pub(crate) memory: Bytes,

    /// Which engine works, of execute, analyze, probe, shape, kinduct, predicates, induct, drive, explore,
    /// concretize and infer; may be repeated [default: all but predicates, concretize and infer]
    #[arg(long, value_name = "NAME", value_parser = engines::ENGINES)]
    pub(crate) engine: Vec<String>,

    /// Chooses the inputs that are tried: the same number, the same inputs
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    pub(crate) seed: u64,

    /// What to assume of an unknown caller (with --entry): nonnull, acyclic, noalias
    #[arg(
        long,
        value_name = "WHAT",
        value_delimiter = ',',
        value_parser = ["nonnull", "acyclic", "noalias"]
    )]
    pub(crate) assume: Vec<String>,

    /// What global variables hold when the function is called (with --entry): initial (their initial
    /// values) or any [default: any value in those that the program writes somewhere]
    #[arg(long, value_name = "WHAT")]
    pub(crate) globals: Option<Changed>,

    /// Read no contracts: those in the program may be for another tool
    #[arg(long)]
    pub(crate) no_contracts: bool,

    /// Check every function that has a contract by itself, each within the time limit, and take the
    /// contracts of called functions in place of their code where that code follows no pointers
    #[arg(long, conflicts_with = "no_contracts")]
    pub(crate) modular: bool,

    /// Follow no path for more loop turns than this
    #[arg(long, value_name = "TURNS")]
    pub(crate) depth: Option<u32>,

    /// Walk no path backward for more lines than this (concretize) [default: as many as there is time
    /// for]
    #[arg(long, value_name = "LINES")]
    pub(crate) path_length: Option<u32>,

    /// Analyse the program first, to start from its alarms (concretize): constants, intervals, zones,
    /// octagons, polyhedra
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) domain: Option<Domain>,

    /// How paths are dropped that no execution takes (concretize): none, states (those that the
    /// analysis describes), segments (asking the solver at each fork), both
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub(crate) prune: Prune,

    /// Look at heaps of at most so many objects of each class (infer) [default: more and more while
    /// there is time]
    #[arg(long, value_name = "OBJECTS")]
    pub(crate) scope: Option<u32>,

    /// Unroll each loop so often, and inline so many recursive calls (infer) [default: as --scope]
    #[arg(long, value_name = "ITERATIONS")]
    pub(crate) unroll: Option<u32>,

    /// What becomes of calls (infer): inferred specifications, checked depth-first; the same
    /// breadth-first or the cheapest first; or everything inlined, to compare
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub(crate) calls: Calls,

    /// Show the paths that were tried for each alarm, with their formulas (concretize), and the
    /// specifications that were inferred for calls (infer)
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,

    /// The order in which paths are explored: mixed, depth-first, breadth-first, random, coverage
    /// [default: mixed; breadth-first for a method of Java]
    #[arg(long, visible_alias = "search", value_name = "ORDER")]
    pub(crate) strategy: Option<Strategy>,

    /// Which states to drop when others were visited: off, exact, abstract, general [default: exact;
    /// if that takes more than a second, general is tried; then, with --entry, abstract]
    #[arg(long = "match", value_name = "HOW")]
    pub(crate) matching: Option<Matching>,

    /// Whether paths that meet again after computing nothing but locals go on as one: on, off
    #[arg(long = "merge", value_name = "WHETHER", default_value = "on")]
    pub(crate) merging: Merging,

    /// How many threads explore [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Who decides conditions: embedded, z3, cvc5, bitwuzla, or a command that reads SMT-LIB
    #[arg(long, default_value = "embedded", value_name = "SOLVER")]
    pub(crate) solver: solve::Backend,

    /// Whether what is proved is also run natively before it is told, so that a wrong proof shows:
    /// on (for 2s, in Java 4s), off, or for how long
    #[arg(long, default_value = "on", value_name = "WHETHER")]
    pub(crate) challenge: Challenge,

    /// What executes counterexamples besides the interpreter
    #[arg(long, value_enum, default_value_t, value_name = "BY")]
    pub(crate) replay: ReplayBy,

    /// Look for further violations until the time is over, and not only briefly after the first
    #[arg(long)]
    pub(crate) all: bool,

    /// Print the report as JSON (docs/report.schema.json)
    #[arg(long)]
    pub(crate) json: bool,
}

impl Default for CheckArguments {
    /// What is said if nothing is.
    fn default() -> CheckArguments {
        CheckDefaults::parse_from(["check", "-"]).arguments
    }
}

/// The arguments of a check as a command of their own, which says what their defaults are.
#[derive(Parser)]
struct CheckDefaults {
    #[command(flatten)]
    arguments: CheckArguments,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ProbeArguments {
    #[command(flatten)]
    pub(crate) sources: SourceArguments,
    #[command(flatten)]
    pub(crate) property: PropertyArguments,

    /// Stop after this long: 60s, 500ms, 2m
    #[arg(long, default_value = "60s", value_name = "DURATION")]
    pub(crate) time: Seconds,

    /// Give up when this takes more memory: 4G, 512M
    #[arg(long, default_value = "4G", value_name = "SIZE")]
    pub(crate) memory: Bytes,

    /// Chooses the inputs that are tried: the same number, the same inputs
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    pub(crate) seed: u64,

    /// A folder of texts to start with, to which those are added that cover something new
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,

    /// What executes counterexamples besides the interpreter
    #[arg(long, value_enum, default_value_t, value_name = "BY")]
    pub(crate) replay: ReplayBy,

    /// Go on until the time is over, and not only briefly after the first violation
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct TestArguments {
    #[command(flatten)]
    pub(crate) sources: SourceArguments,

    /// What to cover: nodes (lines), edges (branches), paths (up to --path-length), states (those of
    /// the analysis)
    #[arg(long, default_value = "nodes", value_name = "WHAT")]
    pub(crate) cover: Criterion,

    /// Where to write the tests
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// The longest path, in lines of the program
    #[arg(long, default_value_t = 100, value_name = "LINES")]
    pub(crate) path_length: u32,

    /// Give up after this long: 60s, 500ms, 2m
    #[arg(long, default_value = "60s", value_name = "DURATION")]
    pub(crate) time: Seconds,

    /// Who finds inputs: embedded, z3, cvc5, bitwuzla, or a command that reads SMT-LIB
    #[arg(long, default_value = "embedded", value_name = "SOLVER")]
    pub(crate) solver: solve::Backend,
}

#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) sources: SourceArguments,
    #[command(flatten)]
    pub(crate) property: PropertyArguments,

    /// Stop after this long: 60s, 500ms, 2m
    #[arg(long, value_name = "DURATION")]
    pub(crate) time: Option<Seconds>,

    /// Stop when the program holds more memory than this: 4G, 512M
    #[arg(long, default_value = "4G", value_name = "SIZE")]
    pub(crate) memory: Bytes,

    /// The arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    /// The counterexample: a file that `check` wrote to concrex-out
    #[arg(value_name = "COUNTEREXAMPLE.json")]
    pub(crate) document: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArguments {
    #[command(flatten)]
    pub(crate) sources: SourceArguments,
    #[command(flatten)]
    pub(crate) property: PropertyArguments,

    /// Which relations between numbers are known: intervals (none), zones, octagons, polyhedra
    #[arg(long, default_value = "zones", value_name = "DOMAIN")]
    pub(crate) domain: domains::Domain,

    /// How calls of a procedure are told apart: chains (by the calls that lead to them), merged (not at
    /// all, which always comes to an end); without it, the first, and the other if it takes too long
    #[arg(long, value_name = "CALLS")]
    pub(crate) calls: Option<domains::Calls>,

    /// Print what holds before the operations of this line (of a .tvp program: the structures of
    /// this location); may be repeated
    #[arg(long, value_name = "LINE")]
    pub(crate) at: Vec<String>,

    /// How structures are joined in the analysis of a .tvp program: part (those with the same
    /// names of nodes become one) or rel (not at all)
    #[arg(long, value_parser = join, default_value = "part", value_name = "JOIN")]
    pub(crate) join: shape::Join,

    /// Draw the structures of a .tvp program as SVG files in this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) picture: Option<PathBuf>,

    /// Give up after this long: 60s, 500ms, 2m
    #[arg(long, default_value = "60s", value_name = "DURATION")]
    pub(crate) time: Seconds,
}

#[derive(Args, Debug)]
pub(crate) struct IrArguments {
    #[command(flatten)]
    pub(crate) sources: SourceArguments,

    /// Only this procedure
    #[arg(long, value_name = "NAME")]
    pub(crate) procedure: Option<String>,

    /// The procedures of the library, too
    #[arg(long)]
    pub(crate) library: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct PropertyArguments {
    /// What to claim: a group (assert, memsafety, overflow, memcleanup, exceptions, …), a kind
    /// (bounds, null, …), or an SV-COMP .prp file; may be repeated [default: all assertions,
    /// undefined behaviour, leaks and uncaught exceptions]
    #[arg(long = "property", value_name = "P")]
    pub(crate) properties: Vec<String>,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct SourceArguments {
    /// C files (.c, or .i if preprocessed), linked into one program; or Java sources, class
    /// files, archives and folders of them; `analyze` also takes a program of TVLA (.tvp) and its
    /// structures (.tvs; by default those beside it)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// The function to start from, called by anybody, instead of main; in Java, Class.method or
    /// Class.method(types), or the Class whose main is meant
    #[arg(long, value_name = "FN")]
    pub(crate) entry: Option<String>,

    /// The sizes of int, long and pointers of C
    #[arg(long, value_enum, default_value_t, value_name = "MODEL")]
    pub(crate) data_model: DataModelName,

    /// Search this directory for headers
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include_dirs: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) defines: Vec<String>,

    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub(crate) undefines: Vec<String>,

    /// The C compiler, for preprocessing and for replay
    #[arg(long, default_value = "cc", value_name = "COMMAND")]
    pub(crate) cc: String,

    /// Folders and archives with further classes of Java, as java takes them
    #[arg(long, value_name = "PATH")]
    pub(crate) classpath: Option<OsString>,
}

fn join(name: &str) -> Result<shape::Join, String> {
    match name {
        "part" => Ok(shape::Join::Partial),
        "rel" => Ok(shape::Join::Relational),
        _ => Err("expected part or rel".to_string()),
    }
}

/// What executes counterexamples besides the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ReplayBy {
    /// The compiler, or the JVM
    #[default]
    Native,
    /// Nothing (also `off`): the program is not run outside of the interpreter, nor are proofs challenged
    #[value(alias = "off")]
    Interpreter,
}

/// How paths are dropped that no execution takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Prune {
    /// Only whole paths are decided
    None,
    /// By the states of the analysis
    States,
    /// By the solver, at each fork
    Segments,
    /// By both
    #[default]
    Both,
}

/// What becomes of calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Calls {
    /// Specifications are inferred; the calls of a trace are checked depth-first
    #[default]
    Inferred,
    /// The same, breadth-first
    BreadthFirst,
    /// The same, calls of small procedures first
    Cheapest,
    /// All calls are inlined
    Inlined,
}

/// Whether proofs are challenged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Challenge {
    /// For a moment.
    On,
    /// For at most so long.
    For(Seconds),
    /// Not at all: the proof is trusted.
    Off,
}

impl FromStr for Challenge {
    type Err = String;

    fn from_str(text: &str) -> Result<Challenge, String> {
        match text {
            "on" => Ok(Challenge::On),
            "off" => Ok(Challenge::Off),
            _ => text.parse().map(Challenge::For).map_err(|_| {
                format!("a challenge is on, off or a duration such as 10s, not `{text}`")
            }),
        }
    }
}

/// A data model by its usual name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum DataModelName {
    /// 64-bit long and pointers
    #[default]
    Lp64,
    /// 32-bit int, long and pointers
    Ilp32,
}

impl From<DataModelName> for DataModel {
    fn from(name: DataModelName) -> DataModel {
        match name {
            DataModelName::Lp64 => DataModel::Lp64,
            DataModelName::Ilp32 => DataModel::Ilp32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}
