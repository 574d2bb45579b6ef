//! The hunt itself: a verifier that lies is caught, and a seed is one program.

use super::c::{C, Model};
use super::java::Java;
use super::judge::{DefectKind, Fate};
use super::language::Language;
use super::tree::Constants;
use super::trial::{Lab, Trial};
use super::verifier::Verifier;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

const SEEDS: [u64; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const LANGUAGE: C = C { model: Model::Lp64 };

/// What a verifier that says the same of every program gets for some.
fn trials(document: &str) -> Vec<Trial> {
    let folder = tempfile::tempdir().unwrap();
    let program = liar(folder.path(), document);
    let verifier = Verifier {
        program,
        limit: Duration::from_secs(60),
        engines: Vec::new(),
    };
    let lab = Lab {
        verifier: &verifier,
        language: &LANGUAGE,
    };
    lab.batch(&SEEDS, folder.path())
}

fn liar(folder: &Path, document: &str) -> std::path::PathBuf {
    let path = folder.join("liar");
    std::fs::write(&path, format!("#!/bin/sh\ncat <<'END'\n{document}\nEND\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn caught(trials: &[Trial], kind: DefectKind) -> usize {
    let is = |trial: &&Trial| matches!(&trial.fate, Fate::Wrong(defect) if defect.kind == kind);
    trials.iter().filter(is).count()
}

#[test]
fn who_proves_everything_is_caught() {
    let document = r#"{"verdict": "proved", "claims": [], "program": {"message": ""}}"#;
    let trials = trials(document);
    assert!(caught(&trials, DefectKind::ProvedThoughARunFails) >= 2);
    let right = trials
        .iter()
        .filter(|trial| matches!(trial.fate, Fate::Right(_)));
    assert!(right.count() >= 2, "some programs have no error");
}

#[test]
fn who_refutes_everything_is_caught() {
    // With inputs that all programs leave at once, or that do not fail.
    let document = r#"{"verdict": "refuted", "program": {"message": ""}, "claims": [
        {"kind": "assert", "status": "refuted", "location": {"line": 1}, "message": "",
         "counterexample": {"inputs": [{"value": 99}], "replay": null}}]}"#;
    assert!(caught(&trials(document), DefectKind::RefutedThoughNoRunFails) >= 2);
}

#[test]
fn who_prints_no_report_is_caught() {
    let trials = trials("proved");
    assert_eq!(caught(&trials, DefectKind::Broken), SEEDS.len());
}

#[test]
fn a_seed_is_one_program() {
    for language in [&LANGUAGE as &dyn Language, &Java] {
        let text = |seed| {
            language
                .text(&language.program(seed), &Constants::new())
                .text
        };
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }
}

#[test]
fn programs_compile() {
    let folder = tempfile::tempdir().unwrap();
    let programs: Vec<_> = (100..140).map(|seed| LANGUAGE.program(seed)).collect();
    let programs: Vec<_> = programs.iter().collect();
    let compiled = LANGUAGE
        .compile(folder.path(), &programs)
        .map_err(|error| error.to_string());
    let behaviours = compiled.map(|compiled| compiled.behaviours(programs.len()));
    assert!(behaviours.unwrap().iter().all(|one| !one.runs.is_empty()));
}
