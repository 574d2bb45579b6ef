//! Where a program starts: a procedure without parameters that calls `main`, or the function that
//! was asked for with arguments that the environment chooses.

use crate::builder::Builder;
use crate::error::LoadError;
use crate::finish;
use crate::lower::Lowerer;
use ir::{
    Expr, Halt, LocalId, LocalRole, Op, Origin, Procedure, ProcedureId, Program, Scalar, Signature,
    Source, SourceKind, Span, Target, Type, TypeId, Width,
};

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

    /// `main`, through the model's start-up code, which reads the arguments.
    fn start_main(&mut self, main: ProcedureId) -> ProcedureId {
        let end = end_of(&self.program, main);
        let int = self.int_type();
        let pointer = self.pointer_type();
        let parameters = self.program[main].signature.parameters.clone();
        let takes_arguments = !parameters.is_empty();
        let shape = match takes_arguments {
            true => vec![
                (Scalar::Int(Width::W32), int),
                (Scalar::Pointer, pointer),
                (Scalar::Pointer, pointer),
            ],
            false => Vec::new(),
        };
        let mut builder = Builder::new(self.program.data_model.pointer_width());
        let locals: Vec<LocalId> = shape
            .iter()
            .map(|(scalar, ty)| builder.temporary(*scalar, *ty, end))
            .collect();
        let fits = parameters
            .iter()
            .zip(&shape)
            .all(|(own, (given, _))| own == given)
            && parameters.len() <= shape.len().max(parameters.len().min(3));
        if !fits {
            builder.finish(Op::Unsupported("this declaration of `main`".into()), end);
        }
        let arguments = locals
            .iter()
            .take(parameters.len())
            .map(|local| Expr::Local(*local));
        let has_status = self.program[main].signature.result == Some(Scalar::Int(Width::W32));
        let dest = has_status.then(|| builder.temporary(Scalar::Int(Width::W32), int, end));
        let target = Target::Direct(main);
        builder.emit(
            Op::Call {
                dest,
                target,
                arguments: arguments.collect(),
            },
            end,
        );
        let status = dest.map_or(Expr::int(Width::W32, 0), Expr::Local);
        builder.finish(Op::Return(Some(status)), end);
        let signature = Signature {
            parameters: shape.iter().map(|(scalar, _)| *scalar).collect(),
            result: Some(Scalar::Int(Width::W32)),
            variadic: false,
        };
        let adapter = self.add_procedure("<main>", signature, builder, Origin::Library, end);

        let mut builder = Builder::new(self.program.data_model.pointer_width());
        match self.library_procedure("__concrex_start") {
            Some(start) => {
                let own = Expr::Procedure(adapter);
                let arguments = if takes_arguments {
                    vec![Expr::NULL, own]
                } else {
                    vec![own, Expr::NULL]
                };
                let target = Target::Direct(start);
                builder.emit(
                    Op::Call {
                        dest: None,
                        target,
                        arguments,
                    },
                    end,
                );
            }
            None => builder.emit(Op::Unsupported("the start-up code".into()), end),
        }
        builder.finish(Op::Halt(Halt::Exit(Expr::int(Width::W32, 0))), end);
        self.add_procedure("<start>", no_parameters(), builder, Origin::User, end)
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
                ty: parameter.ty,
                source: Box::new(source),
            };
            builder.emit(op, parameter.span);
            arguments.push(Expr::Local(dest));
        }
        let int = self.int_type();
        let dest = result.map(|scalar| builder.temporary(scalar, int, span));
        builder.emit(
            Op::Call {
                dest,
                target: Target::Direct(id),
                arguments,
            },
            span,
        );
        builder.finish(Op::Halt(Halt::Exit(Expr::int(Width::W32, 0))), span);
        self.add_procedure("<start>", no_parameters(), builder, Origin::User, span)
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
