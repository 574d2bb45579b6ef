//! Globals and their initial data.

use super::Problem;
use crate::program::{DatumValue, Global, Program};

pub(super) fn problems(program: &Program, global: &Global) -> Vec<Problem> {
    let mut found = Vec::new();
    if !global.align.is_power_of_two() {
        found.push(Problem::Alignment(global.align));
    }
    let mut end = 0;
    for datum in &global.data {
        let size = match &datum.value {
            DatumValue::Bytes(bytes) => bytes.len() as u64,
            DatumValue::Global(target, _) => {
                if target.0 as usize >= program.globals.len() {
                    found.push(Problem::UnknownGlobal(*target));
                }
                program.data_model.pointer_bytes()
            }
            DatumValue::Procedure(target) => {
                if target.0 as usize >= program.procedures.len() {
                    found.push(Problem::UnknownProcedure(*target));
                }
                program.data_model.pointer_bytes()
            }
        };
        let fits = datum
            .offset
            .checked_add(size)
            .is_some_and(|end| end <= global.size);
        if datum.offset < end || !fits {
            found.push(Problem::Data(datum.offset));
        }
        end = datum.offset.saturating_add(size);
    }
    found
}
