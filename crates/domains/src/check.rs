//! Which claims a state may violate, and what is left of it where it does not.

use crate::analysis::Extent;
use crate::linear::{Constraint, Linear, Range};
use crate::memory::{Object, ObjectId, Site};
use crate::refine::{Infeasible, Refined};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State, full};
use crate::value::{Init, Ints, Pointers, Slot, Target, Value};
use ir::{
    AccessMode, BinaryOp, Check, ClaimKind, ClaimSet, Condition, Expr, GlobalOrigin, LocalId,
    ProcedureId, Program, Signature, Span, Storage, Width,
};
use std::rc::Rc;

/// A way in which a check may fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Failure {
    /// A violation of a kind, after which an execution that nobody stops goes on as if nothing was.
    Harmless(ClaimKind),
    /// A violation of a kind, after which there is no telling.
    Fatal(ClaimKind),
    /// A violation that belongs to another place: memory leaks where it was allocated.
    Elsewhere(ClaimKind, Span),
    /// The same, where the place is any call of the user's by which a procedure of the library runs.
    ByLibrary(ClaimKind, ProcedureId),
    /// What is accessed is declared and defined nowhere.
    Undefined(ir::GlobalId),
}

/// An access that is checked.
struct Access<'e> {
    address: &'e Expr,
    pointers: Pointers,
    size: Ints,
    /// The size as a sum of quantities.
    linear_size: Option<Linear>,
    /// The offset as a sum of quantities.
    linear_offset: Option<Linear>,
    align: u64,
    mode: AccessMode,
}

impl<R: Relational> State<R> {
    /// The ways in which a check may fail. The state becomes that of executions in which it does not,
    /// as far as the kinds are among those that end an execution.
    pub(crate) fn check(
        &mut self,
        shared: &mut Shared<'_>,
        check: &Check,
        selected: ClaimSet,
        failures: &mut Vec<Failure>,
    ) -> Refined {
        match &check.condition {
            Condition::Holds(expr) => {
                let is_fatal = check.kind == ClaimKind::Bounds;
                if self.ints(shared, expr).as_constant() == Some(1) {
                    return Ok(());
                }
                // It may be decided by what it is made of.
                let mut violated = self.clone();
                if violated.assume(shared, expr, false).is_err() {
                    return Ok(());
                }
                failures.push(match is_fatal {
                    true => Failure::Fatal(check.kind),
                    false => Failure::Harmless(check.kind),
                });
                match is_fatal || selected.contains(check.kind) {
                    true => self.assume(shared, expr, true),
                    false => Ok(()),
                }
            }
            Condition::Initialised(local) => {
                let slot = self.slot(shared, *local);
                if slot.state == Init::Yes {
                    return Ok(());
                }
                failures.push(Failure::Harmless(check.kind));
                self.initialised(shared, *local, &slot, selected.contains(check.kind))
            }
            Condition::Access {
                address,
                size,
                align,
                mode,
            } => {
                let access = Access {
                    address,
                    pointers: self.pointers(shared, address),
                    size: self.ints(shared, size),
                    linear_size: self.unsigned_linear(shared, size),
                    linear_offset: self.linear(shared, address),
                    align: *align,
                    mode: *mode,
                };
                self.access(shared, &access, failures)
            }
            Condition::Freeable(expr) => self.freeable(shared, expr, failures),
            Condition::SameObject(a, b) => {
                let (x, y) = (self.pointers(shared, a), self.pointers(shared, b));
                if self.offsets_in_one(shared, &x, &y).is_none() {
                    failures.push(Failure::Harmless(check.kind));
                }
                Ok(())
            }
            Condition::Disjoint(a, b, size) => {
                if !self.is_disjoint(shared, (a, b), size) {
                    failures.push(Failure::Harmless(check.kind));
                }
                Ok(())
            }
            Condition::Callable(expr, signature) => {
                let pointers = self.pointers(shared, expr);
                let program = shared.program;
                let fits = |target: Target, at: &Ints| match target {
                    Target::Procedure(id) => {
                        let fits = program[id].signature == *signature;
                        (fits && at.contains(0)).then(|| Ints::constant(at.width(), 0))
                    }
                    _ => None,
                };
                for (target, at) in pointers.targets() {
                    match target {
                        Target::Null => failures.push(Failure::Fatal(ClaimKind::Null)),
                        _ if fits(*target, at).as_ref() == Some(at) => {}
                        _ => failures.push(Failure::Fatal(ClaimKind::InvalidCall)),
                    }
                }
                if pointers.is_wild() {
                    failures.push(Failure::Fatal(ClaimKind::Null));
                    failures.push(Failure::Fatal(ClaimKind::InvalidCall));
                    if !shared.is_merging {
                        return Ok(());
                    }
                }
                let kept = match pointers.is_wild() {
                    true => procedures_of(program, signature, shared.width()),
                    false => pointers.filter(fits, false),
                };
                let kept = kept.ok_or(Infeasible)?;
                self.refine(shared, expr, &Value::Pointer(kept))
            }
            Condition::NothingLeaked => {
                for id in self.may_leak(shared) {
                    failures.push(left_over(shared, check.kind, id));
                }
                Ok(())
            }
            Condition::EverythingFreed => {
                let unfreed = self.objects.iter().filter(|(id, object)| {
                    let is_heap = shared.sites.made(*id).storage == Some(Storage::Heap);
                    is_heap && object.life.is_live
                });
                failures.extend(unfreed.map(|(id, _)| left_over(shared, check.kind, id)));
                Ok(())
            }
        }
    }

