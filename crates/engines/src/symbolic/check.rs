//! Claims: under which condition each fails.

use super::codec::mask;
use super::context::{Context, Interrupt, Step};
use super::heap::{Contents, Extent, Life, Made};
use super::state::State;
use super::value::{Base, Num, ObjectId, Pointer, Value};
use ir::{AccessMode, Check, ClaimKind, Condition, GlobalOrigin, Measure, Mutability, Span};
use logic::TermId;

/// A way in which a claim can fail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: ClaimKind,
    /// When it does.
    pub(crate) condition: TermId,
    /// Where, if not at the check: memory leaks where it was allocated.
    pub(crate) place: Option<Span>,
    /// What follows if nobody watches for it.
    pub(crate) aftermath: Aftermath,
}

/// What follows a failure that nobody watches for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aftermath {
    /// Execution goes on as if nothing was.
    Harmless,
    /// There is no telling.
    Undefined,
    /// Nothing: this is the end, and whatever else fails there fails as well.
    Over,
}

impl Failure {
    fn harmless(kind: ClaimKind, condition: TermId) -> Failure {
        Failure {
            kind,
            condition,
            place: None,
            aftermath: Aftermath::Harmless,
        }
    }

    /// A postcondition, which is claimed where it is written.
    pub(crate) fn postcondition(condition: TermId, place: Span) -> Failure {
        Failure::at_the_end(ClaimKind::Postcondition, condition, place)
    }

    fn at_the_end(kind: ClaimKind, condition: TermId, place: Span) -> Failure {
        Failure {
            kind,
            condition,
            place: Some(place),
            aftermath: Aftermath::Over,
        }
    }

    fn fatal(kind: ClaimKind, condition: TermId) -> Failure {
        Failure {
            aftermath: Aftermath::Undefined,
            ..Failure::harmless(kind, condition)
        }
    }
}

