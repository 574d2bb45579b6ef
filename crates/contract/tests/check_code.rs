//! Contracts as C code: compiled, run, and right about what the code did.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use std::path::PathBuf;
use std::process::{Command, Output};

use common::heap::{Cell, Heap, Key};
use common::random::{Random, Shown, Writer, heap};
use contract::{CHECK_RUNTIME, CheckCode, Moment, Root, check_code, decide, resolve};
use ir::{ProcedureId, Program};
use logic::TermId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Holds,
    Violated,
    NotInC,
}
use Outcome::{Holds, NotInC, Violated};

const DECLARATIONS: &str = "#include <stdlib.h>
struct node { char tag; int data; struct node *next; unsigned flag : 3; int low : 4;
              struct { struct node *left, *right; }; long items[3]; };
struct node *head; unsigned counter;
";

/// Three nodes `m[0]` to `m[2]` in a list, with the data 3, 1 and 2.
const SETUP: &str = "struct node m[3] = { { 0 } };
    m[0].next = &m[1]; m[1].next = &m[2]; m[0].data = 3; m[1].data = 1; m[2].data = 2;
    m[0].flag = 7; m[0].low = -3; m[1].items[2] = -5; m[0].left = &m[2]; counter = 4000000000u;
    struct node *x = m; int n = 2; int a[4] = { 1, 2, 2, 5 };";

/// Checks a postcondition after `f` has run on the list.
fn check(ensures: &str, body: &str, expected: Outcome) {
    let source = format!(
        "{DECLARATIONS}\
         /*@ pred sorted(l) = all v: l.*next | v.next = null or v.data <= v.next.data;
             ensures {ensures}; */
         struct node *f(struct node *x, int n, int *a) {{ {body} }}"
    );
    let (program, id) = load(&source);
    let (contract, errors) = resolve(&program, id);
    assert_eq!(errors, []);
    let name = |root| name(&program, id, root);
    let code = check_code(&program, &contract.clauses[0].formula, "c_", &name);
    let outcome = match code {
        None => NotInC,
        Some(code) => run(&source, &code),
    };
    assert_eq!(outcome, expected, "{ensures}");
}

fn run(source: &str, code: &CheckCode) -> Outcome {
    let CheckCode {
        before,
        after,
        holds,
    } = code;
    let text = format!(
        "{source}\n{CHECK_RUNTIME}\nint main(void) {{ {SETUP}\n{before}\
         struct node *result = f(x, n, a); (void)result;\n{after}return {holds} ? 0 : 1; }}\n"
    );
    match compile_and_run(&text).status.code() {
        Some(0) => Holds,
        Some(1) => Violated,
        other => panic!("{other:?}\n{text}"),
    }
}

fn load(source: &str) -> (Program, ProcedureId) {
    let directory = tempfile::tempdir().unwrap();
    let path: PathBuf = directory.path().join("test.c");
    std::fs::write(&path, source).unwrap();
    let options = frontend_c::Options {
        entry: Some("f".to_owned()),
        ..frontend_c::Options::default()
    };
    match frontend_c::load(&[path], &options) {
        Ok(program) => {
            let id = program.find("f").unwrap();
            (program, id)
        }
        Err(error) => panic!("{error}"),
    }
}

fn name(program: &Program, id: ProcedureId, root: Root) -> Option<String> {
    match root {
        Root::Result => Some("result".to_owned()),
        Root::Global(global, _) => Some(program[global].name.to_string()),
        Root::Parameter(local) => Some(program[id][local].name.clone()?.to_string()),
    }
}

fn compile_and_run(text: &str) -> Output {
    let directory = tempfile::tempdir().unwrap();
    let (path, binary) = (directory.path().join("run.c"), directory.path().join("run"));
    std::fs::write(&path, text).unwrap();
    let mut cc = Command::new("cc");
    cc.args([
        "-std=gnu11",
        "-Wall",
        "-Werror",
        "-Wno-unused",
        "-Wno-comment",
    ]);
    cc.arg("-fsanitize=address,undefined")
        .arg(&path)
        .arg("-o")
        .arg(&binary);
    let compiled = cc.output().unwrap();
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{messages}\n{text}");
    Command::new(&binary).output().unwrap()
}

#[test]
fn postconditions() {
    let reverse = "struct node *r = 0; while (x) { struct node *t = x->next; x->next = r; r = x; x = t; } return r;";
    check(
        "\\result.*next = old(x.*next) and #\\result.*next = 3",
        reverse,
        Holds,
    );
    check("sorted(\\result)", reverse, Violated);
    check("old(sorted(x)) <=> sorted(\\result)", reverse, Holds);
    let lose = "x->next = x->next->next; return x;";
    check("\\result.*next = old(x.*next)", lose, Violated);
    check("\\result.*next = old(x.*next) - old(x.next)", lose, Holds);
    check("no v: \\result.*next | v in v.^next", lose, Holds);
    check(
        "no v: \\result.*next | v in v.^next",
        "x->next->next = x; return x;",
        Violated,
    );
}

