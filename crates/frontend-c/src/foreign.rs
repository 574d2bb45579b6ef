//! Functions that nobody defines: what a call of one is taken to do.
//!
//! It gives any value of its type, calls nothing of the program, frees nothing, and changes nothing but
//! what the arguments of the call lead to; numbers that it is given as constants it leaves as they are. So a
//! function that gets no way to change anything, and gives a number, is a choice of the environment.

use crate::builder::Builder;
use crate::finish;
use crate::lower::Lowerer;
use crate::types::{FunctionType, Kind, Type};
use ir::{
    Expr, Halt, Local, LocalId, LocalRole, Op, Origin, ProcedureId, Program, Scalar, Source,
    SourceKind, Span, TypeId, Width,
};
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of a function that nobody defines.
pub(crate) struct Foreign {
    name: Arc<str>,
    does: Does,
}

enum Does {
    /// It ends the program.
    End,
    /// It changes nothing, and gives a number, if anything; where nobody said what it takes, only if it
    /// gets no addresses.
    Answer(Option<(Scalar, TypeId)>, Takes),
    /// It may change what its arguments lead to, or gives an address; where it gives a number, which.
    Act(Option<(Scalar, TypeId)>),
    /// It has a meaning that is not known.
    Unsupported(Arc<str>),
}

/// What is known of the parameters of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Declared,
    Anything,
}

impl Foreign {
    /// What a call does that takes its value to a local, and passes these addresses.
    pub(crate) fn call(
        &self,
        dest: Option<LocalId>,
        pointers: Vec<Expr>,
        locals: &mut Vec<Local>,
        span: Span,
    ) -> Op {
        match &self.does {
            Does::Unsupported(what) => Op::Unsupported(what.clone()),
            Does::End => Op::Halt(Halt::Exit(Expr::int(Width::W32, 1))),
            Does::Answer(None, _) if pointers.is_empty() => self.act(None, Vec::new()),
            Does::Answer(None, Takes::Declared) => self.act(None, Vec::new()),
            Does::Answer(Some(result), takes)
                if pointers.is_empty() || *takes == Takes::Declared =>
            {
                self.answer(taken(dest, *result, locals, span), result.1)
            }
            Does::Answer(result, _) | Does::Act(result) => {
                let dest = match result {
                    Some(result) => Some(taken(dest, *result, locals, span)),
                    None => dest,
                };
                self.act(dest, pointers)
            }
        }
    }

    fn answer(&self, dest: LocalId, ty: TypeId) -> Op {
        Op::Input {
            dest,
            ty,
            source: Box::new(Source {
                kind: SourceKind::Nondet,
                name: self.name.clone(),
                dynamic_name: None,
                index: None,
            }),
        }
    }

    fn act(&self, dest: Option<LocalId>, reachable: Vec<Expr>) -> Op {
        Op::Havoc {
            dest,
            reachable,
            function: self.name.clone(),
        }
    }
}

/// The local that takes a number. What nobody looks at is a choice all the same: the next call gives the
/// next one.
fn taken(
    dest: Option<LocalId>,
    (scalar, ty): (Scalar, TypeId),
    locals: &mut Vec<Local>,
    span: Span,
) -> LocalId {
    dest.unwrap_or_else(|| {
        locals.push(Local {
            name: None,
            scalar,
            ty,
            role: LocalRole::Temporary,
            span,
        });
        LocalId(locals.len() as u32 - 1)
    })
}

impl Lowerer {
    /// Weak symbols that nobody defines are null, or not: nothing is said of programs that have some.
    pub(crate) fn refuse_weak(&mut self) {
        for (name, span) in self.weak_symbols() {
            let mut procedures = self.program.procedures.iter();
            let mut globals = self.program.globals.iter();
            let is_missing = procedures.any(|one| *one.name == *name && one.edges.is_empty())
                || globals
                    .any(|one| *one.name == *name && one.origin == ir::GlobalOrigin::Undefined);
            if is_missing {
                let what = format!("the weak symbol `{name}`, which nobody defines");
                self.unseen(span, &what);
            }
        }
    }

    /// The functions that nobody defines.
    pub(crate) fn foreign(&mut self) -> HashMap<ProcedureId, Foreign> {
        let procedures = self.program.procedures();
        let undefined = procedures.filter(|(_, procedure)| procedure.edges.is_empty());
        let undefined: Vec<ProcedureId> = undefined.map(|(id, _)| id).collect();
        let known = undefined.into_iter().map(|id| {
            let does = self.does(id);
            let name = self.program[id].name.clone();
            let assumed = match does {
                Does::Answer(..) | Does::Act(_) => Some(ir::Foreign::Returns),
                Does::End => Some(ir::Foreign::Ends),
                Does::Unsupported(_) => None,
            };
            if let Some(assumed) = assumed {
                self.program.undefined.insert(name.clone(), assumed);
            }
            (id, Foreign { name, does })
        });
        known.collect()
    }

    fn does(&mut self, id: ProcedureId) -> Does {
        if let Some(what) = missing_from_library(&self.program, id) {
            return Does::Unsupported(what);
        }
        // Assembly and pragmas define functions, too.
        if let Some(unseen) = self.program.unseen.first() {
            let name = &self.program[id].name;
            let what = format!("a call of `{name}` beside {}", unseen.what);
            return Does::Unsupported(what.into());
        }
        if self.is_weak(&self.program[id].name) {
            let name = &self.program[id].name;
            let what = format!("the weak symbol `{name}`, which nobody defines");
            return Does::Unsupported(what.into());
        }
        if self.never_returns(id) {
            return Does::End;
        }
        let ty = self.declared_as(id);
        let result = match self.program[id].signature.result {
            Some(Scalar::Pointer) => return Does::Act(None),
            Some(scalar) => Some((scalar, self.ir_type(&ty.result))),
            None => None,
        };
        match (changes_something(&ty), ty.unprototyped) {
            (true, _) => Does::Act(result),
            (false, true) => Does::Answer(result, Takes::Anything),
            (false, false) => Does::Answer(result, Takes::Declared),
        }
    }
}

