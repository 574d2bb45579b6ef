//! Programs of some seeds, judged.

use super::answer::{Answer, Status};
use super::judge::{Defect, DefectKind, Fate, judge};
use super::language::{Compiled, Language};
use super::options::options;
use super::random::Random;
use super::tree::{Constants, Node, Program, Site};
use super::truth::{Behaviour, End, Truth, rule_out};
use super::verifier::Verifier;
use std::path::Path;

/// A judged program.
pub(crate) struct Trial {
    pub(crate) seed: u64,
    pub(crate) case: Case,
    pub(crate) fate: Fate,
}

/// A program with its claims and the options that it is checked with.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) program: Program,
    pub(crate) constants: Constants,
    pub(crate) options: Vec<String>,
}

/// What every trial needs.
pub(crate) struct Lab<'a> {
    pub(crate) verifier: &'a Verifier,
    pub(crate) language: &'a dyn Language,
}

impl Lab<'_> {
    /// Generates, compiles and judges the programs of some seeds.
    pub(crate) fn batch(&self, seeds: &[u64], folder: &Path) -> Vec<Trial> {
        let programs: Vec<Program> = seeds
            .iter()
            .map(|seed| self.language.program(*seed))
            .collect();
        let together: Vec<&Program> = programs.iter().collect();
        let compiled = match self.language.compile(folder, &together) {
            Ok(compiled) => compiled,
            // One of them spoils it for all.
            Err(_) if seeds.len() > 1 => {
                let alone = |seed: &u64| self.batch(std::slice::from_ref(seed), folder);
                return seeds.iter().flat_map(alone).collect();
            }
            Err(complaint) => return self.uncompiled(seeds, programs, &complaint),
        };
        let behaviours = compiled.behaviours(programs.len());
        let cases = seeds.iter().zip(programs).zip(behaviours).enumerate();
        cases
            .map(|(number, ((seed, program), behaviour))| {
                self.trial(
                    *seed,
                    program,
                    &behaviour,
                    (number, compiled.as_ref()),
                    folder,
                )
            })
            .collect()
    }

    fn uncompiled(&self, seeds: &[u64], programs: Vec<Program>, complaint: &str) -> Vec<Trial> {
        let mut lines = complaint.lines();
        let error = lines
            .find(|line| line.contains("error"))
            .unwrap_or("it does not compile");
        let trials = seeds.iter().zip(programs).map(|(seed, program)| Trial {
            seed: *seed,
            case: Case {
                program,
                constants: Constants::new(),
                options: Vec::new(),
            },
            fate: Fate::Skipped(error.to_string()),
        });
        trials.collect()
    }

    fn trial(
        &self,
        seed: u64,
        program: Program,
        behaviour: &Behaviour,
        (number, compiled): (usize, &dyn Compiled),
        folder: &Path,
    ) -> Trial {
        let mut random = Random::new(seed ^ 0x5eed);
        let constants = rule_out(behaviour, &sites(&program.nodes), &mut random);
        let mut case = Case {
            program,
            constants,
            options: self.options(&mut random, folder),
        };
        let mut fate = self.settle(&case, behaviour, (number, compiled), folder);
        if let (Fate::Right(status), true) = (&fate, random.chance(5)) {
            let again = Case {
                options: self.options(&mut random, folder),
                ..case.clone()
            };
            let second = self.settle(&again, behaviour, (number, compiled), folder);
            if let Some(contradiction) = contradiction(*status, &second) {
                fate = contradiction;
                case = again;
            }
        }
        Trial { seed, case, fate }
    }

    /// Options that must not change the verdict, and often a way without compiling counterexamples,
    /// which takes longer than everything else; the truth is found out by compiled runs anyway.
    fn options(&self, random: &mut Random, folder: &Path) -> Vec<String> {
        let mut options = options(random);
        if random.chance(90) {
            options.extend(self.language.without_replay(folder));
        }
        options
    }

    /// Asks the verifier about a case and judges the answer.
    pub(crate) fn settle(
        &self,
        case: &Case,
        behaviour: &Behaviour,
        (number, compiled): (usize, &dyn Compiled),
        folder: &Path,
    ) -> Fate {
        if behaviour.runs.is_empty() || behaviour.runs.iter().any(|run| run.end == End::Unclear) {
            return Fate::Skipped("a run does not end, or asks for too many inputs".to_string());
        }
        let Case {
            program,
            constants,
            options,
        } = case;
        let text = self.language.text(program, constants);
        let truth = Truth::new(behaviour, &text, constants);
        let answer = self
            .verifier
            .ask(folder, self.language, &text, &program.start, options);
        judge(&answer, &truth, &program.start, |inputs| {
            let behaviour = Behaviour {
                runs: vec![compiled.again(number, inputs)?],
            };
            Some(Truth::new(&behaviour, &text, constants))
        })
    }

    /// The verifier's own words about a case.
    pub(crate) fn answer(&self, case: &Case, folder: &Path) -> Answer {
        let text = self.language.text(&case.program, &case.constants);
        self.verifier.ask(
            folder,
            self.language,
            &text,
            &case.program.start,
            &case.options,
        )
    }
}

/// Whether a second run settles differently what a first one settled.
fn contradiction(first: Status, second: &Fate) -> Option<Fate> {
    match second {
        Fate::Wrong(_) => Some(second.clone()),
        Fate::Right(status) if *status != first => Some(Fate::Wrong(Defect {
            kind: DefectKind::Contradiction,
            what: format!("{first:?} with some options, {status:?} with these"),
        })),
        _ => None,
    }
}

/// All claims of a program.
pub(crate) fn sites(nodes: &[Node]) -> Vec<Site> {
    let of = |node: &Node| match node {
        Node::Line(_) => Vec::new(),
        Node::Claim(claim) => vec![claim.site],
        Node::Block { body, .. } => sites(body),
        Node::Branch {
            then, otherwise, ..
        } => [sites(then), sites(otherwise)].concat(),
    };
    nodes.iter().flat_map(of).collect()
}
