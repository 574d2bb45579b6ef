//! What a random C program may use at a point.

use super::types::Int;
use crate::hunt::random::Random;
use crate::hunt::tree::{Claim, Heap, Node, Site, line};

/// An input, or a copy of one, with the values that it has.
#[derive(Clone, Debug)]
pub(crate) struct Ranged {
    pub(crate) name: String,
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// An initialised integer that can be read and written.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) text: String,
}

/// Initialised integers one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    /// An expression for the address of the first.
    pub(crate) text: String,
    pub(crate) ty: Int,
    pub(crate) count: usize,
    /// What its address is a multiple of.
    pub(crate) alignment: usize,
}

impl Buffer {
    pub(crate) fn bytes(&self) -> usize {
        self.count * self.ty.size()
    }
}

/// What is in scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) inputs: Vec<Ranged>,
    pub(crate) places: Vec<Place>,
    pub(crate) buffers: Vec<Buffer>,
}

/// A random program under construction.
pub(crate) struct Generator {
    pub(crate) random: Random,
    pub(crate) scope: Scope,
    /// What was in scope before everything else.
    pub(crate) global: Scope,
    /// Declarations of types, then of variables, then functions.
    pub(crate) types: Vec<Node>,
    pub(crate) globals: Vec<Node>,
    pub(crate) functions: Vec<Node>,
    pub(crate) heap: Heap,
    /// So many variations may still be made: each multiplies the runs.
    pub(crate) variations: usize,
    names: usize,
    sites: Site,
    structs: usize,
    globals_named: usize,
    functions_named: usize,
}

/// The harness knows so many names of each kind.
const MOST_NAMES: usize = 15;

impl Generator {
    pub(crate) fn new(random: Random) -> Generator {
        Generator {
            random,
            scope: Scope::default(),
            global: Scope::default(),
            types: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            heap: Heap::Unused,
            variations: 2,
            names: 0,
            sites: 0,
            structs: 0,
            globals_named: 0,
            functions_named: 0,
        }
    }

    /// A new name for something local.
    pub(crate) fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    pub(crate) fn struct_name(&mut self) -> String {
        self.structs = (self.structs + 1).min(MOST_NAMES);
        format!("s{}", self.structs - 1)
    }

    pub(crate) fn global_name(&mut self) -> String {
        self.globals_named = (self.globals_named + 1).min(MOST_NAMES);
        format!("g{}", self.globals_named - 1)
    }

    pub(crate) fn function_name(&mut self) -> String {
        self.functions_named = (self.functions_named + 1).min(MOST_NAMES);
        format!("f{}", self.functions_named - 1)
    }

    /// Whether there are names for more functions, globals and types.
    pub(crate) fn has_names(&self) -> bool {
        let most = self
            .functions_named
            .max(self.globals_named)
            .max(self.structs);
        most + 3 < MOST_NAMES
    }

    /// A claim about an expression.
    pub(crate) fn claim(&mut self, expression: impl Into<String>) -> Node {
        self.sites += 1;
        Node::Claim(Claim {
            site: self.sites - 1,
            expression: expression.into(),
        })
    }

    /// A new local integer with a value.
    pub(crate) fn declare(&mut self, ty: Int, value: &str) -> Node {
        let name = self.name("v");
        let declaration = line(format!("{} {name} = {value};", ty.name()));
        self.scope.places.push(Place { text: name });
        declaration
    }

    /// Makes something in a scope of its own.
    pub(crate) fn inside<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let outer = self.scope.clone();
        let made = make(self);
        self.scope = outer;
        made
    }
}
