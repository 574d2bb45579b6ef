//! The environment of a replay, as a C file: it defines what the program only declares, and
//! provides standard input, arguments, variables and files as they were recorded.
//!
//! The file is linked before the program's own, and the first definition wins: so the functions
//! whose meaning every verifier fixes (`reach_error`, `__VERIFIER_assume`) mean that here, too,
//! whatever the program says. Functions of the C library are replaced by `--wrap`, which leaves
//! the sanitizers' own calls alone.

mod functions;
mod guard;
mod surroundings;
mod variables;
mod vocabulary;

pub(crate) use functions::{MENTIONED, RULE, chosen_value, lost_type};
pub(crate) use guard::REFUSED;
pub(crate) use vocabulary::{SANITIZER_ONLY, TYPES, WIDE};

use crate::world::World;
use ir::Program;
use std::collections::BTreeSet;

/// The file and what the linker must know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Environment {
    /// The definitions, without includes; empty if there is nothing to define.
    pub(crate) text: String,
    /// The symbols to wrap.
    pub(crate) wrapped: Vec<&'static str>,
}

/// Why an environment cannot be provided here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unprovidable(pub(crate) String);

/// Who calls the program's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Caller {
    /// The system calls `main`.
    System,
    /// A generated `main` calls a function.
    Generated,
}

/// The function that a generated `main` calls first, if [`Environment::text`] defines it.
pub(crate) const PROVIDE: &str = "concrex_provide";

impl Environment {
    /// The environment for a program that mentions these identifiers, and defines some of them.
    pub(crate) fn of(
        world: &World<'_>,
        program: &Program,
        mentioned: &BTreeSet<&str>,
        defined: &BTreeSet<&str>,
        caller: Caller,
    ) -> Result<Environment, Unprovidable> {
        let mut environment = Environment::default();
        vocabulary::define(&mut environment, world, mentioned);
        functions::define(&mut environment, world, program, mentioned);
        let foreign = program.undefined.iter();
        let foreign = foreign.filter(|(name, _)| mentioned.contains(&***name));
        functions::define_foreign(&mut environment, world, foreign);
        variables::define(&mut environment, world, program);
        guard::define(&mut environment, world.giving, mentioned, defined);
        surroundings::define(&mut environment, world, caller)?;
        if !environment.text.is_empty() {
            environment.text = format!("{}{STOP}{}", includes(&environment.text), environment.text);
        }
        Ok(environment)
    }

    /// Whether there is something to provide before anything runs.
    pub(crate) fn has_surroundings(&self) -> bool {
        self.text.contains(PROVIDE)
    }

    fn add(&mut self, definition: &str) {
        self.text.push('\n');
        self.text.push_str(definition.trim_end());
        self.text.push('\n');
    }
}

/// How a run says that it shows nothing.
pub(crate) const NOT_CONFIRMED: &str = "concrex: not confirmed: ";

const STOP: &str = r#"
/* What happens from here on was not recorded, or is no run of the program: nothing is shown. */
static void concrex_stop(const char *why)
{
    fprintf(stderr, "concrex: not confirmed: %s\n", why);
    _Exit(0);
}
"#;

/// The headers that the definitions need.
fn includes(text: &str) -> String {
    const HEADERS: &[(&str, &[&str])] = &[
        ("errno.h", &["errno", "EPERM"]),
        ("fcntl.h", &["O_CREAT"]),
        ("stdio.h", &[""]),
        ("stdlib.h", &[""]),
        ("string.h", &["memcpy", "strchr", "strcspn", "strstr"]),
        ("sys/stat.h", &["mkdir"]),
        ("sys/time.h", &["timeval"]),
        ("time.h", &["time_t", "clock_t", "timespec"]),
        ("unistd.h", &["lseek", "write("]),
    ];
    HEADERS
        .iter()
        .filter(|(_, words)| words.iter().any(|word| text.contains(word)))
        .map(|(header, _)| format!("#include <{header}>\n"))
        .collect()
}
