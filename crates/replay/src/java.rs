//! Executing a counterexample of a Java program on the JVM: it must end with the claimed exception
//! at the claimed line.
//!
//! The program runs as it is, with assertions on. What a verifier's vocabulary asks for comes from
//! a class that gives what was recorded.

mod driver;
mod heap;
mod junit;
mod plain;
mod redirect;

pub(crate) use driver::REFUSED;
pub(crate) use heap::{Array, constant_name, list, string, without_headers};
pub(crate) use junit::save as save_test;

use crate::environment::RULE;
use crate::execute::with_draws;
use crate::real::Replayed;
use crate::world::World;
use contain::{Containment, Patience, Processes};
use contain::{Finished, Ran};
use frontend_java::{VOCABULARIES, jdk};
use interp::Limits;
use ir::{ClaimKind, FloatKind, Program, Scalar, SourceKind};
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;
use verdict::{Counterexample, Input, JavaBuild, OF_MACHINE};

/// How the JVM begins to tell of an exception that nobody caught.
pub(crate) const UNCAUGHT: &str = "Exception in thread \"main\" ";

/// What ends a program that asks for more than was recorded, and says nothing of the claim.
pub(crate) const NOT_RECORDED: &str = "java.lang.Error: no input was recorded";

/// The longest array that is built.
const LONGEST: u32 = 1 << 20;

/// Runs a counterexample on the JVM; compiling and running may take so long each.
pub(crate) fn replay(
    counterexample: &Counterexample,
    build: &JavaBuild,
    patience: &Patience,
) -> Replayed {
    if counterexample.violation.kind == ClaimKind::Precondition {
        return Replayed::Impossible {
            why: "nothing but the interpreter checks preconditions of methods".to_string(),
        };
    }
    let how = "java -ea".to_string();
    let not_seen = |output: String| Replayed::NotSeen {
        how: how.clone(),
        output,
    };
    if let Some(why) = out_of_reach(counterexample) {
        return not_seen(why.to_string());
    }
    match compile_and_run(counterexample, build, Run::Replay, patience) {
        Ok(Ran::Finished(finished)) => match refusal(&finished) {
            Some(why) => Replayed::Refused { how, why },
            None if shows(&finished, counterexample) => Replayed::Confirmed {
                how,
                exception: uncaught(&finished, counterexample.violation.kind),
                recipe: None,
            },
            None => not_seen(finished.errors),
        },
        Ok(Ran::Stopped(excess)) => not_seen(excess.to_string()),
        // It is not the program's fault, and should be told.
        Err(why) => Replayed::NotSeen {
            how: format!("{how} ({})", why.lines().next().unwrap_or_default()),
            output: why,
        },
    }
}

/// What a counterexample of a Java program needs that cannot be given to the JVM: nobody has to try.
pub fn out_of_reach(counterexample: &Counterexample) -> Option<&'static str> {
    counterexample.build.java.as_ref()?;
    let objects = &counterexample.objects;
    let mut arrays = objects
        .iter()
        .filter_map(|object| Array::of(objects, object));
    if arrays.any(|array| array.length > LONGEST) {
        return Some("an array is too long to be built");
    }
    if heap::records_in_order(objects).is_none() {
        return Some("records cannot hold each other");
    }
    counterexample
        .inputs
        .iter()
        .find_map(|input| match input.kind {
            // The JVM has results of its own, which may show it all the same.
            SourceKind::Other if input.name == "Math" || input.name == OF_MACHINE => None,
            SourceKind::Other if input.name.contains("Hash") => {
                Some("identity hash codes cannot be chosen on the JVM")
            }
            SourceKind::Other => Some("what the library leaves open cannot be chosen on the JVM"),
            _ => None,
        })
}

/// What a JVM executes.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// The counterexample.
    Replay,
    /// The program with one seed after the other.
    Search,
}

