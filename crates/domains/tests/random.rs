//! Random programs with arrays, texts, flags and inputs: every state of the reference interpreter is inside
//! of the abstract state at its location, and what an execution violates is never proved.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use domains::{Alarm, Domain};
use ir::Program;
use std::fmt::Write;
use support::{execute, instrument, options, outside};

/// How many programs are made in a normal run.
const PROGRAMS: u64 = 60;
/// How often each is executed.
const EXECUTIONS: u64 = 12;
/// The most operations of one analysis.
const WORK: u64 = 40_000;

#[test]
fn executions_are_inside() {
    let found = hunt(1, PROGRAMS);
    assert!(
        found.executions > PROGRAMS,
        "{} executions",
        found.executions
    );
    // Programs that are all wrong, or all proved, would test nothing.
    assert!(
        found.violations > PROGRAMS / 8 && found.proofs > PROGRAMS,
        "{found:?}"
    );
}

/// `CONCREX_SEED` is the first of `CONCREX_PROGRAMS` programs.
#[test]
#[ignore = "takes minutes; for looking for defects"]
fn many_executions_are_inside() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let first = number("CONCREX_SEED").unwrap_or(1_000_000);
    let count = number("CONCREX_PROGRAMS").unwrap_or(2_000);
    println!("{:?}", hunt(first, count));
}

#[derive(Debug, Default)]
struct Found {
    executions: u64,
    violations: u64,
    /// Lines without an alarm.
    proofs: u64,
}

fn hunt(first: u64, count: u64) -> Found {
    let mut found = Found::default();
    for seed in first..first + count {
        let source = Generator::new(seed).program();
        let program = load(&source);
        for domain in Domain::ALL {
            check(seed, &source, &program, domain, &mut found);
        }
    }
    found
}

fn check(seed: u64, source: &str, program: &Program, domain: Domain, found: &mut Found) {
    let Ok(findings) = domain.analyze(program, &options(WORK)) else {
        return;
    };
    if !findings.left.is_empty() {
        return;
    }
    let name = domain.name();
    let instrumented = instrument(program, &findings.invariants);
    let alarmed = |line: u32| {
        let here = move |alarm: &&Alarm| alarm.span.is_none_or(|span| span.line == line);
        findings.alarms.iter().filter(here)
    };
    found.proofs += (1..=source.lines().count() as u32)
        .filter(|line| alarmed(*line).next().is_none())
        .count() as u64;
    for input in 0..EXECUTIONS {
        found.executions += 1;
        let outside = outside(&instrumented, input);
        assert!(
            outside.is_none(),
            "{name}, seed {seed}, input {input}: {outside:?}\n{source}"
        );
        let Some(violation) = execute(program, input) else {
            continue;
        };
        found.violations += 1;
        let line = violation.place().line;
        let is_alarm = alarmed(line).any(|alarm| alarm.kind == violation.kind);
        assert!(
            is_alarm,
            "{name}, seed {seed}, input {input}: {} at line {line} is proved\n{source}",
            violation.kind.name()
        );
    }
}

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("it can be written");
    frontend_c::load(&[file], &frontend_c::Options::default()).expect("it is C")
}

/// Writes programs, one statement a line.
struct Generator {
    number: u64,
    lines: String,
    /// Loops have counters of their own.
    counters: u32,
    open: Vec<u32>,
}

