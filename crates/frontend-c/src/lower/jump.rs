//! Scopes and the jumps between them.
//!
//! The objects of a block live from its beginning, however it is entered, to its end, however it
//! is left. They are known only when the block has been read, and so are labels; every jump is
//! therefore noted, and drawn at the end of the function, with the ends of the scopes it leaves
//! and the beginnings of those it enters.

use super::Lowerer;
use super::scope::{BlockScope, Target};
use crate::ast::Name;
use crate::builder::Placeholder;
use crate::error::Diagnostic;
use ir::{LocalId, Location, NewObject, Op, Span};

/// A scope of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ScopeId(u32);

impl ScopeId {
    /// The function itself.
    pub(super) const ROOT: ScopeId = ScopeId(0);
}

/// What a scope holds.
#[derive(Debug, Default)]
pub(super) struct ScopeData {
    parent: Option<ScopeId>,
    depth: u32,
    /// The objects that live as long as the scope.
    pub objects: Vec<ScopedObject>,
    /// Where those objects begin when the scope is entered from its top.
    top: Option<Placeholder>,
}

/// An object of a scope.
#[derive(Clone, Debug)]
pub(super) struct ScopedObject {
    /// The local that holds its address.
    pub address: LocalId,
    /// How to make it at the beginning of the scope; one that begins at its declaration, such as a
    /// variable-length array, has none.
    pub object: Option<NewObject>,
    pub span: Span,
}

/// A label.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub location: Location,
    /// Its scope, once it has been seen.
    pub scope: Option<ScopeId>,
    pub declared: Declared,
}

/// How many objects of each scope around a place are declared before it.
pub(super) type Declared = Vec<(ScopeId, usize)>;

/// A jump that is to be drawn.
#[derive(Debug)]
pub(super) struct Jump {
    from: Location,
    scope: ScopeId,
    to: Destination,
    span: Span,
}

#[derive(Debug)]
enum Destination {
    Target(Target),
    /// A label, and what is declared where the jump starts.
    Label(Name, Declared),
}

impl Lowerer {
    pub(super) fn enter_scope(&mut self, span: Span) {
        let parent = self.function.scope();
        let id = ScopeId(self.function.scopes.len() as u32);
        let depth = self.function.scopes[parent.0 as usize].depth + 1;
        let top = self.builder().placeholder(span);
        self.function.scopes.push(ScopeData {
            parent: Some(parent),
            depth,
            objects: Vec::new(),
            top: Some(top),
        });
        self.function.blocks.push(BlockScope {
            id,
            ..BlockScope::default()
        });
    }

    pub(super) fn leave_scope(&mut self, span: Span) {
        let Some(block) = self.function.blocks.pop() else {
            return;
        };
        for op in self.ends(block.id, span) {
            self.emit(op.0, op.1);
        }
    }

    /// An object that lives as long as the innermost scope.
    pub(super) fn add_object(&mut self, object: ScopedObject) {
        let scope = self.function.scope();
        self.function.scopes[scope.0 as usize].objects.push(object);
    }

    pub(super) fn here(&mut self) -> Target {
        let location = self.builder().location();
        Target {
            location,
            scope: self.function.scope(),
        }
    }

    /// Notes a jump from here; what follows is unreachable.
    pub(super) fn jump_to(&mut self, target: Target, span: Span) {
        let from = self.builder().current();
        self.jump_from(from, target, span);
        let next = self.builder().location();
        self.builder().resume(next);
    }

    pub(super) fn jump_from(&mut self, from: Location, target: Target, span: Span) {
        let scope = self.function.scope();
        self.function.jumps.push(Jump {
            from,
            scope,
            to: Destination::Target(target),
            span,
        });
    }

    pub(super) fn goto(&mut self, label: &Name, span: Span) {
        let from = self.builder().current();
        self.goto_from(from, label, span);
        let next = self.builder().location();
        self.builder().resume(next);
    }