/// The same counterexample with seeds for the generators of random numbers that the program makes
/// without one: an exploration takes any numbers for possible, a generator does not give them all.
/// `None` if no seed was found with which it fails.
pub fn with_seeds(
    counterexample: &Counterexample,
    program: &Program,
    limits: &Limits,
    patience: &Patience,
) -> Option<Counterexample> {
    let build = counterexample.build.java.as_ref();
    let (Some(build), true) = (build, counterexample.draws_numbers()) else {
        return Some(counterexample.clone());
    };
    let found = compile_and_run(counterexample, build, Run::Search, patience);
    let errors = found.ok()?.finished()?.errors;
    let numbers = |prefix: &str| -> Option<Vec<i64>> {
        let line = errors.lines().find_map(|line| line.strip_prefix(prefix))?;
        let listed = line.trim_matches(['[', ']']).split(", ");
        let listed = listed.filter(|number| !number.is_empty());
        listed.map(|number| number.parse().ok()).collect()
    };
    let seeds = numbers(redirect::SEEDS_FOUND)?;
    let draws = numbers(redirect::DRAWS_FOUND)?;
    let draws: Vec<u128> = draws.iter().map(|bits| (*bits as u32).into()).collect();
    let inputs = with_draws(counterexample, program, limits, &draws)?;
    Some(Counterexample {
        inputs,
        seeds: seeds.iter().map(|seed| *seed as u64).collect(),
        ..counterexample.clone()
    })
}

fn compile_and_run(
    counterexample: &Counterexample,
    build: &JavaBuild,
    run: Run,
    patience: &Patience,
) -> Result<Ran, String> {
    let values = recorded(counterexample);
    let classes = Classes::compile(counterexample, build, run, &values, patience)?;
    let world = World::of(counterexample);
    let arguments = arguments(world.arguments.unwrap_or_default());
    classes.run(&Given {
        arguments: &arguments,
        stdin: &world.stdin.unwrap_or_default(),
        rule: 0,
        patience,
    })
}

/// A program that is compiled with what it needs to be called.
pub(crate) struct Classes {
    folder: TempDir,
    path: OsString,
    /// The class that is run.
    start: String,
}

/// What a run is given.
pub(crate) struct Given<'a> {
    /// The arguments after the program's own name.
    pub(crate) arguments: &'a [OsString],
    pub(crate) stdin: &'a [u8],
    /// The rule by which values are chosen that nobody recorded.
    pub(crate) rule: usize,
    pub(crate) patience: &'a Patience,
}

impl Classes {
    /// Compiles a program with the class behind the vocabularies.
    pub(crate) fn compile(
        counterexample: &Counterexample,
        build: &JavaBuild,
        run: Run,
        values: &str,
        patience: &Patience,
    ) -> Result<Classes, String> {
        let text = |error: std::io::Error| error.to_string();
        let folder = tempfile::tempdir().map_err(text)?;
        let classes = folder.path().join("classes");
        fs::create_dir(&classes).map_err(text)?;
        let support =
            support(counterexample, &build.class, run, values, folder.path()).map_err(text)?;
        let mut sources: Vec<PathBuf> = build.sources.clone();
        sources.extend(support);
        let path = class_path(&classes, build)?;
        if !sources.is_empty() {
            compile(&sources, &path, &classes, patience)?;
        }
        let start = match driver::is_needed(counterexample) {
            true => driver::NAME.to_string(),
            false => build.class.clone(),
        };
        Ok(Classes {
            folder,
            path,
            start,
        })
    }

    /// Runs it in an empty folder.
    pub(crate) fn run(&self, given: &Given<'_>) -> Result<Ran, String> {
        let text = |error: std::io::Error| error.to_string();
        let input = self.folder.path().join("stdin");
        fs::write(&input, given.stdin).map_err(text)?;
        let stdin = File::open(&input).map_err(text)?;
        let folder = self.folder.path().join("run");
        fs::create_dir_all(&folder).map_err(text)?;
        let mut command = jvm(&self.path, &self.start, &folder);
        command
            .args(given.arguments)
            .env(RULE, given.rule.to_string());
        let containment = Containment::program(&folder, Processes::One, given.patience);
        contain::run_with(command, Stdio::from(stdin), &containment)
            .map_err(|error| format!("cannot run java: {error}"))
    }
}

/// The command that runs a class, for whom this folder is all that it can write to.
fn jvm(class_path: &OsStr, class: &str, folder: &Path) -> Command {
    let mut temporary = OsString::from("-Djava.io.tmpdir=");
    temporary.push(folder);
    let mut command = Command::new(jdk::tool("java"));
    command
        .args([
            "-ea",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            // What it tells other processes of its performance is not in the folder.
            "-XX:-UsePerfData",
        ])
        .arg(temporary)
        .arg("-cp")
        .arg(class_path)
        .arg(class)
        .env("LC_ALL", "C.UTF-8");
    command
}

