//! Programs from csmith beside an input that they do not use. What they compute is one checksum, which
//! the native run tells; none of them has undefined behaviour, so no sanitizer looks on.

use super::native::Binary;
use super::text::Verified;
use crate::hunt::language::{Compiled, Language};
use crate::hunt::tree::{Claim, Constants, Heap, Node, Program, Start, Text, block, line};
use crate::hunt::truth::{Behaviour, Run};
use crate::process::{Ending, run};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Programs that are small enough to be explored in a moment.
const SMALL: &[&str] = &[
    "--no-argc",
    "--max-funcs",
    "3",
    "--max-block-depth",
    "2",
    "--max-expr-complexity",
    "5",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "4",
];

/// Options that change which features of C are used.
const FLAVOURS: &[&[&str]] = &[
    &[],
    &["--no-volatiles"],
    &["--no-packed-struct"],
    &["--no-volatiles", "--float"],
];

const INCLUDE: &str = "-I/usr/include/csmith";

/// What the last line of its main begins with.
const END: &str = "platform_main_end(";

/// The longest that csmith may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// C as csmith writes it.
pub(crate) struct Csmith;

impl Language for Csmith {
    fn program(&self, seed: u64) -> Program {
        let text = written(seed).unwrap_or_default();
        Program {
            nodes: nodes(&text),
            heap: Heap::Unused,
            start: Start::Main,
        }
    }

    /// Each alone, since all of them use the same names.
    fn compile(&self, folder: &Path, programs: &[&Program]) -> Result<Box<dyn Compiled>, String> {
        let alone = programs.iter().enumerate().map(|(number, program)| {
            let own = folder.join(format!("csmith{number}"));
            Binary::new(&own, &[program], &["-O1", INCLUDE])
        });
        Ok(Box::new(Binaries(alone.collect::<Result<_, _>>()?)))
    }

    fn text(&self, program: &Program, constants: &Constants) -> Text {
        program.render(&Verified { constants })
    }

    fn file(&self) -> &'static str {
        "program.c"
    }

    fn options(&self) -> Vec<String> {
        let options = [INCLUDE, "--data-model=lp64", "--property=assert"];
        options.map(str::to_string).to_vec()
    }
}

struct Binaries(Vec<Binary>);

impl Compiled for Binaries {
    fn behaviours(&self, count: usize) -> Vec<Behaviour> {
        let binaries = self.0.iter().take(count);
        binaries.flat_map(|binary| binary.behaviours(1)).collect()
    }

    fn again(&self, program: usize, inputs: &[i64]) -> Option<Run> {
        self.0.get(program)?.again(0, inputs)
    }
}

/// The program of a seed as csmith writes it.
fn written(seed: u64) -> Option<String> {
    let flavour = FLAVOURS[(seed % FLAVOURS.len() as u64) as usize];
    // It leaves a file where it runs.
    let folder = tempfile::tempdir().ok()?;
    let mut csmith = Command::new("csmith");
    csmith
        .current_dir(folder.path())
        .args(["--seed", &seed.to_string()])
        .args(SMALL)
        .args(flavour);
    let finished = run(&mut csmith, PATIENCE);
    (finished.ending == Ending::Exited(0)).then_some(finished.stdout)
}

/// The lines of a program, with an input and a claim about the checksum instead of its printing.
fn nodes(text: &str) -> Vec<Node> {
    let mut nodes = vec![
        line("#include <assert.h>"),
        line("extern int __VERIFIER_nondet_int(void);"),
    ];
    for text in text.lines() {
        match text.trim_start().strip_prefix(END) {
            Some(rest) => {
                let checksum = rest.split(',').next().unwrap_or_default();
                let claim = Node::Claim(Claim {
                    site: 0,
                    expression: format!("(uint32_t)({checksum})"),
                });
                nodes.push(block("if ($choice) {", vec![claim]));
            }
            None => nodes.push(line(text)),
        }
    }
    nodes
}
