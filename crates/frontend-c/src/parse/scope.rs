//! Which names are types, scope by scope.

use crate::ast::TypeSpecifier;
use crate::lex::{Names, Symbol};

/// What an identifier is to the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    /// An object, a function, an enumeration constant, or nothing yet.
    Ordinary,
    /// A `typedef` of the program.
    Typedef,
    /// A type that needs no declaration, until the program declares the name itself.
    Builtin(Builtin),
    /// C23's `static_assert`, until the program declares the name itself.
    StaticAssert,
}

impl Binding {
    /// Whether the name is a type.
    pub(super) fn is_type(self) -> bool {
        matches!(self, Binding::Typedef | Binding::Builtin(_))
    }
}

/// A predeclared type name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Bool,
    VaList,
    Char,
    Short,
    Int,
    Long,
    ULong,
    LongLong,
    Int128,
    UInt128,
    Float,
    Double,
    LongDouble,
    Float128,
    Float16,
}

/// Names that compilers and verifiers know without a declaration. They are not keywords, because programs
/// (and headers written for other compilers) define them.
const BUILTINS: &[(&str, Builtin)] = &[
    ("bool", Builtin::Bool),
    ("__builtin_va_list", Builtin::VaList),
    ("__int8", Builtin::Char),
    ("__int16", Builtin::Short),
    ("__int32", Builtin::Int),
    ("__int64", Builtin::LongLong),
    ("__int128_t", Builtin::Int128),
    ("__uint128_t", Builtin::UInt128),
    ("_Float16", Builtin::Float16),
    ("_Float32", Builtin::Float),
    ("_Float64", Builtin::Double),
    ("_Float32x", Builtin::Double),
    ("_Float64x", Builtin::LongDouble),
    ("__float80", Builtin::LongDouble),
    ("_Float128", Builtin::Float128),
    ("__float128", Builtin::Float128),
    ("__CPROVER_bool", Builtin::Bool),
    ("__CPROVER_size_t", Builtin::ULong),
    ("__CPROVER_ssize_t", Builtin::Long),
];

impl Builtin {
    /// The type that the name stands for.
    pub(super) fn specifier(self) -> TypeSpecifier {
        match self {
            Builtin::Bool => TypeSpecifier::Bool,
            Builtin::VaList => TypeSpecifier::VaList,
            Builtin::Char => TypeSpecifier::Char,
            Builtin::Short => TypeSpecifier::Short,
            Builtin::Int => TypeSpecifier::Int,
            Builtin::Long => TypeSpecifier::Long,
            Builtin::ULong => TypeSpecifier::ULong,
            Builtin::LongLong => TypeSpecifier::LongLong,
            Builtin::Int128 => TypeSpecifier::Int128,
            Builtin::UInt128 => TypeSpecifier::UInt128,
            Builtin::Float => TypeSpecifier::Float,
            Builtin::Double => TypeSpecifier::Double,
            Builtin::LongDouble => TypeSpecifier::LongDouble,
            Builtin::Float128 => TypeSpecifier::Float128,
            Builtin::Float16 => TypeSpecifier::Float16,
        }
    }
}

/// The scopes that are open, as one table and a log of what to undo.
pub(super) struct Scopes {
    bindings: Vec<Binding>,
    replaced: Vec<(Symbol, Binding)>,
    open: Vec<usize>,
}

/// A number of open scopes to return to.
#[derive(Clone, Copy)]
pub(super) struct ScopeDepth(usize);

impl Scopes {
    /// The file scope, with what is predeclared.
    pub(super) fn new(names: &mut Names) -> Scopes {
        let static_assert = names.intern(b"static_assert");
        let builtins: Vec<(Symbol, Builtin)> = BUILTINS
            .iter()
            .map(|&(name, builtin)| (names.intern(name.as_bytes()), builtin))
            .collect();
        let mut bindings = vec![Binding::Ordinary; names.len()];
        bindings[static_assert.index()] = Binding::StaticAssert;
        for (symbol, builtin) in builtins {
            bindings[symbol.index()] = Binding::Builtin(builtin);
        }
        Scopes {
            bindings,
            replaced: Vec::new(),
            open: Vec::new(),
        }
    }

    /// What the name is here.
    pub(super) fn binding(&self, symbol: Symbol) -> Binding {
        self.bindings
            .get(symbol.index())
            .copied()
            .unwrap_or(Binding::Ordinary)
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, symbol: Symbol, binding: Binding) {
        let Some(current) = self.bindings.get_mut(symbol.index()) else {
            return;
        };
        if *current != binding {
            self.replaced.push((symbol, *current));
            *current = binding;
        }
    }

    /// Opens a scope.
    pub(super) fn enter(&mut self) {
        self.open.push(self.replaced.len());
    }

    /// Closes the innermost scope.
    pub(super) fn leave(&mut self) {
        let Some(start) = self.open.pop() else { return };
        for (symbol, binding) in self.replaced.drain(start..).rev() {
            self.bindings[symbol.index()] = binding;
        }
    }

    /// How many scopes are open.
    pub(super) fn depth(&self) -> ScopeDepth {
        ScopeDepth(self.open.len())
    }

    /// Closes all scopes that were opened since.
    pub(super) fn leave_to(&mut self, depth: ScopeDepth) {
        while self.open.len() > depth.0 {
            self.leave();
        }
    }

    /// Closes all scopes but the file's.
    pub(super) fn leave_all(&mut self) {
        self.leave_to(ScopeDepth(0));
    }
}
