//! Random programs with many calls, addresses of variables, lists and functions that call each other: however
//! calls are told apart, every state of the reference interpreter is inside of the abstract state at its
//! location, and what an execution violates is never proved.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use domains::{Alarm, Calls, Domain};
use ir::Program;
use support::{execute, instrument, options, outside};

/// How many programs are made in a normal run.
const PROGRAMS: u64 = 60;
/// How often each is executed.
const EXECUTIONS: u64 = 12;
/// The most operations of one analysis.
const WORK: u64 = 60_000;
/// How calls are told apart; those of all procedures are merged in one of them.
const TOLD_APART: [Calls; 3] = [
    Calls::Merged { small: 0 },
    Calls::Merged { small: 60 },
    Calls::Chains,
];

#[test]
fn executions_are_inside() {
    let found = hunt(1, PROGRAMS);
    // Programs that are all wrong, or all proved, would test nothing.
    assert!(
        found.violations > PROGRAMS / 4 && found.ends > PROGRAMS && found.proofs > PROGRAMS,
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
    analysed: u64,
    ends: u64,
    violations: u64,
    /// Lines without an alarm.
    proofs: u64,
}

fn hunt(first: u64, count: u64) -> Found {
    let mut found = Found::default();
    for seed in first..first + count {
        let source = Generator::new(seed).program();
        let program = load(&source);
        for calls in TOLD_APART {
            for domain in [Domain::Intervals, Domain::Zones] {
                check(seed, (&source, &program), (domain, calls), &mut found);
            }
        }
    }
    found
}

fn check(
    seed: u64,
    (source, program): (&str, &Program),
    (domain, calls): (Domain, Calls),
    found: &mut Found,
) {
    let mut options = options(WORK);
    options.calls = calls;
    let Ok(findings) = domain.analyze(program, &options) else {
        return;
    };
    if !findings.left.is_empty() {
        return;
    }
    found.analysed += 1;
    let name = format!("{}, {calls:?}", domain.name());
    let instrumented = instrument(program, &findings.invariants);
    let alarmed = |line: u32| {
        let here = move |alarm: &&Alarm| alarm.span.is_none_or(|span| span.line == line);
        findings.alarms.iter().filter(here)
    };
    found.proofs += (1..=source.lines().count() as u32)
        .filter(|line| alarmed(*line).next().is_none())
        .count() as u64;
    for input in 0..EXECUTIONS {
        let outside = outside(&instrumented, input);
        assert!(
            outside.is_none(),
            "{name}, seed {seed}, input {input}: {outside:?}\n{source}"
        );
        let Some(violation) = execute(program, input) else {
            found.ends += 1;
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
}

const FUNCTIONS: [&str; 4] = ["one", "two", "three", "four"];
const INTS: [&str; 3] = ["a", "b", "g"];
const ADDRESSES: [&str; 9] = [
    "&a",
    "&b",
    "&g",
    "p",
    "q",
    "&xs[1]",
    "gp",
    "ys[1]",
    "here.data",
];
const NODES: [&str; 5] = ["l", "m", "head", "&here", "m"];

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator {
            number: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            lines: String::new(),
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
        self.put("#include <assert.h>\n#include <stdlib.h>\n#include <string.h>");
        self.put("int __VERIFIER_nondet_int(void);");
        self.put("struct node { int value; struct node *next; int *data; };");
        self.put("static int g, fuel = 5; static int *gp = &g; static struct node *head;");
        self.put("static int one(int *p, struct node *l), two(int *p, struct node *l);");
        self.put("static int three(int *p, struct node *l), four(int *p, struct node *l);");
        self.put("static int (*chosen)(int *, struct node *) = two;");
        for (index, name) in FUNCTIONS.into_iter().enumerate() {
            self.put(&format!("static int {name}(int *p, struct node *l)\n{{"));
            self.put("if (fuel <= 0)\nreturn 0;\nfuel--;");
            self.locals();
            self.block(4 + index as u64, 2);
            self.ending();
        }
        self.put("int main(void)\n{\nint start = 1, *p = &start; struct node *l = NULL;");
        self.locals();
        self.block(9, 2);
        self.put("return (a ^ b ^ (p == q) ^ (m == l) ^ xs[0]) & 1;\n}");
        self.lines
    }

    fn locals(&mut self) {
        self.put("int a = 1, b = 0, xs[3] = {0}, *q = &b, *ys[3] = {&g, &g, &a};");
        self.put("struct node here = {2, NULL, &g}, *m = &here;");
    }

    fn ending(&mut self) {
        let last = [
            "return a;",
            "return *q;",
            "gp = &g;\nreturn b;",
            "head = l;\nreturn 2;",
        ];
        let line = self.one_of(&last);
        self.put(line);
        self.put("}");
    }

    fn block(&mut self, statements: u64, depth: u32) {
        for _ in 0..1 + self.below(statements) {
            self.statement(depth);
        }
    }

    fn value(&mut self) -> String {
        match self.below(9) {
            0..=1 => self.below(6).to_string(),
            2 => "*q".to_string(),
            3 => "*p".to_string(),
            4 => "(m ? m->value : 0)".to_string(),
            5 => format!("({} & 3) + 1", self.one_of(&INTS)),
            6 => "__VERIFIER_nondet_int() % 5".to_string(),
            7 => format!("xs[{} & 1]", self.one_of(&INTS)),
            _ => self.one_of(&INTS).to_string(),
        }
    }

    fn condition(&mut self) -> String {
        match self.below(6) {
            0 => "__VERIFIER_nondet_int()".to_string(),
            1 => "m && m->next".to_string(),
            2 => "p == q".to_string(),
            3 => "m == head".to_string(),
            _ => {
                let operator = self.one_of(&["<", "==", "!=", ">="]);
                format!("{} {operator} {}", self.one_of(&INTS), self.below(4))
            }
        }
    }

    fn call(&mut self) -> String {
        let to = self.one_of(&INTS);
        let callee = self.one_of(&["one", "two", "three", "four", "chosen"]);
        let (address, node) = (self.one_of(&ADDRESSES), self.one_of(&NODES));
        format!("{to} = {callee}({address}, {node});")
    }

    fn statement(&mut self, depth: u32) {
        let kind = self.below(if depth > 0 { 30 } else { 24 });
        let line = match kind {
            0..=1 => format!("{} = {};", self.one_of(&INTS), self.value()),
            2 => format!("*q = {};", self.value()),
            3 => format!("*p = {};", self.value()),
            4..=5 => format!("q = {};", self.one_of(&ADDRESSES)),
            6 => format!("gp = {};", self.one_of(&["&g", "&g", "p", "q", "&a"])),
            7 => format!("ys[{} & 1] = {};", self.one_of(&INTS), self.one_of(&ADDRESSES)),
            8 => "m = malloc(sizeof *m);\nif (!m)\nreturn 0;\nm->value = a;\nm->next = l;\nm->data = q;"
                .to_string(),
            9 => format!("m = {};", self.one_of(&NODES)),
            10 => format!("head = {};", self.one_of(&["m", "l", "NULL"])),
            11 => "if (m)\nm = m->next;".to_string(),
            12 => format!("if (m)\nm->value = {};", self.value()),
            13 => format!("if (m)\nm->next = {};", self.one_of(&NODES)),
            14 => format!("if (m)\nm->data = {};", self.one_of(&ADDRESSES)),
            15 => "if (m && m->data)\nq = m->data;".to_string(),
            16 => self
                .one_of(&["if (m)\nhere = *m;", "if (m)\n*m = here;", "if (m && l)\n*m = *l;"])
                .to_string(),
            17 => self
                .one_of(&[
                    "memcpy(ys, ys + 1, sizeof *ys * (size_t)(b & 1));",
                    "int *zs[3] = {q, p, gp};\nmemcpy(ys, zs, sizeof *ys * (size_t)(a & 1));",
                    "if (m)\nmemcpy(&here, m, sizeof here);",
                    "q = ys[a & 1];",
                ])
                .to_string(),
            18 => self
                .one_of(&[
                    "if (m && m != &here && m != l && m != head) {\nfree(m);\nm = NULL;\n}",
                    "chosen = three;",
                    "chosen = one;",
                    "head = NULL;",
                ])
                .to_string(),
            19 => format!("assert({});", self.condition()),
            20..=23 => self.call(),
            24..=27 => {
                let line = format!("if ({}) {{", self.condition());
                self.put(&line);
                self.block(3, depth - 1);
                self.put("} else {");
                self.block(2, depth - 1);
                "}".to_string()
            }
            _ => {
                self.put("for (int i = 0; i < 3; i++) {");
                self.block(3, depth - 1);
                "}".to_string()
            }
        };
        // Declarations need a scope of their own.
        match line.contains("*zs[") {
            true => self.put(&format!("{{\n{line}\n}}")),
            false => self.put(&line),
        }
    }
}
