//! What a program that is run natively must not do: change files outside of its folder, start other
//! programs, or talk to other processes. It is ended before it does.

use super::Environment;
use std::collections::BTreeSet;

/// A function of the C library that reaches outside.
struct Guarded {
    name: &'static str,
    /// The parameters that are paths.
    paths: &'static [&'static str],
    /// When it changes something, as an expression over its parameters.
    changes: &'static str,
    result: &'static str,
    parameters: &'static str,
    arguments: &'static str,
}

/// Guards what the program mentions, does not define, and nothing else replaces.
pub(super) fn define(
    environment: &mut Environment,
    mentioned: &BTreeSet<&str>,
    defined: &BTreeSet<&str>,
) {
    let is_left = |name: &str, environment: &Environment| {
        mentioned.contains(name) && !defined.contains(name) && !environment.wrapped.contains(&name)
    };
    for name in FORBIDDEN {
        if is_left(name, environment) {
            environment.add(&format!(
                "long __wrap_{name}() {{ concrex_stop(\"it calls {name}\"); return 0; }}"
            ));
            environment.wrapped.push(name);
        }
    }
    let guarded: Vec<&Guarded> = GUARDED
        .iter()
        .filter(|guarded| is_left(guarded.name, environment))
        .collect();
    if !guarded.is_empty() {
        environment.add(INSIDE);
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
            parameters,
            arguments,
            ..
        } = self;
        let checks: String = self
            .paths
            .iter()
            .map(|path| format!("    if ({changes}) concrex_inside({path});\n"))
            .collect();
        format!(
            "{result} __real_{name}({parameters});\n\n{result} __wrap_{name}({parameters})\n{{\n\
             {checks}    return __real_{name}({arguments});\n}}"
        )
    }
}

const INSIDE: &str = r#"static void concrex_inside(const char *path)
{
    int leaves = path && path[0] == '/' && strncmp(path, "/dev/", 5);
    if (leaves || (path && strstr(path, ".."))) concrex_stop("it changes files outside of its folder");
}"#;

const FORBIDDEN: &[&str] = &[
    "system",
    "popen",
    "fork",
    "vfork",
    "execl",
    "execlp",
    "execle",
    "execv",
    "execvp",
    "execve",
    "posix_spawn",
    "posix_spawnp",
    "kill",
    "killpg",
    "socket",
    "chdir",
    "chroot",
    "shm_open",
    "mq_open",
    "sem_open",
];

const GUARDED: &[Guarded] = &[
    Guarded {
        name: "fopen",
        paths: &["path"],
        changes: "mode && mode[strcspn(mode, \"wa+\")]",
        result: "void *",
        parameters: "const char *path, const char *mode",
        arguments: "path, mode",
    },
    Guarded {
        name: "freopen",
        paths: &["path"],
        changes: "mode && mode[strcspn(mode, \"wa+\")]",
        result: "void *",
        parameters: "const char *path, const char *mode, void *stream",
        arguments: "path, mode, stream",
    },
    Guarded {
        name: "open",
        paths: &["path"],
        // The lowest bits say whether it is opened for reading alone.
        changes: "flags & 3",
        result: "int",
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
        parameters: "const char *path, const char *other",
        arguments: "path, other",
    }
}
