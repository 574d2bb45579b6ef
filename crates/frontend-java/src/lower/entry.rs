//! Where a program starts, and what happens to an exception that nobody catches.

use super::object::{allocate, load_value};
use super::{Lowering, Start, Work};
use crate::classpath::Author;
use crate::descriptor::JavaType;
use crate::world::MethodId;
use cafebabe::bytecode::Opcode;
use ir::build::ProcedureBuilder;
use ir::{
    BinaryOp, Check, ClaimKind, Condition, Expr, LocalId, Op, Origin, Procedure, ProcedureId,
    Scalar, SourceKind, Span, Target, Width,
};

impl Lowering<'_, '_> {
    /// Translates everything that can run from the start, and makes the start.
    pub(super) fn start(&mut self, start: &Start) {
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
        let given = self.reached.given.iter().copied();
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
        self.drain();
        self.bound_recursion();
        self.late_natives();
        self.uncaught(&mut builder, exception);
        self.contracts(method);
        super::types::finish(self);
        builder.push(end);
        builder.push(Op::Return(None));
        self.program.procedures[entry.0 as usize] = builder.finish();
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
            let value = self.input_of(builder, SourceKind::Parameter, &name, ty, None);
            if is_this {
                let given = Expr::binary(BinaryOp::Ne, value.clone(), Expr::NULL);
                builder.push(Op::Assume(given));
            }
            arguments.push(value);
        }
        arguments
    }

    /// An exception that nobody caught: the claim at the place it came from does not hold.
    fn uncaught(&mut self, builder: &mut ProcedureBuilder, exception: LocalId) {
        builder.push(Op::Load {
            dest: exception,
            place: self.pending_place(),
        });
        builder.push(Op::Store {
            place: self.pending_place(),
            value: Expr::NULL,
        });
        if let Some(place) = self.site_place(exception) {
            let site = load_value(builder, place, &JavaType::Int);
            for (checker, first, last) in self.checkers() {
                let number = |n: usize| Expr::int(Width::W32, n as i128);
                let distance = Expr::binary(BinaryOp::Sub, Expr::Local(site), number(first));
                let is_here = Expr::binary(BinaryOp::ULe, distance, number(last - first));
                let (here, next) = builder.branch(is_here);
                builder.at(here);
                builder.push_to(
                    Op::Call {
                        dest: None,
                        target: Target::Direct(checker),
                        arguments: vec![Expr::Local(site)],
                    },
                    next,
                );
                builder.at(next);
            }
            check_others(builder, site, &[0]);
        }
    }

    /// For each method of the user's, a procedure that takes a place and checks the claims of it,
    /// and the range of places it is for.
    fn checkers(&mut self) -> Vec<(ProcedureId, usize, usize)> {
        let mut checkers = Vec::new();
        let mut first = 0;
        while first < self.sites.len() {
            let method = self.sites[first].method;
            let same = |site: &super::Site| site.method == method;
            let length = self.sites[first..].iter().take_while(|s| same(s)).count();
            let last = first + length - 1;
            let is_user = |method: MethodId| self.world.class(method.class).author == Author::User;
            if let Some(method) = method.filter(|method| is_user(*method)) {
                let procedure = self.checker(method, first, last);
                self.program.procedures.push(procedure);
                let id = ProcedureId(self.program.procedures.len() as u32 - 1);
                checkers.push((id, first, last));
            }
            first = last + 1;
        }
        checkers
    }

    fn checker(&mut self, method: MethodId, first: usize, last: usize) -> Procedure {
        let name = self.method_name(method);
        let mut builder = ProcedureBuilder::new(&name, &mut self.program);
        builder.origin(Origin::User);
        let site: LocalId = builder.hidden_parameter(Scalar::Int(Width::W32));
        let mut unclaimed = Vec::new();
        for number in first..=last {
            let Some((kind, subject)) = self.sites[number].claim.clone() else {
                unclaimed.push(number);
                continue;
            };
            builder.span(self.sites[number].span);
            let elsewhere = Expr::binary(
                BinaryOp::Ne,
                Expr::Local(site),
                Expr::int(Width::W32, number as i128),
            );
            builder.push(Op::Check(Box::new(Check {
                condition: Condition::Holds(elsewhere),
                kind,
                subject,
                operands: Vec::new(),
            })));
        }
        check_others(&mut builder, site, &unclaimed);
        builder.push(Op::Return(None));
        builder.finish()
    }
}

/// An exception that nobody catches is a violation even if it came from none of the places that
/// claim something. Without a place of its own, this is listed only if it happens.
fn check_others(builder: &mut ProcedureBuilder, site: LocalId, places: &[usize]) {
    builder.span(Span::NONE);
    for number in places {
        let elsewhere = Expr::binary(
            BinaryOp::Ne,
            Expr::Local(site),
            Expr::int(Width::W32, *number as i128),
        );
        builder.push(Op::Check(Box::new(Check {
            condition: Condition::Holds(elsewhere),
            kind: ClaimKind::Exception,
            subject: "an exception from a place that is not known".into(),
            operands: Vec::new(),
        })));
    }
}
