//! The bodies of functions, and their parameters.

use super::decl::adjusted_parameter;
use super::jump::ScopedObject;
use super::scope::{BlockScope, FunctionState, Symbol, Variable};
use super::unit::Stage;
use super::{Lowerer, Rvalue};
use crate::ast::{self, Derivation, Name, Parameters};
use crate::builder::Builder;
use crate::error::{Diagnostic, Lowered};
use crate::finish;
use crate::survey::survey;
use crate::types::{FunctionType, Kind, Type};
use ir::{ContractText, Expr, LocalId, LocalRole, Op, ProcedureId, Scalar, Span};
use std::rc::Rc;

impl Lowerer {
    /// Lowers all pending bodies and, as far as they are needed, those of the library.
    pub(crate) fn lower_bodies(&mut self) {
        loop {
            while let Some(id) = self.pending.pop() {
                self.lower_body(id);
                self.references.procedure(&self.program[id]);
            }
            while let Some(global) = self.program.globals.get(self.globals_seen) {
                self.references.global(global);
                self.globals_seen += 1;
            }
            let references = std::mem::take(&mut self.references);
            self.demand_library(&references);
            if self.pending.is_empty() && self.globals_seen == self.program.globals.len() {
                return;
            }
        }
    }

    /// Finds what the program refers to and only the library defines.
    fn demand_library(&mut self, references: &finish::References) {
        for id in &references.procedures {
            let state = &self.procedures[id.0 as usize];
            if state.definition.is_none() {
                let name = state.name.clone();
                self.load_library_unit(&name);
            }
            self.demand(*id);
        }
        for id in &references.globals {
            let global = &self.program[*id];
            if global.origin == ir::GlobalOrigin::Undefined {
                let name = global.name.clone();
                self.load_library_unit(&name);
            }
        }
    }

    pub(crate) fn demand(&mut self, id: ProcedureId) {
        let state = &mut self.procedures[id.0 as usize];
        if state.stage == Stage::Declared && state.definition.is_some() {
            state.stage = Stage::Pending;
            self.pending.push(id);
        }
    }

    fn lower_body(&mut self, id: ProcedureId) {
        let Some((unit, function)) = self.procedures[id.0 as usize].definition.clone() else {
            return;
        };
        self.unit = unit;
        let ty = self.procedures[id.0 as usize].ty.clone();
        let name = self.procedures[id.0 as usize].name.clone();
        let mut state = FunctionState::new(name, ty.result.clone(), self.model);
        let survey = survey(&function.body);
        state.address_taken = survey.address_taken;
        state.assignments = survey.assignments;
        state.label_addresses = survey.label_addresses;
        state.in_loop = survey.has_labels;
        state.has_labels = survey.has_labels;
        let outer = std::mem::replace(&mut self.function, state);
        if let Err(diagnostic) = self.body(&function, &ty) {
            self.report(diagnostic);
        }
        self.draw_jumps();
        let inner = std::mem::replace(&mut self.function, outer);
        let contract = function.contract.as_ref().map(|contract| ContractText {
            text: contract.text.as_str().into(),
            span: contract.span,
        });
        self.install(id, &ty, inner.builder, contract, function.declarator.span);
    }

    pub(super) fn install(
        &mut self,
        id: ProcedureId,
        ty: &Rc<FunctionType>,
        builder: Builder,
        contract: Option<ContractText>,
        span: Span,
    ) {
        let declared = self.ir_type(&Type::plain(Kind::Function(ty.clone())));
        let signature = self.signature(ty);
        let procedure = &mut self.program.procedures[id.0 as usize];
        procedure.signature = signature;
        procedure.ty = Some(declared);
        procedure.contracts.extend(contract);
        procedure.span = span;
        finish::finish(procedure, builder);
        self.procedures[id.0 as usize].stage = Stage::Lowered;
    }

    fn body(&mut self, function: &ast::Function, ty: &Rc<FunctionType>) -> Lowered<()> {
        let span = function.span;
        if ty.result.is_record() {
            let pointer = ty.result.clone().pointer_to();
            let pointer = self.ir_type(&pointer);
            let local =
                self.builder()
                    .local(None, Scalar::Pointer, pointer, LocalRole::Temporary, span);
            self.function.result_address = Some(local);
        }
        let names = self.parameter_names(function);
        let mut locals = Vec::new();
        for (index, parameter) in ty.parameters.iter().enumerate() {
            let name = names.get(index).cloned().flatten();
            locals.push((self.parameter_local(name.as_ref(), parameter, span), name));
        }
        if ty.variadic {
            let pointer = self.ir_type(&Type::VOID.pointer_to());
            let local = self.builder().temporary(Scalar::Pointer, pointer, span);
            self.function.varargs = Some(local);
        }
        // The parameters and the body share a scope (6.2.1), but the body may shadow in practice.
        self.enter_scope(span);
        self.bind_parameters(function, ty, locals)?;
        let ast::StatementKind::Block(items) = &function.body.kind else {
            return Err(Diagnostic::error(span, "a function needs a body"));
        };
        self.block_items(items)?;
        let end = Span {
            line: span.end_line,
            column: span.end_column.saturating_sub(1).max(1),
            ..span
        };
        self.implicit_return(end);
        self.function.blocks.clear();
        self.function.blocks.push(BlockScope::default());
        Ok(())
    }

