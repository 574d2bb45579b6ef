//! Functions that run before `main` and after it: `__attribute__((constructor))` and
//! `((destructor))`.

use super::Lowerer;
use crate::ast::Attribute;
use crate::error::Lowered;
use ir::ProcedureId;

/// When a function runs by itself. Smaller priorities come first before `main` and last after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Schedule {
    before_main: Option<Priority>,
    after_main: Option<Priority>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Priority(u16);

/// Where no priority is given.
const LAST: Priority = Priority(u16::MAX);

impl Lowerer {
    /// Notes when a function that is declared with these attributes runs by itself.
    pub(super) fn schedule<'a>(
        &mut self,
        id: ProcedureId,
        attributes: impl Iterator<Item = &'a Attribute>,
    ) -> Lowered<()> {
        for attribute in attributes {
            if !matches!(&*attribute.name, "constructor" | "destructor") {
                continue;
            }
            let priority = self.priority(attribute)?;
            let schedule = &mut self.procedures[id.0 as usize].schedule;
            match &*attribute.name {
                "constructor" => schedule.before_main = Some(priority),
                _ => schedule.after_main = Some(priority),
            }
        }
        self.list_scheduled(id);
        Ok(())
    }

    fn priority(&mut self, attribute: &Attribute) -> Lowered<Priority> {
        let Some(argument) = attribute.arguments.first() else {
            return Ok(LAST);
        };
        let number = self.constant_integer(argument)?;
        Ok(u16::try_from(number).map_or(LAST, Priority))
    }

    /// Functions of the same priority run in the order of their definitions.
    fn list_scheduled(&mut self, id: ProcedureId) {
        let state = &self.procedures[id.0 as usize];
        let runs = state.definition.is_some() && state.schedule != Schedule::default();
        if runs && !self.scheduled.contains(&id) {
            self.scheduled.push(id);
        }
    }

    /// The functions that run before `main`, in order.
    pub(crate) fn constructors(&self) -> Vec<ProcedureId> {
        self.in_order(|schedule| schedule.before_main)
    }

    /// The functions that run after `main`, the last one first.
    pub(crate) fn destructors(&self) -> Vec<ProcedureId> {
        self.in_order(|schedule| schedule.after_main)
    }

    fn in_order(&self, priority: impl Fn(&Schedule) -> Option<Priority>) -> Vec<ProcedureId> {
        let priority = |id: &ProcedureId| priority(&self.procedures[id.0 as usize].schedule);
        let listed = self.scheduled.iter().copied();
        let mut found: Vec<ProcedureId> = listed.filter(|id| priority(id).is_some()).collect();
        found.sort_by_key(priority);
        found
    }
}
