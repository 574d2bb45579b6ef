//! Where classes come from: the library model, the user's folders and archives, and the JDK.

use crate::error::LoadError;
use crate::jdk;
use ristretto_jimage::Image;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use typed_arena::Arena;
use zip::ZipArchive;

/// The model of the library, compiled.
static MODEL: &[u8] = include_bytes!("../model/model.jar");

/// The model of the library, for the compiler.
pub(crate) fn model_bytes() -> &'static [u8] {
    MODEL
}

/// The modules of the JDK whose classes are looked at.
const MODULES: [&str; 6] = [
    "java.base",
    "java.logging",
    "java.xml",
    "java.desktop",
    "java.management",
    "java.sql",
];

/// Who wrote a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Author {
    /// The user.
    User,
    /// The JDK.
    Jdk,
    /// Concrex's model of the library.
    Model,
}

/// All places of classes, in the order in which they are asked.
pub(crate) struct ClassPath {
    model: RefCell<ZipArchive<Cursor<&'static [u8]>>>,
    entries: Vec<Place>,
    image: Option<Image>,
    bytes: Arena<Vec<u8>>,
}

enum Place {
    Folder(PathBuf),
    Archive(PathBuf, RefCell<ZipArchive<File>>),
    /// One class file, and the name of its class.
    File(PathBuf, String),
}

/// The bytes of a class.
pub(crate) struct Found<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) author: Author,
    /// Where it was found, for messages.
    pub(crate) place: String,
}

impl ClassPath {
    /// The model and the JDK, without anything of the user's.
    pub(crate) fn new() -> Result<ClassPath, LoadError> {
        let model = ZipArchive::new(Cursor::new(MODEL)).map_err(|error| LoadError::Malformed {
            name: "the library model".to_string(),
            why: error.to_string(),
        })?;
        Ok(ClassPath {
            model: RefCell::new(model),
            entries: Vec::new(),
            image: jdk_image(),
            bytes: Arena::new(),
        })
    }

    /// Whether the classes of the JDK are there.
    pub(crate) fn has_jdk(&self) -> bool {
        self.image.is_some()
    }

    pub(crate) fn add_folder(&mut self, folder: &Path) {
        self.entries.push(Place::Folder(folder.to_path_buf()));
    }

    pub(crate) fn add_file(&mut self, file: &Path, class: &str) {
        let place = Place::File(file.to_path_buf(), class.to_string());
        self.entries.push(place);
    }

    /// Adds an archive and gives the names of its classes.
    pub(crate) fn add_archive(&mut self, path: &Path) -> Result<Vec<String>, LoadError> {
        let file = File::open(path).map_err(|e| LoadError::Unreadable(path.to_path_buf(), e))?;
        let archive = ZipArchive::new(file).map_err(|error| LoadError::Malformed {
            name: path.display().to_string(),
            why: error.to_string(),
        })?;
        let classes = archive.file_names().filter_map(|name| {
            let name = name.ok()?;
            let class = name.strip_suffix(".class")?;
            (!class.ends_with("-info") && !class.starts_with("META-INF/"))
                .then(|| class.to_string())
        });
        let classes = classes.collect();
        let place = Place::Archive(path.to_path_buf(), RefCell::new(archive));
        self.entries.push(place);
        Ok(classes)
    }

    /// The class file of a class, by its name with slashes.
    pub(crate) fn find(&self, class: &str) -> Option<Found<'_>> {
        let file = format!("{class}.class");
        if let Some(bytes) = read_entry(&mut self.model.borrow_mut(), &file) {
            return Some(self.found(bytes, Author::Model, class));
        }
        if let Some((path, bytes)) = self.find_users(class) {
            return Some(self.found(bytes, Author::User, &path.display().to_string()));
        }
        let image = self.image.as_ref()?;
        MODULES.iter().find_map(|module| {
            let resource = image.get_resource(&format!("/{module}/{file}")).ok()?;
            Some(self.found(resource.data().to_vec(), Author::Jdk, class))
        })
    }

    /// The class file of a class of the user's, and where it is.
    fn find_users(&self, class: &str) -> Option<(PathBuf, Vec<u8>)> {
        let file = format!("{class}.class");
        self.entries.iter().find_map(|place| match place {
            Place::Folder(folder) => {
                let path = folder.join(&file);
                let bytes = fs::read(&path).ok()?;
                Some((path, bytes))
            }
            Place::Archive(path, archive) => {
                let bytes = read_entry(&mut archive.borrow_mut(), &file)?;
                Some((path.clone(), bytes))
            }
            Place::File(path, name) if name == class => Some((path.clone(), fs::read(path).ok()?)),
            Place::File(..) => None,
        })
    }

    /// A class of the user's that has the name of one of those that stand for the machine.
    pub(crate) fn taken(&self) -> Option<String> {
        let model = self.model.borrow();
        let names = model.file_names().filter_map(Result::ok);
        let classes = names.filter_map(|name| Some(name.strip_suffix(".class")?.to_string()));
        classes
            .filter(|class| class.starts_with("concrex/"))
            .find(|class| self.find_users(class).is_some())
            .map(|class| class.replace('/', "."))
    }

    fn found(&self, bytes: Vec<u8>, author: Author, place: &str) -> Found<'_> {
        Found {
            bytes: self.bytes.alloc(bytes),
            author,
            place: place.to_string(),
        }
    }
}

fn read_entry<R: Read + Seek>(archive: &mut ZipArchive<R>, name: &str) -> Option<Vec<u8>> {
    let mut entry = archive.by_name(name).ok()?;
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The run-time image of the JDK: of `JAVA_HOME`, or of the `java` that the user would run.
fn jdk_image() -> Option<Image> {
    jdk::homes()
        .iter()
        .find_map(|home| Image::from_file(&home.join("lib/modules")).ok())
}
