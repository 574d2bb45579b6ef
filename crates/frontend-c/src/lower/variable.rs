//! Declarations of variables, and where variables live.

use super::Lowerer;
use super::init::Init;
use super::jump::ScopedObject;
use super::scope::{Symbol, Variable};
use crate::ast::{self, Name, Storage, TypeSpecifier};
use crate::error::{Diagnostic, Lowered, Severity};
use crate::types::{Kind, Length, Type};
use ir::{
    Contents, Expr, Global, GlobalOrigin, LocalId, LocalRole, Mutability, NewObject, Op, Origin,
    Scalar, Span, Visibility,
};
use std::rc::Rc;

/// A variable as it is declared.
pub(super) struct DeclaredVariable {
    pub name: Name,
    /// The name that the linker knows.
    pub link_name: Name,
    pub ty: Type,
    pub align: Option<u64>,
    pub keeps: Option<Keeps>,
    pub span: Span,
}

/// What a variable of the library's model keeps from one call to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keeps {
    /// Something that callers can set, such as `errno`: `__attribute__((lent))`.
    Lent,
    /// Something that only calls of the library change: `__attribute__((kept))`.
    Hidden,
}

impl Keeps {
    fn of<'a>(mut attributes: impl Iterator<Item = &'a ast::Attribute>) -> Option<Keeps> {
        attributes.find_map(|attribute| match &*attribute.name {
            "lent" => Some(Keeps::Lent),
            "kept" => Some(Keeps::Hidden),
            _ => None,
        })
    }
}

impl Lowerer {
    /// A declaration at block or file scope. What it declares is known even if it cannot be
    /// represented: only what uses it is lost.
    pub(super) fn declaration(&mut self, declaration: &ast::Declaration) -> Lowered<()> {
        let result = self.try_declaration(declaration);
        if let Err(Diagnostic {
            severity: Severity::Unsupported,
            message,
            ..
        }) = &result
            && let ast::Declaration::Variables { declarators, .. } = declaration
        {
            let what: Rc<str> = message.as_str().into();
            for name in declarators.iter().filter_map(|d| d.declarator.name.clone()) {
                self.bind(name, Symbol::Unsupported(what.clone()));
            }
        }
        result
    }

    fn try_declaration(&mut self, declaration: &ast::Declaration) -> Lowered<()> {
        match declaration {
            ast::Declaration::StaticAssert {
                condition,
                message,
                span,
            } => {
                if self.constant_integer(condition)? == 0 {
                    let message = message.as_deref().unwrap_or("the assertion does not hold");
                    let text = format!("static assertion failed: {message}");
                    return Err(Diagnostic::error(*span, text));
                }
                Ok(())
            }
            ast::Declaration::Variables {
                specifiers,
                declarators,
                ..
            } => {
                if let TypeSpecifier::AutoType = specifiers.ty {
                    return self.auto_type_declaration(specifiers, declarators);
                }
                let base = self.specified_type(specifiers)?;
                for declarator in declarators {
                    self.declarator(specifiers, base.clone(), declarator)?;
                }
                Ok(())
            }
        }
    }

    fn auto_type_declaration(
        &mut self,
        specifiers: &ast::Specifiers,
        declarators: &[ast::InitDeclarator],
    ) -> Lowered<()> {
        for declarator in declarators {
            let Some(ast::Initializer::Expr(value)) = &declarator.initializer else {
                return Err(Diagnostic::error(
                    declarator.declarator.span,
                    "`__auto_type` needs an initialiser",
                ));
            };
            let ty = self.speculate(|this| Ok(this.rvalue(value)?.ty))?;
            self.declarator(specifiers, ty.unqualified(), declarator)?;
        }
        Ok(())
    }

