//! Preprocesses and parses C files; prints the syntax errors and what each step took.
//!
//! `cargo run --release --example parse -- [--ilp32] [--quiet] FILE…`

use frontend_c::parse::parse;
use frontend_c::preprocess::{DataModel, PreprocessOptions, preprocess};
use ir::{Origin, SourceMap};
use std::path::Path;
use std::time::Instant;

/// Deep nesting needs a deep stack.
const STACK: usize = 64 << 20;

fn main() -> std::io::Result<()> {
    let mut options = PreprocessOptions::default();
    let mut is_quiet = false;
    let mut files = Vec::new();
    for argument in std::env::args().skip(1) {
        match &*argument {
            "--ilp32" => options.data_model = DataModel::Ilp32,
            "--quiet" => is_quiet = true,
            _ => files.push(argument),
        }
    }
    let work = move || {
        for file in &files {
            check(file, &options, is_quiet);
        }
    };
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work)?;
    worker
        .join()
        .map_err(|_| std::io::Error::other("the parser panicked"))
}

fn check(file: &str, options: &PreprocessOptions, is_quiet: bool) {
    let start = Instant::now();
    let preprocessed = match preprocess(Path::new(file), options) {
        Ok(preprocessed) => preprocessed,
        Err(error) => {
            println!("{file}: {error}");
            return;
        }
    };
    let preprocessing = start.elapsed();
    let start = Instant::now();
    let mut map = SourceMap::default();
    let unit = parse(
        &preprocessed.text,
        &preprocessed.name,
        &mut map,
        Origin::User,
    );
    let parsing = start.elapsed();
    for error in &unit.errors {
        println!("{}: {} [{file}]", map.display(error.span), error.message);
    }
    if !is_quiet {
        let bytes = preprocessed.text.len();
        let items = unit.items.len();
        println!(
            "{file}: {bytes} bytes, {items} items; cc {preprocessing:.1?}, parse {parsing:.1?}"
        );
    }
}
