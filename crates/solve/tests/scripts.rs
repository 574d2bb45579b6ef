//! Scripts in `tests/smtlib` and what they must answer, which is in the lines
//! of each that begin with `;> `.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use solve::smtlib::{Options, Status, run_script};

fn run(text: &str) -> (String, Status) {
    let mut out = Vec::new();
    let status = run_script(text, &Options::default(), &mut out).expect("memory can be written to");
    (String::from_utf8(out).expect("answers are text"), status)
}

#[test]
fn scripts_answer_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/smtlib");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        let expected: String = text
            .lines()
            .filter_map(|l| l.strip_prefix(";> "))
            .map(|l| format!("{l}\n"))
            .collect();
        assert_eq!(run(&text).0, expected, "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 10, "only {seen} scripts");
}

#[test]
fn a_megabyte_of_parentheses_is_an_error() {
    for text in [
        "(".repeat(1 << 20),
        format!("(assert {}", "(not ".repeat(200_000)),
    ] {
        let (out, status) = run(&text);
        assert!(out.contains("never closed"), "{out}");
        assert_eq!(status, Status::Errors);
    }
    let (out, _) = run(&")".repeat(1 << 20));
    assert_eq!(
        out,
        "(error \"line 1 column 1: this parenthesis closes nothing\")\n"
    );
    let (out, _) = run(&format!("{}{}", "(".repeat(1 << 19), ")".repeat(1 << 19)));
    assert_eq!(out, "(error \"line 1 column 1: expected a command\")\n");
    let deep = format!(
        "(assert {}true{})(check-sat)",
        "(not ".repeat(100_001),
        ")".repeat(100_001)
    );
    assert_eq!(run(&deep).0, "unsat\n");
    let depth = 50_000;
    let lets = format!(
        "(declare-const x Bool)(assert {}x{})(check-sat)",
        "(let ((x (not x))) ".repeat(depth),
        ")".repeat(depth)
    );
    assert_eq!(run(&lets).0, "sat\n");
    let named = format!(
        "(assert {}true{})",
        "(! (not ".repeat(50_000),
        "))".repeat(50_000)
    );
    assert_eq!(run(&named).0, "");
}

/// Whatever is cut off or flipped, there is an answer and no panic.
#[test]
fn damaged_scripts_are_answered() {
    // Deciding takes long and reading is what is tested here.
    let script = include_str!("smtlib/floats.smt2").replace("(check-sat)", "");
    for cut in (0..script.len()).filter(|&i| script.is_char_boundary(i)) {
        let _ = run(&script[..cut]);
    }
    let words = [
        "(",
        ")",
        "#x",
        "bvadd",
        "_",
        "5",
        "Bool",
        "|",
        "\"",
        "(_ bv1 8)",
        "let",
        "!",
        "fp",
        "é",
    ];
    let mut state = 7u64;
    for _ in 0..600 {
        let mut damaged = script.clone();
        for _ in 0..3 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = (state >> 33) as usize % damaged.len();
            let word = words[(state >> 20) as usize % words.len()];
            if damaged.is_char_boundary(at) {
                damaged.insert_str(at, word);
            }
        }
        let _ = run(&damaged);
    }
}
