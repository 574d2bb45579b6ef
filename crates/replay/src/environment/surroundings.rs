//! Standard input, arguments, environment variables and files.

use super::{Caller, Environment, PROVIDE, Unprovidable};
use crate::literal;
use crate::world::World;

/// Defines the function that provides them, and calls it before `main` where nobody else does.
pub(super) fn define(
    environment: &mut Environment,
    world: &World<'_>,
    caller: Caller,
) -> Result<(), Unprovidable> {
    let mut steps: Vec<String> = Vec::new();
    if let Some(bytes) = &world.stdin {
        environment.add(STDIN);
        steps.push(format!(
            "concrex_stdin({}, {});",
            literal::string(bytes),
            bytes.len()
        ));
    }
    if world.files.values().any(Option::is_some) {
        environment.add(FILE);
    }
    for (name, contents) in &world.files {
        if let Some(contents) = contents {
            check_file_name(name)?;
            steps.push(format!(
                "concrex_file({}, {}, {});",
                literal::string(name),
                literal::string(contents),
                contents.len()
            ));
        }
    }
    if !world.variables.is_empty() {
        environment.add(&variables(world));
        steps.push("environ = concrex_variables;".to_string());
    }
    let has_arguments = caller == Caller::System && world.arguments.is_some();
    if steps.is_empty() && !has_arguments {
        return Ok(());
    }
    environment.add("extern char **environ;");
    let linkage = match caller {
        Caller::System => "static ",
        Caller::Generated => "",
    };
    let body: String = steps.iter().map(|step| format!("    {step}\n")).collect();
    environment.add(&format!("{linkage}void {PROVIDE}(void)\n{{\n{body}}}"));
    if caller == Caller::System {
        environment.add(&main(world));
        environment.wrapped.push("main");
    }
    Ok(())
}

/// Files are made in the current directory and nowhere else.
fn check_file_name(name: &[u8]) -> Result<(), Unprovidable> {
    let parts: Vec<&[u8]> = name.split(|byte| *byte == b'/').collect();
    let stays = !name.is_empty() && !parts.iter().any(|part| *part == b".." || part.is_empty());
    match stays {
        true => Ok(()),
        false => Err(Unprovidable(format!(
            "it needs a file {} outside of the current directory",
            literal::readable_string(name)
        ))),
    }
}

fn variables(world: &World<'_>) -> String {
    let set = world.variables.iter().filter_map(|(name, value)| {
        let mut text = name.to_vec();
        text.push(b'=');
        text.extend(value.as_ref()?);
        Some(text)
    });
    format!(
        "static char *concrex_variables[] = {{\n{}    0,\n}};",
        strings(set)
    )
}

/// Strings that may be written, as elements of an array.
fn strings(texts: impl Iterator<Item = Vec<u8>>) -> String {
    texts
        .map(|text| format!("    (char[]){{{}}},\n", literal::string(&text)))
        .collect()
}

/// What the system calls instead of `main`.
fn main(world: &World<'_>) -> String {
    let (definition, count, vector) = match &world.arguments {
        Some(arguments) => (
            format!(
                "static char *concrex_arguments[] = {{\n{}    0,\n}};\n\n",
                strings(arguments.iter().cloned())
            ),
            arguments.len().to_string(),
            "concrex_arguments",
        ),
        None => (String::new(), "argc".to_string(), "argv"),
    };
    format!(
        "{definition}int __real_main(int argc, char **argv, char **variables);\n\n\
         int __wrap_main(int argc, char **argv, char **variables)\n{{\n    \
             (void)argc, (void)argv, (void)variables;\n    \
             {PROVIDE}();\n    \
             return __real_main({count}, {vector}, environ);\n}}"
    )
}

const STDIN: &str = r#"static void concrex_stdin(const char *bytes, size_t size)
{
    char name[] = "concrex-stdin-XXXXXX";
    int file = mkstemp(name);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size) concrex_stop("no standard input");
    unlink(name);
    lseek(file, 0, SEEK_SET);
    dup2(file, 0);
    close(file);
}"#;

const FILE: &str = r#"static void concrex_file(const char *name, const char *bytes, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s", name);
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size) concrex_stop("a file cannot be made");
    close(file);
}"#;