/// Where a program that runs in another folder finds its classes.
fn class_path(classes: &Path, build: &JavaBuild) -> Result<OsString, String> {
    let further = build.class_path.iter();
    let further = further.map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()));
    let path = [classes.to_path_buf()].into_iter().chain(further);
    std::env::join_paths(path).map_err(|error| error.to_string())
}

/// The arguments after the program's own name.
fn arguments(all: Vec<Vec<u8>>) -> Vec<OsString> {
    let own = all.into_iter().skip(1);
    own.map(|bytes| String::from_utf8_lossy(&bytes).into_owned().into())
        .collect()
}

fn compile(
    sources: &[PathBuf],
    path: &OsStr,
    into: &Path,
    patience: &Patience,
) -> Result<(), String> {
    match contain::run(
        jdk::javac(sources, path, into),
        &Containment::tool(patience),
    ) {
        Ok(Ran::Finished(finished)) if !finished.failed => Ok(()),
        Ok(Ran::Finished(finished)) => Err(finished.errors),
        Ok(Ran::Stopped(excess)) => Err(format!("compiling: {excess}")),
        Err(error) => Err(format!("cannot run javac: {error}")),
    }
}

/// Writes the sources of the classes that give what was recorded.
fn support(
    counterexample: &Counterexample,
    class: &str,
    run: Run,
    values: &str,
    folder: &Path,
) -> std::io::Result<Vec<PathBuf>> {
    let mut written = vocabulary(values, folder)?;
    if driver::is_needed(counterexample) {
        let path = folder.join(format!("{}.java", driver::NAME));
        let text = match run {
            Run::Replay => driver::driver(counterexample, class),
            Run::Search => driver::search(counterexample, class),
        };
        fs::write(&path, text)?;
        written.push(path);
    }
    Ok(written)
}

/// Writes the vocabularies, and the class behind them, which gives the values.
fn vocabulary(values: &str, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    let mut write = |name: &str, text: &str| -> std::io::Result<()> {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, text)?;
        written.push(path);
        Ok(())
    };
    for (name, text) in VOCABULARIES {
        write(name, text)?;
    }
    write("concrex/Vm.java", values)?;
    Ok(written)
}

/// How many values are in one class: what initialises a class is limited in length.
const VALUES_OF_A_CLASS: usize = 1000;

/// The class behind the vocabularies.
fn recorded(counterexample: &Counterexample) -> String {
    let inputs = counterexample.inputs.iter();
    let inputs: Vec<&Input> = inputs
        .filter(|input| input.kind == SourceKind::Nondet)
        .collect();
    let mut text = String::from("package concrex;\n\npublic final class Vm {\n");
    let mut next = String::from("    private static Object next() {\n");
    for (part, inputs) in inputs.chunks(VALUES_OF_A_CLASS).enumerate() {
        let values: Vec<String> = inputs
            .iter()
            .map(|input| literal(&input.ty, input.scalar, input.value))
            .collect();
        let times: Vec<String> = inputs
            .iter()
            .map(|input| format!("{}L", input.times))
            .collect();
        let _ = write!(
            text,
            "    private static final class Part{part} {{\n        \
                 static final Object[] VALUES = {{\n            {},\n        }};\n        \
                 static final long[] TIMES = {{\n            {},\n        }};\n    }}\n\n",
            values.join(",\n            "),
            times.join(",\n            ")
        );
        let _ = write!(
            next,
            "        if (part == {part} && at < Part{part}.VALUES.length) {{\n            \
                 Object value = Part{part}.VALUES[at];\n            \
                 if (++given == Part{part}.TIMES[at]) {{ at++; given = 0; }}\n            \
                 if (at == Part{part}.VALUES.length) {{ part++; at = 0; }}\n            \
                 return value;\n        }}\n"
        );
    }
    text.push_str("    private static int part;\n    private static int at;\n");
    text.push_str("    private static long given;\n\n");
    text.push_str(&next);
    text.push_str("        throw new Error(\"no input was recorded\");\n    }\n\n");
    for (name, ty, boxed) in [
        ("Boolean", "boolean", "Boolean"),
        ("Byte", "byte", "Byte"),
        ("Char", "char", "Character"),
        ("Short", "short", "Short"),
        ("Int", "int", "Integer"),
        ("Long", "long", "Long"),
        ("Float", "float", "Float"),
        ("Double", "double", "Double"),
    ] {
        let _ = writeln!(
            text,
            "    public static {ty} nondet{name}() {{ return ({boxed}) next(); }}"
        );
    }
    text + REST_OF_VM
}

