//! Exploration against execution: random programs with two small inputs are executed with all
//! values of both, and explored. Both must agree on whether the error is reached.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::{explored, is_complete, refuted};
use engines::explore::{Matching, Merging, Options, Strategy};
use engines::symbolic::Setting;
use engines::{Confirm, Finding};
use interp::{Interpreter, Limits, Outcome, Scripted};
use ir::{ClaimKind, ClaimSet, Program};
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use verdict::Candidate;

/// How many programs are made.
const PROGRAMS: u64 = 60;

/// Both inputs are less than this.
const INPUTS: u128 = 8;

#[test]
fn exploration_agrees_with_execution() {
    let mut reached = 0;
    for seed in 1..=PROGRAMS {
        let source = Generator(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)).program();
        let program = load(&source);
        let executed = is_reached_by_execution(&program);
        for matching in [Matching::Off, Matching::Exact] {
            let options = options(seed, matching);
            let explored = is_reached_by_exploration(&program, &options);
            assert_eq!(explored, executed, "seed {seed}, {options:?}\n{source}");
        }
        let proved = is_proved_by_generalisation(&program, &options(seed, Matching::General));
        assert!(!(proved && executed), "seed {seed}, generalised\n{source}");
        reached += u64::from(executed);
    }
    // Programs of one kind alone would test nothing.
    assert!((PROGRAMS / 20..PROGRAMS).contains(&reached), "{reached}");
}

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("it can be written");
    frontend_c::load(&[file], &frontend_c::Options::default()).expect("it is C")
}

fn claims() -> ClaimSet {
    ClaimSet::EMPTY.with(ClaimKind::Unreachable)
}

fn is_reached_by_execution(program: &Program) -> bool {
    let interpreter = Interpreter::new(program);
    let limits = Limits {
        claims: claims(),
        ..Limits::default()
    };
    let fails = |x, y| {
        let mut inputs = Scripted::new([x, y]);
        let outcome = interpreter.run(&mut interpreter.start(), &mut inputs, &limits);
        assert!(
            matches!(outcome, Outcome::Exited(0) | Outcome::Violation(_)),
            "{outcome:?}"
        );
        matches!(outcome, Outcome::Violation(_))
    };
    (0..INPUTS).any(|x| (0..INPUTS).any(|y| fails(x, y)))
}

/// Takes every candidate whose inputs really lead to the error.
struct Executed<'p> {
    program: &'p Program,
    was_wrong: AtomicBool,
}

impl<'p> Executed<'p> {
    fn of(program: &'p Program) -> Executed<'p> {
        Executed {
            program,
            was_wrong: AtomicBool::new(false),
        }
    }
}

impl Confirm for Executed<'_> {
    fn confirm(&self, candidate: &Candidate, _: Instant) -> Finding {
        let interpreter = Interpreter::new(self.program);
        let values = candidate.witness.inputs.iter().map(|input| input.value);
        let limits = Limits {
            claims: claims(),
            ..Limits::default()
        };
        let mut inputs = Scripted::new(values);
        let outcome = interpreter.run(&mut interpreter.start(), &mut inputs, &limits);
        match outcome {
            Outcome::Violation(_) => refuted(),
            outcome => {
                self.was_wrong.store(true, Ordering::Relaxed);
                Finding::Rejected(format!("{outcome:?}"))
            }
        }
    }
}

/// Every seed explores in another way.
fn options(seed: u64, matching: Matching) -> Options {
    let seed = seed as usize;
    Options {
        setting: Setting {
            claims: claims(),
            ..Setting::default()
        },
        matching,
        strategy: Strategy::ALL[seed % Strategy::ALL.len()].1,
        merging: [Merging::On, Merging::Off][seed % 2],
        jobs: NonZeroUsize::MIN.saturating_add(seed / 2 % 3),
        ..Options::default()
    }
}

fn is_reached_by_exploration(program: &Program, options: &Options) -> bool {
    let executed = Executed::of(program);
    let (exploration, refuted) = explored(program, options, &executed);
    assert!(is_complete(&exploration, refuted), "{exploration:?}");
    assert!(
        !executed.was_wrong.into_inner(),
        "a candidate does not fail"
    );
    refuted > 0
}

/// Whether generalised states come to an end without a violation.
fn is_proved_by_generalisation(program: &Program, options: &Options) -> bool {
    // What may violate claims need not come to an end.
    let mut options = options.clone();
    options.setting.deadline = Some(Instant::now() + Duration::from_millis(500));
    let (exploration, refuted) = explored(program, &options, &Executed::of(program));
    assert_eq!(refuted, 0, "what is generalised refutes nothing");
    exploration.openings.is_empty() && exploration.alarms.is_empty()
}

/// Makes programs from a seed.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn program(&mut self) -> String {
        let mut body = String::new();
        for _ in 0..3 + self.below(4) {
            let statement = self.statement(0);
            let _ = writeln!(body, "    {statement}");
        }
        let (sum, low) = (self.below(16), self.below(4));
        format!(
            "#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void reach_error(void);
struct node {{ int value; struct node *next; }};
static int f(int k) {{ return k < 0 ? -k & 15 : k > 9 ? k - 9 : k + 1; }}
int main(void)
{{
    int x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x < {INPUTS} && y < {INPUTS});
    int a = x, b = y, c = 1, array[4] = {{1, 2, 3, 4}};
    struct node *list = NULL;
{body}    while (list) {{
        struct node *next = list->next;
        c += list->value;
        free(list);
        list = next;
    }}
    if ((c & 15) == {sum} && (a & 3) == {low})
        reach_error();
    return 0;
}}
"
        )
    }

    fn statement(&mut self, depth: u32) -> String {
        let value = self.expression(0);
        let inner = |this: &mut Generator| this.statement(depth + 1);
        match self.below(if depth > 1 { 6 } else { 11 }) {
            0 | 1 => format!("a = {value};"),
            2 => format!("b = {value};"),
            3 => format!("c = {value};"),
            4 => format!("array[({}) & 3] = {value};", self.expression(0)),
            5 => format!("*(({}) > 2 ? &a : &b) = {value};", self.expression(0)),
            6 | 7 => {
                let (then, otherwise) = (inner(self), inner(self));
                format!("if ({value}) {{ {then} }} else {{ {otherwise} }}")
            }
            8 => format!(
                "for (int i = 0; i < (({value}) & 7); i++) {{ {} }}",
                inner(self)
            ),
            9 => {
                let (first, second, other) = (inner(self), inner(self), inner(self));
                format!(
                    "switch (({value}) & 3) {{ case 0: {first} break; case 1: {second} default: {other} }}"
                )
            }
            _ => format!(
                "{{ struct node *fresh = malloc(sizeof *fresh); fresh->value = {value}; \
                 fresh->next = list; list = fresh; }}"
            ),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        let names = ["x", "y", "a", "b", "c"];
        let pick = |this: &mut Generator| names[this.below(5) as usize].to_string();
        if depth > 1 {
            return pick(self);
        }
        let (left, right) = (self.expression(depth + 1), self.expression(depth + 1));
        match self.below(9) {
            0 => self.below(20).to_string(),
            1 => pick(self),
            2 => format!("array[({left}) & 3]"),
            3 => format!("f({left})"),
            4 => format!("(({left}) & ({right}))"),
            5 => format!("(({left}) < ({right}))"),
            6 => format!("(({left}) % 7 + ({right}))"),
            7 => format!("(({left}) ^ ({right}))"),
            _ => format!("(({left}) + ({right}))"),
        }
    }
}
