//! What people see. `UPDATE_EXPECT=1 cargo test -p report` rewrites the expectations.

mod fixture;

use expect_test::{Expect, expect};
use fixture::Fixture;
use ir::ClaimKind;
use report::{Failure, Palette, Terminal};
use verdict::evidence::{Input, Note, Replay, ReplayStatus, Trace, Value};

#[test]
fn shows_the_line_the_values_the_stack_and_the_origin() {
    let fixture = Fixture::new(
        "\
struct ring { int *items; unsigned tail; };

static void push(struct ring *q, int value)
{
\tq->items[q->tail] = value;
}

int main(void)
{
    struct ring q = { malloc(32), 8 };
    push(&q, 3);
}
",
    );
    let trace = Trace {
        stack: vec![
            fixture.at("q->items[", Some("push")),
            fixture.at("push(&q, 3)", Some("main")),
        ],
        values: vec![value("q->tail", "8"), value("value", "3")],
        notes: vec![Note {
            message: "allocated here: 32 bytes".to_string(),
            location: Some(fixture.at("malloc(32)", Some("main"))),
        }],
    };
    let location = fixture.at("q->items[q->tail]", Some("push"));
    let message = "`q->items[q->tail]` writes 4 bytes at offset 32 of an object of 32 bytes";
    let replay = Replay {
        status: ReplayStatus::Confirmed,
        how: "cc -fsanitize=address,undefined".to_string(),
        why: None,
    };
    let failure = Failure {
        kind: ClaimKind::Bounds,
        location: &location,
        message,
        trace: &trace,
        inputs: &[],
        story: None,
        replay: Some(&replay),
    };
    check(
        &fixture,
        &failure,
        expect![[r#"
            error[bounds]: access outside of the object
              --> ring.c:5:2
               |
             5 |     q->items[q->tail] = value;
               |     ^^^^^^^^^^^^^^^^^ `q->items[q->tail]` writes 4 bytes at offset 32 of an object of 32 bytes
               |
               = values: q->tail = 8, value = 3
               = stack: in `push`
                        called from `main` at ring.c:11:5
               = replay: confirmed by cc -fsanitize=address,undefined
            note: allocated here: 32 bytes
              --> ring.c:10:23
               |
            10 |     struct ring q = { malloc(32), 8 };
               |                       ^^^^^^^^^^
        "#]],
    );
}

#[test]
fn shows_inputs_and_cuts_deep_stacks() {
    let fixture = Fixture::new("int f(int n) { return f(n + 1); }\n");
    let frame = fixture.at("f(n + 1)", Some("f"));
    let other = fixture.at("int f", Some("g"));
    let mut stack = vec![frame.clone(); 5000];
    (0..20).for_each(|_| stack.extend([other.clone(), frame.clone()]));
    let trace = Trace {
        stack,
        ..Trace::default()
    };
    let location = fixture.at("n + 1", Some("f"));
    let input = Input {
        source: "getchar".to_string(),
        line: 1,
        ty: "int".to_string(),
        value: 42.into(),
        times: 1,
    };
    let failure = Failure {
        kind: ClaimKind::Overflow,
        location: &location,
        message: "`n + 1` does not fit `int`",
        trace: &trace,
        inputs: &[input],
        story: None,
        replay: None,
    };
    check(
        &fixture,
        &failure,
        expect![[r#"
            error[overflow]: signed integer overflow
             --> ring.c:1:25
              |
            1 | int f(int n) { return f(n + 1); }
              |                         ^^^^^ `n + 1` does not fit `int`
              |
              = input: getchar at line 1 gives 42 (int)
              = stack: in `f`
                       called from `f` at ring.c:1:23 (4999 times)
                       called from `g` at ring.c:1:1
                       called from `f` at ring.c:1:23
                       called from `g` at ring.c:1:1
                       called from `f` at ring.c:1:23
                       called from `g` at ring.c:1:1
                       called from `f` at ring.c:1:23
                       called from `g` at ring.c:1:1
                       … 31 more calls …
                       called from `g` at ring.c:1:1
                       called from `f` at ring.c:1:23
        "#]],
    );
}

#[test]
fn survives_long_lines_wide_characters_and_places_without_text() {
    let long = format!("int x = {}1 / zero;\n", "1 + ".repeat(500));
    let fixture = Fixture::new(&long);
    check_at(
        &fixture,
        "1 / zero",
        expect![[r#"
        error[division]: division by zero
         --> ring.c:1:2009
          |
        1 | ... + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 / zero;
          |                                       ^^^^^^^^ `zero` is 0
    "#]],
    );

    let fixture = Fixture::new("char *s = \"größe 日本語\" + 1 / zero;\n");
    check_at(
        &fixture,
        "1 / zero",
        expect![[r#"
        error[division]: division by zero
         --> ring.c:1:25
          |
        1 | char *s = "größe 日本語" + 1 / zero;
          |                            ^^^^^^^^ `zero` is 0
    "#]],
    );

    let fixture = Fixture::new("int a = 1\n  / zero\n  ;\nint b;\n");
    check_at(
        &fixture,
        "1\n  / zero",
        expect![[r#"
        error[division]: division by zero
         --> ring.c:1:9
          |
        1 |   int a = 1
          |  _________^
        2 | |   / zero
          | |________^ `zero` is 0
    "#]],
    );

    let fixture = Fixture::without_text("gone.c");
    check_at(
        &fixture,
        "",
        expect![[r#"
            error[division]: division by zero
            --> gone.c:1:1
             = `zero` is 0
        "#]],
    );
}

fn check_at(fixture: &Fixture, text: &str, expected: Expect) {
    let location = fixture.at(text, Some("main"));
    let failure = Failure {
        kind: ClaimKind::Division,
        location: &location,
        message: "`zero` is 0",
        trace: &Trace::default(),
        inputs: &[],
        story: None,
        replay: None,
    };
    check(fixture, &failure, expected);
}

fn check(fixture: &Fixture, failure: &Failure<'_>, expected: Expect) {
    let terminal = Terminal::new(&fixture.files, Palette::Plain, 100);
    expected.assert_eq(&(terminal.failure(failure) + "\n"));
}

fn value(name: &str, value: &str) -> Value {
    Value {
        name: name.to_string(),
        value: value.to_string(),
    }
}
