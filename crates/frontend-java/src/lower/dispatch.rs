//! Which method a call on an object runs.

use super::exception::place;
use super::object::load_value;
use super::{Lowering, Work, scalar};
use crate::descriptor::JavaType;
use crate::world::{CLASS_OFFSET, ClassId, MethodId};
use ir::build::ProcedureBuilder;
use ir::{Expr, LocalId, Op, Origin, Procedure, Scalar, Target, Width};

/// What a call can run.
pub(super) enum Callee {
    /// Always this method.
    One(MethodId),
    /// It depends on the object.
    Many,
}

impl Lowering<'_, '_> {
    /// What a call on objects of a class runs.
    pub(super) fn callee(&self, receiver: ClassId, method: MethodId) -> Callee {
        let mut found = None;
        for (_, selected) in self.selections(receiver, method) {
            let Some(selected) = selected else {
                return Callee::Many;
            };
            match found {
                None => found = Some(selected),
                Some(known) if known == selected => {}
                Some(_) => return Callee::Many,
            }
        }
        found.map_or(Callee::Many, Callee::One)
    }

    /// For each class at or below the receiver's, the method that runs.
    fn selections(
        &self,
        receiver: ClassId,
        method: MethodId,
    ) -> impl Iterator<Item = (ClassId, Option<MethodId>)> {
        let classes = self.tags.classes().iter().copied();
        classes
            .filter(move |class| self.world.is_below(*class, receiver))
            .map(move |class| (class, self.world.select(class, method)))
    }

    /// A procedure that looks at the class of its first argument and calls the method of it.
    pub(super) fn dispatcher(&mut self, receiver: ClassId, method: MethodId) -> Procedure {
        let ty = self.world.method(method).ty.clone();
        let name = self.method_name(method);
        let mut builder = ProcedureBuilder::new(&name, &mut self.program);
        builder.origin(Origin::Library);
        let this = builder.parameter("this", Scalar::Pointer);
        let mut arguments = vec![Expr::Local(this)];
        for parameter in &ty.parameters {
            let local = builder.parameter("argument", scalar(parameter.kind()));
            arguments.push(Expr::Local(local));
        }
        let result = ty.result.as_ref().map(|ty| scalar(ty.kind()));
        if let Some(result) = result {
            builder.result(result);
        }
        let tag = load_value(
            &mut builder,
            place(Expr::Local(this), CLASS_OFFSET, Scalar::Int(Width::W32)),
            &JavaType::Int,
        );
        let selections: Vec<(ClassId, Option<MethodId>)> =
            self.selections(receiver, method).collect();
        let mut targets: Vec<(Option<MethodId>, Vec<ClassId>)> = Vec::new();
        for (class, selected) in selections {
            match targets.iter_mut().find(|(known, _)| *known == selected) {
                Some((_, classes)) => classes.push(class),
                None => targets.push((selected, vec![class])),
            }
        }
        for (target, classes) in targets {
            let ranges = self.tags.ranges(|class| classes.contains(&class));
            let is_one = self.tags.is_in(&Expr::Local(tag), &ranges);
            let (here, next) = builder.branch(is_one);
            builder.at(here);
            match target {
                Some(target) => {
                    let dest: Option<LocalId> = result.map(|scalar| builder.temporary(scalar));
                    let target = self.procedure(Work::Method(target));
                    builder.push(Op::Call {
                        dest,
                        target: Target::Direct(target),
                        arguments: arguments.clone(),
                    });
                    builder.push(Op::Return(dest.map(Expr::Local)));
                }
                None => {
                    let what = format!("a call of the abstract method {name}");
                    stop(&mut builder, &what);
                }
            }
            builder.at(next);
        }
        stop(&mut builder, &format!("no class implements {name}"));
        builder.finish()
    }
}

/// Ends a procedure where it cannot go on.
fn stop(builder: &mut ProcedureBuilder, what: &str) {
    builder.push(Op::Unsupported(what.into()));
    builder.push(Op::Assume(Expr::FALSE));
}
