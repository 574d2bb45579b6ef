//! `check --engine concretize` and `test`, from the command line.

mod support;

use support::{concrex, project};

fn figure_3() -> String {
    let file = project().join("examples/c/paper_figure3.c");
    file.display().to_string()
}

/// The paths of the paper's Table 4, in that order, and the model of the fourth.
#[test]
fn explains_the_example_of_the_paper() {
    let file = figure_3();
    let options = "--engine concretize --path-length 14 --prune none --explain --property assert \
                   --replay interpreter";
    let arguments = ["check", &file]
        .into_iter()
        .chain(options.split_whitespace());
    let said = concrex(arguments.map(String::from));
    assert_eq!(said.status, Some(1), "{}", said.stderr);
    let paths = [
        "1  9 -> 10 -> 11 -> 12 -> 20\n       formula: 1 >= 4 && 1 >= z\n       no model",
        "2  9 -> 10 -> 11 -> 12 -> 13 -> 14 -> 18 -> 12 -> 20\n       formula: 3 >= 4 && 2 >= z",
        "3  9 -> 10 -> 11 -> 12 -> 13 -> 16 -> 18 -> 12 -> 20\n       formula: 3 >= 4 && 2 >= z",
        "4  9 -> 10 -> 11 -> 12 -> 13 -> 14 -> 18 -> 12 -> 13 -> 14 -> 18 -> 12 -> 20\n",
        "model: z = 3",
    ];
    let mut rest = said.stdout.as_str();
    for path in paths {
        let at = rest.find(path);
        let Some(at) = at else {
            panic!("`{path}` is missing or not in order in\n{}", said.stdout);
        };
        rest = &rest[at..];
    }
}

/// What covers a program, and what it says of the one line that nothing reaches in so many steps.
#[test]
fn covers_lines_and_branches() {
    for (criterion, covered) in [
        ("nodes", "covered: 9 of 10 lines"),
        ("edges", "covered: 5 of 6 branches"),
    ] {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let output = folder.path().display().to_string();
        let file = figure_3();
        let arguments = [
            "test",
            &file,
            "--cover",
            criterion,
            "-o",
            &output,
            "--path-length",
            "16",
            "--time",
            "20s",
        ];
        let said = concrex(arguments.map(String::from));
        assert_eq!(said.status, Some(3), "{}{}", said.stdout, said.stderr);
        assert!(said.stdout.contains(covered), "{}", said.stdout);
        assert!(
            said.stdout.contains("only on paths of more than 16 lines"),
            "{}",
            said.stdout
        );
        assert!(
            said.stdout.contains("executed: gcov counts 10 of 11 lines"),
            "{}",
            said.stdout
        );
        for name in ["metadata.xml", "testcase-0.xml", "test0.c", "run.sh"] {
            assert!(folder.path().join(name).exists(), "{name}");
        }
    }
}

#[test]
fn refuses_unknown_callers() {
    let arguments = "test examples/c/list_find.c --entry find -o /nonexistent";
    let said = concrex(arguments.split_whitespace());
    assert_eq!(said.status, Some(2), "{}", said.stdout);
    let why = "tests are made for programs that start with `main`";
    assert!(said.stderr.contains(why), "{}", said.stderr);
}
