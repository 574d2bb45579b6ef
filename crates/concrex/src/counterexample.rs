//! Counterexamples between the command line, `replay` and the report.

use crate::cli::{ReplayBy, SourceArguments};
use crate::containment;
use crate::load::Language;
use contain::Patience;
use interp::Limits;
use ir::{Caller, Program, Scalar, SourceKind};
use replay::{Execution, Replayed};
use std::path::Path;
use std::time::{Duration, Instant};
use verdict::evidence::{Location, Omitted, Replay, ReplayStatus, Saved, Step, Story, Value};
use verdict::{Build, Counterexample, Entry, JavaBuild};

/// The longest that compiling or running a counterexample may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The longest that following a counterexample line by line may take.
const PATH_TIME: Duration = Duration::from_secs(1);

/// Where counterexamples are kept.
const FOLDER: &str = "concrex-out";

/// How the program is read, for whoever reads it again.
pub(crate) fn build(sources: &SourceArguments, program: &Program) -> Build {
    Build {
        java: java_build(sources, program),
        files: sources.files.clone(),
        include_dirs: sources.include_dirs.clone(),
        defines: sources.defines.clone(),
        undefines: sources.undefines.clone(),
        cc: sources.cc.clone(),
        data_model: sources.data_model.into(),
    }
}

fn java_build(sources: &SourceArguments, program: &Program) -> Option<JavaBuild> {
    if sources.language() != Language::Java {
        return None;
    }
    let parts = frontend_java::parts(&sources.files);
    let further = sources.classpath.iter().flat_map(std::env::split_paths);
    let name = &program[program.start?.procedure].name;
    let (class, _) = name.rsplit_once('.')?;
    Some(JavaBuild {
        sources: parts.sources,
        class_path: parts.class_path.into_iter().chain(further).collect(),
        class: class.to_string(),
    })
}

/// What is called, by a caller who gives nothing.
pub(crate) fn entry_without_arguments(program: &Program) -> Entry {
    match program.start {
        Some(start) if start.caller == Caller::Anyone => {
            let procedure = &program[start.procedure];
            let file = program.files.get(procedure.span.file);
            Entry::Function {
                name: procedure.name.to_string(),
                file: file.map_or_else(Default::default, |file| (*file.name).into()),
                arguments: Vec::new(),
                result: None,
            }
        }
        _ => Entry::Main,
    }
}

/// How a replay ended, for the report. What only the interpreter can execute, it has executed.
pub(crate) fn replayed(replayed: &Replayed) -> Replay {
    Replay {
        status: match replayed {
            Replayed::Confirmed { .. } => ReplayStatus::Confirmed,
            Replayed::Impossible { .. } => ReplayStatus::Interpreted,
            Replayed::NotSeen { .. } | Replayed::Refused { .. } => ReplayStatus::NotSeen,
        },
        how: replayed.how().to_string(),
        why: match replayed {
            Replayed::Impossible { why } => Some(why.clone()),
            _ => None,
        },
    }
}

/// What the environment answered, for tools.
pub(crate) fn inputs(counterexample: &Counterexample) -> Vec<verdict::evidence::Input> {
    let inputs = counterexample.inputs.iter();
    inputs
        .filter(|input| input.kind != SourceKind::Parameter)
        .map(|input| verdict::evidence::Input {
            source: match &input.dynamic_name {
                Some(name) => format!("{} {}", input.name, String::from_utf8_lossy(name)),
                None => input.name.clone(),
            },
            line: input.line,
            ty: input.ty.clone(),
            value: json_value(input),
            times: input.times,
        })
        .collect()
}

/// Numbers where JSON has them, and otherwise the text that people see.
fn json_value(input: &verdict::Input) -> serde_json::Value {
    let text = input.readable();
    match input.scalar {
        Scalar::Int(_) => {
            let number = text.split(' ').next().unwrap_or_default();
            let signed = number.parse::<i64>().map(serde_json::Value::from);
            let number = signed.or_else(|_| number.parse::<u64>().map(serde_json::Value::from));
            number.unwrap_or_else(|_| text.clone().into())
        }
        Scalar::Float(_) | Scalar::Pointer => text.into(),
    }
}

/// How a counterexample comes about: it is executed once more, line by line, if that is not too
/// long a story.
pub(crate) fn story(program: &Program, counterexample: &Counterexample, limits: &Limits) -> Story {
    let mut story = Story {
        words: replay::in_words(counterexample),
        assumed: counterexample.assumed.clone(),
        ..Story::default()
    };
    let Ok(execution) = Execution::new(program, counterexample) else {
        return story;
    };
    let trace = execution.trace(&Limits {
        deadline: Some(Instant::now() + PATH_TIME),
        ..limits.clone()
    });
    if execution.claimed(&trace.outcome).is_some() {
        story.omitted = trace.omitted.map(|omitted| Omitted {
            before: omitted.before,
            steps: omitted.steps,
        });
        let steps = trace.steps.into_iter();
        story.path = steps.map(|step| line(execution.program(), step)).collect();
    }
    story
}

fn line(program: &Program, step: interp::TraceStep) -> Step {
    let function = &program[step.procedure].name;
    let changes = step.changes.into_iter();
    Step {
        location: Location::new(&program.files, step.span, Some(function)),
        depth: step.depth,
        changes: changes
            .map(|change| Value {
                name: change.name,
                value: change.value,
            })
            .collect(),
    }
}

/// Executes a counterexample that fails in the interpreter by what else there is.
pub(crate) fn execute(
    by: ReplayBy,
    counterexample: &Counterexample,
    program: &Program,
    patience: &Patience,
) -> Replayed {
    match by {
        ReplayBy::Native => {
            containment::warn();
            replay::replay(counterexample, program, patience)
        }
        ReplayBy::Interpreter => Replayed::Impossible {
            why: "nothing but the interpreter was to execute it".to_string(),
        },
    }
}

/// Keeps a counterexample under the name of its claim; where that is not possible, the report
/// says nothing of files.
pub(crate) fn save(
    program: &Program,
    counterexample: &Counterexample,
    claim: &str,
    replayed: &Replayed,
    patience: &Patience,
) -> Option<Saved> {
    let folder = Path::new(FOLDER);
    let saved = replay::save(folder, claim, counterexample, program, replayed, patience).ok()?;
    let text = |path: &Path| path.display().to_string();
    Some(Saved {
        document: text(&saved.document),
        test: saved.test.as_deref().map(text),
    })
}
