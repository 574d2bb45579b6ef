//! How counterexamples come about, as people see it. `UPDATE_EXPECT=1 cargo test -p report`
//! rewrites the expectations.

mod fixture;

use expect_test::{Expect, expect};
use fixture::Fixture;
use ir::ClaimKind;
use report::{Failure, Palette, Terminal};
use verdict::evidence::{Location, Omitted, Saved, Step, Story, Trace, Value};

const SOURCE: &str = "\
int half(int n)
{
    return n / 2;
}
int main(void)
{
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < i; j++)
            sum += half(j);
    return 1 / zero;
}
";

#[test]
fn tells_inputs_path_and_files() {
    let story = Story {
        words: vec!["x -> [2] -> null".to_string(), "v = 3".to_string()],
        path: vec![step(7, 0, &[("i", 0)]), step(10, 0, &[])],
        omitted: None,
        assumed: vec!["nonnull".to_string(), "noalias".to_string()],
        saved: Some(Saved {
            document: "concrex-out/division.json".to_string(),
            test: Some("concrex-out/division.c".to_string()),
        }),
    };
    check(
        &story,
        expect![[r#"
            error[division]: division by zero
              --> ring.c:10:12
               |
            10 |     return 1 / zero;
               |            ^^^^^^^^ `zero` is 0
               |
               = input: x -> [2] -> null
                        v = 3
               = assumed: nonnull, noalias
               = path:  7  for (int i = 0; i < 100; i++)  i = 0
                       10  return 1 / zero;
               = again: concrex replay concrex-out/division.json
               = test: concrex-out/division.c
        "#]],
    );
}

#[test]
fn folds_loops_inside_of_loops() {
    let mut path = Vec::new();
    let mut sum = 0;
    for i in 0..100 {
        path.push(step(7, 0, &[("i", i)]));
        for j in 0..i {
            path.push(step(8, 0, &[("j", j)]));
            path.push(step(9, 0, &[]));
            path.push(step(3, 1, &[("n", j)]));
            sum += j / 2;
            path.push(step(9, 0, &[("sum", sum)]));
        }
    }
    path.push(step(10, 0, &[]));
    check(
        &told(path, None),
        expect![[r#"
        error[division]: division by zero
          --> ring.c:10:12
           |
        10 |     return 1 / zero;
           |            ^^^^^^^^ `zero` is 0
           |
           = path:  7  for (int i = 0; i < 100; i++)  i = 0
                    7  for (int i = 0; i < 100; i++)  i = 1
                    8  for (int j = 0; j < i; j++)    j = 0
                    9  sum += half(j);
                    3    return n / 2;                n = 0
                    9  sum += half(j);                sum = 0
                    7  for (int i = 0; i < 100; i++)  i = 2
                    8  for (int j = 0; j < i; j++)    j = 0
                    9  sum += half(j);
                    3    return n / 2;                n = 0
                    9  sum += half(j);                sum = 0
                    8  for (int j = 0; j < i; j++)    j = 1
                    9  sum += half(j);
                    3    return n / 2;                n = 1
                    9  sum += half(j);                sum = 0
                    7  for (int i = 0; i < 100; i++)  i = 3
                       … 4 more steps …
                    8  for (int j = 0; j < i; j++)    j = 1
                    9  sum += half(j);
                    3    return n / 2;                n = 1
                    9  sum += half(j);                sum = 0
                    8  for (int j = 0; j < i; j++)    j = 2
                    9  sum += half(j);
                    3    return n / 2;                n = 2
                    9  sum += half(j);                sum = 1
                       … 95 more times …
                    7  for (int i = 0; i < 100; i++)  i = 99
                    8  for (int j = 0; j < i; j++)    j = 0
                    9  sum += half(j);
                    3    return n / 2;                n = 0
                    9  sum += half(j);                sum = 77224
                    8  for (int j = 0; j < i; j++)    j = 1
                    9  sum += half(j);
                    3    return n / 2;                n = 1
                    9  sum += half(j);                sum = 77224
                       … 96 more times …
                    8  for (int j = 0; j < i; j++)    j = 98
                    9  sum += half(j);
                    3    return n / 2;                n = 98
                    9  sum += half(j);                sum = 79625
                   10  return 1 / zero;
    "#]],
    );
}

#[test]
fn cuts_what_does_not_repeat_and_what_is_missing() {
    let lines: Vec<u32> = (0..200u32).map(|i| 7 + i * i / 3 % 4).collect();
    let path = lines.iter().map(|line| step(*line, 0, &[])).collect();
    let omitted = Omitted {
        before: 8,
        steps: 1_000_000,
    };
    check(
        &told(path, Some(omitted)),
        expect![[r#"
        error[division]: division by zero
          --> ring.c:10:12
           |
        10 |     return 1 / zero;
           |            ^^^^^^^^ `zero` is 0
           |
           = path:  7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
                    8  for (int j = 0; j < i; j++)
                   10  return 1 / zero;
                    8  for (int j = 0; j < i; j++)
                    7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
                       … 1000000 more steps …
                    8  for (int j = 0; j < i; j++)
                   10  return 1 / zero;
                    8  for (int j = 0; j < i; j++)
                    7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
                    8  for (int j = 0; j < i; j++)
                   10  return 1 / zero;
                    8  for (int j = 0; j < i; j++)
                    7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
                       … 29 more times …
                    8  for (int j = 0; j < i; j++)
                   10  return 1 / zero;
                    8  for (int j = 0; j < i; j++)
                    7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
                    7  for (int i = 0; i < 100; i++)
    "#]],
    );
}

#[test]
fn cuts_many_values_and_long_lines() {
    let names: Vec<String> = (0..9).map(|index| format!("a[{index}]")).collect();
    let changes: Vec<(&str, i32)> = names.iter().map(|name| (name.as_str(), 0)).collect();
    let mut deep = step(9, 20, &[]);
    deep.location.line = 9;
    check(
        &told(vec![step(9, 0, &changes), deep], None),
        expect![[r#"
        error[division]: division by zero
          --> ring.c:10:12
           |
        10 |     return 1 / zero;
           |            ^^^^^^^^ `zero` is 0
           |
           = path: 9  sum += half(j);  a[0] = 0, a[1] = 0, a[2] = 0, a[3] = 0, a[4] = 0, a[5] = 0, … 3 more
                   9                  sum += half(j);
    "#]],
    );
}

fn told(path: Vec<Step>, omitted: Option<Omitted>) -> Story {
    Story {
        path,
        omitted,
        ..Story::default()
    }
}

fn step(line: u32, depth: usize, changes: &[(&str, i32)]) -> Step {
    let fixture = Fixture::new(SOURCE);
    let start = fixture.at("int half", Some("main"));
    let values = changes.iter().map(|(name, value)| Value {
        name: (*name).to_string(),
        value: value.to_string(),
    });
    Step {
        location: Location { line, ..start },
        depth,
        changes: values.collect(),
    }
}

fn check(story: &Story, expected: Expect) {
    let fixture = Fixture::new(SOURCE);
    let failure = Failure {
        kind: ClaimKind::Division,
        location: &fixture.at("1 / zero", Some("main")),
        message: "`zero` is 0",
        trace: &Trace::default(),
        inputs: &[],
        story: Some(story),
        replay: None,
    };
    let terminal = Terminal::new(&fixture.files, Palette::Plain, 100);
    expected.assert_eq(&(terminal.failure(&failure) + "\n"));
}
