//! Where the environment's pointers lead: execution forks for each choice.

use super::super::context::{Context, Interrupt, Step};
use super::super::heap::{Contents, Extent, Made};
use super::super::state::State;
use super::super::value::{Base, Num, ObjectId, Pointer, Value};
use ir::{GlobalId, Origin, ProcedureId, Rest, Type, TypeId};
use verdict::Bound;

/// How the environment is bounded where it gives functions.
const FUNCTIONS: &str = "functions of the program as those that the caller gives";

/// Where a pointer of the environment's leads.
#[derive(Clone, Copy)]
pub(super) enum Choice {
    Null,
    New,
    /// A complete object of a class.
    Whole(TypeId),
    /// The object whose address a global holds.
    Held(GlobalId),
    /// Something that cannot be given.
    Other,
    Old(ObjectId),
    Function(ProcedureId),
    /// The program has no function that could be given.
    NoFunction,
}

impl Context<'_> {
    /// A pointer that the environment chooses: null, to a new object, or to an old one.
    pub(crate) fn choose_pointer(
        &mut self,
        state: &mut State,
        target: Option<TypeId>,
        parent: Option<ObjectId>,
    ) -> Step<Pointer> {
        let choices = self.choices(state, target, parent);
        let chosen = match choices[..] {
            [] => return Err(Interrupt::Infeasible),
            [only] => only,
            _ => choices[self.choose(state, choices.len() as u32)? as usize],
        };
        self.take(state, chosen, target)
    }

    /// Where a pointer of the environment's can lead.
    pub(super) fn choices(
        &mut self,
        state: &State,
        target: Option<TypeId>,
        parent: Option<ObjectId>,
    ) -> Vec<Choice> {
        let assumed = &self.setting.assumed;
        let mut choices = Vec::new();
        if !assumed.nonnull {
            choices.push(Choice::Null);
        }
        let is_function =
            target.is_some_and(|ty| matches!(self.program.types.get(ty), Type::Function { .. }));
        match target.and_then(|ty| self.program.types.given(ty)) {
            Some(given) => {
                let types = given.variants.iter();
                choices.extend(types.filter_map(|record| {
                    let ty = self.program.types.find(&Type::Record(*record))?;
                    Some(Choice::Whole(ty))
                }));
                choices.extend(given.held.iter().copied().map(Choice::Held));
                match &given.rest {
                    Rest::Nothing => {}
                    Rest::Needed(_) => choices.push(Choice::Other),
                    Rest::LeftOut(bound) => self.bound(state, Bound::Environment(bound.clone())),
                }
            }
            None if is_function => match self.functions(target)[..] {
                [] => choices.push(Choice::NoFunction),
                ref functions => {
                    self.bound(state, Bound::Environment(FUNCTIONS.into()));
                    choices.extend(functions.iter().copied().map(Choice::Function));
                }
            },
            None => choices.push(Choice::New),
        }
        if !assumed.noalias && !is_function {
            let candidates = self.candidates(state, target);
            let allowed = candidates
                .into_iter()
                .filter(|id| !assumed.acyclic || !self.leads_to(state, *id, parent));
            choices.extend(allowed.map(Choice::Old));
        }
        choices
    }

    pub(super) fn take(
        &mut self,
        state: &mut State,
        chosen: Choice,
        target: Option<TypeId>,
    ) -> Step<Pointer> {
        match chosen {
            Choice::Null => Ok(Pointer::NULL),
            Choice::Old(object) => Ok(Pointer::to(object)),
            Choice::New => Ok(Pointer::to(self.new_given(state, target))),
            Choice::Whole(ty) => Ok(Pointer::to(self.new_whole(state, ty))),
            Choice::Held(global) => {
                let held = state.heap.held(global);
                let missing = || {
                    let name = &self.program[global].name;
                    Interrupt::Stop(format!("`{name}`, which holds nothing"))
                };
                held.map(Pointer::to).ok_or_else(missing)
            }
            Choice::Other => {
                let given = target.and_then(|ty| self.program.types.given(ty));
                Err(Interrupt::Stop(match given.map(|given| &given.rest) {
                    Some(Rest::Needed(what)) => what.clone(),
                    _ => String::new(),
                }))
            }
            Choice::Function(procedure) => Ok(Pointer {
                base: Base::Procedure(procedure),
                offset: Num::ZERO,
            }),
            Choice::NoFunction => {
                let what = "a function pointer that the caller gave";
                Err(Interrupt::Stop(what.to_string()))
            }
        }
    }

    /// The address of an array of the environment's with at least so many elements, which is never
    /// null: a new one, or one that was there before.
    pub(crate) fn choose_array(
        &mut self,
        state: &mut State,
        element: TypeId,
        least: u64,
    ) -> Step<Pointer> {
        let mut arrays = self.candidates(state, Some(element));
        arrays.retain(|id| {
            let is_array = matches!(state.heap.get(*id).contents, Contents::Elements(_));
            !self.setting.assumed.noalias && (is_array || least <= 1)
        });
        let chosen = match arrays.len() as u32 {
            0 => 0,
            known => self.choose(state, known + 1)?,
        };
        let object = match chosen.checked_sub(1) {
            None => self.new_given(state, Some(element)),
            Some(old) => arrays[old as usize],
        };
        if let Contents::Elements(elements) = &state.heap.get(object).contents {
            let (length, width) = (elements.length, self.width());
            let length = length.term(&mut self.terms, width);
            let least = self.terms.bv(width, least.into());
            let enough = self.terms.bv_ule(least, length);
            self.require(state, enough)?;
        }
        if let Contents::Elements(elements) = &mut state.heap.get_mut(object).contents {
            elements.extent = Extent::Stated;
        }
        Ok(Pointer::to(object))
    }

    /// The functions of the program that a pointer to a function can be the address of.
    fn functions(&self, ty: Option<TypeId>) -> Vec<ProcedureId> {
        let procedures = self.program.procedures().filter(|(_, procedure)| {
            procedure.origin == Origin::User && procedure.ty == ty && !procedure.edges.is_empty()
        });
        procedures.map(|(id, _)| id).collect()
    }

    /// One of several outcomes; execution forks for each.
    pub(super) fn choose(&mut self, state: &mut State, outcomes: u32) -> Step<u32> {
        state.choice.take().ok_or(Interrupt::Choose(outcomes))
    }

    /// The objects of the environment that have that type.
    fn candidates(&self, state: &State, target: Option<TypeId>) -> Vec<ObjectId> {
        let objects = state.heap.iter().filter(|(_, object)| {
            let can_be_given = match object.made {
                Made::Environment => true,
                Made::Global(id) => self.setting.globals.is_exposed(id),
                Made::Stack | Made::Heap(_) | Made::Internal => false,
            };
            can_be_given
                && object
                    .given
                    .as_ref()
                    .is_some_and(|given| self.fits(given.ty, target))
        });
        objects.map(|(id, _)| id).collect()
    }

    /// Whether an object of a type is one that a pointer can point to.
    pub(crate) fn fits(&self, ty: Option<TypeId>, target: Option<TypeId>) -> bool {
        let types = &self.program.types;
        match (target.and_then(|target| types.given(target)), ty) {
            (Some(given), Some(ty)) => {
                matches!(types.get(ty), Type::Record(record) if given.variants.contains(record))
            }
            (Some(_), None) => false,
            (None, _) => ty == target,
        }
    }

    /// Whether pointers of the environment lead from one of its objects to another.
    fn leads_to(&self, state: &State, from: ObjectId, to: Option<ObjectId>) -> bool {
        let Some(to) = to else { return false };
        let mut seen = vec![from];
        let mut next = 0;
        while let Some(id) = seen.get(next).copied() {
            next += 1;
            if id == to {
                return true;
            }
            let Some(given) = &state.heap.get(id).given else {
                continue;
            };
            for initial in &given.initial {
                if let Value::Pointer(pointer) = initial.value
                    && let Some(object) = pointer.object()
                    && !seen.contains(&object)
                {
                    seen.push(object);
                }
            }
        }
        false
    }
}