impl Context<'_> {
    /// The ways in which a claim can fail, each where those before it do not.
    pub(crate) fn failures(&mut self, state: &mut State, check: &Check) -> Step<Vec<Failure>> {
        Ok(match &check.condition {
            Condition::Holds(expr) => {
                // An index outside of the whole object is followed by an access there.
                let is_fatal = check.kind == ClaimKind::Bounds;
                if !is_fatal && !self.setting.claims.contains(check.kind) {
                    return Ok(Vec::new());
                }
                let holds = self.condition(state, expr)?;
                let fails = self.terms.not(holds);
                vec![match is_fatal {
                    true => Failure::fatal(check.kind, fails),
                    false => Failure::harmless(check.kind, fails),
                }]
            }
            Condition::Initialised(local) => match state.local(*local) {
                Value::Undefined => vec![Failure::harmless(check.kind, TermId::TRUE)],
                _ => Vec::new(),
            },
            Condition::Access {
                address,
                size,
                align,
                mode,
            } => {
                let pointer = self.pointer(state, address)?;
                let size = self.number(state, size)?;
                self.access_failures(state, pointer, size, *align, *mode)?
            }
            Condition::Freeable(expr) => {
                let pointer = self.pointer(state, expr)?;
                if pointer.base == Base::Nowhere && self.is_ambiguous(pointer.offset) {
                    let elsewhere = self.is_positive(pointer.offset);
                    let null = self.terms.not(elsewhere);
                    self.grant(state, null)?;
                    return Ok(Vec::new());
                }
                self.free_failures(state, pointer)
            }
            Condition::SameObject(a, b) => {
                let (a, b) = (self.pointer(state, a)?, self.pointer(state, b)?);
                let together = a.base == b.base;
                let fails = self.terms.bool(!together);
                vec![Failure::harmless(check.kind, fails)]
            }
            Condition::Disjoint(a, b, size) => {
                let (a, b) = (self.pointer(state, a)?, self.pointer(state, b)?);
                let size = self.number(state, size)?;
                let overlap = self.overlap(a, b, size);
                vec![Failure::harmless(check.kind, overlap)]
            }
            Condition::Callable(expr, signature) => {
                let pointer = self.pointer(state, expr)?;
                let kind = match pointer.base {
                    Base::Procedure(id)
                        if self.program[id].signature == *signature
                            && pointer.offset == Num::ZERO =>
                    {
                        return Ok(Vec::new());
                    }
                    Base::Null => ClaimKind::Null,
                    _ if self.is_ambiguous(pointer.offset) => return Err(Interrupt::Infeasible),
                    Base::Object(id) if state.heap.get(id).made == Made::Environment => {
                        let what = "a call of what the caller gave as data";
                        return Err(Interrupt::Stop(what.to_string()));
                    }
                    _ => ClaimKind::InvalidCall,
                };
                vec![Failure::fatal(kind, TermId::TRUE)]
            }
            Condition::NothingLeaked => {
                let leaked = state.leaked(&self.terms, &self.flow, self.program);
                self.leaks(check.kind, leaked, state)
            }
            Condition::EverythingFreed => self.leaks(check.kind, state.unfreed(), state),
        })
    }

    /// One failure for each place where something was allocated that should not be there any more.
    fn leaks(&self, kind: ClaimKind, objects: Vec<ObjectId>, state: &State) -> Vec<Failure> {
        let mut places: Vec<Span> = Vec::new();
        for id in objects {
            if let Made::Heap(span) = state.heap.get(id).made
                && !places.contains(&span)
            {
                places.push(span);
            }
        }
        let leak = |place| Failure::at_the_end(kind, TermId::TRUE, place);
        places.into_iter().map(leak).collect()
    }

    fn access_failures(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: Num,
        align: u64,
        mode: AccessMode,
    ) -> Step<Vec<Failure>> {
        if size == Num::ZERO {
            return Ok(Vec::new());
        }
        let touched = self.is_positive(size);
        let whole = match pointer.base {
            Base::Null => Some(ClaimKind::Null),
            Base::Procedure(_) => Some(ClaimKind::InvalidDereference),
            Base::Nowhere => {
                self.refuse_computed(pointer.offset)?;
                if self.is_ambiguous(pointer.offset) {
                    let untouched = self.terms.not(touched);
                    self.grant(state, untouched)?;
                    return Ok(Vec::new());
                }
                return Ok(self.nowhere_failures(pointer.offset, touched));
            }
            Base::Object(id) => match state.heap.get(id).life {
                Life::Freed => Some(ClaimKind::UseAfterFree),
                Life::Ended => Some(ClaimKind::UseAfterScope),
                Life::Live => None,
            },
        };
        if let Some(kind) = whole {
            return Ok(vec![Failure::fatal(kind, touched)]);
        }
        let Some(id) = pointer.object() else {
            return Ok(Vec::new());
        };
        self.refuse_undefined_global(state, id)?;
        let mut failures = Vec::new();
        let inside = self.inside(state, id, pointer.offset, size);
        if is_as_needed(state, id) {
            // A pointer of the environment's leads to the beginning of its object.
            let below = self.is_negative(pointer.offset);
            let granted = self.terms.or(below, inside);
            self.grant(state, granted)?;
            let below = self.terms.and(touched, below);
            failures.push(Failure::fatal(ClaimKind::Bounds, below));
        } else {
            let outside = self.terms.not(inside);
            let outside = self.terms.and(touched, outside);
            failures.push(Failure::fatal(ClaimKind::Bounds, outside));
        }
        let object = state.heap.get(id);
        if mode == AccessMode::Write && object.mutability == Mutability::Constant {
            failures.push(Failure::fatal(ClaimKind::ReadOnly, touched));
        }
        if align > 1 {
            let misaligned = self.misaligned(state, id, pointer, align);
            let misaligned = self.terms.and(touched, misaligned);
            failures.push(Failure::harmless(ClaimKind::Misaligned, misaligned));
        }
        failures.retain(|failure| failure.condition != TermId::FALSE);
        Ok(failures)
    }

    /// An access at an address where no object is: one of them is that of the null pointer.
    fn nowhere_failures(&mut self, address: Num, touched: TermId) -> Vec<Failure> {
        let elsewhere = self.is_positive(address);
        let null = self.terms.not(elsewhere);
        let (null, elsewhere) = (
            self.terms.and(touched, null),
            self.terms.and(touched, elsewhere),
        );
        let mut failures = vec![
            Failure::fatal(ClaimKind::Null, null),
            Failure::fatal(ClaimKind::InvalidDereference, elsewhere),
        ];
        failures.retain(|failure| failure.condition != TermId::FALSE);
        failures
    }

    /// Something about the object that a pointer leads to.
    pub(crate) fn measure(
        &mut self,
        state: &State,
        measure: Measure,
        pointer: Pointer,
    ) -> Step<Num> {
        let object = pointer.object();
        match (measure, object) {
            (Measure::Offset, _) => Ok(pointer.offset),
            (Measure::Size, None) => Err(Interrupt::Undefined),
            (Measure::Size, Some(id)) => Ok(state.heap.get(id).size),
            (Measure::Room, None) => {
                self.refuse_computed(pointer.offset)?;
                Ok(Num::Const(mask(self.width())))
            }
            (Measure::Room, Some(id)) => self.room(state, id, pointer.offset),
        }
    }

    /// How many bytes of an object lie behind an offset.
    fn room(&mut self, state: &State, id: ObjectId, offset: Num) -> Step<Num> {
        let width = self.width();
        let none = Num::Const(mask(width));
        if state.heap.get(id).life != Life::Live {
            return Ok(none);
        }
        self.refuse_undefined_global(state, id)?;
        if is_as_needed(state, id) {
            let what = "how much memory an unknown caller gives";
            return Err(Interrupt::Stop(what.to_string()));
        }
        let size = state.heap.get(id).size;
        let inside = self.inside(state, id, offset, Num::ZERO);
        let (size, offset) = (
            size.term(&mut self.terms, width),
            offset.term(&mut self.terms, width),
        );
        let room = self.terms.bv_sub(size, offset);
        let room = Num::of(&self.terms, room);
        Ok(self.choose_number(inside, room, none, width))
    }

    fn is_positive(&mut self, size: Num) -> TermId {
        match size {
            Num::Const(size) => self.terms.bool(size != 0),
            Num::Term(term) => {
                let width = self.terms.width(term);
                let zero = self.terms.bv(width, 0);
                self.terms.ne(term, zero)
            }
        }
    }

    /// Whether an offset leads to what is below its object.
    fn is_negative(&mut self, offset: Num) -> TermId {
        let width = self.width();
        let offset = offset.term(&mut self.terms, width);
        let zero = self.terms.bv(width, 0);
        self.terms.bv_slt(offset, zero)
    }

    /// An address that was computed from others in a way that hides where it leads.
    fn refuse_computed(&mut self, address: Num) -> Step<()> {
        let Num::Term(term) = address else {
            return Ok(());
        };
        let variables = self.terms.free_vars(&[term]);
        let hidden = variables
            .iter()
            .any(|variable| super::codec::base_of(&self.terms, *variable).is_some());
        match hidden {
            true => Err(Interrupt::Stop(
                "an access through an address that was computed bit by bit".to_string(),
            )),
            false => Ok(()),
        }
    }

    fn refuse_undefined_global(&self, state: &State, id: ObjectId) -> Step<()> {
        if let Made::Global(global) = state.heap.get(id).made
            && self.program[global].origin == GlobalOrigin::Undefined
            && state.heap.get(id).given.is_none()
        {
            let name = &self.program[global].name;
            return Err(Interrupt::Stop(format!(
                "the contents of `{name}`, which is not defined"
            )));
        }
        Ok(())
    }

    /// Whether a range lies in an object.
    fn inside(&mut self, state: &State, id: ObjectId, offset: Num, size: Num) -> TermId {
        let have = state.heap.get(id).size;
        if let (Num::Const(offset), Num::Const(size), Num::Const(have)) = (offset, size, have) {
            let fits = size <= have && offset <= have - size;
            return self.terms.bool(fits);
        }
        let width = self.width();
        let terms = &mut self.terms;
        let (offset, size, have) = (
            offset.term(terms, width),
            size.term(terms, width),
            have.term(terms, width),
        );
        let enough = terms.bv_ule(size, have);
        let last = terms.bv_sub(have, size);
        let before = terms.bv_ule(offset, last);
        terms.and(enough, before)
    }

    /// The environment gives what is needed.
    fn grant(&mut self, state: &mut State, condition: TermId) -> Step<()> {
        match self.possible(&state.path, condition)? {
            Some(model) => {
                state.path.model = Some(model);
                state.path.assume(&self.terms, condition);
                Ok(())
            }
            None => Err(Interrupt::Infeasible),
        }
    }

    fn misaligned(
        &mut self,
        state: &mut State,
        id: ObjectId,
        pointer: Pointer,
        align: u64,
    ) -> TermId {
        let position = match state.heap.get(id).align >= align {
            true => {
                self.rely_on_alignment(state, id, align);
                pointer.offset
            }
            false => self.address(state, pointer),
        };
        match position {
            Num::Const(position) => self.terms.bool(position % u128::from(align) != 0),
            Num::Term(term) => {
                let bits = align.trailing_zeros();
                let low = self.terms.extract(bits - 1, 0, term);
                let zero = self.terms.bv(bits, 0);
                self.terms.ne(low, zero)
            }
        }
    }

    fn free_failures(&mut self, state: &State, pointer: Pointer) -> Vec<Failure> {
        let invalid = match pointer.base {
            Base::Null | Base::Nowhere => self.is_positive(pointer.offset),
            Base::Procedure(_) => TermId::TRUE,
            Base::Object(id) => {
                let object = state.heap.get(id);
                if object.life == Life::Freed {
                    return vec![Failure::fatal(ClaimKind::DoubleFree, TermId::TRUE)];
                }
                match object.made {
                    Made::Heap(_) | Made::Internal | Made::Environment => {
                        self.is_positive(pointer.offset)
                    }
                    Made::Global(_) | Made::Stack => TermId::TRUE,
                }
            }
        };
        match invalid {
            TermId::FALSE => Vec::new(),
            _ => vec![Failure::fatal(ClaimKind::InvalidFree, invalid)],
        }
    }

    /// Whether two ranges overlap. Different objects do not.
    fn overlap(&mut self, a: Pointer, b: Pointer, size: Num) -> TermId {
        if a.base != b.base {
            return TermId::FALSE;
        }
        let width = self.width();
        let terms = &mut self.terms;
        let (a, b) = (a.offset.term(terms, width), b.offset.term(terms, width));
        let size = size.term(terms, width);
        let (forward, backward) = (terms.bv_sub(b, a), terms.bv_sub(a, b));
        let near_forward = terms.bv_ult(forward, size);
        let near_backward = terms.bv_ult(backward, size);
        terms.or(near_forward, near_backward)
    }
}

/// Whether the environment gives an object as much memory as is accessed.
fn is_as_needed(state: &State, id: ObjectId) -> bool {
    let object = state.heap.get(id);
    object.made == Made::Environment
        && match &object.contents {
            Contents::Elements(elements) => elements.extent == Extent::AsNeeded,
            Contents::Cells(_) => true,
        }
}
