//! Tests of TVLA's files: programs written for this, read from memory.

use std::io;
use std::path::Path;

use super::{read_program, read_structures};
use crate::analyse::{Join, Options, analyse};

const LIST: &str = "
%s PVar {x, y}
foreach (z in PVar) {
  %p z(v) unique pointer
}
%p n(v1, v2) function acyclic
%i t[n](v1, v2) = n*(v1, v2) transitive reflexive
foreach (z in PVar) {
  %i r[n, z](v) = E(w) (z(w) & t[n](w, v))
}
";

const ACTIONS: &str = "
%action next(a, b) {
  %t a + \" = \" + b + \"->n\"
  %f { E(w, u) b(w) & n(w, u) & t[n](u, v) }
  %message (!E(v) b(v)) -> b + \" may be null\"
  { a(v) = E(w) b(w) & n(w, v) }
}
%action copy(a, b) { %f { b(v) } { a(v) = b(v) } }
%action some(a) { %f { a(v) } %p E(v) a(v) }
%action none(a) { %f { a(v) } %p !E(v) a(v) }
%action claim_reached(a) {
  %message E(v) !(|/{ r[n,z](v) : z in PVar }) -> \"lost\"
}
";

const STRUCTURES: &str = "
%n = {head, tail}
%p = {
  sm = {tail:1/2}
  x = {head}
  n = {head->tail:1/2, tail->tail:1/2}
  t[n] = {head->head, head->tail, tail->tail:1/2}
  r[n,x] = {head, tail}
}
%n = {}
%p = {}
";

fn files(program: String) -> impl Fn(&Path) -> io::Result<String> {
    move |path: &Path| match path.to_str() {
        Some("p.tvp") => Ok(program.clone()),
        Some("list.tvp") => Ok(LIST.to_owned()),
        Some("p.tvs") => Ok(STRUCTURES.to_owned()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    }
}

/// The messages of a program, each with its location.
fn messages(edges: &str, join: Join) -> Vec<String> {
    let read = files(format!("#include \"list.tvp\"\n%%\n{ACTIONS}\n%%\n{edges}"));
    let program = read_program(Path::new("p.tvp"), &read).unwrap();
    let initial = read_structures(Path::new("p.tvs"), &program.vocabulary, &read).unwrap();
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
    let message = |message: &crate::Message| {
        let edge = &program.graph.edges()[message.edge];
        format!(
            "{}: {}",
            program.graph.name(edge.from),
            edge.action.claims[message.claim].message
        )
    };
    outcome.messages.iter().map(message).collect()
}

fn check(edges: &str, expected: &[&str]) {
    for join in [Join::Partial, Join::Relational] {
        assert_eq!(messages(edges, join), expected, "{join:?}");
    }
}

#[test]
fn a_walk_that_tests_is_safe() {
    check(
        "a copy(y, x) b  b some(y) c  b none(y) d  c next(y, y) b",
        &[],
    );
}

#[test]
fn a_walk_that_does_not_test_is_reported() {
    check("a copy(y, x) b  b next(y, y) b", &["b: y may be null"]);
}

#[test]
fn a_lost_element_is_reported() {
    check(
        "a claim_reached(x) b  b some(x) c  c next(x, x) d  d claim_reached(x) e",
        &["d: lost"],
    );
}

fn error_of(program: &str) -> String {
    read_program(Path::new("p.tvp"), &files(program.to_owned()))
        .unwrap_err()
        .to_string()
}

#[test]
fn errors_name_their_line() {
    assert_eq!(
        error_of("%p x(v)\n%p x(v)\n%%\n%%\n"),
        "p.tvp:2: the predicate x is declared twice"
    );
    assert_eq!(
        error_of("%p x(v)\n%i y(v) = z(v)\n%%\n%%\n"),
        "p.tvp:2: there is no predicate z"
    );
    assert_eq!(
        error_of("%p x(v)\n%i y(v) = x(w)\n%%\n%%\n"),
        "p.tvp:2: a variable of the formula is not bound"
    );
    assert_eq!(
        error_of("%p x(v)\n%%\n%%\na go() b"),
        "p.tvp:4: there is no action go"
    );
    assert_eq!(
        error_of("%p x(v\n"),
        "p.tvp:1: expected `,`, found the end of the file"
    );
    assert!(error_of("#include \"none.tvp\"\n").starts_with("p.tvp:1: cannot read none.tvp"));
    assert_eq!(
        error_of("%q"),
        "p.tvp:1: expected %s, %p, %i, %r or %%, found `%q`"
    );
}

#[test]
fn nothing_is_nested_without_end() {
    let deep = format!(
        "%p x(v)\n%i y(v) = {}x(v){}\n%%\n%%\n",
        "(".repeat(5000),
        ")".repeat(5000)
    );
    assert_eq!(error_of(&deep), "p.tvp:2: the formula is nested too deeply");
    let chain = format!(
        "%p x(v)\n%i y(v) = x(v){}\n%%\n%%\n",
        " <-> x(v)".repeat(30)
    );
    assert_eq!(error_of(&chain), "p.tvp:2: the formula is too large");
    assert_eq!(
        error_of("#include \"p.tvp\"\n"),
        "p.tvp:1: files include each other too deeply"
    );
    assert_eq!(
        error_of("#define a a a\na\n"),
        "p.tvp:2: macros use each other too deeply"
    );
}

/// Whatever is cut off or exchanged, reading ends with a program or an error.
#[test]
fn damaged_files_do_not_panic() {
    let whole = format!("#include \"list.tvp\"\n%%\n{ACTIONS}\n%%\na copy(y, x) b b next(y, y) b");
    for place in 0..whole.len() {
        let cut = whole[..place].to_owned();
        let _ = read_program(Path::new("p.tvp"), &files(cut));
        let exchanged: String = whole
            .chars()
            .enumerate()
            .map(|(at, c)| {
                if at == place {
                    char::from(33 + (place % 90) as u8)
                } else {
                    c
                }
            })
            .collect();
        let read = files(exchanged);
        if let Ok(program) = read_program(Path::new("p.tvp"), &read)
            && let Ok(initial) = read_structures(Path::new("p.tvs"), &program.vocabulary, &read)
        {
            let options = Options {
                max_structures: 50,
                ..Options::default()
            };
            analyse(
                &program.vocabulary,
                &program.graph,
                &initial,
                &options,
                &|| false,
            );
        }
    }
}
