//! Executions line by line. `UPDATE_EXPECT=1 cargo test -p replay` rewrites the expectations.

mod fixture;

use expect_test::{Expect, expect};
use fixture::{Fixture, Given, node, number, pointer, to};
use interp::Limits;
use ir::ClaimKind;
use replay::Execution;
use verdict::{Counterexample, Datum};

#[test]
fn variables_in_registers_and_in_memory() {
    check_main(
        "
int g;
struct pair { int a, b; };
int main(void)
{
    int x = 1, z = 0, list[3] = {7};
    struct pair p;
    int *q = &x;
    *q = 5;
    p.b = 2;
    list[1] = p.b;
    g = list[1];
    return x / z; // here
}",
        expect![[r#"
            6: x = 1, z = 0, list[0] = 7, list[1] = 0, list[2] = 0
            8: q = &x
            9: x = 5
            10: p.b = 2
            11: list[1] = 2
            12: g = 2
            13:
        "#]],
    );
}

#[test]
fn loops_calls_and_shadowed_names() {
    check_main(
        "
static int twice(int n)
{
    int r = n + n;
    return r;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 2; i++)
        s += twice(i);
    for (int i = 5; i < 6; i++) s += i;
    return 1 / (s - 7); // here
}",
        expect![[r#"
            9: s = 0
            10: i = 0
            11:
              4: n = 0, r = 0
              5:
            10: i = 1
            11:
              4: n = 1, r = 2
              5:
            11: s = 2
            10: i = 2
            12: s = 7, i = 6
            13:
        "#]],
    );
}

#[test]
fn the_library_is_one_step() {
    check_main(
        r#"
#include <stdio.h>
#include <string.h>
int main(void)
{
    char b[4];
    strcpy(b, "ab");
    printf("%s %d\n", b, 3);
    return 1 / (b[0] - 'a'); // here
}"#,
        expect![[r#"
            7: b[0] = 97 'a', b[1] = 98 'b', b[2] = 0
            8:
            9:
        "#]],
    );
}

#[test]
fn the_callers_heap_has_the_names_of_the_test() {
    let source = "
#include <stdlib.h>
struct node { int data; struct node *next; };
int last(struct node *x, int n)
{
    struct node *fresh = malloc(sizeof *fresh);
    free(fresh);
    while (n-- > 0)
        x = x->next;
    return x->data; // here
}";
    let fixture = Fixture::entered(source, Some("last"));
    let arguments = vec![pointer("x", "struct node *", to(1)), number("n", 2)];
    let objects = vec![node(2, Datum::Null), node(3, to(0))];
    let counterexample = fixture.called(ClaimKind::Null, arguments, Some("int"), objects);
    check(
        &fixture,
        &counterexample,
        expect![[r#"
        6: x = object1, n = 2, fresh = object2
        7:
        8: n = 1
        9: x = object0
        8: n = 0
        9: x = null
        8: n = -1
        10:
    "#]],
    );
}

#[test]
fn long_runs_lose_their_middle() {
    let source = "
int main(void)
{
    int i = 0;
    while (i < 5000)
        i++;
    return 1 / (i - 5000); // here
}";
    let fixture = Fixture::new(source);
    let counterexample = fixture.recorded(Given::default());
    let execution = Execution::new(&fixture.program, &counterexample);
    let trace = execution.map(|execution| execution.trace(&Limits::default()));
    let trace = trace.ok();
    let omitted = trace.as_ref().and_then(|trace| trace.omitted);
    let steps = trace.map_or(0, |trace| trace.steps.len());
    assert_eq!(
        (omitted.map(|omitted| omitted.before), steps),
        (Some(1024), 2048)
    );
    assert_eq!(omitted.map(|omitted| omitted.steps), Some(10_003 - 2048));
}

fn check_main(source: &str, expected: Expect) {
    let fixture = Fixture::new(source);
    let counterexample = fixture.recorded(Given::default());
    check(&fixture, &counterexample, expected);
}

fn check(fixture: &Fixture, counterexample: &Counterexample, expected: Expect) {
    let Ok(execution) = Execution::new(&fixture.program, counterexample) else {
        unreachable!("the counterexample fits the program")
    };
    let trace = execution.trace(&Limits::default());
    assert!(
        execution.claimed(&trace.outcome).is_some(),
        "{:?}",
        trace.outcome
    );
    let mut text = String::new();
    for step in &trace.steps {
        let changes: Vec<String> = step
            .changes
            .iter()
            .map(|change| format!("{} = {}", change.name, change.value))
            .collect();
        let indent = "  ".repeat(step.depth);
        let line = format!("{indent}{}: {}", step.span.line, changes.join(", "));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    expected.assert_eq(&text);
}
