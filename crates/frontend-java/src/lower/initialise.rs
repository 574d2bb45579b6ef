//! Initialisation of classes, at their first use (JVMS 5.5).

use super::body::Body;
use super::exception::place;
use super::object::load_value;
use super::{Lowering, Work};
use crate::classpath::Author;
use crate::descriptor::JavaType;
use crate::world::{ClassId, MethodId};
use cafebabe::bytecode::Opcode;
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, Expr, Global, GlobalId, GlobalOrigin, Mutability, Op, Origin, Place, Procedure,
    Scalar, Span, Target, Width,
};

/// The initialisation has begun, or is done: nobody waits, since there is one thread.
const BEGUN: i128 = 1;
/// It ended with an exception.
const FAILED: i128 = 2;

/// Where the exception is kept that an initialisation ended with.
fn failure_place(state: &Place) -> Place {
    place(state.address.clone(), 8, Scalar::Pointer)
}

impl Lowering<'_, '_> {
    /// Whether something happens when a class is initialised.
    fn has_initialiser(&self, class: ClassId) -> bool {
        self.world.declared(class, "<clinit>", "()V").is_some()
            || self
                .initialised_before(class)
                .into_iter()
                .any(|above| self.has_initialiser(above))
    }

    /// What is initialised before a class, in that order: its superclass, then the interfaces with
    /// bodies that it implements, what they extend before them. An interface alone initialises
    /// nothing above it.
    fn initialised_before(&self, class: ClassId) -> Vec<ClassId> {
        let found = self.world.class(class);
        if found.is_interface() {
            return Vec::new();
        }
        let mut before: Vec<ClassId> = found.superclass.into_iter().collect();
        self.interfaces_with_defaults(class, &mut before);
        before
    }

    fn interfaces_with_defaults(&self, class: ClassId, found: &mut Vec<ClassId>) {
        for interface in &self.world.class(class).interfaces {
            self.interfaces_with_defaults(*interface, found);
            if self.has_defaults(*interface) && !found.contains(interface) {
                found.push(*interface);
            }
        }
    }

    /// Whether an interface has methods with bodies: only then is it initialised with its classes.
    fn has_defaults(&self, interface: ClassId) -> bool {
        let methods = &self.world.class(interface).methods;
        methods
            .iter()
            .any(|method| !method.is_static() && !method.is_abstract())
    }

    /// Where the state of the initialisation of a class is.
    fn state(&mut self, class: ClassId) -> Place {
        let global: GlobalId = match self.states.get(&class) {
            Some(global) => *global,
            None => {
                let name = self.world.class(class).display_name();
                let ty = self.types.byte;
                let global = self.global(Global {
                    name: format!("initialisation of {name}").into(),
                    ty,
                    size: 16,
                    align: 8,
                    mutability: Mutability::Mutable,
                    origin: GlobalOrigin::Variable,
                    visibility: ir::Visibility::Everywhere,
                    data: Vec::new(),
                    span: Span::NONE,
                });
                self.states.insert(class, global);
                global
            }
        };
        place(Expr::Global(global), 0, Scalar::Int(Width::W8))
    }

    /// A procedure that initialises a class, if that was not begun before.
    pub(super) fn initialiser(&mut self, class: ClassId) -> Procedure {
        let name = self.world.class(class).display_name();
        let mut builder = ProcedureBuilder::new(&format!("<{name}>"), &mut self.program);
        builder.origin(Origin::Library);
        let state = self.state(class);
        let known = load_value(&mut builder, state.clone(), &JavaType::Byte);
        let is = |value| {
            Expr::binary(
                BinaryOp::Eq,
                Expr::Local(known),
                Expr::int(Width::W32, value),
            )
        };
        let (begun, other) = builder.branch(is(BEGUN));
        builder.at(begun);
        builder.push(Op::Return(None));
        builder.at(other);
        let (failed, fresh) = builder.branch(is(FAILED));
        builder.at(failed);
        let failure = load_value(
            &mut builder,
            failure_place(&state),
            &JavaType::class("java/lang/Object"),
        );
        let class_name = self.world.class(class).name.clone();
        let object = self.class_object(&JavaType::Reference(class_name));
        let error = builder.temporary(Scalar::Pointer);
        let in_vain = self.machine_call(
            "initializedInVain",
            vec![Expr::Global(object), Expr::Local(failure)],
            Some(error),
        );
        builder.push(in_vain);
        builder.push(Op::Store {
            place: self.pending_place(),
            value: Expr::Local(error),
        });
        builder.push(Op::Return(None));
        builder.at(fresh);
        builder.push(Op::Store {
            place: state.clone(),
            value: Expr::int(Width::W8, BEGUN),
        });
        let mut above = self.initialised_before(class);
        above.retain(|id| self.has_initialiser(*id));
        for id in above {
            let target = Target::Direct(self.procedure(Work::Initialise(id)));
            self.part(&mut builder, target, state.clone());
        }
        if let Some(method) = self.world.declared(class, "<clinit>", "()V") {
            let target = Target::Direct(self.procedure(Work::Method(method)));
            self.part(&mut builder, target, state);
        }
        builder.push(Op::Return(None));
        builder.finish()
    }

