//! Translation units, and what links them.

use super::Lowerer;
use super::schedule::Schedule;
use super::scope::{FileScope, FunctionState, Symbol};
use crate::ast::{self, Derivation, Item, Name, Parameters};
use crate::builder::Builder;
use crate::error::{Diagnostic, Lowered, Severity};
use crate::types::{FunctionType, Kind, Type};
use ir::{ContractText, Expr, Op, Origin, Procedure, ProcedureId, Span};
use std::rc::Rc;

/// A translation unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnitId(pub usize);

/// What is kept of a unit between its passes.
pub(super) struct Unit {
    pub scope: FileScope,
    pub origin: Origin,
}

/// What is known of a procedure.
pub(super) struct ProcedureState {
    pub name: Name,
    pub ty: Rc<FunctionType>,
    pub definition: Option<(UnitId, Rc<ast::Function>)>,
    pub stage: Stage,
    pub schedule: Schedule,
    /// A declaration says that it does not return.
    pub never_returns: bool,
}

/// How far a procedure has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Only declared, or defined in the library and not needed so far.
    Declared,
    /// Its body waits to be lowered.
    Pending,
    /// Its body is in the program, or is known to have been unreadable.
    Lowered,
}

/// A body that waits to be lowered.
pub(super) type PendingBody = ProcedureId;

impl Lowerer {
    /// Reads the declarations of a unit. Bodies of the user's functions are then pending, those
    /// of the library wait until they are needed.
    pub(crate) fn add_unit(&mut self, unit: ast::Unit, origin: Origin) -> UnitId {
        let id = UnitId(self.units.len());
        self.units.push(Unit {
            scope: FileScope::default(),
            origin,
        });
        self.unit = id;
        self.function = FunctionState::scratch(self.model);
        for item in unit.items {
            let result = match item {
                Item::Declaration(declaration) => self.file_declaration(&declaration),
                Item::Function(function) => self.define_function(Rc::from(function)),
                Item::Asm(span) => {
                    self.unseen(span, "assembly at file scope");
                    Ok(())
                }
                // Headers of the system name what the library model has anyway.
                Item::Pragma(span) if self.program.files.origin(span) == Origin::System => Ok(()),
                Item::Pragma(span) => {
                    self.unseen(span, "a pragma that changes what names stand for");
                    Ok(())
                }
            };
            if let Err(diagnostic) = result {
                self.report_declaration(diagnostic);
            }
        }
        self.complete_variables();
        for error in unit.errors {
            self.unreadable(error);
        }
        id
    }

    /// What may change the program although no procedure has it.
    pub(crate) fn unseen(&mut self, span: Span, what: &str) {
        let what = what.into();
        let unseen = ir::Unsupported { span, what };
        self.program.unsupported.push(unseen.clone());
        self.program.unseen.push(unseen);
    }

    /// Adds a unit while another is being lowered.
    pub(crate) fn add_unit_beside(&mut self, unit: ast::Unit, origin: Origin) {
        let (current, state) = (
            self.unit,
            std::mem::replace(&mut self.function, FunctionState::scratch(self.model)),
        );
        self.add_unit(unit, origin);
        self.unit = current;
        self.function = state;
    }

    /// A procedure of our own making, to be filled.
    pub(crate) fn reserve_procedure(
        &mut self,
        name: &str,
        origin: Origin,
        span: Span,
    ) -> ProcedureId {
        let ty = Rc::new(FunctionType {
            result: Type::VOID,
            parameters: Vec::new(),
            variadic: false,
            unprototyped: false,
        });
        let id = self.new_procedure(name.into(), ty, span);
        self.procedures[id.0 as usize].stage = Stage::Lowered;
        self.program.procedures[id.0 as usize].origin = origin;
        id
    }

    /// A procedure of the library model, which will be lowered.
    pub(crate) fn library_procedure(&mut self, name: &str) -> Option<ProcedureId> {
        let (_, id) = self.library_function(name)?;
        self.demand(id);
        Some(id)
    }

    /// The value of a function of the mathematical library, as an expression of its parameters.
    pub(crate) fn math_value(&self, id: ProcedureId) -> Option<Expr> {
        let state = &self.procedures[id.0 as usize];
        self.math_body(&state.name, &state.ty)
    }

    fn file_declaration(&mut self, declaration: &ast::Declaration) -> Lowered<()> {
        let mark = self.function.mark();
        let result = self.declaration(declaration);
        self.function.roll_back(mark);
        self.declared_contract(declaration);
        result
    }

    /// A contract may stand before the declaration of a function instead of its definition.
    fn declared_contract(&mut self, declaration: &ast::Declaration) {
        let ast::Declaration::Variables {
            declarators,
            contract: Some(contract),
            ..
        } = declaration
        else {
            return;
        };
        let [declared] = &declarators[..] else {
            return;
        };
        let name = declared.declarator.name.as_ref();
        let Some(Symbol::Function(_, id)) = name.and_then(|name| self.lookup(name)) else {
            return;
        };
        let text = ContractText {
            text: contract.text.as_str().into(),
            span: contract.span,
        };
        // A header is read once for each file that includes it.
        let contracts = &mut self.program.procedures[id.0 as usize].contracts;
        if !contracts.contains(&text) {
            contracts.push(text);
        }
    }