    fn implicit_return(&mut self, span: Span) {
        let is_main = &*self.function.name == "main";
        let value = match self.function.result.scalar(self.model) {
            Some(Scalar::Int(width)) if is_main => Some(Expr::int(width, 0)),
            _ => None,
        };
        self.builder().finish(Op::Return(value), span);
    }

    fn parameter_names(&self, function: &ast::Function) -> Vec<Option<Name>> {
        match function.declarator.derivations.first() {
            Some(Derivation::Function(Parameters::Prototype { list, .. })) => list
                .iter()
                .map(|parameter| parameter.declarator.name.clone())
                .collect(),
            Some(Derivation::Function(Parameters::Names(names))) => {
                names.iter().map(|(name, _)| Some(name.clone())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// How many elements a caller gives at least, by the declaration of a parameter:
    /// `int a[static 8]`.
    pub(crate) fn least_elements(&mut self, id: ProcedureId, parameter: usize) -> Option<u64> {
        let (unit, function) = self.procedures[id.0 as usize].definition.clone()?;
        let Some(Derivation::Function(Parameters::Prototype { list, .. })) =
            function.declarator.derivations.first()
        else {
            return None;
        };
        let declarator = &list.get(parameter)?.declarator;
        let Some(Derivation::Array {
            length: ast::ArrayLength::Expr(length),
            is_static: true,
            ..
        }) = declarator.derivations.first()
        else {
            return None;
        };
        self.unit = unit;
        let length = self.try_constant_integer(length).ok()??;
        u64::try_from(length).ok()
    }

    fn parameter_local(&mut self, name: Option<&Name>, ty: &Type, span: Span) -> LocalId {
        let scalar = ty.scalar(self.model).unwrap_or(Scalar::Pointer);
        let (declared, role) = match ty.is_record() {
            true => (self.ir_type(&ty.clone().pointer_to()), LocalRole::Address),
            false => (self.ir_type(ty), LocalRole::Variable),
        };
        self.builder().local(
            name.map(|name| (&**name).into()),
            scalar,
            declared,
            role,
            span,
        )
    }

    /// Gives the parameters their names. One whose address is taken moves into an object, and a
    /// K&R parameter back into its declared type.
    fn bind_parameters(
        &mut self,
        function: &ast::Function,
        ty: &Rc<FunctionType>,
        locals: Vec<(LocalId, Option<Name>)>,
    ) -> Lowered<()> {
        let old = self.old_parameters(function)?;
        let prototype = match function.declarator.derivations.first() {
            Some(Derivation::Function(Parameters::Prototype { list, .. })) => list.as_slice(),
            _ => &[],
        };
        for (index, (local, name)) in locals.into_iter().enumerate() {
            let passed = &ty.parameters[index];
            let declared = match prototype.get(index) {
                // Lowered again here: the lengths of array parameters are evaluated now.
                Some(parameter) => {
                    let base = self.specified_type(&parameter.specifiers)?;
                    let ty = self.declared_type(base, &parameter.declarator)?;
                    adjusted_parameter(ty)
                }
                None => {
                    let found = old.iter().find(|(known, _)| Some(known) == name.as_ref());
                    found.map_or_else(|| passed.clone(), |(_, ty)| ty.clone())
                }
            };
            let Some(name) = name else { continue };
            self.bind_parameter(name, local, passed, declared, function.declarator.span)?;
        }
        Ok(())
    }

    fn bind_parameter(
        &mut self,
        name: Name,
        local: LocalId,
        passed: &Type,
        declared: Type,
        span: Span,
    ) -> Lowered<()> {
        if declared.is_record() {
            let symbol = Symbol::Variable(declared, Variable::Object(local));
            self.bind(name, symbol);
            return Ok(());
        }
        let value = Rvalue::new(Expr::Local(local), passed.unqualified());
        let converted = self.convert(value, &declared, span)?;
        if !self.function.address_taken.contains(&name) {
            let variable = if declared.scalar(self.model) == passed.scalar(self.model) {
                local
            } else {
                let fresh = self.parameter_local(Some(&name), &declared, span);
                self.emit(Op::Assign(fresh, converted.expr), span);
                fresh
            };
            self.bind(name, Symbol::Variable(declared, Variable::Local(variable)));
            return Ok(());
        }
        let address = self.object_local(&name, &declared, span);
        let object = self.stack_object(&declared, None, Some(&name), span)?;
        self.add_object(ScopedObject {
            address,
            object: Some(object),
            span,
        });
        let text = ast::Expr {
            kind: ast::ExprKind::Name(name.clone()),
            span,
        };
        self.store_known(Expr::Local(address), &declared, None, converted, &text)?;
        self.bind(name, Symbol::Variable(declared, Variable::Object(address)));
        Ok(())
    }
}