const INTS: [&str; 4] = ["a", "b", "n", "g"];

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator {
            number: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            lines: String::new(),
            counters: 0,
            open: Vec::new(),
        }
    }

    fn below(&mut self, end: u64) -> u64 {
        self.number ^= self.number << 13;
        self.number ^= self.number >> 7;
        self.number ^= self.number << 17;
        (self.number >> 20) % end
    }

    fn one_of<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u64) as usize]
    }

    fn put(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn program(mut self) -> String {
        self.put("#include <assert.h>\n#include <string.h>");
        self.put("int __VERIFIER_nondet_int(void);");
        self.put("struct pair { int x; short y; };");
        self.put("static int g; static char shared[8];");
        self.put("static int work(int *xs, char *s, int n)\n{\nint a = n, b = 0, flag = 0;");
        self.put("int *p = xs; char *q = s; struct pair ps[4]; ps[0].x = n;");
        self.block(3, 2);
        self.put("return flag ? a : b;\n}");
        self.put("int main(void)\n{\nint a = 0, b = 1, n = 0, flag = 0, xs[6]; char s[8];");
        self.put("int *p = xs; char *q = s; struct pair ps[4]; ps[0].x = 1;");
        if self.below(4) > 0 {
            self.put("memset(s, 0, sizeof s);");
        }
        if self.below(2) > 0 {
            self.put("for (int i = 0; i < 6; i++)\nxs[i] = i;");
        }
        self.block(8, 3);
        self.put("return (a ^ b ^ n ^ flag ^ (p == xs) ^ (q == s)) & 1;\n}");
        self.lines
    }

    fn block(&mut self, statements: u64, depth: u32) {
        for _ in 0..1 + self.below(statements) {
            self.statement(depth);
        }
    }

    fn counter(&mut self) -> Option<String> {
        let count = self.open.len() as u64;
        let chosen = self.below(count.max(1)) as usize;
        self.open.get(chosen).map(|counter| format!("i{counter}"))
    }

    fn int(&mut self) -> String {
        match (self.below(3), self.counter()) {
            (0, Some(counter)) => counter,
            _ => self.one_of(&INTS).to_string(),
        }
    }

    fn index(&mut self, room: u64) -> String {
        match self.below(8) {
            0 => self.below(room + 1).to_string(),
            1..=4 => format!("{} & {}", self.int(), self.one_of(&["3", "1", "3", "7"])),
            5 => format!("{} - 1", self.int()),
            _ => self.int(),
        }
    }

    fn place(&mut self) -> String {
        match self.below(9) {
            0..=2 => format!("xs[{}]", self.index(6)),
            3..=4 => format!("s[{}]", self.index(8)),
            5 => format!("shared[{}]", self.index(8)),
            6 => format!("ps[{}].{}", self.index(4), self.one_of(&["x", "y"])),
            7 => "*p".to_string(),
            _ => "*q".to_string(),
        }
    }

    fn value(&mut self) -> String {
        match self.below(10) {
            0..=1 => self.below(10).to_string(),
            2..=3 => self.place(),
            4 => format!("{} % 5", self.int()),
            5 => format!("{} + 1", self.int()),
            6 => "__VERIFIER_nondet_int() % 7".to_string(),
            7 => "flag".to_string(),
            _ => self.int(),
        }
    }

    fn condition(&mut self) -> String {
        match self.below(9) {
            0 => format!("flag == {}", self.below(3)),
            1 => "__VERIFIER_nondet_int()".to_string(),
            2 => format!("{} != 0", self.place()),
            3 => "*q".to_string(),
            4 => format!("{0} >= 0 && {0} < {1}", self.int(), 4 + 2 * self.below(3)),
            5 => format!("{} < {}", self.place(), self.int()),
            _ => {
                let operator = self.one_of(&["<", "<=", "==", "!=", ">"]);
                format!("{} {operator} {}", self.int(), self.below(8))
            }
        }
    }

    fn statement(&mut self, depth: u32) {
        let kind = self.below(if depth > 0 { 24 } else { 14 });
        match kind {
            0..=3 => {
                let line = format!("{} = {};", self.place(), self.value());
                self.put(&line);
            }
            4..=5 => {
                let line = format!("{} = {};", self.one_of(&INTS), self.value());
                self.put(&line);
            }
            6 => {
                let line = format!("flag = {};", self.below(3));
                self.put(&line);
            }
            7 => {
                let line = format!("s[{}] = '\\0';", self.index(8));
                self.put(&line);
            }
            8 => {
                let moves = [
                    "p++;",
                    "q++;",
                    "p = xs;",
                    "q = s;",
                    "q = shared;",
                    "p = &xs[n];",
                    "p--;",
                ];
                let line = self.one_of(&moves);
                self.put(line);
            }
            9 => {
                let calls = [
                    "a = (int)strlen(s);",
                    "b = (int)strlen(shared);",
                    "memset(xs, 0, sizeof xs);",
                    "memcpy(s, shared, 4);",
                    "strcpy(shared, s);",
                    "memset(s, 'x', (size_t)(n & 7));",
                    "memcpy(shared, s, (size_t)(a & 7));",
                ];
                let line = self.one_of(&calls);
                self.put(line);
            }
            10 => {
                let line = format!("{} = __VERIFIER_nondet_int() % 9;", self.one_of(&INTS));
                self.put(&line);
            }
            11..=12 => {
                let line = format!("assert({});", self.condition());
                self.put(&line);
            }
            13 => {
                let line = format!(
                    "if ({}) {} = {};",
                    self.condition(),
                    self.place(),
                    self.value()
                );
                self.put(&line);
            }
            14..=16 => {
                let line = format!("if ({}) {{", self.condition());
                self.put(&line);
                self.block(3, depth - 1);
                self.put("} else {");
                self.block(2, depth - 1);
                self.put("}");
            }
            17..=18 => self.filling(),
            19 => self.put("for (n = 0; n < 7 && s[n]; n++)\na = s[n];"),
            20 => self.put("b = work(xs, s, n);"),
            _ => self.counting(depth),
        }
    }

    /// A loop that fills an array from its start.
    fn filling(&mut self) {
        let (array, room) = [("xs", 6), ("s", 8), ("shared", 8)][self.below(3) as usize];
        let room = room + self.below(2) * self.below(2) - self.below(2);
        let value = self.value();
        let mut line = String::new();
        let _ = write!(
            line,
            "n = 0;\nwhile (n < {room} && __VERIFIER_nondet_int())\n{array}[n++] = {value};"
        );
        self.put(&line);
        if self.below(2) == 0 && array != "xs" {
            let line = format!("{array}[n] = 0;");
            self.put(&line);
        }
    }

    fn counting(&mut self, depth: u32) {
        self.counters += 1;
        let counter = self.counters;
        let from = self.below(2);
        let to = match self.below(3) {
            0 => self.int(),
            _ => self.below(8).to_string(),
        };
        let step = self.one_of(&["++", "++", " += 2"]);
        let line = format!("for (int i{counter} = {from}; i{counter} < {to}; i{counter}{step}) {{");
        self.put(&line);
        self.open.push(counter);
        self.block(3, depth - 1);
        if self.below(4) == 0 {
            let line = format!("if ({}) break;", self.condition());
            self.put(&line);
        }
        self.open.pop();
        self.put("}");
    }
}
