//! The model that is kept in the repository is the one that its sources make.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use frontend_java::jdk;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;
use zip::ZipArchive;

/// The classes of an archive, by their names.
type Classes = BTreeMap<String, Vec<u8>>;

#[test]
fn the_model_is_what_its_sources_make() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("model");
    let kept = classes(&model.join("model.jar"));
    let javac = jdk::tool("javac");
    if let Some(why) = not_buildable(&javac, java_version(&kept)) {
        eprintln!("note: the library model is not compared with its sources: {why}");
        return;
    }
    // The script writes beside itself, so a copy of the folder is built.
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(&model, folder.path());
    fs::remove_file(folder.path().join("model.jar")).expect("it was copied");
    let output = Command::new("sh")
        .arg(folder.path().join("build.sh"))
        .envs(javac.ancestors().nth(2).map(|home| ("JAVA_HOME", home)))
        .output()
        .expect("there is a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "build.sh fails:\n{errors}");
    let built = classes(&folder.path().join("model.jar"));

    let names = kept.keys().chain(built.keys());
    let mut different: Vec<&String> = names
        .filter(|name| kept.get(*name) != built.get(*name))
        .collect();
    different.sort();
    different.dedup();
    assert!(
        different.is_empty(),
        "model.jar is not what crates/frontend-java/model/build.sh makes of its sources; run it. \
         These differ: {different:?}"
    );
}

/// Why classes of this version of Java cannot be made with that compiler.
fn not_buildable(javac: &Path, java: u16) -> Option<String> {
    let Ok(output) = Command::new(javac).arg("-version").output() else {
        return Some("there is no javac".to_string());
    };
    let said = String::from_utf8_lossy(&output.stdout);
    let said = said.trim();
    let found = said.strip_prefix("javac ").and_then(|version| {
        let number = version.split(|c: char| !c.is_ascii_digit()).next()?;
        number.parse().ok()
    });
    if found != Some(java) {
        return Some(format!("it is made by javac {java}, and this is {said}"));
    }
    let python = Command::new("python3").arg("--version").output();
    python
        .is_err()
        .then(|| "build.sh needs python3, which is not there".to_string())
}

/// The version of Java whose compiler made the classes.
fn java_version(classes: &Classes) -> u16 {
    let class = classes.values().next().expect("the model has classes");
    let version = class.get(6..8).expect("a class file has a version");
    u16::from_be_bytes([version[0], version[1]]) - 44
}

fn classes(archive: &Path) -> Classes {
    let file = File::open(archive).expect("the archive is there");
    let mut archive = ZipArchive::new(file).expect("it is an archive");
    let entries = archive.len();
    let read = |index| {
        let mut entry = archive.by_index(index).expect("it has this entry");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("it can be unpacked");
        (entry.name().expect("its name is text").to_string(), bytes)
    };
    (0..entries).map(read).collect()
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        match path.is_dir() {
            true => {
                fs::create_dir(&target).expect("the copy can be made");
                copy(&path, &target);
            }
            false => {
                fs::copy(&path, &target).expect("the copy can be made");
            }
        }
    }
}
