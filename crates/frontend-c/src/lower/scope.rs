//! Names: what they stand for, and where.

use super::inner::InnerArray;
use super::jump::{Jump, Label, ScopeData, ScopeId};
use super::{Lowerer, Type};
use crate::ast::Name;
use crate::builder::Builder;
use crate::types::EnumType;
use ir::{DataModel, GlobalId, LocalId, Location, ProcedureId, RecordId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Typedef(Type),
    Enumerator(i128, Type),
    Variable(Type, Variable),
    Function(Type, ProcedureId),
    /// Its declaration could not be lowered, and this is why.
    Unsupported(Rc<str>),
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Variable {
    /// It is this local.
    Local(LocalId),
    /// In the object whose address is in this local.
    Object(LocalId),
    /// In this global.
    Global(GlobalId),
}

/// What a tag stands for.
#[derive(Clone, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumType),
}

/// The names of one translation unit.
#[derive(Debug, Default)]
pub(super) struct FileScope {
    pub symbols: FxHashMap<Name, Symbol>,
    pub tags: FxHashMap<Name, Tag>,
}

/// The names of one block.
#[derive(Debug, Default)]
pub(super) struct BlockScope {
    pub symbols: FxHashMap<Name, Symbol>,
    pub tags: FxHashMap<Name, Tag>,
    pub id: ScopeId,
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub location: Location,
    pub scope: ScopeId,
}

/// A `switch` whose body is being lowered.
#[derive(Debug, Default)]
pub(super) struct Switch {
    pub cases: Vec<SwitchCase>,
    pub default: Option<Target>,
}

/// A `case` label with the range of values it takes.
#[derive(Debug)]
pub(super) struct SwitchCase {
    pub low: i128,
    pub high: i128,
    pub target: Target,
    pub span: ir::Span,
}

/// The function whose body is being lowered.
#[derive(Debug)]
pub(super) struct FunctionState {
    pub builder: Builder,
    pub name: Name,
    pub result: Type,
    pub blocks: Vec<BlockScope>,
    /// All scopes of the function, as a tree.
    pub scopes: Vec<ScopeData>,
    pub breaks: Vec<Target>,
    pub continues: Vec<Target>,
    pub switches: Vec<Switch>,
    pub labels: FxHashMap<Name, Label>,
    /// The labels whose address is taken, in the order of their numbers.
    pub label_addresses: Vec<Name>,
    pub jumps: Vec<Jump>,
    /// Variables of these names live in memory.
    pub address_taken: FxHashSet<Name>,
    /// How often variables of these names are assigned to.
    pub assignments: FxHashMap<Name, u32>,
    /// Variables that are declared without a value.
    pub unset: FxHashSet<LocalId>,
    /// The arrays inside of structs that pointers must stay in.
    pub inner: FxHashMap<LocalId, InnerArray>,
    /// A declaration without initialiser may be reached with the value of an earlier pass.
    pub in_loop: bool,
    /// There are labels, so that a declaration may be reached again without leaving its scope.
    pub has_labels: bool,
    /// The address of the further arguments of a variadic function.
    pub varargs: Option<LocalId>,
    /// Where a returned record goes.
    pub result_address: Option<LocalId>,
    /// Claims are not wanted: a constant expression, or an operand that is not evaluated.
    pub silent: bool,
}

/// A state of a function to come back to.
pub(super) struct Mark {
    current: Location,
    edges: usize,
    locals: usize,
    jumps: usize,
    scopes: usize,
    blocks: usize,
    silent: bool,
}

impl FunctionState {
    /// For expressions outside of any function.
    pub(super) fn scratch(model: DataModel) -> FunctionState {
        FunctionState::new("".into(), Type::VOID, model)
    }

    pub(super) fn new(name: Name, result: Type, model: DataModel) -> FunctionState {
        FunctionState {
            builder: Builder::new(model.pointer_width()),
            name,
            result,
            blocks: Vec::new(),
            scopes: vec![ScopeData::default()],
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            labels: FxHashMap::default(),
            label_addresses: Vec::new(),
            jumps: Vec::new(),
            address_taken: FxHashSet::default(),
            assignments: FxHashMap::default(),
            unset: FxHashSet::default(),
            inner: FxHashMap::default(),
            in_loop: false,
            has_labels: false,
            varargs: None,
            result_address: None,
            silent: false,
        }
    }

    /// Whether this is a function's body, not a file's scratch state.
    pub(super) fn is_body(&self) -> bool {
        !self.blocks.is_empty()
    }

    pub(super) fn scope(&self) -> ScopeId {
        self.blocks.last().map_or(ScopeId::ROOT, |block| block.id)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            current: self.builder.current(),
            edges: self.builder.edges.len(),
            locals: self.builder.locals.len(),
            jumps: self.jumps.len(),
            scopes: self.scopes.len(),
            blocks: self.blocks.len(),
            silent: self.silent,
        }
    }

    pub(super) fn roll_back(&mut self, mark: Mark) {
        self.builder.edges.truncate(mark.edges);
        self.builder.locals.truncate(mark.locals);
        self.builder.resume(mark.current);
        self.jumps.truncate(mark.jumps);
        self.silent = mark.silent;
        self.scopes.truncate(mark.scopes);
        self.blocks.truncate(mark.blocks);
        for scope in &mut self.scopes {
            scope
                .objects
                .retain(|object| object.address.0 < mark.locals as u32);
        }
    }
}

impl Lowerer {
    pub(super) fn lookup(&mut self, name: &str) -> Option<Symbol> {
        for block in self.function.blocks.iter().rev() {
            if let Some(symbol) = block.symbols.get(name) {
                return Some(symbol.clone());
            }
        }
        self.file_scope().symbols.get(name).cloned()
    }

    /// Declares a name in the innermost scope.
    pub(super) fn bind(&mut self, name: Name, symbol: Symbol) {
        match self.function.blocks.last_mut() {
            Some(block) => block.symbols.insert(name, symbol),
            None => self.file_scope().symbols.insert(name, symbol),
        };
    }

    pub(super) fn lookup_tag(&mut self, name: &str) -> Option<Tag> {
        for block in self.function.blocks.iter().rev() {
            if let Some(tag) = block.tags.get(name) {
                return Some(tag.clone());
            }
        }
        self.file_scope().tags.get(name).cloned()
    }

    /// The tag of that name in the innermost scope only: there a definition completes it.
    pub(super) fn lookup_tag_here(&mut self, name: &str) -> Option<Tag> {
        match self.function.blocks.last() {
            Some(block) => block.tags.get(name).cloned(),
            None => self.file_scope().tags.get(name).cloned(),
        }
    }

    pub(super) fn bind_tag(&mut self, name: Name, tag: Tag) {
        match self.function.blocks.last_mut() {
            Some(block) => block.tags.insert(name, tag),
            None => self.file_scope().tags.insert(name, tag),
        };
    }
}