#[test]
fn values() {
    let nothing = "counter++; head = x; return 0;";
    check(
        "counter = old(counter) + 1 and counter > 4000000000",
        nothing,
        Holds,
    );
    check(
        "\\result = null and head = x and x.flag = 7 and x.low = -3",
        nothing,
        Holds,
    );
    check(
        "x.next.items[2] = -5 and x.next.items[1] = 0",
        nothing,
        Holds,
    );
    check(
        "x.left = x.next.next and x.*(left + next) = x.*next and no x.right",
        nothing,
        Holds,
    );
    check("all i: 0..n | a[i] <= a[i+1]", nothing, Holds);
    check("all i: 0..n | a[i] < a[i+1]", nothing, Violated);
    check(
        "x.*next.data = 1..3 and 7 / -2 = -3 and -7 % 4 = -3",
        nothing,
        Holds,
    );
    check(
        "x.next.next.next.data != 0 or x.data / 0 = x.data / 0",
        nothing,
        Violated,
    );
    check(
        "some v: x.*next | v.data = n => lone v.next and one v",
        nothing,
        Holds,
    );
    // What was freed does not exist any more.
    let freed = "head = calloc(1, sizeof *head); head->data = 1; x->next = head; free(head); return x->next;";
    check("\\result.data = 1", freed, Violated);
}

#[test]
fn what_c_cannot_tell() {
    let nothing = "return 0;";
    check("#a >= n", nothing, NotInC);
    check("all v: x.*next | v.data = old(v.data)", nothing, NotInC);
}

/// Random formulas on random heaps: the code says what deciding says.
#[test]
fn agrees_with_deciding() {
    for seed in 0..3 {
        agree(&mut Random(seed));
    }
}

fn agree(random: &mut Random) {
    let formulas: Vec<String> = (0..90)
        .map(|_| Writer::new(random).formula(6))
        .filter(|formula| !formula.contains("a[") && !formula.contains("#a"))
        .collect();
    let ensures: String = formulas.iter().map(|f| format!("ensures {f};\n")).collect();
    let source = format!(
        "struct node {{ int data; unsigned char small; struct node *next, *left, *prev; }};
         struct node *head; int counter;
         /*@ {ensures} */
         void f(struct node *x, struct node *y, int n, unsigned u, int *a) {{ head = x; counter++; }}"
    );
    let (program, id) = load(&source);
    let (contract, errors) = resolve(&program, id);
    assert_eq!(errors, []);
    let (mut heap, _) = heap(&program, id, random, Shown::Everything);
    let (mut before, mut after) = (String::new(), String::new());
    let mut expected = Vec::new();
    for (index, clause) in contract.clauses.iter().enumerate() {
        let prefix = format!("c{index}_");
        let name = |root| name(&program, id, root);
        let Some(code) = check_code(&program, &clause.formula, &prefix, &name) else {
            continue;
        };
        before += &code.before;
        after += &format!("{}putchar({} ? '1' : '0');\n", code.after, code.holds);
        let holds = decide(&clause.formula, &mut heap).necessary == TermId::TRUE;
        expected.push(holds);
    }
    assert!(
        expected.len() > 30,
        "only {} formulas are in C",
        expected.len()
    );
    let text = format!(
        "#include <stdio.h>\n{source}\n{CHECK_RUNTIME}\nint main(void) {{\n\
         struct node m[4], *x = 0, *y = 0; int n = 0; unsigned u = 0; int *a = 0;\n\
         {}{before}{}{after}return 0; }}\n",
        assignments(&heap, Moment::Entry),
        assignments(&heap, Moment::Exit),
    );
    let output = compile_and_run(&text);
    let found: Vec<bool> = output.stdout.iter().map(|&byte| byte == b'1').collect();
    assert_eq!(found, expected, "{text}");
}

/// C statements that make a heap what it is at a moment.
fn assignments(heap: &Heap<'_>, now: Moment) -> String {
    let mut text = String::new();
    for (key, cell) in &heap.cells {
        let place = match *key {
            Key::Field(node, field, moment) if moment == now => {
                let record = heap.program.types.record(field.record);
                format!("m[{node}].{}", record.fields[field.index as usize].name)
            }
            Key::Global(global, moment) if moment == now => heap.program[global].name.to_string(),
            Key::Parameter(local) => heap.procedure[local].name.clone().unwrap().to_string(),
            _ => continue,
        };
        match cell {
            Cell::Number(value) => text += &format!("{place} = {value};\n"),
            Cell::Reference(Some(node)) if place != "a" => {
                text += &format!("{place} = &m[{node}];\n")
            }
            _ => text += &format!("{place} = 0;\n"),
        }
    }
    text
}
