//! Task definitions of the competition on software verification: a `.yml` file beside the program,
//! or the verdict in the program's own name.

use super::classes;
use super::task::{Expected, Found, Language, Model, Question, Skip, Suite, Task};
use crate::{Result, project};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a `.yml` file says.
#[derive(PartialEq, Eq, Debug, Default)]
struct Definition {
    files: Vec<String>,
    /// Property files with their expected verdicts.
    properties: Vec<(String, Option<bool>)>,
    data_model: Option<String>,
    language: Option<String>,
}

/// All tasks below the folders of a suite: one for each property of each definition.
pub(crate) fn find(suite: Suite, root: &Path, found: &mut Found) -> Result<()> {
    let folders: Vec<PathBuf> = suite.folders().iter().map(|f| root.join(f)).collect();
    let mut defined = BTreeSet::new();
    for path in project::files(&folders, &["yml"])? {
        let folder = path.parent().unwrap_or(root);
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let definition = Definition::parse(&text);
        defined.extend(definition.files.iter().map(|file| folder.join(file)));
        for (property, verdict) in &definition.properties {
            match definition.question(suite.language(), property, *verdict) {
                Ok((mut question, expected)) => {
                    question.preprocessor.extend(vocabulary(suite));
                    found.tasks.push(Task {
                        suite,
                        name: relative(root, &path),
                        folder: folder.to_path_buf(),
                        files: definition.files.clone(),
                        question,
                        expected,
                    });
                }
                Err(why) => found.skipped.push((suite, why)),
            }
        }
    }
    for path in project::files(&folders, extensions(suite.language()))? {
        if path.ancestors().any(|part| defined.contains(part)) {
            continue;
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some((property, safe)) = verdict_in_name(&stem) else {
            found.skipped.push((suite, "no verdict given".to_string()));
            continue;
        };
        let mut task = Task {
            suite,
            name: relative(root, &path),
            folder: path.parent().unwrap_or(root).to_path_buf(),
            files: vec![
                path.file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
            ],
            question: question(vec![property], Model::Ilp32),
            expected: expected(safe),
        };
        if suite.language() == Language::Java {
            start_in(&mut task, &path)?;
        }
        found.tasks.push(task);
    }
    Ok(())
}

/// The folder with the header that the programs of a suite include and the suite does not have.
fn vocabulary(suite: Suite) -> Option<String> {
    let folder = || project::root().join("xtask/include");
    (suite == Suite::SvBenchmarksSimple).then(|| format!("-I{}", folder().display()))
}

fn extensions(language: Language) -> &'static [&'static str] {
    match language {
        Language::C => &["c", "i"],
        Language::Java => &["java"],
    }
}

/// Makes a task start in the class of a source file, with the sources of its packages around it.
fn start_in(task: &mut Task, path: &Path) -> Result<()> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    if let Some((class, root)) = classes::of_source(path, &text) {
        task.files = vec![relative(&root, path)];
        task.folder = root;
        task.question.entry = Some(class);
        task.question.class_path = vec![".".to_string()];
    }
    Ok(())
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root)
        .unwrap_or(path)
        .display()
        .to_string()
}

fn question(properties: Vec<&'static str>, model: Model) -> Question {
    Question {
        properties,
        model,
        ..Question::default()
    }
}

fn expected(safe: bool) -> Expected {
    match safe {
        true => Expected::Safe,
        false => Expected::Unsafe,
    }
}

impl Definition {
    /// Reads the few keys that matter, of YAML as people write it in these files.
    fn parse(text: &str) -> Definition {
        let mut definition = Definition::default();
        let mut list = "";
        for line in text.lines() {
            let content = line.split(" #").next().unwrap_or_default().trim();
            let (item, content) = match content.strip_prefix("- ") {
                Some(rest) => (true, rest.trim()),
                None => (false, content),
            };
            if item && list == "input_files" {
                definition.files.push(unquote(content).to_string());
                continue;
            }
            let Some((key, value)) = content.split_once(':') else {
                continue;
            };
            let value = unquote(value.trim());
            match key {
                "input_files" | "properties" | "options" => {
                    list = key;
                    let inside = value.trim_start_matches('[').trim_end_matches(']');
                    if key == "input_files" && !inside.is_empty() {
                        let files = inside.split(',').map(|file| unquote(file.trim()));
                        definition.files.extend(files.map(str::to_string));
                    }
                }
                "property_file" => definition.properties.push((value.to_string(), None)),
                "expected_verdict" => {
                    if let Some((_, verdict)) = definition.properties.last_mut() {
                        *verdict = value.parse().ok();
                    }
                }
                "data_model" => definition.data_model = Some(value.to_string()),
                "language" => definition.language = Some(value.to_string()),
                _ => {}
            }
        }
        definition
    }