    fn declarator(
        &mut self,
        specifiers: &ast::Specifiers,
        base: Type,
        declared: &ast::InitDeclarator,
    ) -> Lowered<()> {
        let declarator = &declared.declarator;
        let Some(name) = declarator.name.clone() else {
            return Ok(());
        };
        let attributes = || specifiers.attributes.iter().chain(&declarator.attributes);
        if let Err(strange) = self.understood(attributes(), declarator.span) {
            let what = strange.message.as_str().into();
            self.bind(name, Symbol::Unsupported(what));
            return Err(strange);
        }
        let ty = self.declared_type(base, declarator)?;
        if specifiers.storage == Some(Storage::Typedef) {
            let of_specifiers = self.aligned_attribute(&specifiers.attributes)?;
            let align = of_specifiers.max(self.aligned_attribute(&declarator.attributes)?);
            let ty = Type {
                align: align.or(ty.align),
                ..ty
            };
            self.bind(name, Symbol::Typedef(ty));
            return Ok(());
        }
        let alias = alias(attributes());
        let assembler_name = declarator.asm_label.as_deref().or(alias.as_deref());
        if attributes().any(|one| &*one.name == "weak") {
            let link_name = assembler_name.map_or_else(|| name.clone(), Into::into);
            self.weak.push((link_name, declarator.span));
        }
        if let Kind::Function(function) = &ty.kind {
            let is_static = specifiers.storage == Some(Storage::Static);
            let id = self.declare_function(
                name,
                function.clone(),
                is_static,
                assembler_name,
                declarator.span,
            );
            self.procedures[id.0 as usize].never_returns |=
                specifiers.noreturn || attributes().any(|one| &*one.name == "noreturn");
            return self.schedule(id, attributes());
        }
        if is_infinite(attributes()) {
            let message = "an array that an annotation makes infinite";
            let unsupported = Symbol::Unsupported(message.into());
            self.bind(name, unsupported);
            return Err(Diagnostic::unsupported(declarator.span, message));
        }
        let align = self
            .specified_align(specifiers)?
            .max(self.aligned_attribute(&declarator.attributes)?);
        let variable = DeclaredVariable {
            link_name: assembler_name.map_or_else(|| name.clone(), Into::into),
            name,
            ty,
            align,
            keeps: Keeps::of(attributes()).filter(|_| self.is_of_library(declarator.span)),
            span: declarator.span,
        };
        let initializer = declared.initializer.as_ref().map(Init::from);
        match (self.function.is_body(), specifiers.storage) {
            (false, storage) => self.file_variable(variable, storage, initializer),
            (true, Some(Storage::Extern)) => self.file_variable(variable, specifiers.storage, None),
            (true, Some(Storage::Static)) => self.static_local(variable, initializer),
            (true, _) if specifiers.thread_local => self.static_local(variable, initializer),
            (true, _) => self.automatic_variable(variable, initializer),
        }
    }

    /// A variable with static storage and linkage, perhaps declared before and completed here.
    fn file_variable(
        &mut self,
        variable: DeclaredVariable,
        storage: Option<Storage>,
        initializer: Option<Init<'_>>,
    ) -> Lowered<()> {
        let internal = storage == Some(Storage::Static);
        let (name, link_name) = (variable.name.clone(), variable.link_name.clone());
        let symbols = &self.file_scope().symbols;
        let known = symbols.get(&name).or_else(|| symbols.get(&link_name));
        let previous = match known.cloned() {
            Some(Symbol::Variable(ty, Variable::Global(id))) => Some((ty, id)),
            _ if internal => None,
            _ => match self.externals.get(&link_name) {
                Some(Symbol::Variable(ty, Variable::Global(id))) => Some((ty.clone(), *id)),
                _ => None,
            },
        };
        let mut ty = variable.ty.clone();
        if let Some((old, _)) = &previous
            && matches!(ty.kind, Kind::Array(_, Length::Unknown))
            && old.is_array()
        {
            ty = old.clone();
        }
        if let Some(initializer) = initializer {
            ty = self.completed_by(ty, initializer)?;
        }
        let defines = initializer.is_some() || storage != Some(Storage::Extern);
        let id = match previous {
            Some((_, id)) => id,
            None => {
                let visibility = match internal {
                    true => Visibility::File,
                    false => Visibility::Everywhere,
                };
                let origin = GlobalOrigin::Undefined;
                self.new_global(&variable, ty.clone(), origin, visibility)
            }
        };
        let symbol = Symbol::Variable(ty.clone(), Variable::Global(id));
        self.file_scope()
            .symbols
            .insert(name.clone(), symbol.clone());
        if self.function.is_body() {
            self.bind(name.clone(), symbol.clone());
        }
        if !internal {
            self.externals.insert(link_name, symbol);
        }
        self.size_global(id, &ty, variable.align);
        if defines {
            let global = &mut self.program.globals[id.0 as usize];
            global.origin = GlobalOrigin::Variable;
            global.span = variable.span;
        }
        self.keep(id, variable.keeps);
        if let Some(initializer) = initializer {
            self.static_initializer(id, &ty, initializer)?;
        }
        Ok(())
    }

