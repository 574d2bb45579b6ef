//! A counterexample as a test for JUnit 5, which fails as long as the program does.
//!
//! It is written as a person would, if that compiles and fails as claimed: the program decides what
//! can be called and assigned. Otherwise objects are built by reflection.

use super::{
    JavaBuild, class_path, compile, driver, evidence, jvm, plain, recorded, redirect, vocabulary,
};
use contain::{Containment, Patience, Processes};
use ir::SourceKind;
use std::fs;
use std::path::{Path, PathBuf};
use verdict::{Counterexample, Entry};

/// What a test needs of JUnit to be compiled and called here.
const ANNOTATION: &str = "package org.junit.jupiter.api;\n\n@java.lang.annotation.Retention(java.\
    lang.annotation.RetentionPolicy.RUNTIME)\npublic @interface Test {}\n";

/// What calls a test here.
const CALLER: &str = "ConcrexCaller";

/// A test: its class, and the text of it.
struct Test {
    class: String,
    package: Option<String>,
    text: String,
}

/// Keeps a counterexample as a test in a folder, and what it needs beside it.
pub(crate) fn save(
    counterexample: &Counterexample,
    build: &JavaBuild,
    folder: &Path,
    patience: &Patience,
) -> std::io::Result<PathBuf> {
    let class = free_class(counterexample, build, folder);
    let written = plain_test(counterexample, build, &class);
    let written =
        written.filter(|test| fails(test, counterexample, build, patience).unwrap_or(false));
    let test = written.unwrap_or_else(|| Test {
        text: driver::reflective(
            counterexample,
            &build.class,
            &class,
            &method(counterexample),
        ),
        package: None,
        class: class.clone(),
    });
    let path = folder.join(format!("{class}.java"));
    let needs_values = needs_values(counterexample);
    let support = folder.join(format!("{class}-support"));
    if needs_values {
        vocabulary(&recorded(counterexample), &support)?;
    }
    let comment = comment(
        counterexample,
        build,
        &test,
        &path,
        needs_values.then_some(&support),
    );
    fs::write(&path, format!("{comment}\n{}", test.text))?;
    Ok(path)
}

fn needs_values(counterexample: &Counterexample) -> bool {
    let mut inputs = counterexample.inputs.iter();
    inputs.any(|input| input.kind == SourceKind::Nondet)
}

/// The name of the class: what is called and where it fails, `StackPopLine12Test`. Several claims
/// of one line have tests of their own.
fn free_class(counterexample: &Counterexample, build: &JavaBuild, folder: &Path) -> String {
    let claimed = &counterexample.violation;
    let simple = build
        .class
        .rsplit(['.', '$'])
        .next()
        .unwrap_or(&build.class);
    let base = format!(
        "{simple}{}Line{}",
        capital(&subject(counterexample)),
        claimed.line
    );
    let mut class = format!("{base}Test");
    let is_other = |class: &str| {
        let text = fs::read_to_string(folder.join(format!("{class}.java")));
        text.is_ok_and(|text| !text.starts_with(&first_line(counterexample)))
    };
    let mut number = 2;
    while is_other(&class) {
        class = format!("{base}Claim{number}Test");
        number += 1;
    }
    class
}

