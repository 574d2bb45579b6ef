//! `test.desc`, the format that CBMC, JBMC, ESBMC and 2LS share: tags, the program, the options,
//! then what the output must match; after a line `--` what it must not match, after another, comments.

use super::classes;
use super::options::{self, Asked, Bound, Inputs};
use super::task::{Expected, Found, Language, Skip, Suite, Task};
use crate::{Result, project};
use std::path::Path;

/// What is said in a `test.desc`.
#[derive(PartialEq, Eq, Debug)]
struct Description<'a> {
    tags: &'a str,
    file: &'a str,
    options: &'a str,
    outputs: Vec<&'a str>,
}

/// All tasks below the folders of a suite.
pub(crate) fn find(suite: Suite, root: &Path, found: &mut Found) -> Result<()> {
    for folder in suite.folders() {
        for path in project::files(&[root.join(folder)], &["desc"])? {
            let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let text = String::from_utf8_lossy(&bytes);
            match task(suite, root, &path, &text) {
                Ok(task) => found.tasks.push(task),
                Err(why) => found.skipped.push((suite, why)),
            }
        }
    }
    Ok(())
}

fn task(suite: Suite, root: &Path, path: &Path, text: &str) -> std::result::Result<Task, Skip> {
    let description = Description::parse(text).ok_or("not a task description")?;
    let word = description.tags.split_whitespace().next();
    if !matches!(word, Some("CORE" | "THOROUGH")) {
        return Err(format!("tag {}", word.unwrap_or_default()));
    }
    let mut asked = options::read(suite, description.options)?;
    let safe = description.verdict()?;
    let folder = path.parent().unwrap_or(root);
    let files = match suite.language() {
        Language::C => sources(folder, description.file, &mut asked)?,
        Language::Java => vec![classes::start(folder, description.file, &mut asked)?],
    };
    let expected = match (safe, asked.bound) {
        (true, Bound::Unchecked) => Expected::SafeWithinBound,
        (true, _) if asked.inputs == Inputs::Some => Expected::SafeWithinBound,
        (true, _) => Expected::Safe,
        (false, Bound::Checked) if description.fails_by_bound() => {
            return Err("fails by the bound on loops".to_string());
        }
        (false, Bound::Checked) if !description.names_a_failure() => Expected::UnsafeOrBound,
        (false, _) => Expected::Unsafe,
    };
    let name = path.strip_prefix(root).unwrap_or(path);
    // Most are called `test.desc`, and their folder is the name.
    let name = match name.file_name() {
        Some(file) if file == "test.desc" => name.parent().unwrap_or(name),
        _ => name,
    };
    Ok(Task {
        suite,
        name: name.display().to_string(),
        folder: folder.to_path_buf(),
        files,
        question: asked.question,
        expected,
    })
}

impl<'a> Description<'a> {
    fn parse(text: &'a str) -> Option<Description<'a>> {
        let mut lines = text.lines().map(str::trim);
        Some(Description {
            tags: lines.next()?,
            file: lines.next()?,
            options: lines.next()?,
            outputs: lines.take_while(|line| *line != "--").collect(),
        })
    }

    /// Whether the tool is expected to call the program safe.
    fn verdict(&self) -> std::result::Result<bool, Skip> {
        let mentions = |what: &str| self.outputs.iter().any(|line| line.contains(what));
        let safe = mentions("VERIFICATION SUCCESSFUL");
        let not_safe = mentions("VERIFICATION FAILED");
        match (safe, not_safe) {
            (true, false) => Ok(true),
            (false, true) => Ok(false),
            (false, false) if mentions("EXIT=0$") => Ok(true),
            (false, false) if mentions("EXIT=10$") => Ok(false),
            _ => Err("expects no verdict".to_string()),
        }
    }

    fn fails_by_bound(&self) -> bool {
        self.outputs
            .iter()
            .any(|line| line.contains("unwinding assertion"))
    }

    /// Whether another failure than that of the bound is named.
    fn names_a_failure(&self) -> bool {
        self.outputs
            .iter()
            .any(|line| line.contains("FAILURE") || line.contains("assertion"))
    }
}

/// The files of a program in C.
fn sources(
    folder: &Path,
    first: &str,
    asked: &mut Asked,
) -> std::result::Result<Vec<String>, Skip> {
    let mut files = vec![first.to_string()];
    files.append(&mut asked.files);
    if let Some(other) = files.iter().find(|file| !is_c(file)) {
        let extension = Path::new(other).extension().unwrap_or_default();
        return Err(format!("a file .{}", extension.display()));
    }
    match files.iter().all(|file| folder.join(file).is_file()) {
        true => Ok(files),
        false => Err("the program is not there".to_string()),
    }
}

fn is_c(file: &str) -> bool {
    let extension = Path::new(file).extension();
    extension.is_some_and(|extension| extension == "c" || extension == "i")
}

#[cfg(test)]
mod tests {
    use super::Description;

    const TEXT: &str = "CORE thorough-paths\nqueue.c\n--unwind 4 --trace\n\
                        ^EXIT=10$\n^VERIFICATION FAILED$\n--\n^warning\n--\nA comment.\n";

    #[test]
    fn reads_the_four_parts() {
        let description = Description::parse(TEXT).expect("four parts");
        assert_eq!(description.tags, "CORE thorough-paths");
        assert_eq!(description.file, "queue.c");
        assert_eq!(description.options, "--unwind 4 --trace");
        assert_eq!(description.outputs, ["^EXIT=10$", "^VERIFICATION FAILED$"]);
        assert_eq!(description.verdict(), Ok(false));
        assert!(!description.names_a_failure());
    }

    #[test]
    fn a_verdict_must_be_single() {
        let verdict = |outputs: &str| {
            let text = format!("CORE\na.c\n\n{outputs}");
            Description::parse(&text).map(|description| description.verdict().ok())
        };
        assert_eq!(verdict("^VERIFICATION SUCCESSFUL$"), Some(Some(true)));
        assert_eq!(verdict("^EXIT=10$\n^SIGNAL=0$"), Some(Some(false)));
        assert_eq!(verdict("^Unreachable$\n^EXIT=6$"), Some(None));
        let both =
            "^VERIFICATION (SUCCESSFUL|FAILED)$\n^VERIFICATION FAILED$\nVERIFICATION SUCCESSFUL";
        assert_eq!(verdict(both), Some(None));
        assert_eq!(Description::parse("CORE\na.c"), None);
    }
}
