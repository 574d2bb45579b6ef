//! C: the lexer and the parser by themselves, and everything up to a run.

#![expect(clippy::panic, reason = "an input fails by a panic")]

use super::{Reader, Target, TextReader, project, seeds, use_program};
use crate::mutate::{self, Language};
use crate::random::Random;
use frontend_c::preprocess::Preprocessed;
use frontend_c::{LoadError, Options, load_preprocessed, parse};
use ir::{Origin, SourceMap, Span};
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes to a syntax tree, with the original file beside the text.
pub(super) const LEXER: Target = Target {
    name: "lexer",
    prepare: |folder| {
        Ok(Box::new(Lexer {
            seeds: programs()?,
            original: folder.join("original.c"),
        }))
    },
};

/// Tokens to a program that is run.
pub(super) const PARSER: Target = Target {
    name: "parser",
    prepare: |_| {
        Ok(Box::new(TextReader {
            seeds: programs()?,
            language: &C,
            read: load,
        }))
    },
};

/// The programs of the tests that need no preprocessor.
fn programs() -> Result<Vec<Vec<u8>>, String> {
    let mut programs = seeds("tests/programs/c", "c")?;
    programs.extend(seeds("tests/ir", "c")?);
    programs.retain(|text| !text.starts_with(b"#") && !text.windows(2).any(|two| two == b"\n#"));
    // Weighs as much as all that, as it has most of what the language has.
    let dialect = fs::read(project("crates/fuzz/seeds/c/dialect.c"));
    let dialect = dialect.map_err(|error| format!("the dialect: {error}"))?;
    programs.extend(vec![dialect; programs.len() / 4]);
    Ok(programs)
}

struct Lexer {
    seeds: Vec<Vec<u8>>,
    original: PathBuf,
}

impl Reader for Lexer {
    fn make(&mut self, random: &mut Random) -> Vec<u8> {
        if random.once_in(2) {
            return mutate::text(random, &self.seeds, &C);
        }
        let mut input = random.choose(&self.seeds).cloned().unwrap_or_default();
        for _ in 0..=random.below(8) {
            input = mutate::bytes(random, input);
        }
        input
    }

    fn read(&mut self, input: &[u8]) {
        // Contracts and places are looked up in the original, which the text may disagree with.
        let _ = fs::write(&self.original, input);
        let middle = input.len() / 2;
        let marker = format!("# 1 \"{}\"\n", self.original.display()).into_bytes();
        check_parse(input, Path::new("input.i"));
        check_parse(&[&marker, input].concat(), &self.original);
        check_parse(
            &[&marker, &input[middle..], &marker, &input[..middle]].concat(),
            &self.original,
        );
    }
}

fn check_parse(text: &[u8], name: &Path) {
    let mut files = SourceMap::default();
    let unit = parse::parse(text, &name.to_string_lossy(), &mut files, Origin::User);
    for error in &unit.errors {
        check_place(error.span, &files);
        assert!(!error.message.is_empty(), "an error says nothing");
    }
}

fn check_place(span: Span, files: &SourceMap) {
    let is_somewhere = files.get(span.file).is_some() && span.line > 0;
    assert!(is_somewhere, "an error is nowhere: {span:?}");
}

fn load(text: &[u8]) {
    let unit = Preprocessed {
        text: text.to_vec(),
        name: "input.i".to_string(),
    };
    let options = Options {
        // Nobody is asked which compiler this is.
        cc: "/nonexistent/cc".to_string(),
        ..Options::default()
    };
    match load_preprocessed(unit, &options) {
        Ok(program) => {
            use_program(&program);
            for unsupported in &program.unsupported {
                check_place(unsupported.span, &program.files);
            }
            for (id, _) in program.procedures() {
                let _ = contract::resolve(&program, id);
            }
        }
        Err(LoadError::Internal(problems)) => panic!("{}", problems.join("; ")),
        Err(LoadError::Source(lines)) => {
            let has_place = |line: &String| {
                let place = line.split(": error: ").next().unwrap_or_default();
                let mut numbers = place.rsplit(':').take(2);
                numbers.all(|number| number.parse::<u32>().is_ok_and(|number| number > 0))
            };
            let without = lines.iter().find(|line| !has_place(line));
            assert!(without.is_none(), "an error is nowhere: {without:?}");
        }
        Err(_) => {}
    }
}

static C: Language = Language {
    tokens: include_str!("../../seeds/c/tokens.txt"),
    nesting: &[
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("-", ""),
        ("!", ""),
        ("*", ""),
        ("&", ""),
        ("(int)", ""),
        ("sizeof ", ""),
        ("(*", ")"),
        ("if (1) ", ""),
        ("while (0) ", ""),
        ("x ? ", " : 0"),
        ("1 + ", ""),
        ("", " + 1"),
        ("", "[0]"),
        ("", "->next"),
        ("", "()"),
        ("({ ", "; })"),
        ("struct { ", " }"),
        ("(int[]){", "}"),
        ("f(", ")"),
        ("a, ", ""),
        ("a = ", ""),
        ("a && ", ""),
        ("case 1: ", ""),
        ("l: ", ""),
        ("else ", ""),
        ("const ", ""),
        ("_Generic(1, default: ", ")"),
        ("__attribute__((", "))"),
        ("\"a\" ", ""),
        ("x;", ""),
    ],
};