    fn question(
        &self,
        language: Language,
        property: &str,
        verdict: Option<bool>,
    ) -> std::result::Result<(Question, Expected), Skip> {
        if let Some(other) = self.language.as_deref() {
            let ours = match language {
                Language::C => "C",
                Language::Java => "Java",
            };
            if other != ours {
                return Err(format!("not {ours}"));
            }
        }
        let safe = verdict.ok_or("no verdict given")?;
        let name = Path::new(property).file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let property = property_named(name.split('.').next().unwrap_or_default())
            .ok_or_else(|| format!("property {name}"))?;
        let model = match self.data_model.as_deref() {
            Some("LP64") => Model::Lp64,
            // The default of the tool that this suite is of.
            Some("ILP32" | "LP32") | None => Model::Ilp32,
            Some(other) => return Err(format!("data model {other}")),
        };
        Ok((question(vec![property], model), expected(safe)))
    }
}

/// Our name for a property file's.
fn property_named(name: &str) -> Option<&'static str> {
    Some(match name {
        "unreach-call" => "unreach-call",
        "unreach-label" => "label",
        "assert" | "Assertion" | "assert_java" => "assert",
        "runtime-exception" => "runtime-exception",
        "no-overflow" => "no-overflow",
        "valid-memsafety" => "memsafety",
        "valid-memcleanup" => "memcleanup",
        _ => return None,
    })
}

/// The verdict that an old file name carries, as in `name_false-unreach-label` or
/// `name_false_assert`.
fn verdict_in_name(stem: &str) -> Option<(&'static str, bool)> {
    for (end, safe) in [("_true_assert", true), ("_false_assert", false)] {
        if stem.ends_with(end) {
            return Some(("assert", safe));
        }
    }
    stem.split(['_', '.']).find_map(|part| {
        let (verdict, property) = part.split_once('-')?;
        Some((property_named(property)?, verdict.parse().ok()?))
    })
}

fn unquote(text: &str) -> &str {
    text.trim_matches(['\'', '"'])
}

#[cfg(test)]
mod tests {
    use super::{Definition, verdict_in_name};
    use crate::suites::task::{Expected, Language, Model};

    #[test]
    fn reads_a_definition() {
        let definition = Definition::parse(
            "format_version: '2.0'\n# a comment\ninput_files:\n  - 'queue.c'\n  - \"list.c\"\n\n\
             properties:\n  - property_file: ../properties/unreach-call.prp\n    \
             expected_verdict: false\n  - property_file: ../properties/termination.prp\n    \
             expected_verdict: true  # it ends\noptions:\n  language: C\n  data_model: LP64\n",
        );
        assert_eq!(definition.files, ["queue.c", "list.c"]);
        let (property, verdict) = &definition.properties[0];
        let (question, expected) = definition
            .question(Language::C, property, *verdict)
            .expect("ours");
        assert_eq!(question.properties, ["unreach-call"]);
        assert_eq!(question.model, Model::Lp64);
        assert_eq!(expected, Expected::Unsafe);
        let (property, verdict) = &definition.properties[1];
        assert_eq!(
            definition.question(Language::C, property, *verdict),
            Err("property termination.prp".to_string())
        );
    }

    #[test]
    fn one_file_and_no_verdict() {
        let definition = Definition::parse(
            "input_files: 'a.i'\nproperties:\n  - property_file: x/no-overflow.prp\n",
        );
        assert_eq!(definition.files, ["a.i"]);
        let (property, verdict) = &definition.properties[0];
        assert_eq!(
            definition.question(Language::C, property, *verdict),
            Err("no verdict given".to_string())
        );
    }

    #[test]
    fn names_carry_verdicts() {
        let safe = Some(("label", true));
        assert_eq!(verdict_in_name("swap_true-unreach-label"), safe);
        let name = "goto_false-unreach-call_true-termination";
        assert_eq!(verdict_in_name(name), Some(("unreach-call", false)));
        assert_eq!(verdict_in_name("loop_true"), None);
        let name = "Switch_false_assert";
        assert_eq!(verdict_in_name(name), Some(("assert", false)));
    }
}
