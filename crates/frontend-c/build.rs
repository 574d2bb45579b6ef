//! Preprocesses the library model for both data models, so that no run has to.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[path = "src/preprocess/ilp32.rs"]
#[expect(dead_code, reason = "only the list of macros is needed here")]
mod ilp32;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=library");
    println!("cargo::rerun-if-changed=src/preprocess/ilp32.rs");
    println!("cargo::rerun-if-env-changed=CC");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut names: Vec<String> = fs::read_dir("library")?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".c"))
        .collect();
    names.sort();
    let mut table = String::from("&[\n");
    for name in &names {
        let mut defined = Vec::new();
        for (model, macros) in [("lp64", &[][..]), ("ilp32", ilp32::MACROS)] {
            let text = preprocess(name, macros)?;
            defined = definitions(&text, name);
            fs::write(out.join(format!("{model}.{name}")), text)?;
        }
        // Relative to where it is built: a folder of builds that is copied elsewhere stays whole.
        let file = |model: &str| {
            format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{model}.{name}\"))")
        };
        table += &format!(
            "    LibraryFile {{ name: {name:?}, definitions: &{defined:?}, lp64: {}, ilp32: {} }},\n",
            file("lp64"),
            file("ilp32"),
        );
    }
    table.push(']');
    fs::write(out.join("library.rs"), table)?;
    Ok(())
}

/// The preprocessed text, its line markers naming files that no user has.
fn preprocess(name: &str, macros: &[&str]) -> Result<String, Box<dyn std::error::Error>> {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let output = Command::new(&compiler)
        .current_dir(Path::new("library"))
        .args(["-E", "-std=gnu11", "-ffreestanding", "-nostdinc", "-w"])
        .args(macros)
        .arg(name)
        .output()
        .map_err(|error| format!("cannot run `{compiler}`, which preprocesses C: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{compiler} cannot preprocess library/{name}: {message}").into());
    }
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().map(renamed).collect())
}

fn renamed(line: &str) -> String {
    match line
        .strip_prefix("# ")
        .and_then(|rest| rest.split_once(" \""))
    {
        Some((number, file)) => format!("# {number} \"<library>/{file}\n"),
        None => format!("{line}\n"),
    }
}

/// The functions and variables with external linkage that a file defines: a reading of its
/// declarations that is just good enough for the model. A test holds the result against what the
/// parser sees.
fn definitions(text: &str, name: &str) -> Vec<String> {
    let own = format!("\"<library>/{name}\"");
    let mut in_own = false;
    let mut source = String::new();
    for line in text.lines() {
        if line.starts_with("# ") {
            in_own = line.contains(&own);
        } else if in_own {
            source += line;
            source.push('\n');
        }
    }
    let mut names: Vec<String> = declarations(&source)
        .iter()
        .flat_map(|d| defined(d))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The external declarations, without what stands in braces, parentheses, brackets and quotes:
/// `int f() {}`, `int a[] = {}`.
fn declarations(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut current, mut depth) = (String::new(), 0u32);
    let mut characters = source.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' | '\'' => {
                while let Some(quoted) = characters.next().filter(|next| *next != c) {
                    if quoted == '\\' {
                        characters.next();
                    }
                }
            }
            '{' | '(' | '[' => {
                if depth == 0 {
                    current.push(c);
                }
                depth += 1;
            }
            '}' | ')' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    current.push(c);
                }
                let is_body = depth == 0 && c == '}' && current.ends_with("{}");
                if is_body && current.trim_end_matches("{}").trim_end().ends_with(')') {
                    found.push(std::mem::take(&mut current));
                }
            }
            ';' if depth == 0 => found.push(std::mem::take(&mut current)),
            _ if depth == 0 => current.push(c),
            _ => {}
        }
    }
    found
}

/// The names that a declaration defines.
fn defined(declaration: &str) -> Vec<String> {
    // Behind the name of a variable that lasts from call to call.
    let declaration = declaration.split("__asm__").next().unwrap_or_default();
    let declaration = declaration.trim();
    let hidden = ["static", "typedef", "extern", "_Static_assert"];
    let first = declaration
        .split(|c: char| !is_word(c))
        .next()
        .unwrap_or_default();
    if hidden.contains(&first) {
        return Vec::new();
    }
    if let Some(head) = declaration
        .strip_suffix("{}")
        .map(str::trim_end)
        .filter(|h| h.ends_with(')'))
    {
        return last_word(head.split('(').next().unwrap_or_default())
            .into_iter()
            .collect();
    }
    let is_prototype = declaration.ends_with(')') && !declaration.contains('=');
    let is_type = matches!(first, "struct" | "union" | "enum") && declaration.ends_with('}');
    if is_prototype || (is_type && !declaration.contains('=')) {
        return Vec::new();
    }
    let variables = declaration.split(',');
    variables
        .filter_map(|variable| last_word(variable.split(['=', '[']).next()?))
        .collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn last_word(text: &str) -> Option<String> {
    let text = text.trim_end();
    let start = text.rfind(|c: char| !is_word(c)).map_or(0, |at| at + 1);
    Some(text[start..].to_string()).filter(|word| !word.is_empty())
}
