//! Where a program starts: a procedure without parameters that calls `main`, or the function that
//! was asked for with arguments that the environment chooses.

use crate::builder::Builder;
use crate::error::LoadError;
use crate::finish::{self, References};
use crate::lower::Lowerer;
use ir::{
    ClaimKind, Condition, Expr, Halt, LocalId, LocalRole, Op, Origin, Procedure, ProcedureId,
    Program, Scalar, Signature, Source, SourceKind, Span, Target, Type, TypeId, Width,
};

/// What `main` looks at of the arguments that a program is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arguments {
    /// Nothing.
    None,
    /// How many they are.
    Count,
    /// Everything.
    All,
}

/// The variables of glibc that hold the program's name.
const OWN_NAMES: [&str; 2] = ["program_invocation_name", "program_invocation_short_name"];

impl Lowerer {
    /// Makes the start of the program.
    pub(crate) fn make_entry(&mut self, name: Option<&str>) -> Result<(), LoadError> {
        let wanted = name.unwrap_or("main");
        let defined =
            |procedure: &Procedure| procedure.origin == Origin::User && !procedure.edges.is_empty();
        let found = self
            .program
            .procedures()
            .find(|(_, p)| &*p.name == wanted && defined(p));
        let Some((id, _)) = found else {
            if name.is_none() {
                return Ok(());
            }
            let candidates = self.program.procedures.iter().filter(|p| defined(p));
            return Err(LoadError::NoEntry {
                name: wanted.to_string(),
                candidates: candidates.map(|p| p.name.to_string()).collect(),
            });
        };
        let entry = if wanted == "main" {
            self.start_main(id)
        } else {
            self.start_any(id)
        };
        self.program.entry = Some(entry);
        Ok(())
    }

    /// `main`, through the model's start-up code, which reads the arguments that it looks at.
    fn start_main(&mut self, main: ProcedureId) -> ProcedureId {
        let end = end_of(&self.program, main);
        let looks_at = self.arguments_looked_at(main);
        let adapter = self.adapt_main(main, looks_at, end);
        let mut builder = Builder::new(self.program.data_model.pointer_width());
        self.surround_main(&mut builder);
        match self.library_procedure("__concrex_start") {
            Some(start) => {
                let given = [Arguments::None, Arguments::Count, Arguments::All];
                let arguments = given.map(|arguments| match arguments == looks_at {
                    true => Expr::Procedure(adapter),
                    false => Expr::NULL,
                });
                let call = Op::Call {
                    dest: None,
                    target: Target::Direct(start),
                    arguments: arguments.to_vec(),
                };
                builder.emit(call, end);
            }
            None => builder.emit(Op::Unsupported("the start-up code".into()), end),
        }
        builder.finish(Op::Halt(Halt::Exit(Expr::int(Width::W32, 0))), end);
        self.add_procedure("<start>", no_parameters(), builder, Origin::User, end)
    }

    /// Registers what runs after `main`, then runs what comes before it.
    fn surround_main(&mut self, builder: &mut Builder) {
        for id in self.destructors() {
            let span = self.program[id].span;
            let takes_and_gives_nothing = self.program[id].signature == no_parameters();
            match self.library_procedure("__concrex_at_exit") {
                Some(register) if takes_and_gives_nothing => {
                    let call = Op::Call {
                        dest: None,
                        target: Target::Direct(register),
                        arguments: vec![Expr::Procedure(id)],
                    };
                    builder.emit(call, span);
                }
                _ => builder.emit(Op::Unsupported("this kind of destructor".into()), span),
            }
        }
        for id in self.constructors() {
            let span = self.program[id].span;
            if self.program[id].signature.parameters.is_empty() {
                let call = Op::Call {
                    dest: None,
                    target: Target::Direct(id),
                    arguments: Vec::new(),
                };
                builder.emit(call, span);
            } else {
                let what = "a constructor with parameters";
                builder.emit(Op::Unsupported(what.into()), span);
            }
        }
    }

    /// What a run depends on: what nobody reads need not be chosen.
    fn arguments_looked_at(&self, main: ProcedureId) -> Arguments {
        let procedure = &self.program[main];
        let reads = |parameter: u32| {
            (parameter as usize) < procedure.signature.parameters.len()
                && reads(procedure, LocalId(parameter))
        };
        if procedure.signature.parameters.is_empty() {
            Arguments::None
        } else if reads(1) || reads(2) || self.refers_to_its_name() {
            Arguments::All
        } else if reads(0) {
            Arguments::Count
        } else {
            Arguments::None
        }
    }

    /// Whether something reads the program's name, which is its first argument.
    fn refers_to_its_name(&self) -> bool {
        let mut references = References::default();
        let program = &self.program;
        program
            .procedures
            .iter()
            .for_each(|procedure| references.procedure(procedure));
        program
            .globals
            .iter()
            .for_each(|global| references.global(global));
        let mut globals = references.globals.iter();
        globals.any(|id| OWN_NAMES.contains(&&*program[*id].name))
    }

