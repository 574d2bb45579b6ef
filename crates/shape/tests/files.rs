//! The programs of `tests/tvp`: each says in comments which messages are expected.

use shape::{Join, Options, analyse, tvp};
use std::fs;
use std::path::Path;

#[test]
fn programs_report_what_they_expect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tvp");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder exists").flatten() {
        let path = entry.path();
        let text = fs::read_to_string(&path).expect("files are readable");
        if !text.contains("%%") {
            continue;
        }
        count += 1;
        let expected: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("// expect: "))
            .collect();
        for join in [Join::Partial, Join::Relational] {
            assert_eq!(
                messages(&path, &folder.join("list.tvs"), join),
                expected,
                "{}",
                path.display()
            );
        }
    }
    assert!(count >= 6);
}

#[expect(
    clippy::expect_used,
    reason = "the programs of the folder are well-formed"
)]
fn messages(program: &Path, structures: &Path, join: Join) -> Vec<String> {
    let read = |path: &Path| fs::read_to_string(path);
    let program = tvp::read_program(program, &read).expect("the program is well-formed");
    let initial =
        tvp::read_structures(structures, &program.vocabulary, &read).expect("so are structures");
    let options = Options {
        join,
        ..Options::default()
    };
    let outcome = analyse(
        &program.vocabulary,
        &program.graph,
        &initial,
        &options,
        &|| false,
    );
    assert_eq!(outcome.incomplete, None);
    let describe = |message: &shape::Message| {
        let edge = &program.graph.edges()[message.edge];
        format!(
            "{}: {}",
            program.graph.name(edge.from),
            edge.action.claims[message.claim].message
        )
    };
    outcome.messages.iter().map(describe).collect()
}
