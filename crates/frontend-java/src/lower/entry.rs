//! Where a program starts.

use super::generics::Known;
use super::object::allocate;
use super::{Lowering, Start, Work};
use crate::descriptor::JavaType;
use crate::error::LoadError;
use crate::signature::MethodSignature;
use crate::world::MethodId;
use cafebabe::bytecode::Opcode;
use ir::build::ProcedureBuilder;
use ir::{BinaryOp, Expr, Op, Origin, Procedure, ProcedureId, Scalar, Target};

use std::rc::Rc;

impl Lowering<'_, '_> {
    /// Translates everything that can run from the start, and makes the start.
    pub(super) fn start(&mut self, start: &Start) -> Result<(), LoadError> {
        let mut builder = ProcedureBuilder::new("<start>", &mut self.program);
        builder.origin(Origin::User);
        let method = match start {
            Start::Main(method) | Start::Any(method) => *method,
        };
        let entry = ProcedureId(self.program.procedures.len() as u32);
        self.program.procedures.push(Procedure::empty());
        self.program.entry = Some(entry);

        // Literals and class objects are there before anything runs.
        let first = ["java/lang/String", "java/lang/Class"];
        let first = first.iter().filter_map(|name| self.world.find(name));
        let given = self
            .reached
            .given
            .iter()
            .chain(&self.reached.enums)
            .copied();
        for class in first.chain([method.class]).chain(given) {
            let (_, initialise) = self.initialisation(class);
            builder.push(Op::Call {
                dest: None,
                target: initialise,
                arguments: Vec::new(),
            });
        }
        let (fine, raised) = self.look_for_exception(&mut builder);
        builder.at(fine);
        let arguments = match start {
            Start::Main(_) => self.main_arguments(&mut builder, method),
            Start::Any(_) => self.chosen_arguments(&mut builder, method),
        };
        let callee = self.procedure(Work::Method(method));
        self.program.start = Some(ir::Start {
            procedure: callee,
            caller: match start {
                Start::Main(_) => ir::Caller::System,
                Start::Any(_) => ir::Caller::Anyone,
            },
            exception: self.pending,
            holds_own: false,
        });
        let result = self.world.method(method).ty.result.clone();
        let dest = result.map(|ty| builder.temporary(super::scalar(ty.kind())));
        builder.push(Op::Call {
            dest,
            target: Target::Direct(callee),
            arguments,
        });
        let (done, raised_later) = self.look_for_exception(&mut builder);
        builder.at(done);
        builder.push(Op::Return(None));
        builder.at(raised_later);
        builder.push_to(Op::Skip, raised);
        builder.at(raised);

        let exception = builder.temporary(Scalar::Pointer);
        let end = self.machine_call("uncaught", vec![Expr::Local(exception)], None);
        self.drain()?;
        self.bound_recursion()?;
        self.late_natives()?;
        self.uncaught(&mut builder, exception);
        self.declare(method);
        self.say_what_is_given();
        let holds_own = self.holds_own();
        if let Some(start) = &mut self.program.start {
            start.holds_own = holds_own;
        }
        self.contracts();
        builder.push(end);
        builder.push(Op::Return(None));
        self.program.procedures[entry.0 as usize] = builder.finish();
        Ok(())
    }

    /// Where there is no exception under way, and where there is one.
    fn look_for_exception(
        &mut self,
        builder: &mut ProcedureBuilder,
    ) -> (ir::Location, ir::Location) {
        let pending = builder.temporary(Scalar::Pointer);
        let place = self.pending_place();
        builder.push(Op::Load {
            dest: pending,
            place,
        });
        builder.branch(Expr::binary(BinaryOp::Eq, Expr::Local(pending), Expr::NULL))
    }

    fn main_arguments(&mut self, builder: &mut ProcedureBuilder, main: MethodId) -> Vec<Expr> {
        if !self.reads_arguments(main) {
            return vec![Expr::NULL];
        }
        let arguments = builder.temporary(Scalar::Pointer);
        let call = self.machine_call("arguments", Vec::new(), Some(arguments));
        builder.push(call);
        vec![Expr::Local(arguments)]
    }

    /// Whether `main` looks at its arguments: what nobody reads need not be chosen.
    fn reads_arguments(&self, main: MethodId) -> bool {
        let code = &self.world.method(main).code;
        code.as_ref().is_none_or(|code| {
            let mut opcodes = code.opcodes.iter();
            opcodes.any(|(_, opcode)| matches!(opcode, Opcode::Aload(0)))
        })
    }

    /// Arguments that the environment chooses; `this` is an object, and to a constructor a new one.
    fn chosen_arguments(&mut self, builder: &mut ProcedureBuilder, entry: MethodId) -> Vec<Expr> {
        let method = self.world.method(entry);
        let code = method.code.clone();
        let is_static = method.is_static();
        let constructs = &*method.name == "<init>";
        let parameters = crate::parameter_types(self.world, entry);
        let mut slot = 0;
        let mut arguments = Vec::new();
        for (index, ty) in parameters.iter().enumerate() {
            let is_this = index == 0 && !is_static;
            let named = code.as_ref().and_then(|code| code.variable(slot, 0));
            // Class files need not name their variables.
            let name = match named {
                Some(variable) => variable.name.to_string(),
                None if is_this => "this".to_string(),
                None => format!("p{index}"),
            };
            slot += 1 + u16::from(ty.kind().is_wide());
            if is_this && constructs {
                arguments.push(Expr::Local(allocate(self, builder, entry.class)));
                continue;
            }
            let known = self.declared_parameter(entry, index, ty);
            let declared = match known {
                Some(known) => super::types::reference_to(self, &known),
                None => self.type_of(ty),
            };
            let value = self.parameter(builder, &name, ty, declared);
            if is_this {
                let given = Expr::binary(BinaryOp::Ne, value.clone(), Expr::NULL);
                builder.push(Op::Assume(given));
            }
            arguments.push(value);
        }
        arguments
    }

    /// The type of a parameter of a method, counted from `this`, if it is a reference.
    fn declared_parameter(&self, method: MethodId, index: usize, ty: &JavaType) -> Option<Known> {
        let found = self.world.method(method);
        let signature = found.signature.as_deref().and_then(MethodSignature::parse);
        // Compilers add parameters that no signature knows of.
        let signature = signature.filter(|s| s.parameters.len() == found.ty.parameters.len());
        let MethodSignature {
            variables,
            parameters,
        } = signature.unwrap_or_default();
        let scope = self.scope(method.class, Rc::new([])).inside(variables);
        let own = index.checked_sub(usize::from(!found.is_static()));
        self.declared(ty, own.and_then(|own| parameters.get(own)), &scope)
    }
}
