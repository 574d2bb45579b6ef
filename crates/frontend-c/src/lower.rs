//! From syntax to `ir`.
//!
//! Translation units share one [`Lowerer`]. Each is read in two passes: first its declarations,
//! in order, then the bodies of its functions; the library's bodies only when something needs
//! them. A construct that cannot be represented costs the statement it is in.

mod arith;
mod atomic;
mod attribute;
mod bit_field;
mod branch;
mod builtin;
mod call;
mod complex;
mod constant;
mod convert;
mod decl;
mod element;
mod expr;
mod function;
mod init;
mod inner;
mod jump;
mod layout;
mod place;
mod primitive;
mod query;
mod schedule;
mod scope;
mod stmt;
mod tagged;
mod unit;
mod variable;
mod verifier;

use crate::ast::{self, Name};
use crate::builder::Builder;
use crate::compiler::Compiler;
use crate::error::{Diagnostic, Lowered, Severity};
use crate::finish::References;
use crate::library::Library;
use crate::types::{Kind, Type};
use ir::{DataModel, Expr, GlobalId, LocalId, Op, Origin, ProcedureId, Program, Span, TypeId};
use layout::RecordInfo;
use rustc_hash::FxHashMap;
use scope::{FileScope, FunctionState, Symbol};
use std::rc::Rc;

pub(crate) use unit::UnitId;

/// The program so far, and what is known about names and types.
pub(crate) struct Lowerer {
    pub(crate) program: Program,
    model: DataModel,
    compiler: Compiler,
    records: Vec<RecordInfo>,
    /// Names with external linkage, across units.
    externals: FxHashMap<Name, Symbol>,
    strings: FxHashMap<(Vec<u8>, u64), GlobalId>,
    units: Vec<unit::Unit>,
    unit: UnitId,
    /// What is known of each procedure, by its number.
    procedures: Vec<unit::ProcedureState>,
    function: FunctionState,
    /// Function bodies that wait to be lowered.
    pending: Vec<unit::PendingBody>,
    /// Functions that run by themselves, in the order of their definitions.
    scheduled: Vec<ProcedureId>,
    pub(crate) errors: Vec<Diagnostic>,
    va_list: Option<Type>,
    /// Functions and variables that may have no definition, and are null then.
    weak: Vec<(Name, Span)>,
    /// The complex types, by the types of their parts.
    complex: Vec<(Type, ir::RecordId)>,
    next_tag: u32,
    pub(crate) library: Library,
    /// What the bodies lowered since the last look refer to.
    references: References,
    /// How many globals have been looked at for references.
    globals_seen: usize,
}

/// A value: of a scalar type, the value itself; of a record, the address of memory that holds it.
#[derive(Clone, Debug)]
pub(crate) struct Rvalue {
    expr: Expr,
    ty: Type,
    /// The value came from memory into this local and may be uninitialised: characters may be
    /// copied in that state, but not used.
    unchecked: Option<LocalId>,
    /// It is the value of a bit-field with so many bits, which promotes by them (6.3.1.1).
    bit_field: Option<u32>,
    /// It is a pointer into this array.
    inner: Option<inner::InnerArray>,
}

impl Rvalue {
    fn new(expr: Expr, ty: Type) -> Rvalue {
        Rvalue {
            expr,
            ty,
            unchecked: None,
            bit_field: None,
            inner: None,
        }
    }

    fn void() -> Rvalue {
        Rvalue::new(Expr::FALSE, Type::VOID)
    }
}

impl Lowerer {
    /// The symbols that are declared to be weak, and where.
    pub(crate) fn weak_symbols(&self) -> Vec<(Name, Span)> {
        self.weak.clone()
    }

    pub(crate) fn is_weak(&self, name: &str) -> bool {
        self.weak.iter().any(|(weak, _)| **weak == *name)
    }

    pub(crate) fn new(model: DataModel, compiler: Compiler) -> Lowerer {
        let program = Program {
            data_model: model,
            ..Program::default()
        };
        Lowerer {
            function: FunctionState::scratch(model),
            program,
            model,
            compiler,
            records: Vec::new(),
            externals: FxHashMap::default(),
            strings: FxHashMap::default(),
            units: Vec::new(),
            unit: UnitId(0),
            procedures: Vec::new(),
            pending: Vec::new(),
            scheduled: Vec::new(),
            errors: Vec::new(),
            va_list: None,
            complex: Vec::new(),
            weak: Vec::new(),
            next_tag: 0,
            library: Library::default(),
            references: References::default(),
            globals_seen: 0,
        }
    }

