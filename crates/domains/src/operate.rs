//! What operations do to states.

use crate::analysis::{Events, Left};
use crate::context::Entered;
use crate::fixpoint::Run;
use crate::life::Certainty;
use crate::memory::{Age, Contents, Life, ObjectId, Rest, Site};
use crate::refine::{Infeasible, Refined};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State, full};
use crate::value::{Init, Ints, Pointers, Slot, Target, Value};
use ir::{EdgeId, Expr, LocalId, Op, Scalar, Source, SourceKind, Storage, Type, TypeId, Width};
use std::rc::Rc;

impl<R: Relational> Run<'_, '_, '_, R> {
    /// What an operation does to a state.
    pub(crate) fn operate(
        &mut self,
        edge: EdgeId,
        state: &mut State<R>,
        events: &mut Events,
    ) -> Refined {
        let program = self.analysis.shared.program;
        let one = &program[self.id][edge];
        match &one.op {
            Op::Skip | Op::Output { .. } => Ok(()),
            Op::Assign(local, expr) => {
                self.assign(state, *local, expr);
                Ok(())
            }
            Op::Forget(local) => {
                let scalar = program[self.id][*local].scalar;
                let shared = &mut self.analysis.shared;
                state.assign(shared, *local, Slot::none(scalar), None);
                Ok(())
            }
            Op::Load { dest, place } => state.load(&mut self.analysis.shared, *dest, place),
            Op::Store { place, value } => state.store(&mut self.analysis.shared, place, value),
            Op::Copy { to, from, size } => state.copy(&mut self.analysis.shared, (to, from, size)),
            Op::Fill { to, byte, size } => state.fill(&mut self.analysis.shared, (to, byte, size)),
            Op::Alloc { dest, object } => {
                let step = (self.id, edge);
                let made = self
                    .analysis
                    .made(self.context, step, object.storage, object.align);
                state.allocate(&mut self.analysis.shared, *dest, object, made);
                Ok(())
            }
            Op::Free(address) => {
                state.free(&mut self.analysis.shared, address);
                Ok(())
            }
            Op::EndScope(local) => {
                state.end_scope(&mut self.analysis.shared, *local);
                Ok(())
            }
            Op::Protect(local) => {
                state.protect(&self.analysis.shared, *local);
                Ok(())
            }
            Op::Measure {
                dest,
                measure,
                address,
            } => {
                state.measure(&mut self.analysis.shared, *dest, *measure, address);
                Ok(())
            }
            Op::Assume(expr) => state.assume(&mut self.analysis.shared, expr, true),
            Op::Check(check) => {
                let mut failures = Vec::new();
                let selected = self.analysis.options.selected;
                let shared = &mut self.analysis.shared;
                let refined = state.check(shared, check, selected, &mut failures);
                self.analysis.note(&failures, (self.id, one.span), events);
                refined
            }
            Op::Input { dest, ty, source } => {
                let slot = self.input(*dest, *ty, source);
                state.assign(&mut self.analysis.shared, *dest, slot, None);
                Ok(())
            }
            Op::InputString { dest, source, .. } => {
                if source.kind == SourceKind::Argument {
                    events.left.insert(Left::Arguments);
                }
                self.input_string(edge, state, *dest);
                Ok(())
            }
            Op::Return(value) => {
                self.give_back(state, value.as_ref());
                Ok(())
            }
            op if op.is_idle_call() => Ok(()),
            Op::Havoc {
                dest,
                reachable,
                function,
            } => {
                self.call_foreign(state, *dest, reachable, function, events);
                Ok(())
            }
            Op::Unsupported(what) => {
                events
                    .left
                    .insert(Left::Unsupported(one.span, what.clone()));
                Err(Infeasible)
            }
            Op::Halt(_) => Err(Infeasible),
            Op::Call { .. } => Ok(()),
        }
    }

    fn assign(&mut self, state: &mut State<R>, local: LocalId, expr: &Expr) {
        let shared = &mut self.analysis.shared;
        let slot = match expr {
            Expr::Local(from) => state.slot(shared, *from),
            _ => Slot::of(state.value(shared, expr)),
        };
        let linear = match slot.state {
            Init::Yes => state.linear(shared, expr),
            _ => None,
        };
        let origin = match expr {
            Expr::Local(from) => state.frame().origin(*from),
            _ => None,
        };
        let mut uses_itself = false;
        let mut uses_unset = false;
        expr.for_each_local(&mut |used| {
            uses_itself |= used == local;
            uses_unset |= state.init(shared, used) != Init::Yes;
        });
        state.assign(shared, local, slot, linear.as_ref());
        if let Some((object, at)) = origin {
            state.frame_mut().set_origin(local, object, at);
        }
        let is_worth = !matches!(expr, Expr::Const(_) | Expr::Global(_) | Expr::Procedure(_));
        if is_worth && !uses_itself && !uses_unset {
            state.frame_mut().define(local, Rc::new(expr.clone()));
        }
    }

    /// A value that the environment chooses.
    fn input(&self, dest: LocalId, ty: TypeId, source: &Source) -> Slot {
        let program = self.analysis.shared.program;
        let scalar = program[self.id][dest].scalar;
        let is_byte = source.kind == SourceKind::Stdin
            || (source.index.is_some()
                && matches!(
                    source.kind,
                    SourceKind::Argument | SourceKind::Environment | SourceKind::File
                ));
        let value = match scalar {
            Scalar::Int(width) if is_byte && width.bits() > 8 => {
                Value::Int(Ints::from_signed(width, -1, 255))
            }
            Scalar::Int(width) if is_truth(program, ty) => {
                Value::Int(Ints::from_unsigned(width, 0, 1))
            }
            scalar => Value::top(scalar),
        };
        Slot::of(value)
    }

    /// A text that the environment chooses.
    fn input_string(&mut self, edge: EdgeId, state: &mut State<R>, dest: LocalId) {
        let step = (self.id, edge);
        let made = self.analysis.made(self.context, step, Storage::Internal, 1);
        let shared = &mut self.analysis.shared;
        let width = shared.width();
        let most = full(width).1.unsigned_abs() / 4;
        let size = Ints::from_unsigned(width, 1, most);
        let byte = Scalar::Int(Width::W8);
        let mut contents = Contents::new(Rest::Unknown(Init::Yes));
        contents.fill(0, most as u64, Slot::of(Value::top(byte)));
        let id = state.make(shared, made, size, contents);
        let var = shared.var(Quantity::Size(id));
        state.relate(var, &Slot::of(Value::Int(size)), None);
        state.end_text(shared, id);
        let start = Pointers::start(Target::Object(id), width);
        state.assign(shared, dest, Slot::of(Value::Pointer(start)), None);
    }

    fn give_back(&mut self, state: &mut State<R>, value: Option<&Expr>) {
        let shared = &mut self.analysis.shared;
        let Some(expr) = value else {
            state.result = None;
            return;
        };
        let slot = match expr {
            Expr::Local(local) => state.slot(shared, *local),
            _ => Slot::of(state.value(shared, expr)),
        };
        let linear = match slot.state {
            Init::Yes => state.linear(shared, expr),
            _ => None,
        };
        let var = shared.var(Quantity::Result);
        state.relate(var, &slot, linear.as_ref());
        state.result = Some(slot);
    }

    /// The variables of the procedure are gone.
    pub(crate) fn end_frame(&mut self, mut state: State<R>) -> State<R> {
        let shared = &mut self.analysis.shared;
        let own = |id: ObjectId, shared: &Shared<'_>| {
            let made = shared.sites.made(id);
            let is_own = matches!(
                made.site,
                Site::Edge(procedure, _, context) if procedure == self.id && context == self.context
            );
            is_own && made.storage == Some(Storage::Stack)
        };
        let objects: Vec<ObjectId> = state
            .objects
            .iter()
            .map(|(id, _)| id)
            .filter(|id| own(*id, shared))
            .collect();
        let is_recursion = matches!(
            self.analysis.contexts.entered(self.context),
            Entered::Recursion(..) | Entered::Merged(_, None)
        );
        for id in &objects {
            let certainty = match (id.age(), is_recursion) {
                (Age::Old, true) => Certainty::Maybe,
                // All of them belong to this call, or to earlier ones.
                (Age::Old, false) => Certainty::All,
                (Age::Recent, _) => Certainty::Sure,
            };
            state.end(shared, *id, Life::ENDED, certainty);
        }
        // In a recursion, calls that are not in the state may name them, but older ones alone: what a call may make
        // anew is old when it begins.
        let is_shared = self.analysis.contexts.is_below_recursion(self.context);
        let mut dropped = objects;
        dropped.retain(|id| !is_shared || id.age() == Age::Recent);
        state.drop_dead(&mut self.analysis.shared, &dropped);
        state
    }
}

/// Whether a type has two values alone.
fn is_truth(program: &ir::Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Int { name, .. } if name == "_Bool" || name == "boolean")
}