/// Whether a function of a type may get something that it can change, or call.
fn changes_something(ty: &FunctionType) -> bool {
    let is_number = |ty: &Type| {
        matches!(
            ty.kind,
            Kind::Bool | Kind::Integer(_) | Kind::Float(_) | Kind::Enum(_)
        )
    };
    let is_harmless = |parameter: &Type| match &parameter.kind {
        _ if is_number(parameter) => true,
        // What lies there may hold addresses itself, unless it is a number.
        Kind::Pointer(to) => to.is_const && is_number(to),
        _ => false,
    };
    let gives_record = matches!(ty.result.kind, Kind::Record(_));
    ty.variadic || gives_record || !ty.parameters.iter().all(is_harmless)
}

/// Gives each function that nobody defines, but whose address is used, a body that may do
/// anything.
pub(crate) fn define_stubs(program: &mut Program) {
    forget_uncalled(program);
    for index in 0..program.procedures.len() {
        if program.procedures[index].edges.is_empty() {
            stub(program, ProcedureId(index as u32));
        }
    }
}

/// Leaves out what is declared and never called.
fn forget_uncalled(program: &mut Program) {
    let mut undefined = std::mem::take(&mut program.undefined);
    let edges = || program.procedures.iter().flat_map(|one| &one.edges);
    undefined.retain(|name, assumed| {
        *assumed == ir::Foreign::Ends
            || edges().any(|edge| match &edge.op {
                Op::Havoc { function, .. } => function == name,
                Op::Input { source, .. } => source.name == *name,
                _ => false,
            })
    });
    program.undefined = undefined;
}

fn stub(program: &mut Program, id: ProcedureId) {
    let procedure = &program[id];
    let (span, function) = (procedure.span, procedure.name.clone());
    let signature = procedure.signature.clone();
    let missing = missing_from_library(program, id);
    let mut builder = parameters_only(program, id);
    if let Some(what) = missing {
        builder.finish(Op::Unsupported(what), span);
        finish::finish(&mut program.procedures[id.0 as usize], builder);
        return;
    }
    let pointers = signature
        .parameters
        .iter()
        .enumerate()
        .filter(|(_, s)| **s == Scalar::Pointer);
    let reachable = pointers
        .map(|(index, _)| Expr::Local(LocalId(index as u32)))
        .collect();
    let ty = int_type(program);
    let dest = signature
        .result
        .map(|scalar| builder.temporary(scalar, ty, span));
    program
        .undefined
        .insert(function.clone(), ir::Foreign::Returns);
    builder.emit(
        Op::Havoc {
            dest,
            reachable,
            function,
        },
        span,
    );
    builder.finish(Op::Return(dest.map(Expr::Local)), span);
    finish::finish(&mut program.procedures[id.0 as usize], builder);
}

/// The functions that the headers of C and of POSIX threads and processes declare, and those of glibc with reserved
/// names, one to a line, sorted.
const SYSTEM_NAMES: &str = include_str!("system_names.txt");

/// Why nothing can be said of a call, if the function is the system's, or its name is of those that are reserved:
/// it has a meaning, which is not the environment's to choose, and the library model does not know it. Programs may
/// declare such functions themselves.
fn missing_from_library(program: &Program, id: ProcedureId) -> Option<Arc<str>> {
    let procedure = &program[id];
    let name = &procedure.name;
    let is_declared = program.files.origin(procedure.span) == Origin::System;
    if is_declared || SYSTEM_NAMES.lines().any(|known| *known == **name) {
        return Some(format!("`{name}` of the system's library is not modelled").into());
    }
    is_vocabulary(name).then(|| format!("a call of `{name}`, which is defined nowhere").into())
}

/// Whether a name is of those that compilers and verifiers give a meaning, such as `__VERIFIER_assume`. Others that
/// begin so, such as `__register_driver`, are functions like all that nobody defines.
fn is_vocabulary(name: &str) -> bool {
    const FAMILIES: [&str; 9] = [
        "builtin_",
        "sync_",
        "atomic_",
        "concrex_",
        "asan_",
        "lsan_",
        "ubsan_",
        "sanitizer_",
        "llbmc_",
    ];
    let Some(rest) = name.strip_prefix("__") else {
        return false;
    };
    rest.starts_with(|first: char| !first.is_ascii_lowercase())
        || FAMILIES.iter().any(|family| rest.starts_with(family))
}

/// A procedure that has its parameters and does nothing yet.
pub(crate) fn parameters_only(program: &mut Program, id: ProcedureId) -> Builder {
    let mut builder = Builder::new(program.data_model.pointer_width());
    let ty = int_type(program);
    for scalar in &program[id].signature.parameters {
        builder.temporary(*scalar, ty, program[id].span);
    }
    builder
}

fn int_type(program: &mut Program) -> ir::TypeId {
    let (width, sign) = (ir::Width::W32, ir::Sign::Signed);
    program.types.intern(ir::Type::Int {
        width,
        sign,
        name: "int".to_string(),
    })
}