    /// A part of an initialisation; an exception of it makes the initialisation fail.
    fn part(&mut self, builder: &mut ProcedureBuilder, target: Target, state: Place) {
        builder.push(Op::Call {
            dest: None,
            target,
            arguments: Vec::new(),
        });
        let pending = builder.temporary(Scalar::Pointer);
        let exception = self.pending_place();
        builder.push(Op::Load {
            dest: pending,
            place: exception.clone(),
        });
        let is_none = Expr::binary(BinaryOp::Eq, Expr::Local(pending), Expr::NULL);
        let (fine, raised) = builder.branch(is_none);
        builder.at(raised);
        builder.push(Op::Store {
            place: failure_place(&state),
            value: Expr::Local(pending),
        });
        builder.push(Op::Store {
            place: state,
            value: Expr::int(Width::W8, FAILED),
        });
        builder.push(Op::Store {
            place: exception.clone(),
            value: Expr::NULL,
        });
        let wrapped = builder.temporary(Scalar::Pointer);
        let wrap = self.machine_call(
            "initializerError",
            vec![Expr::Local(pending)],
            Some(wrapped),
        );
        builder.push(wrap);
        if let (Some(from), Some(to)) = (self.site_place(pending), self.site_place(wrapped)) {
            let site = load_value(builder, from, &JavaType::Int);
            builder.push(Op::Store {
                place: to,
                value: Expr::Local(site),
            });
        }
        builder.push(Op::Store {
            place: exception,
            value: Expr::Local(wrapped),
        });
        builder.push(Op::Return(None));
        builder.at(fine);
    }

    /// Whether a method can use a class without looking at its state: the code that runs is of a
    /// class below it, so its initialisation has begun, and it has not failed.
    fn is_begun_for(&self, user: MethodId, class: ClassId) -> bool {
        let is_above = self.world.is_below(user.class, class);
        is_above
            && !self.world.class(class).is_interface()
            && (!self.may_fail(class) || self.is_initialised_for(user, class))
    }

    /// Whether an initialisation that has begun cannot have failed while a method of a class below
    /// runs. Objects that it let out before it failed still have methods, and so have classes
    /// below that were initialised in the meantime.
    fn is_initialised_for(&self, user: MethodId, class: ClassId) -> bool {
        let method = self.world.method(user);
        match &*method.name {
            "<clinit>" => true,
            // Whoever called it has looked.
            _ if user.class == class && (method.is_static() || &*method.name == "<init>") => true,
            // If this one fails, nothing runs any more.
            _ => self.world.is_below(self.entry_class, class),
        }
    }

    /// Whether the initialisation of a class can end with an exception. Those of the library do not.
    fn may_fail(&self, class: ClassId) -> bool {
        let found = self.world.class(class);
        if found.author != Author::User {
            return false;
        }
        let initialiser = self.world.declared(class, "<clinit>", "()V");
        let code = initialiser.and_then(|id| self.world.method(id).code.clone());
        code.is_some_and(|code| {
            let mut opcodes = code.opcodes.iter();
            opcodes.any(|(_, opcode)| !is_harmless(opcode, &found.name))
        }) || self
            .initialised_before(class)
            .into_iter()
            .any(|above| self.may_fail(above))
    }

    /// Whether a use of a class by a method initialises it, or finds out that this has failed.
    pub(super) fn initialises(&self, user: MethodId, class: ClassId) -> bool {
        self.has_initialiser(class) && !self.is_begun_for(user, class)
    }

    /// The state and the procedure of an initialisation.
    pub(super) fn initialisation(&mut self, class: ClassId) -> (Place, Target) {
        let procedure = self.procedure(Work::Initialise(class));
        (self.state(class), Target::Direct(procedure))
    }
}

impl Body<'_, '_, '_> {
    /// A class is used here, perhaps for the first time.
    pub(super) fn initialise(&mut self, class: ClassId) {
        if !self.lowering.initialises(self.method, class) {
            return;
        }
        let (state, target) = self.lowering.initialisation(class);
        let known = load_value(&mut self.builder, state, &JavaType::Byte);
        let is_begun = Expr::binary(
            BinaryOp::Eq,
            Expr::Local(known),
            Expr::int(Width::W32, BEGUN),
        );
        let (begun, fresh) = self.builder.branch(is_begun);
        self.builder.at(fresh);
        self.enter_frame();
        self.builder.push(Op::Call {
            dest: None,
            target,
            arguments: Vec::new(),
        });
        self.leave_frame();
        self.after_call(None);
        self.builder.push_to(Op::Skip, begun);
    }
}

/// Whether an instruction of the initialiser of a class throws nothing: constants, and whether
/// assertions are on.
fn is_harmless(opcode: &Opcode<'_>, class: &str) -> bool {
    match opcode {
        Opcode::Putstatic(field) => *field.class_name == *class,
        Opcode::Invokevirtual(member) => {
            &*member.class_name == "java/lang/Class"
                && &*member.name_and_type.name == "desiredAssertionStatus"
        }
        Opcode::AconstNull
        | Opcode::IconstM1
        | Opcode::Iconst0
        | Opcode::Iconst1
        | Opcode::Iconst2
        | Opcode::Iconst3
        | Opcode::Iconst4
        | Opcode::Iconst5
        | Opcode::Lconst0
        | Opcode::Lconst1
        | Opcode::Fconst0
        | Opcode::Fconst1
        | Opcode::Fconst2
        | Opcode::Dconst0
        | Opcode::Dconst1
        | Opcode::Bipush(_)
        | Opcode::Sipush(_)
        | Opcode::Ldc(_)
        | Opcode::LdcW(_)
        | Opcode::Ldc2W(_)
        | Opcode::Ifne(_)
        | Opcode::Goto(_)
        | Opcode::Return => true,
        _ => false,
    }
}