    /// A declaration that could not be lowered costs what refers to it.
    fn report_declaration(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors.push(diagnostic),
            Severity::Unsupported => {
                let what = diagnostic.message.into();
                self.program.unsupported.push(ir::Unsupported {
                    span: diagnostic.span,
                    what,
                });
            }
        }
    }

    /// A part of the file that could not be parsed; a function in it exists, but cannot be run.
    fn unreadable(&mut self, error: ast::SyntaxError) {
        let what: std::sync::Arc<str> = error.message.into();
        self.program.unsupported.push(ir::Unsupported {
            span: error.span,
            what: what.clone(),
        });
        let Some(name) = error.function else { return };
        let ty = Rc::new(FunctionType {
            result: Type::INT,
            parameters: Vec::new(),
            variadic: false,
            unprototyped: true,
        });
        let (ty, id) = match self.lookup(&name) {
            Some(Symbol::Function(_, id)) => (self.procedure_type(id), id),
            _ => (
                ty.clone(),
                self.declare_external(name.clone(), ty, error.span),
            ),
        };
        let mut builder = Builder::new(self.model.pointer_width());
        let parameters = self.signature(&ty).parameters;
        for scalar in parameters {
            let ty = self.ir_type(&Type::INT);
            builder.temporary(scalar, ty, error.span);
        }
        builder.finish(Op::Unsupported(what), error.span);
        self.install(id, &ty, builder, None, error.span);
    }

    pub(super) fn declare_function(
        &mut self,
        name: Name,
        ty: Rc<FunctionType>,
        is_static: bool,
        assembler_name: Option<&str>,
        span: Span,
    ) -> ProcedureId {
        let link_name: Name = match assembler_name {
            Some(label) => label.trim_start_matches('*').into(),
            None => name.clone(),
        };
        let symbols = &self.file_scope().symbols;
        let known = match symbols.get(&name).or_else(|| symbols.get(&link_name)) {
            Some(Symbol::Function(_, id)) => Some(*id),
            _ if is_static => None,
            _ => match self.externals.get(&link_name) {
                Some(Symbol::Function(_, id)) => Some(*id),
                _ => None,
            },
        };
        let id = known.unwrap_or_else(|| {
            let id = self.new_procedure(link_name.clone(), ty.clone(), span);
            if is_static {
                self.program.procedures[id.0 as usize].visibility = ir::Visibility::File;
            }
            id
        });
        let state = &mut self.procedures[id.0 as usize];
        if state.ty.unprototyped && !ty.unprototyped {
            state.ty = ty.clone();
        }
        let symbol = Symbol::Function(Type::plain(Kind::Function(ty)), id);
        if !is_static {
            self.externals
                .entry(link_name)
                .or_insert_with(|| symbol.clone());
        }
        self.file_scope()
            .symbols
            .insert(name.clone(), symbol.clone());
        self.bind(name, symbol);
        id
    }

    /// A function that is used without a declaration in scope.
    pub(super) fn declare_external(
        &mut self,
        name: Name,
        ty: Rc<FunctionType>,
        span: Span,
    ) -> ProcedureId {
        let blocks = std::mem::take(&mut self.function.blocks);
        let id = self.declare_function(name, ty, false, None, span);
        self.function.blocks = blocks;
        id
    }

    fn new_procedure(&mut self, name: Name, ty: Rc<FunctionType>, span: Span) -> ProcedureId {
        let id = ProcedureId(self.procedures.len() as u32);
        let signature = self.signature(&ty);
        self.program.procedures.push(Procedure {
            name: (&*name).into(),
            signature,
            entry: Builder::ENTRY,
            exit: Builder::EXIT,
            origin: self.origin(),
            span,
            ..Procedure::empty()
        });
        self.procedures.push(ProcedureState {
            name,
            ty,
            definition: None,
            stage: Stage::Declared,
            schedule: Schedule::default(),
            never_returns: false,
        });
        id
    }

    /// The declared type of a procedure.
    pub(crate) fn declared_as(&self, id: ProcedureId) -> Rc<FunctionType> {
        self.procedures[id.0 as usize].ty.clone()
    }

    /// Whether a declaration says that a procedure does not return.
    pub(crate) fn never_returns(&self, id: ProcedureId) -> bool {
        self.procedures[id.0 as usize].never_returns
    }

    fn define_function(&mut self, function: Rc<ast::Function>) -> Lowered<()> {
        let Some(name) = function.declarator.name.clone() else {
            return Ok(());
        };
        let attributes = function.specifiers.attributes.iter();
        let attributes = attributes.chain(&function.declarator.attributes);
        let understood = self.understood(attributes, function.declarator.span);
        let mark = self.function.mark();
        let ty = understood.and_then(|()| self.definition_type(&function));
        self.function.roll_back(mark);
        if let Err(Diagnostic {
            severity: Severity::Unsupported,
            message,
            ..
        }) = &ty
        {
            self.bind(name.clone(), Symbol::Unsupported(message.as_str().into()));
        }
        let ty = ty?;
        let Kind::Function(function_type) = &ty.kind else {
            return Err(Diagnostic::error(function.span, "this is not a function"));
        };
        let is_static = function.specifiers.storage == Some(ast::Storage::Static);
        let label = function.declarator.asm_label.as_deref();
        let span = function.declarator.span;
        let id = self.declare_function(name.clone(), function_type.clone(), is_static, label, span);
        let origin = self.origin();
        let unit = self.unit;
        let is_gnu_inline_hint =
            function.specifiers.inline && function.specifiers.storage == Some(ast::Storage::Extern);
        let state = &mut self.procedures[id.0 as usize];
        if let Some((other, _)) = &state.definition {
            if origin == Origin::Library || is_gnu_inline_hint {
                return Ok(());
            }
            let (other_origin, inline) = (self.units[other.0].origin, function.specifiers.inline);
            if other_origin != Origin::Library && !inline {
                let message = format!("`{name}` is defined twice");
                return Err(Diagnostic::error(span, message));
            }
        }
        let state = &mut self.procedures[id.0 as usize];
        state.ty = function_type.clone();
        state.definition = Some((unit, function.clone()));
        if origin != Origin::Library && state.stage == Stage::Declared {
            state.stage = Stage::Pending;
            self.pending.push(id);
        }
        // Inline functions of system headers are not the user's own.
        let written_by = match self.program.files.origin(span) {
            Origin::System => Origin::System,
            Origin::User | Origin::Library => origin,
        };
        self.program.procedures[id.0 as usize].origin = written_by;
        let attributes = function.specifiers.attributes.iter();
        self.schedule(id, attributes.chain(&function.declarator.attributes))
    }

    /// The type of a definition; K&R parameters are passed promoted.
    fn definition_type(&mut self, function: &ast::Function) -> Lowered<Type> {
        let base = self.specified_type(&function.specifiers)?;
        let ty = self.declared_type(base, &function.declarator)?;
        let Some(Derivation::Function(Parameters::Names(names))) =
            function.declarator.derivations.first()
        else {
            return Ok(ty);
        };
        let Kind::Function(prototype) = &ty.kind else {
            return Ok(ty);
        };
        let declared = self.old_parameters(function)?;
        let parameters = names
            .iter()
            .map(|(name, _)| {
                let ty = declared
                    .iter()
                    .find(|(known, _)| known == name)
                    .map(|(_, ty)| ty);
                promoted_type(ty.cloned().unwrap_or(Type::INT))
            })
            .collect();
        let unprototyped = FunctionType {
            parameters,
            unprototyped: false,
            ..(**prototype).clone()
        };
        Ok(Type::plain(Kind::Function(Rc::new(unprototyped))))
    }

    /// The declared parameters of a K&R definition.
    pub(super) fn old_parameters(
        &mut self,
        function: &ast::Function,
    ) -> Lowered<Vec<(Name, Type)>> {
        let mut parameters = Vec::new();
        for declaration in &function.old_parameters {
            let ast::Declaration::Variables {
                specifiers,
                declarators,
                ..
            } = declaration
            else {
                continue;
            };
            let base = self.specified_type(specifiers)?;
            for declared in declarators {
                let ty = self.declared_type(base.clone(), &declared.declarator)?;
                if let Some(name) = declared.declarator.name.clone() {
                    parameters.push((name, super::decl::adjusted_parameter(ty)));
                }
            }
        }
        Ok(parameters)
    }

    /// Whether the program itself defines a function of this name.
    pub(super) fn is_defined(&mut self, name: &str) -> bool {
        match self.lookup(name) {
            Some(Symbol::Function(_, id)) => match &self.procedures[id.0 as usize].definition {
                Some((unit, _)) => self.units[unit.0].origin != Origin::Library,
                None => false,
            },
            Some(_) => true,
            None => false,
        }
    }

    /// A function of the library model.
    pub(super) fn library_function(
        &mut self,
        name: &str,
    ) -> Option<(Rc<FunctionType>, ProcedureId)> {
        let known = |this: &Lowerer| match this.externals.get(name) {
            Some(Symbol::Function(_, id)) => {
                let state = &this.procedures[id.0 as usize];
                state.definition.as_ref().map(|_| (state.ty.clone(), *id))
            }
            _ => None,
        };
        if let Some(found) = known(self) {
            return Some(found);
        }
        self.load_library_unit(name);
        known(self)
    }
}

fn promoted_type(ty: Type) -> Type {
    match &ty.kind {
        Kind::Float(ir::FloatKind::F32 | ir::FloatKind::F16) => Type::DOUBLE,
        Kind::Bool | Kind::Integer(_) => match ty.as_integer() {
            Some(integer) => Type::integer(integer.promoted()),
            None => ty,
        },
        _ => ty,
    }
}
