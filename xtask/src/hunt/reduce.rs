//! Making a program that shows a defect small: structured delta debugging. What is true of each
//! smaller program is found out anew.

use super::judge::{DefectKind, Fate};
use super::tree::{Node, Program};
use super::trial::{Case, Lab, sites};
use std::path::Path;

/// The most programs tried for one defect.
const MOST_ATTEMPTS: usize = 250;

/// The smallest case that was found to show the same kind of defect.
pub(crate) fn reduce(lab: &Lab, case: &Case, kind: DefectKind, folder: &Path) -> Case {
    let mut best = case.clone();
    let mut attempts = 0;
    loop {
        let mut shrunk = false;
        let mut at = 0;
        while attempts < MOST_ATTEMPTS {
            let candidates = edits(&best.program, at);
            if candidates.is_empty() {
                break;
            }
            let mut taken = None;
            for program in candidates {
                attempts += 1;
                let candidate = with_program(&best, program);
                if shows(lab, &candidate, kind, folder) {
                    taken = Some(candidate);
                    break;
                }
            }
            match taken {
                // The next part is now at the same place.
                Some(smaller) => {
                    best = smaller;
                    shrunk = true;
                }
                None => at += 1,
            }
        }
        if !shrunk || attempts >= MOST_ATTEMPTS {
            return without_options(lab, best, kind, folder);
        }
    }
}

fn with_program(case: &Case, program: Program) -> Case {
    let remaining = sites(&program.nodes);
    let mut constants = case.constants.clone();
    constants.retain(|site, _| remaining.contains(site));
    Case {
        program,
        constants,
        options: case.options.clone(),
    }
}

/// Whether a case shows the defect.
pub(crate) fn shows(lab: &Lab, case: &Case, kind: DefectKind, folder: &Path) -> bool {
    let Ok(compiled) = lab.language.compile(folder, &[&case.program]) else {
        return false;
    };
    let behaviours = compiled.behaviours(1);
    let settled = behaviours
        .first()
        .map(|behaviour| lab.settle(case, behaviour, (0, compiled.as_ref()), folder));
    matches!(settled, Some(Fate::Wrong(defect)) if defect.kind == kind)
}

/// Drops the options that do not matter.
fn without_options(lab: &Lab, case: Case, kind: DefectKind, folder: &Path) -> Case {
    let mut best = case;
    let mut at = 0;
    while at + 1 < best.options.len() {
        let mut candidate = best.clone();
        candidate.options.drain(at..at + 2);
        match shows(lab, &candidate, kind, folder) {
            true => best = candidate,
            false => at += 2,
        }
    }
    best
}

/// The programs that come of a smaller part at a place, the smallest first; none behind the last part.
fn edits(program: &Program, at: usize) -> Vec<Program> {
    let mut edited = Vec::new();
    for edit in [Edit::Delete, Edit::Inside, Edit::Otherwise, Edit::NoElse] {
        let mut left = at;
        let mut nodes = program.nodes.clone();
        match apply(&mut nodes, &mut left, edit) {
            Applied::Changed => edited.push(Program {
                nodes,
                ..program.clone()
            }),
            Applied::NotPossible => {}
            Applied::NotReached => break,
        }
    }
    edited
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edit {
    /// Without the part.
    Delete,
    /// What is in it instead of it.
    Inside,
    /// The other way instead of it.
    Otherwise,
    /// It without the other way.
    NoElse,
}

enum Applied {
    Changed,
    NotPossible,
    /// There are fewer parts.
    NotReached,
}

/// Edits the part with a number, counted from the last to the first, since later parts need earlier ones.
fn apply(nodes: &mut Vec<Node>, left: &mut usize, edit: Edit) -> Applied {
    for index in (0..nodes.len()).rev() {
        if *left == 0 {
            return apply_here(nodes, index, edit);
        }
        *left -= 1;
        let inner = match &mut nodes[index] {
            Node::Line(_) | Node::Claim(_) => continue,
            Node::Block { body, .. } => apply(body, left, edit),
            Node::Branch {
                then, otherwise, ..
            } => match apply(otherwise, left, edit) {
                Applied::NotReached => apply(then, left, edit),
                applied => applied,
            },
        };
        if !matches!(inner, Applied::NotReached) {
            return inner;
        }
    }
    Applied::NotReached
}

fn apply_here(nodes: &mut Vec<Node>, index: usize, edit: Edit) -> Applied {
    let replacement = match (edit, &nodes[index]) {
        // Without its declarations, a program is read differently by different compilers.
        (_, Node::Line(text)) if text.starts_with("#include") || text.starts_with("extern") => {
            return Applied::NotPossible;
        }
        (Edit::Delete, _) => Vec::new(),
        (Edit::Inside, Node::Block { body, .. }) => body.clone(),
        (Edit::Inside, Node::Branch { then, .. }) => then.clone(),
        (Edit::Otherwise, Node::Branch { otherwise, .. }) if !otherwise.is_empty() => {
            otherwise.clone()
        }
        (
            Edit::NoElse,
            Node::Branch {
                condition,
                then,
                otherwise,
            },
        ) if !otherwise.is_empty() => {
            vec![Node::Branch {
                condition: condition.clone(),
                then: then.clone(),
                otherwise: Vec::new(),
            }]
        }
        _ => return Applied::NotPossible,
    };
    nodes.splice(index..=index, replacement);
    Applied::Changed
}