    fn static_local(
        &mut self,
        variable: DeclaredVariable,
        initializer: Option<Init<'_>>,
    ) -> Lowered<()> {
        let mut ty = variable.ty.clone();
        if let Some(initializer) = initializer {
            ty = self.completed_by(ty, initializer)?;
        }
        let origin = GlobalOrigin::Variable;
        let id = self.new_global(&variable, ty.clone(), origin, Visibility::Block);
        self.bind(
            variable.name.clone(),
            Symbol::Variable(ty.clone(), Variable::Global(id)),
        );
        self.keep(id, variable.keeps);
        match initializer {
            Some(initializer) => self.static_initializer(id, &ty, initializer),
            None => Ok(()),
        }
    }

    fn is_of_library(&self, span: Span) -> bool {
        self.program.files.origin(span) == Origin::Library
    }

    fn keep(&mut self, id: ir::GlobalId, keeps: Option<Keeps>) {
        let global = &mut self.program.globals[id.0 as usize];
        if let Some(keeps) = keeps {
            global.origin = GlobalOrigin::Kept;
            global.visibility = match keeps {
                Keeps::Lent => Visibility::Everywhere,
                Keeps::Hidden => Visibility::Block,
            };
        }
    }

    pub(super) fn new_global(
        &mut self,
        variable: &DeclaredVariable,
        ty: Type,
        origin: GlobalOrigin,
        visibility: Visibility,
    ) -> ir::GlobalId {
        let id = ir::GlobalId(self.program.globals.len() as u32);
        let mutability = if ty.is_constant_object() {
            Mutability::Constant
        } else {
            Mutability::Mutable
        };
        let declared = self.ir_type(&ty);
        self.program.globals.push(Global {
            name: (&*variable.link_name).into(),
            ty: declared,
            size: 0,
            align: 1,
            mutability,
            origin,
            visibility,
            data: Vec::new(),
            span: variable.span,
        });
        self.size_global(id, &ty, variable.align);
        id
    }

    /// The size may become known only at a later declaration; a tentative `int a[];` has one
    /// element in the end.
    fn size_global(&mut self, id: ir::GlobalId, ty: &Type, align: Option<u64>) {
        let size = match &ty.kind {
            Kind::Array(element, Length::Unknown) => self.size_of(element, Span::NONE),
            _ => self.size_of(ty, Span::NONE),
        };
        let natural = self.align_of(ty).max(align.unwrap_or(1));
        let declared = self.ir_type(ty);
        let global = &mut self.program.globals[id.0 as usize];
        global.ty = declared;
        global.size = global.size.max(size.unwrap_or(0));
        global.align = global.align.max(natural);
    }

    /// Gives the variables of a unit their sizes whose types were completed after them.
    pub(super) fn complete_variables(&mut self) {
        let symbols = self.file_scope().symbols.values();
        let variables: Vec<(ir::GlobalId, Type)> = symbols
            .filter_map(|symbol| match symbol {
                Symbol::Variable(ty, Variable::Global(id)) => Some((*id, ty.clone())),
                _ => None,
            })
            .filter(|(_, ty)| ty.is_record())
            .collect();
        for (id, ty) in variables {
            self.size_global(id, &ty, None);
        }
    }

    fn automatic_variable(
        &mut self,
        variable: DeclaredVariable,
        initializer: Option<Init<'_>>,
    ) -> Lowered<()> {
        let DeclaredVariable {
            name,
            ty,
            align,
            span,
            ..
        } = variable;
        let in_memory = !ty.is_scalar() || self.function.address_taken.contains(&name);
        if !in_memory {
            return self.register_variable(name, ty, initializer, span);
        }
        let ty = match initializer {
            Some(initializer) => self.completed_by(ty, initializer)?,
            None => ty,
        };
        let address = self.object_local(&name, &ty, span);
        self.bind(
            name.clone(),
            Symbol::Variable(ty.clone(), Variable::Object(address)),
        );
        let object = self.stack_object(&ty, align, Some(&name), span)?;
        // Where a `goto` may lead back, a constant is initialised again, which only a new object allows.
        let is_constant = ty.is_constant_object() && initializer.is_some();
        let begin = match is_constant && !self.function.labels.is_empty() {
            true => Begin::Here,
            false => Begin::of(&ty),
        };
        self.begin_object(address, begin, object, span);
        match initializer {
            Some(initializer) => {
                self.automatic_initializer(Expr::Local(address), &ty, initializer, span)?;
                if is_constant {
                    self.emit(Op::Protect(address), span);
                }
                Ok(())
            }
            // It is reached again, perhaps: its object holds nothing any more.
            None if self.function.has_labels && !ty.is_variable() => {
                let size = self.size_of(&ty, span)?;
                self.forget_bytes(Expr::Local(address), size, span)
            }
            None => Ok(()),
        }
    }