    fn initialised(
        &mut self,
        shared: &mut Shared<'_>,
        local: LocalId,
        slot: &Slot,
        is_selected: bool,
    ) -> Refined {
        let value = match (is_selected, slot.state) {
            (true, Init::No) => return Err(Infeasible),
            (true, _) => slot.value.clone(),
            // From here on it has a value, and that could be any.
            (false, _) => slot.value.forget(),
        };
        self.assign(shared, local, Slot::of(value), None);
        Ok(())
    }

    fn access(
        &mut self,
        shared: &mut Shared<'_>,
        access: &Access<'_>,
        failures: &mut Vec<Failure>,
    ) -> Refined {
        let (least, _) = access.size.unsigned();
        if access.size.as_constant() == Some(0) {
            return Ok(());
        }
        let mut kept = Vec::new();
        let is_only = access.pointers.only().is_some();
        for (target, offset) in access.pointers.targets() {
            let zero = offset.contains(0);
            match target {
                Target::Null => failures.push(Failure::Fatal(ClaimKind::Null)),
                Target::Nowhere => {
                    failures.push(Failure::Fatal(ClaimKind::InvalidDereference));
                    if zero {
                        failures.push(Failure::Fatal(ClaimKind::Null));
                    }
                }
                Target::Procedure(_) => {
                    failures.push(Failure::Fatal(ClaimKind::InvalidDereference));
                }
                Target::Object(id) => {
                    if let Some(offset) =
                        self.access_object(shared, access, (*id, offset), is_only, failures)
                    {
                        kept.push((*target, offset));
                    }
                }
            }
        }
        if access.pointers.is_wild() {
            let kinds = Condition::Access {
                address: Expr::NULL,
                size: Expr::NULL,
                align: 1,
                mode: access.mode,
            };
            for kind in kinds.kinds() {
                failures.push(match kind {
                    ClaimKind::Misaligned => Failure::Harmless(*kind),
                    kind => Failure::Fatal(*kind),
                });
            }
        }
        if least == 0 {
            return Ok(());
        }
        let kept = Pointers::of(kept, access.pointers.is_wild()).ok_or(Infeasible)?;
        self.settle_access(shared, access, &kept)
    }

    /// Looks at an access to one object; gives the offsets at which it is allowed.
    fn access_object(
        &mut self,
        shared: &mut Shared<'_>,
        access: &Access<'_>,
        (id, offset): (ObjectId, &Ints),
        is_only: bool,
        failures: &mut Vec<Failure>,
    ) -> Option<Ints> {
        let Some(object) = self.object(id, shared) else {
            // It is not there any more.
            failures.push(Failure::Fatal(ClaimKind::UseAfterScope));
            return None;
        };
        if let Site::Global(global) = shared.sites.made(id).site
            && shared.program[global].origin == GlobalOrigin::Undefined
            && shared.program[global].size == 0
        {
            // Whoever defines it gives it a size; of others, the contents are arbitrary.
            failures.push(Failure::Undefined(global));
        }
        if object.life.is_freed {
            failures.push(Failure::Fatal(ClaimKind::UseAfterFree));
        }
        if object.life.is_ended {
            failures.push(Failure::Fatal(ClaimKind::UseAfterScope));
        }
        if !object.life.is_live {
            return None;
        }
        let linear_offset = access.linear_offset.as_ref().filter(|_| is_only);
        if !self.is_within(shared, (id, &object), offset, access, linear_offset) {
            failures.push(Failure::Fatal(ClaimKind::Bounds));
        }
        if access.mode == AccessMode::Write && object.is_constant {
            failures.push(Failure::Fatal(ClaimKind::ReadOnly));
        }
        let width = offset.width();
        let low = Ints::constant(width, u128::from(access.align.max(1)) - 1);
        let is_aligned = shared.sites.made(id).align >= access.align
            && Ints::binary(BinaryOp::And, offset, &low).as_constant() == Some(0);
        if access.align > 1 && !is_aligned {
            failures.push(Failure::Harmless(ClaimKind::Misaligned));
        }
        let last = object
            .size
            .unsigned()
            .1
            .checked_sub(access.size.unsigned().0)?;
        let last = last.min(full(width).1.unsigned_abs()) as i128;
        offset.meet(&Ints::from_signed(width, 0, last))
    }