    pub(super) fn goto_from(&mut self, from: Location, label: &Name, span: Span) {
        let scope = self.function.scope();
        let to = Destination::Label(label.clone(), self.declared());
        self.function.jumps.push(Jump {
            from,
            scope,
            to,
            span,
        });
    }

    /// Draws all jumps, and the beginnings of all scopes that have objects.
    pub(super) fn draw_jumps(&mut self) {
        for jump in std::mem::take(&mut self.function.jumps) {
            let mut ops = Vec::new();
            let target = match jump.to {
                Destination::Target(target) => target,
                Destination::Label(name, declared) => match self.function.labels.get(&name) {
                    Some(Label {
                        location,
                        scope: Some(scope),
                        declared: before,
                    }) => {
                        ops = self.undeclared(before, &declared, jump.span);
                        Target {
                            location: *location,
                            scope: *scope,
                        }
                    }
                    _ => {
                        let message = format!("there is no label `{name}`");
                        self.errors.push(Diagnostic::error(jump.span, message));
                        continue;
                    }
                },
            };
            ops.extend(self.between(jump.scope, target.scope, jump.span));
            let mut at = jump.from;
            for (op, span) in ops {
                let next = self.builder().location();
                self.builder().edge(at, next, op, span);
                at = next;
            }
            self.builder()
                .edge(at, target.location, Op::Skip, jump.span);
        }
        for index in 0..self.function.scopes.len() {
            if let Some(top) = self.function.scopes[index].top {
                let ops = self.begins(ScopeId(index as u32));
                self.builder().fill(top, ops);
            }
        }
    }

    /// What is declared before this place.
    pub(super) fn declared(&self) -> Declared {
        let mut declared = Vec::new();
        let mut scope = Some(self.function.scope());
        while let Some(id) = scope {
            let data = self.scope_data(id);
            declared.push((id, data.objects.len()));
            scope = data.parent;
        }
        declared
    }

    /// The ends of objects that begin at their declaration, and before which a jump within their block leads back.
    fn undeclared(&self, label: &Declared, jump: &Declared, span: Span) -> Vec<(Op, Span)> {
        let mut ends = Vec::new();
        for (scope, now) in jump {
            let Some((_, then)) = label.iter().find(|(id, _)| id == scope) else {
                continue;
            };
            let objects = self.scope_data(*scope).objects.iter();
            let objects = objects.take(*now).skip(*then);
            let begun = objects.filter(|object| object.object.is_none());
            ends.extend(begun.map(|object| (Op::EndScope(object.address), span)));
        }
        ends
    }

    /// What a jump from one scope into another does to objects.
    fn between(&self, from: ScopeId, to: ScopeId, span: Span) -> Vec<(Op, Span)> {
        let (mut left, mut right) = (from, to);
        let (mut ends, mut entered) = (Vec::new(), Vec::new());
        while left != right {
            let (a, b) = (self.scope_data(left), self.scope_data(right));
            if a.depth >= b.depth {
                ends.extend(self.ends(left, span));
                left = a.parent.unwrap_or(ScopeId::ROOT);
            } else {
                entered.push(right);
                right = b.parent.unwrap_or(ScopeId::ROOT);
            }
        }
        for scope in entered.into_iter().rev() {
            ends.extend(self.begins(scope));
        }
        ends
    }

    fn scope_data(&self, id: ScopeId) -> &ScopeData {
        &self.function.scopes[id.0 as usize]
    }

    fn begins(&self, scope: ScopeId) -> Vec<(Op, Span)> {
        let objects = self.scope_data(scope).objects.iter();
        objects
            .filter_map(|object| {
                let new = object.object.clone()?;
                Some((
                    Op::Alloc {
                        dest: object.address,
                        object: new,
                    },
                    object.span,
                ))
            })
            .collect()
    }

    fn ends(&self, scope: ScopeId, span: Span) -> Vec<(Op, Span)> {
        let objects = self.scope_data(scope).objects.iter().rev();
        objects
            .map(|object| (Op::EndScope(object.address), span))
            .collect()
    }
}