/// The method that is called, as a part of a name.
fn subject(counterexample: &Counterexample) -> String {
    let name = match &counterexample.entry {
        Entry::Main => "main",
        Entry::Function { name, .. } => driver::Call::of(name, &[]).method,
    };
    name.replace("<init>", "constructor")
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn method(counterexample: &Counterexample) -> String {
    format!("{}DoesNotFail", subject(counterexample))
}

/// The test as a person would write it.
fn plain_test(counterexample: &Counterexample, build: &JavaBuild, class: &str) -> Option<Test> {
    if redirect::is_needed(counterexample) {
        return None;
    }
    let body = plain::body(counterexample, &build.class)?;
    let package = build
        .class
        .rsplit_once('.')
        .map(|(package, _)| package.to_string());
    let declaration = package.as_ref().map(|name| format!("package {name};\n\n"));
    Some(Test {
        text: format!(
            "{}import org.junit.jupiter.api.Test;\n\nclass {class} {{\n    @Test\n    void {}() throws \
             Exception {{\n{body}    }}\n}}\n",
            declaration.unwrap_or_default(),
            method(counterexample),
        ),
        package,
        class: class.to_string(),
    })
}

/// Whether a test compiles, and fails as the program does.
fn fails(
    test: &Test,
    counterexample: &Counterexample,
    build: &JavaBuild,
    patience: &Patience,
) -> Option<bool> {
    let folder = tempfile::tempdir().ok()?;
    let classes = folder.path().join("classes");
    let junit = folder.path().join("org/junit/jupiter/api");
    fs::create_dir_all(&classes).ok()?;
    fs::create_dir_all(&junit).ok()?;
    let mut sources = build.sources.clone();
    if needs_values(counterexample) {
        sources.extend(vocabulary(&recorded(counterexample), folder.path()).ok()?);
    }
    let name = match &test.package {
        Some(package) => format!("{package}.{}", test.class),
        None => test.class.clone(),
    };
    let caller = format!(
        "public class {CALLER} {{ public static void main(String[] args) throws Throwable {{ \
         java.lang.reflect.Constructor<?> made = Class.forName(\"{name}\").getDeclaredConstructor(); \
         made.setAccessible(true); Object test = made.newInstance(); java.lang.reflect.Method method = \
         test.getClass().getDeclaredMethod(\"{}\"); method.setAccessible(true); try {{ \
         method.invoke(test); }} catch (java.lang.reflect.InvocationTargetException e) {{ throw \
         e.getCause(); }} }} }}",
        method(counterexample)
    );
    for (path, text) in [
        (junit.join("Test.java"), ANNOTATION),
        (
            folder.path().join(format!("{}.java", test.class)),
            &test.text,
        ),
        (folder.path().join(format!("{CALLER}.java")), &caller),
    ] {
        fs::write(&path, text).ok()?;
        sources.push(path);
    }
    let path = class_path(&classes, build).ok()?;
    compile(&sources, &path, &classes, patience).ok()?;
    let run = folder.path().join("run");
    fs::create_dir(&run).ok()?;
    let command = jvm(&path, CALLER, &run);
    let containment = Containment::program(&run, Processes::One, patience);
    let finished = contain::run(command, &containment).ok()?.finished()?;
    let mut evidence = evidence(counterexample).into_iter();
    Some(finished.failed && evidence.all(|text| finished.errors.contains(&text)))
}

fn first_line(counterexample: &Counterexample) -> String {
    let claimed = &counterexample.violation;
    format!(
        "// {}:{}: {}\n",
        claimed.file, claimed.line, claimed.message
    )
}

/// What fails, with what, and how the test is run.
fn comment(
    counterexample: &Counterexample,
    build: &JavaBuild,
    test: &Test,
    path: &Path,
    support: Option<&PathBuf>,
) -> String {
    let words = crate::words::in_words(counterexample);
    let inputs: String = words.iter().map(|line| format!("// {line}\n")).collect();
    let shown = |path: &Path| format!(" {}", path.display());
    let sources: String = build.sources.iter().map(|path| shown(path)).collect();
    let class_path: String = build
        .class_path
        .iter()
        .map(|path| format!(":{}", path.display()))
        .collect();
    let support = support.map(|folder| {
        let folder = folder.display();
        format!(" $(find {folder} -name '*.java')")
    });
    let name = match &test.package {
        Some(package) => format!("{package}.{}", test.class),
        None => test.class.clone(),
    };
    format!(
        "{}{inputs}//\n// To run it, with the console launcher of JUnit 5:\n//   \
         JUNIT=junit-platform-console-standalone.jar\n//   javac -g -d concrex-out/classes -cp \
         \"$JUNIT{class_path}\"{sources}{}{}\n//   java -ea -jar \"$JUNIT\" execute -cp \
         \"concrex-out/classes{class_path}\" --select-class {name}\n",
        first_line(counterexample),
        support.unwrap_or_default(),
        shown(path),
    )
}