    /// A procedure that takes what is looked at and calls `main` with it.
    fn adapt_main(&mut self, main: ProcedureId, looks_at: Arguments, span: Span) -> ProcedureId {
        let int = self.int_type();
        let pointer = self.pointer_type();
        let status = Scalar::Int(Width::W32);
        // What the standard gives, and what is there instead if nobody reads it.
        let standard = [
            (status, int, Expr::int(Width::W32, 1)),
            (Scalar::Pointer, pointer, Expr::NULL),
            (Scalar::Pointer, pointer, Expr::NULL),
        ];
        let given = match looks_at {
            Arguments::None => 0,
            Arguments::Count => 1,
            Arguments::All => standard.len(),
        };
        let mut builder = Builder::new(self.program.data_model.pointer_width());
        let values: Vec<Expr> = standard
            .iter()
            .enumerate()
            .map(|(index, (scalar, ty, unread))| match index < given {
                true => Expr::Local(builder.temporary(*scalar, *ty, span)),
                false => unread.clone(),
            })
            .collect();
        let signature = &self.program[main].signature;
        let parameters = &signature.parameters;
        let fits = parameters.len() <= standard.len()
            && parameters
                .iter()
                .zip(&standard)
                .all(|(own, (scalar, ..))| own == scalar);
        if !fits {
            builder.finish(Op::Unsupported("this declaration of `main`".into()), span);
        }
        let has_status = signature.result == Some(status);
        let dest = has_status.then(|| builder.temporary(status, int, span));
        let call = Op::Call {
            dest,
            target: Target::Direct(main),
            arguments: values.into_iter().take(parameters.len()).collect(),
        };
        builder.emit(call, span);
        let value = dest.map_or(Expr::int(Width::W32, 0), Expr::Local);
        builder.finish(Op::Return(Some(value)), span);
        let given = standard.iter().take(given);
        let signature = Signature {
            parameters: given.map(|(scalar, ..)| *scalar).collect(),
            result: Some(status),
            variadic: false,
        };
        self.add_procedure("<main>", signature, builder, Origin::Library, span)
    }

    /// Any function, with arguments that the environment chooses.
    fn start_any(&mut self, id: ProcedureId) -> ProcedureId {
        let span = end_of(&self.program, id);
        let mut builder = Builder::new(self.program.data_model.pointer_width());
        let procedure = &self.program[id];
        let parameters: Vec<ir::Local> = procedure
            .locals
            .iter()
            .take(procedure.signature.parameters.len())
            .cloned()
            .collect();
        let result = procedure.signature.result;
        let variadic = procedure.signature.variadic;
        let mut arguments = Vec::new();
        for (index, parameter) in parameters.iter().enumerate() {
            if parameter.role != LocalRole::Variable || (variadic && index + 1 == parameters.len())
            {
                let what = "an entry function that takes or returns a struct, or is variadic";
                builder.emit(Op::Unsupported(what.into()), span);
            }
            let dest = builder.temporary(parameter.scalar, parameter.ty, parameter.span);
            let name = parameter
                .name
                .clone()
                .unwrap_or_else(|| format!("argument {index}").into());
            let source = Source {
                kind: SourceKind::Parameter,
                name,
                dynamic_name: None,
                index: None,
            };
            let op = Op::Input {
                dest,
                ty: self.given_type(id, index, parameter.ty),
                source: Box::new(source),
            };
            builder.emit(op, parameter.span);
            arguments.push(Expr::Local(dest));
        }
        let int = self.int_type();
        // A variable: what it leads to is not lost as long as the caller is there.
        let dest = result.map(|scalar| builder.local(None, scalar, int, LocalRole::Variable, span));
        builder.emit(
            Op::Call {
                dest,
                target: Target::Direct(id),
                arguments,
            },
            span,
        );
        let nothing_leaked = Condition::NothingLeaked;
        builder.check(nothing_leaked, ClaimKind::Leak, "return", Vec::new(), span);
        builder.finish(Op::Halt(Halt::Exit(Expr::int(Width::W32, 0))), span);
        self.add_procedure("<start>", no_parameters(), builder, Origin::User, span)
    }

    /// The type of what a caller gives for a parameter, which may say more than its value's.
    fn given_type(&mut self, id: ProcedureId, parameter: usize, ty: TypeId) -> TypeId {
        let least = self.least_elements(id, parameter);
        match (self.program.types.get(ty), least) {
            (Type::Pointer(element), Some(least)) => {
                let array = Type::Array(*element, Some(least));
                self.program.types.intern(array)
            }
            _ => ty,
        }
    }

    fn int_type(&mut self) -> TypeId {
        self.ir_type(&crate::types::Type::INT)
    }

    fn pointer_type(&mut self) -> TypeId {
        let void = self.program.types.intern(Type::Void);
        self.program.types.intern(Type::Pointer(void))
    }

    fn add_procedure(
        &mut self,
        name: &str,
        signature: Signature,
        builder: Builder,
        origin: Origin,
        span: Span,
    ) -> ProcedureId {
        let id = self.reserve_procedure(name, origin, span);
        let procedure = &mut self.program.procedures[id.0 as usize];
        procedure.signature = signature;
        finish::finish(procedure, builder);
        id
    }
}

fn no_parameters() -> Signature {
    Signature {
        parameters: Vec::new(),
        result: None,
        variadic: false,
    }
}

/// Whether a procedure looks at the value of a local.
pub(crate) fn reads(procedure: &Procedure, local: LocalId) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| expr.for_each_local(&mut |read| found |= read == local);
    for edge in &procedure.edges {
        edge.op.for_each_expr(&mut look);
        if let Op::Check(check) = &edge.op {
            let operands = check.operands.iter();
            operands.for_each(|operand| look(&operand.value));
        }
    }
    found
}

/// The closing brace of a procedure: where it is when it has done everything.
fn end_of(program: &Program, id: ProcedureId) -> Span {
    let procedure = &program[id];
    let last = procedure
        .edges
        .iter()
        .filter(|edge| matches!(edge.op, Op::Return(_)));
    last.map(|edge| edge.span)
        .max_by_key(|span| (span.line, span.column))
        .unwrap_or(procedure.span)
}
