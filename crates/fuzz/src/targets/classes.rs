//! Class files of Java.

use super::{Reader, Target, project, use_program};
use crate::class_file;
use crate::random::Random;
use crate::worker::Unready;
use frontend_java::{LoadError, Options, load};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most changes of one class file.
const MOST_MUTATIONS: usize = 4;

/// A class file to a program that is run.
pub(super) const CLASSES: Target = Target {
    name: "classes",
    prepare: |folder| {
        let classes = folder.join("classes");
        let changed = folder.join("changed");
        if !classes.exists() {
            compile(&classes)?;
        }
        let text = |error: std::io::Error| format!("cannot read the classes: {error}");
        fs::create_dir_all(&changed).map_err(text)?;
        let mut files: Vec<PathBuf> = fs::read_dir(&classes)
            .map_err(text)?
            .flatten()
            .map(|entry| entry.path())
            .collect();
        files.sort();
        let mut seeds = Vec::new();
        for file in &files {
            let bytes = fs::read(file).map_err(text)?;
            // Those with a `main` have most.
            let is_main = bytes.windows(4).any(|name| name == b"main");
            seeds.extend(vec![bytes; if is_main { files.len() } else { 1 }]);
        }
        Ok(Box::new(Classes {
            seeds,
            class_path: classes,
            file: changed.join("Changed.class"),
        }))
    },
};

fn compile(into: &Path) -> Result<(), Unready> {
    let mut javac = Command::new("javac");
    javac.arg("-g").arg("-d").arg(into);
    javac.arg(project("crates/fuzz/seeds/java/Shapes.java"));
    javac.arg(project("crates/frontend-java/tests/Victim.java"));
    match javac.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!("javac refuses the seeds: {said}").into())
        }
        Err(error) => Err(Unready::Missing(format!("there is no JDK: javac: {error}"))),
    }
}

struct Classes {
    seeds: Vec<Vec<u8>>,
    /// The seeds as they are: classes that the changed one refers to.
    class_path: PathBuf,
    file: PathBuf,
}

impl Reader for Classes {
    fn make(&mut self, random: &mut Random) -> Vec<u8> {
        let mut class = random.choose(&self.seeds).cloned().unwrap_or_default();
        for _ in 0..=random.below(MOST_MUTATIONS) {
            class = class_file::mutate(random, class);
        }
        class
    }

    fn read(&mut self, input: &[u8]) {
        let _ = fs::write(&self.file, input);
        let options = Options {
            class_path: vec![self.class_path.clone()],
            entry: None,
            ..Options::default()
        };
        match load(std::slice::from_ref(&self.file), &options) {
            Ok(program) => use_program(&program),
            Err(LoadError::NoJdk) => {}
            Err(error) => assert!(!error.to_string().is_empty(), "an error says nothing"),
        }
    }
}