    /// Whether an access stays within its object.
    fn is_within(
        &self,
        shared: &mut Shared<'_>,
        (id, object): (ObjectId, &Rc<Object>),
        offset: &Ints,
        access: &Access<'_>,
        linear_offset: Option<&Linear>,
    ) -> bool {
        let (min, max) = offset.signed();
        let most = access.size.unsigned().1;
        let room = object.size.unsigned().0;
        let starts_inside = min >= 0
            || linear_offset
                .is_some_and(|linear| self.range(shared, linear).min.is_some_and(|min| min >= 0));
        let ends_inside = min >= 0
            && max >= 0
            && max
                .unsigned_abs()
                .checked_add(most)
                .is_some_and(|end| end <= room);
        if !starts_inside || ends_inside || shared.given(id) == Some(Extent::AsNeeded) {
            return starts_inside;
        }
        // What relations know of the end: offset + size <= size of the object.
        let end = linear_offset
            .zip(access.linear_size.as_ref())
            .and_then(|(offset, size)| offset.add(size));
        let whole = match object.size.as_constant() {
            Some(size) => i128::try_from(size).ok().map(Linear::constant),
            None if object.is_single => Some(Linear::var(shared.var(Quantity::Size(id)))),
            None => None,
        };
        let beyond = end.zip(whole).and_then(|(end, whole)| end.sub(&whole));
        beyond.is_some_and(|beyond| self.range(shared, &beyond).max.is_some_and(|max| max <= 0))
    }

    /// An access is allowed: what that says of its address.
    fn settle_access(
        &mut self,
        shared: &mut Shared<'_>,
        access: &Access<'_>,
        kept: &Pointers,
    ) -> Refined {
        self.refine(shared, access.address, &Value::Pointer(kept.clone()))?;
        let Some((id, offset)) = kept.only_object() else {
            return Ok(());
        };
        // The index, where the rest of the address is known.
        if let Expr::Offset(base, by) = access.address
            && let Some((_, start)) = self.pointers(shared, base).only_object()
            && let Some(start) = start.as_constant()
        {
            let width = offset.width();
            let start = Ints::constant(width, start);
            let by_offset = Ints::binary(BinaryOp::Sub, &offset, &start);
            self.refine(shared, by, &Value::Int(by_offset))?;
        }
        let object = self.object(id, shared);
        if let Some(object) = object
            && object.is_single
            && let (Some(at), Some(size)) = (&access.linear_offset, &access.linear_size)
            && let Some(end) = at.add(size)
        {
            let whole = match object.size.as_constant() {
                Some(size) => i128::try_from(size).ok().map(Linear::constant),
                None => Some(Linear::var(shared.var(Quantity::Size(id)))),
            };
            let constraint = whole.and_then(|whole| Constraint::at_most(&end, &whole));
            if let Some(constraint) = constraint {
                self.relations.assume(&constraint);
            }
        }
        match self.relations.is_bottom() {
            true => Err(Infeasible),
            false => Ok(()),
        }
    }

    /// An unsigned number as a sum of quantities, where that is the same as a signed one.
    pub(crate) fn unsigned_linear(&self, shared: &mut Shared<'_>, expr: &Expr) -> Option<Linear> {
        let linear = self.linear(shared, expr)?;
        let least = self.range(shared, &linear).min?;
        (least >= 0).then_some(linear)
    }