    fn builder(&mut self) -> &mut Builder {
        &mut self.function.builder
    }

    fn file_scope(&mut self) -> &mut FileScope {
        &mut self.units[self.unit.0].scope
    }

    fn origin(&self) -> Origin {
        self.units[self.unit.0].origin
    }

    fn emit(&mut self, op: Op, span: Span) {
        self.builder().emit(op, span);
    }

    /// Notes a problem; what is not supported becomes an operation that cannot be executed.
    fn report(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors.push(diagnostic),
            Severity::Unsupported => {
                let what: std::sync::Arc<str> = diagnostic.message.into();
                self.emit(Op::Unsupported(what.clone()), diagnostic.span);
                self.program.unsupported.push(ir::Unsupported {
                    span: diagnostic.span,
                    what,
                });
            }
        }
    }

    /// The declared type for people and for analyses that think in fields.
    pub(crate) fn ir_type(&mut self, ty: &Type) -> TypeId {
        let converted = match &ty.kind {
            Kind::Void => ir::Type::Void,
            Kind::Bool => ir::Type::Int {
                width: ir::Width::W8,
                sign: ir::Sign::Unsigned,
                name: "_Bool".to_string(),
            },
            Kind::Integer(integer) => ir::Type::Int {
                width: integer.width(self.model),
                sign: integer.sign(),
                name: integer.name().into_owned(),
            },
            Kind::Enum(ty) => ir::Type::Int {
                width: ty.integer.width(self.model),
                sign: ty.integer.sign(),
                name: format!("enum {}", ty.tag),
            },
            Kind::Float(kind) => ir::Type::Float(*kind),
            Kind::Pointer(target) => ir::Type::Pointer(self.ir_type(&target.clone())),
            Kind::Array(element, length) => {
                let length = match length {
                    crate::types::Length::Constant(length) => Some(*length),
                    _ => None,
                };
                ir::Type::Array(self.ir_type(&element.clone()), length)
            }
            Kind::Record(record) => ir::Type::Record(*record),
            Kind::Function(function) => {
                let function = function.clone();
                ir::Type::Function {
                    result: self.ir_type(&function.result),
                    parameters: function
                        .parameters
                        .iter()
                        .map(|p| self.ir_type(p))
                        .collect(),
                    variadic: function.variadic,
                }
            }
        };
        self.program.types.intern(converted)
    }

    /// A new local for an intermediate value of this type.
    fn temporary(&mut self, ty: &Type, span: Span) -> Lowered<LocalId> {
        let scalar = ty
            .scalar(self.model)
            .ok_or_else(|| Diagnostic::error(span, "a value of scalar type is needed here"))?;
        let ty = self.ir_type(ty);
        Ok(self.builder().temporary(scalar, ty, span))
    }

    /// Lowers without effect, to learn a type.
    fn speculate<T>(&mut self, work: impl FnOnce(&mut Lowerer) -> Lowered<T>) -> Lowered<T> {
        let mark = self.function.mark();
        let result = work(self);
        self.function.roll_back(mark);
        result
    }

    /// Lowers without effect and without claims; `None` if evaluating it would do anything.
    fn if_pure<T>(&mut self, work: impl FnOnce(&mut Lowerer) -> Lowered<T>) -> Lowered<Option<T>> {
        self.speculate(|this| {
            this.function.silent = true;
            let before = this.function.builder.edges.len();
            let value = work(this)?;
            Ok((this.function.builder.edges.len() == before).then_some(value))
        })
    }

    /// The type of an expression, without evaluating it.
    fn type_of(&mut self, expr: &ast::Expr) -> Lowered<Type> {
        self.speculate(|this| Ok(this.lower(expr)?.ty().clone()))
    }

    /// The procedure with this number was declared somewhere.
    fn procedure_type(&self, id: ProcedureId) -> Rc<crate::types::FunctionType> {
        self.procedures[id.0 as usize].ty.clone()
    }
}
