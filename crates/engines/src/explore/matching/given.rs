//! What the environment can have put into the objects that it gave, and what restricts what it will
//! still put there.

use crate::environment::Caller;
use crate::symbolic::cells::{Background, Cells, Content, extent};
use crate::symbolic::context::Context;
use crate::symbolic::heap::{Life, Made, Object};
use crate::symbolic::layout;
use crate::symbolic::leak;
use crate::symbolic::state::State;
use crate::symbolic::value::{Base, Num, ObjectId, Value};
use ir::{Rule, Scalar, TypeId};
use logic::TermId;
use rustc_hash::FxHashSet;

/// Tells what the environment can have given from what it cannot.
pub(super) struct Giver<'a, 'p> {
    context: &'a mut Context<'p>,
    state: &'a State,
}

impl<'a, 'p> Giver<'a, 'p> {
    pub(super) fn new(context: &'a mut Context<'p>, state: &'a State) -> Giver<'a, 'p> {
        Giver { context, state }
    }

    /// The objects of the environment's that it would have to have had from the start to be as they
    /// are now: a pointer that it has still to choose can lead there, even if nothing does now.
    pub(super) fn changed(&mut self) -> Vec<ObjectId> {
        let setting = self.context.setting;
        if setting.caller != Caller::Unknown || setting.assumed.noalias {
            return Vec::new();
        }
        let given = self
            .state
            .heap
            .iter()
            .filter(|(_, object)| object.made == Made::Environment && object.given.is_some());
        let given: Vec<ObjectId> = given.map(|(id, _)| id).collect();
        given
            .into_iter()
            .filter(|id| !self.is_as_given(*id))
            .collect()
    }

    /// Whether an object can have been given as it is, with all that it leads to.
    fn is_as_given(&mut self, id: ObjectId) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            let object = self.state.heap.get(id);
            match (object.made, object.life) {
                // Globals are compared as such.
                (Made::Global(_), _) => continue,
                (Made::Environment, Life::Live) => {}
                _ => return false,
            }
            for (index, cells) in object.indexed() {
                for (offset, _) in cells.iter() {
                    match self.could_give(object, index, cells, offset) {
                        Some(further) => pending.extend(further),
                        None => return false,
                    }
                }
            }
        }
        true
    }

    /// Whether the environment can have put there what is at an offset of some cells, with all that
    /// it leads to.
    pub(super) fn is_given_at(
        &mut self,
        object: &Object,
        index: Num,
        cells: &Cells,
        offset: u64,
    ) -> bool {
        match self.could_give(object, index, cells, offset) {
            Some(further) => further.into_iter().all(|id| self.is_as_given(id)),
            None => false,
        }
    }

    /// The same of the value alone: the object that it leads to, or `None`.
    fn could_give(
        &mut self,
        object: &Object,
        index: Num,
        cells: &Cells,
        offset: u64,
    ) -> Option<Vec<ObjectId>> {
        let given = object.given.as_ref()?;
        if given.string.is_some() || cells.background != Background::Unknown {
            return None;
        }
        let ty = given.ty?;
        let cell = cells.iter().find(|(at, _)| *at == offset)?.1;
        let Content::Scalar {
            value,
            undefined: 0,
        } = cell.content
        else {
            return None;
        };
        let mut initial = given.initial.iter();
        if initial.any(|at| at.index == index && at.offset == offset && at.value == value) {
            // What is not the environment's was given because a global held it.
            let mut led_to = leak::led_to(&self.context.terms, value);
            led_to.retain(|id| self.state.heap.get(*id).made == Made::Environment);
            return Some(led_to);
        }
        let leaf = layout::only_leaf_at(self.context.program, ty, offset)?;
        let (size, _) = extent(leaf.scalar, self.context.width());
        if leaf.offset != offset || size != cell.size {
            return None;
        }
        let rules = self.context.program.types.given(ty);
        let rule = rules.and_then(|given| given.rules.iter().find(|(at, _)| *at == offset));
        if let Some((_, rule)) = rule {
            let is_so = matches!(
                (rule, value),
                (Rule::Is(wanted), Value::Bits(Num::Const(have))) if have == u128::from(*wanted)
            );
            return is_so.then(Vec::new);
        }
        match (value, leaf.scalar) {
            (Value::Bits(number), Scalar::Int(_) | Scalar::Float(_)) => {
                self.is_of_type(number, leaf.ty).then(Vec::new)
            }
            (Value::Pointer(pointer), Scalar::Pointer) if pointer.offset == Num::ZERO => {
                match pointer.base {
                    Base::Null => Some(Vec::new()),
                    Base::Object(id) => {
                        let target = layout::target(self.context.program, leaf.ty)?;
                        let given = self.state.heap.get(id).given.as_ref()?;
                        let fits = self.context.fits(given.ty, Some(target));
                        fits.then(|| vec![id])
                    }
                    Base::Procedure(_) | Base::Nowhere => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a number is one that the environment could choose for a place of that type: made of
    /// no addresses, and none that the type does not have.
    fn is_of_type(&mut self, number: Num, ty: TypeId) -> bool {
        if let Num::Term(term) = number
            && !leak::addressed(&self.context.terms, term).is_empty()
        {
            return false;
        }
        let Some(most) = self.context.most_of(ty) else {
            return true;
        };
        match number {
            Num::Const(number) => number <= most,
            Num::Term(term) => {
                let width = self.context.terms.width(term);
                let most = self.context.terms.bv(width, most);
                let fits = self.context.terms.bv_ule(term, most);
                fits == TermId::TRUE || self.state.path.known(&self.context.terms, fits) == Some(1)
            }
        }
    }
}
