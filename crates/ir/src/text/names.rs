//! Names that occur once.

use crate::program::{GlobalId, Procedure, ProcedureId, Program};
use std::collections::HashSet;

/// The names of globals and procedures.
pub(super) struct Names {
    globals: Vec<String>,
    procedures: Vec<String>,
}

impl Names {
    pub(super) fn of(program: &Program) -> Names {
        let mut unique = Unique::default();
        Names {
            globals: program
                .globals
                .iter()
                .map(|global| unique.name(&global.name))
                .collect(),
            procedures: program
                .procedures
                .iter()
                .map(|p| unique.name(&p.name))
                .collect(),
        }
    }

    pub(super) fn global(&self, id: GlobalId) -> &str {
        self.globals.get(id.0 as usize).map_or("?", String::as_str)
    }

    pub(super) fn procedure(&self, id: ProcedureId) -> &str {
        self.procedures
            .get(id.0 as usize)
            .map_or("?", String::as_str)
    }
}

/// The names of a procedure's locals; a temporary is called by its number.
pub(super) fn locals(procedure: &Procedure) -> Vec<String> {
    let mut unique = Unique::default();
    let numbered = procedure.locals.iter().enumerate();
    numbered
        .map(|(index, local)| match &local.name {
            Some(name) => unique.name(name),
            None => unique.name(&format!("t{index}")),
        })
        .collect()
}

#[derive(Default)]
struct Unique {
    taken: HashSet<String>,
}

impl Unique {
    /// The name, or the name with the first free suffix.
    fn name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_string();
        let mut count = 1;
        while !self.taken.insert(name.clone()) {
            count += 1;
            name = format!("{wanted}.{count}");
        }
        name
    }
}
