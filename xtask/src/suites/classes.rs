//! Programs in Java: where the class is that they start in, and how Concrex calls its methods.

use super::options::Asked;
use super::task::Skip;
use std::path::{Path, PathBuf};

/// The class file that a task of JBMC starts in, below its folder. The entry becomes one of ours.
pub(crate) fn start(folder: &Path, main: &str, asked: &mut Asked) -> Result<String, Skip> {
    if !asked.files.is_empty() {
        return Err("more than one class".to_string());
    }
    if main.is_empty() {
        return Err("no class named".to_string());
    }
    let main = main.trim_end_matches(".class").replace('/', ".");
    let (class, entry) = match &asked.question.entry {
        None => (main.clone(), main),
        Some(function) => {
            let method = method(function);
            let (class, _) = method
                .split('(')
                .next()
                .and_then(|name| name.rsplit_once('.'))
                .ok_or("an entry without its class")?;
            (class.to_string(), method.clone())
        }
    };
    asked.question.entry = Some(entry);
    let inside = format!("{}.class", class.replace('.', "/"));
    // As for `java`, a class path replaces the folder.
    let places = match &asked.question.class_path[..] {
        [] => vec![PathBuf::new()],
        places => places.iter().map(PathBuf::from).collect(),
    };
    let mut files = places.iter().map(|place| place.join(&inside));
    files
        .find(|file| folder.join(file).is_file())
        .map(|file| file.display().to_string())
        .ok_or_else(|| "the program is not there".to_string())
}

/// Our name for a method: JBMC separates the name and the descriptor by a colon.
fn method(name: &str) -> String {
    let name = name.strip_prefix("java::").unwrap_or(name);
    match name.split_once(':') {
        Some((name, descriptor)) => format!("{name}{descriptor}"),
        None => name.to_string(),
    }
}

/// The name of the class that a source file is named after, and the folder in which its package
/// starts.
pub(crate) fn of_source(file: &Path, text: &str) -> Option<(String, PathBuf)> {
    let stem = file.file_stem()?.to_str()?;
    let package = text.lines().find_map(|line| {
        let name = line.trim().strip_prefix("package ")?;
        name.split(';').next().map(str::trim)
    });
    let (class, depth) = match package {
        Some(package) => (format!("{package}.{stem}"), package.split('.').count()),
        None => (stem.to_string(), 0),
    };
    let root = file.parent()?.ancestors().nth(depth)?;
    Some((class, root.to_path_buf()))
}

#[cfg(test)]
mod tests {
    use super::{method, of_source};
    use std::path::{Path, PathBuf};

    #[test]
    fn methods_have_our_names() {
        assert_eq!(method("Test.f"), "Test.f");
        assert_eq!(method("java::a.Test.f:(I)V"), "a.Test.f(I)V");
    }

    #[test]
    fn packages_are_folders() {
        let found = of_source(
            Path::new("x/a/b/Main.java"),
            "// one\npackage a.b;\nclass Main {}",
        );
        assert_eq!(found, Some(("a.b.Main".to_string(), PathBuf::from("x"))));
        let found = of_source(Path::new("x/Main.java"), "class Main {}");
        assert_eq!(found, Some(("Main".to_string(), PathBuf::from("x"))));
    }
}
