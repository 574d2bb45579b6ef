//! Calls inside of the library model that do nothing in most programs: handlers of signals when a program
//! aborts, functions that are registered for its end.
//!
//! A hook is a function that does nothing as long as nobody has called another function of the file that
//! defines it. Where nothing else refers to that file, its calls are left out, as a linker leaves a weak symbol
//! undefined if nothing else needs the member of an archive. What is left behind an `abort` is then the end of the
//! program, for every engine.

use crate::sweep::live_without;
use ir::{Op, ProcedureId, Program, Target};
use std::collections::HashSet;

/// The hooks. They have no result.
const HOOKS: [&str; 3] = [
    "__concrex_run_exit_handlers",
    "__concrex_run_quick_exit_handlers",
    "__concrex_signal_abort",
];

/// Leaves out the calls of hooks that do nothing.
pub(crate) fn leave_out(program: &mut Program) {
    let hooks: HashSet<ProcedureId> = program
        .procedures()
        .filter(|(_, procedure)| HOOKS.contains(&&*procedure.name))
        .map(|(id, _)| id)
        .collect();
    if hooks.is_empty() {
        return;
    }
    let (live, _) = live_without(program, &hooks);
    let is_in_use = |hook: &ProcedureId| {
        let file = program[*hook].span.file;
        let mut procedures = program.procedures().zip(&live);
        procedures.any(|((_, procedure), is_live)| *is_live && procedure.span.file == file)
    };
    let idle: HashSet<ProcedureId> = hooks.into_iter().filter(|hook| !is_in_use(hook)).collect();
    for edge in program.procedures.iter_mut().flat_map(|one| &mut one.edges) {
        if let Op::Call {
            target: Target::Direct(callee),
            ..
        } = &edge.op
            && idle.contains(callee)
        {
            edge.op = Op::Skip;
        }
    }
}
