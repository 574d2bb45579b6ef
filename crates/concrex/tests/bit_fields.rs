//! Random expressions over bit-fields of all widths have the value, the size and the type that the
//! system's compiler gives them. `cc` is taken to be gcc: clang computes wide bit-fields in another
//! type.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use support::concrex;
use tempfile::TempDir;

const PROGRAMS: u64 = 12;
const FIELDS: usize = 10;
const STATEMENTS: usize = 60;

#[test]
fn random_expressions_are_computed_as_by_the_compiler() {
    let folder = TempDir::new().expect("a temporary folder");
    for seed in 1..=PROGRAMS {
        let source = folder.path().join(format!("{seed}.c"));
        let text = Program::new(seed).text();
        std::fs::write(&source, &text).expect("a file in it");
        // An overflow is a claim; here it is looked at what is computed then.
        let said = concrex([
            Path::new("run"),
            Path::new("--property"),
            Path::new("assert"),
            &source,
        ]);
        assert_eq!(said.status, Some(0), "{}\n{text}", said.stderr);
        let expected = compiled(&source);
        let differing = expected.lines().zip(said.stdout.lines());
        let differing: Vec<_> = differing.filter(|(one, other)| one != other).collect();
        assert!(differing.is_empty(), "{differing:?} in\n{text}");
        assert_eq!(expected, said.stdout, "{text}");
    }
}

fn compiled(source: &Path) -> String {
    let program = source.with_extension("exe");
    let status = Command::new("cc")
        .args(["-w", "-fwrapv", "-O0", "-o"])
        .args([&program, source])
        .status();
    assert!(status.expect("a compiler").success(), "{source:?}");
    let output = Command::new(&program).output().expect("a program");
    String::from_utf8(output.stdout).expect("text")
}

/// A program that prints what expressions over bit-fields are.
struct Program {
    /// A xorshift generator.
    state: u64,
}

impl Program {
    fn new(seed: u64) -> Program {
        Program {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        }
    }

    fn number(&mut self, below: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % below
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.number(from.len() as u64) as usize]
    }

    fn text(&mut self) -> String {
        let mut text = String::from("#include <stdio.h>\nstruct fields {\n");
        for field in 0..FIELDS {
            let width = match self.number(3) {
                0 => 1 + self.number(64),
                1 => 33 + self.number(31),
                _ => [8, 16, 31, 32, 33, 40, 63, 64][self.number(8) as usize],
            };
            let sign = self.pick(&["signed", "unsigned"]);
            let _ = writeln!(text, "    {sign} long f{field} : {width};");
        }
        text.push_str(
            "} x;\nint c;\n\
             static unsigned long wide(unsigned long v) { return v; }\n\
             static int narrow(int v) { return v; }\n\
             #define KIND(e) _Generic((e), int: 1, unsigned: 2, long: 3, unsigned long: 4, short: 5, \
             unsigned short: 6, signed char: 7, unsigned char: 8, default: 9)\n\
             int main(void)\n{\n",
        );
        for statement in 0..STATEMENTS {
            if statement % 5 == 0 {
                self.fill(&mut text);
            }
            let line = self.statement();
            let _ = writeln!(text, "    {line}");
        }
        text.push_str("    return 0;\n}\n");
        text
    }

    fn fill(&mut self, text: &mut String) {
        for field in 0..FIELDS {
            let bits = match self.number(4) {
                0 => u64::MAX,
                1 => 1 << self.number(64),
                2 => (1 << self.number(63)) - 1,
                _ => self.number(u64::MAX),
            };
            let _ = writeln!(text, "    x.f{field} = {bits}UL;");
        }
        let _ = writeln!(text, "    c = {};", self.number(3));
    }

    fn statement(&mut self) -> String {
        let depth = 1 + self.number(3);
        let expr = self.expr(depth);
        let field = self.field();
        match self.number(10) {
            0 => {
                let operator = self.pick(&["=", "+=", "-=", "*=", "^=", "|=", "&="]);
                format!("printf(\"%lx %lx\\n\", (unsigned long)({field} {operator} {expr}), 0UL);")
            }
            1 => {
                let step = self.pick(&["++", "--"]);
                format!(
                    "{{ unsigned long v = {field}{step}; printf(\"%lx %lx\\n\", v, (unsigned long){field}); }}"
                )
            }
            2 => {
                let step = self.pick(&["++", "--"]);
                format!("printf(\"%lx\\n\", (unsigned long){step}{field});")
            }
            3 => format!("printf(\"%d\\n\", (int)sizeof({expr} + 0));"),
            4 => format!("printf(\"%d\\n\", KIND({expr}));"),
            5 => format!("printf(\"%.1f\\n\", (double)({expr}));"),
            6 => format!(
                "switch ({field}) {{ case -1: puts(\"all\"); break; case 0: puts(\"none\"); break; default: puts(\"some\"); }}"
            ),
            _ => format!("printf(\"%lx\\n\", (unsigned long)({expr}));"),
        }
    }

    fn field(&mut self) -> String {
        format!("x.f{}", self.number(FIELDS as u64))
    }

    fn expr(&mut self, depth: u64) -> String {
        let Some(depth) = depth.checked_sub(1) else {
            return match self.number(3) {
                0 => self
                    .pick(&[
                        "1",
                        "(-1)",
                        "3u",
                        "5L",
                        "7UL",
                        "c",
                        "1000000",
                        "0xffffffffffUL",
                    ])
                    .to_string(),
                _ => self.field(),
            };
        };
        let (left, right) = (self.expr(depth), self.expr(depth));
        match self.number(12) {
            0 => format!("({left} << {})", self.number(20)),
            1 => format!("({left} >> {})", self.number(20)),
            2 => format!("({left} / ({right} & 15 | 1))"),
            3 => format!("({left} % ({right} & 15 | 1))"),
            4 => format!("({}{left})", self.pick(&["-", "~", "!", "+"])),
            5 => format!("(c ? {left} : {right})"),
            6 => format!("(0, {left})"),
            7 => format!(
                "{}({left})",
                self.pick(&["wide", "narrow", "(int)", "(long)"])
            ),
            _ => {
                let operators = [
                    "+", "-", "*", "&", "|", "^", "<", "<=", "==", "!=", ">", ">=",
                ];
                format!("({left} {} {right})", self.pick(&operators))
            }
        }
    }
}
