//! What a program that is run natively must not do: change files outside of its folder, start other
//! programs, or talk to other processes; nor shall it wait.
//!
//! The kernel keeps it from all of that ([`contain`]). What is here says so: a run in
//! which something was refused may differ from the one that was claimed, and shows nothing then. It is
//! in saved tests, too, which people run by hand, where nothing else holds them back.

use super::Environment;
use crate::world::Giving;
use std::collections::BTreeSet;

/// A function of the C library that reaches outside.
struct Guarded {
    name: &'static str,
    /// The parameters that are paths.
    paths: &'static [&'static str],
    /// When it changes something, as an expression over its parameters.
    changes: &'static str,
    result: &'static str,
    /// What it gives when it fails.
    failure: &'static str,
    parameters: &'static str,
    arguments: &'static str,
}

/// How a run says that something was refused.
pub(crate) const REFUSED: &str = "concrex: refused: ";

/// Guards what the program mentions, does not define, and nothing else replaces. Where a failure is
/// to be shown, the program goes on as if the system had refused it; where nothing may fail, a run
/// ends that would not be the program's own.
pub(super) fn define(
    environment: &mut Environment,
    giving: Giving,
    mentioned: &BTreeSet<&str>,
    defined: &BTreeSet<&str>,
) {
    let is_left = |name: &str, environment: &Environment| {
        mentioned.contains(name) && !defined.contains(name) && !environment.wrapped.contains(&name)
    };
    let forbidden: Vec<_> = FORBIDDEN
        .iter()
        .filter(|(name, _)| is_left(name, environment))
        .collect();
    let guarded: Vec<&Guarded> = GUARDED
        .iter()
        .filter(|guarded| is_left(guarded.name, environment))
        .collect();
    let replaced: Vec<_> = REPLACED
        .iter()
        .filter(|(name, _)| is_left(name, environment))
        .collect();
    if !forbidden.is_empty() || !guarded.is_empty() {
        environment.add(match giving {
            Giving::Recorded => REFUSE,
            Giving::Chosen => STOP,
        });
    }
    if !guarded.is_empty() {
        environment.add(OUTSIDE);
    }
    for (name, failure) in forbidden {
        environment.add(&format!(
            "long __wrap_{name}() {{ concrex_refuse(\"it calls {name}\"); return {failure}; }}"
        ));
        environment.wrapped.push(name);
    }
    for (name, definition) in replaced {
        environment.add(definition);
        environment.wrapped.push(name);
    }
    for guarded in guarded {
        environment.add(&guarded.definition());
        environment.wrapped.push(guarded.name);
    }
}

impl Guarded {
    fn definition(&self) -> String {
        let Guarded {
            name,
            changes,
            result,
            failure,
            parameters,
            arguments,
            ..
        } = self;
        let checks: String = self
            .paths
            .iter()
            .map(|path| {
                format!("    if (({changes}) && concrex_outside({path})) return {failure};\n")
            })
            .collect();
        format!(
            "{result} __real_{name}({parameters});\n\n{result} __wrap_{name}({parameters})\n{{\n\
             {checks}    return __real_{name}({arguments});\n}}"
        )
    }
}

const REFUSE: &str = r#"static void concrex_refuse(const char *why)
{
    fprintf(stderr, "concrex: refused: %s\n", why);
    errno = EPERM;
}"#;

const STOP: &str = "static void concrex_refuse(const char *why) { concrex_stop(why); }";

const OUTSIDE: &str = r#"static int concrex_outside(const char *path)
{
    if (!path || (!strstr(path, "..") && (path[0] != '/' || !strncmp(path, "/dev/", 5)))) return 0;
    concrex_refuse("it changes files outside of its folder");
    return 1;
}"#;

/// Functions that are always refused, and what they give then.
const FORBIDDEN: &[(&str, &str)] = &[
    ("system", "-1"),
    ("popen", "0"),
    ("fork", "-1"),
    ("vfork", "-1"),
    ("execl", "-1"),
    ("execlp", "-1"),
    ("execle", "-1"),
    ("execv", "-1"),
    ("execvp", "-1"),
    ("execve", "-1"),
    ("posix_spawn", "EPERM"),
    ("posix_spawnp", "EPERM"),
    ("kill", "-1"),
    ("killpg", "-1"),
    ("socket", "-1"),
    ("chdir", "-1"),
    ("chroot", "-1"),
    ("shm_open", "-1"),
    ("mq_open", "-1"),
    ("sem_open", "0"),
];

/// Functions that do the same in another way: waiting takes no time, as in the model of the library,
/// and temporary files are in the folder of the run.
const REPLACED: &[(&str, &str)] = &[
    (
        "tmpfile",
        "FILE *__wrap_tmpfile(void)\n{\n    static int number;\n    char name[32];\n    \
         snprintf(name, sizeof name, \"concrex-tmpfile-%d\", number++);\n    \
         FILE *file = fopen(name, \"w+b\");\n    remove(name);\n    return file;\n}",
    ),
    (
        "sleep",
        "unsigned __wrap_sleep(unsigned seconds) { (void)seconds; return 0; }",
    ),
    (
        "usleep",
        "int __wrap_usleep(unsigned microseconds) { (void)microseconds; return 0; }",
    ),
    (
        "nanosleep",
        r"int __wrap_nanosleep(const struct timespec *wanted, struct timespec *remaining)
{
    (void)remaining;
    if (wanted->tv_nsec >= 0 && wanted->tv_nsec < 1000000000 && wanted->tv_sec >= 0) return 0;
    errno = EINVAL;
    return -1;
}",
    ),
];

const GUARDED: &[Guarded] = &[
    Guarded {
        name: "fopen",
        paths: &["path"],
        changes: "mode && mode[strcspn(mode, \"wa+\")]",
        result: "void *",
        failure: "0",
        parameters: "const char *path, const char *mode",
        arguments: "path, mode",
    },
    Guarded {
        name: "freopen",
        paths: &["path"],
        changes: "mode && mode[strcspn(mode, \"wa+\")]",
        result: "void *",
        failure: "0",
        parameters: "const char *path, const char *mode, void *stream",
        arguments: "path, mode, stream",
    },
    Guarded {
        name: "open",
        paths: &["path"],
        // The lowest bits say whether it is opened for reading alone.
        changes: "flags & 3",
        result: "int",
        failure: "-1",
        parameters: "const char *path, int flags, int mode",
        arguments: "path, flags, mode",
    },
    one_path("creat", "const char *path, unsigned mode", "path, mode"),
    one_path("remove", "const char *path", "path"),
    one_path("unlink", "const char *path", "path"),
    one_path("rmdir", "const char *path", "path"),
    one_path("mkdir", "const char *path, unsigned mode", "path, mode"),
    one_path("mkfifo", "const char *path, unsigned mode", "path, mode"),
    one_path("chmod", "const char *path, unsigned mode", "path, mode"),
    one_path("truncate", "const char *path, long size", "path, size"),
    two_paths("rename"),
    two_paths("link"),
    two_paths("symlink"),
];

const fn one_path(
    name: &'static str,
    parameters: &'static str,
    arguments: &'static str,
) -> Guarded {
    Guarded {
        name,
        paths: &["path"],
        changes: "1",
        result: "int",
        failure: "-1",
        parameters,
        arguments,
    }
}

const fn two_paths(name: &'static str) -> Guarded {
    Guarded {
        name,
        paths: &["path", "other"],
        changes: "1",
        result: "int",
        failure: "-1",
        parameters: "const char *path, const char *other",
        arguments: "path, other",
    }
}
