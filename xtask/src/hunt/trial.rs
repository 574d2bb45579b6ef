//! Programs of some seeds, judged.

use super::answer::{Answer, Status};
use super::judge::{Defect, DefectKind, Fate, judge};
use super::language::{Compiled, Language};
use super::options::options;
use super::random::Random;
use super::tree::{Constants, Node, Program, Site, Text};
use super::truth::{Behaviour, End, Truth, rule_out};
use super::verifier::Verifier;
use std::path::{Path, PathBuf};

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
        let drafts = seeds.iter().zip(programs).zip(&behaviours);
        let drafts: Vec<Draft> = drafts
            .map(|((seed, program), behaviour)| Draft::new(*seed, program, behaviour))
            .collect();
        let texts: Vec<Text> = drafts.iter().map(|draft| self.text(&draft.case)).collect();
        let Ok(files) = self.language.lay_out(folder, &texts) else {
            return Vec::new();
        };
        let laid_out = drafts.into_iter().zip(texts).zip(files).zip(behaviours);
        laid_out
            .enumerate()
            .map(|(number, (((draft, text), file), behaviour))| {
                let subject = Subject {
                    text: &text,
                    file: &file,
                    behaviour: &behaviour,
                    native: (number, compiled.as_ref()),
                };
                self.trial(draft, &subject)
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

    fn trial(&self, draft: Draft, subject: &Subject<'_>) -> Trial {
        let Draft {
            seed,
            mut random,
            mut case,
        } = draft;
        let mut fate = self.judged(&case, subject);
        if let (Fate::Right(status), true) = (&fate, random.chance(5)) {
            let again = Case {
                options: varied(&mut random),
                ..case.clone()
            };
            let second = self.judged(&again, subject);
            if let Some(contradiction) = contradiction(*status, &second) {
                fate = contradiction;
                case = again;
            }
        }
        Trial { seed, case, fate }
    }

    fn text(&self, case: &Case) -> Text {
        self.language.text(&case.program, &case.constants)
    }

    /// Asks the verifier about one case alone and judges the answer.
    pub(crate) fn settle(
        &self,
        case: &Case,
        behaviour: &Behaviour,
        native: (usize, &dyn Compiled),
        folder: &Path,
    ) -> Fate {
        let text = self.text(case);
        match self.alone(&text, folder) {
            Ok(file) => self.judged(
                case,
                &Subject {
                    text: &text,
                    file: &file,
                    behaviour,
                    native,
                },
            ),
            Err(error) => Fate::Skipped(error.to_string()),
        }
    }

    /// Puts one program where the verifier reads it.
    fn alone(&self, text: &Text, folder: &Path) -> std::io::Result<PathBuf> {
        let files = self.language.lay_out(folder, std::slice::from_ref(text))?;
        let mut files = files.into_iter();
        files
            .next()
            .ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// Asks the verifier about a case and judges the answer.
    fn judged(&self, case: &Case, subject: &Subject<'_>) -> Fate {
        let Subject {
            text,
            file,
            behaviour,
            native: (number, compiled),
        } = *subject;
        if behaviour.runs.is_empty() || behaviour.runs.iter().any(|run| run.end == End::Unclear) {
            return Fate::Skipped("a run does not end, or asks for too many inputs".to_string());
        }
        let Case {
            program,
            constants,
            options,
        } = case;
        let truth = Truth::new(behaviour, text, constants);
        let answer = self
            .verifier
            .ask(self.language, file, &program.start, options);
        judge(&answer, &truth, &program.start, |inputs| {
            let run = compiled.again(number, inputs)?;
            let runs = (run.end != End::Unclear).then(|| vec![run])?;
            let behaviour = Behaviour { runs };
            Some(Truth::new(&behaviour, text, constants))
        })
    }

    /// The verifier's own words about a case.
    pub(crate) fn answer(&self, case: &Case, folder: &Path) -> Answer {
        match self.alone(&self.text(case), folder) {
            Ok(file) => {
                let Case {
                    program, options, ..
                } = case;
                self.verifier
                    .ask(self.language, &file, &program.start, options)
            }
            Err(error) => Answer::Refused(error.to_string()),
        }
    }
}

/// A program that is about to be judged.
struct Draft {
    seed: u64,
    random: Random,
    case: Case,
}

impl Draft {
    /// With claims that rule out values.
    fn new(seed: u64, program: Program, behaviour: &Behaviour) -> Draft {
        let mut random = Random::new(seed ^ 0x5eed);
        let constants = rule_out(behaviour, &sites(&program.nodes), &mut random);
        let case = Case {
            program,
            constants,
            options: varied(&mut random),
        };
        Draft { seed, random, case }
    }
}

/// A program where the verifier finds it, and what is known of it.
#[derive(Clone, Copy)]
struct Subject<'a> {
    text: &'a Text,
    file: &'a Path,
    behaviour: &'a Behaviour,
    /// Its number among those that were compiled together.
    native: (usize, &'a dyn Compiled),
}

/// Options that must not change the verdict, and often a way without compiling counterexamples,
/// which takes longer than everything else; the truth is found out by compiled runs anyway.
fn varied(random: &mut Random) -> Vec<String> {
    let mut options = options(random);
    if random.chance(90) {
        options.extend(["--replay", "interpreter"].map(str::to_string));
    }
    options
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
