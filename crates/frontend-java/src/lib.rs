//! Java class files to `ir`.
//!
//! Sources are compiled with the user's own `javac`. From the method that a program starts with,
//! everything that can run is found (`reach`) and translated (`lower`): the user's classes,
//! the classes of the JDK's library as they are, and Concrex's own model of what is native or too
//! entangled with the JVM in it.

mod assemble;
mod classpath;
mod code;
mod comments;
mod compile;
mod descriptor;
mod dynamic;
mod error;
pub mod jdk;
mod locale;
mod lower;
mod reach;
mod signature;
mod start;
mod vocabulary;
mod world;

pub use error::LoadError;
pub use locale::uses_default_locale;
pub use lower::recursion::deepest as deepest_recursion;
pub use vocabulary::VOCABULARIES;

use classpath::{Author, ClassPath};
use code::NEWEST;
use descriptor::JavaType;
use ir::Program;
use lower::Start;
use reach::Reach;
use signature::{Generic, MethodSignature};
use start::find_start;
use std::fs;
use std::path::{Path, PathBuf};
use world::{ClassId, MethodId, World};

/// How a program is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Folders and archives with further classes.
    pub class_path: Vec<PathBuf>,
    /// The method to start from: `Class`, `Class.method` or `Class.method(descriptor)`; the only
    /// `main` there is, if none is named.
    pub entry: Option<String>,
    /// How long reading may take, and the compiler.
    pub patience: contain::Patience,
}

/// Whether a file or folder is for this front end.
pub fn is_java(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("java" | "class" | "jar") => true,
        _ if path.is_dir() => has_java(path),
        _ => false,
    }
}

fn has_java(folder: &Path) -> bool {
    let mut files = Vec::new();
    files_below(folder, &mut files).is_ok()
        && files.iter().any(|file| {
            file.extension()
                .is_some_and(|extension| extension == "java" || extension == "class")
        })
}

/// What a Java program is made of, for whoever compiles and runs it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Its sources.
    pub sources: Vec<PathBuf>,
    /// The folders and archives that its other classes are in.
    pub class_path: Vec<PathBuf>,
}

/// Finds the parts of a program. What cannot be read is left out.
pub fn parts(inputs: &[PathBuf]) -> Parts {
    let mut parts = Parts::default();
    let mut files = Vec::new();
    for input in inputs {
        match input.is_dir() {
            true => {
                parts.class_path.push(input.clone());
                let _ = files_below(input, &mut files);
            }
            false => files.push(input.clone()),
        }
    }
    for file in files {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("java") => parts.sources.push(file),
            Some("jar") => parts.class_path.push(file),
            Some("class") => parts.class_path.extend(root_of(&file)),
            _ => {}
        }
    }
    parts.class_path.dedup();
    parts
}

/// The folder in which the package of a class file starts.
fn root_of(file: &Path) -> Option<PathBuf> {
    let bytes = fs::read(file).ok()?;
    let found = classpath::Found {
        bytes: &bytes,
        author: Author::User,
        place: file.display().to_string(),
    };
    let name = code::parse(&found).ok()?.this_class.to_string();
    let root = file.ancestors().nth(name.matches('/').count() + 1)?;
    Some(match root.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => root.to_path_buf(),
    })
}

/// Reads a program: sources, class files, archives and folders of them.
pub fn load(inputs: &[PathBuf], options: &Options) -> Result<Program, LoadError> {
    let compiled =
        tempfile::tempdir().map_err(|error| LoadError::Unreadable(std::env::temp_dir(), error))?;
    let mut path = ClassPath::new()?;
    let input = Input::gather(inputs, options, &mut path, compiled.path())?;
    if !path.has_jdk() {
        return Err(LoadError::NoJdk);
    }
    if let Some(name) = path.taken() {
        return Err(LoadError::Taken(name));
    }
    let mut world = World::new(&path);
    let classes = input
        .classes
        .iter()
        .map(|name| world.load(name))
        .collect::<Result<Vec<ClassId>, LoadError>>()?;
    let start = find_start(&world, &classes, options.entry.as_deref())?;
    let reached = reach(&mut world, &start, &options.patience)?;
    let program = lower::lower(&world, &reached, &input.sources, &start, &options.patience)?;
    LoadError::if_late(&options.patience)?;
    // Bytecode is translated without being verified first: whoever executes the result relies on
    // this.
    match ir::validate::validate(&program) {
        Ok(()) => Ok(program),
        Err(problems) => Err(LoadError::IllFormed(
            problems.iter().take(5).map(ToString::to_string).collect(),
        )),
    }
}