    fn register_variable(
        &mut self,
        name: Name,
        ty: Type,
        initializer: Option<Init<'_>>,
        span: Span,
    ) -> Lowered<()> {
        let declared = self.ir_type(&ty);
        let scalar = ty.scalar(self.model).unwrap_or(Scalar::Pointer);
        let text: std::sync::Arc<str> = (&*name).into();
        let local = self.builder().local(
            Some(text.clone()),
            scalar,
            declared,
            LocalRole::Variable,
            span,
        );
        self.bind(name, Symbol::Variable(ty.clone(), Variable::Local(local)));
        match initializer {
            Some(initializer) => {
                let value = self.scalar_initializer(&ty, initializer)?;
                self.initialise_pointer(&text, local, &value);
                self.function.unset.remove(&local);
                self.emit(Op::Assign(local, value.expr), span);
            }
            None => {
                self.function.inner.remove(&local);
                self.function.unset.insert(local);
                if self.function.in_loop {
                    self.emit(Op::Forget(local), span);
                }
            }
        }
        Ok(())
    }

    /// A local for the address of an object in which a variable lives.
    pub(super) fn object_local(&mut self, name: &str, ty: &Type, span: Span) -> LocalId {
        let pointer = self.ir_type(&ty.clone().pointer_to());
        self.builder().local(
            Some(name.into()),
            Scalar::Pointer,
            pointer,
            LocalRole::Address,
            span,
        )
    }

    pub(super) fn stack_object(
        &mut self,
        ty: &Type,
        align: Option<u64>,
        name: Option<&str>,
        span: Span,
    ) -> Lowered<NewObject> {
        Ok(NewObject {
            size: self.size_expr(ty, span)?,
            align: self.align_of(ty).max(align.unwrap_or(1)),
            storage: ir::Storage::Stack,
            contents: Contents::Uninitialised,
            ty: Some(self.ir_type(ty)),
            name: name.map(Into::into),
        })
    }

    /// Makes an object of the innermost scope.
    fn begin_object(&mut self, address: LocalId, begin: Begin, object: NewObject, span: Span) {
        let object = match begin {
            Begin::Here => {
                let dest = address;
                self.emit(Op::Alloc { dest, object }, span);
                None
            }
            Begin::WithScope => Some(object),
        };
        self.add_object(ScopedObject {
            address,
            object,
            span,
        });
    }

    /// An unnamed object that lives as long as the block: a returned record, a copy of an
    /// argument, a compound literal.
    pub(super) fn temporary_object(&mut self, ty: &Type, span: Span) -> Lowered<LocalId> {
        let pointer = ty.clone().pointer_to();
        let address = self.temporary(&pointer, span)?;
        let object = self.stack_object(ty, None, None, span)?;
        self.begin_object(address, Begin::of(ty), object, span);
        Ok(address)
    }
}

/// When an object of a scope begins.
#[derive(Clone, Copy)]
enum Begin {
    WithScope,
    /// At its declaration.
    Here,
}

impl Begin {
    /// An object whose size is known only at its declaration begins there.
    fn of(ty: &Type) -> Begin {
        match ty.is_variable() {
            true => Begin::Here,
            false => Begin::WithScope,
        }
    }
}

/// The name of the function that a declaration gives another name.
fn alias<'a>(mut attributes: impl Iterator<Item = &'a ast::Attribute>) -> Option<String> {
    let attribute = attributes.find(|attribute| &*attribute.name == "alias")?;
    text_argument(attribute)
}

/// Whether ESBMC takes an array for one that has no end.
fn is_infinite<'a>(mut attributes: impl Iterator<Item = &'a ast::Attribute>) -> bool {
    attributes.any(|attribute| {
        &*attribute.name == "annotate"
            && text_argument(attribute).is_some_and(|text| text == "__ESBMC_inf_size")
    })
}

fn text_argument(attribute: &ast::Attribute) -> Option<String> {
    match &attribute.arguments.first()?.kind {
        ast::ExprKind::String(text) => text.units.iter().map(|u| char::from_u32(*u)).collect(),
        _ => None,
    }
}
