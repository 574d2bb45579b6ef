//! What an unknown caller gives against all that one can give: random functions over two lists are
//! explored, and executed on all small heaps with all aliases and cycles. Both must agree on whether
//! the error is reached.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::{explored, is_complete, refuted};
use engines::environment::{Assumed, Caller};
use engines::explore::{Matching, Merging, Options};
use engines::symbolic::Setting;
use engines::{Confirm, Finding};
use interp::{Interpreter, Limits, Outcome, Scripted};
use ir::{ClaimKind, ClaimSet, Program};
use std::fmt::Write;
use std::time::Instant;
use verdict::Candidate;

/// How many functions are made.
const FUNCTIONS: u64 = 40;

/// A function looks at no more nodes than these, and at two of their values, which it compares with
/// each other, 0 and 1: four values are as good as all.
const HEAPS: &str = "
static struct node nodes[3];
static struct node *address(int number) { return number == 3 ? 0 : &nodes[number]; }
int main(void)
{
    for (int links = 0; links < 64; links++)
        for (int values = 0; values < 64; values++)
            for (int pointers = 0; pointers < 16; pointers++) {
                for (int i = 0; i < 3; i++) {
                    nodes[i].next = address(links >> 2 * i & 3);
                    nodes[i].value = values >> 2 * i & 3;
                }
                f(address(pointers & 3), address(pointers >> 2));
            }
    return 0;
}
";

#[test]
fn exploration_agrees_with_all_heaps() {
    let mut reached = 0;
    for seed in 1..=FUNCTIONS {
        let function = Generator(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)).function();
        let executed = is_reached_in_some_heap(&function);
        for matching in [Matching::Off, Matching::Exact] {
            let explored = is_reached_by_exploration(&function, matching);
            assert_eq!(explored, executed, "seed {seed}, {matching:?}\n{function}");
        }
        reached += u64::from(executed);
    }
    // Functions of one kind alone would test nothing.
    let some = FUNCTIONS / 10;
    assert!((some..FUNCTIONS - some).contains(&reached), "{reached}");
}

fn load(source: &str, entry: Option<&str>) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("it can be written");
    let options = frontend_c::Options {
        entry: entry.map(str::to_string),
        ..frontend_c::Options::default()
    };
    frontend_c::load(&[file], &options).expect("it is C")
}

fn claims() -> ClaimSet {
    ClaimSet::EMPTY.with(ClaimKind::Unreachable)
}

fn is_reached_in_some_heap(function: &str) -> bool {
    let program = load(&format!("{function}{HEAPS}"), None);
    let interpreter = Interpreter::new(&program);
    let limits = Limits {
        claims: claims(),
        ..Limits::default()
    };
    let mut nothing = Scripted::new([]);
    match interpreter.run(&mut interpreter.start(), &mut nothing, &limits) {
        Outcome::Exited(0) => false,
        outcome => {
            assert!(matches!(outcome, Outcome::Violation(_)), "{outcome:?}");
            true
        }
    }
}

/// Believes every candidate.
struct Believing;

impl Confirm for Believing {
    fn confirm(&self, _: &Candidate, _: Instant) -> Finding {
        refuted()
    }
}

fn is_reached_by_exploration(function: &str, matching: Matching) -> bool {
    let program = load(function, Some("f"));
    let options = Options {
        setting: Setting {
            claims: claims(),
            caller: Caller::Unknown,
            assumed: Assumed::default(),
            ..Setting::default()
        },
        matching,
        merging: Merging::Off,
        ..Options::default()
    };
    let (exploration, refuted) = explored(&program, &options, &Believing);
    assert!(is_complete(&exploration, refuted), "{function}");
    refuted > 0
}

/// Makes functions from a seed.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }

    fn function(&mut self) -> String {
        let mut body = String::new();
        // One step further than the arguments: three nodes at most.
        let step = self.below(5);
        for at in 0..5 {
            let pointer = self.one_of(&["p", "q", "r"]);
            let other = self.one_of(&["p", "q", "r", "0"]);
            let value = self.one_of(&["0", "1", "a", "b"]);
            let statement = match self.below(5) {
                _ if at == step => {
                    let from = self.one_of(&["p", "q"]);
                    format!("if ({from}) r = {from}->next;")
                }
                0 => format!("if ({pointer}) {pointer}->value = {value};"),
                1 => format!("if ({pointer}) {pointer}->next = {other};"),
                2 => format!("if ({pointer} == {other}) a = {value};"),
                3 => format!("if ({pointer} && {pointer}->next == {other}) b = {value};"),
                _ => format!("if (a == {value}) {pointer} = {other};"),
            };
            let _ = writeln!(body, "    {statement}");
        }
        let (first, second) = (self.one_of(&["p", "q"]), self.one_of(&["p", "q", "r"]));
        let (same, equal) = (self.one_of(&["==", "!="]), self.one_of(&["==", "!="]));
        let constant = self.one_of(&["0", "1", "b"]);
        format!(
            "struct node {{ int value; struct node *next; }};
void reach_error(void);
void f(struct node *p, struct node *q)
{{
    struct node *r = 0;
    int a = 0, b = 1;
{body}    if ({first} && {second} && {first} {same} {second})
        if ({first}->value {equal} {second}->value && {second}->value == {constant} && a != b)
            reach_error();
}}
"
        )
    }
}
