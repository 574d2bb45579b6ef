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
        for (model, macros) in [("lp64", &[][..]), ("ilp32", ilp32::MACROS)] {
            fs::write(out.join(format!("{model}.{name}")), preprocess(name, macros)?)?;
        }
        let path = |model: &str| out.join(format!("{model}.{name}")).display().to_string();
        table += &format!(
            "    LibraryFile {{ name: {name:?}, lp64: include_bytes!({:?}), ilp32: include_bytes!({:?}) }},\n",
            path("lp64"),
            path("ilp32"),
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
    match line.strip_prefix("# ").and_then(|rest| rest.split_once(" \"")) {
        Some((number, file)) => format!("# {number} \"<library>/{file}\n"),
        None => format!("{line}\n"),
    }
}
