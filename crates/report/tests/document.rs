//! The whole report: its verdict, its JSON form and its text.

mod fixture;

use expect_test::expect;
use fixture::Fixture;
use ir::ClaimKind;
use report::{Claim, Palette, Program, Report, Terminal};
use verdict::evidence::{Input, Replay, ReplayStatus, Saved, Step, Story, Trace, Value};
use verdict::{Evidence, Status};

#[test]
fn the_verdict_is_the_worst() {
    use Status::*;
    assert_eq!(Status::worst([]), Proved);
    assert_eq!(Status::worst([Proved, Bounded]), Bounded);
    assert_eq!(Status::worst([Bounded, Unknown, Proved]), Unknown);
    assert_eq!(Status::worst([Unknown, Refuted, Proved]), Refuted);
    let exits = [Proved, Refuted, Bounded, Unknown].map(Status::exit_status);
    assert_eq!(exits, [0, 1, 3, 3]);
}

#[test]
fn the_document_is_the_contract() {
    let fixture = Fixture::new("int f(int x) { return 10 / x; }\n");
    let mut refuted = Claim::new(ClaimKind::Division, fixture.at("10 / x", Some("f")));
    refuted.status = Status::Refuted;
    refuted.message = "`x` is 0".to_string();
    refuted.engine = Some("interp");
    refuted.counterexample = Some(Evidence {
        inputs: vec![Input {
            source: "x".to_string(),
            line: 1,
            ty: "int".to_string(),
            value: 0.into(),
            times: 1,
        }],
        steps: Some(3),
        trace: Trace {
            stack: vec![fixture.at("10 / x", Some("f"))],
            ..Trace::default()
        },
        replay: Replay {
            status: ReplayStatus::Confirmed,
            how: "cc -fsanitize=address,undefined".to_string(),
            why: None,
        },
        story: Story {
            words: vec!["x = 0".to_string()],
            path: vec![Step {
                location: fixture.at("return", Some("f")),
                depth: 0,
                changes: vec![Value {
                    name: "x".to_string(),
                    value: "0".to_string(),
                }],
            }],
            omitted: None,
            assumed: vec!["noalias".to_string()],
            saved: Some(Saved {
                document: "concrex-out/a.json".to_string(),
                test: None,
            }),
        },
    });
    expect![[r#"
        {
          "schema": 1,
          "tool": "concrex 0.1.0",
          "verdict": "refuted",
          "claims": [
            {
              "id": "division@ring.c:1:23",
              "kind": "division",
              "status": "refuted",
              "location": {
                "file": "ring.c",
                "line": 1,
                "column": 23,
                "function": "f"
              },
              "message": "`x` is 0",
              "engine": "interp",
              "seconds": 0.0,
              "bound": null,
              "reached": null,
              "counterexample": {
                "inputs": [
                  {
                    "source": "x",
                    "line": 1,
                    "type": "int",
                    "value": 0
                  }
                ],
                "steps": 3,
                "stack": [
                  {
                    "file": "ring.c",
                    "line": 1,
                    "column": 23,
                    "function": "f"
                  }
                ],
                "values": [],
                "notes": [],
                "replay": {
                  "status": "confirmed",
                  "how": "cc -fsanitize=address,undefined"
                },
                "words": [
                  "x = 0"
                ],
                "path": [
                  {
                    "file": "ring.c",
                    "line": 1,
                    "column": 16,
                    "function": "f",
                    "depth": 0,
                    "changes": [
                      {
                        "name": "x",
                        "value": "0"
                      }
                    ]
                  }
                ],
                "omitted": null,
                "assumed": [
                  "noalias"
                ],
                "saved": {
                  "document": "concrex-out/a.json",
                  "test": null
                }
              }
            }
          ],
          "program": {
            "status": "proved",
            "message": "",
            "library_calls": 2
          },
          "assumed": [],
          "engines": [],
          "seconds": 0.25,
          "memory_mb": 0,
          "limits": {
            "time": null,
            "memory_mb": null
          },
          "uncontained": []
        }
    "#]]
    .assert_eq(&(report(vec![refuted]).to_json().expect("it is JSON") + "\n"));
}

#[test]
fn open_claims_are_named_with_their_reason() {
    let fixture = Fixture::new("int a, b, c, d, e, f, g;\n");
    let claims = ["a", "b", "c", "d", "e", "f", "g"].map(|name| {
        let mut claim = Claim::new(ClaimKind::Bounds, fixture.at(name, None));
        claim.message = "the limit of time was reached".to_string();
        claim
    });
    let text = |claims: Vec<Claim>| {
        Terminal::new(&fixture.files, Palette::Plain, 100).report(&report(claims))
    };
    expect![[r#"
        unknown: the limit of time was reached
           bounds@ring.c:1:5
           bounds@ring.c:1:8
           bounds@ring.c:1:11
           bounds@ring.c:1:14
           bounds@ring.c:1:17
           and 2 more

        unknown: 7 claims and 2 library calls in 0.25 s
    "#]]
    .assert_eq(&text(claims.to_vec()));

    let mut proved = claims[0].clone();
    proved.status = Status::Proved;
    expect![[r#"
        proved: 1 claim and 2 library calls in 0.25 s
    "#]]
    .assert_eq(&text(vec![proved]));
    expect![[r#"
        proved: no claims and 2 library calls in 0.25 s
    "#]]
    .assert_eq(&text(Vec::new()));
}

fn report(claims: Vec<Claim>) -> Report {
    let program = Program {
        status: Status::Proved,
        message: String::new(),
        library_calls: 2,
    };
    let mut report = Report::new(claims, program);
    report.seconds = 0.25;
    report
}