/// What the user gave.
struct Input {
    sources: Vec<PathBuf>,
    classes: Vec<String>,
}

impl Input {
    fn gather(
        inputs: &[PathBuf],
        options: &Options,
        path: &mut ClassPath,
        compiled: &Path,
    ) -> Result<Input, LoadError> {
        let mut found = Input {
            sources: Vec::new(),
            classes: Vec::new(),
        };
        let mut files = Vec::new();
        for input in inputs {
            let unreadable = |error| LoadError::Unreadable(input.clone(), error);
            match input.is_dir() {
                true => {
                    path.add_folder(input);
                    files_below(input, &mut files).map_err(unreadable)?;
                }
                false => files.push(input.clone()),
            }
        }
        for file in files {
            match file.extension().and_then(|extension| extension.to_str()) {
                Some("java") => found.sources.push(file),
                Some("class") => found.class_file(&file, path)?,
                Some("jar") => found.classes.extend(path.add_archive(&file)?),
                _ => {}
            }
        }
        for place in &options.class_path {
            match place.is_dir() {
                true => path.add_folder(place),
                false => {
                    path.add_archive(place)?;
                }
            }
        }
        if !found.sources.is_empty() {
            let model = compiled.join("model.jar");
            fs::write(&model, classpath::model_bytes())
                .map_err(|error| LoadError::Unreadable(model.clone(), error))?;
            let into = compiled.join("classes");
            fs::create_dir(&into).map_err(|error| LoadError::Unreadable(into.clone(), error))?;
            compile::compile(
                &found.sources,
                &options.class_path,
                &into,
                &model,
                &options.patience,
            )?;
            path.add_folder(&into);
            let mut files = Vec::new();
            files_below(&into, &mut files)
                .map_err(|error| LoadError::Unreadable(into.clone(), error))?;
            for file in &files {
                if let Ok(inside) = file.strip_prefix(&into) {
                    let name = inside.with_extension("");
                    found.classes.push(name.display().to_string());
                }
            }
        }
        found.classes.sort();
        found.classes.dedup();
        match found.classes.is_empty() {
            true => Err(LoadError::NoClasses),
            false => Ok(found),
        }
    }

    /// A single class file: its name is in it.
    fn class_file(&mut self, file: &Path, path: &mut ClassPath) -> Result<(), LoadError> {
        let bytes = fs::read(file).map_err(|e| LoadError::Unreadable(file.to_path_buf(), e))?;
        let found = classpath::Found {
            bytes: &bytes,
            author: Author::User,
            place: file.display().to_string(),
        };
        let name = code::parse(&found)?.this_class.to_string();
        path.add_file(file, &name);
        // Classes beside it are found by their names.
        if let Some(root) = root_of(file) {
            path.add_folder(&root);
        }
        self.classes.push(name);
        Ok(())
    }
}

/// All files in a folder and the folders in it, sorted.
fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    for entry in entries {
        match entry.is_dir() {
            true => files_below(&entry, files)?,
            false => files.push(entry),
        }
    }
    Ok(())
}

/// The types of the parameters of a method, of `this` first.
pub(crate) fn parameter_types(world: &World<'_>, id: MethodId) -> Vec<JavaType> {
    let method = world.method(id);
    let this = JavaType::Reference(world.class(id.class).name.clone());
    let this = (!method.is_static()).then_some(this);
    this.into_iter()
        .chain(method.ty.parameters.iter().cloned())
        .collect()
}

fn reach(
    world: &mut World<'_>,
    start: &Start,
    patience: &contain::Patience,
) -> Result<reach::Reached, LoadError> {
    let method = match start {
        Start::Main(method) | Start::Any(method) => *method,
    };
    let parameters = parameter_types(world, method);
    let signature = world.method(method).signature.as_deref();
    let signature = signature
        .and_then(MethodSignature::parse)
        .unwrap_or_default();
    let named: Vec<JavaType> = signature
        .parameters
        .iter()
        .flat_map(Generic::named)
        .collect();
    let mut reach = Reach::new(world);
    reach.initialise(method.class);
    reach.method(method);
    if let Start::Main(_) = start {
        reach.machine_method("arguments");
        reach.instantiate_named("[Ljava/lang/String;");
    } else {
        parameters.iter().for_each(|ty| reach.give(ty));
        named.iter().for_each(|ty| reach.give(ty));
    }
    reach.finish(patience)
}