/// What else the class behind the vocabularies does.
pub(crate) const REST_OF_VM: &str = r"
    public static void assume(boolean condition) {
        if (!condition) Runtime.getRuntime().halt(0);
    }

    public static void unsupported(String what) {
        throw new Error(what);
    }

    public static Object newArray(Class<?> component, int length) {
        return java.lang.reflect.Array.newInstance(component, length);
    }
}
";

/// A value as Java writes it, boxed as its type is.
pub(crate) fn literal(ty: &str, scalar: Scalar, value: u128) -> String {
    match (ty, scalar) {
        ("boolean", _) => (value != 0).to_string(),
        ("char", _) => format!("(char) {}", value as u16),
        ("byte", _) => format!("(byte) {}", value as u8 as i8),
        ("short", _) => format!("(short) {}", value as u16 as i16),
        ("long", _) => format!("{}L", value as u64 as i64),
        (_, Scalar::Float(FloatKind::F32)) => {
            format!("Float.intBitsToFloat({})", value as u32 as i32)
        }
        (_, Scalar::Float(_)) => format!("Double.longBitsToDouble({}L)", value as u64 as i64),
        _ => format!("{}", value as u32 as i32),
    }
}

/// What the caller says of a postcondition that does not hold.
fn broken(text: &str) -> String {
    let text: Vec<&str> = text.split_whitespace().collect();
    format!("`{}` does not hold when the method returns", text.join(" "))
}

/// Why the caller could not be built, if that is how a run ended.
fn refusal(finished: &Finished) -> Option<String> {
    let mut lines = finished.errors.lines();
    let why = lines.find_map(|line| line.split_once(driver::REFUSED))?.1;
    Some(why.trim().to_string())
}

/// Whether the JVM said what is claimed.
fn shows(finished: &Finished, counterexample: &Counterexample) -> bool {
    let errors = &finished.errors;
    let is_postcondition = counterexample.violation.kind == ClaimKind::Postcondition;
    finished.failed
        && (is_postcondition || errors.contains(UNCAUGHT))
        && !errors.contains(NOT_RECORDED)
        && evidence(counterexample)
            .iter()
            .all(|text| errors.contains(text))
}

/// What is in the stack trace of the claimed exception.
fn evidence(counterexample: &Counterexample) -> Vec<String> {
    let claimed = &counterexample.violation;
    if let (ClaimKind::Postcondition, Some(ensures)) =
        (claimed.kind, counterexample.ensures.first())
    {
        return vec![format!(
            "java.lang.AssertionError: {}",
            broken(&ensures.text)
        )];
    }
    let file = Path::new(&claimed.file).file_name();
    let file = file.map(|name| name.to_string_lossy().into_owned());
    let file = file.unwrap_or_default();
    let place = match claimed.kind {
        // A method that is entered too often claims so where it begins; its callers are elsewhere.
        ClaimKind::StackOverflow => format!("({file}:"),
        _ => format!("({file}:{})", claimed.line),
    };
    let class = match claimed.kind {
        ClaimKind::Assertion => Some("java.lang.AssertionError"),
        ClaimKind::NullPointer => Some("java.lang.NullPointerException"),
        ClaimKind::ArrayIndex => Some("java.lang.ArrayIndexOutOfBoundsException"),
        ClaimKind::NegativeArraySize => Some("java.lang.NegativeArraySizeException"),
        ClaimKind::ClassCast => Some("java.lang.ClassCastException"),
        ClaimKind::ArrayStore => Some("java.lang.ArrayStoreException"),
        ClaimKind::Arithmetic => Some("java.lang.ArithmeticException"),
        ClaimKind::NumberFormat => Some("java.lang.NumberFormatException"),
        ClaimKind::StackOverflow => Some("java.lang.StackOverflowError"),
        _ => None,
    };
    class
        .map(str::to_string)
        .into_iter()
        .chain([place])
        .collect()
}

/// The exception that ended the program, which says more than the place it came from.
fn uncaught(finished: &Finished, kind: ClaimKind) -> Option<String> {
    if matches!(kind, ClaimKind::Assertion | ClaimKind::Postcondition) {
        return None;
    }
    let mut lines = finished.errors.lines();
    lines.find_map(|line| Some(line.strip_prefix(UNCAUGHT)?.to_string()))
}