    fn freeable(
        &mut self,
        shared: &mut Shared<'_>,
        expr: &Expr,
        failures: &mut Vec<Failure>,
    ) -> Refined {
        let pointers = self.pointers(shared, expr);
        let mut kept = Vec::new();
        for (target, offset) in pointers.targets() {
            let start = offset.meet(&Ints::constant(offset.width(), 0));
            let is_start = start == Some(*offset);
            match target {
                Target::Null | Target::Nowhere => {
                    if !is_start {
                        failures.push(Failure::Fatal(ClaimKind::InvalidFree));
                    }
                    kept.extend(start.map(|start| (*target, start)));
                }
                Target::Procedure(_) => failures.push(Failure::Fatal(ClaimKind::InvalidFree)),
                Target::Object(id) => {
                    let storage = shared.sites.made(*id).storage;
                    let is_heap = matches!(storage, Some(Storage::Heap | Storage::Internal));
                    let Some(object) = self.object(*id, shared) else {
                        failures.push(Failure::Fatal(ClaimKind::InvalidFree));
                        continue;
                    };
                    if object.life.is_freed {
                        failures.push(Failure::Fatal(ClaimKind::DoubleFree));
                    }
                    let is_other = object.life.is_live || object.life.is_ended;
                    if is_other && !(is_heap && is_start) {
                        failures.push(Failure::Fatal(ClaimKind::InvalidFree));
                    }
                    if is_heap && object.life.is_live {
                        kept.extend(start.map(|start| (*target, start)));
                    }
                }
            }
        }
        if pointers.is_wild() {
            failures.push(Failure::Fatal(ClaimKind::DoubleFree));
            failures.push(Failure::Fatal(ClaimKind::InvalidFree));
        }
        let kept = Pointers::of(kept, pointers.is_wild()).ok_or(Infeasible)?;
        self.refine(shared, expr, &Value::Pointer(kept))
    }

    /// Whether two ranges have no byte in common.
    fn is_disjoint(&self, shared: &mut Shared<'_>, (a, b): (&Expr, &Expr), size: &Expr) -> bool {
        let (x, y) = (self.pointers(shared, a), self.pointers(shared, b));
        let size_value = self.ints(shared, size);
        if size_value.as_constant() == Some(0) {
            return true;
        }
        if x.is_wild() || y.is_wild() {
            return false;
        }
        let meets = |target: &Target| y.targets().iter().any(|(other, _)| other == target);
        let is_object = |pointers: &Pointers| {
            let mut targets = pointers.targets().iter();
            targets.all(|(target, _)| matches!(target, Target::Object(_)))
        };
        if is_object(&x) && is_object(&y) && !x.targets().iter().any(|(target, _)| meets(target)) {
            return true;
        }
        let (Some((from, to)), Some(most)) = (
            self.offsets_in_one(shared, &x, &y),
            i128::try_from(size_value.unsigned().1).ok(),
        ) else {
            return false;
        };
        let (from, to) = (from.signed(), to.signed());
        let apart = |low: (i128, i128), high: (i128, i128)| {
            low.1.checked_add(most).is_some_and(|end| end <= high.0)
        };
        if apart(from, to) || apart(to, from) {
            return true;
        }
        let linear = |state: &Self, shared: &mut Shared<'_>| {
            let difference = state.linear(shared, a)?.sub(&state.linear(shared, b)?)?;
            let size = state.unsigned_linear(shared, size)?;
            Some((difference.clone().add(&size)?, difference.sub(&size)?))
        };
        linear(self, shared).is_some_and(|(before, behind)| {
            let Range { max, .. } = self.range(shared, &before);
            let Range { min, .. } = self.range(shared, &behind);
            max.is_some_and(|max| max <= 0) || min.is_some_and(|min| min >= 0)
        })
    }
}

/// An object was not freed: the claim about it belongs to the place that made it.
fn left_over(shared: &Shared<'_>, kind: ClaimKind, id: ObjectId) -> Failure {
    let made = shared.sites.made(id);
    match made.site {
        Site::Edge(maker, _, _) if shared.is_merging && made.span.is_none() => {
            Failure::ByLibrary(kind, maker)
        }
        _ => Failure::Elsewhere(kind, made.span),
    }
}

/// The addresses of all procedures of a type.
fn procedures_of(program: &Program, signature: &Signature, width: Width) -> Option<Pointers> {
    let start = Ints::constant(width, 0);
    let fitting = program
        .procedures()
        .filter(|(_, procedure)| procedure.signature == *signature);
    let targets = fitting.map(|(id, _)| (Target::Procedure(id), start));
    Pointers::of(targets.collect(), false)
}
