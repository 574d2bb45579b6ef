//! How fast C programs are executed, in operations of the representation per second, and how fast
//! C is read.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run fails by panicking"
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use frontend_c::Options;
use interp::{Environment, InputRequest, Interpreter, Limits, Outcome};
use ir::Program;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    divan::main();
}

/// Items are operations of the representation.
#[divan::bench(args = ["loop", "queens", "matrix", "strings", "heap"], sample_count = 20)]
fn run(bencher: Bencher<'_, '_>, name: &str) {
    let file = format!("{}/benches/programs/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let program = load(Path::new(&file));
    let interpreter = Interpreter::new(&program);
    let limits = Limits::default();
    let operations = {
        let mut state = interpreter.start();
        let outcome = interpreter.run(&mut state, &mut Silent, &limits);
        assert!(
            matches!(outcome, Outcome::Exited(0)),
            "{name} does not end well"
        );
        state.steps()
    };
    bencher
        .counter(ItemsCount::new(operations))
        .bench_local(|| interpreter.run(&mut interpreter.start(), &mut Silent, &limits));
}

/// Items are lines of preprocessed C.
#[divan::bench(args = [1_000, 10_000], sample_count = 20)]
fn lower(bencher: Bencher<'_, '_>, lines: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("generated.i");
    let text = generated(lines);
    std::fs::write(&file, &text).expect("the folder is ours");
    bencher
        .counter(ItemsCount::new(text.lines().count()))
        .bench_local(|| load(&file));
}

fn load(file: &Path) -> Program {
    let files: [PathBuf; 1] = [file.to_path_buf()];
    frontend_c::load(&files, &Options::default()).expect("it is C")
}

/// A program of functions that do a bit of everything.
fn generated(lines: usize) -> String {
    let mut text = String::from("struct pair { int key; struct pair *next; };\n");
    let functions = lines / 10;
    for index in 0..functions {
        let _ = write!(
            text,
            "static int f{index}(struct pair *list, int n, const unsigned char *bytes)\n{{\n    \
             int total = 0;\n    for (int i = 0; i < n; i++) {{\n        \
             total += bytes[i] * {index} % 7;\n        \
             if (list && list->key > total || n == {index})\n            \
             list = list->next;\n    }}\n    return total << 1;\n}}\n"
        );
    }
    let _ = writeln!(
        text,
        "int main(void) {{ return f{}(0, 0, 0); }}",
        functions - 1
    );
    text
}

/// An environment without inputs that drops all output.
struct Silent;

impl Environment for Silent {
    fn input(&mut self, _request: &InputRequest<'_>) -> Option<u128> {
        None
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}
